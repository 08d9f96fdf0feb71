"""Mistakes of reasoning, each as the model that it leads to.

In Lagrange's equation, d/dt ∂L/∂q̇ − ∂L/∂q = Q: a part dropped, doubled or with the wrong sign.

    c_k = (Ṁ q̇)_k − ∂T/∂q_k = Σ_i c_kii q̇_i² + Σ_i<j 2 c_kij q̇_i q̇_j      g_k = ∂U/∂q_k      Q = τ − friction + Jᵀw

In the inertia: a body, a coupling, a parallel-axis term or a rotor forgotten, a gear ratio ignored.

    I_O = I_c + m (cᵀc E − c cᵀ)      M ← N² Im      friction ← N² bm q̇

In the convention: an angle measured from another line, in the other direction, or absolute instead of relative. The mistaken
model is the true one in other coordinates, q = A x + b, taken for q; each q_k is replaced by a linear form in every
sine and cosine of it. Efforts transform too, Aᵀτ, if the whole equation was derived in those coordinates; gravity
alone is what students most often write with them.   [tang]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from typing import TypeAlias

from dalembert.closed.algebra.ring import Finer, Generator, Missing, Poly, Ring
from dalembert.closed.checking.reference_model import Chart, Lazy, ReferenceModel
from dalembert.closed.model.coordinates import absolute_coordinates
from dalembert.closed.model.mechanics import Mechanics, Parameter
from dalembert.errors import WrongValue


class Unwritable(Exception):
    """The result is not an element of the ring."""


def substitution(ring: Ring, images: Mapping[str, Poly]) -> Callable[[Poly], Poly]:
    """The map of the ring to itself that sends each named symbol to its image and keeps the others."""
    table: list[Poly | None] = [None] * len(ring.generators)
    for i in reversed(range(len(ring.generators))):  # a function's argument holds only later generators
        table[i] = _image(ring, ring.generators[i], i, images, table)

    def apply(p: Poly) -> Poly:
        used = [i for i, e in enumerate(p.degrees()) if e]
        if any(table[i] is None for i in used):
            raise Unwritable
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


Variants: TypeAlias = Iterator[tuple[ReferenceModel, str]]
"""Mistaken models, each with a sentence: {k} is the joint, {lost} what the equation lacks of the true one."""


def kinetic_slope(_: Mechanics, model: ReferenceModel) -> Variants:
    n = range(model.n)
    rate = [model.inertia_rate(k) for k in n]
    slope = [model.kinetic_slope(k) for k in n]
    yield (
        replace(model, c=rate),
        "the term −∂T/∂q{k} of Lagrange's equation was dropped: d/dt(∂T/∂q̇{k}) alone gives what is written, "
        "and −∂T/∂q{k} = {lost} is missing",
    )
    wrong = [r + s for r, s in zip(rate, slope, strict=True)]
    yield replace(model, c=wrong), "∂T/∂q{k} was added; Lagrange's equation subtracts it, d/dt(∂L/∂q̇{k}) − ∂L/∂q{k}"
    wrong = [r - 2 * s for r, s in zip(rate, slope, strict=True)]
    yield replace(model, c=wrong), "the ½ of ∂T/∂q{k} = ½ q̇ᵀ(∂M/∂q{k})q̇ was lost"
    wrong = [-s if s else model.quadratic(k) for k, s in enumerate(slope)]  # without a slope, all of c would be missing
    yield (
        replace(model, c=wrong),
        "d/dt(∂T/∂q̇{k}) was taken with a constant M: since M depends on q, the product rule adds Ṁq̇, here {lost}",
    )


def velocity_products(_: Mechanics, model: ReferenceModel) -> Variants:
    c = [model.quadratic(k) for k in range(model.n)]
    mixed = [_part(model.ring, x, mixed=True) for x in c]
    square = [_part(model.ring, x, mixed=False) for x in c]
    for factor, part, why in (
        (
            Fraction(-1, 2),
            mixed,
            "the factor 2 of the Coriolis terms is missing: q̇_i q̇_j stands for c_kij and c_kji together",
        ),
        (1, mixed, "the Coriolis terms are twice too large: 2 c_kij q̇_i q̇_j already counts c_kij and c_kji"),
        (1, square, "the centrifugal terms are twice too large: only Coriolis terms have a factor 2"),
        (Fraction(-1, 2), square, "the centrifugal terms are halved: c_kii q̇_i² comes with a factor 1"),
        (-2, mixed, "the Coriolis terms have the wrong sign"),
        (-2, square, "the centrifugal terms have the wrong sign"),
        (-2, c, "the Coriolis and centrifugal terms have the wrong sign"),
        (-1, mixed, "the Coriolis terms, those with q̇_i q̇_j, are missing"),
        (-1, square, "the centrifugal terms, those with q̇_i², are missing"),
        (-1, c, "the Coriolis and centrifugal terms are missing"),
    ):
        if any(part):
            k = model.ring.number(factor)
            yield replace(model, c=[x + k * y for x, y in zip(c, part, strict=True)]), why


def kinetic_energy(_: Mechanics, model: ReferenceModel) -> Variants:
    half = model.ring.number(Fraction(1, 2))
    c = [model.quadratic(k) for k in range(model.n)]
    for factor, why in (
        (model.ring.number(2), "the ½ of the kinetic energy ½ m v² + ½ I ω² is missing"),
        (half, "the ½ of the kinetic energy was applied twice"),
    ):
        yield replace(model, M=[[factor * x for x in row] for row in model.M], c=c), why


def gravity(_: Mechanics, model: ReferenceModel) -> Variants:
    zero = [model.ring.zero] * model.n
    if model.U:
        g = [-model.weight(k) for k in range(model.n)]
        why = "gravity has the wrong sign: with M q̈ + c + g = τ it is g = +∂U/∂q, what the motors must hold"
        yield replace(model, g=g, U=-model.U), why
        yield replace(model, g=zero, U=model.ring.zero), "gravity is missing"


def external(_: Mechanics, model: ReferenceModel) -> Variants:
    if any(model.external):
        turned = [-x for x in model.external]
        yield replace(model, external=turned), "the force from outside has the wrong sign: M q̈ + c + g = τ + JᵀF"
        nothing = [model.ring.zero] * model.n
        yield replace(model, external=nothing), "the force from outside is missing: it adds JᵀF to the efforts"


def _part(ring: Ring, p: Poly, mixed: bool) -> Poly:
    """The terms of c with q̇_i q̇_j, i ≠ j, or those with q̇_i²."""
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
    """The second part of I_O missing, or counted twice."""
    parts = [(f"link {i + 1}", _steiner(mechanics, model, i)) for i in range(len(mechanics.tree.bodies))]
    parts = [(link, part) for link, part in parts if any(map(any, part))]
    if len(parts) > 1:
        total = parts[0][1]
        for _, part in parts[1:]:
            total = _plus(total, part)
        parts.append(("every link", total))
    for link, part in parts:
        yield (
            replace(model, M=_plus(model.M, part, -1), c=None),
            f"the parallel-axis (Steiner) term m d² of {link} is missing: the inertia is given about the mass centre, "
            "and the joint is a distance d away",
        )
        why = f"the parallel-axis (Steiner) term m d² of {link} is counted twice"
        yield replace(model, M=_plus(model.M, part), c=None), why


def _steiner(mechanics: Mechanics, model: ReferenceModel, i: int) -> list[list[Poly]]:
    """What m (cᵀc E − c cᵀ) of body i adds to M."""
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
    """What parameters of body i, with these values, add to M."""
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


def weights(mechanics: Mechanics, model: ReferenceModel) -> Variants:
    """The weight of a body left out or turned over."""
    for i in range(len(mechanics.tree.bodies)):
        U = _potential(mechanics, model, i)
        yield replace(model, U=model.U - U, g=None), f"the weight of link {i + 1} is missing"
        yield replace(model, U=model.U - 2 * U, g=None), f"the weight of link {i + 1} has the wrong sign"


def links(mechanics: Mechanics, model: ReferenceModel) -> Variants:
    """The inertia of a body left out, or all of it."""
    bodies = len(mechanics.tree.bodies)
    for i in range(bodies if bodies > 1 else 0):
        U = _potential(mechanics, model, i)
        part = _share(mechanics, model, i, {x.which: model.ring.lift(x.value) for _, x in _own(mechanics, i)})
        if any(map(any, part)):
            M = _plus(model.M, part, -1)
            yield replace(model, M=M, c=None), f"the inertia of link {i + 1} is missing"
            yield replace(model, M=M, c=None, U=model.U - U, g=None), f"link {i + 1} is left out altogether"


def _own(mechanics: Mechanics, i: int) -> list[tuple[int, Parameter]]:
    """The parameters of body i that are not zero, its rotor's left out."""
    return [(p, x) for p, x in enumerate(mechanics.parameters) if x.body == i and x.which < _ROTOR and x.value]


def _potential(mechanics: Mechanics, model: ReferenceModel, i: int) -> Poly:
    """U of body i."""
    ring = model.ring
    parts = [ring.mul(ring.lift(mechanics.potential_of(p)), ring.lift(x.value)) for p, x in _own(mechanics, i)]
    return sum(parts, ring.zero)


def coupling(_: Mechanics, model: ReferenceModel) -> Variants:
    n, zero = range(model.n), model.ring.zero
    if model.n > 1:
        M = [[model.M[i][j] if i == j else zero for j in n] for i in n]
        why = "the coupling between the joints is missing: every acceleration q̈_j acts at joint {k} through M_{k}j"
        yield replace(model, M=M), why
    for j in n:
        M = [[zero if i != j and k == j else model.M[i][k] for k in n] for i in n]
        yield replace(model, M=M), f"the coupling with joint {j + 1} is missing: q̈{j + 1} acts at joint {{k}} too"


def rotors(mechanics: Mechanics, model: ReferenceModel) -> Variants:
    """N² Im missing, or not seen through the gear."""
    ring = model.ring
    for x in mechanics.parameters:
        drive = mechanics.tree.bodies[x.body].drive
        if x.which != _ROTOR or not x.value or drive is None:
            continue
        for seen, why in (
            (0, "the rotor is missing: its inertia Im is felt at the joint as N² Im"),
            (drive.gear_ratio * drive.rotor_inertia, "the rotor inertia was multiplied by N once: it is felt as N² Im"),
            (drive.rotor_inertia, "the rotor inertia was not seen through the gear: it is felt as N² Im"),
        ):
            change = ring.poly(seen) - ring.lift(x.value)
            yield replace(model, M=_plus(model.M, _share(mechanics, model, x.body, {_ROTOR: change}))), why


def friction(mechanics: Mechanics, model: ReferenceModel) -> Variants:
    if not any(model.friction):
        return
    why = "friction has the wrong sign: it opposes the motion, so the motor must add it"
    yield replace(model, friction=[-x for x in model.friction]), why
    yield replace(model, friction=[model.ring.zero] * model.n), "friction is missing"
    for body in mechanics.tree.bodies:
        if body.drive is None:
            continue
        N, bm, k = body.drive.gear_ratio, body.drive.motor_damping, body.coordinate
        for seen, how in ((bm, "was not seen through the gear"), (N * bm, "was multiplied by N once")):
            wrong = list(model.friction)
            wrong[k] = wrong[k] + model.ring.mul(model.ring.poly(seen - N * N * bm), model.ring.qd[k])
            yield replace(model, friction=wrong), f"the motor friction of joint {k + 1} {how}: it is felt as N² bm q̇"


def _plus(a: Iterable[Sequence[Poly]], b: Iterable[Sequence[Poly]], k: int = 1) -> list[list[Poly]]:
    return [[x + k * y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


_EFFORTS = frozenset(("tau", "M", "c", "g", "n", "f"))  # what the work of the efforts decides


def conventions(mechanics: Mechanics, model: ReferenceModel) -> Variants:
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


def absolute(mechanics: Mechanics, model: ReferenceModel, letters: Set[str]) -> Variants:
    """The whole model with absolute angles; where `letters` tell of efforts, those of the joints or of the angles."""
    for A, efforts, how in _absolute(mechanics, model):
        for other, _ in islice(_changed(model, A, {}, efforts, ""), 1, None):
            why = f"the angles are those from the ground (absolute){how if letters & _EFFORTS else ''}"
            yield other, why + "; here q is measured from the link before"


def _absolute(
    mechanics: Mechanics, model: ReferenceModel
) -> Iterator[tuple[list[list[Fraction]], list[list[Fraction]], str]]:
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
    model: ReferenceModel, A: list[list[Fraction]], b: Mapping[int, Poly], efforts: list[list[Fraction]], why: str
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
