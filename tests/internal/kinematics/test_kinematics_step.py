"""Steps of the search, whole turns, and the nearest pose of one out of reach."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import dalembert as da
from chain_robot import random_arm
from dalembert.kinematics import inverse, numerical_inverse
from dalembert.kinematics.analytic_inverse import linear, quadratic
from dalembert.kinematics.chain import chain, geometry, sample
from dalembert.kinematics.configuration import bounds, revolute
from dalembert.kinematics.numerical_inverse import (
    damped_step,
    objective_function,
    preferred_displacement,
    task_rows,
)
from dalembert.kinematics.task import arm
from dalembert.spatial.rotation import pose_error
from raised import raises
from tolerance import REPRODUCED, SAME_POSTURE


@pytest.mark.parametrize("name", ["puma560", "ur5", "stanford"])
def test_without_limits_the_answer_is_whole_turns_from_where_one_stands(name):
    """Each turning joint ends within half a turn of q0, however often q0 went round."""
    robot = getattr(da.gallery, name)()
    rng = np.random.default_rng(5)
    turning = revolute(robot)
    for _ in range(5):
        q = rng.uniform(-1, 1, robot.n)
        wound = q + np.where(turning, 2 * np.pi * rng.integers(-3, 4, robot.n), 0.0)
        start = wound + rng.normal(size=robot.n) * 0.05
        found = da.inverse_kinematics(robot, da.forward_kinematics(robot, q), q0=start, limits=False)
        assert np.abs(found - start).max() < np.pi
        assert np.abs(da.forward_kinematics(robot, found) - da.forward_kinematics(robot, q)).max() < REPRODUCED
        assert np.abs(found - wound).max() < SAME_POSTURE


def test_without_limits_the_nearest_pose_is_beyond_them():
    """A target out of reach, limits kept or not: the nearest pose is at the edge that counts."""
    robot = da.gallery.puma560()
    far = np.eye(4)
    far[:3, 3] = (3.0, 0.4, 0.2)
    offs = []
    for limits in (True, False):
        with raises(da.finding.UnreachableTarget, robot="puma560", limits=limits) as stop:
            da.inverse_kinematics(robot, far, limits=limits)
        q, low, high = stop.value.q, *bounds(robot)
        reached = da.forward_kinematics(robot, q)
        assert np.abs(reached - stop.value.pose).max() < REPRODUCED
        assert stop.value.distance == pytest.approx(np.linalg.norm(reached[:3, 3] - far[:3, 3]))
        assert not limits or np.all((q >= low - 1e-9) & (q <= high + 1e-9))
        offs.append(stop.value.distance)
    assert offs[1] <= offs[0] + 1e-6


@pytest.mark.parametrize("seed", range(4))
def test_a_step_knows_how_far_it_is(seed):
    """½eᵀe with e = (Δp / L, 2 n sin θ/2), and a step from nearby is Newton's: the rest falls with its square."""
    robot, rng = da.gallery.puma560(), np.random.default_rng(seed)
    kernel = damped_step(robot, None, False, False)
    q = rng.uniform(-1, 1, 6)
    goal = da.forward_kinematics(robot, q)
    for off in (0.3, 1e-3):
        start = q + off * rng.normal(size=6)
        T = da.forward_kinematics(robot, start)
        after, half = kernel(start[None], task_rows(goal[None]))
        turn = Rotation.from_matrix(goal[:3, :3] @ T[:3, :3].T).magnitude()
        far = np.linalg.norm(goal[:3, 3] - T[:3, 3]) / arm(robot).length
        assert half[0] == pytest.approx((far**2 + 4 * np.sin(turn / 2) ** 2) / 2, rel=SAME_POSTURE)
    left = kernel(after, task_rows(goal[None]))[1]
    assert left[0] < 1e-4 * half[0]


@pytest.mark.parametrize(("name", "seed"), [("puma560", 0), ("puma560", 1), ("ur5", 2), ("stanford", 3), ("scara", 4)])
def test_no_small_move_brings_the_nearest_pose_nearer(name, seed):
    """|Δp|² + (L θ)² is least at the pose that is offered: no step within the limits lowers it."""
    robot, rng = sample(getattr(da.gallery, name)()), np.random.default_rng(seed)
    length = chain(robot).length
    goal = np.eye(4)
    goal[:3, :3] = Rotation.random(random_state=seed).as_matrix()
    goal[:3, 3] = rng.normal(size=3) * 3 * length

    def off(q):
        e = pose_error(goal, da.forward_kinematics(robot, q))
        return np.sum(e[..., :3] ** 2, axis=-1) + length**2 * np.sum(e[..., 3:] ** 2, axis=-1)

    with raises(da.finding.UnreachableTarget, robot=robot.name) as stop:
        da.inverse_kinematics(robot, goal)
    q, (low, high) = stop.value.q, bounds(robot)
    for size in (1e-2, 1e-3):
        tried = np.clip(q + size * rng.normal(size=(200, robot.n)), low, high)
        assert off(tried).min() >= off(q) * (1 - 1e-9)


def test_the_centre_of_the_limits_is_wished_for():
    """Where a joint has both limits, the way to their middle; nothing of one that has not."""
    robot = da.gallery.panda()
    low, high = bounds(robot)
    q = np.random.default_rng(0).uniform(low, high, (5, 7))
    wish = preferred_displacement(arm(robot), "centre")(q)
    assert wish == pytest.approx((low + high) / 2 - q)
    free = geometry(da.gallery.planar_2r().bind(l1=0.9, l2=0.6))
    assert not preferred_displacement(arm(free), "centre")(np.ones((3, 2))).any()


@pytest.mark.parametrize("beyond", [0.0, 1e-12, 1e-9, -1e-9])
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_at_the_edge_of_reach_there_is_still_a_root(side, beyond):
    """a cos θ + b sin θ = c at |c| = √(a² + b²), on either side, and x² at its vertex; far beyond it there is none."""
    rng = np.random.default_rng(6)
    a, b = rng.normal(size=(2, 50))
    size = np.hypot(a, b)
    for t in np.moveaxis(linear(a, b, side * (1 + beyond) * size), -1, 0):
        assert np.abs(a * np.cos(t) + b * np.sin(t) - side * size).max() < SAME_POSTURE
    assert np.isnan(linear(a, b, side * 1.001 * size)).all()
    found = quadratic(np.abs(a), b, b * b / (4 * np.abs(a)) * (1 + beyond))
    assert np.abs(found + (b / (2 * np.abs(a)))[:, None]).max() < 1e-3 * np.abs(b / a).max()
    assert np.isnan(quadratic(np.abs(a), b, b * b / (2 * np.abs(a)))).all()


@pytest.mark.parametrize("name", ["puma560", "ur5", "planar_3r", "stanford"])
def test_many_targets_have_the_solutions_that_each_has_alone(name, monkeypatch):
    """However they are divided into blocks: those with fewer solutions are filled up with NaN."""
    robot = sample(getattr(da.gallery, name)())
    q = np.random.default_rng(8).uniform(-1.5, 1.5, (9, robot.n))
    poses = da.forward_kinematics(robot, q)
    poses[4] = da.forward_kinematics(robot, np.zeros(robot.n))  # straight: fewer of them
    whole = da.inverse_kinematics(robot, poses, all=True)
    monkeypatch.setattr(inverse, "_BLOCK", 2)
    parts = da.inverse_kinematics(robot, poses, all=True)
    assert parts.shape == whole.shape
    assert np.array_equal(np.isnan(parts), np.isnan(whole))
    assert np.nanmax(np.abs(parts - whole)) < SAME_POSTURE
    for pose, some in zip(poses, whole, strict=True):
        alone = da.inverse_kinematics(robot, pose, all=True)
        assert len(alone) == (~np.isnan(some).any(axis=-1)).sum()


@pytest.mark.parametrize("name", ["puma560", "panda", "iiwa14", "ur5"])
def test_the_centre_is_the_middle_of_the_range_and_a_limit_counts_one(name):
    """Σ ((q − middle)/half)²: 0 in the middle, one for each joint at a limit, wherever its range lies."""
    robot = getattr(da.gallery, name)()
    lower, upper = bounds(robot)
    lower, upper = (np.where(np.isfinite(x), x + 0.3, np.inf * np.sign(x)) for x in (lower, upper))
    shifted = replace(robot, joints=tuple(
        replace(j, limits=replace(j.limits, lower=float(a), upper=float(b))) if np.isfinite([a, b]).all() else j
        for j, a, b in zip(robot.joints, lower, upper, strict=True)
    ))  # fmt: skip
    value = objective_function(arm(shifted), "centre", slice(0, 6))
    bounded = np.isfinite(lower) & np.isfinite(upper)
    middle = np.where(bounded, (lower + upper) / 2, 0.0)
    assert value(middle) < REPRODUCED
    for q in (lower, upper):
        assert abs(value(np.where(bounded, q, 0.0)) - bounded.sum()) < REPRODUCED


def test_a_search_goes_on_until_several_crowds_find_nothing_new(monkeypatch):
    """A crowd of three cannot find all eight ways to reach a point with seven revolute joints, six of them moving."""
    robot = random_arm("RRRRRR", 4)
    pose = da.forward_kinematics(robot, [0.3, -0.4, 0.5, 0.6, -0.7, 0.8])
    every = da.inverse_kinematics(robot, pose, all=True)
    assert len(every) > 3
    monkeypatch.setattr(numerical_inverse, "_CROWD", 3)
    monkeypatch.setattr(numerical_inverse, "_IDLE", 30)
    few = da.inverse_kinematics(robot, pose, all=True)
    assert len(few) == len(every)


@pytest.mark.parametrize("name", ["planar_2r", "puma560", "panda"])
def test_a_solution_is_within_the_limits_though_one_stands_beyond_them(name):
    """Even where the configuration that is given reaches the target."""
    robot = sample(getattr(da.gallery, name)())
    joints = tuple(replace(j, limits=replace(j.limits, lower=-1.6, upper=1.6)) if j.moves else j for j in robot.joints)
    robot = replace(robot, joints=joints)
    rng = np.random.default_rng(3)
    for _ in range(4):
        q = rng.uniform(-1.5, 1.5, robot.n)
        beyond = q.copy()
        beyond[rng.integers(robot.n)] = 1.7
        found = da.inverse_kinematics(robot, da.forward_kinematics(robot, beyond), q0=beyond, missing="nan")
        assert not (np.abs(found) > 1.6 + REPRODUCED).any()
        found = da.inverse_kinematics(robot, da.forward_kinematics(robot, q), q0=beyond)
        assert (np.abs(found) <= 1.6 + REPRODUCED).all()
