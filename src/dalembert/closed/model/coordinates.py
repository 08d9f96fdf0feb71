"""Linear changes of coordinates q = A x with a constant matrix A.

For joint coordinates, A is the identity matrix E. Possible coordinates x are the absolute angles of a chain and the
motor angles θ with q = θ/N. Velocities and accelerations transform as q̇ = A ẋ and q̈ = A ẍ. Since the virtual work δW
= τᵀδq = (Aᵀτ)ᵀδx does not depend on the choice of coordinates, the efforts Q for x and the inertia matrix M_x are

    Q = Aᵀ τ,   M_x = Aᵀ M A,   e.g.  δW = (τ1 − τ2) δφ1 + τ2 δφ2.      [tang], [deluca]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from dalembert import finding
from dalembert.argument import choice, counted, value
from dalembert.closed.algebra.exact_numbers import exact_scalar, exact_tree
from dalembert.closed.algebra.linear_algebra import determinant
from dalembert.closed.algebra.ring import CoordinateNames, names
from dalembert.finding.finding import Argument, Function, JointName, Noun, RobotName
from dalembert.graph import Node, Scalar, symbol, symbols
from dalembert.graph.expression import name as checked_name
from dalembert.graph.scalar import is_zero
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree, tree
from dalembert.spatial.vector import EYE, Matrix, matmul


@dataclass(frozen=True)
class Coordinates:
    """Coordinates x with q_i = Σ_k matrix[i][k] · x_k. `names` contains the names of the coordinates x."""

    names: tuple[CoordinateNames, ...]
    matrix: tuple[tuple[Scalar, ...], ...]


def named_coordinates(robot: Robot, name: str) -> Coordinates:
    """Return the "joint", "motor" or "absolute" coordinates of a robot."""
    found = {"joint": joint_coordinates, "motor": motor_coordinates, "absolute": absolute_coordinates}
    return found[choice(name, "coordinates", found)](robot)


def joint_coordinates(robot: Robot) -> Coordinates:
    """Return the joint coordinates q1 to qn. A ball joint has a quaternion such as qw4 qx4 qy4 qz4 and three rates."""
    own, bodies = list(names(robot.n)), tree(robot)
    for body in bodies.bodies:
        if body.motion == "ball":
            quaternion = tuple(bodies.symbols[place] for place in body.entries)
            for axis, k in enumerate(body.rates):
                own[k] = replace(own[k], quaternion=quaternion, axis=axis)
    return Coordinates(tuple(own), _diagonal([1] * robot.n))


def positions(bodies: Tree, x: Coordinates) -> list[Scalar]:
    """Express the entries of the configuration q in terms of the coordinates x."""
    found: list[Scalar] = [0] * bodies.nq
    for body in bodies.bodies:
        quaternion = x.names[body.coordinate].quaternion
        if quaternion:
            found[body.place : body.place + 4] = [symbol(name) for name in quaternion]
        else:
            found[body.place] = combined(x.matrix[body.coordinate], [symbol(name.q) for name in x.names])
    return found


def velocities(x: Coordinates) -> list[Scalar]:
    """Return the joint velocities q̇ = A ẋ as expressions."""
    rates = [symbol(name.qd) for name in x.names]
    return [combined(row, rates) for row in x.matrix]


def accelerations(x: Coordinates) -> list[Scalar]:
    """Return the joint accelerations q̈ = A ẍ as expressions."""
    rates = [symbol(name.qdd) for name in x.names]
    return [combined(row, rates) for row in x.matrix]


def combined(row: Sequence[Scalar], terms: Sequence[Scalar]) -> Scalar:
    """Return the sum Σ row · terms, without terms whose factor is zero."""
    total: Scalar = 0
    for a, term in zip(row, terms, strict=True):
        if not is_zero(a):
            total = total + a * term
    return total


@dataclass(frozen=True)
class Seat:
    """Orientation of a body relative to its carrier: the constant rotation C followed by a rotation by `angle` about z.

    If `angle` is None, the orientation is constant.
    """

    angle: Scalar | None
    C: Matrix
    fresh: bool  # whether a new carrier starts at this body, with the axes of its placement
    sense: int  # ±1: direction of the joint axis relative to z of the carrier


def displacement(tree: Tree, x: Coordinates, i: int) -> tuple[Scalar, dict[int, Scalar]]:
    """Return the joint coordinate of a body as an expression, and its derivative with respect to each coordinate k."""
    body = tree.bodies[i]
    if body.motion == "ball":
        return 0, dict.fromkeys(body.rates, 1)
    slopes = {k: body.ratio * a for k, a in enumerate(x.matrix[body.coordinate]) if not is_zero(a)}
    return combined([*slopes.values()], [symbol(x.names[k].q) for k in slopes]), slopes


def seats(tree: Tree, x: Coordinates) -> list[Seat]:
    """Return the orientation of each body relative to its carrier (see `closed.model.kinematics`).

    The angles of these orientations are the angles of the tree's polynomial ring.
    """
    result: list[Seat] = []
    for i, body in enumerate(tree.bodies):
        before = result[body.parent] if body.parent >= 0 else Seat(None, EYE, False, 1)
        C = matmul(before.C, body.placement.R)
        if body.prismatic:
            result.append(Seat(before.angle, C, False, 1))
            continue
        if body.motion == "ball":
            result.append(Seat(None, EYE, True, 1))
            continue
        q, _ = displacement(tree, x, i)
        along = C[2][2]
        sense = next((k for k in (1, -1) if not isinstance(along, Node) and along == k), 0)
        if sense == 1 or (sense == -1 and before.angle is not None):
            result.append(Seat(q if before.angle is None else before.angle + sense * q, C, False, sense))
        else:
            result.append(Seat(q, EYE, True, 1))
    return result


def motor_coordinates(robot: Robot) -> Coordinates:
    """Return the motor angles θ_i = N_i q_i as coordinates.

    The corresponding efforts are the motor torques τ_i / N_i.
    """
    robot.only("a motor angle", loops=True, springs=True)
    drives = [dof.drive for dof in robot.dofs]
    ratios = [1 if drive is None else exact_scalar(drive.gear_ratio) for drive in drives]
    for joint, drive, ratio in zip(robot.coordinates, drives, ratios, strict=True):
        coupled = drive is not None and bool(drive.coupling)
        if coupled or (not isinstance(ratio, Node) and ratio == 0):
            raise finding.NoMotorAngle(JointName(joint), Noun("coupled motor" if coupled else "gear ratio 0")).error()
    motors = tuple(_numbered("theta", k, "taum") for k in range(1, robot.n + 1))
    return Coordinates(motors, _diagonal([1 / r for r in ratios]))


def absolute_coordinates(robot: Robot) -> Coordinates:
    """Return the absolute angles phi_i = phi_j ± q_i, where j is the previous revolute joint with a parallel axis.

    Angles about axes that are not parallel cannot be added, and lengths cannot be added to angles. A revolute joint
    without a previous parallel joint has phi_i = q_i, and the coordinate q_i of a prismatic joint is unchanged. The
    sign of q_i is negative if the two axes point in opposite directions.
    """
    robot.only("an absolute angle", loops=True, springs=True)
    whole = exact_tree(robot)
    bodies = whole.bodies
    if len(bodies) != robot.n or any(body.motion == "ball" for body in bodies):
        reason = Noun("mimic or ball joints")
        raise finding.UndefinedQuantity(Function("absolute angles"), RobotName(robot.name), reason).error()
    rows: list[list[Scalar]] = [[0] * robot.n for _ in bodies]
    stems = ["q"] * robot.n
    last: list[int | None] = []  # coordinate of the last revolute joint from the ground to each body
    for body, seat in zip(bodies, seats(whole, joint_coordinates(robot)), strict=True):
        k, before = body.coordinate, last[body.parent] if body.parent >= 0 else None
        rows[k][k] = seat.sense
        if not body.prismatic:
            stems[k] = "phi"
            if before is not None and not seat.fresh:  # the angle of the seat is phi_k
                rows[k][before] = -seat.sense
        last.append(before if body.prismatic else k)
    own = tuple(_numbered(stem, k) for k, stem in enumerate(stems, 1))
    return Coordinates(own, tuple(map(tuple, rows)))


def _numbered(stem: str, k: int | str, effort: str = "Q") -> CoordinateNames:
    """Return the names of coordinate k, such as phi1, phid1, phidd1 and Q1."""
    return CoordinateNames(f"{stem}{k}", f"{stem}d{k}", f"{stem}dd{k}", f"{effort}{k}")


def linear_coordinates(robot: Robot, matrix: Sequence[Sequence[Any]], given: Sequence[str]) -> Coordinates:
    """Return the coordinates x with q = A x.

    `matrix` is the n × n matrix A of numbers or constant expressions, and `given` contains the names of x.
    """
    robot.only("a linear change of coordinates", loops=True, springs=True)
    n = robot.n
    for row in (matrix, *counted(matrix, "matrix", n, "coordinates", robot=robot.name)):
        counted(row, "matrix", n, "coordinates", robot=robot.name)
    counted(tuple(dict.fromkeys(given)), "names", n, "coordinates", robot=robot.name)
    rows = tuple(tuple(exact_scalar(value(a, "matrix")) for a in row) for row in matrix)
    if not symbols([a for row in rows for a in row]) and determinant(rows) == 0:
        raise finding.SingularCoordinates(Argument("matrix")).error()
    return Coordinates(tuple(_names(checked_name(x, "coordinate"), k) for k, x in enumerate(given, 1)), rows)


def _names(x: str, k: int) -> CoordinateNames:
    """Return the names derived from a coordinate's name, such as phid1 and phidd1 for phi1.

    The name of the effort is Q with the same index.
    """
    stem = x.rstrip("0123456789")
    return replace(_numbered(stem, x[len(stem) :]), tau=f"Q{k}")


def _diagonal(entries: Sequence[Scalar]) -> tuple[tuple[Scalar, ...], ...]:
    return tuple(tuple(x if i == k else 0 for k in range(len(entries))) for i, x in enumerate(entries))
