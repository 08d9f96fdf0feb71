"""Closed forms of the generalized forces due to drives, springs and closed loops.

The generalized forces follow from the definitions in `algorithms.drive_efforts`, `algorithms.spring_efforts` and
`algorithms.constraint`, evaluated with symbols.

    rotor     θ̇ = row · q̇,  T += ½ Im θ̇²; if the motor drives only its own joint, row = N and Ia = N² Im adds to M
                                                                                              [deluca], [khalil2002, §9.3]
    tendon    L = Σ r q,          U = ½ k (L − L0)²,    r k (L − L0) and r b L̇ of the damper on the left-hand side
    strut     L² = |p_2 − p_1|²,  as for a tendon with r = ∂L/∂q; L and 1/L are additional variables of the ring
              T += ½ a L̇², so M += a rᵀr, for a spring's armature a
    loop      φ(q) = 0,  J q̇ = 0,  M q̈ + c + g = τ + Jᵀλ,  J = ∂φ/∂q along the tangent       [featherstone2008, ch. 8]

Rows of φ that are constant for every motion are omitted, such as the three out-of-plane rows of a planar loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from warnings import warn

from dalembert import finding
from dalembert.algorithms.constraint import dense, parts
from dalembert.algorithms.drive_efforts import friction, motor_row
from dalembert.algorithms.spring_efforts import armature_matrix, spring_efforts, spring_energy
from dalembert.closed.algebra.ring import Ring
from dalembert.closed.model.coordinates import Coordinates, accelerations, combined, positions, velocities
from dalembert.errors import DalembertWarning
from dalembert.finding.finding import Identifier, Measure, Noun, RobotName, Source, Unit
from dalembert.graph import Scalar
from dalembert.graph.scalar import is_zero
from dalembert.robot.loop import LOOPS, Coupling, Loop
from dalembert.robot.model import Robot
from dalembert.robot.spring import BallSpring, Tendon
from dalembert.robot.tree import Tree
from dalembert.tolerance import CLOSED_FORM_LOOP_OPEN


@dataclass(frozen=True)
class Rotor:
    """Inertia `value` that rotates at the speed Σ row[k] q̇_k.

    The value is Ia for the speed of a joint, and Im for the speed of a coupled motor. A ball joint has three rows, and
    any other joint has one row.
    """

    body: int
    value: Scalar
    rows: tuple[tuple[Scalar, ...], ...]

    @property
    def entries(self) -> tuple[Scalar, ...]:
        return tuple(x for row in self.rows for x in row)


def rotors(tree: Tree) -> list[Rotor]:
    """Return the rotors with nonzero inertia among all drives in a tree."""
    found = []
    for i, body in enumerate(tree.bodies):
        drive = body.drive
        if drive is None or is_zero(drive.rotor_inertia):
            continue
        if drive.coupling:
            each = range(len(body.rates))
            found.append(Rotor(i, drive.rotor_inertia, tuple(tuple(motor_row(tree, body, rate)) for rate in each)))
        else:
            rows = tuple(tuple(body.ratio if k == rate else 0 for k in range(tree.n)) for rate in body.rates)
            found.append(Rotor(i, drive.inertia, rows))
    return found


def elastic_joints(robot: Robot) -> tuple[str, ...]:
    """Return the names of the coordinates whose drives have joint springs."""
    return tuple(x.name for x in robot.dofs if x.drive is not None and x.drive.stiffness is not None)


def seen_from(x: Coordinates, row: tuple[Scalar, ...]) -> list[Scalar]:
    """Transform a row vector from the joint coordinates to the coordinates x by computing row · A."""
    return [combined(column, row) for column in zip(*x.matrix, strict=True)]


def friction_efforts(tree: Tree, x: Coordinates) -> list[Scalar]:
    """Return the friction efforts Aᵀ F(A ẋ) of the drives in the coordinates x, as expressions in the velocities."""
    return seen_from(x, tuple(friction(tree, velocities(x))))


def check_springs(tree: Tree) -> None:
    """Raise an error for springs without an exact closed form: springs on ball joints, and slack springs.

    Dampers cause no error.
    """
    for spring in tree.springs:
        if is_zero(spring.stiffness):
            continue
        if isinstance(spring, BallSpring) or not is_zero(spring.slack):
            reason = Noun("logarithm" if isinstance(spring, BallSpring) else "slack spring")
            raise finding.NoExactSpring(RobotName(tree.name), Identifier(spring.name), reason).error()


def elastic_energy(tree: Tree, x: Coordinates) -> Scalar:
    """Return the potential energy Σ ½ k (L − L0)² of all springs."""
    energy: Scalar = spring_energy(_with_only(tree, "stiffness"), positions(tree, x))
    return energy


def efforts_of_springs(tree: Tree, x: Coordinates, part: str) -> list[Scalar]:
    """Return the efforts that springs add to the left-hand side of the equations of motion.

    `part` is "stiffness" for Σ r k (L − L0), "damping" for Σ r b L̇, or "armature" for Σ r a L̈.
    """
    efforts = spring_efforts(_with_only(tree, part), positions(tree, x), velocities(x), accelerations(x))
    return seen_from(x, tuple(efforts))


def armature(tree: Tree, x: Coordinates, *, constant: bool = False) -> dict[tuple[int, int], Scalar]:
    """Return the nonzero entries, for i ≤ j, of the matrix Σ a rᵀr that the armatures of springs add to M.

    If `constant` is True, only tendons are included.
    """
    heavy = tuple(spring for spring in tree.springs if isinstance(spring, Tendon) or not constant)
    half = armature_matrix(_with_only(replace(tree, springs=heavy), "armature"), positions(tree, x))
    rows = [seen_from(x, tuple(row)) for row in half]
    whole = [seen_from(x, column) for column in zip(*rows, strict=True)]
    return {(i, j): a for i, row in enumerate(whole) for j, a in enumerate(row[i:], i) if not is_zero(a)}


def _with_only(tree: Tree, part: str) -> Tree:
    """Return a copy of the tree whose springs keep only the given property.

    All other properties of springs are zero. Springs on ball joints have no armature.
    """
    kept = []
    for spring in tree.springs:
        others: dict[str, Any] = {
            name: 0 for name in ("stiffness", "damping", "armature") if name != part and hasattr(spring, name)
        }
        if not is_zero(getattr(spring, part, 0)):
            kept.append(replace(spring, **others))
    return replace(tree, springs=tuple(kept))


@dataclass(frozen=True)
class Constraint:
    """Scalar closure equation φ = 0 of a loop, and the derivatives of φ with respect to the coordinates x."""

    loop: str
    measure: str  # quantity of φ: length, angle, or unknown
    phi: Any
    slopes: Sequence[Any]


def closures(tree: Tree, x: Coordinates) -> list[Constraint]:
    """Return the closure equations of all loops as expressions, loop by loop."""
    if not tree.loops:
        return []
    found = parts(tree, positions(tree, x), velocities(x))
    return [
        Constraint(loop.name, _measure(loop, k), row.phi, seen_from(x, tuple(dense(tree, [row])[0])))
        for loop, rows in zip(tree.loops, found, strict=True)
        for k, row in enumerate(rows)
    ]


def _measure(loop: Loop | Coupling, k: int) -> str:
    """Return the quantity in row k of a loop's closure error, "length" or "angle".

    Position rows come before rotation rows. The result is empty for a joint coupling, whose equation can have any unit.
    """
    if isinstance(loop, Coupling):
        return ""
    where = LOOPS[loop.kind][0]
    return "length" if k < (1 if where == "distance" else len(where)) else "angle"


def constraints(ring: Ring, given: list[Constraint]) -> list[Constraint]:
    """Convert the closure equations to polynomials, and omit equations that hold for every motion."""
    found = []
    for row in given:
        phi, slopes = ring.reduce(ring.poly(row.phi)), tuple(ring.reduce(ring.poly(a)) for a in row.slopes)
        if any(slopes):
            found.append(replace(row, phi=phi, slopes=slopes))
        elif phi and phi.is_constant():
            gap = abs(float(phi.leading_coefficient()))
            if gap > CLOSED_FORM_LOOP_OPEN:
                unit = Unit("m" if row.measure == "length" else "1")
                raise finding.LoopStaysOpen(Identifier(row.loop), Measure(gap, unit)).error()
        elif phi:
            warn(DalembertWarning(finding.LoopCondition(Identifier(row.loop), Source(str(phi)))), stacklevel=2)
    return found
