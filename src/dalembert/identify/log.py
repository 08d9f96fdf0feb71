"""What was measured: time, coordinates, rates and efforts of a robot, sample by sample.

log.t  log.q  log.qd  log.qdd  log.tau        log[2:12.5]      the samples from 2 s to 12.5 s
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import WrongSize

Array = NDArray[np.float64]


@final
@dataclass(frozen=True, eq=False)
class Log:
    """Samples of one motion.

    t        time of each sample, increasing [s], (N,)
    q        coordinates, (N, nq)
    qd, qdd  rates and accelerations, (N, nv)
    tau      efforts at the joints, (N, nv); nan where nothing was measured
    command  positions asked of the servos, (N, nq), where the log has them
    cutoff   above this frequency the signals were filtered away [Hz]; None where they are as recorded
    name     where the samples come from
    notes    what was found and done while reading, in words
    """

    t: Array
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    command: Array | None = None
    cutoff: float | None = None
    name: str = "log"
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("t", "q", "qd", "qdd", "tau", "command"):
            given = getattr(self, name)
            if given is None:
                continue
            value = np.array(given, float)
            if value.ndim != (1 if name == "t" else 2) or len(value) != len(self.t):
                raise WrongSize(
                    f"{name} has shape {value.shape}, a log of {len(self.t)} samples needs one row for each"
                )
            value.setflags(write=False)
            object.__setattr__(self, name, value)
        if len(self.t) > 1 and not np.all(np.diff(self.t) > 0):
            raise WrongSize("t must increase from sample to sample; read_log mends time stamps that do not")

    def __len__(self) -> int:
        return len(self.t)

    def __getitem__(self, time: slice) -> Log:
        """The samples with start ≤ t < stop, both in seconds; a step keeps every step-th of them."""
        start = self.t[0] if time.start is None else time.start
        inside = (self.t >= start) & (self.t < (np.inf if time.stop is None else time.stop))
        return self.rows(np.flatnonzero(inside)[:: time.step])

    def rows(self, which: NDArray[np.intp]) -> Log:
        """The samples of these numbers."""
        kept = {name: getattr(self, name)[which] for name in ("t", "q", "qd", "qdd", "tau")}
        return replace(self, **kept, command=None if self.command is None else self.command[which])
