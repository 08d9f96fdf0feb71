"""Tapes as lists of assignments, one per operation, for languages with infix operators.

A `Spelling` describes a language by its declarations, its number format, and a template for each operation. Generated
names end with an underscore and operand names never do, so that they cannot collide.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from dalembert import finding
from dalembert.codegen.tape import Operand, Tape, TapeFunction, split
from dalembert.finding.finding import Argument
from dalembert.graph import Op

ARITHMETIC = {Op.ADD: "{0} + {1}", Op.SUB: "{0} - {1}", Op.MUL: "{0} * {1}", Op.DIV: "{0} / {1}", Op.NEG: "-{0}"}


@dataclass(frozen=True)
class Spelling:
    """Syntax of a target language with infix operators.

    The template `let` declares a variable {0} with the value {1}. The template `pair` takes the names of a sine and a
    cosine, and the angle of both. The template `entry` reads entry {1} of the operand {0}. `first` is the index of the
    first entry of an array.
    """

    let: str
    functions: dict[Op, str]
    number: Callable[[float], str] = repr
    pair: str = ""
    entry: str = "{0}[{1}]"
    first: int = 0

    def constant(self, x: float) -> str:
        """Format a constant as text, with parentheses around negative constants."""
        if not math.isfinite(x):
            raise finding.NotFinite(Argument("parameters")).error()
        text = self.number(x)
        return f"({text})" if text.startswith("-") else text

    def entries(self, operand: Operand) -> list[str]:
        """Return the expressions that read the entries of an operand."""
        if not operand.shape:
            return [operand.name]
        return [self.entry.format(operand.name, k + self.first) for k in range(operand.columns)]


@dataclass(frozen=True)
class Assignments:
    """Assignments of a function, and the expression for each slot of its tape and for each output."""

    lines: tuple[str, ...]
    slots: tuple[str, ...]
    results: tuple[tuple[Operand, list[str]], ...]


def body(function: TapeFunction, spelling: Spelling) -> Assignments:
    """Return the assignments of a function. All inputs are read first, so that outputs may share memory with inputs."""
    tape = function.tape
    operations = ARITHMETIC | spelling.functions
    reads = [x for operand in function.inputs for x in spelling.entries(operand)]
    slots = [f"i{k}_" for k in range(tape.inputs)]
    lines = [spelling.let.format(name, read) for name, read in zip(slots, reads, strict=True)]
    slots += [spelling.constant(x) for x in tape.constants]
    partner = _partners(tape) if spelling.pair else {}
    done: set[int] = set()
    for slot, (op, args) in tape.by_slot.items():
        slots.append(f"t{slot}_")
        if slot in done:
            continue
        if slot in partner:
            sine, cosine, other = partner[slot]
            lines.append(spelling.pair.format(sine, cosine, slots[args[0]]))
            done.add(other)
        else:
            value = operations[op].format(*(slots[i] for i in args))
            lines.append(spelling.let.format(slots[slot], value))
    results = split([slots[i] for i in tape.outputs], function.outputs)
    return Assignments(tuple(f"    {x}" for x in lines), tuple(slots), tuple(results))


def _partners(tape: Tape) -> dict[int, tuple[str, str, int]]:
    """Return the names of a pair and the slot of the partner, for each slot that contains a sine or cosine.

    A slot is its own partner if no instruction computes the other function.
    """
    found: dict[tuple[int, ...], dict[Op, int]] = {}
    for slot, (op, args) in tape.by_slot.items():
        if op in (Op.SIN, Op.COS):
            found.setdefault(args, {})[op] = slot
    partners = {}
    for both in found.values():
        first, last = min(both.values()), max(both.values())
        s, c = (f"t{both[op]}_" if op in both else f"u{first}_" for op in (Op.SIN, Op.COS))
        partners[first] = s, c, last
    return partners
