"""Errors that the library raises, with one class per cause; `DalembertError` is their base class.

Each message describes the problem and its place, the expected value, and a remedy.
"""

from __future__ import annotations

from typing import Any, ClassVar

from dalembert.finding.finding import External, Finding, Message
from dalembert.typeset.label import printable as printable
from dalembert.typeset.label import shown as shown


class DalembertError(Exception):
    """Base class of all errors that this library raises. `finding` is the cause as data; `str` gives the message.

    `data` are results that the caller may still use; the documentation of each class names them.
    """

    def __init__(self, finding: Finding | str, **data: Any) -> None:
        super().__init__(finding)
        self.finding = finding if isinstance(finding, Finding) else Message(External(finding))
        vars(self).update(data)

    def __str__(self) -> str:
        return str(self.finding)


class WrongSize(DalembertError, ValueError):
    """An array has the wrong number of entries."""


class WrongValue(DalembertError, ValueError):
    """A number, name or option is not accepted."""


class BadExpression(DalembertError, ValueError):
    """A text cannot be parsed as an expression."""


class MixedDimensions(DalembertError, ValueError):
    """A sum has terms with different units."""


class TooLarge(DalembertError):
    """A result would be too large; this is detected before it is computed."""


class UnknownName(DalembertError, KeyError):
    """A link, joint, frame, symbol, robot or quantity does not exist."""


class UnboundSymbol(DalembertError, ValueError):
    """A numeric result was requested for a robot whose symbols have no values."""


class UnphysicalInertia(DalembertError, ValueError):
    """A mass or an inertia tensor is physically impossible."""


class SingularMass(DalembertError):
    """M(q) cannot be inverted: some direction of motion has no inertia."""


class BadTopology(DalembertError, ValueError):
    """The links and joints do not form a tree."""


class NotAssembled(DalembertError):
    """The loops of a mechanism cannot be closed."""


class SingularConfiguration(DalembertError):
    """The loops of a mechanism do not determine its motion."""


class UnsupportedElement(DalembertError):
    """A part of a robot file would change the dynamics but is not modelled."""


class BadFile(DalembertError, OSError):
    """A file cannot be read: it is missing, empty, malformed, too large or malicious."""


class Unreachable(DalembertError):
    """No configuration was found that reaches a target; the error has the nearest pose that was reached.

    `q` is the configuration of that pose, `pose` the pose (4×4), `distance` its position error (m), `angle` its orientation error
    (rad), and `index` the index of the target in a batch.
    """

    q: Any = None
    pose: Any = None
    distance: float = 0.0
    angle: float = 0.0
    index: int = 0


class SimulationStopped(DalembertError):
    """A simulation cannot continue, for example because of an invalid controller output or a diverging step.

    `run` has the results up to `time`, at which the simulation stopped; `joint` is the name of the joint concerned, or None. For
    `learn_torque`, `learned` has the previous trials with the best torque among them.
    """

    run: Any = None
    time: float = 0.0
    joint: str | None = None
    learned: Any = None


class SimulationInterrupted(KeyboardInterrupt):
    """Ctrl-C stopped a simulation. If the exception is not caught, it ends the program, like any Ctrl-C.

    It has the attributes of `SimulationStopped`, but it is not a subclass of `Exception`.
    """

    run: Any = None
    time: float = 0.0
    joint: str | None = None
    learned: Any = None

    def __init__(self, finding: Finding, **data: Any) -> None:
        super().__init__(finding)
        self.finding = finding
        vars(self).update(data)

    def __str__(self) -> str:
        return str(self.finding)


class LearningDiverged(SimulationStopped):
    """The trials of iterative learning get worse; `learned` has the completed trials, with the best torque among them."""


class NotIdentified(DalembertError):
    """The log does not determine what was requested."""


class MissingDevice(DalembertError):
    """The call needs a GPU with a working driver."""


class MissingExtra(DalembertError, ImportError):
    """The call needs an optional package that is not installed."""


class NoExecution(DalembertError, OSError):
    """Generated code cannot run in this process."""


class DalembertWarning(UserWarning):
    """Warning that carries a finding."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding

    def __str__(self) -> str:
        return str(self.finding)


class Problem(Finding):
    """Finding that can be raised: the base class of all kinds that an error carries, with the class of that error."""

    raised: ClassVar[type[DalembertError]] = WrongValue

    def error(self, **data: Any) -> DalembertError:
        """Return the error that carries this finding. `data` are results that the caller may still use."""
        return self.raised(self, **data)
