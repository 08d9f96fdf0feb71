"""Sample motion for torques: from rest to rest, every joint within its position and velocity limits.

A quintic of length Δ and duration T is fastest in its middle, 15/8 Δ/T: T is long enough that no joint exceeds 90 % of its
speed limit, and 2 s where none has one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import coriolis_vector, forward_dynamics, gravity_vector, mass_matrix
from dalembert.errors import DalembertError
from dalembert.kinematics.configuration import display_configuration
from dalembert.mechanism.loops import assemble, independent_coordinates, independent_map, integrate, neutral
from dalembert.robot.model import Coordinate, Robot
from dalembert.trajectory.joint_space import quintic

Array = NDArray[Any]
_SWING = (0.3, 0.03)  # rad of a turn, m of a slide, in a loop
_SHORTEST, _STEP = 2.0, 0.1  # s
_WIDEST = 6.0  # rad between limits that are a range
FASTEST = 0.9  # of a speed limit
_PEAK = 15 / 8  # largest speed of a quintic over its mean


@dataclass(frozen=True, eq=False)
class SampleMotion:
    """Times `(T,)`, q `(T, nq)`, q̇ and q̈ `(T, nv)`."""

    t: Array
    q: Array
    qd: Array
    qdd: Array


def motion(robot: Robot, duration: float | None = None, samples: int = 201) -> SampleMotion:
    """A rest-to-rest motion of every joint, between a fifth and four fifths of its range, as short as speed limits allow.

    A ball turns about one axis, R = exp(s(t) a), so that its angular velocity is ṡ a. With loops the independent
    coordinates swing a little, and the others go with them: q̇ = G u, q̈ = G u̇ + Ġu.
    """
    if robot.loops:
        return _closed(robot, duration or _SHORTEST, min(samples, 101))
    robot.only("a motion of every joint by itself", balls=True, springs=True)
    low, high = np.array([span(robot.coordinate(name)) for name in robot.coordinates]).T
    turn = np.where(np.arange(robot.nv) % 2 == 0, 1.0, -1.0)
    start, end = (low + high) / 2 - 0.3 * turn * (high - low), (low + high) / 2 + 0.3 * turn * (high - low)
    t, way, qd, qdd = quintic(start, end, duration or _duration(robot, np.abs(end - start))).sampled(samples)
    return SampleMotion(t, way if robot.nq == robot.nv else integrate(robot, neutral(robot), way), qd, qdd)


def _duration(robot: Robot, way: Array) -> float:
    """The shortest time, in tenths of a second, in which no joint exceeds its share of the speed limit."""
    limits = [robot.coordinate(name).limits.velocity for name in robot.coordinates]
    needed = [_PEAK * d / (FASTEST * float(v)) for d, v in zip(way, limits, strict=True) if v]
    return max(_SHORTEST, math.ceil(round(max(needed, default=0.0) / _STEP, 6)) * _STEP)


def _closed(robot: Robot, duration: float, samples: int) -> SampleMotion:
    free = [robot.coordinate(name) for name in independent_coordinates(robot)]
    swing = np.array([_SWING[x.slides] for x in free])
    t, way, u, ud = quintic(np.zeros(len(free)), swing, duration).sampled(samples)
    rows = []
    q = display_configuration(robot)
    G, _ = independent_map(robot, q)
    for k in range(len(t)):
        if k:
            q = assemble(robot, integrate(robot, q, G @ (way[k] - way[k - 1])))
            G, _ = independent_map(robot, q)
        qd = G @ u[k]
        rows.append((q, qd, G @ ud[k] + independent_map(robot, q, qd)[1]))
    return SampleMotion(t, *(np.array(x) for x in zip(*rows, strict=True)))


def split(robot: Robot, move: SampleMotion) -> dict[str, Array]:
    """M q̈, the centrifugal Σ c_kii q̇ᵢ², the Coriolis rest of c, and g, `(T, nv)` each."""
    whole = coriolis_vector(robot, move.q, move.qd)
    alone = sum(coriolis_vector(robot, move.q, move.qd * row) for row in np.eye(robot.nv))
    return {
        "inertial": np.einsum("tij,tj->ti", mass_matrix(robot, move.q), move.qdd),
        "centrifugal": alone,
        "Coriolis": whole - alone,
        "gravity": gravity_vector(robot, move.q),
    }


def start(robot: Robot) -> Array:
    """A configuration to let go from: where the motion starts; with loops, a closed one."""
    return display_configuration(robot) if robot.loops else np.asarray(motion(robot).q[0])


def watched(robot: Robot) -> float:
    """Seconds to simulate after letting go: 2, or 0.5 of a mechanism with loops, whose steps are long to compute.

    A robot of nanometres swings 10⁵ times as fast as one of metres, √(g/l): of one that turns a radian in 1/1000 of them,
    √(1/|q̈|), 20 such times, to one digit.
    """
    usual = 0.5 if robot.loops else 2.0
    turns = [not robot.coordinate(name).slides for name in robot.coordinates]
    still = np.zeros(robot.nv)
    try:
        quickest = np.abs(forward_dynamics(robot, start(robot), still, still))[turns].max(initial=0.0)
    except DalembertError:
        return usual
    own = 20 / math.sqrt(quickest) if quickest > 0 else math.inf
    return float(f"{own:.0e}") if own < usual / 50 else usual


def span(coordinate: Coordinate) -> tuple[float, float]:
    """The limits of a coordinate; a turn of ±1.5 rad, or a slide of up to 0.5 m, where it has none or very wide ones; as
    far from its one limit where it has one."""
    wide = (0.0, 0.5) if coordinate.slides else (-1.5, 1.5)
    if coordinate.motion == "ball":
        return wide
    low, high = coordinate.limits.lower, coordinate.limits.upper
    width = wide[1] - wide[0]
    if low is not None and high is not None:
        return (float(low), float(high)) if has_range(coordinate) else wide
    if low is not None:
        return float(low), float(low) + width
    return wide if high is None else (float(high) - width, float(high))


def has_range(coordinate: Coordinate) -> bool:
    """Whether its limits say how far a coordinate moves."""
    low, high = coordinate.limits.lower, coordinate.limits.upper
    if coordinate.motion == "ball" or low is None or high is None or not math.isfinite(high - low):
        return False
    return bool(low <= high and (coordinate.slides or high - low <= _WIDEST))
