"""Springs at the joints of MJCF, and those made to measure.

A hinge or slide has τ = k (q − springref), a ball k log(rest⁻¹ ⊗ q) in the body's axes, a free joint both, where it was drawn.
`springdamper` names a time constant t and a damping ratio ζ: k = I/(t ζ)², b = 2 I/t, I the mean inertia that the joint's rates
feel as drawn, 1/I = mean diag(M⁻¹).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import BadFile
from dalembert.formats.mjcf.context import Context
from dalembert.formats.number import quaternion
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Joint
from dalembert.robot.spring import BallSpring, Spring, Strut, Tendon
from dalembert.spatial.pose import IDENTITY, Pose

Matrix = NDArray[np.float64]
_MOST = 1000  # rates of a model whose springs are made to measure


def springs(context: Context) -> None:
    """The springs of joints, before those of tendons: of a free one three tendons where it was drawn, and a ball's."""
    draft = context.draft
    draft.springs[:0] = _at_joints(context)


def _at_joints(context: Context) -> Iterator[Spring]:
    draft = context.draft
    for name, stiffness in context.stiff.items():
        index = draft.index(name)
        if index is None:
            continue
        joint = draft.joints[index]
        drawn = context.poses[joint.child] if joint.kind == "free" else IDENTITY
        if joint.nv == 1:
            yield Tendon(context.spring_name(f"{name}_spring"), ((name, 1),), stiffness, context.rests[name])
            continue
        if joint.kind == "free":
            for c, rest in zip(joint.coordinates, drawn.p, strict=False):
                letter = c.name[-1]
                yield Tendon(context.spring_name(f"{name}_spring_{letter}"), ((c.name, 1),), stiffness, rest)
        yield BallSpring(context.spring_name(f"{name}_spring"), name, stiffness, quaternion(drawn.R))


def measured(context: Context) -> None:
    """Stiffness and damping of the springs made to measure, now that all masses are known."""
    draft = context.draft
    if not context.measured:
        return
    joints = [joint for joint in draft.joints if joint.moves]
    if sum(joint.nv for joint in joints) > _MOST:
        place = draft.place("joint", next(iter(context.measured)))
        draft.log.stop(BadFile, f"springdamper in a model of more than {_MOST} rates, which takes too long", place)
    eased = np.diag(np.linalg.pinv(_mass_matrix(joints, context)))
    at = 0
    for joint in joints:
        own, at = slice(at, at + joint.nv), at + joint.nv
        if joint.name in context.measured:
            t, ratio = context.measured[joint.name]
            felt = float(1 / max(eased[own].mean(), 1e-15))
            drive = replace(joint.drive or Drive(), damping=2 * felt / t)
            draft.change(draft.joints.index(joint), drive=drive)
            context.stiff[joint.name] = felt / (t * ratio) ** 2


def _mass_matrix(joints: list[Joint], context: Context) -> Matrix:
    """M as drawn, Φᵢᵀ I_j Φ_j with I_j of all that joint j carries, about the world's origin; armatures included."""
    links = {link.name: link.inertia for link in context.draft.links}
    carried = {name: _spatial(links[name].moved(pose)) for name, pose in context.poses.items() if name in links}
    for joint in reversed(context.draft.joints):  # parents come first
        carried[joint.parent] = carried.get(joint.parent, 0) + carried.get(joint.child, np.zeros((6, 6)))
    before = {joint.child: joint for joint in context.draft.joints}
    unit = {joint.name: _columns(joint, context) for joint in joints}
    places, n = {}, 0
    for joint in joints:
        places[joint.name], n = slice(n, n + joint.nv), n + joint.nv
    M = np.zeros((n, n))
    for joint in joints:
        own, force = places[joint.name], carried[joint.child] @ unit[joint.name]
        above: Joint | None = joint
        while above is not None:
            if above.moves:
                M[places[above.name], own] = unit[above.name].T @ force
                M[own, places[above.name]] = M[places[above.name], own].T
            above = before.get(above.parent)
        if joint.drive is not None:
            M[own, own] += np.eye(joint.nv) * float(joint.drives[0].inertia if joint.drives[0] is not None else 0)
    for spring in context.draft.springs:
        if not isinstance(spring, BallSpring) and spring.armature:
            row = _lengthening(spring, unit, places, before, context)
            M += float(spring.armature) * np.outer(row, row)
    return M


def _lengthening(
    spring: Tendon | Strut,
    unit: dict[str, Matrix],
    places: dict[str, slice],
    before: dict[str, Joint],
    context: Context,
) -> Matrix:
    """∂L/∂q as drawn: the arms of a tendon, or Σ u·(ṗ_(i+1) − ṗ_i) over the points of a strut."""
    row = np.zeros(max((x.stop for x in places.values()), default=0))
    if isinstance(spring, Tendon):
        for name, r in spring.arms:
            row[places[name]] += float(r)
        return row
    at = [np.array((context.poses[link] @ Pose(p=point)).p, float) for link, point in spring.path]
    for (p, first), (r, second) in pairwise(zip(at, (link for link, _ in spring.path), strict=True)):
        along = (r - p) / max(float(np.linalg.norm(r - p)), 1e-15)
        for point, link, sign in ((p, first, -1.0), (r, second, 1.0)):
            above = before.get(link)
            while above is not None:
                if above.moves:
                    v, w = unit[above.name][:3], unit[above.name][3:]
                    row[places[above.name]] += sign * along @ (v + np.cross(w.T, point).T)
                above = before.get(above.parent)
    return row


def _columns(joint: Joint, context: Context) -> Matrix:
    """[v of the world's origin; ω] of each rate of a joint, as drawn."""
    at = context.drawn[joint.name]
    R, p = np.array(at.R, float), np.array(at.p, float)
    if joint.kind == "prismatic":
        return np.concatenate([R @ np.array(joint.axis, float), np.zeros(3)])[:, None]
    axes = R if joint.nv > 1 else (R @ np.array(joint.axis, float))[:, None]
    turns = np.vstack([np.cross(p, axes.T).T, axes])
    if joint.kind != "free":
        return turns
    return np.hstack([np.vstack([np.eye(3), np.zeros((3, 3))]), turns])


def _spatial(inertia: Inertia) -> Matrix:
    """[[m 1, −[ms]], [[ms], I]]."""
    x, y, z = (float(a) for a in inertia.ms)
    skew = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    I = np.array(inertia.matrix, float)
    return np.block([[float(inertia.mass) * np.eye(3), -skew], [skew, I]])
