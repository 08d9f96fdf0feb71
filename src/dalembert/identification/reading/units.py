"""Units of log columns: conversion factors to SI units, unit spellings, and units in column names.

Different spellings of a unit are accepted, such as "°", "degrees" and "deg", or "N·m" and "Nm". A column name can end
with its unit, such as "q1 [deg]", "speed/rpm" or "torque_mNm". Encoder counts are accepted as a unit of positions and
speeds if the counts per turn are known.
"""

from __future__ import annotations

import re
from math import pi

from dalembert.argument import known, requires

TIME_UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "min": 60.0}
_ANGLE = {"rad": 1.0, "mrad": 1e-3, "deg": pi / 180, "rev": 2 * pi, "turn": 2 * pi}
_LENGTH_OR_ANGLE = _ANGLE | {"m": 1.0, "cm": 1e-2, "mm": 1e-3, "um": 1e-6}
UNITS: dict[str, dict[str, float]] = {
    "t": TIME_UNITS,
    "q": _LENGTH_OR_ANGLE,
    "qd": {f"{x}/s": f for x, f in _LENGTH_OR_ANGLE.items()} | {"rpm": 2 * pi / 60, "rps": 2 * pi},
    "qdd": {f"{x}/s2": f for x, f in _LENGTH_OR_ANGLE.items()},
    "tau": {"Nm": 1.0, "mNm": 1e-3, "uNm": 1e-6, "kNm": 1e3, "Ncm": 1e-2, "N": 1.0, "mN": 1e-3, "kN": 1e3},
    "current": {"A": 1.0, "mA": 1e-3},
    "voltage": {"V": 1.0, "mV": 1e-3},
}
UNITS["command"] = UNITS["q"]
_SAME = {
    "°": "deg", "degree": "deg", "degrees": "deg", "radian": "rad", "radians": "rad", "revolution": "rev", "revolutions": "rev",
    "turns": "turn", "metre": "m", "meter": "m", "metres": "m", "meters": "m", "sec": "s", "second": "s", "seconds": "s", "secs": "s",
    "msec": "ms", "millisecond": "ms", "milliseconds": "ms", "usec": "us", "microseconds": "us", "nsec": "ns", "nanoseconds": "ns",
    "rev/min": "rpm", "1/min": "rpm", "rad/sec": "rad/s", "deg/sec": "deg/s", "°/s": "deg/s", "dps": "deg/s", "°/s2": "deg/s2",
    "ampere": "A", "amperes": "A", "amp": "A", "amps": "A", "volt": "V", "volts": "V", "newton": "N", "newtonmeter": "Nm",
}  # fmt: skip
_COUNTS = {"count", "counts", "cnt", "cnts", "inc", "incs", "increments", "ticks", "pulses"}


def factor(unit: str, kind: str, counts_per_turn: float | None = None) -> float:
    """Return the factor that converts a unit to SI units."""
    units = UNITS[kind]
    own = plain(unit)
    head = own.partition("/")[0]
    if head.lower() in _COUNTS and kind in ("q", "qd", "command"):
        requires(f"units['{kind}']", True, "counts_per_turn", counts_per_turn is not None)
        assert counts_per_turn is not None
        return 2 * pi / counts_per_turn
    if own in units:
        return units[own]
    lower = {x.lower(): f for x, f in units.items()}
    if own.lower() in lower and own[:1] not in ("M", "m"):  # MN differs from mN
        return lower[own.lower()]
    return units[known(unit, units, "unit", argument=f"units['{kind}']")]


def is_unit(unit: str, kind: str) -> bool:
    """Check whether text from a file header is a unit of a quantity."""
    own = plain(unit)
    return own in UNITS.get(kind, {}) or own.partition("/")[0].lower() in _COUNTS


_SPELLING = str.maketrans({"µ": "u", "μ": "u", "²": "2"} | dict.fromkeys("^·⋅* .", ""))


def plain(unit: str) -> str:
    """Normalize the spelling of a unit, so that "N·m", "N*m" and "Nm" become equal."""
    text = unit.strip().translate(_SPELLING).replace("s-1", "/s")
    return _SAME.get(text.lower(), text)


_UNIT = re.compile(
    r"\s*(?:[\[(]\s*([^\[\]()]*[A-Za-z°%µμ][^\[\]()]*)\s*[\])]|/\s*(rad|deg|°|s|ms|us|ns|m|mm|Nm|N m|N·m|A|V|rpm))\s*$"
)
_ENDING = re.compile(
    r"(?<=[A-Za-z0-9])[_ ]((?:deg|rad|mm)(?:_per_s|_s|ps|/s)|deg|degrees|rad|mrad|rpm|mm|ms|us|ns|[mk]?nm|ncm|ma)$",
    re.I,
)  # endings of names such as position_deg, torque_mNm and speed_rad_s
_WRITTEN = {"nm": "Nm", "mnm": "mNm", "knm": "kNm", "ncm": "Ncm", "ma": "mA"}


def unit_of(name: str) -> tuple[str, str | None]:
    """Split a column name into the name without its unit and the unit: "q1 [deg]" gives "q1" and "deg"."""
    found = _UNIT.search(name)
    if found is None:
        end = _ENDING.search(name)
        return (name, None) if end is None else (name[: end.start()], _written(end.group(1)))
    return name[: found.start()].strip(), (found.group(1) or found.group(2)).strip()


def _written(text: str) -> str:
    """Return the standard spelling of a unit suffix, such as rad/s for rad_s."""
    lower = text.lower()
    return _WRITTEN.get(lower) or re.sub(r"(_per_s|_s|ps)$", "/s", lower)


def kind_of_unit(unit: str | None) -> str | None:
    """Return the quantity that a unit measures, or None."""
    own = "" if unit is None else plain(unit)
    return next((kind for kind in ("tau", "current", "voltage", "qdd", "qd", "q") if own in UNITS[kind]), None)
