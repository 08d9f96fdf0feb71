"""A tape as LLVM IR: one function in the form of NumPy's generalised ufunc loops.

    void loop(char **args, npy_intp *dims, npy_intp *steps, void *data)

Blocks of W states are computed at once, every number of the tape a vector. A block's
operands are read in place where the states lie next to each other (Fortran order), and
through a small tile otherwise. The last block of a batch overlaps the one before it.
"""

from __future__ import annotations

from itertools import groupby
from math import prod
from typing import NamedTuple

from dalembert.codegen.exponential import exp, sign, tanh
from dalembert.codegen.ir import Lanes, Writer
from dalembert.codegen.layout import GATHER, SCATTER, rows, rows_name, strided
from dalembert.codegen.sincos import is_far, sincos
from dalembert.codegen.tape import Instruction, Tape
from dalembert.graph import Op

LOOP = "dalembert_loop"
ON_STACK = 1 << 16  # bytes of tiles that may live on the stack; more are asked of the allocator in `data`

_BINARY = {Op.ADD: "fadd contract", Op.SUB: "fsub contract", Op.MUL: "fmul contract", Op.DIV: "fdiv contract"}
_INTRINSIC = {Op.SQRT: "llvm.sqrt", Op.ABS: "llvm.fabs"}
_OWN = {Op.EXP: exp, Op.TANH: tanh, Op.SIGN: sign}
_TRIGONOMETRIC = (Op.SIN, Op.COS)


class Operand(NamedTuple):
    """An argument or a result: its name and the shape of one state's value."""

    name: str
    shape: tuple[int, ...]

    @property
    def columns(self) -> int:
        """Numbers in one state's value."""
        return prod(self.shape)


def render(tape: Tape, inputs: list[Operand], outputs: list[Operand], lanes: Lanes) -> str:
    """The whole module as text."""
    ops = {op for op, _ in tape.instructions}
    parts = [_declarations(lanes), strided(lanes, True), strided(lanes, False)]
    parts += sincos(lanes) if ops & set(_TRIGONOMETRIC) else []
    parts += [_OWN[op](lanes) for op in _OWN if op in ops]
    for inward, operands in ((True, inputs), (False, outputs)):
        parts += [rows(lanes, n, inward) for n in sorted({x.columns for x in operands if x.columns})]
    parts += [_body(tape, inputs, outputs, lanes), _loop(inputs, outputs, lanes)]
    return "\n\n".join(parts) + "\n"


def _declarations(v: Lanes) -> str:
    kinds = sorted({v, v.alone, Lanes("double", 0, v.fma)}, key=lambda x: x.suffix)
    wanted = [f"{x.type} @llvm.fma.{x.suffix}({x.type}, {x.type}, {x.type})" for x in kinds]
    wanted += [f"{v.type} @{name}.{v.suffix}({v.type})" for name in _INTRINSIC.values()]
    wanted += ["i64 @llvm.fshl.i64(i64, i64, i64)", "i128 @llvm.ctlz.i128(i128, i1)", "i64 @llvm.umin.i64(i64, i64)"]
    return "\n".join(f"declare {x}" for x in wanted)


# ── the computation of one block ──────────────────────────────────────────────


def _body(tape: Tape, inputs: list[Operand], outputs: list[Operand], v: Lanes) -> str:
    """`void body(p0, s0, p1, s1, …)`: column j of operand k is the vector at p_k + j·s_k."""
    w = _Body(tape, inputs, v)
    for trigonometric, run in groupby(enumerate(tape.instructions), lambda x: x[1].op in _TRIGONOMETRIC):
        if trigonometric:
            w.angles(list(run))
        else:
            for i, instruction in run:
                w.values[tape.first + i] = w.compute(instruction)
    at = 0
    for k, operand in enumerate(outputs, len(inputs)):
        for j in range(operand.columns):
            w.do(f"store {v.type} {w.value(tape.outputs[at + j])}, ptr {w.column(k, j)}, align {v.size}")
        at += operand.columns
    w.do("ret void")
    parameters = ", ".join(f"ptr {'noalias ' * (k >= len(inputs))}%p{k}, i64 %s{k}" for k in range(len(inputs + outputs)))
    return w.text(f"internal void @body({parameters}) nounwind alwaysinline")


class _Body(Writer):
    """Renders instructions; slots are read at first use."""

    def __init__(self, tape: Tape, inputs: list[Operand], v: Lanes) -> None:
        super().__init__(v)
        self.tape = tape
        self.values: dict[int, str] = {}
        self.places = [(k, j) for k, operand in enumerate(inputs) for j in range(operand.columns)]
        self.groups = 0
        for i, x in enumerate(tape.constants):
            self.values[tape.inputs + i] = v.splat(x)

    def column(self, k: int, j: int) -> str:
        """Address of a column."""
        offset = self.let(f"mul i64 %s{k}, {j}")
        return self.let(f"getelementptr i8, ptr %p{k}, i64 {offset}")

    def value(self, slot: int) -> str:
        """Name of the value in a slot."""
        if slot not in self.values:
            place = self.column(*self.places[slot])
            self.values[slot] = self.let(f"load {self.lanes.type}, ptr {place}, align {self.lanes.size}")
        return self.values[slot]

    def compute(self, instruction: Instruction) -> str:
        op, kind = instruction.op, self.lanes.type
        args = [self.value(a) for a in instruction.args]
        if op in _BINARY:
            return self.let(f"{_BINARY[op]} {kind} {args[0]}, {args[1]}")
        if op is Op.NEG:
            return self.let(f"fneg {kind} {args[0]}")
        name = f"{_INTRINSIC[op]}.{self.lanes.suffix}" if op in _INTRINSIC else op.value
        return self.let(f"call {kind} @{name}({kind} {args[0]})")

    def angles(self, run: list[tuple[int, Instruction]]) -> None:
        """Sines and cosines of several angles: fast for all, then one test whether any is too large for that."""
        self.groups += 1
        v, g = self.lanes, self.groups
        angles = {slot: self.value(slot) for _, (_, (slot,)) in run}
        self.do(f"br i1 {is_far(self, list(angles.values()))}, label %far{g}, label %near{g}")
        self.label(f"far{g}")
        far = self._far(angles)
        self.do(f"br label %known{g}")
        self.label(f"near{g}")
        near = {}
        for slot, x in angles.items():
            both = self.let(f"call {v.pair} @sincos({v.type} {x})")
            near[slot] = [self.let(f"extractvalue {v.pair} {both}, {i}") for i in (0, 1)]
        self.do(f"br label %known{g}")
        self.label(f"known{g}")
        for i, (op, (slot,)) in run:
            which = int(op is Op.COS)
            phi = f"phi {v.type} [ {far[slot][which]}, %far{g} ], [ {near[slot][which]}, %near{g} ]"
            self.values[self.tape.first + i] = self.let(phi)

    def _far(self, angles: dict[int, str]) -> dict[int, list[str]]:
        v, count = self.lanes, len(angles)
        tables = [self.let(f"alloca [{count} x {v.type}], align {v.size * v.width}") for _ in range(3)]
        for row, x in enumerate(angles.values()):
            place = self.let(f"getelementptr {v.type}, ptr {tables[0]}, i64 {row}")
            self.do(f"store {v.type} {x}, ptr {place}")
        self.do(f"call void @sincos_any(ptr {tables[0]}, ptr {tables[1]}, ptr {tables[2]}, i64 {count * v.width})")
        result: dict[int, list[str]] = {}
        for row, slot in enumerate(angles):
            places = [self.let(f"getelementptr {v.type}, ptr {table}, i64 {row}") for table in tables[1:]]
            result[slot] = [self.let(f"load {v.type}, ptr {place}") for place in places]
        return result


# ── the loop over blocks ──────────────────────────────────────────────────────


def _loop(inputs: list[Operand], outputs: list[Operand], v: Lanes) -> str:
    w, operands = Writer(v), inputs + outputs
    w.do("%n = load i64, ptr %dims, align 8")
    w.do(f"%enough = icmp sge i64 %n, {v.width}")
    w.do(f"%states = select i1 %enough, i64 {v.width}, i64 %n")
    w.do("%last = sub i64 %n, %states")
    used = [k for k, x in enumerate(operands) if x.columns]
    views = _views(w, operands, v)
    tiles, release = _tiles(w, operands, v)
    first = _first_step(w, views, v)
    w.do("%some = icmp sgt i64 %n, 0")
    w.do("br i1 %some, label %block, label %done")
    w.label("block")
    w.do("%i = phi i64 [ 0, %0 ], [ %next, %written ]")
    w.do(f"%step = phi i64 [ {first}, %0 ], [ {v.width}, %written ]")
    w.do("%at = call i64 @llvm.umin.i64(i64 %i, i64 %last)")
    arguments: list[str] = []
    places: dict[int, str] = {}
    for k, operand in enumerate(operands):
        if not operand.columns:
            arguments += ["ptr null", "i64 0"]
            continue
        view = views[k]
        places[k] = w.let(f"getelementptr i8, ptr {view.start}, i64 {w.let(f'mul i64 %at, {view.outer}')}")
        if k < len(inputs):
            _transfer(w, v, operand, view, places[k], tiles[k], f"in{k}", True)
        pointer = w.let(f"select i1 {view.direct}, ptr {places[k]}, ptr {tiles[k]}")
        stride = w.let(f"select i1 {view.direct}, i64 {view.column}, i64 {v.size * v.width}")
        arguments += [f"ptr {pointer}", f"i64 {stride}"]
    w.do(f"call void @body({', '.join(arguments)})")
    for k in used:
        if k >= len(inputs):
            _transfer(w, v, operands[k], views[k], places[k], tiles[k], f"out{k}", False)
    w.do("br label %written")
    w.label("written")
    w.do("%next = add i64 %i, %step")
    w.do("%more = icmp slt i64 %next, %n")
    w.do("br i1 %more, label %block, label %done")
    w.label("done")
    w.lines += release
    w.do("ret void")
    return w.text(f"void @{LOOP}(ptr %args, ptr %dims, ptr %steps, ptr %data) nounwind")


class _View(NamedTuple):
    """How NumPy laid out one operand: names of values of the loop."""

    start: str
    outer: str
    strides: list[str]
    column: str  # bytes between columns, where that is one number
    direct: str  # states side by side: read in place
    packed: str  # columns side by side: rows are turned


def _views(w: Writer, operands: list[Operand], v: Lanes) -> list[_View]:
    def load(kind: str, base: str, index: int) -> str:
        return w.let(f"load {kind}, ptr {w.let(f'getelementptr i64, ptr {base}, i64 {index}')}, align 8")

    views = []
    core = len(operands)
    for k, operand in enumerate(operands):
        start, outer = load("ptr", "%args", k), load("i64", "%steps", k)
        strides = [load("i64", "%steps", core + d) for d in range(len(operand.shape))]
        core += len(operand.shape)
        real = [(size, s) for size, s in zip(operand.shape, strides, strict=True) if size != 1]
        even = "true"  # the columns are evenly spaced
        for (_, s), (inner, t) in zip(real, real[1:], strict=False):
            same = w.let(f"icmp eq i64 {s}, {w.let(f'mul i64 {t}, {inner}')}")
            even = w.let(f"and i1 {even}, {same}")
        even = w.let(f"and i1 %enough, {even}")
        column = real[-1][1] if real else str(v.size)
        direct = w.let(f"and i1 {even}, {w.let(f'icmp eq i64 {outer}, {v.size}')}")
        packed = w.let(f"and i1 {even}, {w.let(f'icmp eq i64 {column}, {v.size}')}")
        views.append(_View(start, outer, strides, column, direct, packed))
    return views


def _first_step(w: Writer, views: list[_View], v: Lanes) -> str:
    """States from the first block to the second: fewer than W, if that puts what is used in place on whole cache lines."""
    step = str(v.width)
    for view in views:
        address = w.let(f"ptrtoint ptr {view.start} to i64")
        lane = w.let(f"and i64 {w.let(f'lshr i64 {address}, {v.size.bit_length() - 1}')}, {v.width - 1}")
        short = w.let(f"sub i64 {v.width}, {lane}")
        step = w.let(f"select i1 {view.direct}, i64 {short}, i64 {step}")
    return w.let(f"select i1 {w.let(f'icmp ugt i64 %n, {8 * v.width}')}, i64 {step}, i64 {v.width}")


def _tiles(w: Writer, operands: list[Operand], v: Lanes) -> tuple[list[str], list[str]]:
    """Room for a block of every operand, and the lines that give it back."""
    line = v.size * v.width
    starts = [0]
    for operand in operands:
        starts.append(starts[-1] + operand.columns * line)
    if starts[-1] <= ON_STACK:
        base, release = w.let(f"alloca [{max(starts[-1], 1)} x i8], align 64"), []
    else:
        room = w.let(f"call ptr {w.let('load ptr, ptr %data, align 8')}(i64 {starts[-1] + 64})")
        free = w.let(f"load ptr, ptr {w.let('getelementptr ptr, ptr %data, i64 1')}, align 8")
        release = [f"  call void {free}(ptr {room})"]
        number = w.let(f"ptrtoint ptr {room} to i64")
        gap = w.let(f"and i64 {w.let(f'sub i64 0, {number}')}, 63")
        base = w.let(f"getelementptr i8, ptr {room}, i64 {gap}")
    return [w.let(f"getelementptr i8, ptr {base}, i64 {start}") for start in starts[:-1]], release


def _transfer(
    w: Writer, v: Lanes, operand: Operand, view: _View, place: str, tile: str, label: str, inward: bool
) -> None:
    """Fill the tile from the array, or the array from the tile, unless it is used in place."""
    dims = [*zip(operand.shape, view.strides, strict=True)]
    dims = [(1, "0")] * (3 - len(dims)) + dims
    core = ", ".join(f"i64 {d}, i64 {s}" for d, s in dims)
    w.do(f"br i1 {view.direct}, label %{label}.ready, label %{label}.copy")
    w.label(f"{label}.copy")
    w.do(f"br i1 {view.packed}, label %{label}.rows, label %{label}.any")
    w.label(f"{label}.rows")
    w.do(f"call void {rows_name(operand.columns, inward)}(ptr {place}, i64 {view.outer}, ptr {tile})")
    w.do(f"br label %{label}.ready")
    w.label(f"{label}.any")
    name = GATHER if inward else SCATTER
    w.do(f"call void {name}(ptr {place}, i64 {view.outer}, i64 %states, ptr {tile}, {core})")
    w.do(f"br label %{label}.ready")
    w.label(f"{label}.ready")
