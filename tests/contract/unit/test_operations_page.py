"""The table of operations on its page is what the programs take."""

import re

import pytest

import dalembert as da
from place import ROOT

PAGE = (ROOT / "docs" / "operations.md").read_text()
ROWS = [[x.strip() for x in line.strip("|").split("|")] for line in re.findall(r"^\| \w+ \| \d+ \+.*$", PAGE, re.M)]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_the_page_says_what_it_costs(row):
    name, inverse, pairs, once, forward, divisions, later, mass, rest = row
    robot = getattr(da.gallery, name)().rigid()
    for quantity, wanted, extra in (
        ("inverse_dynamics", inverse, once),
        ("forward_dynamics", forward, later),
        ("mass_matrix", mass, rest),
    ):
        found = da.code.count(robot, quantity)
        assert (f"{found.mul} + {found.add}", str(found.setup)) == (wanted, extra)
    assert str(da.code.count(robot, "inverse_dynamics").sincos) == pairs
    assert str(da.code.count(robot, "forward_dynamics").div) == divisions


def test_the_page_has_robots():
    assert len(ROWS) >= 8


@pytest.mark.parametrize(("name", "most"), [("puma560", 340), ("rx90", 470)])
def test_benchmark_arms_take_few_operations(name, most):
    found = da.code.count(getattr(da.gallery, name)().rigid(), "inverse_dynamics")
    assert found.mul + found.add <= most
