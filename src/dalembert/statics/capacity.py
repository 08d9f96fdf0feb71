"""Loads that a robot can hold within its torque limits.

An outside force F at a frame is held where  |g − J_vᵀF| ≤ τ_max,  joint by joint: a polytope in the space of forces,
shifted by the robot's own weight. Directions with J_vᵀF = 0 are carried by the structure without any torque. The
ellipsoid |diag(1/τ_max) J_vᵀF| ≤ 1 lies inside the polytope of the weightless robot.  [yoshikawa1985], [chiacchio1997]
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.argument import finite, reals
from dalembert.dynamics import gravity_vector, jacobian
from dalembert.errors import WrongSize, WrongValue, shown
from dalembert.graph import evaluate
from dalembert.kinematics.chain import check_moves
from dalembert.robot.model import Robot
from dalembert.typeset.notebook import Displayed, card, value

Array = NDArray[Any]
_ROUND = 1e-12


def largest_force(
    robot: Robot, q: ArrayLike, direction: ArrayLike, *, frame: str | None = None, effort: ArrayLike | None = None
) -> Array:
    """The largest force along `direction` on a frame that the robot holds at q, `(...)`.

    inf where the structure carries it, nan where no force of this direction, not even 0, lets the robot stand still.
    """
    robot.only("largest_force", balls=True)
    _, most = _range(robot, q, direction, frame, effort)
    return most


def largest_mass(robot: Robot, q: ArrayLike, *, frame: str | None = None, effort: ArrayLike | None = None) -> Array:
    """The largest mass that can hang at a frame's origin while the robot holds still, `(...)`; see `largest_force`."""
    robot.only("largest_mass", balls=True)
    field = np.array(evaluate(robot.gravity, {}))
    size = float(np.linalg.norm(field))
    if size == 0:
        raise WrongValue(f"robot '{robot.name}' is in no gravity; a mass has no weight there")
    return largest_force(robot, q, field, frame=frame, effort=effort) / size


def load_capacity(
    robot: Robot, q: ArrayLike, *, frame: str | None = None, effort: ArrayLike | None = None
) -> LoadCapacity:
    """All forces on a frame that the robot holds at one position q.

    `effort` are the torque limits, one for each coordinate; they come from the robot's joints unless given.
    """
    robot.only("load_capacity", balls=True)
    at = finite(q, "q")
    if at.shape != (robot.nq,):
        raise WrongSize(f"q has shape {at.shape}; the capacity is that of one position, ({robot.nq},)")
    check_moves(robot, frame)
    A = np.asarray(jacobian(robot, at, frame))[:3].T
    return LoadCapacity(robot, at, A, np.asarray(gravity_vector(robot, at)), effort_limits(robot, effort))


@dataclass(frozen=True, eq=False)
class LoadCapacity(Displayed):
    """Forces F with |g − A F| ≤ limits, A = J_vᵀ."""

    robot: Robot
    q: Array
    A: Array
    g: Array
    limits: Array

    def _repr_html_(self) -> str:
        units = [self.robot.coordinate(x).unit for x in self.robot.coordinates]
        efforts = ["N" if x == "m" else "N m" for x in units]
        rows = [
            (
                name,
                f"{value(float(g))} {unit}",
                f"{value(float(top))} {unit}",
                f"{100 * abs(g) / top:.0f} %" if top > 0 else "–",
            )
            for name, g, top, unit in zip(self.robot.coordinates, self.g, self.limits, efforts, strict=True)
        ]
        said = "holds its own weight" if self.holds_itself else "cannot hold its own weight"
        heads = ["coordinate", "own weight", "limit", "share"]
        return card(f"Load capacity of {shown(self.robot.name)}: it {said}", heads=heads, rows=rows)

    @property
    def holds_itself(self) -> bool:
        """Whether the robot can hold its own weight."""
        return bool(np.all(np.abs(self.g) <= self.limits))

    def holds(self, force: ArrayLike) -> bool:
        """Whether an outside force is held."""
        return bool(np.all(np.abs(self.g - self.A @ _vector(force)) <= self.limits * (1 + 1e-12)))

    def limiting(self, direction: ArrayLike) -> str:
        """The joint that gives way first to a growing force along a direction; empty where none does."""
        u = _unit(direction)
        _, upper = _bounds(self.A @ u, self.g, self.limits)
        k = int(np.argmin(upper))
        return self.robot.coordinates[k] if np.isfinite(upper[k]) else ""

    @property
    def structural(self) -> Array:
        """Directions of force that need no torque, orthonormal columns (3 × k)."""
        return self._split[1]

    @property
    def vertices(self) -> Array:
        """Corners of the polytope of held forces, `(k, 3)`, across the structural directions; none if none is held."""
        across, _ = self._split
        return corners(self.A @ across, self.g, self.limits) @ across.T

    @property
    def ellipsoid(self) -> tuple[Array, Array]:
        """(semi-axes, directions as columns) of |diag(1/τ_max) J_vᵀF| ≤ 1, weight left out; inf where structural."""
        _, values, Vt = np.linalg.svd(self.A / self.limits[:, None])
        full = np.zeros(3)
        full[: len(values)] = values
        small = full <= _ROUND * full[0]
        with np.errstate(divide="ignore"):
            return 1 / np.where(small, 0.0, full), Vt.T

    @property
    def _split(self) -> tuple[Array, Array]:
        _, values, Vt = np.linalg.svd(self.A)
        rank = int(np.sum(values > 1e-9 * values[0])) if values[0] > _ROUND else 0
        return Vt[:rank].T, Vt[rank:].T


def corners(A: Array, g: Array, limits: Array) -> Array:
    """Vertices of {y : g − limits ≤ A y ≤ g + limits}, `(k, r)`: each is where r of the planes meet."""
    n, r = A.shape
    if r == 0:
        return np.zeros((int(bool(np.all(np.abs(g) <= limits))), 0))
    found: list[Array] = []
    between, slack = np.column_stack([g - limits, g + limits]), 1e-9 * (limits + np.abs(g))
    same = 1e-9 * float(np.linalg.norm(limits) / np.linalg.norm(A))
    for rows in combinations(range(n), r):
        part = A[list(rows)]
        if np.linalg.matrix_rank(part) < r:
            continue
        for ends in product(*between[list(rows)]):
            y = np.linalg.solve(part, ends)
            inside = np.all(np.abs(A @ y - g) <= limits + slack)
            if inside and all(np.linalg.norm(y - z) > same for z in found):
                found.append(y)
    return np.array(found).reshape(-1, r)


def effort_limits(robot: Robot, given: ArrayLike | None) -> Array:
    """Torque limits of the coordinates, those of the robot unless given."""
    if given is None:
        efforts = [robot.coordinate(name).limits.effort for name in robot.coordinates]
        missing = [name for name, x in zip(robot.coordinates, efforts, strict=True) if x is None]
        if missing:
            raise WrongValue(
                f"robot '{robot.name}' gives no effort limit for {', '.join(missing[:6])}; "
                "pass effort=[…], one for each coordinate"
            )
        return np.array(efforts, dtype=float)
    limits = reals(given, "effort")
    if limits.shape != (robot.n,):
        raise WrongSize(f"effort has shape {limits.shape}, robot '{robot.name}' needs ({robot.n},)")
    if not np.all(limits > 0):
        raise WrongValue("effort limits must be above 0")
    return limits


def _range(
    robot: Robot, q: ArrayLike, direction: ArrayLike, frame: str | None, effort: ArrayLike | None
) -> tuple[Array, Array]:
    """Smallest and largest s ≥ 0 for which the force s·u is held; nan where there is none."""
    u, limits = _unit(direction), effort_limits(robot, effort)
    check_moves(robot, frame)
    a = np.einsum("...ij,i->...j", np.asarray(jacobian(robot, q, frame))[..., :3, :], u)
    lower, upper = _bounds(a, np.asarray(gravity_vector(robot, q)), limits)
    least, most = np.maximum(lower.max(axis=-1), 0), upper.min(axis=-1)
    held = least <= most
    return np.where(held, least, np.nan), np.where(held, most, np.nan)


def _bounds(a: Array, g: Array, limits: Array) -> tuple[Array, Array]:
    """Bounds of s from |g − s a| ≤ limits, joint by joint; ±inf where a joint does not feel the force."""
    feels = np.abs(a) > _ROUND * np.maximum(np.linalg.norm(a, axis=-1, keepdims=True), 1)
    with np.errstate(divide="ignore", invalid="ignore"):  # what is not felt is not asked
        one, two = (g - limits) / a, (g + limits) / a
    able = np.abs(g) <= limits
    lower = np.where(feels, np.minimum(one, two), np.where(able, -np.inf, np.inf))
    upper = np.where(feels, np.maximum(one, two), np.where(able, np.inf, -np.inf))
    return lower, upper


def _vector(force: ArrayLike) -> Array:
    F = reals(force, "a force")
    if F.shape != (3,):
        raise WrongSize(f"a force has 3 entries, got shape {F.shape}")
    return F


def _unit(direction: ArrayLike) -> Array:
    u = _vector(direction)
    size = float(np.linalg.norm(u))
    if not 0 < size < np.inf:
        raise WrongValue(f"the direction {u} has no finite length above 0")
    return np.asarray(u / size)
