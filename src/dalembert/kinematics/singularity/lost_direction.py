"""The direction a frame loses where J loses rank: u with uᵀJ = 0, among those it has elsewhere.

J square, det J = 0:  every column of cofactors is such a u, which gives it in closed form.
Search:               Jᵀ(q) U = 0, UᵀU = 1, solved for q and U together; U has one column more than J elsewhere leaves open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import numpy as np

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.model.mechanics import Mechanics
from dalembert.dynamics import jacobian
from dalembert.graph import evaluate, symbols
from dalembert.kinematics.chain import chain
from dalembert.kinematics.configuration import bounds, draw, moved, periodic, spans
from dalembert.kinematics.rotation import Array, wrapped
from dalembert.kinematics.singularity.closed_jacobian import world_rows
from dalembert.kinematics.singularity.factor import determinant
from dalembert.kinematics.task import generic_rank
from dalembert.robot.model import Robot

_ROUNDS = 40
_GRID = 81


def within_reach(robot: Robot, frame: str | None, rng: np.random.Generator, count: int) -> Array:
    """Configurations within the limits, or within a turn and the arm's length."""
    lower, upper = bounds(robot)
    span = spans(robot, chain(robot, frame).length)
    return draw(robot, np.maximum(lower, -span), np.minimum(upper, span), rng, count)


def zero_of(robot: Robot, exact: Mechanics, frame: str | None, f: Poly, lengths: dict[str, float]) -> Array | None:
    """A configuration where f vanishes, or None.

    All joints at random and the last one that f holds on a root; where f only touches zero, its least value.
    """
    from scipy.optimize import least_squares

    node = exact.display.node(f)
    names = symbols([node])
    k = max(i for i, x in enumerate(exact.ring.coordinates) if x.q in names)

    def value(q: Array) -> float:
        return float(evaluate([node], {**lengths, **{f"q{i + 1}": float(x) for i, x in enumerate(q)}})[0])

    rng = np.random.default_rng(5)
    ends = within_reach(robot, frame, rng, 400)[:, k]
    grid = np.linspace(ends.min(), ends.max(), _GRID)
    starts = within_reach(robot, frame, rng, _ROUNDS)
    for q in starts:
        q = _root(value, q, k, grid)
        if q is not None:
            return q
    size = max(abs(value(q)) for q in starts)
    for q in starts[:5]:
        least: Any = least_squares(lambda x: [value(x)], q, xtol=1e-15, ftol=1e-15, gtol=1e-15)
        if abs(least.fun[0]) < 1e-12 * size:
            return np.asarray(least.x)
    return None


def _root(value: Callable[[Array], float], q: Array, k: int, grid: Array) -> Array | None:
    """q with joint k on a root of the value, if it changes sign there."""
    from scipy.optimize import brentq

    def along(x: float) -> float:
        there = q.copy()
        there[k] = x
        return value(there)

    values = np.array([along(x) for x in grid])
    crossing = np.flatnonzero(values[:-1] * values[1:] <= 0)
    if not len(crossing):
        return None
    i = int(crossing[len(crossing) // 2])
    there = q.copy()
    there[k] = brentq(along, grid[i], grid[i + 1], xtol=1e-15)
    return there


def lost_at(robot: Robot, frame: str | None, rows: slice, q: Array) -> Array:
    """The unit direction, `(6,)`, that is missing at q from those the frame moves in elsewhere."""
    size = generic_rank(robot, frame, rows)
    J = jacobian(robot, q, frame)[rows]
    basis = _span(robot, frame, rows)
    if basis.shape[1] > size:  # the frame's directions vary with q: take those of a neighbour
        near = jacobian(robot, moved(robot, q, 1e-5 * np.random.default_rng(3).normal(size=robot.nv)), frame)[rows]
        basis = np.linalg.svd(near)[0][:, :size]
    u = basis @ np.linalg.svd(basis.T @ J)[0][:, -1]
    whole = np.zeros(6)
    whole[rows] = u * (1 if u[np.argmax(np.abs(u))] > 0 else -1)
    return whole


def _span(robot: Robot, frame: str | None, rows: slice) -> Array:
    """An orthonormal basis of all directions the frame moves in, over all configurations."""
    two = np.full(robot.nq, 2.0)
    many = jacobian(robot, draw(robot, -two, two, np.random.default_rng(2), 16), frame)[:, rows]
    U, s, _ = np.linalg.svd(np.concatenate(list(many), axis=-1))
    return np.asarray(U[:, : int(np.sum(s > 1e-9 * s[0]))])


def symbolic_direction(exact: Mechanics, frame: str | None, rows: slice, lengths: dict[str, float], q: Array) -> Any:
    """The lost direction as a SymPy vector of six, valid on the condition: the shortest column of cofactors.

    A common factor is taken out, which may be the condition itself: what is left counts if it is lost at q, a
    configuration on the condition.
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
        column = _without_common(exact, _cofactors(exact, matrix, j))
        u = values(column)
        is_lost = np.abs(u @ there).max() < 1e-9 * np.abs(u).max()
        if is_lost and (best is None or _terms(column) < _terms(best)):
            best = column
    if best is None:
        return None
    whole = [sympy.Integer(0)] * 6
    for i, x in zip(places, best, strict=True):
        whole[rows.start + i] = exact.display.sympy(x)
    first = next(x for x in whole if x != 0)
    return sympy.Matrix(whole) * (-1 if first.could_extract_minus_sign() else 1)


def _cofactors(exact: Mechanics, matrix: Sequence[Sequence[Poly]], j: int) -> list[Poly]:
    result = []
    for i in range(len(matrix)):
        minor = [[x for k, x in enumerate(row) if k != j] for r, row in enumerate(matrix) if r != i]
        found = determinant(exact.ring, minor)
        result.append(exact.ring.zero if found is None else (-1) ** (i + j) * found)
    return result


def _without_common(exact: Mechanics, column: Sequence[Poly]) -> list[Poly]:
    """The vector divided by what all its entries have in common."""
    common = reduce(lambda a, b: a.gcd(b), [x for x in column if x], exact.ring.zero)
    return [x / common if x else x for x in column] if common else list(column)


def _terms(column: Sequence[Poly]) -> int:
    return sum(len(x.to_dict()) for x in column)


def found_numerically(
    robot: Robot, frame: str | None, rows: slice, examples: int, seed: int
) -> list[tuple[Array, Array]]:
    """(q, lost direction) of singular configurations within the limits, from random starts."""
    from scipy.optimize import least_squares

    rng = np.random.default_rng(seed)
    lower, upper = bounds(robot)
    turning = periodic(robot)
    basis, rank = _span(robot, frame, rows), generic_rank(robot, frame, rows)
    size = basis.shape[1]
    upper_half = np.triu_indices(size - rank + 1)
    found: list[tuple[Array, Array]] = []
    for start in within_reach(robot, frame, rng, 6 * examples) if rank else ():
        U = np.linalg.svd(basis.T @ jacobian(robot, start, frame)[rows])[0][:, rank - 1 :]

        def residual(x: Array) -> Array:
            q, U = x[: robot.nq], x[robot.nq :].reshape(size, -1)
            left = (basis.T @ jacobian(robot, q, frame)[rows]).T @ U
            return np.append(left, (U.T @ U - np.eye(U.shape[1]))[upper_half])

        solved: Any = least_squares(residual, np.append(start, U), xtol=1e-15, ftol=1e-15, gtol=1e-15)
        q = np.where(turning, wrapped(solved.x[: robot.nq]), solved.x[: robot.nq])
        if np.linalg.norm(residual(solved.x)) < 1e-9 and np.all((q >= lower) & (q <= upper)):
            found.append((q, lost_at(robot, frame, rows, q)))
        if len(found) == examples:
            break
    return found
