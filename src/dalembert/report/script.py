"""The same in Python: the lines that make a robot and compute with it, at the end of a report and in its notebook."""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from typing import Any

import numpy as np

from dalembert.errors import DalembertError
from dalembert.graph.text import to_text
from dalembert.kinematics.configuration import standing
from dalembert.report.document import formula
from dalembert.report.request import Request
from dalembert.robot.model import Robot


def opening(request: Request) -> list[str]:
    """The lines that make the robot, with numbers where it was given any."""
    lines = ["import numpy as np", "import dalembert as da", "", request.origin]
    if request.values:
        lines.append(f"robot = {binding('robot', request.values)}")
    return lines


def binding(robot: str, values: Mapping[str, Any]) -> str:
    """`robot.bind(m1=2.0)`; a symbol that Python could not spell, as lambda, comes in a dictionary."""
    given = {name: x if isinstance(x, (int, float, str)) else to_text(x) for name, x in values.items()}
    if any(keyword.iskeyword(name) or not name.isidentifier() for name in given):
        return f"{robot}.bind(**{given!r})"
    return f"{robot}.bind({', '.join(f'{name}={x!r}' for name, x in given.items())})"


def closing(request: Request) -> list[str]:
    """The lines that compute: what this robot has."""
    robot = request.robot
    lines = []
    if set(request.values) >= set(robot.parameters) and robot.nv:
        lines += [state(request.numeric), "qd = qdd = np.full(robot.nv, 0.3)", "M = da.mass_matrix(robot, q)"]
        if robot.loops:
            lines.append("qdd = da.forward_dynamics(robot, q, 0 * qd, 0 * qd)    # let go at rest")
        else:
            lines.append("tau = da.inverse_dynamics(robot, q, qd, qdd)    # also (B, n) arrays of states")
    if has_equations(robot):
        lines.append("print(da.equations(robot).text())")
    return lines


def has_equations(robot: Robot) -> bool:
    """Whether there is a closed form that anybody would read."""
    try:
        formula(robot)
    except DalembertError:
        return False
    return True


def state(numeric: Robot, name: str = "robot") -> str:
    """The line that makes a configuration q."""
    if numeric.loops:
        return f"q = da.assemble({name}, {np.round(standing(numeric), 3).tolist()!r})    # loops closed"
    if numeric.nq != numeric.nv:
        return f"q = da.integrate({name}, da.neutral({name}), np.full({name}.nv, 0.3))"
    return f"q = np.full({name}.n, 0.3)"
