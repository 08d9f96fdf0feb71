"""`export_code`: functions of a robot written as files of another language, with their own test.

What is asked for is traced and becomes one tape a function (`codegen.function`); a target (`codegen.packages`) writes it.
The states of the self-test are evaluated by the graph interpreter. Names of the robot may hold anything: here they
become words that are names in every language and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import dalembert
from dalembert import atomic_file
from dalembert.code.exportable import CONTROLLERS, STEPS, QuantityOptions, TracedPart, joined, part, takes
from dalembert.code.self_test import exported_simulation, ranges, stored
from dalembert.codegen.function import KEYWORDS, Function, function, identifiers
from dalembert.codegen.packages.target import TARGETS, Files, ModelInfo, Options, Routine, plain, row
from dalembert.codegen.runtimes.kernel import real_name
from dalembert.codegen.tape import Operand
from dalembert.dynamics import Contacts, need_numbers
from dalembert.errors import UnknownName, WrongValue, did_you_mean, shown
from dalembert.graph import symbols
from dalembert.kinematics.configuration import standing
from dalembert.mechanism.assembly import contact_kinds
from dalembert.quantity import QUANTITIES
from dalembert.robot.model import Robot
from dalembert.robot.symbolic import Loose, loosen

KNOWN = (*QUANTITIES, *STEPS, *CONTROLLERS)
Quantities = str | Sequence[str] | Mapping[str, str | Sequence[str]]
SIMULATE = "simulate"  # the option that names a method, and the function of it
_REAL = {"float64": "double", "float32": "float"}


def export_code(
    robot: Robot,
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
    """Write functions of a robot into the folder `path`, in the language or form `target`; the files written.

    `quantities` is a name of the table ("inverse_dynamics"), a step in time or a control law; a list of them, which
    become one function that shares their work; or a mapping from names of functions to either, one function each.
    `name` is what files and functions are called after instead of the robot. `frame`, `wrench`, `contacts` and
    `parameters` are as in `compile`. With `limits` the stated range of inputs is that of the joints. `options` are the target's own.
    """
    chosen = row(target)
    for option in options:
        if option not in chosen.options:
            raise WrongValue(f"target '{target}' takes no option '{option}'{did_you_mean(option, chosen.options)}")
    files = code(robot, quantities, target, dtype=dtype, name=name, frame=frame, wrench=wrench, contacts=contacts,
                 parameters=parameters, limits=limits, **options)  # fmt: skip
    place = atomic_file.folder(path)
    for inner in {(place / x).parent for x in files}:
        atomic_file.folder(inner)
    for x in files:  # all are tried before the first is written
        atomic_file.target(place / x, overwrite=overwrite)
    return tuple(atomic_file.save(place / x, content, overwrite=overwrite) for x, content in files.items())


def code(
    robot: Robot,
    quantities: Quantities,
    target: str,
    *,
    dtype: Any = "float64",
    name: str | None = None,
    frame: str | None = None,
    wrench: Sequence[str] = (),
    contacts: Contacts = None,
    parameters: Sequence[str] = (),
    limits: bool = False,
    **options: Any,
) -> Files:
    """The files of a target, not written: file name → text or bytes."""
    if not isinstance(robot, Robot):
        raise WrongValue(f"export_code needs a Robot first, got {type(robot).__name__}")
    if isinstance(wrench, str) or not isinstance(wrench, Sequence):
        raise WrongValue(f"wrench lists the frames that are pushed, got {wrench!r}")
    if limits and not row(target).status:
        able = ", ".join(x for x in TARGETS if TARGETS[x].status)
        raise WrongValue(
            f"functions of target '{target}' tell no status, so they cannot keep limits; those of {able} do"
        )
    loose = loosen(robot, parameters) if parameters else None
    asked = QuantityOptions(frame, tuple(wrench), contact_kinds(contacts), loose)
    wanted = functions(quantities)
    every = [x for names in wanted.values() for x in names]
    method = options.pop(SIMULATE, None)
    for option, given in (("frame", frame is not None), ("wrench", bool(wrench)), ("contacts", bool(asked.contacts))):
        if given and not any(option in takes(x) for x in every) and not (option == "wrench" and method is not None):
            raise WrongValue(f"nothing of {', '.join(every)} takes {option}")
    if method is not None and loose is not None:
        raise WrongValue(
            "parameters are for the quantities of the table, steps and laws; a simulation has the robot's own numbers"
        )
    words, real = identifiers(wanted, KEYWORDS), _REAL[real_name(dtype)]
    routines = [
        _routine(robot, words[label], [_part(robot, x, asked) for x in names], limits, real, loose)
        for label, names in wanted.items()
    ]
    (word,) = identifiers([robot.name if name is None else name], KEYWORDS).values()
    model = ModelInfo(
        plain(robot.name), word, robot.derived.digest.hex()[:16], tuple(map(plain, robot.coordinates)),
        tuple(map(float, standing(robot))),
        dalembert.__version__, () if loose is None else tuple(map(plain, loose.names)),
    )  # fmt: skip
    marches = () if method is None else (exported_simulation(robot, SIMULATE, method, asked.wrench),)
    return row(target).target(routines, model, Options(real, options, marches, max(x.rounding for x in routines)))


def functions(quantities: Quantities) -> dict[str, tuple[str, ...]]:
    """Function → what it computes, from what the user asked for."""
    if isinstance(quantities, str):
        return {quantities: (quantities,)}
    if isinstance(quantities, Mapping):
        found = {x: (y,) if isinstance(y, str) else tuple(y) for x, y in quantities.items()}
    else:
        names = tuple(quantities)
        found = {names[0] if len(names) == 1 else "model": names}
    if not found or not all(isinstance(x, str) and y for x, y in found.items()):
        raise WrongValue(f"name at least one quantity for each function; got {quantities!r}")
    return found


def _part(robot: Robot, name: str, asked: QuantityOptions) -> TracedPart:
    if not isinstance(name, str) or name not in KNOWN:
        raise UnknownName(f"there is no '{shown(name)}' to export{did_you_mean(str(name), KNOWN, most=60)}")
    own = STEPS.get(name) or CONTROLLERS.get(name)
    return own(robot, asked) if own else part(robot, name, asked)


def _routine(
    robot: Robot, name: str, parts: Sequence[TracedPart], limits: bool, real: str, loose: Loose | None
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


def _safe(made: Function) -> Function:
    """The function with operands whose names are words of every language, all different."""
    outputs = identifiers([x.name for x in made.outputs], KEYWORDS)
    inputs = identifiers([x.name for x in made.inputs], KEYWORDS | set(outputs.values()))
    return Function(
        made.name,
        made.tape,
        tuple(Operand(inputs[x.name], x.shape) for x in made.inputs),
        tuple(Operand(outputs[x.name], x.shape) for x in made.outputs),
    )
