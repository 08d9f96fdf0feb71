"""Read measurements as a `Log`: assign columns, convert units and time stamps, filter signals and compute derivatives.

log = da.read_log("log.csv", robot)        print(log)        log.notes        log.columns

Motor and joint quantities are related by

    q_motor = C q,  τ = Cᵀ τ_motor,  τ_motor = k i                                                            [khalil2002, §9.3]

C is the diagonal matrix of gear ratios. For coupled wrists, C has off-diagonal entries because a motor moves more than
one joint.

A spike is a single wrong position sample due to an encoder or bus error. The deviation r_k = q_k − (q_(k−1) +
q_(k+1))/2 of a spike is far larger than the median |r| and the step from q_(k−1) to q_(k+1).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, final

import numpy as np

from dalembert import finding
from dalembert.argument import (
    FilePath,
    SupportsArray,
    choice,
    counted,
    finite,
    known,
    mapping,
    options,
    real,
    requires,
    shaped,
)
from dalembert.boundary import RobotLike, as_robot
from dalembert.finding import log as findings
from dalembert.finding.finding import (
    Argument,
    Given,
    Identifier,
    JointName,
    Measure,
    Noun,
    Pass,
    PassEntry,
    SymbolName,
    Unit,
    given,
)
from dalembert.identification.filtering import (
    Array,
    Mask,
    Notes,
    continued,
    low_passed,
    period,
    rates,
    settled,
    smoothed,
    spectrum,
    unwrapped,
)
from dalembert.identification.log import Log
from dalembert.identification.reading.columns import KINDS, Assignment, assign, found_in, stated_unit, wrench_columns
from dalembert.identification.reading.file_formats import ColumnTable, column, read_columns
from dalembert.identification.reading.timestamps import RawLog, Signals, resampled, timed
from dalembert.identification.reading.units import factor
from dalembert.robot.model import Robot
from dalembert.tolerance import LIMIT_REACHED, ROUNDING

MOTOR_SIDE = ("q", "qd", "qdd", "tau", "command")


@final
@dataclass(frozen=True, eq=False)
class Channels:
    """Relation between recorded channels and joints, for `read_log`.

    Parameters
    ----------
    signs, offsets : float or array (n,)
        Sign of each joint, 1 or −1, and the offset added to the joint positions [rad, m].
    gear_ratio : float or array (n,)
        Motor turns per joint turn.
    coupling : array (n, n), optional
        Coupled motors: q_motor = diag(gear_ratio) · coupling · q.
    motor_side : sequence of str
        Quantities that were measured at the motors instead of the joints.
    torque_gain : float, array (n,) or str, optional
        Effort per unit of current or voltage, or the name of a constant in the log file.
    counts_per_turn : float or array (n,), optional
        Encoder counts per turn.
    wrench : mapping frame → columns
        Six columns per frame: force and moment on the robot about the frame's origin, expressed in the world frame.

    Examples
    --------
    >>> log = da.read_log("motors.csv", "ur5", channels=da.identification.Channels(gear_ratio=101, torque_gain=0.1))
    """

    signs: Any = 1.0
    offsets: Any = 0.0
    gear_ratio: Any = 1.0
    coupling: Any = None
    motor_side: Iterable[str] = MOTOR_SIDE
    torque_gain: Any = None
    counts_per_turn: Any = None
    wrench: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("signs", "offsets", "gear_ratio", "coupling", "counts_per_turn", "torque_gain"):
            value = getattr(self, name)
            if value is not None and not (name == "torque_gain" and isinstance(value, str)):
                object.__setattr__(self, name, finite(value, name))
        if not np.isin(self.signs, (-1.0, 1.0)).all():
            raise finding.NotOneOf(Argument("signs"), given(self.signs), (Identifier("1"), Identifier("-1"))).error()
        sides = [self.motor_side] if isinstance(self.motor_side, str) else self.motor_side
        object.__setattr__(self, "motor_side", tuple(choice(x, "motor_side", MOTOR_SIDE) for x in sides))
        mapping(self.wrench, "wrench")

    def at_joints(self, robot: Robot, measured: Mapping[str, Array]) -> dict[str, Array]:
        """Convert motor signals (N, n) to joint signals."""
        n = robot.nv
        signs, offsets, ratio = (_per_joint(getattr(self, x), n, x) for x in ("signs", "offsets", "gear_ratio"))
        C = np.diag(ratio) @ (np.eye(n) if self.coupling is None else shaped(self.coupling, "coupling", (n, n)))
        if np.array_equal(C, np.eye(n)) and (signs == 1).all() and (offsets == 0).all():
            return dict(measured)
        robot.only("gear_ratio", loops=True, springs=True)
        if np.linalg.cond(C) > 1e12:
            raise findings.SingularTransmission().error()
        found = {}
        for kind, x in measured.items():
            y: Any = x
            if kind in self.motor_side:
                y = x @ C if kind == "tau" else np.linalg.solve(C, x.T).T
            found[kind] = y * signs + (offsets if kind in ("q", "command") else 0.0)
        return found


def _per_joint(value: Any, n: int, argument: str) -> Array:
    """Convert one number for all joints, or one number per joint, to an array (n,)."""
    return np.broadcast_to(shaped(value, argument, (), (n,)), (n,))


def read_log(
    path: FilePath | Mapping[str, Any] | SupportsArray,
    robot: RobotLike,
    columns: Mapping[str, Any] | None = None,
    *,
    units: Mapping[str, Any] | None = None,
    channels: Channels | None = None,
    rate: float | None = None,
    gap: float | None = None,
    cutoff: float | Literal["auto"] | None = "auto",
    topic: str | None = None,
    name: str | None = None,
) -> Log:
    """Read a log from a file (CSV, Parquet, NPZ, MAT, HDF5, ROS 2 bag), a mapping of arrays or a data frame.

    The same zero-phase filter is applied to positions, velocities and efforts. `Log.recorded` contains the unfiltered
    efforts. Velocities and accelerations that were not measured are computed as derivatives.

    Parameters
    ----------
    path : str, path, mapping of arrays or data frame
        Measurements to read.
    robot : Robot, gallery name or path of a robot file
        Robot that performed the motion.
    columns : mapping, optional
        Columns of the quantities "t", "q", "qd", "qdd", "tau" (or "current" or "voltage") and "command". Columns are
        selected by name, by number or by a pattern with `*`.
    units : mapping, optional
        Units or factors to SI units, such as {"q": "deg", "t": "ms", "tau": "mNm"}. By default, units are read from the
        file header. Missing units are assumed to be SI units.
    channels : Channels, optional
        Signs, gear ratios, motor gains, encoder counts and external wrenches, for signals that were not measured at the
        joints.
    rate : float, optional
        Sampling rate [Hz] of logs that have no time column, or whose time column counts samples.
    gap : float, optional
        Longest gap to interpolate [s].
    cutoff : float, "auto" or None
        Cutoff frequency of the filter [Hz]. "auto" chooses the cutoff from the spectrum, and None disables the filter.
    topic : str, optional
        Topic of a ROS 2 bag.
    name : str, optional
        Name of the log; by default the file name.

    Returns
    -------
    Log

    Raises
    ------
    BadFile
        If the file cannot be read as a table of samples.
    UnknownName
        If a column, unit or topic does not exist.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> t = np.linspace(0, 5, 501)
    >>> q = np.column_stack([np.sin(t), np.cos(2 * t)])
    >>> log = da.read_log({"t": t, "q": q, "tau": 0 * q}, "planar_2r")
    >>> print(log.notes[0])
    t is read from 't'
    """
    robot = as_robot(robot)
    channels = options(channels, "channels", Channels)
    units = mapping(units or {}, "units", KINDS)
    rate = None if rate is None else real(rate, "rate", above=0, unit="Hz")
    gap = None if gap is None else real(gap, "gap", above=0, unit="s")
    table, file = read_columns(path, topic)
    chosen = assign(table, robot, columns, file)
    found_in(table, chosen.get("q"), "positions", file, PassEntry(Argument("columns"), Identifier("q"), Given("[…]")))
    notes: Notes = [*table.notes]
    for kind, names in chosen.items():
        if names:
            notes.append(findings.ColumnsUsed(SymbolName(kind), tuple(map(column, names))))
    measured = channels.at_joints(robot, _signals(table, robot, chosen, units, channels, notes))
    wrenches = {("wrench", x): w for x, w in wrench_columns(table, robot, channels.wrench, file).items()}
    signals: Signals = dict(measured.items()) | wrenches
    record = RawLog(np.zeros(0), signals, notes, file)
    timed(record, table, chosen, units.get("t"), rate)
    if robot.nq == robot.nv:
        record.drop(spikes(record.signals["q"]), "spike")
    record.signals["q"], wrapped = unwrapped(robot, record.signals["q"])
    if wrapped:
        notes.append(findings.Repaired(wrapped, Noun("whole turns")))
    resampled(record, gap)
    return _log(robot, record, cutoff, name or file, chosen)


def _log(robot: Robot, record: RawLog, cutoff: float | Literal["auto"] | None, name: str, chosen: Assignment) -> Log:
    """Filter the signals, compute derivatives, and mark samples at rest or at an effort limit."""
    t, found, notes = record.t, record.signals, record.notes
    raw = continued(robot, found["q"])
    used = _cutoff(raw, found.get("qd"), t, cutoff, notes)
    q = smoothed(robot, raw, t, used)
    qd, qdd = rates(robot, q, found.get("qd"), found.get("qdd"), t, used, notes)
    if used is not None and robot.nq == robot.nv and (idle := spectrum(raw, t).end == 0).any():
        q, qd, qdd = np.where(idle, np.median(raw, axis=0), q), np.where(idle, 0.0, qd), np.where(idle, 0.0, qdd)
        joints = (JointName(x) for x, k in zip(robot.coordinates, idle, strict=True) if k)
        notes.append(findings.NoiseOnly(tuple(joints)))
    tau = found.get("tau")
    if tau is None:
        notes.append(findings.Remark(Noun("no efforts")))
        tau = np.full(qd.shape, np.nan)
    stands, flat = still(qd, t), saturated(tau)
    for joint, count in zip(robot.coordinates, flat.sum(axis=0).tolist(), strict=True):
        if count:
            notes.append(findings.EffortSaturated(JointName(joint), count))
    if (share := float(stands.all(axis=1).mean())) > 0.01:
        notes.append(findings.AllAtRest(share))
    low = low_passed(tau, t, used)
    log = Log(
        t, q, qd, qdd, low, found.get("command"), used, name, tuple(notes), chosen, raw, stands, flat, tau - low,
        {x[1]: low_passed(w, t, used) for x, w in found.items() if isinstance(x, tuple)},
    )  # fmt: skip
    return log if used is None else log.rows(settled(t, used))


def _cutoff(raw: Array, qd: Array | None, t: Array, cutoff: float | str | None, notes: Notes) -> float | None:
    if cutoff is None:
        return None
    if cutoff != "auto":
        return real(cutoff, "cutoff", above=0, below=0.5 / period(t), unit="Hz")
    found = (spectrum(raw, t) if qd is None else spectrum(qd, t, 1)).cutoff
    notes.append(findings.Filtered(None if found is None else Measure(float(f"{found:.3g}"), Unit("Hz"))))
    return found


_GAINS = ("gtau", "ktau", "kt", "k_t", "torque_constant", "torque_gain")


def _signals(
    table: ColumnTable,
    robot: Robot,
    chosen: Assignment,
    units: Mapping[str, Any],
    channels: Channels,
    notes: Notes,
) -> dict[str, Array]:
    """Return the available signals among q, qd, qdd, tau and command in SI units.

    A signal can be measured at the motor or at the joint.
    """
    found: dict[str, Array] = {}
    for kind in ("q", "qd", "qdd", "tau", "current", "voltage", "command"):
        if chosen.get(kind):
            x = np.stack([table.columns[name] for name in chosen[kind]], axis=1)
            found[kind] = x * _factors(table, chosen[kind], kind, units.get(kind), channels, notes)
    signals = {kind: found.pop(kind) for kind in ("current", "voltage") if kind in found}
    gain = channels.torque_gain
    if isinstance(gain, str):
        gain = table.constants[known(gain, table.constants, "file constant", argument="torque_gain")]
    if "tau" in found and gain is not None:
        found["tau"] = found["tau"] * _per_joint(gain, robot.nv, "torque_gain")
        notes.append(findings.GainApplied(Noun("effort channel"), Identifier("torque_gain")))
    elif "tau" not in found and signals:  # τ = k · current or voltage
        kind = next(iter(signals))
        own = [x for x in table.constants if x.lower() in _GAINS]
        if gain is None and len(own) == 1:
            gain = table.constants[own[0]]
            notes.append(findings.GainApplied(Noun(kind), Identifier(own[0]), gain))
        if gain is None:
            unit = Noun("amperes" if kind == "current" else "volts")
            notes.append(findings.EffortsAreSignals(unit, Pass(Argument("torque_gain"))))
        found["tau"] = signals[kind] * _per_joint(1.0 if gain is None else gain, robot.nv, "torque_gain")
    requires("torque_gain", gain is not None, "columns", "tau" in found, "{'current': […]}")
    return found


def _factors(
    table: ColumnTable, names: Sequence[str], kind: str, units: Any, channels: Channels, notes: Notes
) -> Array:
    counts = channels.counts_per_turn
    if counts is not None:
        counts = _per_joint(counts, len(names), "counts_per_turn")
    if units is None:
        stated = [stated_unit(table, name, kind) for name in names]
    elif isinstance(units, str) or not isinstance(units, Sequence):
        stated = [units] * len(names)
    else:
        stated = list(counted(units, f"units['{kind}']", len(names), "columns"))
    factors = np.ones(len(names))
    for j, unit in enumerate(stated):
        if isinstance(unit, str):
            factors[j] = factor(unit, kind, None if counts is None else float(counts[j]))
        elif unit is not None:
            factors[j] = real(unit, f"units['{kind}']")
    found = sorted({str(x) for x in stated if x is not None})
    if found and np.any(factors != 1):
        distinct = tuple(dict.fromkeys(factors.tolist()))
        notes.append(findings.UnitConverted(SymbolName(kind), tuple(map(Unit, found)), distinct))
    return factors


_USUAL = 50.0  # multiple of the median of |r|
_LARGE = 0.02  # fraction of the range of motion; smaller deviations are noise
_AWAY = 4.0  # multiple of the step between the neighbouring samples


def spikes(q: Array) -> Mask:
    """Return a mask of the samples that contain a spike, (N,)."""
    found = np.zeros(len(q), bool)
    if len(q) < 8:
        return found
    r = np.abs(q[1:-1] - 0.5 * (q[:-2] + q[2:]))
    middle = np.percentile(q, 99, axis=0) - np.percentile(q, 1, axis=0)
    far = (r > _USUAL * np.median(r, axis=0)) & (r > _LARGE * middle) & (r > _AWAY * np.abs(q[2:] - q[:-2])) & (r > 0)
    found[1:-1] = (far & (middle > 0)).any(axis=1)
    return found


_STILL = 0.01  # fraction of a joint's largest speed
_PAUSE = 0.05  # s; shorter pauses are reversals
_FLAT = 3  # consecutive samples at the same extreme effort
_SHARE = 0.002  # fraction of all samples at the extreme


def still(qd: Array, t: Array) -> Mask:
    """Return a mask of the samples at which each joint is at rest.

    A joint is at rest if the speed is below 1 % of the joint's largest speed for at least 50 ms.
    """
    speed, least = np.abs(qd), max(2, round(_PAUSE / (period(t) or 1.0)))
    return _lasting(speed <= _STILL * np.maximum(np.quantile(speed, 0.99, axis=0), ROUNDING), least)


def saturated(tau: Array) -> Mask:
    """Return a mask of the samples at which an effort remains at its maximum or minimum."""
    marked = np.zeros(tau.shape, bool)
    for extreme in (tau.max(axis=0), tau.min(axis=0)):
        at = _lasting(np.abs(tau - extreme) <= LIMIT_REACHED * np.abs(extreme), _FLAT)
        marked |= at & (at.mean(axis=0) > _SHARE) & (extreme != 0) & (np.ptp(tau, axis=0) > 0)
    return marked


def _lasting(flags: Mask, least: int) -> Mask:
    """Set short runs of true flags in each column to false, so that all runs have at least the given length."""
    from scipy.ndimage import binary_opening

    return np.asarray(binary_opening(flags, np.ones((least, 1), bool)))
