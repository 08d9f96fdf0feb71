"""Commands `eval`, `count`, `bench` and `codegen`, which compute numbers and export code."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from cyclopts import Parameter

from dalembert import finding as kinds
from dalembert.cli import console
from dalembert.cli.option import (
    DEFAULT,
    RADIANS,
    FrameName,
    Json,
    Listed,
    Name,
    Numbers,
    Output,
    RobotOptions,
    State,
    Wrench,
    contacts_of,
    number_or_text,
    pairs,
    place,
    robot_of,
    wrenches,
)
from dalembert.errors import DalembertError, shown
from dalembert.finding.finding import Argument, Function, Measure
from dalembert.notation import QUANTITIES, TYPED
from dalembert.progress import working

MOST_STATES = 10_000_000
if TYPE_CHECKING:
    from dalembert.robot.model import Robot

    What = str
else:
    What = Literal[tuple(TYPED)]
Target: TypeAlias = Literal["c", "cpp", "cuda", "ptx", "matlab", "fmu", "ros", "python", "rust", "julia", "javascript"]
Contact: TypeAlias = Annotated[
    Listed, Parameter(help="Frame in contact, as foot or foot=surface. You can repeat this option.")
]


@Parameter(name="*")
@dataclass(frozen=True)
class Arguments(State):
    """Inputs of the quantity to evaluate.

    Parameters
    ----------
    qdd
        Accelerations in rad/s² and m/s². Default: zero.
    tau
        Joint torques and forces in N m and N. Default: zero.
    """

    qdd: Numbers = None
    tau: Numbers = None

    def read(self, robot: Robot, name: str) -> list[float]:
        """Parse the input with the given name. The option `--degrees` does not apply to torques and forces."""
        text = getattr(self, name)
        if name == "q":
            return self.configuration(robot, text)
        return (RADIANS if name == "tau" else self).rates(robot, text, name)


@Parameter(name="*")
@dataclass(frozen=True)
class Export:
    """Options for exported code.

    Parameters
    ----------
    name
        Base name of files and functions. Default: the name of the robot.
    dtype
        Floating-point type.
    separate
        Export one function per quantity instead of a single function that shares operations.
    wrench
        Link or frame on which an external wrench acts. The wrench becomes an input of the exported function. You can
        repeat this option.
    parameter
        Parameter to use as a function input, such as gravity, LINK, LINK.mass or JOINT.damping. You can repeat this
        option.
    limits
        Reject inputs outside the joint limits, for targets whose functions return a status.
    option
        Target-specific option, such as step=0.002 or simulate=rk4. You can repeat this option.
    force
        Replace existing files.
    """

    name: str | None = None
    dtype: Literal["float64", "float32"] = "float64"
    separate: bool = False
    frame: FrameName = None
    wrench: Listed = ()
    contact: Contact = ()
    parameter: Listed = ()
    limits: bool = False
    option: Listed = ()
    force: bool = False


ZERO, EXPORT = Arguments(), Export()
_SHORT = "; ".join(f"{x}: {QUANTITIES[name].words}" for x, name in TYPED.items())
_EXPORTED = f"Quantities, such as rk4_step, computed_torque or inverse_dynamics. Short names: {_SHORT}."


def evaluate(
    robot: Name,
    what: Annotated[What, Parameter(help=f"{_SHORT}.")],
    /,
    *,
    state: Arguments = ZERO,
    frame: FrameName = None,
    wrench: Wrench = (),
    contact: Contact = (),
    output: Output = None,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Evaluate a quantity at a state.

    Numbers are separated by commas. Omitted velocities, accelerations, torques and forces are zero.
    """
    import dalembert as da

    place(output, (".json", ".csv", ".npy"), robot)
    found = robot_of(robot, source)
    name = TYPED[what]
    inputs, takes = QUANTITIES[name].inputs, QUANTITIES[name].takes
    requested = {**asdict(state), "frame": frame, "wrench": wrench or None, "contact": contact or None}
    del requested["degrees"]
    for option, x in requested.items():
        if x is not None and option not in inputs and option not in takes and f"{option}s" not in takes:
            raise kinds.NotAccepted(Function(name), Argument(option)).error()
    arguments = {x: state.read(found, x) for x in inputs}
    options: dict[str, Any] = {"frame": frame} if "frame" in takes else {}
    if "wrench" in takes:
        options["wrench"] = wrenches(wrench)
    if "contacts" in takes:
        options["contacts"] = contacts_of(contact)
    home = next(x for x in (da, da.mechanism, da.model, da.kinematics, da.statics) if name in x.__all__)
    value = getattr(home, name)(found, *arguments.values(), **options)
    if output:
        _save(output, value)
    named = value.items() if isinstance(value, dict) else [("", value)]
    text = "" if output else "\n".join(f"{shown(key) + ' ' if key else ''}{console.array(x)}" for key, x in named)
    console.result(json, {"robot": found.name, "quantity": name, **arguments, "value": value}, text)


def count(robot: Name, /, *, json: Json = False, source: RobotOptions = DEFAULT) -> None:
    """Count the multiplications, additions, divisions and sine-cosine pairs that each quantity requires per state."""
    import dalembert as da

    found = robot_of(robot, source)
    counts = {}
    for name in TYPED.values():
        if not found.loops and (QUANTITIES[name].needs == "loops" or name == "loop_forces"):
            continue
        try:
            counts[name] = da.code.count(found, name)
        except DalembertError as reason:
            console.talk(f"{name} is not counted: {console.words(reason)}")
    numbers = {x: {"mul": n.mul, "add": n.add, "div": n.div, "sincos": n.sincos} for x, n in counts.items()}
    console.result(json, numbers, "\n".join(f"{name:20} {operations}" for name, operations in counts.items()))


def bench(
    robot: Name,
    /,
    *,
    states: int = 4096,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Benchmark inverse and forward dynamics on this machine.

    Parameters
    ----------
    states
        Number of states per call.
    """
    from dalembert.cli.benchmark import listed, timing

    if not 1 <= states <= MOST_STATES:
        raise kinds.OutOfRange(Argument("states"), Measure(states), 1, MOST_STATES).error()
    found = robot_of(robot, source)
    with working(f"timing {found.name}"):
        rows = timing(found, states)
    console.result(json, rows, listed(rows))


def _save(output: Path, value: Any) -> None:
    import numpy as np

    from dalembert.atomic_file import save, written

    suffix = output.suffix.lower()
    if suffix == ".json":
        save(output, console.json_of(value) + "\n", overwrite=True)
    else:
        if isinstance(value, dict):
            value = np.stack([np.broadcast_to(x, 6) if np.ndim(x) == 0 else x for x in value.values()])
        with written(output) as beside:
            if suffix == ".npy":
                np.save(beside, value)
            else:
                rows = np.asarray(value).reshape(np.shape(value)[0] if np.ndim(value) else 1, -1)
                np.savetxt(beside, rows, delimiter=",", fmt="%.17g")
    console.talk(f"wrote {output}")


def codegen(
    robot: Name,
    quantities: Annotated[Listed, Parameter(help=_EXPORTED)],
    /,
    *,
    target: Target = "c",
    output: Annotated[Path, Parameter(name=["--output", "-o"])] = Path(),
    export: Export = EXPORT,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Export functions of a robot as code in another language, with a self-test.

    Parameters
    ----------
    target
        Target language or format.
    output
        Output folder.
    """
    import dalembert as da
    from dalembert.code.export import target_row

    found = robot_of(robot, source)
    names = [TYPED.get(x, x) for word in quantities for x in word.replace(",", " ").split()]
    chosen: dict[str, Any] = {key: _value(text) for key, text in pairs(export.option, "option").items()}
    target_row(target, chosen)
    options = da.code.CodeOptions(export.frame, export.wrench, contacts_of(export.contact), export.limits, **chosen)
    written = da.export_code(
        found,
        {x: x for x in names} if export.separate else names,
        target,
        output,
        dtype=export.dtype,
        name=export.name,
        parameters=export.parameter,
        options=options,
        overwrite=export.force,
    )
    console.result(json, {"robot": found.name, "target": target, "written": written}, "", *written)


def _value(text: str) -> str | bool | float:
    """Convert "yes" and "no" to booleans, and numbers to floats. Other values are returned as text."""
    if text in ("yes", "true", "no", "false"):
        return text in ("yes", "true")
    return number_or_text(text)
