"""Analytic derivatives of inverse dynamics, computed from composite quantities.  [singh2022], [carpentier2018]

For a ball joint, ∂/∂q is the derivative with respect to a small rotation, expressed in the body frame. Let Ψ̇ = v' × Φ,
Ψ̈ = a' × Φ + v' × Ψ̇ and Φ̇ = v × Φ, where v' and a' are the velocity and acceleration of the parent body, and a'
includes gravity. I, B (see `coriolis`) and the wrench f are totals over all bodies that joint j moves. If i is j or an
ancestor of j:

    ∂τ_j/∂q_i = ΦⱼᵀI Ψ̈ᵢ + Φⱼᵀ2B Ψ̇ᵢ            ∂τ_i/∂q_j = Φᵢᵀ(I Ψ̈ⱼ + 2B Ψ̇ⱼ + Φⱼ ×* f)
    ∂τ_j/∂q̇_i = ΦⱼᵀI (Ψ̇ᵢ + Φ̇ᵢ) + Φⱼᵀ2B Φᵢ      ∂τ_i/∂q̇_j = Φᵢᵀ(I (Ψ̇ⱼ + Φ̇ⱼ) + 2B Φⱼ)

The derivative with respect to the accelerations is ∂τ/∂q̈ = M.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert.algorithms.coriolis import Pair, coriolis_composites, phi_dot, power, times, times_transposed
from dalembert.algorithms.crba import composites, momentum
from dalembert.algorithms.energy import velocities
from dalembert.algorithms.sweep import Column, base_acceleration, columns, joints, lift, lower, rates
from dalembert.robot.tree import Tree
from dalembert.spatial.joint_types import Motion
from dalembert.spatial.vector import ZERO, Vector, add, cross, scale

Square = list[list[Any]]


def rnea_derivatives(
    tree: Tree, q: Sequence[Any], qd: Sequence[Any], qdd: Sequence[Any]
) -> tuple[Square, Square, Square]:
    """Compute the n×n derivatives ∂τ/∂q, ∂τ/∂q̇ and ∂τ/∂q̈ = M of the links."""
    X = joints(tree, q)
    rate, acceleration = rates(tree, qd), rates(tree, qdd)
    V = velocities(tree, X, rate)
    A = _accelerations(tree, X, V, rate, acceleration)
    I, B = composites(tree, X), coriolis_composites(tree, X, V)
    f = _wrenches(tree, X, V, A)
    own = [columns(tree, X, i) for i in range(len(X))]
    psi = {c: _psi(tree, X, V, A, c) for part in own for c in part}
    by_q, by_qd, M = (_empty(tree.nv) for _ in range(3))
    for b in (c for part in own for c in part):
        j, phi = b.body, b.phi
        dot_, ddot, turn = psi[b]
        F1, F4 = momentum(I[j], *phi), _twice(times_transposed(B[j], *phi))
        F2 = _plus(momentum(I[j], *_plus(dot_, turn)), _twice(times(B[j], *phi)))
        F3 = _plus(_plus(momentum(I[j], *ddot), _twice(times(B[j], *dot_))), cross_force(phi, f[j]))
        i = j
        while i >= 0:
            for a in own[i]:
                dot_a, ddot_a, turn_a = psi[a]
                _put(M, a, b, power(a.phi, F1))
                _put(by_qd, a, b, power(a.phi, F2))
                if i != j:
                    _put(M, b, a, power(a.phi, F1))
                    _put(by_q, a, b, power(a.phi, F3))
                    _put(by_qd, b, a, power(_plus(dot_a, turn_a), F1) + power(a.phi, F4))
                _put(by_q, b, a, power(ddot_a, F1) + power(dot_a, F4))
            F1, F2, F3, F4 = (lift(X[i], *F) for F in (F1, F2, F3, F4))
            i = tree.bodies[i].parent
    return by_q, by_qd, M


def cross_force(motion: Pair, wrench: Pair) -> Pair:
    """Compute the cross product of a motion and a force: [v, ω] ×* [f, n] = [ω × f, v × f + ω × n]."""
    (v, w), (f, n) = motion, wrench
    return cross(w, f), add(cross(v, f), cross(w, n))


def _accelerations(
    tree: Tree, X: Sequence[Motion], V: Sequence[Pair], qd: Sequence[Vector], qdd: Sequence[Vector]
) -> list[Pair]:
    """Compute the spatial accelerations a = X a' + Φ q̈ + v × Φ q̇. The acceleration of the ground is −gravity."""
    A: list[Pair] = []
    for i, body in enumerate(tree.bodies):
        a = lower(X[i], *(A[body.parent] if body.parent >= 0 else (base_acceleration(tree), ZERO)))
        A.append(_plus(_plus(a, X[i].along(qdd[i])), phi_dot(V[i], X[i].along(qd[i]))))
    return A


def _wrenches(tree: Tree, X: Sequence[Motion], V: Sequence[Pair], A: Sequence[Pair]) -> list[Pair]:
    """Compute the wrench f = Σ (I a + v ×* I v) over all descendants of each joint."""
    f = [
        _plus(momentum(body.inertia, *A[i]), cross_force(V[i], momentum(body.inertia, *V[i])))
        for i, body in enumerate(tree.bodies)
    ]
    for i in reversed(range(len(f))):
        j = tree.bodies[i].parent
        if j >= 0:
            f[j] = _plus(f[j], lift(X[i], *f[i]))
    return f


def _psi(tree: Tree, X: Sequence[Motion], V: Sequence[Pair], A: Sequence[Pair], c: Column) -> tuple[Pair, Pair, Pair]:
    """Compute Ψ̇, Ψ̈ and Φ̇ for one column of Φ, in the frame of its body."""
    i, phi = c.body, c.phi
    j = tree.bodies[i].parent
    v = lower(X[i], *(V[j] if j >= 0 else (ZERO, ZERO)))
    a = lower(X[i], *(A[j] if j >= 0 else (base_acceleration(tree), ZERO)))
    dot_ = phi_dot(v, phi)
    return dot_, _plus(phi_dot(a, phi), phi_dot(v, dot_)), phi_dot(V[i], phi)


def _put(table: Square, a: Column, b: Column, x: Any) -> None:
    table[a.k][b.k] = table[a.k][b.k] + a.ratio * b.ratio * x


def _empty(n: int) -> Square:
    return [[0] * n for _ in range(n)]


def _plus(a: Pair, b: Pair) -> Pair:
    return add(a[0], b[0]), add(a[1], b[1])


def _times(k: Any, a: Pair) -> Pair:
    return scale(k, a[0]), scale(k, a[1])


def _twice(a: Pair) -> Pair:
    return _times(2, a)
