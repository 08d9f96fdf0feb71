"""Names as text in a picture or a sentence.

Matplotlib reads what stands between dollar signs as mathematics and leaves names with a leading underscore out of
legends; a robot's file may name its joints anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.errors import shown

_LONGEST = 40  # characters
_WHOLE = 400  # that are looked at


def label(name: object) -> str:
    """The name on one line, without mathematics, not long."""
    text = distinct([name], _LONGEST)[0].replace("$", r"\$")
    return f"\u200b{text}" if text.startswith("_") else text


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
