"""Nothing that `check` says is unverified, over many robots: reasons, conventions, digits, and the time they take.

Expected values come from SymPy: derivatives of M and U, terms changed one by one, coefficients rounded by Python.
"""

from __future__ import annotations

import random
import time
from functools import cache
from itertools import product

import pytest
import sympy

import dalembert as da
from finding_queries import key
from raised import raises

WITH_GRAVITY = ("pendulum", "rp", "planar_2r", "spatial_3r", "planar_rpr", "spherical", "cylindrical")
MOVING = ("pr", "rp", "planar_2r", "planar_3r", "spatial_3r", "cylindrical", "scara")
SECONDS = 10.0  # for a wrong claim and all its explanation


@cache
def model(name: str) -> da.types.Equations:
    return da.equations(getattr(da.gallery, name)())


def still(x: sympy.Expr, n: int) -> sympy.Expr:
    """x at rest."""
    return x.subs({sympy.Symbol(f"{r}{k}"): 0 for r in ("qd", "qdd") for k in range(1, n + 1)})


# ── reasons ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", WITH_GRAVITY)
def test_a_forgotten_g_is_not_missing_gravity(name: str) -> None:
    robot, exact = getattr(da.gallery, name)(), model(name)
    for k in range(robot.n):
        if exact.g[k] == 0:
            continue
        forgotten = sympy.expand(exact.tau[k] - exact.g[k] + exact.g[k] / sympy.Symbol("g"))
        for text in (f"g{k + 1} = {exact.g[k] / sympy.Symbol('g')}", f"tau{k + 1} = {forgotten}"):
            verdict = da.check(robot, text)
            assert verdict.correct is False
            assert [*map(key, verdict.reasons)] == ["factor missing g"], verdict


@pytest.mark.parametrize("name", MOVING)
def test_a_velocity_for_an_acceleration_is_not_missing_coupling(name: str) -> None:
    robot, exact = getattr(da.gallery, name)(), model(name)
    for i, j in product(range(robot.n), repeat=2):
        a, v = sympy.Symbol(f"qdd{j + 1}"), sympy.Symbol(f"qd{j + 1}")
        if exact.M[i, j] == 0:
            continue
        verdict = da.check(robot, f"tau{i + 1} = {sympy.expand(exact.tau[i] - exact.M[i, j] * a + exact.M[i, j] * v)}")
        assert verdict.correct is False
        assert [*map(key, verdict.reasons)] == [f"replaced {v} {a}"], verdict


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(6))
def test_reasons_explain_all_of_a_difference_or_nothing_is_said(seed: int) -> None:
    """Two random changes at once: a reason is complete, and missing gravity means that nothing acts at rest."""
    rng = random.Random(seed)
    explained = 0
    for i in range(12):
        name = WITH_GRAVITY[i % len(WITH_GRAVITY)]
        exact, k = model(name), rng.randrange(model(name).n)
        terms = list(sympy.Add.make_args(sympy.expand(exact.tau[k])))
        for _ in range(2):
            at = rng.randrange(len(terms))
            factor = rng.choice([0, -1, 2, sympy.Symbol("g"), sympy.Symbol("qd1"), 1 / sympy.Symbol("m2")])
            terms[at] = terms[at] * (factor if name != "pendulum" else 2)
        written = sympy.Add(*terms)
        if sympy.expand(written - exact.tau[k]) == 0:
            continue
        [finding] = da.check(getattr(da.gallery, name)(), f"tau{k + 1} = {written}").findings
        reasons = [*map(key, finding.diagnosis.reasons)]
        assert finding.diagnosis.complete == bool(reasons)
        explained += bool(reasons)
        if "gravity terms missing" in reasons:
            assert sympy.expand(still(written, exact.n)) == 0
        if "friction missing" in reasons:
            assert sympy.expand(written + exact.friction[k] - exact.tau[k]) == 0
    assert explained > 1


# ── conventions ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["rp", "planar_2r", "planar_3r", "spatial_3r"])
def test_christoffel_symbols_with_the_equation_last(name: str) -> None:
    """c_ijk = ½ (∂M_kj/∂q_i + ∂M_ki/∂q_j − ∂M_ij/∂q_k), by SymPy; our own order is c_kij."""
    robot, M = getattr(da.gallery, name)(), model(name).M
    q = sympy.symbols(f"q1:{robot.n + 1}")
    told = 0
    for i, j, k in product(range(robot.n), repeat=3):
        value = (M[k, j].diff(q[i]) + M[k, i].diff(q[j]) - M[i, j].diff(q[k])) / 2
        own = (M[i, k].diff(q[j]) + M[i, j].diff(q[k]) - M[j, k].diff(q[i])) / 2
        verdict = da.check(robot, f"c_{{{i + 1}{j + 1}{k + 1}}} = {sympy.expand(value)}")
        assert verdict.correct is not False, verdict
        differs = sympy.expand(sympy.expand_trig(value - own)) != 0
        assert bool(verdict.conventions) == (verdict.correct is None) == differs
        told += differs
    assert told


@pytest.mark.parametrize("name", ["planar_2r", "spatial_3r"])
def test_factors_of_a_coriolis_matrix_that_are_not_symmetric(name: str) -> None:
    """h_ijk = ∂M_ij/∂q_k − ½ ∂M_jk/∂q_i, by SymPy; twice as much of either part is in no book."""
    robot, M = getattr(da.gallery, name)(), model(name).M
    q, told = sympy.symbols(f"q1:{robot.n + 1}"), 0
    for i, j, k in product(range(robot.n), repeat=3):
        first, second = M[i, j].diff(q[k]), M[j, k].diff(q[i]) / 2
        assert da.check(robot, f"c_{{{i + 1}{j + 1}{k + 1}}} = {sympy.expand(first - second)}").correct is not False
        if sympy.expand(first) != 0 and sympy.expand(second) != 0 and j != k:
            told += 1
            assert da.check(robot, f"c_{{{i + 1}{j + 1}{k + 1}}} = {sympy.expand(3 * first - second)}").correct is False
    assert told or name == "planar_2r"


@pytest.mark.parametrize("name", WITH_GRAVITY)
def test_gravity_is_called_Q_in_books_and_never_tau(name: str) -> None:
    robot, exact = getattr(da.gallery, name)(), model(name)
    for k in range(robot.n):
        if exact.g[k] != 0:
            assert da.check(robot, f"Q{k + 1} = {exact.g[k]}").conventions == (
                da.finding.OtherConvention(da.finding.Usage.Q_GRAVITY),
            )
            assert da.check(robot, f"tau{k + 1} = {exact.g[k]}").correct is False


def test_one_symbol_for_another_in_all_terms_of_a_mass() -> None:
    """Of one acceleration: the terms of other masses, with the same symbol, are right."""
    whole, l1, l2 = sympy.expand(model("planar_3r").tau[0]), *sympy.symbols("l1 l2")
    for mass, rate in product(("m2", "m3"), ("qdd1", "qdd2")):
        part = sympy.Add(*(x for x in whole.args if {mass, rate} <= {str(s) for s in x.free_symbols}))
        for x, y in ((l1, l2), (l2, l1)):
            if part.has(x):
                written = sympy.expand(whole - part + part.subs(x, y))
                [reason] = da.check(da.gallery.planar_3r(), f"tau1 = {written}").reasons
                assert key(reason) == f"wrong index {y} {x}"


def test_a_difference_of_rounded_numbers_may_be_nothing() -> None:
    """1/(0.51 − 0.50) is known to no digit at all: it is taken as it stands."""
    robot = da.gallery.pendulum().bind(m=1, d=1, Il=0, Im=0, n=1, bl=0, bm=0, g=100, l=1)
    assert da.check(robot, "g1 = sin(q1)/(0.51 - 0.50)").correct
    assert da.check(robot, "g1 = sin(q1)/(0.52 - 0.51) + 3*sin(q1)").correct is False


@pytest.mark.parametrize("name", WITH_GRAVITY)
def test_gravity_may_stand_on_the_right_or_act_upwards(name: str) -> None:
    robot, exact = getattr(da.gallery, name)(), model(name)
    text = ", ".join(f"g{k + 1} = {-exact.g[k]}" for k in range(robot.n))
    assert da.finding.OtherConvention(da.finding.Usage.GRAVITY_RIGHT) in da.check(robot, text).conventions
    k = next(k for k in range(robot.n) if exact.g[k] != 0)
    upwards = da.check(robot, f"tau{k + 1} = {sympy.expand(exact.tau[k] - 2 * exact.g[k])}")
    assert upwards.correct is not True
    assert "gravity terms wrong sign" in map(key, upwards.reasons)


# ── digits ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("written", ["{}*m2*lc2**2/lc2", "({}*m2)*(lc2**2/lc2)", "({}*m2/l1)*(lc2*l1)"])
def test_digits_beside_what_cancels(written: str) -> None:
    """g of 9.81 m/s² is 9.8, whatever it is divided and multiplied by, and not 9.7."""
    robot = da.gallery.planar_2r().bind(g="9.81")
    for number, is_right in (("9.8", True), ("9.81", True), ("9.7", False), ("9.82", False)):
        assert da.check(robot, f"g2 = {written.format(number)}*cos(q1 + q2)").correct == is_right, (written, number)


def test_digits_of_an_equation_that_is_multiplied_by_an_angle() -> None:
    """Half a unit of the last digit is right and more is not, as in an equation for τ itself."""
    robot = da.gallery.pendulum().bind(m=1, d=1, Il="0.2344", Im=0, n=1, bl=0, bm=0, g=9, l=1)
    for factor in ("", "2*", "sin(q1)*"):
        for number, is_right in (("1.23", True), ("1.24", False), ("1.2344", True), ("1.234", True), ("1.235", False)):
            text = f"{factor}tau1 = {factor}({number}*qdd1 + 9*sin(q1))"
            assert da.check(robot, text).correct == is_right, text


def rounded(x: sympy.Expr, digits: int, shift: int = 0, at: int = -1) -> str:
    """x with its coefficients rounded; that of term `at` moved by so many units of its last digit."""
    parts = []
    for i, term in enumerate(sympy.Add.make_args(sympy.expand(x))):
        number, rest = term.as_coeff_Mul()
        text = f"{float(number):.{digits - 1}e}"
        if i == at:
            mantissa, _, exponent = text.partition("e")
            moved = float(mantissa) + shift * 10.0 ** (1 - digits)
            text = f"{moved:.{digits - 1}f}e{exponent}"
        parts.append(f"({text})*({rest})")
    return " + ".join(parts)


def test_numbers_are_right_to_the_digits_written() -> None:
    """Coefficients rounded to 3, 5 or 8 digits are right; one of them two units off in its last digit is wrong."""
    rng = random.Random(11)
    for name in ("rp", "planar_2r", "spatial_3r", "pr"):
        symbolic = getattr(da.gallery, name)()
        robot = symbolic.bind(**{x: round(rng.uniform(0.2, 3.0), 4) for x in symbolic.parameters})
        exact = da.equations(robot)
        for k, digits in product(range(robot.n), (3, 5, 8)):
            verdict = da.check(robot, f"tau{k + 1} = {rounded(exact.tau[k], digits)}")
            assert verdict.correct, verdict
            at = rng.randrange(len(sympy.Add.make_args(sympy.expand(exact.tau[k]))))
            off = rounded(exact.tau[k], digits, rng.choice([-2, 2]), at)
            assert da.check(robot, f"tau{k + 1} = {off}").correct is False, off


# ── time ──────────────────────────────────────────────────────────────────────


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", list(da.gallery.names()))
@pytest.mark.parametrize("text", ["tau1 = 3*qdd1 + 2", "U = 3*sin(q1) + 2*q1", "c_{111} = 3", "M11 = 7*cos(q1)"])
def test_a_wrong_claim_is_explained_in_time(name: str, text: str) -> None:
    robot = getattr(da.gallery, name)()
    start = time.process_time()
    if robot.balls and text.startswith("c_"):
        with raises(da.finding.NotForQuasiVelocities):
            da.check(robot, text)
        assert time.process_time() - start < SECONDS
        return
    verdict = da.check(robot, text)
    explained = verdict.explain()
    assert time.process_time() - start < SECONDS
    assert verdict.correct is False
    assert len(explained) < 20_000


def test_a_search_that_ends_says_so() -> None:
    verdict = da.check(da.gallery.panda(), "tau1 = 3*qdd1 + 2")
    assert verdict.reasons == ()
    assert verdict.findings[0].diagnosis.unfinished == da.finding.SearchEnded(1500)
    assert "what is written is" in verdict.explain()


@pytest.mark.parametrize("name", ["pendulum", "rp", "planar_2r", "planar_rpr", "spherical"])
@pytest.mark.parametrize("how", [sympy.tan, sympy.sec])
def test_any_way_of_writing_is_right(name: str, how: sympy.Function) -> None:
    """Tangents of half angles and secants for all sines and cosines, as SymPy writes them."""
    robot = getattr(da.gallery, name)()
    exact = da.equations(robot)
    for k in range(robot.n):
        for label, x in ((f"M{k + 1}{k + 1}", exact.M[k, k]), (f"g{k + 1}", exact.g[k])):
            assert da.check(robot, f"{label} = {x.rewrite(how)}").correct
