"""Findings about robots and their files: what readers, writers, the doctor and the parts of a robot report.

A finding about a file has a place `at`. Its level says what follows: an error keeps a robot from being built, a warning
may change its motion, a note is for information.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Literal

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
    Location,
    Measure,
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


class Part(Finding):
    """An element or attribute of a robot file, with the element it belongs to."""

    tag: Element | Noun
    name: Identifier | None = None
    owner: Part | None = None
    place: Location | None = None


class Counted(Finding):
    """Parts of a file that are alike; `near` is a known part that may have been meant."""

    part: Part
    count: int
    near: Element | None = None


class ModelFinding(Problem, kw_only=True, raised=BadFile):
    """A finding about a robot or its file; the place of a part is its own."""

    at: Location | None = None
    remedy: Remedy | None = None
    level: ClassVar[Level] = "error"

    def __post_init__(self) -> None:
        part = getattr(self, "part", None)
        if self.at is None and isinstance(part, Part):
            object.__setattr__(self, "at", part.place)

    @property
    def what(self) -> str:
        """Its words, without the place and the remedy."""
        return self.wording(PYTHON)

    def wording(self, surface: Surface) -> str:
        """Its words on a surface, without the place and the remedy."""
        bare = replace(self, remedy=None)
        object.__setattr__(bare, "at", None)
        return sentence(bare, surface)

    @property
    def why(self) -> str:
        """Why it matters, in words."""
        return default_language().consequences.get(type(self).__name__, "")

    @property
    def fix(self) -> str:
        """The remedy in words."""
        return "" if self.remedy is None else PYTHON.remedy(self.remedy)

    @property
    def line(self) -> int | None:
        return None if self.at is None else self.at.line


def subject(finding: Finding, noun: str) -> str | None:
    """Return the name of the joint or link that a finding is about, if it is about one."""
    name, part = getattr(finding, noun, None), getattr(finding, "part", None)
    while name is None and isinstance(part, Part):
        name = part.name if part.tag.strip("<>") in (noun, "body" if noun == "link" else noun) else None
        part = part.owner
    return name


# ---- files and their elements


class NotRead(ModelFinding):
    """Parts of a file that are not read, and why."""

    reason: Noun
    parts: tuple[Counted, ...]

    @property
    def level(self) -> Level:  # type: ignore[override]  # of the class for all other kinds
        return "note" if self.reason in NOTED else "warning"


class MissingPart(ModelFinding):
    """A part without something that it needs."""

    part: Part
    missing: Element


class Assumed(ModelFinding, level="warning"):
    """A part without something; a default counts."""

    part: Part
    missing: tuple[Element, ...]
    default: Noun

    @property
    def limits(self) -> bool:
        """Whether limits of a joint are missing."""
        return "<limit>" in (*self.missing, self.part.tag)


class Invalid(ModelFinding):
    """A value of another form than expected."""

    part: Part
    got: Given
    expected: Noun


class Doubtful(ModelFinding, level="warning"):
    """A value that is read, though it is probably wrong."""

    part: Part
    got: Given
    expected: Noun


class NumberCount(ModelFinding):
    """Too many or too few numbers."""

    part: Part
    got: int
    expected: tuple[int, ...]


class NotAmong(ModelFinding):
    """A word that is none of the accepted ones."""

    part: Part
    got: Given
    choices: tuple[Identifier, ...]


class NotModelledType(NotAmong, raised=UnsupportedElement):
    """A joint type that is not modelled."""


class Undefined(ModelFinding):
    """A part that refers to something that does not exist."""

    part: Part
    noun: Noun
    name: Identifier
    known: tuple[Identifier, ...] = ()


class UndefinedIgnored(Undefined, level="warning"):
    """The same where nothing depends on it."""


class NotModelled(ModelFinding, raised=UnsupportedElement):
    """A part that acts on the motion and is not modelled."""

    part: Part


class Impossible(ModelFinding):
    """A part that contradicts the rest of the file."""

    part: Part
    reason: Noun
    other: Identifier | None = None


class Unused(ModelFinding, level="warning"):
    """A part that has no use, and why."""

    part: Part
    reason: Noun
    other: Identifier | None = None


class Understood(ModelFinding, level="note"):
    """How a part was understood."""

    part: Part
    meaning: Noun
    other: Identifier | None = None


class Malformed(ModelFinding):
    """A file that does not follow its format; the reason is that of its parser."""

    format: Noun
    reason: External | Noun


class FileLimit(ModelFinding):
    """A file with more of something than a robot needs."""

    noun: Noun
    most: int


class NothingDescribed(ModelFinding):
    """A file without a link, model or body."""

    noun: Noun


class NoBodies(NothingDescribed, level="warning"):
    """The same where the file may be part of another one."""


class Inaccessible(ModelFinding):
    """A file that another one names and that cannot be read, or may not."""

    part: Part
    file: FileName
    reason: External | Noun


class IncludedModel(Inaccessible, raised=UnsupportedElement):
    """A model in another file, which is not read."""


class LeftOut(ModelFinding, level="warning"):
    """A shape that is not shown, and why."""

    part: Part
    cause: Finding | External | Noun


class Rejected(ModelFinding):
    """A file whose parts are no robot, and why."""

    cause: Finding | External


class MacroFailed(ModelFinding):
    """What xacro reports."""

    reason: External | Noun


class MissingArguments(ModelFinding):
    """Arguments of a xacro file that have no value."""

    names: tuple[Identifier, ...]


class UncalledMacros(ModelFinding):
    """A xacro file that defines macros and calls none."""

    names: tuple[Identifier, ...]


# ---- topology


class Duplicate(ModelFinding, raised=BadTopology):
    """A name that two parts have."""

    noun: Noun
    name: Identifier
    first: int | None = None


class NotDefined(ModelFinding, raised=BadTopology):
    """A part of a robot that names another one, which does not exist."""

    noun: Noun
    owner: Identifier
    target: Noun
    name: Identifier
    known: tuple[Identifier, ...] = ()


class NameNotDefined(NotDefined, raised=UnknownName):
    """The same where a name is given by the user."""


class Roots(ModelFinding, raised=BadTopology):
    """Links without a parent; a tree has one."""

    links: tuple[LinkName, ...]


class TwoParents(ModelFinding, raised=BadTopology):
    """A link that is the child of two joints."""

    link: LinkName
    first: JointName
    joint: JointName


class LinkCycle(ModelFinding, raised=BadTopology):
    """Joints that close a loop of parents and children."""

    joint: JointName
    links: tuple[LinkName, ...] = ()


class MimicCycle(ModelFinding, raised=BadTopology):
    """A joint that mimics itself."""

    joint: JointName
    leader: JointName


class MimicDropped(ModelFinding, level="warning"):
    """A joint that mimics something without a motion; it counts as independent."""

    joint: JointName
    leader: JointName
    reason: Noun


# ---- numbers of links and joints


class InertiaViolation(Finding):
    """An inequality that the inertia of every body satisfies and this one does not."""

    quantity: Noun
    values: tuple[Measure, ...] = ()


class LinkViolation(ModelFinding, raised=UnphysicalInertia):
    """A link whose inertia no body has."""

    link: LinkName
    violation: InertiaViolation

    @property
    def why(self) -> str:
        """Why it matters, in words."""
        return default_language().consequences[self.violation.quantity]


class ImplausibleLink(LinkViolation, level="warning"):
    """The same where other programs load the link."""


class NothingMoved(ModelFinding, level="warning"):
    """A joint that moves nothing with mass."""

    joint: JointName
    link: LinkName


class LimitsReversed(ModelFinding, level="warning"):
    """A lower limit above the upper one."""

    joint: JointName
    lower: float
    upper: float


class NegativeFriction(ModelFinding, level="warning"):
    """Friction that would add energy."""

    joint: JointName
    parameter: Element
    value: float


# ---- what the doctor suspects


class RoundedAngle(ModelFinding, level="warning"):
    """A right angle written with few digits."""

    part: Part
    angle: Measure | None
    off: Measure


class WrongUnit(ModelFinding, level="warning"):
    """A number so large that its unit is probably another one."""

    part: Part
    quantity: Noun
    value: Measure
    unit: Noun


class PointMass(ModelFinding):
    """A link with mass and no inertia tensor."""

    link: LinkName
    mass: Measure
    moves: bool

    @property
    def level(self) -> Level:  # type: ignore[override]  # of the class for all other kinds
        return "warning" if self.moves else "note"


class ImplausibleTensor(ModelFinding, level="warning"):
    """Moments that are too small or too large for the mass."""

    link: LinkName
    mass: Measure
    moment: Measure
    comparison: Noun


class PlaceholderTensor(ModelFinding, level="note"):
    """Three equal moments that are a power of ten."""

    link: LinkName
    moment: Measure


class OddLimit(ModelFinding, level="note"):
    """A limit that is absent, or leaves no motion."""

    joint: JointName
    limit: Noun
    value: float | None = None


class IdleMimic(ModelFinding, level="warning"):
    """A joint that mimics another one with the multiplier 0."""

    joint: JointName
    leader: JointName


class SingularBody(ModelFinding, level="warning"):
    """A last link without inertia for the motion of its joint."""

    joint: JointName
    link: LinkName
    quantity: Noun


# ---- parts of a robot


class PartProblem(Problem):
    """A value of a part of a robot that contradicts the part; `expected` says what is possible."""

    noun: Noun
    name: Identifier
    expected: Noun
    got: Given | None = None


def contradiction(noun: str, name: str, expected: str, got: object = None) -> DalembertError:
    """Return the error of a `PartProblem`."""
    value = None if got is None else given(got)
    return PartProblem(Noun(noun), Identifier(name), Noun(expected), value).error()


class NotARotation(Problem):
    """A matrix that is not a rotation."""

    argument: Argument
    determinant: float | None = None
    off: float | None = None


class Unphysical(Problem, raised=UnphysicalInertia):
    """A payload or body whose inertia no body has."""

    body: Noun
    name: Identifier | None
    violation: InertiaViolation


class FeatureUnsupported(Problem, raised=UnsupportedElement):
    """A robot with parts that a function or method cannot handle, such as loops, balls, springs or carried weight."""

    function: Function
    robot: RobotName
    parts: tuple[Part, ...]
    remedy: Remedy | None = None


def unsupported(
    function: str, robot: str, *parts: tuple[str, str | None], remedy: Remedy | None = None
) -> DalembertError:
    """Return the error for parts, each (noun, name), that a function cannot handle."""
    found = tuple(Part(Noun(noun), None if name is None else Identifier(name)) for noun, name in parts)
    return FeatureUnsupported(Function(function), RobotName(robot), found, remedy).error()


class BadSyntax(Problem, raised=BadExpression):
    """An expression that cannot be read; the column counts from 1."""

    text: Source
    reason: Noun
    column: int | None = None
    token: Given | None = None


class BadName(Problem, raised=BadExpression):
    """A name that a symbol or coordinate cannot have; `reserved` if it has another meaning."""

    noun: Noun
    name: Source
    reserved: bool


class BadRow(Problem):
    """A row of a table of joints, with the cause."""

    row: int
    cause: Finding | External
    file: FileName | None = None


class BadTable(Problem, raised=BadFile):
    """A table of joints that cannot be used."""

    file: FileName | None
    reason: Noun
    detail: External | None = None


class RowWidth(Problem, raised=WrongSize):
    """A row with another number of cells than the header."""

    file: FileName
    row: int
    got: int
    expected: int


class BadMesh(Problem):
    """A mesh that cannot be used."""

    file: FileName | None
    reason: Noun
    detail: Given | None = None

    def error(self, **data: Any) -> DalembertError:
        """Return the error: about a file, or about arrays."""
        return (WrongValue if self.file is None else BadFile)(self, **data)


# ---- writing


class Unrepresentable(Problem):
    """Parts of a robot that a format cannot represent."""

    format: Identifier
    parts: tuple[Part, ...]
    remedy: Remedy | None = None


def unrepresentable(format: str, *parts: tuple[str, str]) -> DalembertError:
    """Return the error for parts, each (noun, name), that a format cannot represent."""
    found = tuple(Part(Element(noun), Identifier(shown(name))) for noun, name in parts)
    return Unrepresentable(Identifier(format), found, Pass(Argument("path"), Given("….toml"))).error()


class Dropped(Finding):
    """A number of a drive that a format cannot represent and the file leaves out."""

    format: Identifier
    joint: JointName
    parameter: Identifier
    value: Measure | None = None


class NotWrittenBack(Problem, raised=BadFile):
    """A file that cannot be changed in place."""

    file: FileName
    reason: Noun
    name: Identifier | None = None
    remedy: Remedy | None = None


class NotReadBack(Problem):
    """A file that was not written, because reading it would not give the robot."""

    file: FileName
    cause: Finding | External | None
    parts: tuple[Part, ...] = ()
    remedy: Remedy | None = None
