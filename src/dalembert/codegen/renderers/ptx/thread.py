"""The program of one thread, as LLVM IR: every number of the tape a scalar, computed for one state.

Sources say where arguments lie.
float32 divides by a product with `rcp.approx.ftz`, good to 2 units in the last place for divisors that are neither tiny nor
huge (IEEE division is a call of a subroutine); float64 divides as IEEE says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dalembert.codegen.renderers.llvm.ir import Lanes
from dalembert.codegen.renderers.llvm.program import Body
from dalembert.codegen.renderers.minimax import FAR
from dalembert.codegen.tape import Instruction, Operand, Tape
from dalembert.graph import Op

DIVISIONS = ("ieee", "full", "approx", "newton")


class Source(Protocol):
    """Where a thread reads an operand."""

    def load(self, w: Thread, j: int) -> str:
        """Column j of this thread's state."""


class Thread(Body):
    """Renders a tape for one state."""

    def __init__(
        self,
        tape: Tape,
        inputs: list[Operand],
        v: Lanes,
        sources: Sequence[Source] = (),
        division: str = "approx",
        block: int = 0,
        tile: int = 0,
    ) -> None:
        super().__init__(tape, inputs, v)
        self.sources, self.division, self.block, self.tile = sources, division, block, tile

    def value(self, slot: int) -> str:
        """Name of the value in a slot; inputs are read at first use."""
        if slot not in self.values:
            k, j = self.places[slot]
            self.values[slot] = self.sources[k].load(self, j)
        return self.values[slot]

    def compute(self, instruction: Instruction) -> str:
        if instruction.op is not Op.DIV or self.lanes.real == "double" or self.division == "ieee":
            return super().compute(instruction)
        a, b = (self.value(slot) for slot in instruction.args)
        if self.division == "full":
            return self.let(f"call float @llvm.nvvm.div.full(float {a}, float {b})")
        r = self.let(f"call float @llvm.nvvm.rcp.approx.ftz.f(float {b})")
        if self.division == "newton":
            r = self.fma(self.fma(self.neg(b), r, self.lanes.splat(1.0)), r, r)
        return self.let(f"fmul contract float {a}, {r}")

    def angles(self, run: list[tuple[int, Instruction]]) -> None:
        """Sines and cosines of several angles: fast for all, then one test whether any is too large for that."""
        self.groups += 1
        v, g = self.lanes, self.groups
        angles = {angle: self.value(angle) for _, (_, (angle,)) in run}
        far = "false"
        for x in angles.values():
            size = self.let(f"call {v.type} @llvm.fabs.{v.suffix}({v.type} {x})")
            far = self.let(f"or i1 {far}, {self.let(f'fcmp ogt {v.type} {size}, {v.splat(FAR)}')}")
        self.do(f"br i1 {far}, label %far{g}, label %near{g}, !prof !1")
        found = {}
        for road, name in (("far", "@sincos_far"), ("near", "@sincos")):
            self.label(f"{road}{g}")
            for angle, x in angles.items():
                both = self.let(f"call {v.pair} {name}({v.type} {x})")
                found[road, angle] = [self.let(f"extractvalue {v.pair} {both}, {i}") for i in (0, 1)]
            self.do(f"br label %known{g}")
        self.label(f"known{g}")
        for slot, (op, (angle,)) in run:
            which = int(op is Op.COS)
            far, near = (found[road, angle][which] for road in ("far", "near"))
            self.values[slot] = self.let(f"phi {v.type} [ {far}, %far{g} ], [ {near}, %near{g} ]")
