"""Least squares on the square-root information of logs: weighted, robust and instrumental-variable estimates.

R is the triangular factor of the matrix A = [w, τ], with AᵀA = RᵀR and ‖w x − τ‖ = ‖R [x; −1]‖. One triangular factor
is computed for each time segment and joint. Each factor is computed from blocks of rows, so even long logs require
little memory. Joint weights, cross-validation, selection of parameters and errors are computed from the triangular
factors. [golub2013, §5.3]

A log that was low-pass filtered at its cutoff is decimated by the factor 0.8 fs/cutoff, where fs is the sampling rate.
Before decimation, the same zero-phase filter is applied to w and τ, so the model remains linear. For Coulomb friction,
sign q̇ is filtered instead of the velocity q̇.  [gautier1997]

The weighted least-squares estimate x and its covariance C are

    x = argmin Σ_j ‖w_j x − τ_j‖²/σ_j²,   C = (Σ_j w_jᵀw_j/σ_j²)⁻¹ / share,   σ_j² = ‖τ_j − w_j x‖²/(N_j − p_j)

where p_j = tr(w_j C w_jᵀ)/σ_j² is the number of parameters determined by joint j, and share is the fraction of
independent samples.  [gautier1997], [khalil2002, §12.4]

Essential parameters are selected by backward elimination. The parameter with the largest σ/|x| is removed while F =
‖r₁‖² − ‖r₀‖² is below the 1 % critical value for noise, that is, while |x| < 2.58 σ. A removed parameter is set to 0
and retains the uncertainty of the full fit. [khalil2002, §12.6]

The robust estimate uses iteratively reweighted least squares with Huber weights w = min(1, k σ_j/|r|), where σ_j =
1.4826 median|r_j|. The constant k = 1.345 gives 95 % efficiency for normally distributed noise.  [huber1981]

In least squares, noise in q̈ biases the inertias towards zero. Instrumental variables Z without this noise avoid the
bias:

    x = (ZᵀΩW)⁻¹ ZᵀΩτ,   C = (ZᵀΩW)⁻¹ ZᵀΩZ (WᵀΩZ)⁻¹,   Ω = diag 1/σ_j²                                    [janot2014]

Z has the same columns as W. If the robot follows the command, Z is evaluated at the commanded motion. Otherwise, Z is
evaluated at the measured motion after an additional low-pass filter.

Small matrix products use a single thread. With one thread per processor, synchronization takes longer than the product
itself. For a 600 × 54 matrix on a busy machine, it takes thirty times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from typing import final

import numpy as np
from numpy.linalg import norm, svd
from scipy.linalg import qr, solve_triangular
from scipy.signal import firwin
from threadpoolctl import threadpool_limits

from dalembert.identification.filtering import (
    SEGMENTS,
    Array,
    Indices,
    Mask,
    Samples,
    continued,
    enough,
    rates,
    runs,
    smoothed,
    spectrum,
    undisturbed,
)
from dalembert.identification.linear_model import Design
from dalembert.robot.model import Robot
from dalembert.tolerance import (
    EFFORT_BALANCED,
    EFFORT_ROUNDING,
    FACTOR_SETTLED,
    OBSERVED,
    ROBUST_SETTLED,
    ROUNDING,
    TINY,
)

_TOGETHER = 4096  # number of rows per factorization


@contextmanager
def one_thread() -> Iterator[None]:
    """Context manager that limits linear algebra to one thread."""
    import scipy.optimize  # noqa: F401  (its linear algebra must be loaded before it can be limited)

    with threadpool_limits(limits=1, user_api="blas"):
        yield


def triangle(A: Array) -> Array:
    """Compute the triangular factor R of A = Q R."""
    return np.asarray(np.linalg.qr(A, mode="r"), float)


class BlockQR:
    """Triangular factor of a matrix whose rows are added in blocks."""

    def __init__(self, columns: int) -> None:
        self._waiting = [np.zeros((0, columns))]
        self.count = 0  # number of added rows

    def add(self, rows: Array) -> None:
        self._waiting.append(rows)
        self.count += len(rows)
        if sum(map(len, self._waiting)) > _TOGETHER:
            self._waiting = [self.triangle]

    @property
    def triangle(self) -> Array:
        return triangle(np.concatenate(self._waiting))


_BLOCK = 4096  # samples per block
_OUT = 32  # decimated samples per filter product
PASSED = 0.8  # passband of the decimation filter, relative to half the new sampling rate
_SPAN = 20  # filter taps per decimated sample; the transition band is 4 % of the band
_ROWS = 16  # smallest number of samples per parameter; with half as many, errors are 10 % too small
_LEAST_THINNED = 4  # logs are decimated above this number of samples per cutoff period
_KEPT = 4e7  # largest number of stored values (320 MB)
Weigh = Callable[[Array, Array], Array]
Block = tuple[float, Array, Array]


@final
@dataclass(frozen=True, eq=False)
class Information:
    """Square-root information of logs.

    `triangles[s][j]` is the triangular factor of segment s and joint j, with the columns `columns[j]` and τ. `counts`
    (segments, n) contains the numbers of rows.

    `share` is the fraction of independent rows, which is less than 1 for a log that was filtered but not decimated.
    """

    columns: tuple[Indices, ...]
    triangles: tuple[tuple[Array, ...], ...]
    counts: Indices
    size: int  # number of parameters
    share: float
    every: tuple[int, ...]  # decimation factor of each log
    of: Indices  # the log of each segment

    @cached_property
    def joints(self) -> tuple[Array, ...]:
        """Triangular factor of each joint over all segments."""
        each = range(len(self.columns))
        return tuple(triangle(np.vstack([own[j] for own in self.triangles])) for j in each)

    def part(self, which: Mask) -> Information:
        """Return the information from the segments that a mask selects."""
        parts = tuple(compress(self.triangles, which))
        return replace(self, triangles=parts, counts=self.counts[which], of=self.of[which])

    def stacked(self, weights: Array) -> Array:
        """Stack the triangular factors of all joints, with all columns and τ.

        Each triangular factor is multiplied by the weight of the joint.
        """
        rows = [np.zeros((0, self.size + 1))]
        for j, R in enumerate(self.joints):
            if weights[j] > 0:
                whole = np.zeros((len(R), self.size + 1))
                whole[:, np.append(self.columns[j], self.size)] = weights[j] * R
                rows.append(whole)
        return np.vstack(rows)

    def squares(self, x: Array) -> tuple[Array, Array]:
        """Compute ‖τ_j − w_j x‖² and ‖τ_j‖² of each joint."""
        left = [np.sum((R[:, -1] - R[:, :-1] @ x[c]) ** 2) for R, c in zip(self.joints, self.columns, strict=True)]
        return np.array(left), np.array([np.sum(R[:, -1] ** 2) for R in self.joints])

    def error(self, x: Array) -> float:
        """Compute the relative error ‖τ − w x‖/‖τ‖ over all joints."""
        left, whole = self.squares(x)
        return float(np.sqrt(left.sum() / max(whole.sum(), TINY)))

    def sizes(self, x: Array) -> Array:
        """Compute the root mean square of τ_j for each joint, as a scale for rounding errors.

        For a joint with zero effort, the scale is the magnitude of the terms that cancel each other.
        """
        _, whole = self.squares(x)
        parts = [np.sum((R[:, :-1] * x[c]) ** 2) for R, c in zip(self.joints, self.columns, strict=True)]
        counts = np.maximum(self.counts.sum(axis=0), 1)
        return np.asarray(np.sqrt(np.where(whole > EFFORT_BALANCED * np.array(parts), whole, parts) / counts))


def information(logs: Sequence[Rows], felt: Mask, weigh: Weigh | None = None) -> Information:
    """Compute the square-root information of logs.

    No segment spans two logs. The mask `felt` (n, columns) selects the columns that can be nonzero for each joint.
    """
    columns = tuple(map(np.flatnonzero, felt))
    triangles: list[tuple[Array, ...]] = []
    counts: list[list[int]] = []
    of: list[int] = []
    for number, rows in enumerate(logs):
        segments = [[BlockQR(len(c) + 1) for c in columns] for _ in range(SEGMENTS)]
        for where, w, y in rows:
            if weigh is not None:
                factor = weigh(w, y)
                w, y = w * factor.T[:, :, None], y * factor
            segment = segments[min(int(where * SEGMENTS), SEGMENTS - 1)]
            for j, part in enumerate(segment):
                known = ~np.isnan(y[:, j]) & (w[j].any(1) | (y[:, j] != 0))
                part.add(np.column_stack([w[j][np.ix_(known, columns[j])], y[known, j]]))
        full = [segment for segment in segments if any(part.count for part in segment)]
        triangles += [tuple(part.triangle for part in segment) for segment in full]
        counts += [[part.count for part in segment] for segment in full]
        of += [number] * len(full)
    enough("identification", 1, len(counts))
    share, every = min(x.share for x in logs), tuple(x.every for x in logs)
    return Information(columns, tuple(triangles), np.array(counts), felt.shape[1], share, every, np.array(of))


@final
@dataclass(eq=False)
class Rows:
    """Repeatable iterator over the equations y = w x of a log, decimated by the factor `every`.

    The iterator yields blocks (relative position in the log, w, y), with w (n, samples, columns) and y (samples, n).
    Rows with missing numbers are omitted. The blocks are computed again in each iteration, unless they are kept.
    """

    log: Samples
    every: int
    equations: Callable[[Samples], tuple[Array, Array]]
    keep: bool = False

    @classmethod
    def of(cls, design: Design, log: Samples, every: int, keep: bool = False) -> Rows:
        """Return the rows of a design. Blocks that need too much memory are not kept."""
        values = len(log) / every * design.n * len(design.names)
        return cls(log, every, design.equations, keep and values <= _KEPT)

    def __iter__(self) -> Iterator[Block]:
        return iter(self._kept) if self.keep else self._blocks()

    @cached_property
    def _kept(self) -> list[Block]:
        return list(self._blocks())

    @property
    def share(self) -> float:
        """Fraction of independent samples after decimation.

        For white noise and filter coefficients h, the fraction is every · Σ h². Efforts that were already filtered have
        2·cutoff independent samples per second.
        """
        log, passed = self.log, float(self.every * np.sum(_taps(self.every) ** 2))
        if log.removed is not None or log.cutoff is None or len(log) < 2:
            return passed
        return float(min(passed, 2 * log.cutoff * self.every * log.period))

    def _blocks(self) -> Iterator[Block]:
        log, every = self.log, self.every
        usable = log.complete & np.isfinite(log.tau).any(1) & undisturbed(log, log.cutoff)
        taps = _taps(every)
        reach = len(taps) // 2
        per = max(1, min(_BLOCK // every, len(log) // every // SEGMENTS))
        for first, last in _runs(log, usable, every):
            centres = np.arange(first, last, every)
            for start in range(0, len(centres), per):
                centre = centres[start : start + per]
                low, high = max(centre[0] - reach, first), min(centre[-1] + reach + 1, last)
                w, y = self.equations(log.rows(np.arange(low, high)))
                if every > 1:
                    whole = np.concatenate([w, y.T[:, :, None]], axis=2)
                    whole = np.stack([_thinned(x, taps, every, centre - low) for x in whole])
                    w, y = whole[:, :, :-1], whole[:, :, -1].T
                yield float(centre[0]) / len(log), w, y


def _runs(log: Samples, usable: Mask, every: int) -> list[tuple[int, int]]:
    """Return the ranges (first, last + 1) of consecutive usable samples.

    If the log is decimated, a range also ends at a time gap.
    """
    if every == 1:
        return runs(usable)
    parts = [(p.start + i, p.start + j) for p in log.pieces for i, j in runs(usable[p])]
    return [(a, b) for a, b in parts if b - a >= _SPAN * every // 2]


def _thinned(x: Array, taps: Array, every: int, centres: Indices) -> Array:
    """Compute low-pass-filtered columns at the rows `centres`, by multiplication with the band matrix of the filter.

    The rows are `every` samples apart. At the ends, the filter is truncated in the same way for w and τ, so the linear
    model remains exact.
    """
    reach = len(taps) // 2
    band = np.zeros((_OUT, (_OUT - 1) * every + len(taps)))
    for i in range(_OUT):
        band[i, i * every : i * every + len(taps)] = taps
    beyond = reach + _OUT * every
    padded = np.pad(np.column_stack([x, np.ones(len(x))]), ((reach, beyond), (0, 0)))  # the last column sums the taps
    parts = [band @ padded[c : c + band.shape[1]] for c in centres[::_OUT].tolist()]
    sums: Array = np.concatenate(parts)[: len(centres)]
    return sums[:, :-1] / sums[:, -1:]


def thinning(log: Samples, parameters: int) -> int:
    """Choose the decimation factor for a log.

    The factor depends on the cutoff frequency and leaves enough samples for the given number of parameters.
    """
    if log.cutoff is None or len(log) < 2:
        return 1
    ratio = round(PASSED / (log.period * log.cutoff))  # passes frequencies up to half the cutoff
    enough = int(np.isfinite(log.tau).sum() / (_ROWS * max(parameters, 1)))
    return max(1, min(ratio, enough)) if ratio >= _LEAST_THINNED else 1


def _taps(every: int) -> Array:
    """Return the coefficients h of the low-pass filter, normalized to Σ h = 1."""
    return firwin(_SPAN * every + 1, PASSED / every) if every > 1 else np.ones(1)


_ROUNDS = 4  # number of weight updates


@final
@dataclass(frozen=True, eq=False)
class Estimate:
    """Least-squares estimate.

    `x` contains the parameters. `covariance` is infinite for directions that the log does not determine. `noise` is the
    noise standard deviation σ of each joint. The mask `seen` selects the columns that the log excites.
    """

    x: Array
    covariance: Array
    noise: Array
    seen: Mask
    condition: float

    @property
    def sigma(self) -> Array:
        return np.sqrt(np.diag(self.covariance))

    @property
    def weights(self) -> Array:
        """Weight 1/σ_j of each joint, or 0 if no effort was measured."""
        return np.where(np.isfinite(self.noise), 1 / self.noise, 0.0)


def estimate(info: Information, using: Mask | None = None) -> Estimate:
    """Compute the weighted least-squares estimate. `using` selects the columns to fit."""
    measured = info.counts.sum(0) > 0
    noise = np.where(measured, 1.0, np.inf)
    taken = np.ones(info.size, bool) if using is None else using
    found = _solved(info, noise, taken)
    for _ in range(_ROUNDS):
        last, noise = noise, _noise(info, found, noise)
        found = _solved(info, noise, taken)
        if np.allclose(noise[measured], last[measured], rtol=FACTOR_SETTLED):
            break
    return found


def _solved(info: Information, noise: Array, taken: Mask) -> Estimate:
    weights = np.where(np.isfinite(noise), 1 / noise, 0.0)
    return replace(solved(info.stacked(weights), info.share, taken), noise=noise)


def solved(rows: Array, share: float = 1.0, taken: Mask | None = None) -> Estimate:
    """Compute the least-squares estimate from rows [w, τ] with unit noise variance.

    `taken` selects the columns to fit.
    """
    R = triangle(rows)
    W, y = R[:, :-1], R[:, -1]
    size = norm(W, axis=0)
    taken = np.ones(len(size), bool) if taken is None else taken
    seen = taken & (size > 0)
    places = np.flatnonzero(seen)
    x, C = np.zeros(len(size)), np.zeros((len(size), len(size)))
    condition = 1.0
    if len(places):
        Q, T, order, rank = pivoted(W[:, places] / size[places])
        seen[places[order[rank:]]] = False
        places = places[order[:rank]]
        inverse = solve_triangular(T[:rank, :rank], np.eye(rank))
        x[places] = inverse @ (Q[:, :rank].T @ y) / size[places]
        C[np.ix_(places, places)] = (inverse @ inverse.T) / np.outer(size[places], size[places]) / share
        sizes = svd(T[:rank, :rank], compute_uv=False)
        condition = float(sizes[0] / sizes[-1])
    lost = np.flatnonzero(taken & ~seen)
    C[lost, lost] = np.inf
    return Estimate(x, C, np.ones(1), seen, condition)


def pivoted(A: Array) -> tuple[Array, Array, Indices, int]:
    """Compute the pivoted QR factorization A[:, order] = Q T.

    Return Q, T, the order, and the numerical rank.
    """
    Q, T, order = qr(A, mode="economic", pivoting=True)
    return Q, T, order, int(np.sum(np.abs(np.diag(T)) > OBSERVED * abs(T[0, 0])))


def _noise(info: Information, found: Estimate, noise: Array) -> Array:
    """Estimate the noise σ_j of each joint from its residuals.

    The estimate is never smaller than the rounding error of τ.
    """
    left, sizes = info.squares(found.x)[0], info.sizes(found.x)
    counts = info.counts.sum(0)
    C = np.where(np.isfinite(found.covariance), found.covariance, 0.0) * info.share
    levels = np.full(len(noise), np.inf)
    for j, columns in enumerate(info.columns):
        if counts[j] == 0:
            continue
        own, rows = C[np.ix_(columns, columns)], info.joints[j][:, :-1]
        spent = np.sum((rows @ own) * rows) / (noise[j] ** 2 if np.isfinite(noise[j]) else 1.0)
        free = max(info.share * counts[j] - spent, 1.0)
        levels[j] = np.sqrt(max(info.share * left[j] / free, (EFFORT_ROUNDING * sizes[j]) ** 2, TINY))
    return levels


_POINT = 2.576  # value of |x|/σ that pure noise exceeds with a probability of 1 %


def reduce_to_essential(info: Information, found: Estimate) -> tuple[Estimate, Mask]:
    """Fit only the essential parameters, and return the fit and a mask of these parameters."""
    using, whole = found.seen.copy(), found.covariance
    while using.any():
        with np.errstate(divide="ignore", invalid="ignore"):
            sure = np.where(using, np.abs(found.x) / found.sigma, np.inf)
        worst = np.argmin(sure)
        if sure[worst] >= _POINT:
            break
        using[worst] = False
        found = estimate(info, using=using)
    out = np.flatnonzero(~using)
    C = np.array(found.covariance)
    C[np.ix_(out, out)] = whole[np.ix_(out, out)]
    return replace(found, covariance=C), using


_K = 1.345
_ROBUST_ROUNDS = 30
_NORMAL = 1.4826  # ratio of σ to the median of |r| for a normal distribution
_EFFICIENCY = 0.95
_SAMPLES = 50_000  # largest number of samples from which the weights are computed


def robust_scale(r: Array) -> Array:
    """Estimate σ for each residual column from the median, which is robust to outliers.

    For columns without residuals, the estimate is nan.
    """
    measured = np.isfinite(r).any(0)
    middle = np.full(r.shape[1], np.nan)
    middle[measured] = np.nanmedian(np.abs(r[:, measured]), axis=0)
    return _NORMAL * middle


def huber(design: Design, rows: Sequence[Rows], found: Estimate) -> Estimate:
    """Compute Huber's robust estimate.

    If a log does not fit in memory, the scale of the weights is computed from a subset of the samples.
    """
    some = [x if x.keep or x.every > 1 else Rows.of(design, x.log.spread(_SAMPLES), 1, keep=True) for x in rows]
    for _ in range(_ROBUST_ROUNDS):
        left = np.concatenate([y - (w @ found.x).T for one in some for _, w, y in one])
        weigh = _weights(found.x, robust_scale(left))
        last, found = found.x, estimate(information(some, design.felt, weigh))
        if np.all(np.abs(found.x - last)[found.seen] <= ROBUST_SETTLED * found.sigma[found.seen]):
            break
    if any(a is not b for a, b in zip(some, rows, strict=True)):
        found = estimate(information(rows, design.felt, weigh))
    return replace(found, covariance=found.covariance / _EFFICIENCY)


def _weights(x: Array, levels: Array) -> Weigh:
    edge = _K * np.where(np.isfinite(levels) & (levels > 0), levels, np.inf)

    def weigh(w: Array, y: Array) -> Array:
        left = np.abs(y - (w @ x).T)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(left > edge, np.sqrt(edge / left), 1.0)

    return weigh


_FOLLOWED = 0.8  # smallest correlation of q̈ with the command
_ROOM = 1.2  # ratio of the cutoff to the highest frequency of the motion


def auxiliary(robot: Robot, log: Samples) -> Samples:
    """Return the noise-free motion, for use as instrumental variables."""
    if log.command is not None:
        requested = _at(robot, log, smoothed(robot, continued(robot, log.command), log.t, log.cutoff))
        if _alike(requested.qdd, log.qdd) >= _FOLLOWED:
            return requested
    band = spectrum(log.q if log.raw is None else log.raw, log.t).end.max() * _ROOM
    highest = 0.45 / log.period
    cutoff = min(band, highest) if band > 0 else None
    quiet = _at(robot, log, smoothed(robot, continued(robot, log.q), log.t, cutoff))
    return replace(quiet, q=np.where(undisturbed(quiet, cutoff)[:, None], quiet.q, np.nan))


def instrumental(design: Design, logs: Sequence[Samples], every: Sequence[int]) -> tuple[Information, Estimate]:
    """Compute the instrumental-variable estimate, using the weights of the least-squares estimate.

    Return the square-root information of the rows, and the estimate.
    """
    quiet = [auxiliary(design.robot, log) for log in logs]
    # the sign of a noisy velocity is biased, so velocities of the auxiliary motion are used
    moved = [
        replace(log, qd=still.qd, q=np.where(np.isnan(still.q), np.nan, log.q))
        for log, still in zip(logs, quiet, strict=True)
    ]
    rows = [Rows.of(design, log, kept, keep=True) for log, kept in zip(moved, every, strict=True)]
    info = information(rows, design.felt)
    found = estimate(info)
    seen = np.flatnonzero(found.seen)
    scale, weights = found.sigma[seen], found.weights
    ZW, ZZ, Zy = (np.zeros(shape) for shape in ((len(seen),) * 2, (len(seen),) * 2, len(seen)))
    for some, still, kept in zip(rows, quiet, every, strict=True):
        for (_, w, y), (_, z, _) in zip(some, Rows.of(design, still, kept), strict=True):
            size = np.where(np.isnan(y), 0.0, weights).T
            W, Z = (x[:, :, seen] * scale * size[:, :, None] for x in (w, z))
            ZW += np.einsum("jka,jkb->ab", Z, W, optimize=True)
            ZZ += np.einsum("jka,jkb->ab", Z, Z, optimize=True)
            Zy += np.einsum("jka,jk->a", Z, np.nan_to_num(y).T * size)
    inverse = np.linalg.inv(ZW)
    x = np.zeros(info.size)
    x[seen] = scale * (inverse @ Zy)
    before, after = (float(info.squares(at)[0] @ weights**2) for at in (found.x, x))
    C = np.array(found.covariance)
    C[np.ix_(seen, seen)] = after / before * (inverse @ ZZ @ inverse.T) * np.outer(scale, scale) / info.share
    return info, replace(found, x=x, covariance=C)


def noise_share(robot: Robot, log: Samples) -> Array:
    """Compute the ratio of the noise power to the signal power of q̈, per coordinate.

    The ratio bounds the bias of inertias estimated by least squares.
    """
    middle = slice(len(log) // 10, len(log) - len(log) // 10)  # the filter disturbs the ends
    noise = (log.qdd - auxiliary(robot, log).qdd)[middle]
    power = np.mean(log.qdd[middle] ** 2, axis=0)
    return np.asarray(np.mean(noise**2, axis=0) / np.where(power > ROUNDING * power.max(initial=0.0), power, np.inf))


def _at(robot: Robot, log: Samples, q: Array) -> Samples:
    qd, qdd = rates(robot, q, None, None, log.t, None, [])
    return replace(log, q=q, qd=qd, qdd=qdd)


def _alike(a: Array, b: Array) -> float:
    """Return the smallest correlation between corresponding columns of two arrays. Constant columns are ignored."""
    a, b = (x - x.mean(axis=0) for x in (a, b))
    size = norm(a, axis=0) * norm(b, axis=0)
    correlations = np.sum(a * b, axis=0)[size > 0] / size[size > 0]
    return float(min(correlations, default=0.0))
