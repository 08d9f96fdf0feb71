"""Targets of `export_code`: what a target is given, and the files it returns.

A target is a function of (routines, model, options) that returns a dict from file names, folders separated by "/", to
their contents. Every name it gets is safe: operands and functions are identifiers of every language
(`codegen.function.identifiers`), and the model's name is plain text without quotes, slashes or line ends (`plain`).

A language that needs one file only has a module with a `ProgrammingLanguage` (docs/develop/language.md): `NAME.suffix`
has the functions, and `NAME_test.suffix` calls each with the stored states and exits with 0 if all agree. A target with
files of several kinds has a module with a function `package`. Text that is the same in every package is in `templates`.
To add a target, add a module to this folder and a row to `TARGETS` of `code.export`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, NamedTuple, TypeVar

from dalembert.codegen.function import CHECKS, Stepping, TapeFunction
from dalembert.codegen.tape import Operand
from dalembert.codegen.template import template
from dalembert.tolerance import ROUNDING, SELF_TEST_SINGLE

Files = dict[str, str | bytes]
Numbers = list[tuple[Operand, list[float]]]
Columns = list[tuple[Operand, list[list[float]]]]
TOLERANCE = {"double": ROUNDING, "float": SELF_TEST_SINGLE}  # of a self-test, where rounding the inputs changes less


class StoredSample(NamedTuple):
    """Stored inputs of a function and what the graph interpreter makes of them, in the tape's order."""

    inputs: tuple[float, ...]
    outputs: tuple[float, ...]


@dataclass(frozen=True)
class Routine:
    """An exported function; `ranges` has the least and the largest value stated for each input of its tape."""

    function: TapeFunction
    words: str  # what it computes, one line
    ranges: tuple[tuple[float, float], ...]
    samples: tuple[StoredSample, ...]
    rounding: float = 0.0  # what rounding its inputs changes, relative to the largest entry of an output

    @property
    def shown(self) -> list[Operand]:
        """The outputs that are arguments where a status reports gap, drift and pivot."""
        return [x for x in self.function.outputs if x.name not in CHECKS]

    @property
    def cases(self) -> list[tuple[Numbers, Numbers]]:
        """Of each sample every input and every output with its numbers."""
        f = self.function
        return [(split(x.inputs, f.inputs), split(x.outputs, f.outputs)) for x in self.samples]

    @property
    def columns(self) -> tuple[Columns, Columns]:
        """Every input and every output with its numbers in each sample."""
        return _turned(x for x, _ in self.cases), _turned(x for _, x in self.cases)


class StoredRun(NamedTuple):
    """A stored run: from x, with u held, `steps` steps of h end at `wanted`."""

    x: tuple[float, ...]
    u: tuple[float, ...]
    h: float
    steps: int
    wanted: tuple[float, ...]


@dataclass(frozen=True)
class ExportedSimulation:
    """An exported simulation."""

    stepping: Stepping
    words: str  # what it computes, one line
    samples: tuple[StoredRun, ...]


@dataclass(frozen=True)
class ModelInfo:
    """The robot of the functions: `name` is plain text, `word` an identifier, `digest` a hash of its content."""

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
    marches: tuple[ExportedSimulation, ...] = ()
    rounding: float = 0.0  # the largest of the routines

    @property
    def dtype(self) -> str:
        """The type of numbers as NumPy calls it."""
        return "float64" if self.real == "double" else "float32"

    @property
    def tolerance(self) -> float:
        """How far a self-test may be off, relative to the largest entry of an output."""
        return max(TOLERANCE[self.real], self.rounding)


Target = Callable[[Sequence[Routine], ModelInfo, Options], Files]


def plain(text: str, most: int = 60) -> str:
    """Return text that is safe in a comment of any language: ASCII letters, digits, spaces and _ - . , ( ) only."""
    ascii_ = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^0-9A-Za-z_.,()-]+", " ", ascii_)[:most].strip(" -.") or "unnamed"


@dataclass(frozen=True)
class ProgrammingLanguage:
    """What a target of one language needs; {word} in `run` is the model's.

    `reals` names its types of numbers, `render` gives a function's definition, `head` the text before all of them, and
    `check` the lines that test a function with one stored sample. The program around the tests is the template `test`
    with the language's suffix.
    """

    suffix: str
    comment: str
    run: str
    reals: Mapping[str, str]
    render: Callable[[TapeFunction, str], str]
    check: Callable[[str, Numbers, Numbers, str], list[str]]
    head: Callable[[Sequence[TapeFunction], str], str] = lambda functions, real: ""

    def package(self, routines: Sequence[Routine], model: ModelInfo, options: Options) -> Files:
        """Functions and their test."""
        functions = [x.function for x in routines]
        heading = title(model, routines, options.real, self.comment, self.run.format(word=model.word))
        bodies = "\n".join(self.render(x, options.real) for x in functions)
        real = self.reals[options.real]
        checks = [y for x in routines for case in x.cases for y in self.check(x.function.name, *case, real)]
        test = template(f"test{self.suffix}", model=model, options=options, real=real, checks=checks)
        return {
            f"{model.word}{self.suffix}": f"{heading}\n\n{self.head(functions, options.real)}\n{bodies}",
            f"{model.word}_test{self.suffix}": test,
        }


def title(model: ModelInfo, routines: Sequence[Routine], real: str, comment: str, *more: str) -> str:
    """Return the comment at the top of every package."""
    lines = [
        f"{model.name}, model {model.digest}, written by dalembert {model.version}. Numbers are {real}.",
        f"Coordinates: {', '.join(model.coordinates)}",
    ]
    lines += [f"Parameters: {', '.join(model.parameters)}"] if model.parameters else []
    for x in routines:
        shapes = [f"{y.name} ({' x '.join(map(str, y.shape)) or '1'})" for y in x.function.outputs]
        lines.append(f"{x.function.name}: {x.words}; {x.function.tape.operations}; gives {', '.join(shapes)}")
    return "\n".join(f"{comment} {x}".rstrip() for x in [*lines, *more])


T = TypeVar("T")


def split(values: Sequence[T], operands: Sequence[Operand]) -> list[tuple[Operand, list[T]]]:
    """Each operand with its own of the values, which lie one after the other."""
    return [(x, list(values[at : at + x.columns])) for x, at in starts(operands)]


def starts(operands: Sequence[Operand]) -> list[tuple[Operand, int]]:
    """Each operand with the place of its first number."""
    return [(x, end - x.columns) for x, end in zip(operands, accumulate(x.columns for x in operands), strict=True)]


def _turned(cases: Iterable[Numbers]) -> Columns:
    return [(x[0][0], [values for _, values in x]) for x in zip(*cases, strict=True)]
