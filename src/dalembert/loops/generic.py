"""What holds wherever loops are closed: the rank of J, and which coordinates tell the others.

The loops leave nv − rank J freedoms; the rates of as many coordinates tell all others where the rest of J's columns
are independent.  [featherstone2008, ch. 8]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.algorithms.multiplier import Rank
from dalembert.errors import SingularMass, WrongValue
from dalembert.robot.tree import Tree

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Generic:
    """A closed configuration, J and M there, the rank of J, and what the solver may count on."""

    q: Array
    J: Array
    M: Array
    rank: int
    known: Rank

    @property
    def mobility(self) -> int:
        """Freedoms that the loops leave."""
        return int(self.J.shape[1]) - self.rank

    def check_inertia(self, name: str) -> None:
        """Raise `SingularMass` where some motion that the loops allow has no inertia."""
        basis = self.basis
        reduced = basis @ self.M @ basis.T
        if len(reduced) and np.linalg.eigvalsh(reduced)[0] <= 1e-13 * max(float(np.max(np.abs(self.M))), 1e-300):
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
