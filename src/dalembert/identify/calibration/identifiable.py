"""Which parameters a measurement can tell: columns of J in an order of preference, each kept that the kept ones do not give.

J = [J_k  J_d],   J_d = J_k C:   what is seen is x_k + C x_d, and the directions (−C x_d, x_d) are not.

Two passes: first columns that stand well clear of those before, then any that raise the rank, so that axes that are
parallel but for a hundredth of a degree do not make a set that is hardly seen. [gautier1991], [hollerbach2016]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.calibration.parameter import Parameter

Array = NDArray[np.float64]
_CLEAR = 0.02  # what must be left of a column, of its length, at first
ANY, MEASURED = (
    5e-3,
    1e-4,
)  # and at last: in any posture, where errors of 1e-3 of the arm make rank of none; in those measured
_SHOWN = 3e-3  # coefficients below this come from the errors themselves


@final
@dataclass(frozen=True)
class Unseen:
    """A direction that cannot be told: `parameter` moved by 1 and each of `others` by minus its factor changes nothing."""

    parameter: Parameter
    others: tuple[tuple[Parameter, float], ...]
    where: str = "in any posture"  # or in those measured

    @property
    def words(self) -> str:
        own = self.parameter.words
        if not self.others:
            return f"{own}: not seen {self.where}"
        if len(self.others) == 1:
            other, factor = self.others[0]
            seen = {1.0: "their sum", -1.0: "their difference"}.get(round(factor, 6))
            seen = (
                seen or f"{self.others[0][0].name} {'+' if factor > 0 else '−'} {abs(factor):.4g} {self.parameter.name}"
            )
            return f"{own} and {other.words}: only {seen} is seen{'' if self.where == 'in any posture' else ' ' + self.where}"
        terms = " ".join(f"{_signed(f, self.parameter, p)} ({p.words.removeprefix('the ')})" for p, f in self.others)
        return (
            f"{own}: acts like {terms.removeprefix('+ ')}{'' if self.where == 'in any posture' else ' ' + self.where}"
        )


def _signed(factor: float, of: Parameter, by: Parameter) -> str:
    unit = "" if of.unit == by.unit else f" {by.unit}/{of.unit}"
    size = "" if round(abs(factor), 6) == 1 and not unit else f"{abs(factor):.3g}{unit} × "
    return f"{'+' if factor > 0 else '−'} {size}".rstrip()


def identifiable(
    J: Array, parameters: Sequence[Parameter], units: Array, share: float = ANY
) -> tuple[list[int], list[Unseen]]:
    """(kept, unseen): places of the parameters that can be told one by one, and what becomes of the others.

    J has a column for each parameter, divided by its `units`, so that columns can be compared; `share` is what must be
    left of one, of its length, to count.
    """
    size = np.linalg.norm(J, axis=0)
    largest = float(size.max(initial=0.0))
    kept: list[int] = []
    Q = np.zeros((len(J), 0))
    for least in (_CLEAR, share):
        for k in range(J.shape[1]):
            if k in kept or size[k] <= share * largest:
                continue
            left = J[:, k] - Q @ (Q.T @ J[:, k])
            left -= Q @ (Q.T @ left)
            length = float(np.linalg.norm(left))
            if length > least * size[k]:
                kept.append(k)
                Q = np.column_stack([Q, left / length])
    kept.sort()
    dropped = [k for k in range(J.shape[1]) if k not in kept]
    C = np.linalg.lstsq(J[:, kept], J[:, dropped], rcond=None)[0] if kept else np.zeros((0, len(dropped)))
    where = "in any posture" if share == ANY else "in the postures measured"
    unseen = []
    for c, k in zip(C.T, dropped, strict=True):
        factors = c / units[kept] * units[k]
        others = [(parameters[i], float(f)) for i, f, x in zip(kept, factors, c, strict=True) if abs(x) > _SHOWN]
        unseen.append(Unseen(parameters[k], tuple(others), where))
    return kept, unseen
