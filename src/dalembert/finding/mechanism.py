"""Messages about mechanisms: loops, kinematics, mobility and statics."""

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
    Joints,
    LinkName,
    Links,
    Measure,
    Names,
    Noun,
    Pass,
    Remedy,
    RobotName,
    Shape,
    SymbolName,
)


class OpenLoops(Problem, raised=NotAssembled):
    """Raised when a configuration violates loop closure. `gap` is the error in rad, or relative to the size of the
    mechanism."""

    robot: RobotName
    gap: float
    index: tuple[int, ...] = ()
    remedy: Remedy | None = Call(Function("assemble"))


class CannotAssemble(Problem, raised=NotAssembled):
    """Raised when no configuration that closes the loops is found. The message names the loop with the largest error."""

    robot: RobotName
    loop: Identifier | None = None
    gap: Measure | None = None
    held: Names = ()


class ContradictoryLoop(Problem, raised=NotAssembled):
    """Raised when a loop has a closure error in a direction in which no joint can move."""

    robot: RobotName
    loop: Identifier
    gap: Measure


class LoopRateError(Problem):
    """Raised when rates or accelerations violate the closure of a loop."""

    argument: Argument
    robot: RobotName
    loop: Identifier
    residual: Measure
    index: tuple[int, ...] = ()
    remedy: Remedy | None = Call(Function("mechanism.project"))


class SingularLoops(Problem, raised=SingularConfiguration):
    """Raised when the loops do not determine the motion in a configuration."""

    robot: RobotName
    index: tuple[int, ...] = ()


class ModesNotIsolated(Problem, raised=SingularConfiguration):
    """Raised when assembly modes are not isolated, because passive coordinates can move while the other coordinates are
    fixed."""

    robot: RobotName
    held: Names


class BadQuaternion(Problem):
    """Raised when a quaternion has norm zero, or a norm whose square overflows or underflows."""

    argument: Argument
    robot: RobotName
    joint: JointName
    norm: float
    index: tuple[int, ...] = ()
    remedy: Remedy | None = Call(Function("neutral"))


class WrongOutArray(Problem, raised=WrongSize):
    """Raised when the array for the result has the wrong type or shape."""

    argument: Argument
    dtype: Identifier
    shape: Shape
    got: Given


class MasslessMotion(Problem, raised=SingularMass):
    """Raised when the loops permit a motion in which no mass moves."""

    robot: RobotName


class UndrivenFreedoms(Problem):
    """Raised when a mechanism has more degrees of freedom than actuated coordinates."""

    robot: RobotName
    freedoms: int
    driven: int
    actuated: Names


class BoundByLoops(Problem):
    """Raised when the joints that move a frame belong to loops, which the kinematics of the tree alone would not keep
    closed."""

    robot: RobotName
    frame: FrameName
    loops: Names


class FixedFrame(Problem):
    """Raised when a function needs a moving frame, but no joint moves the given frame. `moving` lists links that joints
    move."""

    robot: RobotName
    frame: FrameName
    moving: Links


class MixedRanks(Problem):
    """Raised when J has different ranks in the states of a batch, so that the null spaces have different dimensions."""

    lowest: int
    highest: int


class SelfMotions(Problem):
    """Raised when there is no self-motion, or when several self-motions exist and a direction must be given."""

    robot: RobotName
    dimensions: int
    remedy: Remedy | None


class InfinitelyManySolutions(Problem):
    """Raised when all solutions of a redundant robot are requested, of which there are infinitely many."""

    robot: RobotName
    frame: FrameName
    joints: int
    needed: int
    remedy: Remedy | None = Call(Function("kinematics.self_motion"), instead=True)


class UnreachableTarget(Problem, raised=Unreachable):
    """Raised when no configuration that reaches a target is found. The message gives the distance of the nearest pose."""

    robot: RobotName
    frame: FrameName
    distance: Measure
    angle: Measure | None
    limits: bool
    index: tuple[int, ...] = ()
    directions: int | None = None  # in which the frame can move, where these are fewer than 6


class FirstPoseNotReached(Finding):
    """Message that a path ends because its first pose is not reached from the initial configuration."""


class JointsAtLimit(Finding):
    """Message that a path ends because joints reach their limits."""

    joints: Joints


class PathSingular(Finding):
    """Message that a path ends at a singularity or at the boundary of the workspace."""

    value: float


class JointJump(Finding):
    """Message that a path ends because a joint would move too far between two consecutive poses."""

    joint: JointName
    distance: Measure


class NoWorkingMode(Problem, raised=Unreachable):
    """Raised when no working mode of a parallel robot reaches the given pose."""

    robot: RobotName
    reason: Noun
    position: tuple[float, ...]


class OtherArchitecture(Problem):
    """Raised when the robot has the same joints as a known parallel robot, but different axis positions."""

    robot: RobotName
    architecture: Identifier
    remedy: Remedy | None = Call(Function("assemble"), instead=True)


class NotParallelRobot(Problem):
    """Raised when the robot is not one of the parallel robots with closed-form solutions."""

    robot: RobotName
    known: Names


class PlatformOrientation(Problem):
    """Raised when the platform cannot have the given orientation, because it cannot rotate or can rotate only in its
    plane."""

    robot: RobotName
    planar: bool


class OffPlane(Problem, raised=Unreachable):
    """Raised when a position is outside the plane in which a planar robot moves."""

    robot: RobotName
    height: Measure
    got: Measure


class NoReachablePoint(Problem, raised=Unreachable):
    """Raised when the robot cannot reach any of the sampled points."""

    robot: RobotName
    samples: int
    remedy: Remedy | None = Pass(Argument("samples"))


class NoDeterminant(Problem):
    """Raised when the determinant of a Jacobian is undefined because the Jacobian is not square, or is too long to
    write."""

    robot: RobotName
    rows: int
    columns: int
    remedy: Remedy | None = Call(Function("kinematics.singularities"), instead=True)


class SelfJoint(Problem, raised=BadTopology):
    """Raised when a joint connects a body to itself."""

    joint: JointName
    body: LinkName


class SymbolicDrawing(Problem, raised=UnboundSymbol):
    """Raised when a mechanism drawing requires a number but a joint contains a symbol."""

    joint: JointName
    argument: Argument
    symbol: SymbolName


class Disconnected(Problem, raised=BadTopology):
    """Raised when some bodies are not connected to the ground by joints."""

    mechanism: Identifier
    ground: LinkName
    bodies: Links


class NoJointMotion(Finding):
    """Note that the mechanism cannot move."""


class GroupRedundancy(Finding):
    """Note that all joints together generate a motion group whose dimension is less than `m`. Grübler's formula is
    evaluated with the smaller dimension."""

    group: Noun
    dimension: int
    m: int
    redundant: int  # in all loops together
    bodies: int
    joints: int
    freedoms: int
    couplings: int


class LoopGroups(Finding):
    """Note that loops generate a smaller motion group than the mechanism, so that each loop has redundant equations."""

    loops: int
    redundant: int
    group: Noun


class LockedLoops(Finding):
    """Note that loops have more equations than degrees of freedom, so that they are locked."""

    loops: int
    redundant: int
    freedoms: int
    equations: int


class SharedChains(Finding):
    """Note that the two chains of a loop share part of their motion groups, as in a Sarrus linkage."""

    loops: int
    redundant: int
    sarrus: bool
    first: Noun
    second: Noun
    common: int


class SpecialLoops(Finding):
    """Note that loops move only because of their special dimensions."""

    loops: int
    redundant: int
    linkage: Noun
    joints: int


class RepeatedLoops(Finding):
    """Note that equations of a loop follow from other loops, with a list of bodies that could be removed."""

    redundant: int
    spare: Links


class IdleFreedoms(Finding):
    """Note that some degrees of freedom affect only a single part."""

    idle: int
    useful: int


class SingularPosition(Finding):
    """Note that the mechanism has infinitesimal degrees of freedom in the drawn position only. In other positions, the
    mechanism may or may not move."""

    freedoms: int
    moves: bool


class InfinitesimalFreedoms(Finding):
    """Note that the mechanism has infinitesimal degrees of freedom in every position, but no finite motions."""

    freedoms: int


class BranchingPosition(Finding):
    """Note that the mechanism is at a branching point between motions with different numbers of degrees of freedom."""

    freedoms: tuple[int, ...]


class NearlyDependent(Finding):
    """Warning that the numerical rank is uncertain, because the smallest singular value counted as nonzero is small."""

    value: float
