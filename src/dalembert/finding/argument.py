"""Findings about wrong arguments, raised by the converters of `dalembert.argument` and `dalembert.boundary`.

Each kind is parametrised by the argument it is about, so that about 25 kinds cover every public function.
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
    """An argument has another type than expected."""

    argument: Argument
    expected: Noun
    got: Given


class NotReal(Problem):
    """An array or number does not consist of real numbers: it is text, complex, masked or ragged."""

    argument: Argument
    got: Given


class NotFinite(Problem):
    """A number is infinite or NaN."""

    argument: Argument
    index: tuple[int, ...] = ()
    joint: JointName | None = None


class OutOfRange(Problem):
    """A number is outside its range. A strict bound does not belong to the range."""

    argument: Argument
    got: Measure
    lower: float | None = None
    upper: float | None = None
    strict: bool = False


class NotInteger(Problem):
    """A number is not an integer, or is an integer outside its range."""

    argument: Argument
    got: Given
    lower: int | None = None
    upper: int | None = None


class NotOneOf(Problem):
    """A value is not one of the accepted values."""

    argument: Argument
    got: Given
    choices: Names


class Unknown(Problem, raised=UnknownName):
    """A name is unknown: no joint, link, frame, symbol, column, option or gallery robot has it."""

    noun: Noun
    name: Identifier
    known: Names
    owner: Noun | None = None  # what has them: "robot", "log", "drive"
    owner_name: Identifier | None = None
    argument: Argument | None = None


class Repeated(Problem):
    """A name is given twice."""

    noun: Noun
    name: Identifier
    argument: Argument | None = None


class WrongShape(Problem, raised=WrongSize):
    """An array has another shape than expected."""

    argument: Argument
    got: Shape
    expected: tuple[Shape, ...]
    robot: RobotName | None = None


class WrongLength(Problem, raised=WrongSize):
    """A sequence has the wrong number of entries; `noun` names what the entries correspond to (joints, motors, logs)."""

    argument: Argument
    got: int
    expected: int
    noun: Noun
    robot: RobotName | None = None


class MissingEntries(Problem, raised=WrongSize):
    """A mapping from names does not include all coordinates."""

    argument: Argument
    names: Names
    robot: RobotName | None = None


class NotBroadcastable(Problem, raised=WrongSize):
    """The leading shapes of arrays do not broadcast together."""

    arguments: Arguments
    shapes: tuple[Shape, ...]


class BatchUnsupported(Problem):
    """Several trajectories or states are given to a function that accepts one."""

    function: Function
    shape: Shape


class TooFew(Problem):
    """A function needs more items than it was given."""

    argument: Argument
    noun: Noun
    got: int
    least: int


class IsZero(Problem):
    """A number or vector, such as a direction, is zero but must not be."""

    argument: Argument


class NotIncreasing(Problem):
    """Times or positions do not increase from row to row."""

    argument: Argument
    index: int


class Empty(Problem):
    """An argument is empty."""

    argument: Argument


class TooMany(Problem, raised=TooLarge):
    """There are more items than the program accepts."""

    noun: Noun
    got: int
    most: int
    argument: Argument | None = None


class Exclusive(Problem):
    """Two arguments exclude each other."""

    arguments: Arguments


class OneRequired(Problem):
    """None of several arguments is given, but one is required."""

    arguments: Arguments


class Requires(Problem):
    """An argument is valid only together with another argument (with a certain value)."""

    argument: Argument
    needs: Argument
    value: Given | None = None


class NotAccepted(Problem):
    """The function or quantity does not accept an argument (for this robot or target)."""

    function: Function
    argument: Argument


class NotCallable(Problem):
    """A function cannot be called with the arguments that it will receive."""

    argument: Argument
    parameters: Names
    got: Given
    reason: External | None = None


class ReversedBounds(Problem):
    """A lower bound is above its upper bound."""

    argument: Argument
    lower: Measure
    upper: Measure


class RobotHasNo(Problem):
    """The robot lacks something that a function needs: moving joints, loops, limits or gravity."""

    robot: RobotName
    noun: Noun
    function: Function | None = None
    joints: Joints = ()
    remedy: Remedy | None = None


class UnboundSymbols(Problem, raised=UnboundSymbol):
    """Symbols have no values, but numbers are needed."""

    robot: RobotName | None
    symbols: Symbols
    function: Function
    remedy: Remedy | None = None


class MissingPackage(Problem, raised=MissingExtra):
    """An optional package that this call needs is not installed."""

    package: Identifier
    function: Function
    remedy: Remedy


class FileExists(Problem, raised=BadFile):
    """A file would be overwritten."""

    path: FileName
    remedy: Remedy


class Unwritable(Problem, raised=BadFile):
    """A path cannot be written."""

    path: FileName
    reason: External | Noun


class Unreadable(Problem, raised=BadFile):
    """A path cannot be read."""

    path: FileName
    reason: External | Noun
