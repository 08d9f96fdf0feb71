"""Elements of a document besides text and tables: figures, drawn once, and quantities in closed form."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from dalembert.closed.derivation.method import MAX_DEPTH, depth
from dalembert.closed.equations import Equations, equations
from dalembert.finding.finding import RobotName
from dalembert.finding.page import TooDeep
from dalembert.robot.model import Robot
from dalembert.typeset import fonts
from dalembert.typeset.block import Block, Figure
from dalembert.typeset.language import Language

Bytes = bytes  # a picture's method is called so


@dataclass(frozen=True, eq=False)
class Picture(Figure):
    """`draw` returns a Matplotlib figure; it is drawn once for every format."""

    name: str
    draw: Callable[[], Any]
    caption: str = ""

    @cached_property
    def figure(self) -> Any:
        import matplotlib

        with matplotlib.rc_context(_lettering()):
            return self.draw()

    @cached_property
    def _made(self) -> dict[tuple[str, int], Bytes]:
        return {}

    def bytes(self, format: str, dpi: int = 160) -> bytes:
        """The picture as svg, png or pdf; the same bytes every time, drawn once."""
        if (format, dpi) not in self._made:
            self._made[format, dpi] = self._saved(format, dpi)
        return self._made[format, dpi]

    def _saved(self, format: str, dpi: int) -> Bytes:
        import matplotlib
        import numpy as np

        stamp: dict[str, Any] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[format]
        buffer = io.BytesIO()
        # Matplotlib projects points at infinity for its 3D axes; NumPy must not warn of it
        drawn = {"svg.hashsalt": self.name, "svg.fonttype": "path", **_lettering()}
        with np.errstate(all="ignore"), matplotlib.rc_context(drawn):
            self.figure.savefig(buffer, format=format, dpi=dpi, metadata=stamp, transparent=format == "svg")
        return buffer.getvalue()


def _lettering() -> dict[str, Any]:
    """Pictures are lettered as the page is."""
    return {"font.family": [*fonts.known_to_matplotlib(), "DejaVu Sans"], "mathtext.fontset": "stix"}


@dataclass(frozen=True)
class Formula:
    """A quantity of `Equations`, written in each language: `Formula(equations(robot), "M", {"digits": 4})`."""

    equations: Equations
    what: str = "tau"
    style: Mapping[str, Any] = field(default_factory=dict)

    def text(self, width: float | None = None) -> str:
        return self.equations.text(self.what, width=width, **self.style) + "\n"

    def blocks(self, language: Language) -> list[Block]:
        return [self.equations.typeset(language, self.what, **self.style)]


def formula(robot: Robot, what: str = "tau", style: Mapping[str, Any] | None = None) -> Formula:
    """A quantity of a robot in closed form, or why there is none that anybody would read."""
    if depth(robot) > MAX_DEPTH:
        raise TooDeep(RobotName(robot.name), depth(robot), MAX_DEPTH).error()
    return Formula(equations(robot), what, style or {})
