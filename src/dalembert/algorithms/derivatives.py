"""Analytic derivatives of inverse dynamics, by composites.  [singh2022], [carpentier2018]

With Ψ̇ = v' × Φ, Ψ̈ = a' × Φ + v' × Ψ̇ (v', a' of the carrying body, gravity in a'), Φ̇ = v × Φ, and for what
joint j carries I, B (see `coriolis`) and the wrench f, for i at or above j:
    ∂τ_j/∂q_i = ΦⱼᵀI Ψ̈ᵢ + Φⱼᵀ2B Ψ̇ᵢ            ∂τ_i/∂q_j = Φᵢᵀ(I Ψ̈ⱼ + 2B Ψ̇ⱼ + Φⱼ ×* f)
    ∂τ_j/∂q̇_i = ΦⱼᵀI (Ψ̇ᵢ + Φ̇ᵢ) + Φⱼᵀ2B Φᵢ      ∂τ_i/∂q̇_j = Φᵢᵀ(I (Ψ̇ⱼ + Φ̇ⱼ) + 2B Φⱼ)
and ∂τ/∂q̈ = M.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert.algorithms.coriolis import Pair, coriolis_composites, phi_dot, power, times, times_transposed
from dalembert.algorithms.crba import composites, momentum
from dalembert.algorithms.energy import velocities
from dalembert.algorithms.sweep import base_acceleration, joints, lift, lower, rates
from dalembert.robot.tree import Tree
from dalembert.spatial.joint import Motion
from dalembert.spatial.vector import ZERO, add, cross, scale

Square = list[list[Any]]


def rnea_derivatives(
    tree: Tree, q: Sequence[Any], qd: Sequence[Any], qdd: Sequence[Any]
) -> tuple[Square, Square, Square]:
    """(∂τ/∂q, ∂τ/∂q̇, ∂τ/∂q̈ = M) of the links, n×n each."""
    X = joints(tree, q)
    rate, acceleration = rates(tree, qd), rates(tree, qdd)
    V = velocities(tree, X, rate)
    A = _accelerations(tree, X, V, rate, acceleration)
    I, B = composites(tree, X), coriolis_composites(tree, X, V)
    f = _wrenches(tree, X, V, A)
    psi = [_psi(tree, X, V, A, i) for i in range(len(X))]
    by_q, by_qd, M = (_empty(tree.n) for _ in range(3))
    for j in range(len(X)):
        phi = X[j].Phi
        dot_, ddot, turn = psi[j]
        F1, F4 = momentum(I[j], *phi), _twice(times_transposed(B[j], *phi))
        F2 = _plus(momentum(I[j], *_plus(dot_, turn)), _twice(times(B[j], *phi)))
        F3 = _plus(_plus(momentum(I[j], *ddot), _twice(times(B[j], *dot_))), cross_force(phi, f[j]))
        own = [F1, F2, F3, F4]
        i = j
        while i >= 0:
            dot_i, ddot_i, turn_i = psi[i]
            F1, F2, F3, F4 = own
            _put(tree, M, i, j, power(X[i].Phi, F1))
            _put(tree, by_qd, i, j, power(X[i].Phi, F2))
            if i != j:
                _put(tree, M, j, i, power(X[i].Phi, F1))
                _put(tree, by_q, i, j, power(X[i].Phi, F3))
                _put(tree, by_qd, j, i, power(_plus(dot_i, turn_i), F1) + power(X[i].Phi, F4))
            _put(tree, by_q, j, i, power(ddot_i, F1) + power(dot_i, F4))
            own = [lift(X[i], *F) for F in own]
            i = tree.bodies[i].parent
    return by_q, by_qd, M


def cross_force(motion: Pair, wrench: Pair) -> Pair:
    """[v, ω] ×* [f, n] = [ω × f, v × f + ω × n]."""
    (v, w), (f, n) = motion, wrench
    return cross(w, f), add(cross(v, f), cross(w, n))


def _accelerations(
    tree: Tree, X: Sequence[Motion], V: Sequence[Pair], qd: Sequence[Any], qdd: Sequence[Any]
) -> list[Pair]:
    """Spatial accelerations a = X a' + Φ q̈ + v × Φ q̇, the ground's being −gravity."""
    A: list[Pair] = []
    for i, body in enumerate(tree.bodies):
        a = lower(X[i], *(A[body.parent] if body.parent >= 0 else (base_acceleration(tree), ZERO)))
        phi = X[i].Phi
        A.append(_plus(_plus(a, _times(qdd[i], phi)), _times(qd[i], phi_dot(V[i], phi))))
    return A


def _wrenches(tree: Tree, X: Sequence[Motion], V: Sequence[Pair], A: Sequence[Pair]) -> list[Pair]:
    """f = Σ (I a + v ×* I v) over what each joint carries."""
    f = [
        _plus(momentum(body.inertia, *A[i]), cross_force(V[i], momentum(body.inertia, *V[i])))
        for i, body in enumerate(tree.bodies)
    ]
    for i in reversed(range(len(f))):
        j = tree.bodies[i].parent
        if j >= 0:
            f[j] = _plus(f[j], lift(X[i], *f[i]))
    return f


def _psi(tree: Tree, X: Sequence[Motion], V: Sequence[Pair], A: Sequence[Pair], i: int) -> tuple[Pair, Pair, Pair]:
    """Ψ̇, Ψ̈ and Φ̇ of joint i, in its body's frame."""
    j, phi = tree.bodies[i].parent, X[i].Phi
    v = lower(X[i], *(V[j] if j >= 0 else (ZERO, ZERO)))
    a = lower(X[i], *(A[j] if j >= 0 else (base_acceleration(tree), ZERO)))
    dot_ = phi_dot(v, phi)
    return dot_, _plus(phi_dot(a, phi), phi_dot(v, dot_)), phi_dot(V[i], phi)


def _put(tree: Tree, table: Square, i: int, j: int, x: Any) -> None:
    a, b = tree.bodies[i], tree.bodies[j]
    k, l = a.coordinate, b.coordinate
    table[k][l] = table[k][l] + a.ratio * b.ratio * x


def _empty(n: int) -> Square:
    return [[0] * n for _ in range(n)]


def _plus(a: Pair, b: Pair) -> Pair:
    return add(a[0], b[0]), add(a[1], b[1])


def _times(k: Any, a: Pair) -> Pair:
    return scale(k, a[0]), scale(k, a[1])


def _twice(a: Pair) -> Pair:
    return _times(2, a)
