"""Mistakes of convention: an angle measured from elsewhere, the other way round, or absolute instead of relative.

The mistaken model is the true one in other coordinates, q = A x + b, taken for q. Efforts go along, Aᵀτ, if the whole
equation was derived in those coordinates; gravity alone is what students most often write with them.   [tang]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.algebra.ring import Ring
from dalembert.closed.algebra.substitution import Unwritable, substitution
from dalembert.closed.checking.mistake_lagrange import Variants
from dalembert.closed.checking.parts import Model
from dalembert.closed.model.coordinates import absolute_coordinates
from dalembert.closed.model.mechanics import Mechanics


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
    # absolute angles are sums of joint angles: whole numbers
    A = [[Fraction(str(a)) for a in row] for row in absolute_coordinates(mechanics.robot).matrix]
    if unit != A:
        why = "the angles were taken from the ground (absolute); q is measured from the link before (relative)"
        transposed = [[A[j][i] for j in n] for i in n]
        yield from _changed(model, A, {}, transposed, why + ", and so are the efforts")
        yield from _changed(model, A, {}, unit, why)


def _changed(
    model: Model, A: list[list[Fraction]], b: Mapping[int, Poly], efforts: list[list[Fraction]], why: str
) -> Variants:
    """The model with q = A x + b: as a whole, and in gravity alone."""
    ring, n = model.ring, range(model.n)
    try:
        f = substitution(ring, _images(ring, A, b))
        U = f(model.U)
        g = _mixed(ring, efforts, [f(model.weight(k)) for k in n])
        M = _mixed_rows(ring, efforts, [[f(x) for x in row] for row in model.M], A)
        c, friction, external = (
            _mixed(ring, efforts, [f(part(k)) for k in n])
            for part in (model.quadratic, model.friction.__getitem__, model.external.__getitem__)
        )
    except Unwritable:
        return
    yield replace(model, g=g, U=U), why + ", in the gravity terms"
    yield replace(model, M=M, c=c, g=g, U=U, friction=friction, external=external), why


def _images(ring: Ring, A: list[list[Fraction]], b: Mapping[int, Poly]) -> dict[str, Poly]:
    """q, q̇ and q̈ in terms of x, ẋ and ẍ, which go by the same names."""
    images: dict[str, Poly] = {}
    for i, row in enumerate(A):
        names = ring.coordinates[i]
        for name, parts in ((names.q, ring.q), (names.qd, ring.qd), (names.qdd, ring.qdd)):
            images[name] = sum((ring.number(a) * x for a, x in zip(row, parts, strict=True) if a), ring.zero)
        images[names.q] = images[names.q] + b.get(i, ring.zero)
    return images


def _mixed(ring: Ring, efforts: list[list[Fraction]], v: list[Poly]) -> list[Poly]:
    """efforts · v."""
    return [sum((ring.number(e) * x for e, x in zip(row, v, strict=True) if e), ring.zero) for row in efforts]


def _turned(X: list[list[Poly]]) -> list[list[Poly]]:
    return [list(x) for x in zip(*X, strict=True)]


def _mixed_rows(
    ring: Ring, efforts: list[list[Fraction]], M: list[list[Poly]], A: list[list[Fraction]]
) -> list[list[Poly]]:
    """efforts · M · A."""
    left = _turned([_mixed(ring, efforts, column) for column in _turned(M)])
    return [
        [sum((ring.number(A[j][k]) * row[j] for j in range(len(A)) if A[j][k]), ring.zero) for k in range(len(A))]
        for row in left
    ]
