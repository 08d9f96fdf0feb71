"""Mistakes in the inertia: a body, a coupling, a parallel-axis term or a rotor forgotten, a gear not seen through.

I_O = I_c + m (cᵀc E − c cᵀ)      M ← N² Im      friction ← N² bm q̇
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.checking.mistake_lagrange import Variants
from dalembert.closed.checking.parts import Model
from dalembert.closed.model.mechanics import Mechanics, Parameter
from dalembert.errors import WrongValue

_TENSOR = range(4, 10)
_ROTOR = 10


def parallel_axes(mechanics: Mechanics, model: Model) -> Variants:
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


def _steiner(mechanics: Mechanics, model: Model, i: int) -> list[list[Poly]]:
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


def _share(mechanics: Mechanics, model: Model, i: int, values: dict[int, Poly]) -> list[list[Poly]]:
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


def weights(mechanics: Mechanics, model: Model) -> Variants:
    """The weight of a body left out or turned over."""
    for i in range(len(mechanics.tree.bodies)):
        U = _potential(mechanics, model, i)
        yield replace(model, U=model.U - U, g=None), f"the weight of link {i + 1} is missing"
        yield replace(model, U=model.U - 2 * U, g=None), f"the weight of link {i + 1} has the wrong sign"


def links(mechanics: Mechanics, model: Model) -> Variants:
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


def _potential(mechanics: Mechanics, model: Model, i: int) -> Poly:
    """U of body i."""
    ring = model.ring
    parts = [ring.mul(ring.lift(mechanics.potential_of(p)), ring.lift(x.value)) for p, x in _own(mechanics, i)]
    return sum(parts, ring.zero)


def coupling(_: Mechanics, model: Model) -> Variants:
    n, zero = range(model.n), model.ring.zero
    if model.n > 1:
        M = [[model.M[i][j] if i == j else zero for j in n] for i in n]
        why = "the coupling between the joints is missing: every acceleration q̈_j acts at joint {k} through M_{k}j"
        yield replace(model, M=M), why
    for j in n:
        M = [[zero if i != j and k == j else model.M[i][k] for k in n] for i in n]
        yield replace(model, M=M), f"the coupling with joint {j + 1} is missing: q̈{j + 1} acts at joint {{k}} too"


def rotors(mechanics: Mechanics, model: Model) -> Variants:
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


def friction(mechanics: Mechanics, model: Model) -> Variants:
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
