"""Base parameters that a robot's own structure makes dependent: XX2R = −ZZ2R for a rod.

    τ = Σ_j Ĉ_j β_j,   β_j = Σ_k b_jk β_k with b_jk of lengths alone   ⇒   τ = Σ_k (Ĉ_k + Σ_j b_jk Ĉ_j) β_k

The columns Ĉ are independent already (`dependence`). Where the β, as combinations of masses and inertias
with coefficients in the lengths, are not, each dependent one is told by the others, and as many products
are left as the torques have rank: states against masses.   [gautier1990]
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

from dalembert.closed.algebra.dependence import Column, Dependence, split
from dalembert.closed.algebra.generator import Poly
from dalembert.closed.algebra.ring import Ring

Told: TypeAlias = dict[int, tuple[Poly, Poly]]  # β_j = Σ_k (numerator / denominator) β_k


@dataclass(frozen=True)
class Value:
    """A base parameter's value, and how gladly it is kept: the lowest `rank` first."""

    parameter: int
    element: Poly
    rank: int


def told_by_others(ring: Ring, values: Sequence[Value], lengths: Set[str]) -> dict[int, Told]:
    """{dependent parameter: its combination of those kept}. `lengths` are the symbols of the geometry."""
    varies = ring.holding({g.name for g in ring.generators if g.is_symbol} - lengths)
    inertial = [x for x in values if _holds(x.element, varies)]
    inertial.sort(key=lambda x: (len(x.element), _degree(x.element, varies), x.rank, x.parameter))
    columns: list[Column] = []
    for x in inertial:
        columns.append({})
        split(ring, "value", x.element, columns[-1], varies)
    dependence = Dependence(ring, columns)
    kept = set(dependence.independent)
    return {
        x.parameter: {inertial[k].parameter: b for k, b in dependence.combination(j).items()}
        for j, x in enumerate(inertial)
        if j not in kept
    }


def _holds(p: Poly, varies: Sequence[bool]) -> bool:
    return any(e and v for e, v in zip(p.degrees(), varies, strict=True))


def _degree(p: Poly, varies: Sequence[bool]) -> int:
    """The largest degree of a term in lengths: what is kept should not have to be divided by them."""
    return max(sum(int(e) for e, v in zip(m, varies, strict=True) if not v) for m in p.to_dict())
