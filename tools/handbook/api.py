"""Write docs/api/*.md with the signature, the docstring and an example of every public name."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import dalembert as da
from handbook.docstring import prose, signature
from handbook.example import example


class Area(NamedTuple):
    title: str
    words: str
    names: tuple[str, ...]
    results: tuple[str, ...] = ()  # classes that functions return, by module and name


AREAS = {
    "robots": Area(
        "Robots",
        "These functions describe, read, write and check robots. [Describe your own robot](../describe.md) shows examples.",
        ("load", "export", "diagnose", "from_dh", "model.from_table", "model.with_rotors", "gallery", "model.body", "Robot", "Link", "Joint",
         "model.Frame", "Pose", "Inertia", "Drive", "Limits", "model.Mimic", "model.Coordinate", "model.Loop", "model.Coupling", "model.Strut", "model.Tendon",
         "model.BallSpring", "errors", "DalembertError"),
        ("dalembert.formats.doctor.Report",),
    ),
    "numbers": Area(
        "Numbers",
        "These functions compute quantities of a robot for one state `(n,)` or many states `(..., n)`. The first call compiles a kernel; later calls reuse it.",
        ("inverse_dynamics", "forward_dynamics", "mass_matrix", "coriolis_matrix", "coriolis_vector", "christoffel",
         "gravity_vector", "kinetic_energy", "potential_energy", "forward_kinematics", "jacobian", "regressor",
         "model.inertial_parameters", "inverse_dynamics_derivatives", "forward_dynamics_derivatives", "centre_of_mass", "momentum",
         "model.centroidal_matrix", "interop.pinocchio_state", "interop.pinocchio_rates", "interop.from_pinocchio_state"),
    ),
    "equations": Area(
        "Equations and proofs",
        "These functions return exact [closed forms](../mathematics/closed_form.md), derivations, verdicts on equations and proofs.",
        ("equations", "derive", "check", "prove", "teaching"),
        ("dalembert.closed.equations.Equations", "dalembert.closed.derive.Derivation",
         "dalembert.closed.derivation.step.StepEquation", "dalembert.closed.check.Verdict",
         "dalembert.closed.prove.Certificate"),
    ),
    "mechanisms": Area(
        "Mechanisms",
        "These functions cover kinematic loops, floating bases, contacts and mobility. See [Loops and contacts](../mathematics/loops.md) and [Mobility](../mathematics/mobility.md).",
        ("assemble", "mechanism.loop_closure", "mechanism.loop_jacobian", "mechanism.loop_forces", "mechanism.independent_coordinates", "mechanism.independent_map", "mechanism.project",
         "mechanism.impact", "neutral", "integrate", "difference", "mechanism.mobility", "mechanism.Mechanism", "mechanism.library", "mechanism.assembly_modes",
         "mechanism.working_modes", "mechanism.parallel_workspace"),
        ("dalembert.mobility.degrees_of_freedom.Mobility",),
    ),
    "geometry": Area(
        "Geometry and statics",
        "These functions cover [inverse kinematics](../mathematics/inverse_kinematics.md), singularities, workspaces and statics.",
        ("inverse_kinematics", "kinematics.Search", "kinematics.kinematic_equations",  "kinematics.singularities", "kinematics.manipulability", "kinematics.velocity_ellipsoid",
         "kinematics.force_ellipsoid", "kinematics.null_space", "kinematics.self_motion", "kinematics.follow", "kinematics.WeightedTask", "kinematics.Redundancy", "kinematics.joint_rates", "kinematics.workspace", "statics.static_torque",
         "statics.static_equations", "statics.link_forces", "statics.equilibria", "statics.largest_force", "statics.largest_mass", "statics.load_capacity", "teaching.rolling_race"),
    ),
    "motion": Area(
        "Motion",
        "These functions cover [simulation](../mathematics/simulation.md), controllers, trajectories, linear models, iterative learning and the selection of motors.",
        ("simulate", "simulation.Inputs", "simulation.Solver", "simulation.Recording", "simulation.Run", "simulation.Event", "simulation.Encoder", "simulation.TorqueSensor", "control", "trajectory", "linearize", "control.learn_torque",
         "design.size_actuators", "design.Motor", "code.gpu_stepper"),
        ("dalembert.control.linearization.Linear",),
    ),
    "code": Area(
        "Kernels and code",
        "These functions compile kernels, count operations and write code for other languages and libraries. See [Exported code](../code.md).",
        ("compile", "code.count", "export_code", "code.CodeOptions", "code.jax", "code.torch", "code.casadi"),
        ("dalembert.codegen.runtimes.kernel.Kernel",),
    ),
    "data": Area(
        "Data",
        "These functions read logs, identify and calibrate robots, and run studies of many robots. [Tutorial: identify a robot](../identify.md) shows examples.",
        ("read_log", "identification.Channels", "identification.Log", "identification.excite", "identification.Bounds", "identification.Obstacles", "identification.TrajectorySearch", "identify", "identification.Settings", "identification.Fit", "identification.calibrate", "ensemble.run", "ensemble.Simulation", "ensemble.Study"),
    ),
    "pages": Area(
        "Reports and views",
        "These functions write reports and interactive pages and draw robots.",
        ("report", "share", "view.show", "view.animate", "draw"),
    ),
}  # fmt: skip
_LISTED = {name for area in AREAS.values() for name in area.names}
_HIDDEN = {"names", "get", "drawing", "drawn", "choice", "value", "moments", "read_mesh", "printable", "shown"}
_HEAD = "<!-- made by `make pages` from the docstrings; edit those -->\n\n"


def pages(root: Path) -> dict[Path, str]:
    placed = {name.split(".")[0] for area in AREAS.values() for name in area.names}
    missing = set(da.__all__) - placed - {"finding", "types"}
    if missing:
        raise ValueError(f"{sorted(missing)} have no place in tools/handbook/api.py")
    made = {root / "docs" / "api" / f"{stem}.md": _page(root, area) for stem, area in AREAS.items()}
    return made | {root / "docs" / "api" / "command_line.md": _commands()}


def _page(root: Path, area: Area) -> str:
    parts = [f"# {area.title}", area.words]
    for name in area.names:
        parts += _entry(root, name)
    if area.results:
        parts += ["## Returned classes", ""]
    for where in area.results:
        module, _, name = where.rpartition(".")
        parts += ["### " + name, *_class(getattr(import_module(module), name), name, built=False)]
    return _HEAD + "\n\n".join(x for x in parts if x) + "\n"


def _entry(root: Path, name: str) -> Iterator[str]:
    found = called = attrgetter(name)(da)
    yield f"## {name}"
    if inspect.isclass(called):
        yield from _class(called, name, built=True)
    elif callable(called):
        yield f"```python\n{signature(called, f'da.{name}')}\n```"
        yield prose(inspect.getdoc(called) or "")
    else:
        yield prose(inspect.getdoc(called) or "")
    yield from _used(root, name)
    if isinstance(found, ModuleType):
        yield from _module(root, found, name)


def _class(found: Any, name: str, *, built: bool) -> Iterator[str]:
    if built:
        yield f"```python\n{signature(found, f'da.{name}')}\n```"
    yield prose(found.__doc__ or "")
    lines = []
    for key, member in inspect.getmembers_static(found):
        if key.startswith("_") or not _own(found, key):
            continue
        of = member.fget if isinstance(member, property) else getattr(member, "func", member)
        of = getattr(of, "__func__", of)
        said = inspect.getdoc(of) if callable(of) else None
        if said and callable(of):
            written = key if isinstance(member, property) or hasattr(member, "func") else signature(of, key)
            lines.append(f"- `.{' '.join(written.split())}`: {prose(said.split(chr(10) + chr(10))[0])}")
    yield "\n".join(lines)


def _own(found: Any, key: str) -> bool:
    """Return whether a class of this package defines the member, rather than a base class from another library."""
    return any(key in vars(x) for x in found.__mro__ if x.__module__.startswith("dalembert."))


def _module(root: Path, module: ModuleType, name: str) -> Iterator[str]:
    """Yield a list of the functions and errors of a package, with one line each; classes are listed elsewhere."""
    lines = []
    for key in dir(module):
        found = getattr(module, key)
        error = inspect.isclass(found) and issubclass(found, Exception)
        if key.startswith("_") or not (inspect.isroutine(found) or error):
            continue
        if key in _HIDDEN or key in _LISTED or f"{name}.{key}" in _LISTED:
            continue
        first = (inspect.getdoc(found) or "").split("\n\n")[0]
        called = f"da.{name}.{key}" if error else signature(found, f"da.{name}.{key}")
        lines.append(f"- `{' '.join(called.split())}`: {prose(first)}")
    if lines:
        yield f"In `da.{name}`:"
        yield "\n".join(lines)


def _used(root: Path, name: str) -> Iterator[str]:
    found = example(root, name)
    if found:
        title = found.path.read_text().splitlines()[0].removeprefix("# ")
        where = Path(os.path.relpath(found.path, root / "docs" / "api")).as_posix()
        yield f"For example, from [{title}]({where}):"
        yield f"```python\n{found.code}\n```"


def _commands() -> str:
    from dalembert.cli.app import _GROUPS, _NAMES

    parts = ["# The command line", "Commands have the form `dalembert COMMAND ROBOT`, where the robot is a file or a gallery name. `dalembert COMMAND --help` "
             "lists the options, and `--json` prints JSON. The exit code is 0 on success, 1 if the model or the checked equation is wrong, "
             "2 for wrong usage and for files that cannot be read or written, and 3 if an equation is right only in a convention that it does not state."]  # fmt: skip
    for title, commands in _GROUPS:
        rows = [
            f"| `{_NAMES.get(x, x.__name__)}` | {prose((inspect.getdoc(x) or '').split(chr(10) * 2)[0])} |"
            for x in commands
        ]
        rows = [x.replace("\n", " ") for x in rows]
        parts += [f"## {title}", "\n".join(["| command | purpose |", "|---|---|", *rows])]
    return _HEAD + "\n\n".join(parts) + "\n"
