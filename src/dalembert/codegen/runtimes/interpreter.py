"""Interpreter for tapes on systems that do not permit the execution of generated code. The interpreter makes one NumPy
call per operation.

The results agree with those of the compiled kernel up to rounding. A warning is issued once, because the interpreter is
slower than compiled code.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.codegen.runtimes.ufunc import packed, signature, unpacked
from dalembert.codegen.tape import ArrayShape, Operand, Tape, TapeFunction, split
from dalembert.errors import DalembertWarning
from dalembert.finding.finding import External
from dalembert.graph.evaluate import meaning

Array = NDArray[Any]
_MEANING = meaning(np)


@cache
def warn_once(cause: finding.NotExecutable | External) -> None:
    """Warn once that kernels will run slowly."""
    warnings.warn(DalembertWarning(finding.SlowKernels(cause)), stacklevel=5)


def warn(error: Exception) -> None:
    """Warn that compilation failed because of an error, so that kernels will run slowly."""
    cause = getattr(error, "finding", None)
    warn_once(cause if isinstance(cause, finding.NotExecutable) else External(str(error)))


def run(tape: Tape, inputs: Sequence[Array], dtype: np.dtype[Any]) -> list[Array]:
    """Compute the outputs of a tape for arrays that share one shape.

    If an input that affects no output is NaN, the outputs are still NaN.
    """
    slots: list[Array] = [*inputs, *(dtype.type(x) for x in tape.constants)]
    for op, args in tape.instructions:
        slots.append(_MEANING[op](*(slots[i] for i in args)))
    bad = np.zeros((), dtype)
    for slot, _ in tape.hidden:
        bad = bad + np.where(np.isnan(inputs[slot]), inputs[slot], 0)
    return [np.asarray(slots[i] + bad, dtype) for i in tape.outputs]


class InterpretedKernel:
    """Interpreted kernel with the interface of a compiled ufunc."""

    def __init__(self, function: TapeFunction, dtype: np.dtype[Any]) -> None:
        self.function, self.dtype, self.signature = function, dtype, signature(function)

    def __call__(self, *arrays: Any, out: Any = None, **_: Any) -> Any:
        """Compute the outputs for every state in the leading dimensions. Types are converted as in a ufunc."""
        given = [(self._array(x, operand), operand) for x, operand in zip(arrays, self.function.inputs, strict=True)]
        leading = np.broadcast_shapes(*(x.shape[: x.ndim - len(operand.shape)] for x, operand in given))
        columns = []
        for x, operand in given:
            flat = np.broadcast_to(x, leading + operand.shape).reshape(*leading, operand.columns)
            columns += [flat[..., j] for j in range(operand.columns)]
        found = [np.broadcast_to(x, leading) for x in run(self.function.tape, columns, self.dtype)]
        results = [np.stack(own, axis=-1).reshape(leading + x.shape) for x, own in split(found, self.function.outputs)]
        if out is None:
            return unpacked([x[()] for x in results])
        for target, result in zip(packed(out), results, strict=True):
            _same(target.shape, result.shape)
            target[...] = result
        return unpacked(packed(out))

    def _array(self, x: Any, operand: Operand) -> Array:
        array: Array = np.positive(x, dtype=self.dtype, casting="same_kind")
        _same(array.shape[max(array.ndim - len(operand.shape), 0) :], operand.shape)
        return array


def _same(shape: ArrayShape, wanted: ArrayShape) -> None:
    """Check that shapes agree, and otherwise raise the same error as a ufunc."""
    if shape != wanted:
        raise ValueError(f"expected shape {wanted}, got {shape}")
