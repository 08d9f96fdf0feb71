"""Read a file of measurements as a `Log`: columns, units, joints, time, filter, derivatives.

log = da.read_log("log.csv", robot)        print(log)        log.notes        log.columns
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from dalembert.argument import mapping, real
from dalembert.boundary import RobotLike, as_robot
from dalembert.finding.finding import (
    Argument,
    Given,
    Identifier,
    JointName,
    Measure,
    Noun,
    PassEntry,
    RobotName,
    SymbolName,
    Unit,
)
from dalembert.finding.log import (
    AllAtRest,
    ColumnsDropped,
    ColumnsUsed,
    EffortSaturated,
    EffortsMissing,
    Filtered,
    LogNote,
    NoiseOnly,
    QuantityNotFound,
    SamplesDropped,
    SingleAxisJointsOnly,
    TurnsUnwrapped,
)
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
from dalembert.identification.reading.columns import Assignment, assign, wrench_columns
from dalembert.identification.reading.file_formats import read_columns
from dalembert.identification.reading.signals import MOTOR_SIDE, saturated, signals, spikes, still, transmission
from dalembert.identification.reading.table import column
from dalembert.identification.reading.timestamps import Signals, resampled, timed
from dalembert.robot.model import Robot

Array = NDArray[np.float64]


def read_log(
    path: Any,
    robot: RobotLike,
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
    """Read a log from a file (CSV, Parquet, NPZ, MAT, HDF5, ROS 2 bag), a mapping of arrays or a data frame.

    Positions, rates and efforts pass through the same zero-phase filter; `Log.recorded` has the unfiltered efforts. Rates that were
    not measured, and accelerations, are derivatives.

    Parameters
    ----------
    path : str, path, mapping of arrays or data frame
        The measurements.
    robot : Robot, str or path
        The robot that moved.
    columns : mapping, optional
        Columns of "t", "q", "qd", "qdd", "tau" or "current" or "voltage", "command", by name, number or pattern with `*`.
    units : mapping, optional
        Units or factors, such as {"q": "deg", "t": "ms", "tau": "mNm"}; by default those of the file's headers, else SI.
    signs, offsets : float or array (n,), optional
        q = sign · measured + offset, per joint.
    gear_ratio : float or array (n,), optional
    coupling : array (n, n), optional
        motor = diag(gear_ratio) coupling joint.
    motor_side : sequence of str
        Quantities that were measured at the motors.
    torque_gain : float, array (n,) or str, optional
        Effort per unit of current or voltage; a string names a constant of the file.
    counts_per_turn : float or array (n,), optional
        Encoder counts per turn.
    rate : float, optional
        Sampling rate [Hz] of logs without time or whose time counts samples.
    gap : float, optional
        Longest gap that is interpolated [s].
    cutoff : float, "auto" or None
        Cutoff of the filter [Hz]; "auto" chooses it from the spectrum, None does not filter.
    wrench : mapping, optional
        Six columns per frame: force and moment on the robot, at the frame's origin, in world axes.
    topic : str, optional
        Topic of a ROS 2 bag.
    name : str, optional
        Name of the log; by default the name of the file.

    Returns
    -------
    Log

    Raises
    ------
    BadFile
        The file cannot be read as a table of samples.
    UnknownName
        A column, unit or topic does not exist.

    Examples
    --------
    >>> log = da.read_log({"t": t, "q": q, "tau": tau}, "planar_2r")
    >>> print(log.notes[0])
    t from 't'
    """
    robot = as_robot(robot)
    units = {} if units is None else mapping(units, "units")
    rate = None if rate is None else real(rate, "rate", above=0, unit="Hz")
    gap = None if gap is None else real(gap, "gap", above=0, unit="s")
    table, file = read_columns(path, topic)
    chosen = assign(table, robot, columns, file)
    if not chosen.get("q"):
        dropped = tuple(x for x in table.notes if isinstance(x, ColumnsDropped))
        remedy = PassEntry(Argument("columns"), Identifier("q"), Given("[…]"))
        raise QuantityNotFound(file, Noun("positions"), tuple(map(column, table.columns)), dropped, remedy).error()
    notes: list[LogNote] = [*table.notes]
    notes += [ColumnsUsed(SymbolName(kind), tuple(map(column, names))) for kind, names in chosen.items() if names]
    measured = signals(table, robot, chosen, units, torque_gain, counts_per_turn, notes)
    turned = transmission(robot.nv, gear_ratio, coupling, signs, offsets, motor_side)
    if not turned.plain:
        if robot.nq != robot.nv:
            raise SingleAxisJointsOnly(Argument("gear_ratio"), RobotName(robot.name)).error()
        measured = {kind: turned.joints(kind, x) for kind, x in measured.items()}
    found: Signals = dict(measured.items())
    found |= {("wrench", x): w for x, w in wrench_columns(table, robot, wrench, file).items()}
    t, found = timed(table, chosen, units.get("t"), rate, found, notes, file)
    if robot.nq == robot.nv and (jumps := spikes(found["q"])).any():
        notes.append(SamplesDropped(int(jumps.sum()), Noun("spike")))
        t, found = t[~jumps], {kind: x[~jumps] for kind, x in found.items()}
    found["q"], wrapped = unwrapped(robot, found["q"])
    if wrapped:
        notes.append(TurnsUnwrapped(wrapped))
    t, found = resampled(t, found, gap, notes, file)
    return _log(robot, t, found, cutoff, name or file, notes, chosen)


def _log(
    robot: Robot,
    t: Array,
    found: Signals,
    cutoff: float | Literal["auto"] | None,
    name: str,
    notes: list[LogNote],
    chosen: Assignment,
) -> Log:
    """Filter, differentiate and mark the samples."""
    raw = continued(robot, found["q"])
    used = _cutoff(raw, found.get("qd"), t, cutoff, notes)
    q = smoothed(robot, raw, t, used)
    qd, qdd = rates(robot, q, found.get("qd"), found.get("qdd"), t, used, notes)
    if used is not None and robot.nq == robot.nv and (idle := standing(raw, t)).any():
        q, qd, qdd = np.where(idle, np.median(raw, axis=0), q), np.where(idle, 0.0, qd), np.where(idle, 0.0, qdd)
        notes.append(NoiseOnly(tuple(JointName(x) for x, k in zip(robot.coordinates, idle, strict=True) if k)))
    tau = found.get("tau")
    if tau is None:
        notes.append(EffortsMissing())
        tau = np.full(qd.shape, np.nan)
    stands, flat = still(qd, t), saturated(tau)
    for joint, count in zip(robot.coordinates, flat.sum(axis=0).tolist(), strict=True):
        if count:
            notes.append(EffortSaturated(JointName(joint), count))
    if (share := float(stands.all(axis=1).mean())) > 0.01:
        notes.append(AllAtRest(share))
    low = low_passed(tau, t, used)
    log = Log(
        t, q, qd, qdd, low, found.get("command"), used, name, tuple(notes), chosen, raw, stands, flat, tau - low,
        {x[1]: low_passed(w, t, used) for x, w in found.items() if isinstance(x, tuple)},
    )  # fmt: skip
    return log if used is None else log.rows(settled(t, used))


def _cutoff(raw: Array, qd: Array | None, t: Array, cutoff: float | str | None, notes: list[LogNote]) -> float | None:
    if cutoff is None:
        return None
    if cutoff != "auto":
        return real(cutoff, "cutoff", above=0, below=0.5 / period(t), unit="Hz")
    found = (spectrum(raw, t) if qd is None else spectrum(qd, t, 1)).cutoff
    notes.append(Filtered(None if found is None else Measure(float(f"{found:.3g}"), Unit("Hz"))))
    return found
