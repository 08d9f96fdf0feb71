"""Findings about exact equations: what cannot be read, what a closed form lacks, what a check or a proof found."""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

from dalembert.errors import (
    BadExpression,
    MixedDimensions,
    Problem,
    TooLarge,
    UnknownName,
    UnsupportedElement,
)
from dalembert.finding.finding import (
    Argument,
    Finding,
    Identifier,
    JointName,
    LinkName,
    Measure,
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
    """A text that cannot be read as equations; `source` is what stands around the place, columns count from 1."""

    source: Source
    column: int
    cause: Finding
    argument: Argument | None = None
    of_model: tuple[Identifier, ...] = ()  # names that were read as a vector or matrix of the model
    remedy: Remedy | None = None


class SyntaxRule(Finding):
    """A rule of writing that the text breaks; `subject` is the word or sign that breaks it."""

    rule: Noun
    subject: Identifier | None = None


class UnexpectedSign(Finding):
    """A sign where another one must stand; without a sign, the text ends."""

    sign: Identifier | None
    expected: Identifier | None = None


class Unbalanced(Finding):
    """A bracket that is not closed, or one that closes nothing or something else."""

    opening: Identifier | None
    closing: Identifier | None = None


class TooManyParts(Finding):
    """More digits, characters, brackets or factors than are read."""

    noun: Noun
    most: int


class AmbiguousText(Finding):
    """A word or number with two readings."""

    text: Identifier
    readings: tuple[Identifier, ...]


class ShapeConflict(Finding):
    """An operation on matrices and scalars whose shapes do not allow it; () is the shape of a scalar."""

    operation: Noun
    shapes: tuple[Shape, ...] = ()


class UnknownSymbol(Finding):
    """A name that means nothing for this robot."""

    name: Identifier
    known: tuple[Identifier, ...]


class NoDerivative(Finding):
    """A name that has no derivative here."""

    name: Identifier
    reason: Noun


class SameCoordinate(Finding):
    """Two names that would be one coordinate."""

    first: Identifier
    second: Identifier
    coordinate: Identifier


class CircularDefinition(Finding):
    """Abbreviations that are defined by themselves."""

    names: tuple[Identifier, ...]


class NothingToCheck(Finding):
    """A text without a statement about the robot; `defined` are the abbreviations it defines."""

    defined: tuple[Identifier, ...] = ()


class NameHasMeaning(Problem, raised=BadExpression):
    """An abbreviation that would change what a name means for the robot."""

    argument: Argument
    name: Identifier


# ── an equation that cannot be compared ───────────────────────────────────────


class TooLargeToExpand(Problem, raised=BadExpression):
    """A written expression that is too large to be multiplied out."""

    limit: Noun
    most: int


class AngleFraction(Problem, raised=BadExpression):
    """An angle that is a fraction of one of the robot's angles."""

    parts: int


class NothingStated(Problem, raised=BadExpression):
    """An equation that says nothing about the robot."""

    statement: Source
    reason: Noun


class NotLinear(Problem, raised=BadExpression):
    """An equation that cannot be solved for the entries it is about."""

    statement: Source
    entries: tuple[Identifier, ...]


class MissingInModel(Problem, raised=BadExpression):
    """Something that an equation is about and this robot does not have."""

    noun: Noun
    name: Identifier
    count: int


# ── how a text was read ───────────────────────────────────────────────────────


class ReadAs(Finding):
    """What a word or number was taken for."""

    text: Source
    meaning: Identifier | Noun


class OfOrigin(Finding):
    """A velocity or position that is of a link's origin, not of its centre of mass."""

    name: Identifier
    link: int


# ── what a check found ────────────────────────────────────────────────────────


class Slip(StrEnum):
    """A slip of the pen: what was derived right and written down wrong."""

    REPLACED = "replaced"  # `written` stands where `meant` belongs
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
    """A mistake of reasoning, which leads to another model."""

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
    COUPLING_MISSING = "coupling missing"
    GEAR_IGNORED = "gear ignored"
    GEAR_ONCE = "gear once"
    OTHER_ZERO = "other zero"
    OTHER_DIRECTION = "other direction"
    ABSOLUTE_ANGLES = "absolute angles"
    RELATIVE_RATE = "relative rate"


class SlipOfPen(Finding):
    """A factor or symbol written wrong; `terms` counts those of a `meant` that is too long to show."""

    slip: Slip
    written: Formula | None = None
    meant: Formula | None = None
    terms: int = 0
    factor: Identifier | None = None  # of scaled terms


class WrongReasoning(Finding):
    """A mistake that explains a wrong equation: of which part, at which link or joint.

    `joint` is that of the equation, `lost` what the equation lacks; `terms` counts those of a `lost` that is too long.
    """

    mistake: Reasoning
    part: Noun | None = None
    number: int | None = None  # of the link, joint or coordinate that the mistake is about
    joint: int | None = None
    lost: Formula | None = None
    terms: int = 0
    gravity_only: bool = False


class SearchEnded(Finding):
    """No reason for a wrong equation was found: the search had no time, or the equation is too long."""

    most: int | None = None


class UnexplainedTerms(Finding):
    """Terms of an equation differ from the model's, and no known mistake leads to them."""


class Usage(StrEnum):
    """A convention of another book, in which an equation is right."""

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

    `quarters` are the quarter turns that the writer's zero is ahead of the robot's.
    """

    usage: Usage
    name: Identifier | None = None
    joint: int | None = None
    quarters: int = 0


class RightIf(Finding):
    """Lines that are right in another convention; of a single line also the mistakes it is in the robot's own one."""

    lines: tuple[Identifier, ...]
    convention: OtherConvention
    otherwise: tuple[Finding, ...] = ()


class WrongDimension(Finding):
    """Terms of another dimension than what is claimed; `terms` counts those of a long sum."""

    formula: Formula | None
    terms: int
    found: Unit
    claimed: Identifier | Noun
    wanted: Unit


class MixedSum(Finding):
    """A sum, inside a function, of terms of different dimensions."""

    parts: tuple[Measured, ...]


class Measured(Finding):
    """An expression and its dimension."""

    formula: Formula | None
    terms: int
    unit: Unit


class DimensionalArgument(Finding):
    """A function of something that is not a number."""

    function: Identifier
    argument: Measured


class SkewOfS(Finding):
    """Whether Ṁ − 2S is skew-symmetric for a written S."""

    skew: bool


class OnlyCompared(Finding):
    """An equation that names nothing of the model."""

    statement: Source


class CheckNote(Finding):
    """A remark on how a text was compared."""

    note: Noun


class ComparedAtPostures(Finding):
    """Equations that hold where the loops are closed were compared at random states."""

    postures: int


class RigidModel(Finding):
    """Equations of the rigid model of a robot with elastic joints."""

    joints: tuple[JointName, ...]


# ── a closed form that does not exist, or is too large ────────────────────────


class ClosedFormSize(Problem, raised=TooLarge):
    """A closed form that is large; with `most`, too large to be computed."""

    robot: RobotName
    terms: int
    megabytes: int
    most: int | None = None
    remedy: Remedy | None = None


class LongText(Finding):
    """A quantity that fills a file rather than a page."""

    robot: RobotName
    quantity: Identifier
    megabytes: int


class ChainTooLong(Problem):
    """A chain of more revolute joints than a derivation is made for."""

    robot: RobotName
    joints: int
    most: int
    remedy: Remedy | None = None


class NotForQuasiVelocities(Problem, raised=UnsupportedElement):
    """Something that needs coordinates behind the rates, which ball joints do not have."""

    what: Noun
    joint: JointName | None = None
    remedy: Remedy | None = None


class NoExactSpring(Problem, raised=UnsupportedElement):
    """A spring whose force is neither a polynomial nor a root."""

    robot: RobotName
    spring: Identifier
    reason: Noun


class SymbolClash(Problem, raised=UnknownName):
    """Two names of a robot that cannot be distinguished in an equation."""

    robot: RobotName
    first: Identifier
    second: Identifier


class LoopStaysOpen(Problem):
    """A loop that no motion closes."""

    loop: Identifier
    gap: Measure


class LoopCondition(Finding):
    """A loop that closes only for some values of the symbols."""

    loop: Identifier
    condition: Source  # vanishes where the loop is closed


class NoMotorAngle(Problem):
    """A joint whose position is not determined by the angle of its motor."""

    joint: JointName
    reason: Noun


class SingularCoordinates(Problem):
    """A linear change of coordinates that is singular."""

    argument: Argument


class NotReducible(Problem):
    """Loops that cannot be eliminated in closed form."""

    robot: RobotName
    reason: Noun
    coordinates: tuple[JointName, ...] = ()
    remedy: Remedy | None = None


class NoInertia(Finding):
    """Coordinates that move nothing with inertia, so M is singular."""

    joints: tuple[JointName, ...]


class NoElement(Problem):
    """An expression that is not an element of the ring, or that has no value."""

    reason: Noun
    name: Identifier | None = None


class BadLetter(Problem):
    """A letter of one's own that cannot stand for another letter."""

    old: Identifier
    new: Identifier
    reason: Noun


class AddedDimensions(Problem, raised=MixedDimensions):
    """A sum of expressions of different dimensions."""

    left: Source
    left_unit: Unit
    right: Source
    right_unit: Unit


# ── what a proof found ────────────────────────────────────────────────────────


class StructuralProperty(Finding):
    """A property of the equations that is the same for every robot."""

    property: Noun


class LastInertiaConstant(Finding):
    """The inertia of each last joint is constant."""

    coordinates: tuple[int, ...]


class CyclicCoordinates(Finding):
    """Coordinates of the joints at the base, which do not appear in M.

    `absent` are all coordinates that do not appear in M, `conserved` those that do not appear in U either.
    """

    coordinates: tuple[int, ...]
    absent: tuple[int, ...] = ()
    conserved: tuple[int, ...] = ()
    friction: bool = False


class PowerBalance(Finding):
    """The energy changes by the power of the motors, less friction and constant offsets."""

    friction: bool
    offset: bool
    loops: bool


class EnergyConserved(Finding):
    """Without input the energy is constant, or changes by friction only."""

    friction: bool


class MethodsAgree(Finding):
    """Several derivations end in the same equations; `numerical`: two of them, compared at random states."""

    methods: tuple[Noun, ...]
    numerical: bool = False
    quasi: bool = False


class ExactIdentity(Finding):
    """Proved by expansion: an exact identity in the ring."""


class CheckedAtStates(Finding):
    """Checked numerically at random states."""

    states: int


class SumOfSquares(Finding):
    """M is positive definite as a sum of squares. `symbolic`: for physical values of the symbols."""

    identity: bool
    symbolic: bool


class EigenvalueSearch(Finding):
    """The smallest eigenvalue of M was searched, since no proof was found; `values` is where it is smallest."""

    states: int
    cause: NoDefinitenessProof
    values: tuple[Coordinate, ...] = ()


class Coordinate(Finding):
    """A coordinate and its value."""

    name: Identifier
    value: float


class FromPowerBalance(Finding):
    """Shown by the power balance with u = 0."""

    how: Finding


class SingularExactly(Finding):
    """M is singular exactly where one of the formulas is zero."""

    formulas: tuple[Formula, ...]
    cause: NoDefinitenessProof


class NoDefinitenessProof(Finding):
    """Why the proof that M is positive definite fails."""

    reason: Noun
    link: LinkName | None = None
    joint: JointName | None = None


class CoordinatesBound(Finding):
    """Coordinates that cannot be moved one by one: a loop binds them, or a ball joint has quasi-velocities."""

    loop: Identifier | None = None
    joint: JointName | None = None
    derivatives: bool = False  # of M along them are needed


class EnergyElsewhere(Finding):
    """Joints whose springs, bristles or offsets are not part of T + U."""

    joints: tuple[JointName, ...]
    reason: Noun


class Assumption(Finding):
    """What a proof takes for granted."""

    assumption: Noun
    formulas: tuple[Formula, ...] = ()
    links: tuple[LinkName, ...] = ()


class LeftOver(Finding):
    """What is left of an identity that does not hold; `terms` counts those of a long one."""

    formula: Formula | None
    terms: int


# ── base parameters, and questions of a course ────────────────────────────────


class Regrouping(Finding):
    """Why an inertial parameter is part of a base parameter; `share` is its coefficient where it is not 1."""

    parameter: Identifier
    rule: Noun
    joint: JointName | None = None
    share: Formula | None = None


class EntryIndependent(Finding):
    """Why a derivative of M vanishes: the entry is zero, constant, or does not depend on the coordinate."""

    entry: Identifier
    coordinate: Identifier
    reason: Noun


class SymbolVanishes(Finding):
    """Why a Christoffel symbol vanishes: its parts do, or they cancel; `half`: it is half of this derivative alone."""

    parts: tuple[EntryIndependent, ...] = ()
    cancelling: tuple[Identifier, ...] = ()
    half: Identifier | None = None


class SymbolValue(Finding):
    """A Christoffel symbol that does not vanish."""

    value: Formula


class AccelerationUnder(Finding):
    """Whether a joint accelerates, from rest, under the effort of one joint alone."""

    joint: int
    input: int
    answer: Noun
    where: tuple[Source, ...] = ()
    decoupled: bool = False


class InertiaExtremes(Finding):
    """Where an inertia is largest and smallest; without a place, as far out as the joint goes."""

    quantity: Identifier
    answer: Noun
    value: Formula | None = None
    largest: Source | None = None
    smallest: Source | None = None
