"""What is probably wrong with a log, in sentences with the figures that say so.

for doubt in log.doubts(robot):
    print(doubt)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import inertial_parameters, inverse_dynamics
from dalembert.errors import DalembertError, WrongSize
from dalembert.identify.contact import contact_efforts
from dalembert.identify.doubt.alternative import WORTH, judged, score
from dalembert.identify.doubt.explanation import Explainer, Sample
from dalembert.identify.doubt.lag import Lag, lag
from dalembert.identify.doubt.significance import STRETCHES
from dalembert.identify.doubt.speed import speed_doubts
from dalembert.identify.doubt.tilt import Tilt, tilt
from dalembert.identify.doubt.undecided import undecided, unseen
from dalembert.identify.log import Log
from dalembert.identify.signal.filter import derivative, low_passed, zero_phase
from dalembert.identify.thread import one_thread
from dalembert.robot.model import Robot
from dalembert.typeset.card import Displayed

Array = NDArray[np.float64]
_SAMPLES = 500
_INDEPENDENT = 4  # samples of a stretch
_SPARED = 2  # one in so many is enough for alternatives, of which there are many
_SHORT = 4.0  # s
_STILL = {"turn": 0.01, "slide": 0.001, "ball": 0.01}  # rad, m: less than this range is standing
_TURNS = 20 * np.pi  # rad
_HALL = 20.0  # m: the longest slide
_EXPLAINED = 0.7  # of the efforts that a unit may leave to friction and other masses
_MOST = 4  # faults looked for on top of each other


@dataclass(frozen=True)
class Doubt(Displayed):
    """`kind` is speed, still, short, sign, order, gear, zero, time, unit, late or tilt; `joints` are concerned; `before` and `after` the relative
    errors of the best explanation as the log is, and with the alternative."""

    kind: str
    joints: tuple[str, ...]
    text: str
    before: float | None = None
    after: float | None = None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Examination:
    """`doubts`: what is clearly better explained in another way, or too little to explain anything. `unconfirmed`: what the log cannot
    tell either way, in words with figures."""

    doubts: tuple[Doubt, ...]
    unconfirmed: tuple[str, ...] = ()


def examine(log: Log, robot: Robot) -> Examination:
    """Every alternative tried on the log."""
    if log.q.shape[1] != robot.nq or log.qd.shape[1] != robot.nv:
        raise WrongSize(
            f"the log has {log.q.shape[1]} positions and {log.qd.shape[1]} rates, robot '{robot.name}' {robot.nq} and {robot.nv}"
        )
    found = [*_length(log), *_standing(log, robot), *_far(log, robot), *_speeds(log, robot)]
    if np.isnan(log.tau).any() or len(log) < 20 or robot.loops:
        return Examination(tuple(found))
    if any(x.kind == "speed" for x in found):
        return Examination(tuple(found))  # first things first: the motion is not what it seems
    some = _some(log, robot)
    unit = _unit(robot, some)
    if unit is not None:
        found.append(unit)
    with one_thread():
        told, left, unclear = _explained(robot, some.part(slice(None, None, _SPARED)))
        if unit is not None or robot.nq != robot.nv or not _many(log) or any(x.kind == "short" for x in found):
            return Examination((*found, *told), tuple(unclear))
        leaning = _leaning(robot, some)
        late = None if told else lag(Explainer(robot), log, _efforts(log, robot), _rows(log), some)
        worth = {
            "tilt": leaning.gain if leaning is not None and leaning.certain and score(leaning.after) < left else 0.0,
            "late": late.gain if late is not None and late.certain else 0.0,
        }
        if worth["tilt"] > worth["late"] and leaning is not None:
            told, unclear = [_tilted(robot, leaning)], []
        elif worth["late"] and late is not None:
            told = [_late(robot, late)]
        elif not told:
            unclear += unseen(leaning, late)
        return Examination((*found, *told), tuple(unclear))


def _many(log: Log) -> bool:
    """Whether stretches of the log have independent samples enough to tell how sure a number is."""
    return log.cutoff is None or 2 * log.cutoff * _duration(log) > _INDEPENDENT * STRETCHES


def _late(robot: Robot, found: Lag) -> Doubt:
    j = int(np.argmax(found.before / np.maximum(found.after, 1e-3)))
    word = "late" if found.time > 0 else "early"
    text = (
        f"efforts are {abs(found.time) * 1e3:.2g} ± {found.sigma * 1e3:.1g} ms {word}? Moved, the best model leaves {found.after[j]:.1%} of the "
        f"effort of {robot.coordinates[j]} unexplained, as it is {found.before[j]:.1%}; a lag is taken for damping and less inertia"
    )
    return Doubt("late", (), text, float(found.before[j]), float(found.after[j]))


def _leaning(robot: Robot, some: Sample) -> Tilt | None:
    return tilt(robot, some) if Explainer(robot).products(some).errors().max() >= WORTH else None


def _tilted(robot: Robot, found: Tilt) -> Doubt:
    j = int(np.argmax(found.before / np.maximum(found.after, 1e-3)))
    g = ", ".join(f"{x:.3g}" for x in found.gravity)
    text = (
        f"the robot is tilted by {np.degrees(found.angle):.2g} ± {np.degrees(found.sigma):.1g}°, gravity is ({g}) at its base? Then the best "
        f"model leaves {found.after[j]:.1%} of the effort of {robot.coordinates[j]} unexplained, as it is {found.before[j]:.1%}"
    )
    return Doubt("tilt", (), text, float(found.before[j]), float(found.after[j]))


def _explained(robot: Robot, some: Sample) -> tuple[list[Doubt], float, list[str]]:
    """Alternatives that explain the efforts clearly better, one on top of the other, log Π e_j after the first, and what stays unclear."""
    found: list[Doubt] = []
    explain, left, unclear = Explainer(robot), np.inf, []
    for _ in range(_MOST):
        seen = judged(explain, some, robot.coordinates)
        if not seen.better:
            unclear = undecided(robot, some, seen)
            break
        now, (first, *others) = seen.now, seen.better
        left = min(left, first.score) if not found else left
        j = int(np.argmax(now / np.maximum(first.errors, 1e-3)))
        also = "".join(f"; as well explained: {x.words}" for x in others[:2])
        found.append(
            Doubt(
                first.kind,
                tuple(robot.coordinates[k] for k in first.joints),
                f"{first.words}? Then the best model leaves {first.errors[j]:.1%} of the effort of {robot.coordinates[j]} "
                f"unexplained, as it is {now[j]:.1%}{also}",
                float(now[j]),
                float(first.errors[j]),
            )
        )
        some = first.after
    return found, float(left), unclear


def _some(log: Log, robot: Robot) -> Sample:
    """Samples spread over the log."""
    rows = _rows(log)
    rub = np.sign(log.qd)
    if log.removed is not None:
        rub = low_passed(rub, log.t, log.cutoff)
    return Sample(log.q[rows], log.qd[rows], log.qdd[rows], _efforts(log, robot)[rows], _smooth(log, rub)[rows])


def _rows(log: Log) -> NDArray[np.intp]:
    return np.linspace(0, len(log) - 1, min(_SAMPLES, len(log))).astype(np.intp)


def _efforts(log: Log, robot: Robot) -> Array:
    """With forces from outside."""
    return _smooth(log, log.tau + contact_efforts(robot, log))


def _smooth(log: Log, x: Array) -> Array:
    """Low-passed as the motion is."""
    smooth = log.cutoff is not None and 2 * log.cutoff * log.period < 0.8
    return zero_phase(x, log.t, 2 * log.cutoff) if smooth and log.cutoff is not None else x


def _length(log: Log) -> list[Doubt]:
    length = _duration(log)
    if length >= _SHORT:
        return []
    return [
        Doubt(
            "short",
            (),
            f"the log is {length:.3g} s long: too short to tell parameters apart; {_SHORT:.0f} s at the very least, better 20 s",
        )
    ]


def _duration(log: Log) -> float:
    return float(sum(log.t[p.stop - 1] - log.t[p.start] for p in log.pieces))


def _standing(log: Log, robot: Robot) -> list[Doubt]:
    found = []
    for c in (c for joint in robot.joints for c in joint.coordinates):
        travel = float(np.ptp(log.q[:, c.q], axis=0).max())
        if travel < _STILL[c.motion]:
            shown = f"{travel * 1e3:.2g} mm" if c.slides else f"{np.degrees(travel):.2g}°"
            found.append(
                Doubt(
                    "still",
                    (c.name,),
                    f"{c.name} stands still (it moves by {shown}): its inertia and friction are not in the log",
                )
            )
    return found


def _far(log: Log, robot: Robot) -> list[Doubt]:
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


def _speeds(log: Log, robot: Robot) -> list[Doubt]:
    if robot.nq != robot.nv or not log.columns.get("qd"):
        return []
    told = speed_doubts(derivative(log.q, log.t), np.asarray(log.qd), log.t, robot.coordinates)
    return [Doubt("speed", (), text) for text in told]


def _unit(robot: Robot, some: Sample) -> Doubt | None:
    """Efforts a thousand times those of the robot's own masses: mN m."""
    try:
        if not np.any(inertial_parameters(robot)):
            return None
        own = np.asarray(inverse_dynamics(robot, some.q, some.qd, some.qdd))
    except DalembertError:
        return None
    with np.errstate(divide="ignore"):
        ratio = np.linalg.norm(some.tau) / np.linalg.norm(own)
    for factor, words in ((1e3, "mN m"), (1e-3, "kN m")):
        if abs(np.log10(ratio / factor)) < 0.8:
            before = float(np.linalg.norm(some.tau - own) / np.linalg.norm(some.tau))
            after = float(np.linalg.norm(some.tau / factor - own) / np.linalg.norm(some.tau / factor))
            if after > _EXPLAINED:
                continue
            return Doubt(
                "unit", (),
                f"efforts are {ratio:.3g} times those of the model: in {words}? Then the model as it is leaves {after:.0%}, now {before:.0%}",
                before, after,
            )  # fmt: skip
    return None
