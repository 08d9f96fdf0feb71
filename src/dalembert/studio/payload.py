"""Robot data as JSON for interactive pages without Python. The same fields are defined in the file `web/payload.ts`.

    payload(robot)["wasm"]         WebAssembly module with the functions of the robot
                  ["solids"]       shapes of the links (`view.scene`)
                  ["equations"]    terms of the equations with their kinds, as MathML (`equations`)
                  ["derivation"]   steps of a derivation (`equations`)
                  ["certificate"]  proved statements as sentences (`equations`)
                  ["owners"]       link or joint of each symbol, for highlighting

Names come from robot files and can contain any characters. The page treats names strictly as text.

The WebAssembly module contains these functions:

    poses(q)                   three rows [R | p] for every body, then for the tool
    terms(q, qd, qdd)          M q̈, c, g, friction, springs and their sum, without loop forces
    velocity(q, qd)            c, for the split into centrifugal and Coriolis terms
    motors(q, qd, qdd)         torques of the motors of a mechanism with loops; the difference from `terms` is −Jᵀλ
    energy(x)                  T and U of a simulation state, including the springs of elastic joints
    acceleration(q, qd, tau)   q̈
    integrate(q, dq)           q after a small motion, for robots with ball joints
    closure(q)                 loop-closure residual φ and its Jacobian J
    fitted(q, qd, qdd)         velocities and accelerations that satisfy the loop constraints
    equation(q, qd, qdd, …)    every term of the printed equations for given values of the symbols
    simulate                   RK4 time steps with the energy balance

Symbols without a value are assigned sample values. Sample lengths decrease from the base to the tip. In the sample
values, the centres of mass are in the middle of the links. Sample moments of inertia are computed for slender rods, I =
m l²/12, and inertia tensors satisfy Ixx + Iyy ≥ Izz. Values given by the user are never changed.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

import dalembert
from dalembert.algorithms.drive_efforts import friction, rotor_matrix
from dalembert.algorithms.rnea import rnea
from dalembert.algorithms.spring_efforts import spring_efforts
from dalembert.algorithms.state_equation import Plant
from dalembert.boundary import StateLike, require_joints
from dalembert.codegen.function import function
from dalembert.codegen.packages.javascript import contents
from dalembert.codegen.packages.target import ExportedSimulation, ModelInfo, Options, Routine, plain
from dalembert.codegen.renderers.wasm.program import render
from dalembert.codegen.tape import GraphInputs, GraphOutputs, TapeFunction
from dalembert.errors import DalembertError, shown
from dalembert.formats.visual import Visual
from dalembert.graph import evaluate, symbols
from dalembert.graph.scalar import is_zero
from dalembert.kinematics.chain import geometry, sample_lengths
from dalembert.kinematics.configuration import display_configuration
from dalembert.mechanism.loops import project
from dalembert.quantity import trace
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree, coordinates, regrouped, tree, unknowns
from dalembert.simulation.integrator import stepping
from dalembert.simulation.model import simulation_model
from dalembert.spatial.vector import add, dot
from dalembert.studio.equations import PageEquations, code, derivation, quick_certificate, written
from dalembert.studio.page_options import Note, PageOptions, posture
from dalembert.tolerance import VERTEX_GRID
from dalembert.typeset.interactive_page import Data
from dalembert.view.mesh import skin
from dalembert.view.scene import shape, traced_poses

_FIRST, _SHRINK = 0.5, 0.86  # m, first length, and ratio of consecutive lengths
_HEAVY, _LIGHTER = 4.0, 0.7  # kg, first mass, and ratio of consecutive masses
_TENSOR = {"xx": 0.05, "yy": 0.06, "zz": 0.07, "xy": 0.002, "yz": 0.001, "xz": 0.0015}
_KNOWN = {"g": 9.81, "n": 30.0, "bl": 0.05, "bm": 0.00005, "Im": 0.00002, "Il": 0.05}


def sample_values(robot: Robot, given: Mapping[str, Any] | None = None) -> Data:
    """Return a value for each symbol of a robot: the given value or a plausible sample value."""
    arguments = dict(given or {})
    lengths = _lengths(robot)
    found: Data = {}
    for name in robot.parameters:
        found[name] = arguments.get(name, lengths.get(name))
        if found[name] is None:
            found[name] = _value(robot, name, lengths)
    return found


def _lengths(robot: Robot) -> dict[str, float]:
    if robot.loops:  # loops can be closed if all lengths are similar
        return sample_lengths(robot)
    return {name: round(_FIRST * _SHRINK**k, 2) for k, name in enumerate(geometry(robot).parameters)}


def _value(robot: Robot, name: str, lengths: Mapping[str, float]) -> float:
    found = re.fullmatch(r"([A-Za-z]*?)_?(\d*)", name)
    stem, index = found.groups() if found else (name, "")
    k = max(0, int(index or 1) - 1)
    mass = round(_HEAVY * _LIGHTER**k, 2)
    length = lengths.get(f"l{index}", lengths.get("l", _FIRST * _SHRINK**k))
    low = stem.lower()
    if name in symbols(robot.gravity):
        return 9.81
    if name in _KNOWN:
        return _KNOWN[name]
    if low in ("m", "mc", "mp"):
        return mass
    if low in ("lc", "dc", "d"):
        return round(length / 2, 3)
    if low == "i":
        return round(mass * length**2 / 12, 4)
    if low[-2:] in _TENSOR:
        return _TENSOR[low[-2:]]
    return 0.05 if low[:1] == "m" else 0.3


MARCH = "simulate"
_STILL = (0, 0, 0)


def kernels(robot: Robot, more: Sequence[TapeFunction] = (), *, motion: bool = True) -> tuple[Data, bytes]:
    """Compile the WebAssembly module of a robot, and return a description and the bytes of the module.

    `more` contains additional functions. If `motion` is False, the module omits forward dynamics and time stepping,
    which take most of the compile time for long chains.
    """
    made = [*_functions(robot, motion), *more]
    marches = _marches(robot) if motion else []
    routines = [Routine(x, x.name, (), ()) for x in made]
    model = ModelInfo(
        plain(robot.name),
        "robot",
        robot.derived.digest.hex()[:16],
        tuple(map(plain, robot.coordinates)),
        tuple(map(float, display_configuration(robot))),
        dalembert.__version__,
    )
    return contents(routines, marches, model, Options()), render(made, [x.stepping for x in marches])


def _functions(robot: Robot, motion: bool) -> list[TapeFunction]:
    whole, lean = tree(robot), regrouped(robot, flat=True)
    found = [_poses(whole), _terms(lean), _traced(robot, "velocity", {"coriolis_vector": {"value": "velocity"}})]
    if robot.loops:
        found.append(_traced(robot, "motors", {"inverse_dynamics": {"value": "motors"}}))
        found.append(_traced(robot, "closure", {"loop_closure": {"value": "phi"}, "loop_jacobian": {"value": "J"}}))
        found.append(_traced(robot, "fitted", {"project": {"qd": "qd_fitted", "qdd": "qdd_fitted"}}))
    with suppress(DalembertError):  # forward dynamics is undefined for massless links
        if motion:
            found.append(_traced(robot, "acceleration", {"forward_dynamics": {"value": "acceleration"}}))
            found.append(_energy(simulation_model(robot, False).whole))
    if robot.nq != robot.nv:
        found.append(_traced(robot, "integrate", {"integrate": {"value": "q_next"}}))
    return found


def _marches(robot: Robot) -> list[ExportedSimulation]:
    """Create the RK4 stepping function, with an external wrench on the tool. The returned list is empty if the mass
    matrix is singular."""
    try:
        made = stepping(simulation_model(robot, False, (tree(robot).last,)), "rk4", MARCH)
    except DalembertError:
        return []
    return [ExportedSimulation(made, "states after steps of RK4", ())]


def _traced(robot: Robot, name: str, wanted: dict[str, dict[str, str]]) -> TapeFunction:
    """Trace several quantities into one function.

    `wanted` maps each quantity to a dictionary {output: name of the output in the module}.
    """
    parts: list[tuple[GraphInputs, GraphOutputs]] = []
    for quantity, names in wanted.items():
        found = trace(robot, quantity)
        parts.append((found.inputs, [(names[label], shape, x) for label, shape, x in found.outputs if label in names]))
    return function(name, parts)


def _poses(whole: Tree) -> TapeFunction:
    q, count, entries = traced_poses(whole)
    return function("poses", [([("q", (len(q),), q)], [("poses", (count, 12), entries)])])


def _energy(plant: Plant) -> TapeFunction:
    x = coordinates("x_", plant.layout.size)
    y, yd, _ = plant.split(x)
    wanted = [("T", (), (plant.kinetic(y, yd),)), ("U", (), (plant.potential(y) + plant.stored(y),))]
    return function("energy", [([("x", (len(x),), x)], wanted)])


def _terms(lean: Tree) -> TapeFunction:
    q, qd, qdd = (unknowns(lean, x) for x in ("q", "qd", "qdd"))
    none = [0] * lean.nv
    still = replace(lean, gravity=_STILL, springs=())
    rotors = [dot(row, qdd) for row in rotor_matrix(lean)]
    shares = {
        "inertial": list(add(rnea(still, q, none, qdd), rotors)),
        "velocity": list(rnea(still, q, qd, none)),
        "gravity": list(rnea(lean, q, none, none)),
        "friction": list(friction(lean, qd)),
        "spring": list(spring_efforts(lean, q, qd, qdd)) if lean.springs else none,
    }
    shares = {name: x for name, x in shares.items() if not all(map(is_zero, x))}
    total = [sum(column[1:], column[0]) for column in zip(*shares.values(), strict=True)] if shares else none
    given = [(name, (len(x),), x) for name, x in (("q", q), ("qd", qd), ("qdd", qdd))]
    size = (lean.nv,)
    return function(
        "terms", [(given, [*((n, size, tuple(x)) for n, x in shares.items()), ("total", size, tuple(total))])]
    )


ALL, NOTHING = PageOptions(), Note()
MESHES = 24_000  # approximate number of triangles per robot of a shared page
_SPLIT = 12  # largest number of coordinates for which centrifugal and Coriolis terms are shown separately
_RATES = (1.4, -2.1, 0.9, -0.6, 0.5, 0.4)
_ACCELERATIONS = (2.5, -1.5, 1.2, 0.8, -0.6, 0.5)


def payload(
    robot: Robot,
    *,
    values: Mapping[str, Any] | None = None,
    origin: str = "robot = da.load(…)",
    lesson: bool = True,
    q: StateLike | None = None,
    choice: PageOptions = ALL,
    note: Note = NOTHING,
    shapes: tuple[Visual, ...] = (),
) -> Data:
    """Return the data that describe a robot on a page.

    `values` contains numbers for the symbols of the robot. Symbols without a number are assigned sample values.
    `origin` is the line of Python code that creates the robot. If `lesson` is False, the derivation, the certificate
    and the time stepping are omitted because the studio computes them in Python. `choice` selects the contents of the
    page. `note` is the text displayed above the robot. `shapes` contains the meshes and shapes from the robot file.
    """
    require_joints(robot)
    given = sample_values(robot, values)
    bound = robot.bind(**given) if given else robot
    (drawn, scene), equation = shape(bound), written(robot)
    parts = choice.parts
    lessons = parts if lesson else ()
    if not {"equations", "quiz"} & set(parts):
        equation = PageEquations()
    moves = lesson and "simulation" in parts
    contents, wasm = kernels(bound, [] if equation.function is None else [equation.function], motion=moves)
    home = scene.home if q is None else posture(bound, q)
    elastic = [x.place for x in simulation_model(bound, False).plant.elastic] if contents["marches"] else []
    qd, qdd = _rates(bound, home)
    return {
        **drawn,
        "about": _about(bound),
        "python": _python(origin, given),
        "nq": bound.nq,
        "gravity": [float(x) for x in evaluate(bound.gravity, {})],
        "home": [float(x) for x in home],
        "rates": qd,
        "accelerations": qdd,
        "elastic": elastic,
        "loops": bool(bound.loops),
        "splits": bound.nv <= _SPLIT and not bound.balls,
        "parameters": {x: float(evaluate([given[x]], {})[0]) for x in equation.parameters},
        "owners": _owners(robot, (equation.quiz or {}).get("lambdas", ())),
        "equations": equation.data,
        "reason": equation.reason,
        "derivation": derivation(robot) if "derivation" in lessons else [],
        "certificate": quick_certificate(robot) if "certificate" in lessons else None,
        "code": code(bound) if "code" in lessons else [],
        "quiz": equation.quiz if "quiz" in parts else None,
        **choice.data(bound, elastic),
        "note": note.data(),
        "skin": skin(bound, shapes, MESHES, 2.0 ** np.floor(np.log2(VERTEX_GRID * scene.reach))) if shapes else [],
        "contents": contents,
        "wasm": b64encode(wasm).decode(),
    }


def _about(robot: Robot) -> str:
    counts = ((robot.nv, "coordinate"), (len(robot.links), "link"), (len(robot.loops), "loop"))
    return ", ".join(f"{n} {noun}{'s' * (n > 1)}" for n, noun in counts if n)


def _python(origin: str, given: Mapping[str, Any]) -> str:
    """Return the lines of Python code that create the robot and assign numbers to its symbols."""
    if not given:
        return origin
    arguments = ", ".join(f"{name!r}: {float(evaluate([x], {})[0])!r}" for name, x in given.items())
    return f"{origin}\nrobot = robot.bind(**{{{arguments}}})"


def _rates(robot: Robot, home: Any) -> tuple[list[float], list[float]]:
    """Return initial velocities and accelerations that satisfy the loop constraints."""
    scale = np.array([0.15 if dof.slides else 1.0 for dof in robot.dofs])
    scale *= 0.3 if robot.n > 3 else 1.0
    floating = [x.name for joint in robot.joints if joint.kind == "free" for x in joint.coordinates]
    scale[[x in floating for x in robot.coordinates]] = 0
    qd, qdd = np.resize(_RATES, robot.nv) * scale, np.resize(_ACCELERATIONS, robot.nv) * scale
    if robot.loops:
        qd, qdd = project(robot, home, 0.2 * qd, 0 * qdd)
    return [round(float(x), 9) for x in qd], [round(float(x), 9) for x in qdd]


_LETTERS = {
    "q": "position", "qd": "velocity", "qdd": "acceleration", "tau": "effort", "omega": "velocity", "g": "gravity effort",
}  # fmt: skip


def _owners(robot: Robot, lambdas: Sequence[str]) -> dict[str, Data]:
    """Map each symbol in the equations to the corresponding joint or link."""
    found: dict[str, Data] = {}
    named = tree(robot)
    for k in range(robot.nv):
        i = named.moved_by(k)
        for letter, words in _LETTERS.items():
            found[f"{letter}{k + 1}"] = {"coordinate": k, "body": i, "words": f"{words} of joint {k + 1}"}
    for name in sorted(symbols(robot.gravity)):
        found[name] = {"kind": "gravity", "words": "gravity"}
    for i, body in enumerate(named.bodies):
        inner = [body.inertia.mass, *body.inertia.ms, *body.inertia.tensor]
        own = [(x, i) for x in sorted(symbols(inner))]
        own += [(x, body.parent) for x in sorted(symbols(body.placement.p))]
        own += [(x, i) for at, pose in named.places.values() if at == i for x in sorted(symbols(pose.p))]
        for name, at in own:
            if at >= 0:
                owner = named.bodies[at]
                found.setdefault(name, {"body": at, "words": f"of link '{shown(owner.link or owner.name)}'"})
    for name in robot.parameters:
        found.setdefault(name, {"words": "of the robot"})
    return found | {name: {"words": "constraint force or moment at the cut of a loop"} for name in lambdas}
