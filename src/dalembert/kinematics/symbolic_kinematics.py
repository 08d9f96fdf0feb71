"""Forward kinematics and the Jacobian in closed form, and the factors of det J.

x = l1 cos q1 + l2 cos(q1 + q2), …;   [ṗ, ω] = J q̇;   det J as a product of its factors

The rank of J does not depend on the frame in which J is expressed. The expressions in J are shortest in the frame of a
body in the middle of the arm. Each column contains only angles on its side of this body, and the first and the last
angle do not appear:

    before:  velocity of the body in its own frame, [Rᵀv_k, Rᵀω_k]
    after:   [p_k × z_k, z_k], or [z_k, 0] for a prismatic joint             [khalil2002, §5.3]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, reduce
from typing import Any

from dalembert import finding
from dalembert.boundary import RobotLike, as_frame, as_robot
from dalembert.closed.algebra import linear_algebra
from dalembert.closed.algebra.factors import LARGEST, factors
from dalembert.closed.algebra.ring import Poly, Ring
from dalembert.closed.model.kinematics import Kinematics
from dalembert.closed.model.mechanics import Mechanics, mechanics
from dalembert.closed.printing.abbreviated_equations import EquationList, ListedEquation
from dalembert.closed.printing.typesetting import TypesetEquations
from dalembert.finding.finding import RobotName
from dalembert.kinematics.chain import geometry, sample
from dalembert.kinematics.task import Task, arm
from dalembert.robot.model import Robot
from dalembert.robot.tree import Body, Tree, tree
from dalembert.spatial.vector import Matrix, cross, transpose


def determinant(ring: Ring, A: Sequence[Sequence[Poly]]) -> Poly | None:
    """Compute det A by expansion along rows. Each minor is computed only once.

    Return None if an entry or a minor has too many terms.
    """

    def times(a: Poly, b: Poly) -> Poly:
        product = ring.mul(a, b)
        if len(product) > LARGEST:
            raise OverflowError
        return product

    try:
        return ring.zero + linear_algebra.determinant(A, times)
    except OverflowError:
        return None


Rows = tuple[tuple[Poly, ...], ...]


def exact_mechanics(robot: Robot) -> Mechanics:
    """Return the exact kinematic model of a robot: the polynomial ring, the kinematics and the display of symbols."""
    return mechanics(geometry(robot))


def world_rows(exact: Mechanics, frame: str | None, rows: slice) -> Rows:
    """Return the rows of the Jacobian of a frame, in world axes."""
    v, w = exact.kinematics.jacobian(frame)
    return transpose(tuple((*a, *b) for a, b in zip(v, w, strict=True)))[rows]


def middle_rows(exact: Mechanics, frame: str | None) -> Rows | None:
    """Return the six rows of J in the frame of the middle body of the arm.

    Return None if the joints do not form one serial chain.
    """
    tree = exact.tree
    body, _ = tree.place(frame)
    chain = tree.ancestors(body)[::-1]
    bodies = [tree.bodies[i] for i in chain]
    if len({b.coordinate for b in bodies}) < len(bodies) or len(bodies) < tree.n:
        return None
    cut = _cut(exact, chain)
    columns: dict[int, tuple[Poly, ...]] = {}
    if cut:
        part = Kinematics(_part(tree, bodies[:cut]), exact.coordinates, exact.ring)
        motion = part.motions[-1]
        zero = part.exact((0, 0, 0))
        for b in bodies[:cut]:
            k = b.coordinate
            each = (motion.v.get(k, zero), motion.w.get(k, zero))
            columns[k] = (*part.in_body(cut - 1, each[0]), *part.in_body(cut - 1, each[1]))
    rest = Kinematics(_part(tree, bodies[cut:]), exact.coordinates, exact.ring)
    for b, pose in zip(bodies[cut:], rest.poses, strict=True):
        z = tuple(row[2] for row in pose.R)
        turn = (*rest.reduce(cross(pose.p, z)), *z)
        columns[b.coordinate] = (*z, *rest.exact((0, 0, 0))) if b.prismatic else turn
    ordered: Matrix = tuple(columns[k] for k in sorted(columns))
    return transpose(ordered)


def moving_rows(exact: Mechanics, frame: str | None, rows: slice) -> Rows:
    """Return the rows of J that are not identically zero.

    For spatial arms, the rows are in the frame of the middle body; for all other arms, they are in world axes.
    """
    whole = rows == slice(0, 6) and exact.n > 3
    J = middle_rows(exact, frame) if whole else world_rows(exact, frame, rows)
    return tuple(row for row in J or () if any(row))


def _cut(exact: Mechanics, chain: tuple[int, ...]) -> int:
    """Choose the index at which the arm is divided: as close to the middle as possible, but not between parallel axes."""
    fresh = [
        k for k, i in enumerate(chain) if k == 0 or exact.kinematics.seats[i].fresh or exact.tree.bodies[i].prismatic
    ]
    return min(fresh, key=lambda k: (abs(2 * k - len(chain)), k))


def _part(tree: Tree, bodies: list[Body]) -> Tree:
    """Return a tree that consists of consecutive bodies of a chain, the first of which is connected to the ground."""
    linked = tuple(replace(b, parent=k - 1) for k, b in enumerate(bodies))
    return replace(tree, bodies=linked, places={})


class KinematicEquations(TypesetEquations):
    """Pose and Jacobian of a frame as SymPy expressions in q1, …, qn and the robot's symbols."""

    def __init__(self, robot: Robot, frame: str | None = None) -> None:
        self.robot = robot
        self.frame = tree(robot).last if frame is None else frame
        self._exact: Mechanics = exact_mechanics(robot)

    @property
    def model(self) -> Mechanics:
        return self._exact

    @cached_property
    def T(self) -> Any:
        """Pose of the frame, a 4×4 matrix."""
        import sympy

        pose = self._exact.kinematics.place(self.frame)
        rows = [[self._sympy(x) for x in (*row, p)] for row, p in zip(pose.R, pose.p, strict=True)]
        return sympy.Matrix([*rows, [0, 0, 0, 1]])

    @property
    def rotation(self) -> Any:
        """Orientation of the frame, a 3×3 matrix whose columns are the axes of the frame."""
        return self.T[:3, :3]

    @property
    def position(self) -> Any:
        """Position of the frame's origin, 3×1."""
        return self.T[:3, 3]

    @cached_property
    def J(self) -> Any:
        """Jacobian in world axes, 6×n, with the linear rows first."""
        import sympy

        return sympy.Matrix([[self._sympy(x) for x in row] for row in world_rows(self._exact, self.frame, slice(None))])

    @property
    def columns(self) -> list[Any]:
        """Twists [v, ω] of the frame per unit velocity of each joint."""
        return [self.J[:, k] for k in range(self.J.shape[1])]

    def determinant(self, task: Task = None) -> Any:
        """Return det J as a product of factors, with the rows restricted to the directions in which the frame moves.

        `task` is "pose", "position" or "orientation", as in `singularities`. J must be square. For a spatial arm, J is
        expressed in the frame of its middle body.
        """
        import sympy

        exact = self._exact
        matrix = moving_rows(exact, self.frame, arm(sample(self.robot), self.frame).rows(task))
        det = determinant(exact.ring, matrix) if len(matrix) == exact.n else None
        if det is None:
            raise finding.NoDeterminant(RobotName(self.robot.name), len(matrix), exact.n).error()
        parts = factors(exact.ring, det) or []
        rest = _quotient(exact, det, parts)
        if rest is None:
            return self._sympy(det)
        return sympy.Mul(self._sympy(rest), *(self._sympy(f) for f in parts))

    def sheet(self, sheet: EquationList) -> Iterator[ListedEquation]:
        """Return the position and the Jacobian as equations."""
        display = self._exact.display
        for letter, x in zip("xyz", self._exact.kinematics.place(self.frame).p, strict=True):
            yield ListedEquation(letter, display.sum(x))
        yield from sheet.matrix("J", [list(row) for row in world_rows(self._exact, self.frame, slice(None))])

    def _sympy(self, p: Poly) -> Any:
        return self._exact.display.sympy(p)


def kinematic_equations(robot: RobotLike, frame: str | None = None) -> KinematicEquations:
    """Derive the pose and the Jacobian of a frame in closed form.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Lengths can be symbols.
    frame : str, optional
        Link or frame. Default: the frame `tool` if it exists, otherwise the tip of the longest chain.

    Returns
    -------
    KinematicEquations

    Examples
    --------
    >>> import dalembert as da
    >>> da.kinematics.kinematic_equations(da.gallery.planar_2r()).position[0]
    l1*cos(q1) + l2*cos(q1 + q2)
    """
    robot = as_robot(robot)
    return KinematicEquations(robot, as_frame(robot, frame))


def _quotient(exact: Mechanics, det: Poly, parts: list[Poly]) -> Poly | None:
    """Return the quotient of `det` and the product of `parts` if there is no remainder, else None."""
    quotient, remainder = divmod(det, reduce(exact.ring.mul, parts, exact.ring.one))
    return quotient if not remainder else None
