"""The pattern of a matrix that is too wide to be written out: M₁₁ M₁₂ 0 …, with zeros and short entries in their places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from dalembert.closed.printing.atom import Sum

Grid: TypeAlias = tuple[tuple[Sum, ...], ...]
_SIMPLE = 24  # denominators up to here are written as fractions


def pattern(
    names: Mapping[tuple[int, int], Sum],
    entries: Mapping[tuple[int, int], Sum],
    rows: int,
    columns: int,
    symmetric: bool,
) -> Grid:
    """What stands where; `names` and `entries` by row and column from 1, of a symmetric matrix the upper half."""

    def placed(i: int, j: int) -> Sum:
        at = (min(i, j), max(i, j)) if symmetric else (i, j)
        if at not in names:
            return Sum()
        return entries[at] if is_short(entries[at]) else names[at]

    return tuple(tuple(placed(i, j) for j in range(1, columns + 1)) for i in range(1, rows + 1))


def is_short(x: Sum | Grid) -> bool:
    """Whether an entry of a matrix is as good as a name: one product of at most two factors, and no decimals."""
    if not isinstance(x, Sum) or len(x.products) != 1:
        return False
    (one,) = x.products
    return one.coefficient.denominator <= _SIMPLE and sum(e for _, e in one.factors) <= 2
