"""Path following: on the path, never faster than the Jacobian allows, and honest about where it ends."""

import numpy as np
import pytest

import dalembert as da
from chain_robot import random_arm
from dalembert.kinematics.configuration import bounds
from dalembert.spatial.rotation import log, pose_error, rotation
from raised import raises
from tolerance import REPRODUCED, SAME_POSTURE, SEARCHED

ON_PATH = 2e-9  # the follower's tolerance, lengths in lengths of the arm
CLOSES = 2e-3  # a wish followed with a delay of one pose of 150, on a circle of 5 cm
NEAR_LIMIT = np.radians(1)
ROBOTS = ["panda", "iiwa14", "ur5"]
HOME = {
    "panda": [0.0, -0.5, 0.0, -2.0, 0.0, 1.6, 0.8],
    "iiwa14": [0.0, 0.6, 0.0, -1.4, 0.0, 1.0, 0.0],
    "ur5": [0.0, -1.2, 1.6, -1.9, -1.5, 0.0],
}


def straight(T0, T1, count):
    """Poses `(…, count, 4, 4)` from one to the other, straight and about one axis."""
    s = np.linspace(0, 1, count)
    w = log(T1[..., :3, :3] @ np.swapaxes(T0[..., :3, :3], -1, -2))
    angle = np.linalg.norm(w, axis=-1)
    axis = w / np.maximum(angle, 1e-300)[..., None]
    T = np.repeat(T0[..., None, :, :], count, axis=-3)
    T[..., :3, :3] = rotation(axis[..., None, :], s * angle[..., None]) @ T0[..., None, :3, :3]
    T[..., :3, 3] += s[:, None] * (T1 - T0)[..., None, :3, 3]
    return T


def comfortable(name, count, seed):
    """Lines between two poses that the arm takes within half a radian of its home."""
    robot = getattr(da.gallery, name)()
    q = np.array(HOME[name]) + np.random.default_rng(seed).uniform(-0.5, 0.5, (2, count, robot.n))
    q = np.clip(q, *bounds(robot))
    return robot, q[0], straight(*da.forward_kinematics(robot, q), 41)


def anywhere(name, count, seed):
    """Lines of 10 to 50 cm in any direction from any configuration, at one orientation: many leave the workspace."""
    robot = getattr(da.gallery, name)()
    rng = np.random.default_rng(seed)
    low, high = (np.clip(x, -np.pi, np.pi) for x in bounds(robot))
    q = rng.uniform(low, high, (count, robot.n))
    d = rng.normal(size=(count, 3))
    T0 = da.forward_kinematics(robot, q)
    T1 = T0.copy()
    T1[:, :3, 3] += d * (rng.uniform(0.1, 0.5, count) / np.linalg.norm(d, axis=-1))[:, None]
    return robot, q, straight(T0, T1, 41)


def free_rank(robot, q):
    """Smallest singular value of J `(…)` without the joints within a degree of a limit, lengths as they are."""
    low, high = bounds(robot)
    J = da.jacobian(robot, q)
    J = np.where(((q - low < NEAR_LIMIT) | (high - q < NEAR_LIMIT))[..., None, :], 0.0, J)
    return np.linalg.svd(J, compute_uv=False)[..., 5]


def check_no_jump(robot, T, q, step=0.5):
    """|Δq| ≤ |ν|/σ with the least σ on the way, and half as much again for joints that meet a limit on it."""
    d = np.diff(q, axis=-2)
    both = ~np.isnan(d).any(axis=-1)
    a, b, d = q[..., :-1, :][both], q[..., 1:, :][both], d[both]
    nu = pose_error(T[..., 1:, :, :], T[..., :-1, :, :])[both]
    sigma = np.min([free_rank(robot, x) for x in np.linspace(a, b, 9)], axis=0)
    assert np.abs(d).max() <= step
    assert np.all(np.linalg.norm(d, axis=-1) * sigma <= 1.5 * np.linalg.norm(nu, axis=-1) + 1e-9)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("lines", [comfortable, anywhere])
def test_a_thousand_lines_without_a_jump(name, lines):
    robot, q0, T = lines(name, 1000, seed=1)
    found = da.kinematics.follow(robot, T, q0)
    reached = ~np.isnan(found.q).any(axis=-1)
    off = np.abs(da.forward_kinematics(robot, np.where(reached[..., None], found.q, 0.0)) - T).max(axis=(-1, -2))
    assert off[reached].max() < ON_PATH
    check_no_jump(robot, T, found.q)
    low, high = bounds(robot)
    assert np.all((found.q[reached] >= low) & (found.q[reached] <= high))
    assert np.all(np.diff(reached.astype(int), axis=-1) <= 0)  # nothing is picked up again after a stop
    assert np.array_equal(found.q[:, 0], q0)
    # each path that ended early ended where the joints that are left cannot go on, and says so
    ended = ~found.complete
    assert np.all(np.array([x is not None for x in found.reason]) == ended)
    assert free_rank(robot, found.last[ended]).max(initial=0.0) < 0.03
    assert found.complete.mean() > (0.9 if lines is comfortable else 0.4)


def test_the_path_does_not_depend_on_how_finely_it_is_given():
    robot, q0, T = comfortable("ur5", 50, seed=3)
    fine, coarse = da.kinematics.follow(robot, T, q0), da.kinematics.follow(robot, T[:, ::8], q0, step=2.0)
    both = fine.complete & coarse.complete
    assert both.sum() > 40
    assert np.abs(fine.q[:, ::8] - coarse.q)[both].max() < SAME_POSTURE


def test_a_line_out_of_reach_stops_at_the_edge():
    """A 2R arm of length 1 + 1 on the line y = 1: it ends where the arm is straight, at x = √3."""
    robot = da.gallery.planar_2r().bind(l1=1, l2=1)
    P = np.stack([np.linspace(0.5, 2.5, 201), np.ones(201), np.zeros(201)], axis=-1)
    q0 = da.inverse_kinematics(robot, P[0], q0=[0.3, 0.6])
    found = da.kinematics.follow(robot, P, q0)
    assert not found.complete
    assert isinstance(found.reason, da.finding.PathSingular)
    assert found.reason.value < 0.05
    x = da.forward_kinematics(robot, found.last)[0, 3]
    assert np.sqrt(3) - 1e-3 < x <= np.sqrt(3)
    assert found.reached == np.sum(P[:, 0] <= np.sqrt(3))
    assert abs(0.5 + 0.01 * found.way - x) < SAME_POSTURE


def test_a_limit_that_no_other_joint_makes_up_for_is_named():
    robot = da.from_dh(
        [{"joint": "R", "a": 1, "alpha": 0, "d": 0, "limits": (-1.0, 1.0)}, {"joint": "R", "a": 1, "alpha": 0, "d": 0}]
    )
    q = np.stack([np.linspace(0.5, 1.5, 51), np.full(51, 0.7)], axis=-1)
    found = da.kinematics.follow(robot, da.forward_kinematics(robot, q)[:, :3, 3], q[0])
    assert found.reason == da.finding.JointsAtLimit(("joint1",))
    assert found.reached == 26
    free = da.kinematics.follow(robot, da.forward_kinematics(robot, q)[:, :3, 3], q[0], limits=False)
    assert free.complete
    assert free.reason is None
    assert np.abs(free.q - q).max() < SEARCHED


def test_an_axis_leaves_the_turn_about_it():
    robot, q0, T = comfortable("ur5", 100, seed=4)
    spun = T.copy()
    turn = np.linspace(0, 3 * np.pi, T.shape[1])
    spun[..., :3, :3] = T[..., :3, :3] @ rotation(np.array([0.0, 0, 1]), turn)
    plain, found = da.kinematics.follow(robot, T, q0, task="axis"), da.kinematics.follow(robot, spun, q0, task="axis")
    assert found.complete.mean() > 0.9
    pose = da.forward_kinematics(robot, found.q[found.complete])
    assert np.abs(pose[..., :3, 2:] - T[found.complete][..., :3, 2:]).max() < ON_PATH
    both = found.complete & plain.complete
    assert np.abs(plain.q - found.q)[both].max() < SAME_POSTURE
    whole = da.kinematics.follow(robot, T, q0)
    ways = [np.linalg.norm(np.diff(x.q[both & whole.complete], axis=1), axis=-1).sum() for x in (found, whole)]
    assert ways[0] < ways[1]


@pytest.mark.parametrize("axes", ["world", "frame"])
def test_chosen_rows_are_kept_and_the_others_free(axes):
    """Height and tilt kept while the rest may drift: x, y and the turn about z have no weight."""
    robot, q0, T = comfortable("iiwa14", 60, seed=5)
    T = np.repeat(T[:, :1], 30, axis=1)
    T[..., 2, 3] += np.linspace(0, 0.1, 30)
    found = da.kinematics.follow(robot, T, q0, task=da.kinematics.WeightedTask((0, 0, 1, 1, 1, 0), axes))
    done = found.complete
    assert done.mean() > 0.9
    pose = da.forward_kinematics(robot, found.q[done])
    e = pose_error(T[done], pose)
    back = np.swapaxes(T[done][..., :3, :3], -1, -2) if axes == "frame" else np.eye(3)
    e = np.concatenate([(back @ e[..., :3, None])[..., 0], (back @ e[..., 3:, None])[..., 0]], axis=-1)
    assert np.abs(e[..., [2, 3, 4]]).max() < 2 * ON_PATH
    assert np.abs(e[..., [0, 1, 5]]).max() > 1e-3
    whole = da.kinematics.follow(robot, T, q0)
    both = done & whole.complete
    ways = [np.linalg.norm(x.q[both][:, -1] - q0[both], axis=-1).sum() for x in (found, whole)]
    assert ways[0] < ways[1]


def test_weights_hold_joints_back():
    robot, q0, T = comfortable("panda", 100, seed=6)
    plain = da.kinematics.follow(robot, T, q0)
    heavy = da.kinematics.follow(robot, T, q0, redundancy=da.kinematics.Redundancy(weights=[1, 1, 100, 1, 1, 1, 1]))
    held = da.kinematics.follow(robot, T, q0, redundancy=da.kinematics.Redundancy(weights=[1, 1, np.inf, 1, 1, 1, 1]))
    all_of = plain.complete & heavy.complete & held.complete
    assert all_of.sum() > 80
    third = [np.abs(np.diff(x.q[all_of][..., 2], axis=1)).sum() for x in (plain, heavy, held)]
    assert third[1] < 0.2 * third[0]
    assert third[2] == 0


@pytest.mark.parametrize("prefer", ["posture", "centre", "manipulability", "function"])
def test_joints_to_spare_go_where_they_are_wished(prefer):
    robot, q0, T = comfortable("iiwa14", 60, seed=7)
    low, high = bounds(robot)
    wish = {"posture": np.array(HOME["iiwa14"]), "function": lambda q: (q[..., 2] - 0.3) ** 2}.get(prefer, prefer)
    cost = {
        "posture": lambda q: np.sum((q - HOME["iiwa14"]) ** 2, axis=-1),
        "centre": lambda q: np.sum((q - (low + high) / 2) ** 2, axis=-1),
        "manipulability": lambda q: -da.kinematics.manipulability(robot, q),
        "function": lambda q: (q[..., 2] - 0.3) ** 2,
    }[prefer]
    plain, drawn = (
        da.kinematics.follow(robot, T, q0),
        da.kinematics.follow(robot, T, q0, redundancy=da.kinematics.Redundancy(wish)),
    )
    both = plain.complete & drawn.complete
    assert both.sum() > 40
    a, b = cost(plain.q[both, -1]), cost(drawn.q[both, -1])
    assert np.mean(b <= a + 1e-4) > 0.9
    assert b.mean() < a.mean()
    assert np.abs(da.forward_kinematics(robot, drawn.q[both]) - T[both]).max() < ON_PATH


@pytest.mark.parametrize("name", ["panda", "iiwa14"])
def test_a_closed_path_closes_where_a_posture_is_preferred(name):
    """The least motion drifts on a closed path [klein1983]; the configuration nearest to a posture comes back."""
    robot = getattr(da.gallery, name)()
    home = np.array(HOME[name])
    T = np.repeat(da.forward_kinematics(robot, home)[None], 451, axis=0)
    turn = np.linspace(0, 6 * np.pi, 451)
    T[:, 0, 3] += 0.05 * (np.cos(turn) - 1)
    T[:, 1, 3] += 0.05 * np.sin(turn)
    found = da.kinematics.follow(robot, T, home, redundancy=da.kinematics.Redundancy(home, 1.0))
    assert found.complete
    assert np.abs(found.q[150::150] - home).max() < CLOSES
    assert np.abs(found.q[300] - found.q[450]).max() < CLOSES / 10


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kinds", ["RRRRRR", "RPRRRR", "RRRRRRR", "PRRRPRR"])
def test_any_arm_comes_back_on_the_way_it_came(kinds):
    """Arms of random axes; six joints exactly, seven up to the second order of 60 steps."""
    done = 0
    for seed in range(6):
        robot = random_arm(kinds, seed=seed)
        q0 = np.random.default_rng(seed).uniform(-1, 1, robot.n)
        T0 = da.forward_kinematics(robot, q0)
        T1 = T0.copy()
        T1[:3, 3] += 0.02
        T = straight(T0, T1, 60)
        found = da.kinematics.follow(robot, np.concatenate([T, T[::-1]]), q0)
        if found.complete and free_rank(robot, found.q[:60]).min() > 0.01:
            done += 1
            assert np.abs(found.q[-1] - q0).max() < (1e-7 if len(kinds) == 6 else 5e-3)
    assert done >= 3


def test_a_batch_is_its_paths():
    robot, q0, T = comfortable("ur5", 4, seed=9)
    many = da.kinematics.follow(robot, T.reshape(2, 2, *T.shape[1:]), q0.reshape(2, 2, 6))
    assert many.q.shape == (2, 2, 41, 6)
    assert many.reason.shape == many.reached.shape == (2, 2)
    one = da.kinematics.follow(robot, T[3], q0[3])
    assert np.abs(one.q - many.q[1, 1]).max() < REPRODUCED
    assert one.reason == many.reason[1, 1]


@pytest.mark.parametrize(
    ("change", "kind", "fields"),
    [
        ({"poses": np.eye(4)}, da.finding.WrongShape, {"argument": "poses"}),
        ({"poses": np.zeros((0, 4, 4))}, da.finding.Empty, {"argument": "poses"}),
        ({"q0": [1, 2]}, da.finding.WrongShape, {"argument": "q0", "got": (2,)}),
        ({"q0": np.full(6, np.nan)}, da.finding.NotFinite, {"argument": "q0"}),
        ({"task": "dance"}, da.finding.NotOneOf, {"argument": "task"}),
        (
            {"task": lambda: da.kinematics.WeightedTask((1, 1))},
            da.finding.WrongShape,
            {"argument": "task", "expected": ((6,),)},
        ),
        ({"task": lambda: da.kinematics.WeightedTask((0,) * 6)}, da.finding.OutOfRange, {"argument": "task"}),
        (
            {"task": lambda: da.kinematics.WeightedTask((1, 1, -1, 1, 1, 1))},
            da.finding.OutOfRange,
            {"argument": "task"},
        ),
        ({"q0": np.zeros((3, 6))}, da.finding.WrongShape, {"argument": "q0", "got": (3, 6)}),
        (
            {"task": lambda: da.kinematics.WeightedTask((1,) * 6, "tool")},
            da.finding.NotOneOf,
            {"choices": ("world", "frame", "direction")},
        ),
        (
            {"redundancy": lambda: da.kinematics.Redundancy(weights=[1, 2])},
            da.finding.WrongShape,
            {"argument": "weights", "expected": ((6,),)},
        ),
        (
            {"redundancy": lambda: da.kinematics.Redundancy(weights=[0] * 6)},
            da.finding.OutOfRange,
            {"argument": "weights"},
        ),
        ({"step": 0}, da.finding.OutOfRange, {"argument": "step"}),
        ({"frame": "hand"}, da.finding.Unknown, {"name": "hand"}),
        ({"frame": "base"}, da.finding.FixedFrame, {"frame": "base"}),
        ({"redundancy": lambda: da.kinematics.Redundancy("speed")}, da.finding.NotOneOf, {"argument": "objective"}),
        ({"redundancy": lambda: da.kinematics.Redundancy([1, 2])}, da.finding.WrongShape, {"argument": "objective"}),
    ],
)
def test_bad_paths_say_why(change, kind, fields):
    robot = da.gallery.ur5()
    given = {"poses": np.eye(4)[None], "q0": np.zeros(6), **change}
    with raises(kind, **fields):
        da.kinematics.follow(robot, **{name: x() if callable(x) else x for name, x in given.items()})


@pytest.mark.parametrize("name", ["puma560", "ur5", "panda"])
def test_a_path_that_begins_out_of_reach_is_not_begun_and_says_so(name):
    """Alone, and beside one that is followed."""
    robot = getattr(da.gallery, name)()
    q = np.random.default_rng(3).uniform(-0.8, 0.8, robot.n)
    q = np.clip(q, *bounds(robot))
    here = da.forward_kinematics(robot, q)
    far = here.copy()
    far[:3, 3] += 50.0
    both = np.stack([np.stack([far, far]), np.stack([here, here])])
    found = da.kinematics.follow(robot, both, q)
    assert found.reason[0] == da.finding.FirstPoseNotReached()
    assert np.isnan(found.q[0]).all()
    assert found.reason[1] is None
    assert np.abs(found.q[1] - q).max() < SAME_POSTURE
    assert da.kinematics.follow(robot, both[0], q).reason == da.finding.FirstPoseNotReached()


@pytest.mark.parametrize(
    ("bad", "kind", "fields"),
    [
        (0.0, da.finding.OutOfRange, {"lower": 0, "strict": True}),
        (-1.0, da.finding.OutOfRange, {"lower": 0}),
        (np.nan, da.finding.NotFinite, {}),
    ],
)
def test_one_weight_that_is_not_above_zero_is_enough(bad, kind, fields):
    robot = da.gallery.puma560()
    q = np.full(robot.n, 0.4)
    path = np.stack([da.forward_kinematics(robot, q)] * 2)
    with raises(kind, argument="weights", **fields):
        da.kinematics.follow(
            robot, path, q, redundancy=da.kinematics.Redundancy(weights=[1.0, 1.0, bad, 1.0, 1.0, 1.0])
        )


def test_a_path_whose_poses_are_far_apart_ends_at_the_joint_that_would_jump():
    """Two ways to hold a wrist are half a turn apart: between them no path of small steps leads on."""
    robot, q0, T = comfortable("ur5", 1, seed=3)
    whole = da.kinematics.follow(robot, T[0], q0[0])
    assert whole.complete
    short = da.kinematics.follow(robot, T[0], q0[0], step=1e-4)
    assert isinstance(short.reason, da.finding.JointJump)
    assert not short.complete
    jump = np.abs(np.diff(whole.q[:2], axis=0))[0]
    assert short.reason.joint == robot.coordinates[np.argmax(jump)]
    assert short.reason.distance.unit == "rad"
    assert 1e-4 < short.reason.distance.value <= 0.1
