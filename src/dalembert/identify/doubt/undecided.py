"""What a log cannot tell either way, in words: orders and signs that explain it as well, and how little it says of tilts and lags."""

from __future__ import annotations

import numpy as np

from dalembert.dynamics import inverse_dynamics
from dalembert.errors import DalembertError
from dalembert.identify.doubt.alternative import SURE, Alternative, Judged
from dalembert.identify.doubt.explanation import Sample
from dalembert.identify.doubt.lag import Lag
from dalembert.identify.doubt.tilt import Tilt
from dalembert.identify.doubt.zero import Zero
from dalembert.robot.model import Robot

_COARSE = np.radians(1.0)  # σ of a tilt from which it is said
_WIDE = np.radians(10.0)  # the least error of a zero that would be noticed, from which it is said
_SLOW = 0.012  # s: the least lag that would be noticed, from which it is said
_MOST = 4
_LITTLE = 0.2  # of an effort


def undecided(robot: Robot, some: Sample, seen: Judged) -> list[str]:
    """Orders and signs of joints that the efforts do not confirm."""
    closest: dict[tuple[str, tuple[int, ...]], tuple[Alternative, float]] = {}
    for x, t in sorted(seen.alike, key=lambda pair: -pair[1]):
        closest.setdefault((x.kind, x.joints), (x, t))
    orders = [x for x in closest.values() if x[0].kind == "order"]
    signs = [x for x in closest.values() if x[0].kind == "sign"]
    said = [_order(robot, some, seen, *x) for x in orders[:_MOST]]
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
    told = ", ".join(f"{-x:.1f}" for x in t[:_MOST])
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
