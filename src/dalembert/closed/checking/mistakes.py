r"""Mistakes of reasoning, each of which is represented by the resulting model.

In Lagrange's equation d/dt ∂L/∂q̇ − ∂L/∂q = Q, a part can be missing, doubled or have the wrong sign:

    c_k = (Ṁ q̇)_k − ∂T/∂q_k = Σ_i c_kii q̇_i² + Σ_i<j 2 c_kij q̇_i q̇_j      g_k = ∂U/∂q_k      Q = τ − friction + Jᵀw

In the inertia matrix, a body, a coupling, a parallel-axis term or a rotor can be missing, or a gear ratio can be
ignored:

    I_O = I_c + m (cᵀc E − c cᵀ)      M ← N² Im      friction ← N² bm q̇

An angle can be measured from another line, in the opposite direction, or as an absolute instead of a relative angle.
The resulting model is the correct model in other coordinates, q = A x + b, with x in place of q. Each q_k is replaced
by a linear form, also inside sines and cosines. If the whole equation was derived in the other coordinates, efforts
transform to Aᵀτ. Students most often use the other coordinates only for gravity. [tang]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from typing import TypeAlias

from dalembert import finding
from dalembert.closed.algebra.ring import Finer, Generator, Missing, Poly, Ring, as_fraction
from dalembert.closed.checking.convention import Convention, LinearChange, geometries
from dalembert.closed.checking.reference_model import Chart, Lazy, NotInRing, ReferenceModel
from dalembert.closed.model.mechanics import Matrix, Parameter
from dalembert.errors import WrongValue
from dalembert.finding.equation import Reasoning, Usage
from dalembert.finding.finding import Noun
from dalembert.spatial.vector import add, scale, sub


def substitution(ring: Ring, images: Mapping[str, Poly]) -> Callable[[Poly], Poly]:
    """Return a function that substitutes polynomials for symbols in ring elements. Other symbols do not change."""
    table: list[Poly | None] = [None] * len(ring.generators)
    for i in reversed(range(len(ring.generators))):  # a function's argument holds only later generators
        table[i] = _image(ring, ring.generators[i], i, images, table)

    def apply(p: Poly) -> Poly:
        used = [i for i, e in enumerate(p.degrees()) if e]
        if any(table[i] is None for i in used):
            raise NotInRing
        if all(table[i] is ring.variables[i] for i in used):
            return p
        return ring.reduce(_composed(ring, p, table))

    return apply


def _composed(ring: Ring, p: Poly, table: Iterable[Poly | None]) -> Poly:
    return p.compose(*[ring.zero if x is None else x for x in table], ctx=ring.context)


def _image(ring: Ring, g: Generator, i: int, images: Mapping[str, Poly], table: list[Poly | None]) -> Poly | None:
    if g.is_symbol:
        return images.get(g.name, ring.variables[i])
    used = [j for j, e in enumerate(g.argument.degrees()) if e]
    if all(table[j] is ring.variables[j] for j in used):
        return ring.variables[i]
    if any(table[j] is None for j in used):
        return None
    argument = _composed(ring, g.argument, table)
    try:
        if g.kind in ("sin", "cos"):
            return ring.sincos(argument)[g.kind == "cos"]
        return ring.find(g.kind, argument)
    except (Missing, Finer, WrongValue):
        return None


def in_degrees(ring: Ring, p: Poly) -> Poly:
    """Interpret numbers inside the angles of an element as degrees, such as sin(q + 90) as sin(q + π/2)."""
    images = list(ring.variables)
    for s, c, angle in ring.angles:
        k = angle.to_dict().get((0,) * len(images))
        with suppress(Missing, Finer):
            if k is not None:
                meant = ring.number(as_fraction(k) / 180) * ring.symbol("pi")
                images[s], images[c] = ring.sincos(angle - k + meant)
    return p if images == [*ring.variables] else ring.reduce(p.compose(*images, ctx=ring.context))


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
    wrong = [-s if s else model.quadratic(k) for k, s in enumerate(slope)]  # without a slope, all of c would be missing
    yield replace(model, c=wrong), _wrong(Reasoning.CONSTANT_INERTIA)


def velocity_products(model: ReferenceModel) -> Variants:
    c = [model.quadratic(k) for k in range(model.n)]
    mixed, square = ([_part(model.ring, x, mixed=kind) for x in c] for kind in (True, False))
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
    """Return the model with k times a part added to M, and with the corresponding velocity terms."""
    return replace(model, M=_plus(model.M, part, k), c=None)


def _each_and_all(every: Sequence[Matrix]) -> Iterator[tuple[int | None, Matrix]]:
    """Yield each link's nonzero contribution together with the link number, and finally the sum of all contributions."""
    parts = [(link, part) for link, part in enumerate(every, 1) if any(map(any, part))]
    yield from parts
    if len(parts) > 1:
        yield None, reduce(_plus, (part for _, part in parts))


def relative_rates(model: ReferenceModel) -> Variants:
    """Yield models in which a body rotates without the rates of one or all of the other joints."""
    n = range(model.n)
    for i, body in enumerate(model.mechanics.tree.bodies):
        part = _tensor(model, i, shifted=False)
        others = [j for j in n if j != body.coordinate and any(part[j])]
        for lost in dict.fromkeys((tuple(others), *((j,) for j in others))):
            gone = [[part[a][b] if a in lost or b in lost else model.ring.zero for b in n] for a in n]
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
        values = {x: model.ring.lift(found[x]) for x in _TENSOR}
    return _share(model, i, values)


def _share(model: ReferenceModel, i: int, values: dict[int, Poly]) -> Matrix:
    """Compute the contribution to M, in the robot's own coordinates, of the given inertial parameters of body i."""
    ring = model.ring
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
    f, A, ring, n = model.chart.image, model.chart.frame.A, model.ring, range(model.n)
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
        part = _share(model, i, {x.which: model.ring.lift(x.value) for _, x in _own(model, i)})
        if any(map(any, part := _seen(model, part))):
            light = _reweighed(model, part, -1)
            yield light, _wrong(Reasoning.MISSING, "inertia of a link", i + 1)
            yield replace(light, U=model.U - U, g=None), _wrong(Reasoning.LINK_LEFT_OUT, number=i + 1)


def _own(model: ReferenceModel, i: int) -> list[tuple[int, Parameter]]:
    """Return the nonzero inertial parameters of body i, without the rotor inertia."""
    return [(p, x) for p, x in enumerate(model.mechanics.parameters) if x.body == i and x.which < _ROTOR and x.value]


def _potential(model: ReferenceModel, i: int) -> Poly:
    """Return the potential energy of body i."""
    ring = model.ring
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
    ring = model.ring
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
        N, bm, k = body.drive.gear_ratio, body.drive.motor_damping, body.coordinate
        for seen, how in ((bm, Reasoning.GEAR_IGNORED), (N * bm, Reasoning.GEAR_ONCE)):
            wrong = list(model.friction)
            change = model.ring.poly(seen - N * N * bm)
            wrong[k] = wrong[k] + model.ring.mul(change, model.ring.qd[k])
            yield replace(model, friction=wrong), _wrong(how, "motor friction", k + 1)


def _plus(a: Iterable[Sequence[Poly]], b: Iterable[Sequence[Poly]], k: int = 1) -> Matrix:
    return [[*add(row, scale(k, other))] for row, other in zip(a, b, strict=True)]


def other_coordinates(model: ReferenceModel) -> Variants:
    """Yield models with one departure in coordinates, in the whole model or only in gravity."""
    for one in geometries(model.mechanics, efforts=True):
        if one.usage in MISTAKEN and abs(one.degrees) < 180:
            frame = Convention((one,)).frame(model.mechanics)
            with suppress(NotInRing):
                other = in_frame(model, frame)
                why = _wrong(MISTAKEN[one.usage], number=one.joint)
                yield (
                    replace(model, g=[other.weight(k) for k in range(model.n)], U=other.U),
                    replace(why, gravity_only=True),
                )
                yield other, why


MISTAKEN = {
    Usage.OTHER_ZERO: Reasoning.OTHER_ZERO, Usage.REVERSED: Reasoning.OTHER_DIRECTION,
    Usage.ABSOLUTE: Reasoning.ABSOLUTE_ANGLES, Usage.ABSOLUTE_EFFORTS: Reasoning.ABSOLUTE_ANGLES,
}  # fmt: skip


def in_frame(model: ReferenceModel, frame: LinearChange) -> ReferenceModel:
    """Transform the model to the coordinates x with q = A x + b, where x has the names of q.

    An error is raised if an angle is not in the ring.
    """
    ring, n = model.ring, model.n
    f = substitution(ring, frame.images(ring.coordinates, ring.symbol, ring.number))
    columns = [[ring.number(row[k]) for row in frame.A] for k in range(n)]  # Aᵀ

    def contracted(k: int, part: Callable[[int], Poly]) -> Poly:
        return sum((a * part(i) for i, a in enumerate(columns[k]) if a), ring.zero)

    def effort(part: Callable[[int], Poly]) -> Lazy:
        images = Lazy(n, lambda k: f(part(k)))
        return Lazy(n, lambda k: contracted(k, images.__getitem__))

    half = Lazy(n, lambda k: effort(lambda l: model.M[k][l]))  # M A
    inertia = Lazy(n, lambda i: Lazy(n, lambda j: contracted(i, lambda k: half[k][j])))
    return replace(
        model,
        M=inertia,
        c=effort(model.quadratic),
        g=effort(model.weight),
        U=f(model.U),
        friction=effort(lambda k: model.friction[k]),
        external=effort(lambda k: model.external[k]),
        spring=effort(lambda k: model.spring[k]),
        chart=Chart(f, frame),
    )
