"""check: what it accepts, how it reports, what it refuses."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
import sympy

import dalembert as da
from finding_queries import key
from raised import raises
from tolerance import ROUNDED

TWO = da.gallery.planar_2r()
H = {"h": "m2*l1*lc2*sin(q2)"}
TAU2 = "(m2 lc2^2 + I2)(qdd1 + qdd2) + m2 l1 lc2 c2 qdd1 + m2 l1 lc2 s2 qd1^2 + m2 g lc2 c12"


@pytest.mark.parametrize(
    "text",
    [
        f"tau2 = {TAU2}",
        f"{TAU2} = tau2",
        f"u_2 = {TAU2}",
        f"3*tau2 = 3*({TAU2})",
        f"-tau2/2 + ({TAU2})/2 = 0",
        f"l1*tau2 = l1*({TAU2})",
        f"tau2/m2 = ({TAU2})/m2",
        "tau2 - m2 g lc2 c12 = (m2 lc2^2 + I2)(qdd1 + qdd2) + m2 l1 lc2 (c2 qdd1 + s2 qd1^2)",
        f"tau1 + tau2 = tau1 + {TAU2}",
        "M qdd + c + g(q) = tau",
        "M(q) \\ddot q + S(q, \\dot q)\\dot q + g(q) = u",
        "T = 1/2 qd^T M qd",
        "L = T - U",
        "E = T + U",
        "p = M qd",
    ],
)
def test_right_in_any_arrangement(text: str) -> None:
    verdict = da.check(TWO, text)
    assert verdict.correct, verdict
    assert bool(verdict)


def test_a_factor_of_the_effort_keeps_the_terms_comparable() -> None:
    verdict = da.check(TWO, f"2*tau2 = 2*({TAU2}) - 2*m2*g*lc2*c12")
    [missing] = verdict.missing
    assert missing.text == "m2*lc2*g*cos(q1 + q2)"


def test_energies_up_to_a_constant() -> None:
    assert da.check(TWO, "U = g (m1 lc1 s1 + m2 (l1 s1 + lc2 s12)) + m1 g l1 + 7").correct
    assert da.check(TWO, "U = g (m1 lc1 s1 + m2 (l1 s1 + lc2 s12)) + m1 g q1").correct is False
    assert da.check(TWO, "T = 1/2 qd^T M qd + 7").correct is False


def test_trigonometric_identities_do_not_matter() -> None:
    assert da.check(TWO, "G2 = m2 g lc2 (c1 c2 - s1 s2) (s1^2 + c1^2)^3").correct
    assert da.check(TWO, "G2 = m2 g lc2 (cos(3q1 + q2) + cos(q1 - q2) - cos(q1 - q2) + 2 sin(2q1 + q2) sin q1)").correct


def test_friction_and_gears() -> None:
    robot = da.gallery.pendulum()
    assert da.check(robot, "tau = (Il + m d^2 + n^2 Im) qdd + m g d sin q + bl qd + n^2 bm qd").correct
    assert [x.kind for x in da.check(robot, "tau = (Il + m d^2 + n^2 Im) qdd + m g d sin q").missing] == ["friction"]


def test_forces_from_outside() -> None:
    robot, wrench = da.gallery.pendulum(), {"tool": ["Fx", 0, 0, 0, 0, 0]}
    right = "tau = (Il + m d^2 + n^2 Im) qdd + m g d sin q + (bl + n^2 bm) qd - l cos(q) Fx"
    assert da.check(robot, right, wrench=wrench).correct
    turned = da.check(robot, right.replace("- l", "+ l"), wrench=wrench)
    assert [x.kind for x in turned.wrong] == ["external"]
    assert key(turned.reasons[0]) == "external force wrong sign"
    with raises(da.finding.UnreadableText, column=77):
        da.check(robot, right)


def test_numeric_robots_are_exact_unless_told_otherwise() -> None:
    robot = TWO.bind(m1=1.5, m2="0.7", l1=0.4, l2=0.3, lc1=0.2, lc2=0.15, I1=0.02, I2=0.01, g=9.81)
    exact = 0.01 + 0.7 * 0.15**2
    assert da.check(robot, "M22 = 0.02575").correct
    assert da.check(robot, "M22 = 0.0256").correct is False
    assert da.check(robot, "M22 = 0.0256", tolerance=0.01).correct
    assert abs(exact - 0.02575) < ROUNDED
    with raises(da.finding.OutOfRange, argument="tolerance", lower=0, strict=False):
        da.check(robot, "M22 = 1", tolerance=-1)


def test_what_the_verdict_holds() -> None:
    verdict = da.check(TWO, "tau2 = H22*qdd2 + H12*qdd1 + 2*h*qd1**2 - G2 + 3*qd2", H)
    assert verdict.correct is False
    assert verdict.missing == ()
    by_kind = {x.kind: x for x in verdict.wrong}
    assert by_kind["centrifugal"].factor == 2
    assert by_kind["gravity"].factor == Fraction(-1)
    assert by_kind["friction"].expected is None  # no drive, no friction
    assert verdict.extra == (by_kind["friction"].found,)
    s = {x: sympy.Symbol(x) for x in ("m2", "l1", "lc2", "q2", "qd1")}
    expected = by_kind["centrifugal"].expected
    assert expected is not None
    assert sympy.expand(expected.expression - s["m2"] * s["l1"] * s["lc2"] * sympy.sin(s["q2"]) * s["qd1"] ** 2) == 0
    assert expected.where == "tau2"
    assert "twice too large" in verdict.explain()
    assert str(verdict) == verdict.explain()
    assert str(verdict.findings[0]) in str(verdict)
    assert repr(verdict) == "<Verdict: wrong: tau2>"
    assert verdict._repr_latex_().startswith("$$")
    assert r"\dot{q}_{1}^{2}" in verdict._repr_latex_()
    assert "<math>" in verdict._repr_html_()


def test_a_right_verdict_reads_as_such() -> None:
    verdict = da.check(TWO, f"tau2 = {TAU2}")
    assert verdict.explain() == "tau2 is right."
    assert (verdict.missing, verdict.wrong, verdict.extra, verdict.reasons) == ((), (), (), ())
    assert repr(verdict) == "<Verdict: correct>"
    assert "right" in verdict._repr_latex_()
    assert "right" in verdict._repr_html_()


def test_an_identity_is_said_to_be_one() -> None:
    verdict = da.check(TWO, "sin(q1)^2 + cos(q1)^2 = 1")
    assert verdict.correct
    assert [*map(key, verdict.notes)] == ["OnlyCompared"]


@pytest.mark.parametrize(
    "name", ["pendulum", "rp", "planar_2r", "planar_3r", "spatial_3r", "cylindrical", "scara", "ur5"]
)
def test_reads_back_what_the_equations_print(name: str) -> None:
    robot = getattr(da.gallery, name)()
    printed = da.equations(robot)
    for what in ("tau", "M", "c", "T", "U"):
        for text in (printed.text(what, digits=None), printed.latex(what, digits=None)):
            verdict = da.check(robot, text)
            assert verdict.correct, f"{name} {what}: {verdict}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tau1 = tau2*tau1", "NotLinear"),
        ("tau1 = tau1", "same sides"),
        ("tau1 + q1 = tau1 + qd1", "NotLinear"),
        ("tau1 = cos(q1/3)", "AngleFraction"),
        ("tau1 = cos(100 q1)", "multiple of an angle 12"),
        ("tau1 = (m1 + m2 + l1 + l2 + lc1 + lc2 + I1 + I2 + g + q1)^12", "product too large"),
        ("tau1 = a9", "product too large"),
        ("tau1 = (M11 + g1 + c(q, qd)^T qd)^12", "products of terms 1000000"),
        ("tau1 = " + "*".join(["(sin(q1) + cos(q2) + m1 + l1 + lc2)"] * 12), "number of terms 8000"),
        ("tau1 = " + " + ".join(f"1/(m1 + {k} m2)" for k in range(1, 200)), "divisors, roots and functions 30"),
        ("tau1 = " + " + ".join(f"sqrt(m1 + {k} m2)" for k in range(1, 200)), "divisors, roots and functions 30"),
        (
            "tau1 = " + " + ".join(f"cos({k} q1 - {j} q2)" for k in range(12) for j in range(12)) + " + cos(13 q1)",
            "multiple of an angle 12",
        ),
    ],
)
def test_hostile_equations_are_refused_at_once(text: str, words: str) -> None:
    where = {"a0": "m1 + m2 + q1 + l1"} | {f"a{k}": f"a{k - 1}*a{k - 1}" for k in range(1, 10)}
    da.check(TWO, "tau1 = q1")
    start = time.process_time()
    with pytest.raises(da.DalembertError) as caught:
        da.check(TWO, text, where)
    assert time.process_time() - start < 1.0
    assert key(caught.value.finding) == words


# ── the edges of what is read, compared and said ──────────────────────────────
