"""Where a run went beyond the limits of the robot's joints: position, velocity, effort.

The position of a ball is its turn away from q = (1, 0, 0, 0), at most π; what limits it is `upper`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.typeset.card import Displayed

_SAME = 1e-9  # of the limit: not beyond


@dataclass(frozen=True)
class Excess(Displayed):
    """`value` is the farthest, `time` the first row beyond `limit`; `what` is position, velocity or effort."""

    joint: str
    what: str
    limit: float
    value: float
    time: float

    def __str__(self) -> str:
        return f"{self.what} of '{self.joint}' reaches {self.value:.4g}, limit {self.limit:.4g}, from t = {self.time:.4g} s"


def excesses(run: Any) -> Iterator[Excess]:
    """Every limit that was passed, one entry each; none where the run does not know its robot."""
    for k, name in enumerate(run.joints if run.robot is not None else ()):
        own = run.robot.coordinate(name)
        given, place, q = own.limits, own.q.start, run.q
        if own.motion == "ball":
            q, place = turn(run.q[..., own.q])[..., None], 0 if name.endswith("wx") else None  # one entry a ball
        speed, effort = (None if x is None else abs(x) for x in (given.velocity, given.effort))
        for what, values, at, low, high in (
            ("position", q, place, None if own.motion == "ball" else given.lower, given.upper),
            ("velocity", run.qd, k, None if speed is None else -speed, speed),
            ("effort", run.tau, k, None if effort is None else -effort, effort),
        ):
            for limit, side in ((low, -1), (high, 1)):
                if limit is None or at is None or not values.size:
                    continue
                over = side * (values[..., at] - limit)
                rows = np.moveaxis(over, -1, 0).reshape(len(run.t), -1).max(axis=1)
                beyond = np.flatnonzero(rows > _SAME * max(1.0, abs(limit)))
                if len(beyond):
                    farthest = limit + side * float(np.nanmax(rows))
                    yield Excess(name, what, float(limit), farthest, float(run.t[beyond[0]]))


def turn(quaternion: NDArray[Any]) -> NDArray[Any]:
    """The angle of a rotation, w first: 2 atan2(|v|, |w|)."""
    size = np.linalg.norm(quaternion[..., 1:], axis=-1)
    angle: NDArray[Any] = 2 * np.arctan2(size, np.abs(quaternion[..., 0]))
    return angle
