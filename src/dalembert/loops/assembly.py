"""Closing the loops of a robot: from a guess to φ(q) = 0, and what holds wherever they are closed.

The rank of J at a generic closed configuration says how many freedoms the loops leave: nv − rank.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.algorithms.constraint import CONTACTS
from dalembert.algorithms.inverse import mass_matrix
from dalembert.algorithms.multiplier import Rank
from dalembert.algorithms.tangent import difference, integrate, neutral
from dalembert.codegen.runtimes.kernel import Kernel
from dalembert.errors import NotAssembled, WrongValue
from dalembert.loops.closure import OPEN as OPEN
from dalembert.loops.closure import OPEN_SINGLE as OPEN_SINGLE
from dalembert.loops.closure import Closure
from dalembert.loops.closure import coordinates as coordinates
from dalembert.loops.closure import unknowns as unknowns
from dalembert.loops.generic import Generic, known_of
from dalembert.loops.levenberg import least_squares
from dalembert.robot.regrouping import regroup
from dalembert.robot.tree import Tree

Array = NDArray[Any]
CLOSED = 1e-10  # rad, and m over the size of the mechanism: what Newton's steps leave
_SMALL = 1e-8  # singular values of J below this share of the largest count as zero
_TRIES, _BRANCHES, _WALKS, _AROUND = 40, 6, 4, 64


@dataclass(frozen=True, eq=False)
class Assembly:
    """The loops of a tree with some contacts, to be closed; `offered` are configurations said to close them."""

    tree: Tree
    contacts: tuple[tuple[str, str], ...] = ()
    offered: list[Array] = field(default_factory=list)

    @cached_property
    def closure(self) -> Closure:
        """How far they are open."""
        return Closure(self.tree, self.contacts)

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
    def scales(self) -> tuple[float, ...]:
        """What brings each row of the loops to units of the mechanism's size."""
        return _coarse(assembly(self.tree).closure.scales)

    @property
    def has_rows(self) -> bool:
        return bool(self.tree.loops or self.contacts)

    def gap(self, q: Array) -> float:
        """How far the loops are open: the largest error, in rad or as a share of the mechanism's size."""
        return float(np.max(np.abs(self.closure.errors(q[None])[0]), initial=0.0)) if self.tree.loops else 0.0

    def close(self, q: Array, free: Array | None = None, *, small: float = _SMALL) -> Array:
        """The closed configuration reached from q `(nq,)` or each row of it `(k, nq)`, or the best one on the way.

        Only the rates that are `free` move.
        """
        mask = self.closure.columns if free is None else np.where(free, self.closure.columns, 0.0)

        def errors(x: Array) -> tuple[Array, Array]:
            r, J = self.closure.errors(x)
            return r, J if free is None else J * free

        def moved(x: Array, step: Array) -> Array:
            there: Array = self.moved(x, step * mask)
            return there

        many = least_squares(errors, moved, np.atleast_2d(q), small=small, floor=1e-3 * CLOSED)
        return many if np.ndim(q) == 2 else many[0]

    def nearest(self, q: Array) -> Array:
        """The closed configuration near q: reached from it, or from the nearest of many starts around it, or the best.

        A stretched or folded posture can be a dead end, where no step mends the gap to first order.
        """
        found = self.close(q)
        if self.gap(found) <= 1e2 * CLOSED:
            return found
        reach = np.geomspace(1e-2, np.pi, _AROUND)[:, None] * self.closure.columns
        around = self.close(self.moved(q, reach * np.random.default_rng(5).uniform(-1, 1, (_AROUND, self.tree.nv))))
        gaps = np.max(np.abs(self.closure.errors(around)[0]), axis=1)
        closed = around[gaps <= 1e2 * CLOSED]
        if not len(closed):
            best = around[int(np.argmin(gaps))]
            return best if np.min(gaps) < self.gap(found) else found
        apart = np.linalg.norm(self.between(q, closed) / self.closure.columns, axis=1)
        return np.asarray(closed[int(np.argmin(apart))])

    def between(self, a: Array, b: Array) -> Array:
        """b ⊖ a, less whole turns; for rows of b too."""
        apart: Array = self.apart(a, b)
        turns = [k for body in self.tree.bodies if body.motion == "turn" for k in body.rates]
        apart[..., turns] = (apart[..., turns] + np.pi) % (2 * np.pi) - np.pi
        return apart

    @cached_property
    def generic(self) -> Generic:
        """A closed configuration with nothing special about it, near the neutral one if that closes.

        J counts as of full rank only if it has it on every branch that was found.
        """
        rng, tree = np.random.default_rng(7), self.tree
        loops = assembly(tree)  # contacts do not hinder closing
        start = np.array(neutral(tree), dtype=float)
        found: list[Generic] = []
        starts = [self.close(x) for x in self.offered]
        found += [self._at(loops._away(x, rng)) for x in starts if self.gap(x) <= 1e3 * CLOSED]
        for attempt in range(_TRIES):
            q = self.moved(start, (0.3 + 0.07 * attempt) * rng.normal(size=tree.nv) * self.closure.columns)
            if tree.loops:
                q = loops.close(q) if attempt else loops.nearest(start)
            if self.gap(q) > 1e3 * CLOSED:
                continue
            reached = [self._at(loops._away(q, rng)) for _ in range(1 if found else _WALKS)]
            found.append(max(reached, key=lambda x: x.rank))
            if len(found) == _BRANCHES:
                break
        if not found:
            raise NotAssembled(
                f"the loops of robot '{tree.name}' could not be closed from {_TRIES} starts; the nearest leaves "
                f"{self.worst(self.nearest(start))}"
            )
        first = found[0]
        branches = tuple((x.J, x.M) for x in found)
        weights = _coarse((np.max(self.closure.scales, initial=0) / self.closure.scales) ** 2)
        known = known_of(branches, all(x.known.full for x in found), first.known.definite, weights)
        return Generic(first.q, first.J, first.M, first.rank, known, branches)

    def _away(self, q: Array, rng: np.random.Generator) -> Array:
        """Another closed configuration, some way along a motion the loops allow: drawn postures are often special."""
        step = rng.normal(size=self.tree.nv)
        if self.has_rows:
            J = self.closure.system(q)[1] * self.closure.columns
            _, s, Vt = np.linalg.svd(J)
            basis = Vt[int(np.sum(s > _SMALL * max(s[0], 1e-300))) :]
            step = basis.T @ (basis @ step)
        there = self.moved(q, 0.2 * self.closure.columns * step / max(float(np.linalg.norm(step)), 1e-12))
        there = self.close(there) if self.tree.loops else there
        return there if self.gap(there) <= 1e3 * CLOSED else q

    def _at(self, q: Array) -> Generic:
        nv = self.tree.nv
        J = self.closure.system(q)[1] if self.has_rows else np.zeros((0, nv))
        s = (
            np.linalg.svd(J * self.closure.scales[:, None] * self.closure.columns, compute_uv=False)
            if len(J)
            else np.zeros(0)
        )
        rank = int(np.sum(s > _SMALL * max(float(s[0]) if len(s) else 0.0, 1e-300)))
        plain = [i for i, row in enumerate(J) if np.any(row != 0)]
        M = self.inertia(q)
        unit = np.sqrt(np.maximum(np.abs(np.diag(M)), 1e-300))
        definite = bool(np.linalg.eigvalsh(M / np.outer(unit, unit))[0] > 1e-13)
        return Generic(q, J, M, rank, Rank(rank == len(plain), definite))

    def worst(self, q: Array) -> str:
        """The loop that is open most, and by how much."""
        r = np.abs(self.closure.errors(q[None])[0][0])
        k = int(np.argmax(r))
        return f"loop '{self.closure.labels[k]}' open by {r[k] / self.closure.scales[k]:.3g}{self.closure.units[k]}"


def _coarse(sizes: Array) -> tuple[float, ...]:
    """Three digits of each: what is traced is then the same on every machine."""
    return tuple(float(f"{x:.3g}") for x in sizes)


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
