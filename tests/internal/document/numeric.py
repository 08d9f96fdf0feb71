"""Printed equations read back by numbers: what is too long to be multiplied out, at random states against the kernels.

Every statement of the text is read as `check` reads it; its sides are evaluated with the model's own entries for names
that the text does not define. Efforts, M, c, g, energies come from compiled kernels, which know nothing of closed forms.
"""

from __future__ import annotations

import re

import numpy as np
import pytest

import dalembert as da
from dalembert.closed.reading import lexer, parser
from dalembert.closed.reading.parser import parse
from dalembert.graph import Node, evaluate
from dalembert.graph.walk import symbols
from dalembert.robot.tree import tree

STATES = 4
CLOSE = 1e-9  # of the largest number of a statement: 15 digits are printed
_ENTRY = re.compile(r"([A-Za-z]\w*)\[([\d,]*)\]")


def wrong(robot: da.Robot, text: str, seed: int = 0) -> list[str]:
    """The statements of a text that do not hold at random states; none if all of it is right."""
    rng = np.random.default_rng(seed)
    numbers = {name: float(rng.uniform(0.3, 1.3)) for name in robot.parameters}
    bound = robot.bind(**numbers) if numbers else robot
    step, qd, qdd = rng.uniform(-2, 2, (3, STATES, robot.nv))
    q = da.integrate(bound, np.tile(da.neutral(bound), (STATES, 1)), step)
    model = Model(bound, q, qd, qdd)
    values = numbers | dict(zip(tree(bound).symbols, q.T, strict=True))
    values |= {f"{x}{k + 1}": y[:, k] for x, y in (("qd", qd), ("qdd", qdd)) for k in range(robot.nv)}
    found = []
    with pytest.MonkeyPatch.context() as patch:  # a user's text is bounded; the program's own is not
        patch.setattr(lexer, "LONGEST", 10**8)
        patch.setattr(parser, "LONGEST", 10**8)
        patch.setattr(lexer, "_MOST", 10**8)
        places = [x for x in tree(bound).symbols if re.fullmatch(r"q[wxyz]\d+", x)]  # quaternions of balls
        statements = parse(robot, text, symbols=places).statements
    for statement in statements:
        left, *others = (side if isinstance(side, tuple) else ((side,),) for side in statement.sides)
        for other in others:
            pairs = [(a, b) for x, y in zip(left, other, strict=True) for a, b in zip(x, y, strict=True)]
            if _is_S(left):
                right = np.array([[_at(b, values, model) for b in row] for row in other])
                good = _close(np.einsum("ijb,bj->bi", right, model.qd), model.value("c"))
            elif _is_energy(left):  # up to a constant
                a, b = (x - x[0] for x in (_at(y, values, model) for y in pairs[0]))
                good = _close(a, b)
            else:
                good = all(_close(_at(a, values, model), _at(b, values, model)) for a, b in pairs)
            found += [] if good else [statement.text[:80]]
    return found


def _is_S(side) -> bool:
    return len(side) > 1 and str(side[0][0]).startswith("S[")


def _is_energy(side) -> bool:
    return str(side[0][0]) in ("U[]", "L[]")


def _close(a, b) -> bool:
    return bool(np.max(np.abs(a - b)) <= CLOSE * max(1.0, np.max(np.abs(a)), np.max(np.abs(b))))


def _at(x, values, model):
    """A side at every state."""
    if not isinstance(x, Node):
        return np.full(STATES, float(x))
    known = dict(values)
    for name in symbols([x]) - set(known):
        known[name] = model.entry(name)
    return np.broadcast_to(evaluate([x], known, functions=np)[0], (STATES,))


class Model:
    """What the kernels say at the states."""

    def __init__(self, robot: da.Robot, q, qd, qdd) -> None:
        self.robot, self.q, self.qd, self.qdd = robot, q, qd, qdd
        self._kept: dict[str, np.ndarray] = {}

    def entry(self, name: str):
        if re.fullmatch(r"\d*\.?\d+(e[+-]?\d+)?", name):  # a decimal, which is kept as it was written
            return np.full(STATES, float(name))
        effort = re.fullmatch(r"tau(\d+)", name)
        letter, indices = ("tau", effort[1]) if effort else _ENTRY.fullmatch(name).groups()
        at = tuple(int(k) - 1 for k in indices.split(",") if k)
        value = self.value(letter)
        return value[(slice(None), *at)] if at else value

    def value(self, letter: str):
        if letter not in self._kept:
            self._kept[letter] = np.asarray(self._asked(letter))
        return self._kept[letter]

    def _asked(self, letter: str):
        robot, q, qd, qdd = self.robot, self.q, self.qd, self.qdd
        if letter in ("T", "U", "L"):
            T, U = da.kinetic_energy(robot, q, qd), da.potential_energy(robot, q)
            return {"T": T, "U": U, "L": T - U}[letter]
        if letter == "p":
            return np.einsum("bij,bj->bi", da.mass_matrix(robot, q), qd)
        if letter in ("Gamma", "C", "B", "S"):
            return self._split(letter)
        made = {"tau": lambda: da.inverse_dynamics(robot, q, qd, qdd), "M": lambda: da.mass_matrix(robot, q),
                "c": lambda: da.coriolis_vector(robot, q, qd), "g": lambda: da.gravity_vector(robot, q)}  # fmt: skip
        if letter in made:
            return made[letter]()
        return np.full(STATES, self._base[letter])

    def _split(self, letter: str):
        """c_kij from S at unit velocities; C[k, i] of q̇_i², B[k, i, j] of q̇_i q̇_j, i < j."""
        n = self.robot.nv
        S = np.stack([da.coriolis_matrix(self.robot, self.q, np.eye(n)[i]) for i in range(n)], axis=2)  # b k i j
        if letter == "S":
            return np.einsum("bkij,bi->bkj", S, self.qd)
        if letter == "Gamma":
            return S
        return np.einsum("bkii->bki", S) if letter == "C" else S + S.swapaxes(2, 3)  # balls: not symmetric

    @property
    def _base(self) -> dict[str, float]:
        if "base" not in self.__dict__:
            found = da.equations(self.robot).base_parameters
            self.base = {x.name: float(evaluate([found.display.node(x.value)], {})[0]) for x in found}
        return self.base
