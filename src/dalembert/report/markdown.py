"""A document in Markdown, formulas between dollar signs as GitHub and notebooks read them; and in plain text."""

from __future__ import annotations

import textwrap

from dalembert.report.document import Block, Code, Document, Heading, Passage, Picture, Table, Words, joined
from dalembert.report.escape import fence
from dalembert.report.escape import markdown as escape


def write(document: Document, folder: str = "") -> str:
    """The source; its pictures are `folder`/name.svg."""
    return joined([f"# {escape(document.title)}", *(_block(block, folder) for block in document.blocks)])


def text(document: Document) -> str:
    """The document without pictures, to be read as it is."""
    return joined([f"{document.title}\n{'=' * len(document.title)}", *filter(None, map(_text, document.blocks))])


def _block(block: Block, folder: str) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * (level + 1)} {escape(text)}"
        case Words(text):
            return escape(text)
        case Table(head, rows, caption):
            lines = [head, ("---",) * len(head), *rows]
            cells = [" | ".join(x if set(x) == {"-"} else escape(x) for x in row) for row in lines]
            return "\n".join([*([escape(caption), ""] if caption else []), *(f"| {x} |" for x in cells)])
        case Code(source, language):
            return fence(source, language)
        case Passage(body):
            return body.markdown()
        case Picture(name, _, caption):
            path = f"{folder}/{name}.svg" if folder else f"{name}.svg"
            return f"![{escape(caption)}]({path})"


def _text(block: Block) -> str:
    match block:
        case Heading(text):
            return f"{text}\n{'-' * len(text)}"
        case Words(text):
            return textwrap.fill(text, 110)
        case Table(head, rows, caption):
            return columns(head, rows, caption)
        case Code(source):
            return textwrap.indent(source, "    ")
        case Passage(body):
            return body.text()
        case Picture():
            return ""


def columns(head: tuple[str, ...], rows: tuple[tuple[str, ...], ...], caption: str = "") -> str:
    """A table in columns of plain text."""
    table = [head, *rows]
    widths = [max(len(row[k]) for row in table) for k in range(len(head))]
    lines = ["  ".join(x.ljust(w) for x, w in zip(row, widths, strict=True)).rstrip() for row in table]
    return "\n".join([*([caption] if caption else []), *lines])
