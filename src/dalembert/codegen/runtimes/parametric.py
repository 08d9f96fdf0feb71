"""A kernel with parameters: numbers of the robot that come as its last argument, one set for all states or one each.

What depends on the parameters alone is a kernel of its own, c = c(p); the other computes every state from its inputs
and c, so that parameters that stay cost a state almost nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.codegen.runtimes import argument, lazy
from dalembert.codegen.runtimes.kernel import Given, Kernel, Wanted
from dalembert.codegen.tape import Operand
from dalembert.errors import WrongSize, WrongValue
from dalembert.graph import Node
from dalembert.graph.hoist import hoist

Array = NDArray[Any]


class Parametric(Kernel):
    """A kernel whose last argument is `parameters`, `(..., p)`.

    `names` are those of its numbers, in order, and `values` what they were in the robot; NaN where it had none.
    """

    def __init__(
        self,
        name: str,
        inputs: Given,
        outputs: Wanted,
        parameters: Sequence[Node],
        values: Sequence[float | None],
        dtype: Any = "float64",
        *,
        owner: str | None = None,
    ) -> None:
        parts, symbols, scalars = hoist([x for *_, entries in outputs for x in entries], parameters)
        rest = iter(scalars)
        wanted = [(label, shape, tuple(next(rest) for _ in entries)) for label, shape, entries in outputs]
        once = ("constants", (len(parts),), tuple(symbols))
        super().__init__(name, [*inputs, once] if parts else inputs, wanted, dtype, owner=owner)
        given = ("parameters", (len(parameters),), tuple(parameters))
        self.inputs = (*inputs, given)
        self.names = tuple(str(x.value) for x in parameters)
        self.values: Array = np.array([np.nan if x is None else x for x in values], dtype=float)
        self._first: Kernel | None = None
        if parts:
            self._first = Kernel(f"constants of {name}", [given], [(*once[:2], parts)], dtype, owner=owner)
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
        """The same kernel at one set of parameters, which is then no argument any more; nothing is compiled."""
        if self._held is not None:
            raise WrongValue(f"the parameters of this kernel of {self.owner} are set already")
        if np.ndim(parameters) != 1:
            raise WrongSize(f"one set of parameters can be held, ({len(self.names)},); got {np.shape(parameters)}")
        held = object.__new__(Parametric)  # a copy in the usual way would load the code again
        held.__dict__.update(self.__dict__)
        held._held = self._constants(parameters)
        held.inputs = self.inputs[:-1]
        held.call = held._with
        return held

    @property
    def bare(self) -> Callable[..., Any]:
        """The function itself, at the parameters that are held."""
        constants = self._held or ()
        return lambda *arrays: self.ufunc(*arrays, *constants)

    @property
    def source(self) -> str:
        """Both kernels in LLVM IR."""
        return super().source if self._first is None else f"{self._first.source}\n{super().source}"

    def __call__(self, *arrays: Any, out: Any = None) -> Any:
        """The outputs, for every state of the leading dimensions; the last argument has the parameters."""
        return self._with(*arrays, out=out)

    def _with(self, *arrays: Any, out: Any = None) -> Any:
        if len(arrays) != len(self.inputs):
            argument.arrays(arrays, [Operand(label, tuple(shape)) for label, shape, _ in self.inputs], self.owner)
        if not all(type(x) is np.ndarray for x in arrays) and lazy.is_lazy(arrays):
            return lazy.apply(self, arrays, out)
        states, constants = arrays, self._held
        if constants is None:
            states, constants = arrays[:-1], self._constants(arrays[-1])
        return self._body(*states, *constants) if out is None else self._call(*states, *constants, out=out)

    def _constants(self, parameters: Any) -> tuple[Array, ...]:
        """c(p); empty where no output knows a parameter."""
        (numbers,) = argument.arrays((parameters,), [Operand("parameters", (len(self.names),))], self.owner)
        argument.valued(numbers, self.names, self.owner)
        return () if self._first is None else (self._first(numbers.astype(self.dtype, copy=False)),)
