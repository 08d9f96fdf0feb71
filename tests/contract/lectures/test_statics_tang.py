"""Statics as the lecture has it [tang, §2.3]: balances of force and moment link by link, and τ = JᵀF by virtual work."""

import sympy

import dalembert as da

q1, q2, q3, l1, l2, lc1, lc2, m1, m2, g, F1, F2, F3 = sympy.symbols("q1:4 l1 l2 lc1 lc2 m1 m2 g F1:4")
EXERTED = {"tool": ("-F1", "-F2", 0, 0, 0, 0)}  # what the tip exerts on the environment acts on the robot reversed


def zero(x):
    return sympy.simplify(sympy.expand_trig(sympy.Matrix(x))).is_zero_matrix


def cross_z(r, f):
    """z of r × f for vectors in the plane."""
    return r[0] * f[1] - r[1] * f[0]


def test_planar_2r_torque_is_the_transposed_jacobian_times_the_force():
    """The lecture's 2 × 2 matrix, written out."""
    robot = da.gallery.planar_2r().bind(g=0)
    tau = da.statics.static_equations(robot, wrench=EXERTED).tau
    s1, c1, s12, c12 = sympy.sin(q1), sympy.cos(q1), sympy.sin(q1 + q2), sympy.cos(q1 + q2)
    JT = sympy.Matrix([[-l1 * s1 - l2 * s12, l1 * c1 + l2 * c12], [-l2 * s12, l2 * c12]])
    assert (tau - JT * sympy.Matrix([F1, F2])).expand().is_zero_matrix


def test_planar_2r_with_weight_adds_the_gravity_vector():
    """τ = g(q) + JᵀF with the lecture's G1, G2."""
    equations = da.statics.static_equations(da.gallery.planar_2r(), wrench=EXERTED)
    c1, c12 = sympy.cos(q1), sympy.cos(q1 + q2)
    G = sympy.Matrix([m1 * lc1 * g * c1 + m2 * g * (lc2 * c12 + l1 * c1), m2 * g * lc2 * c12])
    assert (equations.g - G).expand().is_zero_matrix
    J = equations.J("tool")[:2, :]
    assert (equations.tau - G - J.T * sympy.Matrix([F1, F2])).expand().is_zero_matrix


def test_spatial_3r_torque_is_the_transposed_jacobian_times_the_force():
    """With the lecture's positions of the spatial arm, differentiated: its 3 × 3 Jacobian."""
    robot = da.gallery.spatial_3r()
    still = robot.bind(**({"g": 0} if "g" in robot.parameters else {}))
    tau = da.statics.static_equations(still, wrench={"tool": ("-F1", "-F2", "-F3", 0, 0, 0)}).tau
    reach = l1 * sympy.cos(q2) + l2 * sympy.cos(q2 + q3)
    p = sympy.Matrix([reach * sympy.cos(q1), reach * sympy.sin(q1), l1 * sympy.sin(q2) + l2 * sympy.sin(q2 + q3)])
    expected = p.jacobian([q1, q2, q3]).T * sympy.Matrix([F1, F2, F3])
    assert zero(tau - expected)


def test_planar_2r_forces_balance_link_by_link():
    """f(i−1,i) − f(i,i+1) + m_i g = 0 and N(i−1,i) − N(i,i+1) + r(Ci,i−1) × f(i−1,i) − r(Ci,i) × f(i,i+1) = 0."""
    equations = da.statics.static_equations(da.gallery.planar_2r(), wrench=EXERTED)
    weight = sympy.Matrix([0, -g])
    e1 = sympy.Matrix([sympy.cos(q1), sympy.sin(q1)])
    e2 = sympy.Matrix([sympy.cos(q1 + q2), sympy.sin(q1 + q2)])
    f01, f12 = (equations.force(x)[:2, :] for x in ("joint1", "joint2"))
    N01, N12 = (equations.moment(x)[2] for x in ("joint1", "joint2"))
    F = sympy.Matrix([F1, F2])
    assert (f01 - f12 + m1 * weight).expand().is_zero_matrix
    assert (f12 - F + m2 * weight).expand().is_zero_matrix
    about_c1 = N01 - N12 + cross_z(-lc1 * e1, f01) - cross_z((l1 - lc1) * e1, f12)
    about_c2 = N12 + cross_z(-lc2 * e2, f12) - cross_z((l2 - lc2) * e2, F)
    assert zero([about_c1, about_c2])


def test_moments_through_the_joints_are_the_torques_by_virtual_work():
    """Balance link by link and the energy method agree: N(i−1,i) along the axis is τ_i."""
    equations = da.statics.static_equations(da.gallery.planar_2r(), wrench=EXERTED)
    moments = sympy.Matrix([equations.moment(x)[2] for x in ("joint1", "joint2")])
    assert (equations.tau - moments).expand().is_zero_matrix
    assert equations.force("joint1")[2] == 0


def test_torques_are_printed():
    equations = da.statics.static_equations(da.gallery.planar_2r().bind(g=0), wrench=EXERTED)
    left, right = equations.text().splitlines()[1].split(" = ")
    assert left == "tau2"
    assert sympy.expand(sympy.sympify(right) - equations.tau[1]) == 0
    assert r"\tau_{2} &=" in equations.latex()
