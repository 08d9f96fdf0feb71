"""Numbers are printed in one style, and oblique axes of whole numbers are exact."""

import re

import pytest
import sympy as sp

import dalembert as da
from random_robot import random_robot, symbolic_robot

NUMERIC = [x for x in da.gallery.names() if not getattr(da.gallery, x)().parameters]
FRACTION, DECIMAL = re.compile(r"/\d"), re.compile(r"\d\.\d")


def assert_one_style(text: str) -> None:
    assert not (FRACTION.search(text) and DECIMAL.search(text)), text[:300]


@pytest.mark.sampled(11)
@pytest.mark.parametrize("name", NUMERIC)
@pytest.mark.parametrize("what", ["tau", "g", "base_parameters"])
def test_arms(name, what):
    text = da.equations(getattr(da.gallery, name)()).text(what)
    assert_one_style(text)
    assert DECIMAL.search(text) or all(x.endswith(" = 0") for x in text.splitlines())  # a planar robot that lies flat


@pytest.mark.parametrize("seed", range(30))
def test_random_trees(seed):
    eq = da.equations(random_robot(seed, 1 + seed % 3))
    for what in ("tau", "M", "g", "T", "U", "base_parameters"):
        assert_one_style(eq.text(what))


@pytest.mark.parametrize("seed", range(30))
def test_fractions_stay_fractions(seed):
    """Half a kinetic energy is ½ where the robot has no decimals."""
    text = da.equations(symbolic_robot(seed, 1 + seed % 3)).text("T")
    assert not DECIMAL.search(text)


def test_a_bound_arm():
    robot = da.gallery.planar_2r().bind(m1=1, m2=1, l1=1, l2=1, lc1=0.5, lc2=0.4, I1=0.1, I2=0.1, g=9.81)
    assert (
        da.equations(robot).text("M")
        == "M = [[1.61 + 0.8*cos(q2), 0.26 + 0.4*cos(q2)],\n     [0.26 + 0.4*cos(q2), 0.26]]"
    )
    assert FRACTION.search(da.equations(robot).text("M", digits=None))
    assert not DECIMAL.search(da.equations(robot).text("M", digits=None))


AXES = [(1, 1, 0), (1, 0, -1), (1, 1, 1), (-1, 2, 2), (0.6, 0.0, 0.8), (0.7071067811865476, 0.7071067811865475, 0.0)]


@pytest.mark.parametrize("axis", AXES)
def test_oblique_axes_are_exact(axis):
    """Point masses at r on two joints: M = Σ m JᵀJ with J = [z × …, u × (r − p)], by SymPy with exact roots."""
    r, p = sp.Matrix([sp.Rational(1, 2), sp.Rational(1, 3), -1]), sp.Matrix([1, 0, sp.Rational(1, 4)])
    links = (da.Link("ground"), da.Link("a"), da.Link("b", da.Inertia.about_com("m", ("1/2", "1/3", -1), (0,) * 6)))
    first = da.Joint("j1", "revolute", "ground", "a")
    second = da.Joint("j2", "revolute", "a", "b", da.Pose(p=(1, 0, "1/4")), axis=axis)
    M = da.equations(da.Robot("oblique", links, (first, second))).M
    u = sp.Matrix([sp.nsimplify(x, rational=True) for x in axis])
    u = sp.Matrix([1, 1, 0]) if abs(axis[0] - 0.7071067811865476) < 1e-12 else u
    u = u / sp.sqrt(u.dot(u))
    q2 = sp.Symbol("q2")
    turned = r * sp.cos(q2) + u.cross(r) * sp.sin(q2) + u * u.dot(r) * (1 - sp.cos(q2))  # Rodrigues
    J = sp.Matrix.hstack(sp.Matrix([0, 0, 1]).cross(p + turned), u.cross(turned))
    difference = (M - sp.Symbol("m") * J.T * J).applyfunc(lambda x: sp.simplify(sp.expand(x)))
    assert difference == sp.zeros(2, 2)


@pytest.mark.parametrize("l1", ["0.3", "0.25", "0.5", "1.5", "0.06"])
def test_a_decimal_stays_with_its_term(l1):
    """What a person writes who puts a number for l1 into m2 (lc2² + l1 lc2 cos q2), and not a tenth in front of it."""
    eq = da.equations(da.gallery.planar_2r().bind(l1=float(l1)))
    assert f"tau2 = (m2*(lc2**2 + {l1}*lc2*cos(q2)) + I2)*qdd1" in eq.text()
    assert f"m2*g*({l1}*cos(q1) + lc2*cos(q1 + q2))" in eq.text("g")
    assert f"c1 = -{l1}*m2*lc2*sin(q2)*qd2*(2*qd1 + qd2)" in eq.text("c")
