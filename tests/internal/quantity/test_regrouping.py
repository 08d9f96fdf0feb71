"""Kernels are traced on the regrouped tree: fewer parameters, the same efforts."""

import numpy as np
from hypothesis import given, settings

from dalembert.algorithms.forward import forward_dynamics, inverse_dynamics, mass_matrix
from dalembert.algorithms.rnea import rnea
from dalembert.graph import evaluate, operations
from dalembert.robot.tree import coordinates, regroup, tree
from random_robot import kicked, random_robot, seeds, sizes, worst
from tolerance import SAME_ALGORITHM


@settings(max_examples=20, deadline=None)
@given(seeds, sizes)
def test_regrouped_tree_has_the_same_dynamics(seed, size):
    robot = random_robot(seed, size, mimic=bool(seed % 2))
    full, grouped = tree(robot), regroup(tree(robot))
    q, qd, qdd = (coordinates(x, robot.n) for x in ("q", "qd", "qdd"))
    state = dict(zip([x.value for x in (*q, *qd, *qdd)], np.ravel(kicked(robot, seed)), strict=True))
    for algorithm in (inverse_dynamics, forward_dynamics):
        expected = evaluate(algorithm(full, q, qd, qdd), state)
        cond = np.linalg.cond(
            np.array(evaluate([x for row in mass_matrix(full, q) for x in row], state)).reshape(robot.n, robot.n)
        )
        scale = cond if algorithm is forward_dynamics else 1.0
        assert worst(evaluate(algorithm(grouped, q, qd, qdd), state), expected) < SAME_ALGORITHM * scale


def test_regrouping_saves_operations():
    robot = random_robot(3, 6)
    q, qd, qdd = (coordinates(x, robot.n) for x in ("q", "qd", "qdd"))
    full, grouped = (operations(rnea(t, q, qd, qdd)) for t in (tree(robot), regroup(tree(robot))))
    assert grouped.total < 0.95 * full.total
