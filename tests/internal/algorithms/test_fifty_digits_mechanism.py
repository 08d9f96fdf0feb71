"""Balls, free bases and loops with 50 digits, on exact rational robots: laws of motion to 1e-45."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

import dalembert as da
from dalembert.algorithms.constraint import dense, rows
from dalembert.algorithms.coriolis import coriolis_matrix
from dalembert.algorithms.energy import kinetic_energy, potential_energy
from dalembert.algorithms.forward import closed_dynamics, forward_dynamics
from dalembert.algorithms.inverse import inverse_dynamics, mass_matrix
from dalembert.algorithms.multiplier import Rank, solve
from dalembert.algorithms.tangent import neutral, rate
from dalembert.graph import evaluate
from dalembert.graph.diff import forward
from dalembert.robot.tree import tree, unknowns
from dalembert.spatial.vector import dot
from internal.algorithms.test_fifty_digits import number
from random_robot import exact_rotation
from tolerance import FIFTY_DIGITS

CONDITION = 1e4  # of M and J M⁻¹Jᵀ of these robots, by which digits are lost


class Draw:
    """Rational numbers of two digits."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def __call__(self, count):
        return tuple(Fraction(int(x), 50) for x in self.rng.integers(-40, 40, count))

    def body(self):
        (m, a, b, c), com = self(4), self(3)
        return da.Inertia.about_com(m * m + 1, com, (a * a + 2, b * b + 2, c * c + 2, a / 9, b / 9, c / 9))

    def pose(self):
        return da.Pose(exact_rotation(self(1)[0] + 1, *self(3)), self(3))


def chain(seed, kinds, loops=()):
    some = Draw(seed)
    links = (da.Link("ground"), *(da.Link(f"link{i + 1}", some.body()) for i in range(len(kinds))))
    joints = tuple(
        da.Joint(f"joint{i + 1}", kind, links[i].name, links[i + 1].name, some.pose()) for i, kind in enumerate(kinds)
    )
    return da.Robot("chain", links, joints, gravity=some(3), loops=loops)


def flat(c, s, x=0, y=0):
    return da.Pose(((c, -s, 0), (s, c, 0), (0, 0, 1)), (x, y, 0))


def four_bar(kind="ball"):
    """Closed at q = 0: its bars lie along (3, 4)/5, (5, 12)/13 and (−5, 12)/13."""
    some = Draw(3)
    links = (da.Link("ground"), *(da.Link(name, some.body()) for name in ("crank", "coupler", "rocker")))
    turn = (
        Fraction(3, 5) * Fraction(5, 13) + Fraction(4, 5) * Fraction(12, 13),
        Fraction(3, 5) * Fraction(12, 13) - Fraction(4, 5) * Fraction(5, 13),
    )
    joints = (
        da.Joint("q1", "revolute", "ground", "crank", flat(Fraction(3, 5), Fraction(4, 5))),
        da.Joint("q2", "revolute", "crank", "coupler", flat(*turn, 1)),
        da.Joint("q3", "revolute", "ground", "rocker", flat(Fraction(-5, 13), Fraction(12, 13), Fraction(29, 15))),
    )
    loop = da.model.Loop(
        "pin", kind, "rocker", "coupler", da.Pose(p=(Fraction(13, 6), 0, 0)), da.Pose(p=(Fraction(13, 10), 0, 0))
    )
    return da.Robot("four_bar", links, joints, gravity=(Fraction(1, 3), Fraction(-981, 100), 0), loops=(loop,))


def hung(kinds, how, **options):
    """A chain whose last link is held on the ground where it stands at the neutral q."""
    robot = chain(5, kinds)
    T = da.Pose()
    for joint in robot.joints:
        T = T @ joint.placement
    place = da.Pose(p=(Fraction(1, 5), Fraction(-1, 4), Fraction(3, 10)))
    where = T @ place
    if how == "rod":
        where = da.Pose(p=tuple(a + b for a, b in zip(where.p, (Fraction(3, 5), 0, Fraction(4, 5)), strict=True)))
    loop = da.model.Loop("hook", how, "ground", robot.links[-1].name, where, place, **options)
    return da.Robot("hung", robot.links, robot.joints, gravity=robot.gravity, loops=(loop,))


TREES = {
    "ball": lambda: chain(0, ("revolute", "spherical", "prismatic")),
    "free": lambda: chain(1, ("free", "revolute", "spherical")),
    "planar": lambda: chain(2, ("planar", "spherical", "universal")),
}
CLOSED = {
    "four_bar": four_bar,
    "hung by a ball": lambda: hung(("free", "revolute"), "ball"),
    "hung by a hinge": lambda: hung(("free", "spherical"), "revolute"),
    "hung by a rod": lambda: hung(("spherical", "revolute", "spherical"), "rod", length=1),
}


def at(scalars, **given):
    """Values with 50 digits; each vector given goes with its symbols."""
    values = {x.value: v for names, row in given.values() for x, v in zip(names, row, strict=True)}
    return evaluate(scalars, values, functions=mpmath.mp, number=number)


def kicked(size, seed=4):
    return [mpmath.mpf(x) for x in np.random.default_rng(seed).normal(size=size).tolist()]


def power_balance(bodies, symbols, values, tau):
    """d(T + U)/dt − q̇·τ along (q̇, q̈)."""
    (q, qd), (x, v, a) = symbols, values
    energy = kinetic_energy(bodies, q, qd) + potential_energy(bodies, q)
    qdd = unknowns(bodies, "qdd")
    grown = forward([energy], {**dict(zip(q, rate(bodies, q, qd), strict=True)), **dict(zip(qd, qdd, strict=True))})
    (power,) = at(grown, q=(q, x), qd=(qd, v), qdd=(qdd, a))
    return power - mpmath.fdot(v, tau)


@pytest.mark.parametrize("name", TREES)
def test_balls_and_free_bases_obey_the_laws_of_trees(name):
    """Forward undoes inverse dynamics; Ṁ − 2S is skew; energy grows by the power of the efforts."""
    with mpmath.workdps(50):
        bodies = tree(TREES[name]())
        q, qd, qdd, tau = (unknowns(bodies, x) for x in ("q", "qd", "qdd", "tau"))
        n, x, v, a = bodies.nv, kicked(bodies.nq), kicked(bodies.nv, 5), kicked(bodies.nv, 6)
        effort = at(inverse_dynamics(bodies, q, qd, qdd), q=(q, x), qd=(qd, v), qdd=(qdd, a))
        back = at(forward_dynamics(bodies, q, qd, tau), q=(q, x), qd=(qd, v), tau=(tau, effort))
        assert max(abs(s - t) for s, t in zip(back, a, strict=True)) < FIFTY_DIGITS * CONDITION
        M = [m for row in mass_matrix(bodies, q) for m in row]
        late = at(forward(M, dict(zip(q, rate(bodies, q, qd), strict=True))), q=(q, x), qd=(qd, v))
        S = at([s for row in coriolis_matrix(bodies, q, qd) for s in row], q=(q, x), qd=(qd, v))
        skew = [late[i * n + j] - S[i * n + j] - S[j * n + i] for i in range(n) for j in range(n)]
        assert max(map(abs, skew)) < FIFTY_DIGITS * CONDITION
        assert abs(power_balance(bodies, (q, qd), (x, v, a), effort)) < FIFTY_DIGITS * CONDITION


@pytest.mark.parametrize("name", CLOSED)
def test_loops_obey_the_laws_of_motion(name):
    """φ = 0 here; M q̈ + c + g = τ + Jᵀλ; J q̈ + J̇q̇ = 0 with J̇q̇ the slope of J q̇; power is q̇·τ, so that λ does no work."""
    with mpmath.workdps(50):
        bodies = tree(CLOSED[name]())
        q, qd, qdd, tau = (unknowns(bodies, x) for x in ("q", "qd", "qdd", "tau"))
        x, still = [mpmath.mpf(k) for k in neutral(bodies)], [0] * bodies.nv
        found = rows(bodies, q, qd)
        used = [k for k, row in enumerate(found) if row.slopes]
        assert max(map(abs, at([row.phi for row in found], q=(q, x), qd=(qd, still)))) < FIFTY_DIGITS
        J, M, asked = dense(bodies, found), mass_matrix(bodies, q), kicked(bodies.nv, 5)
        held = solve(M, J, [dot(row, qd) for row in M], [0] * len(J), Rank(True)).x
        v, effort = at(held, q=(q, x), qd=(qd, asked)), kicked(bodies.nv, 6)
        solved = closed_dynamics(bodies, q, qd, tau, rank=Rank(True))[1]
        state = {"q": (q, x), "qd": (qd, v), "tau": (tau, effort)}
        a, force = at(solved.x, **state), at(solved.multipliers, **state)
        state["qdd"] = qdd, a
        rates = [dot(row, qd) for row in J]
        assert max(map(abs, at(rates, **state))) < FIFTY_DIGITS * CONDITION
        slope = forward(rates, dict(zip(q, rate(bodies, q, qd), strict=True)))
        late = at([dot(J[k], qdd) + slope[k] for k in used], **state)
        assert max(map(abs, late)) < FIFTY_DIGITS * CONDITION
        slopes = [at(row, **state) for row in J]
        pushed = [mpmath.fdot(force, column) for column in zip(*slopes, strict=True)]
        needed = at(inverse_dynamics(bodies, q, qd, qdd), **state)
        rest = [s - t - p for s, t, p in zip(needed, effort, pushed, strict=True)]
        assert max(map(abs, rest)) < FIFTY_DIGITS * CONDITION
        assert max(map(abs, force)) > 0.01
        assert abs(power_balance(bodies, (q, qd), (x, v, a), effort)) < FIFTY_DIGITS * CONDITION
