"""Functions as one WebAssembly module, which needs nothing from outside.

Each function is exported as `name(count, p0, s0, p1, s1, …)`: it computes `count` states, of which number j of operand
k of state i lies at p_k + i·s_k + 8j in the exported `memory`; a stride of 0 gives every state the same operand. What
lies below the exported number `heap` belongs to the module. States are computed two at a time (`width` 2, SIMD) or one
by one, with the same bits. Functions share the code of the elementary functions.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from dalembert.codegen.function import Function, identifiers
from dalembert.codegen.renderers.wasm.binary import (
    END,
    I32,
    Code,
    Lanes,
    call,
    get,
    i32,
    plain,
    put,
    sized,
    unsigned,
    vector,
)
from dalembert.codegen.renderers.wasm.body import SINCOS, Body, groups
from dalembert.codegen.renderers.wasm.elementary import OWN, elementary
from dalembert.codegen.renderers.wasm.march import march, room
from dalembert.codegen.renderers.wasm.sincos import TWO_OVER_PI_WORDS, far_sincos, high_product, sincos
from dalembert.codegen.stepping import Stepping
from dalembert.errors import WrongValue
from dalembert.graph import Op

_PAGE = 65536  # bytes by which memory is counted


def render(functions: Sequence[Function], marches: Sequence[Stepping] = (), width: int = 2) -> bytes:
    """The module."""
    return _Module(functions, marches, Lanes(width)).encode()


class _Module:
    def __init__(self, functions: Sequence[Function], marches: Sequence[Stepping], lanes: Lanes) -> None:
        self.lanes, self.codes = lanes, list[Code]()
        self.exports: dict[str, int] = {}
        self.data = bytearray(8)
        programs = [*functions, *(part for x in marches for part in x.parts)]
        calls = self._shared({op for f in programs for op, _ in f.tape.instructions})
        constants = [self._put(struct.pack(f"<{len(f.tape.constants)}d", *f.tape.constants)) for f in programs]
        tables = [
            self._put(struct.pack(f"<{2 * len(x.table)}d", *(e for row in x.table for e in row))) for x in marches
        ]
        scratch = -(-len(self.data) // 16) * 16
        angles = max((sum(map(len, groups(f.tape))) for f in programs), default=0)
        tiles = scratch + 2 * angles * lanes.size
        self.heap = -(-(tiles + max((room(x, lanes) for x in marches), default=0)) // 16) * 16
        bodies = [self._add(Body(f, lanes, calls, c, scratch)) for f, c in zip(programs, constants, strict=True)]
        called = [*(f.name for f in functions), *(x.name for x in marches)]
        names = identifiers(called, ("memory", "heap"))
        if len(names) < len(called):
            raise WrongValue(f"two functions of a module have one name: {', '.join(called)}")
        for f, inner in zip(functions, bodies, strict=False):
            self.exports[names[f.name]] = self._add(_batch(f, inner, lanes))
        at = len(functions)
        for x, table in zip(marches, tables, strict=True):
            self.exports[names[x.name]] = self._add(march(x, bodies[at : at + len(x.parts)], lanes, tiles, table))
            at += len(x.parts)

    def _add(self, code: Code) -> int:
        self.codes.append(code)
        return len(self.codes) - 1

    def _put(self, content: bytes) -> int:
        """The address of data."""
        self.data += content
        return len(self.data) - len(content)

    def _shared(self, ops: set[Op]) -> dict[Op, int]:
        """The functions of operations."""
        calls = {op: self._add(elementary(op, self.lanes)) for op in OWN if op in ops}
        if ops & set(SINCOS):
            table = self._put(struct.pack(f"<{len(TWO_OVER_PI_WORDS)}Q", *TWO_OVER_PI_WORDS))
            high = self._add(high_product())
            far = self._add(far_sincos(self.lanes.width, high, table))
            calls[Op.SIN] = self._add(sincos(self.lanes, far))
        return calls

    def encode(self) -> bytes:
        kinds = [(x.parameters, x.results) for x in self.codes]
        types = list(dict.fromkeys(kinds))
        pages = -(-self.heap // _PAGE) + 1
        exports = [_name(name) + b"\x00" + unsigned(i) for name, i in self.exports.items()]
        exports += [_name("memory") + b"\x02\x00", _name("heap") + b"\x03\x00"]
        sections = {
            1: vector([b"\x60" + vector(given) + vector(results) for given, results in types]),
            3: vector([unsigned(types.index(kind)) for kind in kinds]),
            5: vector([b"\x00" + unsigned(pages)]),
            6: vector([I32 + b"\x00" + i32(self.heap) + END]),
            7: vector(exports),
            10: vector([x.encode() for x in self.codes]),
            11: vector([b"\x00" + i32(0) + END + sized(bytes(self.data))]),
        }
        return b"\0asm\x01\0\0\0" + b"".join(bytes([i]) + sized(content) for i, content in sections.items())


def _name(text: str) -> bytes:
    return sized(text.encode())


def _batch(function: Function, inner: int, lanes: Lanes) -> Code:
    """All states, `width` at a time; at an odd end the last state is computed twice, with stride 0."""
    operands = len(function.inputs) + len(function.outputs)
    w = Code(lanes, (I32,) + (I32, I32) * operands)
    i, count = w.new(I32), w.parameter(0)
    here = get(i)
    inside = []
    if lanes.width == 2:
        odd = here + i32(1) + plain("i32.add") + count + plain("i32.lt") + plain("i32.eqz")
        zeros = b"".join(i32(0) + put(2 + 2 * k) for k in range(operands))
        inside.append(odd + b"\x04\x40" + zeros + END)
    inside += [w.parameter(1 + k) for k in range(2 * operands)]
    inside.append(call(inner))
    for k in range(operands):
        step = w.parameter(2 + 2 * k) + i32(lanes.width) + plain("i32.mul")
        inside.append(w.parameter(1 + 2 * k) + step + plain("i32.add") + put(1 + 2 * k))
    w.do(w.repeat(i, count, lanes.width, inside))
    return w
