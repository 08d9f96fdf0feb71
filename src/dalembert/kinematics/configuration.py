"""Configurations q of a robot: entries, limits, and displacements in the tangent space.

A configuration q has `nq` entries. A displacement dq has `nv` velocity coordinates, and q ⊕ dq is the displaced
configuration. `nq` and `nv` differ for ball joints, which have quaternions (`mechanism.loops.integrate`). Limits and
periods refer to the entries of q, and the columns of J refer to the velocity coordinates.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from dalembert import finding
from dalembert.argument import shaped
from dalembert.boundary import StateLike, as_q
from dalembert.errors import NotAssembled
from dalembert.finding.finding import Argument, Given, JointName, Pass, RobotName
from dalembert.graph import Node
from dalembert.mechanism.loops import assemble, generic, integrate, neutral, way
from dalembert.robot.model import Robot, cached
from dalembert.robot.tree import tree
from dalembert.spatial.rotation import Array, wrapped
from dalembert.tolerance import POSE_REACHED


@cached
def bounds(robot: Robot, kept: bool = True) -> tuple[Array, Array]:
    """Return the lower and upper limits on the entries of q.

    Limits are ±∞ for quaternions and unlimited joints. If `kept` is False, all limits are ±∞.
    """
    lower, upper = np.full(robot.nq, -np.inf), np.full(robot.nq, np.inf)
    for coordinate in robot.dofs if kept else ():
        if coordinate.motion != "ball":
            limits, k = coordinate.limits, coordinate.q.start
            lower[k] = -np.inf if limits.lower is None else limits.lower
            upper[k] = np.inf if limits.upper is None else limits.upper
    return lower, upper


@cached
def finite_bounds(robot: Robot, length: float, kept: bool = True) -> tuple[Array, Array]:
    """Return the lower and upper limits on the entries of q.

    Missing limits are replaced by ±π for angles and by ± the given length for prismatic joints.
    """
    span = half_ranges(robot, length)
    lower, upper = bounds(robot, kept)
    return np.where(np.isfinite(lower), lower, -span), np.where(np.isfinite(upper), upper, span)


def within_limits(robot: Robot, q: Array, coordinates: Sequence[str] | None = None, *, turns: bool = False) -> Array:
    """Check whether configurations q `(…, nq)` satisfy the joint limits.

    If `coordinates` is given, the other coordinates are not checked. If `turns` is True, angles are compared modulo 2π.
    """
    lower, upper = bounds(robot)
    kept = np.zeros(q.shape, dtype=bool)
    for k in (-1, 0, 1) if turns else (0,):
        x = q + 2 * np.pi * k * periodic(robot)
        kept |= (x >= lower - POSE_REACHED) & (x <= upper + POSE_REACHED)
    if coordinates is not None:
        kept = kept[..., [robot.coordinate(name).q.start for name in coordinates]]
    return np.asarray(kept.all(axis=-1))


def check_limits(robot: Robot, kept: bool) -> None:
    """Raise an error if the lower limit of a joint is above its upper limit."""
    lower, upper = bounds(robot, kept)
    for k in np.flatnonzero(lower > upper):
        dof = next(x for x in robot.dofs if x.q.start == k)
        remedy = Pass(Argument("limits"), Given("False"))
        raise finding.LimitsReversed(
            JointName(dof.name), float(lower[k]), float(upper[k]), RobotName(robot.name), remedy=remedy
        ).error()


def revolute(robot: Robot) -> Array:
    """Return a mask of the velocity coordinates that are angular."""
    return np.array([not dof.slides for dof in robot.dofs], dtype=bool)


def initial(robot: Robot, q0: StateLike, shape: tuple[int, ...], *, degrees: bool = False) -> Array:
    """Return initial configurations `(*shape, nq)`. A single given configuration is repeated."""
    given = as_q(robot, q0, "q0", degrees=degrees)
    if given.size not in (robot.nq, math.prod(shape) * robot.nq):
        shaped(given, "q0", (robot.nq,), (*shape, robot.nq), robot=robot.name)
    given = given.reshape(robot.nq) if given.size == robot.nq else given.reshape(*shape, robot.nq)
    return np.broadcast_to(given, (*shape, robot.nq)).copy()


def entries(robot: Robot) -> Array:
    """Return the index in q of each velocity coordinate, or −1 for the coordinates of a ball joint."""
    return np.array([-1 if x.motion == "ball" else x.q.start for x in robot.dofs], dtype=int)


def periodic(robot: Robot) -> Array:
    """Return a mask of the entries of q that are periodic in 2π.

    All angles are periodic, except those that a mimic joint follows with a non-integer ratio.
    """
    result = np.zeros(robot.nq, dtype=bool)
    result[[dof.q.start for dof in robot.dofs if dof.motion == "turn"]] = True
    for body in tree(robot).bodies:
        if body.prismatic or isinstance(body.ratio, Node) or body.ratio != round(body.ratio):
            result[list(body.entries)] = False
    return result


def whole_turns(robot: Robot) -> Array:
    """Return a mask of the velocity coordinates that belong to a periodic entry of q."""
    place, turning = entries(robot), periodic(robot)
    return (place >= 0) & turning[place]


def half_ranges(robot: Robot, length: float) -> Array:
    """Return π for each entry of q that is an angle, and the given length for each prismatic joint."""
    result = np.full(robot.nq, np.pi)
    result[[dof.q.start for dof in robot.dofs if dof.slides]] = length
    return result


def display_configuration(robot: Robot, *guesses: Array) -> Array:
    """Return a configuration in which all loops are closed, as an initial guess or for drawing.

    The configuration is based on the first usable guess, or on the neutral configuration if there is none.
    """
    tried = (*guesses, neutral(robot))
    if not robot.loops:
        return tried[0]
    for guess in tried:
        with suppress(NotAssembled):
            return assemble(robot, guess)
    return np.array(generic(robot).q)


def random_configurations(robot: Robot, lower: Array, upper: Array, rng: np.random.Generator, count: int) -> Array:
    """Draw random configurations `(count, nq)`.

    Entries are uniformly distributed between their limits, which can be in either order. Ball joints have random
    rotations.
    """
    q = rng.uniform(np.minimum(lower, upper), np.maximum(lower, upper), (count, robot.nq))
    for body in tree(robot).bodies:
        if body.motion == "ball":
            turn = rng.normal(size=(count, 4))
            q[:, list(body.entries)] = turn / np.linalg.norm(turn, axis=1, keepdims=True)
    return q


def moved(robot: Robot, q: Array, dq: Array) -> Array:
    """Compute the displaced configuration q ⊕ dq, `(…, nq)`."""
    if robot.nq == robot.nv:
        return q + dq
    return integrate(robot, q, dq)


def apart(robot: Robot, q0: Array, q1: Array) -> Array:
    """Compute the displacement q1 ⊖ q0, `(…, nv)`, with periodic angles wrapped to (−π, π]."""
    d = way(robot, q0, q1)
    return np.where(whole_turns(robot), wrapped(d), d)
