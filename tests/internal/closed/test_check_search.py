"""What the search for conventions, slips and mistakes finds, and what it must not find.

The claims are equations of the two-link arm and of linkages, written by hand in other coordinates or with one change.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
import sympy

import dalembert as da
from dalembert.closed.checking import mistakes
from dalembert.closed.derivation.shared_steps import OutOfTime
from dalembert.closed.reading.vocabulary import Entry
from finding_queries import key
from raised import raises

OtherConvention = da.finding.OtherConvention
NUMBERS = {"m1": 1.5, "m2": "0.7", "l1": 0.4, "l2": 0.3, "lc1": 0.2, "lc2": 0.15, "I1": 0.02, "I2": 0.01, "g": 9.81}
A, B = "(m1*lc1 + m2*l1)*g", "m2*g*lc2"
M12 = "I2 + m2*lc2^2 + m2*l1*lc2*"
TURNED = {90: "-sin({})", -90: "sin({})", 180: "-cos({})"}  # the cosine of x + b


def conventions(text: str, name: str = "planar_2r") -> set[str]:
    return {key(x) for x in da.check(name, text).conventions}


# ── conventions ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("joint", "degrees"), [*product((1, 2), TURNED)])
def test_another_zero_position_is_found(joint: int, degrees: int) -> None:
    entry, factor, angle = ("x", "l1*", "q1") if joint == 1 else ("M12", M12, "q2")
    more = f" + l2*({TURNED[degrees].format('q1 + q2')})" if joint == 1 else ""
    verdict = da.check("planar_2r", f"{entry} = {factor}({TURNED[degrees].format(angle)}){more}")
    assert verdict.conventions == (OtherConvention("other zero", joint=joint, degrees=degrees),)


TWO = (
    f"g1 = -{A}*sin(q1) - {B}*cos(q1 + q2)",  # q1 + 90° and q2 + 90°
    f"g2 = -{B}*cos(q1 + q2)",
    f"M12 = {M12}(-sin(q2))",
)
THREE = (  # and q2 in the other direction
    f"g1 = -{A}*sin(q1) - {B}*cos(q1 - q2)",
    f"g2 = {B}*cos(q1 - q2)",
    f"M12 = -({M12}sin(q2))",
)


@pytest.mark.parametrize(("lines", "count"), [(TWO, 2), (THREE, 3)])
def test_a_text_can_depart_more_often_than_one_line(lines: tuple[str, ...], count: int) -> None:
    verdict = da.check("planar_2r", "\n".join(lines))
    assert verdict.correct is None
    assert len(verdict.conventions) == count
    assert da.check("planar_2r", "\n".join(lines), convention=verdict.conventions).correct is True
    assert da.check("planar_2r", lines[0]).correct is False


def test_decimals_depart_once() -> None:
    robot = da.gallery.planar_2r().bind(**NUMBERS)
    assert da.check(robot, "g2 = -1.03*sin(q1 + q2)").correct is None
    text = "g1 = -5.69*sin(q1) - 1.03*cos(q1 - q2)\ng2 = 1.03*cos(q1 - q2)\nM12 = -0.02575 - 0.042*sin(q2)"
    assert da.check(robot, text).correct is False


def test_a_wrong_line_is_explained_in_the_convention_of_the_others() -> None:
    text = (
        "M11 = m1*lc1^2 + I1 + m2*l1^2; M12 = m2*l1*l2*cos(q1 - q2); M22 = m2*lc2^2 + I2"
        f"; g1 = {A}*sin(q1); g2 = {B}*sin(q2)"
    )
    verdict = da.check("planar_2r", text)
    assert verdict.correct is False
    [wrong] = [x for x in verdict.findings if x.correct is False]
    assert [str(x) for x in wrong.differences.missing] == ["m2*l1*lc2*cos(q1 - q2)"]
    assert {x.usage for x in verdict.conventions} == {"absolute efforts", "other zero"}


def test_beside_a_wrong_line_a_letter_can_have_another_meaning_and_one_line_no_other_coordinates() -> None:
    letter = da.check("planar_2r", f"N2 = {B}*cos(q1 + q2); M22 = m2*lc2^2")
    angles = da.check("planar_2r", f"G2 = {B}*cos(q2); M22 = m2*lc2^2")
    assert [x.correct for x in letter.findings] == [None, False]
    assert [x.correct for x in angles.findings] == [False, False]


@pytest.mark.parametrize("same", ["sqrt(m1)/sqrt(m1)", "abs(q1)^2/q1^2", "exp(q2)/exp(q2)", "tanh(q1)/tanh(q1)"])
def test_functions_are_read_in_other_conventions(same: str) -> None:
    text = f"G2 = {B}*cos(q2)*{same}"
    assert conventions(text) == {"absolute efforts"}
    assert da.check("planar_2r", text.replace("cos(q2)", "cos(q2 - 2*q1)")).correct is False


def test_quadratic_forms_change_with_the_direction_of_a_joint() -> None:
    """c = C [q̇²] + B [q̇q̇] for q2 in the other direction."""
    where, turned = {"h": "m2*l1*lc2*sin(q2)"}, OtherConvention("reversed", joint=2)
    text = "C = [[0, h], [h, 0]]; B = [[-2*h], [0]]"
    assert da.check("planar_2r", text, where, convention=turned).correct is True
    assert da.check("planar_2r", text.replace("[h, 0]", "[-h, 0]"), where, convention=turned).correct is False
    assert da.check("planar_2r", text.replace("-2*h", "2*h"), where, convention=turned).correct is False


@pytest.mark.parametrize("text", ["0 = -({})", "{} = 0"])
def test_a_row_without_an_effort_can_be_written_in_other_coordinates(text: str) -> None:
    """τ2 without motor for q2 in the other direction, on either side."""
    row = f"({M12}cos(q2))*qdd1 - (m2*lc2^2 + I2)*qdd2 - m2*l1*lc2*sin(q2)*qd1^2 + {B}*cos(q1 - q2)"
    assert {x.usage for x in da.check("planar_2r", text.format(row)).conventions} == {"reversed", "unforced"}
    assert da.check("planar_2r", text.format(row.replace("- (m2", "+ (m2"))).correct is False


# ── slips in writing ──────────────────────────────────────────────────────────

BAR = "l2^2 = l1^2 + l3^2 + l4^2 - 2*l1*l3*cos(q1 - q3) - 2*l1*l4*cos(q1) + 2*l3*l4*cos(q3)"


@pytest.mark.parametrize(
    ("right", "wrong", "reason"),
    [
        ("+ 2*l3*l4*cos(q3)", "+ 2*l3*cos(q3)", "factor missing l4"),
        ("+ 2*l3*l4*cos(q3)", "+ 2*l3*l4*l1*cos(q3)", "factor added l1"),
        ("+ 2*l3*l4*cos(q3)", "- 2*l3*l4*cos(q3)", "sign -2*l3*l4*cos(q3)"),
        ("+ 2*l3*l4*cos(q3)", "+ 4*l3*l4*cos(q3)", "scaled 2*l3*l4*cos(q3)"),
        ("+ 2*l3*l4*cos(q3)", "+ 2*l1*l4*cos(q3)", "wrong index l1 l3"),
        ("+ 2*l3*l4*cos(q3)", "+ 2*l3*l4*sin(q3)", "replaced sin(q3) cos(q3)"),
        ("cos(q1 - q3)", "cos(q1)", "other angle cos(q1) cos(q1 - q3)"),
        ("l4^2", "l3^2", "wrong index l3 l4"),
        ("l4^2", "l4", "factor missing l4"),
        ("cos(q3)", "sin(q3 + 90)", "degrees"),
    ],
)
def test_a_slip_in_an_equation_of_a_closed_loop_is_named(right: str, wrong: str, reason: str) -> None:
    assert right in BAR
    assert da.check("four_bar", BAR).correct is True
    verdict = da.check("four_bar", BAR.replace(right, wrong))
    assert verdict.correct is False
    assert [key(x) for x in verdict.reasons] == [reason]


DIAGONAL = "l3^2 = (l1*cos(q1) + l2*cos({0}) - l4)^2 + (l1*sin(q1) + l2*sin({0}))^2"


@pytest.mark.parametrize(
    ("lines", "convention"),
    [
        ((DIAGONAL.format("q2"),), OtherConvention("absolute")),
        (
            (BAR.replace("q3", "(-q3)"), "l1*sin(q1) + l2*sin(q1 + q2) = -l3*sin(q3)"),
            OtherConvention("reversed", joint=3),
        ),
        (
            (BAR.replace("cos(q1 - q3)", "sin(q1 - q3)").replace("cos(q3)", "(-sin(q3))"), DIAGONAL.format("q1 + q2")),
            OtherConvention("other zero", joint=3, degrees=90),
        ),
    ],
)
def test_equations_of_a_closed_loop_can_be_written_in_other_coordinates(
    lines: tuple[str, ...], convention: da.finding.OtherConvention
) -> None:
    text = "\n".join(lines)
    assert da.check("four_bar", text).conventions == (convention,)
    assert da.check("four_bar", text.replace("l2", "2*l2", 1)).correct is False


def test_independent_rates_are_those_of_all_lines_or_of_none() -> None:
    """M and g of the four-bar linkage for the rate of its motor, q̇ = G u, by Cramer's rule."""
    exact = da.equations("four_bar")
    J = sympy.Matrix(exact.phi).jacobian(sympy.symbols("q1:4"))
    G = sympy.Matrix([1, *(-J[:, 1:].adjugate() * J[:, 0] / J[:, 1:].det())])
    weight, inertia = ((G.T * x)[0] for x in (exact.g, exact.M * G))
    right = da.check("four_bar", f"g1 = {weight}; M11 = {inertia}")
    assert [x.correct for x in right.findings] == [True, True]
    mixed = da.check("four_bar", f"g1 = {weight}; M11 = {exact.M[0, 0]}")
    assert [x.correct for x in mixed.findings] == [False, True]
    assert mixed.reasons == ()


def test_a_slip_is_found_in_a_long_line() -> None:
    long = " + ".join(f"{k}*l1*q1 - {k}*l1*q1" for k in range(2, 60))
    assert [key(x) for x in da.check("four_bar", f"{BAR.replace('l4^2', 'l4')} + {long}").reasons] == [
        "factor missing l4"
    ]


def test_a_slip_in_an_energy_is_found_beside_another_constant() -> None:
    text = "U = m1*g*lc1*sin(q1) + m2*g*(l1*sin(q1) + lc2*sin(2*q1 + q2)) + 5"
    assert [key(x) for x in da.check("planar_2r", text).reasons] == ["replaced sin(2*q1 + q2) sin(q1 + q2)"]


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (f"g2 = 2*{B}*sin(q1 + q2)", {"1 other zero", "scaled -m2*lc2*g*sin(q1 + q2)"}),
        ("c_{112} = m2*l1*l2*sin(q2)", {"last index", "replaced l2 lc2"}),
        ("M12 = m2*l1*l2*cos(q1 - q2)", {"absolute angles", "replaced l2 lc2"}),
    ],
)
def test_a_slip_is_found_beside_another_convention(text: str, reasons: set[str]) -> None:
    verdict = da.check("planar_2r", text)
    assert verdict.correct is False
    assert {key(x) for x in verdict.reasons} == reasons


def test_numbers_in_degrees_are_named() -> None:
    for text, right in (("sin(q1 + q2 + 90)", "sin(q1 + q2 + 90°)"), ("cos(q1 + q2 - 360)", "cos(q1 + q2 - 360°)")):
        assert [key(x) for x in da.check("planar_2r", f"g2 = {B}*{text}").reasons] == ["degrees"]
        assert da.check("planar_2r", f"g2 = {B}*{right}").correct is True
    assert "degrees" not in [key(x) for x in da.check("planar_2r", f"g2 = {B}*sin(q1 + q2 + 45)").reasons]


# ── mistakes ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("planar_2r", "M11 = I1 + I2 + m2*(l1^2 + 2*l1*lc2*cos(q2))", "parallel axis missing"),
        ("planar_2r", "M11 = I1 + 2*m1*lc1^2 + I2 + m2*(l1^2 + 2*lc2^2 + 2*l1*lc2*cos(q2))", "parallel axis twice"),
        ("planar_2r", "M11 = m1*lc1^2 + m2*(l1^2 + lc2^2 + 2*l1*lc2*cos(q2))", "point mass"),
        ("planar_2r", "T = M11*qd1^2/2 + M12*qd1*qd2 + M22*qd2^2/2 - I2*(qd1^2/2 + qd1*qd2)", "2 relative rate"),
        ("planar_3r", "T = 1/2 qd^T M qd - zz3*(qd1^2/2 + qd1*qd2 + qd1*qd3)", "3 relative rate"),
        ("planar_2r", "M12 = I2 + m2^2*lc2^2 + m2*l1*lc2*cos(q2)", "squared m2"),
        ("planar_2r", "M12 = I2 + m2*lc2^2*l1 + m2*l1*lc2*cos(q2)", "factor added l1"),
        ("planar_2r", "M12 = I2 - m2*lc2^2 + m2*l1*lc2*cos(q2)", "sign m2*lc2**2"),
        ("planar_2r", "M12 = 2*I2 + m2*lc2^2 + m2*l1*lc2*cos(q2)", "scaled I2"),
    ],
)
def test_a_mistake_in_inertia_is_named(name: str, text: str, reason: str) -> None:
    verdict = da.check(name, text)
    assert verdict.correct is False
    assert [key(x) for x in verdict.reasons] == [reason]


# ── limits ────────────────────────────────────────────────────────────────────

M11 = ("I1", "I2", "m1*lc1^2", "m2*l1^2", "m2*lc2^2")


@pytest.mark.parametrize(("factors", "explained"), [((2, -2, -1, "1/2"), True), ((2, -2, -1, "1/2", 1000), False)])
def test_at_most_four_mistakes_explain_a_line(factors: tuple[object, ...], explained: bool) -> None:
    terms = [f"({k})*{x}" for k, x in zip([*factors, 1], M11, strict=False)]
    verdict = da.check("planar_2r", f"M11 = {' + '.join(terms)} + 2*m2*l1*lc2*cos(q2)")
    assert verdict.correct is False
    assert len(verdict.reasons) == (len(factors) if explained else 0)


def test_friction_of_one_drive_among_several_joints_is_named() -> None:
    robot = da.gallery.planar_2r()
    first, *others = robot.joints
    robot = replace(robot, joints=(replace(first, drive=da.Drive(damping="b1")), *others))
    row = da.equations(robot).tau[0]
    reasons = da.check(robot, f"tau1 = {row - 2 * da.equations(robot).friction[0]}").reasons
    assert [key(x) for x in reasons] == ["friction wrong sign"]


def test_mistakes_are_not_sought_for_ball_joints() -> None:
    [line] = da.check("free_body", "M11 = 2*m").findings
    assert line.correct is False
    assert line.diagnosis.reasons == ()


@pytest.mark.parametrize(("number", "right"), [("1.244", True), ("1.248", False)])
def test_both_sides_of_an_identity_can_be_rounded(number: str, right: bool) -> None:
    [line] = da.check("planar_2r", f"1.24*m1*sin(q1) = {number}*m1*sin(q1)").findings
    assert (line.correct, line.claim.label) == (right, "1.24*m1*sin(q1)")


def test_a_factor_of_an_effort_changes_only_the_scale() -> None:
    """−2 l1 τ2 = …: the same terms are missing as without the number."""
    for factor in ("l1", "-2*l1", "l1/3"):
        verdict = da.check("planar_2r", f"{factor}*tau2 = {factor}*(M21*qdd1 + M22*qdd2 + c2)")
        assert [x.text for x in verdict.missing] == ["m2*l1*lc2*g*cos(q1 + q2)"]


def test_an_equation_of_motion_without_an_effort_is_right_only_without_one() -> None:
    row = f"({M12}cos(q2))*qdd1 + (m2*lc2^2 + I2)*qdd2 + m2*l1*lc2*sin(q2)*qd1^2 + {B}*cos(q1 + q2)"
    [only] = da.check("planar_2r", f"{row} = 0").right_if
    assert key(only.convention) == "unforced"
    assert [(x.slip, da.finding.PYTHON.formula(x.meant)) for x in only.otherwise] == [("term missing", "-tau2")]


def test_a_row_of_a_joint_without_a_motor_is_known_without_its_coupling() -> None:
    [line] = da.check("cart_pole", "(I + mp*l^2)*qdd2 = mp*g*l*sin(q2)").findings
    assert line.correct is False
    assert [x.kind for x in line.differences.missing] == ["inertial"]


def test_a_quarter_turn_makes_no_angle_smaller() -> None:
    with raises(da.finding.TooLargeToExpand, limit="multiple of an angle", most=12):
        da.check("planar_2r", "M12 = sin(13*q1 + pi/2)")


def test_nothing_is_computed_after_a_deadline() -> None:
    [line] = da.check("planar_2r", "M12 = I2").findings
    late = replace(line.model, deadline=0.0)
    for step in (
        lambda: late.value(Entry("M", (1, 1))),
        lambda: late.slope(0, 0, 1),
        lambda: late.inertia_rate(0),
        lambda: list(mistakes.links(late)),
    ):
        with pytest.raises(OutOfTime):
            step()


def test_equal_sides_state_nothing() -> None:
    with raises(da.finding.NothingStated):
        da.check("planar_2r", "q1 = q1")


# ── what a verdict shows ──────────────────────────────────────────────────────


def test_terms_and_mistakes_have_short_forms() -> None:
    verdict = da.check("planar_2r", f"g2 = 2*{B}*cos(q1 + q2)")
    [mistake] = verdict.wrong
    assert (str(mistake.found), mistake.found._repr_latex_()) == (mistake.found.text, f"${mistake.found.latex}$")
    assert repr(mistake.found) == f"<gravity: {mistake.found.text}>"
    assert repr(mistake) == f"<gravity: {mistake}>"
    assert da.finding.PYTHON.formula(mistake.expected.formula) == mistake.expected.text


def test_terms_at_rest_are_gravity_only_with_g_beside_springs() -> None:
    robot = da.gallery.planar_2r()
    sprung = replace(robot, springs=(da.model.Tendon("band", (("joint1", 1),), stiffness="k1"),))
    row = da.equations(robot).tau[1]
    verdict = da.check(sprung, f"tau2 = {row - da.equations(robot).g[1]} + m1*l1*cos(2*q1)")
    assert [x.kind for x in verdict.missing] == ["gravity"]
    assert [x.kind for x in verdict.extra] == ["at rest"]


def test_an_equation_that_holds_where_loops_are_closed_is_explained_as_right() -> None:
    verdict = da.check("four_bar", BAR)
    assert verdict.findings[0].closed
    assert "not right" not in verdict.explain()
    assert da.finding.ComparedAtPostures(10) in verdict.notes
