"""Kernels as JAX operations, which support `jit`, `vmap`, and differentiation in both modes to any order.

Each graph has one JAX primitive. The arguments of a primitive share one leading shape, over which the kernel iterates,
as for NumPy arrays. The derivative of a primitive is the primitive for `push`, whose transpose with respect to the
tangents is the primitive for `pull`. On a CPU, JAX calls the kernel with NumPy arrays. On a GPU, XLA passes the
addresses of the arrays and its stream, and all data remain on the device.

    XLA_FFI_Error *handler(XLA_FFI_CallFrame *frame)

The function `handler` has the signature of XLA's foreign function interface, version 0.x of its C header. XLA first
queries the interface version of a handler through an extension of the call frame, and then calls the handler in the
execution stage.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from dalembert import finding
from dalembert.argument import optional
from dalembert.codegen.runtimes.torch_and_casadi import Differentiable
from dalembert.codegen.runtimes.ufunc import packed, structure, unpacked
from dalembert.codegen.tape import ArrayShape
from dalembert.finding.finding import Argument, Given

_METADATA, _EXECUTE, _INTERNAL = 1, 3, 13
_MAJOR, _MINOR = 0, 1  # oldest version with the features that are used here
_P = ctypes.c_void_p
_Z = ctypes.c_size_t
_L = ctypes.c_int64
_I = ctypes.c_int


class XlaBuffer(NamedTuple):
    """XLA array in C order, given by its address and its shape."""

    address: int
    shape: ArrayShape


Run = Callable[[Sequence[XlaBuffer], Sequence[XlaBuffer], int], None]


_POINTER = ctypes.POINTER
_Extension = structure(size=_Z, type=_I, next=_P)
_Version = structure(size=_Z, extension=_P, major=_I, minor=_I)
_Metadata = structure(size=_Z, version=_Version, traits=ctypes.c_uint32)
_Asked = structure(base=_Extension, metadata=_POINTER(_Metadata))
_Buffer = structure(size=_Z, extension=_P, dtype=_I, data=_P, rank=_L, dims=_POINTER(_L))
# XLA_FFI_Args and XLA_FFI_Rets
_Arrays = structure(size=_Z, extension=_P, count=_L, types=_P, arrays=_POINTER(_POINTER(_Buffer)))
_ERRORS = {"error_create": _P, "error_message": _P, "error_destroy": _P}
_Api = structure(size=_Z, extension=_P, version=_Version, internal=_P, **_ERRORS, register=_P, stream_get=_P)
_Frame = structure(
    size=_Z, extension=_POINTER(_Asked), api=_POINTER(_Api), context=_P, stage=_I, given=_Arrays, wanted=_Arrays
)
_Stream = structure(size=_Z, extension=_P, context=_P, stream=_P)
_Error = structure(size=_Z, extension=_P, message=ctypes.c_char_p, code=_I)
_HANDLER = ctypes.CFUNCTYPE(_P, _POINTER(_Frame))
_CALL = ctypes.CFUNCTYPE(_P, _P)


def handler(run: Run, *, streamed: bool) -> Any:
    """Return an XLA handler. The caller must keep a reference to the handler as long as XLA can call it. If `streamed`
    is False, the stream is 0, as it is on a CPU."""

    def call(pointer: Any) -> Any:
        frame = pointer.contents
        if frame.extension and frame.extension.contents.base.type == _METADATA:
            answer = frame.extension.contents.metadata.contents
            answer.version.major, answer.version.minor, answer.traits = _MAJOR, _MINOR, 0
            return None
        if frame.stage != _EXECUTE:
            return None
        try:
            stream = _stream(frame) if streamed else 0
            run(_buffers(frame.given), _buffers(frame.wanted), stream)
        except Exception as error:  # XLA's frames can pass only XLA's own errors
            return _failed(frame, f"{type(error).__name__}: {error}")
        return None

    return _HANDLER(call)


def _buffers(arrays: Any) -> list[XlaBuffer]:
    found = [arrays.arrays[i].contents for i in range(arrays.count)]
    return [XlaBuffer(x.data or 0, tuple(x.dims[j] for j in range(x.rank))) for x in found]


def _stream(frame: Any) -> int:
    request = _Stream(ctypes.sizeof(_Stream), None, frame.context, None)
    failed = _CALL(frame.api.contents.stream_get)(ctypes.addressof(request))
    assert not failed, "XLA returned no stream"
    return request.stream or 0


def _failed(frame: Any, message: str) -> Any:
    error = _Error(ctypes.sizeof(_Error), None, message.encode(), _INTERNAL)
    return _CALL(frame.api.contents.error_create)(ctypes.addressof(error))


_handlers: dict[str, Any] = {}  # XLA keeps a registered handler forever
_KINDS = {"float32": "<f4", "float64": "<f8"}


def function(operation: Differentiable) -> Callable[..., Any]:
    """Return the operation as a function on JAX arrays with broadcast leading shapes. The function returns a single
    output or a tuple of outputs."""
    jax = optional("jax", "jax")
    numpy = jax.numpy

    def call(*arrays: Any) -> Any:
        given = [numpy.asarray(x) for x in arrays]
        common = operation.leading([x.shape for x in given])
        dtype = numpy.result_type(*given)
        if dtype.kind == "c":
            wrong = next(k for k, x in enumerate(given) if x.dtype.kind == "c")
            raise finding.NotReal(Argument(operation.inputs[wrong][0]), Given(str(dtype))).error()
        dtype = dtype if dtype in (np.float32, np.float64) else numpy.result_type(float)
        operation.check([None if isinstance(x, jax.core.Tracer) else x for x in given])
        whole = [
            numpy.broadcast_to(x.astype(dtype), common + s)
            for x, (_, s, _) in zip(given, operation.inputs, strict=True)
        ]
        return unpacked(operation.made(_primitive).bind(*whole))

    call.__name__ = operation.name.replace(" ", "_")
    return call


def _primitive(operation: Differentiable) -> Any:
    jax = optional("jax", "jax")
    from jax.extend.core import Primitive
    from jax.interpreters import ad, batching, mlir

    primitive = Primitive(f"dalembert_{operation.name.replace(' ', '_')}")
    primitive.multiple_results = True
    shapes = [shape for _, shape, _ in operation.outputs]
    core = len(operation.inputs[0][1])

    def abstract(*arrays: Any) -> list[Any]:
        leading = arrays[0].shape[: arrays[0].ndim - core]
        return [jax.core.ShapedArray(leading + shape, arrays[0].dtype) for shape in shapes]

    def computed(*arrays: Any) -> Any:
        wanted = [jax.ShapeDtypeStruct(x.shape, x.dtype) for x in abstract(*arrays)]
        return jax.pure_callback(partial(_numbers, operation), wanted, *arrays, vmap_method="broadcast_all")

    def batched(arrays: Sequence[Any], axes: Sequence[Any]) -> tuple[Any, list[int]]:
        size = next(x.shape[axis] for x, axis in zip(arrays, axes, strict=True) if axis is not None)
        whole = [
            jax.numpy.broadcast_to(x, (size, *x.shape)) if axis is None else jax.numpy.moveaxis(x, axis, 0)
            for x, axis in zip(arrays, axes, strict=True)
        ]
        return primitive.bind(*whole), [0] * len(shapes)

    def tangent(arrays: Sequence[Any], rates: Sequence[Any]) -> tuple[Any, Any]:
        given = [ad.instantiate_zeros(x) for x in rates]
        return primitive.bind(*arrays), operation.push.made(_primitive).bind(*arrays, *given)

    def on_gpu(context: Any, *operands: Any) -> Any:
        return jax.ffi.ffi_lowering(_target(operation, context.avals_in[0].dtype.name))(context, *operands)

    primitive.def_impl(jax.jit(primitive.bind))
    primitive.def_abstract_eval(abstract)
    batching.primitive_batchers[primitive] = batched
    ad.primitive_jvps[primitive] = tangent
    mlir.register_lowering(primitive, mlir.lower_fun(computed, multiple_results=True))
    mlir.register_lowering(primitive, on_gpu, platform="cuda")
    if operation.tangent_of is not None:
        ad.primitive_transposes[primitive] = partial(_transposed, operation)
    return primitive


def _transposed(operation: Differentiable, weights: Sequence[Any], *arrays: Any) -> list[Any]:
    """Return the transpose with respect to the tangents. The function `push` at (x, ẋ) is linear in ẋ, and its
    transpose is `pull` at x.
    """
    from jax.interpreters import ad

    assert operation.tangent_of is not None
    x, rates = arrays[: len(arrays) // 2], arrays[len(arrays) // 2 :]
    bars = operation.tangent_of.pull.made(_primitive).bind(*x, *(ad.instantiate_zeros(w) for w in weights))
    return [None] * len(x) + [bar if ad.is_undefined_primal(r) else None for bar, r in zip(bars, rates, strict=True)]


def _raw(x: XlaBuffer, real: str, stream: int) -> Any:
    """Wrap an XLA buffer in an object with the CUDA array interface."""
    place = {"shape": x.shape, "typestr": _KINDS[real], "data": (x.address, False), "version": 3}
    return SimpleNamespace(shape=x.shape, __cuda_array_interface__=place | {"stream": stream or None})


def _target(operation: Differentiable, real: str) -> str:
    """Return the name under which the operation's GPU kernel is registered with XLA."""
    name = f"dalembert_{operation.name}_{real}_{id(operation)}"
    if name not in _handlers:

        def run(given: Sequence[XlaBuffer], wanted: Sequence[XlaBuffer], stream: int) -> None:
            inputs, outputs = ([_raw(x, real, stream) for x in side] for side in (given, wanted))
            operation.cuda(real)(*inputs, out=tuple(outputs))

        jax = optional("jax", "jax")
        _handlers[name] = handler(run, streamed=True)
        jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(_handlers[name]), platform="CUDA")
    return name


def _numbers(operation: Differentiable, *arrays: Any) -> list[Any]:
    """Call the kernel on the arrays that JAX passes."""
    given = [np.asarray(x) for x in arrays]
    results = operation.kernel(given[0].dtype.name)(*given)
    return [np.asarray(x) for x in packed(results)]
