"""Messages about simulation, control laws, trajectories and actuator selection."""

from __future__ import annotations

from dalembert.errors import (
    LearningDiverged,
    NotAssembled,
    Problem,
    SimulationStopped,
    TooLarge,
    Unreachable,
    UnsupportedElement,
    WrongSize,
)
from dalembert.finding.finding import (
    Argument,
    Arguments,
    External,
    FileName,
    Finding,
    Function,
    Identifier,
    JointName,
    Joints,
    Measure,
    Names,
    Noun,
    Remedy,
    RobotName,
    Shape,
)


class SingleTrajectory(Problem):
    """Raised when a run with a single trajectory is indexed."""


class MatrixNotDefinite(Problem):
    """Raised when a matrix or gain is not positive definite or positive semidefinite, as required."""

    argument: Argument
    semidefinite: bool


class Coincident(Problem):
    """Raised when two points coincide, so that no motion between them exists."""

    argument: Argument
    index: int


class NoInverseFormulas(Problem, raised=UnsupportedElement):
    """Raised if no formulas for the inverse kinematics exist for the arrangement of an arm's axes."""

    robot: RobotName


class DampedRates(Finding):
    """Reported when joint velocities are damped because a singular value of J is below the threshold `near`. Lengths
    are divided by the length of the arm."""

    robot: RobotName
    singular_value: float
    near: float
    damping: float


# ── simulation ────────────────────────────────────────────────────────────────


class OptionOfOtherMethods(Problem):
    """Raised when the selected method of `simulate` does not use an argument."""

    argument: Argument
    method: Identifier
    methods: Names


class LawNeedsPeriod(Problem):
    """Raised when no sampling period is given for a control law with internal state."""

    argument: Argument
    remedy: Remedy


class SamplesEndEarly(Problem, raised=WrongSize):
    """Raised when an input has no samples for the last part of the simulation."""

    argument: Argument
    samples: int
    period: Measure
    duration: Measure


class NotMultiple(Problem):
    """Raised when a duration is not an integer multiple of the time step."""

    argument: Argument
    got: Measure
    step: Measure


class NotEnoughMemory(Problem, raised=TooLarge):
    """Raised when a result does not fit in memory."""

    rows: int
    trajectories: int
    needed: Measure
    remedy: Remedy


class BeyondStops(Problem):
    """Raised when a joint starts outside its stops."""

    joint: JointName
    got: Measure
    lower: Measure
    upper: Measure


class OpenAtStart(Problem, raised=NotAssembled):
    """Raised when the initial configuration does not close a loop."""

    robot: RobotName
    loop: Identifier
    gap: Measure
    remedy: Remedy


class BadValueAt(Problem, raised=SimulationStopped):
    """Raised when a user-defined function (controller, wrench, event) returns an invalid value during a simulation."""

    cause: Finding
    time: Measure


class UserFunctionFailed(Problem, raised=SimulationStopped):
    """Raised when a user-defined function raises an exception during a simulation."""

    argument: Argument
    function: Identifier
    exception: Identifier
    message: External
    time: Measure


class MotionDiverged(Problem, raised=SimulationStopped):
    """Raised when the state of a simulation grows without bound. `step` is given if the step is fixed, and `loops` is
    true if the loops may be singular."""

    time: Measure
    joint: JointName
    loops: bool
    step: Measure | None = None
    trajectory: Shape = ()
    reason: External | None = None


class EnergyJump(Problem, raised=SimulationStopped):
    """Raised when a fixed time step artificially increases the energy of a mechanism."""

    change: Measure
    start: Measure
    end: Measure
    trajectory: Shape = ()


class StuckInEvents(Problem, raised=SimulationStopped):
    """Raised when too many events occur at the same time."""

    time: Measure
    events: int


class UnstableBristles(Problem, raised=SimulationStopped):
    """Raised when bristle friction changes too quickly for a fixed time step."""

    joint: JointName
    time: Measure
    step: Measure
    longest: Measure


class MidpointNotConverged(Problem, raised=SimulationStopped):
    """Raised when the iterations of the implicit midpoint rule do not converge."""

    step: Measure


class Interrupted(Finding):
    """Message that Ctrl-C stopped a simulation."""

    time: Measure


class LimitExceeded(Problem):
    """Raised when a joint exceeds one of its limits. The message gives the most extreme value and the time at which the
    limit is first exceeded."""

    joint: JointName
    quantity: Noun
    limit: Measure
    value: Measure
    time: Measure


class RunWithoutRobot(Problem):
    """Raised when a function needs the robot of a run, but the run does not contain it."""

    function: Function


class NotARun(Problem):
    """Raised when an archive was not written by `Run.to_npz`."""

    path: FileName
    cause: Finding | External


class OtherJoints(Problem):
    """Raised when the joints of a robot differ from the joints of the robot that is stored with a run."""

    robot: RobotName


# ── control ───────────────────────────────────────────────────────────────────


class CoordinateNotActuated(Problem):
    """Raised when a control law requires a motor for every coordinate, but a coordinate has no motor."""

    function: Function
    robot: RobotName
    coordinate: JointName | None
    instead: tuple[Function, ...] = ()


class NotStabilizable(Problem):
    """Raised when no regulator stabilizes a state with the given weights. `pole` is the eigenvalue that remains
    unstable."""

    pole: Identifier | None = None
    reason: External | None = None


class RiccatiInaccurate(Problem):
    """Raised when the solution of a Riccati equation has a large residual."""

    tolerance: float


class TrialStopped(Problem, raised=SimulationStopped):
    """Raised when the simulation of an iterative-learning trial stops early."""

    trial: int
    cause: Finding | External


class ErrorGrows(Problem, raised=LearningDiverged):
    """Raised when the tracking error grows over the trials of iterative learning."""

    first: Measure
    now: Measure
    trial: int


# ── trajectories ──────────────────────────────────────────────────────────────


class LawRange(Problem):
    """Raised when a time law does not start at 0 or does not end at a positive length."""

    argument: Argument
    start: float
    end: float


class OnAxis(Problem):
    """Raised when a point is on the axis of its circle and would not move."""

    argument: Argument


class PathNotFollowed(Problem, raised=Unreachable):
    """Raised when a robot can follow only a part of a path of poses."""

    robot: RobotName
    share: float
    cause: Finding | External


class PathInfeasible(Problem, raised=Unreachable):
    """Raised when a robot cannot follow a path within its limits at the given point."""

    robot: RobotName
    joint: JointName
    parameter: float
    end: float


class PathTooSharp(Problem):
    """Raised when a path exceeds a limit between the points of the finest grid."""

    samples: int
    excess: float


class MotionUnlimited(Problem):
    """Raised when no limit applies along a path, so that the motion could be arbitrarily fast."""

    joints: Joints
    arguments: Arguments


class ZeroLimit(Problem):
    """Raised when a limit of a joint is zero, so that the joint can never move."""

    robot: RobotName
    joint: JointName
    quantity: Noun
    remedy: Remedy
