"""A certificate in the words of a student: first what holds and in what sense, later how each was shown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dalembert.closed.proof.certificate import CHECKED, NOT_CLAIMED, PROVED, REFUTED, Certificate, Claim
from dalembert.robot.model import Robot
from dalembert.typeset.block import Block, Items, Table, Words
from dalembert.typeset.number import whole

_ROADS = ("Lagrange", "Newton and Euler", "Kane", "Hamilton", "virtual work")
_VERDICT = {PROVED: "proved", CHECKED: "checked", REFUTED: "does not hold", NOT_CLAIMED: "not claimed"}
_RING = re.compile(r"(?:is )?(?:an )?exact identity in the ring")
_COUNT = ("no", "One", "Two", "Three", "Four", "Five", "Six")


def holds(found: Certificate, robot: Robot, terms: int = 0, later: str = "") -> Iterator[Block]:
    """What holds, in sentences; `terms` of the efforts, `later`: the section that says how."""
    sentences = [x for x in _sentences(found, robot, terms, later) if x]
    more = f" How each was shown: section {later}." if later else ""
    yield Words(_sense(found, robot) + more, lead="What holds.")
    yield Items(tuple(sentences), "✓")
    wrong = [x.statement for x in found if x.required and not x.holds]
    if wrong:
        yield Words(" ".join(wrong), lead="What does not hold, and should.")


def _sense(found: Certificate, robot: Robot) -> str:
    if found.exact:
        values = "all values of the symbols" if robot.parameters else "all postures, speeds and accelerations"
        return f"Every statement was proved for {values}, not tested at sample states."
    if all(x.verdict != PROVED for x in found):
        return f"Every statement was checked at random states, to {_worst(found):.0e} of the numbers compared."
    return "Every statement was proved for all states, but where it says at how many it was checked."


def _worst(found: Certificate) -> float:
    errors = [x.residual for x in found if x.verdict == CHECKED and isinstance(x.residual, float) and x.name != "positive definite"]
    return max(errors, default=0.0)


def _sentences(found: Certificate, robot: Robot, terms: int, later: str) -> Iterator[str]:
    by_name = {x.name: x for x in found}

    def good(name: str) -> Claim | None:
        claim = by_name.get(name)
        return claim if claim is not None and claim.holds else None

    symmetric, positive, cyclic = good("symmetric"), good("positive definite"), good("cyclic")
    both = " and ".join(word for word, x in (("symmetric", symmetric), ("positive definite", positive)) if x)
    names = re.findall(r"q(\d+)", cyclic.statement.partition(" does")[0]) if cyclic else []
    silent = f"; it does not depend on {' and '.join(f'$q_{{{k}}}$' for k in names)}" if names else ""
    yield f"$M$ is {both}{silent}.{_checked(positive)}" if both else ""
    if skew := good("skew"):
        which = "the $S$ of the Christoffel symbols" if not robot.balls else "the $S$ of the recursion"
        other = sum(x.verdict == REFUTED for x in found if x.name.startswith("skew,"))
        remark = f"; for {'another' if other == 1 else 'two other'} $S$ it is not (section {later})" if other and later else ""
        yield rf"$\dot M - 2S$ is skew-symmetric for {which}{remark}: what passivity-based control rests on.{_checked(skew)}"
    if power := good("power"):
        less = ", less what friction takes" if "friction takes" in power.statement else " alone"
        effort = r"\tau" if less == " alone" else r"(\tau - \tau_\mathrm{f})"
        law = rf": $\mathrm{{d}}(T + U)/\mathrm{{d}}t = \dot q^\top {effort}$" if "offset" not in power.statement else ""
        yield f"Energy changes by the power of the motors{less}{law}.{_checked(power)}"
    if roads := good("roads"):
        yield _roads(roads, terms) + _checked(roads)
    if linear := good("linear"):
        yield rf"$\tau$ is linear in the masses, first moments and tensors of the links.{_checked(linear)}"


def _roads(claim: Claim, terms: int) -> str:
    taken = [x for x in _ROADS if x.lower() in claim.statement.lower()]
    same = f"the same {whole(terms)} terms" if terms and claim.verdict == PROVED else "the same torques"
    if len(taken) < 2:
        return f"Two derivations give {same}."
    return f"{_COUNT[min(len(taken), 6)]} derivations ({', '.join(taken)}) give {same}."


def _checked(claim: Claim | None) -> str:
    if claim is None or claim.verdict != CHECKED:
        return ""
    states = re.search(r"(\d+) random states", claim.how)
    return f" (Checked at {states[1]} random states.)" if states else " (Checked at random states.)"


def shown(found: Certificate) -> Iterator[Block]:
    """Every statement, and how it was shown; what fails for another S with the term that is left over."""
    taken = "; ".join(found.assumptions)
    if taken:
        yield Words(f"{taken[0].upper()}{taken[1:]}.", lead="Taken for granted.")
    rows = tuple((claim.statement, _how(claim)) for claim in found if claim.verdict != NOT_CLAIMED)
    yield Table(("statement", "how it was shown"), rows)
    open_claims = [x for x in found if x.verdict == NOT_CLAIMED]
    if open_claims:
        reasons = dict.fromkeys(x.how for x in open_claims)
        names = ", ".join(x.name for x in open_claims)
        yield Words(f"{names}: {'; '.join(reasons)}.", lead="Not claimed.")


def _how(claim: Claim) -> str:
    plain = _RING.sub("expanded exactly, both sides are the same", claim.how)
    if claim.verdict == REFUTED:
        left = claim.residual if isinstance(claim.residual, str) else f"{claim.residual:.1e}"
        return f"Does not hold: expanded exactly, {left} is left over."
    size = f", to {claim.residual:.0e}" if claim.verdict == CHECKED and isinstance(claim.residual, float) else ""
    return f"{_VERDICT[claim.verdict].capitalize()}: {plain}{size}."
