"""Nearest means nearest: q₀ comes back where it solves, small steps stay small, and no solver finds one nearer."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize

import dalembert as da
from chain_robot import random_arm
from dalembert.kinematics.configuration import bounds, periodic
from random_robot import random_robot
from tolerance import SAME_POSTURE

COMES_BACK = 1e-9  # the solver's own bar
FIRST_ORDER = 1e-5  # of the way across the self-motion: the square of it is what the distance could still fall
REDUNDANT = ["panda", "iiwa14"]
SIX = ["ur5", "puma560"]
ARMS = {
    **{name: getattr(da.gallery, name)() for name in (*REDUNDANT, *SIX)},
    "general 6R": random_arm("RRRRRR", seed=5),
    "8R": random_arm("RRRRRRRR", seed=8),
    "slides": random_arm("RPRRPRR", seed=2),
    "branched": random_robot(4, 7),
    "mimic": random_robot(6, 7, mimic=True),
}


def within(robot, count, seed):
    low, high = bounds(robot)
    low, high = (np.clip(x, -np.pi, np.pi) for x in (low, high))
    return np.random.default_rng(seed).uniform(low, high, (count, robot.n))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", ARMS)
def test_a_solution_given_comes_back(name):
    robot = ARMS[name]
    q = within(robot, 100, 1)
    T = da.forward_kinematics(robot, q)
    assert np.abs(da.inverse_kinematics(robot, T, q0=q) - q).max() <= COMES_BACK
    assert np.abs(da.inverse_kinematics(robot, T[:, :3, 3], q0=q) - q).max() <= COMES_BACK
    turned = q + 2 * np.pi * np.random.default_rng(3).integers(-2, 3, q.shape)
    turned = np.where(periodic(robot), turned, q)
    T = da.forward_kinematics(robot, turned)
    assert np.abs(da.inverse_kinematics(robot, T, q0=turned, limits=False) - turned).max() <= COMES_BACK


@pytest.mark.parametrize("name", SIX)
def test_a_singular_wrist_stays_as_it_stands(name):
    robot = ARMS[name]
    q = within(robot, 200, 2)
    q[:, 4] = 0
    T = da.forward_kinematics(robot, q)
    assert np.abs(da.inverse_kinematics(robot, T, q0=q) - q).max() <= COMES_BACK
    moved = da.inverse_kinematics(robot, T, q0=q + 1e-3)
    assert np.abs(moved - q).max() < 0.02


@pytest.mark.parametrize("name", ARMS)
def test_a_neighbour_of_a_solution_is_not_left_for_a_farther_one(name):
    robot = ARMS[name]
    q = within(robot, 100, 4)
    low, high = bounds(robot)
    q0 = np.clip(q + 0.05 * np.random.default_rng(5).normal(size=q.shape), low, high)
    T = da.forward_kinematics(robot, q)
    for target in (T, T[:, :3, 3]):
        found = da.inverse_kinematics(robot, target, q0=q0)
        assert np.all(np.linalg.norm(found - q0, axis=-1) <= np.linalg.norm(q - q0, axis=-1) + COMES_BACK)


@pytest.mark.parametrize("name", [*REDUNDANT, "8R"])
@pytest.mark.parametrize("size", [3, 6])
def test_the_way_from_q0_is_across_the_self_motion(name, size):
    """First-order condition of the least |q − q₀| on T(q) = target: N(q₀ − q) = 0 where no limit is met."""
    robot = ARMS[name]
    low, high = bounds(robot)
    q = within(robot, 100, 6)
    q0 = np.clip(q + 0.1 * np.random.default_rng(7).normal(size=q.shape), low, high)
    T = da.forward_kinematics(robot, q)
    found = da.inverse_kinematics(robot, T if size == 6 else T[:, :3, 3], q0=q0)
    J = da.jacobian(robot, found)[:, :size]
    s = np.linalg.svd(J, compute_uv=False)[:, -1]
    free = np.all((found > low + 1e-6) & (found < high - 1e-6), axis=-1) & (s > 0.02)
    assert free.sum() > 50
    N = np.eye(robot.n) - np.linalg.pinv(J) @ J
    assert np.abs(np.einsum("bij,bj->bi", N, q0 - found))[free].max() < FIRST_ORDER


@pytest.mark.parametrize("name", [*REDUNDANT, "ur5"])
def test_another_solver_from_q0_finds_none_nearer(name):
    """Positions far from q₀, against sequential quadratic programming of another library from the same start."""
    robot = ARMS[name]
    low, high = bounds(robot)
    q, q0 = within(robot, 12, 8), within(robot, 12, 9)
    P = da.forward_kinematics(robot, q)[:, :3, 3]
    found = da.inverse_kinematics(robot, P, q0=q0)
    compared = 0
    for p, start, own in zip(P, q0, found, strict=True):
        on_target = {
            "type": "eq",
            "fun": lambda x, p=p: da.forward_kinematics(robot, x)[:3, 3] - p,
            "jac": lambda x: da.jacobian(robot, x)[:3],
        }
        other = minimize(
            lambda x, start=start: np.sum((x - start) ** 2), start, jac=lambda x, start=start: 2 * (x - start),
            constraints=[on_target], bounds=list(zip(low, high, strict=True)), options={"maxiter": 300, "ftol": 1e-13},
        )  # fmt: skip
        if other.success and np.abs(on_target["fun"](other.x)).max() < 1e-8:
            compared += 1
            assert np.linalg.norm(own - start) <= np.sqrt(other.fun) + 1e-5
    assert compared >= 6


def circle(robot, q, radius, count):
    """Poses on a circle through that of q, the orientation kept."""
    T0 = da.forward_kinematics(robot, q)
    turn = np.linspace(0, 2 * np.pi, count)
    T = np.tile(T0, (count, 1, 1))
    T[:, 0, 3] += radius * (np.cos(turn) - 1)
    T[:, 1, 3] += radius * np.sin(turn)
    return T


START = {
    "ur5": [0.3, -1.2, 1.6, -0.8, 1.1, 0.4],
    "puma560": [0.3, 0.8, -2.4, 0.5, 1.1, 0.4],
    "panda": [0.2, -0.4, 0.3, -1.9, 0.2, 1.8, 0.5],
    "iiwa14": [0.2, 0.6, 0.3, -1.3, 0.2, 0.9, 0.5],
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", START)
@pytest.mark.parametrize("position", [False, True])
def test_small_steps_are_continuous_and_six_joints_close(name, position):
    """A path solved pose by pose, each from the one before, moves no joint more than J⁺ asks.

    After a closed path six joints that serve a pose are where they were. With joints to spare the least motion does not
    return in general [klein1983]; there and back again it does.
    """
    robot = ARMS[name]
    q = np.array(START[name])
    T = circle(robot, q, 0.08, 150)
    targets = T[:, :3, 3] if position else T
    there = [q]
    for target in targets[1:]:
        there.append(da.inverse_kinematics(robot, target, q0=there[-1]))
    steps = np.abs(np.diff(there, axis=0)).max(axis=-1)
    J = da.jacobian(robot, np.array(there))[:, : 3 if position else 6]
    allowed = 2 * 0.08 * 2 * np.pi / 150 / np.linalg.svd(J, compute_uv=False)[:, -1].min()
    assert steps.max() < allowed
    if robot.n == 6 and not position:
        assert np.abs(there[-1] - q).max() < COMES_BACK * 100
    x = there[-1]
    for target in targets[-2::-1]:
        x = da.inverse_kinematics(robot, target, q0=x)
    assert np.abs(x - q).max() < 2e-3  # the second-order part of 300 steps of 3 mm
    assert np.abs(da.forward_kinematics(robot, x)[:3, 3] - T[0, :3, 3]).max() < COMES_BACK


def test_of_equivalent_turns_the_nearest_that_the_limits_allow():
    robot = random_arm("RRRRRR", seed=5)  # searched, not solved in closed form
    low, high = -2 * np.pi, 2 * np.pi
    limited = replace(robot, joints=tuple(replace(x, limits=da.Limits(low, high)) for x in robot.joints))
    q = np.random.default_rng(4).uniform(-2 * np.pi, 2 * np.pi, (30, 6))
    found = da.inverse_kinematics(limited, da.forward_kinematics(limited, q), q0=np.clip(q + 0.01, low, high))
    assert np.abs(found - q).max() < 0.1


@pytest.mark.parametrize("scale", [1.0, 3.0, 300.0])
def test_an_objective_has_the_same_minimum_however_steep_it_is(scale):
    """The posture a of least |x − a|² is on the self-motion of q0; full steps down the slope would go back and forth."""
    robot = da.gallery.panda()
    a = np.array([0.0, -0.5, 0.3, -2.0, 0.2, 1.5, 0.7])
    start = da.kinematics.self_motion(robot, a, step=0.1, most=4)[-1]
    pose = da.forward_kinematics(robot, a)
    found = da.inverse_kinematics(robot, pose, q0=start, objective=lambda x: scale * np.sum((x - a) ** 2, axis=-1))
    assert np.abs(found - a).max() < SAME_POSTURE
