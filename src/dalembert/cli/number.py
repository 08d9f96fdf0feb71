"""Commands that compute numbers: eval, count, bench."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from dalembert.cli import show
from dalembert.cli.option import (
    DEFAULT,
    FrameName,
    Json,
    Name,
    Numbers,
    Output,
    Source,
    WrongUsage,
    robot_of,
    suffix_of,
    vector,
    wrenches,
)
from dalembert.notation import NOTATION, TYPED

if TYPE_CHECKING:
    What = str
else:
    What = Literal[tuple(TYPED)]


def evaluate(
    robot: Name,
    what: Annotated[What, Parameter(help="; ".join(f"{x}: {NOTATION[name].words}" for x, name in TYPED.items()) + ".")],
    /,
    *,
    q: Numbers = None,
    qd: Numbers = None,
    qdd: Numbers = None,
    tau: Numbers = None,
    frame: FrameName = None,
    wrench: Annotated[
        tuple[str, ...], Parameter(negative=(), help="Load from outside, frame=fx,fy,fz,mx,my,mz in world axes.")
    ] = (),
    output: Output = None,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """A quantity at a state. Numbers are separated by commas; what is not given is zero."""
    import dalembert as da
    from dalembert.quantity import QUANTITIES

    if output:
        suffix_of(output, (".json", ".csv", ".npy"))
    found = robot_of(robot, source)
    name = TYPED[what]
    inputs, takes = QUANTITIES[name].inputs, QUANTITIES[name].takes
    given = {"q": q, "qd": qd, "qdd": qdd, "tau": tau}
    asked = {**given, "frame": frame, "wrench": wrench or None}
    for option, x in asked.items():
        if x is not None and option not in inputs and option not in takes:
            raise WrongUsage(f"{what} ({name}) takes no --{option}; it takes --{', --'.join(inputs)}")
    state = {x: vector(found, given[x], f"--{x}") for x in inputs}
    options: dict[str, Any] = {"frame": frame} if "frame" in takes else {}
    if "wrench" in takes:
        options["wrench"] = wrenches(wrench)
    value = getattr(da, name)(found, *state.values(), **options)
    if output:
        _save(output, value)
    if json:
        show.as_json({"robot": found.name, "quantity": name, **state, "value": value})
    elif not output:
        show.data(show.array(value))


def count(robot: Name, /, *, json: Json = False, source: Source = DEFAULT) -> None:
    """Multiplications, additions, divisions and sine-cosine pairs of each quantity, for one state."""
    import dalembert as da

    found = robot_of(robot, source)
    counts = {name: da.count(found, name) for name in TYPED.values()}
    if json:
        show.as_json({x: {"mul": n.mul, "add": n.add, "div": n.div, "sincos": n.sincos} for x, n in counts.items()})
    else:
        show.data("\n".join(f"{name:20} {operations}" for name, operations in counts.items()))


def bench(
    robot: Name,
    /,
    *,
    states: Annotated[int, Parameter(help="States a call.")] = 4096,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """Nanoseconds a state of inverse and forward dynamics, on this machine, now."""
    from dalembert.cli.timing import timing

    found = robot_of(robot, source)
    with show.working(f"timing {found.name}"):
        rows = timing(found, states)
    if json:
        show.as_json(rows)
    else:
        for row in rows:
            show.data(f"{row['quantity']:20} {row['nanoseconds']:8.1f} ns a state   {row['operations']} operations")


def _save(output: Any, value: Any) -> None:
    import numpy as np

    from dalembert.report.write import save

    if output.suffix.lower() == ".npy":
        np.save(output, value)
    elif output.suffix.lower() == ".csv":
        np.savetxt(
            output,
            np.atleast_2d(np.asarray(value).reshape(np.shape(value)[0] if np.ndim(value) else 1, -1)),
            delimiter=",",
            fmt="%.17g",
        )
    else:
        import json

        save(output, json.dumps(np.asarray(value).tolist()) + "\n")
    show.written(output)
