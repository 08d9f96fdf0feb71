"""A tape as one assignment an operation, for languages that write a + b.

A language is a `Spelling`: how it declares, how it writes a number, and a template for each operation. Names that are
made here end with an underscore, which no operand's name does, so the two never meet.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from dalembert.codegen.function import TapeFunction
from dalembert.codegen.tape import Operand, Tape
from dalembert.finding.argument import NotFinite
from dalembert.finding.finding import Argument
from dalembert.graph import Op

ARITHMETIC = {Op.ADD: "{0} + {1}", Op.SUB: "{0} - {1}", Op.MUL: "{0} * {1}", Op.DIV: "{0} / {1}", Op.NEG: "-{0}"}


@dataclass(frozen=True)
class Spelling:
    """`let` declares {0} as the value {1}; `pair` gets the names of a sine and a cosine, and their angle.

    `entry` reads entry {1} of the operand {0}, `first` is the number of an array's first entry.
    """

    let: str
    functions: dict[Op, str]
    number: Callable[[float], str] = repr
    pair: str = ""
    entry: str = "{0}[{1}]"
    first: int = 0
    scalar: str = "{0}"  # reads an operand that is one number
    indent: str = "    "
    operations: dict[Op, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "operations", {**ARITHMETIC, **self.functions})


@dataclass(frozen=True)
class Assignments:
    """The assignments of a function, and the expression of every slot of its tape."""

    lines: tuple[str, ...]
    slots: tuple[str, ...]

    def results(self, tape: Tape) -> list[str]:
        """The expression of each output of the tape."""
        return [self.slots[i] for i in tape.outputs]


def body(function: TapeFunction, spelling: Spelling) -> Assignments:
    """The assignments; inputs are read first, so that an output may lie where an input lay."""
    tape = function.tape
    reads = [x for operand in function.inputs for x in entries(operand, spelling)]
    slots = [f"i{k}_" for k in range(tape.inputs)]
    lines = [spelling.let.format(name, read) for name, read in zip(slots, reads, strict=True)]
    slots += [number(x, spelling) for x in tape.constants]
    partner = _partners(tape) if spelling.pair else {}
    done: set[int] = set()
    for slot, (op, args) in enumerate(tape.instructions, tape.first):
        slots.append(f"t{slot}_")
        if slot in done:
            continue
        if slot in partner:
            sine, cosine, other = partner[slot]
            lines.append(spelling.pair.format(sine, cosine, slots[args[0]]))
            done.add(other)
        else:
            value = spelling.operations[op].format(*(slots[i] for i in args))
            lines.append(spelling.let.format(slots[slot], value))
    return Assignments(tuple(spelling.indent + x for x in lines), tuple(slots))


def entries(operand: Operand, spelling: Spelling) -> list[str]:
    """How each number of an operand is read."""
    if not operand.shape:
        return [spelling.scalar.format(operand.name)]
    return [spelling.entry.format(operand.name, k + spelling.first) for k in range(operand.columns)]


def number(x: float, spelling: Spelling) -> str:
    """A constant; a negative one in parentheses."""
    if not math.isfinite(x):
        raise NotFinite(Argument("parameters")).error()
    text = spelling.number(x)
    return f"({text})" if text.startswith("-") else text


def _partners(tape: Tape) -> dict[int, tuple[str, str, int]]:
    """Slot of a sine or cosine → names of both, and the slot of the other, or −1 where nobody needs it."""
    found: dict[tuple[int, ...], dict[Op, int]] = {}
    for slot, (op, args) in enumerate(tape.instructions, tape.first):
        if op in (Op.SIN, Op.COS):
            found.setdefault(args, {})[op] = slot
    partners = {}
    for both in found.values():
        s, c = both.get(Op.SIN, -1), both.get(Op.COS, -1)
        slot = max(s, c) if min(s, c) < 0 else min(s, c)
        partners[slot] = (
            f"t{s}_" if s >= 0 else f"u{c}_",
            f"t{c}_" if c >= 0 else f"u{s}_",
            -1 if min(s, c) < 0 else max(s, c),
        )
    return partners
