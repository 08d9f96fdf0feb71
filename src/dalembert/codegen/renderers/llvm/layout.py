"""Conversion between NumPy array layouts and vectors of states, as LLVM IR.

A tile stores a block of W states column by column: number j of state r is at index j·W + r. `rows_in` and `rows_out`
transpose W rows of a C-contiguous array in registers, a few columns at a time. `gather` and `scatter` support arbitrary
strides and copy single numbers. If fewer than W states remain, `gather` repeats the last state, so that every lane
contains a valid state.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from dalembert.codegen.renderers.llvm.ir import Lanes, Writer

_UNROLLED = 16  # columns transposed without a loop

Cell = tuple[int, int]  # (row, column)


class Cells(NamedTuple):
    """Vector whose lanes contain known cells (row, column) of the block. Shuffle masks are computed from these
    cells."""

    name: str
    cells: list[Cell]


def rows_name(columns: int, inward: bool) -> str:
    """Return the name of the IR function that transposes rows of this length."""
    return f"@rows_{'in' if inward else 'out'}_{columns}"


def rows(v: Lanes, columns: int, inward: bool) -> str:
    """Generate `void (ptr array, i64 stride, ptr tile)`, which copies W rows that are `stride` bytes apart to the tile
    or back."""
    w = Writer(v)
    offsets = [w.let(f"mul i64 %stride, {r}") for r in range(v.width)]
    move = _group_in if inward else _group_out
    wide = _widest(v)
    looped = columns // wide * wide if columns > _UNROLLED else 0
    if looped:
        w.go_on("next")
        w.do("%j = phi i64 [ 0, %0 ], [ %k, %next ]")
        move(w, v, wide, offsets, _at(w, "%array", "%j", v.size), _at(w, "%tile", "%j", v.span))
        w.do(f"%k = add i64 %j, {wide}")
        w.do(f"%more = icmp ult i64 %k, {looped}")
        w.do("br i1 %more, label %next, label %done")
        w.label("done")
    for j, span in _groups(v, looped, columns):
        move(w, v, span, offsets, _at(w, "%array", j, v.size), _at(w, "%tile", j, v.span))
    w.do("ret void")
    return w.text(f"hidden void {rows_name(columns, inward)}(ptr %array, i64 %stride, ptr %tile)")


def _at(w: Writer, base: str, index: int | str, size: int) -> str:
    """Return the address of an entry of `size` bytes."""
    return w.element(f"[{size} x i8]", base, index)


def _widest(v: Lanes) -> int:
    """Return the number of columns that are transposed together. The columns fill 256 bits if registers have 512 bits,
    and 128 bits otherwise."""
    return 4 if v.size == 4 or v.width >= 8 else 2


def _groups(v: Lanes, first: int, columns: int) -> list[tuple[int, int]]:
    """Return the first column and the number of columns of each group. The last two groups of columns can overlap."""
    wide = _widest(v)
    groups = [(j, wide) for j in range(first, columns - wide + 1, wide)]
    left = columns % wide
    if left == 2 and v.size == 8:
        return [*groups, (columns - 2, 2)]
    if left > 1 and columns >= wide:
        return [*groups, (columns - wide, wide)]
    return groups + [(j, 1) for j in range(columns - left, columns)]


# ── transposition of a group of columns in registers ──────────────────────────


def _packing(v: Lanes, span: int) -> list[list[int]]:
    """Choose the rows whose segments share a register, so that each step of the transposition is a single inexpensive
    shuffle."""
    W = v.width
    if span == 4 and v.size == 8:
        return [[0, 2], [1, 3], [4, 6], [5, 7]]
    return [list(range(i, W, span)) for i in range(span)]


def _shuffle(w: Writer, v: Lanes, a: Cells, b: Cells, wanted: list[Cell]) -> Cells:
    place = {cell: i for i, cell in enumerate(a.cells + b.cells)}
    mask = ", ".join(f"i32 {place[cell]}" for cell in wanted)
    kind = f"<{len(a.cells)} x {v.real}>"
    return Cells(w.let(f"shufflevector {kind} {a.name}, {kind} {b.name}, <{len(wanted)} x i32> <{mask}>"), wanted)


def _group_in(w: Writer, v: Lanes, span: int, offsets: list[str], array: str, tile: str) -> None:
    """Load segments of W rows, transpose the segments, and store the columns."""
    if span == 1:
        column = "undef"
        for r, offset in enumerate(offsets):
            x = w.read(v.real, _at(w, array, offset, 1), v.size)
            column = w.let(f"insertelement {v.type} {column}, {v.real} {x}, i32 {r}")
        columns = [column]
    else:
        packed = [_load(w, v, span, offsets, array, rows) for rows in _packing(v, span)]
        columns = [c.name for c in _to_columns(w, v, span, packed)]
    for c, column in enumerate(columns):
        w.write(v.type, column, _at(w, tile, c, v.span), v.span)


def _load(w: Writer, v: Lanes, span: int, offsets: list[str], array: str, rows: list[int]) -> Cells:
    """Load segments of the given rows into one vector."""
    pieces = []
    for r in rows:
        name = w.read(f"<{span} x {v.real}>", _at(w, array, offsets[r], 1), v.size)
        pieces.append(Cells(name, [(r, c) for c in range(span)]))
    while len(pieces) > 1:
        pairs = zip(pieces[::2], pieces[1::2], strict=True)
        pieces = [_shuffle(w, v, a, b, a.cells + b.cells) for a, b in pairs]
    return pieces[0]


def _to_columns(w: Writer, v: Lanes, span: int, packed: list[Cells]) -> list[Cells]:
    every = range(v.width)
    if span == 2:
        return [_shuffle(w, v, packed[0], packed[1], [(r, c) for r in every]) for c in (0, 1)]
    half: dict[int, list[Cells]] = {c: [] for c in range(4)}
    for a, b in ((packed[0], packed[1]), (packed[2], packed[3])):
        # floats interleave neighbours within 128 bits; doubles have only two there
        for columns in ((0, 1), (2, 3)) if v.size == 4 else ((0, 2), (1, 3)):
            pairs = zip(a.cells[::4], b.cells[::4], strict=True)
            cells = [(r, c) for (p, _), (q, _) in pairs for c in columns for r in (p, q)]
            mixed = _shuffle(w, v, a, b, cells)
            for c in columns:
                half[c].append(mixed)
    return [_shuffle(w, v, half[c][0], half[c][1], [(r, c) for r in every]) for c in range(4)]


def _group_out(w: Writer, v: Lanes, span: int, offsets: list[str], array: str, tile: str) -> None:
    """Load and transpose the columns, and store segments of W rows."""
    columns = []
    for c in range(span):
        name = w.read(v.type, _at(w, tile, c, v.span), v.span)
        columns.append(Cells(name, [(r, c) for r in range(v.width)]))
    if span == 1:
        for r, offset in enumerate(offsets):
            x = w.let(f"extractelement {v.type} {columns[0].name}, i32 {r}")
            w.write(v.real, x, _at(w, array, offset, 1), v.size)
        return
    for rows in _to_rows(w, v, span, columns):
        for r, c in rows.cells[::span]:
            piece = _shuffle(w, v, rows, rows, [(r, c + i) for i in range(span)])
            w.write(f"<{span} x {v.real}>", piece.name, _at(w, array, offsets[r], 1), v.size)


def _to_rows(w: Writer, v: Lanes, span: int, columns: list[Cells]) -> list[Cells]:
    packing = _packing(v, span)
    if span == 2:
        return [_shuffle(w, v, columns[0], columns[1], list(product(rows, (0, 1)))) for rows in packing]
    near = 4 if v.size == 4 else 2  # rows that share 128 bits of a column
    result = []
    for part in (0, 1):
        rows = [r for r in range(v.width) if r % near // (near // 2) == part]
        left = _shuffle(w, v, columns[0], columns[1], list(product(rows, (0, 1))))
        right = _shuffle(w, v, columns[2], columns[3], list(product(rows, (2, 3))))
        for packed in packing:
            if packed[0] in rows:
                result.append(_shuffle(w, v, left, right, list(product(packed, range(4)))))
    return result


# ── arbitrary strides ─────────────────────────────────────────────────────────

GATHER = "@gather"
SCATTER = "@scatter"


def strided(v: Lanes, inward: bool) -> str:
    """Generate `void (ptr array, i64 outer, i64 states, ptr tile, d0, s0, d1, s1, d2, s2)`.

    The generated function copies an operand with core dimensions d and strides s.
    """
    w = Writer(v)
    previous = "0"
    for level in range(3):
        w.go_on(f"head{level}")
        w.do(f"%i{level} = phi i64 [ 0, %{previous} ], [ %n{level}, %tail{level} ]")
        base = "%array" if level == 0 else f"%p{level - 1}"
        w.do(f"%o{level} = mul i64 %i{level}, %s{level}")
        w.do(f"%p{level} = getelementptr i8, ptr {base}, i64 %o{level}")
        index = (
            f"%i{level}" if level == 0 else w.let(f"add i64 {w.let(f'mul i64 %j{level - 1}, %d{level}')}, %i{level}")
        )
        w.do(f"%j{level} = add i64 {index}, 0")
        previous = f"head{level}"
    w.do(f"%column = getelementptr [{v.span} x i8], ptr %tile, i64 %j2")
    w.do("%alone = icmp eq i64 %states, 1")
    w.when("%alone", "one", "several")
    _one(w, v, inward)
    w.jump("tail2")
    w.label("several")
    w.go_on("state")
    w.do("%r = phi i64 [ 0, %several ], [ %r1, %state ]")
    last = w.let("sub i64 %states, 1")
    row = w.let(f"call i64 @llvm.umin.i64(i64 %r, i64 {last})")
    place = w.element("i8", "%p2", w.let(f"mul i64 {row}, %outer"))
    lane = w.element(v.real, "%column", "%r" if inward else row)
    source, target = (place, lane) if inward else (lane, place)
    x = w.read(v.real, source, v.size)
    w.write(v.real, x, target, v.size)
    w.do("%r1 = add i64 %r, 1")
    w.do(f"%again = icmp ult i64 %r1, {v.width if inward else '%states'}")
    w.do("br i1 %again, label %state, label %tail2")
    for level in (2, 1, 0):
        w.label(f"tail{level}")
        w.do(f"%n{level} = add i64 %i{level}, 1")
        w.do(f"%m{level} = icmp ult i64 %n{level}, %d{level}")
        w.do(f"br i1 %m{level}, label %head{level}, label %{f'tail{level - 1}' if level else 'done'}")
    w.label("done")
    w.do("ret void")
    dims = ", ".join(f"i64 %d{i}, i64 %s{i}" for i in range(3))
    name = GATHER if inward else SCATTER
    return w.text(f"hidden void {name}(ptr %array, i64 %outer, i64 %states, ptr %tile, {dims}) noinline")


def _one(w: Writer, v: Lanes, inward: bool) -> None:
    """Copy a single state to every lane of the vectors."""
    if inward:
        x = w.read(v.real, "%p2", v.size)
        first = w.let(f"insertelement {v.type} undef, {v.real} {x}, i32 0")
        every = w.let(f"shufflevector {v.type} {first}, {v.type} undef, {v.of('i32')} zeroinitializer")
        w.write(v.type, every, "%column", v.span)
    else:
        w.write(v.real, w.read(v.real, "%column", v.size), "%p2", v.size)
