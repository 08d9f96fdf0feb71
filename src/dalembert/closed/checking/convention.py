r"""What is right in another book: the same quantity with other indices, another letter, another sign or other angles.

    c_ijk       the equation's index first (k of c_kij here), in the middle or last [spong2006]; 2 c_kij for the pair
    S, h_ijk    another factorisation of c, before c_kij is made symmetric [siciliano2009]
    Q_1         an effort, or gravity [khalil2002];  h_1 and N_1: c, g or both
    g_1         on the left, M q̈ + c + g = τ, or on the right
    ω_2, v_c2   in the link's or in the world's axes;  J with linear or angular rows first
    θ_2         from the link before, or from the ground (absolute)

A convention that concerns a whole text, of signs or of angles, counts only if all of the text is right in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from dalembert.closed.algebra.ring import Poly
from dalembert.closed.checking.claim import Claim
from dalembert.closed.checking.expansion import settled
from dalembert.closed.checking.mistakes import NotInRing, absolute
from dalembert.closed.checking.reference_model import Habit, ReferenceModel
from dalembert.closed.derivation.method import OutOfTime
from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.reading.vocabulary import CENTRES
from dalembert.finding.equation import OtherConvention, Usage
from dalembert.finding.finding import Identifier

ORDERS = {
    (2, 0, 1): OtherConvention(Usage.LAST_INDEX),
    (1, 0, 2): OtherConvention(Usage.MIDDLE_INDEX),
}
"""Which index of a written c_ijk is that of the equation."""

HABITS: tuple[tuple[tuple[str, ...], Habit, OtherConvention], ...] = (
    *((("Gamma[",), Habit(order=order), why) for order, why in ORDERS.items()),
    (
        tuple(f"{x}[" for x in CENTRES),
        Habit(centres=True),
        OtherConvention(Usage.MASS_CENTRES),
    ),
)
"""(how names begin that books use in two ways, the other use, the convention)."""

Other: TypeAlias = tuple[Callable[[], Poly], OtherConvention]
_LARGEST = 1500  # terms of an equation for which other conventions are tried


def conventions(
    mechanics: Mechanics, model: ReferenceModel, claims: Sequence[Claim], wrong: Sequence[int]
) -> dict[int, OtherConvention]:
    """{number of a claim that is wrong as it stands: the convention in which it is right}."""
    small = [i for i in wrong if max(len(claims[i].model), len(claims[i].written)) <= _LARGEST]
    found: dict[int, OtherConvention] = {}
    try:
        for i in small:
            why = next(
                (why for value, why in _own(mechanics, model, claims[i]) if _fits(model, claims[i], value())), None
            )
            if why is not None:
                found[i] = why
        left = [i for i in small if i not in found]
        others = [x for i, x in enumerate(claims) if i not in found and (x.entries or i in left)]
        if left and len(small) == len(wrong) and all(x.entries for x in others):
            for other, why in _shared(mechanics, model, others):
                if all(_fits(model, x, x.value(other)) for x in others):
                    found |= dict.fromkeys(left, why)
                    break
    except (OutOfTime, NotInRing):
        pass
    return found


def _fits(model: ReferenceModel, claim: Claim, value: Poly) -> bool:
    ring = model.ring
    written = claim.written if claim.slack is None else settled(ring, value, claim.written, claim.slack)
    difference = written - value
    return ring.is_zero(ring.moving_part(difference) if claim.up_to_constant else difference)


def _own(mechanics: Mechanics, model: ReferenceModel, claim: Claim) -> Iterator[Other]:
    """Other meanings of the one entry that a claim is about."""
    if len(claim.entries) != 1 or claim.entries[0][0] != 1:
        return
    entry = claim.entries[0][1]
    at = tuple(k - 1 for k in entry.indices)
    if entry.letter == "Gamma":
        yield from _christoffel(model, *at)
    elif entry.letter == "S":
        for kind, usage in (("generic", Usage.GENERIC_S), ("unsymmetrised", Usage.UNSYMMETRISED_S)):
            yield partial(_entry_of_S, mechanics, model, kind, *at), OtherConvention(usage)
    elif entry.letter == "tau" and claim.letter == "Q":
        yield lambda: model.weight(*at), OtherConvention(Usage.Q_GRAVITY)
        yield lambda: -model.weight(*at), OtherConvention(Usage.Q_WEIGHT)
    elif entry.letter == "tau" and at[0] in model.passive - model.motors.keys():
        yield lambda: model.ring.zero, OtherConvention(Usage.PASSIVE, joint=at[0] + 1)
    elif entry.letter == "phi":
        yield lambda: model.ring.zero, OtherConvention(Usage.CLOSED)
    elif entry.letter in ("c", "n", "g") and claim.letter in ("h", "H", "N", "n", "V"):
        name = Identifier(claim.letter)
        yield lambda: model.quadratic(*at), OtherConvention(Usage.VELOCITY_ONLY, name)
        yield lambda: model.weight(*at), OtherConvention(Usage.IS_GRAVITY, name)
        both = OtherConvention(Usage.VELOCITY_AND_GRAVITY, name)
        yield lambda: model.quadratic(*at) + model.weight(*at), both
    elif model.steps is not None:
        yield from _step(model, entry.letter, at)


def _entry_of_S(mechanics: Mechanics, model: ReferenceModel, kind: str, i: int, j: int) -> Poly:
    return model.ring.lift(mechanics.S(kind)[i][j])


def _christoffel(model: ReferenceModel, a: int, b: int, c: int) -> Iterator[Other]:
    for order, why in ORDERS.items():
        yield partial(model.christoffel, *((a, b, c)[i] for i in order)), why
    if b != c:
        yield lambda: 2 * model.christoffel(a, b, c), OtherConvention(Usage.PAIR)
    yield lambda: model.slope(a, b, c) - model.slope(b, c, a) / 2, OtherConvention(Usage.NOT_SYMMETRIC)


def _step(model: ReferenceModel, letter: str, at: tuple[int, ...]) -> Iterator[Other]:
    steps, lift = model.steps, model.ring.lift
    assert steps is not None
    if letter == "w":
        yield lambda: lift(steps.turning_in_world(at[0])[at[1]]), OtherConvention(Usage.WORLD_AXES)
    elif letter == "v":
        yield lambda: lift(steps.turned_in(at[0], steps.velocity(at[0]))[at[1]]), OtherConvention(Usage.LINK_AXES)
    elif letter in ("xo", "xop", "vo", "vop"):
        axis = steps.plane[at[1]] if letter.endswith("p") else at[1]
        far = steps.end(at[0]) if letter.startswith("x") else steps.arm.rate(steps.end(at[0]))
        yield lambda: lift(far[axis]), OtherConvention(Usage.FAR_END)
    elif letter == "J":
        yield lambda: lift(steps.jacobian[(at[0] + 3) % 6][at[1]]), OtherConvention(Usage.ANGULAR_FIRST)
    elif letter == "Jv" and at[0] == 2:
        normal = 3 + ({0, 1, 2} - {*steps.plane}).pop()
        yield lambda: lift(steps.jacobian[normal][at[1]]), OtherConvention(Usage.PLANE_ANGLE)
    elif letter == "Tl":
        yield lambda: lift(steps.kinetic(at[0]) + steps.rotor(at[0])), OtherConvention(Usage.ROTOR_COUNTED)
    elif letter == "detJ":
        yield lambda: lift(-steps.determinant), OtherConvention(Usage.ROW_ORDER)


def _shared(
    mechanics: Mechanics, model: ReferenceModel, claims: Sequence[Claim]
) -> Iterator[tuple[ReferenceModel, OtherConvention]]:
    """Conventions of a whole text: the sign of g, absolute angles."""
    if all(entry.letter == "g" for x in claims for _, entry in x.entries):
        g = [-model.weight(k) for k in range(model.n)]
        yield replace(model, g=g), OtherConvention(Usage.GRAVITY_RIGHT)
    yield from absolute(mechanics, model, {entry.letter for x in claims for _, entry in x.entries})
