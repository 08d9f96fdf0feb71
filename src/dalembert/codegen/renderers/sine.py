"""Numbers of a sine and cosine in plain arithmetic, for languages whose own are slow or differ from place to place.

x = k·π/2 + r, |r| ≤ π/4, with π/2 as a sum of parts so short that each k·part is exact for |x| ≤ FAR  [cody1980]; then
sin r = r + r³·P(r²), cos r = 1 − r²/2 + r⁴·Q(r²) with the polynomials of `minimax`. No fused multiply-add is needed.
"""

from __future__ import annotations

from fractions import Fraction

from dalembert.codegen.renderers.minimax import COS, SIN

FAR = {"double": 1e5, "float": 1e4}  # the largest angle of this reduction
TWO_OVER_PI = 0.6366197723675814
NEAREST = {"double": 6755399441055744.0, "float": 12582912.0}  # x + this − this is the whole number next to x
_PI_HALF = Fraction("1.5707963267948966192313216916397514420985846996875529104874722961539082031431")
_BITS = {"double": (33, 33, 53), "float": (11, 11, 11, 24)}


def parts(real: str) -> tuple[float, ...]:
    """π/2 as a sum of numbers of few bits, the last of them with all it has."""
    left, found = _PI_HALF, []
    for bits in _BITS[real]:
        scale = Fraction(2) ** (bits - 1 - _exponent(left))
        found.append(Fraction(round(left * scale)) / scale)
        left -= found[-1]
    return tuple(float(x) for x in found)


def polynomials(real: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """P and Q, constants first."""
    return SIN[real], COS[real]


def _exponent(x: Fraction) -> int:
    """The e with 2^e ≤ |x| < 2^(e + 1)."""
    e = x.numerator.bit_length() - x.denominator.bit_length()
    return e if Fraction(2) ** e <= abs(x) else e - 1
