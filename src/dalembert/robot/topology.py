"""What keeps links, joints, frames and loops from being one mechanism, said by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from dalembert.errors import BadTopology, UnknownName, WrongValue, did_you_mean
from dalembert.robot.joint import Joint
from dalembert.robot.loop import Coupling
from dalembert.robot.spring import BallSpring, Strut, Tendon

if TYPE_CHECKING:
    from dalembert.robot.model import Robot


def root(robot: Robot) -> str:
    children = {j.child for j in robot.joints}
    roots = [x.name for x in robot.links if x.name not in children]
    if not robot.links:
        raise BadTopology(f"robot '{robot.name}' has no links")
    if not roots:
        raise BadTopology(f"robot '{robot.name}' has no root link: its joints close a loop")
    if len(roots) > 1:
        raise BadTopology(f"robot '{robot.name}' has {len(roots)} root links ({', '.join(roots[:5])}); a tree has one")
    return roots[0]


def parents_first(robot: Robot) -> tuple[Joint, ...]:
    """Joints depth first from the root, in the order given; or what keeps them from being a tree."""
    names = dict.fromkeys(x.name for x in robot.links)
    for what, given in (("link", [x.name for x in robot.links]), ("joint", [j.name for j in robot.joints])):
        name, times = max(Counter(given).items(), key=lambda x: x[1], default=("", 0))
        if times > 1:
            raise BadTopology(f"robot '{robot.name}' has {times} {what}s named '{name}'")
    below: dict[str, list[Joint]] = {}
    parent_of: dict[str, str] = {}
    for joint in robot.joints:
        for end in (joint.parent, joint.child):
            if end not in names:
                raise BadTopology(
                    f"joint '{joint.name}' names link '{end}', which is not defined{did_you_mean(end, names)}"
                )
        if joint.child in parent_of:
            raise BadTopology(
                f"link '{joint.child}' has two parents, joints '{parent_of[joint.child]}' and '{joint.name}'; a tree gives each link one"
            )
        parent_of[joint.child] = joint.name
        below.setdefault(joint.parent, []).append(joint)
    order: list[Joint] = []
    stack = [iter(below.get(root(robot), ()))]
    while stack:
        joint_ = next(stack[-1], None)
        if joint_ is None:
            stack.pop()
            continue
        order.append(joint_)
        stack.append(iter(below.get(joint_.child, ())))
    if len(order) < len(robot.joints):
        reached = {j.name for j in order}
        lost = next(j for j in robot.joints if j.name not in reached)
        raise BadTopology(f"joint '{lost.name}' is part of a loop that does not reach the root link '{root(robot)}'")
    placed: list[Joint] = []
    q = qd = 0
    for joint in order:
        placed.append(joint if joint.first == (q, qd) else replace(joint, first=(q, qd)))
        if joint.mimic is None:
            q, qd = q + joint.nq, qd + joint.nv
    return tuple(placed)


def check_mimics(robot: Robot) -> None:
    by_name = {j.name: j for j in robot.joints}
    for joint in robot.joints:
        seen = {joint.name}
        follow: Joint | None = joint
        while follow is not None and follow.mimic is not None:
            leader = by_name.get(follow.mimic.joint)
            if leader is None:
                raise UnknownName(
                    f"joint '{follow.name}' mimics '{follow.mimic.joint}', which is not a joint{did_you_mean(follow.mimic.joint, by_name)}"
                )
            if not leader.moves:
                raise WrongValue(f"joint '{follow.name}' mimics '{leader.name}', which is fixed")
            if leader.nv > 1:
                raise WrongValue(
                    f"joint '{follow.name}' mimics '{leader.name}', which has {leader.nv} rates; one is needed"
                )
            if leader.name in seen:
                raise BadTopology(f"joint '{joint.name}' mimics itself through '{leader.name}'")
            seen.add(leader.name)
            follow = leader


def check_frames(robot: Robot) -> None:
    """A frame stands on a link, and its name means it alone."""
    names = {link.name for link in robot.links}
    taken = set(names)
    for frame in robot.frames:
        if frame.link not in names:
            raise BadTopology(
                f"frame '{frame.name}' stands on link '{frame.link}', which is not defined{did_you_mean(str(frame.link), names)}"
            )
        if frame.name in taken:
            raise BadTopology(f"robot '{robot.name}' has more than one link or frame named '{frame.name}'")
        taken.add(frame.name)


def check_coordinates(robot: Robot) -> None:
    """A coordinate's name means it alone, and what is actuated exists."""
    name, times = max(Counter(robot.coordinates).items(), key=lambda x: x[1], default=("", 0))
    if times > 1:
        raise BadTopology(f"robot '{robot.name}' has {times} coordinates named '{name}'")
    _known(robot.actuated, robot.coordinates, f"actuated of robot '{robot.name}' names coordinate")


def check_loops(robot: Robot) -> None:
    """Loops and springs name what is there, and each name means one of them."""
    frames = [*(x.name for x in robot.links), *(x.name for x in robot.frames)]
    for what, parts in (("loop", robot.loops), ("spring", robot.springs)):
        name, times = max(Counter(x.name for x in parts).items(), key=lambda x: x[1], default=("", 0))
        if times > 1:
            raise BadTopology(f"robot '{robot.name}' has {times} {what}s named '{name}'")
    for part in (*robot.loops, *robot.springs):
        if isinstance(part, (Coupling, Tendon)):
            tied = part.coordinates if isinstance(part, Coupling) else [name for name, _ in part.arms]
            _known(tied, robot.coordinates, f"'{part.name}' ties coordinate")
            balls = [x for x in tied if robot.coordinate(x).motion == "ball"]
            if balls:
                raise WrongValue(
                    f"'{part.name}' ties '{balls[0]}', a rate of a ball, which has no coordinate of its own"
                )
        elif isinstance(part, BallSpring):
            _known((part.joint,), [joint.name for joint in robot.joints], f"'{part.name}' acts at joint")
            if part.joint not in robot.balls:
                raise WrongValue(f"'{part.name}' acts at joint '{part.joint}', which has no ball; use a Tendon")
        else:
            via = [name for name, _ in part.via] if isinstance(part, Strut) else []
            _known((part.first, part.second, *via), frames, f"'{part.name}' joins link or frame")


def _known(names: Iterable[str], known: Iterable[str], what: str) -> None:
    known = list(known)
    for name in names:
        if name not in known:
            raise UnknownName(f"{what} '{name}', which is not there{did_you_mean(str(name), known)}")
