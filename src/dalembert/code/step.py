"""One step in time of the plant: x after h under u held, by the methods of `simulate` with fixed steps.

x = (q, θ | q̇, θ̇ | bristles) as in `algorithms.state`, without the ledger of works. Balls and loops are put right at
the end of a step (`algorithms.finish`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dalembert.algorithms.finish import finish, is_needed
from dalembert.algorithms.plant import Plant
from dalembert.code.part import Asked, Part
from dalembert.graph import symbol
from dalembert.loops.assembly import unknowns
from dalembert.quantity import coordinates
from dalembert.robot.model import Robot
from dalembert.robot.regrouping import regroup
from dalembert.robot.tree import tree
from dalembert.simulate.fixed import METHODS
from dalembert.simulate.model import model_of


def _plant(robot: Robot, asked: Asked) -> Plant:
    """What moves, with the numbers that are given later as symbols."""
    return model_of(robot, False).plant if asked.loose is None else Plant(regroup(tree(asked.loosened(robot))))


def _step(name: str) -> Callable[[Robot, Asked], Part]:
    def build(robot: Robot, asked: Asked) -> Part:
        plant = _plant(robot, asked)
        size, moving = plant.layout.size, plant.layout.ledger.start
        x, u, h = coordinates("x", moving), coordinates("u", plant.n), symbol("h")
        whole: list[Any] = [*x, *[0] * (size - moving)]
        k: list[Any] = [0] * size
        after = whole
        for a, b in METHODS[name].table:
            k, after = METHODS[name].stage(plant, whole, k, after, u, a * h, b * h, None)
        after = finish(plant, after) if is_needed(plant) else after
        given = [("x", (moving,), x), ("u", (plant.n,), u), ("h", (), (h,)), *asked.more]
        return Part(given, [("x_next", (moving,), tuple(after[:moving]))], f"state after one step of {name}")

    return build


def _rate(robot: Robot, asked: Asked) -> Part:
    """The rates of q, q̇, θ, θ̇ and bristles under efforts; loops are kept, not closed again, so they drift."""
    plant = _plant(robot, asked)
    L = plant.layout
    q, qd, tau = unknowns(plant.tree, "q"), unknowns(plant.tree, "qd"), unknowns(plant.tree, "tau")
    theta, thetad = coordinates("theta", L.elastic), coordinates("thetad", L.elastic)
    z = coordinates("z", L.nz)
    y, yd = (*q, *theta), (*qd, *thetad)
    made = plant.rates(y, yd, z, tau)
    moved = plant.velocity(y, yd)
    given = [("q", q, moved[: L.nq]), ("qd", qd, made.ydd[: L.nv]), ("theta", theta, moved[L.nq :])]
    given += [("thetad", thetad, made.ydd[L.nv :]), ("z", z, made.zd)]
    inputs = [(name, (len(x),), x) for name, x, _ in given if x] + [("tau", (L.nv,), tau), *asked.more]
    outputs = [(f"{name}_rate", (len(x),), tuple(rate)) for name, x, rate in given if x]
    return Part(inputs, outputs, "rates of the state under efforts")


STEPS: dict[str, Callable[[Robot, Asked], Part]] = {f"{x}_step": _step(x) for x in ("rk4", "euler")} | {
    "state_rate": _rate
}
