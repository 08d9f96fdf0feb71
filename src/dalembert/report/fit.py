"""What a report on a fit holds, in order: verdict and warnings, errors by joint, torques, parameters, friction, what is
left, links before and after, cross-validation, and which motion would show what is not seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from dalembert.errors import shown
from dalembert.identify.evidence import Torques, ellipsoids, torques
from dalembert.identify.verdict import cure
from dalembert.report import fit_plot
from dalembert.report.document import Picture
from dalembert.typeset.block import Block, Document, Section, Table, Words

if TYPE_CHECKING:
    from dalembert.identify.fit import Fit
    from dalembert.identify.log import Log

_MOST = 1500  # samples in a picture of lines and points
_LONGEST = 65_536  # samples of a spectrum


def content(fit: Fit) -> Document:
    """The whole report; pictures are of the first log."""
    log = fit.logs[0]
    thin = log.rows(np.arange(0, len(log), max(1, -(-len(log) // _MOST))))
    found = torques(fit, thin)
    blocks: list[Block] = [
        *_verdict(fit), Section("Torques before and after"), *_torques(fit, found),
        Section("Parameters"), *_parameters(fit), *_gains(fit),
        Section("Friction"), *_friction(fit, thin),
        Section("What is left"), *_left(fit, log),
        Section("Links before and after"), *_links(fit),
        Section("Cross-validation"), *_validation(fit),
        Section("What the log does not show"), *_unseen(fit),
        Section("Where the data come from"), *_logs(fit),
    ]  # fmt: skip
    return Document(f"Identification of {shown(fit.given.name)}", tuple(blocks))


def _verdict(fit: Fit) -> Iterator[Block]:
    said = fit.verdict
    yield Words(f"Verdict: {said}.")
    yield Words(
        f"{len(fit.parameters)} parameters by {fit.method} least squares"
        + (", physically consistent" if fit.physical is not None else "")
        + f"; the fit leaves {_percent(fit.error)} of the measured torque unexplained in the band of the motion, "
        f"{_percent(fit.raw_error)} of it as recorded, with the noise above that band."
    )
    if fit.refined is not None:
        yield Words(
            f"Refined by simulation with the log's servo in {fit.refined.rounds} rounds: simulated torques are off by "
            f"{_percent(fit.refined.torque)}, those of the measured motion before were by {_percent(fit.refined.measured)}."
        )
    if fit.warnings:
        yield Table(("what to know before it is used",), tuple((f"{_plain(x)}.",) for x in fit.warnings))
    else:
        yield Words("No warnings.")


def _torques(fit: Fit, found: Torques) -> Iterator[Block]:
    rows = []
    for k, (name, error) in enumerate(fit.errors.items()):
        size = float(np.linalg.norm(np.nan_to_num(found.measured[:, k])))
        before = "–"
        if found.before is not None and size > 0:
            before = _percent(float(np.linalg.norm(np.nan_to_num((found.measured - found.before)[:, k]))) / size)
        rows.append((shown(name), before, _percent(error), _number(size / max(len(found.t), 1) ** 0.5)))
    head = ("joint", "unexplained, given robot", "unexplained, fit", "rms τ")
    yield Table(head, tuple(rows), "‖τ − τ̂‖/‖τ‖ of each joint.")
    caption = "Measured effort, that of the given robot, and that of the fit."
    yield Picture("torques", lambda: fit_plot.torque_picture(fit, found), caption)


def _parameters(fit: Fit) -> Iterator[Block]:
    kept, weak = set(fit.essential), set(fit.weak)
    rows = []
    for name, x in fit.parameters.items():
        s, before = fit.sigma[name], fit.prior[name]
        seen = (
            "not seen" if not np.isfinite(s) else "weak" if name in weak else "essential" if name in kept else "small"
        )
        share = _percent(s / abs(x)) if np.isfinite(s) and x else "–"
        rows.append(
            (
                shown(name),
                _number(before),
                _number(x),
                _number(s),
                share,
                seen,
                fit.groups.get(name, "").partition(" = ")[2],
            )
        )
    head = ("parameter", "given", "fit", "σ", "σ / value", "", "stands for")
    yield Table(head, tuple(rows), "SI units. Essential: without it the fit is worse by more than noise explains; "
                "weak: σ above 30 % of the value.")  # fmt: skip


def _gains(fit: Fit) -> Iterator[Block]:
    if fit.gains is None:
        return
    rows = tuple((shown(x), _number(g), _number(fit.gains.sigma[x])) for x, g in fit.gains.values.items())
    yield Table(("joint", "gain", "σ"), rows, "Effort of a joint by its signal in the log, from the known load.")


def _friction(fit: Fit, log: Log) -> Iterator[Block]:
    if not fit.design.driven:
        yield Words("No joint is driven, so no friction was fitted.")
        return
    caption = (
        "Points: efforts less what links and rotors ask for. Lines: the friction that was fitted, with the offset."
    )
    yield Picture("friction", lambda: fit_plot.friction_picture(fit, log), caption)


def _left(fit: Fit, log: Log) -> Iterator[Block]:
    first = log.rows(np.arange(min(len(log), _LONGEST)))
    caption = "What the fit leaves of each effort. Peaks at the motion's frequencies are a model that misses something."
    yield Picture("spectra", lambda: fit_plot.spectrum_picture(fit, first), caption)


def _links(fit: Fit) -> Iterator[Block]:
    if fit.design.basis is None:
        yield Words("The links are those of the given robot.")
        return
    rows, changed = [], []
    for name, (old, new) in ellipsoids(fit).items():
        if fit.given.link(name).inertia == fit.robot.link(name).inertia:
            continue
        changed.append(name)
        was = "–" if old is None else f"{_number(old.mass)}"
        moments = _numbers(new.principal.moments)
        rows.append((shown(name), was, _number(new.mass), _numbers(new.com), moments))
    if not rows:
        yield Words("No link changed.")
        return
    yield Words(
        "One of many robots with the same torques: what the motion does not tell is as near to the given robot as bodies can be."
    )
    yield Table(
        ("link", "mass given / kg", "mass / kg", "centre of mass / m", "principal moments / kg m²"), tuple(rows)
    )
    drawn = changed[: fit_plot.MOST_LINKS]
    more = f" The first {len(drawn)} of {len(changed)}." if len(drawn) < len(changed) else ""
    caption = f"Solid ellipsoids of the same mass and inertia in the link's frame (+); dots: centres of mass.{more}"
    yield Picture("ellipsoids", lambda: fit_plot.ellipsoid_picture(fit, drawn), caption)


def _validation(fit: Fit) -> Iterator[Block]:
    found = fit.validation
    if len(found.left_out):
        head = ("stretch", *(str(k + 1) for k in range(len(found.left_out))))
        row = ("unexplained", *(_percent(float(x)) for x in found.left_out))
        yield Words("Each stretch of the log is predicted by a fit of all others.")
        yield Table(head, (row,))
        yield Words(f"All stretches together: {_percent(found.error)}; the fit itself: {_percent(fit.error)}.")
    else:
        yield Words("The log is too short to leave stretches out.")
    if len(found.by_log):
        rows = tuple((shown(log.name), _percent(float(x))) for log, x in zip(fit.logs, found.by_log, strict=True))
        yield Table(("log", "unexplained"), rows, "Each log predicted by a fit of all other logs.")
    if np.isfinite(found.elsewhere):
        yield Words(f"At postures all over, the torques of the fit are uncertain by {_percent(found.elsewhere)}.")
    else:
        yield Words("At other postures the robot feels parameters that the log does not show.")


def _unseen(fit: Fit) -> Iterator[Block]:
    lost = [name for name, s in fit.sigma.items() if not np.isfinite(s)]
    for what, names in (("Not seen", lost), ("Seen poorly", list(fit.weak))):
        if names:
            yield Words(f"{what}: {', '.join(map(shown, names))}. To show it, {_plain(cure(fit, names))}.")
    if not lost and not fit.weak:
        yield Words("Every parameter is seen, and none poorly.")
    if fit.unconfirmed:
        rows = tuple((f"{_plain(x)}.",) for x in fit.unconfirmed)
        yield Table(("what the log neither confirms nor contradicts",), rows)


def _logs(fit: Fit) -> Iterator[Block]:
    for log in fit.logs:
        length = float(log.t[-1] - log.t[0])
        yield Words(f"{shown(log.name)}: {len(log)} samples, {length:.4g} s.")
        if log.notes:
            yield Table(("note",), tuple((shown(x, 300),) for x in log.notes))


def _plain(text: str) -> str:
    """Words of the library without the marks of code."""
    return text.replace("`", "")


def _numbers(x: Any) -> str:
    """Numbers of one kind; what is less than a millionth of the largest is 0."""
    least = 1e-6 * max(abs(y) for y in x)
    return ", ".join(_number(0.0 if abs(y) < least else y) for y in x)


def _number(x: Any) -> str:
    """Four digits, a real minus sign, powers of ten as they are printed."""
    if not np.isfinite(x):
        return "–" if np.isnan(x) else "∞"
    digits, _, power = f"{float(x):.4g}".replace("-", "−").partition("e")
    if not power:
        return digits
    sign = "⁻" if power[0] == "−" else ""
    return f"{digits} × 10{sign}{''.join('⁰¹²³⁴⁵⁶⁷⁸⁹'[int(c)] for c in power.strip('+−').lstrip('0'))}"


def _percent(x: float) -> str:
    return "–" if np.isnan(x) else f"{100 * x:.2g} %" if x < 0.995 else f"{100 * x:.0f} %"
