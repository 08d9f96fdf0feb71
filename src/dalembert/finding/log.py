"""Messages about logs: unreadable files, changes made by the reader, and faults in the data."""

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
    """Raised when a file does not contain a table of samples. `detail` is text from the file, or the message of the
    program that rejected the file."""

    file: FileName
    reason: Noun
    detail: Source | External | None = None


class QuantityNotFound(Problem, raised=BadFile):
    """Raised when no column name in a file matches a required quantity."""

    file: FileName
    quantity: Noun
    columns: Columns
    dropped: tuple[Finding, ...] = ()
    remedy: Remedy | None = None


class WrongColumnCount(Problem, raised=WrongSize):
    """Raised when the number of columns for a quantity differs from the robot's number of coordinates."""

    quantity: SymbolName
    columns: Columns
    expected: int
    file: FileName | None = None
    robot: RobotName | None = None
    remedy: Remedy | None = None


class UnnamedColumns(Problem):
    """Raised when columns have no names and cannot be assigned by their number."""

    file: FileName
    got: int
    expected: int
    robot: RobotName
    remedy: Remedy


class Ambiguous(Problem):
    """Raised when several topics of a bag, or several sets of columns, match equally well. `candidates` lists examples
    of the matches."""

    noun: Noun
    file: FileName
    candidates: tuple[Columns, ...]
    remedy: Remedy


class SingularTransmission(Problem):
    """Raised when the matrix C = diag(gear_ratio) coupling has no inverse."""

    arguments: Arguments = (Argument("gear_ratio"), Argument("coupling"))


class UnclearTime(Problem):
    """Raised when the unit of the time stamps is unknown."""

    reason: Noun
    remedy: Remedy
    step: float | None = None


class NotUnitQuaternion(Problem):
    """Raised when the norm of a quaternion (w, x, y, z) read from columns is not 1."""

    argument: Argument
    first: int
    norm: Measure


class TooFewSamples(Problem, raised=WrongSize):
    """Raised when there are fewer samples or measurements than a computation needs."""

    purpose: Noun
    needed: int
    got: int | None = None


# ---------------------------------------------------------------- what was done while reading a log


class LogNote(Finding):
    """Base class of notes on the contents of a log and on changes by the reader."""


class LogFault(LogNote):
    """Base class of warnings about faults that make samples unreliable."""


class ColumnsUsed(LogNote):
    """Note on the columns that contain a quantity."""

    quantity: SymbolName
    columns: Columns


class ColumnsDropped(LogNote):
    """Note that some columns are not used."""

    columns: Columns
    reason: Noun


class SamplesDropped(LogFault):
    """Note that some rows of a file are not used."""

    count: int
    reason: Noun


class OtherMessages(LogNote):
    """Note that some messages of a topic refer to other joints and are not used."""

    count: int


class Repaired(LogFault):
    """Note that the reader corrected an irregularity of the recording, with the number of occurrences."""

    count: int
    reason: Noun


class Remark(LogNote):
    """Note on optional data that the reader used or did not find."""

    subject: Noun


class CellsMissing(LogNote):
    """Note that some cells do not contain a number."""

    count: int


class UnitConverted(LogNote):
    """Note that a quantity was converted to SI units."""

    quantity: SymbolName
    units: tuple[Unit, ...]
    factors: tuple[float, ...]


class GainApplied(LogNote):
    """Note that efforts were computed from a signal with a gain. The gain was given by the user or found in the file."""

    signal: Noun
    gain: Identifier
    value: float | None = None


class EffortsAreSignals(LogFault):
    """Note that efforts are in amperes or volts, with unknown conversion factors to torques."""

    unit: Noun
    remedy: Remedy


class TimeUnit(LogNote):
    """Note on the unit of the time stamps, as given in the file."""

    unit: Unit


class TimeUnitInferred(LogFault):
    """Note on the unit of the time stamps, which was inferred because the file does not specify it."""

    unit: Unit
    basis: Noun
    rate: Measure | None = None


class SampleCounter(LogFault):
    """Note that the time stamps are sample counts instead of times."""

    rate: Measure
    basis: Noun


class NoTime(LogNote):
    """Note that a log has no time stamps, so that the given sampling rate is used."""

    rate: Measure


class TimeOrigin(LogNote):
    """Note that the time stamps start at a large value, such as a date, and that this value was subtracted."""

    start: float


class CoarseClock(LogFault):
    """Note that several samples have the same time stamp. The reader distributes these samples evenly over the clock
    period."""

    count: int
    tick: Measure


class RowsRepeated(LogFault):
    """Note that some rows were recorded twice although the joints move."""

    count: int
    periods: int


class EmptyColumns(LogFault):
    """Note that some columns of a quantity do not contain any numbers."""

    quantity: SymbolName


class Interpolated(LogFault):
    """Note that a quantity was sampled less frequently than the others."""

    quantity: SymbolName
    missing: float


class SamplesMissing(LogFault):
    """Note that samples are missing in short gaps, which are interpolated."""

    count: int
    share: float
    gap: Measure


class LongGaps(LogFault):
    """Note that some gaps are too long to be interpolated."""

    count: int
    gap: Measure
    longest: Measure


class Jitter(LogFault):
    """Note that the sampling period varies, so the log is resampled at a constant period."""

    period: Measure
    share: float


class EffortSaturated(LogFault):
    """Warning that an effort saturates at its extreme value."""

    joint: JointName
    count: int


class Filtered(LogNote):
    """Note on the cutoff frequency that was determined from the spectrum. The cutoff frequency is None if filtering
    does not help."""

    cutoff: Measure | None


class NoiseOnly(LogNote):
    """Note that the positions of some joints contain only noise, so their speeds are set to zero."""

    joints: Joints


class AllAtRest(LogNote):
    """Note on the fraction of samples in which no joint moves."""

    share: float


# ---------------------------------------------------------------- faults of a log


class SignFlipped(Finding):
    """Warning that a channel (positions, efforts, or both) has the wrong sign."""

    joints: Joints
    channel: Noun


class JointsSwapped(Finding):
    """Warning that two joints are swapped in a channel."""

    joints: Joints
    channel: Noun


class WrongScale(Finding):
    """Warning that a channel of a joint is too large by a constant factor. A wrong gear ratio affects both channels."""

    joints: Joints
    channel: Noun
    factor: float


class ZeroOffset(Finding):
    """Warning that the zero of an encoder is wrong, so the measured position is too large by the given angle."""

    joints: Joints
    angle: Measure
    sigma: Measure | None = None


class ChannelUnit(Finding):
    """Warning that a channel is not in the specified unit. For efforts, `ratio` is relative to the efforts of the
    model."""

    channel: Noun
    unit: Unit
    expected: Unit
    ratio: float | None = None


class ImplausibleTravel(Finding):
    """Warning that a joint moves farther than possible, because the unit is wrong or the position was measured at the
    motor."""

    joints: Joints
    travel: Measure


class BaseTilted(Finding):
    """Warning that the base of the robot is not upright."""

    angle: Measure
    sigma: Measure
    gravity: tuple[float, ...]


class EffortsDelayed(Finding):
    """Warning that the efforts lag (positive delay) or lead (negative delay) the motion. `beyond` is true if the delay
    is the longest tested delay."""

    delay: Measure
    sigma: Measure
    beyond: bool = False


class LogTooShort(Finding):
    """Warning that a log is too short to identify parameters."""

    duration: Measure
    needed: Measure


class JointAtRest(Finding):
    """Warning that a joint does not move throughout a log."""

    joints: Joints
    travel: Measure | None = None


class SpeedFault(Finding):
    """Base class of warnings that measured speeds are not the derivative of the positions."""


class SpeedScale(SpeedFault):
    """Warning that measured speeds differ from the derivative of the positions by a constant factor."""

    joints: Joints
    factor: float
    cause: Noun


class SpeedOrder(SpeedFault):
    """Warning that a measured speed is the derivative of the position of another joint."""

    joints: Joints  # whose position, whose speed
    correlation: float
    own: float


class SpeedDelayed(SpeedFault):
    """Warning that a measured speed lags (positive delay) or leads (negative delay) the motion."""

    joints: Joints
    delay: Measure
    before: float
    after: float


class SpeedDisagrees(SpeedFault):
    """Warning that a measured speed differs from the derivative of the position for an unknown reason."""

    joints: Joints
    share: float


class Doubt(Finding):
    """Warning about a probable error in a log.

    `before` and `after` are the unexplained fractions of the effort of `joint`, before and after correction of the
    fault. `alternatives` lists faults that explain the efforts equally well.
    """

    fault: Finding
    joint: JointName | None = None
    before: float | None = None
    after: float | None = None
    alternatives: tuple[Finding, ...] = ()

    @property
    def joints(self) -> Joints:
        """Joints that are affected by the fault."""
        own: Joints = getattr(self.fault, "joints", ())
        return own


class Unconfirmed(Finding):
    """Possible fault that the log can neither confirm nor exclude.

    `significance` is the number of standard errors by which the recorded log fits better than the corrected log.
    `before` and `after` are the unexplained fractions of the efforts. `link_share` is the fraction of the efforts that
    is due to the links.
    """

    fault: Finding
    significance: tuple[float, ...]
    needed: float
    before: tuple[float, ...] = ()
    after: tuple[float, ...] = ()
    link_share: tuple[float, ...] = ()


class EffortScaleUnconfirmed(Finding):
    """Note that the unit of the efforts cannot be checked, because the robot has no masses."""

    robot: RobotName


class ZerosUnseen(Finding):
    """Note that encoder zeros may be wrong by the given angles without being detected."""

    joints: Joints
    angles: tuple[Measure, ...]


class TiltUncertain(Finding):
    """Note that the log determines the tilt of the base only approximately."""

    sigma: Measure
    angle: Measure


class DelayUncertain(Finding):
    """Note that the log determines the delay of the efforts only approximately. A delay below `least` may remain
    undetected."""

    sigma: Measure
    delay: Measure
    least: Measure
