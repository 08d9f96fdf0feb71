"""The programs a page computes with, as one WebAssembly module.

poses(q)                   [R | p] of every body, three rows each, then of the tool
terms(q, qd, qdd)          M q̈, c, g, friction, springs, and their sum, traced each by itself, of the tree
velocity(q, qd)            c alone, of which the page makes centrifugal and Coriolis shares
motors(q, qd, qdd)         efforts of the actuated coordinates, where there are loops; less `terms`, what loops bear, −Jᵀλ
energy(x)                  T and U of a state of the simulation, springs of elastic joints included
acceleration(q, qd, tau)   q̈
integrate(q, dq)           where there are balls
closure(q)                 φ and J of loops;  fitted(q, qd, qdd): rates that fit them
equation(q, qd, qdd, …)    every term of the equations that are written, at values of the symbols
simulate                   steps of RK4, the ledger of works included
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import dalembert
from dalembert.algorithms.drive import friction, rotor_matrix
from dalembert.algorithms.plant import Plant
from dalembert.algorithms.rnea import rnea
from dalembert.algorithms.spring import spring_efforts
from dalembert.codegen.function import Function, Given, Wanted, function
from dalembert.codegen.packages.javascript import contents
from dalembert.codegen.packages.target import March, Model, Options, Routine, plain
from dalembert.codegen.renderers.wasm.program import render
from dalembert.errors import DalembertError
from dalembert.graph.scalar import is_zero
from dalembert.kinematics.configuration import standing
from dalembert.loops.assembly import unknowns
from dalembert.quantity import coordinates, trace
from dalembert.robot.model import Robot
from dalembert.robot.regrouping import regrouped
from dalembert.robot.tree import Tree, tree
from dalembert.simulate.fixed import stepping
from dalembert.simulate.model import model_of
from dalembert.spatial.vector import add, dot
from dalembert.view.shape import traced_poses

MARCH = "simulate"
_STILL = (0, 0, 0)


def kernels(robot: Robot, more: Sequence[Function] = (), *, motion: bool = True) -> tuple[dict[str, Any], bytes]:
    """What the module holds, and the module; `more` are further functions. Without `motion` it has no q̈ and no steps in
    time, which are most of the work for long chains."""
    made = [*_functions(robot, motion), *more]
    marches = _marches(robot) if motion else []
    routines = [Routine(x, x.name, (), ()) for x in made]
    model = Model(
        plain(robot.name), "robot", robot.derived.digest.hex()[:16], tuple(map(plain, robot.coordinates)),
        tuple(map(float, standing(robot))), dalembert.__version__,
    )  # fmt: skip
    return contents(routines, marches, model, Options()), render(made, [x.stepping for x in marches])


def _functions(robot: Robot, motion: bool) -> list[Function]:
    whole, lean = tree(robot), regrouped(robot, flat=True)
    found = [_poses(whole), _terms(lean), _traced(robot, "velocity", {"coriolis_vector": {"value": "velocity"}})]
    if robot.loops:
        found.append(_traced(robot, "motors", {"inverse_dynamics": {"value": "motors"}}))
        found.append(_traced(robot, "closure", {"loop_closure": {"value": "phi"}, "loop_jacobian": {"value": "J"}}))
        found.append(_traced(robot, "fitted", {"project": {"qd": "qd_fitted", "qdd": "qdd_fitted"}}))
    with suppress(DalembertError):  # massless links: there is no q̈ to give
        if motion:
            found.append(_traced(robot, "acceleration", {"forward_dynamics": {"value": "acceleration"}}))
            found.append(_energy(model_of(robot, False).whole))
    if robot.nq != robot.nv:
        found.append(_traced(robot, "integrate", {"integrate": {"value": "q_next"}}))
    return found


def _marches(robot: Robot) -> list[March]:
    """RK4 with a wrench on the tool; none where M is singular."""
    try:
        made = stepping(model_of(robot, False, (tree(robot).last,)), "rk4", MARCH)
    except DalembertError:
        return []
    return [March(made, "states after steps of RK4", ())]


def _traced(robot: Robot, name: str, wanted: dict[str, dict[str, str]]) -> Function:
    """Quantities of the table in one function, {quantity: {its output: the name here}}."""
    parts: list[tuple[Given, Wanted]] = []
    for quantity, names in wanted.items():
        found = trace(robot, quantity)
        parts.append((found.inputs, [(names[label], shape, x) for label, shape, x in found.outputs if label in names]))
    return function(name, parts)


def _poses(whole: Tree) -> Function:
    q, count, entries = traced_poses(whole)
    return function("poses", [([("q", (len(q),), q)], [("poses", (count, 12), entries)])])


def _energy(plant: Plant) -> Function:
    x = coordinates("x_", plant.layout.size)
    y, yd, _ = plant.split(x)
    wanted = [("T", (), (plant.kinetic(y, yd),)), ("U", (), (plant.potential(y) + plant.stored(y),))]
    return function("energy", [([("x", (len(x),), x)], wanted)])


def elastic_places(robot: Robot) -> list[int]:
    """The entries of q that the motors of elastic joints start at."""
    return [body.place for body in model_of(robot, False).plant.elastic] if robot.nv else []


def _terms(lean: Tree) -> Function:
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
