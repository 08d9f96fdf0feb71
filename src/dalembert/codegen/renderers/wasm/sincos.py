"""Sine and cosine in WebAssembly, to 2 units in the last place: the algorithm of `renderers.llvm.sincos`.

WebAssembly has no fused multiplication: π/2 is taken in the parts of `renderers.sine`, for which k·part is exact.
Beyond 1e5, |x|·2/π modulo 4 is taken from the 192 bits of 2/π that matter, in integers of 64 bits  [payne1983]:
no sine of the browser is called, so the bits are the same in all of them.
"""

from __future__ import annotations

import math
from fractions import Fraction

from dalembert.codegen.renderers import minimax
from dalembert.codegen.renderers.minimax import COS, FAR, HALF_PI, SIN
from dalembert.codegen.renderers.sine import TWO_OVER_PI, parts
from dalembert.codegen.renderers.wasm.arithmetic import Arithmetic
from dalembert.codegen.renderers.wasm.binary import (
    END,
    F64,
    I32,
    I64,
    RETURN,
    Lanes,
    at,
    bits,
    call,
    i32,
    i64,
    plain,
    simd,
)

TWO_OVER_PI_WORDS = tuple([0] + [(minimax.TWO_OVER_PI >> (64 * (19 - i))) & (2**64 - 1) for i in range(20)])
_PI_2 = sum(map(Fraction, HALF_PI["double"]), Fraction())
_ONE = Lanes(1)
_INFINITE = bits(math.inf)


def sincos(lanes: Lanes, far: int) -> Arithmetic:
    """`sincos(place, end)`: angles lie two values apart; each becomes its sine, and its cosine follows."""
    w = Arithmetic(lanes, (I32, I32))
    place = w.parameter(0)
    w.do(b"\x03\x40")
    x = w.let(lanes.load(place, 0))
    k, n = w.nearest(x, TWO_OVER_PI)
    r = x
    for part in parts("double"):
        r = w.sub(r, w.times(k, part))
    s, c = _turned(w, w.let(r), w.let(n, lanes.whole))
    w.do(lanes.store(place, 0, s), lanes.store(place, lanes.size, c))
    w.do(w.any(w.far(x, FAR)), b"\x04\x40")
    for i in range(lanes.width):
        one = x if lanes.width == 1 else x + simd(0x21) + bytes([i])
        w.do(one, place, i32(8 * i), plain("i32.add"), call(far))
    w.do(END, place, i32(2 * lanes.size), plain("i32.add"), b"\x22\x00", w.parameter(1), plain("i32.lt"), b"\x0d\x00")
    w.do(END)
    return w


def _turned(w: Arithmetic, r: bytes, k: bytes) -> tuple[bytes, bytes]:
    """sin and cos of k·π/2 + r, |r| ≤ π/4."""
    number = w.lanes.number
    r2 = w.let(w.mul(r, r))
    s = w.let(w.add(w.mul(w.mul(r, r2), w.polynomial(r2, SIN["double"])), r))
    c = w.add(w.mul(w.mul(r2, r2), w.polynomial(r2, COS["double"])), w.add(w.times(r2, -0.5), number(1.0)))
    c = w.let(c)
    even = w.let(w.whole("equal", w.whole("and", k, 1), 0), w.lanes.mask)
    up, down = w.shift("shl", k, 62), w.shift("shl", w.whole("add", k, 1), 62)
    return w.flip(w.choose(even, s, c), up), w.flip(w.choose(even, c, s), down)


def far_sincos(width: int, high: int, table: int) -> Arithmetic:
    """`far(x, place)`: the sine at the place and the cosine one value on, if |x| > 1e5."""
    w = Arithmetic(_ONE, (F64, I32))
    x, place = w.parameter(0), w.parameter(1)
    size = w.let(w.size(x), I64)
    w.do(size, i64(bits(FAR) + 1), plain("i64.ge"), plain("i32.eqz"), b"\x04\x40", RETURN, END)
    w.do(size, i64(_INFINITE), plain("i64.ge"), b"\x04\x40")
    w.do(_ONE.store(place, 0, w.sub(x, x)), _ONE.store(place, 8 * width, w.sub(x, x)), RETURN, END)
    f, low, k = _quarter_turns(w, size, high, table)
    below = w.let(f + i64(0) + _ONE.op("whole_less"), I32)
    k = w.let(w.whole("add", k, below + plain("i64.extend")), I64)
    borrow = low + plain("i64.eqz") + plain("i64.extend")
    f = w.let(w.choose(below, w.whole("add", w.whole("xor", f, 2**64 - 1), borrow), f), I64)
    low = w.let(w.choose(below, w.whole("sub", i64(0), low), low), I64)
    zeros = w.let(f + plain("i64.clz"), I64)  # no double is so near to a multiple of π/2 that f is 0
    f = w.whole("or", w.whole("shl", f, zeros), _funnel(w, low, zeros))
    r = f + i64(int(_PI_2 * 2**63)) + call(high) + plain("f64.convert_u")
    r = w.mul(r, w.real(w.shift("shl", w.whole("sub", i64(1023 - 63), zeros), 52)))
    s, c = _turned(w, w.let(w.flip(r, w.shift("shl", below + plain("i64.extend"), 63))), k)
    w.do(_ONE.store(place, 0, w.flip(s, w.bits(x))), _ONE.store(place, 8 * width, c))
    return w


def _funnel(w: Arithmetic, word: bytes, n: bytes) -> bytes:
    """The top n bits of a word, n < 64, as a number."""
    return word + i64(1) + plain("i64.shr_u") + w.whole("sub", i64(63), n) + plain("i64.shr_u")


def _quarter_turns(w: Arithmetic, size: bytes, high: int, table: int) -> tuple[bytes, bytes, bytes]:
    """y = |x|·2/π modulo 4: its fraction in two words, the upper with the sign of y − nearest integer, and its integer."""
    m = w.let(w.whole("or", w.whole("and", size, 2**52 - 1), 2**52), I64)
    # |x| = m·2^(exponent − 1075); the bits of 2/π that give multiples of 4 are skipped
    skip = w.let(w.whole("sub", size + i64(52) + plain("i64.shr_u"), 1075 + 2 - 64), I64)
    bit = w.let(w.whole("and", skip, 63), I64)
    row = w.shift("shl", skip + i64(6) + plain("i64.shr_u"), 3) + plain("i32.wrap")
    row = w.let(row, I32)
    words = [w.let(row + b"\x29" + at(table + 8 * i), I64) for i in range(4)]
    window = [w.let(w.whole("or", w.whole("shl", words[i], bit), _funnel(w, words[i + 1], bit)), I64) for i in range(3)]
    upper = [m + x + call(high) for x in window]
    product = w.let(m + window[1] + plain("i64.mul"), I64)
    low = w.let(w.whole("add", product, upper[2]), I64)
    carry = low + product + plain("i64.below") + plain("i64.extend")
    top = w.whole("add", w.whole("add", m + window[0] + plain("i64.mul"), upper[1]), carry)
    top = w.let(top, I64)
    f = w.whole("or", w.shift("shl", top, 2), low + i64(62) + plain("i64.shr_u"))
    return w.let(f, I64), w.let(w.shift("shl", low, 2), I64), top + i64(62) + plain("i64.shr_u")


def high_product() -> Arithmetic:
    """The upper 64 bits of a·b, without signs, by halves of 32 bits."""
    w = Arithmetic(_ONE, (I64, I64), (I64,))

    def upper(x: bytes) -> bytes:
        return x + i64(32) + plain("i64.shr_u")

    (a1, a0), (b1, b0) = ((upper(x), w.whole("and", x, 2**32 - 1)) for x in (w.parameter(0), w.parameter(1)))
    t = w.let(w.whole("add", a1 + b0 + plain("i64.mul"), upper(a0 + b0 + plain("i64.mul"))), I64)
    u = w.whole("add", a0 + b1 + plain("i64.mul"), w.whole("and", t, 2**32 - 1))
    w.do(w.whole("add", w.whole("add", a1 + b1 + plain("i64.mul"), upper(t)), upper(u)))
    return w
