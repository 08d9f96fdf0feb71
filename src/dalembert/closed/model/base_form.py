"""The same mechanics written in base parameters: M11 = ZZ1R + ZZ2R + zz3 + 2 lmx2R cos q2.  [briot]"""

from __future__ import annotations

from functools import cached_property

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.algebra.ring import Ring
from dalembert.closed.base_parameters import BaseParameters
from dalembert.closed.model.mechanics import Mechanics, Parameter
from dalembert.closed.model.regrouping import Form


class BaseForm(Mechanics):
    """Closed forms in which each base parameter is a symbol. U is that of the moving parts, up to a constant."""

    def __init__(self, base: BaseParameters) -> None:
        self.base = base
        original = base.mechanics
        super().__init__(original.robot, original.coordinates, original.wrench, original.largest)

    @cached_property
    def ring(self) -> Ring:
        return self.base.ring.extended(symbols=self.base.names)

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """Base parameters in the place of those they were grouped with; the others, and zeros, are gone."""
        names = {x.parameter: x.name for x in self.base if x.value}
        return tuple(
            Parameter(x.body, x.which, self.ring.symbol(names[p]) if p in names else self.ring.zero)
            for p, x in enumerate(self.base.mechanics.parameters)
        )

    @cached_property
    def inertial_symbols(self) -> list[str]:
        return list(self.base.names)

    def inertia_of(self, p: int) -> dict[tuple[int, int], Poly]:
        total: dict[tuple[int, int], Poly] = {}
        for k, share, length in self._columns(p):
            for place, x in super().inertia_of(k).items():
                total[place] = total.get(place, self.ring.zero) + self.ring.mul(share, x // length)
        return {place: x for place, x in total.items() if x}

    def potential_of(self, p: int) -> Poly:
        ring = self.ring
        parts = [
            ring.mul(share, ring.moving_part(super(BaseForm, self).potential_of(k)) // length)
            for k, share, length in self._columns(p)
        ]
        return sum(parts, ring.zero)

    def _columns(self, p: int) -> list[tuple[int, Poly, Poly]]:
        """(parameter, its share, the length its column is divided by) of all that a base parameter multiplies."""
        shares = self._shares.get(p, {p: self.base.ring.one})
        lift, length = self.ring.lift, self.base.columns.length
        return [(k, lift(share), lift(length(k))) for k, share in shares.items()]

    @cached_property
    def _shares(self) -> dict[int, Form]:
        return {x.parameter: x.shares for x in self.base}
