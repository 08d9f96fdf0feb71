"""What a report on a robot holds: first what a reader wants, then what it rests on.

short equations    figure and symbols · equations of motion, what holds · derivation · torques · how it was shown
long ones          findings and figure · the form of the equations, what holds, share of the limits · the model ·
                   base parameters · structure of M · torques · how it was shown; written out in a file of its own
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from dalembert.drawing.scale import prefixed
from dalembert.errors import DalembertError, WrongValue
from dalembert.label import distinct
from dalembert.quantity import QUANTITIES, count
from dalembert.report import claim, model, motor, opening, plot, script, structure
from dalembert.report.document import Picture
from dalembert.report.fold import columns, folded
from dalembert.report.motion import start as start_of
from dalembert.report.request import STEP_TERMS, Facts
from dalembert.report.wide import fitted
from dalembert.typeset.block import Beside, Block, Code, Document, Items, Passage, Section, Table, Words
from dalembert.typeset.formula import INLINE, renamed
from dalembert.typeset.number import significant, whole

_TITLE = 32  # characters of a name that stand on the line of the title
_CURVES = 8  # that are told apart in one picture
_COUNTED = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "coriolis_vector", "gravity_vector", "jacobian")


def content(facts: Facts, told: Callable[[float, str], None] = lambda *_: None) -> Document:
    """The whole report; `told` hears how far it is, as a part of the whole, and what comes next."""
    told(0.0, "equations and proofs")
    parts = list(_parts(facts))
    numbers = {title: str(k) for k, (title, _) in enumerate(parts, 1)}
    told(0.3, "survey")
    blocks: list[Block] = [*_laid(opening.top(facts, numbers), facts)]
    for k, (title, make) in enumerate(parts, 1):
        told(0.3 + 0.5 * k / len(parts), title.lower())
        blocks.append(Section(title, 1, numbers[title]))
        try:
            blocks.extend(_laid(make(numbers), facts))
        except DalembertError as reason:
            blocks.append(Words(f"Left out: {reason}"))
    title = f"Dynamics of {distinct([facts.robot.name], _TITLE)[0]}"
    letters = facts.request.style.get("symbols") or {}
    return Document(title, tuple(_lettered(x, letters) for x in blocks), opening.subtitle(facts), opening.foot())


def _laid(blocks: Iterator[Block], facts: Facts) -> Iterator[Block]:
    for block in blocks:
        yield from fitted(block, facts.request.width) if isinstance(block, Table) else (block,)


def _lettered(x: Block, letters: Mapping[str, str]) -> Block:
    """A block whose words speak in the letters of one's own that its equations are written in."""

    def said(text: str) -> str:
        return INLINE.sub(lambda found: renamed(found[0], letters), text)

    match x:
        case Words(text, True):
            return replace(x, text=said(text))
        case Items(items):
            return replace(x, items=tuple(said(y) for y in items), lead=said(x.lead))
        case Table(head, rows, formulas=True):
            written = tuple(tuple(said(y) for y in row) for row in rows)
            return replace(x, head=tuple(said(y) for y in head), rows=written, caption=said(x.caption))
        case Beside():
            left, right = (tuple(_lettered(y, letters) for y in side) for side in (x.left, x.right))
            return replace(x, left=left, right=right)
    return x


def _parts(x: Facts) -> Iterator[tuple[str, Callable[[dict[str, str]], Iterator[Block]]]]:
    """Titles and contents, those that this robot has."""
    yield opening.EQUATIONS, lambda numbers: opening.equations(x, numbers)
    if x.derivation is not None:
        yield opening.DERIVATION, lambda numbers: _derivation(x, numbers)
    if not x.numeric.parameters:
        yield opening.MODEL, lambda _: _model(x)
    if x.equations is not None and len(x.equations.base_parameters):
        yield opening.BASE, lambda _: structure.base(x)
    if x.survey is not None and not x.robot.loops and x.numeric.nv > 1:
        yield opening.STRUCTURE, lambda _: structure.inertia(x)
    if x.survey is not None:
        yield opening.TORQUES, lambda _: motor.torques(x)
        yield opening.LET_GO, lambda _: _simulation(x)
    if x.certificate is not None:
        yield opening.SHOWN, lambda _: claim.shown(x.certificate, x.robot) if x.certificate else iter(())
    yield opening.COMPUTED, lambda _: _computed(x)


def _derivation(x: Facts, numbers: dict[str, str]) -> Iterator[Block]:
    found = x.derivation
    if found is not None:
        before = f"{numbers[opening.DERIVATION]}."
        style = {name: y for name, y in x.request.style.items() if name in ("short", "digits", "symbols")}
        yield Passage(lambda language: found.blocks(language, STEP_TERMS, level=2, before=before, **style))


def _model(x: Facts) -> Iterator[Block]:
    yield from model.masses(x.numeric)
    yield from model.frames(x.numeric)
    yield from model.limits(x.numeric)
    yield from model.notes(x.numeric)


def _simulation(x: Facts) -> Iterator[Block]:
    from dalembert.simulate import simulate

    duration = x.request.seconds
    factor, unit = prefixed(duration, "s")
    run = simulate(x.numeric, start_of(x.numeric), duration=duration, progress=False)
    beyond = {found[1] for y in run.exceeded if (found := re.search(r"of (.+?) reaches", str(y)))}
    yield Words(
        f"Let go at rest, without torque, for {duration * factor:.4g} {unit}, simulated by {run.method}. What the energy ledger (kinetic, "
        f"potential, put in, lost) fails to balance is {significant(run.residual, 2)} of the largest energy that moved."
        + (
            f" Limits of {len(beyond)} joint{'s' * (len(beyond) > 1)} are passed on the way: they are no stops here."
            if beyond
            else ""
        )
    )
    if x.numeric.nv <= _CURVES:
        yield Picture("run", lambda: plot.motion_of(run), "Positions and velocities after letting go.")
    yield Picture("ledger", lambda: plot.ledger(run), "Where the energy is.")


def _computed(x: Facts) -> Iterator[Block]:
    """What a state costs, and the lines of Python that compute it."""
    rows: list[tuple[str, ...]] = []
    reasons: dict[str, list[str]] = {}  # what is said of each alike, and of which
    for name in _COUNTED:
        try:
            n = count(x.numeric, name)
        except DalembertError as reason:
            reasons.setdefault(str(reason).removeprefix(name).strip(), []).append(name)
        else:
            rows.append((name, *(whole(y) for y in (n.mul, n.add, n.div, n.sincos, n.total))))
    assert set(_COUNTED) <= set(QUANTITIES)
    if rows:
        head = ("quantity", "mul", "add", "div", "sin/cos", "total")
        yield Table(head, tuple(rows), "Operations for one state, after regrouping.", align="lrrrrr")
    for said, names in reasons.items():
        yield Words(f"Not counted: {' and '.join(names)} {said.rstrip('.')}.")
    if not x.request.origin:
        raise WrongValue("no line of Python makes this robot: its names cannot be written to a file")
    if x.numeric.parameters:
        yield Words(
            "With a value for each symbol, report(robot, path, values={…}) adds torques along a motion and a simulation."
        )
    lines = [*script.opening(x.request), *script.closing(x.request)]
    yield Code("\n".join(folded(lines, columns(x.request.width))))
