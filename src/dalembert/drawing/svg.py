"""A finished drawing: labels placed without overlap, then written as SVG, PNG or PDF, or shown in notebooks and pages.

Each label is a box. In the order given, each takes the nearest position around its anchor that overlaps no other box; the
rings of candidate positions grow until one is free, so there always is one.
SVG is written here; Matplotlib draws PNG and PDF from the same paths. Colours are attributes, which every program reads,
and classes (`f-ink`, `s-ink`), which a dark page recolours.
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import count
from pathlib import Path as File
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.atomic_file import save
from dalembert.drawing.path import Letters, Path, StyledPath, along, box, line, moved, outline, plain
from dalembert.errors import shown
from dalembert.finding.argument import NotOneOf
from dalembert.finding.finding import Argument, Finding, Identifier, given
from dalembert.tolerance import ROUNDING, SAME_POINT
from dalembert.typeset import palette

Array = NDArray[Any]
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
            raise NotOneOf(Argument("format"), given(format), tuple(map(Identifier, FORMATS))).error()
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
        said = "".join(f"<p>{escape(shown(x, 400))}</p>" for x in self.notes)
        return f'<div class="dalembert-drawing">{_STYLE}{self.svg(0.75 * scale)}{said}</div>'


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
    said = []
    for which, letter in (("fill", "f"), ("stroke", "s")):
        colour = getattr(shape, which)
        if colour in palette.COLOURS:
            classes.append(f"{letter}-{colour}")
        if colour or which == "fill":
            said.append(f'{which}="{palette.light(colour) if colour else "none"}"')
    if shape.stroke:
        said.append(f'stroke-width="{_short(shape.width)}" stroke-linejoin="round"')
        if shape.letters:
            said.append('paint-order="stroke"')
        if shape.cap != "butt":
            said.append(f'stroke-linecap="{shape.cap}"')
        if shape.dash:
            said.append(f'stroke-dasharray="{" ".join(_short(x) for x in shape.dash)}"')
    facts = "".join(_fact(key, value) for key, value in shape.data.items())
    return f'<path class="{" ".join(classes)}" {" ".join(said)}{facts} d="{d}"/>'


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
