"""Parallel robots: a platform on several legs."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from dalembert.errors import WrongValue
from dalembert.mobility.joint import Joint, prismatic, revolute, spherical, universal
from dalembert.mobility.mechanism import Mechanism
from dalembert.spatial.vector import add, cross, sub

Vector = tuple[float, ...]


def stewart(legs: str = "UPS", base: float = 2.0, platform: float = 1.0, height: float = 2.0) -> Mechanism:
    """The Stewart-Gough platform on six legs that change length: `UPS`, or `SPS` with balls at the feet, idle spins."""
    if legs not in ("UPS", "SPS"):
        raise WrongValue(f"legs are '{legs}'; a Stewart platform here has 'UPS' or 'SPS' legs")
    joints: list[Joint] = []
    for k in range(6):
        pair, side = divmod(k, 2)
        foot = _around(base, 2 * pi * pair / 3 + (0.3 if side else -0.3), 0.0)
        # neighbours on the base go to different pairs on the platform
        hand = _around(platform, 2 * pi * (pair + (0.5 if side else -0.5)) / 3 - (0.3 if side else -0.3), height)
        low, high = f"cylinder{k + 1}", f"rod{k + 1}"
        along = sub(hand, foot)
        across = cross(along, (0.0, 0.0, 1.0))
        if legs == "UPS":
            joints.append(universal("ground", low, foot, across, cross(along, across)))
        else:
            joints.append(spherical("ground", low, foot))
        joints.append(prismatic(low, high, _middle(foot, hand), along))
        joints.append(spherical(high, "platform", hand))
    source = "[gough1962], [stewart1965]"
    return _drawn(f"stewart 6-{legs}", joints, "cylinder" if legs == "UPS" else "", source)


def orthoglide(size: Any = 4, width: Any = 1) -> Mechanism:
    """The Orthoglide: three legs P-R-Pa-R on perpendicular slides, the platform only translates."""
    joints: list[Joint] = []
    axes = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    for k, name in enumerate("xyz"):
        slide, pivot, turn = axes[k], axes[(k + 1) % 3], axes[(k + 2) % 3]

        def at(along: Any, across: Any, slide: Any = slide, turn: Any = turn) -> Any:
            return tuple(-along * s + across * t for s, t in zip(slide, turn, strict=True))

        near, far = f"fork_{name}", f"end_{name}"
        joints.append(prismatic("ground", f"slider_{name}", at(size + 1, 0), slide))
        joints.append(revolute(f"slider_{name}", near, at(size + 1, 0), turn))
        for side, bar in ((width, f"bar_{name}1"), (-width, f"bar_{name}2")):
            joints.append(revolute(near, bar, at(size + 1, side), pivot))
            joints.append(revolute(bar, far, at(1, side), pivot))
        joints.append(revolute(far, "platform", at(1, 0), turn))
    return _drawn("orthoglide", joints, "ground", "[wenger2000]")


def delta() -> Mechanism:
    """The Delta robot: three arms, each with two parallel rods on ball joints, which spin idly."""
    joints: list[Joint] = []
    for k in range(3):
        turn = 2 * pi * k / 3
        tangent = (-sin(turn), cos(turn), 0.0)
        shoulder, elbow, wrist = _around(2.0, turn, 0.0), _around(3.2, turn, -0.9), _around(0.8, turn, -4.0)
        arm = f"arm{k + 1}"
        joints.append(revolute("ground", arm, shoulder, tangent))
        for side in (1, 2):
            shift = tuple(0.3 * (3 - 2 * side) * x for x in tangent)
            rod = f"rod{k + 1}{'ab'[side - 1]}"
            joints.append(spherical(arm, rod, add(elbow, shift)))
            joints.append(spherical(rod, "platform", add(wrist, shift)))
    return _drawn("delta", joints, "", "[clavel1988]")


def three_rps() -> Mechanism:
    """Three legs revolute, prismatic, spherical: two tilts and a rise."""
    joints: list[Joint] = []
    for k in range(3):
        turn = 2 * pi * k / 3
        foot, hand = _around(2.0, turn, 0.0), _around(1.0, turn, 2.0)
        low, high = f"cylinder{k + 1}", f"rod{k + 1}"
        joints.append(revolute("ground", low, foot, (-sin(turn), cos(turn), 0.0)))
        joints.append(prismatic(low, high, _middle(foot, hand), sub(hand, foot)))
        joints.append(spherical(high, "platform", hand))
    return _drawn("three_rps", joints, "cylinder", "[hunt1983]")


def three_upu() -> Mechanism:
    """Three legs universal, prismatic, universal, outer and inner axes parallel in each leg: three translations."""
    joints: list[Joint] = []
    for k in range(3):
        turn = 2 * pi * k / 3
        outer = (-sin(turn), cos(turn), 0.0)
        foot, hand = _around(2.0, turn, 0.0), _around(1.0, turn, 2.0)
        along = sub(hand, foot)
        inner = cross(outer, along)
        low, high = f"cylinder{k + 1}", f"rod{k + 1}"
        joints.append(universal("ground", low, foot, outer, inner))
        joints.append(prismatic(low, high, _middle(foot, hand), along))
        joints.append(universal(high, "platform", hand, inner, outer))
    return _drawn("three_upu", joints, "cylinder", "[tsai1996]")


def tripteron() -> Mechanism:
    """Three legs P-R-R-R, all axes of a leg parallel: three translations, one for each motor."""
    axes = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    joints: list[Joint] = []
    for k, name in enumerate("xyz"):
        u, v, w = axes[k], axes[(k + 1) % 3], axes[(k + 2) % 3]

        def at(along: int, a: int, b: int, u: Any = u, v: Any = v, w: Any = w) -> Any:
            return tuple(along * x + a * y + b * z for x, y, z in zip(u, v, w, strict=True))

        joints.append(prismatic("ground", f"slider_{name}", at(0, 5, 4), u))
        joints.append(revolute(f"slider_{name}", f"upper_{name}", at(1, 5, 4), u))
        joints.append(revolute(f"upper_{name}", f"lower_{name}", at(1, 3, 5), u))
        joints.append(revolute(f"lower_{name}", "platform", at(1, 1, 1), u))
    return _drawn("tripteron", joints, "ground", "[kong2002]")


def agile_eye() -> Mechanism:
    """A spherical platform on three legs of three hinges, all axes through one point: three turns."""
    joints: list[Joint] = []
    for k in range(3):
        base, knee, hand = (_rolled(u, k) for u in ((1, 0, 0), (2, 3, 1), (-1, 2, 2)))
        joints.append(revolute("ground", f"crank{k + 1}", (0, 0, 0), base))
        joints.append(revolute(f"crank{k + 1}", f"link{k + 1}", (0, 0, 0), knee))
        joints.append(revolute(f"link{k + 1}", "platform", (0, 0, 0), hand))
    return _drawn("agile_eye", joints, "ground", "[gosselin1994]")


def _rolled(u: tuple[int, ...], k: int) -> tuple[int, ...]:
    """Coordinates passed on in a cycle: a third of a turn about (1, 1, 1)."""
    return u[-k:] + u[:-k] if k else u


def _around(radius: float, angle: float, z: float) -> Vector:
    return (radius * cos(angle), radius * sin(angle), z)


def _middle(a: Vector, b: Vector) -> Vector:
    return tuple((x + y) / 2 for x, y in zip(a, b, strict=True))


def _drawn(name: str, joints: list[Joint], moved: str, source: str) -> Mechanism:
    """A platform on legs; driven are the joints that start at bodies of this name, all where none is said."""
    driven = tuple(joint.name for joint in joints if moved and joint.a.startswith(moved))
    return Mechanism(name, tuple(joints), output="platform", source=source, driven=driven)
