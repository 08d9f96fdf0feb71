"""Mechanisms that are held more than once, against 50 digits: the motion from null spaces, by singular values.

M q̈ = r + Jᵀλ,  J q̈ = b:   q̈ = J⁺b + N z,   NᵀM N z = Nᵀ(r − M J⁺b),   J N = 0.
"""

from dataclasses import replace

import mpmath
import numpy as np
import pytest

import dalembert as da
from dalembert.algorithms.constraint import dense, rows
from dalembert.algorithms.inverse import inverse_dynamics, mass_matrix
from dalembert.algorithms.tangent import integrate
from dalembert.graph import evaluate
from dalembert.mechanism.loops import generic, loops_of
from dalembert.robot.tree import tree, unknowns
from internal.algorithms.test_fifty_digits import number
from random_robot import random_inertia
from tolerance import OVER_CONSTRAINED

LIBRARY = ("parallelogram", "bennett", "goldberg", "bricard", "tripteron")
CASES = [(name, size) for name in LIBRARY for size in (1.0, 1e-3, 1e2)] + [("orthoglide", 1.0)]


def drawn(name, seed, size):
    """The mechanism with other masses, from grams to tons, and another length for a metre."""
    rng = np.random.default_rng(seed)
    robot = da.gallery.orthoglide() if name == "orthoglide" else getattr(da.mechanism.library, name)()

    def near(pose):
        return da.Pose(pose.R, tuple(size * x for x in pose.p))

    def body(link):
        I, m = random_inertia(rng), 10 ** rng.uniform(-2, 2)
        small = da.Inertia(m * I.mass, tuple(m * size * x for x in I.ms), tuple(m * size**2 * x for x in I.tensor))
        return replace(link, inertia=small if link.name != robot.root else link.inertia)

    joints = tuple(replace(x, placement=near(x.placement), after=near(x.after)) for x in robot.joints)
    loops = tuple(
        replace(x, first_placement=near(x.first_placement), second_placement=near(x.second_placement))
        for x in robot.loops
    )
    return replace(robot, links=tuple(map(body, robot.links)), joints=joints, loops=loops)


class Exact:
    """φ, J, J̇q̇, M and c + g of a robot with 50 digits."""

    def __init__(self, robot):
        self.tree = tree(robot)
        self.q, self.qd, self.dq = (unknowns(self.tree, name) for name in ("q", "qd", "dq"))
        self.rows = rows(self.tree, self.q, self.qd)
        self.J = [x for row in dense(self.tree, self.rows) for x in row]

    def at(self, scalars, columns=1, **given):
        values = {x.value: v for name, row in given.items() for x, v in zip(getattr(self, name), row, strict=True)}
        found = evaluate(scalars, values, functions=mpmath.mp, number=number)
        return mpmath.matrix([found[i : i + columns] for i in range(0, len(found), columns)])

    def split(self, q, rank):
        """J⁺ and N of the `rank` largest singular values of J."""
        U, s, V = mpmath.svd_r(self.at(self.J, self.tree.nv, q=q), full_matrices=True)
        inverse = mpmath.matrix(self.tree.nv, U.rows)
        for k in range(rank):
            inverse += V[k, :].T * U[:, k].T / s[k]
        return inverse, V[rank:, :].T

    def close(self, q, rank):
        for _ in range(2):
            phi = self.at([row.phi for row in self.rows], q=q)
            q = self.at(integrate(self.tree, self.q, self.dq), q=q, dq=-(self.split(q, rank)[0] * phi))
        return q

    def acceleration(self, q, qd, tau, inverse, N):
        n = self.tree.nv
        b = -self.at([row.bias for row in self.rows], q=q, qd=qd)
        M = self.at([x for row in mass_matrix(self.tree, self.q) for x in row], n, q=q)
        r = tau - self.at(inverse_dynamics(self.tree, self.q, self.qd, [0] * n), q=q, qd=qd)
        first = inverse * b
        return first + N * mpmath.lu_solve(N.T * M * N, N.T * (r - M * first))


def floats(x):
    return np.array([float(a) for a in x])


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "size"), CASES)
def test_motion_of_over_constrained_draws(name, size):
    seed = CASES.index((name, size))
    robot, rng = drawn(name, seed, size), np.random.default_rng(seed)
    known = generic(robot)
    assert not known.known.full
    q = known.q
    for _ in range(3):
        q = loops_of(robot, "a walk")._away(q, rng)
    with mpmath.workdps(50):
        exact = Exact(robot)
        q = exact.close([mpmath.mpf(float(x)) for x in q], known.rank)
        inverse, N = exact.split(q, known.rank)
        qd = N * (N.T * mpmath.matrix(rng.normal(size=robot.nv).tolist()))
        tau = mpmath.matrix((size**2 * rng.normal(size=robot.nv)).tolist())
        expected = floats(exact.acceleration(q, qd, tau, inverse, N))
    found = da.forward_dynamics(robot, floats(q), floats(qd), floats(tau))
    assert np.abs(found - expected).max() < OVER_CONSTRAINED * np.abs(expected).max()
