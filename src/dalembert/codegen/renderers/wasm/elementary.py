"""WebAssembly code for sine and cosine, and for the functions of `renderers.elementary`.

Sines and cosines have errors of at most 2 units in the last place, and all other functions have errors of at most 3.
WebAssembly has no fused multiply-add. Therefore, π/2 is split into parts with few bits, for which k·part is exact.
Beyond 1e5, |x|·2/π modulo 4 is computed from the relevant 192 bits of 2/π, with 64-bit integers [payne1983].

The code does not call functions of the browser, so results are bitwise identical in all browsers.
"""

from __future__ import annotations

import math
from fractions import Fraction

from dalembert.codegen.renderers import minimax
from dalembert.codegen.renderers.elementary import ELEMENTARY, turned
from dalembert.codegen.renderers.minimax import FAR, HALF_PI, SHORT_HALF_PI, TURNS
from dalembert.codegen.renderers.wasm.binary import (
    END,
    F64,
    I32,
    I64,
    RETURN,
    WasmArithmetic,
    WasmLanes,
    at,
    call,
    get,
    i32,
    i64,
    plain,
    simd,
)
from dalembert.graph import Op

TWO_OVER_PI_WORDS = tuple([0] + [(minimax.TWO_OVER_PI >> (64 * (19 - i))) & (2**64 - 1) for i in range(20)])
_PI_2 = sum(map(Fraction, HALF_PI["double"]), Fraction())
_ONE = WasmLanes(1)
_IF = b"\x04\x40"


def elementary(op: Op, lanes: WasmLanes) -> WasmArithmetic:
    """Generate the function for one of the operations in `ELEMENTARY`."""
    names, function = ELEMENTARY[op]
    w = WasmArithmetic(lanes, (lanes.type,) * len(names), (lanes.type,))
    w.do(function(w, *map(get, range(len(names)))))
    return w


def sincos(lanes: WasmLanes, far: int) -> WasmArithmetic:
    """Generate `sincos(place, end)`, which replaces each angle in memory by its sine and cosine.

    The distance between consecutive angles in memory is two values. The cosine is stored after the sine.
    """
    w = WasmArithmetic(lanes, (I32, I32))
    place = w.parameter(0)
    w.do(b"\x03\x40")
    x = w.let(lanes.load(place, 0))
    k, n = w.nearest(x, TURNS)
    r = x
    for part in SHORT_HALF_PI["double"]:
        r = w.sub(r, w.mul(k, lanes.splat(part)))
    s, c = turned(w, r, n)
    w.do(lanes.store(place, 0, s), lanes.store(place, lanes.span, c))
    w.do(w.any(w.test("sgt", w.size(x), lanes.pattern(FAR))), _IF)
    for i in range(lanes.width):
        one = x if lanes.width == 1 else x + simd(0x21) + bytes([i])
        w.do(one, place, i32(8 * i), plain("i32.add"), call(far))
    w.do(END, place, i32(2 * lanes.span), plain("i32.add"), b"\x22\x00", w.parameter(1), plain("i32.lt"), b"\x0d\x00")
    w.do(END)
    return w


def far_sincos(width: int, high: int, table: int) -> WasmArithmetic:
    """Generate `far(x, place)` for |x| > 1e5, which stores the sine of x at the address `place`, followed by the
    cosine."""
    w = WasmArithmetic(_ONE, (F64, I32))
    x, place = w.parameter(0), w.parameter(1)

    def give(s: bytes, c: bytes) -> None:
        w.do(_ONE.store(place, 0, s), _ONE.store(place, 8 * width, c))

    size = w.size(x)
    w.do(w.test("sgt", size, _ONE.pattern(FAR)), plain("i32.eqz"), _IF, RETURN, END)
    w.do(w.test("sge", size, _ONE.pattern(math.inf)), _IF)
    nan = w.sub(x, x)
    give(nan, nan)
    w.do(RETURN, END)
    f, low, k = _quarter_turns(w, size, high, table)
    below = w.test("slt", f, 0)
    negative = w.word("i64.extend", below)
    k = w.whole("add", k, negative)
    borrow = w.word("i64.extend", low + plain("i64.eqz"))
    f = w.whole_choose(below, w.whole("add", w.whole("xor", f, -1), borrow), f)
    low = w.whole_choose(below, w.whole("sub", i64(0), low), low)
    zeros = w.word("i64.clz", f)  # no double is near enough to a multiple of π/2 to make f zero
    f = w.whole("or", w.whole("shl", f, zeros), _funnel(w, low, zeros))
    r = w.let(f + i64(int(_PI_2 * 2**63)) + call(high) + plain("f64.convert_u"))
    r = w.mul(r, w.real(w.whole("shl", w.whole("sub", i64(1023 - 63), zeros), 52)))
    s, c = turned(w, w.flip(r, w.whole("shl", negative, 63)), k)
    give(w.flip(s, w.bits(x)), c)
    return w


def _funnel(w: WasmArithmetic, word: bytes, n: bytes) -> bytes:
    """Return the top n bits of a word as a number, where n < 64."""
    return w.word("i64.shr_u", w.word("i64.shr_u", word, i64(1)), w.whole("sub", i64(63), n))


def _quarter_turns(w: WasmArithmetic, size: bytes, high: int, table: int) -> tuple[bytes, bytes, bytes]:
    """Return y = |x|·2/π modulo 4 as a fraction in two words and an integer.

    The sign of the upper word is the sign of the difference between y and the nearest integer.
    """
    m = w.whole("or", w.whole("and", size, 2**52 - 1), 2**52)
    # |x| = m·2^(exponent − 1075); the bits of 2/π that give multiples of 4 are skipped
    skip = w.whole("sub", w.word("i64.shr_u", size, i64(52)), 1075 + 2 - 64)
    bit = w.whole("and", skip, 63)
    row = w.let(w.whole("shl", w.word("i64.shr_u", skip, i64(6)), 3) + plain("i32.wrap"), I32)
    words = [w.let(row + b"\x29" + at(table + 8 * i), I64) for i in range(4)]
    window = [w.whole("or", w.whole("shl", words[i], bit), _funnel(w, words[i + 1], bit)) for i in range(3)]
    upper = [w.let(m + x + call(high), I64) for x in window]
    product = w.word("i64.mul", m, window[1])
    low = w.whole("add", product, upper[2])
    carry = w.word("i64.extend", low + product + plain("i64.below"))
    top = w.whole("add", w.whole("add", w.word("i64.mul", m, window[0]), upper[1]), carry)
    f = w.whole("or", w.whole("shl", top, 2), w.word("i64.shr_u", low, i64(62)))
    return f, w.whole("shl", low, 2), w.word("i64.shr_u", top, i64(62))


def high_product() -> WasmArithmetic:
    """Compute the upper 64 bits of the unsigned product a·b from 32-bit halves."""
    w = WasmArithmetic(_ONE, (I64, I64), (I64,))

    def product(a: bytes, b: bytes) -> bytes:
        return w.word("i64.mul", a, b)

    def upper(x: bytes) -> bytes:
        return w.word("i64.shr_u", x, i64(32))

    (a1, a0), (b1, b0) = ((upper(x), w.whole("and", x, 2**32 - 1)) for x in (w.parameter(0), w.parameter(1)))
    t = w.whole("add", product(a1, b0), upper(product(a0, b0)))
    u = w.whole("add", product(a0, b1), w.whole("and", t, 2**32 - 1))
    w.do(w.whole("add", w.whole("add", product(a1, b1), upper(t)), upper(u)))
    return w
