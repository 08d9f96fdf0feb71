"""Rows and columns that the threads of a warp or a block move together, through shared memory.

A thread that read its own row would touch other lines of memory than its neighbours; here the warp reads all its rows in
the order in which they lie, 16 bytes a thread. Rows are spread so that threads reading the same column meet different banks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import gcd

from dalembert.codegen.renderers.ptx.operand import GLOBAL, SHARED, UNIT, WARP, kind, part, vector
from dalembert.codegen.renderers.ptx.thread import Thread

_TOGETHER = 4  # accesses in flight in a loop


@dataclass
class TileIn:
    """Rows of a warp's states, copied to shared memory together, then read by each thread."""

    k: int
    columns: int
    start: int  # byte of the warp's tile
    pieces: dict[int, str] = field(default_factory=dict)

    def stride(self, size: int) -> int:
        """Numbers from row to row: a whole row, and a unit more where the rows would meet in the same banks."""
        unit = UNIT // size
        return self.columns + (unit if self.columns % (2 * unit) == 0 else 0)

    def bytes(self, size: int) -> int:
        return WARP * self.stride(size) * size

    def bring(self, w: Thread) -> None:
        """The warp's rows, in units of 16 bytes; number by number where the batch ends inside the warp."""
        size, k = w.lanes.size, self.k
        unit = UNIT // size
        first = w.let(f"mul i64 %first64, {self.columns * size}")
        source = w.let(f"getelementptr i8, {GLOBAL} %p{k}, i64 {first}")
        target = w.let(f"getelementptr i8, {SHARED} %tile, i32 {self.start}")
        w.do(f"br i1 %whole, label %whole{k}, label %part{k}")
        w.label(f"whole{k}")
        count, kind = WARP * self.columns // unit, f"<{unit} x {w.lanes.type}>"
        read = []
        for m in range(-(-count // WARP)):
            chunk = w.let(f"add i32 %lane, {WARP * m}")
            if WARP * (m + 1) > count:
                chunk = w.let(f"call i32 @llvm.umin.i32(i32 {chunk}, i32 {count - 1})")
            place = w.let(f"getelementptr {kind}, {GLOBAL} {source}, i32 {chunk}")
            x = w.let(f"load {kind}, {GLOBAL} {place}, align {UNIT}, !invariant.load !0")
            read.append((chunk, x))
        for chunk, x in read:
            if self.stride(size) != self.columns:
                chunk = w.let(f"add i32 {chunk}, {w.let(f'udiv i32 {chunk}, {self.columns // unit}')}")
            place = w.let(f"getelementptr {kind}, {SHARED} {target}, i32 {chunk}")
            w.do(f"store {kind} {x}, {SHARED} {place}, align {UNIT}")
        w.do(f"br label %brought{k}")
        w.label(f"part{k}")
        w.do(f"%all{k} = mul i32 %rows, {self.columns}")
        w.do(f"br label %next{k}")
        w.label(f"next{k}")
        w.do(f"%e{k} = phi i32 [ %lane, %part{k} ], [ %f{k}, %more{k} ]")
        w.do(f"br i1 {w.let(f'icmp ult i32 %e{k}, %all{k}')}, label %more{k}, label %brought{k}")
        w.label(f"more{k}")
        place = w.let(f"getelementptr {w.lanes.type}, {GLOBAL} {source}, i32 %e{k}")
        x = w.let(f"load {w.lanes.type}, {GLOBAL} {place}, align {size}, !invariant.load !0")
        row = w.let(f"udiv i32 %e{k}, {self.columns}")
        to = w.let(f"add i32 %e{k}, {w.let(f'mul i32 {row}, {self.stride(size) - self.columns}')}")
        w.do(
            f"store {w.lanes.type} {x}, {SHARED} {w.let(f'getelementptr {w.lanes.type}, {SHARED} {target}, i32 {to}')}"
        )
        w.do(f"%f{k} = add i32 %e{k}, {WARP}")
        w.do(f"br label %next{k}")
        w.label(f"brought{k}")

    def load(self, w: Thread, j: int) -> str:
        size = w.lanes.size

        def place(first: int) -> str:
            row = w.let(f"mul i32 %row, {self.stride(size) * size}")
            start = w.let(f"getelementptr i8, {SHARED} %tile, i32 {row}")
            return w.let(f"getelementptr i8, {SHARED} {start}, i32 {self.start + first * size}")

        return part(w, self.pieces, SHARED, gcd(self.columns, UNIT // size), j, place)


def _loop(w: Thread, name: str, start: str, count: str, step: int, inside: Callable[[Sequence[str]], None]) -> None:
    """`for e in range(start, count, step)`, several turns at once while there are so many."""
    ahead = w.let(f"call i32 @llvm.usub.sat.i32(i32 {count}, i32 {step * (_TOGETHER - 1)})")
    for part_, limit, turns in (("a", ahead, _TOGETHER), ("b", count, 1)):
        before, label = (start, f"{name}_from") if part_ == "a" else (f"%{name}_a", f"{name}_a_test")
        if part_ == "a":
            w.do(f"br label %{label}")
            w.label(label)
            w.do(f"br label %{name}_a_test")
        w.label(f"{name}_{part_}_test")
        w.do(f"%{name}_{part_} = phi i32 [ {before}, %{label} ], [ %{name}_{part_}_next, %{name}_{part_}_do ]")
        after = f"{name}_b_test" if part_ == "a" else f"{name}_end"
        w.do(f"br i1 {w.let(f'icmp ult i32 %{name}_{part_}, {limit}')}, label %{name}_{part_}_do, label %{after}")
        w.label(f"{name}_{part_}_do")
        inside([w.let(f"add i32 %{name}_{part_}, {step * i}") for i in range(turns)])
        w.do(f"%{name}_{part_}_next = add i32 %{name}_{part_}, {step * turns}")
        w.do(f"br label %{name}_{part_}_test")
    w.label(f"{name}_end")


@dataclass
class Numbers:
    """The different values of the results, each once: `numbers` maps a slot of the tape to its place."""

    start: int  # byte of the tile
    numbers: dict[int, int]
    operands: list[tuple[int, int, list[int]]]  # k, columns, the number of each column
    seen: set[int] = field(default_factory=set)

    def tables(self) -> list[str]:
        """The number of each column, for operands whose columns are not simply one after the other."""
        return [
            f"@table{k} = internal addrspace(1) constant [{n} x i16] [{', '.join(f'i16 {x}' for x in numbers)}], align {UNIT}"
            for k, n, numbers in self.operands
            if not _plain(numbers)
        ]

    def look_up(self, w: Thread, k: int, numbers: list[int], columns: Sequence[str], n: int) -> list[list[str]]:
        """The numbers of n columns from each of the given ones on."""
        if _plain(numbers):
            starts = [w.let(f"add i32 {column}, {numbers[0]}") for column in columns]
            return [[w.let(f"add i32 {x}, {i}") for i in range(n)] for x in starts]
        short = "i16" if n == 1 else f"<{n} x i16>"
        places = [w.let(f"getelementptr i16, {GLOBAL} @table{k}, i32 {column}") for column in columns]
        found = [w.let(f"load {short}, {GLOBAL} {x}, align {2 * n}, !invariant.load !0") for x in places]
        parts = [[x] if n == 1 else [w.let(f"extractelement {short} {x}, i32 {i}") for i in range(n)] for x in found]
        return [[w.let(f"zext i16 {y} to i32") for y in x] for x in parts]


def _plain(numbers: list[int]) -> bool:
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


class RowsOut(Numbers):
    """Each thread puts its values into its row of the warp's tile; the rows of every result are then written in order."""

    @property
    def stride(self) -> int:
        return len(self.numbers) | 1

    def bytes(self, size: int) -> int:
        return -(-WARP * self.stride * size // UNIT) * UNIT

    def store(self, w: Thread, j: int, x: str) -> None:
        if j in self.seen:
            return
        self.seen.add(j)
        row = w.let(f"mul i32 %row, {self.stride * w.lanes.size}")
        start = w.let(f"getelementptr i8, {SHARED} %tile, i32 {row}")
        place = w.let(f"getelementptr i8, {SHARED} {start}, i32 {self.start + j * w.lanes.size}")
        w.do(f"store {w.lanes.type} {x}, {SHARED} {place}, align {w.lanes.size}")

    def finish(self, w: Thread) -> None:
        """Write every operand's rows."""
        w.do("call void @llvm.nvvm.bar.warp.sync(i32 -1)")
        for k, columns, numbers in self.operands:
            self._rows(w, k, columns, numbers)

    def _rows(self, w: Thread, k: int, columns: int, numbers: list[int]) -> None:
        v, size = w.lanes, w.lanes.size
        n = gcd(columns, UNIT // size)
        start = w.let(f"mul i64 %first64, {columns * size}")
        target = w.let(f"getelementptr i8, {GLOBAL} %p{k}, i64 {start}")
        tile = w.let(f"getelementptr i8, {SHARED} %tile, i32 {self.start}")

        def write(elements: Sequence[str]) -> None:
            rows = [w.let(f"udiv i32 {e}, {columns}") for e in elements]
            at = [
                w.let(f"sub i32 {e}, {w.let(f'mul i32 {row}, {columns}')}")
                for e, row in zip(elements, rows, strict=True)
            ]
            found = self.look_up(w, k, numbers, at, n)
            for e, row, places in zip(elements, rows, found, strict=True):
                first = w.let(f"mul i32 {row}, {self.stride}")
                values = []
                for x in places:
                    place = w.let(f"getelementptr {v.type}, {SHARED} {tile}, i32 {w.let(f'add i32 {first}, {x}')}")
                    values.append(w.let(f"load {v.type}, {SHARED} {place}, align {size}"))
                place = w.let(f"getelementptr {v.type}, {GLOBAL} {target}, i32 {e}")
                w.do(f"store {kind(w, n)} {vector(w, values)}, {GLOBAL} {place}, align {n * size}")

        count, lane = w.let(f"mul i32 %rows, {columns}"), w.let(f"mul i32 %lane, {n}")
        _loop(w, f"rows{k}", lane, count, WARP * n, write)


class ColumnsOut(Numbers):
    """Each thread puts its values into its place of the block's tile, value by value; whole columns are then written.

    So a block writes several hundred bytes of a column at once, where its threads alone would write one number each.
    """

    def bytes(self, size: int, block: int) -> int:
        return len(self.numbers) * block * size

    def store(self, w: Thread, j: int, x: str) -> None:
        if j in self.seen:
            return
        self.seen.add(j)
        mine = w.let(f"getelementptr {w.lanes.type}, {SHARED} @shared, i32 %tid")
        place = w.let(f"getelementptr i8, {SHARED} {mine}, i32 {self.start + j * w.block * w.lanes.size}")
        w.do(f"store {w.lanes.type} {x}, {SHARED} {place}, align {w.lanes.size}")

    def finish(self, w: Thread) -> None:
        """Write every operand's columns: a warp a column."""
        w.do("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)")
        w.do("%warp = lshr i32 %tid, 5")
        for k, columns, numbers in self.operands:
            self._columns(w, k, columns, numbers)

    def _columns(self, w: Thread, k: int, columns: int, numbers: list[int]) -> None:
        n = UNIT // w.lanes.size
        w.do(f"br i1 %full, label %full{k}, label %partial{k}")
        w.label(f"full{k}")
        for m in range(0, w.block, WARP * n):
            width = min(n, w.block // WARP)
            state = w.let(f"add i32 {w.let(f'mul i32 %lane, {width}')}, {m}")
            _loop(
                w, f"columns{k}_{m}", "%warp", str(columns), w.block // WARP, self._writer(w, k, numbers, state, width)
            )
        w.do(f"br label %columns{k}")
        w.label(f"partial{k}")
        w.do(f"br i1 {w.let('icmp ult i32 %i, %n')}, label %one{k}, label %columns{k}")
        w.label(f"one{k}")
        _loop(w, f"column{k}", "0", str(columns), 1, self._writer(w, k, numbers, "%tid", 1))
        w.do(f"br label %columns{k}")
        w.label(f"columns{k}")

    def _writer(self, w: Thread, k: int, numbers: list[int], state: str, width: int) -> Callable[[Sequence[str]], None]:
        """What writes `width` states of columns from a state of the block on."""
        v = w.lanes
        at = w.let(f"zext i32 {w.let(f'add i32 %start, {state}')} to i64")
        target = w.let(f"getelementptr {v.type}, {GLOBAL} %p{k}, i64 {at}")
        tile = w.let(f"getelementptr i8, {SHARED} @shared, i32 {self.start}")
        source = w.let(f"getelementptr {v.type}, {SHARED} {tile}, i32 {state}")

        def write(columns: Sequence[str]) -> None:
            values = []
            for (x,) in self.look_up(w, k, numbers, columns, 1):
                place = w.let(f"getelementptr {v.type}, {SHARED} {source}, i32 {w.let(f'mul i32 {x}, {w.block}')}")
                values.append(w.let(f"load {kind(w, width)}, {SHARED} {place}, align {width * v.size}"))
            for e, x in zip(columns, values, strict=True):
                step = w.let(f"mul i64 {w.let(f'zext i32 {e} to i64')}, %s{k}")
                place = w.let(f"getelementptr i8, {GLOBAL} {target}, i64 {step}")
                w.do(f"store {kind(w, width)} {x}, {GLOBAL} {place}, align {width * v.size}")

        return write
