"""Commands that compute numbers: eval, count, bench."""

from __future__ import annotations

from pathlib import Path
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
    Wrench,
    WrongUsage,
    configuration,
    contacts_of,
    place,
    robot_of,
    vector,
    wrenches,
)
from dalembert.errors import DalembertError, shown
from dalembert.notation import NOTATION, TYPED

MOST_STATES = 10_000_000
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
    wrench: Wrench = (),
    contact: Annotated[
        tuple[str, ...], Parameter(negative=(), help="A frame that is held: foot, or foot=surface. May be repeated.")
    ] = (),
    output: Output = None,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """A quantity at a state. Numbers are separated by commas; what is not given is zero."""
    import dalembert as da
    from dalembert.quantity import QUANTITIES

    place(output, (".json", ".csv", ".npy"), robot)
    found = robot_of(robot, source)
    name = TYPED[what]
    inputs, takes = QUANTITIES[name].inputs, QUANTITIES[name].takes
    given = {"q": q, "qd": qd, "qdd": qdd, "tau": tau}
    asked = {**given, "frame": frame, "wrench": wrench or None, "contact": contact or None}
    for option, x in asked.items():
        if x is not None and option not in inputs and option not in takes and f"{option}s" not in takes:
            raise WrongUsage(f"{what} ({name}) takes no --{option}; it takes --{', --'.join(inputs)}")
    state = {x: configuration(found, q) if x == "q" else vector(found, given[x], f"--{x}") for x in inputs}
    options: dict[str, Any] = {"frame": frame} if "frame" in takes else {}
    if "wrench" in takes:
        options["wrench"] = wrenches(wrench)
    if "contacts" in takes:
        options["contacts"] = contacts_of(contact)
    value = getattr(da, name)(found, *state.values(), **options)
    if output:
        _save(output, value)
    if json:
        show.as_json({"robot": found.name, "quantity": name, **state, "value": value})
    elif not output:
        named = value.items() if isinstance(value, dict) else [("", value)]
        show.data("\n".join(f"{shown(key) + ' ' if key else ''}{show.array(x)}" for key, x in named))


def count(robot: Name, /, *, json: Json = False, source: Source = DEFAULT) -> None:
    """Multiplications, additions, divisions and sine-cosine pairs of each quantity, for one state."""
    import dalembert as da
    from dalembert.quantity import QUANTITIES

    found = robot_of(robot, source)
    counts = {}
    for name in TYPED.values():
        if not found.loops and (QUANTITIES[name].needs == "loops" or name == "loop_forces"):
            continue
        try:
            counts[name] = da.count(found, name)
        except DalembertError as reason:
            show.talk(f"{name} is not counted: {reason}")
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

    if not 1 <= states <= MOST_STATES:
        raise WrongUsage(f"--states is {states}; it lies between 1 and {MOST_STATES:,}")
    found = robot_of(robot, source)
    with show.working(f"timing {found.name}"):
        rows = timing(found, states)
    if json:
        show.as_json(rows)
    else:
        for row in rows:
            show.data(f"{row['quantity']:20} {row['nanoseconds']:8.1f} ns a state   {row['operations']} operations")


def _save(output: Path, value: Any) -> None:
    import numpy as np

    from dalembert.file import save, written

    suffix = output.suffix.lower()
    if suffix == ".json":
        save(output, show.json_of(value) + "\n", overwrite=True)
    else:
        if isinstance(value, dict):
            value = np.stack([np.broadcast_to(x, 6) if np.ndim(x) == 0 else x for x in value.values()])
        with written(output) as beside:
            if suffix == ".npy":
                np.save(beside, value)
            else:
                rows = np.asarray(value).reshape(np.shape(value)[0] if np.ndim(value) else 1, -1)
                np.savetxt(beside, rows, delimiter=",", fmt="%.17g")
    show.written(output)
