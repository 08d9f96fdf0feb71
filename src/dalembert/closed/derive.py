"""Step-by-step derivation of the equations of motion of a robot by a selected method.

    M q̈ + c + g + friction = τ

Each method computes exactly with polynomials in the robot's ring. At the end, the derived efforts are compared with
`closed.model.mechanics`, which computes efforts independently, from coefficients of the inertial parameters and
Christoffel symbols.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias
from unicodedata import normalize

from dalembert import finding
from dalembert.argument import choice, known
from dalembert.boundary import RobotLike, as_robot
from dalembert.closed.derivation.gibbs_appell import gibbs_appell
from dalembert.closed.derivation.hamilton import hamilton
from dalembert.closed.derivation.kane import kane
from dalembert.closed.derivation.lagrange import lagrange
from dalembert.closed.derivation.newton_euler import newton_euler
from dalembert.closed.derivation.shared_steps import MAX_DEPTH, Arm, additions, completed, depth, introduction
from dalembert.closed.derivation.step import FOLD, DerivationStep, MethodResult, StepEquation, blocks
from dalembert.closed.derivation.virtual_work import virtual_work
from dalembert.closed.equations import Equations, equations
from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.printing.display import Style
from dalembert.finding.finding import Argument, Call, Function, Pass, RobotName, given
from dalembert.progress import working
from dalembert.robot.model import Robot
from dalembert.typeset import block as b
from dalembert.typeset.html import shown_alone
from dalembert.typeset.language import Language
from dalembert.typeset.languages import language as language_of

Method: TypeAlias = Literal["lagrange", "newton-euler", "kane", "hamilton", "virtual-work", "gibbs-appell"]
METHODS: dict[Method, Callable[[Arm], MethodResult]] = {
    "lagrange": lagrange,
    "newton-euler": newton_euler,
    "kane": kane,
    "hamilton": hamilton,
    "virtual-work": virtual_work,
    "gibbs-appell": gibbs_appell,
}
QUASI_VELOCITY_METHODS: tuple[Method, ...] = (
    "kane",
    "newton-euler",
    "virtual-work",
    "lagrange",
    "gibbs-appell",
)  # methods that require velocities, but no coordinates with these derivatives
METHOD_NAMES = {
    "lagrange": "Lagrange",
    "newton-euler": "Newton and Euler",
    "kane": "Kane",
    "hamilton": "Hamilton",
    "virtual-work": "virtual work",
    "gibbs-appell": "Gibbs and Appell",
}


@working("deriving")
def derive(robot: RobotLike, method: Method = "lagrange") -> Derivation:
    """Derive the equations of motion of a robot step by step.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    method : {"lagrange", "newton-euler", "kane", "hamilton", "virtual-work", "gibbs-appell"}
        Derivation method. "virtual-work" starts with statics and adds d'Alembert's inertial forces.

    Returns
    -------
    Derivation
        `agrees` is True if the derived equations exactly equal the result of `equations`.

    Raises
    ------
    UnsupportedElement
        If the robot has ball joints and the method requires velocities that are derivatives of coordinates.

    Examples
    --------
    >>> import dalembert as da
    >>> for step in da.derive("pendulum", "lagrange").steps:
    ...     print(step.title)
    Coordinates
    Symbols
    Frames and links
    Positions
    Velocities
    Kinetic energy of each link
    Potential energy
    The Lagrangian
    The derivatives of the Lagrangian
    Lagrange's equations
    Collection of terms
    Comparison
    """
    robot, method = as_robot(robot), choice(method, "method", METHODS)
    if depth(robot) > MAX_DEPTH:
        remedy = Call(Function("inverse_dynamics"), instead=True)
        raise finding.ChainTooLong(RobotName(robot.name), depth(robot), MAX_DEPTH, remedy).error()
    arm = Arm(robot)
    if method not in QUASI_VELOCITY_METHODS:
        arm.mechanics.no_balls(f"{METHOD_NAMES[method]}'s equations", Pass(Argument("method"), given("kane")))
    result = completed(arm, METHODS[method](arm))
    agrees = all(arm.ring.equal(a, b) for a, b in zip(result.tau, arm.mechanics.tau, strict=True))
    steps = (*introduction(arm, method), *result.steps, _comparison(arm, result, agrees))
    return Derivation(robot, method, tuple(x.shown_by(arm.mechanics.display) for x in steps), agrees, arm.mechanics)


@dataclass(frozen=True, eq=False, repr=False)
class Derivation:
    """Derivation of the equations of motion, as a document.

    `steps` contains the steps, each with `title`, `words`, `equations` and further `steps`. `agrees` is True if the
    derived equations equal the robot's equations exactly. The methods that format the document replace right-hand sides
    with more than `terms` terms by their number of terms. The options `short`, `digits`, `symbols` and `width` are the
    same as for `Equations.text`. By default, `short` is True for four or more coordinates.
    """

    robot: Robot
    method: str
    steps: tuple[DerivationStep, ...]
    agrees: bool
    mechanics: Mechanics

    @property
    def title(self) -> str:
        return f"Equations of motion of {self.robot.name}, by {METHOD_NAMES[self.method]}"

    @property
    def equations(self) -> Equations:
        """Equations of motion of the robot, as an `Equations` object."""
        return equations(self.robot)

    def find(self, left: str) -> StepEquation:
        """Return the first equation whose left-hand side has this plain text, as in `derivation.find("T2")`."""
        valued = [x for step in self.walk() for x in step.equations if x.right is not None]
        texts = [next(iter(x)) for x in valued]
        left = normalize("NFC", left)
        return valued[texts.index(known(left, dict.fromkeys(texts), "derived equation"))]

    def walk(self) -> list[DerivationStep]:
        """Return all steps and substeps in reading order."""
        return [x for step in self.steps for x in step.walk()]

    def text(self, terms: int = FOLD, *, width: float | None = None, **style: Any) -> str:
        """Format the derivation as plain text."""
        return self._document("text", terms, width, level=2, **style)

    def markdown(self, terms: int = FOLD, *, width: float | None = None, **style: Any) -> str:
        """Format the derivation as Markdown."""
        return self._document("markdown", terms, width, **style)

    def latex(self, terms: int = FOLD, *, width: float | None = None, **style: Any) -> str:
        """Format the derivation as LaTeX sections for a document that loads amsmath."""
        return self._fragment("latex", terms, width, **style)

    def typst(self, terms: int = FOLD, *, width: float | None = None, **style: Any) -> str:
        """Format the derivation as Typst sections."""
        return self._fragment("typst", terms, width, **style)

    def html(self, terms: int = FOLD, *, width: float | None = None, **style: Any) -> str:
        """Format the derivation as an HTML fragment with MathML formulas, which browsers and notebooks show without
        scripts.
        """
        return f'<section class="derivation">{self._fragment("html", terms, width, **style)}</section>\n'

    def blocks(
        self,
        language: Language,
        terms: int = FOLD,
        *,
        level: int = 1,
        before: str = "",
        short: bool | None = None,
        **style: Any,
    ) -> Iterator[b.Block]:
        """Yield the headings, text and equations of the derivation as blocks of a page.

        The numbers of the headings start with `before`.
        """
        chosen = Style.on(language, short=self.robot.n > 3 if short is None else short, **style)
        return blocks(self.steps, language, terms, chosen, level, before)

    def _document(self, name: str, terms: int, width: float | None, **style: Any) -> str:
        language = language_of(name, width)
        return language.document(b.Document(self.title, tuple(self.blocks(language, terms, **style))))

    def _fragment(self, name: str, terms: int, width: float | None, **style: Any) -> str:
        language = language_of(name, width)
        return language.blocks([b.Section(self.title), *self.blocks(language, terms, level=2, **style)])

    def _repr_html_(self) -> str:
        return shown_alone(self.html())

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<derivation of {self.robot.name} by {METHOD_NAMES[self.method]}, {len(self.steps)} steps>"


def _comparison(arm: Arm, result: MethodResult, agrees: bool) -> DerivationStep:
    """Create the last step, which states whether the derived equations equal those of the robot."""
    also = {"added": any(additions(arm)), "agree": agrees, "differ": not agrees}
    return arm.step("every.compared", also=also, size=sum(len(x) for x in result.tau))
