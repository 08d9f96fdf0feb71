"""Joints along a path of poses: resolved rates in small steps, each closed on the pose it was meant for.

predict   δ = J⁺ν + N d,   correct   q ← q + J⁺e  until |e| is below the tolerance      [whitney1969], [siciliano2009, §3.7]

A step counts where the corrections stay below half the prediction: then it is the motion that the Jacobian allows. Else it
is halved. Where the smallest step fails too, the path is left, at a limit or a singular configuration, and the result
says where. Many paths are followed at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from dalembert.argument import choice, real, reals, shaped
from dalembert.boundary import RobotLike, StateLike, as_frame
from dalembert.finding.argument import NotOneOf, OutOfRange, Requires, WrongShape
from dalembert.finding.finding import Argument, Finding, Identifier, JointName, Measure, RobotName, Unit, given
from dalembert.finding.mechanism import FirstPoseNotReached, JointJump, JointsAtLimit, PathSingular
from dalembert.kinematics.chain import moving_chain, numeric
from dalembert.kinematics.configuration import bounds, check_limits, entries, initial, moved, revolute, way
from dalembert.kinematics.damped_least_squares import Axes, ResolvedRate, task_rows
from dalembert.kinematics.numerical_inverse import Objective, nearest_solutions, preferred_displacement
from dalembert.kinematics.rotation import Array, log, rotation
from dalembert.kinematics.task import target
from dalembert.robot.model import Robot
from dalembert.tolerance import NEAR_LIMIT, POSE_REACHED
from dalembert.typeset.notebook import Displayed

PathTask: TypeAlias = "Literal['pose', 'position', 'orientation', 'axis'] | Sequence[float]"
_WEIGHTS = {
    "pose": (1, 1, 1, 1, 1, 1),
    "position": (1, 1, 1, 0, 0, 0),
    "orientation": (0, 0, 0, 1, 1, 1),
    "axis": (1, 1, 1, 1, 1, 0),
}
_PULL = 0.2
_STRIDE = 0.1  # the longest step inside, rad
_CREEP = 0.01  # one so short that it is no jump, whatever was predicted
_LEAST = 2.0**-16  # of the way between two poses
_CORRECTIONS = 8
_SINGULAR = 0.05  # singular value below which a stop is put down to it


@dataclass(frozen=True, eq=False)
class Followed(Displayed):
    """Configurations `(…, T, nq)` along paths, NaN for poses that were not reached; `reached` counts the others."""

    q: Array
    reached: Array  # (…)
    way: Array  # (…) how far it came, in poses: 3.25 is a quarter of the way from the fourth pose to the fifth
    last: Array  # (…, n) where it stopped
    reason: Any  # (…) a Finding where the path ends early, else None

    @property
    def complete(self) -> Array:
        """Whether each path was followed to its end."""
        return np.asarray(self.reached == self.q.shape[-2])


def follow(
    robot: RobotLike,
    poses: ArrayLike,
    q0: StateLike,
    *,
    frame: str | None = None,
    task: PathTask = "pose",
    axes: Axes = "world",
    weights: ArrayLike | None = None,
    prefer: Objective = None,
    pull: float = _PULL,
    limits: bool = True,
    step: float = 0.5,
    tolerance: float = POSE_REACHED,
    degrees: bool = False,
) -> Followed:
    """Follow a path of poses or positions continuously.

    Between two poses the frame moves along a straight line and rotates about one axis. The first pose is reached from q0
    with as little motion as possible. A path that cannot be followed to its end stops there.

    Parameters
    ----------
    robot : RobotLike
    poses : array, shape (..., T, 4, 4) or (..., T, 3)
        Poses, or positions with any orientation.
    q0 : StateLike, shape (nq,) or (..., nq)
        Initial configuration.
    frame : str, optional
        Link or frame. Default: `tool`, or the tip of the longest chain.
    task : {"pose", "position", "orientation", "axis"} or six weights
        What must match: "axis" means position and direction of the frame's z axis; weights are those of
        [x, y, z, rotations about them], 0 for a free row.
    axes : {"world", "frame", "direction"}
        Axes of the weights: the world's, those of the target, or rotations counted by the z axis alone.
    weights : array, shape (n,), optional
        A joint with a large weight moves less; inf holds it.
    prefer : {"centre", "manipulability"}, array of shape (nq,), or function of q, optional
        Where redundant joints go, see `inverse_kinematics`.
    pull : float
        Share of the way to the preferred configuration that is made from one pose to the next.
    limits : bool
        Whether joint limits are kept.
    step : float
        Most motion of a joint from one pose to the next, in rad or m.
    tolerance : float
        Error of the poses, in rad; lengths count relative to the arm.
    degrees : bool
        Whether angles of q0 are in degrees. The result is always in radians.

    Returns
    -------
    Followed
        Its `reason` is a finding if the path ends early.
    """
    bare = numeric(robot)
    frame = as_frame(bare, frame)
    goal = target(poses, "poses")
    if len(goal.leading) < 1 or goal.leading[-1] < 1:
        raise WrongShape(Argument("poses"), np.shape(poses), (("…", "T", 4, 4), ("…", "T", 3))).error()
    step, tolerance = real(step, "step", above=0, upper=10), real(tolerance, "tolerance", above=0)
    pull = real(pull, "pull", lower=0, upper=1)
    if goal.position and not (isinstance(task, str) and task in ("pose", "position")):
        raise NotOneOf(Argument("task"), given(task), (Identifier("pose"), Identifier("position"))).error()
    if prefer is None and pull != _PULL:
        raise Requires(Argument("pull"), Argument("prefer")).error()
    check_limits(bare, limits)
    *lead, count = goal.leading
    rate = _rate(bare, frame, _six("position" if goal.position else task), axes, weights, limits, task == "axis")
    start = initial(bare, q0, tuple(lead), degrees=degrees).reshape(-1, bare.nq)
    start = np.clip(start, rate.lower, rate.upper)
    wish = None if prefer is None else preferred_displacement(bare, frame, prefer)
    walk = _Walk(rate, goal.T.reshape(-1, count, 4, 4), step, tolerance, pull, wish)
    Q, way, last, reason = walk.follow(start)
    reached = np.sum(~np.isnan(Q).any(axis=-1), axis=-1)
    shape = tuple(lead)
    return Followed(
        Q.reshape(*shape, count, bare.nq), reached.reshape(shape), way.reshape(shape), last.reshape(*shape, bare.nq),
        reason.reshape(shape)[()],
    )  # fmt: skip


class _Walk:
    """Paths `(B, T, 4, 4)` followed together; each has its own place between poses i and i + 1, and its own stride."""

    def __init__(self, rate: ResolvedRate, T: Array, step: float, tolerance: float, pull: float, wish: Any) -> None:
        self.rate, self.T, self.step, self.tolerance, self.pull, self.wish = rate, T, step, tolerance, pull, wish

    def follow(self, q: Array) -> tuple[Array, Array, Array, Array]:
        B, count = self.T.shape[:2]
        Q, reason = np.full((B, count, q.shape[-1]), np.nan), np.full(B, None, dtype=object)
        q, arrived = self._start(q)
        reason[~arrived] = FirstPoseNotReached()
        Q[arrived, 0] = q[arrived]
        i, f, stride = np.zeros(B, dtype=int), np.zeros(B), np.ones(B)
        live = np.flatnonzero(arrived & (count > 1))
        while len(live):
            g = np.minimum(f[live] + stride[live], 1.0)
            x, good, held = self._tried(q[live], Q[live, i[live]], self._between(live, i[live], g), g - f[live])
            on, off = live[good], live[~good]
            q[on], f[on] = x[good], g[good]
            stride[on], stride[off] = np.minimum(2 * stride[on], 1.0), stride[off] / 2
            knot = on[f[on] == 1.0]
            i[knot] += 1
            f[knot] = 0.0
            Q[knot, i[knot]] = q[knot]
            lost = ~good & (stride[live] < _LEAST)
            for k in np.flatnonzero(lost):
                reason[live[k]] = self._reason(q[live[k]], held[k], x[k], Q[live[k], i[live[k]]])
            live = live[~lost & (i[live] < count - 1)]
        return Q, i + f, q, reason

    def _start(self, q: Array) -> tuple[Array, Array]:
        first = task_rows(self.T[:, 0])
        there = self.rate.missing(q, first) <= self.tolerance
        x, off = nearest_solutions(self.rate, first, q, q)
        return np.where(there[:, None], q, x), there | (off <= self.tolerance)

    def _between(self, path: Array, i: Array, g: Array) -> Array:
        """Return targets `(B, 12)` at the share g of the way from pose i to the next."""
        A, B = self.T[path, i], self.T[path, i + 1]
        w = log(B[:, :3, :3] @ np.swapaxes(A[:, :3, :3], -1, -2))
        angle = np.linalg.norm(w, axis=-1)
        axis = w / np.where(angle > 0, angle, 1.0)[:, None]
        T = A.copy()
        T[:, :3, :3] = rotation(axis, g * angle) @ A[:, :3, :3]
        T[:, :3, 3] += g[:, None] * (B[:, :3, 3] - A[:, :3, 3])
        whole = g == 1.0
        T[whole] = B[whole]
        return np.asarray(task_rows(T))

    def _tried(self, q: Array, knot: Array, T: Array, part: Array) -> tuple[Array, Array, Array]:
        """Return where a step leads, whether it counts, and the joints held."""
        robot = self.rate.robot
        wish = np.zeros((len(q), robot.nv))
        if self.wish is not None:
            wish = self.wish(q) * self.pull * part[:, None]
            wish = wish / np.maximum(self._largest(wish) / (_STRIDE / 2), 1.0)[:, None]
        first, size, held = self.rate.step(q, T, wish)
        x, todo = moved(robot, q, first), np.arange(len(q))
        for _ in range(_CORRECTIONS):
            delta, size[todo], held[todo] = self.rate.step(x[todo], T[todo], np.zeros((len(todo), robot.nv)))
            rough = (size[todo] > self.tolerance) & (self._largest(way(robot, q[todo], x[todo])) < 2 * _STRIDE)
            todo, delta = todo[rough], delta[rough]
            if not len(todo):
                break
            x[todo] = moved(robot, x[todo], delta / np.maximum(self._largest(delta), 1.0)[:, None])
        made = way(robot, q, x)
        length = self._largest(made)
        steady = self._largest(made - first) <= 0.5 * self._largest(first)
        good = (size <= self.tolerance) & (length <= _STRIDE) & (steady | (length <= _CREEP))
        return x, good & (np.abs(way(robot, knot, x)).max(axis=-1) <= self.step), held

    def _largest(self, delta: Array) -> Array:
        return np.asarray(np.abs(delta / self.rate.scale).max(axis=-1, initial=0.0))

    def _reason(self, q: Array, held: Array, x: Array, knot: Array) -> Finding:
        robot, rate = self.rate.robot, self.rate
        at, low, high = (y[entries(robot)] for y in (q, rate.lower, rate.upper))
        edge = held & ((at - low < NEAR_LIMIT) | (high - at < NEAR_LIMIT))
        if edge.any():
            return JointsAtLimit(tuple(JointName(robot.coordinates[k]) for k in np.flatnonzero(edge)))
        s = rate.dexterity(q)
        if s < _SINGULAR:
            return PathSingular(float(s))
        far = np.abs(way(robot, knot, x))
        name = robot.coordinates[int(np.argmax(far))]
        unit = Unit("m" if robot.coordinate(name).slides else "rad")
        return JointJump(JointName(name), Measure(float(far.max()), unit))


def _six(task: PathTask) -> Array:
    if isinstance(task, str):
        return np.array(_WEIGHTS[choice(task, "task", _WEIGHTS)], dtype=float)
    six = shaped(task, "task", (6,))
    if six.min() < 0 or not six.any():
        raise OutOfRange(Argument("task"), Measure(float(six.min())), 0).error()
    return six


def _rate(
    robot: Robot, frame: str | None, six: Array, axes: Axes, weights: ArrayLike | None, limits: bool, axis: bool
) -> ResolvedRate:
    choice(axes, "axes", ("world", "frame", "direction"))
    axes = "direction" if axis else axes
    six = np.where((np.arange(6) == 5) & (axes == "direction"), 0.0, six)
    arm = moving_chain(robot, frame)
    W = np.ones(robot.n) if weights is None else reals(weights, "weights")
    if W.shape != (robot.n,):
        raise WrongShape(Argument("weights"), W.shape, ((robot.n,),), RobotName(robot.name)).error()
    if not np.all(W > 0):
        raise OutOfRange(Argument("weights"), Measure(float(np.nanmin(W))), 0, strict=True).error()
    lower, upper = bounds(robot, limits)
    unit = np.where(revolute(robot), 1.0, arm.length)
    return ResolvedRate(robot, frame, arm, six, axes, 1 / (W * unit**2), lower, upper)
