"""Lagrange multipliers: the solution x and λ of H x = r + Jᵀλ, J x = b.

H = LᵀDL, y = L⁻ᵀJᵀ:   A = yᵀD⁻¹y = J H⁻¹Jᵀ,   A λ = b − J H⁻¹r,   x = H⁻¹(r + Jᵀλ)

For overconstrained loops, A is singular to within rounding errors. In this case, B = A + μW is factored instead, and
    λ = Σ (x_j − x_k) over j < k,   x₀ = B⁻¹(b − J H⁻¹r),   x_j = B⁻¹μW x_{j−1}

Along an eigenvector with A x = σW x, the iterates x_j decrease as ρʲ with ρ = μ/(σ + μ). The sum therefore equals λ to
within a relative error of (k + 1) ρᵏ. If σ = 0, all x_j are equal (rounding errors divided by μ) and cancel in the
differences. The method has no conditional branches, and the resulting λ minimizes λᵀWλ. The method combines the
iterates of the proximal iteration [carpentier2021] with weights that sum to zero. H can be singular, for example with
massless rods or passive coordinates, if it is positive definite on the motions that the loops permit. If H is singular,
it is replaced by H + ρ JᵀJ, and r is replaced by r + ρ Jᵀb, which does not change the solution. [featherstone2008,
§8.4]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, NamedTuple

from dalembert.algorithms.crba import Factor, Square
from dalembert.graph.scalar import absolute, is_zero, maximum, select
from dalembert.spatial.vector import dot, sub
from dalembert.tolerance import MULTIPLIER_LOST, MULTIPLIER_SOFT

PASSES = 5  # k
SOFT = MULTIPLIER_SOFT


class Constrained(NamedTuple):
    """Solution of a constrained system. `pivots` contains the pivots of A divided by its diagonal: 1 for an independent
    row, 0 for a dependent row.

    `determined` is 0 if a row of J is zero, or if its pivot is negligible compared with A in a generic configuration.
    If J does not have full rank, `unmet` is |b − J x|², and `size` is the squared magnitude of its terms.
    """

    x: list[Any]
    multipliers: list[Any]
    pivots: list[Any]
    unmet: Any = 0
    size: Any = 0
    determined: Any = 1


class Rank(NamedTuple):
    """Rank properties in a generic configuration: whether J has full row rank and whether H is positive definite.

    `soft` is μ divided by the mean eigenvalue σ. `weights` contains the weights of the rows in W, which are 1 by
    default. `usual` is the diagonal of A in the generic configuration.
    """

    full: bool = False
    definite: bool = True
    soft: float = SOFT
    weights: tuple[float, ...] = ()
    usual: tuple[float, ...] = ()


def solve(H: Square, J: Square, r: Sequence[Any], b: Sequence[Any], rank: Rank) -> Constrained:
    """Solve the constrained system for x and λ. For zero rows of J, λ is 0."""
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
    soft = [0] * len(A) if rank.full else _soft(A, rank, [rank.weights[i] for i in kept] if rank.weights else None)
    pivoted = Factor([[x + soft[i] if i == j else x for j, x in enumerate(row)] for i, row in enumerate(A)])
    multipliers = pivoted.solve(wanted) if rank.full else _least(pivoted, soft, wanted)
    unmet, size = (0, 0) if rank.full else _unmet(A, multipliers, wanted, J, factor.inner(free), b)
    pushed = list(free)
    for row, force in zip(y, multipliers, strict=True):
        pushed = [p if is_zero(a) else p + a * force for p, a in zip(pushed, row, strict=True)]
    pivots = [d / A[i][i] for i, d in enumerate(pivoted.pivots)]
    usual = [rank.usual[i] for i in kept] if rank.usual else [0] * len(kept)
    sizes: list[Any] = [1, *(absolute(a * d) for a, d in zip(usual, pivoted.inverse, strict=True))]
    whole: list[Any] = [0] * rows
    for i, force in zip(kept, multipliers, strict=True):
        whole[i] = force
    return Constrained(
        factor.inner(pushed), whole, pivots, unmet, size, select(reduce(maximum, sizes), 1 / MULTIPLIER_LOST, 1, 0)
    )


def _soft(A: Square, rank: Rank, weights: Sequence[float] | None) -> list[Any]:
    """Return the diagonal of the regularization matrix μW."""
    W = weights or [1] * len(A)
    mu = rank.soft * sum(A[i][i] / w for i, w in enumerate(W)) / max(len(A), 1)
    return [mu * w for w in W]


def _least(softened: Factor, soft: Sequence[Any], wanted: Sequence[Any]) -> list[Any]:
    """Compute the multipliers λ that minimize λᵀWλ."""
    x = [softened.solve(wanted)]
    for _ in range(PASSES):
        x.append(softened.solve([m * y for m, y in zip(soft, x[-1], strict=True)]))
    return [sum((y - z for y in series), 0) for *series, z in zip(*x, strict=True)]


def _unmet(
    A: Square, multipliers: Sequence[Any], wanted: Sequence[Any], J: Square, x: Sequence[Any], b: Sequence[Any]
) -> Any:
    """Compute the residual |b − J x|² after the correction. Also compute Σ b² + Σ (J_ik x_k)² before the correction, as
    a scale for rounding errors."""
    rest = sub(wanted, [dot(row, multipliers) for row in A])
    terms = [a * v for row in J for a, v in zip(row, x, strict=True) if not is_zero(a)]
    return dot(rest, rest), dot(terms, terms) + dot(b, b)


def _stiffened(H: Square, J: Square, r: Sequence[Any], b: Sequence[Any]) -> tuple[list[list[Any]], list[Any]]:
    """Return H + ρ JᵀJ and r + ρ Jᵀb, where ρ is the ratio of the traces of H and JᵀJ."""
    n = len(H)
    whole = sum(H[i][i] for i in range(n))
    rho = (1 if is_zero(whole) else whole) / sum(x * x for row in J for x in row)
    columns = list(zip(*J, strict=True))
    stiff = [[H[i][j] + rho * dot(columns[min(i, j)], columns[max(i, j)]) for j in range(n)] for i in range(n)]
    return stiff, [a + rho * dot(column, b) for a, column in zip(r, columns, strict=True)]
