"""Zero-phase filters, derivatives, and the choice of the cutoff frequency from the data.

    x ← Butterworth forwards, then backwards: gain 1/(1 + (f/f_c)^2k), phase 0            [gautier1997]
    ẋ_(k−1) + 4 ẋ_k + ẋ_(k+1) = 3 (x_(k+1) − x_(k−1))/h: error (ωh)⁴/180, as for a cubic spline

Segments between gaps in a log are filtered separately.

The cutoff frequency f_c minimises an estimate of the identification error. If an inertia M is fitted to τ = M q̈, with
the filter's gain G = 1/(1 + (f/f_c)⁸) and noise in q̈, the relative error of M is about

    B(f_c) = [∫ G(1 − G) ω⁴S df + ∫ G² ω⁴N df] / ∫ G² ω⁴S df,

where S is the spectrum of the motion and N is the spectrum of the noise. The first integral is the part of the signal
that the filter removes. The second integral is the part of the noise that passes through the filter. The cutoff
minimises the largest B over the joints. Welch's spectrum P is computed from second differences and divided by their
gain (2 sin πf h)⁴. Differencing prevents spectral leakage of the motion, which is about 100 dB above the noise. N is
the median of P over the upper 40 % of the band. S is P − N up to the highest frequency at which P, averaged over a
sixth of an octave, exceeds 2 N. If velocities were measured, the velocity spectrum is used, with first differences and
ω² instead of ω⁴. [welch1967]

Velocities are measured values if available, otherwise derivatives of the positions. Quaternions of ball joints and free
bodies are made continuous in sign and have unit norm. The angular velocities of quaternions are tangent differences,
q̇_k = difference(q_(k−1), q_(k+1)) / 2h.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Self

import numpy as np
from numpy.linalg import norm
from numpy.typing import NDArray

from dalembert import finding
from dalembert.argument import check_shape, increasing, real
from dalembert.finding.finding import Argument, Measure, Noun
from dalembert.mechanism.loops import difference
from dalembert.robot.model import Robot
from dalembert.tolerance import FILTER_HARMLESS

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Indices = NDArray[np.intp]
Notes = list[finding.LogNote]


_ROWS = ("t", "q", "qd", "qdd", "tau", "command", "raw", "removed", "still", "saturated")


@dataclass(frozen=True, eq=False)
class Samples:
    """Numerical arrays of a `Log`."""

    t: Array
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    command: Array | None = None
    cutoff: float | None = None
    name: str = "log"
    notes: tuple[finding.LogNote, ...] = ()
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    raw: Array | None = None
    still: Mask | None = None
    saturated: Mask | None = None
    removed: Array | None = None
    wrench: Mapping[str, Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "t", _read_only(increasing(self.t, "t"), "t", ("N",)))
        for name in self.measured[1:]:
            kind = bool if name in ("still", "saturated") else float
            object.__setattr__(self, name, _read_only(np.array(getattr(self, name), kind), name, (len(self), "n")))
        wrenches = {x: _read_only(np.array(w, float), f"wrench['{x}']", (len(self), 6)) for x, w in self.wrench.items()}
        object.__setattr__(self, "wrench", wrenches)

    def __len__(self) -> int:
        return len(self.t)

    def rows(self, which: Indices) -> Self:
        """Return the samples with the given indices."""
        kept: dict[str, Any] = {x: getattr(self, x)[which] for x in self.measured}
        return replace(self, **kept, wrench={frame: w[which] for frame, w in self.wrench.items()})

    def spread(self, most: int) -> Self:
        """Return at most `most` samples, distributed evenly over the log."""
        return self.rows(spread(len(self), most))

    @property
    def complete(self) -> Mask:
        """Mask of the samples with finite positions, velocities and accelerations, (N,)."""
        return np.asarray(np.isfinite(np.hstack([self.q, self.qd, self.qdd])).all(axis=1))

    @property
    def measured(self) -> tuple[str, ...]:
        """Names of the available arrays."""
        return tuple(x for x in _ROWS if getattr(self, x) is not None)

    @property
    def period(self) -> float:
        """Median sampling period [s]."""
        return period(self.t)

    @property
    def recorded(self) -> Array:
        """Recorded efforts before filtering, (N, nv)."""
        return self.tau if self.removed is None else self.tau + np.nan_to_num(self.removed)

    @property
    def pieces(self) -> list[slice]:
        """Evenly sampled segments between gaps in the log. Filters process each segment separately."""
        return pieces(self.t)


def _read_only(array: NDArray[Any], argument: str, shape: tuple[int | str, ...]) -> NDArray[Any]:
    """Check the shape of an array, and make the array read-only. Letters in `shape` match any size."""
    check_shape(array.shape, argument, shape)
    array.setflags(write=False)
    return array


ORDER = 4
SEGMENTS = 10  # number of segments of a log for cross-validation
_SETTLING, _LONG = 2.0, 20.0  # cutoff periods: length of disturbed ends, and shortest log for their removal
_WORTH = 4  # efforts are filtered above this number of samples per cutoff period


def pieces(t: Array) -> list[slice]:
    """Split a log at its gaps. A gap is a time step longer than 1.5 times the median step."""
    if len(t) < 3:
        return [slice(0, len(t))]
    return separated(t, 1.5 * float(np.median(np.diff(t))))


def separated(t: Array, longest: float) -> list[slice]:
    """Split a log at time steps that are longer than `longest`."""
    cuts = np.flatnonzero(np.diff(t) > longest) + 1
    return [slice(a, b) for a, b in pairwise([0, *cuts.tolist(), len(t)])]


def period(t: Array) -> float:
    """Return the median sampling period [s]."""
    return float(np.median(np.diff(t))) if len(t) > 1 else 0.0


def spread(count: int, most: int) -> Indices:
    """Return at most `most` of `count` indices, distributed evenly."""
    return np.linspace(0, count - 1, min(most, count)).astype(np.intp)


def runs(flags: Mask) -> list[tuple[int, int]]:
    """Return (first, last + 1) for each run of consecutive true flags."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], flags.astype(np.int8), [0])))).tolist()
    return list(zip(edges[::2], edges[1::2], strict=True))


def enough(purpose: str, needed: int, got: int) -> None:
    """Raise an error if a computation has too few samples or measurements."""
    if got < needed:
        raise finding.TooFewSamples(Noun(purpose), needed, got).error()


def zero_phase(x: Array, t: Array, cutoff: float) -> Array:
    """Low-pass filter x at the cutoff [Hz] without delay. Segments that are too short are not changed."""
    from scipy.signal import butter, sosfiltfilt

    h = period(t)
    cutoff = real(cutoff, "cutoff", above=0, below=0.5 / h, unit="Hz")
    sections = butter(ORDER, cutoff, fs=1 / h, output="sos")
    y = np.array(x, float)
    pad = max(3 * (2 * len(sections) + 1), round(1 / (cutoff * h)))
    for part in pieces(t):
        n = part.stop - part.start
        if n > 3 * ORDER:
            # filter contiguous rows
            y[part] = sosfiltfilt(sections, np.ascontiguousarray(x[part].T), axis=-1, padlen=min(pad, n - 2)).T
    return y


def low_passed(tau: Array, t: Array, cutoff: float | None) -> Array:
    """Apply a low-pass filter to the measured efforts. Columns of nan remain nan.

    Efforts are not filtered if the cutoff exceeds a quarter of the sampling rate. In that case, the filter would
    distort sign changes of dry friction more than reduce the noise.
    """
    if cutoff is None or cutoff * period(t) * _WORTH > 1:
        return tau
    known, whole = ~np.isnan(tau).any(0), np.array(tau)
    whole[:, known] = zero_phase(tau[:, known], t, cutoff)
    return whole


def settled(t: Array, cutoff: float) -> Indices:
    """Return the indices of samples away from the segment ends, because the filter extrapolates at the ends.

    Two periods of the cutoff frequency are omitted at each end, but at most a twentieth of a segment.
    """
    bent = round(2 / (cutoff * period(t)))
    parts = [(p.start, p.stop, min(bent, (p.stop - p.start) // 20)) for p in pieces(t)]
    return np.concatenate([np.arange(a + k, b - k) for a, b, k in parts])


def undisturbed(log: Samples, cutoff: float | None) -> Mask:
    """Return a mask of the samples without filter transients at segment ends.

    For short segments, all samples are included.
    """
    kept = np.ones(len(log), bool)
    if cutoff is None:
        return kept
    for piece in log.pieces:
        t = log.t[piece]
        if t[-1] - t[0] > _LONG / cutoff:
            kept[piece] = (t >= t[0] + _SETTLING / cutoff) & (t <= t[-1] - _SETTLING / cutoff)
    return kept


def derivative(x: Array, t: Array) -> Array:
    """Compute dx/dt at the samples of evenly sampled segments, by a compact finite-difference scheme.  [lele1992]

    The scheme is third-order at the two ends of a segment.
    """
    from scipy.interpolate import make_interp_spline

    y = np.zeros(x.shape)
    for part in pieces(t):
        n = part.stop - part.start
        even = np.linspace(t[part.start], t[part.stop - 1], n)
        # the derivative of the cubic spline solves the equations of the scheme
        y[part] = make_interp_spline(even, x[part], min(3, n - 1), check_finite=False)(even, 1)
    return y


HIGHEST = 0.4  # highest cutoff, relative to the sampling rate
_SEGMENT = 4096
_ABOVE = 2.0
_ASKED = 120  # number of candidate cutoff frequencies
_SHAKEN = 12.0  # range of a million samples of noise, in standard deviations


@dataclass(frozen=True)
class Spectrum:
    """Power spectrum of each signal [unit²/Hz], (F, n).

    `floor` is the noise level and `end` is the highest frequency of the motion, (n,) each. `end` is 0 for a signal
    without motion.
    """

    f: Array
    power: Array
    floor: Array
    end: Array
    derivatives: int = 2

    @property
    def cutoff(self) -> float | None:
        """Cutoff frequency [Hz], or None if the noise is negligible or nothing moves."""
        moving = self.end > 0
        top = HIGHEST * 2 * self.f[-1]
        if not moving.any():
            return None
        tried = np.geomspace(self.f[1], top, _ASKED)
        G = 1 / (1 + (self.f[:, None] / tried) ** (2 * ORDER))
        S = np.where(self.f[:, None] <= self.end, np.maximum(self.power - self.floor, 0), 0)[:, moving]
        weight = (2 * np.pi * self.f) ** (2 * self.derivatives)
        kept = (G * G * weight[:, None]).T @ S
        lost = (G * (1 - G) * weight[:, None]).T @ S + ((G * G).T @ weight)[:, None] * self.floor[moving]
        with np.errstate(divide="ignore", invalid="ignore"):
            worst = np.where(kept > 0, lost / kept, np.inf).max(axis=1)
        best = np.argmin(worst)
        return None if worst[-1] < max(FILTER_HARMLESS, 1.25 * worst[best]) else float(tried[best])


def spectrum(x: Array, t: Array, derivatives: int = 2) -> Spectrum:
    """Compute the power spectrum of each signal in the longest segment.

    `derivatives` is the order of differentiation from the signal to the acceleration: 2 for positions (N, n) and 1 for
    velocities.
    """
    from scipy.signal import welch

    h = period(t)
    longest = max(pieces(t), key=lambda p: p.stop - p.start)
    bent = np.diff(x[longest], n=derivatives, axis=0)
    size = min(_SEGMENT, max(16, len(bent) // 4)) if len(bent) >= 16 else max(4, len(bent))
    f, power = welch(bent.T, fs=1 / h, nperseg=min(size, len(bent)), detrend=False, axis=-1)
    gain = (2 * np.sin(np.pi * f[1:] * h)) ** (2 * derivatives)
    f, power = f[1:], (power[:, 1:] / gain).T
    floor = np.median(power[f > 0.6 * f[-1]], axis=0)
    end = np.array([_end(f, power[:, j], floor[j]) for j in range(power.shape[1])])
    moves = np.ptp(x[longest], axis=0) > _SHAKEN * np.sqrt(floor * f[-1])
    return Spectrum(f, power, floor, np.where(moves, end, 0.0), derivatives)


def _end(f: Array, power: Array, floor: float) -> float:
    """Return the highest frequency at which the spectrum, averaged over a sixth of an octave, exceeds twice the noise."""
    if not power.max() > 0:
        return 0.0
    total = np.concatenate(([0.0], np.cumsum(power)))
    low = np.searchsorted(f, f / 2 ** (1 / 12))
    high = np.maximum(np.searchsorted(f, f * 2 ** (1 / 12), side="right"), np.minimum(low + 2, len(f)))
    above = np.flatnonzero((total[high] - total[low]) / (high - low) > _ABOVE * floor)
    return float(f[above[-1]]) if len(above) else 0.0


_JUMP = 1.5 * np.pi  # jump between two samples


def continued(robot: Robot, q: Array) -> Array:
    """Make the quaternions of ball joints continuous.

    Each quaternion is normalized, with the sign that is closer to the previous sample.
    """
    if robot.nq == robot.nv:
        return q
    y = np.array(q)
    for place in robot.balls.values():
        block = y[:, place]
        size = norm(block, axis=1, keepdims=True)
        if (size < 0.1).any():
            raise finding.NotUnitQuaternion(Argument("q"), place.start, Measure(float(size.min()))).error()
        sign = np.cumprod(np.where((block[1:] * block[:-1]).sum(axis=1) < 0, -1.0, 1.0))
        y[:, place] = block / size * np.concatenate(([1.0], sign))[:, None]
    return y


def unwrapped(robot: Robot, q: Array) -> tuple[Array, int]:
    """Unwrap the angles of revolute joints.

    Return the continuous angles q_k + 2π m, and the number of encoder wrap-arounds. Between samples, a joint is assumed
    to rotate by less than π/2.
    """
    y, own = np.array(q), [c.q.start for c in robot.dofs if c.motion == "turn"]
    jumps, circle = np.diff(y[:, own], axis=0), 2 * np.pi
    turns = np.where(np.abs(jumps) > _JUMP, np.round(jumps / circle), 0.0)
    turns[np.abs(jumps - circle * turns) >= circle - _JUMP] = 0.0
    y[1:, own] -= circle * np.cumsum(turns, axis=0)
    return y, int(np.count_nonzero(turns))


def smoothed(robot: Robot, q: Array, t: Array, cutoff: float | None) -> Array:
    """Apply a low-pass filter to positions."""
    if cutoff is None:
        return q
    y = zero_phase(q, t, cutoff)
    for place in robot.balls.values():
        y[:, place] /= norm(y[:, place], axis=1, keepdims=True)
    return y


def rates(
    robot: Robot,
    q: Array,
    qd: Array | None,
    qdd: Array | None,
    t: Array,
    cutoff: float | None,
    notes: Notes,
) -> tuple[Array, Array]:
    """Compute the velocities q̇ and accelerations q̈.

    Measured velocities and accelerations are filtered. Missing values are computed by differentiation.
    """
    if qd is not None:
        qd = qd if cutoff is None else zero_phase(qd, t, cutoff)
    elif robot.nq == robot.nv:
        qd = derivative(q, t)
    else:
        qd = _along(robot, q, t)
    if qdd is not None:
        notes.append(finding.Remark(Noun("measured accelerations")))
        return qd, qdd if cutoff is None else zero_phase(qdd, t, cutoff)
    return qd, derivative(qd, t)


def _along(robot: Robot, q: Array, t: Array) -> Array:
    """Compute central differences along the tangent space, and one-sided differences at the ends."""
    ahead = np.minimum(np.arange(len(q)) + 1, len(q) - 1)
    back = np.maximum(np.arange(len(q)) - 1, 0)
    return difference(robot, q[back], q[ahead]) / (t[ahead] - t[back])[:, None]
