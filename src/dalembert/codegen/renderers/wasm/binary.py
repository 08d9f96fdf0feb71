"""The bytes of a WebAssembly module: numbers, instructions, sections.  [wasm2022]

A value is the code that pushes it: `a + b + op` pushes op(a, b). `WasmLanes` says what a number of the tape is: one double,
or two of them side by side, the same number of two states. Both have the same operations under the same names.
`Arithmetic` adds what the elementary functions need, on numbers and on their bits.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

I32, I64, F64, V128 = b"\x7f", b"\x7e", b"\x7c", b"\x7b"
END, ELSE, SELECT, RETURN = b"\x0b", b"\x05", b"\x1b", b"\x0f"
_WORD = 2**64

# name: (of doubles and 64-bit integers, of pairs of them)
_OPERATIONS = {
    "abs": (0x99, 0xEC),
    "neg": (0x9A, 0xED),
    "sqrt": (0x9F, 0xEF),
    "add": (0xA0, 0xF0),
    "sub": (0xA1, 0xF1),
    "mul": (0xA2, 0xF2),
    "div": (0xA3, 0xF3),
    "differ": (0x62, 0x48),
    "less": (0x63, 0x49),
    "more": (0x64, 0x4A),
    "whole_equal": (0x51, 0xD6),
    "whole_less": (0x53, 0xD8),
    "whole_more": (0x55, 0xD9),
    "whole_add": (0x7C, 0xCE),
    "whole_sub": (0x7D, 0xD1),
    "whole_and": (0x83, 0x4E),
    "whole_or": (0x84, 0x50),
    "whole_xor": (0x85, 0x51),
    "whole_shl": (0x86, 0xCB),
    "whole_shr": (0x87, 0xCC),
    "either": (0x72, 0x50),
    "one_of": (0x73, 0x51),
}
# integers of 32 bits (addresses, counts), and what there is of single numbers only
_PLAIN = {
    "i32.eqz": 0x45,
    "i32.lt": 0x49,
    "i32.gt": 0x4B,
    "i32.add": 0x6A,
    "i32.sub": 0x6B,
    "i32.mul": 0x6C,
    "i64.eqz": 0x50,
    "i64.below": 0x54,
    "i64.ge": 0x59,
    "i64.clz": 0x79,
    "i64.mul": 0x7E,
    "i64.shr_u": 0x88,
    "i32.wrap": 0xA7,
    "i64.extend": 0xAD,
    "f64.convert_u": 0xBA,
}


def unsigned(n: int) -> bytes:
    """LEB128."""
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def signed(n: int) -> bytes:
    """Signed LEB128."""
    out = bytearray()
    while not -64 <= n < 64:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n & 127)
    return bytes(out)


def vector(parts: Sequence[bytes]) -> bytes:
    """A count, then the parts."""
    return unsigned(len(parts)) + b"".join(parts)


def sized(content: bytes) -> bytes:
    """A length in bytes, then the bytes."""
    return unsigned(len(content)) + content


def plain(name: str) -> bytes:
    """An instruction on single integers."""
    return bytes([_PLAIN[name]])


def i32(n: int) -> bytes:
    """A constant."""
    return b"\x41" + signed(n)


def i64(n: int) -> bytes:
    """A constant of 64 bits, given as a number with or without a sign."""
    return b"\x42" + signed(n - _WORD if n >= _WORD // 2 else n)


def f64(x: float) -> bytes:
    """A constant."""
    return b"\x44" + struct.pack("<d", x)


def simd(code: int) -> bytes:
    """An instruction on pairs."""
    return b"\xfd" + unsigned(code)


def call(function: int) -> bytes:
    """A call; its arguments have been pushed."""
    return b"\x10" + unsigned(function)


def get(local: int) -> bytes:
    """Push a local."""
    return b"\x20" + unsigned(local)


def put(local: int) -> bytes:
    """Pop into a local."""
    return b"\x21" + unsigned(local)


def tee(local: int) -> bytes:
    """Copy the top of the stack into a local."""
    return b"\x22" + unsigned(local)


def at(offset: int, align: int = 3) -> bytes:
    """The immediate of an access to memory: its alignment and a constant added to the address."""
    return unsigned(align) + unsigned(offset)


def bits(x: float) -> int:
    """The bits of a double as a number."""
    found: int = struct.unpack("<q", struct.pack("<d", x))[0]
    return found


@dataclass(frozen=True)
class WasmLanes:
    """`width` states in one value: 1 or 2."""

    width: int

    @property
    def size(self) -> int:
        """Bytes of a value."""
        return 8 * self.width

    @property
    def real(self) -> bytes:
        """The type of a number of the tape."""
        return F64 if self.width == 1 else V128

    @property
    def whole(self) -> bytes:
        """The type of its bits."""
        return I64 if self.width == 1 else V128

    @property
    def mask(self) -> bytes:
        """The type of a comparison's result."""
        return I32 if self.width == 1 else V128

    def op(self, name: str) -> bytes:
        """The instruction."""
        one, two = _OPERATIONS[name]
        return bytes([one]) if self.width == 1 else simd(two)

    def number(self, x: float) -> bytes:
        """A constant."""
        return f64(x) if self.width == 1 else simd(0x0C) + struct.pack("<2d", x, x)

    def integer(self, n: int) -> bytes:
        """A constant of 64 bits."""
        return i64(n) if self.width == 1 else simd(0x0C) + struct.pack("<Q", n % _WORD) * 2

    def load(self, address: bytes, offset: int) -> bytes:
        """The value at an address, its states side by side."""
        return address + (b"\x2b" if self.width == 1 else simd(0)) + at(offset)

    def store(self, address: bytes, offset: int, value: bytes) -> bytes:
        """Write a value, its states side by side."""
        return address + value + (b"\x39" if self.width == 1 else simd(0x0B)) + at(offset)


@dataclass
class FunctionCode:
    """One function: parameters, locals, instructions."""

    lanes: WasmLanes
    parameters: tuple[bytes, ...] = ()
    results: tuple[bytes, ...] = ()
    locals: list[bytes] = field(default_factory=list)
    body: bytearray = field(default_factory=bytearray)

    def do(self, *parts: bytes) -> None:
        """Append instructions."""
        for part in parts:
            self.body += part

    def parameter(self, i: int) -> bytes:
        """Push a parameter."""
        return get(i)

    def new(self, kind: bytes) -> int:
        """The number of a new local."""
        self.locals.append(kind)
        return len(self.parameters) + len(self.locals) - 1

    def let(self, value: bytes, kind: bytes | None = None) -> bytes:
        """Keep a value in a new local; the code that pushes it again."""
        place = self.new(kind or self.lanes.real)
        self.do(value, put(place))
        return get(place)

    def repeat(self, counter: int, end: bytes, step: int, inside: Iterable[bytes]) -> bytes:
        """`for counter in range(0, end, step)`; the counter is an i32 local."""
        now, keep = get(counter), put(counter)
        leave = now + end + plain("i32.lt") + plain("i32.eqz") + b"\x0d\x01"
        again = now + i32(step) + plain("i32.add") + keep + b"\x0c\x00"
        return i32(0) + keep + b"\x02\x40\x03\x40" + leave + b"".join(inside) + again + END + END

    def encode(self) -> bytes:
        """The bytes of the code section."""
        declared = vector([unsigned(len(list(run))) + kind for kind, run in groupby(self.locals)])
        return sized(declared + bytes(self.body) + END)


SIGN = 2**63
MAGIC = 1.5 * 2.0**52  # x + MAGIC has the integer nearest to x in its low bits


class Arithmetic(FunctionCode):
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
