"""A quantity of a robot typeset in a language for a page width: which symbols, which names, where lines break.

    display(mechanics, language("latex", 425), "tau", Look())

Equations are written in the robot's own symbols, or in base parameters if they are long. If an equation does not fit, or takes more than
`MOST` lines, sums of angles are shortened, cos(q1 + q2) = c12; a matrix that is too wide is given by its
entries; then what occurs often gets a name. Plain text only breaks lines.

Names are chosen by the width that they save:

    gain = n (w − w_name) − (w + w_name + 2 em)        n occurrences, w wide

The largest gain above 0.4 of the page's width is taken, the page is measured again, and so on, at most eight names. An
expression without coordinates is called a1, a2, …, one with coordinates k1, k2, …; names are defined before they are used.

Terms that rounding leaves of a robot given in numbers are dropped:

    |term| < least · largest of its unit        |k (a + b cos q2) q̈1| = |k| max(|a|, |b|)

Inertial, centrifugal and Coriolis terms share a unit, gravity has another. A torque that is small as a whole, an entry
M_ii and coefficients written separately are measured by themselves, so no torque becomes 0 and M stays positive
definite. A name has the size of what it stands for, and is dropped with its last use.

`TypesetEquations` is the base class of results that show their equations in every language:

    class Statics(TypesetEquations):  def sheet(self, sheet): yield ListedEquation("tau1", …)
    Statics(…).text()  .latex(width=246)  .typst()  .html()
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeAlias

from dalembert.argument import choice
from dalembert.closed.model.base_parameters import BaseForm, BaseParameters
from dalembert.closed.model.mechanics import Mechanics, announce
from dalembert.closed.printing.display import DIGITS, ElementDisplay, Style, TreeWriter
from dalembert.closed.printing.expression import Atom, ExpressionProduct, ExpressionSum, FactorRank
from dalembert.closed.printing.layout import LONG, EquationList, Grid, ListedEquation, Making
from dalembert.typeset import block as b
from dalembert.typeset import tree as t
from dalembert.typeset.html import shown_alone
from dalembert.typeset.language import Language
from dalembert.typeset.languages import language as language_of
from dalembert.typeset.line_breaking import Page, broken, widths

_LONG = 60  # terms of an entry of M from which on equations are printed in base parameters
_LONGER = 2  # times as many terms of M, at which they are not: oblique axes keep apart what numbers add up


def is_long(exact: Mechanics) -> bool:
    """Whether equations are too long for a robot's own symbols."""
    return max(len(x) for row in exact.M for x in row) > _LONG and not exact.tree.is_lifted


def chosen(exact: Mechanics, regrouped: Callable[[], Mechanics], group: str | None) -> Mechanics:
    """The equations, or the `regrouped` ones in base parameters, as requested ("inertia", "base"), else the shorter form."""
    if group is not None:
        choice(group, "group", ("inertia", "base"))
    if group == "inertia" or not (group or is_long(exact)):
        return exact
    base = regrouped()
    return base if group or size(base) < _LONGER * size(exact) else exact


def size(exact: Mechanics) -> int:
    """Terms of M."""
    return sum(len(x) for row in exact.M for x in row)


_MOVING = ("inertial", "centrifugal", "Coriolis")


def pruned(sheet: Sequence[ListedEquation], least: float) -> list[ListedEquation]:
    """The equations without terms below this part of the largest of their unit."""
    apart = {x.left: x.right for x in sheet if isinstance(x.right, ExpressionSum) and x.left in _names(sheet)}
    scale = _TermSizes(least, apart)
    main = [x for x in sheet if x.left not in apart]
    kept = [*scale.equations(main), *(ListedEquation(name, scale.sum(right)) for name, right in apart.items())]
    while len(used := [x for x in kept if x.left not in apart or x.left in _names(kept)]) < len(kept):
        kept = used
    return kept


@dataclass(frozen=True)
class _TermSizes:
    """What is small: this part of the largest, with sums that are written apart."""

    least: float
    apart: Mapping[str, ExpressionSum]

    def equations(self, sheet: Sequence[ListedEquation]) -> list[ListedEquation]:
        largest: dict[str, float] = {}
        for x in sheet:
            for unit, size in self._sizes(x):
                largest[unit] = max(largest.get(unit, 0.0), size)
        return [self._equation(x, largest) for x in sheet]

    def sum(self, x: ExpressionSum, scale: float | None = None) -> ExpressionSum:
        bound = self.least * (self.size(x) if scale is None else scale)
        return ExpressionSum(tuple(self._product(p, bound) for p in x.products if self._size(p) >= bound))

    def size(self, x: ExpressionSum) -> float:
        """The largest number in a sum written out, roughly."""
        return max(map(self._size, x.products), default=0.0)

    def _size(self, p: ExpressionProduct) -> float:
        found = abs(float(p.coefficient))
        for factor, power in p.factors:
            inside = factor if isinstance(factor, ExpressionSum) else self.apart.get(factor.name)
            found *= 1.0 if inside is None else self.size(inside) ** power
        return found

    def _equation(self, x: ListedEquation, largest: dict[str, float]) -> ListedEquation:
        if isinstance(x.right, tuple):
            top = largest.get("", 0.0)
            rows = (
                tuple(self.sum(y, None if i == j else top) for j, y in enumerate(row)) for i, row in enumerate(x.right)
            )
            return replace(x, right=tuple(rows))
        sizes = self._sizes(x)
        small = bool(x.kinds) and all(size < self.least * largest[unit] for unit, size in sizes)
        scale = dict(sorted(sizes, key=lambda y: y[1])) if small else largest  # of equal keys the last, largest, counts
        bounds = [self.least * scale[unit] for unit, _ in sizes]
        kept = [k for k, (_, size) in enumerate(sizes) if size >= bounds[k]]
        right = ExpressionSum(tuple(self._product(x.right.products[k], bounds[k]) for k in kept))
        return replace(x, right=right, kinds=tuple(x.kinds[k] for k in kept) if x.kinds else ())

    def _sizes(self, x: ListedEquation) -> list[tuple[str, float]]:
        """(unit, size) of each term."""
        if isinstance(x.right, tuple):
            return [("", self.size(y)) for row in x.right for y in row]
        kinds = x.kinds or ("",) * len(x.right.products)
        units = (_MOVING[0] if kind in _MOVING else kind for kind in kinds)
        return [(unit, self._size(p)) for unit, p in zip(units, x.right.products, strict=True)]

    def _product(self, p: ExpressionProduct, bound: float) -> ExpressionProduct:
        """Without what is small in its one bracket; a product of several is left as it is."""
        brackets = [y for y, _ in p.factors if isinstance(y, ExpressionSum)]
        if len(brackets) != 1 or any(isinstance(y, ExpressionSum) and power != 1 for y, power in p.factors):
            return p
        rest = self._size(replace(p, factors=tuple(x for x in p.factors if x[0] is not brackets[0])))
        inside = ExpressionSum(tuple(y for y in brackets[0].products if self._size(y) * rest >= bound))
        if len(inside.products) == 1:  # no bracket is left
            (only,) = inside.products
            spread = (z for y, power in p.factors for z in (only.factors if y is brackets[0] else ((y, power),)))
            return ExpressionProduct(p.coefficient * only.coefficient, tuple(spread))
        return replace(p, factors=tuple((inside if y is brackets[0] else y, power) for y, power in p.factors))


_MOST = 8
_LEAST = 0.4  # of the width of the page
_NAME, _BESIDE = 1.0, 2.0  # em: a name, and what a definition takes beside itself
_LARGEST = 4000  # products on a sheet that is searched
Part: TypeAlias = ExpressionSum | tuple[tuple[Atom, int], ...]  # a bracket, or factors of a product


def named(
    sheet: Sequence[ListedEquation], measure: Callable[[ExpressionSum], float], width: float, free: Callable[[str], str]
) -> list[ListedEquation]:
    """The sheet with names for what is worth one; `measure` in em, `free` makes a name that nothing else has."""
    equations = list(sheet)
    defined: list[ListedEquation] = []
    while len(defined) < _MOST:
        counts = Counter(part for x in equations if isinstance(x.right, ExpressionSum) for part in _parts(x.right))
        if not counts or sum(counts.values()) > _LARGEST:
            break
        gains = {part: _gain(n, measure(_sum(part))) for part, n in counts.items() if n > 1}
        best = max(gains, key=lambda part: gains[part], default=None)
        if best is None or gains[best] < _LEAST * width:
            break
        letter = "k" if _ranked(_sum(best), FactorRank.COORDINATE) else "a"
        name = free(f"{letter}{sum(x.left.startswith(letter) for x in defined) + 1}")
        atom = Atom("symbol", name, (FactorRank.INERTIAL, 0, name))
        equations = [_replaced(x, best, atom) for x in equations]
        defined = [_replaced(x, best, atom) for x in defined]
        defined.append(ListedEquation(name, _sum(best)))
    return [*_ordered(defined), *equations]


def _gain(n: int, w: float) -> float:
    return n * (w - _NAME) - (w + _NAME + _BESIDE)


def _parts(x: ExpressionSum) -> Iterator[Part]:
    """Brackets, and what is left of each product without numbers and rates."""
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
    return part if isinstance(part, ExpressionSum) else ExpressionSum((ExpressionProduct(Fraction(1), part),))


def _still(product: ExpressionProduct) -> tuple[tuple[Atom, int], ...]:
    """The symbols and functions of a product that are no rates."""
    return tuple([(f, e) for f, e in product.factors if isinstance(f, Atom) and f.rank[0] < FactorRank.VELOCITY])


def _ranked(x: ExpressionSum, rank: int) -> bool:
    """Whether there is anything of this rank or a later one: coordinates, rates."""
    return any(atom.rank[0] >= rank for atom in x.atoms())


def _replaced(x: ListedEquation, part: Part, atom: Atom) -> ListedEquation:
    return replace(x, right=_inside(x.right, part, atom)) if isinstance(x.right, ExpressionSum) else x


def _inside(x: ExpressionSum, part: Part, atom: Atom) -> ExpressionSum:
    return ExpressionSum(tuple(ExpressionProduct(p.coefficient, tuple(_factors(p, part, atom))) for p in x.products))


def _factors(product: ExpressionProduct, part: Part, atom: Atom) -> Iterator[tuple[Atom | ExpressionSum, int]]:
    still = _still(product)
    if still == part:
        yield atom, 1
    for factor, power in product.factors:
        if isinstance(factor, ExpressionSum):
            yield (atom if factor == part else _inside(factor, part, atom)), power
        elif still != part or (factor, power) not in still:
            yield factor, power


def _ordered(defined: list[ListedEquation]) -> list[ListedEquation]:
    """Each definition after those that it uses."""
    used = {x.left: _names([x]) for x in defined}
    return sorted(defined, key=lambda x: sum(y.left in used[x.left] for y in defined))


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
    mechanics: Mechanics, language: Language, what: str | Making, look: Look, reader: ElementDisplay | None = None
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
    reader: ElementDisplay

    def display(self, short: bool) -> b.Display:
        language, look, page, mechanics = self.language, self.look, self.language.page, self.mechanics
        style = look.style(short, language.plain)

        def fits(rows: Grid) -> bool:
            writer = self.reader.writer(style, [x for row in rows for x in row])
            return language.plain or page.measure(writer.matrix(rows)) + 2.5 <= page.width

        sheet = EquationList(mechanics, look.fold, look.long, fits, pattern=not language.plain).equations(self.what)
        if look.least:
            sheet = pruned(sheet, look.least)
        if isinstance(mechanics, BaseForm):
            sheet += _used(mechanics.base, sheet)
        writer = self.reader.writer(style, [entry for x in sheet for entry in x.sums])
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


def _equation(writer: TreeWriter, x: ListedEquation) -> b.Equation:
    left = writer.symbol(x.left)
    if isinstance(x.right, tuple):
        return b.Equation(replace(left, bold=True), (writer.matrix(x.right),))
    return b.Equation(left, (writer.sum(x.right, x.kinds),))


def _used(base: BaseParameters, sheet: list[ListedEquation]) -> list[ListedEquation]:
    """Definitions of the base parameters on a sheet that are not symbols of the robot themselves."""
    on_sheet = _names(sheet)
    own = base.mechanics.ring.index
    return [ListedEquation(x.name, base.display.sum(x.value)) for x in base if x.name in on_sheet and x.name not in own]


def _names(sheet: Sequence[ListedEquation]) -> set[str]:
    """The names that the right sides of equations contain."""
    return {atom.name for x in sheet for entry in x.sums for atom in entry.atoms()}


class Typeset(ABC):
    """Equations that show themselves in every language; style as of `Equations.text`: `width short digits fold names symbols`."""

    @abstractmethod
    def typeset(self, language: Language, *what: Any, **style: Any) -> b.Display:
        """The equations as they can stand on a page in this language."""

    def text(self, *what: str, **style: Any) -> str:
        """Plain text, an equation a line."""
        return self._written("text", *what, **style)

    def latex(self, *what: str, **style: Any) -> str:
        """The same in LaTeX, broken where the page ends."""
        return self._written("latex", *what, **style)

    def typst(self, *what: str, **style: Any) -> str:
        """The same in Typst."""
        return self._written("typst", *what, **style)

    def html(self, *what: str, **style: Any) -> str:
        """The same as MathML."""
        return f'<div class="dalembert">{self._written("html", *what, **style)}</div>'

    def _written(self, name: str, *what: str, width: float | None = None, **style: Any) -> str:
        language = language_of(name, width)
        return language.set(self.typeset(language, *what, **style))

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"

    def _repr_html_(self) -> str:
        return shown_alone(self.html())


class TypesetEquations(Typeset):
    """Equations beside those of motion."""

    @property
    @abstractmethod
    def model(self) -> Mechanics:
        """In whose ring and letters they are."""

    @abstractmethod
    def sheet(self, sheet: EquationList) -> Iterator[ListedEquation]:
        """The equations, in order."""

    @property
    def reader(self) -> ElementDisplay:
        """What makes formulas of their terms."""
        return self.model.display

    def typeset(self, language: Language, **style: Any) -> b.Display:
        look = Look(**{"digits": DIGITS[language.plain], **style})
        return display(self.model, language, self.sheet, look, self.reader)
