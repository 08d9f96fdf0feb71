"""Estimation of geometric errors: residuals, identifiable parameters, initial values, least squares and suggested
postures.

    min Σ w_i |r_i(x)/σ_i|² over the identifiable parameters,   cov x = (JᵀJ)⁻¹

poses      [p̂ − p, log(R̂ Rᵀ)]        points     p̂ − p        distances  d̂ − |p − c|

∂ log(R̂ Rᵀ) = −J_r⁻¹(e) ω if R rotates at ω; e = log(R̂ Rᵀ), J_r⁻¹ = 1 + ½[e] + (1/θ² − (1 + cos θ)/(2θ sin θ)) [e]²

The initial values are computed with the nominal geometry of the robot:

points     p̂ = R_B p + t_B                    the rotation nearest to Σ (p̂ − mean)(p − mean)ᵀ        [arun1987]
poses      R̂ R_Xᵀ = R_B R, linear in R_B and R_Xᵀ;  p̂ = R_B p + t_B + (R_B R) t_X, linear in both   [shah2013]
distances  |p|² − d̂² = 2 pᵀc − |c|², linear in c and |c|²

An unknown noise variance σ² is estimated together with the parameters as Σ r² / Σ (1 − h), where h is the leverage of a
residual. A robust fit first uses the weights 1/(1 + (z/3)²)², where z is the normalized residual [geman1985]. The final
fit omits the outliers and uses equal weights.

To find the identifiable parameters, the Jacobian is split into J = [J_k J_d] with J_d = J_k C. The combinations x_k + C
x_d are observable, and the directions (−C x_d, x_d) are not observable. The columns of J are processed in order of
priority. A column is selected if it is linearly independent of the columns selected before. The first pass selects
clearly independent columns, and the second pass selects any other column that increases the rank. The problem is
therefore well-conditioned even if axes are parallel to within a hundredth of a degree. [gautier1991], [hollerbach2016]

The suggested postures maximise log det(A + Σ J_cᵀ J_c). The postures are selected one by one, assuming that all
previously selected postures are measured. The candidates are random postures within the joint limits. A = JᵀJ is the
information matrix of the existing measurements, where each row of J is divided by its noise standard deviation. An
additional posture changes the determinant by det(A + J_cᵀJ_c) / det A = det(1 + J_c A⁻¹ J_cᵀ). [borm1991]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import final

import numpy as np
from numpy.linalg import det, lstsq, norm, pinv, qr, svd

from dalembert import finding
from dalembert.dynamics import forward_kinematics
from dalembert.finding.finding import Noun
from dalembert.identification.calibration.error_model import ErrorModel
from dalembert.identification.calibration.measurement import Measurement
from dalembert.identification.filtering import Array
from dalembert.identification.least_squares import robust_scale
from dalembert.identification.linear_model import independent_columns
from dalembert.kinematics.chain import chain
from dalembert.kinematics.configuration import finite_bounds, random_configurations
from dalembert.mechanism.levenberg_marquardt import least_squares
from dalembert.robot.model import Robot
from dalembert.spatial.rotation import pose_error
from dalembert.tolerance import (
    ANGLE_SETTLED,
    CALIBRATION_EXACT,
    CALIBRATION_NOISE,
    CENTRE_RANK,
    FACTOR_SETTLED,
    MEASURED_COLUMN,
    OUTLIER_CHANCE,
    RANK,
    ROUNDING,
)

Scales = Array  # noise of lengths and angles in each measurement set, (sets, 2)


def residual(model: ErrorModel, state: Array, i: int, imagined: Measurement | None = None) -> tuple[Array, Array]:
    """Compute the unweighted residuals (N, size) and the Jacobian (N, size, P) for measurement set i.

    If `imagined` measurements are given, they replace the real measurements.
    """
    x = model.sets[i] if imagined is None else imagined
    T, twist = model.poses(state, x.frame, x.q)
    if x.kind == "poses":
        e = pose_error(x.value, T)
        J = -twist
        J[:, 3:] = _right_inverse(e[:, 3:]) @ J[:, 3:]
        return e, J
    if x.kind == "points":
        return x.value - T[:, :3, 3], -twist[:, :3]
    way = T[:, :3, 3] - model.centre(state, i)
    length = norm(way, axis=1)
    u = way / np.maximum(length, ROUNDING)[:, None]
    J = -np.einsum("ni,nip->np", u, twist[:, :3])
    for k, p in enumerate(model.parameters):
        if p.part == "centre" and int(p.owner) == i:
            J[:, k] = u[:, "xyz".index(p.step)]
    return (x.value - length)[:, None], J[:, None]


def noises(x: Measurement, scale: Array) -> Array:
    """Return the standard deviation of each value in a measurement set, (N, size), as given or as estimated."""
    length, angle = (np.full(len(x), s) if given is None else given for s, given in zip(scale, x.noise, strict=True))
    return np.column_stack([length] * min(x.size, 3) + [angle] * (x.size - min(x.size, 3)))


def whitened(model: ErrorModel, state: Array, scales: Scales, shares: list[Array]) -> tuple[Array, Array]:
    """Compute the whitened residuals and the Jacobian for all measurement sets.

    Each row is divided by its noise standard deviation and multiplied by the square root of the measurement weight
    (`shares`).
    """
    rows, columns = [], []
    for i, x in enumerate(model.sets):
        r, J = residual(model, state, i)
        w = np.sqrt(shares[i])[:, None] / noises(x, scales[i])
        rows.append((r * w).ravel())
        columns.append((J * w[..., None]).reshape(-1, J.shape[-1]))
    return np.concatenate(rows), np.concatenate(columns)


def imagined(model: ErrorModel, state: Array, i: int, q: Array) -> Measurement:
    """Simulate the noise-free measurements of set i at other postures."""
    x = model.sets[i]
    T = model.poses(state, x.frame, q)[0]
    centre = np.atleast_2d(model.centre(state, i))[0] if x.kind == "distances" else np.zeros(3)
    value = {"poses": T, "points": T[:, :3, 3], "distances": norm(T[:, :3, 3] - centre, axis=1)}[x.kind]
    length, angle = (None if s is None else np.full(len(q), np.sqrt(np.mean(s**2))) for s in x.noise)
    return replace(x, q=q, value=value, noise=(length, angle), centre=None if x.centre is None else centre)


def _right_inverse(e: Array) -> Array:
    angle = norm(e, axis=1)
    near = angle < ANGLE_SETTLED
    a = np.where(near, 1.0, angle)
    factor = np.where(near, 1 / 12, 1 / a**2 - (1 + np.cos(a)) / (2 * a * np.where(near, 1.0, np.sin(a))))
    S = np.cross(np.eye(3), e[:, None])  # S x = e × x
    return np.eye(3) + S / 2 + factor[:, None, None] * (S @ S)


_CLEAR = 0.02  # fraction of a column's length that must remain in the first pass
# fraction in the last pass: at random postures, where geometric errors must not raise the rank; at measured postures
ANY, MEASURED = 5e-3, MEASURED_COLUMN
_SHOWN = 3e-3  # smaller coefficients are effects of the geometric errors


def identifiable(
    J: Array, parameters: Sequence[finding.GeometricParameter], units: Array, share: float = ANY
) -> tuple[list[int], list[finding.UnseenDirection]]:
    """Find the individually identifiable parameters and the unidentifiable directions.

    Return (kept, unseen), the indices of the identifiable parameters and the unidentifiable directions.

    Each column of J belongs to one parameter and is divided by the corresponding entry of `units`, so that columns are
    comparable. A column is independent if the fraction of its length that remains after projection is at least `share`.
    """
    size = norm(J, axis=0)
    felt = np.flatnonzero(size > share * size.max(initial=0.0)).tolist()
    kept = independent_columns(J, felt, share, independent_columns(J, felt, _CLEAR))
    dropped = [k for k in range(J.shape[1]) if k not in kept]
    C = lstsq(J[:, kept], J[:, dropped], rcond=None)[0] if kept else np.zeros((0, len(dropped)))
    unseen = []
    for c, k in zip(C.T, dropped, strict=True):
        factors = c / units[kept] * units[k]
        others = [(parameters[i], float(f)) for i, f, x in zip(kept, factors, c, strict=True) if abs(x) > _SHOWN]
        unseen.append(finding.UnseenDirection(parameters[k], tuple(others), share != ANY))
    return kept, unseen


_FLAT = 0.02  # points are coplanar if the ratio of depth to width is smaller


def start(model: ErrorModel) -> Array:
    """Compute the initial state: zero joint errors, and base, tools and centres fitted to the measurements."""
    nominal = {i: forward_kinematics(model.robot, x.q, x.frame) for i, x in enumerate(model.sets)}
    base, tools = np.eye(4), {f: np.eye(4) for f in model.frames}
    whole = next((i for i, x in enumerate(model.sets) if x.kind == "poses"), None)
    if model.base and model.tool and whole is not None:
        x = model.sets[whole]
        base, tools[x.frame] = _around(x.value, nominal[whole])
    elif model.base:
        base = _registered(model, nominal)
    if model.tool:
        for i, x in enumerate(model.sets):
            if np.array_equal(tools[x.frame], np.eye(4)) and x.kind != "distances":
                tools[x.frame] = _tool(x.value, base @ nominal[i], x.kind == "poses")
    centres = []
    for i in model.centred:
        p = (base @ nominal[i] @ tools[model.sets[i].frame])[:, :3, 3]
        centres.append(_centre(p, model.sets[i].value))
    return model.state(base, tools, centres)


def _centre(p: Array, d: Array) -> Array:
    """Compute the point at distances d from the points p.

    If the points p are coplanar, two mirror-image solutions exist. The solution on the positive side of the plane is
    returned.
    """
    mean = p.mean(axis=0)
    p = p - mean
    A = np.column_stack([2 * p, -np.ones(len(p))])
    *c, square = lstsq(A, np.sum(p * p, axis=1) - d**2, rcond=CENTRE_RANK)[0]
    _, size, axes = svd(p, full_matrices=False)
    if len(size) == 3 and size[2] < _FLAT * size[0]:
        c = c - axes[2] * (axes[2] @ c)
        c = c + axes[2] * np.sqrt(max(square - np.dot(c, c), 0.0))
    return np.asarray(mean + c)


def nearest_rotation(A: Array) -> Array:
    U, _, Vt = svd(A)
    return np.asarray(U @ np.diag([1.0, 1.0, np.sign(det(U @ Vt))]) @ Vt)


def _registered(model: ErrorModel, nominal: dict[int, Array]) -> Array:
    pairs = [(x.points, nominal[i][:, :3, 3]) for i, x in enumerate(model.sets) if x.points is not None]
    if not pairs:
        raise finding.NotIdentifiable(Noun("base from distances")).error()
    seen, ours = (np.concatenate([pair[k] for pair in pairs]) for k in (0, 1))
    a, b = seen.mean(axis=0), ours.mean(axis=0)
    R = nearest_rotation((seen - a).T @ (ours - b))
    return _pose(R, a - R @ b)


def _pose(R: Array, p: Array) -> Array:
    return np.vstack([np.column_stack([R, p]), [0.0, 0.0, 0.0, 1.0]])


def _around(seen: Array, ours: Array) -> tuple[Array, Array]:
    """Solve S = B · R · X for the base pose B and the tool pose X, with measured poses S and model poses R."""
    R, S = ours[:, :3, :3], seen[:, :3, :3]
    # vec of rows: (R_B R)_ij = Σ_k B_ik R_kj;  (S R_Xᵀ)_ij = Σ_k S_ik Z_kj
    count, one = len(R), np.eye(3)
    A = np.stack([np.einsum("ia,nbj->nijab", one, R), -np.einsum("nia,jb->nijab", S, one)], axis=3)
    v = svd(A.reshape(-1, 18))[2][-1]
    sign = 1.0 if det(v[:9].reshape(3, 3)) > 0 else -1.0
    R_B, R_X = (nearest_rotation(sign * x.reshape(3, 3)) for x in (v[:9], v[9:]))
    M = np.concatenate([np.broadcast_to(np.eye(3), (count, 3, 3)), R_B @ R], axis=-1).reshape(-1, 6)
    t = lstsq(M, (seen[:, :3, 3] - ours[:, :3, 3] @ R_B.T).ravel(), rcond=None)[0]
    return _pose(R_B, t[:3]), _pose(R_X.T, t[3:])


def _tool(seen: Array, ours: Array, whole: bool) -> Array:
    """Compute the best-fitting tool pose for a known base pose."""
    R, turned = ours[:, :3, :3], np.eye(3)
    if whole:
        turned = nearest_rotation(np.einsum("nij,nik->jk", R, seen[:, :3, :3]))
        seen = seen[:, :3, 3]
    return _pose(turned, np.einsum("nij,ni->j", R, seen - ours[:, :3, 3]) / len(R))


_PASSES = 8
_ROBUST = 15


@final
@dataclass(frozen=True, eq=False)
class CalibrationEstimate:
    """Estimated state, covariance of the identified parameters, noise, and weight of each measurement."""

    state: Array
    covariance: Array
    scales: Scales
    shares: list[Array]
    chi2: float  # Σ |r/σ|² divided by the expected value


def estimate(model: ErrorModel, state: Array, kept: list[int], *, robust: bool) -> CalibrationEstimate:
    shares = [np.ones(len(x)) for x in model.sets]
    scales = np.full((len(model.sets), 2), CALIBRATION_NOISE)
    if robust:
        for _ in range(_ROBUST):
            state = _fitted(model, state, kept, scales, shares)
            scales = np.array([_median_scale(model, state, i) for i in range(len(model.sets))])
            shares = [1 / (1 + (off(model, state, scales, i) / 3) ** 2) ** 2 for i in range(len(model.sets))]
        shares = [(off(model, state, scales, i) <= limit(x.size)).astype(float) for i, x in enumerate(model.sets)]
    for _ in range(_PASSES):
        state = _fitted(model, state, kept, scales, shares)
        before, scales = scales, _scales(model, state, kept, scales, shares)
        if np.allclose(before, scales, rtol=FACTOR_SETTLED):
            break
    r, J = whitened(model, state, scales, shares)
    J = J[:, kept]
    dof = int(sum(s.sum() * x.size for s, x in zip(shares, model.sets, strict=True))) - len(kept)
    return CalibrationEstimate(state, _inverse(J), scales, shares, float(r @ r) / max(dof, 1))


def limit(size: int) -> float:
    """Return the largest root-mean-square residual, in units of σ, that is plausible for a measurement with `size`
    values."""
    from scipy.stats import chi2

    return float(np.sqrt(chi2.isf(OUTLIER_CHANCE, size) / size))


def off(model: ErrorModel, state: Array, scales: Scales, i: int) -> Array:
    """Compute the root-mean-square residual of each measurement in a set, in units of σ."""
    r, _ = residual(model, state, i)
    return np.asarray(np.sqrt(np.mean((r / noises(model.sets[i], scales[i])) ** 2, axis=1)))


def _fitted(model: ErrorModel, state: Array, kept: list[int], scales: Scales, shares: list[Array]) -> Array:
    def errors(states: Array) -> tuple[Array, Array]:
        r, J = whitened(model, states[0], scales, shares)
        return r[None], J[None][..., kept]

    def moved(states: Array, steps: Array) -> Array:
        whole = np.zeros(len(model.parameters))
        whole[kept] = steps[0]
        return model.moved(states[0], whole)[None]

    return np.asarray(least_squares(errors, moved, state[None])[0])


def _inverse(J: Array) -> Array:
    """Compute (JᵀJ)⁻¹ after scaling the columns of J to equal length."""
    size = norm(J, axis=0)
    Q = pinv(J / size)
    return Q @ Q.T / np.outer(size, size)


def _scales(model: ErrorModel, state: Array, kept: list[int], scales: Scales, shares: list[Array]) -> Scales:
    """Estimate the noise of lengths and angles in each measurement set from the residuals."""
    r, J = whitened(model, state, scales, shares)
    Q = qr(J[:, kept])[0]
    free = 1 - np.sum(Q * Q, axis=1)
    # sums over the lengths and over the angles of each set, without outliers
    part = [2 * i + np.tile(np.arange(x.size) >= 3, len(x)) for i, x in enumerate(model.sets)]
    used = [np.repeat(share > 0, x.size) for x, share in zip(model.sets, shares, strict=True)]
    index, inlier = np.concatenate(part), np.concatenate(used)
    squares, weight = (np.bincount(index, y * inlier, 2 * len(part)).reshape(-1, 2) for y in (r * r, free))
    unknown = np.array([[given is None for given in x.noise] for x in model.sets]) & (weight > RANK)
    found = scales * np.sqrt(squares / np.where(unknown, weight, 1.0))
    return np.where(unknown, np.maximum(found, CALIBRATION_EXACT), scales)


def _median_scale(model: ErrorModel, state: Array, i: int) -> Array:
    """Estimate the noise from the median of the residuals, which is robust to outliers."""
    r, _ = residual(model, state, i)
    found = [robust_scale(x.reshape(-1, 1))[0] if x.size else 1.0 for x in (r[:, :3], r[:, 3:])]
    return np.maximum(found, CALIBRATION_EXACT)


def random_postures(robot: Robot, frame: str, count: int, seed: int) -> Array:
    """Sample random joint values within the joint limits.

    Joints without limits are sampled within ±π rad, or ± the arm length for prismatic joints.
    """
    lower, upper = finite_bounds(robot, chain(robot, frame).length)
    return np.asarray(random_configurations(robot, lower, upper, np.random.default_rng(seed), count), dtype=float)


def most_informative(J: Array, candidates: Array, count: int) -> tuple[list[int], Array]:
    """Select the `count` most informative candidate postures (K, rows, P).

    Return the indices of the selected candidates, and the σ of each parameter after these measurements.

    The algorithm updates the factor R of J = Q R, which is accurate both for well-determined and for poorly determined
    parameters.
    """
    from scipy.linalg import solve_triangular

    R = qr(J, mode="r")
    chosen: list[int] = []
    flat = candidates.reshape(-1, J.shape[1])
    for _ in range(count):
        Z = solve_triangular(R, flat.T, trans="T").T.reshape(candidates.shape)
        gain = np.linalg.slogdet(np.eye(candidates.shape[1]) + Z @ np.swapaxes(Z, 1, 2))[1]
        gain[chosen] = -np.inf
        chosen.append(int(np.argmax(gain)))
        R = qr(np.concatenate([R, candidates[chosen[-1]]]), mode="r")
    return chosen, norm(solve_triangular(R, np.eye(len(R))), axis=1)
