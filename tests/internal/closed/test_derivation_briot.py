"""The planar 3R of Briot's lecture [briot], with first moments and tensors about the frames' origins."""

import pytest
import sympy as sp

import dalembert as da
from dalembert.closed.derive import METHODS
from derived import same

q1, q2, q3, qd1, qd2, qd3, qdd1, qdd2, qdd3 = sp.symbols("q1 q2 q3 qd1 qd2 qd3 qdd1 qdd2 qdd3")
zz1, zz2, zz3, m2, m3, mx2, l1, l2 = sp.symbols("zz1 zz2 zz3 m2 m3 mx2 l1 l2")
s2, c2 = sp.sin(q2), sp.cos(q2)
ZZ1R, ZZ2R, LMX2R = zz1 + (m2 + m3) * l1**2, zz2 + m3 * l2**2, l1 * mx2 + m3 * l1 * l2


@pytest.fixture(scope="module")
def lagrange():
    return da.derive(da.gallery.planar_3r())


def test_energies_about_the_origins(lagrange):
    """E_i = ½ (m v² + ωᵀI_O ω) + ms·(v × ω)."""
    speed = l1**2 * qd1**2 + l2**2 * (qd1 + qd2) ** 2 + 2 * l1 * l2 * qd1 * (qd1 + qd2) * c2
    same(lagrange, "T1", zz1 * qd1**2 / 2)
    same(lagrange, "T2", (m2 * l1**2 * qd1**2 + zz2 * (qd1 + qd2) ** 2) / 2 + l1 * mx2 * qd1 * (qd1 + qd2) * c2)
    same(lagrange, "v_c3ᵀ v_c3", speed)
    same(lagrange, "T3", m3 * speed / 2 + zz3 * (qd1 + qd2 + qd3) ** 2 / 2)


def test_total_energy_in_regrouped_parameters(lagrange):
    total = ZZ1R * qd1**2 / 2 + ZZ2R * (qd1 + qd2) ** 2 / 2 + zz3 * (qd1 + qd2 + qd3) ** 2 / 2
    same(lagrange, "T", total + LMX2R * qd1 * (qd1 + qd2) * c2)


@pytest.mark.parametrize("method", METHODS)
def test_input_torques(method):
    """Equations (5) to (7) of the lecture, by every road."""
    derivation = da.derive(da.gallery.planar_3r(), method)
    inertial = (ZZ1R + ZZ2R + zz3) * qdd1 + (ZZ2R + zz3) * qdd2 + zz3 * qdd3
    same(derivation, "tau1", inertial + LMX2R * ((2 * qdd1 + qdd2) * c2 - (2 * qd1 + qd2) * qd2 * s2))
    same(
        derivation,
        "tau2",
        (ZZ2R + zz3) * (qdd1 + qdd2) + zz3 * qdd3 + LMX2R * (qdd1 * c2 + qd1**2 * s2),
    )
    same(derivation, "tau3", zz3 * (qdd1 + qdd2 + qdd3))


def test_link_without_a_centre_of_mass_is_described_about_its_origin(lagrange):
    """ms2 = (mx2, 0, 0) is not m2 times anything known, so the lecture's formula with first moments is used."""
    words = next(step.words for step in lagrange.steps if step.title == "Kinetic energy of each link")
    assert r"\mathrm{ms}_i^\top (v_i \times \omega_i)" in words
    same(lagrange, "p2", sp.Matrix([l1 * sp.cos(q1), l1 * sp.sin(q1), 0]))


def test_a_long_robot_is_derived_and_folded():
    """The energies are valuable for any type of robot: a PUMA 560's derivation ends in its equations, and can be read."""
    puma = da.derive(da.gallery.puma560())
    assert puma.agrees
    assert len(puma.text()) < 40_000
    assert puma.find("∂L/∂q1").text() == "∂L/∂q1 = 0"
