"""Rendering of a tape as PTX in which several warps compute a state together. Each warp computes one part of the
program (`partition`).

A block has parts × groups warps. A group consists of 32 states, one per lane, and has one warp for every part:

    warp = part · groups + group

The warps of a part run the same instructions at about the same time and share the instruction cache. A group has a tile
in shared memory. The tile holds the arguments, then the values that pass between parts, each as a row of 32 numbers,
then results in rows. All warps of the group copy the arguments together, and compute sines and cosines together in a
loop. The stages of the partition are separated by barriers.

If limbs have the same shape, all warps run one program (`twins`). Addresses, some constants and signs depend on the
warp. The last warp computes the core.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from dalembert.codegen.renderers.llvm.ir import Lanes, number
from dalembert.codegen.renderers.ptx.memory import UNIT, WARP, Direct, RowsOut, Staged, kind
from dalembert.codegen.renderers.ptx.partition import Part, Partition, divide, share
from dalembert.codegen.renderers.ptx.plan import Plan
from dalembert.codegen.renderers.ptx.program import Rendered, argument_sources, foresee, kernel, result_sinks
from dalembert.codegen.renderers.ptx.thread import GLOBAL, SHARED, Thread
from dalembert.codegen.renderers.ptx.twins import Own
from dalembert.codegen.tape import TRIGONOMETRIC, Instruction, Operand, Tape
from dalembert.codegen.template import template
from dalembert.graph import Op


class Rows(NamedTuple):
    """Rows of the tile, which start at an offset in bytes: those of values that pass between parts, and those of sines
    and cosines from the loop."""

    start: int
    crossing: dict[int, int]
    sines: dict[int, int]


class PartThread(Thread):
    """Program of a thread that computes one part. Values of other parts are read from shared memory."""

    def __init__(
        self, before: Thread, rows: Rows, partition: Partition, part: Part, sources: Sequence[Direct | Staged]
    ) -> None:
        super().__init__(before.tape, before.inputs, before.lanes, sources, before.block)
        self.lines, self.groups, self.given = before.lines, before.groups, sources
        self.rows, self.partition, self.part = rows, partition, part
        self.stages, self.outputs = part.stages, part.outputs
        self.sines = {slot for slot in part.slots if slot in rows.sines}

    def value(self, slot: int) -> str:
        """Return the name of the value in a slot. Values of other parts are read at first use."""
        if slot not in self.values and slot >= self.tape.first:
            x = self.read_row(self.rows.sines[slot] if slot in self.rows.sines else self.rows.crossing[slot])
            self.values[slot] = self.neg(x) if slot in self.partition.negated else x
        return super().value(slot)

    def begin(self, stage: int, slots: Sequence[int]) -> Sequence[int]:
        """Wait at the barrier of the stage, and forget sines and cosines, which are read again."""
        if stage:
            barrier(self)
            for slot in self.sines:
                self.values.pop(slot, None)
        return [slot for slot in slots if slot not in self.sines]

    def known(self, slot: int) -> None:
        """Store a value in shared memory if other parts read it."""
        if slot in self.rows.crossing:
            self.store(self.value(slot), SHARED, self.row(self.rows.crossing[slot]))

    def unread(self) -> str:
        """Return the term that propagates NaN from unread inputs of the whole tape. Only some parts of the program need
        it."""
        read = {a for slot in self.part.slots for a in self.tape.instructions[slot - self.tape.first].args}
        read |= {self.tape.outputs[i] for i in self.part.outputs}
        needed = self.part.outputs if self.tape.gate is None else self.tape.gate in read
        return super().unread() if needed else ""

    def read_row(self, row: int | str) -> str:
        return self.load(SHARED, self.row(row))

    def row(self, row: int | str) -> str:
        """Return the address that belongs to the current thread in a row of 32 numbers."""
        size = self.lanes.size
        mine = self.in_shared("%tile", self.op("mul i32", "%lane", size))
        if isinstance(row, int):
            return self.in_shared(mine, self.rows.start + row * WARP * size)
        return self.in_shared(self.in_shared(mine, self.rows.start), self.op("mul i32", row, WARP * size))


class TwinThread(PartThread):
    """Program that every warp runs for its own limbs. The last warp also computes the stages of the core."""

    def __init__(
        self, before: Thread, rows: Rows, partition: Partition, fresh: Callable[[], Sequence[Direct | Staged]], places: Any
    ) -> None:
        super().__init__(before, rows, partition, partition.parts[0], fresh())
        assert partition.twins is not None
        self.twins, self.fresh, self.sinks = partition.twins, fresh, places
        instructions = [*self.tape.instructions]
        for slot, instruction in self.twins.instructions.items():
            instructions[slot - self.tape.first] = instruction
        self.program = replace(self.tape, instructions=tuple(instructions))
        # sines that some warp computes itself are computed by all
        self.sines = {x for x in self.sines if all(own.slot in rows.sines for own in self.twins.own.get(x, ()))}
        self.table: list[list[float]] = []
        self.piece, self.signs = "", dict[int, str]()

    def compute_all(self) -> None:
        """Render the program and the core."""
        self.run([partial(self.give_out, i) for i in range(len(self.sinks))])
        self.core(len(self.stages) - 1)

    def begin(self, stage: int, slots: Sequence[int]) -> Sequence[int]:
        if stage:
            self.core(stage - 1)
        return super().begin(stage, slots)

    def core(self, stage: int) -> None:
        """Compute a stage of the core in one warp."""
        part = self.partition.parts[1 + stage]
        if part.slots or part.outputs:
            last = self.let(f"icmp eq i32 %part, {len(self.twins.leaves[0]) - 1}")
            self.when(last, f"core{stage}", f"computed{stage}")
            own = PartThread(self, self.rows, self.partition, part, self.fresh())
            own.run([partial(sink.store, own, j) for sink, j in self.sinks])
            self.groups = own.groups
            self.go_on(f"computed{stage}")

    def value(self, slot: int) -> str:
        if slot not in self.values:
            if slot < 0:
                self.values[slot] = self.leaf(self.twins.leaves[-1 - slot])
            elif slot in self.sines and slot in self.twins.own:
                own = self.twins.own[slot]
                x = self.read_row(self.choice([self.rows.sines[x.slot] for x in own]))
                self.values[slot] = self.signed(x, own)
        return super().value(slot)

    def known(self, slot: int) -> None:
        own = self.twins.own.get(slot, ())
        if own and own[0].slot in self.rows.crossing:
            row = self.choice([self.rows.crossing[x.slot] for x in own])
            self.store(self.value(slot), SHARED, self.row(row))

    def unread(self) -> str:
        """Return the term of `PartThread.unread`, if any warp reads the input that receives it."""
        gate = self.tape.gate
        read = gate is None or any(x.slot == gate for leaf in self.twins.leaves for x in leaf)
        return Thread.unread(self) if read else super().unread()

    def give_out(self, i: int, x: str) -> None:
        """Write an output of each warp."""
        own = self.twins.outputs[i]
        sink = self.sinks[i][0]
        sink.store_at(self, self.choice([self.sinks[x.slot][1] for x in own]), self.signed(x, own))

    def leaf(self, own: Sequence[Own]) -> str:
        """Return a value from outside the limbs."""
        tape, slots = self.tape, [x.slot for x in own]
        if tape.inputs <= slots[0] < tape.first:
            return self.constant([(1 - 2 * x.sign) * tape.constants[x.slot - tape.inputs] for x in own])
        if len(set(slots)) == 1:
            x = self.value(slots[0])
        elif all(slot < tape.inputs for slot in slots) and len({self.places[slot][0] for slot in slots}) == 1:
            k = self.places[slots[0]][0]
            x = self.given[k].load_at(self, self.choice([self.places[slot][1] for slot in slots]))
            for i, slot in enumerate(slots):
                if slot == tape.gate:
                    mine = self.let(f"icmp eq i32 %part, {i}")
                    x = self.choose(mine, self.value(slot), x)
        elif all(slot in self.rows.crossing for slot in slots):
            x = self.read_row(self.choice([self.rows.crossing[slot] for slot in slots]))
            own = [Own(x.slot, x.sign ^ (x.slot in self.partition.negated)) for x in own]
        else:
            x = self.value(slots[0])
            for i, slot in enumerate(slots[1:], 1):
                mine = self.let(f"icmp eq i32 %part, {i}")
                x = self.choose(mine, self.value(slot), x)
        return self.signed(x, own)

    def constant(self, values: list[float]) -> str:
        """Return a constant that depends on the warp. Constants are read from a table, 16 bytes at a time."""
        v, n = self.lanes, UNIT // self.lanes.size
        if len({number(x, v.real) for x in values}) == 1:
            return v.splat(values[0])
        if len(self.table) % n == 0:
            row = self.op("add i32", "%part", len(self.table) // n * len(values))
            place = self.let(f"getelementptr {kind(self, n)}, {GLOBAL} @numbers, i32 {row}")
            self.piece = self.let(f"load {kind(self, n)}, {GLOBAL} {place}, align {UNIT}, !invariant.load !0")
        self.table.append(values)
        return self.let(f"extractelement {kind(self, n)} {self.piece}, i32 {(len(self.table) - 1) % n}")

    def tables(self) -> list[str]:
        """Return the table of constants."""
        v, n = self.lanes, UNIT // self.lanes.size
        count = len(self.twins.leaves[0])
        full = [*self.table, *[[0.0] * count] * (-len(self.table) % n)]
        rows = [full[i + k][w] for i in range(0, len(full), n) for w in range(count) for k in range(n)]
        entries = ", ".join(f"{v.type} {number(x, v.real)}" for x in rows)
        return [f"@numbers = internal addrspace(1) constant [{len(rows)} x {v.type}] [{entries}], align {UNIT}"]

    def signed(self, x: str, own: Sequence[Own]) -> str:
        """Multiply a value by the sign that it has in the current warp."""
        mask = sum(x.sign << i for i, x in enumerate(own))
        if not mask:
            return x
        if mask not in self.signs:
            bit = self.op("and i32", self.op("lshr i32", mask, "%part"), 1)
            minus = self.let(f"icmp ne i32 {bit}, 0")
            self.signs[mask] = self.choose(minus, self.lanes.splat(-1.0), self.lanes.splat(1.0))
        return self.let(f"fmul contract {self.lanes.type} {x}, {self.signs[mask]}")

    def choice(self, values: Sequence[int]) -> str:
        """Return the integer that belongs to the current warp."""
        step = values[1] - values[0]
        if all(x == values[0] + i * step for i, x in enumerate(values)):
            return self.op("add i32", self.op("mul i32", "%part", step), values[0])
        x = str(values[0])
        for i, other in enumerate(values[1:], 1):
            x = self.let(f"select i1 {self.let(f'icmp eq i32 %part, {i}')}, i32 {other}, i32 {x}")
        return x


def render(tape: Tape, inputs: list[Operand], outputs: list[Operand], real: str, plan: Plan) -> Rendered:
    """Render the LLVM IR module of a kernel with several warps per state."""
    v = Lanes(real, 0)
    partition = (share if plan.twins else divide)(tape, plan.parts)
    assert partition is not None, "the plan says that the tape can be divided"
    sources, at = argument_sources(inputs, plan, v.size)
    staged = [x for x in sources if isinstance(x, Staged)]
    turned = partition.angles(inputs[0].columns) if plan.loops else []
    count, sines = len(partition.crossing), {}
    for slot, (op, args) in enumerate(tape.instructions, tape.first):
        if op in TRIGONOMETRIC and args[0] in turned:
            sines[slot] = count + 2 * turned.index(args[0]) + (op is Op.COS)
    shared = Rows(at, partition.crossing, sines)
    at += (count + 2 * len(turned)) * WARP * v.size
    sinks, places = result_sinks(tape, inputs, outputs, plan)
    rows = next((x for x in sinks if isinstance(x, RowsOut)), None)
    if rows is not None:
        rows.start, rows.warps = at, plan.parts
        at += rows.bytes(v.size)
    w = Thread(tape, inputs, v, (), plan.block)
    w.lines += template("begin_parts.ll", tile=plan.tile, groups=plan.tile // WARP).splitlines()
    if at:
        w.do(f"%tile = getelementptr i8, {SHARED} @shared, i32 {w.op('mul i32', '%group', at)}")
    if plan.ahead:
        foresee(w, inputs, plan)
    _bring(w, staged, plan)
    tables = rows.tables() if rows is not None else []

    def fresh() -> list[Any]:
        return argument_sources(inputs, plan, v.size)[0]  # these record the reads of a part

    if turned:
        loop = PartThread(w, shared, partition, Part((), ()), fresh())
        tables.append(_turn(loop, turned, count, plan.parts))
        w.groups = loop.groups
    if plan.twins:
        own = TwinThread(w, shared, partition, fresh, places)
        own.compute_all()
        tables += own.tables()
    else:
        w.do(f"switch i32 %part, label %part0 [{' '.join(f'i32 {i}, label %part{i}' for i in range(1, plan.parts))}]")
        for i, part in enumerate(partition.parts):
            w.label(f"part{i}")
            one = PartThread(w, shared, partition, part, fresh())
            one.run([partial(sink.store, one, j) for sink, j in places])
            w.groups = one.groups
            w.do("br label %computed")
        w.label("computed")
    if rows is not None:
        barrier(w)
        rows.finish(w)
    w.do("ret void")
    bytes_ = at * (plan.tile // WARP)
    return kernel(w, len(inputs + outputs), plan, tables, bytes_, more=' "no-jump-tables"="true"')


def _turn(w: PartThread, turned: Sequence[int], first: int, parts: int) -> str:
    """Compute the sines and cosines of input angles in a loop, divided among the warps of a group. Return the table of
    their columns."""
    v, count = w.lanes, len(turned)
    start = w.let(f"call i32 @llvm.umin.i32(i32 %part, i32 {count - 1})")
    w.go_on("turn_from")
    w.go_on("turn")
    w.do(f"%turn_i = phi i32 [ {start}, %turn_from ], [ %turn_next, %turn_end ]")
    entry = w.let(f"getelementptr i16, {GLOBAL} @angles, i32 %turn_i")
    column = w.let(f"zext i16 {w.let(f'load i16, {GLOBAL} {entry}, align 2, !invariant.load !0')} to i32")
    angle, sine, cosine = turned[0], w.tape.first, w.tape.first + 1  # temporary names
    w.values[angle] = w.given[0].load_at(w, column)
    w.angles([(sine, Instruction(Op.SIN, (angle,))), (cosine, Instruction(Op.COS, (angle,)))])
    row = w.op("mul i32", "%turn_i", 2)
    for k, slot in enumerate((sine, cosine)):
        w.store(w.values[slot], SHARED, w.row(w.op("add i32", row, first + k)))
    w.go_on("turn_end")
    w.do(f"%turn_next = add i32 %turn_i, {parts}")
    w.do(f"br i1 {w.let(f'icmp ult i32 %turn_next, {count}')}, label %turn, label %turn_over")
    w.label("turn_over")
    barrier(w)
    columns = ", ".join(f"i16 {w.places[slot][1]}" for slot in turned)
    return f"@angles = internal addrspace(1) constant [{count} x i16] [{columns}], align 16"


def _bring(w: Thread, staged: Sequence[Staged], plan: Plan) -> None:
    """Copy the arguments of a group to shared memory, divided among its warps, and wait for completion."""
    if not staged:
        return
    for i, x in enumerate(staged):
        mine = w.let(f"icmp eq i32 %part, {i % plan.parts}")
        w.when(mine, f"bring{i}", f"brought{i}")
        w.do(f"br i1 %whole, label %bring{i}_whole, label %bring{i}_part")
        for name, whole in (("whole", True), ("part", False)):
            w.label(f"bring{i}_{name}")
            x.bring(w, whole)
            w.do(f"br label %brought{i}")
        w.label(f"brought{i}")
    w.do("call void @llvm.nvvm.cp.async.wait.group(i32 0)")
    barrier(w)


def barrier(w: Thread) -> None:
    """Write a barrier for all warps of the block."""
    w.do("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)")
