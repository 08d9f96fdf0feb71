"""Mass matrix by the composite-rigid-body algorithm, and its factorization.  [featherstone2008, table 6.2]

I^c = I + Σ X I^c_child Xᵀ,  M_ij = Φ_jᵀ X I^c_i Φ_i if j is i or an ancestor of i.

The factorization M = Lᵀ D L is computed from the last row to the first. In this order, the zeros of M for a branched
tree remain zeros in L. [featherstone2008, §6.5]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dalembert import finding
from dalembert.algorithms.sweep import Column, columns, joints, lift
from dalembert.graph import Node
from dalembert.graph.scalar import is_zero
from dalembert.robot.inertia import Inertia
from dalembert.robot.tree import Tree
from dalembert.spatial.joint_types import Motion
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import Vector, add, cross, dot, matvec, scale


def crba(tree: Tree, q: Sequence[Any]) -> list[list[Any]]:
    """Compute the n×n mass matrix M(q) of the links."""
    X = joints(tree, q)
    M: list[list[Any]] = [[0] * tree.nv for _ in range(tree.nv)]
    for a, b, entry in _entries(tree, X):
        M[a.k][b.k] = M[a.k][b.k] + a.ratio * b.ratio * entry
    return M


def _entries(tree: Tree, X: Sequence[Motion]) -> Iterator[tuple[Column, Column, Any]]:
    """Yield (a, b, M_ab) for each pair of elementary motions on the same branch, one row at a time."""
    own = [columns(tree, X, i) for i in range(len(X))]
    places = {(c.body, c.k): p for p, c in enumerate(x for part in own for x in part)}
    found: dict[tuple[int, int], tuple[Column, Column, Any]] = {}
    composite = composites(tree, X)
    for i, part in enumerate(own):
        for here, a in enumerate(part):
            f, n = momentum(composite[i], *a.phi)
            j = i
            while True:
                for b in own[j][: here + 1] if j == i else own[j]:
                    entry = dot(b.phi[0], f) + dot(b.phi[1], n)
                    p, r = places[a.body, a.k], places[b.body, b.k]
                    found[p, r], found[r, p] = (a, b, entry), (b, a, entry)
                if tree.bodies[j].parent < 0:
                    break
                f, n = lift(X[j], f, n)
                j = tree.bodies[j].parent
    return iter(found[place] for place in sorted(found))


def composites(tree: Tree, X: Sequence[Motion]) -> list[Inertia]:
    """Compute the composite inertia of each body and its descendants, in the frame of the body."""
    total = [body.inertia for body in tree.bodies]
    for i in reversed(range(len(total))):
        j = tree.bodies[i].parent
        if j >= 0:
            total[j] = total[j] + raised(X[i], total[i])
    return total


def raised(x: Motion, body: Inertia) -> Inertia:
    """Transform the inertia of a child to the frame of its parent."""
    turned = Inertia.from_matrix(body.mass, x.up(body.ms), x.up_matrix(body.matrix))
    return turned.moved(Pose(p=x.p))


def momentum(body: Inertia, v: Vector, w: Vector) -> tuple[Vector, Vector]:
    """Compute the momentum of a motion: I [v, ω] = [m v + ω × ms, ms × v + I_O ω]."""
    return add(scale(body.mass, v), cross(w, body.ms)), add(cross(body.ms, v), matvec(body.matrix, w))


Square = Sequence[Sequence[Any]]


class Factor:
    """Factors L and D of a symmetric positive definite matrix of scalars."""

    def __init__(self, M: Square) -> None:
        n = len(M)
        A = [list(row) for row in M]
        self.pivots: list[Any] = [0] * n  # D
        self.inverse: list[Any] = [0] * n  # 1/D
        self.L: list[dict[int, Any]] = [{} for _ in range(n)]
        for k in reversed(range(n)):
            if not isinstance(A[k][k], Node) and A[k][k] == 0:
                raise finding.SingularInertia(coordinate=k + 1).error()
            self.pivots[k] = A[k][k]
            self.inverse[k] = 1 / A[k][k]
            for i in (i for i in range(k) if not is_zero(A[k][i])):
                self.L[k][i] = A[k][i] * self.inverse[k]
                for j in range(i + 1):
                    A[i][j] = A[i][j] - self.L[k][i] * A[k][j]

    def solve(self, b: Sequence[Any]) -> list[Any]:
        """Solve M x = b for x."""
        return self.inner(self.outer(b))

    def outer(self, b: Sequence[Any]) -> list[Any]:
        """Compute L⁻ᵀ b by substitution."""
        x = list(b)
        for k in reversed(range(len(x))):
            for i, l in self.L[k].items():
                x[i] = x[i] - l * x[k]
        return x

    def inner(self, y: Sequence[Any]) -> list[Any]:
        """Compute L⁻¹ D⁻¹ y by substitution."""
        x = [a * d for a, d in zip(y, self.inverse, strict=True)]
        for k in range(len(x)):
            for i, l in self.L[k].items():
                x[k] = x[k] - l * x[i]
        return x

    def invert(self) -> list[list[Any]]:
        """Compute the inverse M⁻¹, which is symmetric."""
        n = len(self.inverse)
        rows = [self.solve([int(i == j) for j in range(n)]) for i in range(n)]
        return [[rows[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]
