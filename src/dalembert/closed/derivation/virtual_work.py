r"""Derivation of the equations of motion by virtual work, from statics and d'Alembert's inertial forces.

    statics    δW = τᵀδq + Σ m g₀ᵀδp_c − Fᵀδp_e = 0           ⇒  τ = g(q) + JᵀF
    dynamics   δW = τᵀδq + ∫ (g₀ − r̈)ᵀ δr dm = 0,  r = p + R ρ,  δr = Σ (∂p/∂q_k + ∂R/∂q_k ρ) δq_k   [tang], [deluca]

The integral over a rigid body depends on the mass, the first moments and the Euler matrix J = ∫ ρρᵀ dm = ½ tr(I) E − I.
The integral does not require the angular velocity:

    ∫ r̈ᵀ ∂r/∂q_k dm = m p̈ᵀ p_k + p̈ᵀ R_k ms + p_kᵀ R̈ ms + tr(R̈ J R_kᵀ)          with p_k = ∂p/∂q_k, R_k = ∂R/∂q_k
"""

from __future__ import annotations

from dalembert.closed.algebra.ring import Elements, Poly
from dalembert.closed.derivation.shared_steps import Arm, ExactLink
from dalembert.closed.derivation.step import DerivationStep, MethodResult, StepEquation, described, numbered
from dalembert.spatial.vector import EYE, Matrix, Vector, add, matmul, matvec, scale, sub, transpose


def virtual_work(arm: Arm) -> MethodResult:
    """Derive the static equations and the equations of motion by the principle of virtual work."""
    zero, n = arm.ring.zero, arm.n
    points = [arm.centre(link) for link in arm.links]
    accelerations = [arm.rate(arm.rate(p)) for p in points]
    weight, inertial = [zero] * n, [zero] * n
    for link, p, a in zip(arm.links, points, accelerations, strict=True):
        if not link.present:
            continue
        J = euler_matrix(link)
        swing = arm.rate(arm.rate(link.pose.R))
        spread = arm.red(matmul(swing, J))
        for k in _moving(arm, link):
            p_k, R_k = arm.slope(p, k), arm.slope(link.pose.R, k)
            weight[k] = weight[k] - arm.ring.dot(arm.gravity, add(scale(link.m, p_k), matvec(R_k, link.ms)))
            inertial[k] = inertial[k] + _resistance(arm, link, (a, swing, spread), p_k, R_k)
    resisting = add(inertial, arm.gather(arm.drives()))
    tau = add(add(resisting, weight), arm.friction)
    steps = (
        _displacement_step(arm, points),
        _statics_step(arm, weight),
        _inertial_step(arm, accelerations, resisting),
        arm.step("virtual-work.dynamics", numbered(r"\tau", tau)),
    )
    return MethodResult(steps, tau)


def euler_matrix(link: ExactLink) -> Matrix:
    """Compute the Euler matrix J = ½ tr(I) E − I of a link."""
    I = link.I
    half = (I[0][0] + I[1][1] + I[2][2]) / 2
    return tuple(sub(scale(half, EYE[i]), I[i]) for i in range(3))


def _moving(arm: Arm, link: ExactLink) -> list[int]:
    """Return the indices of the coordinates that move a link."""
    return sorted({k for joint in arm.chain(link) for k in joint.rates})


def _resistance(arm: Arm, link: ExactLink, motion: tuple[Vector, Matrix, Matrix], p_k: Vector, R_k: Matrix) -> Poly:
    """Compute the integral ∫ r̈ᵀ ∂r/∂q_k dm over a link.

    The result is m p̈ᵀ p_k + p̈ᵀ R_k ms + p_kᵀ R̈ ms + tr(R̈ J R_kᵀ).
    """
    ring = arm.ring
    a, swing, spread = motion
    trace = (ring.dot(x, y) for x, y in zip(spread, R_k, strict=True))
    total = link.m * ring.dot(a, p_k) + sum(trace, ring.zero)
    if not link.central:
        total = total + ring.dot(a, arm.red(matvec(R_k, link.ms)))
        total = total + ring.dot(p_k, arm.red(matvec(swing, link.ms)))
    return arm.red(total)


# ── the steps in words ────────────────────────────────────────────────────────


def _displacement_step(arm: Arm, points: list[Vector]) -> DerivationStep:
    equations: list[StepEquation] = []
    for link, p in zip(arm.links, points, strict=True):
        equations.append(StepEquation(f"p_{{{link.at}}}", p))
        for k in _moving(arm, link):
            equations.append(StepEquation(rf"\frac{{\partial p_{{{link.at}}}}}{{\partial q_{k + 1}}}", arm.slope(p, k)))
    return described("virtual-work.displacements", equations)


def _statics_step(arm: Arm, weight: list[Poly]) -> DerivationStep:
    v, w = arm.mechanics.kinematics.jacobian(None)
    planar = not any(x[2] for x in v) and not any(y for x in w for y in x[:2])
    rows = transpose(tuple(v)) if not planar else transpose(tuple(x[:2] for x in v))
    equations = [] if arm.weightless else [StepEquation("g(q)", tuple(weight), r"-\sum_i m_i J_{vi}^\top g_0")]
    effort = StepEquation(r"\tau", rule=(r"J^\top F" if arm.weightless else r"g(q) + J^\top F"))
    return described("virtual-work.statics", (*equations, StepEquation("J", rows), effort))


def _inertial_step(arm: Arm, accelerations: list[Vector], inertial: Elements) -> DerivationStep:
    equations = arm.by_link({r"\ddot p_{@}": accelerations}, present=True)
    equations += [
        StepEquation(rf"\sum \int \ddot r^\top \frac{{\partial r}}{{\partial q_{k}}} dm", x)
        for k, x in enumerate(inertial, 1)
    ]
    return arm.step("virtual-work.inertial", equations)
