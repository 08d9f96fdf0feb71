"""A kernel: a graph as a function on arrays.

The graph becomes a tape, the tape machine code (from the cache on disk where it is there already), and the code
a NumPy ufunc. Arguments are `(..., core shape)`; their leading shapes are broadcast.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.codegen.runtimes import argument, lazy, split
from dalembert.codegen.runtimes.interpret import Interpreted, warn
from dalembert.codegen.runtimes.loader import Program, load
from dalembert.codegen.runtimes.single import function
from dalembert.codegen.runtimes.ufunc import signature, ufunc
from dalembert.codegen.tape import Operand, tape
from dalembert.errors import WrongSize, WrongValue
from dalembert.graph import Node, Operations, Scalar
from dalembert.typeset.card import Displayed, card

Array = NDArray[Any]
Given = Sequence[tuple[str, tuple[int, ...], Sequence[Node]]]
Wanted = Sequence[tuple[str, tuple[int, ...], Sequence[Scalar]]]

THREADED = 5e7  # states × operations from which a batch is worth several threads
_CONVERTED = 1 << 21  # numbers that NumPy may convert at once: 16 MB of doubles
_SINE = 20  # operations that a sine and cosine are worth
_REAL = {"float64": "double", "float32": "float"}


def real_name(dtype: Any) -> str:
    """ "float32" or "float64", from whatever NumPy takes for one of them."""
    try:
        name: str = np.dtype(dtype).name
    except TypeError:
        name = str(dtype)
    if name not in _REAL:
        raise WrongValue(f"dtype is '{dtype}'; kernels compute in {' or '.join(_REAL)}")
    return name


class Kernel(Displayed):
    """Callable on arrays; `out=` takes an array, or a tuple of them where there are several outputs.

    `inputs` are (name, core shape, symbols in C order), `outputs` (name, core shape, scalars in C order);
    `owner` is who needs the arguments, in messages: "robot 'ur5'".
    `call` is the same function without `out`, and the quickest for one state.
    """

    def __init__(
        self, name: str, inputs: Given, outputs: Wanted, dtype: Any = "float64", *, owner: str | None = None
    ) -> None:
        started = perf_counter()
        self.name, self.owner = name, owner or f"kernel '{name}'"
        self.dtype = np.dtype(real_name(dtype))
        self.coordinates: tuple[str, ...] = ()  # the robot's, for arrays whose dimensions have labels
        self.inputs, self.outputs = tuple(inputs), tuple(outputs)
        operands = tuple(_operand(*x) for x in self.inputs), tuple(_operand(*x) for x in self.outputs)
        program = tape([x for *_, part in inputs for x in part], [x for *_, part in outputs for x in part])
        self._program = Program(program, *operands, _REAL[self.dtype.name])
        self._load()
        self.compile_seconds = perf_counter() - started

    def _load(self) -> None:
        """The program's code, from the cache or compiled."""
        program = self._program
        operands = program.inputs, program.outputs
        shapes = signature(*([x.shape for x in side] for side in operands))
        counts = len(program.inputs), len(program.outputs)
        self.ufunc: np.ufunc | Interpreted
        self.call: Callable[..., Any] = self._call
        self.from_cache = False
        try:
            code = load(program)
            self.ufunc = ufunc(code.loop, self.name, shapes, counts, self.dtype, code.owner)
            if code.one:
                self.call = function(code.one, self.name, self._call, self.dtype, code.owner)
            self.from_cache = code.from_cache
        except OSError as error:
            warn(str(error))
            self.ufunc = Interpreted(program.tape, *operands, self.dtype)
        self._cores = [len(x.shape) for side in operands for x in side]
        self._cast = {"signature": (self.dtype,) * sum(counts), "casting": "same_kind"}
        self._states = int(THREADED / max(self.operations.total + _SINE * self.operations.sincos, 1))
        self._large = min([self._states * x.columns for x in operands[0]] + [_CONVERTED])

    def __getstate__(self) -> dict[str, Any]:
        """What travels: names, shapes and the program, not the graph; the code is made or found again where it arrives."""
        made = ("ufunc", "call", "from_cache", "_cores", "_cast", "_states", "_large")
        kept = {key: x for key, x in self.__dict__.items() if key not in made}
        bare = {side: tuple((label, shape, ()) for label, shape, _ in kept[side]) for side in ("inputs", "outputs")}
        return kept | bare

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._load()

    @property
    def operations(self) -> Operations:
        """What one state costs."""
        return self._program.tape.operations

    @property
    def bare(self) -> Callable[..., Any]:
        """The function itself, for arrays that are known to fit: nothing is looked at or put right."""
        return self.ufunc

    @property
    def source(self) -> str:
        """The kernel in LLVM IR."""
        return self._program.source

    def _repr_html_(self) -> str:
        sides = [", ".join(f"{label} {_shaped(shape)}" for label, shape, *_ in x) for x in (self.inputs, self.outputs)]
        made = "found in the cache" if self.from_cache else f"compiled in {self.compile_seconds:.3g} s"
        facts = [("takes", sides[0]), ("gives", sides[1]), ("numbers", str(self.dtype)), ("one state costs", str(self.operations)), ("code", made)]  # fmt: skip
        return card(f"Kernel {self.name}", facts=facts)

    def __repr__(self) -> str:
        return f"Kernel({self.name} {self.ufunc.signature}, {self.dtype}, {self.operations})"

    def __call__(self, *arrays: Any, out: Any = None) -> Any:
        """The outputs, for every state of the leading dimensions."""
        return self.call(*arrays) if out is None else self._call(*arrays, out=out)

    def _call(self, *arrays: Any, out: Any = None) -> Any:
        if len(arrays) != len(self._program.inputs):  # NumPy would take one more for `out`
            argument.arrays(arrays, self._program.inputs, self.owner)
        if not all(type(x) is np.ndarray for x in arrays):
            if lazy.is_lazy(arrays):
                return lazy.apply(self, arrays, out)
            argument.unmasked(arrays, self._program.inputs, self.owner)
        try:
            for x in arrays:
                if x.size >= self._large:
                    return self._many(arrays, out)
            return self._run(arrays, out)
        except (TypeError, ValueError, AttributeError):
            given = argument.arrays(arrays, self._program.inputs, self.owner)
        try:
            return self._run(given, out, **self._cast)
        except (TypeError, ValueError) as error:
            raise WrongSize(f"out does not fit the result of {self.name}: {error}") from None

    def _run(self, arrays: Sequence[Any], out: Any, **options: Any) -> Any:
        """NumPy takes no `out=None` where there are several outputs."""
        return self.ufunc(*arrays, **options) if out is None else self.ufunc(*arrays, out=out, **options)

    def _many(self, arrays: Sequence[Any], out: Any) -> Any:
        """A large batch: in parts, where threads or the room for converted arguments make that worth it."""
        program = self._program
        given = argument.arrays(arrays, program.inputs, self.owner)
        leading = np.broadcast_shapes(*(x.shape[: x.ndim - n] for x, n in zip(given, self._cores, strict=False)))
        foreign = any(x.dtype != self.dtype for x in given)
        threaded = prod(leading) >= self._states and split.cpus() > 1
        shapes = [leading + x.shape for x in program.outputs]
        results = split.results(given, shapes, self.dtype, out) if leading and (foreign or threaded) else None
        if results is None:
            return self._run(given, out, **self._cast)
        part = -(-prod(leading) // (4 * split.cpus()))
        if foreign:
            columns = sum(x.columns for x in program.inputs + program.outputs)
            part = min(part, _CONVERTED // (columns * split.cpus()))
        split.run(self.ufunc, self._cast, given, results, self._cores, leading, part)
        return out if out is not None else results[0] if len(results) == 1 else tuple(results)


def _operand(name: str, shape: tuple[int, ...], entries: Sequence[Scalar]) -> Operand:
    operand = Operand(name, tuple(shape))
    if len(entries) != operand.columns:
        raise WrongSize(f"'{name}' of shape {shape} has {len(entries)} entries")
    if not operand.columns or len(operand.shape) > 3:
        raise WrongSize(f"'{name}' has shape {shape}; a kernel's operands have up to 3 axes, none of them empty")
    return operand


def _shaped(shape: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, shape))})"
