"""Reading equations: each way of writing against plain Python arithmetic at random values."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy

import dalembert as da
from dalembert.closed.reading.parser import expression, parse
from dalembert.graph.evaluate import evaluate
from dalembert.graph.walk import symbols
from finding_queries import key
from raised import raises
from tolerance import HUNDREDS_OF_ROUNDINGS, TENS_OF_ROUNDINGS

TWO = da.gallery.planar_2r()


def values(seed: int = 3) -> dict[str, float]:
    rng = random.Random(seed)
    names = "m1 m2 l1 l2 lc1 lc2 I1 I2 g q1 q2 q3 qd1 qd2 qd3 qdd1 qdd2 qdd3 tau1 tau2 m d Il Im n bl bm l dc2".split()  # noqa: SIM905
    return {x: rng.uniform(0.3, 2.0) for x in names}


def same(text: str, meaning: Callable[..., float], robot: da.Robot = TWO, where: dict[str, Any] | None = None) -> None:
    node, v = expression(robot, text, where), values()
    assert not isinstance(node, tuple)
    assert evaluate([node], v)[0] == pytest.approx(eval_with(meaning, v), rel=HUNDREDS_OF_ROUNDINGS)


def eval_with(meaning: Callable[..., float], v: dict[str, float]) -> float:
    names = meaning.__code__.co_varnames[: meaning.__code__.co_argcount]
    return meaning(*(v[x] for x in names))


# ── plain text ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("m2*l1*lc2*sin(q2)*qd1**2", lambda m2, l1, lc2, q2, qd1: m2 * l1 * lc2 * math.sin(q2) * qd1**2),
        ("m2 l1 lc2 sin q2 qd1^2", lambda m2, l1, lc2, q2, qd1: m2 * l1 * lc2 * math.sin(q2) * qd1**2),
        ("m2l1lc2 sinq2 q̇1²", lambda m2, l1, lc2, q2, qd1: m2 * l1 * lc2 * math.sin(q2) * qd1**2),
        ("m₂·l₁·lc₂·s₂·q̇₁²", lambda m2, l1, lc2, q2, qd1: m2 * l1 * lc2 * math.sin(q2) * qd1**2),
        ("2l1 lc2 c2 q̈₁", lambda l1, lc2, q2, qdd1: 2 * l1 * lc2 * math.cos(q2) * qdd1),
        ("m2 g lc2 c12", lambda m2, g, lc2, q1, q2: m2 * g * lc2 * math.cos(q1 + q2)),
        ("s_{12} + c_{1,2} − s_{1+2}", lambda q1, q2: math.cos(q1 + q2)),
        ("cos(q_1 + q_{2})^2 - sin²(q1)", lambda q1, q2: math.cos(q1 + q2) ** 2 - math.sin(q1) ** 2),
        ("sin 2q1 + sin2q1 + sin 2 q1", lambda q1: 3 * math.sin(2 * q1)),
        ("sin q1 qd1 + cos -q2", lambda q1, qd1, q2: math.sin(q1) * qd1 + math.cos(q2)),
        ("½ m1 lc1² θ̇₁²", lambda m1, lc1, qd1: 0.5 * m1 * lc1**2 * qd1**2),
        ("1/2 m1 qd1'", lambda m1, qdd1: 0.5 * m1 * qdd1),
        ("q1'' + q_2' + dq1 + ddq2 + q1dot + theta2_ddot", lambda qd1, qd2, qdd1, qdd2: qdd1 + qd2 + qd1 + qdd2 + qd1 + qdd2),
        ("(m1 + m2)(l1 - lc1)/(2 l2)", lambda m1, m2, l1, lc1, l2: (m1 + m2) * (l1 - lc1) / (2 * l2)),
        ("-m1^2 + -(-l1)", lambda m1, l1: -(m1**2) + l1),
        ("2*-q1 / -3", lambda q1: 2 * q1 / 3),
        ("1.5e-2*m1 - .5", lambda m1: 0.015 * m1 - 0.5),
        ("m1**-2", lambda m1: m1**-2),
        ("cos(2*q1 - pi/2)", lambda q1: math.sin(2 * q1)),
        ("sqrt(m1) + √(m2) + abs(qd1) + tanh(qd2) + exp(qd1)",
         lambda m1, m2, qd1, qd2: math.sqrt(m1) + math.sqrt(m2) + qd1 + math.tanh(qd2) + math.exp(qd1)),
        ("sign(qd1)*I1 + sgn(qd2) I2", lambda I1, I2: I1 + I2),
        ("tan q1", lambda q1: math.tan(q1)),
        ("cθ1 + s θ_2", lambda q1, q2: math.cos(q1) + math.sin(q2)),
        ("m2 g {lc2 c12 + l1 c1}", lambda m2, g, lc2, q1, q2, l1: m2 * g * (lc2 * math.cos(q1 + q2) + l1 * math.cos(q1))),
        ("theta_{12} + \u03b8̇12", lambda q1, q2, qd1, qd2: q1 + q2 + qd1 + qd2),
    ],
)  # fmt: skip
def test_plain_text(text: str, meaning: Callable[..., float]) -> None:
    same(text, meaning)


# ── LaTeX ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (r"\ddot{q}_1 + \ddot q_2", lambda qdd1, qdd2: qdd1 + qdd2),
        (r"\dot{\theta}_2^2 \dot\theta_1 + \dot{q_1}^{2} + {\dot q}_2", lambda qd1, qd2: qd2**2 * qd1 + qd1**2 + qd2),
        (r"\dot{\theta}^2_2", lambda qd2: qd2**2),
        (r"\ddot{\mathbf{q}}_{1} \dot{\vartheta}_{2}", lambda qdd1, qd2: qdd1 * qd2),
        (r"\cos(q_1+q_2) \sin^2 q_1", lambda q1, q2: math.cos(q1 + q2) * math.sin(q1) ** 2),
        (r"\sin^{2}{\left(q_{1} \right)} \cos{\left(q_{2} \right)}", lambda q1, q2: math.sin(q1) ** 2 * math.cos(q2)),
        (r"\frac{1}{2} m_1 + \tfrac12 m_2 + \frac m_1 2", lambda m1, m2: m1 + m2 / 2),
        (r"\frac{m_1}2 l_1", lambda m1, l1: m1 / 2 * l1),
        (r"\left( m_2 l_1 \, l_{c2} \right) \cdot \bigl[ 2 \bigr] \times 3", lambda m2, l1, lc2: 6 * m2 * l1 * lc2),
        (r"l_{c_1} + l_{\mathrm{c}1} + l_{c,1}", lambda lc1: 3 * lc1),
        (r"\mathrm{I}_{1} + \mathit{lc}_{2} + {lc}_1", lambda I1, lc2, lc1: I1 + lc2 + lc1),
        (r"m_2l_1l_{c2}c_{12}", lambda m2, l1, lc2, q1, q2: m2 * l1 * lc2 * math.cos(q1 + q2)),
        (r"m_2 g_0 \ell_1", lambda m2, g, l1: m2 * g * l1),
        (r"\underbrace{m_1 + m_2}_{M_1} - \operatorname{sgn}(\dot q_1)", lambda m1, m2: m1 + m2 - 1),
        (r"\dot{q_1 + q_2} \; \dot{(q_1 q_2)}", lambda q1, q2, qd1, qd2: (qd1 + qd2) * (qd1 * q2 + q1 * qd2)),
        (r"\sin\frac{\theta_1}{1}", lambda q1: math.sin(q1)),
        (r"\theta_1' \theta_2^{\prime}", lambda qd1, qd2: qd1 * qd2),
    ],
)
def test_latex(text: str, meaning: Callable[..., float]) -> None:
    same(text, meaning)


def test_one_joint_needs_no_index() -> None:
    pendulum = da.gallery.pendulum()
    same(
        r"mgd\sin\theta + n^2 I_m \ddot\theta",
        lambda m, g, d, q1, n, Im, qdd1: m * g * d * math.sin(q1) + n**2 * Im * qdd1,
        pendulum,
    )
    same(r"\tau_m n + \theta_m/n", lambda tau1, q1: tau1 + q1, pendulum)


def test_slides_may_be_called_d() -> None:
    same(r"2 m_2 d_2 \dot\theta_1 \dot{d}_2", lambda m2, q2, qd1, qd2: 2 * m2 * q2 * qd1 * qd2, da.gallery.rp())


def test_abbreviations_may_use_one_another() -> None:
    where = {"h": r"k \sin q_2", "k": "m2*l1*lc2", "ratio": Fraction(1, 2), "x": 2}
    same("h qd1 ratio x", lambda m2, l1, lc2, q2, qd1: m2 * l1 * lc2 * math.sin(q2) * qd1, where=where)
    same(r"\dot h", lambda m2, l1, lc2, q2, qd2: m2 * l1 * lc2 * math.cos(q2) * qd2, where=where)
    same("h", lambda m2, q2: m2 * math.sin(q2), where={"h": sympy.Symbol("m2") * sympy.sin(sympy.Symbol("q2"))})
    same(r"\phi_2 + \dot\phi_2", lambda q1, q2, qd1, qd2: q1 + q2 + qd1 + qd2, where={r"\phi_2": "q1 + q2"})


def test_abbreviations_may_stand_among_the_statements() -> None:
    reading = parse(TWO, "tau2 = h*qd1^2\nh = m2*l1\n  * lc2 * sin(q2)")
    assert len(reading.statements) == 1
    assert symbols(reading.statements[0].sides) >= {"tau2", "m2", "lc2", "q2"}


# ── statements ────────────────────────────────────────────────────────────────


def test_aligned_lines_are_statements_and_go_on() -> None:
    text = r"""\begin{aligned} \tau_1 &= Q_1 = m_1 \ddot q_1 \\ &\quad + m_2 \ddot q_2 \\ \tau_2 &= m_2 \ddot q_1 \quad (5) \end{aligned}"""
    first, second = parse(TWO, text).statements
    assert len(first.sides) == 3
    assert symbols([first.sides[2]]) == {"m1", "m2", "qdd1", "qdd2"}
    assert symbols([second.sides[1]]) == {"m2", "qdd1"}


@pytest.mark.parametrize(
    "text",
    [
        "M = [[m1, 2], [3, m2]]",
        "M(q) = [m1, 2; 3, m2]",
        r"B(q) = \begin{bmatrix} m_1 & 2 \\ 3 & m_2 \end{bmatrix}",
        r"\mathbf{H} = \left[\begin{array}{cc} m_1 & 2 \\ 3 & m_2 \end{array}\right]",
        r"$$M = \begin{pmatrix} m_1 & 2 \\[2pt] 3 & m_2 \end{pmatrix}.$$",
    ],
)
def test_matrices(text: str) -> None:
    [statement] = parse(TWO, text).statements
    model, written = statement.sides
    assert isinstance(model, tuple)
    assert isinstance(written, tuple)
    assert [[str(x) for x in row] for row in model] == [["M[1,1]", "M[1,2]"], ["M[2,1]", "M[2,2]"]]
    assert [[str(x) for x in row] for row in written] == [["m1", "2"], ["3", "m2"]]


def test_matrix_products_and_transposes() -> None:
    quadratic = r"\frac12 \dot q^T \begin{bmatrix} m_1 & l_1 \\ l_1 & m_2 \end{bmatrix} \dot{q}"
    same(quadratic, lambda m1, m2, l1, qd1, qd2: 0.5 * (m1 * qd1**2 + 2 * l1 * qd1 * qd2 + m2 * qd2**2))
    same(
        r"[\dot{\theta}_1 \quad \dot{\theta}_2] [m_1, m_2]^\top - [qd1, qd2]*diag(m1, m2)*[1; 1]",
        lambda m1: 0 * m1,
    )


def test_names_of_the_model_depend_on_where_they_stand() -> None:
    [entry] = parse(TWO, "c1 = -m2 qd2^2").statements
    assert str(entry.sides[0]) == "c[1]"
    [cosine] = parse(TWO, "c1 = cos q1").statements
    assert str(cosine.sides[0]) == "cos(q1)"
    [used] = parse(TWO, "tau1 = H12 c1").statements
    assert symbols([used.sides[1]]) == {"M[1,2]", "q1"}
    [potential] = parse(TWO, "V = m1 g").statements
    assert str(potential.sides[0]) == "U[]"


def test_readings_are_told() -> None:
    assert parse(TWO, r"\tau_1 = \ddot\theta_1").notes == (da.finding.ReadAs("theta", "q"),)
    assert parse(TWO, "tau1 = qdd1").notes == ()


# ── errors ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tau1 = lc3", ("UnknownSymbol", 8)),
        ("tau3 = q1", ("UnknownSymbol", 1)),
        ("tau1 = q4", ("UnknownSymbol", 8)),
        ("tau1 = (q1", ("Unbalanced", 11)),
        ("tau1 = q1)", ("Unbalanced", 10)),
        ("tau1 = [q1)", ("Unbalanced", 11)),
        ("tau1 = q1 +", ("UnexpectedSign", 12)),
        ("tau1 = * q1", ("UnexpectedSign", 8)),
        (r"tau1 = \frac1.", ("UnexpectedSign", 15)),
        ("tau1", ("no equals sign", 1)),
        ("", ("NothingToCheck", 1)),
        ("tau1 = 1/0", ("zero divisor", 9)),
        ("tau1 = q1^0.5", ("whole power", 11)),
        ("tau1 = q1^99", ("power 12", 11)),
        ("tau1 = q1^2^2", ("power of a power", 10)),
        ("tau1 = sin(1)", ("number not exact", 8)),
        ("tau1 = sqrt(-1)", ("UndefinedOperation", 8)),
        ("tau1 = [[1, 2], [3]]", ("matrix rows", 8)),
        ("tau1 = [1, 2]", ("equated", 1)),
        ("tau = M + 1", ("added", 9)),
        ("tau = M M M [1, 2, 3]", ("multiplied", 13)),
        (r"tau1 = \foo", ("Unknown", 8)),
        (r"tau1 = \thta_1", ("Unknown", 8)),
        (r"tau1 = \frac{\partial M}{\partial q_1}", ("derivative not taken", 14)),
        (r"\begin{table} tau1 = 1 \end{table}", ("Unknown", 1)),
        (r"tau1 = \dddot q_1", ("Unknown", 8)),
        ("tau1 = q1'''", ("order above two", 8)),
        ("tau1 = l1'", ("constant", 8)),
        (r"tau1 = \ddot M_{12}", ("not known", 8)),
        (r"tau1 = \theta_1 + \phi_1", ("SameCoordinate", 19)),
        ("tau1 = q1 @ q2", ("UnexpectedSign", 11)),
        ("tau1 = __import__('os')", ("subscript after a name", 8)),
        ("tau1 = 1e999", ("digits 60", 8)),
    ],
)
def test_errors_say_what_and_where(text: str, words: tuple[str, int]) -> None:
    with pytest.raises(da.errors.BadExpression) as caught:
        parse(TWO, text)
    assert (key(caught.value.finding), caught.value.finding.column) == words


@pytest.mark.parametrize(
    "where",
    [{"a": "b", "b": "a"}, {"q1": "1"}, {"l1": "2"}, {"a b": "1"}, {"a": None}, {"a": "("}, {"a": float("nan")}],
)
def test_bad_abbreviations(where: dict[str, Any]) -> None:
    with pytest.raises(da.errors.BadExpression):
        parse(TWO, "tau1 = a", where)


def test_run_together_names_are_not_guessed() -> None:
    """On a robot with parameters a, b and ab the word ab is the parameter; abb cannot be read in two ways."""
    robot = da.gallery.planar_2r().bind(m1="x", m2="xy", l1="y", lc1="yz", lc2="z")
    assert str(expression(robot, "xy")) == "xy"
    with raises(da.finding.UnreadableText, source="xyz", column=1):
        expression(robot, "xyz")


@pytest.mark.parametrize(
    "text",
    [
        "tau1 = " + "(" * 50_000,
        "tau1 = " + "-" * 50_000 + "q1",
        "tau1 = " + "x" * 3_000_000,
        "tau1 = " + r"\dot{" * 10_000,
        "tau1 = " + r"\frac" * 10_000,
        "tau1 = (((10^12)^12)^12)^12",
        "tau1 = " + "1e60*" * 10_000 + "q1",
        "tau1 = " + "{" * 40 + "[" * 40,
        "\n".join(f"a{i} = a{i + 1}" for i in range(4_000)) + "\ntau1 = a0",
        "tau1 = " + "abcdefghijklmnopqrstuvwxyz " * 2_000,
        "\u202e\x00\ufeff" * 1000,
    ],
)  # fmt: skip
def test_hostile_text_is_refused_at_once(text: str) -> None:
    start = time.process_time()
    with pytest.raises(da.DalembertError):
        parse(TWO, text)
    assert time.process_time() - start < 1.0


def test_long_text_is_read_at_once() -> None:
    start = time.process_time()
    parse(TWO, "tau1 = " + "+ m2 l1 lc2 " * 4_900)
    assert time.process_time() - start < 1.0


def test_random_text_never_escapes_the_errors() -> None:
    rng = random.Random(7)
    pieces = [*"()[]{}+-*/^=,;&'_ \n0123456789", "q1", "tau1", "sin", r"\cos", r"\frac", r"\dot", r"\begin{bmatrix}",
              r"\end{bmatrix}", r"\\", "M", "c12", "θ", "²", "q̈", r"\left", r"\quad", "lc2", "T", r"\underbrace"]  # fmt: skip
    for _ in range(3000):
        text = "".join(rng.choice(pieces) for _ in range(rng.randint(1, 25)))
        try:
            parse(TWO, text)
        except da.errors.BadExpression:
            continue


def test_what_a_name_depends_on_is_not_a_factor() -> None:
    same("h(q_2) qd1", lambda m2, q2, qd1: m2 * math.sin(q2) * qd1, where={"h(q_2)": "m2 sin q2"})
    same(r"h(\theta_1, \theta_2)", lambda m2, q2: m2 * math.sin(q2), where={"h": "m2 sin q2"})
    same("h (qd1)^2 + h (q2)^2", lambda m2, q2, qd1: m2 * qd1**2 + m2 * q2**2, where={"h": "m2"})
    for robot in (TWO, da.gallery.rp()):
        [statement] = parse(robot, "M_{12}(q_2) = I_2").statements
        assert str(statement.sides[0]) == "M[1,2]"
    with raises(da.finding.UnreadableText, source="tau1 = M11(q2) qdd1", column=8):
        parse(da.gallery.rp(), "tau1 = M11(q2) qdd1")
    [energy] = parse(TWO, "T = 1/2 M11 (qd1)^2").statements
    assert evaluate([energy.sides[1]], {"M[1,1]": 3.0, "qd1": 2.0})[0] == 6.0


@pytest.mark.parametrize(
    "text",
    [
        r"\tau_{2}=\mathrm{sin}(q_2)\,\dot{q}_1^{2}",
        r"\begin{equation} \tau_2 = {\rm s}_{2}\, \dot q_1 ^2 \tag{3} \label{eq:a} \end{equation}",
        r"\(\tau_2 = \sin{q_2}\,{\dot{q}_{1}}^{2}\)",
        r"\left[\sin\left(\theta_2\right)\right]\dot{\theta}^2_1 {} = u_2",
        "τ₂ = sin(θ₂)·θ̇₁²",
        "Q_2 = s2*theta1_dot**2;",
        "sin(q2)*q1'^2 = tau_2.",
    ],
)
def test_many_hands(text: str) -> None:
    [statement] = parse(TWO, text).statements
    node = statement.sides[1] if symbols([statement.sides[0]]) == {"tau2"} else statement.sides[0]
    assert evaluate([node], {"q2": 0.7, "qd1": 1.3})[0] == pytest.approx(math.sin(0.7) * 1.3**2, rel=TENS_OF_ROUNDINGS)


def test_letters_of_the_model_are_not_read_into_names_of_the_writers_own() -> None:
    for text in ("tau = M L^2 qdd", "tau = K q"):
        with raises(da.finding.UnreadableText, column=7):
            parse(da.gallery.pendulum(), text)
    with raises(da.finding.UnreadableText, source="tau1 = m1 L^2 qdd1", column=11):
        parse(TWO, "tau1 = m1 L^2 qdd1")
    assert len(parse(da.gallery.pendulum(), "L = T - U").statements) == 1


def test_a_torque_may_be_called_T() -> None:
    [one] = parse(da.gallery.pendulum(), r"T = m d^2 \ddot\theta").statements
    assert str(one.sides[0]) == "tau1"
    [second] = parse(TWO, r"T_2 = I_2 \ddot\theta_2").statements
    assert str(second.sides[0]) == "tau2"
    [energy] = parse(da.gallery.pendulum(), r"T = \frac12 m d^2 \dot\theta^2").statements
    assert str(energy.sides[0]) == "T[]"
