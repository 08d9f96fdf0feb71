"""A robot without a fixed base is weighed by the six rows that nothing drives, with no torque measured at all."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from raised import raises
from random_robot import random_inertia, random_robot
from tolerance import IDENTIFIED

N = 400


def floating(seed):
    rng = np.random.default_rng(seed)
    arm = random_robot(seed, 3)
    trunk = replace(arm.links[0], inertia=random_inertia(rng))
    return replace(arm, links=(trunk, *arm.links[1:])).floating(), rng


def flown(robot, rng, wrench=None):
    """A log of states all over, whose accelerations are those of free flight under motors that nobody measured."""
    q = np.tile(da.neutral(robot), (N, 1)) + rng.uniform(-1, 1, (N, robot.nq))
    q[:, 3:7] /= np.linalg.norm(q[:, 3:7], axis=1, keepdims=True)
    qd = rng.uniform(-2, 2, (N, robot.nv))
    tau = np.where([x in robot.actuated for x in robot.coordinates], rng.uniform(-20, 20, (N, robot.nv)), 0.0)
    qdd = da.forward_dynamics(robot, q, qd, tau, wrench=wrench)
    return da.identification.Log(np.arange(float(N)), q, qd, qdd, np.full_like(qd, np.nan), wrench=wrench or {})


def off(fit):
    x, own = np.array(list(fit.parameters.values())), np.array(list(fit.prior.values()))
    return np.abs(x - own).max() / np.abs(own).max()


def mass(robot):
    return sum(float(x.inertia.mass) for x in robot.links)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", [3, 8, 11])
def test_a_known_mass_and_no_torque_tell_every_link(seed):
    robot, rng = floating(seed)
    log = flown(robot, rng)
    fit = da.identify(robot.rigid(), log, mass=mass(robot))
    assert off(fit) < IDENTIFIED
    assert fit.error < IDENTIFIED
    bodies = fit.consistent
    assert bodies.physical.links[:, 0].sum() == pytest.approx(mass(robot), rel=1e-6)
    assert off(bodies) < 1e-3


def test_contact_forces_tell_it_without_the_mass():
    robot, rng = floating(3)
    tip = robot.links[-1].name
    log = flown(robot, rng, {tip: rng.uniform(-50, 50, (N, 6))})
    fit = da.identify(robot.rigid(), log)
    assert off(fit) < IDENTIFIED
    unpushed = replace(log, wrench={})
    assert (
        da.identify(robot.rigid(), unpushed, mass=mass(robot)).error > 0.1
    )  # the forces are missed where they are left out


def test_a_file_with_forces_is_read_and_fitted():
    """A body that swings on a spring scale: q and the wrench at its frame, nothing else."""
    body = da.Inertia.about_com(4.0, (0.1, 0.0, 0.05), (0.05, 0.06, 0.07, 0.004, 0.002, 0.001))
    one = da.from_dh([{"joint": "R", "a": 0.2, "alpha": 0, "d": 0, "mass": 1.0, "com": (0, 0, 0)}])
    robot = replace(one, joints=(), links=(replace(one.links[0], inertia=body),), frames=()).floating()
    t = np.arange(0, 20, 0.01)
    w = 2 * np.pi * np.array([0.2, 0.3, 0.5, 0.25, 0.35, 0.45])
    p, r = 0.2 * np.sin(np.outer(t, w[:3])), 0.8 * np.sin(np.outer(t, w[3:]) + 1.0)
    half = np.linalg.norm(r, axis=1, keepdims=True) / 2
    q = np.hstack([p, np.cos(half), np.sin(half) * r / (2 * half)])
    log = da.read_log({"t": t, "q": q, "tau": np.zeros((len(t), 6))}, robot, cutoff=None)
    tau = da.inverse_dynamics(robot, log.q, log.qd, log.qdd)
    J = da.jacobian(robot, log.q, robot.links[-1].name)
    force = np.linalg.solve(np.swapaxes(J, 1, 2), tau[:, :, None])[:, :, 0]
    data = {"t": log.t, "q": log.q, "tau": np.zeros_like(tau), **{f"f{k}": force[:, k] for k in range(6)}}
    read = da.read_log(
        data, robot, cutoff=None, channels=da.identification.Channels(wrench={robot.links[-1].name: "f?"})
    )
    fit = da.identify(robot, read[1:19])
    assert fit.error < 1e-3
    assert fit.parameters["M4"] == pytest.approx(4.0, rel=1e-3)
    with raises(da.finding.WrongColumnCount, quantity="wrench", expected=6):
        da.read_log(data, robot, channels=da.identification.Channels(wrench={robot.links[-1].name: ["f1", "f2"]}))


def test_noise_lies_within_sigma():
    robot, rng = floating(8)
    z = []
    for _ in range(15):
        log = flown(robot, rng)
        noisy = replace(
            log, tau=np.where([x in robot.actuated for x in robot.coordinates], np.nan, rng.normal(size=log.tau.shape))
        )
        fit = da.identify(robot.rigid(), noisy, mass=mass(robot))
        z.append([(fit.parameters[k] - fit.prior[k]) / s for k, s in fit.sigma.items() if s > 0])
    assert 0.85 < np.sqrt(np.mean(np.square(z))) < 1.15


def test_refusals_say_what_is_wanted():
    robot, rng = floating(3)
    log = flown(robot, rng)
    with raises(da.finding.NothingIdentifiable):
        da.identify(robot, log)
    with raises(da.finding.OutOfRange, argument="mass", lower=0):
        da.identify(robot, log, mass=-3.0)
    ur5 = da.gallery.ur5()
    with raises(da.finding.FixedBase, argument="mass"):
        da.identify(ur5, da.identification.Log(np.arange(9.0), *np.ones((4, 9, 6))), mass=3.0)
    with raises(da.finding.WrongShape, expected=((400, 6),)):
        replace(log, wrench={robot.links[-1].name: np.zeros((400, 3))})
