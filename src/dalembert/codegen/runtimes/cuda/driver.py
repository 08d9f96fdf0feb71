"""NVIDIA's driver, called through ctypes: arrays on the GPU, modules of PTX, and launches on a stream.

The library is part of every GPU's driver; the CUDA toolkit is not needed. Names and numbers are those of the CUDA driver
API. A launch runs one thread per state of a tile.

A kernel sees an array as an address, a shape and strides in bytes; nothing is copied. CuPy, Numba and others give them by
the CUDA array interface (version 3 names the stream to work on), PyTorch by the same interface and its current stream,
JAX by DLPack.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any

from dalembert.codegen.renderers.ptx.program import ENTRY
from dalembert.codegen.runtimes.cuda.module import ON_CPU, PtxModule
from dalembert.errors import DalembertError
from dalembert.finding.argument import TooMany
from dalembert.finding.code import DeviceFailure, NoResultArray, UnevenStrides, WrongDevice, WrongPrecision
from dalembert.finding.finding import Argument, External, Given, Identifier, Noun, Pass, given

_LEGACY = 1  # the default stream, as the array interface calls it
_DLPACK = {(2, 32): "float32", (2, 64): "float64"}
_CUDA = (2, 13)  # DLPack's kinds of device: a GPU's memory, managed memory
_KINDS = {"<f4": "float32", "<f8": "float64"}


@dataclass(frozen=True)
class DeviceArray:
    """Where an array lies; `library` is whose it is, `owner` and `capsule` keep the memory alive."""

    pointer: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]  # bytes
    dtype: str
    stream: int
    library: str  # "cupy", "torch", "jax", or "" for others
    owner: Any
    capsule: Any = None


def view(x: Any, name: str) -> DeviceArray:
    """Return what a kernel needs to know of an array on a GPU."""
    library = type(x).__module__.partition(".")[0]
    library = "jax" if library == "jaxlib" else library
    if library == "jax":
        return _by_dlpack(x, name)
    interface = None if library == "torch" and not x.is_cuda else getattr(x, "__cuda_array_interface__", None)
    if interface is None:
        raise _elsewhere(x, name)
    dtype = _KINDS.get(interface["typestr"])
    if dtype is None:
        raise _imprecise(name, interface["typestr"])
    shape = tuple(interface["shape"])
    size = int(interface["typestr"][2:])
    strides = interface.get("strides") or _packed(shape, size)
    stream = _torch_stream(x) if library == "torch" else interface.get("stream") or 0
    kind = library if library in ("cupy", "torch") else ""
    return DeviceArray(interface["data"][0], shape, tuple(strides), dtype, 0 if stream == _LEGACY else stream, kind, x)


def empty(like: DeviceArray, shape: tuple[int, ...], order: tuple[int, ...]) -> Any:
    """A new array of the same library on the same GPU; `order` lists its axes from the slowest to the quickest."""
    inner = tuple(shape[axis] for axis in order)
    back = tuple(order.index(axis) for axis in range(len(shape)))
    if like.library == "cupy":
        import cupy

        with cupy.cuda.Device(like.owner.device):
            return cupy.empty(inner, like.dtype).transpose(back)
    if like.library == "torch":
        import torch

        return torch.empty(inner, dtype=getattr(torch, like.dtype), device=like.owner.device).permute(back)
    if like.library == "jax":
        import jax

        made = jax.numpy.empty(inner, like.dtype, device=like.owner.device)
        if order != tuple(range(len(shape))):
            raise NoResultArray(Noun("C order"), Pass(Argument("axis"), Given("0"))).error()
        return made.block_until_ready()
    raise NoResultArray(Noun("unknown library"), Pass(Argument("out"))).error()


def _packed(shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    return tuple(size * prod(shape[i + 1 :]) for i in range(len(shape)))


def _elsewhere(x: Any, name: str) -> DalembertError:
    kind = type(x)
    place = f"{kind.__module__.partition('.')[0]}.{kind.__name__} on {getattr(x, 'device', 'the CPU')}"
    return WrongDevice(Argument(name), Given(place)).error()


def _imprecise(name: str, got: object) -> DalembertError:
    return WrongPrecision(Argument(name), given(got), tuple(map(Identifier, _KINDS.values()))).error()


def _torch_stream(x: Any) -> int:
    import torch

    return int(torch.cuda.current_stream(x.device).cuda_stream)


class _Tensor(ctypes.Structure):
    """DLTensor, the head of what a capsule holds."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_kind", ctypes.c_int32),
        ("device", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


def _by_dlpack(x: Any, name: str) -> DeviceArray:
    """The legacy stream waits until the array is there; the capsule holds it."""
    kind, _ = x.__dlpack_device__()
    if kind not in _CUDA:
        raise _elsewhere(x, name)
    capsule = x.__dlpack__(stream=_LEGACY)
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    tensor = _Tensor.from_address(pointer(capsule, b"dltensor"))
    dtype = _DLPACK.get((tensor.code, tensor.bits))
    if dtype is None:
        raise _imprecise(name, x.dtype)
    shape, size = tuple(tensor.shape[: tensor.ndim]), tensor.bits // 8
    strides = tuple(size * s for s in tensor.strides[: tensor.ndim]) if tensor.strides else _packed(shape, size)
    return DeviceArray((tensor.data or 0) + tensor.offset, shape, strides, dtype, 0, "jax", x, capsule)


_LIBRARY = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
_MAJOR, _MINOR = 75, 76  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_…
_PROCESSORS = 16  # CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_ORDINAL = 9  # CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
_PLAIN_SHARED = 48 << 10  # bytes a block may have without asking
_ERROR_LOG, _ERROR_SIZE = 5, 6  # CU_JIT_ERROR_LOG_BUFFER and its size
_LOG = 4096


class Driver:
    """The calls that are needed; `library` has functions named as the driver's that return its codes."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self._contexts: dict[int, CudaContext] = {}
        code = library.cuInit(0)
        count = ctypes.c_int()
        if code or library.cuDeviceGetCount(ctypes.byref(count)) or not count.value:
            raise _failure("no GPU", self._words(code))

    def capability(self, device: int) -> int:
        """90 for compute capability 9.0."""
        found = [ctypes.c_int(), ctypes.c_int()]
        for value, attribute in zip(found, (_MAJOR, _MINOR), strict=True):
            self._do("cuDeviceGetAttribute", ctypes.byref(value), attribute, device)
        return 10 * found[0].value + found[1].value

    def device_of(self, pointer: int) -> int:
        """The number of the GPU on which an address lies."""
        device = ctypes.c_int()
        self._do("cuPointerGetAttribute", ctypes.byref(device), _ORDINAL, ctypes.c_uint64(pointer))
        return device.value

    def context(self, device: int) -> CudaContext:
        """The GPU's primary context, which CuPy, PyTorch and JAX use too, current inside a `with`."""
        if device not in self._contexts:
            handle = ctypes.c_void_p()
            self._do("cuDevicePrimaryCtxRetain", ctypes.byref(handle), device)
            self._contexts[device] = CudaContext(self, handle)
        return self._contexts[device]

    def load(self, ptx: str) -> Any:
        """A module of PTX, compiled by the driver for the GPU of the current context."""
        module, log = ctypes.c_void_p(), ctypes.create_string_buffer(_LOG)
        options = (ctypes.c_int * 2)(_ERROR_LOG, _ERROR_SIZE)
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), _LOG)
        code = self._library.cuModuleLoadDataEx(ctypes.byref(module), ptx.encode() + b"\0", 2, options, values)
        if code:
            message = log.value.decode("utf-8", "replace").strip()
            raise _failure("rejected kernel", f"{self._words(code)}: {message}")
        return module

    def function(self, module: Any, name: str, shared: int) -> Any:
        """A kernel of a module, allowed its bytes of shared memory."""
        function = ctypes.c_void_p()
        self._do("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        if shared > _PLAIN_SHARED:
            self._do("cuFuncSetAttribute", function, _DYNAMIC_SHARED, shared)
        return function

    def resident(self, device: int, function: Any, threads: int, shared: int) -> int:
        """Blocks of a kernel that are at work at once on a GPU."""
        each, processors = ctypes.c_int(), ctypes.c_int()
        self._do(
            "cuOccupancyMaxActiveBlocksPerMultiprocessor",
            ctypes.byref(each),
            function,
            threads,
            ctypes.c_size_t(shared),
        )
        self._do("cuDeviceGetAttribute", ctypes.byref(processors), _PROCESSORS, device)
        return each.value * processors.value

    def launch(self, function: Any, blocks: int, threads: int, shared: int, stream: int, values: Sequence[Any]) -> None:
        """Start a kernel; `values` are ctypes numbers, in the order of its parameters."""
        places = (ctypes.c_void_p * len(values))(*(ctypes.addressof(x) for x in values))
        self._do("cuLaunchKernel", function, blocks, 1, 1, threads, 1, 1, shared, ctypes.c_void_p(stream), places, None)

    def wait(self, stream: int) -> None:
        """Until everything on a stream is done."""
        self._do("cuStreamSynchronize", ctypes.c_void_p(stream))

    def _do(self, name: str, *arguments: Any) -> None:
        code = getattr(self._library, name)(*arguments)
        if code:
            raise _failure("failed call", f"{name}: {self._words(code)}")

    def _words(self, code: int) -> str:
        text = ctypes.c_char_p()
        if not code or self._library.cuGetErrorString(code, ctypes.byref(text)) or text.value is None:
            return f"code {code}"
        return text.value.decode()


class CudaContext:
    """A context of the driver; `with` makes it current and then the one before it again."""

    def __init__(self, driver: Driver, handle: Any) -> None:
        self._driver, self._handle = driver, handle

    def __enter__(self) -> CudaContext:
        self._driver._do("cuCtxPushCurrent_v2", self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        self._driver._do("cuCtxPopCurrent_v2", ctypes.byref(ctypes.c_void_p()))


@cache
def driver() -> Driver:
    """The driver of this machine."""
    try:
        library = ctypes.CDLL(_LIBRARY)
    except OSError:
        raise _failure("no driver", _LIBRARY) from None
    return Driver(library)


def _failure(reason: str, message: str) -> DalembertError:
    return DeviceFailure(Noun(reason), ON_CPU, External(message)).error()


_MOST = 2**31 - 1  # states of one launch


class Launcher:
    """Loads a module to a GPU when it is first needed there."""

    def __init__(self) -> None:
        self._loaded: dict[tuple[Driver, int, Hashable], tuple[Any, PtxModule, int]] = {}

    def __reduce__(self) -> tuple[type[Launcher], tuple[()]]:
        """Another process loads everything again."""
        return Launcher, ()

    def __call__(
        self, like: DeviceArray, key: Hashable, module: Callable[[int], PtxModule], values: Sequence[Any], n: int
    ) -> None:
        """Launch n states on the stream of an array, of which the GPU is taken too; `module` takes its capability."""
        if n > _MOST:
            raise TooMany(Noun("states in one launch"), n, _MOST).error()
        gpu = driver()
        device = gpu.device_of(like.pointer)
        with gpu.context(device):
            if (gpu, device, key) not in self._loaded:
                made = module(gpu.capability(device))
                function = gpu.function(gpu.load(made.ptx), ENTRY, made.shared)
                most = gpu.resident(device, function, made.block, made.shared) if made.walks else _MOST
                self._loaded[gpu, device, key] = function, made, most
            function, made, most = self._loaded[gpu, device, key]
            given = [*values, ctypes.c_int32(n)]
            gpu.launch(function, min(-(-n // made.tile), most), made.block, made.shared, like.stream, given)
            if like.library == "jax":  # its own streams know nothing of this one
                gpu.wait(like.stream)


def even(x: DeviceArray, axes: slice, name: str) -> int:
    """Return the one step in bytes that walks through these axes in C order."""
    step, expected = 0, 0
    for n, stride in reversed([*zip(x.shape[axes], x.strides[axes], strict=True)]):
        if n == 1:
            continue
        if not step:
            step = stride
        elif stride != expected:
            raise UnevenStrides(Argument(name), x.strides).error()
        expected = stride * n
    return step
