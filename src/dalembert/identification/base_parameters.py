"""The inertial parameters that a robot's torques depend on, from its regressor at random states.

    W = [Y(q₁, q̇₁, q̈₁); …],   W_d = W_I k_d,   τ = Y π = Y_I β,   β = π_I + Σ_d k_d π_d       [gautier1991]

Columns are taken from the base to the tip, links before rotors, and one that those before it can make up is grouped
into them, so that names and groups are those of `closed.base_parameters`: XX2R = XX2 − YY2 + …
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import block_diag

from dalembert.algorithms.drive import motor_row
from dalembert.closed.model.mechanics import LABELS
from dalembert.dynamics import compile
from dalembert.graph import evaluate
from dalembert.mechanism.loops import neutral
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree, tree
from dalembert.spatial.pose import Pose
from dalembert.tolerance import BASE_DEPENDENT, RANK

Array = NDArray[np.float64]
TEN = 10
_ORDER = tuple(LABELS.index(x) for x in ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M"))


@final
@dataclass(frozen=True, eq=False)
class Basis:
    """`labels` are all parameters, ten for each moving body in its own frame, axis on z, then rotors.

    kept      the places in `labels` of those that others are grouped with, in order
    grouping  β = grouping · π, (kept, labels)
    places    π of a body's own frame from that of its link's frame, one 10 × 10 matrix a moving body
    spin      rows over q̈ of each rotor: it adds spinᵀ(spin · q̈) to τ
    """

    labels: tuple[str, ...]
    kept: tuple[int, ...]
    grouping: Array
    places: tuple[Array, ...]
    spin: Array

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._name(i) for i in range(len(self.kept)))

    @property
    def bodies(self) -> int:
        """Moving bodies."""
        return len(self.places)

    @property
    def inertial(self) -> int:
        """How many base parameters are of links."""
        return sum(k < TEN * self.bodies for k in self.kept)

    @property
    def whole_mass(self) -> Array | None:
        """c with c · β = Σ m, where a free base makes that a parameter of the motion."""
        masses = np.zeros(len(self.labels))
        masses[: TEN * self.bodies : TEN] = 1.0
        c = np.linalg.lstsq(self.grouping.T, masses, rcond=None)[0]
        return np.round(c, 9) if np.abs(self.grouping.T @ c - masses).max(initial=0.0) < BASE_DEPENDENT else None

    def meaning(self, i: int) -> str:
        """Which parameters the i-th base parameter stands for."""
        terms = [(self.labels[k], self.grouping[i, k]) for k in np.flatnonzero(self.grouping[i]) if k != self.kept[i]]
        signed = [f" {'+' if a > 0 else '−'} {f'{abs(a):.4g} ' if abs(a) != 1 else ''}{label}" for label, a in terms]
        return f"{self._name(i)} = {self.labels[self.kept[i]]}{''.join(signed)}"

    def columns(self, Y: Array, qdd: Array) -> Array:
        """Y_I, (…, n, kept), from the regressor (…, n, 10·bodies) in the links' frames."""
        links = self._from_links
        own = (Y.reshape(-1, Y.shape[-1]) @ links).reshape(
            *Y.shape[:-1], links.shape[1]
        )  # one product, not one a sample
        rotors = [k - TEN * self.bodies for k in self.kept if k >= TEN * self.bodies]
        if not rotors:
            return np.asarray(own)
        spin = self.spin[rotors]
        turned = np.einsum("rk,...k->...r", spin, qdd)
        return np.concatenate([own, np.einsum("rk,...r->...kr", spin, turned)], axis=-1)

    @cached_property
    def _from_links(self) -> Array:
        inverse = np.asarray(block_diag(*map(np.linalg.inv, self.places)))
        return inverse[:, [k for k in self.kept if k < TEN * self.bodies]]

    @property
    def from_links(self) -> Array:
        """β of links as a linear function of π in the links' frames and of the rotors, (kept, 10·bodies + rotors)."""
        return np.asarray(self.grouping @ block_diag(*self.places, np.eye(len(self.spin))))

    def _name(self, i: int) -> str:
        return self.labels[self.kept[i]] + ("R" if np.count_nonzero(self.grouping[i]) > 1 else "")


def basis(robot: Robot, rotors: bool | None = None) -> Basis:
    """The base parameters of a robot; `rotors` are those it has (None), those of all driven joints, or none. Kept."""
    key = ("base parameters of numbers", rotors)
    if key not in robot.kernels:
        robot.kernels[key] = _found(robot, rotors)
    found: Basis = robot.kernels[key]
    return found


def _found(robot: Robot, rotors: bool | None) -> Basis:
    bodies = tree(robot)
    moving = [i for i, body in enumerate(bodies.bodies) if body.link]
    driven, spin = _rotors(bodies, rotors)
    labels = [f"{label}{i + 1}" for i in moving for label in LABELS[:TEN]] + [f"IA{i + 1}" for i in driven]
    places = tuple(moved_parameters(bodies.places[bodies.bodies[i].link][1]) for i in moving)
    order = [TEN * i + k for i in range(len(moving)) for k in _ORDER] + list(range(TEN * len(moving), len(labels)))
    whole = Basis(tuple(labels), tuple(range(len(labels))), np.eye(len(labels)), places, spin)
    W = _observed(robot, whole, np.random.default_rng(0))
    kept, grouping = _grouped(W, order)
    return Basis(tuple(labels), kept, grouping, places, spin)


def random_states(robot: Robot, rng: np.random.Generator, count: int) -> tuple[Array, Array, Array]:
    """States all over: angles in a turn, quaternions of unit length, rates and accelerations of 3 each."""
    q = neutral(robot) + rng.uniform(-np.pi, np.pi, (count, robot.nq))
    for places in robot.balls.values():
        turned = rng.normal(size=(count, 4))
        q[:, places] = turned / np.linalg.norm(turned, axis=1, keepdims=True)
    qd, qdd = rng.uniform(-3, 3, (2, count, robot.nv))
    return q, qd, qdd


def _observed(robot: Robot, whole: Basis, rng: np.random.Generator) -> Array:
    count = 3 + 2 * len(whole.labels) // max(robot.nv, 1)
    q, qd, qdd = random_states(robot, rng, count)
    Y = np.asarray(compile(robot, "regressor")(q, qd, qdd))
    return whole.columns(Y, qdd).reshape(-1, len(whole.labels))


def independent_columns(W: Array, order: Sequence[int], least: float, kept: Sequence[int] = ()) -> list[int]:
    """`kept`, and in this order every column of which those before leave more than this share of its length."""
    found = list(kept)
    Q = np.linalg.qr(W[:, found])[0]
    for k in order:
        size = np.linalg.norm(W[:, k])
        if size == 0 or k in found:
            continue
        left = W[:, k] / size
        for _ in range(2):  # twice is enough [golub2013]
            left = left - Q @ (Q.T @ left)
        if np.linalg.norm(left) > least:
            Q = np.column_stack([Q, left / np.linalg.norm(left)])
            found.append(k)
    return sorted(found)


def _grouped(W: Array, order: list[int]) -> tuple[tuple[int, ...], Array]:
    """Which columns are independent of those before them, and the others as their combinations."""
    sizes = np.linalg.norm(W, axis=0)
    W = np.where(sizes > RANK * sizes.max(initial=0.0), W, 0.0)
    kept = independent_columns(W, order, BASE_DEPENDENT)
    grouping = np.linalg.lstsq(W[:, kept], W, rcond=None)[0]
    grouping[np.abs(grouping) < RANK] = 0
    near = np.round(grouping, 9)
    grouping = np.where(np.isin(near, (-1.0, 1.0)), near, grouping)
    grouping[:, kept] = np.eye(len(kept))
    return tuple(kept), np.asarray(grouping, float)


def moved_parameters(pose: Pose) -> Array:
    """π of a body in the frame in which its own frame has this pose, from π in its own, 10 × 10."""
    units = (Inertia.from_parameters(tuple(int(k == l) for l in range(TEN))) for k in range(TEN))
    return np.array([evaluate(unit.moved(pose).parameters, {}) for unit in units], float).T


def _rotors(bodies: Tree, rotors: bool | None) -> tuple[list[int], Array]:
    driven: list[int] = []
    spin: list[list[float]] = []
    for i, body in enumerate(bodies.bodies):
        drive, k = body.drive, body.coordinate
        has = drive is not None and drive.rotor_inertia != 0
        if rotors is False or (rotors is None and not has) or k not in bodies.actuated or body.motion == "ball":
            continue
        row = [0.0] * bodies.nv
        if drive is not None and drive.coupling:
            row = [float(x) for x in evaluate(motor_row(bodies, body), {})]
        else:
            row[k] = float(evaluate([body.ratio], {})[0])
        driven.append(i)
        spin.append(row)
    return driven, np.array(spin, float).reshape(len(spin), bodies.nv)
