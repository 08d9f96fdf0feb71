"""Rendering of a tape as PTX, with one thread per state. LLVM's NVPTX target compiles LLVM IR without a CUDA toolkit.

    entry(p0, s0, t0, p1, s1, t1, …, n)

The kernel takes a pointer and two strides in bytes for each operand (between columns and between states), followed by
the number of states.

`render_stream` requires a GPU with a copy engine (compute capability 9.0 or higher). Blocks iterate over the batch.
Each block computes a tile with one state per thread, and then continues with the tile that lies one grid size ahead.
Meanwhile, the copy engine reads the arguments of the next tile into shared memory, as complete columns or rows. The
copy engine also writes the results of the previous tile:

    request tile t + grid;  wait for tile t;  compute it;  start the copy of its results;  t ← t + grid

The threads therefore need no address computations and rarely wait for memory. The threads themselves read and write the
last, incomplete tile.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from math import gcd
from typing import Any

from dalembert.codegen.renderers.llvm.ir import Lanes
from dalembert.codegen.renderers.llvm.program import declarations, elementary
from dalembert.codegen.renderers.llvm.sincos import sincos_alone
from dalembert.codegen.renderers.ptx.memory import (
    UNIT,
    WARP,
    ColumnsOut,
    Direct,
    Numbers,
    RowOperand,
    RowsGiven,
    RowsOut,
    Staged,
    asm,
    bring,
    give,
    one,
    part,
)
from dalembert.codegen.renderers.ptx.plan import COLUMN_TILE, COLUMNS, GIVEN, HEAD, ROWS, STRIDED, TILE, Plan, buffer
from dalembert.codegen.renderers.ptx.thread import GLOBAL, SHARED, Thread
from dalembert.codegen.tape import TRIGONOMETRIC, Operands, Tape, TapeFunction
from dalembert.codegen.template import template

ENTRY = "dalembert"
LINE = 128  # bytes of a cache line


@dataclass(frozen=True)
class Rendered:
    """LLVM IR of a kernel, the shared memory per block in bytes, and whether wide constants are moved to memory
    (`pooled`)."""

    source: str
    shared: int
    pooled: bool = False


def render(function: TapeFunction, real: str, plan: Plan) -> Rendered:
    """Render the LLVM IR module of a kernel with one thread per state."""
    v = Lanes(real, 0)
    sources, warp = argument_sources(function.inputs, plan, v.size)
    staged = [x for x in sources if isinstance(x, Staged)]
    # `warp`: bytes of the tiles of one warp; `shared`: bytes of the tiles of a block
    sinks, places = result_sinks(function, plan)
    for sink in sinks:
        if isinstance(sink, RowsOut | RowsGiven):
            sink.start = warp
            warp += sink.bytes(v.size)
    shared = warp * (plan.block // WARP)
    for sink in sinks:
        if isinstance(sink, ColumnsOut):
            sink.start = shared
            shared += sink.bytes(v.size, plan.block)
    w = Thread(function, v, sources, plan.block)
    w.keep()
    w.lines += template("begin.ll", block=plan.block).splitlines()
    if warp:
        place = w.op("mul i32", w.let("lshr i32 %tid, 5"), warp)
        w.do(f"%tile = getelementptr i8, {SHARED} @shared, i32 {place}")
    if plan.ahead:
        foresee(w, plan)
    if staged:
        bring(w, staged)
    for slot, (k, _) in enumerate(w.places):
        if not isinstance(sources[k], Staged):
            w.value(slot)
    w.run([partial(sink.store, w, j) for sink, j in places])
    for sink in sinks:
        sink.finish(w)
    w.go_on("end")
    w.do("ret void")
    tables = [line for sink in sinks if isinstance(sink, Numbers) for line in sink.tables()]
    return kernel(w, plan, tables, shared)


def kernel(w: Thread, plan: Plan, tables: list[str], shared: int, more: str = "") -> Rendered:
    """Enclose the code of a thread in a module, with its attributes and tables."""
    operands = range(len(w.function.operands))
    parameters = ", ".join(f"{GLOBAL} %p{k}, i64 %s{k}, i64 %t{k}" for k in operands)
    text = w.text(f"ptx_kernel void @{w.function.name}({parameters}, i32 %n) {limits(plan)}{more}")
    pooled = plan.twins and w.lanes.real == "double"
    return Rendered(module([w.tape], w.lanes, [*tables, text], bool(shared)), shared, pooled)


def argument_sources(inputs: Operands, plan: Plan, size: int) -> tuple[list[Any], int]:
    """Return the source that reads each argument, and the size in bytes of the arguments that are copied to shared
    memory."""
    sources: list[Any] = []
    at = 0
    later = sum(layout in (TILE, COLUMN_TILE) for layout in plan.layouts[: len(inputs)])
    for k, (operand, layout) in enumerate(zip(inputs, plan.layouts, strict=False)):
        if layout in (TILE, COLUMN_TILE):
            later -= 1
            sources.append(Staged(k, operand.columns, layout == COLUMN_TILE, at, later, waits=plan.parts == 1))
            at += sources[-1].bytes(size)
        elif layout == ROWS:
            sources.append(RowOperand(k, operand.columns))
        else:
            sources.append(Direct(k, layout == STRIDED))
    return sources, at


def result_sinks(function: TapeFunction, plan: Plan) -> tuple[list[Any], list[Any]]:
    """Return the sinks that write the outputs, and the sink of each output of the tape."""
    found: dict[str, Numbers] = {}
    sinks: list[Any] = []
    places: list[Any] = []
    first = len(function.inputs)
    for k, (operand, layout) in enumerate(zip(function.outputs, plan.layouts[first:], strict=True), first):
        slots = function.tape.outputs[len(places) : len(places) + operand.columns]
        if layout in (TILE, COLUMN_TILE):
            if layout not in found:
                found[layout] = RowsOut(0, {}) if layout == TILE else ColumnsOut(0, {})
                sinks.append(found[layout])
            sink = found[layout]
            numbers = [sink.numbers.setdefault(slot, len(sink.numbers)) for slot in slots]
            sink.operands[k] = numbers
            places += [(sink, number) for number in numbers]
        else:
            own: RowOperand | RowsGiven | Direct = Direct(k, layout == STRIDED)
            if layout in (ROWS, GIVEN):
                own = (RowOperand if layout == ROWS else RowsGiven)(k, operand.columns)
            sinks.append(own)
            places += [(own, j) for j in range(operand.columns)]
    return sinks, places


def foresee(w: Thread, plan: Plan) -> None:
    """Prefetch the inputs of a later block, with one warp per operand and one 128-byte line per thread."""
    size, warps = w.lanes.size, plan.block // WARP
    w.do("%mine = lshr i32 %tid, 5")
    w.do(f"%later = add i32 %start, {plan.ahead}")
    for k, operand in enumerate(w.function.inputs):
        if plan.layouts[k] == STRIDED:
            continue
        across = plan.layouts[k] in (COLUMNS, COLUMN_TILE)
        pieces = -(-plan.tile * size * (1 if across else operand.columns) // LINE)
        count = pieces * operand.columns if across else pieces
        w.when(w.let(f"icmp eq i32 %mine, {k % warps}"), f"ask{k}", f"asked{k}")
        for m in range(-(-count // WARP)):
            line = w.op("add i32", "%lane", WARP * m)
            line = w.let(f"call i32 @llvm.umin.i32(i32 {line}, i32 {count - 1})")
            if across:
                column, piece = w.op("udiv i32", line, pieces), w.op("urem i32", line, pieces)
                state = w.op("add i32", "%later", w.op("mul i32", piece, LINE // size))
                start = w.op("mul i64", w.long(column), f"%s{k}")
                offset = w.op("mul i64", _at_most(w, state), size)
            else:
                state, start = "%later", w.op("mul i64", w.long(line), LINE)
                offset = w.op("mul i64", _at_most(w, state, plan.tile), size * operand.columns)
            place = w.in_global(f"%p{k}", w.op("add i64", start, offset))
            w.do(f'call void asm sideeffect "prefetch.global.L2 [$0];", "l"({GLOBAL} {place})')
        w.go_on(f"asked{k}")


def _at_most(w: Thread, state: str, block: int = 1) -> str:
    """Return a state index, clamped so that a block that starts at this state lies within the batch."""
    last = w.let(f"call i32 @llvm.usub.sat.i32(i32 %n, i32 {block})")
    return w.long(w.let(f"call i32 @llvm.umin.i32(i32 {state}, i32 {last})"))


def limits(plan: Plan) -> str:
    """Return the limits on threads and registers as kernel attributes."""
    return f'"nvvm.reqntid"="{plan.block}"' + (f' "nvvm.maxnreg"="{plan.registers}"' if plan.registers else "")


def module(tapes: list[Tape], v: Lanes, own: list[str], shared: bool) -> str:
    """Assemble a module from the functions that the tapes need and the code of the kernel."""
    ops = {op for tape in tapes for op, _ in tape.instructions}
    parts = [declarations(v), _DECLARED]
    parts += [f"@shared = external addrspace(3) global [0 x i8], align {16}"] if shared else []
    parts += sincos_alone(v) if ops & set(TRIGONOMETRIC) else []
    parts += elementary(ops, v)
    tail = 'attributes #0 = { nounwind }\n!0 = !{}\n!1 = !{!"branch_weights", i32 1, i32 4000}'
    return "\n\n".join([*parts, *own, tail]) + "\n"


_DECLARED = """declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.smax.i32(i32, i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.cg.shared.global.16.s(ptr addrspace(3), ptr addrspace(1), i32)
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare float @llvm.nvvm.rcp.approx.ftz.f(float)"""


def assemble(source: str, cpu: str = "sm_90", pooled: bool = False) -> str:
    """Compile an LLVM IR module to PTX. If `pooled`, wide constants are moved to memory."""
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
    return _pooled(text) if pooled else text


def _pooled(ptx: str) -> str:
    """Move constants with more than 32 significant bits to constant memory. An instruction can read a constant from
    memory as an operand; an immediate value requires two more instructions."""
    pool: dict[str, int] = {}
    lines: list[str] = []
    for line in ptx.splitlines():
        for x in _WIDE.findall(line):
            register = f"%wide{len(lines)}"
            lines.append(f"ld.const.b64 {register}, [wide+{8 * pool.setdefault(x, len(pool))}];")
            line = line.replace(x, register, 1)
        lines.append("{\n.reg .b64 %wide<?>;" if line == "{" else line)
    values = ", ".join(str(byte) for x in pool for byte in bytes.fromhex(x[2:])[::-1])
    table = f".address_size 64\n.const .align 8 .b8 wide[{8 * len(pool)}] = {{{values}}};"
    return "\n".join(lines).replace("<?>", f"<{len(lines)}>").replace(".address_size 64", table, 1)


_WIDE = re.compile("0d(?!.{8}0{8})[0-9A-F]{16}")


_BARRIER = 8  # size in bytes


@dataclass
class Tile:
    """Operand for the states of a block, stored in shared memory. Each of the two buffers contains the operand in
    columns or rows."""

    k: int
    columns: int
    across: bool
    start: int  # offset in the buffer in bytes
    above: Direct | Tile | None = None  # argument whose shared memory the results reuse, number by number
    pieces: dict[int, str] = field(default_factory=dict)

    def bytes(self, w: Thread) -> int:
        return self.columns * w.tile * w.lanes.size

    def load(self, w: Thread, j: int) -> str:
        width = 1 if self.across else gcd(self.columns, UNIT // w.lanes.size)
        return part(w, self, SHARED, width, j)

    def store(self, w: Thread, j: int, x: str) -> None:
        if self.above is not None:
            self.above.load(w, j)  # read the argument before it is overwritten
        w.store(x, SHARED, self.place(w, j))

    def place(self, w: Thread, j: int) -> str:
        """Return the address of number j of the current thread's state."""
        size = w.lanes.size
        step = size if self.across else self.columns * size
        mine = w.in_shared("%buffer", w.op("mul i32", "%mine", step))
        return w.in_shared(mine, self.start + j * size * (w.tile if self.across else 1))

    def pieces_of(self, w: Thread, buffer: str, tile: str) -> list[tuple[str, str, int]]:
        """Return the pieces that the copy engine copies, each with its shared address, global address and size in
        bytes."""
        size, states = w.lanes.size, w.long(w.op("mul i32", tile, w.tile))
        start = w.in_shared(buffer, self.start)
        if not self.across:
            offset = w.op("mul i64", states, self.columns * size)
            return [(start, w.in_global(f"%p{self.k}", offset), self.bytes(w))]
        found, length = [], w.tile * size
        there = w.in_global(f"%p{self.k}", w.op("mul i64", states, size))
        for j in range(self.columns):
            here = w.in_shared(start, j * length)
            found.append((here, there, length))
            there = w.in_global(there, f"%s{self.k}")
        return found

    def outside(self, w: Thread) -> Direct | RowOperand:
        """Return this operand for direct access by the threads of the block."""
        return Direct(self.k) if self.across else RowOperand(self.k, self.columns)


def render_stream(function: TapeFunction, real: str, plan: Plan) -> Rendered:
    """Render the LLVM IR module of a kernel whose blocks iterate over the batch."""
    v = Lanes(real, 0)
    lies, count = buffer(function, plan, v.size), len(function.inputs)
    own: list[Direct | Tile] = []
    for k, (operand, layout) in enumerate(zip(function.operands, plan.layouts, strict=True)):
        if layout == STRIDED:
            own.append(Direct(k, True))
        else:
            above = own[lies.replaced[k]] if k in lies.replaced else None
            own.append(Tile(k, operand.columns, layout == COLUMNS, lies.starts[k], above))
    given, wanted = ([x for x in side if isinstance(x, Tile)] for side in (own[:count], own[count:]))
    w = Thread(function, v, own[:count], plan.block, plan.tile)
    places = [(own[k], j) for k, x in enumerate(function.outputs, count) for j in range(x.columns)]
    w.lines = template(
        "stream.ll",
        plan=plan,
        head=HEAD,
        bytes=lies.bytes,
        open=w.written(lambda: one(w, "%leads", "open", "opened")),
        ask_first=w.written(lambda: _ask(w, given, "%cta", "0", lies.bytes)),
        lead=w.written(lambda: one(w, "%leads", "lead", "asked")),
        ask_next=w.written(lambda: _ask(w, given, "%next", "%other", lies.bytes)),
        fill=w.written(lambda: _fill(w, given)),
        body=w.written(lambda: w.run([partial(sink.store, w, j) for sink, j in places])),
        mine_out=w.written(lambda: _mine_out(w, wanted)),
        write=w.written(lambda: _write(w, wanted)),
    ).splitlines()
    return kernel(w, plan, [], HEAD + 2 * lies.bytes)


def _fill(w: Thread, given: list[Tile]) -> None:
    """Copy the arguments of the last, incomplete tile with the threads of the block."""
    for x in given:
        source = x.outside(w)
        for j in range(x.columns):
            w.store(source.load(w, j), SHARED, x.place(w, j))


def _mine_out(w: Thread, wanted: list[Tile]) -> None:
    """Write the results of the last, incomplete tile with the threads of the block."""
    for x in wanted:
        sink = x.outside(w)
        for j in range(x.columns):
            sink.store(w, j, w.load(SHARED, x.place(w, j)))
        sink.finish(w)


def _write(w: Thread, wanted: list[Tile]) -> None:
    """Start the copies of the results from a single thread."""
    one(w, "%leads", "write", "over")
    for x in wanted:
        for here, there, size in x.pieces_of(w, "%buffer", "%tile"):
            give(w, here, there, size)


def _ask(w: Thread, given: list[Tile], tile: str, which: str, length: int) -> None:
    """Start the copies of the arguments from a single thread, and set the byte count that the barrier expects."""
    buffer = w.in_shared("@shared", _at(w, which, length))
    bar = w.in_shared("@shared", w.op("mul i32", which, _BARRIER))
    total = sum(x.bytes(w) for x in given)
    asm(w, f"mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], {total};", f"{SHARED} {bar}")
    for x in given:
        for here, there, size in x.pieces_of(w, buffer, tile):
            form = f"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], {size}, [$2];"
            asm(w, form, f"{SHARED} {here}", f"{GLOBAL} {there}", f"{SHARED} {bar}")


def _at(w: Thread, which: str, length: int) -> str:
    """Return the offset in bytes at which one of the two buffers starts."""
    return w.op("add i32", w.op("mul i32", which, length), HEAD)
