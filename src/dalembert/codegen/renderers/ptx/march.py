"""Many steps of a one-step method in one kernel: a thread marches one trajectory with its state in registers.

    entry(x, s, t, u, s, t, v, ab, out, s, t, v, stages, steps, samples, n)

A stage is a traced graph (x, k, acc, u, [a, b]) -> (k', acc'), as in `runtimes.march`: acc = x before a step and x = acc
after it, k lives on, u is held over `steps` steps, after which x is written; `finish` x -> x' may end each step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from dalembert.codegen.renderers.llvm.ir import Lanes
from dalembert.codegen.renderers.ptx.operand import GLOBAL
from dalembert.codegen.renderers.ptx.plan import Plan
from dalembert.codegen.renderers.ptx.program import ENTRY, Rendered, module
from dalembert.codegen.renderers.ptx.thread import Thread
from dalembert.codegen.tape import Operand, Tape

_PARAMETERS = (
    f"{GLOBAL} %p_x, i64 %s_x, i64 %t_x, {GLOBAL} %p_u, i64 %s_u, i64 %t_u, i64 %v_u, {GLOBAL} %p_ab, "
    f"{GLOBAL} %p_out, i64 %s_out, i64 %t_out, i64 %v_out, i32 %stages, i32 %steps, i32 %samples, i32 %n"
)


@dataclass
class _Kept:
    """Results that stay in registers."""

    known: dict[int, str] = field(default_factory=dict)

    def store(self, w: Thread, j: int, x: str) -> None:
        self.known[j] = x


def march(tape: Tape, inputs: Sequence[Operand], real: str, plan: Plan, finish: Tape | None = None) -> Rendered:
    """The whole module as text; `inputs` are x, k, acc, u, ab."""
    v = Lanes(real, 0)
    states, held = inputs[0].columns, inputs[3].columns
    w = Thread(tape, list(inputs), v, (), plan.division)
    w.do("%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
    w.do("%cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()")
    w.do(f"%i = add i32 {w.let(f'mul i32 %cta, {plan.block}')}, %tid")
    w.do("%i64 = zext i32 %i to i64")
    w.do(f"br i1 {w.let('icmp uge i32 %i, %n')}, label %end, label %begin")
    w.label("begin")
    x0 = [_load(w, "x", j) for j in range(states)]
    zero = [v.splat(0.0)] * states
    w.do("br label %sample_enter")

    def stage(x: list[str], k: list[str], acc: list[str], u: list[str]) -> tuple[list[str], list[str]]:
        row = w.let(f"getelementptr i8, {GLOBAL} %p_ab, i64 {w.let(f'mul i64 %stage64, {2 * v.size}')}")
        ab = []
        for j in range(2):
            place = w.let(f"getelementptr i8, {GLOBAL} {row}, i64 {j * v.size}")
            ab.append(w.let(f"load {v.type}, {GLOBAL} {place}, align {v.size}, !invariant.load !0"))
        w.values = {slot: w.values[slot] for slot in range(tape.inputs, tape.first)}
        w.values.update(enumerate([*x, *k, *acc, *u, *ab]))
        after = _Kept(), _Kept()
        w.run([(after[0], j) for j in range(states)] + [(after[1], j) for j in range(states)])
        return [after[0].known[j] for j in range(states)], [after[1].known[j] for j in range(states)]

    def step(x: list[str], k: list[str], u: list[str]) -> list[str]:
        w.do("br label %stage_enter")
        found = _loop(w, "stage", "%stages", [*k, *x], lambda now: _flat(stage(x, now[:states], now[states:], u)))
        k, x = found[:states], found[states:]
        if finish is not None:
            x = _finished(w, finish, inputs[0], x)
        return [*x, *k]

    def sample(now: list[str]) -> list[str]:
        u = [_load(w, "u", j, "%sample64") for j in range(held)]
        w.do("br label %step_enter")
        found = _loop(w, "step", "%steps", now, lambda now: step(now[:states], now[states:], u))
        for j in range(states):
            w.do(f"store {v.type} {found[j]}, {GLOBAL} {_place(w, 'out', j, '%sample64')}, align {v.size}")
        return found

    _loop(w, "sample", "%samples", [*x0, *zero], sample)
    w.do("br label %end")
    w.label("end")
    w.do("ret void")
    limits = f'"nvvm.reqntid"="{plan.block}"' + (f' "nvvm.maxnreg"="{plan.registers}"' if plan.registers else "")
    entry = w.text(f"ptx_kernel void @{ENTRY}({_PARAMETERS}) {limits}")
    return Rendered(module([tape] if finish is None else [tape, finish], v, [entry], False), 0)


def _flat(parts: tuple[list[str], list[str]]) -> list[str]:
    return [*parts[0], *parts[1]]


def _finished(w: Thread, finish: Tape, operand: Operand, x: list[str]) -> list[str]:
    """x' of the second tape, written on into the same function."""
    last = Thread(finish, [operand], w.lanes, (), w.division)
    last.lines, last.groups = w.lines, w.groups
    last.values.update(enumerate(x))
    after = _Kept()
    last.run([(after, j) for j in range(len(x))])
    w.groups = last.groups
    return [after.known[j] for j in range(len(x))]


def _place(w: Thread, name: str, j: int, sample: str = "") -> str:
    place = f"%p_{name}"
    for index, stride in ((str(j), "s"), ("%i64", "t"), *([(sample, "v")] if sample else [])):
        place = w.let(f"getelementptr i8, {GLOBAL} {place}, i64 {w.let(f'mul i64 {index}, %{stride}_{name}')}")
    return place


def _load(w: Thread, name: str, j: int, sample: str = "") -> str:
    return w.let(f"load {w.lanes.type}, {GLOBAL} {_place(w, name, j, sample)}, align {w.lanes.size}")


def _loop(w: Thread, name: str, count: str, start: list[str], inside: Callable[[list[str]], list[str]]) -> list[str]:
    """`for name in range(count)` from the block `name_enter`, with values that go round; what they are at its end."""
    kind = w.lanes.type
    w.label(f"{name}_enter")
    w.do(f"br i1 {w.let(f'icmp sgt i32 {count}, 0')}, label %{name}_, label %{name}_out")
    w.label(f"{name}_")
    w.do(f"%{name} = phi i32 [ 0, %{name}_enter ], [ %{name}1, %{name}_end ]")
    places = []
    for j, x in enumerate(start):
        places.append(len(w.lines))
        w.do(f"%{name}_{j} = phi {kind} [ {x}, %{name}_enter ], [ ?, %{name}_end ]")
    w.do(f"%{name}64 = zext i32 %{name} to i64")
    after = inside([f"%{name}_{j}" for j in range(len(start))])
    w.do(f"br label %{name}_end")
    w.label(f"{name}_end")
    for place, x in zip(places, after, strict=True):
        w.lines[place] = w.lines[place].replace("?", x)
    w.do(f"%{name}1 = add i32 %{name}, 1")
    w.do(f"br i1 {w.let(f'icmp slt i32 %{name}1, {count}')}, label %{name}_, label %{name}_out")
    w.label(f"{name}_out")
    return [
        w.let(f"phi {kind} [ {x}, %{name}_enter ], [ {y}, %{name}_end ]") for x, y in zip(start, after, strict=True)
    ]
