"""Geometric error model: a small displacement before each joint, in a frame whose z axis is the joint axis.

T = B · Π_j [ P_j · E_j · motion_j(q_j) ] · F · X        B: base, F: frame on the link, X: tool

Each error E_j = [R(rx, ry, rz), (x, y, z)], an unknown base pose B and an unknown tool pose X are modelled as additional
free joints with constant coordinates. The forward kinematics therefore yields the poses and their exact Jacobians. The
errors rz and z act along the joint axis. Without other errors, rz is the offset of a revolute joint, and z is the offset
of a prismatic joint.  [mooring1991], [hollerbach2016]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, final

import numpy as np

from dalembert import finding
from dalembert.dynamics import forward_kinematics, jacobian
from dalembert.finding.finding import Identifier, Noun, SymbolName
from dalembert.identification.calibration.measurement import Measurement
from dalembert.identification.filtering import Array
from dalembert.kinematics.chain import numeric
from dalembert.mechanism.loops import integrate, neutral
from dalembert.robot.model import Frame, Joint, Link, Robot
from dalembert.robot.tree import axis_frame, tree
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import transpose

SIX = ("x", "y", "z", "rx", "ry", "rz")
_OFFSETS = {"revolute": "rz", "continuous": "rz", "screw": "rz", "prismatic": "z"}


@final
@dataclass(frozen=True, eq=False)
class ErrorModel:
    """Robot with geometric errors.

    The state vector contains the coordinates of the robot `loose`, where the coordinates of the joints are unused, and
    the unknown centres (3 values each).
    """

    robot: Robot
    sets: tuple[Measurement, ...]
    base: bool  # whether the base pose is unknown
    tool: bool

    @cached_property
    def frames(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(x.frame for x in self.sets))

    @cached_property
    def joints(self) -> tuple[Joint, ...]:
        """Moving joints between the root and a measured frame."""
        shape = tree(self.robot)
        on_way = {shape.bodies[i].name for f in self.frames for i in shape.ancestors(shape.place(f)[0])}
        return tuple(j for j in self.robot.joints if j.name in on_way)

    @cached_property
    def loose(self) -> Robot:
        """Robot with a free joint before each joint of the measured chains, and for an unknown base and each unknown
        tool. The robot is cached."""
        key: Any = ("loose", self.base, self.tool and self.frames, *(j.name for j in self.joints))
        if key not in self.robot.kernels:
            self.robot.kernels[key] = _loose(self)
        known: Robot = self.robot.kernels[key]
        return known

    @cached_property
    def parameters(self) -> tuple[finding.GeometricParameter, ...]:
        """All parameters that can be unknown, in order of priority: base, tool, centre, offsets, lengths, angles."""
        found = [_parameter("", "base", s, f"base.{s}") for s in SIX if self.base]
        for f in self.frames if self.tool else ():
            name = "tool" if len(self.frames) == 1 else f"tool at {f}"
            found += [_parameter(f, "tool", s, f"{name}.{s}") for s in SIX]
        for i in self.centred:
            ending = "" if len(self.sets) == 1 else f" {i + 1}"
            found += [_parameter(str(i), "centre", s, f"centre{ending}.{s}") for s in "xyz"]
        own = [(j.name, s, _OFFSETS.get(j.kind) == s) for s in SIX for j in self.joints]
        for joint, s, offset in sorted(own, key=lambda x: not x[2]):
            clear = f"joint {joint}" if joint.startswith(("base", "tool", "centre")) else joint
            name = f"{clear}.{'offset' if offset else s}"
            found.append(_parameter(joint, "joint", s, name, offset))
        return tuple(found)

    @cached_property
    def _error_joints(self) -> dict[str, Joint]:
        """Joints of the robot `loose`, by name."""
        return {j.name: j for j in self.loose.joints}

    @cached_property
    def _rates(self) -> list[int]:
        """Index of each parameter in the velocities of the robot `loose`, followed by the rates of the centres."""
        found = []
        for p in self.parameters:
            k = SIX.index(p.step)
            if p.part == "centre":
                found.append(self.loose.nv + 3 * self.centred.index(int(p.owner)) + k)
            else:
                found.append(self._error_joints[_error_name(p.part, p.owner)].coordinates[k].qd)
        return found

    # ── states ────────────────────────────────────────────────────────────────

    @cached_property
    def centred(self) -> list[int]:
        """Indices of the distance measurement sets whose centre is unknown."""
        return [i for i, x in enumerate(self.sets) if x.kind == "distances" and x.centre is None]

    def state(self, base: Array, tools: Mapping[str, Array], centres: Sequence[Array]) -> Array:
        """Return the state without joint errors, for the poses of the base and of the tool at each measured frame."""
        from scipy.spatial.transform import Rotation

        q = neutral(self.loose)
        for part, owner, T in (("base", "", base), *(("tool", frame, X) for frame, X in tools.items())):
            if joint := self._error_joints.get(_error_name(part, owner)):
                q[_entries(joint)] = [*T[:3, 3], *np.roll(Rotation.from_matrix(T[:3, :3]).as_quat(), 1)]
        return np.concatenate([q, *centres])

    def pose(self, state: Array, part: str, owner: str = "") -> Array:
        """Return the displacement of a joint, the pose of the base, or the pose of the tool at a frame, (4, 4)."""
        from scipy.spatial.transform import Rotation

        T, joint = np.eye(4), self._error_joints.get(_error_name(part, owner))
        if joint is not None:
            x = state[_entries(joint)]
            T[:3, 3], T[:3, :3] = x[:3], Rotation.from_quat(np.roll(x[3:], -1)).as_matrix()
        return T

    def _directions(self, state: Array) -> Array:
        """Compute the matrix that maps changes of the parameters to rates of the robot `loose` and of the centres.

        Displacements of the base are expressed in the base frame, and those of a tool in the measured frame.
        """
        count = len(self.parameters)
        G = np.zeros((self.loose.nv + len(state) - self.loose.nq, count))
        G[self._rates, range(count)] = 1.0
        of_tools = (("tool", frame, slice(3, 6)) for frame in self.frames)
        for part, owner, half in (("base", "", slice(0, 3)), *of_tools):
            own = [k for k, p in enumerate(self.parameters) if (p.part, p.owner) == (part, owner)][half]
            if own:
                R = self.pose(state, part, owner)[:3, :3]
                G[np.ix_([self._rates[k] for k in own], own)] = R if part == "base" else R.T
        return G

    def centre(self, state: Array, i: int) -> Array:
        """Return the centre from which the distances of set i were measured, (3,) or (N, 3)."""
        known = self.sets[i].centre
        return state[self.loose.nq :].reshape(-1, 3)[self.centred.index(i)] if known is None else known

    def moved(self, state: Array, step: Array) -> Array:
        """Return the state after a small change in all parameters."""
        nq, nv = self.loose.nq, self.loose.nv
        change = self._directions(state) @ step
        return np.concatenate([integrate(self.loose, state[:nq], change[:nv]), state[nq:] + change[nv:]])

    # ── poses ─────────────────────────────────────────────────────────────────

    def poses(self, state: Array, frame: str, q: Array) -> tuple[Array, Array]:
        """Compute the tool poses T (N, 4, 4) in the measuring frame and the Jacobian J (N, 6, P).

        J contains one twist per parameter.
        """
        nq, end = self.loose.nq, _error_name("tool", frame) if self.tool else frame
        full = np.tile(state[:nq], (len(q), 1))
        full[:, [self.loose.coordinate(name).q.start for name in self.robot.coordinates]] = q
        J = jacobian(self.loose, full, end)
        still = np.zeros((len(q), 6, len(state) - nq))  # centres do not move the tool
        return forward_kinematics(self.loose, full, end), np.concatenate([J, still], axis=2) @ self._directions(state)

    def corrected_arm(self, state: Array) -> Robot:
        """Return a copy of the robot with the identified joint placements."""
        chosen = {j.name for j in self.joints}
        joints = [_placed(j, self.pose(state, "joint", j.name)) if j.name in chosen else j for j in self.robot.joints]
        return replace(self.robot, joints=tuple(joints))

    def corrected(self, state: Array) -> Robot:
        """Return a copy of the robot with the identified joint placements.

        Unknown tools are added to the robot as frames.
        """
        frames, tools = self.robot.frames, {f: self.pose(state, "tool", f) for f in self.frames}
        if self.tool:
            known = {f.name for f in frames}
            frames = tuple(
                replace(f, placement=f.placement @ _pose(tools[f.name])) if f.name in tools else f for f in frames
            )
            taken = known | {x.name for x in self.robot.links}
            for name in (f for f in self.frames if f not in known):
                new = "tool" if "tool" not in taken and len(self.frames) == 1 else f"{name}_calibrated"
                frames += (Frame(new, name, _pose(tools[name])),)
        return replace(self.corrected_arm(state), frames=frames)


def _parameter(owner: str, part: str, step: str, name: str, offset: bool = False) -> finding.GeometricParameter:
    return finding.GeometricParameter(Identifier(owner), Noun(part), SymbolName(step), SymbolName(name), offset)


def _loose(model: ErrorModel) -> Robot:
    bare, chosen = numeric(model.robot), {j.name for j in model.joints}
    if model.base:
        bare = bare.floating(_error_name("base", ""))
    links, joints = list(bare.links), []

    def free(part: str, owner: str, parent: str, placement: Pose) -> str:
        """Add an error joint, and return the name of its child link."""
        name = _error_name(part, owner)
        links.append(Link(name))
        joints.append(Joint(name, "free", parent, name, placement))
        return name

    for j in bare.joints:
        if j.name in chosen:
            turned = axis_frame(j)
            carrier = free("joint", j.name, j.parent, j.placement @ Pose(turned))
            j = replace(j, parent=carrier, placement=Pose(transpose(turned)))
        joints.append(j)
    places = {f.name: (f.link, f.placement) for f in bare.frames}
    for frame in model.frames if model.tool else ():
        free("tool", frame, *places.get(frame, (frame, IDENTITY)))
    return replace(bare, links=tuple(links), joints=tuple(joints), springs=())


def _error_name(part: str, owner: str) -> str:
    return f"error of {part} {owner}"


def _entries(joint: Joint) -> slice:
    """Return the place of the position and the quaternion of a free joint in q."""
    first = joint.coordinates[0].q.start
    return slice(first, first + 7)


def _pose(T: Array) -> Pose:
    return Pose(tuple(map(tuple, T[:3, :3].tolist())), tuple(T[:3, 3].tolist()))


def _placed(joint: Joint, error: Array) -> Joint:
    """Return a copy of the joint whose placement includes the identified error."""
    turned = Pose(axis_frame(joint))
    return replace(joint, placement=joint.placement @ turned @ _pose(error) @ turned.inverse())
