"""Findings about logs: files that cannot be read, what reading changed, and faults of the data."""

from __future__ import annotations

from dalembert.errors import (
    BadFile,
    Problem,
    WrongSize,
)
from dalembert.finding.finding import (
    Argument,
    Column,
    External,
    FileName,
    Finding,
    Identifier,
    JointName,
    Measure,
    Noun,
    Remedy,
    RobotName,
    Source,
    SymbolName,
    Unit,
)

# ---------------------------------------------------------------- a file that cannot be read as a log


class UnusableFile(Problem, raised=BadFile):
    """A file that does not hold a table of samples; `detail` quotes it or the program that rejected it."""

    file: FileName
    reason: Noun
    detail: Source | External | None = None


class QuantityNotFound(Problem, raised=BadFile):
    """A quantity that no column of a file is named after."""

    file: FileName
    quantity: Noun
    columns: tuple[Column, ...]
    dropped: tuple[Finding, ...] = ()
    remedy: Remedy | None = None


class WrongColumnCount(Problem, raised=WrongSize):
    """Columns of one quantity that are not as many as the robot has coordinates."""

    quantity: SymbolName
    columns: tuple[Column, ...]
    expected: int
    file: FileName | None = None
    robot: RobotName | None = None
    remedy: Remedy | None = None


class UnnamedColumns(Problem):
    """Columns without names, whose number does not tell what they are."""

    file: FileName
    got: int
    expected: int
    robot: RobotName
    remedy: Remedy


class Ambiguous(Problem):
    """Several topics of a bag, or sets of columns, that fit equally well; `candidates` are examples of each."""

    noun: Noun
    file: FileName
    candidates: tuple[tuple[Column, ...], ...]
    remedy: Remedy


class SingularTransmission(Problem):
    """A matrix C = diag(gear_ratio) coupling that has no inverse."""

    arguments: tuple[Argument, ...] = (Argument("gear_ratio"), Argument("coupling"))


class UnclearTime(Problem):
    """Time stamps whose unit is unknown."""

    reason: Noun
    remedy: Remedy
    step: float | None = None


class NotUnitQuaternion(Problem):
    """Columns of a quaternion (w, x, y, z) whose norm is not 1."""

    argument: Argument
    first: int
    norm: Measure


class TooFewSamples(Problem, raised=WrongSize):
    """Fewer samples or measurements than a computation needs."""

    purpose: Noun
    needed: int
    got: int | None = None


# ---------------------------------------------------------------- what was done while reading a log


class LogNote(Finding):
    """What a reader found or did."""


class LogFault(LogNote):
    """A note that puts the samples in doubt."""


class ColumnsUsed(LogNote):
    """The columns that hold a quantity."""

    quantity: SymbolName
    columns: tuple[Column, ...]


class ColumnsDropped(LogNote):
    """Columns that are not used."""

    columns: tuple[Column, ...]
    reason: Noun


class SamplesDropped(LogFault):
    """Rows of a file that are not used."""

    count: int
    reason: Noun


class OtherMessages(LogNote):
    """Messages of a topic that name other joints, which are not used."""

    count: int


class Repaired(LogFault):
    """An irregularity of the recording that was repaired, and how often it occurs."""

    count: int
    reason: Noun


class Remark(LogNote):
    """What the reader used, or did not find."""

    subject: Noun


class CellsMissing(LogNote):
    """Cells without a number."""

    count: int


class UnitConverted(LogNote):
    """A quantity that was converted to SI units."""

    quantity: SymbolName
    units: tuple[Unit, ...]
    factors: tuple[float, ...]


class GainApplied(LogNote):
    """Efforts computed from a signal with a gain, given or found in the file."""

    signal: Noun
    gain: Identifier
    value: float | None = None


class EffortsAreSignals(LogFault):
    """Efforts in amperes or volts, without a gain to torques."""

    unit: Noun
    remedy: Remedy


class TimeUnit(LogNote):
    """The unit of the time stamps, as the file states it."""

    unit: Unit


class TimeUnitInferred(LogFault):
    """The unit of time stamps that do not state it, and how it was inferred."""

    unit: Unit
    basis: Noun
    rate: Measure | None = None


class SampleCounter(LogFault):
    """Time stamps that count samples."""

    rate: Measure
    basis: Noun


class NoTime(LogNote):
    """A log without time stamps, at the given rate."""

    rate: Measure


class TimeOrigin(LogNote):
    """Time stamps that start at a date."""

    start: float


class CoarseClock(LogFault):
    """Samples that share a time stamp, spread over the tick of the clock."""

    count: int
    tick: Measure


class RowsRepeated(LogFault):
    """Single rows that were recorded twice while the joints move."""

    count: int
    periods: int


class EmptyColumns(LogFault):
    """A quantity with columns that hold no number at all."""

    quantity: SymbolName


class Interpolated(LogFault):
    """A quantity that was sampled less often than the others."""

    quantity: SymbolName
    missing: float


class SamplesMissing(LogFault):
    """Lost samples in short gaps, which are interpolated."""

    count: int
    share: float
    gap: Measure


class LongGaps(LogFault):
    """Gaps that are not interpolated."""

    count: int
    gap: Measure
    longest: Measure


class Jitter(LogFault):
    """A sampling period that varies; the samples are resampled on an even grid."""

    period: Measure
    share: float


class EffortSaturated(LogFault):
    """An effort that stays at its extreme value."""

    joint: JointName
    count: int


class Filtered(LogNote):
    """The cutoff that was chosen from the spectrum; None where a filter does not help."""

    cutoff: Measure | None


class NoiseOnly(LogNote):
    """Joints whose position shows noise only; their speed is set to zero."""

    joints: tuple[JointName, ...]


class AllAtRest(LogNote):
    """The share of samples in which no joint moves."""

    share: float


# ---------------------------------------------------------------- faults of a log


class SignFlipped(Finding):
    """A channel (positions, efforts, or both) with the wrong sign."""

    joints: tuple[JointName, ...]
    channel: Noun


class JointsSwapped(Finding):
    """Two joints in the wrong order in a channel."""

    joints: tuple[JointName, ...]
    channel: Noun


class WrongScale(Finding):
    """A channel of a joint that is too large by a factor; both channels for a gear ratio."""

    joints: tuple[JointName, ...]
    channel: Noun
    factor: float


class ZeroOffset(Finding):
    """An encoder zero that is off: the position is too large by the angle."""

    joints: tuple[JointName, ...]
    angle: Measure
    sigma: Measure | None = None


class ChannelUnit(Finding):
    """A channel in another unit than stated; `ratio` to the efforts of the model, for efforts."""

    channel: Noun
    unit: Unit
    expected: Unit
    ratio: float | None = None


class ImplausibleTravel(Finding):
    """A joint that moves farther than it can: another unit, or the motor's position."""

    joints: tuple[JointName, ...]
    travel: Measure


class BaseTilted(Finding):
    """A base that is not upright."""

    angle: Measure
    sigma: Measure
    gravity: tuple[float, ...]


class EffortsDelayed(Finding):
    """Efforts that are late (positive) or early; `beyond` if the delay is the longest that was tested."""

    delay: Measure
    sigma: Measure
    beyond: bool = False


class LogTooShort(Finding):
    """A log that is too short to identify parameters."""

    duration: Measure
    needed: Measure


class JointAtRest(Finding):
    """A joint that does not move."""

    joints: tuple[JointName, ...]
    travel: Measure | None = None


class SpeedFault(Finding):
    """Measured speeds that are not the derivative of the positions."""


class SpeedScale(SpeedFault):
    """Speeds that are the derivative of the positions times a factor."""

    joints: tuple[JointName, ...]
    factor: float
    cause: Noun


class SpeedOrder(SpeedFault):
    """A speed that is the derivative of another joint's position."""

    joints: tuple[JointName, ...]  # whose position, whose speed
    correlation: float
    own: float


class SpeedDelayed(SpeedFault):
    """A speed that is late (positive) or early."""

    joints: tuple[JointName, ...]
    delay: Measure
    before: float
    after: float


class SpeedDisagrees(SpeedFault):
    """A speed that differs from the derivative of the position for no recognised reason."""

    joints: tuple[JointName, ...]
    share: float


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


class EffortScaleUnconfirmed(Finding):
    """A robot without masses, whose efforts may be in any unit."""

    robot: RobotName


class ZerosUnseen(Finding):
    """Encoder zeros that may be off by these angles without being noticed."""

    joints: tuple[JointName, ...]
    angles: tuple[Measure, ...]


class TiltUncertain(Finding):
    """A tilt of the base that the log determines only roughly."""

    sigma: Measure
    angle: Measure


class DelayUncertain(Finding):
    """A delay of the efforts that the log determines only roughly; a shorter one than `least` may go unnoticed."""

    sigma: Measure
    delay: Measure
    least: Measure
