r"""Common mistakes: conceptual errors, each represented by the resulting model, and slips.

In Lagrange's equation d/dt ∂L/∂q̇ − ∂L/∂q = Q, a part can be missing, doubled or have the wrong sign:

    c_k = (Ṁ q̇)_k − ∂T/∂q_k = Σ_i c_kii q̇_i² + Σ_i<j 2 c_kij q̇_i q̇_j      g_k = ∂U/∂q_k      Q = τ − friction + Jᵀw

In the inertia matrix, a body, a coupling, a parallel-axis term or a rotor can be missing, or a gear ratio can be
ignored:

    I_O = I_c + m (cᵀc E − c cᵀ)      M ← N² Im      friction ← N² bm q̇

For example, an angle is measured from another line, in the opposite direction, or as an absolute instead of a relative
angle. The resulting model is the correct model in other coordinates x, where q = A x + b, but with x renamed to q. Each
q_k is replaced by a linear form, also inside sines and cosines. If the whole equation was derived in the other
coordinates, efforts transform to Aᵀτ. Most often, students use the other coordinates only for gravity. [tang]

Slips of the pen change terms:

    sin for cos, an angle for another, a symbol for another (m1 for m2, l1 for lc1), a square lost or added,
    a factor lost (m lc cos q for m g lc cos q) or one too many, q̇ for q̈

Each slip is applied to the model terms that are missing from the text, individually and in groups. A group contains all
terms, the terms with the same acceleration or velocity product, or those terms that also share a mass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial, reduce
from typing import TypeAlias

from dalembert import finding
from dalembert.closed.algebra.ring import Finer, Missing, Poly, Ring
from dalembert.closed.checking.claim import motion
from dalembert.closed.checking.convention import Convention, geometries
from dalembert.closed.checking.reference_model import NotInRing, ReferenceModel, in_frame
from dalembert.closed.model.mechanics import Matrix, Parameter
from dalembert.closed.printing.display import ElementDisplay
from dalembert.closed.printing.expression import (
    Atom,
    ExpressionSum,
    FactorRank,
    GraphWriter,
    Monomial,
    Terms,
    inertial_factor,
)
from dalembert.errors import WrongValue
from dalembert.finding.equation import Reasoning, Slip, Usage
from dalembert.finding.finding import Identifier, Noun
from dalembert.graph import Node, Op, Scalar, symbol, symbols
from dalembert.graph.scalar import cos, sin
from dalembert.spatial.vector import add, scale, sub

Image: TypeAlias = Callable[[int], Poly]  # maps the exponent of a factor to the replacement of the power
_ONE = Fraction(1)
FACTORS = tuple(
    map(Fraction, ["-1", "2", "1/2", "0", "-2", "-1/2", "1000", "1/1000", "1000000", "1/1000000"])
)  # signs, halves, terms, units
_CONSTANTS = (FactorRank.GRAVITY, FactorRank.CONSTANT, FactorRank.INERTIAL)

Variants: TypeAlias = Iterator[tuple[ReferenceModel, finding.WrongReasoning]]
"""Mistaken models with their mistakes. The diagnosis adds the joint and the missing terms to the message."""


def _wrong(mistake: Reasoning, part: str | None = None, number: int | None = None) -> finding.WrongReasoning:
    return finding.WrongReasoning(mistake, None if part is None else Noun(part), number)


def kinetic_slope(model: ReferenceModel) -> Variants:
    n = range(model.n)
    rate = [model.inertia_rate(k) for k in n]
    slope = [model.kinetic_slope(k) for k in n]
    yield replace(model, c=rate), _wrong(Reasoning.KINETIC_SLOPE_DROPPED)
    for times, how in ((-1, Reasoning.KINETIC_SLOPE_ADDED), (2, Reasoning.KINETIC_SLOPE_DOUBLED)):
        yield replace(model, c=add(rate, scale(-times, slope))), _wrong(how)
    yield replace(model, c=scale(-1, slope)), _wrong(Reasoning.CONSTANT_INERTIA)


def velocity_products(model: ReferenceModel) -> Variants:
    c = [model.quadratic(k) for k in range(model.n)]
    mixed, square = ([_part(model.ring, x, mixed=kind) for x in c] for kind in (True, False))
    names = {"Coriolis terms": mixed, "centrifugal terms": square, "velocity terms": c}
    for factor, name, how in (
        (-0.5, "Coriolis terms", Reasoning.CORIOLIS_HALVED),
        (1, "Coriolis terms", Reasoning.DOUBLED),
        (1, "centrifugal terms", Reasoning.DOUBLED),
        (-0.5, "centrifugal terms", Reasoning.HALVED),
        *((-2, name, Reasoning.WRONG_SIGN) for name in names),
        *((-1, name, Reasoning.MISSING) for name in names),
    ):
        if any(names[name]):
            wrong = add(c, scale(model.ring.number(factor), names[name]))
            yield replace(model, c=wrong), _wrong(how, name)


def kinetic_energy(model: ReferenceModel) -> Variants:
    half = model.ring.number(Fraction(1, 2))
    c = [model.quadratic(k) for k in range(model.n)]
    for factor, how in ((model.ring.number(2), Reasoning.HALF_LOST), (half, Reasoning.HALF_TWICE)):
        yield replace(model, M=[[factor * x for x in row] for row in model.M], c=c), _wrong(how)


_TURNED_OR_MISSING = ((-1, Reasoning.WRONG_SIGN), (0, Reasoning.MISSING))  # factors of the true quantity


def gravity(model: ReferenceModel) -> Variants:
    for sign, how in _TURNED_OR_MISSING if model.U else ():
        g = [sign * model.weight(k) for k in range(model.n)]
        yield replace(model, g=g, U=sign * model.U), _wrong(how, "gravity terms")


def external(model: ReferenceModel) -> Variants:
    for sign, how in _TURNED_OR_MISSING if any(model.external) else ():
        yield replace(model, external=scale(sign, model.external)), _wrong(how, "external force")


def _part(ring: Ring, p: Poly, mixed: bool) -> Poly:
    """Return the terms of c with q̇_i q̇_j for i ≠ j if `mixed` is True, otherwise the terms with q̇_i²."""
    rates = [ring.index[x.qd] for x in ring.coordinates]
    kept = {m: k for m, k in p.to_dict().items() if (max(m[i] for i in rates) < 2) == mixed}
    return ring.context.from_dict(kept)


_TENSOR = range(4, 10)
_ROTOR = 10
_MISTAKEN_TENSORS = {  # {whether the part of I_O is the parallel-axis term: ((factor that is added, mistake), …)}
    True: ((-1, Reasoning.PARALLEL_AXIS_MISSING), (1, Reasoning.PARALLEL_AXIS_TWICE)),
    False: ((-1, Reasoning.POINT_MASS),),
}


def parallel_axes(model: ReferenceModel) -> Variants:
    """Yield models in which one part of I_O is missing, or the parallel-axis term is counted twice."""
    every = range(len(model.mechanics.tree.bodies))
    for shifted, mistaken in _MISTAKEN_TENSORS.items():
        for link, part in _each_and_all([_seen(model, _tensor(model, i, shifted)) for i in every]):
            yield from ((_reweighed(model, part, sign), _wrong(how, number=link)) for sign, how in mistaken)


def _reweighed(model: ReferenceModel, part: Iterable[Sequence[Poly]], k: int) -> ReferenceModel:
    """Add k times a matrix to the inertia matrix of the model, and adjust the velocity terms."""
    return replace(model, M=_plus(model.M, part, k), c=None)


def _each_and_all(every: Sequence[Matrix]) -> Iterator[tuple[int | None, Matrix]]:
    """Yield each link's nonzero contribution together with the link number, and finally the sum of all contributions."""
    parts = [(link, part) for link, part in enumerate(every, 1) if any(map(any, part))]
    yield from parts
    if len(parts) > 1:
        yield None, reduce(_plus, (part for _, part in parts))


def relative_rates(model: ReferenceModel) -> Variants:
    """Yield models in which the angular velocity of a body omits the rates of one or all of the other joints."""
    n = range(model.n)
    for i, body in enumerate(model.mechanics.tree.bodies):
        part = _tensor(model, i, shifted=False)
        others = [j for j in n if j != body.coordinate and any(part[j])]
        for lost in dict.fromkeys((tuple(others), *((j,) for j in others))):
            gone = [[part[a][b] if a in lost or b in lost else model.own_ring.zero for b in n] for a in n]
            if lost:
                yield _reweighed(model, _seen(model, gone), -1), _wrong(Reasoning.RELATIVE_RATE, number=i + 1)


def _tensor(model: ReferenceModel, i: int, shifted: bool) -> Matrix:
    """Compute the contribution to M from the inertia tensor of body i about its centre of mass.

    If `shifted` is True, compute the contribution of the parallel-axis term m (cᵀc E − c cᵀ) instead.
    """
    inertia, values = model.mechanics.tree.bodies[i].inertia, dict[int, Poly]()
    with suppress(WrongValue, ValueError):  # the mass centre is not an element of the ring
        central = inertia.central().parameters
        ring = model.mechanics.ring.extended(central)
        found = [ring.poly(x) for x in central]
        if shifted:
            found = [*sub([ring.poly(x) for x in inertia.parameters], found)]
        values = {x: model.own_ring.lift(found[x]) for x in _TENSOR}
    return _share(model, i, values)


def _share(model: ReferenceModel, i: int, values: dict[int, Poly]) -> Matrix:
    """Compute the contribution to M, in the robot's own coordinates, of the given inertial parameters of body i."""
    ring = model.own_ring
    total = [[ring.zero] * model.n for _ in range(model.n)]
    for p, parameter in enumerate(model.mechanics.parameters):
        value = values.get(parameter.which) if parameter.body == i else None
        if value:
            model.in_time()
            for (a, b), slope in model.mechanics.inertia_of(p).items():
                for row, column in {(a, b), (b, a)}:
                    total[row][column] = total[row][column] + ring.mul(ring.lift(slope), value)
    return total


def _seen(model: ReferenceModel, part: Matrix) -> Matrix:
    """Transform a part of M to the coordinates of the model."""
    if model.chart is None:
        return part
    f = model.chart.image
    A = model.chart.frame.A
    ring = model.ring
    n = range(model.n)
    terms = {(k, l): f(part[k][l]) for k in n for l in n if part[k][l]}

    def entry(i: int, j: int) -> Poly:
        products = (x * ring.number(A[k][i] * A[l][j]) for (k, l), x in terms.items())
        return sum(products, ring.zero)

    return [[entry(i, j) for j in n] for i in n]


def weights(model: ReferenceModel) -> Variants:
    """Yield models in which the weight of a body is missing or has the wrong sign."""
    for i in range(len(model.mechanics.tree.bodies)):
        U = _potential(model, i)
        for times, how in ((1, Reasoning.MISSING), (2, Reasoning.WRONG_SIGN)):
            yield replace(model, U=model.U - times * U, g=None), _wrong(how, "weight of a link", i + 1)


def links(model: ReferenceModel) -> Variants:
    """Yield models in which the inertia of a body, or the whole body, is missing."""
    bodies = len(model.mechanics.tree.bodies)
    for i in range(bodies if bodies > 1 else 0):
        U = _potential(model, i)
        part = _share(model, i, {x.which: model.own_ring.lift(x.value) for _, x in _own(model, i)})
        if any(map(any, part := _seen(model, part))):
            light = _reweighed(model, part, -1)
            yield light, _wrong(Reasoning.MISSING, "inertia of a link", i + 1)
            yield replace(light, U=model.U - U, g=None), _wrong(Reasoning.LINK_LEFT_OUT, number=i + 1)


def _own(model: ReferenceModel, i: int) -> list[tuple[int, Parameter]]:
    """Return the nonzero inertial parameters of body i, except the rotor inertia."""
    return [(p, x) for p, x in enumerate(model.mechanics.parameters) if x.body == i and x.which < _ROTOR and x.value]


def _potential(model: ReferenceModel, i: int) -> Poly:
    """Return the potential energy of body i."""
    ring = model.own_ring
    parts = [ring.mul(ring.lift(model.mechanics.potential_of(p)), ring.lift(x.value)) for p, x in _own(model, i)]
    U = sum(parts, ring.zero)
    return U if model.chart is None else model.chart.image(U)


def coupling(model: ReferenceModel) -> Variants:
    n, zero = range(model.n), model.ring.zero
    if model.n > 1:
        M = [[model.M[i][j] if i == j else zero for j in n] for i in n]
        yield replace(model, M=M), _wrong(Reasoning.COUPLING_MISSING)
    for j in n:
        M = [[zero if i != j and k == j else model.M[i][k] for k in n] for i in n]
        yield replace(model, M=M), _wrong(Reasoning.COUPLING_MISSING, number=j + 1)


def rotors(model: ReferenceModel) -> Variants:
    """Yield models in which the rotor inertia N² Im is missing or has the wrong power of the gear ratio."""
    ring = model.own_ring
    for x in model.mechanics.parameters:
        drive = model.mechanics.tree.bodies[x.body].drive
        if x.which != _ROTOR or not x.value or drive is None:
            continue
        for seen, why in (
            (0, _wrong(Reasoning.MISSING, "rotor")),
            (drive.gear_ratio * drive.rotor_inertia, _wrong(Reasoning.GEAR_ONCE, "rotor inertia")),
            (drive.rotor_inertia, _wrong(Reasoning.GEAR_IGNORED, "rotor inertia")),
        ):
            change = ring.poly(seen) - ring.lift(x.value)
            part = _seen(model, _share(model, x.body, {_ROTOR: change}))
            yield replace(model, M=_plus(model.M, part)), why


def friction(model: ReferenceModel) -> Variants:
    if not any(model.friction):
        return
    for sign, how in _TURNED_OR_MISSING:
        yield replace(model, friction=scale(sign, model.friction)), _wrong(how, "friction")
    for body in model.mechanics.tree.bodies:
        if body.drive is None:
            continue
        N = body.drive.gear_ratio
        bm = body.drive.motor_damping
        k = body.coordinate
        for seen, how in ((bm, Reasoning.GEAR_IGNORED), (N * bm, Reasoning.GEAR_ONCE)):
            wrong = list(model.friction)
            change = model.ring.poly(seen - N * N * bm)
            wrong[k] = wrong[k] + model.ring.mul(change, model.ring.qd[k])
            yield replace(model, friction=wrong), _wrong(how, "motor friction", k + 1)


def _plus(a: Iterable[Sequence[Poly]], b: Iterable[Sequence[Poly]], k: int = 1) -> Matrix:
    return [[*add(row, scale(k, other))] for row, other in zip(a, b, strict=True)]


def other_coordinates(model: ReferenceModel) -> Variants:
    """Yield models that use different coordinates, either throughout the model or only for gravity."""
    for one in geometries(model.mechanics, efforts=True):
        if one.usage in MISTAKEN and abs(one.degrees) < 180:
            frame = Convention((one,)).frame(model.mechanics)
            with suppress(NotInRing):
                other = in_frame(model, frame, model.ring)
                why = _wrong(MISTAKEN[one.usage], number=one.joint)
                yield (
                    replace(model, g=[other.weight(k) for k in range(model.n)], U=other.U),
                    replace(why, gravity_only=True),
                )
                if model.chart is None:
                    yield other, why


MISTAKEN = {
    Usage.OTHER_ZERO: Reasoning.OTHER_ZERO, Usage.REVERSED: Reasoning.OTHER_DIRECTION,
    Usage.ABSOLUTE: Reasoning.ABSOLUTE_ANGLES, Usage.ABSOLUTE_EFFORTS: Reasoning.ABSOLUTE_ANGLES,
}  # fmt: skip


class TermEditor:
    """Helper that replaces factors in terms and converts the terms back to ring elements."""

    def __init__(self, display: ElementDisplay) -> None:
        self.display, self.ring, self.node = display, display.ring, GraphWriter().atom
        self.atom = cache(lambda atom: self.ring.poly(self.node(atom)))
        self.formula = cache(lambda atom: display.formula(ExpressionSum.of((atom, 1))))
        self.others = cache(self._others)

    def poly(self, terms: Terms, replaced: Atom | None = None, image: Image | None = None) -> Poly:
        """Compute Σ k Π factor^power as a ring element, with the powers of one factor replaced by their images."""
        total = self.ring.zero
        for k, monomial in terms:
            product = self.ring.number(k)
            for atom, power in monomial:
                product = product * (image(power) if image and atom is replaced else self.atom(atom) ** power)
            total = total + product
        return self.ring.reduce(total)

    def _others(self, atom: Atom) -> list[tuple[Poly, finding.SlipOfPen]]:
        """Return the elements that an author can write instead of a factor, with the slip."""
        found, node = [], self.node(atom)
        for other in confused(self.display, node):
            with suppress(Missing, Finer, WrongValue):
                x = self.ring.poly(other)
                if len(self.display.terms(x)) == 1:  # a symbol or a function, and no sum of products
                    why = finding.SlipOfPen(replacement(other, node), self.display.formula(x), self.formula(atom))
                    found.append((x, why))
        return found


def confused(display: ElementDisplay, node: Node) -> Iterator[Scalar]:
    """Yield the expressions that an author can confuse with a symbol, a sine or a cosine.

    Symbols are confused with symbols of the same kind, and rates of one coordinate with each other. Sines and cosines
    are confused with each other, and angles with sums of other angles.
    """
    names = display.ring.coordinates
    if node.op is Op.SYMBOL:
        ranks = {x.name: x.rank[0] for x in display.presenter.atoms if is_own(x)}
        orders = next((y for x in names if node.value in (y := (x.q, x.qd, x.qdd))), ())
        alike = [name for name, rank in ranks.items() if rank == ranks.get(node.value)]
        yield from (symbol(name) for name in dict.fromkeys([*alike, *orders]) if name != node.value)
    if node.op in (Op.SIN, Op.COS):
        (angle,) = node.args
        own, other = (sin, cos) if node.op is Op.SIN else (cos, sin)
        yield from (other(angle), -other(angle))
        q = [symbol(x.q) for x in names]
        sums = [sum(q[i + 1 : j + 1], q[i]) for i in range(len(q)) for j in range(i, len(q))]
        yield from (own(x) for x in (*sums, *(angle + y for y in q), *(angle - y for y in q)) if x is not angle)


def replacement(written: Scalar, meant: Node) -> Slip:
    """Return the slip in which one expression is written in place of another."""
    if isinstance(written, Node) and written.op is meant.op:
        if written.op is Op.SYMBOL and stem(written) == stem(meant):
            return Slip.WRONG_INDEX
        if len(symbols([written])) < len(symbols([meant])):
            return Slip.OTHER_ANGLE
    return Slip.REPLACED


def stem(x: Node) -> str:
    """Return the name of a symbol without its index."""
    return str(x.value).rstrip("0123456789")


def slips(display: ElementDisplay, lost: Terms) -> Iterator[tuple[Poly, finding.SlipOfPen]]:
    """Yield (change, slip) for each possible slip in the model terms that are missing from the text."""
    pen, ring = TermEditor(display), display.ring
    for scope in _scopes([x for x in lost if _is_steiner(x[1])]):
        yield -pen.poly(scope), finding.SlipOfPen(Slip.PARALLEL_AXIS)
    for scope in _scopes(lost):
        before = pen.poly(scope)
        for factor in FACTORS:
            yield before * ring.number(factor - 1), scaled_by(factor)
        for after, why in _with_slips(pen, scope, before):
            yield after - before, why


def scaled_by(factor: Fraction) -> finding.SlipOfPen:
    slip = {-_ONE: Slip.SIGN, 0 * _ONE: Slip.TERM_MISSING}.get(factor, Slip.SCALED)
    return finding.SlipOfPen(slip, factor=Identifier(str(factor)))


def _scopes(lost: Terms) -> Iterator[Terms]:
    """Yield each group of terms once.

    The groups are all terms, the terms with the same motion, the terms with the same motion and mass, and each single
    term.
    """
    seen = set()
    keys: tuple[Callable[[int], object], ...] = (
        lambda _: 0,
        lambda i: motion(lost[i][1]),
        lambda i: (motion(lost[i][1]), inertial_factor(lost[i][1])),
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
    """Check whether a term is a mass times the square of a length or the product of two lengths."""
    still = [x for x in monomial if x not in motion(monomial)]
    ranks = [a.rank[0] for a, power in still for _ in range(power)]
    others = [x for x in ranks if x not in (FactorRank.CONSTANT, FactorRank.COORDINATE)]
    return len(ranks) == 3 and others == [FactorRank.INERTIAL]


def _with_slips(pen: TermEditor, scope: Terms, before: Poly) -> Iterator[tuple[Poly, finding.SlipOfPen]]:
    """Yield a group of terms with each slip that affects one of their factors, or that adds a factor."""
    constants = [x for x in pen.display.presenter.atoms if x.rank[0] in _CONSTANTS and is_own(x)]
    for atom in dict.fromkeys([*(a for _, monomial in scope for a, _ in monomial), *constants]):
        powers = {next((power for a, power in monomial if a is atom), 0) for _, monomial in scope}
        x = pen.atom(atom)
        for other, why in pen.others(atom) if powers != {0} else ():
            yield pen.poly(scope, atom, partial(pow, other)), why
            yield pen.poly(scope, atom, partial(_once, x, other)), why
        if 0 not in powers:
            lost = Slip.NOT_SQUARED if powers == {2} else Slip.FACTOR_MISSING
            meant = finding.SlipOfPen(lost, meant=pen.formula(atom))
            yield pen.poly(scope, atom, partial(_once, x, 1)), meant
        added = Slip.SQUARED if powers == {1} else Slip.FACTOR_ADDED
        yield pen.ring.reduce(before * x), finding.SlipOfPen(added, pen.formula(atom))


def is_own(atom: Atom) -> bool:
    """Check whether a factor is a symbol of the robot: neither π nor an effort nor an entry of the model."""
    return atom.kind == "symbol" and atom.rank[0] != FactorRank.EFFORT and atom.name != "pi" and "[" not in atom.name


def _once(x: Poly, other: Poly | int, power: int) -> Poly:
    """Replace one factor in a power of x."""
    return x ** (power - 1) * other
