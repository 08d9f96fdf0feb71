r"""Derivation of the equations of motion by the method of Gibbs and Appell, from the energy of acceleration.

    S = Σ ½ m aᵀa + ½ ω̇ᵀI ω̇ + ω̇ᵀ(ω × Iω)          ∂S/∂q̈_k + ∂U/∂q_k = τ_k                        [appell1900]

S contains only the terms that depend on q̈. The rates may be quasi-velocities. If the inertia of a link refers to its
origin, aᵀ(ω̇ × ms + ω × (ω × ms)) is added, with a in the axes of the link.
"""

from __future__ import annotations

from dalembert.closed.algebra.ring import Poly
from dalembert.closed.derivation.kane import LinkAccelerations, link_accelerations, partial_velocities
from dalembert.closed.derivation.lagrange import potential
from dalembert.closed.derivation.shared_steps import Arm, ExactLink
from dalembert.closed.derivation.step import MethodResult, StepEquation, described
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
    accelerations = [
        StepEquation(name, value)
        for link, x in zip(arm.links, motions, strict=True)
        for name, value in (
            (f"a_{{{link.at}}}", x.a),
            (rf"\omega_{link.number}", x.w),
            (rf"\dot\omega_{link.number}", x.wd),
        )
    ]
    terms = [StepEquation(f"S_{link.number}", x) for link, x in zip(arm.links, energies, strict=True) if link.present]
    also = {"origin": not arm.central, "rotors": rates}
    parts = [
        StepEquation(rf"\frac{{\partial {letter}}}{{\partial {by}_{k}}}", x)
        for k, pair in enumerate(slopes, 1)
        for letter, by, x in zip("SU", (r"\ddot q", "q"), pair, strict=True)
    ]
    final = [
        StepEquation(rf"\tau_{k}", x, parts[2 * k - 2].left + f" + {parts[2 * k - 1].left}" + _friction(arm, k))
        for k, x in enumerate(tau, 1)
    ]
    steps = (
        described("gibbs-appell.accelerations", accelerations),
        described("gibbs-appell.energy", [*terms, StepEquation("U", U)], also=also),
        described("gibbs-appell.derivatives", parts),
        described("gibbs-appell.equations", final, also={"friction": any(arm.friction)}),
    )
    return MethodResult(steps, tau)


def _friction(arm: Arm, k: int) -> str:
    return rf" + \tau_{{f{k}}}" if arm.friction[k - 1] else ""


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
