"""Assembly modes: every way to close the loops while some coordinates stay where they are.

What is held are the actuated coordinates if they are as many as the freedoms, else those that tell all others. The rest
start anywhere, a whole round of starts at once, and those that close are kept once. The search ends when every mode
found was met several times over: by Good's estimate the chance that a start leads to an unknown mode is the share of
modes met once only, here none of at least 128 starts. So nothing found is false, and nothing likely is missed; that
nothing is missed is proved only where the number of modes is known (at most 2 for each dyad, 6 for a platform on three
legs).  [good1953]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.assembly import CLOSED, Assembly
from dalembert.errors import NotAssembled, SingularConfiguration

Array = NDArray[Any]
_ROUND, _ROUNDS, _LEAST = 64, 40, 2  # starts in a round; most and fewest rounds
_OFTEN = 4  # how often each mode must have been met
_SAME = 1e-6


def modes(loops: Assembly, q: Array) -> Array:
    """Closed configurations, `(k, nq)`, those nearest to q first."""
    tree = loops.tree
    held = loops.generic.independent(tree)
    passive = np.array([k not in held for k in range(tree.nv)])
    reach = np.where(passive, np.pi * loops.closure.columns, 0.0)
    rng = np.random.default_rng(11)
    found: list[Array] = []
    met: list[int] = []
    for count in range(_ROUNDS):
        starts = loops.moved(q, reach * rng.uniform(-1, 1, (_ROUND, tree.nv)))
        if not count:
            starts[0] = q
        for there in _closed(loops, loops.close(starts, passive)):
            k = next((i for i, x in enumerate(found) if _apart(loops, x, there) < _SAME), len(found))
            if k == len(found):
                _check(loops, there, passive)
                found.append(there)
                met.append(0)
            met[k] += 1
        if count + 1 >= _LEAST and (min(met, default=_OFTEN) >= _OFTEN):
            break
    if not found:
        names = ", ".join(tree.coordinates[k] for k in held)
        raise NotAssembled(
            f"robot '{tree.name}' cannot be assembled with {names} where they are: the best of {_ROUND * (count + 1)} "
            f"starts leaves {loops.worst(loops.close(q, passive))}; change them, or lengths"
        )
    return np.array(sorted(found, key=lambda x: _apart(loops, q, x)))


def _closed(loops: Assembly, q: Array) -> list[Array]:
    gaps = np.max(np.abs(loops.closure.errors(q)[0]), axis=1)
    return list(q[gaps <= 1e2 * CLOSED])


def _apart(loops: Assembly, a: Array, b: Array) -> float:
    """How far two configurations are from each other, whole turns apart, slides in units of the mechanism's size."""
    return float(np.linalg.norm(loops.between(a, b) / loops.closure.columns))


def _check(loops: Assembly, q: Array, passive: Array) -> None:
    """Raise where the passive coordinates can still move: there would be no end of modes."""
    J = loops.closure.errors(q[None])[1][0][:, passive]
    s = np.linalg.svd(J, compute_uv=False)
    rank = int(np.sum(s > 1e-7 * max(float(s[0]) if len(s) else 0.0, 1e-300)))
    if rank < J.shape[1]:
        raise SingularConfiguration(
            f"robot '{loops.tree.name}' still moves, or is about to, with its actuated coordinates held: assembly modes "
            "cannot be counted there; hold others (`actuated`), or change q a little"
        )
