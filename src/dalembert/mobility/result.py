"""What is known of a mechanism's freedoms: by the formula, at an instant, over a cycle, and why they differ."""

from __future__ import annotations

from dataclasses import dataclass, field

from dalembert.mobility.grubler import count, equation
from dalembert.mobility.network import Network
from dalembert.typeset.card import Displayed


@dataclass(frozen=True)
class OutputMotion(Displayed):
    """Freedoms of one body relative to the ground: `translations` without any turn, and `turns` (directions of ω)."""

    body: str
    freedoms: int
    translations: int
    turns: int

    def __str__(self) -> str:
        return f"{self.freedoms} ({_number(self.translations, 'translation')}, {_number(self.turns, 'turn')})"


@dataclass(frozen=True)
class Mobility(Displayed):
    """`full_cycle` is the answer for use, freedoms that last; `formula` and `instantaneous` are to compare it with."""

    mechanism: Network
    m: int  # of the formula: 3 where all moves in a plane, else 6
    instantaneous: int  # Σf − rank, at the drawn (assembled) position
    full_cycle: int  # dimension of the set of positions around the assembly
    redundant: int  # m L − rank at a generic position: equations that say what others say
    idle: int  # freedoms that turn or shift a part in itself and move nothing else
    group: str  # what the joints generate
    group_dimension: int
    branches: tuple[int, ...]  # freedoms of the different motions that start at the assembly, largest first
    output: OutputMotion | None = None
    reasons: tuple[str, ...] = ()
    margin: float = field(default=1.0, repr=False)  # smallest relative singular value taken as nonzero

    @property
    def formula(self) -> int:
        """Grübler's count, planar or spatial as the mechanism is."""
        return count(self.mechanism, self.m)

    @property
    def equation(self) -> str:
        """The formula with its numbers, `3(4 − 1 − 4) + 4 = 1`."""
        return equation(self.mechanism, self.m)

    @property
    def planar(self) -> int:
        """Grübler's count with m = 3."""
        return count(self.mechanism, 3)

    @property
    def spatial(self) -> int:
        """Grübler's count with m = 6."""
        return count(self.mechanism, 6)

    @property
    def agrees(self) -> bool:
        """Whether the formula tells the truth."""
        return self.formula == self.full_cycle

    def explain(self) -> str:
        """The count, the truth, and why they differ, in a few lines."""
        x = self.mechanism
        lines = [
            f"{x.name}: {_number(len(x.bodies), 'body')}, {_number(len(x.joints), 'joint')} with "
            f"{_number(x.freedoms, 'freedom')}, {_number(x.loops, 'loop')}",
            f"  formula, {'planar' if self.m == 3 else 'spatial'}:  {self.equation}",
            f"  at the drawn position:  {self.instantaneous}",
            f"  over the full cycle:  {self.full_cycle}"
            + (f", {self.idle} of them idle" if self.idle else "")
            + (f"; of '{self.output.body}': {self.output}" if self.output else ""),
        ]
        lines.append("The formula is right." if self.agrees else "The formula and the truth differ.")
        return "\n".join([*lines, *self.reasons])

    def __str__(self) -> str:
        return self.explain()


def _number(k: int, noun: str) -> str:
    plural = "bodies" if noun == "body" else f"{noun}s"
    return f"{k} {noun if k == 1 else plural}"
