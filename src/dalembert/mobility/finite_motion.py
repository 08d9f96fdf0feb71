"""Finite motion: walking along what the loops allow, to see which motions last.

A null vector of the network matrix is a motion to first order only. A step along it, closed again, either stays
where it went (the motion is finite) or falls back to where it began (a shaky structure: x² = 0 allows ẋ and no x).
A walk leads away from singular positions, where the rank is low, to generic ones, where
Σf − rank is the dimension of the set of all positions.  [schicho2022], [hunt1978, ch. 12]
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.algorithms.tangent import neutral
from dalembert.finding.finding import RobotName
from dalembert.finding.mechanism import CannotAssemble
from dalembert.mobility.network import Array, Network
from dalembert.mobility.rank import NumericalRank, rank_of
from dalembert.tolerance import RANK

_STEPS, _TRIES, _WALKS = 8, 12, 3


@dataclass(frozen=True, eq=False)
class Branch:
    """A generic position reached from the assembly, its rank, and a basis of those of its motions that are finite."""

    q: Array
    rank: NumericalRank
    motions: Array  # nv × freedoms, orthonormal, in units of the size

    @property
    def finite(self) -> int:
        """Number of finite freedoms."""
        return int(self.motions.shape[1])


def branches(network: Network, x: Array, tolerance: float = RANK) -> list[Branch]:
    """Return generic positions at the ends of several walks from x; x itself if nothing moves."""
    found: list[Branch] = []
    for seed in range(_WALKS):
        walked = walk(network, x, seed=seed, tolerance=tolerance)
        ranks = [(y, _rank(network, y, tolerance)) for y in walked[1:]]
        if not ranks:
            break
        least = min(r.nullity for _, r in ranks)
        y, rank = max(((y, r) for y, r in ranks if r.nullity == least), key=lambda each: each[1].margin)
        found.append(Branch(y, rank, _finite_motions(network, y, rank, tolerance)))
    return found or [Branch(x, _rank(network, x, tolerance), np.zeros((network.tree.nv, 0)))]


def walk(
    network: Network,
    x: Array,
    *,
    seed: int = 0,
    steps: int = _STEPS,
    tolerance: float = RANK,
    length: float = 0.0,
) -> list[Array]:
    """Return states along a finite motion from x, in a random direction that is kept as far as possible."""
    random = np.random.default_rng(seed)
    h = length or _step(tolerance) * 2
    states, heading = [x], None
    for _ in range(steps):
        N = _rank(network, states[-1], tolerance).null
        if N.shape[1] == 0:
            break
        reached = _advance(network, states[-1], N, heading, h, random, tolerance)
        if reached is None:
            break
        y, d = reached
        states.append(y)
        heading = d / np.linalg.norm(d)
    return states


def _advance(
    network: Network,
    x: Array,
    N: Array,
    heading: Array | None,
    h: float,
    random: np.random.Generator,
    tolerance: float,
) -> tuple[Array, Array] | None:
    """Return one finite step: ahead if there is a heading, else in any direction."""
    for attempt in range(_TRIES):
        t = N @ random.standard_normal(N.shape[1])
        if heading is not None and attempt < _TRIES // 2:
            ahead = N @ (N.T @ heading)
            t = ahead if np.linalg.norm(ahead) > 0.2 else t
        for part in (1.0, 0.25):
            moved = step(network, x, t * (part * h / np.linalg.norm(t)), tolerance)
            if moved is None:
                continue
            y, d = moved
            away = float(np.linalg.norm(d)) / (part * h)
            if 0.15 < away < 3 and (heading is None or d @ heading > 0):
                return y, d
    return None


def step(network: Network, q: Array, t: Array, tolerance: float) -> tuple[Array, Array] | None:
    """Return the closed configuration after the step t and its distance from q; None if the loops do not close again."""
    loops = network.assembly
    y = close(network, loops.moved(q, t * loops.closure.columns), tolerance)
    return (y, loops.apart(q, y) / loops.closure.columns) if loops.gap(y) <= tolerance else None


def close(network: Network, q: Array, tolerance: float = RANK) -> Array:
    """Return the closed configuration that the steps from q lead to, or the best one found."""
    return network.assembly.close(q, small=tolerance) if network.robot.loops else q


def assembled(network: Network, tolerance: float = RANK) -> Array:
    """Return a configuration with closed loops, from the drawn (neutral) position or from around it."""
    loops = network.assembly
    start = np.array(neutral(network.tree), dtype=float)
    q = close(network, start, tolerance)
    if loops.gap(q) <= tolerance:
        return q
    q = loops.nearest(start)
    if loops.gap(q) > tolerance:
        raise CannotAssemble(RobotName(network.name), *loops.worst(q)).error()
    return q


def _finite_motions(network: Network, x: Array, rank: NumericalRank, tolerance: float) -> Array:
    """Return the motions at a generic position that are finite: the span of where steps along each of them end."""
    h = _step(tolerance)
    ends = []
    for t in rank.null.T:
        moved = step(network, x, h * t, tolerance)
        ends.append(np.zeros(rank.nullity) if moved is None else rank.null.T @ moved[1] / h)
    if not ends:
        return rank.null
    _, values, Vt = np.linalg.svd(np.array(ends))
    finite: Array = rank.null @ Vt[: int(np.sum(values > 0.3))].T
    return finite


def _rank(network: Network, x: Array, tolerance: float) -> NumericalRank:
    return rank_of(network.slopes(x), tolerance)


def _step(tolerance: float) -> float:
    """Return a step long enough to distinguish a finite motion from a fall back to within the tolerance."""
    return max(0.02, 20 * tolerance)
