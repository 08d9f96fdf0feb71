"""Which motion shows what a log does not: a short path, optimised together with what the log already told.

    max log det (Wᵀ W of the path + that of the logs),     C₊ = (C⁻¹ + Σ_j w_jᵀ w_j/σ_j²)⁻¹ of the fit after it

The directions that the logs know well no longer count, so the path moves what they did not.  [swevers1997]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.excitation.excite import excite
from dalembert.identify.excitation.path import Excitation
from dalembert.identify.log import Log

if TYPE_CHECKING:
    from dalembert.identify.fit import Fit

Array = NDArray[np.float64]
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
    told = {"criterion": "d", "restarts": 1, "iterations": _ITERATIONS, "progress": False} | options
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
