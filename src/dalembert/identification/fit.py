"""The result of an identification: parameters with their uncertainty, the identified robot, validation, warnings and next path.

Validation from the logs alone  [efron1982]:

left out    x₍ₛ₎ from all segments but s;  e_s = ‖τ_s − w_s x₍ₛ₎‖/‖τ_s‖;   spread² = (S − 1)/S Σ_s (x₍ₛ₎ − x̄)²
by log      the same with whole logs left out
elsewhere   √(tr Y C Yᵀ)/rms τ̂ at random postures, with the speeds and accelerations of the log

The suggested path is optimised together with the information of the logs, so it moves what they did not excite  [swevers1997]:

    max log det (Wᵀ W of the path + that of the logs),     C₊ = (C⁻¹ + Σ_j w_jᵀ w_j/σ_j²)⁻¹ after the path
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import WrongValue
from dalembert.identification.base_parameters import random_states
from dalembert.identification.blas_threads import one_thread
from dalembert.identification.drive_gains import Gains
from dalembert.identification.excitation.excite import excite
from dalembert.identification.excitation.trajectory import Excitation
from dalembert.identification.identified_robot import Saved, identified, saved, with_drives
from dalembert.identification.information import Information, information, thinning
from dalembert.identification.instrumental_variables import noise_share
from dalembert.identification.least_squares import Estimate, estimate, reduce_to_essential
from dalembert.identification.linear_model import Design
from dalembert.identification.log import Log
from dalembert.identification.log_faults.channels import Doubt
from dalembert.identification.log_faults.examination import Examination
from dalembert.identification.output_error import Refined
from dalembert.identification.payload import Payload, carried, payload, scales
from dalembert.identification.physical_consistency import Consistent, believed, consistent
from dalembert.identification.reading.signals import RAW
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.typeset.notebook import Displayed, card

Array = NDArray[np.float64]
_STATES = 200


@final
@dataclass(frozen=True, eq=False)
class Validation(Displayed):
    """`left_out`: error of each stretch when it is predicted from the others; `spread`: σ of x by the jackknife.

    `by_log`: error of each log when it is predicted from all others, where there are several.
    `elsewhere`: standard deviation of torques at postures all over, over their size; infinite where the log misses
    parameters that such motions feel.
    """

    left_out: Array
    spread: Array
    elsewhere: float
    by_log: Array = field(default_factory=lambda: np.zeros(0))

    @property
    def error(self) -> float:
        """Of all stretches, each predicted from the others."""
        return float(np.sqrt(np.mean(self.left_out**2))) if len(self.left_out) else float("nan")


def validation(design: Design, logs: Sequence[Log], info: Information, found: Estimate) -> Validation:
    """Cross-validation over stretches of time, of all logs."""
    S = info.stretches
    if S < 2:
        return Validation(np.zeros(0), np.full(info.size, np.nan), _elsewhere(design, logs, found))
    parts = [estimate(info.without(s), using=found.seen) for s in range(S)]
    xs = np.array([p.x for p in parts])
    squares = [info.squares(p.x, s) for s, p in enumerate(parts)]
    errors = np.array([np.sqrt(left.sum() / max(whole.sum(), 1e-300)) for left, whole in squares])
    spread = np.sqrt((S - 1) / S * np.sum((xs - xs.mean(0)) ** 2, axis=0))
    return Validation(errors, spread, _elsewhere(design, logs, found), _by_log(info, found))


def _by_log(info: Information, found: Estimate) -> Array:
    """‖τ_k − w_k x₍ₖ₎‖/‖τ_k‖ of each log k, x₍ₖ₎ from the others."""
    numbers = sorted(set(info.of))
    if len(numbers) < 2:
        return np.zeros(0)
    errors = []
    for k in numbers:
        x = estimate(info.log(k, others=True), using=found.seen).x
        left, whole = info.log(k).squares(x)
        errors.append(float(np.sqrt(left.sum() / max(whole.sum(), 1e-300))))
    return np.array(errors)


def _elsewhere(design: Design, logs: Sequence[Log], found: Estimate) -> float:
    """Standard deviation of torques at random postures, over their size."""
    rng = np.random.default_rng(0)
    q, qd, qdd = random_states(design.robot, rng, _STATES)
    for name in design.robot.coordinates:
        c = design.robot.coordinate(name)
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
_HALF = 2.0  # times as sure, which is worth naming


@final
@dataclass(frozen=True, eq=False)
class Suggestion:
    """`path` to run (`.to_csv`, `.plot`), and σ of each parameter before and, as far as noise stays what it was, after it."""

    path: Excitation
    before: dict[str, float]
    after: dict[str, float]

    @property
    def gained(self) -> tuple[str, ...]:
        """Parameters whose σ the path halves at least, the most gained first."""
        ratio = {k: self.before[k] / max(s, 1e-300) for k, s in self.after.items() if np.isfinite(s)}
        return tuple(sorted((k for k, x in ratio.items() if x >= _HALF), key=lambda k: -ratio[k]))

    def __str__(self) -> str:
        shown = ", ".join(self.gained[:8]) or "nothing much"
        more = f" and {len(self.gained) - 8} more" if len(self.gained) > 8 else ""
        return f"a path of {self.path.duration:.3g} s that at least halves σ of {shown}{more}"


def suggestion(fit: Fit, duration: float, **options: Any) -> Suggestion:
    """The path of this duration; `options` as `excite` takes them."""
    told: dict[str, Any] = {"criterion": "d", "restarts": 1, "iterations": _ITERATIONS, "progress": False} | options
    path = excite(fit.robot, duration=duration, known=fit.logs, **told)
    return Suggestion(path, dict(fit.sigma), dict(zip(fit.design.names, _after(fit, path).tolist(), strict=True)))


def _after(fit: Fit, path: Excitation) -> Array:
    """σ of a fit of the logs and of the path, with as many independent samples a second as the logs had."""
    info, noise = fit.info, fit.estimate.noise
    measured = np.isfinite(noise) & (noise > 0)
    weights = np.where(measured, 1 / np.where(measured, noise, 1.0), 0.0)
    R = info.stacked(weights)[:, :-1]
    seconds = sum(float(log.t[-1] - log.t[0]) for log in fit.logs)
    rate = float(info.counts.sum(0).max()) / max(seconds, 1e-9)
    w = fit.design.rows(Log(path.t, path.q, path.qd, path.qdd, np.zeros_like(path.qd))) * weights[:, None, None]
    more = w.reshape(-1, w.shape[2]) * np.sqrt(rate * path.duration / len(path.t))
    A = info.share * (R.T @ R + more.T @ more)
    size = np.sqrt(np.maximum(np.diag(A), 0.0))
    seen = size > 0
    sigma = np.full(len(size), np.inf)
    scaled = A[np.ix_(seen, seen)] / np.outer(size[seen], size[seen])
    values, V = np.linalg.eigh(scaled)
    told = values > 1e-14 * values[-1]
    C = np.sum(V[:, told] ** 2 / values[told], axis=1)
    blind = np.sum(V[:, ~told] ** 2, axis=1) > 1e-6
    sigma[seen] = np.where(blind, np.inf, np.sqrt(C) / size[seen])
    return sigma


_WEAK = 0.3  # σ over |x| above which a parameter is not known
_CONDITION = 100.0  # of columns of unit length, above which a path excites poorly
_CARRIES = 1.5  # error of stretches left out over the error of the fit
_NOISY = 0.01  # of the power of q̈
_SHORT = 5.0  # s
_MORE = 3.0  # spread over σ
_STRANGE = 0.03  # of the torque that the robot as given leaves, and
_OFF = 3.0  # how many times the fit's error, at which it is another robot
_SHARE = 0.3  # of that, left with a load or a scale that explains it
_EXPLAINED = 0.1  # of a joint's effort that a scale may leave
_SCALED = 0.1  # logarithm of a scale that is no error of a mass
_BELOW = 3.0  # σ below 0: friction that drives
_FELT = 0.005  # of the effort: less is not worth a word
_LOOSE = 0.05  # σ over a gain
_FEW = 5.0  # samples for each parameter: the error of the fit is a tenth too small


def warnings(fit: Fit) -> tuple[str, ...]:
    """Everything that a user of the fit should know."""
    return (
        *_wrong(fit),
        *_data(fit),
        *_given(fit),
        *_gains(fit),
        *_unseen(fit),
        *_excitation(fit),
        *_noise(fit),
        *(fit.refined.doubts if fit.refined is not None else ()),
        *_model(fit),
        *_lost_friction(fit),
    )


def verdict(fit: Fit) -> str:
    """One sentence a reader can act on."""
    found = fit.validation
    good = max(fit.error, found.error if np.isfinite(found.error) else 0.0)
    said = [f"good for feed-forward to {_percent(good)} on this path" if good < 0.15 else
            f"not good enough for feed-forward: {_percent(good)} of the torque is unexplained"]  # fmt: skip
    if not np.isfinite(found.elsewhere):
        said.append("other motions feel parameters that this one does not show")
    elif found.elsewhere > max(2 * good, 0.05):
        said.append(f"on other motions expect {_percent(found.elsewhere)}")
    wrong = _wrong(fit)
    if wrong:
        said.insert(0, f"the log is probably not what it seems ({wrong[0].split('?')[0]}): see warnings first")
    if signals(fit):
        said.insert(
            0,
            "efforts are amperes or volts, and so are the parameters: say torque_gain, or gains=True with a known load",
        )
    said += dict.fromkeys(f"not the robot as given ({text.split(': ')[-1].rstrip('?')})" for text in _given(fit))
    joints = _dark_joints(fit)
    if joints:
        said.append(f"the inertia of {', '.join(joints)} is not seen")
        if fit.given.coordinates and fit.given.coordinates[-1] in joints:
            said.append("do not trust the payload")
    return "; ".join(said)


def signals(fit: Fit) -> bool:
    """Whether efforts are currents or voltages whose gains nobody told."""
    return fit.gains is None and any(text.startswith(RAW) for log in fit.logs for text in log.faults)


def _wrong(fit: Fit) -> list[str]:
    """What is probably wrong with the logs; of length and joints that stand, `_data` speaks."""
    return [str(x) for x in fit.doubts if x.kind not in ("short", "still")]


def _data(fit: Fit) -> list[str]:
    said = []
    for log in fit.logs:
        said += [f"{log.name}: {text}" for text in log.faults if fit.gains is None or not text.startswith(RAW)]
        length = float(log.t[-1] - log.t[0])
        if length < _SHORT:
            said.append(f"{log.name} is {length:.3g} s long: too short to see slow motion and friction both ways")
        bad = int((~(np.isfinite(log.q).all(1) & np.isfinite(log.qd).all(1) & np.isfinite(log.qdd).all(1))).sum())
        if bad:
            said.append(f"{bad} of {len(log)} samples of {log.name} have no numbers and were left out")
        speeds = np.nanstd(log.qd, axis=0)
        slides = np.array([fit.given.coordinate(name).slides for name in fit.given.coordinates])
        for name, speed, slide in zip(fit.given.coordinates, speeds, slides, strict=True):
            if speed < 1e-3 * max(float(speeds[slides == slide].max()), 1e-12):
                said.append(f"{name} stands still in {log.name}: its friction and what turns about it are not seen")
        zero = (
            np.asarray(~np.nan_to_num(log.tau, nan=1.0).any(0))
            if np.nan_to_num(log.tau).any()
            else np.zeros(fit.given.nv, bool)
        )
        for name in (x for x in fit.given.actuated if zero[fit.given.coordinate(x).qd]):
            said.append(
                f"the effort of {name} is 0 in all of {log.name}: if it was not measured, leave it out (nan), else nothing moved it"
            )
    rows, size = int(fit.info.counts.sum() * fit.info.share), int(fit.estimate.seen.sum())
    if rows < _FEW * size:
        said.append(
            f"{rows} independent samples for {size} parameters: the error of the fit is too small by over-fitting"
        )
    return said


def _given(fit: Fit) -> list[str]:
    """Whether it was the robot as given that moved, but for a load at its tip or for the scale of a joint's effort."""
    found = carried(fit.design, fit.info, fit.estimate)
    if found is None or _wrong(fit) or signals(fit):
        return []
    strange = found.own > max(_STRANGE, _OFF * fit.error)
    if strange and found.loaded < max(_SHARE * found.own, 2 * fit.error) and abs(found.mass) > 3 * found.sigma:
        more = "a payload that the model has not" if found.mass > 0 else "less than the model has"
        if len(fit.given.coordinates) == 1:  # whose mass is all that its efforts tell
            more += ", or its efforts or positions are in another unit or behind another gear"
        return [
            f"the robot as given leaves {_percent(found.own)} of the torque unexplained, with {found.mass:+.3g} kg at {found.link} "
            f"{_percent(found.loaded)}: it carries {more}, and the links' parameters include it"
        ]
    return [
        f"the effort of {fit.given.coordinates[j]} is {a:.3g} times that of the robot as given, which then leaves {_percent(after)} "
        f"of it unexplained, as it is {_percent(before)}: a gear ratio, a gain or a unit?"
        for j, a, before, after in scales(fit.design, fit.info)
        if abs(np.log(abs(a) or 1e-9)) > _SCALED and before > _STRANGE and after < min(_SHARE * before, _EXPLAINED)
    ]


def _gains(fit: Fit) -> list[str]:
    """Drives whose gain the known load does not tell."""
    if fit.gains is None:
        return []
    parts = {name: fit.gains.sigma[name] / abs(g) for name, g in fit.gains.values.items() if name in fit.given.actuated}
    poor = [f"{name} ({_percent(x) if np.isfinite(x) else 'not seen'})" for name, x in parts.items() if not x < _LOOSE]
    if not poor:
        return []
    return [f"the known load hardly tells the gain of {_listed(poor)}: fix it off that axis, or take a heavier one"]


def _unseen(fit: Fit) -> list[str]:
    said = []
    lost = [name for name, s in fit.sigma.items() if not np.isfinite(s)]
    if lost:
        said.append(f"the log does not show {_listed(lost)}: {cure(fit, lost)}")
    weak = fit.weak
    if weak:
        shown = [f"{name} ({_percent(fit.sigma[name] / max(abs(fit.parameters[name]), 1e-300))})" for name in weak]
        said.append(f"σ is above {_percent(_WEAK)} of the value of {_listed(shown)}: {cure(fit, list(weak))}")
    return said


def _excitation(fit: Fit) -> list[str]:
    said = []
    found, condition = fit.validation, fit.estimate.condition
    if condition > _CONDITION:
        said.append(
            f"weak excitation: columns of the path have condition number {condition:.3g} (a good path is below 50)"
        )
    if len(found.left_out) and found.error > _CARRIES * fit.error and found.error > 0.01:
        worst = int(np.argmax(found.left_out))
        said.append(
            f"the fit does not carry over: stretches of the log predicted from the others are off by {_percent(found.error)} "
            f"(worst, number {worst + 1}: {_percent(found.left_out[worst])}), the fit itself by {_percent(fit.error)}"
        )
    if len(found.by_log) and found.by_log.max() > max(_CARRIES * fit.error, 0.01):
        worst = int(np.argmax(found.by_log))
        said.append(
            f"the fit does not carry over from log to log: {fit.logs[worst].name}, predicted from the others, is off by "
            f"{_percent(float(found.by_log[worst]))}, the fit of all by {_percent(fit.error)}"
        )
    if np.isfinite(found.elsewhere) and found.elsewhere > max(3 * fit.error, 0.1):
        said.append(
            f"weak excitation: at postures all over, torques are uncertain by {_percent(found.elsewhere)}, on this path the "
            f"fit is off by {_percent(fit.error)}"
        )
    return said


def _noise(fit: Fit) -> list[str]:
    if fit.method == "instruments":
        return []
    said = []
    for log in fit.logs:
        if fit.info.every[0] > 1 or len(log) < 50 or not np.isfinite(log.q).all():
            continue
        share = noise_share(fit.given, log)
        worst = int(np.argmax(share))
        if share[worst] > _NOISY:
            said.append(
                f"noise is {_percent(float(share[worst]))} of the power of q̈ of {fit.given.coordinates[worst]} in {log.name}: least "
                "squares makes inertia smaller by up to that; method='instruments' does not"
            )
    return said


def _model(fit: Fit) -> list[str]:
    said = []
    spread, sigma = fit.validation.spread, fit.estimate.sigma
    known = np.isfinite(sigma) & (sigma > 0) & np.isfinite(spread)
    if known.any():
        ratio = float(np.median(spread[known] / sigma[known]))
        if ratio > _MORE:
            said.append(
                f"parameters differ {ratio:.2g} times more between stretches of the log than noise explains: the model "
                "misses something (friction, elasticity, payload); trust `validation.spread` rather than `sigma`"
            )
    for name, x in fit.parameters.items():
        if name.startswith(("fv", "fc")) and x < -_BELOW * fit.sigma[name] and _felt(fit, name, x) > _FELT:
            said.append(
                f"{name} is {x:.3g}, less than 0 by {-x / fit.sigma[name]:.2g} σ, and no friction drives: a sign is wrong, efforts are "
                "late, or they were measured behind the gear, where others rub; `robot` has 0"
            )
    return said


def _lost_friction(fit: Fit) -> list[str]:
    """Friction that no drive can have, which `robot` is without."""
    kinds = fit.design.friction.kinds
    lost = [x for x in ("load", "asymmetric") if x in kinds]
    if not lost:
        return []
    log = fit.logs[0]
    some = log.rows(np.unique(np.linspace(0, len(log) - 1, 500).astype(int)))
    whole = fit.design.rows(some) @ fit.estimate.x
    kept = fit.design.rows(some) @ _symmetric(fit)
    off = float(np.linalg.norm(whole - kept) / max(float(np.linalg.norm(whole)), 1e-300))
    words = {"load": "friction that grows with the load", "asymmetric": "damping that differs by direction"}
    if not off > 0.1 * fit.error:
        return []
    return [
        f"no drive has {' or '.join(words[x] for x in lost)}: torques of `robot` differ by {100 * off:.2g} % from `predict`"
    ]


def _symmetric(fit: Fit) -> Array:
    """x as drives can have it: no part by load, one damping for both directions."""
    x, at = np.array(fit.estimate.x), {name: i for i, name in enumerate(fit.design.letters)}
    for name, i in at.items():
        if name.startswith("fl"):
            x[i] = 0.0
        elif name.startswith("fv") and name.endswith("+"):
            j = at[name[:-1] + "-"]
            x[i] = x[j] = (x[i] + x[j]) / 2
    return x


def _felt(fit: Fit, name: str, x: float) -> float:
    """What a friction coefficient makes of its joint's effort, root mean square."""
    k = int("".join(c for c in name if c.isdigit())) - 1
    efforts = np.sqrt(np.nanmean(np.concatenate([log.tau[:, k] for log in fit.logs]) ** 2))
    speed = np.sqrt(np.nanmean(np.concatenate([log.qd[:, k] for log in fit.logs]) ** 2)) if name[1] == "v" else 1.0
    return float(abs(x) * speed / max(float(efforts), 1e-300))


def _dark_joints(fit: Fit) -> list[str]:
    """Coordinates of whose own body no inertia is known."""
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


def cure(fit: Fit, names: list[str]) -> str:
    """Which motion would show these parameters: one that makes their column large against the others."""
    turns = sorted({int("".join(c for c in name if c.isdigit()) or 0) for name in names} - {0})
    bodies = tree(fit.given).bodies
    moving = [bodies[k - 1].name for k in turns[:3] if k <= len(bodies)]
    if all(name.startswith(("fv", "fc", "fs", "offset")) for name in names):
        return f"move {', '.join(moving)} both ways, slowly and quickly"
    return f"accelerate {', '.join(moving)} and what carries them hard, in several postures (`fit.suggest()` finds such a path)"


def _listed(names: list[str]) -> str:
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")


def _percent(x: float) -> str:
    return f"{100 * x:.2g} %" if x < 0.995 else f"{100 * x:.0f} %"


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
            using = reduce_to_essential(self.info, self.estimate)[1]
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
        from dalembert.document.fit_report import content
        from dalembert.document.report import checked, write

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
