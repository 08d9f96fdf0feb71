r"""Entries of the model as symbols: `M[1,2]`, `g[1]`, `T[]`, and the letters that stand for them.

M H B D A   inertia matrix        c V   Coriolis and centrifugal vector      S C   any S with c = S q̇
g G f_g     gravity vector        T K   U P   L   E   energies               p     momenta M q̇
C B         also the matrices of the split c = C(q) [q̇²] + B(q) [q̇q̇]: C without velocities, B of n(n − 1)/2 columns
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dalembert.graph import Node, symbol

# letter -> what it means with that many indices; `S` is any matrix with c = S q̇
LETTERS: dict[str, dict[int, str]] = {
    **{x: {0: "M", 2: "M"} for x in "MHBDA"},
    **{x: {2: "M"} for x in "mhbda"},
    **{x: {0: "g", 1: "g"} for x in ("g", "G", "fg")},
    "c": {0: "c", 1: "c", 3: "Gamma"},
    "V": {0: "c", 1: "c"},
    "C": {0: "S", 1: "c", 2: "S", 3: "Gamma"},
    "S": {0: "S", 2: "S"},
    **{x: {0: x} for x in "TULE"},
    "K": {0: "T"},
    "P": {0: "U"},
    "p": {0: "p", 1: "p"},
}
RANK = {"M": 2, "S": 2, "g": 1, "c": 1, "p": 1, "T": 0, "U": 0, "L": 0, "E": 0, "Gamma": 3, "C": 2, "B": 3}


@dataclass(frozen=True)
class Entry:
    """An entry of the model: `M[1,2]`, `g[1]`, `T[]`."""

    letter: str
    indices: tuple[int, ...] = ()

    @property
    def node(self) -> Node:
        return symbol(f"{self.letter}[{','.join(map(str, self.indices))}]")

    def __str__(self) -> str:
        short = all(k < 10 for k in self.indices)
        if self.letter == "B":  # B1_12: of the product q̇1 q̇2 in equation 1
            return f"B{self.indices[0]}_{('' if short else ',').join(map(str, self.indices[1:]))}"
        return self.letter + ("" if short else "_") + ("" if short else ",").join(map(str, self.indices))

    @classmethod
    def of(cls, name: str) -> Entry | None:
        """The entry a graph symbol stands for, if it does."""
        match = re.fullmatch(r"([A-Za-z]+)\[([\d,]*)\]", name)
        return cls(match[1], tuple(int(k) for k in match[2].split(",") if k)) if match else None
