r"""Derivation of the equations of motion by Kane's method, which projects forces onto partial velocities.

    v = Σ_r v_r q̇_r,  ω = Σ_r ω_r q̇_r            v_r = ∂v/∂q̇_r, ω_r = ∂ω/∂q̇_r: the partial velocities
    F_r  = τ_r + Σ m g₀ · v_r                      generalised active forces
    F*_r = −Σ m a · v_r + (I ω̇ + ω × I ω) · ω_r    generalised inertia forces
    F_r + F*_r = 0                                 [kane1985]

The partial velocity is z_r × (C − O_r) for a revolute joint and z_r for a prismatic joint. The method does not use
energies. Reaction forces do not appear, because they do no work in any motion that the joints permit.
"""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.closed.derivation.shared_steps import Arm, ExactLink
from dalembert.closed.derivation.step import DerivationStep, MethodResult, StepEquation, numbered
from dalembert.spatial.vector import ZERO, Vector, add, cross, matvec, negative, scale, sub, transpose


@dataclass(frozen=True)
class Partials:
    """Partial velocities of one link, one per coordinate.

    The partial velocities of C (or O) are expressed in the world frame, and the partial angular velocities in the link
    frame.
    """

    v: dict[int, Vector]
    w: dict[int, Vector]


@dataclass(frozen=True)
class LinkAccelerations:
    """Acceleration of C (or O) in the world frame, and angular velocity and acceleration in the link frame."""

    a: Vector
    w: Vector
    wd: Vector


def kane(arm: Arm) -> MethodResult:
    """Derive the equations of motion by Kane's method."""
    partials = [partial_velocities(arm, link) for link in arm.links]
    motions = [link_accelerations(arm, p) for p in partials]
    active = [arm.ring.zero] * arm.n
    inertia = [arm.ring.zero] * arm.n
    for link, p, move in zip(arm.links, partials, motions, strict=True):
        weight, force, moment = _forces(arm, link, move)
        for r in p.v:
            pulled = arm.ring.dot(weight[0], p.v[r])
            active[r] = active[r] + pulled + arm.ring.dot(weight[1], p.w[r])
            resisting = arm.ring.dot(force, p.v[r])
            inertia[r] = inertia[r] - resisting - arm.ring.dot(moment, p.w[r])
    inertial = sub(inertia, arm.gather(arm.drives()))
    driven = sub(active, arm.friction)
    tau = negative(add(driven, inertial))
    left = [StepEquation(rf"F_{k} - \tau_{k}", x) for k, x in enumerate(driven, 1)]
    steps = (
        _partial_step(arm, partials),
        arm.step("kane.accelerations", acceleration_equations(arm, motions)),
        arm.step("kane.active", left),
        arm.step("kane.inertia", numbered("F^*", inertial)),
        arm.step("kane.equations", numbered(r"\tau", tau)),
    )
    return MethodResult(steps, tau)


def partial_velocities(arm: Arm, link: ExactLink) -> Partials:
    """Compute the partial velocities of a link from the axes z_r of the joints between the ground and the link."""
    point, back = arm.centre(link), transpose(link.pose.R)
    zero: Vector = arm.exact(ZERO)
    v: dict[int, Vector] = {}
    w: dict[int, Vector] = {}
    for joint in arm.chain(link):
        for r, axis in zip(joint.rates, joint.axes, strict=True):
            z = scale(joint.ratio, [row[axis] for row in joint.pose.R])
            column = z if joint.prismatic else cross(z, sub(point, joint.pose.p))
            turn = zero if joint.prismatic else matvec(back, z)
            v[r] = arm.red(add(v.get(r, zero), column))
            w[r] = arm.red(add(w.get(r, zero), turn))
    return Partials(dict(sorted(v.items())), dict(sorted(w.items())))


def link_accelerations(arm: Arm, partials: Partials) -> LinkAccelerations:
    """Compute the acceleration a = Σ v_r q̈_r + v̇_r q̇_r, the angular velocity and the angular acceleration of a link.

    In the link frame, ω̇ is the time derivative of the components of ω.
    """
    ring = arm.ring
    a: Vector = arm.exact(ZERO)
    w = wd = a
    for r, v_r in partials.v.items():
        qd = ring.qd[r]
        qdd = ring.qdd[r]
        w_r = partials.w[r]
        a = add(a, add(scale(qdd, v_r), scale(qd, arm.rate(v_r))))
        w = add(w, scale(qd, w_r))
        wd = add(wd, add(scale(qdd, w_r), scale(qd, arm.rate(w_r))))
    return LinkAccelerations(arm.red(a), arm.red(w), arm.red(wd))


def _forces(arm: Arm, link: ExactLink, move: LinkAccelerations) -> tuple[tuple[Vector, Vector], Vector, Vector]:
    """Return the weight (force and moment), the inertial force and the inertial moment of a link.

    The inertial force is expressed in the world frame, and the inertial moment is expressed in the link frame.
    """
    red = arm.red
    R = link.pose.R
    w = move.w
    wd = move.wd
    moment = add(matvec(link.I, wd), cross(w, red(matvec(link.I, w))))
    force = scale(link.m, move.a)
    pull = arm.exact(ZERO)
    if not link.central:
        back = transpose(R)
        swing = red(add(cross(wd, link.ms), cross(w, red(cross(w, link.ms)))))
        force = add(force, matvec(R, swing))
        moment = add(moment, cross(link.ms, red(matvec(back, move.a))))
        pull = red(cross(link.ms, red(matvec(back, arm.gravity))))
    return (scale(link.m, arm.gravity), pull), red(force), red(moment)


# ── the steps in words ────────────────────────────────────────────────────────


def _partial_step(arm: Arm, partials: list[Partials]) -> DerivationStep:
    steps = []
    for link, p in zip(arm.links, partials, strict=True):
        equations: list[StepEquation] = []
        for r in p.v:
            velocity = StepEquation(f"v_{{{link.at},{r + 1}}}", p.v[r])
            equations += [velocity, StepEquation(rf"\omega_{{{link.number},{r + 1}}}", p.w[r])]
        steps.append(arm.step("kane.link", equations, i=link.number))
    return arm.step("kane.partial", steps=steps)


def acceleration_equations(arm: Arm, motions: list[LinkAccelerations]) -> list[StepEquation]:
    """Return the equations of the accelerations and angular velocities of all links."""
    a, w, wd = zip(*((x.a, x.w, x.wd) for x in motions), strict=True)
    return arm.by_link({"a_{@}": a, r"\omega_#": w, r"\dot\omega_#": wd})
