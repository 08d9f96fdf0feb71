"""Joint torques that hold a robot at rest, and joint forces at rest or in motion.

τ = g(q) − Σ Jᵀw,  by virtual work:  δW = τᵀδq − gᵀδq + Σ wᵀJ δq = 0 for every δq.  [tang], [craig2005, ch. 5]

If the robot exerts a force F on its environment, the external wrench on the robot is w = −F. Without gravity, τ = JᵀF.
The holding torques are equal to the result of `inverse_dynamics` at rest, without friction.

Loop constraints act on the links as wrenches at frame origins, in world axes. A cut joint applies w to its second frame
and −w to its first frame, at the same point. The module `algorithms.link_forces` computes the force and moment
balances. The component along the joint axis is the motor effort minus the effort for rotor inertia and friction. The
bearings transmit the other five components.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert import finding
from dalembert.algorithms.link_forces import link_forces as balance
from dalembert.argument import Numbers, check_shape, known, reals
from dalembert.boundary import Array, RobotLike, StateLike, as_frame, as_q, as_rates, as_robot, require_joints
from dalembert.codegen.runtimes.kernel import Kernel, vectors
from dalembert.dynamics import forward_kinematics, inverse_dynamics, need_numbers
from dalembert.kinematics.chain import check_moves
from dalembert.mechanism.loops import loop_forces
from dalembert.robot.loop import Loop
from dalembert.robot.model import Robot, cached
from dalembert.robot.tree import coordinates, tree, unknowns
from dalembert.typeset.notebook_display import Displayed, card, without_rounding


def static_torque(
    robot: RobotLike, q: StateLike, *, wrench: Mapping[str, Numbers] | None = None, degrees: bool = False
) -> Array:
    """Compute the efforts that hold the robot at q against gravity and external wrenches.

    Spring forces are included. In robots with loops, the efforts of passive coordinates are 0.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array_like, shape (..., nq), or mapping
        Configuration, in rad and m.
    wrench : mapping of frames to arrays of shape (..., 6), optional
        External wrenches [force, moment] on the robot, at the frame origins, in world axes.
    degrees : bool
        Whether the angles in q are in degrees.

    Returns
    -------
    array, shape (..., nv), in N m and N

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, m2=1, l1=1, l2=1, lc1=0.5, lc2=0.5, I1=0, I2=0, g=9.81)
    >>> da.statics.static_torque(robot, [0.0, 0.0])
    array([19.62 ,  4.905])
    """
    robot = as_robot(robot)
    pushed = {frame: wrench_array(frame, w) for frame, w in (wrench or {}).items()}
    for frame in pushed:
        check_moves(robot, as_frame(robot, frame, "wrench"))
    still = np.zeros(robot.nv)
    return inverse_dynamics(robot.rigid(), q, still, still, wrench=pushed or None, degrees=degrees)


def wrench_array(frame: str, value: Numbers) -> Array:
    """Convert a wrench to an array `(..., 6)`. Arrays of float32 remain float32."""
    argument = f"wrench['{frame}']"
    w: Array = np.asarray(value) if getattr(value, "dtype", None) == np.float32 else reals(value, argument)
    check_shape(w.shape, argument, ("...", 6))
    return w


def constraint_wrenches(robot: Robot, state: Sequence[Array], wrench: Mapping[str, Numbers] | None) -> dict[str, Array]:
    """Compute the sum of the external wrenches and the loop-constraint wrenches at each frame.

    `state` is (q, q̇, q̈).
    """
    q, qd, qdd = state
    total: dict[str, Array] = {frame: wrench_array(frame, w) for frame, w in (wrench or {}).items()}
    cuts = [loop for loop in robot.loops if isinstance(loop, Loop)]
    if cuts:
        tau = inverse_dynamics(robot, q, qd, qdd, wrench=wrench)
        borne = loop_forces(robot, q, qd, tau, wrench=wrench)
    for loop in cuts:
        poses = {frame: forward_kinematics(robot, q, frame) for frame in (loop.second, loop.first)}
        own = np.array([float(x) for x in loop.second_placement.p])
        point = poses[loop.second][..., :3, 3] + poses[loop.second][..., :3, :3] @ own
        for sign, (frame, pose) in zip((1, -1), poses.items(), strict=True):
            force, moment = np.split(sign * borne[loop.name], 2, axis=-1)
            w = np.concatenate([force, moment + np.cross(point - pose[..., :3, 3], force)], axis=-1)
            total[frame] = total.get(frame, 0) + w
    return total


@dataclass(frozen=True)
class Bearing(Displayed):
    """Load on a joint: components along the joint axis and magnitudes perpendicular to the axis."""

    axial: Array  # force along the axis
    radial: Array  # force normal to the axis
    torque: Array  # moment about the axis
    tilting: Array  # moment normal to the axis


@dataclass(frozen=True, eq=False)
class LinkForces(Displayed):
    """Force and moment that the parent link exerts on the child link of each joint, in world axes at the joint origin.

    Arrays have shape `(..., joints, 3)`. `forces["elbow"]` is the wrench `(..., 6)` of one joint.
    """

    joints: tuple[str, ...]
    force: Array
    moment: Array
    origin: Array
    axis: Array  # joint axis; 0 for a fixed joint

    def _repr_html_(self) -> str:
        if self.force.ndim != 2:
            return card("Forces in the joints", facts=[("states", self.force.shape[:-2]), ("joints", self.joints)])
        force, moment = without_rounding(self.force), without_rounding(self.moment)
        rows = [(name, *force[j].tolist(), *moment[j].tolist()) for j, name in enumerate(self.joints)]
        heads = ["joint", *(f"F{x} / N" for x in "xyz"), *(f"M{x} / N m" for x in "xyz")]
        return card("Forces in the joints, on the child, in world axes", heads=heads, rows=rows)

    def __getitem__(self, joint: str) -> Array:
        j = self._index(joint)
        return np.concatenate([self.force[..., j, :], self.moment[..., j, :]], axis=-1)

    def bearing(self, joint: str) -> Bearing:
        """Return the axial and radial force, the torque and the tilting moment of a joint."""
        j = self._index(joint)
        u = self.axis[..., j, :]
        if not u.any():
            raise finding.contradiction("joint", joint, "a single axis")
        parts = []
        for v in (self.force[..., j, :], self.moment[..., j, :]):
            along = np.sum(v * u, axis=-1)
            parts += [along, np.linalg.norm(v - along[..., None] * u, axis=-1)]
        return Bearing(*parts)

    def _index(self, joint: str) -> int:
        return self.joints.index(known(joint, self.joints, "joint", argument="joint"))


def link_forces(
    robot: RobotLike,
    q: StateLike,
    qd: StateLike | None = None,
    qdd: StateLike | None = None,
    *,
    wrench: Mapping[str, Numbers] | None = None,
    degrees: bool = False,
) -> LinkForces:
    """Compute the force and the moment in every joint, including fixed joints.

    In robots with loops, the efforts of passive coordinates are 0, as in `inverse_dynamics`. Use
    `mechanism.loop_forces` for the forces in the cut joints.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array_like, shape (..., nq), or mapping
        Configuration, in rad and m.
    qd, qdd : array_like, shape (..., nv), or mapping, optional
        Velocities and accelerations. Default: zero.
    wrench : mapping of frames to arrays of shape (..., 6), optional
        External wrenches [force, moment] on the robot, at the frame origins, in world axes.
    degrees : bool
        Whether the angles in q, qd and qdd are in degrees.

    Returns
    -------
    LinkForces

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> found = da.statics.link_forces(robot, [0, 0])
    >>> print(found.force[:, :2].round(2))  # N, at joint 1 and joint 2
    [[ 0.   19.62]
     [-0.    9.81]]
    >>> print(found.moment[:, 2].round(2))  # N m
    [19.62  4.9 ]
    """
    robot = as_robot(robot)
    rates = ((np.zeros(robot.nv) if x is None else x, name) for x, name in ((qd, "qd"), (qdd, "qdd")))
    at = as_q(robot, q, degrees=degrees)
    state = [at, *(as_rates(robot, x, name, degrees=degrees) for x, name in rates)]
    pushes = constraint_wrenches(robot, state, wrench)
    loads, origin, axis = _kernel(robot, tuple(pushes))(*state, *pushes.values())
    names = tuple(joint.name for joint in robot.joints)
    return LinkForces(names, loads[..., :3], loads[..., 3:], origin, axis)


@cached
def _kernel(robot: Robot, frames: tuple[str, ...]) -> Kernel:
    require_joints(robot)
    need_numbers(robot)
    count = len(robot.joints)
    named = {x: unknowns(tree(robot), x) for x in ("q", "qd", "qdd")}
    pushes = {frame: coordinates(f"w{k + 1}_", 6) for k, frame in enumerate(frames)}
    loads = balance(robot, named["q"], named["qd"], named["qdd"], pushes)
    outputs = [
        ("wrench", (count, 6), tuple(x for load in loads for x in (*load.f, *load.n))),
        ("origin", (count, 3), tuple(x for load in loads for x in load.origin)),
        ("axis", (count, 3), tuple(x for load in loads for x in load.axis)),
    ]
    return Kernel("link_forces", [*vectors(**named), *vectors(**pushes)], outputs)
