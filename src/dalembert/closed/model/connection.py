"""How M changes with q as tables over the rates: Christoffel symbols, and matrices S with S q̇ = c.

    c_kij = ½ (∂M_kj/∂q_i + ∂M_ki/∂q_j − ∂M_ij/∂q_k)
    S_kj = Σ_i c_kij q̇_i                                        Ṁ − 2S skew
    S = Σ_i (∂M_i/∂q − ½ (∂M_i/∂q)ᵀ) q̇_i                        generic, M_i the columns of M
    S_ij = Σ_k (∂M_ij/∂q_k − ½ ∂M_jk/∂q_i) q̇_k                  unsymmetrised

The slopes of M are indexed [i][j][k], ∂M_ij/∂q_k.   [deluca], [khalil2002, ch. 9]

The rates of a ball are no velocities of coordinates but quasi-velocities ω, along which derivatives do not commute,
[D_i, D_j] = Σ_l γ_ij^l D_l. There are no Christoffel symbols then; with D_i for ∂/∂q_i

    Γ_kij = ½ (D_i M_jk + D_j M_ik − D_k M_ij + γ_ij^l M_lk − γ_ik^l M_lj − γ_jk^l M_li),   S_kj = Σ_i Γ_kij q̇_i

has c = S q̇, with the terms of Boltzmann and Hamel (ω × p), and Ṁ − 2S skew.   [hamel1904], [echeandia2021]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from dalembert.closed.algebra.generator import Names, Poly
from dalembert.closed.algebra.ring import Ring

Matrix: TypeAlias = list[list[Poly]]


def christoffel(ring: Ring, slopes: list[Matrix]) -> list[Matrix]:
    """c_kij, indexed [k][i][j]."""
    n = len(slopes)
    c: list[Matrix] = [[[ring.zero] * n for _ in range(n)] for _ in range(n)]
    for k in range(n):
        for i in range(n):
            for j in range(i, n):
                c[k][i][j] = c[k][j][i] = (slopes[k][j][i] + slopes[k][i][j] - slopes[i][j][k]) / 2
    return c


def quasi(ring: Ring, half: list[Matrix], M: Matrix, names: Sequence[Names]) -> list[Matrix]:
    """Γ_kij from ½ (D_i M_jk + D_j M_ik − D_k M_ij), indexed [k][i][j]; M of what turns with the links."""

    def twisted(i: int, j: int, row: list[Poly]) -> Poly:
        """Σ_l γ_ij^l row_l: ± the entry of the third direction of a ball."""
        a, b = names[i], names[j]
        if not a.quaternion or a.quaternion != b.quaternion or i == j:
            return ring.zero
        third = row[i - a.axis + 3 - a.axis - b.axis]
        return third if (b.axis - a.axis) % 3 == 1 else -third

    n, y = range(len(M)), twisted
    return [[[half[k][i][j] + (y(i, j, M[k]) - y(i, k, M[j]) - y(j, k, M[i])) / 2 for j in n] for i in n] for k in n]


def contracted(ring: Ring, table: list[Matrix]) -> Matrix:
    """S_kj = Σ_i Γ_kij q̇_i."""
    return [[ring.dot(column, ring.qd) for column in zip(*G_k, strict=True)] for G_k in table]


def generic(ring: Ring, slopes: list[Matrix]) -> Matrix:
    """S of the columns of M."""
    n = range(len(slopes))
    return [[ring.dot([slopes[k][i][j] - slopes[j][i][k] / 2 for i in n], ring.qd) for j in n] for k in n]


def unsymmetrised(ring: Ring, slopes: list[Matrix]) -> Matrix:
    """S as Lagrange's equations leave it."""
    n = range(len(slopes))
    return [[ring.dot([slopes[i][j][k] - slopes[j][k][i] / 2 for k in n], ring.qd) for j in n] for i in n]
