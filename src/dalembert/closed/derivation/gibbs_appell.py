r"""Derivation of the equations of motion by the method of Gibbs and Appell, from the energy of acceleration.

    S = Σ ½ m aᵀa + ½ ω̇ᵀI ω̇ + ω̇ᵀ(ω × Iω)          ∂S/∂q̈_k + ∂U/∂q_k = τ_k                        [appell1900]

S contains only the terms that depend on q̈. The rates may be quasi-velocities. If the inertia of a link refers to its
origin, aᵀ(ω̇ × ms + ω × (ω × ms)) is added, with a in the axes of the link.
"""

from __future__ import annotations

from dalembert.closed.algebra.ring import Poly
from dalembert.closed.derivation.kane import (
    LinkAccelerations,
    acceleration_equations,
    link_accelerations,
    partial_velocities,
)
from dalembert.closed.derivation.lagrange import potential
from dalembert.closed.derivation.shared_steps import Arm, ExactLink
from dalembert.closed.derivation.step import MethodResult, StepEquation
from dalembert.spatial.vector import add, cross, dot, matvec, transpose


def gibbs_appell(arm: Arm) -> MethodResult:
    """Derive the equations of motion from the energy of acceleration."""
    ring = arm.ring
    motions = [link_accelerations(arm, partial_velocities(arm, link)) for link in arm.links]
    energies = [_energy(arm, link, motion) for link, motion in zip(arm.links, motions, strict=True)]
    rates = [(link.Ia, link.ratio * ring.qdd[k]) for link in arm.links if link.Ia for k in link.rates]
    S = sum((*energies, *(ring.mul(Ia, x, x) / 2 for Ia, x in rates)), ring.zero)
    U = sum((potential(arm, link, arm.centre(link)) for link in arm.links), ring.zero)
    slopes = [(ring.diff(S, f"qdd{k + 1}"), arm.slope(U, k)) for k in range(arm.n)]
    tau = add([a + b for a, b in slopes], arm.friction)
    terms = arm.by_link({"S_#": energies}, present=True)
    parts = [
        StepEquation(rf"\frac{{\partial {letter}}}{{\partial {by}_{k}}}", x)
        for k, pair in enumerate(slopes, 1)
        for letter, by, x in zip("SU", (r"\ddot q", "q"), pair, strict=True)
    ]
    final = [
        StepEquation(rf"\tau_{k + 1}", x, parts[2 * k].left + f" + {parts[2 * k + 1].left}" + arm.rubbed(k))
        for k, x in enumerate(tau)
    ]
    steps = (
        arm.step("gibbs-appell.accelerations", acceleration_equations(arm, motions)),
        arm.step("gibbs-appell.energy", [*terms, StepEquation("U", U)]),
        arm.step("gibbs-appell.derivatives", parts),
        arm.step("gibbs-appell.equations", final),
    )
    return MethodResult(steps, tau)


def _energy(arm: Arm, link: ExactLink, motion: LinkAccelerations) -> Poly:
    """Compute the terms of a link's energy of acceleration that depend on q̈."""
    red, w, wd = arm.red, motion.w, motion.wd
    turning = red(dot(wd, red(matvec(link.I, wd)))) / 2 + dot(wd, red(cross(w, red(matvec(link.I, w)))))
    total = link.m * red(dot(motion.a, motion.a)) / 2 + turning
    if not link.central:
        a = red(matvec(transpose(link.pose.R), motion.a))
        total = total + dot(a, red(add(cross(wd, link.ms), cross(w, red(cross(w, link.ms))))))
    parts = arm.ring.collect(red(total), [x.qdd for x in arm.ring.coordinates])
    return red(total) - parts.get((0,) * arm.n, arm.ring.zero)
