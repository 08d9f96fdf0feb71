"""`export_code`: functions of a robot written as files of another language, with their own test.

Quantities are traced and become one tape per function (`codegen.function`); a target (`codegen.packages`) writes it.
The states of the self-test are evaluated by the graph interpreter. Names of the robot can contain anything; they
become identifiers of every language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import dalembert
from dalembert import atomic_file
from dalembert.argument import known
from dalembert.boundary import RobotLike, as_robot
from dalembert.code.exportable import CONTROLLERS, STEPS, QuantityOptions, TracedPart, joined, part, takes
from dalembert.code.self_test import exported_simulation, ranges, stored
from dalembert.codegen.function import KEYWORDS, function, identifiers
from dalembert.codegen.function import TapeFunction as CodeFunction
from dalembert.codegen.packages.target import TARGETS, Files, ModelInfo, Options, Routine, plain, row
from dalembert.codegen.runtimes.kernel import real_name
from dalembert.codegen.runtimes.loader import REAL
from dalembert.codegen.tape import Operand
from dalembert.dynamics import Contacts, need_numbers
from dalembert.dynamics import options as quantity_options
from dalembert.finding.argument import Empty, Exclusive, NotAccepted, Requires
from dalembert.finding.finding import Argument, Function, Given
from dalembert.graph import symbols
from dalembert.kinematics.configuration import display_configuration
from dalembert.notation import QUANTITIES
from dalembert.robot.model import Robot
from dalembert.robot.symbolic import Parametrized, parametrize

KNOWN = (*QUANTITIES, *STEPS, *CONTROLLERS)
Quantities = str | Sequence[str] | Mapping[str, str | Sequence[str]]
SIMULATE = "simulate"  # the option that names a method, and the function of it


def export_code(
    robot: RobotLike,
    quantities: Quantities,
    target: str,
    path: str | PathLike[str],
    *,
    dtype: Any = "float64",
    name: str | None = None,
    frame: str | None = None,
    wrench: Sequence[str] = (),
    contacts: Contacts = None,
    parameters: Sequence[str] = (),
    limits: bool = False,
    overwrite: bool = False,
    **options: Any,
) -> tuple[Path, ...]:
    """Write functions of a robot as files of another language, with their own test.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    quantities : str, list of str, or mapping from names of functions to either
        A quantity of the table ("inverse_dynamics"), a step in time or a control law; a list becomes one function that
        shares the work; a mapping gives one function per entry.
    target : str
        Language or format: "c", "cpp", "rust", "julia", "python", "matlab", "javascript", "fmu", "ros", "cuda", "ptx".
    path : str or path
        Folder for the files.
    dtype : {"float64", "float32"}
    name : str, optional
        Name of files and functions, by default the robot's.
    frame, wrench, contacts, parameters
        As in `compile`.
    limits : bool
        Whether the stated range of the inputs is that of the joint limits.
    overwrite : bool
        Whether existing files are replaced.
    **options
        Options of the target.

    Returns
    -------
    tuple of paths
        The files written.

    Examples
    --------
    >>> [x.name for x in da.export_code("ur5", "inverse_dynamics", "c", "out")]
    ['ur5.h', 'ur5.c', 'ur5_test.c']
    """
    for option in options:
        known(option, row(target).options, "option", owner="target", owner_name=target)
    files = code(robot, quantities, target, dtype=dtype, name=name, frame=frame, wrench=wrench, contacts=contacts,
                 parameters=parameters, limits=limits, **options)  # fmt: skip
    place = atomic_file.folder(path)
    for inner in {(place / x).parent for x in files}:
        atomic_file.folder(inner)
    for x in files:  # all are tried before the first is written
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
    limits: bool = False,
    **options: Any,
) -> Files:
    """Return the files of a target, not written: file name → text or bytes.

    `options` are `frame`, `wrench` and `contacts`, as in `compile`, and those of the target.
    """
    robot = as_robot(robot)
    if limits and not row(target).status:
        able = Given(" or ".join(repr(x) for x in TARGETS if TARGETS[x].status))
        raise Requires(Argument("limits"), Argument("target"), able).error()
    loose = parametrize(robot, parameters) if parameters else None
    frame, wrench, contacts = options.pop("frame", None), options.pop("wrench", ()), options.pop("contacts", None)
    chosen = QuantityOptions(**quantity_options(frame, wrench, contacts), loose=loose)
    wanted = functions(quantities)
    every = [x for names in wanted.values() for x in names]
    method = options.pop(SIMULATE, None)
    taken = {option for x in every for option in takes(x)} | ({"wrench"} if method is not None else set())
    for option in ("frame", "wrench", "contacts"):
        if getattr(chosen, option) and option not in taken:
            raise NotAccepted(Function(", ".join(every)), Argument(option)).error()
    if method is not None and loose is not None:
        raise Exclusive((Argument(SIMULATE), Argument("parameters"))).error()
    words, real = identifiers(wanted, KEYWORDS), REAL[real_name(dtype)]
    routines = [
        _routine(robot, words[label], [_part(robot, x, chosen) for x in names], limits, real, loose)
        for label, names in wanted.items()
    ]
    (word,) = identifiers([robot.name if name is None else name], KEYWORDS).values()
    model = ModelInfo(
        plain(robot.name), word, robot.derived.digest.hex()[:16], tuple(map(plain, robot.coordinates)),
        tuple(map(float, display_configuration(robot))),
        dalembert.__version__, () if loose is None else tuple(map(plain, loose.names)),
    )  # fmt: skip
    marches = () if method is None else (exported_simulation(robot, SIMULATE, method, chosen.wrench),)
    return row(target).target(routines, model, Options(real, options, marches, max(x.rounding for x in routines)))


def functions(quantities: Quantities) -> dict[str, tuple[str, ...]]:
    """Return the quantities of each function."""
    if isinstance(quantities, str):
        return {quantities: (quantities,)}
    if isinstance(quantities, Mapping):
        found = {x: (y,) if isinstance(y, str) else tuple(y) for x, y in quantities.items()}
    else:
        names = tuple(quantities)
        found = {names[0] if len(names) == 1 else "model": names}
    if not found or not all(isinstance(x, str) and y for x, y in found.items()):
        raise Empty(Argument("quantities")).error()
    return found


def _part(robot: Robot, name: str, chosen: QuantityOptions) -> TracedPart:
    known(name, KNOWN, "quantity", argument="quantities")
    own = STEPS.get(name) or CONTROLLERS.get(name)
    return own(robot, chosen) if own else part(robot, name, chosen)


def _routine(
    robot: Robot, name: str, parts: Sequence[TracedPart], limits: bool, real: str, loose: Parametrized | None
) -> Routine:
    pieces = joined(parts)
    nodes = {label: entries for given, _ in pieces for label, _, entries in given}
    scalars = [x for _, wanted in pieces for *_, entries in wanted for x in entries]
    need_numbers(robot, symbols(scalars) - {x.value for entries in nodes.values() for x in entries})
    made = function(name, pieces)
    spans = {label: ranges(robot, label, len(entries), limits=limits) for label, entries in nodes.items()}
    outputs = [entries for _, wanted in pieces for *_, entries in wanted]
    samples, rounding = stored(robot, nodes, spans, outputs, real, loose)
    words = ", ".join(dict.fromkeys(x.words for x in parts))
    stated = tuple(x for span in spans.values() for x in span)
    return Routine(_safe(made), plain(words, 200), stated, samples, rounding)


def _safe(made: CodeFunction) -> CodeFunction:
    """Return the function with operands whose names are identifiers of every language, all different."""
    outputs = identifiers([x.name for x in made.outputs], KEYWORDS)
    inputs = identifiers([x.name for x in made.inputs], KEYWORDS | set(outputs.values()))
    return CodeFunction(
        made.name,
        made.tape,
        tuple(Operand(inputs[x.name], x.shape) for x in made.inputs),
        tuple(Operand(outputs[x.name], x.shape) for x in made.outputs),
    )
