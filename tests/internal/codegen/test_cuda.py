"""Kernels on the GPU, from arrays to results, with a driver that runs PTX in NumPy: layouts, strides, streams, refusals."""

import ctypes
import pickle
import shutil
import subprocess

import numpy as np
import pytest
from fake_gpu import FakeDriver, install, put

import dalembert as da
from dalembert.codegen.runtimes import cuda
from dalembert.codegen.runtimes.cuda import Driver, newest
from raised import raises
from random_robot import random_limbs, worst
from tolerance import FLOAT32, SAME_ALGORITHM

TOLERANCE = {"float64": SAME_ALGORITHM, "float32": FLOAT32}
UR5 = da.gallery.ur5()


@pytest.fixture
def gpu(monkeypatch):
    fake = FakeDriver()
    install(monkeypatch, fake)
    return fake


def states(count, n=76, dtype="float64"):
    rng = np.random.default_rng(3)
    return [rng.normal(size=(n, 6)).astype(dtype) for _ in range(count)]


def tupled(x):
    return x if isinstance(x, tuple) else (x,)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize(
    "quantity",
    ["inverse_dynamics", "forward_dynamics", "mass_matrix", "inverse_dynamics_derivatives", "kinetic_energy"],
)
def test_rows_columns_and_slices_give_the_numbers_of_the_cpu(gpu, quantity, dtype):
    kernel = da.compile(UR5, quantity, target="cuda", dtype=dtype)
    given = states(len(kernel.inputs), dtype=dtype)
    expected = tupled(da.compile(UR5, quantity)(*given))
    wide = [np.repeat(x, 2, axis=1) for x in given]
    for arrays in (given, [np.asfortranarray(x) for x in given], [x[:, ::2] for x in wide]):
        found = tupled(kernel(*(put(gpu.memory, x) for x in arrays)))
        for x, y in zip(found, expected, strict=True):
            assert x.shape == y.shape
            assert worst(x.numpy(), y) < TOLERANCE[dtype]
    found = tupled(kernel(*(put(gpu.memory, np.ascontiguousarray(x.T)) for x in given), axis=0))
    for x, y in zip(found, expected, strict=True):
        assert worst(np.moveaxis(x.numpy(), -1, 0), y) < TOLERANCE[dtype]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_divided_program_gives_the_numbers_of_the_cpu(gpu, order):
    """A tree of four limbs, whose values do not fit the registers of a thread in double precision."""
    robot = random_limbs(7, limbs=4, size=6, free=True)
    kernel = da.compile(robot, "forward_dynamics", target="cuda")
    rng = np.random.default_rng(4)
    given = [rng.normal(size=(75, *shape)) for _, shape, _ in kernel.inputs]
    found = kernel(*(put(gpu.memory, np.asarray(x, order=order)) for x in given))
    launch = gpu.launches[-1]
    assert launch.threads * launch.blocks >= 2 * 75  # several threads for a state
    assert worst(found.numpy(), da.compile(robot, "forward_dynamics")(*given)) < SAME_ALGORITHM


def test_the_result_lies_as_the_arguments_do(gpu):
    kernel = da.compile(UR5, "mass_matrix", target="cuda")
    (q,) = states(1)
    assert kernel(put(gpu.memory, q)).strides == (36 * 8, 6 * 8, 8)
    assert kernel(put(gpu.memory, np.asfortranarray(q))).strides == (8, 76 * 6 * 8, 76 * 8)


def test_one_state_a_grid_of_states_and_one_for_all(gpu):
    kernel = da.compile(UR5, "inverse_dynamics", target="cuda")
    q, qd, qdd = states(3)
    expected = da.inverse_dynamics(UR5, q, qd, qdd)
    one = kernel(*(put(gpu.memory, x[5]) for x in (q, qd, qdd)))
    assert worst(one.numpy(), expected[5]) < SAME_ALGORITHM
    grid = kernel(*(put(gpu.memory, x.reshape(4, 19, 6)) for x in (q, qd, qdd)))
    assert worst(grid.numpy().reshape(76, 6), expected) < SAME_ALGORITHM
    held = kernel(put(gpu.memory, q), put(gpu.memory, qd[0]), put(gpu.memory, qdd[:1]))
    assert worst(held.numpy(), da.inverse_dynamics(UR5, q, qd[0], qdd[0])) < SAME_ALGORITHM
    assert kernel(*(put(gpu.memory, x[:0]) for x in (q, qd, qdd))).shape == (0, 6)


def test_nan_stays_in_its_state(gpu):
    kernel = da.compile(UR5, "inverse_dynamics", target="cuda")
    q, qd, qdd = states(3)
    q[7, 0] = np.nan  # τ does not depend on q1, and bad input is not hidden
    found = kernel(*(put(gpu.memory, x) for x in (q, qd, qdd))).numpy()
    assert np.isnan(found[7]).all()
    assert np.isfinite(np.delete(found, 7, axis=0)).all()


def test_angles_of_any_size(gpu):
    kernel = da.compile(UR5, "inverse_dynamics", target="cuda")
    q, qd, qdd = states(3)
    q[::7, 2], q[::5, 3], q[3, 4] = 1e6, -3e8, 1e22
    found = kernel(*(put(gpu.memory, x) for x in (q, qd, qdd)))
    assert worst(found.numpy(), da.inverse_dynamics(UR5, q, qd, qdd)) < SAME_ALGORITHM


def test_out_and_the_stream_of_the_arrays(gpu):
    kernel = da.compile(UR5, "inverse_dynamics", target="cuda")
    given = states(3)
    out = put(gpu.memory, np.full((76, 6), np.nan))
    assert kernel(*(put(gpu.memory, x) for x in given), out=out) is out
    assert worst(out.numpy(), da.inverse_dynamics(UR5, *given)) < SAME_ALGORITHM
    assert gpu.launches[-1].stream == 1234
    loaded = gpu.calls.count("cuModuleLoadDataEx")
    kernel(*(put(gpu.memory, x) for x in given), out=out)
    assert gpu.calls.count("cuModuleLoadDataEx") == loaded
    assert gpu.calls.count("cuCtxPushCurrent_v2") == gpu.calls.count("cuCtxPopCurrent_v2")


def test_parameters_are_one_more_argument(gpu):
    kernel = da.compile(UR5, "inverse_dynamics", target="cuda", parameters=["gravity"])
    on_cpu = da.compile(UR5, "inverse_dynamics", parameters=["gravity"])
    given, gravity = states(3), np.array([0.3, -1.0, -5.0])
    found = kernel(*(put(gpu.memory, x) for x in given), put(gpu.memory, gravity))
    assert worst(found.numpy(), on_cpu(*given, gravity)) < SAME_ALGORITHM


@pytest.mark.sampled(2)
@pytest.mark.parametrize("method", ["rk4", "euler"])
@pytest.mark.parametrize("name", ["ur5", "planar_rpr", "free_body"])
def test_a_march_is_the_simulation_of_the_cpu(gpu, name, method):
    robot = getattr(da.gallery, name)()
    robot = robot.bind(**dict.fromkeys(robot.parameters, 1.3)).rigid()
    rng = np.random.default_rng(4)
    qd, tau = rng.normal(size=(7, robot.nv)), rng.normal(size=(7, 3, robot.nv))
    q = da.integrate(robot, da.neutral(robot), rng.normal(size=(7, robot.nv)))
    step = da.code.gpu_stepper(robot, method, "float64")
    found = step(*(put(gpu.memory, x) for x in (q, qd, tau)), 1e-3, 4)
    for k in range(3):
        run = da.simulate(robot, q, qd, duration=4e-3, method=da.simulation.Solver(method, step=1e-3), tau=tau[:, k])
        q, qd = run.q[:, -1], run.qd[:, -1]
        assert worst(found[0].numpy()[:, k], q) < SAME_ALGORITHM
        assert worst(found[1].numpy()[:, k], qd) < SAME_ALGORITHM


def test_a_march_over_columns_and_what_it_refuses(gpu):
    robot = UR5.rigid()
    step = da.code.gpu_stepper(robot, dtype="float32")
    q, qd, tau = states(3, dtype="float32")
    rows = step(*(put(gpu.memory, x) for x in (q, qd, tau)), 1e-3, 2)
    columns = step(*(put(gpu.memory, np.asfortranarray(x)) for x in (q, qd, tau)), 1e-3, 2)
    for x, y in zip(rows, columns, strict=True):
        assert np.array_equal(x.numpy(), y.numpy())
        assert (x.strides, y.strides) == ((24, 4), (4, 76 * 4))
    with raises(da.finding.WrongShape, argument="qd", robot="ur5"):
        step(put(gpu.memory, q), put(gpu.memory, qd[:5]), put(gpu.memory, tau), 1e-3, 2)
    with raises(da.finding.NotInteger, argument="steps", lower=0):
        step(*(put(gpu.memory, x) for x in (q, qd, tau)), 1e-3, 1.5)
    with raises(da.finding.NotOneOf, argument="method", choices=("rk4", "euler")):
        da.code.gpu_stepper(robot, "midpoint")


def test_what_does_not_fit_is_refused(gpu):
    kernel = da.compile(UR5, "inverse_dynamics", target="cuda")
    q, qd, qdd = states(3)
    there = [put(gpu.memory, x) for x in (q, qd, qdd)]
    with raises(da.finding.WrongType, argument="q"):
        kernel(q, qd, qdd)
    with raises(da.finding.WrongArgumentCount, kernel="inverse_dynamics"):
        kernel(*there[:2])
    with raises(da.finding.WrongShape, argument="q", robot="ur5"):
        kernel(put(gpu.memory, np.zeros((76, 5))), *there[1:])
    with raises(da.finding.NotOneOf, argument="q"):
        kernel(put(gpu.memory, q.astype("float32")), *there[1:])
    with raises(da.finding.NotBroadcastable):
        kernel(put(gpu.memory, q[:50]), *there[1:])
    with raises(da.finding.WrongShape, argument="out"):
        kernel(*there, out=put(gpu.memory, np.zeros((75, 6))))
    with raises(da.finding.NotInteger, argument="axis"):
        kernel(*there, axis=1)
    with raises(da.finding.NotOneOf, argument="target"):
        da.compile(UR5, "inverse_dynamics", target="metal")
    assert not gpu.launches


def test_without_a_driver_or_a_gpu_one_message_says_what_still_works(monkeypatch):
    monkeypatch.setattr(cuda, "_LIBRARY", "libno_such_driver.so.1")
    cuda.driver.cache_clear()
    with raises(da.finding.DeviceFailure, reason="no driver", message="libno_such_driver.so.1"):
        cuda.driver()
    cuda.driver.cache_clear()
    with raises(da.finding.DeviceFailure, reason="no GPU"):
        Driver(FakeDriver(devices=0))
    with raises(da.finding.DeviceFailure, reason="no GPU", message="what the driver says"):
        Driver(FakeDriver(fails={"cuInit": 100}))
    broken = Driver(FakeDriver(fails={"cuModuleLoadDataEx": 218}))
    with raises(da.finding.DeviceFailure, reason="rejected kernel", message="what the driver says: "):
        broken.load("nothing")
    with raises(da.finding.DeviceFailure, message="cuLaunchKernel: what the driver says"):
        Driver(FakeDriver(fails={"cuLaunchKernel": 700})).launch(ctypes.c_void_p(1), 1, 32, 0, 0, [])


def test_a_gpu_that_is_too_old_is_told_so():
    with raises(da.finding.OldDevice, capability=7.5, needed=8.0):
        newest(75)
    assert newest(103) == "sm_100"


def test_more_shared_memory_than_usual_is_asked_for():
    fake = FakeDriver()
    made = Driver(fake)
    made.function(ctypes.c_void_p(1), "dalembert", 48 << 10)
    assert "cuFuncSetAttribute" not in fake.calls
    made.function(ctypes.c_void_p(1), "dalembert", (48 << 10) + 16)
    assert "cuFuncSetAttribute" in fake.calls


def test_kernels_and_marches_travel(gpu):
    kernel = da.compile(UR5, "inverse_dynamics", target="cuda")
    given = [put(gpu.memory, x) for x in states(3)]
    expected = kernel(*given).numpy()
    assert np.array_equal(pickle.loads(pickle.dumps(kernel))(*given).numpy(), expected)
    march = da.code.gpu_stepper(UR5.rigid(), "euler", "float64")
    assert pickle.loads(pickle.dumps(march)).source == march.source


def test_no_gpu_is_needed_to_look_at_a_kernel(monkeypatch):
    monkeypatch.setattr(cuda, "driver", lambda: pytest.fail("the driver was called"))
    kernel = da.compile(UR5, "inverse_dynamics", target="cuda", dtype="float32")
    assert ".target sm_90" in kernel.source
    assert kernel.operations == da.compile(UR5, "inverse_dynamics").operations
    assert kernel.compile_seconds > 0
    assert da.compile(UR5, "inverse_dynamics", target="cuda", dtype="float32") is kernel


@pytest.mark.skipif(shutil.which("ptxas") is None, reason="ptxas, NVIDIA's assembler, is not installed")
@pytest.mark.parametrize("quantity", ["inverse_dynamics", "forward_dynamics", "mass_matrix"])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_the_assembler_takes_it_and_spills_nothing(quantity, dtype, tmp_path):
    (tmp_path / "kernel.ptx").write_text(da.compile(UR5, quantity, target="cuda", dtype=dtype).source)
    said = subprocess.run(
        ["ptxas", "-arch=sm_90", "-v", "kernel.ptx", "-o", "kernel.cubin"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stderr
    assert "0 bytes spill stores, 0 bytes spill loads" in said
