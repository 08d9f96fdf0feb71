"""Lagrange = Newton-Euler = Kane = Hamilton = virtual work, on random trees, exactly; and all equal the numbers.

The numbers are those of the recursive algorithms in floating point, which share no line with the derivations.
"""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dalembert as da
from dalembert.closed.derivation import gibbs_appell, hamilton, kane, lagrange, newton_euler, virtual_work
from dalembert.closed.derivation.shared_steps import Arm
from dalembert.closed.derive import METHODS
from dalembert.closed.model import mechanics
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


MISTAKES = {  # name: (place, function of one method or of the model, what becomes of its result)
    "lagrange": (lagrange, "kinetic", lambda T: 2 * T),
    "newton-euler": (newton_euler, "_outward", lambda x: replace(x, N=x.F)),
    "kane": (kane, "_forces", lambda x: (x[0], x[1], x[1])),
    "hamilton": (hamilton, "_slope_of_h", lambda x: -x),
    "virtual-work": (virtual_work, "euler_matrix", lambda J: J[::-1]),
    "gibbs-appell": (gibbs_appell, "_energy", lambda S: S / 2),
    "M": (mechanics.Mechanics, "_inertia", lambda M: [[2 * x for x in row] for row in M]),
    "c": (mechanics, "christoffel", lambda c: [[[-x for x in row] for row in C_k] for C_k in c]),
    "g": (mechanics.Mechanics, "potential_of", lambda U: -U),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_one_computation_makes_it_disagree(name, monkeypatch):
    """No method shares its own step with another one, and the model shares none with the methods."""
    place, function, spoilt = MISTAKES[name]
    true = getattr(place, function)
    monkeypatch.setattr(place, function, lambda *given: spoilt(true(*given)))
    robot = replace(da.gallery.planar_2r(), name=name)
    wrong = {method for method in METHODS if not da.derive(robot, method).agrees}
    assert wrong == ({name} if name in METHODS else {*METHODS})
    assert da.prove(robot)["methods"].verdict == "refuted"
