"""What outside wrenches do at the coordinates: Σ Jᵀ w, w = [force, moment] at a frame's origin, in world axes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import jacobian
from dalembert.identify.log import Log
from dalembert.robot.model import Robot

Array = NDArray[np.float64]


def contact_efforts(robot: Robot, log: Log) -> Array:
    """Σ Jᵀ w at every sample, (samples, n)."""
    total = np.zeros((len(log), robot.nv))
    for frame, w in log.wrench.items():
        total += np.einsum("nij,ni->nj", np.asarray(jacobian(robot, log.q, frame)), w)
    return total
