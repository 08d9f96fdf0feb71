"""Names as outlines in the type of our pages: the same on every screen and in every program, and measured exactly.

A symbol is an italic letter with an upright index at 75 %, as the formulas have it; anything else is upright text. What
the fonts of the pages do not have is taken from DejaVu Sans.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from dalembert.drawing.path import Path, moved, span
from dalembert.errors import shown
from dalembert.typeset.tree import Symbol

_INDEX, _DROP = 0.75, 0.2  # size of an index, and how far it hangs, in em
_LONGEST = 32  # characters of a name


@dataclass(frozen=True)
class Run:
    """Letters of one face: `upright` or `italic`; an index hangs lower and is smaller."""

    text: str
    face: str = "upright"
    index: bool = False


Letters = tuple[Run, ...]


def word(text: object) -> Letters:
    """A name as it is, on one line, not too long."""
    return (Run(shown(text, _LONGEST)),)


def symbol(x: Symbol) -> Letters:
    """q₁: the letter italic, its index upright."""
    letter = Run(x.letter, "italic")
    return (letter, Run(x.index, "upright", True)) if x.index else (letter,)


def listed(names: list[Letters]) -> Letters:
    """Several names with commas between."""
    made: list[Run] = []
    for k, name in enumerate(names):
        made += [Run(", "), *name] if k else [*name]
    return tuple(made)


def plain(letters: Letters) -> str:
    """As text."""
    return "".join(run.text for run in letters)


def outline(letters: Letters, size: float) -> Path:
    """The outline with its baseline's start at 0, 0."""
    made: list[tuple[Any, ...]] = []
    x = 0.0
    for run in letters:
        em = size * (_INDEX if run.index else 1.0)
        for sign in run.text:
            path, advance = _glyph(sign, run.face)
            made += moved(path, x, size * _DROP if run.index else 0.0, em)
            x += em * advance
    return tuple(made)


def box(letters: Letters, size: float) -> tuple[float, float, float, float]:
    """Left, top, right, bottom about the baseline's start."""
    path = outline(letters, size)
    return span([path]) if path else (0.0, -0.5 * size, 0.0, 0.0)


@cache
def _glyph(sign: str, face: str) -> tuple[Path, float]:
    """The outline of a letter in em, y down, and how far it moves the pen."""
    for font, wanted in _candidates(sign, face):
        name = font.getBestCmap().get(wanted)
        if name is not None:
            pen = _pen(font)
            font.getGlyphSet()[name].draw(pen)
            em = font["head"].unitsPerEm
            return moved(tuple(pen.path), 0.0, 0.0, 1 / em), font["hmtx"][name][0] / em
    return (("M", 0.08, 0.0), ("L", 0.08, -0.6), ("L", 0.5, -0.6), ("L", 0.5, 0.0), ("Z",)), 0.58


def _candidates(sign: str, face: str) -> Any:
    code = ord(sign)
    if face == "italic":
        yield _font("math"), _slanted(sign)
    yield _font("text-regular"), code
    yield _font("math"), code
    yield _fallback(), code


def _slanted(sign: str) -> int:
    """The mathematical italic of a letter."""
    if sign == "h":
        return 0x210E
    if "a" <= sign <= "z":
        return 0x1D44E + ord(sign) - ord("a")
    if "A" <= sign <= "Z":
        return 0x1D434 + ord(sign) - ord("A")
    if "α" <= sign <= "ω":
        return 0x1D6FC + ord(sign) - ord("α")
    if "Α" <= sign <= "Ω":
        return 0x1D6E2 + ord(sign) - ord("Α")
    return ord(sign)


@cache
def _font(name: str) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(str(files("dalembert") / "assets" / "fonts" / f"{name}.ttf"), lazy=True)


@cache
def _fallback() -> Any:
    from fontTools.ttLib import TTFont
    from matplotlib import get_data_path

    return TTFont(f"{get_data_path()}/fonts/ttf/DejaVuSans.ttf", lazy=True)


def _pen(font: Any) -> Any:
    from fontTools.pens.basePen import BasePen

    class Pen(BasePen):  # type: ignore[misc]  # a package without types
        """Writes a glyph as an outline; quadratic curves become cubic ones."""

        def __init__(self) -> None:
            super().__init__(font.getGlyphSet())
            self.path: list[tuple[Any, ...]] = []

        def _moveTo(self, p: Any) -> None:
            self.path.append(("M", p[0], -p[1]))

        def _lineTo(self, p: Any) -> None:
            self.path.append(("L", p[0], -p[1]))

        def _curveToOne(self, a: Any, b: Any, c: Any) -> None:
            self.path.append(("C", a[0], -a[1], b[0], -b[1], c[0], -c[1]))

        def _closePath(self) -> None:
            self.path.append(("Z",))

    return Pen()
