"""Binary encoding of WebAssembly modules: numbers, instructions and sections.  [wasm2022]

A value is represented by the code that pushes it onto the stack: `a + b + op` pushes op(a, b). `WasmLanes` is the type
of a number on the tape: one double, or two doubles for two states. Both types have the same operations with the same
names. `WasmArithmetic` stores each result in a local variable, so that a result that is used twice is computed only
once.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from dalembert.codegen.renderers.arithmetic import Arithmetic, Kind, RealLanes, Value

I32, I64, F64, V128 = b"\x7f", b"\x7e", b"\x7c", b"\x7b"
END, ELSE, SELECT, RETURN = b"\x0b", b"\x05", b"\x1b", b"\x0f"
_WORD = 2**64

# name: (for doubles and 64-bit integers, for pairs of them)
_OPERATIONS = {
    "abs": (0x99, 0xEC),
    "neg": (0x9A, 0xED),
    "sqrt": (0x9F, 0xEF),
    "add": (0xA0, 0xF0),
    "sub": (0xA1, 0xF1),
    "mul": (0xA2, 0xF2),
    "div": (0xA3, 0xF3),
    "olt": (0x63, 0x49),
    "ogt": (0x64, 0x4A),
    "whole_eq": (0x51, 0xD6),
    "whole_ne": (0x52, 0xD7),
    "whole_slt": (0x53, 0xD8),
    "whole_sgt": (0x55, 0xD9),
    "whole_sge": (0x59, 0xDB),
    "whole_add": (0x7C, 0xCE),
    "whole_sub": (0x7D, 0xD1),
    "whole_and": (0x83, 0x4E),
    "whole_or": (0x84, 0x50),
    "whole_xor": (0x85, 0x51),
    "whole_shl": (0x86, 0xCB),
    "whole_ashr": (0x87, 0xCC),
    "mask_or": (0x72, 0x50),
    "mask_xor": (0x73, 0x51),
}
# 32-bit integers (addresses, counts), and instructions that exist for single numbers only
_PLAIN = {
    "i32.eqz": 0x45,
    "i32.lt": 0x49,
    "i32.gt": 0x4B,
    "i32.add": 0x6A,
    "i32.sub": 0x6B,
    "i32.mul": 0x6C,
    "i64.eqz": 0x50,
    "i64.below": 0x54,
    "i64.clz": 0x79,
    "i64.mul": 0x7E,
    "i64.shr_u": 0x88,
    "i32.wrap": 0xA7,
    "i64.extend": 0xAD,
    "f64.convert_u": 0xBA,
}


def unsigned(n: int) -> bytes:
    """Encode an unsigned integer as LEB128."""
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def signed(n: int) -> bytes:
    """Encode a signed integer as LEB128."""
    out = bytearray()
    while not -64 <= n < 64:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n & 127)
    return bytes(out)


def vector(parts: Sequence[bytes]) -> bytes:
    """Encode a WebAssembly vector: the number of its elements, then the elements."""
    return unsigned(len(parts)) + b"".join(parts)


def sized(content: bytes) -> bytes:
    """Encode a byte string: its length in bytes, then the bytes."""
    return unsigned(len(content)) + content


def plain(name: str) -> bytes:
    """Encode an instruction on scalar integers."""
    return bytes([_PLAIN[name]])


def i32(n: int) -> bytes:
    """Encode a 32-bit integer constant."""
    return b"\x41" + signed(n)


def i64(n: int) -> bytes:
    """Encode a 64-bit integer constant, from a signed or unsigned number."""
    return b"\x42" + signed(n - _WORD if n >= _WORD // 2 else n)


def f64(x: float) -> bytes:
    """Encode a double constant."""
    return b"\x44" + struct.pack("<d", x)


def simd(code: int) -> bytes:
    """Encode a SIMD instruction on a pair of numbers."""
    return b"\xfd" + unsigned(code)


def call(function: int) -> bytes:
    """Encode a function call. The arguments must already be on the stack."""
    return b"\x10" + unsigned(function)


def get(local: int) -> bytes:
    """Encode the instruction that pushes a local variable."""
    return b"\x20" + unsigned(local)


def put(local: int) -> bytes:
    """Encode the instruction that pops a value into a local variable."""
    return b"\x21" + unsigned(local)


def tee(local: int) -> bytes:
    """Encode the instruction that copies the top of the stack into a local variable."""
    return b"\x22" + unsigned(local)


def at(offset: int) -> bytes:
    """Encode the immediate operand of a memory access: an alignment of 8 bytes and a constant offset."""
    return unsigned(3) + unsigned(offset)


def add(a: bytes, b: bytes) -> bytes:
    """Add two 32-bit integers."""
    return a + b + plain("i32.add")


def times(a: bytes, b: bytes) -> bytes:
    """Multiply two 32-bit integers."""
    return a + b + plain("i32.mul")


def at_least(a: bytes, b: bytes) -> bytes:
    """Test whether the 32-bit integer a is not less than b."""
    return a + b + plain("i32.lt") + plain("i32.eqz")


@dataclass(frozen=True)
class WasmLanes(RealLanes):
    """Type of a WebAssembly value: a double for each of `width` states, where `width` is 1 or 2."""

    real: str = field(default="double", init=False)
    width: int = 1

    @property
    def type(self) -> bytes:
        """WebAssembly type of a number on the tape."""
        return self.kind("real")

    def kind(self, kind: Kind) -> bytes:
        """Return the WebAssembly type of numbers, integers or conditions."""
        types = {"real": F64, "whole": I64, "mask": I32}
        return types[kind] if self.width == 1 else V128

    def op(self, name: str) -> bytes:
        """Return the instruction with this name for the type."""
        one, two = _OPERATIONS[name]
        return bytes([one]) if self.width == 1 else simd(two)

    def splat(self, x: float) -> bytes:
        return f64(x) if self.width == 1 else simd(0x0C) + struct.pack("<2d", x, x)

    def isplat(self, n: int) -> bytes:
        return i64(n) if self.width == 1 else simd(0x0C) + struct.pack("<Q", n % _WORD) * 2

    def count(self, n: int) -> bytes:
        return self.isplat(n) if self.width == 1 else i32(n)

    def load(self, address: bytes, offset: int) -> bytes:
        """Return the code that loads the value at an address. The numbers for its states are contiguous."""
        return address + (b"\x2b" if self.width == 1 else simd(0)) + at(offset)

    def store(self, address: bytes, offset: int, value: bytes) -> bytes:
        """Return the code that stores a value at an address. The numbers for its states are contiguous."""
        return address + value + (b"\x39" if self.width == 1 else simd(0x0B)) + at(offset)


@dataclass
class FunctionCode:
    """Code of one WebAssembly function: parameters, local variables and instructions."""

    lanes: WasmLanes
    parameters: tuple[bytes, ...] = ()
    results: tuple[bytes, ...] = ()
    locals: list[bytes] = field(default_factory=list)
    body: bytearray = field(default_factory=bytearray)

    def do(self, *parts: bytes) -> None:
        """Append instructions to the function."""
        for part in parts:
            self.body += part

    def new(self, kind: bytes) -> int:
        """Add a local variable and return its index."""
        self.locals.append(kind)
        return len(self.parameters) + len(self.locals) - 1

    def let(self, value: bytes, kind: bytes | None = None) -> bytes:
        """Store a value in a new local variable, and return the code that pushes it."""
        place = self.new(kind or self.lanes.type)
        self.do(value, put(place))
        return get(place)

    def repeat(self, counter: int, end: bytes, step: int, inside: Iterable[bytes]) -> bytes:
        """Write the loop `for counter in range(0, end, step)`, where the counter is a local variable of type i32."""
        now, keep = get(counter), put(counter)
        leave = at_least(now, end) + b"\x0d\x01"
        again = add(now, i32(step)) + keep + b"\x0c\x00"
        return i32(0) + keep + b"\x02\x40\x03\x40" + leave + b"".join(inside) + again + END + END

    def encode(self) -> bytes:
        """Encode the function for the code section."""
        declared = vector([unsigned(len(list(run))) + kind for kind, run in groupby(self.locals)])
        return sized(declared + bytes(self.body) + END)


class WasmArithmetic(FunctionCode, Arithmetic):
    """Builder of a WebAssembly function whose values are stored in local variables."""

    lanes: WasmLanes

    def word(self, name: str, a: Value, *others: Value | int) -> Value:
        """Apply an instruction that exists only for scalar integers."""
        return self.integer(a.code + b"".join(a.constant(x, "whole") for x in others) + plain(name))

    def integer(self, code: bytes) -> Value:
        """Store a 64-bit integer in a local variable."""
        return Value(self, self.let(code, I64), "whole")

    def emit(self, name: str, kind: Kind, result: Kind, *values: bytes) -> bytes:
        word = name if kind == "real" else f"{kind}_{name}"
        return self.let(b"".join(values) + self.lanes.op(word), self.lanes.kind(result))

    def select(self, kind: Kind, where: bytes, a: bytes, b: bytes) -> bytes:
        return self.let(a + b + where + (SELECT if self.lanes.width == 1 else simd(0x52)), self.lanes.kind(kind))

    def cast(self, x: bytes, kind: Kind) -> bytes:
        if self.lanes.width == 2:
            return x
        return self.let(x + (b"\xbf" if kind == "real" else b"\xbd"), self.lanes.kind(kind))

    def any(self, where: Value) -> bytes:
        """Test whether the condition holds in any state."""
        found: bytes = where.code
        return found if self.lanes.width == 1 else found + simd(0x53)
