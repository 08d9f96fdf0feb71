"""Inertia that a joint cannot feel, moved to the body before it [gautier1990], [khalil2002, §9.4].

M, c and g stay the same, with fewer parameters and so fewer operations.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dalembert.graph.scalar import is_zero
from dalembert.robot.derived import kept
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree, tree
from dalembert.spatial.pose import Pose


def regroup(shape: Tree, flat: bool = False) -> Tree:
    """The same dynamics with the fewest inertial parameters that joint-by-joint grouping reaches.

    What a turn cannot feel is the axisymmetric part {m, (0, 0, mz), diag(J, J, 0)}; what a slide cannot feel is
    the tensor; what a ball cannot feel is the point mass at its centre. J is Iyy, which leaves one entry less. Or, with
    `flat`, ∫z² dm, which leaves a plate across the axis, Izz = Ixx + Iyy: its moments take fewer products.
    """
    bodies = list(shape.bodies)
    for i in reversed(range(len(bodies))):
        body = bodies[i]
        m, (mx, my, mz), (xx, yy, zz, xy, yz, xz) = body.inertia.mass, body.inertia.ms, body.inertia.tensor
        if body.motion == "slide":
            unfelt = Inertia(0, (0, 0, 0), body.inertia.tensor)
            kept = Inertia(m, (mx, my, mz), (0,) * 6)
            unfelt = unfelt.moved(Pose(body.placement.R))
        elif body.motion == "turn":
            Ixx, Iyy = _plate(body.inertia) if flat else (xx - yy, 0)
            spread = yy - Iyy
            unfelt = Inertia(m, (0, 0, mz), (spread, spread, 0, 0, 0, 0)).moved(body.placement)
            kept = Inertia(0, (mx, my, 0), (Ixx, Iyy, zz, xy, yz, xz))
        else:
            unfelt = Inertia(m).moved(body.placement)
            kept = Inertia(0, (mx, my, mz), body.inertia.tensor)
        bodies[i] = replace(body, inertia=kept)
        if body.parent >= 0:
            carrier = bodies[body.parent]
            bodies[body.parent] = replace(carrier, inertia=carrier.inertia + unfelt)
    return replace(shape, bodies=tuple(bodies))


@kept
def regrouped(robot: Robot, flat: bool = False) -> Tree:
    """`regroup` of the robot's tree, what its dynamics is traced from."""
    return regroup(tree(robot), flat)


def _plate(inertia: Inertia) -> tuple[Any, Any]:
    """(Ixx, Iyy) that a turn about z feels: of a plate, where there is more than the plate's spin to be felt."""
    (mx, my, _), (xx, yy, zz, xy, *_) = inertia.ms, inertia.tensor
    apart = xx - yy
    if is_zero(apart) or is_zero(zz - apart) or all(is_zero(x) for x in (mx, my, xy)):
        return apart, 0
    Ixx = (apart + zz) / 2
    return Ixx, zz - Ixx
