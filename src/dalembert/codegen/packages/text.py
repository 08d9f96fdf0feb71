"""A language as one file: its `LANGUAGE` says how a function and a test are written, and this module makes the files.

`NAME.suffix` has the functions, `NAME_test.suffix` calls each with stored states and leaves with 0 where all agree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dalembert.codegen.function import Function
from dalembert.codegen.packages.target import Files, Model, Options, Routine
from dalembert.codegen.tape import Operand


@dataclass(frozen=True)
class Language:
    """What a target of one language needs; {word} in `run` is the model's.

    `render` gives a function's definition, `head` what stands before all of them. `check` gives the test of a routine,
    `around` puts the tests into a program; both get the word of the model, the real type, and then text or routine.
    """

    suffix: str
    comment: str
    run: str
    render: Callable[[Function, str], str]
    head: Callable[[Sequence[Function], str], str]
    check: Callable[[Routine, Options], str]
    around: Callable[[str, Options, str], str]


def package(language: Language, routines: Sequence[Routine], model: Model, options: Options) -> Files:
    """Functions and their test."""
    functions = [x.function for x in routines]
    lines = [*title(model, routines, options.real), language.run.format(word=model.word)]
    told = "\n".join(f"{language.comment} {x}" for x in lines)
    bodies = "\n".join(language.render(x, options.real) for x in functions)
    checks = "\n".join(language.check(x, options) for x in routines)
    return {
        f"{model.word}{language.suffix}": f"{told}\n\n{language.head(functions, options.real)}\n{bodies}",
        f"{model.word}_test{language.suffix}": language.around(model.word, options, checks),
    }


def title(model: Model, routines: Sequence[Routine], real: str) -> list[str]:
    """What every package says of itself, one line each."""
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
