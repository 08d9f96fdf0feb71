"""Physically consistent parameters: every link's pseudo-inertia is positive definite, friction and rotor inertia are not negative.

    P = [Σ, ms; msᵀ, m],   Σ = ∫ r rᵀ dm = ½ tr(I) E − I,   P ≻ 0 ⟺ some body has this inertia           [wensing2018]

    min ½ κ Σ_j ‖τ_j − w_j x‖²/σ_j² + γ Σ_i D(P_i ‖ P₀_i),    D = tr(P₀⁻¹P) − log det(P₀⁻¹P) − 4,    P_i ⪰ ε P₀_i

D is the entropic distance from the prior P₀, which comes from the robot's own inertias or from its geometry. D does not depend
on units or frames, and parameters that the log does not excite stay at the prior. κ counts a long log as a thousand
samples. With P₀ = L Lᵀ and P = L Q Lᵀ, D = tr Q − log det Q − 4, which Clarabel solves.  [wensing2018], [lee2020]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from dalembert import finding
from dalembert.algorithms.regressor import inertial_parameters
from dalembert.argument import optional
from dalembert.finding.finding import Noun
from dalembert.graph import evaluate, symbols
from dalembert.identification.base_parameters import TEN
from dalembert.identification.least_squares import Estimate, Information, triangle
from dalembert.identification.linear_model import Design
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.tolerance import EFFORT_EXACT, PSEUDO_INERTIA_FLOOR

Array = NDArray[np.float64]
_LEAST = 0.02  # m: the radius that a link has at least
_DENSITY = 1500.0  # kg/m³, of a link that nothing is known of: a hollow arm of aluminium with its motors
# entries of P by π = (m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz)
_UNITS = np.zeros((TEN, 4, 4))
_UNITS[0, 3, 3] = 1
for _k in range(3):
    _UNITS[1 + _k, _k, 3] = _UNITS[1 + _k, 3, _k] = 1
for _k, (_i, _j) in zip((5, 7, 8), ((0, 1), (0, 2), (1, 2)), strict=True):
    _UNITS[_k, _i, _j] = _UNITS[_k, _j, _i] = -1
for _k, _i in zip((4, 6, 9), range(3), strict=True):
    _UNITS[_k, :3, :3] = np.diag([-0.5 if _i == a else 0.5 for a in range(3)])


def pseudo(pi: Array) -> Array:
    """P of ten parameters."""
    return np.asarray(np.einsum("k,kij->ij", pi, _UNITS))


def parameters_of(P: Array) -> Array:
    """π of a pseudo-inertia."""
    S = P[:3, :3]
    I = np.trace(S) * np.eye(3) - S
    return np.array([P[3, 3], *P[:3, 3], I[0, 0], I[0, 1], I[1, 1], I[0, 2], I[1, 2], I[2, 2]])


def priors(robot: Robot) -> list[Array]:
    """P₀ of each moving body in its link's frame, positive definite."""
    bodies = tree(robot)
    given = inertial_parameters(bodies)
    moving = [body for body in bodies.bodies if body.link]
    if symbols(given):
        return [_guess(robot, body.link) for body in moving]
    pi = np.array(evaluate(given, {}), float).reshape(-1, TEN)
    return [_regular(robot, body.link, row) for body, row in zip(moving, pi, strict=True)]


def _regular(robot: Robot, link: str, pi: Array) -> Array:
    """The robot's own, kept away from the edge; a guess where it has none."""
    P = pseudo(pi)
    if pi[0] <= 0:
        return _guess(robot, link)
    sizes, axes = np.linalg.eigh(P[:3, :3] - np.outer(P[:3, 3], P[:3, 3]) / pi[0])
    widths = np.maximum(sizes, max(0.01 * sizes.max(), pi[0] * (_LEAST / 4) ** 2))
    P[:3, :3] = (axes * widths) @ axes.T + np.outer(P[:3, 3], P[:3, 3]) / pi[0]
    return P


def _guess(robot: Robot, link: str) -> Array:
    """A rod to the next joint, or a ball of the size of the robot's shortest one."""
    ends = [np.array(evaluate(j.placement.p, {}), float) for j in robot.joints if j.parent == link]
    reach = max((float(np.linalg.norm(p)) for p in ends), default=0.0)
    lengths = [float(np.linalg.norm(evaluate(j.placement.p, {}))) for j in robot.joints]
    radius = max(_LEAST, 0.2 * max(reach, 0.5 * max(lengths, default=0.0)))
    end = max(ends, key=lambda p: float(np.linalg.norm(p)), default=np.zeros(3))
    mass = _DENSITY * np.pi * radius**2 * max(reach, 2 * radius)
    P = np.zeros((4, 4))
    P[3, 3], P[:3, 3] = mass, mass * end / 2
    P[:3, :3] = mass * (np.outer(end, end) / 3 + radius**2 / 4 * np.eye(3))
    return P


_BELIEFS = tuple(10.0**-k for k in range(5))  # γ, the first whose cost is near the smallest of them
_NEAR = 1.01
_COUNTED = 1000.0  # samples
_PAIRS = [(i, j) for j in range(4) for i in range(j + 1)]  # upper triangle, by columns
_PAIRS8 = [(i, j) for j in range(8) for i in range(j + 1)]


@final
@dataclass(frozen=True, eq=False)
class ConsistentParameters:
    """x of the design, π of each moving body in its link's frame (bodies, 10), rotor inertias, and γ."""

    x: Array
    links: Array
    rotors: Array
    belief: float


def consistent(design: Design, info: Information, found: Estimate) -> ConsistentParameters:
    """The nearest parameters that bodies can have."""
    tried = [x for x in (_solve(design, info, found, belief) for belief in _BELIEFS) if x is not None]
    if not tried:
        raise finding.NotIdentifiable(Noun("consistent parameters")).error()
    costs = [_cost(info, found, answer.x) for answer in tried]
    return next(x for x, cost in zip(tried, costs, strict=True) if cost <= _NEAR * min(costs))


def _cost(info: Information, found: Estimate, x: Array) -> float:
    """√Σ_j ‖τ_j − w_j x‖²/σ_j², as it is minimised."""
    measured = np.isfinite(found.noise)
    return float(np.sqrt(np.sum((info.squares(x)[0] / found.noise**2)[measured])))


def _solve(design: Design, info: Information, found: Estimate, belief: float) -> ConsistentParameters | None:
    clarabel = optional("clarabel", "identify(consistent=True)", "dalembert[identify]")
    basis = design.basis
    assert basis is not None
    roots = [np.asarray(np.linalg.cholesky(P), float) for P in priors(design.robot)]
    bodies, spun = len(roots), len(basis.spin)
    others = len(design.names) - len(basis.kept)
    free = TEN * bodies + spun + others  # q of each body, rotors, friction
    to_x = _columns(design, roots, free)
    noise = np.maximum(
        found.noise, EFFORT_EXACT * info.sizes(found.x)
    )  # a log without noise would leave no digits for what it does not show
    weights = np.where(np.isfinite(found.noise), 1 / noise, 0.0)
    counted = np.sqrt(min(1.0, _COUNTED / max(info.share * float(info.counts.sum()), 1.0)))
    R = triangle(info.stacked(counted * weights))
    W, y = R[:, :-1] @ to_x, R[:, -1]
    lower = [(i, j) for j in range(4) for i in range(j, 4)]
    sizes = {"v": free, "r": len(y), "z": TEN * bodies, "t": 4 * bodies}
    at = dict(zip(sizes, np.cumsum([0, *sizes.values()]).tolist(), strict=False))
    total = sum(sizes.values())
    cost = np.zeros(total)
    for i in range(bodies):
        for k, (a, b) in enumerate(_PAIRS):
            cost[TEN * i + k] = belief * (a == b)
        cost[at["t"] + 4 * i : at["t"] + 4 * i + 4] = -belief
    square = sparse.diags(np.where((np.arange(total) >= at["r"]) & (np.arange(total) < at["z"]), 1.0, 0.0)).tocsc()
    left = sparse.hstack([W, sparse.eye(len(y)), sparse.csr_matrix((len(y), total - free - len(y)))])
    blocks: list[tuple[sparse.spmatrix, Array, Any]] = [(left, y, clarabel.ZeroConeT(len(y)))]
    if design.weight is not None:  # the whole mass is known
        c = design.weight[1]
        masses = sparse.hstack([c @ to_x[: len(c)], sparse.csr_matrix((1, total - free))])
        blocks.append((masses, np.array([design.mass]), clarabel.ZeroConeT(1)))
    signed = _not_negative(design, bodies, spun)
    if signed:
        keep = sparse.csr_matrix((-np.ones(len(signed)), (np.arange(len(signed)), signed)), (len(signed), total))
        blocks.append((keep, np.zeros(len(signed)), clarabel.NonnegativeConeT(len(signed))))
    for i in range(bodies):
        q, z, t = TEN * i, at["z"] + TEN * i, at["t"] + 4 * i
        big: list[tuple[int, int, float]] = []
        for row, (a, b) in enumerate(_PAIRS8):
            scale = 1.0 if a == b else np.sqrt(2)
            if b < 4:
                big.append((row, q + _PAIRS.index((a, b)), -scale))
            elif a < 4 and a >= b - 4:  # Z lower triangular
                big.append((row, z + lower.index((a, b - 4)), -scale))
            elif a == b:
                big.append((row, z + lower.index((a - 4, a - 4)), -1.0))
        whole = _entries(big, (len(_PAIRS8), total))
        blocks.append((whole, np.zeros(len(_PAIRS8)), clarabel.PSDTriangleConeT(8)))
        floor = [(row, q + row, -(1.0 if a == b else np.sqrt(2))) for row, (a, b) in enumerate(_PAIRS)]
        edge = np.array([-PSEUDO_INERTIA_FLOOR if a == b else 0.0 for a, b in _PAIRS])
        blocks.append((_entries(floor, (TEN, total)), edge, clarabel.PSDTriangleConeT(4)))
        for k in range(4):  # t ≤ log z_kk
            exponent = [(0, t + k, -1.0), (2, z + lower.index((k, k)), -1.0)]
            blocks.append((_entries(exponent, (3, total)), np.array([0.0, 1.0, 0.0]), clarabel.ExponentialConeT()))
    rows, right, cones = zip(*blocks, strict=True)
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_threads = 1
    solver = clarabel.DefaultSolver(
        square, cost, sparse.vstack(rows).tocsc(), np.concatenate(right), [*cones], settings
    )
    answer = solver.solve()
    if "Solved" not in str(answer.status):
        return None
    v = np.array(answer.x[:free])
    links = np.array([parameters_of(L @ _matrix(v[TEN * i : TEN * i + TEN]) @ L.T) for i, L in enumerate(roots)])
    return ConsistentParameters(to_x @ v, links, np.maximum(v[TEN * bodies : TEN * bodies + spun], 0.0), belief)


def _columns(design: Design, roots: list[Array], free: int) -> Array:
    """x of the design as a linear function of v."""
    assert design.basis is not None
    G = design.basis.from_links
    bodies, kept = len(roots), len(design.basis.kept)
    to_x = np.zeros((len(design.names), free))
    for i, L in enumerate(roots):
        for k in range(TEN):
            unit = _matrix(np.eye(TEN)[k])
            to_x[:kept, TEN * i + k] = G[:, TEN * i : TEN * i + TEN] @ parameters_of(L @ unit @ L.T)
    spun = G.shape[1] - TEN * bodies
    to_x[:kept, TEN * bodies : TEN * bodies + spun] = G[:, TEN * bodies :]
    to_x[kept:, TEN * bodies + spun :] = np.eye(len(design.names) - kept)
    return to_x


def _not_negative(design: Design, bodies: int, spun: int) -> list[int]:
    """Places in v of rotor inertias and friction coefficients."""
    assert design.basis is not None
    rubbing = [k for k, term in enumerate(design.terms) if term.kind in ("fv", "fc", "fl")]
    return [*range(TEN * bodies, TEN * bodies + spun), *(TEN * bodies + spun + k for k in rubbing)]


def _matrix(q: Array) -> Array:
    """The symmetric 4 × 4 matrix of its upper triangle."""
    Q = np.zeros((4, 4))
    for x, (a, b) in zip(q, _PAIRS, strict=True):
        Q[a, b] = Q[b, a] = x
    return Q


def _entries(entries: list[tuple[int, int, float]], shape: tuple[int, int]) -> sparse.spmatrix:
    """The matrix with these numbers, (row, column, number) each."""
    i, j, x = zip(*entries, strict=True)
    return sparse.csr_matrix((x, (i, j)), shape)
