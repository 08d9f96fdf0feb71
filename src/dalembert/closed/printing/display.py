"""Elements of a robot's ring as one reads them: text, LaTeX, Typst, MathML, SymPy, graph.

    display.terms(p)     terms in the order of books
    display.sum(p)       collected under masses and inertias, what all printers start from
    display.sympy(p)  display.text(p)  display.latex(p)  display.typst(p)  display.mathml(p)  display.node(p)

`Mechanics.display` is the one of a robot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.algebra.ring import Ring
from dalembert.closed.printing.atom import Sum, Terms
from dalembert.closed.printing.graph_writer import GraphWriter
from dalembert.closed.printing.grouping import grouped
from dalembert.closed.printing.present import (
    ACCELERATION,
    CONSTANT,
    COORDINATE,
    EFFORT,
    GRAVITY,
    INERTIAL,
    VELOCITY,
    Presenter,
)
from dalembert.closed.printing.printer import Printer, is_decimal
from dalembert.closed.printing.printer_latex import LatexPrinter
from dalembert.closed.printing.printer_mathml import MathMLPrinter
from dalembert.closed.printing.printer_text import TextPrinter
from dalembert.closed.printing.printer_typst import TypstPrinter
from dalembert.closed.printing.symbolic import SymPyWriter
from dalembert.errors import WrongValue
from dalembert.graph import Scalar

LANGUAGES: dict[str, type[Printer]] = {
    "text": TextPrinter,
    "latex": LatexPrinter,
    "typst": TypstPrinter,
    "mathml": MathMLPrinter,
}


class Display:
    """Reads elements of a ring; `inertial`, `lengths` and `gravity` name symbols in their order."""

    def __init__(
        self,
        ring: Ring,
        inertial: Iterable[str] = (),
        lengths: Iterable[str] = (),
        gravity: Iterable[str] = (),
        runs: Iterable[Sequence[Poly]] = (),
        decimals: bool = False,
    ) -> None:
        """`runs`: angles about parallel axes, see `Presenter`. `decimals`: the robot was given in them."""
        self.ring, self.runs, self.decimals = ring, tuple(runs), decimals
        ranks = {x: (CONSTANT, k - len(ring.generators)) for k, x in enumerate(lengths)}  # before other constants
        ranks |= {x: (INERTIAL, k) for k, x in enumerate(inertial)} | dict.fromkeys(gravity, (GRAVITY, 0))
        for k, x in enumerate(ring.coordinates):
            ranks |= dict.fromkeys(x.places, (COORDINATE, k))
            ranks |= {x.qd: (VELOCITY, k), x.qdd: (ACCELERATION, k), x.tau: (EFFORT, k)}
        self.ranks = ranks

    @cached_property
    def presenter(self) -> Presenter:
        return Presenter(self.ring, self.ranks, self.runs)

    @property
    def derivatives(self) -> Mapping[str, tuple[str, int]]:
        """{qd1: (q1, 1), qdd1: (q1, 2), …}; of a ball {qd4: (omega4, 0), qdd4: (omega4, 1), …}"""
        found: dict[str, tuple[str, int]] = {}
        for k, x in enumerate(self.ring.coordinates, 1):
            base, first = (f"omega{k}", 0) if x.quaternion else (x.q, 1)
            found |= {x.qd: (base, first), x.qdd: (base, first + 1)}
        return found

    def terms(self, p: Poly) -> Terms:
        return self.presenter.terms(p)

    def sum(self, p: Poly) -> Sum:
        return grouped(self.presenter.terms(p))

    def printer(
        self, language: str, *, short: bool = False, digits: int | None = 6, sums: Iterable[Sum] = ()
    ) -> Printer:
        """The printer of a language: text, latex, typst or mathml; for these sums, all numbers in one style."""
        if language not in LANGUAGES:
            raise WrongValue(f"language '{language}' is not known; there are {', '.join(LANGUAGES)}")
        decimals = self.decimals or any(is_decimal(x) for x in sums)
        return LANGUAGES[language](self.derivatives, short=short, digits=digits, decimals=decimals)

    def text(self, p: Poly, **style: Any) -> str:
        return self._printed("text", p, **style)

    def latex(self, p: Poly, **style: Any) -> str:
        return self._printed("latex", p, **style)

    def typst(self, p: Poly, **style: Any) -> str:
        return self._printed("typst", p, **style)

    def mathml(self, p: Poly, **style: Any) -> str:
        return self._printed("mathml", p, **style)

    def _printed(self, language: str, p: Poly, **style: Any) -> str:
        found = self.sum(p)
        return self.printer(language, sums=[found], **style).sum(found)

    def node(self, p: Poly) -> Scalar:
        return self._graph.sum(self.sum(p))

    def sympy(self, p: Poly) -> Any:
        return self._sympy.sum(self.sum(p))

    @cached_property
    def _graph(self) -> GraphWriter:
        return GraphWriter()

    @cached_property
    def _sympy(self) -> SymPyWriter:
        return SymPyWriter()
