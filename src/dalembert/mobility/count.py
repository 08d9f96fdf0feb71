"""Mobility in truth:  F = Σf − rank C  at a generic position, against Grübler's count.

For any mechanism  Σf − rank C = m (n − 1 − j) + Σf + (m L − rank C):  formula and truth differ by exactly the number of
redundant closure equations, m L − rank C, since L = j − n + 1.  [gogu2005], [hunt1978]
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from dalembert.errors import WrongValue
from dalembert.mobility.assembly import assemble, rank_at
from dalembert.mobility.closure import Closure
from dalembert.mobility.group import group, span
from dalembert.mobility.mechanism import Mechanism
from dalembert.mobility.motion import Branch, branches
from dalembert.mobility.number import Array
from dalembert.mobility.rank import rank_of
from dalembert.mobility.reason import Position, reasons
from dalembert.mobility.result import Mobility, OutputMotion
from dalembert.mobility.serial import from_robot
from dalembert.robot.model import Robot


def mobility(mechanism: Mechanism | Robot, *, tolerance: float = 1e-9) -> Mobility:
    """Freedoms of a mechanism (or of a robot, an open chain): by Grübler's formula, and the true ones.

    The loops are closed from the drawn position, and the rank of the loop-closure Jacobian is taken there and at
    generic positions reached by moving the mechanism. `tolerance` is how well the dimensions are known, relative to the
    size of the mechanism; raise it for rounded data, where special dimensions hold only nearly.
    """
    if isinstance(mechanism, Robot):
        mechanism = from_robot(mechanism)
    if not isinstance(mechanism, Mechanism):
        raise WrongValue(f"mobility needs a Mechanism or a Robot, got {type(mechanism).__name__}")
    if not 0 < tolerance <= 1e-2:
        raise WrongValue(f"tolerance is {tolerance}; it is above 0 and at most 0.01")
    closure, x = assemble(mechanism, tolerance)
    here = rank_at(mechanism, closure, x, tolerance)
    found = branches(closure, x, tolerance) if here.nullity else [Branch(x, here, here.null)]
    best = max(found, key=lambda branch: (branch.finite, branch.rank.margin))
    rank = here if best.x is x else rank_at(mechanism, closure, best.x, tolerance)
    S = closure.screws(best.x)
    whole = group(S)
    m = 3 if whole.planar else 6
    idle = _idle(closure, S)
    lasting = tuple(sorted({branch.finite for branch in found}, reverse=True))
    position = Position(closure, S, rank, whole, m, here.nullity, best.finite, idle, lasting)
    return Mobility(
        mechanism, m, here.nullity, best.finite, m * mechanism.loops - rank.rank, idle, whole.name, whole.dimension,
        lasting, _output(closure, S, best.motions), reasons(position), min(here.margin, rank.margin),
    )  # fmt: skip


def _output(closure: Closure, S: Array, motions: Array) -> OutputMotion | None:
    mechanism = closure.mechanism
    if not mechanism.output:
        return None
    W = closure.twists(S, mechanism.numbered.index(mechanism.output)) @ motions
    twists = span(W) if np.abs(W).max(initial=0.0) > 1e-9 else np.zeros((6, 0))
    turning = twists[3:]
    turns = int(np.sum(np.linalg.svd(turning, compute_uv=False) > 1e-7)) if turning.size else 0
    return OutputMotion(mechanism.output, twists.shape[1], twists.shape[1] - turns, turns)


def _idle(closure: Closure, S: Array) -> int:
    """Motions in which two joints move and all others are still: a part turns or slides in itself.

    Those that move the output are not idle; nor, where no output is named, those that together move every body.
    """
    C = closure.matrix(S)
    together = sorted({pair for loop in closure.graph.loops for pair in combinations(sorted(loop.joints), 2)})
    found = [np.zeros((C.shape[1], 0))]
    for a, b in together:
        alone = sum(_supported(C, closure.columns(j)).shape[1] for j in (a, b))
        both = _supported(C, closure.columns(a) + closure.columns(b))
        if both.shape[1] > alone:
            found.append(both)
    idle = span(np.column_stack(found))
    mechanism = closure.mechanism
    if mechanism.output:
        W = closure.twists(S, mechanism.numbered.index(mechanism.output)) @ idle
        return int(idle.shape[1] - np.linalg.matrix_rank(W, tol=1e-7)) if idle.size else 0
    moved = [np.abs(closure.twists(S, body) @ idle).max(initial=0.0) > 1e-7 for body in range(1, closure.graph.bodies)]
    return 0 if all(moved) else int(idle.shape[1])


def _supported(C: Array, columns: list[int]) -> Array:
    """Null vectors of C whose entries are 0 outside some columns; nonzero columns are unit screws."""
    part = C[:, columns]
    inner = rank_of(part, 1e-7).null if np.abs(part).max(initial=0.0) > 1e-9 else np.eye(len(columns))
    result = np.zeros((C.shape[1], inner.shape[1]))
    result[columns] = inner
    return result
