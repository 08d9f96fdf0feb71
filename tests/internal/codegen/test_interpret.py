"""Where generated code may not run, NumPy's interface is another or no thread starts: the same numbers, one warning."""

import json
import subprocess
import sys

import numpy as np
import pytest

import dalembert as da
from dalembert.codegen.runtimes import interpreter, machine_code, threads, ufunc
from dalembert.finding.finding import External
from dalembert.graph import symbol
from dalembert.graph.scalar import atan2, cos, exp, maximum, minimum, select, sign, sin, sqrt, tanh
from raised import raises, warns
from random_robot import worst
from tolerance import FLOAT32, SAME_ALGORITHM

LIMIT = {"float64": SAME_ALGORITHM, "float32": FLOAT32}
Q = [symbol(f"q{i}") for i in range(3)]
OUTPUTS = [
    sin(Q[0]) * cos(Q[1]) + tanh(Q[2]) / (1 + Q[0] * Q[0]),
    exp(-Q[1] * Q[1]) - sqrt(1 + Q[2] * Q[2]) + sign(Q[0]),
    select(Q[0], Q[1], Q[2], -Q[0]) + minimum(Q[0], 0.25) * maximum(Q[1], Q[2]) + atan2(Q[0], Q[1]),
    3,
]
CODE = """
import ctypes, sys, warnings
import numpy as np, dalembert as da
from dalembert.codegen.runtimes import machine_code
if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0):  # memory that could be written may not run from here on
    sys.exit(77)
robot, q = da.gallery.ur5(), np.linspace(0, 1, 18).reshape(3, 6)
warnings.simplefilter("error")
print(da.inverse_dynamics(robot, *q).tolist())
"""


@pytest.fixture
def forbidden(monkeypatch):
    """A system on which no generated code runs."""

    def refuse(self, code):
        raise da.finding.NotExecutable(da.finding.Noun("memory")).error()

    monkeypatch.setattr(machine_code.Image, "__init__", refuse)
    interpreter.warn_once.cache_clear()
    yield
    interpreter.warn_once.cache_clear()


needs_image = pytest.mark.skipif(
    not machine_code.can_link(), reason="kernels are linked without LLVM on x86-64 Linux only"
)


def kernel(dtype="float64"):
    return da.types.Kernel("k", [("q", (3,), Q)], [("y", (2, 2), OUTPUTS), ("z", (), [Q[0] * 2])], dtype)


@needs_image
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_the_slow_road_gives_the_same_numbers(dtype, forbidden, monkeypatch):
    with warns(da.finding.SlowKernels, cause=da.finding.NotExecutable(da.finding.Noun("memory"))) as said:
        slow = kernel(dtype), kernel(dtype)
    assert len(said) == 1
    monkeypatch.undo()
    fast = kernel(dtype)
    for shape in ((3,), (1, 3), (7, 3), (2, 5, 3), (1024, 3)):
        q = np.random.default_rng(1).normal(size=shape).astype(dtype)
        for got, expected in zip(slow[1](q), fast(q), strict=True):
            assert got.dtype == expected.dtype
            assert got.shape == expected.shape
            assert worst(got, expected) < LIMIT[dtype]
    out = np.empty((7, 2, 2), dtype), np.empty(7, dtype)
    q = np.random.default_rng(2).normal(size=(7, 3)).astype(dtype)
    slow[1](q, out=out)
    assert worst(out[0], fast(q)[0]) < LIMIT[dtype]
    assert worst(slow[1](q.tolist())[0], fast(q)[0]) < LIMIT[dtype]
    with raises(da.finding.WrongShape, argument="q", got=(7, 2)):
        slow[1](q[:, :2])


@needs_image
def test_bad_input_shows_on_the_slow_road_too(forbidden):
    a, x, _ = Q
    with warns(da.finding.SlowKernels):
        slow = da.types.Kernel("k", [("q", (3,), Q)], [("y", (), [select(a, 0, x, 1)])])
    given = np.array([[-1, 2, 3], [-1, 2, np.nan], [1, np.nan, 3], [np.nan, 1, 1]])
    np.testing.assert_array_equal(slow(given), [2, np.nan, np.nan, np.nan])


@needs_image
@pytest.mark.parametrize("method", ["rk4", "midpoint"])
def test_simulations_and_dynamics_go_on_without_compiled_code(method, forbidden, monkeypatch):
    def results():
        robot = da.gallery.planar_2r()
        robot = robot.bind(**dict.fromkeys(robot.parameters, 0.5 if method == "rk4" else 0.75))
        robot.derived.kept.clear()
        run = da.simulate(robot, [0.3, -0.2], [0.1, 0.4], duration=0.2, method=da.simulation.Solver(method, step=0.01))
        return da.forward_dynamics(robot, *np.random.default_rng(0).normal(size=(3, 5, 2))), run.q, run.energy

    with warns(da.finding.SlowKernels):
        slow = results()
    monkeypatch.undo()
    for a, b in zip(slow, results(), strict=True):
        assert worst(a, b) < SAME_ALGORITHM


@pytest.mark.parametrize("wrong", ["type", "generation"])
def test_an_unknown_table_of_numpy_is_not_used(wrong, monkeypatch):
    for kept in (ufunc.c_table, ufunc._create, interpreter.warn_once):
        kept.cache_clear()
    if wrong == "type":
        monkeypatch.setitem(ufunc._FIRST, "_UFUNC_API", (0, np.ndarray))
    else:
        monkeypatch.setattr(ufunc, "_ABI", 3)
    with raises(da.finding.NotExecutable, message=np.__version__):
        ufunc.c_table("_UFUNC_API")
    with warns(
        da.finding.SlowKernels, cause=da.finding.NotExecutable(da.finding.Noun("NumPy"), External(np.__version__))
    ):
        made = kernel()
    np.testing.assert_allclose(made(np.zeros(3))[1], 0)
    monkeypatch.undo()
    interpreter.warn_once.cache_clear()
    assert isinstance(kernel().ufunc, np.ufunc)


@pytest.mark.skipif(sys.platform != "linux", reason="asks the Linux kernel")
@needs_image
def test_code_runs_where_written_memory_may_not():
    """Under the rule "memory that was written never runs" kernels are mapped from a file without a name."""
    for _ in range(2):  # compiled, then from the cache
        done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=120)
        if done.returncode == 77:
            pytest.skip("this kernel has no such rule")
        assert done.returncode == 0, done.stderr
        expected = da.inverse_dynamics(da.gallery.ur5(), *np.linspace(0, 1, 18).reshape(3, 6))
        assert worst(np.array(json.loads(done.stdout)), expected) < SAME_ALGORITHM


def test_when_no_thread_can_be_started_the_work_is_done_alone(monkeypatch):
    made = kernel()
    q = np.random.default_rng(0).normal(size=(4000, 3))
    expected = made(q)
    begun = []

    class Ending:
        """A pool that takes three parts and then no more, as when Python ends."""

        def submit(self, run, do, start):
            begun.append(start)
            if len(begun) > 3:
                raise RuntimeError("cannot schedule new futures after interpreter shutdown")
            run(do, start)

        def shutdown(self, **options):
            pass

    pool = threads._pool
    monkeypatch.setattr(threads, "cpus", lambda: 2)
    monkeypatch.setattr(threads, "_pool", lambda: Ending())
    threads._pool.cache_clear = pool.cache_clear
    interpreter.warn_once.cache_clear()
    results = [np.full_like(x, np.nan) for x in expected]
    with warns(da.finding.SlowKernels):
        threads.run(made.ufunc, {}, [q], results, [1, 2, 0], (4000,), 500)
    interpreter.warn_once.cache_clear()
    assert len(begun) == 4
    for got, x in zip(results, expected, strict=True):
        assert np.array_equal(got, x)


@pytest.mark.parametrize("used", [True, False])
def test_a_batch_at_the_end_of_the_interpreter_is_computed(used):
    """Whether threads were there before or not."""
    code = (
        "import atexit, numpy as np, dalembert as da\n"
        "from dalembert.codegen.runtimes import threads, kernel\n"
        "threads.cpus = lambda: 2\nkernel.THREADED = 1.0\n"
        "robot, q = da.gallery.ur5(), np.random.default_rng(0).normal(size=(3, 4000, 6))\n"
        "expected = np.array([da.inverse_dynamics(robot, *state) for state in q.swapaxes(0, 1)])\n"
        f"if {used}: da.inverse_dynamics(robot, *q)\n"
        "atexit.register(lambda: print(np.array_equal(da.inverse_dynamics(robot, *q), expected)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["True"], done.stderr
    assert done.stderr.count("DalembertWarning") == 1
