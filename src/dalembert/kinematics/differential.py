"""Joint rates from a desired twist: q̇ = J⁺ν, damped near singularities.

J = Σ σ_i u_i v_iᵀ,   q̇ = Σ σ_i/(σ_i² + λ_i²) v_i u_iᵀν + N q̇₀,   N = E − Σ v_i v_iᵀ
λ_i² = λ² (1 − (σ_i/ε)²) for σ_i < ε, else 0                       [nakamura1986], [maciejewski1988]

Only the directions that are nearly lost are damped; σ counts lengths in lengths of the arm. Where nothing is near a
singularity the rates are exact, on one they stay below |ν|/(2λ).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dalembert.dynamics import jacobian
from dalembert.errors import WrongSize, WrongValue
from dalembert.kinematics.rotation import Array
from dalembert.kinematics.skeleton import numeric
from dalembert.kinematics.task import scales
from dalembert.real import reals
from dalembert.robot.model import Robot

_ZERO = 1e-10  # singular value of a direction the frame never had


def joint_rates(
    robot: Robot,
    q: ArrayLike,
    twist: ArrayLike,
    *,
    frame: str | None = None,
    damping: float = 0.05,
    near: float = 0.05,
    secondary: ArrayLike | None = None,
) -> Array:
    """q̇ `(…, n)` that gives a frame the twist `(…, 6)` [linear, angular], or the velocity `(…, 3)` of its origin alone.

    `damping` (λ) and `near` (ε) as above; `damping=0` is the plain pseudo-inverse. `secondary` `(…, n)` are rates that
    a redundant arm adds where they do not move the frame. What the frame cannot do is done as nearly as it can.
    """
    bare = numeric(robot)
    if damping < 0 or near < 0:
        raise WrongValue(f"damping and near must not be negative, got {damping} and {near}")
    v = reals(twist, "twist")
    if v.shape[-1:] not in ((6,), (3,)):
        raise WrongSize(
            f"a twist has 6 entries [linear, angular], or 3 for the velocity of a point; got shape {v.shape}"
        )
    size = v.shape[-1]
    row, column = scales(bare, frame)
    row = row[:size]
    J = jacobian(bare, q, frame)[..., :size, :] * row[:, None] * column
    U, s, Vh = np.linalg.svd(J, full_matrices=False)
    square = np.where(s < near, damping**2 * (1 - (s / near if near else s) ** 2), 0.0)
    gain = np.where(s > _ZERO, s / np.where(s > _ZERO, s**2 + square, 1.0), 0.0)
    along = np.einsum("...ji,...j->...i", U, v * row)
    rates = np.einsum("...ij,...i->...j", Vh, gain * along)
    if secondary is not None:
        rest = reals(secondary, "secondary") / column
        used = np.where((s > _ZERO)[..., None], Vh, 0.0)
        rates = rates + rest - np.einsum("...ij,...i->...j", used, np.einsum("...ij,...j->...i", used, rest))
    return np.asarray(rates * column)
