"""The parameters that a log really tells: those whose removal makes the fit worse by more than noise does.

Backwards from all: the one with the largest σ/|x| goes, while F = (‖r₁‖² − ‖r₀‖²)/1 stays below the 1 % point of noise,
that is while |x| < 2.58 σ. What is left out counts as 0, as uncertain as it was with all of them.  [khalil2002, §12.6]
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.estimate import Estimate, estimate
from dalembert.identify.information import Information

_POINT = 2.576  # |x|/σ that noise exceeds in 1 of 100


def essential(info: Information, found: Estimate) -> tuple[Estimate, NDArray[np.bool_]]:
    """(the fit with these parameters alone, which they are)."""
    using, whole = found.seen.copy(), found.covariance
    while using.any():
        with np.errstate(divide="ignore", invalid="ignore"):
            sure = np.where(using, np.abs(found.x) / found.sigma, np.inf)
        worst = int(np.argmin(sure))
        if sure[worst] >= _POINT:
            break
        using[worst] = False
        found = estimate(info, using=using)
    out = np.flatnonzero(~using)
    C = np.array(found.covariance)
    C[np.ix_(out, out)] = whole[np.ix_(out, out)]
    return replace(found, covariance=C), using
