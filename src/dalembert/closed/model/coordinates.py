"""Linear changes of coordinates q = A x with a constant matrix A.

For joint coordinates, A is the identity matrix E. Other coordinates x are the absolute angles of a chain and the motor
angles θ with q = θ/N. Velocities and accelerations transform as q̇ = A ẋ and q̈ = A ẍ. Since the virtual work δW = τᵀδq
= (Aᵀτ)ᵀδx does not depend on the choice of coordinates, the efforts Q for x and the inertia matrix M_x are

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
from dalembert.robot.tree import Body, Tree, tree
from dalembert.spatial.vector import matmul


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
    return Coordinates(tuple(own), _unit(robot.n))


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
    return _mapped(x, [symbol(name.qd) for name in x.names])


def accelerations(x: Coordinates) -> list[Scalar]:
    """Return the joint accelerations q̈ = A ẍ as expressions."""
    return _mapped(x, [symbol(name.qdd) for name in x.names])


def _mapped(x: Coordinates, rates: Sequence[Scalar]) -> list[Scalar]:
    return [combined(row, rates) for row in x.matrix]


def combined(row: Sequence[Scalar], terms: Sequence[Scalar]) -> Scalar:
    """Return the sum Σ row · terms, without terms whose factor is zero."""
    total: Scalar = 0
    for a, term in zip(row, terms, strict=True):
        if not is_zero(a):
            total = total + a * term
    return total


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
    n = range(robot.n)
    motors = tuple(_numbered("theta", k + 1, "taum") for k in n)
    return Coordinates(motors, tuple(tuple(1 / r if i == k else 0 for k in n) for i, r in enumerate(ratios)))


def absolute_coordinates(robot: Robot) -> Coordinates:
    """Return the absolute angles phi_i = phi_j ± q_i, where j is the previous revolute joint with a parallel axis.

    Angles about axes that are not parallel cannot be added, and lengths cannot be added to angles. A revolute joint
    without a previous parallel joint has phi_i = q_i, and a prismatic joint keeps its coordinate q_i. The sign of q_i
    is negative if the two axes point in opposite directions.
    """
    robot.only("an absolute angle", loops=True, springs=True)
    bodies = exact_tree(robot).bodies
    if len(bodies) != robot.n or any(body.motion == "ball" for body in bodies):
        reason = Noun("mimic or ball joints")
        raise finding.UndefinedQuantity(Function("absolute angles"), RobotName(robot.name), reason).error()
    rows: list[tuple[int, tuple[Scalar, ...]]] = []
    signs: list[int] = []  # sign of each axis relative to the first axis of its group
    for i, body in enumerate(bodies):
        before, side = (-1, 1) if body.prismatic else _parallel(bodies, i)
        signs.append(side * (signs[before] if before >= 0 else 1))
        row: list[Scalar] = [0] * robot.n
        row[body.coordinate] = signs[i]
        if before >= 0:
            row[bodies[before].coordinate] = -signs[i]
        rows.append((body.coordinate, tuple(row)))
    stems = {body.coordinate: "q" if body.prismatic else "phi" for body in bodies}
    own = tuple(_numbered(stems[k], k + 1) for k in range(robot.n))
    return Coordinates(own, tuple(row for _, row in sorted(rows)))


def _numbered(stem: str, k: int | str, effort: str = "Q") -> CoordinateNames:
    """Return the names of coordinate k, such as phi1, phid1, phidd1 and Q1."""
    return CoordinateNames(f"{stem}{k}", f"{stem}d{k}", f"{stem}dd{k}", f"{effort}{k}")


def _parallel(bodies: Sequence[Body], i: int) -> tuple[int, int]:
    """Find the previous revolute body whose axis is parallel, skipping prismatic joints.

    Return the index of the body and the sign ±1, or (−1, 1) if there is no such body.
    """
    R, j = bodies[i].placement.R, bodies[i].parent
    while j >= 0 and bodies[j].prismatic:
        R, j = matmul(bodies[j].placement.R, R), bodies[j].parent
    along = R[2][2]
    return (j, 1 if along > 0 else -1) if j >= 0 and not isinstance(along, Node) and abs(along) == 1 else (-1, 1)


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


def _unit(n: int) -> tuple[tuple[Scalar, ...], ...]:
    return tuple(tuple(int(i == k) for k in range(n)) for i in range(n))
