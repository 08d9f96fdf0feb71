"""What a calibration found: the robot as it is, the errors with their σ, what cannot be told, and how far to trust it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.dynamics import forward_kinematics
from dalembert.errors import WrongSize, WrongValue
from dalembert.identify.calibration.error_model import ErrorModel
from dalembert.identify.calibration.estimate import Estimate
from dalembert.identify.calibration.identifiable import Unseen
from dalembert.identify.calibration.posture import most_telling, random_postures
from dalembert.identify.calibration.residual import imagined, noises, residual, whitened
from dalembert.robot.model import Robot
from dalembert.typeset.card import Displayed

Array = NDArray[np.float64]
_BAR = 0.02  # distances that differ by less, of their mean, are those of one bar


@final
@dataclass(frozen=True)
class Suggestion(Displayed):
    """Postures `q` (K, nq) to measure next, and σ of each parameter once they are."""

    q: Array
    sigma: Mapping[str, float]


@final
@dataclass(frozen=True, eq=False)
class Calibration(Displayed):
    """The result of `calibrate`; `robot` is the robot as it is, and exports as any other.

    parameters      errors found, by name, m and rad; joint values are those of the robot's encoders
    sigma           their standard deviations
    covariance      of the parameters, in the order of `parameters`
    unidentifiable  what cannot be told, in words
    base            4×4, the robot's root in the measuring frame; `tools` the measured point in each measured frame
    before, after   root mean square of what is left: {"length": m, "angle": rad}
    noise           standard deviation of the measurements: {"length": m, "angle": rad}
    outliers        numbers of measurements left out by a robust fit
    warnings        what to look at before the result is trusted
    """

    parameters: Mapping[str, float]
    sigma: Mapping[str, float]
    covariance: Array
    unseen: tuple[Unseen, ...]
    base: Array
    tools: Mapping[str, Array]
    before: Mapping[str, float]
    after: Mapping[str, float]
    noise: Mapping[str, float]
    outliers: tuple[int, ...]
    warnings: tuple[str, ...]
    model: ErrorModel = field(repr=False)
    start: Array = field(repr=False)
    found: Estimate = field(repr=False)
    structural: tuple[int, ...] = field(repr=False)  # places of the parameters that some posture shows

    @cached_property
    def robot(self) -> Robot:
        """The robot with its joints where they are, and its measured frames where a tool was unknown."""
        return self.model.corrected(self.found.state)

    @property
    def unidentifiable(self) -> tuple[str, ...]:
        return tuple(x.words for x in self.unseen)

    @property
    def offsets(self) -> dict[str, float]:
        """Joint → true joint value minus the encoder's, of the offsets found."""
        return {k.removesuffix(".offset"): x for k, x in self.parameters.items() if k.endswith(".offset")}

    @property
    def residuals(self) -> list[Array]:
        """Measured minus predicted, (N, 6), (N, 3) or (N, 1), for each set of measurements."""
        return [residual(self.model, self.found.state, i)[0] for i in range(len(self.model.sets))]

    def predict(self, q: ArrayLike, frame: str | None = None) -> Array:
        """Poses (…, 4, 4) of the tool in the measuring frame."""
        name = self.model.frames[0] if frame is None else frame
        tool = self.tools.get(name, np.eye(4))
        plain = forward_kinematics(self.model.corrected_arm(self.found.state), np.asarray(q, dtype=float), name)
        return np.asarray(self.base @ plain @ tool)

    @property
    def verdict(self) -> str:
        """In a few sentences: what was found, and how far to trust it."""
        count = sum(len(x) for x in self.model.sets)
        kinds = " and ".join(dict.fromkeys(x.kind for x in self.model.sets))
        joint = [p for p in self.model.parameters if p.part == "joint" and p.name in self.parameters]
        said = [f"{len(self.parameters)} parameters ({len(joint)} of joints) from {count} {kinds}."]
        change = f"Error of position {_mm(self.before['length'])} → {_mm(self.after['length'])}"
        if "angle" in self.after:
            change += f", of orientation {_degrees(self.before['angle'])} → {_degrees(self.after['angle'])}"
        said.append(change + " (root mean square, on the postures measured).")
        lengths = {k: s for k, s in self.sigma.items() if not self._is_angle(k)}
        angles = {k: s for k, s in self.sigma.items() if self._is_angle(k)}
        worst = [f"{_mm(s)} ({k})" for k, s in _largest(lengths)] + [
            f"{_degrees(s)} ({k})" for k, s in _largest(angles)
        ]
        said.append(f"Least certain: {', '.join(worst)}.")
        if self.unseen:
            said.append(f"{len(self.unseen)} directions cannot be told and are left as they were; see unidentifiable.")
        said += [f"Warning: {x}." for x in self.warnings]
        return " ".join(said)

    def __str__(self) -> str:
        rows = [f"calibration of {self.model.robot.name}", self.verdict, ""]
        for name, x in self.parameters.items():
            shown = _degrees if self._is_angle(name) else _mm
            rows.append(f"{name:28s} {shown(x):>14s} ± {shown(self.sigma[name])}")
        rows += ["", "cannot be told:" if self.unseen else "everything asked for can be told"]
        return "\n".join(rows + [f"  {x}" for x in self.unidentifiable])

    def _is_angle(self, name: str) -> bool:
        return next(p.is_angle for p in self.model.parameters if p.name == name)

    def suggest(self, count: int = 5, *, candidates: int = 1000, seed: int = 0) -> Suggestion:
        """Postures within the joint limits whose measurement would shrink σ most, and the σ they would leave.

        Of `candidates` random ones; a parameter that the postures so far do not show is asked for first.
        """
        if not (isinstance(count, int) and isinstance(candidates, int) and 1 <= count <= candidates <= 100_000):
            raise WrongValue(
                f"count is between 1 and the number of candidates (100000 at most), got {count} and {candidates}"
            )
        x = self.model.sets[0]
        q = random_postures(self.model.robot, x.frame, candidates, seed)
        if x.kind == "distances" and np.ptp(x.value) < _BAR * x.value.mean():
            q = self._on_bar(x.value.mean(), seed, candidates)
            if len(q) < count:
                raise WrongSize(
                    f"only {len(q)} of the postures tried lie on the bar; ask for fewer, or for more candidates"
                )
        scales = self.found.scales
        kept = list(self.structural)
        _, J = whitened(self.model, self.found.state, scales, self.found.shares)
        length = 0.1  # m, or rad: what is known without measuring, so that unseen parameters have a σ too
        known = np.concatenate([J[:, kept], np.eye(len(kept)) / length])
        trial = imagined(self.model, self.found.state, 0, q)
        new = residual(self.model, self.found.state, 0, trial)[1] / noises(trial, scales[0])[..., None]
        which, sigma = most_telling(known, new[..., kept], count)
        names = [self.model.parameters[k].name for k in kept]
        return Suggestion(q[which], dict(zip(names, sigma.tolist(), strict=True)))

    def _on_bar(self, length: float, seed: int, candidates: int) -> Array:
        x = self.model.sets[0]
        q = random_postures(self.model.robot, x.frame, 50 * candidates, seed)
        centre = self.model.parts(self.found.state).centres[0] if x.centre is None else np.atleast_2d(x.centre)[0]
        way = np.linalg.norm(self.predict(q, x.frame)[:, :3, 3] - centre, axis=1)
        return np.asarray(q[np.abs(way - length) < _BAR * length][:candidates])

    def plot(self, path: str | Path | None = None) -> Any:
        """A figure: what is left at each measurement before and after, and the errors found with 3σ."""
        from dalembert.identify.calibration.plot import plot_calibration

        return plot_calibration(self, path)


def _largest(found: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(found.items(), key=lambda x: -x[1])[:1]


def _mm(x: float) -> str:
    return f"{1e3 * x:.3g} mm"


def _degrees(x: float) -> str:
    return f"{np.rad2deg(x):.3g}°"
