"""What was learned from logs: parameters with their uncertainty, the model they make, and what to trust."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import WrongValue
from dalembert.identify.consistent import Consistent, consistent
from dalembert.identify.design import Design
from dalembert.identify.doubt.doubt import Doubt
from dalembert.identify.doubt.report import Examination
from dalembert.identify.essential import essential
from dalembert.identify.estimate import Estimate
from dalembert.identify.gain import Gains
from dalembert.identify.identified import identified, with_drives
from dalembert.identify.information import Information, information, thinning
from dalembert.identify.log import Log
from dalembert.identify.output_error import Refined
from dalembert.identify.payload import Payload, payload
from dalembert.identify.prior import believed
from dalembert.identify.saved import Saved, saved
from dalembert.identify.thread import one_thread
from dalembert.identify.validation import Validation, validation
from dalembert.identify.verdict import signals, verdict, warnings
from dalembert.robot.model import Robot
from dalembert.typeset.card import Displayed, card

if TYPE_CHECKING:
    from dalembert.identify.suggestion import Suggestion

Array = NDArray[np.float64]
_COUNTS = 1e-3  # of the largest parameter of a kind: less is not missed
_BLOCK = 8192  # samples that are predicted at a time


@final
@dataclass(frozen=True, eq=False, repr=False)
class Fit(Displayed):
    """The result of `identify`. Parameters are named as `equations` names base parameters; `groups` says what each is."""

    given: Robot
    design: Design
    logs: tuple[Log, ...]
    info: Information
    estimate: Estimate
    method: str
    physical: Consistent | None = None  # all parameters of the links, where they are those of bodies
    gains: Gains | None = None  # of the drives, where they were fitted: `logs` are then in efforts
    refined: Refined | None = None  # how well the log was simulated, where the fit was refined by that

    @cached_property
    def parameters(self) -> dict[str, float]:
        """{name: value}; of what the log cannot see, nan."""
        seen = np.isfinite(self.estimate.sigma)
        return {
            name: float(x) if ok else float("nan")
            for name, x, ok in zip(self.design.names, self.estimate.x, seen, strict=True)
        }

    @cached_property
    def prior(self) -> dict[str, float]:
        """{name: value} by the robot that was given; nan where it does not say."""
        return dict(zip(self.design.names, believed(self.design).tolist(), strict=True))

    @cached_property
    def sigma(self) -> dict[str, float]:
        """{name: standard deviation} from noise that is white in the band of the log; infinite where it sees nothing."""
        return dict(zip(self.design.names, self.estimate.sigma.tolist(), strict=True))

    @cached_property
    def correlation(self) -> Array:
        """Of the parameters with each other, in the order of `parameters`; nan where a σ is infinite or 0."""
        s = self.estimate.sigma
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(self.estimate.covariance / np.outer(s, s))

    @cached_property
    def groups(self) -> dict[str, str]:
        """{base parameter: the parameters of links and rotors that it stands for}."""
        basis = self.design.basis
        return {} if basis is None else {name: basis.told(i) for i, name in enumerate(basis.names)}

    @cached_property
    def error(self) -> float:
        """‖τ − τ̂‖/‖τ‖ over all samples and joints that were fitted: both filtered and thinned; `raw_error` is of all samples."""
        left, whole = self.info.squares(self.estimate.x)
        return float(np.sqrt(left.sum() / whole.sum())) if whole.sum() > 0 else 0.0

    @cached_property
    def errors(self) -> dict[str, float]:
        """‖τ_j − τ̂_j‖/‖τ_j‖ by coordinate; nan where no τ was measured."""
        left, whole = self.info.squares(self.estimate.x)
        ratio = np.sqrt(left / np.where(whole > 0, whole, np.nan))
        return dict(zip(self.given.coordinates, ratio.tolist(), strict=True))

    def predict(self, log: Log) -> Array:
        """τ̂ at every sample of a log, (samples, n)."""
        parts = [np.zeros((0, self.given.nv))]
        for first in range(0, len(log), _BLOCK):
            some = log.rows(np.arange(first, min(first + _BLOCK, len(log))))
            parts.append((self.design.rows(some) @ self.estimate.x).T + self.design.known(some))
        return np.concatenate(parts)

    @cached_property
    def consistent(self) -> Fit:
        """The same log fitted by parameters that bodies can have, near those of the robot that was given."""
        with one_thread():
            found = consistent(self.design, self.info, self.estimate)
        return replace(self, estimate=replace(self.estimate, x=found.x), physical=found)

    @cached_property
    def robot(self) -> Robot:
        """The robot with identified inertias and drives: those of `consistent`, one of many with the same torques."""
        if self.design.basis is None:
            return with_drives(self.given, self.design, self._letters)
        fit = self if self.physical is not None else self.consistent
        assert fit.physical is not None
        return identified(fit.given, fit.design, fit._letters, fit.physical)

    @property
    def _letters(self) -> dict[str, float]:
        return dict(zip(self.design.letters, self.parameters.values(), strict=True))

    def payload(self, log: Log, frame: str | None = None) -> Payload:
        """What the robot carries in another log, fixed at a frame (the tip, unless told): this one was without it."""
        with one_thread():
            return payload(self.design, self.estimate, log, frame)

    def suggest(self, duration: float = 5.0, **options: Any) -> Suggestion:
        """A path to run next: within every limit, it shows what these logs do not; options as `excite` takes them."""
        from dalembert.identify.suggestion import suggestion

        return suggestion(self, duration, **options)

    @cached_property
    def validation(self) -> Validation:
        """Errors of stretches that were left out, the spread of parameters between them, and torques elsewhere."""
        with one_thread():
            return validation(self.design, self.logs, self.info, self.estimate)

    @cached_property
    def weak(self) -> tuple[str, ...]:
        """Inertial parameters whose σ is more than 30 % of their value, and more than a thousandth of the largest of a kind."""
        said = [name for name in self.design.names[: self.design.inertial] if np.isfinite(self.sigma[name])]
        largest: dict[str, float] = {}
        for name in said:
            largest[_kind(name)] = max(largest.get(_kind(name), 0.0), abs(self.parameters[name]))
        return tuple(
            name
            for name in said
            if self.sigma[name] > max(0.3 * abs(self.parameters[name]), _COUNTS * largest[_kind(name)])
        )

    @cached_property
    def essential(self) -> tuple[str, ...]:
        """The parameters without which the fit is worse by more than noise explains."""
        with one_thread():
            using = essential(self.info, self.estimate)[1]
        return tuple(name for name, ok in zip(self.design.names, using, strict=True) if ok)

    @cached_property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is probably wrong with the logs; nothing is asked of logs without measured efforts."""
        return tuple(doubt for x in self._examined for doubt in x.doubts)

    @cached_property
    def unconfirmed(self) -> tuple[str, ...]:
        """What the logs cannot tell either way, in words with figures: orders and signs of joints, a tilt of the base, a lag of efforts."""
        named = len(self.logs) > 1
        return tuple(
            f"{log.name}: {text}" if named else text
            for log, x in zip(self.logs, self._examined, strict=False)
            for text in x.unconfirmed
        )

    @cached_property
    def _examined(self) -> tuple[Examination, ...]:
        return () if self.design.basis is None else tuple(log.examine(self.given) for log in self.logs)

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """What to know before this fit is used, each with its figure."""
        return warnings(self)

    @cached_property
    def verdict(self) -> str:
        """What the fit is good for, in a sentence."""
        return verdict(self)

    def error_on(self, log: Log) -> float:
        """‖τ − τ̂‖/‖τ‖ over another log in the band of its motion: both are filtered and thinned as its cut-off says."""
        info = information(self.design, (log,), [thinning(log, None, 1)])
        left, whole = info.squares(self.estimate.x)
        return float(np.sqrt(left.sum() / whole.sum()))

    def raw_error_on(self, log: Log) -> float:
        """‖τ − τ̂‖/‖τ‖ over every sample of a log, τ as recorded, with noise above the band of the motion."""
        known = np.isfinite(left := log.recorded - self.predict(log))
        whole = float(np.linalg.norm(log.recorded[known]))
        return float(np.linalg.norm(left[known])) / whole if whole > 0 else 0.0

    @cached_property
    def raw_error(self) -> float:
        """‖τ − τ̂‖/‖τ‖ over every sample that was recorded, noise above the band of the motion with it."""
        sizes = [float(np.nansum(log.recorded**2)) for log in self.logs]
        left = [self.raw_error_on(log) ** 2 * size for log, size in zip(self.logs, sizes, strict=True)]
        return float(np.sqrt(sum(left) / sum(sizes))) if sum(sizes) > 0 else 0.0

    def save(
        self,
        path: str | PathLike[str],
        original: str | PathLike[str] | None = None,
        *,
        overwrite: bool = False,
        packages: Mapping[str, str | PathLike[str]] | None = None,
        ignore: Sequence[str] = (),
    ) -> Saved:
        """Write the identified robot: into the text of `original`, the file it was loaded from, or as a new file.

        `path` has the suffix of a format. What URDF or MJCF has no word for (offsets, asymmetry) is left out and said.
        `packages` and `ignore` as `load` was told.
        """
        if signals(self):
            raise WrongValue(
                "the efforts of the log are amperes or volts, not N m, so that this robot's masses would not be kilograms: "
                "say torque_gain=… to read_log, or gains=True with a known load to identify"
            )
        return saved(self.robot, path, original, overwrite, packages, ignore)

    def report(self, path: str | PathLike[str]) -> Path:
        """Write what was found and why to trust it: .html in one file, or .pdf, .tex, .md, .typ, .txt."""
        from dalembert.report.fit import content
        from dalembert.report.write import checked, write

        target = checked(path)
        return write(content(self), target)

    def _repr_html_(self) -> str:
        rows = [
            (x, f"{self.parameters[x]:.5g}", f"{s:.2g}" if np.isfinite(s := self.sigma[x]) else "not seen")
            for x in self.parameters
        ]
        joints = ", ".join(f"{x} {100 * e:.3g} %" for x, e in self.errors.items() if np.isfinite(e))
        return card(
            f"Fit of robot '{self.given.name}'",
            facts=[
                ("error of all efforts", f"{100 * self.error:.3g} %"),
                ("by joint", joints),
                ("parameters", len(rows)),
            ],
            heads=("parameter", "value", "σ"),
            rows=rows,
            words=[self.verdict, *self.warnings],
        )

    def __repr__(self) -> str:
        return f"<Fit of robot '{self.given.name}': {len(self.parameters)} parameters, error {100 * self.error:.3g} %>"


def _kind(name: str) -> str:
    """mass, first moment, tensor or rotor, of a base parameter's name."""
    letters = name.rstrip("R").rstrip("0123456789")
    return "tensor" if len(letters) == 2 and letters[0] in "XYZ" else letters[:1] + str(len(letters))
