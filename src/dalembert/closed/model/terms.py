"""Every term of τ = M q̈ + c + g + friction + springs − Jᵀw − Jᵀλ, with what it is.

inertial     M_kj q̈_j            centrifugal  c_kii q̇_i²
gravity      g_k                 Coriolis     2 c_kij q̇_i q̇_j,  i < j
friction     (b + N² bm) q̇ …     external     −(Jᵀw)_k                     [deluca]
spring       r k (L − L0)        loop         −J_rk λ_r
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.model.mechanics import Mechanics

KINDS = ("inertial", "centrifugal", "Coriolis", "gravity", "friction", "spring", "external", "loop")


_LETTERS = dict(zip(KINDS, "MCBgfkwA", strict=True))


def entry_name(letter: str, indices: Sequence[int], n: int) -> str:
    """M12, B1_23; of ten coordinates and more M1_2, B1_2_13, where M113 could be two entries."""
    row, *others = map(str, indices)
    if n >= 10 or max(indices) >= 10:
        return letter + "_".join((row, *others))
    return letter + row + ("_" if len(others) > 1 else "") + "".join(others)


@dataclass(frozen=True)
class Term:
    """coefficient · motion, a part of the effort of one coordinate (counted from 1)."""

    row: int
    kind: str  # one of KINDS
    coefficient: Poly  # of M, of the Christoffel symbols, or the whole term
    motion: Poly  # q̈_j, q̇_i², q̇_i q̇_j, λ_r, or 1
    indices: tuple[int, ...]  # (j), (i, i), (i, j), (r), or none
    mechanics: Mechanics = field(repr=False, compare=False)

    @property
    def element(self) -> Poly:
        """The term in the ring."""
        return self.mechanics.ring.mul(self.coefficient, self.motion)

    @property
    def name(self) -> str:
        """M12, C11, B1_23, g1 …: what the coefficient is called when it is written apart; A11 of −J_rk λ_r."""
        indices = self.indices[:1] if self.kind == "centrifugal" else self.indices
        return entry_name(_LETTERS[self.kind], (self.row, *indices), self.mechanics.n)

    @property
    def expression(self) -> Any:
        """SymPy expression."""
        display = self.mechanics.display
        return display.sympy(self.coefficient) * display.sympy(self.motion)

    @property
    def text(self) -> str:
        return self.mechanics.display.text(self.element)

    @property
    def latex(self) -> str:
        return self.mechanics.display.latex(self.element)

    def __str__(self) -> str:
        return f"tau{self.row}: {self.kind}: {self.text}"


def terms(mechanics: Mechanics) -> list[Term]:
    """The terms of every effort, row by row, zeros left out."""
    return [term for k in range(mechanics.n) for term in row_terms(mechanics, k)]


def row_terms(mechanics: Mechanics, k: int) -> Iterator[Term]:
    """The terms of effort k (counted from 0)."""
    ring, n = mechanics.ring, range(mechanics.n)

    def made(kind: str, coefficient: Poly, motion: Poly, *indices: int) -> Iterator[Term]:
        if coefficient:
            yield Term(k + 1, kind, coefficient, motion, tuple(i + 1 for i in indices), mechanics)

    for j in n:
        yield from made("inertial", mechanics.M[k][j], ring.qdd[j], j)
    C_k = mechanics.coefficients[k]
    for i in n:
        yield from made("centrifugal", C_k[i][i], ring.qd[i] * ring.qd[i], i, i)
    for i in n:
        for j in n[i + 1 :]:
            yield from made("Coriolis", 2 * C_k[i][j], ring.qd[i] * ring.qd[j], i, j)
    yield from made("gravity", mechanics.g[k], ring.one)
    for part in _viscous_and_dry(mechanics, k):
        yield from made("friction", part, ring.one)
    yield from made("spring", mechanics.spring[k], ring.one)
    yield from made("external", -mechanics.external[k], ring.one)
    for r, (row, multiplier) in enumerate(zip(mechanics.constraints, mechanics.multipliers, strict=True)):
        yield from made("loop", -row.slopes[k], multiplier, r)


def _viscous_and_dry(mechanics: Mechanics, k: int) -> tuple[Poly, Poly]:
    """Friction proportional to velocities, and what depends on their direction."""
    ring, whole = mechanics.ring, mechanics.friction[k]
    special = [i for i, g in enumerate(ring.generators) if g.kind in ("sign", "abs", "exp", "tanh")]
    dry = ring.context.from_dict({m: x for m, x in whole.to_dict().items() if any(m[i] for i in special)})
    return whole - dry, dry
