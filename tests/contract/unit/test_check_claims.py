"""Claims as people write them, right and wrong, in text and LaTeX: what `check` says of each."""

from __future__ import annotations

import pytest

import dalembert as da
from finding_queries import key
from raised import raises

TAU2 = "(m2 lc2^2 + I2)(qdd1 + qdd2) + m2 l1 lc2 c2 qdd1 + m2 l1 lc2 s2 qd1^2 + m2 g lc2 c12"
NUMBERS = {"m1": 1.5, "m2": "0.7", "l1": 0.4, "l2": 0.3, "lc1": 0.2, "lc2": 0.15, "I1": 0.02, "I2": 0.01, "g": 9.81}


def robot(name: str) -> da.Robot:
    return da.gallery.planar_2r().bind(**NUMBERS) if name == "numeric" else getattr(da.gallery, name)()


RIGHT = {
    "planar_2r": [
        # steps of the derivation
        r"T_1 = \frac12 m_1 l_{c1}^2 \dot q_1^2 + \frac12 I_1 \dot q_1^2",
        r"T_2 = \frac12 m_2 v_{c2}^T v_{c2} + \frac12 I_2 \omega_2^2",
        "T = T1 + T2",
        "U = U1 + U2",
        "U2 = m2 g (l1 s1 + lc2 s12) + 5",
        "ω2 = qd1 + qd2",
        r"\omega_2 = [0, 0, \dot q_1 + \dot q_2]",
        "v_c2 = [-l1 s1 qd1 - lc2 s12 (qd1+qd2), l1 c1 qd1 + lc2 c12 (qd1+qd2)]",
        "v_c2^2 = l1^2 qd1^2 + lc2^2 (qd1+qd2)^2 + 2 l1 lc2 c2 qd1 (qd1+qd2)",
        "p_c2 = [l1 c1 + lc2 c12; l1 s1 + lc2 s12]",
        "x_c2 = l1 c1 + lc2 c12",
        "ZZ1R = m1 lc1^2 + I1 + m2 l1^2",
        r"\frac{d}{dt}\frac{\partial L}{\partial\dot q_2} - \frac{\partial L}{\partial q_2} = \tau_2",
        "d/dt(∂L/∂q̇2) - ∂L/∂q2 = tau2",
        "∂U/∂q1 = G1",
        "∂T/∂q2 = -m2 l1 lc2 s2 qd1 (qd1+qd2)",
        "p_2 = [l1 c1, l1 s1]",  # the origin of a link
        "v_2 = [-l1 s1 qd1, l1 c1 qd1, 0]",
        "v_{2x} = -l1 s1 qd1",
        "r_2 = [l1 c1; l1 s1; 0]",
        "v_2^2 = l1^2 qd1^2",
        "p_2 = M21 qd1 + M22 qd2",  # a momentum is a number
        # kinematics
        "x = l1 cos q1 + l2 cos(q1+q2), y = l1 sin q1 + l2 sin(q1+q2)",
        "p = [l1 c1 + l2 c12, l1 s1 + l2 s12, 0]",
        "J = [[-l1 s1 - l2 s12, -l2 s12],[l1 c1 + l2 c12, l2 c12]]",
        "J = [[-l1 s1 - l2 s12, -l2 s12],[l1 c1 + l2 c12, l2 c12],[0,0],[0,0],[0,0],[1,1]]",
        r"\det J = l_1 l_2 \sin q_2",
        "det(J) = l1 l2 s2",
        "det M = M11 M22 - M12^2",
        # energies
        "H = T + U",
        r"\mathcal{H} = T + U",
        "H = 1/2 qd^T M qd + U",
        "T = 0.5 M11 qd1^2 + M12 qd1 qd2 + 0.5 M22 qd2^2",
        "T = 1/2 qd' M qd",
        # half angles, other functions, degrees
        "tan(q2/2) = sin(q2)/(1 + cos(q2))",
        "tan(q2/2) = (1 - cos q2)/sin q2",
        "sin(q1 + q2) = 2 tan(q1/2 + q2/2)/(1 + tan(q1/2 + q2/2)^2)",
        "M12 = m2 lc2^2 + I2 + m2 l1 lc2 (1 - tan(q2/2)^2)/(1 + tan(q2/2)^2)",
        "M12 = m2 lc2^2 + I2 + m2 l1 lc2 sin(q2) cot(q2)",
        r"M_{12} = m_2 l_{c2}^2 + I_2 + m_2 l_1 l_{c2} / \sec q_2",
        "M12 = m2 lc2^2 + I2 + m2 l1 lc2 sin(q2 + 90°)",
        r"M_{22} = 2 (m_2 l_{c2}^2 + I_2) \sin 30^\circ",
        "M22 = m2/(1/lc2^2) + I2",
        "M22 = m2 |lc2|^2 + I2",
        "x^2 + y^2 = l1^2 + l2^2 + 2 l1 l2 cos q2",
        "cos q2 = (x^2 + y^2 - l1^2 - l2^2)/(2 l1 l2)",
        r"\begin{cases} \tau_1 = M_{11}\ddot q_1 + M_{12}\ddot q_2 + c_1 + g_1 \\ \tau_2 = M_{21}\ddot q_1 + M_{22}\ddot q_2 + c_2 + g_2 \end{cases}",
        # rates
        r"\dot x = -l_1 s_1 \dot q_1 - l_2 s_{12} (\dot q_1 + \dot q_2)",
        r"\dot x^2 + \dot y^2 = l1^2 qd1^2 + l2^2 (qd1+qd2)^2 + 2 l1 l2 c2 qd1 (qd1+qd2)",
        r"\dot M_{12} = -m_2 l_1 l_{c2} s_2 \dot q_2",
        r"\dot M - 2 S = [[0, m2 l1 lc2 s2 (2 qd1 + qd2)], [-m2 l1 lc2 s2 (2 qd1 + qd2), 0]]",
        r"\dot E = \dot q^T \tau",
        r"\dot U = \dot q^T g(q)",
        # letters of books
        r"\Gamma_{112} = -m_2 l_1 l_{c2} s_2",
        "tau(q, qd, qdd) = M(q) qdd + c(q, qd) + g(q)",
        r"M(\Theta)\ddot\Theta + V(\Theta,\dot\Theta) + G(\Theta) = \tau",
        "tau1 = D11 qdd1 + D12 qdd2 + D112 qd1 qd2 + D121 qd1 qd2 + D122 qd2^2 + D1",
        "tau = M qdd + N",
        "M qdd + C qd + G = tau",
        "M qdd + C qd + g = tau",
        "tau - g = M qdd + c",
        "φ_2 = m2 g lc2 c12",  # gravity by Spong's letter
        "tau1 = M11 θ̈1 + M12 θ̈2 + c1 + φ1",
        r"D(q)\ddot q + C(q,\dot q)\dot q + \phi(q) = u",
        r"\phi(q) = [(m1 lc1 + m2 l1) g c1 + m2 g lc2 c12, m2 g lc2 c12]",
        "U = m1 g lc1 sin φ1 + m2 g (l1 sin φ1 + lc2 sin(φ1 + φ2))",  # an angle
        r"D(q)\ddot q + C(q,\dot q)\dot q + g(q) = u",
        r"C(q,\dot q) = \begin{bmatrix} h\dot q_2 & h(\dot q_1 + \dot q_2) \\ -h \dot q_1 & 0 \end{bmatrix},"
        r" \quad \text{where } h = -m_2 l_1 l_{c2}\sin q_2",
        f"tau2 = {TAU2.replace('m2 l1 lc2 s2', 'h')}, where h = m2 l1 lc2 sin(q2)",
        "τ₂ = (I₂ + m₂ lc₂²)(q̈₁+q̈₂) + m₂ l₁ lc₂ cos(q₂) q̈₁ + m₂ l₁ lc₂ sin(q₂) q̇₁² + m₂ g lc₂ cos(q₁+q₂)",
        "c_{1,12} = -m2 l1 lc2 s2",
        "c121 = -m2 l1 lc2 s2",
        "c1_12 = -m2 l1 lc2 s2",
        # ways of writing
        "M12 = I2 + m2 lc2^2 + m2 l1 lc2 (2 cos(q2/2)^2 - 1)",
        f"tau2 = {TAU2};",
        "M22 = m2*lc2^2\n+ I2",
        "M22 =\nm2*lc2^2 + I2",
        "M22 = I2 + m2 lc2^2   (5)",
        "M22 == I2 + m2 lc2**2.0",
        "M[2,2] = I2 + m2 lc2^2",
        "M(2,2) = I2 + m2 lc2^2",
        "M_{22} = I_2 + m_2 l_{c,2}^2",
        "M = M^T",
        "M12 = I2 + m2 lc2^2 + m2 l1 lc2 sin(q2 + 1.5708)",
        "M12 = I2 + m2 lc2^2 + m2 l1 lc2 sin(1.57 - q2)",
        "M12 = I2 + m2 lc2^2 - m2 l1 lc2 cos(q2 - 3.14159265)",
        "g2 = m2 g lc2 c12 sin(0.5*pi)",
    ],
    "pendulum": [
        r"n u_m = (I_l + m d^2 + n^2 I_m)\ddot\theta + m g d \sin\theta + (b_l + n^2 b_m)\dot\theta",
        "U = 2 m g d sin²(θ/2)",
        "tau = (Il + m d^2 + n^2 Im) qdd + 2 m g d sin(q/2) cos(q/2) + (bl + n^2 bm) qd",
        r"\tau_f = (b_l + n^2 b_m)\dot q",
        "T = 1/2 (Il + m d² + n² Im) θ̇²",
        "U = m g d (1 - cos θ)",
        "I = Il + m d^2 + n^2 Im\n tau = I qdd + m g d sin q + (bl + n^2 bm) qd",
    ],
    "cart_pole": [  # a row that no motor drives, in any arrangement
        "(I + mp l^2) qdd2 = mp l c2 qdd1 + mp g l s2",
        "qdd2 = (mp l c2 qdd1 + mp g l s2)/(I + mp l^2)",
        "(I/l + mp l) qdd2 - mp c2 qdd1 = mp g s2",
        "tau1 = (mc + mp) qdd1 - mp l c2 qdd2 + mp l s2 qd2^2, (I + mp l^2) qdd2 = mp l c2 qdd1 + mp g l s2",
    ],
    "four_bar": ["l3 sin(q3)/l1 = sin q1 + l2/l1 sin(q1 + q2)"],
    "rp": [
        r"\tau_1 = (m_1 l_1^2 + I_1 + I_2 + m_2 d_2^2)\ddot\theta_1 + 2 m_2 d_2 \dot\theta_1 \dot d_2"
        r" + (m_1 l_1 + m_2 d_2) g \cos\theta_1",
        "F2 = m2 qdd2 - m2 q2 qd1^2 + m2 g s1",
        "x = d2 c1",
    ],
    "pr": ["u1 = (m1+m2) qdd1 - m2 dc2 s2 qdd2 - m2 dc2 c2 qd2^2"],
    "planar_3r": [
        "lmx2R = l1 mx2 + m3 l1 l2",
        "M11 = ZZ1R + ZZ2R + zz3 + 2 lmx2R cos q2",
        "c123 = 0",
        "omega3 = qd1+qd2+qd3",
    ],
    "planar_rpr": ["y = d2 s1 + l3 s13"],
    "spatial_3r": ["x = (l1 cos q2 + l2 cos(q2+q3)) cos q1", "det J = -l1 l2 sin(q3) (l1 cos q2 + l2 cos(q2+q3))"],
    "scara": ["M13 = 0", "tau3 = m3 (qdd3 - g)"],
    "ur5": ["g1 = 0", "M12 = M21", "c_{666} = 0"],
    "numeric": [
        "M22 = 0.02575",
        "M22 = 0.0258",
        "M22 = 2.575e-2",
        "M22 = 0,02575",
        "g2 = 1.03 cos(q1+q2)",
        "g2 = 0.7*9.8*0.15*cos(q1+q2)",
        "tau2 = 0.0258 (qdd1+qdd2) + 0.042 c2 qdd1 + 0.042 s2 qd1^2 + 1.03 c12",
    ],
}
WRONG = {
    "planar_2r": [
        "ω₂ = 2 q̇₂",
        "v_{c2}^2 = l1^2 qd1^2 + lc2^2 (qd1+qd2)^2",
        "ZZ1R = I1 + m2 l1^2",
        "∂T/∂q1 = m2",
        "M12 = I2 + m2 lc2^2 + m2 l1 lc2 (2 cos(q2/2)^2 + 1)",
        "T = 0.51 M11 qd1^2 + M12 qd1 qd2 + 0.5 M22 qd2^2",
        "tau2 = 0,5*qdd2",
        "x = l1 c1 + l2 c2, y = l1 s1 + l2 s12",
        "m1 = m2",
        "v_2 = [-l1 s1 qd1, l1 c1 qd2, 0]",
        "tan(q2/2) = (1 + cos q2)/sin q2",
        r"\dot T = \dot q^T \tau",
        "M12 = I2 + m2 lc2^2 + m2 l1 lc2 sin(q2 + 1.58)",  # not a right angle, to the digits written
        "g = [0,5*m1]",
    ],
    "cart_pole": ["(I + mp l^2) qdd2 = mp l c2 qdd1 - mp g l s2"],
    "pendulum": ["tau = (Il + m d^2 + n^2 Im) qdd + m g d q + (bl + n^2 bm) qd", "u_m = 3*qdd"],
    "rp": ["F2 = m2 qdd2 + m2 q2 qd1^2 + m2 g s1"],
    "scara": ["det J = 0"],
    "numeric": [
        "M22 = 0.03",  # one digit: not a rounded number
        "M22 = 0.025",
        "M22 = 0.02576",
        "g2 = 1.04 c12",
        "tau2 = 0.0258 (qdd1+qdd2) + 0.042 c2 qdd1 - 0.042 s2 qd1^2 + 1.03 c12",
    ],
}
ELSEWHERE = {  # with another zero or direction, which nothing else in the text confirms
    "planar_2r": ["det J = l1 l2 c2", "φ2 = m2 g lc2 s12", "x^2 + y^2 = l1^2 + l2^2 - 2 l1 l2 cos q2"],
    "pendulum": ["U = m g d cos θ"],
    "scara": ["tau3 = m3 (qdd3 + g)"],
}
REFUSED = [
    ("M22 = m2*lc2^2; I2", "comma between equations"),
    ("M22 = m2*lc2^2, I2", "comma between equations"),
    ("M22 = I2*1,000", "ambiguous 1,000"),
    ("M22 = (m2, lc2)", "UnexpectedSign"),
    ("M22 = m2\nlc2^2", "new line"),
    ("tau1 = 2 q1,3*qdd1", "comma between equations"),
    ("M11 > 0", "UnexpectedSign"),
    ("tau1 = x + qdd1", "UnknownSymbol"),
    ("ZZ9R = 0", "base parameter ZZ9R"),
    ("omega7 = 0", "link 7"),
    ("M11 = sin(1.5)", "number not exact"),
    ("q2 = atan2(s2, c2)", "inverse function"),
    (r"q_2 = \arccos(l_1/l_2)", "inverse function"),
]


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in RIGHT.items() for text in texts])
def test_right_claims(name: str, text: str) -> None:
    verdict = da.check(robot(name), text)
    assert verdict.correct, verdict
    assert not verdict.conventions
    assert "right" in verdict.explain()


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in WRONG.items() for text in texts])
def test_wrong_claims(name: str, text: str) -> None:
    verdict = da.check(robot(name), text)
    assert verdict.correct is False, verdict
    assert "not right" in verdict.explain()


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in ELSEWHERE.items() for text in texts])
def test_another_zero_or_direction_is_told_with_the_mistake_it_may_be(name: str, text: str) -> None:
    [only] = da.check(robot(name), text).right_if
    assert only.otherwise
    assert da.check(robot(name), text, convention=only.convention).correct


@pytest.mark.parametrize(("text", "words"), REFUSED)
def test_what_may_mean_two_things_is_refused(text: str, words: str) -> None:
    with pytest.raises(da.errors.BadExpression) as caught:
        da.check(da.gallery.planar_2r(), text)
    assert key(caught.value.finding) == words


def test_a_decimal_comma_is_told() -> None:
    assert da.finding.ReadAs("0,02575", "0.02575") in da.check(robot("numeric"), "M22 = 0,02575").notes
    assert da.finding.ReadAs("(5)", "equation number") in da.check(robot("planar_2r"), "M22 = I2 + m2 lc2^2 (5)").notes


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("M12 = m2 l1 lc2 sin(q2 + 1.5708)", "1.5708: π/2"),
        ("g2 = m2 cos(q2 - 3.1416)", "3.1416: π"),
        ("phi1 = m1 g lc1 c1", "phi1: gravity"),
        ("g = [0,5*m1]", "0,5: two entries"),
        ("T2 = v_2^2", "OfOrigin"),
    ],
)
def test_what_a_name_was_taken_for_is_told(text: str, note: str) -> None:
    assert note in [*map(key, da.check(robot("planar_2r"), text).notes)]


@pytest.mark.parametrize("divisor", ["(1/lc2)", "(1/lc2+1/l1) (1/l1+1/lc2) lc2", "(m1-m2) (m1-m2) lc2", "1.0000 lc2"])
def test_decimals_over_what_cancels_are_right_to_their_digits(divisor: str) -> None:
    weighed = da.gallery.planar_2r().bind(g=9.81)
    below, _, above = divisor.partition(" ")
    digits = {x: da.check(weighed, f"g2 = {x} m2 {above} c12/{below}") for x in ("9.8", "9.9")}
    assert digits["9.8"].correct
    assert "to the digits written" in digits["9.8"].explain()
    assert "9.9*m2*lc2*cos(q1 + q2), not 9.81" in digits["9.9"].explain()


def test_g_of_a_robot_with_numbers_is_its_gravity() -> None:
    verdict = da.check(da.gallery.planar_2r().bind(g=9.81), "tau2 = M21 qdd1 + M22 qdd2 + c2 + m2 g lc2 c12")
    assert verdict.correct
    assert da.finding.ReadAs("g", "9.81") in verdict.notes


@pytest.mark.parametrize(("name", "text"), [("cart_pole", "tau2 = 0"), ("four_bar", "phi = 0")])
def test_what_is_0_by_its_nature_is_not_called_wrong(name: str, text: str) -> None:
    verdict = da.check(robot(name), text)
    assert verdict.correct
    assert not verdict.conventions


@pytest.mark.parametrize("text", ["L = T + U", "H = T - U"])
def test_a_sum_of_energies_is_not_told_of_efforts(text: str) -> None:
    assert [*map(key, da.check(robot("planar_2r"), text).reasons)] == ["gravity terms potential sign"]


def test_a_power_is_not_called_an_effort() -> None:
    verdict = da.check(robot("pendulum"), r"\dot E = \tau \dot q")
    said = verdict.explain()
    assert "the equation in tau1 is not right" in said
    assert [*map(key, verdict.reasons)] == ["friction missing"]
    assert "tau1 =" not in said.replace("the equation in tau1 =", "")
    assert "centrifugal" not in said


def test_a_name_that_nothing_uses_is_told() -> None:
    with raises(da.finding.UnreadableText, cause=da.finding.NothingToCheck(("W",))):
        da.check(da.gallery.pr(), "W = m1*qdd1")


def test_a_term_of_geometry_is_not_called_gravity() -> None:
    assert "gravity" not in da.check(robot("planar_2r"), "x^2 + y^2 = l1^2 + l2^2 - 2 l1 l2 cos q2").explain()


def test_lists_of_numbers_need_no_note() -> None:
    assert not da.check(robot("planar_2r"), "M = [[1,2],[0,5]]").notes


def test_a_rounded_number_is_said_to_be_one() -> None:
    assert da.check(robot("numeric"), "M22 = 0.0258").explain() == "M22 is right to the digits written."
    assert da.check(robot("numeric"), "M22 = 0.02575").explain() == "M22 is right."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("c_{221} = -m2 l1 lc2 s2", "last index"),
        ("c_{112} = m2 l1 lc2 s2", "last index"),
        ("D112 = -2 m2 l1 lc2 s2", "pair"),
        ("tau1 = M11 qdd1 + M12 qdd2 + c121 qd1 qd2 + c211 qd2 qd1 + c221 qd2^2 + g1", "last index"),
        ("g1 = -(m1 lc1 g c1 + m2 g (l1 c1 + lc2 c12))", "gravity right"),
        ("Q1 = m1 lc1 g c1 + m2 g (l1 c1 + lc2 c12)", "Q gravity"),
        ("Q2 = -m2 g lc2 c12", "Q weight"),
        ("Q(q) = [m1 lc1 g c1 + m2 g (l1 c1 + lc2 c12), m2 g lc2 c12]", "Q gravity"),
        ("h2 = m2 l1 lc2 s2 qd1^2 + m2 g lc2 c12", "velocity and gravity"),
        ("N2 = m2 g lc2 c12", "is gravity"),
        ("v_c2 = [l1 s2 qd1, l1 c2 qd1 + lc2 (qd1 + qd2), 0]", "link axes"),
        ("J = [[-l1 s1 - l2 s12, -l2 s12],[l1 c1 + l2 c12, l2 c12],[1,1]]", "plane angle"),
        ("J = [[0,0],[0,0],[1,1],[-l1 s1 - l2 s12, -l2 s12],[l1 c1 + l2 c12, l2 c12],[0,0]]", "angular first"),
        ("det J = -l1 l2 s2", "row order"),
        ("ω₂ = q̇₂", "absolute"),
        ("p_2 = [l1 c1 + l2 c12, l1 s1 + l2 s12]", "far end"),
        ("v_2 = [-l1 s1 qd1 - l2 s12 (qd1+qd2), l1 c1 qd1 + l2 c12 (qd1+qd2), 0]", "far end"),
        ("T2 = 1/2 m2 v2^2 + 1/2 I2 ω2^2", "mass centres"),
        ("p_2 = [l1 c1 + lc2 c12, l1 s1 + lc2 s12]", "mass centres"),
        ("G2 = m2 g lc2 cos q2", "absolute efforts"),
        ("y = l1 s1 + l2 s2", "absolute"),
        ("x = l1 c1 + l2 c2, y = l1 s1 + l2 s2", "absolute"),
        ("J = [[-l1 s1, -l2 s2], [l1 c1, l2 c2]]", "absolute"),
        ("T2 = 1/2 m2 (l1^2 qd1^2 + lc2^2 qd2^2 + 2 l1 lc2 cos(q1 - q2) qd1 qd2) + 1/2 I2 qd2^2", "absolute"),
        ("S12 = -2 m2 l1 lc2 s2 qd1 - m2 l1 lc2 s2 qd2", "generic S"),
    ],
)
def test_right_in_another_book(text: str, words: str) -> None:
    verdict = da.check(da.gallery.planar_2r(), text)
    assert verdict.correct is None, verdict
    assert not verdict
    assert words in [key(x.convention) for x in verdict.right_if], verdict
    assert all(bool(x.otherwise) == (len({y.claim.text for y in verdict.findings}) == 1) for x in verdict.right_if)
    assert verdict.explain().splitlines()[0] == f"{verdict.right_if[0]}."
    assert da.check(da.gallery.planar_2r(), text, convention=words).correct is True


def test_a_convention_holds_for_all_of_a_text() -> None:
    """One g on the left and one on the right is no convention."""
    first, second = "m1 lc1 g c1 + m2 g (l1 c1 + lc2 c12)", "m2 g lc2 c12"
    assert da.check(da.gallery.planar_2r(), f"g1 = -({first}), g2 = -{second}").correct is None
    assert da.check(da.gallery.planar_2r(), f"g1 = {first}, g2 = -{second}").correct is False


def test_indices_have_one_order_in_all_of_a_text() -> None:
    h = {"h": "m2*l1*lc2*sin(q2)"}
    assert da.check(da.gallery.planar_2r(), "c_112 = h; c_211 = h", h).correct is False
    assert da.check(da.gallery.planar_2r(), "c_112 = h; c_221 = -h", h).correct is None
    assert da.check(da.gallery.planar_2r(), "c_112 = -h; c_211 = h", h).correct is True
    mixed = "c_112 = h; tau1 = M11 qdd1 + M12 qdd2 + c112 qd1 qd2 + c121 qd2 qd1 + c122 qd2^2 + g1"
    assert da.check(da.gallery.planar_2r(), mixed, h).correct is not True


@pytest.mark.parametrize("stated", ["absolute angles\n{}", "{}\nq2 is absolute", "θ2 absolute; {}"])
def test_a_text_may_state_that_its_angles_are_absolute(stated: str) -> None:
    assert da.check(da.gallery.planar_2r(), stated.format("g2 = m2 g lc2 cos(q2)")).correct is True
    assert da.check(da.gallery.planar_2r(), stated.format("g2 = m2 g lc2 cos(q1 + q2)")).correct is False


def test_rows_of_entries_alone_hold_in_all_coordinates() -> None:
    general, weight = "tau2 = M21 qdd1 + M22 qdd2 + c2 + g2", "g2 = m2 g lc2 cos q2"
    assert da.check(da.gallery.planar_2r(), f"{general}; {weight}").correct is None
    assert (
        da.check(da.gallery.planar_2r(), f"tau2 = M21 qdd1 + M22 qdd2 + c2 + m2 g lc2 c12; {weight}").correct is False
    )
