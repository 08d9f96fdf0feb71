"""Laws of motion in time over trees of every joint and loops of every kind."""

import numpy as np
import pytest

import dalembert as da
from random_robot import closed_robot, posture, random_tree
from tolerance import ANOTHER_LIBRARY, MARCHED, SAME_ALGORITHM

LOOPS = [("ball",), ("revolute",), ("weld",), ("prismatic",), ("cylindrical",), ("planar",), ("universal",), ("rod",)]
LOOPS += [("rod", "rod"), ("ball", "rod")]


def rates(robot, q, seed):
    """Slow rates that the loops allow."""
    rng = np.random.default_rng(seed)
    if not robot.loops:
        return 0.3 * rng.normal(size=robot.nv)
    _, s, Vt = np.linalg.svd(da.mechanism.loop_jacobian(robot, q))
    basis = Vt[int(np.sum(s > 1e-8 * s[0])) :]
    return 0.3 * basis.T @ rng.normal(size=len(basis))


def tree(seed):
    robot = random_tree(seed, drives=False)
    return robot, posture(robot, 1)


ROBOTS = [pytest.param(tree, (seed,), id=f"tree{seed}") for seed in range(6)]
ROBOTS += [pytest.param(closed_robot, (seed, kinds), id="-".join(kinds)) for seed, kinds in enumerate(LOOPS)]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("drawn", "how"), ROBOTS)
def test_energy_is_kept_and_the_first_row_is_forward_dynamics(drawn, how):
    robot, q = drawn(*how)
    qd = rates(robot, q, 2)
    tau = 0.1 * np.random.default_rng(3).normal(size=robot.nv)
    run = da.simulate(robot, q, qd, duration=0.2, tau=tau, method=da.simulation.Solver(rtol=1e-12, atol=1e-14))
    expected = da.forward_dynamics(robot, run.q[0], run.qd[0], tau)
    assert np.abs(run.qdd[0] - expected).max() < ANOTHER_LIBRARY * max(1.0, np.abs(expected).max())
    assert run.residual < MARCHED
    if robot.loops:
        assert np.abs(da.mechanism.loop_closure(robot, run.q)).max() < SAME_ALGORITHM
        torn = np.einsum("tij,tj->ti", da.mechanism.loop_jacobian(robot, run.q), run.qd)
        assert np.abs(torn).max() < 1e-11 * max(1.0, np.abs(run.qd).max())
    marched = da.simulate(robot, q, qd, duration=0.2, tau=tau, method=da.simulation.Solver("rk4", step=5e-4))
    assert np.abs(marched.q[-1] - run.q[-1]).max() < 1e-6 * max(1.0, np.abs(run.q).max())
