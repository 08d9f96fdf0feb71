"""Commands `equations`, `derive`, `check` and `prove` for exact equations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dalembert import finding as kinds
from dalembert.cli import console
from dalembert.cli.option import (
    DEFAULT,
    PLAIN,
    Json,
    Listed,
    Method,
    Name,
    Output,
    RobotOptions,
    Typeset,
    origin_of,
    pairs,
    place,
    positive,
    robot_of,
    values_of,
)
from dalembert.finding.finding import Argument, Function

if TYPE_CHECKING:
    from dalembert.closed.equations import Equations
    from dalembert.typeset.block import Passage, Words

_FORMULAS = (".pdf", ".html", ".tex", ".md", ".typ", ".txt")


def equations(
    robot: Name,
    what: str = "tau",
    /,
    *,
    symbolic: bool = False,
    look: Typeset = PLAIN,
    output: Output = None,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Print the exact equations of motion: M(q) q̈ + c + g + friction = τ.

    Parameters
    ----------
    what
        Quantity to print: tau, M, c, g, S, C, B, christoffel, T, U, L, p or base_parameters.
    symbolic
        Replace the numeric parameters of the robot with symbols.
    """
    from dalembert.document.facts import closed_form
    from dalembert.notation import QUANTITIES
    from dalembert.typeset.block import Passage

    place(output, _FORMULAS, robot)
    found = robot_of(robot, source)
    exact, style = closed_form(found.symbolic() if symbolic else found), look.style
    text = exact.text(what, width=look.width or console.width(), **style) + "\n"
    if json:
        latex = exact.latex(what, width=look.width, **style)
        console.as_json({"robot": found.name, "what": what, "text": text, "latex": latex})
    body = Passage(lambda language: [*_names(exact), exact.typeset(language, what, **style)])
    how = {"fragment": look.fragment, "width": look.width}
    words = {x.symbol: x.words for x in QUANTITIES.values()}
    words |= {"tau": "equations of motion", "L": "Lagrangian", "p": "momenta"}
    title = f"{words.get(what, what)} of {found.name}".replace("_", " ")
    _deliver(body, title[:1].upper() + title[1:], output, None if json else text, **how)


def derive(
    robot: Name,
    /,
    *,
    method: Method = "lagrange",
    terms: int | None = None,
    look: Typeset = PLAIN,
    output: Output = None,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Derive the equations of motion step by step and check them against an independent computation.

    Parameters
    ----------
    method
        Method of derivation.
    terms
        Abbreviate right-hand sides with more terms than this number.
    """
    import dalembert as da
    from dalembert.typeset.block import Passage

    suffix = place(output, (*_FORMULAS, ".ipynb"), robot)
    positive(terms, "terms")
    if look.group is not None:
        raise kinds.NotAccepted(Function("derive"), Argument("group")).error()
    found = robot_of(robot, source)
    if output and suffix == ".ipynb":
        console.talk(f"wrote {_notebook(robot, source, method, output)}")
        return
    derivation = da.derive(found, method)
    if json:
        steps = [
            {"title": x.title, "words": x.words, "equations": [e.text() for e in x.equations]}
            for x in derivation.walk()
        ]
        console.as_json({"robot": found.name, "method": method, "agrees": derivation.agrees, "steps": steps})
    folded: dict[str, Any] = {} if terms is None else {"terms": terms}
    folded |= {x: y for x, y in look.style.items() if x in ("short", "digits", "symbols")}
    body = Passage(lambda language: [*_names(da.equations(found), _FOLDED), *derivation.blocks(language, **folded)])
    text = None if json or output else derivation.text(width=look.width or console.width(), **folded)
    how = {"titled": True, "fragment": look.fragment, "width": look.width}
    _deliver(body, derivation.title, output, text, **how)


def check(
    robot: Name,
    equation: str,
    /,
    *,
    where: Listed = (),
    tolerance: float = 0.0,
    convention: Listed = (),
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> int:
    """Check an equation for a robot, and list each missing or wrong term with the reason.

    The exit code is 1 if the equation is wrong, and 3 if the equation is correct under another convention.

    Parameters
    ----------
    equation
        Equation in plain text or LaTeX, such as "M22 = m2*lc2**2 + I2".
    where
        Abbreviation in the equation, such as h=m2*l1*lc2*sin(q2). You can repeat this option.
    tolerance
        Relative tolerance for decimal numbers, in addition to the rounding of the last written digit.
    convention
        Convention of the equation, such as "absolute" (angles) or "last index" (of c_ijk). You can repeat this option.
    """
    import dalembert as da

    abbreviations = pairs(where, "where")
    found = da.check(robot_of(robot, source), equation, abbreviations, tolerance=tolerance, convention=convention)
    wrong = [
        {"found": x.found.text, "expected": x.expected.text if x.expected else None, "kind": x.kind}
        for x in found.wrong
    ]
    missing = [{"term": x.text, "kind": x.kind} for x in found.missing]
    data = {"correct": found.correct, "missing": missing, "wrong": wrong}
    lists = ("reasons", "conventions", "right_if", "notes")
    console.result(json, data | {x: getattr(found, x) for x in lists}, found.explain())
    return {True: 0, False: 1, None: 3}[found.correct]


def prove(
    robot: Name,
    /,
    *,
    seconds: float = 20.0,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> int:
    """Prove structural properties of the equations of motion, or check them at random states.

    The exit code is 1 if a required property fails.

    Parameters
    ----------
    seconds
        Time limit for exact proofs in seconds. After this time, the remaining properties are checked at random states.
    """
    import dalembert as da

    positive(seconds, "seconds")
    found = robot_of(robot, source)
    certificate = da.prove(found, seconds=seconds)
    console.result(json, certificate.to_dict(), str(certificate))
    return 0 if certificate.holds else 1


_FOLDED = (
    " Right-hand sides that are too long are replaced by their number of terms; the option --terms changes the limit."
)


def _names(exact: Equations, more: str = "") -> list[Words]:
    """Return a note that explains the abbreviations in long equations."""
    from dalembert.typeset.block import Words

    short = r"$c_{23}$ means $\cos(q_2 + q_3)$, $s_{23}$ means $\sin(q_2 + q_3)$, and so on."
    text = f"All quantities are in SI units; {short} Other names are defined below the equations that use them.{more}"
    return [Words(text, formulas=True)] if exact.robot.n > 2 else []


def _deliver(body: Passage, title: str, output: Path | None, text: str | None, **how: Any) -> None:
    """Write equations to a file in the format given by its suffix, or to standard output."""
    if output is None:
        if text is not None:
            console.data(text)
        return
    from dalembert.document.report import write_passage

    console.talk(f"wrote {write_passage(body, title, output, **how)}")


def _notebook(robot: str, source: RobotOptions, method: str, output: Path) -> Path:
    from dalembert.document import notebook
    from dalembert.document.report import checked, save

    created = notebook.creation(origin_of(robot, source), values_of(source))
    code = "\n".join(["import dalembert as da", "", *created, f"da.derive(robot, {method!r})"])
    return save(checked(output), notebook.write([("code", code), ("code", "da.equations(robot)")]))
