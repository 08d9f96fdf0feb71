"""Result of an identification: parameters with uncertainties, identified robot, validation and warnings.

Cross-validation uses only the logs  [efron1982]:

left out    x₍ₛ₎ from all segments except s;  e_s = ‖τ_s − w_s x₍ₛ₎‖/‖τ_s‖;   spread² = (S − 1)/S Σ_s (x₍ₛ₎ − x̄)²
by log      the same formulas, with whole logs omitted
elsewhere   √(tr Y C Yᵀ)/rms τ̂ at random postures, with speeds and accelerations as in the log

The suggested trajectory is optimised together with the information from the logs, and therefore excites parameters that
the logs do not excite [swevers1997]:

    max log det (Wᵀ W of the path + that of the logs),     C₊ = (C⁻¹ + Σ_j w_jᵀ w_j/σ_j²)⁻¹ after the path
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest
from typing import final

import numpy as np
from numpy.linalg import norm

from dalembert import finding
from dalembert.argument import FilePath, Packages
from dalembert.finding import fit as findings
from dalembert.finding.finding import (
    Argument,
    Finding,
    Given,
    Identifier,
    JointName,
    LinkName,
    Measure,
    Noun,
    Pass,
    SymbolName,
    Unit,
)
from dalembert.identification.excitation_limits import Bounds, Obstacles
from dalembert.identification.excitation_search import TrajectorySearch, excite
from dalembert.identification.exciting_trajectory import Excitation
from dalembert.identification.filtering import Array, Indices
from dalembert.identification.identified_robot import Saved, identified, saved
from dalembert.identification.least_squares import (
    Estimate,
    Information,
    Rows,
    estimate,
    information,
    noise_share,
    one_thread,
    reduce_to_essential,
    solved,
    thinning,
)
from dalembert.identification.linear_model import Coefficient, Design, random_states
from dalembert.identification.log import Log
from dalembert.identification.log_faults import Examination
from dalembert.identification.payload import Gains, Payload, effort_scales, payload, payload_test
from dalembert.identification.physical_consistency import ConsistentParameters, consistent
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.tolerance import PARAMETER_COUNTS, RANK, SAME_TIME, SIMULATION_SETTLED, TINY
from dalembert.typeset.notebook_display import Displayed, card

_STATES = 200


@final
@dataclass(frozen=True, eq=False)
class Validation(Displayed):
    """Cross-validation of a fit.

    `left_out` contains, for each segment, the prediction error of the fit to all other segments. `spread` is the
    jackknife standard deviation of the parameters x.

    `by_log` contains, for each log, the prediction error of the fit to all other logs. `elsewhere` is the relative
    standard deviation of predicted torques at random postures. This standard deviation is infinite if the torques
    depend on unidentified parameters.
    """

    left_out: Array
    spread: Array
    elsewhere: float
    by_log: Array = field(default_factory=lambda: np.zeros(0))

    @property
    def error(self) -> float:
        """Relative prediction error over all segments in leave-one-out cross-validation."""
        return float(np.sqrt(np.mean(self.left_out**2))) if len(self.left_out) else float("nan")


def validation(design: Design, logs: Sequence[Log], info: Information, found: Estimate) -> Validation:
    """Cross-validate a fit, omitting one time segment at a time."""
    xs, errors = _left_out(info, found, np.arange(len(info.of)))
    spread = np.sqrt((len(xs) - 1) * np.var(xs, axis=0))
    return Validation(errors, spread, _elsewhere(design, logs, found), _left_out(info, found, info.of)[1])


def _left_out(info: Information, found: Estimate, groups: Indices) -> tuple[Array, Array]:
    """Omit one group of segments at a time. `groups` contains the group of each segment.

    Return the parameters x₍ₖ₎ identified without group k, and the errors ‖τ_k − w_k x₍ₖ₎‖/‖τ_k‖. A single group has no
    error, and its parameters are nan.
    """
    each = np.unique(groups)
    if len(each) < 2:
        return np.full((1, info.size), np.nan), np.zeros(0)
    xs = np.array([estimate(info.part(groups != k), using=found.seen).x for k in each])
    return xs, np.array([info.part(groups == k).error(x) for k, x in zip(each, xs, strict=True)])


def _elsewhere(design: Design, logs: Sequence[Log], found: Estimate) -> float:
    """Compute the relative standard deviation of the predicted torques at random postures."""
    rng = np.random.default_rng(0)
    q, qd, qdd = random_states(design.robot, rng, _STATES)
    for c in design.robot.dofs:
        low, high = c.limits.lower, c.limits.upper
        if c.motion != "ball" and low is not None and high is not None:
            q[:, c.q] = rng.uniform(low, high, (_STATES, 1))
    for x, of in ((qd, "qd"), (qdd, "qdd")):
        x *= np.max([np.nanstd(getattr(log, of), axis=0) for log in logs], axis=0) / 3 * np.sqrt(3)
    w = design.rows(Log(np.arange(float(_STATES)), q, qd, qdd, np.zeros_like(qd)))
    unseen = ~np.isfinite(found.sigma)
    size = np.sqrt(np.mean((w @ found.x) ** 2))
    if np.abs(w[:, :, unseen]).max(initial=0.0) > 0:
        return float("inf")
    spread = np.sqrt(np.mean(np.einsum("nmp,pq,nmq->nm", w, found.covariance, w)))
    return float(spread / size) if size > 0 else float("nan")


_ITERATIONS = 15
_HALF = 2.0  # smallest reduction of σ that is listed


@final
@dataclass(frozen=True, eq=False)
class Suggestion:
    """Suggested trajectory `path`, with the expected reduction of parameter uncertainties.

    `path.to_csv` writes the trajectory to a file. The expected standard deviations σ assume the same noise as in the
    logs.
    """

    path: Excitation
    before: dict[str, float]
    after: dict[str, float]

    @property
    def gained(self) -> tuple[str, ...]:
        """Parameters whose standard deviation is at least halved, sorted by decreasing improvement."""
        ratio = {k: self.before[k] / max(s, TINY) for k, s in self.after.items() if np.isfinite(s)}
        return tuple(sorted((k for k, x in ratio.items() if x >= _HALF), key=lambda k: -ratio[k]))

    def __str__(self) -> str:
        shown = ", ".join(self.gained[:8]) or "nothing much"
        more = f" and {len(self.gained) - 8} more" if len(self.gained) > 8 else ""
        return f"a path of {self.path.duration:.3g} s that at least halves σ of {shown}{more}"


def _after(fit: Fit, path: Excitation) -> Array:
    """Predict the standard deviations of a fit to the logs and the suggested trajectory.

    The number of independent samples per second is assumed to equal that of the logs.
    """
    info, weights = fit.info, fit.estimate.weights
    seconds = sum(float(log.t[-1] - log.t[0]) for log in fit.logs)
    rate = float(info.counts.sum(0).max()) / max(seconds, SAME_TIME)
    w = fit.design.rows(Log(path.t, path.q, path.qd, path.qdd, np.zeros_like(path.qd))) * weights[:, None, None]
    more = w.reshape(-1, w.shape[2]) * np.sqrt(rate * path.duration / len(path.t))
    return solved(np.vstack([info.stacked(weights), np.pad(more, ((0, 0), (0, 1)))]), info.share).sigma


_WEAK = 0.3  # σ/|x| above which a parameter is weakly determined
_GOOD_CONDITION = 50.0
_CONDITION = 100.0  # condition number above which the excitation is poor
_CARRIES = 1.5  # error of omitted segments divided by the error of the fit
_NOISY = 0.01  # fraction of the power of q̈
_MORE = 3.0  # ratio of spread to σ
_STRANGE = 0.03  # smallest suspicious error of the given robot
_OFF = 3.0  # smallest suspicious ratio of this error to the error of the fit
_SHARE = 0.3  # largest ratio of the error with a payload or a scale to this error
_EXPLAINED = 0.1  # largest error that remains with a scale
_SCALED = 0.1  # smallest |log| of a scale that is not explained by wrong masses
_BELOW = 3.0  # friction is too negative if it is more than this number of σ below 0
_FELT = 0.005  # fraction of the effort; smaller effects are not reported
_LOOSE = 0.05  # ratio of σ to the gain
_FEW = 5.0  # samples per parameter; with fewer samples, the error of the fit is 10 % too small


def signals(fit: Fit) -> finding.EffortsAreSignals | None:
    """Return a note if efforts are currents or voltages with unknown gains."""
    notes = (x for log in fit.logs for x in log.faults if isinstance(x, finding.EffortsAreSignals))
    return next(notes, None) if fit.gains is None else None


_TOO_LITTLE = (finding.LogTooShort, finding.JointAtRest)  # insufficient motion is not a fault of the recording


def _faults(fit: Fit) -> list[finding.Doubt]:
    """Return the probable faults of the logs, except insufficient motion, which is reported by `_data`."""
    return [x for x in fit.doubts if not isinstance(x.fault, _TOO_LITTLE)]


def _data(fit: Fit) -> list[Finding]:
    found: list[Finding] = []
    for log, seen in zip_longest(fit.logs, fit._examined):
        name = Identifier(log.name)
        still = [x.fault for x in seen.doubts if isinstance(x.fault, _TOO_LITTLE)] if seen else []
        noted = [x for x in log.faults if fit.gains is None or not isinstance(x, finding.EffortsAreSignals)]
        found += [findings.LogWarning(name, x) for x in (*noted, *still)]
        if bad := int((~log.complete).sum()):
            found.append(findings.IncompleteSamples(name, bad, len(log)))
        if np.nan_to_num(log.tau).any():
            zero = np.asarray(~np.nan_to_num(log.tau, nan=1.0).any(0))
            idle = (x for x in fit.given.actuated if zero[fit.given.coordinate(x).qd])
            found += [findings.EffortZero(JointName(x), name) for x in idle]
    rows, size = int(fit.info.counts.sum() * fit.info.share), int(fit.estimate.seen.sum())
    if rows < _FEW * size:
        found.append(findings.FewSamples(rows, size))
    return found


def _other_robot(fit: Fit) -> list[Finding]:
    """Report an unknown payload at the tip of the robot, or a joint whose efforts are wrong by a constant factor."""
    found = payload_test(fit.design, fit.info, fit.estimate)
    if found is None or _faults(fit) or signals(fit):
        return []
    strange = found.own > max(_STRANGE, _OFF * fit.error)
    if strange and found.loaded < max(_SHARE * found.own, 2 * fit.error) and abs(found.mass) > 3 * found.sigma:
        mass, single = Measure(found.mass, Unit("kg")), len(fit.given.coordinates) == 1
        return [findings.PayloadSuspected(mass, LinkName(found.link), found.own, found.loaded, single)]
    return [
        findings.EffortScaleSuspected(JointName(fit.given.coordinates[j]), a, before, after)
        for j, a, before, after in effort_scales(fit.design, fit.info)
        if abs(np.log(abs(a) or RANK)) > _SCALED and before > _STRANGE and after < min(_SHARE * before, _EXPLAINED)
    ]


def _gains(fit: Fit) -> list[Finding]:
    """Report drives whose gain is not determined accurately by the known load."""
    if fit.gains is None:
        return []
    shares = {x: fit.gains.sigma[x] / abs(g) for x, g in fit.gains.values.items() if x in fit.given.actuated}
    poor = {JointName(name): x for name, x in shares.items() if not x < _LOOSE}
    return [findings.GainUncertain(tuple(poor), tuple(poor.values()))] if poor else []


def _unseen(fit: Fit) -> list[Finding]:
    found: list[Finding] = []
    lost = tuple(SymbolName(name) for name, s in fit.sigma.items() if not np.isfinite(s))
    if lost:
        found.append(findings.ParametersUnseen(lost, exciting_motion(fit, lost)))
    weak = tuple(map(SymbolName, fit.weak))
    if weak:
        shares = tuple(fit.sigma[x] / max(abs(fit.parameters[x]), TINY) for x in weak)
        found.append(findings.ParametersWeak(weak, shares, _WEAK, exciting_motion(fit, weak)))
    return found


def _excitation(fit: Fit) -> list[Finding]:
    remarks: list[Finding] = []
    found, condition = fit.validation, fit.estimate.condition
    if condition > _CONDITION:
        remarks.append(findings.PoorlyConditioned(condition, _GOOD_CONDITION))
    if len(found.left_out) and found.error > _CARRIES * fit.error and found.error > 0.01:
        worst = np.argmax(found.left_out)
        place = Identifier(str(worst + 1))
        remarks.append(
            findings.PoorPrediction(Noun("segments"), found.error, place, float(found.left_out[worst]), fit.error)
        )
    if len(found.by_log) and (error := float(found.by_log.max())) > max(_CARRIES * fit.error, 0.01):
        name = Identifier(fit.logs[np.argmax(found.by_log)].name)
        remarks.append(findings.PoorPrediction(Noun("logs"), error, name, error, fit.error))
    if np.isfinite(found.elsewhere) and found.elsewhere > max(3 * fit.error, 0.1):
        remarks.append(findings.UncertainElsewhere(found.elsewhere, fit.error))
    return remarks


def _noise(fit: Fit) -> list[Finding]:
    if fit.method == "instruments":
        return []
    found: list[Finding] = []
    remedy = Pass(Argument("method"), Given("'instruments'"))
    for log in fit.logs:
        if fit.info.every[0] > 1 or len(log) < 50 or not np.isfinite(log.q).all():
            continue
        share = noise_share(fit.given, log)
        worst = np.argmax(share)
        if share[worst] > _NOISY:
            joint = JointName(fit.given.coordinates[worst])
            found.append(findings.NoisyAccelerations(joint, Identifier(log.name), float(share[worst]), remedy))
    return found


_WORSE = 1.5  # error ratio above which the controller of the log probably differs


@final
@dataclass(frozen=True, eq=False)
class Refined:
    """Results of the closed-loop simulation that refines a fit.

    `torque` is ‖τ − τ_s‖/‖τ‖ in the last simulation. `measured` is the corresponding error of a least-squares fit to
    the measured motion. `position` is the root mean square of q − q_s per coordinate. `moved` is the largest change in
    a parameter during the last round, in units of σ. `astray` contains the deviation of each coordinate whose simulated
    motion differs from the log, relative to the tracking error of the log.
    """

    rounds: int
    torque: float
    position: dict[str, float]
    moved: float
    measured: float
    astray: dict[str, float]


def _refinement(fit: Fit) -> list[Finding]:
    own = fit.refined
    if own is None:
        return []
    found: list[Finding] = [findings.ControllerDiffers(JointName(name), x) for name, x in own.astray.items()]
    if own.moved > SIMULATION_SETTLED:
        found.insert(0, findings.RefinementNotSettled(own.rounds, own.moved))
    if not own.astray and own.torque > max(_WORSE * own.measured, 0.01):
        found.append(findings.ControllerDiffers(None, own.torque, own.measured))
    return found


def _model(fit: Fit) -> list[Finding]:
    found: list[Finding] = []
    spread, sigma = fit.validation.spread, fit.estimate.sigma
    known = np.isfinite(sigma) & (sigma > 0) & np.isfinite(spread)
    if known.any():
        ratio = float(np.median(spread[known] / sigma[known]))
        if ratio > _MORE:
            found.append(findings.ModelIncomplete(ratio))
    for name, term in zip(fit.design.names[fit.design.inertial :], fit.design.terms, strict=True):
        x, s = fit.parameters[name], fit.sigma[name]
        if term.kind in ("fv", "fc") and x < -_BELOW * s and _felt(fit, term, x) > _FELT:
            found.append(findings.FrictionBelowZero(SymbolName(name), x, -x / s))
    return found


def _lost_friction(fit: Fit) -> list[Finding]:
    """Report identified friction that the identified robot omits because a drive cannot represent it.

    A `Drive` has friction that does not depend on the load, and equal damping in both directions.
    """
    x, at = fit.estimate.x, {term: i for i, term in enumerate(fit.design.terms, fit.design.inertial)}
    lost = np.zeros(len(x))
    for term, i in at.items():
        if term.kind == "fl":
            lost[i] = x[i]
        elif term.kind == "fv" and term.side:
            lost[i] = (x[i] - x[at[term._replace(side="-" if term.side == "+" else "+")]]) / 2
    w = fit.design.rows(fit.logs[0].spread(500)) if lost.any() else np.zeros(len(x))
    off = float(norm(w @ lost)) / max(float(norm(w @ x)), TINY)
    kinds = tuple(Noun(f"{x} friction") for x in ("load", "asymmetric") if x in fit.design.friction.kinds)
    return [findings.FrictionNotInDrive(kinds, off)] if off > 0.1 * fit.error else []


def _felt(fit: Fit, term: Coefficient, x: float) -> float:
    """Compute the fraction of a joint effort that is due to a friction coefficient, as a ratio of root mean squares."""
    tau, qd = (np.concatenate([getattr(log, name)[:, term.k] for log in fit.logs]) for name in ("tau", "qd"))
    speed = float(np.sqrt(np.nanmean(qd**2))) if term.kind == "fv" else 1.0
    return abs(x) * speed / max(float(np.sqrt(np.nanmean(tau**2))), TINY)


def _unseen_joints(fit: Fit) -> list[str]:
    """Return the coordinates for which no moment or product of inertia of the links is accurately known."""
    basis = fit.design.basis
    if basis is None:
        return []
    known: dict[int, bool] = {}
    for name, place in zip(basis.names, basis.kept, strict=True):
        label = basis.labels[place]
        if label.startswith(("XX", "XY", "XZ", "YY", "YZ", "ZZ")):
            body = int(label[2:]) - 1
            sure = fit.sigma[name] < _WEAK * abs(fit.parameters[name])
            known[body] = known.get(body, False) or bool(sure)
    bodies = tree(fit.given).bodies
    return [fit.given.coordinates[bodies[k].coordinate] for k, sure in sorted(known.items()) if not sure]


def exciting_motion(fit: Fit, names: Sequence[str]) -> finding.ExcitingMotion:
    """Describe the motion that excites the given parameters."""
    turns = sorted({int("".join(c for c in name if c.isdigit()) or 0) for name in names} - {0})
    bodies = tree(fit.given).bodies
    moving = tuple(JointName(bodies[k - 1].name) for k in turns[:3] if k <= len(bodies))
    return finding.ExcitingMotion(moving, all(name.startswith(("fv", "fc", "fs", "offset")) for name in names))


_BLOCK = 8192  # number of samples per prediction


@final
@dataclass(frozen=True, eq=False, repr=False)
class Fit(Displayed):
    """Result of `identify`.

    Base parameters have the same names as in `equations`. `groups` defines each base parameter.
    """

    given: Robot
    design: Design
    logs: tuple[Log, ...]
    info: Information
    estimate: Estimate
    method: str
    physical: ConsistentParameters | None = None  # all parameters of the links, if they are physically consistent
    gains: Gains | None = None  # gains of the drives, if they were fitted; `logs` are then in efforts
    refined: Refined | None = None  # results of the simulation, if the fit was refined

    @cached_property
    def parameters(self) -> dict[str, float]:
        """Identified values by parameter name, with nan for unidentified parameters."""
        seen = np.isfinite(self.estimate.sigma)
        return dict(zip(self.design.names, np.where(seen, self.estimate.x, np.nan).tolist(), strict=True))

    @cached_property
    def prior(self) -> dict[str, float]:
        """Parameter values of the given robot by name, with nan for undefined values."""
        return dict(zip(self.design.names, self.design.prior.tolist(), strict=True))

    @cached_property
    def sigma(self) -> dict[str, float]:
        """Standard deviations by parameter name, assuming white noise in the frequency band of the log.

        The standard deviation is infinite if the parameter is not identifiable.
        """
        return dict(zip(self.design.names, self.estimate.sigma.tolist(), strict=True))

    @cached_property
    def correlation(self) -> Array:
        """Correlation matrix in the order of `parameters`, with nan where a standard deviation is infinite or 0."""
        s = self.estimate.sigma
        with np.errstate(invalid="ignore", divide="ignore"):
            return self.estimate.covariance / np.outer(s, s)

    @cached_property
    def groups(self) -> dict[str, str]:
        """Definition of each base parameter as a combination of link and rotor parameters, by name."""
        basis = self.design.basis
        return {} if basis is None else {name: basis.meaning(i) for i, name in enumerate(basis.names)}

    @cached_property
    def error(self) -> float:
        """Relative error ‖τ − τ̂‖/‖τ‖ over all fitted samples and joints, after filtering and decimation.

        `raw_error` uses all samples.
        """
        return self.info.error(self.estimate.x)

    @cached_property
    def errors(self) -> dict[str, float]:
        """Relative error ‖τ_j − τ̂_j‖/‖τ_j‖ per coordinate, with nan where τ was not measured."""
        left, whole = self.info.squares(self.estimate.x)
        ratio = np.sqrt(left / np.where(whole > 0, whole, np.nan))
        return dict(zip(self.given.coordinates, ratio.tolist(), strict=True))

    def predict(self, log: Log) -> Array:
        """Predict the efforts τ̂ at every sample in a log, (samples, n)."""
        parts = [np.zeros((0, self.given.nv))]
        for first in range(0, len(log), _BLOCK):
            some = log.rows(np.arange(first, min(first + _BLOCK, len(log))))
            parts.append((self.design.rows(some) @ self.estimate.x).T + self.design.known(some))
        return np.concatenate(parts)

    @cached_property
    def consistent(self) -> Fit:
        """Fit to the same logs with physically consistent parameters close to the parameters of the given robot."""
        with one_thread():
            found = consistent(self.design, self.info, self.estimate)
        return replace(self, estimate=replace(self.estimate, x=found.x), physical=found)

    @cached_property
    def robot(self) -> Robot:
        """Robot with the link inertias and drives of the physically consistent fit.

        The link inertias are not unique: other inertias can require the same torques.
        """
        fit = self if self.design.basis is None or self.physical is not None else self.consistent
        values = zip(fit.design.terms, list(fit.parameters.values())[fit.design.inertial :], strict=True)
        return identified(fit.given, fit.design, {term: x for term, x in values if np.isfinite(x)}, fit.physical)

    def payload(self, log: Log, frame: str | None = None) -> Payload:
        """Identify a payload from another log that was recorded with this payload. The payload is fixed at a frame, by
        default the tip.

        The logs used for this fit must have been recorded without the payload.
        """
        with one_thread():
            return payload(self.design, self.estimate, log, frame)

    def suggest(
        self,
        duration: float = 5.0,
        *,
        bounds: Bounds | None = None,
        obstacles: Obstacles | None = None,
        search: TrajectorySearch | None = None,
    ) -> Suggestion:
        """Suggest a trajectory that excites parameters not excited by these logs.

        The arguments are the same as for `excite`.
        """
        search = search or TrajectorySearch("d", restarts=1, iterations=_ITERATIONS, progress=False)
        path = excite(self.robot, duration=duration, bounds=bounds, obstacles=obstacles, known=self.logs, search=search)
        after = dict(zip(self.design.names, _after(self, path).tolist(), strict=True))
        return Suggestion(path, self.sigma, after)

    @cached_property
    def validation(self) -> Validation:
        """Cross-validation of the fit: prediction errors, parameter spread, and uncertainty at other postures."""
        with one_thread():
            return validation(self.design, self.logs, self.info, self.estimate)

    @cached_property
    def weak(self) -> tuple[str, ...]:
        """Inertial parameters with σ > 0.3 |x|.

        Parameters whose σ is less than a thousandth of the largest similar parameter are ignored.
        """
        determined = [name for name in self.design.names[: self.design.inertial] if np.isfinite(self.sigma[name])]
        largest: dict[str, float] = {}
        for name in determined:
            largest[_kind(name)] = max(largest.get(_kind(name), 0.0), abs(self.parameters[name]))
        return tuple(
            name
            for name in determined
            if self.sigma[name] > max(0.3 * abs(self.parameters[name]), PARAMETER_COUNTS * largest[_kind(name)])
        )

    @cached_property
    def essential(self) -> tuple[str, ...]:
        """Parameters that significantly improve the fit."""
        with one_thread():
            using = reduce_to_essential(self.info, self.estimate)[1]
        return tuple(name for name, ok in zip(self.design.names, using, strict=True) if ok)

    @cached_property
    def doubts(self) -> tuple[finding.Doubt, ...]:
        """Probable faults in the logs. Logs without measured efforts are not examined."""
        return tuple(doubt for x in self._examined for doubt in x.doubts)

    @cached_property
    def unconfirmed(self) -> tuple[Finding, ...]:
        """Faults that the logs neither reveal nor rule out: joint order and signs, base tilt, effort delay."""
        several = len(self.logs) > 1
        return tuple(
            findings.LogWarning(Identifier(log.name), x) if several else x
            for log, seen in zip(self.logs, self._examined, strict=False)
            for x in seen.unconfirmed
        )

    @cached_property
    def _examined(self) -> tuple[Examination, ...]:
        return () if self.design.basis is None else tuple(log.examine(self.given) for log in self.logs)

    @cached_property
    def warnings(self) -> tuple[Finding, ...]:
        """Warnings to consider before you use this fit."""
        tests = (
            _faults,
            _data,
            _other_robot,
            _gains,
            _unseen,
            _excitation,
            _noise,
            _refinement,
            _model,
            _lost_friction,
        )
        return tuple(x for test in tests for x in test(self))

    @cached_property
    def verdict(self) -> finding.FitVerdict:
        """Assessment of the fit, including the purposes for which it is accurate enough."""
        found = self.validation
        error = max(self.error, found.error if np.isfinite(found.error) else 0.0)
        elsewhere = found.elsewhere if np.isfinite(found.elsewhere) else float("inf")
        faults, joints = _faults(self), _unseen_joints(self)
        return finding.FitVerdict(
            error,
            error < 0.15,
            elsewhere if elsewhere > max(2 * error, 0.05) else None,
            faults[0] if faults else None,
            signals(self),
            tuple(_other_robot(self)),
            tuple(map(JointName, joints)),
            bool(self.given.coordinates) and self.given.coordinates[-1] in joints,
        )

    def error_on(self, log: Log) -> float:
        """Compute the relative error ‖τ − τ̂‖/‖τ‖ for another log, after filtering and decimation."""
        rows = Rows.of(self.design, log, thinning(log, 1))
        return information([rows], self.design.felt).error(self.estimate.x)

    def raw_error_on(self, log: Log) -> float:
        """Compute the relative error ‖τ − τ̂‖/‖τ‖ over all samples in a log.

        The recorded effort τ includes noise above the frequency band of the motion.
        """
        return self._raw_error((log,))

    @cached_property
    def raw_error(self) -> float:
        """Relative error ‖τ − τ̂‖/‖τ‖ over all recorded samples, including high-frequency noise."""
        return self._raw_error(self.logs)

    def _raw_error(self, logs: Sequence[Log]) -> float:
        tau, found = (np.concatenate(x) for x in ([y.recorded for y in logs], [self.predict(y) for y in logs]))
        known = np.isfinite(tau - found)
        whole = float(norm(tau[known]))
        return float(norm((tau - found)[known])) / whole if whole > 0 else 0.0

    def save(
        self,
        path: FilePath,
        original: FilePath | None = None,
        *,
        overwrite: bool = False,
        packages: Packages | None = None,
        ignore: Sequence[str] = (),
    ) -> Saved:
        """Write the identified robot to a file.

        `original` is the file from which the robot was loaded. If `original` is given and the format is the same, the
        new file is a copy of the original file with changed values. The suffix of `path` selects the format. Parameters
        that URDF or MJCF cannot represent (offsets, asymmetry) are listed in the result. `packages` and `ignore` are
        the same as for `load`.
        """
        if signals(self):
            raise findings.EffortsNotTorques(Pass(Argument("torque_gain"))).error()
        return saved(self.robot, path, original, overwrite=overwrite, packages=packages, ignore=ignore)

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
            words=[str(x) for x in (self.verdict, *self.warnings)],
        )

    def __repr__(self) -> str:
        return f"<Fit of robot '{self.given.name}': {len(self.parameters)} parameters, error {100 * self.error:.3g} %>"


def _kind(name: str) -> str:
    """Return the kind of a base parameter from its name: mass, first moment, inertia tensor or rotor inertia."""
    letters = name.rstrip("R").rstrip("0123456789")
    return "tensor" if len(letters) == 2 and letters[0] in "XYZ" else letters[:1] + str(len(letters))
