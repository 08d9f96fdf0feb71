"""The angle of a point against mpmath, in units of the last place, and at the edges against C."""

import math

import mpmath
import numpy as np
import pytest
from random_graph import compiled, symbols, targets

from dalembert.graph.scalar import atan2

both = pytest.mark.parametrize("dtype", ["float64", "float32"])
every_target = pytest.mark.parametrize("target", targets())
MANY = 1500


def angle(dtype, target="host"):
    y, x = symbols("x", 2)
    return compiled([("y", (), [y]), ("x", (), [x])], [("angle", (), [atan2(y, x)])], dtype, target)


def points(dtype):
    """Points all around, of every size, near the axes, near the diagonals and near the octants' inner border."""
    rng = np.random.default_rng(4)
    top = 300 if dtype == "float64" else 36
    turn = rng.uniform(-np.pi, np.pi, MANY)
    sides = rng.choice([-1, 1], (2, MANY))
    size = 10 ** rng.uniform(-top, top, MANY)
    close = 1 + rng.normal(size=MANY) * 10 ** rng.uniform(-16, -1, MANY)
    border = 9 / 16 * (1 + rng.normal(size=MANY) * 1e-3)
    return {
        "around": (np.sin(turn), np.cos(turn)),
        "of every size": (size * sides[0], size * rng.uniform(0.01, 100, MANY) * sides[1]),
        "near the axes": (sides[0] * 10 ** rng.uniform(-20, 0, MANY), sides[1] * rng.uniform(1, 2, MANY)),
        "near the other axes": (sides[1] * rng.uniform(1, 2, MANY), sides[0] * 10 ** rng.uniform(-20, 0, MANY)),
        "near the diagonals": (sides[0] * close, sides[1] * np.ones(MANY)),
        "near the inner border": (sides[0] * border, sides[1] * np.ones(MANY)),
        "below the normal numbers": sides * 10 ** rng.uniform(*((-322, -306) if top == 300 else (-44, -37)), (2, MANY)),
    }


@pytest.mark.sampled(4)
@both
@every_target
def test_the_angle_is_good_to_two_units(dtype, target):
    function = angle(dtype, target)
    for name, (y, x) in points(dtype).items():
        y, x = y.astype(dtype), x.astype(dtype)
        with mpmath.workprec(160):
            for got, b, a in zip(function(y, x), y, x, strict=True):
                exact = mpmath.atan2(mpmath.mpf(float(b)), mpmath.mpf(float(a)))
                unit = float(np.spacing(np.abs(got.dtype.type(float(exact)))))
                assert abs(float((mpmath.mpf(float(got)) - exact) / unit)) < 2, (name, b, a)


@both
@every_target
def test_zeros_infinities_and_their_signs_are_those_of_c(dtype, target):
    special = np.array([0.0, -0.0, 1.0, -1.0, 2.5, np.inf, -np.inf, np.nan, 1e-40, -1e-40, 3e38, -3e38], dtype)
    y, x = (z.ravel() for z in np.meshgrid(special, special))
    with np.errstate(all="raise", under="ignore"):
        got = angle(dtype, target)(y, x)
    expected = np.array([math.atan2(b, a) for b, a in zip(y.astype(float), x.astype(float), strict=True)])
    np.testing.assert_allclose(got, expected, rtol=8 * np.finfo(dtype).eps, atol=float(np.finfo(dtype).tiny))
    seen = ~np.isnan(expected)
    assert np.array_equal(np.signbit(got[seen]), np.signbit(expected[seen]))


@both
def test_the_largest_and_the_smallest_numbers(dtype):
    top, least = np.finfo(dtype).max, np.finfo(dtype).smallest_subnormal
    pairs = [(top, top), (top, -top), (-top, 1), (least, least), (3 * least, -least), (top, least)]
    y, x = np.array(pairs, dtype).T
    with np.errstate(all="raise", under="ignore"):
        got = angle(dtype)(y, x)
    expected = np.array([1 / 4, 3 / 4, -1 / 2, 1 / 4, 1 - math.atan(3) / math.pi, 1 / 2]) * math.pi
    np.testing.assert_allclose(got, expected, rtol=4 * np.finfo(dtype).eps)


@both
def test_every_state_is_the_same_wherever_it_stands(dtype):
    function = angle(dtype)
    for batch in (1, 7, 1024):
        y, x = np.random.default_rng(batch).normal(size=(2, batch)).astype(dtype)
        alone = np.array([function(b, a) for b, a in zip(y, x, strict=True)])
        assert np.array_equal(function(y, x), alone)
