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
    """Equation left = … = right; without a left side, it is a single formula."""

    left: Math | None
    right: tuple[Math, ...]
    unit: str = ""


@dataclass(frozen=True)
class Display:
    """Equations below each other, with aligned relation signs. With `kinds`, braces under the terms name their kinds.

    With `numbered`, the display has a number, which sentences cite as @name, by its `name`.
    """

    equations: tuple[Equation, ...]
    numbered: bool = False
    kinds: bool = False
    name: str = ""


@dataclass(frozen=True)
class Words:
    """Paragraph of text. With `formulas`, text between dollar signs is a formula and @name is the number of a display; use False
    for text from users. `lead` is an emphasized beginning."""

    text: str
    formulas: bool = False
    lead: str = ""


@dataclass(frozen=True)
class Items:
    """Short statements below each other, each after a mark: – or ✓. Text between dollar signs is a formula.

    `lead` is text before the list, whose first sentence is emphasized.
    """

    items: tuple[str, ...]
    mark: str = "–"
    lead: str = ""


@dataclass(frozen=True)
class Section:
    """Heading of a level, counted from 1; the first heading of a document directly follows the title."""

    text: str
    level: int = 1
    number: str = ""


@dataclass(frozen=True)
class Table:
    """Table of texts. With `formulas`, text between dollar signs is a formula. `align` is l or r for each column, and the
    columns then share the width; by default, columns of numbers are right-aligned. `kinds` are kinds of terms, which colour the
    heads of columns."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    formulas: bool = False
    align: str = ""
    kinds: tuple[str, ...] = ()

    @property
    def columns(self) -> list[tuple[str, ...]]:
        """Texts of each column, its head first."""
        return list(zip(self.head, *self.rows, strict=True))

    @property
    def longest(self) -> list[int]:
        """Number of characters of the longest text of each column."""
        return [max(map(len, x)) for x in self.columns]


@dataclass(frozen=True)
class Code:
    """Source code of a Python program."""

    source: str


class Figure(ABC):
    """Picture that can be produced as svg, png or pdf; `name` is its file name in formats that store pictures separately."""

    name: str
    caption: str

    @abstractmethod
    def bytes(self, format: str) -> bytes: ...


@dataclass(frozen=True)
class Beside:
    """Two columns; `share` is the width of the right one. In formats without columns, the right column follows the left one."""

    left: tuple[Block, ...]
    right: tuple[Block, ...]
    share: float = 0.5


@dataclass(frozen=True)
class Passage:
    """Blocks that are created when the language and the page width are known."""

    make: Callable[[Any], Iterable[Block]]


Block: TypeAlias = Display | Words | Items | Section | Table | Code | Figure | Beside | Passage
Blocks: TypeAlias = Iterator[Block]


@dataclass(frozen=True)
class Document:
    """Document: a title, a line below it, the blocks, and a text at the foot of the first page."""

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
