"""What `check` says of a mistake is the mistake that was made: factors, zeros of angles, sums of them, entries of S."""

import time
from dataclasses import replace

import numpy as np
import pytest
import sympy

import dalembert as da
from dalembert.closed.checking.reference_model import ReferenceModel
from dalembert.closed.derivation.shared_steps import OutOfTime
from finding_queries import key
from raised import raises
from tolerance import SAME_ALGORITHM

FACTORS = {
    "2": "twice too large", "1/2": "half of what it should be", "-1": "wrong sign", "-2": "wrong sign and twice too large",
    "-1/2": "wrong sign and half of what it should be", "3": "off by a factor 3", "2/3": "off by a factor 2/3",
    "1/3": "off by a factor 1/3",
}  # fmt: skip


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("name", ["planar_2r", "rp", "planar_3r"])
def test_a_factor_is_called_by_its_name(name, factor):
    """An entry of M times a factor is wrong by that factor, and by no other."""
    robot = getattr(da.gallery, name)()
    told = da.check(robot, f"M22 = ({factor})*({da.equations(robot).M[1, 1]})")
    said = told.explain()
    assert told.correct is False
    assert FACTORS[factor] in said, said
    for other in set(FACTORS.values()) - {x for x in FACTORS.values() if x in FACTORS[factor]}:
        assert f"{other}," not in said
        assert f"{other} " not in said


@pytest.mark.parametrize("name", ["pendulum", "planar_2r", "rp"])
@pytest.mark.parametrize("quarter", [1, -1])
def test_an_angle_from_another_zero_is_told_whichever_way_it_turned(name, quarter):
    robot = getattr(da.gallery, name)()
    for k, right in enumerate(da.equations(robot).g, 1):
        moved = right.subs("q1", f"q1 + {quarter}*pi/2", simultaneous=True)
        if moved == right:
            continue
        told = da.check(robot, f"g{k} = {moved}")
        [only] = told.right_if
        assert (key(only.convention), only.convention.joint) == ("other zero", 1), told


def test_angles_that_should_add_up_are_told_from_angles_that_should_not():
    robot = da.gallery.planar_2r()
    fewer = da.check(
        robot, "M11 = m1*lc1**2 + I1 + I2 + m2*(l1**2 + lc2**2 + 2*l1*lc2*cos(q2)) + 0*q1\ng2 = m2*g*lc2*cos(q1)"
    )
    assert key(fewer.reasons[0]) == "other angle cos(q1) cos(q1 + q2)"
    more = da.check(robot, "M12 = I2 + m2*(lc2**2 + l1*lc2*cos(q1 + q2))")
    assert key(more.reasons[0]) == "replaced cos(q1 + q2) cos(q2)"


def test_of_s_it_is_said_that_it_is_not_unique_only_where_it_occurs():
    robot = da.gallery.planar_2r()
    note = da.finding.CheckNote("entry of S")
    told = da.check(robot, "S12 = 1")
    assert note in told.notes
    assert "friction" not in {x.kind for x in (*told.missing, *told.wrong)}  # one velocity, and no friction
    assert note in da.check(robot, "S12 = 1\nM22 = m2*lc2**2 + I2").notes
    assert note not in da.check(robot, "M22 = m2*lc2**2 + I2").notes


def test_a_determinant_needs_a_square():
    with raises(da.finding.MissingInModel, noun="square Jacobian", count=None):
        da.check(da.gallery.pendulum(), "det J = l")
    with raises(da.finding.MissingInModel, noun="square Jacobian", count=None):
        da.check(da.gallery.panda(), "det J = 1")


@pytest.mark.parametrize("name", ["planar_2r", "rp", "scara"])
def test_no_part_of_a_model_is_worked_out_after_the_time_is_over(name):
    """Slopes and rates of M look at the clock."""
    mechanics = da.equations(getattr(da.gallery, name)()).mechanics
    model = ReferenceModel.of(mechanics, mechanics.ring)
    late = replace(model, deadline=time.thread_time() - 1.0)
    for ask in (lambda: late.slope(0, 0, 1), lambda: late.inertia_rate(0), lambda: late.christoffel(0, 0, 1)):
        with pytest.raises(OutOfTime):
            ask()


def test_a_slip_and_a_part_left_out_of_a_long_equation_are_found():
    """Of two hundred terms one has the wrong sign, or those of gravity are not there."""
    row = {"joint": "R", "alpha": "pi/2"}
    robot = da.from_dh([row | {"a": f"a{k}", "d": f"d{k}"} for k in (1, 2, 3)]).symbolic()
    robot = replace(robot, gravity=robot.gravity[::-1])  # across the first axis
    terms = da.equations(robot).tau[0].expand().args
    assert len(terms) > 150
    slip = da.check(robot, f"tau1 = {sum(x if k != 100 else -x for k, x in enumerate(terms))}").explain()
    assert slip.count("wrong sign") == 1
    assert "missing" not in slip
    still = [x for x in terms if x.has(*[y for y in x.free_symbols if str(y)[:2] == "qd"] or ["none"])]
    assert 0 < len(still) < len(terms)
    left_out = da.check(robot, f"tau1 = {sum(still)}")
    assert [*map(key, left_out.reasons)] == ["gravity terms missing"], left_out


@pytest.mark.parametrize("name", ["pendulum", "planar_2r", "rp"])
@pytest.mark.parametrize("power", [(0, 1), (0, 3), (1, 0), (1, 1), (1, 2), (0, 2), (2, 2), (0, 5), (3, 1)])
def test_what_is_said_not_to_belong_is_what_was_added(name, power):
    """The terms that are shown, less those that belong, have the value of what was added, half angles and all."""
    robot = getattr(da.gallery, name)()
    eq = da.equations(robot)
    right, half = eq.g[0], sympy.Symbol("q1") / 2
    added = sympy.sin(half) ** power[0] * sympy.cos(half) ** power[1] * max(right.as_ordered_terms(), key=str)
    told = da.check(robot, f"g1 = {right + added}")
    assert told.correct is False
    shown = 0
    for x in told.wrong:
        shown += _value(x.found) - (0 if x.expected is None else _value(x.expected))
    shown -= sum(_value(x) for x in told.missing)
    rng = np.random.default_rng(3)
    numbers = {x: rng.uniform(0.5, 1.5) for x in (shown - added).free_symbols}
    assert abs((shown - added).subs(numbers)) < SAME_ALGORITHM


def _value(term):
    names = {x: sympy.Symbol(x) for x in ("S", "I", "N", "E", "Q", "O")}
    return sympy.sympify(str(term), locals=names)
