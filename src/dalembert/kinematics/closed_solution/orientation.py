"""Angles of up to three intersecting axes that make a given rotation: rot(h₁, q₁) rot(h₂, q₂) rot(h₃, q₃) = W.

h₁ᵀ W h₃ = h₁ᵀ rot(h₂, q₂) h₃ gives two q₂, for any three axes; then W h₃ gives q₁ and Wᵀ h₁ q₃.  [murray1994, §3.3]
Where h₁ and the turned h₃ fall on one line only q₁ ± q₃ matters, and q₁ = 0 is taken.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert.kinematics.closed_solution.trigonometric import linear
from dalembert.kinematics.rotation import Array, angle_about, angle_from, cross, dot, rotation, times, turn


def orientations(axes: Sequence[Array], W: Array) -> Array:
    """Candidates `(…, 2, 3)`, `(…, 1, 2)` or `(…, 1, 1)` for three, two or one axes."""
    if len(axes) == 1:
        return angle_about(axes[0], W)[..., None, None]
    h1, h3 = axes[0], axes[-1]
    out, back = times(W, h3), times(np.swapaxes(W, -1, -2), h1)
    if len(axes) == 2:
        return np.stack([angle_from(h1, h3, out), angle_from(h3, back, h1)], axis=-1)[..., None, :]
    h2 = axes[1]
    still = dot(h1, h2) * dot(h2, h3)
    q2 = linear(dot(h1, h3) - still, dot(h1, cross(h2, h3)), dot(h1, out) - still)
    q1 = angle_from(h1, turn(h2, q2, h3), out[..., None, :])
    q3 = angle_from(h3, back[..., None, :], turn(h2, -q2, h1))
    stuck = np.linalg.norm(cross(h1, turn(h2, q2, h3)), axis=-1) < 1e-7
    if np.any(stuck):
        left = np.swapaxes(rotation(h2, np.nan_to_num(q2)), -1, -2) @ W[..., None, :, :]
        q1, q3 = np.where(stuck, 0.0, q1), np.where(stuck, angle_about(h3, left), q3)
    return np.stack([q1, q2, q3], axis=-1)
