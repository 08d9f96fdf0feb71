"""exp and tanh on vectors of states, as LLVM IR, to 3 units in the last place.

x = k·ln 2 + r,  eʳ − 1 = r + r²·q(r),  eˣ = 2ᵏ·eʳ,  tanh x = t/(t + 2) with t = e²ˣ − 1 = 2ᵏ(eʳ − 1) + (2ᵏ − 1).
NaN passes through quietly, and infinities give their limits without a flag.
"""

from __future__ import annotations

from dalembert.codegen.renderers.llvm.ir import Lanes, Writer
from dalembert.codegen.renderers.minimax import EXP, EXP_RANGE, LN2, TANH_ONE


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
