r"""Mistakes of reasoning, each represented by the model that it leads to.

In Lagrange's equation, d/dt ∂L/∂q̇ − ∂L/∂q = Q: a part dropped, doubled or with the wrong sign.

    c_k = (Ṁ q̇)_k − ∂T/∂q_k = Σ_i c_kii q̇_i² + Σ_i<j 2 c_kij q̇_i q̇_j      g_k = ∂U/∂q_k      Q = τ − friction + Jᵀw

In the inertia: a missing body, coupling, parallel-axis term or rotor, or an ignored gear ratio.

    I_O = I_c + m (cᵀc E − c cᵀ)      M ← N² Im      friction ← N² bm q̇

In the coordinates: an angle measured from another line, in the other direction, or absolute instead of relative. The mistaken
model is the true model in other coordinates, q = A x + b, with x in place of q; each q_k is replaced by a linear form in every
sine and cosine of it. Efforts transform too, Aᵀτ, if the whole equation was derived in those coordinates; students most often
use them only for gravity. [tang]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial, reduce
from typing import Any, TypeAlias

from dalembert import finding
from dalembert.closed.algebra.ring import Finer, Generator, Missing, Poly, Ring, as_fraction
from dalembert.closed.checking.convention import Convention, LinearChange, Matrix, geometries
from dalembert.closed.checking.reference_model import Chart, Lazy, ReferenceModel
from dalembert.closed.model.mechanics import Mechanics, Parameter
from dalembert.errors import WrongValue
from dalembert.finding.equation import Reasoning, Usage
from dalembert.finding.finding import Noun


class NotInRing(Exception):
    """Raised if the result is not an element of the ring."""


def substitution(ring: Ring, images: Mapping[str, Poly]) -> Callable[[Poly], Poly]:
    """Return the map of the ring to itself that sends each named symbol to its image and keeps the others."""
    table: list[Poly | None] = [None] * len(ring.generators)
    for i in reversed(range(len(ring.generators))):  # a function's argument holds only later generators
        table[i] = _image(ring, ring.generators[i], i, images, table)

    def apply(p: Poly) -> Poly:
        used = [i for i, e in enumerate(p.degrees()) if e]
        if any(table[i] is None for i in used):
            raise NotInRing
        moved = [i for i in used if table[i] is not ring.variables[i]]
        if not moved:
            return p
        return ring.reduce(p.compose(*[x if x is not None else ring.zero for x in table], ctx=ring.context))

    return apply


def _image(ring: Ring, g: Generator, i: int, images: Mapping[str, Poly], table: list[Poly | None]) -> Poly | None:
    if g.is_symbol:
        return images.get(g.name, ring.variables[i])
    used = [j for j, e in enumerate(g.argument.degrees()) if e]
    if all(table[j] is ring.variables[j] for j in used):
        return ring.variables[i]
    if any(table[j] is None for j in used):
        return None
    argument = g.argument.compose(*[x if x is not None else ring.zero for x in table], ctx=ring.context)
    try:
        if g.kind in ("sin", "cos"):
            return ring.sincos(argument)[g.kind == "cos"]
        return ring.find(g.kind, argument)
    except (Missing, Finer, WrongValue):
        return None


def in_degrees(ring: Ring, p: Poly) -> Poly:
    """Return an element in which numbers inside angles are read as degrees: sin(q + 90) for sin(q + π/2)."""
    images = list(ring.variables)
    for s, c, angle in ring.angles:
        k = angle.to_dict().get((0,) * len(images))
        with suppress(Missing, Finer):
            if k is not None:
                images[s], images[c] = ring.sincos(angle - k + ring.number(as_fraction(k) / 180) * ring.symbol("pi"))
    return p if images == [*ring.variables] else ring.reduce(p.compose(*images, ctx=ring.context))


Variants: TypeAlias = Iterator[tuple[ReferenceModel, finding.WrongReasoning]]
"""Mistaken models, each with the mistake; the diagnosis adds the joint and what the equation lacks of the true one."""


def _wrong(mistake: Reasoning, part: str | None = None, number: int | None = None) -> finding.WrongReasoning:
    return finding.WrongReasoning(mistake, None if part is None else Noun(part), number)


def kinetic_slope(_: Mechanics, model: ReferenceModel) -> Variants:
    n = range(model.n)
    rate = [model.inertia_rate(k) for k in n]
    slope = [model.kinetic_slope(k) for k in n]
    yield replace(model, c=rate), _wrong(Reasoning.KINETIC_SLOPE_DROPPED)
    for times, how in ((-1, Reasoning.KINETIC_SLOPE_ADDED), (2, Reasoning.KINETIC_SLOPE_DOUBLED)):
        yield replace(model, c=[r - times * s for r, s in zip(rate, slope, strict=True)]), _wrong(how)
    wrong = [-s if s else model.quadratic(k) for k, s in enumerate(slope)]  # without a slope, all of c would be missing
    yield replace(model, c=wrong), _wrong(Reasoning.CONSTANT_INERTIA)


def velocity_products(_: Mechanics, model: ReferenceModel) -> Variants:
    c = [model.quadratic(k) for k in range(model.n)]
    mixed = [_part(model.ring, x, mixed=True) for x in c]
    square = [_part(model.ring, x, mixed=False) for x in c]
    half, once = Fraction(-1, 2), Fraction(1)
    names = {"Coriolis terms": mixed, "centrifugal terms": square, "velocity terms": c}
    for factor, name, how in (
        (half, "Coriolis terms", Reasoning.CORIOLIS_HALVED),
        (once, "Coriolis terms", Reasoning.DOUBLED),
        (once, "centrifugal terms", Reasoning.DOUBLED),
        (half, "centrifugal terms", Reasoning.HALVED),
        *((-2 * once, name, Reasoning.WRONG_SIGN) for name in names),
        *((-once, name, Reasoning.MISSING) for name in names),
    ):
        if any(names[name]):
            k = model.ring.number(factor)
            wrong = [x + k * y for x, y in zip(c, names[name], strict=True)]
            yield replace(model, c=wrong), _wrong(how, name)


def kinetic_energy(_: Mechanics, model: ReferenceModel) -> Variants:
    half = model.ring.number(Fraction(1, 2))
    c = [model.quadratic(k) for k in range(model.n)]
    for factor, how in ((model.ring.number(2), Reasoning.HALF_LOST), (half, Reasoning.HALF_TWICE)):
        yield replace(model, M=[[factor * x for x in row] for row in model.M], c=c), _wrong(how)


def gravity(_: Mechanics, model: ReferenceModel) -> Variants:
    if model.U:
        g = [-model.weight(k) for k in range(model.n)]
        yield replace(model, g=g, U=-model.U), _wrong(Reasoning.WRONG_SIGN, "gravity terms")
        nothing = replace(model, g=[model.ring.zero] * model.n, U=model.ring.zero)
        yield nothing, _wrong(Reasoning.MISSING, "gravity terms")


def external(_: Mechanics, model: ReferenceModel) -> Variants:
    yield from _turned_or_missing(model, "external", "external force")


def _turned_or_missing(model: ReferenceModel, field: str, part: str) -> Variants:
    """Yield models in which efforts of one kind have the wrong sign or are omitted."""
    efforts: Sequence[Poly] = getattr(model, field)
    for sign, how in ((-1, Reasoning.WRONG_SIGN), (0, Reasoning.MISSING)):
        changed: dict[str, Any] = {field: [sign * x for x in efforts]}
        if any(efforts):
            yield replace(model, **changed), _wrong(how, part)


def _part(ring: Ring, p: Poly, mixed: bool) -> Poly:
    """Return the terms of c with q̇_i q̇_j, i ≠ j, or those with q̇_i²."""
    total = ring.zero
    for powers, part in ring.collect(p, [x.qd for x in ring.coordinates]).items():
        if (max(powers) < 2) == mixed:
            for qd, power in zip(ring.qd, powers, strict=True):
                part = part * qd**power
            total = total + part
    return total


_TENSOR = range(4, 10)
_ROTOR = 10


def parallel_axes(mechanics: Mechanics, model: ReferenceModel) -> Variants:
    """Yield models in which one part of I_O is missing or the Steiner term is counted twice."""
    missing, twice = Reasoning.PARALLEL_AXIS_MISSING, Reasoning.PARALLEL_AXIS_TWICE
    for link, part in _each_and_all(
        [_seen(model, _steiner(mechanics, model, i)) for i in range(len(mechanics.tree.bodies))]
    ):
        yield replace(model, M=_plus(model.M, part, -1), c=None), _wrong(missing, number=link)
        yield replace(model, M=_plus(model.M, part), c=None), _wrong(twice, number=link)
    for link, part in _each_and_all(
        [_seen(model, _central(mechanics, model, i)) for i in range(len(mechanics.tree.bodies))]
    ):
        yield replace(model, M=_plus(model.M, part, -1), c=None), _wrong(Reasoning.POINT_MASS, number=link)


def _each_and_all(every: Sequence[list[list[Poly]]]) -> Iterator[tuple[int | None, list[list[Poly]]]]:
    """Yield the contribution of each link to M, with its number, and that of all links together."""
    parts = [(link, part) for link, part in enumerate(every, 1) if any(map(any, part))]
    yield from parts
    if len(parts) > 1:
        yield None, reduce(_plus, (part for _, part in parts))


def relative_rates(mechanics: Mechanics, model: ReferenceModel) -> Variants:
    """Yield models in which a body rotates at the rate of its own joint only, without the joints before it."""
    for i, body in enumerate(mechanics.tree.bodies):
        part = _central(mechanics, model, i)
        own = part[body.coordinate][body.coordinate]
        part[body.coordinate][body.coordinate] = model.ring.zero
        if own and any(map(any, part)):
            lost = _seen(model, part)
            yield replace(model, M=_plus(model.M, lost, -1), c=None), _wrong(Reasoning.RELATIVE_RATE, number=i + 1)


def _central(mechanics: Mechanics, model: ReferenceModel, i: int) -> list[list[Poly]]:
    """Return the contribution to M of the inertia of body i about its centre of mass."""
    values: dict[int, Poly] = {}
    with suppress(WrongValue, ValueError):
        central = mechanics.tree.bodies[i].inertia.central().parameters
        ring = mechanics.ring.extended(central)
        values = {x: model.ring.lift(ring.poly(central[x])) for x in _TENSOR}
    return _share(mechanics, model, i, values)


def _steiner(mechanics: Mechanics, model: ReferenceModel, i: int) -> list[list[Poly]]:
    """Return the contribution to M of m (cᵀc E − c cᵀ) of body i."""
    inertia = mechanics.tree.bodies[i].inertia
    values: dict[int, Poly] = {}
    try:
        centre = inertia.central()
        ring = mechanics.ring.extended(centre.parameters)
        pairs = zip(inertia.parameters, centre.parameters, strict=True)
        moved = [ring.poly(x) - ring.poly(y) for x, y in pairs]
        values = {which: model.ring.lift(moved[which]) for which in _TENSOR}
    except (WrongValue, ValueError):
        pass  # the mass centre is not an element of the ring
    return _share(mechanics, model, i, values)


def _share(mechanics: Mechanics, model: ReferenceModel, i: int, values: dict[int, Poly]) -> list[list[Poly]]:
    """Return the contribution to M of parameters of body i with these values, in the robot's own coordinates."""
    ring = model.ring
    total = [[ring.zero] * model.n for _ in range(model.n)]
    for p, parameter in enumerate(mechanics.parameters):
        value = values.get(parameter.which) if parameter.body == i else None
        if value:
            model.in_time()
            for (a, b), slope in mechanics.inertia_of(p).items():
                for row, column in {(a, b), (b, a)}:
                    total[row][column] = total[row][column] + ring.mul(ring.lift(slope), value)
    return total


def _seen(model: ReferenceModel, part: list[list[Poly]]) -> list[list[Poly]]:
    """Return a part of M in the coordinates of the model."""
    if model.chart is None:
        return part
    f, A, ring, n = model.chart.image, model.chart.frame.A, model.ring, range(model.n)
    terms = {(k, l): f(part[k][l]) for k in n for l in n if part[k][l]}
    return [[sum((x * ring.number(A[k][i] * A[l][j]) for (k, l), x in terms.items()), ring.zero) for j in n] for i in n]


def weights(mechanics: Mechanics, model: ReferenceModel) -> Variants:
    """Yield models in which the weight of a body is omitted or has the wrong sign."""
    for i in range(len(mechanics.tree.bodies)):
        U = _potential(mechanics, model, i)
        yield replace(model, U=model.U - U, g=None), _wrong(Reasoning.MISSING, "weight of a link", i + 1)
        yield replace(model, U=model.U - 2 * U, g=None), _wrong(Reasoning.WRONG_SIGN, "weight of a link", i + 1)


def links(mechanics: Mechanics, model: ReferenceModel) -> Variants:
    """Yield models in which the inertia of a body, or the whole body, is omitted."""
    bodies = len(mechanics.tree.bodies)
    for i in range(bodies if bodies > 1 else 0):
        U = _potential(mechanics, model, i)
        part = _share(mechanics, model, i, {x.which: model.ring.lift(x.value) for _, x in _own(mechanics, i)})
        if any(map(any, part := _seen(model, part))):
            M = _plus(model.M, part, -1)
            yield replace(model, M=M, c=None), _wrong(Reasoning.MISSING, "inertia of a link", i + 1)
            yield replace(model, M=M, c=None, U=model.U - U, g=None), _wrong(Reasoning.LINK_LEFT_OUT, number=i + 1)


def _own(mechanics: Mechanics, i: int) -> list[tuple[int, Parameter]]:
    """Return the parameters of body i that are not zero, without those of its rotor."""
    return [(p, x) for p, x in enumerate(mechanics.parameters) if x.body == i and x.which < _ROTOR and x.value]


def _potential(mechanics: Mechanics, model: ReferenceModel, i: int) -> Poly:
    """Return U of body i."""
    ring = model.ring
    parts = [ring.mul(ring.lift(mechanics.potential_of(p)), ring.lift(x.value)) for p, x in _own(mechanics, i)]
    U = sum(parts, ring.zero)
    return U if model.chart is None else model.chart.image(U)


def coupling(_: Mechanics, model: ReferenceModel) -> Variants:
    n, zero = range(model.n), model.ring.zero
    if model.n > 1:
        M = [[model.M[i][j] if i == j else zero for j in n] for i in n]
        yield replace(model, M=M), _wrong(Reasoning.COUPLING_MISSING)
    for j in n:
        M = [[zero if i != j and k == j else model.M[i][k] for k in n] for i in n]
        yield replace(model, M=M), _wrong(Reasoning.COUPLING_MISSING, number=j + 1)


def rotors(mechanics: Mechanics, model: ReferenceModel) -> Variants:
    """Yield models in which N² Im is missing or not transformed through the gear."""
    ring = model.ring
    for x in mechanics.parameters:
        drive = mechanics.tree.bodies[x.body].drive
        if x.which != _ROTOR or not x.value or drive is None:
            continue
        for seen, why in (
            (0, _wrong(Reasoning.MISSING, "rotor")),
            (drive.gear_ratio * drive.rotor_inertia, _wrong(Reasoning.GEAR_ONCE, "rotor inertia")),
            (drive.rotor_inertia, _wrong(Reasoning.GEAR_IGNORED, "rotor inertia")),
        ):
            change = ring.poly(seen) - ring.lift(x.value)
            part = _seen(model, _share(mechanics, model, x.body, {_ROTOR: change}))
            yield replace(model, M=_plus(model.M, part)), why


def friction(mechanics: Mechanics, model: ReferenceModel) -> Variants:
    if not any(model.friction):
        return
    yield from _turned_or_missing(model, "friction", "friction")
    for body in mechanics.tree.bodies:
        if body.drive is None:
            continue
        N, bm, k = body.drive.gear_ratio, body.drive.motor_damping, body.coordinate
        for seen, how in ((bm, Reasoning.GEAR_IGNORED), (N * bm, Reasoning.GEAR_ONCE)):
            wrong = list(model.friction)
            wrong[k] = wrong[k] + model.ring.mul(model.ring.poly(seen - N * N * bm), model.ring.qd[k])
            yield replace(model, friction=wrong), _wrong(how, "motor friction", k + 1)


def _plus(a: Iterable[Sequence[Poly]], b: Iterable[Sequence[Poly]], k: int = 1) -> list[list[Poly]]:
    return [[x + k * y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def other_coordinates(mechanics: Mechanics, model: ReferenceModel) -> Variants:
    """Yield models with one departure in coordinates, in the whole model or in gravity only."""
    for one in geometries(mechanics, efforts=True):
        if one.usage in _MISTAKEN and abs(one.degrees) < 180:
            frame = Convention((one,)).frame(mechanics)
            with suppress(NotInRing):
                other = in_frame(model, frame)
                why = _wrong(_MISTAKEN[one.usage], number=one.joint)
                yield (
                    replace(model, g=[other.weight(k) for k in range(model.n)], U=other.U),
                    replace(why, gravity_only=True),
                )
                yield other, why


_MISTAKEN = {
    Usage.OTHER_ZERO: Reasoning.OTHER_ZERO, Usage.REVERSED: Reasoning.OTHER_DIRECTION,
    Usage.ABSOLUTE: Reasoning.ABSOLUTE_ANGLES, Usage.ABSOLUTE_EFFORTS: Reasoning.ABSOLUTE_ANGLES,
}  # fmt: skip


def in_frame(model: ReferenceModel, frame: LinearChange) -> ReferenceModel:
    """Return the model with q = A x + b, where x has the names of q; raise `NotInRing` if an angle is not in the ring."""
    ring, n = model.ring, model.n
    f = substitution(ring, frame.images(ring.coordinates, ring.symbol, ring.number))

    def moved(rows: Matrix, part: Callable[[int], Poly]) -> Lazy:
        images = Lazy(n, lambda k: f(part(k)))
        return Lazy(n, lambda k: sum((ring.number(a) * images[i] for i, a in enumerate(rows[k]) if a), ring.zero))

    columns = [[row[k] for row in frame.A] for k in range(n)]  # Aᵀ
    half = Lazy(n, lambda k: moved(columns, lambda l: model.M[k][l]))  # M A
    inertia = Lazy(
        n,
        lambda i: Lazy(
            n, lambda j: sum((ring.number(a) * half[k][j] for k, a in enumerate(columns[i]) if a), ring.zero)
        ),
    )
    effort = partial(moved, columns)
    return replace(
        model, M=inertia, c=effort(model.quadratic), g=effort(model.weight), U=f(model.U),
        friction=effort(lambda k: model.friction[k]), external=effort(lambda k: model.external[k]),
        spring=effort(lambda k: model.spring[k]), chart=Chart(f, frame),
    )  # fmt: skip
