"""Exciting trajectories as Fourier series, which are linear in the coefficients.

The trajectory q(t) = Φ(t) X has zero velocity and acceleration at both ends:

    q = q₀ + Σ_k [a_k sin(kωt) − b_k cos(kωt)]/(kω),  Σ a_k = 0,  Σ k b_k = 0                              [swevers1997]

The maximum of a trigonometric polynomial of degree H is at most 1/cos(πH/M) times its largest value at M equidistant
samples.  [ehlich1964]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import final

import numpy as np

from dalembert import finding
from dalembert.argument import Numbers
from dalembert.atomic_file import target
from dalembert.identification.excitation_limits import JointBounds
from dalembert.identification.filtering import Array
from dalembert.robot.model import Robot
from dalembert.trajectory.joint_space import Derivatives, Trajectory, fourier, moving
from dalembert.typeset.notebook_display import Displayed

_GRID = 20  # samples per period of the highest harmonic
FINER = 20
# bound on the ratio of the maximum to the largest of FINER times as many samples
BETWEEN = 1 / float(np.cos(np.pi / (_GRID * FINER)))


@final
@dataclass(frozen=True)
class ExcitingCurve:
    """Fourier series with zero velocity and acceleration at both ends. `size` is the number of harmonics."""

    duration: float
    size: int

    @property
    def grid(self) -> Array:
        """Sampling times that are dense enough for every harmonic."""
        return np.linspace(0.0, self.duration, _GRID * self.size + 1)

    def at(self, t: Array) -> Derivatives:
        """Evaluate Φ, Φ̇ and Φ̈, (T, p) each. The first column of Φ is the constant 1."""
        return self._series(np.eye(2 * self.size - 1)).motion(t)

    def _series(self, X: Array) -> Trajectory:
        """Return the periodic motion with coefficients X (p, n): q₀, then a_k and b_k that satisfy the two constraints."""
        harmonics = np.arange(1.0, self.size + 1)
        a, b = _null(np.ones(self.size)) @ X[1 : self.size], _null(harmonics) @ X[self.size :]
        return fourier(X[0], a, b, self.duration)

    def trajectory(self, X: Array, periods: int = 1) -> Trajectory:
        """Create the trajectory with coefficients X (p, n), repeated for the given number of periods.

        The robot is at rest before and after the trajectory.
        """
        whole, series = periods * self.duration, self._series(X)

        def motion(t: Array) -> Derivatives:
            q, qd, qdd = series.motion(np.clip(t, 0.0, whole))
            inside = ((t > 0) & (t < whole))[:, None]  # the velocity at both ends is exactly zero
            return q, np.where(inside, qd, 0.0), qdd * moving(t, whole)[:, None]

        return Trajectory(whole, X.shape[1], "fourier", motion)


def _null(row: Array) -> Array:
    """Compute an orthonormal basis of the orthogonal complement of a row vector."""
    return np.linalg.svd(row[None])[2][1:].T


@final
@dataclass(frozen=True, eq=False)
class Excitation(Displayed):
    """Exciting trajectory with quality measures. Calling an `Excitation` with t returns q, q̇ and q̈.

    t, q, qd, qdd, tau  samples at the requested rate; tau follows from the inverse dynamics of the robot
    criterion           minimised criterion, "condition" or "d"; `value` is the minimum
    condition           condition number of the scaled regressor of base parameters and friction
    random              condition numbers of the initial random trajectories
    parameters          names of the excited parameters: base parameters, and friction of each joint
    limits              limits of the trajectory
    used                largest ratio to each limit, on a grid twenty times finer than the search grid
    notes               assumptions, and reasons for poor excitation
    """

    robot: Robot
    trajectory: Trajectory = field(repr=False)
    t: Array = field(repr=False)
    q: Array = field(repr=False)
    qd: Array = field(repr=False)
    qdd: Array = field(repr=False)
    tau: Array = field(repr=False)
    criterion: str
    value: float
    condition: float
    random: tuple[float, ...]
    parameters: tuple[str, ...] = field(repr=False)
    limits: JointBounds = field(repr=False)
    used: Mapping[str, Array] = field(repr=False)
    seed: int
    notes: tuple[finding.LogNote, ...] = ()

    @property
    def n(self) -> int:
        return self.trajectory.n

    @property
    def duration(self) -> float:
        return self.trajectory.duration

    def __call__(self, t: Numbers) -> Derivatives:
        return self.trajectory(t)

    def table(self) -> dict[str, Array]:
        """Return the trajectory samples as named columns, such as t, q.joint1, qd.joint1, qdd.joint1 and tau.joint1."""
        columns = {"t": self.t}
        for name in ("q", "qd", "qdd", "tau"):
            for k, joint in enumerate(self.robot.coordinates):
                columns[f"{name}.{joint}"] = getattr(self, name)[:, k]
        return columns

    def to_csv(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write the samples as comma-separated values with 17 digits, one row per sample."""
        from dalembert.simulation.run import write_csv

        chosen = target(path, overwrite=overwrite)
        write_csv(chosen, self.table())
        return chosen

    def __str__(self) -> str:
        names = self.robot.coordinates
        rows = [
            f"exciting path of {self.robot.name}: {self.trajectory.kind}, {self.duration:g} s, {len(self.parameters)} parameters",
            f"condition {self.condition:.4g}; random paths within the limits: {', '.join(f'{x:.4g}' for x in self.random)}",
        ]
        for what, shares in self.used.items():
            if what != "distance" and np.max(shares) > 0:
                rows.append(f"{what}: " + ", ".join(f"{n} {x:.0%}" for n, x in zip(names, shares, strict=True)))
        return "\n".join([*rows, *map(str, self.notes)])
