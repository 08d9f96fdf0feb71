"""Examine a log for faults: what is probably wrong with it, and what it cannot decide either way.

for doubt in log.doubts(robot):
    print(doubt)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import inverse_dynamics
from dalembert.errors import DalembertError, WrongSize
from dalembert.identification.blas_threads import one_thread
from dalembert.identification.filtering import derivative, low_passed, zero_phase
from dalembert.identification.linear_model import contact_efforts
from dalembert.identification.log_faults.channels import (
    SURE,
    WORTH,
    Alternative,
    Doubt,
    Judged,
    far,
    judged,
    score,
    speed_doubts,
    unit_of,
    unscaled,
)
from dalembert.identification.log_faults.installation import Lag, Tilt, Zero, lag, tilt, zeros
from dalembert.identification.log_faults.model_comparison import STRETCHES, Explainer, Sample
from dalembert.robot.model import Robot

_COARSE = np.radians(1.0)  # σ of a tilt from which it is said
_WIDE = np.radians(10.0)  # the least error of a zero that would be noticed, from which it is said
_SLOW = 0.012  # s: the least lag that would be noticed, from which it is said
_MOST_NAMED = 4
_LITTLE = 0.2  # of an effort


def undecided(robot: Robot, some: Sample, seen: Judged) -> list[str]:
    """Orders and signs of joints that the efforts do not confirm."""
    closest: dict[tuple[str, tuple[int, ...]], tuple[Alternative, float]] = {}
    for x, t in sorted(seen.alike, key=lambda pair: -pair[1]):
        closest.setdefault((x.kind, x.joints), (x, t))
    orders = [x for x in closest.values() if x[0].kind == "order"]
    signs = [x for x in closest.values() if x[0].kind == "sign"]
    said = [_order(robot, some, seen, *x) for x in orders[:_MOST_NAMED]]
    if signs:
        joints = tuple(dict.fromkeys(j for x, _ in signs for j in x.joints))
        names = ", ".join(robot.coordinates[j] for j in joints)
        said.append(
            f"which way {names} {'turns' if len(joints) == 1 else 'turn'} is not confirmed: with the other sign in position and "
            f"effort the log is predicted as well ({_apart([t for _, t in signs])}){_why(robot, some, joints)}"
        )
    return said


def _order(robot: Robot, some: Sample, seen: Judged, x: Alternative, t: float) -> str:
    j, k = x.joints
    left = f"{seen.now[j]:.1%} and {seen.now[k]:.1%} of their efforts left, swapped {x.errors[k]:.1%} and {x.errors[j]:.1%}"
    return (
        f"the order of {robot.coordinates[j]} and {robot.coordinates[k]} is not confirmed: if {x.words}, the log is predicted as well "
        f"({left}; {_apart([t])}){_why(robot, some, (j, k))}"
    )


def _why(robot: Robot, some: Sample, joints: tuple[int, ...]) -> str:
    """How little of the efforts is the links', by the robot's own masses."""
    try:
        own = np.asarray(inverse_dynamics(robot.rigid(), some.q, some.qd, some.qdd))
    except DalembertError:
        return ""
    share = own.std(axis=0)[list(joints)] / np.maximum(some.tau.std(axis=0)[list(joints)], 1e-300)
    if share.max() > _LITTLE or not own.any():
        return ""
    return f": by the robot's masses, links make {' and '.join(f'{x:.2g}' for x in share)} of these efforts, friction the rest"


def _apart(t: list[float]) -> str:
    """t of each: how many standard errors the other explanation predicts better."""
    best = max(t)
    if best > SURE:
        return (
            f"better even, by {best:.1f} standard errors between stretches of the log, but too little of the effort for it to be said: "
            "look at that joint"
        )
    told = ", ".join(f"{-x:.1f}" for x in t[:_MOST_NAMED])
    return f"{told} standard errors in favour of what is said, {SURE:.0f} would confirm it"


def unseen(robot: Robot, leaning: Tilt | None, late: Lag | None, off: list[Zero]) -> list[str]:
    """A tilt, a lag and zeros of joints that are known too coarsely to be ruled out."""
    said = []
    coarse = sorted((x for x in off if x.least > _WIDE), key=lambda x: x.joint)
    if coarse:
        each = ", ".join(f"{robot.coordinates[x.joint]} by ±{np.degrees(x.least):.0f}°" for x in coarse)
        said.append(f"zeros of joints may be off without being noticed: {each}")
    if leaning is not None and _COARSE < leaning.widest < np.inf:
        said.append(
            f"a tilt of the base is seen to ±{np.degrees(leaning.widest):.1f}° only ({np.degrees(leaning.angle):.1f}° found): "
            "one of a few degrees need not be noticed"
        )
    if late is not None and late.least > _SLOW:
        said.append(
            f"whether efforts are in time is seen to ±{late.sigma * 1e3:.0f} ms only ({late.time * 1e3:.0f} ms found): "
            f"a lag below {late.least * 1e3:.0f} ms need not be noticed"
        )
    return said


if TYPE_CHECKING:
    from dalembert.identification.log import Log

Array = NDArray[np.float64]
_SAMPLES = 500
_INDEPENDENT = 4  # samples of a stretch
_SPARED = 2  # one in so many is enough for alternatives, of which there are many
_SHORT = 4.0  # s
_STILL = {"turn": 0.01, "slide": 0.001, "ball": 0.01}  # rad, m: less than this range is standing
_LEFT = 1e-3  # of an effort: less is noise of good recorders
_ALIKE = 0.1  # change of log Π e_j between explanations that are as good
_MOST = 4  # faults looked for on top of each other


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
    found = [*_length(log), *_standing(log, robot), *far(log, robot), *_speeds(log, robot)]
    if np.isnan(log.tau).any() or len(log) < 20 or robot.loops:
        return Examination(tuple(found))
    if any(x.kind == "speed" for x in found):
        return Examination(tuple(found))  # first things first: the motion is not what it seems
    some = _some(log, robot)
    unit, scale = unit_of(robot, some), unscaled(robot)
    if unit is not None:
        found.append(unit)
    with one_thread():
        told, left, unclear = _explained(robot, some.part(slice(None, None, _SPARED)))
        if unit is not None or robot.nq != robot.nv or not _many(log) or any(x.kind == "short" for x in found):
            return Examination((*found, *told), (*scale, *unclear))
        leaning = _leaning(robot, some)
        late = None if told else lag(Explainer(robot), log, _efforts(log, robot), _rows(log), some)
        off = _off(robot, some) if all(x.kind in ("gear", "zero") for x in told) else []
        candidates: list[tuple[float, Doubt]] = []
        if leaning is not None and leaning.certain and score(leaning.after) < left:
            candidates.append((leaning.gain, _tilted(robot, leaning)))
        candidates += [(x.gain, _zero(robot, x, off)) for x in off[:1] if x.certain and score(x.after) < left]
        candidates += [(late.gain, _late(robot, late))] if late is not None and late.certain else []
        if candidates:
            told, unclear = [max(candidates, key=lambda x: x[0])[1]], []
        elif not told:
            unclear += unseen(robot, leaning, late, off)
        return Examination((*found, *told), (*scale, *unclear))


def _off(robot: Robot, some: Sample) -> list[Zero]:
    """Zeros of joints, those first that explain most."""
    explain = Explainer(robot)
    tried = explain.products(some).errors().max() >= _LEFT
    return sorted(zeros(explain, some), key=lambda x: -x.gain) if tried else []


def _zero(robot: Robot, found: Zero, all_of: list[Zero]) -> Doubt:
    j = int(np.argmax(found.before / np.maximum(found.after, 1e-3)))
    name = robot.coordinates[found.joint]
    alike = [x for x in all_of if x is not found and x.certain and x.gain > found.gain - _ALIKE]
    also = "".join(
        f"; as well explained: that of {robot.coordinates[x.joint]}, by {x.angle:.3g} ± {x.sigma:.1g}" for x in alike
    )
    text = (
        f"the zero of {name} is off: its position is {found.angle:.3g} ± {found.sigma:.1g} rad ({np.degrees(found.angle):.2g}°) too large? Then the "
        f"best model leaves {found.after[j]:.1%} of the effort of {robot.coordinates[j]} unexplained, as it is {found.before[j]:.1%}{also}"
    )
    return Doubt("zero", (name,), text, float(found.before[j]), float(found.after[j]))


def _many(log: Log) -> bool:
    """Whether stretches of the log have independent samples enough to tell how sure a number is."""
    return log.cutoff is None or 2 * log.cutoff * _duration(log) > _INDEPENDENT * STRETCHES


def _late(robot: Robot, found: Lag) -> Doubt:
    j = int(np.argmax(found.before / np.maximum(found.after, 1e-3)))
    word = "late" if found.time > 0 else "early"
    size = f"{abs(found.time) * 1e3:.2g}"
    size = f"{size} or more" if found.beyond else f"{size} ± {found.sigma * 1e3:.1g}"
    text = (
        f"efforts are {size} ms {word}? Moved, the best model leaves {found.after[j]:.1%} of the "
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


def _speeds(log: Log, robot: Robot) -> list[Doubt]:
    if robot.nq != robot.nv or not log.columns.get("qd"):
        return []
    told = speed_doubts(derivative(log.q, log.t), np.asarray(log.qd), log.t, robot.coordinates)
    return [Doubt("speed", (), text) for text in told]
