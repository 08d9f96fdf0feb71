"""Inverse kinematics against things written elsewhere: a DH product in the test, Pinocchio's poses, and blind search."""

import numpy as np
import pinocchio as pin
import pytest

import dalembert as da
from chain_robot import random_arm
from corpus import FILES, find, label
from dalembert.graph import evaluate
from dalembert.kinematics import inverse
from dalembert.kinematics.analytic_inverse import Parallel, structure
from dalembert.kinematics.configuration import bounds
from dalembert.quantity import trace
from dalembert.robot.tree import tree
from pinocchio_model import Oracle
from random_robot import worst
from tolerance import ANOTHER_LIBRARY, SAME_ALGORITHM, SAME_POSTURE

REPRODUCES = 1e-9  # metres and radians, the bar of the solver itself
# a, α, d of the PUMA 560 in standard DH  [corke1994]
PUMA = (
    (0, np.pi / 2, 0),
    (0.4318, 0, 0),
    (0.0203, -np.pi / 2, 0.15005),
    (0, np.pi / 2, 0.4318),
    (0, -np.pi / 2, 0),
    (0, 0, 0),
)


def puma_pose(q):
    """Rz(θ) Tz(d) Tx(a) Rx(α), six times."""
    T = np.broadcast_to(np.eye(4), (*q.shape[:-1], 4, 4))
    for k, (a, alpha, d) in enumerate(PUMA):
        c, s, ca, sa = np.cos(q[..., k]), np.sin(q[..., k]), np.cos(alpha), np.sin(alpha)
        A = np.zeros((*q.shape[:-1], 4, 4))
        A[..., 0, 0], A[..., 0, 1], A[..., 0, 2], A[..., 0, 3] = c, -s * ca, s * sa, a * c
        A[..., 1, 0], A[..., 1, 1], A[..., 1, 2], A[..., 1, 3] = s, c * ca, -c * sa, a * s
        A[..., 2, 1], A[..., 2, 2], A[..., 2, 3], A[..., 3, 3] = sa, ca, d, 1
        T = T @ A
    return T


def test_puma_has_eight_solutions_of_each_of_10000_poses():
    """Left or right shoulder, elbow up or down, wrist flipped or not: a generic reachable pose has all eight.

    Fewer exist only on singular configurations (wrist on axis 1's cylinder, arm straight, q5 = 0), which random poses
    do not meet.
    """
    robot = da.gallery.puma560()
    q = np.random.default_rng(2024).uniform(-np.pi, np.pi, (10_000, 6))
    T = puma_pose(q)
    Q = da.inverse_kinematics(robot, T, all=True)
    assert Q.shape == (10_000, 8, 6)
    assert not np.isnan(Q).any()
    assert np.abs(puma_pose(Q) - T[:, None]).max() < REPRODUCES
    assert np.all(np.pi >= Q)
    assert np.all(-np.pi <= Q)
    turn = np.abs(np.angle(np.exp(1j * (Q[:, :, None] - Q[:, None])))).max(axis=-1)
    assert turn[:, ~np.eye(8, dtype=bool)].min() > 1e-6  # eight different ones
    own = np.abs(np.angle(np.exp(1j * (Q - q[:, None])))).max(axis=-1).min(axis=-1)
    assert np.median(own) < SAME_ALGORITHM
    assert (
        own.max() < SAME_POSTURE
    )  # and the one the pose was made with; 1e-12 divided by the nearest distance to a singularity


@pytest.mark.parametrize("name", ["panda", "iiwa14"])
def test_redundant_arms_are_solved_within_their_limits(name):
    robot = getattr(da.gallery, name)()
    low, high = bounds(robot)
    q = np.random.default_rng(5).uniform(low, high, (10_000, 7))
    T = da.forward_kinematics(robot, q)
    found = da.inverse_kinematics(robot, T, missing="nan")
    solved = ~np.isnan(found).any(axis=-1)
    assert solved.mean() >= 0.999
    assert np.all((found[solved] >= low) & (found[solved] <= high))
    assert np.abs(da.forward_kinematics(robot, found[solved]) - T[solved]).max() < REPRODUCES


STRUCTURES = [
    *[("RRRRRR", {"wrist": (first, 3)}) for first in range(4)],
    *[("RRRRRR", {"wrist": (3, 3), "pair": (0, how)}) for how in ("parallel", "meeting")],
    *[("RRRRRR", {"wrist": (1, 3), "pair": (4, how)}) for how in ("parallel", "meeting")],
    *[("RRRRRR", {"parallel": first}) for first in range(4)],
    *[(arm + "RRR", {"wrist": (3, 3)}) for arm in ("RRP", "RPR", "PRR", "RPP", "PRP", "PPR", "PPP")],
    ("RPRRRP", {"wrist": (2, 3)}),
    ("RRRRR", {"wrist": (3, 2)}),
    ("RRRRR", {"parallel": 1}),
    ("RRRR", {"parallel": 1}),
    ("RPRR", {}),
]


@pytest.mark.sampled(11)
@pytest.mark.parametrize(("kinds", "made"), STRUCTURES, ids=lambda x: x if isinstance(x, str) else str(x))
def test_closed_solutions_are_all_that_search_finds(kinds, made, monkeypatch):
    """Random arms of each structure: the closed form lists exactly the solutions that thousands of starts find."""
    robot = random_arm(kinds, seed=3, **made)
    q = np.random.default_rng(9).uniform(-2.5, 2.5, (3, robot.n))
    T = da.forward_kinematics(robot, q)
    assert structure(robot, None, False) is not None
    closed = da.inverse_kinematics(robot, T, all=True)
    monkeypatch.setattr(inverse, "structure", lambda *arm: None)  # the same robot, now without its closed form
    blind = da.inverse_kinematics(robot, T, all=True)
    for a, b in zip(closed, blind, strict=True):
        a, b = (x[~np.isnan(x).any(axis=-1)] for x in (a, b))
        assert len(a) == len(b)
        for x in b:
            assert np.abs(np.angle(np.exp(1j * (a - x)))).max(axis=-1).min() < 1e-5


@pytest.mark.parametrize(("file", "frame"), [("ur5_robot.urdf", "ee_link"), ("ur10_robot.urdf", "tool0")])
def test_robot_files_are_solved_in_closed_form(file, frame):
    """UR arms as their files round them, their poses made by Pinocchio."""
    path = find(file)
    robot = da.load(path)
    oracle = Oracle(path, robot)
    q = np.random.default_rng(6).uniform(-3, 3, (60, robot.n))
    T = np.array([oracle.pose(x, frame) for x in q])
    Q = da.inverse_kinematics(robot, T, frame=frame, all=True)
    assert isinstance(structure(robot, frame, False), Parallel)
    for own, target, solutions in zip(q, T, Q, strict=True):
        solutions = solutions[~np.isnan(solutions).any(axis=-1)]
        assert 2 <= len(solutions) <= 8
        assert np.abs(np.angle(np.exp(1j * (solutions - own)))).max(axis=-1).min() < SAME_POSTURE
        for x in solutions:
            assert np.abs(oracle.pose(x, frame) - target).max() < 2 * REPRODUCES


def one_degree_arms():
    for path in FILES:
        try:
            model = pin.buildModelFromUrdf(str(path))
        except (ValueError, RuntimeError):
            continue
        if model.nv and all(joint.nv == 1 for joint in model.joints[1:]):
            yield path


@pytest.mark.sampled(23)
@pytest.mark.parametrize("path", list(one_degree_arms()), ids=label)
def test_jacobians_equal_pinocchios(path):
    """Every file of the corpus; a large robot's graph is evaluated instead of compiled."""
    try:
        robot = da.load(path)
    except da.DalembertError as error:
        pytest.skip(str(error))
    oracle = Oracle(path, robot)
    frame = [x.name for x in robot.links if tree(robot).place(x.name)[0] >= 0][-1]
    for seed in range(3):
        q = np.random.default_rng(seed).uniform(-1.5, 1.5, robot.n)
        if robot.n <= 8:
            J = da.jacobian(robot, q, frame=frame)
        else:
            state = {f"q{k + 1}": x for k, x in enumerate(q)}
            J = np.reshape(evaluate(trace(robot, "jacobian", frame=frame).scalars, state), (6, robot.n))
        assert worst(J, oracle.jacobian(q, frame)) < ANOTHER_LIBRARY
