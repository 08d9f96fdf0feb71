"""Base parameters from numbers alone: the rank of the regressor at random states.

    W = [Y(q_1, q̇_1, q̈_1); Y(q_2, …); …],   rank W = number of base parameters     [gautier1991]

A second way to the same count, with no algebra in common with `base_parameters`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import qr

import dalembert as da
from dalembert.algorithms.regressor import regressor
from dalembert.closed.model.generalized_forces import rotors
from dalembert.closed.model.mechanics import LABELS
from dalembert.graph import evaluate, symbol
from dalembert.robot.tree import Tree, tree

_LETTERS = ("q", "qd", "qdd")
_RELATIVE = 1e-9  # singular values below this part of the largest are roundings


@dataclass(frozen=True)
class BaseRank:
    """`rank` columns are independent; `gap` is how clearly: the first singular value left out over the last kept."""

    rank: int
    independent: tuple[str, ...]  # labels, in the order of their columns
    singular_values: tuple[float, ...]
    gap: float


def base_rank(robot: da.Robot, seed: int = 0) -> BaseRank:
    """Count the base parameters of a robot from its regressor at random states; symbols get random values."""
    rng = np.random.default_rng(seed)
    numbers = robot.bind(**{name: float(rng.uniform(0.5, 1.5)) for name in robot.parameters})
    W, labels = observation(tree(numbers), rng)
    norms = np.linalg.norm(W, axis=0)
    felt = norms > _RELATIVE * norms.max(initial=0.0)
    W = np.where(felt, W, 0) / np.where(felt, norms, 1)
    sizes = np.linalg.svd(W, compute_uv=False)
    rank = int(np.sum(sizes > _RELATIVE * sizes[0])) if sizes.size and sizes[0] > 0 else 0
    order = qr(W, mode="r", pivoting=True)[1]
    independent = tuple(labels[j] for j in sorted(order[:rank]))
    gap = float(sizes[rank] / sizes[rank - 1]) if 0 < rank < len(sizes) else 0.0
    return BaseRank(rank, independent, tuple(sizes.tolist()), gap)


def observation(bodies: Tree, rng: np.random.Generator, states: int | None = None) -> tuple[np.ndarray, list[str]]:
    """(W, labels): regressors of random states below each other, parameters in the bodies' own frames, then rotors."""
    n, whole = bodies.n, [i for i, body in enumerate(bodies.bodies) if body.link]
    own = replace(bodies, places=bodies.places | {body.link: (i, da.Pose()) for i, body in enumerate(bodies.bodies)})
    driven = rotors(bodies)
    labels = [f"{LABELS[k]}{i + 1}" for i in whole for k in range(10)] + [f"IA{r.body + 1}" for r in driven]
    spin = [np.array([evaluate(row, {}) for row in r.rows], float) for r in driven]
    x = [
        tuple(symbol(f"{letter}{k + 1}") for k in range(m))
        for letter, m in zip(_LETTERS, (bodies.nq, n, n), strict=True)
    ]
    given = [s for part in x for s in part]
    drawn = rng.uniform(-2, 2, (states or 3 + 2 * len(labels) // max(n, 1), len(given)))
    values = {s.value: column for s, column in zip(given, drawn.T, strict=True)}
    Y = evaluate([y for row in regressor(own, *x) for y in row], values, functions=np)
    columns = [np.transpose([np.broadcast_to(y, len(drawn)) for y in Y]).reshape(len(drawn), n, 10 * len(whole))]
    columns += [(drawn[:, -n:] @ (turned.T @ turned))[:, :, None] for turned in spin]
    return np.concatenate(columns, axis=2).reshape(len(drawn) * n, -1), labels
