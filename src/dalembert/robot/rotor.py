"""Models of rotors as separate bodies, including the gyroscopic effects of the motors.

By default, a rotor only adds the inertia Ia = N² Im to its joint. `with_rotors` creates a separate body for each rotor
and attaches it to the carrying link. The rotor rotates about the unit vector a at θ̇ = N q̇, on a joint that mimics the
driven joint. The rotor's kinetic energy includes the angular velocity ω of the carrying link:

    T = ½ Im (θ̇ + a·ω)²  =  ½ Im θ̇² + Im θ̇ a·ω + ½ Im (a·ω)²

If the inertia tensor of the carrying link includes the locked rotor, it already contains the last term. With
`locked=True`, `with_rotors` subtracts this term from the tensor. [deluca]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dalembert.argument import check_part, known
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Joint, Link, Mimic, Robot
from dalembert.robot.tree import axis_frame, leader_of
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import Matrix, Vector, matvec, outer, scale


def with_rotors(robot: Robot, *, carrier: Mapping[str, str] | None = None, locked: bool = True) -> Robot:
    """Return a robot in which each rotor is a separate body, with the same coordinates q.

    Parameters
    ----------
    robot : Robot
        Robot whose drives have rotor inertias.
    carrier : mapping of str to str, optional
        Link that carries the motor, by joint name. Default: the parent link of the joint. On the parent link, the rotor
        rotates about the joint axis. On any other link, the rotor axis is parallel to the joint axis at q = 0.
    locked : bool
        Whether the link inertias include the locked rotors. If true, the rotor inertias are subtracted from the link
        inertias.

    Returns
    -------
    Robot

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.pendulum()
    >>> split = da.model.with_rotors(robot)
    >>> print([link.name for link in robot.links], [link.name for link in split.links])
    ['base', 'link1'] ['base', 'link1', 'joint1_rotor']
    """
    links = {link.name: link for link in robot.links}
    joints: list[Joint] = []
    for joint in robot.joints:
        drive = joint.drive
        if drive is None or drive.rotor_inertia == 0:
            joints.append(joint)
            continue
        check_part(not drive.coupling, "joint", joint.name, "a motor without coupling")
        check_part(joint.kind != "prismatic", "joint", joint.name, "a revolute joint", joint.kind)
        where = (carrier or {}).get(joint.name, joint.parent)
        place = joint.placement if where == joint.parent else Pose(_turn(robot, joint, where))
        name = f"{joint.name}_rotor"
        axis = tuple(row[2] for row in axis_frame(joint))
        links[name] = Link(name, _spin(drive.rotor_inertia, axis))
        if locked:
            home = links[where]
            links[where] = Link(where, home.inertia + _spin(-drive.rotor_inertia, matvec(place.R, axis)))
        joints.append(replace(joint, drive=drive.changed(rotor_inertia=0)))
        ratio, _, leader = leader_of(robot, joint)
        mimic = Mimic(leader.name, drive.gear_ratio * ratio)
        joints.append(Joint(name, "revolute", where, name, place, axis, drive=Drive(), mimic=mimic))
    return replace(robot, links=tuple(links.values()), joints=tuple(joints))


def _turn(robot: Robot, joint: Joint, where: str) -> Matrix:
    """Return the orientation of a joint frame relative to another link at q = 0."""
    pose = {robot.root: Pose()}
    for other in robot.joints:
        pose[other.child] = pose[other.parent] @ other.placement @ other.after
    known(where, pose, "link", owner="robot", owner_name=robot.name, argument="carrier")
    return (pose[where].inverse() @ pose[joint.parent] @ joint.placement).R


def _spin(moment: Any, axis: Vector) -> Inertia:
    """Return a massless inertia with the tensor moment · a aᵀ."""
    return Inertia.from_matrix(0, (0, 0, 0), outer(scale(moment, axis), axis))
