"""exp, tanh, atan2, select, min, max and sign on vectors of states, as LLVM IR.

x = k·ln 2 + r,  eʳ − 1 = r + r²·q(r),  eˣ = 2ᵏ·eʳ,  tanh x = t/(t + 2) with t = e²ˣ − 1 = 2ᵏ(eʳ − 1) + (2ᵏ − 1),
to 3 units in the last place. Infinities give their limits without a flag.

atan2(y, x), to 2 units in the last place: with n ≤ d the smaller and the larger of |x| and |y|, the angle of (d, n) lies
in the first octant and is

    atan(n/d),   or   π/4 + atan((n − d)/(n + d))   where n > 9/16·d, so that n − d is exact;

both arguments are at most 9/16, where atan t = t + t³·P(t²), P a minimax polynomial  [cody1980]. The octant and the
signs of x and y then give the multiple of π/4 to add and the sign of the angle. Zeros, infinities and their signs are
those of C's atan2.

A choice is a mask of the lanes, so both sides of `select` are computed. NaN passes through quietly, and no result raises
a flag (underflow apart): NaN is found by its bits, because comparing it as a number raises the invalid flag.
"""

from __future__ import annotations

from dalembert.codegen.renderers.llvm.ir import Lanes, Writer
from dalembert.codegen.renderers.minimax import ATAN, EXP, EXP_RANGE, LN2, QUARTERS, TANH_ONE


def select(v: Lanes) -> str:
    """`@select`: x where a < b, else y."""
    w = Writer(v)
    less, _, _ = _compared(w)
    w.give(w.or_nan("%a", w.or_nan("%b", w.choose(less, "%x", "%y"))))
    return w.text(f"internal {v.type} @select({', '.join(f'{v.type} %{x}' for x in 'abxy')}) alwaysinline")


def minimum(v: Lanes) -> str:
    """`@min`."""
    w = Writer(v)
    less, a, b = _compared(w)
    w.give(w.or_nan("%a", w.or_nan("%b", w.choose(less, a, b))))
    return w.text(f"internal {v.type} @min({v.type} %a, {v.type} %b) alwaysinline")


def maximum(v: Lanes) -> str:
    """`@max`."""
    w = Writer(v)
    less, a, b = _compared(w)
    w.give(w.or_nan("%a", w.or_nan("%b", w.choose(less, b, a))))
    return w.text(f"internal {v.type} @max({v.type} %a, {v.type} %b) alwaysinline")


def sign(v: Lanes) -> str:
    """`@sign`: −1, 0 or 1, and NaN of NaN."""
    w = Writer(v)
    zero = w.let(f"icmp eq {v.whole} {w.size('%x')}, {v.isplat(0)}")
    w.give(w.or_nan("%x", w.choose(zero, v.splat(0.0), w.flip(v.splat(1.0), w.bits("%x")))))
    return w.text(f"internal {v.type} @sign({v.type} %x) alwaysinline")


def _compared(w: Writer) -> tuple[str, str, str]:
    """a < b, and the a and b that were compared: 0 in place of NaN."""
    a, b = (w.choose(w.is_nan(x), w.lanes.splat(0.0), x) for x in ("%a", "%b"))
    return w.let(f"fcmp olt {w.lanes.type} {a}, {b}"), a, b


def exp(v: Lanes) -> str:
    """`@exp`."""
    w = Writer(v)
    special = w.let(f"icmp sge {v.whole} {w.size('%x')}, {v.isplat(v.pattern(float('inf')))}")
    x = w.choose(special, v.splat(0.0), "%x")
    for bound, test in zip(EXP_RANGE[v.real], ("olt", "ogt"), strict=True):
        x = w.choose(w.let(f"fcmp {test} {v.type} {x}, {v.splat(bound)}"), v.splat(bound), x)
    k, p = _reduced(w, x)
    half = w.whole("ashr", k, 1)  # 2ᵏ as two factors, since k may be beyond the exponents of the type
    y = w.mul(w.add(p, v.splat(1.0)), _power_of_two(w, half))
    y = w.mul(y, _power_of_two(w, w.whole("sub", k, half)))
    none = w.let(f"icmp eq {v.whole} {w.bits('%x')}, {v.isplat(v.pattern(float('-inf')))}")
    w.give(w.choose(special, w.choose(none, v.splat(0.0), "%x"), y))
    return w.text(f"internal {v.type} @exp({v.type} %x) alwaysinline")


def tanh(v: Lanes) -> str:
    """`@tanh`."""
    w = Writer(v)
    size = w.size("%x")
    large = w.let(f"icmp sge {v.whole} {size}, {v.isplat(v.pattern(TANH_ONE[v.real]))}")
    y = w.choose(large, v.splat(TANH_ONE[v.real]), w.real(size))
    k, p = _reduced(w, w.add(y, y))
    power = _power_of_two(w, k)
    t = w.muladd(power, p, w.sub(power, v.splat(1.0)))
    y = w.flip(w.div(t, w.add(t, v.splat(2.0))), w.bits("%x"))
    w.give(w.or_nan("%x", y))
    return w.text(f"internal {v.type} @tanh({v.type} %x) alwaysinline")


def _reduced(w: Writer, x: str) -> tuple[str, str]:
    """k and eʳ − 1."""
    v = w.lanes
    k, n = w.nearest(x, 1.4426950408889634)
    minus, r = w.neg(k), x
    for part in LN2[v.real]:
        r = w.muladd(minus, v.splat(part), r)
    p = w.muladd(w.mul(r, r), w.polynomial(r, EXP[v.real]), r)
    return w.whole("sub", n, v.pattern(1.5 * 2.0**v.digits)), p


def _power_of_two(w: Writer, k: str) -> str:
    return w.real(w.whole("shl", w.whole("add", k, w.lanes.bias), w.lanes.digits))


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
