"""From what motors measure to what joints do:  q_motor = C q,  τ = Cᵀ τ_motor,  τ_motor = k i.  [khalil2002, §9.3]

C is diagonal, of gear ratios, but for coupled wrists, whose motors turn more than one joint.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import WrongSize, WrongValue

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
        """Whether motors and joints are the same."""
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
    """Checked: C = diag(gear_ratio) · coupling, which must have an inverse."""
    C = None
    if gear_ratio is not None or coupling is not None:
        C = np.diag(per_joint(gear_ratio, n, "gear_ratio", 1.0))
        if coupling is not None:
            try:
                given = np.asarray(coupling, float)
            except (TypeError, ValueError):
                raise WrongValue(
                    f"coupling is a matrix of {n} rows of {n} numbers, motor = C joint; got {coupling!r}"
                ) from None
            if given.shape != (n, n):
                raise WrongSize(
                    f"coupling has shape {given.shape}, a robot of {n} joints needs ({n}, {n}): motor = C joint"
                )
            C = C @ given
        if not np.isfinite(C).all() or np.linalg.cond(C) > 1e12:
            raise WrongValue("coupling and gear_ratio give a matrix C without inverse: motor = C joint")
    sides = (motor_side,) if isinstance(motor_side, str) else tuple(motor_side)
    if unknown := set(sides) - set(MOTOR_SIDE):
        raise WrongValue(f"motor_side lists what motors measured, of {', '.join(MOTOR_SIDE)}; got {sorted(unknown)[0]}")
    turns = per_joint(signs, n, "signs", 1.0)
    if not np.isin(turns, (-1.0, 1.0)).all():
        raise WrongValue(f"signs are 1 or −1 for each joint; got {signs}")
    return Transmission(C, turns, per_joint(offsets, n, "offsets", 0.0), sides)


def per_joint(given: Any, n: int, name: str, default: float) -> Array:
    """One number for all joints, or one for each."""
    if given is None:
        return np.full(n, default)
    try:
        value = np.asarray(given, float)
    except (TypeError, ValueError):
        raise WrongValue(f"{name} is a number or a list of {n}; got {given!r}") from None
    if value.ndim > 1 or (value.ndim == 1 and len(value) != n):
        raise WrongSize(f"{name} has shape {value.shape}, a robot of {n} joints needs {n} entries or one number")
    if not np.isfinite(value).all():
        raise WrongValue(f"{name} must be finite; got {given!r}")
    return np.broadcast_to(value, (n,)).astype(float)
