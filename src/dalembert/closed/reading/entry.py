r"""Entries of the model as symbols: `M[1,2]`, `g[1]`, `T[]`, and the letters that stand for them.

M H B D A   inertia matrix        c V h   Coriolis and centrifugal vector    S C   any S with c = S q̇
g G D f_g   gravity vector        T K   U P   L   E H   energies             p     momenta M q̇
C B         also the matrices of the split c = C(q) [q̇²] + B(q) [q̇q̇]: C without velocities, B of n(n − 1)/2 columns
n N         c + g                 c_ijk h_ijk D_ijk Γ_ijk   Christoffel symbols    T_1 U_1   of a link

Steps of a derivation (v_c2, ω2, J) are entries too: see `quantity_name`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dalembert.graph import Node, symbol
from dalembert.notation import SYMBOLS

_READ = (
    "M",
    "S",
    "g",
    "c",
    "T",
    "U",
    "Gamma",
    "J",
    "phi",
    "J_phi",
)  # quantities of the table that equations are written in
_OTHER: dict[str, dict[int, str]] = {  # letters that stand for no quantity of the table: c + g, momenta, energies, a link's
    "N": {0: "n", 1: "n"}, "n": {1: "n"}, "p": {0: "p", 1: "p"}, "L": {0: "L"}, "E": {0: "E"}, "B": {3: "B"},
    "Gamma": {3: "Gamma"}, "T": {1: "Tl"}, "K": {1: "Tl"}, "U": {1: "Ul"}, "P": {1: "Ul"},
}  # fmt: skip


def _letters() -> dict[str, dict[int, str]]:
    found: dict[str, dict[int, str]] = {}
    for meaning in _READ:
        row = SYMBOLS[meaning]
        for letter in row.whole.split():
            found.setdefault(letter, {}).update({0: meaning, len(row.shape): meaning})
        for letter in row.entries.split():
            found.setdefault(letter, {})[len(row.shape)] = meaning
    for letter, meanings in _OTHER.items():
        found.setdefault(letter, {}).update(meanings)
    return found


LETTERS = _letters()
"""A letter, and what it means with that many indices; `S` is any matrix with c = S q̇."""

RANK = {x: len(SYMBOLS[x].shape) for x in _READ} | {
    "n": 1, "p": 1, "L": 0, "E": 0, "C": 2, "B": 3, "Tl": 1, "Tm": 1, "Ul": 1, "w": 2, "v": 2, "vp": 2, "x": 2, "xp": 2,
    **dict.fromkeys(("vo", "vop", "xo", "xop"), 2),
    "tauk": 1, "tauw": 1, "Mt": 2, **dict.fromkeys(("Tt", "Ut", "Lt", "Et"), 0), "tool": 1, "toolp": 1, "toolt": 1, "Jv": 2, "Jw": 2, "Jp": 2, "detJ": 0, "g0": 1, "f": 1, "pr": 1,
    **{x + y: 1 for x in "TULE" for y in "qvr"},
}  # fmt: skip
"""How many indices an entry of a letter has; base parameters, by their names, have none."""

RATES = {
    "x": "v",
    "xp": "vp",
    "xo": "vo",
    "xop": "vop",
    "p": "pr",
    "tool": "toolt",
    **{x + "v": x + "r" for x in "TULE"},
    **{x: x + "t" for x in "MTULE"},
}
"""A letter and that of its time derivative: v = ṗ, d/dt ∂L/∂q̇. Lq is ∂L/∂q, Lv ∂L/∂q̇, Lr the rate of that; Mt is Ṁ."""

OF_LINK = {  # vectors of a link, and how they are shown: of its mass centre, of its origin
    "w": "omega", "v": "v_c", "vp": "v_c", "x": "p_c", "xp": "p_c", "vo": "v", "vop": "v", "xo": "p", "xop": "p",
}  # fmt: skip
CENTRES = {"xo": "x", "xop": "xp", "vo": "v", "vop": "vp"}  # of a link's origin, and the same of its mass centre
JACOBIANS = {"Jp": 2, "Jv": 3, "Jw": 3, "J": 6}  # and their rows: of the plane, linear, angular, both
_SHOWN = {
    "Tl": "T",
    "Tm": "T_m",
    "Ul": "U",
    "Gamma": "c",
    "Jv": "J",
    "Jp": "J",
    "Jw": "J_omega",
    "detJ": "det J",
    "f": "tau_f",
    "tauk": "tau_k",
    "tauw": "tau_w",
    "J_phi": "J",
    "Mt": "Ṁ",
    **{x + "t": f"d{x}/dt" for x in "TULE"},
}


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
        if self.letter[0] in "TULE" and self.letter[1:] in ("q", "v", "r"):
            slope = f"∂{self.letter[0]}/∂q{'' if self.letter.endswith('q') else '̇'}{self.indices[0]}"
            return f"d/dt {slope}" if self.letter.endswith("r") else slope
        if self.letter == "B":  # B1_12: of the product q̇1 q̇2 in equation 1
            return f"B{self.indices[0]}_{('' if short else ',').join(map(str, self.indices[1:]))}"
        if self.letter in OF_LINK:
            k, axis = self.indices
            return f"{OF_LINK[self.letter]}{k},{axis if self.letter.endswith('p') else 'xyz'[axis - 1]}"
        if self.letter == "toolt":
            return f"d{'xyz'[self.indices[0] - 1]}/dt"
        if self.letter in ("tool", "toolp"):
            return "xyz"[self.indices[0] - 1] if self.letter == "tool" else f"coordinate {self.indices[0]} of the tool"
        return (
            _SHOWN.get(self.letter, self.letter)
            + ("" if short else "_")
            + ("" if short else ",").join(map(str, self.indices))
        )

    @classmethod
    def of(cls, name: str) -> Entry | None:
        """The entry a graph symbol stands for, if it does."""
        match = re.fullmatch(r"([A-Za-z]\w*)\[([\d,]*)\]", name)
        return cls(match[1], tuple(int(k) for k in match[2].split(",") if k)) if match else None
