"""Vector drawings with paths and non-overlapping labels, written as SVG, PNG or PDF, or shown in notebooks.

Paths lie in the plane of the paper, with y pointing down: M x y, L x y, C x1 y1 x2 y2 x y, Z. An arc is a chain of
Bézier curves. Each curve covers at most a quarter of an ellipse c + a cos t + b sin t. The ends of each curve lie
exactly on the ellipse, and the handle of a curve that spans the angle δ is (4/3) tan(δ/4) times the tangent.

Labels are drawn as glyph outlines. The appearance and the size of labels are therefore the same in every program. A
symbol is an italic letter with an upright index at 75 %, as in formulas. All other text is upright. Glyphs that are
missing from the fonts come from DejaVu Sans. Each label occupies a box. Labels are placed in the given order, at the
position nearest to the anchor without overlap. Candidate positions lie on rings of increasing radius around the anchor.

This module writes SVG, and Matplotlib draws PNG and PDF from the same paths. Colours are stored twice: as attributes,
which every program reads, and as classes (`f-ink`, `s-ink`), which dark web pages redefine.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from itertools import count
from math import dist
from pathlib import Path as File
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dalembert.argument import FilePath, choice
from dalembert.atomic_file import save
from dalembert.errors import shown
from dalembert.finding.finding import Finding
from dalembert.spatial.rotation import norm, normalized
from dalembert.tolerance import NEGLIGIBLE, ROUNDING, SAME_POINT
from dalembert.typeset import fonts, palette
from dalembert.typeset.tree import Symbol, slanted

Array = NDArray[Any]
Command = tuple[Any, ...]  # letter and coordinates
Path = tuple[Command, ...]
Box: TypeAlias = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True)
class StyledPath:
    """Path with fill and stroke colours, which are names in the palette or none.

    `name` identifies the drawn object, and `data` contains additional attributes for the file. Glyph coordinates are
    written with two decimals, and the stroke of a glyph is drawn below the fill.
    """

    path: Path
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.8
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    name: str = ""
    data: dict[str, str] = field(default_factory=dict)
    letters: bool = False


Shapes: TypeAlias = list[StyledPath]


def line(*points: Any, closed: bool = False) -> Path:
    """Return a path of straight lines that connect points."""
    made: list[Command] = [("L" if k else "M", float(p[0]), float(p[1])) for k, p in enumerate(points)]
    return (*made, ("Z",)) if closed else tuple(made)


def arc(centre: Any, a: Any, b: Any, start: float, end: float, *, first: str = "M") -> Path:
    """Return the arc c + a cos t + b sin t from t = start to end, in either direction."""
    c, a, b = (np.asarray(x, dtype=float) for x in (centre, a, b))
    pieces = max(1, int(np.ceil(abs(end - start) / (np.pi / 2) - NEGLIGIBLE)))
    t = np.linspace(start, end, pieces + 1)
    handle = 4 / 3 * np.tan((end - start) / pieces / 4)
    at = c + np.outer(np.cos(t), a) + np.outer(np.sin(t), b)
    along = handle * (np.outer(np.cos(t), b) - np.outer(np.sin(t), a))
    made: list[Command] = [(first, *map(float, at[0]))]
    for k in range(pieces):
        made.append(("C", *map(float, (*(at[k] + along[k]), *(at[k + 1] - along[k + 1]), *at[k + 1]))))
    return tuple(made)


def ellipse(centre: Any, a: Any, b: Any) -> Path:
    """Return a closed ellipse with semi-axes a and b."""
    return (*arc(centre, a, b, 0.0, 2 * np.pi), ("Z",))


def circle(centre: Any, radius: float) -> Path:
    return ellipse(centre, (radius, 0.0), (0.0, radius))


def across(u: Array) -> Array:
    """Rotate a vector in the plane of the paper by a quarter turn."""
    return np.array([-u[1], u[0]])


def head(tip: Array, along: Array, size: float, colour: str) -> StyledPath:
    """Return an arrowhead that ends at `tip` and points in the given direction."""
    u = size * normalized(along)
    back, v = tip - u, 0.36 * across(u)
    return StyledPath(line(tip, back + v, tip - 0.72 * u, back - v, closed=True), colour, None, name="head")


def moved(path: Path, x: float, y: float, scale: float = 1.0) -> Path:
    return tuple((c[0], *(scale * v + (x, y)[k % 2] for k, v in enumerate(c[1:]))) for c in path)


def corners(path: Path) -> Array:
    """Return all points of a path, including control points. The convex hull of these points contains the path."""
    found = [c[k : k + 2] for c in path for k in range(1, len(c), 2)]
    return np.array(found, dtype=float).reshape(-1, 2)


def span(paths: Iterable[Path]) -> Box:
    """Compute the bounding box of paths: left, top, right, bottom."""
    points = np.concatenate([corners(x) for x in paths])
    low, high = points.min(axis=0), points.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def along(path: Path, step: float = 4.0) -> Array:
    """Sample a path with a spacing of at most `step`. Curves are represented by end points and midpoints."""
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
            count = int(dist(here, there) / step) + 2
            found.extend(np.linspace(here, there, count))
        here = there
    return np.array(found, dtype=float).reshape(-1, 2)


_INDEX, _DROP = 0.75, 0.2  # size and vertical offset of an index, in em
_LONGEST = 32  # characters of a name


@dataclass(frozen=True)
class GlyphRun:
    """Letters in one font face, `upright` or `italic`. An index is smaller and set below the baseline."""

    text: str
    face: str = "upright"
    index: bool = False


Letters = tuple[GlyphRun, ...]


def word(text: object) -> Letters:
    """Convert a name to a single line of letters of limited length."""
    return (GlyphRun(shown(text, _LONGEST)),)


def symbol(x: Symbol) -> Letters:
    """Convert a symbol such as q₁ to letters: an italic letter and an upright index."""
    letter = GlyphRun(x.letter, "italic")
    return (letter, GlyphRun(x.index, "upright", True)) if x.index else (letter,)


def listed(names: list[Letters]) -> Letters:
    """Convert several names to letters, separated by commas."""
    made: list[GlyphRun] = []
    for k, name in enumerate(names):
        made += [GlyphRun(", "), *name] if k else [*name]
    return tuple(made)


def plain(letters: Letters) -> str:
    """Convert letters to plain text."""
    return "".join(run.text for run in letters)


def outline(letters: Letters, size: float) -> Path:
    """Return the outline of letters whose baseline starts at (0, 0)."""
    made: list[Command] = []
    x = 0.0
    for run in letters:
        em = size * (_INDEX if run.index else 1.0)
        for sign in run.text:
            path, advance = _glyph(sign, run.face)
            made += moved(path, x, size * _DROP if run.index else 0.0, em)
            x += em * advance
    return tuple(made)


def box(letters: Letters, size: float) -> Box:
    """Compute the bounding box of letters relative to the start of the baseline: left, top, right, bottom."""
    path = outline(letters, size)
    return span([path]) if path else (0.0, -0.5 * size, 0.0, 0.0)


@cache
def _glyph(sign: str, face: str) -> tuple[Path, float]:
    """Return the outline of a letter, in ems with y pointing downwards, and its advance width."""
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
    from matplotlib import get_data_path

    yield _font("DejaVuSans", f"{get_data_path()}/fonts/ttf"), code


@cache
def _font(name: str, folder: str | None = None) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(f"{folder or fonts.folder()}/{name}.ttf", lazy=True)


def _pen(font: Any) -> Any:
    from fontTools.pens.basePen import BasePen

    class Pen(BasePen):  # type: ignore[misc]  # a package without types
        """Pen that records a glyph as a path. Quadratic curves are converted to cubic curves."""

        def __init__(self) -> None:
            super().__init__(font.getGlyphSet())
            self.path: list[Command] = []

        def _moveTo(self, p: Any) -> None:
            self.path.append(("M", p[0], -p[1]))

        def _lineTo(self, p: Any) -> None:
            self.path.append(("L", p[0], -p[1]))

        def _curveToOne(self, a: Any, b: Any, c: Any) -> None:
            self.path.append(("C", a[0], -a[1], b[0], -b[1], c[0], -c[1]))

        def _closePath(self) -> None:
            self.path.append(("Z",))

    return Pen()


GAP = 1.6  # smallest distance between boxes in points
_ELSEWHERE = 3.0  # cost of a label position that is nearer to another labelled object
_TURNS = np.linspace(0, 2 * np.pi, 24, endpoint=False)


@dataclass(frozen=True, eq=False)
class Label:
    """Label of a drawing: letters, anchor point, distance from the anchor, and preferred side."""

    letters: Letters
    anchor: Any
    off: float = 4.0
    side: Any = (0.0, 0.0)
    size: float = 10.0
    colour: str = "ink"
    of: str = ""  # labelled object


Drawn: TypeAlias = tuple[Shapes, list[Label]]


@dataclass(frozen=True, eq=False)
class PlacedLabel:
    """Placed label with the start of the baseline and the box: left, top, right, bottom."""

    name: Label
    x: float
    y: float
    box: Box

    @property
    def leader(self) -> tuple[Array, Array] | None:
        """Leader line from a distant label to the labelled object, or None."""
        anchor = np.asarray(self.name.anchor, dtype=float)
        nearest = np.clip(anchor, self.box[:2], self.box[2:])
        off = norm(anchor - nearest)
        return (anchor, nearest + (anchor - nearest) * min(1.0, 1.5 / off)) if off > self.name.off + 9 else None


def placed(names: Sequence[Label], shapes: Sequence[StyledPath], taken: Sequence[Box] = ()) -> list[PlacedLabel]:
    """Place all labels of a drawing. `taken` contains boxes that are already occupied."""
    drawn = marks(shapes)
    boxes = list(taken)
    anchors = np.array([x.anchor for x in names], dtype=float).reshape(-1, 2)
    found = []
    for k, name in enumerate(names):
        made = _place(name, drawn, boxes, np.delete(anchors, k, axis=0))
        boxes.append(made.box)
        found.append(made)
    return found


def meet(a: Any, b: Any, gap: float = 0.0) -> bool:
    """Return whether two boxes overlap or are closer than `gap`."""
    return bool(a[0] < b[2] + gap and b[0] < a[2] + gap and a[1] < b[3] + gap and b[1] < a[3] + gap)


def _place(name: Label, drawn: Array, boxes: list[Any], others: Array) -> PlacedLabel:
    left, top, right, bottom = box(name.letters, name.size)
    half = np.array([(right - left) / 2, (bottom - top) / 2])
    anchor, side = np.asarray(name.anchor, dtype=float), normalized(np.asarray(name.side, dtype=float))
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
    """Count the anchors of other labels that are closer to a label box than the label's own anchor."""
    off = np.linalg.norm(others - np.clip(others, where[:2], where[2:]), axis=1)
    own = norm(anchor - np.clip(anchor, where[:2], where[2:]))
    return float(np.count_nonzero((off < own) & (np.linalg.norm(others - anchor, axis=1) > SAME_POINT)))


def _hidden(drawn: Array, where: Any) -> float:
    """Compute how much of the drawing a box covers. Filled areas have a larger weight."""
    return float(drawn[inside(drawn[:, :2], where, 1), 2].sum())


def inside(points: Array, box: Any, gap: Any) -> Array:
    """Return a mask of the points inside a box that is enlarged by `gap`, a number or one number per direction."""
    low, high = np.subtract(box[:2], gap), np.add(box[2:], gap)
    return np.asarray(np.all((points > low) & (points < high), axis=1))


def marks(shapes: Sequence[StyledPath]) -> Array:
    """Return weighted sample points of the drawing. A thick stroke is represented by parallel lines."""
    found = [np.zeros((0, 3))]
    for shape in shapes:
        points = along(shape.path)
        rows = [points]
        if shape.width > 3 and shape.stroke:
            way = np.gradient(points, axis=0)
            across = np.column_stack([-way[:, 1], way[:, 0]]) / (np.linalg.norm(way, axis=1, keepdims=True) + ROUNDING)
            rows += [points + share * shape.width * across for share in (-0.5, -0.2, 0.2, 0.5)]
        weight = np.full(len(points), 1.0 if shape.stroke or shape.fill else 0.0)
        found += [np.column_stack([x, weight]) for x in rows]
    return np.concatenate(found)


FORMATS = ("svg", "png", "pdf")
HALO = 2.4  # width in points of the blank halo around letters


@dataclass(frozen=True, eq=False)
class Drawing:
    """Drawing that consists of paths and labels.

    `box` is (left, top, width, height) in points. `data` contains attributes of the drawing as a whole.
    """

    title: str
    shapes: tuple[StyledPath, ...] = field(repr=False)
    box: Box
    data: dict[str, str] = field(default_factory=dict, repr=False)
    notes: tuple[Finding, ...] = ()  # warnings about the drawing

    def svg(self, scale: float = 1.0) -> str:
        """Return the picture as an SVG file or as an SVG element for a web page. One unit equals one point."""
        _, _, width, height = self.box
        facts = "".join(_fact(key, value) for key, value in self.data.items())
        size = f'width="{_short(scale * width)}pt" height="{_short(scale * height)}pt"'
        view = " ".join(_short(x) for x in self.box)
        start = f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing" {size} viewBox="{view}" role="img"{facts}>'
        body = "\n".join(_element(x) for x in self.shapes)
        return f"{start}\n<title>{escape(self.title)}</title>\n{body}\n</svg>\n"

    def bytes(self, format: str, dpi: int = 160) -> bytes:
        """Return the picture as bytes in the format svg, png or pdf. Identical pictures give identical bytes."""
        if choice(format, "format", FORMATS) == "svg":
            return ('<?xml version="1.0" encoding="utf-8"?>\n' + self.svg()).encode()
        buffer = io.BytesIO()
        stamp: dict[str, Any] = {"CreationDate": None} if format == "pdf" else {}
        self.figure().savefig(buffer, format=format, dpi=dpi, metadata=stamp)
        return buffer.getvalue()

    def save(self, path: FilePath, dpi: int = 300) -> File:
        """Write the picture to a file. The suffix selects the format: .svg, .png or .pdf."""
        return save(path, self.bytes(File(path).suffix[1:].lower(), dpi), overwrite=True)

    def savefig(self, target: Any, format: str = "svg", dpi: int = 160, **_: Any) -> None:
        """Write the picture to a file, like the method `savefig` of Matplotlib figures."""
        target.write(self.bytes(format, dpi))

    def figure(self) -> Any:
        """Return a Matplotlib figure of the same size that shows the picture."""
        from matplotlib.figure import Figure

        made = Figure(figsize=(self.box[2] / 72, self.box[3] / 72))
        self.draw(made.add_axes((0, 0, 1, 1)))
        return made

    def draw(self, ax: Any) -> None:
        """Draw the picture on Matplotlib axes, and set the units of the axes to points."""
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
        """Return the picture for notebooks with light and dark colours."""
        return self.html()

    def html(self, scale: float = 4 / 3) -> str:
        """Return the picture as an HTML fragment, with `scale` pixels per point."""
        words = "".join(f"<p>{escape(shown(x, 400))}</p>" for x in self.notes)
        return f'<div class="dalembert-drawing">{_STYLE}{self.svg(0.75 * scale)}{words}</div>'


def lettered(x: PlacedLabel) -> Shapes:
    """Return the paths of a placed label: letters with a halo in the background colour, and the leader line."""
    path = moved(outline(x.name.letters, x.name.size), x.x, x.y)
    data = {"label": plain(x.name.letters), "box": " ".join(_short(v) for v in x.box)}
    if x.name.of:
        data["of"] = x.name.of
    leader = [StyledPath(line(*x.leader), None, x.name.colour, 0.4, name="leader")] if x.leader else []
    return [*leader, StyledPath(path, x.name.colour, "paper", 2 * HALO, name="label", data=data, letters=True)]


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
_STYLE = (  # dark if the notebook is dark, otherwise white paper
    "<style>.dalembert-drawing{display:inline-block}.dalembert-drawing svg{max-width:100%;height:auto}"
    ".dalembert-drawing p{margin:.2em 0;max-width:36em;font-size:.85em;opacity:.75}"
    "[data-jp-theme-light=false]{" + _DARK + "}.vscode-dark{" + _DARK + "}</style>"
)
