"""The derivations of De Luca's lecture (both editions) [deluca]: the actuated pendulum and the PR robot, line by line."""

import pytest
import sympy as sp

import dalembert as da
from derived import same

q1, q2, qd1, qd2, qdd1, qdd2 = sp.symbols("q1 q2 qd1 qd2 qdd1 qdd2")
m, d, Il, Im, n, bl, bm, g = sp.symbols("m d Il Im n bl bm g")
m1, m2, dc2, I2 = sp.symbols("m1 m2 dc2 I2")
s2, c2 = sp.sin(q2), sp.cos(q2)


@pytest.fixture(scope="module")
def pendulum():
    return da.derive(da.gallery.pendulum())


@pytest.fixture(scope="module")
def pr():
    return da.derive(da.gallery.pr())


def test_pendulum_energies(pendulum):
    I = Il + m * d**2 + n**2 * Im
    same(pendulum, "T1", (Il + m * d**2) * qd1**2 / 2)
    same(pendulum, "T_m1", n**2 * Im * qd1**2 / 2)
    same(pendulum, "T", I * qd1**2 / 2)
    same(pendulum, "U", -m * g * d * sp.cos(q1))


def test_pendulum_derivatives_of_the_lagrangian(pendulum):
    I = Il + m * d**2 + n**2 * Im
    same(pendulum, "∂L/∂qd1", I * qd1)
    same(pendulum, "d/dt ∂L/∂qd1", I * qdd1)
    same(pendulum, "∂L/∂q1", -m * g * d * sp.sin(q1))


def test_pendulum_model(pendulum):
    """I q̈ + m g d sin q = n τm − (bl + n² bm) q̇, the motor torque n τm being the effort."""
    I = Il + m * d**2 + n**2 * Im
    same(pendulum, "tau1", I * qdd1 + m * g * d * sp.sin(q1) + (bl + n**2 * bm) * qd1)
    assert pendulum.agrees


def test_pr_positions_and_velocities(pr):
    same(pr, "p_c2", sp.Matrix([q1 + dc2 * c2, dc2 * s2, 0]))
    same(pr, "v_c2", sp.Matrix([qd1 - dc2 * s2 * qd2, dc2 * c2 * qd2, 0]))
    same(pr, "ω2", sp.Matrix([0, 0, qd2]))


def test_pr_kinetic_energies(pr):
    same(pr, "v_c1ᵀ v_c1", qd1**2)
    same(pr, "T1", m1 * qd1**2 / 2)
    same(pr, "T2", m2 * (qd1**2 + dc2**2 * qd2**2 - 2 * dc2 * s2 * qd1 * qd2) / 2 + I2 * qd2**2 / 2)


def test_pr_reads_like_the_slide(pr):
    assert pr.find("T2").text() == "T2 = m2*(qd1**2 + dc2**2*qd2**2 - 2*dc2*sin(q2)*qd1*qd2)/2 + I2*qd2**2/2"


def test_pr_model(pr):
    same(pr, "M(q)", sp.Matrix([[m1 + m2, -m2 * dc2 * s2], [-m2 * dc2 * s2, I2 + m2 * dc2**2]]))
    same(pr, "c(q,q̇)", sp.Matrix([-m2 * dc2 * c2 * qd2**2, 0]))
    same(pr, "g(q)", sp.Matrix([0, 0]))


def test_pr_first_coordinate_is_cyclic(pr):
    same(pr, "∂L/∂q1", 0)
    coordinate = next(step for step in pr.walk() if step.title == "Coordinate 1")
    assert "cyclic" in coordinate.words


def test_pr_structural_properties():
    """Ṁ − 2S is skew for the Christoffel S; q1 is cyclic; m_22 is constant; energy is conserved."""
    certificate = da.prove(da.gallery.pr())
    for name in (
        "symmetric",
        "positive definite",
        "skew",
        "quadratic form",
        "c_iii",
        "m_NN",
        "cyclic",
        "power",
        "energy",
    ):
        assert certificate[name].verdict == "proved", name
    assert certificate["cyclic"].statement.coordinates == (1,)
    assert certificate["m_NN"].statement.coordinates == (2,)


def test_hamilton_of_the_pendulum():
    """p = I q̇, H = T + U, ṗ = −∂H/∂q + u."""
    derivation = da.derive(da.gallery.pendulum(), "hamilton")
    I = Il + m * d**2 + n**2 * Im
    same(derivation, "p1", I * qd1)
    same(derivation, "H", I * qd1**2 / 2 - m * g * d * sp.cos(q1))
    same(derivation, "∂H/∂q1", m * g * d * sp.sin(q1))
