r"""The pieces of a derivation: equations, steps, and the road that they make.

An equation is `left = rule = right`: what is defined, how (in names, a formula of `closed.formula`), and what it comes
to, an exact element of the ring, a vector or a matrix of them. Words hold inline formulas between dollar signs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.printing.display import Display
from dalembert.closed.printing.typesetting import FOLD, Style, written
from dalembert.closed.printing.typesetting import lines as typeset_lines

Value: TypeAlias = Any  # an element of the ring, or a tuple (vector) or a tuple of tuples (matrix) of them


@dataclass(frozen=True)
class Equation:
    """left = rule = right; a rule alone states a law, a right side alone a definition. Unpacks as two texts."""

    left: str
    right: Value = None
    rule: str = ""
    by_mass: bool = False  # collected under masses, as energies are written, rather than under rates
    display: Display | None = field(default=None, repr=False, compare=False)

    @property
    def terms(self) -> int:
        """Number of terms of the right side."""
        return count(self.right)

    def lines(self, style: Style) -> list[str]:
        """The equation in a language; one line unless a vector or a matrix is shown entry by entry."""
        return typeset_lines(self.left, self.rule, self.right, self.display, style, by_mass=self.by_mass)

    def text(self, terms: int = FOLD, *, short: bool = False) -> str:
        return "\n".join(self.lines(Style("text", terms, short)))

    def latex(self, terms: int = FOLD, *, short: bool = False) -> str:
        return " \\\\\n".join(self.lines(Style("latex", terms, short)))

    def typst(self, terms: int = FOLD, *, short: bool = False) -> str:
        return " \\\n".join(self.lines(Style("typst", terms, short)))

    def mathml(self, terms: int = FOLD, *, short: bool = False) -> str:
        return "\n".join(f'<math display="block">{x}</math>' for x in self.lines(Style("mathml", terms, short)))

    def sympy(self) -> Any:
        """The right side as SymPy: an expression, or a matrix (a vector is a column)."""
        if self.right is None or self.display is None:
            return None
        if not isinstance(self.right, tuple):
            return self.display.sympy(self.right)
        import sympy

        rows = [x if isinstance(x, tuple) else (x,) for x in self.right]
        return sympy.Matrix([[self.display.sympy(x) for x in row] for row in rows])

    def __iter__(self) -> Iterator[str]:
        style = Style("text", FOLD)
        yield written(self.left, style)
        yield self.text().partition(" = ")[2]

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.mathml()


@dataclass(frozen=True)
class Step:
    """One step: a title, why it is taken, and what it gives."""

    title: str
    words: str = ""
    equations: tuple[Equation, ...] = ()
    steps: tuple[Step, ...] = ()

    def walk(self) -> list[Step]:
        """This step and those below it, in reading order."""
        return [self, *(s for child in self.steps for s in child.walk())]

    def shown_by(self, display: Display) -> Step:
        """The same step, its equations able to write themselves."""
        return replace(
            self,
            equations=tuple(replace(x, display=display) for x in self.equations),
            steps=tuple(x.shown_by(display) for x in self.steps),
        )


@dataclass(frozen=True)
class Road:
    """A derivation that was carried out: its steps, and the joint efforts that it ended in."""

    steps: tuple[Step, ...]
    tau: tuple[Poly, ...]


def count(value: Value) -> int:
    """Number of terms of an element, a vector or a matrix."""
    if value is None:
        return 0
    return sum(count(x) for x in value) if isinstance(value, tuple) else len(value)
