"""Planar mechanisms, in the plane x, y.

A mechanism given by lengths is drawn with its crank at an angle and the rest where circles about the joints meet; where
they do not meet it is drawn apart, and closing its loops says by how much it fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import cos, pi, sin
from typing import Any

from dalembert.errors import WrongValue
from dalembert.mobility.joint import Joint, prismatic, revolute
from dalembert.mobility.library.drawing import apart, meeting, polar
from dalembert.mobility.mechanism import Mechanism


def four_bar(
    ground: float = 4, crank: float = 2, coupler: float = 5, rocker: float = 5, angle: float = 1.0
) -> Mechanism:
    """A crank drives a rocker through a coupler; lengths of the four sides, `angle` of the crank."""
    A, B = polar((0, 0), crank, angle), (float(ground), 0.0)
    C, D = meeting(A, coupler, B, rocker)
    joints = (
        revolute("ground", "crank", (0, 0)),
        revolute("crank", "coupler", A),
        revolute("coupler", "rocker", C, **apart(C, D)),
        revolute("ground", "rocker", B),
    )
    return _drawn("four_bar", joints, ("ground-crank",), source="[tang]")


def parallelogram(bars: int = 3, length: Any = 5, base: Any = 4, angle: str = "") -> Mechanism:
    """Equal, parallel bars between the ground and a platform. Two make a four-bar; a third changes nothing in truth.

    `angle` of the bars is an expression, `"pi/3"`; left out, their slope is 3 : 4.
    """
    if bars < 2:
        raise WrongValue(f"a parallelogram has at least 2 bars, got {bars}")
    from dalembert.graph.scalar import cos as exact_cos
    from dalembert.graph.scalar import sin as exact_sin
    from dalembert.robot.value import value

    size, side = value(length, "length"), value(base, "base")
    lean = (Fraction(3, 5), Fraction(4, 5))
    c, s = (exact_cos(value(angle)), exact_sin(value(angle))) if angle else lean
    joints: list[Joint] = []
    for k in range(bars):
        x = side * Fraction(k, bars - 1)
        joints.append(revolute("ground", f"bar{k + 1}", (x, 0)))
        joints.append(revolute(f"bar{k + 1}", "platform", (x + size * c, size * s)))
    return _drawn("parallelogram", joints, ("ground-bar1",), output="platform", source="[tang]")


def shaky() -> Mechanism:
    """Three parallel bars of different lengths under a platform: it gives way, and does not move."""
    joints: list[Joint] = []
    for k, height in enumerate((2, 3, 4)):
        joints.append(revolute("ground", f"bar{k + 1}", (k, 0)))
        joints.append(revolute(f"bar{k + 1}", "platform", (k, height)))
    return _drawn("shaky", joints, output="platform", source="[hunt1978]")


def five_bar(
    ground: float = 2, crank: float = 2, coupler: float = 3, angles: tuple[float, float] = (2.0, 1.0)
) -> Mechanism:
    """Two cranks of a planar parallel robot meet at its tool."""
    A, B = polar((0, 0), crank, angles[0]), polar((ground, 0), crank, angles[1])
    C, D = meeting(A, coupler, B, coupler)
    joints = (
        revolute("ground", "crank1", (0, 0)),
        revolute("crank1", "coupler1", A),
        revolute("coupler1", "coupler2", C, **apart(C, D)),
        revolute("crank2", "coupler2", B),
        revolute("ground", "crank2", (ground, 0)),
    )
    return _drawn("five_bar", joints, ("ground-crank1", "ground-crank2"), output="coupler1")


def slider_crank(crank: float = 1, rod: float = 3, offset: float = 0, angle: float = 1.0) -> Mechanism:
    """A crank moves a slider on the line y = `offset` through a rod."""
    A = polar((0, 0), crank, angle)
    rise = offset - A[1]
    reach = max(rod**2 - rise**2, 0.0) ** 0.5
    C = (A[0] + reach, float(offset))
    end = C if reach > 0 else (A[0], A[1] + (rod if rise > 0 else -rod))
    joints = (
        revolute("ground", "crank", (0, 0)),
        revolute("crank", "rod", A),
        revolute("rod", "slider", end, **apart(end, C)),
        prismatic("ground", "slider", C, (1, 0, 0)),
    )
    return _drawn("slider_crank", joints, ("ground-crank",), output="slider")


def double_slider() -> Mechanism:
    """The trammel of Archimedes: a bar whose ends slide on two perpendicular lines."""
    joints = (
        prismatic("ground", "slider1", (3, 0), (1, 0, 0)),
        revolute("slider1", "bar", (3, 0)),
        revolute("bar", "slider2", (0, 4)),
        prismatic("ground", "slider2", (0, 4), (0, 1, 0)),
    )
    return _drawn("double_slider", joints, ("ground-slider1",), output="bar")


def watt() -> Mechanism:
    """Watt's six-bar linkage: two four-bars that share a link, with a third pivot on each of two bodies."""
    joints = (
        revolute("ground", "crank", (0, 0)),
        revolute("crank", "coupler", (1, 2)),
        revolute("coupler", "rocker", (4, 3)),
        revolute("ground", "rocker", (5, 0)),
        revolute("coupler", "link5", (2, 4)),
        revolute("link5", "link6", (5, 6)),
        revolute("rocker", "link6", (6, 2)),
    )
    return _drawn("watt", joints, ("ground-crank",), output="link6")


def peaucellier() -> Mechanism:
    """The inversor that draws an exact straight line: the far corner of the rhombus moves on a line x = const."""
    P, R = (Fraction(8, 5), Fraction(4, 5)), (Fraction(16, 5), Fraction(8, 5))
    A, B = (Fraction(8, 5), Fraction(14, 5)), (Fraction(16, 5), Fraction(-2, 5))
    joints = (
        revolute("ground", "crank", (1, 0)),
        revolute("ground", "long1", (0, 0)),
        revolute("ground", "long2", (0, 0)),
        revolute("long1", "near1", A), revolute("long1", "far1", A),
        revolute("long2", "near2", B), revolute("long2", "far2", B),
        revolute("crank", "near1", P), revolute("crank", "near2", P),
        revolute("far1", "far2", R),
    )  # fmt: skip
    return _drawn("peaucellier", joints, ("ground-crank",), source="[peaucellier1864]")


def three_rrr() -> Mechanism:
    """A planar platform on three legs of three hinges each."""
    joints: list[Joint] = []
    for k in range(3):
        turn = 2 * pi * k / 3
        base, end = polar((0, 0), 3, turn), polar((0, 0), 1, turn + 0.4)
        knee = (base[0] * 0.6 + end[0] * 0.4 - 1.2 * sin(turn), base[1] * 0.6 + end[1] * 0.4 + 1.2 * cos(turn))
        joints.append(revolute("ground", f"crank{k + 1}", base))
        joints.append(revolute(f"crank{k + 1}", f"rod{k + 1}", knee))
        joints.append(revolute(f"rod{k + 1}", "platform", end))
    return _drawn("three_rrr", joints, ("ground-crank1", "ground-crank2", "ground-crank3"), output="platform")


def _drawn(
    name: str, joints: Sequence[Joint], driven: tuple[str, ...] = (), output: str = "", source: str = ""
) -> Mechanism:
    """A mechanism in the plane x, y, with its weight along −y."""
    return Mechanism(name, tuple(joints), output=output, source=source, driven=driven, gravity=(0, -9.81, 0))
