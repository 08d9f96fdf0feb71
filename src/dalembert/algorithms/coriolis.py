"""Recursive computation of the Coriolis matrix that is defined by the Christoffel symbols and makes Ṁ − 2S
skew-symmetric.

For particles with mass ρ, position r and velocity u: I = Σ ρ [1; [r]] [1, −[r]], B = Σ ρ [1; [r]] [0, −[u]], so the
momentum f = Σ ρ u and Q = Σ ρ [r][u] determine B. The terms f and Q of several bodies can be added. With Φ̇ = v × Φ and
composite quantities for the bodies that each joint carries:
    S_ij = Φ_iᵀ (I_j Φ̇_j + B_j Φ_j),   S_ji = Φ̇_iᵀ I_j Φ_j + Φ_iᵀ B_jᵀ Φ_j   for i at or above j.   [echeandia2021]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert.algorithms.crba import composites, momentum
from dalembert.algorithms.energy import velocities
from dalembert.algorithms.spring_efforts import armature_coriolis
from dalembert.algorithms.sweep import columns, joints, lift, rates
from dalembert.robot.inertia import Inertia
from dalembert.robot.tree import Tree
from dalembert.spatial.joint_types import Motion
from dalembert.spatial.vector import (
    Matrix,
    Vector,
    add,
    cross,
    dot,
    matadd,
    matmul,
    matvec,
    negative,
    skew,
    sub,
    transpose,
)


def coriolis_matrix(tree: Tree, q: Sequence[Any], qd: Sequence[Any]) -> list[list[Any]]:
    """Compute the n×n Coriolis matrix S(q, q̇), with c = S q̇."""
    X = joints(tree, q)
    V = velocities(tree, X, rates(tree, qd))
    I, B = composites(tree, X), coriolis_composites(tree, X, V)
    S: list[list[Any]] = [[0] * tree.n for _ in range(tree.n)]
    for b in (c for j in range(len(X)) for c in columns(tree, X, j)):
        j, phi = b.body, b.phi
        along = _plus(momentum(I[j], *phi_dot(V[j], phi)), times(B[j], *phi))
        F2, F3 = momentum(I[j], *phi), times_transposed(B[j], *phi)
        i = j
        while i >= 0:
            for a in columns(tree, X, i):
                ratio = b.ratio * a.ratio
                S[a.k][b.k] = S[a.k][b.k] + ratio * power(a.phi, along)
                if i != j:
                    turned = power(phi_dot(V[i], a.phi), F2) + power(a.phi, F3)
                    S[b.k][a.k] = S[b.k][a.k] + ratio * turned
            along, F2, F3 = lift(X[i], *along), lift(X[i], *F2), lift(X[i], *F3)
            i = tree.bodies[i].parent
    if tree.is_armoured:
        S = [list(add(a, b)) for a, b in zip(S, armature_coriolis(tree, q, qd), strict=True)]
    return S


Coriolis = tuple[Vector, Matrix]  # f, Q
Pair = tuple[Vector, Vector]


def coriolis_composites(tree: Tree, X: Sequence[Motion], V: Sequence[Pair]) -> list[Coriolis]:
    """Compute the composite terms (f, Q) of each body together with its descendants, in the body's frame."""
    total: list[Coriolis] = []
    for body, (v, w) in zip(tree.bodies, V, strict=True):
        ms = body.inertia.ms
        f, _ = momentum(body.inertia, v, w)
        Q = matadd(matmul(skew(w), second_moments(body.inertia)), matmul(skew(ms), skew(v)))
        total.append((f, Q))
    for i in reversed(range(len(total))):
        j = tree.bodies[i].parent
        if j >= 0:
            f = X[i].up(total[i][0])
            Q = matadd(X[i].up_matrix(total[i][1]), matmul(skew(X[i].p), skew(f)))
            total[j] = (add(total[j][0], f), matadd(total[j][1], Q))
    return total


def second_moments(body: Inertia) -> Matrix:
    """Compute the matrix of second moments E = Σ ρ r rᵀ = ½ tr(I) 1 − I about the origin of the body frame."""
    I = body.matrix
    half = (I[0][0] + I[1][1] + I[2][2]) / 2
    return tuple(tuple((half if i == j else 0) - I[i][j] for j in range(3)) for i in range(3))


def phi_dot(velocity: Pair, phi: Pair) -> Pair:
    """Compute Φ̇ = v × Φ, the time derivative of the joint's motion subspace, which is constant in the body frame."""
    (v, w), (a, b) = velocity, phi
    return add(cross(w, a), cross(v, b)), cross(w, b)


def times(B: Coriolis, v: Vector, w: Vector) -> Pair:
    """Multiply B by a spatial velocity: B [v, ω] = [−f × ω, −Q ω]."""
    f, Q = B
    return cross(w, f), negative(matvec(Q, w))


def times_transposed(B: Coriolis, f: Vector, n: Vector) -> Pair:
    """Multiply Bᵀ by a vector pair: Bᵀ [a, b] = [0, f × a − Qᵀb]."""
    return (0, 0, 0), sub(cross(B[0], f), matvec(transpose(B[1]), n))


def power(motion: Pair, wrench: Pair) -> Any:
    return dot(motion[0], wrench[0]) + dot(motion[1], wrench[1])


def _plus(a: Pair, b: Pair) -> Pair:
    return add(a[0], b[0]), add(a[1], b[1])
