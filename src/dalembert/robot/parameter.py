"""Numbers of a robot that are given later: each becomes a symbol, with the value it has now beside it.

gravity                      gx, gy, gz
LINK                         m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz, in which the dynamics is linear, at the link's origin
LINK.mass, .com, .inertia    as files give them, the tensor about the centre of mass; each is changed alone
JOINT.origin, .after         where the joint sits in its parent, and the link's frame after it (DH tables): 3 lengths each
JOINT.damping, …             a value of the joint's drive, by its plain name
SYMBOL                       a symbol of the robot, which has no value
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from dalembert.errors import UnknownName, WrongValue, did_you_mean
from dalembert.graph import Node, Scalar, evaluate, symbol, symbols
from dalembert.graph.scalar import is_zero
from dalembert.robot.drive import SCALARS, Drive
from dalembert.robot.inertia import ENTRIES, Inertia
from dalembert.robot.model import Joint, Link, Robot
from dalembert.spatial.pose import Pose

TEN = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
_AXES = ("x", "y", "z")
_OF_LINKS = ("mass", "com", "inertia")
_OF_JOINTS = {"origin": "placement", "after": "after"}


class Loose(NamedTuple):
    """The robot with symbols in place of the chosen numbers; the symbols in order, and what each was (None: nothing)."""

    robot: Robot
    symbols: tuple[Node, ...]
    values: tuple[float | None, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(str(x.value) for x in self.symbols)

    @property
    def operand(self) -> tuple[str, tuple[int, ...], tuple[Node, ...]]:
        """The input that holds them: name, shape and symbols."""
        return "parameters", (len(self.symbols),), self.symbols


class _Choice(NamedTuple):
    """Numbers under one name: of which link, joint or of the robot, which part of it, their labels and values."""

    owner: str
    part: str
    labels: tuple[str, ...]
    values: tuple[Scalar | None, ...]


def loosen(robot: Robot, names: Iterable[str]) -> Loose:
    """The robot with the named numbers as symbols."""
    if isinstance(names, str):
        raise WrongValue(f"parameters is a list of names, got the text '{names}'; write ['{names}']")
    given: dict[str, float | None] = {}
    new: dict[tuple[str, str], tuple[Node, ...]] = {}
    for name in names:
        choice = _choice(robot, name)
        same = (
            {"ten", *_OF_LINKS}
            if choice.part == "ten"
            else {choice.part, *(["ten"] if choice.part in _OF_LINKS else [])}
        )
        if any((choice.owner, part) in new for part in same):
            raise WrongValue(f"parameters of robot '{robot.name}' name numbers of '{name}' twice")
        new[choice.owner, choice.part] = tuple(symbol(label) for label in choice.labels)
        given |= {label: _number(x) for label, x in zip(choice.labels, choice.values, strict=True)}
    for link in robot.links:
        if (link.name, "mass") in new and (link.name, "com") not in new and is_zero(link.inertia.mass):
            raise WrongValue(
                f"link '{link.name}' of robot '{robot.name}' has no mass, so no centre of mass is known; name "
                f"'{link.name}.com' as a parameter too, or '{link.name}' for all ten"
            )
    if not given:
        raise WrongValue(f"no parameter of robot '{robot.name}' is named; leave `parameters` out if there is none")
    loose = replace(
        robot,
        gravity=new.get(("", "gravity"), robot.gravity),
        links=tuple(_link(x, _parts(new, x.name)) for x in robot.links),
        joints=tuple(_joint(x, _parts(new, x.name)) for x in robot.joints),
    )
    return Loose(loose, tuple(symbol(x) for x in given), tuple(given.values()))


def _choice(robot: Robot, name: Any) -> _Choice:
    """The meaning of a name; links and joints may have dots in their own."""
    links, joints = {x.name: x for x in robot.links}, {x.name: x for x in robot.joints}
    if isinstance(name, str):
        whole, _, part = name.rpartition(".")
        meanings = [name in robot.parameters, name == "gravity", name in links, whole in links and part in _OF_LINKS]
        if sum(meanings) + (whole in joints and (part in _OF_JOINTS or part in SCALARS)) > 1:
            raise WrongValue(f"'{name}' may mean several numbers of robot '{robot.name}'; rename one of its parts")
        if name in robot.parameters:
            return _Choice("", f"symbol {name}", (name,), (None,))
        if name == "gravity":
            return _Choice("", name, tuple(f"gravity.{x}" for x in _AXES), robot.gravity)
        if name in links:
            return _Choice(name, "ten", tuple(f"{name}.{x}" for x in TEN), links[name].inertia.parameters)
        if whole in links and part in _OF_LINKS:
            own = links[whole].inertia
            ends, values = {
                "mass": ((name,), (own.mass,)),
                "com": (tuple(f"{name}.{x}" for x in _AXES), own.com),
                "inertia": (tuple(f"{name}.{x}" for x in ENTRIES), own.central().tensor),
            }[part]
            return _Choice(whole, part, ends, values)
        if whole in joints and part in _OF_JOINTS:
            place: Pose = getattr(joints[whole], _OF_JOINTS[part])
            return _Choice(whole, part, tuple(f"{name}.{x}" for x in _AXES), place.p)
        if whole in joints and part in SCALARS:
            return _Choice(whole, part, (name,), (_drive_value(joints[whole], part),))
    known = [*robot.parameters, "gravity", *links, *(f"{x}.{y}" for x in links for y in _OF_LINKS)]
    known += [f"{x}.{y}" for x in joints for y in (*_OF_JOINTS, *SCALARS)]
    raise UnknownName(
        f"robot '{robot.name}' has no parameter '{name}'{did_you_mean(str(name), known)}; there are its symbols, 'gravity', "
        "LINK, LINK.mass, LINK.com, LINK.inertia, JOINT.origin, JOINT.after and JOINT.damping or another value of its drive"
    )


def _drive_value(joint: Joint, part: str) -> Scalar:
    if isinstance(joint.drive, tuple):
        raise WrongValue(f"joint '{joint.name}' has a drive for each of its motions; their values cannot be parameters")
    now: Scalar | None = getattr(joint.drive or Drive(), part)
    if part == "stribeck_velocity" and now is not None and is_zero(now):
        raise WrongValue(
            f"the friction of joint '{joint.name}' has no Stribeck curve; give it a stribeck_velocity first"
        )
    if now is None:
        raise WrongValue(
            f"the drive of joint '{joint.name}' has no {part}; give it one first, then it can be a parameter"
        )
    return now


def _parts(new: Mapping[tuple[str, str], Sequence[Node]], owner: str) -> dict[str, Sequence[Node]]:
    return {part: nodes for (name, part), nodes in new.items() if name == owner}


def _link(link: Link, new: Mapping[str, Sequence[Node]]) -> Link:
    own = link.inertia
    if "ten" in new:
        return replace(link, inertia=Inertia.from_parameters(tuple(new["ten"])))
    if not any(x in new for x in _OF_LINKS):
        return link
    mass = new["mass"][0] if "mass" in new else own.mass
    com = tuple(new["com"]) if "com" in new else own.com
    tensor = tuple(new["inertia"]) if "inertia" in new else own.central().tensor
    return replace(link, inertia=Inertia.about_com(mass, com, tensor))


def _joint(joint: Joint, new: Mapping[str, Sequence[Node]]) -> Joint:
    origin, after = (new.get(part, getattr(joint, own).p) for part, own in _OF_JOINTS.items())
    if set(_OF_JOINTS) & set(new):
        placement, end = replace(joint.placement, p=tuple(origin)), replace(joint.after, p=tuple(after))
        joint = replace(joint, placement=placement, after=end)
    driven = {part: nodes[0] for part, nodes in new.items() if part in SCALARS}
    return replace(joint, drive=(joint.drive or Drive()).changed(**driven)) if driven else joint


def _number(x: Scalar | None) -> float | None:
    """The value, if it has one; a rotation or an offset of π has."""
    return None if x is None or symbols([x]) else float(evaluate([x], {})[0])
