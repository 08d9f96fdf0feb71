"""Forward dynamics by the articulated-body algorithm, in link frames. [featherstone2008, table 7.1], [khalil2002, §9.7]

inward    U = I^A Φ,  D = ΦᵀU,  u = τ − Φᵀp^A   for each column of Φ, the last first
          I^a = I^A − U Uᵀ/D,  p^a = p^A + I^a ζ + U u/D,  both carried to the parent
outward   q̈ = (u − Uᵀa')/D,  a = a' + Φ q̈,  a' = X a_parent + ζ,  a of the ground = −gravity

The recursion uses point accelerations (v̇, ω̇). The bias force is therefore p^A = [ω×(ω×ms), ω×Iω], and no linear
velocity is needed. An articulated inertia is stored as the blocks A, H and J in f = A v̇ + H ω̇, n = Hᵀv̇ + J ω̇.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from dalembert import finding
from dalembert.algorithms.sweep import base_acceleration, euler_moment, joints, lift, lower, turning
from dalembert.finding.finding import JointName, RobotName
from dalembert.graph.scalar import is_zero
from dalembert.robot.tree import Tree
from dalembert.spatial.joint_types import Motion
from dalembert.spatial.vector import (
    ZERO,
    Matrix,
    Vector,
    add,
    cross,
    dot,
    matadd,
    matmul,
    matvec,
    negative,
    scale,
    skew,
    sub,
    transpose,
)

Blocks = tuple[Matrix, Matrix, Matrix]


def aba(tree: Tree, q: Sequence[Any], qd: Sequence[Any], tau: Sequence[Any], rotor: Sequence[Any]) -> list[Any]:
    """Compute the accelerations q̈ of a tree without mimic joints. `rotor` contains the reflected rotor inertia N² Im
    for each body, which is added to D."""
    X = joints(tree, q)
    bias, IA, pA = _outward(tree, X, qd)
    U: list[Vector] = [()] * tree.nv
    inverse: list[Any] = [0] * tree.nv  # 1/D
    u: list[Any] = [0] * tree.nv
    for i in reversed(range(len(X))):
        body, j = tree.bodies[i], tree.bodies[i].parent
        Ia = IA[i]
        pa = pA[i]
        pushed = []
        for k, c in reversed([*zip(X[i].k, body.rates, strict=True)]):  # a ball joint is three rotations
            U[c] = _column(Ia, k)
            pivot = U[c][k] + rotor[i]
            if is_zero(pivot):
                raise finding.SingularInertia(RobotName(tree.name), JointName(body.name)).error()
            inverse[c] = 1 / pivot
            u[c] = tau[c] - pa[k]
            if j >= 0 or c > body.coordinate:
                over = scale(inverse[c], U[c])
                Ia = _less(Ia, U[c], over) if not is_zero(rotor[i]) else _without(Ia, k, U[c], over)
                pushed.append(scale(u[c], over))
                pa = add(pa, pushed[-1])
        if j >= 0:
            pa = reduce(add, pushed, add(pA[i], _times(Ia, bias[i])))
            (A, H, J), (dA, dH, dJ) = IA[j], _raise(X[i], Ia)
            IA[j] = matadd(A, dA), matadd(H, dH), matadd(J, dJ)
            pA[j] = add(pA[j], sum(lift(X[i], pa[:3], pa[3:]), ()))
    return _solve(tree, X, bias, U, inverse, u)


def _outward(tree: Tree, X: Sequence[Motion], qd: Sequence[Any]) -> tuple[list[Vector], list[Blocks], list[Vector]]:
    """Compute the velocity-dependent terms: ζ for each joint, and the inertia and bias force for each body."""
    w: list[Vector] = []
    bias: list[Vector] = []
    IA: list[Blocks] = []
    pA: list[Vector] = []
    for i, (body, x) in enumerate(zip(tree.bodies, X, strict=True)):
        w0 = w[body.parent] if body.parent >= 0 else ZERO
        slide, turn = x.along([qd[k] for k in body.rates])
        carried = x.down(w0)
        w.append(add(carried, turn))
        bias.append(add(x.down(matvec(turning(w0), x.p)), scale(2, cross(w[i], slide))) + cross(carried, turn))
        U = turning(w[i])
        m = body.inertia.mass
        ms = body.inertia.ms
        I = body.inertia.matrix
        IA.append((((m, 0, 0), (0, m, 0), (0, 0, m)), skew(negative(ms)), I))
        pA.append(matvec(U, ms) + euler_moment(I, w[i], ZERO, U))
    return bias, IA, pA


def _solve(
    tree: Tree,
    X: Sequence[Motion],
    bias: Sequence[Vector],
    U: Sequence[Vector],
    inverse: Sequence[Any],
    u: Sequence[Any],
) -> list[Any]:
    a: list[tuple[Vector, Vector]] = []
    qdd: list[Any] = [0] * tree.nv
    for i, x in enumerate(X):
        j = tree.bodies[i].parent
        v, w = lower(x, *(a[j] if j >= 0 else (base_acceleration(tree), ZERO)))
        v, w = add(v, bias[i][:3]), add(w, bias[i][3:])
        for c, (phi_v, phi_w) in zip(tree.bodies[i].rates, x.Phi, strict=True):
            qdd[c] = (u[c] - dot(U[c], v + w)) * inverse[c]
            v, w = add(v, scale(qdd[c], phi_v)), add(w, scale(qdd[c], phi_w))
        a.append((v, w))
    return qdd


def _column(I: Blocks, k: int) -> Vector:
    A, H, J = I
    if k < 3:
        return tuple(row[k] for row in A) + H[k]
    return tuple(row[k - 3] for row in H) + tuple(row[k - 3] for row in J)


def _less(I: Blocks, U: Vector, over: Vector) -> Blocks:
    """Subtract the rank-one term U Uᵀ/D from the articulated inertia I."""
    A, H, J = I
    (a, b), (c, d) = (U[:3], U[3:]), (over[:3], over[3:])

    def less(M: Matrix, left: Vector, right: Vector) -> Matrix:
        return tuple(tuple(M[i][j] - left[i] * right[j] for j in range(3)) for i in range(3))

    def less_symmetric(M: Matrix, left: Vector, right: Vector) -> Matrix:
        return tuple(tuple(M[i][j] - left[min(i, j)] * right[max(i, j)] for j in range(3)) for i in range(3))

    return less_symmetric(A, a, c), less(H, a, d), less_symmetric(J, b, d)


def _without(I: Blocks, k: int, U: Vector, over: Vector) -> Blocks:
    """Subtract U Uᵀ/D from the articulated inertia I. If D = U_k, row k and column k of the result are exactly zero."""
    A, H, J = _less(I, U, over)

    def cut(M: Matrix, row: int, column: int) -> Matrix:
        return tuple(tuple(0 if row == i or column == j else M[i][j] for j in range(3)) for i in range(3))

    return (cut(A, k, k), cut(H, k, -1), J) if k < 3 else (A, cut(H, -1, k - 3), cut(J, k - 3, k - 3))


def _times(I: Blocks, a: Vector) -> Vector:
    A, H, J = I
    v, w = a[:3], a[3:]
    return add(matvec(A, v), matvec(H, w)) + add(matvec(transpose(H), v), matvec(J, w))


def _raise(x: Motion, I: Blocks) -> Blocks:
    """Transform an articulated inertia to the parent's frame: H' = H − A[p]×, J' = J − Hᵀ[p]× + [p]×H'."""
    A, H, J = (x.up_matrix(B) for B in I)
    P = skew(x.p)
    H1 = tuple(sub(h, ap) for h, ap in zip(H, matmul(A, P), strict=True))
    HP, PH = matmul(transpose(H), P), matmul(P, H1)
    upper = [[J[i][j] - HP[i][j] + PH[i][j] if i <= j else None for j in range(3)] for i in range(3)]
    return A, H1, tuple(tuple(upper[min(i, j)][max(i, j)] for j in range(3)) for i in range(3))
