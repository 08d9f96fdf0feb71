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
from dalembert.codegen.renderers.arithmetic import Value
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
    w.do(function(*(Value(w, get(i)) for i in range(len(names)))).code)
    return w


def sincos(lanes: WasmLanes, far: int) -> WasmArithmetic:
    """Generate `sincos(place, end)`, which replaces each angle in memory by its sine and cosine.

    The distance between consecutive angles in memory is two values. The cosine is stored after the sine.
    """
    w = WasmArithmetic(lanes, (I32, I32))
    place = get(0)
    w.do(b"\x03\x40")
    x = Value(w, w.let(lanes.load(place, 0)))
    k, n = x.nearest(TURNS)
    r = x
    for part in SHORT_HALF_PI["double"]:
        r = r - k * part
    s, c = turned(r, n)
    w.do(lanes.store(place, 0, s.code), lanes.store(place, lanes.span, c.code))
    w.do(w.any(x.size.test("sgt", lanes.pattern(FAR))), _IF)
    for i in range(lanes.width):
        one = x.code if lanes.width == 1 else x.code + simd(0x21) + bytes([i])
        w.do(one, place, i32(8 * i), plain("i32.add"), call(far))
    w.do(END, place, i32(2 * lanes.span), plain("i32.add"), b"\x22\x00", get(1), plain("i32.lt"), b"\x0d\x00")
    w.do(END)
    return w


def far_sincos(width: int, high: int, table: int) -> WasmArithmetic:
    """Generate `far(x, place)` for |x| > 1e5, which stores the sine of x at the address `place`, followed by the
    cosine."""
    w = WasmArithmetic(_ONE, (F64, I32))
    x, place = Value(w, get(0)), get(1)

    def give(s: Value, c: Value) -> None:
        w.do(_ONE.store(place, 0, s.code), _ONE.store(place, 8 * width, c.code))

    size = x.size
    w.do(size.test("sgt", _ONE.pattern(FAR)).code, plain("i32.eqz"), _IF, RETURN, END)
    w.do(size.test("sge", _ONE.pattern(math.inf)).code, _IF)
    nan = x - x
    give(nan, nan)
    w.do(RETURN, END)
    f, low, k = _quarter_turns(w, size, high, table)
    below = f.test("slt", 0)
    negative = w.word("i64.extend", below)
    k = k + negative
    borrow = w.integer(low.code + plain("i64.eqz") + plain("i64.extend"))
    f = below.choose((f ^ -1) + borrow, f)
    low = below.choose(Value(w, i64(0), "whole") - low, low)
    zeros = w.word("i64.clz", f)  # no double is near enough to a multiple of π/2 to make f zero
    f = (f << zeros) | _funnel(w, low, zeros)
    r = Value(w, w.let(f.code + i64(int(_PI_2 * 2**63)) + call(high) + plain("f64.convert_u")))
    r = r * ((Value(w, i64(1023 - 63), "whole") - zeros) << 52).real
    s, c = turned(r.flip(negative << 63), k)
    give(s.flip(x.bits), c)
    return w


def _funnel(w: WasmArithmetic, word: Value, n: Value) -> Value:
    """Return the top n bits of a word as a number, where n < 64."""
    return w.word("i64.shr_u", w.word("i64.shr_u", word, 1), Value(w, i64(63), "whole") - n)


def _quarter_turns(w: WasmArithmetic, size: Value, high: int, table: int) -> tuple[Value, Value, Value]:
    """Return y = |x|·2/π modulo 4 as a fraction in two words and an integer.

    The sign of the upper word is the sign of the difference between y and the nearest integer.
    """
    m = (size & (2**52 - 1)) | 2**52
    # |x| = m·2^(exponent − 1075); the bits of 2/π that give multiples of 4 are skipped
    skip = w.word("i64.shr_u", size, 52) - (1075 + 2 - 64)
    bit = skip & 63
    row = w.let((w.word("i64.shr_u", skip, 6) << 3).code + plain("i32.wrap"), I32)
    words = [w.integer(row + b"\x29" + at(table + 8 * i)) for i in range(4)]
    window = [(words[i] << bit) | _funnel(w, words[i + 1], bit) for i in range(3)]
    upper = [w.integer(m.code + x.code + call(high)) for x in window]
    product = w.word("i64.mul", m, window[1])
    low = product + upper[2]
    carry = w.integer(low.code + product.code + plain("i64.below") + plain("i64.extend"))
    top = w.word("i64.mul", m, window[0]) + upper[1] + carry
    f = (top << 2) | w.word("i64.shr_u", low, 62)
    return f, low << 2, w.word("i64.shr_u", top, 62)


def high_product() -> WasmArithmetic:
    """Compute the upper 64 bits of the unsigned product a·b from 32-bit halves."""
    w = WasmArithmetic(_ONE, (I64, I64), (I64,))
    word = 2**32 - 1

    def upper(x: Value) -> Value:
        return w.word("i64.shr_u", x, 32)

    factors = (Value(w, get(i), "whole") for i in (0, 1))
    (a1, a0), (b1, b0) = ((upper(x), x & word) for x in factors)
    t = w.word("i64.mul", a1, b0) + upper(w.word("i64.mul", a0, b0))
    u = w.word("i64.mul", a0, b1) + (t & word)
    w.do((w.word("i64.mul", a1, b1) + upper(t) + upper(u)).code)
    return w
