"""Errors raised by the library, with one class per cause. `DalembertError` is the base class.

Each message describes the problem and its location, the expected value, and a remedy.
"""

from __future__ import annotations

from typing import Any, ClassVar

from dalembert.finding.finding import External, Finding, Message
from dalembert.typeset.label import printable as printable
from dalembert.typeset.label import shown as shown


class DalembertError(Exception):
    """Base class for all errors raised by this library.

    The attribute `finding` describes the cause, and `str` returns the message.

    Partial results, documented in each class, are passed in `data` and stored as attributes.
    """

    def __init__(self, finding: Finding | str, **data: Any) -> None:
        super().__init__(finding)
        self.finding = finding if isinstance(finding, Finding) else Message(External(finding))
        vars(self).update(data)

    def __str__(self) -> str:
        return str(self.finding)


class WrongSize(DalembertError, ValueError):
    """Raised when an array has the wrong number of entries."""


class WrongValue(DalembertError, ValueError):
    """Raised when a number, name or option is invalid."""


class BadExpression(DalembertError, ValueError):
    """Raised when text cannot be parsed as an expression."""


class MixedDimensions(DalembertError, ValueError):
    """Raised when a sum has terms with different units."""


class TooLarge(DalembertError):
    """Raised before the start of a computation whose result would be too large."""


class UnknownName(DalembertError, KeyError):
    """Raised when a link, joint, frame, symbol, robot or quantity does not exist."""


class UnboundSymbol(DalembertError, ValueError):
    """Raised when a numeric result is requested for a robot with symbols that have no values."""


class UnphysicalInertia(DalembertError, ValueError):
    """Raised when a mass or an inertia tensor is physically impossible."""


class SingularMass(DalembertError):
    """Raised when M(q) is singular because a direction of motion has no inertia."""


class BadTopology(DalembertError, ValueError):
    """Raised when the links and joints do not form a tree."""


class NotAssembled(DalembertError):
    """Raised when the loops of a mechanism cannot be closed."""


class SingularConfiguration(DalembertError):
    """Raised when the loop constraints do not determine the motion of a mechanism."""


class UnsupportedElement(DalembertError):
    """Raised when an element of a robot file affects the dynamics but is not supported."""


class BadFile(DalembertError, OSError):
    """Raised when a file cannot be read because it is missing, empty, malformed, too large or malicious."""


class Unreachable(DalembertError):
    """Raised when no configuration is found that reaches a target pose.

    `pose` is the nearest pose that was reached (4×4), and `q` is the corresponding configuration. `distance` is the
    position error in m, `angle` is the orientation error in rad, and `index` is the index of the target in a batch.
    """

    q: Any = None
    pose: Any = None
    distance: float = 0.0
    angle: float = 0.0
    index: int = 0


class SimulationStopped(DalembertError):
    """Raised when a simulation cannot continue, for example because of an invalid controller output or a diverging
    step.

    `run` contains the results up to `time`, at which the simulation stopped. `joint` is the name of the affected joint,
    or None. For `learn_torque`, `learned` contains the previous trials and the best torque so far.
    """

    run: Any = None
    time: float = 0.0
    joint: str | None = None
    learned: Any = None


class SimulationInterrupted(KeyboardInterrupt):
    """Raised when Ctrl-C stops a simulation. If this exception is not caught, the program terminates.

    This exception has the same attributes as `SimulationStopped`, but is not a subclass of `Exception`.
    """

    run: Any = None
    time: float = 0.0
    joint: str | None = None
    learned: Any = None

    def __init__(self, finding: Finding, **data: Any) -> None:
        super().__init__(finding)
        self.finding = finding
        vars(self).update(data)


class LearningDiverged(SimulationStopped):
    """Raised when the tracking error increases during iterative learning.

    `learned` contains the completed trials and the best torque.
    """


class NotIdentified(DalembertError):
    """Raised when a measurement log does not contain enough information to identify the requested parameters."""


class MissingDevice(DalembertError):
    """Raised when a function requires a GPU but no GPU with a working driver is available."""


class MissingExtra(DalembertError, ImportError):
    """Raised when a function needs an optional package that is not installed."""


class NoExecution(DalembertError, OSError):
    """Raised when generated code cannot run in this process."""


class DalembertWarning(UserWarning):
    """Category of all warnings issued by this library. The attribute `finding` describes the cause."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding


class Problem(Finding):
    """Base class for findings that can be raised as errors. Each subclass specifies an error class."""

    raised: ClassVar[type[DalembertError]] = WrongValue

    def error(self, **data: Any) -> DalembertError:
        """Return the exception for this finding. `data` contains partial results."""
        return self.raised(self, **data)
