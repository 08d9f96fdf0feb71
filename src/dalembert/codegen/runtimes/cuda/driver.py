"""NVIDIA's driver, called through ctypes: modules of PTX, functions, launches on a stream.

The library comes with every GPU's driver; the CUDA toolkit is not needed. Names and numbers are those of the CUDA
driver API.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any

from dalembert.errors import MissingDevice

_LIBRARY = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
_MAJOR, _MINOR = 75, 76  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_…
_PROCESSORS = 16  # CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_ORDINAL = 9  # CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
_PLAIN_SHARED = 48 << 10  # bytes a block may have without asking
_ERROR_LOG, _ERROR_SIZE = 5, 6  # CU_JIT_ERROR_LOG_BUFFER and its size
_LOG = 4096
INSTEAD = "its PTX is in `.source`, and target='cpu' computes the same numbers"


class Driver:
    """The calls that are needed; `library` has functions named as the driver's that return its codes."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self._contexts: dict[int, Context] = {}
        code = library.cuInit(0)
        count = ctypes.c_int()
        if code or library.cuDeviceGetCount(ctypes.byref(count)) or not count.value:
            raise MissingDevice(
                f"the NVIDIA driver is here but no GPU that it can use ({self._words(code)}); a kernel for 'cuda' cannot "
                f"run: {INSTEAD}"
            )

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

    def context(self, device: int) -> Context:
        """The GPU's primary context, which CuPy, PyTorch and JAX use too, current inside a `with`."""
        if device not in self._contexts:
            handle = ctypes.c_void_p()
            self._do("cuDevicePrimaryCtxRetain", ctypes.byref(handle), device)
            self._contexts[device] = Context(self, handle)
        return self._contexts[device]

    def load(self, ptx: str) -> Any:
        """A module of PTX, compiled by the driver for the GPU of the current context."""
        module, log = ctypes.c_void_p(), ctypes.create_string_buffer(_LOG)
        options = (ctypes.c_int * 2)(_ERROR_LOG, _ERROR_SIZE)
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), _LOG)
        code = self._library.cuModuleLoadDataEx(ctypes.byref(module), ptx.encode() + b"\0", 2, options, values)
        if code:
            said = log.value.decode("utf-8", "replace").strip()
            raise MissingDevice(f"the NVIDIA driver refuses the kernel ({self._words(code)}): {said}; {INSTEAD}")
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
            raise MissingDevice(f"{name} of the NVIDIA driver failed: {self._words(code)}")

    def _words(self, code: int) -> str:
        text = ctypes.c_char_p()
        if not code or self._library.cuGetErrorString(code, ctypes.byref(text)) or text.value is None:
            return f"code {code}"
        return text.value.decode()


class Context:
    """A context of the driver; `with` makes it current and then the one before it again."""

    def __init__(self, driver: Driver, handle: Any) -> None:
        self._driver, self._handle = driver, handle

    def __enter__(self) -> Context:
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
        raise MissingDevice(
            f"no NVIDIA driver ({_LIBRARY}) is on this machine, so a kernel for 'cuda' cannot run here: {INSTEAD}"
        ) from None
    return Driver(library)
