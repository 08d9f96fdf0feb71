"""Findings about logs, identification, exciting trajectories, calibration and ensembles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dalembert.errors import (
    BadFile,
    DalembertError,
    MissingExtra,
    NotIdentified,
    Problem,
    SimulationStopped,
    UnboundSymbol,
    UnknownName,
    UnsupportedElement,
    WrongSize,
)
from dalembert.finding.finding import (
    Argument,
    Column,
    External,
    FileName,
    Finding,
    FrameName,
    Function,
    Given,
    Identifier,
    JointName,
    LinkName,
    Measure,
    Noun,
    Remedy,
    RobotName,
    Source,
    SymbolName,
    Unit,
)

# ---------------------------------------------------------------- a file that cannot be read as a log


@dataclass(frozen=True)
class UnusableFile(Problem):
    """A file that does not hold a table of samples; `detail` quotes it or the program that refused it."""

    file: FileName
    reason: Noun
    detail: Source | External | None = None
    raised: ClassVar[type[DalembertError]] = BadFile


@dataclass(frozen=True)
class FormatNeedsPackage(Problem):
    """A file format that needs an optional package."""

    format: Noun
    package: Identifier
    remedy: Remedy
    raised: ClassVar[type[DalembertError]] = MissingExtra


@dataclass(frozen=True)
class QuantityNotFound(Problem):
    """A quantity that no column of a file is named after."""

    file: FileName
    quantity: Noun
    columns: tuple[Column, ...]
    dropped: tuple[Finding, ...] = ()
    remedy: Remedy | None = None
    raised: ClassVar[type[DalembertError]] = BadFile


@dataclass(frozen=True)
class WrongColumnCount(Problem):
    """Columns of one quantity that are not as many as the robot has coordinates."""

    quantity: SymbolName
    columns: tuple[Column, ...]
    expected: int
    file: FileName | None = None
    robot: RobotName | None = None
    remedy: Remedy | None = None
    raised: ClassVar[type[DalembertError]] = WrongSize


@dataclass(frozen=True)
class UnnamedColumns(Problem):
    """Columns without names, whose number does not tell what they are."""

    file: FileName
    got: int
    expected: int
    robot: RobotName
    remedy: Remedy


@dataclass(frozen=True)
class Ambiguous(Problem):
    """Several topics of a bag, or sets of columns, that fit equally well; `candidates` are examples of each."""

    noun: Noun
    file: FileName
    candidates: tuple[tuple[Column, ...], ...]
    remedy: Remedy


@dataclass(frozen=True)
class SingularTransmission(Problem):
    """A matrix C = diag(gear_ratio) coupling that has no inverse."""

    arguments: tuple[Argument, ...] = (Argument("gear_ratio"), Argument("coupling"))


@dataclass(frozen=True)
class SingleAxisJointsOnly(Problem):
    """A method or argument that does not cover ball joints and free bodies."""

    subject: Argument
    robot: RobotName
    raised: ClassVar[type[DalembertError]] = UnsupportedElement


@dataclass(frozen=True)
class UnclearTime(Problem):
    """Time stamps whose unit cannot be told."""

    reason: Noun
    remedy: Remedy
    step: float | None = None


@dataclass(frozen=True)
class NotUnitQuaternion(Problem):
    """Columns of a quaternion (w, x, y, z) whose norm is not 1."""

    argument: Argument
    first: int
    norm: Measure


@dataclass(frozen=True)
class TooFewSamples(Problem):
    """Fewer samples or measurements than a computation needs."""

    purpose: Noun
    needed: int
    got: int | None = None
    raised: ClassVar[type[DalembertError]] = WrongSize


# ---------------------------------------------------------------- what was done while reading a log


@dataclass(frozen=True)
class LogNote(Finding):
    """What a reader found or did. A fault is a note that puts the samples in doubt."""

    @property
    def fault(self) -> bool:
        return False


@dataclass(frozen=True)
class LogFault(LogNote):
    """A note that puts the samples in doubt."""

    @property
    def fault(self) -> bool:
        return True


@dataclass(frozen=True)
class ColumnsUsed(LogNote):
    """The columns that hold a quantity."""

    quantity: SymbolName
    columns: tuple[Column, ...]


@dataclass(frozen=True)
class ColumnsDropped(LogNote):
    """Columns that are not used."""

    columns: tuple[Column, ...]
    reason: Noun


@dataclass(frozen=True)
class SamplesDropped(LogNote):
    """Rows of a file that are not used."""

    count: int
    reason: Noun

    @property
    def fault(self) -> bool:
        return self.reason not in ("other width", "other joints")


@dataclass(frozen=True)
class CellsMissing(LogNote):
    """Cells without a number."""

    count: int


@dataclass(frozen=True)
class UnitConverted(LogNote):
    """A quantity that was converted to SI units."""

    quantity: SymbolName
    units: tuple[Unit, ...]
    factors: tuple[float, ...]


@dataclass(frozen=True)
class GainApplied(LogNote):
    """Efforts computed from a signal with a gain, given or found in the file."""

    signal: Noun
    gain: Identifier
    value: float | None = None


@dataclass(frozen=True)
class EffortsAreSignals(LogFault):
    """Efforts in amperes or volts, without a gain to torques."""

    unit: Noun
    remedy: Remedy


@dataclass(frozen=True)
class TimeUnit(LogNote):
    """The unit of the time stamps; `basis` is how it was inferred, None where it is stated."""

    unit: Unit
    basis: Noun | None = None
    rate: Measure | None = None

    @property
    def fault(self) -> bool:
        return self.basis is not None


@dataclass(frozen=True)
class SampleCounter(LogFault):
    """Time stamps that count samples."""

    rate: Measure
    basis: Noun


@dataclass(frozen=True)
class NoTime(LogNote):
    """A log without time stamps, at the given rate."""

    rate: Measure


@dataclass(frozen=True)
class TimeOrigin(LogNote):
    """Time stamps that start at a date."""

    start: float


@dataclass(frozen=True)
class ArrivalTime(LogNote):
    """Messages without time stamps; the time of receipt is used."""


@dataclass(frozen=True)
class CounterWrapped(LogFault):
    """A counter of limited width that overflowed."""

    count: int
    bits: int


@dataclass(frozen=True)
class ClockRestarted(LogFault):
    """Time stamps that jump back and start again."""

    count: int


@dataclass(frozen=True)
class SamplesSorted(LogFault):
    """Samples that arrived out of order."""

    count: int


@dataclass(frozen=True)
class CoarseClock(LogFault):
    """Samples that share a time stamp, spread over the tick of the clock."""

    count: int
    tick: Measure


@dataclass(frozen=True)
class RowsRepeated(LogFault):
    """Single rows that were recorded twice while the joints move."""

    count: int
    periods: int


@dataclass(frozen=True)
class EmptyColumns(LogFault):
    """A quantity with columns that hold no number at all."""

    quantity: SymbolName


@dataclass(frozen=True)
class Interpolated(LogFault):
    """A quantity that was sampled less often than the others."""

    quantity: SymbolName
    missing: float


@dataclass(frozen=True)
class SamplesMissing(LogFault):
    """Lost samples in short gaps, which are interpolated."""

    count: int
    share: float
    gap: Measure


@dataclass(frozen=True)
class LongGaps(LogFault):
    """Gaps that are not interpolated."""

    count: int
    gap: Measure
    longest: Measure


@dataclass(frozen=True)
class Jitter(LogFault):
    """A sampling period that varies; the samples are resampled on an even grid."""

    period: Measure
    share: float


@dataclass(frozen=True)
class TurnsUnwrapped(LogFault):
    """Positions that jump by whole turns."""

    count: int


@dataclass(frozen=True)
class EffortSaturated(LogFault):
    """An effort that stays at its extreme value."""

    joint: JointName
    count: int


@dataclass(frozen=True)
class EffortsMissing(LogNote):
    """A log without efforts."""


@dataclass(frozen=True)
class AccelerationsMeasured(LogNote):
    """Accelerations that were taken from the log, not differentiated."""


@dataclass(frozen=True)
class Filtered(LogNote):
    """The cutoff that was chosen from the spectrum; None where a filter does not help."""

    cutoff: Measure | None


@dataclass(frozen=True)
class Decimated(LogNote):
    """A log that was decimated."""

    ratio: int
    rate: Measure


@dataclass(frozen=True)
class NoiseOnly(LogNote):
    """Joints whose position shows noise only; their speed is set to zero."""

    joints: tuple[JointName, ...]


@dataclass(frozen=True)
class AllAtRest(LogNote):
    """The share of samples in which no joint moves."""

    share: float


# ---------------------------------------------------------------- faults of a log


@dataclass(frozen=True)
class SignFlipped(Finding):
    """A channel (positions, efforts, or both) with the wrong sign."""

    joints: tuple[JointName, ...]
    channel: Noun


@dataclass(frozen=True)
class JointsSwapped(Finding):
    """Two joints in the wrong order in a channel."""

    joints: tuple[JointName, ...]
    channel: Noun


@dataclass(frozen=True)
class WrongScale(Finding):
    """A channel of a joint that is too large by a factor; both channels for a gear ratio."""

    joints: tuple[JointName, ...]
    channel: Noun
    factor: float


@dataclass(frozen=True)
class ZeroOffset(Finding):
    """An encoder zero that is off: the position is too large by the angle."""

    joints: tuple[JointName, ...]
    angle: Measure
    sigma: Measure | None = None


@dataclass(frozen=True)
class ChannelUnit(Finding):
    """A channel in another unit than stated; `ratio` to the efforts of the model, for efforts."""

    channel: Noun
    unit: Unit
    expected: Unit
    ratio: float | None = None


@dataclass(frozen=True)
class ImplausibleTravel(Finding):
    """A joint that moves farther than it can: another unit, or the motor's position."""

    joints: tuple[JointName, ...]
    travel: Measure


@dataclass(frozen=True)
class BaseTilted(Finding):
    """A base that is not upright."""

    angle: Measure
    sigma: Measure
    gravity: tuple[float, ...]


@dataclass(frozen=True)
class EffortsDelayed(Finding):
    """Efforts that are late (positive) or early; `beyond` if the delay is the longest that was tested."""

    delay: Measure
    sigma: Measure
    beyond: bool = False


@dataclass(frozen=True)
class LogTooShort(Finding):
    """A log that is too short to identify parameters."""

    duration: Measure
    needed: Measure


@dataclass(frozen=True)
class JointAtRest(Finding):
    """A joint that does not move."""

    joints: tuple[JointName, ...]
    travel: Measure | None = None


@dataclass(frozen=True)
class SpeedFault(Finding):
    """Measured speeds that are not the derivative of the positions."""


@dataclass(frozen=True)
class SpeedScale(SpeedFault):
    """Speeds that are the derivative of the positions times a factor."""

    joints: tuple[JointName, ...]
    factor: float
    cause: Noun


@dataclass(frozen=True)
class SpeedOrder(SpeedFault):
    """A speed that is the derivative of another joint's position."""

    joints: tuple[JointName, ...]  # whose position, whose speed
    correlation: float
    own: float


@dataclass(frozen=True)
class SpeedDelayed(SpeedFault):
    """A speed that is late (positive) or early."""

    joints: tuple[JointName, ...]
    delay: Measure
    before: float
    after: float


@dataclass(frozen=True)
class SpeedDisagrees(SpeedFault):
    """A speed that differs from the derivative of the position for no recognised reason."""

    joints: tuple[JointName, ...]
    share: float


@dataclass(frozen=True)
class Doubt(Finding):
    """A probable fault of a log.

    `before` and `after` are the unexplained shares of the effort of `joint`, as recorded and with the fault corrected;
    `alternatives` explain the efforts as well.
    """

    fault: Finding
    joint: JointName | None = None
    before: float | None = None
    after: float | None = None
    alternatives: tuple[Finding, ...] = ()

    @property
    def joints(self) -> tuple[JointName, ...]:
        """The joints that the fault is about."""
        own: tuple[JointName, ...] = getattr(self.fault, "joints", ())
        return own


@dataclass(frozen=True)
class Unconfirmed(Finding):
    """A fault that the log neither shows nor rules out.

    `significance` is how many standard errors better the log as recorded is predicted; `before` and `after` the unexplained shares
    of the efforts; `link_share` the share of the efforts that the links cause.
    """

    fault: Finding
    significance: tuple[float, ...]
    needed: float
    before: tuple[float, ...] = ()
    after: tuple[float, ...] = ()
    link_share: tuple[float, ...] = ()


@dataclass(frozen=True)
class EffortScaleUnconfirmed(Finding):
    """A robot without masses, whose efforts may be in any unit."""

    robot: RobotName


@dataclass(frozen=True)
class ZerosUnseen(Finding):
    """Encoder zeros that may be off by these angles without being noticed."""

    joints: tuple[JointName, ...]
    angles: tuple[Measure, ...]


@dataclass(frozen=True)
class TiltUncertain(Finding):
    """A tilt of the base that the log determines only roughly."""

    sigma: Measure
    angle: Measure


@dataclass(frozen=True)
class DelayUncertain(Finding):
    """A delay of the efforts that the log determines only roughly; a shorter one than `least` may go unnoticed."""

    sigma: Measure
    delay: Measure
    least: Measure


# ---------------------------------------------------------------- identification


@dataclass(frozen=True)
class NothingIdentifiable(Problem):
    """Logs from which no parameter can be identified: every effort is zero or not a number."""

    remedy: Remedy | None = None


@dataclass(frozen=True)
class NotIdentifiable(Problem):
    """Something that the logs do not determine."""

    noun: Noun
    names: tuple[SymbolName, ...] = ()
    subject: Identifier | None = None
    raised: ClassVar[type[DalembertError]] = NotIdentified


@dataclass(frozen=True)
class CommandMissing(Problem):
    """A log without commanded positions, which a servo or a simulation needs."""

    log: Identifier
    remedy: Remedy | None = None


@dataclass(frozen=True)
class ControllerUnstable(Problem):
    """A controller that does not hold the robot at its command; `cause` if the simulation stopped."""

    log: Identifier
    growth: Measure | None = None
    period: Measure | None = None
    cause: Finding | External | None = None
    raised: ClassVar[type[DalembertError]] = NotIdentified


@dataclass(frozen=True)
class StepsExceeded(Problem):
    """A simulation that needs more steps than it may take."""

    most: int
    raised: ClassVar[type[DalembertError]] = SimulationStopped


@dataclass(frozen=True)
class KnownLoadMissing(Problem):
    """Drive gains need a log with and one without a known load."""

    remedy: Remedy


@dataclass(frozen=True)
class NotAffected(Problem):
    """A frame that no joint moves, so that a body fixed to it is not felt."""

    frame: FrameName
    robot: RobotName


@dataclass(frozen=True)
class EffortsNotTorques(Problem):
    """An identified robot whose masses would not be in kilograms, because efforts are amperes or volts."""

    remedy: Remedy


@dataclass(frozen=True)
class UnboundLoad(Problem):
    """A known load with symbols instead of numbers."""

    symbols: tuple[SymbolName, ...]
    raised: ClassVar[type[DalembertError]] = UnboundSymbol


@dataclass(frozen=True)
class FixedBase(Problem):
    """An argument that has a meaning only for robots with a free base."""

    argument: Argument
    robot: RobotName
    raised: ClassVar[type[DalembertError]] = NotIdentified


@dataclass(frozen=True)
class LogWarning(Finding):
    """A fault of one of several logs."""

    log: Identifier
    fault: Finding


@dataclass(frozen=True)
class IncompleteSamples(Finding):
    """Samples of a log that were left out because numbers are missing."""

    log: Identifier
    count: int
    total: int


@dataclass(frozen=True)
class EffortZero(Finding):
    """An effort that is zero throughout a log."""

    joint: JointName
    log: Identifier


@dataclass(frozen=True)
class FewSamples(Finding):
    """Few independent samples per parameter."""

    samples: int
    parameters: int


@dataclass(frozen=True)
class PayloadSuspected(Finding):
    """A robot that probably carries another mass at its tip than the model."""

    mass: Measure
    link: LinkName
    before: float
    after: float
    only_joint: bool = False


@dataclass(frozen=True)
class EffortScaleSuspected(Finding):
    """A joint whose effort is a multiple of that of the given robot."""

    joint: JointName
    factor: float
    before: float
    after: float


@dataclass(frozen=True)
class GainUncertain(Finding):
    """Drive gains that the known load determines poorly; shares are infinite where it does not at all."""

    joints: tuple[JointName, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True)
class ExcitingMotion(Finding):
    """The motion that shows parameters; for friction alone, both ways at several speeds."""

    joints: tuple[JointName, ...]
    friction: bool


@dataclass(frozen=True)
class ParametersUnseen(Finding):
    """Parameters that the logs do not determine."""

    parameters: tuple[SymbolName, ...]
    motion: ExcitingMotion


@dataclass(frozen=True)
class ParametersWeak(Finding):
    """Parameters whose standard deviation is a large share of their value."""

    parameters: tuple[SymbolName, ...]
    shares: tuple[float, ...]
    limit: float
    motion: ExcitingMotion


@dataclass(frozen=True)
class PoorlyConditioned(Finding):
    """A trajectory that excites the parameters poorly."""

    condition: float
    good: float


@dataclass(frozen=True)
class PoorPrediction(Finding):
    """Segments or logs that the others predict worse than the fit itself."""

    noun: Noun
    error: float
    worst: Identifier
    worst_error: float
    fit_error: float


@dataclass(frozen=True)
class UncertainElsewhere(Finding):
    """Torques that are uncertain at other postures than those of the log."""

    uncertainty: float
    fit_error: float


@dataclass(frozen=True)
class NoisyAccelerations(Finding):
    """Noise in accelerations that shrinks identified inertias."""

    joint: JointName
    log: Identifier
    share: float
    remedy: Remedy


@dataclass(frozen=True)
class ModelIncomplete(Finding):
    """Parameters that differ between segments by more than noise explains."""

    ratio: float


@dataclass(frozen=True)
class FrictionBelowZero(Finding):
    """A friction coefficient that is significantly negative."""

    parameter: SymbolName
    value: float
    sigmas: float


@dataclass(frozen=True)
class FrictionNotInDrive(Finding):
    """Identified friction that no drive can hold, so that the robot is without it."""

    kinds: tuple[Noun, ...]
    share: float


@dataclass(frozen=True)
class RefinementNotSettled(Finding):
    """Simulations that did not converge."""

    rounds: int
    moved: float


@dataclass(frozen=True)
class ControllerDiffers(Finding):
    """A simulation that leaves the log: the controller was another one than given."""

    joint: JointName | None
    share: float
    measured: float | None = None


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class UndrivenJoint(Problem):
    """A joint without a motor where every joint must be driven."""

    function: Function
    joint: JointName | None
    robot: RobotName


@dataclass(frozen=True)
class CannotHoldPosture(Problem):
    """An effort limit that is too low to hold the robot still anywhere in its range."""

    joint: JointName
    robot: RobotName
    needed: float
    limit: float
    remedy: Remedy


@dataclass(frozen=True)
class NoClearPosture(Problem):
    """Obstacles that no tested posture avoids."""

    link: Identifier
    capsule: int | None  # None is the floor
    overlap: Measure
    tried: int
    remedy: Remedy


@dataclass(frozen=True)
class LimitAssumed(LogNote):
    """Joints without a limit, for which a usual one is assumed."""

    joints: tuple[JointName, ...]
    limit: Noun


@dataclass(frozen=True)
class JointHardlyMoves(LogNote):
    """A joint of an exciting trajectory that is held back by these limits, or by other joints and obstacles."""

    joint: JointName
    limits: tuple[Noun, ...]


@dataclass(frozen=True)
class WeaklyExcited(LogNote):
    """A trajectory within whose limits some parameters are hardly excited."""

    condition: float


# ---------------------------------------------------------------- kinematic calibration


@dataclass(frozen=True)
class LooksLikeUnit(Problem):
    """Numbers that look like another unit than expected."""

    subject: Noun
    unit: Unit
    expected: Unit
    ratio: float | None = None


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class UnseenDirection(Finding):
    """A direction that is not identifiable: `parameter` changed by 1 and each of `others` by minus its factor changes nothing."""

    parameter: GeometricParameter
    others: tuple[tuple[GeometricParameter, float], ...]
    measured_only: bool = False  # in the measured postures, but not in every posture


@dataclass(frozen=True)
class PosturesDoNotShow(Finding):
    """Parameters that other postures would show."""

    parameters: tuple[SymbolName, ...]
    remedy: Remedy


@dataclass(frozen=True)
class FewMeasurements(Finding):
    """Hardly more numbers than unknowns, so that σ itself is uncertain."""

    spare: int
    uncertainty: float


@dataclass(frozen=True)
class ResidualAboveNoise(Finding):
    """A residual that is larger than the given noise."""

    ratio: float


@dataclass(frozen=True)
class GeometryDoesNotExplain(Finding):
    """Measurements that no error of geometry explains."""

    left: Measure
    unknown: tuple[Argument, ...]  # arguments that may be missing: base, tool


@dataclass(frozen=True)
class LargeErrors(Finding):
    """Geometric errors that are larger than manufacturing tolerances."""

    parameters: tuple[SymbolName, ...]


@dataclass(frozen=True)
class OutlierMeasurement(Finding):
    """A measurement far from the others."""

    index: int
    sigmas: float
    remedy: Remedy


@dataclass(frozen=True)
class ManyOutliers(Finding):
    """A large share of measurements that a robust fit left out."""

    share: float


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class TaskResult(Problem):
    """A result of a task that cannot be stored: shapes or types that differ between members, or a type that is not kept."""

    name: Column | None
    reason: Noun
    got: Given | None = None


@dataclass(frozen=True)
class OtherStudy(Problem):
    """A folder that holds the results of another study."""

    path: FileName


@dataclass(frozen=True)
class NoMember(Problem):
    """A member that does not exist, or that no log was given for."""

    index: int
    count: int
    noun: Noun
    raised: ClassVar[type[DalembertError]] = UnknownName


@dataclass(frozen=True)
class NotDivisible(Problem):
    """A duration that the sampling interval does not divide."""

    sample: Measure
    duration: Measure


@dataclass(frozen=True)
class WholeNumbersDrawn(Finding):
    """A parameter that is drawn from whole numbers, probably by mistake."""

    argument: Argument
