"""Arithmetic operations that each target language provides, so that elementary functions are implemented only once.

A `Value` contains one number per lane: a double or float, an integer of the same size, or a condition. Its operators
write instructions, so that elementary functions read like formulas. The representation of a value depends on the
target. In LLVM IR, a value is represented by its name. In WebAssembly, a value is represented by the code that pushes
it onto the stack.
"""

from __future__ import annotations

import math
import struct
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["real", "whole", "mask"]  # floating-point number, integer, condition
Number: TypeAlias = "Value | float"  # Python numbers stand for constants


@dataclass(frozen=True)
class RealLanes(ABC):
    """Type of a vector with `width` lanes. The number type `real` is "double" or "float"."""

    real: str
    width: int

    @property
    def size(self) -> int:
        """Size of one number in bytes."""
        return 8 if self.real == "double" else 4

    @property
    def span(self) -> int:
        """Size of a vector in bytes."""
        return self.size * self.width

    @property
    def bits(self) -> int:
        """Size of one number in bits."""
        return 8 * self.size

    @property
    def digits(self) -> int:
        """Number of fraction bits of the floating-point type."""
        return 52 if self.real == "double" else 23

    @property
    def bias(self) -> int:
        """Exponent bias of the floating-point type."""
        return 1023 if self.real == "double" else 127

    def pattern(self, x: float) -> int:
        """Return the bit pattern of x as an integer."""
        real, whole = ("<d", "<q") if self.real == "double" else ("<f", "<i")
        return int(struct.unpack(whole, struct.pack(real, x))[0])

    @abstractmethod
    def splat(self, x: float) -> Any:
        """Return a vector with the floating-point constant x in every lane."""

    @abstractmethod
    def isplat(self, n: int) -> Any:
        """Return a vector with the integer n in every lane, reduced modulo the integer size."""

    def count(self, n: int) -> Any:
        """Return the number of bits by which an integer is shifted."""
        return self.isplat(n)


class Arithmetic(ABC):
    """Builder for one function. Each target language provides the abstract methods."""

    lanes: RealLanes

    @abstractmethod
    def emit(self, name: str, kind: Kind, result: Kind, *values: Any) -> Any:
        """Apply an instruction to values of one kind.

        Numbers have add, sub, mul, div, neg, olt and ogt. Integers have add, sub, and, or, xor, shl, ashr, eq, ne, slt,
        sgt and sge. Conditions have or and xor.
        """

    @abstractmethod
    def select(self, kind: Kind, where: Any, a: Any, b: Any) -> Any:
        """Select a where the condition holds, and b elsewhere."""

    @abstractmethod
    def cast(self, x: Any, kind: Kind) -> Any:
        """Reinterpret the bits of a number as an integer ("whole"), or of an integer as a number ("real")."""

    def fused(self, a: Any, b: Any, c: Any) -> Any:
        """Return a·b + c. On targets with a fast fused operation, the result is rounded only once."""
        return self.emit("add", "real", "real", self.emit("mul", "real", "real", a, b), c)


class Value:
    """Value in the function that `w` builds. In operations with a value, a Python number stands for a constant."""

    def __init__(self, w: Arithmetic, code: Any, kind: Kind = "real") -> None:
        self.w, self.lanes, self.code, self.kind = w, w.lanes, code, kind

    def _apply(self, name: str, *others: Number, result: Kind | None = None) -> Value:
        kind = result or self.kind
        codes = [self.constant(x, self.kind) for x in others]
        return Value(self.w, self.w.emit(name, self.kind, kind, self.code, *codes), kind)

    def constant(self, x: Number, kind: Kind) -> Any:
        """Return the representation of a value or of a Python number."""
        if isinstance(x, Value):
            return x.code
        return self.lanes.splat(x) if kind == "real" else self.lanes.isplat(int(x))

    def __add__(self, x: Number) -> Value:
        return self._apply("add", x)

    def __sub__(self, x: Number) -> Value:
        return self._apply("sub", x)

    def __mul__(self, x: Number) -> Value:
        return self._apply("mul", x)

    def __truediv__(self, x: Number) -> Value:
        return self._apply("div", x)

    def __neg__(self) -> Value:
        return self._apply("neg")

    def __and__(self, x: Number) -> Value:
        return self._apply("and", x)

    def __or__(self, x: Number) -> Value:
        return self._apply("or", x)

    def __xor__(self, x: Number) -> Value:
        return self._apply("xor", x)

    def __lshift__(self, x: Number) -> Value:
        return self._shifted("shl", x)

    def __rshift__(self, x: Number) -> Value:
        return self._shifted("ashr", x)

    def _shifted(self, name: str, x: Number) -> Value:
        return self._apply(name, Value(self.w, self.lanes.count(x), "whole") if isinstance(x, int) else x)

    def test(self, name: str, x: Number) -> Value:
        """Compare numbers with the predicate olt or ogt, or integers with eq, ne, slt, sgt or sge."""
        return self._apply(name, x, result="mask")

    def choose(self, a: Number, b: Number) -> Value:
        """Select a where this condition holds, and b elsewhere."""
        kind: Kind = next((x.kind for x in (a, b) if isinstance(x, Value)), "real")
        return Value(self.w, self.w.select(kind, self.code, self.constant(a, kind), self.constant(b, kind)), kind)

    @property
    def bits(self) -> Value:
        """Bits of this number as an integer."""
        return Value(self.w, self.w.cast(self.code, "whole"), "whole")

    @property
    def real(self) -> Value:
        """Number with the bits of this integer."""
        return Value(self.w, self.w.cast(self.code, "real"))

    def muladd(self, b: Number, c: Number) -> Value:
        """Return self·b + c. On targets with a fast fused operation, the result is rounded only once."""
        return Value(self.w, self.w.fused(self.code, self.constant(b, "real"), self.constant(c, "real")))

    def polynomial(self, table: Mapping[str, Sequence[float]]) -> Value:
        """Evaluate a polynomial by Horner's rule. The first coefficient belongs to the lowest power."""
        *others, highest = table[self.lanes.real]
        result = Value(self.w, self.lanes.splat(highest))
        for c in reversed(others):
            result = result.muladd(self, c)
        return result

    def nearest(self, scale: float) -> tuple[Value, Value]:
        """Return the integer k nearest to scale·x, both as a number and in the low bits of x + 1.5·2^digits."""
        magic = 1.5 * 2.0**self.lanes.digits
        shifted = self.muladd(scale, magic)
        return shifted - magic, shifted.bits

    @property
    def size(self) -> Value:
        """Bits of |x| as an integer. These integers are ordered like |x|, with infinity and NaN above all finite
        numbers."""
        return self.bits & ((1 << (self.lanes.bits - 1)) - 1)

    def flip(self, sign: Value) -> Value:
        """Change the sign of x in the lanes where the top bit of `sign` is set."""
        return (self.bits ^ (sign & (1 << (self.lanes.bits - 1)))).real

    def nan_or(self, y: Number) -> Value:
        """Select x where x is NaN, and y elsewhere.

        The test uses the bits of x. A floating-point comparison with NaN would raise the invalid flag, which NumPy
        reports.
        """
        return self.is_nan.choose(self, y)

    @property
    def is_nan(self) -> Value:
        """Condition that x is NaN."""
        return self.size.test("sgt", self.lanes.pattern(math.inf))


def shown_nan(unread: Iterable[tuple[Value, bool]]) -> Value | None:
    """Return the term that propagates NaN from inputs that affect no output: NaN if one of them is NaN, otherwise 0.

    Each input comes with the information whether any instruction reads it. Such an input may be infinite, such as a
    missing bound.
    """
    total: Value | None = None
    for x, read in unread:
        x = x.nan_or(0.0) if read else x * 0.0
        total = x if total is None else total + x
    return total
