"""Where a robot rests:  g(q) = τ for a constant τ, with the Hessian of U − τᵀq to tell whether it stays.

H = ∂²U/∂q² = ∂g/∂q. All eigenvalues positive: stable, a minimum of the energy (Lagrange, Dirichlet); one negative:
unstable; else neutral.  [meirovitch1970]

Many starting points are brought to rest at once by damped Newton steps on |g − τ|²; what they find is complete for
small arms and cannot be proved so in general. Slides are measured in a length of the robot's own, whatever its size.
A coordinate on which the weight does no work, such as a vertical axis, is free: it is left at 0 and out of H.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.dynamics import gravity_vector, inverse_dynamics_derivatives, potential_energy
from dalembert.errors import WrongSize, WrongValue
from dalembert.robot.model import Robot
from dalembert.typeset.notebook import Displayed, Tupled

Array = NDArray[Any]
_ITERATIONS, _MOST_STARTS = 200, 4096
_SAME = 1e-5  # rad, and as much of the arm of a slide
_ROUNDING = 1e-12  # rad: what is −π to within it is π
_FLAT = 1e-7  # of the largest effort


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
    samples = _starts(robot.n, random, 64)
    weight = _Weight(robot, _unit(robot, slides, efforts, samples))
    tau = weight.unit * efforts
    g, H = weight.effort(samples), weight.hessian(samples)
    size = float(np.linalg.norm(np.append(g, tau), np.inf))
    free = np.abs(H).max(axis=(0, 1)) <= 1e-12 * size
    if np.any(np.abs(g - tau)[:, free] > 1e-9 * size):
        return ()  # what is free of weight is not held by it, and a slide's weight does not change
    found = np.zeros((1, robot.n)) if free.all() else _solve(weight, tau, free, size, random)
    kept: list[tuple[Array, Array]] = []  # x and the directions that its energy depends on
    for x in _distinct(found, slides):
        felt = _felt(weight, x, size)
        if not any(np.abs(f.T @ _apart(x, y, slides)).max(initial=0.0) < _SAME for y, f in kept):
            kept.append((x, felt))
    described = [_described(weight, x, free, size) for x, _ in kept]
    if size:
        described.sort(key=lambda x: (round(x.energy / size, 9), *np.round(x.q, 6).tolist()))
    return Tupled(described)


@dataclass(frozen=True, eq=False)
class _Weight:
    """Gravity in coordinates x of one size, q = s x: s ∂U/∂q and s ∂²U/∂q² s, in N m all of them."""

    robot: Robot
    unit: Array

    def effort(self, x: Array) -> Array:
        return np.asarray(self.unit * gravity_vector(self.robot, self.unit * x))

    def hessian(self, x: Array) -> Array:
        return np.asarray(self.unit[:, None] * _hessian(self.robot, self.unit * x) * self.unit)


def _unit(robot: Robot, slides: Array, tau: Array, samples: Array) -> Array:
    """What each coordinate is measured in: a radian, and the arm at which the forces of slides have the moments of turns."""
    g = np.abs([*np.asarray(gravity_vector(robot, samples)), tau]).max(axis=0)
    force, moment = float(g @ slides), float(g @ ~slides)
    return np.where(slides, moment / force, 1.0) if force * moment else np.ones(robot.n)


def _solve(weight: _Weight, tau: Array, free: Array, size: float, random: np.random.Generator) -> Array:
    """States with g = τ reached from many starts, by Levenberg-Marquardt on all of them at once."""
    held = np.flatnonzero(~free)
    x = _starts(len(tau), random, min(_MOST_STARTS, 64 * 2 ** len(tau)))
    x[:, free] = 0

    def missing(x: Array) -> Array:
        return np.asarray((weight.effort(x) - tau)[:, held] / size)

    r = missing(x)
    damping = np.full(len(x), 1e-3)
    for _ in range(_ITERATIONS):
        busy = np.flatnonzero((np.abs(r).max(axis=1) > 1e-14) & (damping < 1e12))
        if not busy.size:
            break
        H = weight.hessian(x[busy])[:, held][:, :, held] / size
        normal = H @ H + damping[busy, None, None] * np.eye(len(held))  # HᵀH, for H is symmetric
        step = np.linalg.solve(normal, -H @ r[busy][..., None])[..., 0]
        trial = x[busy]
        trial[:, held] += step / np.maximum(np.abs(step).max(axis=1, keepdims=True), 1)  # a unit at most
        r_trial = missing(trial)
        better = np.sum(r_trial**2, axis=1) < np.sum(r[busy] ** 2, axis=1)
        x[busy[better]], r[busy[better]] = trial[better], r_trial[better]
        damping[busy] = np.where(better, np.maximum(damping[busy] / 10, 1e-14), damping[busy] * 10)
    still: Array = x[np.abs(r).max(axis=1) <= 1e-10]
    return still


def _described(weight: _Weight, x: Array, free: Array, size: float) -> Equilibrium:
    robot, q = weight.robot, weight.unit * x
    held = np.ix_(np.flatnonzero(~free), np.flatnonzero(~free))
    values = np.linalg.eigvalsh(weight.hessian(x[None])[0][held])
    zero = _FLAT * size
    lowest = float(values.min(initial=np.inf))
    kind = "unstable" if lowest < -zero else "stable" if zero < lowest < np.inf else "neutral"
    names = tuple(name for name, is_free in zip(robot.coordinates, free, strict=True) if is_free)
    stiffness = np.linalg.eigvalsh(_hessian(robot, q[None])[0][held])
    return Equilibrium(q, kind, float(potential_energy(robot, q)), stiffness, _within(robot, q), names)


def _felt(weight: _Weight, x: Array, size: float) -> Array:
    """Directions in which the energy curves: two positions that differ in none of them are of one family."""
    values, vectors = np.linalg.eigh(weight.hessian(x[None])[0])
    curved: Array = vectors[:, np.abs(values) > _FLAT * size]
    return curved


def _distinct(x: Array, slides: Array) -> list[Array]:
    """Positions with angles in (−π, π], smallest angles first, each once to within rounding."""
    turned = np.where(slides, x, np.minimum(_wrapped(x - _ROUNDING) + _ROUNDING, np.pi))
    turned = turned[np.lexsort(np.round(np.abs(turned), 5).T)]
    kept: list[Array] = []
    for y in turned:
        if not kept or np.abs(_apart(y, np.array(kept), slides)).max(axis=1).min() > _SAME:
            kept.append(y)
    return kept


def _apart(x: Array, y: Array, slides: Array) -> Array:
    return np.where(slides, x - y, _wrapped(x - y))


def _starts(n: int, random: np.random.Generator, count: int) -> Array:
    return random.uniform(-np.pi, np.pi, (count, n))


def _hessian(robot: Robot, q: Array) -> Array:
    still = np.zeros_like(q)
    return np.asarray(inverse_dynamics_derivatives(robot, q, still, still)[0])


def _wrapped(x: Array) -> Array:
    """Angles in (−π, π]."""
    return np.asarray(np.pi - np.mod(np.pi - x, 2 * np.pi))


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
