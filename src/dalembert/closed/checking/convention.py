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
from dalembert.closed.checking.mistakes import Unwritable, absolute
from dalembert.closed.checking.reference_model import CheckOutOfTime, Habit, ReferenceModel
from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.reading.entry import CENTRES

ORDERS: dict[tuple[int, int, int], str] = {
    (2, 0, 1): "the last index of c_ijk is that of the equation; here it is the first",
    (1, 0, 2): "the middle index of c_ijk is that of the equation; here it is the first",
}
"""Which index of a written c_ijk is that of the equation, and how it is said."""

HABITS: tuple[tuple[tuple[str, ...], Habit, str], ...] = (
    *((("Gamma[",), Habit(order=order), why) for order, why in ORDERS.items()),
    (
        tuple(f"{x}[" for x in CENTRES),
        Habit(centres=True),
        "v_k and p_k are of the mass centre of link k; here v_ck and p_ck are, and v_k and p_k of its origin",
    ),
)
"""(how names begin that books use in two ways, the other use, how it is said)."""

Other: TypeAlias = tuple[Callable[[], Poly], str]
_LARGEST = 1500  # terms of an equation for which other conventions are tried


def conventions(
    mechanics: Mechanics, model: ReferenceModel, claims: Sequence[Claim], wrong: Sequence[int]
) -> dict[int, str]:
    """{number of a claim that is wrong as it stands: the convention in which it is right}."""
    small = [i for i in wrong if max(len(claims[i].model), len(claims[i].written)) <= _LARGEST]
    found: dict[int, str] = {}
    try:
        for i in small:
            why = next(
                (why for value, why in _own(mechanics, model, claims[i]) if _fits(model, claims[i], value())), ""
            )
            if why:
                found[i] = why
        left = [i for i in small if i not in found]
        others = [x for i, x in enumerate(claims) if i not in found and (x.entries or i in left)]
        if left and len(small) == len(wrong) and all(x.entries for x in others):
            for other, why in _shared(mechanics, model, others):
                if all(_fits(model, x, x.value(other)) for x in others):
                    found |= dict.fromkeys(left, why)
                    break
    except (CheckOutOfTime, Unwritable):
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
        for kind, how in (("generic", "Σ (∂M_i/∂q − ½ (∂M_i/∂q)ᵀ) q̇_i"), ("unsymmetrised", "not made symmetric")):
            why = f"S is not unique, and this is an entry of another one with S q̇ = c ({how})"
            yield partial(_entry_of_S, mechanics, model, kind, *at), why
    elif entry.letter == "tau" and claim.letter == "Q":
        yield lambda: model.weight(*at), "Q is gravity in it, and not the effort"
        yield (
            lambda: -model.weight(*at),
            "Q is what gravity does, −∂U/∂q, on the right; here τ is the effort and g = ∂U/∂q",
        )
    elif entry.letter == "tau" and at[0] in model.passive - model.motors.keys():
        yield lambda: model.ring.zero, f"no motor drives joint {at[0] + 1}, so that its effort is 0"
    elif entry.letter == "phi":
        yield lambda: model.ring.zero, "φ is 0 where the loop is closed"
    elif entry.letter in ("c", "n", "g") and claim.letter in ("h", "H", "N", "n", "V"):
        name = claim.letter
        yield lambda: model.quadratic(*at), f"{name} holds the Coriolis and centrifugal terms alone"
        yield lambda: model.weight(*at), f"{name} is gravity"
        yield lambda: model.quadratic(*at) + model.weight(*at), f"{name} holds the velocity terms and gravity together"
    elif model.steps is not None:
        yield from _step(model, entry.letter, at)


def _entry_of_S(mechanics: Mechanics, model: ReferenceModel, kind: str, i: int, j: int) -> Poly:
    return model.ring.lift(mechanics.S(kind)[i][j])


def _christoffel(model: ReferenceModel, a: int, b: int, c: int) -> Iterator[Other]:
    for order, why in ORDERS.items():
        yield partial(model.christoffel, *((a, b, c)[i] for i in order)), why
    if b != c:
        why = "it is all that multiplies the product of the two velocities, c_kij and c_kji together"
        yield lambda: 2 * model.christoffel(a, b, c), why
    half = "the factors of S_ij = Σ h_ijk q̇_k, not made symmetric: h_ijk = ∂M_ij/∂q_k − ½ ∂M_jk/∂q_i"
    yield lambda: model.slope(a, b, c) - model.slope(b, c, a) / 2, half


def _step(model: ReferenceModel, letter: str, at: tuple[int, ...]) -> Iterator[Other]:
    steps, lift = model.steps, model.ring.lift
    assert steps is not None
    if letter == "w":
        yield lambda: lift(steps.turning_in_world(at[0])[at[1]]), "ω is written in the world's axes, not in the link's"
    elif letter == "v":
        yield lambda: lift(steps.turned_in(at[0], steps.velocity(at[0]))[at[1]]), "v is written in the link's axes"
    elif letter in ("xo", "xop", "vo", "vop"):
        axis = steps.plane[at[1]] if letter.endswith("p") else at[1]
        far = steps.end(at[0]) if letter.startswith("x") else steps.arm.rate(steps.end(at[0]))
        yield lambda: lift(far[axis]), "the frame of a link is at its far end; here it is at its joint"
    elif letter == "J":
        yield lambda: lift(steps.jacobian[(at[0] + 3) % 6][at[1]]), "the angular rows of J stand first"
    elif letter == "Jv" and at[0] == 2:
        normal = 3 + ({0, 1, 2} - {*steps.plane}).pop()
        yield lambda: lift(steps.jacobian[normal][at[1]]), "the third row of J is that of the angle in the plane"
    elif letter == "Tl":
        yield lambda: lift(steps.kinetic(at[0]) + steps.rotor(at[0])), "the energy of the joint's rotor is counted in"
    elif letter == "detJ":
        yield lambda: lift(-steps.determinant), "the rows of J stand in another order"


def _shared(
    mechanics: Mechanics, model: ReferenceModel, claims: Sequence[Claim]
) -> Iterator[tuple[ReferenceModel, str]]:
    """Conventions of a whole text: the sign of g, absolute angles."""
    if all(entry.letter == "g" for x in claims for _, entry in x.entries):
        g = [-model.weight(k) for k in range(model.n)]
        yield replace(model, g=g), "g stands on the right, M q̈ + c = τ + g; here it is +∂U/∂q, on the left"
    yield from absolute(mechanics, model, {entry.letter for x in claims for _, entry in x.entries})
