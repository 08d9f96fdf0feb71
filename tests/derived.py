"""Compare one equation of a derivation with what a lecture prints."""

from __future__ import annotations

from typing import Any

import sympy as sp

import dalembert as da


def same(derivation: da.types.Derivation, left: str, expected: Any) -> None:
    """The first equation named `left` has this right side, as an identity."""
    got = derivation.find(left).sympy()
    difference = sp.Matrix([got]) - sp.Matrix([expected])
    assert difference.applyfunc(lambda x: sp.trigsimp(sp.expand(x))).is_zero_matrix, (left, got)
