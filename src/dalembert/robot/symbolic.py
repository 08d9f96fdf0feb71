"""Parametrized robots: selected numbers are replaced by symbols, and their values are recorded.

gravity                      gx, gy, gz
LINK                         m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz about the link's origin
LINK.mass, .com, .inertia    as in robot files, with the tensor about the centre of mass
JOINT.origin, .after         positions of the joint in the parent link, and of the link frame in the joint frame
JOINT.damping, …             a value of the joint drive
SYMBOL                       a symbol of the robot, without a value

The mass, the centre of mass and the inertia tensor of a link are independent parameters. In DH tables, the link frame
differs from the joint frame.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from dalembert import finding
from dalembert.argument import check_part, filled, known, listed
from dalembert.finding.finding import Argument, Identifier, Noun
from dalembert.graph import Node, Scalar, evaluate, symbol, symbols
from dalembert.graph.scalar import is_zero
from dalembert.robot.drive import SCALARS, Drive
from dalembert.robot.inertia import ENTRIES, Inertia
from dalembert.robot.model import Joint, Link, Robot

TEN = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
_LABELS = {3: ("x", "y", "z"), 6: ENTRIES, 10: TEN}  # names of the entries of a parameter with several numbers
_OF_LINKS = ("mass", "com", "inertia")
_OF_JOINTS = {"origin": "placement", "after": "after"}


class Parametrized(NamedTuple):
    """Robot in which selected numbers are replaced by symbols.

    `values` lists the values of `symbols` in the same order, with None for symbols without a value.
    """

    robot: Robot
    symbols: tuple[Node, ...]
    values: tuple[float | None, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(str(x.value) for x in self.symbols)

    @property
    def operand(self) -> tuple[str, tuple[int, ...], tuple[Node, ...]]:
        """Name, shape and symbols of the parameters, as an input to a compiled function."""
        return "parameters", (len(self.symbols),), self.symbols


def parametrize(robot: Robot, names: Iterable[str]) -> Parametrized:
    """Return the robot in which the named numbers are replaced by symbols."""
    now: dict[str, float | None] = {}
    new: defaultdict[str, dict[str, tuple[Node, ...]]] = defaultdict(dict)  # by link or joint, and by part
    for name in listed(names, "parameters"):
        owner, part, numbers = _choice(robot, name)
        same = (part, *_OF_LINKS) if part == "ten" else (part, "ten") if part in _OF_LINKS else (part,)
        if not new[owner].keys().isdisjoint(same):
            raise finding.Repeated(Noun("parameter"), Identifier(name), Argument("parameters")).error()
        labels = [f"{name}.{x}" for x in _LABELS[len(numbers)]] if len(numbers) > 1 else [name]
        new[owner][part] = tuple(map(symbol, labels))
        now |= zip(labels, map(_number, numbers), strict=True)
    for link in robot.links:
        alone = "mass" in new[link.name] and "com" not in new[link.name]
        check_part(not alone or not is_zero(link.inertia.mass), "link", link.name, "a mass or a centre of mass")
    filled(now, "parameters")
    loose = replace(
        robot,
        gravity=new[""].get("gravity", robot.gravity),
        links=tuple(_link(x, new[x.name]) for x in robot.links),
        joints=tuple(_joint(x, new[x.name]) for x in robot.joints),
    )
    return Parametrized(loose, tuple(symbol(x) for x in now), tuple(now.values()))


def _choice(robot: Robot, name: Any) -> tuple[str, str, Sequence[Scalar | None]]:
    """Return the link or joint that a parameter name selects, the selected part, and its values.

    Names of links and joints can contain dots.
    """
    links, joints = {x.name: x for x in robot.links}, {x.name: x for x in robot.joints}
    names = [*robot.parameters, "gravity", *links, *(f"{x}.{y}" for x in links for y in _OF_LINKS)]
    names += [f"{x}.{y}" for x in joints for y in (*_OF_JOINTS, *SCALARS)]
    known(name, names, "parameter", owner="robot", owner_name=robot.name)
    check_part(names.count(name) == 1, "parameter", name, "one meaning")
    whole, _, part = name.rpartition(".")
    if name in robot.parameters:
        return "", f"symbol {name}", (None,)
    if name == "gravity":
        return "", name, robot.gravity
    if name in links:
        return name, "ten", links[name].inertia.parameters
    if whole in links and part in _OF_LINKS:
        return whole, part, _about_com(links[whole].inertia)[part]
    if part in _OF_JOINTS:
        return whole, part, getattr(joints[whole], _OF_JOINTS[part]).p
    return whole, part, (_drive_value(joints[whole], part),)


def _drive_value(joint: Joint, part: str) -> Scalar:
    check_part(not isinstance(joint.drive, tuple), "joint", joint.name, "one drive for all motions")
    now: Scalar = getattr(joint.drive or Drive(), part)
    check_part(now is not None, "joint", joint.name, "a drive with the parameter")
    check_part(part != "stribeck_velocity" or not is_zero(now), "joint", joint.name, "a Stribeck velocity")
    return now


def _link(link: Link, new: Mapping[str, Sequence[Node]]) -> Link:
    if "ten" in new:
        return replace(link, inertia=Inertia.from_parameters(tuple(new["ten"])))
    if not any(part in new for part in _OF_LINKS):
        return link
    (mass,), com, tensor = (new.get(part, values) for part, values in _about_com(link.inertia).items())
    return replace(link, inertia=Inertia.about_com(mass, tuple(com), tuple(tensor)))


def _about_com(inertia: Inertia) -> dict[str, Sequence[Scalar]]:
    return {"mass": (inertia.mass,), "com": inertia.com, "inertia": inertia.central().tensor}


def _joint(joint: Joint, new: Mapping[str, Sequence[Node]]) -> Joint:
    for part, own in _OF_JOINTS.items():
        if part in new:
            joint = replace(joint, **{own: replace(getattr(joint, own), p=tuple(new[part]))})
    driven = {part: nodes[0] for part, nodes in new.items() if part in SCALARS}
    return replace(joint, drive=(joint.drive or Drive()).changed(**driven)) if driven else joint


def _number(x: Scalar | None) -> float | None:
    """Return the value of a number as a float, or None for an expression with symbols."""
    return None if x is None or symbols([x]) else float(evaluate([x], {})[0])
