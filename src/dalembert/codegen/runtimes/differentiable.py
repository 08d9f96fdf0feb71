"""A graph with its derivatives, each a compiled kernel and again differentiable.

    push   ẏ = Σ ∂y/∂x ẋ          tangents of the inputs to tangents of the outputs (forward mode)
    pull   x̄ = (∂y/∂x)ᵀ ȳ         weights of the outputs to weights of the inputs (reverse mode), at a few times y's cost

Both are linear in the tangents or weights, and each is the transpose of the other, as autodiff systems require.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.codegen.runtimes.cuda.kernel import CudaKernel
from dalembert.codegen.runtimes.kernel import (
    PARAMETERS,
    Given,
    Kernel,
    Wanted,
    check_count,
    leading_shapes,
    valued,
)
from dalembert.codegen.tape import Operand
from dalembert.errors import DalembertError
from dalembert.finding.argument import MissingPackage
from dalembert.finding.finding import Function, Identifier, Install
from dalembert.graph import Node, Scalar, symbol
from dalembert.graph.diff import forward, gradient

Operands = Sequence[tuple[str, tuple[int, ...], Sequence[Scalar]]]


class Differentiable:
    """y(x): `inputs` and `outputs` as a `Kernel` takes them. `tangent_of` is y where this is its `push`."""

    def __init__(
        self,
        name: str,
        inputs: Given,
        outputs: Wanted,
        *,
        robot: str | None = None,
        tangent_of: Differentiable | None = None,
    ) -> None:
        self.name, self.robot, self.tangent_of = name, robot, tangent_of
        self.inputs = tuple((label, tuple(shape), tuple(entries)) for label, shape, entries in inputs)
        self.outputs = tuple((label, tuple(shape), tuple(entries)) for label, shape, entries in outputs)
        self._kernels: dict[str, Kernel] = {}
        self._on_gpu: dict[str, CudaKernel] = {}

    def leading(self, shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        """Return the common leading shape of arguments of these shapes, after checking them."""
        operands = [Operand(label, shape) for label, shape, _ in self.inputs]
        check_count(len(shapes), [x.name for x in operands], self.name)
        return np.broadcast_shapes(*leading_shapes(shapes, operands, self.robot))

    def check(self, given: Sequence[Any]) -> None:
        """Raise where a parameter has no value; None is an argument that is not known yet."""
        for x, (label, _, nodes) in zip(given, self.inputs, strict=True):
            if label == PARAMETERS and x is not None:
                valued(np.asarray(x), [str(node.value) for node in nodes])

    def kernel(self, dtype: str) -> Kernel:
        """The kernel of the values, in float32 or float64."""
        if dtype not in self._kernels:
            self._kernels[dtype] = Kernel(self.name, self.inputs, self.outputs, dtype, robot=self.robot)
        return self._kernels[dtype]

    def cuda(self, dtype: str) -> CudaKernel:
        """The same for arrays on a GPU."""
        if dtype not in self._on_gpu:
            self._on_gpu[dtype] = CudaKernel(self.name, self.inputs, self.outputs, dtype, robot=self.robot)
        return self._on_gpu[dtype]

    @cached_property
    def push(self) -> Differentiable:
        """(x, ẋ) ↦ ẏ, one tangent for each input."""
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
        """(x, ȳ) ↦ x̄, one weight for each output."""
        weights = self._like(self.outputs, "weight")
        whole: Scalar = 0
        for y, w in zip(_flat(self.outputs), _flat(weights), strict=True):
            whole = whole + w * y
        variables: list[Node] = [x for *_, entries in self.inputs for x in entries]
        slopes = iter(gradient(whole, variables))
        outputs = [(label, shape, tuple(next(slopes) for _ in entries)) for label, shape, entries in self.inputs]
        return Differentiable(f"gradient of {self.name}", (*self.inputs, *weights), outputs, robot=self.robot)

    def _like(self, operands: Operands, word: str) -> Given:
        """Symbols in the shape of operands that no input of this operation has."""
        first = len(self.inputs)
        return [
            (f"{word} of {label}", shape, tuple(symbol(f"{word}.{first + i}.{j}") for j in range(len(entries))))
            for i, (label, shape, entries) in enumerate(operands)
        ]


def missing_package(name: str) -> DalembertError:
    """Return the error about an optional package that the public function of the same name needs."""
    return MissingPackage(Identifier(name), Function(name), Install(Identifier(name))).error()


def _flat(operands: Operands) -> list[Scalar]:
    return [x for *_, entries in operands for x in entries]
