"""Rendering of a tape as PTX for several warps that compute a state together. Each warp computes one part of the
program (`partition`).

A block has parts × groups warps. A group consists of 32 states, one per lane, and has one warp for every part:

    warp = part · groups + group

The warps that compute the same part execute the same instructions at about the same time and share the instruction
cache. A group has a tile in shared memory. The tile contains the arguments, the values passed between parts (each as a
row of 32 numbers), and the results in rows. All warps of the group together copy the arguments. The stages of the
partition are separated by barriers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from dalembert.codegen.renderers.llvm.ir import Lanes
from dalembert.codegen.renderers.ptx.memory import WARP, Direct, RowsOut, Staged
from dalembert.codegen.renderers.ptx.partition import Partition, divide
from dalembert.codegen.renderers.ptx.plan import Plan
from dalembert.codegen.renderers.ptx.program import Rendered, argument_sources, foresee, kernel, result_sinks
from dalembert.codegen.renderers.ptx.thread import GLOBAL, SHARED, Thread
from dalembert.codegen.tape import TRIGONOMETRIC, Instruction, Operand, Tape
from dalembert.codegen.template import template
from dalembert.graph import Op


class PartThread(Thread):
    """Program of a thread that computes one part. Values of other parts are read from shared memory."""

    def __init__(
        self,
        before: Thread,
        partition: Partition,
        number: int,
        sources: Sequence[Direct | Staged],
        start: int,
        turning: int,
        loops: bool,
    ) -> None:
        super().__init__(before.tape, before.inputs, before.lanes, sources, before.block)
        self.lines, self.groups, self.given = before.lines, before.groups, sources
        self.partition, self.part, self.number = partition, partition.parts[number], number
        self.start, self.turning = start, turning  # offsets in the tile, in bytes
        self.stages, self.outputs = self.part.stages, self.part.outputs
        self.turned = partition.angles(number, self.inputs[0].columns) if loops else []
        instructions = ((slot, self.tape.instructions[slot - self.tape.first]) for slot in self.part.slots)
        self.sines = {slot for slot, (op, args) in instructions if op in TRIGONOMETRIC and args[0] in self.turned}

    def value(self, slot: int) -> str:
        """Return the name of the value in a slot. Values of other parts are loaded at their first use."""
        if slot not in self.values and slot >= self.tape.first:
            op, args = self.tape.instructions[slot - self.tape.first]
            if op in TRIGONOMETRIC and args[0] in self.turned:
                place = self.row(self.turning, 2 * self.turned.index(args[0]) + (op is Op.COS))
            else:
                place = self.row(self.start, self.partition.crossing[slot])
            self.values[slot] = self.load(SHARED, place)
        return super().value(slot)

    def begin(self, stage: int, slots: Sequence[int]) -> Sequence[int]:
        """Wait at the barrier of the stage, and store the sines and cosines that were computed in the loop and that
        other parts read."""
        if not stage:
            self.turn()
        else:
            barrier(self)
            for slot in self.sines:  # read again from memory, to save registers
                self.values.pop(slot, None)
        for slot in slots:
            if slot in self.sines:
                self.known(slot)
        return [slot for slot in slots if slot not in self.sines]

    def known(self, slot: int) -> None:
        """Store a value in shared memory if other parts read it."""
        if slot in self.partition.crossing:
            place = self.row(self.start, self.partition.crossing[slot])
            self.store(self.value(slot), SHARED, place)

    def unread(self) -> str:
        """Return the term that propagates NaN from unread inputs of the whole tape. Only some parts of the program
        require this term."""
        read = {a for slot in self.part.slots for a in self.tape.instructions[slot - self.tape.first].args}
        read |= {self.tape.outputs[i] for i in self.part.outputs}
        needed = self.part.outputs if self.tape.gate is None else self.tape.gate in read
        return super().unread() if needed else ""

    def turn(self) -> None:
        """Compute the sines and cosines of all input angles in a loop, and store the results in shared memory."""
        if not self.turned:
            return
        v, name, count = self.lanes, f"turn{self.number}", len(self.turned)
        self.go_on(f"{name}_from")
        self.go_on(name)
        self.do(f"%{name}_i = phi i32 [ 0, %{name}_from ], [ %{name}_next, %{name}_end ]")
        entry = self.let(f"getelementptr i16, {GLOBAL} @angles{self.number}, i32 %{name}_i")
        column = self.let(f"zext i16 {self.let(f'load i16, {GLOBAL} {entry}, align 2, !invariant.load !0')} to i32")
        x = self.given[0].load_at(self, column)
        sine, cosine = self.tape.first, self.tape.first + 1  # temporary names
        known = {slot: self.values.pop(slot) for slot in (sine, cosine, self.turned[0]) if slot in self.values}
        self.values[self.turned[0]] = x
        self.angles([(sine, Instruction(Op.SIN, (self.turned[0],))), (cosine, Instruction(Op.COS, (self.turned[0],)))])
        place = self.row(self.turning, 0)
        step = self.op("mul i32", f"%{name}_i", 2 * WARP * v.size)
        for k, slot in enumerate((sine, cosine)):
            at = self.in_shared(place, self.op("add i32", step, k * WARP * v.size))
            self.store(self.values.pop(slot), SHARED, at)
        del self.values[self.turned[0]]
        self.values |= known
        self.go_on(f"{name}_end")
        self.do(f"%{name}_next = add i32 %{name}_i, 1")
        self.do(f"br i1 {self.let(f'icmp ult i32 %{name}_next, {count}')}, label %{name}, label %{name}_over")
        self.label(f"{name}_over")

    def table(self) -> str:
        """Return the table of column indices of the angles."""
        columns = ", ".join(f"i16 {self.places[slot][1]}" for slot in self.turned)
        return f"@angles{self.number} = internal addrspace(1) constant [{len(self.turned)} x i16] [{columns}], align 16"

    def row(self, start: int, number: int) -> str:
        """Return the address of the current thread's number in a tile row of 32 numbers."""
        size = self.lanes.size
        mine = self.in_shared("%tile", self.op("mul i32", "%lane", size))
        return self.in_shared(mine, start + number * WARP * size)


def render(tape: Tape, inputs: list[Operand], outputs: list[Operand], real: str, plan: Plan) -> Rendered:
    """Render the LLVM IR module of a kernel with several warps per state."""
    v = Lanes(real, 0)
    partition = divide(tape, plan.parts)
    assert partition is not None, "the plan says that the tape can be divided"
    sources, at = argument_sources(inputs, plan, v.size)
    staged = [x for x in sources if isinstance(x, Staged)]
    crossing = at
    at += len(partition.crossing) * WARP * v.size
    turning = []
    for i in range(plan.parts):
        turning.append(at)
        at += 2 * len(partition.angles(i, inputs[0].columns)) * WARP * v.size if plan.loops else 0
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
    w.do(f"switch i32 %part, label %part0 [{' '.join(f'i32 {i}, label %part{i}' for i in range(1, plan.parts))}]")
    tables = rows.tables() if rows is not None else []
    for i in range(plan.parts):
        w.label(f"part{i}")
        fresh, _ = argument_sources(inputs, plan, v.size)  # new sources, which record the reads of a part
        own = PartThread(w, partition, i, fresh, crossing, turning[i], plan.loops)
        tables += [own.table()] if own.turned else []
        own.run([partial(sink.store, own, j) for sink, j in places])
        w.groups = own.groups
        w.do("br label %computed")
    w.label("computed")
    if rows is not None:
        barrier(w)
        rows.finish(w)
    w.do("ret void")
    shared = at * (plan.tile // WARP)
    return kernel(w, len(inputs + outputs), plan, tables, shared, more=' "no-jump-tables"="true"')


def _bring(w: Thread, staged: Sequence[Staged], plan: Plan) -> None:
    """Copy the arguments of a group to shared memory, distributed over its warps, and wait for completion."""
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
