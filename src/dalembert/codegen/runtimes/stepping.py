"""Simulation with a one-step method in a single call: a compiled loop over states, samples, steps and stages.

A stage is a traced graph (x, k, acc, u, [a, b]) -> (k', acc'). In an explicit Runge-Kutta method whose stages need only
the previous stage, the graph is

    k' = f(x + a k, u),   acc' = acc + b k'.

Here, a and b are products of the step h and entries of the Butcher table. A step starts with acc = x and ends with x =
acc. The value of k is carried over to the next step and is the initial guess for implicit methods. An optional second
graph x -> x' is applied at the end of each step. The input u is constant over `steps` steps, after which the state x is
stored. A block of W trajectories is computed together, with each number represented by a vector.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from math import prod
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dalembert.argument import at_most, check_shape
from dalembert.codegen.function import Stepping
from dalembert.codegen.renderers.llvm.ir import Lanes, Writer
from dalembert.codegen.renderers.llvm.layout import GATHER, SCATTER
from dalembert.codegen.renderers.llvm.program import LOOP, SECOND, Module, render_parts
from dalembert.codegen.runtimes import machine_code
from dalembert.codegen.runtimes import threads as pool
from dalembert.codegen.runtimes.interpreter import run, warn
from dalembert.codegen.runtimes.loader import FILES, REAL, Program, load
from dalembert.codegen.runtimes.ufunc import ufunc
from dalembert.codegen.tape import TapeFunction
from dalembert.codegen.template import template
from dalembert.graph import Operations

Array = NDArray[Any]
_SHAPES = "(s),(k,u),(c,p),()->(k,s)"
_CORES = (1, 2, 2, 0, 2)
_FEW = 128  # number of trajectories below which one thread computes all trajectories
_LARGEST = 1 << 19  # memory for tiles in bytes


@dataclass(frozen=True)
class SteppingProgram(Program):
    """Tape of a stage, which is executed in a loop over steps.

    The operands are x, k, acc, u, ab and k', acc'. The function `finish`, x -> x', is applied at the end of each step.
    """

    finish: TapeFunction | None = None
    files: ClassVar[tuple[str, ...]] = (*FILES, "function", "runtimes/stepping", "templates/stepping.ll.in")

    @property
    def key(self) -> str:
        """Cache key of the machine code, which depends on both tapes."""
        own = super().key
        return own if self.finish is None else sha256(f"{own}\n{self.finish.tape.digest}".encode()).hexdigest()

    @property
    def module(self) -> Module:
        """LLVM IR for this machine."""
        lanes = machine_code.host().lanes(self.real)
        states, inputs = self.inputs[0].columns, self.inputs[3].columns
        at_most((6 * states + inputs + 2) * lanes.span, _LARGEST, "bytes of state")
        around = stepping_loop(states, inputs, lanes, self.finish is not None)
        return render_parts(self, lanes, around, self.finish)


class CompiledStepping:
    """Compiled simulation. The call maps x (..., s), u (..., K, m), `step` and `steps` to the states after each of the
    K samples, (..., K, s)."""

    def __init__(self, course: Stepping, dtype: str = "float64") -> None:
        self.course, self.dtype = course, np.dtype(dtype)
        stage = course.stage
        self.ufunc: Callable[..., Any]
        try:
            operands = stage.inputs, stage.outputs
            code = load(SteppingProgram(stage.name, stage.tape, *operands, REAL[self.dtype.name], course.finish))
            self.ufunc = ufunc(code.loop, course.name, _SHAPES, (4, 1), self.dtype, code.owner)
        except OSError as error:
            warn(error)
            self.ufunc = partial(_interpreted, course, self.dtype)

    @property
    def operations(self) -> Operations:
        """Number of arithmetic operations per stage and trajectory."""
        return self.course.stage.tape.operations

    @property
    def finishing(self) -> Operations:
        """Number of arithmetic operations at the end of a step, per trajectory."""
        last = self.course.finish
        return Operations() if last is None else last.tape.operations

    def __call__(self, x: Array, u: Array, step: float, steps: int, *, threads: int | None = None) -> Array:
        """Compute the states after each sample. One sample consists of `steps` steps with the same input."""
        x, u = (np.ascontiguousarray(a, self.dtype) for a in (x, u))
        table = np.ascontiguousarray(step * np.array(self.course.table), self.dtype)
        count, states = np.asarray(steps, self.dtype), self.course.states
        for array, label, core in ((x, "x", (states,)), (u, "u", ("K", self.course.inputs))):
            check_shape(array.shape, label, ("...", *core))
        leading = np.broadcast_shapes(x.shape[:-1], u.shape[:-2])
        out = np.empty((*leading, u.shape[-2], states), self.dtype)
        size, cpus = prod(leading), min(threads or pool.cpus(), pool.cpus())
        if cpus == 1 or size < _FEW:
            self.ufunc(x, u, table, count, out=(out,))
        else:
            pool.run(self.ufunc, {}, [x, u, table, count], [out], _CORES, leading, -(-size // (4 * cpus)))
        return out


def _interpreted(
    course: Stepping, dtype: np.dtype[Any], x: Array, u: Array, table: Array, steps: Array, out: Any
) -> None:
    """Run the simulation one step at a time in NumPy, for machines that cannot execute generated code."""
    (result,) = out
    leading, states = result.shape[:-2], result.shape[-1]
    now = list(np.moveaxis(np.broadcast_to(x, (*leading, states)), -1, 0))
    k = [np.zeros(leading, dtype)] * states
    for sample in range(u.shape[-2]):
        held = list(np.moveaxis(np.broadcast_to(u[..., sample, :], (*leading, u.shape[-1])), -1, 0))
        for _ in range(int(steps)):
            acc = now
            for stage in table:
                ab = [np.full(leading, c, dtype) for c in stage]
                found = run(course.stage.tape, [*now, *k, *acc, *held, *ab], dtype)
                k, acc = found[:states], found[states:]
            now = acc if course.finish is None else run(course.finish.tape, acc, dtype)
        result[..., sample, :] = np.stack(now, axis=-1)


def stepping_loop(states: int, inputs: int, v: Lanes, finish: bool = False) -> str:
    """Generate the IR function `dalembert_loop`: nested loops over blocks of trajectories, samples, steps and
    stages."""
    w = Writer(v)
    arrays = ("x", "u", "ab", "steps", "out")
    loads = [("i64", "dims", i, x) for i, x in enumerate(("n", "s_", "samples", "u_", "stages"))]
    loads += [y for i, x in enumerate(arrays) for y in (("ptr", "args", i, f"p_{x}"), ("i64", "steps", i, f"o_{x}"))]
    strides = ("x_s", "u_k", "u_u", "ab_c", "ab_p", "out_k", "out_s")
    loads += [("i64", "steps", i, f"d_{x}") for i, x in enumerate(strides, len(arrays))]
    for kind, table, i, name in loads:
        w.do(f"%{name} = load {kind}, ptr {w.element(kind, f'%{table}', i)}, align 8")
    loaded = list(w.lines)
    sizes = {"states": states, "inputs": inputs, "state": states * v.span, "input": inputs * v.span}
    text = template(
        "stepping.ll",
        loads=loaded,
        lanes=v,
        line=v.span,
        pair=2 * v.span,
        gather=GATHER,
        scatter=SCATTER,
        no_k=_copy(w, "%k", "%x", states, zero=True),
        acc_from_x=_copy(w, "%acc", "%x", states),
        stage=_call("body", ("%x", "%k", "%acc", "%u", "%ab", "%k1", "%acc1"), v),
        k_from_stage=_copy(w, "%k", "%k1", states),
        acc_from_stage=_copy(w, "%acc", "%acc1", states),
        x_from_acc=_copy(w, "%x", "%acc", states),
        finished=[_call(SECOND, ("%x", "%acc1"), v), *_copy(w, "%x", "%acc1", states)] if finish else [],
        **sizes,
    )
    w.lines = text.splitlines()
    return w.text(f"void @{LOOP}(ptr %args, ptr %dims, ptr %steps, ptr %data) nounwind")


def _call(name: str, tiles: Sequence[str], v: Lanes) -> str:
    """Return the IR that calls a function on its tiles, without prefetching."""
    return f"  call void @{name}({', '.join(f'ptr {x}, i64 {v.span}, ptr {x}, i64 0' for x in tiles)})"


def _copy(w: Writer, target: str, source: str, columns: int, zero: bool = False) -> list[str]:
    """Copy columns from one tile to another. If `zero` is True, write zeros, computed as a product that LLVM does not
    replace by a library call."""
    v, start = w.lanes, len(w.lines)
    for j in range(columns):
        x = w.read(v.type, w.element("i8", source, j * v.span), v.span)
        if zero:
            x = w.let(f"fmul {v.type} {x}, {v.splat(0.0)}")
        w.write(v.type, x, w.element("i8", target, j * v.span), v.span)
    return w.lines[start:]
