"""A sheet of equations set in a language: text, LaTeX, Typst or MathML."""

from __future__ import annotations

from collections.abc import Mapping

from dalembert.closed.base_parameters import BaseParameters
from dalembert.closed.model.base_form import BaseForm
from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.printing.atom import Atom, Sum
from dalembert.closed.printing.printer import Printer
from dalembert.closed.printing.sheet import LONG, Equation, Grid, Sheet


def written(
    mechanics: Mechanics,
    language: str,
    what: str,
    *,
    short: bool = False,
    digits: int | None = 6,
    fold: int = 8,
    long: int = LONG,
) -> str:
    """A quantity of a robot, and below it what was written apart. See `Sheet` for `fold` and `long`."""
    sheet = Sheet(mechanics, fold, long).equations(what)
    if isinstance(mechanics, BaseForm):
        sheet += _used(mechanics.base, sheet)
    sums = [entry for x in sheet for entry in _sums(x.right)]
    printer = mechanics.display.printer(language, short=short, digits=digits, sums=sums)
    return printer.document([(printer.symbol(x.left), _right(printer, x)) for x in sheet])


def written_base(
    base: BaseParameters, units: Mapping[str, str], language: str, *, short: bool = False, digits: int | None = 6
) -> str:
    """The base parameters: name = combination, unit."""
    sums = [base.display.sum(x.value) for x in base]
    printer = base.display.printer(language, short=short, digits=digits, sums=sums)
    rows = []
    for x, value in zip(base, sums, strict=True):
        *lines, last = printer.lines(value)
        rows.append((printer.symbol(x.name), [*lines, last + printer.apart + printer.unit(units[x.name])]))
    return printer.document(rows)


def written_symbols(mechanics: Mechanics, units: Mapping[str, str], language: str) -> str:
    """Every symbol of the equations, and what it is measured in."""
    printer = mechanics.display.printer(language)
    known = [x for x in units if x in mechanics.ring.index]
    return printer.document([(printer.symbol(x), [printer.unit(units[x])]) for x in known])


def _right(printer: Printer, x: Equation) -> list[str]:
    if isinstance(x.right, tuple):
        return [printer.matrix([[printer.sum(entry) for entry in row] for row in x.right])]
    return printer.lines(x.right)


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
