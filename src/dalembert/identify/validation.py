"""What a fit is worth, from its log alone: stretches left out and predicted, and torques of motions it has not seen.

by log      the same with whole logs left out
left out    x₍ₛ₎ from all stretches but s;  e_s = ‖τ_s − w_s x₍ₛ₎‖/‖τ_s‖;   spread² = (S − 1)/S Σ_s (x₍ₛ₎ − x̄)²   [efron1982]
elsewhere   √(tr Y C Yᵀ)/rms τ̂ at random postures, with the speeds and accelerations of the log
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.basis import random_states
from dalembert.identify.design import Design
from dalembert.identify.estimate import Estimate, estimate
from dalembert.identify.information import Information
from dalembert.identify.log import Log
from dalembert.typeset.card import Displayed

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
