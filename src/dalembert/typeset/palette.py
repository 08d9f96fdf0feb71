"""Colours of the kinds of terms, the same in equations, tables and plots: (on white paper, on a dark screen).

Found by search over OKLCH, so that readers of every colour vision tell them apart; contrast on the page is 4.5 at least.
"""

from __future__ import annotations

KINDS = {
    "inertial": ("#1b69e3", "#47c0f9"),
    "centrifugal": ("#75178f", "#bd6ecd"),
    "Coriolis": ("#820b09", "#ed6b43"),
    "gravity": ("#006853", "#6be8a0"),
    "friction": ("#a66108", "#e2ca18"),
    "external": ("#394049", "#9ea8b3"),
}
TERMS = {**KINDS, "spring": KINDS["external"], "loop": KINDS["external"]}
WORDS = {x: {"inertial": "inertia", "external": "load", "loop": "loops"}.get(x, x) for x in TERMS}
GOOD = ("#00735c", "#3ccba4")
