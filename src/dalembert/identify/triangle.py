"""Triangles of tall matrices, AᵀA = RᵀR, from blocks of rows.  [golub2013, §5.3]"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_TOGETHER = 4096  # rows that are worth a triangle


def triangle(A: Array) -> Array:
    """R of A = Q R."""
    return np.asarray(np.linalg.qr(A, mode="r"), float)


class Gathered:
    """The triangle of rows that come block by block."""

    def __init__(self, columns: int) -> None:
        self._waiting = [np.zeros((0, columns))]
        self._count = 0

    def add(self, rows: Array) -> None:
        self._waiting.append(rows)
        self._count += len(rows)
        if self._count > _TOGETHER:
            self._waiting, self._count = [self.triangle], 0

    @property
    def triangle(self) -> Array:
        return triangle(np.concatenate(self._waiting))
