"""The solution nearest to a configuration q₀: min |q − q₀|² with T(q) = target.

q ← q + J⁺e + N α(q₀ − q),  N = E − J⁺J;  at rest the way from q₀ is across the self-motion, N(q₀ − q) = 0.

Each step solves the problem with the constraint made linear (sequential quadratic programming); α falls where the
curvature of the self-motion throws it back. It is a local optimum, found from q₀ itself and from other solutions.
"""

from __future__ import annotations

import numpy as np

from dalembert.kinematics.configuration import moved, way
from dalembert.kinematics.rotation import Array
from dalembert.kinematics.search.resolved_rate import ResolvedRate
from dalembert.kinematics.search.starts import ARRIVED

_ROUNDS = 120
_PATIENCE = 6  # rounds at one α
_LONGEST = 0.5  # of a wish, in radians
_STILL = 1e-10
_POLISH = 6


def drawn_to(rate: ResolvedRate, T: Array, q: Array, q0: Array) -> tuple[Array, Array]:
    """(solutions near `q0` reached from `q`, |e| of each), `(B, n)` and `(B,)`; targets `(B, 12)`."""
    q, off = q.copy(), np.full(len(q), np.inf)
    todo, alpha = np.arange(len(q)), np.ones(len(q))
    before = np.full(len(q), np.inf)
    for count in range(1, _ROUNDS + 1):
        wish = alpha[todo, None] * way(rate.robot, q[todo], q0[todo])
        size = np.abs(wish / rate.scale).max(axis=-1, keepdims=True, initial=0.0)
        delta, _, _ = rate.step(q[todo], T[todo], wish * (_LONGEST / np.maximum(size, _LONGEST)))
        q[todo] = moved(rate.robot, q[todo], _shortened(rate, delta))
        size = np.abs(delta / rate.scale).max(axis=-1, initial=0.0)
        if count % _PATIENCE == 0:  # a step that no longer shrinks is thrown back and forth
            alpha[todo] *= np.where(size > before[todo] / 2, 0.5, 1.0)
            before[todo] = size
        todo = todo[size > _STILL]
        if not len(todo):
            break
    todo = np.arange(len(q))
    for _ in range(_POLISH):
        delta, size, _ = rate.step(q[todo], T[todo], np.zeros((len(todo), rate.robot.nv)))
        off[todo] = size
        rough = size > np.sqrt(2 * ARRIVED)
        todo, delta = todo[rough], delta[rough]
        if not len(todo):
            return q, off
        q[todo] = moved(rate.robot, q[todo], _shortened(rate, delta))
    off[todo] = rate.missing(q[todo], T[todo])
    return q, off


def _shortened(rate: ResolvedRate, delta: Array) -> Array:
    """Steps of at most a radian a joint."""
    size = np.abs(delta / rate.scale).max(axis=-1, keepdims=True, initial=0.0)
    return np.asarray(delta / np.maximum(size, 1.0))
