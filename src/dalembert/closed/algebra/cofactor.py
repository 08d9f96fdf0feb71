"""Minors of a matrix over a ring, by expansion along the first row; shared minors are computed once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.algebra.ring import Ring


def minor(ring: Ring, M: Sequence[Sequence[Poly]], rows: Iterable[int], columns: Iterable[int]) -> Poly:
    """The determinant of the part of M in these rows and columns."""
    known: dict[tuple[tuple[int, ...], tuple[int, ...]], Poly] = {}

    def expand(r: tuple[int, ...], c: tuple[int, ...]) -> Poly:
        if not r:
            return ring.one
        if (r, c) not in known:
            total = ring.zero
            for i, j in enumerate(c):
                if M[r[0]][j]:
                    part = ring.mul(M[r[0]][j], expand(r[1:], c[:i] + c[i + 1 :]))
                    total = total + part if i % 2 == 0 else total - part
            known[r, c] = total
        return known[r, c]

    return expand(tuple(rows), tuple(columns))


def adjugate(ring: Ring, M: Sequence[Sequence[Poly]], i: int, j: int) -> Poly:
    """det M · (M⁻¹)_ij = (−1)^(i+j) minor without row j and column i."""
    n = range(len(M))
    part = minor(ring, M, [k for k in n if k != j], [k for k in n if k != i])
    return part if (i + j) % 2 == 0 else -part
