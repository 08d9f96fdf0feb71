"""Which closed solution an arm has, read from its axes, not its name.

One to three consecutive turning axes that meet in a point, with at most three other joints: `Wrist`.
Three consecutive parallel turning axes, with at most three other joints: `Parallel`.
A target that is only a position, with at most three joints: `Point`.

A structure counts once it finds again, from their poses, configurations chosen at random: a redundant or degenerate
arm (four parallel axes, two on one line) has the look of one and fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np

from dalembert.dynamics import forward_kinematics
from dalembert.kinematics.chain import Chain, common_point, moving_chain, parallel
from dalembert.kinematics.closed_solution.parallel import Parallel
from dalembert.kinematics.closed_solution.wrist import Point, Wrist
from dalembert.kinematics.rotation import Array, wrapped
from dalembert.mechanism import neutral
from dalembert.robot.model import Robot

MEET = 1e-5  # distance over the arm's length at which axes meet, sine at which they are parallel: files round
_TRIALS = 6


class Structure(Protocol):
    """Something that lists candidates `(B, K, n)` for displacements (R, p) from home."""

    def solve(self, chain: Chain, R: Array, p: Array) -> Array: ...


def structure(robot: Robot, frame: str | None, position: bool) -> tuple[Chain, Structure | None]:
    """The chain to a frame, and the closed solution that fits it."""
    key: Any = ("structure", frame, position)
    if key not in robot.kernels:
        arm = moving_chain(robot, frame)
        found = next((x for x in _looks(arm, position) if _works(robot, frame, arm, x)), None) if arm.serial else None
        robot.kernels[key] = (arm, found)
    known: tuple[Chain, Structure | None] = robot.kernels[key]
    return known


def _looks(arm: Chain, position: bool) -> Iterator[Structure]:
    n = len(arm)
    if position:
        if 0 < n <= 3:
            yield Point()
        return
    for size in (3, 2, 1):
        for first in reversed(range(n - size + 1)):
            run = arm.screws[first : first + size]
            if n - size > 3 or any(s.prismatic for s in run):
                continue
            if any(parallel(run[k : k + 2], MEET) for k in range(size - 1)):
                continue
            if common_point(run)[1] <= MEET * arm.length:
                yield Wrist(first, size)
    for first in range(n - 2):
        run = arm.screws[first : first + 3]
        if 4 <= n <= 6 and not any(s.prismatic for s in arm.screws) and parallel(run, MEET):
            yield Parallel(first)
    if 0 < n <= 3:
        yield Point()


def _works(robot: Robot, frame: str | None, arm: Chain, look: Structure) -> bool:
    """Whether configurations chosen at random are among the candidates of their poses."""
    rng = np.random.default_rng(7)
    sliding = np.array([s.prismatic for s in arm.screws])
    q = rng.uniform(-3, 3, (_TRIALS, len(arm))) * np.where(sliding, arm.length / 3, 1.0)
    whole = np.tile(neutral(robot), (_TRIALS, 1))
    whole[:, arm.entries] = q
    found = look.solve(arm, *displacement(arm, forward_kinematics(robot, whole, frame)))
    off = np.where(sliding, found - q[:, None], wrapped(found - q[:, None]))
    nearest = np.nanmin(np.max(np.abs(np.nan_to_num(off, nan=np.inf)), axis=-1), axis=-1)
    return bool(np.all(nearest < 1e-2))


def displacement(arm: Chain, T: Array) -> tuple[Array, Array]:
    """G = T T(0)⁻¹ as (R, p), `(B, 3, 3)` and `(B, 3)`."""
    R = T[:, :3, :3] @ arm.home[:3, :3].T
    return R, T[:, :3, 3] - R @ arm.home[:3, 3]
