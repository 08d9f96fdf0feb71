"""Library of mechanisms: `library.four_bar()` builds a robot, `names()` lists all names, and `drawn` returns a drawing.

Dimensions are exact numbers if the mobility of the mechanism depends on them. `robot.source` contains the reference for
the mechanism. The library contains planar and spatial loops, parallel robots and the open chains of [tang]. For spatial
loops, Grübler's formula is correct in only some cases. For open chains, Grübler's formula is always correct: F = Σf.

Planar mechanisms that are defined by lengths are drawn in the x-y plane with the crank at a given angle. The positions
of the other joints are intersections of circles. If the circles do not intersect, the loops in the drawing are not
closed, and assembly raises an error that states the gap.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import wraps
from importlib.resources import files
from math import asin, atan, cos, hypot, pi, sin, sqrt, tan
from typing import Any, ParamSpec

import numpy as np

from dalembert.argument import choice, integer, known, real, value
from dalembert.graph import scalar
from dalembert.mobility.mechanism import DrawnJoint, Mechanism, prismatic, revolute, spherical, universal
from dalembert.robot.model import Robot
from dalembert.spatial.vector import add, cross, sub

P = ParamSpec("P")
Point = tuple[float, float]
_DRAWINGS: dict[str, Callable[..., Mechanism]] = {}
_TABLE = tomllib.loads(files(__package__).joinpath("library.toml").read_text(encoding="utf-8"))


def __dir__() -> list[str]:
    return ["drawn", "get", "names", *_DRAWINGS]


def names() -> tuple[str, ...]:
    """Return the names of all mechanisms in the library."""
    return tuple(_DRAWINGS)


def get(name: str) -> Robot:
    """Return the mechanism with the given name and its default dimensions."""
    return drawn(name).robot


def drawn(name: str, **options: Any) -> Mechanism:
    """Return the drawing of a mechanism, which consists of points, axes and bodies."""
    return _DRAWINGS[known(name, _DRAWINGS, "mechanism", argument="name")](**options)


def _listed(draw: Callable[P, Mechanism]) -> Callable[P, Robot]:
    """Add a drawing function to the library.

    The decorated function returns the robot that corresponds to the drawing.
    """
    _DRAWINGS[draw.__name__] = draw

    @wraps(draw)
    def build(*options: P.args, **named: P.kwargs) -> Robot:
        return draw(*options, **named).robot

    return build


def _tabled(name: str) -> Mechanism:
    """Return the drawing of a mechanism with fixed dimensions from `library.toml`."""
    entry, joints = _TABLE[name], []
    for row in entry["joints"]:
        options = row[-1] if isinstance(row[-1], dict) else {}
        joints.append(DrawnJoint(*(x for x in row if x is not options), **options))
    more = {key: entry.get(key, "") for key in ("output", "source")}
    gravity, driven = tuple(entry.get("gravity", (0, 0, -9.81))), tuple(entry.get("driven", ()))
    return Mechanism(name, tuple(joints), driven=driven, gravity=gravity, **more)


def _fixed(name: str) -> Callable[[], Robot]:
    """Add a mechanism from `library.toml` to the library."""

    def draw() -> Mechanism:
        return _tabled(name)

    draw.__name__ = draw.__qualname__ = name
    draw.__doc__ = _TABLE[name]["text"]
    return _listed(draw)


def _polar(centre: tuple[float, float], radius: float, angle: float) -> Point:
    return centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)


def _meeting(p: Point, r: float, q: Point, s: float) -> tuple[Point, Point]:
    """Compute the point at which a bar of length r from p meets a bar of length s from q.

    This point is to the left of the line pq.
    """
    d = hypot(q[0] - p[0], q[1] - p[1])
    along = (d * d + r * r - s * s) / (2 * d) if d else 0.0
    ux, uy = ((q[0] - p[0]) / d, (q[1] - p[1]) / d) if d else (1.0, 0.0)
    if d and r * r >= along * along:
        height = sqrt(r * r - along * along)
        point = (p[0] + along * ux - height * uy, p[1] + along * uy + height * ux)
        return point, point
    return (p[0] + r * ux, p[1] + r * uy), (q[0] - s * ux, q[1] - s * uy)


def _apart(a: Point, b: Point) -> dict[str, Any]:
    """Return the keyword argument `point_b` for a joint whose two halves are drawn at different points."""
    return {} if a == b else {"point_b": b}


@_listed
def four_bar(
    ground: float = 4, crank: float = 2, coupler: float = 5, rocker: float = 5, angle: float = 1.0
) -> Mechanism:
    """Build a four-bar linkage from the lengths of its four sides and the `angle` of its crank."""
    A, B = _polar((0, 0), crank, angle), (float(ground), 0.0)
    C, D = _meeting(A, coupler, B, rocker)
    joints = (
        revolute("ground", "crank", (0, 0)),
        revolute("crank", "coupler", A),
        revolute("coupler", "rocker", C, **_apart(C, D)),
        revolute("ground", "rocker", B),
    )
    return _planar("four_bar", joints, ("ground-crank",), source="[tang]")


@_listed
def parallelogram(bars: int = 3, length: Any = 5, base: Any = 4, angle: str = "") -> Mechanism:
    """Build a platform that is supported by parallel bars of equal length.

    Two bars form a four-bar linkage. A third bar does not add any constraints.

    `angle` is an expression for the angle of the bars, such as `"pi/3"`. By default, the bars point in the direction
    (3, 4).
    """
    bars = integer(bars, "bars", lower=2)
    size, side = value(length, "length"), value(base, "base")
    lean = (Fraction(3, 5), Fraction(4, 5))
    c, s = (scalar.cos(value(angle)), scalar.sin(value(angle))) if angle else lean
    joints: list[DrawnJoint] = []
    for k in range(bars):
        x = side * Fraction(k, bars - 1)
        joints.append(revolute("ground", f"bar{k + 1}", (x, 0)))
        joints.append(revolute(f"bar{k + 1}", "platform", (x + size * c, size * s)))
    return _planar("parallelogram", joints, ("ground-bar1",), output="platform", source="[tang]")


@_listed
def five_bar(
    ground: float = 2, crank: float = 2, coupler: float = 3, angles: tuple[float, float] = (2.0, 1.0)
) -> Mechanism:
    """Build a planar parallel robot with two cranks and two couplers that are joined at the tool."""
    A, B = _polar((0, 0), crank, angles[0]), _polar((ground, 0), crank, angles[1])
    C, D = _meeting(A, coupler, B, coupler)
    joints = (
        revolute("ground", "crank1", (0, 0)),
        revolute("crank1", "coupler1", A),
        revolute("coupler1", "coupler2", C, **_apart(C, D)),
        revolute("crank2", "coupler2", B),
        revolute("ground", "crank2", (ground, 0)),
    )
    return _planar("five_bar", joints, ("ground-crank1", "ground-crank2"), output="coupler1")


@_listed
def slider_crank(crank: float = 1, rod: float = 3, offset: float = 0, angle: float = 1.0) -> Mechanism:
    """Build a slider-crank mechanism: a crank and a rod move a slider along the line y = `offset`."""
    A = _polar((0, 0), crank, angle)
    rise = offset - A[1]
    reach = max(rod**2 - rise**2, 0.0) ** 0.5
    C = (A[0] + reach, float(offset))
    end = C if reach > 0 else (A[0], A[1] + (rod if rise > 0 else -rod))
    joints = (
        revolute("ground", "crank", (0, 0)),
        revolute("crank", "rod", A),
        revolute("rod", "slider", end, **_apart(end, C)),
        prismatic("ground", "slider", C, (1, 0, 0)),
    )
    return _planar("slider_crank", joints, ("ground-crank",), output="slider")


double_slider = _fixed("double_slider")
watt = _fixed("watt")
peaucellier = _fixed("peaucellier")


@_listed
def three_rrr() -> Mechanism:
    """Build a planar platform that is supported by three legs with three revolute joints each."""
    joints: list[DrawnJoint] = []
    for k in range(3):
        turn = 2 * pi * k / 3
        base, end = _polar((0, 0), 3, turn), _polar((0, 0), 1, turn + 0.4)
        knee = (base[0] * 0.6 + end[0] * 0.4 - 1.2 * sin(turn), base[1] * 0.6 + end[1] * 0.4 + 1.2 * cos(turn))
        joints.append(revolute("ground", f"crank{k + 1}", base))
        joints.append(revolute(f"crank{k + 1}", f"rod{k + 1}", knee))
        joints.append(revolute(f"rod{k + 1}", "platform", end))
    return _planar("three_rrr", joints, ("ground-crank1", "ground-crank2", "ground-crank3"), output="platform")


shaky = _fixed("shaky")


def _planar(
    name: str, joints: Sequence[DrawnJoint], driven: tuple[str, ...] = (), output: str = "", source: str = ""
) -> Mechanism:
    """Build a mechanism in the x-y plane, with gravity along −y."""
    return Mechanism(name, tuple(joints), output=output, source=source, driven=driven, gravity=(0, -9.81, 0))


hooke = _fixed("hooke")


@_listed
def bennett(a: float = 1.0, b: float = 1.5, twist: float = 0.6, angle: float = 1.1) -> Mechanism:
    """Build Bennett's 4R linkage with sides a, b, a, b and twists α, β, α, β, where sin α / a = sin β / b.

    The joint angles satisfy tan θ1/2 · tan θ2/2 = sin ½(β + α) / sin ½(β − α), θ3 = −θ1 and θ4 = −θ2. The argument
    `angle` is θ1.
    """
    sine = b * sin(twist) / a
    real(abs(sine), "sine of the second twist", above=0, upper=1)
    real(abs(b - a), "difference of a and b", above=0, unit="m")
    other = asin(sine)
    second = 2 * atan(sin((other + twist) / 2) / sin((other - twist) / 2) / tan(angle / 2))
    sides = [(angle, a, twist), (second, b, other), (-angle, a, twist), (-second, b, other)]
    return _ring("bennett", ("ground", "link1", "link2", "link3"), _axes(sides), "link2", source="[bennett1903]")


@_listed
def goldberg(a: float = 1.0, b: float = 1.5, c: float = 0.7, twist: float = 0.6, angle: float = 1.1) -> Mechanism:
    """Build Goldberg's 5R linkage from two Bennett linkages with sides a, b and c, b by removing their common link b.

    Side a of the first linkage is extended beyond joint 1 by c. A half turn about a line n maps joint 1 to the far
    corner of the second linkage. The line n is normal to the other diagonal and passes through its midpoint, so that
    the axis of joint 4 is unchanged.
    """
    joints = drawn("bennett", a=a, b=b, twist=twist, angle=angle).joints
    P1, P2, P3, P4 = (np.array(j.point, dtype=float) for j in joints)
    _, u2, u3, u4 = (np.array(j.axis, dtype=float) for j in joints)
    P5 = P1 + c * (P1 - P2) / a
    middle, along = (P5 + P4) / 2, (P4 - P5) / np.linalg.norm(P4 - P5)
    _, _, (_, x, y) = np.linalg.svd(along[None])
    w = P1 - middle
    # (far − P4)·u4 = K + C cos 2φ + S sin 2φ = 0 for n = x cos φ + y sin φ
    wx = w @ x
    wy = w @ y
    ux = u4 @ x
    uy = u4 @ y
    C, S = wx * ux - wy * uy, wx * uy + wy * ux
    K = wx * ux + wy * uy - w @ u4 + (middle - P4) @ u4
    size = np.hypot(C, S)
    real(c, "c", above=0, unit="m")
    real(abs(K) / size, "cosine that brings joint 4 to its axis", upper=1)
    phi = (np.arctan2(S, C) + np.arccos(-K / size)) / 2
    n = np.cos(phi) * x + np.sin(phi) * y
    far = middle + 2 * n * (n @ w) - w
    corners = [(P5, np.cross(P1 - P5, far - P5)), (P2, u2), (P3, u3), (P4, u4), (far, np.cross(P4 - far, P5 - far))]
    bodies = ("ground", *(f"link{k}" for k in range(1, 5)))
    axes = [(tuple(p.tolist()), tuple(u.tolist())) for p, u in corners]
    return _ring("goldberg", bodies, axes, "link2", source="[goldberg1943]")


@_listed
def bricard(kind: str = "trihedral") -> Mechanism:
    """Build one of the movable 6R loops of Bricard.

    The loop is `trihedral` (on the edges of a cube), `line-symmetric` or `plane-symmetric`.
    """
    return _tabled(f"bricard {choice(kind, 'kind', ('trihedral', 'line-symmetric', 'plane-symmetric'))}")


sarrus = _fixed("sarrus")
rssr = _fixed("rssr")
rccc = _fixed("rccc")
screw_press = _fixed("screw_press")
seven_r = _fixed("seven_r")


def _ring(name: str, bodies: Sequence[str], axes: Sequence[Any], output: str, source: str = "") -> Mechanism:
    """Build a ring of revolute joints in which joint k connects bodies k and k + 1. The first joint is driven."""
    ends = zip(bodies, (*bodies[1:], bodies[0]), axes, strict=True)
    joints = tuple(revolute(a, b, point, axis) for a, b, (point, axis) in ends)
    return Mechanism(name, joints, tuple(bodies), output=output, source=source, driven=(joints[0].name,))


def _axes(sides: Sequence[tuple[float, float, float]]) -> list[tuple[Any, Any]]:
    """Compute the joint axes of a loop from the angle θ, the length and the twist of each side.

    The transformation from each frame to the next is Rz(θ) Tx(a) Rx(α).
    """
    T = np.eye(4)
    axes = []
    for theta, a, alpha in sides:
        axes.append((tuple(T[:3, 3].tolist()), tuple(T[:3, 2].tolist())))
        c = cos(theta)
        s = sin(theta)
        ca = cos(alpha)
        sa = sin(alpha)
        T = T @ np.array([[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0, sa, ca, 0], [0, 0, 0, 1]])
    return axes


Vector = tuple[float, ...]


@_listed
def stewart(legs: str = "UPS", base: float = 2.0, platform: float = 1.0, height: float = 2.0) -> Mechanism:
    """Build the Stewart-Gough platform with six prismatic legs: `UPS` or `SPS`.

    In the `SPS` platform, each leg can rotate about its own axis.
    """
    choice(legs, "legs", ("UPS", "SPS"))
    joints: list[DrawnJoint] = []
    for k in range(6):
        pair, side = divmod(k, 2)
        foot = _around(base, 2 * pi * pair / 3 + (0.3 if side else -0.3), 0.0)
        # adjacent base joints connect to different pairs of platform joints
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
    return _on_legs(f"stewart 6-{legs}", joints, "cylinder" if legs == "UPS" else "", source)


@_listed
def orthoglide(size: Any = 4, width: Any = 1) -> Mechanism:
    """Build the Orthoglide: three P-R-Pa-R legs on perpendicular prismatic joints. The platform only translates."""
    joints: list[DrawnJoint] = []
    axes = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    for k, name in enumerate("xyz"):
        slide = axes[k]
        pivot = axes[(k + 1) % 3]
        turn = axes[(k + 2) % 3]

        def at(along: Any, across: Any, slide: Any = slide, turn: Any = turn) -> Any:
            return tuple(-along * s + across * t for s, t in zip(slide, turn, strict=True))

        near, far = f"fork_{name}", f"end_{name}"
        joints.append(prismatic("ground", f"slider_{name}", at(size + 1, 0), slide))
        joints.append(revolute(f"slider_{name}", near, at(size + 1, 0), turn))
        for side, bar in ((width, f"bar_{name}1"), (-width, f"bar_{name}2")):
            joints.append(revolute(near, bar, at(size + 1, side), pivot))
            joints.append(revolute(bar, far, at(1, side), pivot))
        joints.append(revolute(far, "platform", at(1, 0), turn))
    return _on_legs("orthoglide", joints, "ground", "[wenger2000]")


@_listed
def delta() -> Mechanism:
    """Build the Delta robot: three arms with two parallel rods each.

    The rods have ball joints at both ends and can rotate about their own axes.
    """
    joints: list[DrawnJoint] = []
    for k in range(3):
        turn = 2 * pi * k / 3
        tangent = (-sin(turn), cos(turn), 0.0)
        shoulder = _around(2.0, turn, 0.0)
        elbow = _around(3.2, turn, -0.9)
        wrist = _around(0.8, turn, -4.0)
        arm = f"arm{k + 1}"
        joints.append(revolute("ground", arm, shoulder, tangent))
        for side in (1, 2):
            shift = tuple(0.3 * (3 - 2 * side) * x for x in tangent)
            rod = f"rod{k + 1}{'ab'[side - 1]}"
            joints.append(spherical(arm, rod, add(elbow, shift)))
            joints.append(spherical(rod, "platform", add(wrist, shift)))
    return _on_legs("delta", joints, "", "[clavel1988]")


@_listed
def three_rps() -> Mechanism:
    """Build a platform on three revolute-prismatic-spherical legs.

    The platform tilts about two axes and moves up and down.
    """
    joints: list[DrawnJoint] = []
    for k in range(3):
        turn = 2 * pi * k / 3
        foot, hand = _around(2.0, turn, 0.0), _around(1.0, turn, 2.0)
        low, high = f"cylinder{k + 1}", f"rod{k + 1}"
        joints.append(revolute("ground", low, foot, (-sin(turn), cos(turn), 0.0)))
        joints.append(prismatic(low, high, _middle(foot, hand), sub(hand, foot)))
        joints.append(spherical(high, "platform", hand))
    return _on_legs("three_rps", joints, "cylinder", "[hunt1983]")


@_listed
def three_upu() -> Mechanism:
    """Build a platform on three universal-prismatic-universal legs with parallel outer and inner axes.

    The platform only translates.
    """
    joints: list[DrawnJoint] = []
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
    return _on_legs("three_upu", joints, "cylinder", "[tsai1996]")


tripteron = _fixed("tripteron")
agile_eye = _fixed("agile_eye")


def _around(radius: float, angle: float, z: float) -> Vector:
    return (radius * cos(angle), radius * sin(angle), z)


def _middle(a: Vector, b: Vector) -> Vector:
    return tuple((x + y) / 2 for x, y in zip(a, b, strict=True))


def _on_legs(name: str, joints: list[DrawnJoint], moved: str, source: str) -> Mechanism:
    """Build a platform that is supported by legs.

    Joints whose first body has a name that begins with `moved` are driven (by default, all joints).
    """
    driven = tuple(joint.name for joint in joints if moved and joint.a.startswith(moved))
    return Mechanism(name, tuple(joints), output="platform", source=source, driven=driven)


cartesian = _fixed("cartesian")
cylindrical_arm = _fixed("cylindrical_arm")
spherical_arm = _fixed("spherical_arm")
scara = _fixed("scara")
articulated = _fixed("articulated")
