"""Markdown, formulas between dollar signs as GitHub and notebooks read them."""

from __future__ import annotations

import re

from dalembert.typeset import block as b
from dalembert.typeset import tree as t
from dalembert.typeset.language import numeric
from dalembert.typeset.latex import Latex
from dalembert.typeset.printable import printable

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|$~-])")


class Markdown(Latex):
    """Formulas are LaTeX; the pages are Markdown."""

    def display(self, x: b.Display) -> str:
        number = self.number_of(x)
        tag = rf" \tag{{{number}}}" if number else ""
        return f"$$\n{self.set(x)}{tag}\n$$"

    def escape(self, text: str) -> str:
        return _SPECIAL.sub(r"\\\1", printable(text)).replace("\n", " ")

    def brace(self, x: t.Brace) -> str:
        return rf"\underbrace{{{self.math(x.body)}}}_{{\text{{{x.word}}}}}"

    def section(self, x: b.Section) -> str:
        return f"{'#' * (x.level + 1)} {x.number} {self.escape(x.text)}".replace("  ", " ")

    def strong(self, text: str) -> str:
        return f"**{self.escape(text)}**"

    def items_of(self, x: b.Items) -> str:
        mark = "" if x.mark == "–" else f"{x.mark} "
        before = [self.lead(x), ""] if x.lead else []
        return "\n".join([*before, *(f"- {mark}{self.inline(y)}" for y in x.items)])

    def beside(self, x: b.Beside, folder: str) -> str:
        return self.blocks([*x.left, *x.right], folder)

    def table(self, x: b.Table) -> str:
        rows = [" | ".join(self._cells(x, row)) for row in (x.head, *x.rows)]
        rows.insert(1, " | ".join("---:" if y else "---" for y in numeric(x)))
        said = [f"**Table {self.counted('table')}** {self.cell(x, x.caption)}", ""] if x.caption else []
        return "\n".join([*said, *(f"| {row} |" for row in rows)])

    def code(self, x: b.Code) -> str:
        return fence(x.source, x.language)

    def figure(self, x: b.Figure, folder: str) -> str:
        path = f"{folder}/{x.name}.svg" if folder else f"{x.name}.svg"
        said = self.inline(x.caption)
        alt = self.escape(x.caption.replace("$", ""))
        return f"![{alt}]({path})\n\n**Figure {self.counted('figure')}** {said}"

    def document(self, x: b.Document, folder: str = "") -> str:
        below = f"{self.inline(x.subtitle, bold=False)}\n\n" if x.subtitle else ""
        return f"# {self.escape(x.title)}\n\n{below}{self.blocks(x.blocks, folder)}"


def fence(source: str, language: str) -> str:
    """A fenced block that its own contents cannot close."""
    longest = max((len(x) for x in re.findall(r"`+", source)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}{language}\n{source.rstrip()}\n{ticks}"
