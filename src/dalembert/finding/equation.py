"""Findings about exact equations: unreadable text, limits of closed forms, and results of checks and proofs."""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

from dalembert.errors import BadExpression, MixedDimensions, Problem, TooLarge, UnknownName, UnsupportedElement
from dalembert.finding.finding import (
    Argument,
    Finding,
    Identifier,
    JointName,
    Joints,
    LinkName,
    Links,
    Measure,
    Names,
    Noun,
    Remedy,
    RobotName,
    Shape,
    Source,
    Unit,
)

Formula = NewType("Formula", object)  # a tree of `typeset.tree`

# ── an equation that cannot be read ───────────────────────────────────────────


class UnreadableText(Problem, raised=BadExpression):
    """A text cannot be read as equations; `source` is the text around the place, columns count from 1."""

    source: Source
    column: int
    cause: Finding
    argument: Argument | None = None
    of_model: Names = ()  # names that were read as a vector or matrix of the model
    remedy: Remedy | None = None


class SyntaxRule(Finding):
    """A text violates a syntax rule; `subject` is the word or sign that violates it."""

    rule: Noun
    subject: Identifier | None = None


class UnexpectedSign(Finding):
    """Another sign is expected at this place; without a sign, the text ends there."""

    sign: Identifier | None
    expected: Identifier | None = None


class Unbalanced(Finding):
    """A bracket is not closed, or closes nothing or another bracket."""

    opening: Identifier | None
    closing: Identifier | None = None


class TooManyParts(Finding):
    """A text has more digits, characters, brackets or factors than the reader accepts."""

    noun: Noun
    most: int


class AmbiguousText(Finding):
    """A word or number has two interpretations."""

    text: Identifier
    readings: Names


class ShapeConflict(Finding):
    """The shapes of matrices and scalars do not permit an operation; () is the shape of a scalar."""

    operation: Noun
    shapes: tuple[Shape, ...] = ()


class UnknownSymbol(Finding):
    """A name has no meaning for this robot."""

    name: Identifier
    known: Names


class NoDerivative(Finding):
    """A name has no derivative here."""

    name: Identifier
    reason: Noun


class SameCoordinate(Finding):
    """Two names would refer to the same coordinate."""

    first: Identifier
    second: Identifier
    coordinate: Identifier


class CircularDefinition(Finding):
    """Abbreviations are defined by themselves."""

    names: Names


class NothingToCheck(Finding):
    """A text makes no statement about the robot; `defined` are the abbreviations that it defines."""

    defined: Names = ()


class NameHasMeaning(Problem, raised=BadExpression):
    """An abbreviation would change the meaning of a name of the robot."""

    argument: Argument
    name: Identifier


# ── an equation that cannot be compared ───────────────────────────────────────


class TooLargeToExpand(Problem, raised=BadExpression):
    """A written expression is too large to be expanded."""

    limit: Noun
    most: int


class AngleFraction(Problem, raised=BadExpression):
    """A text contains a fraction of one of the robot's angles as an angle."""

    parts: int


class NothingStated(Problem, raised=BadExpression):
    """An equation makes no statement about the robot."""

    statement: Source
    reason: Noun


class NotLinear(Problem, raised=BadExpression):
    """An equation cannot be solved for its entries."""

    statement: Source
    entries: Names


class MissingInModel(Problem, raised=BadExpression):
    """An equation contains a quantity that this robot does not have."""

    noun: Noun
    name: Identifier
    count: int


# ── how a text was read ───────────────────────────────────────────────────────


class ReadAs(Finding):
    """Interpretation of a word or number in an equation."""

    text: Source
    meaning: Identifier | Noun


class OfOrigin(Finding):
    """A written velocity or position belongs to the origin of a link, not to its centre of mass."""

    name: Identifier
    link: int


# ── what a check found ────────────────────────────────────────────────────────


class Slip(StrEnum):
    """Writing errors: the derivation was correct, but the result was written incorrectly."""

    REPLACED = "replaced"  # `written` replaces `meant`
    WRONG_INDEX = "wrong index"
    OTHER_ANGLE = "other angle"  # of fewer joints: relative angles add up
    SQUARED = "squared"
    NOT_SQUARED = "not squared"
    FACTOR_MISSING = "factor missing"
    FACTOR_ADDED = "factor added"
    PARALLEL_AXIS = "parallel axis"
    SIGN = "sign"
    TERM_MISSING = "term missing"
    SCALED = "scaled"  # terms with another number: a half, units


class Reasoning(StrEnum):
    """Errors of reasoning, which lead to another model."""

    KINETIC_SLOPE_DROPPED = "kinetic slope dropped"
    KINETIC_SLOPE_ADDED = "kinetic slope added"
    KINETIC_SLOPE_DOUBLED = "kinetic slope doubled"
    CONSTANT_INERTIA = "constant inertia"
    CORIOLIS_HALVED = "Coriolis halved"
    DOUBLED = "doubled"
    HALVED = "halved"
    WRONG_SIGN = "wrong sign"
    MISSING = "missing"
    HALF_LOST = "half lost"
    HALF_TWICE = "half twice"
    POTENTIAL_SIGN = "potential sign"
    PARALLEL_AXIS_MISSING = "parallel axis missing"
    PARALLEL_AXIS_TWICE = "parallel axis twice"
    LINK_LEFT_OUT = "link left out"
    POINT_MASS = "point mass"
    COUPLING_MISSING = "coupling missing"
    GEAR_IGNORED = "gear ignored"
    GEAR_ONCE = "gear once"
    OTHER_ZERO = "other zero"
    OTHER_DIRECTION = "other direction"
    ABSOLUTE_ANGLES = "absolute angles"
    RELATIVE_RATE = "relative rate"
    DEGREES = "degrees"
    ASYMMETRIC = "asymmetric"


class SlipOfPen(Finding):
    """A factor or symbol is written incorrectly; `terms` is the number of terms of a `meant` that is too long to show."""

    slip: Slip
    written: Formula | None = None
    meant: Formula | None = None
    terms: int = 0
    factor: Identifier | None = None  # of scaled terms


class WrongReasoning(Finding):
    """An error of reasoning explains a wrong equation; the finding gives the part and the link or joint.

    `joint` is the joint of the equation, `lost` the missing expression; `terms` is the number of terms of a `lost` that is too
    long.
    """

    mistake: Reasoning
    part: Noun | None = None
    number: int | None = None  # of the link, joint or coordinate that the mistake is about
    joint: int | None = None
    lost: Formula | None = None
    terms: int = 0
    gravity_only: bool = False


class SearchEnded(Finding):
    """No reason for a wrong equation was found, because the time limit was reached or the equation is too long."""

    most: int | None = None


class UnexplainedTerms(Finding):
    """Terms of an equation differ from those of the model, and no known mistake explains the difference."""


class Usage(StrEnum):
    """Conventions of other books, in which an equation can be correct."""

    LAST_INDEX = "last index"
    MASS_CENTRES = "mass centres"
    GENERIC_S = "generic S"
    UNSYMMETRISED_S = "unsymmetrised S"
    Q_GRAVITY = "Q gravity"
    Q_WEIGHT = "Q weight"
    VELOCITY_ONLY = "velocity only"
    IS_GRAVITY = "is gravity"
    VELOCITY_AND_GRAVITY = "velocity and gravity"
    PAIR = "pair"
    NOT_SYMMETRIC = "not symmetric"
    WORLD_AXES = "world axes"
    LINK_AXES = "link axes"
    FAR_END = "far end"
    ANGULAR_FIRST = "angular first"
    PLANE_ANGLE = "plane angle"
    ROTOR_COUNTED = "rotor counted"
    ROW_ORDER = "row order"
    GRAVITY_RIGHT = "gravity right"
    ABSOLUTE = "absolute"
    ABSOLUTE_EFFORTS = "absolute efforts"
    OTHER_ZERO = "other zero"
    REVERSED = "reversed"
    GRAVITY_REVERSED = "gravity reversed"
    MULTIPLIERS_REVERSED = "multipliers reversed"
    ASSEMBLY = "assembly"


class OtherConvention(Finding):
    """A departure from the robot's own convention; `name` is the letter it is about, `joint` the joint.

    `degrees` is the angle from the robot's zero to the writer's.
    """

    usage: Usage
    name: Identifier | None = None
    joint: int | None = None
    degrees: int = 0


class RightIf(Finding):
    """Lines are correct in another convention; for a single line, the finding also has its mistakes in the robot's own
    convention."""

    lines: Names
    convention: OtherConvention
    otherwise: tuple[Finding, ...] = ()


class WrongDimension(Finding):
    """Terms have another dimension than the left-hand side; `terms` is the number of terms of a long sum."""

    formula: Formula | None
    terms: int
    found: Unit
    claimed: Identifier | Noun
    wanted: Unit


class MixedSum(Finding):
    """Terms of a sum inside a function have different dimensions."""

    parts: tuple[Measured, ...]


class Measured(Finding):
    """Expression with its dimension."""

    formula: Formula | None
    terms: int
    unit: Unit


class DimensionalArgument(Finding):
    """A function has an argument with a dimension."""

    function: Identifier
    argument: Measured


class SkewOfS(Finding):
    """Result of the test whether Ṁ − 2S is skew-symmetric for a given S."""

    skew: bool


class OnlyCompared(Finding):
    """An equation does not name any quantity of the model."""

    statement: Source


class CheckNote(Finding):
    """Remark on how a text was compared."""

    note: Noun


class ComparedAtPostures(Finding):
    """Equations that hold where the loops are closed were compared at random states."""

    postures: int


class RigidModel(Finding):
    """The equations belong to the rigid model of a robot with elastic joints."""

    joints: Joints


# ── a closed form that does not exist, or is too large ────────────────────────


class ClosedFormSize(Problem, raised=TooLarge):
    """A closed form is large; if `most` is given, it is too large to be computed."""

    robot: RobotName
    terms: int
    megabytes: int
    most: int | None = None
    remedy: Remedy | None = None


class LongText(Finding):
    """A quantity is so long that it fills a file rather than a page."""

    robot: RobotName
    quantity: Identifier
    megabytes: int


class ChainTooLong(Problem):
    """A chain has more revolute joints than a derivation supports."""

    robot: RobotName
    joints: int
    most: int
    remedy: Remedy | None = None


class NotForQuasiVelocities(Problem, raised=UnsupportedElement):
    """Ball joints have quasi-velocities, but an operation needs coordinates whose derivatives are the rates."""

    what: Noun
    joint: JointName | None = None
    remedy: Remedy | None = None


class NoExactSpring(Problem, raised=UnsupportedElement):
    """The force of a spring is neither a polynomial nor a root."""

    robot: RobotName
    spring: Identifier
    reason: Noun


class SymbolClash(Problem, raised=UnknownName):
    """Two names of a robot cannot be distinguished in an equation."""

    robot: RobotName
    first: Identifier
    second: Identifier


class LoopStaysOpen(Problem):
    """No motion closes a loop."""

    loop: Identifier
    gap: Measure


class LoopCondition(Finding):
    """A loop closes only for some values of the symbols."""

    loop: Identifier
    condition: Source  # vanishes where the loop is closed


class NoMotorAngle(Problem):
    """The angle of its motor does not determine the position of a joint."""

    joint: JointName
    reason: Noun


class SingularCoordinates(Problem):
    """A linear change of coordinates is singular."""

    argument: Argument


class NotReducible(Problem):
    """Loops cannot be eliminated in closed form."""

    robot: RobotName
    reason: Noun
    coordinates: Joints = ()
    remedy: Remedy | None = None


class NoInertia(Finding):
    """Coordinates move nothing that has inertia, so M is singular."""

    joints: Joints


class NoElement(Problem):
    """An expression is not an element of the polynomial ring, or has no value."""

    reason: Noun
    name: Identifier | None = None


class BadLetter(Problem):
    """A letter chosen by the user cannot replace another letter."""

    old: Identifier
    new: Identifier
    reason: Noun


class AddedDimensions(Problem, raised=MixedDimensions):
    """A sum has expressions of different dimensions."""

    left: Source
    left_unit: Unit
    right: Source
    right_unit: Unit


# ── what a proof found ────────────────────────────────────────────────────────


class StructuralProperty(Finding):
    """Property of the equations that every robot has."""

    property: Noun


class LastInertiaConstant(Finding):
    """The inertia of each last joint is constant."""

    coordinates: tuple[int, ...]


class CyclicCoordinates(Finding):
    """Coordinates of the joints at the base do not appear in M.

    `absent` are all coordinates that do not appear in M; `conserved` are those of them that do not appear in U either.
    """

    coordinates: tuple[int, ...]
    absent: tuple[int, ...] = ()
    conserved: tuple[int, ...] = ()
    friction: bool = False


class PowerBalance(Finding):
    """The energy changes by the power of the motors minus that of friction and constant offsets."""

    friction: bool
    offset: bool
    loops: bool


class EnergyConserved(Finding):
    """Without input, the energy is constant or changes only by friction."""

    friction: bool


class MethodsAgree(Finding):
    """Several derivations give the same equations; `numerical` names two that are compared at random states."""

    methods: tuple[Noun, ...]
    numerical: bool = False
    quasi: bool = False


class ExactIdentity(Finding):
    """A statement is proved by expansion: it is an exact identity in the polynomial ring."""


class CheckedAtStates(Finding):
    """A statement is checked numerically at random states."""

    states: int


class SumOfSquares(Finding):
    """M is positive definite as a sum of squares; if `symbolic`, for physical values of the symbols."""

    identity: bool
    symbolic: bool


class EigenvalueSearch(Finding):
    """No proof was found, so the smallest eigenvalue of M was searched numerically; `values` is the configuration of the
    minimum."""

    states: int
    cause: NoDefinitenessProof
    values: tuple[Coordinate, ...] = ()


class Coordinate(Finding):
    """Coordinate with its value."""

    name: Identifier
    value: float


class FromPowerBalance(Finding):
    """A statement follows from the power balance with u = 0."""

    how: Finding


class SingularExactly(Finding):
    """M is singular exactly where one of the formulas is zero."""

    formulas: tuple[Formula, ...]
    cause: NoDefinitenessProof


class NoDefinitenessProof(Finding):
    """The proof that M is positive definite fails, with the reason."""

    reason: Noun
    link: LinkName | None = None
    joint: JointName | None = None


class CoordinatesBound(Finding):
    """Coordinates cannot be moved one by one, because a loop couples them or a ball joint has quasi-velocities."""

    loop: Identifier | None = None
    joint: JointName | None = None
    derivatives: bool = False  # of M along them are needed


class EnergyElsewhere(Finding):
    """The springs, bristles or offsets of joints are not part of T + U."""

    joints: Joints
    reason: Noun


class Assumption(Finding):
    """Assumption of a proof."""

    assumption: Noun
    formulas: tuple[Formula, ...] = ()
    links: Links = ()


class LeftOver(Finding):
    """Remainder of an identity that does not hold; `terms` is the number of terms of a long one."""

    formula: Formula | None
    terms: int


# ── base parameters, and questions of a course ────────────────────────────────


class Regrouping(Finding):
    """Reason why an inertial parameter is part of a base parameter; `share` is its coefficient if it is not 1."""

    parameter: Identifier
    rule: Noun
    joint: JointName | None = None
    share: Formula | None = None


class EntryIndependent(Finding):
    """A derivative of M vanishes because the entry is zero, constant, or independent of the coordinate."""

    entry: Identifier
    coordinate: Identifier
    reason: Noun


class SymbolVanishes(Finding):
    """A Christoffel symbol vanishes because its parts vanish or cancel; `half` is given if it is half of this derivative alone."""

    parts: tuple[EntryIndependent, ...] = ()
    cancelling: Names = ()
    half: Identifier | None = None


class SymbolValue(Finding):
    """A Christoffel symbol does not vanish."""

    value: Formula


class AccelerationUnder(Finding):
    """Answer to the question whether a joint accelerates from rest under the effort of one joint only."""

    joint: int
    input: int
    answer: Noun
    where: tuple[Source, ...] = ()
    decoupled: bool = False


class InertiaExtremes(Finding):
    """Places where an inertia is largest and smallest; without a place, the joint is extended as far as possible."""

    quantity: Identifier
    answer: Noun
    value: Formula | None = None
    largest: Source | None = None
    smallest: Source | None = None
