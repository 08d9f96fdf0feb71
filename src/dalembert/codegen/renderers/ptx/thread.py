"""Rendering of the program for one thread as LLVM IR. Every number on the tape is a scalar, computed for one state.

Sources contain the addresses of the arguments. In float32, division is computed as a product with the reciprocal from
`rcp.approx.ftz`, because IEEE division would call a subroutine. The error is at most 2 units in the last place for
divisors that are neither very small nor very large. In float64, divisions follow IEEE 754. A very long program is
divided into segments. Values that a later segment requires are stored in the thread's local memory. Without segments,
the driver's compiler would take minutes to allocate registers for values that are live over tens of thousands of
instructions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from dalembert.codegen.renderers.llvm.ir import Lanes
from dalembert.codegen.renderers.llvm.program import Body
from dalembert.codegen.renderers.minimax import FAR
from dalembert.codegen.tape import Instruction, Tape, TapeFunction
from dalembert.graph import Op

GLOBAL, SHARED = "ptr addrspace(1)", "ptr addrspace(3)"
LONG = 20_000  # instructions from which a program is cut
STRETCH = 1000  # instructions between cuts


class Source(Protocol):
    """Reader that loads the numbers of an operand for one thread."""

    def load(self, w: Thread, j: int) -> str:
        """Load column j of the current thread's state."""


class Thread(Body):
    """Renderer of a tape for a thread that computes one state."""

    unlikely = ", !prof !1"

    def __init__(
        self,
        function: TapeFunction,
        v: Lanes,
        sources: Sequence[Source] = (),
        block: int = 0,
        tile: int = 0,
    ) -> None:
        super().__init__(function, v)
        self.sources, self.block, self.tile = sources, block, tile
        self.kept: dict[int, int] = {}  # local-memory position of each slot that a later segment needs

    def op(self, name: str, a: object, b: object) -> str:
        """Apply an operation to two integers, such as "mul i32"."""
        return self.let(f"{name} {a}, {b}")

    def long(self, x: str) -> str:
        """Extend an unsigned i32 value to i64."""
        return self.let(f"zext i32 {x} to i64")

    def in_shared(self, base: str, offset: object, unit: str = "i8") -> str:
        """Return the shared-memory address at an offset in units, by default bytes."""
        return self.let(f"getelementptr {unit}, {SHARED} {base}, i32 {offset}")

    def in_global(self, base: str, offset: object, unit: str = "i8") -> str:
        """Return the global-memory address at an offset in units, by default bytes."""
        return self.let(f"getelementptr {unit}, {GLOBAL} {base}, i64 {offset}")

    def load(self, space: str, place: str, constant: bool = False) -> str:
        """Load the number at an address. Pass `constant` if no thread writes to this address while the kernel runs."""
        v, never_written = self.lanes, ", !invariant.load !0" if constant else ""
        return self.let(f"load {v.type}, {space} {place}, align {v.size}{never_written}")

    def store(self, x: str, space: str, place: str) -> None:
        """Store a number at a memory address."""
        self.do(f"store {self.lanes.type} {x}, {space} {place}, align {self.lanes.size}")

    def written(self, write: Callable[[], None]) -> str:
        """Return the lines of IR that a function writes."""
        start = len(self.lines)
        write()
        return "\n".join(self.lines[start:])

    def keep(self) -> None:
        """Divide a long program into segments. This method must be called before any code is written."""
        if len(self.tape.instructions) < LONG:
            return
        self.kept, size = waiting(self.tape, STRETCH)
        self.do(f"%kept = alloca [{size} x {self.lanes.type}], align {self.lanes.size}")

    def value(self, slot: int) -> str:
        """Return the name of the value in a slot. Inputs and stored values are loaded at their first use in a
        segment."""
        if slot not in self.values:
            if slot in self.kept:
                v = self.lanes
                self.values[slot] = self.let(f"load volatile {v.type}, ptr {self._place(slot)}, align {v.size}")
            else:
                k, j = self.places[slot]
                self.values[slot] = self.sources[k].load(self, j)
        return self.values[slot]

    def passed(self, slot: int) -> None:
        if slot in self.kept:
            v = self.lanes
            self.do(f"store volatile {v.type} {self.values[slot]}, ptr {self._place(slot)}, align {v.size}")
        if self.kept and (slot + 1 - self.tape.first) % STRETCH == 0:
            for known in [x for x in self.values if self.tape.first <= x <= slot]:
                del self.values[known]

    def _place(self, slot: int) -> str:
        return self.element(self.lanes.type, "%kept", self.kept[slot])

    def compute(self, instruction: Instruction) -> str:
        if instruction.op is not Op.DIV or self.lanes.real == "double":
            return super().compute(instruction)
        a, b = (self.value(slot) for slot in instruction.args)
        r = self.let(f"call float @llvm.nvvm.rcp.approx.ftz.f(float {b})")
        return self.let(f"fmul contract float {a}, {r}")

    def is_far(self, angles: list[str]) -> str:
        v, far = self.lanes, "false"
        for x in angles:
            size = self.let(f"call {v.type} @llvm.fabs.{v.suffix}({v.type} {x})")
            far = self.let(f"or i1 {far}, {self.let(f'fcmp ogt {v.type} {size}, {v.splat(FAR)}')}")
        return far

    def far(self, angles: dict[int, str]) -> dict[int, list[str]]:
        v = self.lanes
        return {angle: self.both(v.pair, f"@sincos_far({v.type} {x})") for angle, x in angles.items()}


def waiting(tape: Tape, stretch: int) -> tuple[dict[int, int], int]:
    """Return the local-memory position of each slot that a later segment uses, and the number of positions.

    A position can be reused after the last segment that reads its value.
    """
    last: dict[int, int] = {}
    for slot, (_, args) in tape.by_slot.items():
        last.update((a, (slot - tape.first) // stretch) for a in args)
    places: dict[int, int] = {}
    ends: dict[int, list[int]] = {}
    free: list[int] = []
    size = 0
    for i in range(len(tape.instructions)):
        own, slot = i // stretch, tape.first + i
        if i % stretch == 0:
            free += ends.pop(own - 1, [])
        if last.get(slot, own) > own:
            if not free:
                free, size = [size], size + 1
            places[slot] = free.pop()
            ends.setdefault(last[slot], []).append(places[slot])
    return places, size
