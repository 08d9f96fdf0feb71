"""Closing the loops: Levenberg-Marquardt from the drawn position, in floats or in many digits.

min |r + C δ|² + μ |δ|²,   μ = |r|²

The damping makes the step the shortest one where loops leave freedoms, keeps it finite where equations are
dependent, and vanishes fast enough that a regular solution is still reached quadratically.  [yamashita2001]
"""

from __future__ import annotations

import numpy as np

from dalembert.errors import NotAssembled
from dalembert.mobility.closure import Closure
from dalembert.mobility.mechanism import Mechanism
from dalembert.mobility.number import Array, digits
from dalembert.mobility.rank import NONZERO, ZERO, Rank, rank_by_pivots, rank_of

_FLOOR = 1e-15
_DIGITS = 80


def assemble(mechanism: Mechanism, tolerance: float = 1e-9) -> tuple[Closure, Array]:
    """The loops and a state in which they are closed, found from the drawn position."""
    closure = Closure(mechanism)
    x = close(closure, closure.start(), tolerance)
    if not is_closed(closure, x, tolerance):
        raise NotAssembled(_why(closure, x))
    return closure, x


def is_closed(closure: Closure, x: Array, tolerance: float = 1e-9) -> bool:
    """Whether no loop is open by more than the tolerance, relative to the size of the mechanism."""
    return float(np.max(np.abs(closure.residual(x)), initial=0.0)) <= tolerance


def close(closure: Closure, x: Array, tolerance: float = 1e-9, iterations: int = 100) -> Array:
    """The state nearest x, in the sense of the steps taken, with closed loops; or the best one found.

    Directions in which C is smaller than the tolerance are left alone: there the loops are closed as well as they are
    known.
    """
    r, C = closure.system(x)
    size, damping = float(r @ r), 1.0
    for _ in range(iterations):
        if size <= _FLOOR**2 * max(len(r), 1):
            break
        U, s, Vt = np.linalg.svd(C, full_matrices=False)
        along = U.T @ r
        for _ in range(12):
            step = -Vt.T @ (np.where(s > tolerance * s[0], s, 0) / (s * s + damping * size) * along)
            longest = float(np.max(np.abs(step), initial=0.0))
            y = closure.moved(x, step if longest < 1 else step / longest)
            r_new = closure.residual(y)
            size_new = float(r_new @ r_new)
            if size_new < size:
                break
            damping *= 10
        else:
            break
        slow = size - size_new < 1e-14 * size
        x, size, damping = y, size_new, max(damping / 10, 1e-3)
        if slow:
            break
        r, C = closure.system(x)
    return x


def rank_at(mechanism: Mechanism, closure: Closure, x: Array, tolerance: float = 1e-9) -> Rank:
    """Rank of the closure matrix at a state; in many digits where floats leave a doubt."""
    C = closure.matrix(closure.screws(x))
    found = rank_of(C, tolerance)
    if not found.doubtful:
        return found
    fine = Closure(mechanism, digits(_DIGITS))
    y = _refined(fine, x)
    if max(abs(v) for v in fine.residual(y)) < 10.0 ** (-_DIGITS // 2):
        return rank_of(C, rank=rank_by_pivots(fine.matrix(fine.screws(y)), ZERO))
    # the dimensions are rounded and the loops close to 16 digits only: what is this small cannot be told from 0
    return rank_of(C, rank=int(np.sum(found.values > NONZERO)))


def _refined(closure: Closure, x: Array, iterations: int = 250) -> Array:
    """`close` in the arithmetic of the closure, from a state of floats."""
    number = closure.arithmetic
    x = np.array([number.functions.mpf(float(v)) for v in x], dtype=object)
    r, C = closure.system(x)
    size = r @ r
    for _ in range(iterations):
        if size < number.functions.mpf(10) ** (-2 * _DIGITS + 8):
            break
        y = closure.moved(x, -C.T @ _solve(C @ C.T + size * number.eye(len(r)), r))
        r_new, C_new = closure.system(y)
        size_new = r_new @ r_new
        if not size_new < size:
            break
        x, r, C, size = y, r_new, C_new, size_new
    return x


def _solve(A: Array, b: Array) -> Array:
    """A x = b by elimination with row pivoting, for entries of any arithmetic."""
    n = len(b)
    M = np.concatenate([A, b[:, None]], axis=1)
    for k in range(n):
        i = k + int(np.argmax(np.abs(M[k:, k])))
        M[[k, i]] = M[[i, k]]
        M[k + 1 :] = M[k + 1 :] - np.outer(M[k + 1 :, k] / M[k, k], M[k])
    x = b.copy()
    for k in reversed(range(n)):
        x[k] = (M[k, n] - M[k, k + 1 : n] @ x[k + 1 :]) / M[k, k]
    return x


def _why(closure: Closure, x: Array) -> str:
    """What stays open, in the units of the drawing."""
    apart = closure.residual(x).reshape(-1, 6)
    worst = int(np.argmax(np.max(np.abs(apart), axis=1)))
    joint = closure.mechanism.joints[closure.graph.chords[worst]]
    gap, turn = (float(np.linalg.norm(part)) for part in (apart[worst, :3], apart[worst, 3:]))
    return (
        f"the loops of '{closure.mechanism.name}' could not be closed from the drawn position: the best found leaves "
        f"joint '{joint.name}' open by {gap * closure.size:.6g} and {turn:.3g} rad; "
        "change the lengths, or draw it nearer to closed"
    )
