"""Findings about simulation, control laws, trajectories and actuator selection."""

from __future__ import annotations

from dalembert.errors import (
    LearningDiverged,
    NotAssembled,
    Problem,
    SimulationStopped,
    TooLarge,
    Unreachable,
    WrongSize,
)
from dalembert.finding.finding import (
    Argument,
    Arguments,
    External,
    FileName,
    Finding,
    Function,
    Identifier,
    JointName,
    Joints,
    Measure,
    Names,
    Noun,
    Remedy,
    RobotName,
    Shape,
)


class SingleTrajectory(Problem):
    """An index is applied to a run that has only one trajectory."""


class MatrixNotDefinite(Problem):
    """A matrix or gain is not positive definite, or not positive semidefinite."""

    argument: Argument
    semidefinite: bool


class Coincident(Problem):
    """Two points coincide, so no motion leads from one to the other."""

    argument: Argument
    index: int


# ── simulation ────────────────────────────────────────────────────────────────


class OptionOfOtherMethods(Problem):
    """The selected method of `simulate` does not use an argument."""

    argument: Argument
    method: Identifier
    methods: Names


class LawNeedsPeriod(Problem):
    """A control law has memory, so it must be sampled with a period."""

    argument: Argument
    remedy: Remedy


class SamplesEndEarly(Problem, raised=WrongSize):
    """The samples of an input end before the run."""

    argument: Argument
    samples: int
    period: Measure
    duration: Measure


class NotMultiple(Problem):
    """A duration is not an integer number of steps."""

    argument: Argument
    got: Measure
    step: Measure


class NotEnoughMemory(Problem, raised=TooLarge):
    """A result does not fit in memory."""

    rows: int
    trajectories: int
    needed: Measure
    remedy: Remedy


class BeyondStops(Problem):
    """A joint starts outside its stops."""

    joint: JointName
    got: Measure
    lower: Measure
    upper: Measure


class OpenAtStart(Problem, raised=NotAssembled):
    """The initial configuration does not close a loop."""

    robot: RobotName
    loop: Identifier
    gap: Measure
    remedy: Remedy


class BadValueAt(Problem, raised=SimulationStopped):
    """A user's function (controller, wrench, event) returned an unusable value during a run."""

    cause: Finding
    time: Measure


class UserFunctionFailed(Problem, raised=SimulationStopped):
    """A user's function raised an exception during a run."""

    argument: Argument
    function: Identifier
    exception: Identifier
    message: External
    time: Measure


class MotionDiverged(Problem, raised=SimulationStopped):
    """The numbers of a motion grow without bound; `step` is given for fixed steps, `loops` for loops that may be singular."""

    time: Measure
    joint: JointName
    loops: bool
    step: Measure | None = None
    trajectory: Shape = ()
    reason: External | None = None


class EnergyJump(Problem, raised=SimulationStopped):
    """A fixed step of a mechanism created energy."""

    change: Measure
    start: Measure
    end: Measure
    trajectory: Shape = ()


class StuckInEvents(Problem, raised=SimulationStopped):
    """Events follow each other without any time between them."""

    time: Measure
    events: int


class UnstableBristles(Problem, raised=SimulationStopped):
    """Bristle friction settles faster than a fixed step can follow."""

    joint: JointName
    time: Measure
    step: Measure
    longest: Measure


class MidpointNotConverged(Problem, raised=SimulationStopped):
    """The iterations of the implicit midpoint rule do not converge."""

    step: Measure


class Interrupted(Finding):
    """Ctrl-C stopped a run."""

    time: Measure


class LimitExceeded(Problem):
    """A joint exceeds one of its limits; the finding has the farthest value and the first time."""

    joint: JointName
    quantity: Noun
    limit: Measure
    value: Measure
    time: Measure


class RunWithoutRobot(Problem):
    """A run does not contain its robot, but a function needs it."""

    function: Function


class NotARun(Problem):
    """An archive was not written by `Run.to_npz`."""

    path: FileName
    cause: Finding | External


class OtherJoints(Problem):
    """A robot has other joints than the run stored with it."""

    robot: RobotName


# ── control ───────────────────────────────────────────────────────────────────


class CoordinateNotActuated(Problem):
    """A coordinate has no motor, but a control law drives all coordinates."""

    function: Function
    robot: RobotName
    coordinate: JointName | None
    instead: tuple[Function, ...] = ()


class NotStabilizable(Problem):
    """No regulator stabilizes a state with the given weights; `pole` is an eigenvalue that does not change."""

    pole: Identifier | None = None
    reason: External | None = None


class RiccatiInaccurate(Problem):
    """The solution of a Riccati equation has too large a residual."""

    tolerance: float


class TrialStopped(Problem, raised=SimulationStopped):
    """The simulation of a trial of iterative learning stopped early."""

    trial: int
    cause: Finding | External


class ErrorGrows(Problem, raised=LearningDiverged):
    """Tracking errors grow from trial to trial."""

    first: Measure
    now: Measure
    trial: int


# ── trajectories ──────────────────────────────────────────────────────────────


class LawRange(Problem):
    """A law of time does not lead from 0 to a positive length."""

    argument: Argument
    start: float
    end: float


class OnAxis(Problem):
    """A point is on the axis of its circle and would not move."""

    argument: Argument


class PathNotFollowed(Problem, raised=Unreachable):
    """A robot can follow a path of poses only in part."""

    robot: RobotName
    share: float
    cause: Finding | External


class PathInfeasible(Problem, raised=Unreachable):
    """A robot cannot follow a path within its limits at the given place."""

    robot: RobotName
    joint: JointName
    parameter: float
    end: float


class PathTooSharp(Problem):
    """A path exceeds a limit between the points of the finest grid."""

    samples: int
    excess: float


class MotionUnlimited(Problem):
    """The joints have no limit along a path, so there is no shortest time."""

    joints: Joints
    arguments: Arguments


class ZeroLimit(Problem):
    """A limit of a joint is zero, so the joint can never move."""

    robot: RobotName
    joint: JointName
    quantity: Noun
    remedy: Remedy
