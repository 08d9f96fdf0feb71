"""Why an equation is wrong: hypotheses tried exactly, one after the other.

Let D = written − model. A hypothesis that turns the model into model′ explains D if model′ − model = D, and a part of D
if every term of model′ − model stands in D. Complete explanations are preferred, in the order of the table: mistakes of
reasoning, which give another model, then slips of the pen, which give other terms. Else the largest part is taken off,
and the rest is explained further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.checking import mistake_angle, mistake_inertia, mistake_lagrange
from dalembert.closed.checking.claim import Claim
from dalembert.closed.checking.compare import Differences, moving
from dalembert.closed.checking.parts import Model
from dalembert.closed.checking.slip import slips
from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.printing.collected import collected
from dalembert.closed.printing.display import Display

HYPOTHESES: tuple[Callable[[Mechanics, Model], mistake_lagrange.Variants], ...] = (
    mistake_lagrange.kinetic_slope,
    mistake_lagrange.velocity_products,
    mistake_lagrange.gravity,
    mistake_inertia.parallel_axes,
    mistake_inertia.rotors,
    mistake_inertia.friction,
    mistake_lagrange.external,
    mistake_lagrange.kinetic_energy,
    mistake_inertia.coupling,
    mistake_inertia.links,
    mistake_angle.conventions,
)
_ROUNDS = 4  # mistakes in one equation
_LARGEST = 1500  # terms of an equation that is explained
_LARGEST_SLIP = 40  # terms in which slips are looked for
_LONGEST = 12  # terms that a sentence shows


@dataclass(frozen=True)
class Diagnosis:
    """Sentences that explain a difference; `complete` if nothing of it is left."""

    reasons: tuple[str, ...] = ()
    complete: bool = False


def diagnose(mechanics: Mechanics, model: Model, claim: Claim, found: Differences, display: Display) -> Diagnosis:
    """The mistakes that lead from the model to what is written."""

    def seen(p: Poly) -> Poly:
        return moving(display, p) if claim.up_to_constant else p

    left = seen(claim.written - claim.model)
    if not claim.entries or max(len(left), len(claim.model)) > _LARGEST:
        return Diagnosis()
    changes: list[tuple[Poly, str]] = []
    for p, why in _changes(mechanics, model, claim, found, display):
        change = seen(p)
        if change == left:
            return Diagnosis((_sentence(why, claim, change, display),), True)
        if change:
            changes.append((change, why))
    reasons: list[str] = []
    while left and len(reasons) < _ROUNDS:
        best = _best(changes, left)
        if best is None:
            break
        reasons.append(_sentence(best[1], claim, best[0], display))
        left = left - best[0]
    return Diagnosis(tuple(reasons), not left)


def _changes(
    mechanics: Mechanics, model: Model, claim: Claim, found: Differences, display: Display
) -> Iterator[tuple[Poly, str]]:
    """(model′ − model, sentence) of every hypothesis."""
    for hypothesis in HYPOTHESES:
        for other, why in hypothesis(mechanics, model):
            yield claim.value(other) - claim.model, why
    lost = [x for term in found.missing for x in term.terms]
    lost += [x for mistake in found.wrong if mistake.expected for x in mistake.expected.terms]
    if len(lost) <= _LARGEST_SLIP:
        yield from slips(display, lost)


def _best(changes: list[tuple[Poly, str]], left: Poly) -> tuple[Poly, str] | None:
    """The first change that explains all that is left, else the one that explains most of it."""
    rest = dict(left.to_dict())
    best: tuple[Poly, str] | None = None
    for change, why in changes:
        if change == left:
            return change, why
        parts = change.to_dict()
        part = len(parts) < len(rest) and all(rest.get(m) == k for m, k in parts.items())
        if part and (best is None or len(change) > len(best[0])):
            best = change, why
    return best


def _sentence(why: str, claim: Claim, change: Poly, display: Display) -> str:
    """The sentence of a hypothesis for this equation: which joint, what is lost."""
    at = claim.entries[0][1].indices
    joint = str(at[0]) if len(claim.entries) == 1 and len(at) == 1 else ""
    lost = _written(display, -change) if len(change) <= _LONGEST else f"(a sum of {len(change)} terms)"
    return why.replace("{k}", joint).replace("{lost}", lost)


def _written(display: Display, p: Poly) -> str:
    return display.printer("text").sum(collected(display.terms(p)))
