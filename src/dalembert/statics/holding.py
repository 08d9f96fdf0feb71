"""The torque that holds a robot still:  τ = g(q) − Σ Jᵀw,  by virtual work.  [tang], [craig2005, ch. 5]

δW = τᵀδq − gᵀδq + Σ wᵀJ δq = 0 for every δq. A force F that the robot exerts is the outside wrench w = −F, so that
without weight τ = JᵀF. It is `inverse_dynamics` at rest; friction, which may hold a part, is not counted on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.dynamics import gravity_vector, inverse_dynamics, jacobian
from dalembert.errors import WrongSize, WrongValue
from dalembert.kinematics.chain import check_moves
from dalembert.robot.model import Robot

Array = NDArray[Any]


def static_torque(robot: Robot, q: ArrayLike, *, wrench: Mapping[str, ArrayLike] | None = None) -> Array:
    """τ, `(..., n)`, that holds the robot at q against its weight and outside wrenches.

    `wrench` maps a link or frame to `[force, moment]` on the robot from outside, at the frame's origin, in world axes.
    Springs take their part; with loops the actuated coordinates hold, and the rest get 0.
    """
    if robot.loops or robot.springs:
        pushed = {frame: wrench_array(frame, w) for frame, w in (wrench or {}).items()}
        still = np.zeros(robot.nv)
        return inverse_dynamics(robot.rigid(), q, still, still, wrench=pushed or None)
    tau = gravity_vector(robot, q)
    for frame, given in (wrench or {}).items():
        w = wrench_array(frame, given)
        check_moves(robot, frame)
        J = jacobian(robot, q, frame)
        try:
            tau = tau - np.einsum("...ij,...i->...j", J, w)
        except ValueError:
            raise WrongSize(
                f"the wrench on '{frame}' has leading shape {w.shape[:-1]}, which does not fit {tau.shape[:-1]} of q"
            ) from None
    return tau


def wrench_array(frame: str, given: ArrayLike) -> Array:
    """A wrench as an array `(..., 6)`, or what is wrong with it."""
    try:
        w = np.asarray(given)
    except ValueError:
        raise WrongSize(f"the wrench on '{frame}' is ragged; it needs 6 numbers: force, then moment") from None
    if w.dtype.kind not in "fiub":
        raise WrongValue(f"the wrench on '{frame}' holds {w.dtype}; it needs real numbers")
    if w.shape[-1:] != (6,):
        raise WrongSize(f"the wrench on '{frame}' has shape {w.shape}; it needs 6 numbers: force, then moment")
    return w
