"""The stored states of a self-test: what the graph interpreter makes of them, and how near others can come to it.

Rounding the inputs changes the results by the condition of the function times half a unit in the last place; nobody can be
asked for more. Where that is above the usual tolerance, as for loops that hold more than they need, it is the tolerance.
In single precision a mechanism near a singular configuration has few digits: of the states that are drawn, those are stored
that single precision gives best, and what it is off there counts as rounding. Where half of them are off by more than a
right program may be, single precision does not do, and that is said instead.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from dalembert.code.state import Range, states
from dalembert.codegen.packages.target import TOLERANCE, Sample
from dalembert.codegen.runtimes.argument import PARAMETERS
from dalembert.errors import WrongValue
from dalembert.graph import Node, Scalar, evaluate
from dalembert.mechanism import project
from dalembert.robot.model import Robot
from dalembert.robot.parameter import Loose
from dalembert.simulate.model import model_of

COUNT = 4
_MARGIN = 8.0  # roundings within the program count as some of the inputs
_TRIES = 8  # states drawn for each that is stored, of a mechanism
_LAST = {"double": 2.0**-53, "float": 2.0**-24}


class Stored(NamedTuple):
    """Samples, and how far a right program may be off them, relative to the largest entry of an output."""

    samples: tuple[Sample, ...]
    rounding: float


def stored(
    robot: Robot,
    nodes: Mapping[str, Sequence[Node]],
    spans: Mapping[str, Sequence[Range]],
    outputs: Sequence[Sequence[Scalar]],
    real: str,
    loose: Loose | None,
) -> Stored:
    """States within the ranges of the inputs, evaluated; of a mechanism, those from which its loops tell how it moves."""
    tried = _TRIES * COUNT if robot.loops else COUNT
    drawn = {x: states(robot, x, span, tried, seed) for seed, (x, span) in enumerate(spans.items())}
    if robot.loops and {"q", "qd"} <= set(drawn):
        pairs = [project(robot, *x) for x in zip(drawn["q"], drawn["qd"], drawn.get("qdd", drawn["qd"]), strict=True)]
        drawn["qd"] = np.array([qd for qd, _ in pairs])
        drawn |= {"qdd": np.array([qdd for _, qdd in pairs])} if "qdd" in drawn else {}
    if robot.loops and "x" in drawn:
        L = model_of(robot, False).layout
        for x in drawn["x"]:
            x[L.qd] = project(robot, x[L.q], x[L.qd])
    if loose is not None:  # near what they are
        now = np.array([1.0 if x is None else x for x in loose.values])
        drawn[PARAMETERS] = now * (1 + 0.02 * drawn[PARAMETERS])
    if real == "float":  # what is stored is what is given
        drawn = {x: values.astype(np.float32) for x, values in drawn.items()}
    entries = [node.value for part in nodes.values() for node in part]
    single = real == "float" and bool(robot.loops)
    found: list[tuple[float, Sample]] = []  # what rounding changes, and the sample
    for j in range(tried):
        numbers = [float(v) for x in nodes for v in drawn[x][j]]
        moved = [v * (1 + _LAST[real] * math.copysign(1, math.sin(1.7 * k))) for k, v in enumerate(numbers)]
        try:
            sample, other = (_evaluated(entries, x, outputs) for x in (numbers, moved))
        except ZeroDivisionError:  # so a step says that its end is not told
            if not robot.loops:
                raise
            continue
        rounded = [other, _single(entries, numbers, outputs)] if single else [other]
        off = max(x for y in rounded for x in map(_apart, sample, y))
        found.append((off, Sample(tuple(numbers), tuple(x for part in sample for x in part))))
        if len(found) == COUNT and not single:
            break
    if not found:
        what = f"no state of {tried} was found from which the loops of '{robot.name}' tell how it moves in one step"
        raise WrongValue(f"{what}; give a smaller step, or narrower limits of its rates and efforts")
    found.sort(key=lambda x: x[0])
    if single and not found[len(found) // 2][0] <= TOLERANCE["float"]:
        raise WrongValue(
            f"single precision does not resolve the loops of '{robot.name}': of half the states that were tried, what is"
            f" computed in it is off by {found[len(found) // 2][0]:.1g} and more; take dtype='float64'"
        )
    best = found[:COUNT]
    return Stored(tuple(x for _, x in best), _MARGIN * best[-1][0])


def _evaluated(
    entries: Sequence[str], numbers: Sequence[Any], outputs: Sequence[Sequence[Scalar]]
) -> list[list[float]]:
    flat = iter(evaluate([x for part in outputs for x in part], dict(zip(entries, numbers, strict=True))))
    return [[float(next(flat)) for _ in part] for part in outputs]


def _single(entries: Sequence[str], numbers: Sequence[float], outputs: Sequence[Sequence[Scalar]]) -> list[list[float]]:
    """Every operation in single precision, as the program will do it."""
    with np.errstate(all="ignore"):
        flat = evaluate(
            [x for part in outputs for x in part],
            dict(zip(entries, map(np.float32, numbers), strict=True)),
            functions=np,
            number=np.float32,
        )
    found = iter(flat)
    return [[float(next(found)) for _ in part] for part in outputs]


def _apart(a: Sequence[float], b: Sequence[float]) -> float:
    off = [abs(x - y) for x, y in zip(a, b, strict=True)]
    return math.inf if any(map(math.isnan, off)) else max(off) / max(1.0, *map(abs, a))
