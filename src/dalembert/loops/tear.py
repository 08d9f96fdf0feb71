"""Rates that would tear loops: which loop, how fast, and what to do.

J q̇ = 0 and J q̈ + J̇q̇ = 0 hold for every motion. What is left of them, in units of the mechanism's size, is compared with
the rates themselves, as the kernels of closed dynamics do (`algorithms.closed.tear`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import WrongValue
from dalembert.loops.assembly import Assembly

Array = NDArray[Any]
TORN = 1e-6  # of the rates, or of 1/s if they are slower: what is not taken for a slip of rounding
TORN_SINGLE = 1e-4  # in float32


def check_rates(
    loops: Assembly, q: Array, qd: Array, limit: float = TORN, names: tuple[str, str] = ("q", "qd")
) -> None:
    """Raise where q̇ of some state `(k, nv)` tears a loop."""
    torn = np.einsum("kij,kj->ki", loops.closure.system(q)[1], qd)
    size = np.sqrt(1 + np.sum(qd * qd, axis=1))
    _refuse(
        loops, torn, size, limit, names[1], "/s", f"rates that keep it closed are da.project(robot, {', '.join(names)})"
    )


def check_accelerations(loops: Assembly, q: Array, qd: Array, qdd: Array, limit: float = TORN) -> None:
    """Raise where q̈ of some state `(k, nv)` tears a loop."""
    torn = loops.closure.accelerations(q, qd, qdd)
    size = np.sqrt(1 + np.sum(qdd * qdd, axis=1) + np.sum(qd * qd, axis=1) ** 2)
    cure = "motions that keep it closed are qd, qdd = da.project(robot, q, qd, qdd)"
    _refuse(loops, torn, size, limit, "qdd", "/s²", cure)


def _refuse(loops: Assembly, torn: Array, size: Array, limit: float, name: str, unit: str, cure: str) -> None:
    measured = torn * loops.closure.scales
    share = np.linalg.norm(measured, axis=1) / size
    state = int(np.argmax(share))
    if not share[state] > limit:
        return
    row = int(np.argmax(np.abs(measured[state])))
    label, at = loops.closure.labels[row], f" in state {state} of {len(torn)}" if len(torn) > 1 else ""
    raise WrongValue(
        f"{name} tears loop '{label}' of robot '{loops.tree.name}' apart{at}, by {abs(torn[state, row]):.3g}"
        f"{loops.closure.units[row]}{unit}; {cure}"
    )
