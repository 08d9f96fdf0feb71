"""What a language has to say: how each kind of formula and each block of a page is written in it.

text  latex  typst  mathml  markdown        one file each, one line in `languages.LANGUAGES`
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from dalembert.typeset import tree as t
from dalembert.typeset.formula import inline, read
from dalembert.typeset.lines import BLOCK, Line, Lines, Page, broken, page

_NUMBER = re.compile(r"[+−-]?\d[\d\s.,]*(?:[e×][\d⁻−+-]+)?|[–—-]?")
_INLINE = re.compile(r"\$([^$]+)\$")


class Language(ABC):
    """Writes formulas and pages. A method a kind of formula; `math` finds the right one."""

    plain = False  # lines of characters, to be read by programs too
    thin = " "  # a thin space between factors

    def __init__(self, width: float | None = None) -> None:
        """`width` of the text block in pt; of plain text in characters."""
        self.page = self.page_of(width)
        self._known: dict[int, tuple[t.Math, str]] = {}

    def page_of(self, width: float | None) -> Page:
        return page(BLOCK if width is None else width)

    def math(self, x: t.Math) -> str:
        """A formula; symbols and functions, which come again and again, are written once each."""
        kind = type(x)
        if kind not in _KEPT:
            written: str = getattr(self, _METHODS[kind])(x)
            return written
        known = self._known.get(id(x))
        if known is None:
            known = self._known[id(x)] = (x, getattr(self, _METHODS[kind])(x))
        return known[1]

    # ── formulas ──────────────────────────────────────────────────────────────

    @abstractmethod
    def symbol(self, x: t.Symbol) -> str: ...
    @abstractmethod
    def number(self, x: t.Number) -> str: ...
    @abstractmethod
    def word(self, x: t.Word) -> str: ...
    @abstractmethod
    def unit(self, x: t.Unit) -> str: ...
    @abstractmethod
    def mark(self, x: t.Mark) -> str: ...
    @abstractmethod
    def space(self, x: t.Space) -> str: ...
    def sum(self, x: t.Sum) -> str:
        parts = []
        for k, term in enumerate(x.terms):
            sign = (" - " if term.negative else " + ") if k else "-" if term.negative else ""
            parts.append(sign + self.math(term.body))
        return "".join(parts) or "0"

    def product(self, x: t.Product) -> str:
        """Factors beside each other; before the name of a function the language itself leaves the thin space."""
        parts = [self.math(x.factors[0])]
        for a, b in zip(x.factors, x.factors[1:], strict=False):
            parts.append((self.thin if t.thin(a, b) and not isinstance(b, t.Function) else " ") + self.math(b))
        return "".join(parts)

    @abstractmethod
    def power(self, x: t.Power) -> str: ...
    @abstractmethod
    def fraction(self, x: t.Fraction) -> str: ...
    @abstractmethod
    def function(self, x: t.Function) -> str: ...
    @abstractmethod
    def bracket(self, x: t.Bracket) -> str: ...
    @abstractmethod
    def script(self, x: t.Script) -> str: ...
    @abstractmethod
    def accent(self, x: t.Accent) -> str: ...
    @abstractmethod
    def matrix(self, x: t.Matrix) -> str: ...
    @abstractmethod
    def row(self, x: t.Row) -> str: ...

    # ── pages ─────────────────────────────────────────────────────────────────

    @abstractmethod
    def lines(self, x: Lines) -> str:
        """A broken display as a formula of this language."""

    @abstractmethod
    def display(self, x: t.Display) -> str:
        """A display as a block of a page."""

    @abstractmethod
    def formula(self, x: t.Math) -> str:
        """A formula inside a sentence."""

    @abstractmethod
    def escape(self, text: str) -> str:
        """Plain text of which nothing is a command."""

    @abstractmethod
    def section(self, x: t.Section) -> str: ...
    @abstractmethod
    def table(self, x: t.Table) -> str: ...
    @abstractmethod
    def code(self, x: t.Code) -> str: ...
    @abstractmethod
    def figure(self, x: t.Figure, folder: str) -> str: ...
    @abstractmethod
    def document(self, x: t.Document, folder: str = "") -> str:
        """A whole page; its pictures, where they are kept apart, lie in `folder`."""

    def set(self, display: t.Display) -> str:
        """Equations broken for the width, as a formula."""
        return self.lines(broken(display, self.page))

    def words(self, x: t.Words) -> str:
        if not x.formulas:
            return self.escape(x.text)
        parts = _INLINE.split(x.text)
        return "".join(self.formula(inline(read(p))) if k % 2 else self.escape(p) for k, p in enumerate(parts))

    def block(self, x: t.Block, folder: str = "") -> str:
        match x:
            case t.Display():
                return self.display(x) if x.equations else ""
            case t.Words():
                return self.words(x)
            case t.Section():
                return self.section(x)
            case t.Table():
                return self.table(x)
            case t.Code():
                return self.code(x)
            case t.Figure():
                return self.figure(x, folder)
            case t.Passage(make):
                return self.blocks(list(make(self)), folder)

    def blocks(self, x: Sequence[t.Block], folder: str = "") -> str:
        """Blocks below each other, without what makes a whole document of them."""
        return "\n\n".join(self.block(y, folder).strip("\n") for y in x) + "\n"

    def items(self, line: Line) -> str:
        return self.math(t.Row(line.items))


def numeric(x: t.Table) -> list[bool]:
    """Which columns hold numbers alone, so that they stand at the right."""
    columns = [[row[k] for row in x.rows] for k in range(len(x.head))]
    return [any(column) and all(map(_NUMBER.fullmatch, column)) for column in columns]


_METHODS: dict[type[Any], str] = {
    x: x.__name__.lower()
    for x in (
        t.Symbol, t.Number, t.Word, t.Unit, t.Mark, t.Space, t.Sum, t.Product, t.Power, t.Fraction, t.Function,
        t.Bracket, t.Script, t.Accent, t.Matrix, t.Row,
    )
}  # fmt: skip
_KEPT = (t.Symbol, t.Power, t.Function)
