"""The loops of a mechanism in numbers: where bodies are, how far loops are from closed, and the closure matrix.

Body b after joint j:       T_b = T_a · A_j · X_j(x) · B_j⁻¹
A loop closes where:        T_a A X = T_b B  for the joint that was left out of the tree
Velocities:                 Σ ± S_k ẋ_k = 0  around each loop, S_k = [v, ω] the unit screws, in world axes at the origin

The matrix C of these 6 L equations in the Σf joint rates is the loop-closure Jacobian; its null space holds the motions
that the mechanism has at this instant.  [davies1981], [hunt1978, ch. 12]

Lengths are measured from the middle of the mechanism in units of its size, so that turns and slides compare.
A spherical joint is held as a unit quaternion and changed by small turns, so that no position of it is special.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from dalembert.mobility.joint import MOTIONS, Joint
from dalembert.mobility.mechanism import Graph, Mechanism
from dalembert.mobility.number import FLOAT, Arithmetic, Array
from dalembert.mobility.rotation import (
    basis,
    inverse,
    quaternion,
    quaternion_product,
    rotation_vector,
    shortest,
    skew,
)


@dataclass(frozen=True)
class Part:
    """One motion of a joint, along a direction of its frame; its place in the state and among the rates."""

    joint: int
    what: str  # turn, slide or ball
    along: Array
    pitch: Any
    at: int
    rate: int


class Placed(NamedTuple):
    """A mechanism at a state: the motion of each part of each joint, X of each joint, T of each body."""

    motions: list[list[Array]]
    X: list[Array]
    T: list[Array]


class Closure:
    """A mechanism's loops in one arithmetic; it never changes. States are arrays made by `start` and `moved`."""

    def __init__(self, mechanism: Mechanism, arithmetic: Arithmetic = FLOAT) -> None:
        self.mechanism, self.graph, self.arithmetic = mechanism, mechanism.graph, arithmetic
        self.middle, self.size = measure(mechanism.joints)
        self.frames = [self._frames(joint) for joint in mechanism.joints]
        self.parts: list[list[Part]] = []
        self.state_size = self.rates = 0
        for j, joint in enumerate(mechanism.joints):
            self.parts.append([self._part(j, joint, what, along) for what, along in MOTIONS[joint.kind]])

    def _frames(self, joint: Joint) -> tuple[Array, Array]:
        """(A, B): the joint's frame on each of its bodies, in drawing coordinates."""
        number = self.arithmetic
        assert joint.axis is not None
        R = R_b = basis(number, number.array(joint.axis))
        if joint.axis_b is not None:
            moved = joint.axis if joint.second is None else joint.second
            R_b = shortest(number, number.array(moved), number.array(joint.axis_b)) @ R
        return self._pose(R, joint.point), self._pose(R_b, joint.point if joint.point_b is None else joint.point_b)

    def _pose(self, R: Array, point: Sequence[Any]) -> Array:
        number = self.arithmetic
        T = number.eye(4)
        T[:3, :3] = R
        T[:3, 3] = (number.array(point) - number.array(self.middle)) / number.number(self.size)
        return T

    def _part(self, j: int, joint: Joint, what: str, along: str) -> Part:
        number = self.arithmetic
        if along == "second":
            assert joint.second is not None
            second = number.array(joint.second)
            direction = self.frames[j][0][:3, :3].T @ (second / number.length(second))
        else:
            direction = number.eye(3)["xyz".index(along)]
        pitch = number.array([joint.pitch])[0] / number.number(self.size)
        part = Part(j, what, direction, pitch, self.state_size, self.rates)
        self.state_size += 4 if what == "ball" else 1
        self.rates += 3 if what == "ball" else 1
        return part

    def columns(self, j: int) -> list[int]:
        """Where the rates of a joint stand among all rates."""
        return [part.rate + k for part in self.parts[j] for k in range(3 if part.what == "ball" else 1)]

    def start(self) -> Array:
        """The state as drawn."""
        x = self.arithmetic.zeros(self.state_size)
        for part in self._balls:
            x[part.at] = self.arithmetic.number(1)
        return x

    @property
    def _balls(self) -> list[Part]:
        return [part for parts in self.parts for part in parts if part.what == "ball"]

    def moved(self, x: Array, step: Array) -> Array:
        """The state after small motions of all joints."""
        number, f = self.arithmetic, self.arithmetic.functions
        y = x.copy()
        for parts in self.parts:
            for part in parts:
                if part.what == "ball":
                    turn = step[part.rate : part.rate + 3]
                    angle = number.length(turn)
                    half = f.sin(angle / 2) / angle if angle else number.number(1) / 2
                    q = quaternion_product(x[part.at : part.at + 4], np.array([f.cos(angle / 2), *(half * turn)]))
                    y[part.at : part.at + 4] = q / number.length(q)
                else:
                    y[part.at] = x[part.at] + step[part.rate]
        return y

    def difference(self, x: Array, y: Array) -> Array:
        """The step that leads from x to y."""
        d = np.zeros(self.rates)
        for parts in self.parts:
            for part in parts:
                if part.what == "ball":
                    back = x[part.at : part.at + 4] * np.array([1, -1, -1, -1])
                    q = quaternion_product(back, y[part.at : part.at + 4])
                    d[part.rate : part.rate + 3] = rotation_vector(q)
                else:
                    d[part.rate] = y[part.at] - x[part.at]
        return d

    # ── where bodies are ──────────────────────────────────────────────────────

    def place(self, x: Array) -> Placed:
        """The mechanism at a state."""
        motions = [[self._motion(part, x) for part in parts] for parts in self.parts]
        X = []
        for steps in motions:
            X.append(reduce(np.matmul, steps) if steps else self.arithmetic.eye(4))
        return Placed(motions, X, self._poses(X))

    def _motion(self, part: Part, x: Array) -> Array:
        number, f = self.arithmetic, self.arithmetic.functions
        T = number.eye(4)
        if part.what == "slide":
            T[:3, 3] = x[part.at] * part.along
        elif part.what == "turn":
            W = skew(part.along)
            T[:3, :3] = T[:3, :3] + f.sin(x[part.at]) * W + (1 - f.cos(x[part.at])) * (W @ W)
            T[:3, 3] = part.pitch * x[part.at] * part.along
        else:
            w, v = x[part.at], x[part.at + 1 : part.at + 4]
            V = skew(v)
            T[:3, :3] = T[:3, :3] + 2 * (w * V + V @ V)
        return T

    def poses(self, x: Array) -> list[Array]:
        """T of each numbered body, in drawing coordinates."""
        return self.place(x).T

    def _poses(self, X: Sequence[Array]) -> list[Array]:
        T: list[Any] = [None] * self.graph.bodies
        T[0] = self.arithmetic.eye(4)
        for body in self.graph.order[1:]:
            j, before = self.graph.parent[body]
            A, B = self.frames[j]
            if self.graph.ends[j][0] == before:
                T[body] = T[before] @ A @ X[j] @ inverse(B)
            else:
                T[body] = T[before] @ B @ inverse(X[j]) @ inverse(A)
        return T

    def residual(self, x: Array, placed: Placed | None = None) -> Array:
        """How far the halves of each open joint are apart, a's from b's: [shift, turn], 6 entries a loop."""
        rows = [self.arithmetic.zeros(0)]
        for G, H in self._halves(placed or self.place(x)):
            turn = H[:3, :3] @ self._turn(H[:3, :3].T @ G[:3, :3])
            rows.append(np.concatenate([G[:3, 3] - H[:3, 3], turn]))
        return np.concatenate(rows)

    def system(self, x: Array) -> tuple[Array, Array]:
        """The residual and its derivative. With ξ_G − ξ_H = C ẋ the halves' points part at the rate
        v_G − v_H + (ω_G − ω_H) × p_G + ω_H × (p_G − p_H)."""
        placed = self.place(x)
        S = self.screws(x, placed)
        C = self.matrix(S)
        for k, (j, (G, H)) in enumerate(zip(self.graph.chords, self._halves(placed), strict=True)):
            shift, turn = slice(6 * k, 6 * k + 3), slice(6 * k + 3, 6 * k + 6)
            after = self.twists(S, self.graph.ends[j][1])[3:]
            C[shift] = C[shift] - skew(G[:3, 3]) @ C[turn] - skew(G[:3, 3] - H[:3, 3]) @ after
        return self.residual(x, placed), C

    def _halves(self, placed: Placed) -> list[tuple[Array, Array]]:
        """Where the joints left out of the tree stand on their bodies a, moved by X, and b."""
        found = []
        for j in self.graph.chords:
            a, b = self.graph.ends[j]
            found.append((placed.T[a] @ self.frames[j][0] @ placed.X[j], placed.T[b] @ self.frames[j][1]))
        return found

    def _turn(self, R: Array) -> Array:
        axial = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2
        if self.arithmetic.dtype is not float:
            return axial  # zero exactly where the turn is, which is all that is asked near a solution
        return rotation_vector(quaternion(R))

    # ── velocities ────────────────────────────────────────────────────────────

    def screws(self, x: Array, placed: Placed | None = None) -> Array:
        """S, 6 × Σf: each unit motion as [v, ω] at the origin, of body b relative to body a."""
        placed = placed or self.place(x)
        S = self.arithmetic.zeros(6, self.rates)
        for j, parts in enumerate(self.parts):
            here = placed.T[self.graph.ends[j][0]] @ self.frames[j][0]
            for part, motion in zip(parts, placed.motions[j], strict=True):
                moved = here @ motion
                along = here[:3, :3] @ part.along
                if part.what == "slide":
                    S[:3, part.rate] = along
                elif part.what == "turn":
                    S[:3, part.rate] = np.cross(here[:3, 3], along) + part.pitch * along
                    S[3:, part.rate] = along
                else:
                    R = moved[:3, :3]
                    S[3:, part.rate : part.rate + 3] = R
                    S[:3, part.rate : part.rate + 3] = np.cross(here[:3, 3], R.T).T
                here = moved
        return S

    def matrix(self, S: Array, graph: Graph | None = None, joints: Sequence[int] | None = None) -> Array:
        """C, 6 L × Σf, from the screws; of a part of the mechanism where its graph and joints are given."""
        graph = self.graph if graph is None else graph
        C = self.arithmetic.zeros(6 * len(graph.loops), self.rates)
        for row, loop in enumerate(graph.loops):
            for k, sign in zip(loop.joints, loop.signs, strict=True):
                columns = self.columns(k if joints is None else joints[k])
                C[6 * row : 6 * row + 6, columns] = sign * S[:, columns]
        return C

    def twists(self, S: Array, body: int) -> Array:
        """6 × Σf: the twist of a body relative to the ground for each joint rate, along the tree."""
        W = self.arithmetic.zeros(6, self.rates)
        for j, sign in self.graph.path(body):
            W[:, self.columns(j)] = sign * S[:, self.columns(j)]
        return W


def measure(joints: Sequence[Joint]) -> tuple[tuple[float, ...], float]:
    """The middle of the joints' points and their largest distance from it (1 where all coincide)."""
    if not joints:
        return (0.0, 0.0, 0.0), 1.0
    points = np.array([FLOAT.array(p) for j in joints for p in (j.point, j.point_b) if p is not None])
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    size = float(np.max(np.linalg.norm(points - middle, axis=1)))
    return tuple(middle.tolist()), size if size > 1e-12 * (1 + float(np.abs(middle).max())) else 1.0
