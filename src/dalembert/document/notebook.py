"""Python code that reproduces a report, printed in the report or written as an executed notebook.

The code creates the robot, assigns values to symbols and evaluates the equations. The notebook repeats all computations
of the report.
"""

from __future__ import annotations

import json
import keyword
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.argument import optional
from dalembert.document.facts import ReportRequest, closed_form
from dalembert.errors import DalembertError, shown
from dalembert.finding.finding import External, Noun
from dalembert.graph.node import to_text
from dalembert.kinematics.configuration import display_configuration
from dalembert.robot.model import Robot
from dalembert.typeset.languages import language


def opening(request: ReportRequest) -> list[str]:
    """Return the lines of code that create the robot and assign values to symbols."""
    return ["import numpy as np", "import dalembert as da", "", *creation(request.origin, request.values)]


def creation(origin: str, values: Mapping[str, Any]) -> list[str]:
    """Return `origin`, which creates the robot, and the line of code that assigns values to symbols."""
    return [origin, *([f"robot = {binding('robot', values)}"] if values else [])]


def binding(robot: str, values: Mapping[str, Any]) -> str:
    """Write a call such as `robot.bind(m1=2.0)`. Names that are not Python identifiers are passed as a dictionary."""
    given = {name: x if isinstance(x, (int, float, str)) else to_text(x) for name, x in values.items()}
    if any(keyword.iskeyword(name) or not name.isidentifier() for name in given):
        return f"{robot}.bind(**{given!r})"
    return f"{robot}.bind({', '.join(f'{name}={x!r}' for name, x in given.items())})"


def closing(request: ReportRequest) -> list[str]:
    """Return the lines of code that evaluate and print the robot's equations."""
    robot = request.robot
    lines = []
    if set(request.values) >= set(robot.parameters) and robot.nv:
        lines += [state(request.numeric), "qd = qdd = np.full(robot.nv, 0.3)", "M = da.mass_matrix(robot, q)"]
        if robot.loops:
            lines += ["# released from rest", "qdd = da.forward_dynamics(robot, q, 0 * qd, 0 * qd)"]
        else:
            lines += ["# also accepts (B, n) arrays", "tau = da.inverse_dynamics(robot, q, qd, qdd)"]
    if has_equations(robot):
        lines.append("print(da.equations(robot).text())")
    return lines


def has_equations(robot: Robot) -> bool:
    """Return whether the robot has equations in closed form that are short enough to print."""
    try:
        closed_form(robot)
    except DalembertError:
        return False
    return True


def state(numeric: Robot, name: str = "robot") -> str:
    """Return the line of code that creates a configuration q."""
    if numeric.loops:
        return f"q = da.assemble({name}, {np.round(display_configuration(numeric), 3).tolist()!r})"
    if numeric.nq != numeric.nv:
        return f"q = da.integrate({name}, da.neutral({name}), np.full({name}.nv, 0.3))"
    return f"q = np.full({name}.n, 0.3)"


def cells(request: ReportRequest) -> list[tuple[str, str]]:
    """List the notebook cells as pairs of cell type and source."""
    robot = request.robot
    found = [
        ("markdown", f"# Dynamics of {language('markdown').escape(shown(robot.name))}"),
        ("code", "\n".join([*opening(replace(request, values={})), "robot"])),
    ]
    if has_equations(robot):
        found += [
            ("markdown", "## Equations of motion"),
            ("code", "equations = da.equations(robot)\nequations"),
            ("code", "from IPython.display import HTML\nHTML(equations.html('M'))"),
            ("markdown", "## Derivation"),
            ("code", f"da.derive(robot, {request.method!r})"),
            ("markdown", "## Certificate"),
            ("code", "da.prove(robot)"),
        ]
    return [*found, *_numbers(request)] if set(request.values) >= set(robot.parameters) and robot.nv else found


def _numbers(request: ReportRequest) -> list[tuple[str, str]]:
    """List the notebook cells that require a value for every symbol."""
    robot = request.robot
    bound = f"numeric = {binding('robot', request.values) if request.values else 'robot'}"
    found = [
        ("markdown", "## Numbers"),
        (
            "code",
            f"%matplotlib inline\nfrom dalembert.document import plot\n\n{bound}\nda.code.count(numeric, 'inverse_dynamics')",
        ),
        ("code", f"{state(request.numeric, 'numeric')}\nda.mass_matrix(numeric, q)"),
    ]
    if not robot.loops:
        found += [("code", "plot.torques(numeric)"), ("code", "plot.torque_parts(numeric)")]
    return [
        *found,
        ("markdown", "## Motion"),
        ("code", f"{_RUN % request.seconds}\nrun"),
        ("code", "plot.energy_balance(run)"),
    ]


def write(parts: list[tuple[str, str]], folder: str = ".", execute: bool = True) -> str:
    """Write the notebook as JSON. By default, the notebook is first executed in `folder`."""
    made: dict[str, Any] = {"nbformat": 4, "nbformat_minor": 5, "metadata": _METADATA, "cells": []}
    for k, (kind, source) in enumerate(parts):
        cell: dict[str, Any] = {"id": f"cell{k}", "cell_type": kind, "metadata": {}, "source": source}
        if kind == "code":
            cell |= {"execution_count": None, "outputs": []}
        made["cells"].append(cell)
    return json.dumps(_executed(made, folder) if execute else made, indent=1, ensure_ascii=False) + "\n"


_RUN = "run = da.simulate(numeric, q, duration=%r)"
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def _executed(made: dict[str, Any], folder: str) -> dict[str, Any]:
    nbformat, nbclient = (optional(x, "report", "dalembert[notebook]") for x in ("nbformat", "nbclient"))
    notebook = nbformat.from_dict(made)
    client = nbclient.NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": folder}}
    )
    try:
        client.execute()
    except nbclient.exceptions.CellExecutionError as error:
        reason = External(f"{error.ename}: {shown(error.evalue, 400)}")
        raise finding.NotTypeset(Noun("notebook"), reason).error() from None
    return dict(notebook)
