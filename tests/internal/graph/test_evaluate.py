"""The interpreter gives one meaning in every arithmetic: floats, arrays and fifty digits."""

import math

import mpmath
import numpy as np
import pytest

from dalembert.graph import evaluate, symbol
from dalembert.graph.scalar import atan2, maximum, minimum, select, sign
from tolerance import FIFTY_DIGITS, ROUNDED

A, B, X = map(symbol, "abx")
OUTPUTS = [select(A, B, X, 2 * X), minimum(A, B), maximum(A, X), atan2(A, B), sign(A)]
STATES = [(0.5, -1.5, 2.0), (-1.0, -1.0, 3.0), (-2.0, 0.25, -4.0), (0.0, -3.0, 1.0)]
EXPECTED = [
    (4.0, -1.5, 2.0, math.atan2(0.5, -1.5), 1),
    (6.0, -1.0, 3.0, -3 * math.pi / 4, -1),
    (-4.0, -2.0, -2.0, math.atan2(-2.0, 0.25), -1),
    (2.0, -3.0, 1.0, math.pi, 0),
]


def test_choices_and_angles_in_floats_and_arrays():
    for state, expected in zip(STATES, EXPECTED, strict=True):
        assert evaluate(OUTPUTS, dict(zip("abx", state, strict=True))) == pytest.approx(expected, rel=ROUNDED)
    arrays = evaluate(OUTPUTS, dict(zip("abx", np.array(STATES).T, strict=True)), functions=np)
    np.testing.assert_allclose(np.transpose(arrays), EXPECTED, rtol=ROUNDED)


def test_choices_and_angles_in_fifty_digits():
    with mpmath.workdps(50):
        third = mpmath.mpf(1) / 3
        values = {"a": third, "b": -third, "x": third * third}
        found = evaluate(OUTPUTS, values, functions=mpmath.mp, number=lambda x: mpmath.mpf(x.numerator) / x.denominator)
        for got, exact in zip(found, (2 * third**2, -third, third, 3 * mpmath.pi / 4, 1), strict=True):
            assert abs(got - exact) < FIFTY_DIGITS


@pytest.mark.parametrize("name", ["a", "b"])
def test_not_a_number_is_never_chosen_away(name):
    values = {"a": 1.0, "b": 2.0, "x": 3.0, name: math.nan}
    assert all(map(math.isnan, evaluate([select(A, B, X, 2), minimum(A, B), maximum(B, A), atan2(A, B)], values)))
    arrays = {key: np.array([value]) for key, value in values.items()}
    assert np.isnan(evaluate([select(A, B, X, 2), minimum(A, B), maximum(B, A)], arrays, functions=np)).all()
