"""What must hold of `identify` for any robot: exact logs give its own parameters, noise lies within its σ."""

import numpy as np
import pytest

import dalembert as da
from base_rank import base_rank
from random_robot import random_robot
from tolerance import IDENTIFIED

ROBOTS = {
    "puma560": da.gallery.puma560,
    "panda": da.gallery.panda,
    "rx90": da.gallery.rx90,
    "tree": lambda: random_robot(5, 5, drives=True),
    "branches": lambda: random_robot(12, 6),
}
REPEATED = 40
QUIET, NOISE = 0.0, 0.01  # of the size of each effort


def moved(robot, rate=50, duration=10.0, seed=1):
    motion = da.trajectory.fourier_within(robot, 5, duration / 2, seed=seed, margin=0.8).motion
    t = np.arange(0, duration, 1 / rate)
    q, qd, qdd = motion(t)
    return da.identification.Log(t, q, qd, qdd, da.inverse_dynamics(robot, q, qd, qdd))


def noisy(log, rng, efforts, accelerations=0.0):
    def shaken(x, share):
        return x + share * np.sqrt(np.mean(x**2, axis=0)) * rng.normal(size=x.shape)

    return da.identification.Log(log.t, log.q, log.qd, shaken(log.qdd, accelerations), shaken(log.tau, efforts))


@pytest.mark.parametrize("name", ROBOTS)
def test_an_exact_log_gives_the_robots_own_parameters(name):
    robot = numbers(ROBOTS[name]())
    fit = da.identify(
        robot, moved(robot), settings=da.identification.Settings(offset=False)
    )  # weight that never turns is an offset too
    assert len(fit.design.basis.kept) == base_rank(robot).rank
    x, expected = np.array(list(fit.parameters.values())), np.array(list(fit.prior.values()))
    assert np.abs(x - expected).max() <= IDENTIFIED * np.abs(expected).max()
    assert fit.error <= IDENTIFIED


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["puma560", "panda", "tree"])
def test_true_parameters_lie_within_three_sigma(name):
    robot = numbers(ROBOTS[name]())
    z = deviations(robot, moved(robot, 20), "weighted", REPEATED, 0.0)
    assert np.mean(np.abs(z) < 3) >= 0.97
    assert 0.9 < np.sqrt(np.mean(z**2)) < 1.1  # σ is neither too small nor too large


def test_instruments_have_no_bias_where_accelerations_are_noisy():
    robot = ROBOTS["tree"]()
    log = moved(robot, 50)
    z = deviations(robot, log, "instruments", REPEATED, 0.05)
    assert np.mean(np.abs(z) < 3) >= 0.97
    assert np.sqrt(np.mean(z.mean(0) ** 2)) <= 1.3 / np.sqrt(REPEATED)  # means of REPEATED draws without bias
    shrunk = deviations(robot, log, "weighted", 5, 0.05)
    assert np.abs(shrunk.mean(0)).max() > np.abs(z.mean(0)).max()  # least squares has one


def deviations(robot, log, method, count, accelerations):
    rng = np.random.default_rng(0)
    rows = []
    for _ in range(count):
        fit = da.identify(
            robot,
            noisy(log, rng, NOISE, accelerations),
            method=method,
            settings=da.identification.Settings(offset=False),
        )
        rows.append([(fit.parameters[k] - fit.prior[k]) / fit.sigma[k] for k in fit.parameters])
    return np.array(rows)


def numbers(robot):
    return robot.bind(**{name: 0.5 + 0.1 * i for i, name in enumerate(robot.parameters)}) if robot.parameters else robot
