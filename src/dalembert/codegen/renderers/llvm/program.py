"""Rendering of a tape as LLVM IR. The function `@body` computes a block of W states, with a vector for every number.

`blocks.loop` encloses `@body` in a loop with the signature of a NumPy ufunc. LLVM may contract a·b + c into one
operation (`contract`) but may not reorder operations. NaN, infinities and signed zeros are preserved.

A module consists of functions that are specific to a program, and pieces that several programs share. A piece exports
one function (`define hidden`), and all its other functions are private. Each piece is compiled once and linked to every
program that declares the exported function. Compiling a piece takes as long as compiling a small program.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from itertools import count
from typing import NamedTuple

from dalembert.codegen.renderers.arithmetic import Value, shown_nan
from dalembert.codegen.renderers.elementary import ELEMENTARY
from dalembert.codegen.renderers.llvm.blocks import LOOP as LOOP
from dalembert.codegen.renderers.llvm.blocks import loop
from dalembert.codegen.renderers.llvm.ir import Lanes, Writer, attributes
from dalembert.codegen.renderers.llvm.layout import rows, strided
from dalembert.codegen.renderers.llvm.sincos import is_far, sincos, sincos_any
from dalembert.codegen.tape import TRIGONOMETRIC, Instruction, TapeFunction
from dalembert.graph import Op

_MANY = 256  # columns from which LLVM does not reschedule the finished code
_SHOWN = "define hidden "
WIDE = 16  # columns of an operand from which hardware prefetching fails

_BINARY = {Op.ADD: "fadd contract", Op.SUB: "fsub contract", Op.MUL: "fmul contract", Op.DIV: "fdiv contract"}
_INTRINSIC = {Op.SQRT: "llvm.sqrt", Op.ABS: "llvm.fabs"}
SECOND = "second"
Sink = Callable[[str], None]  # function that receives the name of a value


def render(function: TapeFunction, lanes: Lanes) -> Module:
    """Render the program as a function on arrays."""
    return render_parts(function, lanes, loop(function, lanes))


def render_parts(first: TapeFunction, lanes: Lanes, around: str, second: TapeFunction | None = None) -> Module:
    """Render the program with the loop that calls `@body`. If given, a second program is rendered as `@second`."""
    parts = {"body": first} if second is None else {"body": first, SECOND: second}
    ops = {op for part in parts.values() for op, _ in part.tape.instructions}
    angles = bool(ops & set(TRIGONOMETRIC))
    pieces = [strided(lanes, True), strided(lanes, False), *([sincos_any(lanes)] if angles else [])]
    for inward, operands in ((True, first.inputs), (False, first.outputs)):
        pieces += [rows(lanes, n, inward) for n in sorted({x.columns for x in operands})]
    own = [*(sincos(lanes) if angles else []), *elementary(ops, lanes)]
    own += [_body(part, lanes, name) for name, part in parts.items()]
    many = sum(x.columns for x in first.operands) > _MANY
    return Module(declarations(lanes), tuple(pieces), "\n\n".join([*own, around]), many)


def elementary(ops: Collection[Op], v: Lanes) -> list[str]:
    """Return IR functions for the operations that are not single instructions, such as `@exp`."""
    found = []
    for op, (names, function) in ELEMENTARY.items():
        if op in ops:
            w = Writer(v)
            w.give(function(*(Value(w, f"%{x}") for x in names)).code)
            parameters = ", ".join(f"{v.type} %{x}" for x in names)
            found.append(w.text(f"internal {v.type} @{op.value}({parameters}) alwaysinline"))
    return found


def declarations(v: Lanes) -> str:
    kinds = sorted({v, v.alone, Lanes("double", 0, v.fma)}, key=lambda x: x.suffix)
    wanted = [f"{x.type} @llvm.fma.{x.suffix}({x.type}, {x.type}, {x.type})" for x in kinds]
    wanted += [f"{v.type} @{name}.{v.suffix}({v.type})" for name in _INTRINSIC.values()]
    wanted += ["i64 @llvm.fshl.i64(i64, i64, i64)", "i128 @llvm.ctlz.i128(i128, i1)", "i64 @llvm.umin.i64(i64, i64)"]
    wanted += ["i64 @llvm.smax.i64(i64, i64)", "void @llvm.prefetch.p0(ptr, i32, i32, i32)"]
    return "\n".join(f"declare {x}" for x in wanted)


# ── the computation of one block ──────────────────────────────────────────────


def _body(function: TapeFunction, v: Lanes, name: str) -> str:
    """Render `void body(p0, s0, f0, t0, p1, …)`, in which column j of operand k is the vector at p_k + j·s_k.

    Each use of a column of a wide argument also prefetches the cache line at f_k + j·t_k, which belongs to the next
    block.
    """
    w, count = Body(function, v), len(function.inputs)
    places = [(k, j) for k, x in enumerate(function.operands) for j in range(x.columns)]
    w.run([partial(w.put, k, j) for k, j in places if k >= count])
    w.do("ret void")
    kinds = ["ptr"] * count + ["ptr noalias"] * len(function.outputs)
    parameters = ", ".join(f"{kind} %p{k}, i64 %s{k}, ptr %f{k}, i64 %t{k}" for k, kind in enumerate(kinds))
    return w.text(f"internal void @{name}({parameters}) alwaysinline")


class Body(Writer):
    """Renderer of the instructions of a tape. Inputs are read at their first use."""

    unlikely = ""  # metadata of branches to large angles

    def __init__(self, function: TapeFunction, v: Lanes) -> None:
        super().__init__(v)
        tape = self.tape = self.program = function.tape  # the program is a tape with more operands
        self.function = function
        self.values = {slot: v.splat(x) for slot, x in tape.constant_slots.items()}
        self.places = [(k, j) for k, x in enumerate(function.inputs) for j in range(x.columns)]
        self.groups = count(1)
        self.outputs: Sequence[int] = range(len(tape.outputs))  # numbers of the slots that have been written
        self.stages: Sequence[Sequence[int]] = [[*tape.by_slot]]

    def run(self, sinks: Sequence[Sink]) -> None:
        """Render all instructions. Each output is passed to its sink as soon as its value is known, which frees the
        register."""
        unread = self.unread()
        wanted: dict[int, list[Sink]] = {}
        for i in self.outputs:
            wanted.setdefault(self.tape.outputs[i], []).append(sinks[i])
        for stage, slots in enumerate(self.stages):
            for trigonometric, part in self.program.runs(self.begin(stage, slots)):
                if trigonometric:
                    self.angles(part)
                for slot, instruction in part:
                    if not trigonometric:
                        self.values[slot] = self.compute(instruction)
                    self.known(slot)
                    self._give(slot, wanted.pop(slot, ()), unread)
                    self.passed(slot)
        for slot, left in wanted.items():
            self._give(slot, left, unread)

    def begin(self, stage: int, slots: Sequence[int]) -> Sequence[int]:
        """Begin a stage of the program, and return the slots that still have to be computed in this stage."""
        return slots

    def known(self, slot: int) -> None:
        """Process a slot after its instruction has been written. Subclasses override this hook."""

    def passed(self, slot: int) -> None:
        """Process a slot after its instruction has been written and its outputs have been stored. Subclasses override
        this hook."""

    def _give(self, slot: int, sinks: Sequence[Sink], unread: str) -> None:
        if sinks:
            x = self.value(slot)
            x = (Value(self, x) + Value(self, unread)).code if unread else x
            for sink in sinks:
                sink(x)

    def put(self, k: int, j: int, x: str) -> None:
        """Store the value x in column j of operand k."""
        self.write(self.lanes.type, x, self.column(k, j), self.lanes.size)

    def column(self, k: int, j: int) -> str:
        """Return the address of column j of operand k."""
        return self.element("i8", f"%p{k}", self.let(f"mul i64 %s{k}, {j}"))

    def value(self, slot: int) -> str:
        """Return the name of the value in a slot."""
        if slot not in self.values:
            k, j = self.places[slot]
            self.values[slot] = self.read(self.lanes.type, self.column(k, j), self.lanes.size)
            if self.function.inputs[k].columns > WIDE:
                self.foresee(k, j)
        return self.values[slot]

    def foresee(self, k: int, j: int) -> None:
        """Prefetch a cache line of the next block into the second-level cache. The requests are spread over the current
        block."""
        place = self.element("i8", f"%f{k}", self.let(f"mul i64 %t{k}, {j}"))
        self.do(f"call void @llvm.prefetch.p0(ptr {place}, i32 0, i32 2, i32 1)")

    def unread(self) -> str:
        """Return the term that is added to every output: NaN if an input that affects no output is NaN, otherwise 0.

        The term propagates NaN in such inputs to the outputs. If NaN in some input makes every output NaN, the term is
        added to that input instead.
        """
        total = shown_nan((Value(self, self.value(slot)), read) for slot, read in self.tape.hidden)
        gate = self.tape.gate
        if total is not None and gate is not None:
            self.values[gate] = (Value(self, self.value(gate)) + total).code
            return ""
        return "" if total is None else total.code

    def compute(self, instruction: Instruction) -> str:
        op, kind = instruction.op, self.lanes.type
        args = [self.value(a) for a in instruction.args]
        if op in _BINARY:
            return self.let(f"{_BINARY[op]} {kind} {args[0]}, {args[1]}")
        if op is Op.NEG:
            return self.let(f"fneg {kind} {args[0]}")
        name = f"{_INTRINSIC[op]}.{self.lanes.suffix}" if op in _INTRINSIC else op.value
        return self.let(f"call {kind} @{name}({', '.join(f'{kind} {a}' for a in args)})")

    def angles(self, run: list[tuple[int, Instruction]]) -> None:
        """Compute sines and cosines of several angles. A fast version is first applied to all angles. A single test
        then detects large angles.
        """
        v, g = self.lanes, next(self.groups)
        angles = {angle: self.value(angle) for _, (_, (angle,)) in run}
        self.do(f"br i1 {self.is_far([*angles.values()])}, label %far{g}, label %near{g}{self.unlikely}")
        self.label(f"far{g}")
        far = self.far(angles)
        self.jump(f"known{g}")
        self.label(f"near{g}")
        near = {angle: self.both(v.pair, f"@sincos({v.type} {x})") for angle, x in angles.items()}
        self.go_on(f"known{g}")
        for slot, (op, (angle,)) in run:
            which = int(op is Op.COS)
            phi = f"phi {v.type} [ {far[angle][which]}, %far{g} ], [ {near[angle][which]}, %near{g} ]"
            self.values[slot] = self.let(phi)

    def is_far(self, angles: list[str]) -> str:
        """Test whether any angle is too large for the fast version."""
        return is_far(self, angles)

    def far(self, angles: dict[int, str]) -> dict[int, list[str]]:
        """Return sines and cosines of angles of any magnitude."""
        v, count = self.lanes, len(angles)
        tables = [self.let(f"alloca [{count} x {v.type}], align {v.span}") for _ in range(3)]
        for row, x in enumerate(angles.values()):
            place = self.element(v.type, tables[0], row)
            self.do(f"store {v.type} {x}, ptr {place}")
        self.do(f"call void @sincos_any(ptr {tables[0]}, ptr {tables[1]}, ptr {tables[2]}, i64 {count * v.width})")
        result: dict[int, list[str]] = {}
        for row, slot in enumerate(angles):
            places = [self.element(v.type, table, row) for table in tables[1:]]
            result[slot] = [self.let(f"load {v.type}, ptr {place}") for place in places]
        return result


class Module(NamedTuple):
    """Module of LLVM IR. `head` contains the declarations for all parts, and `many` is passed to `attributes`."""

    head: str
    pieces: tuple[str, ...]
    own: str
    many: bool = False

    @property
    def whole(self) -> str:
        """Return the complete IR text of the module."""
        return _text(self.head, *self.pieces, self.own, attributes(self.many))

    @property
    def apart(self) -> str:
        """Return the part specific to the program, with declarations of the functions of the shared pieces."""
        return _text(self.head, *map(_declared, self.pieces), self.own, attributes(self.many))

    @property
    def shared(self) -> list[str]:
        """Return each shared piece as a separate LLVM module."""
        return [_text(self.head, piece, attributes(False)) for piece in self.pieces]


def _text(*parts: str) -> str:
    return "\n\n".join(parts) + "\n"


def _declared(piece: str) -> str:
    """Return the declaration of the function that a piece exports. The first line of the function's definition ends
    with the attributes."""
    head = next(line for line in piece.splitlines() if line.startswith(_SHOWN))
    return f"declare hidden {head.removeprefix(_SHOWN).removesuffix(' {')}"
