"""Units as factors to SI: deg, rpm, ms, mN·m, mm, mA and encoder counts."""

from __future__ import annotations

from math import pi

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import UnknownName, WrongValue, did_you_mean

_LENGTH_OR_ANGLE = {
    "rad": 1.0,
    "mrad": 1e-3,
    "deg": pi / 180,
    "rev": 2 * pi,
    "turn": 2 * pi,
    "m": 1.0,
    "cm": 1e-2,
    "mm": 1e-3,
    "um": 1e-6,
}
_TIME = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "min": 60.0}
UNITS: dict[str, dict[str, float]] = {
    "t": _TIME,
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


def factor(
    unit: str, kind: str, counts_per_turn: NDArray[np.float64] | float | None = None
) -> NDArray[np.float64] | float:
    """What a number in this unit is multiplied by to be in SI units."""
    known = UNITS[kind]
    own = plain(unit)
    head = own.partition("/")[0]
    if head.lower() in _COUNTS and kind in ("q", "qd", "command"):
        if counts_per_turn is None:
            raise WrongValue(
                f"{kind} is in encoder counts; say counts_per_turn=… (of the shaft that carries the encoder)"
            )
        return 2 * pi / np.asarray(counts_per_turn, float)
    if own in known:
        return known[own]
    lower = {x.lower(): f for x, f in known.items()}
    if own.lower() in lower and own[:1] not in ("M", "m"):  # MN is not mN
        return lower[own.lower()]
    raise UnknownName(f"'{unit}' is no unit of {kind}{did_you_mean(own, known)}, a number to multiply by")


def known(unit: str, kind: str) -> bool:
    """Whether a text found in a header is a unit of this kind at all."""
    own = plain(unit)
    return own in UNITS.get(kind, {}) or own.partition("/")[0].lower() in _COUNTS


def plain(unit: str) -> str:
    """Without blanks, points and powers written in several ways: "N·m", "N*m" and "Nm" are one."""
    text = unit.strip()
    for old, new in (
        ("µ", "u"),
        ("μ", "u"),
        ("²", "2"),
        ("^", ""),
        ("**", ""),
        ("·", ""),
        ("⋅", ""),
        ("*", ""),
        (" ", ""),
        (".", ""),
        ("s-1", "/s"),
    ):
        text = text.replace(old, new)
    return _SAME.get(text.lower(), text)
