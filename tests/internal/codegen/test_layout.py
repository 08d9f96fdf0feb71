"""However the arrays lie in memory, the numbers are the same."""

import itertools

import numpy as np
import pytest
from random_graph import compiled, symbols, targets

both = pytest.mark.parametrize("dtype", ["float64", "float32"])
every_target = pytest.mark.parametrize("target", targets())


def forms(x, cores):
    """The same numbers as x in other orders of memory, with `cores` core axes."""
    yield x
    yield np.asfortranarray(x)
    yield np.ascontiguousarray(np.moveaxis(x, 0, -1)).transpose(x.ndim - 1, *range(x.ndim - 1))  # states side by side
    for step in (2, -1, -3):
        wide = np.empty((x.shape[0] * abs(step), *x.shape[1:]), x.dtype)[::step]
        wide[...] = x
        yield wide
        if cores:
            wide = np.empty((*x.shape[:-1], x.shape[-1] * abs(step)), x.dtype)[..., ::step]
            wide[...] = x
            yield wide
    if cores > 1:
        yield np.ascontiguousarray(np.swapaxes(x, -1, -2)).swapaxes(-1, -2)


@pytest.mark.sampled(44)
@both
@every_target
@pytest.mark.parametrize("columns", [1, 2, 3, 4, 5, 6, 7, 9, 16, 17, 22, 35])
def test_rows_of_any_length(columns, dtype, target):
    given = symbols("x", columns)
    function = compiled([("x", (columns,), given)], [("y", (columns,), [-g for g in reversed(given)])], dtype, target)
    for batch in (1, 5, 16, 40):
        x = np.random.default_rng(0).normal(size=(batch, columns)).astype(dtype)
        for form in forms(x, 1):
            assert np.array_equal(function(form), -x[:, ::-1])


@pytest.mark.parametrize("shape", [(), (1,), (3,), (1, 1), (2, 3), (4, 1), (1, 5), (2, 1, 3), (3, 2, 2)])
@both
def test_core_shapes_and_strides(shape, dtype):
    count = int(np.prod(shape))
    given = symbols("x", count)
    function = compiled([("x", shape, given)], [("y", shape, [g * 2 for g in given])], dtype)
    for batch in (1, 3, 27):
        x = np.random.default_rng(0).normal(size=(batch, *shape)).astype(dtype)
        for form, out in itertools.product(forms(x, len(shape)), forms(np.empty_like(x), len(shape))):
            function(form, out=out)
            assert np.array_equal(out, 2 * x)


@both
def test_broadcasting(dtype):
    a, b, c = symbols("a", 3), symbols("b", 2), symbols("c", 1)
    outputs = [a[0] + 10 * b[1], a[2] * c[0], b[0] - a[1]]
    function = compiled([("a", (3,), a), ("b", (2,), b), ("c", (), c)], [("y", (3,), outputs)], dtype)
    rng = np.random.default_rng(0)
    for shapes in (
        ((), (11,), ()),
        ((11,), (), (11,)),
        ((4, 1), (9,), (1, 1)),
        ((2, 3, 5), (3, 1), (5,)),
        ((1,), (1,), (20,)),
    ):
        x, y, z = (
            rng.normal(size=(*lead, *core)).astype(dtype) for lead, core in zip(shapes, ((3,), (2,), ()), strict=True)
        )
        lead = np.broadcast_shapes(*shapes)
        expected = np.stack(
            np.broadcast_arrays(x[..., 0] + 10 * y[..., 1], x[..., 2] * z, y[..., 0] - x[..., 1]), -1
        )  # fmt: skip
        assert expected.shape == (*lead, 3)
        result = function(x, y, z)
        assert result.shape == expected.shape
        np.testing.assert_allclose(result, expected, rtol=1e-6 if dtype == "float32" else 1e-15)


def test_large_results_do_not_need_a_large_stack():
    x, y = symbols("x", 2)
    outputs = [x * (k + 1) - y for k in range(11**3)]
    function = compiled([("x", (2,), [x, y])], [("y", (11, 11, 11), outputs)])
    values = np.random.default_rng(0).normal(size=(37, 2))
    expected = values[:, :1] * np.arange(1, 11**3 + 1) - values[:, 1:]
    np.testing.assert_allclose(function(values).reshape(37, -1), expected, rtol=0, atol=1e-12 * 11**3)


def test_results_may_overwrite_arguments():
    given = symbols("x", 3)
    function = compiled([("x", (3,), given)], [("y", (3,), [given[1], given[2], given[0]])])
    for order in "CF":
        x = np.array(np.random.default_rng(0).normal(size=(50, 3)), order=order)
        expected = np.roll(x, -1, axis=1)
        function(x, out=x)
        assert np.array_equal(x, expected)
        x = np.array(np.random.default_rng(0).normal(size=(51, 3)), order=order)
        expected = np.roll(x[:-1], -1, axis=1)
        function(x[:-1], out=x[1:])
        assert np.array_equal(x[1:], expected)


@both
def test_columns_of_any_alignment(dtype):
    given = symbols("x", 20)
    function = compiled([("x", (20,), given)], [("y", (20,), [-g for g in given])], dtype)
    for offset, length in itertools.product(range(9), (64, 131, 256)):
        room = np.random.default_rng(0).normal(size=(20, length + offset)).astype(dtype)
        x, out = room[:, offset:].T, np.empty((20, length + 3), dtype)[:, 3:].T
        function(x, out=out)
        assert np.array_equal(out, -x)
