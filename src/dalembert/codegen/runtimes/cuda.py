"""Kernels on NVIDIA GPUs. A graph becomes a function on arrays of CuPy, PyTorch or JAX, which runs on the stream of the
library without copies.

Arguments have shape `(..., core shape)`. A Fortran-ordered array of shape `(B, n)`, such as x.T for x of shape `(n,
B)`, is used without a copy. If the arguments are Fortran-ordered, so is the result. With `axis=0` the core axes come
first, as in `(n, B)`. The option `axis=0` is useful for JAX, which stores all arrays in C order. PTX is rendered for
the layout of the first call and stored in the cache on disk. A simulation computes many fixed steps of many
trajectories in one launch, and the state stays in registers.

The CUDA driver library is called through ctypes. This library is installed with the GPU driver, so the CUDA toolkit is
not required. Names and constants are those used by the CUDA driver API. Each launch runs one thread per state of a
tile.

A kernel receives an array as an address, a shape and strides in bytes. CuPy, Numba and other libraries provide this
information through the CUDA array interface; version 3 also specifies the stream. PyTorch provides the CUDA array
interface and its current stream, and JAX provides DLPack.
"""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache, partial
from hashlib import sha256
from math import prod
from time import perf_counter
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.argument import at_most, check_shape, integer
from dalembert.codegen.function import Stepping
from dalembert.codegen.renderers.ptx import program, warps
from dalembert.codegen.renderers.ptx.plan import ALIGNED, COLUMNS, ROWS, STRIDED, Plan, choose
from dalembert.codegen.renderers.ptx.program import ENTRY, assemble
from dalembert.codegen.renderers.ptx.stepping import render as render_stepping
from dalembert.codegen.runtimes import cache as disk
from dalembert.codegen.runtimes.kernel import check_count
from dalembert.codegen.runtimes.loader import REAL, renderer
from dalembert.codegen.runtimes.ufunc import capsule_pointer, packed, structure, unpacked
from dalembert.codegen.tape import (
    ArrayShape,
    GraphInputs,
    GraphOutputs,
    Operand,
    TapeFunction,
    labelled,
    tape_of,
    unlabelled,
)
from dalembert.finding.finding import Argument, External, Given, Identifier, Noun, Pass, Shape, given
from dalembert.graph import Operations

TARGET = "cuda"
ON_CPU = Pass(Argument("target"), Given("'cpu'"))  # the CPU gives the same results
FILES = (
    *(f"renderers/llvm/{name}" for name in ("blocks", "ir", "layout", "program", "sincos")),
    *(f"renderers/ptx/{name}" for name in ("memory", "partition", "plan", "program", "stepping")),
    *(f"renderers/ptx/{name}" for name in ("thread", "twins", "warps")),
    *(f"renderers/{name}" for name in ("arithmetic", "elementary", "minimax")),
    *("function", "tape", "template", "runtimes/cuda"),
    *(f"templates/{name}.ll.in" for name in ("begin", "begin_parts", "stream")),
)
# architectures that PTX is rendered for; a newer GPU runs PTX of an older one
_KNOWN = (80, 86, 89, 90, 100, 120)


@dataclass(frozen=True)
class PtxModule:
    """PTX module with its launch parameters: threads and shared memory per block, states per tile, and whether blocks
    iterate over the batch."""

    ptx: str
    block: int
    shared: int
    tile: int
    walks: bool = False


def newest(capability: int) -> str:
    """Return the newest known architecture that the GPU supports."""
    known = [x for x in _KNOWN if x <= capability]
    if not known:
        raise finding.OldDevice(capability / 10, _KNOWN[0] / 10, ON_CPU).error()
    return f"sm_{known[-1]}"


def kept(words: tuple[str, ...], capability: int, plan: Plan, render: Callable[[], program.Rendered]) -> PtxModule:
    """Return a module from the cache, or render and store it. The cache key consists of `words`, the plan, the renderer
    and the architecture."""
    import llvmlite

    cpu, words = newest(capability), (*words, repr(plan))
    key = sha256("\n".join((TARGET, renderer(*FILES), llvmlite.__version__, cpu, *words)).encode()).hexdigest()
    content = disk.read(TARGET, key)
    if content is not None:
        return PtxModule(**json.loads(content))
    made = render()
    ptx = assemble(made.source, cpu, made.pooled)
    module = PtxModule(ptx, plan.block, made.shared, plan.tile, plan.walks)
    disk.write(TARGET, key, json.dumps(asdict(module)).encode())
    return module


_LEGACY = 1  # the default stream in the array interface
_CUDA = (2, 13)  # DLPack device types: GPU memory, managed memory


@dataclass(frozen=True)
class DeviceArray:
    """Memory layout of an array on a GPU. `library` is the library that created the array. The references `owner` and
    `capsule` ensure that the memory remains allocated."""

    pointer: int
    shape: ArrayShape
    strides: ArrayShape  # bytes
    dtype: str
    stream: int
    library: str  # "cupy", "torch", "jax", or "" for other libraries
    owner: Any
    capsule: Any = None


def view(x: Any, name: str, dtype: str) -> DeviceArray:
    """Return the address and layout of a GPU array with elements of a given type."""
    library = type(x).__module__.partition(".")[0]
    found = _by_dlpack(x) if library in ("jax", "jaxlib") else _by_interface(x, library)
    if found is None:
        kind = type(x)
        place = f"{kind.__module__.partition('.')[0]}.{kind.__name__} on {getattr(x, 'device', 'the CPU')}"
        raise finding.WrongType(Argument(name), Noun("a GPU array"), Given(place)).error()
    if found.dtype != dtype:
        raise finding.NotOneOf(Argument(name), given(found.dtype), (Identifier(dtype),)).error()
    return found


def _by_interface(x: Any, library: str) -> DeviceArray | None:
    """Return the memory layout from the CUDA array interface, or None for an array that is not on a GPU."""
    interface = None if library == "torch" and not x.is_cuda else getattr(x, "__cuda_array_interface__", None)
    if interface is None:
        return None
    kind, shape = np.dtype(interface["typestr"]), tuple(interface["shape"])
    strides = interface.get("strides") or _packed(shape, kind.itemsize)
    stream = _torch_stream(x) if library == "torch" else interface.get("stream") or 0
    owner = library if library in ("cupy", "torch") else ""
    stream = 0 if stream == _LEGACY else stream
    return DeviceArray(interface["data"][0], shape, tuple(strides), kind.name, stream, owner, x)


def empty(like: DeviceArray, shape: ArrayShape, order: ArrayShape) -> Any:
    """Allocate a new array with the same library and on the same GPU. `order` lists its axes from slowest-varying to
    fastest-varying."""
    inner = tuple(shape[axis] for axis in order)
    back = tuple(order.index(axis) for axis in range(len(shape)))
    if like.library == "cupy":
        import cupy

        with cupy.cuda.Device(like.owner.device):
            return cupy.empty(inner, like.dtype).transpose(back)
    if like.library == "torch":
        import torch

        return torch.empty(inner, dtype=getattr(torch, like.dtype), device=like.owner.device).permute(back)
    if like.library == "jax" and back == order:
        import jax

        return jax.numpy.empty(inner, like.dtype, device=like.owner.device).block_until_ready()
    turned = like.library == "jax"
    remedy = Pass(Argument("axis"), Given("0")) if turned else Pass(Argument("out"))
    raise finding.NoResultArray(Noun("C order" if turned else "unknown library"), remedy).error()


def _packed(shape: ArrayShape, size: int) -> ArrayShape:
    return tuple(size * prod(shape[i + 1 :]) for i in range(len(shape)))


def _torch_stream(x: Any) -> int:
    import torch

    return int(torch.cuda.current_stream(x.device).cuda_stream)


# DLTensor, the start of a capsule's content
_Tensor = structure(
    data=ctypes.c_void_p,
    device_kind=ctypes.c_int32,
    device=ctypes.c_int32,
    ndim=ctypes.c_int32,
    code=ctypes.c_uint8,
    bits=ctypes.c_uint8,
    lanes=ctypes.c_uint16,
    shape=ctypes.POINTER(ctypes.c_int64),
    strides=ctypes.POINTER(ctypes.c_int64),
    offset=ctypes.c_uint64,
)


def _by_dlpack(x: Any) -> DeviceArray | None:
    """Return the memory layout from DLPack. The capsule ensures that the array remains allocated, and the legacy stream
    waits until the array is ready."""
    kind, _ = x.__dlpack_device__()
    if kind not in _CUDA:
        return None
    capsule = x.__dlpack__(stream=_LEGACY)
    tensor = _Tensor.from_address(capsule_pointer(capsule, b"dltensor"))
    shape, size = tuple(tensor.shape[: tensor.ndim]), tensor.bits // 8
    strides = tuple(size * s for s in tensor.strides[: tensor.ndim]) if tensor.strides else _packed(shape, size)
    return DeviceArray((tensor.data or 0) + tensor.offset, shape, strides, str(x.dtype), 0, "jax", x, capsule)


_LIBRARY = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
_MAJOR, _MINOR = 75, 76  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_…
_PROCESSORS = 16  # CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_ORDINAL = 9  # CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
_PLAIN_SHARED = 48 << 10  # shared memory in bytes that every block may use by default
_ERROR_LOG, _ERROR_SIZE = 5, 6  # CU_JIT_ERROR_LOG_BUFFER and its size
_LOG = 4096


class Driver:
    """Functions of the CUDA driver API. `library` contains the functions under their C names, which return status
    codes."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self._contexts: dict[int, ctypes.c_void_p] = {}
        count, code = ctypes.c_int(), library.cuInit(0)
        none = code or library.cuDeviceGetCount(ctypes.byref(count)) or not count.value
        _succeeded(not none, "no GPU", self._words(code))

    def capability(self, device: int) -> int:
        """Return the compute capability of a GPU as an integer, such as 90 for 9.0."""
        found = [ctypes.c_int(), ctypes.c_int()]
        for value, attribute in zip(found, (_MAJOR, _MINOR), strict=True):
            self._do("cuDeviceGetAttribute", ctypes.byref(value), attribute, device)
        return 10 * found[0].value + found[1].value

    def device_of(self, pointer: int) -> int:
        """Return the index of the GPU to which an address belongs."""
        device = ctypes.c_int()
        self._do("cuPointerGetAttribute", ctypes.byref(device), _ORDINAL, ctypes.c_uint64(pointer))
        return device.value

    @contextmanager
    def context(self, device: int) -> Iterator[None]:
        """Make the primary context of a GPU current, and restore the previous context on exit.

        CuPy, PyTorch and JAX also use the primary context.
        """
        if device not in self._contexts:
            handle = ctypes.c_void_p()
            self._do("cuDevicePrimaryCtxRetain", ctypes.byref(handle), device)
            self._contexts[device] = handle
        self._do("cuCtxPushCurrent_v2", self._contexts[device])
        try:
            yield
        finally:
            self._do("cuCtxPopCurrent_v2", ctypes.byref(ctypes.c_void_p()))

    def load(self, ptx: str) -> Any:
        """Load a PTX module. The driver compiles it for the GPU of the current context."""
        module, log = ctypes.c_void_p(), ctypes.create_string_buffer(_LOG)
        options = (ctypes.c_int * 2)(_ERROR_LOG, _ERROR_SIZE)
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), _LOG)
        code = self._library.cuModuleLoadDataEx(ctypes.byref(module), ptx.encode() + b"\0", 2, options, values)
        message = log.value.decode("utf-8", "replace").strip()
        _succeeded(not code, "rejected kernel", f"{self._words(code)}: {message}")
        return module

    def function(self, module: Any, name: str, shared: int) -> Any:
        """Return a kernel of a module, after setting the amount of shared memory that it can use."""
        function = ctypes.c_void_p()
        self._do("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        if shared > _PLAIN_SHARED:
            self._do("cuFuncSetAttribute", function, _DYNAMIC_SHARED, shared)
        return function

    def resident(self, device: int, function: Any, threads: int, shared: int) -> int:
        """Return the number of blocks of a kernel that a GPU can run concurrently."""
        each, processors = ctypes.c_int(), ctypes.c_int()
        name, bytes_ = "cuOccupancyMaxActiveBlocksPerMultiprocessor", ctypes.c_size_t(shared)
        self._do(name, ctypes.byref(each), function, threads, bytes_)
        self._do("cuDeviceGetAttribute", ctypes.byref(processors), _PROCESSORS, device)
        return each.value * processors.value

    def launch(self, function: Any, blocks: int, threads: int, shared: int, stream: int, values: Sequence[Any]) -> None:
        """Launch a kernel. `values` contains ctypes numbers in the order of the kernel's parameters."""
        places = (ctypes.c_void_p * len(values))(*(ctypes.addressof(x) for x in values))
        self._do("cuLaunchKernel", function, blocks, 1, 1, threads, 1, 1, shared, ctypes.c_void_p(stream), places, None)

    def wait(self, stream: int) -> None:
        """Wait until all work on a stream is complete."""
        self._do("cuStreamSynchronize", ctypes.c_void_p(stream))

    def _do(self, name: str, *arguments: Any) -> None:
        code = getattr(self._library, name)(*arguments)
        _succeeded(not code, "failed call", f"{name}: {self._words(code)}" if code else "")

    def _words(self, code: int) -> str:
        text = ctypes.c_char_p()
        if not code or self._library.cuGetErrorString(code, ctypes.byref(text)) or text.value is None:
            return f"code {code}"
        return text.value.decode()


@cache
def driver() -> Driver:
    """Return the CUDA driver API of this machine."""
    library: ctypes.CDLL | None = None
    with suppress(OSError):
        library = ctypes.CDLL(_LIBRARY)
    _succeeded(library is not None, "no driver", _LIBRARY)
    return Driver(library)


def _succeeded(done: bool, reason: str, message: str) -> None:
    if not done:
        raise finding.DeviceFailure(Noun(reason), ON_CPU, External(message)).error()


_MOST = 2**31 - 1  # largest number of states of one launch


class Launcher:
    """Launcher of a kernel. The kernel's module is loaded onto a GPU at first use."""

    def __init__(self) -> None:
        self._loaded: dict[tuple[Driver, int, Hashable], tuple[Any, PtxModule, int]] = {}

    def __reduce__(self) -> tuple[type[Launcher], tuple[()]]:
        """Pickle the launcher without its loaded modules, which the unpickling process loads again."""
        return Launcher, ()

    def __call__(
        self, like: DeviceArray, key: Hashable, module: Callable[[int], PtxModule], values: Sequence[Any], n: int
    ) -> None:
        """Launch the kernel for n states on the GPU and stream of an array. `module` returns the PTX for a compute
        capability."""
        at_most(n, _MOST, "states in one launch")
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
            if like.library == "jax":  # JAX streams do not wait for this one
                gpu.wait(like.stream)


def even(x: DeviceArray, axes: slice, name: str) -> int:
    """Return the stride in bytes that traverses these axes in C order."""
    step, expected = 0, 0
    for n, stride in reversed([*zip(x.shape[axes], x.strides[axes], strict=True)]):
        if n == 1:
            continue
        if not step:
            step = stride
        elif stride != expected:
            raise finding.UnevenStrides(Argument(name), x.strides).error()
        expected = stride * n
    return step


_ALIGNED = 16


@dataclass(frozen=True)
class _Placed:
    """Operand as passed to a kernel: address, layout, and strides in bytes between columns and between states."""

    pointer: int
    column: int
    state: int
    layout: str


class CudaKernel:
    """Kernel that can be called on GPU arrays. `out=` accepts an array, or a tuple of arrays for several outputs.

    The attributes `operations`, `source` (PTX for arrays in C order) and `compile_seconds` are available without a GPU.
    """

    def __init__(self, name: str, inputs: GraphInputs, outputs: GraphOutputs, dtype: str, *, robot: str | None) -> None:
        started = perf_counter()
        self.name, self.robot, self.dtype = name, robot, np.dtype(dtype)
        self.inputs, self.outputs = tuple(inputs), tuple(outputs)
        self._program = TapeFunction(ENTRY, tape_of(inputs, outputs), labelled(inputs), labelled(outputs))
        self._launcher, self._kind = Launcher(), self.dtype.name  # NumPy creates this name at each access
        self.compile_seconds = perf_counter() - started

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for pickling: names, shapes and the program, without the graph."""
        return self.__dict__ | {"inputs": unlabelled(self.inputs), "outputs": unlabelled(self.outputs)}

    @property
    def operations(self) -> Operations:
        """Number of arithmetic operations per state."""
        return self._program.tape.operations

    @property
    def source(self) -> str:
        """PTX of the kernel for arrays in C order, with one row per state."""
        return self.module((ROWS,) * len(self._program.operands)).ptx

    def __repr__(self) -> str:
        return f"CudaKernel({self.name}, {self.dtype}, {self.operations})"

    def module(self, layouts: tuple[str, ...], capability: int = 90) -> PtxModule:
        """Return PTX for the layout of each operand ("columns", "rows" or "strided"), from the cache if possible."""
        own, real = self._program, REAL[self.dtype.name]
        plan = choose(own, real, layouts, capability)
        words = (own.tape.digest, str(own.inputs), str(own.outputs), real)
        render = warps.render if plan.parts > 1 else program.render_stream if plan.walks else program.render
        return kept(words, capability, plan, partial(render, own, real, plan))

    def __call__(self, *arrays: Any, out: Any = None, axis: int = -1) -> Any:
        """Compute the outputs for every state. States are indexed by the leading dimensions, or by the trailing
        dimensions for axis=0."""
        integer(axis, "axis", lower=-1, upper=0)
        given, wanted = self._program.inputs, self._program.outputs
        names = [x.name for x in given]
        check_count(len(arrays), names, self.name)
        views = [view(x, name, self._kind) for x, name in zip(arrays, names, strict=True)]
        splits = [self._split(x, k, axis) for x, k in zip(views, given, strict=True)]
        leading = tuple(lead for lead, *_ in splits)
        batch = max(leading, key=lambda lead: (prod(lead), len(lead)))
        if any(lead != batch and prod(lead) != 1 for lead in leading):
            raise finding.NotBroadcastable(tuple(map(Argument, names)), leading).error()
        n = prod(batch)
        placed = [self._placed(x, k, *s, n) for x, k, s in zip(views, given, splits, strict=True)]
        across = any(x.layout in (COLUMNS, ALIGNED) for x in placed)
        results = self._results(views[0], batch, across, axis, out)
        for result, k in zip(results, wanted, strict=True):
            x = view(result, "out", self._kind)
            placed.append(self._placed(x, k, *self._split(x, k, axis), n))
        if n:
            self._launch(views[0], placed, n)
        return unpacked(results)

    def _split(self, x: DeviceArray, operand: Operand, axis: int) -> tuple[ArrayShape, int, int]:
        """Return the batch shape, and the strides in bytes between columns and between states."""
        core = len(operand.shape)
        lead = len(x.shape) - core
        at = slice(lead, None) if axis == -1 else slice(0, core)
        rest = slice(0, lead) if axis == -1 else slice(core, None)
        # with axis=0 the other axes come last, so the expected shape contains "n" for each of them
        wanted: Shape = ("...", *operand.shape) if axis == -1 else (*operand.shape, *["n"] * lead)
        check_shape(x.shape, operand.name, wanted, robot=self.robot)
        column, state = even(x, at, operand.name), even(x, rest, operand.name)
        return x.shape[rest], column, state

    def _placed(self, x: DeviceArray, operand: Operand, lead: ArrayShape, column: int, state: int, n: int) -> _Placed:
        size, columns = self.dtype.itemsize, operand.columns
        if prod(lead) == 1 and n > 1:
            return _Placed(x.pointer, column, 0, STRIDED)
        if n > 1 and state == size and columns > 1:
            layout = ALIGNED if x.pointer % _ALIGNED == 0 and column % _ALIGNED == 0 else COLUMNS
        elif (column == size or columns == 1) and (state == size * columns or n == 1) and x.pointer % _ALIGNED == 0:
            layout = ROWS
        else:
            layout = STRIDED
        return _Placed(x.pointer, column, state, layout)

    def _results(self, like: DeviceArray, batch: ArrayShape, across: bool, axis: int, out: Any) -> list[Any]:
        """Return the arrays for the outputs, which are either given by the caller or allocated with the layout of the
        arguments."""
        shapes = [(*batch, *k.shape) if axis == -1 else (*k.shape, *batch) for k in self._program.outputs]
        if out is not None:
            results = list(packed(out))
            check_count(len(results), [x.name for x in self._program.outputs], self.name)
            for x, shape in zip(results, shapes, strict=True):
                check_shape(tuple(x.shape), "out", shape)
            return results
        cuts = [len(batch) if axis == -1 else len(k.shape) for k in self._program.outputs]
        turned = across == (axis == -1)
        return [_new(like, shape, cut if turned else 0) for shape, cut in zip(shapes, cuts, strict=True)]

    def _launch(self, like: DeviceArray, placed: Sequence[_Placed], n: int) -> None:
        values: list[Any] = []
        for x in placed:
            values += [ctypes.c_uint64(x.pointer), ctypes.c_int64(x.column), ctypes.c_int64(x.state)]
        layouts = tuple(x.layout for x in placed)
        self._launcher(like, layouts, lambda capability: self.module(layouts, capability), values, n)


def _new(like: DeviceArray, shape: ArrayShape, cut: int) -> Any:
    """Allocate a new array whose axes from index `cut` onwards vary slowest."""
    axes = tuple(range(len(shape)))
    return empty(like, shape, axes[cut:] + axes[:cut])


class CudaStepping:
    """Callable that simulates many trajectories. The call maps q (..., nq), qd (..., nv) and tau (..., nv) to q and qd
    after `steps` steps of length `step`.

    With tau of shape (..., K, nv), each of the K efforts is constant over `steps` steps, and the results have shape
    (..., K, n).
    """

    def __init__(self, name: str, course: Stepping, names: Sequence[str], dtype: str, *, robot: str) -> None:
        self.name, self.robot, self.dtype, self._course = name, robot, np.dtype(dtype), course
        self._names = (*names, "tau")
        self._columns = (*(part.stop - part.start for part in course.state), course.inputs)
        self._launcher = Launcher()

    @property
    def operations(self) -> Operations:
        """Number of arithmetic operations per stage and trajectory."""
        return self._course.stage.tape.operations

    @property
    def source(self) -> str:
        """PTX of the simulation kernel."""
        return self.module().ptx

    def module(self, capability: int = 90) -> PtxModule:
        """Return the PTX of the simulation, from the cache if possible."""
        course, real = self._course, REAL[self.dtype.name]
        plan = Plan((), 128)
        words = (*(x.tape.digest for x in course.parts), str((course.table, course.state)), real)
        return kept(words, capability, plan, partial(render_stepping, course, real, plan))

    def __call__(self, q: Any, qd: Any, tau: Any, step: float, steps: int = 1) -> tuple[Any, Any]:
        """Simulate all trajectories and return the states after each sample."""
        steps = integer(steps, "steps", lower=0)
        views = [view(x, name, self.dtype.name) for x, name in zip((q, qd, tau), self._names, strict=True)]
        batch = views[0].shape[:-1]
        sampled = len(views[2].shape) == len(batch) + 2
        middle = views[2].shape[-2:-1] if sampled else ()
        shapes = [(*batch, c) for c in self._columns[:2]] + [(*batch, *middle, self._columns[2])]
        for x, shape, name in zip(views, shapes, self._names, strict=True):
            check_shape(x.shape, name, shape, robot=self.robot)
        across = len(batch) > 0 and views[0].strides[len(batch) - 1] == self.dtype.itemsize and prod(batch) > 1
        cut = len(batch) if across else 0
        made = [_new(views[0], (*batch, *middle, columns), cut) for columns in self._columns[:2]]
        values: list[Any] = []
        results = [view(x, "out", self.dtype.name) for x in made]
        for x, sampled in [*((x, False) for x in views[:2]), *((x, bool(middle)) for x in [views[2], *results])]:
            values += self._placed(x, len(batch), sampled)
        real = np.ctypeslib.as_ctypes_type(self.dtype)
        values += [real(step), ctypes.c_int32(steps), ctypes.c_int32(prod(middle))]
        if prod(batch) and prod(middle):
            self._launcher(views[0], (), self.module, values, prod(batch))
        return made[0], made[1]

    def _placed(self, x: DeviceArray, lead: int, sampled: bool) -> list[Any]:
        """Return the address of an operand, and its strides in bytes between columns, trajectories and samples."""
        state = even(x, slice(lead), "the array")
        sample = x.strides[-2] if sampled else 0
        return [ctypes.c_uint64(x.pointer), *(ctypes.c_int64(s) for s in (x.strides[-1], state, sample))]
