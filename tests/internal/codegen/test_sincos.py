"""Sine, cosine, exponential and hyperbolic tangent against mpmath, in units of the last place."""

import mpmath
import numpy as np
import pytest
from random_graph import compiled, symbols, targets

from dalembert.codegen.renderers.minimax import FAR
from dalembert.graph import Op
from dalembert.graph.node import build

both = pytest.mark.parametrize("dtype", ["float64", "float32"])
every_target = pytest.mark.parametrize("target", targets())
MANY = 600


def worst(got, x, function):
    """Largest error in units in the last place of the exact value."""
    errors = []
    with mpmath.workprec(1400):
        for a, b in zip(got, x, strict=True):
            exact = function(mpmath.mpf(float(b)))
            unit = float(np.spacing(np.abs(got.dtype.type(float(exact)))))
            errors.append(abs(float((mpmath.mpf(float(a)) - exact) / unit)))
    return max(errors)


def functions(ops, dtype, target):
    (x,) = symbols("x", 1)
    return compiled([("x", (), [x])], [(op.value, (), [build(op, x)]) for op in ops], dtype, target)


def angles(dtype):
    rng = np.random.default_rng(5)
    with mpmath.workprec(200):
        turns = [float(k * mpmath.pi / 2) for k in rng.integers(1, int(FAR / 1.58), MANY)]
    top = 300 if dtype == "float64" else 38
    sign = rng.choice([-1, 1], MANY)
    return {
        "small": rng.uniform(-4, 4, MANY),
        "tiny": 10 ** rng.uniform(-30, 0, MANY),
        "large": rng.uniform(-FAR, FAR, MANY),
        "near multiples of π/2": np.array(turns) * sign,
        "beyond": 10 ** rng.uniform(5, top, MANY) * sign,
        "edges": np.array([FAR, np.nextafter(FAR, 2 * FAR), -FAR, 2.0**17, -(2.0**17), 0.0] + [2.0**100, 3.0e38]),
    }


@pytest.mark.sampled(2)
@both
@every_target
def test_sine_and_cosine_are_good_to_two_units(dtype, target):
    function = functions([Op.SIN, Op.COS], dtype, target)
    for name, x in angles(dtype).items():
        x = x.astype(dtype)
        s, c = function(x)
        assert worst(s, x, mpmath.sin) < 2, name
        assert worst(c, x, mpmath.cos) < 2, name


@every_target
def test_the_doubles_hardest_to_reduce(target):
    """6381956970095103·2^797 is the double nearest to a multiple of π/2; the others are near ones."""
    x = np.array([6381956970095103 * 2.0**797, 5.319372648326541e255, 1.7976931348623157e308, 2.0**1023, 1e22])
    s, c = functions([Op.SIN, Op.COS], "float64", target)(x)
    assert worst(s, x, mpmath.sin) < 2
    assert worst(c, x, mpmath.cos) < 2


@pytest.mark.sampled(3)
@both
@every_target
def test_exponential_and_hyperbolic_tangent_are_good_to_three_units(dtype, target):
    function = functions([Op.EXP, Op.TANH], dtype, target)
    rng = np.random.default_rng(6)
    reach = 700 if dtype == "float64" else 85
    for x in (rng.uniform(-reach, reach, MANY), rng.uniform(-2, 2, MANY), 10 ** rng.uniform(-30, 0, MANY)):
        x = x.astype(dtype)
        e, t = function(x)
        assert worst(e, x, mpmath.exp) < 3
        assert worst(t, x, mpmath.tanh) < 3


@both
def test_infinite_angles_are_invalid_as_in_numpy(dtype):
    function = functions([Op.SIN, Op.COS], dtype, "host")
    for x in (np.inf, -np.inf):
        with pytest.warns(RuntimeWarning, match="invalid"):
            assert np.isnan(function(np.full(3, x, dtype))).all()


def test_large_finite_angles_raise_no_flag():
    with np.errstate(all="raise"):
        functions([Op.SIN, Op.COS], "float64", "host")(np.array([1e6, 1e300, 1.7e308, 1.0, 0.5]))
