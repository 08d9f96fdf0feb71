"""`equations.explain`: the sources of a term add up to it, and it vanishes on the stated set and nowhere else."""

import numpy as np
import pytest
import sympy as sp

import dalembert as da
from raised import raises


@pytest.mark.parametrize("name", ["planar_2r", "rp", "pr", "scara", "spatial_3r", "spherical", "cart_pole"])
def test_sources_add_up_to_the_coefficient(name):
    eq = da.equations(name)
    for term in eq.terms():
        if term.kind not in ("inertial", "centrifugal", "Coriolis", "gravity"):
            continue
        motion = "gravity" if term.kind == "gravity" else str(term.mechanics.display.sympy(term.motion))
        found = eq.explain(motion, of=f"tau{term.row}")
        total = 0
        for factor, entry, by, value in found.sources:
            if entry == "U":
                whole = eq.U
            else:
                a, b = (int(x) - 1 for x in entry[1:].split(","))
                whole = eq.M[a, b]
            true = whole.diff(sp.Symbol(by)) if by else whole
            assert sp.simplify(sp.expand_trig(true - value)) == 0
            total += sp.Rational(factor.numerator, factor.denominator) * value
        assert sp.simplify(sp.expand_trig(total - found.coefficient)) == 0
        assert found.kind == term.kind
        assert str(found)


def test_the_coriolis_term_of_the_2r_arm():
    found = da.equations("planar_2r").explain("qd1*qd2", of="tau1")
    assert found.kind == "Coriolis"
    assert [(factor, entry, by) for factor, entry, by, _ in found.sources] == [(1, "M1,1", "q2")]
    assert found.zeros == (sp.sin(sp.Symbol("q2")),)
    size = found.at([0.3, 0.5], [2.0, 3.0], m2=1.5, l1=0.8, lc2=0.4)
    assert size == pytest.approx(-2 * 1.5 * 0.8 * 0.4 * np.sin(0.5) * 6)


def test_the_spelling_of_a_product_is_free():
    eq = da.equations("planar_2r")
    assert eq.explain("qd2 * qd1").term == eq.explain("qd1*qd2").term
    assert eq.explain("qd2^2").term == eq.explain("qd2**2").term
    with raises(da.finding.Unknown, noun="term"):
        eq.explain("qd1**2", of="tau1")
    with raises(da.finding.Unknown, noun="effort"):
        eq.explain("qd1*qd2", of="tau9")


def test_equations_are_printed():
    eq = da.equations("planar_2r")
    assert str(eq) == eq.text()
    assert str(da.equations("four_bar").independent).splitlines()[-1].startswith("Q1 = M11*qdd1 + c1 + g1")
