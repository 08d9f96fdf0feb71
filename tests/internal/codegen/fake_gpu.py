"""A driver and an array library that are not there: launches run in `ptx_machine`, arrays lie in its memory."""

import ctypes
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
from ptx_machine import Machine, Memory


class FakeDriver:
    """Functions named as the driver's; `calls` lists their names, `launches` what was launched where."""

    def __init__(self, devices=1, fails=()):
        self.memory, self.calls, self.launches = Memory(), [], []
        self.modules, self.devices, self.fails = [], devices, dict(fails)

    def __getattr__(self, name):
        if not name.startswith("cu"):
            raise AttributeError(name)

        def call(*arguments):
            self.calls.append(name)
            if name in self.fails:
                return self.fails[name]
            return getattr(self, f"_{name}", lambda *_: 0)(*arguments) or 0

        return call

    def _cuDeviceGetCount(self, count):
        count._obj.value = self.devices

    def _cuDeviceGetAttribute(self, value, attribute, device):
        value._obj.value = {75: 9, 76: 0, 16: 2}[attribute]

    def _cuOccupancyMaxActiveBlocksPerMultiprocessor(self, blocks, function, threads, shared):
        blocks._obj.value = 1

    def _cuPointerGetAttribute(self, value, attribute, pointer):
        value._obj.value = 0

    def _cuDevicePrimaryCtxRetain(self, context, device):
        context._obj.value = 7

    def _cuGetErrorString(self, code, text):
        text._obj.value = b"what the driver says"

    def _cuModuleLoadDataEx(self, module, ptx, count, options, values):
        assert ptx.endswith(b"\0")
        self.modules.append(Machine(ptx[:-1].decode(), self.memory))
        module._obj.value = len(self.modules)

    def _cuModuleGetFunction(self, function, module, name):
        function._obj.value = module.value

    def _cuLaunchKernel(self, function, x, y, z, threads, ty, tz, shared, stream, values, extra):
        machine = self.modules[function.value - 1]
        assert (y, z, ty, tz, extra) == (1, 1, 1, 1, None)
        assert threads == machine.block
        kinds = {"u64": ctypes.c_uint64, "u32": ctypes.c_uint32, "f32": ctypes.c_float, "f64": ctypes.c_double}
        entry = machine.functions["dalembert"]
        given = [kinds[k].from_address(at).value for k, at in zip(entry.kinds, values, strict=True)]
        self.launches.append(SimpleNamespace(blocks=x, threads=threads, shared=shared, stream=stream.value or 0))
        machine.launch("dalembert", given, x, shared)


class FakeArray:
    """A view of the fake memory with the CUDA array interface."""

    device = 0
    stream = 1234

    def __init__(self, memory, shape, strides, dtype, address):
        self.memory, self.shape, self.strides, self.dtype, self.address = (
            memory,
            shape,
            strides,
            np.dtype(dtype),
            address,
        )

    @property
    def __cuda_array_interface__(self):
        return {
            "shape": self.shape,
            "strides": self.strides,
            "typestr": self.dtype.str,
            "data": (self.address, False),
            "stream": self.stream,
            "version": 3,
        }

    def transpose(self, axes):
        shape, strides = tuple(self.shape[i] for i in axes), tuple(self.strides[i] for i in axes)
        return FakeArray(self.memory, shape, strides, self.dtype, self.address)

    def numpy(self):
        raw = self.memory.bytes[self.address :].view(np.uint8)
        return np.ndarray(self.shape, self.dtype, raw, strides=self.strides).copy()


FakeArray.__module__ = "cupy"


def put(memory, array):
    """A NumPy array, with its strides, in the fake memory."""
    whole = array
    while isinstance(whole.base, np.ndarray):
        whole = whole.base
    start = memory.put(whole.T if whole.flags.f_contiguous and not whole.flags.c_contiguous else whole)
    offset = array.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
    return FakeArray(memory, array.shape, array.strides, array.dtype, start + offset)


def fake_cupy(memory):
    """The two names that are asked of CuPy."""
    module = ModuleType("cupy")

    class Device:
        def __init__(self, number):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

    def empty(shape, dtype):
        array = np.full(shape, np.nan, dtype)
        return FakeArray(memory, array.shape, array.strides, dtype, memory.put(array))

    module.cuda, module.empty = SimpleNamespace(Device=Device), empty
    return module


def install(monkeypatch, fake):
    """Put the fake driver and CuPy where the real ones are looked for."""
    from dalembert.codegen.runtimes import cuda

    made = cuda.Driver(fake)
    monkeypatch.setattr(cuda, "driver", lambda: made)
    monkeypatch.setitem(sys.modules, "cupy", fake_cupy(fake.memory))
