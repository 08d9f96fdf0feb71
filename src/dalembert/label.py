"""Names as text in a picture.

Matplotlib reads what stands between dollar signs as mathematics and leaves names with a leading underscore out of
legends; a robot's file may name its joints anything.
"""

from __future__ import annotations

from dalembert.errors import shown

_LONGEST = 40  # characters


def label(name: object) -> str:
    """The name on one line, without mathematics, not long."""
    text = shown(name, _LONGEST).replace("$", r"\$")
    return f"\u200b{text}" if text.startswith("_") else text
