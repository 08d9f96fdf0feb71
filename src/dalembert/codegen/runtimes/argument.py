"""What a kernel was called with: converted where that is possible, explained where it is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.codegen.tape import Operand
from dalembert.errors import WrongSize, WrongValue

PARAMETERS = "parameters"  # the input that holds them


def arrays(given: Sequence[Any], operands: Sequence[Operand], owner: str) -> list[NDArray[Any]]:
    """The arguments as arrays of real numbers whose shapes fit, or the error that says which does not."""
    if len(given) != len(operands):
        names = ", ".join(x.name for x in operands)
        raise WrongSize(f"{owner} needs {len(operands)} arguments ({names}), got {len(given)}")
    result = [_array(x, operand, owner) for x, operand in zip(given, operands, strict=True)]
    leading = [x.shape[: x.ndim - len(k.shape)] for x, k in zip(result, operands, strict=True)]
    try:
        np.broadcast_shapes(*leading)
    except ValueError:
        shapes = ", ".join(f"{k.name} {shape}" for k, shape in zip(operands, leading, strict=True))
        raise WrongSize(f"the leading shapes of the arguments do not broadcast together: {shapes}") from None
    return result


def unmasked(given: Sequence[Any], operands: Sequence[Operand], owner: str) -> None:
    """Raise where entries are masked: NumPy would take what lies under the mask."""
    for x, (name, _) in zip(given, operands, strict=True):
        if np.ma.is_masked(x):
            raise WrongValue(f"{name} has masked entries; {owner} needs real numbers")


def valued(parameters: NDArray[Any], names: Sequence[str], owner: str) -> None:
    """Raise where a parameter is NaN: it stands for one that has no value, and would make every result NaN."""
    missing = np.isnan(parameters).reshape(-1, len(names)).any(axis=0)
    if missing.any():
        name = names[int(np.argmax(missing))]
        raise WrongValue(f"parameter '{name}' of {owner} has no value; the order is {', '.join(names[:12])}")


def _array(x: Any, operand: Operand, owner: str) -> NDArray[Any]:
    name, shape = operand
    try:
        array = np.asarray(x)
    except ValueError:
        raise WrongSize(f"{name} is ragged; {owner} needs an array of shape {_ending(shape)}") from None
    if array.dtype.kind not in "fiub":
        raise WrongValue(f"{name} holds {array.dtype}; {owner} needs real numbers")
    if array.ndim < len(shape) or array.shape[array.ndim - len(shape) :] != shape:
        if len(shape) == 1:
            got = f"{array.shape[-1]} entries" if array.ndim else "no axis"
            raise WrongSize(f"{name} has {got}, {owner} needs {shape[0]}; its shape is {array.shape}")
        raise WrongSize(f"{name} has shape {array.shape}, {owner} needs {_ending(shape)}")
    return array


def _ending(shape: tuple[int, ...]) -> str:
    return f"(..., {', '.join(map(str, shape))})" if shape else "(...)"
