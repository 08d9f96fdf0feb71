"""Closed forms that show themselves in every language: what a class says of its equations, set for a width.

class Statics(Written):  def sheet(self, sheet): yield Equation("tau1", …)
Statics(…).text()  .latex(width=246)  .typst()  .html()
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.printing.display import Display
from dalembert.closed.printing.quantity import Look, display
from dalembert.closed.printing.sheet import Equation, Sheet
from dalembert.closed.printing.tree_writer import DIGITS
from dalembert.typeset import block as b
from dalembert.typeset.language import Language
from dalembert.typeset.languages import language as language_of
from dalembert.typeset.web import shown_alone


class Written(ABC):
    """Equations beside those of motion; style as of `Equations.text`: `width short digits fold names symbols`."""

    @property
    @abstractmethod
    def model(self) -> Mechanics:
        """In whose ring and letters they are."""

    @abstractmethod
    def sheet(self, sheet: Sheet) -> Iterator[Equation]:
        """The equations, in order."""

    @property
    def reader(self) -> Display:
        """What makes formulas of their terms."""
        return self.model.display

    def typeset(self, language: Language, **style: Any) -> b.Display:
        """The equations as they can stand on a page in this language."""
        look = Look(**{"digits": DIGITS[language.plain], **style})
        return display(self.model, language, self.sheet, look, self.reader)

    def text(self, **style: Any) -> str:
        """Plain text, an equation a line."""
        return self._written("text", **style)

    def latex(self, **style: Any) -> str:
        """The same in LaTeX, broken where the page ends."""
        return self._written("latex", **style)

    def typst(self, **style: Any) -> str:
        """The same in Typst."""
        return self._written("typst", **style)

    def html(self, **style: Any) -> str:
        """The same as MathML."""
        return f'<div class="dalembert">{self._written("html", **style)}</div>'

    def _written(self, name: str, width: float | None = None, **style: Any) -> str:
        language = language_of(name, width)
        return language.set(self.typeset(language, **style))

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"

    def _repr_html_(self) -> str:
        return shown_alone(self.html())
