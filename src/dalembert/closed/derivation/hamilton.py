r"""Derivation of the equations of motion by Hamilton's method, with momenta and first-order equations.

    p = ∂L/∂q̇ = M q̇,    H(q, p) = pᵀq̇ − L = ½ pᵀM⁻¹p + U
    q̇ = ∂H/∂p = M⁻¹p,    ṗ = −∂H/∂q + u                                  [goldstein2002, ch. 8], [deluca]

The inertia matrix is computed from the Jacobians of the links, M = Σ m JᵥᵀJᵥ + J_ωᵀ I J_ω, with Jᵥ = ∂p_c/∂q.
Differentiating M M⁻¹ = E gives ∂M⁻¹/∂q = −M⁻¹ (∂M/∂q) M⁻¹. Therefore, ∂H/∂q_k at constant p is −½ q̇ᵀ (∂M/∂q_k) q̇ +
∂U/∂q_k, without the inverse of M.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from dalembert.closed.algebra.linear_algebra import adjugate, minor
from dalembert.closed.algebra.ring import Elements, Poly, divide
from dalembert.closed.derivation.lagrange import potential
from dalembert.closed.derivation.shared_steps import Arm, ExactLink
from dalembert.closed.derivation.step import DerivationStep, MethodResult, StepEquation, described, numbered
from dalembert.graph import symbol
from dalembert.spatial.vector import EYE, Matrix, Vector, add, dot, matvec, scale, skew, transpose

_MOST_INVERTED = 3  # coordinates of robots whose inertia matrix is inverted
Jacobians: TypeAlias = tuple[Matrix, Matrix]
EnergyBlock: TypeAlias = tuple[Matrix, Matrix]  # rows R and weights W


def hamilton(arm: Arm) -> MethodResult:
    """Derive the equations of motion from the Hamiltonian."""
    ring, n = arm.ring, arm.n
    partial = jacobians(arm)
    M = inertia_matrix(arm, energy_blocks(arm, partial))
    U = sum((potential(arm, link, arm.centre(link)) for link in arm.links), ring.zero)
    p = tuple(ring.dot(row, ring.qd) for row in M)
    force = tuple(_slope_of_h(arm, M, U, k) for k in range(n))
    slopes = [[arm.slope(p[k], j) for j in range(n)] for k in range(n)]
    rate = tuple(arm.red(dot(M[k], ring.qdd) + dot(slopes[k], ring.qd)) for k in range(n))
    tau = add(add(rate, force), arm.friction)
    steps = (
        _jacobian_step(arm, partial, M),
        described("hamilton.momenta", numbered("p", p)),
        described("hamilton.hamiltonian", [StepEquation("H", ring.dot(p, ring.qd) / 2 + U, r"p^\top\dot q - L")]),
        _equations_step(force),
        arm.step("hamilton.return", (*numbered(r"\dot p", rate), *numbered(r"\tau", tau))),
        _canonical_step(arm, M, U),
    )
    return MethodResult(steps, tau)


def jacobians(arm: Arm) -> list[Jacobians]:
    """Compute the linear and angular Jacobians (Jᵥ, J_ω) of each link, as tuples of columns."""
    return [_jacobians(arm, link) for link in arm.links]


def _jacobians(arm: Arm, link: ExactLink) -> Jacobians:
    """Compute the columns of Jᵥ in the world frame and of J_ω in the link frame.

    The columns are ∂p_c/∂q_k and, for revolute joints, the axis z_k.
    """
    point, back = arm.centre(link), transpose(link.pose.R)
    turning: list[Vector] = [arm.exact((0, 0, 0)) for _ in range(arm.n)]
    for joint in arm.chain(link):
        if not joint.prismatic:
            for k, axis in zip(joint.rates, joint.axes, strict=True):
                z = matvec(back, [joint.ratio * row[axis] for row in joint.pose.R])
                turning[k] = arm.red(add(turning[k], z))
    return tuple(arm.slope(point, k) for k in range(arm.n)), tuple(turning)


def inertia_matrix(arm: Arm, blocks: Iterable[EnergyBlock]) -> Matrix:
    """Compute the inertia matrix M = Σ RᵀW R = Σ m JᵥᵀJᵥ + J_ωᵀ I J_ω, plus rotor inertias."""
    dot, n = arm.ring.dot, range(arm.n)
    M = {(i, j): arm.ring.zero for i in n for j in n[: i + 1]}
    for rows, W in blocks:
        R = transpose(rows)
        weighted = [[dot(w, column) for w in transpose(W)] for column in R]
        for i, j in M:
            M[i, j] = M[i, j] + dot(R[i], weighted[j])
    return tuple(tuple(M[max(i, j), min(i, j)] for j in n) for i in n)


def energy_blocks(arm: Arm, partial: list[Jacobians]) -> Iterator[EnergyBlock]:
    """Yield rows R and weights W in the frame of each link; Σ q̇ᵀRᵀW R q̇ is twice the kinetic energy."""
    zero, one = arm.ring.zero, arm.ring.one
    for link, (Jv, Jw) in zip(arm.links, partial, strict=True):
        back = transpose(link.pose.R)
        v, w = transpose(tuple(arm.red(matvec(back, x)) for x in Jv)), transpose(Jw)
        mass = tuple(scale(link.m, row) for row in EYE)
        if not link.central:
            S = skew(link.ms)
            above = tuple((*m, *scale(-1, s)) for m, s in zip(mass, S, strict=True))
            yield (*v, *w), arm.red((*above, *((*s, *i) for s, i in zip(S, link.I, strict=True))))
        else:
            yield from ((rows, W) for rows, W in ((v, mass), (w, link.I)) if any(map(any, W)))
        for k in link.rates if link.Ia else ():
            yield ((tuple(link.ratio * one if j == k else zero for j in range(arm.n)),), ((link.Ia,),))


def _slope_of_h(arm: Arm, M: Matrix, U: Poly, k: int) -> Poly:
    """Compute ∂H/∂q_k at constant momenta p, in terms of q and q̇, as −½ q̇ᵀ (∂M/∂q_k) q̇ + ∂U/∂q_k."""
    ring = arm.ring
    dM = arm.slope(M, k)
    return arm.slope(U, k) - ring.dot([ring.dot(row, ring.qd) for row in dM], ring.qd) / 2


# ── the steps in words ────────────────────────────────────────────────────────


def _jacobian_step(arm: Arm, partial: list[Jacobians], M: Matrix) -> DerivationStep:
    linear, angular = zip(*((transpose(Jv), transpose(Jw)) for Jv, Jw in partial), strict=True)
    equations = arm.by_link({"J_{v#}": linear, r"J_{\omega #}": angular})
    return described("hamilton.inertia", (*equations, StepEquation("M(q)", M)))


def _equations_step(force: Elements) -> DerivationStep:
    equations = [StepEquation(rf"\frac{{\partial H}}{{\partial q_{k}}}", x) for k, x in enumerate(force, 1)]
    conserved = ", ".join(f"$p_{k}$" for k, x in enumerate(force, 1) if not x)
    return described("hamilton.equations", equations, also={"cyclic": conserved}, names=conserved)


def _canonical_step(arm: Arm, M: Matrix, U: Poly) -> DerivationStep:
    """Write q̇(q, p) and ṗ(q, p) of a short arm, with M⁻¹ = adj M / D and D = det M."""
    n, exact = arm.n, arm.ring
    if n > _MOST_INVERTED:
        return described("hamilton.implicit", [StepEquation(r"\dot q", rule="M^{-1} p")])
    D, letters = exact.unused("D"), [exact.unused(f"p{k}") for k in range(1, n + 1)]
    ring = exact.extended([1 / symbol(D)], [D, *letters])
    display, p = arm.mechanics.display_in(ring), [ring.symbol(x) for x in letters]
    adj = [[ring.lift(adjugate(exact, M, i, j)) for j in range(n)] for i in range(n)]
    below = divide(ring, ring.one, ring.symbol(D))
    rates = [ring.mul(ring.dot(row, p), below) for row in adj]
    equations = [
        StepEquation("D", ring.lift(minor(exact, M, range(n), range(n))), r"\det M"),
        *numbered(r"\dot q", rates),
    ]
    rows = []
    for k in range(n):
        slope = [[ring.lift(x) for x in row] for row in arm.slope(M, k)]
        square = ring.dot([ring.dot(row, rates) for row in slope], rates)
        rows.append(square / 2 - ring.lift(arm.slope(U, k)) - ring.lift(arm.friction[k]) + ring.lift(exact.tau[k]))
    equations += numbered(r"\dot p", rows)
    return arm.step("hamilton.canonical", [replace(x, display=display) for x in equations])
