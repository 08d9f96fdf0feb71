"""What was shown of a robot's equations, and how.

A claim is proved (an exact identity for every state), refuted (with what is left over), checked numerically on a
stated number of random states, or not claimed, with the reason. The certificate states its assumptions first, says
which it was, and never more.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dalembert.errors import UnknownName, did_you_mean
from dalembert.typeset.card import card

PROVED, REFUTED, CHECKED, NOT_CLAIMED = "proved", "refuted", "checked numerically", "not claimed"
_MARKS = {PROVED: "✓", CHECKED: "≈", REFUTED: "✗", NOT_CLAIMED: "–"}
_WIDTH = 110


@dataclass(frozen=True)
class Claim:
    """One statement about the equations. `required`: it holds for every robot whose joints are all independent."""

    name: str
    statement: str
    verdict: str
    how: str
    residual: str | float = "0"  # exact: what is left, as text; numerical: the largest relative error
    required: bool = True

    @property
    def holds(self) -> bool:
        return self.verdict in (PROVED, CHECKED)

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "statement": self.statement,
            "verdict": self.verdict,
            "how": self.how,
            "residual": 0 if self.residual == "0" else None if isinstance(self.residual, str) else self.residual,
            "left_over": self.residual if isinstance(self.residual, str) and self.residual != "0" else "",
            "required": self.required,
        }


@dataclass(frozen=True, eq=False)
class Certificate:
    """The claims about one robot. `certificate["skew"]` is one of them; `.holds` tells whether all required ones do."""

    robot: str
    claims: tuple[Claim, ...]
    assumptions: tuple[str, ...] = ()  # what all of it rests on

    @property
    def holds(self) -> bool:
        """Whether every claim that must hold does."""
        return all(claim.holds for claim in self.claims if claim.required)

    @property
    def exact(self) -> bool:
        """Whether nothing rests on a numerical check."""
        return all(claim.verdict != CHECKED for claim in self.claims)

    @property
    def summary(self) -> str:
        """What holds, in one sentence, and in what sense; then what does not, where it should."""
        count = {x: sum(claim.verdict == x for claim in self.claims) for x in _MARKS}
        held = [
            f"{count[x]} {word}"
            for x, word in ((PROVED, "proved for every state"), (CHECKED, "checked at random states"))
            if count[x]
        ]
        rest = [
            f"{count[x]} {word}"
            for x, word in ((REFUTED, "refuted"), (NOT_CLAIMED, "not claimed, with the reason"))
            if count[x]
        ]
        first = "all that must hold does" if self.holds else "not all that must hold does"
        return f"Under the assumptions {first}: of {len(self)} statements, {', '.join([*held, *rest])}."

    def __getitem__(self, name: str) -> Claim:
        for claim in self.claims:
            if claim.name == name:
                return claim
        raise UnknownName(f"this certificate has no claim '{name}'{did_you_mean(name, [c.name for c in self.claims])}")

    def __iter__(self) -> Iterator[Claim]:
        return iter(self.claims)

    def __len__(self) -> int:
        return len(self.claims)

    def to_dict(self) -> dict[str, Any]:
        return {
            "robot": self.robot,
            "holds": self.holds,
            "assumptions": list(self.assumptions),
            "claims": [claim.to_dict() for claim in self.claims],
        }

    def __str__(self) -> str:
        lines = [f"Properties of the equations of {self.robot}", *_wrapped(self.summary)]
        for assumption in self.assumptions:
            lines.extend(_wrapped(f"Assumed: {assumption}."))
        for claim in self.claims:
            lines.append(f"{_MARKS[claim.verdict]} {claim.name}: {claim.verdict}")
            lines.extend(_wrapped(claim.statement))
            lines.extend(_wrapped(f"{'Why' if claim.verdict == NOT_CLAIMED else 'How'}: {claim.how}."))
            if claim.verdict in (CHECKED, REFUTED):
                found = "Found" if claim.how.startswith("smallest eigenvalue") else "Left over"
                lines.extend(_wrapped(f"{found}: {_residual(claim)}"))
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [(_MARKS[c.verdict], c.statement, c.verdict, c.how, _residual(c)) for c in self.claims]
        taken = "\n".join(f"Assumed: {x}." for x in self.assumptions)
        heads = ("", "claim", "verdict", "how", "left over")
        return card(f"Properties of the equations of {self.robot}", heads=heads, rows=rows, words=[taken])


def _residual(claim: Claim) -> str:
    return claim.residual if isinstance(claim.residual, str) else f"{claim.residual:.1e}"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="    ")
