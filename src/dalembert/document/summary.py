"""First page of a report, and the section with proofs.

The first page shows the robot, the main results, the equations, and the proved properties, stated as sentences. A
separate section contains the proof of each property.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date

import dalembert
from dalembert.closed.derive import METHOD_NAMES
from dalembert.closed.prove import CHECKED, NOT_APPLICABLE, NOT_DECIDED, PROVED, REFUTED, Certificate, PropertyClaim
from dalembert.document.base_parameters_and_inertia import shares
from dalembert.document.facts import MOST, STEP_TERMS, Facts
from dalembert.document.model_tables import moving_links, words
from dalembert.document.plot import Picture
from dalembert.document.symbols import symbol_table
from dalembert.document.torques import findings, lengths, motors
from dalembert.errors import DalembertError
from dalembert.finding.equation import (
    CheckedAtStates,
    CyclicCoordinates,
    EigenvalueSearch,
    ExactIdentity,
    Formula,
    FromPowerBalance,
    LeftOver,
    MethodsAgree,
    PowerBalance,
)
from dalembert.finding.finding import PAGE, Finding, default_language, sentence
from dalembert.formats.doctor import diagnose
from dalembert.quantity import count
from dalembert.robot.model import Robot, number_text
from dalembert.robot.tree import tree
from dalembert.tolerance import SINGULAR_INERTIA
from dalembert.typeset import tree as t
from dalembert.typeset.block import Beside, Block, Blocks, Display, Equation, Items, Passage, Words
from dalembert.typeset.label import listed
from dalembert.typeset.language import Language
from dalembert.typeset.latex_parser import read, vectors
from dalembert.typeset.number import significant, whole
from dalembert.typeset.palette import WORDS
from dalembert.typeset.text import Text
from dalembert.view.draw import DrawStyle, draw

_COUNT = ("no", "One", "Two", "Three", "Four", "Five", "Six")


def _sentence(finding: Finding, capital: bool = True) -> str:
    words = sentence(finding, PAGE)
    return words[:1].upper() + words[1:] if capital else words


def holds(found: Certificate, robot: Robot, terms: int = 0, later: str = "") -> Blocks:
    """Yield the proved properties of the equations as sentences.

    `terms` is the number of terms in the equations of motion. `later` is the number of the section with the proofs.
    """
    more = f" The proofs are in section {later}." if later else ""
    yield Items(tuple(_sentences(found, robot, terms, later)), "✓", lead=f"Properties. {_sense(found, robot)}{more}")
    wrong = [x.statement for x in found if x.required and x.verdict == REFUTED]
    if wrong:
        yield Items(tuple(f"{_sentence(x)}." for x in wrong), "✗", lead="Properties that fail.")


def _sense(found: Certificate, robot: Robot) -> str:
    if found.exact:
        values = "all values of the symbols" if robot.parameters else "all positions, velocities and accelerations"
        return f"Proved for {values}, not tested at sample states."
    if any(x.verdict == PROVED for x in found):
        return "Every statement was proved for all states, unless a number of checked states is given."
    return f"Every statement was checked at random states, with relative errors up to {significant(_worst(found), 1)}."


def _worst(found: Certificate) -> float:
    numeric = [x for x in found if x.verdict == CHECKED and not isinstance(x.how, EigenvalueSearch)]
    return max((x.residual for x in numeric if isinstance(x.residual, float)), default=0.0)


def _sentences(found: Certificate, robot: Robot, terms: int, later: str) -> Iterator[str]:
    good = {x.name: x for x in found if x.holds}
    symmetric, positive, cyclic = (good.get(x) for x in ("symmetric", "positive definite", "cyclic"))
    both = " and ".join(x.name for x in (symmetric, positive) if x)
    if both:
        first = cyclic.statement.coordinates if cyclic and isinstance(cyclic.statement, CyclicCoordinates) else ()
        silent = f"; it does not depend on {listed([f'$q_{{{k}}}$' for k in first])}" if first else ""
        yield f"$M$ is {both}{silent}.{_checked(positive)}"
    if skew := good.get("skew"):
        which = "the $S$ of the Christoffel symbols" if not robot.balls else "the $S$ of the recursion"
        other = sum(x.verdict == REFUTED for x in found if x.name in ("skew, generic S", "skew, unsymmetrised S"))
        remark = f" (but not for every $S$: section {later})" if other and later else ""
        yield rf"$\dot M - 2S$ is skew-symmetric for {which}{remark}.{_checked(skew)}"
    power = good.get("power")
    if power and isinstance(power.statement, PowerBalance):
        less = ", minus the power of friction" if power.statement.friction else " alone"
        effort = r"(\tau - \tau_\mathrm{f})" if power.statement.friction else r"\tau"
        law = rf": $\mathrm{{d}}(T + U)/\mathrm{{d}}t = \dot q^\top {effort}$" if not power.statement.offset else ""
        yield f"The rate of change of the energy is the power of the motors{less}{law}.{_checked(power)}"
    methods = good.get("methods")
    if methods and isinstance(methods.statement, MethodsAgree):
        same = f"the same {whole(terms)} terms" if terms and methods.verdict == PROVED else "the same torques"
        names = [default_language().nouns.get(x, x) for x in methods.statement.methods]
        yield f"{_COUNT[min(len(names), 6)]} derivations ({', '.join(names)}) give {same}.{_checked(methods)}"


def _checked(claim: PropertyClaim | None) -> str:
    if claim is None or claim.verdict != CHECKED:
        return ""
    how = claim.how
    return f" (Checked at {how.states} random states.)" if isinstance(how, (CheckedAtStates, EigenvalueSearch)) else ""


def proofs(found: Certificate, robot: Robot) -> Blocks:
    """Yield each claim with the proof, or with the nonzero remainder if the claim fails."""
    exact = [x for x in found if x.verdict == PROVED and isinstance(x.how, ExactIdentity)]
    rest = [x for x in found if x not in exact and x.verdict in (PROVED, CHECKED)]
    other = [x for x in found if x.verdict == REFUTED]
    expanded = "By expansion. Both sides of each equation expand to the same normal form."
    if found.assumptions:
        yield Items(tuple(f"{_sentence(x)}." for x in found.conditions), lead="Assumptions.")
    for lead, claims, reason in (
        (expanded, exact, None),
        ("By other arguments.", rest, _how),
        ("Statements that are not true of this robot.", other, _left_over),
    ):
        texts = (f"{_sentence(x.statement)}.{f' {reason(x)}' if reason else ''}" for x in claims)
        if claims:
            yield Items(tuple(texts), lead=lead)
    for verdict in (NOT_APPLICABLE, NOT_DECIDED):
        silent = [x for x in found if x.verdict == verdict]
        for how in dict.fromkeys(x.how for x in silent):
            alike = tuple(f"{_sentence(x.statement)}." for x in silent if x.how == how)
            yield Items(alike, lead=f"{verdict.capitalize()}: {_sentence(how, capital=False)}.")


def _how(claim: PropertyClaim) -> str:
    balance = isinstance(claim.how, FromPowerBalance) and isinstance(claim.how.how, ExactIdentity)
    how = r"power balance with $\tau = 0$" if balance else _sentence(claim.how, capital=False)
    error = claim.residual if claim.verdict == CHECKED else None
    size = f", to {significant(error, 1)}" if isinstance(error, float) else ""
    return f"{'Proved' if claim.verdict == PROVED else 'Checked'}: {how}{size}."


def _left_over(claim: PropertyClaim) -> str:
    """Describe why a claim of the certificate fails."""
    if isinstance(claim.residual, LeftOver):
        left = claim.residual.formula
        if not isinstance(left, t.Sum):
            return f"The expression that should be zero has {claim.residual.terms} terms."
        first, *more = sorted(left.terms, key=lambda x: len(Text().math(t.Sum((x,)))))
        also = f" and {len(more)} more term{'s' * (len(more) > 1)}" if more else ""
        return f"The expression that should be zero is {PAGE.formula(Formula(t.Sum((first,))))}{also}."
    if not isinstance(claim.how, EigenvalueSearch):
        return f"The relative residual, which should be zero, is {significant(claim.residual, 2)}."
    size = significant(abs(claim.residual), 2)
    what = "is singular" if abs(claim.residual) <= SINGULAR_INERTIA else f"has the eigenvalue −{size} times its largest"
    place = ", ".join(_sentence(x, capital=False) for x in claim.how.values)
    return f"$M$ {what}, for instance at {place}: {_sentence(claim.how.cause, capital=False)}."


EQUATIONS, DERIVATION, MODEL = "Equations of motion", "Derivation", "The model"
BASE, STRUCTURE, TORQUES = "Base parameters", "Structure of the inertia matrix", "Torques along a motion"
LET_GO, SHOWN, COMPUTED = "Free motion", "Proofs", "Computation"
_BARS = 16  # largest number of motors in the first chart of efforts
_BESIDE = 0.49  # share of the page width for the figure
_LINE = 90  # characters per line
_DOUBTS = 4  # largest number of notes on doubtful numbers
_WIDEST = 8  # largest number of entries of a vector that is written as a column
_SYMBOLS = 12  # largest number of rows of the table of symbols next to the figure
_KINDS = {"revolute": "revolute", "continuous": "revolute", "prismatic": "prismatic", "spherical": "ball"}


def subtitle(x: Facts) -> str:
    """Format the robot's joints, links, gravity and number of symbols on one line."""
    robot = x.robot
    kinds = Counter(_KINDS.get(x.kind, x.kind) for x in robot.joints if x.moves)
    joints = f"{listed([f'{n} {kind}' for kind, n in kinds.items()])} joint{'s' * (kinds.total() != 1)}"
    moving = moving_links(robot)
    loops = f", {len(robot.loops)} loop{'s' * (len(robot.loops) > 1)}" if robot.loops else ""
    what = f"{len(robot.parameters)} symbols, " if robot.parameters else ""
    links = f", {moving} moving link{'s' * (moving != 1)}"
    parts = [joints + links + loops, _gravity(robot), f"{what}SI units"]
    return " · ".join(parts if len(" · ".join(parts)) <= _LINE else [joints + loops, *parts[1:]])


def _gravity(robot: Robot) -> str:
    held = [(k, x) for k, x in enumerate(robot.gravity) if hasattr(x, "op") or x != 0]
    if not held:
        return "no gravity"
    if len(held) > 1:
        return f"gravity ({', '.join(words(number_text(x), 12) for x in robot.gravity)})"
    ((k, x),) = held
    down = number_text(x).startswith("-")
    return f"gravity along ${'-' if down else ''}{'xyz'[k]}_0$"


def foot() -> str:
    today = date.today()
    return f"dalembert {dalembert.__version__} · {today.day} {today:%B %Y}"


def top(x: Facts, numbers: dict[str, str]) -> Blocks:
    """Yield a drawing of the robot next to the main results, or next to the symbols of a symbolic robot."""
    caption = "The robot in a bent configuration." if x.robot.n > 1 else "The robot."
    letters = x.request.style.get("symbols") or {}
    picture = Picture("robot", lambda: draw(x.numeric, style=DrawStyle(symbols=letters)), caption)
    left: list[Block] = []
    if x.survey is not None:
        left.append(Items(tuple(_findings(x, numbers)), lead="Summary."))
    symbols = symbol_table(x.robot, x.equations)
    if x.robot.parameters and len(symbols.rows) <= _SYMBOLS and x.survey is None:
        left += [Words(_intro(x.robot), formulas=True), symbols]
    elif not left:
        left.append(Words(_intro(x.robot), formulas=True))
    yield from _doubts(x)
    yield Beside(tuple(left), (picture,), _BESIDE)
    if x.robot.parameters and (len(symbols.rows) > _SYMBOLS or x.survey is not None):
        yield symbols


def _doubts(x: Facts) -> Blocks:
    """Yield notes on missing values and on links with physically impossible inertias."""
    given = x.request.values
    elastic = [words(dof.name) for dof in x.robot.dofs if getattr(dof.drive, "stiffness", None) is not None]
    if elastic:
        wording = f"The drive of {', '.join(elastic)} is elastic. This report is about the rigid model, in which motor and link turn together"
        yield Words(f"{wording}; equations(robot).elastic includes the springs.", lead="Note.")
    if given and x.numeric.parameters:
        names = ", ".join(words(y) for y in x.numeric.parameters)
        yield Words(f"No numbers were computed: {names} have no value.", lead="Note.")
    elif not x.numeric.parameters:
        found = diagnose(x.numeric)
        remarks = [str(y) for y in (*found.errors, *(found.warnings if given else ()))][:_DOUBTS]
        if remarks:
            yield Items(
                tuple(f"{words(y[:1].upper() + y[1:], 200).rstrip('.')}." for y in remarks),
                lead="Note. With these numbers:",
            )


def _intro(robot: Robot) -> str:
    """Describe the moving joints in one or two sentences."""
    wording = []
    for k, dof in enumerate(robot.dofs[:6], 1):
        if dof.motion != "ball":
            wording.append(f"joint {k} {'translates' if dof.slides else 'rotates'} by $q_{{{k}}}$")
    if robot.balls:
        wording.append("a ball joint rotates by a unit quaternion; its rate is the angular velocity")
    text = "; ".join(wording)
    more = "; and so on" if robot.n > 6 else ""
    driven = [f"{k + 1}" for k in sorted(tree(robot).actuated)]
    free = " No joint is driven."
    if len(driven) == robot.n:
        free = ""
    elif driven:
        free = f" Joint{'s' * (len(driven) > 1)} {listed(driven)} {'are' if len(driven) > 1 else 'is'} driven."
    return f"{text[:1].upper()}{text[1:]}{more}.{free}"


def _findings(x: Facts, numbers: dict[str, str]) -> Iterator[str]:
    assert x.survey is not None
    yield from findings(x.survey, numbers.get(TORQUES, ""))
    if x.equations is None:
        yield "Its equations are too long to print; numbers can still be computed."
        return
    if BASE in numbers:
        base = len(x.equations.base_parameters)
        yield f"Only {base} combination{'s' * (base != 1)} of the {10 * moving_links(x.robot)} inertial parameters {'are' if base != 1 else 'is'} identifiable (section {numbers[BASE]})."
    if x.long and x.request.appendix:
        yield lengths(len(x.equations.text("M")), len(x.equations.text("tau")), x.request.appendix, _operations(x))


def _operations(x: Facts) -> int | None:
    try:
        return count(x.numeric, "inverse_dynamics").total
    except DalembertError:
        return None


def equations(x: Facts, numbers: dict[str, str]) -> Blocks:
    """Yield the equations (for long equations, only the structure) and the proved properties."""
    yield from _long(x) if x.long else _short(x)
    if x.derivation is None and x.equations is not None:
        yield _elsewhere(x)
    if x.certificate is not None:
        yield from holds(x.certificate, x.robot, x.terms, numbers.get(SHOWN, ""))
    if x.survey is not None:
        every = motors(x.survey)
        sizes, limited = x.survey.loads(every)
        rows = sorted(sorted(every, key=lambda k: -sizes[k])[:_BARS])
        if rows and (limited or len({x.numeric.dofs[k].unit for k in rows}) == 1):
            survey = x.survey
            which = "each motor" if len(rows) == len(every) else f"the {_BARS} most loaded of {len(every)} motors"
            wording = f"Largest effort of {which} along the test motion (section {numbers.get(TORQUES, '')}){', as a share of the limit' * limited}."
            yield Picture("shares", lambda: shares(survey, rows), wording)


def _elsewhere(x: Facts) -> Words:
    """Return a sentence that names the file with a long derivation."""
    method = METHOD_NAMES[x.method]
    if x.appended is not None:
        lines = whole(x.appended.text(STEP_TERMS).count("\n"))
        return Words(f"The derivation by {method} takes {lines} lines; it is in the file {x.request.appendix}.")
    return Words(
        f"The derivation by {method} is not printed, because $M$ alone has {whole(x.size)} terms. The command "
        "dalembert derive prints its steps, with long right-hand sides abbreviated.",
        formulas=True,
    )


def _short(x: Facts) -> Blocks:
    yield Words(
        "The motor torques are" if x.robot.actuated == x.robot.coordinates else "The efforts (torques and forces) are"
    )
    yield Passage(lambda language: [_numbered(x.display(language, "tau"), "tau", kinds=True)])
    if x.pruned:
        yield Words("Terms below a millionth of the largest term with the same unit are not printed.")
    if x.robot.n == 1:
        return
    terms, right = _form(x)
    yield Words(rf"In matrix form ${' + '.join(terms.values())} = {right}$:", formulas=True)
    if x.lines("M") <= MOST:
        yield Passage(lambda language: [_numbered(x.display(language, "M"), "inertia")])
    mechanics = x.equations.mechanics if x.equations is not None else None
    shown = [what for what in ("c", "g") if mechanics is not None and any(getattr(mechanics, what))]
    if shown:
        yield Passage(lambda language: _columns(x, language, shown))


def _numbered(display: Display, name: str, kinds: bool = False) -> Display:
    return Display(display.equations, True, kinds, name)


def _columns(x: Facts, language: Language, shown: list[str]) -> list[Block]:
    """Typeset c and g as column vectors if the page is wide enough, otherwise entry by entry."""
    made: list[Equation] = []
    for what in shown:
        entries = x.display(language, what).equations
        body = t.Matrix(tuple((y.right[0],) for y in entries))
        first = entries[0].left
        plain = (
            all(isinstance(y.left, t.Symbol) and y.left.index.isdigit() for y in entries) and len(entries) == x.robot.n
        )
        if (
            not plain
            or language.plain
            or len(entries) > _WIDEST
            or language.page.measure(body) + 3 > language.page.width
        ):
            made += entries
        elif isinstance(first, t.Symbol):
            made.append(Equation(t.Symbol(what, first.letter, bold=True), (body,)))
    if len(made) == 2 and all(isinstance(y.right[0], t.Matrix) for y in made):  # on one line if possible
        (one, two), comma = made, (t.Mark(",", "point"), t.Space(1.0))
        row = t.Row((one.right[0], *comma, two.left or t.Row(()), t.EQUALS, two.right[0]))
        if language.page.measure(row) + 3 <= language.page.width:
            made = [Equation(one.left, (row,))]
    return [Display(tuple(made), True, False, "vectors")] if made else []


def _form(x: Facts) -> tuple[dict[str, str], str]:
    """Return the terms of M q̈ + c + g … = τ for this robot, by kind, and the right-hand side."""
    m = None if x.equations is None else x.equations.mechanics
    every = {
        "inertial": (r"M(q)\ddot q", True),
        "Coriolis": (r"c(q, \dot q)", m is None or any(m.c)),
        "gravity": ("g(q)", m is None or any(m.g)),
        "friction": (r"\tau_\mathrm{f}", m is not None and any(m.friction)),
        "spring": (r"\tau_\mathrm{k}", bool(x.robot.springs)),
    }
    loops = r" + J^\top\lambda" if x.robot.loops else ""
    return {kind: term for kind, (term, has) in every.items() if has}, rf"\tau{loops}"


def _long(x: Facts) -> Blocks:
    yield Words(r"The equations of motion for the efforts $\tau$ are", formulas=True)
    yield Display((Equation(None, (_braced(x),)),), True, name="tau")
    if x.robot.balls:
        yield Words(
            "The rotational rates of ball and free joints are angular velocities in the axes of the moved link."
        )
    else:
        symbols = r"c_{kij} = \tfrac{1}{2}(\partial M_{kj}/\partial q_i + \partial M_{ki}/\partial q_j - \partial M_{ij}/\partial q_k)"
        sums = r"\tau_k = \sum_{j} M_{kj} \ddot q_j + \sum_{i,j} c_{kij} \dot q_i \dot q_j + g_k"
        yield Words(f"or, joint by joint, ${sums}$, with the Christoffel symbols ${symbols}$.", formulas=True)


def _braced(x: Facts) -> t.Math:
    terms, right = _form(x)
    items: list[t.Math] = []
    for kind, term in terms.items():
        word = "centrifugal, Coriolis" if kind == "Coriolis" else WORDS[kind]
        items += [*([t.PLUS] if items else []), t.Brace(vectors(read(term)), kind, word)]
    return t.Row((*items, t.EQUALS, vectors(read(right))))
