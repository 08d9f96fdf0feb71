"""Convert the numbers of a robot to floats, and format the floats for files."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

from dalembert import finding
from dalembert.finding.finding import Bind, Function, Identifier, JointName, Measure, RobotName, SymbolName
from dalembert.graph import Node
from dalembert.graph.evaluate import evaluate
from dalembert.robot.drive import SCALARS, Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Joint, Robot
from dalembert.spatial.vector import Matrix, Vector

BOUNDLESS = 1e30  # limits of this size or larger mean no limit, because some formats require a limit
_REFLECTED = ("rotor_inertia", "gear_ratio", "motor_damping", "motor_coulomb", "damping", "coulomb")
# parameters of a drive that robot files cannot represent, not even reflected to the link side
UNHELD = tuple(x for x in (*SCALARS, "coupling") if x not in _REFLECTED)


def numeric(robot: Robot, format: str) -> Robot:
    """Convert every number of a robot to float, or raise an error that names the symbols without a value."""
    if robot.parameters:
        names = tuple(map(SymbolName, robot.parameters))
        raise finding.UnboundSymbols(RobotName(robot.name), names, Function("export"), Bind(names)).error()
    check_drives(robot.joints, format)
    check_parts(robot, format)
    return robot.map(lambda x: evaluate([x], {})[0] if isinstance(x, Node) else float(x))


HELD = {
    "URDF": (("revolute", "continuous", "prismatic", "fixed", "planar", "free"), False),
    "MJCF": (("revolute", "continuous", "prismatic", "fixed", "spherical", "free"), True),
}  # joint kinds that each format supports, and whether gravcomp and rotors of several motions are supported


def check_parts(robot: Robot, format: str) -> None:
    """Raise an error for joints and gravity compensation that the file format cannot represent."""
    kinds, rich = HELD[format]
    lost = [(f"{x.kind} joint", x.name) for x in robot.joints if x.kind not in kinds or x.angles]
    lost += [("drives of joint", x.name) for x in robot.joints if isinstance(x.drive, tuple) and len(set(x.drive)) > 1]
    if not rich:
        rotors = (x for x in robot.joints if x.nv > 1 and any(d and d.rotor_inertia != 0 for d in x.drives))
        lost += [(f"rotor of {x.kind} joint", x.name) for x in rotors]
        lost += lifted_links(robot)
    check_parts_held(format, lost)


def lifted_links(robot: Robot) -> list[tuple[str, str]]:
    """Return the links with gravity compensation, to report that a file format cannot represent them."""
    return [("gravcomp of link", x.name) for x in robot.links if x.gravcomp != 0]


def check_held(held: bool, format: str, noun: str, name: str) -> None:
    """Raise `Unrepresentable` for a part that a file format cannot represent, unless `held` is True."""
    check_parts_held(format, [] if held else [(noun, name)])


def check_parts_held(format: str, lost: list[tuple[str, str]]) -> None:
    """Raise `Unrepresentable` if the list of parts that a file format cannot represent is not empty."""
    if lost:
        raise finding.unrepresentable(format, *lost)


def representable(robot: Robot, format: str) -> tuple[Robot, tuple[finding.Dropped, ...]]:
    """Return the robot without drive properties that a file format cannot represent.

    The second result lists these properties.
    """
    joints, lost = [], []
    plain = Drive()
    for joint in robot.joints:
        gone = _unheld(joint)
        for name in gone:
            given = [getattr(drive, name) for drive in joint.drives if drive is not None]
            single = len(given) == 1 and isinstance(given[0], (int, float))
            value = Measure(float(given[0])) if single else None
            lost.append(finding.Dropped(Identifier(format), JointName(joint.name), Identifier(name), value))
        if gone:
            kept = tuple(x and x.changed(**{name: getattr(plain, name) for name in gone}) for x in joint.drives)
            joint = replace(joint, drive=kept[0] if len(kept) == 1 else kept)
        joints.append(joint)
    return replace(robot, joints=tuple(joints)), tuple(lost)


def _unheld(joint: Joint) -> list[str]:
    plain = Drive()
    return [x for x in UNHELD if any(d and getattr(d, x) != getattr(plain, x) for d in joint.drives)]


def check_drives(joints: Iterable[Joint], format: str) -> None:
    """Raise an error for drive properties that affect the motion and that the file format cannot represent."""
    check_parts_held(format, [(f"{x} of joint", joint.name) for joint in joints for x in _unheld(joint)])


def written(numbers: Iterable[Any]) -> str:
    """Format numbers with all digits, separated by spaces. Whole numbers have no decimal point."""
    return " ".join(_digits(float(x)) for x in numbers)


def _digits(x: float) -> str:
    return str(int(x)) if x == int(x) and abs(x) < 1e15 else repr(x)


def weight(inertia: Inertia, link: str, format: str) -> tuple[float, Vector]:
    """Return the mass and the centre of mass. If first moments are given without a mass, raise an error."""
    check_held(inertia.mass != 0 or not any(inertia.ms), format, "first moments of link", link)
    return inertia.mass, inertia.com


def rpy(R: Matrix) -> tuple[float, float, float]:
    """Compute roll, pitch and yaw with Rz(yaw) Ry(pitch) Rx(roll) = R, up to rounding, including pitch = ±π/2.

    Near pitch = ±π/2, R does not determine yaw uniquely. The function therefore removes the computed yaw from R before
    it computes roll.
    """
    yaw = math.atan2(R[1][0], R[0][0])
    s, c = math.sin(yaw), math.cos(yaw)
    pitch = math.atan2(-R[2][0], c * R[0][0] + s * R[1][0])
    roll = math.atan2(s * R[0][2] - c * R[1][2], c * R[1][1] - s * R[0][1])
    return roll, pitch, yaw


def quaternion(R: Matrix) -> Vector:
    """Compute the unit quaternion (w, x, y, z) of R. To avoid loss of precision, the largest entry is computed
    first."""
    (a, b, c), (d, e, f), (g, h, i) = R
    rows = (
        (1 + a + e + i, h - f, c - g, d - b),
        (h - f, 1 + a - e - i, b + d, c + g),
        (c - g, b + d, 1 - a + e - i, f + h),
        (d - b, c + g, f + h, 1 - a - e + i),
    )
    row = rows[max(range(4), key=lambda k: rows[k][k])]
    length = math.hypot(*row)
    return tuple(x / length for x in row)


def xml_text(root: ElementTree.Element) -> str:
    """Format an XML document as indented text."""
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
