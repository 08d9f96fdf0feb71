"""Choices on vectors of states, as LLVM IR: select, min, max and sign.

A choice is a mask of the lanes, so both sides of `select` are computed. NaN in what is compared gives NaN, quietly:
it is found by its bits and kept out of the comparison, which would raise the invalid flag.
"""

from __future__ import annotations

from dalembert.codegen.renderers.llvm.ir import Lanes, Writer


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
