"""Paths in the plane of the paper, in points, y down: M x y, L x y, C x1 y1 x2 y2 x y, Z; and text as paths.

An arc is a chain of Bézier curves of at most a quarter of an ellipse c + a cos t + b sin t. Its ends lie on the ellipse
exactly, and the handle of a piece of angle δ is (4/3) tan(δ/4) of its tangent.

Labels are outlines of glyphs in the fonts of our pages: the same on every screen and in every program, and measured
exactly. A symbol is an italic letter with an upright index at 75 %, as in the formulas; anything else is upright text.
Glyphs that these fonts do not have are taken from DejaVu Sans.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import shown
from dalembert.tolerance import NEGLIGIBLE
from dalembert.typeset.tree import Symbol, slanted

Array = NDArray[Any]
Path = tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class StyledPath:
    """An outline with its paint: `fill` and `stroke` are names of the palette, or none; `name` is what it shows, `data`
    the facts a reader of the file may want. Letters are written with two decimals, their stroke under their fill."""

    path: Path
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.8
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    name: str = ""
    data: dict[str, str] = field(default_factory=dict)
    letters: bool = False


def line(*points: Any, closed: bool = False) -> Path:
    """Straight from point to point."""
    made: list[tuple[Any, ...]] = [("L" if k else "M", float(p[0]), float(p[1])) for k, p in enumerate(points)]
    return (*made, ("Z",)) if closed else tuple(made)


def arc(centre: Any, a: Any, b: Any, start: float, end: float, *, first: str = "M") -> Path:
    """c + a cos t + b sin t from t = start to end, turning either way."""
    c, a, b = (np.asarray(x, dtype=float) for x in (centre, a, b))
    pieces = max(1, int(np.ceil(abs(end - start) / (np.pi / 2) - NEGLIGIBLE)))
    t = np.linspace(start, end, pieces + 1)
    handle = 4 / 3 * np.tan((end - start) / pieces / 4)
    at = c + np.outer(np.cos(t), a) + np.outer(np.sin(t), b)
    along = handle * (np.outer(np.cos(t), b) - np.outer(np.sin(t), a))
    made: list[tuple[Any, ...]] = [(first, *map(float, at[0]))]
    for k in range(pieces):
        made.append(("C", *map(float, (*(at[k] + along[k]), *(at[k + 1] - along[k + 1]), *at[k + 1]))))
    return tuple(made)


def ellipse(centre: Any, a: Any, b: Any) -> Path:
    """Closed, with half axes a and b."""
    return (*arc(centre, a, b, 0.0, 2 * np.pi), ("Z",))


def circle(centre: Any, radius: float) -> Path:
    return ellipse(centre, (radius, 0.0), (0.0, radius))


def head(tip: Any, along: Any, size: float = 5.0) -> Path:
    """An arrow's head that ends at `tip` and points along."""
    p, u = np.asarray(tip, dtype=float), np.asarray(along, dtype=float)
    u = u / (float(np.linalg.norm(u)) or 1.0)
    v = np.array([-u[1], u[0]])
    return line(p, p - size * u + 0.36 * size * v, p - 0.72 * size * u, p - size * u - 0.36 * size * v, closed=True)


def moved(path: Path, x: float, y: float, scale: float = 1.0) -> Path:
    return tuple((c[0], *(scale * v + (x, y)[k % 2] for k, v in enumerate(c[1:]))) for c in path)


def corners(path: Path) -> Array:
    """Every point of an outline, those of its handles too: what it spans contains it."""
    found = [c[k : k + 2] for c in path for k in range(1, len(c), 2)]
    return np.array(found, dtype=float).reshape(-1, 2)


def span(paths: Iterable[Path]) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    points = np.concatenate([corners(x) for x in paths])
    low, high = points.min(axis=0), points.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def along(path: Path, step: float = 4.0) -> Array:
    """Points of an outline not farther than `step` apart; curves by their ends and middles."""
    found: list[Sequence[float]] = []
    here: Any = (0.0, 0.0)
    for c in path:
        if c[0] == "Z":
            continue
        there = c[-2:]
        if c[0] == "C":
            p = np.array([here, c[1:3], c[3:5], there], dtype=float)
            t = np.linspace(0, 1, max(3, int(np.abs(p[3] - p[0]).max() / step) + 2))[:, None]
            b = (1 - t) ** 3 * p[0] + 3 * (1 - t) ** 2 * t * p[1] + 3 * (1 - t) * t**2 * p[2] + t**3 * p[3]
            found.extend(b)
        elif c[0] == "L":
            count = int(float(np.hypot(there[0] - here[0], there[1] - here[1])) / step) + 2
            found.extend(np.linspace(here, there, count))
        here = there
    return np.array(found, dtype=float).reshape(-1, 2)


_INDEX, _DROP = 0.75, 0.2  # size of an index, and how far it hangs, in em
_LONGEST = 32  # characters of a name


@dataclass(frozen=True)
class GlyphRun:
    """Letters of one face: `upright` or `italic`; an index hangs lower and is smaller."""

    text: str
    face: str = "upright"
    index: bool = False


Letters = tuple[GlyphRun, ...]


def word(text: object) -> Letters:
    """A name as it is, on one line, not too long."""
    return (GlyphRun(shown(text, _LONGEST)),)


def symbol(x: Symbol) -> Letters:
    """q₁: the letter italic, its index upright."""
    letter = GlyphRun(x.letter, "italic")
    return (letter, GlyphRun(x.index, "upright", True)) if x.index else (letter,)


def listed(names: list[Letters]) -> Letters:
    """Several names with commas between."""
    made: list[GlyphRun] = []
    for k, name in enumerate(names):
        made += [GlyphRun(", "), *name] if k else [*name]
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
        yield _font("math"), ord(slanted(sign))
    yield _font("text-regular"), code
    yield _font("math"), code
    yield _fallback(), code


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
