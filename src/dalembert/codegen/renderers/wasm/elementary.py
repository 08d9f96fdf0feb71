"""sin, cos, exp, tanh, atan2, select, min, max and sign in WebAssembly: the algorithms of `renderers.llvm`.

Sines and cosines are good to 2 units in the last place, the others to 3. WebAssembly has no fused multiplication: π/2 is
taken in the parts of `renderers.sine`, for which k·part is exact. Beyond 1e5, |x|·2/π modulo 4 is computed from the 192
bits of 2/π that matter, in integers of 64 bits  [payne1983].

No function of the browser is called, so the bits are the same in all of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from dalembert.codegen.renderers import minimax
from dalembert.codegen.renderers.minimax import ATAN, COS, EXP, EXP_RANGE, FAR, HALF_PI, LN2, QUARTERS, SIN, TANH_ONE
from dalembert.codegen.renderers.sine import TWO_OVER_PI, parts
from dalembert.codegen.renderers.wasm.binary import (
    END,
    F64,
    I32,
    I64,
    MAGIC,
    RETURN,
    Arithmetic,
    WasmLanes,
    at,
    bits,
    call,
    i32,
    i64,
    plain,
    simd,
)
from dalembert.graph import Op

TWO_OVER_PI_WORDS = tuple([0] + [(minimax.TWO_OVER_PI >> (64 * (19 - i))) & (2**64 - 1) for i in range(20)])
_PI_2 = sum(map(Fraction, HALF_PI["double"]), Fraction())
_ONE = WasmLanes(1)
_INFINITE = bits(math.inf)


def sincos(lanes: WasmLanes, far: int) -> Arithmetic:
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


# ── exponential, hyperbolic tangent, arctangent ───────────────────────────────


def _exp(w: Arithmetic) -> None:
    number, given = w.lanes.number, w.parameter(0)
    special = w.let(w.far(given, math.nextafter(math.inf, 0)), w.lanes.mask)
    x = w.let(w.choose(special, number(0.0), given))
    for bound, test in zip(EXP_RANGE["double"], ("less", "more"), strict=True):
        x = w.let(w.choose(w.op(test, x, number(bound)), number(bound), x))
    k, p = _reduced(w, x)
    half = w.let(w.shift("shr", k, 1), w.lanes.whole)  # 2ᵏ as two factors, since k may be beyond the exponents
    y = w.mul(w.mul(w.add(p, number(1.0)), _power_of_two(w, half)), _power_of_two(w, w.whole("sub", k, half)))
    none = w.whole("equal", w.bits(given), bits(-math.inf))
    w.do(w.choose(special, w.choose(none, number(0.0), given), y))


def _tanh(w: Arithmetic) -> None:
    one, given = TANH_ONE["double"], w.parameter(0)
    size = w.let(w.op("abs", given))
    y = w.let(w.choose(w.op("less", size, w.lanes.number(one)), size, w.lanes.number(one)))
    k, p = _reduced(w, w.let(w.add(y, y)))
    power = w.let(_power_of_two(w, k))
    t = w.let(w.add(w.mul(power, p), w.sub(power, w.lanes.number(1.0))))
    y = w.flip(w.op("div", t, w.add(t, w.lanes.number(2.0))), w.bits(given))
    w.do(w.or_nan(given, y))


def _reduced(w: Arithmetic, x: bytes) -> tuple[bytes, bytes]:
    """k and eʳ − 1."""
    k, n = w.nearest(x, 1.4426950408889634)
    r = x
    for part in LN2["double"]:
        r = w.sub(r, w.times(k, part))
    r = w.let(r)
    p = w.let(w.add(w.mul(w.mul(r, r), w.polynomial(r, EXP["double"])), r))
    return w.let(w.whole("sub", n, bits(MAGIC)), w.lanes.whole), p


def _power_of_two(w: Arithmetic, k: bytes) -> bytes:
    return w.real(w.shift("shl", w.whole("add", k, 1023), 52))


def _atan2(w: Arithmetic) -> None:
    v = w.lanes
    y, x = w.parameter(0), w.parameter(1)
    above, aside = w.let(w.size(y), v.whole), w.let(w.size(x), v.whole)
    steep = w.let(w.whole("more", above, aside), v.mask)
    n = w.let(w.choose(steep, aside, above), v.whole)
    d = w.let(w.choose(steep, above, aside), v.whole)
    n, d = _scaled(w, n, d)
    middle = w.let(w.op("more", n, w.times(d, 9 / 16)), v.mask)
    t = w.op("div", w.choose(middle, w.sub(n, d), n), w.choose(middle, w.add(n, d), d))
    t = w.let(t)
    t2 = w.let(w.mul(t, t))
    angle = w.let(w.add(w.mul(w.mul(t, t2), w.polynomial(t2, ATAN["double"])), t))
    left = w.let(w.whole("less", w.bits(x), 0), v.mask)
    angle = w.choose(w.op("one_of", steep, left), w.op("neg", angle), angle)
    high, low = (_quarters(w, part, middle, steep, left) for part in (0, 1))
    angle = w.flip(w.add(high, w.add(low, angle)), w.bits(y))
    w.do(w.or_nan(y, w.or_nan(x, angle)))


def _scaled(w: Arithmetic, n: bytes, d: bytes) -> tuple[bytes, bytes]:
    """n and d with the same quotient, n + d finite and 9/16·d good to its last bit; 1/1 for ∞/∞ and 0/1 for 0/0."""
    number = w.lanes.number
    both = w.let(w.whole("equal", n, _INFINITE), w.lanes.mask)
    whole = w.op("either", both, w.whole("equal", d, 0))
    n, d = w.let(w.choose(both, number(1.0), w.real(n))), w.let(w.choose(whole, number(1.0), w.real(d)))
    factor = w.choose(w.op("less", d, number(2.0 ** (60 - 1023))), number(2.0**60), number(1.0))
    factor = w.let(w.choose(w.op("less", d, number(2.0**1022)), factor, number(0.25)))
    return w.let(w.mul(n, factor)), w.let(w.mul(d, factor))


def _quarters(w: Arithmetic, part: int, middle: bytes, steep: bytes, left: bytes) -> bytes:
    """The multiple of π/4 from which the angle counts: one part of its two."""
    k = [w.lanes.number(pair[part]) for pair in QUARTERS["double"]]
    return w.choose(middle, w.choose(left, k[3], k[1]), w.choose(steep, k[2], w.choose(left, k[4], k[0])))


# ── choices ───────────────────────────────────────────────────────────────────


def _chosen(first: int, second: int) -> Callable[[Arithmetic], None]:
    def code(w: Arithmetic) -> None:
        a, b = w.parameter(0), w.parameter(1)
        either = w.choose(w.op("less", a, b), w.parameter(first), w.parameter(second))
        w.do(w.or_nan(a, w.or_nan(b, either)))

    return code


def _sign(w: Arithmetic) -> None:
    x, zero, one = w.parameter(0), w.lanes.number(0.0), w.lanes.number(1.0)
    w.do(w.choose(w.whole("equal", w.size(x), 0), zero, w.or_nan(x, w.flip(one, w.bits(x)))))


_CODE: dict[Op, tuple[int, Callable[[Arithmetic], None]]] = {
    Op.EXP: (1, _exp),
    Op.TANH: (1, _tanh),
    Op.ATAN2: (2, _atan2),
    Op.SIGN: (1, _sign),
    Op.SELECT: (4, _chosen(2, 3)),
    Op.MIN: (2, _chosen(0, 1)),
    Op.MAX: (2, _chosen(1, 0)),
}
OWN = tuple(_CODE)  # operations that are functions of their own


def elementary(op: Op, lanes: WasmLanes) -> Arithmetic:
    """The function of one of `OWN`, on values."""
    count, code = _CODE[op]
    w = Arithmetic(lanes, (lanes.real,) * count, (lanes.real,))
    code(w)
    return w
