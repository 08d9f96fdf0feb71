"""The angle of a point, atan2(y, x), on vectors of states, as LLVM IR, to 2 units in the last place.

With n ≤ d the smaller and the larger of |x| and |y|, the angle of (d, n) lies in the first octant and is

    atan(n/d),   or   π/4 + atan((n − d)/(n + d))   where n > 9/16·d, so that n − d is exact;

both arguments are at most 9/16, where atan t = t + t³·P(t²), P a minimax polynomial  [cody1980]. The octant and the
signs of x and y then say which multiple of π/4 is added and whether the angle counts backwards.
Zeros, infinities and their signs are those of C's atan2. NaN passes through quietly, and no result raises a flag
(underflow apart); tests are made on the bits for that.
"""

from __future__ import annotations

from dalembert.codegen.renderers.llvm.ir import Lanes, Writer
from dalembert.codegen.renderers.minimax import ATAN, QUARTERS


def atan2(v: Lanes) -> str:
    """`@atan2`."""
    w = Writer(v)
    y, x = w.size("%y"), w.size("%x")
    steep = w.let(f"icmp sgt {v.whole} {y}, {x}")
    n, d = _scaled(w, w.whole_choose(steep, x, y), w.whole_choose(steep, y, x))
    limit = w.bits(w.mul(d, v.splat(9 / 16)))
    middle = w.let(f"icmp sgt {v.whole} {w.bits(n)}, {limit}")
    t = w.div(w.choose(middle, w.sub(n, d), n), w.choose(middle, w.add(n, d), d))
    t2 = w.mul(t, t)
    angle = w.muladd(w.mul(t, t2), w.polynomial(t2, ATAN[v.real]), t)
    left = w.let(f"icmp slt {v.whole} {w.bits('%x')}, {v.isplat(0)}")
    back = w.let(f"xor {v.of('i1')} {steep}, {left}")
    angle = w.choose(back, w.neg(angle), angle)
    high, low = (_quarters(w, part, middle, steep, left) for part in (0, 1))
    angle = w.flip(w.add(high, w.add(low, angle)), w.bits("%y"))
    w.give(w.or_nan("%y", w.or_nan("%x", angle)))
    return w.text(f"internal {v.type} @atan2({v.type} %y, {v.type} %x) alwaysinline")


def _scaled(w: Writer, n: str, d: str) -> tuple[str, str]:
    """n and d with the same quotient, n + d finite and 9/16·d good to its last bit; 1/1 for ∞/∞ and 0/1 for 0/0."""
    v = w.lanes
    endless, large, small = (v.isplat(v.pattern(x)) for x in (float("inf"), 2.0 ** (v.bias - 1), 2.0 ** (60 - v.bias)))
    both = w.let(f"icmp eq {v.whole} {n}, {endless}")
    none = w.let(f"icmp eq {v.whole} {d}, {v.isplat(0)}")
    whole = w.let(f"or {v.of('i1')} {both}, {none}")
    n, d = w.choose(both, v.splat(1.0), w.real(n)), w.choose(whole, v.splat(1.0), w.real(d))
    factor = w.choose(w.let(f"icmp slt {v.whole} {w.bits(d)}, {small}"), v.splat(2.0**60), v.splat(1.0))
    factor = w.choose(w.let(f"icmp sge {v.whole} {w.bits(d)}, {large}"), v.splat(0.25), factor)
    return w.mul(n, factor), w.mul(d, factor)


def _quarters(w: Writer, part: int, middle: str, steep: str, left: str) -> str:
    """The multiple of π/4 from which the angle counts: one part of its two."""
    k = [w.lanes.splat(pair[part]) for pair in QUARTERS[w.lanes.real]]
    return w.choose(middle, w.choose(left, k[3], k[1]), w.choose(steep, k[2], w.choose(left, k[4], k[0])))
