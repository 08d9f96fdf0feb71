"""Terms too small for a page: what rounding leaves of a robot given in numbers.

    |term| < least · largest of its unit        |k (a + b cos q2) q̈1| = |k| max(|a|, |b|)

Inertial, centrifugal and Coriolis terms share a unit, gravity has another. A torque that is small as a whole, an entry
M_ii and what is written apart are measured by themselves: no motor is told that it gives nothing, and M stays positive
definite. A name has the size of what it stands for, and goes with its last use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dalembert.closed.printing.atom import Atom, Product, Sum
from dalembert.closed.printing.sheet import Equation

_MOVING = ("inertial", "centrifugal", "Coriolis")


def pruned(sheet: Sequence[Equation], least: float) -> list[Equation]:
    """The equations without terms below this part of the largest of their unit."""
    apart = {x.left: x.right for x in sheet if isinstance(x.right, Sum) and x.left in _names(sheet)}
    scale = _Scale(least, apart)
    main = [x for x in sheet if x.left not in apart]
    kept = [*scale.equations(main), *(Equation(name, scale.sum(right)) for name, right in apart.items())]
    while len(used := [x for x in kept if x.left not in apart or x.left in _names(kept)]) < len(kept):
        kept = used
    return kept


@dataclass(frozen=True)
class _Scale:
    """What is small: this part of the largest, with sums that are written apart."""

    least: float
    apart: Mapping[str, Sum]

    def equations(self, sheet: Sequence[Equation]) -> list[Equation]:
        largest: dict[str, float] = {}
        for x in sheet:
            for unit, size in self._sizes(x):
                largest[unit] = max(largest.get(unit, 0.0), size)
        return [self._equation(x, largest) for x in sheet]

    def sum(self, x: Sum, scale: float | None = None) -> Sum:
        bound = self.least * (self.size(x) if scale is None else scale)
        return Sum(tuple(self._product(p, bound) for p in x.products if self._size(p) >= bound))

    def size(self, x: Sum) -> float:
        """The largest number in a sum written out, roughly."""
        return max(map(self._size, x.products), default=0.0)

    def _size(self, p: Product) -> float:
        found = abs(float(p.coefficient))
        for factor, power in p.factors:
            inside = factor if isinstance(factor, Sum) else self.apart.get(factor.name)
            found *= 1.0 if inside is None else self.size(inside) ** power
        return found

    def _equation(self, x: Equation, largest: dict[str, float]) -> Equation:
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
        right = Sum(tuple(self._product(x.right.products[k], bounds[k]) for k in kept))
        return replace(x, right=right, kinds=tuple(x.kinds[k] for k in kept) if x.kinds else ())

    def _sizes(self, x: Equation) -> list[tuple[str, float]]:
        """(unit, size) of each term."""
        if isinstance(x.right, tuple):
            return [("", self.size(y)) for row in x.right for y in row]
        kinds = x.kinds or ("",) * len(x.right.products)
        units = (_MOVING[0] if kind in _MOVING else kind for kind in kinds)
        return [(unit, self._size(p)) for unit, p in zip(units, x.right.products, strict=True)]

    def _product(self, p: Product, bound: float) -> Product:
        """Without what is small in its one bracket; a product of several is left as it is."""
        brackets = [y for y, _ in p.factors if isinstance(y, Sum)]
        if len(brackets) != 1 or any(isinstance(y, Sum) and power != 1 for y, power in p.factors):
            return p
        rest = self._size(replace(p, factors=tuple(x for x in p.factors if x[0] is not brackets[0])))
        inside = Sum(tuple(y for y in brackets[0].products if self._size(y) * rest >= bound))
        if len(inside.products) == 1:  # no bracket is left
            (only,) = inside.products
            spread = (z for y, power in p.factors for z in (only.factors if y is brackets[0] else ((y, power),)))
            return Product(p.coefficient * only.coefficient, tuple(spread))
        return replace(p, factors=tuple((inside if y is brackets[0] else y, power) for y, power in p.factors))


def _names(sheet: Sequence[Equation]) -> set[str]:
    """What the right sides are written in."""
    found: set[str] = set()
    todo = [y for x in sheet for y in (x.right,) if isinstance(y, Sum)]
    todo += [z for x in sheet if isinstance(x.right, tuple) for row in x.right for z in row]
    while todo:
        for product in todo.pop().products:
            for factor, _ in product.factors:
                if isinstance(factor, Atom):
                    found.add(factor.name)
                else:
                    todo.append(factor)
    return found
