"""Sine and cosine on vectors of states in LLVM IR, with errors of at most 2 units in the last place.

An angle x is reduced to x = k·π/2 + r with |r| ≤ π/4, and minimax polynomials in r² are evaluated. For |x| ≤ 1e5, π/2
is represented as the sum of three numbers (four in single precision). The difference x − k·p₁ is exact, because both
terms are multiples of the same power of two and nearly equal. The other parts of π/2 ensure that r is accurate to its
last bit, even if x is close to a multiple of π/2 [cody1980]. For larger angles, each state is reduced separately, with
the relevant bits of 2/π [payne1983].

NaN gives NaN without a floating-point flag, and an infinite angle also gives NaN. Tests use bit patterns, because a
floating-point comparison with NaN would raise the invalid flag, which NumPy reports.
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.codegen.renderers.arithmetic import Value
from dalembert.codegen.renderers.elementary import turned
from dalembert.codegen.renderers.llvm.ir import Lanes, Writer, soft_fma
from dalembert.codegen.renderers.minimax import FAR, HALF_PI, TURNS, TWO_OVER_PI


def sincos(v: Lanes) -> list[str]:
    """Generate the function `@sincos` for a vector of angles with |x| ≤ 1e5. Calls to `@sincos` are inlined."""
    return [*([] if v.fma else [soft_fma(v)]), _near(v, "@sincos")]


def sincos_any(v: Lanes) -> str:
    """Generate `@sincos_any` (any x, n states in memory) with its helper functions. All programs share this code."""
    one = Lanes("double", 0, v.fma)
    soft = [] if v.fma else [soft_fma(x) for x in sorted({v.alone, one}, key=lambda x: x.real)]
    return "\n\n".join([*soft, _near(v.alone, "@sincos_one"), _table(), _payne(one), _any(v)])


def sincos_alone(v: Lanes) -> list[str]:
    """Generate `@sincos` (|x| ≤ 1e5) and `@sincos_far` (any x) for single states, on targets with an fma instruction.

    Three parts of π/2 are also sufficient for single precision. For floats up to 1e5, the distance from k·π/2 is at
    least 4e-9, whereas k times the fourth part is only 2⁻⁶⁰.
    """
    return [_near(v, "@sincos", 3), _table(), _payne(Lanes("double", 0, v.fma)), _far(v)]


def is_far(w: Writer, angles: Sequence[str]) -> str:
    """Test whether any angle of any state is NaN, infinite or too large for the fast reduction."""
    v = w.lanes
    tests = (_beyond(Value(w, x)) for x in angles)
    found = next(tests)
    for beyond in tests:
        found = found | beyond
    mask = w.let(f"bitcast {v.of('i1')} {found.code} to i{v.width}")
    return w.let(f"icmp ne i{v.width} {mask}, 0")


def _beyond(x: Value) -> Value:
    return x.size.test("sgt", x.lanes.pattern(FAR))


def _near(v: Lanes, name: str, parts: int = 4) -> str:
    w = Writer(v)
    r = Value(w, "%x")
    k, n = r.nearest(TURNS)
    minus = -k
    for part in HALF_PI[v.real][:parts]:
        r = Value(w, w.fma(minus.code, v.splat(part), r.code))
    w.give(*(y.code for y in turned(r, n)))
    return w.text(f"internal {v.pair} {name}({v.type} %x) alwaysinline")


# ── large angles, for a single state ──────────────────────────────────────────


def _table() -> str:
    """Return a table of the bits of 2/π, preceded by a word of zeros."""
    words = [0] + [(TWO_OVER_PI >> (64 * (19 - i))) & (2**64 - 1) for i in range(20)]
    entries = ", ".join(f"i64 {x - 2**64 if x >> 63 else x}" for x in words)
    return f"@two_over_pi = internal constant [21 x i64] [{entries}]"


def _payne(v: Lanes) -> str:
    """Compute sine and cosine of one large double from y = |x|·2/π modulo 4, using 192 bits of 2/π."""
    w = Writer(v)
    x = Value(w, "%x")
    size = x.size.code
    endless = w.let(f"icmp uge i64 {size}, {v.pattern(float('inf'))}")
    w.when(endless, "none", "finite")
    nan = (x - x).code
    w.give(nan, nan)
    w.label("finite")
    y = _product(w, size)
    f = w.let(f"shl i128 {y}, 2")  # y has 2 integer bits; as a signed number this is y − nearest integer
    below = w.let(f"icmp slt i128 {f}, 0")
    k = w.let(f"trunc i128 {w.let(f'lshr i128 {y}, 126')} to i64")
    k = w.let(f"add i64 {k}, {w.let(f'zext i1 {below} to i64')}")
    f = w.let(f"select i1 {below}, i128 {w.let(f'sub i128 0, {f}')}, i128 {f}")
    r = _quarter_turns(w, f).flip(Value(w, w.let(f"select i1 {below}, i64 {-(2**63)}, i64 0"), "whole"))
    s, c = turned(r, Value(w, k, "whole"))
    w.give(s.flip(x.bits).code, c.code)
    return w.text("internal { double, double } @payne(double %x) noinline cold")


def _product(w: Writer, size: str) -> str:
    """Return |x|·2/π modulo 4 as a 128-bit number with two integer bits."""
    exponent = w.let(f"lshr i64 {size}, 52")
    m = w.let(f"or i64 {w.let(f'and i64 {size}, {2**52 - 1}')}, {2**52}")
    # |x| = m·2^(exponent − 1075); the bits of 2/π that give multiples of 4 are skipped
    at = w.let(f"sub i64 {exponent}, {1075 + 2 - 64}")
    word, bit = w.let(f"lshr i64 {at}, 6"), w.let(f"and i64 {at}, 63")
    table = w.element("i64", "@two_over_pi", word)
    words = [w.element("i64", table, i) for i in range(4)]
    words = [w.read("i64", x, 8) for x in words]
    window = [w.let(f"call i64 @llvm.fshl.i64(i64 {words[i]}, i64 {words[i + 1]}, i64 {bit})") for i in range(3)]
    long = w.let(f"zext i64 {m} to i128")
    high, middle, low = (w.let(f"mul i128 {long}, {w.let(f'zext i64 {x} to i128')}") for x in window)
    y = w.let(f"add i128 {w.let(f'shl i128 {high}, 64')}, {middle}")
    return w.let(f"add i128 {y}, {w.let(f'lshr i128 {low}, 64')}")


def _quarter_turns(w: Writer, f: str) -> Value:
    """Return (f/2^128)·π/2 for f > 0, with an error close to a single rounding error. The factors f and π/2 are split
    into two parts."""
    v = w.lanes
    zeros = w.let(f"call i128 @llvm.ctlz.i128(i128 {f}, i1 false)")
    f = w.let(f"shl i128 {f}, {zeros}")
    top, rest = (w.let(f"trunc i128 {w.let(f'lshr i128 {f}, {n}')} to i64") for n in (75, 22))
    rest = w.let(f"and i64 {rest}, {2**53 - 1}")
    a, b = (Value(w, w.let(f"uitofp i64 {x} to double")) for x in (top, rest))
    p, q = HALF_PI["double"][:2]
    product = a * p
    error = Value(w, w.fma(a.code, v.splat(p), (-product).code))
    error = error + (a * q + b * 2.0**-53 * p)
    shift = w.let(f"sub i64 {v.bias - 53}, {w.let(f'trunc i128 {zeros} to i64')}")
    return (product + error) * Value(w, w.let(f"shl i64 {shift}, 52"), "whole").real


def _far(v: Lanes) -> str:
    """Compute sine and cosine of one number of any magnitude."""
    w = Writer(v)
    w.when(_beyond(Value(w, "%x")).code, "far", "near")
    w.give(*_by_payne(w, "%x"))
    w.label("near")
    w.do(f"ret {v.pair} {w.let(f'call {v.pair} @sincos({v.type} %x)')}")
    return w.text(f"internal {v.pair} @sincos_far({v.type} %x) noinline cold")


def _by_payne(w: Writer, x: str) -> list[str]:
    real = w.lanes.real
    long = x if real == "double" else w.let(f"fpext float {x} to double")
    found = w.both("{ double, double }", f"@payne(double {long})")
    return found if real == "double" else [w.let(f"fptrunc double {y} to float") for y in found]


def _any(v: Lanes) -> str:
    """Compute sine and cosine of n numbers of any magnitude. The result for a state does not depend on the other
    states."""
    w, real = Writer(v.alone), v.real
    w.go_on("next")
    w.do("%i = phi i64 [ 0, %0 ], [ %j, %after ]")
    places = [w.element(real, f"%{p}", "%i") for p in "xsc"]
    x = w.read(real, places[0], v.size)
    w.when(_beyond(Value(w, x)).code, "far", "near")
    far = _by_payne(w, x)
    w.jump("after")
    w.label("near")
    near = w.both(v.alone.pair, f"@sincos_one({real} {x})")
    w.go_on("after")
    results = [w.let(f"phi {real} [ {a}, %far ], [ {b}, %near ]") for a, b in zip(far, near, strict=True)]
    for y, place in zip(results, places[1:], strict=True):
        w.write(real, y, place, v.size)
    w.do("%j = add i64 %i, 1")
    w.do("%more = icmp ult i64 %j, %n")
    w.do("br i1 %more, label %next, label %done")
    w.label("done")
    w.do("ret void")
    return w.text("hidden void @sincos_any(ptr %x, ptr %s, ptr %c, i64 %n) noinline cold")
