"""A finished picture: shapes on a sheet of so many points, to be had as SVG, PNG and PDF, in notebooks and pages.

SVG is written here, PNG and PDF are drawn by Matplotlib from the same outlines. Colours stand as attributes, which every
program reads, and as classes (`f-ink`, `s-ink`), by which a page in the dark gives them others.
"""

from __future__ import annotations

import io
import os
from dataclasses import dataclass, field
from html import escape
from pathlib import Path as File
from typing import Any

from dalembert.drawing import palette
from dalembert.drawing.letter import Letters, outline, plain
from dalembert.drawing.path import Path, Shape, line, moved
from dalembert.drawing.place import Placed
from dalembert.errors import WrongValue, shown
from dalembert.file import save

FORMATS = ("svg", "png", "pdf")
HALO = 2.4  # points of paper around letters


@dataclass(frozen=True, eq=False)
class Sheet:
    """`box` is left, top, width, height in points; `data` are facts about the whole picture."""

    title: str
    shapes: tuple[Shape, ...]
    box: tuple[float, float, float, float]
    data: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()  # what a reader of the picture has to know and cannot see

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
            raise WrongValue(f"a picture is kept as {', '.join(FORMATS)}; got '{format}'")
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


def lettered(x: Placed) -> list[Shape]:
    """A name on a halo of paper."""
    path = moved(outline(x.name.letters, x.name.size), x.x, x.y)
    data = {"label": plain(x.name.letters), "box": " ".join(_short(v) for v in x.box)}
    if x.name.of:
        data["of"] = x.name.of
    leader = [Shape(line(*x.leader), None, x.name.colour, 0.4, name="leader")] if x.leader else []
    return [*leader, Shape(path, x.name.colour, "paper", 2 * HALO, name="label", data=data, letters=True)]


def text(letters: Letters, x: float, y: float, size: float = 10.0, colour: str = "ink") -> Shape:
    """Letters with their baseline's start at x, y."""
    return Shape(moved(outline(letters, size), x, y), colour, None, name="label", letters=True)


def _element(shape: Shape) -> str:
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
