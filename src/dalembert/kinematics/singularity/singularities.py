"""Singular configurations: where J loses rank, and the direction that is lost with it.

In closed form where J is square: det J = Π factors, each factor a condition (2R: l1 l2 sin q2; a 6R with a spherical
wrist: wrist, elbow, shoulder). Elsewhere numerically: configurations and a u with Jᵀu = 0, |u| = 1.

The lost direction u is the one twist that no joint rates make, and the one wrench that needs no joint torque to be
held.  [craig2005, §5.8]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.model.mechanics import Mechanics
from dalembert.dynamics import forward_kinematics
from dalembert.errors import WrongValue
from dalembert.graph import symbols
from dalembert.kinematics.chain import Chain, chain, common_point, parallel
from dalembert.kinematics.closed_solution.structure import MEET
from dalembert.kinematics.rotation import Array
from dalembert.kinematics.singularity.closed_jacobian import exact_mechanics, middle_rows, world_rows
from dalembert.kinematics.singularity.factor import determinant, factors
from dalembert.kinematics.singularity.lost_direction import found_numerically, lost_at, symbolic_direction, zero_of
from dalembert.kinematics.skeleton import sample, sample_lengths
from dalembert.kinematics.task import Task, rows_of
from dalembert.robot.model import Robot
from dalembert.spatial.vector import transpose
from dalembert.typeset.card import Displayed, Listed


@dataclass(frozen=True, eq=False)
class Singularity(Displayed):
    """`condition` (SymPy) vanishes there; `q` is one such configuration, `lost` the direction [linear, angular] there.

    Of a symbolic robot `q` is None, and `lost` is a SymPy vector, valid where the condition holds (up to 3 joints; None
    for more). One found numerically has no condition.
    """

    kind: str  # wrist, elbow, shoulder, or numeric
    condition: Any
    q: Array | None
    lost: Any

    def __str__(self) -> str:
        if self.condition is None:
            return f"{self.kind}: q = {np.array2string(np.asarray(self.q), precision=4)}"
        return f"{self.kind}: {self.condition} = 0"


def singularities(
    robot: Robot, *, frame: str | None = None, task: Task = None, examples: int = 8, seed: int = 0
) -> list[Singularity]:
    """Every factor of det J that can vanish; where J is not square or too large, up to `examples` found by search.

    `task` is what the frame is for: "pose", "position" or "orientation"; default: the position where that already
    takes all joints, else the pose.
    """
    numbers = sample(robot)
    rows = rows_of(numbers, frame, task)
    exact = exact_mechanics(robot) if numbers.nq == numbers.nv else None  # J of a ball has no determinant to factor
    matrix = None if exact is None else _square(exact, frame, rows)
    det = None if exact is None or matrix is None else determinant(exact.ring, matrix)
    conditions = None if exact is None or det is None else factors(exact.ring, det)
    if exact is not None and conditions is not None:
        conditions.sort(key=lambda f: (len(_joints(exact, f)), str(f)))
        closed = [_closed(robot, exact, frame, rows, f) for f in conditions]
        return Listed(x for x in closed if x is not None)
    if sample_lengths(robot):
        raise WrongValue(
            f"robot '{robot.name}' has no closed form for its singularities and symbols for lengths; bind them first"
        )
    found = found_numerically(numbers, frame, rows, examples, seed)
    return Listed(Singularity("numeric", None, q, lost) for q, lost in found)


def _square(exact: Mechanics, frame: str | None, rows: slice) -> Sequence[Sequence[Poly]] | None:
    """The rows of J that are not always zero, if they make it square; JᵀJ where there are more of them than joints."""
    whole = rows == slice(0, 6) and exact.n > 3
    J = middle_rows(exact, frame) if whole else world_rows(exact, frame, rows)
    if J is None:
        return None
    nonzero = tuple(row for row in J if any(row))
    if len(nonzero) > exact.n:
        columns = transpose(nonzero)
        return [[exact.ring.dot(a, b) for b in columns] for a in columns]
    return nonzero if len(nonzero) == exact.n else None


def _closed(robot: Robot, exact: Mechanics, frame: str | None, rows: slice, f: Poly) -> Singularity | None:
    """The singularity where f vanishes; None where it never does."""
    numbers, lengths = sample(robot), sample_lengths(robot)
    q = zero_of(numbers, exact, frame, f, lengths)
    if q is None:
        return None
    kind = _kind(numbers, frame, _joints(exact, f), q)
    condition = exact.display.sympy(f)
    if not lengths:
        return Singularity(kind, condition, q, lost_at(numbers, frame, rows, q))
    lost = symbolic_direction(exact, frame, rows, lengths, q) if exact.n <= 3 else None
    return Singularity(kind, condition, None, lost)


def _joints(exact: Mechanics, f: Poly) -> list[int]:
    """The coordinates a condition depends on."""
    names = symbols([exact.display.node(f)])
    return [k for k, x in enumerate(exact.ring.coordinates) if x.q in names]


def _kind(robot: Robot, frame: str | None, joints: list[int], q: Array) -> str:
    """Wrist: the last three axes lie in a plane. Elbow: one joint decides, with its axis parallel to the one before.

    Shoulder: the rest, as a rule with the wrist on or above the first axis.
    """
    arm = chain(robot, frame)
    at = arm.at(q)
    last = at[-3:]
    turning = not any(s.prismatic for s in last)
    if len(arm) >= 6 and turning and abs(float(np.linalg.det([s.h for s in last]))) < 1e-6:
        return "wrist"
    if _on_first_axis(robot, frame, arm, q):
        return "shoulder"
    k = arm.coordinates.index(joints[0])
    hinge = len(joints) == 1 and (at[k].prismatic or k == 0 or parallel(at[k - 1 : k + 1], MEET))
    return "elbow" if hinge else "shoulder"


def _on_first_axis(robot: Robot, frame: str | None, arm: Chain, q: Array) -> bool:
    """Whether the wrist's centre, or the frame where there is none, stands on the first turning axis."""
    at = arm.at(q)
    first = next(s for s in at if not s.prismatic)  # slides alone have the same J everywhere
    point, off = common_point(at[-3:]) if len(at) >= 6 else (np.zeros(3), np.inf)
    if off > MEET * arm.length:
        point = forward_kinematics(robot, q, frame)[:3, 3]
    return bool(np.linalg.norm(np.cross(first.h, point - first.o)) < 1e-6 * arm.length)
