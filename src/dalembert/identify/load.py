"""The efforts that a body fixed at a frame asks for: Y_L(q, q̇, q̈) π_L, columns of the regressor moved to the frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.compilation import compile
from dalembert.errors import UnboundSymbol, WrongSize, WrongValue
from dalembert.graph import evaluate, symbols
from dalembert.identify.log import Log
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

Array = NDArray[np.float64]
TEN = 10
Load = tuple[str | None, Inertia]


def load_columns(robot: Robot, frame: str | None) -> Callable[[Log], Array]:
    """log -> Y_L, (n, samples, 10), of a body at a frame (the tip, unless told) in the frame's axes, about its origin."""
    bodies = tree(robot)
    body, pose = bodies.place(frame)
    link = bodies.bodies[body].link if body >= 0 else ""
    if not link:
        raise WrongValue(f"frame '{frame}' of robot '{robot.name}' does not move: what is fixed there is not felt")
    number = [i for i, b in enumerate(bodies.bodies) if b.link].index(body)
    at = bodies.places[link][1].inverse() @ pose
    units = (Inertia.from_parameters(tuple(int(k == l) for l in range(TEN))) for k in range(TEN))
    place = np.array([evaluate(unit.moved(at).parameters, {}) for unit in units], float).T
    columns = slice(TEN * number, TEN * number + TEN)

    def rows(log: Log) -> Array:
        Y = np.asarray(compile(robot, "regressor")(log.q, log.qd, log.qdd))[:, :, columns] @ place
        return np.asarray(np.moveaxis(Y, 1, 0))

    return rows


def load_efforts(robot: Robot, load: Load) -> Callable[[Log], Array]:
    """log -> what a known load asks for, (samples, n)."""
    rows, pi = load_columns(robot, load[0]), np.array(evaluate(load[1].parameters, {}), float)
    return lambda log: np.asarray((rows(log) @ pi).T)


def loads_of(given: Any, count: int) -> tuple[Load | None, ...]:
    """What was carried in each log: None, an Inertia at the tip, or (frame, Inertia)."""
    if given is None:
        return (None,) * count
    each = [given] if count == 1 and (isinstance(given, (Inertia, tuple))) else list(given)
    if len(each) != count:
        raise WrongSize(f"loads has {len(each)} entries for {count} logs: one each, None where nothing was carried")
    return tuple(map(_load, each))


def _load(given: Any) -> Load | None:
    if given is None:
        return None
    frame, inertia = given if isinstance(given, tuple) and len(given) == 2 else (None, given)
    if not isinstance(inertia, Inertia) or not (frame is None or isinstance(frame, str)):
        raise WrongValue(f"a load is an Inertia at the tip, or (frame, Inertia); got {given!r}")
    if symbols(inertia.parameters):
        raise UnboundSymbol("a load needs numbers, and this one has symbols")
    return frame, inertia
