"""The square-root information of logs: R with ‖w x − τ‖ = ‖R [x; −1]‖, one triangle per time segment and joint.

R is the triangular factor of the rows, AᵀA = RᵀR. It is built from blocks of rows, so that a log of any length needs little
memory. Everything asked later (joint weights, omitted segments, omitted parameters, errors by joint) uses the triangles
only.  [golub2013, §5.3]

A log that was low-pass filtered at its cutoff is decimated to one sample in 0.8 fs/cutoff. w and τ first pass through the
same zero-phase filter, which keeps the model linear: sign q̇ is filtered as a column, not as a rate.  [gautier1997]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray
from scipy.signal import firwin

from dalembert.argument import integer
from dalembert.finding.finding import Noun
from dalembert.finding.log import TooFewSamples
from dalembert.identification.filtering import PASSED, SEGMENTS, undisturbed
from dalembert.identification.linear_model import Design
from dalembert.identification.log import Log
from dalembert.tolerance import EFFORT_BALANCED

Array = NDArray[np.float64]
_TOGETHER = 4096  # rows that are worth a triangle


def triangle(A: Array) -> Array:
    """R of A = Q R."""
    return np.asarray(np.linalg.qr(A, mode="r"), float)


class BlockQR:
    """The triangle of rows that come block by block."""

    def __init__(self, columns: int) -> None:
        self._waiting = [np.zeros((0, columns))]
        self._count = 0

    def add(self, rows: Array) -> None:
        self._waiting.append(rows)
        self._count += len(rows)
        if self._count > _TOGETHER:
            self._waiting, self._count = [self.triangle], 0

    @property
    def triangle(self) -> Array:
        return triangle(np.concatenate(self._waiting))


_BLOCK = 4096  # samples at a time
_OUT = 32  # thinned samples of one product with the filter
_SPAN = 20  # taps of the filter for each sample of those that are kept: its edge is 4 % of the band wide
_ROWS = 16  # for each parameter, at least: with half of it fits are too good by a tenth, and bounds seem to cost that
_LEAST_THINNED = 4  # samples for each period of the cut-off, from which thinning pays
_KEPT = 4e7  # numbers, 320 MB
Weigh = Callable[[Array, Array], Array]
Block = tuple[float, Array, Array, Array]


@final
@dataclass(frozen=True, eq=False)
class Information:
    """`triangles[s][j]` of segment s and joint j over `columns[j]` and τ; `counts` are its rows, (segments, n).

    `share` is the part of the rows that tell something new: less than 1 where the log was filtered and not thinned.
    """

    columns: tuple[NDArray[np.intp], ...]
    triangles: tuple[tuple[Array, ...], ...]
    counts: NDArray[np.intp]
    size: int  # parameters
    share: float
    every: tuple[int, ...]  # one sample in so many was kept of each log
    of: tuple[int, ...] = ()  # the log of each segment

    @property
    def segments(self) -> int:
        return len(self.triangles)

    @cached_property
    def joints(self) -> tuple[Array, ...]:
        """The triangle of each joint, all segments together."""
        each = range(len(self.columns))
        return tuple(triangle(np.vstack([own[j] for own in self.triangles])) for j in each)

    def without(self, s: int) -> Information:
        """The same without one segment."""
        return self._only([k for k in range(self.segments) if k != s])

    def log(self, k: int, others: bool = False) -> Information:
        """Return the information of one log, or of all others."""
        return self._only([s for s in range(self.segments) if (self.of[s] == k) != others])

    def _only(self, which: list[int]) -> Information:
        parts = tuple(self.triangles[s] for s in which)
        return replace(self, triangles=parts, counts=self.counts[which], of=tuple(self.of[s] for s in which))

    def stacked(self, weights: Array) -> Array:
        """The triangles of all joints, each times its weight, over all columns and τ."""
        rows = [np.zeros((0, self.size + 1))]
        for j, R in enumerate(self.joints):
            if weights[j] > 0:
                whole = np.zeros((len(R), self.size + 1))
                whole[:, np.append(self.columns[j], self.size)] = weights[j] * R
                rows.append(whole)
        return np.vstack(rows)

    def squares(self, x: Array, s: int | None = None) -> tuple[Array, Array]:
        """(‖τ_j − w_j x‖², ‖τ_j‖²) of each joint, of one segment or of all."""
        own = self.joints if s is None else self.triangles[s]
        left = [np.sum((R[:, -1] - R[:, :-1] @ x[c]) ** 2) for R, c in zip(own, self.columns, strict=True)]
        return np.array(left), np.array([np.sum(R[:, -1] ** 2) for R in own])

    def sizes(self, x: Array) -> Array:
        """√mean τ_j², by which roundings of a joint are judged; of one that nothing drives, of the parts that cancel."""
        whole = np.array([np.sum(R[:, -1] ** 2) for R in self.joints])
        parts = [np.sum((R[:, :-1] * x[c]) ** 2) for R, c in zip(self.joints, self.columns, strict=True)]
        counts = np.maximum(self.counts.sum(axis=0), 1)
        return np.asarray(np.sqrt(np.where(whole > EFFORT_BALANCED * np.array(parts), whole, parts) / counts))


def information(
    design: Design,
    logs: Sequence[Log],
    every: Sequence[int],
    weigh: Weigh | None = None,
    rows: Sequence[Rows] | None = None,
    segments: int = SEGMENTS,
) -> Information:
    """Gather the rows of logs, of each one sample in `every`; each has segments of its own. `rows` may stand for them."""
    columns = tuple(np.flatnonzero(design.felt[j]) for j in range(design.n))
    triangles: list[list[Array]] = []
    counts: list[NDArray[np.intp]] = []
    share = 1.0
    each = [Rows(design, log, kept) for log, kept in zip(logs, every, strict=True)] if rows is None else rows
    of: list[int] = []
    for number, (log, kept, some) in enumerate(zip(logs, every, each, strict=True)):
        share = min(share, independent(log, kept))
        parts = [[BlockQR(len(c) + 1) for c in columns] for _ in range(segments)]
        count = np.zeros((segments, design.n), np.intp)
        for where, w, y, _ in some.weighed(weigh):
            s = min(int(where * segments), segments - 1)
            for j in range(design.n):
                known = ~np.isnan(y[:, j]) & (w[j].any(1) | (y[:, j] != 0))
                if known.any():
                    parts[s][j].add(np.column_stack([w[j][np.ix_(known, columns[j])], y[known, j]]))
                    count[s, j] += int(known.sum())
        full = [s for s in range(segments) if count[s].any()]
        triangles += [[x.triangle for x in parts[s]] for s in full]
        counts += [count[s] for s in full]
        of += [number] * len(full)
    if not counts:
        raise TooFewSamples(Noun("identification"), 1, 0).error()
    return Information(
        columns, tuple(tuple(x) for x in triangles), np.array(counts), len(design.names), share, tuple(every), tuple(of)
    )


@final
class Rows:
    """(place in the log from 0 to 1, w, τ, t) of some samples after thinning, again and again; rows without numbers are left out.

    They are computed again for each pass, or kept if requested and not too many.
    """

    def __init__(self, design: Design, log: Log, every: int, keep: bool = False) -> None:
        self._made = lambda some: (design.rows(some), some.recorded - design.known(some))
        self._log, self._every = log, every
        self.few = keep and len(log) / every * design.n * len(design.names) <= _KEPT
        self._kept: list[Block] | None = None

    def __iter__(self) -> Iterator[Block]:
        if self.few and self._kept is None:
            self._kept = list(self._walk())
        return self._walk() if self._kept is None else iter(self._kept)

    def _walk(self) -> Iterator[Block]:
        for centre, w, y in _blocks(self._made, self._log, self._every):
            yield float(centre[0]) / len(self._log), w, y, self._log.t[centre]

    def weighed(self, weigh: Weigh | None) -> Iterator[Block]:
        """The same, each sample and joint by a weight."""
        for where, w, y, t in self:
            if weigh is None:
                yield where, w, y, t
            else:
                factor = weigh(w, y)
                yield where, w * factor.T[:, :, None], y * factor, t


def parallel(rows: Callable[[Log], tuple[Array, Array]], log: Log, every: int) -> Iterator[tuple[Array, Array]]:
    """(w, y) of any linear model after thinning: w (n, samples, columns), y (samples, n)."""
    for _, w, y in _blocks(rows, log, every):
        yield w, y


def _blocks(
    rows: Callable[[Log], tuple[Array, Array]], log: Log, every: int
) -> Iterator[tuple[NDArray[np.intp], Array, Array]]:
    usable = np.isfinite(log.q).all(1) & np.isfinite(log.qd).all(1) & np.isfinite(log.qdd).all(1)
    usable &= np.isfinite(log.tau).any(1) & undisturbed(log, log.cutoff)
    taps = _taps(every)
    reach = len(taps) // 2
    per = max(1, min(_BLOCK // every, len(log) // every // SEGMENTS))
    for first, last in _runs(log, usable, every):
        centres = np.arange(first, last, every)
        for start in range(0, len(centres), per):
            centre = centres[start : start + per]
            low, high = max(centre[0] - reach, first), min(centre[-1] + reach + 1, last)
            w, y = rows(log.rows(np.arange(low, high)))
            if every > 1:
                whole = np.concatenate([w, y.T[:, :, None]], axis=2)
                whole = np.stack([_thinned(x, taps, centre - low) for x in whole])
                w, y = whole[:, :, :-1], whole[:, :, -1].T
            yield centre, w, y


def _runs(log: Log, usable: NDArray[np.bool_], every: int) -> list[tuple[int, int]]:
    """Samples without a break, as (first, after the last); without thinning only unusable ones break."""
    if usable.all() and every == 1:
        return [(0, len(log))]
    breaks = ~usable
    starts = np.concatenate([[True], breaks[1:] != breaks[:-1]])
    if every > 1:
        dt = np.diff(log.t)
        starts[1:] |= np.abs(dt - np.median(dt)) > 0.5 * np.median(dt)
    edges = np.append(np.flatnonzero(starts), len(log))
    least = _SPAN * every // 2 if every > 1 else 1
    return [
        (a, b) for a, b in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True) if usable[a] and b - a >= least
    ]


def _thinned(x: Array, taps: Array, centres: NDArray[np.intp]) -> Array:
    """Each column low-passed at these rows: products with a band of the filter, small enough to be quick.

    At the ends the filter is cut off, alike for w and τ, which keeps the model exact.
    """
    result = np.empty((len(centres), x.shape[1]))
    reach = len(taps) // 2
    for first in range(0, len(centres), _OUT):
        some = centres[first : first + _OUT]
        low, high = max(some[0] - reach, 0), min(some[-1] + reach + 1, len(x))
        band = np.zeros((len(some), high - low))
        for i, c in enumerate(some.tolist()):
            a, b = max(c - reach, low), min(c + reach + 1, high)
            own = taps[a - c + reach : b - c + reach]
            band[i, a - low : b - low] = own / own.sum()
        result[first : first + _OUT] = band @ x[low:high]
    return result


def thinning(log: Log, asked: int | None, parameters: int) -> int:
    """One sample in how many is kept, from the cut-off, so that enough are left for so many parameters."""
    if asked is not None:
        return integer(asked, "thin", lower=1)
    if log.cutoff is None or len(log) < 2:
        return 1
    ratio = round(PASSED / (log.period * log.cutoff))  # passes up to half the cut-off
    enough = int(np.isfinite(log.tau).sum() / (_ROWS * max(parameters, 1)))
    return max(1, min(ratio, enough)) if ratio >= _LEAST_THINNED else 1


def independent(log: Log, every: int) -> float:
    """The share of independent samples among those kept: white noise that passed the filter has every · Σ h² of them; of efforts that
    were filtered before, 2·cutoff of each second."""
    passed = float(every * np.sum(_taps(every) ** 2))
    if log.removed is not None or log.cutoff is None or len(log) < 2:
        return passed
    return float(min(passed, 2 * log.cutoff * every * log.period))


def _taps(every: int) -> Array:
    """h of the low pass, Σ h = 1."""
    return np.asarray(firwin(_SPAN * every + 1, PASSED / every)) if every > 1 else np.ones(1)
