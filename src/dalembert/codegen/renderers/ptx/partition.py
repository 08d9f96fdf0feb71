"""Partition of a tape among the warps of a block, for programs with more live values than a thread has registers.

The dynamics of a kinematic tree consists of an inward sweep over each limb, a small core where the limbs meet, and an
outward sweep:

    inward    a value that depends on the inputs of one limb is computed by that limb's warp
    core      a value that depends on several limbs and feeds several is computed by one warp
    outward   a value that feeds the results of one limb is computed by that limb's warp

The many values that are live between the two sweeps are thus distributed over the registers of several warps. If one
warp computes a value and another warp reads it, the value passes through shared memory, with a barrier in between:

    stage(v) = max over the operands a of v:  stage(a) + (1 if another warp computes a)

Limbs are derived from the tape. Inputs on which the same value depends belong to the same limb. The exceptions are
inputs that several limbs share: the coordinates of the joints between the limbs. Every warp computes the cheap values
that depend only on common inputs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from heapq import heapify, heappop, heappush
from itertools import chain
from operator import or_
from typing import NamedTuple

from dalembert.codegen.renderers.ptx.twins import CORE, Limb, Twins, settled, twins
from dalembert.codegen.tape import TRIGONOMETRIC, Instruction, Tape, Wiring
from dalembert.graph import Op

Slots = tuple[int, ...]
Set = int  # set of inputs, outputs or limbs, with one bit each
COMMON = 0.6  # largest fraction of the inputs that may be common to several limbs


@dataclass(frozen=True)
class Part:
    """Work of one warp: the slots of each stage in order, and the indices of the outputs that the warp stores."""

    stages: tuple[Slots, ...]
    outputs: Slots

    @property
    def slots(self) -> Slots:
        """Slots in all stages of this part, in the order of computation."""
        return tuple(chain.from_iterable(self.stages))


class SharedRows(NamedTuple):
    """Rows of shared memory with 32 numbers each: the row of each value that passes between parts, then cosines and
    sines from the loop. In shared memory, sines overwrite their angles."""

    numbers: dict[int, int]
    replacing: dict[int, int]  # sines, and the columns of the angles
    turned: frozenset[int]  # sines and cosines from the loop
    angles: list[int]
    size: int  # number of rows


@dataclass(frozen=True)
class Partition:
    """Parts of a tape, and the shared-memory position of each value that is passed between parts.

    If two warps run one program (`twins`), the first part is this program. The second part is the core, which one of
    the two warps computes between the two stages of the program.
    """

    tape: Tape
    parts: tuple[Part, ...]
    crossing: dict[int, int]
    negated: frozenset[int] = frozenset()  # crossing values that are stored with the opposite sign
    twins: Twins | None = None

    @cached_property
    def live(self) -> Slots:
        """Return, for each part, the largest number of simultaneously live values."""
        return tuple(waiting(self.tape, part.slots) for part in self.parts)

    def rows(self, columns: int, staged: bool) -> SharedRows:
        """Assign rows of shared memory. A loop computes the sines and cosines of the first `columns` inputs.

        The input that signals NaN in unread inputs (`Tape.gate`) is excluded.
        """
        tape = self.tape
        read = [(slot, *x) for slot, x in tape.by_slot.items()]
        sines = [x for x in read if x[1] in TRIGONOMETRIC and x[2][0] < columns and x[2][0] != tape.gate]
        angles = sorted({args[0] for *_, args in sines})
        others = {a for _, op, args in read if op not in TRIGONOMETRIC for a in args}.union(tape.outputs)
        replaced = staged and others.isdisjoint(angles) and any(op is Op.SIN for _, op, _ in sines)
        count = len(set(self.crossing.values()))
        numbers, replacing = dict(self.crossing), {}
        for slot, op, (angle,) in sines:
            if op is Op.SIN and replaced:
                replacing[slot] = angle
                numbers.pop(slot, None)
            else:
                numbers[slot] = count + angles.index(angle) + (len(angles) if op is Op.SIN else 0)
        count += len(angles) * (1 if replaced else 2)
        return SharedRows(numbers, replacing, frozenset(x[0] for x in sines), angles, count)

    @property
    def work(self) -> Slots:
        """Count the instructions of each part."""
        return tuple(len(part.slots) for part in self.parts)


def waiting(tape: Tape, order: Sequence[int]) -> int:
    """Return the largest number of live values for this order of slots. Values from other parts are loaded at their
    first use."""
    number = {slot: i for i, slot in enumerate(order)}
    args: list[Slots] = [()] * len(order)
    constants = []
    for i, slot in enumerate(order):
        found = []
        for a in tape.by_slot[slot].args:
            if a not in number:
                number[a] = len(args)
                args.append(())
                if a in tape.constant_slots:
                    constants.append(number[a])
            found.append(number[a])
        args[i] = tuple(found)
    return Wiring(args, constants).waiting(range(len(order)))


@lru_cache(maxsize=8)
def divide(tape: Tape, warps: int) -> Partition | None:
    """Divide a tape among the given number of warps, or return None if the tape has too few limbs.

    Limbs and the core are assigned in order of decreasing work, each to the warp with the least work so far.
    """
    owner = _owned(tape)
    work = Counter(x for x in owner if x is not None)
    if len(work) < warps:
        return None
    load, warp = [0] * warps, {}
    for limb in sorted(work, key=lambda x: (-work[x], x)):
        warp[limb] = load.index(min(load))
        load[warp[limb]] += work[limb]
    return _staged(tape, [None if x is None else warp[x] for x in owner], warps)


@lru_cache(maxsize=2)
def share(tape: Tape) -> Partition | None:
    """Divide a tape between two warps that run one program, or return None if too few limbs have the same shape."""
    owner, numbers = settled(tape, _owned(tape)), dict[object, int]()
    alike: dict[object, list[int]] = defaultdict(list)
    for number in sorted({x for x in owner if x is not None} - {CORE}):
        alike[Limb(tape, owner, [number]).shape(numbers)].append(number)
    pairs = [pair for found in alike.values() for pair in zip(found[::2], found[1::2], strict=False)]
    limbs = [Limb(tape, owner, x) for x in zip(*pairs, strict=True)]
    common = twins(tape, *limbs) if limbs and len({*tape.outputs}) == len(tape.outputs) else None
    if common is None:
        return None
    # of a limb's slot: that of the program, the sign, the one not negated
    program: dict[int, tuple[int, int, int]] = {}
    for slot, pair in common.own.items():
        program |= {pair.second: (slot, pair.sign, pair.second), slot: (slot, 0, slot)}
    for limb in limbs:
        program |= {x: (program[y][0], program[y][1] ^ sign, y) for x, (y, sign) in limb.root.items()}
    read = {slot: [common.leaves[-1 - a] for a in x.args if a < 0] for slot, x in common.instructions.items()}
    core = [slot for slot in tape.by_slot if owner[slot] is not None and slot not in program]
    sent = {a for slot in core for a in tape.by_slot[slot].args if a in program}
    received = [x for leaf in common.leaves for x in leaf[:2] if owner[x] is not None]
    late: set[int] = set()  # slots after the core
    for slot in sorted(read):
        given = {x for leaf in read[slot] for x in leaf[:2]}
        if not given.isdisjoint(received) or not late.isdisjoint(common.instructions[slot].args):
            late.add(slot)
    if not program.keys().isdisjoint(received) or any(program[a][0] in late for a in sent):
        return None
    crossing: dict[int, int] = {}
    for a in [*sorted(x for b in sent for x in common.own[program[b][0]][:2]), *received]:
        crossing.setdefault(a, len(crossing))
    crossing |= {a: crossing[program[a][2]] for a in sent}
    both: dict[int, Instruction] = {}  # instructions with the operands of both warps
    for slot, x in common.instructions.items():
        leaves = [a for leaf in read[slot] for a in leaf[:2]]
        both[slot] = Instruction(x.op, (*(a for a in x.args if a >= 0), *leaves))
    wide = tape.with_instructions(both)
    early = [*(read.keys() - late), *_common(wide, owner, read)]
    others = tuple(i for i in range(len(tape.outputs)) if tape.outputs[i] not in program)
    core += _common(tape, owner, [*core, *(tape.outputs[i] for i in others)])
    parts = (
        Part(_ordered(wide, [sorted(early), sorted(late)]), tuple(common.outputs)),
        Part(_ordered(tape, [sorted(core)]), others),
    )
    negated = frozenset(a for a in crossing if a in program and program[a][1])
    return Partition(tape, parts, crossing, negated, common)


def _common(tape: Tape, owner: Sequence[int | None], slots: Iterable[int]) -> list[int]:
    """Return the slots that every warp computes and that some slots need."""
    own = set(slots)
    read = own | {a for slot in own & tape.by_slot.keys() for a in tape.by_slot[slot].args}
    found = []
    for slot, (_, args) in reversed(tape.by_slot.items()):
        if slot in read and owner[slot] is None:
            found.append(slot)
            read.update(args)
    return found


@lru_cache(maxsize=2)
def _owned(tape: Tape) -> tuple[int | None, ...]:
    """Return the limb or core that each slot belongs to, or None for slots that every warp computes."""
    depends, feeds = _depends(tape), tape.outputs_from()
    found = _limbs(tape, depends)
    if found is None:
        return (None,) * len(depends)
    common, limbs = found
    limbs_of = [_touched(limbs, x & ~common) for x in depends]
    return tuple(_owners(tape, limbs_of, _outputs(tape, limbs_of, feeds), feeds))


def _depends(tape: Tape) -> list[Set]:
    """Return the inputs on which each slot depends."""
    found = [1 << i for i in range(tape.inputs)] + [0] * len(tape.constants)
    for _, args in tape.instructions:
        found.append(reduce(or_, (found[a] for a in args)))
    return found


def _limbs(tape: Tape, depends: Sequence[Set]) -> tuple[Set, list[Set]] | None:
    """Return the common inputs and the inputs of each limb, for the partition with the shortest critical path.

    Inputs are connected by every value that depends on at most a given number of inputs. The most connected inputs
    become common, one at a time, until the remaining inputs separate into limbs.
    """
    work = Counter(depends[tape.first :])
    smallest = _smallest(tape.inputs, work)
    best, least = None, len(tape.instructions)
    for size in sorted({x.bit_count() for x in work}):
        largest: list[Set] = []
        for x in sorted((x for x in work if x.bit_count() <= size), key=lambda x: (-x.bit_count(), x)):
            if not any(x | y == y for y in largest):
                largest.append(x)
        near = [0] * tape.inputs
        for x in largest:
            for i in _bits(x):
                near[i] |= x
        order = sorted(range(tape.inputs), key=lambda i: (-near[i].bit_count(), i))
        common = 0
        for at, i in enumerate(order[: int(COMMON * tape.inputs)]):
            if not at or near[i].bit_count() < near[order[at - 1]].bit_count():
                limbs = _completed(_connected(x & ~common for x in largest), common, smallest)
                time = _in_sequence(work, common, limbs)
                if len(limbs) > 1 and time < least:
                    best, least = (common, limbs), time
            common |= 1 << i
    return best


def _smallest(inputs: int, sets: Iterable[Set]) -> list[Set]:
    """Return, for each input, the smallest set of inputs that occurs together with this input in a value."""
    found = [0] * inputs
    for x in sorted(sets, key=lambda x: (x.bit_count(), x), reverse=True):
        if x & (x - 1):
            for i in _bits(x):
                found[i] = x
    return found


def _completed(limbs: list[Set], common: Set, smallest: Sequence[Set]) -> list[Set]:
    """Add to each limb the inputs that are first combined with inputs of this limb only."""
    left = [i for i in range(len(smallest)) if smallest[i] and not any(x >> i & 1 for x in [common, *limbs])]
    for i in sorted(left, key=lambda i: (smallest[i].bit_count(), i)):
        near = [k for k, limb in enumerate(limbs) if limb & smallest[i]]
        if len(near) == 1:
            limbs[near[0]] |= 1 << i
    return limbs


def _in_sequence(work: Counter[Set], common: Set, limbs: Sequence[Set]) -> int:
    """Count the instructions on the critical path, which consists of the largest limb and all instructions outside the
    limbs. Common instructions are counted for every limb."""
    own, rest = [0] * len(limbs), 0
    for depends, count in work.items():
        touched = _touched(limbs, depends & ~common)
        if touched and not touched & (touched - 1):
            own[touched.bit_length() - 1] += count
        else:
            rest += count if touched else 2 * count
    return max(own, default=0) + rest


def _bits(x: Set) -> list[int]:
    found = []
    while x:
        low = x & -x
        found.append(low.bit_length() - 1)
        x ^= low
    return found


def _connected(sets: Iterable[Set]) -> list[Set]:
    """Merge sets with common elements, and return the resulting disjoint unions."""
    found: list[Set] = []
    for x in sets:
        apart = []
        for y in found:
            if x & y:
                x |= y
            else:
                apart.append(y)
        found = [*apart, x] if x else apart
    return sorted(found)


def _touched(limbs: Sequence[Set], inputs: Set) -> Set:
    """Return the limbs that contain at least one of these inputs, plus two marker entries if some inputs are in no
    limb."""
    found = 0
    for i, limb in enumerate(limbs):
        if inputs & limb:
            found |= 1 << i
            inputs &= ~limb
    return found | (3 << len(limbs) if inputs else 0)


def _outputs(tape: Tape, limbs_of: Sequence[Set], feeds: Sequence[Set]) -> list[int]:
    """Return the limb that computes each output, or the core.

    A value is evidence for a limb if it combines several limbs, reads a value of this limb, and affects few outputs.
    """
    votes: list[dict[int, float]] = [defaultdict(float) for _ in tape.outputs]
    for slot, (_, args) in tape.by_slot.items():
        own = limbs_of[slot]
        read = {_one(limbs_of[a]) for a in args if limbs_of[a]} if own & (own - 1) else {_one(own)} if own else set()
        fed = _bits(feeds[slot])
        for i in fed:
            for limb in read - {CORE}:
                votes[i][limb] += 1 / len(fed) ** 2
    return [max(x, key=lambda limb: (x[limb], -limb)) if x else CORE for x in votes]


def _one(limbs: Set) -> int:
    return CORE if limbs & (limbs - 1) else limbs.bit_length() - 1


def _owners(tape: Tape, limbs_of: Sequence[Set], outputs: Sequence[int], feeds: Sequence[Set]) -> list[int | None]:
    """Return the limb or core that computes each slot, or None for slots that every warp computes."""
    found: list[int | None] = [None] * tape.first
    for slot in tape.by_slot:
        limbs = limbs_of[slot]
        one = _one(limbs) if limbs else None
        fed = {outputs[i] for i in _bits(feeds[slot])} if one == CORE else set()
        found.append(fed.pop() if len(fed) == 1 else one)
    return found


def _staged(tape: Tape, owner: Sequence[int | None], warps: int) -> Partition:
    """Divide the slots of each part into stages."""
    stage = [0] * len(owner)
    for slot, (_, args) in tape.by_slot.items():
        if owner[slot] is not None:
            stage[slot] = max([stage[a] + (owner[a] is not None and owner[a] != owner[slot]) for a in args], default=0)
    stages = max(stage) + 1
    writes: list[list[int]] = [[] for _ in range(warps)]
    for i, slot in enumerate(tape.outputs):
        writes[owner[slot] or 0].append(i)
    crossing: dict[int, int] = {}
    for slot, (_, args) in tape.by_slot.items():
        for a in args:
            if owner[slot] is not None and owner[a] is not None and owner[a] != owner[slot]:
                crossing.setdefault(a, len(crossing))
    parts = []
    for warp in range(warps):
        own = [slot for slot in tape.by_slot if owner[slot] == warp]
        slots = sorted([*own, *_common(tape, owner, [*own, *(tape.outputs[i] for i in writes[warp])])])
        ordered = _ordered(tape, [[s for s in slots if stage[s] == k] for k in range(stages)])
        parts.append(Part(ordered, tuple(writes[warp])))
    return Partition(tape, tuple(parts), crossing)


def _ordered(tape: Tape, stages: Sequence[Sequence[int]]) -> tuple[Slots, ...]:
    """Return the slots of each stage in an order that keeps few values live."""
    found: list[Slots] = []
    later: set[int] = set()  # values that later stages read
    for slots in reversed(stages):
        found.append(tuple(_order(tape, slots, later)))
        later |= {a for slot in slots for a in _operands(tape, slot)}
    return tuple(reversed(found))


def _order(tape: Tape, slots: Sequence[int], later: set[int]) -> list[int]:
    """Order the slots of a stage to keep few values live.

    Sines and cosines are computed first. The other slots are ordered from last to first. Each step places the slot that
    leaves the fewest live values before it. Among equal candidates, the slot with the fewest dependencies is chosen, so
    that long chains start early.
    """
    inside = set(slots)
    early = {slot for slot in slots if tape.by_slot[slot].op in TRIGONOMETRIC}
    for slot in reversed(slots):
        if slot in early:
            early.update(a for a in _operands(tape, slot) if a in inside)
    rest = [slot for slot in slots if slot not in early]
    operands = {slot: _operands(tape, slot) for slot in rest}
    users: dict[int, list[int]] = {}
    cone: dict[int, int] = {}
    for i, slot in enumerate(rest):
        cone[slot] = 1 << i
        for a in operands[slot]:
            cone[slot] |= cone.get(a, 0)
            users.setdefault(a, []).append(slot)
    size = {slot: x.bit_count() for slot, x in cone.items()}
    unplaced = {slot: len(users.get(slot, ())) for slot in rest}  # users that are not ordered yet
    waits = set(later)
    more = {slot: sum(a not in waits for a in operands[slot]) - (slot in waits) for slot in rest}  # more live values
    ready = [(more[slot], size[slot], -slot) for slot in rest if not unplaced[slot]]
    heapify(ready)
    order: list[int] = []
    placed: set[int] = set()
    while ready:
        count, _, name = heappop(ready)
        slot = -name
        if slot in placed or count != more[slot]:
            continue  # outdated entry of the heap
        placed.add(slot)
        order.append(slot)
        for a in operands[slot]:
            new = a not in waits
            waits.add(a)
            for x in users[a] if new else ():
                more[x] -= 1
                if not unplaced[x] and x not in placed:
                    heappush(ready, (more[x], size[x], -x))
            if a in unplaced:
                more[a] -= new
                unplaced[a] -= 1
                if not unplaced[a]:
                    heappush(ready, (more[a], size[a], -a))
    return [*(slot for slot in slots if slot in early), *reversed(order)]


def _operands(tape: Tape, slot: int) -> set[int]:
    """Return the operands of an instruction, except constants."""
    return {a for a in tape.by_slot[slot].args if a not in tape.constant_slots}
