"""Arithmetic of one state or of two at once, as the elementary functions need it: on numbers and on their bits."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.codegen.renderers.wasm.binary import SELECT, Code, bits, i32, i64, simd

SIGN = 2**63
MAGIC = 1.5 * 2.0**52  # x + MAGIC has the integer nearest to x in its low bits


class Arithmetic(Code):
    """Values are code that pushes them; what is used twice is kept by `let`."""

    def op(self, name: str, *values: bytes) -> bytes:
        return b"".join(values) + self.lanes.op(name)

    def add(self, a: bytes, b: bytes) -> bytes:
        return self.op("add", a, b)

    def sub(self, a: bytes, b: bytes) -> bytes:
        return self.op("sub", a, b)

    def mul(self, a: bytes, b: bytes) -> bytes:
        return self.op("mul", a, b)

    def times(self, a: bytes, number: float) -> bytes:
        return self.op("mul", a, self.lanes.number(number))

    def polynomial(self, x: bytes, coefficients: Sequence[float]) -> bytes:
        """Horner's rule; the lowest power comes first in the table."""
        result = self.lanes.number(coefficients[-1])
        for c in reversed(coefficients[:-1]):
            result = self.add(self.mul(result, x), self.lanes.number(c))
        return result

    def choose(self, where: bytes, a: bytes, b: bytes) -> bytes:
        """a where the condition holds, else b."""
        return a + b + where + (SELECT if self.lanes.width == 1 else simd(0x52))

    def or_nan(self, x: bytes, y: bytes) -> bytes:
        """x where x is NaN, else y."""
        return self.choose(self.op("differ", x, x), x, y)

    def bits(self, x: bytes) -> bytes:
        """The bits of a value."""
        return x + (b"\xbd" if self.lanes.width == 1 else b"")

    def real(self, n: bytes) -> bytes:
        """The value with these bits."""
        return n + (b"\xbf" if self.lanes.width == 1 else b"")

    def whole(self, name: str, a: bytes, b: bytes | int) -> bytes:
        """An operation on the bits."""
        return self.op(f"whole_{name}", a, b if isinstance(b, bytes) else self.lanes.integer(b))

    def shift(self, name: str, a: bytes, n: int) -> bytes:
        """The bits moved left (shl) or, with their sign, right (shr)."""
        return a + (i64(n) if self.lanes.width == 1 else i32(n)) + self.lanes.op(f"whole_{name}")

    def size(self, x: bytes) -> bytes:
        """The bits of |x|, which order as |x| does, with infinity and then NaN last."""
        return self.whole("and", self.bits(x), SIGN - 1)

    def flip(self, x: bytes, sign: bytes) -> bytes:
        """x with its sign changed where the top bit of `sign` is set."""
        return self.real(self.whole("xor", self.bits(x), self.whole("and", sign, SIGN)))

    def nearest(self, x: bytes, scale: float) -> tuple[bytes, bytes]:
        """k, the integer nearest to scale·x, as a number and in the low bits of x + MAGIC."""
        shifted = self.let(self.add(self.times(x, scale), self.lanes.number(MAGIC)))
        return self.let(self.sub(shifted, self.lanes.number(MAGIC))), self.bits(shifted)

    def any(self, where: bytes) -> bytes:
        """Whether the condition holds in any state."""
        return where if self.lanes.width == 1 else where + simd(0x53)

    def far(self, x: bytes, limit: float) -> bytes:
        """Where |x| is beyond a limit, or x is NaN."""
        return self.whole("more", self.size(x), bits(limit))
