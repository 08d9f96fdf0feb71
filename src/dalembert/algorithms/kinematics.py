"""Forward kinematics: T_0i = T_0λ(i) · X_i(q_i).  [craig2005, ch. 3]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert.algorithms.sweep import joints, world_poses
from dalembert.robot.tree import Tree
from dalembert.spatial.pose import IDENTITY, Pose


def kinematics(tree: Tree, q: Sequence[Any], frame: str | None = None) -> Pose:
    """Compute the pose of a link or frame (by default the tip) in the world."""
    i, pose = tree.place(frame)
    return (world_poses(tree, joints(tree, q))[i] if i >= 0 else IDENTITY) @ pose
