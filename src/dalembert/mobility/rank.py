"""Rank of the loop-closure Jacobian, computed in floating point, or with 80 digits if floating point is inconclusive.

The rank follows from the singular values of J = U Σ Vᵀ, divided by the largest singular value. In floating point, zero
singular values are about 1e-15, and nonzero singular values are rarely below 1e-6. A singular value between these
limits is inconclusive. Near a double solution, as in x² = 0, floating-point arithmetic closes the loops only to within
|x| = 1e-8. If a value is inconclusive, the state is refined, and the singular values are computed with 80 digits.
[golub2013, §5.4]

δ = −Jᵀ (J Jᵀ + |φ|² 1)⁻¹ φ,   q ← q ⊕ δ      [yamashita2001]

The loop-closure residual φ and its Jacobian J are expressions that an interpreter evaluates with any number of digits.
Each float is replaced by its shortest decimal representation, so that dimensions such as 0.1 are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.algorithms.constraint import dense, rows
from dalembert.algorithms.tangent import integrate
from dalembert.boundary import Array
from dalembert.graph import Scalar, evaluate
from dalembert.mobility.network import Network, shortest_decimal
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree, tree, unknowns
from dalembert.tolerance import INDEPENDENT, RANK, ROUNDING


@dataclass(frozen=True, eq=False)
class NumericalRank:
    """Numerical rank of a matrix.

    `null` is an orthonormal basis of the null space. `values` are the singular values divided by the largest singular
    value.
    """

    rank: int
    null: Array
    values: Array
    doubtful: bool = False

    @property
    def nullity(self) -> int:
        return int(self.null.shape[1])

    @property
    def margin(self) -> float:
        """Ratio of the smallest singular value that counts as nonzero to the largest singular value.

        The margin is 1 for a matrix of rank 0.
        """
        return float(self.values[self.rank - 1]) if self.rank else 1.0


def rank_of(J: Array, tolerance: float = RANK, rank: int | None = None) -> NumericalRank:
    """Determine the rank of J from its singular values. The argument `rank` overrides the computed rank."""
    columns = J.shape[1]
    if J.size == 0:
        return NumericalRank(0, np.eye(columns), np.zeros(0))
    _, values, Vt = np.linalg.svd(J)
    largest = float(values[0]) if values.size else 0.0
    relative = values / largest if largest > 0 else values
    decided = int(np.sum(relative > tolerance)) if rank is None else rank
    doubtful = rank is None and bool(np.any((relative > tolerance) & (relative < INDEPENDENT)))
    return NumericalRank(decided, Vt[decided:].T, relative, doubtful)


_DIGITS = 80


def rank_at(network: Network, exact: Callable[[], Robot], q: Array, tolerance: float = RANK) -> NumericalRank:
    """Determine the rank of J at a configuration.

    If floating point is inconclusive, use exact numbers and 80 digits.
    """
    J = network.slopes(q)
    found = rank_of(J, tolerance)
    if not found.doubtful:
        return found
    fine = PreciseLoops(tree(exact()), network.assembly.closure.scales, network.assembly.closure.columns)
    y = fine.refined(q)
    phi, J_fine = fine.system(y)
    if max(abs(x) for x in phi) < 10.0 ** (-_DIGITS // 2):
        sizes = list(fine.context.svd_r(fine.context.matrix(J_fine.tolist()), compute_uv=False))
        return rank_of(J, rank=sum(x > ROUNDING * max(sizes) for x in sizes))
    # the dimensions are rounded and the loops close to 16 digits only: values this small are indistinguishable from 0
    return rank_of(J, rank=int(np.sum(found.values > INDEPENDENT)))


def exact(robot: Robot) -> Robot:
    """Return the robot with every float replaced by the fraction that equals its shortest decimal representation."""
    return robot.map(shortest_decimal)


@dataclass(frozen=True, eq=False)
class PreciseLoops:
    """Loop equations of a kinematic tree, evaluated with 80 digits.

    Lengths in rows and columns of J are divided by the mechanism's size.
    """

    tree: Tree
    scales: Array
    columns: Array

    @cached_property
    def context(self) -> Any:
        import mpmath

        context = mpmath.MPContext()
        context.dps = _DIGITS
        return context

    def numbers(self, values: Array) -> Array:
        """Convert floats to numbers with 80 digits, from their shortest decimal representation."""
        return np.array([self.number(x) for x in values.tolist()], dtype=object)

    def number(self, x: Any) -> Any:
        whole = Fraction(repr(float(x))) if isinstance(x, float) else Fraction(x)
        return self.context.mpf(whole.numerator) / whole.denominator

    @cached_property
    def _traced(self) -> tuple[list[Scalar], list[Scalar]]:
        found = rows(self.tree, unknowns(self.tree, "q"), [0] * self.tree.nv)
        return [row.phi for row in found], [x for row in dense(self.tree, found) for x in row]

    def _values(self, outputs: list[Scalar], values: dict[str, Any]) -> Array:
        found = evaluate(outputs, values, functions=self.context, number=self.number)
        return np.array(found, dtype=object)

    def system(self, q: Array) -> tuple[Array, Array]:
        """Compute the loop-closure residual φ and its Jacobian J at q."""
        values = dict(zip(self.tree.symbols, q, strict=True))
        phi, J = self._traced
        unit, found = self.numbers(self.scales), self._values(phi + J, values)
        slopes = found[len(phi) :].reshape(len(phi), -1)
        return found[: len(phi)] * unit, slopes * unit[:, None] * self.numbers(self.columns)

    def moved(self, q: Array, step: Array) -> Array:
        """Compute q ⊕ step. Lengths in the step are divided by the mechanism's size."""
        names = [*self.tree.symbols, *(f"dq{k + 1}" for k in range(self.tree.nv))]
        values = dict(zip(names, [*q, *(step * self.numbers(self.columns))], strict=True))
        return self._values(integrate(self.tree, unknowns(self.tree, "q"), unknowns(self.tree, "dq")), values)

    def refined(self, q: Array, iterations: int = 250) -> Array:
        """Refine a floating-point configuration q to a configuration with closed loops."""
        x = np.array([self.context.mpf(float(v)) for v in q], dtype=object)
        phi, J = self.system(x)
        size = phi @ phi
        for _ in range(iterations):
            if size < self.context.mpf(10) ** (-2 * _DIGITS + 8):
                break
            damped = J @ J.T + size * np.eye(len(phi), dtype=int)
            y = self.moved(x, -J.T @ _solve(damped, phi))
            phi_new, J_new = self.system(y)
            size_new = phi_new @ phi_new
            if not size_new < size:
                break
            x, phi, J, size = y, phi_new, J_new, size_new
        return x


def _solve(A: Array, b: Array) -> Array:
    """Solve A x = b by Gaussian elimination with row pivoting, for entries of any number type."""
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
