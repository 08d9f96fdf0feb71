"""Where everything lies in the state of a simulation.

x = (q, θ | q̇, θ̇ | z | w)    y = (q, θ),   z = bristles and currents,   w = the energy balance: work of motors, loss in
friction, work of outside wrenches, and where loops are closed again after each step the work of that

The only place that knows it: `x[..., layout.qd]` of an array, `x[layout.qd]` of a list of symbols.
"""

from __future__ import annotations

from dataclasses import dataclass

LEDGER = ("motor", "friction", "external", "projection")


@dataclass(frozen=True)
class Layout:
    """`nq` coordinates and `nv` rates of the links, `elastic` motors behind springs, `nz` bristles and currents."""

    nq: int
    nv: int
    elastic: int = 0
    nz: int = 0
    closed: bool = False  # there are loops

    @property
    def _moving(self) -> int:
        return self.nq + self.nv + 2 * self.elastic + self.nz

    @property
    def q(self) -> slice:
        return slice(0, self.nq)

    @property
    def theta(self) -> slice:
        return slice(self.nq, self.nq + self.elastic)

    @property
    def y(self) -> slice:
        return slice(0, self.nq + self.elastic)

    @property
    def qd(self) -> slice:
        return slice(self.y.stop, self.y.stop + self.nv)

    @property
    def thetad(self) -> slice:
        return slice(self.qd.stop, self.qd.stop + self.elastic)

    @property
    def yd(self) -> slice:
        return slice(self.y.stop, self.thetad.stop)

    @property
    def motion(self) -> slice:
        """y and ẏ."""
        return slice(0, self.yd.stop)

    @property
    def z(self) -> slice:
        return slice(self.yd.stop, self.yd.stop + self.nz)

    @property
    def ledger(self) -> slice:
        return slice(self.z.stop, self.size)

    @property
    def bound(self) -> int:
        """Entries of the energy balance that loops need."""
        return int(self.closed)

    @property
    def lost(self) -> int:
        """Entry of the energy balance for losses in friction and impacts."""
        return self._moving + LEDGER.index("friction")

    @property
    def projected(self) -> int:
        """Entry of the energy balance for the projection after each step."""
        return self._moving + LEDGER.index("projection")

    @property
    def size(self) -> int:
        """Entries of x."""
        return self._moving + len(LEDGER) - 1 + self.bound
