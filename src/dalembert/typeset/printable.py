"""Make text of other people fit for a line or a page: no control characters, not too long."""

from __future__ import annotations

from unicodedata import category


def printable(text: str) -> str:
    """Return text of several lines in which control characters, colours and direction marks are spaces."""
    return "".join(" " if category(c) in ("Cc", "Cf", "Cs") and c not in "\n\t" else c for c in text)


def shown(text: object, most: int = 60) -> str:
    """Return text from a file as one printable line of at most `most` characters."""
    one = "".join(c if c.isprintable() else " " for c in str(text)[: most + 1])
    return one if len(one) <= most else one[:most] + "…"
