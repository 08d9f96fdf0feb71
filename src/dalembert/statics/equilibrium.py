"""Equilibria: solutions of g(q) = τ for a constant τ. The Hessian of U − τᵀq determines the stability of an
equilibrium.

The Hessian is H = ∂²U/∂q² = ∂g/∂q. An equilibrium is stable (a minimum of the energy) if all eigenvalues of H are
positive (Lagrange, Dirichlet). An equilibrium is unstable if an eigenvalue of H is negative, and neutral otherwise.
[meirovitch1970]

A Levenberg-Marquardt method minimizes |g − τ|² from many initial configurations. For small arms, this search finds all
equilibria, but completeness cannot be proved in general. The coordinates of prismatic joints are scaled by a
characteristic length. A coordinate is called free if gravity does no work when it changes, for example a rotation about
a vertical axis. Free coordinates are 0 in the result and are excluded from H.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dalembert.argument import shaped
from dalembert.boundary import Array, RobotLike, StateLike, as_rates, as_robot
from dalembert.dynamics import gravity_vector, inverse_dynamics_derivatives, potential_energy
from dalembert.kinematics.configuration import within_limits
from dalembert.mechanism.levenberg_marquardt import least_squares
from dalembert.robot.model import Robot
from dalembert.spatial.rotation import wrapped
from dalembert.tolerance import FLAT, RANK, ROUNDING, SAME_SOLUTION, SOLVED_POSE, STALLED
from dalembert.typeset.notebook_display import Displayed, DisplayedTuple

_ITERATIONS, _MOST_STARTS = 200, 4096


@dataclass(frozen=True, eq=False)
class Equilibrium(Displayed):
    """Equilibrium configuration and its potential energy.

    `stiffness` contains the eigenvalues of the Hessian in ascending order.
    """

    UNITS: ClassVar[Mapping[str, str]] = {"q": "rad, m", "energy": "J", "stiffness": "N m/rad, N/m"}

    q: Array
    kind: str  # stable, unstable or neutral
    energy: float
    stiffness: Array
    within_limits: bool
    free: tuple[str, ...]  # joints whose position has no effect


def equilibria(robot: RobotLike, tau: StateLike | None = None, *, seed: int = 0) -> tuple[Equilibrium, ...]:
    """Find the configurations in which constant efforts balance gravity, sorted by potential energy.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    tau : array_like, shape (n,), or mapping, optional
        Constant efforts, in N m and N. Default: zero.
    seed : int
        Seed for the random initial configurations.

    Returns
    -------
    tuple of Equilibrium
        Angles are in (−π, π]. The result contains one member of each continuous family of equilibria. The tuple is
        empty if the robot has no equilibrium.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, m2=1, l1=1, l2=1, lc1=0.5, lc2=0.5, I1=0, I2=0, g=9.81)
    >>> [x.kind for x in da.statics.equilibria(robot)]
    ['stable', 'unstable', 'unstable', 'unstable']
    """
    robot = as_robot(robot)
    robot.only("a search for equilibria")
    given = np.zeros(robot.n) if tau is None else as_rates(robot, tau, "tau")
    efforts = shaped(given, "tau", (robot.n,), robot=robot.name)
    random = np.random.default_rng(seed)
    slides = np.array([dof.slides for dof in robot.dofs])
    samples = random.uniform(-np.pi, np.pi, (64, robot.n))
    weight = _Weight(robot, _unit(robot, slides, efforts, samples))
    tau = weight.unit * efforts
    g, H = weight.effort(samples), weight.hessian(samples)
    size = float(np.linalg.norm(np.append(g, tau), np.inf))
    free = np.abs(np.concatenate(H)).max(axis=0) <= ROUNDING * size
    if np.any(np.abs(g - tau)[:, free] > RANK * size):
        return ()  # gravity does not balance an effort on a free coordinate, and is constant for a prismatic joint
    found = np.zeros((1, robot.n)) if free.all() else _solve(weight, tau, free, size, random)
    kept: list[tuple[Array, Array]] = []  # x and the directions in which the energy is curved
    for x in _distinct(found, slides):
        felt = _felt(weight, x, size)
        if not any(np.abs(f.T @ _apart(x, y, slides)).max(initial=0.0) < SAME_SOLUTION for y, f in kept):
            kept.append((x, felt))
    described = [_described(weight, x, free, size) for x, _ in kept]
    if size:
        described.sort(key=lambda x: (round(x.energy / size, 9), *np.round(x.q, 6).tolist()))
    return DisplayedTuple(described)


@dataclass(frozen=True, eq=False)
class _Weight:
    """Gravity terms in scaled coordinates x with q = s x: gradient s ∂U/∂q and Hessian s ∂²U/∂q² s, both in N m."""

    robot: Robot
    unit: Array

    def effort(self, x: Array) -> Array:
        return self.unit * gravity_vector(self.robot, self.unit * x)

    def hessian(self, x: Array) -> Array:
        return self.unit[:, None] * _hessian(self.robot, self.unit * x) * self.unit


def _unit(robot: Robot, slides: Array, tau: Array, samples: Array) -> Array:
    """Return the scale for each coordinate.

    The scale is 1 rad or, for prismatic joints, the ratio of the largest gravity moment to the largest gravity force.
    """
    g = np.abs([*gravity_vector(robot, samples), tau]).max(axis=0)
    force, moment = float(g @ slides), float(g @ ~slides)
    return np.where(slides, moment / force, 1.0) if force * moment else np.ones(robot.n)


def _solve(weight: _Weight, tau: Array, free: Array, size: float, random: np.random.Generator) -> Array:
    """Search for configurations with g = τ from many initial configurations."""
    held = np.flatnonzero(~free)
    x = random.uniform(-np.pi, np.pi, (min(_MOST_STARTS, 64 * 2 ** len(tau)), len(tau)))
    x[:, free] = 0

    def errors(x: Array) -> tuple[Array, Array]:
        r = (weight.effort(x) - tau)[:, held] / size
        return np.asarray(r), np.asarray(weight.hessian(x)[:, held][:, :, held] / size)

    def moved(x: Array, step: Array) -> Array:
        there = x.copy()
        there[:, held] += step
        return there

    x = least_squares(errors, moved, x, small=0.0, floor=STALLED, iterations=_ITERATIONS)
    still: Array = x[np.abs(errors(x)[0]).max(axis=1, initial=0.0) <= SOLVED_POSE]
    return still


def _described(weight: _Weight, x: Array, free: Array, size: float) -> Equilibrium:
    robot, q = weight.robot, weight.unit * x
    held = np.ix_(np.flatnonzero(~free), np.flatnonzero(~free))
    values = np.linalg.eigvalsh(weight.hessian(x[None])[0][held])
    zero = FLAT * size
    lowest = values.min(initial=np.inf)
    kind = "unstable" if lowest < -zero else "stable" if zero < lowest < np.inf else "neutral"
    names = tuple(name for name, is_free in zip(robot.coordinates, free, strict=True) if is_free)
    stiffness = np.linalg.eigvalsh(_hessian(robot, q[None])[0][held])
    return Equilibrium(
        q, kind, float(potential_energy(robot, q)), stiffness, bool(within_limits(robot, q, turns=True)), names
    )


def _felt(weight: _Weight, x: Array, size: float) -> Array:
    """Return the directions in which the energy has nonzero curvature.

    Equilibria that differ only in directions of zero curvature belong to the same family.
    """
    values, vectors = np.linalg.eigh(weight.hessian(x[None])[0])
    return vectors[:, np.abs(values) > FLAT * size]


def _distinct(x: Array, slides: Array) -> list[Array]:
    """Return the distinct positions, with angles in (−π, π], sorted such that small angles come first."""
    turned = np.where(slides, x, np.minimum(wrapped(x - ROUNDING) + ROUNDING, np.pi))
    turned = turned[np.lexsort(np.round(np.abs(turned), 5).T)]
    kept: list[Array] = []
    for y in turned:
        if not kept or np.abs(_apart(y, np.array(kept), slides)).max(axis=1).min() > SAME_SOLUTION:
            kept.append(y)
    return kept


def _apart(x: Array, y: Array, slides: Array) -> Array:
    return np.where(slides, x - y, wrapped(x - y))


def _hessian(robot: Robot, q: Array) -> Array:
    still = np.zeros_like(q)
    return inverse_dynamics_derivatives(robot, q, still, still)[0]
