"""M = Lᵀ D L, from the last row to the first.  [featherstone2008, §6.5]

In this order the zeros that a branched tree leaves in M stay zeros in L.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert import finding
from dalembert.graph import Node
from dalembert.graph.scalar import is_zero

Square = Sequence[Sequence[Any]]


class Factor:
    """The factors of a symmetric positive definite matrix of scalars."""

    def __init__(self, M: Square) -> None:
        n = len(M)
        A = [list(row) for row in M]
        self.pivots: list[Any] = [0] * n  # D
        self.inverse: list[Any] = [0] * n  # 1/D
        self.L: list[dict[int, Any]] = [{} for _ in range(n)]
        for k in reversed(range(n)):
            if not isinstance(A[k][k], Node) and A[k][k] == 0:
                raise finding.SingularInertia(coordinate=k + 1).error()
            self.pivots[k] = A[k][k]
            self.inverse[k] = 1 / A[k][k]
            for i in (i for i in range(k) if not is_zero(A[k][i])):
                self.L[k][i] = A[k][i] * self.inverse[k]
                for j in range(i + 1):
                    A[i][j] = A[i][j] - self.L[k][i] * A[k][j]

    def solve(self, b: Sequence[Any]) -> list[Any]:
        """x with M x = b."""
        return self.inner(self.outer(b))

    def outer(self, b: Sequence[Any]) -> list[Any]:
        """L⁻ᵀ b."""
        x = list(b)
        for k in reversed(range(len(x))):
            for i, l in self.L[k].items():
                x[i] = x[i] - l * x[k]
        return x

    def inner(self, y: Sequence[Any]) -> list[Any]:
        """L⁻¹ D⁻¹ y."""
        x = [a * d for a, d in zip(y, self.inverse, strict=True)]
        for k in range(len(x)):
            for i, l in self.L[k].items():
                x[k] = x[k] - l * x[i]
        return x

    def invert(self) -> list[list[Any]]:
        """M⁻¹, symmetric."""
        n = len(self.inverse)
        rows = [self.solve([int(i == j) for j in range(n)]) for i in range(n)]
        return [[rows[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]
