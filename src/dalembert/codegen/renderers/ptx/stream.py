"""A tape as PTX for GPUs with a copy engine (compute capability 9.0): blocks that walk through the batch.

Each block takes a tile of as many states as it has threads, then the tile a whole grid further on. While it computes one, the
engine copies the arguments of its next into shared memory, whole columns or rows at once, and writes the results of the last:

    ask for tile t + grid;  wait for tile t;  compute it;  hand its results over;  t ← t + grid

so that a thread spends no instruction on addresses, and never waits for memory while there is anything to compute.
The tile at the end that is not full is read and written by its threads alone.

    entry(p0, s0, t0, p1, s1, t1, …, n)     as in `program`
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from math import gcd

from dalembert.codegen.renderers.llvm.ir import Lanes
from dalembert.codegen.renderers.ptx.engine import asm, give, one
from dalembert.codegen.renderers.ptx.operand import GLOBAL, SHARED, UNIT, Direct, Rows, kind, part
from dalembert.codegen.renderers.ptx.plan import COLUMNS, HEAD, STRIDED, WARP, Plan, buffer
from dalembert.codegen.renderers.ptx.program import ENTRY, Rendered, limits, module
from dalembert.codegen.renderers.ptx.thread import Thread
from dalembert.codegen.tape import Operand, Tape

_BARRIER = 8  # bytes


@dataclass
class Tile:
    """An operand of a block's states in shared memory, in each of the two buffers; columns, or rows."""

    k: int
    columns: int
    across: bool
    start: int  # byte of the buffer
    above: Direct | Tile | None = None  # the argument whose place in shared memory the results take, number by number
    pieces: dict[int, str] = field(default_factory=dict)

    def bytes(self, w: Thread) -> int:
        return self.columns * w.tile * w.lanes.size

    def load(self, w: Thread, j: int) -> str:
        width = 1 if self.across else gcd(self.columns, UNIT // w.lanes.size)
        return part(w, self.pieces, SHARED, width, j, lambda first: self.place(w, first))

    def store(self, w: Thread, j: int, x: str) -> None:
        if self.above is not None:
            self.above.load(w, j)  # before it is gone
        w.do(f"store {w.lanes.type} {x}, {SHARED} {self.place(w, j)}, align {w.lanes.size}")

    def place(self, w: Thread, j: int) -> str:
        """Where number j of this thread's state lies."""
        size = w.lanes.size
        step = size if self.across else self.columns * size
        mine = w.let(f"getelementptr i8, {SHARED} %buffer, i32 {w.let(f'mul i32 %mine, {step}')}")
        return w.let(f"getelementptr i8, {SHARED} {mine}, i32 {self.start + j * size * (w.tile if self.across else 1)}")

    def pieces_of(self, w: Thread, buffer: str, tile: str) -> list[tuple[str, str, int]]:
        """What the engine moves: places in shared and global memory, and bytes."""
        size, states = w.lanes.size, w.let(f"zext i32 {w.let(f'mul i32 {tile}, {w.tile}')} to i64")
        start = w.let(f"getelementptr i8, {SHARED} {buffer}, i32 {self.start}")
        if not self.across:
            offset = w.let(f"mul i64 {states}, {self.columns * size}")
            return [(start, w.let(f"getelementptr i8, {GLOBAL} %p{self.k}, i64 {offset}"), self.bytes(w))]
        found, length = [], w.tile * size
        there = w.let(f"getelementptr i8, {GLOBAL} %p{self.k}, i64 {w.let(f'mul i64 {states}, {size}')}")
        for j in range(self.columns):
            here = w.let(f"getelementptr i8, {SHARED} {start}, i32 {j * length}")
            found.append((here, there, length))
            there = w.let(f"getelementptr i8, {GLOBAL} {there}, i64 %s{self.k}")
        return found

    def outside(self, w: Thread) -> Direct | Rows:
        """The same operand as its threads alone reach it."""
        return Direct(self.k) if self.across else Rows(self.k, self.columns)


def render(tape: Tape, inputs: list[Operand], outputs: list[Operand], real: str, plan: Plan) -> Rendered:
    """The whole module as text."""
    v = Lanes(real, 0)
    lies = buffer(inputs, outputs, plan, v.size)
    own: list[Direct | Tile] = []
    for k, (operand, layout) in enumerate(zip([*inputs, *outputs], plan.layouts, strict=True)):
        if layout == STRIDED:
            own.append(Direct(k, True))
        else:
            above = own[lies.replaced[k]] if k in lies.replaced else None
            own.append(Tile(k, operand.columns, layout == COLUMNS, lies.starts[k], above))
    given, wanted = ([x for x in side if isinstance(x, Tile)] for side in (own[: len(inputs)], own[len(inputs) :]))
    w = Thread(tape, inputs, v, own[: len(inputs)], plan.division, plan.block, plan.tile)
    _begin(w, given, lies.bytes)
    _arrive(w, given, lies.bytes)
    places = [(own[k], j) for k, x in enumerate(outputs, len(inputs)) for j in range(x.columns)]
    w.run([partial(sink.store, w, j) for sink, j in places])
    _leave(w, wanted)
    parameters = ", ".join(f"{GLOBAL} %p{k}, i64 %s{k}, i64 %t{k}" for k in range(len(own)))
    entry = w.text(f"ptx_kernel void @{ENTRY}({parameters}, i32 %n) {limits(plan)}")
    return Rendered(module([tape], v, [_DECLARED, entry], True), HEAD + 2 * lies.bytes)


def _begin(w: Thread, given: list[Tile], length: int) -> None:
    """The two barriers of the arguments' arrival; the first tile is asked for."""
    w.do("%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
    w.do("%cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()")
    w.do("%grid = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()")
    w.do(f"%whole = udiv i32 %n, {w.tile}")
    broken = w.let(f"icmp ne i32 {w.let(f'urem i32 %n, {w.tile}')}, 0")
    w.do(f"%tiles = add i32 %whole, {w.let(f'zext i1 {broken} to i32')}")
    w.do("%last = sub i32 %n, 1")
    w.do(f"%leads = icmp ult i32 %tid, {WARP}")
    one(w, "%leads", "open", "opened")
    for i in range(2):
        bar = w.let(f"getelementptr i8, {SHARED} @shared, i32 {_BARRIER * i}")
        asm(w, "mbarrier.init.shared::cta.b64 [$0], 1;", f"{SHARED} {bar}")
    asm(w, "fence.proxy.async.shared::cta;")
    w.do(f"br i1 {w.let('icmp ult i32 %cta, %whole')}, label %first, label %opened")
    w.label("first")
    _ask(w, given, "%cta", "0", length)
    w.do("br label %opened")
    w.label("opened")
    _barrier(w)
    w.do(f"br i1 {w.let('icmp ult i32 %cta, %tiles')}, label %loop, label %end")


def _arrive(w: Thread, given: list[Tile], length: int) -> None:
    """The turn's tile is there, and the next one asked for."""
    w.label("loop")
    w.do("%tile = phi i32 [ %cta, %opened ], [ %next, %over ]")
    w.do("%turn = phi i32 [ 0, %opened ], [ %turns, %over ]")
    w.do("%turns = add i32 %turn, 1")
    w.do("%next = add i32 %tile, %grid")
    w.do("%which = and i32 %turn, 1")
    w.do(f"%buffer = getelementptr i8, {SHARED} @shared, i32 {_at(w, '%which', length)}")
    w.do("%full = icmp ult i32 %tile, %whole")
    one(w, "%leads", "lead", "asked")
    asm(w, "cp.async.bulk.wait_group.read 0;")  # the results of the last turn lie where the next tile will
    w.do(f"br i1 {w.let('icmp ult i32 %next, %whole')}, label %ask, label %asked")
    w.label("ask")
    _ask(w, given, "%next", w.let("xor i32 %which, 1"), length)
    w.do("br label %asked")
    w.label("asked")
    w.do("br i1 %full, label %wait, label %compute")
    w.label("wait")
    bar = w.let(f"getelementptr i8, {SHARED} @shared, i32 {w.let(f'mul i32 %which, {_BARRIER}')}")
    phase = w.let(f"and i32 {w.let('lshr i32 %turn, 1')}, 1")
    form = "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [$1], $2; selp.u32 $0, 1, 0, p; }"
    there = w.let(f'call i32 asm sideeffect "{form}", "=r,l,r,~{{memory}}"({SHARED} {bar}, i32 {phase})')
    w.do(f"br i1 {w.let(f'icmp ne i32 {there}, 0')}, label %compute, label %wait")
    w.label("compute")
    w.do("%part = phi i32 [ 0, %asked ], [ 0, %wait ], [ %parts, %computed ]")
    w.do("%parts = add i32 %part, 1")
    w.do(f"%mine = add i32 {w.let(f'mul i32 %part, {w.block}')}, %tid")
    w.do(f"%i = add i32 {w.let(f'mul i32 %tile, {w.tile}')}, %mine")
    w.do(f"%at = zext i32 {w.let('call i32 @llvm.umin.i32(i32 %i, i32 %last)')} to i64")
    w.do("br i1 %full, label %begin, label %fill")
    w.label("fill")
    for x in given:
        source = x.outside(w)
        for j in range(x.columns):
            value = source.load(w, j)
            w.do(f"store {w.lanes.type} {value}, {SHARED} {x.place(w, j)}, align {w.lanes.size}")
    w.do("br label %begin")
    w.label("begin")


def _leave(w: Thread, wanted: list[Tile]) -> None:
    """The results are handed over; the turn ends."""
    w.do("br i1 %full, label %computed, label %alone")
    w.label("alone")
    w.do(f"br i1 {w.let('icmp ult i32 %i, %n')}, label %mine_out, label %computed")
    w.label("mine_out")
    for x in wanted:
        sink = x.outside(w)
        for j in range(x.columns):
            value = w.let(f"load {kind(w, 1)}, {SHARED} {x.place(w, j)}, align {w.lanes.size}")
            sink.store(w, j, value)
        sink.finish(w)
    w.do("br label %computed")
    w.label("computed")
    w.do(f"br i1 {w.let(f'icmp ult i32 %parts, {w.tile // w.block}')}, label %compute, label %done")
    w.label("done")
    w.do("br i1 %full, label %give, label %over")
    w.label("give")
    asm(w, "fence.proxy.async.shared::cta;")
    _barrier(w)
    one(w, "%leads", "write", "over")
    for x in wanted:
        for here, there, size in x.pieces_of(w, "%buffer", "%tile"):
            give(w, here, there, size)
    asm(w, "cp.async.bulk.commit_group;")
    w.do("br label %over")
    w.label("over")
    w.do(f"br i1 {w.let('icmp ult i32 %next, %tiles')}, label %loop, label %end")
    w.label("end")
    asm(w, "cp.async.bulk.wait_group 0;")
    w.do("ret void")


def _ask(w: Thread, given: list[Tile], tile: str, which: str, length: int) -> None:
    """One thread tells the engine what to bring, and the barrier how many bytes will have come."""
    buffer = w.let(f"getelementptr i8, {SHARED} @shared, i32 {_at(w, which, length)}")
    bar = w.let(f"getelementptr i8, {SHARED} @shared, i32 {w.let(f'mul i32 {which}, {_BARRIER}')}")
    total = sum(x.bytes(w) for x in given)
    asm(w, f"mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], {total};", f"{SHARED} {bar}")
    for x in given:
        for here, there, size in x.pieces_of(w, buffer, tile):
            form = f"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], {size}, [$2];"
            asm(w, form, f"{SHARED} {here}", f"{GLOBAL} {there}", f"{SHARED} {bar}")


def _at(w: Thread, which: str, length: int) -> str:
    """The first byte of one of the two buffers."""
    return w.let(f"add i32 {w.let(f'mul i32 {which}, {length}')}, {HEAD}")


def _barrier(w: Thread) -> None:
    w.do("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)")


_DECLARED = "declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()"
