"""Base class for output languages, with methods for formulas and document blocks.

The table `languages.LANGUAGES` lists the output languages: text, latex, typst, html and markdown.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, ClassVar

from dalembert.typeset import block as b
from dalembert.typeset import tree as t
from dalembert.typeset.latex_parser import inline, read, vectors
from dalembert.typeset.line_breaking import BLOCK, DisplayLine, Lines, Page, broken, page

_NUMBER = re.compile(r"[+−-]?\d[\d\s.,]*(?:[e×][\d⁻−+-]+)?|[–—-]?")
_INLINE = re.compile(r"\$([^$]+)\$")
_CITED = re.compile(r"@([a-z]+)")


class Language(ABC):
    """Output language, with one method per kind of formula and per kind of block."""

    plain = False  # plain text that programs can read
    thin = " "  # a thin space between factors
    spaces: ClassVar[Sequence[str]]  # thin, medium, quad and wide
    forms: ClassVar[Mapping[str, str]]  # forms of a power, a fraction, a root, and a function with its argument

    def __init__(self, width: float | None = None) -> None:
        """Set the width of the text block in points, or in characters for plain text."""
        self.width, self.page = width, self.page_of(width)
        self._known: dict[int, tuple[t.Math, str]] = {}
        self._counts: dict[str, int] = {}
        self._names: dict[str, int] = {}
        self.folder = ""  # folder for pictures in separate files

    def page_of(self, width: float | None) -> Page:
        return page(BLOCK if width is None else width)

    def math(self, x: t.Math) -> str:
        """Write a formula in this language. Symbols and functions are cached because they occur often."""
        known = self._known.get(id(x))
        if known is None:
            written: str = getattr(self, type(x).__name__.lower())(x)
            if type(x) not in _KEPT:
                return written
            known = self._known[id(x)] = (x, written)
        return known[1]

    # ── formulas ──────────────────────────────────────────────────────────────

    def sum(self, x: t.Sum) -> str:
        parts = [self.sign(term.negative, not k) + self.math(term.body) for k, term in enumerate(x.terms)]
        return "".join(parts) or self.number(t.Number("0"))

    def sign(self, negative: bool, first: bool) -> str:
        """Write the sign before a term."""
        return ("-" if negative else "") if first else " - " if negative else " + "

    def product(self, x: t.Product) -> str:
        parts = [self.between(a, z) + self.math(z) for a, z in pairwise(x.factors)]
        return "".join([self.math(x.factors[0]), *parts])

    def between(self, a: t.Math, z: t.Math) -> str:
        """Write the space between two factors.

        No space is written before a function name, because the output language adds a space.
        """
        return self.thin if t.thin(a, z) and not isinstance(z, t.Function) else " "

    def space(self, x: t.Space) -> str:
        return self.spaces[bisect((0.2, 0.9, 2.0), x.em)]

    def power(self, x: t.Power) -> str:
        return self.raised(self.math(x.base), x.exponent)

    def raised(self, base: str, exponent: int) -> str:
        return base if exponent == 1 else self.forms["power"].format(base, exponent)

    def fraction(self, x: t.Fraction) -> str:
        return self.forms["fraction"].format(self.math(x.over), self.math(x.under))

    def function(self, x: t.Function) -> str:
        inside = self.math(x.argument)
        if x.name == "sqrt":
            return self.raised(self.forms["root"].format(inside), x.power)
        if x.name == "abs":
            return self.raised(self.bracketed(x.argument, inside, "||"), x.power)
        return self.forms["function"].format(self.raised(self.named(x.name), x.power), self.argument(x, inside))

    def named(self, function: str) -> str:
        """Write the name of a function in this language."""
        return self.word(t.Word(function, function=True))

    def bracket(self, x: t.Bracket) -> str:
        return self.bracketed(x.inside, self.math(x.inside), "[]" if x.square else "()")

    @abstractmethod
    def number(self, x: t.Number) -> str: ...
    @abstractmethod
    def word(self, x: t.Word) -> str: ...
    @abstractmethod
    def argument(self, x: t.Function, inside: str) -> str:
        """Write the argument of a function, as it appears after the function name."""

    @abstractmethod
    def bracketed(self, x: t.Math, inside: str, pair: str) -> str:
        """Write a formula in brackets of matching size. `inside` is the formula, already written in this language."""

    # ── pages ─────────────────────────────────────────────────────────────────

    def lines(self, x: Lines) -> str:
        """Write the lines of a display as a formula in this language."""
        one = x.lines[0]
        return f"{self.left(one)}{self.items(one)}" if len(x.lines) == 1 else self.several(x)

    @abstractmethod
    def several(self, x: Lines) -> str:
        """Write a display of several lines."""

    @abstractmethod
    def display(self, x: b.Display) -> str:
        """Write a display as a block of a page."""

    @abstractmethod
    def formula(self, x: t.Math) -> str:
        """Write a formula for use in a sentence."""

    @abstractmethod
    def escape(self, text: str) -> str:
        """Escape plain text so that no character is interpreted as a command."""

    @abstractmethod
    def document(self, x: b.Document, folder: str = "") -> str:
        """Write a complete document. Pictures that require separate files are stored in `folder`."""

    def set(self, display: b.Display) -> str:
        """Break the equations of a display into lines for the page width, and write the lines as a formula."""
        return self.lines(broken(display, self.page))

    @abstractmethod
    def strong(self, text: str) -> str:
        """Write text with emphasis, and escape its special characters."""

    def lead(self, x: b.Items) -> str:
        """Write the text before a list, with the first sentence emphasized."""
        first, point, rest = x.lead.partition(". ")
        return f"{self.strong(first + point.strip())} {self.inline(rest)}" if rest else self.strong(x.lead)

    def words(self, x: b.Words) -> str:
        sentence = self.inline(x.text) if x.formulas else self.escape(x.text)
        return f"{self.strong(x.lead)} {sentence}" if x.lead else sentence

    def inline(self, text: str, bold: bool = True) -> str:
        """Write a sentence with formulas between dollar signs and display numbers for @name.

        If `bold` is True, vectors and matrices are bold.
        """
        parts = _INLINE.split(_CITED.sub(lambda x: str(self._names.get(x[1], x[1])), text))
        return "".join(
            self.formula(inline(vectors(read(p)) if bold else read(p))) if k % 2 else p and self.escape(_own(p))
            for k, p in enumerate(parts)
        )

    def cell(self, x: b.Table, text: str) -> str:
        return self.inline(text, bold=False) if x.formulas else self.escape(text)

    def counted(self, what: str) -> int:
        """Assign the next number to a table, figure or display, and return this number."""
        self._counts[what] = self._counts.get(what, 0) + 1
        return self._counts[what]

    def number_of(self, x: b.Display) -> str:
        """Number a display, and store the number under the name of the display.

        The result is an empty string if the display has no number.
        """
        if not x.numbered:
            return ""
        k = self.counted("display")
        if x.name:
            self._names[x.name] = k
        return str(k)

    def block(self, x: b.Block) -> str:
        if (isinstance(x, b.Display) and not x.equations) or (isinstance(x, b.Items) and not x.items):
            return ""
        written: str = getattr(self, next(_BLOCKS[kind] for kind in type(x).__mro__ if kind in _BLOCKS))(x)
        return written

    def beside(self, x: b.Beside) -> str:
        return self.blocks([*x.left, *x.right])

    def passage(self, x: b.Passage) -> str:
        return self.blocks(list(x.make(self)))

    def blocks(self, x: Sequence[b.Block]) -> str:
        """Write blocks without the preamble of a document."""
        return "\n\n".join(self.block(y).strip("\n") for y in x) + "\n"

    def picture(self, x: b.Figure, suffix: str = "") -> str:
        """Return the path of a picture file relative to the document."""
        return f"{self.folder}/{x.name}{suffix}" if self.folder else f"{x.name}{suffix}"

    def items(self, line: DisplayLine) -> str:
        return self.math(t.Row(line.items))

    def left(self, line: DisplayLine) -> str:
        return "" if line.left is None else f"{self.math(line.left)} "


@cache
def asset(name: str) -> str:
    """Read a preamble or a style sheet from the assets."""
    return (files("dalembert") / "assets" / name).read_text(encoding="utf-8")


def _own(text: str) -> str:
    """Replace full-width $ and @ signs by ordinary signs, because few fonts contain full-width signs."""
    return text.replace("＄", "$").replace("＠", "@")


def numeric(x: b.Table) -> list[bool]:
    """Return, for each column, whether it is right-aligned because it contains only numbers."""
    if x.align:
        return [y == "r" for y in x.align]
    return [any(texts) and all(map(_NUMBER.fullmatch, texts)) for _, *texts in x.columns]


def kinds_of(x: b.Table) -> tuple[str, ...]:
    """Return the kind of term in each column of a table, or an empty name."""
    return x.kinds or ("",) * len(x.head)


_KEPT = (t.Symbol, t.Power, t.Function)
_BLOCKS: dict[type[Any], str] = {
    b.Display: "display", b.Words: "words", b.Items: "items_of", b.Section: "section", b.Table: "table",
    b.Code: "code", b.Figure: "figure", b.Beside: "beside", b.Passage: "passage",
}  # fmt: skip
