"""A robot as our TOML: nothing is lost, symbols and exact numbers are kept as text.

Inertias are written as they are kept: mass, first moments, tensor about the link's origin.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dalembert.errors import BadExpression, WrongValue
from dalembert.graph import Node
from dalembert.graph.scalar import is_zero
from dalembert.graph.text import to_text
from dalembert.robot.drive import SCALARS, Drive
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import Joint, Limits, Link, Robot, Unsaid
from dalembert.robot.spring import BallSpring, Spring, Tendon
from dalembert.robot.value import MOST_DIGITS, parse
from dalembert.spatial.pose import IDENTITY, Pose


def text(robot: Robot) -> str:
    """The document."""
    lines = [f"name = {quoted(robot.name)}", f"gravity = {listed(robot.gravity)}"]
    if robot.source:
        lines.append(f"source = {quoted(robot.source)}")
    if not isinstance(robot.actuated, Unsaid):
        lines.append(f"actuated = [{', '.join(quoted(x) for x in robot.actuated)}]")
    for link in robot.links:
        lines += ["", "[[links]]", *_link(link)]
    for joint in robot.joints:
        lines += ["", "[[joints]]", *_joint(joint)]
    for frame in robot.frames:
        lines += ["", "[[frames]]", f"name = {quoted(frame.name)}", f"link = {quoted(frame.link)}"]
        lines += pose_lines("placement", frame.placement)
    for loop in robot.loops:
        lines += ["", "[[loops]]", *_loop(loop)]
    for spring in robot.springs:
        lines += ["", "[[springs]]", *_spring(spring)]
    return "\n".join(lines) + "\n"


def _link(link: Link) -> list[str]:
    lines = [f"name = {quoted(link.name)}"]
    if not link.inertia.is_zero:
        lines.append(f"mass = {number(link.inertia.mass)}")
        lines.append(f"ms = {listed(link.inertia.ms)}")
        lines.append(f"inertia_origin = {listed(link.inertia.tensor)}")
    if link.gravcomp != 0:
        lines.append(f"gravcomp = {number(link.gravcomp)}")
    if link.payload:
        lines.append("payload = true")
    return lines


def _loop(loop: Loop | Coupling) -> list[str]:
    lines = [f"name = {quoted(loop.name)}"]
    if isinstance(loop, Coupling):
        terms = [
            f"[{number(factor)}, [{', '.join(f'[{quoted(name)}, {power}]' for name, power in powers)}]]"
            for factor, powers in loop.terms
        ]
        return [*lines, f"terms = [{', '.join(terms)}]"]
    lines += [f"{key} = {quoted(getattr(loop, key))}" for key in ("kind", "first", "second")]
    for key in ("first_placement", "second_placement"):
        lines += pose_lines(key, getattr(loop, key))
    return lines if loop.length is None else [*lines, f"length = {number(loop.length)}"]


def _spring(spring: Spring) -> list[str]:
    lines = [f"name = {quoted(spring.name)}"]
    if isinstance(spring, BallSpring):
        lines += [f"joint = {quoted(spring.joint)}", f"rest = {listed(spring.rest)}"]
        return lines + [f"{key} = {number(getattr(spring, key))}" for key in ("stiffness", "damping")]
    if isinstance(spring, Tendon):
        lines.append(f"arms = [{', '.join(f'[{quoted(name)}, {number(r)}]' for name, r in spring.arms)}]")
    else:
        lines += [f"{key} = {quoted(getattr(spring, key))}" for key in ("first", "second")]
        lines += [f"{key} = {listed(getattr(spring, key))}" for key in ("first_point", "second_point")]
        via = ", ".join(f"[{quoted(name)}, {listed(point)}]" for name, point in spring.via)
        lines += [f"via = [{via}]"] if via else []
    more = [key for key in ("slack", "armature") if not is_zero(getattr(spring, key))]
    return lines + [f"{key} = {number(getattr(spring, key))}" for key in ("stiffness", "rest", "damping", *more)]


def _joint(joint: Joint) -> list[str]:
    names = {"name": joint.name, "kind": joint.kind, "parent": joint.parent, "child": joint.child}
    lines = [f"{key} = {quoted(name)}" for key, name in names.items()]
    lines += pose_lines("placement", joint.placement)
    if joint.moves:
        lines.append(f"axis = {listed(joint.axis)}")
    lines += pose_lines("after", joint.after)
    for key, one in (("limits", _limits), ("drive", drive_table)):
        given = getattr(joint, key)
        if isinstance(given, tuple):
            lines.append(f"{key} = [{', '.join(one(x) for x in given)}]")
        elif given is not None and given != Limits():
            lines.append(f"{key} = {one(given)}")
    if joint.kind == "screw":
        lines.append(f"pitch = {number(joint.pitch)}")
    if joint.angles:
        lines.append(f"angles = {quoted(joint.angles)}")
    if joint.names:
        lines.append(f"names = [{', '.join(quoted(x) for x in joint.names)}]")
    if joint.mimic is not None:
        factors = {"multiplier": joint.mimic.multiplier, "offset": joint.mimic.offset}
        inner = ", ".join(f"{key} = {number(x)}" for key, x in factors.items())
        lines.append(f"mimic = {{ joint = {quoted(joint.mimic.joint)}, {inner} }}")
    return lines


def _limits(limits: Limits) -> str:
    given = {key: getattr(limits, key) for key in ("lower", "upper", "velocity", "effort")}
    return _table({key: x for key, x in given.items() if x is not None})


def drive_table(drive: Drive | None) -> str:
    """A table; an empty one for a motion without a drive."""
    if drive is None:
        return "{ }"
    plain = Drive()
    changed = [(key, getattr(drive, key)) for key in SCALARS if getattr(drive, key) != getattr(plain, key)]
    parts = [f"{key} = {number(x)}" for key, x in changed]
    if drive.coupling:
        pairs = ", ".join(f"[{quoted(joint)}, {number(ratio)}]" for joint, ratio in drive.coupling)
        parts.append(f"coupling = [{pairs}]")
    return "{ " + ", ".join(parts) + " }"


def pose_lines(key: str, pose: Pose) -> list[str]:
    if pose == IDENTITY:
        return []
    parts = [f"xyz = {listed(pose.p)}"]
    if pose.R != IDENTITY.R:
        parts.append(f"R = [{', '.join(listed(row) for row in pose.R)}]")
    return [f"{key} = {{ {', '.join(parts)} }}"]


def _table(entries: dict[str, Any]) -> str:
    return "{ " + ", ".join(f"{key} = {number(x)}" for key, x in entries.items()) + " }"


def listed(numbers: Sequence[Any]) -> str:
    return "[" + ", ".join(number(x) for x in numbers) + "]"


def quoted(text: str) -> str:
    """A TOML string; JSON's escapes are TOML's."""
    return json.dumps(text, ensure_ascii=False)


def number(x: Any) -> str:
    """A float with all its digits, an exact number or an expression as text; one too long to be read back as a float."""
    if isinstance(x, Node):
        text = to_text(x, exact=True)
        try:
            parse(text)
        except BadExpression:
            raise WrongValue(f"the expression {text[:60]}… is too long to be written and read back") from None
        return quoted(text)
    if isinstance(x, (int, Fraction)):
        whole = Fraction(x)
        if whole.denominator == 1 and abs(whole) < 2**63:
            return str(whole.numerator)
        if max(abs(whole.numerator), whole.denominator) < 10**MOST_DIGITS:
            return quoted(str(whole))
    return repr(float(x))
