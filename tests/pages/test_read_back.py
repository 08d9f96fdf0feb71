"""What is printed means what was derived: text and LaTeX of every quantity, broken and folded, read by `check`.

Robots whose equations fill pages are read back by `sweep.py`, and here one of them.
"""

from __future__ import annotations

import paper
import pytest

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


def test_what_is_wrong_would_be_noticed(monkeypatch):
    from dalembert.closed.equations import Equations

    right = Equations.latex
    monkeypatch.setattr(Equations, "latex", lambda self, what, **style: right(self, what, **style).replace("+", "-", 1))
    assert paper.read_back("planar_2r", ("tau", "T"), (("latex", 425),))[1] != []
