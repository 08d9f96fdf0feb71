"""A document in Typst, and as a PDF made by it. The compiler sees an empty folder, so no file can be read by a document."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from typing import Any

from dalembert.errors import MissingExtra, WrongValue
from dalembert.report.document import Block, Code, Document, Heading, Passage, Picture, Table, Words, joined
from dalembert.report.escape import fence
from dalembert.report.escape import typst as escape

# A formula wider than the page breaks where an inline one would; a matrix, which cannot break, is made smaller.
PREAMBLE = """
#set page(paper: "a4", margin: (x: 2cm, y: 2.2cm), numbering: "1")
#set text(size: 10pt)
#set par(justify: true)
#set table(stroke: (x, y) => if y == 0 { (bottom: 1pt) } else { (bottom: 0.3pt + gray) }, inset: (x: 4pt, y: 3pt))
#show table: set text(size: 7.5pt)
#show table: set par(justify: false)
#show raw.where(block: true): block.with(fill: luma(245), inset: 8pt, radius: 3pt, width: 100%)
#show math.equation.where(block: true): set align(left)
#show math.equation.where(block: true): it => layout(size => {
  let wide = measure(it).width
  if wide <= size.width { it } else if repr(it.body).contains("mat(") and wide < 2.5 * size.width {
    scale(x: 99% * (size.width / wide), y: 99% * (size.width / wide), origin: left, reflow: true, it)
  } else if repr(it.body).contains("align-point") {
    scale(x: 99% * (size.width / wide), y: 99% * (size.width / wide), origin: left, reflow: true, it)
  } else { par(justify: false, hanging-indent: 2em, text(size: 8.5pt, math.equation(block: false, math.display(it.body)))) }
})
"""


def write(document: Document, folder: str = "") -> str:
    """The source; its pictures are `folder`/name.svg."""
    title = f'#align(left, text(size: 18pt, weight: "bold")[{escape(document.title)}])'
    return joined([PREAMBLE, title, *(_block(block, folder) for block in document.blocks)])


def pdf(document: Document) -> bytes:
    """The document as a PDF."""
    return compile(write(document), {f"{x.name}.svg": x.bytes("svg") for x in document.pictures})


def compile(source: str, files: Mapping[str, bytes]) -> bytes:
    """A Typst source and the files it shows, as a PDF."""
    try:
        import typst

        engine: Any = typst  # its type stubs do not know that sources may come as a dictionary
    except ImportError:
        raise MissingExtra("PDF files need the package typst: pip install 'dalembert[report]'") from None
    with tempfile.TemporaryDirectory() as root:
        try:
            made: bytes = engine.compile({"main.typ": source.encode(), **files}, root=root)
        except engine.TypstError as error:
            raise WrongValue(f"the document could not be set: {error}") from None
    return made


def _block(block: Block, folder: str) -> str:
    match block:
        case Heading(text, level):
            return f"{'=' * level} {escape(text)}"
        case Words(text):
            return escape(text)
        case Table(head, rows, caption):
            return _table(head, rows, caption)
        case Code(source, language):
            return fence(source, language)
        case Passage(body):
            return body.typst()
        case Picture(name, _, caption):
            path = f"{folder}/{name}.svg" if folder else f"{name}.svg"
            return f'#figure(image("{path}", width: 85%), caption: [{escape(caption)}])'


def _table(head: tuple[str, ...], rows: tuple[tuple[str, ...], ...], caption: str) -> str:
    cells = ", ".join(f"[*{escape(x)}*]" for x in head)
    lines = [f"  {', '.join(f'[{escape(x)}]' for x in row)}," for row in rows]
    table = "\n".join([f"#table(columns: {len(head)}, align: left,", f"  table.header({cells}),", *lines, ")"])
    return f"{escape(caption)}\n{table}" if caption else table
