"""`inverse_kinematics`: shapes, limits, choices, errors."""

import numpy as np
import pytest

import dalembert as da
from chain_robot import random_arm
from dalembert.kinematics.chain import geometry, sample
from dalembert.kinematics.configuration import bounds
from raised import raises
from random_robot import random_robot
from tolerance import REPRODUCED, SAME_ALGORITHM, SAME_POSTURE, SEARCHED

REPRODUCES = 1e-9


def poses(robot, count, seed=0, frame=None):
    q = np.random.default_rng(seed).uniform(-1.2, 1.2, (count, robot.n))
    return q, da.forward_kinematics(robot, q, frame=frame)


def test_one_pose_gives_one_row_and_a_batch_its_shape():
    robot = da.gallery.ur5()
    _, T = poses(robot, 6)
    assert da.inverse_kinematics(robot, T[0]).shape == (6,)
    assert da.inverse_kinematics(robot, T.reshape(2, 3, 4, 4)).shape == (2, 3, 6)
    assert da.inverse_kinematics(robot, T[0], all=True).ndim == 2
    assert da.inverse_kinematics(robot, T.reshape(2, 3, 4, 4), all=True).shape[:2] == (2, 3)
    assert da.inverse_kinematics(robot, np.zeros((0, 4, 4))).shape == (0, 6)


def test_the_solution_nearest_to_q0_is_chosen():
    robot = da.gallery.puma560()
    q, T = poses(robot, 30)
    q[:, 1:3] *= 0.5
    T = da.forward_kinematics(robot, q)
    assert np.abs(da.inverse_kinematics(robot, T, q0=q + 0.02) - q).max() < SEARCHED
    turned = q + [2 * np.pi, 0, 0, 0, 0, -2 * np.pi]
    assert np.abs(da.inverse_kinematics(robot, T, q0=turned, limits=False) - turned).max() < SEARCHED


def test_limits_are_kept_and_filter_on_request():
    robot = da.gallery.puma560()
    low, high = bounds(robot)
    q = np.random.default_rng(1).uniform(low, high, (200, 6))
    T = da.forward_kinematics(robot, q)
    one = da.inverse_kinematics(robot, T)
    assert np.all((one >= low) & (one <= high))
    free, kept = da.inverse_kinematics(robot, T, all=True), da.inverse_kinematics(robot, T, all=True, limits=True)
    counts = [(~np.isnan(x).any(axis=-1)).sum(axis=1) for x in (free, kept)]
    assert np.all(counts[0] == 8)
    assert np.all((counts[1] >= 1) & (counts[1] <= 8))
    assert counts[1].min() < 8
    inside = kept[~np.isnan(kept).any(axis=-1)]
    assert np.all((inside >= low) & (inside <= high))


def test_angles_are_turned_into_limits_beyond_a_half_turn():
    robot = da.from_dh([{"joint": "R", "a": 1, "alpha": 0, "d": 0, "limits": (3.5, 6.0)}])
    T = da.forward_kinematics(robot, [4.0])
    assert np.allclose(da.inverse_kinematics(robot, T), [4.0])
    assert np.allclose(da.inverse_kinematics(robot, T, all=True), [[4.0 - 2 * np.pi]])


def test_a_target_of_three_numbers_is_a_position():
    robot = geometry(da.gallery.spatial_3r().bind(l1=0.7, l2=0.5))
    q, T = poses(robot, 20)
    found = da.inverse_kinematics(robot, T[:, :3, 3], all=True)
    assert found.shape == (20, 4, 3)  # two sides, elbow up and down
    reached = da.forward_kinematics(robot, found)[..., :3, 3]
    assert np.abs(reached - T[:, None, :3, 3]).max() < REPRODUCES
    assert np.abs(np.angle(np.exp(1j * (found - q[:, None])))).max(axis=-1).min(axis=-1).max() < 1e-7


@pytest.mark.parametrize(
    "name", ["scara", "spherical", "cylindrical", "cartesian", "planar_rpr", "pr", "rp", "planar_2r"]
)
def test_mechanisms_return_to_their_pose(name):
    robot = sample(getattr(da.gallery, name)())
    q, T = poses(robot, 25, seed=3)
    found = da.inverse_kinematics(robot, T, all=True)
    good = ~np.isnan(found).any(axis=-1)
    assert np.abs(da.forward_kinematics(robot, np.nan_to_num(found)) - T[:, None])[good].max() < REPRODUCES
    off = np.abs(np.angle(np.exp(1j * np.nan_to_num(found - q[:, None], nan=np.pi)))).max(axis=-1).min(axis=-1)
    assert off.max() < 1e-7


def test_masses_need_no_values_but_lengths_do():
    robot = da.gallery.planar_2r()
    assert da.inverse_kinematics(robot.bind(l1=1, l2=1), [1, 1, 0], all=True).shape == (2, 2)
    with raises(da.finding.UnboundSymbols, robot="planar_2r", function="kinematics"):
        da.inverse_kinematics(robot, [1, 1, 0])


def test_a_general_6r_is_searched():
    """No structure: each of the solutions listed reproduces the pose, and the one it was made with is among them."""
    robot = random_arm("RRRRRR", seed=5)
    q, T = poses(robot, 2, seed=2)
    found = da.inverse_kinematics(robot, T, all=True)
    for own, target, solutions in zip(q, T, found, strict=True):
        solutions = solutions[~np.isnan(solutions).any(axis=-1)]
        assert len(solutions) % 2 == 0  # a real polynomial of even degree has an even number of real roots
        assert np.abs(da.forward_kinematics(robot, solutions) - target).max() < REPRODUCES
        assert np.abs(solutions - own).max(axis=-1).min() < SAME_POSTURE


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", [1, 4, 6])
@pytest.mark.parametrize("mimic", [False, True])
def test_branched_robots_move_only_the_chain(seed, mimic):
    robot = random_robot(seed, 7, mimic=mimic)
    frame = robot.links[-1].name
    q, T = poses(robot, 5, seed, frame)
    q0 = np.random.default_rng(9).uniform(-1, 1, robot.n)
    found = da.inverse_kinematics(robot, T, frame=frame, q0=q0)
    assert np.abs(da.forward_kinematics(robot, found, frame=frame) - T).max() < REPRODUCES
    still = np.abs(da.jacobian(robot, q, frame=frame)).max(axis=(0, 1)) == 0
    assert np.all(found[:, still] == q0[still])


def test_an_objective_never_rises():
    """From the solution nearest to its own least value on, whatever the objective is."""
    robot = da.gallery.panda()
    q = np.random.default_rng(3).uniform(-0.8, 0.8, (6, 7)) + [0, 0, 0, -1.5, 0, 1.5, 0]
    T = da.forward_kinematics(robot, q)
    for objective in (lambda x: ((x - 0.4) ** 2).sum(axis=-1), lambda x: np.cos(3 * x).sum(axis=-1)):
        plain = da.inverse_kinematics(robot, T, q0=q)
        once = da.inverse_kinematics(robot, T, q0=q, objective=objective)
        twice = da.inverse_kinematics(robot, T, q0=once, objective=objective)
        assert np.all(objective(once) <= objective(plain) + REPRODUCED)
        assert np.all(objective(twice) <= objective(once) + REPRODUCED)


@pytest.mark.parametrize("objective", ["centre", "manipulability", np.full(7, 0.3), lambda q: (q[..., 2] - 1) ** 2])
def test_an_objective_chooses_among_the_solutions_of_a_redundant_arm(objective):
    robot = da.gallery.iiwa14()
    _, T = poses(robot, 8, seed=4)
    plain = da.inverse_kinematics(robot, T)
    found = da.inverse_kinematics(robot, T, objective=objective)
    assert np.abs(da.forward_kinematics(robot, found) - T).max() < REPRODUCES
    low, high = bounds(robot)
    assert np.all((found >= low) & (found <= high))

    def cost(q):
        if callable(objective):
            return objective(q)
        if isinstance(objective, np.ndarray):
            return (np.angle(np.exp(1j * (q - objective))) ** 2).sum(axis=-1)
        if objective == "centre":
            return ((q - (low + high) / 2) ** 2 / (high - low) ** 2).sum(axis=-1)
        return -da.kinematics.manipulability(robot, q)

    assert np.all(cost(found) <= cost(plain) + 1e-9)
    assert np.any(cost(found) < cost(plain) - 1e-3)


def test_unreachable_carries_the_nearest_pose():
    robot = da.gallery.puma560()
    T = np.eye(4)
    T[:3, 3] = [3.0, 0.0, 0.0]
    with raises(da.finding.UnreachableTarget, robot="puma560", frame="link6", limits=True) as caught:
        da.inverse_kinematics(robot, T)
    error = caught.value
    assert np.allclose(da.forward_kinematics(robot, error.q), error.pose, atol=SAME_ALGORITHM)
    assert abs(error.distance - np.linalg.norm(error.pose[:3, 3] - T[:3, 3])) < REPRODUCED
    # the wrist's centre reaches √((a2 + √(a3² + d4²))² + d3²) from the shoulder
    reach = np.hypot(0.4318 + np.hypot(0.0203, 0.4318), 0.15005)
    assert 3 - reach <= error.distance < 3 - reach + 0.02
    both = np.stack([da.forward_kinematics(robot, np.full(6, 0.3)), T])
    found = da.inverse_kinematics(robot, both, missing="nan")
    assert np.isnan(found).any(axis=-1).tolist() == [False, True]
    with raises(da.finding.UnreachableTarget, robot="puma560", frame="link6", limits=True):
        da.inverse_kinematics(robot, both)


def test_a_pose_that_a_planar_arm_cannot_take_points_to_positions():
    robot = da.gallery.planar_2r().bind(l1=1, l2=1)
    T = np.eye(4)
    T[:3, 3] = [1, 0.3, 0]
    with raises(da.finding.UnreachableTarget, robot="planar_2r", frame="tool", limits=False):
        da.inverse_kinematics(robot, T)


@pytest.mark.parametrize(
    ("target", "options", "kind", "fields"),
    [
        (np.eye(4) * [1, 1, 1, 2], {}, da.finding.WrongType, {"argument": "pose"}),
        (np.diag([1, 1, -1, 1.0]), {}, da.finding.WrongType, {"argument": "pose"}),
        (np.diag([2, 1, 1, 1.0]), {}, da.finding.WrongType, {"argument": "pose"}),
        (np.zeros(5), {}, da.finding.WrongShape, {"argument": "pose", "got": (5,)}),
        ("here", {}, da.finding.NotReal, {"argument": "pose"}),
        (np.full(3, np.nan), {}, da.finding.NotFinite, {"argument": "pose"}),
        (np.eye(4), {"frame": "hand"}, da.finding.Unknown, {"noun": "frame", "name": "hand"}),
        (np.eye(4), {"frame": "base"}, da.finding.FixedFrame, {"frame": "base"}),
        (np.eye(4), {"q0": [1, 2]}, da.finding.WrongShape, {"argument": "q0", "got": (2,)}),
        (np.eye(4), {"missing": "skip"}, da.finding.NotOneOf, {"choices": ("raise", "nan")}),
        (np.eye(4), {"search": "long"}, da.finding.WrongType, {"argument": "search"}),
    ],
)
def test_bad_input_is_explained(target, options, kind, fields):
    with raises(kind, **fields):
        da.inverse_kinematics(da.gallery.puma560(), target, **options)


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"tolerance": 0}, da.finding.OutOfRange),
        ({"tries": 0}, da.finding.NotInteger),
        ({"seed": -1}, da.finding.NotInteger),
    ],
)
def test_settings_of_a_search_are_checked(options, kind):
    with raises(kind, argument=next(iter(options))):
        da.kinematics.Search(**options)


def test_three_rows_of_three_are_positions():
    assert da.inverse_kinematics(da.gallery.puma560(), np.eye(3) * 0.5, missing="nan").shape == (3, 6)


def test_redundant_arms_have_no_list_of_all_solutions():
    with raises(da.finding.InfinitelyManySolutions, robot="panda", frame="tool", joints=7):
        da.inverse_kinematics(da.gallery.panda(), np.eye(4), all=True)
    with raises(da.finding.NotOneOf, argument="objective"):
        da.inverse_kinematics(
            da.gallery.panda(),
            da.forward_kinematics(da.gallery.panda(), np.full(7, -0.5)),
            objective="best",
            limits=False,
        )


@pytest.mark.parametrize(
    ("q", "most"),
    [
        ([0.3, 0.5, -0.4, 0.7, 0, 0.2], 7),  # wrist: of eight, the two with q5 = 0 are one
        ([0.3, 0.5, np.arctan2(4318, -203), 0.7, 0.4, 0.2], 4),  # arm straight: elbow up is elbow down
    ],
)
def test_singular_poses_list_each_solution_once(q, most):
    robot = da.gallery.puma560()
    T = da.forward_kinematics(robot, q)
    found = da.inverse_kinematics(robot, T, all=True)
    assert len(found) == most
    assert np.abs(da.forward_kinematics(robot, found) - T).max() < REPRODUCES


def test_a_posture_given_with_whole_turns_is_the_same_posture():
    """On the circle of a redundant arm's solutions a posture turned by 2π draws to the same configuration."""
    robot = da.gallery.iiwa14()
    q, T = poses(robot, 6, seed=8)
    posture = np.array([0.4, -0.3, 0.8, 0.5, -0.6, 0.2, 0.7])
    turned = posture + 2 * np.pi * np.array([1, 0, -1, 0, 2, 0, -1])
    plain = da.inverse_kinematics(robot, T, q0=q, limits=False, objective=posture)
    again = da.inverse_kinematics(robot, T, q0=q, limits=False, objective=turned)
    assert np.abs(plain - q).max() > 0.1
    assert np.abs(plain - again).max() < SAME_POSTURE


def test_a_crowd_of_targets_is_searched_from_elsewhere_where_q0_does_not_lead():
    """More targets than are started together, anywhere in the limits of a redundant arm: each is reached."""
    robot = da.gallery.panda()
    lower, upper = bounds(robot)
    T = da.forward_kinematics(robot, np.random.default_rng(0).uniform(lower, upper, (128, robot.n)))
    found = da.inverse_kinematics(robot, T, q0=np.clip(np.zeros(robot.n), lower, upper))
    assert np.abs(da.forward_kinematics(robot, found) - T).max() < REPRODUCED


@pytest.mark.parametrize("name", ["puma560", "ur5", "panda"])
def test_no_targets_have_no_solutions(name):
    """Shapes stay those of the question, as of any batch."""
    robot = getattr(da.gallery, name)()
    for lead in ((0,), (2, 0)):
        assert da.inverse_kinematics(robot, np.zeros((*lead, 4, 4))).shape == (*lead, robot.n)
        assert da.inverse_kinematics(robot, np.zeros((*lead, 4, 4)), q0=np.zeros(robot.n)).shape == (*lead, robot.n)
        if robot.n == 6:
            assert da.inverse_kinematics(robot, np.zeros((*lead, 4, 4)), all=True).shape == (*lead, 0, robot.n)


def test_an_objective_is_never_made_worse():
    """However rough it is: a function with hundreds of hills on the way."""
    robot = da.gallery.panda()
    lower, upper = bounds(robot)
    q = np.random.default_rng(1).uniform(0.8 * lower, 0.8 * upper, (24, robot.n))
    T = da.forward_kinematics(robot, q)

    def rough(x):
        return np.cos(400 * x).sum(axis=-1)

    plain, chosen = (da.inverse_kinematics(robot, T, q0=q, objective=x) for x in (None, rough))
    assert np.all(rough(chosen) <= rough(plain) + REPRODUCED)


@pytest.mark.parametrize("case", [13, 22, 39])
def test_an_objective_is_stationary_along_the_self_motion(case):
    robot = da.gallery.panda()
    limits = [dof.limits for dof in robot.dofs]
    drawn = np.random.default_rng(11).uniform([x.lower for x in limits], [x.upper for x in limits], (40, 7))
    q = drawn[case]
    found = da.inverse_kinematics(robot, da.forward_kinematics(robot, q), q0=q, objective="manipulability")
    best = da.kinematics.manipulability(robot, found)
    curve = da.kinematics.self_motion(robot, found, step=0.01, most=10)
    assert da.kinematics.manipulability(robot, curve).max() <= best * (1 + 1e-3)


@pytest.mark.parametrize("turn", [0.0, 0.7, np.pi / 2])
@pytest.mark.parametrize("down", [True, False])
def test_a_ur_arm_has_all_solutions_with_a_vertical_tool(turn, down):
    """Both equations of joints 1 and 5 are then singular in the same joint."""
    c, s = np.cos(turn), np.sin(turn)
    pose = np.eye(4)
    pose[:3, :3] = [[c, s, 0], [s, -c, 0], [0, 0, -1]] if down else [[c, -s, 0], [s, c, 0], [0, 0, 1]]
    pose[:3, 3] = 0.4, 0.2, 0.3
    solutions = da.inverse_kinematics("ur5", pose, all=True)
    assert len(solutions) == 8
    assert np.abs(da.forward_kinematics("ur5", solutions) - pose).max() < REPRODUCES
