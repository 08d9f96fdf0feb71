"""A kernel: a graph as a function on arrays.

The graph becomes a tape, the tape LLVM IR, the IR machine code (from the cache on disk where it is there
already), and the code a NumPy ufunc. Arguments are `(..., core shape)`, the leading shapes are broadcast.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from math import prod
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.codegen import cache as disk
from dalembert.codegen import image, machine, split
from dalembert.codegen.llvm import LOOP, Operand, render
from dalembert.codegen.tape import tape
from dalembert.codegen.ufunc import signature, ufunc
from dalembert.errors import DalembertError, WrongSize, WrongValue
from dalembert.graph import Node, Operations, Scalar

Array = NDArray[Any]
Given = Sequence[tuple[str, tuple[int, ...], Sequence[Node]]]
Wanted = Sequence[tuple[str, tuple[int, ...], Sequence[Scalar]]]

THREADED = 5e7  # states × operations from which a batch is worth several threads
_PART = 1 << 21  # numbers of a part where NumPy must convert them: 16 MB of doubles
_REAL = {"float64": "double", "float32": "float"}


class Kernel:
    """Callable on arrays; `out=` takes an array, or a tuple of them where there are several outputs."""

    def __init__(self, name: str, inputs: Given, outputs: Wanted, dtype: str = "float64") -> None:
        if str(dtype) not in _REAL:
            raise WrongValue(f"dtype is '{dtype}'; kernels compute in {' or '.join(_REAL)}")
        started = perf_counter()
        self.name = name
        self.dtype = np.dtype(dtype)
        self.inputs, self.outputs = tuple(inputs), tuple(outputs)
        self._given = [_operand(*x) for x in self.inputs]
        self._wanted = [_operand(*x) for x in self.outputs]
        self.tape = tape([x for *_, part in inputs for x in part], [x for *_, part in outputs for x in part])
        shapes = signature([x.shape for x in self._given], [x.shape for x in self._wanted])
        loop, self.from_cache = self._load(shapes)
        counts = len(self._given), len(self._wanted)
        self.ufunc = ufunc(loop.address, name, shapes, counts, self.dtype, loop)
        self._cores = [len(x.shape) for x in self._given + self._wanted]
        self._cast = {"signature": (self.dtype,) * sum(counts), "casting": "same_kind"}
        self._states = int(THREADED / max(self.operations.total + 20 * self.operations.sincos, 1))
        smallest = min([x.columns for x in self._given], default=1)
        self._large = max(min(self._states * smallest, _PART), 1)
        self.compile_seconds = perf_counter() - started

    @property
    def operations(self) -> Operations:
        """What one state costs."""
        return self.tape.operations

    @property
    def source(self) -> str:
        """The kernel in LLVM IR."""
        return render(self.tape, self._given, self._wanted, machine.host().lanes(_REAL[self.dtype.name]))

    def __repr__(self) -> str:
        return f"Kernel({self.name} {self.ufunc.signature}, {self.dtype}, {self.operations})"

    def __call__(self, *arrays: Any, out: Any = None) -> Any:
        """The outputs, for every state of the leading dimensions."""
        try:
            for x in arrays:
                if x.size >= self._large:
                    return self._many(arrays, out)
            return self.ufunc(*arrays) if out is None else self.ufunc(*arrays, out=out)
        except (TypeError, ValueError, AttributeError) as error:
            return self._patiently(arrays, out, error)

    def _load(self, shapes: str) -> tuple[image.Image | machine.Engine, bool]:
        """The loop in memory, and whether it came from the cache."""
        words = (self.tape.digest, shapes, self.dtype.name, machine.identity(), _renderer())
        key = sha256("\n".join(words).encode()).hexdigest()
        content = disk.read(key)
        if content is not None:
            return _loop(content), True
        code = machine.compile_object(self.source, machine.host())
        linked = image.link(code, LOOP) if image.can_link() else None
        content = _PLACE.pack(_OBJECT) + code if linked is None else _PLACE.pack(linked[1]) + linked[0]
        disk.write(key, content)
        return _loop(content), False

    def _many(self, arrays: Sequence[Any], out: Any) -> Any:
        """A large batch: in parts where threads or the memory for converted arguments make that worth it."""
        given = [np.asarray(x) for x in arrays]
        fits = len(given) == len(self._given) and all(
            x.shape[x.ndim - len(k.shape) :] == k.shape for x, k in zip(given, self._given, strict=True)
        )
        if not fits:
            return self.ufunc(*given, out=out)  # NumPy says why not
        leading = np.broadcast_shapes(*(x.shape[: x.ndim - n] for x, n in zip(given, self._cores, strict=False)))
        foreign = any(x.dtype != self.dtype for x in given)
        results = self._results(given, leading, out)
        if results is None or not (foreign or (prod(leading) >= self._states and split.cpus() > 1)):
            return self.ufunc(*given, out=out, **(self._cast if foreign else {}))
        part = -(-prod(leading) // (4 * split.cpus()))
        if foreign:
            part = min(part, _PART // split.cpus() // sum(x.columns for x in self._given + self._wanted))
        split.run(self.ufunc, self._cast, given, results, self._cores, leading, part)
        return out if out is not None else results[0] if len(results) == 1 else tuple(results)

    def _results(self, given: Sequence[Array], leading: tuple[int, ...], out: Any) -> list[Array] | None:
        """Arrays to be filled part by part, or None where only the one call is safe."""
        shapes = [leading + x.shape for x in self._wanted]
        if not leading:
            return None
        if out is None:
            return [np.empty(shape, self.dtype) for shape in shapes]
        results = list(out) if isinstance(out, tuple) else [out]
        if [getattr(x, "shape", None) for x in results] != shapes:
            return None
        for x in results:
            for y in given:
                same = x.ctypes.data == y.ctypes.data and x.strides == y.strides and x.shape == y.shape
                if not same and np.may_share_memory(x, y):
                    return None  # a part could overwrite what another has yet to read
        return results

    def _patiently(self, arrays: Sequence[Any], out: Any, error: Exception) -> Any:
        """What the direct call refused: lists and other number types are converted, the rest is explained."""
        if len(arrays) != len(self._given):
            names = ", ".join(x.name for x in self._given)
            raise WrongSize(f"{self.name} needs {len(self._given)} arguments ({names}), got {len(arrays)}") from None
        given = [_numbers(x, k) for x, k in zip(arrays, self._given, strict=True)]
        leading = [x.shape[: x.ndim - len(k.shape)] for x, k in zip(given, self._given, strict=True)]
        try:
            np.broadcast_shapes(*leading)
        except ValueError:
            shapes = ", ".join(f"{k.name} {shape}" for k, shape in zip(self._given, leading, strict=True))
            raise WrongSize(f"the leading shapes of the arguments do not broadcast together: {shapes}") from None
        try:
            return self.ufunc(*given, out=out, **self._cast)
        except (TypeError, ValueError) as refused:
            raise WrongSize(f"out does not fit the result of {self.name}: {refused}") from None


_PLACE = struct.Struct("<q")
_OBJECT = -1  # in the place of the entry: what follows is an object file


def _loop(content: bytes) -> image.Image | machine.Engine:
    (entry,) = _PLACE.unpack_from(content)
    code = content[_PLACE.size :]
    return machine.Engine(code, LOOP) if entry == _OBJECT else image.Image(code, entry)


def _operand(name: str, shape: tuple[int, ...], entries: Sequence[Scalar]) -> Operand:
    operand = Operand(name, tuple(shape))
    if len(entries) != operand.columns:
        raise WrongSize(f"'{name}' of shape {shape} has {len(entries)} entries")
    if not operand.columns or len(operand.shape) > 3:
        raise WrongSize(f"'{name}' has shape {shape}; a kernel's operands have up to 3 axes, none of them empty")
    return operand


def _numbers(x: Any, operand: Operand) -> Array:
    """An argument as an array of real numbers of the right core shape."""
    try:
        array = np.asarray(x)
    except ValueError:
        raise WrongSize(f"{operand.name} is ragged; it needs shape (..., {_text(operand.shape)})") from None
    if array.dtype.kind not in "fiub":
        raise WrongValue(f"{operand.name} holds {array.dtype}; it needs real numbers")
    if array.shape[array.ndim - len(operand.shape) :] != operand.shape or array.ndim < len(operand.shape):
        raise WrongSize(f"{operand.name} has shape {array.shape}, needs (..., {_text(operand.shape)})")
    return array


def _text(shape: tuple[int, ...]) -> str:
    return ", ".join(map(str, shape))


@cache
def _renderer() -> str:
    """The version of everything that decides what code a tape becomes: the text of this package."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()
