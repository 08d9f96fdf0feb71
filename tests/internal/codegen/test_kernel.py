"""How a kernel is called: arrays of every kind, one clear error for each that does not fit, threads, one state."""

import gc
import multiprocessing
import sys
import threading
import weakref

import numpy as np
import pytest

import dalembert as da
from dalembert.codegen.runtimes import kernel as module
from dalembert.codegen.runtimes import machine_code, threads, ufunc
from dalembert.graph import symbol
from dalembert.graph.scalar import cos, sin
from raised import raises
from tolerance import ROUNDED, TENS_OF_ROUNDINGS

Q, V = ([symbol(f"{name}{i}") for i in range(4)] for name in "qv")
OUTPUTS = [sin(Q[0]) * V[1] + Q[2], cos(Q[1]) - V[0] * V[3], 2.5]


def numbers(q, v):
    q, v = np.broadcast_arrays(q, v)
    first = np.sin(q[..., 0]) * v[..., 1] + q[..., 2]
    return np.stack([first, np.cos(q[..., 1]) - v[..., 0] * v[..., 3], np.full(first.shape, 2.5)], -1)


@pytest.fixture(scope="module")
def kernel():
    return da.types.Kernel("test", [("q", (4,), Q), ("v", (4,), V)], [("y", (3,), OUTPUTS)], robot="x")


@pytest.fixture(scope="module")
def short():
    return da.types.Kernel("short", [("q", (4,), Q), ("v", (4,), V)], [("y", (3,), OUTPUTS)], "float32")


@pytest.fixture(scope="module")
def pair():
    return da.types.Kernel("pair", [("q", (4,), Q)], [("a", (2, 2), [sin(x) for x in Q]), ("b", (), [Q[0] * Q[1]])])


def state(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=(2, *shape, 4))


def test_what_a_kernel_tells(kernel, pair):
    assert (kernel.operations.mul, kernel.operations.add, kernel.operations.sincos) == (2, 2, 2)
    assert kernel.dtype == np.float64
    assert kernel.compile_seconds > 0
    assert "dalembert_loop" in kernel.source
    assert "fmul contract" in kernel.source
    assert kernel.ufunc.signature == "(4),(4)->(3)"
    assert pair.ufunc.signature == "(4)->(2,2),()"
    assert "test" in repr(kernel)


@pytest.mark.parametrize("shape", [(), (1,), (7,), (3, 5), (2, 0), (1024,)])
def test_leading_shapes(kernel, shape):
    q, v = state(*shape)
    np.testing.assert_allclose(kernel(q, v), numbers(q, v), rtol=TENS_OF_ROUNDINGS, atol=ROUNDED)


def test_lists_integers_and_other_floats_are_converted(kernel, short):
    q, v = [1, 2, 3, 4], (0.5, 1, 2, 3)
    expected = numbers(np.array(q, float), np.array(v))
    np.testing.assert_allclose(kernel(q, v), expected, rtol=TENS_OF_ROUNDINGS)
    for kind in (np.int8, np.int64, np.float16, np.float32, np.longdouble, bool):
        given = np.array(q).astype(kind)
        np.testing.assert_allclose(kernel(given, v), numbers(given.astype(float), np.array(v)), rtol=TENS_OF_ROUNDINGS)
        result = short(given, v)
        assert result.dtype == np.float32
        np.testing.assert_allclose(result, numbers(given.astype(float), np.array(v)), rtol=1e-6)


def test_out_is_filled_and_returned(kernel, pair):
    q, v = state(9)
    for out in (np.empty((9, 3)), np.empty((3, 9)).T, np.empty((9, 3), np.float32), np.empty((18, 6))[::2, ::2]):
        assert kernel(q, v, out=out) is out
        np.testing.assert_allclose(out, numbers(q, v), rtol=1e-6 if out.dtype == np.float32 else 1e-14)
    a, b = np.empty((9, 2, 2)), np.empty(9)
    result = pair(q, out=(a, b))
    assert result[0] is a
    assert result[1] is b
    np.testing.assert_allclose(a, np.sin(q).reshape(9, 2, 2), rtol=ROUNDED)
    assert [x.shape for x in pair(q)] == [(9, 2, 2), (9,)]
    assert isinstance(pair(q[0])[1], float)


GOOD = np.zeros(4)


@pytest.mark.parametrize(
    ("arguments", "options", "kind", "fields"),
    [
        (
            (np.zeros(5), GOOD),
            {},
            da.finding.WrongShape,
            {"argument": "q", "got": (5,), "expected": (("...", 4),), "robot": "x"},
        ),
        ((GOOD, 1.0), {}, da.finding.WrongShape, {"argument": "v", "got": ()}),
        ((GOOD,), {}, da.finding.WrongArgumentCount, {"parameters": ("q", "v"), "got": 1}),
        ((GOOD, GOOD, GOOD), {}, da.finding.WrongArgumentCount, {"got": 3}),
        (
            (np.zeros((2, 4)), np.zeros((3, 4))),
            {},
            da.finding.NotBroadcastable,
            {"arguments": ("q", "v"), "shapes": ((2,), (3,))},
        ),
        ((GOOD, GOOD * 1j), {}, da.finding.NotReal, {"argument": "v"}),
        ((GOOD, ["a"] * 4), {}, da.finding.NotReal, {"argument": "v"}),
        ((GOOD, [[1], [2, 3]]), {}, da.finding.NotReal, {"argument": "v"}),
        ((None, GOOD), {}, da.finding.NotReal, {"argument": "q"}),
        ((GOOD, {"a": 1}), {}, da.finding.NotReal, {"argument": "v"}),
        ((GOOD, GOOD), {"out": np.empty(4)}, da.finding.OutputMismatch, {"kernel": "test"}),
        ((GOOD, GOOD), {"out": np.empty(3, int)}, da.finding.OutputMismatch, {"kernel": "test"}),
        ((np.zeros((600000, 5)), GOOD), {}, da.finding.WrongShape, {"argument": "q", "got": (600000, 5)}),
    ],
)
def test_one_clear_error_for_each_misuse(kernel, arguments, options, kind, fields):
    with raises(kind, **fields):
        kernel(*arguments, **options)


def test_a_kernel_is_made_of_what_fits():
    with raises(da.finding.NotOneOf, argument="dtype"):
        da.types.Kernel("bad", [("q", (4,), Q)], [("y", (), [Q[0]])], "float16")
    with raises(da.finding.WrongLength, argument="q", expected=3, noun="entries"):
        da.types.Kernel("bad", [("q", (3,), Q)], [("y", (), [Q[0]])])
    with raises(da.finding.Empty, argument="y"):
        da.types.Kernel("bad", [("q", (4,), Q)], [("y", (0,), [])])


# ── one state ─────────────────────────────────────────────────────────────────


def test_one_state_takes_the_short_way_and_gives_the_same_bits(kernel, short):
    assert ufunc.can_call() == (type(kernel.call).__name__ == "builtin_function_or_method")
    for k in (kernel, short):
        for seed in range(20):
            q, v = (x.astype(k.dtype) for x in state(seed=seed) * (1e6 if seed == 3 else 1))
            one = k.call(q, v)
            assert type(one) is np.ndarray
            assert (one.dtype, one.shape) == (k.dtype, (3,))
            assert np.array_equal(one, k.ufunc(q, v))


def test_the_short_way_leaves_everything_else_to_numpy(kernel):
    q, v = state(12)
    readonly = q[0].copy()
    readonly.flags.writeable = False
    strange = np.frombuffer(b"\0" + q[0].tobytes(), dtype=np.uint8)[1:].view(np.float64)  # not aligned
    cases = [
        (q, v),
        (q[0], v),
        (q[:, :1, None] * np.ones(4), v),
        (q[0].tolist(), v[0]),
        (readonly, v[0]),
        (strange, v[0]),
    ]
    cases += [(np.repeat(q[0], 2)[::2], v[0]), (q[0].astype(">f8"), v[0]), (q[0].astype(np.float32), v[0])]
    cases += [(q[0].view(np.ma.MaskedArray).data, v[0]), (memoryview(q[0]), v[0])]
    for a, b in cases:
        result = kernel.call(a, b)
        np.testing.assert_allclose(result, numbers(np.asarray(a, float), np.asarray(b)), rtol=TENS_OF_ROUNDINGS)
    with raises(da.finding.WrongArgumentCount, kernel="test", got=1):
        kernel.call(q[0])
    with pytest.raises(TypeError):
        kernel.call(q[0], v[0], nonsense=1)
    out = np.empty(3)
    assert kernel.call(q[0], v[0], out=out) is out


def test_one_state_reports_errors_as_numpy_is_told_to():
    inverse = da.types.Kernel("inverse", [("x", (2,), Q[:2])], [("y", (2,), [1 / Q[0], Q[0] * Q[1]])])
    with pytest.warns(RuntimeWarning, match="divide by zero encountered in inverse"):
        assert inverse(np.array([0.0, 1.0]))[0] == np.inf
    with np.errstate(all="raise"):
        inverse(np.array([2.0, 1.0]))
        with pytest.raises(FloatingPointError, match="overflow"):
            inverse(np.array([1e300, 1e300]))
        assert np.isnan(inverse(np.array([np.nan, 1.0]))).all()
    with np.errstate(all="ignore"):
        assert inverse(np.array([0.0, 1.0]))[0] == np.inf


def test_kernels_and_results_are_freed():
    kernel = da.types.Kernel("freed", [("q", (4,), Q)], [("y", (4,), [sin(x) for x in Q])])
    q = state()[0]
    for _ in range(10):
        kernel(q)
    before = sys.getrefcount(q), sys.getrefcount(kernel.dtype)
    results = [kernel(q) for _ in range(1000)]
    held = sys.getrefcount(results[7])
    assert held == 2  # the list's and the one of the question
    assert abs(sys.getrefcount(q) - before[0]) <= 1
    call, gone = kernel.call, weakref.ref(kernel)
    del results, kernel
    gc.collect()
    np.testing.assert_allclose(call(q), np.sin(q), rtol=ROUNDED)  # the function keeps what it needs
    del call
    gc.collect()
    assert gone() is None


def test_a_ufunc_outlives_its_kernel():
    function = da.types.Kernel("gone", [("q", (4,), Q)], [("y", (4,), [cos(x) for x in Q])]).ufunc
    gc.collect()
    q = state(20)[0]
    np.testing.assert_allclose(function(q), np.cos(q), rtol=ROUNDED)


def test_where_code_is_not_linked_by_hand_llvm_loads_it(monkeypatch):
    monkeypatch.setattr(machine_code, "can_link", lambda: False)
    monkeypatch.setattr(ufunc, "can_call", lambda: False)
    kernel = da.types.Kernel("loaded", [("q", (4,), Q)], [("y", (4,), [sin(x) * 0.75 for x in Q])])
    again = da.types.Kernel("loaded", [("q", (4,), Q)], [("y", (4,), [sin(x) * 0.75 for x in Q])])
    q = state(13)[0]
    for k in (kernel, again):
        np.testing.assert_allclose(k(q), np.sin(q) * 0.75, rtol=ROUNDED)
        np.testing.assert_allclose(k(q[0]), np.sin(q[0]) * 0.75, rtol=ROUNDED)


# ── many states ───────────────────────────────────────────────────────────────


@pytest.fixture
def threaded(kernel, pair, monkeypatch):
    """Kernels that split every batch over three threads."""
    monkeypatch.setattr(threads, "cpus", lambda: 3)
    for k in (kernel, pair):
        monkeypatch.setattr(k, "_states", 1)
        monkeypatch.setattr(k, "_large", 1)
    return kernel, pair


def test_threads_give_the_same_bits(threaded):
    kernel, pair = threaded
    q, v = state(5000)
    arguments = [
        (q, v),
        (q, v[0]),
        (q[0], v),
        (np.asfortranarray(q), v),
        (q[::-1], v[::2].repeat(2, 0)),
        (q[:, None], v[:3]),
    ]
    arguments += [(q.reshape(4, 1250, 4), v[:1250]), (q[:1], v[:1]), (q[:0], v[:0])]
    for a, b in arguments:
        expected = kernel.ufunc(a, b)
        assert np.array_equal(kernel(a, b), expected)
        out = np.empty(expected.shape)
        assert kernel(a, b, out=out) is out
        assert np.array_equal(out, expected)
    fortran = np.empty((3, 5000)).T
    assert np.array_equal(kernel(q, v, out=fortran), kernel.ufunc(q, v))
    for one, other in zip(pair(q), pair.ufunc(q), strict=True):
        assert np.array_equal(one, other)


def test_threads_convert_in_parts(threaded):
    kernel, _ = threaded
    q, v = state(3000).astype(np.float32)
    result = kernel(q, v)
    assert result.dtype == np.float64
    assert np.array_equal(result, kernel.ufunc(q.astype(float), v.astype(float)))


def test_a_result_over_its_argument_is_right(threaded, monkeypatch):
    turn = da.types.Kernel("turn", [("q", (4,), Q)], [("y", (4,), [Q[1], Q[2], Q[3], Q[0]])])
    monkeypatch.setattr(turn, "_states", 1)
    monkeypatch.setattr(turn, "_large", 1)
    for first, second in (
        (np.s_[:], np.s_[:]),
        (np.s_[1:], np.s_[:-1]),
        (np.s_[:-1], np.s_[1:]),
        (np.s_[:], np.s_[::-1]),
    ):
        x = state(1001)[0]
        expected = np.roll(x[first], -1, -1)
        turn(x[first], out=x[second])
        assert np.array_equal(x[second], expected)


def test_threads_work_under_the_callers_error_state(threaded, monkeypatch):
    inverse = da.types.Kernel("inverse", [("x", (2,), Q[:2])], [("y", (), [Q[0] / Q[1]])])
    monkeypatch.setattr(inverse, "_states", 1)
    monkeypatch.setattr(inverse, "_large", 1)
    x = np.ones((4000, 2))
    x[3000, 1] = 0
    with np.errstate(divide="ignore"):
        assert np.isinf(inverse(x)).sum() == 1
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError, match="divide by zero"):
        inverse(x)


def test_large_batches_are_split_by_their_cost(kernel, monkeypatch):
    parts = []
    monkeypatch.setattr(threads, "cpus", lambda: 2)
    monkeypatch.setattr(threads, "run", lambda *a: parts.append(a[-1]))
    q = np.zeros((10**6, 4))
    kernel(q, q[0])
    assert not parts
    monkeypatch.setattr(kernel, "_states", 10**6)
    kernel(q, q[0])
    assert parts == [125000]
    assert module.THREADED == 5e7


def _square(connection, kernel, q):
    connection.send(kernel.ufunc(q[:8], q[:8]))
    split_run = kernel(q, q)
    connection.send(split_run.shape)


@pytest.mark.skipif(sys.platform != "linux", reason="fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_child_has_threads_of_its_own(threaded):
    kernel, _ = threaded
    q, _ = state(3000)
    kernel(q, q)
    here, there = multiprocessing.Pipe()
    child = multiprocessing.get_context("fork").Process(target=_square, args=(there, kernel, q))
    child.start()
    assert here.poll(20)
    assert np.array_equal(here.recv(), kernel.ufunc(q[:8], q[:8]))
    assert here.poll(20)
    assert here.recv() == (3000, 3)
    child.join(20)


def test_many_python_threads_may_call_at_once(kernel):
    q, v = state(300)
    expected, wrong = kernel(q, v), []

    def work():
        for k in range(200):
            if not (np.array_equal(kernel(q, v), expected) and np.array_equal(kernel(q[k], v[k]), expected[k])):
                wrong.append(k)

    workers = [threading.Thread(target=work) for _ in range(4)]
    for t in workers:
        t.start()
    for t in workers:
        t.join()
    assert not wrong


def test_one_argument_too_many_is_not_taken_for_out():
    x = symbol("x1")
    kernel = da.types.Kernel("double", [("x", (1,), [x])], [("y", (1,), [2 * x])])
    spare = np.ones(1)
    with raises(da.finding.WrongArgumentCount, kernel="double"):
        kernel(np.zeros(1), spare)
    assert spare[0] == 1
