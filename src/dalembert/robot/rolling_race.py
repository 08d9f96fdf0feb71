"""Rolling race: bodies of equal mass and radius roll down an incline without slipping.

Let I = k m r² be the moment of inertia about the rolling axis, s the distance along the incline, and β the slope angle.
Then

    (m + I/r²) s̈ = m g sin β,   so   s̈ = g sin β / (1 + k),   t = √(2 s (1 + k) / (g sin β)).

Mass and radius cancel out. The times depend only on k and are proportional to √(1 + k). [deluca]
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dalembert import finding
from dalembert.argument import real
from dalembert.drawing import chart
from dalembert.finding.finding import Function, SymbolName
from dalembert.graph import evaluate, symbols
from dalembert.robot import body
from dalembert.robot.inertia import Inertia
from dalembert.typeset.label import label
from dalembert.typeset.notebook_display import Displayed, card
from dalembert.typeset.palette import INK, QUIET

BODIES: dict[str, Callable[[float, float], Inertia]] = {
    "solid sphere": lambda r, m: body.sphere(r, mass=m),
    "solid cylinder": lambda r, m: body.cylinder(r, r, mass=m),
    "spherical shell": lambda r, m: body.shell(r, mass=m),
    "ring": lambda r, m: body.ring(r, mass=m),
}  # rolling about x


@dataclass(frozen=True)
class Runner(Displayed):
    """Body in the race, with the factor k = I/(m r²), the time [s] until the finish."""

    name: str
    k: float
    time: float


@dataclass(frozen=True)
class Race(Displayed):
    """Result of a rolling race, with the runners in the order of arrival."""

    runners: tuple[Runner, ...]
    length: float
    incline: float
    gravity: float

    def _repr_html_(self) -> str:
        rows = [(x.name, f"{x.k:.4g}", f"{x.time:.4g} s") for x in self.runners]
        return card(
            "Rolling race",
            heads=("body", "k = I/(m r²)", "time"),
            rows=rows,
            figures=[self.plot().figure._repr_html_()],
        )

    @property
    def order(self) -> tuple[str, ...]:
        return tuple(runner.name for runner in self.runners)

    def plot(self, axes: Any = None) -> Any:
        """Plot the distance of each runner over time, up to the finish. Return the Matplotlib axes."""
        import numpy as np

        if axes is None:
            axes = chart.figure(340.0, 220.0).add_subplot()
        chart.tidy(axes, f"way along the incline of {math.degrees(self.incline):.3g}° / m", "time / s")
        for k, runner in enumerate(self.runners):
            t = np.linspace(0, runner.time, 100)
            way = _acceleration(runner.k, self.incline, self.gravity) * t**2 / 2
            text = f"{label(runner.name)}, k = {runner.k:.3g}, {runner.time:.3f} s"
            axes.plot(t, way, linewidth=1.0, **chart.of_joint(k), label=text)
        axes.axhline(self.length, color=QUIET, linewidth=0.8)
        axes.legend(frameon=False, prop=chart.letters(), labelcolor=INK)
        return axes


def shape_factor(inertia: Inertia, radius: float) -> float:
    """Compute k = I/(m r²) about the x axis, the rolling axis."""
    moment, mass = inertia.tensor[0], inertia.mass
    names = sorted(symbols((moment, mass)))
    if names:
        raise finding.UnboundSymbols(None, tuple(map(SymbolName, names)), Function("shape_factor")).error()
    moment, mass = evaluate((moment, mass), {})
    m, r = real(mass, "mass", above=0, unit="kg"), real(radius, "radius", above=0, unit="m")
    return float(moment / (m * r**2))


def rolling_time(k: float, length: float, incline: float, gravity: float = 9.81) -> float:
    """Compute the rolling time t = √(2 s (1 + k) / (g sin β)) from rest, for s in m and β in rad."""
    return math.sqrt(2 * real(length, "length", above=0, unit="m") / _acceleration(k, incline, gravity))


def rolling_race(
    bodies: Mapping[str, Inertia] | None = None,
    *,
    length: float = 1.0,
    incline: float = math.radians(10),
    radius: float = 0.05,
    mass: float = 1.0,
    gravity: float = 9.81,
) -> Race:
    """Compare the times of bodies that roll down an incline from rest.

    Parameters
    ----------
    bodies : mapping of str to Inertia, optional
        Bodies that roll about x. Default: a solid sphere, a solid cylinder, a spherical shell and a ring.
    length : float
        Length of the incline, in m.
    incline : float
        Angle of the incline, in rad.
    radius : float
        Radius of the bodies, in m.
    mass : float
        Mass of the default bodies, in kg.
    gravity : float
        Gravitational acceleration, in m/s².

    Returns
    -------
    Race
        Runners in the order of arrival, each with its time in s.

    Examples
    --------
    >>> import dalembert as da
    >>> for runner in da.teaching.rolling_race().runners:
    ...     print(f"{runner.name:15}  {runner.time:.3f} s")
    solid sphere     1.282 s
    solid cylinder   1.327 s
    spherical shell  1.399 s
    ring             1.532 s
    """
    runners = bodies or {name: make(real(radius, "radius", above=0, unit="m"), mass) for name, make in BODIES.items()}
    ks = {name: shape_factor(inertia, radius) for name, inertia in runners.items()}
    race = (Runner(name, k, rolling_time(k, length, incline, gravity)) for name, k in ks.items())
    return Race(tuple(sorted(race, key=lambda runner: runner.time)), length, incline, gravity)


def _acceleration(k: float, incline: float, gravity: float) -> float:
    slope = real(incline, "incline", above=0, unit="rad")
    g = real(gravity, "gravity", above=0, unit="m/s²")
    return g * math.sin(real(slope, "incline", upper=math.pi / 2, unit="rad")) / (1 + real(k, "k", lower=0))
