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

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from dalembert.closed.algebra.linear_algebra import determinant
from dalembert.closed.algebra.rational import exact_tree
from dalembert.closed.model.mechanics import mechanics
from dalembert.finding.equation import Assumption, EnergyElsewhere, Formula, NoDefinitenessProof
from dalembert.finding.finding import JointName, LinkName, Noun
from dalembert.graph import Node, Scalar, evaluate
from dalembert.graph.walk import symbols
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.robot.tree import Body
from dalembert.tolerance import FEW_ROUNDINGS


def definite(robot: Robot) -> NoDefinitenessProof | bool:
    """Why the argument fails; otherwise whether it needs physical symbols (m ≥ 0, I_c ⪰ 0, own inertia > 0)."""
    bodies = exact_tree(robot).bodies
    if sum(len(body.rates) for body in bodies) != robot.n:
        return NoDefinitenessProof(Noun("mimic joints"))
    symbolic = False
    for body in bodies:
        link, name = LinkName(body.link), JointName(body.name)
        symbolic |= bool(symbols(body.inertia.parameters))
        if why := unphysical(body.inertia):
            return NoDefinitenessProof(Noun(why), link)
        drive = body.drive or Drive()
        if not isinstance(drive.inertia, Node) and drive.inertia < 0:
            return NoDefinitenessProof(Noun("negative rotor inertia"), joint=name)
        joint = robot.joint(body.name)
        if joint.angles:
            return NoDefinitenessProof(Noun("gimbal lock"), joint=name)
        if not body.link:
            continue  # the link at the end of the joint tells
        own = own_inertia(body) if len(joint.steps) == 1 else _whole(body.inertia)
        if isinstance(own, Node):
            symbolic = True
        elif not own > 0:
            return NoDefinitenessProof(Noun("no own inertia"), link, name)
    return symbolic


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
        minors = [determinant([row[:size] for row in exact[:size]]) for size in (1, 2, 3)]
        if not unknown:
            return min(minors)
        if all(minors):
            return next(x for x in unknown if isinstance(x, Node))
    return 0


def unphysical(inertia: Inertia) -> str:
    """The noun of what makes a body impossible; empty where it is possible, or for some values of its symbols."""
    if symbols(inertia.parameters):
        return "impossible inertia" if inertia.impossible else ""
    mass = _number(inertia.mass)
    if mass < 0 or (mass == 0 and any(_number(x) != 0 for x in inertia.ms)):
        return "mass is negative" if mass < 0 else "moments without mass"
    I = [[_number(x) for x in row] for row in inertia.central().matrix]
    for rows in ((0,), (1,), (2,), (0, 1), (1, 2), (0, 2), (0, 1, 2)):
        minor = determinant([[I[a][b] for b in rows] for a in rows])
        if minor < 0 and abs(float(minor)) > FEW_ROUNDINGS * float(I[0][0] + I[1][1] + I[2][2]) ** len(rows):
            return "indefinite tensor"
    return ""


_TRIALS = 3  # values of symbols at which a minor is not zero by chance


def _number(x: Any) -> Fraction:
    return Fraction(evaluate([x], {})[0]) if isinstance(x, Node) else Fraction(x)


def assumptions(robot: Robot) -> tuple[Assumption, ...]:
    """First what the symbols must be, then what is left out of the model."""
    return (*_physical(robot), *_model(robot))


def has_friction(drive: Drive | None) -> bool:
    """Whether a drive has friction of any kind."""
    return drive is not None and (drive.is_dry or any(_there(x) for x in (drive.viscous, drive.dry)))


def energy_elsewhere(robot: Robot) -> EnergyElsewhere | None:
    """Why T + U is not all the energy of a robot; None where it is."""
    return _with(robot, "elastic energy", lambda drive: drive.stiffness is not None) or _with(
        robot, "bristles", lambda drive: drive.bristle_stiffness is not None
    )


def constant_offset(robot: Robot) -> EnergyElsewhere | None:
    """Why work is done on a robot without input; None where none is."""
    return _with(robot, "constant offset", lambda drive: _there(drive.offset))


def _with(robot: Robot, reason: str, has: Callable[[Drive], bool]) -> EnergyElsewhere | None:
    found = tuple(JointName(b.name) for b in exact_tree(robot).bodies if b.drive is not None and has(b.drive))
    return EnergyElsewhere(found, Noun(reason)) if found else None


def _physical(robot: Robot) -> Iterator[Assumption]:
    bodies = exact_tree(robot).bodies
    masses = dict.fromkeys(b.inertia.mass for b in bodies if isinstance(b.inertia.mass, Node))
    if masses:
        yield Assumption(Noun("masses"), _formulas(robot, masses))
    tensors = [b.link for b in bodies if symbols(b.inertia.parameters) and not b.inertia.impossible]
    if tensors:
        yield Assumption(Noun("tensors"), links=tuple(map(LinkName, tensors)))
    whole = [b for b in bodies if b.motion == "ball" or len(robot.joint(b.name).steps) > 1]
    own = dict.fromkeys(x for b in bodies if b not in whole and isinstance(x := own_inertia(b), Node))
    if own:
        yield Assumption(Noun("own inertias"), _formulas(robot, own))
    named = [b.link for b in whole if b.link and symbols(b.inertia.parameters)]
    if named:
        yield Assumption(Noun("inertia about every axis"), links=tuple(map(LinkName, named)))


def _model(robot: Robot) -> Iterator[Assumption]:
    drives = [b.drive for b in exact_tree(robot).bodies if b.drive is not None]
    rubs = any(map(has_friction, drives)) or any(_there(x.damping) for x in robot.springs)
    for holds, assumption in (
        (True, "efforts and gravity"),
        (not rubs, "no friction"),
        (robot.loops, "closed loops"),
        (robot.balls, "unit quaternions"),
        (any(_there(link.gravcomp) for link in robot.links), "compensated weight"),
        (any(_there(drive.rotor_inertia) for drive in drives), "rotors about their axes"),
        (any(drive.stiffness is not None for drive in drives), "rigid model"),
    ):
        if holds:
            yield Assumption(Noun(assumption))


def _there(x: object) -> bool:
    return isinstance(x, Node) or x not in (0, None)


def _formulas(robot: Robot, expressions: Iterable[Node]) -> tuple[Formula, ...]:
    """Expressions of a robot as its equations write them."""
    exact = mechanics(robot)
    sums = [exact.display.sum(exact.ring.poly(x)) for x in expressions]
    return tuple(Formula(exact.display.writer(None, [x]).sum(x)) for x in sums)
