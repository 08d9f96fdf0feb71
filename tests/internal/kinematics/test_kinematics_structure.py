"""Recognition of an arm's structure from its axes."""

import numpy as np
import pytest

import dalembert as da
from chain_robot import random_arm
from dalembert.kinematics.analytic_inverse import Parallel, Point, Wrist, solutions, structure
from dalembert.kinematics.chain import sample
from dalembert.kinematics.task import arm, target
from random_robot import random_robot
from tolerance import REPRODUCED, SAME_POSTURE


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("puma560", Wrist(3, 3)),
        ("stanford", Wrist(3, 3)),
        ("rx90", Wrist(3, 3)),
        ("articulated", Wrist(3, 3)),
        ("ur5", Parallel(1)),
        ("planar_3r", Wrist(2, 1)),
        ("planar_rpr", Wrist(2, 1)),
        ("cartesian", Point()),
        ("panda", None),
        ("iiwa14", None),
    ],
)
def test_gallery(name, expected):
    assert structure(sample(getattr(da.gallery, name)()), None, False) == expected


@pytest.mark.parametrize(
    ("name", "solved"), [("planar_2r", True), ("spatial_3r", True), ("scara", True), ("planar_3r", False)]
)
def test_positions(name, solved):
    """Three joints in a plane are one too many for a position."""
    look = structure(sample(getattr(da.gallery, name)()), None, True)
    assert look == (Point() if solved else None)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ({"wrist": (0, 3)}, Wrist(0, 3)),
        ({"wrist": (2, 3)}, Wrist(2, 3)),
        ({"parallel": 0}, Parallel(0)),
        ({"parallel": 3}, Parallel(3)),
        ({}, None),
        ({"wrist": (3, 2)}, None),  # two axes that meet are not enough for six joints
    ],
)
def test_any_place_in_the_arm(made, expected):
    assert structure(random_arm("RRRRRR", 4, **made), None, False) == expected


def test_what_only_looks_solvable_is_refused():
    """A spherical wrist on three parallel axes leaves the plane's fourth direction out."""
    robot = random_arm("RRRRRR", 2, wrist=(3, 3), parallel=0)
    assert structure(robot, None, False) is None


def test_joints_that_mimic_others_are_left_to_the_search():
    robot = random_robot(3, 4, mimic=True)
    assert structure(robot, robot.links[-1].name, False) is None


@pytest.mark.parametrize("name", ["puma560", "ur5"])
def test_a_solution_that_is_found_twice_counts_once(name):
    """Whatever its place among the candidates, and however many turns apart."""
    robot = getattr(da.gallery, name)()
    q = np.array([0.3, -0.5, 0.7, 0.4, 0.9, -0.2])
    goal = target(da.forward_kinematics(robot, q)[None])
    for rows in ([q, q], [q, q + 2 * np.pi], [np.full(6, np.nan), q, q], [q, q + 1e-12, q - 2 * np.pi, q]):
        found = solutions(arm(robot), goal, np.array([rows]), 1e-9)
        assert found.shape == (1, 1, 6)
        assert found[0, 0] == pytest.approx(q, abs=REPRODUCED)


@pytest.mark.parametrize(("first", "seed"), [(0, 1), (1, 2), (2, 3)])
def test_five_joints_of_which_three_are_parallel_are_solved_in_closed_form(first, seed):
    robot = random_arm("RRRRR", seed, parallel=first)
    assert structure(robot, None, False) == Parallel(first)
    q = np.random.default_rng(seed).uniform(-1.5, 1.5, (4, 5))
    poses = da.forward_kinematics(robot, q)
    found = da.inverse_kinematics(robot, poses, all=True)
    assert found.shape[::2] == (4, 5)
    for here, pose, every in zip(q, poses, found, strict=True):
        every = every[np.isfinite(every).all(axis=1)]
        assert np.abs(every - here).max(axis=1).min() < SAME_POSTURE
        assert np.abs(da.forward_kinematics(robot, every) - pose).max() < REPRODUCED
