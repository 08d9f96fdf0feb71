"""Kernels: expression graphs compiled to functions on arrays.

The graph is compiled to a tape, the tape to machine code (which can be read from the cache on disk), and the machine
code is wrapped in a NumPy ufunc. Arguments have shape `(..., core shape)`, and their leading shapes are broadcast.
Arguments are converted to arrays of real numbers. If the conversion fails, the error message names the argument.

The last argument of a `Parametric` kernel contains robot parameters, either one set for all states or one set per
state. A separate kernel c = c(p) computes the values that depend on the parameters p only. The main kernel computes
each state from its inputs and c, so parameters that are constant add almost no time per state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from time import perf_counter
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.argument import check_shape, choice, counted, filled, is_masked
from dalembert.codegen.runtimes import dask, threads
from dalembert.codegen.runtimes.interpreter import InterpretedKernel, warn
from dalembert.codegen.runtimes.loader import REAL, Program, load
from dalembert.codegen.runtimes.ufunc import function, signature, ufunc, unpacked
from dalembert.codegen.tape import ArrayShape, GraphInputs, GraphOutputs, Operand, Operands, tape_of, unlabelled
from dalembert.finding.finding import Argument, External, Function, Identifier, SymbolName, given
from dalembert.graph import Node, Operations, Scalar
from dalembert.graph.hoist import hoist
from dalembert.typeset.notebook_display import Displayed, card

Array = NDArray[Any]
PARAMETERS = "parameters"  # name of the input that holds the parameters


def checked_arrays(values: Sequence[Any], operands: Operands, kernel: str, robot: str | None) -> list[Array]:
    """Convert arguments to arrays of real numbers and check their shapes."""
    check_count(len(values), [x.name for x in operands], kernel)
    arrays = [_array(x, operand.name) for x, operand in zip(values, operands, strict=True)]
    leading_shapes([x.shape for x in arrays], operands, robot)
    return arrays


def check_count(got: int, names: Sequence[str], kernel: str) -> None:
    """Raise an error if a kernel is called with too few or too many arguments."""
    if got != len(names):
        raise finding.WrongArgumentCount(Identifier(kernel), tuple(map(Argument, names)), got).error()


def leading_shapes(shapes: Sequence[ArrayShape], operands: Operands, robot: str | None) -> list[ArrayShape]:
    """Return the leading shapes of the arguments. Each argument's shape must end with the shape of the operand, and the
    leading shapes must broadcast."""
    leading = []
    for shape, (name, core) in zip(shapes, operands, strict=True):
        check_shape(shape, name, ("...", *core), robot=robot)
        leading.append(shape[: len(shape) - len(core)])
    try:
        np.broadcast_shapes(*leading)
    except ValueError:
        raise finding.NotBroadcastable(tuple(Argument(x.name) for x in operands), tuple(leading)).error() from None
    return leading


def is_labelled(x: Any) -> bool:
    """Return whether the entries of a state are labelled with names, as in a mapping or a pandas Series."""
    if isinstance(x, Mapping):
        return True
    return hasattr(x, "to_dict") and hasattr(x, "index") and all(isinstance(k, str) for k in x.index)


def is_lazy(arrays: Sequence[Any]) -> bool:
    """Return whether an argument is a Dask or xarray object. The function does not import these libraries."""
    return any(type(x).__module__.partition(".")[0] in ("dask", "xarray") for x in arrays)


def valued(parameters: Array, names: Sequence[str]) -> None:
    """Raise an error if a robot parameter is NaN. NaN denotes a missing value and would make every result NaN."""
    missing = np.isnan(parameters).reshape(-1, len(names)).any(axis=0)
    if missing.any():
        name = names[int(np.argmax(missing))]
        raise finding.ParameterWithoutValue(SymbolName(name), tuple(map(SymbolName, names))).error()


def _array(x: Any, name: str) -> Array:
    try:
        array = np.asarray(x)
    except ValueError:  # rows of different lengths
        array = np.empty((), object)
    if array.dtype.kind not in "fiub" or is_masked(x) or is_labelled(x):
        raise finding.NotReal(Argument(name), given(x if array.ndim == 0 else f"{array.dtype} {array.shape}")).error()
    return array


THREADED = 5e7  # states × operations from which a batch is split over threads
_CONVERTED = 1 << 21  # largest number of values that NumPy converts at once: 16 MB of doubles
_SINE = 20  # cost of a sine and cosine, in operations


RealType: TypeAlias = "Literal['float64', 'float32'] | type[float] | type[np.floating[Any]] | np.dtype[Any]"


def real_name(dtype: RealType | str) -> str:
    """Return "float32" or "float64" for any dtype specification that NumPy accepts."""
    try:
        name: str = np.dtype(dtype).name
    except TypeError:
        name = str(dtype)
    return choice(name, "dtype", REAL)


class Kernel(Displayed):
    """Compiled function on NumPy arrays. `out=` accepts an array, or a tuple of arrays for several outputs.

    `inputs` are tuples (name, core shape, symbols in C order), and `outputs` are tuples (name, core shape, scalars in C
    order). `robot` is the name of the robot in error messages. `call` is the same function without `out`, and is the
    fastest option for a single state.
    """

    names: tuple[str, ...] = ()  # names of parameters: see `Parametric`
    values: Array = np.empty(0)

    def __init__(
        self, name: str, inputs: GraphInputs, outputs: GraphOutputs, dtype: Any = "float64", *, robot: str | None = None
    ) -> None:
        started = perf_counter()
        self.name, self.robot = name, robot
        self.dtype = np.dtype(real_name(dtype))
        self.coordinates: tuple[str, ...] = ()  # the robot's coordinates, for arrays with labelled dimensions
        self.inputs, self.outputs = tuple(inputs), tuple(outputs)
        operands = tuple(_operand(*x) for x in self.inputs), tuple(_operand(*x) for x in self.outputs)
        self._program = Program(name, tape_of(inputs, outputs), *operands, REAL[self.dtype.name])
        self._load()
        self.compile_seconds = perf_counter() - started

    def _load(self) -> None:
        """Load the code of the program from the cache, or compile it."""
        program = self._program
        counts = len(program.inputs), len(program.outputs)
        self.ufunc: np.ufunc | InterpretedKernel
        self.call: Callable[..., Any] = self._call
        self.from_cache = False
        try:
            code = load(program)
            self.ufunc = ufunc(code.loop, self.name, signature(program), counts, self.dtype, code.owner)
            if code.one:
                self.call = function(code.one, self.name, self._call, self.dtype, code.owner)
            self.from_cache = code.from_cache
        except OSError as error:
            warn(error)
            self.ufunc = InterpretedKernel(program, self.dtype)
        self._cores = [len(x.shape) for x in program.operands]
        self._cast = {"signature": (self.dtype,) * sum(counts), "casting": "same_kind"}
        self._states = int(THREADED / max(self.operations.total + _SINE * self.operations.sincos, 1))
        self._large = min([self._states * x.columns for x in program.inputs] + [_CONVERTED])

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for pickling: names, shapes and the program, without the graph. The receiving process loads
        or compiles the code."""
        made = ("ufunc", "call", "from_cache", "_cores", "_cast", "_states", "_large")
        kept = {key: x for key, x in self.__dict__.items() if key not in made}
        return kept | {side: unlabelled(kept[side]) for side in ("inputs", "outputs")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._load()

    @property
    def operations(self) -> Operations:
        """Number of arithmetic operations per state."""
        return self._program.tape.operations

    @property
    def bare(self) -> Callable[..., Any]:
        """Compiled function without checks or conversions, for arrays that are already known to be valid."""
        return self.ufunc

    @property
    def source(self) -> str:
        """LLVM IR of the kernel."""
        return self._program.source

    def _repr_html_(self) -> str:
        sides = [", ".join(f"{label} {_shaped(shape)}" for label, shape, *_ in x) for x in (self.inputs, self.outputs)]
        made = "found in the cache" if self.from_cache else f"compiled in {self.compile_seconds:.3g} s"
        facts = [("takes", sides[0]), ("gives", sides[1]), ("numbers", str(self.dtype)), ("one state costs", str(self.operations)), ("code", made)]  # fmt: skip
        return card(f"Kernel {self.name}", facts=facts)

    def __repr__(self) -> str:
        return f"Kernel({self.name} {self.ufunc.signature}, {self.dtype}, {self.operations})"

    def __call__(self, *arrays: Any, out: Any = None) -> Any:
        """Compute the outputs for every state in the leading dimensions."""
        return self.call(*arrays) if out is None else self._call(*arrays, out=out)

    def _call(self, *arrays: Any, out: Any = None) -> Any:
        inputs = self._program.inputs
        if len(arrays) != len(inputs) or not all(type(x) is np.ndarray for x in arrays):
            if len(arrays) == len(inputs) and is_lazy(arrays):
                return dask.apply(self, arrays, out)
            # NumPy would ignore masks and labels, and interpret an additional argument as `out`
            arrays = tuple(checked_arrays(arrays, inputs, self.name, self.robot))
        try:
            for x in arrays:
                if x.size >= self._large:
                    return self._many(arrays, out)
            return self._run(arrays, out)
        except (TypeError, ValueError):
            given = checked_arrays(arrays, inputs, self.name, self.robot)
        try:
            return self._run(given, out, **self._cast)
        except (TypeError, ValueError) as error:
            raise finding.OutputMismatch(Identifier(self.name), External(str(error))).error() from None

    def _run(self, arrays: Sequence[Any], out: Any, **options: Any) -> Any:
        """Call the ufunc. `out` is passed only if it is given, because NumPy rejects `out=None` for several outputs."""
        return self.ufunc(*arrays, **options) if out is None else self.ufunc(*arrays, out=out, **options)

    def _many(self, arrays: Sequence[Any], out: Any) -> Any:
        """Compute a large batch in parts, if threads save time or if converting all arguments at once would need too
        much memory."""
        program = self._program
        given = checked_arrays(arrays, program.inputs, self.name, self.robot)
        leading = np.broadcast_shapes(*(x.shape[: x.ndim - n] for x, n in zip(given, self._cores, strict=False)))
        foreign = any(x.dtype != self.dtype for x in given)
        threaded = prod(leading) >= self._states and threads.cpus() > 1
        shapes = [leading + x.shape for x in program.outputs]
        results = threads.results(given, shapes, self.dtype, out) if leading and (foreign or threaded) else None
        if results is None:
            return self._run(given, out, **self._cast)
        part = -(-prod(leading) // (4 * threads.cpus()))
        if foreign:
            columns = sum(x.columns for x in program.operands)
            part = min(part, _CONVERTED // (columns * threads.cpus()))
        threads.run(self.ufunc, self._cast, given, results, self._cores, leading, part)
        return unpacked(results) if out is None else out


def _operand(name: str, shape: ArrayShape, entries: Sequence[Scalar]) -> Operand:
    operand = Operand(name, tuple(shape))
    counted(filled(entries, name), name, operand.columns, "entries")
    check_shape(operand.shape, name, (), ("n",), ("n", "m"), ("n", "m", "k"))
    return operand


def _shaped(shape: ArrayShape) -> str:
    return f"({', '.join(map(str, shape))})"


class Parametric(Kernel):
    """Kernel whose last argument is `parameters`, of shape `(..., p)`.

    `names` contains the parameter names, in order. `values` contains the robot's values of these parameters, or NaN for
    missing values.
    """

    def __init__(
        self,
        name: str,
        inputs: GraphInputs,
        outputs: GraphOutputs,
        parameters: Sequence[Node],
        values: Sequence[float | None],
        dtype: Any = "float64",
        *,
        robot: str | None = None,
    ) -> None:
        parts, symbols, scalars = hoist([x for *_, entries in outputs for x in entries], parameters)
        rest = iter(scalars)
        wanted = [(label, shape, tuple(next(rest) for _ in entries)) for label, shape, entries in outputs]
        once = ("constants", (len(parts),), tuple(symbols))
        super().__init__(name, [*inputs, once] if parts else inputs, wanted, dtype, robot=robot)
        given = ("parameters", (len(parameters),), tuple(parameters))
        self.inputs = (*inputs, given)
        self.names = tuple(str(x.value) for x in parameters)
        self.values: Array = np.array([np.nan if x is None else x for x in values], dtype=float)
        self._first: Kernel | None = None
        if parts:
            self._first = Kernel(f"constants of {name}", [given], [(*once[:2], parts)], dtype, robot=robot)
            self.compile_seconds += self._first.compile_seconds
            self.from_cache = self.from_cache and self._first.from_cache
        self._held: tuple[Array, ...] | None = None
        self._body, self.call = self.call, self._with

    def __getstate__(self) -> dict[str, Any]:
        return {key: x for key, x in super().__getstate__().items() if key != "_body"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._body, self.call = self.call, self._with

    def at(self, parameters: Any) -> Parametric:
        """Return the kernel for a fixed set of parameters. The new kernel has no parameter argument and does not
        require compilation."""
        if self._held is not None:
            raise finding.NotAccepted(Function(self.name), Argument(PARAMETERS)).error()
        check_shape(np.shape(parameters), PARAMETERS, (len(self.names),))
        held = object.__new__(Parametric)  # an ordinary copy would load the code again
        held.__dict__.update(self.__dict__)
        held._held = self._constants(parameters)
        held.inputs = self.inputs[:-1]
        held.call = held._with
        return held

    @property
    def bare(self) -> Callable[..., Any]:
        """Compiled function without checks or conversions, at the fixed parameters."""
        constants = self._held or ()
        return lambda *arrays: self.ufunc(*arrays, *constants)

    @property
    def source(self) -> str:
        """LLVM IR of both kernels."""
        return super().source if self._first is None else f"{self._first.source}\n{super().source}"

    def __call__(self, *arrays: Any, out: Any = None) -> Any:
        """Compute the outputs for every state in the leading dimensions. The last argument contains the parameters."""
        return self._with(*arrays, out=out)

    def _with(self, *arrays: Any, out: Any = None) -> Any:
        if len(arrays) != len(self.inputs):
            check_count(len(arrays), [label for label, *_ in self.inputs], self.name)
        if not all(type(x) is np.ndarray for x in arrays) and is_lazy(arrays):
            return dask.apply(self, arrays, out)
        states, constants = arrays, self._held
        if constants is None:
            states, constants = arrays[:-1], self._constants(arrays[-1])
        return self._body(*states, *constants) if out is None else self._call(*states, *constants, out=out)

    def _constants(self, parameters: Any) -> tuple[Array, ...]:
        """Compute the parameter-dependent values c(p). The result is empty if no output depends on a parameter."""
        (numbers,) = checked_arrays((parameters,), [Operand(PARAMETERS, (len(self.names),))], self.name, self.robot)
        valued(numbers, self.names)
        return () if self._first is None else (self._first(numbers.astype(self.dtype, copy=False)),)


def vectors(**named: Sequence[Any]) -> list[tuple[str, tuple[int, ...], Sequence[Any]]]:
    """Describe vectors of symbols as inputs of a compiled function, or vectors of expressions as outputs."""
    return [(name, (len(x),), x) for name, x in named.items()]
