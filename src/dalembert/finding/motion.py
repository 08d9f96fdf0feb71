"""Findings about simulation, control laws, trajectories and actuator selection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dalembert.errors import (
    DalembertError,
    LearningDiverged,
    NotAssembled,
    Problem,
    SimulationStopped,
    SingularConfiguration,
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
    Unit,
)


def seconds(t: float) -> Measure:
    """A time."""
    return Measure(float(t), Unit("s"))


def stopped(cause: Problem, t: float, joint: str | None = None) -> SimulationStopped:
    """The error of a simulation that a problem stopped at a time."""
    return SimulationStopped(cause, time=float(t), joint=joint)


@dataclass(frozen=True)
class FeatureUnsupported(Problem):
    """A robot with a part that a function or method cannot handle; `name` is one such part."""

    function: Function
    robot: RobotName
    feature: Noun
    name: Identifier | None = None
    remedy: Remedy | None = None


@dataclass(frozen=True)
class BatchUnsupported(Problem):
    """Several trajectories or states where a function handles one."""

    function: Function
    shape: Shape


@dataclass(frozen=True)
class SingleTrajectory(Problem):
    """An index into a run that has one trajectory only."""


@dataclass(frozen=True)
class TooFew(Problem):
    """Less of something than a function needs."""

    argument: Argument
    noun: Noun
    got: int
    least: int


@dataclass(frozen=True)
class IsZero(Problem):
    """A number or vector that must not vanish."""

    argument: Argument


@dataclass(frozen=True)
class MatrixNotDefinite(Problem):
    """A matrix or gain that is not positive definite, or not positive semidefinite."""

    argument: Argument
    semidefinite: bool


@dataclass(frozen=True)
class Coincident(Problem):
    """Two points that are the same, so that no motion leads from one to the other."""

    argument: Argument
    index: int


# ── simulation ────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class OptionOfOtherMethods(Problem):
    """An argument of `simulate` that the chosen method does not use."""

    argument: Argument
    method: Identifier
    methods: tuple[Identifier, ...]


@dataclass(frozen=True)
class LawNeedsPeriod(Problem):
    """A control law with memory, which must be sampled."""

    argument: Argument
    remedy: Remedy


@dataclass(frozen=True)
class SamplesEndEarly(Problem):
    """Samples of an input that do not last until the end of the run."""

    argument: Argument
    samples: int
    period: Measure
    duration: Measure
    raised: ClassVar[type[DalembertError]] = WrongSize


@dataclass(frozen=True)
class NotMultiple(Problem):
    """A duration that is not a whole number of steps."""

    argument: Argument
    got: Measure
    step: Measure


@dataclass(frozen=True)
class NotEnoughMemory(Problem):
    """A result that does not fit into memory."""

    rows: int
    trajectories: int
    needed: Measure
    remedy: Remedy
    raised: ClassVar[type[DalembertError]] = TooLarge


@dataclass(frozen=True)
class NoStops(Problem):
    """Restitution for a robot without position limits."""

    robot: RobotName


@dataclass(frozen=True)
class BeyondStops(Problem):
    """A joint that starts outside its stops."""

    joint: JointName
    got: Measure
    lower: Measure
    upper: Measure


@dataclass(frozen=True)
class ZeroQuaternion(Problem):
    """A quaternion without a direction."""

    argument: Argument
    joint: JointName


@dataclass(frozen=True)
class OpenAtStart(Problem):
    """An initial configuration that does not close a loop."""

    robot: RobotName
    loop: Identifier
    gap: Measure
    remedy: Remedy
    raised: ClassVar[type[DalembertError]] = NotAssembled


@dataclass(frozen=True)
class SingularStart(Problem):
    """An initial configuration in which the loops do not determine the motion."""

    robot: RobotName
    raised: ClassVar[type[DalembertError]] = SingularConfiguration


@dataclass(frozen=True)
class JointNotFinite(Problem):
    """An entry of an input that is infinite or NaN."""

    argument: Argument
    joint: JointName


@dataclass(frozen=True)
class BadValueAt(Problem):
    """A user's function (controller, wrench, event) that returned something unusable during a run."""

    cause: Finding
    time: Measure
    raised: ClassVar[type[DalembertError]] = SimulationStopped


@dataclass(frozen=True)
class UserFunctionFailed(Problem):
    """A user's function that raised an exception during a run."""

    argument: Argument
    function: Identifier
    exception: Identifier
    message: External
    time: Measure
    raised: ClassVar[type[DalembertError]] = SimulationStopped


@dataclass(frozen=True)
class MotionDiverged(Problem):
    """A motion whose numbers grew without bound; `step` where it was fixed, `loops` where they may be singular."""

    time: Measure
    joint: JointName
    loops: bool
    step: Measure | None = None
    trajectory: Shape = ()
    reason: External | None = None
    raised: ClassVar[type[DalembertError]] = SimulationStopped


@dataclass(frozen=True)
class EnergyJump(Problem):
    """Energy that a fixed step of a mechanism created from nothing."""

    change: Measure
    start: Measure
    end: Measure
    trajectory: Shape = ()
    raised: ClassVar[type[DalembertError]] = SimulationStopped


@dataclass(frozen=True)
class StuckInEvents(Problem):
    """Events that follow each other without any time between them."""

    time: Measure
    events: int
    raised: ClassVar[type[DalembertError]] = SimulationStopped


@dataclass(frozen=True)
class UnstableBristles(Problem):
    """Bristle friction that settles faster than a fixed step can follow."""

    joint: JointName
    time: Measure
    step: Measure
    longest: Measure
    raised: ClassVar[type[DalembertError]] = SimulationStopped


@dataclass(frozen=True)
class MidpointNotConverged(Problem):
    """Iterations of the implicit midpoint rule that do not converge."""

    step: Measure
    raised: ClassVar[type[DalembertError]] = SimulationStopped


@dataclass(frozen=True)
class Interrupted(Finding):
    """A run stopped by Ctrl-C."""

    time: Measure


@dataclass(frozen=True)
class LimitExceeded(Problem):
    """A joint beyond a limit of its own: the farthest value, and when it first was beyond."""

    joint: JointName
    quantity: Noun
    limit: Measure
    value: Measure
    time: Measure


@dataclass(frozen=True)
class RunWithoutRobot(Problem):
    """A run that does not know its robot, where a function needs it."""

    function: Function


@dataclass(frozen=True)
class NotARun(Problem):
    """An archive that `Run.to_npz` did not write."""

    path: FileName
    cause: Finding | External


@dataclass(frozen=True)
class OtherJoints(Problem):
    """A robot whose joints are not those of the run stored with it."""

    robot: RobotName


# ── control ───────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class NotActuated(Problem):
    """A coordinate without a motor, where a law drives all of them."""

    function: Function
    robot: RobotName
    coordinate: JointName


@dataclass(frozen=True)
class NotStabilizable(Problem):
    """A state that no regulator stabilizes with the given weights; `pole` is the eigenvalue that stays."""

    pole: Identifier | None = None
    reason: External | None = None


@dataclass(frozen=True)
class RiccatiInaccurate(Problem):
    """A Riccati equation whose solution leaves too large a residual."""

    tolerance: float


@dataclass(frozen=True)
class TrialStopped(Problem):
    """A trial of iterative learning that a simulation could not finish."""

    trial: int
    cause: Finding | External
    raised: ClassVar[type[DalembertError]] = SimulationStopped


@dataclass(frozen=True)
class ErrorGrows(Problem):
    """Tracking errors that grow from trial to trial."""

    first: Measure
    now: Measure
    trial: int
    raised: ClassVar[type[DalembertError]] = LearningDiverged


# ── trajectories ──────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class LawRange(Problem):
    """A law of time that does not lead from 0 to a positive length."""

    argument: Argument
    start: float
    end: float


@dataclass(frozen=True)
class OnAxis(Problem):
    """A point on the axis of its circle, which would not move."""

    argument: Argument


@dataclass(frozen=True)
class PathNotFollowed(Problem):
    """A path of poses that a robot follows only in part."""

    robot: RobotName
    share: float
    cause: Finding | External
    raised: ClassVar[type[DalembertError]] = Unreachable


@dataclass(frozen=True)
class PathInfeasible(Problem):
    """A path that a robot cannot follow within its limits, at a place."""

    robot: RobotName
    joint: JointName
    parameter: float
    end: float
    raised: ClassVar[type[DalembertError]] = Unreachable


@dataclass(frozen=True)
class PathTooSharp(Problem):
    """A path that exceeds a limit between the points of the finest grid."""

    samples: int
    excess: float


@dataclass(frozen=True)
class MotionUnlimited(Problem):
    """Joints without any limit along a path, so that there is no shortest time."""

    joints: tuple[JointName, ...]
    arguments: tuple[Argument, ...]


@dataclass(frozen=True)
class ZeroLimit(Problem):
    """A limit of a joint that lets it never move."""

    robot: RobotName
    joint: JointName
    quantity: Noun
    remedy: Remedy
