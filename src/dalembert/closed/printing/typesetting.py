"""Typesetting of a robot's quantities for an output language and a page width.

    display(mechanics, language("latex", 425), "tau", Style())

Equations are written in the robot's own symbols, or in base parameters if the equations are long. An equation is
shortened if it is wider than the page or takes more than `MOST` lines. First, cosines and sines of sums are
abbreviated, as in c12 for cos(q1 + q2). A matrix that is too wide is written entry by entry. Finally, frequent
expressions are given names. Plain text is broken into lines but not shortened.

Expressions get names if this saves enough width:

    gain = n (w − w_name) − (w + w_name + 2 em)        n occurrences of width w

The expression with the largest gain is given a name if the gain exceeds 0.4 page widths. The equations are then
measured again, and the next expression is given a name, up to a total of eight names. Expressions without coordinates
are named a1, a2 and so on, and expressions with coordinates are named k1, k2 and so on. Names are defined before they
are used.

`TypesetEquations` is the base class of results that show their equations in every language:

    class Statics(TypesetEquations):  def sheet(self, sheet): yield ListedEquation("tau1", …)
    Statics(…).text()  .latex(width=246)  .typst()  .html()
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from dalembert.argument import choice, real
from dalembert.closed.model.base_parameters import BaseForm, BaseParameters
from dalembert.closed.model.mechanics import Mechanics, announce
from dalembert.closed.printing.abbreviated_equations import EquationList, Grid, ListedEquation, Making
from dalembert.closed.printing.display import ElementDisplay, Style, TreeWriter
from dalembert.closed.printing.expression import (
    Atom,
    ExpressionProduct,
    ExpressionSum,
    Factor,
    FactorRank,
    Monomial,
    coefficient,
)
from dalembert.typeset import block as b
from dalembert.typeset import tree as t
from dalembert.typeset.html import shown_alone
from dalembert.typeset.language import Language
from dalembert.typeset.languages import language as language_of
from dalembert.typeset.line_breaking import Page, broken, widths

_LONG = 60  # number of terms of an entry of M above which equations are printed in base parameters
_LONGER = 2  # relative growth of M above which base parameters are not used, as for oblique axes


def is_long(exact: Mechanics) -> bool:
    """Return whether the equations are too long to be written in the robot's own symbols."""
    return not exact.tree.is_lifted and max(len(x) for row in exact.M for x in row) > _LONG


def chosen(exact: Mechanics, regrouped: Callable[[], Mechanics], group: str | None) -> Mechanics:
    """Return the equations in inertial parameters ("inertia") or base parameters ("base"), by default in the shorter
    form.
    """
    if group is not None:
        choice(group, "group", ("inertia", "base"))
    if group == "inertia" or not (group or is_long(exact)):
        return exact
    base = regrouped()
    return base if group or size(base) < _LONGER * size(exact) else exact


def size(exact: Mechanics) -> int:
    """Count the terms of the inertia matrix M."""
    return sum(len(x) for row in exact.M for x in row)


_MOST = 8
_LEAST = 0.4  # smallest gain, relative to the page width
_NAME, _BESIDE = 1.0, 2.0  # em: width of a name, and the additional width of a definition
_LARGEST = 4000  # largest number of products on a sheet in which repeated expressions are searched
Part: TypeAlias = ExpressionSum | Monomial  # a bracket, or factors of a product


def named(
    sheet: Sequence[ListedEquation], measure: Callable[[ExpressionSum], float], width: float, free: Callable[[str], str]
) -> list[ListedEquation]:
    """Give names to long or repeated parts of equations, and return the definitions followed by the equations.

    `measure` returns the width of an expression in ems, and `free` returns an unused name.
    """
    equations = list(sheet)
    defined: list[ListedEquation] = []
    while len(defined) < _MOST:
        counts = Counter(part for x in equations if isinstance(x.right, ExpressionSum) for part in _parts(x.right))
        if not counts or sum(counts.values()) > _LARGEST:
            break
        widths = {part: measure(_sum(part)) for part, n in counts.items() if n > 1}
        gains = {part: counts[part] * (w - _NAME) - (w + _NAME + _BESIDE) for part, w in widths.items()}
        best = max(gains, key=lambda part: gains[part], default=None)
        if best is None or gains[best] < _LEAST * width:
            break
        letter = "k" if _ranked(_sum(best), FactorRank.COORDINATE) else "a"
        name = free(f"{letter}{sum(x.left.startswith(letter) for x in defined) + 1}")
        atom = coefficient(name)
        equations = [_replaced(x, best, atom) for x in equations]
        defined = [_replaced(x, best, atom) for x in defined]
        defined.append(ListedEquation(name, _sum(best)))
    return [*_ordered(defined), *equations]


def _parts(x: ExpressionSum) -> Iterator[Part]:
    """Yield the brackets of an expression, and each of its products without numbers and velocities."""
    for product in x.products:
        still = _still(product)
        if len(still) > 1:
            yield still
        for factor, _ in product.factors:
            if isinstance(factor, ExpressionSum):
                if not _ranked(factor, FactorRank.VELOCITY):
                    yield factor
                yield from _parts(factor)


def _sum(part: Part) -> ExpressionSum:
    return part if isinstance(part, ExpressionSum) else ExpressionSum.of(*part)


def _still(product: ExpressionProduct) -> Monomial:
    """Return the symbols and functions in a product, except rates."""
    return tuple([(f, e) for f, e in product.factors if isinstance(f, Atom) and f.rank[0] < FactorRank.VELOCITY])


def _ranked(x: ExpressionSum, rank: int) -> bool:
    """Check whether an expression contains a symbol of the given or a higher rank, such as a coordinate or a rate."""
    return any(atom.rank[0] >= rank for atom in x.atoms())


def _replaced(x: ListedEquation, part: Part, atom: Atom) -> ListedEquation:
    return replace(x, right=_inside(x.right, part, atom)) if isinstance(x.right, ExpressionSum) else x


def _inside(x: ExpressionSum, part: Part, atom: Atom) -> ExpressionSum:
    return ExpressionSum(tuple(ExpressionProduct(p.coefficient, tuple(_factors(p, part, atom))) for p in x.products))


def _factors(product: ExpressionProduct, part: Part, atom: Atom) -> Iterator[Factor]:
    still = _still(product)
    if still == part:
        yield atom, 1
    for factor, power in product.factors:
        if isinstance(factor, ExpressionSum):
            yield (atom if factor == part else _inside(factor, part, atom)), power
        elif still != part or (factor, power) not in still:
            yield factor, power


def _ordered(defined: list[ListedEquation]) -> list[ListedEquation]:
    """Sort definitions so that each definition follows the definitions on which it depends."""
    used = {x.left: _names([x]) for x in defined}
    return sorted(defined, key=lambda x: sum(y.left in used[x.left] for y in defined))


_MANY = 800  # number of terms of M above which repeated expressions are not searched
_LARGE = 150  # number of terms of M above which every equation is shortened
MOST = 6  # largest number of lines of a readable equation


def display(
    mechanics: Mechanics, language: Language, what: str | Making, style: Style, reader: ElementDisplay | None = None
) -> b.Display:
    """Typeset a quantity of a robot, followed by the parts that are listed separately.

    `reader` replaces the robot's own formatter.
    """
    reader = reader or mechanics.display
    if isinstance(what, str):
        announce(mechanics.robot.name, what, size(mechanics), mechanics.n)
    short = bool(style.short)
    if style.short is None and not language.plain:
        short = isinstance(what, str) and size(mechanics) > _LARGE
        if not short:
            found = _display(mechanics, language, what, replace(style, short=False), reader)
            if _pleasant(found, language.page):
                return found
        short = True
    return _display(mechanics, language, what, replace(style, short=short), reader)


def _pleasant(x: b.Display, page: Page) -> bool:
    lines = broken(x, page)
    most = count = 0
    for line in lines.lines:
        count = 1 if line.left is not None else count + 1
        most = max(most, count)
    return most <= MOST and max(widths(lines, page), default=0) <= page.width


def _display(
    mechanics: Mechanics, language: Language, what: str | Making, style: Style, reader: ElementDisplay
) -> b.Display:
    """Typeset a quantity with names for repeated expressions if it does not fit on the page otherwise."""
    page = language.page

    def fits(rows: Grid) -> bool:
        writer = reader.writer(style, [x for row in rows for x in row])
        return language.plain or page.measure(writer.matrix(rows)) + 2.5 <= page.width

    sheet = EquationList(mechanics, style.fold, style.long, fits, pattern=not language.plain).equations(what)
    if isinstance(mechanics, BaseForm):
        sheet += _used(mechanics.base, sheet)
    writer = reader.writer(style, [entry for x in sheet for entry in x.sums])
    found = b.Display(tuple(_equation(writer, x) for x in sheet))
    many = isinstance(what, str) and size(mechanics) > _MANY
    if language.plain or not style.names or many or _pleasant(found, page):
        return found
    own = {x.replace("_", "") for x in (*mechanics.ring.index, *(x.left for x in sheet))}

    def free(name: str) -> str:
        return free(name + "x") if name in own else name

    shorter = named(sheet, lambda x: page.measure(writer.sum(x)), page.width, free)
    return b.Display(tuple(_equation(writer, x) for x in shorter))


def base_display(base: BaseParameters, units: Mapping[str, str], style: Style) -> b.Display:
    """Typeset the base parameters as equations of the form name = combination, with units."""
    sums = [base.display.sum(x.value) for x in base]
    writer = base.display.writer(style, sums)
    each = zip(base, sums, strict=True)
    return b.Display(tuple(b.Equation(writer.symbol(x.name), (writer.sum(y),), units[x.name]) for x, y in each))


def symbols_display(mechanics: Mechanics, units: Mapping[str, str], style: Style) -> b.Display:
    """Typeset a table that lists the symbols in the equations with their units."""
    writer = mechanics.display.writer(style)
    known = [x for x in units if x in mechanics.ring.index]
    rows = [b.Equation(writer.symbol(x), (t.Unit(units[x], alone=True),)) for x in known]
    return b.Display(tuple(rows))


def _equation(writer: TreeWriter, x: ListedEquation) -> b.Equation:
    left = writer.symbol(x.left)
    if isinstance(x.right, tuple):
        return b.Equation(replace(left, bold=True), (writer.matrix(x.right),))
    return b.Equation(left, (writer.sum(x.right, x.kinds),))


def _used(base: BaseParameters, sheet: list[ListedEquation]) -> list[ListedEquation]:
    """Return the definitions of the base parameters that appear in a list of equations.

    Base parameters that equal a symbol of the robot are omitted.
    """
    on_sheet = _names(sheet)
    own = base.mechanics.ring.index
    return [ListedEquation(x.name, base.display.sum(x.value)) for x in base if x.name in on_sheet and x.name not in own]


def _names(sheet: Sequence[ListedEquation]) -> set[str]:
    """Return the names of the symbols on the right-hand sides of equations."""
    return {atom.name for x in sheet for entry in x.sums for atom in entry.atoms()}


class Typeset(ABC):
    """Base class for equations that can be displayed in each output language.

    The style options are the same as for `Equations.text`: width, short, digits, fold, names and symbols.
    """

    @abstractmethod
    def typeset(self, language: Language, *what: Any, **style: Any) -> b.Display:
        """Typeset the equations for a page in the given output language."""

    def text(self, *what: Any, **style: Any) -> str:
        """Format the equations as plain text, one equation per line."""
        return self._written("text", *what, **style)

    def latex(self, *what: Any, **style: Any) -> str:
        """Format the equations as LaTeX, with line breaks at the width of the page."""
        return self._written("latex", *what, **style)

    def typst(self, *what: Any, **style: Any) -> str:
        """Format the equations as Typst."""
        return self._written("typst", *what, **style)

    def html(self, *what: Any, **style: Any) -> str:
        """Format the equations as an HTML fragment with MathML."""
        return f'<div class="dalembert">{self._written("html", *what, **style)}</div>'

    def __str__(self) -> str:
        return self.text()

    def _written(self, name: str, *what: Any, width: float | None = None, **style: Any) -> str:
        language = language_of(name, width if width is None else real(width, "width", above=0))
        return language.set(self.typeset(language, *what, **style))

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"

    def _repr_html_(self) -> str:
        return shown_alone(self.html())


class TypesetEquations(Typeset):
    """Base class for a robot's equations other than its equations of motion."""

    @property
    @abstractmethod
    def model(self) -> Mechanics:
        """Mechanics object with the ring and the symbols of the equations."""

    @abstractmethod
    def sheet(self, sheet: EquationList) -> Iterator[ListedEquation]:
        """Yield the equations in order."""

    @property
    def reader(self) -> ElementDisplay:
        """Formatter for the formulas in these equations."""
        return self.model.display

    def typeset(self, language: Language, **style: Any) -> b.Display:
        look = Style.on(language, **style)
        return display(self.model, language, self.sheet, look, self.reader)
