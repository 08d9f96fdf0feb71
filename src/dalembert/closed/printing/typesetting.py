r"""An equation of a derivation in a language: formulas, words, and right sides folded when they are long.

A right side of more terms than `Style.terms` is replaced by their number, ⟨312 terms⟩, after its rule in names; a long
vector or matrix is first shown entry by entry, each folded or not on its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from dalembert.closed.printing.collected import collected
from dalembert.closed.printing.display import Display
from dalembert.closed.printing.formula import read, to_mathml, to_text, to_typst
from dalembert.closed.printing.grouping import grouped
from dalembert.closed.printing.printer import Printer

FOLD = 24
_TOO_MANY = 16  # a normal form this many times longer than what may be shown is not even read
_WIDE = 1.5  # a vector or matrix may have this many times the terms of one right side
_AXES = "xyz"
_EQUALS = {"text": " = ", "latex": " = ", "typst": " = ", "mathml": "<mo>=</mo>"}
_FOLDED = {
    "text": "⟨{} terms⟩",
    "latex": r"\langle {}\text{{ terms}} \rangle",
    "typst": '⟨ {} "terms" ⟩',
    "mathml": "<mtext>⟨{} terms⟩</mtext>",
}
_INDEX = re.compile(r"_(\d\d+)")
_INLINE = re.compile(r"\$([^$]+)\$")


@dataclass(frozen=True)
class Style:
    """Language (text, latex, typst, mathml), terms before folding, and whether cos(q1 + q2) is c12."""

    language: str
    terms: int = FOLD
    short: bool = False


def written(formula: str, style: Style) -> str:
    """A formula in a language."""
    if style.language == "latex":
        return _INDEX.sub(r"_{\1}", formula)
    return {"text": to_text, "typst": to_typst, "mathml": to_mathml}[style.language](read(formula)).strip()


def words(text: str, style: Style) -> str:
    """Prose with its inline formulas in a language."""
    opening, closing = {"text": ("", ""), "latex": ("$", "$"), "typst": ("$", "$"), "mathml": ("<math>", "</math>")}[
        style.language
    ]
    return _INLINE.sub(lambda m: opening + written(m[1], style) + closing, text)


def lines(
    left: str, rule: str, right: Any, display: Display | None, style: Style, *, by_mass: bool = False
) -> list[str]:
    """`left = rule = right`, one line or one for each entry; collected by rates, or by masses."""
    if right is None or display is None:
        return [_EQUALS[style.language].join(written(x, style) for x in (left, rule) if x)]
    printer = display.printer(style.language, short=style.short)
    return _Right(display, printer, style, collect=not by_mass).lines(left, rule, right)


class _Right:
    """Writes right sides with one printer."""

    def __init__(self, display: Display, printer: Printer, style: Style, *, collect: bool) -> None:
        self.display, self.printer, self.style, self.collect = display, printer, style, collect

    def lines(self, left: str, rule: str, right: Any) -> list[str]:
        if not isinstance(right, tuple):
            return [self.line(left, rule, self.entry(right))]
        rows = right if isinstance(right[0], tuple) else tuple((x,) for x in right)
        entries = [x for row in rows for x in row]
        if (
            sum(map(len, entries)) <= _TOO_MANY * self.style.terms
            and sum(map(self.size, entries)) <= _WIDE * self.style.terms
        ):
            cells = [[self.entry(x) for x in row] for row in rows]
            return [self.line(left, rule, self.table(cells))]
        first = [self.line(left, rule, None)] if rule else []
        return first + [self.line(name, "", self.entry(x)) for name, x in named_entries(left, rows)]

    def line(self, left: str, rule: str, value: str | None) -> str:
        parts = [written(x, self.style) for x in (left, rule) if x] + ([value] if value is not None else [])
        return _EQUALS[self.style.language].join(parts)

    def size(self, x: Any) -> int:
        return len(self.display.terms(x))

    def entry(self, x: Any) -> str:
        terms = self.display.terms(x) if len(x) <= _TOO_MANY * self.style.terms else None
        if terms is None or len(terms) > self.style.terms:
            return _FOLDED[self.style.language].format(len(x) if terms is None else len(terms))
        return self.printer.sum(collected(terms) if self.collect else grouped(terms))

    def table(self, cells: list[list[str]]) -> str:
        if self.style.language != "text":
            return self.printer.matrix(cells)
        if len(cells[0]) == 1:
            return "[" + ", ".join(row[0] for row in cells) + "]"
        return "[" + ", ".join("[" + ", ".join(row) + "]" for row in cells) + "]"


def named_entries(left: str, rows: tuple[tuple[Any, ...], ...]) -> list[tuple[str, Any]]:
    """(name, entry) of each entry that is not zero; the upper half of a symmetric matrix."""
    symmetric = len(rows) == len(rows[0]) > 1 and all(
        rows[i][j] == rows[j][i] for i in range(len(rows)) for j in range(i)
    )
    stem = left.partition("(")[0]  # M of M(q)
    single = len(stem) == 1
    stem = stem if single else f"({left})"
    result = []
    for i, row in enumerate(rows):
        for j, x in enumerate(row):
            if not x or (symmetric and j < i):
                continue
            if len(row) > 1:
                index = f"{i + 1}{j + 1}" if max(len(rows), len(row)) < 10 else f"{i + 1},{j + 1}"
            else:
                index = _AXES[i] if len(rows) == 3 and not single else str(i + 1)
            result.append((f"{stem}_{{{index}}}", x))
    return result
