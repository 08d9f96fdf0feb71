"""Targets of `export_code`: the arguments passed to a target and the files that it returns.

A target is a function of (routines, model, options) that returns a dict from file names to contents. In file names, "/"
separates directories. Names of operands and functions are valid identifiers in every language
(`codegen.function.identifiers`), and the model's name contains no quotes, slashes or line breaks (`plain`).

A target with a single source file is defined by a `ProgrammingLanguage` in its own module (docs/develop/language.md),
and `NAME.suffix` contains the functions. `NAME_test.suffix` calls each function with its stored states and exits with 0
if all results agree. A target with several kinds of files is defined by a function `package` in its own module. Text
shared by all packages is stored in `templates`. To add a target, add a module to this package and a row to `TARGETS` in
`code.export`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from dalembert.codegen.function import CHECKS, Stepping
from dalembert.codegen.tape import Operand, TapeFunction, split
from dalembert.codegen.template import template
from dalembert.tolerance import ROUNDING, SELF_TEST_SINGLE

Files = dict[str, str | bytes]
Values = tuple[float, ...]
Numbers = list[tuple[Operand, list[float]]]
Columns = list[tuple[Operand, list[list[float]]]]
TOLERANCE = {"double": ROUNDING, "float": SELF_TEST_SINGLE}  # tolerance of a self-test


class StoredSample(NamedTuple):
    """Stored inputs of a function, with the results from the graph interpreter, in tape order."""

    inputs: Values
    outputs: Values


@dataclass(frozen=True)
class Routine:
    """Exported function. `ranges` contains the smallest and largest permitted value of each input of its tape."""

    function: TapeFunction
    words: str  # description of the function in one line
    ranges: tuple[tuple[float, float], ...]
    samples: tuple[StoredSample, ...]
    rounding: float = 0.0  # effect of rounding the inputs, relative to the largest entry of an output

    @property
    def shown(self) -> list[Operand]:
        """Outputs of the exported function, without the internal checks gap, drift and pivot."""
        return [x for x in self.function.outputs if x.name not in CHECKS]

    @property
    def cases(self) -> list[tuple[Numbers, Numbers]]:
        """Values of all inputs and outputs, grouped by sample."""
        f = self.function
        return [(split(x.inputs, f.inputs), split(x.outputs, f.outputs)) for x in self.samples]

    @property
    def columns(self) -> tuple[Columns, Columns]:
        """Values in all samples, grouped by input and by output of the exported function."""
        return _turned(x for x, _ in self.cases), _turned(x[: len(self.shown)] for _, x in self.cases)


Routines = Sequence[Routine]


class StoredRun(NamedTuple):
    """Stored simulation run with the initial state x, a constant input u over `steps` steps of length h, and the final
    state `wanted`."""

    x: Values
    u: Values
    h: float
    steps: int
    wanted: Values


@dataclass(frozen=True)
class ExportedSimulation:
    """Exported simulation with a fixed-step method."""

    stepping: Stepping
    words: str  # description of the simulation in one line
    samples: tuple[StoredRun, ...]


@dataclass(frozen=True)
class ModelInfo:
    """Description of the exported robot. `name` is text without special characters, `word` is an identifier, and
    `digest` is a hash of the robot."""

    name: str
    word: str
    digest: str
    coordinates: tuple[str, ...]  # plain text, one per rate
    neutral: Values  # q of the neutral configuration
    version: str  # version of dalembert
    parameters: tuple[str, ...] = ()  # plain text: meaning of the input of each name


@dataclass(frozen=True)
class Options:
    """Options for a target. `real` is the number type, `more` contains target-specific options, and `marches` contains
    the exported simulations."""

    real: str = "double"  # or "float"
    more: dict[str, Any] = field(default_factory=dict)
    marches: tuple[ExportedSimulation, ...] = ()
    rounding: float = 0.0  # largest value over all routines

    @property
    def dtype(self) -> str:
        """Number type as a NumPy dtype name."""
        return "float64" if self.real == "double" else "float32"

    @property
    def tolerance(self) -> float:
        """Tolerance of the self-test, relative to the largest entry of an output."""
        return max(TOLERANCE[self.real], self.rounding)


Target = Callable[[Routines, ModelInfo, Options], Files]


def plain(text: str, most: int = 60) -> str:
    """Convert text to ASCII letters, digits, spaces and _ - . , ( ), which are safe in a comment of any language."""
    ascii_ = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^0-9A-Za-z_.,()-]+", " ", ascii_)[:most].strip(" -.") or "unnamed"


@dataclass(frozen=True)
class ProgrammingLanguage:
    """Description of a target for a single language. In `run`, {word} stands for the model's identifier.

    `reals` contains the names of the number types. `render` returns the definition of a function, `head` returns the
    text before all functions, and `check` returns the lines that test a function with one stored sample. The test
    program is the template named `test` with the suffix of the language.
    """

    suffix: str
    comment: str
    run: str
    reals: Mapping[str, str]
    render: Callable[[TapeFunction, str], str]
    check: Callable[[str, Numbers, Numbers, str], list[str]]
    head: Callable[[Sequence[TapeFunction], str], str] = lambda functions, real: ""

    def package(self, routines: Routines, model: ModelInfo, options: Options) -> Files:
        """Generate the source file with the functions, and its test program."""
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


def title(model: ModelInfo, routines: Routines, real: str, comment: str, *more: str) -> str:
    """Format the comment at the top of every exported file."""
    lines = [
        f"{model.name}, model {model.digest}, written by dalembert {model.version}. Numbers are {real}, in SI units and radians.",
        f"Coordinates: {', '.join(model.coordinates)}",
    ]
    lines += [f"Parameters: {', '.join(model.parameters)}"] if model.parameters else []
    for x in routines:
        shapes = [f"{y.name} ({' x '.join(map(str, y.shape)) or '1'})" for y in x.function.outputs]
        lines.append(f"{x.function.name}: {x.words}; {x.function.tape.operations}; gives {', '.join(shapes)}")
    return "\n".join(f"{comment} {x}".rstrip() for x in [*lines, *more])


def _turned(cases: Iterable[Numbers]) -> Columns:
    return [(x[0][0], [values for _, values in x]) for x in zip(*cases, strict=True)]
