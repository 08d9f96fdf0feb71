"""The order in which a program computes its values: depth first, and of a few such orders the one in which the fewest
values wait at once, so that registers suffice. Only the angles and then their sines and cosines come as early as they
can, together, so that a renderer may compute them as a group.

Values are numbered once: on whole numbers an order is found in a third of the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.graph import Node, Op, topological

Args = Sequence[tuple[int, ...]]  # of each value, those it is made of
TRIGONOMETRIC = (Op.SIN, Op.COS)


class Numbered:
    """The nodes that results depend on, each by its number."""

    def __init__(self, results: Sequence[Node]) -> None:
        self.nodes = topological(results)
        self.number = {node: i for i, node in enumerate(self.nodes)}
        self.args = [tuple(map(self.number.__getitem__, node.args)) for node in self.nodes]
        self.results = [self.number[x] for x in results]

    def order(self) -> list[int]:
        """As the graph has its operands, or those first that need more registers, also from the last result."""
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
        """Each generation of angles, then their sines and cosines together."""
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
        """How many values wait at once while a node is computed, were nothing shared: the operand that needs most goes
        first, and each that waits for the next takes one more  [sethi1970]."""
        need = [0] * len(self.nodes)
        for i, args in enumerate(self.args):
            if len(args) == 2 and args[0] != args[1]:  # nearly all
                a, b = need[args[0]], need[args[1]]
                need[i] = a if a > b else b + (a == b)
            else:
                operands = sorted([need[a] for a in set(args)], reverse=True)
                leaf = int(self.nodes[i].op is Op.SYMBOL)
                need[i] = max([n + k for k, n in enumerate(operands)], default=leaf)
        return need


def _depth_first(args: Args, roots: Sequence[int], weight: Sequence[int]) -> list[int]:
    """`graph.topological` on numbers; of operands the heavier first."""
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
        if len(waits_for) == 2:  # most
            a, b = waits_for
            stack += (b, a) if weight[a] >= weight[b] else (a, b)
        else:
            waits_for.sort(key=weight.__getitem__, reverse=True)
            stack += reversed(waits_for)
    return order


class Wiring:
    """Which value is made of which."""

    def __init__(self, args: Args, constants: Iterable[int]) -> None:
        sizes = np.fromiter(map(len, args), int, len(args))
        self._made = sizes > 0
        self._inputs = ~self._made
        self._inputs[[*constants]] = False
        self._reader = np.repeat(np.arange(len(args)), sizes)
        self._read = np.fromiter(chain.from_iterable(args), int, int(sizes.sum()))

    def waiting(self, order: Sequence[int]) -> int:
        """The most values that wait at once in this order; inputs are read when they are first needed, constants never
        wait."""
        placed: NDArray[Any] = np.asarray(order)
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
