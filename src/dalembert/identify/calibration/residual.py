"""How far a model is from what was measured, each number over its noise, and how that changes with the parameters.

poses      [p̂ − p, log(R̂ Rᵀ)]        points     p̂ − p        distances  d̂ − |p − c|

∂ log(R̂ Rᵀ) = −J_r⁻¹(e) ω for R turning at ω, e = log(R̂ Rᵀ), J_r⁻¹ = 1 + ½[e] + (1/θ² − (1 + cos θ)/(2θ sin θ)) [e]²
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.calibration.error_model import ErrorModel, skew
from dalembert.identify.calibration.measurement import Measurement
from dalembert.kinematics.rotation import pose_error

Array = NDArray[np.float64]
Scales = list[tuple[float, float]]  # of each set: noise of lengths and angles, in units of what was given, or in SI


def residual(model: ErrorModel, state: Array, i: int, imagined: Measurement | None = None) -> tuple[Array, Array]:
    """(r, J) of set i, or of one imagined in its place, not weighted: (N, size) and (N, size, P)."""
    x = model.sets[i] if imagined is None else imagined
    T, twist = model.poses(state, x.frame, x.q)
    if x.kind == "poses":
        e = pose_error(x.value, T)
        J = -twist
        J[:, 3:] = _right_inverse(e[:, 3:]) @ J[:, 3:]
        return e, J
    if x.kind == "points":
        return x.value - T[:, :3, 3], -twist[:, :3]
    centre = model.parts(state).centres[i] if x.centre is None else x.centre
    way = T[:, :3, 3] - centre
    length = np.linalg.norm(way, axis=1)
    u = way / np.maximum(length, 1e-12)[:, None]
    J = -np.einsum("ni,nip->np", u, twist[:, :3])
    for k, p in enumerate(model.parameters):
        if p.part == "centre" and int(p.owner) == i:
            J[:, k] = u[:, "xyz".index(p.step)]
    return (x.value - length)[:, None], J[:, None]


def noises(x: Measurement, scale: tuple[float, float]) -> Array:
    """Standard deviations of the numbers of a set, (N, size): as given, or the scale's."""
    length, angle = (np.full(len(x), s) if given is None else given for s, given in zip(scale, x.noise, strict=True))
    return np.column_stack([length] * min(x.size, 3) + [angle] * (x.size - min(x.size, 3)))


def whitened(model: ErrorModel, state: Array, scales: Scales, shares: list[Array]) -> tuple[Array, Array]:
    """(r, J) of all sets, each row over its noise and times √share of its measurement."""
    rows, columns = [], []
    for i, x in enumerate(model.sets):
        r, J = residual(model, state, i)
        w = np.sqrt(shares[i])[:, None] / noises(x, scales[i])
        rows.append((r * w).ravel())
        columns.append((J * w[..., None]).reshape(-1, J.shape[-1]))
    return np.concatenate(rows), np.concatenate(columns)


def imagined(model: ErrorModel, state: Array, i: int, q: Array) -> Measurement:
    """What set i would measure at other postures, were there no noise."""
    x = model.sets[i]
    T = model.poses(state, x.frame, q)[0]
    centre = model.parts(state).centres.get(i, np.zeros(3)) if x.centre is None else np.atleast_2d(x.centre)[0]
    value = {"poses": T, "points": T[:, :3, 3], "distances": np.linalg.norm(T[:, :3, 3] - centre, axis=1)}[x.kind]
    length, angle = (None if s is None else np.full(len(q), np.sqrt(np.mean(s**2))) for s in x.noise)
    return replace(x, q=q, value=value, noise=(length, angle), centre=None if x.centre is None else centre)


def _right_inverse(e: Array) -> Array:
    angle = np.linalg.norm(e, axis=1)
    near = angle < 1e-4
    a = np.where(near, 1.0, angle)
    factor = np.where(near, 1 / 12, 1 / a**2 - (1 + np.cos(a)) / (2 * a * np.where(near, 1.0, np.sin(a))))
    S = skew(e)
    return np.asarray(np.eye(3) + S / 2 + factor[:, None, None] * (S @ S))
