"""How long a compiled kernel takes for one state: the least of several rounds, compile time apart."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np

import dalembert as da
from dalembert.kinematics.configuration import standing

_ROUNDS, _SECONDS = 7, 0.05


def timing(robot: da.Robot, states: int) -> list[dict[str, Any]]:
    """Rows of quantity, nanoseconds a state, operations, compile seconds."""
    rng = np.random.default_rng(0)
    rates = rng.uniform(-1.0, 1.0, (3, states, robot.nv))
    q = da.integrate(robot, da.neutral(robot), rates[0]) if robot.nq != robot.nv else rates[0]
    if robot.loops:
        q, rates = np.tile(standing(robot), (states, 1)), 0 * rates
    arguments = (q, rates[1], rates[2])
    rows = []
    for name in ("inverse_dynamics", "forward_dynamics"):
        kernel = da.compile(robot, name)
        out = np.empty((states, robot.nv))
        kernel(*arguments, out=out)
        best = min(_round(kernel, arguments, out) for _ in range(_ROUNDS))
        rows.append(
            {"quantity": name, "nanoseconds": best / states * 1e9, "operations": kernel.operations.total,
             "compile_seconds": kernel.compile_seconds}
        )  # fmt: skip
    return rows


def _round(kernel: Any, arguments: Any, out: Any) -> float:
    calls, start = 0, perf_counter()
    while calls < 1 or perf_counter() - start < _SECONDS:
        kernel(*arguments, out=out)
        calls += 1
    return (perf_counter() - start) / calls
