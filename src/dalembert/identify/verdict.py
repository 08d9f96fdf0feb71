"""What to trust, in words: every warning with its figure, and one sentence for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.carried import carried, scales
from dalembert.identify.identified import lost_friction
from dalembert.identify.instrument import noise_share
from dalembert.identify.reading.measurement import RAW
from dalembert.robot.tree import tree

if TYPE_CHECKING:
    from dalembert.identify.fit import Fit

Array = NDArray[np.float64]
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
        *lost_friction(fit),
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
