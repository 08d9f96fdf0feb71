"""Conversion of time stamps to increasing seconds, and resampling on an even time grid.

Time stamps can have an unknown unit, count samples, repeat, arrive out of order or restart. The reader converts, sorts
or drops time stamps, and reports every change. Unusable samples are dropped.

In a repeated sample, every signal equals the previous sample although the joints move. A single repeated sample
indicates that the recorder polled too early. If the motion across the repeated sample corresponds to one period instead
of two, all later samples are one period late. The time stamps of these samples are then moved back, which is allowed
because the dynamics do not depend on absolute time. Many repeated samples indicate that the signals were updated at a
slower rate. In this case, only the repeated samples are dropped.

Resampling uses cubic splines for positions and velocities, and linear interpolation for efforts and commands. Gaps of
up to 10 samples and 50 ms, or of up to 3 samples at any rate, are interpolated. Longer gaps are not interpolated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.argument import real
from dalembert.finding import log as findings
from dalembert.finding.finding import (
    Argument,
    FileName,
    Given,
    Identifier,
    Measure,
    Noun,
    Pass,
    PassEntry,
    Remedy,
    SymbolName,
    Unit,
)
from dalembert.identification.filtering import Array, Mask, Notes, separated
from dalembert.identification.reading.columns import Assignment, found_in, stated_unit
from dalembert.identification.reading.file_formats import ColumnTable, usable
from dalembert.identification.reading.units import TIME_UNITS, factor
from dalembert.tolerance import FASTEST_SAMPLING, SAMPLE_MULTIPLE, TIME_ROUNDING, USUAL_SAMPLING

Signals = dict[str | tuple[str, str], Array]  # arrays by quantity, or by ("wrench", frame)
_UNITS = {name: TIME_UNITS[name] for name in ("s", "ms", "us", "ns")}  # units that can be inferred
_ENDINGS = {"ms": "ms", "us": "us", "ns": "ns", "sec": "s", "secs": "s", "seconds": "s"}  # of column names
_HZ, _S = Unit("Hz"), Unit("s")
_STATE_RATE = Pass(Argument("rate"))
_SLOWEST = 0.35  # s, longest plausible sampling period
_EPOCH = 1e9  # s since 1970; later times are dates after 2001
_LARGEST = 1e20  # for comparison: the time since 1970 is 1.8e18 ns
_FAR = 1e6  # s; larger values are dates
_LATE = 50  # largest number of consecutive samples out of order
_AGREE = 0.25  # largest deviation between measured speeds and position slopes for which a unit can be inferred
_SPARSE = 0.2  # fraction of missing values above which a column was sampled at other times
_HELD = 0.1  # fraction of repeated samples above which signals were held
_MOVING = 0.2  # fraction of the usual step above which joints move
_EVEN = 2e-3  # largest deviation of even time stamps, as a fraction of the period
_SHORTEST = 12  # smallest number of samples of a segment that is kept
_STRAIGHT = ("tau", "command")


@dataclass
class RawLog:
    """Time stamps and signals of a log during reading, with notes on all changes."""

    t: Array
    signals: Signals
    notes: Notes
    file: FileName

    def keep(self, rows: NDArray[Any]) -> None:
        """Select the given rows in the given order."""
        self.t, self.signals = self.t[rows], {kind: x[rows] for kind, x in self.signals.items()}

    def drop(self, rows: Mask, reason: str) -> None:
        """Drop the given rows, and note how many rows were dropped."""
        if rows.any():
            self.notes.append(findings.SamplesDropped(int(rows.sum()), Noun(reason)))
            self.keep(~rows)

    @property
    def repeated(self) -> Mask:
        """Mask of the rows in which all signals equal the previous row."""
        same = np.ones(len(self.t), bool)
        same[0] = False
        for x in self.signals.values():
            same[1:] &= (x[1:] == x[:-1]).all(axis=1)
        return same


def timed(record: RawLog, table: ColumnTable, chosen: Assignment, unit: Any, rate: float | None) -> None:
    """Convert the time stamps to increasing seconds, and drop rows with missing numbers."""
    record.t, scale = _stamps(table, chosen, unit, rate, record)
    rows = np.isfinite(record.t)
    for kind, x in record.signals.items():
        bad = ~np.isfinite(x)
        empty = bad.all(axis=0)
        name = SymbolName(kind if isinstance(kind, str) else kind[0])
        usable(kind != "q" or not empty.any(), record.file, "empty positions")
        if empty.any():
            record.notes.append(findings.EmptyColumns(name))
        hit = bad[:, ~empty].any(axis=1)
        if kind != "q" and hit.mean() > _SPARSE and (~hit).sum() > 3:
            record.notes.append(findings.Interpolated(name, float(hit.mean())))
            good = ~hit & np.isfinite(record.t)
            record.signals[kind] = _interpolated(record.t, record.t[good], x[good])
        else:
            rows &= ~hit
    usable(rows.sum() >= 4, record.file, "incomplete rows")
    record.drop(~rows, "rows not finite")
    record.drop(record.repeated & np.append(False, record.t[1:] == record.t[:-1]), "same row")
    _without_repeats(record)
    slope = _slope(record)
    readable = np.abs(record.t) < _LARGEST
    _clear(readable.sum() >= 2, "few stamps", PassEntry(Argument("columns"), Identifier("t")))
    record.keep(readable)
    _without_strays(record)
    _unwrap_counter(record)
    scale = _scale(record.t, scale, rate, slope, record.notes)
    if abs(record.t[0]) * scale > _FAR:
        record.notes.append(findings.TimeOrigin(float(record.t[0])))
        record.t = record.t - record.t[0]
    record.t = record.t * scale
    _sort(record)
    _separate(record)


def _interpolated(at: Array, t: Array, x: Array) -> Array:
    """Interpolate the columns of x linearly at the times `at`."""
    return np.stack([np.interp(at, t, own) for own in x.T], axis=1)


def _clear(good: object, reason: str, remedy: Remedy, period: float | None = None) -> None:
    """Raise an error if the time stamps are ambiguous."""
    if not good:
        raise findings.UnclearTime(Noun(reason), remedy, period).error()


def _stamps(
    table: ColumnTable, chosen: Assignment, unit: Any, rate: float | None, record: RawLog
) -> tuple[Array, float | None]:
    """Return the time column, and the length of the time unit in seconds if known.

    A numeric unit is a conversion factor to seconds.
    """
    if "sec" in chosen and "nsec" in chosen and not chosen.get("t"):
        sec = table.columns[chosen["sec"][0]]
        return (sec - sec[0]) + _UNITS["ns"] * table.columns[chosen["nsec"][0]], 1.0
    if rate is None:
        found_in(table, chosen.get("t"), "time", record.file, _STATE_RATE)
    elif not chosen.get("t"):
        record.notes.append(findings.NoTime(Measure(rate, _HZ)))
        return np.arange(len(table), dtype=float), None
    name = chosen["t"][0]
    stamps = table.columns[name]
    if unit is not None and not isinstance(unit, str):
        return stamps * real(unit, "units['t']"), 1.0
    stated = unit or stated_unit(table, name, "t") or _ENDINGS.get(name.lower().rpartition("_")[2])
    if stated is None:
        return stamps, None
    scale = factor(stated, "t")
    if scale != 1:
        record.notes.append(findings.TimeUnit(Unit(next(name for name, x in TIME_UNITS.items() if x == scale))))
    return stamps, scale


def _without_repeats(record: RawLog) -> None:
    """Drop repeated rows, and correct the time stamps of delayed rows."""
    same = record.repeated & np.append(True, record.t[1:] != record.t[:-1])  # see _separate for equal stamps
    step = np.linalg.norm(np.diff(record.signals["q"], axis=0), axis=1)
    usual = float(np.median(step[~same[1:]])) if (~same[1:]).any() else 0.0
    if not same.any() or usual == 0 or "tau" not in record.signals:
        return
    if same.mean() >= _HELD:
        if same.mean() >= 0.4:  # a smaller fraction means that the robot is sometimes at rest
            record.drop(same, "sample and hold")
        return
    k = np.flatnonzero(same)
    k = k[(k > 1) & (k < len(same) - 2)]
    before, across, after = step[k - 2], step[k], step[k + 1]  # steps before, across and after the repeated sample
    moving = (before > _MOVING * usual) & (after > _MOVING * usual) & (across > 0)
    late = k[moving & (across < 0.75 * (before + after))]
    if not moving.any():
        return
    moved = np.zeros(len(same))
    moved[late + 1] = record.t[late] - record.t[late - 1]
    record.notes.append(findings.RowsRepeated(int(moving.sum()), len(late)))
    record.t = record.t - np.cumsum(moved)
    record.keep(np.delete(np.arange(len(same)), k[moving]))


def _slope(record: RawLog) -> Array | None:
    """Estimate the time unit in seconds from Δq = q̇ Δt, at samples where a joint moves fast."""
    q = record.signals["q"]
    qd = record.signals.get("qd")
    step = record.t[2:] - record.t[:-2]
    if qd is None or qd.shape != q.shape:
        return None
    speed, way = np.abs(qd[1:-1]), (q[2:] - q[:-2]) * np.sign(qd[1:-1])
    quick = (speed > 0.5 * speed.max(axis=0)) & (step > 0)[:, None]
    return np.asarray(way[quick] / (speed * step[:, None])[quick])


def _usual_step(t: Array) -> float:
    """Return the most typical difference between consecutive time stamps."""
    return float(np.median(np.abs(np.diff(t))))


def _without_strays(record: RawLog) -> None:
    """Drop isolated time stamps that differ greatly from both neighbours, if the neighbours are close to each other."""
    t, step = record.t, _usual_step(record.t)
    around = t[2:] - t[:-2]
    off = np.abs(t[1:-1] - 0.5 * (t[2:] + t[:-2]))
    stray = np.zeros(len(t), bool)
    stray[1:-1] = (around >= 0) & (around < 4 * step) & (off > _LATE * step)
    record.drop(stray, "stray stamp")


def _unwrap_counter(record: RawLog) -> None:
    """Correct overflows of a 16-bit or 32-bit time counter."""
    t = record.t
    for span, name in ((2.0**16, "16-bit counter"), (2.0**32, "32-bit counter")):
        over = int(np.count_nonzero(np.diff(t) < -0.96 * span))
        if over and t.max() < span:
            record.notes.append(findings.Repaired(over, Noun(name)))
            record.t = np.unwrap(t, period=span)
            return


def _scale(t: Array, stated: float | None, rate: float | None, slope: Array | None, notes: Notes) -> float:
    """Determine the unit of the time stamps, or the period of a sample counter, in seconds."""
    steps = np.diff(t)
    ahead = steps[steps > 0]
    _clear(len(ahead), "constant time", _STATE_RATE)
    step = float(np.median(ahead))
    whole = bool(np.all(ahead == np.round(ahead)) and step == 1)
    if rate is not None:
        if whole:
            notes.append(findings.SampleCounter(Measure(rate, _HZ), Noun("given rate")))
        return 1 / (rate * step)
    if stated is not None:
        return stated
    given = float(np.median(slope)) if slope is not None and len(slope) > 20 else None
    if given is not None and given > 0:
        near = min(_UNITS, key=lambda u: abs(np.log(_UNITS[u] / given)))
        if abs(np.log(_UNITS[near] / given)) < _AGREE and (near == "s" or not whole):
            if near != "s":
                notes.append(findings.TimeUnitInferred(Unit(near), Noun("measured speeds")))
            return _UNITS[near]
        if whole:
            nearest = _round_rate(1 / given)
            notes.append(findings.SampleCounter(Measure(nearest, _HZ), Noun("measured speeds")))
            return 1 / nearest
    _clear(not whole or FASTEST_SAMPLING <= step <= _SLOWEST, "counted time", _STATE_RATE)
    if t[0] > _EPOCH and step < 1e3:
        for name, one in _UNITS.items():  # a date determines the unit
            if 0.5 * _EPOCH < t[0] * one < 10 * _EPOCH:
                return _likely_unit(name, step, notes)
    if FASTEST_SAMPLING <= step <= _SLOWEST:
        return 1.0
    likely = [u for u, one in _UNITS.items() if USUAL_SAMPLING <= step * one <= 0.11] or [
        u for u, one in _UNITS.items() if FASTEST_SAMPLING <= step * one <= _SLOWEST
    ]
    _clear(likely, "unlikely period", PassEntry(Argument("units"), Identifier("t"), Given("'ms'")), step)
    return _likely_unit(likely[0], step, notes)


def _likely_unit(name: str, step: float, notes: Notes) -> float:
    if name != "s":
        rate = Measure(float(f"{1 / (step * _UNITS[name]):.4g}"), _HZ)
        notes.append(findings.TimeUnitInferred(Unit(name), Noun("sampling period"), rate))
    return _UNITS[name]


def _round_rate(rate: float) -> float:
    """Round an estimated sampling rate to a common rate, for example 998.7 to 1000."""
    usual = [m * 10.0**k for k in range(6) for m in (1, 1.2, 1.25, 2, 2.4, 2.5, 3, 4, 5, 6, 8)]
    near = min(usual, key=lambda x: abs(np.log(x / rate)))
    return near if abs(np.log(near / rate)) < 0.03 else float(f"{rate:.4g}")


def _sort(record: RawLog) -> None:
    """Sort samples that were recorded out of order, and add an offset after a restart of the clock.

    A restart is a backward jump by many samples, or by a few samples to the first time stamp.
    """
    t, step = record.t.copy(), _usual_step(record.t)
    least = np.where(t[1:] < t[0] + step, _SHORTEST - 2, _LATE)
    restarts = np.flatnonzero(np.diff(t) < -least * step) + 1
    for k in restarts.tolist():
        t[k:] += t[:k].max() - t[k] + max(1.0, 20 * step)
    late = int(np.count_nonzero(t < np.maximum.accumulate(t)))
    for count, reason in ((len(restarts), "clock restart"), (late, "out of order")):
        if count:
            record.notes.append(findings.Repaired(count, Noun(reason)))
    record.t = t
    if late:
        record.keep(np.argsort(t, kind="stable"))


def _separate(record: RawLog) -> None:
    """Keep one sample per time stamp.

    Many repeated time stamps indicate a clock with low resolution. The samples are then distributed evenly over each
    clock period.
    """
    t = record.t
    twice = np.append(False, np.diff(t) <= 0)
    if twice.sum() <= 0.3 * len(t):
        record.drop(twice, "same stamp")
        return
    ticks = np.flatnonzero(~twice)
    sizes = np.diff(np.append(ticks, len(t)))
    among = np.arange(len(t)) - np.repeat(ticks, sizes)
    length = float(np.median(np.diff(t[ticks]))) if len(ticks) > 1 else 1.0
    record.notes.append(findings.CoarseClock(int(twice.sum()), Measure(length, _S)))
    record.t = t + among / np.repeat(sizes, sizes) * length


def resampled(record: RawLog, gap: float | None) -> None:
    """Resample the log at equally spaced times t₀ + k h, segment by segment.

    `gap` is the longest gap to interpolate [s].
    """
    t, notes = record.t, record.notes
    steps = np.diff(t)
    h = _period(steps)
    bridge = max(3.5 * h, min(10.5 * h, 0.05)) if gap is None else max(gap, 1.5 * h)
    whole, gaps = separated(t, bridge), steps[steps > bridge]
    parts = [part for part in whole if part.stop - part.start >= _SHORTEST]
    usable(parts, record.file, "short pieces")
    lost = np.round(steps / h) - 1
    missing = int(lost[(steps <= bridge) & (lost > 0)].sum())
    if missing:
        notes.append(findings.SamplesMissing(missing, missing / (len(t) + missing), Measure(bridge, _S)))
    if len(gaps):
        notes.append(findings.LongGaps(len(gaps), Measure(bridge, _S), Measure(float(gaps.max()), _S)))
    if short := len(whole) - len(parts):
        notes.append(findings.SamplesDropped(short, Noun("short piece")))
    if missing == 0 and len(gaps) == 0 and _is_even(t):
        return
    usual = steps[np.round(steps / h) == 1]
    jitter = float(np.std(usual)) / h if len(usual) else 0.0
    if jitter > 0.01:
        notes.append(findings.Jitter(Measure(h, _S), jitter))
    record.t, record.signals = _on_grid(t, record.signals, parts, h)


def _period(steps: Array) -> float:
    """Compute the mean of the time steps near the median.

    For example, the mean is 1/600 s even for time stamps rounded to 1 ms.
    """
    usual = np.median(steps)
    near = steps[np.abs(steps - usual) < 0.5 * usual]
    return float(near.mean()) if len(near) else usual


def _is_even(t: Array) -> bool:
    h = (t[-1] - t[0]) / (len(t) - 1)
    return bool(np.abs(t - (t[0] + h * np.arange(len(t)))).max() <= max(_EVEN * h, TIME_ROUNDING * abs(t[-1])))


def _on_grid(t: Array, signals: Signals, parts: list[slice], h: float) -> tuple[Array, Signals]:
    from scipy.interpolate import CubicSpline

    grids = []
    for part in parts:
        first, last = ((t[part][k] - t[0]) / h for k in (0, -1))
        grid = t[0] + h * np.arange(np.ceil(first - SAMPLE_MULTIPLE), np.floor(last + SAMPLE_MULTIPLE) + 1)
        grids.append(np.clip(grid, *t[part][[0, -1]]))

    def sampled(name: str | tuple[str, str], x: Array) -> Array:
        if name in _STRAIGHT or isinstance(name, tuple):
            return np.concatenate([_interpolated(at, t[p], x[p]) for p, at in zip(parts, grids, strict=True)])
        return np.concatenate([CubicSpline(t[p], x[p])(at) for p, at in zip(parts, grids, strict=True)])

    return np.concatenate(grids), {name: sampled(name, x) for name, x in signals.items()}
