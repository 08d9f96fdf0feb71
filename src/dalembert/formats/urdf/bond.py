"""Loops and springs in a URDF, as Drake writes them: `<loop_joint>` closes a loop, `<force_element>` holds a spring.

    <loop_joint name="l" type="continuous"> <link1 link="a" xyz="…" rpy="…"/> <link2 link="b" …/> <axis xyz="…"/> </loop_joint>
    <force_element name="s"> <linear_spring_damper rest_length="…" stiffness="…" damping="…"> <link1 …/> <link2 …/> …
    <force_element name="t"> <torsional_spring rest_angle="…" stiffness="…"> <joint name="…"/> …
The axis is seen in both places; a loop's own frames have it on z.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from xml.etree.ElementTree import Element as Written
from xml.etree.ElementTree import SubElement

from dalembert.errors import BadFile, UnsupportedElement, WrongValue, did_you_mean, shown
from dalembert.formats.draft import Draft
from dalembert.formats.mjcf.pose import z_to
from dalembert.formats.number import rpy, written
from dalembert.formats.xml import Element, numbers, required, scalar
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import Robot
from dalembert.robot.spring import Strut, Tendon
from dalembert.spatial.pose import Pose, rotation_rpy
from dalembert.spatial.vector import scale

KINDS = {"continuous": "revolute", "revolute": "revolute", "prismatic": "prismatic", "fixed": "weld", "ball": "ball"}
_WORDS = {"revolute": "continuous", "prismatic": "prismatic", "weld": "fixed", "ball": "ball"}


def loop_joint(element: Element, draft: Draft) -> None:
    """A `<loop_joint>` as a loop of the draft."""
    name, kind = required(element, "name", draft.log), element.get("type") or ""
    if kind not in KINDS:
        what = f"<loop_joint> '{shown(name)}' has type '{shown(kind)}'; known are {', '.join(KINDS)}"
        draft.log.error(UnsupportedElement, what, element.place)
        return
    along = element.first("axis")
    axis = (0.0, 0.0, 1.0) if along is None else numbers(along, "xyz", draft.log, default=(0.0, 0.0, 1.0))
    length = math.hypot(*axis)
    if length < 1e-12:
        draft.log.error(BadFile, f"<loop_joint> '{shown(name)}' has axis (0, 0, 0)", element.place)
        return
    ends = [_end(element, which, name, draft) for which in ("link1", "link2")]
    if not name or None in ends:
        return
    turn = Pose(z_to(scale(1 / length, axis)))
    (first, here), (second, there) = (x for x in ends if x is not None)
    draft.loops.append(Loop(name, KINDS[kind], first, second, here @ turn, there @ turn))


def force_element(element: Element, draft: Draft) -> None:
    """A `<force_element>` as a spring of the draft: a strut between two places, or a spring at a joint."""
    name = required(element, "name", draft.log)
    if not element.children:
        what, why = f"<force_element> '{shown(name)}' holds nothing", "what it would pull with is not said"
        draft.log.warn(what, element.place, why=why, fix="give it a <linear_spring_damper> or a <torsional_spring>")
    for part in element.children:
        if part.tag == "torsional_spring":
            _at_joint(part, name, draft)
            continue
        if part.tag != "linear_spring_damper":
            what = f"<{shown(part.tag)}> of <force_element> '{shown(name)}' is not modelled"
            draft.log.error(UnsupportedElement, what, part.place, fix="remove it")
            continue
        ends = [_end(part, which, name, draft) for which in ("link1", "link2")]
        if name and None not in ends:
            (first, here), (second, there) = (x for x in ends if x is not None)
            k, rest, b = (scalar(part, x, draft.log, 0.0) for x in ("stiffness", "rest_length", "damping"))
            draft.springs.append(Strut(name, first, second, here.p, there.p, k, rest, b))


def _at_joint(element: Element, name: str, draft: Draft) -> None:
    """τ = −k (q − rest) at a turning joint."""
    part = element.first("joint")
    joint = "" if part is None else required(part, "name", draft.log)
    index, turns = draft.index(joint), ("revolute", "continuous")
    if index is None or draft.joints[index].kind not in turns or draft.joints[index].mimic is not None:
        known = [x.name for x in draft.joints if x.kind in turns and x.mimic is None]
        what = f"<torsional_spring> of <force_element> '{shown(name)}' needs a joint that turns by itself, not '{shown(joint)}'"
        draft.log.error(BadFile, what + did_you_mean(joint, known), element.place)
        return
    k, rest = (scalar(element, x, draft.log, 0.0) for x in ("stiffness", "rest_angle"))
    draft.springs.append(Tendon(name, ((joint, 1),), k, rest))


def _end(element: Element, which: str, name: str, draft: Draft) -> tuple[str, Pose] | None:
    end = element.first(which)
    if end is None:
        draft.log.error(BadFile, f"<{element.tag}> '{shown(name)}' has no <{which}>", element.place)
        return None
    link, known = required(end, "link", draft.log), [x.name for x in draft.links]
    other = element.first("link2" if which == "link1" else "link1")
    if link not in known or (other is not None and other.get("link") == link):
        why = "is both its ends" if link in known else "is not defined" + did_you_mean(link, known)
        draft.log.error(BadFile, f"<{element.tag}> '{shown(name)}' names link '{shown(link)}', which {why}", end.place)
        return None
    return link, Pose(rotation_rpy(*numbers(end, "rpy", draft.log)), numbers(end, "xyz", draft.log))


def bonds(root: Written, robot: Robot) -> None:
    """Write loops and springs, or raise what there is no word for."""
    for loop in robot.loops:
        if isinstance(loop, Coupling) or loop.kind not in _WORDS:
            raise _lost(f"loop '{loop.name}'")
        element = SubElement(root, "loop_joint", name=loop.name, type=_WORDS[loop.kind])
        _ends(element, (loop.first, loop.first_placement), (loop.second, loop.second_placement))
        SubElement(element, "axis", xyz="0 0 1")
    turning = {joint.name for joint in robot.joints if joint.kind in ("revolute", "continuous")}
    for spring in robot.springs:
        if isinstance(spring, Tendon) and len(spring.arms) == 1 and spring.arms[0][0] in turning:
            _torsional(root, spring)
            continue
        if not isinstance(spring, Strut) or spring.via or spring.slack != 0 or spring.armature != 0:
            raise _lost(f"spring '{spring.name}'")
        element = SubElement(root, "force_element", name=spring.name)
        law = {"rest_length": spring.rest, "stiffness": spring.stiffness, "damping": spring.damping}
        inner = SubElement(element, "linear_spring_damper", {key: written([x]) for key, x in law.items()})
        _ends(inner, (spring.first, Pose(p=spring.first_point)), (spring.second, Pose(p=spring.second_point)))


def _torsional(root: Written, spring: Tendon) -> None:
    """A tendon over one turning joint, arm r: k r² at the angle L0/r."""
    ((name, r),) = spring.arms
    if spring.damping != 0 or spring.slack != 0 or spring.armature != 0 or r == 0:
        raise _lost(f"spring '{spring.name}'")
    law = {"stiffness": written([spring.stiffness * r * r]), "rest_angle": written([spring.rest / r])}
    element = SubElement(SubElement(root, "force_element", name=spring.name), "torsional_spring", law)
    SubElement(element, "joint", name=name)


def _ends(element: Written, *ends: tuple[str, Pose]) -> None:
    for k, (link, place) in enumerate(ends, 1):
        SubElement(element, f"link{k}", link=link, xyz=written(place.p), rpy=written(rpy(place.R)))


def _lost(what: str) -> WrongValue:
    return WrongValue(f"{what}: URDF cannot hold it; export to .toml")


READERS: dict[str, Callable[[Element, Draft], None]] = {"loop_joint": loop_joint, "force_element": force_element}
