"""exp and tanh on vectors of states, as LLVM IR, to 3 units in the last place.

x = k·ln 2 + r,  eʳ − 1 = r + r²·q(r),  eˣ = 2ᵏ·eʳ,  tanh x = t/(t + 2) with t = e²ˣ − 1 = 2ᵏ(eʳ − 1) + (2ᵏ − 1).
NaN passes through quietly, and infinities give their limits without a flag.
"""

from __future__ import annotations

from dalembert.codegen.renderers.llvm.ir import Lanes, Writer

# q, relative error of eʳ − 1 2^-55.6 (float 2^-31.9) for |r| ≤ 0.347
_Q = {
    "double": (
        0.5000000000000006,
        0.16666666666666588,
        0.041666666666575945,
        0.008333333333390073,
        0.0013888888931853898,
        0.000198412697181527,
        2.4801504903389326e-05,
        2.755740796381252e-06,
        2.7626193033200433e-07,
        2.505377193434704e-08,
    ),
    "float": (
        0.5,
        0.1666666567325592,
        0.04166635870933533,
        0.008333389647305012,
        0.001394074410200119,
        0.00019845887436531484,
    ),
}
# ln 2 in two parts; k times the first is exact
_LN2 = {
    "double": (float.fromhex("0x1.62e42fefa3000p-1"), float.fromhex("0x1.3de6af278ece6p-42")),
    "float": (float.fromhex("0x1.62e4p-1"), float.fromhex("0x1.7f7d1cp-20")),
}
_RANGE = {"double": (-746.0, 710.0), "float": (-104.0, 89.0)}  # eˣ is 0 below and infinite above
_ONE = {"double": 22.0, "float": 10.0}  # tanh is 1 above


def exp(v: Lanes) -> str:
    """`@exp`."""
    w = Writer(v)
    special = w.let(f"icmp sge {v.whole} {w.size('%x')}, {v.isplat(v.pattern(float('inf')))}")
    x = w.choose(special, v.splat(0.0), "%x")
    for bound, test in zip(_RANGE[v.real], ("olt", "ogt"), strict=True):
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
    large = w.let(f"icmp sge {v.whole} {size}, {v.isplat(v.pattern(_ONE[v.real]))}")
    y = w.choose(large, v.splat(_ONE[v.real]), w.real(size))
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
    for part in _LN2[v.real]:
        r = w.muladd(minus, v.splat(part), r)
    p = w.muladd(w.mul(r, r), w.polynomial(r, _Q[v.real]), r)
    return w.whole("sub", n, v.pattern(1.5 * 2.0**v.digits)), p


def _power_of_two(w: Writer, k: str) -> str:
    return w.real(w.whole("shl", w.whole("add", k, w.lanes.bias), w.lanes.digits))
