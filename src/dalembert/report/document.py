"""A document before it is written: blocks that every language (HTML, Typst, LaTeX, Markdown) knows how to set.

Text in a block is plain and is escaped by the writer. A formula writes itself in each language, exactly, from the same
equations; a picture is drawn once, when it is first asked for.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeAlias

from dalembert.closed.derivation.road import DEEPEST, depth
from dalembert.closed.equations import equations
from dalembert.errors import WrongValue
from dalembert.robot.model import Robot


class Writes(Protocol):
    """What can be written in every language: a derivation, or equations (`Formula`)."""

    def text(self) -> str: ...
    def markdown(self) -> str: ...
    def latex(self) -> str: ...
    def typst(self) -> str: ...
    def html(self) -> str: ...


@dataclass(frozen=True)
class Heading:
    text: str
    level: int = 1


@dataclass(frozen=True)
class Words:
    """A paragraph of plain text."""

    text: str


@dataclass(frozen=True)
class Table:
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""


@dataclass(frozen=True)
class Code:
    source: str
    language: str = "python"


@dataclass(frozen=True)
class Passage:
    """Text with formulas that writes itself."""

    body: Writes


@dataclass(frozen=True, eq=False)
class Picture:
    """`draw` returns a Matplotlib figure; it is drawn once for every format."""

    name: str  # of its file, where the format keeps pictures apart
    draw: Callable[[], Any]
    caption: str = ""

    @cached_property
    def figure(self) -> Any:
        return self.draw()

    def bytes(self, format: str, dpi: int = 160) -> bytes:
        """The picture as svg, png or pdf; the same bytes every time."""
        import matplotlib
        import numpy as np

        stamp: dict[str, Any] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[format]
        buffer = io.BytesIO()
        # Matplotlib projects points at infinity for its 3D axes; NumPy must not warn of it
        with np.errstate(all="ignore"), matplotlib.rc_context({"svg.hashsalt": self.name, "svg.fonttype": "path"}):
            self.figure.savefig(buffer, format=format, dpi=dpi, metadata=stamp)
        return buffer.getvalue()


Block: TypeAlias = Heading | Words | Table | Code | Passage | Picture


@dataclass(frozen=True)
class Document:
    """A title and the blocks below it."""

    title: str
    blocks: tuple[Block, ...]

    @property
    def pictures(self) -> list[Picture]:
        return [block for block in self.blocks if isinstance(block, Picture)]


@dataclass(frozen=True)
class Formula:
    """A quantity of `Equations`, written in each language: `Formula(equations(robot), "M")`."""

    equations: Any
    what: str = "tau"

    def text(self) -> str:
        return str(self.equations.text(self.what)) + "\n"

    def markdown(self) -> str:
        return f"$$\n{self.equations.latex(self.what)}\n$$\n"

    def latex(self) -> str:
        return f"\\[\n{self.equations.latex(self.what)}\n\\]\n"

    def typst(self) -> str:
        return f"$ {self.equations.typst(self.what)} $\n"

    def html(self) -> str:
        return str(self.equations.html(self.what)) + "\n"


def formula(robot: Robot, what: str = "tau") -> Formula:
    """A quantity of a robot in closed form, or why there is none that anybody would read."""
    if depth(robot) > DEEPEST:
        raise WrongValue(
            f"robot '{robot.name}' has {depth(robot)} turning joints one after the other; equations that can be written "
            f"out have at most {DEEPEST}. Take one limb, or inverse_dynamics for numbers"
        )
    return Formula(equations(robot), what)


def joined(parts: Sequence[str]) -> str:
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"
