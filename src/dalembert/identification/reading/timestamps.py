"""Time stamps as increasing seconds, and samples on an even time grid.

Units, counters, duplicates, disorder and restarts: a stamp is converted, sorted or dropped, never invented, and every change is
counted. Rows that cannot be used are dropped.

Repeated rows: every signal equals that of the row before although the joints move. A single repeat means that the recorder polled
too early: the rows after it are late by one period if the motion across it is that of one period, not of two; later stamps are
then moved back, since the dynamics do not depend on the date. Many repeats mean that the robot was sampled and held at a
slower rate: the fresh rows are correct.

Even grid: cubic splines through positions and rates at their true times, straight lines through efforts and commands. Short gaps
are interpolated, up to 10 samples and 50 ms, or up to 3 samples at any rate; longer gaps remain.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.argument import known, real
from dalembert.finding.finding import (
    Argument,
    FileName,
    Given,
    Identifier,
    Measure,
    Noun,
    Pass,
    PassEntry,
    SymbolName,
    Unit,
)
from dalembert.finding.log import (
    ClockRestarted,
    CoarseClock,
    ColumnsDropped,
    CounterWrapped,
    EmptyColumns,
    Interpolated,
    Jitter,
    LogNote,
    LongGaps,
    NoTime,
    QuantityNotFound,
    RowsRepeated,
    SampleCounter,
    SamplesDropped,
    SamplesMissing,
    SamplesSorted,
    TimeOrigin,
    TimeUnit,
    UnclearTime,
    UnusableFile,
)
from dalembert.identification.reading.columns import UNITS, Assignment, factor
from dalembert.identification.reading.signals import stated_unit
from dalembert.identification.reading.table import ColumnTable, column
from dalembert.tolerance import FASTEST_SAMPLING, SAMPLE_MULTIPLE, TIME_ROUNDING, USUAL_SAMPLING

Array = NDArray[np.float64]
Signals = dict[str | tuple[str, str], Array]  # by quantity, or ("wrench", frame)
_UNITS = {name: UNITS["t"][name] for name in ("s", "ms", "us", "ns")}
_HZ, _S = Unit("Hz"), Unit("s")
_SAY_UNIT = PassEntry(Argument("units"), Identifier("t"), Given("'ms'"))
_SLOWEST = 0.35  # s between samples
_EPOCH = 1e9  # s since 1970 is above this since 2001
_LARGEST = 1e20  # ns since 1970 are 1.8e18
_FAR = 1e6  # s: a date, not a time of a run
_LATE = 50  # samples in a row that may come out of order
_AGREE = 0.25  # how far a measured speed may be from the slope of positions to tell a unit


def increasing_time(
    stamps: Array, unit: str | None, rate: float | None, slope: Array | None, notes: list[LogNote]
) -> tuple[Array, NDArray[np.intp]]:
    """Return increasing seconds and the rows that they belong to.

    `slope` is Δq / (q̇ · Δstamp) of typical samples: the seconds in one unit of the stamps, if speeds were measured.
    """
    rows = np.flatnonzero(np.abs(stamps) < _LARGEST)  # nan is not
    if len(rows) < 2:
        raise UnclearTime(Noun("few stamps"), PassEntry(Argument("columns"), Identifier("t"))).error()
    rows = _credible(stamps, rows, notes)
    t = _unwrapped(stamps[rows], notes)
    scale, counted = _scale(t, unit, rate, slope, notes)
    if abs(t[0]) * scale > _FAR:
        notes.append(TimeOrigin(float(t[0])))
        t = t - t[0]
    t = t * scale
    rows, t = _ordered(t, rows, notes)
    rows, t = _single(t, rows, notes, counted)
    return t, rows


def _scale(
    t: Array, unit: str | None, rate: float | None, slope: Array | None, notes: list[LogNote]
) -> tuple[float, bool]:
    """Return the seconds in one unit of the stamps, and whether they count samples."""
    steps = np.diff(t)
    ahead = steps[steps > 0]
    if len(ahead) == 0:
        raise UnclearTime(Noun("constant time"), Pass(Argument("rate"))).error()
    step = float(np.median(ahead))
    whole = bool(np.all(ahead == np.round(ahead)) and step == 1)
    if rate is not None:
        if whole:
            notes.append(SampleCounter(Measure(rate, _HZ), Noun("given rate")))
            return 1 / (rate * step), True
        return 1 / (rate * step), False
    if unit is not None:
        return _UNITS[unit], False
    told = float(np.median(slope)) if slope is not None and len(slope) > 20 else None
    if told is not None and told > 0:
        near = min(_UNITS, key=lambda u: abs(np.log(_UNITS[u] / told)))
        if abs(np.log(_UNITS[near] / told)) < _AGREE and (near == "s" or not whole):
            if near != "s":
                notes.append(TimeUnit(Unit(near), Noun("measured speeds")))
            return _UNITS[near], False
        if whole:
            nearest = _round_rate(1 / told)
            notes.append(SampleCounter(Measure(nearest, _HZ), Noun("measured speeds")))
            return 1 / nearest, True
    if whole and not FASTEST_SAMPLING <= step <= _SLOWEST:
        raise UnclearTime(Noun("counted time"), Pass(Argument("rate"))).error()
    if t[0] > _EPOCH and step < 1e3:
        for name, one in _UNITS.items():  # a date tells its unit
            if 0.5 * _EPOCH < t[0] * one < 10 * _EPOCH:
                return _likely_unit(name, step, notes)
    if FASTEST_SAMPLING <= step <= _SLOWEST:
        return 1.0, False
    likely = [u for u, one in _UNITS.items() if USUAL_SAMPLING <= step * one <= 0.11] or [
        u for u, one in _UNITS.items() if FASTEST_SAMPLING <= step * one <= _SLOWEST
    ]
    if not likely:
        raise UnclearTime(Noun("unlikely period"), _SAY_UNIT, step).error()
    return _likely_unit(likely[0], step, notes)


def _likely_unit(name: str, step: float, notes: list[LogNote]) -> tuple[float, bool]:
    if name != "s":
        rate = Measure(float(f"{1 / (step * _UNITS[name]):.4g}"), _HZ)
        notes.append(TimeUnit(Unit(name), Noun("sampling period"), rate))
    return _UNITS[name], False


def _round_rate(rate: float) -> float:
    """Return the usual rate near an estimated one: 1000 for 998.7."""
    usual = [m * 10.0**k for k in range(6) for m in (1, 1.2, 1.25, 2, 2.4, 2.5, 3, 4, 5, 6, 8)]
    near = min(usual, key=lambda x: abs(np.log(x / rate)))
    return near if abs(np.log(near / rate)) < 0.03 else float(f"{rate:.4g}")


def _credible(stamps: Array, rows: NDArray[np.intp], notes: list[LogNote]) -> NDArray[np.intp]:
    """Drop single stamps far from both neighbours, which follow each other."""
    t = stamps[rows]
    if len(t) < 5:
        return rows
    step = float(np.median(np.abs(np.diff(t))))
    around = t[2:] - t[:-2]
    off = np.abs(t[1:-1] - 0.5 * (t[2:] + t[:-2]))
    odd = np.flatnonzero((around >= 0) & (around < 4 * step) & (off > _LATE * step)) + 1
    if len(odd) == 0:
        return rows
    notes.append(SamplesDropped(len(odd), Noun("stray stamp")))
    return np.delete(rows, odd)


def _unwrapped(t: Array, notes: list[LogNote]) -> Array:
    """Continue a counter of 16 or 32 bits that overflowed."""
    back = np.flatnonzero(np.diff(t) < 0)
    for bits in (16, 32):
        span = 2.0**bits
        if len(back) and t.max() < span and np.all(t[back] > 0.98 * span) and np.all(t[back + 1] < 0.02 * span):
            notes.append(CounterWrapped(len(back), bits))
            turns = np.zeros(len(t))
            turns[back + 1] = span
            return t + np.cumsum(turns)
    return t


def _ordered(t: Array, rows: NDArray[np.intp], notes: list[LogNote]) -> tuple[NDArray[np.intp], Array]:
    """Sort late packets; continue a clock that restarted after a pause."""
    high = np.maximum.accumulate(t)
    late = t < high
    if not late.any():
        return rows, t
    edges = np.flatnonzero(np.diff(np.concatenate(([0], late.astype(int), [0]))))
    restarts = [a for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > _LATE or b == len(t)]
    t = t.copy()
    step = float(np.median(np.abs(np.diff(t))))
    begins = _restarts(t, restarts)
    for a in begins:
        t[a:] += t[:a].max() - t[a] + max(1.0, 20 * step)
    if begins:
        notes.append(ClockRestarted(len(begins)))
    order = np.argsort(t, kind="stable")
    moved = int(np.count_nonzero(t < np.maximum.accumulate(t)))
    if moved:
        notes.append(SamplesSorted(moved))
    return rows[order], t[order]


def _restarts(t: Array, starts: list[int]) -> list[int]:
    """Return every backward jump at or after the first restart that opens a long late run."""
    found = []
    for a in starts:
        found.append(int(a))
        back = np.flatnonzero(np.diff(t[a:]) < -_LATE * np.median(np.abs(np.diff(t)))) + a + 1
        found += [int(b) for b in back]
    return sorted(set(found))


def _single(t: Array, rows: NDArray[np.intp], notes: list[LogNote], counted: bool) -> tuple[NDArray[np.intp], Array]:
    """Keep one sample per stamp. If most stamps repeat, the clock is coarse and the samples are spread over its tick."""
    new = np.concatenate(([True], np.diff(t) > 0))
    twice = int(np.count_nonzero(~new))
    if twice == 0:
        return rows, t
    if twice > 0.3 * len(t) and not counted:
        ticks = np.flatnonzero(new)
        among = np.arange(len(t)) - np.repeat(ticks, np.diff(np.append(ticks, len(t))))
        size = np.repeat(np.diff(np.append(ticks, len(t))), np.diff(np.append(ticks, len(t))))
        length = float(np.median(np.diff(t[ticks]))) if len(ticks) > 1 else 1.0
        notes.append(CoarseClock(twice, Measure(length, _S)))
        return rows, t + among / size * length
    notes.append(SamplesDropped(twice, Noun("same stamp")))
    return rows[new], t[new]


_HELD = 0.1  # share of repeats from which on the signals were held
_MOVING = 0.2  # of the usual step: joints that move


def fresh(stamps: Array, found: Signals, notes: list[LogNote]) -> tuple[Array, NDArray[np.intp]]:
    """Return the stamps, moved back where rows repeat, and the rows that are new."""
    rows = np.arange(len(stamps))
    same = np.ones(len(stamps), bool)
    same[0] = False
    same[1:] &= stamps[1:] != stamps[:-1]  # one stamp twice is a matter of the clock
    for x in found.values():
        same[1:] &= (x[1:] == x[:-1]).all(axis=1)
    if not same.any():
        return stamps, rows
    step = np.linalg.norm(np.diff(found["q"], axis=0), axis=1)
    usual = float(np.median(step[~same[1:]])) if (~same[1:]).any() else 0.0
    if usual == 0 or "tau" not in found:
        return stamps, rows
    if same.mean() >= _HELD:
        if same.mean() < 0.4:
            return stamps, rows  # neither: a robot that stands now and then
        notes.append(SamplesDropped(int(same.sum()), Noun("sample and hold")))
        return stamps, rows[~same]
    k = np.flatnonzero(same)
    k = k[(k > 1) & (k < len(stamps) - 2)]
    before, across, after = step[k - 2], step[k], step[k + 1]  # into the row before, out of the repeat, and the next
    moving = (before > _MOVING * usual) & (after > _MOVING * usual) & (across > 0)
    k, before, across, after = k[moving], before[moving], across[moving], after[moving]
    if len(k) == 0:
        return stamps, rows
    late = k[across < 0.75 * (before + after)]
    moved = np.zeros(len(stamps))
    moved[late + 1] = stamps[late] - stamps[late - 1]
    notes.append(RowsRepeated(len(k), len(late)))
    return stamps - np.cumsum(moved), np.delete(rows, k)


_SPARSE = 0.2  # of the rows without a value: the column was sampled at other times


def timed(
    table: ColumnTable,
    chosen: Assignment,
    unit: Any,
    rate: float | None,
    found: Signals,
    notes: list[LogNote],
    file: FileName,
) -> tuple[Array, Signals]:
    """Return increasing seconds and the signals at them, without rows with missing numbers."""
    stamps, unit = _stamps(table, chosen, unit, rate, notes, file)
    rows = np.isfinite(stamps)
    for kind, x in found.items():
        bad = ~np.isfinite(x)
        empty = bad.all(axis=0)
        name = SymbolName(kind if isinstance(kind, str) else kind[0])
        if empty.any():
            notes.append(EmptyColumns(name))
            bad = bad[:, ~empty]
        if kind == "q" and empty.any():
            raise UnusableFile(file, Noun("empty positions")).error()
        hit = bad.any(axis=1)
        if kind != "q" and hit.mean() > _SPARSE and (~hit).sum() > 3:
            notes.append(Interpolated(name, float(hit.mean())))
            good = ~hit & np.isfinite(stamps)
            found[kind] = np.stack([np.interp(stamps, stamps[good], x[good, j]) for j in range(x.shape[1])], axis=1)
        else:
            rows &= ~hit
    if lost := int(len(rows) - rows.sum()):
        notes.append(SamplesDropped(lost, Noun("rows not finite")))
    if rows.sum() < 4:
        raise UnusableFile(file, Noun("incomplete rows")).error()
    stamps, found = stamps[rows], {kind: x[rows] for kind, x in found.items()}
    twice = np.append(False, stamps[1:] == stamps[:-1])
    for x in found.values():
        twice[1:] &= (x[1:] == x[:-1]).all(axis=1)
    if twice.any():
        notes.append(SamplesDropped(int(twice.sum()), Noun("same row")))
        stamps, found = stamps[~twice], {kind: x[~twice] for kind, x in found.items()}
    stamps, new = fresh(stamps, found, notes)
    if len(new) < len(stamps):
        stamps, found = stamps[new], {kind: x[new] for kind, x in found.items()}
    t, kept = increasing_time(stamps, unit, rate, _slope(stamps, found), notes)
    if np.array_equal(kept, np.arange(len(stamps))):
        return t, found
    return t, {kind: x[kept] for kind, x in found.items()}


def _stamps(
    table: ColumnTable, chosen: Assignment, unit: Any, rate: float | None, notes: list[LogNote], file: FileName
) -> tuple[Array, str | None]:
    """Return the time column and its unit if it is stated; a numeric unit is a factor."""
    if "sec" in chosen and "nsec" in chosen and not chosen.get("t"):
        sec = table.columns[chosen["sec"][0]]
        return (sec - sec[0]) + _UNITS["ns"] * table.columns[chosen["nsec"][0]], "s"
    if not chosen.get("t"):
        if rate is None:
            dropped = tuple(x for x in table.notes if isinstance(x, ColumnsDropped))
            raise QuantityNotFound(
                file, Noun("time"), tuple(map(column, table.columns)), dropped, Pass(Argument("rate"))
            ).error()
        notes.append(NoTime(Measure(rate, _HZ)))
        return np.arange(len(table), dtype=float), None
    name = chosen["t"][0]
    stamps = table.columns[name]
    if unit is not None and not isinstance(unit, str):
        return stamps * real(unit, "units['t']"), "s"
    stated = unit if unit is not None else stated_unit(table, name, "t")
    if stated is None:
        tail = name.lower().rpartition("_")[2]
        stated = tail if tail in ("ms", "us", "ns") else "s" if tail in ("sec", "secs", "seconds") else None
    if stated is None:
        return stamps, None
    one = float(factor(stated, "t"))
    near = next((u for u, factor_ in _UNITS.items() if factor_ == one), None) or known(stated, _UNITS, "unit")
    if near != "s":
        notes.append(TimeUnit(Unit(near)))
    return stamps, near


def _slope(stamps: Array, found: Signals) -> Array | None:
    """Return the seconds in one unit of the stamps, from Δq = q̇ Δt at samples where a joint moves fast."""
    if "qd" not in found or found["qd"].shape != found["q"].shape:
        return None
    q, qd, step = found["q"], found["qd"], stamps[2:] - stamps[:-2]
    told = []
    for j in range(q.shape[1]):
        speed, way = qd[1:-1, j], q[2:, j] - q[:-2, j]
        quick = (np.abs(speed) > 0.5 * np.abs(speed).max()) & (step > 0) & (np.abs(speed) > 0)
        told.append(way[quick] / (speed[quick] * step[quick]))
    return np.concatenate(told)


_EVEN = 2e-3  # of a period: how far stamps may be from even times and still be taken as even
_SHORTEST = 12  # samples of a segment between gaps that is worth keeping
_STRAIGHT = ("tau", "command")


def resampled(
    t: Array, signals: Signals, gap: float | None, notes: list[LogNote], file: FileName
) -> tuple[Array, Signals]:
    """Return even times t₀ + k h and the signals there, piece by piece; `gap` is the longest gap to interpolate [s]."""
    steps = np.diff(t)
    h = _period(t, steps)
    bridge = max(3.5 * h, min(10.5 * h, 0.05)) if gap is None else max(gap, 1.5 * h)
    cuts = np.flatnonzero(steps > bridge) + 1
    ends = [0, *cuts.tolist(), len(t)]
    parts = [(a, b) for a, b in pairwise(ends) if b - a >= _SHORTEST]
    if not parts:
        raise UnusableFile(file, Noun("short pieces")).error()
    lost = np.round(steps / h) - 1
    missing = int(lost[(steps <= bridge) & (lost > 0)].sum())
    if missing:
        notes.append(SamplesMissing(missing, missing / (len(t) + missing), Measure(bridge, _S)))
    if len(cuts):
        notes.append(LongGaps(len(cuts), Measure(bridge, _S), Measure(float(steps[cuts - 1].max()), _S)))
    if short := len(ends) - 1 - len(parts):
        notes.append(SamplesDropped(short, Noun("short piece")))
    usual = steps[np.round(steps / h) == 1]
    jitter = float(np.std(usual)) / h if len(usual) else 0.0
    if missing == 0 and len(cuts) == 0 and _is_even(t):
        return t, dict(signals)
    if jitter > 0.01:
        notes.append(Jitter(Measure(h, _S), jitter))
    return _on_grid(t, signals, parts, h)


def _period(t: Array, steps: Array) -> float:
    """Return the mean of the steps near the median: stamps rounded to 1 ms still give 1/600 s."""
    usual = float(np.median(steps))
    near = steps[np.abs(steps - usual) < 0.5 * usual]
    return float(near.mean()) if len(near) else usual


def _is_even(t: Array) -> bool:
    h = (t[-1] - t[0]) / (len(t) - 1)
    return bool(np.abs(t - (t[0] + h * np.arange(len(t)))).max() <= max(_EVEN * h, TIME_ROUNDING * abs(t[-1])))


def _on_grid(t: Array, signals: Signals, parts: list[tuple[int, int]], h: float) -> tuple[Array, Signals]:
    from scipy.interpolate import CubicSpline

    times: list[Array] = []
    values: dict[str | tuple[str, str], list[Array]] = {name: [] for name in signals}
    for a, b in parts:
        own = t[a:b]
        first = np.ceil((own[0] - t[0]) / h - SAMPLE_MULTIPLE)
        grid = t[0] + h * np.arange(first, np.floor((own[-1] - t[0]) / h + SAMPLE_MULTIPLE) + 1)
        grid = np.clip(grid, own[0], own[-1])
        times.append(grid)
        for name, x in signals.items():
            if name in _STRAIGHT or isinstance(name, tuple):
                values[name].append(np.stack([np.interp(grid, own, x[a:b, j]) for j in range(x.shape[1])], axis=1))
            else:
                values[name].append(CubicSpline(own, x[a:b])(grid))
    return np.concatenate(times), {x: np.concatenate(v) for x, v in values.items()}
