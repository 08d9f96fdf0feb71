"""Geometric error model: six small displacements before each joint, in a frame whose z axis is the joint axis.

T = B · Π_j [ P_j · Tx Ty Rx Ry Rz Tz · motion_j(q_j) ] · F · X        B: base, F: frame on the link, X: tool

Each error is modelled as an additional joint with a constant value. The forward kinematics therefore yields the poses
and their exact Jacobians. The errors Rz and Tz act along the joint axis. Rz is the offset of a revolute joint, and Tz
is the offset of a prismatic joint.  [mooring1991], [hollerbach2016]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, final

import numpy as np

from dalembert import finding
from dalembert.dynamics import forward_kinematics, jacobian
from dalembert.finding.finding import Identifier, Noun, SymbolName
from dalembert.identification.calibration.measurement import Measurement
from dalembert.identification.filtering import Array
from dalembert.kinematics.chain import numeric
from dalembert.robot.model import Frame, Joint, Link, Robot
from dalembert.robot.tree import axis_frame, tree
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.rotation import cross, displaced
from dalembert.spatial.vector import transpose

SIX = ("x", "y", "z", "rx", "ry", "rz")


STEPS = (("x", "prismatic", 0), ("y", "prismatic", 1), ("rx", "revolute", 0), ("ry", "revolute", 1),
         ("rz", "revolute", 2), ("z", "prismatic", 2))  # fmt: skip
_OFFSETS = {"revolute": "rz", "continuous": "rz", "screw": "rz", "prismatic": "z"}


class Parts(NamedTuple):
    """Components of the state vector, as views into the state array."""

    errors: Array
    base: Array
    tools: dict[str, Array]  # tool pose by measured frame
    centres: dict[int, Array]  # centre by distance measurement set


@final
@dataclass(frozen=True, eq=False)
class ErrorModel:
    """Robot with geometric errors.

    The state vector contains all joint errors, the base and tool poses (4×4 each), and the unknown centres (3 values
    each).
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
        """Robot with six additional error joints before each joint of the measured chains, as a cached property."""
        key: Any = ("loose", *(j.name for j in self.joints))
        if key not in self.robot.kernels:
            self.robot.kernels[key] = _loose(self.robot, {j.name for j in self.joints})
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
    def _places(self) -> tuple[list[int], list[int], list[int]]:
        """Index arrays of errors and robot coordinates in the extended q, and of errors in the extended q̇."""
        errors = [self.loose.coordinate(_error_name(j.name, s)) for j in self.joints for s, *_ in STEPS]
        own = [self.loose.coordinate(name).q.start for name in self.robot.coordinates]
        return [x.q.start for x in errors], own, [x.qd for x in errors]

    # ── states ────────────────────────────────────────────────────────────────

    @property
    def _count(self) -> int:
        return len(STEPS) * len(self.joints)

    @cached_property
    def centred(self) -> list[int]:
        """Indices of the distance measurement sets whose centre is unknown."""
        return [i for i, x in enumerate(self.sets) if x.kind == "distances" and x.centre is None]

    def state(self, base: Array, tools: Sequence[Array], centres: Sequence[Array]) -> Array:
        return np.concatenate([np.zeros(self._count), base.ravel(), *(x.ravel() for x in tools), *centres])

    def parts(self, state: Array) -> Parts:
        poses = state[self._count :][: 16 * (1 + len(self.frames))].reshape(-1, 4, 4)
        centres = state[self._count + 16 * (1 + len(self.frames)) :].reshape(-1, 3)
        tools = dict(zip(self.frames, poses[1:], strict=True))
        return Parts(state[: self._count], poses[0], tools, dict(zip(self.centred, centres, strict=True)))

    def moved(self, state: Array, step: Array) -> Array:
        """Return the state after a small change in all parameters.

        The displacement of the base is expressed in the base frame, and the displacement of a tool in the measured
        frame.
        """
        there = state.copy()
        errors, base, tools, centres = self.parts(there)
        of_base, of_tools = np.zeros(6), {frame: np.zeros(6) for frame in tools}
        for parameter, x in zip(self.parameters, step, strict=True):
            if parameter.part == "joint":
                errors[self._error_index[parameter.owner, parameter.step]] += x
            elif parameter.part == "centre":
                centres[int(parameter.owner)]["xyz".index(parameter.step)] += x
            else:
                six = of_base if parameter.part == "base" else of_tools[parameter.owner]
                six[SIX.index(parameter.step)] = x
        base[:] = base @ displaced(np.eye(4), of_base)
        for frame, six in of_tools.items():
            tools[frame][:] = displaced(tools[frame], six)
        return there

    @cached_property
    def _error_index(self) -> dict[tuple[str, str], int]:
        return {(j.name, s): 6 * k + i for k, j in enumerate(self.joints) for i, (s, *_) in enumerate(STEPS)}

    def errors_of(self, state: Array, joint: str) -> dict[str, float]:
        """Return the six geometric errors of a joint, by name."""
        return {s: float(state[self._error_index[joint, s]]) for s, *_ in STEPS}

    # ── poses ─────────────────────────────────────────────────────────────────

    def poses(self, state: Array, frame: str, q: Array) -> tuple[Array, Array]:
        """Compute the tool poses T (N, 4, 4) in the measuring frame and the Jacobian J (N, 6, P).

        J contains one twist per parameter.
        """
        errors, B, tools, _ = self.parts(state)
        places, own, rates = self._places
        full = np.zeros((len(q), self.loose.nq))
        full[:, places], full[:, own] = errors, q
        K, J = forward_kinematics(self.loose, full, frame), jacobian(self.loose, full, frame)[..., rates]
        X, R = tools[frame], B[:3, :3]
        arm = K[:, :3, :3] @ X[:3, 3]
        T = B @ K @ X
        v = J[:, :3] + cross(np.moveaxis(J[:, 3:], 1, -1), arm[:, None]).swapaxes(1, 2)
        by_errors = np.concatenate([R @ v, R @ J[:, 3:]], axis=1)
        inner = K[:, :3, 3] + arm
        eye, none = np.broadcast_to(R, (len(q), 3, 3)), np.zeros((len(q), 3, 3))
        columns = np.zeros((len(q), 6, len(self.parameters)))
        of_base = np.block([[eye, -R @ skew(inner)], [none, eye]])
        turned = R @ K[:, :3, :3]
        of_tool = np.block([[turned, none], [none, turned]])
        for k, x in enumerate(self.parameters):
            if x.part == "joint":
                columns[:, :, k] = by_errors[:, :, self._error_index[x.owner, x.step]]
            elif x.part == "base" or (x.part == "tool" and x.owner == frame):
                columns[:, :, k] = (of_base if x.part == "base" else of_tool)[:, :, SIX.index(x.step)]
        return T, columns

    def corrected_arm(self, state: Array) -> Robot:
        """Return a copy of the robot with the identified joint placements."""
        chosen = {j.name for j in self.joints}
        joints = tuple(_placed(j, self.errors_of(state, j.name)) if j.name in chosen else j for j in self.robot.joints)
        return replace(self.robot, joints=joints)

    def corrected(self, state: Array) -> Robot:
        """Return a copy of the robot with the identified joint placements.

        Unknown tools are added to the robot as frames.
        """
        _, _, tools, _ = self.parts(state)
        frames = self.robot.frames
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


def _loose(robot: Robot, chosen: set[str]) -> Robot:
    bare = numeric(robot)
    links, joints = list(bare.links), []
    for j in bare.joints:
        if j.name not in chosen:
            joints.append(j)
            continue
        turned = axis_frame(j)
        carrier, place = j.parent, j.placement @ Pose(turned)
        for step, kind, k in STEPS:
            name = _error_name(j.name, step)
            links.append(Link(name))
            joints.append(Joint(name, kind, carrier, name, place, tuple(int(i == k) for i in range(3))))
            carrier, place = name, IDENTITY
        joints.append(replace(j, parent=carrier, placement=Pose(transpose(turned))))
    return replace(bare, links=tuple(links), joints=tuple(joints), springs=())


def _error_name(joint: str, step: str) -> str:
    return f"error {step} of {joint}"


def skew(p: Array) -> Array:
    """Compute the skew-symmetric matrix [p]×, (…, 3, 3), with [p]× x = p × x."""
    return np.cross(np.eye(3), p[..., None, :])


def _pose(T: Array) -> Pose:
    return Pose(tuple(map(tuple, T[:3, :3].tolist())), tuple(T[:3, 3].tolist()))


def _placed(joint: Joint, errors: dict[str, float]) -> Joint:
    """Return a copy of the joint whose placement includes the identified errors."""
    if not any(errors.values()):
        return joint
    E = np.eye(4)
    for step, kind, k in STEPS:
        place = k + 3 * (kind == "revolute")
        E = E @ displaced(np.eye(4), errors[step] * np.eye(6)[place])
    turned = Pose(axis_frame(joint))
    return replace(joint, placement=joint.placement @ turned @ _pose(E) @ turned.inverse())
