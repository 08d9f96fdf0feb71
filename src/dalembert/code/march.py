"""A simulation to take away: a method's stage, and a stored run of ten steps to test it with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert.code.state import ranges, states
from dalembert.codegen.packages.target import March, Run, plain
from dalembert.errors import WrongValue, did_you_mean
from dalembert.mechanism import project
from dalembert.robot.model import Robot
from dalembert.simulate.fixed import METHODS, Stepper, stepping
from dalembert.simulate.model import model_of

STEPS = 10
_SIZES = (1e-3, 1e-4, 1e-5, 1e-6)  # s: the first that the robot can take


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
    if robot.loops:  # rates that tear them end a step with no state at all
        x[L.qd] = project(robot, x[L.q], x[L.qd])
    x[L.theta] = [x[body.place] for body in model.plant.elastic]
    u = states(robot, "tau", ranges(robot, "tau", made.inputs), 1, 2)[0]
    march_on = Stepper(model, method)
    with np.errstate(all="ignore"):  # a step too large ends with no state
        ends = ((h, march_on(x, u[None], h, STEPS)[-1]) for h in _SIZES)
        taken = next(((h, end) for h, end in ends if np.isfinite(end).all()), None)
    held = ", ".join(["efforts", *(f"wrench on {x}" for x in wrench)])
    words = f"the state after steps of h seconds by {method}, with u ({held}) held"
    if taken is None:
        return March(made, plain(words, 200), ())
    h, end = taken
    run = Run(tuple(map(float, x)), tuple(map(float, u)), h, STEPS, tuple(map(float, end)))
    return March(made, plain(words, 200), (run,))
