"""What a report is to be on, and the facts about the robot that its parts share, each found once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from dalembert.closed.derive import QUASI, Derivation, derive
from dalembert.closed.equations import Equations
from dalembert.closed.proof.certificate import Certificate
from dalembert.closed.prove import prove
from dalembert.errors import DalembertError, WrongValue
from dalembert.report.document import formula
from dalembert.report.motion import watched
from dalembert.report.survey import Survey
from dalembert.robot.model import Robot
from dalembert.typeset.block import Display
from dalembert.typeset.language import Language
from dalembert.typeset.languages import language as language_of
from dalembert.typeset.lines import broken

MOST = 60  # lines of one quantity that stand on a page
_READ = 800  # terms of M from which on nobody reads them on paper
_STEPS = 240  # lines of a derivation that stand in a report
STEP_TERMS = 60  # terms of one right side in it
_LEAST = 1e-6  # of the largest number: terms below it are not printed on a page


@dataclass(frozen=True)
class Request:
    """What to report on. `values` are numbers for the symbols, used where numbers are needed; `origin` is the line of
    Python that makes the robot, for the code at the end; `style` is that of equations; `appendix` names the file that
    holds what is too long to be printed."""

    robot: Robot
    method: str = "lagrange"
    values: Mapping[str, Any] = field(default_factory=dict)
    origin: str = "robot = da.load(…)"
    duration: float | None = None
    style: Mapping[str, Any] = field(default_factory=dict)
    appendix: str = ""
    width: float | None = None

    @property
    def seconds(self) -> float:
        """To simulate."""
        return self.duration if self.duration is not None else watched(self.numeric)

    @property
    def numeric(self) -> Robot:
        """The robot with the values."""
        return self.robot.bind(**self.values) if self.values else self.robot


class Facts:
    """Of one request: equations, derivation, certificate, survey; None where a robot has none."""

    def __init__(self, request: Request) -> None:
        self.request, self.robot = request, request.robot
        if not self.robot.nv:
            raise WrongValue(
                f"robot '{self.robot.name}' has no moving joint: a report is about motion; "
                'where its root floats, load it with base="free"'
            )
        self.numeric = request.numeric

    @cached_property
    def equations(self) -> Equations | None:
        try:
            return formula(self.robot).equations
        except DalembertError:
            return None

    @cached_property
    def size(self) -> int:
        """Terms of M."""
        return 0 if self.equations is None else sum(len(x) for row in self.equations.mechanics.M for x in row)

    @cached_property
    def long(self) -> bool:
        """Whether the efforts do not fit on a page."""
        return self.equations is None or self.lines("tau") > MOST

    def display(self, language: Language, what: str) -> Display:
        """A quantity, without what would print as nothing where the robot is given in numbers alone."""
        assert self.equations is not None
        least = {} if self.robot.parameters or language.plain else {"least": _LEAST}
        return self.equations.typeset(language, what, **{**least, **self.request.style})

    @cached_property
    def pruned(self) -> bool:
        """Whether a page leaves out terms of the efforts, as too small to be read."""
        if self.equations is None or self.robot.parameters:
            return False
        language = language_of("latex", self.request.width)
        return self.display(language, "tau") != self.equations.typeset(language, "tau", **self.request.style)

    def lines(self, what: str) -> int:
        """How many lines a quantity takes on paper; more than anybody prints where it is not even set."""
        if self.equations is None or self.size > _READ:
            return MOST + 1
        language = language_of("latex", self.request.width)
        return len(broken(self.display(language, what), language.page).lines)

    @cached_property
    def derived(self) -> Derivation | None:
        """The derivation, of robots whose equations anybody reads."""
        if self.equations is None or self.size > _READ:
            return None
        method = self.request.method
        if self.robot.balls and method not in QUASI:
            method = QUASI[0]
        try:
            return derive(self.robot, method)
        except DalembertError:
            return None

    @cached_property
    def derivation(self) -> Derivation | None:
        """The derivation, if every step of it can be read on pages: nothing folded, and not too long."""
        if self.derived is None:
            return None
        written = self.derived.text(STEP_TERMS)
        return self.derived if "⟨" not in written and written.count("\n") <= _STEPS else None

    @property
    def appended(self) -> Derivation | None:
        """The derivation that goes to the file beside the report, being too long for its pages."""
        return self.derived if self.derivation is None and self.request.appendix else None

    @cached_property
    def certificate(self) -> Certificate | None:
        try:
            return prove(self.robot)
        except DalembertError:
            return None

    @cached_property
    def survey(self) -> Survey | None:
        """What numbers say, where there are numbers and a motion."""
        if self.numeric.parameters or not self.numeric.nv:
            return None
        found = Survey(self.numeric)
        try:
            _ = found.tau if self.numeric.loops else found.parts
        except DalembertError:
            return None
        return found

    @cached_property
    def terms(self) -> int:
        """Of the efforts written out, if they were."""
        return 0 if self.equations is None else sum(len(x) for x in self.equations.mechanics.tau)
