"""A quantity of a robot, set in a language for a width: which equations, how they are named, where they break.

    display(mechanics, language("latex", 425), "tau", Look())

Where an equation does not fit, or takes more than `MOST` lines, sums of angles are shortened, cos(q1 + q2) = c12; a
matrix that is too wide is given by its entries; then what occurs often gets a name. Plain text only breaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dalembert.closed.base_parameters import BaseParameters
from dalembert.closed.model.base_form import BaseForm
from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.model.size import announce
from dalembert.closed.printing.atom import Atom, Sum
from dalembert.closed.printing.display import Display
from dalembert.closed.printing.form import size
from dalembert.closed.printing.naming import named
from dalembert.closed.printing.negligible import pruned
from dalembert.closed.printing.pattern import Grid
from dalembert.closed.printing.sheet import LONG, Equation, Making, Sheet
from dalembert.closed.printing.tree_writer import Style, TreeWriter
from dalembert.typeset import block as b
from dalembert.typeset import tree as t
from dalembert.typeset.language import Language
from dalembert.typeset.lines import broken, widths
from dalembert.typeset.width import Page

_MANY = 800  # terms of M from which on a sheet is not searched for names: nobody reads it on paper
_LARGE = 150  # terms of M from which on nothing fits without shortening
MOST = 6  # lines of one equation that are read with pleasure


@dataclass(frozen=True)
class Look:
    """How a quantity is to look; see `Equations.text`."""

    short: bool | None = None
    digits: int | None = 6
    fold: int = 8
    long: int = LONG
    names: bool = True
    symbols: Mapping[str, str] = field(default_factory=dict)
    least: float = 0.0  # `pruned`: for pages of robots given in numbers alone

    def style(self, short: bool, plain: bool) -> Style:
        return Style(short, self.digits, False, self.symbols, plain)


def display(
    mechanics: Mechanics, language: Language, what: str | Making, look: Look, reader: Display | None = None
) -> b.Display:
    """A quantity of a robot, and below it what was written apart; `reader` makes the formulas, if not the robot's own."""
    of = _Setting(mechanics, language, what, look, reader or mechanics.display)
    if isinstance(what, str):
        announce(mechanics.robot.name, what, size(mechanics), mechanics.n)
    if look.short is not None or language.plain:
        return of.display(bool(look.short))
    if isinstance(what, str) and size(mechanics) > _LARGE:
        return of.display(short=True)
    found = of.display(short=False)
    return found if _pleasant(found, language.page) else of.display(short=True)


def _pleasant(x: b.Display, page: Page) -> bool:
    lines = broken(x, page)
    counts, count = [], 0
    for line in lines.lines:
        count = 1 if line.left is not None else count + 1
        counts.append(count)
    return max(counts, default=0) <= MOST and max(widths(lines, page), default=0) <= page.width


@dataclass(frozen=True)
class _Setting:
    """What is set, and where."""

    mechanics: Mechanics
    language: Language
    what: str | Making
    look: Look
    reader: Display

    def display(self, short: bool) -> b.Display:
        language, look, page, mechanics = self.language, self.look, self.language.page, self.mechanics
        style = look.style(short, language.plain)

        def fits(rows: Grid) -> bool:
            writer = self.reader.writer(style, [x for row in rows for x in row])
            return language.plain or page.measure(writer.matrix(rows)) + 2.5 <= page.width

        sheet = Sheet(mechanics, look.fold, look.long, fits, pattern=not language.plain).equations(self.what)
        if look.least:
            sheet = pruned(sheet, look.least)
        if isinstance(mechanics, BaseForm):
            sheet += _used(mechanics.base, sheet)
        writer = self.reader.writer(style, [entry for x in sheet for entry in _sums(x.right)])
        found = b.Display(tuple(_equation(writer, x) for x in sheet))
        many = isinstance(self.what, str) and size(mechanics) > _MANY
        if language.plain or not look.names or many or _pleasant(found, page):
            return found
        own = {x.replace("_", "") for x in (*mechanics.ring.index, *(x.left for x in sheet))}

        def free(name: str) -> str:
            return free(name + "x") if name in own else name

        shorter = named(sheet, lambda x: page.measure(writer.sum(x)), page.width, free)
        return b.Display(tuple(_equation(writer, x) for x in shorter))


def base_display(base: BaseParameters, units: Mapping[str, str], language: Language, look: Look) -> b.Display:
    """The base parameters: name = combination, unit."""
    sums = [base.display.sum(x.value) for x in base]
    writer = base.display.writer(look.style(bool(look.short), language.plain), sums)
    rows = [
        b.Equation(writer.symbol(x.name), (writer.sum(value),), units[x.name])
        for x, value in zip(base, sums, strict=True)
    ]
    return b.Display(tuple(rows))


def symbols_display(mechanics: Mechanics, units: Mapping[str, str], look: Look) -> b.Display:
    """Every symbol of the equations, and what it is measured in."""
    writer = mechanics.display.writer(look.style(False, True))
    known = [x for x in units if x in mechanics.ring.index]
    rows = [b.Equation(writer.symbol(x), (t.Unit(units[x], alone=True),)) for x in known]
    return b.Display(tuple(rows))


def _equation(writer: TreeWriter, x: Equation) -> b.Equation:
    left = writer.symbol(x.left)
    if isinstance(x.right, tuple):
        return b.Equation(replace(left, bold=True), (writer.matrix(x.right),))
    return b.Equation(left, (writer.sum(x.right, x.kinds),))


def _used(base: BaseParameters, sheet: list[Equation]) -> list[Equation]:
    """Definitions of the base parameters on a sheet that are not symbols of the robot themselves."""
    on_sheet = {name for x in sheet for entry in _sums(x.right) for name in _names(entry)}
    own = base.mechanics.ring.index
    return [Equation(x.name, base.display.sum(x.value)) for x in base if x.name in on_sheet and x.name not in own]


def _sums(x: Sum | Grid) -> list[Sum]:
    return [entry for row in x for entry in row] if isinstance(x, tuple) else [x]


def _names(x: Sum) -> set[str]:
    """Symbols in a sum."""
    found: set[str] = set()
    for product in x.products:
        for factor, _ in product.factors:
            found |= {factor.name} if isinstance(factor, Atom) else _names(factor)
    return found
