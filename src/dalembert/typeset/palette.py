"""Colours of the kinds of terms, the same in equations, tables and plots: (on white paper, on a dark screen).

Found by a search for colours that readers of every kind of colour vision tell apart; each has a contrast of 4.8 at least.
"""

from __future__ import annotations

KINDS = {
    "inertial": ("#1b69e3", "#47c0f9"),
    "centrifugal": ("#75178f", "#bd6ecd"),
    "Coriolis": ("#820b09", "#ed6b43"),
    "gravity": ("#006853", "#6be8a0"),
    "friction": ("#a66108", "#e2ca18"),
    "external": ("#394049", "#9ea8b3"),
    "spring": ("#394049", "#9ea8b3"),
    "loop": ("#394049", "#9ea8b3"),
}
WORDS = {x: {"inertial": "inertia", "external": "load", "loop": "loops"}.get(x, x) for x in KINDS}
GOOD = ("#00735c", "#3ccba4")
