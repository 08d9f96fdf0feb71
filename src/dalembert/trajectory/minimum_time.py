"""Fastest motion along a joint path within limits on effort, speed and acceleration.

The path is q = q(s), with  q̇ = q'ṡ,  q̈ = q's̈ + q''ṡ².  In terms of u = s̈ and x = ṡ², every limit is linear:

    |(M q') u + (M q'' + c(q, q')) x + g + friction| ≤ τ_max,   |q'u + q''x| ≤ a_max,   q'² x ≤ v_max²      [bobrow1985]

At each grid point, the backward pass eliminates u and computes the interval of x from which the end of the path can be
reached. The forward pass chooses the largest u for which x stays in these intervals. Between two grid points, u is
constant and x' = 2u. The limits are enforced at the grid points. [pham2018] If q'' is discontinuous, the motion is
slower at the discontinuity even on a fine grid, because u is the same on both sides. If limits are violated between
grid points, the grid is refined.

Speed-dependent friction is evaluated at the speeds of the previous iteration. The two passes are repeated until the
speeds converge.
"""

from __future__ import annotations

import numpy as np

from dalembert import finding
from dalembert.argument import Numbers, bounds, counted, integer
from dalembert.boundary import Array, RobotLike, as_robot
from dalembert.dynamics import coriolis_vector, inverse_dynamics, mass_matrix
from dalembert.errors import Unreachable
from dalembert.finding.finding import Argument, JointName, Noun, Pass, RobotName
from dalembert.robot.model import Robot
from dalembert.tolerance import BETWEEN_POINTS, FRICTION_AGREES, LIMIT_REACHED, ROUNDING, SLOWEST
from dalembert.trajectory.joint_space import Path, Trajectory, piecewise
from dalembert.trajectory.joint_space import path as path_through

_PASSES = 40
_FINEST, _LOOKED_AT = 20_000, 4000  # maximum number of grid points, minimum number of checks


def time_optimal(
    robot: RobotLike,
    path: Path | Numbers,
    *,
    effort: Numbers | None = None,
    speed: Numbers | None = None,
    acceleration: Numbers | None = None,
    samples: int = 500,
) -> Trajectory:
    """Follow a path from rest to rest in the shortest time.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot with revolute and prismatic joints and without loops. Elastic joints are treated as rigid.
    path : Path or array_like, shape (K, n)
        Path, or points that define a smooth path.
    effort, speed, acceleration : array_like, shape () or (n,), optional
        Limits for each joint, which apply in both directions. By default, the effort and speed limits of the robot
        apply. A value of inf means that there is no limit.
    samples : int
        Initial number of steps in s. The number of steps is doubled until limit violations between grid points are at
        most 5 %.

    Returns
    -------
    Trajectory
        Fastest motion along the path.

    Raises
    ------
    Unreachable
        If the robot cannot follow the path without violating its limits.

    Examples
    --------
    >>> import dalembert as da
    >>> path = da.trajectory.path([[0.0] * 6, [0.5, -0.5, 0.5, 0.0, 0.5, 0.0], [1.0, -1.0, 0.5, 0.5, 0.5, 0.0]])
    >>> fastest = da.trajectory.time_optimal("ur5", path)
    >>> print(f"{fastest.duration:.2f} s")
    0.40 s
    """
    robot = as_robot(robot)
    robot.only("time_optimal", springs=True)
    way = path if isinstance(path, Path) else path_through(path)
    counted(range(way.n), "path", robot.nv, "joints", robot=robot.name)
    samples = integer(samples, "samples", lower=8, upper=100_000)
    given = (("effort", "effort", effort), ("speed", "velocity", speed), ("acceleration", "", acceleration))
    most = [_limits(robot, *x) for x in given]
    count, finest = samples, max(samples, _FINEST)
    while True:
        stage = _Stages(robot, way, np.linspace(0.0, way.end, count + 1), *most)
        last = 2 * count > finest
        try:
            motion, times = _timed(way, stage.s, stage.solved())
        except Unreachable:
            if last or stage.overloaded:
                raise
        else:
            over = stage.excess(motion, times)
            if over <= BETWEEN_POINTS:
                return motion
            if last:
                raise finding.PathTooSharp(count, over).error()
        count *= 2


class _Stages:
    """Scaled limits a u + b x ≤ c at each grid point, (S, rows), and the limits x ≤ `top`."""

    def __init__(self, robot: Robot, way: Path, s: Array, effort: Array, speed: Array, acceleration: Array) -> None:
        self.robot, self.s, self.effort, self.speed, self.acceleration = robot, s, effort, speed, acceleration
        self.q, self.by_s, by_ss = way(s)
        M = mass_matrix(robot, self.q)
        size = np.abs(self.by_s)
        self.m = np.einsum("sij,sj->si", M, self.by_s)
        self.h = np.einsum("sij,sj->si", M, by_ss) + coriolis_vector(robot, self.q, self.by_s)
        with np.errstate(divide="ignore"):
            self.top = np.min(np.where(size > 0, speed / size, np.inf) ** 2, axis=-1)
        self.bends = [np.concatenate([y, -y], axis=-1) / np.tile(acceleration, 2) for y in (self.by_s, by_ss)]
        moves = size.max(axis=0) > 0
        free = moves & np.isinf(effort) & np.isinf(acceleration)
        loose = [x for x, k in zip(robot.coordinates, free, strict=True) if k]
        if len(loose) == int(moves.sum()):
            arguments = (Argument("effort"), Argument("acceleration"))
            raise finding.MotionUnlimited(tuple(map(JointName, loose)), arguments).error()

    @property
    def overloaded(self) -> bool:
        """Check whether there is a grid point at which the robot cannot support its own weight.

        In this case, the path is infeasible at any speed.
        """
        return bool(np.any(self.rows(np.full(len(self.s), SLOWEST))[2] <= 0))

    def solved(self) -> Array:
        """Compute x at each grid point, where friction is evaluated at the resulting speeds."""
        rows = self.rows(np.full(len(self.s), SLOWEST))
        for _ in range(_PASSES):
            x = self.quickest(*rows)
            before, rows = rows, self.rows(x)
            if np.abs(rows[2] - before[2]).max() <= FRICTION_AGREES:
                break
        return x

    def excess(self, motion: Trajectory, times: Array) -> float:
        """Compute the largest relative violation of a limit between grid points."""
        parts = np.linspace(0.0, 1.0, max(4, _LOOKED_AT // len(times)), endpoint=False)[1:]
        q, qd, qdd = motion((times[:-1, None] + parts * np.diff(times)[:, None]).ravel())
        tau = inverse_dynamics(self.robot, q, qd, qdd)
        kinds = ((tau, self.effort), (qd, self.speed), (qdd, self.acceleration))
        return max(float(np.max(np.abs(x) / most)) for x, most in kinds) - 1

    def rows(self, x: Array) -> tuple[Array, Array, Array]:
        """Compute the coefficients (a, b, c) of the limits, with friction evaluated at x."""
        qd = self.by_s * np.sqrt(np.maximum(x, SLOWEST * x.max()))[:, None]
        # gravity and friction at ṡ = √x
        rest = inverse_dynamics(self.robot, self.q, qd, np.zeros_like(qd)) - coriolis_vector(self.robot, self.q, qd)
        m, h, rest = (y / self.effort for y in (self.m, self.h, rest))
        a = np.concatenate([m, -m, self.bends[0]], axis=-1)
        b = np.concatenate([h, -h, self.bends[1]], axis=-1)
        return a, b, np.concatenate([1 - rest, 1 + rest, np.ones_like(self.bends[0])], axis=-1)

    def quickest(self, a: Array, b: Array, c: Array) -> Array:
        """Compute the largest feasible x at each grid point.

        Internally, x and u are scaled by the largest u that a single limit permits.
        """
        unit = 1 / float(np.abs(a).max())
        a, b, top = unit * a, unit * b, self.top / unit
        two = 2 * np.diff(self.s)
        low, high, x = np.zeros((3, len(self.s)))
        stages = []
        for i in reversed(range(len(two))):
            d = two[i]
            # limits at this grid point, limits at the next grid point (at x + 2Δu), and the reachable interval there
            A = np.concatenate([a[i], a[i + 1] + d * b[i + 1], [d, -d]])
            B = np.concatenate([b[i], b[i + 1], [1.0, -1.0]])
            C = np.concatenate([c[i], c[i + 1], [high[i + 1], -low[i + 1]]])
            stages.append((A, B, C))
            low[i], high[i] = _eliminated(A, B, C, top[i])
            self._check(low[i] <= high[i], i, c)
        self._check(low[0] <= ROUNDING, 0, c)
        for i, (A, B, C) in enumerate(reversed(stages)):
            up = A > ROUNDING
            u = float(np.min((C[up] - B[up] * x[i]) / A[up]))
            x[i + 1] = min(max(x[i] + two[i] * u, low[i + 1]), high[i + 1])
        still = x[:-1] + x[1:] <= 0  # the robot can be at rest at a grid point, but not between grid points
        self._check(not still.any(), int(np.argmax(still)), c)
        return unit * x

    def _check(self, feasible: bool, i: int, c: Array) -> None:
        """Raise an error if the path cannot be followed at this grid point."""
        if feasible:
            return
        name = self.robot.coordinates[np.argmin(c[i]) % self.robot.nv]
        place, end = float(self.s[i]), float(self.s[-1])
        found = finding.PathInfeasible(RobotName(self.robot.name), JointName(name), place, end)
        raise found.error(q=self.q[i], index=i)


def _eliminated(a: Array, b: Array, c: Array, top: float) -> tuple[float, float]:
    """Compute the interval of x in [0, top] for which some u satisfies a u + b x ≤ c.

    Such u exists if no lower bound on u exceeds an upper bound.
    """
    up = a > ROUNDING
    down = a < -ROUNDING
    none = np.abs(a) <= ROUNDING
    lines = np.column_stack([b, c])
    upper = lines[up] / a[up, None]
    lower = lines[down] / a[down, None]
    gaps = (upper[:, None] - lower).reshape(-1, 2)
    k, r = np.vstack([gaps, lines[none]]).T
    rising, falling = k > ROUNDING, k < -ROUNDING
    if np.any(r[~rising & ~falling] < -LIMIT_REACHED):
        return 1.0, 0.0
    high = min(top, float(np.min(r[rising] / k[rising], initial=np.inf)))
    return max(0.0, np.max(r[falling] / k[falling], initial=0.0)), high


def _timed(way: Path, s: Array, x: Array) -> tuple[Trajectory, Array]:
    """Convert x at the grid points to a trajectory, and return the trajectory and the time at each grid point.

    Between grid points, u is constant, so ṡ is linear in time.
    """
    from scipy.interpolate import PPoly

    sd = np.sqrt(x)
    u = np.diff(x) / (2 * np.diff(s))
    times = np.concatenate([[0.0], np.cumsum(2 * np.diff(s) / (sd[:-1] + sd[1:]))])
    pieces = PPoly(np.array([u / 2, sd[:-1], s[:-1]])[..., None], times)
    law = piecewise("law", pieces, rests=False)  # dry friction acts up to the end
    return way.timed(law, "time_optimal"), times


def _limits(robot: Robot, name: str, own: str, given: Numbers | None) -> Array:
    """Return one positive limit per joint, where inf means that there is no limit.

    `own` is the name of the corresponding field of `Limits`.
    """
    if given is None:
        known = [getattr(dof.limits, own) if own else None for dof in robot.dofs]
        for joint, x in zip(robot.coordinates, known, strict=True):
            if x is not None and not abs(x) > 0:
                remedy = Pass(Argument(name))
                raise finding.ZeroLimit(RobotName(robot.name), JointName(joint), Noun(f"joint {own}"), remedy).error()
        return np.array([np.inf if x is None else abs(x) for x in known], dtype=float)
    return np.broadcast_to(bounds(given, name, (), (robot.n,)), (robot.n,))
