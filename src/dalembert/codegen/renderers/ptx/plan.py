"""How a program is laid out on the GPU: threads a block, registers a thread, which rows go through shared memory.

Values that are alive at once, in the order of the tape, tell how many registers a thread can use. A multiprocessor has
65536 of them: with r a thread, 65536/r threads hide each other's waiting. Wide rows that every thread would touch alone are
brought and written by a warp together, through shared memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dalembert.codegen.tape import Operand, Tape

COLUMNS, ROWS, STRIDED = "columns", "rows", "strided"
TILE, COLUMN_TILE = "tile", "column tile"  # rows and columns that go through shared memory
WARP = 32
NARROW = 32  # bytes of a row that a thread reads or writes alone
MANY = 150  # values alive at once from which blocks are small


@dataclass(frozen=True)
class Plan:
    """Where each operand lies, threads a block, registers a thread (0: as many as are wanted), kind of division."""

    layouts: tuple[str, ...]
    block: int = 128
    registers: int = 0
    division: str = "approx"
    early: bool = True  # read all inputs first
    ahead: int = 0  # states from here on whose inputs are asked for, to be near when their turn comes


def choose(
    tape: Tape, inputs: Sequence[Operand], outputs: Sequence[Operand], real: str, layouts: Sequence[str]
) -> Plan:
    """The plan for operands that lie in columns, in rows, or strided."""
    operands = [*inputs, *outputs]
    size = 8 if real == "double" else 4
    found = [TILE if x == ROWS and k.columns * size > NARROW else x for x, k in zip(layouts, operands, strict=True)]
    waiting = alive(tape)
    block = 64 if waiting > MANY else 128
    return Plan(tuple(found), block)


def alive(tape: Tape) -> int:
    """The most values that wait at once to be used; inputs are read when they are first needed."""
    last: dict[int, int] = {}
    for at, (_, args) in enumerate(tape.instructions):
        for slot in args:
            last[slot] = at
    ends = [0] * (len(tape.instructions) + 1)
    count = most = 0
    seen: set[int] = set()
    constants = range(tape.inputs, tape.first)
    for at, (_, args) in enumerate(tape.instructions):
        for slot in (*args, tape.first + at):
            if slot not in seen and slot not in constants:
                seen.add(slot)
                count += 1
                ends[last.get(slot, at)] += 1
        most = max(most, count)
        count -= ends[at]
    return most
