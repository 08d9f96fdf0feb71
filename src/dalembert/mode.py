"""Assembly modes: every way to close the loops while some coordinates stay where they are.

What is held are the actuated coordinates if they are as many as the freedoms, else those that tell all others. The rest
start anywhere, a whole round of starts at once, and those that close are kept once: two are the same where every link
has the same pose. The search ends when every mode found was met several times over: by Good's estimate the chance that a
start leads to an unknown mode is the share of modes met once only, here none of at least 512 starts.  [good1953]

What is guaranteed: nothing found is false (loops are closed to rounding, no two are the same), and with the same robot
and q the answer is the same. That nothing is missed is likely and not proved. Families of configurations, in which
passive coordinates still move, are left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.algorithms.sweep import joints, world_poses
from dalembert.codegen.runtimes.kernel import Kernel
from dalembert.errors import NotAssembled, SingularConfiguration
from dalembert.loops.assembly import CLOSED, Assembly
from dalembert.loops.closure import unknowns

Array = NDArray[Any]
_ROUND, _LEAST, _MOST = 128, 4, 40  # starts in a round; fewest and most rounds
_OFTEN = 4  # how often each mode must have been met
_SAME = 1e-6  # rad, and m over the size of the mechanism


def modes(loops: Assembly, q: Array) -> Array:
    """Closed configurations, `(k, nq)`, those nearest to q first."""
    tree, poses = loops.tree, _poses(loops)
    held = loops.generic.independent(tree)
    passive = np.array([k not in held for k in range(tree.nv)])
    reach = np.where(passive, np.pi * loops.closure.columns, 0.0)
    rng = np.random.default_rng(11)
    found: list[Array] = []
    placed = np.zeros((0, len(poses.outputs[0][2])))
    met = np.zeros(0, dtype=int)
    families = 0
    for count in range(_MOST):
        starts = loops.moved(q, reach * rng.uniform(-1, 1, (_ROUND, tree.nv)))
        if not count:
            starts[0] = loops.close(q, passive)
        closed = _closed(loops, loops.close(starts, passive))
        for there, place in zip(closed, poses(closed), strict=True):
            same = np.flatnonzero(np.max(np.abs(placed - place), axis=1, initial=0.0) < _SAME)
            if len(same):
                met[same[0]] += 1
            elif _is_isolated(loops, there, passive):
                found.append(there)
                placed, met = np.vstack([placed, place]), np.append(met, 1)
            else:
                families += 1
        if count + 1 >= _LEAST and np.all(met >= _OFTEN):
            break
    if not found:
        _none(loops, q, passive, families)
    return np.array(sorted(found, key=lambda x: float(np.linalg.norm(loops.between(q, x) / loops.closure.columns))))


def _poses(loops: Assembly) -> Kernel:
    """q → where every body stands: its axes, and its origin in units of the size."""
    tree, q = loops.tree, unknowns(loops.tree, "q")
    found: list[Any] = []
    for body, pose in zip(tree.bodies, world_poses(tree, joints(tree, q)), strict=True):
        if body.link:
            found += [x for row in pose.R for x in row] + [x / loops.closure.size for x in pose.p]
    return Kernel("poses", [("q", (tree.nq,), q)], [("value", (len(found),), found)])


def _closed(loops: Assembly, q: Array) -> Array:
    gaps = np.max(np.abs(loops.closure.errors(q)[0]), axis=1)
    closed: Array = q[gaps <= 1e2 * CLOSED]
    return closed


def _is_isolated(loops: Assembly, q: Array, passive: Array) -> bool:
    """Whether the passive coordinates cannot move."""
    J = loops.closure.errors(q[None])[1][0][:, passive]
    s = np.linalg.svd(J, compute_uv=False)
    return J.shape[1] == 0 or (len(s) == J.shape[1] and bool(s[-1] > 1e-7 * s[0]))


def _none(loops: Assembly, q: Array, passive: Array, families: int) -> None:
    """Say why there is no mode."""
    names = ", ".join(name for name, free in zip(loops.tree.coordinates, passive, strict=True) if not free)
    if families:
        raise SingularConfiguration(
            f"robot '{loops.tree.name}' still moves, or is about to, with {names} held: its assembly modes cannot be "
            "counted there; name other coordinates in `actuated`, or change q a little"
        )
    raise NotAssembled(
        f"robot '{loops.tree.name}' cannot be assembled with {names} where they are: the best found leaves "
        f"{loops.worst(loops.close(q, passive))}; change them, or lengths"
    )
