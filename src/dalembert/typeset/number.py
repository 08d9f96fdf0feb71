"""Numbers as tables and sentences print them.

significant   43.25   0.0373   1.321 × 10⁻⁴   129 341      four digits unless told, powers below 10⁻³ and from 10⁵ on
column        trailing zeros kept, so that decimal places stand below each other; what rounds to nothing is 0
block         columns of one quantity, in one style: 5.44   0.01   0, after `scaled` has chosen their unit: 5.44 nm
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from dalembert.tolerance import NEGLIGIBLE, PRINTED_ZERO

DIGITS = 4
_LEAST, _MOST = 1e-4, 1e7  # the largest number of a column that stands in decimal places
_DECIMALS = 8  # places that are counted on paper
_APART, _MINUS = "\u00a0", "−"  # a space at which no line ends
_HIGH = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_FINER = 2  # decimal places that a column may have more than that of the largest numbers beside it
_SMALL, _LARGE = 1e-3, 1e5  # sizes that need no power of ten
_PREFIXED = {
    "m": {-4: "pm", -3: "nm", -2: "µm", -1: "mm", 1: "km"}, "kg": {-3: "µg", -2: "mg", -1: "g"}, "kg m²": {-1: "g m²"},
}  # fmt: skip


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
        return ["0" if abs(x) < PRINTED_ZERO * top else significant(x, digits) for x in values]
    count = places(values, digits) if decimals is None else decimals
    while decimals is None and count and all(f"{x:.{count}f}".endswith("0") for x in values):
        count -= 1
    least = max(0.5 * 10.0**-count, PRINTED_ZERO * top)
    return ["0" if abs(x) < least else _signed(x, count) if math.isfinite(x) else significant(x) for x in values]


def block(columns: Sequence[Sequence[float]], digits: int = DIGITS) -> list[list[str]]:
    """Columns of one quantity beside each other: none finer than two places below the largest numbers of all."""
    every = [x for values in columns for x in values]
    top = max((abs(x) for x in every if math.isfinite(x)), default=0.0)
    if not _LEAST <= top < _MOST:
        return [column(values, digits) for values in columns]
    finest = max(0, digits - 1 - math.floor(math.log10(top))) + _FINER
    made = []
    for values in columns:
        least = min((abs(x) for x in values if abs(x) > PRINTED_ZERO * top), default=top)
        count = min(max(places(values, digits), -math.floor(math.log10(least))), finest)
        while count and all(f"{x:.{count}f}".endswith("0") for x in values):
            count -= 1
        made.append(column(values, digits, count))
    return made


def scaled(top: float, unit: str, small: float = _SMALL) -> tuple[float, str]:
    """(factor, unit) in which numbers as large as `top` need no power of ten: 3e-9 m are 3 nm, 5e-21 N 5 of 10⁻²¹ N."""
    if not (0 < top < math.inf) or small <= top < _LARGE:
        return 1.0, unit
    k = math.floor(math.log10(top) / 3 + NEGLIGIBLE)
    named = _PREFIXED.get(unit, {}).get(k)
    return 10.0 ** (-3 * k), named or f"10{str(3 * k).translate(_HIGH)} {unit}"


def _signed(x: float, decimals: int) -> str:
    text = f"{abs(x):.{decimals}f}"
    before, point, after = text.partition(".")
    if len(before) > 4:
        text = whole(int(before)) + point + after
    return f"{_MINUS}{text}" if x < 0 and float(f"{abs(x):.{decimals}f}") else text
