"""How well some robot of this kinematics explains the efforts, and whether one explanation is significantly better than another.

    τ = Y π + f_v q̇ + f_c sign q̇ + o,   the best π with friction not negative,   e_j = ‖τ_j − τ̂_j‖/‖τ_j‖

The columns of Y are those of the base parameters, with the rotors of the drives. If each joint has noise of unknown size, the
likelihood of a log is proportional to Π 1/e_j, so means of log e_j are compared. Only products of columns are kept,
G_j = W_jᵀ W_j and W_jᵀ τ_k: other signs, scales and orders of the efforts cost one small system each.

Each explanation is fitted to nine tenths of the log and predicts the rest:

    d_s = ½ Σ_j log(‖r_js‖²/‖r'_js‖²) of segment s,    t = mean d · √K / std d                                        [vuong1989]

Model errors are correlated over seconds, so samples do not measure certainty; segments of a log are nearly independent. The
same segments give the variance of an estimated number θ (a delay, a tilt):
σ² = (K − 1)/K Σ_s (θ_s − mean θ)², θ_s without segment s.  [efron1982]

Faults of measured channels: signs, joint order, scales, gear ratios, units and speeds.

An alternative is a change of the samples, scored by `Products.errors`. It is reported only if it explains the efforts clearly
better; the next fault is then searched for on top of it.

Speeds: d/dt q = a q̇(t − lag), expected a = 1 and lag = 0. A unit factor, a sign, a lag or another joint's speed is
reported with how well it fits.

Units: positions by the range that joints can reach, efforts by the robot's own masses,
τ_j = a · (Y π₀)_j + f_v q̇_j + f_c sign q̇_j + o_j, one a for all joints, expected near 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import combinations, pairwise
from math import pi
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.dynamics import inertial_parameters, inverse_dynamics, regressor
from dalembert.errors import DalembertError
from dalembert.finding import log as findings
from dalembert.finding.finding import Finding, JointName, Measure, Noun, RobotName, Unit
from dalembert.identification.base_parameters import basis
from dalembert.identification.filtering import SEGMENTS, Samples
from dalembert.robot.model import Robot
from dalembert.tolerance import AT_REST_SPEED, FACTOR_SETTLED, RANK, RIDGE, ROUNDING, SQUARE_EXACT, TINY

Array = NDArray[np.float64]
_OWN = 3  # columns of a joint alone: viscous and Coulomb friction, offset


@dataclass(frozen=True)
class Sample:
    """Some hundred samples of a log: what the explanation is judged by. `rub` is sign q̇, filtered as the efforts are."""

    q: Array
    qd: Array
    qdd: Array
    tau: Array
    rub: Array

    def part(self, rows: slice | NDArray[np.bool_]) -> Sample:
        """Some of them."""
        return Sample(self.q[rows], self.qd[rows], self.qdd[rows], self.tau[rows], self.rub[rows])

    def arranged(self, scale: Array | None = None, order: NDArray[np.intp] | None = None) -> Sample:
        """The same with efforts scale_j · τ_order[j]."""
        tau = self.tau if order is None else self.tau[:, order]
        return replace(self, tau=tau if scale is None else tau * scale)


@dataclass(frozen=True)
class Products:
    """For each joint, with m = base parameters + 3 of friction and offset: G (n, m, m), WᵀT (n, m, n); and ‖τ_k‖², (n,)."""

    G: Array
    b: Array
    c: Array

    def errors(self, scale: Array | None = None, order: NDArray[np.intp] | None = None) -> Array:
        """e_j with the efforts τ_j replaced by scale_j · τ_order[j], (n,)."""
        own = self.arranged(scale, order)
        size = np.where(own.c > 0, own.c, np.inf)
        return np.asarray(np.sqrt(np.maximum(own.squares(own.solution(size)), 0.0) / size))

    def arranged(self, scale: Array | None = None, order: NDArray[np.intp] | None = None) -> Products:
        """The same with other efforts."""
        k = np.arange(len(self.c)) if order is None else order
        s = np.ones(len(self.c)) if scale is None else scale
        return Products(self.G, s * self.b[:, :, k], s * s * self.c[k])

    def solution(self, size: Array) -> Array:
        """The best parameters, base parameters first, then friction and offset of each joint, with rows of joint j divided by √size_j."""
        n, m = self.b.shape[:2]
        p = m - _OWN
        b = np.zeros(p + _OWN * n)
        for j in range(n):
            b[:p] += self.b[j, :p, j] / size[j]
            b[p + _OWN * j : p + _OWN * (j + 1)] = self.b[j, p:, j] / size[j]
        return _resisting(self.matrix(size), b, np.array([p + _OWN * j + i for j in range(n) for i in (0, 1)]))

    def matrix(self, size: Array) -> Array:
        """Σ_j W_jᵀW_j/size_j over all parameters."""
        n, m = self.b.shape[:2]
        p = m - _OWN
        G = np.zeros((p + _OWN * n,) * 2)
        G[:p, :p] = np.tensordot(1 / size, self.G[:, :p, :p], 1)
        for j in range(n):
            own = slice(p + _OWN * j, p + _OWN * (j + 1))
            G[:p, own] = self.G[j, :p, p:] / size[j]
            G[own, :p] = G[:p, own].T
            G[own, own] = self.G[j, p:, p:] / size[j]
        return G

    def squares(self, x: Array) -> Array:
        """‖τ_j − W_j x‖², (n,)."""
        p = self.b.shape[1] - _OWN
        y = [np.concatenate([x[:p], x[p + _OWN * j : p + _OWN * (j + 1)]]) for j in range(len(self.c))]
        return np.array([self.c[j] - 2 * self.b[j, :, j] @ z + z @ self.G[j] @ z for j, z in enumerate(y)])

    def __add__(self, other: Products) -> Products:
        return Products(self.G + other.G, self.b + other.b, self.c + other.c)

    def __sub__(self, other: Products) -> Products:
        return Products(self.G - other.G, self.b - other.b, self.c - other.c)


@final
class Explainer:
    """A robot's kinematics and the columns of its base parameters, rotors of its drives among them."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.basis = basis(robot)

    def products(self, some: Sample) -> Products:
        """The products of columns for these samples."""
        return with_friction(self.columns(some), some)

    def columns(self, some: Sample) -> Array:
        """Those of the base parameters, (N, n, p)."""
        Y = np.asarray(regressor(self.robot, some.q, some.qd, some.qdd), float)
        return self.basis.columns(Y, some.qdd)


def with_friction(columns: Array, some: Sample) -> Products:
    """The products of columns (N, n, p) of links and of each joint's friction and offset."""
    N, n = some.tau.shape
    p = columns.shape[2]
    W = np.empty((n, N, p + _OWN))
    W[:, :, :p] = columns.transpose(1, 0, 2)
    W[:, :, p] = some.qd.T
    W[:, :, p + 1] = some.rub.T
    W[:, :, p + 2] = 1
    turned = W.transpose(0, 2, 1)
    return Products(turned @ W, turned @ some.tau, (some.tau**2).sum(axis=0))


def _resisting(G: Array, b: Array, friction: NDArray[np.intp]) -> Array:
    """The least squares solution whose friction does not drive: columns that would are taken out."""
    size = np.sqrt(np.diag(G))
    kept = size > RANK * size.max(initial=TINY)
    scaled = G / np.outer(np.where(kept, size, 1.0), np.where(kept, size, 1.0))
    for _ in range(5):
        x, own = np.zeros(len(b)), np.flatnonzero(kept)
        part = scaled[np.ix_(own, own)]
        part[np.diag_indices(len(own))] += RIDGE
        x[own] = np.linalg.solve(part, b[own] / size[own]) / size[own]
        driving = friction[x[friction] < 0]
        if len(driving) == 0:
            break
        kept[driving] = False
    return x


_ROUNDS = 2  # of weights from residuals


def segments(columns: Array, some: Sample) -> list[Products]:
    """The products of each segment."""
    cut = np.linspace(0, len(some.q), SEGMENTS + 1).astype(int)
    return [with_friction(columns[a:b], some.part(slice(a, b))) for a, b in pairwise(cut)]


def whole(parts: list[Products]) -> Products:
    return sum(parts[1:], start=parts[0])


def noise(of: Products) -> Array:
    """‖r_j‖² of the best explanation, each joint by its own noise, (n,)."""
    size = of.c
    for _ in range(_ROUNDS):
        left = of.squares(of.solution(np.where(size > 0, size, np.inf)))
        size = np.maximum(left, SQUARE_EXACT * of.c)
    return size


def left_out(columns: Array, some: Sample) -> Array:
    """‖r_js‖²/‖τ_j‖² of each segment, predicted from all others, (K, n)."""
    parts = segments(columns, some)
    every = whole(parts)
    size = noise(every)
    weigh = np.where(size > 0, size, np.inf)
    left = [part.squares((every - part).solution(weigh)) for part in parts]
    return np.maximum(np.array(left) / np.where(every.c > 0, every.c, np.inf), SQUARE_EXACT / SEGMENTS)


def predicted_better(now: Array, other: Array) -> float:
    """t of the other explanation: above 0 where it predicts better; both (K, n) of the same recorded joints."""
    d = 0.5 * (np.log(now) - np.log(other)).sum(axis=1)
    return float(d.mean() * np.sqrt(len(d)) / max(float(d.std(ddof=1)), ROUNDING))


def jackknife(without: Array) -> Array:
    """The covariance of numbers of which row s was found without segment s, (K, k)."""
    d = without - without.mean(axis=0)
    return np.asarray((len(d) - 1) / len(d) * d.T @ d)


CLEARLY = 0.45  # of the present product of errors that an alternative may leave, or
_OVERALL = 0.6  # of their present root mean square
WORTH = 0.02  # the least present error of a joint at which anything is looked for
_ALIKE = 1.1  # products of errors as good as the best
_SMALLEST = 0.003  # ε: errors below count little, the model itself is no better
_FACTORS = (0.1, 0.2, 1 / 3, 0.5, 2 / 3, 0.8, 0.9, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0)
_EDGES = (0.075, 13.5)  # a factor of positions beyond is where the search ends, no optimum
_ENDS = (7.5e-4, 1350.0)  # the same of efforts
_ZEROS = (-np.pi / 2, -0.8, -0.3, -0.1, 0.1, 0.3, 0.8, np.pi / 2, np.pi)  # rad
_LARGE = (0.001, 0.01, 100.0, 1000.0)  # of efforts, which may be in another unit at one joint
_FAR = 8 * np.pi  # rad
_TURN = 7.0  # a motion beyond so many radians may be in degrees
_PROMISING = -0.2  # change of the log of the product that is worth a finer look
_CLOSE = 1.0  # change of the log of the product by which an order or a sign may seem worse and yet not be ruled out
_NOTED = 0.5  # change of the log of the product that counts where segments agree
_POSITION, _EFFORT, _BOTH = Noun("position channel"), Noun("effort channel"), Noun("position and effort")
SURE = 3.0  # standard errors: an alternative that is worse by more is ruled out; one that is better by less is not reported
_SURELY = 4.0  # an alternative that is better by more is reported


@dataclass(frozen=True)
class Alternative:
    """A fault, the unexplained shares of the efforts once it is corrected, and the corrected samples."""

    fault: Finding
    joints: tuple[int, ...]
    errors: Array
    after: Sample

    @property
    def score(self) -> float:
        """log Π e_j: the smaller the better."""
        return score(self.errors)

    @property
    def reorders(self) -> bool:
        """Whether the fault is an order or a sign, which a log may leave open."""
        return isinstance(self.fault, (findings.JointsSwapped, findings.SignFlipped))


def score(errors: Array) -> float:
    """Return log Π √(e_j² + ε²)."""
    return float(0.5 * np.log(errors**2 + _SMALLEST**2).sum())


@dataclass(frozen=True)
class Comparison:
    """The present errors, and the alternatives that explain the efforts clearly better: the best, and those as good.

    `alike` are orders and signs that the log does not distinguish, with t: how many standard errors better they predict.
    """

    now: Array
    better: tuple[Alternative, ...] = ()
    alike: tuple[tuple[Alternative, float], ...] = ()


def compare(explain: Explainer, some: Sample, names: Sequence[str]) -> Comparison:
    """Test every alternative on the samples."""
    base = explain.products(some)
    now = base.errors()
    if now.max() < WORTH:
        return Comparison(now)
    tried = list(_all(explain, some, base, tuple(map(JointName, names))))
    close = [x for x in tried if (x.reorders and x.score < score(now) + _CLOSE) or _clearly(x.errors, now)]
    present = left_out(explain.columns(some), some) if close else np.zeros(0)
    sure = [(x, predicted_better(present, left_out(explain.columns(x.after), x.after))) for x in close]
    found = [x for x, t in sure if (_clearly(x.errors, now) and t > SURE) or _surely(x, now, t)]
    best = min(found, key=lambda x: x.score, default=None)
    if best is None:
        return Comparison(now, (), tuple((x, t) for x, t in sure if x.reorders and t > -SURE))
    return Comparison(now, (best, *(x for x in found if x is not best and _as_good(x, best))))


def _as_good(x: Alternative, best: Alternative) -> bool:
    """Nearly the same, or of the same joint and not clearly worse."""
    same = type(x.fault) is type(best.fault) and x.joints == best.joints
    worse = 1 / CLEARLY if same else _ALIKE
    return bool(x.score < best.score + np.log(worse))


def _surely(x: Alternative, now: Array, t: float) -> bool:
    """Better by less, but in all segments of the log."""
    return isinstance(x.fault, findings.JointsSwapped) and t > _SURELY and x.score < score(now) - _NOTED


def _clearly(errors: Array, now: Array) -> bool:
    """Better in one joint by far, or in all together by much."""
    if score(errors) < score(now) + np.log(CLEARLY):
        return True
    return score(errors) < score(now) and bool(np.linalg.norm(errors) < _OVERALL * np.linalg.norm(now))


def _all(explain: Explainer, some: Sample, base: Products, names: Sequence[JointName]) -> Iterator[Alternative]:
    n, now = some.tau.shape[1], base.errors()
    pairs = list(combinations(range(n), 2))

    def tried(
        fault: Finding,
        joints: Sequence[int],
        moved: Sample = some,
        own: Products = base,
        scale: Array | None = None,
        order: NDArray[np.intp] | None = None,
    ) -> Alternative:
        """Another motion, whose products are `own`, with other signs, scales and orders of efforts."""
        return Alternative(fault, tuple(joints), own.errors(scale, order), moved.arranged(scale, order))

    for j in range(n):
        yield tried(findings.SignFlipped((names[j],), _EFFORT), (j,), scale=_scale(n, j, -1.0))
    yield tried(findings.SignFlipped(tuple(names), _EFFORT), range(n), scale=-np.ones(n))
    for j, k in pairs:
        yield tried(findings.JointsSwapped((names[j], names[k]), _EFFORT), (j, k), order=_swap(n, j, k))
    for j in range(n) if n > 1 else ():
        a = _finest(partial(_at_scale, base, n, j), (*_FACTORS, *_LARGE), now)
        if _ENDS[0] < a < _ENDS[1]:
            yield tried(findings.WrongScale((names[j],), _EFFORT, 1 / a), (j,), scale=_scale(n, j, a))
    robot = explain.robot
    if robot.nq != robot.nv:
        return
    for j in range(n):
        moved = _scaled(some, j, -1.0)
        own, who = explain.products(moved), (names[j],)
        yield tried(findings.SignFlipped(who, _POSITION), (j,), moved, own)
        yield tried(findings.SignFlipped(who, _BOTH), (j,), moved, own, _scale(n, j, -1.0))
    for j, k in pairs:
        order, pair = _swap(n, j, k), (names[j], names[k])
        moved = replace(some, **{x: getattr(some, x)[:, order] for x in ("q", "qd", "qdd", "rub")})
        own = explain.products(moved)
        yield tried(findings.JointsSwapped(pair, _POSITION), (j, k), moved, own)
        yield tried(findings.JointsSwapped(pair, _BOTH), (j, k), moved, own, order=order)
    for j, name in enumerate(robot.coordinates):
        products = cache(partial(_rescaled, explain, some, j))
        for along, channel in ((False, _POSITION), (True, Noun("gear ratio"))):  # efforts as they are, or by 1/a
            a = _finest(partial(_at_ratio, products, n, j, along), _FACTORS, now)
            moved = _scaled(some, j, a)
            if _within(robot, j, moved) and _EDGES[0] < a < _EDGES[1]:
                fault = findings.WrongScale((names[j],), channel, a if along else 1 / a)
                yield tried(fault, (j,), moved, products(a), _scale(n, j, 1 / a) if along else None)
        if not robot.coordinate(name).slides:
            a = _finest(partial(_at_zero, explain, some, j), _ZEROS, now, angle=True)
            moved, offset = shifted(some, j, a), findings.ZeroOffset((names[j],), Measure(-a, Unit("rad")))
            yield tried(offset, (j,), moved, explain.products(moved))
    turns = np.array([dof.motion == "turn" for dof in robot.dofs])
    most = float(np.abs(some.q[:, turns]).max(initial=0.0))
    degrees = ((np.pi / 180, "deg", "rad"),) if most > _TURN else ()
    radians = ((180 / np.pi, "rad", "deg"),) if most < np.radians(_TURN) else ()
    for factor, unit, expected in (*degrees, *radians):
        by = np.where(turns, factor, 1.0)
        moved = replace(some, q=some.q * by, qd=some.qd * by, qdd=some.qdd * by)
        other = findings.ChannelUnit(Noun("positions"), Unit(unit), Unit(expected))
        yield tried(other, np.flatnonzero(turns).tolist(), moved, explain.products(moved))
    for factor, unit, expected in ((1e3, "ms", "s"), (1 / 1000, "s", "ms")):
        moved = replace(some, qd=some.qd * factor, qdd=some.qdd * factor**2)
        other = findings.ChannelUnit(Noun("time stamps"), Unit(unit), Unit(expected))
        yield tried(other, (), moved, explain.products(moved))


def _at_scale(base: Products, n: int, j: int, a: float) -> Array:
    return base.errors(_scale(n, j, a))


def _at_zero(explain: Explainer, some: Sample, j: int, a: float) -> Array:
    return explain.products(shifted(some, j, a)).errors()


def _rescaled(explain: Explainer, some: Sample, j: int, a: float) -> Products:
    return explain.products(_scaled(some, j, a))


def _at_ratio(products: Callable[[float], Products], n: int, j: int, along: bool, a: float) -> Array:
    """Errors with the positions of a joint times a, and its efforts as they are or by 1/a."""
    return products(a).errors(_scale(n, j, 1 / a) if along else None)


def _finest(errors: Callable[[float], Array], tried: Sequence[float], now: Array, angle: bool = False) -> float:
    """The factor or angle with the best score: of those tried, then between its neighbours where that is promising."""
    from scipy.optimize import minimize_scalar

    least, a = min((score(errors(x)), x) for x in tried)
    if least > score(now) + _PROMISING:
        return a
    options = {"maxiter": 12} if angle else {"xatol": FACTOR_SETTLED, "maxiter": 12}
    near = (a - 0.4, a + 0.4) if angle else (np.log(a) - 0.35, np.log(a) + 0.35)
    fine = minimize_scalar(
        lambda x: score(errors(float(x if angle else np.exp(x)))), bounds=near, method="bounded", options=options
    )
    return float(fine.x if angle else np.exp(fine.x)) if fine.fun < least else a


def _within(robot: Robot, j: int, some: Sample) -> bool:
    """Whether a joint can go so far: three times the range of its limits, or four turns."""
    c = robot.coordinate(robot.coordinates[j])
    low, high = c.limits.lower, c.limits.upper
    far = np.inf if c.slides else _FAR
    room = far if low is None or high is None else min(3 * float(high - low), far)
    return float(np.ptp(some.q[:, j])) < room


def _scaled(some: Sample, j: int, a: float) -> Sample:
    """The sample with the motion of a joint times a."""
    by = _scale(some.q.shape[1], j, a)
    return replace(some, q=some.q * by, qd=some.qd * by, qdd=some.qdd * by, rub=some.rub * np.sign(by))


def shifted(some: Sample, j: int, angle: float) -> Sample:
    """The sample with another zero of a joint."""
    return replace(some, q=some.q + angle * (np.arange(some.q.shape[1]) == j))


def _scale(n: int, j: int, a: float) -> Array:
    s = np.ones(n)
    s[j] = a
    return s


def _swap(n: int, j: int, k: int) -> NDArray[np.intp]:
    order = np.arange(n)
    order[j], order[k] = k, j
    return order


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
_FITS = 0.15  # of the speed that may stay unexplained once an alternative is taken
_CLEAR = 0.3  # how bad it must be as it is


def speed_faults(slope: Array, qd: Array, t: Array, names: Sequence[str]) -> list[finding.SpeedFault]:
    """Return the joints whose derivative of position, `slope`, is not their measured speed qd."""
    found: list[finding.SpeedFault] = []
    moving = [j for j in range(qd.shape[1]) if np.std(slope[:, j]) > AT_REST_SPEED and np.std(qd[:, j]) > 0]
    factors: dict[int, float] = {}
    for j in moving:
        name, now = JointName(names[j]), _left(slope[:, j], qd[:, j])
        if now < _CLEAR:
            found += _speed_delay(slope[:, j], qd[:, j], t, name, now)
            continue
        other = moving[int(np.argmax([abs(_agreement(slope[:, j], qd[:, k])) for k in moving]))]
        a = float(qd[:, j] @ slope[:, j] / (slope[:, j] @ slope[:, j]))
        if a != 0 and _left(slope[:, j], qd[:, j] / a) < _FITS:
            factors[j] = a
        elif other != j and abs(alike := _agreement(slope[:, j], qd[:, other])) > 0.98:
            pair = (name, JointName(names[other]))
            found.append(findings.SpeedOrder(pair, alike, _agreement(slope[:, j], qd[:, j])))
        else:
            found.append(findings.SpeedDisagrees((name,), now))
    while factors:  # joints with the same factor together
        a = next(iter(factors.values()))
        same = [j for j, x in factors.items() if abs(x / a - 1) < 0.1]
        factors = {j: x for j, x in factors.items() if j not in same}
        cause = next((cause for f, cause in _SPEED_FACTORS.items() if abs(a / f - 1) < 0.1), "scale")
        found.append(findings.SpeedScale(tuple(JointName(names[j]) for j in same), a, Noun(cause)))
    return found


def _speed_delay(slope: Array, qd: Array, t: Array, name: JointName, now: float) -> list[finding.SpeedFault]:
    """A delay between the two that explains most of their difference."""
    h = float(np.median(np.diff(t)))
    most = min(len(qd) // 10, max(3, round(0.2 / h)))
    if now < 0.02 or most < 2:
        return []
    tried = np.arange(-most, most + 1)
    inner = slice(most, len(qd) - most)
    left = np.array([_left(slope[inner], qd[most + k : len(qd) - most + k]) for k in tried])
    best = int(np.argmin(left))
    if left[best] > 0.5 * now or tried[best] == 0:
        return []
    return [findings.SpeedDelayed((name,), Measure(float(tried[best] * h), Unit("s")), now, float(left[best]))]


def _left(slope: Array, qd: Array) -> float:
    """What of the slope the speed does not explain."""
    return float(np.linalg.norm(slope - qd)) / max(float(np.linalg.norm(slope)), TINY)


def _agreement(x: Array, y: Array) -> float:
    return float(x @ y) / max(float(np.linalg.norm(x) * np.linalg.norm(y)), TINY)


_TURNS = 20 * np.pi  # rad
_HALL = 20.0  # m: the longest slide
_EXPLAINED = 0.7  # of what is left as it is that another unit may leave to other masses
_NEAR = 0.5  # decades that masses may be wrong by


def unit_of(robot: Robot, some: Sample) -> finding.Doubt | None:
    """Efforts a thousand times those of the robot's own masses, beside the friction that fits best: mN m."""
    try:
        own = np.asarray(inverse_dynamics(robot.rigid(), some.q, some.qd, some.qdd))
    except DalembertError:
        return None
    ratio, before, after = _effort_scale(own, some)
    for factor, unit in ((1e3, "mN m"), (1 / 1000, "kN m")):
        if ratio > 0 and abs(np.log10(ratio / factor)) < _NEAR and after < _EXPLAINED * before:
            return finding.Doubt(
                findings.ChannelUnit(Noun("efforts"), Unit(unit), Unit("N m"), ratio), None, before, after
            )
    return None


def unscaled(robot: Robot) -> list[Finding]:
    """What efforts cannot show if the robot has no masses."""
    if robot.parameters or np.any(inertial_parameters(robot)):
        return []
    return [findings.EffortScaleUnconfirmed(RobotName(robot.name))]


def _effort_scale(own: Array, some: Sample) -> tuple[float, float, float]:
    """a of τ = a · own + friction and offsets, with one a for all joints; what is left of ‖τ‖ with a = 1, and with a."""
    rest = [np.column_stack([some.qd[:, j], some.rub[:, j], np.ones(len(own))]) for j in range(own.shape[1])]

    def without(x: Array) -> Array:
        return np.column_stack([y - A @ np.linalg.lstsq(A, y, rcond=None)[0] for A, y in zip(rest, x.T, strict=True)])

    x, y = without(own), without(some.tau)
    size, whole = float(np.sum(x * x)), max(float(np.linalg.norm(some.tau)), TINY)
    a = float(np.sum(x * y)) / size if size > 0 else 0.0
    return a, float(np.linalg.norm(y - x)) / whole, float(np.linalg.norm(y - a * x)) / whole


def far(log: Samples, robot: Robot) -> list[finding.Doubt]:
    """Joints that move farther than they can: in degrees or millimetres, or measured at the motor."""
    found = []
    for c in (c for joint in robot.joints for c in joint.coordinates):
        if c.name not in robot.actuated or c.motion == "ball" or (not c.slides and robot.nq != robot.nv):
            continue
        low, high = c.limits.lower, c.limits.upper
        own = None if low is None or high is None else float(high - low)
        if c.slides:
            room = _HALL if own is None else max(10 * own, 1.0)
        else:
            room = _TURNS if own is None else min(max(3 * own, 4 * np.pi), _TURNS)
        travel = float(np.ptp(log.q[:, c.q], axis=0).max())
        if travel > room:
            unit = Unit("m" if c.slides else "rad")
            found.append(finding.Doubt(findings.ImplausibleTravel((JointName(c.name),), Measure(travel, unit))))
    return found
