"""Rendering of a one-step simulation method as a single kernel. Each thread computes one trajectory and keeps its state
in registers.

    entry(p, s, t, v of each part of x, of u, and of each part of the result, h, steps, samples, n)

Here p is an address, and s, t and v are the strides in bytes between columns, trajectories and samples. A stage is a
traced graph (x, k, acc, u, [a, b]) -> (k', acc'), as in `runtimes.stepping`, where a and b are products of the step h
and entries of the Butcher table. A step starts with acc = x and ends with x = acc. The value of k is carried over to
the next step. The input u is constant over `steps` steps, after which x is written. The optional function `finish`, x
-> x', is applied after each step. `course.state` lists the parts of x.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from dalembert.codegen.function import Stepping
from dalembert.codegen.renderers.llvm.ir import Lanes, number
from dalembert.codegen.renderers.ptx.plan import Plan
from dalembert.codegen.renderers.ptx.program import ENTRY, Rendered, limits, module
from dalembert.codegen.renderers.ptx.thread import GLOBAL, Thread
from dalembert.codegen.tape import TapeFunction


def render(course: Stepping, real: str, plan: Plan) -> Rendered:
    """Render the module of a simulation as text."""
    v, tape = Lanes(real, 0), course.stage.tape
    states, held = course.states, course.inputs
    places = [(k, j) for k, part in enumerate(course.state) for j in range(part.stop - part.start)]
    w = Thread(course.stage, v)
    w.do("%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
    w.do("%cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()")
    w.do(f"%i = add i32 {w.op('mul i32', '%cta', plan.block)}, %tid")
    w.do("%i64 = zext i32 %i to i64")
    w.do(f"br i1 {w.let('icmp uge i32 %i, %n')}, label %end, label %begin")
    w.label("begin")
    x0 = [_load(w, f"x{k}", j) for k, j in places]
    zero = [v.splat(0.0)] * states

    def stage(x: list[str], now: list[str], u: list[str], ab: Sequence[str]) -> list[str]:
        scaled = [w.let(f"fmul {v.type} {c}, %h") for c in ab]
        w.values = {slot: w.values[slot] for slot in tape.constant_slots}
        w.values.update(enumerate([*x, *now, *u, *scaled]))
        after = [""] * (2 * states)
        w.run([partial(after.__setitem__, j) for j in range(len(after))])
        return after

    def step(x: list[str], k: list[str], u: list[str]) -> list[str]:
        now = [*k, *x]
        now = _loop(w, "stage", str(len(course.table)), now, lambda now: stage(x, now, u, _row(w)))
        after = now[states:] if course.finish is None else _finished(w, course.finish, now[states:])
        return [*after, *now[:states]]

    def sample(now: list[str]) -> list[str]:
        u = [_load(w, "u", j, "%sample64") for j in range(held)]
        found = _loop(w, "step", "%steps", now, lambda now: step(now[:states], now[states:], u))
        for x, (k, j) in zip(found, places, strict=False):
            w.store(x, GLOBAL, _place(w, f"out{k}", j, "%sample64"))
        return found

    _loop(w, "sample", "%samples", [*x0, *zero], sample)
    w.go_on("end")
    w.do("ret void")
    numbers = range(len(course.state))
    names = [f"x{k}" for k in numbers] + ["u"] + [f"out{k}" for k in numbers]
    given = ", ".join(f"{GLOBAL} %p_{x}, i64 %s_{x}, i64 %t_{x}, i64 %v_{x}" for x in names)
    entry = w.text(f"ptx_kernel void @{ENTRY}({given}, {v.type} %h, i32 %steps, i32 %samples, i32 %n) {limits(plan)}")
    rows = ", ".join(f"{v.type} {number(c, real)}" for ab in course.table for c in ab)
    table = f"@stages = internal addrspace(4) constant [{2 * len(course.table)} x {v.type}] [{rows}], align {v.size}"
    return Rendered(module([x.tape for x in course.parts], v, [table, entry], False), 0)


def _row(w: Thread) -> list[str]:
    """Load the entries a and b of the Butcher table for the current stage."""
    v, found = w.lanes, []
    for j in range(2):
        at = w.op("add i64", w.let("mul i64 %stage64, 2"), j)
        place = w.let(f"getelementptr {v.type}, ptr addrspace(4) @stages, i64 {at}")
        found.append(w.let(f"load {v.type}, ptr addrspace(4) {place}, align {v.size}, !invariant.load !0"))
    return found


def _finished(w: Thread, finish: TapeFunction, x: list[str]) -> list[str]:
    """Append the tape applied at the end of a step to the function, and return its result x'."""
    last = Thread(finish, w.lanes)
    last.lines, last.groups = w.lines, w.groups
    last.values.update(enumerate(x))
    after = [""] * len(x)
    last.run([partial(after.__setitem__, j) for j in range(len(x))])
    return after


def _place(w: Thread, name: str, j: int, sample: str = "") -> str:
    place = f"%p_{name}"
    for index, stride in ((str(j), "s"), ("%i64", "t"), *([(sample, "v")] if sample else [])):
        place = w.in_global(place, w.op("mul i64", index, f"%{stride}_{name}"))
    return place


def _load(w: Thread, name: str, j: int, sample: str = "") -> str:
    return w.load(GLOBAL, _place(w, name, j, sample))


def _loop(w: Thread, name: str, count: str, start: list[str], inside: Callable[[list[str]], list[str]]) -> list[str]:
    """Write `for name in range(count)` with loop-carried values, and return the final values."""
    kind = w.lanes.type
    w.go_on(f"{name}_enter")
    w.when(w.let(f"icmp sgt i32 {count}, 0"), f"{name}_", f"{name}_out")
    w.do(f"%{name} = phi i32 [ 0, %{name}_enter ], [ %{name}1, %{name}_end ]")
    places = []
    for j, x in enumerate(start):
        places.append(len(w.lines))
        w.do(f"%{name}_{j} = phi {kind} [ {x}, %{name}_enter ], [ ?, %{name}_end ]")
    w.do(f"%{name}64 = zext i32 %{name} to i64")
    after = inside([f"%{name}_{j}" for j in range(len(start))])
    w.go_on(f"{name}_end")
    for place, x in zip(places, after, strict=True):
        w.lines[place] = w.lines[place].replace("?", x)
    w.do(f"%{name}1 = add i32 %{name}, 1")
    w.do(f"br i1 {w.let(f'icmp slt i32 %{name}1, {count}')}, label %{name}_, label %{name}_out")
    w.label(f"{name}_out")
    return [
        w.let(f"phi {kind} [ {x}, %{name}_enter ], [ {y}, %{name}_end ]") for x, y in zip(start, after, strict=True)
    ]
