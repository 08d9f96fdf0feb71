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

from dalembert.argument import reals
from dalembert.errors import WrongSize, WrongValue
from dalembert.kinematics.chain import moving_chain, numeric
from dalembert.kinematics.configuration import bounds, entries, moved, need_room, revolute, way
from dalembert.kinematics.damped_least_squares import Axes, ResolvedRate, task_rows
from dalembert.kinematics.numerical_inverse import Objective, drawn_to, wish_of
from dalembert.kinematics.rotation import Array, log, rotation
from dalembert.kinematics.task import target
from dalembert.robot.model import Robot
from dalembert.typeset.notebook import Displayed

PathTask: TypeAlias = "Literal['pose', 'position', 'orientation', 'axis'] | Sequence[float]"
_WEIGHTS = {
    "pose": (1, 1, 1, 1, 1, 1),
    "position": (1, 1, 1, 0, 0, 0),
    "orientation": (0, 0, 0, 1, 1, 1),
    "axis": (1, 1, 1, 1, 1, 0),
}
_PULL = 0.2  # unless told
_STRIDE = 0.1  # the longest step inside, rad
_CREEP = 0.01  # one so short that it is no jump, whatever was predicted
_LEAST = 2.0**-16  # of the way between two poses
_CORRECTIONS = 8
_SINGULAR = 0.05  # singular value below which a stop is put down to it


@dataclass(frozen=True, eq=False)
class Followed(Displayed):
    """Configurations `(…, T, n)`, NaN for poses that were not reached; of each path `reached` of its T poses."""

    q: Array
    reached: Array  # (…)
    way: Array  # (…) how far it came, in poses: 3.25 is a quarter of the way from the fourth to the fifth
    last: Array  # (…, n) where it stopped
    reason: Any  # (…) why; empty where the whole path was followed

    @property
    def complete(self) -> Array:
        """Which paths were followed to their end."""
        return np.asarray(self.reached == self.q.shape[-2])


def follow(
    robot: Robot,
    poses: ArrayLike,
    q0: ArrayLike,
    *,
    frame: str | None = None,
    task: PathTask = "pose",
    axes: Axes = "world",
    weights: ArrayLike | None = None,
    prefer: Objective = None,
    pull: float = _PULL,
    limits: bool = True,
    step: float = 0.5,
    tolerance: float = 1e-9,
) -> Followed:
    """Follow poses `(…, T, 4, 4)`, or positions `(…, T, 3)`, from `q0` `(…, n)` on, continuously.

    Between two poses the frame goes straight and turns about one axis. The first pose is reached from `q0` as nearly as
    it may. A path that cannot be followed to its end stops there and `reason` says why; nothing jumps: no joint moves more
    than `step` (rad or m) from one pose to the next.

    `task`: the "pose", its "position" or "orientation", position and direction of the frame's third "axis", or six
    weights of [x, y, z, turns about them], 0 for rows that are free; `axes` says whether they are those of the "world" or
    of the target's "frame", or whether turns count by the third axis alone ("direction").
    `weights` `(n,)`: joints with a large one move less, inf holds them. `prefer`: where joints to spare go: a posture
    `(n,)`, "centre" of the limits, "manipulability", or a function of q to be made small; `pull` is the part of that way
    that is made from one pose to the next. `tolerance` is in radians; lengths count as a part of the arm's.
    """
    bare = numeric(robot)
    goal = target(poses)
    if len(goal.leading) < 1 or goal.leading[-1] < 1:
        raise WrongSize(f"a path is poses of shape (…, T, 4, 4) or positions (…, T, 3), got {np.shape(poses)}")
    if not 0 < step <= 10 or not tolerance > 0 or not 0 <= pull <= 1:
        raise WrongValue(f"step is in (0, 10], tolerance above 0 and pull in [0, 1]; got {step}, {tolerance}, {pull}")
    if goal.position and not (isinstance(task, str) and task in ("pose", "position")):
        raise WrongValue(f"positions have no {task!r} to follow; give poses, or leave task out")
    if prefer is None and pull != _PULL:
        raise WrongValue("pull is the part of the way to what joints are to prefer; say what with prefer=…")
    need_room(bare, limits)
    *lead, count = goal.leading
    rate = _rate(bare, frame, _six("position" if goal.position else task), axes, weights, limits, task == "axis")
    start = _starts(bare, q0, tuple(lead))
    start = np.clip(start, rate.lower, rate.upper)
    wish = None if prefer is None else wish_of(bare, frame, prefer)
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
        Q, reason = np.full((B, count, q.shape[-1]), np.nan), np.full(B, "", dtype=object)
        q, arrived = self._start(q)
        reason[~arrived] = "the first pose is not reached from q0"
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
        x, off = drawn_to(self.rate, first, q, q)
        return np.where(there[:, None], q, x), there | (off <= self.tolerance)

    def _between(self, path: Array, i: Array, g: Array) -> Array:
        """Targets `(B, 12)` a part g of the way from pose i to the next."""
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
        """(where a step leads, whether it counts, the joints held)."""
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

    def _reason(self, q: Array, held: Array, x: Array, knot: Array) -> str:
        robot, rate = self.rate.robot, self.rate
        at, low, high = (y[entries(robot)] for y in (q, rate.lower, rate.upper))
        edge = held & ((at - low < 1e-3) | (high - at < 1e-3))
        if edge.any():
            names = ", ".join(f"'{robot.coordinates[k]}'" for k in np.flatnonzero(edge))
            return f"joint {names} is at its limit"
        s = rate.dexterity(q)
        if s < _SINGULAR:
            return f"the Jacobian is singular there, or the path leaves the workspace (smallest singular value {s:.2g})"
        far = np.abs(way(robot, knot, x))
        k = int(np.argmax(far))
        return f"joint '{robot.coordinates[k]}' would move by {far[k]:.3g} from one pose to the next"


def _six(task: PathTask) -> Array:
    if isinstance(task, str):
        if task not in _WEIGHTS:
            raise WrongValue(f"task is {task!r}; it is {', '.join(repr(x) for x in _WEIGHTS)} or six weights")
        return np.array(_WEIGHTS[task], dtype=float)
    six = reals(task, "task")
    if six.shape != (6,) or not np.all(np.isfinite(six)) or six.min() < 0 or not six.any():
        raise WrongValue(f"a task is six weights [x, y, z, turns], none negative and not all 0, got {task}")
    return six


def _rate(
    robot: Robot, frame: str | None, six: Array, axes: Axes, weights: ArrayLike | None, limits: bool, axis: bool
) -> ResolvedRate:
    if axes not in ("world", "frame", "direction"):
        raise WrongValue(f"axes is {axes!r}; it is 'world', 'frame' or 'direction'")
    axes = "direction" if axis else axes
    six = np.where((np.arange(6) == 5) & (axes == "direction"), 0.0, six)
    arm = moving_chain(robot, frame)
    W = np.ones(robot.n) if weights is None else reals(weights, "weights")
    if W.shape != (robot.n,) or not np.all(W > 0):
        raise WrongValue(f"weights are {robot.n} numbers above 0, one a joint of robot '{robot.name}', got {weights!r}")
    lower, upper = bounds(robot, limits)
    unit = np.where(revolute(robot), 1.0, arm.length)
    return ResolvedRate(robot, frame, arm, six, axes, 1 / (W * unit**2), lower, upper)


def _starts(robot: Robot, q0: ArrayLike, lead: tuple[int, ...]) -> Array:
    start = reals(q0, "q0")
    try:
        given = np.broadcast_to(start, (*lead, robot.nq))
    except ValueError:
        raise WrongSize(
            f"q0 needs {robot.nq} entries for robot '{robot.name}', one row or one a path; got shape {np.shape(q0)}"
        ) from None
    if not np.all(np.isfinite(given)):
        raise WrongValue("q0 holds a number that is not finite")
    return given.reshape(-1, robot.nq).copy()
