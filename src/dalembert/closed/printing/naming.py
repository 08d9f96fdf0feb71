"""Names for what occurs often, chosen by the width that they save on the page.

    gain = n (w − w_name) − (w + w_name + 2 em)        n times on the sheet, w wide

The largest gain above 0.4 of the page's width is taken, the sheet is measured again, and so on, eight names at most. What
depends on no coordinate is called a1, a2, …, what does k1, k2, …; names are defined before they are used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from dalembert.closed.printing.atom import Atom, Product, Sum
from dalembert.closed.printing.present import COORDINATE, INERTIAL, VELOCITY
from dalembert.closed.printing.sheet import Equation

_MOST = 8
_LEAST = 0.4  # of the width of the page
_NAME, _BESIDE = 1.0, 2.0  # em: a name, and what a definition takes beside itself
_LARGEST = 4000  # products on a sheet that is searched
Part: TypeAlias = Sum | tuple[tuple[Atom, int], ...]  # a bracket, or factors of a product


def named(
    sheet: Sequence[Equation], measure: Callable[[Sum], float], width: float, free: Callable[[str], str]
) -> list[Equation]:
    """The sheet with names for what is worth one; `measure` in em, `free` makes a name that nothing else has."""
    equations = list(sheet)
    defined: list[Equation] = []
    while len(defined) < _MOST:
        counts = Counter(part for x in equations if isinstance(x.right, Sum) for part in _parts(x.right))
        if not counts or sum(counts.values()) > _LARGEST:
            break
        gains = {part: _gain(n, measure(_sum(part))) for part, n in counts.items() if n > 1}
        best = max(gains, key=lambda part: gains[part], default=None)
        if best is None or gains[best] < _LEAST * width:
            break
        letter = "k" if _ranked(_sum(best), COORDINATE) else "a"
        name = free(f"{letter}{sum(x.left.startswith(letter) for x in defined) + 1}")
        atom = Atom("symbol", name, (INERTIAL, 0, name))
        equations = [_replaced(x, best, atom) for x in equations]
        defined = [_replaced(x, best, atom) for x in defined]
        defined.append(Equation(name, _sum(best)))
    return [*_ordered(defined), *equations]


def _gain(n: int, w: float) -> float:
    return n * (w - _NAME) - (w + _NAME + _BESIDE)


def _parts(x: Sum) -> Iterator[Part]:
    """Brackets, and what is left of each product without numbers and rates."""
    for product in x.products:
        still = _still(product)
        if len(still) > 1:
            yield still
        for factor, _ in product.factors:
            if isinstance(factor, Sum):
                if not _ranked(factor, VELOCITY):
                    yield factor
                yield from _parts(factor)


def _sum(part: Part) -> Sum:
    return part if isinstance(part, Sum) else Sum((Product(Fraction(1), part),))


def _still(product: Product) -> tuple[tuple[Atom, int], ...]:
    """The symbols and functions of a product that are no rates."""
    return tuple([(f, e) for f, e in product.factors if isinstance(f, Atom) and f.rank[0] < VELOCITY])


def _ranked(x: Sum, rank: int) -> bool:
    """Whether there is anything of this rank or a later one: coordinates, rates."""
    every = [f for product in x.products for f, _ in product.factors]
    return any(_ranked(f, rank) if isinstance(f, Sum) else f.rank[0] >= rank for f in every)


def _replaced(x: Equation, part: Part, atom: Atom) -> Equation:
    return replace(x, right=_inside(x.right, part, atom)) if isinstance(x.right, Sum) else x


def _inside(x: Sum, part: Part, atom: Atom) -> Sum:
    return Sum(tuple(Product(p.coefficient, tuple(_factors(p, part, atom))) for p in x.products))


def _factors(product: Product, part: Part, atom: Atom) -> Iterator[tuple[Atom | Sum, int]]:
    still = _still(product)
    if still == part:
        yield atom, 1
    for factor, power in product.factors:
        if isinstance(factor, Sum):
            yield (atom if factor == part else _inside(factor, part, atom)), power
        elif still != part or (factor, power) not in still:
            yield factor, power


def _ordered(defined: list[Equation]) -> list[Equation]:
    """Each definition after those that it uses."""
    return sorted(defined, key=lambda x: sum(y.left in _names(x.right) for y in defined if isinstance(x.right, Sum)))


def _names(x: object) -> set[str]:
    if not isinstance(x, Sum):
        return set()
    found = [f for product in x.products for f, _ in product.factors]
    return {f.name for f in found if isinstance(f, Atom)} | {y for f in found for y in _names(f)}
