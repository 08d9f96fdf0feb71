"""Kernels as operations of JAX: jitted, batched by `vmap`, differentiable in both modes, to any order.

One primitive a graph. Its arguments have one leading shape, over which the kernel runs as it does on NumPy arrays; its
derivative is the primitive of `push`, whose transpose in the tangents is the primitive of `pull`. On a CPU the kernel is called
back with NumPy arrays; on a GPU XLA hands over addresses and its stream (`xla`), and nothing leaves the device.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from dalembert.codegen.runtimes.differentiable import Differentiable
from dalembert.codegen.runtimes.xla import Buffer, handler
from dalembert.errors import MissingExtra, WrongValue

_primitives: WeakKeyDictionary[Differentiable, Any] = WeakKeyDictionary()
_handlers: dict[str, Any] = {}  # XLA never forgets a handler
_KINDS = {"float32": "<f4", "float64": "<f8"}


def function(operation: Differentiable) -> Callable[..., Any]:
    """The operation on arrays of JAX, whose leading shapes are broadcast; one output, or a tuple of them."""
    jax = _jax()
    numpy, names = jax.numpy, [label for label, *_ in operation.inputs]

    def call(*arrays: Any) -> Any:
        if len(arrays) != len(names):
            raise WrongValue(f"{operation.name} needs {len(names)} arguments ({', '.join(names)}), got {len(arrays)}")
        given = [numpy.asarray(x) for x in arrays]
        dtype = numpy.result_type(*given)
        if dtype.kind == "c":
            raise WrongValue(f"{operation.owner} needs real numbers, got {dtype}")
        dtype = dtype if dtype in (np.float32, np.float64) else numpy.result_type(float)
        leading = []
        for x, (label, shape, _) in zip(given, operation.inputs, strict=True):
            if x.shape[x.ndim - len(shape) :] != shape or x.ndim < len(shape):
                raise WrongValue(
                    f"{label} has shape {x.shape}, {operation.owner} needs (..., {', '.join(map(str, shape))})"
                )
            leading.append(x.shape[: x.ndim - len(shape)])
        operation.check([None if isinstance(x, jax.core.Tracer) else x for x in given])
        common = np.broadcast_shapes(*leading)
        whole = [
            numpy.broadcast_to(x.astype(dtype), common + s)
            for x, (_, s, _) in zip(given, operation.inputs, strict=True)
        ]
        results = _primitive(operation).bind(*whole)
        return results[0] if len(results) == 1 else tuple(results)

    call.__name__ = operation.name.replace(" ", "_")
    return call


def _primitive(operation: Differentiable) -> Any:
    if operation not in _primitives:
        _primitives[operation] = _made(operation)
    return _primitives[operation]


def _made(operation: Differentiable) -> Any:
    jax = _jax()
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
        return primitive.bind(*arrays), _primitive(operation.push).bind(*arrays, *given)

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
    """Weights of the tangents: `push` at (x, ẋ) is linear in ẋ, and its transpose there is `pull` at x."""
    from jax.interpreters import ad

    assert operation.tangent_of is not None
    x, rates = arrays[: len(arrays) // 2], arrays[len(arrays) // 2 :]
    bars = _primitive(operation.tangent_of.pull).bind(*x, *(ad.instantiate_zeros(w) for w in weights))
    return [None] * len(x) + [bar if ad.is_undefined_primal(r) else None for bar, r in zip(bars, rates, strict=True)]


@dataclass(frozen=True)
class _Raw:
    """A buffer of XLA's, as the CUDA array interface tells it."""

    buffer: Buffer
    real: str
    stream: int

    @property
    def shape(self) -> tuple[int, ...]:
        return self.buffer.shape

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        place = (self.buffer.address, False)
        return {
            "shape": self.shape,
            "typestr": _KINDS[self.real],
            "data": place,
            "version": 3,
            "stream": self.stream or None,
        }


def _target(operation: Differentiable, real: str) -> str:
    """The name under which XLA finds the operation's kernel for a GPU."""
    name = f"dalembert_{operation.name}_{real}_{id(operation)}"
    if name not in _handlers:

        def run(given: Sequence[Buffer], wanted: Sequence[Buffer], stream: int) -> None:
            inputs, outputs = ([_Raw(x, real, stream) for x in side] for side in (given, wanted))
            operation.cuda(real)(*inputs, out=tuple(outputs))

        jax = _jax()
        _handlers[name] = handler(run, streamed=True)
        jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(_handlers[name]), platform="CUDA")
    return name


def _numbers(operation: Differentiable, *arrays: Any) -> list[Any]:
    """The kernel on what JAX hands over."""
    given = [np.asarray(x) for x in arrays]
    results = operation.kernel(given[0].dtype.name)(*given)
    return [np.asarray(x) for x in (results if isinstance(results, tuple) else (results,))]


def _jax() -> Any:
    try:
        import jax
    except ImportError:
        raise MissingExtra(
            "JAX is not installed; pip install jax, or use dalembert.compile for the same numbers on NumPy arrays"
        ) from None
    return jax
