"""All solutions of an arm whose wrist axes meet in a point, wherever the wrist sits in the arm.

The point c where one, two or three consecutive turning axes meet is moved only by the other joints (three at most):

    e^{before} … c … e^{after} = G   →   e^{after} · e^{before'} G⁻¹c = c,   before' carried by G⁻¹

which `positioner` solves; the wrist then makes the rotation that is left.  [pieper1968], [murray1994, §3.3]
A planar arm with its last axis as wrist, a SCARA, a cylindrical or spherical arm and a 6R with a spherical wrist are
all this one case.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.kinematics.chain import Chain, Screw, common_point
from dalembert.kinematics.closed_solution.orientation import orientations
from dalembert.kinematics.closed_solution.position import positions
from dalembert.kinematics.rotation import Array, rotation, times


@dataclass(frozen=True)
class Wrist:
    """Joints first … first + size − 1 meet in a point."""

    first: int
    size: int

    def solve(self, chain: Chain, R: Array, p: Array) -> Array:
        """Candidates `(B, K, n)` for displacements G = (R, p) from home."""
        i, j = self.first, self.first + self.size
        before, after = chain.screws[:i], chain.screws[j:]
        c, _ = common_point(chain.screws[i:j])
        c = np.broadcast_to(c, p.shape)
        if len(before) > len(after):  # the joint that varies with the pose goes last
            carried = [s.under(R, p) for s in after]
            found = -positions([*before[::-1], *carried[::-1]], _moved(R, p, c), c, chain.length)
            q_before, q_after = found[..., :i][..., ::-1], found[..., i:][..., ::-1]
        else:
            back = np.swapaxes(R, -1, -2)
            shift = -times(back, p)
            carried = [s.under(back, shift) for s in before]
            found = positions([*after, *carried], _moved(back, shift, c), c, chain.length)
            q_after, q_before = found[..., : len(after)], found[..., len(after) :]
        A, B = turned(before, q_before), turned(after, q_after)
        W = np.swapaxes(A, -1, -2) @ R[:, None] @ np.swapaxes(B, -1, -2)
        q_wrist = orientations([s.h for s in chain.screws[i:j]], W)  # (B, K, L, size)
        spread = (*q_wrist.shape[:-1], -1)
        parts = [np.broadcast_to(x[:, :, None], (*spread[:-1], x.shape[-1])) for x in (q_before, q_after)]
        return np.concatenate([parts[0], q_wrist, parts[1]], axis=-1).reshape(len(p), -1, len(chain))


@dataclass(frozen=True)
class Point:
    """At most three joints carry the frame's origin; the orientation follows."""

    def solve(self, chain: Chain, R: Array, p: Array) -> Array:
        """Candidates `(B, K, n)` for displacements G = (R, p) from home."""
        del self
        start = np.broadcast_to(chain.home[:3, 3], p.shape)
        return positions(chain.screws, start, _moved(R, p, start), chain.length)


def turned(joints: Sequence[Screw], q: Array) -> Array:
    """The product of the joints' rotations, `(…, 3, 3)`."""
    product = np.broadcast_to(np.eye(3), (*q.shape[:-1], 3, 3))
    for k, joint in enumerate(joints):
        if not joint.prismatic:
            product = product @ rotation(joint.h, q[..., k])
    return product


def _moved(R: Array, p: Array, x: Array) -> Array:
    return times(R, x) + p
