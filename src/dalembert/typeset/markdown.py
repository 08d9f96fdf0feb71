"""Markdown, formulas between dollar signs as GitHub and notebooks read them."""

from __future__ import annotations

import re

from dalembert.errors import printable
from dalembert.typeset import tree as t
from dalembert.typeset.latex import Latex

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|$~-])")


class Markdown(Latex):
    """Formulas are LaTeX; the pages are Markdown."""

    def display(self, x: t.Display) -> str:
        return f"$$\n{self.set(x)}\n$$"

    def escape(self, text: str) -> str:
        return _SPECIAL.sub(r"\\\1", printable(text)).replace("\n", " ")

    def section(self, x: t.Section) -> str:
        return f"{'#' * (x.level + 1)} {self.escape(x.text)}"

    def table(self, x: t.Table) -> str:
        rows = [" | ".join(map(self.escape, row)) for row in (x.head, *x.rows)]
        rows.insert(1, " | ".join("---" for _ in x.head))
        said = [self.escape(x.caption), ""] if x.caption else []
        return "\n".join([*said, *(f"| {row} |" for row in rows)])

    def code(self, x: t.Code) -> str:
        return fence(x.source, x.language)

    def figure(self, x: t.Figure, folder: str) -> str:
        path = f"{folder}/{x.name}.svg" if folder else f"{x.name}.svg"
        return f"![{self.escape(x.caption)}]({path})"

    def document(self, x: t.Document, folder: str = "") -> str:
        return f"# {self.escape(x.title)}\n\n{self.blocks(x.blocks, folder)}"


def fence(source: str, language: str) -> str:
    """A fenced block that its own contents cannot close."""
    longest = max((len(x) for x in re.findall(r"`+", source)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}{language}\n{source.rstrip()}\n{ticks}"
