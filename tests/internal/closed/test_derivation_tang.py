"""The 2R of Tang's lecture [tang], by Newton-Euler and by Lagrange, and virtual work for statics.

The lecture prints −h q̇1 q̇2 in τ2, twice: in its Lagrange the term ∂T/∂q2 was dropped. The derivation shows the term.
"""

import pytest
import sympy as sp

import dalembert as da
from dalembert.closed.derive import METHODS
from derived import same

q1, q2, qd1, qd2, qdd1, qdd2 = sp.symbols("q1 q2 qd1 qd2 qdd1 qdd2")
m1, m2, l1, l2, lc1, lc2, I1, I2, g = sp.symbols("m1 m2 l1 l2 lc1 lc2 I1 I2 g")
s1, c1, s12, c12, s2, c2 = sp.sin(q1), sp.cos(q1), sp.sin(q1 + q2), sp.cos(q1 + q2), sp.sin(q2), sp.cos(q2)
H11 = m1 * lc1**2 + I1 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * c2) + I2
H12 = m2 * (lc2**2 + l1 * lc2 * c2) + I2
H22 = m2 * lc2**2 + I2
h = m2 * l1 * lc2 * s2
G1 = m1 * lc1 * g * c1 + m2 * g * (lc2 * c12 + l1 * c1)
G2 = m2 * g * lc2 * c12
TAU1 = H11 * qdd1 + H12 * qdd2 - h * qd2**2 - 2 * h * qd1 * qd2 + G1
TAU2 = H22 * qdd2 + H12 * qdd1 + h * qd1**2 + G2


@pytest.fixture(scope="module")
def lagrange():
    return da.derive(da.gallery.planar_2r())


def test_centroid_velocity_and_energies(lagrange):
    v = sp.Matrix([-(l1 * s1 + lc2 * s12) * qd1 - lc2 * s12 * qd2, (l1 * c1 + lc2 * c12) * qd1 + lc2 * c12 * qd2, 0])
    same(lagrange, "v_c2", v)
    same(lagrange, "T", H11 * qd1**2 / 2 + H12 * qd1 * qd2 + H22 * qd2**2 / 2)
    same(lagrange, "U", m1 * g * lc1 * s1 + m2 * g * (l1 * s1 + lc2 * s12))


def test_first_equation_is_the_lectures(lagrange):
    same(lagrange, "∂L/∂q1", -G1)
    same(lagrange, "∂L/∂qd1", H11 * qd1 + H12 * qd2)
    same(lagrange, "d/dt ∂L/∂qd1", H11 * qdd1 + H12 * qdd2 - 2 * h * qd1 * qd2 - h * qd2**2)


def test_second_equation_keeps_the_term_the_lecture_dropped(lagrange):
    """The lecture writes ∂L/∂q2 = −G2; ∂T/∂q2 = −h q̇1² − h q̇1 q̇2 belongs to it."""
    same(lagrange, "∂L/∂qd2", H22 * qd2 + H12 * qd1)
    same(lagrange, "d/dt ∂L/∂qd2", H12 * qdd1 + H22 * qdd2 - h * qd1 * qd2)
    same(lagrange, "∂L/∂q2", -G2 - h * qd1**2 - h * qd1 * qd2)


@pytest.mark.parametrize("method", METHODS)
def test_every_road_ends_in_the_corrected_model(method):
    derivation = da.derive(da.gallery.planar_2r(), method)
    same(derivation, "tau1", TAU1)
    same(derivation, "tau2", TAU2)
    assert derivation.agrees


def test_centroid_acceleration_of_newton_euler():
    """v̇_c2 in the base frame, as the lecture writes it; gravity enters the sweep as −g of the base."""
    derivation = da.derive(da.gallery.planar_2r(), "kane")
    a, w = qdd1 + qdd2, qd1**2 + qd2**2 + 2 * qd1 * qd2
    expected = sp.Matrix(
        [
            -l1 * (qdd1 * s1 + qd1**2 * c1) - lc2 * a * s12 - lc2 * w * c12,
            l1 * (qdd1 * c1 - qd1**2 * s1) - lc2 * w * s12 + lc2 * a * c12,
            0,
        ]
    )
    same(derivation, "a_c2", expected)


def test_statics_by_virtual_work():
    """τ = g + JᵀF with the lecture's Jacobian."""
    derivation = da.derive(da.gallery.planar_2r(), "virtual-work")
    same(derivation, "J", sp.Matrix([[-l1 * s1 - l2 * s12, -l2 * s12], [l1 * c1 + l2 * c12, l2 * c12]]))
    same(derivation, "g(q)", sp.Matrix([G1, G2]))


def test_of_the_three_s_only_christoffels_is_skew():
    """LECTURES' S: on the 2R all three give c and q̇ᵀ(Ṁ − 2S)q̇ = 0, one makes Ṁ − 2S skew."""
    certificate = da.prove(da.gallery.planar_2r())
    verdicts = [certificate[name].verdict for name in ("skew", "skew, generic S", "skew, unsymmetrised S")]
    assert verdicts == ["proved", "refuted", "refuted"]
    assert certificate["quadratic form"].verdict == "proved"


def test_power_of_the_printed_efforts_is_not_the_rate_of_the_energy(lagrange):
    """With −h q̇1 q̇2 in τ2 the motors' power misses h q̇1 q̇2 (q̇1 + q̇2) of dE/dt; with +h q̇1² it misses nothing."""
    eq = lagrange.equations
    q1, q2, qd1, qd2, qdd1, qdd2 = sp.symbols("q1 q2 qd1 qd2 qdd1 qdd2")
    h = sp.sympify("m2*l1*lc2") * sp.sin(q2)
    E = eq.T + eq.U
    rate = sum(E.diff(x) * v + E.diff(v) * a for x, v, a in ((q1, qd1, qdd1), (q2, qd2, qdd2)))
    printed = eq.tau[1] - h * qd1**2 - h * qd1 * qd2
    assert sp.simplify(rate - eq.tau[0] * qd1 - eq.tau[1] * qd2) == 0
    assert sp.simplify(rate - eq.tau[0] * qd1 - printed * qd2 - h * qd1 * qd2 * (qd1 + qd2)) == 0
