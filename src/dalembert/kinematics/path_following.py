"""Path following: compute joint positions along a path of poses by resolved-rate control with small steps.

predict   δ = J⁺ν + N d,   correct   q ← q + J⁺e  until |e| is below the tolerance      [whitney1969], [siciliano2009, §3.7]

A step is accepted if its corrections are smaller than half of the predicted motion. If a step is rejected, the step
size is halved. If the smallest step also fails, the path ends at a joint limit or a singular configuration, and the
result contains this configuration. Many paths can be followed in parallel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from dalembert import finding
from dalembert.argument import Numbers, choice, filled, instance, real, reals, shaped
from dalembert.boundary import RobotLike, StateLike
from dalembert.finding.finding import Argument, Finding, JointName, Measure, Unit
from dalembert.kinematics.configuration import bounds, check_limits, initial, moved
from dalembert.kinematics.numerical_inverse import (
    Axes,
    Objective,
    ResolvedRate,
    nearest_solutions,
    preferred_displacement,
    task_rows,
)
from dalembert.kinematics.task import Manipulator, arm, target
from dalembert.mechanism.loops import way
from dalembert.spatial.rotation import Array, displaced, pose_error
from dalembert.tolerance import NEAR_LIMIT, POSE_REACHED
from dalembert.typeset.notebook_display import Displayed

_PULL = 0.2
_STRIDE = 0.1  # largest step between poses, in rad
_CREEP = 0.01  # a step of this size, in rad, is never a jump
_LEAST = 2.0**-16  # smallest step, as a fraction of the distance between two poses
_CORRECTIONS = 8
_SINGULAR = 0.05  # singular value below which a stop is attributed to a singularity


@dataclass(frozen=True, eq=False)
class WeightedTask:
    """Weights of the pose components that the frame must match along a path.

    Parameters
    ----------
    weights : sequence of 6 numbers
        Weights for [x, y, z, rotation about x, rotation about y, rotation about z]. Components with weight 0 are
        unconstrained.
    axes : {"world", "frame", "direction"}
        Axes to which the weights refer: the world axes or the axes of the target. With "direction", only the direction
        of the target's z axis matters.
    """

    weights: Sequence[float]
    axes: Axes = "world"

    def __post_init__(self) -> None:
        six = shaped(self.weights, "task", (6,))
        real(six.min(), "task", lower=0)
        real(six.max(), "task", above=0)
        choice(self.axes, "axes", ("world", "frame", "direction"))


PathTask: TypeAlias = "Literal['pose', 'position', 'orientation', 'axis'] | WeightedTask"
_TASKS = {
    "pose": WeightedTask((1, 1, 1, 1, 1, 1)),
    "position": WeightedTask((1, 1, 1, 0, 0, 0)),
    "orientation": WeightedTask((0, 0, 0, 1, 1, 1)),
    "axis": WeightedTask((1, 1, 1, 1, 1, 0), "direction"),
}


@dataclass(frozen=True, eq=False)
class Redundancy:
    """Preferences for redundant joints in `follow`.

    Parameters
    ----------
    prefer : {"centre", "manipulability"}, array of shape (nq,), or function of q, optional
        Preferred configuration of redundant joints, with the same choices as `objective` in `inverse_kinematics`.
    pull : float
        Fraction of the distance to the preferred configuration that the joints travel between two poses.
    weights : array, shape (n,), optional
        A joint with a large weight moves less. A joint with weight inf does not move.
    """

    prefer: Objective = None
    pull: float = _PULL
    weights: Numbers | None = None

    def __post_init__(self) -> None:
        real(self.pull, "pull", lower=0, upper=1)
        if self.prefer is None and self.pull != _PULL:
            raise finding.Requires(Argument("pull"), Argument("prefer")).error()

    def stiffness(self, arm: Manipulator) -> Array:
        """Return the weight of each joint."""
        W = np.ones(arm.robot.n) if self.weights is None else reals(self.weights, "weights")
        shaped(np.minimum(W, 1.0), "weights", (arm.robot.n,), robot=arm.robot.name)  # inf is allowed
        real(np.min(W), "weights", above=0)
        return W


_EVENLY = Redundancy()


@dataclass(frozen=True, eq=False)
class Followed(Displayed):
    """Result of `follow`: configurations `(…, T, nq)`, with NaN for poses that were not reached.

    The attribute `reached` is the number of poses that were reached.
    """

    q: Array
    reached: Array  # (…)
    way: Array  # (…) progress in poses: 3.25 is a quarter of the way from the fourth pose to the fifth
    last: Array  # (…, n), the last configuration
    reason: Any  # (…) a Finding if the path ends early, else None

    @property
    def complete(self) -> Array:
        """Whether each path was followed to the end."""
        return np.asarray(self.reached == self.q.shape[-2])


def follow(
    robot: RobotLike,
    poses: Numbers,
    q0: StateLike,
    *,
    frame: str | None = None,
    task: PathTask = "pose",
    redundancy: Redundancy = _EVENLY,
    limits: bool = True,
    step: float = 0.5,
    tolerance: float = POSE_REACHED,
    degrees: bool = False,
) -> Followed:
    """Follow a path of poses or positions continuously.

    Between two poses, the frame moves along a straight line and rotates about a fixed axis. From q0, the joints move to
    the first pose with the smallest possible motion. If a pose is not reachable, the path ends before this pose, and
    the result contains the reason.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    poses : array, shape (..., T, 4, 4) or (..., T, 3)
        Poses, or positions with any orientation.
    q0 : array_like, shape (nq,) or (..., nq), or mapping
        Initial configuration.
    frame : str, optional
        Link or frame. Default: the frame `tool` if it exists, otherwise the tip of the longest chain.
    task : {"pose", "position", "orientation", "axis"} or WeightedTask
        Pose components that the frame must match. "axis" means the position and the direction of the frame's z axis.
    redundancy : Redundancy
        Preferred configuration of redundant joints, and weights of joints that should move less.
    limits : bool
        Whether joint limits are enforced.
    step : float
        Maximum motion of a joint between two poses, in rad or m.
    tolerance : float
        Error tolerance for the poses, in rad. Lengths are divided by the length of the arm.
    degrees : bool
        Whether the angles in q0 are in degrees. The result is always in radians.

    Returns
    -------
    Followed
        The attribute `reason` is a message (a `Finding`) if the path ends early, else None.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> path = np.linspace([1.0, 0.5, 0.0], [0.5, 1.0, 0.0], 50)
    >>> found = da.kinematics.follow(robot, path, [-0.5, 1.5], task="position")
    >>> print(found.reached, found.q[-1].round(3))
    50 [0.13  1.955]
    """
    hand = arm(robot, frame)
    bare = hand.robot
    goal = target(shaped(poses, "poses", ("...", "T", 4, 4), ("...", "T", 3)), "poses")
    *lead, count = goal.leading
    filled(range(count), "poses")
    step, tolerance = real(step, "step", above=0, upper=10), real(tolerance, "tolerance", above=0)
    if goal.position:
        choice(task, "task", ("pose", "position"))
        task = "position"
    wanted = task if isinstance(task, WeightedTask) else _TASKS[choice(task, "task", _TASKS)]
    six = np.array(wanted.weights, dtype=float)
    six[5] *= wanted.axes != "direction"
    check_limits(bare, limits)
    instance(redundancy, "redundancy", Redundancy, "a Redundancy")
    rate = ResolvedRate(hand, six, limits, wanted.axes, redundancy.stiffness(hand))
    paths = len(goal) // count
    start = initial(bare, q0, tuple(lead), degrees=degrees).reshape(paths, bare.nq)
    start = np.clip(start, *bounds(bare, limits))
    prefer = redundancy.prefer
    wish = None if prefer is None else preferred_displacement(hand, prefer)
    walk = _Walk(rate, goal.T.reshape(paths, count, 4, 4), step, tolerance, redundancy.pull, wish)
    Q, way, last, reason = walk.follow(start)
    reached = np.sum(~np.isnan(Q).any(axis=2), axis=1)
    shape = tuple(lead)
    return Followed(
        Q.reshape(*shape, count, bare.nq), reached.reshape(shape), way.reshape(shape), last.reshape(*shape, bare.nq),
        reason.reshape(shape)[()],
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Walk:
    """Batch of paths `(B, T, 4, 4)` that are followed in parallel.

    Each path has its own step size and its own position between two poses.
    """

    rate: ResolvedRate
    T: Array
    step: float
    tolerance: float
    pull: float
    wish: Any

    def follow(self, q: Array) -> tuple[Array, Array, Array, Array]:
        B, count = self.T.shape[:2]
        Q, reason = np.full((B, count, q.shape[1]), np.nan), np.full(B, None, dtype=object)
        q, arrived = self._start(q)
        reason[~arrived] = finding.FirstPoseNotReached()
        Q[arrived, 0] = q[arrived]
        i = np.zeros(B, dtype=int)
        f = np.zeros(B)
        stride = np.ones(B)
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
        """Interpolate targets `(B, 12)` between pose i and the next pose, at the fraction g."""
        A, B = self.T[path, i], self.T[path, i + 1]
        return task_rows(displaced(A, g[:, None] * pose_error(B, A)))

    def _tried(self, q: Array, knot: Array, T: Array, part: Array) -> tuple[Array, Array, Array]:
        """Try a step, and return the new configurations.

        The function also returns masks of the accepted steps and of the joints at their limits.
        """
        robot, largest = self.rate.arm.robot, self.rate.largest
        wish = np.zeros((len(q), robot.nv))
        if self.wish is not None:
            wish = self.wish(q) * self.pull * part[:, None]
            wish = wish / np.maximum(largest(wish) / (_STRIDE / 2), 1.0)[:, None]
        first, size, held = self.rate.step(q, T, wish)
        x, todo = moved(robot, q, first), np.arange(len(q))
        for _ in range(_CORRECTIONS):
            delta, size[todo], held[todo] = self.rate.step(x[todo], T[todo], np.zeros((len(todo), robot.nv)))
            rough = (size[todo] > self.tolerance) & (largest(way(robot, q[todo], x[todo])) < 2 * _STRIDE)
            todo, delta = todo[rough], delta[rough]
            if not len(todo):
                break
            x[todo] = moved(robot, x[todo], delta / np.maximum(largest(delta), 1.0)[:, None])
        made = way(robot, q, x)
        length = largest(made)
        steady = largest(made - first) <= 0.5 * largest(first)
        good = (size <= self.tolerance) & (length <= _STRIDE) & (steady | (length <= _CREEP))
        return x, good & (np.abs(way(robot, knot, x)).max(axis=1) <= self.step), held

    def _reason(self, q: Array, held: Array, x: Array, knot: Array) -> Finding:
        robot, rate = self.rate.arm.robot, self.rate
        place, low, high = rate.joint_limits
        at = q[place]
        edge = held & ((at - low < NEAR_LIMIT) | (high - at < NEAR_LIMIT))
        if edge.any():
            return finding.JointsAtLimit(tuple(JointName(robot.coordinates[k]) for k in np.flatnonzero(edge)))
        s = rate.dexterity(q)
        if s < _SINGULAR:
            return finding.PathSingular(float(s))
        far = np.abs(way(robot, knot, x))
        dof = robot.dofs[np.argmax(far)]
        unit = Unit("m" if dof.slides else "rad")
        return finding.JointJump(JointName(dof.name), Measure(float(far.max()), unit))
