"""The same properties on random states, for robots whose closed form is out of reach.

The recursive algorithms are traced once and differentiated as graphs, so that no finite difference is taken: Ṁ is the
derivative of the composite-rigid-body M along q̇, Lagrange's efforts are d/dt ∂L/∂q̇ − ∂L/∂q of the traced energies.
Symbols are given random values. The links alone are sampled; rotors add a constant diagonal to M.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from scipy.optimize import minimize

from dalembert.algorithms.christoffel import christoffel
from dalembert.algorithms.constraint import dense, rows
from dalembert.algorithms.coriolis import coriolis_matrix
from dalembert.algorithms.crba import crba
from dalembert.algorithms.drive import rotor_matrix
from dalembert.algorithms.energy import kinetic_energy, potential_energy
from dalembert.algorithms.regressor import inertial_parameters, regressor
from dalembert.algorithms.rnea import rnea
from dalembert.algorithms.tangent import rate, slopes
from dalembert.closed.proof.definite import unphysical
from dalembert.graph import Node, Scalar, evaluate, symbol, symbols
from dalembert.graph.diff import forward, gradient
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree, tree
from dalembert.spatial.vector import cross, dot

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Pair: TypeAlias = tuple[Array, Array]  # what should vanish, and what it is small against
_TINY = 1e-300
SINGULAR = 1e-10  # an eigenvalue of M, over the largest, that counts as none
_STARTS, _LONGEST = 3, 600  # states followed down, and evaluations of M for each
_FAR = 4.0  # rad and m; farther out a slide makes one eigenvalue large, not the other small


class Sample:
    """Random states of a robot, and the largest relative residual over them."""

    def __init__(self, robot: Robot, states: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.tree = _physical(tree(_numeric(robot, self.rng)), tree(robot), self.rng)
        self.traced = _Traced(self.tree)
        self.states = [self._state() for _ in range(states)]

    def _state(self) -> State:
        """Entries in −2 … 2; quaternions of unit length."""
        q = self.rng.uniform(-2, 2, self.tree.nq)
        for body in self.tree.bodies:
            if body.motion == "ball":
                q[list(body.entries)] /= np.linalg.norm(q[list(body.entries)])
        return State(self, q, *self.rng.uniform(-2, 2, (2, self.tree.nv)))

    def largest(self, residual: Callable[[State], Pair]) -> float:
        """max |what should vanish| / max |what it is small against|, over all states."""
        return max(_ratio(*residual(state)) for state in self.states)

    def quadratic(self, kind: str) -> float:
        """The largest error of q̇ᵀ(Ṁ − 2S)q̇ = 0 and S q̇ = c."""
        return self.largest(lambda state: state.quadratic(kind))

    def least_eigenvalue(self) -> tuple[float, Array]:
        """The smallest eigenvalue of M, rotors included, over its largest in size, and where: M may be singular on a
        surface that no random state meets, so the lowest states are followed down."""
        rotors = np.array(rotor_matrix(self.tree), float)

        def least(q: Array) -> float:
            values = np.linalg.eigvalsh(self.traced.M_at(q) + rotors)
            return float(values[0] / max(np.abs(values).max(), _TINY))

        starts = sorted((least(state.q), tuple(state.q)) for state in self.states)[:_STARTS]
        found = [(size, np.array(q)) for size, q in starts]
        for size, q in found[:]:
            if size > SINGULAR:
                options = {"maxfev": _LONGEST, "xtol": 1e-7, "ftol": 1e-14}
                down = minimize(least, q, method="Powell", bounds=[(-_FAR, _FAR)] * len(q), options=options)
                found.append((float(down.fun), down.x))
        return min(found, key=lambda pair: pair[0])

    def spread(self, diagonal: Sequence[int]) -> float:
        """How much diagonal entries of M change from state to state."""
        entries = np.array([[state.M[k, k] for k in diagonal] for state in self.states])
        return _ratio(entries - entries[0], entries)


@dataclass(eq=False)
class State:
    """One state (q, q̇, q̈) and what the algorithms say there."""

    sample: Sample
    q: Array
    qd: Array
    qdd: Array

    @cached_property
    def values(self) -> dict[str, Array]:
        return self.sample.traced.at(self.q, self.qd, self.qdd)

    @property
    def M(self) -> Array:
        return self.values["M"]

    @property
    def Mdot(self) -> Array:
        return self.values["Mdot"]

    @cached_property
    def christoffel(self) -> Array:
        """c[k, i, j]."""
        return np.array(christoffel(self.sample.tree, self.q.tolist()), float)

    @cached_property
    def slopes(self) -> Array:
        """∂M_ij/∂q_k = c_ijk + c_jik, indexed [i, j, k]."""
        c = self.christoffel
        return c + c.transpose(1, 0, 2)

    @property
    def own(self) -> Array:
        """c_iii."""
        n = np.arange(len(self.q))
        return self.christoffel[n, n, n]

    @cached_property
    def M_unit(self) -> Array:
        """Columns: the Newton-Euler efforts of one unit acceleration, without gravity or velocity."""
        n, still = len(self.qd), [0.0] * len(self.qd)
        weightless = replace(self.sample.tree, gravity=(0, 0, 0))
        columns = [rnea(weightless, self.q.tolist(), still, [float(i == j) for i in range(n)]) for j in range(n)]
        return np.array(columns, float).T.copy()

    def S(self, kind: str) -> Array:
        """One of the three matrices with S q̇ = c; of balls the one of the recursion."""
        S: Array
        if len(self.q) > len(self.qd):
            return np.array(coriolis_matrix(self.sample.tree, self.q.tolist(), self.qd.tolist()), float)
        dM = self.slopes
        if kind == "christoffel":
            S = np.einsum("kij,i->kj", self.christoffel, self.qd)
        elif kind == "generic":
            S = np.einsum("kij,i->kj", dM, self.qd) - np.einsum("jik,i->kj", dM, self.qd) / 2
        else:
            S = np.einsum("ijk,k->ij", dM, self.qd) - np.einsum("jki,k->ij", dM, self.qd) / 2
        return S

    def N(self, kind: str) -> Array:
        """Ṁ − 2S."""
        return self.Mdot - 2 * self.S(kind)

    def quadratic(self, kind: str) -> Pair:
        """q̇ᵀ(Ṁ − 2S)q̇ and S q̇ − c, with c from Newton-Euler."""
        weightless = replace(self.sample.tree, gravity=(0, 0, 0))
        c = np.array(rnea(weightless, self.q.tolist(), self.qd.tolist(), [0.0] * len(self.qd)), float)
        form = self.qd @ self.N(kind) @ self.qd
        return np.array([form, *(self.S(kind) @ self.qd - c)]), np.array(
            [*c, self.qd @ np.abs(self.Mdot) @ np.abs(self.qd)]
        )

    @property
    def tau(self) -> Array:
        return np.array(rnea(self.sample.tree, self.q.tolist(), self.qd.tolist(), self.qdd.tolist()), float)

    @property
    def power(self) -> Pair:
        """dE/dt − q̇ᵀτ."""
        work = self.qd * self.tau
        return self.values["rate"] - work.sum(), np.abs(work)

    @property
    def slip(self) -> Pair:
        """φ̇ − J q̇ of the loops."""
        rates, turned = self.values["closure"].reshape(2, -1)
        return np.append(rates - turned, 0.0), np.append(rates, 1.0)

    @property
    def lagrange(self) -> Pair:
        return self.values["lagrange"] - self.tau, self.tau

    @property
    def linear(self) -> Pair:
        """Y π − τ."""
        bodies = self.sample.tree
        Y = np.array(regressor(bodies, self.q.tolist(), self.qd.tolist(), self.qdd.tolist()), float)
        return Y @ np.array(inertial_parameters(bodies), float) - self.tau, self.tau


class _Traced:
    """M, Ṁ, dE/dt and Lagrange's efforts as graphs of q, q̇, q̈; with ω × p of each ball they are Hamel's."""

    def __init__(self, bodies: Tree) -> None:
        n = bodies.n
        self.n = n
        self.places = bodies.symbols
        q = [symbol(name) for name in self.places]
        qd, qdd = ([symbol(f"{name}{k + 1}") for k in range(n)] for name in ("qd", "qdd"))
        M = [x for row in crba(bodies, q) for x in row]
        T, U = kinetic_energy(bodies, q, qd), potential_energy(bodies, q)
        turning: dict[Node, Scalar] = dict(zip(q, rate(bodies, q, qd), strict=True))
        moving = turning | dict(zip(qd, qdd, strict=True))
        self.M, self.Mdot = M, forward(M, turning)
        self.rate = forward([T + U], moving)
        closed = rows(bodies, q, qd)
        turned = [dot(row, qd) for row in dense(bodies, closed)]
        self.closure: list[Scalar] = [*forward([row.phi for row in closed], turning), *turned]
        p = gradient(T, qd)
        slope = slopes(bodies, [T - U], q)[0] if bodies.nq > n else gradient(T - U, q)
        self.lagrange: list[Scalar] = [a - b for a, b in zip(forward(p, moving), slope, strict=True)]
        for body in bodies.bodies:
            if body.motion == "ball":
                swing = cross([qd[k] for k in body.rates], [p[k] for k in body.rates])
                for k, x in zip(body.rates, swing, strict=True):
                    self.lagrange[k] = self.lagrange[k] + x

    def M_at(self, q: Array) -> Array:
        values = dict(zip(self.places, map(float, q), strict=True))
        return np.array(evaluate(self.M, values), float).reshape(self.n, self.n)

    def at(self, q: Array, qd: Array, qdd: Array) -> dict[str, Array]:
        values = {f"{name}{k + 1}": float(x) for name, row in (("qd", qd), ("qdd", qdd)) for k, x in enumerate(row)}
        values |= dict(zip(self.places, map(float, q), strict=True))
        flat = evaluate([*self.M, *self.Mdot, *self.rate, *self.lagrange, *self.closure], values)
        size = self.n * self.n
        last = 2 * size + 1 + self.n
        return {
            "M": np.array(flat[:size]).reshape(self.n, self.n),
            "Mdot": np.array(flat[size : 2 * size]).reshape(self.n, self.n),
            "rate": np.array(flat[2 * size]),
            "lagrange": np.array(flat[2 * size + 1 : last]),
            "closure": np.array(flat[last:]),
        }


def _ratio(small: Array, large: Array) -> float:
    return float(np.max(np.abs(small)) / max(np.max(np.abs(large)), _TINY))


def _numeric(robot: Robot, rng: np.random.Generator) -> Robot:
    """The robot in floats, symbols at random positive values."""
    bound = robot.bind(**{name: float(rng.uniform(0.3, 1.3)) for name in robot.parameters})
    return bound.map(lambda x: evaluate([x], {})[0])


def _physical(bodies: Tree, given: Tree, rng: np.random.Generator) -> Tree:
    """Random values of symbols may give a body that cannot be; it becomes six point masses. Numbers stay as given."""
    fixed = []
    for body, original in zip(bodies.bodies, given.bodies, strict=True):
        strange = bool(symbols(original.inertia.parameters)) and bool(unphysical(body.inertia))
        fixed.append(replace(body, inertia=_cloud(rng)) if strange else body)
    return replace(bodies, bodies=tuple(fixed))


def _cloud(rng: np.random.Generator) -> Inertia:
    total = Inertia()
    for point in rng.uniform(-0.3, 0.3, (6, 3)):
        total = total + Inertia.about_com(float(rng.uniform(0.1, 1)), tuple(map(float, point)), (0,) * 6)
    return total
