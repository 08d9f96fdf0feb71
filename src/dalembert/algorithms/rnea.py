"""Inverse dynamics by the recursive Newton-Euler algorithm, in link frames.  [khalil2002, §9.5], [luh1980]

outward   ω = Rᵀω' + Φ_ω q̇          ω̇ = Rᵀω̇' + Φ_ω q̈ + Rᵀω' × Φ_ω q̇
          v̇ = Rᵀ(v̇' + U'p) + Φ_v q̈ + 2 ω × Φ_v q̇,     v̇ of the ground = −gravity
          F = m v̇ + U ms,  N = I ω̇ + ω × I ω + ms × v̇
inward    f = F + Σ R f_child,  n = N + Σ (R n_child + p × R f_child),  τ = Φᵀ[f, n]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from dalembert.algorithms.sweep import (
    base_acceleration,
    euler_moment,
    gather,
    joints,
    lift,
    rates,
    turning,
    world_poses,
)
from dalembert.robot.inertia import Inertia
from dalembert.robot.tree import Tree
from dalembert.spatial.joint_types import Motion
from dalembert.spatial.vector import ZERO, Matrix, Vector, add, cross, matvec, scale, sub, transpose

Wrench = tuple[Vector, Vector]


def rnea(
    tree: Tree,
    q: Sequence[Any],
    qd: Sequence[Any],
    qdd: Sequence[Any],
    wrench: Mapping[str, Sequence[Any]] | None = None,
) -> list[Any]:
    """Compute τ = M q̈ + c + g − Σ Jᵀw for the links only. `wrench` maps a frame to [force, moment] in world axes."""
    X = joints(tree, q)
    sweep = outward(tree, X, rates(tree, qd), rates(tree, qdd))
    loads = [body_wrench(body.inertia, move) for body, move in zip(tree.bodies, sweep, strict=True)]
    if tree.is_lifted:
        _carry_weight(tree, X, loads)
    for frame, w in (wrench or {}).items():
        _push(tree, X, loads, frame, w)
    return gather(tree, _inward(tree, X, loads))


class BodyMotion(NamedTuple):
    """Motion of a body, expressed in the body frame.

    The entries are the angular velocity and acceleration, the matrix U, and the acceleration of the origin.
    """

    w: Vector
    wd: Vector
    U: Matrix
    vd: Vector


def outward(tree: Tree, X: Sequence[Motion], qd: Sequence[Vector], qdd: Sequence[Vector]) -> list[BodyMotion]:
    """Compute the body motions in a sweep from the ground outwards. `qd` and `qdd` contain the rates and accelerations
    of the individual bodies."""
    ground = at_rest(base_acceleration(tree))
    sweep: list[BodyMotion] = []
    for body, x, v, a in zip(tree.bodies, X, qd, qdd, strict=True):
        sweep.append(moved(sweep[body.parent] if body.parent >= 0 else ground, x, v, a))
    return sweep


def at_rest(vd: Vector = ZERO) -> BodyMotion:
    """Return the motion of a body whose angular velocity and angular acceleration are zero."""
    return BodyMotion(ZERO, ZERO, turning(ZERO), vd)


def moved(before: BodyMotion, x: Motion, v: Vector, a: Vector) -> BodyMotion:
    """Compute the motion of a body that moves relative to its parent with rates v and accelerations a."""
    (slide, turn), (speeding, spinning) = x.along(v), x.along(a)
    carried = x.down(before.w)
    w = add(carried, turn)
    wd = add(add(x.down(before.wd), spinning), cross(carried, turn))
    vd = add(x.down(add(before.vd, matvec(before.U, x.p))), add(speeding, scale(2, cross(w, slide))))
    return BodyMotion(w, wd, turning(w, wd), vd)


def body_wrench(inertia: Inertia, move: BodyMotion) -> Wrench:
    """Compute the force F and moment N required for the motion of a body, about the origin of its frame."""
    force = add(scale(inertia.mass, move.vd), matvec(move.U, inertia.ms))
    moment = add(euler_moment(inertia.matrix, move.w, move.wd, move.U), cross(inertia.ms, move.vd))
    return force, moment


def _inward(tree: Tree, X: Sequence[Motion], loads: Sequence[Wrench]) -> list[Vector]:
    total = list(loads)
    tau: list[Vector] = [()] * len(total)
    for i in reversed(range(len(total))):
        f, n = total[i]
        tau[i] = X[i].effort(f, n)
        j = tree.bodies[i].parent
        if j >= 0:
            up, moment = lift(X[i], f, n)
            total[j] = add(total[j][0], up), add(total[j][1], moment)
    return tau


def _carry_weight(tree: Tree, X: Sequence[Motion], loads: list[Wrench]) -> None:
    """Subtract the compensated fraction of each body's weight from the wrench that the joints must transmit."""
    upward: list[Vector] = []
    for i, body in enumerate(tree.bodies):
        upward.append(X[i].down(upward[body.parent] if body.parent >= 0 else base_acceleration(tree)))
        if not body.lifted.is_zero:
            f, n = scale(body.lifted.mass, upward[i]), cross(body.lifted.ms, upward[i])
            loads[i] = sub(loads[i][0], f), sub(loads[i][1], n)


def _push(tree: Tree, X: Sequence[Motion], loads: list[Wrench], frame: str, w: Sequence[Any]) -> None:
    """Subtract an external wrench, given at the frame's origin in world axes, from the wrench that the joints must
    transmit."""
    i, pose = tree.place(frame)
    if i < 0:
        return  # the wrench acts on the ground
    R = transpose(world_poses(tree, X)[i].R)
    force = matvec(R, w[:3])
    moment = add(matvec(R, w[3:]), cross(pose.p, force))
    loads[i] = sub(loads[i][0], force), sub(loads[i][1], moment)
