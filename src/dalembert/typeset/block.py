"""Building blocks of a document, such as displayed equations, paragraphs, tables and figures.

Blocks do not depend on the output language.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from dalembert.typeset.tree import Math


@dataclass(frozen=True)
class Equation:
    """Chain of equalities left = … = right, or a single formula if there is no left-hand side."""

    left: Math | None
    right: tuple[Math, ...]
    unit: str = ""


@dataclass(frozen=True)
class Display:
    """Displayed equations, one below the other, with aligned relation signs.

    If `kinds` is True, braces under the terms show the physical kinds. If `numbered` is True, the display has a number,
    and @name in a sentence refers to this number.
    """

    equations: tuple[Equation, ...]
    numbered: bool = False
    kinds: bool = False
    name: str = ""


@dataclass(frozen=True)
class Words:
    """Paragraph of text.

    If `formulas` is True, text between dollar signs is a formula, and @name is replaced by the number of a display.
    Pass `formulas=False` for text from users. `lead` is emphasized text at the beginning.
    """

    text: str
    formulas: bool = False
    lead: str = ""


@dataclass(frozen=True)
class Items:
    """Bulleted list of short statements; text between dollar signs is a formula.

    `mark` is the bullet, such as – or ✓. `lead` is text before the list. The first sentence of `lead` is emphasized.
    """

    items: tuple[str, ...]
    mark: str = "–"
    lead: str = ""


@dataclass(frozen=True)
class Section:
    """Section heading at a level from 1 upwards.

    Level 1 is the level directly below the title of the document.
    """

    text: str
    level: int = 1
    number: str = ""


@dataclass(frozen=True)
class Table:
    """Table of texts with a head row and a caption.

    If `formulas` is True, text between dollar signs is a formula. `align` contains l or r for each column and prevents
    text in cells from wrapping. By default, columns of numbers are right-aligned and long text wraps. `kinds` contains
    the kind of term in each column, which determines the colour of the column head.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    formulas: bool = False
    align: str = ""
    kinds: tuple[str, ...] = ()

    @property
    def columns(self) -> list[tuple[str, ...]]:
        """Texts of each column, starting with the column head."""
        return list(zip(self.head, *self.rows, strict=True))

    @property
    def longest(self) -> list[int]:
        """Length of the longest text in each column, in characters."""
        return [max(map(len, x)) for x in self.columns]


@dataclass(frozen=True)
class Code:
    """Source code of a Python program."""

    source: str


class Figure(ABC):
    """Picture that can be written as svg, png or pdf.

    `name` is the file name in output formats that store pictures separately.
    """

    name: str
    caption: str

    @abstractmethod
    def bytes(self, format: str) -> bytes: ...


@dataclass(frozen=True)
class Beside:
    """Two columns of blocks.

    `share` is the width of the right column relative to the page width. In formats without columns, the right column
    follows the left column.
    """

    left: tuple[Block, ...]
    right: tuple[Block, ...]
    share: float = 0.5


@dataclass(frozen=True)
class Passage:
    """Blocks that are created when the output language and the page width are known."""

    make: Callable[[Any], Iterable[Block]]


Block: TypeAlias = Display | Words | Items | Section | Table | Code | Figure | Beside | Passage
Blocks: TypeAlias = Iterator[Block]


@dataclass(frozen=True)
class Document:
    """Document with a title, a subtitle, blocks, and a text at the foot of the first page."""

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
