"""Calibration of a robot's geometry from measured poses, points or distances.  [mooring1991], [hollerbach2016]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, final

import numpy as np

from dalembert import finding
from dalembert.argument import filled, instance, integer, known
from dalembert.boundary import RobotLike, StateLike, as_q, as_robot
from dalembert.dynamics import forward_kinematics
from dalembert.finding.finding import Argument, Call, Finding, Function, Given, Measure, Noun, Pass, Unit
from dalembert.finding.fit import CalibrationVerdict, GeometricParameter, UnseenDirection
from dalembert.identification.calibration import estimation
from dalembert.identification.calibration.error_model import SIX, ErrorModel
from dalembert.identification.calibration.estimation import CalibrationEstimate, imagined, random_postures, residual
from dalembert.identification.calibration.measurement import Measurement, check_lengths, read_measurements
from dalembert.identification.filtering import Array, enough
from dalembert.identification.least_squares import one_thread
from dalembert.kinematics.chain import chain, numeric
from dalembert.robot.model import Robot
from dalembert.spatial.rotation import log
from dalembert.typeset.notebook_display import Displayed

_BAR = 0.02  # fraction of the mean; distances that differ by less belong to one ball-bar


@final
@dataclass(frozen=True)
class SuggestedPostures(Displayed):
    """Suggested postures (K, nq), with the standard deviation σ of each parameter that is expected after the
    measurements."""

    q: Array
    sigma: Mapping[str, float]


@final
@dataclass(frozen=True, eq=False)
class Calibration(Displayed):
    """Result of `calibrate`. The property `robot` is the calibrated robot, which you can export to a file.

    parameters      identified geometric errors by name, in m and rad, relative to the nominal robot
    sigma           standard deviations of the parameters
    covariance      covariance matrix of the parameters, in the order of `parameters`
    unidentifiable  combinations of parameters that are not identifiable
    base            (4, 4), pose of the robot base in the measuring frame
    tools           (4, 4) for each measured frame, pose of the measured point in that frame
    before, after   root mean square of the residuals before and after the calibration: {"length": m, "angle": rad}
    noise           standard deviation of the measurements: {"length": m, "angle": rad}
    outliers        indices of the measurements omitted by a robust fit
    warnings        warnings to consider before using the result
    """

    parameters: Mapping[str, float]
    sigma: Mapping[str, float]
    covariance: Array
    unidentifiable: tuple[UnseenDirection, ...]
    base: Array
    tools: Mapping[str, Array]
    before: Mapping[str, float]
    after: Mapping[str, float]
    noise: Mapping[str, float]
    outliers: tuple[int, ...]
    warnings: tuple[Finding, ...]
    model: ErrorModel = field(repr=False)
    start: Array = field(repr=False)
    found: CalibrationEstimate = field(repr=False)
    structural: tuple[int, ...] = field(repr=False)  # parameters identifiable at random postures

    @cached_property
    def robot(self) -> Robot:
        """Robot with calibrated joints, and with the identified tool frames if a tool was unknown."""
        return self.model.corrected(self.found.state)

    @property
    def _identified(self) -> list[GeometricParameter]:
        """Descriptions of the identified parameters."""
        return [p for p in self.model.parameters if p.name in self.parameters]

    @property
    def offsets(self) -> dict[str, float]:
        """Identified offset of each joint: the true joint value minus the encoder value."""
        return {str(p.owner): self.parameters[p.name] for p in self._identified if p.is_offset}

    @property
    def residuals(self) -> list[Array]:
        """Measured minus predicted values for each measurement set, (N, 6), (N, 3) or (N, 1)."""
        return [residual(self.model, self.found.state, i)[0] for i in range(len(self.model.sets))]

    def predict(self, q: StateLike, frame: str | None = None, *, degrees: bool = False) -> Array:
        """Predict the poses (…, 4, 4) of the tool relative to the measuring frame."""
        name = self.model.frames[0] if frame is None else frame
        tool = self.tools.get(name, np.eye(4))
        arm = self.model.corrected_arm(self.found.state)
        return self.base @ forward_kinematics(arm, as_q(self.model.robot, q, degrees=degrees), name) @ tool

    @property
    def verdict(self) -> CalibrationVerdict:
        """Assessment of the calibration: size and reliability of the identified errors."""
        own = self._identified
        groups = ([p for p in own if p.is_angle == angle] for angle in (False, True))
        worst = [max(group, key=lambda p: self.sigma[p.name]) for group in groups if group]
        return CalibrationVerdict(
            len(self.parameters),
            sum(p.part == "joint" for p in own),
            sum(len(x) for x in self.model.sets),
            tuple(dict.fromkeys(Noun(x.kind) for x in self.model.sets)),
            (self.before["length"], self.after["length"]),
            (self.before["angle"], self.after["angle"]) if "angle" in self.after else None,
            tuple((p, self.sigma[p.name]) for p in worst),
            len(self.unidentifiable),
            self.warnings,
        )

    def __str__(self) -> str:
        rows = [f"calibration of {self.model.robot.name}", str(self.verdict), ""]
        for p in self._identified:
            shown = _degrees if p.is_angle else _mm
            rows.append(f"{p.name:28s} {shown(self.parameters[p.name]):>14s} ± {shown(self.sigma[p.name])}")
        rows += ["", "not identifiable:" if self.unidentifiable else "every requested parameter is identifiable"]
        return "\n".join(rows + [f"  {x}" for x in self.unidentifiable])

    def suggest(self, count: int = 5, *, candidates: int = 1000, seed: int = 0) -> SuggestedPostures:
        """Suggest postures within the joint limits at which measurements reduce the parameter uncertainty most.

        The postures are selected from a number of random postures (`candidates`). Parameters that no measured posture
        excites have priority. The result also contains the expected standard deviations of the parameters.
        """
        candidates = integer(candidates, "candidates", lower=1, upper=100_000)
        count = integer(count, "count", lower=1, upper=candidates)
        x = self.model.sets[0]
        bar = x.kind == "distances" and np.ptp(x.value) < _BAR * x.value.mean()
        q = random_postures(self.model.robot, x.frame, 50 * candidates if bar else candidates, seed)
        if bar:
            lengths = imagined(self.model, self.found.state, 0, q).value
            q = q[np.abs(lengths - x.value.mean()) < _BAR * x.value.mean()][:candidates]
            enough("bar postures", count, len(q))
        scales = self.found.scales
        kept = list(self.structural)
        _, J = estimation.whitened(self.model, self.found.state, scales, self.found.shares)
        length = 0.1  # m or rad, prior σ, so that σ is finite for unidentified parameters
        known = np.concatenate([J[:, kept], np.eye(len(kept)) / length])
        trial = imagined(self.model, self.found.state, 0, q)
        new = residual(self.model, self.found.state, 0, trial)[1] / estimation.noises(trial, scales[0])[..., None]
        which, sigma = estimation.most_informative(known, new[..., kept], count)
        names = [self.model.parameters[k].name for k in kept]
        return SuggestedPostures(q[which], dict(zip(names, sigma.tolist(), strict=True)))


def _mm(x: float) -> str:
    return f"{1e3 * x:.3g} mm"


def _degrees(x: float) -> str:
    return f"{np.rad2deg(x):.3g}°"


_POSTURES = 60  # number of random postures for the observability test
_LARGE = (0.02, 0.06)  # m, rad; larger than manufacturing errors


def calibrate(
    robot: RobotLike,
    measurements: Any,
    *,
    frame: str | None = None,
    base: bool = False,
    tool: bool = False,
    parameters: str | Iterable[str] = "all",
    noise: Any = None,
    robust: bool = False,
    degrees: bool = False,
) -> Calibration:
    """Identify the joint offsets and the geometry of a robot from measured poses, points or distances.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot to calibrate.
    measurements : mapping, pair or list of mappings
        Mapping {"q": (N, n), "poses": (N, 4, 4)}, pair (q, values), or list of mappings. "points" (N, 3) or "distances"
        (N,) [m] can replace "poses". Each mapping in a list can have the keys "frame" and "noise". Distances are
        measured from "centre", (3,) or (N, 3). If "centre" is omitted, the centre is identified.
    frame : str, optional
        Link or frame that was measured. Default: the tip of the robot.
    base, tool : bool
        Whether the base pose in the measuring frame (`base`) and the measured point in `frame` (`tool`) are unknown.
    parameters : {"all", "offsets"} or sequence of str
        Parameters to identify. A joint name selects all six parameters of the joint. "joint1.offset" and "joint2.x"
        each select one parameter. "offsets" selects all joint offsets.
    noise : float, (float, float) or arrays, optional
        Standard deviation of the measured lengths [m] and, for poses, of the angles [rad]. By default, both are
        estimated.
    robust : bool
        Whether to omit outliers, that is, measurements whose residuals are too large to be noise.
    degrees : bool
        Whether joint angles are in degrees.

    Returns
    -------
    Calibration

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> q = np.random.default_rng(0).uniform(-2, 2, (40, 6))
    >>> poses = da.forward_kinematics("ur5", q + [0, 0.002, 0, 0, 0, 0])  # the zero of joint2 is off by 2 mrad
    >>> found = da.identification.calibrate("ur5", {"q": q, "poses": poses})
    >>> print(f"{found.offsets['joint2']:.4f} rad")
    0.0020 rad
    """
    robot = as_robot(robot)
    robot.only("calibrate", springs=True)
    numeric(robot)
    sets = read_measurements(robot, measurements, frame, noise, degrees)
    check_lengths(robot, sets)
    model = ErrorModel(robot, tuple(sets), bool(base), bool(tool))
    with one_thread():
        return _calibrated(model, _asked(model, parameters), robust=bool(robust))


def _calibrated(model: ErrorModel, requested: list[int], *, robust: bool) -> Calibration:
    _enough(model, 0)
    begin = estimation.start(model)
    postures = (random_postures(model.robot, x.frame, _POSTURES, seed=1) for x in model.sets)
    anywhere = [imagined(model, begin, i, q) for i, q in enumerate(postures)]
    structural, unseen = _identifiable(model, begin, requested, anywhere, estimation.ANY)
    _enough(model, len(structural))
    kept, missed = _identifiable(model, begin, structural, [None] * len(model.sets), estimation.MEASURED)
    found = estimation.estimate(model, begin, kept, robust=robust)
    names = [str(model.parameters[k].name) for k in kept]
    outliers = np.flatnonzero(np.concatenate(found.shares) == 0)
    values = {name: _value(model, found.state, model.parameters[k]) for name, k in zip(names, kept, strict=True)}
    done = Calibration(
        parameters=values,
        sigma=dict(zip(names, np.sqrt(np.diag(found.covariance)).tolist(), strict=True)),
        covariance=found.covariance,
        unidentifiable=(*unseen, *missed),
        base=model.pose(found.state, "base"),
        tools={f: model.pose(found.state, "tool", f) for f in model.frames},
        before=_left(model, begin, found),
        after=_left(model, found.state, found),
        noise=_noise(model, found),
        outliers=tuple(outliers.tolist()),
        warnings=(),
        model=model,
        start=begin,
        found=found,
        structural=tuple(structural),
    )
    return replace(done, warnings=tuple(_warnings(done, missed, robust)))


def _asked(model: ErrorModel, parameters: str | Iterable[str]) -> list[int]:
    """Return the indices of the requested parameters, including the parameters of an unknown base, tool or centre."""
    every = [k for k, p in enumerate(model.parameters) if p.part != "joint"]
    own = [(k, p) for k, p in enumerate(model.parameters) if p.part == "joint"]
    if isinstance(parameters, str):
        parameters = [parameters]
    names = ["all", "offsets", *dict.fromkeys(p.owner for _, p in own), *(p.name for _, p in own)]
    chosen: set[int] = set()
    for name in instance(parameters, "parameters", Iterable, "parameter names"):
        known(name, names, "geometric parameter", argument="parameters")
        chosen |= {k for k, p in own if name in ("all", p.owner, p.name) or (name == "offsets" and p.is_offset)}
    return sorted(filled([*every, *chosen], "parameters"))


def _enough(model: ErrorModel, unknown: int) -> None:
    if sum(len(x) * x.size for x in model.sets) <= unknown:
        enough("calibration", unknown // model.sets[0].size + 1, sum(len(x) for x in model.sets))


def _identifiable(
    model: ErrorModel, state: Array, among: list[int], measured: Sequence[Measurement | None], share: float
) -> tuple[list[int], list[UnseenDirection]]:
    """Select the parameters that are identifiable from the given measurements, or from the model's own where None.

    Angles in the Jacobian are multiplied by the reach of the arm to obtain lengths.
    """
    reach = chain(numeric(model.robot), model.frames[0]).length
    parameters = [model.parameters[k] for k in among]
    units = np.array([reach if p.is_angle else 1.0 for p in parameters])
    rows = []
    for i, instead in enumerate(measured):
        J = residual(model, state, i, instead)[1][..., among]
        J[:, 3:] *= reach
        rows.append(J.reshape(-1, len(among)) / units)
    kept, unseen = estimation.identifiable(np.concatenate(rows), parameters, units, share)
    return [among[k] for k in kept], unseen


def _value(model: ErrorModel, state: Array, p: GeometricParameter) -> float:
    if p.part == "centre":
        return float(model.centre(state, int(p.owner))["xyz".index(p.step)])
    T = model.pose(state, p.part, p.owner)
    return float([*T[:3, 3], *log(T[:3, :3])][SIX.index(p.step)])


def _left(model: ErrorModel, state: Array, found: CalibrationEstimate) -> dict[str, float]:
    """Compute the root-mean-square length error and angle error, without outliers."""
    length, angle = [], []
    for i in range(len(model.sets)):
        r = residual(model, state, i)[0][found.shares[i] > 0]
        length.append(np.sum(r[:, :3] ** 2, axis=1))
        angle.append(np.sum(r[:, 3:] ** 2, axis=1) if r.shape[1] > 3 else np.zeros(0))
    parts = {"length": np.concatenate(length), "angle": np.concatenate(angle)}
    return {k: float(np.sqrt(x.mean())) for k, x in parts.items() if len(x)}


def _noise(model: ErrorModel, found: CalibrationEstimate) -> dict[str, float]:
    noises: dict[str, float] = {}
    for x, scale in zip(model.sets, found.scales, strict=True):
        for k, which in enumerate(("length", "angle")):
            given = x.noise[k]
            if which == "length" or x.kind == "poses":
                noises.setdefault(which, float(scale[k] if given is None else np.sqrt(np.mean(given**2))))
    return noises


def _warnings(done: Calibration, missed: list[UnseenDirection], robust: bool) -> list[Finding]:
    findings: list[Finding] = []
    model = done.model
    found = done.found
    count = len(done.parameters)
    spare = int(sum(s.sum() * x.size for s, x in zip(found.shares, model.sets, strict=True))) - count
    if missed:
        findings.append(finding.PosturesDoNotShow(tuple(x.parameter.name for x in missed), Call(Function("suggest"))))
    if spare < count:
        findings.append(finding.FewMeasurements(spare, float(1 / np.sqrt(2 * max(spare, 1)))))
    if found.chi2 > 1 + 5 * np.sqrt(2 / max(spare, 1)):
        findings.append(finding.ResidualAboveNoise(float(np.sqrt(found.chi2))))
    after = done.after["length"]
    if after > max(0.3 * done.before["length"], 2e-3):
        ways = tuple(Argument(f"{k}=True") for k, passed in (("base", model.base), ("tool", model.tool)) if not passed)
        findings.append(finding.GeometryDoesNotExplain(Measure(1e3 * after, Unit("mm")), ways))
    joints = [p for p in done._identified if p.part == "joint"]
    far = tuple(p.name for p in joints if abs(done.parameters[p.name]) > _LARGE[p.is_angle])
    if far:
        findings.append(finding.LargeErrors(far))
    if not robust:
        each = (estimation.off(model, found.state, found.scales, i) for i in range(len(model.sets)))
        odd = [z for x, z in zip(model.sets, each, strict=True) if z.max() > estimation.limit(x.size)]
        remedy = Pass(Argument("robust"), Given("True"))
        findings += [finding.OutlierMeasurement(int(np.argmax(z)), float(z.max()), remedy) for z in odd[:1]]
    share = float(1 - np.concatenate(found.shares).mean())
    return [*findings, finding.ManyOutliers(share)] if share > 0.25 else findings
