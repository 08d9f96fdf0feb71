"""Statics in closed form: holding torques τ = g(q) − Σ Jᵀw and joint forces. [tang]

eq = static_equations(robot, wrench={"tool": ("Fx", "Fy", 0, 0, 0, 0)})
eq.tau  eq.g  eq.J("tool")              SymPy, in q1 … and the robot's symbols
eq.force("joint2")  eq.moment("joint2") from parent to child, in world axes at the joint origin
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dalembert.algorithms.link_forces import Load, link_forces
from dalembert.argument import known
from dalembert.boundary import RobotLike, as_robot
from dalembert.closed.algebra.exact_numbers import exact
from dalembert.closed.model.mechanics import Mechanics, mechanics
from dalembert.closed.printing.abbreviated_equations import EquationList, ListedEquation
from dalembert.closed.printing.typesetting import TypesetEquations
from dalembert.robot.model import Robot
from dalembert.robot.tree import coordinates

SymPy = Any


def static_equations(robot: RobotLike, *, wrench: Mapping[str, Sequence[Any]] | None = None) -> StaticEquations:
    """Derive exact expressions for the holding torques and joint forces of a robot.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    wrench : mapping of frames to 6 numbers or strings, optional
        External wrenches (Fx, Fy, Fz, Mx, My, Mz) on the robot, in world axes. If the robot exerts a force F, pass the
        external wrench ("-F1", "-F2", 0, 0, 0, 0), which gives τ = JᵀF.

    Returns
    -------
    StaticEquations

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.statics.static_equations("planar_2r", wrench={"tool": ("Fx", "Fy", 0, 0, 0, 0)}).text())
    tau1 = m1*lc1*g*cos(q1) + m2*g*(l1*cos(q1) + lc2*cos(q1 + q2)) + l1*Fx*sin(q1)
       - l1*Fy*cos(q1) + l2*Fx*sin(q1 + q2) - l2*Fy*cos(q1 + q2)
    tau2 = m2*lc2*g*cos(q1 + q2) + l2*Fx*sin(q1 + q2) - l2*Fy*cos(q1 + q2)
    """
    return StaticEquations(mechanics(as_robot(robot), None, wrench))


@dataclass(frozen=True, eq=False)
class StaticEquations(TypesetEquations):
    """Equations of statics in closed form, as SymPy objects."""

    mechanics: Mechanics

    @property
    def robot(self) -> Robot:
        return self.mechanics.robot

    @property
    def model(self) -> Mechanics:
        return self.mechanics

    @cached_property
    def tau(self) -> SymPy:
        """Holding torques g − Jᵀw, as a column vector."""
        return self._column(self._tau)

    @cached_property
    def g(self) -> SymPy:
        """Gravity efforts g, as a column vector."""
        return self._column(self.mechanics.g)

    def J(self, frame: str | None = None) -> SymPy:
        """Return the Jacobian of a link or frame in world axes, 6 × n, with the linear rows first."""
        import sympy

        v, w = self.mechanics.kinematics.jacobian(frame)
        show = self.mechanics.display.sympy
        return sympy.ImmutableMatrix([[show(x) for x in (*a, *b)] for a, b in zip(v, w, strict=True)]).T

    def force(self, joint: str) -> SymPy:
        """Return the force that the parent link of a joint exerts on the child link, as a column in world axes."""
        return self._column([self.mechanics.ring.poly(x) for x in self._load(joint).f])

    def moment(self, joint: str) -> SymPy:
        """Return the moment that the parent link of a joint exerts on the child link, about the joint origin.

        The moment is a column vector in world axes.
        """
        return self._column([self.mechanics.ring.poly(x) for x in self._load(joint).n])

    def sheet(self, sheet: EquationList) -> Iterator[ListedEquation]:
        """Return the equations `tau1 = …`, one for each joint."""
        for name, x in zip(self.mechanics.coordinates.names, self._tau, strict=True):
            yield ListedEquation(name.tau, self.mechanics.display.sum(x))

    @cached_property
    def _tau(self) -> list[Any]:
        return [g - e for g, e in zip(self.mechanics.g, self.mechanics.external, strict=True)]

    @cached_property
    def _loads(self) -> list[Load]:
        robot = exact(self.robot)
        rest = [0] * robot.n
        return link_forces(robot, coordinates("q", robot.n), rest, rest, dict(self.mechanics.wrench))

    def _load(self, joint: str) -> Load:
        names = [x.name for x in self.robot.joints]
        known(joint, names, "joint", owner="robot", owner_name=self.robot.name, argument="joint")
        return self._loads[names.index(joint)]

    def _column(self, entries: Sequence[Any]) -> SymPy:
        import sympy

        return sympy.ImmutableMatrix([self.mechanics.display.sympy(x) for x in entries])
