"""Numerical checks of structural properties at random states, for robots whose closed form is too large.

The recursive algorithms are traced once and differentiated as expression graphs, without finite differences. Ṁ is the
derivative along q̇ of the inertia matrix M, which is computed by the composite-rigid-body algorithm. The efforts by
Lagrange's method, d/dt ∂L/∂q̇ − ∂L/∂q, are computed from the traced energies. Each graph is evaluated for all states in
one call. Symbols without values are assigned random values. M is evaluated for the links only, because rotors add a
constant matrix.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from typing import Any, TypeAlias

import numpy as np
from scipy.optimize import minimize

from dalembert.algorithms.constraint import dense, rows
from dalembert.algorithms.coriolis import coriolis_matrix
from dalembert.algorithms.crba import crba
from dalembert.algorithms.drive_efforts import rotor_matrix
from dalembert.algorithms.energy import kinetic_energy, potential_energy
from dalembert.algorithms.rnea import rnea
from dalembert.algorithms.tangent import rate, slopes
from dalembert.codegen.runtimes.kernel import Kernel
from dalembert.graph import Node, Scalar, evaluate, symbol, symbols
from dalembert.graph.diff import forward, gradient
from dalembert.graph.walk import topological
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.spatial.vector import cross, dot, sub
from dalembert.tolerance import FEW_ROUNDINGS, SEARCH_STEP, SINGULAR_INERTIA, STALLED, TINY

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Pair: TypeAlias = tuple[Array, Array]  # residual and reference, one row per state
_STARTS, _LONGEST = 3, 600  # states from which the minimization starts, and evaluations of M for each
_SPECIAL = 256  # configurations with right angles
_FAR = 4.0  # rad and m; a large prismatic coordinate only makes one eigenvalue large
_CONTRACTIONS = {"generic": ("bkij,bi->bkj", "bjik,bi->bkj"), "unsymmetrised": ("bijk,bk->bij", "bjki,bk->bij")}
_KEPT = 1 << 23  # largest number of values of a graph in memory


class RandomStates:
    """Random states (q, q̇, q̈) of a robot, one per row, and the values of the dynamics algorithms at these states.

    `values` contains the values of the robot's symbols.
    """

    def __init__(self, robot: Robot, values: Mapping[str, Fraction], states: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        bound = robot.bind(**{name: float(x) for name, x in values.items()})
        self.tree = tree(bound.map(lambda x: evaluate([x], {})[0]))
        self.still = replace(self.tree, gravity=(0, 0, 0))
        drawn = [self._state() for _ in range(states)]
        self.q, self.qd, self.qdd = (np.array(x) for x in zip(*drawn, strict=True))

    def _state(self) -> tuple[Array, Array, Array]:
        """Draw one random state with entries between −2 and 2 and with unit quaternions."""
        q = self.rng.uniform(-2, 2, self.tree.nq)
        for body in self.tree.bodies:
            if body.motion == "ball":
                q[list(body.entries)] /= np.linalg.norm(q[list(body.entries)])
        qd, qdd = self.rng.uniform(-2, 2, (2, self.tree.nv))
        return q, qd, qdd

    @cached_property
    def symbols(self) -> tuple[list[Node], list[Node], list[Node]]:
        """Symbols of q, q̇ and q̈ in the expression graphs."""
        qd, qdd = ([symbol(f"{name}{k + 1}") for k in range(self.tree.nv)] for name in ("qd", "qdd"))
        return [symbol(name) for name in self.tree.symbols], qd, qdd

    def at(self, scalars: Sequence[Scalar], q: Array, qd: Array, qdd: Array, *more: tuple[list[Node], Array]) -> Array:
        """Evaluate expression graphs at several states.

        The result has one row per state and one column per scalar. `more` contains additional symbols and their values.
        """
        sides = [*zip(self.symbols, (q, qd, qdd), strict=True), *more]
        names = [x.value for side, _ in sides for x in side]
        given = np.concatenate([np.broadcast_to(x, (len(q), len(side))) for side, x in sides], axis=1)
        part = max(1, _KEPT // (len(topological(scalars)) + 1))
        found = []
        for k in range(0, len(given), part):
            columns = dict(zip(names, given[k : k + part].T.copy(), strict=True))
            some = evaluate(scalars, columns, functions=np)
            found.append(np.stack(np.broadcast_arrays(*some, given[k : k + part, 0])[:-1], axis=1))
        return np.concatenate(found)

    def unit(self, scalars: Sequence[Scalar], side: str) -> Array:
        """Evaluate expression graphs with q̇ or q̈ set to each unit vector.

        The result is indexed [state, scalar, unit vector].
        """
        n = self.tree.nv
        q, units = np.repeat(self.q, n, axis=0), np.tile(np.eye(n), (len(self.q), 1))
        rest = np.zeros_like(units)
        found = self.at(scalars, q, *((units, rest) if side == "qd" else (rest, units)))
        return found.reshape(len(self.q), n, -1).swapaxes(1, 2)

    def largest(self, residual: Pair) -> float:
        """Return the largest ratio max |residual| / max |reference| over all states."""
        small, large = (np.abs(np.reshape(x, (len(self.q), -1))).max(axis=1) for x in residual)
        return float(np.max(small / np.maximum(large, TINY)))

    @cached_property
    def M_graph(self) -> list[Scalar]:
        return [x for row in crba(self.tree, self.symbols[0]) for x in row]

    @cached_property
    def S_graph(self) -> list[Scalar]:
        q, qd, _ = self.symbols
        return [x for row in coriolis_matrix(self.tree, q, qd) for x in row]

    @cached_property
    def values(self) -> dict[str, Array]:
        """Values of M, Ṁ, dE/dt, the efforts by Lagrange's method and, for loops, φ̇ − J q̇ at the random states.

        For ball joints, the efforts follow from Hamel's equations, which add ω × p.
        """
        bodies = self.tree
        (q, qd, qdd) = self.symbols
        n = self.tree.nv
        T, U = kinetic_energy(bodies, q, qd), potential_energy(bodies, q)
        turning: dict[Node, Scalar] = dict(zip(q, rate(bodies, q, qd), strict=True))
        moving = turning | dict(zip(qd, qdd, strict=True))
        p = gradient(T, qd)
        slope = slopes(bodies, [T - U], q)[0] if bodies.nq > n else gradient(T - U, q)
        lagrange: list[Scalar] = [*sub(forward(p, moving), slope)]
        for body in bodies.bodies:
            if body.motion == "ball":
                swing = cross([qd[k] for k in body.rates], [p[k] for k in body.rates])
                for k, x in zip(body.rates, swing, strict=True):
                    lagrange[k] = lagrange[k] + x
        closed = rows(bodies, q, qd)
        parts: dict[str, list[Scalar]] = {
            "M": self.M_graph,
            "Mdot": forward(self.M_graph, turning),
            "rate": forward([T + U], moving),
            "lagrange": lagrange,
            "opening": forward([row.phi for row in closed], turning),
            "turned": [dot(row, qd) for row in dense(bodies, closed)],
        }
        flat = self.at([x for part in parts.values() for x in part], self.q, self.qd, self.qdd)
        ends = np.cumsum([len(part) for part in parts.values()])
        found = dict(zip(parts, np.split(flat, ends[:-1], axis=1), strict=True))
        return found | {name: found[name].reshape(-1, n, n) for name in ("M", "Mdot")}

    @cached_property
    def christoffel(self) -> Array:
        """Christoffel symbols c_kij at the random states, indexed [state, k, i, j].

        The slice at index i is the matrix S for q̇ = e_i.
        """
        n = self.tree.nv
        return self.unit(self.S_graph, "qd").reshape(-1, n, n, n).swapaxes(2, 3)

    @cached_property
    def slopes(self) -> Array:
        """Derivatives ∂M_ij/∂q_k = c_ijk + c_jik of the inertia matrix, indexed [state, i, j, k]."""
        return self.christoffel + self.christoffel.transpose(0, 2, 1, 3)

    @property
    def own(self) -> Array:
        """Christoffel symbols c_iii with three equal indices, indexed [state, i]."""
        n = np.arange(self.tree.nv)
        return self.christoffel[:, n, n, n]

    @cached_property
    def M_unit(self) -> Array:
        """Inertia matrix M from the Newton-Euler algorithm.

        Column j contains the efforts for q̈ = e_j with zero gravity and zero velocity.
        """
        q, qd, qdd = self.symbols
        return self.unit(rnea(self.still, q, qd, qdd), "qdd")

    def S(self, kind: str) -> Array:
        """Return a Coriolis matrix S with S q̇ = c at the random states.

        For robots with ball joints, the matrix is always computed by the recursive algorithm.
        """
        n = self.tree.nv
        if self.tree.nq > n:
            return self.at(self.S_graph, self.q, self.qd, self.qdd).reshape(-1, n, n)
        S: Array
        if kind == "christoffel":
            S = np.einsum("bkij,bi->bkj", self.christoffel, self.qd)
        else:
            whole, half = _CONTRACTIONS[kind]
            S = np.einsum(whole, self.slopes, self.qd) - np.einsum(half, self.slopes, self.qd) / 2
        return S

    def N(self, kind: str) -> Array:
        """Return Ṁ − 2S at the random states."""
        return self.values["Mdot"] - 2 * self.S(kind)

    def skew(self, kind: str) -> float:
        """Return the largest relative error of the skew symmetry Ṁ − 2S + (Ṁ − 2S)ᵀ = 0."""
        N = self.N(kind)
        return self.largest((N + N.swapaxes(1, 2), np.abs(self.values["Mdot"]) + np.abs(self.S(kind))))

    @cached_property
    def c(self) -> Array:
        """Coriolis and centrifugal efforts from the Newton-Euler algorithm."""
        q, qd, qdd = self.symbols
        return self.at(rnea(self.still, q, qd, qdd), self.q, self.qd, np.zeros_like(self.qdd))

    def quadratic(self, kind: str) -> float:
        """Return the largest relative error of q̇ᵀ(Ṁ − 2S)q̇ = 0 and S q̇ = c, where c is computed by the Newton-Euler
        algorithm.
        """
        form = np.einsum("bi,bij,bj->b", self.qd, self.N(kind), self.qd)
        size = np.einsum("bi,bij,bj->b", self.qd, np.abs(self.values["Mdot"]), np.abs(self.qd))
        short = np.einsum("bij,bj->bi", self.S(kind), self.qd) - self.c
        return self.largest((np.column_stack([form, short]), np.column_stack([self.c, size])))

    @cached_property
    def tau(self) -> Array:
        return self.at(rnea(self.tree, *self.symbols), self.q, self.qd, self.qdd)

    @property
    def power(self) -> Pair:
        """Residual dE/dt − q̇ᵀτ of the power balance, and the magnitude of its terms."""
        work = self.qd * self.tau
        return self.values["rate"][:, 0] - work.sum(axis=1), np.abs(work)

    @property
    def slip(self) -> Pair:
        """Residual φ̇ − J q̇ of the loop Jacobian, and the magnitude of φ̇."""
        opening, turned = self.values["opening"], self.values["turned"]
        one = np.ones((len(self.q), 1))
        return np.hstack([opening - turned, 0 * one]), np.hstack([opening, one])

    @property
    def lagrange(self) -> Pair:
        return self.values["lagrange"] - self.tau, self.tau

    @cached_property
    def linear(self) -> Pair:
        """Residual of the linearity of τ in the inertial parameters, and the magnitude of its terms.

        The residual is τ(a π₁ + b π₂) − a τ(π₁) − b τ(π₂) for random inertial parameters π₁ and π₂ of all links.
        """
        names = [[symbol(f"pi_{i}_{k}") for k in range(10)] for i in range(len(self.tree.bodies))]
        loose = tuple(
            replace(body, inertia=Inertia.from_parameters(tuple(own)))
            for body, own in zip(self.tree.bodies, names, strict=True)
        )
        graph = rnea(replace(self.tree, bodies=loose), *self.symbols)
        flat = [x for own in names for x in own]
        one, two = self.rng.uniform(-1, 1, (2, len(self.q), len(flat)))
        a, b = self.rng.uniform(-2, 2, (2, len(self.q), 1))
        both, first, second = (
            self.at(graph, self.q, self.qd, self.qdd, (flat, pi)) for pi in (a * one + b * two, one, two)
        )
        return both - a * first - b * second, np.abs(a * first) + np.abs(b * second)

    def least_eigenvalue(self) -> tuple[float, Array]:
        """Find the smallest ratio λ_min/λ_max of eigenvalues of M (with rotors), and the configuration where it occurs.

        M can be singular on a surface that contains none of the random states. A local minimization therefore starts
        from the best random states.
        """
        n, q = self.tree.nv, self.symbols[0]
        rotors = np.array(rotor_matrix(self.tree), float)
        M = Kernel("M", [("q", (len(q),), q)], [("M", (n, n), self.M_graph)])

        def least(q: Array) -> float:
            values = np.linalg.eigvalsh(M(q) + rotors)
            return float(values[0] / max(np.abs(values).max(), TINY))

        every = [*self.q, *(self._special() if n == len(q) else ())]
        starts = sorted((least(q), tuple(q)) for q in every)[:_STARTS]
        found = [(size, np.array(q)) for size, q in starts]
        for size, at in found[:]:
            if size > SINGULAR_INERTIA:
                options = {"maxfev": _LONGEST, "xtol": SEARCH_STEP, "ftol": STALLED}
                down = minimize(least, at, method="Powell", bounds=[(-_FAR, _FAR)] * len(at), options=options)
                found.append((float(down.fun), down.x))
        return min(found, key=lambda pair: pair[0])

    def _special(self) -> list[Array]:
        """Return configurations with stretched, folded or right-angled joints, which random sampling can miss."""
        n = self.tree.nv
        return [np.array(x) for x in islice(product((0.0, np.pi / 2), repeat=n), _SPECIAL)]

    def spread(self, diagonal: Sequence[int]) -> float:
        """Return the largest relative variation of the given diagonal entries of M across the random states."""
        entries = self.values["M"][:, diagonal, diagonal]
        return float(np.max(np.abs(entries - entries[0])) / max(np.max(np.abs(entries)), TINY))


def positive_values(robot: Robot) -> Iterator[dict[str, Fraction]]:
    """Yield random positive values of a robot's symbols.

    Principal moments are large, and products of inertia and first moments are small, so that most links are physically
    consistent.
    """
    rng, names = random.Random(0), robot.parameters
    inertias = [*(link.inertia for link in robot.links), *(body.inertia for body in tree(robot).bodies)]
    alone = [x for inertia in inertias for x in inertia.tensor[:3] if len(symbols([x])) == 1]
    products = [x for inertia in inertias for x in (*inertia.ms, *inertia.tensor[3:])]
    mixed = [x for x in products if len(symbols([x])) == 1]
    large, small = symbols(alone), symbols(mixed)
    while True:
        sizes = {name: (10 if name in large else 1, 10 if name in small else 1) for name in names}
        yield {name: Fraction(rng.randint(50, 150) * up, 100 * down) for name, (up, down) in sizes.items()}


def unphysical(inertia: Inertia) -> str:
    """Return the reason why an inertia is physically inconsistent.

    The result is an empty string if the inertia is consistent for some values of its symbols.
    """
    if symbols(inertia.parameters):
        return "impossible inertia" if inertia.impossible else ""
    body = inertia.numeric()
    if body.mass < 0 or (body.mass == 0 and any(body.ms)):
        return "mass is negative" if body.mass < 0 else "moments without mass"
    least, size = body.principal().moments[0], sum(map(abs, body.tensor[:3]))
    return "indefinite tensor" if least < -FEW_ROUNDINGS * size else ""
