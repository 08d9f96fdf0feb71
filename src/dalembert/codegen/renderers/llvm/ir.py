"""Generation of LLVM IR, one line at a time. Each scalar of the graph becomes a vector with one lane per state.

`Lanes` is the type of a value: `<8 x double>` for eight states, or a plain `double` for a single state. `Writer` writes
instructions and assigns names to their results.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from dalembert.codegen.renderers.arithmetic import Arithmetic, Kind, RealLanes, Value


def attributes(many: bool) -> str:
    """Return the LLVM attributes of every function. The attributes preserve the vector width and prevent LLVM from
    replacing loops by library calls.

    If `many` is true (many operands are in memory), the attributes select a generic processor. For some other
    processors, LLVM schedules the generated code again, which takes quadratic time.
    """
    words = '"min-legal-vector-width"="512" "prefer-vector-width"="512" "no-builtins"'
    tune = ' "tune-cpu"="generic"' if many else ""
    return f"attributes #0 = {{ nounwind {words}{tune} }}"


@dataclass(frozen=True)
class Lanes(RealLanes):
    """LLVM type of one value: a vector of `width` elements of type `double` or `float`. A width of 0 denotes a
    scalar."""

    fma: bool = True  # the host has a fused multiply-add instruction

    @property
    def type(self) -> str:
        """LLVM name of this type."""
        return self.of(self.real)

    @property
    def pair(self) -> str:
        """LLVM type for a pair of values of this type."""
        return f"{{ {self.type}, {self.type} }}"

    def kind(self, kind: Kind) -> str:
        """Return the LLVM type of numbers, integers or conditions."""
        return {"real": self.type, "whole": self.of(f"i{self.bits}"), "mask": self.of("i1")}[kind]

    @property
    def suffix(self) -> str:
        """Suffix of LLVM intrinsics for this type."""
        return f"v{self.width}f{self.bits}" if self.width else f"f{self.bits}"

    @property
    def alone(self) -> Lanes:
        """LLVM type of a single element of the vector."""
        return Lanes(self.real, 0, self.fma)

    def of(self, element: str) -> str:
        """Return the LLVM type with the same number of elements but another element type."""
        return f"<{self.width} x {element}>" if self.width else element

    def splat(self, x: float) -> str:
        """Return a vector constant with x in every lane."""
        return self._every(self.real, number(x, self.real))

    def isplat(self, n: int) -> str:
        """Return a vector constant with the integer n, reduced modulo the integer size, in every lane."""
        n &= (1 << self.bits) - 1
        return self._every(f"i{self.bits}", str(n - (1 << self.bits) if n >> (self.bits - 1) else n))

    def _every(self, kind: str, text: str) -> str:
        return "<" + ", ".join([f"{kind} {text}"] * self.width) + ">" if self.width else text


def number(x: float, real: str) -> str:
    """Format a number as an LLVM IR constant: the hexadecimal form of a double, after rounding to `real`."""
    if real == "float":
        x = struct.unpack("<f", struct.pack("<f", x))[0]
    return "0x" + struct.pack(">d", x).hex().upper()


class Writer(Arithmetic):
    """Writer for the LLVM IR of one function.\n\n`let` assigns a name to the result of an instruction. Arithmetic
    methods operate on values of the same type."""

    lanes: Lanes

    def __init__(self, lanes: Lanes) -> None:
        self.lanes = lanes
        self.lines: list[str] = []

    def let(self, text: str) -> str:
        """Assign an IR expression to a new name and return this name."""
        name = f"%v{len(self.lines)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def element(self, kind: str, array: str, index: object) -> str:
        """Return the address of an element of an array in memory."""
        return self.let(f"getelementptr {kind}, ptr {array}, i64 {index}")

    def read(self, kind: str, place: str, align: int) -> str:
        """Load a value from memory."""
        return self.let(f"load {kind}, ptr {place}, align {align}")

    def write(self, kind: str, x: str, place: str, align: int) -> None:
        """Store a value in memory."""
        self.do(f"store {kind} {x}, ptr {place}, align {align}")

    def both(self, pair: str, call: str) -> list[str]:
        """Extract the two values from a call that returns a pair."""
        result = self.let(f"call {pair} {call}")
        return [self.let(f"extractvalue {pair} {result}, {i}") for i in (0, 1)]

    def do(self, text: str) -> None:
        """Write an instruction that has no result or already names its result."""
        self.lines.append(f"  {text}")

    def label(self, name: str) -> None:
        """Write a label, which starts a new basic block."""
        self.lines.append(f"{name}:")

    def jump(self, name: str) -> None:
        """End a basic block with a branch."""
        self.do(f"br label %{name}")

    def go_on(self, name: str) -> None:
        """Branch to a new basic block and start it."""
        self.jump(name)
        self.label(name)

    def when(self, condition: str, then: str, otherwise: str) -> None:
        """End a basic block with a conditional branch, and start the block that is executed if the condition holds."""
        self.do(f"br i1 {condition}, label %{then}, label %{otherwise}")
        self.label(then)

    def text(self, head: str) -> str:
        """Return the complete IR text of the function."""
        return "\n".join([f"define {head} #0 {{", *self.lines, "}"])

    def give(self, *values: str) -> None:
        """Write the return instruction for one value or a pair of values."""
        if len(values) == 1:
            self.do(f"ret {self.lanes.type} {values[0]}")
            return
        half = self.let(f"insertvalue {self.lanes.pair} undef, {self.lanes.type} {values[0]}, 0")
        both = self.let(f"insertvalue {self.lanes.pair} {half}, {self.lanes.type} {values[1]}, 1")
        self.do(f"ret {self.lanes.pair} {both}")

    def emit(self, name: str, kind: Kind, result: Kind, *values: str) -> str:
        word = f"f{name}" if kind == "real" else name
        if result != kind:
            word = f"{'fcmp' if kind == 'real' else 'icmp'} {name}"
        return self.let(f"{word} {self.lanes.kind(kind)} {', '.join(values)}")

    def select(self, kind: Kind, where: str, a: str, b: str) -> str:
        chosen = self.lanes.kind(kind)
        return self.let(f"select {self.lanes.kind('mask')} {where}, {chosen} {a}, {chosen} {b}")

    def cast(self, x: str, kind: Kind) -> str:
        before: Kind = "whole" if kind == "real" else "real"
        return self.let(f"bitcast {self.lanes.kind(before)} {x} to {self.lanes.kind(kind)}")

    def fma(self, a: str, b: str, c: str) -> str:
        """Return a·b + c with a single rounding, for algorithms that rely on exact fused operations."""
        v = self.lanes
        name = f"@llvm.fma.{v.suffix}" if v.fma else f"@fma.{v.suffix}"
        return self.let(f"call {v.type} {name}({v.type} {a}, {v.type} {b}, {v.type} {c})")

    def fused(self, a: str, b: str, c: str) -> str:
        return self.fma(a, b, c) if self.lanes.fma else super().fused(a, b, c)


def soft_fma(v: Lanes) -> str:
    """Return a·b + c with a single rounding, for a processor without a fused multiply-add instruction.

    Doubles are split into two parts before the multiplication [dekker1971]. Floats are converted to doubles for the
    computation.
    """
    w = Writer(v)
    if v.real == "float":
        wide = v.of("double")
        first, second, third = (w.let(f"fpext {v.type} %{x} to {wide}") for x in "abc")
        total = w.let(f"fadd {wide} {w.let(f'fmul {wide} {first}, {second}')}, {third}")
        w.give(w.let(f"fptrunc {wide} {total} to {v.type}"))
    else:

        def split(x: Value) -> tuple[Value, Value]:
            big = x * (2.0**27 + 1)
            high = big - (big - x)
            return high, x - high

        a, b, c = (Value(w, f"%{x}") for x in "abc")
        (ah, al), (bh, bl) = split(a), split(b)
        p = a * b
        e = ah * bh - p
        for x, y in ((ah, bl), (al, bh), (al, bl)):
            e = e + x * y
        s = p + c
        back = s - p
        t = (p - (s - back)) + (c - back)
        w.give((s + (t + e)).code)
    return w.text(f"internal {v.type} @fma.{v.suffix}({v.type} %a, {v.type} %b, {v.type} %c) alwaysinline")
