"""Blocks of a document, independent of the output language: displays, paragraphs, tables, figures.

Display Words Items Table Figure Code Section Beside Passage Document
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from dalembert.typeset.tree import Math


@dataclass(frozen=True)
class Equation:
    """left = … = right; without a left side, a formula alone."""

    left: Math | None
    right: tuple[Math, ...]
    unit: str = ""


@dataclass(frozen=True)
class Display:
    """Equations below each other, their relation signs in line. `kinds`: names of its terms under braces.

    `numbered`: it has a number; words cite it by `name`, as @name.
    """

    equations: tuple[Equation, ...]
    numbered: bool = False
    kinds: bool = False
    name: str = ""


@dataclass(frozen=True)
class Words:
    """A paragraph. `formulas`: text between dollar signs is a formula, and @name the number of a display; of other
    people's words nothing is. `lead`: its first words, which stand out."""

    text: str
    formulas: bool = False
    lead: str = ""


@dataclass(frozen=True)
class Items:
    """Short statements below each other, each behind a mark: – or ✓. Text between dollar signs is a formula.

    `lead`: words before them, of which the first sentence stands out.
    """

    items: tuple[str, ...]
    mark: str = "–"
    lead: str = ""


@dataclass(frozen=True)
class Section:
    """A heading of a level from 1 on; the first one of a document is its title's neighbour."""

    text: str
    level: int = 1
    number: str = ""


@dataclass(frozen=True)
class Table:
    """A table. `formulas`: text between dollar signs is a formula. `align`: l or r of each column, which then share the
    width; by default, columns of numbers are right-aligned. `kinds`: of terms, which colour the heads of columns."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    formulas: bool = False
    align: str = ""
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Code:
    """Source code."""

    source: str
    language: str = "python"


class Figure(ABC):
    """A picture that can be had as svg, png or pdf; `name` is that of its file, where the format keeps pictures apart."""

    name: str
    caption: str

    @abstractmethod
    def bytes(self, format: str) -> bytes: ...


@dataclass(frozen=True)
class Beside:
    """Two columns; `share` of the width for the right one. Where there are no columns, one after the other."""

    left: tuple[Block, ...]
    right: tuple[Block, ...]
    share: float = 0.5


@dataclass(frozen=True)
class Passage:
    """Blocks that are made when the language, and with it the width, is known."""

    make: Callable[[Any], Iterable[Block]]


Block: TypeAlias = Display | Words | Items | Section | Table | Code | Figure | Beside | Passage


@dataclass(frozen=True)
class Document:
    """A title, a line below it, the blocks, and what stands at the foot of the first page."""

    title: str
    blocks: tuple[Block, ...]
    subtitle: str = ""
    foot: str = ""

    @property
    def pictures(self) -> list[Figure]:
        return list(_pictures(self.blocks))


def _pictures(blocks: Iterable[Block]) -> Iterator[Figure]:
    for block in blocks:
        if isinstance(block, Figure):
            yield block
        elif isinstance(block, Beside):
            yield from _pictures((*block.left, *block.right))
