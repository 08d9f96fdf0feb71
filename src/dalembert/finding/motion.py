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
    External,
    FileName,
    Finding,
    Function,
    Identifier,
    JointName,
    Measure,
    Noun,
    Remedy,
    RobotName,
    Shape,
)


class SingleTrajectory(Problem):
    """An index into a run that has one trajectory only."""


class MatrixNotDefinite(Problem):
    """A matrix or gain that is not positive definite, or not positive semidefinite."""

    argument: Argument
    semidefinite: bool


class Coincident(Problem):
    """Two points that are the same, so that no motion leads from one to the other."""

    argument: Argument
    index: int


# ── simulation ────────────────────────────────────────────────────────────────


class OptionOfOtherMethods(Problem):
    """An argument of `simulate` that the chosen method does not use."""

    argument: Argument
    method: Identifier
    methods: tuple[Identifier, ...]


class LawNeedsPeriod(Problem):
    """A control law with memory, which must be sampled."""

    argument: Argument
    remedy: Remedy


class SamplesEndEarly(Problem, raised=WrongSize):
    """Samples of an input that do not last until the end of the run."""

    argument: Argument
    samples: int
    period: Measure
    duration: Measure


class NotMultiple(Problem):
    """A duration that is not a whole number of steps."""

    argument: Argument
    got: Measure
    step: Measure


class NotEnoughMemory(Problem, raised=TooLarge):
    """A result that does not fit into memory."""

    rows: int
    trajectories: int
    needed: Measure
    remedy: Remedy


class BeyondStops(Problem):
    """A joint that starts outside its stops."""

    joint: JointName
    got: Measure
    lower: Measure
    upper: Measure


class OpenAtStart(Problem, raised=NotAssembled):
    """An initial configuration that does not close a loop."""

    robot: RobotName
    loop: Identifier
    gap: Measure
    remedy: Remedy


class BadValueAt(Problem, raised=SimulationStopped):
    """A user's function (controller, wrench, event) that returned something unusable during a run."""

    cause: Finding
    time: Measure


class UserFunctionFailed(Problem, raised=SimulationStopped):
    """A user's function that raised an exception during a run."""

    argument: Argument
    function: Identifier
    exception: Identifier
    message: External
    time: Measure


class MotionDiverged(Problem, raised=SimulationStopped):
    """A motion whose numbers grew without bound; `step` where it was fixed, `loops` where they may be singular."""

    time: Measure
    joint: JointName
    loops: bool
    step: Measure | None = None
    trajectory: Shape = ()
    reason: External | None = None


class EnergyJump(Problem, raised=SimulationStopped):
    """Energy that a fixed step of a mechanism created from nothing."""

    change: Measure
    start: Measure
    end: Measure
    trajectory: Shape = ()


class StuckInEvents(Problem, raised=SimulationStopped):
    """Events that follow each other without any time between them."""

    time: Measure
    events: int


class UnstableBristles(Problem, raised=SimulationStopped):
    """Bristle friction that settles faster than a fixed step can follow."""

    joint: JointName
    time: Measure
    step: Measure
    longest: Measure


class MidpointNotConverged(Problem, raised=SimulationStopped):
    """Iterations of the implicit midpoint rule that do not converge."""

    step: Measure


class Interrupted(Finding):
    """A run stopped by Ctrl-C."""

    time: Measure


class LimitExceeded(Problem):
    """A joint beyond a limit of its own: the farthest value, and when it first was beyond."""

    joint: JointName
    quantity: Noun
    limit: Measure
    value: Measure
    time: Measure


class RunWithoutRobot(Problem):
    """A run that does not know its robot, where a function needs it."""

    function: Function


class NotARun(Problem):
    """An archive that `Run.to_npz` did not write."""

    path: FileName
    cause: Finding | External


class OtherJoints(Problem):
    """A robot whose joints are not those of the run stored with it."""

    robot: RobotName


# ── control ───────────────────────────────────────────────────────────────────


class CoordinateNotActuated(Problem):
    """A coordinate without a motor, where a law drives all of them."""

    function: Function
    robot: RobotName
    coordinate: JointName | None
    instead: tuple[Function, ...] = ()


class NotStabilizable(Problem):
    """A state that no regulator stabilizes with the given weights; `pole` is the eigenvalue that stays."""

    pole: Identifier | None = None
    reason: External | None = None


class RiccatiInaccurate(Problem):
    """A Riccati equation whose solution leaves too large a residual."""

    tolerance: float


class TrialStopped(Problem, raised=SimulationStopped):
    """A trial of iterative learning that a simulation could not finish."""

    trial: int
    cause: Finding | External


class ErrorGrows(Problem, raised=LearningDiverged):
    """Tracking errors that grow from trial to trial."""

    first: Measure
    now: Measure
    trial: int


# ── trajectories ──────────────────────────────────────────────────────────────


class LawRange(Problem):
    """A law of time that does not lead from 0 to a positive length."""

    argument: Argument
    start: float
    end: float


class OnAxis(Problem):
    """A point on the axis of its circle, which would not move."""

    argument: Argument


class PathNotFollowed(Problem, raised=Unreachable):
    """A path of poses that a robot follows only in part."""

    robot: RobotName
    share: float
    cause: Finding | External


class PathInfeasible(Problem, raised=Unreachable):
    """A path that a robot cannot follow within its limits, at a place."""

    robot: RobotName
    joint: JointName
    parameter: float
    end: float


class PathTooSharp(Problem):
    """A path that exceeds a limit between the points of the finest grid."""

    samples: int
    excess: float


class MotionUnlimited(Problem):
    """Joints without any limit along a path, so that there is no shortest time."""

    joints: tuple[JointName, ...]
    arguments: tuple[Argument, ...]


class ZeroLimit(Problem):
    """A limit of a joint that lets it never move."""

    robot: RobotName
    joint: JointName
    quantity: Noun
    remedy: Remedy
