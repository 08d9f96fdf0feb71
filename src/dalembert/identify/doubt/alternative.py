"""What may be wrong with a log, as changes of its samples: signs, orders, scales, time; each judged by `Products.error`.

An alternative is named only if it explains the efforts clearly better, and then the next is looked for on top of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from dalembert.identify.doubt.explanation import Explainer, Products, Sample

Array = NDArray[np.float64]
CLEARLY = 0.6  # of the present error that an alternative may leave
WORTH = 0.02  # the least present error at which anything is looked for
_FACTORS = (0.1, 0.2, 1 / 3, 0.5, 2 / 3, 0.8, 0.9, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0)
_LARGE = (1e-3, 1e-2, 1e2, 1e3)  # of efforts, which may be in another unit at one joint
_PROMISING = 0.9  # of the present error: what is worth a finer look


@dataclass(frozen=True)
class Alternative:
    """A change of the samples in words, what it leaves unexplained, and the samples after it."""

    kind: str
    joints: tuple[int, ...]
    words: str
    error: float
    after: Sample


def best(explain: Explainer, some: Sample, names: Sequence[str]) -> tuple[float, Alternative | None]:
    """The present error, and the alternative that explains the efforts best, if clearly."""
    base = explain.products(some)
    now = base.error()
    if now < WORTH:
        return now, None
    found = min(_all(explain, some, base, names), key=lambda x: x.error, default=None)
    return now, found if found is not None and found.error < CLEARLY * now else None


def _all(explain: Explainer, some: Sample, base: Products, names: Sequence[str]) -> Iterator[Alternative]:
    yield from _efforts(some, base, names)
    n = some.tau.shape[1]
    if explain.robot.nq != explain.robot.nv:
        return
    for j in range(n):
        moved = _scaled(some, j, -1.0)
        own = explain.products(moved)
        yield Alternative("sign", (j,), f"the position of {names[j]} has the other sign", own.error(), moved)
        both = _flip(n, j)
        yield Alternative(
            "sign", (j,), f"{names[j]} turns the other way, in position and effort", own.error(both), _by(moved, both)
        )
    for j, k in combinations(range(n), 2):
        order = _swap(n, j, k)
        moved = replace(some, q=some.q[:, order], qd=some.qd[:, order], qdd=some.qdd[:, order])
        own = explain.products(moved)
        words = f"{names[j]} and {names[k]} are swapped"
        yield Alternative("order", (j, k), f"the positions of {words}", own.error(), moved)
        yield Alternative(
            "order", (j, k), f"{words}, in position and effort", own.error(None, order), _taken(moved, order)
        )
    for j in range(n):
        yield from _ratios(explain, some, j, names[j], base.error())
    for k, words in ((1e3, "time stamps are in ms, not s"), (1e-3, "time stamps are in s, not ms")):
        moved = replace(some, qd=some.qd * k, qdd=some.qdd * k * k)
        yield Alternative("time", (), words, explain.products(moved).error(), moved)


def _efforts(some: Sample, base: Products, names: Sequence[str]) -> Iterator[Alternative]:
    """Other signs, orders and scales of efforts, which need no new regressor."""
    n = len(base.c)
    for j in range(n):
        turned = _flip(n, j)
        yield Alternative(
            "sign", (j,), f"the effort of {names[j]} has the other sign", base.error(turned), _by(some, turned)
        )
    every = -np.ones(n)
    yield Alternative("sign", tuple(range(n)), "all efforts have the other sign", base.error(every), _by(some, every))
    for j, k in combinations(range(n), 2):
        order = _swap(n, j, k)
        yield Alternative(
            "order", (j, k), f"the efforts of {names[j]} and {names[k]} are swapped", base.error(None, order), _taken(some, order)
        )
    for j in range(n) if n > 1 else ():
        a, left = _finest(lambda a, j=j: base.error(_scale(n, j, a)), (*_FACTORS, *_LARGE), base.error())
        words = f"the effort of {names[j]} is {1 / a:.3g} times what it should be: a gear ratio, a gain or a unit"
        yield Alternative("gear", (j,), words, left, _by(some, _scale(n, j, a)))


def _ratios(explain: Explainer, some: Sample, j: int, name: str, now: float) -> Iterator[Alternative]:
    """Another gear ratio: positions by a, efforts as they are or by 1/a."""
    n = some.tau.shape[1]
    kept: dict[float, Products] = {}

    def error(a: float, along: bool) -> float:
        if a not in kept:
            kept[a] = explain.products(_scaled(some, j, a))
        return kept[a].error(_scale(n, j, 1 / a) if along else None)

    a, left = _finest(lambda a: error(a, False), _FACTORS, now)
    moved = _scaled(some, j, a)
    words = f"the position of {name} is {1 / a:.3g} times what it should be"
    yield Alternative("gear", (j,), f"{words}: a gear ratio or a unit", left, moved)
    a, left = _finest(lambda a: error(a, True), _FACTORS, now)
    moved = _scaled(some, j, a)
    words = f"the gear ratio of {name} is {a:.3g} times what it should be, in position and effort"
    yield Alternative("gear", (j,), words, left, _by(moved, _scale(n, j, 1 / a)))


def _finest(error: Callable[[float], float], tried: Sequence[float], now: float) -> tuple[float, float]:
    """The factor with the smallest error: of those tried, then between its neighbours where that is promising."""
    from scipy.optimize import minimize_scalar

    left, a = min((error(x), x) for x in tried)
    if left > _PROMISING * now:
        return a, left
    near = (np.log(a) - 0.35, np.log(a) + 0.35)
    fine = minimize_scalar(lambda x: error(float(np.exp(x))), bounds=near, method="bounded", options={"xatol": 1e-3, "maxiter": 12})
    return (float(np.exp(fine.x)), float(fine.fun)) if fine.fun < left else (a, left)


def _scaled(some: Sample, j: int, a: float) -> Sample:
    turned = {x: np.array(getattr(some, x)) for x in ("q", "qd", "qdd")}
    for x in turned.values():
        x[:, j] *= a
    return replace(some, **turned)


def _by(some: Sample, scale: Array) -> Sample:
    return replace(some, tau=some.tau * scale)


def _taken(some: Sample, order: NDArray[np.intp]) -> Sample:
    return replace(some, tau=some.tau[:, order])


def _scale(n: int, j: int, a: float) -> Array:
    s = np.ones(n)
    s[j] = a
    return s


def _flip(n: int, j: int) -> Array:
    return _scale(n, j, -1.0)


def _swap(n: int, j: int, k: int) -> NDArray[np.intp]:
    order = np.arange(n)
    order[j], order[k] = k, j
    return order
