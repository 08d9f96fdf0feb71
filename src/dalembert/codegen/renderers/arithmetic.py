"""Arithmetic that is written out in another language: what the elementary functions are written in, once for all.

A value stands for a number in every lane: a double or a float, the integer with its bits, or a condition. It is whatever
names it in the target: a name in LLVM IR, the code that pushes it in WebAssembly.
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
    """The type of a value: `width` numbers of type `real`, "double" or "float"."""

    real: str
    width: int

    @property
    def size(self) -> int:
        """Bytes of one number."""
        return 8 if self.real == "double" else 4

    @property
    def bits(self) -> int:
        """Bits of one number."""
        return 8 * self.size

    @property
    def digits(self) -> int:
        """Bits of the fraction."""
        return 52 if self.real == "double" else 23

    @property
    def bias(self) -> int:
        """Bias of the exponent."""
        return 1023 if self.real == "double" else 127

    def pattern(self, x: float) -> int:
        """The bits of x as an integer."""
        real, whole = ("<d", "<q") if self.real == "double" else ("<f", "<i")
        return int(struct.unpack(whole, struct.pack(real, x))[0])

    @abstractmethod
    def splat(self, x: float) -> V:
        """The constant x in every lane."""

    @abstractmethod
    def isplat(self, n: int) -> V:
        """The integer n, modulo the size, in every lane."""


class Arithmetic(ABC, Generic[V]):
    """A function that is being written; what a target defines is abstract."""

    lanes: RealLanes[V]

    @abstractmethod
    def numeric(self, name: str, *values: V) -> V:
        """add, sub, mul, div or neg of numbers."""

    @abstractmethod
    def whole(self, name: str, a: V, b: V | int) -> V:
        """add, sub, and, or, xor, shl or ashr of integers."""

    @abstractmethod
    def compare(self, name: str, a: V, b: V) -> V:
        """Where the number a is below b (olt) or above it (ogt)."""

    @abstractmethod
    def test(self, name: str, a: V, b: V | int) -> V:
        """How the integers a and b compare: eq, ne, slt, sgt or sge."""

    @abstractmethod
    def mask(self, name: str, a: V, b: V) -> V:
        """or, xor of conditions."""

    @abstractmethod
    def choose(self, where: V, a: V, b: V) -> V:
        """The number a where the condition holds, else b."""

    @abstractmethod
    def whole_choose(self, where: V, a: V, b: V) -> V:
        """The integer a where the condition holds, else b."""

    @abstractmethod
    def bits(self, x: V) -> V:
        """The bits of a number."""

    @abstractmethod
    def real(self, n: V) -> V:
        """The number with these bits."""

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
        """a·b + c, with one rounding where that is fast."""
        return self.add(self.mul(a, b), c)

    def polynomial(self, x: V, coefficients: Sequence[float]) -> V:
        """Horner's rule; the lowest power comes first in the table."""
        result = self.lanes.splat(coefficients[-1])
        for c in reversed(coefficients[:-1]):
            result = self.muladd(result, x, self.lanes.splat(c))
        return result

    def nearest(self, x: V, scale: float) -> tuple[V, V]:
        """k, the integer nearest to scale·x, as a number and in the low bits of x + 1.5·2^digits."""
        magic = self.lanes.splat(1.5 * 2.0**self.lanes.digits)
        shifted = self.muladd(x, self.lanes.splat(scale), magic)
        return self.sub(shifted, magic), self.bits(shifted)

    def size(self, x: V) -> V:
        """The bits of |x|, which order as |x| does, with infinity and then NaN last."""
        return self.whole("and", self.bits(x), (1 << (self.lanes.bits - 1)) - 1)

    def flip(self, x: V, sign: V) -> V:
        """x with its sign changed where the top bit of `sign` is set."""
        return self.real(self.whole("xor", self.bits(x), self.whole("and", sign, 1 << (self.lanes.bits - 1))))

    def is_nan(self, x: V) -> V:
        """Where x is NaN; comparing it as a number would raise the invalid flag, which NumPy reports."""
        return self.test("sgt", self.size(x), self.lanes.pattern(math.inf))

    def or_nan(self, x: V, y: V) -> V:
        """x where x is NaN, else y."""
        return self.choose(self.is_nan(x), x, y)
