"""Compiled kernels against the interpreter, value by value."""

import functools

import numpy as np
import pytest
from random_graph import compiled, random_graph, reference, symbols, targets

from dalembert.graph import Op, evaluate
from dalembert.graph.node import build
from dalembert.graph.scalar import maximum, minimum, select
from tolerance import FLOAT32, SAME_ALGORITHM

LIMIT = {"float64": SAME_ALGORITHM, "float32": FLOAT32}
BATCHES = (1, 7, 1024)
both = pytest.mark.parametrize("dtype", ["float64", "float32"])
every_target = pytest.mark.parametrize("target", targets())
ROUNDED = {"float64": 2.0**-53, "float32": 2.0**-24}
ULPS = {Op.SIN: 2, Op.COS: 2, Op.EXP: 3, Op.TANH: 3, Op.ATAN2: 2}  # the others are one correctly rounded operation
ONE = (Op.SIN, Op.COS, Op.EXP, Op.TANH, Op.NEG, Op.SQRT, Op.SIGN, Op.ABS)


@pytest.mark.sampled(20)
@both
@every_target
@pytest.mark.parametrize("op", [op for op in Op if op not in (Op.CONST, Op.SYMBOL, Op.PI)], ids=lambda op: op.value)
def test_every_operation_alone(op, dtype, target):
    given = symbols("x", 1 if op in ONE else 4 if op is Op.SELECT else 2)
    result = build(op, *given)
    function = compiled([(x.value, (), [x]) for x in given], [("y", (), [result])], dtype, target)
    for batch in BATCHES:
        values = np.random.default_rng(batch).normal(size=(len(given), batch)).astype(dtype)
        values = np.abs(values) + 0.1 if op is Op.SQRT else values
        expected = reference([result], dict(zip([x.value for x in given], values.astype(float), strict=True)))[:, 0]
        error = np.abs(function(*values).astype(float) - expected)
        assert (error <= 2 * ULPS.get(op, 0.5) * ROUNDED[dtype] * np.abs(expected)).all()


@functools.cache
def states_of_random_graph(size, dtype, batch):
    """A batch of states and what the interpreter makes of them, the same for every target."""
    given = symbols("q", 5)
    q = np.random.default_rng(batch).uniform(-1, 1, (batch, 5)).astype(dtype)
    states = {x.value: q[:, i].astype(float) for i, x in enumerate(given)}
    return q, reference(random_graph(size, given, size)[-12:], states)


@pytest.mark.sampled(2)
@both
@every_target
@pytest.mark.parametrize("size", [40, 400])
def test_random_graphs(size, dtype, target):
    given = symbols("q", 5)
    outputs = random_graph(size, given, size)[-12:]
    function = compiled([("q", (5,), given)], [("y", (12,), outputs)], dtype, target)
    for batch in BATCHES:
        q, expected = states_of_random_graph(size, dtype, batch)
        worst = np.abs(function(q) - expected).max() / np.abs(expected).max()
        assert worst < LIMIT[dtype] * (1 if size == 40 else 10)  # 400 operations in chains lose another digit


@both
@every_target
def test_every_state_is_the_same_wherever_it_stands(dtype, target):
    given = symbols("q", 3)
    outputs = random_graph(1, given, 60)[-4:]
    function = compiled([("q", (3,), given)], [("y", (4,), outputs)], dtype, target)
    q = np.random.default_rng(0).normal(size=(75, 3)).astype(dtype)
    q[40] *= 1e6  # a neighbour whose sines are reduced the long way
    alone = np.array([function(state) for state in q])
    for first in (0, 3, 31):
        assert np.array_equal(function(q[first:]), alone[first:])


@both
def test_not_a_number_stays_in_its_state_and_says_nothing(dtype):
    given = symbols("q", 3)
    outputs = random_graph(2, given, 60)[-4:] + [build(op, given[0]) for op in (Op.SIN, Op.SIGN, Op.EXP, Op.TANH)]
    function = compiled([("q", (3,), given)], [("y", (8,), outputs)], dtype)
    q = np.random.default_rng(0).normal(size=(29, 3)).astype(dtype)
    clean = function(q)
    q[13] = np.nan
    with np.errstate(all="raise", under="ignore"):
        result = function(q)
    assert np.isnan(result[13]).all()
    assert np.array_equal(np.delete(result, 13, 0), np.delete(clean, 13, 0))


@both
@every_target
def test_choices_of_special_values(dtype, target):
    a, b, x, y = symbols("x", 4)
    outputs = [select(a, b, x, y), minimum(a, b), maximum(a, b)]
    given = [(s.value, (), [s]) for s in (a, b, x, y)]
    function = compiled(given, [(f"y{i}", (), [z]) for i, z in enumerate(outputs)], dtype, target)
    special = np.array([0.0, -0.0, 1.0, np.inf, -np.inf, np.nan, 1e-310, -1e30], dtype)
    left, right = (z.ravel() for z in np.meshgrid(special, special))
    with np.errstate(all="raise"):
        chosen, least, most = function(left, right, *np.array([1, 2], dtype))
    nan = np.isnan(left) | np.isnan(right)
    np.testing.assert_array_equal(chosen, np.where(nan, np.nan, np.where(left < right, 1, 2)))
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(least, np.minimum(left, right))
        np.testing.assert_array_equal(most, np.maximum(left, right))


@both
def test_bad_input_shows_on_the_side_not_chosen_and_a_missing_bound_does_not(dtype):
    a, x, y = symbols("x", 3)
    function = compiled([("x", (3,), [a, x, y])], [("y", (), [select(a, 0, x, y * y)])], dtype)
    given = np.array([[-1, 2, 3], [-1, 2, np.nan], [-1, 2, np.inf], [1, -np.inf, 3], [1, np.nan, 3]], dtype)
    with np.errstate(all="raise"):
        np.testing.assert_array_equal(function(given), [2, np.nan, 2, 9, np.nan])


@both
@every_target
def test_special_values_are_numpys(dtype, target):
    (x,) = symbols("x", 1)
    ops = (Op.EXP, Op.TANH, Op.SIGN, Op.ABS, Op.SQRT, Op.SIN, Op.COS)
    function = compiled([("x", (), [x])], [(op.value, (), [build(op, x)]) for op in ops], dtype, target)
    values = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e30, -1e30, 1e-30, 100.0, -100.0, 1e-310], dtype)
    with np.errstate(all="ignore"):
        for op, got in zip(ops, function(values), strict=True):
            expected = getattr(np, op.value)(values)
            assert np.array_equal(np.isnan(got), np.isnan(expected))
            assert np.array_equal(np.isinf(got), np.isinf(expected))
            np.testing.assert_allclose(got, expected, rtol=8 * ROUNDED[dtype], atol=0)


def test_errors_are_reported_for_the_given_states_only():
    (x,) = symbols("x", 1)
    function = compiled([("x", (), [x])], [("y", (), [1 / x]), ("z", (), [build(Op.SQRT, x)])])
    for count in (1, 3, 8, 11):
        with np.errstate(all="raise"):
            function(np.arange(1.0, count + 1))
        for wrong, words in ((0.0, "divide by zero"), (-1.0, "invalid value")):
            with np.errstate(all="raise"), pytest.raises(FloatingPointError, match=words):
                function(np.append(np.arange(1.0, count), wrong))


@every_target
def test_outputs_may_be_numbers_inputs_and_repeated(target):
    x, y = symbols("x", 2)
    outputs = [3, x, x, 0.25, y, x * y, x * y]
    function = compiled([("x", (2,), [x, y])], [("y", (7,), outputs)], target=target)
    values = np.random.default_rng(0).normal(size=(21, 2))
    assert np.array_equal(function(values), np.array([evaluate(outputs, {"x1": a, "x2": b}) for a, b in values]))


@both
def test_sines_of_sines(dtype):
    """Each generation of angles is computed as a group; here there are three."""
    (x,) = symbols("x", 1)
    result = x
    for _ in range(3):
        result = build(Op.SIN, result * 30.0) + build(Op.COS, result)
    function = compiled([("x", (), [x])], [("y", (), [result])], dtype)
    values = np.random.default_rng(0).normal(size=40).astype(dtype)
    expected = reference([result], {"x1": values.astype(float)})[:, 0]
    assert np.abs(function(values) - expected).max() < 1e4 * LIMIT[dtype]  # errors grow by 30 in each generation
