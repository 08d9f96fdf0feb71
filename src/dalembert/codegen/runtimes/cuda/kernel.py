"""A kernel for the GPU: a graph as a function on arrays of CuPy, PyTorch or JAX, launched on their stream, no copies.

Arguments are `(..., core shape)`; a Fortran-ordered `(B, n)`, that is x.T of an `(n, B)`, is read as it is, and the
result then has the same order. With `axis=0` the core axes come first, `(n, B)`, also for JAX, whose arrays are all in C
order. PTX is rendered for the layout of the first call and stored in the cache on disk.

A simulation computes many fixed steps of many trajectories in one launch, with the state in registers throughout.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from time import perf_counter
from typing import Any

import numpy as np

from dalembert.codegen.function import GraphInputs, GraphOutputs
from dalembert.codegen.renderers.ptx import program, warps
from dalembert.codegen.renderers.ptx.plan import ALIGNED, COLUMNS, ROWS, STRIDED, choose, course_plan
from dalembert.codegen.renderers.ptx.program import assemble
from dalembert.codegen.renderers.ptx.stepping import Course, march
from dalembert.codegen.runtimes.cuda.driver import DeviceArray, Launcher, empty, even, view
from dalembert.codegen.runtimes.cuda.module import Module, kept, newest
from dalembert.codegen.tape import Operand, tape
from dalembert.errors import WrongSize, WrongValue
from dalembert.graph import Operations

_REAL = {"float64": "double", "float32": "float"}
_ALIGNED = 16


@dataclass(frozen=True)
class _Placed:
    """An operand as the kernel is told of it: address, bytes from column to column and from state to state, layout."""

    pointer: int
    column: int
    state: int
    layout: str


class CudaKernel:
    """Callable on arrays on the GPU; `out=` takes an array, or a tuple of them where there are several outputs.

    `operations`, `source` (PTX, for rows) and `compile_seconds` are there without a GPU.
    """

    def __init__(self, name: str, inputs: GraphInputs, outputs: GraphOutputs, dtype: str, *, owner: str) -> None:
        started = perf_counter()
        self.name, self.owner, self.dtype = name, owner, np.dtype(dtype)
        self.inputs, self.outputs = tuple(inputs), tuple(outputs)
        self._tape = tape([x for *_, part in inputs for x in part], [x for *_, part in outputs for x in part])
        self._given = [Operand(label, tuple(shape)) for label, shape, _ in inputs]
        self._wanted = [Operand(label, tuple(shape)) for label, shape, _ in outputs]
        self._launcher, self._kind = Launcher(), self.dtype.name  # NumPy makes the name anew at every call
        self.compile_seconds = perf_counter() - started

    def __getstate__(self) -> dict[str, Any]:
        """What travels: names, shapes and the program, not the graph."""
        bare = {
            side: tuple((label, shape, ()) for label, shape, _ in getattr(self, side)) for side in ("inputs", "outputs")
        }
        return self.__dict__ | bare

    @property
    def operations(self) -> Operations:
        """What one state costs."""
        return self._tape.operations

    @property
    def source(self) -> str:
        """The kernel in PTX, for arrays whose states lie one after the other."""
        return self.module((ROWS,) * len(self._given + self._wanted)).ptx

    def __repr__(self) -> str:
        return f"CudaKernel({self.name}, {self.dtype}, {self.operations})"

    def module(self, layouts: tuple[str, ...], capability: int = 90) -> Module:
        """PTX for a layout of each operand ("columns", "rows" or "strided"), from the cache where it is there."""
        real = _REAL[self.dtype.name]
        plan = choose(self._tape, self._given, self._wanted, real, layouts, capability)
        words = (self._tape.digest, str(self._given), str(self._wanted), real, repr(plan))

        def make(cpu: str) -> Module:
            render = warps.render if plan.parts > 1 else program.render_stream if plan.walks else program.render
            made = render(self._tape, self._given, self._wanted, real, plan)
            return Module(program.assemble(made.source, cpu), plan.block, made.shared, plan.tile, plan.walks)

        return kept(words, newest(capability), make)

    def __call__(self, *arrays: Any, out: Any = None, axis: int = -1) -> Any:
        """The outputs, for every state of the leading dimensions (the last ones, for axis=0)."""
        if axis not in (0, -1):
            raise WrongValue(f"axis is {axis!r}; the core axes come last (-1) or first (0)")
        views = self._views(arrays)
        splits = [self._split(x, k, axis) for x, k in zip(views, self._given, strict=True)]
        batch = max((lead for lead, *_ in splits), key=lambda lead: (prod(lead), len(lead)))
        for (lead, *_), k in zip(splits, self._given, strict=True):
            if lead != batch and prod(lead) != 1:
                shapes = ", ".join(f"{k.name} {lead}" for (lead, *_), k in zip(splits, self._given, strict=True))
                raise WrongSize(f"batches on the GPU have one shape, or are a single state: {shapes}")
        n = prod(batch)
        placed = [self._placed(x, k, *s, n) for x, k, s in zip(views, self._given, splits, strict=True)]
        across = any(x.layout in (COLUMNS, ALIGNED) for x in placed)
        results = self._results(views[0], batch, across, axis, out)
        made = [view(x, "out") for x in results]
        for x, k in zip(made, self._wanted, strict=True):
            placed.append(self._placed(x, k, *self._split(x, k, axis), n))
        if n:
            self._launch(views[0], placed, n)
        return results[0] if len(results) == 1 else tuple(results)

    def _views(self, arrays: Sequence[Any]) -> list[DeviceArray]:
        if len(arrays) != len(self._given):
            names = ", ".join(x.name for x in self._given)
            raise WrongSize(f"{self.owner} needs {len(self._given)} arguments ({names}), got {len(arrays)}")
        views = [view(x, k.name) for x, k in zip(arrays, self._given, strict=True)]
        for x, k in zip(views, self._given, strict=True):
            if x.dtype != self._kind:
                raise WrongValue(
                    f"{k.name} is {x.dtype}, the kernel computes in {self.dtype}; compile it with dtype='{x.dtype}'"
                )
        return views

    def _split(self, x: DeviceArray, operand: Operand, axis: int) -> tuple[tuple[int, ...], int, int]:
        """The batch's shape, and the bytes from column to column and from state to state."""
        core = len(operand.shape)
        lead = len(x.shape) - core
        at = slice(lead, None) if axis == -1 else slice(0, core)
        rest = slice(0, lead) if axis == -1 else slice(core, None)
        if lead < 0 or x.shape[at] != operand.shape:
            wanted = ", ".join(map(str, operand.shape))
            shape = f"(..., {wanted})" if axis == -1 else f"({wanted}, ...)"
            raise WrongSize(f"{operand.name} has shape {x.shape}, {self.owner} needs {shape}")
        column, state = even(x.shape[at], x.strides[at]), even(x.shape[rest], x.strides[rest])
        if column is None or state is None:
            raise WrongSize(f"{operand.name} has uneven strides {x.strides}; copy it into an array of its own")
        return x.shape[rest], column, state

    def _placed(
        self, x: DeviceArray, operand: Operand, lead: tuple[int, ...], column: int, state: int, n: int
    ) -> _Placed:
        size, columns = self.dtype.itemsize, operand.columns
        if prod(lead) == 1 and n > 1:
            return _Placed(x.pointer, column, 0, STRIDED)
        if n > 1 and state == size and columns > 1:
            layout = ALIGNED if x.pointer % _ALIGNED == 0 and column % _ALIGNED == 0 else COLUMNS
        elif (column == size or columns == 1) and (state == size * columns or n == 1) and x.pointer % _ALIGNED == 0:
            layout = ROWS
        else:
            layout = STRIDED
        return _Placed(x.pointer, column, state, layout)

    def _results(self, like: DeviceArray, batch: tuple[int, ...], across: bool, axis: int, out: Any) -> list[Any]:
        """Arrays for the outputs: given, or new ones that lie as the arguments do."""
        shapes = [(*batch, *k.shape) if axis == -1 else (*k.shape, *batch) for k in self._wanted]
        if out is not None:
            given = list(out) if isinstance(out, tuple) else [out]
            if [tuple(x.shape) for x in given] != shapes:
                raise WrongSize(f"out has shape {[tuple(x.shape) for x in given]}, {self.name} gives {shapes}")
            return given
        made = []
        for shape, k in zip(shapes, self._wanted, strict=True):
            axes, core = tuple(range(len(shape))), len(k.shape)
            cut = len(batch) if axis == -1 else core
            turned = across == (axis == -1)
            made.append(empty(like, shape, axes[cut:] + axes[:cut] if turned else axes))
        return made

    def _launch(self, like: DeviceArray, placed: Sequence[_Placed], n: int) -> None:
        values: list[Any] = []
        for x in placed:
            values += [ctypes.c_uint64(x.pointer), ctypes.c_int64(x.column), ctypes.c_int64(x.state)]
        layouts = tuple(x.layout for x in placed)
        self._launcher(like, layouts, lambda capability: self.module(layouts, capability), values, n)


_SCALARS = {"float64": ("double", ctypes.c_double), "float32": ("float", ctypes.c_float)}


class CudaStepping:
    """Callable: q (..., nq), qd (..., nv), tau (..., nv) -> q and qd after `steps` steps of length `step`.

    With tau (..., K, nv) each of the K efforts is held over `steps` steps, and the results are (..., K, n).
    """

    def __init__(self, name: str, course: Course, names: Sequence[str], dtype: str, *, owner: str) -> None:
        self.name, self.owner, self.dtype, self._course = name, owner, np.dtype(dtype), course
        self._names = (*names, "tau")
        self._columns = (*course.parts, course.inputs[3].columns)
        self._launcher = Launcher()

    @property
    def operations(self) -> Operations:
        """What one stage of one trajectory costs."""
        return self._course.tape.operations

    @property
    def source(self) -> str:
        """The whole march in PTX."""
        return self.module().ptx

    def module(self, capability: int = 90) -> Module:
        """PTX of the march, from the cache where it is there."""
        course, real = self._course, _SCALARS[self.dtype.name][0]
        plan, unroll = course_plan(course.tape, real)
        last = "" if course.finish is None else course.finish.digest
        words = (course.tape.digest, last, str((course.inputs, course.table, course.parts)), real, repr((plan, unroll)))

        def make(cpu: str) -> Module:
            made = march(course, real, plan, unroll)
            return Module(assemble(made.source, cpu), plan.block, made.shared, plan.tile)

        return kept(words, newest(capability), make)

    def __call__(self, q: Any, qd: Any, tau: Any, step: float, steps: int = 1) -> tuple[Any, Any]:
        """The states after each sample."""
        if isinstance(steps, bool) or steps != int(steps) or steps < 0:
            raise WrongValue(f"steps is {steps!r}; it is a number of steps, 0 or more")
        views = [view(x, name) for x, name in zip((q, qd, tau), self._names, strict=True)]
        batch = views[0].shape[:-1]
        sampled = len(views[2].shape) == len(batch) + 2
        middle = views[2].shape[-2:-1] if sampled else ()
        shapes = [(*batch, c) for c in self._columns[:2]] + [(*batch, *middle, self._columns[2])]
        for x, shape, name in zip(views, shapes, self._names, strict=True):
            if x.shape != shape or x.dtype != self.dtype.name:
                raise WrongSize(
                    f"{name} is {x.dtype} of shape {x.shape}; {self.owner} marches {self.dtype} of shape {shape} here"
                )
        across = len(batch) > 0 and views[0].strides[len(batch) - 1] == self.dtype.itemsize and prod(batch) > 1
        made = [self._result(views[0], batch, middle, columns, across) for columns in self._columns[:2]]
        values: list[Any] = []
        for x, own in [*((x, ()) for x in views[:2]), (views[2], middle), *((view(x, "out"), middle) for x in made)]:
            values += self._placed(x, len(batch), bool(own))
        real = _SCALARS[self.dtype.name][1]
        values += [real(step), ctypes.c_int32(steps), ctypes.c_int32(prod(middle))]
        if prod(batch) and prod(middle):
            self._launcher(views[0], (), self.module, values, prod(batch))
        return made[0], made[1]

    def _result(
        self, like: DeviceArray, batch: tuple[int, ...], middle: tuple[int, ...], columns: int, across: bool
    ) -> Any:
        shape = (*batch, *middle, columns)
        axes = tuple(range(len(shape)))
        return empty(like, shape, axes[len(batch) :] + axes[: len(batch)] if across else axes)

    def _placed(self, x: DeviceArray, lead: int, sampled: bool) -> list[Any]:
        """Address, and bytes from column to column, from trajectory to trajectory, from sample to sample."""
        state = even(x.shape[:lead], x.strides[:lead])
        if state is None:
            raise WrongSize(f"an array has uneven strides {x.strides}; copy it into an array of its own")
        sample = x.strides[-2] if sampled else 0
        return [ctypes.c_uint64(x.pointer), *(ctypes.c_int64(s) for s in (x.strides[-1], state, sample))]
