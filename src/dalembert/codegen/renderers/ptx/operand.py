"""Where the operands of a thread lie in the memory of the GPU.

columns   number j of state i at p + j·s + i·size: neighbouring threads read neighbours
rows      at p + i·(columns·size) + j·size, in vectors of up to 16 bytes
tile      the same rows, brought to shared memory by a warp together
strided   at p + i·t + j·s, for everything else: slices, one state for all
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import gcd

from dalembert.codegen.renderers.ptx.thread import Thread

GLOBAL, SHARED = "ptr addrspace(1)", "ptr addrspace(3)"
WARP = 32
UNIT = 16  # bytes that a thread moves at once
_FEW = 200  # columns whose places LLVM may work out


@dataclass
class Direct:
    """Columns or strided operands, one number at a time."""

    k: int
    strided: bool = False

    def place(self, w: Thread, j: int) -> str:
        step = f"%t{self.k}" if self.strided else str(w.lanes.size)
        state = w.let(f"getelementptr i8, {GLOBAL} %p{self.k}, i64 {w.let(f'mul i64 %at, {step}')}")
        if j < _FEW:
            return w.let(f"getelementptr i8, {GLOBAL} {state}, i64 {w.let(f'mul i64 %s{self.k}, {j}')}")
        # not arithmetic that LLVM sees: making one chain of sums of all places takes it quadratic time
        form = f'asm "mad.lo.u64 $0, $1, {j}, $2;", "=l,l,l"'
        return w.let(f"call {GLOBAL} {form}(i64 %s{self.k}, {GLOBAL} {state})")

    def load(self, w: Thread, j: int) -> str:
        v = w.lanes
        return w.let(f"load {v.type}, {GLOBAL} {self.place(w, j)}, align {v.size}, !invariant.load !0")

    def store(self, w: Thread, j: int, x: str) -> None:
        w.do(f"store {w.lanes.type} {x}, {GLOBAL} {self.place(w, j)}, align {w.lanes.size}")

    def finish(self, w: Thread) -> None:
        """Nothing is left to do."""


@dataclass
class Rows:
    """Rows in pieces of as many numbers as lie aligned together."""

    k: int
    columns: int
    pieces: dict[int, str] = field(default_factory=dict)
    known: dict[int, str] = field(default_factory=dict)

    def width(self, w: Thread) -> int:
        return gcd(self.columns, UNIT // w.lanes.size)

    def place(self, w: Thread, j: int) -> str:
        start = w.let(f"mul i64 %at, {self.columns * w.lanes.size}")
        row = w.let(f"getelementptr i8, {GLOBAL} %p{self.k}, i64 {start}")
        return w.let(f"getelementptr i8, {GLOBAL} {row}, i64 {j * w.lanes.size}")

    def load(self, w: Thread, j: int) -> str:
        return part(
            w, self.pieces, GLOBAL, self.width(w), j, lambda first: self.place(w, first), ", !invariant.load !0"
        )

    def store(self, w: Thread, j: int, x: str) -> None:
        self.known[j] = x

    def finish(self, w: Thread) -> None:
        """Write the pieces."""
        n = self.width(w)
        for first in range(0, self.columns, n):
            x = vector(w, [self.known[first + i] for i in range(n)])
            w.do(f"store {kind(w, n)} {x}, {GLOBAL} {self.place(w, first)}, align {n * w.lanes.size}")


def kind(w: Thread, n: int) -> str:
    return w.lanes.type if n == 1 else f"<{n} x {w.lanes.type}>"


def vector(w: Thread, values: list[str]) -> str:
    if len(values) == 1:
        return values[0]
    many, result = kind(w, len(values)), "undef"
    for i, x in enumerate(values):
        result = w.let(f"insertelement {many} {result}, {w.lanes.type} {x}, i32 {i}")
    return result


def part(
    w: Thread, pieces: dict[int, str], space: str, n: int, j: int, place: Callable[[int], str], more: str = ""
) -> str:
    """Number j of a row that is read in pieces of n."""
    first = j - j % n
    if first not in pieces:
        pieces[first] = w.let(f"load {kind(w, n)}, {space} {place(first)}, align {n * w.lanes.size}{more}")
    return pieces[first] if n == 1 else w.let(f"extractelement {kind(w, n)} {pieces[first]}, i32 {j - first}")
