r"""Mistakes of reasoning, each as the model that it leads to, and conventions of other books, in which a text is right.

In Lagrange's equation, d/dt ∂L/∂q̇ − ∂L/∂q = Q: a part dropped, doubled or with the wrong sign.

    c_k = (Ṁ q̇)_k − ∂T/∂q_k = Σ_i c_kii q̇_i² + Σ_i<j 2 c_kij q̇_i q̇_j      g_k = ∂U/∂q_k      Q = τ − friction + Jᵀw

In the inertia: a body, a coupling, a parallel-axis term or a rotor forgotten, a gear ratio ignored.

    I_O = I_c + m (cᵀc E − c cᵀ)      M ← N² Im      friction ← N² bm q̇

In the coordinates: an angle measured from another line, in the other direction, or absolute instead of relative. The mistaken
model is the true one in other coordinates, q = A x + b, taken for q; each q_k is replaced by a linear form in every
sine and cosine of it. Efforts transform too, Aᵀτ, if the whole equation was derived in those coordinates; gravity
alone is what students most often write with them.   [tang]

Right in another book: the same quantity with other indices, another letter, another sign or other angles.

    c_ijk       the equation's index first (k of c_kij here), in the middle or last [spong2006]; 2 c_kij for the pair
    S, h_ijk    another factorisation of c, before c_kij is made symmetric [siciliano2009]
    Q_1         an effort, or gravity [khalil2002];  h_1 and N_1: c, g or both
    g_1         on the left, M q̈ + c + g = τ, or on the right
    ω_2, v_c2   in the link's or in the world's axes;  J with linear or angular rows first
    θ_2         from the link before, or from the ground (absolute)

A convention of signs or angles counts only if all of a text is right in it, one of a letter if all its uses are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice, product
from typing import Any, TypeAlias

from dalembert import finding
from dalembert.closed.algebra.ring import Finer, Generator, Missing, Poly, Ring
from dalembert.closed.checking.claim import Claim
from dalembert.closed.checking.expansion import settled
from dalembert.closed.checking.reference_model import USUAL, Chart, Habit, Lazy, ReferenceModel
from dalembert.closed.derivation.method import OutOfTime
from dalembert.closed.model.coordinates import absolute_coordinates
from dalembert.closed.model.mechanics import Mechanics, Parameter
from dalembert.closed.reading.vocabulary import CENTRES
from dalembert.errors import WrongValue
from dalembert.finding.equation import Reasoning, Usage
from dalembert.finding.finding import Identifier, Noun


class NotInRing(Exception):
    """The result is not an element of the ring."""


def substitution(ring: Ring, images: Mapping[str, Poly]) -> Callable[[Poly], Poly]:
    """The map of the ring to itself that sends each named symbol to its image and keeps the others."""
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
    """Efforts of one kind with the wrong sign, or left out."""
    efforts: Sequence[Poly] = getattr(model, field)
    for sign, how in ((-1, Reasoning.WRONG_SIGN), (0, Reasoning.MISSING)):
        changed: dict[str, Any] = {field: [sign * x for x in efforts]}
        if any(efforts):
            yield replace(model, **changed), _wrong(how, part)


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
    every: list[tuple[int | None, list[list[Poly]]]] = []
    every += [(i + 1, _steiner(mechanics, model, i)) for i in range(len(mechanics.tree.bodies))]
    parts = [(link, part) for link, part in every if any(map(any, part))]
    if len(parts) > 1:
        total = parts[0][1]
        for _, part in parts[1:]:
            total = _plus(total, part)
        parts.append((None, total))
    for link, part in parts:
        missing, twice = Reasoning.PARALLEL_AXIS_MISSING, Reasoning.PARALLEL_AXIS_TWICE
        yield replace(model, M=_plus(model.M, part, -1), c=None), _wrong(missing, number=link)
        yield replace(model, M=_plus(model.M, part), c=None), _wrong(twice, number=link)


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
        yield replace(model, U=model.U - U, g=None), _wrong(Reasoning.MISSING, "weight of a link", i + 1)
        yield replace(model, U=model.U - 2 * U, g=None), _wrong(Reasoning.WRONG_SIGN, "weight of a link", i + 1)


def links(mechanics: Mechanics, model: ReferenceModel) -> Variants:
    """The inertia of a body left out, or all of it."""
    bodies = len(mechanics.tree.bodies)
    for i in range(bodies if bodies > 1 else 0):
        U = _potential(mechanics, model, i)
        part = _share(mechanics, model, i, {x.which: model.ring.lift(x.value) for _, x in _own(mechanics, i)})
        if any(map(any, part)):
            M = _plus(model.M, part, -1)
            yield replace(model, M=M, c=None), _wrong(Reasoning.MISSING, "inertia of a link", i + 1)
            yield replace(model, M=M, c=None, U=model.U - U, g=None), _wrong(Reasoning.LINK_LEFT_OUT, number=i + 1)


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
        yield replace(model, M=M), _wrong(Reasoning.COUPLING_MISSING)
    for j in n:
        M = [[zero if i != j and k == j else model.M[i][k] for k in n] for i in n]
        yield replace(model, M=M), _wrong(Reasoning.COUPLING_MISSING, number=j + 1)


def rotors(mechanics: Mechanics, model: ReferenceModel) -> Variants:
    """N² Im missing, or not seen through the gear."""
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
            yield replace(model, M=_plus(model.M, _share(mechanics, model, x.body, {_ROTOR: change}))), why


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


_EFFORTS = frozenset(("tau", "M", "c", "g", "n", "f"))  # what the work of the efforts decides


def other_coordinates(mechanics: Mechanics, model: ReferenceModel) -> Variants:
    ring, n = model.ring, range(model.n)
    unit = [[Fraction(int(i == j)) for j in n] for i in n]
    turning = [b.coordinate for b in mechanics.tree.bodies if not b.prismatic]
    for k in turning[:1]:
        why = _wrong(Reasoning.OTHER_ZERO, number=k + 1)
        for quarter in (1, -1):
            shift = ring.number(Fraction(quarter, 2)) * ring.symbol("pi")
            yield from _changed(model, unit, {k: shift}, unit, why)
    for k in n:
        turned = [[-x if i == k else x for x in row] for i, row in enumerate(unit)]
        yield from _changed(model, turned, {}, turned, _wrong(Reasoning.OTHER_DIRECTION, number=k + 1))
    why = _wrong(Reasoning.ABSOLUTE_ANGLES)
    for A, efforts, _ in _absolute(mechanics, model):
        yield from _changed(model, A, {}, efforts, why)


def absolute(
    mechanics: Mechanics, model: ReferenceModel, letters: Set[str]
) -> Iterator[tuple[ReferenceModel, finding.OtherConvention]]:
    """The whole model with absolute angles; where `letters` tell of efforts, those of the joints or of the angles."""
    for A, efforts, usage in _absolute(mechanics, model):
        for other, _ in islice(_changed(model, A, {}, efforts, _wrong(Reasoning.ABSOLUTE_ANGLES)), 1, None):
            yield other, finding.OtherConvention(usage if letters & _EFFORTS else Usage.ABSOLUTE)


def _absolute(
    mechanics: Mechanics, model: ReferenceModel
) -> Iterator[tuple[list[list[Fraction]], list[list[Fraction]], Usage]]:
    """(A, what mixes the efforts, the convention): absolute angles are sums of joint angles, whole numbers."""
    n = range(model.n)
    try:
        matrix = absolute_coordinates(mechanics.robot).matrix
    except WrongValue:  # joints that mimic others, or turn every way
        return
    unit = [[Fraction(int(i == j)) for j in n] for i in n]
    A = [[Fraction(str(a)) for a in row] for row in matrix]
    if unit != A:
        yield A, [[A[j][i] for j in n] for i in n], Usage.ABSOLUTE_EFFORTS
        yield A, unit, Usage.ABSOLUTE


def _changed(
    model: ReferenceModel,
    A: list[list[Fraction]],
    b: Mapping[int, Poly],
    efforts: list[list[Fraction]],
    why: finding.WrongReasoning,
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
    except NotInRing:
        return
    yield replace(model, g=g, U=U), replace(why, gravity_only=True)
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


ORDERS = {
    (2, 0, 1): finding.OtherConvention(Usage.LAST_INDEX),
    (1, 0, 2): finding.OtherConvention(Usage.MIDDLE_INDEX),
}
"""Which index of a written c_ijk is that of the equation."""

HABITS: tuple[tuple[tuple[str, ...], Habit, finding.OtherConvention], ...] = (
    *((("Gamma[",), Habit(order=order), why) for order, why in ORDERS.items()),
    (
        tuple(f"{x}[" for x in CENTRES),
        Habit(centres=True),
        finding.OtherConvention(Usage.MASS_CENTRES),
    ),
)
"""(how names begin that books use in two ways, the other use, the convention)."""

SHARED = {Usage.GRAVITY_RIGHT, Usage.ABSOLUTE, Usage.ABSOLUTE_EFFORTS}
"""Conventions of all of a text."""

Other: TypeAlias = tuple[Callable[[], Poly], finding.OtherConvention]
_LARGEST = 1500  # terms of an equation for which other conventions are tried


def conventions(
    mechanics: Mechanics, model: ReferenceModel, claims: Sequence[Claim], wrong: Sequence[int], coordinates: bool
) -> dict[int, finding.OtherConvention]:
    """{number of a claim that is wrong as it stands: the convention in which it is right}.

    A letter has one meaning in all of a text, and the angles and the sign of g are of one convention. Of the readings
    in which all of a text is right, the one with the fewest departures is taken, the robot's own coordinates first.
    `coordinates`: whether other angles and signs are tried.
    """
    if any(max(len(claims[i].model), len(claims[i].written)) > _LARGEST for i in wrong):
        return {}
    found: dict[int, finding.OtherConvention] = {}
    try:
        found = _letters(mechanics, model, claims, wrong)
        best = len({*found.values()}) if len(found) == len(wrong) else math.inf
        for other, why in shared(mechanics, model, claims) if coordinates else ():
            left = [i for i, x in enumerate(claims) if not _holds(other, x, i in wrong)]
            more = _letters(mechanics, other, claims, left)
            if len(more) == len(left) and 1 + len({*more.values()}) < best:
                best, found = 1 + len({*more.values()}), dict.fromkeys(wrong, why) | more
    except (OutOfTime, NotInRing):
        pass
    return found


def _holds(model: ReferenceModel, claim: Claim, wrong: bool) -> bool:
    """Whether a claim that is wrong or right of the robot's own model is right of one in other coordinates."""
    if claim.structural is not None or not claim.entries:
        return not wrong and not claim.name and claim.structural is not False
    return _fits(model, claim, claim.value(model))


def _letters(
    mechanics: Mechanics, model: ReferenceModel, claims: Sequence[Claim], wrong: Sequence[int]
) -> dict[int, finding.OtherConvention]:
    """The other meaning of each letter, shared by all claims about it, in which wrong claims are right."""
    topics: dict[str, list[int]] = {}
    for i, claim in enumerate(claims):
        if len(claim.entries) == 1 and claim.entries[0][0] == 1:
            letter = claim.entries[0][1].letter
            fact = letter == "phi" or (letter == "tau" and claim.letter != "Q")
            topics.setdefault(str(i) if fact else _TOPICS.get(letter, claim.letter or letter), []).append(i)
    found: dict[int, finding.OtherConvention] = {}
    for topic in topics.values():
        about = [i for i in topic if i in wrong]
        meanings = {i: {why: value for value, why in _meanings(mechanics, model, claims[i])} for i in topic if about}
        for why in dict.fromkeys(why for i in about for why in meanings[i]):
            if all(_means(model, claims[i], meanings[i].get(why)) for i in topic):
                found |= dict.fromkeys(about, why)
                break
    return found


_TOPICS = dict.fromkeys(("xo", "xop", "vo", "vop"), "place of a frame") | {
    x: x for x in ("Gamma", "S", "w", "v", "J", "Jv", "Tl", "detJ")
}
"""Letters of entries that are of one convention; of others the letter that is written decides."""


def _means(model: ReferenceModel, claim: Claim, value: Callable[[], Poly] | None) -> bool:
    return _fits(model, claim, claim.value(model) if value is None else value())


def _fits(model: ReferenceModel, claim: Claim, value: Poly) -> bool:
    ring = model.ring
    written = claim.written if claim.slack is None else settled(ring, value, claim.written, claim.slack)
    difference = written - value
    return ring.is_zero(ring.moving_part(difference) if claim.up_to_constant else difference)


def _meanings(mechanics: Mechanics, model: ReferenceModel, claim: Claim) -> Iterator[Other]:
    """Other meanings of the one entry that a claim is about."""
    if len(claim.entries) != 1 or claim.entries[0][0] != 1:
        return
    entry = claim.entries[0][1]
    at = tuple(k - 1 for k in entry.indices)
    if entry.letter == "Gamma":
        if model.habit.order == USUAL.order:
            yield from _christoffel(model, *at)
    elif entry.letter == "S":
        for kind, usage in (("generic", Usage.GENERIC_S), ("unsymmetrised", Usage.UNSYMMETRISED_S)):
            yield partial(_entry_of_S, mechanics, model, kind, *at), finding.OtherConvention(usage)
    elif entry.letter == "tau" and claim.letter == "Q":
        yield lambda: model.weight(*at), finding.OtherConvention(Usage.Q_GRAVITY)
        yield lambda: -model.weight(*at), finding.OtherConvention(Usage.Q_WEIGHT)
    elif entry.letter == "tau" and at[0] in model.passive - model.motors.keys():
        yield lambda: model.ring.zero, finding.OtherConvention(Usage.PASSIVE, joint=at[0] + 1)
    elif entry.letter == "phi":
        yield lambda: model.ring.zero, finding.OtherConvention(Usage.CLOSED)
    elif entry.letter in ("c", "n", "g") and claim.letter in ("h", "H", "N", "n", "V"):
        name = Identifier(claim.letter)
        yield lambda: model.quadratic(*at), finding.OtherConvention(Usage.VELOCITY_ONLY, name)
        yield lambda: model.weight(*at), finding.OtherConvention(Usage.IS_GRAVITY, name)
        both = finding.OtherConvention(Usage.VELOCITY_AND_GRAVITY, name)
        yield lambda: model.quadratic(*at) + model.weight(*at), both
    elif model.steps is not None and model.chart is None:
        yield from _step(model, entry.letter, at)


def _entry_of_S(mechanics: Mechanics, model: ReferenceModel, kind: str, i: int, j: int) -> Poly:
    return model.ring.lift(mechanics.S(kind)[i][j])


def _christoffel(model: ReferenceModel, a: int, b: int, c: int) -> Iterator[Other]:
    if b != c:
        yield lambda: 2 * model.christoffel(a, b, c), finding.OtherConvention(Usage.PAIR)
    yield lambda: model.slope(a, b, c) - model.slope(b, c, a) / 2, finding.OtherConvention(Usage.NOT_SYMMETRIC)


def _step(model: ReferenceModel, letter: str, at: tuple[int, ...]) -> Iterator[Other]:
    steps, lift = model.steps, model.ring.lift
    assert steps is not None
    if letter == "w":
        yield lambda: lift(steps.turning_in_world(at[0])[at[1]]), finding.OtherConvention(Usage.WORLD_AXES)
    elif letter == "v":
        yield (
            lambda: lift(steps.turned_in(at[0], steps.velocity(at[0]))[at[1]]),
            finding.OtherConvention(Usage.LINK_AXES),
        )
    elif letter in ("xo", "xop", "vo", "vop"):
        axis = steps.plane[at[1]] if letter.endswith("p") else at[1]
        far = steps.end(at[0]) if letter.startswith("x") else steps.arm.rate(steps.end(at[0]))
        yield lambda: lift(far[axis]), finding.OtherConvention(Usage.FAR_END)
    elif letter == "J":
        yield lambda: lift(steps.jacobian[(at[0] + 3) % 6][at[1]]), finding.OtherConvention(Usage.ANGULAR_FIRST)
    elif letter == "Jv" and at[0] == 2:
        normal = 3 + ({0, 1, 2} - {*steps.plane}).pop()
        yield lambda: lift(steps.jacobian[normal][at[1]]), finding.OtherConvention(Usage.PLANE_ANGLE)
    elif letter == "Tl":
        yield lambda: lift(steps.kinetic(at[0]) + steps.rotor(at[0])), finding.OtherConvention(Usage.ROTOR_COUNTED)
    elif letter == "detJ":
        yield lambda: lift(-steps.determinant), finding.OtherConvention(Usage.ROW_ORDER)


def shared(
    mechanics: Mechanics, model: ReferenceModel, claims: Sequence[Claim]
) -> Iterator[tuple[ReferenceModel, finding.OtherConvention]]:
    """Conventions of a whole text: the sign of g, absolute angles."""
    letters = {entry.letter for x in claims for _, entry in x.entries}
    if "g" in letters and not letters & {"tau", "n"}:
        g = [-model.weight(k) for k in range(model.n)]
        yield replace(model, g=g), finding.OtherConvention(Usage.GRAVITY_RIGHT)
    yield from absolute(mechanics, model, letters)
