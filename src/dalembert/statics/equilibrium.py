"""Where a robot rests:  g(q) = τ for a constant τ, with the Hessian of U − τᵀq to tell whether it stays.

H = ∂²U/∂q² = ∂g/∂q. All eigenvalues positive: stable, a minimum of the energy (Lagrange, Dirichlet); one negative:
unstable; else neutral.  [meirovitch1970]

Many starting points are brought to rest at once by damped Newton steps on |g − τ|²; what they find is complete for
small arms and cannot be proved so in general. A coordinate on which the weight does no work, such as a vertical
axis, is free: it is left at 0 and out of H.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.dynamics import gravity_vector, inverse_dynamics_derivatives, potential_energy
from dalembert.errors import WrongSize, WrongValue
from dalembert.graph import evaluate
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.typeset.card import Displayed, Tupled

Array = NDArray[Any]
_ITERATIONS, _MOST_STARTS = 200, 4096
_SAME = 1e-5  # rad or m
_FLAT = 1e-7  # of the largest curvature


@dataclass(frozen=True, eq=False)
class Equilibrium(Displayed):
    """A position of rest. `energy` is U; `stiffness` the eigenvalues of H, smallest first."""

    UNITS: ClassVar[Mapping[str, str]] = {"q": "rad, m", "energy": "J", "stiffness": "N m/rad, N/m"}

    q: Array
    kind: str  # stable, unstable or neutral
    energy: float
    stiffness: Array
    within_limits: bool
    free: tuple[str, ...]  # joints whose position does not matter


def equilibria(robot: Robot, tau: ArrayLike | None = None, *, seed: int = 0) -> tuple[Equilibrium, ...]:
    """Positions where gravity is balanced by the constant efforts `tau` (default none), lowest energy first.

    Angles are in (−π, π]. Of a family of positions one is given. Empty where there is none, as for a slide that
    falls, or a torque that no weight can balance.
    """
    robot.only("a search for equilibria")
    efforts = _efforts(robot, tau)
    random = np.random.default_rng(seed)
    slides = np.array([robot.coordinate(name).slides for name in robot.coordinates])
    samples = _starts(robot, slides, random, 64)
    g, H = np.asarray(gravity_vector(robot, samples)), _hessian(robot, samples)
    size = float(np.abs(g).max()) + float(np.abs(efforts).max())
    free = np.abs(H).max(axis=(0, 1)) <= 1e-12 * max(float(np.abs(H).max()), size)
    if np.any(np.abs(g[0, free] - efforts[free]) > 1e-9 * size):
        return ()  # what is free of weight is not held by it, and a slide's weight does not change
    found = np.zeros((1, robot.n)) if free.all() else _solve(robot, efforts, free, slides, size, random)
    kept: list[tuple[Array, Array]] = []  # q and the directions that its energy depends on
    for q in _distinct(found, slides):
        felt = _felt(robot, q)
        if not any(np.abs(f.T @ _apart(q, p, slides)).max(initial=0.0) < _SAME for p, f in kept):
            kept.append((q, felt))
    described = [_described(robot, q, free) for q, _ in kept]
    return Tupled(sorted(described, key=lambda x: (round(x.energy, 9), *np.round(x.q, 6).tolist())))


def _solve(robot: Robot, tau: Array, free: Array, slides: Array, size: float, random: np.random.Generator) -> Array:
    """States with g = τ reached from many starts, by Levenberg-Marquardt on all of them at once."""
    held = np.flatnonzero(~free)
    q = _starts(robot, slides, random, min(_MOST_STARTS, 64 * 2 ** min(robot.n, 6)))
    q[:, free] = 0

    def missing(q: Array) -> Array:
        return np.asarray((np.asarray(gravity_vector(robot, q)) - tau)[:, held])

    r = missing(q)
    damping = np.full(len(q), 1e-3)
    for _ in range(_ITERATIONS):
        busy = np.flatnonzero((np.abs(r).max(axis=1) > 1e-14 * size) & (damping < 1e12))
        if not busy.size:
            break
        H = _hessian(robot, q[busy])[:, held][:, :, held]
        normal = H @ H  # HᵀH, for H is symmetric
        diagonal = np.trace(normal, axis1=1, axis2=2) / len(held) + 1e-30 * size**2
        normal = normal + (damping[busy] * diagonal)[:, None, None] * np.eye(len(held))
        step = np.linalg.solve(normal, -H @ r[busy][..., None])[..., 0]
        trial = q[busy]
        trial[:, held] += step / np.maximum(np.abs(step).max(axis=1, keepdims=True), 1)  # a radian or metre at most
        r_trial = missing(trial)
        better = np.sum(r_trial**2, axis=1) < np.sum(r[busy] ** 2, axis=1)
        q[busy[better]], r[busy[better]] = trial[better], r_trial[better]
        damping[busy] = np.where(better, np.maximum(damping[busy] / 10, 1e-14), damping[busy] * 10)
    still: Array = q[np.abs(r).max(axis=1) <= 1e-10 * size]
    return still


def _described(robot: Robot, q: Array, free: Array) -> Equilibrium:
    held = np.flatnonzero(~free)
    H = _hessian(robot, q[None])[0][np.ix_(held, held)]
    values = np.linalg.eigvalsh((H + H.T) / 2)
    zero = _FLAT * float(np.abs(values).max(initial=0.0))
    lowest = float(values[0]) if len(values) else 0.0
    kind = "unstable" if lowest < -zero else "stable" if lowest > zero else "neutral"
    names = tuple(name for name, is_free in zip(robot.coordinates, free, strict=True) if is_free)
    return Equilibrium(q, kind, float(potential_energy(robot, q)), values, _within(robot, q), names)


def _felt(robot: Robot, q: Array) -> Array:
    """Directions in which the energy curves: two positions that differ in none of them are of one family."""
    H = _hessian(robot, q[None])[0]
    values, vectors = np.linalg.eigh((H + H.T) / 2)
    curved: Array = vectors[:, np.abs(values) > _FLAT * float(np.abs(values).max(initial=0.0))]
    return curved


def _distinct(q: Array, slides: Array) -> list[Array]:
    """Positions with angles in (−π, π], smallest angles first, each once to within rounding."""
    wrapped = np.where(slides, q, _wrapped(q))
    wrapped = wrapped[np.lexsort(np.round(np.abs(wrapped), 5).T)]
    kept: list[Array] = []
    for x in wrapped:
        if not kept or np.abs(_apart(x, np.array(kept), slides)).max(axis=1).min() > _SAME:
            kept.append(x)
    return kept


def _apart(q: Array, p: Array, slides: Array) -> Array:
    return np.where(slides, q - p, _wrapped(q - p))


def _starts(robot: Robot, slides: Array, random: np.random.Generator, count: int) -> Array:
    """Quarter turns of all angles for small arms, then random positions."""
    reach = 1 + sum(float(np.linalg.norm(evaluate(b.placement.p, {}))) for b in tree(robot).bodies)
    q = random.uniform(-np.pi, np.pi, (count, robot.n))
    q[:, slides] *= reach / np.pi
    if robot.n <= 4:
        corners = np.array(list(product((-np.pi / 2, 0.0, np.pi / 2, np.pi), repeat=robot.n))) + 0.1
        q = np.concatenate([corners, q])
    return q


def _hessian(robot: Robot, q: Array) -> Array:
    still = np.zeros_like(q)
    return np.asarray(inverse_dynamics_derivatives(robot, q, still, still)[0])


def _wrapped(q: Array) -> Array:
    """Angles in (−π, π]."""
    return np.asarray(np.pi - np.mod(np.pi - q, 2 * np.pi))


def _within(robot: Robot, q: Array) -> bool:
    for name, x in zip(robot.coordinates, q, strict=True):
        coordinate = robot.coordinate(name)
        limits = coordinate.limits
        low = -np.inf if limits.lower is None else limits.lower
        high = np.inf if limits.upper is None else limits.upper
        turned = [x] if coordinate.slides else [x + 2 * np.pi * k for k in (-1, 0, 1)]
        if not any(low - 1e-9 <= y <= high + 1e-9 for y in turned):
            return False
    return True


def _efforts(robot: Robot, tau: ArrayLike | None) -> Array:
    efforts = np.zeros(robot.n) if tau is None else np.asarray(tau, dtype=float)
    if efforts.shape != (robot.n,):
        raise WrongSize(f"tau has shape {efforts.shape}, robot '{robot.name}' needs ({robot.n},)")
    if not np.all(np.isfinite(efforts)):
        raise WrongValue("tau holds a number that is not finite")
    return efforts
