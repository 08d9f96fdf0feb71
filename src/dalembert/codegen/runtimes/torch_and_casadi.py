"""Differentiable functions. A graph and its derivatives are compiled to kernels, which can be called from PyTorch and
CasADi.

    push   ẏ = Σ ∂y/∂x ẋ   maps tangents of the inputs to tangents of the outputs (forward mode)
    pull   x̄ = (∂y/∂x)ᵀ ȳ  maps weights of the outputs to weights of the inputs (reverse mode), at a few times y's cost

The map `push` is linear in the tangents, and `pull` is linear in the weights. Each of the two maps is the transpose of
the other, as automatic differentiation requires.

In PyTorch, an operation is differentiable in reverse mode to any order and can be batched over leading dimensions and
with `vmap`. CPU tensors are read as NumPy arrays, without a copy. GPU tensors are passed to CUDA kernels on their
stream. In CasADi, every operation of the tape is an SX node, so that differentiation, C code generation and solvers
have access to all operations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.argument import optional
from dalembert.codegen.function import identifiers
from dalembert.codegen.runtimes.cuda import CudaKernel
from dalembert.codegen.runtimes.kernel import PARAMETERS, Kernel, check_count, leading_shapes, valued
from dalembert.codegen.runtimes.ufunc import packed, unpacked
from dalembert.codegen.tape import ArrayShape, GraphInputs, GraphOutputs, TapeFunction, labelled, split
from dalembert.graph import Node, Op, Scalar, symbol
from dalembert.graph.diff import forward, gradient
from dalembert.graph.evaluate import meaning


class Differentiable:
    """Differentiable function y(x) with `inputs` and `outputs` as in `Kernel`. If the function is the `push` of another
    function, `tangent_of` refers to that function."""

    def __init__(
        self,
        name: str,
        inputs: GraphInputs,
        outputs: GraphOutputs,
        *,
        robot: str | None = None,
        tangent_of: Differentiable | None = None,
    ) -> None:
        self.name, self.robot, self.tangent_of = name, robot, tangent_of
        self.inputs = tuple((label, tuple(shape), tuple(entries)) for label, shape, entries in inputs)
        self.outputs = tuple((label, tuple(shape), tuple(entries)) for label, shape, entries in outputs)
        self._made: dict[tuple[Any, ...], Any] = {}

    def leading(self, shapes: Sequence[ArrayShape]) -> ArrayShape:
        """Check the shapes of arguments and return their common leading shape."""
        operands = labelled(self.inputs)
        check_count(len(shapes), [x.name for x in operands], self.name)
        return np.broadcast_shapes(*leading_shapes(shapes, operands, self.robot))

    def check(self, given: Sequence[Any]) -> None:
        """Raise an error if a robot parameter has no value. None represents an argument whose value is not known
        yet."""
        for x, (label, _, nodes) in zip(given, self.inputs, strict=True):
            if label == PARAMETERS and x is not None:
                valued(np.asarray(x), [str(node.value) for node in nodes])

    def kernel(self, dtype: str) -> Kernel:
        """Return the kernel that computes the values of the function, in float32 or float64."""
        made: Kernel = self.made(_compiled, Kernel, dtype)
        return made

    def cuda(self, dtype: str) -> CudaKernel:
        """Return the kernel that computes the values of the function for GPU arrays."""
        made: CudaKernel = self.made(_compiled, CudaKernel, dtype)
        return made

    def made(self, make: Callable[..., Any], *options: Any) -> Any:
        """Return the result of applying `make` to this operation. The result is cached with the operation."""
        if (make, *options) not in self._made:
            self._made[make, *options] = make(self, *options)
        return self._made[make, *options]

    @cached_property
    def push(self) -> Differentiable:
        """Return the forward-mode derivative (x, ẋ) ↦ ẏ, with one tangent for each input."""
        rates = self._like(self.inputs, "rate")
        moving = {
            x: r for (*_, xs), (*_, rs) in zip(self.inputs, rates, strict=True) for x, r in zip(xs, rs, strict=True)
        }
        moved = iter(forward(_flat(self.outputs), dict(moving)))
        outputs = [(label, shape, tuple(next(moved) for _ in entries)) for label, shape, entries in self.outputs]
        name = f"tangent of {self.name}"
        return Differentiable(name, (*self.inputs, *rates), outputs, robot=self.robot, tangent_of=self)

    @cached_property
    def pull(self) -> Differentiable:
        """Return the reverse-mode derivative (x, ȳ) ↦ x̄, with one weight for each output."""
        weights = self._like(self.outputs, "weight")
        whole: Scalar = 0
        for y, w in zip(_flat(self.outputs), _flat(weights), strict=True):
            whole = whole + w * y
        variables: list[Node] = [x for *_, entries in self.inputs for x in entries]
        slopes = iter(gradient(whole, variables))
        outputs = [(label, shape, tuple(next(slopes) for _ in entries)) for label, shape, entries in self.inputs]
        return Differentiable(f"gradient of {self.name}", (*self.inputs, *weights), outputs, robot=self.robot)

    def _like(self, operands: GraphOutputs, word: str) -> GraphInputs:
        """Create symbols with the shapes of operands, distinct from all inputs of this operation."""
        first = len(self.inputs)
        return [
            (f"{word} of {label}", shape, tuple(symbol(f"{word}.{first + i}.{j}") for j in range(len(entries))))
            for i, (label, shape, entries) in enumerate(operands)
        ]


def _flat(operands: GraphOutputs) -> list[Scalar]:
    return [x for *_, entries in operands for x in entries]


def _compiled(operation: Differentiable, kind: type[Kernel] | type[CudaKernel], dtype: str) -> Kernel | CudaKernel:
    return kind(operation.name, operation.inputs, operation.outputs, dtype, robot=operation.robot)


def torch_function(operation: Differentiable) -> Callable[..., Any]:
    """Return the operation as a function on PyTorch tensors with broadcast leading shapes. The function returns a
    single output or a tuple of outputs."""
    torch = optional("torch", "torch")

    def call(*tensors: Any) -> Any:
        given = [x if isinstance(x, torch.Tensor) else torch.as_tensor(x) for x in tensors]
        common = operation.leading([tuple(x.shape) for x in given])
        dtype = torch.float32 if all(x.dtype == torch.float32 for x in given) else torch.float64
        whole = [x.to(dtype).expand(*common, *s) for x, (_, s, _) in zip(given, operation.inputs, strict=True)]
        return unpacked(operation.made(_class).apply(*whole))

    call.__name__ = operation.name.replace(" ", "_")
    return call


def _class(operation: Differentiable) -> Any:
    torch = optional("torch", "torch")

    class Operation(torch.autograd.Function):  # type: ignore[misc, name-defined]  # an optional package, its types not followed
        """PyTorch operation that calls the kernel in the forward pass, and `pull` in the backward pass."""

        @staticmethod
        def forward(*tensors: Any) -> Any:
            given, real = [x.detach() for x in tensors], str(tensors[0].dtype).removeprefix("torch.")
            if given[0].is_cuda:
                return packed(operation.cuda(real)(*(x.contiguous() for x in given)))
            arrays = [x.numpy() for x in given]
            operation.check(arrays)
            results = packed(operation.kernel(real)(*arrays))
            return tuple(torch.from_numpy(np.ascontiguousarray(x)) for x in results)

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(*inputs)

        @staticmethod
        def backward(ctx: Any, *weights: Any) -> Any:
            return operation.pull.made(_class).apply(*ctx.saved_tensors, *weights)

        @staticmethod
        def vmap(info: Any, axes: Any, *tensors: Any) -> Any:
            whole = [
                x.expand(info.batch_size, *x.shape) if axis is None else x.movedim(axis, 0)
                for x, axis in zip(tensors, axes, strict=True)
            ]
            results = Operation.apply(*whole)
            return results, (0,) * len(results)

    return Operation


def casadi_function(function: TapeFunction) -> Any:
    """Return the operation as a `casadi.Function`. Vectors become columns, and arrays with more than two dimensions
    become matrices stacked by rows."""
    casadi = optional("casadi", "casadi")
    calls = meaning(casadi) | {
        Op.SELECT: lambda a, b, x, y: casadi.if_else(a < b, x, y),
        Op.MIN: casadi.fmin,
        Op.MAX: casadi.fmax,
    }
    given = [casadi.SX.sym(x.name, *_size(x.shape)) for x in function.inputs]
    slots: list[Any] = [s[i, j] for s in given for i in range(s.size1()) for j in range(s.size2())]
    slots += [casadi.SX(x) for x in function.tape.constants]
    for op, args in function.tape.instructions:
        slots.append(calls[op](*(slots[i] for i in args)))
    results = []
    for operand, entries in split([slots[k] for k in function.tape.outputs], function.outputs):
        rows, columns = _size(operand.shape)
        results.append(casadi.reshape(casadi.vertcat(*entries), columns, rows).T)
    words = identifiers([x.name for x in (*function.inputs, *function.outputs)], ["null", "jac", "hess"])
    names = [[words[x.name] for x in side] for side in (function.inputs, function.outputs)]
    return casadi.Function(identifiers([function.name])[function.name], given, results, *names)


def _size(shape: ArrayShape) -> tuple[int, int]:
    """Return the numbers of rows and columns of the matrix that represents an operand in CasADi."""
    rows, columns, *deeper = (*shape, 1, 1)
    return (rows * columns, deeper[0]) if len(shape) == 3 else (rows, columns)
