"""Functions exp, tanh, atan2, select, min, max and sign for all renderers that cannot call a library.

With x = k·ln 2 + r and eʳ − 1 = r + r²·q(r), the exponential is eˣ = 2ᵏ·eʳ. With 2x = k·ln 2 + r, tanh x = t/(t + 2)
follows from t = e²ˣ − 1 = 2ᵏ(eʳ − 1) + (2ᵏ − 1). The errors are at most 3 units in the last place. For infinite
arguments, exp and tanh return their limits without raising a flag.

atan2(y, x) has errors of at most 2 units in the last place. Let n ≤ d be the smaller and the larger of |x| and |y|. The
angle of (d, n) lies in the first octant and is

    atan(n/d),   or   π/4 + atan((n − d)/(n + d))   where n > 9/16·d, so that n − d is exact.

The arguments of atan are at most 9/16, so that atan t = t + t³·P(t²) with a minimax polynomial P [cody1980]. The octant
and the signs of x and y then determine the multiple of π/4 to add and the sign of the angle. Zeros, infinities and
their signs are handled as in C's atan2.

The function `select` computes both values and selects one of them in each lane. NaN propagates, and no function raises
a floating-point flag except underflow. NaN is detected by its bits, because a floating-point comparison with NaN raises
the invalid flag.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from dalembert.codegen.renderers.arithmetic import Arithmetic, V
from dalembert.codegen.renderers.minimax import ATAN, COS, EXP, EXP_RANGE, LN2, QUARTERS, SIN, TANH_ONE
from dalembert.graph import Op


def turned(w: Arithmetic[V], r: V, k: V) -> tuple[V, V]:
    """Return sine and cosine of k·π/2 + r for |r| ≤ π/4 and an integer k."""
    v = w.lanes
    r2 = w.mul(r, r)
    s = w.muladd(w.mul(r, r2), w.polynomial(r2, SIN[v.real]), r)
    c = w.muladd(r2, v.splat(-0.5), v.splat(1.0))
    c = w.muladd(w.mul(r2, r2), w.polynomial(r2, COS[v.real]), c)
    odd = w.test("ne", w.whole("and", k, 1), 0)
    up = w.whole("shl", k, v.bits - 2)
    down = w.whole("shl", w.whole("add", k, 1), v.bits - 2)
    return w.flip(w.choose(odd, c, s), up), w.flip(w.choose(odd, s, c), down)


def exp(w: Arithmetic[V], x: V) -> V:
    v, given = w.lanes, x
    special = w.test("sge", w.size(x), v.pattern(math.inf))
    x = w.choose(special, v.splat(0.0), x)
    for bound, beyond in zip(EXP_RANGE[v.real], ("olt", "ogt"), strict=True):
        x = w.choose(w.compare(beyond, x, v.splat(bound)), v.splat(bound), x)
    k, p = _reduced(w, x)
    half = w.whole("ashr", k, 1)  # 2ᵏ is a product of two factors, because k may exceed the exponent range of the type
    y = w.mul(w.add(p, v.splat(1.0)), _power_of_two(w, half))
    y = w.mul(y, _power_of_two(w, w.whole("sub", k, half)))
    none = w.test("eq", w.bits(given), v.pattern(-math.inf))
    return w.choose(special, w.choose(none, v.splat(0.0), given), y)


def tanh(w: Arithmetic[V], x: V) -> V:
    v = w.lanes
    one, size = v.splat(TANH_ONE[v.real]), w.size(x)
    large = w.test("sge", size, v.pattern(TANH_ONE[v.real]))
    y = w.choose(large, one, w.real(size))
    k, p = _reduced(w, w.add(y, y))
    power = _power_of_two(w, k)
    t = w.muladd(power, p, w.sub(power, v.splat(1.0)))
    y = w.flip(w.div(t, w.add(t, v.splat(2.0))), w.bits(x))
    return w.or_nan(x, y)


def _reduced(w: Arithmetic[V], x: V) -> tuple[V, V]:
    """Reduce the argument of the exponential function to x = k·ln 2 + r, and return k and eʳ − 1."""
    v = w.lanes
    k, n = w.nearest(x, 1.4426950408889634)
    minus, r = w.neg(k), x
    for part in LN2[v.real]:
        r = w.muladd(minus, v.splat(part), r)
    p = w.muladd(w.mul(r, r), w.polynomial(r, EXP[v.real]), r)
    return w.whole("sub", n, v.pattern(1.5 * 2.0**v.digits)), p


def _power_of_two(w: Arithmetic[V], k: V) -> V:
    return w.real(w.whole("shl", w.whole("add", k, w.lanes.bias), w.lanes.digits))


def atan2(w: Arithmetic[V], y: V, x: V) -> V:
    v = w.lanes
    above, aside = w.size(y), w.size(x)
    steep = w.test("sgt", above, aside)
    n, d = _scaled(w, w.whole_choose(steep, aside, above), w.whole_choose(steep, above, aside))
    limit = w.bits(w.mul(d, v.splat(9 / 16)))
    middle = w.test("sgt", w.bits(n), limit)
    t = w.div(w.choose(middle, w.sub(n, d), n), w.choose(middle, w.add(n, d), d))
    t2 = w.mul(t, t)
    angle = w.muladd(w.mul(t, t2), w.polynomial(t2, ATAN[v.real]), t)
    left = w.test("slt", w.bits(x), 0)
    angle = w.choose(w.mask("xor", steep, left), w.neg(angle), angle)
    high, low = (_quarters(w, part, middle, steep, left) for part in (0, 1))
    angle = w.flip(w.add(high, w.add(low, angle)), w.bits(y))
    return w.or_nan(y, w.or_nan(x, angle))


def _scaled(w: Arithmetic[V], n: V, d: V) -> tuple[V, V]:
    """Scale n and d by a common factor, so that n + d is finite and 9/16·d has full precision.

    ∞/∞ becomes 1/1 and 0/0 becomes 0/1.
    """
    v = w.lanes
    one = v.splat(1.0)
    endless, large, small = (v.pattern(x) for x in (math.inf, 2.0 ** (v.bias - 1), 2.0 ** (60 - v.bias)))
    both = w.test("eq", n, endless)
    whole = w.mask("or", both, w.test("eq", d, 0))
    n, d = w.choose(both, one, w.real(n)), w.choose(whole, one, w.real(d))
    factor = w.choose(w.test("slt", w.bits(d), small), v.splat(2.0**60), one)
    factor = w.choose(w.test("sge", w.bits(d), large), v.splat(0.25), factor)
    return w.mul(n, factor), w.mul(d, factor)


def _quarters(w: Arithmetic[V], part: int, middle: V, steep: V, left: V) -> V:
    """Return one of the two parts of the multiple of π/4 to be added to the angle."""
    k = [w.lanes.splat(pair[part]) for pair in QUARTERS[w.lanes.real]]
    return w.choose(middle, w.choose(left, k[3], k[1]), w.choose(steep, k[2], w.choose(left, k[4], k[0])))


def sign(w: Arithmetic[V], x: V) -> V:
    """Return the sign of x: −1, 0 or 1, or NaN if x is NaN."""
    zero = w.test("eq", w.size(x), 0)
    return w.or_nan(x, w.choose(zero, w.lanes.splat(0.0), w.flip(w.lanes.splat(1.0), w.bits(x))))


def select(w: Arithmetic[V], a: V, b: V, x: V, y: V) -> V:
    """Select x where a < b, and y elsewhere."""
    less, _, _ = _compared(w, a, b)
    return w.or_nan(a, w.or_nan(b, w.choose(less, x, y)))


def minimum(w: Arithmetic[V], a: V, b: V) -> V:
    less, p, q = _compared(w, a, b)
    return w.or_nan(a, w.or_nan(b, w.choose(less, p, q)))


def maximum(w: Arithmetic[V], a: V, b: V) -> V:
    less, p, q = _compared(w, a, b)
    return w.or_nan(a, w.or_nan(b, w.choose(less, q, p)))


def _compared(w: Arithmetic[V], a: V, b: V) -> tuple[V, V, V]:
    """Return the condition a < b, and the values of a and b that were compared, in which 0 replaces NaN."""
    a, b = (w.choose(w.is_nan(x), w.lanes.splat(0.0), x) for x in (a, b))
    return w.compare("olt", a, b), a, b


# parameter names of each function, one letter each, and the function itself
ELEMENTARY: dict[Op, tuple[str, Callable[..., V]]] = {
    Op.EXP: ("x", exp),
    Op.TANH: ("x", tanh),
    Op.SIGN: ("x", sign),
    Op.SELECT: ("abxy", select),
    Op.MIN: ("ab", minimum),
    Op.MAX: ("ab", maximum),
    Op.ATAN2: ("yx", atan2),
}
