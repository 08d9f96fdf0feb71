"""Colours of terms, joints and pictures, for white paper and for dark screens.

A kind of term has the same colour in equations, tables and plots. The colours of terms and joints were optimized in the
OKLCH colour space, so that they are distinguishable with any colour vision. The contrast ratio to the page is at least
4.5. From the seventh joint on, the colours repeat with dashed lines.
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


COLOURS = {  # light, dark
    "ink": ("#1b1e24", "#ecedef"),
    "quiet": ("#565d68", "#a9b0ba"),
    "ticks": ("#6e7580", "#8a929d"),
    "line": ("#e2ded5", "#2a2e35"),
    "strong": ("#cfcabf", "#3a404a"),
    "paper": ("#ffffff", "#191c21"),
    "body": ("#e9ecef", "#333941"),
    "joint": ("#f8f9fb", "#23272d"),
    "angle": ("#a33b00", "#ffab7a"),
    "weight": ("#006853", "#6be8a0"),
    "limit": ("#b3261e", "#ff8a7a"),
    "tint": ("#7faee8", "#2c5c97"),
    "inside": ("#d9e6f8", "#20334d"),
    "accent": ("#1b5fcc", "#47c0f9"),
    "x": ("#b3261e", "#ff8a7a"),
    "y": ("#00735c", "#3ccba4"),
    "z": ("#1b5fcc", "#47c0f9"),
}
JOINTS = (
    ("#6f42cb", "#7b78db"),
    ("#08828d", "#4be8b8"),
    ("#a4040c", "#f08199"),
    ("#ad6229", "#e4c123"),
    ("#85046c", "#d7539a"),
    ("#1434a2", "#17aef9"),
)
PAIRS = dict([*COLOURS.values(), *KINDS.values(), *JOINTS, ("#000000", "#ecedef")])  # dark colour for each light colour
INK, QUIET, TICKS, LINE, PAPER, LIMIT = (COLOURS[x][0] for x in ("ink", "quiet", "ticks", "line", "paper", "limit"))


def light(name: str) -> str:
    """Return the colour with the given name for white paper. Explicit colours are returned unchanged."""
    return COLOURS[name][0] if name in COLOURS else name


def rules(dark: bool = False) -> str:
    """Return a style sheet with fill and stroke classes for each colour, such as `f-ink` and `s-ink`."""
    return "".join(
        f".drawing .f-{name}{{fill:{pair[dark]}}}.drawing .s-{name}{{stroke:{pair[dark]}}}"
        for name, pair in COLOURS.items()
    )
