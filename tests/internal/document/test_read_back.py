"""What is printed means what was derived: text and LaTeX of every quantity, broken and folded, read by `check`.

Robots whose equations fill pages are read back by `sweep.py`, and here one of them.
"""

from __future__ import annotations

import re
from fractions import Fraction

import numeric
import paper
import pytest

import dalembert as da
from dalembert.graph.expression import parse
from dalembert.spatial.pose import IDENTITY
from raised import raises

LARGE = (
    "articulated",
    "rx90",
    "puma560",
    "stanford",
    "panda",
    "iiwa14",
    "delta",
    "stewart",
    "orthoglide",
    "quadruped",
    "ur5",
)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", [x for x in da.gallery.names() if x not in LARGE])
def test_every_quantity_reads_back(name):
    checked, wrong, _ = paper.read_back(name)
    assert checked >= 12
    assert wrong == []


def test_so_does_a_six_axis_arm_in_a_column():
    checked, wrong, _ = paper.read_back("ur5", ("tau", "M", "base_parameters"), (("latex", 246),))
    assert (checked, wrong) == (3, [])


@pytest.mark.sampled(0)
def test_what_is_too_long_to_be_multiplied_out_is_compared_by_numbers():
    """M and g of a seven-axis arm, 130,000 characters, in text and in a column of LaTeX."""
    checked, wrong, long = paper.read_back("panda", ("M", "g"), (("text", None), ("latex", 246)))
    assert (checked, wrong) == (4, [])
    assert long == ["M text None", "M latex 246"]


@pytest.mark.parametrize("what", ["tau", "M", "c", "S", "U", "christoffel"])
def test_numbers_notice_one_sign(what):
    robot = da.gallery.spatial_3r()
    text = da.equations(robot).text(what, digits=15)
    assert numeric.wrong(robot, text) == []
    assert numeric.wrong(robot, text[::-1].replace("+", "-", 1)[::-1]) != []


@pytest.mark.parametrize("numbers", [(1.5, 2.5, 0.3), ("m1", "m2", "l1")])
def test_oblique_axes_are_printed_in_one_style_of_numbers(numbers):
    """No root beside a decimal, and `check` reads 0.104 where the model has 0.06 √3; one digit more or less is noticed."""
    m1, m2, l1 = (parse(x) if isinstance(x, str) else x for x in numbers)
    bodies = [da.Inertia.about_com(m, (Fraction(1, 10), 0, 0), (0, 0, Fraction(1, 50), 0, 0, 0)) for m in (m1, m2)]
    axes = ((1, 1, 1), (0.267261, 0.534522, 0.801784))
    places = (IDENTITY, da.Pose(IDENTITY.R, (l1, 0, 0)))
    joints = tuple(
        da.Joint(f"j{k + 1}", "revolute", f"l{k}", f"l{k + 1}", placement=places[k], axis=axes[k]) for k in (0, 1)
    )
    links = (da.Link("l0", da.Inertia()), da.Link("l1", bodies[0]), da.Link("l2", bodies[1]))
    robot = da.Robot(name="oblique", links=links, joints=joints, gravity=(0, -9.81, 0))
    for what in ("tau", "M", "g", "S"):
        for written in (da.equations(robot).text(what), da.equations(robot).latex(what, width=246)):
            assert "sqrt" not in written
            assert da.check(robot, written).correct
    g = da.equations(robot).text("g")
    first = re.search(r"\d\.\d+", g)[0]
    assert not da.check(robot, g.replace(first, f"{float(first) * 1.001:.6f}", 1)).correct


def test_what_is_wrong_would_be_noticed(monkeypatch):

    right = da.types.Equations.latex
    monkeypatch.setattr(
        da.types.Equations, "latex", lambda self, what, **style: right(self, what, **style).replace("+", "-", 1)
    )
    assert paper.read_back("planar_2r", ("tau", "T"), (("latex", 425),))[1] != []


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["orthoglide", "quadrotor", "planar_3rrr", "stewart", "cart_pole"])
def test_a_wrong_base_parameter_is_noticed_whatever_its_name(name):
    """A mass among them is no entry of M: every line of the list, made wrong, is said to be wrong."""
    robot = getattr(da.gallery, name)()
    if robot.parameters:
        robot = robot.bind(**dict.fromkeys(robot.parameters, 2))
    lines = da.equations(robot).text("base_parameters").splitlines()
    said = da.check(robot, "\n".join(x.replace("= ", "= 7 + ") for x in lines)).explain()
    assert said.count("is not right") == len(lines)
    assert not re.search(r"\bM\d\d?\b", "".join(lines))


@pytest.mark.parametrize("symbol", ["m_", "l__", "ZZ1R", "m__2", "_m", "m_2_", "MX2_"])
def test_names_with_any_underscores_are_read_back(symbol):
    robot = da.gallery.planar_2r().bind(m2=symbol)
    for what in ("U", "base_parameters"):
        assert da.check(robot, da.equations(robot).text(what)).correct
        assert da.check(robot, da.equations(robot).latex(what)).correct


@pytest.mark.parametrize(("one", "other"), [("m_2", "m2"), ("m_", "m"), ("l_c1", "lc1"), ("a_b_c", "a_bc")])
def test_symbols_that_would_be_printed_alike_are_refused(one, other):
    robot = da.gallery.planar_2r().bind(m1=one, m2=other, lc1="a1")
    with raises(da.finding.SymbolClash, robot="planar_2r"):
        da.equations(robot).text("U")
