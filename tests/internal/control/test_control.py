"""Control laws: each does what its equation promises, on the robot and with a wrong model."""

import numpy as np
import pytest

import dalembert as da
from dalembert.control.joint_space import believed_parameters, reference_regressor
from pieces import two_links, with_drives
from raised import raises
from random_robot import kicked, random_robot, worst
from tolerance import MARCHED_FAR, SAME_ALGORITHM

ROBOT = two_links()
WRONG = two_links(m1=1.3, m2=0.85, I1=0.13, I2=0.056)
PATH = da.trajectory.quintic([0.1, -0.3], [1.2, 0.8], 2.0)


def test_pd_with_gravity_settles_at_its_posture():
    run = da.simulate(ROBOT, [0.0, 0.0], duration=8.0, tau=da.control.pd_gravity(ROBOT, [0.9, -0.6], 40.0, 12.0))
    assert np.abs(run.q[-1] - [0.9, -0.6]).max() < 1e-5
    off = da.simulate(ROBOT, [0.0, 0.0], duration=8.0, tau=da.control.pd_gravity(WRONG, [0.9, -0.6], 40.0, 12.0))
    rest = np.linalg.solve(np.eye(2) * 40.0, da.gravity_vector(WRONG, off.q[-1]) - da.gravity_vector(ROBOT, off.q[-1]))
    assert off.q[-1] - [0.9, -0.6] == pytest.approx(rest, abs=1e-5)


def test_computed_torque_makes_every_joint_a_linear_oscillator():
    """ë + Kd ė + Kp e = 0 with the exact model: critically damped, e = (e₀ + (ė₀ + ω e₀) t) e^−ωt."""
    w = 10.0
    run = da.simulate(ROBOT, [0.3, -0.1], duration=1.0, tau=da.control.computed_torque(ROBOT, PATH, w**2, 2 * w))
    q_d, _, _ = PATH(run.t)
    e0 = np.array([0.1, -0.3]) - [0.3, -0.1]
    expected = e0 * (1 + w * run.t[:, None]) * np.exp(-w * run.t[:, None])
    assert np.abs(q_d - run.q - expected).max() < MARCHED_FAR


def test_feed_forward_tracks_exactly_from_the_right_start():
    run = da.simulate(ROBOT, *PATH(0.0)[:2], duration=2.0, tau=da.control.feed_forward(ROBOT, PATH, 30.0, 8.0))
    assert np.abs(PATH(run.t)[0] - run.q).max() < MARCHED_FAR
    off = da.simulate(ROBOT, *PATH(0.0)[:2], duration=2.0, tau=da.control.feed_forward(WRONG, PATH, 30.0, 8.0))
    assert np.abs(PATH(off.t)[0] - off.q).max() > 1e-2


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", [1, 5])
def test_the_reference_regressor_is_the_christoffel_one(seed):
    """Y π = M q̈_r + S(q, q̇) q̇_r + g, with the S that makes Ṁ − 2S skew, on random trees."""
    robot = random_robot(seed, 4)
    q, qd, qd_r, qdd_r = kicked(robot, seed, 4)
    expected = da.mass_matrix(robot, q) @ qdd_r + da.coriolis_matrix(robot, q, qd) @ qd_r + da.gravity_vector(robot, q)
    Y = reference_regressor(robot, q, qd, qd_r, qdd_r)
    assert (
        worst(Y @ da.model.inertial_parameters(robot), expected) < 10 * SAME_ALGORITHM
    )  # sums of terms larger than the result


def test_the_reference_regressor_counts_the_drives():
    robot = with_drives(ROBOT, da.Drive(0.1, 2.0, 0.3, coulomb=0.4), da.Drive(0.05, 1.0, 0.2))
    q, qd, qd_r, qdd_r = kicked(robot, 3, 4)
    plain = da.mass_matrix(robot, q) @ qdd_r + da.coriolis_matrix(robot, q, qd) @ qd_r + da.gravity_vector(robot, q)
    expected = plain + np.array([0.3, 0.2]) * qd_r + np.array([0.4, 0.0]) * np.sign(qd_r)
    Y = reference_regressor(robot, q, qd, qd_r, qdd_r)
    assert worst(Y @ believed_parameters(robot), expected) < 10 * SAME_ALGORITHM


def test_adaptive_control_learns_what_computed_torque_must_know():
    """A periodic motion with a wrong model: the error falls, well below that of the same law without adaptation."""
    path = da.trajectory.fourier([0.2, 0.3], [[0.8, -0.5], [0.3, 0.6]], [[0.1, 0.4], [-0.4, 0.2]], 3.0)
    errors = {}
    for rate in (0.0, 0.5):
        law = da.control.adaptive(WRONG, path, 5.0, 8.0, rate)
        run = da.simulate(
            ROBOT,
            *path(0.0)[:2],
            duration=18.0,
            tau=da.simulation.Inputs(law, control_period=4e-3),
            method=da.simulation.Solver("rk4", step=1e-3),
        )
        errors[rate] = np.sqrt(np.mean((path(run.t)[0] - run.q)[run.t > 15] ** 2))
    assert errors[0.5] < errors[0.0] / 10
    assert not np.allclose(law.parameters, believed_parameters(WRONG))


def test_a_law_with_memory_must_be_sampled():
    with raises(da.finding.LawNeedsPeriod, argument="tau"):
        da.simulate(ROBOT, [0, 0], duration=1.0, tau=da.control.adaptive(WRONG, PATH, 5.0, 8.0, 1.0))


def test_laws_act_on_batches():
    q, qd = np.random.default_rng(0).uniform(-1, 1, (2, 6, 2))
    for law in (
        da.control.computed_torque(ROBOT, PATH, 50, 10),
        da.control.pd_gravity(ROBOT, [0, 0], 5, 1),
        da.control.feed_forward(ROBOT, PATH, [5, 6], 1),
    ):
        batch = law(0.3, q, qd)
        assert batch.shape == (6, 2)
        assert worst(law(0.3, q[4], qd[4]), batch[4]) < SAME_ALGORITHM


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (
            lambda: da.control.pd_gravity(ROBOT, [1.0], 1, 1),
            da.finding.WrongShape,
            {"argument": "target", "robot": "planar_2r"},
        ),
        (
            lambda: da.control.pd_gravity(ROBOT, [1.0, 2.0], -1, 1),
            da.finding.MatrixNotDefinite,
            {"argument": "kp", "semidefinite": True},
        ),
        (lambda: da.control.pd_gravity(ROBOT, [1.0, np.nan], 1, 1), da.finding.NotFinite, {"argument": "target"}),
        (lambda: da.control.computed_torque(ROBOT, PATH, np.eye(3), 1), da.finding.WrongShape, {"argument": "kp"}),
        (
            lambda: da.control.computed_torque(ROBOT, da.trajectory.cubic([0], [1], 1), 1, 1),
            da.finding.WrongLength,
            {"argument": "target", "expected": 2, "noun": "joints"},
        ),
        (
            lambda: da.control.adaptive(ROBOT, PATH, 1, 1, -1.0),
            da.finding.OutOfRange,
            {"argument": "rate", "lower": 0, "strict": False},
        ),
        (
            lambda: da.control.adaptive(ROBOT, PATH, 1, 1, 1.0, [1.0]),
            da.finding.WrongShape,
            {"argument": "parameters", "robot": "planar_2r"},
        ),
    ],
)
def test_bad_gains_and_goals_say_why(call, error, words):
    with raises(error, **words):
        call()
