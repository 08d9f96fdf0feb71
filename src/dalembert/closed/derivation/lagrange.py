r"""Derivation of the equations of motion by Lagrange's method, from the energies and their derivatives.

    d/dt ∂L/∂q̇_k − ∂L/∂q_k = u_k,      L = T − U,      T = Σ ½ m vᵀv + ½ ωᵀIω   (König)      [deluca], [tang]

Velocities are derivatives of positions, v = ṗ, and of rotations, S(ω) = RᵀṘ. The inertia matrix follows from the
kinetic energy as M_ij = ∂²T/∂q̇_i∂q̇_j. Forces between links do not appear in this method.
"""

from __future__ import annotations

from dalembert.closed.algebra.ring import Elements, Poly
from dalembert.closed.derivation.shared_steps import Arm, ExactLink
from dalembert.closed.derivation.step import DerivationStep, MethodResult, StepEquation, described
from dalembert.spatial.vector import Matrix, Vector, add, cross, dot, matmul, matvec, scale, sub, transpose


def lagrange(arm: Arm) -> MethodResult:
    """Derive the equations of motion from the Lagrangian."""
    positions = [arm.centre(link) for link in arm.links]
    velocities = [arm.rate(p) for p in positions]
    turnings = [angular_velocity(arm, link) for link in arm.links]
    energies = [kinetic(arm, link, v, w) for link, v, w in zip(arm.links, velocities, turnings, strict=True)]
    heights = [potential(arm, link, p) for link, p in zip(arm.links, positions, strict=True)]
    squares = [sum([(link.ratio * arm.ring.qd[k]) ** 2 for k in link.rates], arm.ring.zero) for link in arm.links]
    rotors = [arm.red(link.Ia * x) / 2 for link, x in zip(arm.links, squares, strict=True)]
    T, U = sum(energies, arm.ring.zero) + sum(rotors, arm.ring.zero), sum(heights, arm.ring.zero)
    M = tuple(tuple(arm.along(arm.along(T, i), j) for j in range(arm.n)) for i in range(arm.n))
    rows = [_Row(arm, T - U, k) for k in range(arm.n)]
    tau = add([row.tau for row in rows], arm.friction)
    origins = [str(link.number) for link in arm.links if not link.central]
    final = [StepEquation(rf"\tau_{k + 1}", tau[k], row.rule + arm.rubbed(k)) for k, row in enumerate(rows)]
    steps = (
        arm.step("lagrange.positions", arm.by_link({"p_{@}": positions}), links=", ".join(origins)),
        arm.step("lagrange.velocities", arm.by_link({r"v_{@} = \dot p_{@}": velocities, r"\omega_#": turnings})),
        _kinetic_step(arm, velocities, energies, rotors),
        _potential_step(arm, heights, U),
        _lagrangian(T, U, M),
        arm.step("lagrange.derivatives", steps=[row.step for row in rows]),
        arm.step("lagrange.equations", final),
        _collection(arm, tau),
    )
    return MethodResult(steps, tau)


def angular_velocity(arm: Arm, link: ExactLink) -> Vector:
    """Compute the angular velocity ω of a link from S(ω) = Rᵀ Ṙ, expressed in the link frame."""
    R = link.pose.R
    S: Matrix = arm.red(matmul(transpose(R), arm.rate(R)))
    return (S[2][1], S[0][2], S[1][0])


def kinetic(arm: Arm, link: ExactLink, v: Vector, w: Vector) -> Poly:
    """Compute the kinetic energy T = ½ m vᵀv + ½ ωᵀ I ω of a link.

    If the inertia is given about the link's origin, ms·(v × ω) is added.
    """
    double = link.m * arm.red(dot(v, v)) + dot(w, arm.red(matvec(link.I, w)))
    if not link.central:
        v_own = arm.red(matvec(transpose(link.pose.R), v))
        double = double + 2 * dot(link.ms, arm.red(cross(v_own, w)))
    return arm.red(double) / 2


def potential(arm: Arm, link: ExactLink, p: Vector) -> Poly:
    """Compute the potential energy U = −g₀ᵀ (m p + R ms) of a link."""
    return arm.red(-dot(arm.gravity, add(scale(link.m, p), matvec(link.pose.R, link.ms))))


_TURNING = r"(\omega \times \frac{{\partial L}}{{\partial \omega}})_{}"


class _Row:
    """Lagrange's equation for coordinate k: ∂L/∂q̇, its time derivative, ∂L/∂q, and the resulting effort."""

    def __init__(self, arm: Arm, L: Poly, k: int) -> None:
        i = k + 1
        p = arm.along(L, k)
        rate, slope = arm.rate(p), arm.slope(L, k)
        turning = _turning(arm, L, k)
        self.tau: Poly = rate + turning - slope
        by_rate, by_place = (rf"\frac{{\partial L}}{{\partial {x}_{i}}}" for x in (r"\dot q", "q"))
        equations: tuple[StepEquation, ...] = (
            StepEquation(by_rate, p),
            StepEquation(rf"\frac{{d}}{{dt}}{by_rate}", rate),
            StepEquation(by_place, slope),
        )
        if turning:
            equations = (*equations, StepEquation(_TURNING.format(i), turning))
        self.rule = rf"\frac{{d}}{{dt}}{by_rate}{f' + {_TURNING.format(i)}' if turning else ''} - {by_place}"
        self.step = described("lagrange.coordinate", equations, also={"cyclic": not slope and not turning}, i=i)


def _turning(arm: Arm, L: Poly, k: int) -> Poly:
    """Compute the term (ω × ∂L/∂ω)_k of the Boltzmann-Hamel equations for a ball joint, or 0 for other joints."""
    for link in arm.links:
        if link.motion == "ball" and k in link.rates:
            p = tuple(arm.along(L, j) for j in link.rates)
            return cross(tuple(arm.ring.qd[j] for j in link.rates), p)[k - link.coordinate]
    return arm.ring.zero


# ── the steps in words ────────────────────────────────────────────────────────


def _kinetic_step(arm: Arm, velocities: list[Vector], energies: list[Poly], rotors: list[Poly]) -> DerivationStep:
    squares = [arm.red(dot(v, v)) for v in velocities]
    equations = arm.by_link({r"v_{@}^\top v_{@}": squares, "T_#": energies}, present=True, by_mass=True)
    for link, T in zip(arm.links, rotors, strict=True):
        total = " + ".join([rf"\dot q_{k + 1}^2" for k in link.rates])
        rule = rf"\tfrac{{1}}{{2}} I_{{a{link.number}}} " + (f"({total})" if link.rates[1:] else total)
        equations += [StepEquation(f"T_{{m{link.number}}}", T, rule)] if T else []
    return arm.step("lagrange.kinetic", equations)


def _potential_step(arm: Arm, heights: list[Poly], U: Poly) -> DerivationStep:
    if not U:
        return described("lagrange.constant")
    equations = arm.by_link({"U_#": heights}, present=True)
    return described("lagrange.potential", (*equations, StepEquation("U", U, r"\sum_i U_i")))


def _lagrangian(T: Poly, U: Poly, M: Matrix) -> DerivationStep:
    kinetic = StepEquation("T", T, r"\sum_i T_i", by_mass=True)
    return described(
        "lagrange.lagrangian", (kinetic, StepEquation("M(q)", M), StepEquation("L", T - U, "T - U", by_mass=True))
    )


def _collection(arm: Arm, tau: Elements) -> DerivationStep:
    """Sort the terms of τ into terms linear in q̈, terms quadratic in q̇, and other terms."""
    ring, n = arm.ring, arm.n
    rest = sub(tau, arm.friction)
    moving = [f"qd{k}" for k in range(1, n + 1)] + [f"qdd{k}" for k in range(1, n + 1)]
    inertial = [ring.dot([arm.ring.diff(x, f"qdd{k + 1}") for k in range(n)], ring.qdd) for x in rest]
    g = tuple(ring.collect(x, moving).get((0,) * len(moving), ring.zero) for x in rest)
    c = sub(sub(rest, inertial), g)
    equations = [StepEquation(r"c(q, \dot q)", c), StepEquation("g(q)", g)]
    if any(arm.friction):
        equations.append(StepEquation(r"\tau_f", tuple(arm.friction)))
    return arm.step("lagrange.collection", equations)
