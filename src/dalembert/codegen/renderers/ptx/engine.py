"""The copy engine (compute capability 9.0): whole pieces of shared memory are moved while threads compute on.

Results in rows: every thread puts its numbers where they will lie, row after row, and as soon as the last one of an operand is
there, one thread of the warp hands all its rows over. Rows of an odd number of columns meet no bank twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dalembert.codegen.renderers.ptx.operand import GLOBAL, SHARED, WARP
from dalembert.codegen.renderers.ptx.thread import Thread
from dalembert.codegen.renderers.ptx.tile import loop


@dataclass
class RowsGiven:
    """A result of a warp's states: rows in shared memory, as they will lie, which the engine writes."""

    k: int
    columns: int
    start: int = 0  # byte of the warp's tile
    seen: set[int] = field(default_factory=set)

    def bytes(self, size: int) -> int:
        return WARP * self.columns * size

    def store(self, w: Thread, j: int, x: str) -> None:
        size = w.lanes.size
        row = w.let(f"getelementptr i8, {SHARED} %tile, i32 {w.let(f'mul i32 %row, {self.columns * size}')}")
        place = w.let(f"getelementptr i8, {SHARED} {row}, i32 {self.start + j * size}")
        w.do(f"store {w.lanes.type} {x}, {SHARED} {place}, align {size}")
        self.seen.add(j)
        if len(self.seen) == self.columns:
            self._give(w)

    def _give(self, w: Thread) -> None:
        """All rows of a whole warp by the engine; those of the last states by their threads."""
        k, size = self.k, w.lanes.size
        here = w.let(f"getelementptr i8, {SHARED} %tile, i32 {self.start}")
        start = w.let(f"mul i64 %first64, {self.columns * size}")
        there = w.let(f"getelementptr i8, {GLOBAL} %p{k}, i64 {start}")
        asm(w, "fence.proxy.async.shared::cta;")
        w.do("call void @llvm.nvvm.bar.warp.sync(i32 -1)")
        w.do(f"br i1 %whole, label %whole{k}, label %part{k}")
        w.label(f"whole{k}")
        one(w, "true", f"give{k}", f"given{k}")
        give(w, here, there, self.bytes(size))
        asm(w, "cp.async.bulk.commit_group;")
        w.do(f"br label %given{k}")
        w.label(f"part{k}")

        def write(elements: Sequence[str]) -> None:
            for e in elements:
                place = w.let(f"getelementptr {w.lanes.type}, {SHARED} {here}, i32 {e}")
                x = w.let(f"load {w.lanes.type}, {SHARED} {place}, align {size}")
                place = w.let(f"getelementptr {w.lanes.type}, {GLOBAL} {there}, i32 {e}")
                w.do(f"store {w.lanes.type} {x}, {GLOBAL} {place}, align {size}")

        loop(w, f"rows{k}", "%lane", w.let(f"mul i32 %rows, {self.columns}"), WARP, write)
        w.do(f"br label %given{k}")
        w.label(f"given{k}")

    def finish(self, w: Thread) -> None:
        """Shared memory stays until the engine has read it."""
        asm(w, "cp.async.bulk.wait_group.read 0;")


def give(w: Thread, here: str, there: str, size: int) -> None:
    """The engine writes bytes of shared memory to memory."""
    form = f"cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], {size};"
    asm(w, form, f"{GLOBAL} {there}", f"{SHARED} {here}")


def one(w: Thread, who: str, does: str, then: str) -> None:
    """One thread of a warp, always the same, goes to `does`; all others, and all where `who` is false, to `then`."""
    w.do(f"br i1 {who}, label %{does}_elect, label %{then}")
    w.label(f"{does}_elect")
    form = "{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 $0, 1, 0, p; }"
    elected = w.let(f'call i32 asm sideeffect "{form}", "=r"()')
    w.do(f"br i1 {w.let(f'icmp ne i32 {elected}, 0')}, label %{does}, label %{then}")
    w.label(does)


def asm(w: Thread, form: str, *arguments: str) -> None:
    """An instruction of PTX on pointers."""
    constraints = ",".join(["l"] * len(arguments) + ["~{memory}"])
    w.do(f'call void asm sideeffect "{form}", "{constraints}"({", ".join(arguments)})')
