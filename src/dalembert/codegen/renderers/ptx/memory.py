"""Memory layout of operands on the GPU, and the code that copies operands.

    columns   number j of state i at p + j·s + i·size: neighbouring threads read neighbouring addresses
    rows      at p + i·(columns·size) + j·size, in vectors of up to 16 bytes
    tile      the same rows, copied to shared memory by all threads of a warp
    strided   at p + i·t + j·s, for all other layouts, such as slices or a single state for all threads

If each thread read its own row, neighbouring threads would access different cache lines. For a tile, a warp reads all
its rows in memory order, 16 bytes per thread. Rows are padded so that threads that read the same column access
different memory banks.

The copy engine (compute capability 9.0) copies blocks of shared memory while threads compute. If results are stored row by row, each
thread writes its values to shared memory in their final row layout. After the last value of an operand is written, one
thread of the warp starts the copy of all rows of this operand. Rows with an odd number of columns cause no bank
conflicts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import Any

from dalembert.codegen.renderers.ptx.thread import GLOBAL, SHARED, Thread

WARP = 32
UNIT = 16  # bytes that a thread transfers at once
_FEW = 200  # columns with addresses that LLVM may compute


@dataclass
class Direct:
    """Operand stored in columns or with arbitrary strides, read one value at a time."""

    k: int
    strided: bool = False
    step: int = 0  # columns by which each part of the program reads later ones

    def state(self, w: Thread) -> str:
        """Return the address of the state that this thread reads."""
        step = f"%t{self.k}" if self.strided else str(w.lanes.size)
        state = w.in_global(f"%p{self.k}", w.op("mul i64", "%at", step))
        if not self.step:
            return state
        return w.in_global(state, w.op("mul i64", w.op("mul i64", w.long("%part"), self.step), f"%s{self.k}"))

    def place(self, w: Thread, j: int) -> str:
        state = self.state(w)
        if j < _FEW:
            return w.in_global(state, w.op("mul i64", f"%s{self.k}", j))
        # LLVM would chain the sums of all addresses, which takes quadratic time, so the arithmetic is hidden
        form = f'asm "mad.lo.u64 $0, $1, {j}, $2;", "=l,l,l"'
        return w.let(f"call {GLOBAL} {form}(i64 %s{self.k}, {GLOBAL} {state})")

    def load(self, w: Thread, j: int) -> str:
        return w.load(GLOBAL, self.place(w, j), constant=True)

    def load_at(self, w: Thread, column: str) -> str:
        """Load a column whose index is only known at run time."""
        state = self.state(w)
        offset = w.op("mul i64", f"%s{self.k}", w.long(column))
        place = w.in_global(state, offset)
        return w.load(GLOBAL, place, constant=True)

    def store(self, w: Thread, j: int, x: str) -> None:
        w.store(x, GLOBAL, self.place(w, j))

    def finish(self, w: Thread) -> None:
        """Do nothing, because all values have already been written."""


@dataclass
class RowOperand:
    """Operand stored in rows, read in the longest pieces that its alignment permits."""

    k: int
    columns: int
    pieces: dict[int, str] = field(default_factory=dict)
    known: dict[int, str] = field(default_factory=dict)

    def width(self, w: Thread) -> int:
        return gcd(self.columns, UNIT // w.lanes.size)

    def place(self, w: Thread, j: int) -> str:
        start = w.op("mul i64", "%at", self.columns * w.lanes.size)
        row = w.in_global(f"%p{self.k}", start)
        return w.in_global(row, j * w.lanes.size)

    def load(self, w: Thread, j: int) -> str:
        return part(w, self, GLOBAL, self.width(w), j, ", !invariant.load !0")

    def store(self, w: Thread, j: int, x: str) -> None:
        self.known[j] = x

    def finish(self, w: Thread) -> None:
        """Write the pieces of the operand to global memory."""
        n = self.width(w)
        for first in range(0, self.columns, n):
            x = vector(w, [self.known[first + i] for i in range(n)])
            w.do(f"store {kind(w, n)} {x}, {GLOBAL} {self.place(w, first)}, align {n * w.lanes.size}")


def in_row(w: Thread, stride: int, offset: int, step: int = 0) -> str:
    """Return the address of a number in the row that the current thread owns in the warp's tile. The address increases
    by `step` bytes per part of the program."""
    row = w.in_shared("%tile", w.op("mul i32", "%row", stride))
    if step:
        row = w.in_shared(row, w.op("mul i32", "%part", step))
    return w.in_shared(row, offset)


def kind(w: Thread, n: int) -> str:
    return w.lanes.type if n == 1 else f"<{n} x {w.lanes.type}>"


def vector(w: Thread, values: list[str]) -> str:
    if len(values) == 1:
        return values[0]
    many, result = kind(w, len(values)), "undef"
    for i, x in enumerate(values):
        result = w.let(f"insertelement {many} {result}, {w.lanes.type} {x}, i32 {i}")
    return result


def part(w: Thread, source: Any, space: str, n: int, j: int, more: str = "") -> str:
    """Load number j of a row in pieces of n numbers."""
    first, pieces = j - j % n, source.pieces
    if first not in pieces:
        load = f"load {kind(w, n)}, {space} {source.place(w, first)}, align {n * w.lanes.size}{more}"
        pieces[first] = w.let(load)
    return pieces[first] if n == 1 else w.let(f"extractelement {kind(w, n)} {pieces[first]}, i32 {j - first}")


_TOGETHER = 4  # accesses in flight in a loop


@dataclass
class Staged:
    """Argument for the states of a warp, copied asynchronously to shared memory in 16-byte units."""

    k: int
    columns: int
    across: bool  # columns if true, else rows
    start: int  # offset in the warp's tile in bytes
    after: int  # number of arguments that are copied after this one
    waits: bool = True  # whether the first read must still wait for the copy
    step: int = 0  # columns by which each part of the program reads later ones
    pieces: dict[int, str] = field(default_factory=dict, init=False)

    def stride(self, size: int) -> int:
        """Return the stride between rows, in numbers rather than bytes. One unit of padding is added if rows would
        otherwise share memory banks."""
        unit = UNIT // size
        return self.columns + (unit if self.columns % (2 * unit) == 0 else 0)

    def bytes(self, size: int) -> int:
        return WARP * size * (self.columns if self.across else self.stride(size))

    def bring(self, w: Thread, whole: bool) -> None:
        """Start the copy to shared memory. At the end of the batch, missing states are replaced by zeros."""
        v = w.lanes
        k = self.k
        each = WARP * w.lanes.size // UNIT
        count = each * self.columns
        target = w.in_shared("%tile", self.start)
        if self.across:
            inner = w.op("mul i32", w.op("urem i32", "%lane", each), UNIT)
            outer = w.long(w.op("udiv i32", "%lane", each))
            offset = w.op("add i64", w.op("mul i64", "%first64", v.size), w.long(inner))
            offset = w.op("add i64", offset, w.op("mul i64", outer, f"%s{k}"))
            there = w.op("sub i32", w.op("mul i32", "%rows", v.size), inner)
        else:
            offset = w.op("mul i64", "%first64", self.columns * v.size)
        source = w.in_global(f"%p{k}", offset)
        for m in range(-(-count // WARP)):
            chunk = w.op("add i32", "%lane", WARP * m)
            if self.across:
                step = w.op("mul i64", f"%s{k}", m * WARP // each)
                place = w.in_global(source, step)
            else:
                place = w.let(f"getelementptr [{UNIT} x i8], {GLOBAL} {source}, i32 {chunk}")
                there = w.op("sub i32", w.op("mul i32", "%rows", self.columns * v.size), w.op("mul i32", chunk, UNIT))
            to = chunk
            if not self.across and self.stride(v.size) != self.columns:
                to = w.op("add i32", chunk, w.op("udiv i32", chunk, self.columns * v.size // UNIT))
            to = w.in_shared(target, to, f"[{UNIT} x i8]")
            inside = WARP * (m + 1) <= count
            if not inside:
                name = f"last{k}_{'whole' if whole else 'part'}"
                w.when(w.let(f"icmp ult i32 {chunk}, {count}"), name, f"{name}_over")
            if whole:
                w.do(f"call void @llvm.nvvm.cp.async.cg.shared.global.16({SHARED} {to}, {GLOBAL} {place})")
            else:
                size = w.let(f"call i32 @llvm.smax.i32(i32 {there}, i32 0)")
                size = w.let(f"call i32 @llvm.umin.i32(i32 {size}, i32 {UNIT})")
                w.do(
                    f"call void @llvm.nvvm.cp.async.cg.shared.global.16.s({SHARED} {to}, {GLOBAL} {place}, i32 {size})"
                )
            if not inside:
                w.go_on(f"{name}_over")
        w.do("call void @llvm.nvvm.cp.async.commit.group()")

    def load(self, w: Thread, j: int) -> str:
        size = w.lanes.size
        if self.waits and not self.pieces:
            w.do(f"call void @llvm.nvvm.cp.async.wait.group(i32 {self.after})")
            w.do("call void @llvm.nvvm.bar.warp.sync(i32 -1)")

        n = 1 if self.across else gcd(self.columns, UNIT // size, self.step)
        return part(w, self, SHARED, n, j)

    def place(self, w: Thread, j: int) -> str:
        """Return the address of column j of the state that the current thread computes."""
        size = w.lanes.size
        between = size * (WARP if self.across else 1)
        return in_row(
            w, size if self.across else self.stride(size) * size, self.start + j * between, self.step * between
        )

    def place_at(self, w: Thread, column: str) -> str:
        """Return the address of a column whose index is only known at run time."""
        size = w.lanes.size
        row = w.op("mul i32", "%row", size if self.across else self.stride(size) * size)
        step = w.op("mul i32", column, size * (WARP if self.across else 1))
        place = w.in_shared("%tile", w.op("add i32", row, step))
        return w.in_shared(place, self.start)

    def load_at(self, w: Thread, column: str) -> str:
        """Load a column whose index is only known at run time. The copy must be complete."""
        return w.load(SHARED, self.place_at(w, column))


def bring(
    w: Thread, staged: Sequence[Staged], whole: str = "whole_warp", part: str = "part_warp", after: str = "brought"
) -> None:
    """Start the copies of several arguments, one after another. The names are those of the basic blocks."""
    w.do(f"br i1 %whole, label %{whole}, label %{part}")
    for name in (whole, part):
        w.label(name)
        for x in staged:
            x.bring(w, name == whole)
        w.jump(after)
    w.label(after)


def loop(w: Thread, name: str, start: str, count: str, step: int, inside: Callable[[Sequence[str]], None]) -> None:
    """Write the loop `for e in range(start, count, step)`. The loop is unrolled while enough iterations remain."""
    ahead = w.let(f"call i32 @llvm.usub.sat.i32(i32 {count}, i32 {step * (_TOGETHER - 1)})")
    w.go_on(f"{name}_from")
    w.jump(f"{name}_a_test")
    unrolled = ("a", start, "from", ahead, _TOGETHER, "b_test")
    for part_, first, before, limit, turns, after in (unrolled, ("b", f"%{name}_a", "a_test", count, 1, "end")):
        e = f"{name}_{part_}"
        w.label(f"{e}_test")
        w.do(f"%{e} = phi i32 [ {first}, %{name}_{before} ], [ %{e}_next, %{e}_do ]")
        w.when(w.let(f"icmp ult i32 %{e}, {limit}"), f"{e}_do", f"{name}_{after}")
        inside([w.op("add i32", f"%{e}", step * i) for i in range(turns)])
        w.do(f"%{e}_next = add i32 %{e}, {step * turns}")
        w.jump(f"{e}_test")
    w.label(f"{name}_end")


@dataclass
class Numbers(ABC):
    """Distinct values among the results. `numbers` maps a slot of the tape to the position of its value."""

    start: int  # offset in the tile in bytes
    numbers: dict[int, int]
    operands: dict[int, list[int]] = field(default_factory=dict)  # for each operand k, the number of each column
    seen: set[int] = field(default_factory=set)

    def store(self, w: Thread, j: int, x: str) -> None:
        """Store number j in shared memory, unless another result with the same value was stored before."""
        if j not in self.seen:
            self.seen.add(j)
            w.store(x, SHARED, self.place(w, j))

    @abstractmethod
    def place(self, w: Thread, j: int) -> str:
        """Return the address of number j of the current thread's state."""

    def tables(self) -> list[str]:
        """Return the table of column numbers for operands whose columns are not consecutive."""
        return [
            f"@table{k} = internal addrspace(1) constant [{len(numbers)} x i16] [{', '.join(f'i16 {x}' for x in numbers)}], align {UNIT}"
            for k, numbers in self.operands.items()
            if not _plain(numbers)
        ]

    def look_up(self, w: Thread, k: int, numbers: list[int], columns: Sequence[str], n: int) -> list[list[str]]:
        """Look up the numbers of n consecutive columns, starting at each given column."""
        if _plain(numbers):
            starts = [w.op("add i32", column, numbers[0]) for column in columns]
            return [[w.op("add i32", x, i) for i in range(n)] for x in starts]
        short = "i16" if n == 1 else f"<{n} x i16>"
        places = [w.let(f"getelementptr i16, {GLOBAL} @table{k}, i32 {column}") for column in columns]
        found = [w.let(f"load {short}, {GLOBAL} {x}, align {2 * n}, !invariant.load !0") for x in places]
        parts = [[x] if n == 1 else [w.let(f"extractelement {short} {x}, i32 {i}") for i in range(n)] for x in found]
        return [[w.let(f"zext i16 {y} to i32") for y in x] for x in parts]


def _plain(numbers: list[int]) -> bool:
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


@dataclass
class RowsOut(Numbers):
    """Results stored in rows, written through shared memory.

    Each thread stores its results in one row of the warp's tile. The rows of every result are then written in order. If
    several warps share a tile, each thread writes a share of the rows, which its index `%member` selects.
    """

    warps: int = 1
    step: int = 0  # numbers by which each part of the program writes later ones

    @property
    def stride(self) -> int:
        return len(self.numbers) | 1

    def bytes(self, size: int) -> int:
        return -(-WARP * self.stride * size // UNIT) * UNIT

    def place(self, w: Thread, j: int) -> str:
        size = w.lanes.size
        return in_row(w, self.stride * size, self.start + j * size, self.step * size)

    def finish(self, w: Thread) -> None:
        """Write the rows of every operand to global memory."""
        if self.warps == 1:
            w.do("call void @llvm.nvvm.bar.warp.sync(i32 -1)")
        for k, numbers in self.operands.items():
            self._rows(w, k, numbers)

    def _rows(self, w: Thread, k: int, numbers: list[int]) -> None:
        v = w.lanes
        size = w.lanes.size
        columns = len(numbers)
        n = gcd(columns, UNIT // size)
        target = w.in_global(f"%p{k}", w.op("mul i64", "%first64", columns * size))
        tile = w.in_shared("%tile", self.start)

        def write(elements: Sequence[str]) -> None:
            rows = [w.op("udiv i32", e, columns) for e in elements]
            at = [w.op("sub i32", e, w.op("mul i32", row, columns)) for e, row in zip(elements, rows, strict=True)]
            found = self.look_up(w, k, numbers, at, n)
            for e, row, places in zip(elements, rows, found, strict=True):
                first = w.op("mul i32", row, self.stride)
                values = []
                for x in places:
                    place = w.in_shared(tile, w.op("add i32", first, x), v.type)
                    values.append(w.load(SHARED, place))
                place = w.let(f"getelementptr {v.type}, {GLOBAL} {target}, i32 {e}")
                w.do(f"store {kind(w, n)} {vector(w, values)}, {GLOBAL} {place}, align {n * size}")

        thread = "%lane" if self.warps == 1 else "%member"
        count, mine = w.op("mul i32", "%rows", columns), w.op("mul i32", thread, n)
        loop(w, f"rows{k}", mine, count, self.warps * WARP * n, write)


@dataclass
class ColumnsOut(Numbers):
    """Results stored in columns, written through shared memory.

    Each thread stores its results in the tile of the block, one value at a time. Complete columns are then written to
    global memory. Each block therefore writes several hundred contiguous bytes of a column, instead of one value per
    thread.
    """

    def bytes(self, size: int, block: int) -> int:
        return len(self.numbers) * block * size

    def place(self, w: Thread, j: int) -> str:
        mine = w.in_shared("@shared", "%tid", w.lanes.type)
        return w.in_shared(mine, self.start + j * w.block * w.lanes.size)

    def finish(self, w: Thread) -> None:
        """Write the columns of every operand to global memory, one column per warp."""
        w.do("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)")
        w.do("%warp = lshr i32 %tid, 5")
        for k, numbers in self.operands.items():
            self._columns(w, k, numbers)

    def _columns(self, w: Thread, k: int, numbers: list[int]) -> None:
        n, columns = UNIT // w.lanes.size, len(numbers)
        w.when("%full", f"full{k}", f"partial{k}")
        for m in range(0, w.block, WARP * n):
            width = min(n, w.block // WARP)
            state = w.op("add i32", w.op("mul i32", "%lane", width), m)
            write = self._writer(w, k, numbers, state, width)
            loop(w, f"columns{k}_{m}", "%warp", str(columns), w.block // WARP, write)
        w.jump(f"columns{k}")
        w.label(f"partial{k}")
        w.when(w.let("icmp ult i32 %i, %n"), f"one{k}", f"columns{k}")
        loop(w, f"column{k}", "0", str(columns), 1, self._writer(w, k, numbers, "%tid", 1))
        w.go_on(f"columns{k}")

    def _writer(self, w: Thread, k: int, numbers: list[int], state: str, width: int) -> Callable[[Sequence[str]], None]:
        """Generate the code that writes the columns of `width` states, starting at a state of the block."""
        v = w.lanes
        at = w.long(w.op("add i32", "%start", state))
        target = w.in_global(f"%p{k}", at, v.type)
        tile = w.in_shared("@shared", self.start)
        source = w.in_shared(tile, state, v.type)

        def write(columns: Sequence[str]) -> None:
            values = []
            for (x,) in self.look_up(w, k, numbers, columns, 1):
                place = w.in_shared(source, w.op("mul i32", x, w.block), v.type)
                values.append(w.let(f"load {kind(w, width)}, {SHARED} {place}, align {width * v.size}"))
            for e, x in zip(columns, values, strict=True):
                step = w.op("mul i64", w.long(e), f"%s{k}")
                place = w.in_global(target, step)
                w.do(f"store {kind(w, width)} {x}, {GLOBAL} {place}, align {width * v.size}")

        return write


@dataclass
class RowsGiven:
    """Results for the states of a warp. Rows are stored in shared memory in their final layout, and the copy engine
    writes them."""

    k: int
    columns: int
    start: int = 0  # offset in the warp's tile in bytes
    seen: set[int] = field(default_factory=set)

    def bytes(self, size: int) -> int:
        return WARP * self.columns * size

    def store(self, w: Thread, j: int, x: str) -> None:
        size = w.lanes.size
        w.store(x, SHARED, in_row(w, self.columns * size, self.start + j * size))
        self.seen.add(j)
        if len(self.seen) == self.columns:
            self._give(w)

    def _give(self, w: Thread) -> None:
        """Write the rows of a complete warp with the copy engine. In the last, incomplete warp, each thread writes one
        row.
        """
        k, size = self.k, w.lanes.size
        here = w.in_shared("%tile", self.start)
        there = w.in_global(f"%p{k}", w.op("mul i64", "%first64", self.columns * size))
        asm(w, "fence.proxy.async.shared::cta;")
        w.do("call void @llvm.nvvm.bar.warp.sync(i32 -1)")
        w.when("%whole", f"whole{k}", f"part{k}")
        one(w, "true", f"give{k}", f"given{k}")
        give(w, here, there, self.bytes(size))
        asm(w, "cp.async.bulk.commit_group;")
        w.jump(f"given{k}")
        w.label(f"part{k}")

        def write(elements: Sequence[str]) -> None:
            for e in elements:
                place = w.in_shared(here, e, w.lanes.type)
                x = w.load(SHARED, place)
                place = w.let(f"getelementptr {w.lanes.type}, {GLOBAL} {there}, i32 {e}")
                w.store(x, GLOBAL, place)

        loop(w, f"rows{k}", "%lane", w.op("mul i32", "%rows", self.columns), WARP, write)
        w.go_on(f"given{k}")

    def finish(self, w: Thread) -> None:
        """Wait until the copy engine has read the shared memory."""
        asm(w, "cp.async.bulk.wait_group.read 0;")


def give(w: Thread, here: str, there: str, size: int) -> None:
    """Write bytes from shared to global memory with the copy engine."""
    form = f"cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], {size};"
    asm(w, form, f"{GLOBAL} {there}", f"{SHARED} {here}")


def one(w: Thread, who: str, does: str, then: str) -> None:
    """Branch to `does` in one thread of a warp, and to `then` in all other threads. If `who` is false, all threads
    branch to `then`."""
    w.when(who, f"{does}_elect", then)
    form = "{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 $0, 1, 0, p; }"
    elected = w.let(f'call i32 asm sideeffect "{form}", "=r"()')
    w.when(w.let(f"icmp ne i32 {elected}, 0"), does, then)


def asm(w: Thread, form: str, *arguments: str) -> None:
    """Write a PTX instruction with pointer operands."""
    constraints = ",".join(["l"] * len(arguments) + ["~{memory}"])
    w.do(f'call void asm sideeffect "{form}", "{constraints}"({", ".join(arguments)})')
