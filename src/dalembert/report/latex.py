"""A document in LaTeX, whole: it loads amsmath and graphicx and compiles with any engine."""

from __future__ import annotations

from dalembert.report.document import Block, Code, Document, Heading, Passage, Picture, Table, Words, joined
from dalembert.report.escape import latex as escape

PREAMBLE = r"""\documentclass[a4paper,10pt]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb,graphicx,longtable}
\usepackage[margin=2cm]{geometry}
\allowdisplaybreaks
\setlength{\parindent}{0pt}\setlength{\parskip}{6pt}"""


def write(document: Document, folder: str = "") -> str:
    """The source; its pictures are `folder`/name.pdf."""
    title = rf"\begin{{center}}\LARGE\bfseries {escape(document.title)}\end{{center}}"
    blocks = [_block(block, folder) for block in document.blocks]
    return joined([PREAMBLE, r"\begin{document}", title, *blocks, r"\end{document}"])


def _block(block: Block, folder: str) -> str:
    match block:
        case Heading(text, level):
            return rf"\{'sub' * (level - 1)}section*{{{escape(text)}}}"
        case Words(text):
            return escape(text)
        case Table(head, rows, caption):
            return _table(head, rows, caption)
        case Code(source):
            # an \end{verbatim} inside the source would end it: the zero-width break keeps it text
            return "\\begin{verbatim}\n" + source.rstrip().replace("\\end{", "\\end {") + "\n\\end{verbatim}"
        case Passage(body):
            return body.latex()
        case Picture(name, _, caption):
            path = f"{folder}/{name}" if folder else name
            image = rf"\includegraphics[width=.85\linewidth]{{{path}}}"
            return rf"\begin{{center}}{image}\\ {{\small {escape(caption)}}}\end{{center}}"


def _table(head: tuple[str, ...], rows: tuple[tuple[str, ...], ...], caption: str) -> str:
    widths = "l" * len(head) if len(head) > 5 else "".join(rf"p{{{0.92 / len(head):.3f}\linewidth}}" for _ in head)
    lines = [" & ".join(escape(x) for x in row) + r" \\" for row in rows]
    top = " & ".join(rf"\textbf{{{escape(x)}}}" for x in head) + r" \\ \hline"
    said = [escape(caption)] if caption else []
    return "\n".join([*said, rf"{{\footnotesize\begin{{longtable}}{{{widths}}}", top, *lines, r"\end{longtable}}"])
