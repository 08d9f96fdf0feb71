"""Explanation of one term of the equations of motion: the entry of M or U that causes it, its zeros and its size.

c_kij = ½ (∂M_kj/∂q_i + ∂M_ki/∂q_j − ∂M_ij/∂q_k)        Coriolis 2 c_kij q̇_i q̇_j, centrifugal c_kii q̇_i²    [deluca]
gravity ∂U/∂q_k        inertial M_kj q̈_j
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dalembert.argument import known, shaped
from dalembert.closed.algebra.factors import zeros as zero_factors
from dalembert.closed.algebra.ring import Poly
from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.model.terms import EffortTerm
from dalembert.finding.equation import MatrixSlope, TermOrigin
from dalembert.finding.finding import Identifier, Noun
from dalembert.graph import evaluate


@dataclass(frozen=True)
class TermExplanation:
    """Explanation of a term.

    `sources` lists the derivatives that add up to the coefficient, each with its factor. The coefficient vanishes
    exactly where one of `zeros` is zero; `zeros` is None if this is not known.
    """

    term: EffortTerm
    sources: tuple[tuple[Fraction, str, str, Any], ...]
    zeros: tuple[Any, ...] | None
    finding: TermOrigin

    @property
    def kind(self) -> str:
        return self.term.kind

    @property
    def coefficient(self) -> Any:
        """Coefficient of the product of rates or accelerations, as a SymPy expression."""
        return self.term.mechanics.display.sympy(self.term.coefficient)

    def at(self, q: Any, qd: Any = 0.0, qdd: Any = 0.0, **parameters: float) -> float:
        """Return the size of the term at a state, with values of the symbols."""
        exact, values = self.term.mechanics, dict[str, float](parameters)
        for name, given in (("q", q), ("qd", qd), ("qdd", qdd)):
            numbers = shaped(given, name, (), (exact.n,))
            letters = [getattr(x, name) for x in exact.coordinates.names]
            values |= dict(zip(letters, map(float, numbers if numbers.ndim else [numbers] * exact.n), strict=True))
        return float(evaluate([exact.display.node(self.term.element)], values)[0])

    def __str__(self) -> str:
        return f"{self.finding}."


def explain(terms: list[EffortTerm], motion: str, of: str) -> TermExplanation:
    """Explain the term with the given product of rates or accelerations, such as "qd1*qd2", or "gravity"."""
    rows = known(of, dict.fromkeys(f"tau{x.row}" for x in terms), "effort")
    found = {_name(x): x for x in terms if f"tau{x.row}" == rows}
    term = found[known("*".join(sorted(motion.replace(" ", "").replace("^", "**").split("*"))), found, "term")]
    exact = term.mechanics
    sources = tuple(_sources(exact, term))
    parts = zero_factors(exact.ring, term.coefficient)
    display = exact.display
    slopes = tuple(
        MatrixSlope(
            None if k == 1 else float(k), Identifier(entry), Identifier(by), display.formula(exact.ring.number(k) * x)
        )
        for k, entry, by, x in sources
    )
    zeros = tuple(display.formula(x) for x in parts or ())
    finding = TermOrigin(
        Noun(f"{term.kind} term"), term.row, display.formula(term.element), slopes, zeros, parts is not None
    )
    shown = tuple((number, entry, by, display.sympy(x)) for number, entry, by, x in sources)
    return TermExplanation(term, shown, None if parts is None else tuple(map(display.sympy, parts)), finding)


def _name(term: EffortTerm) -> str:
    """Return the name of a term: the product of its rates, or its kind if it has none."""
    text = term.mechanics.display.text(term.motion)
    return term.kind if text == "1" else "*".join(sorted(text.split("*")))


def _sources(exact: Mechanics, term: EffortTerm) -> Iterator[tuple[Fraction, str, str, Poly]]:
    """Yield the factor, the entry of M (or U), the coordinate of its derivative, and the derivative."""
    k, names = term.row - 1, [x.q for x in exact.coordinates.names]
    if term.kind == "gravity":
        yield Fraction(1), "U", names[k], exact.g[k]
    elif term.kind == "inertial":
        yield Fraction(1), _entry(k, term.indices[0] - 1), "", term.coefficient
    elif term.kind in ("Coriolis", "centrifugal"):
        i, j = (x - 1 for x in term.indices)
        half = Fraction(1) if i != j else Fraction(1, 2)
        parts = Counter[tuple[int, int, int]]()
        for a, b, c, sign in ((k, j, i, 1), (k, i, j, 1), (i, j, k, -1)):
            parts[min(a, b), max(a, b), c] += sign
        for (a, b, c), number in parts.items():
            if number and exact.slopes[a][b][c]:
                yield number * half, _entry(a, b), names[c], exact.slopes[a][b][c]


def _entry(a: int, b: int) -> str:
    return f"M{min(a, b) + 1},{max(a, b) + 1}"
