"""Export of robot functions as source files in other languages, with self-tests (`export_code`).

The quantities of a function are traced to a tape, which is a straight-line program (`codegen.function`). A target
(`codegen.packages`) converts the tape to source code. The results stored in the self-test are computed by the graph
interpreter. Names in the robot can contain any characters; they are converted to valid identifiers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

import dalembert
from dalembert import atomic_file, finding
from dalembert.argument import FilePath, exclusive, filled, instance, known
from dalembert.argument import options as options_of_kind
from dalembert.boundary import RobotLike, as_robot
from dalembert.code.exportable import CONTROLLERS, STEPS, QuantityOptions, TracedPart, joined, part, takes
from dalembert.code.self_test import exported_simulation, ranges, stored
from dalembert.codegen.function import KEYWORDS, function, identifiers
from dalembert.codegen.packages import c, fmi, javascript, julia, matlab, ptx, python, rust
from dalembert.codegen.packages.target import Files, ModelInfo, Options, Routine, Target, plain
from dalembert.codegen.runtimes.kernel import RealType, real_name
from dalembert.codegen.runtimes.loader import REAL
from dalembert.codegen.tape import Operand, TapeFunction
from dalembert.dynamics import Contacts, need_numbers
from dalembert.dynamics import options as quantity_options
from dalembert.finding.finding import Argument, Function, Given
from dalembert.graph import symbols
from dalembert.kinematics.configuration import display_configuration
from dalembert.notation import QUANTITIES
from dalembert.robot.model import Robot
from dalembert.robot.symbolic import Parametrized, parametrize

KNOWN = (*QUANTITIES, *STEPS, *CONTROLLERS)
Quantities = str | Sequence[str] | Mapping[str, str | Sequence[str]]
SIMULATE = "simulate"  # option for the integration method, and name of the exported function


@dataclass(frozen=True)
class TargetRow:
    """Description of an export target, including the function that generates the files.

    `options` lists the accepted options. `status` is true if the exported functions return a status for inputs that are
    out of range.
    """

    words: str
    package: Target
    options: tuple[str, ...] = ()
    status: bool = False


TargetName: TypeAlias = Literal[
    "c", "cpp", "cuda", "ptx", "matlab", "fmu", "ros", "python", "rust", "julia", "javascript"
]
TARGETS: dict[str, TargetRow] = {
    "c": TargetRow("C99: a header, a source without allocation, a self-test", c.package, status=True),
    "cpp": TargetRow("C++17: one header with std::array, for double and float", c.cpp_package, status=True),
    "cuda": TargetRow("CUDA C: a device function and a kernel with a thread a state", c.cuda_package, status=True),
    "ptx": TargetRow(
        "PTX: a kernel for any NVIDIA GPU since 2020, loaded by its driver alone", ptx.package, options=("layout",)
    ),
    "matlab": TargetRow("MATLAB and Octave functions, and S-functions for Simulink in C", matlab.package),
    "fmu": TargetRow(
        "FMI 2.0: a unit for model exchange and co-simulation, sources inside",
        fmi.package,
        options=("step", "binary"),
        status=True,
    ),
    "ros": TargetRow("a CMake package for ROS 2 or plain CMake: the C as a library", c.ros_package, status=True),
    "python": TargetRow("Python with NumPy, over any leading axes", python.LANGUAGE.package),
    "rust": TargetRow("Rust, without a crate", rust.LANGUAGE.package),
    "julia": TargetRow("Julia", julia.LANGUAGE.package),
    "javascript": TargetRow(
        "WebAssembly in a typed JavaScript module, a page, a self-test",
        javascript.package,
        options=(SIMULATE, "width"),
    ),
}


def target_row(name: str, options: Iterable[str] = ()) -> TargetRow:
    """Return the target with the given name, and check that the target accepts the given options."""
    row = TARGETS[known(name, TARGETS, "target", argument="target")]
    for option in options:
        known(option, row.options, "option", owner="target", owner_name=name)
    return row


@dataclass(frozen=True)
class CodeOptions:
    """Options for `export_code` that apply only to some quantities or targets.

    Parameters
    ----------
    frame, wrench, contacts
        As in `compile`.
    limits : bool
        Whether the joint limits define the valid range of the inputs, for targets that report a status.
    simulate : str, optional
        Fixed-step method of an exported simulation (target "javascript").
    width : {2, 1}, optional
        Number of states per SIMD operation: 2, or 1 for browsers without SIMD (target "javascript").
    layout : {"rows", "columns"}, optional
        Memory layout of arrays for the target "ptx": "rows" if the entries of a state are contiguous, or "columns" if
        the states are contiguous.
    step : float, optional
        Co-simulation step size in seconds (target "fmu").
    binary : bool, optional
        Whether the FMU contains machine code for this platform (target "fmu").
    """

    frame: str | None = None
    wrench: Sequence[str] = ()
    contacts: Contacts = None
    limits: bool = False
    simulate: str | None = None
    width: int | None = None
    layout: str | None = None
    step: float | None = None
    binary: bool | None = None


def _target_options(options: CodeOptions, target: str) -> dict[str, Any]:
    """Return the options given for a target, and check that the target accepts them."""
    names = [x for row in TARGETS.values() for x in row.options]
    found = {x: getattr(options, x) for x in names if getattr(options, x) is not None}
    row = target_row(target, found)
    if options.limits and not row.status:
        able = Given(" or ".join(repr(x) for x in TARGETS if TARGETS[x].status))
        raise finding.Requires(Argument("limits"), Argument("target"), able).error()
    return found


def export_code(
    robot: RobotLike,
    quantities: Quantities,
    target: TargetName,
    path: FilePath,
    *,
    dtype: RealType = "float64",
    name: str | None = None,
    parameters: Sequence[str] = (),
    options: CodeOptions | None = None,
    overwrite: bool = False,
) -> tuple[Path, ...]:
    """Write functions of a robot as source code in another language, with a self-test.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    quantities : str, list of str, or mapping from function names to either
        A quantity such as "inverse_dynamics", an integration step, or a control law. A list is exported as one function
        that shares common subexpressions. A mapping is exported as one function per entry.
    target : str
        Language or format: "c", "cpp", "rust", "julia", "python", "matlab", "javascript", "fmu", "ros", "cuda", "ptx".
    path : str or path
        Output directory for the files.
    dtype : {"float64", "float32"}
    name : str, optional
        Name for the files and functions; by default, the name of the robot.
    parameters
        As in `compile`.
    options : CodeOptions, optional
        Options that apply only to some quantities or targets, such as a frame, wrenches, contacts or the layout of
        arrays.
    overwrite : bool
        Whether existing files are overwritten.

    Returns
    -------
    tuple of paths
        Paths of the written files.

    Examples
    --------
    >>> import dalembert as da
    >>> [x.name for x in da.export_code("ur5", "inverse_dynamics", "c", "out")]
    ['ur5.h', 'ur5.c', 'ur5_test.c']
    """
    files = code(robot, quantities, target, dtype=dtype, name=name, parameters=parameters, options=options)
    place = atomic_file.folder(path)
    for inner in {(place / x).parent for x in files}:
        atomic_file.folder(inner)
    for x in files:  # all names are checked before the first file is written
        atomic_file.target(place / x, overwrite=overwrite)
    return tuple(atomic_file.save(place / x, content, overwrite=overwrite) for x, content in files.items())


def code(
    robot: RobotLike,
    quantities: Quantities,
    target: str,
    *,
    dtype: Any = "float64",
    name: str | None = None,
    parameters: Sequence[str] = (),
    options: CodeOptions | None = None,
) -> Files:
    """Generate the files of `export_code` without writing them. The result maps file names to text or bytes."""
    robot = as_robot(robot)
    options = options_of_kind(options, "options", CodeOptions)
    more = _target_options(options, target)
    loose = parametrize(robot, parameters) if parameters else None
    chosen = QuantityOptions(**quantity_options(options.frame, options.wrench, options.contacts), loose=loose)
    wanted = functions(quantities)
    every = [x for names in wanted.values() for x in names]
    method = more.pop(SIMULATE, None)
    taken = {option for x in every for option in takes(x)} | ({"wrench"} if method is not None else set())
    for option in ("frame", "wrench", "contacts"):
        if getattr(chosen, option) and option not in taken:
            raise finding.NotAccepted(Function(", ".join(every)), Argument(option)).error()
    exclusive(SIMULATE, method, parameters=loose)
    words, real = identifiers(wanted, KEYWORDS), REAL[real_name(dtype)]
    routines = [
        _routine(robot, words[label], [_part(robot, x, chosen) for x in names], options.limits, real, loose)
        for label, names in wanted.items()
    ]
    (word,) = identifiers([robot.name if name is None else name], KEYWORDS).values()
    model = ModelInfo(
        plain(robot.name),
        word,
        robot.derived.digest.hex()[:16],
        tuple(map(plain, robot.coordinates)),
        tuple(map(float, display_configuration(robot))),
        dalembert.__version__,
        () if loose is None else tuple(map(plain, loose.names)),
    )
    marches = () if method is None else (exported_simulation(robot, SIMULATE, method, chosen.wrench),)
    written = Options(real, more, marches, max(x.rounding for x in routines))
    return TARGETS[target].package(routines, model, written)


def functions(quantities: Quantities) -> dict[str, tuple[str, ...]]:
    """Return the quantities that each function computes."""
    if isinstance(quantities, str):
        return {quantities: (quantities,)}
    if isinstance(quantities, Mapping):
        found = {x: (y,) if isinstance(y, str) else tuple(y) for x, y in quantities.items()}
    else:
        names = tuple(quantities)
        found = {names[0] if len(names) == 1 else "model": names}
    for x, y in filled(found, "quantities").items():
        instance(x, "quantities", str, "a name")
        filled(y, "quantities")
    return found


def _part(robot: Robot, name: str, chosen: QuantityOptions) -> TracedPart:
    known(name, KNOWN, "quantity", argument="quantities")
    own = STEPS.get(name) or CONTROLLERS.get(name)
    traced = own(robot, chosen) if own else part(robot, name, chosen)
    return traced if chosen.loose is None else replace(traced, given=[*traced.given, chosen.loose.operand])


def _routine(
    robot: Robot, name: str, parts: Sequence[TracedPart], limits: bool, real: str, loose: Parametrized | None
) -> Routine:
    pieces = joined(parts)
    nodes = {label: entries for given, _ in pieces for label, _, entries in given}
    outputs = [entries for _, wanted in pieces for *_, entries in wanted]
    need_numbers(
        robot,
        symbols([x for entries in outputs for x in entries]) - {x.value for entries in nodes.values() for x in entries},
    )
    made = function(name, pieces)
    spans = {label: ranges(robot, label, len(entries), limits=limits) for label, entries in nodes.items()}
    samples, rounding = stored(robot, nodes, spans, outputs, real, loose)
    words = ", ".join(dict.fromkeys(x.words for x in parts))
    stated = tuple(x for span in spans.values() for x in span)
    return Routine(_safe(made), plain(words, 200), stated, samples, rounding)


def _safe(made: TapeFunction) -> TapeFunction:
    """Rename the operands of a function to distinct identifiers that are valid in every language."""
    outputs = identifiers([x.name for x in made.outputs], KEYWORDS)
    inputs = identifiers([x.name for x in made.inputs], KEYWORDS | set(outputs.values()))
    return replace(
        made,
        inputs=tuple(Operand(inputs[x.name], x.shape) for x in made.inputs),
        outputs=tuple(Operand(outputs[x.name], x.shape) for x in made.outputs),
    )
