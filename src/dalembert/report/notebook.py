"""A report as a notebook: cells that compute everything anew, executed, with what they show kept inside."""

from __future__ import annotations

import json
from typing import Any

from dalembert.errors import MissingExtra, WrongValue
from dalembert.report.content import Request, opening


def cells(request: Request) -> list[tuple[str, str]]:
    """(kind, source) of each cell."""
    name = json.dumps(request.method)
    numeric = not request.robot.parameters or set(request.values) >= set(request.robot.parameters)
    opened = opening(Request(request.robot, request.method, {}, request.origin))
    found = [
        ("markdown", f"# Dynamics of `{request.robot.name.replace('`', ' ')}`"),
        ("code", "\n".join([*opened, "robot"])),
        ("markdown", "## Equations of motion"),
        ("code", "equations = da.equations(robot)\nequations"),
        ("code", "from IPython.display import HTML\nHTML(equations.html('M'))"),
        ("markdown", "## Derivation"),
        ("code", f"da.derive(robot, {name})"),
        ("markdown", "## Certificate"),
        ("code", "da.prove(robot)"),
    ]
    if not numeric:
        return found
    values = ", ".join(f"{key}={x!r}" for key, x in request.values.items())
    bound = f"numeric = robot.bind({values})" if values else "numeric = robot"
    return [
        *found,
        ("markdown", "## Numbers"),
        (
            "code",
            f"%matplotlib inline\nfrom dalembert.report import plot\n\n{bound}\nda.count(numeric, 'inverse_dynamics')",
        ),
        ("code", "q = np.full(numeric.n, 0.3)\nda.mass_matrix(numeric, q)"),
        ("code", "plot.torques(numeric)"),
        ("code", "plot.torque_parts(numeric)"),
        ("markdown", "## Motion"),
        ("code", f"from dalembert.simulate import simulate\n\n{_RUN % request.duration}\nrun"),
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
        raise WrongValue(f"a cell of the notebook failed: {error.ename}: {error.evalue}") from None
    return dict(notebook)
