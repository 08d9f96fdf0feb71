"""Findings about robots and their files, reported by readers, writers, `diagnose` and the parts of a robot.

A finding about a file has a place `at` and a level. An error prevents the robot from being built, a warning may change its motion,
and a note is only information.
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
    """Return a part from its tag and name as text."""
    return Part(Element(tag), None if name is None else Identifier(name), owner, place)


class Counted(Finding):
    """Similar parts of a file, counted together; `near` is a known part that may have been meant."""

    part: Part
    count: int
    near: Element | None = None


class ModelFinding(Problem, kw_only=True, raised=BadFile):
    """Finding about a robot or its file; its part gives the place in the file."""

    at: Location | None = None
    remedy: Remedy | None = None
    level = _ERROR  # not annotated, because it is a field of some kinds only

    def __post_init__(self) -> None:
        part = getattr(self, "part", None)
        if self.at is None and isinstance(part, Part):
            object.__setattr__(self, "at", part.place)

    @property
    def what(self) -> str:
        """Text of the finding, without the place and the remedy."""
        return self.wording(PYTHON)

    def wording(self, surface: Surface) -> str:
        """Return the text of the finding for a surface, without the place and the remedy."""
        bare = replace(self, remedy=None)
        object.__setattr__(bare, "at", None)
        return sentence(bare, surface)

    @property
    def why(self) -> str:
        """Text that explains why the finding matters."""
        return default_language().consequences.get(type(self).__name__, "")

    @property
    def fix(self) -> str:
        """Text of the remedy."""
        return "" if self.remedy is None else PYTHON.remedy(self.remedy)

    @property
    def line(self) -> int | None:
        return None if self.at is None else self.at.line


def subject(finding: Finding, noun: str) -> str | None:
    """Return the name of the joint or link that a finding concerns, if it concerns one."""
    name, part = getattr(finding, noun, None), getattr(finding, "part", None)
    while name is None and isinstance(part, Part):
        name = part.name if part.tag.strip("<>") in (noun, "body" if noun == "link" else noun) else None
        part = part.owner
    return name


# ---- files and their elements


class NotRead(ModelFinding):
    """Parts of a file are not read, with the reason."""

    reason: Noun
    parts: tuple[Counted, ...]

    @property
    def level(self) -> Level:  # type: ignore[override]  # of the class for all other kinds
        return "note" if self.reason in NOTED else "warning"


class MissingPart(ModelFinding):
    """A part lacks something that it needs."""

    part: Part
    missing: Element


class Assumed(ModelFinding, level="warning"):
    """A part lacks a value, and the default is used."""

    part: Part
    missing: tuple[Element, ...]
    default: Noun

    @property
    def limits(self) -> bool:
        """Whether the missing value is a limit of a joint."""
        return "<limit>" in (*self.missing, self.part.tag)


class Invalid(ModelFinding):
    """A value has another form than expected; a warning if the reader ignores the value."""

    part: Part
    got: Given
    expected: Noun
    level: Level = "error"


class NumberCount(ModelFinding):
    """A part has too many or too few numbers."""

    part: Part
    got: int
    expected: tuple[int, ...]


class NotAmong(ModelFinding):
    """A word is not one of the accepted words."""

    part: Part
    got: Given
    choices: Names


class NotModelledType(NotAmong, raised=UnsupportedElement):
    """A joint type is not modelled."""


class Undefined(ModelFinding):
    """A part refers to something that does not exist; a warning if nothing depends on it."""

    part: Part
    noun: Noun
    name: Identifier
    known: Names = ()
    level: Level = "error"


class NotModelled(ModelFinding, raised=UnsupportedElement):
    """A part that affects the motion is not modelled."""

    part: Part


class Impossible(ModelFinding):
    """A part contradicts the rest of the file."""

    part: Part
    reason: Noun
    other: Identifier | None = None


class Unused(ModelFinding, level="warning"):
    """A part has no effect, with the reason."""

    part: Part
    reason: Noun
    other: Identifier | None = None


class Understood(ModelFinding, level="note"):
    """Note on how the reader interpreted a part."""

    part: Part
    meaning: Noun
    other: Identifier | None = None


class Malformed(ModelFinding):
    """A file does not follow its format; the reason comes from the parser."""

    format: Noun
    reason: External | Noun


class FileLimit(ModelFinding):
    """A file has more items than any robot needs."""

    noun: Noun
    most: int


class NothingDescribed(ModelFinding):
    """A file does not contain a link, model or body."""

    noun: Noun


class NoBodies(NothingDescribed, level="warning"):
    """A file does not contain a body, but may be part of another file."""


class Inaccessible(ModelFinding):
    """A file that is named in another file cannot be read, or is not permitted to be read."""

    part: Part
    file: FileName
    reason: External | Noun


class IncludedModel(Inaccessible, raised=UnsupportedElement):
    """A model in another file is not read."""


class LeftOut(ModelFinding, level="warning"):
    """A shape is not shown, with the reason."""

    part: Part
    cause: Finding | External | Noun


class Rejected(ModelFinding):
    """A file whose parts do not form a robot, with the reason."""

    cause: Finding | External


class MacroFailed(ModelFinding):
    """xacro reports an error."""

    reason: External | Noun


class MissingArguments(ModelFinding):
    """Arguments of a xacro file have no values."""

    names: Names


class UncalledMacros(ModelFinding):
    """A xacro file defines macros but does not call any."""

    names: Names


# ---- topology


class Duplicate(ModelFinding, raised=BadTopology):
    """Two parts have the same name."""

    noun: Noun
    name: Identifier
    first: int | None = None


class NotDefined(ModelFinding, raised=BadTopology):
    """A part of a robot refers to a part that does not exist."""

    noun: Noun
    owner: Identifier
    target: Noun
    name: Identifier
    known: Names = ()


class NameNotDefined(NotDefined, raised=UnknownName):
    """A name given by the user refers to a part that does not exist."""


class Roots(ModelFinding, raised=BadTopology):
    """Several links have no parent, but a tree has one root."""

    links: Links


class TwoParents(ModelFinding, raised=BadTopology):
    """A link is the child of two joints."""

    link: LinkName
    first: JointName
    joint: JointName


class LinkCycle(ModelFinding, raised=BadTopology):
    """The parents and children of joints form a loop."""

    joint: JointName
    links: Links = ()


class MimicCycle(ModelFinding, raised=BadTopology):
    """A joint mimics itself, directly or through other joints."""

    joint: JointName
    leader: JointName


class MimicDropped(ModelFinding, level="warning"):
    """A joint mimics something that has no motion; it is treated as independent."""

    joint: JointName
    leader: JointName
    reason: Noun


# ---- numbers of links and joints


class InertiaViolation(Finding):
    """An inertia violates an inequality that the inertia of every body satisfies."""

    quantity: Noun
    values: tuple[Measure, ...] = ()


class LinkViolation(ModelFinding, raised=UnphysicalInertia):
    """A link has an inertia that no body can have; a warning if other programs load it."""

    link: LinkName
    violation: InertiaViolation
    level: Level = "error"

    @property
    def why(self) -> str:
        """Text that explains why the finding matters."""
        return default_language().consequences[self.violation.quantity]


class NothingMoved(ModelFinding, level="warning"):
    """A joint moves nothing that has mass."""

    joint: JointName
    link: LinkName


class LimitsReversed(ModelFinding, level="warning", raised=WrongValue):
    """A lower limit is above the upper limit."""

    joint: JointName
    lower: float
    upper: float
    robot: RobotName | None = None


class NegativeFriction(ModelFinding, level="warning"):
    """A friction coefficient is negative and would add energy."""

    joint: JointName
    parameter: Element
    value: float


# ---- what the doctor suspects


class RoundedAngle(ModelFinding, level="warning"):
    """A right angle is written with few digits."""

    part: Part
    angle: Measure | None
    off: Measure


class WrongUnit(ModelFinding, level="warning"):
    """A number is so large that its unit is probably another one."""

    part: Part
    quantity: Noun
    value: Measure
    unit: Noun


class PointMass(ModelFinding):
    """A link has mass but no inertia tensor."""

    link: LinkName
    mass: Measure
    moves: bool

    @property
    def level(self) -> Level:  # type: ignore[override]  # of the class for all other kinds
        return "warning" if self.moves else "note"


class ImplausibleTensor(ModelFinding, level="warning"):
    """The moments of inertia are too small or too large for the mass."""

    link: LinkName
    mass: Measure
    moment: Measure
    comparison: Noun


class PlaceholderTensor(ModelFinding, level="note"):
    """Three moments of inertia are equal and a power of ten, as in a placeholder."""

    link: LinkName
    moment: Measure


class OddLimit(ModelFinding, level="note"):
    """A limit is missing, or does not permit any motion."""

    joint: JointName
    limit: Noun
    value: float | None = None


class IdleMimic(ModelFinding, level="warning"):
    """A joint mimics another one with the multiplier 0."""

    joint: JointName
    leader: JointName


class SingularBody(ModelFinding, level="warning"):
    """The last link of a branch has no inertia about the axis of its joint."""

    joint: JointName
    link: LinkName
    quantity: Noun


# ---- parts of a robot


class PartProblem(Problem):
    """A value of a part of a robot contradicts the part; `expected` describes the valid values."""

    noun: Noun
    name: Identifier
    expected: Noun
    got: Given | None = None


def contradiction(noun: str, name: str, expected: str, got: object = None) -> DalembertError:
    """Return the error of a `PartProblem`."""
    value = None if got is None else given(got)
    return PartProblem(Noun(noun), Identifier(name), Noun(expected), value).error()


class NotARotation(Problem):
    """A matrix is not a rotation."""

    argument: Argument
    determinant: float | None = None
    off: float | None = None


class Unphysical(Problem, raised=UnphysicalInertia):
    """A payload or body has an inertia that no body can have."""

    body: Noun
    name: Identifier | None
    violation: InertiaViolation


class FeatureUnsupported(Problem, raised=UnsupportedElement):
    """A robot has parts that a function or method does not support, such as loops, balls, springs or carried weight."""

    function: Function
    robot: RobotName
    parts: tuple[Part, ...]
    remedy: Remedy | None = None


def unsupported(
    function: str, robot: str, *parts: tuple[str, str | None], remedy: Remedy | None = None
) -> DalembertError:
    """Return the error for parts, each (noun, name), that a function does not support."""
    found = tuple(Part(Noun(noun), None if name is None else Identifier(name)) for noun, name in parts)
    return FeatureUnsupported(Function(function), RobotName(robot), found, remedy).error()


class BadSyntax(Problem, raised=BadExpression):
    """An expression cannot be parsed; columns count from 1."""

    text: Source
    reason: Noun
    column: int | None = None
    token: Given | None = None


class BadName(Problem, raised=BadExpression):
    """A symbol or coordinate cannot have this name; the name is `reserved` if it has another meaning."""

    noun: Noun
    name: Source
    reserved: bool


class BadRow(Problem):
    """A row of a table of joints is invalid, with the cause."""

    row: int
    cause: Finding | External
    file: FileName | None = None


class BadTable(Problem, raised=BadFile):
    """A table of joints cannot be used."""

    file: FileName | None
    reason: Noun
    detail: External | None = None


class RowWidth(Problem, raised=WrongSize):
    """A row has another number of cells than the header."""

    file: FileName
    row: int
    got: int
    expected: int


class BadMesh(Problem):
    """A mesh cannot be used."""

    file: FileName | None
    reason: Noun
    detail: Given | None = None

    def error(self, **data: Any) -> DalembertError:
        """Return the error about a file or about arrays."""
        return (WrongValue if self.file is None else BadFile)(self, **data)


# ---- writing


class Unrepresentable(Problem):
    """A format cannot represent parts of a robot."""

    format: Identifier
    parts: tuple[Part, ...]
    remedy: Remedy | None = None


def unrepresentable(format: str, *parts: tuple[str, str]) -> DalembertError:
    """Return the error for parts, each (noun, name), that a format cannot represent."""
    found = tuple(part_of(noun, shown(name)) for noun, name in parts)
    return Unrepresentable(Identifier(format), found, Pass(Argument("path"), Given("….toml"))).error()


class Dropped(Finding):
    """A format cannot represent a number of a drive, so the file omits it."""

    format: Identifier
    joint: JointName
    parameter: Identifier
    value: Measure | None = None


class NotWrittenBack(Problem, raised=BadFile):
    """A file cannot be changed in place."""

    file: FileName
    reason: Noun
    name: Identifier | None = None
    remedy: Remedy | None = None


class NotReadBack(Problem):
    """A file was not written, because reading it would not give the same robot."""

    file: FileName
    cause: Finding | External | None
    parts: tuple[Part, ...] = ()
    remedy: Remedy | None = None
