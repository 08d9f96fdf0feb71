"""Simulation on the GPU: many fixed steps of many trajectories in one launch, the state in registers all the while."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from dalembert.codegen.renderers.ptx.march import Course, march
from dalembert.codegen.renderers.ptx.plan import course_plan
from dalembert.codegen.renderers.ptx.program import assemble
from dalembert.codegen.runtimes.cuda.array import View, empty, view
from dalembert.codegen.runtimes.cuda.launch import Launcher, even
from dalembert.codegen.runtimes.cuda.module import Module, kept, newest
from dalembert.errors import WrongSize, WrongValue
from dalembert.graph import Operations

_REAL = {"float64": ("double", ctypes.c_double), "float32": ("float", ctypes.c_float)}


class CudaMarch:
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
        course, real = self._course, _REAL[self.dtype.name][0]
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
        real = _REAL[self.dtype.name][1]
        values += [real(step), ctypes.c_int32(steps), ctypes.c_int32(prod(middle))]
        if prod(batch) and prod(middle):
            self._launcher(views[0], (), self.module, values, prod(batch))
        return made[0], made[1]

    def _result(self, like: View, batch: tuple[int, ...], middle: tuple[int, ...], columns: int, across: bool) -> Any:
        shape = (*batch, *middle, columns)
        axes = tuple(range(len(shape)))
        return empty(like, shape, axes[len(batch) :] + axes[: len(batch)] if across else axes)

    def _placed(self, x: View, lead: int, sampled: bool) -> list[Any]:
        """Address, and bytes from column to column, from trajectory to trajectory, from sample to sample."""
        state = even(x.shape[:lead], x.strides[:lead])
        if state is None:
            raise WrongSize(f"an array has uneven strides {x.strides}; copy it into an array of its own")
        sample = x.strides[-2] if sampled else 0
        return [ctypes.c_uint64(x.pointer), *(ctypes.c_int64(s) for s in (x.strides[-1], state, sample))]
