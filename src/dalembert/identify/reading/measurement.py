"""Columns as physical signals: in SI units, one array (N, n) a kind; efforts from currents or voltages by their gain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import UnknownName, WrongValue, did_you_mean, shown
from dalembert.identify.reading.assignment import Assignment
from dalembert.identify.reading.table import Table
from dalembert.identify.reading.transmission import per_joint
from dalembert.identify.reading.unit import factor, known
from dalembert.identify.reading.vocabulary import KINDS, unit_of
from dalembert.robot.model import Robot

Array = NDArray[np.float64]
RAW = "tau holds"  # what a note of efforts in other units begins with
_GAINS = ("gtau", "ktau", "kt", "k_t", "torque_constant", "torque_gain")


def signals(
    table: Table,
    robot: Robot,
    chosen: Assignment,
    units: Mapping[str, Any],
    torque_gain: Any,
    counts_per_turn: Any,
    notes: list[str],
) -> dict[str, Array]:
    """q, qd, qdd, tau, command, as far as the table has them, in SI units on the side where they were measured."""
    if unknown := set(units) - set(KINDS):
        raise UnknownName(f"units has '{shown(min(unknown))}'{did_you_mean(str(min(unknown)), KINDS)}")
    found: dict[str, Array] = {}
    for kind in ("q", "qd", "qdd", "tau", "current", "voltage", "command"):
        if chosen.get(kind):
            x = np.stack([table.columns[name] for name in chosen[kind]], axis=1)
            found[kind] = x * _factors(table, chosen[kind], kind, units.get(kind), counts_per_turn, notes)
    return _efforts(found, table, robot, torque_gain, notes)


def unit_said(table: Table, name: str, kind: str) -> str | None:
    """The unit that the file gives for a column, where it is one of its kind."""
    unit = table.units.get(name) or unit_of(name)[1]
    return unit if unit is not None and known(unit, kind) else None


def _factors(
    table: Table, names: Sequence[str], kind: str, given: Any, counts_per_turn: Any, notes: list[str]
) -> Array:
    counts = None if counts_per_turn is None else per_joint(counts_per_turn, len(names), "counts_per_turn", 1.0)
    if given is None:
        said = [unit_said(table, name, kind) for name in names]
    elif isinstance(given, str) or not isinstance(given, Sequence):
        said = [given] * len(names)
    elif len(given) == len(names):
        said = list(given)
    else:
        raise WrongValue(f"units['{kind}'] lists {len(given)} units for {len(names)} columns")
    factors = np.ones(len(names))
    for j, unit in enumerate(said):
        if isinstance(unit, str):
            one = np.asarray(factor(unit, kind, counts))
            factors[j] = one[j] if one.ndim else one
        elif unit is not None:
            factors[j] = per_joint(unit, 1, f"units['{kind}']", 1.0)[0]
    found = sorted({str(x) for x in said if x is not None})
    if found and np.any(factors != 1):
        notes.append(
            f"{kind} is in {', '.join(found)}: multiplied by {', '.join(f'{x:.6g}' for x in dict.fromkeys(factors))}"
        )
    return factors


def _efforts(
    found: dict[str, Array], table: Table, robot: Robot, torque_gain: Any, notes: list[str]
) -> dict[str, Array]:
    """τ = k · current or voltage, where efforts themselves were not measured."""
    other = "current" if "current" in found else "voltage" if "voltage" in found else None
    if isinstance(torque_gain, str):
        if torque_gain not in table.constants:
            raise UnknownName(
                f"the file has no number '{shown(torque_gain)}'{did_you_mean(torque_gain, table.constants)}"
            )
        torque_gain = table.constants[torque_gain]
    kept = {k: x for k, x in found.items() if k not in ("current", "voltage")}
    if "tau" in found or other is None:
        if torque_gain is not None:
            if "tau" not in found:
                raise WrongValue(
                    "torque_gain is given, but no current, voltage or effort was found; say columns={'current': […]}"
                )
            kept["tau"] = found["tau"] * per_joint(torque_gain, robot.nv, "torque_gain", 1.0)
            notes.append("efforts are multiplied by torque_gain")
        return kept
    if torque_gain is None:
        own = [x for x in table.constants if x.lower() in _GAINS]
        if len(own) == 1:
            torque_gain = table.constants[own[0]]
            notes.append(f"efforts are {other} times {own[0]} = {torque_gain:.7g} of the file")
    if torque_gain is None:
        amount = "amperes" if other == "current" else "volts"
        notes.append(
            f"{RAW} {amount}, not N m: no torque_gain is known; say torque_gain=[…] for each joint, or let identify find them from a known load"
        )
    kept["tau"] = found[other] * per_joint(torque_gain, robot.nv, "torque_gain", 1.0)
    return kept
