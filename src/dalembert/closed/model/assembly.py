"""Closed forms carried out of the ring, as SymPy expressions or as graph nodes.

Entries of M, Christoffel symbols and g are written by `write`; what is built from
them is put together outside, so that nothing long is expanded:

    c_k = Σ_i c_kii q̇_i² + Σ_{i<j} 2 c_kij q̇_i q̇_j,   S_kj = Σ_i c_kij q̇_i,   p = M q̇,   T = ½ q̇ᵀp

With `expand`, these too are elements of the ring before they are written: shorter robots read better so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.model.mechanics import Matrix, Mechanics
from dalembert.errors import UnknownName, did_you_mean

LONG = 400  # terms of the Christoffel symbols up to which velocity terms are expanded


class Assembly:
    """The closed forms of a robot in another world. Vectors are lists, matrices lists of rows."""

    def __init__(self, mechanics: Mechanics, write: Callable[[Poly], Any], half: Any, *, expand: bool) -> None:
        """`half` is ½ in the other world."""
        self.mechanics, self.write, self.half = mechanics, write, half
        self.n = range(mechanics.n)
        self.expand = expand and sum(len(x) for C_k in mechanics.coefficients for row in C_k for x in row) <= LONG

    def __getitem__(self, quantity: str) -> Any:
        if quantity not in QUANTITIES:
            raise UnknownName(f"no quantity '{quantity}' in the equations{did_you_mean(quantity, QUANTITIES)}")
        return QUANTITIES[quantity](self)

    @cached_property
    def M(self) -> list[list[Any]]:
        return self._symmetric(self.mechanics.M)

    @cached_property
    def christoffel(self) -> list[list[list[Any]]]:
        return [self._symmetric(C_k) for C_k in self.mechanics.christoffel]

    @cached_property
    def coefficients(self) -> list[list[list[Any]]]:
        """Of c, symmetric; the Christoffel symbols but for balls."""
        return [self._symmetric(C_k) for C_k in self.mechanics.coefficients] if self._balls else self.christoffel

    @property
    def _balls(self) -> bool:
        return self.mechanics.has_balls

    @cached_property
    def g(self) -> list[Any]:
        return self._vector(self.mechanics.g)

    @cached_property
    def U(self) -> Any:
        return self.write(self.mechanics.U)

    @cached_property
    def c(self) -> list[Any]:
        if self.expand:
            return self._vector(self.mechanics.c)
        return [self._dot(row, self.velocities) for row in self.S("christoffel")]

    @cached_property
    def p(self) -> list[Any]:
        if self.expand:
            return self._vector(self.mechanics.momenta)
        return [self._dot(row, self.velocities) for row in self.M]

    @cached_property
    def T(self) -> Any:
        if self.expand:
            return self.write(self.mechanics.T)
        return self.half * self._dot(self.p, self.velocities)

    @cached_property
    def L(self) -> Any:
        return self.write(self.mechanics.T - self.mechanics.U) if self.expand else self.T - self.U

    @cached_property
    def tau(self) -> list[Any]:
        """M q̈ + c + g + friction + springs − Jᵀw − Jᵀλ."""
        inertial = [self._dot(row, self._vector(self.mechanics.ring.qdd)) for row in self.M]
        parts = [inertial, self.c, self.g, self.friction, self.spring, [-x for x in self.external]]
        if self.mechanics.constraints:
            bearing = [self._dot(column, self.lambdas) for column in zip(*self.J, strict=True)]
            parts.append([-x for x in bearing])
        return [sum(row[1:], row[0]) for row in zip(*parts, strict=True)]

    def S(self, kind: str) -> list[list[Any]]:
        if self.expand or self._balls or kind != "christoffel":
            return self._matrix(self.mechanics.S(kind))
        return [[self._dot([C_k[i][j] for i in self.n], self.velocities) for j in self.n] for C_k in self.christoffel]

    @cached_property
    def C(self) -> list[list[Any]]:
        """Column i: what multiplies q̇_i²."""
        return [[C_k[i][i] for i in self.n] for C_k in self.coefficients]

    @cached_property
    def B(self) -> list[list[Any]]:
        """Columns (1,2), (1,3), …, (2,3), …: what multiplies q̇_i q̇_j."""
        return [[2 * C_k[i][j] for i in self.n for j in self.n[i + 1 :]] for C_k in self.coefficients]

    @cached_property
    def friction(self) -> list[Any]:
        return self._vector(self.mechanics.friction)

    @cached_property
    def external(self) -> list[Any]:
        return self._vector(self.mechanics.external)

    @cached_property
    def spring(self) -> list[Any]:
        return self._vector(self.mechanics.spring)

    @cached_property
    def phi(self) -> list[Any]:
        return self._vector([row.phi for row in self.mechanics.constraints])

    @cached_property
    def J(self) -> list[list[Any]]:
        return [self._vector(row.slopes) for row in self.mechanics.constraints]

    @cached_property
    def lambdas(self) -> list[Any]:
        return self._vector(self.mechanics.multipliers)

    @cached_property
    def velocities(self) -> list[Any]:
        return self._vector(self.mechanics.ring.qd)

    def _dot(self, a: Sequence[Any], b: Sequence[Any]) -> Any:
        first, *rest = (x * y for x, y in zip(a, b, strict=True))
        return sum(rest, first)

    def _vector(self, x: Sequence[Poly]) -> list[Any]:
        return [self.write(y) for y in x]

    def _matrix(self, A: Matrix) -> list[list[Any]]:
        return [self._vector(row) for row in A]

    def _symmetric(self, A: Matrix) -> list[list[Any]]:
        half = {(i, j): self.write(A[i][j]) for i in self.n for j in self.n[i:]}
        return [[half[min(i, j), max(i, j)] for j in self.n] for i in self.n]


QUANTITIES: dict[str, Callable[[Assembly], Any]] = {
    "M": lambda x: x.M,
    "c": lambda x: x.c,
    "g": lambda x: x.g,
    "tau": lambda x: x.tau,
    "christoffel": lambda x: x.christoffel,
    "S": lambda x: x.S("christoffel"),
    "S_generic": lambda x: x.S("generic"),
    "S_unsymmetrised": lambda x: x.S("unsymmetrised"),
    "C": lambda x: x.C,
    "B": lambda x: x.B,
    "T": lambda x: x.T,
    "U": lambda x: x.U,
    "L": lambda x: x.L,
    "p": lambda x: x.p,
    "friction": lambda x: x.friction,
    "spring": lambda x: x.spring,
    "phi": lambda x: x.phi,
    "J": lambda x: x.J,
    "lambdas": lambda x: x.lambdas,
    "external": lambda x: x.external,
}
