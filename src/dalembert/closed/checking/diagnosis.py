"""Why an equation is wrong: hypotheses tried exactly, one after the other.

Let D = written − model. A hypothesis that turns the model into model′ explains D if model′ − model = D; several explain
it together if their changes add up to D. Nothing else is said: a mistake that does not lead to what is written, to the
last term, is not its reason. Mistakes of reasoning, which give another model, come first, then slips of the pen, which
give other terms. All of it has a budget of time and of terms, and a search that ends with it says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.algebra.substitution import Unwritable
from dalembert.closed.checking import mistake_angle, mistake_inertia, mistake_lagrange
from dalembert.closed.checking.claim import Claim
from dalembert.closed.checking.compare import Differences, moving
from dalembert.closed.checking.parts import Model, OutOfTime
from dalembert.closed.checking.slip import slips
from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.printing.display import Display
from dalembert.closed.printing.grouping import collected

_MOVING = frozenset(("tau", "M", "c", "S", "C", "B", "Gamma", "T", "L", "E", "p"))
_VELOCITY = frozenset(("tau", "c", "S", "C", "B", "Gamma"))
_WEIGHT = frozenset(("tau", "g", "U", "L", "E"))
_EVERY = _MOVING | _WEIGHT
_EFFORT = frozenset(("tau",))

Hypothesis: TypeAlias = Callable[[Mechanics, Model], mistake_lagrange.Variants]
HYPOTHESES: tuple[tuple[Hypothesis, frozenset[str]], ...] = (  # and the letters of the model that each can change
    (mistake_lagrange.kinetic_slope, _VELOCITY),
    (mistake_lagrange.velocity_products, _VELOCITY),
    (mistake_lagrange.gravity, _WEIGHT),
    (mistake_inertia.parallel_axes, _MOVING),
    (mistake_inertia.rotors, _MOVING),
    (mistake_inertia.friction, _EFFORT),
    (mistake_lagrange.external, _EFFORT),
    (mistake_lagrange.kinetic_energy, _MOVING),
    (mistake_inertia.coupling, _MOVING),
    (mistake_inertia.weights, _WEIGHT),
    (mistake_inertia.links, _MOVING),
    (mistake_angle.conventions, _EVERY),
)
_ENERGIES, _GRAVITY = ("L", "E"), "gravity has the wrong sign"
_ROUNDS = 4  # mistakes in one equation
_TRIES = 2000  # combinations of them
_LARGEST = 1500  # terms of an equation that is explained
_LARGEST_SLIP = 40  # terms in which slips are looked for
_LONGEST = 12  # terms that a sentence shows
_SECONDS = 4.0  # of the processor's time, for all equations of one text: another's work changes no verdict


class Budget:
    """The time for explaining the equations of one text."""

    def __init__(self, seconds: float = _SECONDS) -> None:
        self.left = seconds

    @contextmanager
    def spent(self) -> Iterator[float]:
        """The deadline of what is done inside; the time it takes is taken off."""
        start = time.thread_time()
        try:
            yield start + self.left
        finally:
            self.left -= time.thread_time() - start


@dataclass(frozen=True)
class Diagnosis:
    """Sentences that together explain a difference, all of it; `unfinished` says why none was found."""

    reasons: tuple[str, ...] = ()
    unfinished: str = ""

    @property
    def complete(self) -> bool:
        """Whether the difference is explained."""
        return bool(self.reasons)


def diagnose(
    mechanics: Mechanics, model: Model, claim: Claim, found: Differences, display: Display, budget: Budget
) -> Diagnosis:
    """The mistakes that lead from the model to what is written."""

    def seen(p: Poly) -> Poly:
        return moving(display, p) if claim.up_to_constant else p

    left = seen(claim.written - claim.model)
    if not claim.entries or mechanics.has_balls:  # how else a ball could be described is not guessed
        return Diagnosis()
    if max(len(left), len(claim.model)) > _LARGEST:
        return Diagnosis(unfinished=f"the equation has more than {_LARGEST} terms, no reason was looked for")
    changes: list[tuple[Poly, str]] = []
    with budget.spent() as deadline:
        try:
            for p, why in _changes(mechanics, replace(model, deadline=deadline), claim, found, display):
                change = seen(p)
                if change == left:
                    return Diagnosis((_sentence(why, claim, change, display),))
                if change:
                    changes.append((change, why))
        except OutOfTime:
            return Diagnosis(unfinished="no reason was found in the time given to it")
        together = _together(changes, left, deadline)
    if not together and time.thread_time() > deadline:
        return Diagnosis(unfinished="no reason was found in the time given to it")
    return Diagnosis(tuple(_sentence(why, claim, change, display) for change, why in together))


def _changes(
    mechanics: Mechanics, model: Model, claim: Claim, found: Differences, display: Display
) -> Iterator[tuple[Poly, str]]:
    """(model′ − model, sentence) of every hypothesis."""
    letters = {entry.letter for _, entry in claim.entries}
    for hypothesis, about in HYPOTHESES:
        if not letters & about:
            continue
        for other, why in hypothesis(mechanics, model):
            try:
                yield claim.value(other) - claim.model, why
            except Unwritable:
                continue
    lost = [x for term in found.missing for x in term.terms]
    lost += [x for mistake in found.wrong if mistake.expected for x in mistake.expected.terms]
    if len(lost) <= _LARGEST_SLIP:
        for change, why in slips(display, lost):
            model.in_time()
            yield change, why


def _together(changes: list[tuple[Poly, str]], left: Poly, deadline: float) -> list[tuple[Poly, str]]:
    """The fewest changes, each on terms of its own, that add up to all that is left; none if there are not such."""
    parts = _parts(changes, left)
    tables = [change.to_dict() for change, _ in parts]
    tries = 0

    def search(rest: Poly, start: int, depth: int) -> list[tuple[Poly, str]] | None:
        nonlocal tries
        table = rest.to_dict()
        for i in range(start, len(parts)):
            tries += 1
            if tries > _TRIES or time.thread_time() > deadline:
                return None
            change = parts[i][0]
            if change == rest:
                return [parts[i]]
            if depth > 1 and all(table.get(m) == k for m, k in tables[i].items()):
                more = search(rest - change, i + 1, depth - 1)
                if more is not None:
                    return [parts[i], *more]
        return None

    for depth in range(2, _ROUNDS + 1):
        found = search(left, 0, depth)
        if found is not None:
            return found
    return []


def _parts(changes: list[tuple[Poly, str]], left: Poly) -> list[tuple[Poly, str]]:
    """The changes that stand in what is left term for term, the largest first, each once."""
    table = left.to_dict()
    parts: dict[str, tuple[Poly, str]] = {}
    for change, why in changes:
        if len(change) < len(table) and all(table.get(m) == k for m, k in change.to_dict().items()):
            parts.setdefault(str(change), (change, why))
    return sorted(parts.values(), key=lambda x: -len(x[0]))


def _sentence(why: str, claim: Claim, change: Poly, display: Display) -> str:
    """The sentence of a hypothesis for this equation: which joint, what is lost."""
    at = claim.entries[0][1].indices
    joint = str(at[0]) if len(claim.entries) == 1 and at else ""
    lost = _written(display, -change) if len(change) <= _LONGEST else f"(a sum of {len(change)} terms)"
    if claim.entries[0][1].letter in _ENERGIES and why.startswith(_GRAVITY):
        why = "the potential energy has the wrong sign: L = T − U, E = T + U, and U grows with height"
    return why.replace("{k}", joint).replace("{lost}", lost)


def _written(display: Display, p: Poly) -> str:
    return display.written("text", collected(display.terms(p)))
