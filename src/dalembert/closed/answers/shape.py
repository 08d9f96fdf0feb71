"""Expressions that change with one angle or one slide only: where they vanish, where they are largest and smallest.

    p(q) = Σ_e a_e x^e,   x = sin φ, cos φ or q_k,   the a_e free of coordinates

Symbols stand for positive numbers (masses, inertias, lengths): a coefficient whose terms all have one sign has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.algebra.ring import Ring, ring_for
from dalembert.closed.printing.atom import Atom, Monomial, Product, Sum, Terms
from dalembert.closed.printing.display import Display
from dalembert.closed.printing.grouping import grouped
from dalembert.closed.printing.present import ANGLE, COORDINATE
from dalembert.graph.scalar import cos, sin


@dataclass(frozen=True, eq=False)
class Shape:
    """p = (product of `common`) · Σ_e parts[e] · atom^e; no `atom` where the rest is constant or not so simple."""

    display: Display
    common: tuple[Atom, ...]
    atom: Atom | None
    parts: dict[int, Terms]
    simple: bool  # the rest changes with `atom` only

    @property
    def constant(self) -> bool:
        return self.simple and self.atom is None and not self.common

    def text(self, terms: Terms) -> str:
        return self.display.written("text", grouped(terms))

    def name(self, atom: Atom) -> str:
        return self.display.written("text", Sum((Product(Fraction(1), ((atom, 1),)),)))


def shape(display: Display, p: Poly) -> Shape:
    """What an element of the ring looks like as a function of the coordinates."""
    display, p = _isolated(display, p)
    best: Shape | None = None
    for terms in (_as_stored(display, p), display.terms(p)):
        found = _factored(display, terms)
        if found.simple:
            return found
        best = best or found
    assert best is not None
    return best


def _as_stored(display: Display, p: Poly) -> Terms:
    """The normal form, without squares of sines: 1 − cos² and not sin²."""
    atoms = display.presenter.atoms
    powers = ((Fraction(int(k.p), int(k.q)), m) for m, k in p.to_dict().items())
    factors = [(k, [(atoms[i], e) for i, e in enumerate(m) if e]) for k, m in powers]
    return [(k, tuple(sorted(x, key=lambda factor: factor[0].rank))) for k, x in factors]


def _factored(display: Display, terms: Terms) -> Shape:
    """Common changing factors in front, the rest by powers of the one atom that changes, if it is one."""
    changing = [{a: e for a, e in monomial if _changes(a)} for _, monomial in terms]
    common = [a for a in (changing[0] if changing else {}) if all(a in x for x in changing)]
    rest = [(k, _without(monomial, common)) for k, monomial in terms]
    atoms = list(dict.fromkeys(a for _, monomial in rest for a, _ in monomial if _changes(a)))
    if len(atoms) > 1:
        return Shape(display, tuple(common), None, {0: rest}, False)
    parts: dict[int, Terms] = {}
    for k, monomial in rest:
        power = next((e for a, e in monomial if a in atoms), 0)
        parts.setdefault(power, []).append((k, tuple(x for x in monomial if x[0] not in atoms)))
    return Shape(display, tuple(common), atoms[0] if atoms else None, parts, True)


def _isolated(display: Display, p: Poly) -> tuple[Display, Poly]:
    """The same element in a ring without the coordinates it does not depend on: c1 c12 + s1 s12 is cos q2."""
    ring = display.ring
    still = [i for i, x in enumerate(ring.coordinates) if not ring.diff(p, x.q)]
    free = [ring.index[ring.coordinates[i].q] for i in still]
    held = {i: _held(ring, angle, free) for i, _, angle in ring.angles}
    used = [i for i, e in enumerate(p.degrees()) if e]
    if any(ring.generators[i].kind not in ("symbol", "sin", "cos") for i in used):
        return display, p
    nodes = {i: display.node(angle) for i, angle in held.items()}
    names = [g.name for g in ring.generators if g.kind == "symbol"]
    small = ring_for(ring.coordinates, names, [f(x) for x in nodes.values() for f in (sin, cos)])
    images: list[Poly] = []
    for i, g in enumerate(ring.generators):
        if g.kind == "symbol":
            images.append(small.zero if i in free else small.symbol(g.name))
        elif g.kind in ("sin", "cos"):
            at = i if g.kind == "sin" else i - 1
            images.append(small.sincos(small.poly(nodes[at]))[g.kind == "cos"])
        else:
            images.append(small.zero)
    other = Display(small)
    other.ranks = dict(display.ranks)
    return other, small.reduce(p.compose(*images, ctx=small.context))


def _held(ring: Ring, angle: Poly, free: list[int]) -> Poly:
    """An angle with some coordinates at zero."""
    return ring.context.from_dict({m: k for m, k in angle.to_dict().items() if not any(m[i] for i in free)})


def zeros(s: Shape) -> list[str] | None:
    """Where the element vanishes, in words; [] for nowhere, None if that is not known."""
    found = [_zero(s, atom) for atom in s.common]
    if not s.simple:
        return None
    if s.atom is None:
        return found
    if sorted(s.parts) == [0, 1]:
        flip = -1 if sign(s.parts[1]) < 0 else 1
        above, below = [(-flip * k, m) for k, m in s.parts[0]], [(flip * k, m) for k, m in s.parts[1]]
        value = f"({s.text(above)})/({s.text(below)})"
        limit = "" if s.atom.rank[0] == COORDINATE else ", if that lies between -1 and 1"
        return [*found, f"{s.name(s.atom)} = {value}{limit}"]
    signs = {sign(x) for x in s.parts.values()}
    if all(power % 2 == 0 for power in s.parts) and len(signs) == 1 and signs != {0}:
        return found  # a sum of squares with one sign
    return None


def sign(terms: Terms) -> int:
    """1 or −1 if all terms have that sign, 0 if they differ."""
    signs = {1 if k > 0 else -1 for k, _ in terms}
    return signs.pop() if len(signs) == 1 else 0


def _zero(s: Shape, atom: Atom) -> str:
    if atom.argument is None:
        return f"{atom.name} = 0"
    angle = s.display.written("text", atom.argument)
    return f"{angle} = 0 or pi" if atom.kind == "sin" else f"{angle} = pi/2 or -pi/2"


def _changes(atom: Atom) -> bool:
    return atom.rank[0] in (COORDINATE, ANGLE) and atom.name != "pi"


def _without(monomial: Monomial, common: list[Atom]) -> Monomial:
    """The monomial without one power of each common factor."""
    return tuple((a, e - (a in common)) for a, e in monomial if e > (a in common))
