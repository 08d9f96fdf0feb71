"""The time between samples of a law that remembers, and where a new run begins.

A time before the last sample's, or not after the first one's, belongs to another run: what was remembered is forgotten. A law
that is asked twice at one time answers twice the same.
"""

from __future__ import annotations


class Clock:
    """Of one law; `time` is that of the last sample."""

    def __init__(self) -> None:
        self._first: float | None = None
        self.time = 0.0

    def since(self, t: float) -> float | None:
        """Seconds since the last sample, None where a run begins; t is noted as the last."""
        last, self.time = self.time, t
        if self._first is None or t < last or t <= self._first:
            self._first = t
            return None
        return t - last

    def forget(self) -> None:
        """Begin with the next sample."""
        self._first = None
