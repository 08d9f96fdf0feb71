"""A table too wide for the page, as several that are not: its first column stands in each. One too long says what it leaves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from dalembert.typeset.block import Table

_MOST = 100  # rows
_GAP = 8.0  # pt between two columns
_NARROW, _SMALL, _FIGURE, _CAPITAL, _FOREIGN = (
    2.9,
    4.3,
    4.75,
    6.4,
    28.0,
)  # pt of a sign; LaTeX writes foreign ones U+94FE
_MARKUP = re.compile(r"[${}_^\\]|(?<=\\)[a-z]+")


def fitted(x: Table, width: float | None) -> Iterator[Table]:
    """The table in parts that a page holds, or as many of its rows as anybody reads."""
    if len(x.rows) > _MOST:
        left = f"The first {_MOST} of {len(x.rows)} rows."
        x = replace(x, rows=x.rows[:_MOST], caption=f"{x.caption} {left}".strip())
    yield from _narrowed(x, width)


def _narrowed(x: Table, width: float | None) -> Iterator[Table]:
    """The table in as many parts as a page of this width, in pt, asks for; one that shares the width by words is left."""
    taken = [max(_wide(row[k]) for row in (x.head, *x.rows)) + _GAP for k in range(len(x.head))]
    room = (width or 425.0) + _GAP
    if not x.align or sum(taken) <= room:
        yield x
        return
    part: list[int] = []
    caption = x.caption
    for k in range(1, len(taken)):
        if part and taken[0] + sum(taken[i] for i in part) + taken[k] > room:
            yield _of(x, [0, *part], caption)
            part, caption = [], "The same, continued."
        part.append(k)
    yield _of(x, [0, *part], caption)


def _of(x: Table, columns: list[int], caption: str) -> Table:
    head, *rows = (tuple(row[k] for k in columns) for row in (x.head, *x.rows))
    kinds = tuple(x.kinds[k] for k in columns) if x.kinds else ()
    return replace(
        x, head=head, rows=tuple(rows), caption=caption, align="".join(x.align[k] for k in columns), kinds=kinds
    )


def _wide(text: str) -> float:
    """A cell on paper, in pt."""
    plain = _MARKUP.sub("", text)
    return sum(
        _NARROW if x in "ijltfr.,;:'|()[] \u00a0/" else _FIGURE if x.isdigit() else _SMALL if x.islower() else
        _FOREIGN if x > "\u2e7f" else _CAPITAL
        for x in plain
    )  # fmt: skip
