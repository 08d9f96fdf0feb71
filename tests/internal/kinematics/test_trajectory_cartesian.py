"""Lines and circles of a frame: derivatives, shape, and the same motion in the joints."""

import numpy as np
import pytest

import dalembert as da
from dalembert.spatial.rotation import pose_error, rotation
from raised import raises
from tolerance import FINITE_DIFFERENCE, INTEGRATED, MARCHED, MARCHED_FAR, SAME_ALGORITHM

Q0 = {
    "ur5": np.array([0.3, -1.2, 1.6, -0.8, 1.1, 0.4]),
    "iiwa14": np.array([0.2, 0.6, 0.3, -1.3, 0.2, 0.9, 0.5]),
}


def pose(p, axis=(0, 0, 1), angle=0.0):
    T = np.eye(4)
    T[:3, :3] = rotation(np.array(axis, dtype=float) / np.linalg.norm(axis), np.array(angle))
    T[:3, 3] = p
    return T


A, B = pose([0.4, -0.2, 0.3]), pose([0.1, 0.3, 0.5], (1, 2, 3), 1.3)
LAWS = {
    "duration": 2.0,
    "quintic": da.trajectory.quintic(0, 1, 1.5),
    "scurve in metres": da.trajectory.scurve(0, 0.6, speed=0.5, acceleration=1.0, jerk=8.0),
}
MOTIONS = {
    **{f"line, {name}": da.trajectory.line(A, B, law) for name, law in LAWS.items()},
    "circle": da.trajectory.circle(A, [0.3, 0, 0.3], [0, 0, 1], 2.0),
    "arc that turns": da.trajectory.circle(B, [0.3, 0, 0.3], [0.2, 1, 0.5], LAWS["quintic"], angle=-1.2, turning=True),
}


@pytest.mark.parametrize("name", MOTIONS)
def test_twist_and_its_rate_are_derivatives(name):
    motion = MOTIONS[name]
    t = np.linspace(0.01, motion.duration - 0.01, 60)
    h = 1e-5
    (before, v_before, _), (_, v, a), (after, v_after, _) = motion(t - h), motion(t), motion(t + h)
    assert np.abs(pose_error(after, before) / (2 * h) - v).max() < FINITE_DIFFERENCE
    jumpy = np.abs((v_after - 2 * v + v_before) / h**2).max(axis=-1) > 1e3  # a corner of the jerk lies in the step
    assert np.abs((v_after - v_before) / (2 * h) - a)[~jumpy].max() < 10 * FINITE_DIFFERENCE
    one = motion(float(t[3]))
    assert [x.shape for x in one] == [(4, 4), (6,), (6,)]
    assert np.array_equal(one[0], motion(t)[0][3])


def test_a_line_is_straight_and_a_circle_round():
    t, T, v, _ = MOTIONS["line, duration"].sampled(50)
    assert np.allclose(T[0], A)
    assert np.allclose(T[-1], B)
    way = B[:3, 3] - A[:3, 3]
    assert np.abs(np.cross(T[:, :3, 3] - A[:3, 3], way)).max() < SAME_ALGORITHM
    assert np.abs(v[[0, -1]]).max() < SAME_ALGORITHM
    _, T, _, _ = MOTIONS["circle"].sampled(50)
    assert np.ptp(np.linalg.norm(T[:, :3, 3] - [0.3, 0, 0.3], axis=-1)) < SAME_ALGORITHM
    assert np.abs(T[-1] - A).max() < SAME_ALGORITHM
    assert np.abs(T[:, :3, :3] - A[:3, :3]).max() == 0
    assert t[-1] == 2.0


@pytest.mark.parametrize("name", Q0)
@pytest.mark.parametrize("shape", ["line", "circle"])
def test_the_joints_make_the_same_motion(name, shape):
    """q(t) puts the frame on the line at every instant, and J q̇ is the twist: speeds that were not asked of the joints."""
    robot, q0 = getattr(da.gallery, name)(), Q0[name]
    T0 = da.forward_kinematics(robot, q0)
    T1 = T0 @ pose([0.05, 0.1, -0.08], (1, 0, 1), 0.4)
    law = da.trajectory.scurve(0, 0.14, speed=0.3, acceleration=1.0, jerk=20.0)
    motion = (
        da.trajectory.line(T0, T1, law)
        if shape == "line"
        else da.trajectory.circle(T0, T0[:3, 3] + [0, 0.06, 0], [0, 0, 1], law)
    )
    joints = motion.joints(robot, q0)
    assert joints.duration == motion.duration
    assert np.allclose(joints(0.0)[0], q0)
    t = np.linspace(0, motion.duration, 137)
    q, qd, qdd = joints(t)
    T, v, a = motion(t)
    assert np.abs(pose_error(T, da.forward_kinematics(robot, q))).max() < INTEGRATED  # splined between 200 poses
    assert np.abs(np.einsum("tij,tj->ti", da.jacobian(robot, q), qd) - v).max() < 1e-5
    h = 1e-6
    Jd = (da.jacobian(robot, q + h * qd) - da.jacobian(robot, q - h * qd)) / (2 * h)
    made = np.einsum("tij,tj->ti", da.jacobian(robot, q), qdd) + np.einsum("tij,tj->ti", Jd, qd)
    assert np.abs(made - a).max() < 1e-3


def test_the_quickest_along_a_line_stays_on_it():
    robot = da.gallery.ur5()
    T0 = da.forward_kinematics(robot, Q0["ur5"])
    T1 = T0 @ pose([0.05, 0.1, -0.08])
    path = da.trajectory.line(T0, T1, 1.0).path(robot, Q0["ur5"])
    found = da.trajectory.time_optimal(robot, path, effort=np.full(6, 200.0), speed=2.0, acceleration=20.0)
    _, q, _, _ = found.sampled(300)
    p = da.forward_kinematics(robot, q)[:, :3, 3]
    assert np.abs(np.cross(p - T0[:3, 3], (T1 - T0)[:3, 3])).max() < MARCHED_FAR
    assert 0.05 < found.duration < 1.0


def test_a_line_out_of_reach_says_how_far_it_goes():
    robot = da.gallery.ur5()
    T0 = da.forward_kinematics(robot, Q0["ur5"])
    with raises(da.finding.PathNotFollowed, robot="ur5") as caught:
        da.trajectory.line(T0, pose([3.0, 0, 0]) @ T0, 1.0).joints(robot, Q0["ur5"])
    assert caught.value.q.shape == (6,)


@pytest.mark.parametrize(
    ("v", "a", "j"),
    [(1.0, 2.0, 8.0), (1.0, 5.0, 4.0), (9.0, 2.0, 8.0), (9.0, 9.0, 1.0), (0.1, 3.0, 50.0)],
    ids=["all", "no constant acceleration", "no constant speed", "jerk alone", "speed alone"],
)
def test_scurve_keeps_its_limits_and_uses_one_everywhere(v, a, j):
    """Time-optimal for a chain of three integrators: at each instant jerk, acceleration or speed is at its limit."""
    path = da.trajectory.scurve([0.0, 1.0], [1.0, 0.5], [v, 9.0], [a, 9.0], [j, 90.0])
    t, q, qd, qdd = path.sampled(20_000)
    assert np.allclose(q[[0, -1]], [[0.0, 1.0], [1.0, 0.5]], atol=SAME_ALGORITHM)
    assert np.abs(qd[[0, -1]]).max() < MARCHED
    assert np.abs(qdd[[0, -1]]).max() < MARCHED
    jerk = np.abs(np.diff(qdd[:, 0]) / np.diff(t))
    used = np.maximum.reduce([np.abs(qd[:-1, 0]) / v, np.abs(qdd[:-1, 0]) / a, jerk / j])
    assert used.max() < 1 + 1e-6
    assert np.mean(used > 1 - 1e-3) > 0.998
    assert np.abs(np.diff(qd[:, 0]) / np.diff(t) - (qdd[1:, 0] + qdd[:-1, 0]) / 2).max() < j * t[1] / 2
    rougher = da.trajectory.trapezoidal([0.0], [1.0], v, a)
    assert path.duration > rougher.duration


def test_scurve_with_boundless_jerk_is_the_trapezoid():
    a = da.trajectory.scurve([0.0], [1.0], 0.8, 2.0, 1e7)
    assert a.duration == pytest.approx(da.trajectory.trapezoidal([0.0], [1.0], 0.8, 2.0).duration, rel=1e-5)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: da.trajectory.line(np.eye(3), A, 1.0), da.finding.WrongShape, {"argument": "start"}),
        (
            lambda: da.trajectory.line(A, B, da.trajectory.quintic([0, 0], [1, 1], 1.0)),
            da.finding.WrongLength,
            {"argument": "law", "expected": 1, "noun": "coordinates"},
        ),
        (lambda: da.trajectory.line(A, B, da.trajectory.quintic(1, 2, 1.0)), da.finding.LawRange, {"argument": "law"}),
        (
            lambda: da.trajectory.line(A, B, -1.0),
            da.finding.OutOfRange,
            {"argument": "law", "lower": 0, "strict": True},
        ),
        (lambda: da.trajectory.circle(A, [0, 0], [0, 0, 1], 1.0), da.finding.WrongShape, {"argument": "centre"}),
        (lambda: da.trajectory.circle(A, [0, 0, 0], [0, 0, 0], 1.0), da.finding.IsZero, {"argument": "normal"}),
        (lambda: da.trajectory.circle(A, A[:3, 3], [0, 0, 1], 1.0), da.finding.OnAxis, {"argument": "start"}),
        (
            lambda: da.trajectory.scurve([0], [1], 1.0, 1.0, 0.0),
            da.finding.OutOfRange,
            {"argument": "jerk", "lower": 0, "strict": True},
        ),
        (
            lambda: da.trajectory.line(A, B, 1.0).path(da.gallery.ur5(), Q0["ur5"], count=2),
            da.finding.NotInteger,
            {"argument": "count", "lower": 8},
        ),
        (
            lambda: da.trajectory.path([[0.0, 1.0], [1.0, 0.0]]).timed(da.trajectory.quintic(0, -1, 1)),
            da.finding.LawRange,
            {"argument": "law"},
        ),
    ],
)
def test_bad_motions_say_why(call, error, words):
    with raises(error, **words):
        call()


def test_a_reflection_is_no_pose():
    with raises(da.finding.WrongType, argument="pose"):
        da.trajectory.line(A, np.diag([1, 1, -1, 1.0]), 1.0)
