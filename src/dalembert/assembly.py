"""Closing the loops of a robot: from a guess to φ(q) = 0, and what holds wherever they are closed.

min |φ + J δ|² + μ |δ|²,   q ← q ⊕ δ,   μ falling with |φ|²

The damping makes the step the shortest one where loops leave freedoms and keeps it finite where rows of J depend on
each other; near a solution it vanishes, and the steps become Newton's.  [yamashita2001]
The rank of J at a generic closed configuration says how many freedoms the loops leave: nv − rank.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.algorithms.constraint import CONTACTS, dense, parts, rows
from dalembert.algorithms.inverse import mass_matrix
from dalembert.algorithms.multiplier import Rank
from dalembert.algorithms.tangent import difference, integrate, neutral
from dalembert.codegen.kernel import Kernel
from dalembert.errors import NotAssembled, SingularMass, WrongValue
from dalembert.graph import Node, symbol
from dalembert.robot.tree import Tree, regroup

Array = NDArray[Any]
CLOSED = 1e-10  # m and rad, for lengths of about a metre: what Newton's steps leave
OPEN = 1e-6  # from which a configuration is not taken for closed
_SMALL = 1e-8  # singular values of J below this share of the largest count as zero
_TRIES = 40


def unknowns(tree: Tree, name: str) -> tuple[Node, ...]:
    """The symbols of a vector: q has an entry more for each ball, all else an entry a rate."""
    if name in ("q0", "q1"):
        return tuple(symbol(f"{name}_{x}") for x in tree.symbols)
    return tuple(symbol(x) for x in tree.symbols) if name == "q" else coordinates(name, tree.nv)


def coordinates(name: str, size: int) -> tuple[Node, ...]:
    """The symbols name1 … name<size>."""
    return tuple(symbol(f"{name}{i + 1}") for i in range(size))


@dataclass(frozen=True, eq=False)
class Assembly:
    """The loops of a tree with some contacts, on numbers."""

    tree: Tree
    contacts: tuple[tuple[str, str], ...] = ()

    @cached_property
    def system(self) -> Kernel:
        """q → φ, J."""
        tree, q = self.tree, unknowns(self.tree, "q")
        found = rows(tree, q, [0] * tree.nv, dict(self.contacts))
        J = [x for row in dense(tree, found) for x in row]
        phi = [row.phi for row in found]
        m = len(found)
        return Kernel("loops", [("q", (tree.nq,), q)], [("phi", (m,), phi), ("J", (m, tree.nv), J)])

    @cached_property
    def moved(self) -> Kernel:
        """q, dq → q ⊕ dq."""
        tree, q, dq = self.tree, unknowns(self.tree, "q"), unknowns(self.tree, "dq")
        given = [("q", (tree.nq,), q), ("dq", (tree.nv,), dq)]
        return Kernel("integrate", given, [("value", (tree.nq,), integrate(tree, q, dq))])

    @cached_property
    def apart(self) -> Kernel:
        """q0, q1 → q1 ⊖ q0."""
        tree, q0, q1 = self.tree, unknowns(self.tree, "q0"), unknowns(self.tree, "q1")
        given = [("q0", (tree.nq,), q0), ("q1", (tree.nq,), q1)]
        return Kernel("difference", given, [("value", (tree.nv,), difference(tree, q0, q1))])

    @cached_property
    def inertia(self) -> Kernel:
        tree, q = regroup(self.tree), unknowns(self.tree, "q")
        M = [x for row in mass_matrix(tree, q) for x in row]
        return Kernel("mass_matrix", [("q", (tree.nq,), q)], [("value", (tree.nv, tree.nv), M)])

    @property
    def has_rows(self) -> bool:
        return bool(self.tree.loops or self.contacts)

    def gap(self, q: Array) -> float:
        """The largest |φ|."""
        return float(np.max(np.abs(self.system(q)[0]), initial=0.0)) if self.tree.loops else 0.0

    def close(self, q: Array, iterations: int = 100) -> Array:
        """The closed configuration reached from q, or the best one found on the way."""
        return self.close_within(q, np.ones(self.tree.nv, dtype=bool), iterations)

    def between(self, a: Array, b: Array) -> Array:
        """b ⊖ a, less whole turns."""
        apart: Array = self.apart(a, b)
        turns = [k for body in self.tree.bodies if body.motion == "turn" for k in body.rates]
        apart[turns] = (apart[turns] + np.pi) % (2 * np.pi) - np.pi
        return apart

    def close_within(self, q: Array, free: Array, iterations: int = 100) -> Array:
        """The same, moving only the rates that are `free`."""
        phi, J = self.system(q)
        size, damping = float(phi @ phi), 1.0
        for _ in range(iterations):
            if size <= (1e-3 * CLOSED) ** 2 * len(phi) or not np.isfinite(size):
                break
            U, s, Vt = np.linalg.svd(J * free, full_matrices=False)
            along = U.T @ phi
            for _ in range(14):
                step = -Vt.T @ (np.where(s > _SMALL * s[0], s, 0) / (s * s + damping * size) * along)
                longest = float(np.max(np.abs(step), initial=0.0))
                there = self.moved(q, step if longest < 1 else step / longest)
                after = float(np.sum(self.system(there)[0] ** 2))
                if after < size:
                    break
                damping *= 10
            else:
                break
            slow = size - after < 1e-14 * size
            q, size, damping = there, after, max(damping / 10, 1e-6)
            if slow:
                break
            phi, J = self.system(q)
        return q

    @cached_property
    def generic(self) -> Generic:
        """A closed configuration with nothing special about it, and what holds there."""
        rng = np.random.default_rng(7)
        tree = self.tree
        start = np.array(neutral(tree), dtype=float)
        best: Generic | None = None
        for attempt in range(_TRIES):
            reach = 0.0 if attempt == 0 else 0.3 + 0.07 * attempt
            q = self.moved(start, reach * rng.normal(size=tree.nv))
            q = self.close(q) if tree.loops else self.moved(start, rng.normal(size=tree.nv))
            if self.gap(q) > 1e3 * CLOSED:
                continue
            found = self._at(self._away(q, rng))
            if best is None or found.rank > best.rank:
                best = found
            if attempt >= 6 and best is not None:
                break
        if best is None:
            raise NotAssembled(
                f"the loops of robot '{tree.name}' could not be closed from {_TRIES} starts; the nearest leaves "
                f"{self.worst(self.close(start))}"
            )
        return best

    def _away(self, q: Array, rng: np.random.Generator) -> Array:
        """Another closed configuration, some way along a motion the loops allow: drawn postures are often special."""
        J = self.system(q)[1] if self.has_rows else np.zeros((0, self.tree.nv))
        step = rng.normal(size=self.tree.nv)
        if len(J):
            _, s, Vt = np.linalg.svd(J)
            basis = Vt[int(np.sum(s > _SMALL * max(s[0], 1e-300))) :]
            step = basis.T @ (basis @ step)
        there = self.moved(q, 0.2 * step / max(float(np.linalg.norm(step)), 1e-12))
        there = self.close(there) if self.tree.loops else there
        return there if self.gap(there) <= 1e3 * CLOSED else q

    def _at(self, q: Array) -> Generic:
        nv = self.tree.nv
        J = self.system(q)[1] if self.has_rows else np.zeros((0, nv))
        s = np.linalg.svd(J, compute_uv=False) if len(J) else np.zeros(0)
        rank = int(np.sum(s > _SMALL * max(float(s[0]) if len(s) else 0.0, 1e-300)))
        plain = [i for i, row in enumerate(J) if np.any(row != 0)]
        M = self.inertia(q)
        scale = np.sqrt(np.maximum(np.abs(np.diag(M)), 1e-300))
        definite = bool(np.linalg.eigvalsh(M / np.outer(scale, scale))[0] > 1e-13)
        return Generic(q, J, M, rank, Rank(rank == len(plain), definite))

    def worst(self, q: Array) -> str:
        """The loop that is open most, in words."""
        phi, names = self.system(q)[0], self.labels
        k = int(np.argmax(np.abs(phi)))
        return f"loop '{names[k]}' open by {abs(float(phi[k])):.3g}"

    @cached_property
    def labels(self) -> list[str]:
        """The loop or contact that each row belongs to."""

        tree, q = self.tree, unknowns(self.tree, "q")
        names = [x.name for x in tree.loops] + [frame for frame, _ in self.contacts]
        sizes = [len(part) for part in parts(tree, q, [0] * tree.nv, dict(self.contacts))]
        return [name for name, size in zip(names, sizes, strict=True) for _ in range(size)]


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


@lru_cache(maxsize=64)
def assembly(tree: Tree, contacts: tuple[tuple[str, str], ...] = ()) -> Assembly:
    """The assembly of a tree, kept."""
    return Assembly(tree, contacts)


def contact_kinds(contacts: Any) -> tuple[tuple[str, str], ...]:
    """(frame, "point" or "surface") of each contact; a list of frames means points."""

    if contacts is None:
        return ()
    if isinstance(contacts, str) or not hasattr(contacts, "__iter__"):
        raise WrongValue(
            f"contacts lists the frames that are held, or maps them to 'point' or 'surface'; got {contacts!r}"
        )
    pairs = tuple(contacts.items()) if isinstance(contacts, Mapping) else tuple((frame, "point") for frame in contacts)
    for frame, kind in pairs:
        if kind not in CONTACTS:
            raise WrongValue(f"the contact at '{frame}' is '{kind}'; a contact is a 'point' or a 'surface'")
    if len({frame for frame, _ in pairs}) < len(pairs):
        raise WrongValue(f"a frame is named twice in contacts: {[frame for frame, _ in pairs]}")
    return pairs
