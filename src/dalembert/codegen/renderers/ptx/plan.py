"""Execution plan of a program on the GPU: threads per block, registers per thread, and the rows that use shared memory.

The number of live values determines how many registers a thread needs, given the order of the tape. A multiprocessor
has 65536 registers. With r registers per thread, 65536/r threads can run at the same time and hide each other's
latency. The threads of a warp read and write wide rows together through shared memory, instead of each accessing its
own row. GPUs with a copy engine have compute capability 9.0 or higher. On these GPUs, blocks iterate over the batch and
the copy engine moves all data (`program.render_stream`), unless the program has too few operations per number.

A program with many more live values than registers is divided among several warps (`partition`, `warps`). The
thresholds for this division are based on measurements on an H200. Values that do not fit in registers are spilled to
the first-level cache. Code beyond about 8000 instructions does not fit in the instruction cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import gcd

from dalembert.codegen.renderers.ptx.partition import divide, share
from dalembert.codegen.tape import Operands, Tape, TapeFunction

COLUMNS, ALIGNED, ROWS, STRIDED = "columns", "aligned columns", "rows", "strided"
STAGED = TILE, COLUMN_TILE = "tile", "column tile"  # rows and columns that use shared memory
GIVEN = "given rows"  # results in rows that the copy engine writes from shared memory
WARP = 32
ENGINE = 90  # compute capability that has the copy engine
NARROW = 64  # bytes of a row that a thread reads or writes by itself
# shared memory of a block in bytes, by compute capability; other GPUs have less
SHARED = {80: 160 << 10, 87: 160 << 10, 90: 200 << 10, 100: 200 << 10, 103: 200 << 10}
LEAST = 96 << 10
WIDE = 16  # number of columns of a result from which a block writes the columns together
MANY = 150  # live values from which registers are scarce, so arguments stay in shared memory
HEAD = 128  # bytes of shared memory for barriers, before the tiles of a block that iterates over the batch
PAIR = 112 << 10  # shared memory of a block in bytes that lets two blocks share a multiprocessor
MUCH = 16  # operations per argument or result entry from which blocks iterate over the batch; measured on an H200
WALKERS = 256  # threads of a block that iterates over the batch
THIRD = 168  # registers per thread if three blocks of 128 share a multiprocessor
BEYOND = 250  # number of live values for which THIRD registers are too few
ROOM = 800  # shared memory per state in bytes that lets two blocks of 128 share a multiprocessor
CHEAP = 20  # operations per number of the result below which writing dominates
DIVIDED = 550  # registers for live values from which several warps are faster than one
PARTS = (2, 3, 4)  # numbers of warps that can divide a program
CROSSING = 0.04  # largest fraction of values between parts: at most 0.03 in trees, at least 0.06 in parallel robots
SHARE = 0.75  # largest fraction of the instructions in one part
ENOUGH = {"float": 250, "double": 330}  # registers for the live values of a part that need not be reduced further
FEWER = 0.9  # fraction of the registers that another part must save to be worth its warps
TOGETHER = 128  # concurrent states per multiprocessor for float32
REGISTERS = 65536  # registers of a multiprocessor
ALL_SHARED = 227 << 10  # shared memory of a multiprocessor in bytes
SAME = 0.8  # least fraction of the instructions that belong to limbs of the same shape, if warps run one program
VECTOR = 128  # largest number of results of a divided program
LONGEST = 20_000  # largest number of instructions of a divided program; longer ones are cut (`thread`)
LONG_CODE = 5000  # instructions from which sines and cosines are computed in a loop, to shorten the code


@dataclass(frozen=True)
class Plan:
    """Plan of a kernel: the layout of each operand, the threads per block, and the registers per thread (0 for no
    limit)."""

    layouts: tuple[str, ...]
    block: int = 128
    registers: int = 0
    ahead: int = 0  # number of states ahead for which inputs are prefetched
    walks: bool = False  # blocks iterate over the batch, and the copy engine moves their tiles
    turns: int = 1  # states of a tile per thread of a block
    parts: int = 1  # warps that divide the program of a state
    twins: bool = False  # the warps run one program
    loops: bool = False  # sines and cosines are computed in a loop

    @property
    def tile(self) -> int:
        """Number of states that a block computes in one iteration."""
        return self.block * self.turns // self.parts


def choose(function: TapeFunction, real: str, layouts: Sequence[str], capability: int = 80) -> Plan:
    """Choose the kernel plan for operands stored in columns, in rows or with strides, on a GPU with this compute
    capability."""
    tape, inputs, outputs = function.tape, function.inputs, function.outputs
    if capability >= ENGINE and real == "float":
        walk = _walk(function, layouts)
        if walk is not None:
            return walk
    size = 8 if real == "double" else 4
    waiting = tape.alive
    long = len(tape.instructions) > LONGEST or len(tape.outputs) > VECTOR
    if capability >= ENGINE and waiting * size // 4 > DIVIDED and not long:
        divided = _divide(function, real, layouts)
        if divided is not None:
            return divided
    scarce = waiting > MANY
    cheap = tape.operations.total < CHEAP * len(tape.outputs)
    found = []
    for k, (layout, operand) in enumerate(zip(layouts, function.operands, strict=True)):
        result = k >= len(inputs)
        if layout == ROWS and (operand.columns * size > NARROW or (scarce and not result)):
            layout = TILE
        elif layout == ALIGNED:
            together = cheap and operand.columns > WIDE if result else scarce
            layout = COLUMN_TILE if together else COLUMNS
        found.append(layout)
    if capability >= ENGINE:
        found = _given(inputs, outputs, found, size)
    block = 128 if any(x.columns > WIDE for x in outputs) and GIVEN not in found else 64
    room = SHARED.get(capability, LEAST)
    each = _shared(tape, inputs, found, size)
    while block > WARP and each * block > room:
        block //= 2
    if each * block > room:
        alone = {TILE: STRIDED, COLUMN_TILE: COLUMNS}
        found[len(inputs) :] = [alone.get(x, x) for x in found[len(inputs) :]]
    thirds = THIRD if scarce and waiting < BEYOND and real == "float" else 0
    return Plan(tuple(found), block, thirds, ahead=_ahead(tape, inputs, found))


def _walk(function: TapeFunction, layouts: Sequence[str]) -> Plan | None:
    """Return the plan in which blocks iterate over the batch, or None if another plan is faster.

    This plan is suitable for programs whose results are about as wide as their arguments.
    """
    operands, work = function.operands, function.tape.operations.total
    narrow = all(x.columns <= WIDE for x in function.outputs)
    if work < MUCH * sum(x.columns for x in operands) or COLUMNS in layouts or not narrow:
        return None
    found = tuple(COLUMNS if x == ALIGNED else x for x in layouts)
    if set(found) == {STRIDED} or any(x == ROWS and y.columns % 8 == 0 for x, y in zip(found, operands, strict=True)):
        return None  # rows of 8 numbers would share memory banks
    for turns in (2, 1):
        plan = Plan(found, WALKERS, turns=turns, walks=True)
        if HEAD + 2 * buffer(function, plan, 4).bytes <= PAIR:
            return plan
    return None


def _divide(function: TapeFunction, real: str, layouts: Sequence[str]) -> Plan | None:
    """Return the plan with several warps per state. Return None if the tape has no limbs or the limbs exchange too many
    values.

    If possible, two warps run the same program and share the instruction cache, unless fewer states then fit on a
    multiprocessor.
    """
    size, parts, least, twins = 8 if real == "double" else 4, 0, 0, 0
    tape, inputs = function.tape, function.inputs
    length, common = len(tape.instructions), share(tape)
    if common is not None and 2 * common.work[0] > SAME * length and len(common.crossing) <= CROSSING * length:
        twins = 2
    for count in PARTS:
        found = divide(tape, count)
        if found is None or (parts and least <= ENOUGH[real]):
            break
        if len(found.crossing) > CROSSING * length or max(found.work) > SHARE * length:
            continue
        wanted = max(found.live) * size // 4
        if not parts or wanted < FEWER * least:
            parts, least = count, wanted
    across = [COLUMN_TILE] * len(inputs) + [COLUMNS] * len(function.outputs)  # instead of aligned columns
    layouts = tuple([{ROWS: TILE, ALIGNED: y}.get(x, x) for x, y in zip(layouts, across, strict=True)])
    staged = layouts[0] in STAGED
    best, most = None, 0
    for count, shared in ((twins, True), (parts, False)):
        if count:
            registers = 0 if real == "double" else min(REGISTERS // (TOGETHER * count) // 8 * 8, 255)
            ahead, loops = 0 if staged else 8192, length > LONG_CODE
            plan = Plan(layouts, WARP * count, registers, ahead, parts=count, twins=shared, loops=loops)
            resident = 8 // count if real == "double" else TOGETHER // WARP  # groups of 32 states per multiprocessor
            resident = min(ALL_SHARED // divided_bytes(tape, inputs, plan, size), resident)
            if resident > most:
                best, most = plan, resident
            if best is plan and real == "double" and not (staged or shared):
                best = replace(plan, block=plan.block * resident)  # their warps wait for arguments together
    return best


def divided_bytes(tape: Tape, inputs: Operands, plan: Plan, size: int) -> int:
    """Return an upper bound, in bytes, for the shared memory that a divided program needs for 32 states."""
    found = share(tape) if plan.twins else divide(tape, plan.parts)
    staged = plan.layouts[0] in STAGED
    passed = found.rows(inputs[0].columns if plan.loops else 0, staged).size if found else 0
    rows = len(set(tape.outputs)) + 1 if TILE in plan.layouts[len(inputs) :] else 0
    return WARP * size * (_staged(inputs, plan.layouts) + passed + rows)


def _staged(inputs: Operands, layouts: Sequence[str]) -> int:
    """Return an upper bound on the number of argument values per state that are stored in shared memory."""
    return sum(x.columns + 4 for x, layout in zip(inputs, layouts, strict=False) if layout in STAGED)


def _given(inputs: Operands, outputs: Operands, layouts: list[str], size: int) -> list[str]:
    """Return the layouts in which the copy engine writes rows, if all operands fit in shared memory and bank conflicts
    are few."""
    staged = sum(x.columns + 4 for x, layout in zip(inputs, layouts, strict=False) if layout == TILE)
    results = [x.columns for x, layout in zip(outputs, layouts[len(inputs) :], strict=True) if layout == TILE]
    if size * (staged + sum(results)) > ROOM or any(gcd(x, WARP) > 4 for x in results):
        return layouts
    return [*layouts[: len(inputs)], *(GIVEN if x == TILE else x for x in layouts[len(inputs) :])]


def _shared(tape: Tape, inputs: Operands, layouts: Sequence[str], size: int) -> int:
    """Return an upper bound, in bytes, on the shared memory for one state."""
    results = len(set(tape.outputs)) + 1 if any(x in STAGED for x in layouts[len(inputs) :]) else 0
    results += len(tape.outputs) if GIVEN in layouts else 0
    return size * (_staged(inputs, layouts) + results)


def _ahead(tape: Tape, inputs: Operands, layouts: Sequence[str]) -> int:
    """Return how many states ahead the arguments are prefetched, or 0 if the program has too few operations per input.
    The rule is based on measurements on an H200."""
    if GIVEN in layouts:
        return 8192
    layouts = layouts[: len(inputs)]
    work = tape.operations.total / max(tape.inputs, 1)
    if COLUMN_TILE in layouts or TILE in layouts:
        return 8192 if work > 100 else 0
    return 16384 if work > (25 if COLUMNS in layouts else 60) else 0


@dataclass(frozen=True)
class Buffer:
    """Offsets of operands in one of the two buffers of a block that iterates over the batch. `replaced` maps a result
    to the argument whose memory it reuses."""

    starts: tuple[int, ...]
    replaced: dict[int, int]
    bytes: int


def buffer(function: TapeFunction, plan: Plan, size: int) -> Buffer:
    """Assign to each result the memory of the last argument with the same shape and layout.

    A thread reads this argument before writing the result.
    """
    starts: list[int] = []
    replaced: dict[int, int] = {}
    at, inputs = 0, function.inputs
    for k, (x, layout) in enumerate(zip(function.operands, plan.layouts, strict=True)):
        free = {*range(len(inputs))} - {*replaced.values()} if k >= len(inputs) else set()
        alike = [i for i in sorted(free) if (inputs[i].columns, plan.layouts[i]) == (x.columns, layout)]
        if layout == STRIDED:
            starts.append(0)
        elif alike:
            replaced[k] = alike[-1]
            starts.append(starts[alike[-1]])
        else:
            starts.append(at)
            at += x.columns * plan.tile * size
    return Buffer(tuple(starts), replaced, at)
