"""A robot as SYMORO's `.par`: every link's frame moves to its joint, z on the axis.

Any pose is Rz(γ) Tz(b) Rx(α) Tx(d) Rz(θ) Tz(r): x after γ is the common normal of the two axes, and with it
p = b z + d x_γ + r z', which is linear in p, so that lengths may be symbols. Axes that are parallel need no b.
Names, frames, limits and which joints turn without end are kept in a comment, as SYMORO has no word for them. The ground's own
inertia is left out: it never moves.   [khalil2002, ch. 2, 7]
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dalembert.errors import WrongValue, shown
from dalembert.formats.number import check_drive
from dalembert.formats.symoro.read import DYNAMICS, GEOMETRY, KEPT, TENSOR
from dalembert.graph import Node, symbols
from dalembert.graph.evaluate import evaluate
from dalembert.graph.text import to_text
from dalembert.robot.loop import Loop
from dalembert.robot.model import Joint, Link, Robot
from dalembert.spatial.pose import IDENTITY, Pose, snap
from dalembert.spatial.vector import EYE, Matrix, Vector, cross, dot, transpose

_SIGMA = {"revolute": 0, "continuous": 0, "prismatic": 1, "fixed": 2, "weld": 2}
_PARALLEL = 1e-9


def text(robot: Robot) -> str:
    """The document; what SYMORO cannot hold raises."""
    _holdable(robot)
    frames = [frame.name for frame in robot.frames]
    robot = _with_links(robot)
    order = {robot.root: 0, **{joint.child: j for j, joint in enumerate(robot.joints, 1)}}
    links = {robot.root: IDENTITY}  # each link's frame in the one that SYMORO has for it
    rows: list[dict[str, str]] = []
    for j, joint in enumerate(robot.joints, 1):
        turned = _on_axis(joint)
        step = links[joint.parent] @ joint.placement @ turned
        links[joint.child] = turned.inverse() @ joint.after
        rows.append(_row(joint.name, joint.kind, order[joint.parent], step, j, joint.name in robot.actuated))
    loops = [loop for loop in robot.loops if isinstance(loop, Loop)]
    for side in ("first", "second"):
        for loop in loops:
            link, place = (
                (loop.first, loop.first_placement) if side == "first" else (loop.second, loop.second_placement)
            )
            kind = loop.kind if side == "first" else "fixed"
            rows.append(_row(loop.name, kind, order[link], links[link] @ place, len(rows) + 1, False))
    moved = [robot.link(joint.child).inertia.moved(links[joint.child]) for joint in robot.joints]
    dynamics = {
        **{key: [x.tensor[k] for x in moved] for k, key in enumerate(TENSOR)},
        **{key: [x.ms[k] for x in moved] for k, key in enumerate(("MX", "MY", "MZ"))},
        "M": [x.mass for x in moved],
        **{key: [_felt(joint, which) for joint in robot.joints] for key, which in
           (("IA", "inertia"), ("FV", "viscous"), ("FS", "dry"))},
    }  # fmt: skip
    return _document(robot, frames, rows, len(loops), dynamics)


def _document(
    robot: Robot, frames: list[str], rows: list[dict[str, str]], cuts: int, dynamics: dict[str, list[Any]]
) -> str:
    n = len(robot.joints)
    serial = all(row["ant"] == str(j) for j, row in enumerate(rows))
    kept = {
        "frames": frames, "links": [robot.root, *(j.child for j in robot.joints)], "joints": [j.name for j in robot.joints],
        "loops": [x.name for x in robot.loops], "kinds": {j.name: j.kind for j in robot.joints if j.kind == "continuous"},
        "limits": {j.name: [j.limits.lower, j.limits.upper, j.limits.velocity, j.limits.effort]
                   for j in robot.joints if any(x is not None for x in vars(j.limits).values())},
    }  # fmt: skip
    comment = json.dumps(kept, ensure_ascii=True).replace("*)", "\\u002a)")
    lines = [
        f"(* Robotname = '{robot.name}' *)", f"NL = {n}", f"NJ = {n + cuts}", f"NF = {n + 2 * cuts}",
        f"Type = {2 if cuts else 0 if serial else 1}", "is_mobile = 0", "",
        f"(* {KEPT} {comment} *)", "", "(* Geometric parameters *)",
    ]  # fmt: skip
    lines += [f"{key} = {{{','.join(row[key] for row in rows)}}}" for key in GEOMETRY]
    lines += ["", "(* Dynamic parameters and external forces *)"]
    lines += [f"{key} = {{{_listed(dynamics[key])}}}" for key in DYNAMICS]
    lines += [f"{key} = {{{','.join(['0'] * n)}}}" for key in ("FX", "FY", "FZ", "CX", "CY", "CZ")]
    lines += ["", "(* Joint parameters *)"]
    lines += [f"{key} = {{{','.join(f'{key}{j}' for j in range(1, n + cuts + 1))}}}" for key in ("QP", "QDP", "GAM")]
    lines += [
        "",
        "(* Speed and acceleration of the base *)",
        *(f"{key} = {{0,0,0}}" for key in ("W0", "WP0", "V0", "VP0")),
    ]
    lines += ["", "(* Acceleration of gravity *)", f"G = {{{_listed(robot.gravity)}}}", ""]
    lines += ["(* Transformation of 0 frame position fT0 *)", "Z = {1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1}", ""]
    return "\n".join([*lines, "(* End of definition *)"]) + "\n"


def _holdable(robot: Robot) -> None:
    what = f"of robot '{shown(robot.name)}'"
    for joint in robot.joints:
        check_drive(joint, "SYMORO")
        if joint.kind not in _SIGMA:
            raise WrongValue(f"joint '{joint.name}' {what} is {joint.kind}, which SYMORO cannot hold; export to .toml")
        if joint.mimic is not None:
            raise WrongValue(f"joint '{joint.name}' {what} mimics another, which SYMORO cannot hold; export to .toml")
    for loop in robot.loops:
        if not isinstance(loop, Loop) or loop.kind not in _SIGMA:
            raise WrongValue(
                f"loop '{loop.name}' {what} is none that SYMORO can hold (revolute, prismatic); export to .toml"
            )
    lost = [f"spring '{x.name}'" for x in robot.springs] + [
        f"gravcomp of '{x.name}'" for x in robot.links if x.gravcomp != 0
    ]
    if lost:
        raise WrongValue(f"{', '.join(lost[:5])} {what}: SYMORO cannot hold it; export to .toml")
    if "'" in robot.name or "*)" in robot.name:
        raise WrongValue(f"the name {what} holds a ' or *), which SYMORO cannot; rename it")


def _row(name: str, kind: str, ant: int, step: Pose, j: int, driven: bool) -> dict[str, str]:
    """One column of the geometric table."""
    gamma, b, alpha, d, theta, r = decomposed(step, name)
    sigma = _SIGMA[kind]
    row = {"gamma": _angle(gamma), "b": _number(b), "alpha": _angle(alpha), "d": _number(d)}
    row |= {"ant": str(ant), "sigma": str(sigma), "mu": str(int(driven)), "theta": _angle(theta), "r": _number(r)}
    for key, moving, variable in (("theta", 0, f"th{j}"), ("r", 1, f"r{j}")):
        if sigma == moving:
            row[key] = variable if row[key] == "0" else f"{variable} + {row[key]}"
    return row


def decomposed(pose: Pose, name: str) -> tuple[Any, ...]:
    """(γ, b, α, d, θ, r); angles are numbers, lengths may be symbols."""
    if symbols([x for row in pose.R for x in row]):
        what = f"joint or loop '{shown(name)}' is turned by an angle that is a symbol"
        raise WrongValue(f"{what}, which this export cannot take apart; bind it first, or export to .toml")
    R = [[float(x) for x in row] for row in _evaluated(snap(pose.R))]
    p, z = pose.p, tuple(row[2] for row in R)
    normal = math.hypot(z[0], z[1])
    if normal <= _PARALLEL:
        gamma = _towards(p, name)
        x = (math.cos(gamma), math.sin(gamma), 0.0)
        alpha, b, r = (0.0 if z[2] > 0 else math.pi), 0, p[2] * (1 if z[2] > 0 else -1)
        d = _along(x, p)
    else:
        gamma = math.atan2(z[0], -z[1])  # x_γ = z × z' / |z × z'|
        if abs(gamma) > math.pi / 2 + 1e-12:  # its opposite is as good, and nearer
            gamma -= math.copysign(math.pi, gamma)
        x = (math.cos(gamma), math.sin(gamma), 0.0)
        y = cross((0.0, 0.0, 1.0), x)
        alpha = math.atan2(-dot(z, y), z[2])
        r = _along(y, p) / _exact(dot(z, y))
        b, d = p[2] - r * _exact(z[2]), _along(x, p)
    first = (R[0][0], R[1][0], R[2][0])
    side = (-math.sin(gamma) * math.cos(alpha), math.cos(gamma) * math.cos(alpha), math.sin(alpha))
    theta = math.atan2(dot(first, side), dot(first, x))
    return gamma, b, alpha, d, theta, r


def _towards(p: Vector, name: str) -> float:
    """The direction of p seen along z."""
    if not symbols(p):
        x, y = (float(a) for a in _evaluated((p[:2],))[0])
        angle = math.atan2(y, x) if math.hypot(x, y) > 0 else 0.0
        return angle - math.copysign(math.pi, angle) if abs(angle) > math.pi / 2 + 1e-12 else angle
    if _is_zero(p[1]):
        return 0.0
    if _is_zero(p[0]):
        return math.pi / 2
    raise WrongValue(
        f"joint or loop '{shown(name)}' stands at symbols along x and y; bind them first, or export to .toml"
    )


def _along(direction: Sequence[float], p: Vector) -> Any:
    """direction · p, exact where the direction is an axis."""
    total: Any = 0
    for a, x in zip(direction, p, strict=True):
        factor = _exact(a)
        if factor != 0 and not _is_zero(x):
            total = total + (x if factor == 1 else -x if factor == -1 else factor * x)
    return total


def _exact(x: float) -> Any:
    return round(x) if abs(x - round(x)) < 1e-15 else x


def _is_zero(x: Any) -> bool:
    return not isinstance(x, Node) and x == 0


def _evaluated(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [[evaluate([x], {})[0] if isinstance(x, Node) else x for x in row] for row in rows]


def _on_axis(joint: Joint) -> Pose:
    """The turn that takes z to a joint's axis."""
    if not joint.moves or tuple(joint.axis) == (0, 0, 1):
        return IDENTITY
    if symbols(joint.axis):
        raise WrongValue(f"the axis of joint '{shown(joint.name)}' is symbolic; bind it first, or export to .toml")
    axis = [float(x) for x in _evaluated((joint.axis,))[0]]
    length = math.hypot(*axis)
    z = tuple(x / length for x in axis)
    least = min(range(3), key=lambda k: abs(z[k]))
    x = cross(z, EYE[least])
    size = math.hypot(*x)
    x = tuple(a / size for a in x)
    R: Matrix = transpose((x, cross(z, x), z))
    return Pose(snap(R))


def _with_links(robot: Robot) -> Robot:
    """Frames as links without mass."""
    links = tuple(Link(frame.name) for frame in robot.frames)
    joints = tuple(Joint(f"{x.name}_frame", "fixed", x.link, x.name, x.placement) for x in robot.frames)
    return replace(robot, links=robot.links + links, joints=robot.joints + joints, frames=())


def _felt(joint: Joint, which: str) -> Any:
    return 0 if joint.drive is None else getattr(joint.drive, which)


def _angle(x: float) -> str:
    """Right angles and simple parts of π by name."""
    for parts in (1, 2, 3, 4, 6):
        k = round(x * parts / math.pi)
        if abs(x - k * math.pi / parts) < 1e-15 * max(1.0, abs(k)):
            if k == 0:
                return "0"
            return (
                ("-" if k < 0 else "") + ("" if abs(k) == 1 else f"{abs(k)}*") + ("pi" if parts == 1 else f"pi/{parts}")
            )
    return repr(x)


def _number(x: Any) -> str:
    if isinstance(x, Node):
        return to_text(x)
    return str(int(x)) if x == int(x) and abs(x) < 1e15 else repr(float(x))


def _listed(numbers: Sequence[Any]) -> str:
    return ",".join(_number(x) for x in numbers)
