"""What joints rub with, as columns of a linear model: τ_f = Σ f_k φ_k(q̇).

viscous      fv q̇
coulomb      fc sign q̇
asymmetric   fv⁺ q̇⁺ + fc⁺ [q̇ > 0] + fv⁻ q̇⁻ − fc⁻ [q̇ < 0]         in place of both
stribeck     (fs − fc) e^−(q̇/vs)² sign q̇                          vs is searched for      [armstrong1994]
load         fl |τ_load| sign q̇                                   τ_load from the model   [hamon2010]
offset       a constant effort
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import UnknownName, WrongValue, did_you_mean

Array = NDArray[np.float64]
KINDS = ("viscous", "coulomb", "asymmetric", "stribeck", "load")


def _forwards(v: Array) -> Array:
    return (v > 0).astype(float)


def _backwards(v: Array) -> Array:
    return (v < 0).astype(float)


PLAIN: dict[str, tuple[tuple[str, Callable[[Array], Array]], ...]] = {
    "viscous": (("fv{}", lambda v: v),),
    "coulomb": (("fc{}", np.sign),),
    "asymmetric": (
        ("fv{}+", lambda v: v * _forwards(v)),
        ("fc{}+", _forwards),
        ("fv{}-", lambda v: v * _backwards(v)),
        ("fc{}-", lambda v: -_backwards(v)),
    ),
    "offset": (("offset{}", np.ones_like),),
}


@final
@dataclass(frozen=True)
class Friction:
    """The kinds that are fitted, and whether an offset is."""

    kinds: tuple[str, ...]
    offset: bool

    @property
    def terms(self) -> tuple[tuple[str, Callable[[Array], Array]], ...]:
        """(name with a place for the coordinate's number, column of its rate) of what needs the rate alone."""
        named = (*self.kinds, *(("offset",) if self.offset else ()))
        return tuple(term for kind in named for term in PLAIN.get(kind, ()))


def friction_of(given: str | None, offset: bool) -> Friction:
    """Kinds from "viscous+coulomb", "asymmetric", "viscous+coulomb+stribeck", "none"."""
    kinds = [] if given in (None, "", "none") else [x.strip() for x in str(given).split("+")]
    for kind in kinds:
        if kind not in KINDS:
            raise UnknownName(f"friction '{kind}' is not known{did_you_mean(kind, KINDS)}; join several with +")
    if "asymmetric" in kinds and {"viscous", "coulomb"} & set(kinds):
        raise WrongValue("asymmetric friction stands in place of viscous and coulomb; give it without them")
    if "stribeck" in kinds and not {"coulomb", "asymmetric"} & set(kinds):
        raise WrongValue("the Stribeck curve comes down to Coulomb friction: give friction='viscous+coulomb+stribeck'")
    return Friction(tuple(kinds), offset and "asymmetric" not in kinds)
