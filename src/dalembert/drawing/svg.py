"""Vector drawings: paths in points, labels placed without overlap, written as SVG, PNG or PDF, or shown in notebooks.

Paths in the plane of the paper, y down: M x y, L x y, C x1 y1 x2 y2 x y, Z. An arc is a chain of Bézier curves of at most a
quarter of an ellipse c + a cos t + b sin t. Its ends lie on the ellipse exactly, and the handle of a piece of angle δ is
(4/3) tan(δ/4) of its tangent.

Labels are outlines of glyphs in the fonts of our pages: the same on every screen and in every program, and measured
exactly. A symbol is an italic letter with an upright index at 75 %, as in the formulas; anything else is upright text.
Glyphs that these fonts do not have are taken from DejaVu Sans. Each label is a box. In the order given, each takes the
nearest position around its anchor that overlaps no other box; the rings of candidate positions grow until one is free, so
there always is one.

SVG is written here; Matplotlib draws PNG and PDF from the same paths. Colours are attributes, which every program reads,
and classes (`f-ink`, `s-ink`), which a dark page recolours.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib.resources import files
from itertools import count
from pathlib import Path as File
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.atomic_file import save
from dalembert.errors import shown
from dalembert.finding.finding import Argument, Finding, Identifier, given
from dalembert.tolerance import NEGLIGIBLE, ROUNDING, SAME_POINT
from dalembert.typeset import palette
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


GAP = 1.6  # points between boxes, at least
_ELSEWHERE = 3.0  # cost of a place that is nearer to what another name is of
_TURNS = np.linspace(0, 2 * np.pi, 24, endpoint=False)


@dataclass(frozen=True, eq=False)
class Label:
    """Letters, the point they belong to, how far from it they start, and the side where they would best stand."""

    letters: Letters
    anchor: Any
    off: float = 4.0
    side: Any = (0.0, 0.0)
    size: float = 10.0
    colour: str = "ink"
    of: str = ""  # what it names


@dataclass(frozen=True, eq=False)
class PlacedLabel:
    """A name with the start of its baseline and its box: left, top, right, bottom."""

    name: Label
    x: float
    y: float
    box: tuple[float, float, float, float]

    @property
    def leader(self) -> tuple[Array, Array] | None:
        """From a name that stands far off to what it names."""
        anchor = np.asarray(self.name.anchor, dtype=float)
        nearest = np.clip(anchor, self.box[:2], self.box[2:])
        off = float(np.linalg.norm(anchor - nearest))
        return (anchor, nearest + (anchor - nearest) * min(1.0, 1.5 / off)) if off > self.name.off + 9 else None


def placed(
    names: Sequence[Label], shapes: Sequence[StyledPath], taken: Sequence[tuple[float, ...]] = ()
) -> list[PlacedLabel]:
    """Every name at its place; `taken` are boxes that are there already."""
    drawn = marks(shapes)
    boxes = [tuple(x) for x in taken]
    anchors = np.array([x.anchor for x in names], dtype=float).reshape(-1, 2)
    found = []
    for k, name in enumerate(names):
        made = _place(name, drawn, boxes, np.delete(anchors, k, axis=0))
        boxes.append(made.box)
        found.append(made)
    return found


def meet(a: Any, b: Any, gap: float = 0.0) -> bool:
    """Whether two boxes overlap or come nearer than `gap`."""
    return bool(a[0] < b[2] + gap and b[0] < a[2] + gap and a[1] < b[3] + gap and b[1] < a[3] + gap)


def _place(name: Label, drawn: Array, boxes: list[Any], others: Array) -> PlacedLabel:
    left, top, right, bottom = box(name.letters, name.size)
    half = np.array([(right - left) / 2, (bottom - top) / 2])
    anchor, side = np.asarray(name.anchor, dtype=float), np.asarray(name.side, dtype=float)
    side = side / (float(np.linalg.norm(side)) or 1.0)
    best: tuple[float, Any] | None = None
    for ring in count():
        off = name.off + 3.5 * ring
        for turn in _TURNS:
            u = np.array([np.cos(turn), np.sin(turn)])
            middle = anchor + u * (off + float(np.abs(u) @ half))
            where = (*(middle - half), *(middle + half))
            if any(meet(where, x, GAP) for x in boxes):
                continue
            cost = 2.2 * ring + 2.5 * (1 - float(u @ side)) + 1.3 * _hidden(drawn, where)
            cost += _ELSEWHERE * _nearer(where, anchor, others)
            if best is None or cost < best[0]:
                best = (cost, middle)
        if best is not None and 2.2 * ring > best[0]:
            break
    assert best is not None
    (x0, y0), (x1, y1) = (best[1] - half).tolist(), (best[1] + half).tolist()
    return PlacedLabel(name, x0 - left, y0 - top, (x0, y0, x1, y1))


def _nearer(where: Any, anchor: Array, others: Array) -> float:
    """How many things of other names are nearer to a box than its own."""
    off = np.linalg.norm(others - np.clip(others, where[:2], where[2:]), axis=1)
    own = float(np.linalg.norm(anchor - np.clip(anchor, where[:2], where[2:])))
    return float(np.count_nonzero((off < own) & (np.linalg.norm(others - anchor, axis=1) > SAME_POINT)))


def _hidden(drawn: Array, where: Any) -> float:
    """How much of the drawing is under a box; what is filled weighs more."""
    inside = (drawn[:, 0] > where[0] - 1) & (drawn[:, 0] < where[2] + 1)
    inside &= (drawn[:, 1] > where[1] - 1) & (drawn[:, 1] < where[3] + 1)
    return float(drawn[inside, 2].sum())


def marks(shapes: Sequence[StyledPath]) -> Array:
    """Points of what is drawn, with weights: thick strokes as lines side by side."""
    found = [np.zeros((0, 3))]
    for shape in shapes:
        points = along(shape.path)
        if not len(points):
            continue
        weight = 1.0 if shape.stroke or shape.fill else 0.0
        found.append(np.column_stack([points, np.full(len(points), weight)]))
        if shape.width > 3 and shape.stroke:
            way = np.gradient(points, axis=0)
            across = np.column_stack([-way[:, 1], way[:, 0]]) / (np.linalg.norm(way, axis=1, keepdims=True) + ROUNDING)
            for share in (-0.5, -0.2, 0.2, 0.5):
                aside = points + share * shape.width * across
                found.append(np.column_stack([aside, np.full(len(points), weight)]))
    return np.concatenate(found)


FORMATS = ("svg", "png", "pdf")
HALO = 2.4  # points of paper around letters


@dataclass(frozen=True, eq=False)
class Drawing:
    """`box` is left, top, width, height in points; `data` are facts about the whole picture."""

    title: str
    shapes: tuple[StyledPath, ...]
    box: tuple[float, float, float, float]
    data: dict[str, str] = field(default_factory=dict)
    notes: tuple[Finding, ...] = ()  # what a reader of the picture has to know and cannot see

    def svg(self, scale: float = 1.0) -> str:
        """The picture as a file of its own, or an element of a page; one unit is a point."""
        _, _, width, height = self.box
        facts = "".join(_fact(key, value) for key, value in self.data.items())
        size = f'width="{_short(scale * width)}pt" height="{_short(scale * height)}pt"'
        view = " ".join(_short(x) for x in self.box)
        start = f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing" {size} viewBox="{view}" role="img"{facts}>'
        body = "\n".join(_element(x) for x in self.shapes)
        return f"{start}\n<title>{escape(self.title)}</title>\n{body}\n</svg>\n"

    def bytes(self, format: str, dpi: int = 160) -> bytes:
        """The picture as svg, png or pdf; the same bytes every time."""
        if format not in FORMATS:
            raise finding.NotOneOf(Argument("format"), given(format), tuple(map(Identifier, FORMATS))).error()
        if format == "svg":
            return ('<?xml version="1.0" encoding="utf-8"?>\n' + self.svg()).encode()
        buffer = io.BytesIO()
        figure = self.figure()
        stamp: dict[str, Any] = {"CreationDate": None} if format == "pdf" else {}
        figure.savefig(buffer, format=format, dpi=dpi, metadata=stamp)
        return buffer.getvalue()

    def save(self, path: str | os.PathLike[str], dpi: int = 300) -> File:
        """Write the picture; its format is that of the name: .svg, .png or .pdf."""
        return save(path, self.bytes(File(path).suffix[1:].lower(), dpi), overwrite=True)

    def savefig(self, target: Any, format: str = "svg", dpi: int = 160, **_: Any) -> None:
        """As a figure of Matplotlib has it, for those who take either."""
        target.write(self.bytes(format, dpi))

    def figure(self) -> Any:
        """A figure of Matplotlib of the same size that shows it."""
        from matplotlib.figure import Figure

        made = Figure(figsize=(self.box[2] / 72, self.box[3] / 72))
        axes = made.add_axes((0, 0, 1, 1))
        self.draw(axes)
        return made

    def draw(self, ax: Any) -> None:
        """Draw on axes of Matplotlib, whose units become points."""
        from matplotlib.patches import PathPatch

        left, top, width, height = self.box
        for k, shape in enumerate(self.shapes):
            layers = [(None, shape.stroke), (shape.fill, None)] if shape.letters else [(shape.fill, shape.stroke)]
            for fill, stroke in layers:
                patch = PathPatch(
                    _matplotlib(shape.path),
                    facecolor=palette.light(fill) if fill else "none",
                    edgecolor=palette.light(stroke) if stroke else "none",
                    linewidth=shape.width if stroke else 0.0,
                    linestyle=(0, tuple(x / shape.width for x in shape.dash)) if shape.dash else "-",
                    capstyle=shape.cap,
                    joinstyle="round",
                    zorder=1 + k / len(self.shapes),
                    clip_on=False,
                )
                ax.add_patch(patch)
        ax.set_xlim(left, left + width)
        ax.set_ylim(top + height, top)
        ax.set_aspect("equal")
        ax.set_axis_off()

    def _repr_html_(self) -> str:
        """For notebooks, light and dark."""
        return self.html()

    def html(self, scale: float = 4 / 3) -> str:
        """A fragment of a page, `scale` pixels a point."""
        words = "".join(f"<p>{escape(shown(x, 400))}</p>" for x in self.notes)
        return f'<div class="dalembert-drawing">{_STYLE}{self.svg(0.75 * scale)}{words}</div>'


def lettered(x: PlacedLabel) -> list[StyledPath]:
    """A name on a halo of paper."""
    path = moved(outline(x.name.letters, x.name.size), x.x, x.y)
    data = {"label": plain(x.name.letters), "box": " ".join(_short(v) for v in x.box)}
    if x.name.of:
        data["of"] = x.name.of
    leader = [StyledPath(line(*x.leader), None, x.name.colour, 0.4, name="leader")] if x.leader else []
    return [*leader, StyledPath(path, x.name.colour, "paper", 2 * HALO, name="label", data=data, letters=True)]


def text(letters: Letters, x: float, y: float, size: float = 10.0, colour: str = "ink") -> StyledPath:
    """Letters with their baseline's start at x, y."""
    return StyledPath(moved(outline(letters, size), x, y), colour, None, name="label", letters=True)


def _element(shape: StyledPath) -> str:
    digits = 2 if shape.letters else 10
    d = " ".join(" ".join([c[0], *(_number(v, digits) for v in c[1:])]) for c in shape.path)
    classes = [shape.name] if shape.name else []
    words = []
    for which, letter in (("fill", "f"), ("stroke", "s")):
        colour = getattr(shape, which)
        if colour in palette.COLOURS:
            classes.append(f"{letter}-{colour}")
        if colour or which == "fill":
            words.append(f'{which}="{palette.light(colour) if colour else "none"}"')
    if shape.stroke:
        words.append(f'stroke-width="{_short(shape.width)}" stroke-linejoin="round"')
        if shape.letters:
            words.append('paint-order="stroke"')
        if shape.cap != "butt":
            words.append(f'stroke-linecap="{shape.cap}"')
        if shape.dash:
            words.append(f'stroke-dasharray="{" ".join(_short(x) for x in shape.dash)}"')
    facts = "".join(_fact(key, value) for key, value in shape.data.items())
    return f'<path class="{" ".join(classes)}" {" ".join(words)}{facts} d="{d}"/>'


def _fact(key: str, value: str) -> str:
    return f' data-{key}="{escape(shown(value, 200))}"'


def _number(x: float, digits: int) -> str:
    text = f"{x:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _short(x: float) -> str:
    return _number(x, 3)


def _matplotlib(path: Path) -> Any:
    from matplotlib.path import Path as Outline

    codes, points = [], []
    for c in path:
        if c[0] == "Z":
            codes.append(Outline.CLOSEPOLY)
            points.append((0.0, 0.0))
        else:
            codes += [{"M": Outline.MOVETO, "L": Outline.LINETO, "C": Outline.CURVE4}[c[0]]] * (len(c) // 2)
            points += [c[k : k + 2] for k in range(1, len(c), 2)]
    return Outline(points or [(0.0, 0.0)], codes or None)


_DARK = palette.rules(dark=True)
_STYLE = (  # where a notebook says that it is dark; where it says nothing, the paper is white
    "<style>.dalembert-drawing{display:inline-block}.dalembert-drawing svg{max-width:100%;height:auto}"
    ".dalembert-drawing p{margin:.2em 0;max-width:36em;font-size:.85em;opacity:.75}"
    "[data-jp-theme-light=false]{" + _DARK + "}.vscode-dark{" + _DARK + "}</style>"
)
