"""Physically consistent parameters: positive definite pseudo-inertias, and non-negative friction and rotor inertias.

    P = [Σ, ms; msᵀ, m],   Σ = ∫ r rᵀ dm = ½ tr(I) E − I,   P ≻ 0 ⟺ the inertia is physical           [wensing2018]

    min ½ κ Σ_j ‖τ_j − w_j x‖²/σ_j² + γ Σ_i D(P_i ‖ P₀_i),    D = tr(P₀⁻¹P) − log det(P₀⁻¹P) − 4,    P_i ⪰ ε P₀_i

D is the entropic distance from the prior P₀, which is computed from the inertias or the geometry of the robot model. D
does not depend on units or frames. Parameters that are not excited in the log keep their prior values. The factor κ
limits the weight of a long log to that of a thousand samples. With P₀ = L Lᵀ and P = L (ε + (1 − ε) Q) Lᵀ, the distance
of Q from 1 is D = tr Q − log det Q − 4. D is also a barrier function, so Newton's method stays in the feasible set. For
friction and rotor parameters, a barrier term −μ log is added. [wensing2018], [lee2020]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.linalg import cholesky, eigh, norm
from scipy.linalg import block_diag, lstsq

from dalembert.algorithms.regressor import inertial_parameters
from dalembert.graph import evaluate, symbols
from dalembert.identification.filtering import Array, Indices
from dalembert.identification.least_squares import Estimate, Information, triangle
from dalembert.identification.linear_model import TEN, Design
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.tolerance import BARRIER_SHARE, EFFORT_EXACT, PSEUDO_INERTIA_FLOOR, ROUNDING

_LEAST = 0.02  # m, smallest radius of a link
_DENSITY = 1500.0  # kg/m³, assumed density: a hollow aluminium arm with motors
_UPPER = [(i, j) for j in range(4) for i in range(j + 1)]
_ENTRIES = np.zeros((TEN, 4, 4))  # basis of symmetric matrices
for _k, (_i, _j) in enumerate(_UPPER):
    _ENTRIES[_k, _i, _j] = _ENTRIES[_k, _j, _i] = 1


def pseudo(pi: Array) -> Array:
    """Compute the pseudo-inertia P (4, 4) from ten inertial parameters π."""
    return np.asarray(np.einsum("k,kij->ij", pi, _UNITS))


def parameters_of(P: Array) -> Array:
    """Compute the inertial parameters π from a pseudo-inertia."""
    S = P[:3, :3]
    I = np.trace(S) * np.eye(3) - S
    return np.array([P[3, 3], *P[:3, 3], I[0, 0], I[0, 1], I[1, 1], I[0, 2], I[1, 2], I[2, 2]])


# P of each unit of π: the inverse of `parameters_of`, which is linear
_UNITS = np.tensordot(np.round(np.linalg.inv([parameters_of(E) for E in _ENTRIES]), 1), _ENTRIES, 1)


def priors(robot: Robot) -> list[Array]:
    """Return the positive definite prior pseudo-inertia P₀ of each moving body, expressed in the link frame."""
    bodies = tree(robot)
    given = inertial_parameters(bodies)
    pi = np.zeros(len(given)) if symbols(given) else np.array(evaluate(given, {}), float)
    moving = [body.link for body in bodies.bodies if body.link]
    return [_regular(robot, link, row) for link, row in zip(moving, pi.reshape(-1, TEN), strict=True)]


def _regular(robot: Robot, link: str, pi: Array) -> Array:
    """Return the pseudo-inertia of the robot model, shifted away from the boundary of the feasible set.

    For a link without a known mass, an estimate is returned.
    """
    P = pseudo(pi)
    if pi[0] <= 0:
        return _guess(robot, link)
    moved = np.outer(P[:3, 3], P[:3, 3]) / pi[0]
    sizes, axes = eigh(P[:3, :3] - moved)
    widths = np.maximum(sizes, max(0.01 * sizes.max(), pi[0] * (_LEAST / 4) ** 2))
    P[:3, :3] = (axes * widths) @ axes.T + moved
    return P


def _guess(robot: Robot, link: str) -> Array:
    """Estimate the pseudo-inertia of a link, modelled as a rod from the link frame to the next joint."""
    ends = [np.array(evaluate(j.placement.p, {}), float) for j in robot.joints if j.parent == link]
    end = max(ends, key=lambda p: float(norm(p)), default=np.zeros(3))
    reach = float(norm(end))
    lengths = [float(norm(evaluate(j.placement.p, {}))) for j in robot.joints]
    radius = max(_LEAST, 0.2 * max(reach, 0.5 * max(lengths, default=0.0)))
    mass = _DENSITY * np.pi * radius**2 * max(reach, 2 * radius)
    P = np.zeros((4, 4))
    P[3, 3], P[:3, 3] = mass, mass * end / 2
    P[:3, :3] = mass * (np.outer(end, end) / 3 + radius**2 / 4 * np.eye(3))
    return P


_BELIEFS = tuple(10.0**-k for k in range(-4, 5))  # values of γ
_LARGEST = 1.0  # largest γ of an accepted result
_NEAR = 1.01
_COUNTED = 1000.0  # largest number of samples that count for the weight of a log
_STEPS = 50  # largest number of steps for one γ
_HALVINGS = 40  # largest number of step halvings
_SURELY = 1e5  # weight of a known mass relative to noise


@final
@dataclass(frozen=True, eq=False)
class ConsistentParameters:
    """Physically consistent parameters.

    `x` contains the parameters of the design, and `links` (bodies, 10) contains π for each moving body, expressed in
    the link frame. `rotors` contains the rotor inertias, and `belief` is γ.
    """

    x: Array
    links: Array
    rotors: Array
    belief: float


def consistent(design: Design, info: Information, found: Estimate) -> ConsistentParameters:
    """Fit physically consistent parameters to the logs, regularized towards the prior."""
    basis = design.basis
    assert basis is not None
    roots = [np.asarray(cholesky(P), float) for P in priors(design.robot)]
    first, spun = TEN * len(roots), len(basis.spin)
    # a lower bound preserves the numerical precision of undetermined parameters
    noise = np.maximum(found.noise, EFFORT_EXACT * info.sizes(found.x))
    counted = np.sqrt(min(1.0, _COUNTED / max(info.share * info.counts.sum(), 1.0)))
    R = triangle(info.stacked(np.where(np.isfinite(found.noise), counted / noise, 0.0)))
    if design.weight is not None and design.mass is not None:
        row = np.zeros(R.shape[1])
        row[: len(design.weight[1])], row[-1] = design.weight[1], design.mass
        R = np.vstack([R, _SURELY / design.mass * row])
    start = np.concatenate([np.tile([float(i == j) for i, j in _UPPER], len(roots)), np.ones(spun + len(design.terms))])
    floor = PSEUDO_INERTIA_FLOOR * np.where(np.arange(len(start)) < first, start, 0.0)
    to_x = _columns(design, roots)
    W = R[:, :-1] @ to_x
    size = norm(W, axis=0)
    scale = 1 / np.where(size > 0, size, 1.0)
    scale[:first] = 1 - PSEUDO_INERTIA_FLOOR
    rubbing = [first + spun + k for k, term in enumerate(design.terms) if term.kind in ("fv", "fc", "fl")]
    signed = np.array([*range(first, first + spun), *rubbing], np.intp)
    problem = BodyProblem(W * scale, R[:, -1] - W @ floor, len(roots), signed)
    v, results = start, []
    for belief in _BELIEFS:
        v = problem.nearest(v, belief)
        w = floor + scale * v
        if belief <= _LARGEST:
            results.append((_cost(info, found, to_x @ w), belief, w))
    least = min(cost for cost, *_ in results)
    _, belief, w = next(x for x in results if x[0] <= _NEAR * least)
    bodies = np.einsum("ik,kab->iab", w[:first].reshape(-1, TEN), _ENTRIES)
    links = np.array([parameters_of(L @ Q @ L.T) for L, Q in zip(roots, bodies, strict=True)])
    return ConsistentParameters(to_x @ w, links, w[first : first + spun], belief)


def _cost(info: Information, found: Estimate, x: Array) -> float:
    """Compute the weighted error √Σ_j ‖τ_j − w_j x‖²/σ_j²."""
    measured = np.isfinite(found.noise)
    return float(np.sqrt(np.sum((info.squares(x)[0] / found.noise**2)[measured])))


@final
@dataclass(frozen=True, eq=False)
class BodyProblem:
    """Minimisation of ½‖W v − y‖² + γ Σ (tr Q − log det Q) − μ Σ log v_k over v.

    The vector v contains the entries of each Q, then rotors and friction. `signed` contains the indices k of
    non-negative entries.
    """

    W: Array
    y: Array
    bodies: int
    signed: Indices

    def nearest(self, v: Array, belief: float) -> Array:
        """Minimise the cost by damped Newton steps s from v.

        Each step solves the least-squares problem Jᵀ J s = −Jᵀ r.
        """
        for _ in range(_STEPS):
            before, J, r = self.cost(v, belief)
            step = -lstsq(J, r, lapack_driver="gelsy")[0]
            tried = (v + 0.5**k * step for k in range(_HALVINGS))
            there = next((x for x in tried if self.cost(x, belief)[0] < before), None)
            if there is None:
                break
            v = there
            if float(np.sum((J @ step) ** 2)) <= ROUNDING * abs(before):
                break
        return v

    def cost(self, v: Array, belief: float) -> tuple[float, Array, Array]:
        """Compute the cost, J and r.

        The gradient of the cost is Jᵀ r, and the Hessian is JᵀJ. With the Cholesky factor of Q = C Cᵀ, J contains the
        terms C⁻¹ E C⁻ᵀ and r contains Cᵀ C − 1. The cost is infinite outside the feasible set.
        """
        positive = v[self.signed]
        own = slice(TEN * self.bodies)
        mu = BARRIER_SHARE * belief
        r = self.W @ v - self.y
        try:
            C = cholesky(np.einsum("ik,kab->iab", v[own].reshape(-1, TEN), _ENTRIES))
        except np.linalg.LinAlgError:
            return np.inf, self.W, r
        if positive.min(initial=1.0) <= 0:
            return np.inf, self.W, r
        logs = belief * np.log(np.einsum("iaa->ia", C)).sum() + mu / 2 * np.log(positive).sum()
        cost = 0.5 * r @ r + belief * np.sum(C**2) - 2 * logs
        back = np.linalg.inv(C)
        wide = np.zeros((16 * self.bodies, len(v)))
        wide[:, own] = block_diag(*np.einsum("iab,kbc,idc->iadk", back, _ENTRIES, back).reshape(-1, 16, TEN))
        inside = np.sqrt(belief) * (np.swapaxes(C, 1, 2) @ C - np.eye(4)).ravel()
        bound = np.sqrt(mu) * np.eye(len(v))[self.signed] / positive[:, None]
        J = np.vstack([self.W, np.sqrt(belief) * wide, bound])
        return float(cost), J, np.concatenate([r, inside, np.full(len(positive), -np.sqrt(mu))])


def _columns(design: Design, roots: list[Array]) -> Array:
    """Compute the matrix that maps v to the parameters x of the design."""
    assert design.basis is not None
    G, kept = design.basis.from_links, len(design.basis.kept)
    by_q = block_diag(*(np.array([parameters_of(L @ E @ L.T) for E in _ENTRIES]).T for L in roots))
    links = G[:, : len(by_q)] @ by_q
    return np.asarray(block_diag(np.hstack([links, G[:, len(by_q) :]]), np.eye(len(design.names) - kept)))
