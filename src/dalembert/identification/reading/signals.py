"""Columns as physical signals at the joints: SI units, gear ratios and couplings, motor gains; spikes, saturation and standstill.

    q_motor = C q,  τ = Cᵀ τ_motor,  τ_motor = k i                                                            [khalil2002, §9.3]

C is the diagonal matrix of gear ratios, except for coupled wrists, whose motors turn more than one joint.

A spike is a single position sample that jumps away and back, caused by an encoder or a bus:
r_k = q_k − (q_(k−1) + q_(k+1))/2 is far larger than usual and than the step from q_(k−1) to q_(k+1).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.argument import choice, counted, known, shaped
from dalembert.finding.argument import NotOneOf, Requires
from dalembert.finding.finding import Argument, Given, Identifier, Noun, Pass, SymbolName, Unit, given
from dalembert.finding.log import EffortsAreSignals, GainApplied, LogNote, SingularTransmission, UnitConverted
from dalembert.identification.reading.columns import KINDS, Assignment, factor, is_unit, unit_of
from dalembert.identification.reading.table import ColumnTable
from dalembert.robot.model import Robot
from dalembert.tolerance import LIMIT_REACHED, ROUNDING

Array = NDArray[np.float64]
MOTOR_SIDE = ("q", "qd", "qdd", "tau", "command")


@dataclass(frozen=True)
class Transmission:
    """C (n, n) or None, signs and offsets of the joints, and which of the kinds were measured at the motors."""

    C: Array | None
    signs: Array
    offsets: Array
    motor_side: tuple[str, ...] = MOTOR_SIDE

    @property
    def plain(self) -> bool:
        """Whether motors and joints move alike."""
        return self.C is None and bool((self.signs == 1).all() and (self.offsets == 0).all())

    def joints(self, kind: str, x: Array) -> Array:
        """A column of motors, (N, n), as joints feel it."""
        y: Any = x
        if self.C is not None and kind in self.motor_side:
            y = x @ self.C if kind == "tau" else np.linalg.solve(self.C, x.T).T
        if (self.signs != 1).any():
            y = y * self.signs
        if kind in ("q", "command") and (self.offsets != 0).any():
            y = y + self.offsets
        return np.asarray(y, float)


def transmission(
    n: int, gear_ratio: Any, coupling: Any, signs: Any, offsets: Any, motor_side: Iterable[str]
) -> Transmission:
    """Return the transmission C = diag(gear_ratio) · coupling, which must have an inverse."""
    C = None
    if gear_ratio is not None or coupling is not None:
        C = np.diag(per_joint(gear_ratio, n, "gear_ratio", 1.0))
        if coupling is not None:
            C = C @ shaped(coupling, "coupling", (n, n))
        if np.linalg.cond(C) > 1e12:
            raise SingularTransmission().error()
    sides = tuple(
        choice(x, "motor_side", MOTOR_SIDE) for x in ([motor_side] if isinstance(motor_side, str) else motor_side)
    )
    turns = per_joint(signs, n, "signs", 1.0)
    if not np.isin(turns, (-1.0, 1.0)).all():
        raise NotOneOf(Argument("signs"), given(signs), (Identifier("1"), Identifier("-1"))).error()
    return Transmission(C, turns, per_joint(offsets, n, "offsets", 0.0), sides)


def per_joint(value: Any, n: int, argument: str, default: float) -> Array:
    """Return one number per joint, from one number for all or one for each."""
    return np.full(n, default) if value is None else np.broadcast_to(shaped(value, argument, (), (n,)), (n,)).copy()


_GAINS = ("gtau", "ktau", "kt", "k_t", "torque_constant", "torque_gain")


def signals(
    table: ColumnTable,
    robot: Robot,
    chosen: Assignment,
    units: Mapping[str, Any],
    torque_gain: Any,
    counts_per_turn: Any,
    notes: list[LogNote],
) -> dict[str, Array]:
    """Return q, qd, qdd, tau and command, if the table has them, in SI units at the side where they were measured."""
    for kind in units:
        known(kind, KINDS, "key", argument="units")
    found: dict[str, Array] = {}
    for kind in ("q", "qd", "qdd", "tau", "current", "voltage", "command"):
        if chosen.get(kind):
            x = np.stack([table.columns[name] for name in chosen[kind]], axis=1)
            found[kind] = x * _factors(table, chosen[kind], kind, units.get(kind), counts_per_turn, notes)
    return _efforts(found, table, robot, torque_gain, notes)


def stated_unit(table: ColumnTable, name: str, kind: str) -> str | None:
    """Return the unit that the file states for a column, if it is a unit of its quantity."""
    unit = table.units.get(name) or unit_of(name)[1]
    return unit if unit is not None and is_unit(unit, kind) else None


def _factors(
    table: ColumnTable, names: Sequence[str], kind: str, units: Any, counts_per_turn: Any, notes: list[LogNote]
) -> Array:
    counts = None if counts_per_turn is None else per_joint(counts_per_turn, len(names), "counts_per_turn", 1.0)
    if units is None:
        stated = [stated_unit(table, name, kind) for name in names]
    elif isinstance(units, str) or not isinstance(units, Sequence):
        stated = [units] * len(names)
    else:
        stated = list(counted(units, f"units['{kind}']", len(names), "columns"))
    factors = np.ones(len(names))
    for j, unit in enumerate(stated):
        if isinstance(unit, str):
            one = np.asarray(factor(unit, kind, counts))
            factors[j] = one[j] if one.ndim else one
        elif unit is not None:
            factors[j] = per_joint(unit, 1, f"units['{kind}']", 1.0)[0]
    found = sorted({str(x) for x in stated if x is not None})
    if found and np.any(factors != 1):
        notes.append(UnitConverted(SymbolName(kind), tuple(map(Unit, found)), tuple(dict.fromkeys(factors.tolist()))))
    return factors


def _efforts(
    found: dict[str, Array], table: ColumnTable, robot: Robot, torque_gain: Any, notes: list[LogNote]
) -> dict[str, Array]:
    """Compute τ = k · current or voltage if efforts were not measured."""
    other = "current" if "current" in found else "voltage" if "voltage" in found else None
    if isinstance(torque_gain, str):
        torque_gain = table.constants[known(torque_gain, table.constants, "file constant", argument="torque_gain")]
    kept = {k: x for k, x in found.items() if k not in ("current", "voltage")}
    if "tau" in found or other is None:
        if torque_gain is not None:
            if "tau" not in found:
                raise Requires(Argument("torque_gain"), Argument("columns"), Given("{'current': […]}")).error()
            kept["tau"] = found["tau"] * per_joint(torque_gain, robot.nv, "torque_gain", 1.0)
            notes.append(GainApplied(Noun("effort channel"), Identifier("torque_gain")))
        return kept
    if torque_gain is None:
        own = [x for x in table.constants if x.lower() in _GAINS]
        if len(own) == 1:
            torque_gain = table.constants[own[0]]
            notes.append(GainApplied(Noun(other), Identifier(own[0]), torque_gain))
    if torque_gain is None:
        unit = Noun("amperes" if other == "current" else "volts")
        notes.append(EffortsAreSignals(unit, Pass(Argument("torque_gain"))))
    kept["tau"] = found[other] * per_joint(torque_gain, robot.nv, "torque_gain", 1.0)
    return kept


_USUAL = 50.0  # times the median of |r|
_LARGE = 0.02  # of the range of the motion, so that fine noise is not meant
_AWAY = 4.0  # times the way between the neighbours


def spikes(q: Array) -> NDArray[np.bool_]:
    """Which rows have one, (N,)."""
    found = np.zeros(len(q), bool)
    if len(q) < 8:
        return found
    r = np.abs(q[1:-1] - 0.5 * (q[:-2] + q[2:]))
    middle = np.percentile(q, 99, axis=0) - np.percentile(q, 1, axis=0)
    far = (r > _USUAL * np.median(r, axis=0)) & (r > _LARGE * middle) & (r > _AWAY * np.abs(q[2:] - q[:-2])) & (r > 0)
    found[1:-1] = (far & (middle > 0)).any(axis=1)
    return found


_STILL = 0.01  # of a joint's largest speed
_PAUSE = 0.05  # s at rest that count as standing: shorter ones are reversals
_FLAT = 3  # samples in a row at the very same extreme effort
_SHARE = 0.002  # of all samples at the extreme


def still(qd: Array, t: Array) -> NDArray[np.bool_]:
    """Return where each joint is at rest: slower than 1 % of its largest speed for at least 50 ms."""
    speed = np.abs(qd)
    slow = speed <= _STILL * np.maximum(np.quantile(speed, 0.99, axis=0), ROUNDING)
    h = float(np.median(np.diff(t))) if len(t) > 1 else 1.0
    return np.stack([_runs(slow[:, j], max(2, round(_PAUSE / h))) for j in range(slow.shape[1])], axis=1)


def saturated(tau: Array) -> NDArray[np.bool_]:
    """Return where an effort stays at its largest or smallest value."""
    marked = np.zeros(tau.shape, bool)
    for j in range(tau.shape[1]):
        x = tau[:, j]
        if np.isnan(x).any() or np.ptp(x) == 0:
            continue
        for extreme in (x.max(), x.min()):
            at = _runs(np.abs(x - extreme) <= LIMIT_REACHED * abs(extreme), _FLAT)
            if at.mean() > _SHARE and extreme != 0:
                marked[:, j] |= at
    return marked


def _runs(flags: NDArray[np.bool_], least: int) -> NDArray[np.bool_]:
    """Only the runs of at least so many."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], flags.astype(np.int8), [0]))))
    kept = np.zeros(len(flags), bool)
    for a, b in zip(edges[::2], edges[1::2], strict=True):
        if b - a >= least:
            kept[a:b] = True
    return kept
