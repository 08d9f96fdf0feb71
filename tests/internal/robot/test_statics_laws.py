"""Statics knows no units: where weights are k times as large, a robot rests in the same places and holds k times as much."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.robot.tree import tree
from pieces import lecture_arm, point_pendulum, two_links
from raised import raises
from random_robot import random_robot
from tolerance import ANOTHER_LIBRARY, ROOT_OF_ROUNDING, SAME_ALGORITHM

ROBOTS = {"pendulum": point_pendulum, "lecture": lecture_arm, "two links": two_links, "puma560": da.gallery.puma560}
FACTORS = (1e-9, 1e-4, 1e5)


def weighing(robot, k):
    """The robot where everything weighs k times as much."""
    return replace(robot, gravity=tuple(k * float(x) for x in robot.gravity))


@pytest.mark.parametrize(("name", "k"), [("lecture", 1e-9), ("two links", 1e5)])
def test_a_robot_rests_where_it_rests_whatever_it_weighs(name, k):
    robot = ROBOTS[name]()
    one, other = da.statics.equilibria(robot), da.statics.equilibria(weighing(robot, k))
    assert [x.kind for x in one] == [x.kind for x in other]
    assert len(one) > 1
    for a, b in zip(one, other, strict=True):
        turned = (a.q - b.q + np.pi) % (2 * np.pi) - np.pi
        assert np.abs(turned).max() < ROOT_OF_ROUNDING
        assert b.stiffness == pytest.approx(k * a.stiffness, rel=1e-6)


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("k", FACTORS)
def test_what_is_held_grows_with_the_weights_and_the_motors(name, k):
    """Forces that motors k times as strong hold at a robot that weighs k times as much; masses stay what they were."""
    robot, rng = ROBOTS[name](), np.random.default_rng(4)
    heavy, q = weighing(robot, k), rng.uniform(-1, 1, (20, robot.n))
    limits = 3 * np.abs(da.statics.static_torque(robot, q)).max(axis=0) + 1.0
    for direction in np.eye(3):
        one = da.statics.largest_force(robot, q, direction, effort=limits)
        other = da.statics.largest_force(heavy, q, direction, effort=k * limits)
        assert other == pytest.approx(k * one, rel=ANOTHER_LIBRARY, nan_ok=True)
    assert da.statics.largest_mass(heavy, q, effort=k * limits) == pytest.approx(
        da.statics.largest_mass(robot, q, effort=limits), rel=ANOTHER_LIBRARY, nan_ok=True
    )


@pytest.mark.parametrize("seed", range(6))
def test_the_force_that_is_held_is_the_largest(seed):
    """With it every joint is within its limit and one is at it; with a thousandth more one is beyond."""
    robot, rng = random_robot(seed, 3), np.random.default_rng(seed)
    q, direction = rng.uniform(-1, 1, (30, robot.n)), rng.normal(size=3)
    direction /= np.linalg.norm(direction)
    limits = 2 * np.abs(da.statics.static_torque(robot, q)).max(axis=0) + 1.0
    most = da.statics.largest_force(robot, q, direction, effort=limits)
    felt = np.isfinite(most)
    assert felt.any()
    for share, beyond in ((1.0, False), (1.001, True)):
        push = np.zeros((int(felt.sum()), 6))
        push[:, :3] = share * most[felt, None] * direction
        used = np.abs(da.statics.static_torque(robot, q[felt], wrench={tree(robot).last: push})) / limits
        assert np.all((used.max(axis=1) > 1 + SAME_ALGORITHM) == beyond)
        if not beyond:
            assert used.max(axis=1) == pytest.approx(np.ones(len(used)), rel=ANOTHER_LIBRARY)


@pytest.mark.parametrize("name", ROBOTS)
def test_a_force_on_what_nothing_moves_is_refused_alike(name):
    """A force on the ground is nobody's to hold."""
    robot = ROBOTS[name]()
    for ask in (
        lambda: da.statics.static_torque(robot, np.zeros(robot.n), wrench={robot.root: np.ones(6)}),
        lambda: da.statics.largest_force(
            robot, np.zeros(robot.n), [0, 0, 1], frame=robot.root, effort=np.ones(robot.n)
        ),
        lambda: da.statics.largest_mass(robot, np.zeros(robot.n), frame=robot.root, effort=np.ones(robot.n)),
        lambda: da.statics.load_capacity(robot, np.zeros(robot.n), frame=robot.root, effort=np.ones(robot.n)),
    ):
        with raises(da.finding.FixedFrame):
            ask()


@pytest.mark.parametrize("seed", range(6))
def test_a_force_on_the_edge_of_what_is_held_is_held_and_no_more(seed):
    """Along every direction the largest force is the edge of `holds`; the ellipsoid is that of weightless efforts."""
    robot, rng = random_robot(seed, 3 + seed % 2), np.random.default_rng(seed)
    q = rng.uniform(-1, 1, robot.n)
    limits = 2 * np.abs(da.statics.static_torque(robot, q)) + rng.uniform(0.5, 1.5, robot.n)
    capacity = da.statics.load_capacity(robot, q, effort=limits)
    for u in rng.normal(size=(20, 3)):
        u = u / np.linalg.norm(u)
        most = float(da.statics.largest_force(robot, q, u, effort=limits))
        if np.isfinite(most):
            assert capacity.holds(most * u)
            assert not capacity.holds(most * (1 + 1e3 * ANOTHER_LIBRARY) * u)
            assert capacity.limiting(u) in robot.coordinates
    axes, directions = capacity.ellipsoid
    for size, way in zip(axes, directions.T, strict=True):
        used = np.linalg.norm(capacity.A @ way / limits)
        assert used * size == pytest.approx(1.0) if np.isfinite(size) else used < ANOTHER_LIBRARY
