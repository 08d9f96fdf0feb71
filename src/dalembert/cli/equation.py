"""Commands about equations: equations, derive, check, prove."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from dalembert.cli import show
from dalembert.cli.option import (
    DEFAULT,
    PLAIN,
    Json,
    Name,
    Output,
    Source,
    Typeset,
    WrongUsage,
    origin_of,
    pair,
    place,
    positive,
    robot_of,
    values_of,
)
from dalembert.typeset.block import Passage

_FORMATS = (".pdf", ".html", ".tex", ".md", ".typ", ".txt", ".ipynb")
Road = Literal["lagrange", "newton-euler", "kane", "hamilton", "virtual-work"]


def equations(
    robot: Name,
    what: Annotated[str, Parameter(help="tau, M, c, g, S, C, B, christoffel, T, U, L, p or base_parameters.")] = "tau",
    /,
    *,
    symbolic: Annotated[bool, Parameter(negative=(), help="Name all lengths and inertias of a numeric robot.")] = False,
    look: Typeset = PLAIN,
    output: Output = None,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """The equations of motion, exact: M(q) q̈ + c + g + friction = τ."""
    from dalembert.report.document import formula

    place(output, _FORMATS[:-1], robot)
    found = robot_of(robot, source)
    written = formula(found.symbolic() if symbolic else found, what, look.style)
    if json:
        latex = written.equations.latex(what, width=look.width, **look.style)
        show.as_json({"robot": found.name, "what": what, "text": written.text(look.width), "latex": latex})
    how = {"fragment": look.fragment, "width": look.width}
    _deliver(
        Passage(written.blocks), f"{what} of {found.name}", output, None if json else written.text(look.width), **how
    )


def derive(
    robot: Name,
    /,
    *,
    method: Annotated[Road, Parameter(help="The road to take.")] = "lagrange",
    terms: Annotated[int | None, Parameter(help="Right sides with more terms than this are folded.")] = None,
    look: Typeset = PLAIN,
    output: Output = None,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """The equations of motion derived step by step, checked against an independent computation."""
    import dalembert as da

    suffix = place(output, _FORMATS, robot)
    if terms is not None:
        positive(terms, "--terms")
    if look.group is not None:
        raise WrongUsage("a derivation is written in the robot's own symbols; --group is for equations and report")
    found = robot_of(robot, source)
    if output and suffix == ".ipynb":
        show.written(_notebook(robot, source, method, output))
        return
    with show.working(f"deriving {found.name}"):
        derivation = da.derive(found, method)
    if json:
        steps = [
            {"title": x.title, "words": x.words, "equations": [e.text() for e in x.equations]}
            for x in derivation.walk()
        ]
        show.as_json({"robot": found.name, "method": method, "agrees": derivation.agrees, "steps": steps})
    folded: dict[str, Any] = {} if terms is None else {"terms": terms}
    folded |= {x: y for x, y in look.style.items() if x in ("short", "digits", "symbols")}
    body = Passage(lambda language: derivation.blocks(language, **folded))
    text = None if json or output else derivation.text(width=look.width, **folded)
    how = {"titled": True, "fragment": look.fragment, "width": look.width}
    _deliver(body, derivation.title, output, text, **how)


def check(
    robot: Name,
    equation: Annotated[str, Parameter(help='What is claimed, plain text or LaTeX: "tau2 = …", "M12 = …".')],
    /,
    *,
    where: Annotated[
        tuple[str, ...], Parameter(negative=(), help="An abbreviation: h=m2*l1*lc2*sin(q2). May be repeated.")
    ] = (),
    tolerance: Annotated[float, Parameter(help="Relative difference of decimals that is still right.")] = 0.0,
    json: Json = False,
    source: Source = DEFAULT,
) -> int:
    """Is an equation right? What is missing, what is wrong, and why. Exit code 1 where it is wrong."""
    import dalembert as da

    positive(tolerance, "--tolerance", zero=True)
    abbreviations = dict(pair(x, "--where") for x in where)
    found = da.check(robot_of(robot, source), equation, abbreviations, tolerance=tolerance)
    if json:
        wrong = [
            {"found": x.found.text, "expected": x.expected.text if x.expected else None, "kind": x.kind}
            for x in found.wrong
        ]
        missing = [{"term": x.text, "kind": x.kind} for x in found.missing]
        data = {"correct": found.correct, "missing": missing, "wrong": wrong, "reasons": list(found.reasons)}
        show.as_json(data | {"conventions": list(found.conventions), "notes": list(found.notes)})
    else:
        show.data(found.explain())
    return 0 if found.correct else 1


def prove(
    robot: Name,
    /,
    *,
    seconds: Annotated[float, Parameter(help="Give up exact proofs after this, and check on random states.")] = 20.0,
    json: Json = False,
    source: Source = DEFAULT,
) -> int:
    """The structural properties of the equations, proved or checked. Exit code 1 where one that must hold does not."""
    import dalembert as da

    positive(seconds, "--seconds")
    found = robot_of(robot, source)
    with show.working(f"proving {found.name}"):
        certificate = da.prove(found, seconds=seconds)
    if json:
        show.as_json(certificate.to_dict())
    else:
        show.data(str(certificate))
    return 0 if certificate.holds else 1


def _deliver(body: Passage, title: str, output: Path | None, text: str | None, **how: Any) -> None:
    """To a file by its suffix, or to standard output."""
    if output is None:
        if text is not None:
            show.data(text)
        return
    from dalembert.report.write import write_passage

    show.written(write_passage(body, title, output, **how))


def _notebook(robot: str, source: Source, method: str, output: Path) -> Path:
    from dalembert.report import notebook
    from dalembert.report.script import binding
    from dalembert.report.write import checked, save

    bound = f"robot = {binding('robot', values_of(source))}\n" if source.values else ""
    code = f"import dalembert as da\n\n{origin_of(robot, source)}\n{bound}da.derive(robot, {method!r})"
    return save(checked(output), notebook.write([("code", code), ("code", "da.equations(robot)")]))
