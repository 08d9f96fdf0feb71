"""A file of measurements as a `Log` one can trust: columns, units, joints, true time, filter, derivatives, marks.

log = da.read_log("log.csv", robot)        print(log)        log.notes        log.columns
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import BadFile, WrongValue, shown
from dalembert.identification.filtering import (
    continued,
    low_passed,
    period,
    rates,
    settled,
    smoothed,
    spectrum,
    standing,
    unwrapped,
)
from dalembert.identification.log import Log
from dalembert.identification.reading.columns import PUSHED, Assignment, assign, pushes
from dalembert.identification.reading.file_formats import read_columns
from dalembert.identification.reading.signals import MOTOR_SIDE, RAW, saturated, signals, spikes, still, transmission
from dalembert.identification.reading.table import Table
from dalembert.identification.reading.timestamps import even, timed
from dalembert.robot.model import Robot

Array = NDArray[np.float64]
_PLAIN = ("time is in", "there is no time", "time begins at")  # as the file or the caller says


def read_log(
    path: Any,
    robot: Robot,
    columns: Mapping[str, Any] | None = None,
    *,
    units: Mapping[str, Any] | None = None,
    signs: Any = None,
    offsets: Any = None,
    gear_ratio: Any = None,
    coupling: Any = None,
    motor_side: Iterable[str] = MOTOR_SIDE,
    torque_gain: Any = None,
    counts_per_turn: Any = None,
    rate: float | None = None,
    gap: float | None = None,
    cutoff: float | Literal["auto"] | None = "auto",
    wrench: Mapping[str, Any] | None = None,
    topic: str | None = None,
    name: str | None = None,
) -> Log:
    """The log in a file (CSV, Parquet, NPZ, MAT, HDF5, ROS 2 bag), a dict of arrays or a data frame.

    columns          {"t": …, "q": […], "qd": …, "qdd": …, "tau": … or "current" or "voltage", "command": …} by name, number or pattern
    units            {"q": "deg", "t": "ms", "tau": "mNm"} or factors; else as the file's headers say, else SI
    gear_ratio, coupling, motor_side    motor = diag(gear_ratio) coupling joint, for what motor_side lists
    torque_gain      effort of a motor by current or voltage, for each joint, or the name of a number in the file
    signs, offsets   of the joints, in the robot's sense: q = sign · measured + offset
    rate             samples a second, where time counts samples or there is none
    gap              the longest gap that is interpolated [s]
    cutoff           of the zero-phase filter of positions and rates [Hz]; "auto" from the spectrum, None for no filter
    wrench           {frame: six columns}: force and moment that act on the robot there, at the frame's origin, in world axes
    topic            of a ROS 2 bag

    Positions, rates and efforts are filtered alike (`log.recorded` has efforts as they were); rates that were not measured and
    accelerations are derivatives.
    """
    if not isinstance(robot, Robot):
        raise WrongValue(f"read_log needs the robot that moved, got {type(robot).__name__}")
    if units is not None and not isinstance(units, Mapping):
        raise WrongValue(f"units maps kinds to units, {{'q': 'deg', 't': 'ms'}}; got {units!r}")
    table, title = read_columns(path, topic)
    where = f"'{shown(title)}'"
    chosen = assign(table, robot, columns, where)
    if not chosen.get("q"):
        raise BadFile(
            f"{where} has no positions that are known by name; say columns={{'q': […]}}. {_has(table)}{_lost(table)}"
        )
    notes = [*table.notes, *_confirm(chosen)]
    found = signals(table, robot, chosen, dict(units or {}), torque_gain, counts_per_turn, notes)
    turned = transmission(robot.nv, gear_ratio, coupling, signs, offsets, motor_side)
    if not turned.plain:
        if robot.nq != robot.nv:
            raise WrongValue("gear_ratio, coupling, signs and offsets need a robot without balls and free bodies")
        found = {kind: turned.joints(kind, x) for kind, x in found.items()}
    found |= pushes(table, robot, wrench, where)
    plain = len(notes)
    t, found = timed(table, chosen, (units or {}).get("t"), rate, found, notes)
    if robot.nq == robot.nv and (jumps := spikes(found["q"])).any():
        notes.append(f"positions jump away and back in {int(jumps.sum())} single samples: left out")
        t, found = t[~jumps], {kind: x[~jumps] for kind, x in found.items()}
    found["q"], wrapped = unwrapped(robot, found["q"])
    if wrapped:
        notes.append(f"positions jump by whole turns {wrapped} times: taken for one motion that goes on")
    on = even(t, found, gap)
    notes += on.notes
    faults = tuple(x for x in notes[plain:] if not x.startswith(_PLAIN)) + tuple(x for x in notes if x.startswith(RAW))
    log = _log(robot, on.t, on.signals, cutoff, name or title, notes, chosen)
    return replace(log, faults=(*faults, *(x for x in log.notes if x.endswith("saturated"))))


def _log(
    robot: Robot,
    t: Array,
    found: dict[str, Array],
    cutoff: float | Literal["auto"] | None,
    name: str,
    notes: list[str],
    chosen: Assignment,
) -> Log:
    """Filter, derivatives, marks."""
    raw = continued(robot, found["q"])
    used = _cutoff(raw, found.get("qd"), t, cutoff, notes)
    q = smoothed(robot, raw, t, used)
    qd, qdd = rates(robot, q, found.get("qd"), found.get("qdd"), t, used, notes)
    if used is not None and robot.nq == robot.nv and (idle := standing(raw, t)).any():
        q, qd, qdd = np.where(idle, np.median(raw, axis=0), q), np.where(idle, 0.0, qd), np.where(idle, 0.0, qdd)
        names = ", ".join(name for name, stands in zip(robot.coordinates, idle, strict=True) if stands)
        notes.append(f"{names} only shakes by noise in the whole log: taken for standing, with no speed")
    tau = found.get("tau")
    if tau is None:
        notes.append("no efforts were found: tau is nan")
        tau = np.full(qd.shape, np.nan)
    stands, flat = still(qd, t), saturated(tau)
    notes += _marked(robot, stands, flat)
    low = low_passed(tau, t, used)
    pushed = {x.removeprefix(PUSHED): low_passed(w, t, used) for x, w in found.items() if x.startswith(PUSHED)}
    log = Log(
        t, q, qd, qdd, low, found.get("command"), used, name, tuple(notes), chosen, raw, stands, flat, tau - low, pushed
    )
    return log if used is None else log.rows(settled(t, used))


def _cutoff(raw: Array, qd: Array | None, t: Array, cutoff: float | str | None, notes: list[str]) -> float | None:
    if cutoff is None:
        return None
    if cutoff != "auto":
        if isinstance(cutoff, bool) or not isinstance(cutoff, (int, float)) or not 0 < cutoff < 0.5 / period(t):
            raise WrongValue(
                f"cutoff is a frequency below {0.5 / period(t):.4g} Hz, half the sampling rate, or 'auto' or None; got {cutoff!r}"
            )
        return float(cutoff)
    found = spectrum(raw, t) if qd is None else spectrum(qd, t, 1)
    if found.cutoff is None:
        notes.append("positions have too little noise for a filter to help: not filtered")
    else:
        notes.append(
            f"filtered at {found.cutoff:.3g} Hz, chosen from the spectrum, see log.spectrum(); what the filter bends at the ends is left out"
        )
    return found.cutoff


def _confirm(chosen: Assignment) -> list[str]:
    """Which column was taken for what, for the user to confirm."""
    return [f"{kind} from {', '.join(shown(x, 30) for x in names)}" for kind, names in chosen.items() if names]


def _has(table: Table) -> str:
    names = list(table.columns)
    return f"It has {', '.join(shown(x, 30) for x in names[:20])}{', …' if len(names) > 20 else ''}"


def _lost(table: Table) -> str:
    """What of the file could not be a column, and why."""
    lost = [x for x in table.notes if x.endswith("left out")]
    return f"; {'; '.join(lost[:4])}" if lost else ""


def _marked(robot: Robot, still: NDArray[np.bool_], flat: NDArray[np.bool_]) -> list[str]:
    notes = []
    for j, joint in enumerate(robot.coordinates):
        if flat[:, j].any():
            notes.append(f"the effort of {joint} is flat at its extreme in {int(flat[:, j].sum())} samples: saturated")
    share = still.all(axis=1).mean()
    if share > 0.01:
        notes.append(f"all joints stand in {share:.0%} of the samples")
    return notes
