"""From rest to rest along a straight line in the joints, all of them together: q = a + (b − a) s(t), s from 0 to 1.

cubic        s = 3x² − 2x³,  x = t/T                     bounded acceleration
quintic      s = 10x³ − 15x⁴ + 6x⁵                       continuous acceleration
trapezoidal  constant acceleration, speed, deceleration  the quickest within speed and acceleration
scurve       seven pieces of constant jerk               the quickest within speed, acceleration and jerk

[siciliano2009, ch. 4], [biagiotti2008, §3.4]
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from dalembert.errors import WrongSize, WrongValue
from dalembert.real import finite, reals
from dalembert.trajectory.motion import Array, Derivatives, Trajectory, check_duration, moving


def cubic(start: ArrayLike, end: ArrayLike, duration: float) -> Trajectory:
    """Rest to rest along a cubic."""
    return _between("cubic", start, end, duration, lambda s: (s * s * (3 - 2 * s), 6 * s * (1 - s), 6 - 12 * s))


def quintic(start: ArrayLike, end: ArrayLike, duration: float) -> Trajectory:
    """Rest to rest along a quintic: velocity and acceleration are zero at both ends."""

    def law(s: Array) -> Derivatives:
        return s**3 * (10 + s * (6 * s - 15)), 30 * s * s * (1 - s) ** 2, 60 * s * (1 - s) * (1 - 2 * s)

    return _between("quintic", start, end, duration, law)


def trapezoidal(start: ArrayLike, end: ArrayLike, speed: ArrayLike, acceleration: ArrayLike) -> Trajectory:
    """The quickest rest-to-rest motion within each joint's speed and acceleration, all joints together."""
    a, b = _ends(start, end)
    sd, sdd = _pace(a, b, speed, acceleration)
    sd = min(sd, float(np.sqrt(sdd)))
    rise = sd / sdd
    duration = 1 / sd + rise

    def law(t: Array) -> Derivatives:
        t = np.clip(t, 0.0, duration)
        up, down = t < rise, t > duration - rise
        left = duration - t
        s = np.where(up, sdd * t * t / 2, np.where(down, 1 - sdd * left * left / 2, sd * (t - rise / 2)))
        return s, np.where(up, sdd * t, np.where(down, sdd * left, sd)), np.where(up, sdd, np.where(down, -sdd, 0.0))

    return Trajectory(duration, len(a), "trapezoidal", lambda t: _stretched(a, b, law(t), moving(t, duration)))


def scurve(start: ArrayLike, end: ArrayLike, speed: ArrayLike, acceleration: ArrayLike, jerk: ArrayLike) -> Trajectory:
    """The quickest rest-to-rest motion within each joint's speed, acceleration and jerk, all joints together."""
    a, b = _ends(start, end)
    v, acc, j = _pace(a, b, speed, acceleration, jerk)
    # rise of the acceleration, and of the speed: the acceleration may not reach its limit, then the speed not its own
    rise = min(acc / j, (v / j) ** 0.5)
    up = rise + v / (j * rise)
    if up * v > 1:  # the way is too short for the speed
        rise = min(acc / j, (1 / (2 * j)) ** (1 / 3))
        up = rise / 2 + (rise**2 / 4 + 1 / (j * rise)) ** 0.5
    peak = j * rise * (up - rise)
    pieces = np.array([rise, up - 2 * rise, rise, max(1 / peak - up, 0.0), rise, up - 2 * rise, rise])
    jerks = np.array([j, 0.0, -j, 0.0, -j, 0.0, j])
    times = np.concatenate([[0.0], np.cumsum(pieces)])
    states = np.zeros((8, 3))  # s and its derivatives at the corners
    for k, (dt, x) in enumerate(zip(pieces, jerks, strict=True)):
        states[k + 1] = _jerked(states[k], x, np.array(dt))
    duration = float(times[-1])

    def law(t: Array) -> Derivatives:
        t = np.clip(t, 0.0, duration)
        k = np.clip(np.searchsorted(times, t, side="right") - 1, 0, 6)
        s, sd, sdd = _jerked(states[k].T, jerks[k], t - times[k])
        return s, sd, sdd

    return Trajectory(duration, len(a), "scurve", lambda t: _stretched(a, b, law(t), moving(t, duration)))


def _jerked(state: Array, jerk: Array | float, t: Array) -> Derivatives:
    """s, ṡ, s̈ after a time of constant jerk."""
    s, sd, sdd = state
    return s + t * (sd + t * (sdd / 2 + t * jerk / 6)), sd + t * (sdd + t * jerk / 2), sdd + t * jerk


def _pace(a: Array, b: Array, *limits: ArrayLike) -> list[float]:
    """Limits of s: for each derivative the joint that allows least sets the pace."""
    each = [np.broadcast_to(reals(x, "a limit of a motion"), a.shape) for x in limits]
    names = ", ".join(("speed", "acceleration", "jerk")[: len(limits)])
    if not all((x > 0).all() and np.isfinite(x).all() for x in each):
        raise WrongValue(f"{names} of a motion must be positive")
    way = np.abs(b - a)
    if not way.any():
        raise WrongValue("start and end are the same; there is no motion")
    with np.errstate(divide="ignore"):
        return [float(np.min(x / way)) for x in each]


def _between(
    kind: str, start: ArrayLike, end: ArrayLike, duration: float, law: Callable[[Array], Derivatives]
) -> Trajectory:
    a, b = _ends(start, end)
    check_duration(duration)

    def motion(t: Array) -> Derivatives:
        s, sd, sdd = law(np.clip(t / duration, 0.0, 1.0))
        return _stretched(a, b, (s, sd / duration, sdd / duration**2), moving(t, duration))

    return Trajectory(duration, len(a), kind, motion)


def _stretched(a: Array, b: Array, law: Derivatives, moving: Array) -> Derivatives:
    s, sd, sdd = law
    way = b - a
    return a + np.outer(s, way), np.outer(sd * moving, way), np.outer(sdd * moving, way)


def _ends(start: ArrayLike, end: ArrayLike) -> tuple[Array, Array]:
    a, b = (np.atleast_1d(finite(x, what)) for x, what in ((start, "start"), (end, "end")))
    if a.shape != b.shape or a.ndim != 1:
        raise WrongSize(f"start and end must be vectors of one length; got {a.shape} and {b.shape}")
    return a, b
