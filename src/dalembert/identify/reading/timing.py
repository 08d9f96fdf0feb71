"""When the samples were taken: the stamps of the file made seconds, rows that cannot be used left out and counted."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import BadFile, UnknownName, WrongValue
from dalembert.identify.reading.assignment import Assignment
from dalembert.identify.reading.clock import clock
from dalembert.identify.reading.measurement import unit_said
from dalembert.identify.reading.repeat import fresh
from dalembert.identify.reading.table import Table
from dalembert.identify.reading.unit import UNITS

Array = NDArray[np.float64]
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
    from dalembert.identify.reading.unit import factor

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
