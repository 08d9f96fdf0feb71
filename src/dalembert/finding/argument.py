"""Findings about wrong arguments, raised by the converters of `dalembert.argument` and `dalembert.boundary`.

Each kind is parametrised by the argument it is about, so that about 25 kinds cover every public function.
"""

from __future__ import annotations

from dalembert.errors import (
    BadFile,
    MissingExtra,
    Problem,
    TooLarge,
    UnboundSymbol,
    UnknownName,
    WrongSize,
)
from dalembert.finding.finding import (
    Argument,
    External,
    FileName,
    Function,
    Given,
    Identifier,
    JointName,
    Measure,
    Noun,
    Remedy,
    RobotName,
    Shape,
    SymbolName,
)


class WrongType(Problem):
    """An argument of another type than expected."""

    argument: Argument
    expected: Noun
    got: Given


class NotReal(Problem):
    """An array or number that is not of real numbers: text, complex, masked or ragged."""

    argument: Argument
    got: Given


class NotFinite(Problem):
    """A number that is infinite or NaN."""

    argument: Argument
    index: tuple[int, ...] = ()
    joint: JointName | None = None


class OutOfRange(Problem):
    """A number outside its range. A strict bound is not part of the range."""

    argument: Argument
    got: Measure
    lower: float | None = None
    upper: float | None = None
    strict: bool = False


class NotInteger(Problem):
    """A number that is not whole, or a whole number outside its range."""

    argument: Argument
    got: Given
    lower: int | None = None
    upper: int | None = None


class NotOneOf(Problem):
    """A value that is not among the few accepted ones."""

    argument: Argument
    got: Given
    choices: tuple[Identifier, ...]


class Unknown(Problem, raised=UnknownName):
    """A name that nothing of that sort has: joint, link, frame, symbol, column, option, robot of the gallery."""

    noun: Noun
    name: Identifier
    known: tuple[Identifier, ...]
    owner: Noun | None = None  # what has them: "robot", "log", "drive"
    owner_name: Identifier | None = None
    argument: Argument | None = None


class Repeated(Problem):
    """A name given twice."""

    noun: Noun
    name: Identifier
    argument: Argument | None = None


class WrongShape(Problem, raised=WrongSize):
    """An array of another shape than expected."""

    argument: Argument
    got: Shape
    expected: tuple[Shape, ...]
    robot: RobotName | None = None


class WrongLength(Problem, raised=WrongSize):
    """A sequence with the wrong number of entries; `noun` is what they are counted by (joints, motors, logs)."""

    argument: Argument
    got: int
    expected: int
    noun: Noun
    robot: RobotName | None = None


class MissingEntries(Problem, raised=WrongSize):
    """Coordinates that a mapping from names does not give."""

    argument: Argument
    names: tuple[Identifier, ...]
    robot: RobotName | None = None


class NotBroadcastable(Problem, raised=WrongSize):
    """Arrays whose leading shapes do not broadcast together."""

    arguments: tuple[Argument, ...]
    shapes: tuple[Shape, ...]


class BatchUnsupported(Problem):
    """Several trajectories or states where a function handles one."""

    function: Function
    shape: Shape


class TooFew(Problem):
    """Less of something than a function needs."""

    argument: Argument
    noun: Noun
    got: int
    least: int


class IsZero(Problem):
    """A number or vector, such as a direction, that must not vanish."""

    argument: Argument


class NotIncreasing(Problem):
    """Times or positions that must increase from row to row."""

    argument: Argument
    index: int


class Empty(Problem):
    """An argument that holds nothing."""

    argument: Argument


class TooMany(Problem, raised=TooLarge):
    """More of something than the program accepts."""

    noun: Noun
    got: int
    most: int
    argument: Argument | None = None


class Exclusive(Problem):
    """Arguments that exclude each other."""

    arguments: tuple[Argument, ...]


class OneRequired(Problem):
    """Arguments of which one must be given."""

    arguments: tuple[Argument, ...]


class Requires(Problem):
    """An argument that has a meaning only together with another one (with a certain value)."""

    argument: Argument
    needs: Argument
    value: Given | None = None


class NotAccepted(Problem):
    """An argument that the function or quantity does not take (for this robot or target)."""

    function: Function
    argument: Argument


class NotCallable(Problem):
    """A function that cannot be called with the arguments it will get."""

    argument: Argument
    parameters: tuple[Identifier, ...]
    got: Given
    reason: External | None = None


class ReversedBounds(Problem):
    """A lower bound above its upper bound."""

    argument: Argument
    lower: Measure
    upper: Measure


class RobotHasNo(Problem):
    """A robot without something that a function needs: moving joints, loops, limits, gravity."""

    robot: RobotName
    noun: Noun
    function: Function | None = None
    joints: tuple[JointName, ...] = ()
    remedy: Remedy | None = None


class UnboundSymbols(Problem, raised=UnboundSymbol):
    """Symbols without values where numbers are needed."""

    robot: RobotName | None
    symbols: tuple[SymbolName, ...]
    function: Function
    remedy: Remedy | None = None


class MissingPackage(Problem, raised=MissingExtra):
    """An optional package that this call needs."""

    package: Identifier
    function: Function
    remedy: Remedy


class FileExists(Problem, raised=BadFile):
    """A file that would be overwritten."""

    path: FileName
    remedy: Remedy


class Unwritable(Problem, raised=BadFile):
    """A path that cannot be written."""

    path: FileName
    reason: External | Noun


class Unreadable(Problem, raised=BadFile):
    """A path that cannot be read."""

    path: FileName
    reason: External | Noun
