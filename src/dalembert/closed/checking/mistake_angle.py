"""Mistakes of convention: an angle measured from elsewhere, the other way round, or absolute instead of relative.

The mistaken model is the true one in other coordinates, q = A x + b, taken for q. Efforts go along, Aᵀτ, if the whole
equation was derived in those coordinates; gravity alone is what students most often write with them.   [tang]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.algebra.ring import Ring
from dalembert.closed.algebra.substitution import Unwritable, substitution
from dalembert.closed.checking.mistake_lagrange import Variants
from dalembert.closed.checking.parts import Chart, Lazy, Model
from dalembert.closed.model.coordinates import absolute_coordinates
from dalembert.closed.model.mechanics import Mechanics
from dalembert.errors import WrongValue

_EFFORTS = frozenset(("tau", "M", "c", "g", "n", "f"))  # what the work of the efforts decides


def conventions(mechanics: Mechanics, model: Model) -> Variants:
    ring, n = model.ring, range(model.n)
    unit = [[Fraction(int(i == j)) for j in n] for i in n]
    turning = [b.coordinate for b in mechanics.tree.bodies if not b.prismatic]
    for k in turning[:1]:
        why = f"q{k + 1} was measured from another zero, a right angle away, which exchanges sine and cosine"
        for quarter in (1, -1):
            shift = ring.number(Fraction(quarter, 2)) * ring.symbol("pi")
            yield from _changed(model, unit, {k: shift}, unit, why)
    for k in n:
        turned = [[-x if i == k else x for x in row] for i, row in enumerate(unit)]
        yield from _changed(model, turned, {}, turned, f"q{k + 1} was counted positive the other way round")
    why = "the angles were taken from the ground (absolute); q is measured from the link before (relative)"
    for A, efforts, _ in _absolute(mechanics, model):
        yield from _changed(model, A, {}, efforts, why)


def absolute(mechanics: Mechanics, model: Model, letters: Set[str]) -> Variants:
    """The whole model with absolute angles; where `letters` tell of efforts, those of the joints or of the angles."""
    for A, efforts, how in _absolute(mechanics, model):
        for other, _ in islice(_changed(model, A, {}, efforts, ""), 1, None):
            why = f"the angles are those from the ground (absolute){how if letters & _EFFORTS else ''}"
            yield other, why + "; here q is measured from the link before"


def _absolute(mechanics: Mechanics, model: Model) -> Iterator[tuple[list[list[Fraction]], list[list[Fraction]], str]]:
    """(A, what mixes the efforts, how to say it): absolute angles are sums of joint angles, whole numbers."""
    n = range(model.n)
    try:
        matrix = absolute_coordinates(mechanics.robot).matrix
    except WrongValue:  # joints that mimic others, or turn every way
        return
    unit = [[Fraction(int(i == j)) for j in n] for i in n]
    A = [[Fraction(str(a)) for a in row] for row in matrix]
    if unit != A:
        yield A, [[A[j][i] for j in n] for i in n], ", with efforts of their own"
        yield A, unit, ""


def _changed(
    model: Model, A: list[list[Fraction]], b: Mapping[int, Poly], efforts: list[list[Fraction]], why: str
) -> Variants:
    """The model with q = A x + b: as a whole, and in gravity alone."""
    ring, n = model.ring, model.n
    f = substitution(ring, _images(ring, A, b))

    def mixed(part: Callable[[int], Poly]) -> Lazy:
        images = Lazy(n, lambda k: f(part(k)))
        return Lazy(n, lambda k: ring.dot([ring.number(e) for e in efforts[k]], _needed(images, efforts[k], ring.zero)))

    def inertia(i: int, j: int) -> Poly:
        """(efforts · M · A)_ij."""
        total = ring.zero
        for k, l in product(range(n), repeat=2):
            if efforts[i][k] and A[l][j]:
                model.in_time()
                total = total + ring.number(efforts[i][k] * A[l][j]) * f(model.M[k][l])
        return total

    try:
        g, U = mixed(model.weight), f(model.U)
    except Unwritable:
        return
    yield replace(model, g=g, U=U), why + ", in the gravity terms"
    M = Lazy(n, lambda i: Lazy(n, lambda j: inertia(i, j)))
    c, friction, external = (
        mixed(model.quadratic), mixed(lambda k: model.friction[k]), mixed(lambda k: model.external[k])
    )  # fmt: skip
    yield replace(model, M=M, c=c, g=g, U=U, friction=friction, external=external, chart=Chart(f, A)), why


def _needed(parts: Lazy, weights: Sequence[Fraction], zero: Poly) -> list[Poly]:
    """The parts that have a weight."""
    return [parts[k] if w else zero for k, w in enumerate(weights)]


def _images(ring: Ring, A: list[list[Fraction]], b: Mapping[int, Poly]) -> dict[str, Poly]:
    """q, q̇ and q̈ in terms of x, ẋ and ẍ, which go by the same names."""
    images: dict[str, Poly] = {}
    for i, row in enumerate(A):
        names = ring.coordinates[i]
        for name, parts in ((names.q, ring.q), (names.qd, ring.qd), (names.qdd, ring.qdd)):
            images[name] = sum((ring.number(a) * x for a, x in zip(row, parts, strict=True) if a), ring.zero)
        images[names.q] = images[names.q] + b.get(i, ring.zero)
    return images
