"""Joint trajectories, which map t to (q, qd, qdd). The arrays have shape (n,), or (T, n) if t has shape (T,).
[siciliano2009, ch. 4]

Rest to rest along a straight line in joint space, q = a + (b − a) s(t) for all joints  [biagiotti2008, §3.4]
    cubic        s = 3x² − 2x³,  x = t/T                     bounded acceleration
    quintic      s = 10x³ − 15x⁴ + 6x⁵                       continuous acceleration
    trapezoidal  constant acceleration, speed, deceleration  the fastest within speed and acceleration limits
    scurve       seven pieces of constant jerk               the fastest within speed, acceleration and jerk limits
Through points, twice differentiable
    spline       C² cubic through points at given times, at rest at both ends
    path         C² cubic through points over the chord length, without a time law; a straight line for two points
Periodic, for excitation
    fourier      q = q₀ + Σ_k [a_k sin(kωt) − b_k cos(kωt)] / (kω)   [swevers1997]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dalembert import finding
from dalembert.argument import (
    Numbers,
    bounds,
    counted,
    filled,
    finite,
    increasing,
    integer,
    nonzero,
    real,
    several,
    shaped,
)
from dalembert.boundary import Array, RobotLike, as_robot
from dalembert.finding.finding import Argument, JointName, Measure, Noun, Unit, seconds
from dalembert.kinematics.configuration import finite_bounds
from dalembert.robot.model import Coordinate
from dalembert.tolerance import LAW_START, LIMIT_REACHED, ROUNDING
from dalembert.typeset.notebook_display import Displayed

if TYPE_CHECKING:
    from scipy.interpolate import PPoly

Derivatives = tuple[Array, Array, Array]  # derivatives of order 0, 1 and 2


@dataclass(frozen=True)
class Trajectory(Displayed):
    """Motion of joints as a function of time. Calling a trajectory with t returns (q, qd, qdd), each (n,) or (T, n).

    A rest-to-rest trajectory is at rest before time 0 and after `duration`.

    Attributes
    ----------
    duration : float
        Duration in s.
    n : int
        Number of coordinates.
    kind : str
        Name of the function that created the trajectory.
    motion : callable
        Function that maps an array of times to (q, qd, qdd).
    """

    UNITS: ClassVar[Mapping[str, str]] = {"duration": "s"}

    duration: float
    n: int
    kind: str
    motion: Callable[[Array], Derivatives]

    def __call__(self, t: Numbers) -> Derivatives:
        return along(self.motion, t)

    def sampled(self, count: int = 1000) -> tuple[Array, Array, Array, Array]:
        """Return (t, q, qd, qdd) at `count` + 1 equally spaced times."""
        t = np.linspace(0.0, self.duration, count + 1)
        return (t, *self(t))

    def check(self, robot: RobotLike, count: int = 2000) -> Trajectory:
        """Return the trajectory, or raise `WrongValue` if a joint exceeds the robot's limits."""
        robot = as_robot(robot)
        counted(range(self.n), "trajectory", robot.nq, "coordinates", robot=robot.name)
        t, q, qd, _ = self.sampled(count)
        for k, own in enumerate(robot.dofs):
            for quantity, values in (("position", q[:, k]), ("velocity", qd[:, k])):
                for found in limits_exceeded(own, quantity, values, t):
                    raise found.error()
        return self


def along(motion: Callable[[Array], Derivatives], t: Numbers) -> Derivatives:
    """Evaluate a motion at one time or at several times of shape (T,)."""
    time = np.asarray(t, dtype=float)
    x, first, second = motion(np.atleast_1d(time))
    return (x, first, second) if time.ndim else (x[0], first[0], second[0])


def limits_of(coordinate: Coordinate, quantity: str) -> tuple[float | None, float | None]:
    """Return the lower and upper limit of a position, velocity or effort, or None without a limit."""
    limits = coordinate.limits
    if quantity == "position":  # the position of a ball joint is the rotation angle
        return None if coordinate.motion == "ball" else limits.lower, limits.upper
    size = limits.velocity if quantity == "velocity" else limits.effort
    return (None, None) if size is None else (-abs(size), abs(size))


def limits_exceeded(coordinate: Coordinate, quantity: str, values: Array, t: Array) -> Iterator[finding.LimitExceeded]:
    """Yield the limits of a coordinate that positions, velocities or efforts (..., T) at the times t (T,) exceed."""
    force = "N" if coordinate.slides else "N·m"
    unit = {"position": coordinate.unit, "velocity": f"{coordinate.unit}/s", "effort": force}[quantity]
    for limit, side in zip(limits_of(coordinate, quantity), (-1, 1), strict=True):
        if limit is None or not values.size:
            continue
        rows = np.moveaxis(side * (values - limit), -1, 0).reshape(len(t), -1).max(axis=1)
        beyond = np.flatnonzero(rows > LIMIT_REACHED * max(1.0, abs(limit)))
        if len(beyond):
            bound, farthest = (Measure(float(x), Unit(unit)) for x in (limit, limit + side * np.nanmax(rows)))
            yield finding.LimitExceeded(
                JointName(coordinate.name), Noun(f"joint {quantity}"), bound, farthest, seconds(t[beyond[0]])
            )


def moving(t: Array, duration: float) -> Array:
    """Return a mask of the times t at which the robot moves."""
    return (t >= 0) & (t <= duration)


def cubic(start: Numbers, end: Numbers, duration: float) -> Trajectory:
    """Move from rest to rest along a cubic polynomial with bounded acceleration.

    Parameters
    ----------
    start, end : array_like, shape () or (n,)
        Initial and final coordinates in rad and m.
    duration : float
        Duration in s.

    Returns
    -------
    Trajectory
        Trajectory that maps t to (q, qd, qdd).

    Examples
    --------
    >>> import dalembert as da
    >>> path = da.trajectory.cubic([0.0], [1.0], duration=1.0)
    >>> q, qd, qdd = path(0.5)
    >>> print(q.round(3), qd.round(3), qdd.round(3))
    [0.5] [1.5] [0.]
    """
    return _polynomial("cubic", start, end, duration, (-2, 3, 0, 0))


def quintic(start: Numbers, end: Numbers, duration: float) -> Trajectory:
    """Move from rest to rest along a quintic polynomial with zero velocity and acceleration at both ends.

    Parameters
    ----------
    start, end : array_like, shape () or (n,)
        Initial and final coordinates in rad and m.
    duration : float
        Duration in s.

    Returns
    -------
    Trajectory
        Trajectory that maps t to (q, qd, qdd).

    Examples
    --------
    >>> import dalembert as da
    >>> q, qd, qdd = da.trajectory.quintic([0.0], [2.0], duration=1.0)(0.5)
    >>> q, qd
    (array([1.]), array([3.75]))
    """
    return _polynomial("quintic", start, end, duration, (6, -15, 10, 0, 0, 0))


def trapezoidal(start: Numbers, end: Numbers, speed: Numbers, acceleration: Numbers) -> Trajectory:
    """Move all joints synchronously from rest to rest in the shortest time within speed and acceleration limits.

    Parameters
    ----------
    start, end : array_like, shape () or (n,)
        Initial and final coordinates in rad and m.
    speed : array_like, shape () or (n,)
        Maximum speeds in rad/s and m/s.
    acceleration : array_like, shape () or (n,)
        Maximum accelerations in rad/s² and m/s².

    Returns
    -------
    Trajectory
        Trajectory that maps t to (q, qd, qdd).

    Examples
    --------
    >>> import dalembert as da
    >>> path = da.trajectory.trapezoidal([0.0], [1.0], speed=1.0, acceleration=4.0)
    >>> print(path.duration, path(0.1)[1])
    1.25 [0.4]
    """
    a, b = _ends(start, end)
    sd, sdd = _pace(a, b, speed, acceleration)
    sd = min(sd, float(np.sqrt(sdd)))
    rise = sd / sdd
    return _rest_to_rest("trapezoidal", a, b, _pieces([rise, 1 / sd - rise, rise], [sdd, 0.0, -sdd]).antiderivative(2))


def scurve(start: Numbers, end: Numbers, speed: Numbers, acceleration: Numbers, jerk: Numbers) -> Trajectory:
    """Move all joints synchronously from rest to rest in the shortest time within speed, acceleration and jerk limits.

    Parameters
    ----------
    start, end : array_like, shape () or (n,)
        Initial and final coordinates in rad and m.
    speed : array_like, shape () or (n,)
        Maximum speeds in rad/s and m/s.
    acceleration : array_like, shape () or (n,)
        Maximum accelerations in rad/s² and m/s².
    jerk : array_like, shape () or (n,)
        Maximum jerks in rad/s³ and m/s³.

    Returns
    -------
    Trajectory
        Trajectory that maps t to (q, qd, qdd).

    Examples
    --------
    >>> import dalembert as da
    >>> path = da.trajectory.scurve([0.0], [1.0], speed=1.0, acceleration=4.0, jerk=40.0)
    >>> print(f"{path.duration:.3f} s")
    1.350 s
    """
    a, b = _ends(start, end)
    v, acc, j = _pace(a, b, speed, acceleration, jerk)
    # rise times of acceleration and speed, whose limits are not always reached
    rise = min(acc / j, (v / j) ** 0.5)
    up = rise + v / (j * rise)
    if up * v > 1:  # the distance is too short for the speed
        rise = min(acc / j, (1 / (2 * j)) ** (1 / 3))
        up = rise / 2 + (rise**2 / 4 + 1 / (j * rise)) ** 0.5
    peak = j * rise * (up - rise)
    lengths = [rise, up - 2 * rise, rise, 1 / peak - up, rise, up - 2 * rise, rise]
    return _rest_to_rest("scurve", a, b, _pieces(lengths, [j, 0.0, -j, 0.0, -j, 0.0, j]).antiderivative(3))


def _pieces(lengths: Sequence[float], values: Sequence[float]) -> PPoly:
    """Create a piecewise constant derivative of s, and omit intervals of zero length."""
    from scipy.interpolate import PPoly

    kept = [(length, x) for length, x in zip(lengths, values, strict=True) if length > 0]
    times, levels = np.array(kept).T
    return PPoly(levels[None], np.concatenate([[0.0], np.cumsum(times)]))


def _pace(a: Array, b: Array, *limits: Numbers) -> list[float]:
    """Compute the limits on the derivatives of s, each of which is determined by the most restrictive joint."""
    named = zip(limits, ("speed", "acceleration", "jerk"), strict=False)
    each = [bounds(finite(x, name), name, (), (1,), a.shape) for x, name in named]
    way = nonzero(np.abs(b - a), "end - start")
    with np.errstate(divide="ignore"):
        return [float(np.min(x / way)) for x in each]


def _polynomial(kind: str, start: Numbers, end: Numbers, duration: float, powers: Sequence[float]) -> Trajectory:
    """Create a motion in which s is a polynomial of x = t/T, with the highest power first."""
    from scipy.interpolate import PPoly

    duration = real(duration, "duration", above=0, unit="s")
    scale = duration ** np.arange(len(powers))[::-1]
    return _rest_to_rest(kind, *_ends(start, end), PPoly((np.array(powers) / scale)[:, None], [0.0, duration]))


def _rest_to_rest(kind: str, a: Array, b: Array, law: PPoly) -> Trajectory:
    """Create the rest-to-rest motion q = a + (b − a) s(t)."""
    from scipy.interpolate import PPoly

    c = law.c[..., None] * (b - a)
    c[-1] += a
    return piecewise(kind, PPoly(c, law.x))


def piecewise(kind: str, curve: PPoly, *, rests: bool = True) -> Trajectory:
    """Create a motion along a piecewise polynomial that starts at time 0.

    Before time 0 and after the end, the robot is at rest. If `rests` is true, the velocity at the start and at the end
    is exactly zero.
    """
    duration = float(curve.x[-1])

    def motion(t: Array) -> Derivatives:
        inside = moving(t, duration)[:, None]
        x = np.clip(t, 0.0, duration)
        moves = ((t > 0) & (t < duration))[:, None] if rests else inside
        return curve(x), np.where(moves, curve(x, 1), 0.0), curve(x, 2) * inside

    return Trajectory(duration, curve.c.shape[-1], kind, motion)


def _ends(start: Numbers, end: Numbers) -> tuple[Array, Array]:
    a = np.atleast_1d(shaped(start, "start", (), ("N",)))
    return a, np.atleast_1d(shaped(end, "end", *(((), (1,)) if a.shape == (1,) else (a.shape,))))


def spline(times: Numbers, points: Numbers) -> Trajectory:
    """Interpolate points at given times with a cubic spline that starts and ends at rest.

    Parameters
    ----------
    times : array_like, shape (K,)
        Strictly increasing times in s.
    points : array_like, shape (K, n)
        Coordinates in rad and m.

    Returns
    -------
    Trajectory
        Trajectory that maps t to (q, qd, qdd).

    Examples
    --------
    >>> import dalembert as da
    >>> path = da.trajectory.spline([0, 1, 2], [[0.0], [1.0], [0.0]])
    >>> q, qd, qdd = path(0.5)
    >>> print(q.round(3), qd.round(3), qdd.round(3))
    [0.5] [1.5] [0.]
    """
    from scipy.interpolate import CubicSpline

    t = increasing(times, "times")
    q = several(shaped(points, "points", (len(t), "n")), "points", "path points", 2)
    return piecewise("spline", CubicSpline(t - t[0], q, bc_type="clamped"))


@dataclass(frozen=True)
class Path:
    """Curve in joint space, as a function of a parameter s.

    Calling the path with s returns q, ∂q/∂s and ∂²q/∂s², each (n,) or (S, n).

    Attributes
    ----------
    end : float
        Final value of the path parameter, which starts at 0.
    n : int
        Number of coordinates.
    curve : callable
        Function that maps an array of parameters to q, ∂q/∂s and ∂²q/∂s².
    """

    end: float
    n: int
    curve: Callable[[Array], Derivatives]

    def __call__(self, s: Numbers) -> Derivatives:
        return along(self.curve, s)

    def timed(self, law: Trajectory, kind: str = "path") -> Trajectory:
        """Convert the path to a motion q(s(t)).

        The time law `law` is a trajectory of one coordinate, which is scaled to the parameter range of the path.
        """
        return Trajectory(law.duration, self.n, kind, timed(self.curve, law, self.end))


def timed(curve: Callable[[Array], Derivatives], law: Trajectory, end: float) -> Callable[[Array], Derivatives]:
    """Convert a curve, given as a function of s from 0 to `end`, to a function of time."""
    scale = end / law_length(law)

    def motion(t: Array) -> Derivatives:
        s, sd, sdd = (scale * x for x in law(t))
        x, by_s, by_ss = curve(np.clip(s[:, 0], 0.0, end))
        return x, by_s * sd, by_ss * sd**2 + by_s * sdd

    return motion


def law_length(law: Trajectory) -> float:
    """Return the final value of a time law.

    The time law must have a single coordinate that starts at 0.
    """
    counted(range(law.n), "law", 1, "coordinates")
    start, end = float(law(0.0)[0][0]), float(law(law.duration)[0][0])
    if not abs(start) <= LAW_START * abs(end) or not end > 0:
        raise finding.LawRange(Argument("law"), start, end).error()
    return end


def path(points: Numbers) -> Path:
    """Create a smooth path through points, parametrized by the accumulated chord length.

    Parameters
    ----------
    points : array_like, shape (K, n)
        Coordinates of K ≥ 2 points in rad and m.

    Returns
    -------
    Path
        Path that maps s to (q, ∂q/∂s, ∂²q/∂s²), without a time law.

    Examples
    --------
    >>> import dalembert as da
    >>> path = da.trajectory.path([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])
    >>> q, slope, _ = path(1.0)
    >>> print(path.end, q.round(3), slope.round(3))
    2.0 [1. 0.] [0.5 0.5]
    """
    from scipy.interpolate import CubicSpline

    q = several(filled(shaped(points, "points", ("K", "n")).T, "points").T, "points", "path points", 2)
    chords = np.linalg.norm(np.diff(q, axis=0), axis=1)
    if not (chords > 0).all():
        raise finding.Coincident(Argument("points"), int(np.argmin(chords))).error()
    curve = CubicSpline(
        np.concatenate([[0.0], np.cumsum(chords)]), q, bc_type="not-a-knot" if len(q) > 3 else "natural"
    )
    return Path(float(chords.sum()), q.shape[1], lambda s: (curve(s), curve(s, 1), curve(s, 2)))


def fourier(centre: Numbers, a: Numbers, b: Numbers, period: float) -> Trajectory:
    """Create a periodic motion from harmonics.

    Parameters
    ----------
    centre : array_like, shape (n,)
        Mean values of the coordinates in rad and m.
    a, b : array_like, shape (H, n)
        Cosine and sine amplitudes of the velocity.
    period : float
        Period in s.

    Returns
    -------
    Trajectory
        Trajectory that maps t to (q, qd, qdd).

    Examples
    --------
    >>> import dalembert as da
    >>> path = da.trajectory.fourier([0.5], a=[[1.0]], b=[[0.0]], period=2.0)
    >>> q, qd, qdd = path(0.5)
    >>> print(q.round(3), qd.round(3), qdd.round(3))
    [0.818] [0.] [-3.142]
    """
    A = shaped(a, "a", ("H", "n"))
    B = shaped(b, "b", A.shape)
    q0 = shaped(centre, "centre", A.shape[1:])
    period = real(period, "period", above=0, unit="s")
    k = np.arange(1, len(A) + 1) * 2 * np.pi / period

    def motion(t: Array) -> Derivatives:
        s, c = np.sin(np.outer(t, k)), np.cos(np.outer(t, k))
        return q0 + (s / k) @ A - (c / k) @ B, c @ A + s @ B, -(s * k) @ A + (c * k) @ B

    return Trajectory(period, len(q0), "fourier", motion)


def fourier_within(
    robot: RobotLike, harmonics: int = 5, period: float = 10.0, *, seed: int = 0, margin: float = 0.95
) -> Trajectory:
    """Create a random Fourier motion that is scaled to the position and velocity limits of a robot.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot whose limits the motion respects. Joints without position limits move within ±π.
    harmonics : int
        Number of harmonics.
    period : float
        Period in s.
    seed : int
        Seed for the random amplitudes.
    margin : float
        Fraction of the limits to use, in (0, 1].

    Returns
    -------
    Trajectory
        Trajectory that maps t to (q, qd, qdd).

    Examples
    --------
    >>> import dalembert as da
    >>> path = da.trajectory.fourier_within("ur5", period=5.0, seed=0)
    >>> q, qd, qdd = path([0.0, 2.5, 5.0])
    >>> print(q[:, 0].round(3))
    [-0.124  0.902 -0.124]
    """
    robot, harmonics = as_robot(robot), integer(harmonics, "harmonics", lower=1)
    margin = real(margin, "margin", above=0, upper=1)
    rng = np.random.default_rng(seed)
    a, b = rng.uniform(-1, 1, size=(2, harmonics, robot.n))
    _, q, qd, _ = fourier(np.zeros(robot.n), a, b, period).sampled()
    low, high = finite_bounds(robot, np.pi)
    most = [dof.limits.velocity for dof in robot.dofs]
    speed = np.array([np.inf if x is None else x for x in most]) / np.maximum(np.abs(qd).max(axis=0), ROUNDING)
    scale = margin * np.minimum((high - low) / np.maximum(np.ptp(q, axis=0), ROUNDING), speed)
    centre = (high + low) / 2 - scale * (q.max(axis=0) + q.min(axis=0)) / 2
    return fourier(centre, a * scale, b * scale, period).check(robot)
