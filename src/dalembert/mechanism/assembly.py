"""Assembly of a mechanism: closed configurations, their properties, and all assembly modes.

A configuration q is called closed if the loop-closure errors φ(q) are zero. The rank of J = ∂φ/∂q at a generic closed
configuration gives the number of degrees of freedom, nv − rank J. The velocities of nv − rank J coordinates determine
all other velocities if the remaining columns of J are independent. [featherstone2008, ch. 8]

During the search for assembly modes, the independent coordinates are constant. The independent coordinates are the
actuated coordinates if their number equals the number of degrees of freedom. If these numbers differ, a
well-conditioned set of coordinates is selected. The initial values of the other coordinates are random and are
processed in batches. Two results represent the same mode if every link has the same pose in both. The search stops
after at least 512 starts when every mode has been found several times. Good's estimate of the probability that the next
start yields a new mode is the fraction of starts whose mode was found only once. This fraction is zero when the search
stops. [good1953]

Every assembly mode closes the loops up to rounding errors, and all modes are different. The result is reproducible,
because it depends only on the robot and q. The list of modes is probably complete, but completeness is not proved. The
list omits families of configurations in which passive coordinates can still move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.linalg import eigh, eigvalsh, matrix_rank, norm, qr, svd

from dalembert import finding
from dalembert.algorithms.constraint import CONTACTS
from dalembert.algorithms.inverse import mass_matrix
from dalembert.algorithms.multiplier import SOFT, Rank
from dalembert.algorithms.sweep import joints, world_poses
from dalembert.algorithms.tangent import difference, integrate, neutral
from dalembert.argument import choice, listed
from dalembert.boundary import Array
from dalembert.codegen.runtimes.kernel import Kernel, vectors
from dalembert.finding.finding import Identifier, RobotName
from dalembert.mechanism.closure import Closure
from dalembert.mechanism.levenberg_marquardt import least_squares, rank_of
from dalembert.robot.tree import Tree, regroup, unknowns
from dalembert.spatial.rotation import wrapped
from dalembert.tolerance import (
    DEFINITE,
    EPSILON,
    INDEPENDENT,
    LOOP_ASSEMBLED,
    LOOP_SOLVED,
    MOTION_RANK,
    MULTIPLIER_DAMPING,
    MULTIPLIER_ROUNDING,
    MULTIPLIER_ZERO,
    ROOT_RANK,
    ROUNDING,
    SAME_POSE,
    SCALE_FLOOR,
    TINY,
)

_TRIES, _BRANCHES, _WALKS, _AROUND = 40, 6, 4, 64
_ROUND, _LEAST, _MOST = 128, 4, 40  # starts per round, and smallest and largest number of rounds
_OFTEN = 4  # number of times that each mode must be found


@dataclass(frozen=True, eq=False)
class GenericConfiguration:
    """Closed configuration with J, M, the rank of J, and the properties that the constraint solver can assume.

    `branches` contains J and M of every branch that was found.
    """

    q: Array
    J: Array
    M: Array
    rank: int
    known: Rank
    branches: tuple[tuple[Array, Array], ...] = ()

    @property
    def mobility(self) -> int:
        """Number of degrees of freedom that remain under the loop constraints."""
        return int(self.J.shape[1]) - self.rank

    def known_of_efforts(self, tree: Tree) -> Rank:
        """Return the properties that the solver can assume if H = SᵀS selects the actuated coordinates."""
        H = np.diag([float(k in tree.actuated) for k in range(tree.nv)])
        definite = len(tree.actuated) == tree.nv
        return known_of([(J, H) for J, _ in self.branches], self.known.full, definite, self.known.weights)

    def check_inertia(self, name: str) -> None:
        """Raise an error if a motion that the loops allow has no inertia."""
        size = np.sqrt(np.diag(self.M))  # scale factors that make translations and rotations comparable
        least = SCALE_FLOOR * np.min(size, where=size > 0, initial=np.inf)
        size = np.maximum(size, least) if size.any() else np.ones_like(size)
        scaled = replace(self, J=self.J / size, M=self.M / np.outer(size, size))
        reduced = scaled.basis @ scaled.M @ scaled.basis.T
        if len(reduced) and eigvalsh(reduced)[0] <= DEFINITE * np.max(np.abs(scaled.M)):
            raise finding.MasslessMotion(RobotName(name)).error()

    @cached_property
    def basis(self) -> Array:
        """Orthonormal basis of the motions that the loops allow, with one motion per row."""
        return svd(self.J)[2][self.rank :]

    def check_actuated(self, tree: Tree) -> None:
        """Raise an error if the actuated coordinates do not drive every motion that the loops allow."""
        felt = self.basis[:, list(tree.actuated)] if tree.actuated else np.zeros((self.mobility, 0))
        reached = int(matrix_rank(felt, tol=MOTION_RANK)) if felt.size else 0
        if reached < self.mobility:
            names = tuple(Identifier(tree.coordinates[k]) for k in tree.actuated)
            raise finding.UndrivenFreedoms(RobotName(tree.name), self.mobility, reached, names).error()

    def independent(self, tree: Tree) -> tuple[int, ...]:
        """Choose velocities that determine all other velocities.

        The function chooses the actuated velocities if their number equals the number of degrees of freedom, and
        otherwise the best-conditioned velocities.
        """
        driven = list(tree.actuated)
        order = [k for k in range(tree.nv) if k not in driven] + driven
        if len(driven) == self.mobility and self._determines(tuple(driven)):
            return tuple(sorted(driven))
        dependent: list[int] = []
        for group in ([k for k in order if k not in driven], driven):
            rest = self.J[:, group].copy()
            if dependent:
                Q = qr(self.J[:, dependent])[0]
                rest = rest - Q @ (Q.T @ rest)
            while len(dependent) < self.rank and rest.size:
                sizes = norm(rest, axis=0)
                k = np.argmax(sizes)
                if sizes[k] <= self._least:
                    break
                dependent.append(group[k])
                unit = rest[:, k] / sizes[k]
                rest = rest - np.outer(unit, unit @ rest)
        return tuple(k for k in range(tree.nv) if k not in dependent)

    def _determines(self, chosen: tuple[int, ...]) -> bool:
        others = [k for k in range(self.J.shape[1]) if k not in chosen]
        return int(matrix_rank(self.J[:, others], tol=self._least)) == len(others)

    @property
    def _least(self) -> float:
        return INDEPENDENT * max(float(np.max(np.abs(self.J))), TINY)


def known_of(pairs: Sequence[tuple[Array, Array]], full: bool, definite: bool, weights: tuple[float, ...] = ()) -> Rank:
    """Determine the properties that the solver can assume, from J and H at several configurations.

    The damping μ is much smaller than every nonzero singular value σ. For σ = 10 μ, an error of (k + 1) 10⁻ᵏ would
    remain after k passes. The smallest observed σ is 10⁴ μ, so that only rounding errors remain.
    """
    least, usual = [SOFT / MULTIPLIER_DAMPING], np.zeros(len(pairs[0][0]) if pairs else 0)
    for J, H in pairs:
        rho = max(np.trace(H), TINY) / max(np.sum(J * J), TINY)
        w, V = eigh(H if definite else H + rho * J.T @ J)
        y = (J @ V) / np.sqrt(np.maximum(w, EPSILON * w[-1])) / np.sqrt(weights or 1.0)[..., None]
        usual = np.maximum(usual, np.sum(y * y, axis=1))
        rows = np.sum(np.any(J != 0, axis=1))
        sizes = svd(y, compute_uv=False) ** 2 * rows / max(np.sum(y * y), TINY)
        least += [float(x) for x in sizes if x > MULTIPLIER_ZERO]
    if full:
        return Rank(full, definite, usual=tuple(map(_one_digit, usual)))
    return Rank(full, definite, _one_digit(max(MULTIPLIER_DAMPING * min(least), MULTIPLIER_ROUNDING)), weights)


def _one_digit(x: float) -> float:
    """Round a number to one significant digit, so that generated programs are the same on every machine."""
    return float(f"{x:.0e}")


@dataclass(frozen=True, eq=False)
class Assembly:
    """Loop and contact constraints of a kinematic tree. `offered` lists configurations that may close the loops."""

    tree: Tree
    contacts: tuple[tuple[str, str], ...] = ()
    offered: list[Array] = field(default_factory=list)

    @cached_property
    def closure(self) -> Closure:
        """Loop-closure errors as functions of the configuration."""
        return Closure(self.tree, self.contacts)

    @cached_property
    def moved(self) -> Kernel:
        """Compiled function that maps q and dq to q ⊕ dq."""
        tree = self.tree
        q = unknowns(self.tree, "q")
        dq = unknowns(self.tree, "dq")
        return Kernel("integrate", vectors(q=q, dq=dq), vectors(value=integrate(tree, q, dq)))

    @cached_property
    def apart(self) -> Kernel:
        """Compiled function that maps q0 and q1 to q1 ⊖ q0."""
        tree = self.tree
        q0 = unknowns(self.tree, "q0")
        q1 = unknowns(self.tree, "q1")
        return Kernel("difference", vectors(q0=q0, q1=q1), vectors(value=difference(tree, q0, q1)))

    @cached_property
    def inertia(self) -> Kernel:
        tree, q = regroup(self.tree), unknowns(self.tree, "q")
        M = [x for row in mass_matrix(tree, q) for x in row]
        return Kernel("mass_matrix", vectors(q=q), [("value", (tree.nv, tree.nv), M)])

    @property
    def scales(self) -> tuple[float, ...]:
        """Scale factors of the loop equations, which divide lengths by the mechanism's size."""
        return _coarse(assembly(self.tree).closure.scales)

    @property
    def has_rows(self) -> bool:
        return bool(self.tree.loops or self.contacts)

    def gap(self, q: Array) -> float:
        """Return the largest loop-closure error of q, in rad or relative to the mechanism's size."""
        return float(self.gaps(q[None])[0]) if self.tree.loops else 0.0

    def gaps(self, q: Array) -> Array:
        """Return the largest loop-closure error for each row of q `(k, nq)`."""
        return np.asarray(np.max(np.abs(self.closure.errors(q)[0]), axis=1, initial=0.0))

    def close(self, q: Array, free: Array | None = None, *, small: float = ROOT_RANK) -> Array:
        """Close the loops, starting from q `(nq,)` or from each row of q `(k, nq)`.

        Only the coordinates in `free` are changed. If the iteration does not close the loops, the configuration with
        the smallest error is returned.
        """
        if not self.has_rows:
            return q
        mask = self.closure.columns if free is None else np.where(free, self.closure.columns, 0.0)

        def errors(x: Array) -> tuple[Array, Array]:
            r, J = self.closure.errors(x)
            return r, J if free is None else J * free

        def moved(x: Array, step: Array) -> Array:
            there: Array = self.moved(x, step * mask)
            return there

        many = least_squares(errors, moved, np.atleast_2d(q), small=small, floor=LOOP_SOLVED)
        return many if np.ndim(q) == 2 else many[0]

    def nearest(self, q: Array) -> Array:
        """Return the closed configuration nearest to q.

        If the iteration from q fails, the function restarts from many configurations near q. If these starts also fail,
        the configuration with the smallest error is returned. A restart is necessary if no step reduces the error to
        first order, for example at a stretched or folded configuration.
        """
        found = self.close(q)
        if self.gap(found) <= LOOP_ASSEMBLED:
            return found
        reach = np.geomspace(1e-2, np.pi, _AROUND)[:, None] * self.closure.columns
        around = self.close(self.moved(q, reach * np.random.default_rng(5).uniform(-1, 1, (_AROUND, self.tree.nv))))
        around = np.vstack([found, around])
        gaps = self.gaps(around)
        closed = around[gaps <= LOOP_ASSEMBLED]
        if not len(closed):
            return np.asarray(around[np.argmin(gaps)])
        apart = norm(self.between(q, closed) / self.closure.columns, axis=1)
        return np.asarray(closed[np.argmin(apart)])

    def between(self, a: Array, b: Array) -> Array:
        """Compute b ⊖ a, with angles wrapped to (−π, π]. The configuration b can have several rows."""
        apart: Array = self.apart(a, b)
        turns = [k for body in self.tree.bodies if body.motion == "turn" for k in body.rates]
        apart[..., turns] = wrapped(apart[..., turns])
        return apart

    @cached_property
    def generic(self) -> GenericConfiguration:
        """Generic closed configuration, near the neutral configuration if possible.

        J is considered to have full rank only if it has full rank on every branch that was found.
        """
        rng, tree = np.random.default_rng(7), self.tree
        loops = assembly(tree)  # contacts do not affect loop closure
        start = np.array(neutral(tree), dtype=float)
        found: list[GenericConfiguration] = []
        starts = [self.close(x) for x in self.offered]
        found += [self._at(loops._away(x, rng)) for x in starts if self.gap(x) <= 10 * LOOP_ASSEMBLED]
        for attempt in range(_TRIES):
            q = self.moved(start, (0.3 + 0.07 * attempt) * rng.normal(size=tree.nv) * self.closure.columns)
            if tree.loops:
                q = loops.close(q) if attempt else loops.nearest(start)
            if self.gap(q) > 10 * LOOP_ASSEMBLED:
                continue
            reached = [self._at(loops._away(q, rng)) for _ in range(1 if found else _WALKS)]
            found.append(max(reached, key=lambda x: x.rank))
            if len(found) == _BRANCHES:
                break
        if not found:
            self.checked(self.nearest(start), 0.0)
        first = found[0]
        branches = tuple((x.J, x.M) for x in found)
        weights = _coarse((np.max(self.closure.scales, initial=0) / self.closure.scales) ** 2)
        known = known_of(branches, all(x.known.full for x in found), first.known.definite, weights)
        return GenericConfiguration(first.q, first.J, first.M, first.rank, known, branches)

    def _away(self, q: Array, rng: np.random.Generator) -> Array:
        """Move to another closed configuration, because the drawn configuration is often not generic."""
        step = rng.normal(size=self.tree.nv)
        if self.has_rows:
            J = self.closure.system(q)[1] * self.closure.columns
            _, s, Vt = svd(J)
            basis = Vt[rank_of(s, ROOT_RANK) :]
            step = basis.T @ (basis @ step)
        there = self.moved(q, 0.2 * self.closure.columns * step / max(float(norm(step)), ROUNDING))
        there = self.close(there)
        return there if self.gap(there) <= 10 * LOOP_ASSEMBLED else q

    def _at(self, q: Array) -> GenericConfiguration:
        nv = self.tree.nv
        J = self.closure.system(q)[1] if self.has_rows else np.zeros((0, nv))
        scaled = J * self.closure.scales[:, None] * self.closure.columns if len(J) else J
        rank = int(rank_of(svd(scaled, compute_uv=False), ROOT_RANK)) if len(J) else 0
        plain = [i for i, row in enumerate(J) if np.any(row != 0)]
        M = self.inertia(q)
        unit = np.sqrt(np.maximum(np.abs(np.diag(M)), TINY))
        definite = bool(eigvalsh(M / np.outer(unit, unit))[0] > DEFINITE)
        return GenericConfiguration(q, J, M, rank, Rank(rank == len(plain), definite))

    def checked(self, q: Array, tolerance: float = LOOP_ASSEMBLED, held: Sequence[str] = ()) -> Array:
        """Return q if it closes the loops. Otherwise, raise an error that names the loop with the largest error."""
        r = np.abs(self.closure.errors(q[None])[0][0]) if self.tree.loops else np.zeros(1)
        k = int(np.argmax(r))
        if r[k] > tolerance:
            worst = self.closure.gap_of(k, float(r[k] / self.closure.scales[k]))
            raise finding.CannotAssemble(RobotName(self.tree.name), *worst, tuple(map(Identifier, held))).error()
        return q


def _coarse(sizes: Array) -> tuple[float, ...]:
    """Round numbers to three significant digits, so that generated programs are the same on every machine."""
    return tuple(float(f"{x:.3g}") for x in sizes)


@lru_cache(maxsize=64)
def assembly(tree: Tree, contacts: tuple[tuple[str, str], ...] = ()) -> Assembly:
    """Return the cached assembly of a kinematic tree."""
    return Assembly(tree, contacts)


def contact_kinds(contacts: Any) -> tuple[tuple[str, str], ...]:
    """Return pairs (frame, "point" or "surface") for the contacts. Frames without a contact type are point contacts."""
    if contacts is None:
        return ()
    if not isinstance(contacts, Mapping):
        contacts = dict.fromkeys(listed(contacts, "contacts", "contacts"), "point")
    for kind in contacts.values():
        choice(kind, "contacts", CONTACTS)
    return tuple(contacts.items())


def modes(loops: Assembly, q: Array) -> Array:
    """Find all assembly modes with the same independent coordinates as q, `(k, nq)`, sorted by distance from q."""
    tree, poses = loops.tree, _poses(loops)
    held = loops.generic.independent(tree)
    passive = np.array([k not in held for k in range(tree.nv)])
    reach = np.where(passive, np.pi * loops.closure.columns, 0.0)
    rng = np.random.default_rng(11)
    found: list[Array] = []
    placed = np.zeros((0, len(poses.outputs[0][2])))
    met = np.zeros(0, dtype=int)
    families = 0
    for count in range(_MOST):
        starts = loops.moved(q, reach * rng.uniform(-1, 1, (_ROUND, tree.nv)))
        if not count:
            starts[0] = loops.close(q, passive)
        closed = loops.close(starts, passive)
        closed = closed[loops.gaps(closed) <= LOOP_ASSEMBLED]
        for there, place in zip(closed, poses(closed), strict=True):
            same = np.flatnonzero(np.max(np.abs(placed - place), axis=1, initial=0.0) < SAME_POSE)
            if len(same):
                met[same[0]] += 1
            elif _is_isolated(loops, there, passive):
                found.append(there)
                placed, met = np.vstack([placed, place]), np.append(met, 1)
            else:
                families += 1
        if count + 1 >= _LEAST and np.all(met >= _OFTEN):
            break
    if not found:
        names = [tree.coordinates[k] for k in held]
        if not families:
            loops.checked(loops.close(q, passive), 0.0, names)
        raise finding.ModesNotIsolated(RobotName(tree.name), tuple(map(Identifier, names))).error()
    return np.array(sorted(found, key=lambda x: float(norm(loops.between(q, x) / loops.closure.columns))))


def _poses(loops: Assembly) -> Kernel:
    """Compile a function that maps q to the axes and the origin of every body.

    Positions are divided by the mechanism's size.
    """
    tree, q = loops.tree, unknowns(loops.tree, "q")
    found: list[Any] = []
    for body, pose in zip(tree.bodies, world_poses(tree, joints(tree, q)), strict=True):
        if body.link:
            found += [x for row in pose.R for x in row] + [x / loops.closure.size for x in pose.p]
    return Kernel("poses", vectors(q=q), vectors(value=found))


def _is_isolated(loops: Assembly, q: Array, passive: Array) -> bool:
    """Check that the passive coordinates cannot move."""
    J = loops.closure.errors(q[None])[1][0][:, passive]
    s = svd(J, compute_uv=False)
    return J.shape[1] == 0 or (len(s) == J.shape[1] and bool(s[-1] > MOTION_RANK * s[0]))
