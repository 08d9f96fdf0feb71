"""Data of the figures of a fit: torques before and after, spectra of residuals, friction curves, inertia ellipsoids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import compile
from dalembert.errors import UnboundSymbol
from dalembert.identification.linear_model import contact_efforts
from dalembert.identification.log import Log
from dalembert.robot.inertia import Inertia, Principal

if TYPE_CHECKING:
    from dalembert.identification.fit import Fit

Array = NDArray[np.float64]


@final
@dataclass(frozen=True, eq=False)
class Torques:
    """t (N,), and (N, n): measured, by the robot that was given (None where it has symbols), and by the fit."""

    t: Array
    measured: Array
    before: Array | None
    after: Array


@final
@dataclass(frozen=True, eq=False)
class FrictionCurve:
    """Friction of a coordinate: points (q̇, τ − what links and rotors ask for), and the fitted curve over q̇."""

    rate: Array
    effort: Array
    curve_rate: Array
    curve_effort: Array


@final
@dataclass(frozen=True, eq=False)
class InertiaEllipsoid:
    """A link: mass, centre of mass, and principal moments with their axes."""

    mass: float
    com: tuple[float, float, float]
    principal: Principal


def torques(fit: Fit, log: Log) -> Torques:
    """Measured, before and after."""
    before: Array | None
    try:
        before = np.asarray(compile(fit.given, "inverse_dynamics")(log.q, log.qd, log.qdd))
        before = before - contact_efforts(fit.given, log)
    except UnboundSymbol:
        before = None
    return Torques(log.t, log.tau, before, fit.predict(log))


def spectrum(fit: Fit, log: Log) -> tuple[Array, Array]:
    """(frequencies [Hz], power of each joint's residual [effort²/Hz], (F, n))."""
    from scipy.signal import welch

    left = np.nan_to_num(log.recorded - fit.predict(log))
    f, power = welch(left.T, fs=1 / log.period, nperseg=min(1024, len(log)))
    return f, np.asarray(power.T)


def friction(fit: Fit, log: Log, coordinate: str, points: int = 200) -> FrictionCurve:
    """The friction of a coordinate as the log shows it and as it was fitted."""
    k = fit.given.coordinate(coordinate).qd
    own = fit.design.inertial + len(fit.design.rotors)
    x = np.array(fit.estimate.x)
    x[own:] = 0.0
    rigid = (fit.design.rows(log) @ x).T + fit.design.known(log)
    fastest = float(np.nanmax(np.abs(log.qd[:, k])))
    v = np.linspace(-fastest, fastest, points)
    first = int(np.argmax(np.isfinite(log.q).all(1) & np.isfinite(log.qd).all(1)))
    q, qd = (np.tile(x[first], (points, 1)) for x in (log.q, log.qd))
    qd[:, k] = v
    x = np.array(fit.estimate.x)
    x[:own] = 0.0
    still = Log(np.arange(float(points)), q, qd, np.zeros_like(qd), np.zeros_like(qd))
    curve = (fit.design.rows(still)[k]) @ x
    return FrictionCurve(log.qd[:, k], log.tau[:, k] - rigid[:, k], v, curve)


def ellipsoids(fit: Fit) -> dict[str, tuple[InertiaEllipsoid | None, InertiaEllipsoid]]:
    """{link: (before, after)} of links with mass; None before where there was none."""
    found = {}
    for old, new in zip(fit.given.links, fit.robot.links, strict=True):
        after = _ellipsoid(new.inertia)
        if after is not None:
            found[new.name] = (_ellipsoid(old.inertia), after)
    return found


def _ellipsoid(inertia: Inertia) -> InertiaEllipsoid | None:
    try:
        body = inertia.numeric()
    except UnboundSymbol:
        return None
    if not body.mass > 0:
        return None
    x, y, z = body.com
    return InertiaEllipsoid(float(body.mass), (float(x), float(y), float(z)), body.principal())
