"""The same mechanics written in base parameters: M11 = ZZ1R + ZZ2R + zz3 + 2 lmx2R cos q2.  [briot]"""

from __future__ import annotations

from functools import cached_property

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.algebra.ring import Ring
from dalembert.closed.base_parameters import BaseParameters
from dalembert.closed.model.mechanics import Mechanics, Parameter


class BaseForm(Mechanics):
    """Closed forms in which each base parameter is a symbol. U is that of the moving parts, up to a constant."""

    def __init__(self, base: BaseParameters) -> None:
        self.base = base
        original = base.mechanics
        super().__init__(original.robot, original.coordinates, original.wrench)

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

    @cached_property
    def _factors(self) -> dict[int, Poly]:
        return {x.parameter: self.ring.lift(x.factor) for x in self.base}

    def inertia_of(self, p: int) -> dict[tuple[int, int], Poly]:
        factor = self._factors.get(p, self.ring.one)
        return {place: x // factor for place, x in super().inertia_of(p).items()}

    def potential_of(self, p: int) -> Poly:
        ring = self.ring
        return ring.moving_part(super().potential_of(p)) // self._factors.get(p, ring.one)
