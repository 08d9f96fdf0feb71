"""What is printed means what was derived: text and LaTeX of every quantity, broken and folded, read by `check`.

Robots whose equations fill pages are read back by `sweep.py`, and here one of them.
"""

from __future__ import annotations

import numeric
import paper
import pytest

import dalembert as da
from dalembert.robot import gallery

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


@pytest.mark.parametrize("name", [x for x in gallery.names() if x not in LARGE])
def test_every_quantity_reads_back(name):
    checked, wrong, _ = paper.read_back(name)
    assert checked >= 12
    assert wrong == []


def test_so_does_a_six_axis_arm_in_a_column():
    checked, wrong, _ = paper.read_back("ur5", ("tau", "M", "base_parameters"), (("latex", 246),))
    assert (checked, wrong) == (3, [])


def test_what_is_too_long_to_be_multiplied_out_is_compared_by_numbers():
    """M and g of a seven-axis arm, 130,000 characters, in text and in a column of LaTeX."""
    checked, wrong, long = paper.read_back("panda", ("M", "g"), (("text", None), ("latex", 246)))
    assert (checked, wrong) == (4, [])
    assert long == ["M text None", "M latex 246"]


@pytest.mark.parametrize("what", ["tau", "M", "c", "S", "U", "christoffel"])
def test_numbers_notice_one_sign(what):
    robot = gallery.spatial_3r()
    text = da.equations(robot).text(what, digits=15)
    assert numeric.wrong(robot, text) == []
    assert numeric.wrong(robot, text[::-1].replace("+", "-", 1)[::-1]) != []


def test_what_is_wrong_would_be_noticed(monkeypatch):
    from dalembert.closed.equations import Equations

    right = Equations.latex
    monkeypatch.setattr(Equations, "latex", lambda self, what, **style: right(self, what, **style).replace("+", "-", 1))
    assert paper.read_back("planar_2r", ("tau", "T"), (("latex", 425),))[1] != []
