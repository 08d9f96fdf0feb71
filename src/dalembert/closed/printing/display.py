"""Elements of a robot's ring as one reads them: text, LaTeX, Typst, MathML, SymPy, graph.

    display.terms(p)     terms in the order of books
    display.sum(p)       collected under masses and inertias, what is written starts from
    display.sympy(p)  display.text(p)  display.latex(p)  display.typst(p)  display.mathml(p)  display.node(p)
    display.written("latex", x)          any expression in a language; `display.writer()` makes the formulas

`Mechanics.display` is the one of a robot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
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
from dalembert.closed.printing.symbolic import SymPyWriter
from dalembert.closed.printing.tree_writer import Style, TreeWriter, check_letters, is_decimal
from dalembert.graph import Scalar
from dalembert.typeset.languages import language as language_of


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
        self.further: dict[str, tuple[str, int]] = {}  # derivatives of names that the ring has not
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
        return found | self.further

    def terms(self, p: Poly) -> Terms:
        return self.presenter.terms(p)

    def sum(self, p: Poly) -> Sum:
        return grouped(self.presenter.terms(p))

    def writer(self, style: Style | None = None, sums: Iterable[Sum] = ()) -> TreeWriter:
        """What makes formulas of expressions; for these sums, all numbers in one style."""
        style = style or Style()
        if not style.decimals and (self.decimals or any(is_decimal(x) for x in sums)):
            style = replace(style, decimals=True)
        if style.symbols:
            check_letters(style.symbols, self.ring.index, self.derivatives)
        return TreeWriter(self.derivatives, style)

    def written(self, language: str, x: Sum, style: Style | None = None) -> str:
        """An expression in a language, on one line."""
        return language_of(language).math(self.writer(style, [x]).sum(x))

    def text(self, p: Poly, **style: Any) -> str:
        return self.written("text", self.sum(p), Style(**style))

    def latex(self, p: Poly, **style: Any) -> str:
        return self.written("latex", self.sum(p), Style(**style))

    def typst(self, p: Poly, **style: Any) -> str:
        return self.written("typst", self.sum(p), Style(**style))

    def mathml(self, p: Poly, **style: Any) -> str:
        return self.written("html", self.sum(p), Style(**style))

    def node(self, p: Poly) -> Scalar:
        return self._graph.sum(grouped(self.presenter.terms(p), closing=False))

    def sympy(self, p: Poly) -> Any:
        return self._sympy.sum(grouped(self.presenter.terms(p), closing=False))

    @cached_property
    def _graph(self) -> GraphWriter:
        return GraphWriter()

    @cached_property
    def _sympy(self) -> SymPyWriter:
        return SymPyWriter()
