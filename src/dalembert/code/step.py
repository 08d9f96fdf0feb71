"""One step in time of the plant: x after h under u held, by the methods of `simulate` with fixed steps.

x = (q, θ | q̇, θ̇ | bristles) as in `algorithms.state`, without the ledger of works. Balls and loops are put right at
the end of a step (`algorithms.finish`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dalembert.algorithms.finish import finish, is_needed
from dalembert.code.part import Asked, Part
from dalembert.graph import symbol
from dalembert.quantity import coordinates
from dalembert.robot.model import Robot
from dalembert.simulate.fixed import METHODS
from dalembert.simulate.model import model_of


def _step(name: str) -> Callable[[Robot, Asked], Part]:
    def build(robot: Robot, asked: Asked) -> Part:
        model = model_of(robot)
        plant, moving = model.plant, model.layout.ledger.start
        x, u, h = coordinates("x", moving), coordinates("u", model.n), symbol("h")
        whole: list[Any] = [*x, *[0] * (model.size - moving)]
        k: list[Any] = [0] * model.size
        after = whole
        for a, b in METHODS[name].table:
            k, after = METHODS[name].stage(plant, whole, k, after, u, a * h, b * h, None)
        after = finish(plant, after) if is_needed(plant) else after
        given = [("x", (moving,), x), ("u", (model.n,), u), ("h", (), (h,))]
        return Part(given, [("x_next", (moving,), tuple(after[:moving]))], f"state after one step of {name}")

    return build


STEPS: dict[str, Callable[[Robot, Asked], Part]] = {f"{x}_step": _step(x) for x in ("rk4", "euler")}
