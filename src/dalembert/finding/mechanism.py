"""Findings about mechanisms: loops, kinematics, mobility and statics."""

from __future__ import annotations

from dalembert.errors import (
    BadTopology,
    NotAssembled,
    Problem,
    SingularConfiguration,
    SingularMass,
    UnboundSymbol,
    Unreachable,
    WrongSize,
)
from dalembert.finding.finding import (
    Argument,
    Call,
    Finding,
    FrameName,
    Function,
    Given,
    Identifier,
    JointName,
    LinkName,
    Measure,
    Noun,
    Pass,
    Remedy,
    RobotName,
    Shape,
    SymbolName,
)


class OpenLoops(Problem, raised=NotAssembled):
    """A configuration that does not close the loops. `gap` is in rad, or relative to the size of the mechanism."""

    robot: RobotName
    gap: float
    index: tuple[int, ...] = ()
    remedy: Remedy | None = Call(Function("assemble"))


class CannotAssemble(Problem, raised=NotAssembled):
    """Loops that no configuration found closes, with the loop that is open most."""

    robot: RobotName
    loop: Identifier | None = None
    gap: Measure | None = None
    held: tuple[Identifier, ...] = ()


class ContradictoryLoop(Problem, raised=NotAssembled):
    """A loop that is open in a direction in which no joint moves."""

    robot: RobotName
    loop: Identifier
    gap: Measure


class LoopRateError(Problem):
    """Rates or accelerations that violate the closure of a loop."""

    argument: Argument
    robot: RobotName
    loop: Identifier
    residual: Measure
    index: tuple[int, ...] = ()
    remedy: Remedy | None = Call(Function("mechanism.project"))


class SingularLoops(Problem, raised=SingularConfiguration):
    """A configuration at which the loops do not determine the motion."""

    robot: RobotName
    index: tuple[int, ...] = ()


class ModesNotIsolated(Problem, raised=SingularConfiguration):
    """Assembly modes that are families: passive coordinates still move with the others held."""

    robot: RobotName
    held: tuple[Identifier, ...]


class BadQuaternion(Problem):
    """A quaternion of norm zero, or of a norm whose square overflows or underflows."""

    argument: Argument
    robot: RobotName
    joint: JointName
    norm: float
    index: tuple[int, ...] = ()
    remedy: Remedy | None = Call(Function("neutral"))


class WrongOutArray(Problem, raised=WrongSize):
    """An array for the result that has another type or shape than the result."""

    argument: Argument
    dtype: Identifier
    shape: Shape
    got: Given


class MasslessMotion(Problem, raised=SingularMass):
    """A motion that the loops allow and that moves no mass."""

    robot: RobotName


class UndrivenFreedoms(Problem):
    """More freedoms than the actuated coordinates drive."""

    robot: RobotName
    freedoms: int
    driven: int
    actuated: tuple[Identifier, ...]


class ReversedLimits(Problem):
    """A joint whose lower limit is above its upper limit."""

    robot: RobotName
    joint: JointName
    lower: Measure
    upper: Measure
    remedy: Remedy | None = Pass(Argument("limits"), Given("False"))


class BoundByLoops(Problem):
    """A frame whose joints take part in loops: the kinematics of the tree alone would open them."""

    robot: RobotName
    frame: FrameName
    loops: tuple[Identifier, ...]


class FixedFrame(Problem):
    """A frame that no joint moves, where motion is needed; `moving` are links that joints move."""

    robot: RobotName
    frame: FrameName
    moving: tuple[LinkName, ...]


class MixedRanks(Problem):
    """States of a batch at which J has different ranks, so that their null spaces have different sizes."""

    lowest: int
    highest: int


class SelfMotions(Problem):
    """A self-motion of no dimension, or of several, which needs a direction."""

    robot: RobotName
    dimensions: int
    remedy: Remedy | None


class InfinitelyManySolutions(Problem):
    """A request for every solution of a redundant robot."""

    robot: RobotName
    frame: FrameName
    joints: int
    needed: int
    remedy: Remedy | None = Call(Function("kinematics.self_motion"))


class UnreachableTarget(Problem, raised=Unreachable):
    """A target that no configuration found reaches, with the distance of the nearest pose."""

    robot: RobotName
    frame: FrameName
    distance: Measure
    angle: Measure | None
    limits: bool
    index: tuple[int, ...] = ()
    directions: int | None = None  # in which the frame can move, where these are fewer than 6


class FirstPoseNotReached(Finding):
    """Why a path ends: its first pose is not reached from the initial configuration."""


class JointsAtLimit(Finding):
    """Why a path ends: joints are at their limits."""

    joints: tuple[JointName, ...]


class PathSingular(Finding):
    """Why a path ends: the smallest singular value of J is near zero, or the path leaves the workspace."""

    value: float


class JointJump(Finding):
    """Why a path ends: a joint would move too far from one pose to the next."""

    joint: JointName
    distance: Measure


class NoWorkingMode(Problem, raised=Unreachable):
    """A pose that no working mode of a parallel robot has."""

    robot: RobotName
    reason: Noun
    position: tuple[float, ...]


class OtherArchitecture(Problem):
    """A robot with the joints of a parallel robot whose axes are placed differently."""

    robot: RobotName
    architecture: Identifier
    remedy: Remedy | None = Call(Function("assemble"))


class NotParallelRobot(Problem):
    """A robot that is none of the parallel robots with closed solutions."""

    robot: RobotName
    known: tuple[Identifier, ...]


class PlatformOrientation(Problem):
    """An orientation that a platform cannot have: it only translates, or rotates only in its plane."""

    robot: RobotName
    planar: bool


class OffPlane(Problem, raised=Unreachable):
    """A position outside the plane in which a planar robot moves."""

    robot: RobotName
    height: Measure
    got: Measure


class NoReachablePoint(Problem, raised=Unreachable):
    """Samples of which a robot reaches none."""

    robot: RobotName
    samples: int
    remedy: Remedy | None = Pass(Argument("samples"))


class NoDeterminant(Problem):
    """A Jacobian without a determinant that could be written: not square, or too long."""

    robot: RobotName
    rows: int
    columns: int
    remedy: Remedy | None = Call(Function("kinematics.singularities"))


class SelfJoint(Problem, raised=BadTopology):
    """A joint that connects a body to itself."""

    joint: JointName
    body: LinkName


class SymbolicDrawing(Problem, raised=UnboundSymbol):
    """A joint of a drawing that holds a symbol where a number is needed."""

    joint: JointName
    argument: Argument
    symbol: SymbolName


class Disconnected(Problem, raised=BadTopology):
    """Bodies that no joints connect to the ground."""

    mechanism: Identifier
    ground: LinkName
    bodies: tuple[LinkName, ...]


class NoJointMotion(Finding):
    """No joint of the mechanism moves."""


class GroupRedundancy(Finding):
    """All joints generate a group of smaller dimension than m, with Grübler's count for that dimension."""

    group: Noun
    dimension: int
    m: int
    redundant: int  # in all loops together
    bodies: int
    joints: int
    freedoms: int
    couplings: int


class LoopGroups(Finding):
    """Loops that generate a smaller group than the mechanism, each with redundant equations."""

    loops: int
    redundant: int
    group: Noun


class LockedLoops(Finding):
    """Loops with fewer freedoms than equations."""

    loops: int
    redundant: int
    freedoms: int
    equations: int


class SharedChains(Finding):
    """Loops of two chains whose groups share motions, such as a Sarrus linkage."""

    loops: int
    redundant: int
    sarrus: bool
    first: Noun
    second: Noun
    common: int


class SpecialLoops(Finding):
    """Loops that move by their dimensions alone."""

    loops: int
    redundant: int
    linkage: Noun
    joints: int


class RepeatedLoops(Finding):
    """Equations of a loop that follow from other loops, and bodies that could be removed."""

    redundant: int
    spare: tuple[LinkName, ...]


class IdleFreedoms(Finding):
    """Freedoms in which a part moves in itself and nothing else moves."""

    idle: int
    useful: int


class SingularPosition(Finding):
    """Freedoms to first order only, at the drawn position, of a mechanism that moves or of one that does not."""

    freedoms: int
    moves: bool


class InfinitesimalFreedoms(Finding):
    """Freedoms to first order only, at every position."""

    freedoms: int


class BranchingPosition(Finding):
    """Motions with different freedoms that start at the drawn position."""

    freedoms: tuple[int, ...]


class NearlyDependent(Finding):
    """The smallest relative singular value that counts as nonzero is small."""

    value: float
