"""Robot and options of a report, and results that several of its sections share.

Each result is computed once. Torques are evaluated along a rest-to-rest motion that respects the position and velocity
limits of every joint. A quintic trajectory with displacement Δ and duration T reaches its maximum speed, 15/8 Δ/T, at
time T/2. The duration T is chosen so that no joint exceeds 90 % of the speed limit. Without speed limits, T is 2 s. The
torques along the motion are split into kinds of terms:

    τ = M q̈ + c + g + rest        centrifugal_k = Σ_i c_k(q, q̇_i e_i),  Coriolis = c − centrifugal

The ranges of the mass matrix M and the gravity vector g are determined by a search. The search samples configurations
within the limits and improves the best samples one coordinate at a time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.boundary import Array
from dalembert.closed.derivation.shared_steps import MAX_DEPTH, depth
from dalembert.closed.derive import QUASI_VELOCITY_METHODS, Derivation, Method, derive
from dalembert.closed.equations import Equations, equations
from dalembert.closed.printing.typesetting import size
from dalembert.closed.prove import Certificate, prove
from dalembert.dynamics import coriolis_vector, forward_dynamics, gravity_vector, inverse_dynamics, mass_matrix
from dalembert.errors import DalembertError
from dalembert.finding.finding import Argument, Given, Noun, Pass, RobotName
from dalembert.kinematics.configuration import display_configuration, entries
from dalembert.mechanism.loops import assemble, independent_coordinates, independent_map, integrate, neutral
from dalembert.robot.model import Coordinate, Robot
from dalembert.tolerance import NEGLIGIBLE, PRINTED_ZERO
from dalembert.trajectory.joint_space import quintic
from dalembert.typeset.block import Display
from dalembert.typeset.language import Language
from dalembert.typeset.languages import language as language_of
from dalembert.typeset.line_breaking import broken

_SWING = (0.3, 0.03)  # rad for revolute joints and m for prismatic joints of loops
_SHORTEST, _STEP = 2.0, 0.1  # s
_WIDEST = 6.0  # rad; angle limits with a larger range count as unlimited
FASTEST = 0.9  # fraction of a speed limit
_PEAK = 15 / 8  # largest speed of a quintic polynomial, divided by its mean speed


@dataclass(frozen=True, eq=False)
class SampleMotion:
    """Sampled motion of a robot.

    The fields are the times t `(T,)`, the positions q `(T, nq)`, and the velocities q̇ and accelerations q̈ `(T, nv)`.
    """

    t: Array
    q: Array
    qd: Array
    qdd: Array


def motion(robot: Robot, duration: float | None = None, samples: int = 201) -> SampleMotion:
    """Compute a rest-to-rest motion of all joints between 20 % and 80 % of the joint ranges.

    By default, the duration is the shortest for which all joints stay below 90 % of the speed limits. A ball joint
    rotates about a fixed axis, R = exp(s(t) a), with the angular velocity ṡ a. In mechanisms with loops, only the
    independent velocities u are prescribed, and the motion is small. All other coordinates follow from q̇ = G u and q̈
    = G u̇ + Ġu.
    """
    if robot.loops:
        return _closed(robot, duration or _SHORTEST, min(samples, 101))
    robot.only("an independent motion of each joint", balls=True, springs=True)
    low, high = np.array([span(dof) for dof in robot.dofs]).T
    turn = np.where(np.arange(robot.nv) % 2 == 0, 1.0, -1.0)
    start, end = (low + high) / 2 - 0.3 * turn * (high - low), (low + high) / 2 + 0.3 * turn * (high - low)
    t, way, qd, qdd = quintic(start, end, duration or _duration(robot, np.abs(end - start))).sampled(samples)
    return SampleMotion(t, way if robot.nq == robot.nv else integrate(robot, neutral(robot), way), qd, qdd)


def _duration(robot: Robot, way: Array) -> float:
    """Compute the shortest duration, in steps of 0.1 s, for which every joint stays below 90 % of the speed limit."""
    limits = [dof.limits.velocity for dof in robot.dofs]
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
    """Compute M q̈, the centrifugal terms Σ c_kii q̇ᵢ², the Coriolis terms and g, each as `(T, nv)`."""
    whole = coriolis_vector(robot, move.q, move.qd)
    alone = sum(coriolis_vector(robot, move.q, move.qd * row) for row in np.eye(robot.nv))
    return {
        "inertial": np.einsum("tij,tj->ti", mass_matrix(robot, move.q), move.qdd),
        "centrifugal": alone,
        "Coriolis": whole - alone,
        "gravity": gravity_vector(robot, move.q),
    }


def start(robot: Robot) -> Array:
    """Return the initial configuration for the simulated free motion."""
    return display_configuration(robot) if robot.loops else motion(robot).q[0]


def watched(robot: Robot) -> float:
    """Return the duration of the simulated free motion in seconds.

    The default duration is 2 s, or 0.5 s for mechanisms with loops, whose simulation is slower. The angular frequency
    of a pendulum of length l is √(g/l), so a nanometre-sized robot swings more than 10⁴ times as fast as a metre-sized
    robot. If √(1/|q̈|) at the start is below 1/1000 of the default duration, the duration is 20 √(1/|q̈|), rounded to
    one digit.
    """
    usual = 0.5 if robot.loops else 2.0
    turns = [not dof.slides for dof in robot.dofs]
    still = np.zeros(robot.nv)
    try:
        quickest = np.abs(forward_dynamics(robot, start(robot), still, still))[turns].max(initial=0.0)
    except DalembertError:
        return usual
    own = 20 / math.sqrt(quickest) if quickest > 0 else math.inf
    return float(f"{own:.0e}") if own < usual / 50 else usual


def span(coordinate: Coordinate) -> tuple[float, float]:
    """Return the lower and the upper limit of a coordinate, or a default range.

    The range of an angle is ±1.5 rad if it has no limits, or limits more than 6 rad apart. The default range of a
    displacement is 0 to 0.5 m. If only one limit is given, the range has the default length and starts or ends at this
    limit.
    """
    wide = (0.0, 0.5) if coordinate.slides else (-1.5, 1.5)
    width = wide[1] - wide[0]
    low, high = coordinate.limits.lower, coordinate.limits.upper
    if low is not None and high is None:
        return float(low), float(low) + width
    if high is not None and low is None:
        return float(high) - width, float(high)
    return limited_range(coordinate) or wide


def limited_range(coordinate: Coordinate, widest: float = _WIDEST) -> tuple[float, float] | None:
    """Return the range between two finite limits, or None if the coordinate has no such limits.

    Limits of an angle must be at most `widest` apart. Reversed limits are not satisfied by any position.
    """
    low, high = coordinate.limits.lower, coordinate.limits.upper
    if coordinate.motion == "ball" or low is None or high is None or not 0 <= high - low < math.inf:
        return None
    return (float(low), float(high)) if coordinate.slides or high - low <= widest else None


_POSTURES, _TRIED, _GRID, _SWEEPS = 2048, 12, 33, 2
_SEARCHED = 8  # largest number of coordinates for which the extremes of every entry of M are searched


@dataclass(frozen=True, eq=False)
class Survey:
    """Torques along the sample motion, and ranges of M and g, for a robot without symbols."""

    robot: Robot
    given: SampleMotion | None = None  # motion that replaces the sample motion

    # ── along a motion ────────────────────────────────────────────────────────

    @cached_property
    def move(self) -> SampleMotion:
        return self.given or motion(self.robot)

    @cached_property
    def tau(self) -> Array:
        """Joint torques and forces along the motion, `(T, n)`."""
        move = self.move
        return inverse_dynamics(self.robot, move.q, move.qd, move.qdd)

    @cached_property
    def parts(self) -> dict[str, Array]:
        """Joint torques and forces along the motion by kind of term, each `(T, n)`.

        Kinds that are zero throughout the motion are omitted. This decomposition is not defined for robots with loops.
        """
        found = split(self.robot, self.move)
        found["spring" if self.robot.springs else "friction"] = self.tau - sum(found.values())
        top = np.abs(self.tau).max(initial=0.0)
        return {kind: x for kind, x in found.items() if np.abs(x).max(initial=0.0) > NEGLIGIBLE * top}

    @cached_property
    def peaks(self) -> Array:
        """Index of the sample at which the torque or force of each coordinate is largest."""
        return np.asarray(np.abs(self.tau).argmax(axis=0))

    @cached_property
    def largest(self) -> Array:
        """Largest torque or force of each coordinate, with its sign."""
        return self.tau[self.peaks, np.arange(self.robot.nv)]

    @cached_property
    def limits(self) -> Array:
        """Torque or force limit of each coordinate, NaN if the coordinate has no limit."""
        given = [x.limits.effort for x in self.robot.dofs]
        return np.array([float(x) if x and np.isfinite(x) else np.nan for x in given])

    @cached_property
    def shares(self) -> Array:
        """Largest torque or force of each coordinate as a fraction of the limit, NaN if the coordinate has no limit."""
        return np.abs(self.largest) / self.limits

    def loads(self, rows: list[int]) -> tuple[Array, bool]:
        """Return the largest torques and forces, and whether all coordinates in `rows` have limits.

        If all coordinates have limits, the values are fractions of the limits.
        """
        limited = bool(np.isfinite(self.shares[rows]).all())
        return (self.shares if limited else np.abs(self.largest)), limited

    def terms(self, k: int) -> list[tuple[str, float]]:
        """List the terms of τ_k at the peak of τ_k as pairs (name, value), largest first.

        The names are g, q̈_j and q̇_i q̇_j.
        """
        move = self.move
        at = int(self.peaks[k])
        n = self.robot.nv
        q = move.q[at]
        qd = move.qd[at]
        qdd = move.qdd[at]
        M = mass_matrix(self.robot, q)
        pairs = list(combinations_with_replacement(range(n), 2))
        one = np.eye(n) * qd
        single = coriolis_vector(self.robot, q, one)[:, k]
        both = coriolis_vector(self.robot, q, np.array([one[i] + one[j] for i, j in pairs]))[:, k]
        found = [(rf"$\ddot q_{{{j + 1}}}$", float(M[k, j] * qdd[j])) for j in range(n)]
        found.append((rf"$g_{{{k + 1}}}$", float(gravity_vector(self.robot, q)[k])))
        for (i, j), value in zip(pairs, both, strict=True):
            left, rates = rf"\dot q_{{{i + 1}}}", float(value - single[i] - single[j])
            found.append((f"${left}^2$", float(single[i])) if i == j else (rf"${left}\dot q_{{{j + 1}}}$", rates))
        top = max(abs(x) for _, x in found)
        return sorted((x for x in found if abs(x[1]) > NEGLIGIBLE * top), key=lambda x: -abs(x[1]))

    # ── over postures ─────────────────────────────────────────────────────────

    @cached_property
    def bounds(self) -> tuple[Array, Array]:
        """Bounds of the sampled configurations.

        The bounds are the joint limits. Without limits, an angle has the bounds ±π rad, and a displacement has a range
        of 0.5 m.
        """
        default = (-np.pi, np.pi)
        found = [limited_range(x, 2 * np.pi) or (span(x) if x.slides else default) for x in self.robot.dofs]
        low, high = np.array(found).T
        return low, high

    @cached_property
    def limited(self) -> bool:
        """Whether every coordinate has a lower and an upper limit."""
        return all(limited_range(x, math.inf) for x in self.robot.dofs)

    def posture(self, way: Array) -> Array:
        """Convert coordinates `(…, nv)` to q. The three coordinates of a ball joint form a rotation vector."""
        if self.robot.nq == self.robot.nv:
            return way
        return integrate(self.robot, neutral(self.robot), way)

    @cached_property
    def ways(self) -> Array:
        rng = np.random.default_rng(0)
        return rng.uniform(*self.bounds, (_POSTURES, self.robot.nv))

    @cached_property
    def middle(self) -> Array:
        """Configuration in the middle of the bounds, with angles rounded to 5°.

        The report prints M and g at this configuration.
        """
        low, high = self.bounds
        step = np.where((entries(self.robot) >= 0) & ~self.slides, np.pi / 36, 0.05)
        return np.clip(np.round((low + high) / 2 / step) * step, low, high)

    @cached_property
    def slides(self) -> Array:
        return np.array([x.slides for x in self.robot.dofs])

    @cached_property
    def M(self) -> Array:
        return self.inertia(self.ways)

    @cached_property
    def M_range(self) -> tuple[Array, Array]:
        """Smallest and largest values of each entry of the mass matrix."""
        low, high = self.M.min(axis=0), self.M.max(axis=0)
        n = self.robot.nv
        if n > _SEARCHED:
            return low, high
        for i in range(n):
            for j in range(i, n):
                if not np.isclose(low[i, j], high[i, j], rtol=NEGLIGIBLE, atol=0):
                    for target, sign in ((low, -1.0), (high, 1.0)):
                        target[i, j] = target[j, i] = self._best(self.inertia, self.M, (..., i, j), sign)
        return low, high

    @cached_property
    def g_range(self) -> Array:
        """Largest absolute gravity torque or force on each coordinate."""
        weights = self.weight(self.ways)
        top: Array = weights.max(axis=0)
        for k in range(self.robot.nv if self.robot.nv <= _SEARCHED else 0):
            if top[k] > 0:
                top[k] = self._best(self.weight, weights, (..., k), 1.0)
        return top

    def inertia(self, way: Array) -> Array:
        """Compute the mass matrix at coordinates `(…, nv)`."""
        return mass_matrix(self.robot, self.posture(way))

    def weight(self, way: Array) -> Array:
        """Compute the absolute gravity torque or force on each coordinate, at coordinates `(…, nv)`."""
        return np.abs(gravity_vector(self.robot, self.posture(way)))

    def _best(self, value: Callable[[Array], Array], samples: Array, entry: tuple[Any, ...], sign: float) -> float:
        """Find the smallest or largest value of an entry of a function of the configuration.

        The search starts from the best sample and improves one coordinate at a time.
        """
        low, high = self.bounds
        known = samples[entry]
        at = int(np.argmax(sign * known))
        way, best = self.ways[at].copy(), float(known[at])
        for _ in range(_SWEEPS):
            for k in range(len(way)):
                tried = np.tile(way, (_GRID, 1))
                tried[:, k] = np.linspace(low[k], high[k], _GRID)
                found = value(tried)[entry]
                here = int(np.argmax(sign * found))
                if sign * found[here] > sign * best:
                    way, best = tried[here], float(found[here])
        return best

    @cached_property
    def depends(self) -> Array:
        """Boolean array in which entry [i, j, k] is True if M_ij depends on coordinate k."""
        n, rng = self.robot.nv, np.random.default_rng(1)
        ways = rng.uniform(*self.bounds, (_TRIED, n))
        M = self.inertia(ways)
        found = np.zeros((n, n, n), dtype=bool)
        for k in range(n):
            other = ways.copy()
            other[:, k] = rng.uniform(self.bounds[0][k], self.bounds[1][k], _TRIED)
            change = np.abs(self.inertia(other) - M)
            found[:, :, k] = (change > NEGLIGIBLE * np.abs(M).max()).any(axis=0)
        return found

    @cached_property
    def condition(self) -> float:
        """Largest condition number of the mass matrix among the sampled configurations."""
        return float(np.linalg.cond(self.M).max())


MOST = 60  # maximum number of lines of a quantity on a page
_READ = 800  # largest number of terms of M that are printed
_STEPS = 240  # maximum number of lines of a derivation in a report
STEP_TERMS = 60  # largest number of terms on a right-hand side of the derivation


@dataclass(frozen=True)
class ReportRequest:
    """Robot and options of a report.

    `values` maps symbols to the numbers used for drawings, torques and simulations. `origin` is a line of Python code
    that creates the robot, printed at the end of the report. `style` contains typesetting options for equations.
    `appendix` names the file for equations that are too long to print.
    """

    robot: Robot
    method: Method = "lagrange"
    values: Mapping[str, Any] = field(default_factory=dict)
    origin: str = "robot = da.load(…)"
    duration: float | None = None
    style: Mapping[str, Any] = field(default_factory=dict)
    appendix: str = ""
    width: float | None = None

    @property
    def seconds(self) -> float:
        """Duration of the simulation in seconds."""
        return self.duration if self.duration is not None else watched(self.numeric)

    @property
    def numeric(self) -> Robot:
        """Robot with its symbols replaced by the given values."""
        return self.robot.bind(**self.values) if self.values else self.robot


def closed_form(robot: Robot) -> Equations:
    """Derive the equations of a robot in closed form, or raise an error if the chain is too long."""
    if depth(robot) > MAX_DEPTH:
        raise finding.ChainTooLong(RobotName(robot.name), depth(robot), MAX_DEPTH).error()
    return equations(robot)


class Facts:
    """Equations, derivation, certificate and torque survey of a report.

    A result is None if it is not available for the robot.
    """

    def __init__(self, request: ReportRequest) -> None:
        self.request, self.robot = request, request.robot
        if not self.robot.nv:
            remedy = Pass(Argument("base"), Given("'free'"))
            raise finding.RobotHasNo(RobotName(self.robot.name), Noun("moving joint"), remedy=remedy).error()
        self.numeric = request.numeric

    @cached_property
    def equations(self) -> Equations | None:
        try:
            return closed_form(self.robot)
        except DalembertError:
            return None

    @cached_property
    def size(self) -> int:
        """Number of terms in the mass matrix."""
        return 0 if self.equations is None else size(self.equations.mechanics)

    @cached_property
    def long(self) -> bool:
        """Whether the equations of motion are too long for a page."""
        return self.equations is None or self.lines("tau") > MOST

    def display(self, language: Language, what: str) -> Display:
        """Typeset a quantity. For a robot without symbols, terms that would be printed as 0 are omitted."""
        assert self.equations is not None
        least = {} if self.robot.parameters or language.plain else {"least": PRINTED_ZERO}
        return self.equations.typeset(language, what, **{**least, **self.request.style})

    @cached_property
    def pruned(self) -> bool:
        """Whether the page omits terms of the equations of motion because their coefficients are negligible."""
        if self.equations is None or self.robot.parameters:
            return False
        language = language_of("latex", self.request.width)
        return self.display(language, "tau") != self.equations.typeset(language, "tau", **self.request.style)

    def lines(self, what: str) -> int:
        """Count the printed lines of a quantity. The result exceeds `MOST` if the quantity is too long to typeset."""
        if self.equations is None or self.size > _READ:
            return MOST + 1
        language = language_of("latex", self.request.width)
        return len(broken(self.display(language, what), language.page).lines)

    @property
    def method(self) -> Method:
        """Requested method of derivation, or another method if the requested one does not support ball joints."""
        method = self.request.method
        return QUASI_VELOCITY_METHODS[0] if self.robot.balls and method not in QUASI_VELOCITY_METHODS else method

    @cached_property
    def derived(self) -> Derivation | None:
        """Derivation of the equations, or None if the equations are too long to print."""
        if self.equations is None or self.size > _READ:
            return None
        try:
            return derive(self.robot, self.method)
        except DalembertError:
            return None

    @cached_property
    def derivation(self) -> Derivation | None:
        """Derivation to be printed, or None if a step is too long for a page."""
        if self.derived is None:
            return None
        written = self.derived.text(STEP_TERMS)
        return self.derived if "⟨" not in written and written.count("\n") <= _STEPS else None

    @property
    def appended(self) -> Derivation | None:
        """Derivation that is too long to print and is written to a text file next to the report."""
        return self.derived if self.derivation is None and self.request.appendix else None

    @cached_property
    def certificate(self) -> Certificate | None:
        try:
            return prove(self.robot)
        except DalembertError:
            return None

    @cached_property
    def survey(self) -> Survey | None:
        """Torques and ranges along the sample motion, or None for robots with symbols."""
        if self.numeric.parameters:
            return None
        found = Survey(self.numeric)
        try:
            _ = found.tau if self.numeric.loops else found.parts
        except DalembertError:
            return None
        return found

    @cached_property
    def terms(self) -> int:
        """Total number of terms in the equations of motion."""
        return 0 if self.equations is None else sum(len(x) for x in self.equations.mechanics.tau)
