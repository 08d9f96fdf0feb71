"""Findings about quantities, kernels, GPUs and exported code, and about what the algorithms cannot compute."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dalembert.errors import (
    DalembertError,
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
    Given,
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


@dataclass(frozen=True)
class UndefinedQuantity(Problem):
    """A quantity that a robot does not have, and why."""

    quantity: Function
    robot: RobotName
    reason: Noun
    frame: FrameName | None = None
    remedy: Remedy | None = None


@dataclass(frozen=True)
class SingularInertia(Problem):
    """A direction of motion without inertia, so that M cannot be inverted."""

    robot: RobotName | None = None
    joint: JointName | None = None
    coordinate: int | None = None  # its number, from 1, where its name is not known
    eigenvalue: float | None = None  # the smallest one of M, scaled to a unit diagonal
    raised: ClassVar[type[DalembertError]] = SingularMass


@dataclass(frozen=True)
class NoRotorInertia(Problem):
    """An elastic joint whose rotor has no inertia."""

    joint: JointName
    raised: ClassVar[type[DalembertError]] = SingularMass


@dataclass(frozen=True)
class MasslessRobot(Problem):
    """A robot of which no moving link has mass."""

    robot: RobotName
    raised: ClassVar[type[DalembertError]] = SingularMass


@dataclass(frozen=True)
class BallJoint(Problem):
    """A ball joint where only single coordinates are possible."""

    joint: JointName
    purpose: Noun


@dataclass(frozen=True)
class CoupledElasticJoint(Problem):
    """An elastic joint whose motor is coupled to another joint, or which mimics another joint."""

    joint: JointName


@dataclass(frozen=True)
class NoMotor(Problem):
    """An actuated coordinate that has no DC motor, although the inputs are voltages."""

    joint: JointName


@dataclass(frozen=True)
class LoopOnOneBody(Problem):
    """A loop or strut whose two ends lie on one rigid body."""

    loop: Identifier
    ends: tuple[LinkName, ...]


@dataclass(frozen=True)
class FixedContact(Problem):
    """A contact at a frame that no joint moves."""

    frame: FrameName


@dataclass(frozen=True)
class CoincidentEnds(Problem):
    """A strut whose two ends always coincide, so that its force has no direction."""

    strut: Identifier


@dataclass(frozen=True)
class UndefinedOperation(Problem):
    """An operation that real arithmetic does not define, on known numbers."""

    operation: Noun
    value: float


@dataclass(frozen=True)
class UnboundInputs(Problem):
    """Symbols of a graph that no input gives a value to."""

    symbols: tuple[SymbolName, ...]
    raised: ClassVar[type[DalembertError]] = UnboundSymbol


@dataclass(frozen=True)
class WrongArgumentCount(Problem):
    """A kernel called with too few or too many arrays."""

    kernel: Identifier
    parameters: tuple[Argument, ...]
    got: int
    raised: ClassVar[type[DalembertError]] = WrongSize


@dataclass(frozen=True)
class ParameterWithoutValue(Problem):
    """A parameter that is NaN, which stands for one without a value."""

    parameter: SymbolName
    order: tuple[SymbolName, ...]


@dataclass(frozen=True)
class OutputMismatch(Problem):
    """Arrays given as `out` that cannot hold the result."""

    kernel: Identifier
    reason: External
    raised: ClassVar[type[DalembertError]] = WrongSize


@dataclass(frozen=True)
class LeadingCoreDimension(Problem):
    """A named dimension that is a leading one of an array and the last one of another."""

    dimension: Identifier
    argument: Argument
    other: Argument


@dataclass(frozen=True)
class WrongPrecision(Problem):
    """An array of another floating-point type than the kernel's."""

    argument: Argument
    got: Given
    expected: tuple[Identifier, ...]


@dataclass(frozen=True)
class WrongDevice(Problem):
    """An array that is not in the memory of a GPU."""

    argument: Argument
    got: Given


@dataclass(frozen=True)
class UnevenStrides(Problem):
    """An array whose entries do not lie at even distances."""

    argument: Argument
    strides: Shape
    raised: ClassVar[type[DalembertError]] = WrongSize


@dataclass(frozen=True)
class NoResultArray(Problem):
    """No array can be created for the result of a kernel on the GPU."""

    reason: Noun
    remedy: Remedy


@dataclass(frozen=True)
class DeviceFailure(Problem):
    """A GPU or its driver that is missing or fails."""

    reason: Noun
    remedy: Remedy
    message: External | None = None
    raised: ClassVar[type[DalembertError]] = MissingDevice


@dataclass(frozen=True)
class OldDevice(Problem):
    """A GPU whose compute capability is too low."""

    capability: float
    needed: float
    remedy: Remedy
    raised: ClassVar[type[DalembertError]] = MissingDevice


@dataclass(frozen=True)
class NotExecutable(Problem):
    """Generated code that cannot run in this process."""

    reason: Noun
    message: External | None = None
    raised: ClassVar[type[DalembertError]] = NoExecution


@dataclass(frozen=True)
class SlowKernels(Finding):
    """Kernels run without generated code or without threads: the numbers are the same."""

    cause: NotExecutable | External


@dataclass(frozen=True)
class NoSampleState(Problem):
    """No state was found at which the loops of a robot determine one step of its motion."""

    robot: RobotName
    tried: int


@dataclass(frozen=True)
class PrecisionTooLow(Problem):
    """Single precision that does not resolve the loops of a robot: error of the median state."""

    robot: RobotName
    deviation: Measure
    remedy: Remedy


@dataclass(frozen=True)
class LoopParameters(Problem):
    """Parameters of a step or control law of a robot with loops, which need numbers."""

    robot: RobotName


@dataclass(frozen=True)
class CompilerFailure(Problem):
    """Sources that the C compiler rejects."""

    message: External


@dataclass(frozen=True)
class SourcesOnly(Finding):
    """An exported unit without a binary."""

    reason: Noun
