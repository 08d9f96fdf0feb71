"""Loops and springs of a robot as MJCF: connect and weld between sites, joint equalities, springs of joints, tendons.

A tendon over one joint, arm r, is a spring of that joint: k r² at the angle L0/r, damping b r².
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from dalembert.errors import WrongValue
from dalembert.formats.number import quaternion, written
from dalembert.robot.loop import Coupling
from dalembert.robot.model import Robot
from dalembert.robot.spring import BallSpring, Spring, Tendon
from dalembert.spatial.pose import Pose

_TAGS = {"ball": "connect", "weld": "weld"}


def closed(root: Element, robot: Robot, elements: dict[str, Element]) -> None:
    """Write what ties a robot's parts together, or raise what MJCF has no word for."""
    for loop in robot.loops:
        if isinstance(loop, Coupling):
            SubElement(_section(root, "equality"), "joint", _polynomial(loop))
        elif loop.kind in _TAGS:
            ends = ((loop.first, loop.first_placement), (loop.second, loop.second_placement))
            sites = _sites(robot, elements, loop.name, ends)
            SubElement(_section(root, "equality"), _TAGS[loop.kind], name=loop.name, site1=sites[0], site2=sites[1])
        else:
            raise WrongValue(f"loop '{loop.name}' is a {loop.kind}, which MJCF cannot hold; export to .toml")
    for spring in robot.springs:
        _spring(root, robot, elements, spring)


def _section(root: Element, tag: str) -> Element:
    found = root.find(tag)
    return SubElement(root, tag) if found is None else found


def _sites(robot: Robot, elements: dict[str, Element], name: str, ends: Sequence[tuple[str, Pose]]) -> list[str]:
    """Sites for the ends of a loop or the places of a strut."""
    frames = {frame.name: frame for frame in robot.frames}
    made = []
    for k, (end, place) in enumerate(ends, 1):
        link = end
        if end in frames:
            link, place = frames[end].link, frames[end].placement @ place
        site = f"{name}/{k}"
        SubElement(elements[link], "site", name=site, pos=written(place.p), quat=written(quaternion(place.R)))
        made.append(site)
    return made


def _polynomial(loop: Coupling) -> dict[str, str]:
    """0 = q1 − Σ a_k q2^k as a joint equality; others have no word."""
    alone = [(factor, powers[0]) for factor, powers in loop.terms if len(powers) == 1]
    first = [(factor, name) for factor, (name, power) in alone if power == 1]
    for factor, follower in first:
        others = {name for _, (name, _) in alone if name != follower}
        single = sum(name == follower for _, (name, _) in alone) == 1
        degree = max((power for _, (_, power) in alone), default=0)
        if factor != 0 and single and len(others) <= 1 and degree <= 4 and all(len(x) <= 1 for _, x in loop.terms):
            a = [0.0] * 5
            for given, powers in loop.terms:
                if not powers:
                    a[0] -= given / factor
                elif powers[0][0] != follower:
                    a[powers[0][1]] -= given / factor
            leader = {"joint2": others.pop()} if others else {}
            return {"name": loop.name, "joint1": follower, **leader, "polycoef": written(a)}
    raise WrongValue(
        f"coupling '{loop.name}' is no polynomial of one joint in another, which MJCF cannot hold; export to .toml"
    )


def _spring(root: Element, robot: Robot, elements: dict[str, Element], spring: Spring) -> None:
    if isinstance(spring, BallSpring):
        _at_ball(root, spring)
        return
    law = {key: written([getattr(spring, key)]) for key in ("stiffness", "damping", "armature")}
    law["name"] = spring.name
    if isinstance(spring, Tendon) and len(spring.arms) == 1 and spring.slack == 0 and spring.armature == 0:
        (name, r), joint = spring.arms[0], _joint(root, spring.arms[0][0])
        if joint is not None and joint.get("stiffness") is None:
            joint.set("stiffness", written([spring.stiffness * r * r]))
            joint.set("springref", written([spring.rest / r]))
            joint.set("damping", written([float(joint.get("damping") or 0) + spring.damping * r * r]))
            return
        raise WrongValue(f"spring '{spring.name}' is a second one at '{name}', which MJCF cannot hold; export to .toml")
    if spring.rest < 0:
        raise WrongValue(f"spring '{spring.name}' rests at a negative length, which MJCF cannot hold; export to .toml")
    law["springlength"] = written([spring.rest, spring.rest + spring.slack])
    section = _section(root, "tendon")
    if isinstance(spring, Tendon):
        element = SubElement(section, "fixed", law)
        for name, r in spring.arms:
            if _joint(root, name) is None:
                raise WrongValue(f"spring '{spring.name}' ties '{name}', no hinge or slide; export to .toml")
            SubElement(element, "joint", joint=name, coef=written([r]))
        return
    element = SubElement(section, "spatial", law)
    for site in _sites(robot, elements, spring.name, [(end, Pose(p=point)) for end, point in spring.path]):
        SubElement(element, "site", site=site)


def _at_ball(root: Element, spring: BallSpring) -> None:
    """A ball's spring rests in MJCF where the ball's quaternion is (1, 0, 0, 0)."""
    joint = next(x for x in root.iter("joint") if x.get("name") == spring.joint)
    w, *v = spring.rest
    if joint.get("type") != "ball" or any(v) or not w or joint.get("stiffness") is not None:
        raise WrongValue(f"spring '{spring.name}' is turned, a second one or at a free joint; export to .toml")
    joint.set("stiffness", written([spring.stiffness]))
    joint.set("damping", written([float(joint.get("damping") or 0) + spring.damping]))


def _joint(root: Element, name: str) -> Element | None:
    return next((x for x in root.iter("joint") if x.get("name") == name and x.get("type") in ("hinge", "slide")), None)
