"""What every picture of a robot needs, as plain JSON: bodies, solids, coordinates, where it stands and from where one looks.

The poses of its bodies at q are `traced_poses`: three rows [R | p] each, then those of the tool. `web/payload.ts` of the
studio has the same fields, and one viewer draws them, in pages, notebooks and films.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from dalembert.algorithms.kinematics import kinematics
from dalembert.algorithms.sweep import joints, world_poses
from dalembert.errors import shown
from dalembert.graph import Node, Scalar, evaluate
from dalembert.loops.assembly import unknowns
from dalembert.robot.model import Robot
from dalembert.robot.tree import Body, Tree, tree
from dalembert.view.anatomy import centre, half_axes
from dalembert.view.solid import places
from dalembert.view.stand import Stand, stand

_LETTERS = re.compile("[rps]{2,6}|scara", re.IGNORECASE)  # turns, slides and balls
_FAR = 2 * np.pi  # of a slider


def shape(robot: Robot) -> tuple[dict[str, Any], Stand]:
    """The shape of a robot whose numbers are known, and the stand it was made with."""
    scene, whole = stand(robot), tree(robot)
    return {
        "name": shown(robot.name, 80),
        "title": shown(_title(robot), 80),
        "nv": robot.nv,
        "coordinates": [_coordinate(robot, k) for k in range(robot.nv)],
        "bodies": [_body(x, places(scene.reach) + 1) for x in whole.bodies],
        "solids": scene.solids,
        "tool": {"body": whole.places[whole.last][0], "name": shown(whole.last)},
        "reach": scene.reach,
        "floor": scene.floor,
        "up": scene.up.tolist(),
        "view": scene.view.tolist(),
        "middle": scene.middle.tolist(),
        "radius": scene.radius,
    }, scene


def traced_poses(whole: Tree, frame: str | None = None) -> tuple[tuple[Node, ...], int, tuple[Scalar, ...]]:
    """(symbols of q, number of poses, their entries): all bodies, then the tool."""
    q = unknowns(whole, "q")
    every = [*world_poses(whole, joints(whole, q)), kinematics(whole, q, whole.last if frame is None else frame)]
    return q, len(every), tuple(x for pose in every for row in pose.matrix()[:3] for x in row)


def _title(robot: Robot) -> str:
    """The robot's name as a title; what spells joints (RPR) or holds a number (UR5) in capitals."""
    words = robot.name.replace("_", " ").split()
    spelled = [x.upper() if any(c.isdigit() for c in x) or _LETTERS.fullmatch(x) else x for x in words]
    return " ".join(x[:1].upper() + x[1:] if not k else x for k, x in enumerate(spelled))


def _coordinate(robot: Robot, k: int) -> dict[str, Any]:
    name = robot.coordinates[k]
    x, bodies = robot.coordinate(name), tree(robot).bodies
    i = next(i for i, body in enumerate(bodies) if k in body.rates)
    ball = x.motion == "ball"
    slides = x.slides and not ball
    floating = robot.joint(bodies[i].name).kind == "free"
    span = (2.0 if floating else 0.6) if slides else float(np.pi)
    limits = () if ball else (x.limits.lower, x.limits.upper)
    lower, upper = _range(*(None if y is None or not np.isfinite(y) else float(y) for y in limits), span=span)
    what = "rotation" if ball else "position" if slides else "angle"
    return {
        "name": shown(name),
        "words": f"{what} of joint {k + 1}",
        "motion": x.motion,
        "place": -1 if ball else x.q.start,
        "axis": k - bodies[i].rates.start,
        "lower": max(lower, min(-_FAR, upper - span)),
        "upper": min(upper, max(_FAR, lower + span)),
        "limited": any(y is not None and np.isfinite(y) for y in limits),
        "unit": "m" if slides else "rad",
        "effort": "N" if slides else "N·m",
        "body": i,
        "driven": name in robot.actuated,
        "floating": floating,
    }


def _range(lower: float | None = None, upper: float | None = None, *, span: float) -> tuple[float, float]:
    """What a slider goes through: the limits in their order, or about zero, or from the one limit there is."""
    if lower is not None and upper is not None:
        return min(lower, upper), max(lower, upper)
    if lower is not None:
        return lower, max(span, lower + span)
    return (-span, span) if upper is None else (min(-span, upper - span), upper)


def _body(x: Body, digits: int) -> dict[str, Any]:
    half = half_axes(x)
    return {
        "name": shown(x.link or x.name),
        "parent": x.parent,
        "coordinates": list(x.rates),
        "mass": float(evaluate([x.inertia.mass], {})[0]),
        "centre": [round(float(v), digits) for v in centre(x)],
        "ellipsoid": [] if half is None else [round(float(v), digits) for v in half.ravel()],
    }
