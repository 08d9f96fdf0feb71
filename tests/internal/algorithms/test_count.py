"""Operation counts, beside the published ones."""

import pytest

import dalembert as da
from dalembert.algorithms.aba import aba
from dalembert.algorithms.drive_efforts import rotor_inertias
from dalembert.algorithms.forward import forward_dynamics
from dalembert.graph import operations, symbol
from dalembert.robot.tree import regroup
from dalembert.robot.tree import tree as tree_of

PATTERN = {"YY", "MZ", "M"}  # what regrouping leaves zero for every revolute joint
ALONE = {"XX", "XY", "XZ", "YZ", "MX", "MY"}  # and besides for a first joint along gravity


def base_pattern(robot):
    """RX-90 with the zeros that its base parameters have [khalil2002, §9.5]."""
    zero = [f"{name}{j}" for name in PATTERN for j in range(1, 7)] + [f"{name}1" for name in ALONE]
    return robot.bind(**dict.fromkeys((name for name in zero if name in robot.parameters), 0))


def test_rx90_inverse_dynamics_is_below_the_published_count():
    """OpenSYMORO's generated code has 283 + 234 operations for the same pattern."""
    count = da.code.count(base_pattern(da.gallery.rx90().rigid()), "inverse_dynamics")
    assert count.mul + count.add + count.setup < 283 + 234
    assert count.mul + count.add <= 470


def test_all_parameters_cost_no_more_than_the_base_parameters():
    """Regrouping is done once for a robot: only its own additions, on parameters alone, are added."""
    full, base = (
        da.code.count(r, "inverse_dynamics")
        for r in (da.gallery.rx90().rigid(), base_pattern(da.gallery.rx90().rigid()))
    )
    assert full.total <= base.total
    assert full.setup > base.setup


def test_count_prints_for_people():
    text = str(da.code.count(da.gallery.ur5(), "inverse_dynamics"))
    assert "mul" in text
    assert "sin/cos" in text


@pytest.mark.parametrize("name", ["ur5", "puma560", "panda", "iiwa14"])
def test_forward_dynamics_takes_the_shorter_way(name):
    """An arm's M is factored: fewer operations than articulated bodies."""
    tree = regroup(tree_of(getattr(da.gallery, name)()))
    q, qd, tau = ([symbol(f"{x}{k}") for k in range(tree.nv)] for x in ("q", "qd", "tau"))
    by_bodies = operations(aba(tree, q, qd, tau, rotor_inertias(tree))).total
    assert operations(forward_dynamics(tree, q, qd, tau)).total < by_bodies
