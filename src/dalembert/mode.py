"""Assembly modes: every way to close the loops while the actuated coordinates stay where they are.

Starts are spread over the turns of the passive joints; those that close are kept once. The search ends when several
rounds in a row bring nothing new, so that a mode could be missed only if hardly any start leads to it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.assembly import CLOSED, Assembly
from dalembert.errors import NotAssembled

Array = NDArray[Any]
_ROUND, _QUIET, _ROUNDS = 24, 4, 60


def modes(loops: Assembly, q: Array) -> Array:
    """Closed configurations, `(k, nq)`, those nearest to q first."""
    tree = loops.tree
    passive = np.array([k not in tree.actuated for k in range(tree.nv)])
    rng = np.random.default_rng(11)
    found: list[Array] = []
    quiet = 0
    for _ in range(_ROUNDS):
        new = 0
        for _ in range(_ROUND):
            start = loops.moved(q, np.where(passive, rng.uniform(-np.pi, np.pi, tree.nv), 0.0))
            there = loops.close_within(start, passive)
            if loops.gap(there) <= 1e2 * CLOSED and not any(_same(loops, there, x) for x in found):
                found.append(there)
                new += 1
        quiet = 0 if new else quiet + 1
        if quiet >= _QUIET:
            break
    if not found:
        raise NotAssembled(
            f"robot '{tree.name}' cannot be assembled with its actuated coordinates where they are; change them, or lengths"
        )
    return np.array(sorted(found, key=lambda x: _apart(loops, q, x)))


def _apart(loops: Assembly, a: Array, b: Array) -> float:
    """How far two configurations are from each other, whole turns apart."""
    return float(np.linalg.norm(loops.between(a, b)))


def _same(loops: Assembly, a: Array, b: Array) -> bool:
    return _apart(loops, a, b) < 1e-6
