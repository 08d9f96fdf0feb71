"""Plain-text output that `check` and Python can read, such as m2*(l1**2 + 2*l1*lc2*cos(q2)).

General laws are written with Unicode characters, as in d/dt ∂L/∂qd1.
"""

from __future__ import annotations

import re
import textwrap
from typing import ClassVar
from unicodedata import normalize

from dalembert.typeset import block as b
from dalembert.typeset import tree as t
from dalembert.typeset.label import printable
from dalembert.typeset.language import Language
from dalembert.typeset.line_breaking import Lines, Page, broken

WIDTH = 110  # characters
_ACCENT = {"dot": "\u0307", "ddot": "\u0308", "hat": "\u0302", "bar": "\u0304"}
_HIGH = str.maketrans("0123456789+-−⊤ᵀTijkn*′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ᵀᵀᵀⁱʲᵏⁿ*′")
_PLAIN = {"q\u0307": "qd", "q\u0308": "qdd", "τ": "tau"}  # names of symbols in the equations
_HALF = t.Fraction(t.Number("1"), t.Number("2"))
_WRITTEN = {"−": "-", "∑": "Σ", "[": "(", "]": ")"}  # square brackets would denote a list


class Text(Language):
    """Plain-text output."""

    plain = True
    forms: ClassVar = {"power": "{}**{}"}

    def page_of(self, width: float | None) -> Page:
        return Page(WIDTH if width is None else max(20, width), lambda x: len(self.math(x)), 2.0)

    def symbol(self, x: t.Symbol) -> str:
        return x.name

    def number(self, x: t.Number) -> str:
        return f"{x.digits}e{x.exponent}" if x.exponent else "½ " if x.digits == "½" else x.digits

    def word(self, x: t.Word) -> str:
        return x.text

    def unit(self, x: t.Unit) -> str:
        return f"[{x.text}]" if x.alone else f"   [{x.text}]"

    def mark(self, x: t.Mark) -> str:
        sign = _WRITTEN.get(x.text, x.text)
        if x.kind == "times" or sign == "·":
            return "*"
        return f" {sign} " if x.kind in ("binary", "relation", "large") else sign

    def space(self, x: t.Space) -> str:
        return "" if x.em < 0.2 else " "

    def product(self, x: t.Product) -> str:
        first = x.factors[0]
        if isinstance(first, t.Fraction) and isinstance(first.under, t.Number):  # m2*qd1**2/2, not 1/2*m2*qd1**2
            over = () if first.over == t.Number("1") else (first.over,)
            rest = "*".join(self.math(y) for y in (*over, *x.factors[1:]))
            return f"{rest}/{self.math(first.under)}"
        return "*".join([self.math(y) for y in x.factors])

    def fraction(self, x: t.Fraction) -> str:
        over, under = self.math(x.over), self.math(x.under)
        if isinstance(x.over, (t.Row, t.Mark)) or isinstance(x.under, (t.Row, t.Script)):  # from the source code
            return f"{_guarded(over)}/{_guarded(under)}"
        return f"{over}/({under})" if "*" in under.replace("**", "") or " " in under else f"{over}/{under}"

    def function(self, x: t.Function) -> str:
        return self.raised(x.name + self.argument(x, self.math(x.argument)), x.power)

    def argument(self, x: t.Function, inside: str) -> str:
        return f"({inside})"

    def bracketed(self, x: t.Math, inside: str, pair: str) -> str:
        return f"({inside})"

    def script(self, x: t.Script) -> str:
        low = "" if x.low is None else self.math(x.low).replace(" ", "")
        stem = self.math(x.base).strip()
        if low.isdigit():
            stem = _PLAIN.get(stem, stem)
        high = "" if x.high is None else self.math(x.high).replace(" ", "")
        if low:
            low = low if low.isdigit() else f"_{low}"
        if high:
            raised = high.translate(_HIGH)
            high = raised if all(c not in "0123456789T" for c in raised) and len(raised) <= 3 else f"^({high})"
        return stem + low + high

    def accent(self, x: t.Accent) -> str:
        base = self.math(x.base)
        return normalize("NFC", (base if len(base) == 1 else f"({base})") + _ACCENT[x.kind])

    def matrix(self, x: t.Matrix) -> str:
        rows = [", ".join(self.math(y).strip() for y in row) for row in x.rows]
        if x.flat and (len(rows) == 1 or len(x.rows[0]) == 1):
            return f"[{', '.join(rows)}]"
        return "[" + (", " if x.flat else ",\n ").join(f"[{row}]" for row in rows) + "]"

    def brace(self, x: t.Brace) -> str:
        return self.math(x.body)

    def row(self, x: t.Row) -> str:
        pieces: list[str] = []
        for item in x.items:
            piece = "½ " if item == _HALF else self.math(item)
            if pieces and _needs_space(pieces[-1], piece):
                pieces.append(" ")
            pieces.append(piece)
        text = re.sub(r" +", " ", "".join(pieces)).replace("( ", "(").replace(" )", ")").strip()
        return re.sub(r"(^|= |\()- ", r"\1-", text)

    # ── pages ─────────────────────────────────────────────────────────────────

    def lines(self, x: Lines) -> str:
        return self.several(x)

    def several(self, x: Lines) -> str:
        """Write the lines of a display. Continuation lines are indented."""
        found = []
        for line in x.lines:
            left = "" if line.left is None else self.math(line.left)
            items = "".join(map(self.math, line.items))
            indent = " " * (2 + line.indent) if line.left is None and line.indent else ""
            found.append(left + items if left else indent + items.lstrip(" "))
        return "\n".join(_aligned(y.rstrip()) for y in found)

    def display(self, x: b.Display) -> str:
        number = self.number_of(x)
        found = [f"    {y}" for y in self.lines(broken(b.Display(x.equations), self.page)).splitlines()]
        return "\n".join([*found[:-1], f"{found[-1]}    ({number})" if number else found[-1]])

    def formula(self, x: t.Math) -> str:
        return self.math(x).strip()

    def escape(self, text: str) -> str:
        return printable(text)

    def words(self, x: b.Words) -> str:
        return textwrap.fill(super().words(x), int(self.page.width))

    def items_of(self, x: b.Items) -> str:
        return "\n".join(f"    {x.mark} {self.inline(y)}" for y in x.items)

    def strong(self, text: str) -> str:
        return self.escape(text)

    def section(self, x: b.Section) -> str:
        name = f"{x.number}. {self.escape(x.text)}" if x.number else self.escape(x.text)
        return f"{name}\n{'-' * len(name)}" if x.level == 1 else name

    def document(self, x: b.Document, folder: str = "") -> str:
        name = self.escape(x.title)
        title = "\n".join(filter(None, [name, "=" * len(name), x.subtitle and self.inline(x.subtitle, bold=False)]))
        return "\n\n".join(filter(None, [title, *(self.block(y).strip("\n") for y in x.blocks)])) + "\n"


def _aligned(text: str) -> str:
    """Align the rows of a matrix in plain text."""
    first, *rows = text.split("\n")
    return "\n".join([first, *(" " * max(first.find("[["), 0) + y for y in rows)])


def _needs_space(before: str, after: str) -> bool:
    """Return whether a space is required between two factors, as in q̇1 q̇2 but not in ∂L and 2m."""
    if before.isdigit() or before in ("d", "δ", "∂", "∂²"):
        return False
    if before.startswith("Σ"):
        return True
    return (before[-1:].isalnum() or before[-1:] in "ᵀ\u0307\u0308") and (after[:1].isalpha() or after[:1] in "∂½")


def _guarded(text: str) -> str:
    return f"({text})" if any(s in text for s in (" + ", " - ")) else text.strip()
