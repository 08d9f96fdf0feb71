"""Lagrange's multipliers: x and λ with  H x = r + Jᵀλ,  J x = b.

H = LᵀDL, y = L⁻ᵀJᵀ:   A = yᵀD⁻¹y = J H⁻¹Jᵀ,   A λ = b − J H⁻¹r,   x = H⁻¹(r + Jᵀλ)

Over-constrained loops leave A singular, and rounding decides how. Then A + μ·(tr A/m)·1 is factored once and
λ ← λ + (A + μ…)⁻¹ (b − J H⁻¹r − A λ) repeated a few times: no branch, and λ comes out with the least norm.  [carpentier2021]
Where H is singular but positive on every motion the loops allow (massless rods, coordinates without a motor),
H + ρ JᵀJ with r + ρ Jᵀb has the same solution.  [featherstone2008, §8.4]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dalembert.algorithms.factor import Factor, Square
from dalembert.graph.scalar import is_zero
from dalembert.spatial.vector import dot, sub

SOFT = 1e-6  # μ
PASSES = 3  # left along a small eigenvalue σ of A: (μ/(σ + μ))⁴; each further pass adds rounding over μ to λ where rows depend


class Constrained(NamedTuple):
    """`pivots` are those of A, each divided by its diagonal entry: 1 for a row on its own, 0 for one that depends on others.

    Where J has not full rank, `unmet` is |b − J x|² and `size` that of the terms it is the difference of.
    """

    x: list[Any]
    multipliers: list[Any]
    pivots: list[Any]
    unmet: Any = 0
    size: Any = 0


class Rank(NamedTuple):
    """What is known of the matrices at a generic configuration: J has full row rank; H alone is positive definite."""

    full: bool = False
    definite: bool = True


def solve(H: Square, J: Square, r: Sequence[Any], b: Sequence[Any], rank: Rank) -> Constrained:
    """x and λ; rows of J that are plainly zero take no part, and their λ is 0."""
    rows = len(J)
    kept = [i for i, row in enumerate(J) if not all(is_zero(x) for x in row)]
    J, b = [J[i] for i in kept], [b[i] for i in kept]
    if not rank.definite:
        H, r = _stiffened(H, J, r, b)
    factor = Factor(H)
    y = [factor.outer(row) for row in J]
    free = factor.outer(r)
    weighted = [[a * d for a, d in zip(row, factor.inverse, strict=True)] for row in y]
    A = [[dot(y[max(i, j)], weighted[min(i, j)]) for j in range(len(y))] for i in range(len(y))]
    wanted = [x - dot(row, free) for x, row in zip(b, weighted, strict=True)]
    soft = 0 if rank.full else SOFT * sum(A[i][i] for i in range(len(A))) / max(len(A), 1)
    pivoted = Factor([[A[i][j] + (soft if i == j else 0) for j in range(len(A))] for i in range(len(A))])
    multipliers = pivoted.solve(wanted)
    for _ in range(0 if rank.full else PASSES):
        rest = sub(wanted, [dot(row, multipliers) for row in A])
        multipliers = [a + c for a, c in zip(multipliers, pivoted.solve(rest), strict=True)]
    unmet, size = (0, 0) if rank.full else _unmet(A, multipliers, wanted, J, factor.inner(free), b)
    pushed = list(free)
    for row, force in zip(y, multipliers, strict=True):
        pushed = [p if is_zero(a) else p + a * force for p, a in zip(pushed, row, strict=True)]
    pivots = [d / A[i][i] for i, d in enumerate(pivoted.pivots)]
    whole: list[Any] = [0] * rows
    for i, force in zip(kept, multipliers, strict=True):
        whole[i] = force
    return Constrained(factor.inner(pushed), whole, pivots, unmet, size)


def _unmet(
    A: Square, multipliers: Sequence[Any], wanted: Sequence[Any], J: Square, x: Sequence[Any], b: Sequence[Any]
) -> Any:
    """|b − J x|² after the push, and Σ b² + Σ (J_ik x_k)² of the motion before it: what rounding is measured by."""
    rest = sub(wanted, [dot(row, multipliers) for row in A])
    terms = [a * v for row in J for a, v in zip(row, x, strict=True) if not is_zero(a)]
    return dot(rest, rest), dot(terms, terms) + dot(b, b)


def _stiffened(H: Square, J: Square, r: Sequence[Any], b: Sequence[Any]) -> tuple[list[list[Any]], list[Any]]:
    """H + ρ JᵀJ and r + ρ Jᵀb, ρ of the size of H over that of JᵀJ."""
    n = len(H)
    whole = sum(H[i][i] for i in range(n))
    rho = (1 if is_zero(whole) else whole) / sum(x * x for row in J for x in row)
    columns = list(zip(*J, strict=True))
    stiff = [[H[i][j] + rho * dot(columns[min(i, j)], columns[max(i, j)]) for j in range(n)] for i in range(n)]
    return stiff, [a + rho * dot(column, b) for a, column in zip(r, columns, strict=True)]
