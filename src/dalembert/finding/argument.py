"""Messages about invalid arguments, raised by the converters of `dalembert.argument` and `dalembert.boundary`.

Each message contains the name of the argument, so about 25 classes are sufficient for all public functions.
"""

from __future__ import annotations

from dalembert.errors import BadFile, MissingExtra, Problem, TooLarge, UnboundSymbol, UnknownName, WrongSize
from dalembert.finding.finding import (
    Argument,
    Arguments,
    External,
    FileName,
    Function,
    Given,
    Identifier,
    JointName,
    Joints,
    Measure,
    Names,
    Noun,
    Remedy,
    RobotName,
    Shape,
    Symbols,
)


class WrongType(Problem):
    """Raised when an argument has the wrong type."""

    argument: Argument
    expected: Noun
    got: Given


class NotReal(Problem):
    """Raised when a value is not a real number or an array of real numbers, because it is text, complex, masked or
    ragged."""

    argument: Argument
    got: Given


class NotFinite(Problem):
    """Raised when a number is infinite or NaN."""

    argument: Argument
    index: tuple[int, ...] = ()
    joint: JointName | None = None


class OutOfRange(Problem):
    """Raised when a number is outside its permitted range. A strict bound is not part of the range."""

    argument: Argument
    got: Measure
    lower: float | None = None
    upper: float | None = None
    strict: bool = False


class NotInteger(Problem):
    """Raised when a number is not an integer, or when an integer is outside its permitted range."""

    argument: Argument
    got: Given
    lower: int | None = None
    upper: int | None = None


class NotOneOf(Problem):
    """Raised when a value is not one of the accepted values."""

    argument: Argument
    got: Given
    choices: Names


class Unknown(Problem, raised=UnknownName):
    """Raised when no joint, link, frame, symbol, column, option or gallery robot has the given name."""

    noun: Noun
    name: Identifier
    known: Names
    owner: Noun | None = None  # what has them: "robot", "log", "drive"
    owner_name: Identifier | None = None
    argument: Argument | None = None


class Repeated(Problem):
    """Raised when a name is given twice."""

    noun: Noun
    name: Identifier
    argument: Argument | None = None


class WrongShape(Problem, raised=WrongSize):
    """Raised when an array has the wrong shape."""

    argument: Argument
    got: Shape
    expected: tuple[Shape, ...]
    robot: RobotName | None = None


class WrongLength(Problem, raised=WrongSize):
    """Raised when a sequence has the wrong number of entries. `noun` names the objects to which the entries correspond
    (joints, motors, logs)."""

    argument: Argument
    got: int
    expected: int
    noun: Noun
    robot: RobotName | None = None


class MissingEntries(Problem, raised=WrongSize):
    """Raised when a mapping from coordinate names does not include all coordinates."""

    argument: Argument
    names: Names
    robot: RobotName | None = None


class NotBroadcastable(Problem, raised=WrongSize):
    """Raised when the leading dimensions of arrays do not broadcast together."""

    arguments: Arguments
    shapes: tuple[Shape, ...]


class BatchUnsupported(Problem):
    """Raised when several trajectories or states are passed to a function that accepts only one."""

    function: Function
    shape: Shape


class TooFew(Problem):
    """Raised when a function receives fewer items than it needs."""

    argument: Argument
    noun: Noun
    got: int
    least: int


class IsZero(Problem):
    """Raised when a number or vector, such as a direction, is zero but must be nonzero."""

    argument: Argument


class NotIncreasing(Problem):
    """Raised when times or positions do not increase from row to row."""

    argument: Argument
    index: int


class Empty(Problem):
    """Raised when an argument is empty."""

    argument: Argument


class TooMany(Problem, raised=TooLarge):
    """Raised when there are more items than permitted."""

    noun: Noun
    got: int
    most: int
    argument: Argument | None = None


class Exclusive(Problem):
    """Raised when two mutually exclusive arguments are given."""

    arguments: Arguments


class OneRequired(Problem):
    """Raised when none of several arguments is given, but one of them is required."""

    arguments: Arguments


class Requires(Problem):
    """Raised when an argument is given without another argument (or without its required value)."""

    argument: Argument
    needs: Argument
    value: Given | None = None


class NotAccepted(Problem):
    """Raised when an argument is not supported for this robot or target."""

    function: Function
    argument: Argument


class NotCallable(Problem):
    """Raised when a function cannot be called with the arguments that it would receive."""

    argument: Argument
    parameters: Names
    got: Given
    reason: External | None = None


class ReversedBounds(Problem):
    """Raised when a lower bound is above its upper bound."""

    argument: Argument
    lower: Measure
    upper: Measure


class RobotHasNo(Problem):
    """Raised when a robot lacks a property that a function requires, such as moving joints, loops, limits or
    gravity."""

    robot: RobotName
    noun: Noun
    function: Function | None = None
    joints: Joints = ()
    remedy: Remedy | None = None


class UnboundSymbols(Problem, raised=UnboundSymbol):
    """Raised when symbols have no values, but numeric values are needed."""

    robot: RobotName | None
    symbols: Symbols
    function: Function
    remedy: Remedy | None = None


class MissingPackage(Problem, raised=MissingExtra):
    """Raised when a function needs an optional package that is not installed."""

    package: Identifier
    function: Function
    remedy: Remedy


class FileExists(Problem, raised=BadFile):
    """Raised when a file would be overwritten."""

    path: FileName
    remedy: Remedy


class Unwritable(Problem, raised=BadFile):
    """Raised when a path cannot be written."""

    path: FileName
    reason: External | Noun


class Unreadable(Problem, raised=BadFile):
    """Raised when a path cannot be read."""

    path: FileName
    reason: External | Noun
