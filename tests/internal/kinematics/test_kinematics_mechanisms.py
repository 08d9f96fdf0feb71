"""Kinematics where q and its rates differ in number: floating bases, balls, screws and joints of several motions."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.kinematics.configuration import bounds, moved, random_configurations
from dalembert.mechanism.loops import way
from dalembert.spatial.rotation import pose_error
from raised import raises
from tolerance import REPRODUCED, SAME_ALGORITHM

REPRODUCES = 1e-9  # the solver's own bar
DERIVATIVE = 1e-6  # central differences along the tangent


def arm(*kinds):
    """A chain of joints of these kinds, with a hand at its end."""
    links = [da.Link("ground"), *(da.Link(f"link{k}", da.Inertia(1.0)) for k in range(len(kinds))), da.Link("hand")]
    joints = [
        da.Joint(f"joint{k}", kind, links[k].name, links[k + 1].name, da.Pose(p=(0.1, 0.05 * k, 0.3)),
              ((0, 0, 1), (0, 1, 0), (1, 0, 0))[k % 3], limits=da.Limits(), pitch=0.02 if kind == "screw" else 0)
        for k, kind in enumerate(kinds)
    ]  # fmt: skip
    joints.append(da.Joint("weld", "fixed", links[-2].name, "hand", da.Pose(p=(0.2, 0.1, 0.15))))
    return da.Robot("-".join(kinds), tuple(links), tuple(joints))


ROBOTS = [
    da.gallery.ur5().floating(),
    da.gallery.panda().floating(),
    arm("spherical", "revolute", "spherical"),
    arm("revolute", "spherical", "universal"),
    arm("universal", "cylindrical", "universal", "revolute"),
    arm("planar", "screw", "spherical"),
]


def states(robot, count, seed):
    low, high = (np.clip(x, -2.0, 2.0) for x in bounds(robot))
    return random_configurations(robot, low, high, np.random.default_rng(seed), count)


@pytest.mark.parametrize("robot", ROBOTS, ids=lambda r: r.name)
def test_moves_and_ways_undo_each_other_and_j_is_their_derivative(robot):
    q = states(robot, 20, 1)
    dq = 0.3 * np.random.default_rng(2).normal(size=(20, robot.nv))
    assert np.abs(way(robot, q, moved(robot, q, dq)) - dq).max() < SAME_ALGORITHM
    h = 1e-5
    T = [da.forward_kinematics(robot, moved(robot, q, s * h * dq)) for s in (-1, 1)]
    nu = np.einsum("bij,bj->bi", da.jacobian(robot, q), dq)
    assert np.abs(pose_error(T[1], T[0]) / (2 * h) - nu).max() < DERIVATIVE


@pytest.mark.parametrize("robot", ROBOTS, ids=lambda r: r.name)
def test_moves_without_end_keep_quaternions_of_unit_length(robot):
    q, rng = states(robot, 4, 7), np.random.default_rng(8)
    for _ in range(200):
        q = moved(robot, q, 0.2 * rng.normal(size=(4, robot.nv)))
    for c in map(robot.coordinate, robot.coordinates):
        if c.motion == "ball":
            assert np.abs(np.linalg.norm(q[:, c.q], axis=1) - 1).max() < SAME_ALGORITHM


@pytest.mark.sampled(3)
@pytest.mark.parametrize("robot", ROBOTS, ids=lambda r: r.name)
def test_inverse_kinematics_returns_and_is_nearest(robot):
    q = states(robot, 30, 3)
    T = da.forward_kinematics(robot, q)
    for target in (T, T[:, :3, 3]):
        assert np.abs(da.inverse_kinematics(robot, target, q0=q) - q).max() <= REPRODUCES
    q0 = np.clip(moved(robot, q, 0.05 * np.random.default_rng(4).normal(size=(30, robot.nv))), *bounds(robot))
    found = da.inverse_kinematics(robot, T, q0=q0)
    assert np.abs(da.forward_kinematics(robot, found) - T).max() < REPRODUCES
    ways = [np.linalg.norm(way(robot, q0, x), axis=-1) for x in (found, q)]
    assert np.all(ways[0] <= ways[1] + REPRODUCES)
    blind = da.inverse_kinematics(robot, T)
    assert blind.shape == q.shape
    assert np.abs(da.forward_kinematics(robot, blind) - T).max() < REPRODUCES


@pytest.mark.parametrize("robot", ROBOTS, ids=lambda r: r.name)
def test_paths_are_followed_without_a_jump(robot):
    q = states(robot, 10, 5)
    T0 = da.forward_kinematics(robot, q)
    T = np.repeat(T0[:, None], 30, axis=1)
    T[..., :3, 3] += np.linspace(0, 0.02, 30)[:, None]
    found = da.kinematics.follow(robot, T, q)
    done = found.complete
    assert done.sum() >= 5
    assert np.abs(da.forward_kinematics(robot, found.q[done]) - T[done]).max() < 2 * REPRODUCES
    steps = way(robot, found.q[done][:, :-1], found.q[done][:, 1:])
    J = da.jacobian(robot, found.q[done][:, :-1])
    s = np.linalg.svd(J, compute_uv=False)
    least = np.where(s > 1e-6, s, np.inf).min(axis=-1)
    assert np.all(np.linalg.norm(steps, axis=-1) * least <= 2 * np.sqrt(3) * 0.02 / 29 + 1e-9)


@pytest.mark.parametrize("robot", ROBOTS, ids=lambda r: r.name)
def test_null_motions_do_not_move_the_frame(robot):
    q = states(robot, 1, 6)[0]
    N = da.kinematics.null_space(robot, q)
    assert N.shape[0] == robot.nv
    assert np.abs(da.jacobian(robot, q) @ N).max(initial=0.0) < REPRODUCED
    assert da.kinematics.manipulability(robot, q) > 0
    if N.shape[1]:
        path = da.kinematics.self_motion(robot, q, along=N[:, 0], most=20)
        T = da.forward_kinematics(robot, path)
        assert path.shape[1] == robot.nq
        assert np.abs(T - da.forward_kinematics(robot, q)).max() < REPRODUCES


@pytest.mark.parametrize("robot", ROBOTS, ids=lambda r: r.name)
def test_a_posture_is_approached(robot):
    q = states(robot, 10, 7)
    T = da.forward_kinematics(robot, q)
    posture = da.neutral(robot)
    plain, drawn = da.inverse_kinematics(robot, T, q0=q), da.inverse_kinematics(robot, T, q0=q, objective=posture)
    off = [np.linalg.norm(way(robot, np.broadcast_to(posture, x.shape), x), axis=-1) for x in (plain, drawn)]
    assert np.abs(da.forward_kinematics(robot, drawn) - T).max() < REPRODUCES
    assert np.all(off[1] <= off[0] + 1e-6)


@pytest.mark.parametrize("robot", ROBOTS, ids=lambda r: r.name)
def test_workspace_and_picture_know_every_joint(robot):
    assert da.kinematics.workspace(robot, samples=2000).points.shape == (2000, 3)
    assert da.draw(robot).shapes


def test_joints_that_a_loop_binds_are_not_moved_as_if_they_were_free():
    """A coupling of two joints; the frame before it and other arms are asked as ever."""
    robot = arm("revolute", "revolute", "revolute")
    tied = replace(robot, loops=(da.model.Coupling.linear("belt", {"joint1": 1, "joint2": -2}),))
    for ask in (
        lambda: da.inverse_kinematics(tied, np.zeros(3)),
        lambda: da.kinematics.null_space(tied, np.zeros(3)),
        lambda: da.kinematics.manipulability(tied, np.zeros(3)),
        lambda: da.kinematics.workspace(tied),
        lambda: da.kinematics.follow(tied, np.zeros((2, 3)), np.zeros(3)),
    ):
        with raises(da.finding.BoundByLoops, loops=("belt",)):
            ask()
    assert da.kinematics.manipulability(tied, np.zeros(3), frame="link0") > 0
    cut = replace(robot, loops=(da.model.Loop("closing", "ball", "link2", "link0"),))
    with raises(da.finding.BoundByLoops, loops=("closing",)):
        da.kinematics.workspace(cut)
    assert da.kinematics.manipulability(cut, np.zeros(3), frame="link0") > 0
