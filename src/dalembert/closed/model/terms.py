"""Conversion of the equations of motion to SymPy and to expression graphs, term by term or quantity by quantity.

Every term of τ = M q̈ + c + g + friction + springs − Jᵀw − Jᵀλ has a kind:                                  [deluca]

    inertial     M_kj q̈_j            centrifugal  c_kii q̇_i²
    gravity      g_k                 Coriolis     2 c_kij q̇_i q̇_j,  i < j
    friction     (b + N² bm) q̇ …     external     −(Jᵀw)_k
    spring       r k (L − L0)        loop         −J_rk λ_r

Quantities are SymPy expressions or graph nodes. The function `write` converts the entries of M and g and the
Christoffel symbols. The other quantities are composed of the converted entries, so that no long expression is expanded:

    c_k = Σ_i c_kii q̇_i² + Σ_{i<j} 2 c_kij q̇_i q̇_j,   S_kj = Σ_i c_kij q̇_i,   p = M q̇,   T = ½ q̇ᵀp

If `expand` is True, these quantities are computed as polynomials and then converted, which gives more readable results
for small robots. `compiled` compiles a quantity to a numerical function, with an additional argument for the symbols
without values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from dalembert.argument import known
from dalembert.closed.algebra.ring import Poly
from dalembert.closed.model.mechanics import Mechanics, parameter_names
from dalembert.graph import symbol, symbols
from dalembert.spatial.vector import dot, matvec, negative, transpose

if TYPE_CHECKING:
    from dalembert.codegen.runtimes.kernel import Kernel

KINDS = ("inertial", "centrifugal", "Coriolis", "gravity", "friction", "spring", "external", "loop")
_LETTERS = dict(zip(KINDS, "MCBgfkwA", strict=True))


def entry_name(letter: str, indices: Sequence[int], n: int) -> str:
    """Return the printed name of a model entry, such as M12 or B1_23.

    With ten or more coordinates, the name is M1_2 or B1_2_13 because a name such as M113 would be ambiguous.
    """
    row, *others = map(str, indices)
    if n >= 10 or max(indices) >= 10:
        return letter + "_".join((row, *others))
    return letter + row + ("_" if len(others) > 1 else "") + "".join(others)


@dataclass(frozen=True)
class EffortTerm:
    """Term of an equation of motion, the product of `coefficient` and `motion`.

    `row` is the number of the coordinate, counted from 1.
    """

    row: int
    kind: str  # one of KINDS
    coefficient: Poly  # entry of M, Christoffel symbol, or the whole term
    motion: Poly  # q̈_j, q̇_i², q̇_i q̇_j, λ_r, or 1
    indices: tuple[int, ...]  # (j), (i, i), (i, j), (r), or empty
    mechanics: Mechanics = field(repr=False, compare=False)

    @property
    def element(self) -> Poly:
        """The term as a polynomial of the ring."""
        return self.mechanics.ring.mul(self.coefficient, self.motion)

    @property
    def name(self) -> str:
        """Name of the coefficient, such as M12, C11, B1_23 or g1, if it is listed separately.

        The loop term −J_rk λ_r has a name such as A11.
        """
        indices = self.indices[:1] if self.kind == "centrifugal" else self.indices
        return entry_name(_LETTERS[self.kind], (self.row, *indices), self.mechanics.n)

    @property
    def expression(self) -> Any:
        """The term as a SymPy expression."""
        display = self.mechanics.display
        return display.sympy(self.coefficient) * display.sympy(self.motion)

    @property
    def text(self) -> str:
        return self.mechanics.display.text(self.element)

    @property
    def latex(self) -> str:
        display = self.mechanics.display
        return display.written("latex", display.sum(self.element))

    def __str__(self) -> str:
        return f"tau{self.row}: {self.kind}: {self.text}"


def terms(mechanics: Mechanics) -> list[EffortTerm]:
    """Return the nonzero terms of all equations of motion, row by row."""
    return [term for k in range(mechanics.n) for term in row_terms(mechanics, k)]


def row_terms(mechanics: Mechanics, k: int) -> Iterator[EffortTerm]:
    """Yield the nonzero terms of the equation of motion with index k, counted from 0."""
    ring, n = mechanics.ring, range(mechanics.n)

    def made(kind: str, coefficient: Poly, motion: Poly, *indices: int) -> Iterator[EffortTerm]:
        if coefficient:
            yield EffortTerm(k + 1, kind, coefficient, motion, tuple(i + 1 for i in indices), mechanics)

    for j in n:
        yield from made("inertial", mechanics.M[k][j], ring.qdd[j], j)
    C_k = mechanics.coefficients[k]
    for i in n:
        yield from made("centrifugal", C_k[i][i], ring.qd[i] * ring.qd[i], i, i)
    for i, j in combinations(n, 2):
        yield from made("Coriolis", 2 * C_k[i][j], ring.qd[i] * ring.qd[j], i, j)
    yield from made("gravity", mechanics.g[k], ring.one)
    for part in _viscous_and_dry(mechanics, k):
        yield from made("friction", part, ring.one)
    yield from made("spring", mechanics.spring[k], ring.one)
    yield from made("external", -mechanics.external[k], ring.one)
    for r, row in enumerate(mechanics.J):
        yield from made("loop", -row[k], mechanics.multipliers[r], r)


def _viscous_and_dry(mechanics: Mechanics, k: int) -> tuple[Poly, Poly]:
    """Split the friction of a coordinate into viscous friction and friction that depends on the direction of motion."""
    ring, whole = mechanics.ring, mechanics.friction[k]
    dry = ring.part(whole, [g.kind in ("sign", "abs", "exp", "tanh") for g in ring.generators])
    return whole - dry, dry


LONG = 400  # largest number of terms of the Christoffel symbols for which velocity terms are expanded
ELEMENTS: dict[str, Callable[[Mechanics], Any]] = {
    **{x: attrgetter(x) for x in ("M", "c", "g", "tau", "christoffel", "C", "B", "T", "U", "L")},
    **{x: attrgetter(x) for x in ("friction", "spring", "phi", "J", "external")},
    "p": attrgetter("momenta"),
    "lambdas": attrgetter("multipliers"),
    "S": lambda x: x.S(),
    "S_generic": lambda x: x.S("generic"),
    "S_unsymmetrised": lambda x: x.S("unsymmetrised"),
}
"""Functions that return a quantity as a polynomial, or as a nested list of polynomials."""


class Quantities:
    """Closed forms of a robot as SymPy expressions or graph nodes.

    Vectors are lists, and matrices are lists of rows.
    """

    def __init__(self, mechanics: Mechanics, write: Callable[[Poly], Any], half: Any, *, expand: bool) -> None:
        """Create the closed forms. `write` converts a polynomial, and `half` is ½ in the target representation."""
        self.mechanics, self.write, self.half = mechanics, write, half
        self.expand = expand and sum(len(x) for C_k in mechanics.coefficients for row in C_k for x in row) <= LONG
        self._known = cache(self._made)

    def __getitem__(self, quantity: str) -> Any:
        return self._known(quantity)

    def _made(self, quantity: str) -> Any:
        elements = ELEMENTS[known(quantity, ELEMENTS, "quantity")]
        if quantity == "tau":
            return self._tau()
        if self.expand or quantity not in _COMPOSED or (quantity == "S" and self.mechanics.has_balls):
            return self._written(elements(self.mechanics), {})
        return _COMPOSED[quantity](self)

    def _written(self, x: Any, done: dict[int, Any]) -> Any:
        """Convert nested lists of polynomials. The equal entries of a symmetric matrix are converted once."""
        if isinstance(x, (list, tuple)):
            return [self._written(y, done) for y in x]
        if id(x) not in done:
            done[id(x)] = self.write(x)
        return done[id(x)]

    def _tau(self) -> list[Any]:
        """Return the efforts M q̈ + c + g + friction + springs − Jᵀw − Jᵀλ for all coordinates."""
        inertial = matvec(self["M"], self._written(self.mechanics.ring.qdd, {}))
        parts = [inertial, *(self[x] for x in ("c", "g", "friction", "spring")), negative(self["external"])]
        if self.mechanics.constraints:
            parts.append(negative(matvec(transpose(self["J"]), self["lambdas"])))
        return [sum(row) for row in zip(*parts, strict=True)]

    @cached_property
    def qd(self) -> list[Any]:
        found: list[Any] = self._written(self.mechanics.ring.qd, {})
        return found


_COMPOSED: dict[str, Callable[[Quantities], Any]] = {  # quantities composed of the entries of others
    "S": lambda x: [[*matvec(transpose(C_k), x.qd)] for C_k in x["christoffel"]],
    "c": lambda x: [*matvec(x["S"], x.qd)],
    "p": lambda x: [*matvec(x["M"], x.qd)],
    "T": lambda x: x.half * dot(x["p"], x.qd),
    "L": lambda x: x["T"] - x["U"],
}


def compiled(quantities: Quantities, quantity: str, dtype: str = "float64") -> Kernel:
    """Compile a quantity to a numerical function.

    The arguments of the function are q, qd, qdd, lambdas and parameters, in this order. Arguments on which the quantity
    does not depend are omitted. `lambdas` contains the Lagrange multipliers of the loops, one per row of J.
    `parameters` contains the values of the robot's symbols in the order of `parameter_names`.
    """
    from dalembert.codegen.runtimes.kernel import Kernel  # imported here, because symbolic equations need no compiler

    nested = np.array(quantities[quantity], dtype=object)
    shape, entries = nested.shape, nested.ravel().tolist()
    used = symbols(entries)
    given = [
        (label, (len(own),), [symbol(x) for x in own])
        for label, own in arguments(quantities.mechanics).items()
        if label == "q" or used.intersection(own) or (label == "parameters" and own)
    ]
    return Kernel(f"closed_{quantity}", given, [(quantity, shape, entries)], dtype)


def arguments(exact: Mechanics) -> dict[str, list[str]]:
    """Return the symbols on which a closed form can depend.

    The groups are coordinates, rates, Lagrange multipliers and parameters.
    """
    names = exact.coordinates.names
    return {
        "q": list(dict.fromkeys(place for x in names for place in x.places)),
        "qd": [x.qd for x in names],
        "qdd": [x.qdd for x in names],
        "lambdas": [str(x) for x in exact.multipliers],
        "parameters": list(parameter_names(exact)),
    }
