"""Are positions and efforts in the units that they seem to be in? By how far joints can go, and by the robot's own masses:

τ_j = a · (Y π₀)_j + f_v q̇_j + f_c sign q̇_j + o_j,   one a for all joints, which should be near 1
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import inertial_parameters, inverse_dynamics
from dalembert.errors import DalembertError
from dalembert.identify.doubt.doubt import Doubt
from dalembert.identify.doubt.explanation import Sample
from dalembert.identify.log import Log
from dalembert.robot.model import Robot

Array = NDArray[np.float64]
_TURNS = 20 * np.pi  # rad
_HALL = 20.0  # m: the longest slide
_EXPLAINED = 0.7  # of what is left as it is that another unit may leave to other masses
_NEAR = 0.5  # decades that masses may be wrong by


def unit_of(robot: Robot, some: Sample) -> Doubt | None:
    """Efforts a thousand times those of the robot's own masses, beside the friction that fits best: mN m."""
    try:
        own = np.asarray(inverse_dynamics(robot.rigid(), some.q, some.qd, some.qdd))
    except DalembertError:
        return None
    ratio, before, after = _scale(own, some)
    for factor, words in ((1e3, "mN m"), (1e-3, "kN m")):
        if ratio > 0 and abs(np.log10(ratio / factor)) < _NEAR and after < _EXPLAINED * before:
            return Doubt(
                "unit", (),
                f"efforts are {ratio:.3g} times those of the model: in {words}? Then the model with friction leaves {after:.0%}, "
                f"now {before:.0%}",
                before, after,
            )  # fmt: skip
    return None


def unscaled(robot: Robot) -> list[str]:
    """What cannot be told of efforts where a robot has no masses yet."""
    if robot.parameters or np.any(inertial_parameters(robot)):
        return []
    return [
        f"unit and gain of the efforts are not confirmed: robot '{robot.name}' has no masses to compare with, and a factor of "
        "all efforts (mN m, a gear ratio) would be taken for that of masses and friction"
    ]


def _scale(own: Array, some: Sample) -> tuple[float, float, float]:
    """a of τ = a · own + friction and offsets, with one a for all joints; what is left of ‖τ‖ with a = 1, and with a."""
    rest = [np.column_stack([some.qd[:, j], some.rub[:, j], np.ones(len(own))]) for j in range(own.shape[1])]

    def without(x: Array) -> Array:
        return np.column_stack([y - A @ np.linalg.lstsq(A, y, rcond=None)[0] for A, y in zip(rest, x.T, strict=True)])

    x, y = without(own), without(some.tau)
    size, whole = float(np.sum(x * x)), max(float(np.linalg.norm(some.tau)), 1e-300)
    a = float(np.sum(x * y)) / size if size > 0 else 0.0
    return a, float(np.linalg.norm(y - x)) / whole, float(np.linalg.norm(y - a * x)) / whole


def far(log: Log, robot: Robot) -> list[Doubt]:
    """Slides that go further than any does: millimetres; joints that turn so: motors."""
    found = []
    for c in (c for joint in robot.joints for c in joint.coordinates if c.motion == "turn" and robot.nq == robot.nv):
        low, high = c.limits.lower, c.limits.upper
        room = _TURNS if low is None or high is None else max(3 * float(high - low), 4 * np.pi)
        travel = float(np.ptp(log.q[:, c.q], axis=0).max())
        if c.name in robot.actuated and travel > min(room, _TURNS):
            found.append(
                Doubt("unit", (c.name,), f"{c.name} turns by {travel:.3g} rad: its position is in deg, or its motor's?")
            )
    for c in (c for joint in robot.joints for c in joint.coordinates if c.motion == "slide"):
        low, high = c.limits.lower, c.limits.upper
        room = _HALL if low is None or high is None else max(10 * float(high - low), 1.0)
        travel = float(np.ptp(log.q[:, c.q], axis=0).max())
        if c.name in robot.actuated and travel > room:
            found.append(Doubt("unit", (c.name,), f"{c.name} slides by {travel:.3g} m: its position is in mm, not m?"))
    return found
