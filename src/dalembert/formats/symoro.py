"""Reader and writer of SYMORO's `.par` files.

The geometry follows Khalil and Kleinfinger, and inertias are about the link origins.

T_ant(j)_j = Rz(γ) Tz(b) Rx(α) Tx(d) Rz(θ) Tz(r);   σ = 0: θ varies, σ = 1: r varies, σ = 2: the joint is fixed.
Joints with a number above NL are cut joints. The frame of cut joint k coincides with the fixed frame k + B on the other
side, where B = NJ − NL. IA is the rotor inertia reflected to the joint, FV is viscous friction, FS is dry friction, and
G is gravity. [khalil2002, ch. 2, 7, 9]

The writer moves every link frame to the joint of the link, with z along the joint axis. Any pose can be written as
Rz(γ) Tz(b) Rx(α) Tx(d) Rz(θ) Tz(r). The x axis after the rotation γ is the common normal of the two joint axes. The
equation p = b z + d x_γ + r z' is linear, so lengths can be symbols. For parallel axes, b is 0. SYMORO has no fields
for names, frames, limits or continuous joints, so the writer stores this information in a comment. The writer omits the
inertia of the ground because it does not affect the motion. [khalil2002, ch. 2, 7]
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from dalembert import finding
from dalembert.argument import value
from dalembert.errors import shown
from dalembert.finding.finding import Given, Identifier, Location, Noun
from dalembert.formats.numeric import check_drives, check_held, check_parts_held, lifted_links, written
from dalembert.formats.robot_file import (
    LONGEST_NAME,
    MOST_PARTS,
    Description,
    FindingLog,
    located,
    nearest,
    number,
    schema,
)
from dalembert.graph import Node, symbols
from dalembert.graph.evaluate import evaluate
from dalembert.graph.node import to_text
from dalembert.graph.scalar import is_zero
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Loop
from dalembert.robot.model import Frame, Joint, Limits, Link, Robot
from dalembert.robot.tree import axis_frame
from dalembert.spatial.pose import IDENTITY, Pose, rotation_x, rotation_z, snap
from dalembert.spatial.vector import Vector, cross, dot, matvec
from dalembert.tolerance import AXIS, EPSILON, ROUNDING

_KNOWN = schema("symoro").rule("", "robot").attributes
GEOMETRY = ("ant", "sigma", "mu", "gamma", "b", "alpha", "d", "theta", "r")
TENSOR, FIRST = ("XX", "YY", "ZZ", "XY", "YZ", "XZ"), ("MX", "MY", "MZ")
DRIVE = {"IA": "inertia", "FV": "viscous", "FS": "dry"}
STATE = ("FX", "FY", "FZ", "CX", "CY", "CZ", "QP", "QDP", "GAM")
BASE = ("W0", "WP0", "V0", "VP0")
KEPT = "dalembert:"  # prefix of a comment with names, kinds and limits, for which SYMORO has no field
_LINE = re.compile(r"\s*(\w+)\s*=\s*(?:\{(.*)\}|([-+]?\w+))\s*")
_KINDS = {0: "revolute", 1: "prismatic", 2: "fixed"}
_CUTS = _KINDS | {2: "weld"}


_Kept = TypeVar("_Kept", list[Any], dict[str, Any])


@dataclass
class _Table:
    """Lists of values in a file, with their line numbers."""

    file: str
    log: FindingLog
    name: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    lists: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    comment: dict[str, Any] = field(default_factory=dict)  # that the writer stored

    @cached_property
    def base(self) -> Pose:
        """Pose of frame 0 in the world frame."""
        if "Z" not in self.lists:
            return IDENTITY
        rows = [tuple(self.value("Z", 4 * i + k) for k in range(4)) for i in range(3)]
        return Pose(tuple(row[:3] for row in rows), tuple(row[3] for row in rows))

    def kept(self, key: str, kind: type[_Kept]) -> _Kept:
        """Return a list or dict from the comment that the writer stored, or an empty one."""
        found = self.comment.get(key)
        return found if isinstance(found, kind) else kind()

    def place(self, key: str) -> Location:
        return located(self.file, self.lines.get(key, 0))

    def part(self, key: str, j: int | None = None) -> finding.Part:
        """Return the name and location of a list, or of its entry j (from 0), for messages."""
        return finding.part_of(key, None if j is None else str(j + 1), self.place(key))

    def text(self, key: str, j: int, default: str = "0") -> str:
        """Return entry j (from 0) of a list."""
        entries = self.lists.get(key, [])
        return entries[j].strip() if j < len(entries) else default

    def value(self, key: str, j: int, hidden: str = "") -> Any:
        """Parse entry j (from 0) of a list as a number or an expression. Names that match `hidden` count as 0."""
        text = re.sub(r"\bPi\b", "pi", self.text(key, j))
        with self.log.at(self.place(key)):
            return value(re.sub(hidden, "0", text) if hidden else text, key)
        return 0

    def values(self, j: int, *keys: str) -> tuple[Any, ...]:
        return tuple(self.value(key, j) for key in keys)

    def whole(self, key: str, j: int, default: int = 0) -> int:
        """Parse entry j (from 0) of a list as an integer."""
        text = self.text(key, j, str(default))
        if not re.fullmatch(r"[-+]?\d{1,6}", text, re.ASCII):
            self.log.invalid(self.part(key, j), text, "an integer")
            return default
        return int(text)


def read(data: bytes, file: str, log: FindingLog) -> Description:
    """Read a `.par` file and return its description without checks."""
    table = _table(data, file, log)
    links = table.counts["NL"]
    draft = Description((table.name or "robot")[:LONGEST_NAME], log, top=located(file, 1))
    if "G" in table.lists:
        draft.gravity = matvec(table.base.R, tuple(table.value("G", k) for k in range(3)))
    names = _names(table, "links", ["base", *(f"link{j}" for j in range(1, links + 1))])
    called = _names(table, "joints", [f"joint{j}" for j in range(1, links + 1)])
    draft.add_link(Link(names[0]), located(file, 1))
    for j in range(links):
        inertia = Inertia(table.value("M", j), table.values(j, *FIRST), table.values(j, *TENSOR))
        draft.add_link(Link(names[j + 1], inertia), table.place("ant"))
        draft.add_joint(_joint(table, j, names, called[j]), table.place("ant"))
    _cuts(table, draft, names)
    _rest(table, draft, called)
    _frames(table, draft)
    return draft


def _frames(table: _Table, draft: Description) -> None:
    """Convert massless links that the writer created for frames back to frames."""
    kept = table.kept("frames", list)
    inner = {joint.parent for joint in draft.joints}
    inner |= {end for x in draft.loops if isinstance(x, Loop) for end, _ in x.ends}
    for joint in list(draft.joints):
        if joint.child in kept and joint.child not in inner and joint.kind == "fixed":
            draft.joints.remove(joint)
            draft.links = [link for link in draft.links if link.name != joint.child]
            draft.frames.append(Frame(joint.child, joint.parent, joint.placement))


def _table(data: bytes, file: str, log: FindingLog) -> _Table:
    table = _Table(file, log)
    for number_, line in enumerate(data.decode("utf-8", errors="replace").splitlines(), 1):
        text = line.strip()
        if text.startswith("(*"):
            _comment(text.removeprefix("(*").removesuffix("*)").strip(), table)
            continue
        found = _LINE.fullmatch(text)
        if found and found[1] in table.lines:
            earlier = table.lines[found[1]]
            log.error(finding.Duplicate(Noun("list"), Identifier(found[1]), earlier, at=located(file, number_)))
        if found and found[2] is not None:
            table.lists[found[1]] = found[2].split(",")
            table.lines[found[1]] = number_
        elif found and re.fullmatch(r"\d{1,6}", found[3], re.ASCII):
            table.counts[found[1]] = int(found[3])
            table.lines[found[1]] = number_
        elif text:
            part = finding.part_of(f"'{shown(text)}'", None, located(file, number_))
            log.unknown(part, acts=True)
    for key in ("NL", "NJ"):
        if not 0 < table.counts.get(key, 0) <= MOST_PARTS:
            part = finding.part_of(key, None, located(file))
            log.stop(finding.Invalid(part, Given(str(table.counts.get(key, 0))), Noun("a number of links and joints")))
    table.counts.setdefault("NF", table.counts["NJ"])
    for key in ("ant", "sigma", "alpha", "d", "theta", "r"):
        if key not in table.lists:
            log.stop(finding.NumberCount(table.part(key), 0, (table.counts["NF"],)))
    for key in table.lines:
        _examine(key, table)
    return table


def _examine(key: str, table: _Table) -> None:
    """Report an unknown name, and a list of the wrong length."""
    entry = _KNOWN.get(key)
    if entry is None:
        part = finding.part_of(shown(key), None, table.place(key))
        table.log.unknown(part, nearest(key, _KNOWN), acts=True)
        return
    is_list = key in table.lists
    if is_list == (entry.type == "count"):
        table.log.invalid(table.part(key), "a list" if is_list else "a number", entry.type)
    elif is_list:
        words = entry.type.removeprefix("number").strip("[]")
        expected = int(words) if words.isdecimal() else table.counts[words]
        got = len(table.lists[key])
        if got != expected:
            table.log.stop(finding.NumberCount(table.part(key), got, (expected,)))


def _comment(text: str, table: _Table) -> None:
    found = re.fullmatch(r"Robotname\s*=\s*'(.*)'", text)
    if found:
        table.name = found[1]
    elif text.startswith(KEPT):
        with suppress(ValueError, RecursionError):
            comment = json.loads(text.removeprefix(KEPT))
            table.comment = comment if isinstance(comment, dict) else {}


def _names(table: _Table, key: str, plain: list[str]) -> list[str]:
    """Return the names that the writer stored in a comment, or default names."""
    kept = [x for x in table.kept(key, list) if isinstance(x, str) and x.strip() and len(x) <= LONGEST_NAME]
    return kept if len(kept) == len(set(kept)) == len(plain) else plain


def _step(table: _Table, j: int) -> Pose:
    """Compute the pose of frame j relative to the preceding frame, with the joint variable at 0."""
    sigma = table.whole("sigma", j, 2)
    gamma, b, alpha, d = table.values(j, "gamma", "b", "alpha", "d")
    theta = table.value("theta", j, rf"\b(?:th|theta|t|q){j + 1}\b" if sigma == 0 else "")
    r = table.value("r", j, rf"\b(?:r|R|q){j + 1}\b" if sigma == 1 else "")
    before = Pose(snap(rotation_z(gamma)), (0, 0, b)) if gamma != 0 or b != 0 else IDENTITY
    step = before @ Pose(snap(rotation_x(alpha)), (d, 0, 0)) @ Pose(snap(rotation_z(theta)), (0, 0, r))
    return table.base @ step if table.whole("ant", j) == 0 else step


def _joint(table: _Table, j: int, names: list[str], name: str) -> Joint:
    ant, sigma = table.whole("ant", j), table.whole("sigma", j, 2)
    if not 0 <= ant < len(names):
        table.log.stop(finding.Undefined(table.part("ant", j), Noun("link"), Identifier(str(ant))))
    if sigma not in _KINDS:
        table.log.stop(finding.Invalid(table.part("sigma", j), Given(str(sigma)), Noun("0, 1 or 2")))
    kind = _KINDS[sigma]
    if kind == "revolute" and table.kept("kinds", dict).get(name) == "continuous":
        kind = "continuous"
    inertia, damping, coulomb = table.values(j, *DRIVE)
    drive = Drive(inertia, damping=damping, coulomb=coulomb)
    joint = Joint(name, kind, names[ant], names[j + 1], _step(table, j))
    if kind == "fixed":
        return joint
    return replace(joint, drive=None if drive == Drive() else drive, limits=_limits(table, name))


def _limits(table: _Table, name: str) -> Limits:
    given = table.kept("limits", dict).get(name)
    if not isinstance(given, list) or len(given) != 4:
        return Limits()
    return Limits(*(None if x is None else number(str(x)) for x in given))


def _cuts(table: _Table, draft: Description, names: list[str]) -> None:
    """Read the cut joints, whose numbers follow the link numbers."""
    links, frames = table.counts["NL"], table.counts["NF"]
    cuts = table.counts["NJ"] - links
    if cuts and frames < links + 2 * cuts:
        part = finding.part_of("NF", None, located(table.file))
        table.log.stop(finding.Invalid(part, Given(str(frames)), Noun("frames for all loops")))
    called = _names(table, "loops", [f"loop{k}" for k in range(1, cuts + 1)])
    for k in range(cuts):
        sigma = table.whole("sigma", links + k, 2)
        first, here = _on_link(table, links + k)
        second, there = _on_link(table, links + cuts + k)
        draft.loops.append(Loop(called[k], _CUTS.get(sigma, "weld"), names[first], names[second], here, there))


def _on_link(table: _Table, j: int) -> tuple[int, Pose]:
    """Return the link to which a frame is fixed, and the pose of the frame on this link.

    The frame can be fixed through a chain of other frames.
    """
    place = _step(table, j)
    ant, seen = table.whole("ant", j), {j + 1}
    while ant > table.counts["NL"]:
        if ant in seen or ant > len(table.lists["ant"]):
            table.log.stop(
                finding.Impossible(table.part("ant", j), Noun("does not lead to a link"), Identifier(str(ant)))
            )
        seen.add(ant)
        place = _step(table, ant - 1) @ place
        ant = table.whole("ant", ant - 1)
    return ant, place


def _rest(table: _Table, draft: Description, called: list[str]) -> None:
    """Read the actuated joints. Report a moving base, forces and velocities, because they are not part of a robot
    description."""
    driven = [called[j] for j in range(len(called)) if table.whole("mu", j) and draft.joints[j].moves]
    moving = [joint.name for joint in draft.joints if joint.moves]
    if driven and driven != moving:
        draft.actuated = tuple(driven)
    for key in BASE:
        if any(table.value(key, k) != 0 for k in range(len(table.lists.get(key, ())))):
            table.log.refuse(table.part(key), "set it to 0")
    if table.counts.get("is_mobile"):
        table.log.refuse(finding.part_of("is_mobile", None, located(table.file)))
    for key in STATE:
        if any(x.strip() not in ("", "0") for x in table.lists.get(key, ())):
            table.log.ignore(table.part(key))


_SIGMA = {kind: sigma for kinds in (_KINDS, _CUTS) for sigma, kind in kinds.items()} | {"continuous": 0}


def text(robot: Robot) -> str:
    """Format the robot as a `.par` document. Parts that SYMORO cannot represent raise an error."""
    _holdable(robot)
    frames = [frame.name for frame in robot.frames]
    robot = replace(
        robot,  # each frame becomes a massless link
        links=(*robot.links, *(Link(x.name) for x in robot.frames)),
        joints=(*robot.joints, *(Joint(f"{x.name}_frame", "fixed", x.link, x.name, x.placement) for x in robot.frames)),
        frames=(),
    )
    order = {robot.root: 0, **{joint.child: j for j, joint in enumerate(robot.joints, 1)}}
    links = {robot.root: IDENTITY}  # pose of each link's frame in the SYMORO frame of that link
    rows: list[dict[str, str]] = []
    for j, joint in enumerate(robot.joints, 1):
        turned = _on_axis(joint)
        step = links[joint.parent] @ joint.placement @ turned
        links[joint.child] = turned.inverse() @ joint.after
        rows.append(_row(joint.name, joint.kind, order[joint.parent], step, j, joint.name in robot.actuated))
    loops = [loop for loop in robot.loops if isinstance(loop, Loop)]
    for side in (0, 1):
        for loop in loops:
            link, place = loop.ends[side]
            kind = "fixed" if side else loop.kind
            rows.append(_row(loop.name, kind, order[link], links[link] @ place, len(rows) + 1, False))
    moved = [robot.link(joint.child).inertia.moved(links[joint.child]) for joint in robot.joints]
    columns = [(*x.tensor, *x.ms, x.mass) for x in moved]
    dynamics = {key: tuple(row[k] for row in columns) for k, key in enumerate((*TENSOR, *FIRST, "M"))}
    for key, which in DRIVE.items():
        dynamics[key] = tuple(getattr((*joint.drives, None)[0], which, 0) for joint in robot.joints)
    return _document(robot, frames, rows, len(loops), dynamics)


def _document(
    robot: Robot, frames: list[str], rows: list[dict[str, str]], cuts: int, dynamics: dict[str, tuple[Any, ...]]
) -> str:
    n = len(robot.joints)
    serial = all(row["ant"] == str(j) for j, row in enumerate(rows))
    kept = {
        "frames": frames,
        "links": [robot.root, *(j.child for j in robot.joints)],
        "joints": [j.name for j in robot.joints],
        "loops": [x.name for x in robot.loops],
        "kinds": {j.name: j.kind for j in robot.joints if j.kind == "continuous"},
        "limits": {j.name: [*vars(j.limits).values()] for j in robot.joints if j.limits != Limits()},
    }
    comment = json.dumps(kept, ensure_ascii=True).replace("*)", "\\u002a)")
    lines = [
        f"(* Robotname = '{robot.name}' *)",
        f"NL = {n}",
        f"NJ = {n + cuts}",
        f"NF = {n + 2 * cuts}",
        f"Type = {2 if cuts else 0 if serial else 1}",
        "is_mobile = 0",
        "",
        f"(* {KEPT} {comment} *)",
        "",
        "(* Geometric parameters *)",
    ]
    lines += [f"{key} = {{{','.join(row[key] for row in rows)}}}" for key in GEOMETRY]
    lines += ["", "(* Dynamic parameters and external forces *)"]
    lines += [f"{key} = {{{_listed(column)}}}" for key, column in dynamics.items()]
    lines += [f"{key} = {{{','.join(['0'] * n)}}}" for key in STATE[:6]]
    lines += ["", "(* Joint parameters *)"]
    lines += [f"{key} = {{{','.join(f'{key}{j}' for j in range(1, n + cuts + 1))}}}" for key in STATE[6:]]
    lines += ["", "(* Speed and acceleration of the base *)", *(f"{key} = {{0,0,0}}" for key in BASE)]
    lines += ["", "(* Acceleration of gravity *)", f"G = {{{_listed(robot.gravity)}}}", ""]
    lines += ["(* Transformation of 0 frame position fT0 *)", "Z = {1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1}", ""]
    return "\n".join([*lines, "(* End of definition *)"]) + "\n"


def _holdable(robot: Robot) -> None:
    lost = [("joint", x.name) for x in robot.joints if x.kind not in _SIGMA or x.mimic is not None]
    lost += [("loop", x.name) for x in robot.loops if not isinstance(x, Loop) or x.kind not in _SIGMA]
    lost += [("spring", x.name) for x in robot.springs]
    lost += lifted_links(robot)
    if "'" in robot.name or "*)" in robot.name:
        lost.append(("name", robot.name))
    check_drives(robot.joints, "SYMORO")
    check_parts_held("SYMORO", lost)


def _row(name: str, kind: str, ant: int, step: Pose, j: int, driven: bool) -> dict[str, str]:
    """Format one column of the geometric table."""
    gamma, b, alpha, d, theta, r = decomposed(step, name)
    sigma = _SIGMA[kind]
    row = {"gamma": _angle(gamma), "b": _number(b), "alpha": _angle(alpha), "d": _number(d)}
    row |= {"ant": str(ant), "sigma": str(sigma), "mu": str(int(driven)), "theta": _angle(theta), "r": _number(r)}
    for key, moving, variable in (("theta", 0, f"th{j}"), ("r", 1, f"r{j}")):
        if sigma == moving:
            row[key] = variable if row[key] == "0" else f"{variable} + {row[key]}"
    return row


def decomposed(pose: Pose, name: str) -> Vector:
    """Decompose a pose into (γ, b, α, d, θ, r). Angles are numbers, and lengths can be symbols."""
    check_held(not symbols([x for row in pose.R for x in row]), "SYMORO", "symbolic angle of", name)
    R = [evaluate(row, {}) for row in snap(pose.R)]
    p, z = pose.p, tuple(row[2] for row in R)
    normal = math.hypot(z[0], z[1])
    if normal <= AXIS:
        gamma = _towards(p, name)
        x = (math.cos(gamma), math.sin(gamma), 0.0)
        alpha = 0.0 if z[2] > 0 else math.pi
        b, d = 0, _along(x, p)
        r = p[2] if z[2] > 0 else -p[2]
    else:
        gamma = math.atan2(z[0], -z[1])  # x_γ = z × z' / |z × z'|
        if abs(gamma) > math.pi / 2 + ROUNDING:  # the opposite direction is equally valid and closer
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
    """Return the angle, within ±π/2, by which a rotation about z aligns the x axis with the line along p."""
    if not symbols(p):
        x, y = evaluate(p[:2], {})
        angle = math.atan2(y, x) if math.hypot(x, y) > 0 else 0.0
        return angle - math.copysign(math.pi, angle) if abs(angle) > math.pi / 2 + ROUNDING else angle
    check_held(is_zero(p[0]) or is_zero(p[1]), "SYMORO", "symbolic x and y of", name)
    return 0.0 if is_zero(p[1]) else math.pi / 2


def _along(direction: Sequence[float], p: Vector) -> Any:
    """Compute direction · p. The result is exact if the direction is a coordinate axis."""
    total: Any = 0
    for a, x in zip(direction, p, strict=True):
        factor = _exact(a)
        if factor != 0 and not is_zero(x):
            total = total + (x if factor == 1 else -x if factor == -1 else factor * x)
    return total


def _exact(x: float) -> Any:
    return round(x) if abs(x - round(x)) < EPSILON else x


def _on_axis(joint: Joint) -> Pose:
    """Return the rotation that maps z to a joint axis."""
    if not joint.moves or tuple(joint.axis) == (0, 0, 1):
        return IDENTITY
    check_held(not symbols(joint.axis), "SYMORO", "symbolic axis of joint", joint.name)
    return Pose(snap(axis_frame(joint)))


def _angle(x: float) -> str:
    """Format an angle. Right angles and simple fractions of π are written as text such as pi/2."""
    for parts in (1, 2, 3, 4, 6):
        k = round(x * parts / math.pi)
        if abs(x - k * math.pi / parts) < EPSILON * max(1.0, abs(k)):
            if k == 0:
                return "0"
            size = "pi" if abs(k) == 1 else f"{abs(k)}*pi"
            return f"{'-' if k < 0 else ''}{size}{'' if parts == 1 else f'/{parts}'}"
    return repr(x)


def _number(x: Any) -> str:
    return to_text(x) if isinstance(x, Node) else written([x])


def _listed(numbers: Sequence[Any]) -> str:
    return ",".join(_number(x) for x in numbers)
