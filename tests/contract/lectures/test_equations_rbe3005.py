"""Lecture L2 (RBE 3005): the RP arm, its explicit form with V = C(q)[q̇²] + B(q)[q̇q̇]."""

import sympy as sp

import dalembert as da

q1, q2, qd1, qd2, m1, m2, l1, I1, I2, g = sp.symbols("q1 q2 qd1 qd2 m1 m2 l1 I1 I2 g")


def test_rp_arm():
    eq = da.equations(da.gallery.rp())
    assert sp.Matrix([[m1 * l1**2 + I1 + m2 * q2**2 + I2, 0], [0, m2]]) == eq.M
    assert sp.Matrix([2 * m2 * q2, 0]) == eq.B
    assert sp.Matrix([[0, 0], [-m2 * q2, 0]]) == eq.C
    assert eq.c == sp.Matrix([2 * m2 * q2 * qd1 * qd2, -m2 * q2 * qd1**2])
    gravity = sp.Matrix([(m1 * l1 + m2 * q2) * g * sp.cos(q1), m2 * g * sp.sin(q1)])
    assert (eq.g - gravity).applyfunc(sp.expand) == sp.zeros(2, 1)


def test_split_gives_back_the_vector():
    """V = C [q̇1² q̇2² q̇3²]ᵀ + B [q̇1q̇2 q̇1q̇3 q̇2q̇3]ᵀ, B of n(n − 1)/2 columns."""
    eq = da.equations(da.gallery.spatial_3r())
    v = sp.symbols("qd1:4")
    squares = sp.Matrix([x * x for x in v])
    products = sp.Matrix([v[0] * v[1], v[0] * v[2], v[1] * v[2]])
    assert eq.B.shape == (3, 3)
    assert (eq.C * squares + eq.B * products - eq.c).applyfunc(sp.expand) == sp.zeros(3, 1)
    labelled = {(t.row, t.kind) for t in eq.terms()}
    assert (1, "Coriolis") in labelled
    assert (2, "centrifugal") in labelled
