"""Findings about quantities, kernels, GPUs and exported code, and about what the algorithms cannot compute."""

from __future__ import annotations

from dalembert.errors import (
    MissingDevice,
    NoExecution,
    Problem,
    SingularMass,
    UnboundSymbol,
    WrongSize,
)
from dalembert.finding.finding import (
    Argument,
    External,
    Finding,
    FrameName,
    Function,
    Identifier,
    JointName,
    LinkName,
    Measure,
    Noun,
    Remedy,
    RobotName,
    Shape,
    SymbolName,
)


class UndefinedQuantity(Problem):
    """A quantity that a robot does not have, and why."""

    quantity: Function
    robot: RobotName
    reason: Noun
    frame: FrameName | None = None
    remedy: Remedy | None = None


class SingularInertia(Problem, raised=SingularMass):
    """A direction of motion without inertia, so that M cannot be inverted."""

    robot: RobotName | None = None
    joint: JointName | None = None
    coordinate: int | None = None  # its number, from 1, where its name is not known
    eigenvalue: float | None = None  # the smallest one of M, scaled to a unit diagonal


class NoRotorInertia(Problem, raised=SingularMass):
    """An elastic joint whose rotor has no inertia."""

    joint: JointName


class MasslessRobot(Problem, raised=SingularMass):
    """A robot of which no moving link has mass."""

    robot: RobotName


class LoopOnOneBody(Problem):
    """A loop or strut whose two ends lie on one rigid body."""

    loop: Identifier
    ends: tuple[LinkName, ...]


class UndefinedOperation(Problem):
    """An operation that real arithmetic does not define, on known numbers."""

    operation: Noun
    value: float


class UnboundInputs(Problem, raised=UnboundSymbol):
    """Symbols of a graph that no input gives a value to."""

    symbols: tuple[SymbolName, ...]


class WrongArgumentCount(Problem, raised=WrongSize):
    """A kernel called with too few or too many arrays."""

    kernel: Identifier
    parameters: tuple[Argument, ...]
    got: int


class ParameterWithoutValue(Problem):
    """A parameter that is NaN, which stands for one without a value."""

    parameter: SymbolName
    order: tuple[SymbolName, ...]


class OutputMismatch(Problem, raised=WrongSize):
    """Arrays given as `out` that cannot hold the result."""

    kernel: Identifier
    reason: External


class LeadingCoreDimension(Problem):
    """A named dimension that is a leading one of an array and the last one of another."""

    dimension: Identifier
    argument: Argument
    other: Argument


class UnevenStrides(Problem, raised=WrongSize):
    """An array whose entries do not lie at even distances."""

    argument: Argument
    strides: Shape


class NoResultArray(Problem):
    """No array can be created for the result of a kernel on the GPU."""

    reason: Noun
    remedy: Remedy


class DeviceFailure(Problem, raised=MissingDevice):
    """A GPU or its driver that is missing or fails."""

    reason: Noun
    remedy: Remedy
    message: External | None = None


class OldDevice(Problem, raised=MissingDevice):
    """A GPU whose compute capability is too low."""

    capability: float
    needed: float
    remedy: Remedy


class NotExecutable(Problem, raised=NoExecution):
    """Generated code that cannot run in this process."""

    reason: Noun
    message: External | None = None


class SlowKernels(Finding):
    """Kernels run without generated code or without threads: the numbers are the same."""

    cause: NotExecutable | External


class NoSampleState(Problem):
    """No state was found at which the loops of a robot determine one step of its motion."""

    robot: RobotName
    tried: int


class PrecisionTooLow(Problem):
    """Single precision that does not resolve the loops of a robot: error of the median state."""

    robot: RobotName
    deviation: Measure
    remedy: Remedy


class LoopParameters(Problem):
    """Parameters of a step or control law of a robot with loops, which need numbers."""

    robot: RobotName


class CompilerFailure(Problem):
    """Sources that the C compiler rejects."""

    message: External


class SourcesOnly(Finding):
    """An exported unit without a binary."""

    reason: Noun
