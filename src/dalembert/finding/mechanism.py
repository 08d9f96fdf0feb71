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
    """A configuration does not satisfy loop closure. `gap` is in rad, or relative to the size of the mechanism."""

    robot: RobotName
    gap: float
    index: tuple[int, ...] = ()
    remedy: Remedy | None = Call(Function("assemble"))


class CannotAssemble(Problem, raised=NotAssembled):
    """No configuration was found that closes the loops; the loop with the largest error is given."""

    robot: RobotName
    loop: Identifier | None = None
    gap: Measure | None = None
    held: Names = ()


class ContradictoryLoop(Problem, raised=NotAssembled):
    """A loop is open in a direction in which no joint moves."""

    robot: RobotName
    loop: Identifier
    gap: Measure


class LoopRateError(Problem):
    """Rates or accelerations violate the closure of a loop."""

    argument: Argument
    robot: RobotName
    loop: Identifier
    residual: Measure
    index: tuple[int, ...] = ()
    remedy: Remedy | None = Call(Function("mechanism.project"))


class SingularLoops(Problem, raised=SingularConfiguration):
    """At a configuration, the loops do not determine the motion."""

    robot: RobotName
    index: tuple[int, ...] = ()


class ModesNotIsolated(Problem, raised=SingularConfiguration):
    """The assembly modes are not isolated: passive coordinates can still move while the others are held."""

    robot: RobotName
    held: Names


class BadQuaternion(Problem):
    """A quaternion has norm zero, or a norm whose square overflows or underflows."""

    argument: Argument
    robot: RobotName
    joint: JointName
    norm: float
    index: tuple[int, ...] = ()
    remedy: Remedy | None = Call(Function("neutral"))


class WrongOutArray(Problem, raised=WrongSize):
    """The array for the result has another type or shape than the result."""

    argument: Argument
    dtype: Identifier
    shape: Shape
    got: Given


class MasslessMotion(Problem, raised=SingularMass):
    """The loops permit a motion that does not move any mass."""

    robot: RobotName


class UndrivenFreedoms(Problem):
    """The mechanism has more degrees of freedom than actuated coordinates."""

    robot: RobotName
    freedoms: int
    driven: int
    actuated: Names


class BoundByLoops(Problem):
    """The joints of a frame belong to loops, and the kinematics of the tree alone would open these loops."""

    robot: RobotName
    frame: FrameName
    loops: Names


class FixedFrame(Problem):
    """No joint moves a frame, but a motion is needed; `moving` are links that joints move."""

    robot: RobotName
    frame: FrameName
    moving: Links


class MixedRanks(Problem):
    """J has different ranks at the states of a batch, so its null spaces have different sizes."""

    lowest: int
    highest: int


class SelfMotions(Problem):
    """The self-motion has dimension zero, or has several dimensions and needs a direction."""

    robot: RobotName
    dimensions: int
    remedy: Remedy | None


class InfinitelyManySolutions(Problem):
    """All solutions of a redundant robot are requested, but there are infinitely many."""

    robot: RobotName
    frame: FrameName
    joints: int
    needed: int
    remedy: Remedy | None = Call(Function("kinematics.self_motion"))


class UnreachableTarget(Problem, raised=Unreachable):
    """No configuration was found that reaches a target; the distance of the nearest pose is given."""

    robot: RobotName
    frame: FrameName
    distance: Measure
    angle: Measure | None
    limits: bool
    index: tuple[int, ...] = ()
    directions: int | None = None  # in which the frame can move, where these are fewer than 6


class FirstPoseNotReached(Finding):
    """A path ends because its first pose is not reached from the initial configuration."""


class JointsAtLimit(Finding):
    """A path ends because joints are at their limits."""

    joints: Joints


class PathSingular(Finding):
    """A path ends because the smallest singular value of J is near zero, or because it leaves the workspace."""

    value: float


class JointJump(Finding):
    """A path ends because a joint would move too far from one pose to the next."""

    joint: JointName
    distance: Measure


class NoWorkingMode(Problem, raised=Unreachable):
    """No working mode of a parallel robot has the given pose."""

    robot: RobotName
    reason: Noun
    position: tuple[float, ...]


class OtherArchitecture(Problem):
    """The robot has the joints of a parallel robot, but their axes are placed differently."""

    robot: RobotName
    architecture: Identifier
    remedy: Remedy | None = Call(Function("assemble"))


class NotParallelRobot(Problem):
    """The robot is not one of the parallel robots with closed-form solutions."""

    robot: RobotName
    known: Names


class PlatformOrientation(Problem):
    """The platform cannot have this orientation: it only translates, or rotates only in its plane."""

    robot: RobotName
    planar: bool


class OffPlane(Problem, raised=Unreachable):
    """A position is outside the plane in which a planar robot moves."""

    robot: RobotName
    height: Measure
    got: Measure


class NoReachablePoint(Problem, raised=Unreachable):
    """The robot reaches none of the sampled points."""

    robot: RobotName
    samples: int
    remedy: Remedy | None = Pass(Argument("samples"))


class NoDeterminant(Problem):
    """The determinant of a Jacobian cannot be written: the Jacobian is not square, or the determinant is too long."""

    robot: RobotName
    rows: int
    columns: int
    remedy: Remedy | None = Call(Function("kinematics.singularities"))


class SelfJoint(Problem, raised=BadTopology):
    """A joint connects a body to itself."""

    joint: JointName
    body: LinkName


class SymbolicDrawing(Problem, raised=UnboundSymbol):
    """A joint of a drawing has a symbol, but a number is needed."""

    joint: JointName
    argument: Argument
    symbol: SymbolName


class Disconnected(Problem, raised=BadTopology):
    """No joint connects some bodies to the ground."""

    mechanism: Identifier
    ground: LinkName
    bodies: Links


class NoJointMotion(Finding):
    """No joint of the mechanism moves."""


class GroupRedundancy(Finding):
    """All joints generate a group of smaller dimension than m; Grübler's count is given for that dimension."""

    group: Noun
    dimension: int
    m: int
    redundant: int  # in all loops together
    bodies: int
    joints: int
    freedoms: int
    couplings: int


class LoopGroups(Finding):
    """Loops generate a smaller group than the mechanism, so each has redundant equations."""

    loops: int
    redundant: int
    group: Noun


class LockedLoops(Finding):
    """Loops have fewer degrees of freedom than equations."""

    loops: int
    redundant: int
    freedoms: int
    equations: int


class SharedChains(Finding):
    """The groups of the two chains of a loop share motions, as in a Sarrus linkage."""

    loops: int
    redundant: int
    sarrus: bool
    first: Noun
    second: Noun
    common: int


class SpecialLoops(Finding):
    """Loops move only because of their special dimensions."""

    loops: int
    redundant: int
    linkage: Noun
    joints: int


class RepeatedLoops(Finding):
    """Equations of a loop follow from other loops; the finding lists bodies that could be removed."""

    redundant: int
    spare: Links


class IdleFreedoms(Finding):
    """Some degrees of freedom move only one part, and nothing else."""

    idle: int
    useful: int


class SingularPosition(Finding):
    """The mechanism has degrees of freedom of first order only at the drawn position; elsewhere it may move or not."""

    freedoms: int
    moves: bool


class InfinitesimalFreedoms(Finding):
    """The mechanism has degrees of freedom of first order only at every position."""

    freedoms: int


class BranchingPosition(Finding):
    """Motions with different numbers of degrees of freedom start at the drawn position."""

    freedoms: tuple[int, ...]


class NearlyDependent(Finding):
    """The smallest relative singular value that counts as nonzero is small."""

    value: float
