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
class Staged:
    """An argument of a warp's states, copied to shared memory in units of 16 bytes while other work goes on."""

    k: int
    columns: int
    across: bool  # columns, else rows
    start: int  # byte of the warp's tile
    after: int  # arguments that are copied after this one
    pieces: dict[int, str] = field(default_factory=dict)

    def stride(self, size: int) -> int:
        """Numbers from row to row: a whole row, and a unit more where the rows would meet in the same banks."""
        unit = UNIT // size
        return self.columns + (unit if self.columns % (2 * unit) == 0 else 0)

    def bytes(self, size: int) -> int:
        return WARP * size * (self.columns if self.across else self.stride(size))

    def bring(self, w: Thread, whole: bool) -> None:
        """Start the copy; where the batch ends inside the warp, what is not there counts as zero."""
        v, k, each = w.lanes, self.k, WARP * w.lanes.size // UNIT
        count = each * self.columns
        target = w.let(f"getelementptr i8, {SHARED} %tile, i32 {self.start}")
        if self.across:
            inner = w.let(f"mul i32 {w.let(f'urem i32 %lane, {each}')}, {UNIT}")
            outer = w.let(f"zext i32 {w.let(f'udiv i32 %lane, {each}')} to i64")
            offset = w.let(f"add i64 {w.let(f'mul i64 %first64, {v.size}')}, {w.let(f'zext i32 {inner} to i64')}")
            offset = w.let(f"add i64 {offset}, {w.let(f'mul i64 {outer}, %s{k}')}")
            there = w.let(f"sub i32 {w.let(f'mul i32 %rows, {v.size}')}, {inner}")
        else:
            offset = w.let(f"mul i64 %first64, {self.columns * v.size}")
        source = w.let(f"getelementptr i8, {GLOBAL} %p{k}, i64 {offset}")
        for m in range(-(-count // WARP)):
            chunk = w.let(f"add i32 %lane, {WARP * m}")
            if self.across:
                step = w.let(f"mul i64 %s{k}, {m * WARP // each}")
                place = w.let(f"getelementptr i8, {GLOBAL} {source}, i64 {step}")
            else:
                place = w.let(f"getelementptr [{UNIT} x i8], {GLOBAL} {source}, i32 {chunk}")
                there = w.let(
                    f"sub i32 {w.let(f'mul i32 %rows, {self.columns * v.size}')}, {w.let(f'mul i32 {chunk}, {UNIT}')}"
                )
            to = chunk
            if not self.across and self.stride(v.size) != self.columns:
                to = w.let(f"add i32 {chunk}, {w.let(f'udiv i32 {chunk}, {self.columns * v.size // UNIT}')}")
            to = w.let(f"getelementptr [{UNIT} x i8], {SHARED} {target}, i32 {to}")
            inside = WARP * (m + 1) <= count
            if not inside:
                name = f"last{k}_{'whole' if whole else 'part'}"
                w.do(f"br i1 {w.let(f'icmp ult i32 {chunk}, {count}')}, label %{name}, label %{name}_over")
                w.label(name)
            if whole:
                w.do(f"call void @llvm.nvvm.cp.async.cg.shared.global.16({SHARED} {to}, {GLOBAL} {place})")
            else:
                size = w.let(f"call i32 @llvm.smax.i32(i32 {there}, i32 0)")
                size = w.let(f"call i32 @llvm.umin.i32(i32 {size}, i32 {UNIT})")
                w.do(
                    f"call void @llvm.nvvm.cp.async.cg.shared.global.16.s({SHARED} {to}, {GLOBAL} {place}, i32 {size})"
                )
            if not inside:
                w.do(f"br label %{name}_over")
                w.label(f"{name}_over")
        w.do("call void @llvm.nvvm.cp.async.commit.group()")

    def load(self, w: Thread, j: int) -> str:
        size = w.lanes.size
        if not self.pieces:
            w.do(f"call void @llvm.nvvm.cp.async.wait.group(i32 {self.after})")
            w.do("call void @llvm.nvvm.bar.warp.sync(i32 -1)")

        def place(first: int) -> str:
            row = w.let(f"mul i32 %row, {size if self.across else self.stride(size) * size}")
            start = w.let(f"getelementptr i8, {SHARED} %tile, i32 {row}")
            return w.let(
                f"getelementptr i8, {SHARED} {start}, i32 {self.start + first * size * (WARP if self.across else 1)}"
            )

        return part(w, self.pieces, SHARED, 1 if self.across else gcd(self.columns, UNIT // size), j, place)


def bring(w: Thread, staged: Sequence[Staged]) -> None:
    """Start the copies of several arguments, one after the other."""
    w.do("br i1 %whole, label %whole_warp, label %part_warp")
    for name, whole in (("whole_warp", True), ("part_warp", False)):
        w.label(name)
        for x in staged:
            x.bring(w, whole)
        w.do("br label %brought")
    w.label("brought")


def loop(w: Thread, name: str, start: str, count: str, step: int, inside: Callable[[Sequence[str]], None]) -> None:
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
        loop(w, f"rows{k}", lane, count, WARP * n, write)


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
            loop(
                w, f"columns{k}_{m}", "%warp", str(columns), w.block // WARP, self._writer(w, k, numbers, state, width)
            )
        w.do(f"br label %columns{k}")
        w.label(f"partial{k}")
        w.do(f"br i1 {w.let('icmp ult i32 %i, %n')}, label %one{k}, label %columns{k}")
        w.label(f"one{k}")
        loop(w, f"column{k}", "0", str(columns), 1, self._writer(w, k, numbers, "%tid", 1))
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
