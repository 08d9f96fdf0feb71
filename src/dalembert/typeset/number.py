"""Numbers as tables and sentences print them.

significant   43.25   0.0373   1.321 × 10⁻⁴   129 341      four digits unless told, powers below 10⁻³ and from 10⁵ on
column        trailing zeros kept, so that decimal places stand below each other; what rounds to nothing is 0
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

DIGITS = 4
_LEAST, _MOST = 1e-4, 1e7  # the largest number of a column that stands in decimal places
_DECIMALS = 8  # places that are counted on paper
_NOTHING = 1e-6  # of the largest number of its column or matrix
_APART, _MINUS = "\u00a0", "−"  # a space at which no line ends
_HIGH = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def significant(x: float, digits: int = DIGITS) -> str:
    """A number alone, to so many digits."""
    if x == 0 or not math.isfinite(x):
        return "0" if x == 0 else ("∞" if x > 0 else f"{_MINUS}∞")
    mantissa, _, power = f"{x:.{digits - 1}e}".partition("e")  # after rounding: 9.9996 has two digits before the point
    size = int(power)
    if not -3 <= size < 5:
        return f"{mantissa.replace('-', _MINUS)} × 10{str(size).translate(_HIGH)}"
    return _signed(x, max(0, digits - 1 - size))


def trimmed(x: float, digits: int = DIGITS) -> str:
    """The same without the zeros behind the point: 87 of a limit that was given so."""
    text = significant(x, digits)
    return text.rstrip("0").rstrip(".") if "." in text and "×" not in text else text


def whole(n: int) -> str:
    """129 341."""
    return f"{n:,}".replace(",", _APART) if n >= 10_000 else str(n)


def places(values: Iterable[float], digits: int = DIGITS) -> int:
    """Decimal places that show the largest of these numbers to so many digits; none where all are whole."""
    found = [abs(x) for x in values if math.isfinite(x)]
    top = max(found, default=0.0)
    if top == 0 or all(x == round(x) for x in found):
        return 0
    return max(0, digits - 1 - math.floor(math.log10(top)))


def column(values: Sequence[float], digits: int = DIGITS, decimals: int | None = None) -> list[str]:
    """Numbers below each other: the same decimal places for all, 0 for what is less than half of the last one."""
    top = max((abs(x) for x in values if math.isfinite(x)), default=0.0)
    small = top < _LEAST and (decimals is None or decimals > _DECIMALS)
    if top and (small or top >= _MOST):  # by powers of ten
        return ["0" if abs(x) < _NOTHING * top else significant(x, digits) for x in values]
    count = places(values, digits) if decimals is None else decimals
    while decimals is None and count and all(f"{x:.{count}f}".endswith("0") for x in values):
        count -= 1
    least = max(0.5 * 10.0**-count, _NOTHING * top)
    return ["0" if abs(x) < least else _signed(x, count) if math.isfinite(x) else significant(x) for x in values]


def _signed(x: float, decimals: int) -> str:
    text = f"{abs(x):.{decimals}f}"
    before, point, after = text.partition(".")
    if len(before) > 4:
        text = whole(int(before)) + point + after
    return f"{_MINUS}{text}" if x < 0 and float(f"{abs(x):.{decimals}f}") else text
