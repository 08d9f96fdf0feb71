"""Lagrange = Newton-Euler = Kane = Hamilton = virtual work, on random trees, exactly; and all equal the numbers.

The numbers are those of the recursive algorithms in floating point, which share no line with the derivations.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dalembert as da
from dalembert.closed.derivation.shared_steps import Arm
from dalembert.closed.derive import METHODS
from dalembert.graph import evaluate
from random_robot import exact_robot, kicked, random_robot, seeds, worst
from tolerance import SAME_ALGORITHM

few = settings(max_examples=8, deadline=None)


def efforts(arm, road, q, qd, qdd):
    """τ of a road as numbers."""
    display = arm.mechanics.display
    rows = (("q", q), ("qd", qd), ("qdd", qdd))
    values = {f"{name}{k}": float(x) for name, row in rows for k, x in enumerate(row, 1)}
    return evaluate([display.node(x) for x in road.tau], values)


@few
@given(seeds, st.integers(1, 4), st.booleans())
def test_all_roads_end_in_the_same_efforts(seed, size, mimic):
    robot = exact_robot(seed, size, mimic=mimic)
    arm = Arm(robot)
    roads = {name: road(arm) for name, road in METHODS.items()}
    for name, road in roads.items():
        for mine, theirs in zip(road.tau, roads["lagrange"].tau, strict=True):
            assert arm.ring.equal(mine, theirs), name


@few
@given(seeds, st.integers(1, 4), st.sampled_from(sorted(METHODS)))
def test_each_road_equals_the_recursive_algorithm(seed, size, method):
    robot = exact_robot(seed, size)
    arm = Arm(robot)
    q, qd, qdd = kicked(robot, seed)
    expected = da.inverse_dynamics(robot, q, qd, qdd)
    assert worst(efforts(arm, METHODS[method](arm), q, qd, qdd), expected) < SAME_ALGORITHM


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", [3, 11])
def test_rotors_friction_and_fixed_links_are_in_every_road(seed, method):
    """Drives with all their parts, tools mounted by fixed joints, tilted axes in floats."""
    robot = random_robot(seed, 3, drives=True)
    arm = Arm(robot)
    q, qd, qdd = kicked(robot, seed)
    expected = da.inverse_dynamics(robot, q, qd, qdd)
    assert np.abs(np.subtract(expected, da.inverse_dynamics(robot.rigid(), q, qd, qdd))).max() > 1e-2
    assert worst(efforts(arm, METHODS[method](arm), q, qd, qdd), expected) < SAME_ALGORITHM


@few
@given(seeds, st.integers(1, 3))
def test_every_required_property_is_proved_on_random_trees(seed, size):
    certificate = da.prove(exact_robot(seed, size))
    assert certificate.holds
    assert certificate.exact
