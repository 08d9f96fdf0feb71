"""A derivation as blocks of a page: its steps are numbered 1, 1.1, …, words and displays in the order they are read in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dalembert.closed.derivation.step import Step
from dalembert.closed.printing.tree_writer import Style
from dalembert.typeset import block as b
from dalembert.typeset.formula import INLINE, renamed
from dalembert.typeset.language import Language
from dalembert.typeset.lines import broken, widths
from dalembert.typeset.width import Page


def blocks(
    steps: Sequence[Step], language: Language, terms: int, style: Style, level: int = 1, before: str = ""
) -> Iterator[b.Block]:
    """The steps, their headings from this level on."""
    for i, step in enumerate(steps, 1):
        number = f"{before}{i}"
        yield b.Section(step.title, level, number)
        if step.words:
            yield b.Words(INLINE.sub(lambda x: renamed(x[0], style.symbols), step.words), formulas=True)
        yield from _displays(step, language, terms, style)
        yield from blocks(step.steps, language, terms, style, level + 1, f"{number}.")


def _displays(step: Step, language: Language, terms: int, style: Style) -> Iterator[b.Display]:
    """Equations of a step, in one display as long as their relation signs can be in line."""
    run: tuple[b.Equation, ...] = ()
    for equation in step.equations:
        made = equation.typeset(language, terms, style)
        joint = b.Display((*run, *made.equations))
        if run and not _fits(joint, language.page):
            yield b.Display(run)
            run = made.equations
        else:
            run = joint.equations
    if run:
        yield b.Display(run)


def _fits(x: b.Display, page: Page) -> bool:
    """Whether relation signs can be in line without pushing anything off the page."""
    lines = broken(x, page)
    return lines.aligned and max(widths(lines, page)) <= page.width
