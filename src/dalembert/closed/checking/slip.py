"""Slips of the pen: what was derived right and written down wrong, each as another term.

    sin for cos, an angle for another, a symbol for another (m1 for m2, l1 for lc1), a square lost or added,
    a factor lost (m lc cos q for m g lc cos q) or one too many, q̇ for q̈

Each slip is tried on the terms of the model that are not written, one by one and in groups: all terms with the same
acceleration or velocity product, all with the same mass as well, all together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from dalembert.closed.algebra.generator import Finer, Missing, Poly
from dalembert.closed.checking.compare import motion
from dalembert.closed.printing.atom import Atom, Monomial, Product, Sum, Terms
from dalembert.closed.printing.display import Display
from dalembert.closed.printing.present import ANGLE, CONSTANT, COORDINATE, EFFORT, GRAVITY, INERTIAL
from dalembert.errors import WrongValue

Image: TypeAlias = Callable[[int], Poly]  # what a factor to a power becomes
_ONE = Fraction(1)
_MOST = 12  # other symbols that one may be mistaken for


@dataclass(frozen=True, eq=False)
class Pen:
    """Writes terms back into the ring, with factors replaced."""

    display: Display

    def poly(self, terms: Terms, images: dict[Atom, Image] | None = None) -> Poly:
        """Σ k Π factor^power, with some factors replaced by their images."""
        ring = self.display.ring
        total = ring.zero
        for k, monomial in terms:
            product = ring.number(k)
            for atom, power in monomial:
                image = (images or {}).get(atom)
                product = product * (image(power) if image else self.atom(atom) ** power)
            total = total + product
        return ring.reduce(total)

    def atom(self, atom: Atom) -> Poly:
        known = self._atoms.get(atom)
        if known is None:
            assert atom.argument is not None
            known = self._atoms[atom] = self.sincos(atom.argument)[atom.kind == "cos"]
        return known

    def sincos(self, angle: Sum) -> tuple[Poly, Poly]:
        return self.display.ring.sincos(self.angle(angle))

    def angle(self, angle: Sum) -> Poly:
        return self.poly([(x.coefficient, x.factors) for x in angle.products])  # type: ignore[misc]  # an angle has no sums inside

    @cached_property
    def _atoms(self) -> dict[Atom, Poly]:
        count = len(self.display.ring.generators)
        return dict(zip(self.display.presenter.atoms[:count], self.display.ring.variables, strict=True))

    @cached_property
    def _said(self) -> dict[Atom | str, str]:
        """What was written before: the same factors stand in many groups of terms."""
        return {}

    def text(self, atom: Atom) -> str:
        if atom not in self._said:
            self._said[atom] = self.display.written("text", Sum((Product(_ONE, ((atom, 1),)),)))
        return self._said[atom]

    def written(self, p: Poly) -> str:
        key = str(p)
        if key not in self._said:
            self._said[key] = self.display.text(p)
        return self._said[key]


def slips(display: Display, lost: Terms) -> Iterator[tuple[Poly, str]]:
    """(change, sentence) of each slip on the terms of the model that are not written."""
    pen, ring = Pen(display), display.ring
    for scope in _scopes([x for x in lost if _is_steiner(x[1])]):
        yield -pen.poly(scope), "the parallel-axis (Steiner) term {lost} is missing: a mass at a distance d adds m d²"
    for scope in _scopes(lost):
        before = pen.poly(scope)
        for images, why in _replacements(pen, scope):
            with suppress(Missing, Finer, WrongValue):
                yield pen.poly(scope, images) - before, why
        for atom in _constants(pen)[:_MOST]:
            yield ring.reduce(before * pen.atom(atom)) - before, f"there is a factor {pen.text(atom)} too many"


def _constants(pen: Pen) -> list[Atom]:
    """The robot's own symbols, gravity first."""
    names = [x for x in pen.display.presenter.atoms if x.kind == "symbol" and x.name != "pi" and "[" not in x.name]
    own = [x for x in names if x.rank[0] in (GRAVITY, CONSTANT, INERTIAL)]
    return sorted(own, key=lambda x: x.rank[0] != GRAVITY)


def _scopes(lost: Terms) -> Iterator[Terms]:
    """All terms, those with the same motion, with the same motion and mass, each alone; no group twice."""
    seen = set()
    keys: tuple[Callable[[int], object], ...] = (
        lambda _: 0,
        lambda i: motion(lost[i][1]),
        lambda i: (motion(lost[i][1]), _inertial(lost[i][1])),
        lambda i: i,
    )
    for key in keys:
        groups: dict[object, list[int]] = {}
        for i in range(len(lost)):
            groups.setdefault(key(i), []).append(i)
        for group in groups.values():
            if tuple(group) not in seen:
                seen.add(tuple(group))
                yield [lost[i] for i in group]


def _is_steiner(monomial: Monomial) -> bool:
    """m d²: a mass and the square of a length, or the product of two, whatever the joints' angles."""
    rates = motion(monomial)
    rest = [(a.rank[0], power) for a, power in monomial if (a, power) not in rates]
    lengths = sum(power for rank, power in rest if rank in (CONSTANT, COORDINATE))
    return lengths == 2 and [x for x in rest if x[0] == INERTIAL] == [(INERTIAL, 1)] and len(rest) <= 3


def _inertial(monomial: Monomial) -> Atom | None:
    return next((a for a, _ in monomial if a.rank[0] == INERTIAL), None)


def _replacements(pen: Pen, scope: Terms) -> Iterator[tuple[dict[Atom, Image], str]]:
    """Every slip on the factors of a group of terms."""
    atoms = dict.fromkeys(a for _, monomial in scope for a, _ in monomial)
    for atom in atoms:
        if atom.rank[0] == ANGLE:
            yield from _swapped(pen, atom)
            yield from _other_angle(pen, atom)
        elif atom.kind == "symbol":
            yield from _other_symbol(pen, atom)
        powers = {power for _, monomial in scope for a, power in monomial if a is atom}
        for power, other in ((2, 1), (1, 2)):
            if power in powers and (atom.rank[0] != ANGLE or power == 2):
                x = pen.atom(atom)
                what = "without its square" if power == 2 else "squared"
                yield {atom: _raised(x, {power: other})}, f"{pen.text(atom)} is written {what}"
        if len({monomial for _, monomial in scope}) == sum(any(a is atom for a, _ in m) for _, m in scope):
            x = pen.atom(atom)
            yield {atom: _lowered(x)}, f"the factor {pen.text(atom)} is missing"
        yield from _other_order(pen, atom)


def _other_order(pen: Pen, atom: Atom) -> Iterator[tuple[dict[Atom, Image], str]]:
    """q̇ for q̈, q for q̇ and so on."""
    ring = pen.display.ring
    for x in ring.coordinates:
        orders = (x.q, x.qd, x.qdd)
        if atom.name in orders:
            for other in orders:
                if other != atom.name:
                    why = f"{other} is written where {atom.name} belongs"
                    yield {atom: _raised(ring.symbol(other))}, why


def _swapped(pen: Pen, atom: Atom) -> Iterator[tuple[dict[Atom, Image], str]]:
    assert atom.argument is not None
    other = pen.sincos(atom.argument)[atom.kind == "sin"]
    for sign in (1, -1):
        said = pen.written(sign * other)
        yield {atom: _raised(sign * other)}, f"{said} is written where {pen.text(atom)} belongs"


def _other_angle(pen: Pen, atom: Atom) -> Iterator[tuple[dict[Atom, Image], str]]:
    """The sine or cosine of another joint's angle, or of a sum of more or fewer of them."""
    assert atom.argument is not None
    ring, own = pen.display.ring, pen.angle(atom.argument)
    q = [x for x, name in zip(ring.q, ring.coordinates, strict=True) if _is_angle(pen.display, name.q)]
    sums = [sum(q[i : j + 1], ring.zero) for i in range(len(q)) for j in range(i, len(q))]
    for angle in [x for x in sums if x != own][:_MOST]:
        try:
            other = ring.sincos(angle)[atom.kind == "cos"]
        except (Missing, Finer):
            continue
        said = pen.written(other)
        why = f"{said} is written where {pen.text(atom)} belongs"
        if len(angle) < len(own):
            why += "; the angles of the joints add up, q is measured from the link before"
        yield {atom: _raised(other)}, why


def _other_symbol(pen: Pen, atom: Atom) -> Iterator[tuple[dict[Atom, Image], str]]:
    """Another symbol of the same part: the index or the letter is wrong."""
    alike = [
        x for x in pen.display.presenter.atoms if x.kind == "symbol" and x.rank[0] == atom.rank[0] and x is not atom
    ]
    if atom.rank[0] in (COORDINATE, EFFORT):
        return
    stem = atom.name.rstrip("0123456789")
    near = sorted(alike, key=lambda x: x.name.rstrip("0123456789") != stem)[:_MOST]
    for other in near:
        if other.name == "pi" or "[" in other.name:
            continue
        x, y = pen.atom(atom), pen.atom(other)
        same = other.name.rstrip("0123456789") == stem
        why = f"{pen.text(other)} is written where {pen.text(atom)} belongs" + (" (wrong index)" if same else "")
        yield {atom: _raised(y)}, why
        yield {atom: _once(x, y)}, why


def _is_angle(display: Display, name: str) -> bool:
    at = display.ring.index[name]
    return any(angle.degrees()[at] for _, _, angle in display.ring.angles)


def _once(x: Poly, y: Poly) -> Image:
    """One factor x of the power replaced by y."""
    return lambda power: x ** (power - 1) * y


def _raised(x: Poly, powers: dict[int, int] | None = None) -> Image:
    return lambda power: x ** (powers or {}).get(power, power)


def _lowered(x: Poly) -> Image:
    """One factor x of the power less."""
    return lambda power: x ** (power - 1)
