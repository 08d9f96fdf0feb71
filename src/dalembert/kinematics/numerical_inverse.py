"""Numerical inverse kinematics: random starts, nearest solution, secondary objective and unreachable targets.

Each step is a compiled function that computes the pose, the error, the Jacobian, its factorization and the update.

e = [Δp / L, 2 n sin(θ/2)],  θ n = log(R_target Rᵀ)                 the pose error in radians; L is the arm's length

Damped least squares:   δ = (JᵀJ + λE)⁻¹ Jᵀe = Jᵀ(JJᵀ + λE)⁻¹e,   λ = k ½eᵀe + ε     [levenberg1944], damping [chan1988]
Resolved rate:          min (δ − d)ᵀW(δ − d)  with  R J δ = R e:
                        δ = d + W⁻¹JᵀR (R J W⁻¹JᵀR + λE)⁻¹ R (e − J d)                [whitney1969]

Far from the target, λ is large, and the step follows the negative gradient. Near the target, λ vanishes, and the step
is a Newton step. R weights the rows of the error (rows with zero weight are unconstrained), W weights the joints, and d
is the preferred displacement of the joints. With d = q₀ − q, the iteration converges to the solution nearest to q₀.
With d = 0, each step is the smallest motion that corrects the error to first order. A joint that would exceed its limit
is fixed, and the other joints compensate.

In each round, every unsolved target receives a random start, followed by a number of damped least-squares steps. If
only a few targets remain, each target receives many starts, because evaluating a block of states takes no longer than
evaluating a single state.

The nearest solution minimizes |q − q₀|² subject to T(q) = target. The iteration is

    q ← q + J⁺e + N α(q₀ − q),  N = E − J⁺J

At the optimum, N(q₀ − q) = 0. Each step solves the problem with a linearized constraint (sequential quadratic
programming). The step length α decreases if the curvature of the self-motion requires it. The optimum is a local one.
The iteration starts from q₀ and from other solutions.

To decrease a secondary objective h, the arm moves in the null space of J: q ← q − α N ∇h + J⁺e. The factor α is halved
until h decreases. [liegeois1977]

For an unreachable target, the solver finds the reachable pose that minimizes |Δp|² + (L θ)², where L is the length of
the arm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np

from dalembert import finding
from dalembert.algorithms.crba import Factor
from dalembert.algorithms.jacobian import jacobian as traced_jacobian
from dalembert.algorithms.kinematics import kinematics
from dalembert.algorithms.tangent import integrate
from dalembert.argument import Numbers, check_shape, choice, integer, real, reals, shaped
from dalembert.codegen.runtimes.kernel import Kernel, vectors
from dalembert.errors import DalembertError
from dalembert.finding.finding import FrameName, Measure, RobotName, Unit
from dalembert.graph import Node, Scalar
from dalembert.graph.scalar import absolute, sign, sqrt
from dalembert.kinematics.chain import chain
from dalembert.kinematics.configuration import (
    apart,
    bounds,
    entries,
    finite_bounds,
    moved,
    periodic,
    random_configurations,
    revolute,
)
from dalembert.kinematics.task import Manipulator, PoseTarget, error_size
from dalembert.mechanism.loops import way
from dalembert.robot.model import Robot, cached
from dalembert.robot.tree import coordinates, tree, unknowns
from dalembert.spatial.rotation import Array, wrapped
from dalembert.spatial.vector import cross, dot, matmul, sub, transpose
from dalembert.tolerance import (
    DAMPING_FLOOR,
    EPSILON,
    GRADIENT_STEP,
    HALF_TURN,
    POSE_REACHED,
    ROUNDING,
    SAME_SOLUTION,
    SOLVED_POSE,
)

DAMPING = 0.1


def task_rows(T: Array) -> Array:
    """Convert poses `(B, 4, 4)` to inputs of the compiled functions, `(B, 12)`: the rows of R, followed by p."""
    return np.concatenate([T[:, :3, :3].reshape(len(T), 9), T[:, :3, 3]], axis=1)


@cached
def damped_step(robot: Robot, frame: str | None, position: bool, limits: bool) -> Kernel:
    """Compile the damped least-squares step, which maps (q, target) to q after the step and to ½eᵀe before the step."""
    arm = Manipulator(robot, frame, chain(robot, frame))
    q = unknowns(tree(robot), "q")
    T = coordinates("t", 12)
    e, J = _pose_task(arm, q, T)
    e, J = (e[:3], J[:3]) if position else (e, J)
    half = dot(e, e) / 2
    after = _stepped(arm, limits, q, e, J, half)
    return Kernel("inverse_kinematics", vectors(q=q, target=T), [*vectors(q=after), ("half", (), [half])])


def _pose_task(arm: Manipulator, q: Sequence[Node], T: Sequence[Node]) -> tuple[list[Scalar], list[list[Any]]]:
    """Return the pose error e and the Jacobian J in radians, for the columns of the chain only.

    Positions are divided by the arm length L, and the coordinates of prismatic joints are in units of L.
    """
    shape = tree(arm.robot)
    pose = kinematics(shape, q, arm.frame)
    J = traced_jacobian(shape, q, arm.frame)
    slides = ~revolute(arm.robot)
    L = arm.length
    per_L = 1 / arm.length
    e: list[Scalar] = [x * per_L for x in sub(T[9:], pose.p)]
    J = [[J[i][k] * ((L if slides[k] else 1) * (per_L if i < 3 else 1)) for k in arm.columns] for i in range(6)]
    E = matmul((tuple(T[0:3]), tuple(T[3:6]), tuple(T[6:9])), transpose(pose.R))
    inverse = 1 / sqrt(1 + E[0][0] + E[1][1] + E[2][2] + HALF_TURN)
    e += [(E[2][1] - E[1][2]) * inverse, (E[0][2] - E[2][0]) * inverse, (E[1][0] - E[0][1]) * inverse]
    return e, J


def _stepped(
    arm: Manipulator, limits: bool, q: Sequence[Node], e: list[Scalar], J: list[list[Any]], half: Scalar
) -> list[Scalar]:
    """Compute q + δ, clipped to the limits if limits apply."""
    lower, upper = bounds(arm.robot, limits)
    place = entries(arm.robot)
    downhill = [dot(column, e) for column in zip(*J, strict=True)]
    free = [
        1 if place[k] < 0 else _free(q[place[k]], float(lower[place[k]]), float(upper[place[k]]), g)
        for k, g in zip(arm.columns, downhill, strict=True)
    ]
    dq = _delta(arm, e, J, half, free, [0] * len(free))
    shape = tree(arm.robot)
    moving = {i for body in shape.bodies if set(body.rates) & set(arm.columns) for i in body.entries}
    return [
        _clipped(x, float(lower[i]), float(upper[i])) if i in moving else q[i]
        for i, x in enumerate(integrate(shape, q, dq))
    ]


def _free(q: Node, lower: float, upper: float, push: Scalar) -> Scalar:
    """Return 0 for a joint that is at a limit and would move beyond it, and 1 otherwise."""
    free: Scalar = 1
    if np.isfinite(lower):
        free = free * (1 - (1 - sign(q - (lower + ROUNDING))) * (1 - sign(push)) / 4)
    if np.isfinite(upper):
        free = free * (1 - (1 - sign((upper - ROUNDING) - q)) * (1 + sign(push)) / 4)
    return free


def _clipped(x: Scalar, lower: float, upper: float) -> Scalar:
    """Compute max(x, lower) = (x + lower + |x − lower|)/2, and the corresponding minimum for the upper limit."""
    if np.isfinite(lower):
        x = (x + lower + absolute(x - lower)) / 2
    if np.isfinite(upper):
        x = (x + upper - absolute(upper - x)) / 2
    return x


Axes: TypeAlias = Literal["world", "frame", "direction"]
_ROUNDS = 3  # passes that fix joints at their limits


@dataclass(frozen=True, eq=False)
class ResolvedRate:
    """Resolved-rate task of a frame, with weights `(6,)` for errors in the world frame or the target frame.

    With axes "direction", only the direction of the frame's z axis matters, and the rotation about this axis is
    arbitrary.
    """

    arm: Manipulator
    weights: Array
    limits: bool
    axes: Axes = "world"
    stiffness: Array | float = 1.0  # weights W of the joints; prismatic joints in units of the arm's length

    @cached_property
    def compliance(self) -> Array:
        """Diagonal of W⁻¹, `(n,)`, in which the length of the arm is equivalent to one radian."""
        return 1 / (self.stiffness * self.arm.unit**2)

    def missing(self, q: Array, T: Array) -> Array:
        """Compute the norm |R e| of the weighted error at q `(B, n)`, in radians, for targets `(B, 12)`."""
        still = np.zeros((len(q), self.arm.robot.nv))
        return np.asarray(np.sqrt(2 * self._kernel(q, T, self.weights, still, still)[1]))

    def step(self, q: Array, T: Array, wish: Array) -> tuple[Array, Array, Array]:
        """Compute the step δ `(B, n)`, the error |R e| before the step `(B,)`, and a mask of the fixed joints `(B, n)`.

        The configuration q ⊕ δ is within the limits.
        """
        free = np.broadcast_to(self.compliance, wish.shape)
        wish = np.where(free > 0, wish, 0.0)
        delta, half = self._kernel(q, T, self.weights, free, wish)
        held = np.zeros(wish.shape, dtype=bool)
        for _ in range(_ROUNDS):
            to_edge = self._clipped(q, delta)
            beyond = (np.abs(delta - to_edge) > ROUNDING) & ~held
            rows = np.flatnonzero(beyond.any(axis=1))
            if not len(rows):
                break
            held |= beyond
            part, kept = held[rows], np.where(held[rows], to_edge[rows], wish[rows])
            delta[rows] = self._kernel(q[rows], T[rows], self.weights, np.where(part, 0.0, free[rows]), kept)[0]
        return self._clipped(q, delta), np.asarray(np.sqrt(2 * half)), held

    def largest(self, delta: Array) -> Array:
        """Return the largest entry of each displacement `(B, n)`, in radians."""
        return np.asarray(np.abs(delta / self.arm.unit).max(axis=1, initial=0.0))

    def dexterity(self, q: Array) -> float:
        """Return the smallest singular value of R J at q `(n,)` for the joints that are not fixed at a limit.

        Lengths are divided by the length of the arm.
        """
        J = self.arm.scaled(self.arm.jacobian(q))
        if self.axes != "world":
            back = self.arm.pose(q)[:3, :3].T
            J = np.concatenate([back @ J[:3], back @ J[3:]])
        J = (J * self.weights[:, None])[self.weights > 0][:, (self.compliance > 0) & J.any(axis=0)]
        return float(np.linalg.svd(J, compute_uv=False)[-1]) if min(J.shape) and J.shape[0] <= J.shape[1] else 0.0

    def _clipped(self, q: Array, delta: Array) -> Array:
        """Clip the step δ so that the joint limits hold."""
        place, lower, upper = self.joint_limits
        return np.clip(delta, lower - q[:, place], upper - q[:, place])

    @cached_property
    def joint_limits(self) -> tuple[Array, Array, Array]:
        """Return the index in q, the lower limit and the upper limit of each velocity coordinate.

        Ball joints have no limits.
        """
        place, (lower, upper) = entries(self.arm.robot), bounds(self.arm.robot, self.limits)
        return place, np.where(place < 0, -np.inf, lower[place]), np.where(place < 0, np.inf, upper[place])

    @cached_property
    def _kernel(self) -> Kernel:
        return _rate_kernel(self.arm.robot, self.arm.frame, self.axes)


@cached
def _rate_kernel(robot: Robot, frame: str | None, axes: Axes) -> Kernel:
    """Compile the resolved-rate step, which maps (q, target, row weights, W⁻¹, d) to (δ, ½|R e|²)."""
    n = robot.nv
    q = unknowns(tree(robot), "q")
    arm = Manipulator(robot, frame, chain(robot, frame))
    T, r, free, wish = (coordinates(name, size) for name, size in (("t", 12), ("r", 6), ("c", n), ("d", n)))
    e, J = _rows(arm, axes, q, T)
    e, J = [x * w for x, w in zip(e, r, strict=True)], [[x * w for x in row] for row, w in zip(J, r, strict=True)]
    half = dot(e, e) / 2
    delta = _delta(arm, e, J, half, *([x[k] for k in arm.columns] for x in (free, wish)))
    given = vectors(q=q, target=T, weights=r, free=free, wish=wish)
    return Kernel("resolved_rate", given, [*vectors(delta=delta), ("half", (), [half])])


def _rows(arm: Manipulator, axes: Axes, q: Sequence[Node], T: Sequence[Node]) -> tuple[list[Scalar], list[list[Any]]]:
    """Return the error e and the Jacobian J in the given axes.

    For unit vectors a and b, the direction error is e = a × b √(2/(1 + a·b)), which has length 2 sin(θ/2).
    """
    e, J = _pose_task(arm, q, T)
    if axes == "world":
        return e, J
    R = (tuple(T[0:3]), tuple(T[3:6]), tuple(T[6:9]))
    if axes == "direction":
        a, b = (tuple(row[2] for row in X) for X in (kinematics(tree(arm.robot), q, arm.frame).R, R))
        factor = sqrt(2 / (1 + dot(a, b) + HALF_TURN))
        e = [*e[:3], *(x * factor for x in cross(a, b))]
    back = transpose(R)
    turned = [*matmul(back, tuple(map(tuple, J[:3]))), *matmul(back, tuple(map(tuple, J[3:])))]
    return [dot(row, part) for part in (e[:3], e[3:]) for row in back], [list(row) for row in turned]


def _delta(
    arm: Manipulator, e: list[Scalar], J: list[list[Any]], half: Scalar, free: Sequence[Any], wish: Sequence[Any]
) -> list[Scalar]:
    """Compute the step δ of every coordinate, from W⁻¹ and d for the columns of the chain.

    In J, the coordinates of prismatic joints are in units of the arm's length.
    """
    d = [x * float(1 / arm.unit[k]) for k, x in zip(arm.columns, wish, strict=True)]
    heavy = [[x * f for x, f in zip(row, free, strict=True)] for row in J]
    damping = DAMPING * half + DAMPING_FLOOR
    A = [[dot(a, b) + (damping if i == j else 0) for j, b in enumerate(J)] for i, a in enumerate(heavy)]
    y = Factor(A).solve([x - dot(row, d) for x, row in zip(e, J, strict=True)])
    after: list[Scalar] = [0] * arm.robot.nv
    for k, column, own in zip(arm.columns, zip(*heavy, strict=True), d, strict=True):
        after[k] = (own + dot(column, y)) * float(arm.unit[k])
    return after


ARRIVED = SOLVED_POSE**2 / 2  # value of ½eᵀe at which a search ends
STEPS = 16
_SHORT = 4  # tries with few steps; at a singular configuration, convergence is slow
_FEWEST = 64
_CROWD, _IDLE = 512, 4


@dataclass(frozen=True)
class Search:
    """Options for the numerical search in `inverse_kinematics`.

    Parameters
    ----------
    tolerance : float
        Largest error of a solution, in m and rad.
    tries : int
        Maximum number of batches of random initial configurations to try.
    seed : int
        Seed for the random initial configurations.
    """

    tolerance: float = POSE_REACHED
    tries: int = 100
    seed: int = 0

    def __post_init__(self) -> None:
        real(self.tolerance, "tolerance", above=0)
        integer(self.tries, "tries", lower=1)
        integer(self.seed, "seed", lower=0)


@dataclass(frozen=True, eq=False)
class InverseProblem:
    """Inverse kinematics problem: targets for an arm, initial guesses `(B, n)`, use of limits, and search options."""

    arm: Manipulator
    goal: PoseTarget
    near: Array
    limits: bool
    settings: Search
    rng: np.random.Generator

    def of(self, rows: Any) -> InverseProblem:
        """Return the inverse kinematics problem for a subset of the targets."""
        return replace(self, goal=self.goal.of(rows), near=self.near[rows])

    def error(self, q: Array) -> Array:
        """Compute the error twists of configurations q `(B, …, n)`."""
        return self.goal.error(self.arm.pose(q))

    def solved(self, q: Array) -> Array:
        """Return a mask of the rows of q `(B, n)` that reach their targets."""
        return error_size(self.error(q), self.arm.length) <= self.settings.tolerance

    @property
    def bounds(self) -> tuple[Array, Array]:
        """Lower and upper limits on q, or ±∞ if limits do not apply."""
        return bounds(self.arm.robot, self.limits)

    def start(self, near: Array, count: int) -> Array:
        """Draw random configurations within the limits, or within ±π and the length of the arm.

        Joints outside the chain have the same values as in `near`.
        """
        robot = self.arm.robot
        drawn = random_configurations(robot, *finite_bounds(robot, self.arm.length, self.limits), self.rng, count)
        own = list(self.arm.chain.entries)
        start = near.copy()
        start[:, own] = drawn[:, own]
        return start


def searched(problem: InverseProblem, from_near: bool) -> Array:
    """Return the best configuration q for each target, `(B, n)`.

    If `from_near` is True, the first trial starts from `near`.
    """
    T, near = task_rows(problem.goal.T), problem.near
    best, half = near.copy(), np.full(len(T), np.inf)
    todo = np.arange(len(T))
    for attempt in range(problem.settings.tries):
        copies = max(1, _FEWEST // len(todo))
        which = np.repeat(todo, copies)
        x = problem.start(near[which], len(which))
        if attempt == 0 and from_near:
            x[::copies] = near[todo]
        x, left = _descend(problem, x, T[which], STEPS if attempt < _SHORT else 4 * STEPS)
        first = np.argmin(left.reshape(-1, copies), axis=1) + copies * np.arange(len(todo))  # best copy of each target
        better = left[first] < half[todo]
        best[todo[better]], half[todo[better]] = x[first[better]], left[first[better]]
        todo = todo[half[todo] > ARRIVED]
        if not len(todo):
            break
    return np.clip(best, *problem.bounds)


def _descend(problem: InverseProblem, x: Array, T: Array, steps: int) -> tuple[Array, Array]:
    """Iterate damped steps, starting from x, and return the final configurations and ½eᵀe.

    Converged states take up to three more steps.
    """
    kernel = damped_step(problem.arm.robot, problem.arm.frame, problem.goal.position, problem.limits)
    result = np.empty_like(x)
    left = np.empty(len(x))
    alive = np.arange(len(x))
    for count in range(1, steps + 1):
        start, (x, half) = x, kernel(x, T)
        if count % 4 and count != steps:
            continue
        moving = half > ARRIVED
        done = np.flatnonzero(~moving)
        worse = done[kernel(x[done], T[done])[1] > half[done]]  # near a singularity, a step can increase the error
        x[worse] = start[worse]
        result[alive], left[alive] = x, half
        x, T, alive = x[moving], T[moving], alive[moving]
        if not len(alive):
            break
    return result, left


def distinct_solutions(one: InverseProblem) -> Array:
    """Search for the distinct solutions of one target, `(k, n)`, until several batches of starts yield no new one."""
    robot, T = one.arm.robot, np.tile(task_rows(one.goal.T), (_CROWD, 1))
    found = np.zeros((0, robot.nq))
    idle = 0
    for _ in range(one.settings.tries):
        x, left = _descend(one, one.start(np.tile(one.near, (_CROWD, 1)), _CROWD), T, 2 * STEPS)
        before = len(found)
        for q in x[left <= ARRIVED]:
            off = apart(robot, np.broadcast_to(q, found.shape), found)
            if not np.any(np.abs(off).max(axis=1, initial=0.0) < SAME_SOLUTION):
                found = np.vstack([found, q])
        idle = 0 if len(found) > before else idle + 1
        if idle == _IDLE:
            break
    return found


_NEAREST_ROUNDS = 120
_PATIENCE = 6  # number of steps with the same α
_LONGEST = 0.5  # largest desired displacement, in radians
_POLISH = 6


def nearest_solutions(rate: ResolvedRate, T: Array, q: Array, q0: Array) -> tuple[Array, Array]:
    """Starting from `q`, `(B, n)`, search for solutions near `q0`.

    Return the solutions with their errors |e|, `(B,)`. Targets have shape `(B, 12)`.
    """
    return _settled(rate, T, q, lambda x, rows: way(rate.arm.robot, x, q0[rows]))


def _settled(rate: ResolvedRate, T: Array, q: Array, wish: Callable[[Array, Array], Array]) -> tuple[Array, Array]:
    """Move along the self-motion in the preferred directions until the steps vanish.

    Return the configurations and the errors |e|.
    """
    robot = rate.arm.robot
    q, todo = q.copy(), np.arange(len(q))
    alpha, before = np.ones(len(q)), np.full(len(q), np.inf)
    for count in range(1, _NEAREST_ROUNDS + 1):
        d = alpha[todo, None] * wish(q[todo], todo)
        d = d * (_LONGEST / np.maximum(rate.largest(d), _LONGEST))[:, None]
        delta, _, _ = rate.step(q[todo], T[todo], d)
        q[todo] = moved(robot, q[todo], _shortened(rate, delta))
        size = rate.largest(delta)
        if count % _PATIENCE == 0:  # a step that does not shrink oscillates
            alpha[todo] *= np.where(size > before[todo] / 2, 0.5, 1.0)
            before[todo] = size
        todo = todo[size > SOLVED_POSE]
        if not len(todo):
            break
    for _ in range(_POLISH):
        delta, size, _ = rate.step(q, T, np.zeros((len(q), robot.nv)))
        rough = size > np.sqrt(2 * ARRIVED)
        if not rough.any():
            break
        q[rough] = moved(robot, q[rough], _shortened(rate, delta[rough]))
    return q, rate.missing(q, T)


def _shortened(rate: ResolvedRate, delta: Array) -> Array:
    """Limit each step to one radian per joint."""
    return delta / np.maximum(rate.largest(delta), 1.0)[:, None]


Objective: TypeAlias = "Literal['centre', 'manipulability'] | Callable[[Array], Array] | Numbers | None"


def task_rate(problem: InverseProblem) -> ResolvedRate:
    """Return the resolved-rate task that moves the frame towards the targets."""
    return ResolvedRate(problem.arm, np.repeat([1.0, float(not problem.goal.position)], 3), problem.limits)


_DESCENTS = 5


def optimized(problem: InverseProblem, q: Array, objective: Objective) -> Array:
    """Move solutions `(B, n)` along their self-motion in the direction that decreases the objective."""
    h, live = objective_function(problem.arm, objective, problem.goal.rows), ~np.isnan(q).any(axis=1)
    part, start = problem.of(live), q[live]
    for _ in range(_DESCENTS):  # each descent can stop early if its steps no longer shrink
        x, _ = _settled(task_rate(part), task_rows(part.goal.T), start, lambda x, _: -_gradient(part.arm.robot, h, x))
        better = part.solved(x) & (h(x) < h(start))
        start = np.where(better[:, None], x, start)
    q = q.copy()
    q[live] = start
    return q


def preferred_displacement(arm: Manipulator, objective: Objective) -> Callable[[Array], Array]:
    """Return a function that computes the preferred displacement from q `(B, n)`.

    The displacement points towards a configuration, towards the centre of the limits, or down the objective's gradient.
    """
    robot, h = arm.robot, objective_function(arm, objective, slice(0, 6))
    centre = isinstance(objective, str) and objective == "centre"
    if callable(objective) or (isinstance(objective, str) and not centre):
        return lambda q: -_gradient(robot, h, q)
    posture = _centre(robot)[0] if centre else np.asarray(objective, dtype=float)
    return lambda q: np.nan_to_num(way(robot, q, np.broadcast_to(posture, q.shape)))


def _centre(robot: Robot) -> tuple[Array, Array]:
    """Return the centre and half the width of each range of q. Both are NaN if one of the limits is infinite."""
    lower, upper = bounds(robot)
    lower, upper = (np.where(np.isfinite(upper - lower), x, np.nan) for x in (lower, upper))
    return (lower + upper) / 2, (upper - lower) / 2


def _gradient(robot: Robot, h: Callable[[Array], Array], q: Array) -> Array:
    """Compute the gradient ∂h/∂q with respect to the velocity coordinates, `(B, nv)`, by central differences."""
    each = np.broadcast_to(q[:, None], (len(q), robot.nv, robot.nq))
    steps = np.broadcast_to(GRADIENT_STEP * np.eye(robot.nv), (len(q), robot.nv, robot.nv))
    plus, minus = h(moved(robot, each, steps)), h(moved(robot, each, -steps))
    return (plus - minus) / (2 * GRADIENT_STEP)


def objective_function(arm: Manipulator, objective: Objective, rows: slice) -> Callable[[Array], Array]:
    """Return the objective to minimize as a function of q `(…, n)`."""
    robot = arm.robot
    if callable(objective):

        def values(q: Array) -> Array:
            found = reals(objective(q), "objective")
            check_shape(found.shape, "objective", q.shape[:-1])
            return found

        return values
    if not isinstance(objective, str):
        posture = shaped(objective, "objective", (robot.nq,), robot=robot.name)
        return lambda q: np.asarray(np.sum(apart(robot, np.broadcast_to(posture, q.shape), q) ** 2, axis=-1))
    if choice(objective, "objective", ("centre", "manipulability")) == "centre":
        middle, half = _centre(robot)
        return lambda q: np.nansum(((q - middle) / half) ** 2, axis=-1)
    size = arm.rank(rows)

    def minus_log(q: Array) -> Array:
        s = np.linalg.svd(arm.scaled(arm.jacobian(q))[..., rows, :], compute_uv=False)[..., :size]
        return np.asarray(-np.sum(np.log(np.maximum(s, ROUNDING)), axis=-1))

    return minus_log


def unreachable(problem: InverseProblem, index: int) -> DalembertError:
    """Return the exception for one unreachable target of a batch."""
    one, arm = problem.of(np.array([index])), problem.arm
    q = closest(one, searched(one, True)[0])
    e = one.error(q[None])[0]
    distance, angle = float(np.linalg.norm(e[:3])), float(np.linalg.norm(e[3:]))
    directions = 6 if problem.goal.position else arm.rank(slice(0, 6))
    return finding.UnreachableTarget(
        RobotName(arm.robot.name),
        FrameName(arm.frame or tree(arm.robot).last),
        Measure(distance, Unit("m")),
        None if problem.goal.position else Measure(float(np.degrees(angle)), Unit("°")),
        problem.limits and bool(np.isfinite(bounds(arm.robot)).any()),
        (index,) if problem.goal.leading else (),
        directions if directions < 6 else None,
    ).error(q=q, pose=arm.pose(q), distance=distance, angle=angle, index=index)


def closest(one: InverseProblem, q: Array) -> Array:
    """Minimize the pose error locally, starting from the best configuration of the search."""
    from scipy.optimize import least_squares

    arm, robot = one.arm, one.arm.robot
    columns = sorted(set(arm.chain.entries))

    def at(x: Array) -> Array:
        whole = q.copy()
        whole[columns] = x
        return whole

    def residual(x: Array) -> Array:
        return np.asarray(one.error(at(x)[None])[0] * arm.row[one.goal.rows])

    lower, upper = one.bounds
    tight = upper - lower < POSE_REACHED  # the solver needs room between its bounds
    lower, upper = (
        np.where(tight, x + room, x)[columns] for x, room in ((lower, -POSE_REACHED), (upper, POSE_REACHED))
    )
    start = np.clip(q[columns], lower, upper)
    found: Any = least_squares(  # quaternions need not have unit length, so entries of q can be varied
        residual, start, "3-point", bounds=(lower, upper), xtol=EPSILON, ftol=EPSILON, gtol=ROUNDING, max_nfev=400
    )
    q = moved(robot, at(found.x), np.zeros(robot.nv))
    free = np.isinf(one.bounds).all(axis=0)
    return np.where(free & periodic(robot), wrapped(q), q)
