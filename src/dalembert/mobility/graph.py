"""Joints and bodies as a graph: a spanning tree from the ground, and a closed walk for each joint outside it.

There are  L = j − n + 1  independent loops for n bodies and j joints.  [hunt1978, ch. 2]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush


@dataclass(frozen=True)
class Circuit:
    """A closed walk: joints in order, each with +1 where it is passed from its body a to its body b."""

    joints: tuple[int, ...]
    signs: tuple[int, ...]


class Graph:
    """Spanning tree and independent loops of joints between numbered bodies, body 0 the ground.

    The tree is the lightest one by the joints' `weights`; among equals it stays near the ground.
    """

    def __init__(self, bodies: int, ends: Sequence[tuple[int, int]], weights: Sequence[float] | None = None) -> None:
        self.bodies, self.ends = bodies, tuple(ends)
        weight = [0.0] * len(self.ends) if weights is None else list(weights)
        at: list[list[int]] = [[] for _ in range(bodies)]
        for j, (a, b) in enumerate(self.ends):
            at[a].append(j)
            at[b].append(j)
        self.parent: dict[int, tuple[int, int]] = {}  # body: (joint, the body before it)
        self.order = [0]  # bodies, those before others first
        # Prim's algorithm
        near = [(weight[j], 0, j, 0) for j in at[0]]
        near.sort()
        while near:
            _, depth, j, body = heappop(near)
            other = self.ends[j][0] + self.ends[j][1] - body
            if other == 0 or other in self.parent:
                continue
            self.parent[other] = (j, body)
            self.order.append(other)
            for k in at[other]:
                heappush(near, (weight[k], depth + 1, k, other))
        tree = {j for j, _ in self.parent.values()}
        self.chords = tuple(j for j in range(len(self.ends)) if j not in tree)

    @property
    def connected(self) -> bool:
        return len(self.order) == self.bodies

    def path(self, body: int) -> list[tuple[int, int]]:
        """(joint, sign) from the ground to a body."""
        steps = []
        while body != 0:
            j, before = self.parent[body]
            steps.append((j, 1 if self.ends[j][0] == before else -1))
            body = before
        return steps[::-1]

    @cached_property
    def loops(self) -> tuple[Circuit, ...]:
        """One for each joint outside the tree: out to its body a, through it, and back from its body b."""
        found = []
        for j in self.chords:
            out, back = self.path(self.ends[j][0]), self.path(self.ends[j][1])
            while out and back and out[0] == back[0]:
                out, back = out[1:], back[1:]
            steps = [*out, (j, 1), *((k, -sign) for k, sign in reversed(back))]
            found.append(Circuit(tuple(k for k, _ in steps), tuple(sign for _, sign in steps)))
        return tuple(found)
