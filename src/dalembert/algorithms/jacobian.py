"""Jacobian of a frame in world axes, with the linear rows first: [ṗ, ω] = J q̇.  [craig2005, ch. 5]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert.algorithms.frame import Seen
from dalembert.algorithms.sweep import joints
from dalembert.robot.tree import Tree


def jacobian(tree: Tree, q: Sequence[Any], frame: str | None = None) -> list[list[Any]]:
    """Compute the 6×nv Jacobian J(q) of a link or frame (by default the tip)."""
    i, place = tree.place(frame)
    J: list[list[Any]] = [[0] * tree.nv for _ in range(6)]
    for k, linear, angular in Seen(tree, joints(tree, q), (), i, place, -1).columns:
        for row, entry in enumerate((*linear, *angular)):
            J[row][k] = J[row][k] + entry
    return J
