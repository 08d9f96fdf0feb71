"""Mass matrix by composite rigid bodies.  [featherstone2008, table 6.2]

I^c = I + Σ X I^c_child Xᵀ,  M_ij = Φ_jᵀ X I^c_i Φ_i for j at or above i.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert.algorithms.sweep import joints, lift
from dalembert.robot.inertia import Inertia
from dalembert.robot.tree import Tree
from dalembert.spatial.joint import Motion
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import Vector, add, cross, dot, matvec, scale


def crba(tree: Tree, q: Sequence[Any]) -> list[list[Any]]:
    """M(q) of the links, n×n."""
    X = joints(tree, q)
    M = joint_mass_matrix(tree, X)
    reduced: list[list[Any]] = [[0] * tree.n for _ in range(tree.n)]
    for i, a in enumerate(tree.bodies):
        for j, b in enumerate(tree.bodies):
            k, l = a.coordinate, b.coordinate
            reduced[k][l] = reduced[k][l] + a.ratio * b.ratio * M[i][j]
    return reduced


def joint_mass_matrix(tree: Tree, X: Sequence[Motion]) -> list[list[Any]]:
    """M between the joints of the bodies, each joint free."""
    size = len(tree.bodies)
    M: list[list[Any]] = [[0] * size for _ in range(size)]
    composite = composites(tree, X)
    for i in range(size):
        f, n = momentum(composite[i], *X[i].Phi)
        j = i
        while True:
            phi_v, phi_w = X[j].Phi
            M[i][j] = M[j][i] = dot(phi_v, f) + dot(phi_w, n)
            if tree.bodies[j].parent < 0:
                break
            f, n = lift(X[j], f, n)
            j = tree.bodies[j].parent
    return M


def composites(tree: Tree, X: Sequence[Motion]) -> list[Inertia]:
    """Inertia of each body together with all it carries, in its frame."""
    total = [body.inertia for body in tree.bodies]
    for i in reversed(range(len(total))):
        j = tree.bodies[i].parent
        if j >= 0:
            total[j] = total[j] + raised(X[i], total[i])
    return total


def raised(x: Motion, body: Inertia) -> Inertia:
    """A child's inertia in its parent's frame."""
    turned = Inertia.from_matrix(body.mass, x.up(body.ms), x.up_matrix(body.matrix))
    return turned.moved(Pose(p=x.p))


def momentum(body: Inertia, v: Vector, w: Vector) -> tuple[Vector, Vector]:
    """I [v, ω] = [m v + ω × ms, ms × v + I_O ω]."""
    return add(scale(body.mass, v), cross(w, body.ms)), add(cross(body.ms, v), matvec(body.matrix, w))
