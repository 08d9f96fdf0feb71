"""Printed equations say what the equations are: text is read back by Python, Typst and MathML by their own readers."""

import math
import re
from dataclasses import replace
from xml.etree import ElementTree

import mpmath
import numpy as np
import pytest

import dalembert as da
from dalembert.closed.printing import abbreviated_equations
from dalembert.closed.printing.display import typeset
from raised import raises
from random_robot import kicked, random_robot, worst
from tolerance import SAME_ALGORITHM

FUNCTIONS = {"sin": math.sin, "cos": math.cos, "sqrt": math.sqrt, "sign": lambda x: (x > 0) - (x < 0), "abs": abs,
             "exp": math.exp, "mpf": mpmath.mpf}  # fmt: skip

PRINTED = [what for what in abbreviated_equations.QUANTITIES if what not in ("phi", "J")]  # those are of loops


def read(text, state):
    """Evaluate printed lines `name = expression` by Python, definitions below before their uses above."""
    values = dict(state)
    lines = re.sub(r"\n {2,}", "", text).splitlines()
    for line in reversed(lines):
        name, _, right = line.partition(" = ")
        right = re.sub(
            r"(?<![\w.])(\d{16,})(?![\w.])", r"mpf('\1')", right
        )  # exact numbers may be too long for a float
        values[name] = eval(right, {"__builtins__": {}}, FUNCTIONS | values)
    return values


def state_of(robot, seed):
    q, qd, qdd = kicked(robot, seed)
    state = {f"{n}{k + 1}": float(x[k]) for n, x in (("q", q), ("qd", qd), ("qdd", qdd)) for k in range(robot.n)}
    return state, da.inverse_dynamics(robot, q, qd, qdd)


@pytest.mark.parametrize("group", ["inertia", "base"])
@pytest.mark.parametrize("name", ["puma560", "stanford", "ur5"])
def test_text_of_an_arm_has_the_numbers_of_the_arm(name, group):
    """Folded coefficients, brackets and base parameters put together again are τ."""
    robot = getattr(da.gallery, name)()
    state, tau = state_of(robot, 11)
    values = read(da.equations(robot).text(group=group, digits=None), state)
    assert worst([values[f"tau{k + 1}"] for k in range(robot.n)], tau) < SAME_ALGORITHM


def test_text_of_a_symbolic_arm_folds_and_unfolds():
    robot = da.gallery.rx90()
    eq = da.equations(robot)
    text = eq.text(fold=4)
    assert "M11*qdd1" in text  # coefficients apart
    assert re.search(r"^h\d+ = ", text, re.M)  # brackets named
    rng = np.random.default_rng(3)
    parameters = {x: float(rng.uniform(0.5, 1.5)) for x in robot.parameters}
    state, tau = state_of(robot.bind(**parameters), 4)
    values = read(text, state | parameters)
    assert worst([values[f"tau{k + 1}"] for k in range(6)], tau) < SAME_ALGORITHM


def test_names_for_coefficients_avoid_the_robots_own():
    """A robot whose symbols are called M11, g1 and h1 still reads back."""
    robot = da.gallery.articulated()
    own = dict(zip(robot.parameters[:4], ("M11", "M12", "g2", "h1"), strict=False))
    robot = robot.bind(**own)
    rng = np.random.default_rng(1)
    parameters = {x: float(rng.uniform(0.5, 1.5)) for x in robot.parameters}
    state, tau = state_of(robot.bind(**parameters), 4)
    values = read(da.equations(robot).text(long=10, fold=3), state | parameters)
    assert worst([values[f"tau{k + 1}"] for k in range(6)], tau) < SAME_ALGORITHM
    assert all(values[x] == y for x, y in parameters.items())


def test_long_friction_is_written_out():
    drive = da.Drive("Im", "N", "b", "fc", "bm", "fm")
    robot = da.gallery.spatial_3r()
    robot = replace(robot, joints=tuple(replace(j, drive=drive) for j in robot.joints))
    rng = np.random.default_rng(1)
    parameters = {x: float(rng.uniform(0.5, 1.5)) for x in robot.parameters}
    state, tau = state_of(robot.bind(**parameters), 4)
    values = read(da.equations(robot).text(long=5), state | parameters)
    assert worst([values[f"tau{k + 1}"] for k in range(3)], tau) < SAME_ALGORITHM


@pytest.mark.parametrize("seed", range(6))
def test_text_of_random_robots(seed):
    robot = random_robot(seed, 3, drives=True, mimic=bool(seed % 2))
    state, tau = state_of(robot, seed)
    values = read(da.equations(robot).text(digits=None), state)
    assert worst([values[f"tau{k + 1}"] for k in range(robot.n)], tau) < SAME_ALGORITHM


def test_decimals_have_the_digits_asked_for():
    eq = da.equations(da.gallery.puma560())
    state, tau = state_of(da.gallery.puma560(), 5)
    for digits, tolerance in ((4, 1e-3), (9, 1e-8)):
        values = read(eq.text(digits=digits), state)
        assert worst([values[f"tau{k + 1}"] for k in range(6)], tau) < tolerance
    assert "981*m/100" in da.equations(_slide(9.81)).text("g", digits=None)
    assert "9.81*m" in da.equations(_slide(9.81)).text("g")


def _slide(gravity):
    return da.from_dh([{"joint": "P", "a": 0, "alpha": 0, "d": 0, "mass": "m"}], gravity=(0, 0, -gravity))


def test_latex_of_the_planar_arm():
    eq = da.equations(da.gallery.planar_2r())
    assert eq.latex("M") == (
        r"\boldsymbol{M} = \begin{bmatrix}m_{1} l_{\mathrm{c1}}^{2} + I_{1} + m_{2} (l_{1}^{2} + l_{\mathrm{c2}}^{2} + 2 l_{1} "
        r"l_{\mathrm{c2}} \cos q_{2}) + I_{2} & m_{2} (l_{\mathrm{c2}}^{2} + l_{1} l_{\mathrm{c2}} \cos q_{2}) + I_{2} \\ "
        r"m_{2} (l_{\mathrm{c2}}^{2} + l_{1} l_{\mathrm{c2}} \cos q_{2}) + I_{2} & m_{2} l_{\mathrm{c2}}^{2} + I_{2}"
        r"\end{bmatrix}"
    )
    assert r"\ddot{q}_{1}" in eq.latex()
    assert r"- 2 m_{2} l_{1} l_{\mathrm{c2}} \sin q_{2} \, \dot{q}_{1} \dot{q}_{2}" in eq.latex()
    assert r"g c_{12}" in eq.latex("g", short=True)
    assert eq.latex("T").count(r"\frac{1}{2}") == 4
    assert r"\frac{1}{2} I_{2} (\dot{q}_{1} + \dot{q}_{2})^{2}" in eq.latex("T")
    assert eq.text("c") == "c1 = -m2*l1*lc2*sin(q2)*qd2*(2*qd1 + qd2)\nc2 = m2*l1*lc2*sin(q2)*qd1**2"


@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize("name", ["pendulum", "pr", "rp", "planar_2r", "planar_3r", "planar_rpr", "scara"])
def test_printed_equations_are_accepted_by_the_checker(name, short):
    """Text and LaTeX of each effort, read by the parser of students' equations, are correct."""
    robot = getattr(da.gallery, name)()
    eq = da.equations(robot)
    lines = re.sub(r"\n {2,}", " ", eq.text(long=1000, short=short)).splitlines()
    latex = re.sub(r"\\\\\n  &\\q?quad", "", eq.latex(long=1000, short=short))
    latex = re.sub(r"\\(begin|end)\{aligned\}", "", latex).replace("&", "").replace("[3pt]", "")
    lines += latex.split("\\\\\n")
    assert len(lines) == 2 * robot.n
    for line in lines:
        assert da.check(robot, line.strip()).correct, line


def test_motor_side_fractions():
    eq = da.equations(da.gallery.pendulum(), coordinates="motor")
    latex = eq.latex()
    assert r"\sin\!\left( \frac{\theta_{1}}{n} \right)" in latex  # brackets grow with the fraction
    assert r"\ddot{\theta}_{1}" in latex
    assert r"\tau_{\mathrm{m1}}" in latex
    assert "sin(theta1/n)/n" in eq.text()


@pytest.mark.parametrize("name", ["pendulum", "planar_3r", "stanford"])
def test_latex_braces_and_environments_balance(name):
    eq = da.equations(getattr(da.gallery, name)())
    for what in PRINTED:
        text = eq.latex(what)
        depth = 0
        for sign in text:
            depth += (sign == "{") - (sign == "}")
            assert depth >= 0
        assert depth == 0
        assert text.count("(") == text.count(")")
        assert text.count("[") == text.count("]")
        assert "left" not in text
        assert re.findall(r"\\begin\{(\w+)\}", text).sort() == re.findall(r"\\end\{(\w+)\}", text).sort()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["pendulum", "planar_2r", "rp", "puma560"])
def test_typst_compiles(name):
    typst = pytest.importorskip("typst")
    eq = da.equations(getattr(da.gallery, name)())
    for what in PRINTED:
        assert typst.compile(f"$ {eq.typst(what)} $".encode(), format="pdf").startswith(b"%PDF")


@pytest.mark.parametrize("name", ["pendulum", "planar_3r", "stanford"])
def test_mathml_is_well_formed(name):
    eq = da.equations(getattr(da.gallery, name)())
    for what in PRINTED:
        root = ElementTree.fromstring(eq.html(what))
        assert root.tag == "div"
        for script in root.iter():
            if script.tag in ("msub", "msup", "mfrac", "mover"):
                assert len(script) == 2
            if script.tag == "msubsup":
                assert len(script) == 3


def test_mathml_shows_dots_and_greek():
    html = da.equations(da.gallery.planar_2r()).html()
    dotted = '<mrow><mi>q</mi><mspace height="0.55em"/></mrow><mo stretchy="false">¨</mo>'
    assert f'<mover accent="true">{dotted}</mover>' in html
    assert "<mi>τ</mi>" in html


def test_notebooks_show_the_efforts():
    eq = da.equations(da.gallery.pr())
    assert eq._repr_latex_() == f"$\\displaystyle {eq.latex()}$"
    assert eq._repr_html_().endswith(eq.html())  # after the font that it is set in
    assert repr(eq) == "<Equations of 'pr', n = 2>"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("m1", ("m", "1", 0)),
        ("lc2", ("l", "c2", 0)),
        ("zz1", ("zz", "1", 0)),
        ("mx2", ("mx", "2", 0)),
        ("lmx2R", ("lmx", "2R", 0)),
        ("ZZ1R", ("ZZ", "1R", 0)),
        ("taum1", ("τ", "m1", 0)),
        ("theta12", ("θ", "12", 0)),
        ("qdd3", ("q", "3", 2)),
        ("g", ("g", "", 0)),
        ("RL4", ("RL", "4", 0)),
        ("B1_12", ("B", "1,12", 0)),
    ],
)
def test_names_are_typeset(name, expected):
    found = typeset(name, {"qdd3": ("q3", 2)})
    assert (found.letter, found.index, found.dots) == expected


def test_wrong_requests_say_so():
    eq = da.equations(da.gallery.pr())
    with raises(da.finding.Unknown, noun="quantity", name="tua"):
        eq.text("tua")
    with raises(da.finding.NotOneOf, argument="group"):
        eq.latex(group="mass")


@pytest.mark.parametrize("name", ["pendulum", "planar_2r", "scara", "spatial_3r"])
def test_a_fraction_of_mathml_has_its_numerator_on_top(name):
    """T = ½ q̇ᵀM q̇: every fraction in it is a half, written as 1 over 2."""
    root = ElementTree.fromstring(da.equations(getattr(da.gallery, name)()).html("T"))
    fractions = [tuple("".join(part.itertext()) for part in x) for x in root.iter("mfrac")]
    assert fractions
    assert all(under == "2" for _, under in fractions)
