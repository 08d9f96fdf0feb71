"""Inertia that a joint cannot feel moves to the body that carries it: the rule of Gautier and Khalil.

About a revolute joint the part {M, (0, 0, MZ), diag(YY, YY, 0)} of a body is the same in
every position of the joint, so it may as well be fixed to the carrier; of a
prismatic joint's body, the tensor. With T the placement of the joint,

    revolute    XX_j ← XX_j − YY_j,   carrier ← carrier + T {M_j, (0, 0, MZ_j), diag(YY_j, YY_j, 0)}
    prismatic                         carrier ← carrier + R {XX_j … ZZ_j}
    ball                              carrier ← carrier + T {M_j}, a point mass at the centre

from the last body to the first; what reaches the ground has no effect. Between the motions of one joint there is
nothing that could have inertia: no parameter lies there, and none is moved there (`dependence` finds those).
[gautier1990], [khalil2002, §9.4]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.algebra.ring import Ring
from dalembert.closed.model.mechanics import LABELS, Mechanics
from dalembert.robot.inertia import Inertia
from dalembert.spatial.pose import Pose

Form: TypeAlias = dict[int, Poly]  # Σ coefficient · π_p, by index of the parameter
TEN = 10
_M, _MZ, _XX, _YY = (LABELS.index(x) for x in ("M", "MZ", "XX", "YY"))
_UNFELT = {"slide": range(_XX, TEN), "turn": (_YY, _MZ, _M), "ball": (_M,)}


@dataclass(frozen=True)
class Move:
    """A parameter that was grouped into others: π stands in each `into` with its coefficient, by this rule."""

    parameter: int
    into: Form
    rule: str


def regroup(mechanics: Mechanics) -> tuple[dict[int, Form], list[Move]]:
    """({kept parameter: its grouped form}, the moves), by the joint-by-joint rule."""
    ring = mechanics.ring
    bodies = mechanics.tree.bodies
    forms: dict[int, Form] = {
        p: {p: ring.one} for p, x in enumerate(mechanics.parameters) if bodies[x.body].link or x.which >= TEN
    }
    moves: list[Move] = []
    for i in reversed(range(len(bodies))):
        body = bodies[i]
        if not body.link or (body.parent >= 0 and not bodies[body.parent].link):
            continue
        unfelt = _UNFELT[body.motion]
        for which in unfelt:
            p = TEN * i + which
            into: Form = {}
            if which == _YY and body.motion == "turn":
                into[TEN * i + _XX] = -ring.one
            if body.parent >= 0:
                pose = Pose(body.placement.R) if body.prismatic else body.placement
                for k, x in enumerate(_part(which, body.prismatic).moved(pose).parameters):
                    element = ring.poly(x)
                    if element:
                        into[TEN * body.parent + k] = element
            for target, k in into.items():
                add_form(ring, forms[target], forms[p], k)
            del forms[p]
            moves.append(Move(p, into, _rule(mechanics, i)))
    return forms, moves


def add_form(ring: Ring, target: Form, source: Form, k: Poly) -> None:
    """target += k · source."""
    for p, x in source.items():
        total = target.get(p, ring.zero) + ring.mul(k, x)
        if total:
            target[p] = total
        else:
            target.pop(p, None)


def _part(which: int, prismatic: bool) -> Inertia:
    """The unfelt part of a body whose parameter `which` is 1."""
    entries = [0] * TEN
    entries[which] = 1
    if which == _YY and not prismatic:
        entries[_XX] = 1
    m, mx, my, mz, xx, xy, yy, xz, yz, zz = entries
    return Inertia(m, (mx, my, mz), (xx, yy, zz, xy, yz, xz))


def _rule(mechanics: Mechanics, i: int) -> str:
    body = mechanics.tree.bodies[i]
    carrier, own = mechanics.tree.bodies[body.parent].link if body.parent >= 0 else "the ground", body.link
    if body.prismatic:
        return f"joint '{body.name}' is prismatic: {own} turns with {carrier}, so its tensor is felt there"
    if body.motion == "ball":
        return f"joint '{body.name}' is a ball: the mass of {own}, put at its centre, moves with {carrier}"
    return f"joint '{body.name}' is revolute: what is alike all round its axis in {own} moves with {carrier}"
