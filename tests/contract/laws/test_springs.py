"""Springs of every kind on trees with balls: efforts are slopes of the energy, armatures part of M, power is balanced."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from random_robot import random_robot
from tolerance import FINITE_DIFFERENCE, SAME_ALGORITHM

STEP = 1e-5


def sprung(seed, *, balls=True):
    """A random tree with a ball and a free body on it, and a spring of each kind."""
    robot, rng = random_robot(seed, 4, drives=False), np.random.default_rng(seed)
    links, joints = list(robot.links), list(robot.joints)
    inertia = da.Inertia(1.0, (0.1, 0.2, 0.1), (0.5, 0.6, 0.7, 0, 0, 0))
    if balls:
        for name, kind, parent in (("ball", "spherical", "link4"), ("fly", "free", "ground")):
            links.append(da.Link(f"{name}_link", inertia))
            joints.append(da.Joint(name, kind, parent, f"{name}_link", da.Pose(p=(0.3, 0.1, 0.2))))
    robot = replace(robot, links=tuple(links), joints=tuple(joints), actuated=None)
    ends = ("ball_link", "fly_link") if balls else ("link3", "link4")

    def point():
        return tuple(rng.uniform(-0.3, 0.3, 3).tolist())

    springs = [
        da.model.Tendon("t", {"joint1": 0.5, "joint2": -1.2}, 7.0, 0.3, 0.2, 0.4, 1.5),
        da.model.Strut(
            "s", "ground", ends[0], point(), (3.0, 2.0, 1.0), 9.0, 0.2, 0.3, 0.1, 2.0, (("link2", (0.0, 4.0, 0.0)),)
        ),
        da.model.Strut("r", "ground", ends[1], (5.0, 0.0, 0.0), point(), 3.0, 1.0, 0.1),
    ]
    springs += (
        [da.model.BallSpring("b", "ball", 4.0, (1, 2, 3, 4), 0.3), da.model.BallSpring("f", "fly", 2.0)]
        if balls
        else []
    )
    return replace(robot, springs=tuple(springs))


def states(robot, seed):
    rng = np.random.default_rng(seed)
    q = da.integrate(robot, da.neutral(robot), rng.uniform(-0.7, 0.7, robot.nv))
    return q, rng.uniform(-1, 1, robot.nv), rng.uniform(-1, 1, robot.nv)


@pytest.mark.parametrize("seed", range(6))
def test_efforts_of_springs_are_slopes_of_the_energy(seed):
    robot = sprung(seed)
    q, _, _ = states(robot, seed)
    still = np.zeros(robot.nv)
    slopes = [
        (da.potential_energy(robot, da.integrate(robot, q, e)) - da.potential_energy(robot, da.integrate(robot, q, -e)))
        / (2 * STEP)
        for e in STEP * np.eye(robot.nv)
    ]
    tau = da.inverse_dynamics(robot, q, still, still)
    assert np.abs(tau - slopes).max() < FINITE_DIFFERENCE * np.abs(tau).max()


@pytest.mark.parametrize("seed", range(6))
def test_power_goes_into_the_energies_and_the_dampers(seed):
    robot = sprung(seed)
    q, qd, qdd = states(robot, seed)

    def energy(t):
        moved, rate = da.integrate(robot, q, t * qd + t * t / 2 * qdd), qd + t * qdd
        return da.kinetic_energy(robot, moved, rate) + da.potential_energy(robot, moved)

    rates = da.difference(robot, da.integrate(robot, q, -STEP * qd), da.integrate(robot, q, STEP * qd)) / (2 * STEP)
    assert np.abs(rates - qd).max() < FINITE_DIFFERENCE
    lossless = replace(robot, springs=tuple(replace(x, damping=0) for x in robot.springs))
    power = da.inverse_dynamics(lossless, q, qd, qdd) @ qd
    gained = (energy(STEP) - energy(-STEP)) / (2 * STEP)
    assert abs(power - gained) < FINITE_DIFFERENCE * max(1, abs(power))
    assert da.inverse_dynamics(robot, q, qd, qdd) @ qd > power


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(6))
def test_forward_dynamics_undoes_inverse_dynamics_and_m_holds_the_armatures(seed):
    robot = sprung(seed)
    q, qd, qdd = states(robot, seed)
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    M = da.mass_matrix(robot, q)
    assert np.abs(da.forward_dynamics(robot, q, qd, tau) - qdd).max() < 1e3 * SAME_ALGORITHM * np.linalg.cond(M)
    assert da.kinetic_energy(robot, q, qd) == pytest.approx(qd @ M @ qd / 2, rel=SAME_ALGORITHM)
    free = da.inverse_dynamics(robot, q, qd, 0 * qdd)
    assert np.abs(tau - free - M @ qdd).max() < SAME_ALGORITHM * np.abs(tau).max()


@pytest.mark.parametrize("seed", range(4))
def test_coriolis_terms_of_armatures(seed):
    robot = sprung(seed, balls=False)
    q, qd, _ = states(robot, seed)
    S, c = da.coriolis_matrix(robot, q, qd), da.coriolis_vector(robot, q, qd)
    assert np.abs(S @ qd - c).max() < SAME_ALGORITHM * max(1, np.abs(c).max())
    rate = (da.mass_matrix(robot, q + STEP * qd) - da.mass_matrix(robot, q - STEP * qd)) / (2 * STEP)
    skew = rate - 2 * S
    assert np.abs(skew + skew.T).max() < FINITE_DIFFERENCE * np.abs(S).max()
    symbols = da.christoffel(robot, q)
    assert np.abs(np.einsum("kij,i->kj", symbols, qd) - S).max() < SAME_ALGORITHM * np.abs(S).max()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(4))
def test_derivatives_know_springs(seed):
    robot = sprung(seed)
    q, qd, qdd = states(robot, seed)
    by_q, by_qd, by_qdd = da.inverse_dynamics_derivatives(robot, q, qd, qdd)
    assert np.abs(by_qdd - da.mass_matrix(robot, q)).max() < SAME_ALGORITHM * np.abs(by_qdd).max()
    for k, e in enumerate(STEP * np.eye(robot.nv)):
        ahead, back = (da.inverse_dynamics(robot, da.integrate(robot, q, s * e), qd, qdd) for s in (1, -1))
        assert np.abs((ahead - back) / (2 * STEP) - by_q[:, k]).max() < FINITE_DIFFERENCE * np.abs(by_q).max()
        ahead, back = (da.inverse_dynamics(robot, q, qd + s * e, qdd) for s in (1, -1))
        assert np.abs((ahead - back) / (2 * STEP) - by_qd[:, k]).max() < FINITE_DIFFERENCE * np.abs(by_qd).max()
