"""Where a robot stands in the picture: which way is up, how low the floor is, what carries the base, from where one looks.

The floor lies below everything the arm can reach, so that nothing falls through it when the motors are switched off;
a column carries the base. What floats stands on the floor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.algorithms.sweep import joints, world_poses
from dalembert.graph import evaluate
from dalembert.kinematics.configuration import bounds, draw, revolute
from dalembert.kinematics.outline import outline
from dalembert.kinematics.posture import stance
from dalembert.robot.model import Robot
from dalembert.view.anatomy import GROUND, Anatomy, matrix
from dalembert.view.solid import Builder, Solid, places

Array = NDArray[Any]
_TRIED = 40  # postures from which the lowest point is taken
_STROKE = 0.6  # m: how far a slide without limits is thought to go
_HOMES = (
    (-0.45, -1.15, 1.45, -1.85, -1.57, 0.3),  # an arm over its table
    (0.35, 0.78, -0.9, 0.6, 0.8, 0.4, 0.5),
    (0.4, -0.6, 0.5, -1.9, 0.3, 1.7, 0.6),
    (0.4, 0.5, 0.3, 1.2, 0.3, 0.9, 0.4),
)


@dataclass(frozen=True, eq=False)
class Stand:
    """`floor` is a height along `up`; `middle`, `radius` and `view` say what the camera sees first."""

    solids: list[Solid]
    up: Array
    floor: float
    middle: Array
    radius: float
    view: Array
    reach: float
    home: Array


def stand(robot: Robot) -> Stand:
    """The scenery of a robot whose numbers are known."""
    up = upward(robot)
    anatomy = Anatomy(robot)
    builder = Builder(anatomy)
    home = _home(anatomy, up)
    points = _points(anatomy, home)
    heights = points @ up
    floats = all(anatomy.floats(x.body) for x in anatomy.limbs[GROUND] if x.body is not None)
    solids = builder.build()
    if not solids:  # nothing moves
        builder.add(GROUND, "rod", np.zeros(3), 0.2 * up, 0.1, "base")
    if floats:
        floor = min(float(p @ up) - 0.9 * r for p, r in _ends(anatomy, solids, home)) - 0.01 * builder.reach
    elif robot.loops:
        floor = float(heights.min()) - 0.3 * builder.reach
    else:
        floor = min(_lowest(anatomy, up), float(heights.min())) - 0.08 * builder.reach
    base = np.zeros(3)
    if not floats:
        base = _carried(builder, up, floor)
    normal = outline(robot, stance(robot)).normal
    level = normal is not None and abs(normal @ up) < 0.5
    shown = [*points, base + 0.12 * builder.reach * up]
    if not floats and not robot.loops:
        below = floor - float(base @ up)
        shown.append(base + (below if level else max(below, -0.42 * builder.reach)) * up)
        sides = [] if normal is None or not level else [np.cross(up, normal), np.cross(normal, up)]
        shown += [base + 0.8 * builder.reach * d for d in (up, *sides)]
    every = np.array(shown)
    low, high = every.min(axis=0), every.max(axis=0)
    radius = max(
        (0.66 if robot.loops else 0.47 if level else 0.55) * float(np.linalg.norm(high - low)), 0.35 * builder.reach
    )
    if floats or robot.loops:
        middle = (low + high) / 2
        radius = max(radius, *(float(np.linalg.norm(p - middle)) + 0.7 * r for p, r in _ends(anatomy, solids, home)))
    return Stand(
        solids,
        up,
        round(floor, places(builder.reach) - 1),
        (low + high) / 2,
        radius,
        _view(up, normal),
        builder.reach,
        home,
    )


def _ends(anatomy: Anatomy, solids: list[Solid], home: Array) -> list[tuple[Array, float]]:
    """Ends of the solids in the world, and their radii."""
    poses = _poses(anatomy, home)
    return [((poses[x["body"] + 1] @ [*x[end], 1.0])[:3], x["radius"]) for x in solids for end in ("from", "to")]


def upward(robot: Robot) -> Array:
    """Against gravity; z where there is none."""
    g = np.array([float(x) for x in evaluate(list(robot.gravity), {})])
    size = float(np.linalg.norm(g))
    return -g / size if size else np.array([0.0, 0.0, 1.0])


def _poses(anatomy: Anatomy, q: Array) -> list[Array]:
    """Of the ground, then of the bodies."""
    return [np.eye(4), *(matrix(x) for x in world_poses(anatomy.tree, joints(anatomy.tree, q.tolist())))]


def _points(anatomy: Anatomy, q: Array) -> Array:
    """Joints and ends of all bodies at q, in the world."""
    poses = _poses(anatomy, q)
    found = [poses[i + 1] @ [*x.point, 1.0] for i, limbs in anatomy.limbs.items() for x in limbs]
    return np.array([x[:3] for x in found] or [[0.0, 0.0, 0.0]])


def _lowest(anatomy: Anatomy, up: Array) -> float:
    """The lowest height that a body reached in random postures."""
    low, high = bounds(anatomy.robot)
    rng = np.random.default_rng(0)
    if anatomy.robot.nq == anatomy.robot.nv:
        far = np.where(revolute(anatomy.robot), np.pi, _STROKE)
        low, high = np.clip(low, -far, far), np.clip(high, -far, far)
    low, high = np.clip(low, -np.pi, np.pi), np.clip(high, -np.pi, np.pi)
    return min(float((_points(anatomy, q) @ up).min()) for q in draw(anatomy.robot, low, high, rng, _TRIED))


def _home(anatomy: Anatomy, up: Array) -> Array:
    """Bent so that it can be read, and rather high than low."""
    robot = anatomy.robot
    first = stance(robot)
    if robot.loops or robot.nq != robot.nv:
        return first
    low, high = bounds(robot)
    if sum(any(x.body is None for x in limbs) for limbs in anatomy.limbs.values()) > 1:  # many limbs: upright
        return np.clip(np.zeros(robot.nq), low, high)
    turning = revolute(robot)
    chosen = _HOMES if robot.n > 3 else _HOMES[1:2]
    slid = [0.0 if body.parent == GROUND else 0.5 * _STROKE for body in anatomy.tree.bodies if body.link]
    still = np.resize(slid, robot.nq) if len(slid) == robot.nq else first
    tried = [np.where(turning, np.resize(x, robot.nq), still) for x in chosen]

    def merit(q: Array) -> float:
        """How well it can be read, less what the limits of the joints take away."""
        kept = np.clip(q, low, high)
        return _clear(_points(anatomy, kept), up) - 0.4 * anatomy.reach * float(np.abs(kept - q).sum())

    return np.asarray(np.clip(max(tried, key=merit), low, high))


def _clear(points: Array, up: Array) -> float:
    """How well a posture can be read: high, and spread in two directions."""
    heights = points @ up
    return float(heights.max() + heights.mean()) + 0.25 * float(np.sort(np.ptp(points, axis=0))[1])


def _carried(builder: Builder, up: Array, floor: float) -> Array:
    """The column and its foot; where the base is."""
    anatomy, reach = builder.anatomy, builder.reach
    limbs = [x for x in builder.limbs[GROUND] if x.body is None or not anatomy.floats(x.body)]
    if not limbs:
        return np.zeros(3)
    points = np.array([x.point for x in limbs])
    base: Array = points.mean(axis=0)
    first = limbs[0]
    r = builder.radii[first.body] if first.body is not None else 0.06 * reach
    add = builder.add
    if len(limbs) > 1:
        for x in limbs:
            add(GROUND, "rod", base, x.point, 0.55 * r, "base")
            if x.axis is not None:
                add(GROUND, "rod", x.point - 1.2 * r * x.axis, x.point + 1.2 * r * x.axis, 0.9 * r, "base")
        add(GROUND, "rod", base - 0.5 * r * up, base + 0.5 * r * up, 1.2 * r, "base")
        return base
    axis = first.axis if first.axis is not None else up
    slides = first.body is not None and builder.tree.bodies[first.body].motion == "slide"
    behind = first.point.copy()
    if first.body is not None and anatomy.is_flat(first.body):
        behind = first.point - axis * anatomy.thick
        add(
            GROUND,
            "rod",
            behind - 0.4 * anatomy.thick * axis,
            first.point - 0.5 * anatomy.thick * axis,
            0.9 * anatomy.wide(first.body),
            "base",
        )
    foot = behind + (floor - float(behind @ up)) * up
    slim = 0.42 * r if abs(axis @ up) < 0.5 else 1.06 * r
    top = np.zeros(3) if abs(axis @ up) > 0.5 and not slides else behind
    top = foot + max(0.0, float((top - foot) @ up)) * up
    add(GROUND, "rod", foot, top, slim, "base")
    add(
        GROUND,
        "rod",
        foot,
        foot + 0.018 * reach * up,
        max(2.6 * slim, 0.11 * reach),
        "base",
        end=max(2.4 * slim, 0.1 * reach),
    )
    if abs(axis @ up) > 0.5 and not slides:
        add(GROUND, "rod", top - 0.02 * reach * up, top + 0.03 * reach * up, 1.45 * r, "base")
        add(GROUND, "rod", top, first.point, r)
    return np.asarray(first.point)


def _view(up: Array, normal: Array | None) -> Array:
    if normal is not None and abs(normal @ up) < 0.5:
        side = np.cross(up, normal)
        return np.asarray(normal + 0.28 * side + 0.2 * up)
    forward = np.array([0.55, -1.0, 0.0]) if abs(up[2]) > 0.5 else np.array([0.55, 0.0, 1.0])
    return np.asarray(forward + (0.95 if normal is not None else 0.42) * up)
