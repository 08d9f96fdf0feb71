"""Lecture L3 (Tang): the planar 2R arm in joint and in absolute angles; planar RPR and spatial 3R positions."""

import sympy as sp

import dalembert as da
from dalembert.closed.model.mechanics import mechanics

q1, q2, q3, qd1, qd2, qdd1, qdd2 = sp.symbols("q1 q2 q3 qd1 qd2 qdd1 qdd2")
m1, m2, l1, l2, l3, lc1, lc2, I1, I2, g = sp.symbols("m1 m2 l1 l2 l3 lc1 lc2 I1 I2 g")

H11 = m1 * lc1**2 + I1 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * sp.cos(q2)) + I2
H12 = m2 * (lc2**2 + l1 * lc2 * sp.cos(q2)) + I2
H22 = m2 * lc2**2 + I2
h = m2 * l1 * lc2 * sp.sin(q2)
G1 = m1 * lc1 * g * sp.cos(q1) + m2 * g * (lc2 * sp.cos(q1 + q2) + l1 * sp.cos(q1))
G2 = m2 * g * lc2 * sp.cos(q1 + q2)


def zero(x):
    return sp.Matrix([x]).applyfunc(sp.expand) == sp.zeros(*sp.Matrix([x]).shape)


def test_planar_2r():
    """τ1 = H11 q̈1 + H12 q̈2 − h q̇2² − 2h q̇1q̇2 + G1, τ2 = H22 q̈2 + H12 q̈1 + h q̇1² + G2.

    The lecture prints −h q̇1q̇2 in τ2; the term ∂T/∂q2 was dropped there.
    """
    eq = da.equations(da.gallery.planar_2r())
    assert zero(eq.M - sp.Matrix([[H11, H12], [H12, H22]]))
    tau1 = H11 * qdd1 + H12 * qdd2 - h * qd2**2 - 2 * h * qd1 * qd2 + G1
    tau2 = H22 * qdd2 + H12 * qdd1 + h * qd1**2 + G2
    assert zero(eq.tau - sp.Matrix([tau1, tau2]))


def test_planar_2r_prints_as_the_lecture_does():
    eq = da.equations(da.gallery.planar_2r())
    assert eq.text("M") == (
        "M = [[m1*lc1**2 + I1 + m2*(l1**2 + lc2**2 + 2*l1*lc2*cos(q2)) + I2, m2*(lc2**2 + l1*lc2*cos(q2)) + I2],\n"
        "     [m2*(lc2**2 + l1*lc2*cos(q2)) + I2, m2*lc2**2 + I2]]"
    )
    assert eq.text("g") == ("g1 = m1*lc1*g*cos(q1) + m2*g*(l1*cos(q1) + lc2*cos(q1 + q2))\ng2 = m2*lc2*g*cos(q1 + q2)")
    assert eq.text("christoffel") == (
        "c1_12 = -m2*l1*lc2*sin(q2)\nc1_22 = -m2*l1*lc2*sin(q2)\nc2_11 = m2*l1*lc2*sin(q2)"
    )


def test_planar_2r_in_absolute_angles():
    """φ1 = q1, φ2 = q1 + q2: no Coriolis terms are left, and δW = (τ1 − τ2) δφ1 + τ2 δφ2."""
    p1, p2, v1, v2, a1, a2, tau1, tau2 = sp.symbols("phi1 phi2 phid1 phid2 phidd1 phidd2 tau1 tau2")
    eq = da.equations(da.gallery.planar_2r(), coordinates="absolute")
    coupling = m2 * l1 * lc2
    first = (m1 * lc1**2 + I1 + m2 * l1**2) * a1 + coupling * sp.cos(p1 - p2) * a2
    first += coupling * sp.sin(p1 - p2) * v2**2 + (m1 * lc1 + m2 * l1) * g * sp.cos(p1)
    second = coupling * sp.cos(p1 - p2) * a1 + (m2 * lc2**2 + I2) * a2
    second += -coupling * sp.sin(p1 - p2) * v1**2 + m2 * lc2 * g * sp.cos(p2)
    assert zero(eq.tau - sp.Matrix([first, second]))
    assert not eq.terms("Coriolis")
    assert eq.efforts == sp.Matrix([tau1 - tau2, tau2])


def test_absolute_angles_are_a_linear_change():
    named = da.equations(da.gallery.planar_2r(), coordinates="absolute")
    given = da.equations(da.gallery.planar_2r()).coordinates([[1, 0], [-1, 1]], ["phi1", "phi2"])
    assert zero(named.tau - given.tau)
    assert named.efforts == given.efforts


def position(robot):
    exact = mechanics(robot)
    return sp.Matrix([exact.display.sympy(x) for x in exact.kinematics.place("tool").p])


def test_planar_rpr_position():
    """x = d cos q1 + l3 cos(q1 + q3), y = d sin q1 + l3 sin(q1 + q3), d = q2."""
    x = q2 * sp.cos(q1) + l3 * sp.cos(q1 + q3)
    y = q2 * sp.sin(q1) + l3 * sp.sin(q1 + q3)
    assert position(da.gallery.planar_rpr()) == sp.Matrix([x, y, 0])


def test_spatial_3r_position_and_jacobian():
    """x = [l1 cos q2 + l2 cos(q2 + q3)] cos q1, …; the 3×3 Jacobian is its derivative."""
    reach = l1 * sp.cos(q2) + l2 * sp.cos(q2 + q3)
    expected = [reach * sp.cos(q1), reach * sp.sin(q1), l1 * sp.sin(q2) + l2 * sp.sin(q2 + q3)]
    robot = da.gallery.spatial_3r()
    assert zero(position(robot) - sp.Matrix(expected))
    exact = mechanics(robot)
    columns, _ = exact.kinematics.jacobian("tool")
    J = sp.Matrix(3, 3, lambda i, j: exact.display.sympy(columns[j][i]))
    assert zero(J - sp.Matrix(expected).jacobian([q1, q2, q3]))
