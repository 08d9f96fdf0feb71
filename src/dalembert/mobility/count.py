"""Mobility in truth:  F = nv − rank J = Σf − rank C  at a generic position, against Grübler's count.

For any mechanism  Σf − rank C = m (n − 1 − j) + Σf + (m L − rank C):  formula and truth differ by exactly the number of
redundant closure equations, m L − rank C, since L = j − n + 1.  [gogu2005], [hunt1978]
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from dalembert.errors import WrongValue
from dalembert.mobility.digit import exact, rank_at
from dalembert.mobility.group import group, span
from dalembert.mobility.mechanism import Mechanism
from dalembert.mobility.motion import Branch, assembled, branches
from dalembert.mobility.network import Array, Network, network
from dalembert.mobility.rank import rank_of
from dalembert.mobility.reason import Position, reasons
from dalembert.mobility.result import Mobility, OutputMotion
from dalembert.robot.model import Robot


def mobility(mechanism: Mechanism | Robot, *, tolerance: float = 1e-9) -> Mobility:
    """Freedoms of a robot, or of a mechanism as it is drawn: by Grübler's formula, and the true ones.

    The loops are closed from the neutral (drawn) position, and the rank of the loop-closure Jacobian is taken there and at
    generic positions reached by moving the mechanism. `tolerance` is how well the dimensions are known, relative to the
    size of the mechanism; raise it for rounded data, where special dimensions hold only nearly.
    """
    if not isinstance(mechanism, (Mechanism, Robot)):
        raise WrongValue(f"mobility needs a Mechanism or a Robot, got {type(mechanism).__name__}")
    if not 0 < tolerance <= 1e-2:
        raise WrongValue(f"tolerance is {tolerance}; it is above 0 and at most 0.01")
    parts = network(mechanism.robot if isinstance(mechanism, Mechanism) else mechanism)

    def numbers() -> Robot:
        return mechanism.exact if isinstance(mechanism, Mechanism) else exact(parts.robot)

    q = assembled(parts, tolerance)
    here = rank_at(parts, numbers, q, tolerance)
    found = branches(parts, q, tolerance) if here.nullity else [Branch(q, here, here.null)]
    best = max(found, key=lambda branch: (branch.finite, branch.rank.margin))
    rank = here if best.q is q else rank_at(parts, numbers, best.q, tolerance)
    S = parts.screws(best.q)
    C = np.concatenate([parts.matrix(S), parts.coupled(best.q)])
    whole = group(S)
    m = 3 if whole.planar else 6
    equations = rank.rank + parts.cut_freedoms  # rank C
    idle = _idle(parts, S, C)
    lasting = tuple(sorted({branch.finite for branch in found}, reverse=True))
    position = Position(parts, S, rank, equations, whole, m, here.nullity, best.finite, idle, lasting)
    return Mobility(
        parts, m, here.nullity, best.finite, m * parts.loops + parts.couplings - equations, idle, whole.name,
        whole.dimension, lasting, _output(parts, S, C, best.motions), reasons(position), min(here.margin, rank.margin),
    )  # fmt: skip


def _output(parts: Network, S: Array, C: Array, motions: Array) -> OutputMotion | None:
    if not parts.output:
        return None
    W = parts.twists(S, parts.output) @ _whole(parts, C, motions)
    twists = span(W) if np.abs(W).max(initial=0.0) > 1e-9 else np.zeros((6, 0))
    turning = twists[3:]
    turns = int(np.sum(np.linalg.svd(turning, compute_uv=False) > 1e-7)) if turning.size else 0
    return OutputMotion(parts.bodies[parts.output], twists.shape[1], twists.shape[1] - turns, turns)


def _whole(parts: Network, C: Array, motions: Array) -> Array:
    """Rates of all joints, from those of the tree: what was cut moves as the loops need."""
    cut = C[:, parts.tree.nv :]
    return np.concatenate([motions, -np.linalg.lstsq(cut, C[:, : parts.tree.nv] @ motions, rcond=1e-9)[0]])


def _idle(parts: Network, S: Array, C: Array) -> int:
    """Motions in which two joints move and all others are still: a part turns or slides in itself.

    Those that move the output are not idle; nor, where no output is named, those that together move every body.
    """
    together = sorted({pair for loop in parts.graph.loops for pair in combinations(sorted(loop.joints), 2)})
    found = [np.zeros((C.shape[1], 0))]
    for a, b in together:
        alone = sum(_supported(C, list(parts.joints[j].rates)).shape[1] for j in (a, b))
        both = _supported(C, [*parts.joints[a].rates, *parts.joints[b].rates])
        if both.shape[1] > alone:
            found.append(both)
    idle = span(np.column_stack(found))
    if parts.output:
        W = parts.twists(S, parts.output) @ idle
        return int(idle.shape[1] - np.linalg.matrix_rank(W, tol=1e-7)) if idle.size else 0
    moved = [np.abs(parts.twists(S, body) @ idle).max(initial=0.0) > 1e-7 for body in range(1, len(parts.bodies))]
    return 0 if all(moved) else int(idle.shape[1])


def _supported(C: Array, columns: list[int]) -> Array:
    """Null vectors of C whose entries are 0 outside some columns; nonzero columns are unit screws."""
    part = C[:, columns]
    inner = rank_of(part, 1e-7).null if np.abs(part).max(initial=0.0) > 1e-9 else np.eye(len(columns))
    result = np.zeros((C.shape[1], inner.shape[1]))
    result[columns] = inner
    return result
