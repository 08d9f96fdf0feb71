"""What a renderer is given: a tape with the names and shapes of what it reads and writes.

Several graphs that share inputs become one function, so that work they share is done once. Names come from robot files
and may hold anything; `identifiers` makes words of them that every language takes as a name and nothing else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from dalembert.codegen.tape import Operand, Tape, tape
from dalembert.errors import WrongValue
from dalembert.graph import Node, Scalar

Given = Sequence[tuple[str, tuple[int, ...], Sequence[Node]]]
Wanted = Sequence[tuple[str, tuple[int, ...], Sequence[Scalar]]]
_LONGEST = 40


@dataclass(frozen=True)
class Function:
    """`inputs` and `outputs` lie one after the other in the tape's own, each in C order."""

    name: str
    tape: Tape
    inputs: tuple[Operand, ...]
    outputs: tuple[Operand, ...]


def function(name: str, parts: Sequence[tuple[Given, Wanted]]) -> Function:
    """One function of several graphs; inputs of the same name are the same input."""
    given: dict[str, tuple[tuple[int, ...], tuple[Node, ...]]] = {}
    for inputs, _ in parts:
        for label, shape, nodes in inputs:
            if given.setdefault(label, (tuple(shape), tuple(nodes))) != (tuple(shape), tuple(nodes)):
                raise WrongValue(f"'{label}' names two different inputs of '{name}'; rename one of them")
    wanted = [x for _, outputs in parts for x in outputs]
    program = tape([x for _, nodes in given.values() for x in nodes], [x for *_, entries in wanted for x in entries])
    return Function(
        name,
        program,
        tuple(Operand(label, shape) for label, (shape, _) in given.items()),
        tuple(Operand(label, tuple(shape)) for label, shape, _ in wanted),
    )


def identifiers(names: Iterable[str], reserved: Collection[str] = ()) -> dict[str, str]:
    """A word of ASCII letters, digits and single underscores for each name: different ones differ, none is reserved."""
    taken = {x.lower() for x in reserved}
    found: dict[str, str] = {}
    for name in names:
        if name in found:
            continue
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        word = re.sub(r"[^0-9A-Za-z]+", "_", plain)[:_LONGEST].strip("_")
        word = word if word[:1].isalpha() else f"x_{word}".rstrip("_")
        number, chosen = 1, word
        while chosen.lower() in taken:
            number += 1
            chosen = f"{word}_{number}"
        taken.add(chosen.lower())
        found[name] = chosen
    return found
