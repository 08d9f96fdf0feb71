"""Geometry knows no units: an arm k times as large reaches a pose k times as far with the same angles, or misses it as widely."""

import numpy as np
import pytest

import dalembert as da
from chain_robot import random_arm
from dalembert.kinematics.configuration import bounds
from dalembert.kinematics.numerical_inverse import preferred_displacement
from dalembert.kinematics.task import arm
from pieces import larger
from tolerance import FINITE_DIFFERENCE, REPRODUCED, SAME_POSTURE

ARMS = ["puma560", "ur5", "scara_numbers", "panda", "RRRRRR", "RRP", "PRR", "RPR", "PRP", "RRR"]


def arm_of(name):
    if name == "scara_numbers":
        return da.gallery.scara().bind(**{x: 0.4 + 0.05 * k for k, x in enumerate(da.gallery.scara().parameters)})
    return getattr(da.gallery, name)() if hasattr(da.gallery, name) else random_arm(name, 3)


def scaled(robot, x, k, slides):
    x = np.array(x, dtype=float)
    x[..., slides] *= k
    return x


def apart(a, b):
    """Between two lists of configurations: how far the worst of one is from the nearest of the other, angles as angles."""
    off = a[:, None] - b[None]
    return np.abs((off + np.pi) % (2 * np.pi) - np.pi).max(axis=-1).min(axis=1).max()


@pytest.mark.sampled(7)
@pytest.mark.parametrize("k", [1e-3, 1e3])
@pytest.mark.parametrize("name", ARMS)
def test_every_solution_of_an_arm_is_one_of_the_larger_arm(name, k):
    robot = arm_of(name)
    slides = [i for i, x in enumerate(robot.coordinates) if robot.coordinate(x).unit == "m"]
    q = np.random.default_rng(1).uniform(-0.8, 0.8, robot.n)
    big, T = larger(robot, k), da.forward_kinematics(robot, q)
    far = T.copy()
    far[:3, 3] *= k
    assert da.forward_kinematics(big, scaled(robot, q, k, slides)) == pytest.approx(
        far, rel=REPRODUCED, abs=k * REPRODUCED
    )
    if robot.n > 6:
        found = da.inverse_kinematics(big, far, q0=q)
        assert np.abs(da.forward_kinematics(big, found) - far).max() < REPRODUCED * max(k, 1)
        return
    goal, distant = (T, far) if robot.n == 6 else (T[:3, 3], far[:3, 3])
    one = da.inverse_kinematics(robot, goal, all=True, limits=False)
    other = scaled(robot, da.inverse_kinematics(big, distant, all=True, limits=False), 1 / k, slides)
    assert len(one) == len(other) > 0
    assert apart(one, other) < SAME_POSTURE
    assert apart(q[None], one) < SAME_POSTURE


@pytest.mark.parametrize("name", ["puma560", "ur5", "panda"])
def test_a_pose_out_of_reach_is_missed_by_the_least(name):
    """The configuration told keeps limits, or none and is unwound; what it misses by is told, and no small move misses less."""
    robot = getattr(da.gallery, name)()
    T = np.eye(4)
    T[:3, 3] = 3.0, 1.0, 2.0
    low, high = bounds(robot)
    for limits in (True, False):
        with pytest.raises(da.errors.Unreachable) as stopped:
            da.inverse_kinematics(robot, T[:3, 3], limits=limits)
        told = stopped.value
        reached = da.forward_kinematics(robot, told.q)[:3, 3]
        miss = float(np.linalg.norm(reached - T[:3, 3]))
        assert told.distance == pytest.approx(miss, rel=REPRODUCED)
        if limits:
            assert np.all((told.q >= low - 1e-9) & (told.q <= high + 1e-9))
        else:
            assert np.all(np.abs(told.q) <= np.pi + 1e-9)
        rng = np.random.default_rng(0)
        moves = told.q + rng.normal(0, 0.02, (200, robot.n))
        moves = np.clip(moves, low, high) if limits else moves
        near = da.forward_kinematics(robot, moves)[:, :3, 3]
        assert np.linalg.norm(near - T[:3, 3], axis=1).min() > miss - 1e-9


@pytest.mark.parametrize("name", ["puma560", "panda", "ur5"])
def test_a_wish_leads_where_it_says(name):
    """To the middle of the limits, to a posture by the shorter way, or down a slope; none where it is there already."""
    robot = getattr(da.gallery, name)()
    low, high = bounds(robot)
    rng = np.random.default_rng(2)
    q = rng.uniform(-1, 1, (5, robot.n))
    bounded = np.isfinite(low) & np.isfinite(high)
    middle = np.where(bounded, (np.where(bounded, low, 0) + np.where(bounded, high, 0)) / 2, q)
    assert preferred_displacement(arm(robot), "centre")(q) == pytest.approx(middle - q, abs=REPRODUCED)
    posture = rng.uniform(-1, 1, robot.n)
    assert preferred_displacement(arm(robot), posture)(q) == pytest.approx(posture - q, abs=REPRODUCED)
    down = preferred_displacement(arm(robot), lambda x: ((x - 0.3) ** 2).sum(axis=-1))(q)
    assert down == pytest.approx(2 * (0.3 - q), abs=FINITE_DIFFERENCE)
    uphill = preferred_displacement(arm(robot), "manipulability")(q)
    before, after = (da.kinematics.manipulability(robot, x) for x in (q, q + 1e-4 * uphill))
    assert np.all(after >= before)


@pytest.mark.parametrize("k", [1e-6, 1e6])
@pytest.mark.parametrize("name", ["panda", "iiwa14", "puma560", "RPRRPRR"])
@pytest.mark.parametrize("task", ["pose", "position", "orientation"])
def test_what_does_not_move_the_frame_is_the_same_of_any_size(name, task, k):
    """As many directions, and J of the larger arm times each is nothing beside J."""
    robot = arm_of(name)
    slides = [i for i, x in enumerate(robot.coordinates) if robot.coordinate(x).unit == "m"]
    q = np.random.default_rng(5).uniform(-0.8, 0.8, robot.n)
    big, at = larger(robot, k), scaled(robot, q, k, slides)
    free = da.kinematics.null_space(big, at, task=task)
    assert free.shape == da.kinematics.null_space(robot, q, task=task).shape
    J = da.jacobian(big, at)[{"pose": slice(0, 6), "position": slice(0, 3), "orientation": slice(3, 6)}[task]]
    assert np.all(np.abs(J @ free) <= REPRODUCED * np.abs(J).max(axis=1, keepdims=True))


@pytest.mark.parametrize("pull", [0.1, 0.25])
@pytest.mark.parametrize("seed", range(3))
def test_pull_is_the_part_of_the_way_to_what_is_preferred(pull, seed):
    """A frame that stands still, of an arm with one joint more than it takes: what is left falls by 1 − pull at each pose."""
    robot, rng = random_arm("RRRR", seed), np.random.default_rng(seed)
    wanted = rng.uniform(0.3, 1.0, 4)
    way = da.kinematics.self_motion(robot, wanted, task="position", step=0.01, limits=False, most=12)
    start = max(way, key=lambda x: np.linalg.norm(x - wanted))
    poses = np.tile(da.forward_kinematics(robot, wanted), (9, 1, 1))
    found = da.kinematics.follow(
        robot, poses, start, task="position", redundancy=da.kinematics.Redundancy(wanted, pull), limits=False
    )
    left = np.linalg.norm(found.q - wanted, axis=1)
    assert left[1:] / left[:-1] == pytest.approx(1 - pull, abs=0.03)
