"""Findings about identification, exciting trajectories, calibration and ensembles."""

from __future__ import annotations

from dalembert.errors import (
    NotIdentified,
    Problem,
    SimulationStopped,
)
from dalembert.finding.finding import (
    Argument,
    Column,
    External,
    FileName,
    Finding,
    Given,
    Identifier,
    JointName,
    LinkName,
    Measure,
    Noun,
    Remedy,
    RobotName,
    SymbolName,
    Unit,
)
from dalembert.finding.log import Doubt, EffortsAreSignals, LogNote

# ---------------------------------------------------------------- identification


class NothingIdentifiable(Problem):
    """Logs from which no parameter can be identified: every effort is zero or not a number."""

    remedy: Remedy | None = None


class NotIdentifiable(Problem, raised=NotIdentified):
    """Something that the logs do not determine."""

    noun: Noun
    names: tuple[SymbolName, ...] = ()
    subject: Identifier | None = None


class CommandMissing(Problem):
    """A log without commanded positions, which a servo or a simulation needs."""

    log: Identifier
    remedy: Remedy | None = None


class ControllerUnstable(Problem, raised=NotIdentified):
    """A controller that does not hold the robot at its command; `cause` if the simulation stopped."""

    log: Identifier
    growth: Measure | None = None
    period: Measure | None = None
    cause: Finding | External | None = None


class StepsExceeded(Problem, raised=SimulationStopped):
    """A simulation that needs more steps than it may take."""

    most: int


class EffortsNotTorques(Problem):
    """An identified robot whose masses would not be in kilograms, because efforts are amperes or volts."""

    remedy: Remedy


class FixedBase(Problem, raised=NotIdentified):
    """An argument that has a meaning only for robots with a free base."""

    argument: Argument
    robot: RobotName


class LogWarning(Finding):
    """A fault of one of several logs."""

    log: Identifier
    fault: Finding


class IncompleteSamples(Finding):
    """Samples of a log that were left out because numbers are missing."""

    log: Identifier
    count: int
    total: int


class EffortZero(Finding):
    """An effort that is zero throughout a log."""

    joint: JointName
    log: Identifier


class FewSamples(Finding):
    """Few independent samples per parameter."""

    samples: int
    parameters: int


class PayloadSuspected(Finding):
    """A robot that probably carries another mass at its tip than the model."""

    mass: Measure
    link: LinkName
    before: float
    after: float
    only_joint: bool = False


class EffortScaleSuspected(Finding):
    """A joint whose effort is a multiple of that of the given robot."""

    joint: JointName
    factor: float
    before: float
    after: float


class GainUncertain(Finding):
    """Drive gains that the known load determines poorly; shares are infinite where it does not at all."""

    joints: tuple[JointName, ...]
    shares: tuple[float, ...]


class ExcitingMotion(Finding):
    """The motion that shows parameters; for friction alone, both ways at several speeds."""

    joints: tuple[JointName, ...]
    friction: bool


class ParametersUnseen(Finding):
    """Parameters that the logs do not determine."""

    parameters: tuple[SymbolName, ...]
    motion: ExcitingMotion


class ParametersWeak(Finding):
    """Parameters whose standard deviation is a large share of their value."""

    parameters: tuple[SymbolName, ...]
    shares: tuple[float, ...]
    limit: float
    motion: ExcitingMotion


class PoorlyConditioned(Finding):
    """A trajectory that excites the parameters poorly."""

    condition: float
    good: float


class PoorPrediction(Finding):
    """Segments or logs that the others predict worse than the fit itself."""

    noun: Noun
    error: float
    worst: Identifier
    worst_error: float
    fit_error: float


class UncertainElsewhere(Finding):
    """Torques that are uncertain at other postures than those of the log."""

    uncertainty: float
    fit_error: float


class NoisyAccelerations(Finding):
    """Noise in accelerations that shrinks identified inertias."""

    joint: JointName
    log: Identifier
    share: float
    remedy: Remedy


class ModelIncomplete(Finding):
    """Parameters that differ between segments by more than noise explains."""

    ratio: float


class FrictionBelowZero(Finding):
    """A friction coefficient that is significantly negative."""

    parameter: SymbolName
    value: float
    sigmas: float


class FrictionNotInDrive(Finding):
    """Identified friction that no drive can hold, so that the robot is without it."""

    kinds: tuple[Noun, ...]
    share: float


class RefinementNotSettled(Finding):
    """Simulations that did not converge."""

    rounds: int
    moved: float


class ControllerDiffers(Finding):
    """A simulation that leaves the log: the controller was another one than given."""

    joint: JointName | None
    share: float
    measured: float | None = None


class FitVerdict(Finding):
    """What a fit is good for.

    `elsewhere` is the uncertainty on other motions, infinite if they feel parameters that the log does not show, None if it is
    no worse than `error`; `doubt`, `signals` and `other_robot` say what to look at first; `unseen` are joints whose inertia is
    not determined.
    """

    error: float
    good: bool
    elsewhere: float | None = None
    doubt: Doubt | None = None
    signals: EffortsAreSignals | None = None
    other_robot: tuple[Finding, ...] = ()
    unseen: tuple[JointName, ...] = ()
    payload_unseen: bool = False


# ---------------------------------------------------------------- exciting trajectories


class CannotHoldPosture(Problem):
    """An effort limit that is too low to hold the robot still anywhere in its range."""

    joint: JointName
    robot: RobotName
    needed: float
    limit: float
    remedy: Remedy


class NoClearPosture(Problem):
    """Obstacles that no tested posture avoids."""

    link: Identifier
    capsule: int | None  # None is the floor
    overlap: Measure
    tried: int
    remedy: Remedy


class LimitAssumed(LogNote):
    """Joints without a limit, for which a usual one is assumed."""

    joints: tuple[JointName, ...]
    limit: Noun


class JointHardlyMoves(LogNote):
    """A joint of an exciting trajectory that is held back by these limits, or by other joints and obstacles."""

    joint: JointName
    limits: tuple[Noun, ...]


class WeaklyExcited(LogNote):
    """A trajectory within whose limits some parameters are hardly excited."""

    condition: float


# ---------------------------------------------------------------- kinematic calibration


class LooksLikeUnit(Problem):
    """Numbers that look like another unit than expected."""

    subject: Noun
    unit: Unit
    expected: Unit
    ratio: float | None = None


class GeometricParameter(Finding):
    """One number of a robot's geometry that may be wrong."""

    owner: Identifier  # name of a joint or of a measured frame; "" for base and centre
    part: Noun  # joint, base, tool or centre
    step: SymbolName  # x, y, z, rx, ry or rz
    name: SymbolName
    is_offset: bool = False  # of a joint, along its own motion

    @property
    def is_angle(self) -> bool:
        return self.step.startswith("r")

    @property
    def unit(self) -> Unit:
        return Unit("rad" if self.is_angle else "m")


class UnseenDirection(Finding):
    """A direction that is not identifiable: `parameter` changed by 1 and each of `others` by minus its factor changes nothing."""

    parameter: GeometricParameter
    others: tuple[tuple[GeometricParameter, float], ...]
    measured_only: bool = False  # in the measured postures, but not in every posture


class PosturesDoNotShow(Finding):
    """Parameters that other postures would show."""

    parameters: tuple[SymbolName, ...]
    remedy: Remedy


class FewMeasurements(Finding):
    """Hardly more numbers than unknowns, so that σ itself is uncertain."""

    spare: int
    uncertainty: float


class ResidualAboveNoise(Finding):
    """A residual that is larger than the given noise."""

    ratio: float


class GeometryDoesNotExplain(Finding):
    """Measurements that no error of geometry explains."""

    left: Measure
    unknown: tuple[Argument, ...]  # arguments that may be missing: base, tool


class LargeErrors(Finding):
    """Geometric errors that are larger than manufacturing tolerances."""

    parameters: tuple[SymbolName, ...]


class OutlierMeasurement(Finding):
    """A measurement far from the others."""

    index: int
    sigmas: float
    remedy: Remedy


class ManyOutliers(Finding):
    """A large share of measurements that a robust fit left out."""

    share: float


class CalibrationVerdict(Finding):
    """What a calibration found, and how far to trust it; errors are root mean squares in m and rad."""

    parameters: int
    joint_parameters: int
    measurements: int
    kinds: tuple[Noun, ...]
    length: tuple[float, float]  # before, after
    angle: tuple[float, float] | None
    least_certain: tuple[tuple[GeometricParameter, float], ...]
    unseen: int
    warnings: tuple[Finding, ...]


# ---------------------------------------------------------------- ensembles


class TaskResult(Problem):
    """A result of a task that cannot be stored: shapes or types that differ between members, or a type that is not kept."""

    name: Column | None
    reason: Noun
    got: Given | None = None


class OtherStudy(Problem):
    """A folder that holds the results of another study."""

    path: FileName


class WholeNumbersDrawn(Finding):
    """A parameter that is drawn from whole numbers, probably by mistake."""

    argument: Argument
