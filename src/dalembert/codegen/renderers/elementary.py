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

from dalembert.codegen.renderers.arithmetic import Value
from dalembert.codegen.renderers.minimax import ATAN, COS, EXP, EXP_RANGE, LN2, QUARTERS, SIN, TANH_ONE
from dalembert.graph import Op


def turned(r: Value, k: Value) -> tuple[Value, Value]:
    """Return sine and cosine of k·π/2 + r for |r| ≤ π/4 and an integer k."""
    top = r.lanes.bits - 2
    r2 = r * r
    s = (r * r2).muladd(r2.polynomial(SIN), r)
    c = r2.muladd(-0.5, 1.0)
    c = (r2 * r2).muladd(r2.polynomial(COS), c)
    odd = (k & 1).test("ne", 0)
    up = k << top
    down = (k + 1) << top
    return odd.choose(c, s).flip(up), odd.choose(s, c).flip(down)


def exp(given: Value) -> Value:
    v = given.lanes
    special = given.size.test("sge", v.pattern(math.inf))
    x = special.choose(0.0, given)
    for bound, beyond in zip(EXP_RANGE[v.real], ("olt", "ogt"), strict=True):
        x = x.test(beyond, bound).choose(bound, x)
    k, p = _reduced(x)
    half = k >> 1  # 2ᵏ is a product of two factors, because k may exceed the exponent range of the type
    y = (p + 1.0) * _power_of_two(half)
    y = y * _power_of_two(k - half)
    none = given.bits.test("eq", v.pattern(-math.inf))
    return special.choose(none.choose(0.0, given), y)


def tanh(x: Value) -> Value:
    one, size = TANH_ONE[x.lanes.real], x.size
    large = size.test("sge", x.lanes.pattern(one))
    y = large.choose(one, size.real)
    k, p = _reduced(y + y)
    power = _power_of_two(k)
    t = power.muladd(p, power - 1.0)
    return x.nan_or((t / (t + 2.0)).flip(x.bits))


def _reduced(x: Value) -> tuple[Value, Value]:
    """Reduce the argument of the exponential function to x = k·ln 2 + r, and return k and eʳ − 1."""
    v = x.lanes
    k, n = x.nearest(1.4426950408889634)
    minus, r = -k, x
    for part in LN2[v.real]:
        r = minus.muladd(part, r)
    p = (r * r).muladd(r.polynomial(EXP), r)
    return n - v.pattern(1.5 * 2.0**v.digits), p


def _power_of_two(k: Value) -> Value:
    return ((k + k.lanes.bias) << k.lanes.digits).real


def atan2(y: Value, x: Value) -> Value:
    above, aside = y.size, x.size
    steep = above.test("sgt", aside)
    n, d = _scaled(steep.choose(aside, above), steep.choose(above, aside))
    limit = (d * (9 / 16)).bits
    middle = n.bits.test("sgt", limit)
    t = middle.choose(n - d, n) / middle.choose(n + d, d)
    t2 = t * t
    angle = (t * t2).muladd(t2.polynomial(ATAN), t)
    left = x.bits.test("slt", 0)
    angle = (steep ^ left).choose(-angle, angle)
    high, low = (_quarters(part, middle, steep, left) for part in (0, 1))
    angle = (high + (low + angle)).flip(y.bits)
    return y.nan_or(x.nan_or(angle))


def _scaled(n: Value, d: Value) -> tuple[Value, Value]:
    """Scale n and d by a common factor, so that n + d is finite and 9/16·d has full precision.

    ∞/∞ becomes 1/1 and 0/0 becomes 0/1.
    """
    v = n.lanes
    endless, large, small = (v.pattern(x) for x in (math.inf, 2.0 ** (v.bias - 1), 2.0 ** (60 - v.bias)))
    both = n.test("eq", endless)
    whole = both | d.test("eq", 0)
    n, d = both.choose(1.0, n.real), whole.choose(1.0, d.real)
    factor = d.bits.test("slt", small).choose(2.0**60, 1.0)
    factor = d.bits.test("sge", large).choose(0.25, factor)
    return n * factor, d * factor


def _quarters(part: int, middle: Value, steep: Value, left: Value) -> Value:
    """Return one of the two parts of the multiple of π/4 to be added to the angle."""
    k = [pair[part] for pair in QUARTERS[middle.lanes.real]]
    return middle.choose(left.choose(k[3], k[1]), steep.choose(k[2], left.choose(k[4], k[0])))


def sign(x: Value) -> Value:
    """Return the sign of x: −1, 0 or 1, or NaN if x is NaN."""
    zero = x.size.test("eq", 0)
    one = Value(x.w, x.lanes.splat(1.0))
    return x.nan_or(zero.choose(0.0, one.flip(x.bits)))


def select(a: Value, b: Value, x: Value, y: Value) -> Value:
    """Select x where a < b, and y elsewhere."""
    less, _, _ = _compared(a, b)
    return a.nan_or(b.nan_or(less.choose(x, y)))


def minimum(a: Value, b: Value) -> Value:
    less, p, q = _compared(a, b)
    return a.nan_or(b.nan_or(less.choose(p, q)))


def maximum(a: Value, b: Value) -> Value:
    less, p, q = _compared(a, b)
    return a.nan_or(b.nan_or(less.choose(q, p)))


def _compared(a: Value, b: Value) -> tuple[Value, Value, Value]:
    """Return the condition a < b, and the values of a and b that were compared, in which 0 replaces NaN."""
    a, b = (x.is_nan.choose(0.0, x) for x in (a, b))
    return a.test("olt", b), a, b


# parameter names of each function, one letter each, and the function itself
ELEMENTARY: dict[Op, tuple[str, Callable[..., Value]]] = {
    Op.EXP: ("x", exp),
    Op.TANH: ("x", tanh),
    Op.SIGN: ("x", sign),
    Op.SELECT: ("abxy", select),
    Op.MIN: ("ab", minimum),
    Op.MAX: ("ab", maximum),
    Op.ATAN2: ("yx", atan2),
}
