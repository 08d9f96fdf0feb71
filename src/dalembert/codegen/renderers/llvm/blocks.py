"""Generation of the loop over blocks of W states in LLVM IR, with the signature of inner loops of NumPy's generalized
ufuncs.

    void loop(char **args, npy_intp *dims, npy_intp *steps, void *data)

The operands of a block are accessed in place if the states are contiguous (Fortran order), and otherwise copied to a
small tile. The last block of a batch overlaps the previous block.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import NamedTuple

from dalembert.codegen.renderers.llvm.ir import Lanes, Writer
from dalembert.codegen.renderers.llvm.layout import GATHER, SCATTER, rows_name
from dalembert.codegen.tape import Operand, Operands, TapeFunction

LOOP = "dalembert_loop"
ON_STACK = 1 << 16  # limit for tiles on the stack, in bytes; larger ones come from the allocator in `data`


def loop(function: TapeFunction, v: Lanes) -> str:
    """Generate the loop: for each block of W states { load the operands; body; store the results }."""
    w = Writer(v)
    operands = function.operands
    count = len(function.inputs)
    w.do("%n = load i64, ptr %dims, align 8")
    views = _views(w, operands, v)
    tiles, release = _tiles(w, operands, v)
    # NumPy allows a result to overwrite its argument: then each state must be computed only once
    w.do(f"%same = or i1 false, {_any_same(w, views[:count], views[count:])}")
    last = w.let(f"call i64 @llvm.smax.i64(i64 {w.let(f'sub i64 %n, {v.width}')}, i64 0)")
    w.do(f"%last = select i1 %same, i64 %n, i64 {last}")
    w.do(f"%first = add i64 {_first_step(w, views, v)}, 0")
    w.when(w.let("icmp sgt i64 %n, 0"), "block", "done")
    w.do("%i = phi i64 [ 0, %0 ], [ %next, %written ]")
    w.do(f"%step = phi i64 [ %first, %0 ], [ {v.width}, %written ]")
    w.do("%at = call i64 @llvm.umin.i64(i64 %i, i64 %last)")
    w.do(f"%states = call i64 @llvm.umin.i64(i64 {w.let('sub i64 %n, %at')}, i64 {v.width})")
    w.do(f"%whole = icmp eq i64 %states, {v.width}")
    blocks = [_block(w, view, k >= count) for k, view in enumerate(views)]
    for k, operand in enumerate(function.inputs):
        _transfer(w, v, operand, blocks[k], tiles[k], f"in{k}", True)
    arguments = [_argument(w, v, block, tile) for block, tile in zip(blocks, tiles, strict=True)]
    w.do(f"call void @body({', '.join(arguments)})")
    for k, operand in enumerate(function.outputs, count):
        _transfer(w, v, operand, blocks[k], tiles[k], f"out{k}", False)
    w.go_on("written")
    w.do("%next = add i64 %i, %step")
    w.do("%more = icmp slt i64 %next, %n")
    w.do("br i1 %more, label %block, label %done")
    w.label("done")
    w.lines += release
    w.do("ret void")
    return w.text(f"void @{LOOP}(ptr %args, ptr %dims, ptr %steps, ptr %data) noinline")


class _View(NamedTuple):
    """Memory layout of an operand or one of its blocks. The fields contain names of values in the generated loop."""

    start: str
    outer: str  # bytes between states
    strides: list[str]
    column: str  # bytes between columns, if that is a single number
    direct: str  # states are contiguous: used in place
    packed: str  # columns are contiguous: rows are transposed


def _views(w: Writer, operands: Operands, v: Lanes) -> list[_View]:
    def load(kind: str, base: str, index: int) -> str:
        return w.read(kind, w.element("i64", base, index), 8)

    views = []
    core = len(operands)
    for k, operand in enumerate(operands):
        start, outer = load("ptr", "%args", k), load("i64", "%steps", k)
        strides = [load("i64", "%steps", core + d) for d in range(len(operand.shape))]
        core += len(operand.shape)
        real = [(size, s) for size, s in zip(operand.shape, strides, strict=True) if size != 1]
        even = "true"  # true if the columns are evenly spaced
        for (_, s), (inner, t) in pairwise(real):
            same = w.let(f"icmp eq i64 {s}, {w.let(f'mul i64 {t}, {inner}')}")
            even = w.let(f"and i1 {even}, {same}")
        column = real[-1][1] if real else str(v.size)
        tests = [w.let(f"and i1 {even}, {w.let(f'icmp eq i64 {x}, {v.size}')}") for x in (outer, column)]
        views.append(_View(start, outer, strides, column, *tests))
    return views


def _any_same(w: Writer, arguments: list[_View], results: list[_View]) -> str:
    """Test whether any result starts at the same address as any argument."""
    found = "false"
    for a in arguments:
        for b in results:
            found = w.let(f"or i1 {found}, {w.let(f'icmp eq ptr {a.start}, {b.start}')}")
    return found


def _block(w: Writer, view: _View, result: bool) -> _View:
    """Return the block of an operand that starts at the state `%at`. An incomplete block is copied element by
    element."""
    start = w.element("i8", view.start, w.let(f"mul i64 %at, {view.outer}"))
    direct = w.let(f"and i1 %whole, {view.direct}")
    if result:
        direct = w.let(f"and i1 {direct}, {w.let('xor i1 %same, true')}")
    return view._replace(start=start, direct=direct, packed=w.let(f"and i1 %whole, {view.packed}"))


def _argument(w: Writer, v: Lanes, block: _View, tile: str) -> str:
    """Return the address from which `body` reads the columns of this block, and the addresses of the cache lines of the
    next block."""
    pointer = w.let(f"select i1 {block.direct}, ptr {block.start}, ptr {tile}")
    stride = w.let(f"select i1 {block.direct}, i64 {block.column}, i64 {v.span}")
    # contiguous rows fill as many cache lines as there are columns
    rows = w.element("i8", block.start, w.let(f"mul i64 {block.outer}, {v.width}"))
    columns = w.element("i8", block.start, 2 * v.span - 1)
    ahead = w.let(f"select i1 {block.direct}, ptr {columns}, ptr {rows}")
    return f"ptr {pointer}, i64 {stride}, ptr {ahead}, i64 {stride}"


def _first_step(w: Writer, views: list[_View], v: Lanes) -> str:
    """Return the distance, in states, between the first and the second block. The distance is less than W if this
    aligns the operands with cache lines."""
    step = str(v.width)
    for view in views:
        address = w.let(f"ptrtoint ptr {view.start} to i64")
        lane = w.let(f"and i64 {w.let(f'lshr i64 {address}, {v.size.bit_length() - 1}')}, {v.width - 1}")
        short = w.let(f"sub i64 {v.width}, {lane}")
        step = w.let(f"select i1 {view.direct}, i64 {short}, i64 {step}")
    many = w.let(f"icmp ugt i64 %n, {8 * v.width}")
    worth = w.let(f"and i1 {many}, {w.let('xor i1 %same, true')}")
    return w.let(f"select i1 {worth}, i64 {step}, i64 {v.width}")


def _tiles(w: Writer, operands: Operands, v: Lanes) -> tuple[list[str], list[str]]:
    """Allocate a temporary tile for a block of every operand, and return the lines of IR that free the memory."""
    *starts, size = accumulate((x.columns * v.span for x in operands), initial=0)
    if size <= ON_STACK:
        base, release = w.let(f"alloca [{max(size, 1)} x i8], align 64"), []
    else:
        room = w.let(f"call ptr {w.let('load ptr, ptr %data, align 8')}(i64 {size + 64})")
        free = w.read("ptr", w.element("ptr", "%data", 1), 8)
        release = [f"  call void {free}(ptr {room})"]
        number = w.let(f"ptrtoint ptr {room} to i64")
        gap = w.let(f"and i64 {w.let(f'sub i64 0, {number}')}, 63")
        base = w.element("i8", room, gap)
    return [w.element("i8", base, start) for start in starts], release


def _transfer(w: Writer, v: Lanes, operand: Operand, block: _View, tile: str, label: str, inward: bool) -> None:
    """Copy an operand between its array and its tile, unless the operand is used in place."""
    dims = [*zip(operand.shape, block.strides, strict=True)]
    dims = [(1, "0")] * (3 - len(dims)) + dims
    core = ", ".join(f"i64 {d}, i64 {s}" for d, s in dims)
    w.do(f"br i1 {block.direct}, label %{label}.ready, label %{label}.copy")
    w.label(f"{label}.copy")
    w.when(block.packed, f"{label}.rows", f"{label}.any")
    w.do(f"call void {rows_name(operand.columns, inward)}(ptr {block.start}, i64 {block.outer}, ptr {tile})")
    w.jump(f"{label}.ready")
    w.label(f"{label}.any")
    name = GATHER if inward else SCATTER
    w.do(f"call void {name}(ptr {block.start}, i64 {block.outer}, i64 %states, ptr {tile}, {core})")
    w.go_on(f"{label}.ready")
