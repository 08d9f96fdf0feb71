"""Findings about quantities, kernels, GPUs and exported code, and about results that the algorithms cannot compute."""

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
    """A robot does not have a quantity, with the reason."""

    quantity: Function
    robot: RobotName
    reason: Noun
    frame: FrameName | None = None
    remedy: Remedy | None = None


class SingularInertia(Problem, raised=SingularMass):
    """A direction of motion has no inertia, so M cannot be inverted."""

    robot: RobotName | None = None
    joint: JointName | None = None
    coordinate: int | None = None  # its number, from 1, where its name is not known
    eigenvalue: float | None = None  # the smallest one of M, scaled to a unit diagonal


class NoRotorInertia(Problem, raised=SingularMass):
    """The rotor of an elastic joint has no inertia."""

    joint: JointName


class MasslessRobot(Problem, raised=SingularMass):
    """No moving link of a robot has mass."""

    robot: RobotName


class LoopOnOneBody(Problem):
    """Both ends of a loop or strut are on one rigid body."""

    loop: Identifier
    ends: Links


class UndefinedOperation(Problem):
    """Real arithmetic does not define an operation on these numbers."""

    operation: Noun
    value: float


class UnboundInputs(Problem, raised=UnboundSymbol):
    """No input gives values to some symbols of a graph."""

    symbols: Symbols


class WrongArgumentCount(Problem, raised=WrongSize):
    """A kernel was called with too few or too many arrays."""

    kernel: Identifier
    parameters: Arguments
    got: int


class ParameterWithoutValue(Problem):
    """A parameter is NaN because it has no value."""

    parameter: SymbolName
    order: Symbols


class OutputMismatch(Problem, raised=WrongSize):
    """The arrays given as `out` do not fit the result."""

    kernel: Identifier
    reason: External


class LeadingCoreDimension(Problem):
    """The same named dimension is a leading one of an array and the last one of another array."""

    dimension: Identifier
    argument: Argument
    other: Argument


class UnevenStrides(Problem, raised=WrongSize):
    """The entries of an array are not at even distances in memory."""

    argument: Argument
    strides: Shape


class NoResultArray(Problem):
    """The GPU cannot create an array for the result of a kernel."""

    reason: Noun
    remedy: Remedy


class DeviceFailure(Problem, raised=MissingDevice):
    """A GPU or its driver is missing or fails."""

    reason: Noun
    remedy: Remedy
    message: External | None = None


class OldDevice(Problem, raised=MissingDevice):
    """The compute capability of a GPU is too low."""

    capability: float
    needed: float
    remedy: Remedy


class NotExecutable(Problem, raised=NoExecution):
    """Generated code cannot run in this process."""

    reason: Noun
    message: External | None = None


class SlowKernels(Finding):
    """Kernels run without generated code or without threads: they are slower, but the numbers are the same."""

    cause: NotExecutable | External


class NoSampleState(Problem):
    """No state was found at which the loops of a robot determine one step of its motion."""

    robot: RobotName
    tried: int


class PrecisionTooLow(Problem):
    """Single precision is not accurate enough for the loops of a robot; the error is that of the median state."""

    robot: RobotName
    deviation: Measure
    remedy: Remedy


class LoopParameters(Problem):
    """Parameters of a step or control law need numbers if the robot has loops."""

    robot: RobotName


class CompilerFailure(Problem):
    """The C compiler rejects the generated sources."""

    message: External


class SourcesOnly(Finding):
    """An exported unit contains sources but no binary."""

    reason: Noun
