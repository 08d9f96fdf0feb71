"""Examine a log for faults: what is probably wrong with it, and what it cannot decide either way.

for doubt in log.doubts(robot):
    print(doubt)

Faults of the installation: a tilted base, a wrong encoder zero, efforts that are late. Each number comes with its σ.

Tilt and zeros are parameters x of the columns, τ = W(x) π, estimated by Gauss-Newton:

    W(x + d) π ≈ W(x) π + Σ_k d_k ∂W/∂x_k π,   π and friction fitted beside each step

Segments of the log give their covariance. Directions that other parameters can compensate are not changed.

Tilt: Y is linear in gravity, so each direction costs one matrix product.

    Y(q, q̇, q̈; R g) = Y₀ + Σ_k (R g)_k Y_k,    R = rot_x(α) rot_y(β)

The columns are the base parameters of a robot with gravity in general direction: upright joints also feel a tilt.

Encoder zero: Y(q + δ) for each turning joint alone, expected δ = 0. Link parameters absorb most of an error of a few degrees;
it shows because the same links must explain all postures. The zeros of an upright first joint and of the last joint are not
identifiable from any log. σ comes from K segments, so δ/σ has Student's distribution with K − 1 degrees of freedom; the
threshold accounts for the n joints tested.

Delay: τ(t + d), expected d = 0. Filtered amplifiers or a second recorder delay the efforts; a fit then mistakes the delay for
damping and less inertia. d is the vertex of log Π ‖r_j‖(d). Unfiltered logs are tested at whole samples only, because
interpolation between two samples halves the noise and looks like a better fit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.dynamics import compile, inverse_dynamics
from dalembert.errors import DalembertError
from dalembert.finding import log as findings
from dalembert.finding.finding import Finding, JointName, Measure, Noun, Unit
from dalembert.graph import evaluate, symbols
from dalembert.identification.base_parameters import Basis, basis
from dalembert.identification.blas_threads import one_thread
from dalembert.identification.filtering import SEGMENTS, Samples, derivative, low_passed, zero_phase
from dalembert.identification.linear_model import contact_efforts
from dalembert.identification.log_faults import channels
from dalembert.identification.log_faults.channels import (
    SURE,
    WORTH,
    Alternative,
    Comparison,
    Explainer,
    Products,
    Sample,
    jackknife,
    noise,
    score,
    segments,
    whole,
    with_friction,
)
from dalembert.robot.model import Robot
from dalembert.tolerance import (
    ANGLE_SETTLED,
    ANGLE_VARIANCE,
    COLUMN_FELT,
    COLUMN_SEEN,
    EFFORT_LEFT,
    FALSE_ALARM,
    GRADIENT_STEP,
    NORMAL_RANK,
    ROUNDING,
    TINY,
)

Array = NDArray[np.float64]
Columns = Callable[[Array], Array]
_SAMPLES = 500
_INDEPENDENT = 4  # samples of a segment
_SPARED = 2  # one in so many is enough for alternatives, of which there are many
_SHORT = 4.0  # s
_STILL = {"turn": 0.01, "slide": 0.001, "ball": 0.01}  # rad, m: less than this range is standing
_ALIKE = 0.1  # change of log Π e_j between explanations that are as good
_MOST = 4  # faults looked for on top of each other
_BETTER = 0.1  # change of log Π e_j that a tilt, a zero or a delay must be worth
_COARSE = np.radians(1.0)  # σ of a tilt above which it is reported
_WIDE = np.radians(10.0)  # reported if a smaller error of a zero would go unnoticed
_SLOW = 0.012  # s: reported if a shorter lag would go unnoticed
_MOST_NAMED = 4
_LITTLE = 0.2  # of an effort


@dataclass(frozen=True)
class Examination:
    """The result of examining a log.

    doubts       probable faults: corrected, they explain the efforts clearly better; or too little motion
    unconfirmed  faults that the log neither shows nor rules out
    """

    doubts: tuple[finding.Doubt, ...]
    unconfirmed: tuple[Finding, ...] = ()


@final
@dataclass(frozen=True, eq=False)
class Estimated:
    """A fault of the installation with a number: errors as recorded and with it corrected, whether it is beyond its own
    uncertainty, and the least number that would be noticed [rad, s]."""

    fault: Finding
    before: Array
    after: Array
    significant: bool
    least: float

    @property
    def gain(self) -> float:
        """The decrease of log Π e_j."""
        return score(self.before) - score(self.after)

    @property
    def certain(self) -> bool:
        return self.significant and self.gain >= _BETTER


def examine(log: Samples, robot: Robot) -> Examination:
    """Test a log for every fault."""
    short = [
        finding.Doubt(findings.LogTooShort(_seconds(x), _seconds(_SHORT))) for x in (_duration(log),) if x < _SHORT
    ]
    speeds = _speeds(log, robot)
    found = [*short, *_standing(log, robot), *channels.far(log, robot), *speeds]
    if np.isnan(log.tau).any() or len(log) < 20 or robot.loops or speeds:
        return Examination(tuple(found))  # without efforts, or the motion is not what it seems
    some = _some(log, robot)
    unit, scale = channels.unit_of(robot, some), channels.unscaled(robot)
    if unit is not None:
        found.append(unit)
    with one_thread():
        better, left, unclear = _explained(robot, some.part(slice(None, None, _SPARED)))
        if unit is None and robot.nq == robot.nv and _many(log) and not short:
            better, unclear = _installed(log, robot, some, better, left, unclear)
    return Examination((*found, *better), (*scale, *unclear))


def _installed(
    log: Samples, robot: Robot, some: Sample, better: list[finding.Doubt], left: float, unclear: list[Finding]
) -> tuple[list[finding.Doubt], list[Finding]]:
    """A tilt, a delay or an encoder zero instead of the faults of channels, where it explains more."""
    explain = Explainer(robot)
    worst = explain.products(some).errors().max()
    leaning = tilt(robot, some) if worst >= WORTH else None
    late = None if better else delay(explain, log, _efforts(log, robot), _rows(log), some)
    zeroed = all(isinstance(x.fault, (findings.WrongScale, findings.ZeroOffset)) for x in better)
    off = encoder_offsets(explain, some) if zeroed and worst >= EFFORT_LEFT else []
    ranked = sorted(off, key=lambda x: -x.gain)
    candidates = [x for x in (leaning, *ranked[:1]) if x is not None and x.certain and score(x.after) < left]
    candidates += [late] if late is not None and late.certain else []
    if candidates:
        best = max(candidates, key=lambda x: x.gain)
        alike = [x for x in ranked[1:] if x.certain and x.gain > best.gain - _ALIKE] if best in ranked else []
        return [_doubt(robot, best.fault, best.before, best.after, tuple(x.fault for x in alike))], []
    return better, unclear if better else [*unclear, *unseen(leaning, late, off)]


def _doubt(
    robot: Robot, fault: Finding, before: Array, after: Array, alternatives: tuple[Finding, ...] = ()
) -> finding.Doubt:
    """Return the doubt with the joint that the correction improves most."""
    j = int(np.argmax(before / np.maximum(after, EFFORT_LEFT)))
    name = JointName(robot.coordinates[j])
    return finding.Doubt(fault, name, float(before[j]), float(after[j]), alternatives)


def undecided(robot: Robot, some: Sample, seen: Comparison) -> list[Finding]:
    """Orders and signs of joints that the efforts do not confirm."""
    closest: dict[tuple[type, tuple[int, ...]], tuple[Alternative, float]] = {}
    for x, t in sorted(seen.alike, key=lambda pair: -pair[1]):
        closest.setdefault((type(x.fault), x.joints), (x, t))
    orders = [x for x in closest.values() if isinstance(x[0].fault, findings.JointsSwapped)]
    signs = [x for x in closest.values() if isinstance(x[0].fault, findings.SignFlipped)]
    found: list[Finding] = []
    for x, t in orders[:_MOST_NAMED]:
        pair, swapped = list(x.joints), list(x.joints)[::-1]
        before, after = (tuple(e.tolist()) for e in (seen.now[pair], x.errors[swapped]))
        found.append(findings.Unconfirmed(x.fault, (-t,), SURE, before, after, _link_share(robot, some, x.joints)))
    if signs:
        joints = tuple(dict.fromkeys(j for x, _ in signs for j in x.joints))
        names = tuple(JointName(robot.coordinates[j]) for j in joints)
        fault, t_each = findings.SignFlipped(names, Noun("position and effort")), tuple(-t for _, t in signs)
        found.append(findings.Unconfirmed(fault, t_each, SURE, link_share=_link_share(robot, some, joints)))
    return found


def _link_share(robot: Robot, some: Sample, joints: tuple[int, ...]) -> tuple[float, ...]:
    """The share of these efforts that the links cause, by the robot's own masses; () if it is not small."""
    try:
        own = np.asarray(inverse_dynamics(robot.rigid(), some.q, some.qd, some.qdd))
    except DalembertError:
        return ()
    share = own.std(axis=0)[list(joints)] / np.maximum(some.tau.std(axis=0)[list(joints)], TINY)
    return () if share.max() > _LITTLE or not own.any() else tuple(share.tolist())


def unseen(leaning: Estimated | None, late: Estimated | None, off: list[Estimated]) -> list[Finding]:
    """A tilt, a delay and encoder zeros that are known too coarsely to be ruled out."""
    found: list[Finding] = []
    coarse = [(x.fault, _degrees(x.least)) for x in off if x.least > _WIDE]
    if coarse:
        joints = tuple(x.joints[0] for x, _ in coarse if isinstance(x, findings.ZeroOffset))
        found.append(findings.ZerosUnseen(joints, tuple(angle for _, angle in coarse)))
    if leaning is not None and isinstance(leaning.fault, findings.BaseTilted) and _COARSE < leaning.least < np.inf:
        found.append(findings.TiltUncertain(_degrees(leaning.least), leaning.fault.angle))
    if late is not None and isinstance(late.fault, findings.EffortsDelayed) and late.least > _SLOW:
        found.append(findings.DelayUncertain(late.fault.sigma, late.fault.delay, _seconds(late.least)))
    return found


def _degrees(angle: float) -> Measure:
    return Measure(float(np.degrees(angle)), Unit("deg"))


def _seconds(time: float) -> Measure:
    return Measure(float(time), Unit("s"))


def _many(log: Samples) -> bool:
    """Whether segments of the log have independent samples enough to tell how sure a number is."""
    return log.cutoff is None or 2 * log.cutoff * _duration(log) > _INDEPENDENT * SEGMENTS


def _explained(robot: Robot, some: Sample) -> tuple[list[finding.Doubt], float, list[Finding]]:
    """Faults that explain the efforts clearly better, one on top of the other, log Π e_j after the first, and what stays open."""
    found: list[finding.Doubt] = []
    explain, left = Explainer(robot), np.inf
    for _ in range(_MOST):
        seen = channels.compare(explain, some, robot.coordinates)
        if not seen.better:
            return found, float(left), undecided(robot, some, seen)
        first, *others = seen.better
        left = left if found else first.score
        alternatives = tuple(x.fault for x in others[:2])
        found.append(_doubt(robot, first.fault, seen.now, first.errors, alternatives))
        some = first.after
    return found, float(left), []


def _some(log: Samples, robot: Robot) -> Sample:
    """Samples spread over the log."""
    rows = _rows(log)
    rub = np.sign(log.qd)
    if log.removed is not None:
        rub = low_passed(rub, log.t, log.cutoff)
    return Sample(log.q[rows], log.qd[rows], log.qdd[rows], _efforts(log, robot)[rows], _smooth(log, rub)[rows])


def _rows(log: Samples) -> NDArray[np.intp]:
    return np.linspace(0, len(log) - 1, min(_SAMPLES, len(log))).astype(np.intp)


def _efforts(log: Samples, robot: Robot) -> Array:
    """With forces from outside."""
    return _smooth(log, log.tau + contact_efforts(robot, log))


def _smooth(log: Samples, x: Array) -> Array:
    """Low-passed as the motion is."""
    smooth = log.cutoff is not None and 2 * log.cutoff * log.period < 0.8
    return zero_phase(x, log.t, 2 * log.cutoff) if smooth and log.cutoff is not None else x


def _duration(log: Samples) -> float:
    return float(sum(log.t[p.stop - 1] - log.t[p.start] for p in log.pieces))


def _standing(log: Samples, robot: Robot) -> list[finding.Doubt]:
    found = []
    for c in (c for joint in robot.joints for c in joint.coordinates):
        travel = float(np.ptp(log.q[:, c.q], axis=0).max())
        if travel < _STILL[c.motion]:
            found.append(
                finding.Doubt(
                    findings.JointAtRest((JointName(c.name),), Measure(travel, Unit("m" if c.slides else "rad")))
                )
            )
    return found


def _speeds(log: Samples, robot: Robot) -> list[finding.Doubt]:
    if robot.nq != robot.nv or not log.columns.get("qd"):
        return []
    return [
        finding.Doubt(x)
        for x in channels.speed_faults(derivative(log.q, log.t), np.asarray(log.qd), log.t, robot.coordinates)
    ]


_ROUNDS = 5
_STRIDE = 0.3  # rad, of a step at most


@final
@dataclass(frozen=True, eq=False)
class ColumnFit:
    """The numbers, their covariance, and whether a direction of them is not seen."""

    x: Array
    covariance: Array
    blind: bool


def fit_columns(columns: Columns, some: Sample, x: Array) -> ColumnFit | None:
    """The numbers that explain the efforts best, from a start on; None where none of them is seen."""
    k = len(x)
    for _ in range(_ROUNDS):
        Y = columns(x)
        p = Y.shape[2]
        own = with_friction(Y, some)
        size = noise(own)
        size = np.where(size > 0, size, np.inf)
        pi = own.solution(size)[:p]
        ends = [(columns(x + d), columns(x - d)) for d in GRADIENT_STEP * np.eye(k)]
        D = np.stack([(ahead - behind) @ pi / (2 * GRADIENT_STEP) for ahead, behind in ends], axis=2)
        V = _seen(with_friction(np.concatenate([Y, D], axis=2), some), p, k, size)
        if not V.shape[1]:
            return None
        wide, at = np.concatenate([Y, D @ V], axis=2), slice(p, p + V.shape[1])
        step = V @ with_friction(wide, some).solution(size)[at]
        x = x + step * min(1.0, _STRIDE / max(float(np.linalg.norm(step)), ROUNDING))
        if np.linalg.norm(step) < ANGLE_SETTLED:
            break
    parts = segments(wide, some)
    every = whole(parts)
    without = np.array([(every - part).solution(size)[at] for part in parts])
    return ColumnFit(x, V @ jackknife(without) @ V.T, V.shape[1] < k)


def _seen(wide: Products, p: int, k: int, size: Array) -> Array:
    """Directions of x whose columns, k after the first p, are not made up by the others; (k, up to k)."""
    G = wide.matrix(size)
    own = np.arange(p, p + k)
    rest = np.setdiff1d(np.arange(len(G)), own)
    rest = rest[np.diag(G)[rest] > 0]
    scale = np.sqrt(np.diag(G)[rest])
    inner, cross = G[np.ix_(rest, rest)] / np.outer(scale, scale), G[np.ix_(rest, own)] / scale[:, None]
    left = G[np.ix_(own, own)] - cross.T @ np.linalg.lstsq(inner, cross, rcond=NORMAL_RANK)[0]
    values, axes = np.linalg.eigh(left)
    least = max(COLUMN_SEEN * float(np.trace(G[np.ix_(own, own)])), COLUMN_FELT * float(np.sum(wide.c / size)), TINY)
    return np.asarray(axes[:, values > least])


_STEEP = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
_STARTS = ((0.0, 0.0), *((a * x, a * y) for a in (0.2, np.pi / 2) for x, y in _STEEP), (np.pi, 0.0))
_PROMISING = 0.3  # change of log Π e_j that another start must be worth
_LEAST_TILT = np.radians(1.5)
_SURE_TILT = 3.5  # σ


def tilt(robot: Robot, some: Sample) -> Estimated | None:
    """The direction of gravity that explains the efforts; None where there is none, or none is seen.

    The least tilt that would be noticed is the σ of the direction seen worst, infinite where one is not seen.
    """
    if symbols(robot.gravity):
        return None
    g = np.array(evaluate(robot.gravity, {}), float)
    size = float(np.linalg.norm(g))
    if size == 0:
        return None
    try:
        by_gravity = _columns(robot, some, size)
    except DalembertError:
        return None

    def columns(x: Array) -> Array:
        return by_gravity(_turned(g, x))

    def errors(x: Array) -> Array:
        return with_friction(columns(x), some).errors()

    start = min(_STARTS, key=lambda x: score(errors(np.array(x))) + _PROMISING * bool(x[0] or x[1]))
    found = fit_columns(columns, some, np.array(start, float))
    if found is None:
        return None
    x, C = found.x, found.covariance
    turned = _turned(g, x)
    angle = float(np.arccos(np.clip(g @ turned / size**2, -1, 1)))
    sizes, axes = np.linalg.eigh(C)
    t = float(np.sqrt(np.sum((axes.T @ x) ** 2 / np.maximum(sizes, ANGLE_VARIANCE))))
    sigma = float(np.sqrt(x @ C @ x)) / max(float(np.linalg.norm(x)), ROUNDING)
    widest = np.inf if found.blind else float(np.sqrt(sizes[-1]))
    fault = findings.BaseTilted(_degrees(angle), _degrees(sigma), tuple(turned.tolist()))
    return Estimated(fault, errors(np.zeros(2)), errors(x), angle >= _LEAST_TILT and t >= _SURE_TILT, widest)


def _columns(robot: Robot, some: Sample, size: float) -> Columns:
    """Columns (N, n, p) by gravity, of the base parameters of a robot whose gravity points nowhere special."""
    kernel = compile(robot, "regressor", parameters=["gravity"])
    N = len(some.q)
    rows = [
        np.asarray(kernel(some.q, some.qd, some.qdd, np.broadcast_to(x, (N, 3))))
        for x in np.vstack([np.zeros(3), np.eye(3)])
    ]
    crooked: Basis = basis(replace(robot, gravity=tuple((size * np.array([0.48, -0.36, -0.8])).tolist())))
    still = crooked.columns(rows[0], some.qdd)
    pulled = [crooked.columns(row - rows[0], np.zeros_like(some.qdd)) for row in rows[1:]]
    return lambda g: still + g[0] * pulled[0] + g[1] * pulled[1] + g[2] * pulled[2]


def _turned(g: Array, x: Array) -> Array:
    a, b = float(x[0]), float(x[1])
    X = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    Y = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
    return np.asarray(X @ Y @ g)


_LEAST_ZERO = np.radians(1.0)


def encoder_offsets(explain: Explainer, some: Sample) -> list[Estimated]:
    """By how much positions are too large, of every turning joint whose zero the efforts tell."""
    from scipy.stats import t

    robot, found, now = explain.robot, [], explain.products(some).errors()
    sure = t.isf(FALSE_ALARM / (2 * len(now)), SEGMENTS - 1)
    for j, name in enumerate(robot.coordinates):
        if robot.nq != robot.nv or robot.coordinate(name).motion != "turn":
            continue
        own = fit_columns(partial(_shifted_columns, explain, some, j), some, np.zeros(1))
        if own is None or abs(own.x[0]) > np.pi:
            continue
        angle, sigma = -float(own.x[0]), float(np.sqrt(own.covariance[0, 0]))
        least = float(max(_LEAST_ZERO, sure * sigma))
        fault = findings.ZeroOffset((JointName(name),), Measure(angle, Unit("rad")), Measure(sigma, Unit("rad")))
        after = explain.products(channels.shifted(some, j, -angle)).errors()
        found.append(Estimated(fault, now, after, abs(angle) >= least, least))
    return found


def _shifted_columns(explain: Explainer, some: Sample, j: int, x: Array) -> Array:
    return explain.columns(channels.shifted(some, j, x[0]))


_LONGEST = 0.08  # s
_TRIED = 12  # to each side
_FINE = 0.002  # s
_LEAST_DELAY = 0.006  # s: sound logs lie within 4 ms
_SURE_DELAY = 2.0  # σ


def delay(explain: Explainer, log: Samples, tau: Array, rows: NDArray[np.intp], some: Sample) -> Estimated | None:
    """How late efforts are; None where the log is too short to move them."""
    h = log.period
    smooth = log.cutoff is not None and log.cutoff * h < 0.1
    step = max(_FINE, _LONGEST / _TRIED) if smooth else h * max(1, round(_LONGEST / _TRIED / h))
    tried = step * np.arange(-_TRIED, _TRIED + 1)
    tried = tried[np.abs(tried) <= max(_LONGEST, 2.5 * h)]
    inner = (log.t[rows] >= log.t[0] + tried[-1]) & (log.t[rows] <= log.t[-1] - tried[-1])
    if inner.sum() < len(rows) // 2:
        return None
    part, t = some.part(inner), log.t[rows][inner]
    columns = explain.columns(part)

    def moved(d: float) -> list[Products]:
        own = np.column_stack([np.interp(t + d, log.t, x) for x in tau.T])
        return segments(columns, replace(part, tau=own))

    each = [moved(d) for d in tried.tolist()]
    every = [whole(parts) for parts in each]
    left = np.array([_score(x) for x in every])
    k = int(np.clip(np.argmin(left), 1, len(tried) - 2))
    near = range(max(k - 2, 0), min(k + 3, len(tried)))
    without = np.array([[_score(every[i] - each[i][s]) for i in near] for s in range(len(each[0]))])
    own = tried[near.start : near.stop]
    best = _vertex(own, left[near.start : near.stop])
    sigma = float(np.sqrt(jackknife(np.array([[_vertex(own, x)] for x in without]))[0, 0]))
    nearest = best if smooth else float(tried[np.argmin(np.abs(tried - best))])
    beyond = int(np.argmin(left)) in (0, len(tried) - 1)
    sigma = max(sigma, step if beyond else 0.0)
    fault = findings.EffortsDelayed(_seconds(best), _seconds(sigma), beyond)
    significant = abs(best) >= max(_LEAST_DELAY, _SURE_DELAY * sigma)
    least = max(_LEAST_DELAY, abs(best) + _SURE_DELAY * sigma)
    return Estimated(fault, _errors(moved(0.0)), _errors(moved(nearest)), significant, least)


def _score(of: Products) -> float:
    return float(0.5 * np.log(np.maximum(noise(of), TINY)).sum())


def _errors(parts: list[Products]) -> Array:
    own = whole(parts)
    return np.asarray(np.sqrt(noise(own) / np.where(own.c > 0, own.c, np.inf)))


def _vertex(x: Array, f: Array) -> float:
    """Of the parabola through the least value and its neighbours."""
    k = int(np.clip(np.argmin(f), 1, len(x) - 2))
    below, above = f[k - 1] - f[k], f[k + 1] - f[k]
    if below + above <= 0 or min(below, above) < 0:
        return float(x[int(np.argmin(f))])
    return float(x[k] + 0.5 * (x[k + 1] - x[k]) * (below - above) / (below + above))
