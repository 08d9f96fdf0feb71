"""Every error a user can meet, one class per cause, all under `DalembertError`.

A message says what is wrong, where, what was expected, and what to do.
"""

from __future__ import annotations

from typing import Any, ClassVar

from dalembert.finding.finding import External, Finding, Message
from dalembert.typeset.label import printable as printable
from dalembert.typeset.label import shown as shown


class DalembertError(Exception):
    """Root of all errors that this library raises. `finding` holds the cause as data; `str` gives its words.

    `data` are results that the caller may still use; each class names its own.
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
    """A number, name or option is outside what is accepted."""


class BadExpression(DalembertError, ValueError):
    """A text cannot be read as an expression."""


class MixedDimensions(DalembertError, ValueError):
    """A sum of things measured in different units."""


class TooLarge(DalembertError):
    """A result that would be too large, detected before it is computed."""


class UnknownName(DalembertError, KeyError):
    """A link, joint, frame, symbol, robot or quantity that does not exist."""


class UnboundSymbol(DalembertError, ValueError):
    """A numeric result was requested of a robot whose symbols have no values."""


class UnphysicalInertia(DalembertError, ValueError):
    """A mass or an inertia tensor that no body can have."""


class SingularMass(DalembertError):
    """M(q) cannot be inverted: some direction of motion has no inertia."""


class BadTopology(DalembertError, ValueError):
    """The links and joints do not form a tree."""


class NotAssembled(DalembertError):
    """The loops of a mechanism cannot be closed."""


class SingularConfiguration(DalembertError):
    """The loops of a mechanism do not determine its motion."""


class UnsupportedElement(DalembertError):
    """A part of a robot file that would change the dynamics and is not modelled."""


class BadFile(DalembertError, OSError):
    """A file that cannot be read: missing, empty, malformed, too large or hostile."""


class Unreachable(DalembertError):
    """A target that no configuration found reaches, with the nearest pose that one does.

    `q` is that configuration, `pose` what it reaches (4×4), `distance` how far off its position is (m), `angle` its
    orientation (rad), `index` which target of a batch it was.
    """

    q: Any = None
    pose: Any = None
    distance: float = 0.0
    angle: float = 0.0
    index: int = 0


class SimulationStopped(DalembertError):
    """A simulation that could not continue: a controller's bad output, a step that diverged.

    `run` holds the rows until then, `time` is when it stopped, `joint` where (its name, or None). For `learn_torque`,
    `learned` holds the trials before, with the best torque among them.
    """

    run: Any = None
    time: float = 0.0
    joint: str | None = None
    learned: Any = None


class SimulationInterrupted(KeyboardInterrupt):
    """A simulation stopped by Ctrl-C. If it is not caught it ends the program, as any Ctrl-C does.

    It has the attributes of `SimulationStopped`, and is not an `Exception`.
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
    """Trials that get worse; `learned` holds those made, with the best torque among them."""


class NotIdentified(DalembertError):
    """The log does not determine what was requested."""


class MissingDevice(DalembertError):
    """The call needs a GPU with a working driver."""


class MissingExtra(DalembertError, ImportError):
    """The call needs an optional package that is not installed."""


class NoExecution(DalembertError, OSError):
    """Generated code cannot run in this process."""


class DalembertWarning(UserWarning):
    """A warning that carries a finding."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding

    def __str__(self) -> str:
        return str(self.finding)


class Problem(Finding):
    """A finding that is raised: the root of all kinds that an error carries, and the class of that error."""

    raised: ClassVar[type[DalembertError]] = WrongValue

    def error(self, **data: Any) -> DalembertError:
        """Return the error that carries this finding. `data` are results that the caller may still use."""
        return self.raised(self, **data)
