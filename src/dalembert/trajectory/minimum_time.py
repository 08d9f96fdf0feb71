"""The quickest motion along a path of joints under limits of effort, speed and acceleration.

q = q(s),  q̇ = q'ṡ,  q̈ = q's̈ + q''ṡ²;  with u = s̈ and x = ṡ² every limit is linear:

    |(M q') u + (M q'' + c(q, q')) x + g + friction| ≤ τ_max,   |q'u + q''x| ≤ a_max,   q'² x ≤ v_max²      [bobrow1985]

Backwards: the x from which the end can still be reached, an interval at each s, by elimination of u. Forwards: the largest
u that stays in them. Between two points of the grid u is constant, x' = 2u, and limits hold at both.   [pham2018]
A path whose q'' jumps is therefore slowed at the jump by what one u on both its sides costs, however fine the grid.
Where limits do not hold between its points, the grid is too coarse for the path and is made finer.

Friction that depends on speed is taken at the speed of the pass before, until passes agree.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dalembert.argument import reals
from dalembert.dynamics import coriolis_vector, inverse_dynamics, mass_matrix
from dalembert.errors import Unreachable, WrongSize, WrongValue
from dalembert.robot.model import Robot
from dalembert.trajectory.joint_space import Array, Derivatives, Path, Trajectory, moving
from dalembert.trajectory.joint_space import path as path_through

_PASSES, _AGREE = 40, 1e-7  # of a limit
_SLOW = 1e-9  # of the largest x: where friction is asked for at rest, it is that of setting off
_ZERO = 1e-12
_SPARE = 0.05  # of a limit: by how much it may be exceeded between points of the grid
_FINEST, _LOOKED_AT = 20_000, 4000  # points of the grid, and at least so many where limits are looked at


def time_optimal(
    robot: Robot,
    path: Path | ArrayLike,
    *,
    effort: ArrayLike | None = None,
    speed: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    samples: int = 500,
) -> Trajectory:
    """From rest to rest along a path, or along a smooth one through points (K, n), in the least time.

    `effort`, `speed` and `acceleration` are limits of each joint, up and down; efforts and speeds are those of the robot's
    joints unless given, inf for none. `samples` is the number of steps in s; it is doubled until limits hold between
    them, too, to 5 %. Elastic joints count as rigid.
    """
    way = path if isinstance(path, Path) else path_through(path)
    if way.n != robot.nv or robot.nq != robot.nv:
        raise WrongSize(f"the path has {way.n} joints, robot '{robot.name}' has {robot.n}")
    if robot.loops:
        raise WrongValue(f"robot '{robot.name}' closes loops; the quickest motion is found for trees")
    if not isinstance(samples, (int, np.integer)) or not 8 <= samples <= 100_000:
        raise WrongValue(f"samples is a whole number between 8 and 100000, got {samples!r}")
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
            if over <= _SPARE:
                return motion
            if last:
                raise WrongValue(
                    f"between {count} points of the path a limit is exceeded by {100 * over:.0f} %: it bends too sharply "
                    "for its length; smooth it, or give samples="
                )
        count *= 2


class _Stages:
    """The limits a u + b x ≤ c at each point of the grid, `(S, rows)`, each as a part of itself, and x ≤ `top`."""

    def __init__(self, robot: Robot, way: Path, s: Array, effort: Array, speed: Array, acceleration: Array) -> None:
        self.robot, self.s, self.effort, self.speed, self.acceleration = robot, s, effort, speed, acceleration
        self.q, self.by_s, by_ss = way(s)
        M = mass_matrix(robot, self.q)
        self.m = np.einsum("sij,sj->si", M, self.by_s)
        self.h = np.einsum("sij,sj->si", M, by_ss) + coriolis_vector(robot, self.q, self.by_s)
        with np.errstate(divide="ignore"):
            self.top = np.min(np.where(np.abs(self.by_s) > 0, speed / np.abs(self.by_s), np.inf) ** 2, axis=-1)
        free = np.isinf(acceleration)
        bends = [y[:, ~free] / acceleration[~free] for y in (self.by_s, by_ss)]
        self.bends = [np.concatenate([y, -y], axis=-1) for y in bends]
        moves = np.abs(self.by_s).max(axis=0) > 0
        loose = [x for x, k in zip(robot.coordinates, moves & np.isinf(effort) & free, strict=True) if k]
        if len(loose) == int(moves.sum()):
            raise WrongValue(f"nothing limits the motion of {', '.join(loose)}: give effort=… or acceleration=…")

    @property
    def overloaded(self) -> bool:
        """Whether it cannot even stand somewhere: no slower motion nor finer grid helps."""
        return bool(np.any(self.rows(np.full(len(self.s), _SLOW))[2] <= 0))

    def solved(self) -> Array:
        """x at each point of the grid, friction taken at its own speeds."""
        rows = self.rows(np.full(len(self.s), _SLOW))
        for _ in range(_PASSES):
            x = self.quickest(*rows)
            before, rows = rows, self.rows(x)
            if np.abs(rows[2] - before[2]).max() <= _AGREE:
                break
        return x

    def excess(self, motion: Trajectory, times: Array) -> float:
        """By how much of a limit the worst one is exceeded between the points of the grid."""
        parts = np.linspace(0.0, 1.0, max(4, _LOOKED_AT // len(times)), endpoint=False)[1:]
        q, qd, qdd = motion((times[:-1, None] + parts * np.diff(times)[:, None]).ravel())
        tau = inverse_dynamics(self.robot, q, qd, qdd)
        kinds = ((tau, self.effort), (qd, self.speed), (qdd, self.acceleration))
        return max(float(np.max(np.abs(x) / most)) for x, most in kinds) - 1

    def _rest(self, x: Array) -> Array:
        """g + friction at ṡ = √x."""
        qd = self.by_s * np.sqrt(x)[:, None]
        still = np.zeros_like(qd)
        return np.asarray(inverse_dynamics(self.robot, self.q, qd, still) - coriolis_vector(self.robot, self.q, qd))

    def rows(self, x: Array) -> tuple[Array, Array, Array]:
        """(a, b, c), friction taken at x."""
        held = np.isfinite(self.effort)
        rest = self._rest(np.maximum(x, _SLOW * float(x.max())))
        m, h, rest = (y[:, held] / self.effort[held] for y in (self.m, self.h, rest))
        a = np.concatenate([m, -m, self.bends[0]], axis=-1)
        b = np.concatenate([h, -h, self.bends[1]], axis=-1)
        return a, b, np.concatenate([1 - rest, 1 + rest, np.ones_like(self.bends[0])], axis=-1)

    def quickest(self, a: Array, b: Array, c: Array) -> Array:
        """x at each point of the grid; inside, x and u are measured in the u that one limit allows at most."""
        unit = 1 / float(np.abs(a).max())
        a, b, top = unit * a, unit * b, self.top / unit
        two = 2 * np.diff(self.s)
        low, high = np.zeros(len(self.s)), np.zeros(len(self.s))
        stages = []
        for i in reversed(range(len(two))):
            d = two[i]
            # here; at the next point, where x + 2Δu is; and within what can be reached from there
            A = np.concatenate([a[i], a[i + 1] + d * b[i + 1], [d, -d]])
            B = np.concatenate([b[i], b[i + 1], [1.0, -1.0]])
            C = np.concatenate([c[i], c[i + 1], [high[i + 1], -low[i + 1]]])
            stages.append((A, B, C))
            low[i], high[i] = _eliminated(A, B, C, top[i])
            if low[i] > high[i]:
                raise self._stuck(i, c)
        if low[0] > _ZERO:
            raise self._stuck(0, c)
        x = np.zeros(len(self.s))
        for i, (A, B, C) in enumerate(reversed(stages)):
            up = A > _ZERO
            u = float(np.min((C[up] - B[up] * x[i]) / A[up]))
            x[i + 1] = min(max(x[i] + two[i] * u, low[i + 1]), high[i + 1])
        still = x[:-1] + x[1:] <= 0  # at one point of the grid the motion may stand for a moment, not between two
        if still.any():
            raise self._stuck(int(np.argmax(still)), c)
        return unit * x

    def _stuck(self, i: int, c: Array) -> Unreachable:
        held, bent = np.isfinite(self.effort), np.isfinite(self.acceleration)
        name = np.array(self.robot.coordinates)[np.concatenate([np.flatnonzero(x) for x in (held, held, bent, bent)])]
        name = name[int(np.argmin(c[i]))]
        return Unreachable(
            f"robot '{self.robot.name}' cannot follow the path at s = {self.s[i]:.4g} of {self.s[-1]:.4g} within its "
            f"limits, nearest to them is joint '{name}'; give it more effort, or another path",
            q=self.q[i], index=i,
        )  # fmt: skip


def _eliminated(a: Array, b: Array, c: Array, top: float) -> tuple[float, float]:
    """The x in [0, top] for which some u has a u + b x ≤ c: every upper bound of u is above every lower one."""
    up, down, none = a > _ZERO, a < -_ZERO, np.abs(a) <= _ZERO
    k = (b[up] / a[up])[:, None] - (b[down] / a[down])[None]
    r = (c[up] / a[up])[:, None] - (c[down] / a[down])[None]
    k, r = np.concatenate([k.ravel(), b[none]]), np.concatenate([r.ravel(), c[none]])
    rising, falling = k > _ZERO, k < -_ZERO
    if np.any(r[~rising & ~falling] < -1e-9):
        return 1.0, 0.0
    high = min(top, float(np.min(r[rising] / k[rising], initial=np.inf)))
    return max(0.0, float(np.max(r[falling] / k[falling], initial=0.0))), high


def _timed(way: Path, s: Array, x: Array) -> tuple[Trajectory, Array]:
    """Constant u between the points of the grid: ṡ is linear in time; and when it is at each of them."""
    sd = np.sqrt(x)
    u = np.diff(x) / (2 * np.diff(s))
    times = np.concatenate([[0.0], np.cumsum(2 * np.diff(s) / (sd[:-1] + sd[1:]))])
    duration = float(times[-1])

    def motion(t: Array) -> Derivatives:
        inside = moving(t, duration)[:, None]
        t = np.clip(t, 0.0, duration)
        k = np.clip(np.searchsorted(times, t, side="right") - 1, 0, len(u) - 1)
        dt = t - times[k]
        at = np.clip(s[k] + dt * (sd[k] + dt * u[k] / 2), 0.0, s[-1])
        rate = np.maximum(sd[k] + dt * u[k], 0.0)
        q, by_s, by_ss = way(at)
        qdd = by_s * u[k][:, None] + by_ss * (rate**2)[:, None]
        return q, by_s * rate[:, None] * inside, qdd * inside

    return Trajectory(duration, way.n, "time_optimal", motion), times


def _limits(robot: Robot, name: str, own: str, given: ArrayLike | None) -> Array:
    """One limit a joint, above 0; inf where there is none. `own` is what the joints' `Limits` call it."""
    if given is None:
        known = [getattr(robot.coordinate(x).limits, own) if own else None for x in robot.coordinates]
        for joint, x in zip(robot.coordinates, known, strict=True):
            if x is not None and not abs(x) > 0:
                raise WrongValue(
                    f"the {own} limit of joint '{joint}' of robot '{robot.name}' is {x}, with which it never moves; "
                    f"give {name}=…, inf for no limit"
                )
        return np.array([np.inf if x is None else abs(x) for x in known], dtype=float)
    limit = reals(given, name)
    try:
        limit = np.broadcast_to(limit, (robot.n,)).copy()
    except ValueError:
        raise WrongSize(f"{name} is one limit, or one for each of {robot.n} joints; got {given!r}") from None
    if not np.all(limit > 0):
        raise WrongValue(f"limits of {name} must be above 0, got {given!r}")
    return limit
