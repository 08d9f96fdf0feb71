"""Degrees of freedom of a mechanism: by Grübler's formula, at an instant, and over a cycle.

F = nv − rank J = Σf − rank C  at a generic position. For any mechanism

    Σf − rank C = m (n − 1 − j) + Σf + (m L − rank C):

so formula and mobility differ by the number of redundant closure equations, m L − rank C, since L = j − n + 1.
[gogu2005], [hunt1978]

A null vector of the network matrix is a motion to first order only. After a step along it, the loops are closed again. If the
motion is finite, the mechanism stays near its new position. Otherwise it returns to the old one (a shaky structure: x² = 0
allows a velocity but no motion). A walk leads away from singular positions, where the rank is low, to generic ones, where
Σf − rank is the dimension of the set of all positions.  [schicho2022], [hunt1978, ch. 12]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from dalembert.algorithms.tangent import neutral
from dalembert.argument import real
from dalembert.boundary import Array, RobotLike, as_robot
from dalembert.finding.finding import Finding, Noun
from dalembert.mobility.network import Network, RobotDescription, network
from dalembert.mobility.overconstraint import PositionAnalysis, count, displacement_group, equation, reasons, span
from dalembert.mobility.rank import NumericalRank, exact, rank_at, rank_of
from dalembert.robot.model import Robot
from dalembert.tolerance import MOTION_RANK, RANK
from dalembert.typeset.notebook import Displayed

_STEPS, _TRIES, _WALKS = 8, 12, 3


@dataclass(frozen=True)
class OutputMotion(Displayed):
    """Freedoms of one body relative to the ground: `translations`, and `turns` (directions of ω)."""

    body: str
    freedoms: int
    translations: int
    turns: int

    def __str__(self) -> str:
        return f"{self.freedoms} ({_number(self.translations, 'translation')}, {_number(self.turns, 'rotation')})"


@dataclass(frozen=True)
class Mobility(Displayed):
    """Degrees of freedom of a mechanism. `full_cycle` counts finite motions, `instantaneous` velocities at one position."""

    mechanism: Network
    m: int  # of the formula: 3 if all moves in a plane, else 6
    instantaneous: int  # Σf − rank, at the drawn (assembled) position
    full_cycle: int  # dimension of the set of positions around the assembly
    redundant: int  # m L − rank at a generic position: dependent equations
    idle: int  # freedoms in which a part moves in itself and nothing else moves
    group: Noun  # what the joints generate
    group_dimension: int
    branches: tuple[int, ...]  # freedoms of the different motions that start at the assembly, largest first
    output: OutputMotion | None = None
    reasons: tuple[Finding, ...] = ()  # why formula and mobility differ
    margin: float = field(default=1.0, repr=False)  # smallest relative singular value taken as nonzero

    @property
    def formula(self) -> int:
        """Result of Grübler's formula, planar or spatial depending on the mechanism."""
        return count(self.mechanism, self.m)

    @property
    def equation(self) -> str:
        """Grübler's formula with its numbers, such as `3(4 − 1 − 4) + 4 = 1`."""
        return equation(self.mechanism, self.m)

    @property
    def planar(self) -> int:
        """Result of Grübler's formula with m = 3."""
        return count(self.mechanism, 3)

    @property
    def spatial(self) -> int:
        """Result of Grübler's formula with m = 6."""
        return count(self.mechanism, 6)

    @property
    def agrees(self) -> bool:
        """Whether Grübler's formula gives the mobility."""
        return self.formula == self.full_cycle

    def explain(self) -> str:
        """Return a text with the formula, the mobility and the reason for a difference."""
        x = self.mechanism
        lines = [
            f"{x.name}: {_number(len(x.bodies), 'body')}, {_number(len(x.joints), 'joint')} with "
            f"{_number(x.freedoms, 'freedom')}, {_number(x.loops, 'loop')}",
            f"  formula, {'planar' if self.m == 3 else 'spatial'}:  {self.equation}",
            f"  at the drawn position:  {self.instantaneous}",
            f"  over the full cycle:  {self.full_cycle}"
            + (f", {self.idle} of them idle" if self.idle else "")
            + (f"; of '{self.output.body}': {self.output}" if self.output else ""),
        ]
        lines.append("The formula is right." if self.agrees else "The formula and the mobility differ.")
        return "\n".join([*lines, *(f"{x}." for x in self.reasons)])

    def __str__(self) -> str:
        return self.explain()


def _number(k: int, noun: str) -> str:
    plural = "bodies" if noun == "body" else f"{noun}s"
    return f"{k} {noun if k == 1 else plural}"


def mobility(mechanism: RobotDescription | RobotLike, *, tolerance: float = RANK) -> Mobility:
    """Compute the degrees of freedom of a mechanism, and compare them with Grübler's formula.

    The loops are closed from the neutral (drawn) position. The rank of the loop-closure Jacobian is taken there and at
    generic positions that the mechanism reaches.

    Parameters
    ----------
    mechanism : Mechanism, or Robot, gallery name or path
    tolerance : float
        Accuracy of the dimensions relative to the size of the mechanism. Rounded dimensions need a larger tolerance.

    Returns
    -------
    Mobility

    Examples
    --------
    >>> import dalembert as da
    >>> found = da.mechanism.mobility(da.mechanism.library.bennett())
    >>> found.formula, found.full_cycle
    (-2, 1)
    >>> print(found.reasons[0])
    One loop is dependent, 3 redundant equations: a Bennett linkage (opposite sides equal, lengths proportional to the sines of the twists)
    """
    tolerance = real(tolerance, "tolerance", above=0, upper=0.01)
    drawn = mechanism if isinstance(mechanism, RobotDescription) else None
    robot = mechanism.robot if isinstance(mechanism, RobotDescription) else as_robot(mechanism)
    parts = network(robot)

    def numbers() -> Robot:
        return exact(parts.robot) if drawn is None else drawn.exact

    q = assembled(parts, tolerance)
    here = rank_at(parts, numbers, q, tolerance)
    found = branches(parts, q, tolerance) if here.nullity else [Branch(q, here, here.null)]
    best = max(found, key=lambda branch: (branch.finite, branch.rank.margin))
    rank = here if best.q is q else rank_at(parts, numbers, best.q, tolerance)
    S = parts.screws(best.q)
    C = np.concatenate([parts.matrix(S), parts.coupled(best.q)])
    whole = displacement_group(S)
    m = 3 if whole.planar else 6
    equations = rank.rank + parts.cut_freedoms  # rank C
    idle = _idle(parts, S, C)
    lasting = tuple(sorted({branch.finite for branch in found}, reverse=True))
    position = PositionAnalysis(parts, S, rank, equations, whole, m, here.nullity, best.finite, idle, lasting)
    return Mobility(
        parts, m, here.nullity, best.finite, m * parts.loops + parts.couplings - equations, idle, whole.name,
        whole.dimension, lasting, _output(parts, S, C, best.motions), reasons(position), min(here.margin, rank.margin),
    )  # fmt: skip


def _output(parts: Network, S: Array, C: Array, motions: Array) -> OutputMotion | None:
    if not parts.output:
        return None
    W = parts.twists(S, parts.output) @ _whole(parts, C, motions)
    twists = span(W) if np.abs(W).max(initial=0.0) > RANK else np.zeros((6, 0))
    turning = twists[3:]
    turns = int(np.sum(np.linalg.svd(turning, compute_uv=False) > MOTION_RANK)) if turning.size else 0
    return OutputMotion(parts.bodies[parts.output], twists.shape[1], twists.shape[1] - turns, turns)


def _whole(parts: Network, C: Array, motions: Array) -> Array:
    """Return the rates of all joints from those of the tree: cut joints move as the loops require."""
    cut = C[:, parts.tree.nv :]
    return np.concatenate([motions, -np.linalg.lstsq(cut, C[:, : parts.tree.nv] @ motions, rcond=RANK)[0]])


def _idle(parts: Network, S: Array, C: Array) -> int:
    """Count motions in which two joints move and all others are at rest: a part moves in itself.

    Motions that move the output are not idle; nor, without an output, those that together move every body.
    """
    together = sorted({pair for loop in parts.graph.loops for pair in combinations(sorted(loop.joints), 2)})
    found = [np.zeros((C.shape[1], 0))]
    for a, b in together:
        alone = sum(_supported(C, list(parts.joints[j].rates)).shape[1] for j in (a, b))
        both = _supported(C, [*parts.joints[a].rates, *parts.joints[b].rates])
        if both.shape[1] > alone:
            found.append(both)
    idle = span(np.column_stack(found))
    if parts.output:
        W = parts.twists(S, parts.output) @ idle
        return int(idle.shape[1] - np.linalg.matrix_rank(W, tol=MOTION_RANK)) if idle.size else 0
    moved = [
        np.abs(parts.twists(S, body) @ idle).max(initial=0.0) > MOTION_RANK for body in range(1, len(parts.bodies))
    ]
    return 0 if all(moved) else int(idle.shape[1])


def _supported(C: Array, columns: list[int]) -> Array:
    """Return null vectors of C whose entries are 0 outside some columns; nonzero columns are unit screws."""
    part = C[:, columns]
    inner = rank_of(part, MOTION_RANK).null if np.abs(part).max(initial=0.0) > RANK else np.eye(len(columns))
    result = np.zeros((C.shape[1], inner.shape[1]))
    result[columns] = inner
    return result


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
        ranks = [(y, rank_of(network.slopes(y), tolerance)) for y in walked[1:]]
        if not ranks:
            break
        least = min(r.nullity for _, r in ranks)
        y, rank = max(((y, r) for y, r in ranks if r.nullity == least), key=lambda each: each[1].margin)
        found.append(Branch(y, rank, _finite_motions(network, y, rank, tolerance)))
    return found or [Branch(x, rank_of(network.slopes(x), tolerance), np.zeros((network.tree.nv, 0)))]


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
        N = rank_of(network.slopes(states[-1]), tolerance).null
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
    y = loops.close(loops.moved(q, t * loops.closure.columns), small=tolerance)
    return (y, loops.apart(q, y) / loops.closure.columns) if loops.gap(y) <= tolerance else None


def assembled(network: Network, tolerance: float = RANK) -> Array:
    """Return a configuration with closed loops, from the drawn (neutral) position or from around it."""
    loops = network.assembly
    start = np.array(neutral(network.tree), dtype=float)
    q = loops.close(start, small=tolerance)
    return q if loops.gap(q) <= tolerance else loops.checked(loops.nearest(start), tolerance)


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


def _step(tolerance: float) -> float:
    """Return a step long enough to distinguish a finite motion from a fall back to within the tolerance."""
    return max(0.02, 20 * tolerance)
