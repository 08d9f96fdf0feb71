"""A tape as PTX: one thread a state, from LLVM IR by LLVM's own NVPTX target; no CUDA toolkit is needed.

entry(p0, s0, t0, p1, s1, t1, …, n)     pointer, bytes from column to column, bytes from state to state of each operand; states
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from dalembert.codegen.renderers.llvm.ir import Lanes
from dalembert.codegen.renderers.llvm.program import OWN, TRIGONOMETRIC, declarations
from dalembert.codegen.renderers.llvm.sincos import sincos_alone
from dalembert.codegen.renderers.ptx.engine import RowsGiven
from dalembert.codegen.renderers.ptx.operand import GLOBAL, SHARED, WARP, Direct, Rows
from dalembert.codegen.renderers.ptx.plan import COLUMN_TILE, COLUMNS, GIVEN, ROWS, STRIDED, TILE, Plan
from dalembert.codegen.renderers.ptx.thread import Thread
from dalembert.codegen.renderers.ptx.tile import ColumnsOut, Numbers, RowsOut, Staged, bring
from dalembert.codegen.tape import Operand, Tape

ENTRY = "dalembert"
LINE = 128  # bytes of a line of the cache


@dataclass(frozen=True)
class Rendered:
    """IR of a kernel, and the bytes of shared memory of a block."""

    source: str
    shared: int


def render(
    tape: Tape, inputs: list[Operand], outputs: list[Operand], real: str, plan: Plan, entry: str = ENTRY
) -> Rendered:
    """The whole module as text."""
    v = Lanes(real, 0)
    sources: list[Any] = []
    staged: list[Staged] = []
    at = 0
    later = sum(layout in (TILE, COLUMN_TILE) for layout in plan.layouts[: len(inputs)])
    for k, (operand, layout) in enumerate(zip(inputs, plan.layouts, strict=False)):
        if layout in (TILE, COLUMN_TILE):
            later -= 1
            staged.append(Staged(k, operand.columns, layout == COLUMN_TILE, at, later))
            sources.append(staged[-1])
            at += staged[-1].bytes(v.size)
        elif layout == ROWS:
            sources.append(Rows(k, operand.columns))
        else:
            sources.append(Direct(k, layout == STRIDED))
    warp = at  # bytes of the tiles of one warp, then those of the block
    sinks, places = _sinks(tape, inputs, outputs, plan)
    for sink in sinks:
        if isinstance(sink, RowsOut | RowsGiven):
            sink.start = warp
            warp += sink.bytes(v.size)
    shared = warp * (plan.block // WARP)
    for sink in sinks:
        if isinstance(sink, ColumnsOut):
            sink.start = shared
            shared += sink.bytes(v.size, plan.block)
    w = Thread(tape, inputs, v, sources, plan.division, plan.block)
    w.keep()
    _begin(w, plan, warp)
    if plan.ahead:
        _foresee(w, inputs, plan)
    if staged:
        bring(w, staged)
    for slot, (k, _) in enumerate(w.places):
        if plan.early and not isinstance(sources[k], Staged):
            w.value(slot)
    w.run([partial(sink.store, w, j) for sink, j in places])
    for sink in sinks:
        sink.finish(w)
    w.do("br label %end")
    w.label("end")
    w.do("ret void")
    parameters = ", ".join(f"{GLOBAL} %p{k}, i64 %s{k}, i64 %t{k}" for k in range(len(inputs + outputs)))
    kernel = w.text(f"ptx_kernel void @{entry}({parameters}, i32 %n) {limits(plan)}")
    tables = [line for sink in sinks if isinstance(sink, Numbers) for line in sink.tables()]
    return Rendered(module([tape], v, [*tables, kernel], bool(shared)), shared)


def _sinks(tape: Tape, inputs: list[Operand], outputs: list[Operand], plan: Plan) -> tuple[list[Any], list[Any]]:
    """What writes the outputs, and where number i of the tape's outputs goes."""
    found: dict[str, Numbers] = {}
    sinks: list[Any] = []
    places: list[Any] = []
    for k, (operand, layout) in enumerate(zip(outputs, plan.layouts[len(inputs) :], strict=True), len(inputs)):
        slots = tape.outputs[len(places) : len(places) + operand.columns]
        if layout in (TILE, COLUMN_TILE):
            if layout not in found:
                found[layout] = RowsOut(0, {}, []) if layout == TILE else ColumnsOut(0, {}, [])
                sinks.append(found[layout])
            sink = found[layout]
            numbers = [sink.numbers.setdefault(slot, len(sink.numbers)) for slot in slots]
            sink.operands.append((k, operand.columns, numbers))
            places += [(sink, number) for number in numbers]
        else:
            own: Rows | RowsGiven | Direct = Direct(k, layout == STRIDED)
            if layout in (ROWS, GIVEN):
                own = (Rows if layout == ROWS else RowsGiven)(k, operand.columns)
            sinks.append(own)
            places += [(own, j) for j in range(operand.columns)]
    return sinks, places


def _foresee(w: Thread, inputs: list[Operand], plan: Plan) -> None:
    """Ask for the inputs of a later block, a line of 128 bytes a thread, one warp an operand."""
    size, warps = w.lanes.size, plan.block // WARP
    w.do("%mine = lshr i32 %tid, 5")
    w.do(f"%later = add i32 %start, {plan.ahead}")
    for k, operand in enumerate(inputs):
        if plan.layouts[k] == STRIDED:
            continue
        across = plan.layouts[k] in (COLUMNS, COLUMN_TILE)
        pieces = -(-plan.block * size // LINE) if across else -(-plan.block * size * operand.columns // LINE)
        count = pieces * operand.columns if across else pieces
        w.do(f"br i1 {w.let(f'icmp eq i32 %mine, {k % warps}')}, label %ask{k}, label %asked{k}")
        w.label(f"ask{k}")
        for m in range(-(-count // WARP)):
            line = w.let(f"add i32 %lane, {WARP * m}")
            line = w.let(f"call i32 @llvm.umin.i32(i32 {line}, i32 {count - 1})")
            if across:
                column, piece = w.let(f"udiv i32 {line}, {pieces}"), w.let(f"urem i32 {line}, {pieces}")
                state = w.let(f"add i32 %later, {w.let(f'mul i32 {piece}, {LINE // size}')}")
                start = w.let(f"mul i64 {w.let(f'zext i32 {column} to i64')}, %s{k}")
                offset = w.let(f"mul i64 {_at_most(w, state)}, {size}")
            else:
                state, start = "%later", w.let(f"mul i64 {w.let(f'zext i32 {line} to i64')}, {LINE}")
                offset = w.let(f"mul i64 {_at_most(w, state, plan.block)}, {size * operand.columns}")
            place = w.let(f"getelementptr i8, {GLOBAL} %p{k}, i64 {w.let(f'add i64 {start}, {offset}')}")
            w.do(f'call void asm sideeffect "prefetch.global.L2 [$0];", "l"({GLOBAL} {place})')
        w.do(f"br label %asked{k}")
        w.label(f"asked{k}")


def _at_most(w: Thread, state: str, block: int = 1) -> str:
    """A state's number, or that of the last ones where the batch is over."""
    last = w.let(f"call i32 @llvm.usub.sat.i32(i32 %n, i32 {block})")
    return w.let(f"zext i32 {w.let(f'call i32 @llvm.umin.i32(i32 {state}, i32 {last})')} to i64")


def _begin(w: Thread, plan: Plan, shared: int) -> None:
    """This thread's state; threads beyond the last state do it once more."""
    w.do("%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
    w.do("%cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()")
    w.do(f"%start = mul i32 %cta, {plan.block}")
    w.do("%i = add i32 %start, %tid")
    w.do(f"%full = icmp uge i32 {w.let('sub i32 %n, %start')}, {plan.block}")
    w.do(f"%lane = and i32 %tid, {WARP - 1}")
    w.do("%first = sub i32 %i, %lane")
    w.do("br i1 %done, label %end, label %begin".replace("%done", w.let("icmp uge i32 %first, %n")))
    w.label("begin")
    w.do("%last = sub i32 %n, 1")
    w.do("%at32 = call i32 @llvm.umin.i32(i32 %i, i32 %last)")
    w.do("%at = zext i32 %at32 to i64")
    w.do("%row = sub i32 %at32, %first")
    w.do("%first64 = zext i32 %first to i64")
    w.do("%left = sub i32 %n, %first")
    w.do(f"%rows = call i32 @llvm.umin.i32(i32 %left, i32 {WARP})")
    w.do(f"%whole = icmp eq i32 %rows, {WARP}")
    if shared:
        warp = w.let("lshr i32 %tid, 5")
        w.do(f"%tile = getelementptr i8, {SHARED} @shared, i32 {w.let(f'mul i32 {warp}, {shared}')}")


def limits(plan: Plan) -> str:
    """Threads and registers, as attributes of the kernel."""
    return f'"nvvm.reqntid"="{plan.block}"' + (f' "nvvm.maxnreg"="{plan.registers}"' if plan.registers else "")


def module(tapes: list[Tape], v: Lanes, own: list[str], shared: bool) -> str:
    """A module with the functions that a tape needs and the kernel's own parts."""
    ops = {op for tape in tapes for op, _ in tape.instructions}
    parts = [declarations(v), _DECLARED]
    parts += [f"@shared = external addrspace(3) global [0 x i8], align {16}"] if shared else []
    parts += sincos_alone(v) if ops & set(TRIGONOMETRIC) else []
    parts += [OWN[op](v) for op in OWN if op in ops]
    tail = 'attributes #0 = { nounwind }\n!0 = !{}\n!1 = !{!"branch_weights", i32 1, i32 4000}'
    return "\n\n".join([*parts, *own, tail]) + "\n"


_DECLARED = """declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.smax.i32(i32, i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.cg.shared.global.16.s(ptr addrspace(3), ptr addrspace(1), i32)
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare float @llvm.nvvm.div.full(float, float)
declare float @llvm.nvvm.rcp.approx.ftz.f(float)"""


def assemble(source: str, cpu: str = "sm_90") -> str:
    """PTX of a module of IR."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple("nvptx64-nvidia-cuda").create_target_machine(cpu=cpu, features="+ptx80", opt=3)
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    with llvm.create_context() as context, llvm.parse_assembly(source, context) as module_:
        module_.triple = "nvptx64-nvidia-cuda"
        module_.data_layout = str(machine.target_data)
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module_, builder)
        text: str = machine.emit_assembly(module_)
    return text
