"""The handler that XLA calls with raw buffers, tried on its CPU: what it reads, writes, and says when it fails."""

import ctypes

import numpy as np
import pytest

from dalembert.codegen.runtimes.jax import handler

jax = pytest.importorskip("jax", reason="JAX is not installed")


def array(buffer):
    return np.ctypeslib.as_array(ctypes.cast(buffer.address, ctypes.POINTER(ctypes.c_float)), buffer.shape)


def run(given, wanted, stream):
    if array(given[0]).flat[0] > 5:
        raise ValueError("too large")
    assert stream == 0
    array(wanted[0])[...] = array(given[0]) + array(given[1])
    array(wanted[1])[...] = array(given[0]).sum()


KEPT = handler(run, streamed=False)


@pytest.fixture(scope="module")
def function():
    jax.ffi.register_ffi_target("dalembert_test", jax.ffi.pycapsule(KEPT), platform="cpu")
    kinds = [jax.ShapeDtypeStruct((2, 3), np.float32), jax.ShapeDtypeStruct((), np.float32)]
    return jax.jit(lambda x, y: jax.ffi.ffi_call("dalembert_test", kinds)(x, y))


def test_buffers_are_read_and_written_in_place(function):
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    both, total = function(x, x)
    assert np.array_equal(both, 2 * x)
    assert total == 15


def test_an_error_reaches_the_caller(function):
    x = np.full((2, 3), 9, np.float32)
    with pytest.raises(Exception, match="ValueError: too large"):
        jax.block_until_ready(function(x, x))
