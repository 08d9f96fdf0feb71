"""What is said of a log that seems wrong."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.typeset.card import Displayed


@dataclass(frozen=True)
class Doubt(Displayed):
    """`kind` is speed, still, short, sign, order, gear, zero, time, unit, late or tilt; `joints` are concerned; `before` and `after` the relative
    errors of the best explanation as the log is, and with the alternative."""

    kind: str
    joints: tuple[str, ...]
    text: str
    before: float | None = None
    after: float | None = None

    def __str__(self) -> str:
        return self.text
