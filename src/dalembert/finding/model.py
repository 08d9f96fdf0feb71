"""Messages about robots and their files, reported by readers, writers, `diagnose` and the parts of a robot.

A message about a file has a location `at` and a level. An error prevents the robot from being built. A warning concerns
a problem that can affect the motion, and a note is for information only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from dalembert.errors import (
    BadExpression,
    BadFile,
    BadTopology,
    DalembertError,
    Problem,
    UnknownName,
    UnphysicalInertia,
    UnsupportedElement,
    WrongSize,
    WrongValue,
    shown,
)
from dalembert.finding.finding import (
    NOTED,
    PYTHON,
    Argument,
    Element,
    External,
    FileName,
    Finding,
    Function,
    Given,
    Identifier,
    JointName,
    LinkName,
    Links,
    Location,
    Measure,
    Names,
    Noun,
    Pass,
    Remedy,
    RobotName,
    Source,
    Surface,
    default_language,
    given,
    sentence,
)

Level = Literal["error", "warning", "note"]
_ERROR: Level = "error"


class Part(Finding):
    """Element or attribute of a robot file, with the element that contains it."""

    tag: Element | Noun
    name: Identifier | None = None
    owner: Part | None = None
    place: Location | None = None


def part_of(tag: str, name: str | None = None, place: Location | None = None, owner: Part | None = None) -> Part:
    """Create a part from its tag and name."""
    return Part(Element(tag), None if name is None else Identifier(name), owner, place)


class Counted(Finding):
    """Group of similar parts of a file. `near` is a known part that may have been intended."""

    part: Part
    count: int
    near: Element | None = None


class ModelFinding(Problem, kw_only=True, raised=BadFile):
    """Base class of findings about a robot or its file. `part` gives the location in the file."""

    at: Location | None = None
    remedy: Remedy | None = None
    level = _ERROR  # not annotated, because it is a field of some kinds only

    def __post_init__(self) -> None:
        part = getattr(self, "part", None)
        if self.at is None and isinstance(part, Part):
            object.__setattr__(self, "at", part.place)

    @property
    def what(self) -> str:
        """Text of the message, without the location or the remedy."""
        return self.wording(PYTHON)

    def wording(self, surface: Surface) -> str:
        """Format the message for an output surface, without the location or the remedy."""
        bare = replace(self, remedy=None)
        object.__setattr__(bare, "at", None)
        return sentence(bare, surface)

    @property
    def why(self) -> str:
        """Explanation of the consequences of the problem."""
        return default_language().consequences.get(type(self).__name__, "")

    @property
    def fix(self) -> str:
        """Text of the suggested remedy."""
        return "" if self.remedy is None else PYTHON.remedy(self.remedy)

    @property
    def line(self) -> int | None:
        return None if self.at is None else self.at.line

    def data(self, surface: Surface = PYTHON) -> dict[str, Any]:
        """Return the level, the texts and the subject of the message as built-in types."""
        link, joint = (subject(self, noun) or "" for noun in ("link", "joint"))
        fix = "" if self.remedy is None else surface.remedy(self.remedy)
        texts = {"what": self.wording(surface), "why": self.why, "fix": fix}
        return {"level": self.level, "line": self.line, "link": link, "joint": joint, **texts}


def subject(finding: Finding, noun: str) -> str | None:
    """Return the name of the joint or link that the message concerns, if any."""
    name, part = getattr(finding, noun, None), getattr(finding, "part", None)
    while name is None and isinstance(part, Part):
        name = part.name if part.tag.strip("<>") in (noun, "body" if noun == "link" else noun) else None
        part = part.owner
    return name


# ---- files and their elements


class NotRead(ModelFinding):
    """Reported when parts of a file are ignored, with the reason."""

    reason: Noun
    parts: tuple[Counted, ...]

    @property
    def level(self) -> Level:  # type: ignore[override]  # of the class for all other kinds
        return "note" if self.reason in NOTED else "warning"


class MissingPart(ModelFinding):
    """Reported when a required attribute or element of a part is missing."""

    part: Part
    missing: Element


class Assumed(ModelFinding, level="warning"):
    """Reported when a value is missing and the default is used."""

    part: Part
    missing: tuple[Element, ...]
    default: Noun

    @property
    def limits(self) -> bool:
        """Whether the missing value is a joint limit."""
        return "<limit>" in (*self.missing, self.part.tag)


class Invalid(ModelFinding):
    """Reported when a value has an invalid form. The level is "warning" if the reader ignores the value."""

    part: Part
    got: Given
    expected: Noun
    level: Level = "error"


class NumberCount(ModelFinding):
    """Reported when a part has too many or too few numbers."""

    part: Part
    got: int
    expected: tuple[int, ...]


class NotAmong(ModelFinding):
    """Reported when a value is not one of the accepted words."""

    part: Part
    got: Given
    choices: Names


class NotModelledType(NotAmong, raised=UnsupportedElement):
    """Reported when a joint type is not modelled."""


class Undefined(ModelFinding):
    """Reported when a part refers to an object that does not exist. The level is "warning" if no other part refers to
    the object."""

    part: Part
    noun: Noun
    name: Identifier
    known: Names = ()
    level: Level = "error"


class NotModelled(ModelFinding, raised=UnsupportedElement):
    """Reported when a part that affects the motion is not modelled by the library."""

    part: Part


class Impossible(ModelFinding):
    """Reported when a part contradicts the rest of the file."""

    part: Part
    reason: Noun
    other: Identifier | None = None


class Unused(ModelFinding, level="warning"):
    """Reported when a part has no effect, with the reason."""

    part: Part
    reason: Noun
    other: Identifier | None = None


class Understood(ModelFinding, level="note"):
    """Note on how the reader interpreted a part of a file."""

    part: Part
    meaning: Noun
    other: Identifier | None = None


class Malformed(ModelFinding):
    """Reported when a file does not follow its format, with the reason given by the parser."""

    format: Noun
    reason: External | Noun


class FileLimit(ModelFinding):
    """Reported when a file has more items than any robot needs."""

    noun: Noun
    most: int


class NothingDescribed(ModelFinding):
    """Reported when a file does not contain a link, model or body."""

    noun: Noun


class NoBodies(NothingDescribed, level="warning"):
    """Reported when a file does not contain a body but may be part of another file."""


class Inaccessible(ModelFinding):
    """Reported when a referenced file cannot be read, or when it is not permitted to read it."""

    part: Part
    file: FileName
    reason: External | Noun


class IncludedModel(Inaccessible, raised=UnsupportedElement):
    """Reported when a model that is included from another file is not read."""


class LeftOut(ModelFinding, level="warning"):
    """Reported when a shape cannot be drawn, with the reason."""

    part: Part
    cause: Finding | External | Noun


class Rejected(ModelFinding):
    """Reported when the parts of a file do not form a valid robot, with the reason."""

    cause: Finding | External


class MacroFailed(ModelFinding):
    """Reported when xacro fails with an error."""

    reason: External | Noun


class MissingArguments(ModelFinding):
    """Reported when arguments of a xacro file have no values."""

    names: Names


class UncalledMacros(ModelFinding):
    """Reported when a xacro file defines macros but does not use any of them."""

    names: Names


# ---- topology


class Duplicate(ModelFinding, raised=BadTopology):
    """Reported when two parts have the same name."""

    noun: Noun
    name: Identifier
    first: int | None = None


class NotDefined(ModelFinding, raised=BadTopology):
    """Raised when a part of a robot refers to a part that does not exist."""

    noun: Noun
    owner: Identifier
    target: Noun
    name: Identifier
    known: Names = ()


class NameNotDefined(NotDefined, raised=UnknownName):
    """Raised when a name given by the user refers to a part that does not exist."""


class Roots(ModelFinding, raised=BadTopology):
    """Reported when several links have no parent, although a tree has only one root."""

    links: Links


class TwoParents(ModelFinding, raised=BadTopology):
    """Reported when a link is the child of two joints."""

    link: LinkName
    first: JointName
    joint: JointName


class LinkCycle(ModelFinding, raised=BadTopology):
    """Reported when the parents and children of joints form a loop."""

    joint: JointName
    links: Links = ()


class MimicCycle(ModelFinding, raised=BadTopology):
    """Reported when a joint mimics itself, directly or through other joints."""

    joint: JointName
    leader: JointName


class MimicDropped(ModelFinding, level="warning"):
    """Reported when a joint mimics an object that does not move. The joint is treated as independent."""

    joint: JointName
    leader: JointName
    reason: Noun


# ---- numbers of links and joints


class InertiaViolation(Finding):
    """Inequality that holds for every physical inertia but not for the given inertia."""

    quantity: Noun
    values: tuple[Measure, ...] = ()


class LinkViolation(ModelFinding, raised=UnphysicalInertia):
    """Reported when a link has a physically impossible inertia. The level is "warning" if other programs accept the
    robot."""

    link: LinkName
    violation: InertiaViolation
    level: Level = "error"

    @property
    def why(self) -> str:
        """Explanation of why the message matters."""
        return default_language().consequences[self.violation.quantity]


class NothingMoved(ModelFinding, level="warning"):
    """Reported when a joint does not move any mass."""

    joint: JointName
    link: LinkName


class LimitsReversed(ModelFinding, level="warning", raised=WrongValue):
    """Reported when the lower limit of a joint is above its upper limit."""

    joint: JointName
    lower: float
    upper: float
    robot: RobotName | None = None


class NegativeFriction(ModelFinding):
    """Reported when a friction coefficient is negative and would add energy. The level is "error" for dry friction."""

    joint: JointName
    parameter: Element
    value: float
    level: Level = "warning"


# ---- what the doctor suspects


class RoundedAngle(ModelFinding, level="warning"):
    """Reported when a right angle has too few decimal digits."""

    part: Part
    angle: Measure | None
    off: Measure


class WrongUnit(ModelFinding, level="warning"):
    """Reported when a number is so large that it probably has the wrong unit."""

    part: Part
    quantity: Noun
    value: Measure
    unit: Noun


class PointMass(ModelFinding):
    """Reported when a link has mass but no inertia tensor."""

    link: LinkName
    mass: Measure
    moves: bool

    @property
    def level(self) -> Level:  # type: ignore[override]  # of the class for all other kinds
        return "warning" if self.moves else "note"


class ImplausibleTensor(ModelFinding, level="warning"):
    """Reported when moments of inertia are too small or too large for the mass."""

    link: LinkName
    mass: Measure
    moment: Measure
    comparison: Noun


class PlaceholderTensor(ModelFinding, level="note"):
    """Reported when three moments of inertia are equal and a power of ten, as in placeholder values."""

    link: LinkName
    moment: Measure


class OddLimit(ModelFinding):
    """Reported when a limit is missing, is negative or does not permit any motion."""

    joint: JointName
    limit: Noun
    value: float | None = None
    level: Level = "note"


class IdleMimic(ModelFinding, level="warning"):
    """Reported when a joint mimics another joint with a multiplier of 0."""

    joint: JointName
    leader: JointName


class SingularBody(ModelFinding, level="warning"):
    """Reported when the last link of a branch has no inertia about its joint axis."""

    joint: JointName
    link: LinkName
    quantity: Noun


# ---- parts of a robot


class PartProblem(Problem):
    """Raised when a value of a robot part is invalid. `expected` describes the valid values."""

    noun: Noun
    name: Identifier
    expected: Noun
    got: Given | None = None


def contradiction(noun: str, name: str, expected: str, got: object = None) -> DalembertError:
    """Return the exception for an invalid value of a robot part."""
    value = None if got is None else given(got)
    return PartProblem(Noun(noun), Identifier(name), Noun(expected), value).error()


class NotARotation(Problem):
    """Raised when a matrix is not a rotation matrix."""

    argument: Argument
    determinant: float | None = None
    off: float | None = None


class Unphysical(Problem, raised=UnphysicalInertia):
    """Raised when a payload or body has a physically impossible inertia."""

    body: Noun
    name: Identifier | None
    violation: InertiaViolation


class FeatureUnsupported(Problem, raised=UnsupportedElement):
    """Raised when a function does not support parts of a robot, such as loops, ball joints, springs or gravity
    compensation."""

    function: Function
    robot: RobotName
    parts: tuple[Part, ...]
    remedy: Remedy | None = None


def unsupported(
    function: str, robot: str, *parts: tuple[str, str | None], remedy: Remedy | None = None
) -> DalembertError:
    """Return the exception for parts, each (noun, name), that a function does not support."""
    found = tuple(Part(Noun(noun), None if name is None else Identifier(name)) for noun, name in parts)
    return FeatureUnsupported(Function(function), RobotName(robot), found, remedy).error()


class BadSyntax(Problem, raised=BadExpression):
    """Raised when an expression cannot be parsed. Columns count from 1."""

    text: Source
    reason: Noun
    column: int | None = None
    token: Given | None = None


class BadName(Problem, raised=BadExpression):
    """Raised when a symbol or coordinate has an invalid name. If `reserved` is true, the name already has another
    meaning."""

    noun: Noun
    name: Source
    reserved: bool


class BadRow(Problem):
    """Raised when a row of a joint table is invalid, with the cause."""

    row: int
    cause: Finding | External
    file: FileName | None = None


class BadTable(Problem, raised=BadFile):
    """Raised when a joint table cannot be used."""

    file: FileName | None
    reason: Noun
    detail: External | None = None


class RowWidth(Problem, raised=WrongSize):
    """Raised when a row and the header have different numbers of cells."""

    file: FileName
    row: int
    got: int
    expected: int


class BadMesh(Problem):
    """Raised when a mesh cannot be used."""

    file: FileName | None
    reason: Noun
    detail: Given | None = None

    def error(self, **data: Any) -> DalembertError:
        """Return the exception for a mesh file or for mesh arrays."""
        return (WrongValue if self.file is None else BadFile)(self, **data)


# ---- writing


class Unrepresentable(Problem):
    """Raised when a file format cannot represent parts of a robot."""

    format: Identifier
    parts: tuple[Part, ...]
    remedy: Remedy | None = None


def unrepresentable(format: str, *parts: tuple[str, str]) -> DalembertError:
    """Return the exception for parts, each (noun, name), that a file format cannot represent."""
    found = tuple(part_of(noun, shown(name)) for noun, name in parts)
    return Unrepresentable(Identifier(format), found, Pass(Argument("path"), Given("….toml"))).error()


class Dropped(Finding):
    """Warning that a file omits a drive parameter that the format cannot represent."""

    format: Identifier
    joint: JointName
    parameter: Identifier
    value: Measure | None = None


class NotWrittenBack(Problem, raised=BadFile):
    """Raised when a file cannot be changed in place."""

    file: FileName
    reason: Noun
    name: Identifier | None = None
    remedy: Remedy | None = None


class NotReadBack(Problem):
    """Raised when a file is not written because it would not be read back as the same robot."""

    file: FileName
    cause: Finding | External | None
    parts: tuple[Part, ...] = ()
    remedy: Remedy | None = None
