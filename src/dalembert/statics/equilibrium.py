"""Where a robot rests:  g(q) = τ for a constant τ, with the Hessian of U − τᵀq to tell whether it stays.

H = ∂²U/∂q² = ∂g/∂q. All eigenvalues positive: stable, a minimum of the energy; one negative: unstable; else neutral.
(Lagrange, Dirichlet; [meirovitch1970])

Many starting points are brought to rest at once by damped Newton steps on |g − τ|²; what they find is complete for small
arms and cannot be proved so in general. A coordinate on which the weight does no work, such as a vertical axis,
is left where it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.dynamics import gravity_vector, inverse_dynamics_derivatives, potential_energy
from dalembert.errors import WrongSize, WrongValue
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

Array = NDArray[Any]
_ITERATIONS, _MOST_STARTS = 200, 4096
_SAME = 1e-5  # rad or m


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """A position of rest. `energy` is U; `stiffness` the eigenvalues of H, smallest first."""

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
    efforts = _efforts(robot, tau)
    random = np.random.default_rng(seed)
    slides = np.array([not turns for turns in _turning(robot)])
    samples = _starts(robot, slides, random, 64)
    g, H = gravity_vector(robot, samples), _hessian(robot, samples)
    size = float(np.abs(g).max()) + float(np.abs(efforts).max())
    if size == 0:
        free = np.ones(robot.n, bool)
    else:
        free = np.abs(H).max(axis=(0, 1)) <= 1e-12 * max(float(np.abs(H).max()), size * 1e-3)
    if np.any(np.abs(g[:, free].mean(axis=0) - efforts[free]) > 1e-9 * size):
        return ()
    found = samples[:1] * 0 if free.all() else _solve(robot, efforts, free, slides, size, random)
    found = np.where(slides, found, _wrapped(found))
    kept: list[Equilibrium] = []
    for q in sorted(found, key=lambda x: tuple(np.round(np.abs(x), 6))):
        candidate = _described(robot, q, free)
        if not any(_same(candidate.q, other, robot, slides) for other in kept):
            kept.append(candidate)
    return tuple(sorted(kept, key=lambda x: (round(x.energy, 9), tuple(np.round(x.q, 6)))))


def _solve(robot: Robot, tau: Array, free: Array, slides: Array, size: float, random: np.random.Generator) -> Array:
    """States with g = τ reached from many starts, by Levenberg-Marquardt on all of them at once."""
    held = ~free
    q = _starts(robot, slides, random, min(_MOST_STARTS, 64 * 2 ** min(robot.n, 6)))
    q[:, free] = 0
    r = (gravity_vector(robot, q) - tau)[:, held]
    damping = np.full(len(q), 1e-3)
    for _ in range(_ITERATIONS):
        H = _hessian(robot, q)[:, held][:, :, held]
        normal = np.swapaxes(H, 1, 2) @ H
        diagonal = np.trace(normal, axis1=1, axis2=2) / held.sum() + 1e-30 * size**2
        normal = normal + (damping * diagonal)[:, None, None] * np.eye(held.sum())
        step = np.linalg.solve(normal, -np.einsum("bij,bi->bj", H, r)[..., None])[..., 0]
        longest = np.abs(step).max(axis=1, keepdims=True)
        trial = q.copy()
        trial[:, held] += step / np.maximum(longest, 1)  # at most one radian or metre
        r_trial = (gravity_vector(robot, trial) - tau)[:, held]
        better = np.sum(r_trial**2, axis=1) < np.sum(r**2, axis=1)
        q, r = np.where(better[:, None], trial, q), np.where(better[:, None], r_trial, r)
        damping = np.clip(np.where(better, damping / 10, damping * 10), 1e-16, 1e16)
        if not np.any(better):
            break
    return q[np.abs(r).max(axis=1) <= 1e-10 * size]


def _described(robot: Robot, q: Array, free: Array) -> Equilibrium:
    H = _hessian(robot, q[None])[0]
    values = np.linalg.eigvalsh((H + H.T) / 2)
    zero = 1e-7 * max(float(np.abs(values).max()), 1e-300)
    kind = "unstable" if values[0] < -zero else "stable" if values[0] > zero else "neutral"
    names = tuple(name for name, is_free in zip(robot.coordinates, free, strict=True) if is_free)
    return Equilibrium(q, kind, float(potential_energy(robot, q)), values, _within(robot, q), names)


def _same(q: Array, other: Equilibrium, robot: Robot, slides: Array) -> bool:
    """Whether two positions are one, or of one family: apart only along directions in which nothing changes."""
    apart = np.where(slides, q - other.q, _wrapped(q - other.q))
    H = _hessian(robot, other.q[None])[0]
    values, vectors = np.linalg.eigh((H + H.T) / 2)
    felt = vectors[:, np.abs(values) > 1e-7 * max(float(np.abs(values).max()), 1e-300)]
    return bool(np.abs(felt.T @ apart).max(initial=0.0) < _SAME)


def _starts(robot: Robot, slides: Array, random: np.random.Generator, count: int) -> Array:
    """Quarter turns of all angles for small arms, then random positions."""
    reach = 1 + sum(float(np.linalg.norm([float(x) for x in b.placement.p])) for b in tree(robot).bodies)
    q = random.uniform(-np.pi, np.pi, (count, robot.n))
    q[:, slides] *= reach / np.pi
    if robot.n <= 4:
        corners = np.array(list(product((-np.pi / 2, 0.0, np.pi / 2, np.pi), repeat=robot.n))) + 0.1
        q = np.concatenate([corners, q])
    return q


def _hessian(robot: Robot, q: Array) -> Array:
    still = np.zeros_like(q)
    return np.asarray(inverse_dynamics_derivatives(robot, q, still, still)[0])


def _turning(robot: Robot) -> list[bool]:
    return [robot.joint(name).kind != "prismatic" for name in robot.coordinates]


def _wrapped(q: Array) -> Array:
    """Angles in (−π, π]."""
    return np.asarray(np.pi - np.mod(np.pi - q, 2 * np.pi))


def _within(robot: Robot, q: Array) -> bool:
    for name, x, turns in zip(robot.coordinates, q, _turning(robot), strict=True):
        limits = robot.joint(name).limits
        low = -np.inf if limits.lower is None else limits.lower
        high = np.inf if limits.upper is None else limits.upper
        turned = (x + 2 * np.pi * k for k in (-1, 0, 1)) if turns else (x,)
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
