"""Configurations q of a robot: entries, limits, and moves along the tangent.

q has `nq` entries and moves by rates of `nv`, q ⊕ dq; the two differ where a ball is described by a quaternion
(`mechanism.integrate`). Limits and whole turns belong to entries, columns of J to rates.
"""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from dalembert.errors import NotAssembled, WrongValue, shown
from dalembert.graph import Node
from dalembert.kinematics.rotation import Array
from dalembert.mechanism.loops import assemble, difference, generic, integrate, neutral
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree


def bounds(robot: Robot, kept: bool = True) -> tuple[Array, Array]:
    """Lower and upper limits of the entries of q; ±∞ where there are none, as for quaternions, or none is kept."""
    lower, upper = np.full(robot.nq, -np.inf), np.full(robot.nq, np.inf)
    for name in robot.coordinates if kept else ():
        coordinate = robot.coordinate(name)
        if coordinate.motion != "ball":
            limits, k = coordinate.limits, coordinate.q.start
            lower[k] = -np.inf if limits.lower is None else limits.lower
            upper[k] = np.inf if limits.upper is None else limits.upper
    return lower, upper


def need_room(robot: Robot, kept: bool) -> None:
    """Raise where limits that are kept leave a joint no position."""
    lower, upper = bounds(robot, kept)
    for k in np.flatnonzero(lower > upper):
        name = next(x for x in robot.coordinates if robot.coordinate(x).q.start == k)
        raise WrongValue(
            f"joint '{shown(name)}' of robot '{robot.name}' has its limits reversed, lower {lower[k]:g} and upper "
            f"{upper[k]:g}: no position keeps them; exchange them, or say limits=False"
        )


def revolute(robot: Robot) -> Array:
    """Which rates are angular."""
    return np.array([not robot.coordinate(name).slides for name in robot.coordinates], dtype=bool)


def entries(robot: Robot) -> Array:
    """The place in q of each rate; −1 for the rates of a ball."""
    each = [robot.coordinate(name) for name in robot.coordinates]
    return np.array([-1 if x.motion == "ball" else x.q.start for x in each], dtype=int)


def periodic(robot: Robot) -> Array:
    """Which entries of q come back to the same place after a whole turn: not slides, nor leaders of odd mimics."""
    result = np.zeros(robot.nq, dtype=bool)
    place, angle = entries(robot), revolute(robot)
    result[place[(place >= 0) & angle]] = True
    for body in tree(robot).bodies:
        if body.prismatic or isinstance(body.ratio, Node) or body.ratio != round(body.ratio):
            result[list(body.entries)] = False
    return result


def whole_turns(robot: Robot) -> Array:
    """Which rates belong to such an entry."""
    place, turning = entries(robot), periodic(robot)
    return np.asarray((place >= 0) & turning[place])


def spans(robot: Robot, length: float) -> Array:
    """Half a turn for the entries of q that are angles, a length for slides."""
    result = np.full(robot.nq, np.pi)
    place, angle = entries(robot), revolute(robot)
    result[place[(place >= 0) & ~angle]] = length
    return result


def standing(robot: Robot, *guesses: Array) -> Array:
    """A configuration to show or to start from: the first guess, or no motion; with loops, the nearest closed one."""
    tried = (*guesses, neutral(robot))
    if not robot.loops:
        return tried[0]
    for guess in tried:
        with suppress(NotAssembled):
            return assemble(robot, guess)
    return np.array(generic(robot).q)


def draw(robot: Robot, lower: Array, upper: Array, rng: np.random.Generator, count: int) -> Array:
    """Configurations `(count, nq)`, uniform between entries of q, and any turn of a ball; limits may be reversed."""
    q = rng.uniform(np.minimum(lower, upper), np.maximum(lower, upper), (count, robot.nq))
    for body in tree(robot).bodies:
        if body.motion == "ball":
            turn = rng.normal(size=(count, 4))
            q[:, list(body.entries)] = turn / np.linalg.norm(turn, axis=-1, keepdims=True)
    return q


def moved(robot: Robot, q: Array, dq: Array) -> Array:
    """q ⊕ dq, `(…, nq)`."""
    if robot.nq == robot.nv:
        return np.asarray(q + dq)
    return integrate(robot, q, dq)


def way(robot: Robot, q0: Array, q1: Array) -> Array:
    """q1 ⊖ q0, `(…, nv)`: the rates that lead from one to the other in a unit of time."""
    if robot.nq == robot.nv:
        return np.asarray(q1 - q0)
    return difference(robot, q0, q1)
