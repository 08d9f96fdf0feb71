"""Time stamps as they were recorded, made into seconds that increase: units, counters, duplicates, disorder, restarts.

Nothing is invented: a stamp is converted, put in order, or left out, and every such thing is counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import WrongValue

Array = NDArray[np.float64]
_UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
_QUICKEST, _SLOWEST = 2e-5, 0.35  # s between samples of a robot's log: 50 kHz to 3 Hz
_EPOCH = 1e9  # s since 1970 is above this since 2001
_LARGEST = 1e20  # ns since 1970 are 1.8e18
_FAR = 1e6  # s: a date, not a time of a run
_LATE = 50  # samples in a row that may come out of order
_AGREE = 0.25  # how far a measured speed may be from the slope of positions to tell a unit


@dataclass(frozen=True)
class Clock:
    """Seconds that increase, the rows they belong to, and what was found."""

    t: Array
    rows: NDArray[np.intp]
    notes: tuple[str, ...] = field(default=())


def clock(stamps: Array, unit: str | None, rate: float | None, slope: Array | None) -> Clock:
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
    return Clock(t, rows, tuple(notes))


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
