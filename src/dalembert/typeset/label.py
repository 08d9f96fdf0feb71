"""Labels from user text: printable, limited in length, and distinct.

Joint names in a robot file are arbitrary. Matplotlib, however, reads text between dollar signs as mathematics and omits
names with a leading underscore from legends. If a name contains characters that the fonts lack, these characters are
removed and the joint number is appended.
"""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import category

_LONGEST = 40  # characters
_WHOLE = 400  # largest number of characters of a name that are read
_DRAWN = ((0, 0x590), (0x10A0, 0x1100), (0x1E00, 0x2C00))  # characters in the document fonts and DejaVu


def printable(text: str) -> str:
    """Replace control characters, colour codes and direction marks by spaces. Line breaks and tabs are kept."""
    return "".join(" " if category(c) in ("Cc", "Cf", "Cs") and c not in "\n\t" else c for c in text)


def shown(text: object, most: int = 60) -> str:
    """Format text from a file as one printable line of at most `most` characters."""
    one = "".join(c if c.isprintable() else " " for c in str(text)[: most + 1])
    return one if len(one) <= most else one[:most] + "…"


def label(name: object, number: int = 0) -> str:
    """Shorten a name for a plot. If the fonts lack a character, the joint number is appended."""
    text = distinct([name], _LONGEST)[0]
    drawn = "".join(x if any(low <= ord(x) < high for low, high in _DRAWN) else " " for x in text)
    left = " ".join(drawn.split())
    if left != " ".join(text.split()):
        text = f"{left or 'joint'} {number}" if number else left or "unnamed"
    text = text.replace("$", r"\$")
    return f"\u200b{text}" if text.startswith("_") else text


def distinct(names: Sequence[object], most: int) -> list[str]:
    """Make names distinct and at most `most` characters long. Long names are shortened in the middle."""
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
    """Join names as in "a, b and c"."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def columns(head: tuple[str, ...], rows: tuple[tuple[str, ...], ...], caption: str = "") -> str:
    """Write a table in plain text with aligned columns."""
    widths = [max(map(len, x)) for x in zip(head, *rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in (head, *rows)]
    return "\n".join([*([caption] if caption else []), *lines])
