"""A simulation to take away: a method's stage, and a stored run of ten steps to test it with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert.code.state import ranges, states
from dalembert.codegen.packages.target import March, Run, plain
from dalembert.errors import WrongValue, did_you_mean
from dalembert.robot.model import Robot
from dalembert.simulate.fixed import METHODS, Stepper, stepping
from dalembert.simulate.model import model_of

STEP, STEPS = 1e-3, 10


def march(robot: Robot, name: str, method: str, wrench: Sequence[str] = ()) -> March:
    """The march of a robot by a fixed-step method; wrenches on frames follow the efforts in its input."""
    explicit = [x for x, m in METHODS.items() if not m.canonical]
    if method not in explicit:
        raise WrongValue(
            f"simulations are exported by {', '.join(explicit)}; got {method!r}{did_you_mean(str(method), explicit)}"
        )
    model = model_of(robot, False, wrench)
    made = stepping(model, method, name)
    L, x = model.layout, np.zeros(made.states)
    for label, place, seed in (("q", L.q, 0), ("qd", L.qd, 1)):
        size = place.stop - place.start
        x[place] = states(robot, label, ranges(robot, label, size), 1, seed)[0]
    x[L.theta] = [x[body.place] for body in model.plant.elastic]
    u = states(robot, "tau", ranges(robot, "tau", made.inputs), 1, 2)[0]
    wanted = Stepper(model, method)(x, u[None], STEP, STEPS)[-1]
    held = ", ".join(["efforts", *(f"wrench on {x}" for x in wrench)])
    words = f"the state after steps of h seconds by {method}, with u ({held}) held"
    run = Run(tuple(map(float, x)), tuple(map(float, u)), STEP, STEPS, tuple(map(float, wanted)))
    return March(made, plain(words, 200), (run,))
