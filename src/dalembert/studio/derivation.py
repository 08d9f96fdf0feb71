"""Parts of an interactive page besides the equations: derivation, certificate, code."""

from __future__ import annotations

from typing import Any

from dalembert.closed.derivation.method import MAX_DEPTH, depth
from dalembert.closed.derive import QUASI_VELOCITY_METHODS, Derivation, derive
from dalembert.closed.prove import NOT_APPLICABLE, PROVED, prove
from dalembert.code.export import code as files
from dalembert.errors import DalembertError
from dalembert.robot.model import Robot
from dalembert.studio.equations import InteractiveHtml
from dalembert.typeset.block import Section

_MOST = 4  # coordinates of a robot whose derivation is read step by step
_WIDE = 300.0  # pt of the column that formulas are broken for
_LONGEST = 40_000  # characters of a program that is shown
_DEEP = 6  # joints in a row
_SECONDS = 3.0  # of proofs for a page
_BRIEF = {
    "symmetric": "M is symmetric",
    "positive definite": "M is positive definite",
    "skew": "Ṁ − 2S is skew",
    "power": "Energy changes only by the motors",
    "methods": "Every derivation ends in one model",
}


def derivation(robot: Robot) -> list[dict[str, Any]]:
    """The steps by Lagrange, or by Kane where there are balls; none of a robot whose steps nobody would read."""
    if robot.n > _MOST or depth(robot) > min(_MOST, MAX_DEPTH):
        return []
    try:
        found = derive(robot, QUASI_VELOCITY_METHODS[0] if robot.balls else "lagrange")
    except DalembertError:
        return []
    return steps(found)


def steps(derived: Derivation) -> list[dict[str, Any]]:
    """The steps of a derivation: title, level, and parts as the page sets them."""
    alive = InteractiveHtml(_WIDE)
    found: list[dict[str, Any]] = []
    for block in derived.blocks(alive, terms=24):
        if isinstance(block, Section):
            found.append({"title": f"{block.number}. {block.text}", "level": block.level, "parts": []})
        elif found:
            found[-1]["parts"].append(alive.block(block))
    return found


def certificate(robot: Robot, seconds: float) -> dict[str, Any]:
    """Every claim in words, and those a lecture is about in one breath; what exact proofs do not reach in some seconds is
    checked at random states, and said to be."""
    found = prove(robot, seconds=seconds)
    short = [words for name, words in _BRIEF.items() if any(x.name == name and x.holds for x in found)]
    claims = [x for x in found if x.verdict != NOT_APPLICABLE and (x.required or x.holds)]
    proved = sum(x.verdict == PROVED for x in claims)
    whole = "Proved for all values of the symbols" if robot.parameters else "Proved for every posture and motion"
    title = whole if proved == len(claims) else "≈ checked at random states, too long for an exact proof; ✓ proved"
    rows = [{"holds": x.holds, "words": str(x.statement), "how": f"{x.verdict}: {x.how}"} for x in claims]
    return {
        "title": title,
        "claims": rows,
        "assumptions": [*map(str, found.assumptions)],
        "short": f"{'. '.join(short)}.",
    }


def quick_certificate(robot: Robot) -> dict[str, Any] | None:
    """The certificate where it is a matter of a second, so that a page is not kept waiting for it."""
    if depth(robot) > _DEEP or robot.n > 2 * _MOST:
        return None
    try:
        return certificate(robot, _SECONDS)
    except DalembertError:
        return None


def code(robot: Robot) -> list[dict[str, str]]:
    """Programs to take away: inverse dynamics in C and in Python."""
    found: list[dict[str, str]] = []
    if robot.n > 2 * _MOST:
        return found
    for target, title, ending in (("c", "C", ".c"), ("python", "Python, no imports but math", ".py")):
        try:
            made = files(robot, "inverse_dynamics", target, name="robot")
        except DalembertError:
            continue
        texts = [x for name, x in made.items() if name.endswith(ending) and "test" not in name and isinstance(x, str)]
        if texts and len(texts[0]) <= _LONGEST:
            found.append({"title": title, "language": target, "source": texts[0]})
    return found
