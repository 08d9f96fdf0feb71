"""A graph as one linear program, the only thing a renderer reads.

A value lives in a slot: the inputs come first, then the constants, then one slot
an instruction. The order is depth first, and of a few such orders the one in
which the fewest values wait at once, so that registers suffice. Only the angles and
then their sines and cosines come as early as they can, together, so that a renderer
may compute them as a group.

Signs are moved where they cost nothing: −(a − b) = b − a, −(k·a) = (−k)·a.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from operator import is_not
from typing import NamedTuple, TypeVar

from dalembert.errors import UnboundSymbol
from dalembert.graph import Node, Op, Operations, Scalar, topological
from dalembert.graph.node import build, const, intern

T = TypeVar("T", bound=Hashable)
_TRIGONOMETRIC = (Op.SIN, Op.COS)
_KIND = {Op.MUL: "mul", Op.ADD: "add", Op.SUB: "add", Op.NEG: "add", Op.DIV: "div"}
_DEEPEST = 6  # how far a sign is followed down


class Operand(NamedTuple):
    """An argument or a result of a program: its name and the shape of one state's value."""

    name: str
    shape: tuple[int, ...]

    @property
    def columns(self) -> int:
        """Numbers in one state's value."""
        return math.prod(self.shape)


class Instruction(NamedTuple):
    """`op` applied to the values in the slots `args`."""

    op: Op
    args: tuple[int, ...]


@dataclass(frozen=True)
class Tape:
    """Slots 0 … inputs − 1 hold the inputs, then the constants, then the result of each instruction."""

    inputs: int
    constants: tuple[float, ...]
    instructions: tuple[Instruction, ...]
    outputs: tuple[int, ...]

    @property
    def first(self) -> int:
        """The slot of the first instruction."""
        return self.inputs + len(self.constants)

    @cached_property
    def operations(self) -> Operations:
        """What one state costs."""
        kinds = Counter(_KIND.get(op, "other") for op, _ in self.instructions if op not in _TRIGONOMETRIC)
        angles = {args for op, args in self.instructions if op in _TRIGONOMETRIC}
        return Operations(sincos=len(angles), **kinds)

    @cached_property
    def shown(self) -> frozenset[int]:
        """Slots in which NaN makes some output NaN, whatever the choices: not those read by a choice's sides alone."""
        found = set(self.outputs)
        for slot, (op, args) in reversed([*enumerate(self.instructions, self.first)]):
            if slot in found:
                found.update(args[:2] if op is Op.SELECT else args)
        return frozenset(found)

    @cached_property
    def gate(self) -> int | None:
        """An input that every output shows to be NaN, whatever the choices; None where there is none."""
        all_of_them = (1 << len(self.outputs)) - 1
        seen = [0] * (self.first + len(self.instructions))  # the outputs that show a slot, as bits
        for i, slot in enumerate(self.outputs):
            seen[slot] |= 1 << i
        for slot, (op, args) in reversed([*enumerate(self.instructions, self.first)]):
            for a in args[:2] if op is Op.SELECT else args:
                seen[a] |= seen[slot]
        return next((slot for slot in reversed(range(self.inputs)) if seen[slot] == all_of_them), None)

    @cached_property
    def alive(self) -> int:
        """The most values that wait at once to be used."""
        steps = [(slot, args) for slot, (_, args) in enumerate(self.instructions, self.first)]
        return _waiting(steps, range(self.inputs, self.first))

    @cached_property
    def digest(self) -> str:
        """The same for the same program, in every process and on every machine."""
        constants = ",".join([x.hex() for x in self.constants])
        body = ";".join([f"{op.value} {','.join(map(str, args))}" for op, args in self.instructions])
        return sha256(f"{self.inputs}|{constants}|{body}|{self.outputs}".encode()).hexdigest()


def tape(inputs: Sequence[Node], outputs: Sequence[Scalar]) -> Tape:
    """The program that computes the outputs from the inputs."""
    results = [x if isinstance(x, Node) else const(x) for x in _settle(outputs)]
    return _written(inputs, results, min(_orders(results), key=_alive))


def _alive(order: Sequence[Node]) -> int:
    """`Tape.alive` of the program in a given order."""
    return _waiting([(x, x.args) for x in order if x.args], [x for x in order if x.op is Op.CONST])


def _waiting(steps: Sequence[tuple[T, tuple[T, ...]]], constants: Iterable[T]) -> int:
    """The most values that wait at once, of (value, what it is made of) in order; inputs are read when they are first
    needed, constants never wait."""
    last = {x: at for at, (_, args) in enumerate(steps) for x in args}
    ends = [0] * len(steps)
    count = most = 0
    seen = set(constants)
    for at, (value, args) in enumerate(steps):
        for x in args:
            if x not in seen:
                seen.add(x)
                count += 1
                ends[last[x]] += 1
        seen.add(value)
        count += 1
        ends[last.get(value, at)] += 1
        if count > most:
            most = count
        count -= ends[at]
    return most


def _written(inputs: Sequence[Node], results: Sequence[Node], order: Sequence[Node]) -> Tape:
    """The program in a given order."""
    place = {node: slot for slot, node in enumerate(inputs)}
    unbound = sorted(n.value for n in order if n.op is Op.SYMBOL and n not in place)
    if unbound:
        raise UnboundSymbol(f"no input gives a value to {', '.join(unbound)}; bind the symbols or make them inputs")
    constants: dict[float, int] = {}
    for node in order:
        if node.op is Op.CONST:
            place[node] = len(inputs) + constants.setdefault(float(node.value), len(constants))
    slot = len(inputs) + len(constants)
    program = []
    for node in order:
        if node.args:
            program.append(Instruction(node.op, tuple([place[a] for a in node.args])))
            place[node] = slot
            slot += 1
    return Tape(len(inputs), tuple(constants), tuple(program), tuple([place[x] for x in results]))


def _settle(outputs: Sequence[Scalar]) -> list[Scalar]:
    """π becomes a number and signs go where they are free."""
    order = topological(outputs)
    uses = Counter(a for node in order for a in node.args)
    uses.update(x for x in outputs if type(x) is Node)
    new: dict[Node, Scalar] = {}
    for node in order:
        args = [new[a] for a in node.args]
        result: Scalar = node
        if node.op is Op.PI:
            result = math.pi
        elif any(map(is_not, args, node.args)):
            result = build(node.op, *args)
        if type(result) is Node:
            uses[result] = max(uses[result], uses[node])
            if result.op is Op.NEG:
                free = _negated(result.args[0], uses)
                result = result if free is None else free
        new[node] = result
    return [new[x] if type(x) is Node else x for x in outputs]


def _negated(node: Node, uses: Counter[Node], depth: int = 0) -> Node | None:
    """−node at the same cost as node, where nothing else needs node itself."""
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


def _orders(results: Sequence[Node]) -> Iterator[list[Node]]:
    """Depth first: as the graph has its operands, or those first that need more registers, also from the last output."""
    order = topological(results)
    early, need = _angles(order), _registers(order)
    yield topological([*early, *results])
    yield topological([*early, *results], need)
    yield topological([*early, *reversed(results)], need)


def _angles(order: Sequence[Node]) -> list[Node]:
    """Each generation of angles, then their sines and cosines together."""
    generation: dict[Node, int] = {}
    groups: dict[int, dict[Node, list[Node]]] = {}
    for node in order:
        generation[node] = before = max([generation[a] for a in node.args], default=0)
        if node.op in _TRIGONOMETRIC:
            generation[node] = before + 1
            groups.setdefault(before, {}).setdefault(node.args[0], []).append(node)
    early: list[Node] = []
    for _, group in sorted(groups.items()):
        early.extend(group)
        for pair in group.values():
            early.extend(sorted(pair, key=lambda n: n.op is Op.COS))
    return early


def _registers(order: Sequence[Node]) -> dict[Node, int]:
    """How many values wait at once while a node is computed, were nothing shared: the operand that needs most goes first,
    and each that waits for the next takes one more  [sethi1970]."""
    need: dict[Node, int] = {}
    for node in order:
        args = node.args
        if len(args) == 2 and args[0] is not args[1]:  # nearly all
            a, b = need[args[0]], need[args[1]]
            need[node] = a if a > b else b + (a == b)
        else:
            operands = sorted([need[a] for a in set(args)], reverse=True)
            need[node] = max([n + i for i, n in enumerate(operands)], default=int(node.op is Op.SYMBOL))
    return need
