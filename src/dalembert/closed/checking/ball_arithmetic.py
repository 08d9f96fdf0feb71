"""Numbers with 90 digits, for the evaluation of equations at random points.

Two expressions that have equal values at a random point are equal: 60 digits do not agree by chance. The numbers are
complex balls, whose midpoints are used.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, TypeAlias

import flint
from flint import acb, fmpq

from dalembert.graph import Scalar, evaluate
from dalembert.tolerance import POSTURE_DIFFERENCE

Number: TypeAlias = Any  # flint.acb
_BITS = 300


def precise() -> Any:
    """Return a context manager that sets the precision of all numbers."""
    return flint.ctx.workprec(_BITS)


def number(x: Fraction | int) -> Number:
    return acb(fmpq(x.numerator, x.denominator))


def drawn(chance: random.Random) -> Number:
    """Return a random number between 0 and 1."""
    return acb(chance.random())


def size(x: Number) -> float:
    return float(abs(x).mid())


def same(a: Number, b: Number) -> bool:
    return size(a - b) < POSTURE_DIFFERENCE


def evaluated(nodes: Sequence[Scalar], values: Mapping[str, Number]) -> list[Number]:
    """Evaluate expressions for given values of their symbols."""
    own = {name: getattr(acb, name) for name in ("sin", "cos", "sqrt", "exp", "tanh")}
    return evaluate(nodes, values, functions=SimpleNamespace(**own, pi=acb.pi(), sign=_sign), number=number)


def _sign(x: Number) -> Number:
    return acb(1 if float(x.real.mid()) > 0 else -1)
