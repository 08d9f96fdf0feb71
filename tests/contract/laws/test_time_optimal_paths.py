"""Unusual paths in the least time: many corners on a coarse grid, there and back, one joint alone, motors that only just hold."""

import numpy as np
import pytest

import dalembert as da
from pieces import G, point_pendulum, two_links
from raised import raises

EFFORT = np.array([60.0, 30.0])
BETWEEN = 0.06  # limits hold to 5 % where they are measured
SHARP = {"speed": [2.0, 3.0], "acceleration": [8.0, 20.0]}


def used(robot, motion, effort, speed=np.inf, acceleration=np.inf, count=4001):
    """The largest part of each kind of limit that a motion needs."""
    q, qd, qdd = motion(np.linspace(0.0, motion.duration, count))
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    return [float(np.max(np.abs(x) / most)) for x, most in ((tau, effort), (qd, speed), (qdd, acceleration))]


@pytest.mark.parametrize(("seed", "points", "samples"), [(0, 30, 20), (1, 12, 8), (3, 5, 8), (4, 40, 300)])
@pytest.mark.parametrize("limits", [{}, SHARP])
def test_limits_hold_between_the_points_of_a_grid_too_coarse_for_the_path(seed, points, samples, limits):
    """Joints anywhere, and back the same way: with so few samples the limits were exceeded up to 16 times."""
    robot = two_links()
    there = np.random.default_rng(seed).uniform(-1, 1, (points, 2))
    path = np.concatenate([there, there[-2::-1]]) if seed % 2 else there
    motion = da.trajectory.time_optimal(robot, path, effort=EFFORT, samples=samples, **limits)
    assert max(used(robot, motion, EFFORT, **limits)) < 1 + BETWEEN
    q, qd, _ = motion(np.array([0.0, motion.duration]))
    assert np.abs(q - path[[0, -1]]).max() < 1e-9
    assert np.abs(qd).max() < 1e-9


def test_a_path_of_many_corners_is_followed_on_any_grid():
    """It took more than 500 samples to see that such corners can be passed; the time is the same from either grid."""
    robot, path = two_links(), np.random.default_rng(0).uniform(-1, 1, (40, 2))
    coarse, fine = (da.trajectory.time_optimal(robot, path, effort=EFFORT, samples=n) for n in (60, 2500))
    assert coarse.duration == pytest.approx(fine.duration, rel=0.03)


def test_one_joint_alone_and_there_and_back():
    """A joint that stands still is as good as none; back takes as long as there, without weight."""
    robot = two_links()
    alone = da.trajectory.time_optimal(robot, [[0.3, 0.4], [0.9, 0.4]], effort=EFFORT)
    assert np.ptp(alone(np.linspace(0, alone.duration, 50))[0][:, 1]) < 1e-12
    pushed = da.from_dh([{"joint": "P", "a": 0, "alpha": 0, "theta": 0, "mass": 2.0}], gravity=(0, 0, 0))
    there = da.trajectory.time_optimal(pushed, [[0.0], [1.0]], effort=[4.0])
    back = da.trajectory.time_optimal(pushed, [[1.0], [0.0]], effort=[4.0])
    assert there.duration == pytest.approx(2 * np.sqrt(1.0 / 2.0), rel=1e-3)  # F = 4 N on 2 kg, half up and half down
    assert back.duration == pytest.approx(there.duration)


@pytest.mark.parametrize("part", [1.001, 1.1, 3.0])
def test_a_motor_a_little_stronger_than_the_weight_lifts_it(part):
    """At the level of its joint the pendulum weighs most; one part in a thousand is enough to pass, slowly."""
    robot = point_pendulum()
    weight = 2.0 * G * 0.5
    motion = da.trajectory.time_optimal(robot, [[-0.6], [0.6]], effort=[part * weight])
    assert used(robot, motion, [part * weight])[0] < 1 + BETWEEN
    with raises(da.finding.PathInfeasible, robot="pendulum", joint="joint1"):
        da.trajectory.time_optimal(robot, [[-0.6], [0.6]], effort=[weight / 1.1])


@pytest.mark.parametrize(
    ("path", "limits", "error", "words"),
    [
        ([[0.3, 0.4], [0.3, 0.4]], {}, da.finding.Coincident, {"argument": "points", "index": 0}),
        ([[0.3, 0.4]], {}, da.finding.TooFew, {"argument": "points", "noun": "path points", "least": 2}),
        ([[0.3, 0.4], [0.9, 0.8]], {"speed": [0.0, 1.0]}, da.finding.OutOfRange, {"argument": "speed", "strict": True}),
        (
            [[0.3, 0.4], [0.9, 0.8]],
            {"effort": [30.0, 0.0]},
            da.finding.OutOfRange,
            {"argument": "effort", "strict": True},
        ),
        (
            [[0.3, 0.4], [0.9, 0.8]],
            {"acceleration": [np.nan, 1.0]},
            da.finding.OutOfRange,
            {"argument": "acceleration", "strict": True},
        ),
        ([[0.3, np.inf], [0.9, 0.8]], {}, da.finding.NotFinite, {"argument": "points"}),
        ([[0.3, 0.4], [0.9, 0.8]], {"effort": np.inf, "speed": 1.0}, da.finding.MotionUnlimited, {}),
    ],
)
def test_paths_that_are_none_and_limits_that_allow_nothing(path, limits, error, words):
    with raises(error, **words):
        da.trajectory.time_optimal(two_links(), path, **{"effort": EFFORT, **limits})
