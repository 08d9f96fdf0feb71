"""Examine a log for faults: what is probably wrong with it, and what it cannot decide either way.

for doubt in log.doubts(robot):
    print(doubt)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import inverse_dynamics
from dalembert.errors import DalembertError
from dalembert.finding.argument import WrongShape
from dalembert.finding.finding import Argument, Finding, JointName, Measure, Noun, RobotName, Unit
from dalembert.finding.log import (
    BaseTilted,
    DelayUncertain,
    Doubt,
    EffortsDelayed,
    JointAtRest,
    JointsSwapped,
    LogTooShort,
    SignFlipped,
    TiltUncertain,
    Unconfirmed,
    WrongScale,
    ZeroOffset,
    ZerosUnseen,
)
from dalembert.identification.blas_threads import one_thread
from dalembert.identification.filtering import SEGMENTS, Samples, derivative, low_passed, zero_phase
from dalembert.identification.linear_model import contact_efforts
from dalembert.identification.log_faults.channels import (
    SURE,
    WORTH,
    Alternative,
    Compared,
    Comparison,
    compare,
    far,
    score,
    speed_faults,
    unit_of,
    unscaled,
)
from dalembert.identification.log_faults.installation import Delay, EncoderOffset, Tilt, delay, encoder_offsets, tilt
from dalembert.identification.log_faults.model_comparison import Explainer, Sample
from dalembert.robot.model import Robot
from dalembert.tolerance import EFFORT_LEFT, TINY

_COARSE = np.radians(1.0)  # σ of a tilt from which it is said
_WIDE = np.radians(10.0)  # the least error of a zero that would be noticed, from which it is said
_SLOW = 0.012  # s: the least lag that would be noticed, from which it is said
_MOST_NAMED = 4
_LITTLE = 0.2  # of an effort


def undecided(robot: Robot, some: Sample, seen: Comparison) -> list[Finding]:
    """Orders and signs of joints that the efforts do not confirm."""
    closest: dict[tuple[type, tuple[int, ...]], tuple[Alternative, float]] = {}
    for x, t in sorted(seen.alike, key=lambda pair: -pair[1]):
        closest.setdefault((type(x.fault), x.joints), (x, t))
    orders = [x for x in closest.values() if isinstance(x[0].fault, JointsSwapped)]
    signs = [x for x in closest.values() if isinstance(x[0].fault, SignFlipped)]
    found: list[Finding] = []
    for x, t in orders[:_MOST_NAMED]:
        pair, swapped = list(x.joints), list(x.joints)[::-1]
        before, after = (tuple(e.tolist()) for e in (seen.now[pair], x.errors[swapped]))
        found.append(Unconfirmed(x.fault, (-t,), SURE, before, after, _link_share(robot, some, x.joints)))
    if signs:
        joints = tuple(dict.fromkeys(j for x, _ in signs for j in x.joints))
        fault = SignFlipped(tuple(JointName(robot.coordinates[j]) for j in joints), Noun("position and effort"))
        t_each = tuple(-t for _, t in signs)
        found.append(Unconfirmed(fault, t_each, SURE, link_share=_link_share(robot, some, joints)))
    return found


def _link_share(robot: Robot, some: Sample, joints: tuple[int, ...]) -> tuple[float, ...]:
    """The share of these efforts that the links cause, by the robot's own masses; () if it is not small."""
    try:
        own = np.asarray(inverse_dynamics(robot.rigid(), some.q, some.qd, some.qdd))
    except DalembertError:
        return ()
    share = own.std(axis=0)[list(joints)] / np.maximum(some.tau.std(axis=0)[list(joints)], TINY)
    return () if share.max() > _LITTLE or not own.any() else tuple(share.tolist())


def unseen(robot: Robot, leaning: Tilt | None, late: Delay | None, off: list[EncoderOffset]) -> list[Finding]:
    """A tilt, a delay and encoder zeros that are known too coarsely to be ruled out."""
    found: list[Finding] = []
    coarse = sorted((x for x in off if x.least > _WIDE), key=lambda x: x.joint)
    if coarse:
        joints = tuple(JointName(robot.coordinates[x.joint]) for x in coarse)
        found.append(ZerosUnseen(joints, tuple(_degrees(x.least) for x in coarse)))
    if leaning is not None and _COARSE < leaning.widest < np.inf:
        found.append(TiltUncertain(_degrees(leaning.widest), _degrees(leaning.angle)))
    if late is not None and late.least > _SLOW:
        found.append(DelayUncertain(_seconds(late.sigma), _seconds(late.time), _seconds(late.least)))
    return found


def _degrees(angle: float) -> Measure:
    return Measure(float(np.degrees(angle)), Unit("deg"))


def _seconds(time: float) -> Measure:
    return Measure(float(time), Unit("s"))


Array = NDArray[np.float64]
_SAMPLES = 500
_INDEPENDENT = 4  # samples of a segment
_SPARED = 2  # one in so many is enough for alternatives, of which there are many
_SHORT = 4.0  # s
_STILL = {"turn": 0.01, "slide": 0.001, "ball": 0.01}  # rad, m: less than this range is standing
_ALIKE = 0.1  # change of log Π e_j between explanations that are as good
_MOST = 4  # faults looked for on top of each other


@dataclass(frozen=True)
class Examination:
    """The result of examining a log.

    doubts       probable faults: corrected, they explain the efforts clearly better; or too little motion
    unconfirmed  faults that the log neither shows nor rules out
    """

    doubts: tuple[Doubt, ...]
    unconfirmed: tuple[Finding, ...] = ()


def examine(log: Samples, robot: Robot) -> Examination:
    """Test a log for every fault."""
    for name, size in (("q", robot.nq), ("qd", robot.nv)):
        if getattr(log, name).shape[1] != size:
            shape = getattr(log, name).shape
            raise WrongShape(Argument(name), shape, (("N", size),), RobotName(robot.name)).error()
    short = [Doubt(LogTooShort(_seconds(x), _seconds(_SHORT))) for x in (_duration(log),) if x < _SHORT]
    speeds = _speeds(log, robot)
    found = [*short, *_standing(log, robot), *far(log, robot), *speeds]
    if np.isnan(log.tau).any() or len(log) < 20 or robot.loops or speeds:
        return Examination(tuple(found))  # without efforts, or the motion is not what it seems
    some = _some(log, robot)
    unit, scale = unit_of(robot, some), unscaled(robot)
    if unit is not None:
        found.append(unit)
    with one_thread():
        better, left, unclear = _explained(robot, some.part(slice(None, None, _SPARED)))
        if unit is not None or robot.nq != robot.nv or not _many(log) or short:
            return Examination((*found, *better), (*scale, *unclear))
        leaning = _leaning(robot, some)
        late = None if better else delay(Explainer(robot), log, _efforts(log, robot), _rows(log), some)
        off = _off(robot, some) if all(isinstance(x.fault, (WrongScale, ZeroOffset)) for x in better) else []
        candidates: list[tuple[float, Doubt]] = []
        if leaning is not None and leaning.certain and score(leaning.after) < left:
            g = tuple(float(x) for x in leaning.gravity)
            fault: Finding = BaseTilted(_degrees(leaning.angle), _degrees(leaning.sigma), g)
            candidates.append((leaning.gain, _doubt(robot, fault, leaning)))
        for x in off[:1]:
            if x.certain and score(x.after) < left:
                alike = [y for y in off if y is not x and y.certain and y.gain > x.gain - _ALIKE]
                others = tuple(_offset(robot, y) for y in alike)
                candidates.append((x.gain, _doubt(robot, _offset(robot, x), x, others)))
        if late is not None and late.certain:
            fault = EffortsDelayed(_seconds(late.time), _seconds(late.sigma), late.beyond)
            candidates.append((late.gain, _doubt(robot, fault, late)))
        if candidates:
            better, unclear = [max(candidates, key=lambda x: x[0])[1]], []
        elif not better:
            unclear += unseen(robot, leaning, late, off)
        return Examination((*found, *better), (*scale, *unclear))


def _doubt(robot: Robot, fault: Finding, found: Compared, alternatives: tuple[Finding, ...] = ()) -> Doubt:
    """Return the doubt with the joint that the correction improves most."""
    j = int(np.argmax(found.before / np.maximum(found.after, EFFORT_LEFT)))
    name = JointName(robot.coordinates[j])
    return Doubt(fault, name, float(found.before[j]), float(found.after[j]), alternatives)


def _offset(robot: Robot, found: EncoderOffset) -> ZeroOffset:
    rad = Unit("rad")
    return ZeroOffset(
        (JointName(robot.coordinates[found.joint]),), Measure(found.angle, rad), Measure(found.sigma, rad)
    )


def _off(robot: Robot, some: Sample) -> list[EncoderOffset]:
    """Encoder zeros, those first that explain most."""
    explain = Explainer(robot)
    tried = explain.products(some).errors().max() >= EFFORT_LEFT
    return sorted(encoder_offsets(explain, some), key=lambda x: -x.gain) if tried else []


def _many(log: Samples) -> bool:
    """Whether segments of the log have independent samples enough to tell how sure a number is."""
    return log.cutoff is None or 2 * log.cutoff * _duration(log) > _INDEPENDENT * SEGMENTS


def _leaning(robot: Robot, some: Sample) -> Tilt | None:
    return tilt(robot, some) if Explainer(robot).products(some).errors().max() >= WORTH else None


def _explained(robot: Robot, some: Sample) -> tuple[list[Doubt], float, list[Finding]]:
    """Faults that explain the efforts clearly better, one on top of the other, log Π e_j after the first, and what stays open."""
    found: list[Doubt] = []
    explain, left = Explainer(robot), np.inf
    for _ in range(_MOST):
        seen = compare(explain, some, robot.coordinates)
        if not seen.better:
            return found, float(left), undecided(robot, some, seen)
        first, *others = seen.better
        left = left if found else first.score
        alternatives = tuple(x.fault for x in others[:2])
        found.append(_doubt(robot, first.fault, Compared(seen.now, first.errors), alternatives))
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


def _standing(log: Samples, robot: Robot) -> list[Doubt]:
    found = []
    for c in (c for joint in robot.joints for c in joint.coordinates):
        travel = float(np.ptp(log.q[:, c.q], axis=0).max())
        if travel < _STILL[c.motion]:
            found.append(Doubt(JointAtRest((JointName(c.name),), Measure(travel, Unit("m" if c.slides else "rad")))))
    return found


def _speeds(log: Samples, robot: Robot) -> list[Doubt]:
    if robot.nq != robot.nv or not log.columns.get("qd"):
        return []
    return [Doubt(x) for x in speed_faults(derivative(log.q, log.t), np.asarray(log.qd), log.t, robot.coordinates)]
