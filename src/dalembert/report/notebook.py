"""A report as a notebook: cells that compute everything anew, executed, with what they show kept inside."""

from __future__ import annotations

import json
from typing import Any

from dalembert.errors import MissingExtra, WrongValue, shown
from dalembert.report.request import Request
from dalembert.report.script import binding, has_equations, opening, state
from dalembert.typeset.languages import language


def cells(request: Request) -> list[tuple[str, str]]:
    """(kind, source) of each cell."""
    robot = request.robot
    opened = opening(Request(robot, request.method, {}, request.origin))
    found = [
        ("markdown", f"# Dynamics of {language('markdown').escape(shown(robot.name))}"),
        ("code", "\n".join([*opened, "robot"])),
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


def _numbers(request: Request) -> list[tuple[str, str]]:
    """The cells that need a value for every symbol."""
    robot = request.robot
    bound = f"numeric = {binding('robot', request.values) if request.values else 'robot'}"
    found = [
        ("markdown", "## Numbers"),
        (
            "code",
            f"%matplotlib inline\nfrom dalembert.report import plot\n\n{bound}\nda.count(numeric, 'inverse_dynamics')",
        ),
        ("code", f"{state(request.numeric, 'numeric')}\nda.mass_matrix(numeric, q)"),
    ]
    if not robot.loops:
        found += [("code", "plot.torques(numeric)"), ("code", "plot.torque_parts(numeric)")]
    return [
        *found,
        ("markdown", "## Motion"),
        ("code", f"from dalembert.simulate import simulate\n\n{_RUN % request.seconds}\nrun"),
        ("code", "plot.ledger(run)"),
    ]


def write(parts: list[tuple[str, str]], folder: str = ".", execute: bool = True) -> str:
    """The notebook's JSON; executed in `folder` unless told not to."""
    made: dict[str, Any] = {"nbformat": 4, "nbformat_minor": 5, "metadata": _METADATA, "cells": []}
    for k, (kind, source) in enumerate(parts):
        cell: dict[str, Any] = {"id": f"cell{k}", "cell_type": kind, "metadata": {}, "source": source}
        if kind == "code":
            cell |= {"execution_count": None, "outputs": []}
        made["cells"].append(cell)
    return json.dumps(_executed(made, folder) if execute else made, indent=1, ensure_ascii=False) + "\n"


_RUN = "run = simulate(numeric, q, duration=%r, progress=False)"
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def _executed(made: dict[str, Any], folder: str) -> dict[str, Any]:
    try:
        import nbformat
        from nbclient import NotebookClient
        from nbclient.exceptions import CellExecutionError
    except ImportError:
        raise MissingExtra(
            "executed notebooks need the packages nbclient and ipykernel: pip install 'dalembert[notebook]'"
        ) from None
    notebook = nbformat.from_dict(made)
    client = NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": folder}})
    try:
        client.execute()
    except CellExecutionError as error:
        raise WrongValue(f"a cell of the notebook failed: {error.ename}: {shown(error.evalue, 400)}") from None
    return dict(notebook)
