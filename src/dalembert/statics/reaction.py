"""Forces through the joints in numbers, at rest or in motion: see `algorithms.link_forces` for the balances.

The component along a joint's axis is what its motor transmits, less the motor's own inertia and friction; the
other five are carried by its bearings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.algorithms.link_forces import link_forces as balance
from dalembert.codegen.runtimes.kernel import Kernel
from dalembert.errors import UnboundSymbol, UnknownName, WrongValue, did_you_mean
from dalembert.loops.assembly import unknowns
from dalembert.quantity import coordinates
from dalembert.real import reals
from dalembert.robot.derived import kept
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.statics.bond import bond_wrenches
from dalembert.typeset.card import Displayed, card, tidied

Array = NDArray[Any]


@dataclass(frozen=True)
class Bearing(Displayed):
    """What a joint carries, split by its axis; sizes of the parts across it."""

    axial: Array  # force along the axis
    radial: Array  # force across it
    torque: Array  # moment about the axis
    tilting: Array  # moment across it


@dataclass(frozen=True, eq=False)
class LinkForces(Displayed):
    """Force and moment on each joint's child link from its parent, in world axes at the joint's origin.

    Arrays are `(..., joints, 3)`. `forces["elbow"]` is the wrench `(..., 6)` of one joint.
    """

    joints: tuple[str, ...]
    force: Array
    moment: Array
    origin: Array
    axis: Array  # of motion; 0 for a fixed joint

    def _repr_html_(self) -> str:
        if self.force.ndim != 2:
            return card("Forces in the joints", facts=[("states", self.force.shape[:-2]), ("joints", self.joints)])
        force, moment = tidied(self.force), tidied(self.moment)
        rows = [(name, *force[j].tolist(), *moment[j].tolist()) for j, name in enumerate(self.joints)]
        heads = ["joint", *(f"F{x} / N" for x in "xyz"), *(f"M{x} / N m" for x in "xyz")]
        return card("Forces in the joints, on the child, in world axes", heads=heads, rows=rows)

    def __getitem__(self, joint: str) -> Array:
        j = self._index(joint)
        return np.concatenate([self.force[..., j, :], self.moment[..., j, :]], axis=-1)

    def bearing(self, joint: str) -> Bearing:
        """Axial and radial force, torque and tilting moment of a joint."""
        j = self._index(joint)
        u = self.axis[..., j, :]
        if not u.any():
            raise WrongValue(f"joint '{joint}' has no single axis; take its force and moment")
        parts = []
        for v in (self.force[..., j, :], self.moment[..., j, :]):
            along = np.sum(v * u, axis=-1)
            parts += [along, np.linalg.norm(v - along[..., None] * u, axis=-1)]
        return Bearing(*parts)

    def _index(self, joint: str) -> int:
        if joint not in self.joints:
            raise UnknownName(f"there is no joint '{joint}'{did_you_mean(joint, self.joints)}")
        return self.joints.index(joint)


def link_forces(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike | None = None,
    qdd: ArrayLike | None = None,
    *,
    wrench: Mapping[str, ArrayLike] | None = None,
) -> LinkForces:
    """Force and moment through every joint, fixed ones too; at rest unless `qd` or `qdd` are given.

    `wrench` maps a link or frame to `[force, moment]` on the robot from outside, at its origin, in world axes. Loops are
    driven at the actuated coordinates, as `inverse_dynamics` has it; what their cuts bear is in `da.loop_forces`.
    """
    still = np.zeros(robot.nv)
    state = [reals(still if x is None else x, name) for x, name in ((q, "q"), (qd, "qd"), (qdd, "qdd"))]
    pushes = bond_wrenches(robot, state, wrench)
    loads, origin, axis = _kernel(robot, tuple(pushes))(*state, *pushes.values())
    names = tuple(joint.name for joint in robot.joints)
    return LinkForces(names, loads[..., :3], loads[..., 3:], origin, axis)


@kept
def _kernel(robot: Robot, frames: tuple[str, ...]) -> Kernel:
    if robot.n == 0:
        raise WrongValue(f"robot '{robot.name}' has no moving joint; its weights are all there is to balance")
    if robot.parameters:
        raise UnboundSymbol(
            f"robot '{robot.name}' has symbols without values: {', '.join(robot.parameters[:12])}; "
            f"give them with robot.bind({robot.parameters[0]}=…), or ask `static_equations` for the exact forces"
        )
    count, named = len(robot.joints), {x: unknowns(tree(robot), x) for x in ("q", "qd", "qdd")}
    pushes = {frame: coordinates(f"w{k + 1}_", 6) for k, frame in enumerate(frames)}
    loads = balance(robot, named["q"], named["qd"], named["qdd"], pushes)
    outputs = [
        ("wrench", (count, 6), tuple(x for load in loads for x in (*load.f, *load.n))),
        ("origin", (count, 3), tuple(x for load in loads for x in load.origin)),
        ("axis", (count, 3), tuple(x for load in loads for x in load.axis)),
    ]
    inputs = [(x, (len(entries),), entries) for x, entries in (named | pushes).items()]
    return Kernel("link_forces", inputs, outputs)
