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

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import BadFile, UnknownName, WrongValue
from dalembert.identification.reading.columns import UNITS, Assignment
from dalembert.identification.reading.signals import unit_said
from dalembert.identification.reading.table import Table

Array = NDArray[np.float64]
_UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
_QUICKEST, _SLOWEST = 2e-5, 0.35  # s between samples of a robot's log: 50 kHz to 3 Hz
_EPOCH = 1e9  # s since 1970 is above this since 2001
_LARGEST = 1e20  # ns since 1970 are 1.8e18
_FAR = 1e6  # s: a date, not a time of a run
_LATE = 50  # samples in a row that may come out of order
_AGREE = 0.25  # how far a measured speed may be from the slope of positions to tell a unit


@dataclass(frozen=True)
class Timestamps:
    """Seconds that increase, the rows they belong to, and what was found."""

    t: Array
    rows: NDArray[np.intp]
    notes: tuple[str, ...] = field(default=())


def clock(stamps: Array, unit: str | None, rate: float | None, slope: Array | None) -> Timestamps:
    """`slope` is Δq measured / (q̇ · Δstamp) of typical samples: the seconds in one unit of the stamps, where speeds tell."""
    notes: list[str] = []
    rows = np.flatnonzero(np.abs(stamps) < _LARGEST)  # nan is not
    if len(rows) < 2:
        raise WrongValue("time has fewer than two finite stamps")
    rows = _credible(stamps, rows, notes)
    t = _unwrapped(stamps[rows], notes)
    scale, counted = _scale(t, unit, rate, slope, notes)
    if abs(t[0]) * scale > _FAR:
        notes.append(f"time begins at {t[0]:.10g}: counted from there")
        t = t - t[0]
    t = t * scale
    rows, t = _ordered(t, rows, notes)
    rows, t = _single(t, rows, notes, counted)
    return Timestamps(t, rows, tuple(notes))


def _scale(t: Array, unit: str | None, rate: float | None, slope: Array | None, notes: list[str]) -> tuple[float, bool]:
    """Seconds in one unit of the stamps; and whether they count samples."""
    steps = np.diff(t)
    ahead = steps[steps > 0]
    if len(ahead) == 0:
        raise WrongValue("time does not increase anywhere; say columns={'t': …}, or rate=… if samples were not timed")
    step = float(np.median(ahead))
    whole = bool(np.all(ahead == np.round(ahead)) and step == 1)
    if rate is not None:
        if whole:
            notes.append(f"time counts samples: taken as {rate:g} Hz, as said")
            return 1 / (rate * step), True
        return 1 / (rate * step), False
    if unit is not None:
        return _UNITS[unit], False
    told = float(np.median(slope)) if slope is not None and len(slope) > 20 else None
    if told is not None and told > 0:
        near = min(_UNITS, key=lambda u: abs(np.log(_UNITS[u] / told)))
        if abs(np.log(_UNITS[near] / told)) < _AGREE and (near == "s" or not whole):
            if near != "s":
                notes.append(f"time stamps are in {near}: then measured speeds agree with the positions")
            return _UNITS[near], False
        if whole:
            nearest = _round_rate(1 / told)
            notes.append(f"time counts samples: {nearest:g} Hz, by which measured speeds agree with the positions")
            return 1 / nearest, True
    if whole and not _QUICKEST <= step <= _SLOWEST:
        raise WrongValue(
            "time counts 0, 1, 2, …: samples, or milliseconds at 1 kHz; say rate=… in Hz, or units={'t': 'ms'}"
        )
    if t[0] > _EPOCH and step < 1e3:
        for name, one in _UNITS.items():  # a date tells its unit
            if 0.5 * _EPOCH < t[0] * one < 10 * _EPOCH:
                return _told_unit(name, step, notes)
    if _QUICKEST <= step <= _SLOWEST:
        return 1.0, False
    likely = [u for u, one in _UNITS.items() if 1e-4 <= step * one <= 0.11] or [
        u for u, one in _UNITS.items() if _QUICKEST <= step * one <= _SLOWEST
    ]
    if not likely:
        raise WrongValue(
            f"time stamps are {step:.4g} apart, which is no sampling of a robot in s, ms, us or ns; say units={{'t': 'ms'}} or rate=…"
        )
    return _told_unit(likely[0], step, notes)


def _told_unit(name: str, step: float, notes: list[str]) -> tuple[float, bool]:
    if name != "s":
        notes.append(
            f"time stamps are {step:.4g} apart: taken as {name}, {1 / (step * _UNITS[name]):.4g} Hz; else say units={{'t': …}}"
        )
    return _UNITS[name], False


def _round_rate(rate: float) -> float:
    """The rate that was probably set, near one that was estimated: 998.7 is 1000."""
    usual = [m * 10.0**k for k in range(6) for m in (1, 1.2, 1.25, 2, 2.4, 2.5, 3, 4, 5, 6, 8)]
    near = min(usual, key=lambda x: abs(np.log(x / rate)))
    return near if abs(np.log(near / rate)) < 0.03 else float(f"{rate:.4g}")


def _credible(stamps: Array, rows: NDArray[np.intp], notes: list[str]) -> NDArray[np.intp]:
    """Without single stamps far ahead or behind, between two that follow each other."""
    t = stamps[rows]
    if len(t) < 5:
        return rows
    step = float(np.median(np.abs(np.diff(t))))
    around = t[2:] - t[:-2]
    off = np.abs(t[1:-1] - 0.5 * (t[2:] + t[:-2]))
    odd = np.flatnonzero((around >= 0) & (around < 4 * step) & (off > _LATE * step)) + 1
    if len(odd) == 0:
        return rows
    notes.append(f"{len(odd)} stamps are far from both neighbours: left out")
    return np.delete(rows, odd)


def _unwrapped(t: Array, notes: list[str]) -> Array:
    """A counter of 16 or 32 bits that ran over goes on."""
    back = np.flatnonzero(np.diff(t) < 0)
    for bits in (16, 32):
        span = 2.0**bits
        if len(back) and t.max() < span and np.all(t[back] > 0.98 * span) and np.all(t[back + 1] < 0.02 * span):
            notes.append(f"the counter of time ran over {len(back)} times at 2^{bits}: mended")
            turns = np.zeros(len(t))
            turns[back + 1] = span
            return t + np.cumsum(turns)
    return t


def _ordered(t: Array, rows: NDArray[np.intp], notes: list[str]) -> tuple[NDArray[np.intp], Array]:
    """Late packets put in their place; a clock that began again goes on after a pause."""
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
        notes.append(f"the clock began again {len(begins)} times: the parts follow each other with a pause of a second")
    order = np.argsort(t, kind="stable")
    moved = int(np.count_nonzero(t < np.maximum.accumulate(t)))
    if moved:
        notes.append(f"{moved} samples came out of order: sorted by their stamps")
    return rows[order], t[order]


def _restarts(t: Array, starts: list[int]) -> list[int]:
    """Every backward jump at or after the first restart that opens a long late stretch."""
    found = []
    for a in starts:
        found.append(int(a))
        back = np.flatnonzero(np.diff(t[a:]) < -_LATE * np.median(np.abs(np.diff(t)))) + a + 1
        found += [int(b) for b in back]
    return sorted(set(found))


def _single(t: Array, rows: NDArray[np.intp], notes: list[str], counted: bool) -> tuple[NDArray[np.intp], Array]:
    """One sample a stamp. Where most stamps come several times the clock was coarse, and its samples are spread over the tick."""
    new = np.concatenate(([True], np.diff(t) > 0))
    twice = int(np.count_nonzero(~new))
    if twice == 0:
        return rows, t
    if twice > 0.3 * len(t) and not counted:
        ticks = np.flatnonzero(new)
        among = np.arange(len(t)) - np.repeat(ticks, np.diff(np.append(ticks, len(t))))
        size = np.repeat(np.diff(np.append(ticks, len(t))), np.diff(np.append(ticks, len(t))))
        length = np.median(np.diff(t[ticks])) if len(ticks) > 1 else 1.0
        notes.append(
            f"{twice} samples share a stamp with the one before: the clock is coarse, they are spread over its tick of {length:.4g} s"
        )
        return rows, t + among / size * length
    notes.append(f"{twice} samples repeat the stamp of the one before: left out")
    return rows[new], t[new]


_HELD = 0.1  # share of repeats from which on the signals were held
_MOVING = 0.2  # of the usual step: joints that move


def fresh(stamps: Array, found: dict[str, Array], notes: list[str]) -> tuple[Array, NDArray[np.intp]]:
    """Stamps, moved where the motion says so, and the rows that are new."""
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
        notes.append(f"{int(same.sum())} rows repeat the one before: sampled and held, left out")
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
    notes.append(
        f"{len(k)} rows repeat the one before while joints move: left out, and later stamps moved back by {len(late)} periods"
    )
    return stamps - np.cumsum(moved), np.delete(rows, k)


_SPARSE = 0.2  # of the rows without a value: the column was sampled at other times


def timed(
    table: Table, chosen: Assignment, unit: Any, rate: float | None, found: dict[str, Array], notes: list[str]
) -> tuple[Array, dict[str, Array]]:
    """Increasing seconds and the signals at them, rows with missing numbers left out."""
    if rate is not None and (isinstance(rate, bool) or not isinstance(rate, (int, float)) or not rate > 0):
        raise WrongValue(f"rate is in samples a second, above 0; got {rate!r}")
    stamps, unit = _stamps(table, chosen, unit, rate, notes)
    rows = np.isfinite(stamps)
    for kind, x in found.items():
        bad = ~np.isfinite(x)
        empty = bad.all(axis=0)
        if empty.any():
            notes.append(f"{kind} has columns without any number")
            bad = bad[:, ~empty]
        if kind == "q" and empty.any():
            raise BadFile("a column of positions has no numbers")
        hit = bad.any(axis=1)
        if kind != "q" and hit.mean() > _SPARSE and (~hit).sum() > 3:
            notes.append(f"{kind} is missing in {hit.mean():.0%} of the rows: interpolated from the others")
            good = ~hit & np.isfinite(stamps)
            found[kind] = np.stack([np.interp(stamps, stamps[good], x[good, j]) for j in range(x.shape[1])], axis=1)
        else:
            rows &= ~hit
    lost = int(len(rows) - rows.sum())
    if lost:
        notes.append(f"{lost} rows have nan or infinite numbers: left out")
    if rows.sum() < 4:
        raise BadFile(f"only {int(rows.sum())} rows have all numbers; a log needs many")
    stamps, found = stamps[rows], {kind: x[rows] for kind, x in found.items()}
    twice = np.append(False, stamps[1:] == stamps[:-1])
    for x in found.values():
        twice[1:] &= (x[1:] == x[:-1]).all(axis=1)
    if twice.any():
        notes.append(f"{int(twice.sum())} samples repeat the stamp and all numbers of the one before: left out")
        stamps, found = stamps[~twice], {kind: x[~twice] for kind, x in found.items()}
    stamps, new = fresh(stamps, found, notes)
    if len(new) < len(stamps):
        stamps, found = stamps[new], {kind: x[new] for kind, x in found.items()}
    tidy = clock(stamps, unit, rate, _slope(stamps, found))
    notes += tidy.notes
    if len(tidy.rows) == len(stamps) and np.array_equal(tidy.rows, np.arange(len(stamps))):
        return tidy.t, found
    return tidy.t, {kind: x[tidy.rows] for kind, x in found.items()}


def _stamps(
    table: Table, chosen: Assignment, unit: Any, rate: float | None, notes: list[str]
) -> tuple[Array, str | None]:
    """The column of time and its unit where one is said; a number of units as a factor."""
    if "sec" in chosen and "nsec" in chosen and not chosen.get("t"):
        sec = table.columns[chosen["sec"][0]]
        return (sec - sec[0]) + 1e-9 * table.columns[chosen["nsec"][0]], "s"
    if not chosen.get("t"):
        if rate is None:
            raise BadFile(
                f"no column of time was found; say columns={{'t': …}} or rate=… in Hz. There are {', '.join(list(table.columns)[:12])}"
                + "".join(f"; {x}" for x in table.notes[:3] if x.endswith("left out"))
            )
        notes.append(f"there is no time: {rate:g} samples a second, as said")
        return np.arange(len(table), dtype=float), None
    name = chosen["t"][0]
    stamps = table.columns[name]
    if unit is not None and not isinstance(unit, str):
        return stamps * float(unit), "s"
    said = unit if unit is not None else unit_said(table, name, "t")
    if said is None:
        tail = name.lower().rpartition("_")[2]
        said = tail if tail in ("ms", "us", "ns") else "s" if tail in ("sec", "secs", "seconds") else None
    if said is None:
        return stamps, None
    from dalembert.identification.reading.columns import factor

    one = float(factor(said, "t"))
    near = next((u for u in ("s", "ms", "us", "ns") if UNITS["t"][u] == one), None)
    if near is None:
        raise UnknownName(f"time in '{said}' is not read; s, ms, us and ns are")
    if near != "s":
        notes.append(f"time is in {near}")
    return stamps, near


def _slope(stamps: Array, found: dict[str, Array]) -> Array | None:
    """Seconds in one unit of the stamps by Δq = q̇ Δt, over the samples where a joint moves quickly."""
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
_SHORTEST = 12  # samples of a stretch between gaps that is worth keeping
_STRAIGHT = ("tau", "command")


@dataclass(frozen=True)
class Even:
    """Even times and the signals there; what had to be done, in words."""

    t: Array
    signals: dict[str, Array]
    notes: tuple[str, ...]


def even(t: Array, signals: Mapping[str, Array], gap: float | None = None) -> Even:
    """The signals on t₀ + k h, piece by piece; `gap` is the longest that is bridged [s]."""
    if gap is not None and (isinstance(gap, bool) or not isinstance(gap, (int, float)) or not gap > 0):
        raise WrongValue(f"gap is the longest gap that is interpolated, in seconds, above 0; got {gap!r}")
    steps = np.diff(t)
    h = _period(t, steps)
    bridge = max(3.5 * h, min(10.5 * h, 0.05)) if gap is None else max(gap, 1.5 * h)
    notes = []
    cuts = np.flatnonzero(steps > bridge) + 1
    ends = [0, *cuts.tolist(), len(t)]
    parts = [(a, b) for a, b in pairwise(ends) if b - a >= _SHORTEST]
    if not parts:
        raise BadFile(f"no stretch of the log has {_SHORTEST} samples without a gap of more than {bridge:.3g} s")
    lost = np.round(steps / h) - 1
    missing = int(lost[(steps <= bridge) & (lost > 0)].sum())
    if missing:
        share = missing / (len(t) + missing)
        notes.append(
            f"{missing} samples are missing ({share:.1%}) in gaps of at most {bridge * 1e3:.3g} ms: interpolated"
        )
    if len(cuts):
        longest = float(steps[cuts - 1].max())
        notes.append(
            f"{len(cuts)} gaps are longer than {bridge * 1e3:.3g} ms, the longest {longest:.3g} s: kept as gaps"
        )
    short = len(ends) - 1 - len(parts)
    if short:
        notes.append(f"{short} stretches between gaps have under {_SHORTEST} samples: left out")
    usual = steps[np.round(steps / h) == 1]
    jitter = float(np.std(usual)) / h if len(usual) else 0.0
    if missing == 0 and len(cuts) == 0 and _is_even(t):
        return Even(t, dict(signals), tuple(notes))
    if jitter > 0.01:
        notes.append(
            f"the period of {h * 1e3:.4g} ms jitters by {jitter:.1%} (standard deviation): resampled on true time"
        )
    return _resampled(t, signals, parts, h, notes)


def _period(t: Array, steps: Array) -> float:
    """The mean of the steps that are near the median one: stamps rounded to 1 ms still give 1/600 s."""
    usual = float(np.median(steps))
    near = steps[np.abs(steps - usual) < 0.5 * usual]
    return float(near.mean()) if len(near) else usual


def _is_even(t: Array) -> bool:
    h = (t[-1] - t[0]) / (len(t) - 1)
    return bool(np.abs(t - (t[0] + h * np.arange(len(t)))).max() <= max(_EVEN * h, 4e-16 * abs(t[-1])))


def _resampled(
    t: Array, signals: Mapping[str, Array], parts: list[tuple[int, int]], h: float, notes: list[str]
) -> Even:
    from scipy.interpolate import CubicSpline

    times: list[Array] = []
    values: dict[str, list[Array]] = {name: [] for name in signals}
    for a, b in parts:
        own = t[a:b]
        first = np.ceil((own[0] - t[0]) / h - 1e-6)
        grid = t[0] + h * np.arange(first, np.floor((own[-1] - t[0]) / h + 1e-6) + 1)
        grid = np.clip(grid, own[0], own[-1])
        times.append(grid)
        for name, x in signals.items():
            if name in _STRAIGHT or name.startswith("wrench"):
                values[name].append(np.stack([np.interp(grid, own, x[a:b, j]) for j in range(x.shape[1])], axis=1))
            else:
                values[name].append(CubicSpline(own, x[a:b])(grid))
    return Even(np.concatenate(times), {x: np.concatenate(v) for x, v in values.items()}, tuple(notes))
