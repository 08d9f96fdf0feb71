"""Why formula and truth differ, in words.

Redundant equations are of four sorts, which add up:  m L − rank C =
    (m − m_G) L          all joints generate a smaller group (planar, spherical, …)
  + Σ (m_G − m_k)        loop k by itself generates a smaller group (a parallelogram in a spatial leg)
  + Σ (m_k − r_k)        loop k is dependent by its dimensions (Sarrus, Bennett, Bricard) or has fewer freedoms
  + Σ r_k − rank C       loops repeat each other (a third parallel bar)
with m_k the dimension of the group of loop k and r_k the rank of its own equations.  [herve1978]
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from dalembert.label import listed
from dalembert.mobility.graph import Graph
from dalembert.mobility.group import Group, group
from dalembert.mobility.grubler import equation
from dalembert.mobility.linkage import recognise
from dalembert.mobility.network import Array, Network
from dalembert.mobility.rank import Rank, rank_of

_NEAR = 1e-4
_MOST = 8  # names in a list


@dataclass(frozen=True, eq=False)
class Position:
    """A generic position and what was found there."""

    parts: Network
    S: Array
    rank: Rank
    equations: int  # rank C
    group: Group
    m: int
    instantaneous: int
    finite: int
    idle: int
    branches: tuple[int, ...]


def reasons(at: Position) -> tuple[str, ...]:
    """Sentences, the most important first; none where the formula is right and nothing is to be said."""
    dependent = [*_loops(at), _between(at)] if at.finite == at.rank.nullity else []
    said = [_whole(at), *dependent, _idle(at), *_lasting(at), _near(at)]
    return tuple(text for text in said if text)


def _whole(at: Position) -> str:
    size, parts = at.group.dimension, at.parts
    if size >= at.m or not parts.loops:
        return ""
    if size == 0:
        return "No joint allows any motion."
    return (
        f"All joints together allow only {at.group.name}, a group of dimension {size}: {at.m - size} of the {at.m} "
        f"equations of each loop hold by themselves ({(at.m - size) * parts.loops} redundant in all). "
        f"With m = {size} the formula reads {equation(parts, size)}."
    )


def _loops(at: Position) -> list[str]:
    """Loops that are redundant in themselves: by their group, then by their dimensions."""
    most = min(at.m, at.group.dimension)
    grouped: Counter[tuple[str, int]] = Counter()
    special: Counter[tuple[str, int]] = Counter()
    for loop in at.parts.graph.loops:
        columns = [c for j in loop.joints for c in at.parts.joints[j].rates]
        own = group(at.S[:, columns])
        rank = rank_of(at.S[:, columns], 1e-7).rank
        if own.dimension < most:
            grouped[own.name, most - own.dimension] += 1
        if rank < own.dimension:
            locked = f"a locked loop, {rank} freedoms against {own.dimension} equations"
            name = locked if rank == len(columns) else recognise(at.parts, at.S, loop)
            special[name, own.dimension - rank] += 1
    said = []
    for (name, lost), count in grouped.items():
        which = "One loop allows" if count == 1 else f"{count} loops allow, each by itself,"
        said.append(f"{which} only {name}: {lost} redundant {_equation(lost)}{' each' if count > 1 else ''}.")
    for (name, lost), count in special.items():
        which = "One loop is" if count == 1 else f"{count} loops are"
        each = " each" if count > 1 else ""
        said.append(f"{which} dependent, {lost} redundant {_equation(lost)}{each}: {name}.")
    return said


def _between(at: Position) -> str:
    own = 0
    for loop in at.parts.graph.loops:
        own += rank_of(at.S[:, [c for j in loop.joints for c in at.parts.joints[j].rates]], 1e-7).rank
    repeated = own + at.parts.couplings - at.equations
    if repeated <= 0:
        return ""
    follow = "equation follows" if repeated == 1 else "equations follow"
    text = f"Loops repeat each other: {repeated} {follow} from the others."
    spare = _spare(at)
    if not spare:
        return text
    quoted = [f"'{x}'" for x in spare[:_MOST]] + ["…"] * (len(spare) > _MOST)
    names = " or ".join(filter(None, [", ".join(quoted[:-1]), quoted[-1]]))
    return f"{text} Taking away {names} would free nothing."


def _spare(at: Position) -> list[str]:
    """Bars, bodies with two joints, without which the mechanism has no more freedoms than with them."""
    parts = at.parts
    spare: list[str] = []
    if parts.couplings:
        return spare
    for body, name in enumerate(parts.bodies):
        joints = [j for j, member in enumerate(parts.joints) if body in member.ends]
        if body in (0, parts.output) or len(joints) != 2:
            continue
        kept = [j for j in range(len(parts.joints)) if j not in joints]
        pairs = [parts.joints[j].ends for j in kept]
        graph = Graph(len(parts.bodies) - 1, [(a - (a > body), b - (b > body)) for a, b in pairs])
        if not graph.connected:
            continue
        columns = [c for j in kept for c in parts.joints[j].rates]
        C = parts.matrix(at.S, graph, kept)[:, columns]
        if rank_of(C, 1e-7).nullity == at.rank.nullity:
            spare.append(name)
    return spare


def _idle(at: Position) -> str:
    if not at.idle:
        return ""
    what = "One freedom is" if at.idle == 1 else f"{at.idle} freedoms are"
    return f"{what} idle: a part turns or slides in itself and moves nothing else. Left for use: {at.finite - at.idle}."


def _lasting(at: Position) -> list[str]:
    said = []
    everywhere = at.rank.nullity - at.finite
    extra = at.instantaneous - (at.rank.nullity if at.finite else 0)
    if extra > 0:
        what = "The drawn position is singular" if at.finite else "It is shaky"
        more = " more" if at.finite else ""
        said.append(
            f"{what}: to first order it has {'one freedom' if extra == 1 else f'{extra} freedoms'}{more} "
            f"that {'does' if extra == 1 else 'do'} not last."
        )
    if at.finite and everywhere:
        said.append(f"To first order it has {everywhere} more all along its motion, never lasting.")
    if len(at.branches) > 1:
        said.append(f"Motions of different freedoms start at the drawn position: {listed([*map(str, at.branches)])}.")
    return said


def _near(at: Position) -> str:
    if at.rank.margin > _NEAR:
        return ""
    return (
        f"The smallest singular value taken as nonzero is {at.rank.margin:.1e} of the largest: were the dimensions "
        "only slightly different, one more freedom would appear. For rounded dimensions give a larger tolerance."
    )


def _equation(k: int) -> str:
    return "equation" if k == 1 else "equations"
