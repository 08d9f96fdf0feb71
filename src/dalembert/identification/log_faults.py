"""Examination of a log for faults such as wrong units, signs or joint orders, delays and encoder zeros.

For every possible fault, the log is compared with an alternative in which this fault is corrected. For a robot with the
given kinematics, the model of the efforts is

    τ = Y π + f_v q̇ + f_c sign q̇ + o,   with the best π and non-negative friction,   e_j = ‖τ_j − τ̂_j‖/‖τ_j‖

If each joint has noise of unknown magnitude, the likelihood of a log is proportional to Π 1/e_j, so means of log e_j
are compared. Only the products G_j = W_jᵀ W_j, W_jᵀ T and TᵀT are stored, where T contains the efforts. To test other
signs, scales or orders of the efforts, T E, it is then sufficient to solve one small linear system.

Each alternative is fitted to nine tenths of the log and validated on the remaining tenth:

    d_s = ½ Σ_j log(‖r_js‖²/‖r'_js‖²) of segment s,    t = mean d · √K / std d                                        [vuong1989]

The variance of an estimate θ is σ² = (K − 1)/K Σ_s (θ_s − mean θ)², where θ_s is the estimate without segment s.
[efron1982]

Channel faults are linear maps of the positions and efforts. A base tilt, an encoder zero and a delay of the efforts are
nonlinear parameters x. Gauss-Newton iterations estimate x, with π and friction fitted in each step:

    τ(x) = W(x) π,    τ(x) − W(x) π + Σ_k d_k ∂(τ − W π)/∂x_k ≈ 0

tilt     W with the gravity R g,   R = rot_x(α) rot_y(β)
zero     W(q + δ), separately for each revolute joint
delay    τ(t + d)

Measured velocities are tested with the model d/dt q = a q̇(t − lag). Position units are checked against the plausible
range of motion, and effort units against the masses of the robot model, τ_j = a · (Y π₀)_j + ….
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, pairwise, product
from math import pi
from typing import Any, final

import numpy as np
from numpy.linalg import eigh, lstsq, norm

from dalembert import finding
from dalembert.dynamics import compile, inertial_parameters, inverse_dynamics, regressor
from dalembert.errors import DalembertError
from dalembert.finding import log as findings
from dalembert.finding.finding import Finding, JointName, Joints, Measure, Noun, RobotName, Unit, seconds
from dalembert.graph import evaluate, symbols
from dalembert.identification.filtering import (
    SEGMENTS,
    Array,
    Mask,
    Samples,
    derivative,
    low_passed,
    spread,
    zero_phase,
)
from dalembert.identification.least_squares import one_thread
from dalembert.identification.linear_model import basis, contact_efforts
from dalembert.robot.joint import Coordinate
from dalembert.robot.model import Robot
from dalembert.tolerance import (
    ANGLE_SETTLED,
    ANGLE_VARIANCE,
    AT_REST_SPEED,
    COLUMN_FELT,
    COLUMN_SEEN,
    EFFORT_LEFT,
    FACTOR_SETTLED,
    FALSE_ALARM,
    GRADIENT_STEP,
    NORMAL_RANK,
    RANK,
    RIDGE,
    ROUNDING,
    SQUARE_EXACT,
    TINY,
)

_SAMPLES = 500
_INDEPENDENT = 4  # smallest number of independent samples per segment
_SPARED = 2  # decimation factor for the samples on which alternatives are compared
_SHORT = 4.0  # s
_STILL = {"turn": 0.01, "slide": 0.001, "ball": 0.01}  # rad, m; a smaller range means that the joint is at rest
_MOST = 4  # largest number of successive or listed faults
_BETTER = 0.1  # smallest reported change of log Π e_j for a tilt, an encoder zero or a delay
_COARSE = np.radians(1.0)  # a tilt is reported as unconfirmed if σ is larger
_WIDE = np.radians(10.0)  # an encoder zero is reported as unconfirmed if its detection limit is larger
_SLOW = 0.012  # s; a delay is reported as unconfirmed if its detection limit is larger
_LITTLE = 0.2  # small fraction of an effort
_WORTH = 0.02  # smallest error of a joint for which faults are searched
_SMALLEST = 0.003  # ε; smaller errors are below the accuracy of the model
_SURE = 3.0  # standard errors of a significant difference between alternatives


@dataclass(frozen=True)
class Examination:
    """Result of examining a log. `doubts` lists insufficient motion, and probable faults whose correction explains the
    efforts clearly better. `unconfirmed` lists faults that the log neither reveals nor rules out."""

    doubts: tuple[finding.Doubt, ...]
    unconfirmed: tuple[Finding, ...] = ()


def examine(log: Samples, robot: Robot) -> Examination:
    """Test a log for all possible faults."""
    length = float(sum(log.t[p.stop - 1] - log.t[p.start] for p in log.pieces))
    speeds = _speeds(log, robot)
    found = [*_travel(log, robot), *speeds]
    if length < _SHORT:
        found.insert(0, finding.Doubt(findings.LogTooShort(seconds(length), seconds(_SHORT))))
    if np.isnan(log.tau).any() or len(log) < 20 or robot.loops or speeds:
        return Examination(tuple(found))  # without efforts or with wrong velocities
    some = _some(log, robot)
    unit = _unit_of(robot, some)
    massive = robot.parameters or np.any(inertial_parameters(robot))
    open_ends = [] if massive else [findings.EffortScaleUnconfirmed(RobotName(robot.name))]
    if unit is not None:
        found.append(unit)
    # each segment needs enough samples for a reliable uncertainty estimate
    many = log.cutoff is None or 2 * log.cutoff * length > _INDEPENDENT * SEGMENTS
    with one_thread():
        better, left, unclear = _explained(robot, some.part(slice(None, None, _SPARED)))
        if unit is None and robot.nq == robot.nv and many and length >= _SHORT:
            better, unclear = _installed(log, robot, some, better, left, unclear)
    return Examination((*found, *better), (*open_ends, *unclear))


@dataclass(frozen=True)
class Sample:
    """Samples from a log for the comparison of alternatives, at most several hundred. `rub` is sign q̇, filtered in the
    same way as the efforts."""

    q: Array
    qd: Array
    qdd: Array
    tau: Array
    rub: Array

    def part(self, rows: slice | Mask) -> Sample:
        """Return a subset of the samples."""
        return Sample(*(x[rows] for x in vars(self).values()))

    def changed(self, moves: Array | None, pushes: Array, zero: float | Array = 0.0, rate: float = 1.0) -> Sample:
        """Return corrected samples with positions q P + zero, times divided by `rate`, and efforts τ E. `moves` is P
        and `pushes` is E. If P is None, the motion remains unchanged."""
        made = replace(self, tau=self.tau @ pushes)
        if moves is None:
            return made
        q, qd, qdd = (x @ moves for x in (self.q, self.qd, self.qdd))
        return replace(made, q=q + zero, qd=rate * qd, qdd=rate**2 * qdd, rub=self.rub @ np.sign(moves))


def _some(log: Samples, robot: Robot) -> Sample:
    """Select samples that are distributed evenly over the log."""
    rows = spread(len(log), _SAMPLES)
    rub = np.sign(log.qd) if log.removed is None else low_passed(np.sign(log.qd), log.t, log.cutoff)
    effort = log.tau + contact_efforts(robot, log)
    return Sample(*(x[rows] for x in (log.q, log.qd, log.qdd, _smooth(log, effort), _smooth(log, rub))))


def _smooth(log: Samples, x: Array) -> Array:
    """Apply the low-pass filter of the motion to an array."""
    smooth = log.cutoff is not None and 2 * log.cutoff * log.period < 0.8
    return zero_phase(x, log.t, 2 * log.cutoff) if smooth and log.cutoff else x


def columns_of(robot: Robot, some: Sample) -> Array:
    """Compute the columns for the base parameters, including drive rotors, (N, n, p)."""
    Y = regressor(robot, some.q, some.qd, some.qdd)
    return basis(robot).columns(Y, some.qdd)


@dataclass(frozen=True)
class Products:
    """Products of columns: G_j = W_jᵀW_j (n, m, m), W_jᵀT (n, m, n) and TᵀT (n, n).

    W_j contains the columns for the base parameters, then viscous friction, Coulomb friction and offset of each joint.
    In W_j, friction columns of other joints are 0.
    """

    G: Array
    b: Array
    T: Array

    @classmethod
    def of(cls, columns: Array, some: Sample) -> Products:
        """Compute the products of the given columns (N, n, p) and the friction columns."""
        N, n, p = columns.shape
        W = np.zeros((n, N, p + 3 * n))
        W[:, :, :p] = columns.transpose(1, 0, 2)
        for j in range(n):
            W[j, :, p + 3 * j : p + 3 * j + 3] = np.column_stack([some.qd[:, j], some.rub[:, j], np.ones(N)])
        turned = W.transpose(0, 2, 1)
        return cls(turned @ W, turned @ some.tau, some.tau.T @ some.tau)

    @property
    def c(self) -> Array:
        """Squared norm ‖τ_j‖² of the efforts of each joint, (n,)."""
        return np.diag(self.T)

    def pushed(self, efforts: Array) -> Products:
        """Return the products after the efforts T are replaced by T E."""
        return Products(self.G, self.b @ efforts, efforts.T @ self.T @ efforts)

    def errors(self) -> Array:
        """Compute the relative errors e_j of the joints, (n,)."""
        size = _divisor(self.c)
        return np.sqrt(np.maximum(self.squares(self.solution(size)), 0.0) / size)

    def matrix(self, size: Array) -> Array:
        """Compute the weighted sum Σ_j W_jᵀW_j/size_j."""
        return np.tensordot(1 / size, self.G, 1)

    def solution(self, size: Array) -> Array:
        """Compute the best parameters by weighted least squares, with the weight 1/size_j for joint j. Friction columns
        with a negative coefficient are removed."""
        G = self.matrix(size)
        b = np.einsum("jmj,j->m", self.b, 1 / size)
        n = len(self.T)
        first = len(G) - 3 * n
        friction = first + np.flatnonzero(np.arange(3 * n) % 3 < 2)
        length = np.sqrt(np.diag(G))
        kept = length > RANK * length.max(initial=TINY)
        scale = np.where(kept, length, 1.0)
        scaled = G / np.outer(scale, scale)
        for _ in range(5):
            x, own = np.zeros(len(b)), np.flatnonzero(kept)
            part = scaled[np.ix_(own, own)] + RIDGE * np.eye(len(own))
            x[own] = np.linalg.solve(part, b[own] / length[own]) / length[own]
            driving = friction[x[friction] < 0]
            if len(driving) == 0:
                break
            kept[driving] = False
        return x

    def squares(self, x: Array) -> Array:
        """Compute the squared residuals ‖τ_j − W_j x‖² of the joints, (n,)."""
        return np.asarray(self.c - 2 * np.einsum("jmj,m->j", self.b, x) + (self.G @ x) @ x)

    def noise(self) -> Array:
        """Compute the squared residuals ‖r_j‖² of the best fit, weighted by the inverse noise variances, (n,)."""
        size = self.c
        for _ in range(2):
            left = self.squares(self.solution(_divisor(size)))
            size = np.maximum(left, SQUARE_EXACT * self.c)
        return size

    def __sub__(self, other: Products) -> Products:
        return Products(self.G - other.G, self.b - other.b, self.T - other.T)


def _divisor(size: Array) -> Array:
    """Replace zero sizes with infinity, so that joints without efforts have zero weight."""
    return np.where(size > 0, size, np.inf)


def _products(robot: Robot, some: Sample) -> Products:
    return Products.of(columns_of(robot, some), some)


def _segments(columns: Array, some: Sample) -> list[Products]:
    """Compute the products of each time segment."""
    cut = np.linspace(0, len(some.q), SEGMENTS + 1).astype(int)
    return [Products.of(columns[a:b], some.part(slice(a, b))) for a, b in pairwise(cut)]


def _left_out(robot: Robot, some: Sample) -> Array:
    """Compute the cross-validation error ‖r_js‖²/‖τ_j‖² for each segment s and joint j, (K, n)."""
    columns = columns_of(robot, some)
    every = Products.of(columns, some)
    size = _divisor(every.noise())
    left = [part.squares((every - part).solution(size)) for part in _segments(columns, some)]
    return np.maximum(np.array(left) / _divisor(every.c), SQUARE_EXACT / SEGMENTS)


def _predicted_better(now: Array, other: Array) -> float:
    """Compute the t value of an alternative from cross-validation errors (K, n). A positive value favours the
    alternative."""
    d = 0.5 * np.log(now / other).sum(axis=1)
    return float(d.mean() * np.sqrt(len(d)) / max(d.std(ddof=1), ROUNDING))


def _jackknife(without: Array) -> Array:
    """Compute the jackknife covariance of estimates (K, k), where row s is the estimate without segment s."""
    d = without - without.mean(axis=0)
    return np.asarray((len(d) - 1) / len(d) * d.T @ d)


def _score(errors: Array) -> float:
    """Compute the score log Π √(e_j² + ε²) of the errors e_j. A smaller score is better."""
    return float(0.5 * np.log(errors**2 + _SMALLEST**2).sum())


_CLEARLY = 0.45  # largest ratio of the error products for a clear improvement
_OVERALL = 0.6  # largest ratio of the root-mean-square errors for a clear improvement
_ALIKE = 1.1  # largest ratio of error products that counts as equally good
_FACTORS = (0.1, 0.2, 1 / 3, 0.5, 2 / 3, 0.8, 0.9, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0)
_LARGE = (0.001, 0.01, 100.0, 1000.0)  # unit factors that can apply to the efforts of a single joint
_ZEROS = (-pi / 2, -0.8, -0.3, -0.1, 0.1, 0.3, 0.8, pi / 2, pi)  # rad
_TURN = 7.0  # rad; larger motions can be in degrees
_PROMISING = -0.2  # change of the score above which a value is refined
_CLOSE = 1.0  # an order or a sign is ruled out if the score increases by more
_NOTED = 0.5  # smallest significant change of the score if the segments agree
_SURELY = 4.0  # an alternative is reported if it is better by more standard errors
_POSITION, _EFFORT, _BOTH = Noun("position channel"), Noun("effort channel"), Noun("position and effort")
_RATIO = Noun("gear ratio")
# exponents of a in positions and efforts, and the initial values of a
_SCALES = {_EFFORT: (0, 1, (*_FACTORS, *_LARGE)), _POSITION: (1, 0, _FACTORS), _RATIO: (1, -1, _FACTORS)}
_BEYOND = 1.35  # a search that ends farther from the initial values has no optimum


@dataclass(frozen=True)
class Alternative:
    """Possible fault, with the corrected samples and the remaining relative errors."""

    fault: Finding
    joints: tuple[int, ...]
    errors: Array
    after: Sample

    @property
    def score(self) -> float:
        return _score(self.errors)

    @property
    def reorders(self) -> bool:
        """Whether the fault is a wrong joint order or sign, which the efforts cannot always confirm."""
        return isinstance(self.fault, (findings.JointsSwapped, findings.SignFlipped))


def _explained(robot: Robot, some: Sample) -> tuple[list[finding.Doubt], float, list[Finding]]:
    """Find the channel faults whose correction explains the efforts clearly better. Each fault is corrected before the
    search for the next fault. Return the faults, the score after the first correction, and the undecided faults."""
    found: list[finding.Doubt] = []
    left = np.inf
    for _ in range(_MOST):
        now = _products(robot, some).errors()
        better, alike = _compare(robot, some, now) if now.max() >= _WORTH else ([], [])
        if not better:
            return found, left, _undecided(robot, some, now, alike)
        best = min(better, key=lambda x: x.score)
        others = [x.fault for x in better if x is not best and _as_good(x, best)]
        left = left if found else best.score
        found.append(_doubt(robot, best.fault, now, best.errors, tuple(others[:2])))
        some = best.after
    return found, left, []


def _compare(robot: Robot, some: Sample, now: Array) -> tuple[list[Alternative], list[tuple[Alternative, float]]]:
    """Compare all alternatives with the recorded samples. Return the alternatives that clearly explain the efforts
    better, and the joint orders and signs that the log does not rule out (with t values)."""
    tried = _alternatives(robot, some, now)
    close = [x for x in tried if (x.reorders and x.score < _score(now) + _CLOSE) or _clearly(x.errors, now)]
    present = _left_out(robot, some) if close else np.zeros(0)
    sure = [(x, _predicted_better(present, _left_out(robot, x.after))) for x in close]
    better = [x for x, t in sure if (_clearly(x.errors, now) and t > _SURE) or _surely(x, now, t)]
    return better, [(x, t) for x, t in sure if x.reorders and t > -_SURE]


def _as_good(x: Alternative, best: Alternative) -> bool:
    """Check whether an alternative is almost as good as the best one, or concerns the same joint and is not clearly
    worse."""
    same = type(x.fault) is type(best.fault) and x.joints == best.joints
    worse = 1 / _CLEARLY if same else _ALIKE
    return bool(x.score < best.score + np.log(worse))


def _surely(x: Alternative, now: Array, t: float) -> bool:
    """Check whether swapping joints explains the efforts slightly better, with high statistical significance."""
    return isinstance(x.fault, findings.JointsSwapped) and t > _SURELY and x.score < _score(now) - _NOTED


def _clearly(errors: Array, now: Array) -> bool:
    """Check whether the product or the root mean square of the errors is clearly smaller for an alternative."""
    gain = _score(errors) - _score(now)
    return bool(gain < np.log(_CLEARLY) or (gain < 0 and norm(errors) < _OVERALL * norm(now)))


def _alternatives(robot: Robot, some: Sample, now: Array) -> Iterator[Alternative]:
    """Yield one alternative for every possible channel fault."""
    n = robot.nv
    names = tuple(map(JointName, robot.coordinates))
    base = _products(robot, some)
    one, single = np.eye(n), robot.nq == robot.nv
    coordinates = robot.dofs

    def tried(
        fault: Finding, joints: Sequence[int], moves: Array | None, pushes: Array = one, **changes: Any
    ) -> Alternative:
        after = some.changed(moves, pushes, **changes)
        own = base.pushed(pushes) if moves is None else _products(robot, after)
        return Alternative(fault, tuple(joints), own.errors(), after)

    def scaled(j: int, channel: Noun, log_a: float) -> Alternative:
        moved, pushed, _ = _SCALES[channel]
        a = float(np.exp(log_a))
        fault = findings.WrongScale((names[j],), channel, a if channel == _RATIO else 1 / a)
        moves, pushes = (one + (a**power - 1) * np.outer(one[j], one[j]) for power in (moved, pushed))
        return tried(fault, (j,), moves if moved else None, pushes)

    def turned(j: int, a: float) -> Alternative:
        return tried(findings.ZeroOffset((names[j],), Measure(-a, Unit("rad"))), (j,), one, zero=a * one[j])

    flips = [((j,), one[j]) for j in range(n)]
    swaps = [((j, k), one[j] - one[k]) for j, k in combinations(range(n), 2)]
    for joints, d in (*flips, *swaps):
        M = one - 2 / (d @ d) * np.outer(d, d)  # the reflection along d
        kind = findings.SignFlipped if len(joints) == 1 else findings.JointsSwapped
        who = tuple(names[j] for j in joints)
        channels = ((_EFFORT, None, M), (_POSITION, M, one), (_BOTH, M, M))
        for channel, moves, pushes in channels if single else channels[:1]:
            yield tried(kind(who, channel), joints, moves, pushes)
    yield tried(findings.SignFlipped(names, _EFFORT), range(n), None, -one)
    for j, (channel, (_, _, factors)) in product(range(n), _SCALES.items()):
        if n > 1 if channel == _EFFORT else single:
            a, found = _finest(partial(scaled, j, channel), np.log(factors).tolist(), now)
            inside = min(factors) / _BEYOND < np.exp(a) < max(factors) * _BEYOND
            if inside and (channel == _EFFORT or np.ptp(found.after.q[:, j]) < _room(coordinates[j])):
                yield found
    if not single:
        return
    for j, c in enumerate(coordinates):
        if not c.slides:
            yield _finest(partial(turned, j), _ZEROS, now)[1]
    turns = np.array([c.motion == "turn" for c in coordinates])
    most = np.abs(some.q[:, turns]).max(initial=0.0)
    changes = ((most > _TURN, pi / 180, "deg", "rad"), (most < np.radians(_TURN), 180 / pi, "rad", "deg"))
    for possible, factor, unit, expected in changes:
        if possible:
            fault = findings.ChannelUnit(Noun("positions"), Unit(unit), Unit(expected))
            yield tried(fault, np.flatnonzero(turns).tolist(), np.diag(np.where(turns, factor, 1.0)))
    for factor, unit, expected in ((1e3, "ms", "s"), (1 / 1000, "s", "ms")):
        yield tried(findings.ChannelUnit(Noun("time stamps"), Unit(unit), Unit(expected)), (), one, rate=factor)


_WIDTH = 0.4  # range of a refined value: the logarithm of a factor, or rad


def _finest(tried: Callable[[float], Alternative], starts: Sequence[float], now: Array) -> tuple[float, Alternative]:
    """Find the alternative with the best initial value, and refine this value if the alternative is promising."""
    from scipy.optimize import minimize_scalar

    a, best = min(((x, tried(x)) for x in starts), key=lambda pair: pair[1].score)
    if best.score > _score(now) + _PROMISING:
        return a, best
    options = {"xatol": FACTOR_SETTLED, "maxiter": 12}
    near = (a - _WIDTH, a + _WIDTH)
    x = float(minimize_scalar(lambda x: tried(x).score, bounds=near, method="bounded", options=options).x)
    fine = tried(x)
    return (x, fine) if fine.score < best.score else (a, best)


def _doubt(
    robot: Robot, fault: Finding, before: Array, after: Array, alternatives: tuple[Finding, ...] = ()
) -> finding.Doubt:
    """Report a fault, with the errors of the joint whose fit improves most after the correction."""
    j = np.argmax(before / np.maximum(after, EFFORT_LEFT))
    name = JointName(robot.coordinates[j])
    return finding.Doubt(fault, name, float(before[j]), float(after[j]), alternatives)


def _undecided(robot: Robot, some: Sample, now: Array, alike: list[tuple[Alternative, float]]) -> list[Finding]:
    """Report the joint orders and signs that the efforts do not confirm."""
    closest: dict[tuple[type, tuple[int, ...]], tuple[Alternative, float]] = {}
    for x, t in sorted(alike, key=lambda pair: -pair[1]):
        closest.setdefault((type(x.fault), x.joints), (x, t))
    orders = [x for x in closest.values() if isinstance(x[0].fault, findings.JointsSwapped)]
    signs = [x for x in closest.values() if isinstance(x[0].fault, findings.SignFlipped)]
    found: list[Finding] = []
    for x, t in orders[:_MOST]:
        pair = list(x.joints)
        before, after = tuple(now[pair].tolist()), tuple(x.errors[pair[::-1]].tolist())
        found.append(findings.Unconfirmed(x.fault, (-t,), _SURE, before, after, _link_share(robot, some, x.joints)))
    if signs:
        joints = tuple(dict.fromkeys(j for x, _ in signs for j in x.joints))
        fault = findings.SignFlipped(tuple(JointName(robot.coordinates[j]) for j in joints), _BOTH)
        t_each = tuple(-t for _, t in signs)
        found.append(findings.Unconfirmed(fault, t_each, _SURE, link_share=_link_share(robot, some, joints)))
    return found


def _own_efforts(robot: Robot, some: Sample) -> Array | None:
    """Compute the link efforts with the inertias of the robot model. Return None if the robot has symbolic
    parameters."""
    try:
        return inverse_dynamics(robot.rigid(), some.q, some.qd, some.qdd)
    except DalembertError:
        return None


def _link_share(robot: Robot, some: Sample, joints: tuple[int, ...]) -> tuple[float, ...]:
    """Compute the fraction of the given joint efforts that is due to the links, or () if the fraction is not small."""
    own = _own_efforts(robot, some)
    if own is None or not own.any():
        return ()
    share = own.std(axis=0)[list(joints)] / np.maximum(some.tau.std(axis=0)[list(joints)], TINY)
    return () if share.max() > _LITTLE else tuple(share.tolist())


@final
@dataclass(frozen=True, eq=False)
class Estimated:
    """Installation fault with an estimated value. `before` and `after` are the errors before and after the correction.
    `significant` is true if the value exceeds its uncertainty. `least` is the smallest detectable value [rad, s]."""

    fault: Finding
    before: Array
    after: Array
    significant: bool
    least: float
    joints: Joints = ()
    uncertain: Finding | None = None  # note on a value that the log determines only approximately

    @property
    def gain(self) -> float:
        """Decrease in the error score due to the correction."""
        return _score(self.before) - _score(self.after)

    @property
    def certain(self) -> bool:
        return self.significant and self.gain >= _BETTER


def _installed(
    log: Samples, robot: Robot, some: Sample, better: list[finding.Doubt], left: float, unclear: list[Finding]
) -> tuple[list[finding.Doubt], list[Finding]]:
    """Report a base tilt, a delay or an encoder zero that explains the efforts better than channel faults."""
    worst = _products(robot, some).errors().max()
    leaning = _tilt(robot, some) if worst >= _WORTH else None
    late = None if better else _delay(robot, log, some)
    zeroed = all(isinstance(x.fault, (findings.WrongScale, findings.ZeroOffset)) for x in better)
    off = encoder_offsets(robot, some) if zeroed and worst >= EFFORT_LEFT else []
    ranked = sorted(off, key=lambda x: -x.gain)
    candidates = [x for x in (leaning, *ranked[:1]) if x is not None and x.certain and _score(x.after) < left]
    candidates += [late] if late is not None and late.certain else []
    if candidates:
        best = max(candidates, key=lambda x: x.gain)
        alike = [x for x in ranked[1:] if x.certain and x.gain > best.gain - _BETTER] if best in ranked else []
        return [_doubt(robot, best.fault, best.before, best.after, tuple(x.fault for x in alike))], []
    return better, unclear if better else [*unclear, *_unseen(leaning, late, off)]


def _unseen(leaning: Estimated | None, late: Estimated | None, off: list[Estimated]) -> list[Finding]:
    """Report a base tilt, a delay and encoder zeros that cannot be ruled out because their uncertainties are large."""
    coarse = [x for x in off if x.least > _WIDE]
    found: list[Finding] = [x.uncertain for x in (leaning, late) if x is not None and x.uncertain is not None]
    if coarse:
        joints = tuple(joint for x in coarse for joint in x.joints)
        found.insert(0, findings.ZerosUnseen(joints, tuple(_degrees(x.least) for x in coarse)))
    return found


def _degrees(angle: float) -> Measure:
    return Measure(float(np.degrees(angle)), Unit("deg"))


_ROUNDS = 5
_STRIDE = 0.3  # rad, largest step
Model = Callable[[Array], tuple[Array, Sample]]  # maps x to the columns (N, n, p) and the samples


def _fitted(model: Model, x: Array, h: float = GRADIENT_STEP) -> tuple[Array, Array, bool] | None:
    """Estimate the parameters x that explain the efforts best, by Gauss-Newton iterations with differences of width h.

    Return x, its covariance, and whether a direction of x is undetermined. Return None if the log does not determine
    any component of x.
    """
    k = len(x)
    for _ in range(_ROUNDS):
        Y, some = model(x)
        p = Y.shape[2]
        own = Products.of(Y, some)
        size = _divisor(own.noise())
        pi = own.solution(size)[:p]
        ends = [model(x + d) for d in h * np.vstack([np.eye(k), -np.eye(k)])]
        left = np.stack([near.tau - columns @ pi for columns, near in ends], axis=2)
        D = (left[:, :, k:] - left[:, :, :k]) / (2 * h)
        V = _seen(Products.of(np.concatenate([Y, D], axis=2), some), p, k, size)
        if not V.shape[1]:
            return None
        wide, at = np.concatenate([Y, D @ V], axis=2), slice(p, p + V.shape[1])
        every = Products.of(wide, some)
        step = V @ every.solution(size)[at]
        x = x + step * min(1.0, _STRIDE / max(float(norm(step)), ROUNDING))
        if norm(step) < ANGLE_SETTLED:
            break
    without = np.array([(every - part).solution(size)[at] for part in _segments(wide, some)])
    return x, V @ _jackknife(without) @ V.T, V.shape[1] < k


def _seen(wide: Products, p: int, k: int, size: Array) -> Array:
    """Compute an orthonormal basis of the determined directions of x, (k, up to k).

    A direction is determined if the corresponding column is independent of all other columns.
    """
    G = wide.matrix(size)
    scale = np.sqrt(np.diag(G))
    scale[scale == 0] = 1.0
    unit, own = G / np.outer(scale, scale), np.isin(np.arange(len(G)), np.arange(p, p + k))
    cross = unit[np.ix_(~own, own)]
    left = unit[np.ix_(own, own)] - cross.T @ lstsq(unit[np.ix_(~own, ~own)], cross, rcond=NORMAL_RANK)[0]
    values, axes = eigh(left * np.outer(scale[own], scale[own]))
    least = max(COLUMN_SEEN * np.sum(scale[own] ** 2), COLUMN_FELT * np.sum(wide.c / size), TINY)
    return axes[:, values > least]


_STEEP = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
_STARTS = ((0.0, 0.0), *((a * x, a * y) for a in (0.2, pi / 2) for x, y in _STEEP), (pi, 0.0))
_OTHER_START = 0.3  # smallest improvement of log Π e_j for another initial value
_LEAST_TILT = np.radians(1.5)
_SURE_TILT = 3.5  # σ


def _tilt(robot: Robot, some: Sample) -> Estimated | None:
    """Estimate the direction of gravity from the efforts.

    Return None without gravity, or if the log does not determine the direction.

    The smallest detectable tilt is σ of the least certain direction, or infinite if a direction is not determined.
    """
    from scipy.spatial.transform import Rotation

    g = np.zeros(3) if symbols(robot.gravity) else np.array(evaluate(robot.gravity, {}), float)
    size = float(norm(g))
    if size == 0:
        return None
    crooked = basis(replace(robot, gravity=tuple((size * np.array([0.48, -0.36, -0.8])).tolist())))
    kernel = compile(robot, "regressor", parameters=["gravity"])

    def turned(x: Array) -> Array:
        return np.asarray(Rotation.from_euler("XY", x).apply(g))

    def model(x: Array) -> tuple[Array, Sample]:
        Y = kernel(some.q, some.qd, some.qdd, np.broadcast_to(turned(x), (len(some.q), 3)))
        return crooked.columns(Y, some.qdd), some

    def errors(x: Array) -> Array:
        return Products.of(*model(x)).errors()

    start = min(_STARTS, key=lambda x: _score(errors(np.array(x))) + _OTHER_START * any(x))
    found = _fitted(model, np.array(start, float))
    if found is None:
        return None
    x, C, blind = found
    down = turned(x)
    angle = float(np.arccos(np.clip(g @ down / size**2, -1, 1)))
    sizes, axes = eigh(C)
    t = float(np.sqrt(np.sum((axes.T @ x) ** 2 / np.maximum(sizes, ANGLE_VARIANCE))))
    sigma = float(np.sqrt(x @ C @ x)) / max(float(norm(x)), ROUNDING)
    widest = np.inf if blind else float(np.sqrt(sizes[-1]))
    fault = findings.BaseTilted(_degrees(angle), _degrees(sigma), tuple(down.tolist()))
    coarse = findings.TiltUncertain(_degrees(widest), fault.angle) if _COARSE < widest < np.inf else None
    sure = angle >= _LEAST_TILT and t >= _SURE_TILT
    return Estimated(fault, errors(np.zeros(2)), errors(x), sure, widest, uncertain=coarse)


_LEAST_ZERO = np.radians(1.0)


def encoder_offsets(robot: Robot, some: Sample) -> list[Estimated]:
    """Estimate the encoder-zero error of each revolute joint, if determined by the efforts.

    The error is positive if the measured positions are too large.
    """
    from scipy.stats import t

    found = []
    now = _products(robot, some).errors()
    one = np.eye(robot.nv)
    sure = t.isf(FALSE_ALARM / (2 * len(now)), SEGMENTS - 1)

    def model(j: int, x: Array) -> tuple[Array, Sample]:
        moved = replace(some, q=some.q + x[0] * one[j])
        return columns_of(robot, moved), moved

    for j, c in enumerate(robot.dofs):
        if robot.nq != robot.nv or c.motion != "turn":
            continue
        own = _fitted(partial(model, j), np.zeros(1))
        if own is None or abs(own[0][0]) > pi:
            continue
        angle, sigma = -float(own[0][0]), float(np.sqrt(own[1][0, 0]))
        least = float(max(_LEAST_ZERO, sure * sigma))
        joints = (JointName(c.name),)
        fault = findings.ZeroOffset(joints, Measure(angle, Unit("rad")), Measure(sigma, Unit("rad")))
        after = Products.of(*model(j, own[0])).errors()
        found.append(Estimated(fault, now, after, abs(angle) >= least, least, joints))
    return found


_LONGEST = 0.08  # s
_NEIGHBOUR = 0.006  # s, smallest distance of the samples that determine the slope of an effort
_LEAST_DELAY = 0.006  # s; correct logs are within 4 ms
_SURE_DELAY = 2.0  # σ


def _delay(robot: Robot, log: Samples, some: Sample) -> Estimated | None:
    """Estimate the delay of the efforts, or return None if the log is too short."""
    tau, t = _smooth(log, log.tau + contact_efforts(robot, log)), log.t[spread(len(log), _SAMPLES)]
    inner = (t >= t[0] + _LONGEST) & (t <= t[-1] - _LONGEST)
    if inner.sum() < len(t) // 2:
        return None
    part, columns = some.part(inner), columns_of(robot, some.part(inner))

    def model(x: Array) -> tuple[Array, Sample]:
        return columns, replace(part, tau=np.column_stack([np.interp(t[inner] + x[0], log.t, y) for y in tau.T]))

    found = _fitted(model, np.zeros(1), max(_NEIGHBOUR, log.period))
    if found is None:
        return None
    best, sigma = float(np.clip(found[0][0], -_LONGEST, _LONGEST)), float(np.sqrt(found[1][0, 0]))
    fault = findings.EffortsDelayed(seconds(best), seconds(sigma), abs(best) == _LONGEST)
    before, after = (Products.of(*model(np.array([x]))).errors() for x in (0.0, best))
    significant = abs(best) >= max(_LEAST_DELAY, _SURE_DELAY * sigma)
    least = max(_LEAST_DELAY, abs(best) + _SURE_DELAY * sigma)
    slow = findings.DelayUncertain(fault.sigma, fault.delay, seconds(least)) if least > _SLOW else None
    return Estimated(fault, before, after, significant, least, uncertain=slow)


_SPEED_FACTORS = {
    180 / pi: "deg/s",
    pi / 180: "rad and deg/s",
    60 / (2 * pi): "rpm",
    2 * pi / 60: "turns",
    1e3: "ms",
    1 / 1000: "read as ms",
    1e6: "us",
    -1.0: "sign",
}
_FITS = 0.15  # largest error after the correction
_CLEAR = 0.3  # smallest error before the correction


def _speeds(log: Samples, robot: Robot) -> list[finding.Doubt]:
    """Report the joints whose measured velocity differs from the derivative of the position."""
    if robot.nq != robot.nv or not log.columns.get("qd"):
        return []
    slope = derivative(log.q, log.t)
    qd = log.qd
    names = tuple(map(JointName, robot.coordinates))
    found: list[Finding] = []
    moving = [j for j in range(robot.nv) if np.std(slope[:, j]) > AT_REST_SPEED and np.std(qd[:, j]) > 0]
    scaled: dict[str, list[tuple[int, float]]] = {}  # joints by the first digit of the factor
    for j in moving:
        own, rate = slope[:, j], qd[:, j]
        name, now = names[j], _left(own, rate)
        if now < _CLEAR:
            found += _speed_delay(own, rate, log.period, name, now)
            continue
        alike = [float(own @ qd[:, k]) / max(float(norm(own) * norm(qd[:, k])), TINY) for k in moving]
        other = np.argmax(np.abs(alike))
        a = float(rate @ own / (own @ own))
        if a != 0 and _left(own, rate / a) < _FITS:
            scaled.setdefault(f"{a:.1g}", []).append((j, a))
        elif moving[other] != j and abs(alike[other]) > 0.98:
            pair = (name, names[moving[other]])
            found.append(findings.SpeedOrder(pair, alike[other], alike[moving.index(j)]))
        else:
            found.append(findings.SpeedDisagrees((name,), now))
    for same in scaled.values():
        a = same[0][1]
        cause = next((cause for f, cause in _SPEED_FACTORS.items() if abs(a / f - 1) < 0.1), "scale")
        found.append(findings.SpeedScale(tuple(names[j] for j, _ in same), a, Noun(cause)))
    return [finding.Doubt(x) for x in found]


def _speed_delay(slope: Array, qd: Array, h: float, name: JointName, now: float) -> list[Finding]:
    """Report a delay of the measured velocity that explains most of the difference from the position derivative."""
    most = min(len(qd) // 10, max(3, round(0.2 / h)))
    if now < 0.02 or most < 2:
        return []
    tried = np.arange(-most, most + 1)
    inner = slice(most, len(qd) - most)
    left = np.array([_left(slope[inner], qd[most + k : len(qd) - most + k]) for k in tried])
    best = np.argmin(left)
    if left[best] > 0.5 * now or tried[best] == 0:
        return []
    return [findings.SpeedDelayed((name,), seconds(tried[best] * h), now, float(left[best]))]


def _left(slope: Array, qd: Array) -> float:
    """Compute the relative difference between the derivative of a position and the measured velocity."""
    return float(norm(slope - qd)) / max(float(norm(slope)), TINY)


def _travel(log: Samples, robot: Robot) -> Iterator[finding.Doubt]:
    """Report joints that do not move, and joints that move farther than possible.

    Implausible travel indicates that positions are in degrees or millimetres, or were measured at the motor.
    """
    for c in robot.dofs:
        travel = Measure(float(np.ptp(log.q[:, c.q], axis=0).max()), Unit("m" if c.slides else "rad"))
        single = c.motion != "ball" and (c.slides or robot.nq == robot.nv)
        if travel.value < _STILL[c.motion]:
            yield finding.Doubt(findings.JointAtRest((JointName(c.name),), travel))
        elif single and c.name in robot.actuated and travel.value > _room(c):
            yield finding.Doubt(findings.ImplausibleTravel((JointName(c.name),), travel))


_TURNS = 20 * pi  # rad
_HALL = 20.0  # m, longest plausible travel of a prismatic joint


def _room(c: Coordinate) -> float:
    """Return the plausible travel of a joint: three times the range of an angle or ten times the range of a length,
    within fixed bounds."""
    low, high = c.limits.lower, c.limits.upper
    own = None if low is None or high is None else float(high - low)
    if c.slides:
        return _HALL if own is None else max(10 * own, 1.0)
    return _TURNS if own is None else min(max(3 * own, 4 * pi), _TURNS)


_EXPLAINED = 0.7  # largest ratio of the errors after and before the correction
_NEAR = 0.5  # possible error of the masses, in decades


def _unit_of(robot: Robot, some: Sample) -> finding.Doubt | None:
    """Report efforts that are probably in another unit, such as mN m.

    The efforts are compared with the prediction of the robot model, τ_j = a · (Y π₀)_j + friction.
    """
    own = _own_efforts(robot, some)
    if own is None:
        return None
    equal, whole = np.ones(robot.nv), max(float(norm(some.tau)), TINY)

    def fitted(columns: Array, some: Sample) -> tuple[Array, float]:
        """Fit the columns and the friction. Return the parameters and the unexplained share of the efforts."""
        products = Products.of(columns, some)
        x = products.solution(equal)
        return x, float(np.sqrt(max(products.squares(x).sum(), 0.0))) / whole

    _, before = fitted(np.zeros((*own.shape, 0)), replace(some, tau=some.tau - own))
    (a, *_), after = fitted(own[:, :, None], some)
    for factor, unit in ((1e3, "mN m"), (1 / 1000, "kN m")):
        if a > 0 and abs(np.log10(a / factor)) < _NEAR and after < _EXPLAINED * before:
            fault = findings.ChannelUnit(Noun("efforts"), Unit(unit), Unit("N m"), float(a))
            return finding.Doubt(fault, None, before, after)
    return None
