"""Forward kinematics and Jacobian as formulas, exact, in the form of books.

x = l1 cos q1 + l2 cos(q1 + q2), …;   [ṗ, ω] = J q̇;   det J as a product of its factors
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.printing.sheet import Equation, Sheet
from dalembert.closed.printing.written import Written
from dalembert.errors import WrongValue
from dalembert.kinematics.singularity.closed_jacobian import exact_mechanics, middle_rows, world_rows
from dalembert.kinematics.singularity.factor import determinant, factors
from dalembert.kinematics.skeleton import sample
from dalembert.kinematics.task import Task, rows_of
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree


class KinematicEquations(Written):
    """Where a frame is and how it moves, as SymPy expressions in q1 … qn and the robot's symbols; written, x, y, z and J."""

    def __init__(self, robot: Robot, frame: str | None = None) -> None:
        self.robot = robot
        self.frame = tree(robot).last if frame is None else frame
        tree(robot).place(self.frame)
        self._exact: Mechanics = exact_mechanics(robot)

    @property
    def model(self) -> Mechanics:
        return self._exact

    @cached_property
    def T(self) -> Any:
        """The pose, 4×4."""
        import sympy

        pose = self._exact.kinematics.place(self.frame)
        rows = [[self._sympy(x) for x in (*row, p)] for row, p in zip(pose.R, pose.p, strict=True)]
        return sympy.Matrix([*rows, [0, 0, 0, 1]])

    @property
    def rotation(self) -> Any:
        """The axes of the frame, the columns of a 3×3 matrix."""
        return self.T[:3, :3]

    @property
    def position(self) -> Any:
        """The origin of the frame, 3×1."""
        return self.T[:3, 3]

    @cached_property
    def J(self) -> Any:
        """The Jacobian in world axes, 6×n, linear rows first."""
        import sympy

        return sympy.Matrix([[self._sympy(x) for x in row] for row in world_rows(self._exact, self.frame, slice(None))])

    @property
    def columns(self) -> list[Any]:
        """What each joint does to the frame: [v, ω] per unit of its rate."""
        return [self.J[:, k] for k in range(self.J.shape[1])]

    def determinant(self, task: Task = None) -> Any:
        """det J of the directions the frame moves in, as a product; for a spatial arm seen from its own middle.

        `task`: "pose", "position" or "orientation", as in `singularities`. J must be square.
        """
        import sympy

        exact = self._exact
        rows = rows_of(sample(self.robot), self.frame, task)
        whole = rows == slice(0, 6) and exact.n > 3
        J = middle_rows(exact, self.frame) if whole else world_rows(exact, self.frame, rows)
        matrix = [row for row in J or () if any(row)]
        if len(matrix) != exact.n:
            raise WrongValue(
                f"J of robot '{self.robot.name}' has {len(matrix)} rows that are not zero and {exact.n} columns; "
                "a determinant needs as many. `task` chooses the rows, `singularities` works in any case"
            )
        det = determinant(exact.ring, matrix)
        if det is None:
            raise WrongValue(f"det J of robot '{self.robot.name}' is too long to be written out")
        parts = factors(exact.ring, det) or []
        rest = _quotient(exact, det, parts)
        if rest is None:
            return self._sympy(det)
        return sympy.Mul(self._sympy(rest), *(self._sympy(f) for f in parts))

    def sheet(self, sheet: Sheet) -> Iterator[Equation]:
        """The position and the Jacobian."""
        display = self._exact.display
        for letter, x in zip("xyz", self._exact.kinematics.place(self.frame).p, strict=True):
            yield Equation(letter, display.sum(x))
        yield from sheet.matrix("J", [list(row) for row in world_rows(self._exact, self.frame, slice(None))])

    def _sympy(self, p: Poly) -> Any:
        return self._exact.display.sympy(p)


def kinematic_equations(robot: Robot, frame: str | None = None) -> KinematicEquations:
    """Pose and Jacobian of a link or frame in closed form."""
    return KinematicEquations(robot, frame)


def _quotient(exact: Mechanics, det: Poly, parts: list[Poly]) -> Poly | None:
    """det / Π parts where that is a number times constants of the robot, else None."""
    ring = exact.ring
    product = ring.one
    for f in parts:
        product = ring.mul(product, f)
    constant = {x.q for x in ring.coordinates}
    moving = [i for i, g in enumerate(ring.generators) if g.kind in ("sin", "cos") or g.name in constant]

    def split(p: Poly) -> dict[tuple[int, ...], Poly]:
        groups: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
        for m, k in p.to_dict().items():
            rest = tuple(0 if i in moving else e for i, e in enumerate(m))
            groups.setdefault(tuple(m[i] for i in moving), {})[rest] = k
        return {key: ring.context.from_dict(part) for key, part in groups.items()}

    one, other = split(det), split(product)
    key = next(iter(other))
    if key not in one:
        return None
    top, remainder = divmod(one[key], other[key])
    return top if not remainder and ring.equal(det, ring.mul(top, product)) else None
