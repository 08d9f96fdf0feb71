"""Fonts of documents: Dalembert Text and Dalembert Math, which are subsets of STIX Two.

    src/dalembert/assets/fonts/*.woff2   fonts of HTML pages, embedded as data: URLs; created by `tools/fonts.py`
    src/dalembert/assets/fonts/*.ttf     the same fonts for Typst and Matplotlib
    src/dalembert/assets/fonts/OFL.txt   licence of these fonts
    src/dalembert/assets/fonts/screen/   fonts of interactive pages, which are subsets of Inter and IBM Plex Mono; created
                                         by `tools/screen_fonts.py`

In these fonts, subscripts and superscripts are set at 75 % of the text size, and second-level scripts at 70 %.
Therefore, no glyph on a page is smaller than 7 pt.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from importlib.resources import files

TEXT, MATH = "Dalembert Text", "Dalembert Math"
FAMILIES = f"{MATH}, STIX Two Math, Latin Modern Math, Cambria Math, math"  # fonts of the document first
_FACES = (  # file, family, style, weights
    ("math", MATH, "normal", "400"),
    ("text-regular", TEXT, "normal", "400"),
    ("text-italic", TEXT, "italic", "400"),
    ("text-semibold", TEXT, "normal", "600 700"),
)
SCREEN, MONO = "Dalembert Screen", "Dalembert Mono"
_SCREEN = (
    ("math", MATH, "normal", "400", ""),
    ("screen/screen", SCREEN, "normal", "400 600", ""),
    ("screen/screen-greek", SCREEN, "normal", "400 600", "U+391-3C9"),
    ("screen/mono", MONO, "normal", "400", ""),
)


def folder() -> str:
    """Return the directory that contains the font files."""
    return str(files("dalembert") / "assets" / "fonts")


@cache
def known_to_matplotlib() -> tuple[str, ...]:
    """Register the fonts with Matplotlib, and return the font families for text in pictures."""
    from matplotlib.font_manager import fontManager

    for file, *_ in _FACES:
        fontManager.addfont(f"{folder()}/{file}.ttf")
    return TEXT, MATH


@cache
def faces(family: str = "") -> str:
    """Return CSS rules with embedded font files, for one or all font families."""
    return "\n".join(_face(*x) for x in _FACES if family in ("", x[1]))


@cache
def screen_faces() -> str:
    """Return CSS rules with embedded font files for the fonts of interactive pages."""
    return "\n".join(_face(*x) for x in _SCREEN)


def _face(file: str, family: str, style: str, weight: str, letters: str = "") -> str:
    data = b64encode((files("dalembert") / "assets" / "fonts" / f"{file}.woff2").read_bytes()).decode()
    source = f'url("data:font/woff2;base64,{data}") format("woff2")'
    only = f" unicode-range: {letters};" if letters else ""
    return f'@font-face {{ font-family: "{family}"; font-style: {style}; font-weight: {weight}; src: {source};{only} }}'
