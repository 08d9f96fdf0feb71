"""Messages about quantities, kernels, GPUs and exported code, and about results that the algorithms cannot compute."""

from __future__ import annotations

from dalembert.errors import MissingDevice, NoExecution, Problem, SingularMass, UnboundSymbol, WrongSize
from dalembert.finding.finding import (
    Argument,
    Arguments,
    External,
    Finding,
    FrameName,
    Function,
    Identifier,
    JointName,
    Links,
    Measure,
    Noun,
    Remedy,
    RobotName,
    Shape,
    SymbolName,
    Symbols,
)


class UndefinedQuantity(Problem):
    """Raised when a quantity is not defined for a robot. The message gives the reason."""

    quantity: Function
    robot: RobotName
    reason: Noun
    frame: FrameName | None = None
    remedy: Remedy | None = None


class SingularInertia(Problem, raised=SingularMass):
    """Raised when a possible motion involves no inertia, so that the mass matrix M is singular."""

    robot: RobotName | None = None
    joint: JointName | None = None
    coordinate: int | None = None  # its number, from 1, where its name is not known
    eigenvalue: float | None = None  # the smallest one of M, scaled to a unit diagonal


class NoRotorInertia(Problem, raised=SingularMass):
    """Raised when the rotor of an elastic joint has no inertia."""

    joint: JointName


class MasslessRobot(Problem, raised=SingularMass):
    """Raised when none of a robot's moving links has mass."""

    robot: RobotName


class LoopOnOneBody(Problem):
    """Raised when both ends of a loop or strut belong to the same rigid body."""

    loop: Identifier
    ends: Links


class UndefinedOperation(Problem):
    """Raised when an operation is undefined in real arithmetic, such as division by zero."""

    operation: Noun
    value: float


class UnboundInputs(Problem, raised=UnboundSymbol):
    """Raised when some symbols of a graph have no values because they are not inputs."""

    symbols: Symbols


class WrongArgumentCount(Problem, raised=WrongSize):
    """Raised when a kernel is called with too few or too many arrays."""

    kernel: Identifier
    parameters: Arguments
    got: int


class ParameterWithoutValue(Problem):
    """Raised when a parameter is NaN because it has no value."""

    parameter: SymbolName
    order: Symbols


class OutputMismatch(Problem, raised=WrongSize):
    """Raised when the arrays given as `out` do not match the result."""

    kernel: Identifier
    reason: External


class LeadingCoreDimension(Problem):
    """Raised when a named dimension is used as a leading dimension in one array and as the last dimension in
    another."""

    dimension: Identifier
    argument: Argument
    other: Argument


class UnevenStrides(Problem, raised=WrongSize):
    """Raised when the entries of an array do not have a uniform spacing in memory."""

    argument: Argument
    strides: Shape


class NoResultArray(Problem):
    """Raised when the array for the result of a kernel cannot be created on the GPU."""

    reason: Noun
    remedy: Remedy


class DeviceFailure(Problem, raised=MissingDevice):
    """Raised when a GPU or its driver is missing or fails."""

    reason: Noun
    remedy: Remedy
    message: External | None = None


class OldDevice(Problem, raised=MissingDevice):
    """Raised when the compute capability of a GPU is too low."""

    capability: float
    needed: float
    remedy: Remedy


class NotExecutable(Problem, raised=NoExecution):
    """Raised when generated code cannot run in this process."""

    reason: Noun
    message: External | None = None


class SlowKernels(Finding):
    """Warning that kernels run more slowly, without generated code or without threads. The results are the same."""

    cause: NotExecutable | External


class NoSampleState(Problem):
    """Raised when the loops do not determine the motion at any of the sampled states."""

    robot: RobotName
    tried: int


class PrecisionTooLow(Problem):
    """Raised when single precision is not accurate enough for a robot's loops. The message gives the median error of
    the sampled states."""

    robot: RobotName
    deviation: Measure
    remedy: Remedy


class LoopParameters(Problem):
    """Raised when a step or control law of a robot with loops is exported with parameters, which is not supported."""

    robot: RobotName


class CompilerFailure(Problem):
    """Raised when the C compiler rejects the generated sources."""

    message: External


class SourcesOnly(Finding):
    """Warning that an exported functional mock-up unit contains C sources but no binary."""

    reason: Noun
