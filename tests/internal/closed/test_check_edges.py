"""check at the edges: what is refused for its size, rounded, borne by loops and springs, explained in time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import sympy

import dalembert as da
from dalembert.closed.checking.diagnosis import Budget, diagnose
from dalembert.closed.checking.expansion import Expansion
from dalembert.closed.checking.reference_model import Lazy, Steps
from finding_queries import key
from raised import raises

TWO = da.gallery.planar_2r()


TAU2 = "(m2 lc2^2 + I2)(qdd1 + qdd2) + m2 l1 lc2 c2 qdd1 + m2 l1 lc2 s2 qd1^2 + m2 g lc2 c12"


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("planar_2r", "1 = 1", "no symbol left"),
        ("planar_2r", "2*2.5 = 5.1", "no symbol left"),
        ("planar_2r", "tau1 = tau1 + q1", "NotLinear"),
        ("planar_2r", "tau1*tau2 = 3", "NotLinear"),
        ("planar_2r", "tau1 = " + "*".join(["(q1+1)^12"] * 7), "degree 80"),
        (
            "planar_2r",
            "tau1 = " + " + ".join(f"({k}*m1+l1+m2+I1+q1+q2+qd1+g+lc1)^7" for k in range(2, 99)),
            "products of terms 1000000",
        ),
        ("planar_2r", "tau1 = 1/(q1+l1+m1+g+q2)^4", "terms of a divisor 40"),
        ("planar_2r", "tau1 = sin((q1+l1+m1+g+q2)^4)", "terms of an angle 40"),
        ("planar_2r", "tau1 = sin(13*q1)", "multiple of an angle 12"),
        ("planar_2r", "tau1 = sin(q1/3)", "AngleFraction"),
        ("spatial_3r", "tau1 = sin(12*q1 + 12*q2 - 12*(q2+q3) + 12*q3 + 12*q2)", None),
        ("panda", "tau1 = sin(7*q1+7*q2+7*q3+7*q4)", "terms of a sine or cosine 4000"),
        ("planar_2r", ", ".join(f"M11 = {k}*m1" for k in range(301)), "number of equations 300"),
        ("puma560", "det J = 3", "square Jacobian det J"),
        ("cart_pole", "det J = 3 q1 + q2 q1", None),
    ],
)
def test_what_cannot_be_compared_is_refused_in_words(name, text, words):
    robot = getattr(da.gallery, name)()
    if words is None:
        assert da.check(robot, text).correct is False
        return
    with pytest.raises(da.errors.BadExpression) as caught:
        da.check(robot, text)
    assert key(caught.value.finding) == words


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "text",
    [
        "tau1 = " + "*".join(["(q1+1)^12"] * 6), "tau1 = 1/(q1+l1+m1)^3", "tau1 = sin((q1+l1+m1)^3)",
        "tau1 = sin(12*q1)", "tau1 = sin(q1/2)", ", ".join(f"M11 = {k}*m1" for k in range(40)),
    ],
)  # fmt: skip
def test_what_is_just_small_enough_is_compared(text):
    """One less than each limit above."""
    verdict = da.check("planar_2r", text)
    assert verdict.correct is False


@pytest.mark.parametrize(
    ("left", "label"),
    [
        ({1: 1, 2: 1}, "tau1 + tau2"), ({1: 1, 2: -1}, "tau1 − tau2"), ({1: 1, 2: -2}, "tau1 − (2)·tau2"),
        ({1: -1, 2: 3}, "tau1 − (3)·tau2"), ({1: 2, 2: 1}, "tau1 + (1/2)·tau2"), ({1: 2, 2: 3}, "tau1 + (3/2)·tau2"), ({1: 5}, "tau1"),
    ],
)  # fmt: skip
def test_sums_of_efforts_are_compared_and_named(left, label):
    """Σ k τ_k is scaled until its first effort stands alone; right as it is, wrong with a term more."""
    exact = da.equations(da.gallery.planar_2r())
    text = " + ".join(f"({a})*tau{k}" for k, a in left.items())
    right = sum(a * exact.tau[k - 1] for k, a in left.items())
    good, bad = (
        da.check(da.gallery.planar_2r(), f"{text} = {right}"),
        da.check(da.gallery.planar_2r(), f"{text} = {right} + g*m1*l1"),
    )
    assert good.correct
    assert bad.correct is False
    assert [x.claim.label for x in (*good.findings, *bad.findings)] == [label, label]
    assert bad.extra or bad.wrong


def test_numbers_beside_what_is_claimed_and_under_a_line_are_rounded_too():
    """0.33 τ = …: the rounded third may be off by 0.005 of τ; 1/0.33 by as much of what stands over it."""
    robot = da.gallery.pendulum().bind(m=3.0, d=0.5, g=9.81, Il=0.2, Im=0.01, n=10, bl=0.1, bm=0.002)
    exact = da.equations(robot).tau[0]
    third = sympy.expand(exact / 3).evalf(17)
    for text in (f"0.33*tau1 = {third}", f"tau1 = ({third})/0.33", f"2*tau1/6.0 = {third}", f"0.3333*tau1 = {third}"):
        assert da.check(robot, text).correct, text
        assert da.check(robot, text.replace("0.33", "0.35").replace("6.0", "6.4")).correct is False, text
    assert "right to the digits written" in str(da.check(robot, f"0.33*tau1 = {third}"))


def test_two_sides_at_a_state_are_those_of_the_numbers():
    """Where no reason is looked for both sides are given at q_k = 0.3 k, q̇_k = 1/k, q̈_k = 0.5 k."""
    robot = da.gallery.panda()
    k = np.arange(1, 8)
    tau = da.inverse_dynamics(robot, 0.3 * k, 1 / k, 0.5 * k)
    said = da.check(robot, "tau2 = 3*qdd1 + 2*qd2^2 + sin(q3)").explain()
    written = 1.5 + 2 * 0.25 + np.sin(0.9)
    assert f"what is written is {written:.6g}, and the model {tau[1]:.6g}." in said
    assert "more groups of terms" in said
    assert sum("   (" in line for line in said.splitlines()) == 30
    assert "The model says" not in said
    assert "terms in qd" in said


def test_kinds_of_energy_and_of_balls():
    lagrangian = da.check(da.gallery.planar_2r(), "L = m1*qd1^2 + g*m1*sin(q1)")
    assert {x.kind for x in (*lagrangian.missing, *(y.found for y in lagrangian.wrong))} == {
        "kinetic energy",
        "potential energy",
    }
    with raises(da.finding.NotForQuasiVelocities, what="Christoffel symbols"):
        da.check(da.gallery.free_body(), "c_{111} = 0")


def test_a_force_from_outside_is_named_where_it_is_missing_or_turned():
    robot, w = da.gallery.planar_2r(), {"tool": ("Fx", "Fy", 0, 0, 0, 0)}
    exact, plain = da.equations(robot, wrench=w), da.equations(robot)
    for k in range(2):
        assert da.check(robot, f"tau{k + 1} = {exact.tau[k]}", wrench=w).correct
        turned = da.check(robot, f"tau{k + 1} = {2 * plain.tau[k] - exact.tau[k]}", wrench=w)
        missing = da.check(robot, f"tau{k + 1} = {plain.tau[k]}", wrench=w)
        assert key(turned.reasons[0]) == "external force wrong sign"
        assert key(missing.reasons[0]) == "external force missing"


def test_several_reasons_are_given_largest_first():
    """Of τ3 all but M33 q̈3 is left out: three centrifugal terms, the coupling, gravity."""
    robot = da.gallery.spatial_3r()
    M33 = da.equations(robot).M[2, 2]
    reasons = da.check(robot, f"tau3 = ({M33})*qdd3").reasons
    assert [*map(key, reasons)] == ["centrifugal terms missing", "coupling missing", "gravity terms missing"]


def test_a_decimal_may_carry_a_unit_and_a_whole_number_does_not():
    assert da.check(TWO, "tau1 = 3*m1").dimensions
    assert not da.check(TWO, "tau1 = 3.14*m1").dimensions


@pytest.mark.parametrize(("count", "fits"), [(5, True), (28, True), (31, False)])
def test_functions_that_the_robot_does_not_have_are_read_up_to_a_number(count, fits):
    text = "tau1 = " + " + ".join(f"1/(q1 + {k})" for k in range(1, count + 1))
    if fits:
        assert da.check(da.gallery.planar_2r(), text).correct is False
    else:
        with raises(da.finding.TooLargeToExpand, limit="divisors, roots and functions", most=30):
            da.check(da.gallery.planar_2r(), text)


def test_nothing_of_a_right_equation_is_left_to_explain():
    [finding] = da.check(TWO, f"tau2 = {TAU2}").findings
    assert finding.diagnosis.reasons == ()


def test_a_force_on_one_link_is_missed_only_where_it_acts():
    """A force on link 1 does not load joint 2; at joint 1 it is found missing or turned."""
    robot, w = da.gallery.planar_2r(), {da.gallery.planar_2r().joints[0].child: ("Fx", "Fy", 0, 0, 0, "N1")}
    exact, plain = da.equations(robot, wrench=w), da.equations(robot)
    assert exact.tau[1] == plain.tau[1]
    assert key(da.check(robot, f"tau1 = {plain.tau[0]}", wrench=w).reasons[0]) == "external force missing"
    turned = da.check(robot, f"tau1 = {2 * plain.tau[0] - exact.tau[0]}", wrench=w)
    assert key(turned.reasons[0]) == "external force wrong sign"


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "five_bar"])
def test_what_loops_bear_is_part_of_the_equation(name):
    """The efforts that `equations` prints for a robot with loops are right, and wrong without λ."""
    robot = getattr(da.gallery, name)()
    exact = da.equations(robot)
    for k in range(robot.n):
        bare = exact.tau[k].subs({x: 0 for x in exact.tau[k].free_symbols if "lambda" in x.name})
        assert da.check(robot, f"tau{k + 1} = {exact.tau[k]}").correct
        if bare != exact.tau[k]:
            assert da.check(robot, f"tau{k + 1} = {bare}").correct is False


def test_springs_are_part_of_an_effort():
    """τ = … + k (q − q₀): right with the spring, wrong without it."""
    sprung = replace(da.gallery.planar_2r(), springs=(da.model.Tendon("band", (("joint1", 1),), stiffness="k1"),))
    exact = da.equations(sprung)
    assert da.check(sprung, f"tau1 = {exact.tau[0]}").correct
    assert da.check(sprung, f"tau1 = {da.equations(da.gallery.planar_2r()).tau[0]}").correct is False
    assert da.check(sprung, f"tau2 = {exact.tau[1]}").correct


def test_an_explanation_says_why_of_the_first_few_that_are_wrong():
    said = da.check(TWO, "G1 = m1 lc1 g c1").explain()
    assert said.count("  Why: ") == 1
    many = da.check(TWO, ", ".join("G1 = m1 lc1 g c1" for _ in range(12))).explain()
    assert 1 <= many.count("  Why: ") <= 12
    assert many.count("G1 is not right") + many.count("g1 is not right") == 12


def test_a_search_without_time_gives_no_reason():
    """The reason is there to be found, and is not looked for after the deadline."""
    [finding] = da.check(TWO, "H11 = I1 + m1 lc1^2").findings
    given = (finding.model, finding.claim, finding.differences, finding.display)
    assert key(diagnose(*given, Budget(60.0)).reasons[0]) == "inertia of a link 2 missing"
    late = diagnose(*given, Budget(0.0))
    assert late.reasons == ()
    assert late.unfinished == da.finding.SearchEnded()
    assert not late.complete


def test_the_energy_of_a_link_may_hold_its_rotor():
    """T1 = ½ (Il + m d²) q̇², or with N² Im beside it: then said to be so."""
    robot = da.gallery.pendulum()
    plain, counted = (
        da.check(robot, "T1 = 1/2*(Il + m*d^2)*qd1^2"),
        da.check(robot, "T1 = 1/2*(Il + m*d^2 + n^2*Im)*qd1^2"),
    )
    assert plain.correct
    assert not plain.conventions
    assert counted.correct is None
    assert counted.conventions == (da.finding.OtherConvention(da.finding.Usage.ROTOR_COUNTED),)
    assert da.check(robot, "T1 = 1/2*(Il + m*d^2 - n^2*Im)*qd1^2").correct is False


def test_an_entry_of_S_comes_with_a_remark_wherever_it_stands():
    exact = da.equations(TWO)
    alone, beside, without = (
        da.check(TWO, text).notes
        for text in (
            f"S11 = {exact.S[0, 0]}",
            f"M11 = {exact.M[0, 0]}, S11 = {exact.S[0, 0]}",
            f"M11 = {exact.M[0, 0]}",
        )
    )
    assert da.finding.CheckNote("entry of S") in alone
    assert da.finding.CheckNote("entry of S") in beside
    assert da.finding.CheckNote("entry of S") not in without


@pytest.mark.parametrize(
    ("factor", "words"),
    [
        ("2", "twice too large"), ("1/2", "half of what it should be"),
        ("-2", "wrong sign and twice too large"), ("-1/2", "wrong sign and half of what it should be"),
        ("3", "off by a factor 3"), ("1/3", "off by a factor 1/3"),
    ],
)  # fmt: skip
def test_a_factor_that_is_off_is_said_in_words(factor, words):
    said = da.check(TWO, f"G2 = ({factor})*m2*g*lc2*cos(q1 + q2)").explain()
    assert f"  {words}" in said


def test_a_determinant_needs_as_many_rows_as_joints():
    with raises(da.finding.MissingInModel, noun="square Jacobian", name="det J", count=None):
        da.check(da.gallery.pendulum(), "det J = 3")


def test_sides_that_differ_by_a_constant_are_not_the_same():
    """Only energies are known up to one."""
    for text in ("l1*cos(q1) + m1 = l1*cos(q1)", "l1*cos(q1) + 1 = l1*cos(q1)", "q1 + l1/l1 = q1"):
        assert da.check(TWO, text).correct is False, text
    assert da.check(TWO, "2*l1*cos(q1)^2 = l1*cos(2*q1) + l1").correct


def test_reasons_that_touch_one_row_of_M_are_found():
    """m1 lc1² stands in M11 alone; of three joints all coupling left out is not that with one."""
    bare = da.check(TWO, "M11 = I1 + I2 + m2*(l1^2 + lc2^2 + 2*l1*lc2*c2)")
    assert key(bare.reasons[0]) == "1 parallel axis missing"
    three = da.gallery.planar_3r()
    exact = da.equations(three)
    alone = exact.tau[0] - sum(exact.M[0, k] * sympy.Symbol(f"qdd{k + 1}") for k in (1, 2))
    assert key(da.check(three, f"tau1 = {sympy.expand(alone)}").reasons[0]) == "coupling missing"
    slope = sympy.diff(da.equations(TWO).T, sympy.Symbol("q2"))
    assert key(da.check(TWO, f"tau2 = {da.equations(TWO).tau[1] - slope}").reasons[0]) == "kinetic slope doubled"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("G1 = m1*g*lc1*c1 + m1*g*l1*c1 + m2*g*lc2*c12", "wrong index m1 m2"),
        ("G1 = m1*g*lc1*c1 + m2*g*lc1*c1 + m2*g*lc2*c12", "replaced lc1 l1"),
        ("M12 = I2 + m2*lc2 + m2*l1*lc2*c2", "not squared lc2"),
        ("M12 = I2 + m2*lc2*l1 + m2*l1*lc2*c2", "replaced l1 lc2"),
        ("M12 = I2 + m2*lc2^2 + l1*lc2*c2", "factor missing m2"),
    ],
)
def test_a_slip_of_the_pen_is_said(text, words):
    assert key(da.check(TWO, text).reasons[0]) == words


def test_groups_of_terms_are_all_listed():
    said = da.check(TWO, "tau1 = 0").explain()
    assert said.count("  missing: ") == 5
    assert "and so on" not in said


def test_the_model_is_shown_where_it_fits_on_a_screen():
    assert "  The model says tau2 = " in da.check(TWO, "tau2 = 0").explain()
    long = da.check(da.gallery.spatial_3r(), "M11 = I1").explain()
    assert "  The model says M11 = " in long


def test_absolute_values_have_the_unit_of_what_they_are_of():
    robot = da.gallery.pendulum()
    assert not da.check(robot, "tau1 = bl*abs(qd1)").dimensions
    assert da.check(robot, "tau1 = bl*abs(qd1)^2").dimensions
    assert not da.check(robot, "tau1 = m*g*sqrt(d^2)").dimensions
    assert da.check(robot, "tau1 = m*g*sqrt(d)").dimensions


def test_a_row_that_no_motor_drives_is_named_so_and_one_with_a_motor_is_not():
    robot = replace(TWO, actuated=(TWO.coordinates[0],))
    exact = da.equations(TWO)
    [passive], [driven] = (da.check(robot, f"0 = {exact.tau[k]}").findings for k in (1, 0))
    assert passive.correct
    assert passive.claim.label.startswith("row 2, which no motor drives")
    assert driven.correct is False
    assert not driven.claim.label.startswith("row 1")


def test_entries_made_when_asked_for_end_where_they_end():
    made = []
    lazy = Lazy(3, lambda k: made.append(k) or 10 * k)
    assert (lazy[1], lazy[1], list(lazy), len(lazy)) == (10, 10, [0, 10, 20], 3)
    assert made == [1, 0, 2]
    for k in (-1, 3, 7):
        with pytest.raises(IndexError):
            lazy[k]


@pytest.mark.parametrize("name", ["planar_2r", "planar_3r", "spatial_3r"])
def test_a_link_ends_where_the_next_begins(name):
    steps = Steps(getattr(da.gallery, name)())
    n = steps.arm.n
    assert [steps.end(k) for k in range(n)] == [*(steps.origin(k) for k in range(1, n)), steps.tool]


@pytest.mark.parametrize(
    ("size", "terms", "products"), [(0, 8_000, 1_000_000), (4_000, 8_000, 1_000_000), (30_000, 60_000, 3_000_000)]
)
def test_what_may_be_written_grows_with_what_it_is_compared_with(size, terms, products):
    growing = Expansion(da.check(TWO, "M22 = I2").findings[0].model.ring, size)
    assert (growing.most, growing.budget) == (terms, products)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("m1*g*lc1*cos(2*q2)", "it acts at rest, as gravity does"),
        ("m1*lc1*cos(2*q2)", "it acts at rest, and has no g"),
        ("m1*lc1*qd1", "it has one velocity to the first power, as only friction has"),
    ],
)
def test_a_term_that_does_not_belong_is_not_called_what_it_is_not(more, words):
    said = da.check(TWO, f"tau2 = {TAU2} + {more}").explain()
    assert f"({words})" in said
