"""The arithmetic a mechanism's geometry is evaluated in: floats, or many digits when floats leave a doubt.

A length is a number or an expression without symbols, `"sqrt(3)/2"`, and a float means the shortest decimal
that reads as it, so that what is exact on paper is exact here to as many digits as are asked for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.graph import Scalar, evaluate

Array = NDArray[Any]


@dataclass(frozen=True)
class Arithmetic:
    """Functions and the type of a number; arrays hold floats, or objects for any other type."""

    functions: Any
    number: Callable[[Any], Any]
    dtype: Any

    def array(self, entries: Sequence[Scalar]) -> Array:
        """Scalars as a one-dimensional array."""
        return np.array(evaluate(entries, {}, functions=self.functions, number=self.number), dtype=self.dtype)

    def eye(self, size: int) -> Array:
        """Unit matrix."""
        return np.array([[self.number(int(i == j)) for j in range(size)] for i in range(size)], dtype=self.dtype)

    def zeros(self, *shape: int) -> Array:
        return np.full(shape, self.number(0), dtype=self.dtype)

    def length(self, v: Array) -> Any:
        """Euclidean length; in floats without overflow."""
        return math.hypot(*v) if self.dtype is float else self.functions.sqrt(v @ v)


FLOAT = Arithmetic(math, float, float)


def digits(count: int) -> Arithmetic:
    """Arithmetic of `count` decimal digits."""
    import mpmath

    context = mpmath.MPContext()
    context.dps = count

    def number(x: Any) -> Any:
        exact = Fraction(repr(float(x))) if isinstance(x, float) else Fraction(x)
        return context.mpf(exact.numerator) / exact.denominator

    return Arithmetic(context, number, object)
