"""Tapes: expression graphs as straight-line programs, which are the input of all renderers.

Every value has a slot: the inputs come first, then the constants, then one slot per instruction.

Instructions are in depth-first order. Among several depth-first orders, the order with the fewest live values is
chosen, to reduce register use. Angles and their sines and cosines are computed as early as possible, so that a renderer
can compute sines and cosines in groups. Nodes are numbered before sorting, because sorting integers takes only a third
of the time. Negations are moved to operations in which they cost nothing: −(a − b) = b − a, −(k·a) = (−k)·a.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import accumulate, chain
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.finding.finding import SymbolName
from dalembert.graph import Node, Op, Operations, Scalar, topological
from dalembert.graph.count import KIND
from dalembert.graph.node import build, const, intern

ArrayShape = tuple[int, ...]
GraphInputs = Sequence[tuple[str, ArrayShape, Sequence[Node]]]
GraphOutputs = Sequence[tuple[str, ArrayShape, Sequence[Scalar]]]
Args = Sequence[tuple[int, ...]]  # operands of each value
TRIGONOMETRIC = (Op.SIN, Op.COS)


class Numbered:
    """Numbered nodes of the graph that the results depend on."""

    def __init__(self, results: Sequence[Node]) -> None:
        self.nodes = topological(results)
        self.number = {node: i for i, node in enumerate(self.nodes)}
        self.args = [tuple(map(self.number.__getitem__, node.args)) for node in self.nodes]
        self.results = [self.number[x] for x in results]

    def order(self) -> list[int]:
        """Return the order of nodes with the fewest live values.

        The candidate orders visit operands in graph order or by register need, starting from the first or the last
        result.
        """
        early, need = self._angles(), self._registers()
        constants = [i for i, node in enumerate(self.nodes) if node.op is Op.CONST]
        orders = [
            _depth_first(self.args, [*early, *self.results], [0] * len(need)),
            _depth_first(self.args, [*early, *self.results], need),
            _depth_first(self.args, [*early, *reversed(self.results)], need),
        ]
        wiring = Wiring(self.args, constants)
        return min(orders, key=wiring.waiting)

    def _angles(self) -> list[int]:
        """Yield each generation of angles, followed by the sines and cosines of these angles."""
        generation = [0] * len(self.nodes)
        groups: dict[int, dict[int, list[int]]] = {}
        for i, args in enumerate(self.args):
            before = max([generation[a] for a in args], default=0)
            if self.nodes[i].op in TRIGONOMETRIC:
                groups.setdefault(before, {}).setdefault(args[0], []).append(i)
                before += 1
            generation[i] = before
        early: list[int] = []
        for _, group in sorted(groups.items()):
            early.extend(group)
            for pair in group.values():
                early.extend(sorted(pair, key=lambda i: self.nodes[i].op is Op.COS))
        return early

    def _registers(self) -> list[int]:
        """Return the number of registers that each node needs, as if no value were shared  [sethi1970].

        The operand with the highest register need is computed first. Each operand that has to be stored until the next
        operand is computed occupies one additional register.
        """
        need = [0] * len(self.nodes)
        for i, args in enumerate(self.args):
            if len(args) == 2 and args[0] != args[1]:  # the usual case
                a, b = need[args[0]], need[args[1]]
                need[i] = a if a > b else b + (a == b)
            else:
                operands = sorted([need[a] for a in set(args)], reverse=True)
                leaf = int(self.nodes[i].op is Op.SYMBOL)
                need[i] = max([n + k for k, n in enumerate(operands)], default=leaf)
        return need


def _depth_first(args: Args, roots: Sequence[int], weight: Sequence[int]) -> list[int]:
    """Sort numbered nodes topologically, like `graph.topological`. Operands with a higher register need come first."""
    order: list[int] = []
    done = bytearray(len(args))
    stack = [*reversed(roots)]
    while stack:
        value = stack.pop()
        if done[value]:
            continue
        waits_for = [a for a in args[value] if not done[a]]
        if not waits_for:
            done[value] = True
            order.append(value)
            continue
        stack.append(value)
        if len(waits_for) == 2:  # the usual case
            a, b = waits_for
            stack += (b, a) if weight[a] >= weight[b] else (a, b)
        else:
            waits_for.sort(key=weight.__getitem__, reverse=True)
            stack += reversed(waits_for)
    return order


class Wiring:
    """Operands and users of each value on the tape."""

    def __init__(self, args: Args, constants: Iterable[int]) -> None:
        sizes = np.fromiter(map(len, args), int, len(args))
        self._made = sizes > 0
        self._inputs = ~self._made
        self._inputs[[*constants]] = False
        self._reader = np.repeat(np.arange(len(args)), sizes)
        self._read = np.fromiter(chain.from_iterable(args), int, int(sizes.sum()))

    def waiting(self, order: Sequence[int]) -> int:
        """Return the largest number of live values in this order.

        Inputs are read at their first use, and constants need no register.
        """
        placed: NDArray[Any] = np.asarray(order, int)
        steps = placed[self._made[placed]]
        if not len(steps):
            return 0
        first = np.full(len(self._made), len(steps))
        first[steps] = np.arange(len(steps))
        last, use = first.copy(), first[self._reader]
        last[self._read] = 0
        np.maximum.at(last, self._read, use)
        np.minimum.at(first, self._read, use)
        waits = self._made | self._inputs
        begins, ends = (np.bincount(x[waits], minlength=len(steps) + 1)[: len(steps)] for x in (first, last))
        return int((np.cumsum(begins) - np.cumsum(ends) + ends).max())


_DEEPEST = 6  # depth to which a sign is moved down


class Operand(NamedTuple):
    """Argument or result of a program, with its name and the shape of its value for one state."""

    name: str
    shape: ArrayShape

    @property
    def columns(self) -> int:
        """Number of entries of the operand for each state."""
        return math.prod(self.shape)


Operands = Sequence[Operand]
T = TypeVar("T")


def labelled(side: GraphOutputs) -> tuple[Operand, ...]:
    """Return the operands of one side of a graph."""
    return tuple(Operand(label, tuple(shape)) for label, shape, _ in side)


def split(values: Sequence[T], operands: Operands) -> list[tuple[Operand, list[T]]]:
    """Assign consecutive values to operands, and return each operand with its values."""
    return [(x, list(values[at : at + x.columns])) for x, at in starts(operands)]


def starts(operands: Operands) -> list[tuple[Operand, int]]:
    """Return each operand with the index of its first entry on the tape."""
    ends = accumulate(x.columns for x in operands)
    return [(x, end - x.columns) for x, end in zip(operands, ends, strict=True)]


class Instruction(NamedTuple):
    """Operation `op` applied to the values in the slots `args`."""

    op: Op
    args: tuple[int, ...]


@dataclass(frozen=True)
class Tape:
    """Straight-line program. The slots 0 … inputs − 1 contain the inputs. The constants and the results of the
    instructions follow."""

    inputs: int
    constants: tuple[float, ...]
    instructions: tuple[Instruction, ...]
    outputs: tuple[int, ...]

    @property
    def first(self) -> int:
        """Slot that contains the result of the first instruction."""
        return self.inputs + len(self.constants)

    @cached_property
    def by_slot(self) -> dict[int, Instruction]:
        """Instruction that computes each slot, in order."""
        return dict(enumerate(self.instructions, self.first))

    @cached_property
    def constant_slots(self) -> dict[int, float]:
        """Constant in each slot that contains a constant."""
        return dict(enumerate(self.constants, self.inputs))

    def with_instructions(self, others: Mapping[int, Instruction]) -> Tape:
        """Return the tape in which other instructions compute some slots."""
        return replace(self, instructions=tuple((self.by_slot | dict(others)).values()))

    @cached_property
    def operations(self) -> Operations:
        """Number of arithmetic operations per state."""
        kinds = Counter(KIND.get(op, "other") for op, _ in self.instructions if op not in TRIGONOMETRIC)
        angles = {args for op, args in self.instructions if op in TRIGONOMETRIC}
        return Operations(sincos=len(angles), **kinds)

    def outputs_from(self, chosen: bool = True) -> list[int]:
        """Return a bit mask for each slot that marks the outputs that depend on the slot.

        If `chosen` is False, the two values from which a `select` operation chooses do not count as operands.
        """
        found = [0] * (self.first + len(self.instructions))
        for i, slot in enumerate(self.outputs):
            found[slot] |= 1 << i
        for slot, (op, args) in reversed(self.by_slot.items()):
            for a in args if chosen or op is not Op.SELECT else args[:2]:
                found[a] |= found[slot]
        return found

    @cached_property
    def _seen(self) -> list[int]:
        """Outputs, as a bit mask per slot, that are NaN whenever the slot is NaN, regardless of the selections."""
        return self.outputs_from(chosen=False)

    @cached_property
    def shown(self) -> frozenset[int]:
        """Slots for which NaN makes at least one output NaN."""
        return frozenset(slot for slot, outputs in enumerate(self._seen) if outputs)

    @property
    def hidden(self) -> list[tuple[int, bool]]:
        """Inputs from which NaN does not reach any output, and whether any instruction or output reads each of them."""
        read = {slot for _, args in self.instructions for slot in args} | set(self.outputs)
        return [(slot, slot in read) for slot in range(self.inputs) if slot not in self.shown]

    @cached_property
    def gate(self) -> int | None:
        """Input for which NaN makes every output NaN, or None."""
        every = (1 << len(self.outputs)) - 1
        return next((slot for slot in reversed(range(self.inputs)) if self._seen[slot] == every), None)

    def runs(self, slots: Iterable[int] | None = None) -> list[tuple[bool, list[tuple[int, Instruction]]]]:
        """Yield runs of consecutive instructions. Sines and cosines (True) form separate runs without mutual
        dependencies.
        """
        found: list[tuple[bool, list[tuple[int, Instruction]]]] = []
        own: set[int] = set()
        for slot in self.by_slot if slots is None else slots:
            instruction = self.by_slot[slot]
            trigonometric = instruction.op in TRIGONOMETRIC
            if not found or found[-1][0] != trigonometric or (trigonometric and instruction.args[0] in own):
                found.append((trigonometric, []))
                own = set()
            found[-1][1].append((slot, instruction))
            own.add(slot)
        return found

    @cached_property
    def alive(self) -> int:
        """Largest number of simultaneously live values."""
        args = [()] * self.first + [x.args for x in self.instructions]
        return Wiring(args, range(self.inputs, self.first)).waiting(range(len(args)))

    @cached_property
    def digest(self) -> str:
        """Hash of the program, which is identical in all processes and on all machines."""
        constants = ",".join([x.hex() for x in self.constants])
        body = ";".join([f"{op.value} {','.join(map(str, args))}" for op, args in self.instructions])
        return sha256(f"{self.inputs}|{constants}|{body}|{self.outputs}".encode()).hexdigest()


def tape(inputs: Sequence[Node], outputs: Sequence[Scalar]) -> Tape:
    """Compile a graph to the straight-line program that computes the outputs from the inputs."""
    graph = Numbered([x if isinstance(x, Node) else const(x) for x in _settle(outputs)])
    order = graph.order()
    slots = {node: slot for slot, node in enumerate(inputs)}
    place = [slots.get(node, -1) for node in graph.nodes]
    unbound = sorted(n.value for n in graph.nodes if n.op is Op.SYMBOL and n not in slots)
    if unbound:
        raise finding.UnboundInputs(tuple(map(SymbolName, unbound))).error()
    constants: dict[float, int] = {}
    for i in order:
        if graph.nodes[i].op is Op.CONST:
            place[i] = len(inputs) + constants.setdefault(float(graph.nodes[i].value), len(constants))
    slot = len(inputs) + len(constants)
    program = []
    for i in order:
        if graph.args[i]:
            program.append(Instruction(graph.nodes[i].op, tuple([place[a] for a in graph.args[i]])))
            place[i] = slot
            slot += 1
    return Tape(len(inputs), tuple(constants), tuple(program), tuple([place[i] for i in graph.results]))


def tape_of(inputs: GraphInputs, outputs: GraphOutputs) -> Tape:
    """Compile a graph with labelled inputs and outputs to a tape."""
    return tape([x for *_, entries in inputs for x in entries], [x for *_, entries in outputs for x in entries])


def unlabelled(operands: GraphOutputs) -> tuple[tuple[str, ArrayShape, tuple[()]], ...]:
    """Return the labels and shapes of operands without the symbols of the graph, so that they can be pickled."""
    return tuple((label, shape, ()) for label, shape, _ in operands)


def _settle(outputs: Sequence[Scalar]) -> list[Scalar]:
    """Replace π by its value, and move negations to operations in which they cost nothing."""
    order = topological(outputs)
    uses = Counter(a for node in order for a in node.args)
    uses.update(x for x in outputs if type(x) is Node)
    new: dict[Node, Scalar] = {}  # replacements of nodes
    for node in order:
        result: Scalar = node
        if node.op is Op.PI:
            result = math.pi
        elif not new.keys().isdisjoint(node.args):
            result = build(node.op, *[new.get(a, a) for a in node.args])
            if type(result) is Node:
                uses[result] = max(uses[result], uses[node])
        if type(result) is Node and result.op is Op.NEG:
            free = _negated(result.args[0], uses)
            result = result if free is None else free
        if result is not node:
            new[node] = result
    return [new.get(x, x) if type(x) is Node else x for x in outputs]


def _negated(node: Node, uses: Counter[Node], depth: int = 0) -> Node | None:
    """Return −node without an additional operation, provided that no other node uses `node`."""
    op = node.op
    if op is Op.CONST:
        return const(-node.value)
    if uses[node] > 1 or depth > _DEEPEST or op not in (Op.SUB, Op.ADD, Op.MUL, Op.DIV):
        return None
    a, b = node.args
    if op is Op.SUB:
        return intern(op, (b, a))
    for x, y in ((a, b), (b, a)):
        minus = _negated(x, uses, depth + 1)
        if minus is not None:
            if op is Op.ADD:
                return intern(Op.SUB, (minus, y))
            return intern(op, (minus, y) if x is a else (y, minus))
    return None


@dataclass(frozen=True)
class TapeFunction:
    """Tape with named operands. The inputs are stored consecutively, each in C order, and so are the outputs."""

    name: str
    tape: Tape
    inputs: tuple[Operand, ...]
    outputs: tuple[Operand, ...]

    @property
    def operands(self) -> tuple[Operand, ...]:
        """Inputs, followed by outputs."""
        return self.inputs + self.outputs
