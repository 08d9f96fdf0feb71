"""What a hostile reader tried on `check`: names of the lectures, letters with two meanings, texts made to hurt."""

from __future__ import annotations

import random
import time

import pytest
import sympy

import dalembert as da
from raised import raises

_H = {"h": "m2*l1*lc2*sin(q2)"}
_REGROUPED = """ZZ1R = zz1 + (m2 + m3) l1^2
ZZ2R = zz2 + m3 l2^2
lmx2R = l1 mx2 + m3 l1 l2
"""


def right(robot: str, text: str, where: dict[str, str] | None = None) -> bool:
    return da.check(getattr(da.gallery, robot)(), text, where).correct


# ── the regrouped parameters of the lecture ───────────────────────────────────


def test_regrouped_names_defined_among_the_equations() -> None:
    """[briot]: M11 = ZZ1R + ZZ2R + zz3 + 2 lmx2R cos q2, with the regroupings written above it."""
    assert right("planar_3r", _REGROUPED + "M11 = ZZ1R + ZZ2R + zz3 + 2 lmx2R cos q2\nM12 = ZZ2R + zz3 + lmx2R c2")
    assert not right("planar_3r", _REGROUPED + "M11 = ZZ1R + ZZ2R + zz3 + lmx2R cos q2")


def test_regrouped_names_given_with_where() -> None:
    where = dict(line.split(" = ") for line in _REGROUPED.splitlines())
    assert right("planar_3r", "c1 = -lmx2R (2 qd1 + qd2) qd2 sin q2", where)
    assert not right("planar_3r", "c1 = -lmx2R (qd1 + qd2) qd2 sin q2", where)


def test_regrouped_names_in_latex() -> None:
    text = r"\mathit{ZZ}_{2R} = zz_2 + m_3 l_2^2 \\ M_{22} = \mathit{ZZ}_{2R} + zz_3"
    assert right("planar_3r", text)
    assert not right("planar_3r", text + " + zz_3")


@pytest.mark.parametrize("robot", ["pr", "planar_3r", "spatial_3r", "scara"])
@pytest.mark.parametrize("language", ["text", "latex"])
def test_base_form_is_read_back(robot: str, language: str) -> None:
    model = getattr(da.gallery, robot)()
    equations = da.equations(model)
    for what in ("tau", "M", "c", "T"):
        assert da.check(model, getattr(equations, language)(what, group="base")).correct


def test_a_product_on_the_left_defines_no_name() -> None:
    assert right("pr", "m1qdd1 = tau1 - m2 qdd1 + m2 dc2 s2 qdd2 + m2 dc2 c2 qd2^2")
    assert not right("pr", "m1qdd1 = tau1 - m2 qdd1 + m2 dc2 s2 qdd2 - m2 dc2 c2 qd2^2")


# ── c1: a cosine, or an entry of the vector c ─────────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "tau1 = M11 qdd1 + M12 qdd2 + c1 + g1",
        r"\tau_1 = M_{11}\ddot q_1 + M_{12}\ddot q_2 + C_1 + G_1",
        "tau1 - c1 - g1 = M11 qdd1 + M12 qdd2",
        "qdd1 = (H22 (tau1 - c1 - g1) - H12 (tau2 - c2 - g2))/(H11 H22 - H12^2)",
        "c1 = -h qd2 (2 qd1 + qd2)\ntau1 = M11 qdd1 + M12 qdd2 + c1 + g1",
        "c1 = -h qd2 (2 qd1 + qd2)\ng1 = m1 lc1 g c1 + m2 g (l1 c1 + lc2 c12)",
        "c1 = cos q1\ng1 = m1 lc1 g c1 + m2 g (l1 c1 + lc2 c12)",
    ],
)
def test_c1_beside_efforts_is_the_velocity_term(text: str) -> None:
    assert right("planar_2r", text, _H)


@pytest.mark.parametrize(
    "text",
    [
        "tau1 = M11 qdd1 + M12 qdd2 - c1 + g1",
        "tau1 = M11 qdd1 + M12 qdd2 + c2 + g1",
        "tau1 = M11 qdd1 + M12 qdd2 + s1 + g1",
        "tau1 = M11 qdd1 + M12 qdd2 + V1 + m1 lc1 g c2 + m2 g (l1 c1 + lc2 c12)",
        "c1 = h qd2 (2 qd1 + qd2)\ntau1 = M11 qdd1 + M12 qdd2 + c1 + g1",
    ],
)
def test_wrong_ones_are_still_wrong(text: str) -> None:
    assert not right("planar_2r", text, _H)


def test_an_entry_of_c_that_is_zero_is_no_cosine() -> None:
    assert right("pr", "c1 = -m2 dc2 c2 qd2^2\nc2 = 0")
    assert not right("pr", "c1 = -m2 dc2 c2 qd2^2\nc2 = m2 dc2 s2 qd1 qd2")


def test_christoffel_symbols_with_a_comma() -> None:
    assert right("planar_2r", "c_{1,22} = -h\nc_{2,11} = h", _H)
    assert not right("planar_2r", "c_{1,22} = h", _H)


# ── the split c = C [q̇²] + B [q̇q̇] ──────────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "B = [2 m2 q2; 0]",
        "B = [2 m2 q2, 0]^T",
        r"B(q) = \begin{bmatrix} 2 m_2 q_2 \\ 0 \end{bmatrix}",
        "C = [[0, 0], [-m2 q2, 0]]",
        "C = [[m2 q2 qd2, m2 q2 qd1], [-m2 q2 qd1, 0]]",  # with velocities it is S
    ],
)
def test_split_of_the_lecture(text: str) -> None:
    """[rbe3005]: B = [2 m2 q2, 0]ᵀ and C = [[0, 0], [−m2 q2, 0]]."""
    assert right("rp", text)


@pytest.mark.parametrize("text", ["B = [m2 q2; 0]", "C = [[0, 0], [m2 q2, 0]]", "C = [[0, m2 q2], [0, 0]]"])
def test_wrong_split(text: str) -> None:
    assert not right("rp", text)


@pytest.mark.parametrize("robot", ["planar_2r", "planar_3r", "planar_rpr", "spatial_3r"])
def test_printed_split_is_read_back(robot: str) -> None:
    model = getattr(da.gallery, robot)()
    for what in ("C", "B"):
        assert da.check(model, da.equations(model).text(what)).correct
        assert da.check(model, da.equations(model).latex(what)).correct


def test_a_symmetric_b_is_the_inertia_matrix() -> None:
    model = da.gallery.planar_3r()
    text = da.equations(model).text("M").replace("M =", "B =")
    assert da.check(model, text).correct


# ── nothing said, too much said ───────────────────────────────────────────────


@pytest.mark.parametrize("text", ["0 = 0", "tau1 - tau1 = 0", "0*tau1 = 0", "tau1 = tau1", "M = M"])
def test_empty_claims_are_refused(text: str) -> None:
    with raises(da.finding.NothingStated):
        da.check(da.gallery.planar_2r(), text)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(["tau1 = q1"] * 5000),
        "tau1 = " + " = ".join(["q1"] * 10_000),
        "M = diag(" + ", ".join(["q1"] * 15_000) + ")",
        "tau1 = " + "m2l1" * 12_000,
    ],
    ids=["lines", "sides", "diagonal", "letters"],
)
def test_long_texts_are_refused_at_once(text: str) -> None:
    robot = da.gallery.planar_2r()
    assert not da.check(robot, "tau1 = q1")  # what is imported and derived once is no part of it
    start = time.process_time()
    with pytest.raises(da.errors.BadExpression):
        da.check(robot, text)
    assert time.process_time() - start < 1


@pytest.mark.parametrize("number", [10**100_000, -(10**5000)], ids=["large", "negative"])
def test_numbers_of_where_are_bounded(number: int) -> None:
    with raises(da.finding.UnreadableText, cause=da.finding.TooManyParts("bits of a number", 6000)):
        da.check(da.gallery.planar_2r(), "tau1 = h", {"h": number})


def test_long_names_of_where_are_refused() -> None:
    with raises(da.finding.BadName):
        da.check(da.gallery.planar_2r(), "tau1 = q1", {"a" * 50_000: 1})


@pytest.mark.parametrize("tolerance", ["a", None, float("nan"), -1])
def test_tolerance_is_a_number(tolerance: object) -> None:
    with raises((da.finding.NotReal, da.finding.NotFinite, da.finding.OutOfRange)):
        da.check(da.gallery.planar_2r(), "tau1 = q1", tolerance=tolerance)


# ── how the answer reads ──────────────────────────────────────────────────────


def test_the_model_is_shown_collected_by_rates() -> None:
    verdict = da.check(da.gallery.planar_2r(), "tau2 = H22*qdd2 + H12*qdd1 - h*qd1*qd2 + G2", _H)
    text = str(verdict)
    assert "tau2 = (m2*(lc2**2 + l1*lc2*cos(q2)) + I2)*qdd1 + (m2*lc2**2 + I2)*qdd2 + m2*l1*lc2*sin(q2)*qd1**2" in text
    assert da.finding.PYTHON.formula(verdict.reasons[0].lost) == "m2*l1*lc2*sin(q2)*qd1*(qd1 + qd2)"


def test_an_equation_solved_for_accelerations_has_a_short_name() -> None:
    verdict = da.check(da.gallery.planar_2r(), "qdd1 = (H22 (tau1 - c1) - H12 (tau2 - c2))/(H11 H22 - H12^2)")
    assert not verdict
    assert str(verdict).startswith("the equation in tau1, tau2 is not right")


def test_smallest_eigenvalue_is_not_called_a_rest() -> None:
    robot = da.Robot(
        "thin",
        (da.Link("base"), da.Link("hoop"), da.Link("tip", da.Inertia(1, (0.3, 0, 0), (0.1, 0.2, 0.2, 0, 0, 0)))),
        (da.Joint("a", "revolute", "base", "hoop"), da.Joint("b", "revolute", "hoop", "tip", da.Pose(p=(1, 0, 0)))),
    )
    lines = str(da.prove(robot, seconds=0)["positive definite"])
    assert "checked numerically" in lines
    assert "Found: " in lines
    assert "Left over" not in lines


# ── equivalent forms made by another algebra system ───────────────────────────


@pytest.mark.sampled(2)
@pytest.mark.parametrize("robot", ["pr", "rp", "planar_2r", "planar_rpr", "spatial_3r", "cylindrical", "spherical"])
def test_forms_of_another_algebra_system(robot: str) -> None:
    """SymPy expands, factors and turns angles; what it prints as text or LaTeX is right, and wrong by 1/1000 is wrong."""
    model = getattr(da.gallery, robot)()
    equations = da.equations(model)
    draw = random.Random(robot)
    for k in range(model.n):
        true = equations.tau[k]
        for form in (sympy.expand, sympy.factor, sympy.expand_trig):
            said = form(true)
            for text in (str(said), sympy.latex(said, mul_symbol=" "), str(said).replace("**", "^").replace("*", " ")):
                assert da.check(model, f"tau{k + 1} = {text}").correct
        terms = list(sympy.Add.make_args(sympy.expand(true)))
        term = draw.choice(terms)
        assert not da.check(model, f"tau{k + 1} = {sum(terms) + term / 1000}").correct


def test_a_stribeck_drive_is_derived_and_proved():
    """exp(−(q̇/vs)²) is a generator of the ring; its slope is one too, and only friction holds it."""
    row = {"joint": "R", "a": "l", "mass": "m", "com": ("-l/2", 0, 0), "inertia": (0, 0, "I", 0, 0, 0)}
    drive = {"coulomb": "fc", "static": "fs", "stribeck_velocity": "vs", "damping": "b"}
    robot = da.from_dh([row | {"drive": drive}], gravity=(0, "-g", 0))
    assert da.prove(robot).holds
    for method in ("lagrange", "newton-euler", "kane", "hamilton"):
        assert da.derive(robot, method).agrees
