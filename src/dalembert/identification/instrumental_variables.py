"""Instrumental variables: noise in q̈ shrinks what least squares makes of inertia; columns without it do not.

    x = (ZᵀΩW)⁻¹ ZᵀΩτ,   C = (ZᵀΩW)⁻¹ ZᵀΩZ (WᵀΩZ)⁻¹,   Ω = diag 1/σ_j²                                    [janot2014]

Z has the same columns as W, at the commanded motion if the robot follows it, otherwise at the measured motion, low-pass
filtered to its own band.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert.identification.filtering import continued, rates, smoothed, spectrum, undisturbed
from dalembert.identification.information import Information, Rows, information
from dalembert.identification.least_squares import Estimate, estimate
from dalembert.identification.linear_model import Design
from dalembert.identification.log import Log
from dalembert.robot.model import Robot
from dalembert.tolerance import ROUNDING

Array = NDArray[np.float64]
_FOLLOWED = 0.8  # correlation of q̈ with that of the command, at least
_ROOM = 1.2  # above the end of the motion's band


def auxiliary(robot: Robot, log: Log) -> Log:
    """The motion without its noise."""
    if log.command is not None:
        asked = _at(robot, log, smoothed(robot, continued(robot, np.asarray(log.command)), log.t, log.cutoff))
        if _alike(asked.qdd, log.qdd) >= _FOLLOWED:
            return asked
    band = spectrum(log.q if log.raw is None else log.raw, log.t).end.max() * _ROOM
    highest = 0.45 / log.period
    cutoff = min(band, highest) if band > 0 else None
    quiet = _at(robot, log, smoothed(robot, continued(robot, log.q), log.t, cutoff))
    return quiet if cutoff is None else replace(quiet, q=np.where(undisturbed(quiet, cutoff)[:, None], quiet.q, np.nan))


def instrumental(design: Design, logs: Sequence[Log], every: Sequence[int]) -> tuple[Information, Estimate]:
    """(information of the rows that were used, the instrumental estimate with the weights of least squares)."""
    quiet = [auxiliary(design.robot, log) for log in logs]
    # the sign of a noisy rate is biased however it is weighed: rates are those of the auxiliary motion
    moved = [
        replace(log, qd=still.qd, q=np.where(np.isnan(still.q), np.nan, log.q))
        for log, still in zip(logs, quiet, strict=True)
    ]
    rows = [Rows(design, log, kept, keep=True) for log, kept in zip(moved, every, strict=True)]
    info = information(design, moved, every, rows=rows)
    found = estimate(info)
    seen = np.flatnonzero(found.seen)
    scale, weights = found.sigma[seen], np.where(np.isfinite(found.noise), 1 / found.noise, 0.0)
    ZW, ZZ, Zy = (np.zeros(shape) for shape in ((len(seen),) * 2, (len(seen),) * 2, len(seen)))
    for some, still, kept in zip(rows, quiet, every, strict=True):
        for (_, w, y, _), (_, z, _, _) in zip(some, Rows(design, still, kept), strict=True):
            for j in np.flatnonzero(weights):
                known = ~np.isnan(y[:, j])
                W, Z = (x[j][np.ix_(known, seen)] * scale * weights[j] for x in (w, z))
                ZW += Z.T @ W
                ZZ += Z.T @ Z
                Zy += Z.T @ (y[known, j] * weights[j])
    inverse = np.linalg.inv(ZW)
    x = np.zeros(info.size)
    x[seen] = scale * (inverse @ Zy)
    before, after = (float(info.squares(at)[0] @ weights**2) for at in (found.x, x))
    C = np.array(found.covariance)
    C[np.ix_(seen, seen)] = after / before * (inverse @ ZZ @ inverse.T) * np.outer(scale, scale) / info.share
    return info, replace(found, x=x, covariance=C)


def noise_share(robot: Robot, log: Log) -> Array:
    """Power of the noise in q̈ over the power of q̈, by coordinate: what least squares loses of inertia, at most."""
    middle = slice(len(log) // 10, len(log) - len(log) // 10)  # the ends of a filter tell nothing
    noise = (log.qdd - auxiliary(robot, log).qdd)[middle]
    power = np.mean(log.qdd[middle] ** 2, axis=0)
    return np.asarray(np.mean(noise**2, axis=0) / np.where(power > ROUNDING * power.max(initial=0.0), power, np.inf))


def _at(robot: Robot, log: Log, q: Array) -> Log:
    qd, qdd = rates(robot, q, None, None, log.t, None, [])
    return replace(log, q=q, qd=qd, qdd=qdd)


def _alike(a: Array, b: Array) -> float:
    """The smallest correlation of the columns that move."""
    both = [(x, y) for x, y in zip(a.T, b.T, strict=True) if x.std() > 0 and y.std() > 0]
    return min((float(np.corrcoef(x, y)[0, 1]) for x, y in both), default=0.0)
