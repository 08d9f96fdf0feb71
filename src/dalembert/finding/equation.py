"""Messages about exact equations: parse errors, limits of closed forms, and results of checks and proofs."""

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
    """Raised when a string cannot be parsed as equations. `source` is the text around the error. Columns count from
    1."""

    source: Source
    column: int
    cause: Finding
    argument: Argument | None = None
    of_model: Names = ()  # names that were read as a vector or matrix of the model
    remedy: Remedy | None = None


class SyntaxRule(Finding):
    """Message that a text violates a syntax rule. `subject` is the word or character that violates the rule."""

    rule: Noun
    subject: Identifier | None = None


class UnexpectedSign(Finding):
    """Message that a different character is expected in a text, or that the text ends too early."""

    sign: Identifier | None
    expected: Identifier | None = None


class Unbalanced(Finding):
    """Message that a bracket is never closed, never opened, or closed by a bracket of another type."""

    opening: Identifier | None
    closing: Identifier | None = None


class TooManyParts(Finding):
    """Message that a text has more digits, characters, brackets or factors than the parser accepts."""

    noun: Noun
    most: int


class AmbiguousText(Finding):
    """Message that a word or number in an equation is ambiguous."""

    text: Identifier
    readings: Names


class ShapeConflict(Finding):
    """Message that the shapes of matrices and scalars do not permit an operation. The shape of a scalar is ()."""

    operation: Noun
    shapes: tuple[Shape, ...] = ()


class UnknownSymbol(Finding):
    """Message that a symbol is not defined for the robot."""

    name: Identifier
    known: Names


class NoDerivative(Finding):
    """Message that a name has no derivative in this context."""

    name: Identifier
    reason: Noun


class SameCoordinate(Finding):
    """Message that two names would refer to the same coordinate."""

    first: Identifier
    second: Identifier
    coordinate: Identifier


class CircularDefinition(Finding):
    """Message that the definitions of abbreviations are circular."""

    names: Names


class NothingToCheck(Finding):
    """Message that a text contains no statement about the robot that could be checked. `defined` lists the
    abbreviations that the text defines."""

    defined: Names = ()


class NameHasMeaning(Problem, raised=BadExpression):
    """Raised when an abbreviation would redefine a name that the robot already uses."""

    argument: Argument
    name: Identifier


# ── an equation that cannot be compared ───────────────────────────────────────


class TooLargeToExpand(Problem, raised=BadExpression):
    """Raised when the expansion of an equation would be too large."""

    limit: Noun
    most: int


class AngleFraction(Problem, raised=BadExpression):
    """Raised when an equation divides a joint angle by a number other than 2."""

    parts: int


class NothingStated(Problem, raised=BadExpression):
    """Raised when an equation contains no statement about the robot."""

    statement: Source
    reason: Noun


class NotLinear(Problem, raised=BadExpression):
    """Raised when an equation is not linear in its entries, so that they cannot be computed."""

    statement: Source
    entries: Names


class MissingInModel(Problem, raised=BadExpression):
    """Raised when an equation contains a quantity that the robot does not have."""

    noun: Noun
    name: Identifier
    count: int | None


# ── how a text was read ───────────────────────────────────────────────────────


class ReadAs(Finding):
    """Note on how a word or number in an equation was interpreted."""

    text: Source
    meaning: Identifier | Noun


class OfOrigin(Finding):
    """Note that a velocity or position in a text refers to the origin of a link, not to its centre of mass."""

    name: Identifier
    link: int


# ── what a check found ────────────────────────────────────────────────────────


class Slip(StrEnum):
    """Types of transcription errors: the derivation was correct, but the result was written incorrectly."""

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
    """Types of reasoning errors, which lead to a different model."""

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
    """Explanation of a wrong equation: a factor or symbol is written incorrectly. If `meant` is too long to show,
    `terms` is its number of terms."""

    slip: Slip
    written: Formula | None = None
    meant: Formula | None = None
    terms: int = 0
    factor: Identifier | None = None  # of scaled terms


class WrongReasoning(Finding):
    """Explanation of a wrong equation: an error in reasoning, with the affected term and the link or joint.

    `joint` is the joint to which the equation belongs, and `lost` is the missing expression. If `lost` is too long to
    show, `terms` is its number of terms.
    """

    mistake: Reasoning
    part: Noun | None = None
    number: int | None = None  # of the link, joint or coordinate that the mistake is about
    joint: int | None = None
    lost: Formula | None = None
    terms: int = 0
    gravity_only: bool = False


class SearchEnded(Finding):
    """Message that no explanation for a wrong equation was found because the time limit was reached or the equation is
    too long."""

    most: int | None = None


class WrongSource(Finding):
    """Message that an equation uses quantities whose own equations in the text are wrong."""

    names: Names


class UnexplainedTerms(Finding):
    """Message that terms of an equation differ from the model and that the difference matches no known mistake."""


class Usage(StrEnum):
    """Textbook conventions under which an equation can be correct."""

    LAST_INDEX = "last index"
    MASS_CENTRES = "mass centres"
    GENERIC_S = "generic S"
    UNSYMMETRISED_S = "unsymmetrised S"
    Q_GRAVITY = "Q gravity"
    Q_WEIGHT = "Q weight"
    VELOCITY_ONLY = "velocity only"
    IS_GRAVITY = "is gravity"
    VELOCITY_AND_GRAVITY = "velocity and gravity"
    KINETIC_ENERGY = "kinetic energy"
    POTENTIAL_ENERGY = "potential energy"
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
    UNFORCED = "unforced"


class OtherConvention(Finding):
    """Difference between the convention of a text and the convention of the robot. `name` is the affected letter and
    `joint` the affected joint.

    `degrees` is the angle from the robot's zero position to the zero position used in the text.
    """

    usage: Usage
    name: Identifier | None = None
    joint: int | None = None
    degrees: int = 0


class RightIf(Finding):
    """Message that equations are correct under another convention. For a single equation, the message also lists the
    errors that remain under the robot's convention."""

    lines: Names
    convention: OtherConvention
    otherwise: tuple[Finding, ...] = ()


class WrongDimension(Finding):
    """Message that terms have a different physical dimension than the left-hand side. `terms` is the number of terms of
    a long sum."""

    formula: Formula | None
    terms: int
    found: Unit
    claimed: Identifier | Noun
    wanted: Unit


class MixedSum(Finding):
    """Message that terms of a sum inside a function have different physical dimensions."""

    parts: tuple[Measured, ...]


class Measured(Finding):
    """Expression and its physical dimension."""

    formula: Formula | None
    terms: int
    unit: Unit


class DimensionalArgument(Finding):
    """Message that a function has an argument with a physical dimension."""

    function: Identifier
    argument: Measured


class SkewOfS(Finding):
    """Result of testing whether Ṁ − 2S is skew-symmetric for a given matrix S."""

    skew: bool


class OnlyCompared(Finding):
    """Message that an equation does not define a quantity of the model, so only its two sides are compared."""

    statement: Source


class CheckNote(Finding):
    """Note on how a text was compared with the model."""

    note: Noun


class ComparedAtPostures(Finding):
    """Note that equations were compared at random states in which the loops are closed."""

    postures: int


class RigidModel(Finding):
    """Note that equations refer to the rigid-joint model of a robot with elastic joints."""

    joints: Joints


# ── a closed form that does not exist, or is too large ────────────────────────


class ClosedFormSize(Problem, raised=TooLarge):
    """Raised when a closed form would be very large. If `most` is given, the limit is exceeded and the closed form is
    not computed."""

    robot: RobotName
    terms: int
    megabytes: int
    most: int | None = None
    remedy: Remedy | None = None


class LongText(Finding):
    """Message that a quantity is too long to be shown on a page."""

    robot: RobotName
    quantity: Identifier
    megabytes: int


class ChainTooLong(Problem):
    """Raised when a chain has more revolute joints than a derivation supports."""

    robot: RobotName
    joints: int
    most: int
    remedy: Remedy | None = None


class NotForQuasiVelocities(Problem, raised=UnsupportedElement):
    """Raised when an operation requires velocities that are derivatives of coordinates, which ball joints do not
    have."""

    what: Noun
    joint: JointName | None = None
    remedy: Remedy | None = None


class NoExactSpring(Problem, raised=UnsupportedElement):
    """Raised when a spring force is neither a polynomial nor a root."""

    robot: RobotName
    spring: Identifier
    reason: Noun


class SymbolClash(Problem, raised=UnknownName):
    """Raised when two names of a robot cannot be distinguished in an equation."""

    robot: RobotName
    first: Identifier
    second: Identifier


class LoopStaysOpen(Problem):
    """Raised when a loop cannot be closed by any motion of the mechanism."""

    loop: Identifier
    gap: Measure


class LoopCondition(Finding):
    """Message that a loop closes only for some values of the symbols."""

    loop: Identifier
    condition: Source  # vanishes where the loop is closed


class NoMotorAngle(Problem):
    """Raised when the motor angle does not determine the position of a joint."""

    joint: JointName
    reason: Noun


class SingularCoordinates(Problem):
    """Raised when the matrix of a linear change of coordinates is singular."""

    argument: Argument


class NotReducible(Problem):
    """Raised when loops cannot be eliminated in closed form."""

    robot: RobotName
    reason: Noun
    coordinates: Joints = ()
    remedy: Remedy | None = None


class NoInertia(Finding):
    """Message that coordinates do not move any inertia, so that M is singular."""

    joints: Joints


class NoElement(Problem):
    """Raised when an expression does not belong to the polynomial ring, or has no value."""

    reason: Noun
    name: Identifier | None = None


class BadLetter(Problem):
    """Raised when a letter chosen by the user cannot be used in place of another letter."""

    old: Identifier
    new: Identifier
    reason: Noun


class AddedDimensions(Problem, raised=MixedDimensions):
    """Raised when a sum contains expressions of different physical dimensions."""

    left: Source
    left_unit: Unit
    right: Source
    right_unit: Unit


# ── what a proof found ────────────────────────────────────────────────────────


class StructuralProperty(Finding):
    """Statement of a property that holds for the equations of motion of every robot."""

    property: Noun


class LastInertiaConstant(Finding):
    """Statement that diagonal entries of M are constant, because the last joint of a chain moves only one rigid
    body."""

    coordinates: tuple[int, ...]


class CyclicCoordinates(Finding):
    """Statement that coordinates of the first joints do not appear in M.

    `absent` lists all coordinates that do not appear in M. `conserved` lists the coordinates that appear neither in M
    nor in U.
    """

    coordinates: tuple[int, ...]
    absent: tuple[int, ...] = ()
    conserved: tuple[int, ...] = ()
    friction: bool = False


class PowerBalance(Finding):
    """Statement that the rate of change of the energy is the motor power minus the power lost to friction and constant
    offsets."""

    friction: bool
    offset: bool
    loops: bool


class EnergyConserved(Finding):
    """Statement that the energy is constant without input, or changes only by friction."""

    friction: bool


class MethodsAgree(Finding):
    """Statement that several derivations give the same equations. `numerical` names two derivations that are compared
    at random states."""

    methods: tuple[Noun, ...]
    numerical: bool = False
    quasi: bool = False


class ExactIdentity(Finding):
    """Note that a statement was proved exactly, by expanding both sides to polynomials."""


class CheckedAtStates(Finding):
    """Note that a statement is checked numerically at random states."""

    states: int


class SumOfSquares(Finding):
    """Proof that M is positive definite as a sum of squares. If `symbolic` is true, the proof holds for all physically
    valid values of the symbols."""

    identity: bool
    symbolic: bool


class FullRank(Finding):
    """Proof that M is positive definite because the partial velocities of the links have full rank everywhere. If
    `symbolic`, it holds for positive symbols."""

    symbolic: bool


class EigenvalueSearch(Finding):
    """Note that no proof was found, so the smallest eigenvalue of M was searched for numerically. `values` is the
    configuration at which the eigenvalue is smallest."""

    states: int
    cause: NoDefinitenessProof
    values: tuple[Coordinate, ...] = ()


class Coordinate(Finding):
    """Name of a coordinate and its value."""

    name: Identifier
    value: float


class FromPowerBalance(Finding):
    """Note that a statement follows from the power balance for u = 0."""

    how: Finding


class SingularExactly(Finding):
    """Statement that M is singular exactly where one of the given formulas is zero, or everywhere without formulas."""

    formulas: tuple[Formula, ...]
    cause: NoDefinitenessProof


class NoDefinitenessProof(Finding):
    """Message that the proof of positive definiteness of M fails, with the reason."""

    reason: Noun
    link: LinkName | None = None
    joint: JointName | None = None


class CoordinatesBound(Finding):
    """Reason why coordinates cannot be moved independently: a loop couples them, or a ball joint has
    quasi-velocities."""

    loop: Identifier | None = None
    joint: JointName | None = None
    derivatives: bool = False  # of M along them are needed


class EnergyElsewhere(Finding):
    """Note that the springs, bristles or offsets of joints are not included in T + U."""

    joints: Joints
    reason: Noun


class Assumption(Finding):
    """Assumption on which a proof depends."""

    assumption: Noun
    formulas: tuple[Formula, ...] = ()
    links: Links = ()


class AssumptionsHold(Finding):
    """Values of the symbols that satisfy all assumptions, without values if none were found. `more` counts the values
    that are not listed."""

    values: tuple[Coordinate, ...]
    more: int | None = None


class LeftOver(Finding):
    """Remainder of an identity that does not hold. `terms` is the number of terms of a long remainder."""

    formula: Formula | None
    terms: int


# ── base parameters, and questions of a course ────────────────────────────────


class Regrouping(Finding):
    """Explanation of why an inertial parameter is part of a base parameter. `share` is the coefficient of the parameter
    if it differs from 1."""

    parameter: Identifier
    rule: Noun
    joint: JointName | None = None
    share: Formula | None = None


class EntryIndependent(Finding):
    """Reason why a derivative of M vanishes: the entry is zero, constant, or independent of the coordinate."""

    entry: Identifier
    coordinate: Identifier
    reason: Noun


class SymbolVanishes(Finding):
    """Reason why a Christoffel symbol vanishes: its parts vanish or cancel. `half` is given if the symbol is half of a
    single derivative."""

    parts: tuple[EntryIndependent, ...] = ()
    cancelling: Names = ()
    half: Identifier | None = None


class MatrixSlope(Finding):
    """Derivative of an entry of M (or of U) with respect to a coordinate, multiplied by a factor.

    `value` is the product. A factor of 1 is omitted. An entry that is not differentiated has no coordinate.
    """

    factor: float | None
    entry: Identifier
    coordinate: Identifier
    value: Formula


class TermOrigin(Finding):
    """Explanation of a term of an equation of motion. `zeros` lists the formulas where one zero makes the term vanish, if
    `known`."""

    kind: Noun
    row: int
    term: Formula
    sources: tuple[MatrixSlope, ...]
    zeros: tuple[Formula, ...]
    known: bool


class SymbolValue(Finding):
    """Statement that a Christoffel symbol is nonzero, with its value."""

    value: Formula


class AccelerationUnder(Finding):
    """Statement about whether a joint accelerates from rest under the effort of a single joint."""

    joint: int
    input: int
    answer: Noun
    where: tuple[Source, ...] = ()
    decoupled: bool = False


class InertiaExtremes(Finding):
    """Postures in which an inertia reaches its maximum and its minimum. If no posture is given, the extremum is at the
    limit of the joint."""

    quantity: Identifier
    answer: Noun
    value: Formula | None = None
    largest: Source | None = None
    smallest: Source | None = None
