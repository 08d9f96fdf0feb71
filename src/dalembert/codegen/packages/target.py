"""What a target is given and what it gives: functions with their names made safe, and the files of a package.

A target is a function of (routines, model, options) that gives a dict of file names, folders separated by "/", and what
stands in them. Every word it gets is safe: operands and functions are identifiers of every language
(`codegen.function.identifiers`), the model's name is plain text without quotes, slashes or line ends (`plain`), so that
no renderer has to defend itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from dalembert.codegen.function import Function
from dalembert.codegen.stepping import Stepping

Files = dict[str, str | bytes]
# outputs that tell how far loops are open, the square of how fast rates would open them, how far q is from singular
CHECKS = GAP, TEAR, PIVOT = "gap", "tear", "pivot"
TOLERANCE = {"double": 1e-12, "float": 5e-5}  # of a self-test, where rounding the inputs changes less


class Sample(NamedTuple):
    """Stored inputs of a function and what the graph interpreter makes of them, in the tape's order."""

    inputs: tuple[float, ...]
    outputs: tuple[float, ...]


@dataclass(frozen=True)
class Routine:
    """A function to take away; `ranges` has the least and the largest value stated for each input of its tape."""

    function: Function
    words: str  # what it computes, one line
    ranges: tuple[tuple[float, float], ...]
    samples: tuple[Sample, ...]
    rounding: float = 0.0  # what rounding its inputs changes, relative to the largest entry of an output


class Run(NamedTuple):
    """A stored run: from x, with u held, `steps` steps of h end at `wanted`."""

    x: tuple[float, ...]
    u: tuple[float, ...]
    h: float
    steps: int
    wanted: tuple[float, ...]


@dataclass(frozen=True)
class March:
    """A simulation to take away."""

    stepping: Stepping
    words: str  # what it computes, one line
    samples: tuple[Run, ...]


@dataclass(frozen=True)
class Model:
    """Whose functions they are: `name` is plain text, `word` an identifier, `digest` tells two contents apart."""

    name: str
    word: str
    digest: str
    coordinates: tuple[str, ...]  # plain text, one a rate
    neutral: tuple[float, ...]  # q of no motion
    version: str  # of dalembert
    parameters: tuple[str, ...] = ()  # plain text: what the input of this name holds


@dataclass(frozen=True)
class Options:
    """`real` is what numbers are computed in; what only some targets know is in `more` and `marches`."""

    real: str = "double"  # or "float"
    more: dict[str, Any] = field(default_factory=dict)
    marches: tuple[March, ...] = ()
    rounding: float = 0.0  # the largest of the routines

    @property
    def tolerance(self) -> float:
        """How far a self-test may be off, relative to the largest entry of an output."""
        return max(TOLERANCE[self.real], self.rounding)


Target = Callable[[Sequence[Routine], Model, Options], Files]


def plain(text: str, most: int = 60) -> str:
    """Text as it may stand in a comment of any language: ASCII letters, digits, spaces and _ - . , ( ) alone."""
    ascii_ = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^0-9A-Za-z_.,()-]+", " ", ascii_)[:most].strip(" -.") or "unnamed"
