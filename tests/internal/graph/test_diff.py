"""Forward and reverse derivatives agree with each other and with central differences."""

import numpy as np

from dalembert.graph import evaluate, symbol
from dalembert.graph.diff import gradient, jacobian
from dalembert.graph.scalar import absolute, atan2, cos, exp, maximum, minimum, select, sign, sin, sqrt, tanh
from tolerance import FINITE_DIFFERENCE, SAME_ALGORITHM

X = [symbol(f"x{i}") for i in range(3)]
Y = [
    sin(X[0] * X[1]) / (1 + X[2] * X[2]) + exp(X[1]) * tanh(X[0] - X[2]),
    sqrt(X[0] * X[0] + X[1] * X[1] + 1) * cos(X[2]) + absolute(X[1]) * sign(X[0]),
    X[0] ** 3 - 2 * X[1] / X[2],
    atan2(X[0] * X[1], X[2] - 2) + atan2(X[2], X[0]) * minimum(X[0], X[1] * X[2]),
    select(X[0], X[2], sin(X[0] * X[1]), X[2] ** 2) - maximum(X[1] * X[2], X[0] ** 2) * select(X[2], X[1], X[0], X[1]),
]
AT = np.array([0.7, -0.4, 1.3])


def values(at):
    return np.array(evaluate(Y, dict(zip(["x0", "x1", "x2"], at, strict=True))))


def test_forward_mode_is_the_slope():
    result = np.array([evaluate(row, dict(zip(["x0", "x1", "x2"], AT, strict=True))) for row in jacobian(Y, X)])
    h = 1e-6
    slope = np.array([(values(AT + h * e) - values(AT - h * e)) / (2 * h) for e in np.eye(3)]).T
    assert np.abs(result - slope).max() < FINITE_DIFFERENCE


def test_reverse_mode_equals_forward_mode():
    state = dict(zip(["x0", "x1", "x2"], AT, strict=True))
    for y, row in zip(Y, jacobian(Y, X), strict=True):
        assert np.abs(np.array(evaluate(gradient(y, X), state)) - evaluate(row, state)).max() < SAME_ALGORITHM


def test_derivative_of_a_number_is_zero():
    assert gradient(3.0, X) == [0, 0, 0]
    assert jacobian([2.0], X) == [[0, 0, 0]]


def test_the_side_that_is_not_chosen_has_no_slope():
    """√x has an infinite slope at 0, where the other side is chosen."""
    (x, *_) = X
    root = select(0, x, sqrt(maximum(x, 0)), x * 3)
    assert evaluate(jacobian([select(x, 1, x * 3, sqrt(absolute(x)))], [x])[0], {"x0": 0.5}) == [3]
    assert evaluate([jacobian([root], [x])[0][0]], {"x0": 4.0}) == [0.25]
    with np.errstate(all="ignore"):
        arrays = {"x0": np.array([0.0, 4.0])}
        for slope in (jacobian([root], [x])[0][0], gradient(root, [x])[0]):
            assert evaluate([slope], arrays, functions=np)[0][1] == 0.25
