"""Why M is positive definite, without evaluating it.

    q̇ᵀM q̇ = Σ_i m_i |v_ci|² + ω_iᵀ I_ci ω_i + Ia_i q̇_i²                       (König)

is a sum of terms that are not negative when m ≥ 0 and I_c ⪰ 0. If it vanishes, every term does; then, from the base
outwards, a link whose carriers are all at rest moves by its own joint alone, with energy (I_zz + Ia) q̇² about its own
axis, (m + Ia) q̇² along it, or ωᵀI ω about the centre of a ball. Where these are positive, q̇ = 0 follows joint by joint.
A joint of several motions that never cancel each other (all but three angles, which lock) moves its link at once, and
m > 0 with I_c ≻ 0 is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dalembert.closed.algebra.exact import exact_tree
from dalembert.graph import Node, Scalar, evaluate
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
