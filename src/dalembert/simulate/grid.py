"""The times of a run of fixed steps: steps, rows and samples of the input on one grid, which ends where the run does.

h ≤ `step` divides the control period, else the sampling, else the run; rows lie at multiples of the sampling and at the
end, inputs change at multiples of the control period, and a last, shorter step reaches the end where h does not divide it.
"""

from __future__ import annotations

import math

from dalembert.errors import WrongValue

ROWS = 1000  # of a run, unless told
MOST_STEPS = 1e11
_SAME = 1e-9  # of a step: times that are the same


class Grid:
    """`total` steps of `h` and a `rest` (s); a row every `every` steps, a new input every `hold`, written every `together`."""

    def __init__(self, duration: float, step: float, sample: float | None, period: float | None, always: bool) -> None:
        """`period` is that of the input, None where it is constant; `always`: something must be asked at every step."""
        if period is not None and period < step * (1 - _SAME):
            raise WrongValue(
                f"control_period {period:g} s is shorter than the step {step:g} s; the input cannot change within a step"
            )
        whole = duration if sample is None and period is None else sample if period is None else period
        assert whole is not None  # one of the three
        if duration / step > MOST_STEPS:
            raise WrongValue(f"{duration / step:.1e} steps of {step:g} s are asked for; up to {MOST_STEPS:.0e} fit")
        self.duration = duration
        self.h = whole / max(1, math.ceil(whole / step - _SAME))
        self.total = math.floor(duration / self.h + _SAME)
        self.rest = duration - self.total * self.h
        if self.rest < _SAME * self.h:
            self.rest = 0.0
        self.hold = None if period is None else round(period / self.h)
        self.every = max(1, round(self.total / ROWS)) if sample is None else self._steps(sample)
        together = self.every if self.hold is None else math.gcd(self.every, self.hold)
        self.together = 1 if always else together

    def _steps(self, sample: float) -> int:
        count = max(1, round(sample / self.h))
        if abs(count * self.h - sample) > 1e-6 * sample:
            raise WrongValue(
                f"sample {sample:g} s is not a whole number of steps of {self.h:g} s, which divide the control period"
            )
        return count

    def time(self, step: int) -> float:
        """When the given step starts; beyond the last whole one, the end."""
        return self.duration if step > self.total or (step == self.total and not self.rest) else step * self.h
