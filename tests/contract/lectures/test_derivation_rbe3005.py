"""The explicit form of the RP arm [rbe3005]: Jacobians, M, and the recursive Newton-Euler sweeps with their reactions."""

import pytest
import sympy as sp

import dalembert as da
from derived import same

q1, q2, qd1, qd2, qdd1, qdd2 = sp.symbols("q1 q2 qd1 qd2 qdd1 qdd2")
m1, m2, l1, I1, I2, g = sp.symbols("m1 m2 l1 I1 I2 g")
s1, c1 = sp.sin(q1), sp.cos(q1)


@pytest.fixture(scope="module")
def hamilton():
    return da.derive(da.gallery.rp(), "hamilton")


@pytest.fixture(scope="module")
def sweeps():
    return da.derive(da.gallery.rp(), "newton-euler")


def test_jacobians_by_differentiating_positions(hamilton):
    same(hamilton, "J_v1", sp.Matrix([[-l1 * s1, 0], [l1 * c1, 0], [0, 0]]))
    same(hamilton, "J_v2", sp.Matrix([[-q2 * s1, c1], [q2 * c1, s1], [0, 0]]))
    same(hamilton, "J_ω1", sp.Matrix([[0, 0], [0, 0], [1, 0]]))


def test_mass_matrix(hamilton):
    same(hamilton, "M(q)", sp.diag(m1 * l1**2 + I1 + m2 * q2**2 + I2, m2))


def test_outward_sweep_has_the_coriolis_acceleration_of_the_slide(sweeps):
    """v̇ of the slide: 2 ḋ ω × Z + d̈ Z, and gravity as an upward acceleration of the base."""
    same(sweeps, "a0", sp.Matrix([0, g, 0]))
    along = sp.Matrix([g * s1 - q2 * qd1**2 + qdd2])
    across = sp.Matrix([g * c1 + q2 * qdd1 + 2 * qd1 * qd2])
    a = sweeps.find("a2").sympy()
    R = sweeps.find("R2").sympy()
    in_first = (R * a).applyfunc(lambda x: sp.trigsimp(sp.expand(x)))
    assert (in_first[:2, 0] - sp.Matrix([along, across])).applyfunc(sp.simplify).is_zero_matrix


def test_inward_sweep_ends_in_the_lecture_model(sweeps):
    M11 = m1 * l1**2 + I1 + m2 * q2**2 + I2
    same(sweeps, "tau1", M11 * qdd1 + 2 * m2 * q2 * qd1 * qd2 + (m1 * l1 + m2 * q2) * g * c1)
    same(sweeps, "tau2", m2 * qdd2 - m2 * q2 * qd1**2 + m2 * g * s1)


def test_reactions_of_the_bearings_are_found(sweeps):
    """The slide presses on its guide with m2 (g c1 + q2 q̈1 + 2 q̇1 q̇2): across its axis, and eliminated from τ."""
    f2 = sweeps.find("f2").sympy()
    across = m2 * (g * c1 + q2 * qdd1 + 2 * qd1 * qd2)
    assert sum(sp.simplify(x**2 - across**2) == 0 for x in f2) == 1


def test_balances_are_written_with_the_unknown_reactions(sweeps):
    balances = next(step for step in sweeps.steps if step.title == "Balances of the links")
    texts = [equation.text() for equation in balances.equations]
    assert texts == [
        "f1 - R2 f2 = F1",
        "n1 - R2 n2 - o2 × R2 f2 = N1 + r_c1 × F1",
        "f2 = F2",
        "n2 = N2 + r_c2 × F2",
    ]


def test_gravity_by_jacobians_of_the_mass_centres(hamilton):
    """G = −Σ Jᵥᵀ m g, as the slide has it, is ∂U/∂q."""
    down = sp.Matrix([0, -g, 0])
    J1, J2 = hamilton.find("J_v1").sympy(), hamilton.find("J_v2").sympy()
    G = -(J1.T * (m1 * down) + J2.T * (m2 * down))
    printed = sp.Matrix([(m1 * l1 + m2 * q2) * g * c1, m2 * g * s1])
    assert (G - printed).applyfunc(sp.expand).is_zero_matrix
    assert (G - da.equations(da.gallery.rp()).g).applyfunc(sp.expand).is_zero_matrix


def test_turning_a_joint_does_not_change_the_inertia_it_carries():
    """b_iii = 0 and b_iji = 0 for i > j, of every serial arm: here of six joints."""
    puma = da.equations(da.gallery.puma560())
    assert all(puma.christoffel[i][j][i] == 0 for i in range(6) for j in range(i + 1))
