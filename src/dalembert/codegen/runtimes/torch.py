"""Kernels as operations of PyTorch: differentiable in reverse mode to any order, batched by leading dimensions and `vmap`.

Tensors on the CPU are seen as NumPy arrays, without a copy; tensors on a GPU go to kernels there, on their stream. The weights of the inputs are the operation `pull`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from dalembert.codegen.runtimes.differentiable import Differentiable, missing_package

_functions: WeakKeyDictionary[Differentiable, Any] = WeakKeyDictionary()


def function(operation: Differentiable) -> Callable[..., Any]:
    """The operation on tensors, whose leading shapes are broadcast; one output, or a tuple of them."""
    torch = _torch()

    def call(*tensors: Any) -> Any:
        given = [x if isinstance(x, torch.Tensor) else torch.as_tensor(x) for x in tensors]
        common = operation.leading([tuple(x.shape) for x in given])
        dtype = torch.float32 if all(x.dtype == torch.float32 for x in given) else torch.float64
        whole = [x.to(dtype).expand(*common, *s) for x, (_, s, _) in zip(given, operation.inputs, strict=True)]
        results = _class(operation).apply(*whole)
        return results[0] if len(results) == 1 else results

    call.__name__ = operation.name.replace(" ", "_")
    return call


def _class(operation: Differentiable) -> Any:
    if operation not in _functions:
        _functions[operation] = _made(operation)
    return _functions[operation]


def _made(operation: Differentiable) -> Any:
    torch = _torch()

    class Operation(torch.autograd.Function):  # type: ignore[misc, name-defined]  # an optional package, its types not followed
        """The kernel, and `pull` for its weights."""

        @staticmethod
        def forward(*tensors: Any) -> Any:
            given, real = [x.detach() for x in tensors], str(tensors[0].dtype).removeprefix("torch.")
            if given[0].is_cuda:
                results = operation.cuda(real)(*(x.contiguous() for x in given))
                return results if isinstance(results, tuple) else (results,)
            arrays = [x.numpy() for x in given]
            operation.check(arrays)
            results = operation.kernel(real)(*arrays)
            several = results if isinstance(results, tuple) else (results,)
            return tuple(torch.from_numpy(np.ascontiguousarray(x)) for x in several)

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(*inputs)

        @staticmethod
        def backward(ctx: Any, *weights: Any) -> Any:
            return _class(operation.pull).apply(*ctx.saved_tensors, *weights)

        @staticmethod
        def vmap(info: Any, axes: Any, *tensors: Any) -> Any:
            whole = [
                x.expand(info.batch_size, *x.shape) if axis is None else x.movedim(axis, 0)
                for x, axis in zip(tensors, axes, strict=True)
            ]
            results = Operation.apply(*whole)
            return results, (0,) * len(results)

    return Operation


def _torch() -> Any:
    try:
        import torch
    except ImportError:
        raise missing_package("torch") from None
    return torch
