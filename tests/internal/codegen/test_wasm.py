"""WebAssembly modules in Node against the graph interpreter, value by value."""

import mpmath
import numpy as np
import pytest
from node import Memory, called, evaluated, needs_node
from random_graph import random_graph, reference, symbols
from test_llvm import ONE, ROUNDED, ULPS
from test_sincos import angles, worst

import dalembert as da
from dalembert.codegen.function import Stepping, function
from dalembert.codegen.renderers.wasm.program import render
from dalembert.graph import Op, evaluate
from dalembert.graph.node import build
from dalembert.graph.scalar import maximum, minimum, select
from raised import raises
from tolerance import SAME_ALGORITHM

pytestmark = needs_node
each_width = pytest.mark.parametrize("width", [1, 2])


def made(given, outputs, name="f"):
    """A function of one vector."""
    return function(name, [([("x", (len(given),), given)], [("y", (len(outputs),), outputs)])])


def run(folder, given, outputs, x, width):
    f = made(given, outputs)
    (y,) = evaluated(folder, render([f], width=width), f, [np.asarray(x, float)])
    return y


@each_width
def test_every_operation_alone(tmp_path, width):
    given = symbols("x", 4)
    ops = [op for op in Op if op not in (Op.CONST, Op.SYMBOL, Op.PI)]
    outputs = [build(op, *given[: 1 if op in ONE else 4 if op is Op.SELECT else 2]) for op in ops]
    x = np.abs(np.random.default_rng(3).normal(size=(1025, 4))) + 0.01
    x[:, 1:] *= np.random.default_rng(4).choice([-1, 1], (1025, 3))
    expected = reference(outputs, {s.value: x[:, i] for i, s in enumerate(given)})
    error = np.abs(run(tmp_path, given, outputs, x, width) - expected)
    allowed = np.array([2 * ULPS.get(op, 0.5) for op in ops]) * ROUNDED["float64"] * np.abs(expected)
    assert (error <= allowed).all(), [op.value for op, bad in zip(ops, (error > allowed).any(0), strict=True) if bad]


@each_width
@pytest.mark.parametrize("size", [40, 400])
def test_random_graphs(tmp_path, width, size):
    given = symbols("q", 5)
    outputs = random_graph(size, given, size)[-12:]
    q = np.random.default_rng(size).uniform(-1, 1, (301, 5))
    expected = reference(outputs, {x.value: q[:, i] for i, x in enumerate(given)})
    error = np.abs(run(tmp_path, given, outputs, q, width) - expected).max() / np.abs(expected).max()
    assert error < SAME_ALGORITHM * (1 if size == 40 else 10)  # 400 operations in chains lose another digit


def test_a_state_has_the_same_bits_alone_in_a_batch_and_in_either_width(tmp_path):
    given = symbols("q", 3)
    outputs = random_graph(1, given, 60)[-4:]
    q = np.random.default_rng(0).normal(size=(9, 3))
    q[4] *= 1e6  # a neighbour whose sines are reduced the long way
    f = made(given, outputs)
    found = []
    for width in (1, 2):
        memory = Memory()
        at, out, alone = (memory.place(x) for x in (q, np.zeros((9, 4)), np.zeros((9, 4))))
        calls = [("f", [9, at, 24, out, 32])]
        calls += [("f", [1, str(int(at) + 24 * i), 24, str(int(alone) + 32 * i), 32]) for i in range(9)]
        found += called(tmp_path, render([f], width=width), calls, memory)[1:]
    assert all(np.array_equal(x, found[0]) for x in found[1:])


def test_strides_and_operands_that_all_states_share(tmp_path):
    (x,), (y,) = symbols("x", 1), symbols("y", 1)
    f = function("f", [([("x", (), (x,)), ("y", (), (y,))], [("sum", (), (x + y,)), ("product", (), (x * y,))])])
    memory = Memory()
    wide, one, out = memory.place(np.arange(20.0).reshape(5, 4)), memory.place([3.0]), memory.place(np.zeros((5, 3)))
    third = str(int(out) + 16)
    _, _, got = called(tmp_path, render([f]), [("f", [5, wide, 32, one, 0, out, 24, third, 24])], memory)
    assert np.array_equal(got, np.stack([np.arange(0, 20, 4) + 3.0, np.zeros(5), np.arange(0, 20, 4) * 3.0], 1))
    _, _, none = called(tmp_path, render([f]), [("f", [0, wide, 32, one, 0, out, 24, third, 24])], memory)
    assert not none.any()


@each_width
def test_choices_of_special_values(tmp_path, width):
    a, b, x, y = symbols("x", 4)
    special = np.array([0.0, -0.0, 1.0, np.inf, -np.inf, np.nan, 1e-310, -1e30])
    left, right = (z.ravel() for z in np.meshgrid(special, special))
    states = np.stack([left, right, np.ones(64), np.full(64, 2.0)], 1)
    got = run(tmp_path, [a, b, x, y], [select(a, b, x, y), minimum(a, b), maximum(a, b)], states, width)
    with np.errstate(invalid="ignore"):
        chosen = np.where(np.isnan(left) | np.isnan(right), np.nan, np.where(left < right, 1, 2))
        np.testing.assert_array_equal(got, np.stack([chosen, np.minimum(left, right), np.maximum(left, right)], 1))


@each_width
def test_special_values_are_numpys(tmp_path, width):
    x, y = symbols("x", 2)
    ops = (Op.EXP, Op.TANH, Op.SIGN, Op.ABS, Op.SQRT, Op.SIN, Op.COS)
    some = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e30, -1e30, 1e-30, 100.0, -100.0, 1e-310, 709.0, -745.0])
    values, others = (z.ravel() for z in np.meshgrid(some, some))
    got = run(
        tmp_path, [x, y], [*(build(op, x) for op in ops), build(Op.ATAN2, y, x)], np.stack([values, others], 1), width
    )
    with np.errstate(all="ignore"):
        expected = [getattr(np, op.value)(values) for op in ops]
        plain = ~np.isnan(others)  # y is seen by the arctangent alone
        for op, g, e in zip(ops, got.T, expected, strict=False):
            np.testing.assert_allclose(g[plain], e[plain], rtol=8 * ROUNDED["float64"], atol=0, err_msg=op.value)
        np.testing.assert_allclose(got[:, -1], np.arctan2(others, values), rtol=8 * ROUNDED["float64"], atol=0)
        assert np.array_equal(np.signbit(got[:, -1]), np.signbit(np.arctan2(others, values)) & ~np.isnan(got[:, -1]))


@each_width
def test_not_a_number_stays_in_its_state_and_shows_on_the_side_not_chosen(tmp_path, width):
    a, x, y, unused = symbols("x", 4)
    bad = [
        [-1, 2, 3, 0],
        [-1, 2, np.nan, 0],
        [-1, 2, np.inf, 0],
        [1, -np.inf, 3, 0],
        [1, np.nan, 3, 0],
        [1, 2, 3, np.nan],
    ]
    got = run(tmp_path, [a, x, y, unused], [select(a, 0, x, y * y)], bad, width)
    np.testing.assert_array_equal(got[:, 0], [2, np.nan, 2, 9, np.nan, np.nan])


@each_width
def test_sine_and_cosine_are_good_to_two_units_at_any_angle(tmp_path, width):
    (x,) = symbols("x", 1)
    kinds = angles("float64")
    kinds["hardest"] = [6381956970095103 * 2.0**797, 5.319372648326541e255, 1.7976931348623157e308, 2.0**1023, 1e22]
    every = np.concatenate([np.asarray(v)[:200] for v in kinds.values()])
    s, c = run(tmp_path, [x], [build(Op.SIN, x), build(Op.COS, x)], every[:, None], width).T
    assert worst(s, every, mpmath.sin) < 2
    assert worst(c, every, mpmath.cos) < 2


@each_width
def test_exponentials_and_angles_are_good_to_three_units(tmp_path, width):
    x, y = symbols("x", 2)
    rng = np.random.default_rng(6)
    some = np.concatenate([rng.uniform(-700, 700, 150), rng.uniform(-2, 2, 150), 10 ** rng.uniform(-30, 0, 150)])
    other = rng.permutation(some)
    ops = [build(Op.EXP, x), build(Op.TANH, x), build(Op.ATAN2, y, x)]
    e, t, a = run(tmp_path, [x, y], ops, np.stack([some, other], 1), width).T
    assert worst(e, some, mpmath.exp) < 3
    assert worst(t, some, mpmath.tanh) < 3
    with mpmath.workprec(300):
        exact = [mpmath.atan2(mpmath.mpf(q), mpmath.mpf(p)) for p, q in zip(some, other, strict=True)]
        off = [
            float(abs(mpmath.mpf(g) - b) / mpmath.mpf(float(np.spacing(abs(float(b))))))
            for g, b in zip(a, exact, strict=True)
        ]
    assert max(off) < 2


def test_outputs_may_be_numbers_inputs_and_repeated(tmp_path):
    x, y = symbols("x", 2)
    outputs = [3, x, x, 0.25, y, x * y, x * y]
    values = np.random.default_rng(0).normal(size=(21, 2))
    expected = np.array([evaluate(outputs, {"x1": a, "x2": b}) for a, b in values])
    assert np.array_equal(run(tmp_path, [x, y], outputs, values, 2), expected)


def test_functions_of_one_module_share_the_elementary_functions():
    (x,) = symbols("x", 1)
    one = len(render([made([x], [build(Op.SIN, x) + build(Op.EXP, x)])]))
    two = len(
        render(
            [made([x], [build(Op.SIN, x) + build(Op.EXP, x)]), made([x], [build(Op.COS, x) * build(Op.EXP, x)], "g")]
        )
    )
    assert two - one < one / 4


def test_two_functions_of_one_name_are_refused():
    (x,) = symbols("x", 1)
    with raises(da.finding.Repeated, noun="function", name="f"):
        render([made([x], [x]), made([x], [x * x])])


@each_width
@pytest.mark.parametrize("finish", [False, True])
def test_many_steps_in_one_call(tmp_path, width, finish):
    """A driven pendulum by Runge-Kutta, or a point kept on the unit circle by a second tape, against NumPy."""
    x, k, acc = (symbols(letter, 2) for letter in ("x", "k", "acc"))
    (u,), (a, b) = symbols("u", 1), symbols("ab", 2)
    here = [p + a * r for p, r in zip(x, k, strict=True)]
    rate = [-u * here[1], u * here[0]] if finish else [here[1], u - build(Op.SIN, here[0])]
    total = [p + b * r for p, r in zip(acc, rate, strict=True)]
    given = [("x", (2,), x), ("k", (2,), k), ("acc", (2,), acc), ("u", (1,), [u]), ("ab", (2,), [a, b])]
    stage = function("stage", [(given, [("rate", (2,), rate), ("total", (2,), total)])])
    length = build(Op.SQRT, x[0] * x[0] + x[1] * x[1])
    last = function("finish", [([("x", (2,), x)], [("y", (2,), [p / length for p in x])])]) if finish else None
    table = ((0.0, 1 / 6), (0.5, 1 / 3), (0.5, 1 / 3), (1.0, 1 / 6))
    rng = np.random.default_rng(0)
    start, drive = rng.normal(size=(5, 2)), rng.normal(size=(5, 4, 1))
    memory = Memory()
    at, u_at, out = memory.place(start), memory.place(drive), memory.place(np.zeros((5, 4, 2)))
    module = render([], [Stepping("go", stage, table, last)], width=width)
    *_, got = called(tmp_path, module, [("go", [5, at, 16, u_at, 32, out, 64, 4, 3, 0.02])], memory)
    now, expected = start, []
    for sample in range(4):
        for _ in range(3):
            r, total = np.zeros_like(now), now
            for a, b in table:
                p, w = now + 0.02 * a * r, drive[:, sample, 0]
                r = np.stack([-w * p[:, 1], w * p[:, 0]] if finish else [p[:, 1], w - np.sin(p[:, 0])], 1)
                total = total + 0.02 * b * r
            now = total / np.linalg.norm(total, axis=1, keepdims=True) if finish else total
        expected.append(now)
    expected = np.stack(expected, 1)
    assert np.abs(got - expected).max() < SAME_ALGORITHM * np.abs(expected).max()
