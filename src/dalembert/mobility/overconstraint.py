"""Grübler's formula, and the reasons why it fails for overconstrained mechanisms.

Grübler's formula is F = m (n − 1 − j) + Σ f, with m = 3 in a plane and m = 6 in space. [grubler1917], [kutzbach1929],
[tang]

Each of the n − 1 moving bodies has m degrees of freedom, and each joint removes m − f degrees of freedom. Grübler's
formula is correct if no constraint is redundant. The number of redundant equations, which are of four kinds, is
m L − rank C =

    (m − m_G) L          all joints generate a smaller group (planar, spherical, …)
  + Σ (m_G − m_k)        loop k generates a smaller group (a parallelogram in a spatial leg)
  + Σ (m_k − r_k)        loop k is dependent by its dimensions (Sarrus, Bennett, Bricard) or has fewer freedoms
  + Σ r_k − rank C       loops repeat each other (a third parallel bar)

where m_k is the dimension of the group of loop k, and r_k is the rank of the equations of loop k.  [herve1978]

The displacement group of a mechanism is the Lie algebra that its joint screws generate,

    [ξ1, ξ2] = [ω1 × v2 − ω2 × v1,  ω1 × ω2]

The screws at one position generate the screws at every position. The dimension m of the group is therefore the same at
all positions. It is 3 for motions in a plane or about a point, and 6 in general. A loop whose motions belong to the
group has m closure equations instead of 6. A subalgebra is identified by its numbers of rotation directions and pure
translations. [herve1978]

The following single loops are movable only because of their special dimensions. The program recognises these loops by
their axes (point p, direction u) at a generic position:

    Sarrus 1853     two chains of parallel axes: planar groups G_u and G_v share one translation  (also other chains
                    whose groups meet)
    Bennett 1903    4R, the only movable spatial 4R loop:  a1 = a3, a2 = a4, no offsets,  a1/sin α1 = a2/sin α2

[sarrus1853], [bennett1903], [herve1978]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from dalembert import finding
from dalembert.argument import integer
from dalembert.boundary import Array
from dalembert.finding.finding import Finding, LinkName, Noun
from dalembert.kinematics.chain import Screw, common_normal
from dalembert.mobility.network import Circuit, JointGraph, Network
from dalembert.mobility.rank import NumericalRank, rank_of
from dalembert.tolerance import MOTION_RANK, NEARLY_DEPENDENT, SAME_POSE, TINY

if TYPE_CHECKING:
    from dalembert.mobility.degrees_of_freedom import Mobility


def grubler(bodies: int, freedoms: Sequence[int], m: int = 6) -> int:
    """Compute the number of degrees of freedom F = m (n − 1 − j) + Σ f by Grübler's formula.

    Parameters
    ----------
    bodies : int
        Number of bodies n, including the ground.
    freedoms : sequence of int
        Number of degrees of freedom f of each joint.
    m : int
        3 for planar mechanisms, 6 for spatial mechanisms.

    Returns
    -------
    int

    Examples
    --------
    >>> import dalembert as da
    >>> da.mechanism.grubler(4, [1, 1, 1, 1], m=3)  # a four-bar linkage
    1
    """
    bodies = integer(bodies, "bodies", lower=1)
    for f in freedoms:
        integer(f, "freedoms", lower=0, upper=m)
    return m * (bodies - 1 - len(freedoms)) + sum(freedoms)


def count(parts: Network, m: int) -> int:
    """Compute the number of degrees of freedom F of a network of bodies by Grübler's formula.

    Each coupling removes one more degree of freedom.
    """
    return m * (len(parts.bodies) - 1 - len(parts.joints)) + parts.freedoms - parts.couplings


_NAMES = {
    (0, 0): "no motion",
    (0, 1): "translations along a line",
    (0, 2): "translations in a plane",
    (0, 3): "translations in space",
    (1, 0): "rotations about one axis",
    (1, 1): "rotations about and translations along one axis",
    (1, 2): "motions in a plane",
    (1, 3): "translations and rotations about one direction",
    (3, 0): "rotations about one point",
    (3, 3): "motions in space",
}


@dataclass(frozen=True, eq=False)
class DisplacementGroup:
    """Group of displacements. `algebra` is an orthonormal basis of its Lie algebra, 6 × m."""

    algebra: Array
    turns: int
    translations: int
    helical: bool

    @property
    def dimension(self) -> int:
        return int(self.algebra.shape[1])

    @property
    def planar(self) -> bool:
        """Whether all motions of the group are in parallel planes."""
        return not self.helical and (self.turns, self.translations) in ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2))

    @property
    def name(self) -> Noun:
        """Name of the type of motion, such as planar or spherical."""
        if self.helical:
            return Noun(f"screw motions about {'one axis' if self.translations == 0 else 'parallel axes'}")
        return Noun(_NAMES.get((self.turns, self.translations), "motions in space"))


def displacement_group(S: Array) -> DisplacementGroup:
    """Compute the displacement group generated by the screws in the columns of S."""
    algebra = span(S)
    while (size := algebra.shape[1]) < 6:
        products = [bracket(algebra[:, i], algebra[:, j]) for i in range(size) for j in range(i)]
        algebra = span(np.column_stack([algebra, *products]))
        if algebra.shape[1] == size:
            break
    turns = span(algebra[3:]).shape[1]
    return DisplacementGroup(algebra, turns, algebra.shape[1] - turns, _helical(algebra, turns))


def bracket(a: Array, b: Array) -> Array:
    """Compute the commutator of two screws."""
    return np.concatenate([np.cross(a[3:], b[:3]) - np.cross(b[3:], a[:3]), np.cross(a[3:], b[3:])])


def span(A: Array) -> Array:
    """Compute an orthonormal basis of the column space of A."""
    if A.size == 0:
        return np.zeros((A.shape[0], 0))
    U, s, _ = np.linalg.svd(A, full_matrices=False)
    return U[:, : np.sum(s > MOTION_RANK * max(s[0], TINY))]


def meet(A: Array, B: Array) -> Array:
    """Compute an orthonormal basis of the intersection of two spans. A and B have orthonormal columns."""
    U, s, _ = np.linalg.svd(A.T @ B)
    shared: Array = A @ U[:, : np.sum(s > 1 - MOTION_RANK)]
    return shared


def _helical(algebra: Array, turns: int) -> bool:
    """Check whether every rotation is coupled with a translation along its axis, as in a screw."""
    if turns != 1:
        return False
    _, _, Vt = np.linalg.svd(algebra[3:])
    screw = algebra @ Vt[0]
    slides = algebra @ Vt[1:].T
    axis = screw[3:] / np.linalg.norm(screw[3:])
    along = slides[:3].T @ axis
    if np.any(np.abs(along) > MOTION_RANK):
        return False  # the advance is independent
    return bool(abs(screw[:3] @ axis) > MOTION_RANK * np.linalg.norm(screw[3:]))


def recognise(parts: Network, S: Array, loop: Circuit, redundant: int) -> Finding:
    """Identify the type of a loop with dependent equations, if the type is known."""
    columns = parts.rates(loop.joints)
    shared = _chains(parts, S, loop, redundant)
    if shared is not None:
        return shared
    if any(parts.joints[j].kind != "revolute" for j in loop.joints):
        return finding.SpecialLoops(1, redundant, Noun("paradoxical loop"), len(columns))
    bennett = len(columns) == 4 and _bennett([S[:, c] for c in columns])
    return finding.SpecialLoops(1, redundant, Noun("Bennett linkage" if bennett else "special loop"), len(columns))


def _chains(parts: Network, S: Array, loop: Circuit, redundant: int) -> finding.SharedChains | None:
    """Find two chains of the loop whose displacement groups have dimensions below 6 and have motions in common."""
    size = len(loop.joints)
    for i in range(size):
        turned = loop.joints[i:] + loop.joints[:i]
        for count in range(2, size // 2 + 1):
            one, two = turned[:count], turned[count:]
            a, b = (displacement_group(S[:, parts.rates(chain)]) for chain in (one, two))
            if a.dimension < 6 and b.dimension < 6:
                common = meet(a.algebra, b.algebra).shape[1]
                if common:
                    hinges = {parts.joints[j].kind for j in loop.joints} == {"revolute"}
                    sarrus = a.planar and b.planar and hinges and size == 6
                    return finding.SharedChains(1, redundant, sarrus, a.name, b.name, common)
    return None


def _bennett(screws: Sequence[Array]) -> bool:
    """Check whether four revolute joints form a Bennett linkage.

    In a Bennett linkage, opposite sides are equal and have no offsets, and lengths are proportional to the sines of the
    twists.
    """
    axes = [Screw(False, s[3:], np.cross(s[3:], s[:3])) for s in screws]  # o is the point nearest to the origin
    pairs = list(zip(axes, axes[1:] + axes[:1], strict=True))
    feet = [common_normal(a, b) for a, b in pairs]
    a1, a2, a3, a4 = (float(np.linalg.norm(b - a)) for a, b in feet)
    s1, s2, s3, s4 = (float(np.linalg.norm(np.cross(a.h, b.h))) for a, b in pairs)
    offsets = [
        float(np.linalg.norm(before[1] - after[0])) for before, after in zip(feet, feet[1:] + feet[:1], strict=True)
    ]
    skew = min(s1, s2, s3, s4) > SAME_POSE
    return (
        skew
        and max(*offsets, abs(a1 - a3), abs(a2 - a4), abs(s1 - s3), abs(s2 - s4), abs(a1 * s2 - a2 * s1)) < SAME_POSE
    )


def reasons(found: Mobility, S: Array, rank: NumericalRank, group: DisplacementGroup) -> tuple[Finding, ...]:
    """List the reasons why Grübler's formula and the mobility differ, beginning with the most important reason.

    S contains the unit screws at a generic position, and `group` is the displacement group that they generate.
    """
    dependent = _loops(found, S, rank, group) if found.full_cycle == rank.nullity else []
    idle = [finding.IdleFreedoms(found.idle, found.full_cycle - found.idle)] if found.idle else []
    near = [] if rank.margin > NEARLY_DEPENDENT else [finding.NearlyDependent(rank.margin)]
    return (*_whole(found, group), *dependent, *idle, *_first_order(found, rank), *near)


def _whole(found: Mobility, group: DisplacementGroup) -> list[Finding]:
    size, parts = group.dimension, found.mechanism
    if size >= found.m or not parts.loops:
        return []
    if size == 0:
        return [finding.NoJointMotion()]
    redundant = (found.m - size) * parts.loops
    counts = (len(parts.bodies), len(parts.joints), parts.freedoms, parts.couplings)
    return [finding.GroupRedundancy(group.name, size, found.m, redundant, *counts)]


def _loops(found: Mobility, S: Array, rank: NumericalRank, group: DisplacementGroup) -> list[Finding]:
    """List the redundant loops, grouped by reason: displacement group, special dimensions, and repetition."""
    parts, most = found.mechanism, min(found.m, group.dimension)
    repeated = found.redundant - found.m * parts.loops  # Σ r_k − rank C
    grouped: Counter[Finding] = Counter()
    special: Counter[Finding] = Counter()
    for loop in parts.graph.loops:
        screws = S[:, parts.rates(loop.joints)]
        own, r = displacement_group(screws), rank_of(screws, MOTION_RANK).rank
        lost = own.dimension - r
        repeated += r
        if own.dimension < most:
            grouped[finding.LoopGroups(1, most - own.dimension, own.name)] += 1
        if lost > 0:
            locked = finding.LockedLoops(1, lost, r, own.dimension) if r == screws.shape[1] else None
            special[locked or recognise(parts, S, loop, lost)] += 1
    every: list[Any] = [replace(x, loops=count) for x, count in (*grouped.items(), *special.items())]  # type: ignore[call-arg]  # every kind here has loops
    if repeated > 0:
        every.append(finding.RepeatedLoops(repeated, tuple(map(LinkName, _spare(parts, S, rank.nullity)))))
    return every


def _spare(parts: Network, S: Array, nullity: int) -> Iterator[str]:
    """Yield the names of the bars (bodies with two joints) whose removal does not add degrees of freedom."""
    for body, name in enumerate(parts.bodies):
        kept = [j for j, member in enumerate(parts.joints) if body not in member.ends]
        if body in (0, parts.output) or len(parts.joints) - len(kept) != 2 or parts.couplings:
            continue
        pairs = [parts.joints[j].ends for j in kept]
        graph = JointGraph(len(parts.bodies) - 1, [(a - (a > body), b - (b > body)) for a, b in pairs])
        if not graph.connected:
            continue
        C = parts.matrix(S, graph, kept)[:, parts.rates(kept)]
        if rank_of(C, MOTION_RANK).nullity == nullity:
            yield name


def _first_order(at: Mobility, rank: NumericalRank) -> list[Finding]:
    found: list[Finding] = []
    everywhere = rank.nullity - at.full_cycle
    extra = at.instantaneous - (rank.nullity if at.full_cycle else 0)
    if extra > 0:
        found.append(finding.SingularPosition(extra, at.full_cycle > 0))
    if at.full_cycle and everywhere:
        found.append(finding.InfinitesimalFreedoms(everywhere))
    if len(at.branches) > 1:
        found.append(finding.BranchingPosition(at.branches))
    return found
