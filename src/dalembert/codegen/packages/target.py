"""Targets of `export_code`: what a target is given, the files it returns, and the table of all targets.

A target is a function of (routines, model, options) that returns a dict from file names, folders separated by "/", to
their contents. Every name it gets is safe: operands and functions are identifiers of every language
(`codegen.function.identifiers`), and the model's name is plain text without quotes, slashes or line ends (`plain`).

A language that needs one file only has a module with a `LANGUAGE` (docs/develop/language.md): `NAME.suffix` has the
functions, and `NAME_test.suffix` calls each with the stored states and exits with 0 if all agree. A target with files of
several kinds has a module with a function `package`. To add a target, add a module to this folder and a row to `TARGETS`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from dalembert.argument import known
from dalembert.codegen.function import Stepping, TapeFunction
from dalembert.codegen.tape import Operand
from dalembert.tolerance import ROUNDING, SELF_TEST_SINGLE

Files = dict[str, str | bytes]
# outputs: loop-closure error of q, square of that of the rates, and pivot, near 0 at a singular configuration
CHECKS = GAP, TEAR, PIVOT = "gap", "tear", "pivot"
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

    `render` gives a function's definition, `head` the text before all of them. `check` gives the test of a routine,
    `around` puts the tests into a program; both get the word of the model, the real type, and then text or routine.
    """

    suffix: str
    comment: str
    run: str
    render: Callable[[TapeFunction, str], str]
    head: Callable[[Sequence[TapeFunction], str], str]
    check: Callable[[Routine, Options], str]
    around: Callable[[str, Options, str], str]


def language_package(
    language: ProgrammingLanguage, routines: Sequence[Routine], model: ModelInfo, options: Options
) -> Files:
    """Functions and their test."""
    functions = [x.function for x in routines]
    lines = [*title(model, routines, options.real), language.run.format(word=model.word)]
    heading = "\n".join(f"{language.comment} {x}" for x in lines)
    bodies = "\n".join(language.render(x, options.real) for x in functions)
    checks = "\n".join(language.check(x, options) for x in routines)
    return {
        f"{model.word}{language.suffix}": f"{heading}\n\n{language.head(functions, options.real)}\n{bodies}",
        f"{model.word}_test{language.suffix}": language.around(model.word, options, checks),
    }


def title(model: ModelInfo, routines: Sequence[Routine], real: str) -> list[str]:
    """Return the lines at the top of every package."""
    lines = [
        f"{model.name}, model {model.digest}, written by dalembert {model.version}. Numbers are {real}.",
        f"Coordinates: {', '.join(model.coordinates)}",
    ]
    lines += [f"Parameters: {', '.join(model.parameters)}"] if model.parameters else []
    for x in routines:
        shapes = [f"{y.name} ({' x '.join(map(str, y.shape)) or '1'})" for y in x.function.outputs]
        lines.append(f"{x.function.name}: {x.words}; {x.function.tape.operations}; gives {', '.join(shapes)}")
    return lines


def pieces(routine: Routine) -> list[tuple[list[list[float]], list[list[float]]]]:
    """Of each sample the numbers of every input and of every output."""
    found = []
    for sample in routine.samples:
        found.append((_cut(sample.inputs, routine.function.inputs), _cut(sample.outputs, routine.function.outputs)))
    return found


def _cut(numbers: Sequence[float], operands: Sequence[Operand]) -> list[list[float]]:
    parts, at = [], 0
    for operand in operands:
        parts.append(list(numbers[at : at + operand.columns]))
        at += operand.columns
    return parts


@dataclass(frozen=True)
class TargetRow:
    """A `module` of this folder, or a `language` of it; `options` are those that it takes, and `status` whether
    its functions report that an input lies outside the stated range."""

    words: str
    module: str = ""
    language: str = ""
    options: tuple[str, ...] = ()
    status: bool = False

    @property
    def target(self) -> Target:
        """The function that makes the files."""
        if self.language:
            return partial(language_package, import_module(f"dalembert.codegen.packages.{self.language}").LANGUAGE)
        found: Target = import_module(f"dalembert.codegen.packages.{self.module}").package
        return found


TARGETS: dict[str, TargetRow] = {
    "c": TargetRow("C99: a header, a source without allocation, a self-test", "c", status=True),
    "cpp": TargetRow("C++17: one header with std::array, for double and float", "cpp", status=True),
    "cuda": TargetRow("CUDA C: a device function and a kernel with a thread a state", "cuda_c", status=True),
    "ptx": TargetRow(
        "PTX: a kernel for any NVIDIA GPU since 2020, loaded by its driver alone", "ptx", options=("layout",)
    ),
    "matlab": TargetRow("MATLAB and Octave functions, and S-functions for Simulink in C", "matlab"),
    "fmu": TargetRow(
        "FMI 2.0: a unit for model exchange and co-simulation, sources inside",
        "fmi",
        options=("step", "binary"),
        status=True,
    ),
    "ros": TargetRow("a CMake package for ROS 2 or plain CMake: the C as a library", "ros", status=True),
    "python": TargetRow("Python with NumPy, over any leading axes", language="python"),
    "rust": TargetRow("Rust, without a crate", language="rust"),
    "julia": TargetRow("Julia", language="julia"),
    "javascript": TargetRow(
        "WebAssembly in a typed JavaScript module, a page, a self-test", "javascript", options=("simulate", "width")
    ),
}


def row(name: str) -> TargetRow:
    """The target of this name."""
    return TARGETS[known(name, TARGETS, "target", argument="target")]
