"""Log of a robot motion: measured times, coordinates, velocities and efforts, and possible measurement faults.

log.t  log.q  log.qd  log.qdd  log.tau        log[2:12.5]      the samples from 2 s to 12.5 s
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from dalembert import finding
from dalembert.argument import check_shape
from dalembert.boundary import RobotLike, as_robot
from dalembert.finding.finding import Argument, Noun, given
from dalembert.identification.filtering import Samples
from dalembert.typeset.notebook_display import Displayed, card

if TYPE_CHECKING:
    from dalembert.identification.log_faults import Examination


@final
@dataclass(frozen=True, eq=False)
class Log(Samples, Displayed):
    """Measured samples of one motion.

    Attributes
    ----------
    t : array (N,)
        Time of each sample [s], increasing.
    q : array (N, nq)
        Coordinates [rad, m].
    qd, qdd : array (N, nv)
        Velocities and accelerations.
    tau : array (N, nv)
        Efforts at the joints [N m, N]; nan if not measured.
    command : array (N, nq) or None
        Commanded positions.
    cutoff : float or None
        Cutoff of the filter [Hz]; None if the signals are not filtered.
    name : str
        Name of the log, such as its file name.
    notes : tuple of messages
        Observations and corrections made by the log reader. `faults` lists the notes about unreliable samples.
    columns : mapping
        Names of the columns in the file, by quantity.
    raw : array (N, nq) or None
        Positions before the filter.
    removed : array (N, nv) or None
        Part of tau that the filter removed.
    wrench : mapping
        External wrench by frame, (N, 6): force and moment on the robot about the frame's origin, expressed in the world
        frame.
    still, saturated : array (N, nv) or None
        Masks of the samples at which a joint is at rest or an effort is saturated.
    """

    def of(self, robot: RobotLike) -> Log:
        """Return the log if the columns match the robot, otherwise raise an error."""
        robot = as_robot(robot)
        for name, size in (("q", robot.nq), ("qd", robot.nv), ("qdd", robot.nv), ("tau", robot.nv)):
            check_shape(getattr(self, name).shape, name, ("N", size), robot=robot.name)
        return self

    def _repr_html_(self) -> str:
        head, *notes = repr(self).splitlines()
        return card(head, facts=[("measured", ", ".join(self.measured))], words=["\n".join(x.strip() for x in notes)])

    def __repr__(self) -> str:
        rate = f" at {1 / self.period:.5g} Hz" if len(self) > 1 else ""
        length = f", {self.t[-1] - self.t[0]:.4g} s" if len(self) else ""
        head = f"Log '{self.name}': {len(self)} samples{rate}{length}, {self.q.shape[1]} coordinates"
        return "\n  ".join([head, *map(str, self.notes)])

    def __getitem__(self, time: slice) -> Log:
        """Return the part of the log with start ≤ t < stop [s]. A slice step n selects every n-th sample."""
        if not isinstance(time, slice):
            raise finding.WrongType(Argument("time"), Noun("time slice"), given(time)).error()
        start = self.t[0] if time.start is None else time.start
        inside = (self.t >= start) & (self.t < (np.inf if time.stop is None else time.stop))
        return self.rows(np.flatnonzero(inside)[:: time.step])

    @property
    def faults(self) -> tuple[finding.LogNote, ...]:
        """Notes about unreliable samples: lost samples, implausible time stamps, rows without numbers."""
        return tuple(x for x in self.notes if isinstance(x, finding.LogFault))

    def doubts(self, robot: RobotLike) -> tuple[finding.Doubt, ...]:
        """Return probable faults in the log's units, signs, joint order or gear ratios.

        A fault is reported only if its correction makes the log explain the efforts clearly better.
        """
        return self.examine(robot).doubts

    def examine(self, robot: RobotLike) -> Examination:
        """Examine the log for faults.

        The attribute `doubts` of the result lists probable faults. The attribute `unconfirmed` lists faults that the
        log neither reveals nor rules out.
        """
        from dalembert.identification.log_faults import examine

        return examine(self.of(robot), as_robot(robot))
