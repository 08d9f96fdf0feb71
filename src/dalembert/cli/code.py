"""The command that writes code to take away."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from dalembert.cli import show
from dalembert.cli.option import DEFAULT, FrameName, Json, Name, Source, contacts_of, pair, robot_of
from dalembert.notation import TYPED


def codegen(
    robot: Name,
    quantities: Annotated[
        tuple[str, ...],
        Parameter(
            help="What the function computes: inverse_dynamics or id, M, rk4_step, computed_torque, … One or several.",
            negative=(),
        ),
    ],
    /,
    *,
    target: Annotated[str, Parameter(help="The language or form: c, cpp, rust, matlab, fmu, ros, javascript, …")] = "c",
    output: Annotated[Path, Parameter(name=["--output", "-o"], help="The folder to write to.")] = Path(),
    name: Annotated[
        str | None, Parameter(help="What files and functions are called after, instead of the robot.")
    ] = None,
    dtype: Annotated[Literal["float64", "float32"], Parameter(help="The numbers it computes with.")] = "float64",
    separate: Annotated[
        bool, Parameter(negative=(), help="A function for each quantity, instead of one that shares their work.")
    ] = False,
    frame: FrameName = None,
    wrench: Annotated[
        tuple[str, ...], Parameter(negative=(), help="A frame that is pushed from outside. May be repeated.")
    ] = (),
    contact: Annotated[
        tuple[str, ...], Parameter(negative=(), help="A frame that is held: foot, or foot=surface. May be repeated.")
    ] = (),
    parameter: Annotated[
        tuple[str, ...],
        Parameter(
            negative=(), help="Numbers that become an input: gravity, LINK, LINK.mass, JOINT.damping … May be repeated."
        ),
    ] = (),
    limits: Annotated[
        bool, Parameter(negative=(), help="State the limits of the joints as the range of inputs.")
    ] = False,
    option: Annotated[
        tuple[str, ...],
        Parameter(negative=(), help="An option of the target: step=0.002, simulate=rk4. May be repeated."),
    ] = (),
    force: Annotated[bool, Parameter(name="--force", negative=(), help="Replace files that exist.")] = False,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """Write functions of a robot as code of another language, with their own test."""
    import dalembert as da

    found = robot_of(robot, source)
    names = [TYPED.get(x, x) for word in quantities for x in word.replace(",", " ").split()]
    asked = {x: x for x in names} if separate else names
    chosen = {key: _value(text) for key, text in (pair(x, "--option") for x in option)}
    with warnings.catch_warnings(record=True, action="always") as said:
        written = da.export_code(
            found, asked, target, output, dtype=dtype, name=name, frame=frame, wrench=wrench,
            contacts=contacts_of(contact), parameters=parameter, limits=limits, overwrite=force, **chosen,
        )  # fmt: skip
    for x in said:
        show.talk(f"warning: {x.message}")
    if json:
        show.as_json({"robot": found.name, "target": target, "written": [str(x) for x in written]})
    else:
        for path in written:
            show.written(path)


def _value(text: str) -> str | bool | float:
    """yes and no, a number, or the text itself."""
    if text in ("yes", "true", "no", "false"):
        return text in ("yes", "true")
    try:
        return float(text)
    except ValueError:
        return text
