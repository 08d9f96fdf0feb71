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
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from dalembert.codegen.renderers.llvm.ir import Lanes, number
from dalembert.codegen.renderers.ptx.memory import UNIT, WARP, RowsOut, Staged, kind
from dalembert.codegen.renderers.ptx.partition import Part, Partition, Rows, divide, even, share
from dalembert.codegen.renderers.ptx.plan import Plan
from dalembert.codegen.renderers.ptx.program import Rendered, argument_sources, foresee, kernel, result_sinks
from dalembert.codegen.renderers.ptx.thread import GLOBAL, SHARED, Thread
from dalembert.codegen.renderers.ptx.twins import Own, Twins
from dalembert.codegen.tape import Instruction, Operand, Tape
from dalembert.codegen.template import template
from dalembert.graph import Op

FEW_CONSTANTS = 1536  # bytes, of the 2048 of the constant cache; measured on an H200
TOGETHER = 4  # angles whose sines and cosines a thread computes at the same time


@dataclass(frozen=True)
class Block:
    """What the threads of a block have in common. The rows of shared memory start at an offset in bytes."""

    partition: Partition
    rows: Rows
    start: int
    sources: Callable[[], list[Any]]  # new ones, because sources record what a program has read
    sinks: list[tuple[Any, int]]  # of every output, where it is written


class PartThread(Thread):
    """Program of a thread that computes one part. Values of other parts are read from shared memory."""

    def __init__(self, before: Thread, block: Block, part: Part) -> None:
        super().__init__(before.tape, before.inputs, before.lanes, block.sources(), before.block)
        self.lines, self.groups = before.lines, before.groups
        self.common, self.partition, self.rows, self.part = block, block.partition, block.rows, part
        self.stages, self.outputs = part.stages, part.outputs
        self.sines = self.rows.turned.intersection(part.slots)
        self.moved: dict[tuple[int, int], Any] = {}  # sources of which each warp reads later columns

    def compute_all(self) -> None:
        """Render the part."""
        self.run([partial(sink.store, self, j) for sink, j in self.common.sinks])

    def value(self, slot: int) -> str:
        """Return the name of the value in a slot. Values of other parts are read at first use."""
        if slot not in self.values and slot >= self.tape.first:
            x = self.passed_on([slot])
            self.values[slot] = self.neg(x) if slot in self.partition.negated else x
        return super().value(slot)

    def passed_on(self, slots: Sequence[int]) -> str:
        """Load a value from shared memory. `slots` has the slot of each warp, or one for all."""
        columns, rows = self.rows.replacing, self.rows.numbers
        if slots[0] in columns:
            return self.own(
                [columns[x] for x in slots], lambda j, step: self.load(SHARED, self.source(0, step).place(self, j))
            )
        return self.own([rows[x] for x in slots], lambda i, step: self.load(SHARED, self.row(i, step)))

    def own(self, numbers: Sequence[int], load: Callable[[int, int], str]) -> str:
        """Load the value whose number belongs to the warp. `load` takes the first number and the step from warp to
        warp."""
        if even(numbers):
            return load(numbers[0], numbers[-1] - numbers[-2] if len(numbers) > 1 else 0)
        return self.chosen([load(x, 0) for x in numbers])

    def chosen(self, values: Sequence[str]) -> str:
        """Select the value that belongs to the warp."""
        x = values[0]
        for i, other in enumerate(values[1:], 1):
            x = self.choose(self.let(f"icmp eq i32 %part, {i}"), other, x)
        return x

    def source(self, k: int, step: int) -> Any:
        """Return the source of an argument. Each warp reads columns that are `step` further."""
        if (k, step) not in self.moved:
            self.moved[k, step] = replace(self.sources[k], step=step)
        return self.moved[k, step] if step else self.sources[k]

    def begin(self, stage: int, slots: Sequence[int]) -> Sequence[int]:
        """Wait at the barrier of the stage, and forget sines and cosines, which are read again."""
        if stage:
            barrier(self)
            for slot in self.sines:
                self.values.pop(slot, None)
        return [slot for slot in slots if slot not in self.sines]

    def known(self, slot: int) -> None:
        """Store a value in shared memory if other parts read it."""
        if slot in self.partition.crossing:
            self.store(self.value(slot), SHARED, self.row(self.rows.numbers[slot]))

    def unread(self) -> str:
        """Return the term that propagates NaN from unread inputs of the whole tape. Only some parts of the program need
        it."""
        needed = self.part.outputs if self.tape.gate is None else self.tape.gate in self.reads()
        return super().unread() if needed else ""

    def reads(self) -> set[int]:
        """Return the slots that the part reads."""
        read = {a for slot in self.part.slots for a in self.tape.instructions[slot - self.tape.first].args}
        return read | {self.tape.outputs[i] for i in self.part.outputs}

    def row(self, row: int, step: int = 0) -> str:
        """Return the address that belongs to the current thread in a row of 32 numbers."""
        size = self.lanes.size
        mine = self.in_shared("%tile", self.op("mul i32", "%lane", size))
        if step:
            mine = self.in_shared(mine, self.op("mul i32", "%part", step * WARP * size))
        return self.in_shared(mine, self.common.start + row * WARP * size)


class TwinThread(PartThread):
    """Program that every warp runs for its own limbs. The last warp also computes the stages of the core."""

    def __init__(self, before: Thread, block: Block, twins: Twins) -> None:
        super().__init__(before, block, block.partition.parts[0])
        self.twins = twins
        instructions = [*self.tape.instructions]
        for slot, instruction in twins.instructions.items():
            instructions[slot - self.tape.first] = instruction
        self.program = replace(self.tape, instructions=tuple(instructions))
        # a sine that the loop does not compute for one warp is computed by all
        self.sines -= {
            x for x in self.sines if not self.rows.turned.issuperset([own.slot for own in twins.own.get(x, ())])
        }
        # constants that depend on the warp, which constant memory holds only if they are few: its cache is small
        values = [self.constants_of(own) for own in twins.leaves]
        bytes_ = sum(len(x) * self.lanes.size for x in values if x and not self.same(x))
        self.space = "ptr addrspace(4)" if bytes_ <= FEW_CONSTANTS else GLOBAL
        self.table: list[list[float]] = []
        self.piece, self.signs = "", dict[int, str]()

    def compute_all(self) -> None:
        self.run([partial(self.give_out, i) for i in range(len(self.common.sinks))])
        self.core(len(self.stages) - 1)

    def begin(self, stage: int, slots: Sequence[int]) -> Sequence[int]:
        """Before the barrier of a stage, compute the core of the stage before."""
        if stage:
            self.core(stage - 1)
        return super().begin(stage, slots)

    def core(self, stage: int) -> None:
        """Compute a stage of the core in one warp."""
        part = self.partition.parts[1 + stage]
        if part.slots or part.outputs:
            turn = self.op("urem i32", self.op("add i32", "%cta", "%group"), len(self.twins.leaves[0]))
            self.when(self.let(f"icmp eq i32 %part, {turn}"), f"core{stage}", f"ended{stage}")
            own = PartThread(self, self.common, part)
            own.compute_all()
            self.groups = own.groups
            self.go_on(f"ended{stage}")

    def value(self, slot: int) -> str:
        if slot not in self.values and slot < 0:
            self.values[slot] = self.leaf(self.twins.leaves[-1 - slot])
        elif slot not in self.values and slot in self.sines and slot in self.twins.own:
            own = self.twins.own[slot]
            self.values[slot] = self.signed(self.passed_on([x.slot for x in own]), own)
        return super().value(slot)

    def known(self, slot: int) -> None:
        own = self.twins.own.get(slot, ())
        if own and own[0].slot in self.partition.crossing:
            rows = [self.rows.numbers[x.slot] for x in own]
            self.store(self.value(slot), SHARED, self.row(rows[0], rows[1] - rows[0]))

    def reads(self) -> set[int]:
        return super().reads() | {own.slot for leaf in self.twins.leaves for own in leaf}

    def give_out(self, i: int, x: str) -> None:
        """Write an output of each warp."""
        own = self.twins.outputs[i]
        (sink, j), (_, other) = (self.common.sinks[x.slot] for x in own[:2])
        replace(sink, step=other - j).store(self, j, self.signed(x, own))

    def constants_of(self, own: Sequence[Own]) -> list[float]:
        """Return the constants that a leaf stands for, with their signs, or nothing for other leaves."""
        first, last = self.tape.inputs, self.tape.first
        return [(1 - 2 * x.sign) * self.tape.constants[x.slot - first] for x in own if first <= x.slot < last]

    def same(self, values: Sequence[float]) -> bool:
        return len({number(x, self.lanes.real) for x in values}) == 1

    def leaf(self, own: Sequence[Own]) -> str:
        """Return the value from outside the limbs that belongs to the warp."""
        tape, slots, values = self.tape, [x.slot for x in own], self.constants_of(own)
        if values:
            return self.lanes.splat(values[0]) if self.same(values) else self.constant(values)
        if len(set(slots)) > 1 and all(slot in self.partition.crossing for slot in slots):
            x = self.passed_on(slots)
            return self.signed(x, [Own(x.slot, x.sign ^ (x.slot in self.partition.negated)) for x in own])
        given = {self.places[slot][0] for slot in slots if slot < tape.inputs}
        if len(set(slots)) > 1 and len(given) == 1 and max(slots) < tape.inputs and tape.gate not in slots:
            (k,) = given
            x = self.own([self.places[slot][1] for slot in slots], lambda j, step: self.source(k, step).load(self, j))
        else:
            x = self.chosen([self.value(slot) for slot in slots]) if len(set(slots)) > 1 else self.value(slots[0])
        return self.signed(x, own)

    def constant(self, values: list[float]) -> str:
        """Return a constant that depends on the warp. Constants are read from a table, 16 bytes at a time."""
        n, space = UNIT // self.lanes.size, self.space
        at, piece = divmod(len(self.table), n)
        if not piece:
            mine = self.let(f"getelementptr [{UNIT} x i8], {space} @numbers, i32 %part")
            place = self.let(f"getelementptr i8, {space} {mine}, i32 {at * UNIT * len(values)}")
            self.piece = self.let(f"load {kind(self, n)}, {space} {place}, align {UNIT}, !invariant.load !0")
        self.table.append(values)
        return self.let(f"extractelement {kind(self, n)} {self.piece}, i32 {piece}")

    def numbers(self) -> str:
        """Return the table of constants."""
        v, n, warps = self.lanes, UNIT // self.lanes.size, len(self.twins.leaves[0])
        full = [*self.table, *[[0.0] * warps] * (-len(self.table) % n)]
        rows = [full[i + k][w] for i in range(0, len(full), n) for w in range(warps) for k in range(n)]
        entries = ", ".join(f"{v.type} {number(x, v.real)}" for x in rows)
        return f"@numbers = internal {self.space.removeprefix('ptr ')} constant [{len(rows)} x {v.type}] [{entries}], align {UNIT}"

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


def render(tape: Tape, inputs: list[Operand], outputs: list[Operand], real: str, plan: Plan) -> Rendered:
    """Render the LLVM IR module of a kernel with several warps per state."""
    v = Lanes(real, 0)
    partition = (share if plan.twins else divide)(tape, plan.parts)
    assert partition is not None, "the plan says that the tape can be divided"
    sources, start = argument_sources(inputs, plan, v.size)
    staged = [x for x in sources if isinstance(x, Staged)]
    rows = partition.rows(inputs[0].columns if plan.loops else 0, sources[0] in staged)
    at = start + rows.count * WARP * v.size
    sinks, places = result_sinks(tape, inputs, outputs, plan)
    together = next((x for x in sinks if isinstance(x, RowsOut)), None)
    if together is not None:
        together.start, together.warps = at, plan.parts
        at += together.bytes(v.size)
    w = Thread(tape, inputs, v, (), plan.block)
    w.lines += template("begin_parts.ll", tile=plan.tile, groups=plan.tile // WARP).splitlines()
    if at:
        w.do(f"%tile = getelementptr i8, {SHARED} @shared, i32 {w.op('mul i32', '%group', at)}")
    if plan.ahead:
        foresee(w, inputs, plan)
    _bring(w, staged, plan)
    tables = together.tables() if together is not None else []
    block = Block(partition, rows, start, lambda: argument_sources(inputs, plan, v.size)[0], places)
    if rows.angles:
        loop = PartThread(w, block, Part((), ()))
        tables.append(_turn(loop, plan.parts))
        w.groups = loop.groups
    if partition.twins is not None:
        own = TwinThread(w, block, partition.twins)
        own.compute_all()
        tables.append(own.numbers())
    else:
        w.do(f"switch i32 %part, label %part0 [{' '.join(f'i32 {i}, label %part{i}' for i in range(1, plan.parts))}]")
        for i, part in enumerate(partition.parts):
            w.label(f"part{i}")
            one = PartThread(w, block, part)
            one.compute_all()
            w.groups = one.groups
            w.do("br label %computed")
        w.label("computed")
    if together is not None:
        barrier(w)
        together.finish(w)
    w.do("ret void")
    return kernel(w, len(inputs + outputs), plan, tables, at * (plan.tile // WARP), more=' "no-jump-tables"="true"')


def _turn(w: PartThread, parts: int) -> str:
    """Compute the sines and cosines of input angles in a loop, a few at a time, divided among the warps of a group.
    Return the table of the angles' columns."""
    v, angles, count = w.lanes, w.rows.angles, len(w.rows.angles)
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
        w.values[-1 - k] = w.sources[0].load_at(w, columns[k])
        found += [(2 * k, Instruction(Op.SIN, (-1 - k,))), (2 * k + 1, Instruction(Op.COS, (-1 - k,)))]
    w.angles(found)  # names of no slots that are read here
    size = WARP * v.size
    first = w.rows.count - count * (1 if w.rows.replacing else 2)
    for k in range(TOGETHER):
        row = w.in_shared(w.row(first), w.op("mul i32", last[k], size))
        w.store(w.values[2 * k + 1], SHARED, row)
        replaced = w.sources[0].place_at(w, columns[k]) if w.rows.replacing else w.in_shared(row, count * size)
        w.store(w.values[2 * k], SHARED, replaced)
    w.go_on("turn_end")
    w.do(f"%turn_next = add i32 %turn_i, {parts * TOGETHER}")
    w.do(f"br i1 {w.let(f'icmp ult i32 %turn_next, {count}')}, label %turn, label %turn_over")
    w.label("turn_over")
    barrier(w)
    entries = ", ".join(f"i32 {w.places[slot][1]}" for slot in angles)
    return f"@angles = internal addrspace(1) constant [{count} x i32] [{entries}], align 16"


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
