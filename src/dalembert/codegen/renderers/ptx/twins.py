"""Limbs with the same structure, such as left and right legs, which two warps compute with one program.

The programs of two such limbs differ in constants, in the inputs that they read and in signs, because limbs are often
mirror images. Both warps run the program of the first limb. Its operands from outside the limb are leaves: each leaf
stands for one value per warp. Some values of the second warp have the opposite sign:

    value in the second limb = (−1)^σ · value in the common program

The signs σ follow from linear equations modulo 2, one for every operation:

    c = a · b    σ(c) = σ(a) + σ(b)
    c = a ± b    σ(c) = σ(a) = σ(b) + (1 if the two limbs combine a and b with different signs)

The signs of leaves can be chosen freely. They are chosen so that most leaves have the same sign in both warps.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from dalembert.codegen.tape import Instruction, Tape
from dalembert.graph import Op

Owner = Sequence[int | None]
CORE = -1
SUM, EVEN = (Op.ADD, Op.SUB), (Op.COS, Op.ABS)
ROUNDS = 3  # rounds after which the colours of slots no longer change


class TwinPair(NamedTuple):
    """Slots of the two warps for one value of the program, and whether the second has the opposite sign."""

    first: int
    second: int
    sign: int


class Twins(NamedTuple):
    """Common program of two warps: the instructions of the first warp's limbs, in which the operand −1 − k is leaf k.
    `outputs` contains the indices of the outputs."""

    instructions: dict[int, Instruction]
    leaves: list[TwinPair]
    own: dict[int, TwinPair]
    outputs: dict[int, TwinPair]


class Limb:
    """Structure of limbs, independent of constants and signs."""

    def __init__(self, tape: Tape, owner: Owner, limbs: Sequence[int]) -> None:
        self.tape = tape
        self.root: dict[int, tuple[int, int]] = {}  # of a negated slot: the slot that is negated, and the sign
        self.args: dict[int, tuple[int, ...]] = {}
        for slot, (op, args) in tape.by_slot.items():
            if owner[slot] in limbs:
                if op is Op.NEG:
                    negated, sign = self.rooted(args[0])
                    self.root[slot] = negated, 1 - sign
                else:
                    self.args[slot] = args
        self.outputs = [i for limb in limbs for i, slot in enumerate(tape.outputs) if owner[slot] == limb]

    def rooted(self, slot: int) -> tuple[int, int]:
        """Return the slot without negations, and the sign."""
        return self.root.get(slot, (slot, 0))

    def op(self, slot: int) -> Op:
        return self.tape.by_slot[slot].op

    def operands(self, slot: int) -> list[tuple[int, int]]:
        """Return the operands without negations, each with its sign in the operation."""
        found = [self.rooted(a) for a in self.args[slot]]
        if self.op(slot) is Op.SUB:
            found[1] = found[1][0], 1 - found[1][1]
        return found

    def colours(self, numbers: dict[object, int]) -> dict[int, int]:
        """Number the slots by their structure, alternately from their operands and from the slots that use them."""

        def number(*key: object) -> int:
            return numbers.setdefault(key, len(numbers) + 1)

        colour: dict[int, int] = defaultdict(int)
        constants = self.tape.constant_slots
        for turn in range(2 * ROUNDS):
            if turn == ROUNDS:
                self._rank(colour)
            for slot in self.args:
                read = [-1 if a in constants else colour[a] for a, _ in self.operands(slot)]
                op = Op.ADD if self.op(slot) is Op.SUB else self.op(slot)
                colour[slot] = number(op, colour[slot], *(sorted(read) if op in (Op.ADD, Op.MUL) else read))
            feeds: dict[int, list[int]] = defaultdict(list)
            for i, output in enumerate(self.outputs):
                feeds[self.rooted(self.tape.outputs[output])[0]].append(-i)
            for slot in reversed(self.args):
                colour[slot] = number(colour[slot], *sorted(feeds.pop(slot, ())))
                for a, _ in self.operands(slot):
                    feeds[a].append(colour[slot])
            fed = {slot: sorted(by) for slot, by in feeds.items() if slot not in constants}
            colour |= {slot: number(colour[slot], *by) for slot, by in fed.items()}
        return colour

    def _rank(self, colour: dict[int, int]) -> None:
        """Assign different colours to products with different magnitudes of their constants."""
        sizes: dict[int, dict[float, list[int]]] = defaultdict(lambda: defaultdict(list))
        for slot, args in self.args.items():
            for a in args:
                if a in self.tape.constant_slots:
                    sizes[colour[slot]][abs(self.tape.constant_slots[a])].append(slot)
        for alike in sizes.values():
            for rank, (_, slots) in enumerate(sorted(alike.items())):
                colour |= {slot: colour[slot] + (rank << 32) for slot in slots}

    def shape(self, numbers: dict[object, int]) -> frozenset[tuple[int, int]]:
        """Return the number of slots per colour, which is equal for limbs with the same structure."""
        colour = self.colours(numbers)
        return frozenset(Counter(colour[slot] for slot in self.args).items())


def settled(tape: Tape, owner: Owner) -> list[int | None]:
    """Assign to the core the values that limbs with the same structure may compute differently.

    These values are sums of one value from a limb and one value from outside the limbs, and only the core reads them.
    An example is the inertia of the trunk. A negated value has the same owner as the value itself.
    """
    found = list(owner)
    for slot, (op, args) in tape.by_slot.items():
        found[slot] = found[args[0]] if op is Op.NEG else found[slot]
    readers: list[set[int | None]] = [set() for _ in owner]
    for slot in tape.outputs:
        readers[slot].add(None)
    for slot, (op, args) in reversed(tape.by_slot.items()):
        if op in SUM and readers[slot] == {CORE} and any(found[a] is None and a >= tape.inputs for a in args):
            found[slot] = CORE
        for a in args:
            readers[a].add(found[slot])
    return found


class Parity(dict[int, int]):
    """Linear equations modulo 2, indexed by the highest unknown of each equation. Bit 0 of a row is the constant term;
    the other bits are unknowns."""

    def zero(self, row: int) -> bool:
        """Require that a sum is zero, and return whether this is possible."""
        while row > 1 and row.bit_length() in self:
            row ^= self[row.bit_length()]
        if row > 1:
            self[row.bit_length()] = row
        return row != 1

    def free(self, unknowns: int) -> list[int]:
        """Express every unknown in terms of the free unknowns."""
        found = [1]
        for bit in range(1, unknowns + 1):
            row, left = 0, self.get(bit + 1, 0) & ~(1 << bit)
            while left:
                row ^= found[left.bit_length() - 1]
                left ^= 1 << left.bit_length() - 1
            found.append(row if bit + 1 in self else 1 << bit)
        return found[1:]

    def solution(self) -> int:
        """Return one solution, with one bit per unknown. Bit 0 is set and multiplies the constant terms."""
        known = 1
        for top in sorted(self):
            known |= parity(self[top] & known) << (top - 1)
        return known


def parity(row: int) -> int:
    return row.bit_count() & 1


def twins(tape: Tape, first: Limb, second: Limb) -> Twins | None:
    """Return the common program of two limbs with the same structure, or None if their signs are inconsistent."""
    numbers: dict[object, int] = {}
    colours, others = first.colours(numbers), second.colours(numbers)
    alike: dict[int, list[int]] = defaultdict(list)
    for slot in reversed(second.args):
        alike[others[slot]].append(slot)
    if Counter(colours[slot] for slot in first.args) != {colour: len(slots) for colour, slots in alike.items()}:
        return None  # each limb has its twin, but pairs of limbs exchange values in different ways
    own = {slot: alike[colours[slot]].pop() for slot in first.args}  # slots of one colour are paired in order
    names: dict[tuple[int, ...], int] = {}
    instructions = {slot: tape.by_slot[slot] for slot in first.root}
    signs: dict[int, int] = {}  # of slots, as rows; leaf k is unknown k + 1
    system, possible = Parity(), True
    for slot, args in first.args.items():
        op = first.op(slot)
        mine = first.operands(slot)
        theirs = second.operands(own[slot])
        if [others[b] for b, _ in theirs] != [colours[a] for a, _ in mine]:
            theirs.reverse()
        rows, given = [], []
        for k, (arg, (a, m), (b, n)) in enumerate(zip(args, mine, theirs, strict=True)):
            if a in first.args:
                possible &= own[a] == b
                given.append(arg)
            else:
                use = (slot, k) if a in tape.constant_slots else ()
                given.append(-1 - names.setdefault((a, b, *use), len(names)))
            rows.append((signs[a] if a in first.args else 1 << -given[-1]) ^ m ^ n)
        instructions[slot] = Instruction(op, tuple(given))
        signs[slot] = 0
        if op in SUM:
            possible &= system.zero(rows[0] ^ rows[1])
            signs[slot] = rows[0]
        elif op in (Op.MUL, Op.DIV, Op.SIN):
            signs[slot] = rows[0] ^ (0 if op is Op.SIN else rows[1])
        elif op not in EVEN:
            possible &= all(system.zero(row) for row in rows)
    wanted: Counter[int] = Counter()  # sums that would be zero if leaves had one sign
    for (a, b, *_), row in zip(names, system.free(len(names)), strict=True):
        if (opposite := _opposite(tape, a, b)) is not None:
            wanted[row ^ opposite] += 1
    for row in sorted(wanted, key=lambda row: (wanted[row ^ 1] - wanted[row], row)):
        system.zero(row)
    known = system.solution()
    leaves = [TwinPair(a, b, known >> k & 1) for k, (a, b, *_) in enumerate(names, 1)]
    outputs = {}
    for i, j in zip(first.outputs, second.outputs, strict=True):
        (a, m), (b, n) = first.rooted(tape.outputs[i]), second.rooted(tape.outputs[j])
        possible &= own.get(a) == b
        outputs[i] = TwinPair(i, j, m ^ n ^ parity(signs[a] & known))
    pairs = {slot: TwinPair(slot, own[slot], parity(signs[slot] & known)) for slot in own}
    return Twins(instructions, leaves, pairs, outputs) if possible else None


def _opposite(tape: Tape, a: int, b: int) -> bool | None:
    """Return whether two slots contain constants of opposite sign, or None if the magnitudes differ."""
    if a not in tape.constant_slots:
        return False
    x, y = (tape.constant_slots[slot] for slot in (a, b))
    return x == -y != y if abs(x) == abs(y) else None
