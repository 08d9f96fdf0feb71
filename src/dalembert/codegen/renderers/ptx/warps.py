"""Rendering of a tape as PTX for several warps that compute a state together. Each warp computes one part of the
program (`partition`).

A block has parts × groups warps. A group consists of 32 states, one per lane, and has one warp for every part:

    warp = part · groups + group

The warps of a part run the same instructions at about the same time and share the instruction cache. Each group has a
tile in shared memory. The tile contains the arguments, then the values that pass between parts, each as a row of 32
numbers, and then the results in rows. All warps of the group copy the arguments together, and compute sines and cosines
together in a loop. The stages of the partition are separated by barriers.

If limbs have the same shape, all warps run one program (`twins`). Addresses, some constants and signs depend on the
warp. The last warp computes the core.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from dalembert.codegen.renderers.arithmetic import Value
from dalembert.codegen.renderers.llvm.ir import Lanes
from dalembert.codegen.renderers.ptx.memory import UNIT, WARP, RowsOut, Staged, bring, kind
from dalembert.codegen.renderers.ptx.partition import Part, Partition, SharedRows, divide, share
from dalembert.codegen.renderers.ptx.plan import Plan
from dalembert.codegen.renderers.ptx.program import Rendered, argument_sources, foresee, kernel, result_sinks
from dalembert.codegen.renderers.ptx.thread import GLOBAL, SHARED, Thread
from dalembert.codegen.renderers.ptx.twins import TwinPair, Twins
from dalembert.codegen.tape import Instruction, TapeFunction
from dalembert.codegen.template import template
from dalembert.graph import Op

FEW_CONSTANTS = 1536  # bytes, of the 2048 of the constant cache; measured on an H200
TOGETHER = 4  # angles whose sines and cosines a thread computes at the same time


@dataclass(frozen=True)
class CommonTile:
    """Data that the threads of a block share. The rows of shared memory start at an offset in bytes."""

    partition: Partition
    rows: SharedRows
    start: int
    sources: Callable[[], list[Any]]  # new ones, because sources record what a program has read
    sinks: list[tuple[Any, int]]  # of every output, where it is written


class PartThread(Thread):
    """Program of a thread that computes one part. Values of other parts are read from shared memory."""

    def __init__(self, before: Thread, block: CommonTile, part: Part) -> None:
        sources = block.sources()
        super().__init__(before.function, before.lanes, sources, before.block)
        self.lines, self.groups = before.lines, before.groups
        self.common, self.partition, self.part = block, block.partition, part
        self.stages, self.outputs = part.stages, part.outputs
        self.sines = block.rows.turned.intersection(part.slots)
        self.moved: dict[tuple[int, int], Any] = {(k, 0): x for k, x in enumerate(sources)}

    def compute_all(self) -> None:
        """Render the part."""
        self.run([partial(self.give_out, i) for i in range(len(self.common.sinks))])

    def give_out(self, i: int, x: str) -> None:
        """Write an output."""
        sink, j = self.common.sinks[i]
        sink.store(self, j, x)

    def value(self, slot: int) -> str:
        """Return the name of the value in a slot. Values of other parts are loaded at their first use."""
        if slot not in self.values and slot >= self.tape.first:
            x = self.passed_on(slot, slot)
            self.values[slot] = (-Value(self, x)).code if slot in self.partition.negated else x
        return super().value(slot)

    def passed_on(self, first: int, second: int) -> str:
        """Load a value from shared memory, from the slot of the warp."""
        columns, rows = self.common.rows.replacing, self.common.rows.numbers
        if first in columns:
            place = self.source(0, columns[second] - columns[first]).place(self, columns[first])
        else:
            place = self.row(rows[first], rows[second] - rows[first])
        return self.load(SHARED, place)

    def source(self, k: int, step: int) -> Any:
        """Return the source of an argument. In the second warp, `step` is added to the column."""
        if (k, step) not in self.moved:
            self.moved[k, step] = replace(self.moved[k, 0], step=step)
        return self.moved[k, step]

    def begin(self, stage: int, slots: Sequence[int]) -> Sequence[int]:
        """Wait at the barrier of the stage. Sines and cosines are loaded again after the barrier."""
        if stage:
            barrier(self)
            for slot in self.sines:
                self.values.pop(slot, None)
        return [slot for slot in slots if slot not in self.sines]

    def known(self, slot: int) -> None:
        """Store a value in shared memory if other parts read it."""
        if slot in self.partition.crossing:
            self.store(self.value(slot), SHARED, self.row(self.common.rows.numbers[slot]))

    def unread(self) -> str:
        """Return the term that propagates NaN from unread inputs of the whole tape. Only some parts of the program need
        it."""
        needed = self.part.outputs if self.tape.gate is None else self.tape.gate in self.reads()
        return super().unread() if needed else ""

    def reads(self) -> set[int]:
        """Return the slots that the part reads."""
        read = {a for slot in self.part.slots for a in self.tape.by_slot[slot].args}
        return read | {self.tape.outputs[i] for i in self.part.outputs}

    def row(self, row: int, step: int = 0) -> str:
        """Return the address that belongs to the current thread in a row of 32 numbers."""
        size = self.lanes.size
        mine = self.in_shared("%tile", self.op("mul i32", "%lane", size))
        if step:
            mine = self.in_shared(mine, self.op("mul i32", "%part", step * WARP * size))
        return self.in_shared(mine, self.common.start + row * WARP * size)


class TwinThread(PartThread):
    """Program that two warps run for different limbs. Between the stages, one of the warps computes the core."""

    def __init__(self, before: Thread, block: CommonTile, common: Twins) -> None:
        super().__init__(before, block, block.partition.parts[0])
        self.twins = common
        self.program = self.tape.with_instructions(common.instructions)
        # a sine that the loop does not compute for one warp is computed by both
        self.sines -= {x for x in self.sines if x in common.own and common.own[x].second not in block.rows.turned}
        # constants that depend on the warp; constant memory holds them only if they are few, because its cache is small
        differ = sum(isinstance(self.constant(x), list) for x in common.leaves)
        self.space = "ptr addrspace(4)" if 2 * differ * self.lanes.size <= FEW_CONSTANTS else GLOBAL
        self.table: list[list[float]] = []
        self.piece = self.minus = ""

    def begin(self, stage: int, slots: Sequence[int]) -> Sequence[int]:
        """Before the second stage, one warp computes the core. The choice of the warp alternates between blocks."""
        if stage:
            barrier(self)
            turn = self.op("and i32", self.op("add i32", "%cta", "%group"), 1)
            self.when(self.let(f"icmp eq i32 %part, {turn}"), "core", "core_over")
            PartThread(self, self.common, self.partition.parts[1]).compute_all()
            self.go_on("core_over")
        return super().begin(stage, slots)

    def value(self, slot: int) -> str:
        if slot not in self.values and slot < 0:
            self.values[slot] = self.leaf(self.twins.leaves[-1 - slot])
        elif slot not in self.values and slot in self.sines and slot in self.twins.own:
            own = self.twins.own[slot]
            self.values[slot] = self.signed(self.passed_on(slot, own.second), own.sign)
        return super().value(slot)

    def known(self, slot: int) -> None:
        if slot in self.twins.own and slot in self.partition.crossing:
            row, other = (self.common.rows.numbers[x] for x in self.twins.own[slot][:2])
            self.store(self.value(slot), SHARED, self.row(row, other - row))

    def reads(self) -> set[int]:
        return super().reads() | {x for leaf in self.twins.leaves for x in leaf[:2]}

    def give_out(self, i: int, x: str) -> None:
        own = self.twins.outputs[i]
        (sink, j), (_, other) = (self.common.sinks[x] for x in own[:2])
        replace(sink, step=other - j).store(self, j, self.signed(x, own.sign))

    def leaf(self, leaf: TwinPair) -> str:
        """Return the value from outside the limbs that belongs to the warp."""
        first, second, sign = leaf
        constant = self.constant(leaf)
        if isinstance(constant, list):
            return self.listed(constant)
        if constant is not None:
            return constant
        if first == second:
            x = self.value(first)
        elif first in self.partition.crossing and second in self.partition.crossing:
            x = self.passed_on(first, second)
        elif max(first, second) < self.tape.inputs and self.tape.gate not in (first, second):
            (k, j), (_, other) = self.places[first], self.places[second]
            x = self.source(k, other - j).load(self, j)
        else:
            x = self.select("real", self.let("icmp eq i32 %part, 0"), self.value(first), self.value(second))
        return self.signed(x, sign)

    def constant(self, leaf: TwinPair) -> str | list[float] | None:
        """Return the constant that a leaf represents, or one constant per warp, or None for other leaves."""
        constants, v = self.tape.constant_slots, self.lanes
        if leaf.first not in constants:
            return None
        x, y = constants[leaf.first], constants[leaf.second] * (1 - 2 * leaf.sign)
        return v.splat(x) if v.splat(x) == v.splat(y) else [x, y]

    def listed(self, values: list[float]) -> str:
        """Load a constant that differs between the warps. The table of constants is read 16 bytes at a time."""
        n, space = UNIT // self.lanes.size, self.space
        at, piece = divmod(len(self.table), n)
        if not piece:
            mine = self.let(f"getelementptr [{UNIT} x i8], {space} @numbers, i32 %part")
            place = self.let(f"getelementptr i8, {space} {mine}, i32 {at * UNIT * 2}")
            self.piece = self.let(f"load {kind(self, n)}, {space} {place}, align {UNIT}, !invariant.load !0")
        self.table.append(values)
        return self.let(f"extractelement {kind(self, n)} {self.piece}, i32 {piece}")

    def numbers(self) -> str:
        """Return the table of constants, with alternating 16-byte units for the first and the second warp."""
        v, n = self.lanes, UNIT // self.lanes.size
        full = [*self.table, *[[0.0, 0.0]] * (-len(self.table) % n)]
        entries = [
            f"{v.type} {v.splat(full[i + k][w])}" for i in range(0, len(full), n) for w in (0, 1) for k in range(n)
        ]
        kind_ = f"{self.space.removeprefix('ptr ')} constant [{len(entries)} x {v.type}]"
        return f"@numbers = internal {kind_} [{', '.join(entries)}], align {UNIT}"

    def signed(self, x: str, sign: int) -> str:
        """Change the sign of a value in the second warp."""
        v = self.lanes
        if sign and not self.minus:
            self.minus = self.select("real", self.let("icmp eq i32 %part, 0"), v.splat(1.0), v.splat(-1.0))
        return self.let(f"fmul contract {v.type} {x}, {self.minus}") if sign else x


def render(function: TapeFunction, real: str, plan: Plan) -> Rendered:
    """Render the LLVM IR module of a kernel with several warps per state."""
    v = Lanes(real, 0)
    tape = function.tape
    inputs = function.inputs
    partition = share(tape) if plan.twins else divide(tape, plan.parts)
    assert partition is not None, "the plan says that the tape can be divided"
    sources, start = argument_sources(inputs, plan, v.size)
    staged = [x for x in sources if isinstance(x, Staged)]
    rows = partition.rows(inputs[0].columns if plan.loops else 0, sources[0] in staged)
    at = start + rows.size * WARP * v.size
    sinks, places = result_sinks(function, plan)
    together = next((x for x in sinks if isinstance(x, RowsOut)), None)
    if together is not None:
        together.start, together.warps = at, plan.parts
        at += together.bytes(v.size)
    w = Thread(function, v, (), plan.block)
    w.lines += template("begin_parts.ll", tile=plan.tile, groups=plan.tile // WARP).splitlines()
    if at:
        w.do(f"%tile = getelementptr i8, {SHARED} @shared, i32 {w.op('mul i32', '%group', at)}")
    if plan.ahead:
        foresee(w, plan)
    _bring(w, staged, plan)
    tables = together.tables() if together is not None else []
    block = CommonTile(partition, rows, start, lambda: argument_sources(inputs, plan, v.size)[0], places)
    if rows.angles:
        tables.append(_turn(PartThread(w, block, Part((), ())), plan.parts))
    if partition.twins is not None:
        own = TwinThread(w, block, partition.twins)
        own.compute_all()
        tables.append(own.numbers())
    else:
        w.do(f"switch i32 %part, label %part0 [{' '.join(f'i32 {i}, label %part{i}' for i in range(1, plan.parts))}]")
        for i, part in enumerate(partition.parts):
            w.label(f"part{i}")
            PartThread(w, block, part).compute_all()
            w.jump("computed")
        w.label("computed")
    if together is not None:
        barrier(w)
        together.finish(w)
    w.do("ret void")
    return kernel(w, plan, tables, at * (plan.tile // WARP), more=' "no-jump-tables"="true"')


def _turn(w: PartThread, parts: int) -> str:
    """Compute the sines and cosines of input angles in a loop, a few at a time, divided among the warps of a group.
    Return the table of the angles' columns."""
    v = w.lanes
    angles = w.common.rows.angles
    count = len(w.common.rows.angles)
    w.do(f"%turn_start = mul i32 %part, {TOGETHER}")
    w.go_on("turn_from")
    w.when(w.let(f"icmp ult i32 %turn_start, {count}"), "turn", "turn_over")
    w.do("%turn_i = phi i32 [ %turn_start, %turn_from ], [ %turn_next, %turn_end ]")
    last, found, columns = [], [], []
    for k in range(TOGETHER):
        index = w.op("add i32", "%turn_i", k)
        last.append(w.let(f"call i32 @llvm.umin.i32(i32 {index}, i32 {count - 1})"))
        entry = w.let(f"getelementptr i32, {GLOBAL} @angles, i32 {last[k]}")
        columns.append(w.let(f"load i32, {GLOBAL} {entry}, align 4, !invariant.load !0"))
        w.values[-1 - k] = w.source(0, 0).load_at(w, columns[k])
        found += [(2 * k, Instruction(Op.SIN, (-1 - k,))), (2 * k + 1, Instruction(Op.COS, (-1 - k,)))]
    w.angles(found)  # names of no slots that are read here
    size = WARP * v.size
    first = w.common.rows.size - count * (1 if w.common.rows.replacing else 2)
    for k in range(TOGETHER):
        row = w.in_shared(w.row(first), w.op("mul i32", last[k], size))
        w.store(w.values[2 * k + 1], SHARED, row)
        replaced = w.source(0, 0).place_at(w, columns[k]) if w.common.rows.replacing else w.in_shared(row, count * size)
        w.store(w.values[2 * k], SHARED, replaced)
    w.go_on("turn_end")
    w.do(f"%turn_next = add i32 %turn_i, {parts * TOGETHER}")
    w.do(f"br i1 {w.let(f'icmp ult i32 %turn_next, {count}')}, label %turn, label %turn_over")
    w.label("turn_over")
    barrier(w)
    entries = ", ".join(f"i32 {w.places[slot][1]}" for slot in angles)
    return f"@angles = internal addrspace(1) constant [{count} x i32] [{entries}], align 16"


def _bring(w: Thread, staged: Sequence[Staged], plan: Plan) -> None:
    """Copy the arguments of a group to shared memory, distributed over its warps, and wait for completion."""
    if not staged:
        return
    for i, x in enumerate(staged):
        mine = w.let(f"icmp eq i32 %part, {i % plan.parts}")
        w.when(mine, f"bring{i}", f"brought{i}")
        bring(w, [x], f"bring{i}_whole", f"bring{i}_part", f"brought{i}")
    w.do("call void @llvm.nvvm.cp.async.wait.group(i32 0)")
    barrier(w)


def barrier(w: Thread) -> None:
    """Write a barrier for all warps of the block."""
    w.do("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)")
