"""exp, tanh, atan2, select, min, max and sign in WebAssembly: the algorithms of `renderers.llvm`, to 3 units in the last place.

No function of the browser is called, so the bits are the same in all of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from dalembert.codegen.renderers.minimax import ATAN, EXP, EXP_RANGE, LN2, QUARTERS, TANH_ONE
from dalembert.codegen.renderers.wasm.arithmetic import MAGIC, Arithmetic
from dalembert.codegen.renderers.wasm.binary import Lanes, bits
from dalembert.graph import Op

_INFINITE = bits(math.inf)

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


def elementary(op: Op, lanes: Lanes) -> Arithmetic:
    """The function of one of `OWN`, on values."""
    count, code = _CODE[op]
    w = Arithmetic(lanes, (lanes.real,) * count, (lanes.real,))
    code(w)
    return w
