"""What a robot has that its file does not: inertias of links, drives and places of joints.

A robot is compared with its file as it is read; what is exactly the same is left alone there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, final

from dalembert import finding
from dalembert.argument import known
from dalembert.finding.finding import Element, Identifier
from dalembert.formats.description import Description
from dalembert.formats.numeric import check_drive, check_parts_held
from dalembert.graph import Node
from dalembert.robot.inertia import Inertia
from dalembert.robot.joint import SCALARS, Drive
from dalembert.robot.model import Joint, Robot
from dalembert.tolerance import ROUNDING

Drives = tuple[Drive | None, ...]


@final
@dataclass(frozen=True)
class Difference:
    """The links and joints that are to be changed, as they shall be, by name; and the file as it is read."""

    links: dict[str, Inertia]
    drives: dict[str, Joint]
    places: dict[str, Joint]
    old: Description

    def joint(self, name: str) -> Joint:
        """A joint as the file has it."""
        return next(x for x in self.old.joints if x.name == name)


def difference(robot: Robot, old: Description, format: str) -> Difference:
    """The differences; parts that only one of the two has are rejected."""
    links = _paired(robot, "link", [x.name for x in old.links], [x.name for x in robot.links if not x.inertia.is_zero])
    fixed = [x.name for x in robot.joints if x.kind != "free"]
    joints = _paired(robot, "joint", [x.name for x in old.joints], fixed)
    inertia = {x.name: x.inertia for x in old.links}
    before = {x.name: x for x in old.joints}
    new = [x for x in robot.joints if x.name in joints]
    moved = {x.name: x for x in new if x.placement != before[x.name].placement}
    bent = [x.name for x in new if (x.axis, x.after) != (before[x.name].axis, before[x.name].after)]
    check_parts_held(f"this {format} file", [("new axis of joint", x) for x in bent])
    driven = {x.name: x for x in new if not same_drives(x.drives, before[x.name].drives, exact=True)}
    if format != "TOML":
        for joint in driven.values():
            check_drive(joint, format)
    weights = {x.name: x.inertia for x in robot.links if x.name in links and x.inertia != inertia[x.name]}
    return Difference(weights, driven, moved, old)


def _paired(robot: Robot, kind: str, there: list[str], needed: list[str]) -> set[str]:
    """Names that robot and file share; both must have what the other needs."""
    own = {x.name for x in (robot.links if kind == "link" else robot.joints)}
    for name in needed:
        known(name, there, kind, owner="file")
    for name in there:
        known(name, own, kind, owner="robot", owner_name=robot.name)
    return own & set(there)


def unlike(robot: Robot, again: Robot) -> list[finding.Part]:
    """Links and joints of a robot that came back from a file as something else."""
    links = {x.name: x.inertia for x in again.links}
    joints = {x.name: x for x in again.joints}
    wrong = [
        finding.Part(Element("link"), Identifier(x.name)) for x in robot.links
        if x.name in links and not all(map(_close, _kinds(x.inertia), _kinds(links[x.name])))
    ]  # fmt: skip
    for x in robot.joints:
        y = joints.get(x.name)
        if y is None:
            continue
        place = _close([*x.placement.p, *sum(x.placement.R, ())], [*y.placement.p, *sum(y.placement.R, ())], least=1.0)
        if not place or not same_drives(x.drives, y.drives):
            wrong.append(finding.Part(Element("joint"), Identifier(x.name)))
    return wrong


def same_drives(one: Drives, other: Drives, *, exact: bool = False) -> bool:
    """Whether drives act alike; `exact`: to the last digit."""
    if len(one) != len(other):
        return False
    for a, b in zip(one, other, strict=True):
        x, y = (_effects(d or Drive()) for d in (a, b))
        if exact and x != y:
            return False
        if not all(p == q or _close([p], [q]) for p, q in zip(x, y, strict=True)):
            return False
    return True


def _effects(drive: Drive) -> list[Any]:
    """What acts on the motion, on the link's side."""
    apart = ("rotor_inertia", "gear_ratio", "motor_damping", "motor_coulomb", "damping", "coulomb")
    plain = [getattr(drive, name) for name in SCALARS if name not in apart]
    return [drive.inertia, drive.viscous, drive.dry, drive.coupling, *plain]


def _kinds(inertia: Inertia) -> tuple[Any, ...]:
    return ([inertia.mass], inertia.ms, inertia.tensor)


def _close(one: Any, other: Any, least: float = 0.0) -> bool:
    """Numbers that differ by rounding; symbols that are the same."""
    if any(isinstance(x, Node) or not isinstance(x, (int, float)) for x in (*one, *other)):
        return all(a == b or _numbers(a, b) for a, b in zip(one, other, strict=True))
    size = max(least, *(abs(x) for x in one), *(abs(x) for x in other))
    return all(abs(a - b) <= ROUNDING * size for a, b in zip(one, other, strict=True))


def _numbers(a: Any, b: Any) -> bool:
    try:
        return abs(float(a) - float(b)) <= ROUNDING * abs(float(a))
    except (TypeError, ValueError):
        return False
