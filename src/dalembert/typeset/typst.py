"""Typst output, with formulas such as m_2 \\(l_1^2 + 2 l_1 l_"c2" cos q_2\\)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar

from dalembert.typeset import block as b
from dalembert.typeset import tree as t
from dalembert.typeset.label import printable
from dalembert.typeset.language import Language, asset, kinds_of, numeric
from dalembert.typeset.latex import fence
from dalembert.typeset.line_breaking import DisplayLine, Lines, beyond, broken
from dalembert.typeset.palette import GOOD, TERMS

_ROW, _CELL = 84, 22  # characters of a full-width table, and of a cell without wrapping
_WHOLE = 24  # largest number of rows of a table without page breaks
_TOGETHER = 8  # largest number of lines of a display without page breaks
_LED_TO = (b.Display, b.Passage, b.Items, b.Table)
_STRUT = "#box(width: 0pt, height: 1.1em) "  # additional space after an equation of several lines
_DOTS = ("{0}", "dot({0})", "dot.double({0})", "dot.triple({0})")
_PLAIN = re.compile(r"\$|\\[a-z]+|[{}_]")  # parts of a formula in a cell without width
_ACCENT = {"dot": "dot", "ddot": "dot.double", "hat": "hat", "bar": "macron"}
_MARKS = {
    "−": "-", "(": "\\(", ")": "\\)", "[": "\\[", "]": "\\]", "{": "\\{", "}": "\\}", "/": "\\/", "#": "\\#",
    "$": "\\$", "∑": "sum", "⊤": "top", "|": "\\|", "∫": "integral", ",": "\\,", ";": "\\;", "": "",
}  # fmt: skip


class Typst(Language):
    """Output language Typst."""

    thin = " thin "
    spaces = ("thin", "med", "quad", "wide")
    forms: ClassVar = {"power": "{}^{}", "fraction": "frac({}, {})", "root": "sqrt({})", "function": "{} {}"}

    def symbol(self, x: t.Symbol) -> str:
        stem = t.GREEK_NAMES.get(x.letter) or (x.letter if len(x.letter) == 1 else f'italic("{x.letter}")')
        if x.bold:
            stem = f"bold({stem})"
        stem = _DOTS[x.dots].format(stem)
        if not x.index:
            return stem
        return f"{stem}_{x.index}" if x.index.isdigit() else f'{stem}_"{x.index}"'

    def number(self, x: t.Number) -> str:
        return f"{x.digits} times 10^({x.exponent})" if x.exponent else x.digits

    def word(self, x: t.Word) -> str:
        if x.function:
            return x.text if x.text in t.NAMED else f'op("{x.text}")'
        return f'"{x.text}"' if len(x.text) > 1 else f"upright({x.text})"

    def unit(self, x: t.Unit) -> str:
        text = x.text.replace("·", "\u00a0")
        return f'"{text}"' if x.alone else f' quad "{text}"'

    def mark(self, x: t.Mark) -> str:
        return _MARKS.get(x.text, x.text)

    def argument(self, x: t.Function, inside: str) -> str:
        return inside if x.bare else self.bracketed(x.argument, inside, "()")

    def bracketed(self, x: t.Math, inside: str, pair: str) -> str:
        return f"lr({pair[0]}{inside}{pair[1]})" if t.tall(x) else f"\\{pair[0]}{inside}\\{pair[1]}"

    def script(self, x: t.Script) -> str:
        low = "" if x.low is None else f"_({self.math(x.low)})"
        high = "" if x.high is None else f"^({self.math(x.high)})"
        return (self.math(x.base) or '""') + low + high

    def accent(self, x: t.Accent) -> str:
        return f"{_ACCENT[x.kind]}({self.math(x.base)})"

    def matrix(self, x: t.Matrix) -> str:
        cells = "; ".join(", ".join(self._cell(y) for y in row) for row in x.rows)
        return f'mat(delim: "[", column-gap: #1.1em, row-gap: #0.55em, {cells})'

    def _cell(self, x: t.Math) -> str:
        written = self.math(x)
        return f"display({written})" if "frac(" in written else written

    def brace(self, x: t.Brace) -> str:
        wide = "true" if beyond(x.body, x.word) else "false"
        return f'kind({self.math(x.body)}, "{x.word}", #rgb("{TERMS[x.kind][0]}"), #{wide})'

    def row(self, x: t.Row) -> str:
        return " ".join(filter(None, map(self.math, x.items)))

    # ── pages ─────────────────────────────────────────────────────────────────

    def several(self, x: Lines) -> str:
        rows = []
        for k, line in enumerate(x.lines):
            if line.indent:
                rows.append(f"  &#h({line.indent}em) " + self._going_on(line))
            else:
                left = self.left(line)
                if k and x.lines[k - 1].indent:
                    left = _STRUT + left
                rows.append(f"{left}&{self.items(line)}" if x.aligned else f"&{left}{self.items(line)}")
        return " \\\n".join(rows)

    def _going_on(self, line: DisplayLine) -> str:
        """Write a continuation line. The space after a sign at the beginning of the line is preserved."""
        first = line.items[0]
        if isinstance(first, t.Mark) and first.kind == "binary":
            return f"{self.mark(first)} med {self.math(t.Row(line.items[1:]))}"
        return self.items(line)

    def display(self, x: b.Display) -> str:
        lines = broken(x, self.page)
        written = f"$ {self.lines(lines)} $"
        number = self.number_of(x)
        if not number:
            return written
        if len(lines.lines) > _TOGETHER or sum(_height(y.items) for y in lines.lines) > 2 * _TOGETHER:
            return f"{written}\n#last[({number})]"  # otherwise, Typst would print the number on each page
        kept = "#show math.equation.where(block: true): set block(breakable: false)\n"
        return f'#[#set math.equation(numbering: _ => "({number})")\n{kept}{written}]'

    def formula(self, x: t.Math) -> str:
        return f"${self.math(x)}$"

    def escape(self, text: str) -> str:
        """Write text as a Typst string literal `#"…"`, in which no character is interpreted as markup."""
        return '#"' + printable(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'

    def section(self, x: b.Section) -> str:
        number = f'#"{x.number}"#h(0.7em)' if x.number else ""
        return f"{'=' * x.level} {number}{self.escape(x.text)}"

    def strong(self, text: str) -> str:
        return f"#text(weight: 600)[{self.escape(text)}]"

    def items_of(self, x: b.Items) -> str:
        mark = f'text(fill: rgb("{GOOD[0]}"))[✓]' if x.mark == "✓" else f"[{x.mark}]"
        before = [f"#block(sticky: true, above: 10pt, below: 6pt)[{self.lead(x)}]"] if x.lead else []
        made = "\n".join([*before, f"#list(marker: {mark},", *(f"  [{self.inline(y)}]," for y in x.items), ")"])
        return f"#block(breakable: false, width: 100%)[{made}]" if x.mark == "✓" else made

    def beside(self, x: b.Beside) -> str:
        left, right = (self.blocks(y).strip().replace("placement: auto, ", "") for y in (x.left, x.right))
        columns = f"({100 - 100 * x.share:.1f}fr, {100 * x.share:.1f}fr)"
        return f"#grid(columns: {columns}, column-gutter: 13pt, [\n{left}\n], [\n{right}\n])"

    def table(self, x: b.Table) -> str:
        heads = zip(kinds_of(x), (self.cell(x, y) for y in x.head), strict=True)
        cells = ", ".join(f'text(fill: rgb("{TERMS[k][0]}"))[{y}]' if k else f"[{y}]" for k, y in heads)
        rows = [f"  {', '.join(f'[{self.cell(x, y)}]' for y in row)}," for row in x.rows]
        kinds = ", ".join("right" if y else "left" for y in numeric(x))
        lines = [f"table(columns: {_columns(x)}, align: ({kinds},),", f"  table.header({cells}),", *rows]
        table = "\n".join([*lines, "  table.hline(stroke: 0.9pt),", ")"])
        if not x.caption:
            return f"#{table}"
        made = f"#figure(kind: table, caption: [{self.cell(x, x.caption)}], {table})"
        return f"#[#show figure: set block(breakable: false)\n{made}]" if len(x.rows) <= _WHOLE else made

    def blocks(self, x: Sequence[b.Block]) -> str:
        """Write blocks. A sentence before a display, list or table is kept on the same page as this block."""
        made = []
        for k, y in enumerate(x):
            written = self.block(y).strip("\n")
            leads = k + 1 < len(x) and isinstance(y, b.Words) and isinstance(x[k + 1], _LED_TO)
            made.append(
                f"#block(sticky: true, width: 100%, breakable: false)[{written}]" if leads and written else written
            )
        return "\n\n".join(made) + "\n"

    def code(self, x: b.Code) -> str:
        return fence(x.source)

    def figure(self, x: b.Figure) -> str:
        return f'#figure(placement: auto, picture("{self.picture(x, ".svg")}"), caption: [{self.inline(x.caption)}])'

    def document(self, x: b.Document, folder: str = "") -> str:
        self.folder = folder
        title = self.escape(x.title)
        head = asset("page.typ").strip("\n").replace("#DOCUMENT", title).replace("#FOOT", self._foot(x))
        if self.width is not None:
            head = head.replace("x: 30mm", f"x: (210mm - {self.width:g}pt) / 2")
        below = 7 if x.subtitle else 16
        words = (
            f"#block(below: {below}pt, par(justify: false, text(size: 19pt, weight: 600, hyphenate: false)[{title}]))"
        )
        if x.subtitle:
            small = f"text(size: 10pt, fill: luma(35%), hyphenate: false)[{self.inline(x.subtitle, bold=False)}]"
            words += f"\n#block(below: 14pt, par(justify: false, {small}))"
        return "\n\n".join([head, words, self.blocks(x.blocks)])

    def _foot(self, x: b.Document) -> str:
        return f"{self.escape(x.foot)} #h(1fr) 1" if x.foot else ""


def _columns(x: b.Table) -> str:
    """Return column widths that fill the page. Columns of long text share the remaining width."""
    longest = x.longest
    if x.align:  # the longest cell determines the width; formulas are shorter than the source
        found = [f"{max(len(_PLAIN.sub('', text)) for text in y) + 2}fr" for y in x.columns]
    elif sum(longest) < _ROW:
        spare = longest.index(max(longest))
        found = ["1fr" if k == spare else "auto" for k in range(len(longest))]
    else:
        words = [sum(map(len, y[1:])) for y in x.columns]
        found = [f"{w**0.5:.1f}fr" if n > _CELL else "auto" for n, w in zip(longest, words, strict=True)]
    return f"({', '.join(found)},)"


def _height(items: Iterable[t.Math]) -> int:
    """Return the number of rows of the tallest matrix on a line."""
    tall = (y for y in items if isinstance(y, t.Matrix | t.Row))
    return max((len(y.rows) if isinstance(y, t.Matrix) else _height(y.items) for y in tall), default=1)
