"""What holds wherever loops are closed: the rank of J, and which coordinates tell the others.

The loops leave nv − rank J freedoms; the rates of as many coordinates tell all others where the rest of J's columns
are independent.  [featherstone2008, ch. 8]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.algorithms.multiplier import SOFT, Rank
from dalembert.errors import SingularMass, WrongValue
from dalembert.robot.tree import Tree

Array = NDArray[Any]
_BELOW = 1e-4  # μ over the least σ
_ROUGH = 1e-9  # the least μ: rounding enters λ squared over μ²
_NONE = 1e-11  # of the mean σ: what is below counts as 0


@dataclass(frozen=True, eq=False)
class Generic:
    """A closed configuration, J and M there, the rank of J, and what the solver may count on.

    `branches` has J and M of every branch that was found.
    """

    q: Array
    J: Array
    M: Array
    rank: int
    known: Rank
    branches: tuple[tuple[Array, Array], ...] = ()

    @property
    def mobility(self) -> int:
        """Freedoms that the loops leave."""
        return int(self.J.shape[1]) - self.rank

    def known_of_efforts(self, tree: Tree) -> Rank:
        """What the solver may count on where H = SᵀS picks the actuated coordinates."""
        H = np.diag([float(k in tree.actuated) for k in range(tree.nv)])
        definite = len(tree.actuated) == tree.nv
        return known_of([(J, H) for J, _ in self.branches], self.known.full, definite, self.known.weights)

    def check_inertia(self, name: str) -> None:
        """Raise `SingularMass` where some motion that the loops allow has no inertia."""
        size = np.sqrt(np.diag(self.M))  # in rates times this, a slide and a turn of any size are alike
        size = (
            np.maximum(size, 1e-3 * np.min(size, where=size > 0, initial=np.inf)) if size.any() else np.ones_like(size)
        )
        scaled = replace(self, J=self.J / size, M=self.M / np.outer(size, size))
        reduced = scaled.basis @ scaled.M @ scaled.basis.T
        if len(reduced) and np.linalg.eigvalsh(reduced)[0] <= 1e-13 * np.max(np.abs(scaled.M)):
            raise SingularMass(f"a motion that the loops of robot '{name}' allow moves no mass; give its links inertia")

    @cached_property
    def basis(self) -> Array:
        """Motions that the loops allow, one a row."""
        if not len(self.J):
            return np.eye(self.J.shape[1])
        return np.asarray(np.linalg.svd(self.J)[2][self.rank :])

    def check_actuated(self, tree: Tree) -> None:
        """Raise where motions are left that no actuated coordinate takes part in."""
        felt = self.basis[:, list(tree.actuated)] if tree.actuated else np.zeros((self.mobility, 0))
        reached = int(np.linalg.matrix_rank(felt, tol=1e-7)) if felt.size else 0
        if reached < self.mobility:
            names = ", ".join(tree.coordinates[k] for k in tree.actuated[:6]) or "none"
            raise WrongValue(
                f"robot '{tree.name}' has {self.mobility} freedoms left, and its actuated coordinates ({names}) drive "
                f"{reached} of them; inverse dynamics needs all: name more in `actuated`, or hold more contacts"
            )

    def independent(self, tree: Tree) -> tuple[int, ...]:
        """Rates that tell all others: the actuated ones if they are as many as the freedoms, else picked for the best condition."""
        driven = list(tree.actuated)
        order = [k for k in range(tree.nv) if k not in driven] + driven
        if len(driven) == self.mobility and self._tells(tuple(driven)):
            return tuple(sorted(driven))
        dependent: list[int] = []
        for group in ([k for k in order if k not in driven], driven):
            rest = self.J[:, group].copy()
            if dependent:
                Q = np.linalg.qr(self.J[:, dependent])[0]
                rest = rest - Q @ (Q.T @ rest)
            while len(dependent) < self.rank and rest.size:
                sizes = np.linalg.norm(rest, axis=0)
                k = int(np.argmax(sizes))
                if sizes[k] <= 1e-6 * max(float(np.max(np.abs(self.J))), 1e-300):
                    break
                dependent.append(group[k])
                unit = rest[:, k] / sizes[k]
                rest = rest - np.outer(unit, unit @ rest)
        return tuple(k for k in range(tree.nv) if k not in dependent)

    def _tells(self, chosen: tuple[int, ...]) -> bool:
        others = [k for k in range(self.J.shape[1]) if k not in chosen]
        return int(np.linalg.matrix_rank(self.J[:, others], tol=1e-6 * max(np.max(np.abs(self.J)), 1e-300))) == len(
            others
        )


def known_of(pairs: Sequence[tuple[Array, Array]], full: bool, definite: bool, weights: tuple[float, ...] = ()) -> Rank:
    """What the solver may count on, from J and H at some configurations; μ is far below every σ > 0 seen there.

    A σ of 10 μ would leave (k + 1) 10⁻ᵏ after k passes; the least that was seen is 10⁴ μ, which leaves rounding.
    """
    least, usual = [SOFT / _BELOW], np.zeros(len(pairs[0][0]) if pairs else 0)
    for J, H in pairs:
        rho = max(float(np.trace(H)), 1e-300) / max(float(np.sum(J * J)), 1e-300)
        w, V = np.linalg.eigh(H if definite else H + rho * J.T @ J)
        y = (J @ V) / np.sqrt(np.maximum(w, 1e-15 * w[-1])) / np.sqrt(weights or 1.0)[..., None]
        usual = np.maximum(usual, np.sum(y * y, axis=1))
        rows = int(np.sum(np.any(J != 0, axis=1)))
        sizes = np.linalg.svd(y, compute_uv=False) ** 2 * rows / max(float(np.sum(y * y)), 1e-300)
        least += [float(x) for x in sizes if x > _NONE]
    if full:
        return Rank(full, definite, usual=tuple(map(_one_digit, usual)))
    return Rank(full, definite, _one_digit(max(_BELOW * min(least), _ROUGH)), weights)


def _one_digit(x: float) -> float:
    """The program is the same on every machine."""
    return float(f"{x:.0e}")
