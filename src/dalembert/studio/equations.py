"""Equations, derivation, certificate and code of an interactive page.

Each term of the equations of motion is a MathML formula labelled with its physical kind. In the formulas, the name of
each symbol is stored as an attribute. A compiled function computes the values of all terms.

If the equations are short, the page shows the sums τ_k = Σ terms. For longer equations, the page shows only the gravity
vector g = ∂U/∂q, or explains why no equations are shown. The page computes each joint torque twice: as a sum of
symbolic terms, and with the recursive algorithm. MathML does not break formulas across lines. Therefore, a term whose
factor is a long sum is split into several formulas that can wrap.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING

from dalembert.closed.derivation.shared_steps import MAX_DEPTH, depth
from dalembert.closed.equations import equations
from dalembert.closed.model.coordinates import absolute_coordinates
from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.model.terms import arguments, row_terms
from dalembert.closed.printing.abbreviated_equations import EquationList, ListedEquation
from dalembert.closed.printing.display import Style
from dalembert.closed.printing.expression import ExpressionProduct, ExpressionSum, GraphWriter
from dalembert.codegen.function import function
from dalembert.codegen.tape import TapeFunction
from dalembert.errors import DalembertError, UnsupportedElement, WrongValue
from dalembert.finding.equation import OtherConvention, Usage
from dalembert.finding.finding import PAGE, SCREEN, Finding, sentence
from dalembert.graph import Scalar, symbol
from dalembert.robot.model import Robot
from dalembert.typeset import tree as t
from dalembert.typeset.block import Display, Section
from dalembert.typeset.html import CLASSES, Html
from dalembert.typeset.interactive_page import Data
from dalembert.typeset.languages import language as language_of
from dalembert.typeset.line_breaking import Page, Ruler

if TYPE_CHECKING:
    from dalembert.closed.derive import Derivation

COLUMN = 21.0  # em, width of a narrow column of formulas
_STRUT = '<mspace height="0.95em" depth="0.42em"/>'  # all formulas in a row have the same height
_PIECES = 3  # a factor with at least this number of summands is split into separate formulas


class InteractiveHtml(Html):
    """HTML output in which the name of each symbol, such as q2 or lc2, is stored as an attribute.

    Table cells have classes instead of styles. The page width is given in em of the formula font. Formulas are not
    numbered.
    """

    _cells, _family = CLASSES, ""

    def page_of(self, width: float | None) -> Page:
        return Page(width or COLUMN, Ruler().width)

    def symbol(self, x: t.Symbol) -> str:
        return _named(x, super().symbol(x))

    def power(self, x: t.Power) -> str:
        made = super().power(x)
        if not isinstance(x.base, t.Symbol) or not x.base.index:
            return made
        stem = replace(x.base, index="")
        return _named(x.base, made.replace(self.symbol(stem), super().symbol(stem), 1))

    def script(self, x: t.Script) -> str:
        """Write a letter with a subscript in MathML. In a sentence, q_2 is marked as the symbol q2."""
        made = super().script(x)
        if x.high is not None or not isinstance(x.base, t.Symbol) or not isinstance(x.low, t.Number | t.Symbol):
            return made
        low = x.low.digits if isinstance(x.low, t.Number) else x.low.name
        return f'<mrow data-s="{escape(x.base.name + low)}">{made}</mrow>'

    def term(self, x: t.Term, first: bool) -> str:
        """Write a term with its sign as MathML, as one formula or several adjacent formulas."""
        return "".join(f"<math>{y}{_STRUT}</math>" for y in self._pieces(_sign(x, first), x.body))

    def _pieces(self, opening: str, body: t.Math) -> list[str]:
        factors = body.factors if isinstance(body, t.Product) else (body,)
        for at, factor in enumerate(factors):
            match factor:
                case t.Bracket(t.Sum(terms), square) if len(terms) >= _PIECES:
                    left, right = "[]" if square else "()"
                    head = (self.math(t.Product(factors[:at])) if at else "") + self.math(t.Mark(left, "open"))
                    after = factors[at + 1 :]
                    tail = self.math(t.Mark(right, "close")) + (self.math(t.Product(after)) if after else "")
                    parts = [_sign(y, not k) + self.math(y.body) for k, y in enumerate(terms)]
                    parts[0] = opening + head + parts[0]
                    parts[-1] += tail
                    return parts
        return [opening + self.math(body)]


def _sign(x: t.Term, first: bool) -> str:
    sign = "−" if x.negative else "" if first else "+"
    return f'<mo form="{"prefix" if first else "infix"}">{sign}</mo>' if sign else ""


def _named(x: t.Symbol, made: str) -> str:
    return f'<mrow data-s="{escape(x.name)}">{made}</mrow>'


_READ = 48  # largest number of terms on a page
_LONGEST = 14  # largest number of summands of a factor
_ANY = 10**9
_DIGITS = 5
_ASKED = (
    ("tau", "Equations of motion", "point at any symbol"),
    ("g", "Gravity vector", "exact; point at any symbol"),
)
_NONE = {
    "tau": "Every effort is 0, because the links have no mass. Enter masses in the table Inertias of the screen Model.",
    "g": "Gravity does no work on this robot, g = 0. The equations of τ are too long to show.",
}
_WHOLE = 6  # largest number of coordinates of a robot with printed equations
_MOST = 7  # largest number of coordinates of a robot with a printed gravity vector


@dataclass(frozen=True)
class PageEquations:
    """Equations for a page in the format of `web/payload.ts`, and the function that computes the values of the terms.

    If the page shows no equations, `data` is None and `reason` explains why.
    """

    reason: str = ""
    data: Data | None = None
    function: TapeFunction | None = None
    parameters: tuple[str, ...] = ()
    quiz: Data | None = None


def written(robot: Robot) -> PageEquations:
    """Typeset the equations of a robot for a page if they are short enough to read."""
    if robot.n > _MOST or depth(robot) > min(MAX_DEPTH, _MOST):
        return PageEquations(f"{robot.n} coordinates: the equations are too long to show; the page shows their values")
    try:
        exact = equations(robot).mechanics
        for what, title, note in _ASKED[robot.n > _WHOLE :]:
            if what == "tau" and _terms(exact) > _READ:
                continue  # counting is faster than typesetting
            rows = EquationList(exact, _ANY, _ANY).equations(what)
            if not any(isinstance(x.right, ExpressionSum) and x.right.products for x in rows):
                return PageEquations(_NONE[what])
            if _is_short(rows):
                return _made(exact, rows, what, title, note)
    except DalembertError as reason:
        return PageEquations(sentence(reason.finding, SCREEN))
    return PageEquations("The equations are too long to show here.")


def _terms(exact: Mechanics) -> int:
    """Return a lower bound for the number of printed terms in the equations of motion."""
    return sum(1 for k in range(exact.n) for _ in row_terms(exact, k))


def _is_short(rows: list[ListedEquation]) -> bool:
    terms = [x for row in rows if isinstance(row.right, ExpressionSum) for x in row.right.products]
    return len(terms) <= _READ and all(_size(x) <= _LONGEST for x in terms)


def _size(x: ExpressionProduct) -> int:
    return max((len(f.products) for f, _ in x.factors if isinstance(f, ExpressionSum)), default=1)


def _made(exact: Mechanics, rows: list[ListedEquation], what: str, title: str, note: str) -> PageEquations:
    listed = [(x, x.right) for x in rows if isinstance(x.right, ExpressionSum)]
    sums = [right for _, right in listed]
    main = [(row, right) for row, right in listed if row.left != "0"]
    writer = exact.display.writer(Style(digits=_DIGITS, plain=False), sums)
    plain = exact.display.writer(Style(digits=12), sums)
    page, text, graph = InteractiveHtml(), language_of("text"), GraphWriter()
    found: list[Data] = []
    nodes: list[Scalar] = []
    for k, (row, right) in enumerate(main):
        if what == "g" and not right.products:
            continue
        kinds = row.kinds or ("gravity",) * len(right.products)
        terms = []
        for i, (product, kind) in enumerate(zip(right.products, kinds, strict=True)):
            shown = writer.sum(ExpressionSum((product,))).terms[0]
            spelled = text.math(plain.sum(ExpressionSum((product,))))
            terms.append({"kind": kind, "math": page.term(shown, not i), "at": len(nodes), "text": spelled})
            nodes.append(graph.product(product))
        left = f"<math>{page.math(writer.symbol(row.left))}<mo>=</mo></math>"
        found.append({"left": left, "name": row.left, "coordinate": k, "terms": terms})
    loops = [right for row, right in listed if row.left == "0"]
    below = [f"<math><mn>0</mn><mo>=</mo>{page.math(writer.sum(x))}</math>" for x in loops]
    data = {"what": what, "title": title, "note": note, "rows": found, "below": below}
    own = arguments(exact)
    reason = "" if what == "tau" else "The equations of τ are too long to show here; the values of τ are below."
    quiz = _quiz(exact, found, own) if what == "tau" and any(x["terms"] for x in found) else None
    given = [(label, (len(x),), [symbol(y) for y in x]) for label, x in own.items() if x]
    values = function("equation", [(given, [("values", (len(nodes),), tuple(nodes))])])
    return PageEquations(reason, data, values, tuple(own["parameters"]), quiz)


def _quiz(exact: Mechanics, rows: list[Data], own: dict[str, list[str]]) -> Data:
    """Create the data for the quiz: the equations to derive, and the symbols that an answer can contain."""
    q, known = own["q"], [x for names in own.values() for x in names]
    balls = sorted({q.index(x.places[0]) for x in exact.coordinates.names if x.quaternion})
    requested = [k for k, row in enumerate(rows) if row["terms"]]
    rounded = any(_is_rounded(x["text"]) for row in rows for x in row["terms"])
    digits = _DIGITS if rounded else 0
    found = {"rows": requested, "symbols": known, "q": q, "balls": balls, "lambdas": own["lambdas"], "digits": digits}
    return found | {"absolute": _absolute(exact)}


def _absolute(exact: Mechanics) -> Data | None:
    """Return the matrix A in q = A φ for absolute angles φ (measured from the ground), and the name of this convention.

    The result is None if the joint angles are already measured from the ground.
    """
    if exact.multipliers:
        return None
    try:
        A = [[int(str(x)) for x in row] for row in absolute_coordinates(exact.robot).matrix]
    except (UnsupportedElement, WrongValue):  # mimic joints or ball joints
        return None
    own = all(x == int(i == j) for i, row in enumerate(A) for j, x in enumerate(row))
    return None if own else {"matrix": A, "words": str(OtherConvention(Usage.ABSOLUTE))}


def _is_rounded(text: str) -> bool:
    """Return whether a term contains a number with more digits than are shown on the page."""
    found = re.findall(r"(?<![A-Za-z_0-9.])(\d+\.?\d*)(?:e[+-]?\d+)?", text)
    return any(len(x.replace(".", "").strip("0")) > _DIGITS for x in found)


_READABLE = 4  # largest number of coordinates of a robot with a derivation on the page
_TERMS = 24  # largest number of terms of an equation in a step
_PROGRAM = 40_000  # largest number of characters of a program on the page
_DEEP = 6  # largest number of joints in a chain
_SECONDS = 3.0  # s, time limit for proofs
_BRIEF = {
    "symmetric": "$M$ is symmetric",
    "positive definite": "$M$ is positive definite",
    "skew": r"$\dot M - 2S$ is skew-symmetric",
    "power": "Only the motors change the energy",
    "methods": "All derivations give the same equations",
}


def derivation(robot: Robot) -> list[Data]:
    """Derive the equations by Lagrange's method, or by Kane's method for robots with ball joints, and return the steps.

    The list is empty if the derivation is too long to read.
    """
    if robot.n > _READABLE or depth(robot) > min(_READABLE, MAX_DEPTH):
        return []
    from dalembert.closed.derive import QUASI_VELOCITY_METHODS, derive

    try:
        found = derive(robot, QUASI_VELOCITY_METHODS[0] if robot.balls else "lagrange")
    except DalembertError:
        return []
    return steps(found)


def steps(derived: Derivation, wide: float = COLUMN) -> list[Data]:
    """Convert a derivation to steps with title, level, and parts in the format of the page.

    `wide` is the column width in em units. The entry `folded` of a step is the number of equations that are too long to
    show.
    """
    page = InteractiveHtml(wide)
    found: list[Data] = []
    for block in derived.blocks(page, terms=_TERMS):
        if isinstance(block, Section):
            found.append({"title": f"{block.number}. {block.text}", "level": block.level, "parts": [], "folded": 0})
        elif found:
            kept = _readable(block) if isinstance(block, Display) else block
            found[-1]["folded"] += kept is None or kept != block
            if kept is not None:
                found[-1]["parts"].append(page.block(kept))
    return found


def _readable(block: Display) -> Display | None:
    """Remove right-hand sides that the derivation replaced with the number of terms."""
    cut = [replace(x, right=tuple(y for y in x.right if not isinstance(y, t.Row))) for x in block.equations]
    kept = tuple(x for x in cut if x.right)
    return replace(block, equations=kept) if kept else None


def typeset(finding: Finding) -> str:
    """Write a message as HTML with MathML formulas. The message starts with a capital letter."""
    text = sentence(finding, PAGE)
    return InteractiveHtml().inline(text[:1].upper() + text[1:])


def certificate(robot: Robot, seconds: float) -> Data:
    """Return the certificate of the equations, with every claim as a sentence.

    Claims that cannot be proved exactly within the time limit are checked at random states and marked accordingly.
    """
    from dalembert.closed.prove import NOT_APPLICABLE, PROVED, prove

    found = prove(robot, seconds=seconds)
    short = [words for name, words in _BRIEF.items() if any(x.name == name and x.holds for x in found)]
    claims = [x for x in found if x.verdict != NOT_APPLICABLE and (x.required or x.holds)]
    proved = sum(x.verdict == PROVED for x in claims)
    whole = "Proved for all values of the symbols" if robot.parameters else "Proved for every posture and motion"
    title = whole if proved == len(claims) else "✓ proved; ≈ checked at random states, too long for an exact proof"
    rows = [
        {"holds": x.holds, "proved": x.verdict == PROVED, "words": typeset(x.statement), "how": f"{x.verdict}: {x.how}"}
        for x in claims
    ]
    return {
        "title": title,
        "claims": rows,
        "assumptions": [*map(typeset, found.conditions)],
        "short": InteractiveHtml().inline(f"{'. '.join(short)}."),
    }


def quick_certificate(robot: Robot) -> Data | None:
    """Return the certificate for a small robot, or None if the proofs would take too long."""
    if depth(robot) > _DEEP or robot.n > 2 * _READABLE:
        return None
    try:
        return certificate(robot, _SECONDS)
    except DalembertError:
        return None


def code(robot: Robot) -> list[dict[str, str]]:
    """Generate the code for the page: inverse dynamics in C and in Python."""
    from dalembert.code.export import code as files

    found: list[dict[str, str]] = []
    if robot.n > 2 * _READABLE:
        return found
    for target, title, ending in (("c", "C", ".c"), ("python", "Python, imports only math", ".py")):
        try:
            made = files(robot, "inverse_dynamics", target, name="robot")
        except DalembertError:
            continue
        texts = [x for name, x in made.items() if name.endswith(ending) and "test" not in name and isinstance(x, str)]
        if texts and len(texts[0]) <= _PROGRAM:
            found.append({"title": title, "language": target, "source": texts[0]})
    return found
