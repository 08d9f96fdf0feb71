"""How a program is laid out on the GPU: threads a block, registers a thread, which rows go through shared memory.

Values that are alive at once, in the order of the tape, tell how many registers a thread can use. A multiprocessor has
65536 of them: with r a thread, 65536/r threads hide each other's waiting. Wide rows that every thread would touch alone are
brought and written by a warp together, through shared memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dalembert.codegen.tape import Operand, Tape

COLUMNS, ALIGNED, ROWS, STRIDED = "columns", "aligned columns", "rows", "strided"
TILE, COLUMN_TILE = "tile", "column tile"  # rows and columns that go through shared memory
WARP = 32
NARROW = 32  # bytes of a row that a thread reads or writes alone
WIDE = 16  # columns of a result from which a block writes them together
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
    size = 8 if real == "double" else 4
    found = []
    for k, (layout, operand) in enumerate(zip(layouts, [*inputs, *outputs], strict=True)):
        wide = operand.columns * size > NARROW
        if layout == ROWS:
            layout = TILE if wide else ROWS
        elif layout == ALIGNED:
            layout = COLUMN_TILE if wide and k >= len(inputs) and operand.columns > WIDE else COLUMNS
        found.append(layout)
    waiting = alive(tape)
    block = 64 if waiting > MANY else 128
    return Plan(tuple(found), block)


def course_plan(tape: Tape, real: str) -> tuple[Plan, bool]:
    """The plan of a march, and whether its stages are written one after the other."""
    return Plan((), 128), False


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
