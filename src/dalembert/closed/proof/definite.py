"""Why M is positive definite, without evaluating it, and what the proofs assume about the robot.

    q̇ᵀM q̇ = Σ_i m_i |v_ci|² + ω_iᵀ I_ci ω_i + Ia_i q̇_i²                       (König)

is a sum of terms that are not negative if m ≥ 0 and I_c ⪰ 0. If it vanishes, every term does. Then, from the base
outwards, a link whose ancestors are all at rest moves by its own joint only, with energy (I_zz + Ia) q̇² about its own
axis, (m + Ia) q̇² along it, or ωᵀI ω about the centre of a ball. Where these are positive, q̇ = 0 follows joint by joint.
If a joint has several motions that never cancel (all except three angles, which lock), m > 0 with I_c ≻ 0 is sufficient.

    dE/dt = q̇ᵀ(u − τ_f),   E = T + U

holds for links and for rotors that turn with them. An elastic joint stores energy in its spring and a bristle in its
deflection, so T + U is not the whole energy. A constant offset is neither input nor friction: with u = 0 it still
does work.   [deluca], [spong1987], [canudas1995]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dalembert.closed.algebra.rational import exact_tree
from dalembert.graph import Node, Op, Scalar, evaluate
from dalembert.graph.text import to_text
from dalembert.graph.walk import symbols
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.robot.tree import Body


@dataclass(frozen=True)
class Definite:
    """Whether the argument goes through, and its words (or where it stops)."""

    proved: bool
    how: str


def definite(robot: Robot) -> Definite:
    """Try the argument on a robot; symbols are taken to be physical (m ≥ 0, I_c ⪰ 0, own inertia > 0)."""
    bodies = exact_tree(robot).bodies
    if sum(len(body.rates) for body in bodies) != robot.n:
        return Definite(
            False, "joints that mimic others move several links at once, and no argument link by link is made"
        )
    symbolic = False
    for body in bodies:
        why = unphysical(body.inertia)
        if why is None:
            symbolic = True
        elif why:
            return Definite(False, f"the inertia of link '{body.link}' is unphysical: {why}")
        drive = body.drive or Drive()
        if not isinstance(drive.inertia, Node) and drive.inertia < 0:
            return Definite(False, f"the rotor of joint '{body.name}' has negative inertia")
        joint = robot.joint(body.name)
        if joint.angles:
            return Definite(False, f"the angles of joint '{body.name}' lock where two of its axes fall together")
        if not body.link:
            continue  # the link at the end of the joint tells
        own = own_inertia(body) if len(joint.steps) == 1 else _whole(body.inertia)
        if isinstance(own, Node):
            symbolic = True
        elif not own > 0:
            axis = "along" if body.prismatic else "about"
            return Definite(False, f"link '{body.link}' has no inertia of its own {axis} joint '{body.name}'")
    how = (
        f"no term of which is negative ({'for' if symbolic else 'checked:'} masses ≥ 0 and I_c positive semidefinite), "
        "and a motion without "
        "energy stops joint by joint from the base, since each link has inertia about its own "
        f"joint{' (taken positive)' if symbolic else ''}"
    )
    return Definite(True, how)


def own_inertia(body: Body) -> Scalar:
    """What a joint moves when all before it stand still and nothing is carried: I_zz + Ia, or m + Ia.

    Of a ball, the least of the leading minors of its tensor, a symbol where one is.
    """
    drive, I = body.drive or Drive(), body.inertia.matrix
    if body.motion == "ball":
        return _least_minor(
            [[x + (drive.inertia if i == j else 0) for j, x in enumerate(row)] for i, row in enumerate(I)]
        )
    result: Scalar = (body.inertia.mass if body.prismatic else body.inertia.tensor[2]) + drive.inertia
    return result


def _whole(inertia: Inertia) -> Scalar:
    """The least of the mass and the minors of the tensor about its centre: positive where every motion has energy."""
    if not symbols([inertia.mass]) and not _number(inertia.mass) > 0:
        return _number(inertia.mass)
    least = _least_minor(inertia.central().matrix)
    if isinstance(least, Node) or not least > 0:
        return least
    mass: Scalar = inertia.mass
    return mass if symbols([mass]) else min(_number(mass), _number(least))


def _least_minor(rows: Sequence[Sequence[Scalar]]) -> Scalar:
    """The least leading minor; of symbols one of them, or 0 where a minor vanishes whatever they are."""
    unknown = [x for row in rows for x in row if symbols([x])]
    names = sorted(symbols(unknown))
    for k in range(_TRIALS if unknown else 1):
        known = {name: Fraction(7 + 3 * k + i * i, 11 + i) for i, name in enumerate(names)}
        exact = [[Fraction(evaluate([x], known)[0]) for x in row] for row in rows]
        minors = [_determinant([row[:size] for row in exact[:size]]) for size in (1, 2, 3)]
        if not unknown:
            return min(minors)
        if all(minors):
            return next(x for x in unknown if isinstance(x, Node))
    return 0


def unphysical(inertia: Inertia) -> str | None:
    """Why a body cannot be like this: empty if it can, None if that hangs on values of symbols."""
    if symbols(inertia.parameters):
        return f"it has {inertia.impossible}" if inertia.impossible else None
    mass = _number(inertia.mass)
    if mass < 0:
        return f"its mass is {float(mass):g}"
    if mass == 0 and any(_number(x) != 0 for x in inertia.ms):
        return "first moments without mass"
    I = [[_number(x) for x in row] for row in inertia.central().matrix]
    for rows in ((0,), (1,), (2,), (0, 1), (1, 2), (0, 2), (0, 1, 2)):
        minor = _determinant([[I[a][b] for b in rows] for a in rows])
        if minor < 0 and abs(float(minor)) > _ROUNDING * float(I[0][0] + I[1][1] + I[2][2]) ** len(rows):
            return "its tensor about the centre of mass is not positive semidefinite"
    return ""


_ROUNDING = 1e-14  # of numbers that came as floats
_TRIALS = 3  # values of symbols at which a minor is not zero by chance


def _number(x: Any) -> Fraction:
    return Fraction(evaluate([x], {})[0]) if isinstance(x, Node) else Fraction(x)


def _determinant(A: list[list[Fraction]]) -> Fraction:
    if len(A) == 1:
        return A[0][0]
    total = Fraction(0)
    for j, x in enumerate(A[0]):
        total += (-1) ** j * x * _determinant([row[:j] + row[j + 1 :] for row in A[1:]])
    return total


_LONGEST = 60  # characters of an expression


def assumptions(robot: Robot) -> tuple[str, ...]:
    """In words, first what the symbols must be, then what is left out of the model."""
    return (*_physical(robot), *_model(robot))


def rubbing(drive: Drive | None) -> bool:
    """Whether a drive has friction of any kind."""
    return drive is not None and (drive.is_dry or any(_there(x) for x in (drive.viscous, drive.dry)))


def stored(robot: Robot) -> str:
    """Why T + U is not all the energy of a robot; empty where it is."""
    elastic = [b.name for b in _driven(robot) if b.drive is not None and b.drive.stiffness is not None]
    if elastic:
        return f"{_joints(elastic)} elastic, and the springs hold energy too: ½ K (q − θ)² is not in T + U"
    bristles = [b.name for b in _driven(robot) if b.drive is not None and b.drive.bristle_stiffness is not None]
    return f"{_joints(bristles)} held by bristles, which hold energy that is not in T + U" if bristles else ""


def pushed(robot: Robot) -> str:
    """Why a robot without input is not left to itself; empty where it is."""
    found = [b.name for b in _driven(robot) if b.drive is not None and _there(b.drive.offset)]
    return f"{_joints(found)} pushed by a constant offset, which does work without an input" if found else ""


def _physical(robot: Robot) -> Iterator[str]:
    bodies = exact_tree(robot).bodies
    masses = [_text(x) for x in dict.fromkeys(b.inertia.mass for b in bodies if isinstance(b.inertia.mass, Node))]
    if masses:
        yield f"masses are not negative: {', '.join(masses)} ≥ 0"
    tensors = [b.link for b in bodies if symbols(b.inertia.parameters) and not b.inertia.impossible]
    if tensors:
        yield f"the tensors of {', '.join(tensors)} about their centres of mass are those of bodies: positive semidefinite"
    whole = [b for b in bodies if b.motion == "ball" or len(robot.joint(b.name).steps) > 1]
    own = [_text(x) for b in bodies if b not in whole and isinstance(x := own_inertia(b), Node)]
    if own:
        yield f"each of these links has inertia about its own joint: {', '.join(dict.fromkeys(own))} > 0"
    named = [b.link for b in whole if b.link and symbols(b.inertia.parameters)]
    if named:
        yield f"{', '.join(named)} have inertia about every axis through their joint, and mass where it slides"


def _model(robot: Robot) -> Iterator[str]:
    drives = [b.drive for b in _driven(robot) if b.drive is not None]
    yield "u is the effort at the joints, nothing else pushes, and gravity is uniform"
    if not any(rubbing(drive) for drive in drives) and not any(_there(x.damping) for x in robot.springs):
        yield "there is no friction"
    if robot.loops:
        yield "the loops are closed and stay so, φ(q) = 0; M, c and g are those of the tree that the cuts leave"
    if robot.balls:
        yield "quaternions have unit length, and the rates of balls are angular velocities in the axes of what they move"
    if any(_there(link.gravcomp) for link in robot.links):
        yield "what carries the links' weight from outside is in U, as weight that is not there"
    if any(_there(drive.rotor_inertia) for drive in drives):
        yield "rotors turn about their own axes alone: their gyroscopic effects are left out"
    if any(drive.stiffness is not None for drive in drives):
        yield "M, c and g are those of the rigid model, springs held: θ = q"


def _driven(robot: Robot) -> tuple[Body, ...]:
    return exact_tree(robot).bodies


def _there(x: object) -> bool:
    return isinstance(x, Node) or x not in (0, None)


def _joints(names: list[str]) -> str:
    listed = ", ".join(f"'{name}'" for name in names)
    return f"joint {listed} is" if len(names) == 1 else f"joints {listed} are"


def _text(x: Node) -> str:
    turned = x.op is Op.NEG and x.args[0].op is Op.SUB  # −(b − a) reads a − b
    text = " - ".join(to_text(a, 2) for a in reversed(x.args[0].args)) if turned else to_text(x)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
