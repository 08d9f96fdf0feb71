"""Default configuration for drawings, with bent joints, within the limits, and without hidden joints.

Angles are positive and between 25° and 50°, as in textbooks. For spatial arms, the signs are chosen so that the arm is
extended above the base and the joints are well separated.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from dalembert.argument import Numbers, shaped
from dalembert.kinematics.chain import chain, matrix, sample
from dalembert.kinematics.configuration import bounds, display_configuration, entries, revolute
from dalembert.mechanism.loops import neutral
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree, tree
from dalembert.spatial.rotation import Array, norm
from dalembert.tolerance import AXIS, SAME_POINT
from dalembert.view.diagram import body_poses, distances, extent, outline, upward

_STANCE = (0.12, 0.75, -1.35)  # angles of a leg: hip abduction, hip flexion, knee
_ANGLES = (0.5, 0.8, 0.6, 0.7, 0.85, 0.5, 0.6)
_BENT = 9  # with more revolute joints in a chain, the angles are reduced
_TRIED = 5  # number of angles whose signs are varied
_OUT = 0.4  # displacement of a prismatic joint, relative to the arm length
_BEND = 0.4  # sine of the angle between two bars of a loop above which the bars are clearly not collinear


def stance(robot: Robot, q: Numbers | None = None, frame: str | None = None) -> Array:
    """Return the specified configuration for a drawing, or the default configuration.

    Symbolic lengths are replaced by sample values.
    """
    if q is None:
        given = sample(robot)
        return posture(given, chain(given, frame).length)
    return shaped(q, "q", (robot.nq,), robot=robot.name)


def posture(robot: Robot, length: float) -> Array:
    """Return a configuration with bent joints within the limits.

    A free base does not move, and equal branches bend in the same way.
    """
    q, place = neutral(robot), entries(robot)
    held = {x.name for joint in robot.joints if joint.kind == "free" for x in joint.coordinates}
    turning = revolute(robot)
    for i, name in enumerate(robot.coordinates):
        if place[i] >= 0 and name not in held:
            bent = _STANCE[_depth(robot, i) % len(_STANCE)] if held else _ANGLES[i % len(_ANGLES)]
            q[place[i]] = bent if turning[i] else _OUT * length or 0.7
    if not held:  # the total bending is limited, so that long chains do not coil
        q[place[turning & (place >= 0)]] *= min(1.0, _BENT / max(_turns_in_line(robot), 1))
    lower, upper = bounds(robot)
    if robot.loops and not robot.balls:
        signs = (1.0, -1.0, 1.5, 2.0, np.resize([1.5, -2.0], robot.nq))
        tried = [display_configuration(robot, np.clip(sign * q, lower, upper)) for sign in signs]
        return max(tried, key=lambda x: _clearness(robot, x))
    turns = place[turning & (place >= 0)]
    if robot.loops or robot.balls or len(turns) < 2 or _parallel(tree(robot)):
        return display_configuration(robot, np.clip(q, lower, upper))
    return _upright(robot, q, turns, lower, upper)


def _turns_in_line(robot: Robot) -> int:
    """Return the largest number of revolute joints on a path from the base to a tip."""
    whole = tree(robot)
    chains = map(whole.ancestors, range(len(whole.bodies)))
    return max((sum(whole.bodies[j].motion == "turn" for j in chain) for chain in chains), default=0)


def _upright(robot: Robot, q: Array, turns: Array, lower: Array, upper: Array) -> Array:
    """Choose the best signs for the first angles, and prefer positive signs."""
    best, most = q, -np.inf
    for k, signs in enumerate(product((1.0, -1.0), repeat=min(len(turns), _TRIED))):
        tried = q.copy()
        tried[turns[: len(signs)]] *= signs
        tried = np.clip(tried, lower, upper)
        worth = _worth(tree(robot), tried) - 0.004 * k
        if worth > most:
            best, most = tried, worth
    return best


def _worth(bodies: Tree, q: Array) -> float:
    """Score a posture. In a good posture, the joints are apart and above the base, and the arm is extended."""
    up, poses = upward(bodies.gravity), body_poses(bodies, q)
    i, place = bodies.place(None)
    tip = poses[i] @ matrix(place) if i >= 0 else np.eye(4)
    points = np.array([T[:3, 3] for T in (np.eye(4), *poses[:-1], tip)])
    size = extent(points) or 1.0
    near = np.minimum(distances(points) / size, 0.35)
    nearest = float(near[near > SAME_POINT].min(initial=0.1))
    height = (points @ up) / size
    reach = norm(points[-1] - (points[-1] @ up) * up) / size
    above = np.minimum(height, 0.0).sum() + 0.7 * height.mean()
    return float(2.0 * near.mean() + 3.0 * min(nearest, 0.1) + above + 0.2 * min(reach, 0.6))


def _parallel(bodies: Tree) -> bool:
    """Return whether all revolute axes are parallel. If they are, all angles can be positive."""
    poses = body_poses(bodies, np.full(bodies.nq, 0.3))
    axes = [T[:3, 2] for body, T in zip(bodies.bodies, poses, strict=False) if body.motion == "turn"]
    return all(norm(np.cross(axes[0], a)) < AXIS for a in axes)


def _clearness(robot: Robot, q: Array) -> float:
    """Score a posture of a closed loop.

    In a good posture, no bars cross or are collinear, joints are well separated, and the loop is above the base.
    """
    drawn = outline(robot, q)
    points = drawn.points
    size = extent(points) or 1.0
    apart = distances(points)
    near = float(apart[apart > SAME_POINT * size].min(initial=size))
    height = float(points[:, 1:].sum(axis=1).mean())
    return (near + 0.5 * height) / size + 0.5 * min(drawn.bend, _BEND) - drawn.crossings


def _depth(robot: Robot, k: int) -> int:
    """Return the number of moving joints between a coordinate and the floating base."""
    whole = tree(robot)
    i = whole.moved_by(k)
    joints_before = {whole.bodies[j].name for j in whole.ancestors(i)} - {whole.bodies[i].name}
    return sum(robot.joint(x).kind != "free" for x in joints_before)
