"""Singular configurations, in which the Jacobian J loses rank, and the directions of motion that are lost.

If J is square, the singularities have a closed form: det J is a product of factors, and each factor is a condition. A
2R arm has the condition l1 l2 sin q2 = 0, and a 6R arm with a spherical wrist has conditions for the wrist, elbow and
shoulder. If det J is zero, every nonzero column of cofactors is a lost direction u with uᵀJ = 0. If J is not square,
the solver finds q and U numerically from Jᵀ(q) U = 0, UᵀU = 1. U has d + 1 columns, where d is the dimension of
the null space of Jᵀ at a regular configuration.

The lost direction u is a twist that no joint velocities produce, and also a wrench that the robot balances without
joint torques. [craig2005, §5.8]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from dalembert.argument import integer
from dalembert.boundary import RobotLike, as_robot
from dalembert.closed.algebra.factors import factors
from dalembert.closed.algebra.linear_algebra import adjugate
from dalembert.closed.algebra.ring import Poly
from dalembert.closed.model.mechanics import Mechanics
from dalembert.graph import evaluate, symbols
from dalembert.kinematics.chain import common_point, parallel, sample, sample_lengths
from dalembert.kinematics.configuration import bounds, half_ranges, moved, periodic, random_configurations
from dalembert.kinematics.symbolic_kinematics import determinant, exact_mechanics, moving_rows, world_rows
from dalembert.kinematics.task import Manipulator, Task, arm
from dalembert.mechanism.levenberg_marquardt import rank_of
from dalembert.spatial.rotation import Array, wrapped
from dalembert.spatial.vector import transpose
from dalembert.tolerance import EPSILON, GEOMETRY, GRADIENT_STEP, MEETING_AXES, RANK, ROUNDING
from dalembert.typeset.notebook_display import Displayed, DisplayedList

_ROUNDS = 40
_GRID = 81


def within_reach(arm: Manipulator, rng: np.random.Generator, count: int) -> Array:
    """Draw random configurations within the limits, or within ±π and the length of the arm."""
    (lower, upper), span = bounds(arm.robot), half_ranges(arm.robot, arm.length)
    return random_configurations(arm.robot, np.maximum(lower, -span), np.minimum(upper, span), rng, count)


def zero_of(arm: Manipulator, exact: Mechanics, f: Poly, lengths: dict[str, float]) -> Array | None:
    """Find a configuration in which the condition f is zero. Return None if the search fails.

    The position of the last joint in f is a root of f, and all other joints have random positions. If f is zero without
    changing sign, the function minimizes f².
    """
    from scipy.optimize import least_squares

    node = exact.display.node(f)
    names = symbols([node])
    k = max(i for i, x in enumerate(exact.ring.coordinates) if x.q in names)

    def value(q: Array) -> float:
        return float(evaluate([node], {**lengths, **{f"q{i + 1}": float(x) for i, x in enumerate(q)}})[0])

    rng = np.random.default_rng(5)
    ends = within_reach(arm, rng, 400)[:, k]
    grid = np.linspace(ends.min(), ends.max(), _GRID)
    starts = within_reach(arm, rng, _ROUNDS)
    for q in starts:
        q = _root(value, q, k, grid)
        if q is not None:
            return q
    size = np.linalg.norm([value(q) for q in starts])
    for q in starts[:5]:
        least: Any = least_squares(lambda x: [value(x)], q, xtol=EPSILON, ftol=EPSILON, gtol=EPSILON)
        if abs(least.fun[0]) < ROUNDING * size:
            return np.asarray(least.x)
    return None


def _root(value: Callable[[Array], float], q: Array, k: int, grid: Array) -> Array | None:
    """Find a root of the function `value` with respect to joint k, and return q at this root.

    Return None if the function does not change sign.
    """
    from scipy.optimize import brentq

    there = q.copy()

    def along(x: float) -> float:
        there[k] = x
        return value(there)

    values = np.array([along(x) for x in grid])
    crossing = np.flatnonzero(values[:-1] * values[1:] <= 0)
    if not len(crossing):
        return None
    i = crossing[len(crossing) // 2]
    root = brentq(along, grid[i], grid[i + 1], xtol=EPSILON)
    there[k] = root if abs(root) > EPSILON else 0.0
    return there


def lost_at(arm: Manipulator, rows: slice, q: Array) -> Array:
    """Return the unit direction `(6,)` of motion that is lost at q but possible at other configurations."""
    size, basis = arm.rank(rows), _span(arm, rows)
    if basis.shape[1] > size:  # the directions vary with q, so use a nearby configuration
        beside = moved(arm.robot, q, GRADIENT_STEP * np.random.default_rng(3).normal(size=arm.robot.nv))
        basis = np.linalg.svd(arm.jacobian(beside)[rows])[0][:, :size]
    u = basis @ np.linalg.svd(basis.T @ arm.jacobian(q)[rows])[0][:, -1]
    whole = np.zeros(6)
    whole[rows] = np.where(np.abs(u) > ROUNDING, u if u[np.argmax(np.abs(u))] > 0 else -u, 0.0)
    return whole


def _span(arm: Manipulator, rows: slice) -> Array:
    """Compute an orthonormal basis of all directions in which the frame can move, over all configurations."""
    two = np.full(arm.robot.nq, 2.0)
    many = arm.jacobian(random_configurations(arm.robot, -two, two, np.random.default_rng(2), 16))[:, rows]
    U, s, _ = np.linalg.svd(np.concatenate(list(many), axis=1))
    return U[:, : rank_of(s)]


def symbolic_direction(exact: Mechanics, frame: str | None, rows: slice, lengths: dict[str, float], q: Array) -> Any:
    """Derive the lost direction as a SymPy vector with six entries from the shortest column of cofactors.

    A common factor of all entries, such as the condition itself, is removed. The resulting direction is accepted if
    motion in this direction is lost at q. The configuration q satisfies the condition.
    """
    import sympy

    J = world_rows(exact, frame, rows)
    places = [i for i, row in enumerate(J) if any(row)]
    matrix = [J[i] for i in places]
    if len(matrix) != exact.n:
        return None
    state = {**lengths, **{f"q{i + 1}": float(x) for i, x in enumerate(q)}}

    def values(entries: Sequence[Poly]) -> Array:
        return np.array(evaluate([exact.display.node(x) for x in entries], state), dtype=float)

    there = np.array([values(row) for row in matrix])
    best: Sequence[Poly] | None = None
    for j in range(exact.n):
        column = [adjugate(exact.ring, matrix, j, i) for i in range(exact.n)]
        if common := reduce(lambda a, b: a.gcd(b), column, exact.ring.zero):
            column = [x / common for x in column]
        u = values(column)
        is_lost = np.abs(u @ there).max() < RANK * np.abs(u).max()
        if is_lost and (best is None or _terms(column) < _terms(best)):
            best = column
    if best is None:
        return None
    whole = [sympy.Integer(0)] * 6
    for i, x in zip(places, best, strict=True):
        whole[rows.start + i] = exact.display.sympy(x)
    first = next(x for x in whole if x != 0)
    return sympy.Matrix(whole) * (-1 if first.could_extract_minus_sign() else 1)


def _terms(column: Sequence[Poly]) -> int:
    return sum(len(x.to_dict()) for x in column)


def found_numerically(arm: Manipulator, rows: slice, examples: int, seed: int) -> list[tuple[Array, Array]]:
    """Search for singular configurations from random starting points, and return pairs (q, lost direction)."""
    from scipy.optimize import least_squares

    robot, rng = arm.robot, np.random.default_rng(seed)
    lower, upper = bounds(robot)
    basis, rank = _span(arm, rows), arm.rank(rows)
    size = basis.shape[1]
    upper_half = np.triu_indices(size - rank + 1)
    found: list[tuple[Array, Array]] = []

    def residual(x: Array) -> Array:
        q, U = x[: robot.nq], x[robot.nq :].reshape(size, size - rank + 1)
        left = (basis.T @ arm.jacobian(q)[rows]).T @ U
        return np.append(left, (U.T @ U - np.eye(U.shape[1]))[upper_half])

    for start in within_reach(arm, rng, 6 * examples) if rank else ():
        U = np.linalg.svd(basis.T @ arm.jacobian(start)[rows])[0][:, rank - 1 :]
        solved: Any = least_squares(residual, np.append(start, U), xtol=EPSILON, ftol=EPSILON, gtol=EPSILON)
        q = np.where(periodic(robot), wrapped(solved.x[: robot.nq]), solved.x[: robot.nq])
        if np.linalg.norm(residual(solved.x)) < RANK and np.all((q >= lower) & (q <= upper)):
            found.append((q, lost_at(arm, rows, q)))
        if len(found) == examples:
            break
    return found


@dataclass(frozen=True, eq=False)
class Singularity(Displayed):
    """Singularity of a robot.

    `condition` is a SymPy expression that is zero at the singularity. `q` is a configuration that satisfies the
    condition, and `lost` is the lost direction [linear, angular]. For a robot with symbols, `q` is None and `lost` is a
    SymPy vector, or None for more than three joints. Singularities that result from a numerical search have no
    condition.
    """

    kind: str  # wrist, elbow, shoulder, or numeric
    condition: Any
    q: Array | None
    lost: Any

    def __str__(self) -> str:
        if self.condition is None:
            return f"{self.kind}: q = {np.array2string(np.asarray(self.q), precision=4)}"
        return f"{self.kind}: {self.condition} = 0"


def singularities(
    robot: RobotLike, *, frame: str | None = None, task: Task = None, examples: int = 8, seed: int = 0
) -> list[Singularity]:
    """Find the singularities of a robot. Each factor of det J that can be zero corresponds to one singularity.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    frame : str, optional
        Link or frame. Default: the frame `tool` if it exists, otherwise the tip of the longest chain.
    task : {"pose", "position", "orientation"}, optional
        Rows of J. Default: "position" if the rank of the position rows equals the number of joints, else "pose".
    examples : int
        Maximum number of configurations that the numerical search returns. The numerical search is used if J is not
        square, or if det J is too large to factor.
    seed : int
        Seed for the random search.

    Returns
    -------
    list of Singularity

    Examples
    --------
    >>> import dalembert as da
    >>> print(*da.kinematics.singularities(da.gallery.planar_2r()))
    elbow: sin(q2) = 0
    """
    robot = as_robot(robot)
    hand = arm(sample(robot), frame)
    rows = hand.rows(task)
    if hand.robot.nq == hand.robot.nv:  # J of a ball joint has no determinant to factor
        exact = exact_mechanics(robot)
        conditions = _conditions(exact, hand.frame, rows)
        if conditions is not None:
            conditions.sort(key=lambda f: (len(_joints(exact, f)), str(f)))
            closed = [_closed(hand, sample_lengths(robot), exact, rows, f) for f in conditions]
            return DisplayedList(x for x in closed if x is not None)
    found = found_numerically(arm(robot, frame), rows, integer(examples, "examples", lower=1), seed)
    return DisplayedList(Singularity("numeric", None, q, lost) for q, lost in found)


def _conditions(exact: Mechanics, frame: str | None, rows: slice) -> list[Poly] | None:
    """Return the factors of det J, or of det JᵀJ if J has more nonzero rows than columns.

    Return None if J has fewer rows, or if the determinant is too large to factor.
    """
    nonzero = moving_rows(exact, frame, rows)
    matrix: Sequence[Sequence[Poly]] = nonzero
    if len(nonzero) > exact.n:
        columns = transpose(nonzero)
        matrix = [[exact.ring.dot(a, b) for b in columns] for a in columns]
    det = determinant(exact.ring, matrix) if len(matrix) == exact.n else None
    return None if det is None else factors(exact.ring, det)


def _closed(arm: Manipulator, lengths: dict[str, float], exact: Mechanics, rows: slice, f: Poly) -> Singularity | None:
    """Return the singularity at which the condition f is zero, or None if f is never zero."""
    q = zero_of(arm, exact, f, lengths)
    if q is None:
        return None
    kind, condition = _kind(arm, _joints(exact, f), q), exact.display.sympy(f)
    if not lengths:
        return Singularity(kind, condition, q, lost_at(arm, rows, q))
    lost = symbolic_direction(exact, arm.frame, rows, lengths, q) if exact.n <= 3 else None
    return Singularity(kind, condition, None, lost)


def _joints(exact: Mechanics, f: Poly) -> list[int]:
    """Return the indices of the coordinates in a condition."""
    names = symbols([exact.display.node(f)])
    return [k for k, x in enumerate(exact.ring.coordinates) if x.q in names]


def _kind(arm: Manipulator, joints: list[int], q: Array) -> str:
    """Classify a singularity as wrist, elbow or shoulder.

    In a wrist singularity, the last three axes are coplanar. In an elbow singularity, the condition contains a single
    joint whose axis is parallel to the previous axis. All other singularities are shoulder singularities, usually with
    the wrist centre on the first axis.
    """
    at = arm.chain.at(q)
    last = at[-3:]
    turning = not any(s.prismatic for s in last)
    if len(at) >= 6 and turning and abs(float(np.linalg.det([s.h for s in last]))) < GEOMETRY:
        return "wrist"
    # the wrist centre, or the frame if there is none, on the first rotation axis
    first = next(s for s in at if not s.prismatic)  # J is constant if all joints are prismatic
    point, off = common_point(last) if len(at) >= 6 else (np.zeros(3), np.inf)
    if off > MEETING_AXES * arm.length:
        point = arm.pose(q)[:3, 3]
    if np.linalg.norm(np.cross(first.h, point - first.o)) < GEOMETRY * arm.length:
        return "shoulder"
    k = arm.chain.coordinates.index(joints[0])
    hinge = len(joints) == 1 and (at[k].prismatic or k == 0 or parallel(at[k - 1 : k + 1], MEETING_AXES))
    return "elbow" if hinge else "shoulder"
