"""Formatting of numbers and units for tables, sentences and plots.

significant   43.25   0.0373   1.321 × 10⁻⁴   1.293 × 10⁵   four digits by default, with powers of ten below 10⁻³ and from 10⁵
general       43.25   0.0373   0.0001321     1.293 × 10⁵   four digits without trailing zeros, for axes and labels
entries       43.25   0.0373   1.321 × 10⁻⁴                numbers of one quantity, each with all digits
column        43.25   0.04     0                           numbers with the same number of decimals, so that points align
block         5.440   0.0123   0                           several columns of one quantity, in a unit chosen by `scaled`
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from dalembert.tolerance import LEAST_DECIMAL, NEGLIGIBLE, PRINTED_ZERO, SMALL_NUMBER

DIGITS = 4
_MOST = 1e7  # a column with larger numbers has powers of ten
_DECIMALS = 8  # largest number of decimals
_APART, _MINUS = "\u00a0", "−"  # no-break space, minus sign
SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
PLAIN_DIGITS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_FINER = 3  # additional decimal places of a column relative to the largest number
_LEAST = 3  # digits of the smallest number of a column, if possible with these decimal places
_LARGE = 1e5  # larger numbers are written with a power of ten
_PREFIXES = {-6: "a", -5: "f", -4: "p", -3: "n", -2: "µ", -1: "m", 1: "k", 2: "M", 3: "G", 4: "T"}
_PREFIXED = re.compile(r"(?:m|m/s|N|N m|J|W|s)(?=$|[ ,;])")  # units that accept a prefix
_OF_KILOGRAM = {-3: "µg", -2: "mg", -1: "g"}


def significant(x: float, digits: int = DIGITS) -> str:
    """Format a number with the given number of significant digits."""
    if x == 0 or not math.isfinite(x):
        return "0" if x == 0 else ("∞" if x > 0 else f"{_MINUS}∞")
    mantissa, _, power = f"{x:.{digits - 1}e}".partition("e")  # after rounding, 9.9996 has two digits before the point
    size = int(power)
    if not -3 <= size < 5:
        return f"{mantissa.replace('-', _MINUS)} × {power_of_ten(size)}"
    return _signed(x, max(0, digits - 1 - size))


def general(x: float, digits: int = DIGITS) -> str:
    """Format a number in the shortest form with the given number of significant digits. NaN becomes –."""
    if not math.isfinite(x):
        return "–" if math.isnan(x) else significant(x)
    mantissa, _, exponent = f"{x:.{digits}g}".replace("-", _MINUS).partition("e")
    return f"{mantissa} × {power_of_ten(int(exponent.replace(_MINUS, '-')))}" if exponent else mantissa


def power_of_ten(exponent: int) -> str:
    """Format a power of ten with superscript digits, such as 10⁻⁴."""
    return "10" + str(exponent).translate(SUPERSCRIPT)


def trimmed(x: float, digits: int = DIGITS) -> str:
    """Format a number with the given number of significant digits, without trailing zeros after the decimal point."""
    text = significant(x, digits)
    return text.rstrip("0").rstrip(".") if "." in text and "×" not in text else text


def percent(x: float) -> str:
    """Format a fraction in per cent with two significant digits.

    A fraction below 100 % is printed as at most 99 %.
    """
    if not math.isfinite(x):
        return general(x)
    return f"{100 * x:.2g} %" if x < 0.995 else f"{100 * x:.0f} %"


def whole(n: int) -> str:
    """Format an integer with no-break spaces between thousands if it has five or more digits: 129 341."""
    return f"{n:,}".replace(",", _APART) if n >= 10_000 else str(n)


def places(values: Iterable[float], digits: int = DIGITS) -> int:
    """Return the number of decimals at which the largest number has the given number of significant digits.

    The result is 0 if all numbers are integers.
    """
    found = [abs(x) for x in values if math.isfinite(x)]
    top = max(found, default=0.0)
    if top == 0 or all(x == round(x) for x in found):
        return 0
    return max(0, digits - 1 - math.floor(math.log10(top)))


def entries(values: Sequence[float], digits: int = DIGITS) -> list[str]:
    """Format numbers of one quantity with the given number of significant digits each.

    Numbers that are negligible relative to the largest number are replaced by 0.
    """
    top = max((abs(x) for x in values if math.isfinite(x)), default=0.0)
    return ["0" if abs(x) < PRINTED_ZERO * top else significant(x, digits) for x in values]


def column(values: Sequence[float], digits: int = DIGITS, decimals: int | None = None) -> list[str]:
    """Format a column of numbers with the same number of decimals.

    Numbers smaller than half a unit in the last decimal place are replaced by 0.
    """
    top = max((abs(x) for x in values if math.isfinite(x)), default=0.0)
    small = top < LEAST_DECIMAL and (decimals is None or decimals > _DECIMALS)
    if top and (small or top >= _MOST):  # all numbers are written with powers of ten
        return entries(values, digits)
    count = _needed(values, places(values, digits)) if decimals is None else decimals
    least = max(0.5 * 10.0**-count, PRINTED_ZERO * top)
    return ["0" if abs(x) < least else _signed(x, count) if math.isfinite(x) else significant(x) for x in values]


def block(columns: Sequence[Sequence[float]], digits: int = DIGITS) -> list[list[str]]:
    """Format several columns of one quantity.

    The smallest number has three significant digits, or three more decimals than the largest number.
    """
    every = [x for values in columns for x in values]
    top = max((abs(x) for x in every if math.isfinite(x)), default=0.0)
    if not LEAST_DECIMAL <= top < _MOST:
        return [column(values, digits) for values in columns]
    finest = max(0, digits - 1 - math.floor(math.log10(top))) + _FINER
    made = []
    for values in columns:
        least = min((abs(x) for x in values if abs(x) > PRINTED_ZERO * top), default=top)
        count = min(max(places(values, digits), _LEAST - 1 - math.floor(math.log10(least))), finest)
        made.append(column(values, digits, _needed(values, count)))
    return made


def _needed(values: Sequence[float], decimals: int) -> int:
    """Return the number of decimals, at most `decimals`, that remain without common trailing zeros."""
    while decimals and all(f"{x:.{decimals}f}".endswith("0") for x in values):
        decimals -= 1
    return decimals


def scaled(top: float, unit: str, small: float = SMALL_NUMBER) -> tuple[float, str]:
    """Return a factor and a unit that scale numbers as large as `top` so that no power of ten is needed.

    For example, 3e-9 m becomes 3 nm, and 5e-21 N becomes 5 times 10⁻²¹ N.
    """
    k = thousands(top, small)
    return 10.0 ** (-3 * k), with_prefix(k, unit)


def thousands(top: float, small: float = SMALL_NUMBER) -> int:
    """Return the power of 1000 that scales numbers as large as `top` to a convenient size."""
    if not (0 < top < math.inf) or small <= top < _LARGE:
        return 0
    return math.floor(math.log10(top) / 3 + NEGLIGIBLE)


def with_prefix(k: int, unit: str, power: str = "") -> str:
    """Return the name of a unit multiplied by 1000ᵏ, with an SI prefix or a power of ten.

    `power` overrides the default notation for the power of ten.
    """
    if k == 0:
        return unit
    kilogram, _, rest = unit.partition(" ")
    if kilogram == "kg" and k in _OF_KILOGRAM and (not rest or k == -1):
        return f"{_OF_KILOGRAM[k]} {rest}".strip()
    return (
        f"{_PREFIXES[k]}{unit}"
        if k in _PREFIXES and _PREFIXED.match(unit)
        else f"{power or power_of_ten(3 * k)} {unit}"
    )


def _signed(x: float, decimals: int) -> str:
    text = f"{abs(x):.{decimals}f}"
    sign = _MINUS if x < 0 and float(text) else ""
    before, point, after = text.partition(".")
    if len(before) > 4:
        text = whole(int(before)) + point + after
    return sign + text
