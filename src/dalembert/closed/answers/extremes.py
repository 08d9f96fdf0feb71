"""The configurations of largest and smallest inertia.

    M_kk              inertia of joint k when all other joints are held
    det M             the product of the principal inertias, the measure of "maximum inertia" of the whole arm

Exact where the inertia changes with one angle or slide only; else searched for numerically, which needs numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize

from dalembert.closed.algebra.cofactor import minor
from dalembert.closed.algebra.generator import Poly
from dalembert.closed.answers.shape import Shape, shape, sign
from dalembert.closed.model.mechanics import Mechanics, mechanics
from dalembert.graph.evaluate import evaluate
from dalembert.robot.model import Robot

_SAMPLES, _STARTS, _STEP = 4096, 4, 1e-5
_LARGEST = 4  # joints up to which determinants are multiplied out


@dataclass(frozen=True)
class Extremes:
    """Where an inertia is largest and smallest.

    `largest`, `smallest`: {coordinate: value} in words, the coordinates not named do not matter; None where unknown.
    `exact`: whether they come from the closed form. `words`: the answer as a sentence.
    """

    what: str
    largest: dict[str, str] | None
    smallest: dict[str, str] | None
    exact: bool
    words: str

    def __str__(self) -> str:
        return self.words


def inertia_extremes(robot: Robot) -> tuple[Extremes, ...]:
    """Largest and smallest inertia: of each joint with the others held, and of the whole robot (det M)."""
    robot.only("the configuration of largest inertia", springs=True)
    exact = mechanics(robot)
    found = [_extremes(exact, f"M{k + 1}{k + 1}", exact.M[k][k]) for k in range(exact.n)]
    if 1 < exact.n <= _LARGEST:
        found.append(_extremes(exact, "det M", minor(exact.ring, exact.M, range(exact.n), range(exact.n))))
    return tuple(found)


def _extremes(exact: Mechanics, what: str, p: Poly) -> Extremes:
    s = shape(exact.display, p)
    if s.constant:
        return Extremes(what, {}, {}, True, f"{what} = {exact.display.text(p)} is the same in every configuration.")
    answer = _closed(s)
    if answer is not None:
        largest, smallest = answer
        given = ", for positive parameters" if exact.robot.parameters else ""
        words = f"{what} is largest {_at(largest)} and smallest {_at(smallest)}{given}."
        return Extremes(what, largest, smallest, True, words)
    if exact.robot.parameters:
        words = f"{what} has no simple closed form; give the robot's symbols numbers (bind) to have it searched."
        return Extremes(what, None, None, False, words)
    largest, smallest = (_searched(exact, p, k) for k in (-1, 1))
    words = f"{what} is largest near {_at(largest)[3:]} and smallest near {_at(smallest)[3:]} (found by search)."
    return Extremes(what, largest, smallest, False, words)


def _closed(s: Shape) -> tuple[dict[str, str] | None, dict[str, str] | None] | None:
    """(largest, smallest) of a + b x or a + b x² with x = sin, cos or a slide; None if it is not of that form."""
    atom, powers = s.atom, sorted(s.parts)
    if atom is None and s.simple and len(s.common) == 1:
        atom, powers, slope = s.common[0], [1], sign(s.parts[0])
    elif s.simple and not s.common and powers in ([0, 1], [0, 2], [1], [2]):
        slope = sign(s.parts[powers[-1]])
    else:
        return None
    if atom is None or slope == 0:
        return None
    square = powers[-1] == 2
    if atom.argument is None:  # a slide: x² grows without bound
        ends = (None, {atom.name: "0"}) if square else None
        return ends if ends is None or slope > 0 else (ends[1], ends[0])
    angle = s.display.written("text", atom.argument)
    up, down = ("0", "pi") if atom.kind == "cos" else ("pi/2", "-pi/2")
    if square:
        flat = ("pi/2 or -pi/2", "0 or pi") if atom.kind == "cos" else ("0 or pi", "pi/2 or -pi/2")
        up, down = flat[1], flat[0]
    return ({angle: up}, {angle: down}) if slope > 0 else ({angle: down}, {angle: up})


def _at(where: dict[str, str] | None) -> str:
    if where is None:
        return "as far out as the joint goes"
    return "at " + ", ".join(f"{x} = {v}" for x, v in where.items())


def _searched(exact: Mechanics, p: Poly, direction: int) -> dict[str, str]:
    """The configuration that makes direction · p smallest inside the joints' limits: the best of many, then refined."""
    names = [x.q for x in exact.ring.coordinates]
    node = exact.display.node(p)
    used = [i for i, name in enumerate(names) if exact.ring.diff(p, name)]
    bounds = [_bounds(exact, i) for i in used]
    low, high = np.array(bounds).T

    def value(x: Any) -> Any:
        """direction · p of one configuration (m,) or of many (B, m)."""
        q = dict.fromkeys(names, 0.0) | {names[i]: x[..., c] for c, i in enumerate(used)}
        return direction * np.asarray(evaluate([node], q, functions=np)[0])

    def slope(x: Any) -> Any:
        steps = _STEP * np.eye(len(used))
        return (value(x + steps) - value(x - steps)) / (2 * _STEP)

    many = np.random.default_rng(0).uniform(low, high, (_SAMPLES, len(used)))
    starts = many[np.argsort(value(many))[:_STARTS]]
    best = min((minimize(value, x, jac=slope, bounds=bounds) for x in starts), key=lambda r: float(r.fun))
    return {names[i]: f"{round(v, 4) + 0.0:g}" for i, v in zip(used, best.x, strict=True)}


def _bounds(exact: Mechanics, i: int) -> tuple[float, float]:
    joint = exact.robot.joint(exact.robot.coordinates[i])
    far = 1.0 if joint.kind == "prismatic" else math.pi
    low, high = joint.limits.lower, joint.limits.upper
    return -far if low is None else max(low, -far), far if high is None else min(high, far)
