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
from dalembert.identify.doubt.alternative import WORTH, best, score
from dalembert.identify.doubt.explanation import Explainer, Sample
from dalembert.identify.doubt.lag import late
from dalembert.identify.doubt.speed import speed_doubts
from dalembert.identify.doubt.tilt import tilt
from dalembert.identify.log import Log
from dalembert.identify.signal.filter import derivative, zero_phase
from dalembert.identify.thread import one_thread
from dalembert.robot.model import Robot
from dalembert.typeset.card import Displayed

Array = NDArray[np.float64]
_SAMPLES = 250
_SHORT = 4.0  # s
_STILL = {"turn": 0.01, "slide": 0.001, "ball": 0.01}  # rad, m: less than this range is standing
_HALL = 20.0  # m: the longest slide
_EXPLAINED = 0.7  # of the efforts that a unit may leave to friction and other masses
_MOST = 4  # faults looked for on top of each other


@dataclass(frozen=True)
class Doubt(Displayed):
    """`kind` is speed, still, short, sign, order, gear, time, unit, late or tilt; `joints` are concerned; `before` and `after` the relative
    errors of the best explanation as the log is, and with the alternative."""

    kind: str
    joints: tuple[str, ...]
    text: str
    before: float | None = None
    after: float | None = None

    def __str__(self) -> str:
        return self.text


def doubts(log: Log, robot: Robot) -> tuple[Doubt, ...]:
    """Everything that is clearly better explained in another way, or too little to explain anything."""
    if log.q.shape[1] != robot.nq or log.qd.shape[1] != robot.nv:
        raise WrongSize(
            f"the log has {log.q.shape[1]} positions and {log.qd.shape[1]} rates, robot '{robot.name}' {robot.nq} and {robot.nv}"
        )
    found = [*_length(log), *_standing(log, robot), *_far(log, robot), *_speeds(log, robot)]
    if np.isnan(log.tau).any() or len(log) < 20 or robot.loops:
        return tuple(found)
    if any(x.kind == "speed" for x in found):
        return tuple(found)  # first things first: the motion is not what it seems
    some = _some(log, robot)
    unit = _unit(robot, some)
    if unit is not None:
        found.append(unit)
    with one_thread():
        told, left = _explained(robot, some)
        if unit is None and robot.nq == robot.nv and not any(x.kind == "short" for x in found):
            told = _tilted(robot, some, left) or told or _late(log, robot, some)
        return (*found, *told)


def _late(log: Log, robot: Robot, some: Sample) -> list[Doubt]:
    found = late(Explainer(robot), log, _efforts(log, robot), _rows(log), some)
    if found is None:
        return []
    d, before, after = found
    j = int(np.argmax(before / np.maximum(after, 1e-3)))
    word = "late" if d > 0 else "early"
    text = (
        f"efforts are {abs(d) * 1e3:.2g} ms {word}? Moved, the best model leaves {after[j]:.1%} of the effort of "
        f"{robot.coordinates[j]} unexplained, as it is {before[j]:.1%}; a lag is taken for damping and less inertia"
    )
    return [Doubt("late", (), text, float(before[j]), float(after[j]))]


def _tilted(robot: Robot, some: Sample, left: float) -> list[Doubt]:
    """Another direction of gravity, where it explains the efforts better than what leaves log Π e_j = `left`."""
    if Explainer(robot).products(some).errors().max() < WORTH:
        return []
    found = tilt(robot, some)
    if found is None or score(found.after) > left:
        return []
    j = int(np.argmax(found.before / np.maximum(found.after, 1e-3)))
    g = ", ".join(f"{x:.3g}" for x in found.gravity)
    text = (
        f"the robot is tilted by {np.degrees(found.angle):.2g}°, gravity is ({g}) at its base? Then the best model leaves "
        f"{found.after[j]:.1%} of the effort of {robot.coordinates[j]} unexplained, as it is {found.before[j]:.1%}"
    )
    return [Doubt("tilt", (), text, float(found.before[j]), float(found.after[j]))]


def _explained(robot: Robot, some: Sample) -> tuple[list[Doubt], float]:
    """Alternatives that explain the efforts clearly better, one on top of the other, and log Π e_j after the first."""
    found: list[Doubt] = []
    explain, left = Explainer(robot), np.inf
    for _ in range(_MOST):
        now, others = best(explain, some, robot.coordinates)
        if not others:
            break
        first = others[0]
        left = min(left, first.score) if not found else left
        j = int(np.argmax(now / np.maximum(first.errors, 1e-3)))
        also = "".join(f"; as well explained: {x.words}" for x in others[1:3])
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
    return found, float(left)


def _some(log: Log, robot: Robot) -> Sample:
    """Samples spread over the log, those first where it moves."""
    rows = _rows(log)
    return Sample(log.q[rows], log.qd[rows], log.qdd[rows], _efforts(log, robot)[rows])


def _rows(log: Log) -> NDArray[np.intp]:
    return np.linspace(0, len(log) - 1, min(_SAMPLES, len(log))).astype(np.intp)


def _efforts(log: Log, robot: Robot) -> Array:
    """With forces from outside, low-passed as the motion is."""
    smooth = log.cutoff is not None and 2 * log.cutoff * log.period < 0.8
    whole = log.tau + contact_efforts(robot, log)
    return zero_phase(whole, log.t, 2 * log.cutoff) if smooth and log.cutoff is not None else whole


def _length(log: Log) -> list[Doubt]:
    length = float(sum(log.t[p.stop - 1] - log.t[p.start] for p in log.pieces))
    if length >= _SHORT:
        return []
    return [
        Doubt(
            "short",
            (),
            f"the log is {length:.3g} s long: too short to tell parameters apart; {_SHORT:.0f} s at the very least, better 20 s",
        )
    ]


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
    """Slides that go further than any does: millimetres."""
    found = []
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
