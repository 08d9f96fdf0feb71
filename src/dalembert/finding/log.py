"""Findings about logs: unreadable files, changes that the reader made, and faults of the data."""

from __future__ import annotations

from dalembert.errors import BadFile, Problem, WrongSize
from dalembert.finding.finding import (
    Argument,
    Arguments,
    Columns,
    External,
    FileName,
    Finding,
    Identifier,
    JointName,
    Joints,
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
    """A file does not contain a table of samples; `detail` quotes the file or the program that rejected it."""

    file: FileName
    reason: Noun
    detail: Source | External | None = None


class QuantityNotFound(Problem, raised=BadFile):
    """No column of a file has the name of a required quantity."""

    file: FileName
    quantity: Noun
    columns: Columns
    dropped: tuple[Finding, ...] = ()
    remedy: Remedy | None = None


class WrongColumnCount(Problem, raised=WrongSize):
    """The number of columns of a quantity differs from the number of coordinates of the robot."""

    quantity: SymbolName
    columns: Columns
    expected: int
    file: FileName | None = None
    robot: RobotName | None = None
    remedy: Remedy | None = None


class UnnamedColumns(Problem):
    """Columns have no names, and their number does not determine their meaning."""

    file: FileName
    got: int
    expected: int
    robot: RobotName
    remedy: Remedy


class Ambiguous(Problem):
    """Several topics of a bag, or several sets of columns, fit equally well; `candidates` are examples of each."""

    noun: Noun
    file: FileName
    candidates: tuple[Columns, ...]
    remedy: Remedy


class SingularTransmission(Problem):
    """The matrix C = diag(gear_ratio) coupling has no inverse."""

    arguments: Arguments = (Argument("gear_ratio"), Argument("coupling"))


class UnclearTime(Problem):
    """The unit of the time stamps is unknown."""

    reason: Noun
    remedy: Remedy
    step: float | None = None


class NotUnitQuaternion(Problem):
    """Columns of a quaternion (w, x, y, z) do not have norm 1."""

    argument: Argument
    first: int
    norm: Measure


class TooFewSamples(Problem, raised=WrongSize):
    """There are fewer samples or measurements than a computation needs."""

    purpose: Noun
    needed: int
    got: int | None = None


# ---------------------------------------------------------------- what was done while reading a log


class LogNote(Finding):
    """Note on what the reader found or did."""


class LogFault(LogNote):
    """Note on a fault that makes samples unreliable."""


class ColumnsUsed(LogNote):
    """Columns that contain a quantity."""

    quantity: SymbolName
    columns: Columns


class ColumnsDropped(LogNote):
    """Some columns are not used."""

    columns: Columns
    reason: Noun


class SamplesDropped(LogFault):
    """Some rows of a file are not used."""

    count: int
    reason: Noun


class OtherMessages(LogNote):
    """Messages of a topic name other joints and are not used."""

    count: int


class Repaired(LogFault):
    """The reader repaired an irregularity of the recording; the finding counts its occurrences."""

    count: int
    reason: Noun


class Remark(LogNote):
    """Remark about something that the reader used or did not find."""

    subject: Noun


class CellsMissing(LogNote):
    """Some cells do not contain a number."""

    count: int


class UnitConverted(LogNote):
    """A quantity was converted to SI units."""

    quantity: SymbolName
    units: tuple[Unit, ...]
    factors: tuple[float, ...]


class GainApplied(LogNote):
    """Efforts were computed from a signal with a gain, given or found in the file."""

    signal: Noun
    gain: Identifier
    value: float | None = None


class EffortsAreSignals(LogFault):
    """Efforts are in amperes or volts, and their gains to torques are unknown."""

    unit: Noun
    remedy: Remedy


class TimeUnit(LogNote):
    """Unit of the time stamps as given in the file."""

    unit: Unit


class TimeUnitInferred(LogFault):
    """Unit of the time stamps, inferred because the file does not give it."""

    unit: Unit
    basis: Noun
    rate: Measure | None = None


class SampleCounter(LogFault):
    """The time stamps count samples."""

    rate: Measure
    basis: Noun


class NoTime(LogNote):
    """A log has no time stamps; the given sampling rate is used."""

    rate: Measure


class TimeOrigin(LogNote):
    """The time stamps start at a date."""

    start: float


class CoarseClock(LogFault):
    """Several samples share a time stamp; they are spread over the tick of the clock."""

    count: int
    tick: Measure


class RowsRepeated(LogFault):
    """Single rows were recorded twice although the joints move."""

    count: int
    periods: int


class EmptyColumns(LogFault):
    """Some columns of a quantity do not contain any number."""

    quantity: SymbolName


class Interpolated(LogFault):
    """A quantity was sampled less often than the others."""

    quantity: SymbolName
    missing: float


class SamplesMissing(LogFault):
    """Samples are missing in short gaps, which are interpolated."""

    count: int
    share: float
    gap: Measure


class LongGaps(LogFault):
    """Some gaps are too long to be interpolated."""

    count: int
    gap: Measure
    longest: Measure


class Jitter(LogFault):
    """The sampling period varies; the samples are resampled on an even time grid."""

    period: Measure
    share: float


class EffortSaturated(LogFault):
    """An effort stays at its extreme value."""

    joint: JointName
    count: int


class Filtered(LogNote):
    """Cutoff frequency that was chosen from the spectrum; None if a filter does not help."""

    cutoff: Measure | None


class NoiseOnly(LogNote):
    """The positions of some joints contain only noise; their speed is set to zero."""

    joints: Joints


class AllAtRest(LogNote):
    """Share of samples in which no joint moves."""

    share: float


# ---------------------------------------------------------------- faults of a log


class SignFlipped(Finding):
    """A channel (positions, efforts, or both) has the wrong sign."""

    joints: Joints
    channel: Noun


class JointsSwapped(Finding):
    """Two joints are in the wrong order in a channel."""

    joints: Joints
    channel: Noun


class WrongScale(Finding):
    """A channel of a joint is too large by a factor; both channels are for a gear ratio."""

    joints: Joints
    channel: Noun
    factor: float


class ZeroOffset(Finding):
    """The zero of an encoder is wrong: the position is too large by the given angle."""

    joints: Joints
    angle: Measure
    sigma: Measure | None = None


class ChannelUnit(Finding):
    """A channel is in another unit than specified; for efforts, `ratio` is relative to the efforts of the model."""

    channel: Noun
    unit: Unit
    expected: Unit
    ratio: float | None = None


class ImplausibleTravel(Finding):
    """A joint moves farther than it can: the unit is wrong, or the position is that of the motor."""

    joints: Joints
    travel: Measure


class BaseTilted(Finding):
    """The base is not upright."""

    angle: Measure
    sigma: Measure
    gravity: tuple[float, ...]


class EffortsDelayed(Finding):
    """Efforts are late (positive) or early; `beyond` is true if the delay is the longest that was tested."""

    delay: Measure
    sigma: Measure
    beyond: bool = False


class LogTooShort(Finding):
    """A log is too short to identify parameters."""

    duration: Measure
    needed: Measure


class JointAtRest(Finding):
    """A joint does not move."""

    joints: Joints
    travel: Measure | None = None


class SpeedFault(Finding):
    """Measured speeds are not the derivative of the positions."""


class SpeedScale(SpeedFault):
    """Measured speeds are the derivative of the positions times a factor."""

    joints: Joints
    factor: float
    cause: Noun


class SpeedOrder(SpeedFault):
    """A measured speed is the derivative of another joint's position."""

    joints: Joints  # whose position, whose speed
    correlation: float
    own: float


class SpeedDelayed(SpeedFault):
    """A measured speed is late (positive) or early."""

    joints: Joints
    delay: Measure
    before: float
    after: float


class SpeedDisagrees(SpeedFault):
    """A measured speed differs from the derivative of the position for an unknown reason."""

    joints: Joints
    share: float


class Doubt(Finding):
    """Probable fault of a log.

    `before` and `after` are the unexplained shares of the effort of `joint`, as recorded and with the fault corrected;
    `alternatives` explain the efforts equally well.
    """

    fault: Finding
    joint: JointName | None = None
    before: float | None = None
    after: float | None = None
    alternatives: tuple[Finding, ...] = ()

    @property
    def joints(self) -> Joints:
        """Joints that the fault concerns."""
        own: Joints = getattr(self.fault, "joints", ())
        return own


class Unconfirmed(Finding):
    """Possible fault that the log neither shows nor rules out.

    `significance` is the number of standard errors by which the log as recorded is predicted better. `before` and `after` are the
    unexplained shares of the efforts, `link_share` is the share of the efforts that the links cause.
    """

    fault: Finding
    significance: tuple[float, ...]
    needed: float
    before: tuple[float, ...] = ()
    after: tuple[float, ...] = ()
    link_share: tuple[float, ...] = ()


class EffortScaleUnconfirmed(Finding):
    """The robot has no masses, so its efforts may be in any unit."""

    robot: RobotName


class ZerosUnseen(Finding):
    """Encoder zeros may be wrong by these angles without being detected."""

    joints: Joints
    angles: tuple[Measure, ...]


class TiltUncertain(Finding):
    """The log determines the tilt of the base only roughly."""

    sigma: Measure
    angle: Measure


class DelayUncertain(Finding):
    """The log determines the delay of the efforts only roughly; a delay below `least` may not be detected."""

    sigma: Measure
    delay: Measure
    least: Measure
