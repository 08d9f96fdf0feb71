"""The same algorithms with 50 digits: identities to 1e-45, and the rounding error of the kernels measured."""

import mpmath
import numpy as np
import pytest

import dalembert as da
from dalembert.algorithms.coriolis import coriolis_matrix
from dalembert.algorithms.forward import forward_dynamics, inverse_dynamics, mass_matrix
from dalembert.algorithms.regressor import inertial_parameters, regressor
from dalembert.algorithms.rnea import rnea
from dalembert.graph import evaluate
from dalembert.graph.diff import forward
from dalembert.quantity import trace
from dalembert.robot.tree import coordinates, regroup, tree
from random_robot import exact_robot, kicked
from tolerance import FIFTY_DIGITS

SEEDS = range(6)


def exact(scalars, state):
    """Values with 50 digits; the robot's floats are taken as the binary numbers they are."""
    with mpmath.workdps(50):
        values = {name: mpmath.mpf(float(x)) for name, x in state.items()}
        return evaluate(scalars, values, functions=mpmath.mp, number=number)


def number(x):
    return mpmath.mpf(x) if isinstance(x, float) else mpmath.mpf(x.numerator) / x.denominator


def setup(seed):
    robot = exact_robot(seed, mimic=bool(seed % 2))
    names = [coordinates(x, robot.n) for x in ("q", "qd", "qdd")]
    rows = kicked(robot, seed)
    state = {
        x.value: value for group, row in zip(names, rows, strict=True) for x, value in zip(group, row, strict=True)
    }
    return robot, names, state


@pytest.mark.parametrize("seed", SEEDS)
def test_forward_of_inverse_is_identity(seed):
    robot, (q, qd, qdd), state = setup(seed)
    bodies = tree(robot)
    result = exact(forward_dynamics(bodies, q, qd, inverse_dynamics(bodies, q, qd, qdd)), state)
    with mpmath.workdps(50):
        for a, x in zip(result, qdd, strict=True):
            assert abs(a - mpmath.mpf(float(state[x.value]))) < FIFTY_DIGITS * 1e3  # the condition number of M


@pytest.mark.parametrize("seed", SEEDS)
def test_mass_rate_minus_twice_coriolis_is_skew(seed):
    robot, (q, qd, _), state = setup(seed)
    M = mass_matrix(tree(robot), q)
    rate = forward([x for row in M for x in row], dict(zip(q, qd, strict=True)))
    S = coriolis_matrix(tree(robot), q, qd)
    n = robot.n
    skew = [rate[i * n + j] - 2 * S[i][j] + rate[j * n + i] - 2 * S[j][i] for i in range(n) for j in range(n)]
    assert max(abs(x) for x in exact(skew, state)) < FIFTY_DIGITS


@pytest.mark.parametrize("seed", SEEDS)
def test_parts_regrouping_and_regressor_agree(seed):
    robot, (q, qd, qdd), state = setup(seed)
    full = tree(robot)
    tau = rnea(full, q, qd, qdd)
    grouped = rnea(regroup(full), q, qd, qdd)
    pi = inertial_parameters(full)
    linear = [sum((y * p for y, p in zip(row, pi, strict=True)), 0) for row in regressor(full, q, qd, qdd)]
    S, M = coriolis_matrix(full, q, qd), mass_matrix(full, q)
    g = rnea(full, q, [0] * robot.n, [0] * robot.n)
    parts = [sum((M[i][j] * qdd[j] + S[i][j] * qd[j] for j in range(robot.n)), 0) + g[i] for i in range(robot.n)]
    for other in (parts, grouped, linear):
        difference = [a - b for a, b in zip(tau, other, strict=True)]
        assert max(abs(x) for x in exact(difference, state)) < FIFTY_DIGITS


@pytest.mark.sampled(1)
@pytest.mark.parametrize("quantity", ["inverse_dynamics", "forward_dynamics", "mass_matrix", "coriolis_matrix"])
def test_rounding_error_of_the_kernels(quantity):
    """Measured against 50 digits: a few units in the last place of the largest entry, times the conditioning."""
    worst = 0.0
    for seed in SEEDS:
        robot, _, state = setup(seed)
        traced = trace(robot, quantity)
        arguments = [np.array([state.get(x.value, 0.3) for x in entries]) for _, _, entries in traced.inputs]
        values = {
            x.value: v
            for (_, _, entries), row in zip(traced.inputs, arguments, strict=True)
            for x, v in zip(entries, row, strict=True)
        }
        truth = np.array([float(x) for x in exact(traced.scalars, values)])
        result = np.ravel(getattr(da, quantity)(robot, *arguments))
        condition = np.linalg.cond(da.mass_matrix(robot, arguments[0])) if quantity == "forward_dynamics" else 1.0
        worst = max(worst, np.abs(result - truth).max() / max(1.0, np.abs(truth).max()) / condition)
    assert worst < 5e-15
