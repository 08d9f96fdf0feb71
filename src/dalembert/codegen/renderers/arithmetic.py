"""Arithmetic operations that each target language provides, so that elementary functions are implemented only once.

A value contains one number per lane: a double or float, an integer of the same size, or a condition. The representation
of a value depends on the target. In LLVM IR, a value is represented by its name. In WebAssembly, a value is represented
by the code that pushes it onto the stack.
"""

from __future__ import annotations

import math
import struct
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

V = TypeVar("V")


@dataclass(frozen=True)
class RealLanes(ABC, Generic[V]):
    """Type of a vector with `width` lanes. The number type `real` is "double" or "float"."""

    real: str
    width: int

    @property
    def size(self) -> int:
        """Size of one number in bytes."""
        return 8 if self.real == "double" else 4

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
    def splat(self, x: float) -> V:
        """Return a vector with the floating-point constant x in every lane."""

    @abstractmethod
    def isplat(self, n: int) -> V:
        """Return a vector with the integer n in every lane, reduced modulo the integer size."""


class Arithmetic(ABC, Generic[V]):
    """Builder for one function. Each target language provides the abstract methods."""

    lanes: RealLanes[V]

    @abstractmethod
    def numeric(self, name: str, *values: V) -> V:
        """Apply add, sub, mul, div or neg to floating-point values."""

    @abstractmethod
    def whole(self, name: str, a: V, b: V | int) -> V:
        """Apply add, sub, and, or, xor, shl or ashr to integer values."""

    @abstractmethod
    def compare(self, name: str, a: V, b: V) -> V:
        """Compare floating-point values: a is less than b (olt) or greater than b (ogt)."""

    @abstractmethod
    def test(self, name: str, a: V, b: V | int) -> V:
        """Compare the integers a and b with the predicate eq, ne, slt, sgt or sge."""

    @abstractmethod
    def mask(self, name: str, a: V, b: V) -> V:
        """Apply the operation "or" or "xor" to Boolean conditions."""

    @abstractmethod
    def choose(self, where: V, a: V, b: V) -> V:
        """Select the number a where the condition holds, and b elsewhere."""

    @abstractmethod
    def whole_choose(self, where: V, a: V, b: V) -> V:
        """Select the integer a where the condition holds, and b elsewhere."""

    @abstractmethod
    def bits(self, x: V) -> V:
        """Reinterpret the bits of a number as an integer."""

    @abstractmethod
    def real(self, n: V) -> V:
        """Reinterpret the bits of an integer as a floating-point number."""

    def add(self, a: V, b: V) -> V:
        return self.numeric("add", a, b)

    def sub(self, a: V, b: V) -> V:
        return self.numeric("sub", a, b)

    def mul(self, a: V, b: V) -> V:
        return self.numeric("mul", a, b)

    def div(self, a: V, b: V) -> V:
        return self.numeric("div", a, b)

    def neg(self, a: V) -> V:
        return self.numeric("neg", a)

    def muladd(self, a: V, b: V, c: V) -> V:
        """Return a·b + c. On targets with a fast fused operation, the result is rounded only once."""
        return self.add(self.mul(a, b), c)

    def polynomial(self, x: V, coefficients: Sequence[float]) -> V:
        """Evaluate a polynomial by Horner's rule. The first coefficient belongs to the lowest power."""
        result = self.lanes.splat(coefficients[-1])
        for c in reversed(coefficients[:-1]):
            result = self.muladd(result, x, self.lanes.splat(c))
        return result

    def nearest(self, x: V, scale: float) -> tuple[V, V]:
        """Return the integer k nearest to scale·x, both as a number and in the low bits of x + 1.5·2^digits."""
        magic = self.lanes.splat(1.5 * 2.0**self.lanes.digits)
        shifted = self.muladd(x, self.lanes.splat(scale), magic)
        return self.sub(shifted, magic), self.bits(shifted)

    def size(self, x: V) -> V:
        """Return the bits of |x| as an integer. These integers are ordered like |x|, with infinity and NaN above all
        finite numbers."""
        return self.whole("and", self.bits(x), (1 << (self.lanes.bits - 1)) - 1)

    def flip(self, x: V, sign: V) -> V:
        """Change the sign of x in the lanes where the top bit of `sign` is set."""
        return self.real(self.whole("xor", self.bits(x), self.whole("and", sign, 1 << (self.lanes.bits - 1))))

    def is_nan(self, x: V) -> V:
        """Test whether x is NaN.

        The test uses the bits of x. A floating-point comparison with NaN would raise the invalid flag, which NumPy
        reports.
        """
        return self.test("sgt", self.size(x), self.lanes.pattern(math.inf))

    def or_nan(self, x: V, y: V) -> V:
        """Select x where x is NaN, and y elsewhere."""
        return self.choose(self.is_nan(x), x, y)
