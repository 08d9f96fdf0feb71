"""Names as text in a picture or a sentence.

Matplotlib reads what stands between dollar signs as mathematics and leaves names with a leading underscore out of
legends; a robot's file may name its joints anything. What no font here draws, and scripts that Matplotlib does not set
(from right to left, in joined letters), give way to the number of the joint.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from dalembert.typeset.printable import shown

_LONGEST = 40  # characters
_WHOLE = 400  # that are looked at
_WESTERN = ((0, 0x590), (0x10A0, 0x1100), (0x1E00, 0x2C00))  # Latin, Greek, Cyrillic …, and signs: our fonts and DejaVu
_EASTERN = ((0x2E80, 0xA000), (0xAC00, 0xD7B0), (0xF900, 0xFB00), (0xFF00, 0xFFF0))  # one sign after the other


def label(name: object, number: int = 0) -> str:
    """The name on one line, without mathematics, not long; with the joint's number where a part of it cannot be drawn."""
    text = distinct([name], _LONGEST)[0]
    left = " ".join("".join(x if _is_drawn(x) else " " for x in text).split())
    if left != " ".join(text.split()):
        text = f"{left or 'joint'} {number}" if number else left or "unnamed"
    text = text.replace("$", r"\$")
    return f"\u200b{text}" if text.startswith("_") else text


def families(text: str) -> list[str]:
    """The installed fonts that the signs of a text need besides ours."""
    return list(dict.fromkeys(x for c in text if _within(c, _EASTERN) and (x := _family(c))))


def _is_drawn(sign: str) -> bool:
    return _within(sign, _WESTERN) or (_within(sign, _EASTERN) and _family(sign) is not None)


def _within(sign: str, ranges: Sequence[tuple[int, int]]) -> bool:
    return any(low <= ord(sign) < high for low, high in ranges)


@cache
def _family(sign: str) -> str | None:
    """An installed font that has the sign."""
    return next((name for name, path in _installed() if ord(sign) in _signs(path)), None)


@cache
def _installed() -> list[tuple[str, str]]:
    from matplotlib.font_manager import fontManager

    regular = [x for x in fontManager.ttflist if x.style == "normal" and x.weight == 400]
    return sorted({(x.name, x.fname) for x in regular if "Last Resort" not in x.name})  # which has a box for every sign


@cache
def _signs(path: str) -> frozenset[int]:
    from matplotlib.ft2font import FT2Font

    try:
        return frozenset(FT2Font(path).get_charmap())
    except (OSError, RuntimeError):  # a font that was taken away, or is none
        return frozenset()


def distinct(names: Sequence[object], most: int) -> list[str]:
    """Names of at most so many characters that can be told apart: what is left out is left out of their middle."""
    tail = most // 2
    made: dict[str, str] = {}
    for name in dict.fromkeys(str(x) for x in names):
        whole = shown(name, _WHOLE)
        short = whole if len(whole) <= most else f"{whole[: most - tail - 1]}…{whole[-tail:]}"
        if short in made.values():
            short = f"{short[: most - 5]}…{len(made) + 1}"
        made[name] = short
    return [made[str(x)] for x in names]


def listed(words: Sequence[str]) -> str:
    """a, b and c."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
