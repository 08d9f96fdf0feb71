"""A derivation as a document: plain text, Markdown, LaTeX, Typst, HTML. Steps are numbered 1, 1.1, …"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Sequence
from html import escape

from dalembert.closed.derivation.step import Step
from dalembert.closed.printing.typesetting import Style, words

_WIDTH = 110
_SPECIAL = {"latex": re.compile(r"([&%#_${}])"), "markup": re.compile(r"([\\`_*#@<>$\[\]~/])")}


def text(title: str, steps: Sequence[Step], terms: int, short: bool) -> str:
    style = Style("text", terms, short)
    lines = [title, "=" * len(title)]

    def write(step: Step, number: str, depth: int) -> None:
        pad = "  " * depth
        lines.extend(["", f"{pad}{number} {step.title}"])
        if step.words:
            lines.extend(
                textwrap.wrap(
                    words(step.words, style),
                    _WIDTH - len(pad) - 2,
                    initial_indent=pad + "  ",
                    subsequent_indent=pad + "  ",
                )
            )
        lines.extend(f"{pad}    {x}" for equation in step.equations for x in equation.lines(style))

    _walk(steps, write)
    return "\n".join(lines) + "\n"


def markdown(title: str, steps: Sequence[Step], terms: int, short: bool) -> str:
    style = Style("latex", terms, short)
    lines = [f"# {_escaped('markup', title)}"]

    def write(step: Step, number: str, depth: int) -> None:
        lines.extend(["", f"{'#' * (depth + 2)} {number} {step.title}"])
        if step.words:
            lines.extend(["", words(step.words, style)])
        for equation in step.equations:
            lines.extend(["", "$$", *_joined(equation.lines(style), " \\\\"), "$$"])

    _walk(steps, write)
    return "\n".join(lines) + "\n"


def latex(title: str, steps: Sequence[Step], terms: int, short: bool) -> str:
    style = Style("latex", terms, short)
    lines = [rf"\section*{{{_escaped('latex', title)}}}"]

    def write(step: Step, number: str, depth: int) -> None:
        lines.extend(["", f"\\{'sub' * min(depth + 1, 2)}section*{{{number} {step.title}}}"])
        if step.words:
            lines.append(words(step.words, style))
        if step.equations:
            rows = [x.replace(" = ", " &= ", 1) for equation in step.equations for x in equation.lines(style)]
            lines.extend([r"\begin{align*}", *_joined(rows, " \\\\"), r"\end{align*}"])

    _walk(steps, write)
    return "\n".join(lines) + "\n"


def typst(title: str, steps: Sequence[Step], terms: int, short: bool) -> str:
    style = Style("typst", terms, short)
    lines = [f"= {_escaped('markup', title)}"]

    def write(step: Step, number: str, depth: int) -> None:
        lines.extend(["", f"{'=' * (depth + 2)} {number} {step.title}"])
        if step.words:
            lines.append(words(step.words, style))
        lines.extend(f"$ {x} $" for equation in step.equations for x in equation.lines(style))

    _walk(steps, write)
    return "\n".join(lines) + "\n"


def html(title: str, steps: Sequence[Step], terms: int, short: bool) -> str:
    style = Style("mathml", terms, short)
    parts = [f'<section class="derivation"><h2>{escape(title)}</h2>']

    def write(step: Step, number: str, depth: int) -> None:
        parts.append(f"<h{depth + 3}>{number} {escape(step.title)}</h{depth + 3}>")
        if step.words:
            parts.append(f"<p>{words(step.words, style)}</p>")
        parts.extend(
            f'<math display="block"><mrow>{x}</mrow></math>'
            for equation in step.equations
            for x in equation.lines(style)
        )

    _walk(steps, write)
    return "\n".join([*parts, "</section>\n"])


def _walk(steps: Sequence[Step], write: Callable[[Step, str, int], None], before: str = "", depth: int = 0) -> None:
    for i, step in enumerate(steps, 1):
        number = f"{before}{i}."
        write(step, number, depth)
        _walk(step.steps, write, number, depth + 1)


def _joined(rows: list[str], between: str) -> list[str]:
    return [row + between for row in rows[:-1]] + rows[-1:]


def _escaped(kind: str, title: str) -> str:
    """Signs that the language would read as its own, behind a backslash."""
    if kind == "latex":  # these three have no sign of their own behind a backslash
        title = title.translate({ord("\\"): "/", ord("^"): "'", ord("~"): "-"})
    return _SPECIAL[kind].sub(r"\\\1", title)
