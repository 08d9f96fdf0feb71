"""What `prove` says of the inertia matrix is verified from its witness, by a checker that shares no code with the prover.

The checker evaluates M with the numerical algorithm. The witness is right if M = RᵀWR and W is positive semidefinite at
the example of the certificate. M is singular exactly on the set that is stated if R loses rank at random points of the
set, and if every configuration in which a search finds M singular lies on the set.
"""

import random
import warnings
from collections import Counter

import numpy as np
import pytest
import sympy as sp
from scipy.optimize import brentq, minimize

import dalembert as da

TWISTS = [0, "pi/2", "-pi/2"]


def rows(rng, n, symbolic):
    """DH rows of a chain of n revolute and prismatic joints with simple twists."""
    found = []
    for i in range(1, n + 1):
        length = f"l{i}" if symbolic else round(rng.uniform(0.2, 0.8), 3)
        row = {"joint": rng.choice("RRRP"), "alpha": rng.choice(TWISTS), "a": rng.choice([length, length, 0])}
        found.append(row | ({"d": rng.choice([0, 0, 0.25])} if row["joint"] == "R" else {"theta": 0}))
    return found


def point_mass_arm(seed):
    """An arm of one to three joints whose only mass is a point at the end of its last link."""
    rng = random.Random(seed)
    found = rows(rng, rng.choice([1, 2, 2, 3, 3]), symbolic=rng.random() < 0.6)
    found[-1] |= {"mass": "m" if rng.random() < 0.5 else 1.3, "com": [0, 0, 0]}
    return da.from_dh(found)


def definite_arm(seed):
    """An arm of one to four joints with a rigid last link; some of the other links have no mass, or mass on their axis."""
    rng = random.Random(seed)
    n, symbolic = rng.randint(1, 4), rng.random() < 0.5
    found = rows(rng, n, symbolic)
    for i, row in enumerate(found, 1):
        if i < n and rng.random() < 0.2 and row["joint"] == "P":
            continue
        tensor = [f"Ix{i}", f"Iy{i}", f"Iz{i}", 0, 0, 0] if symbolic else [0.02, 0.03, 0.025, 0.001, 0, 0.002]
        row |= {"mass": f"m{i}" if symbolic else 1 + i, "com": [0.1, rng.choice([0, 0.05]), 0], "inertia": tensor}
    return da.from_dh(found)


def numeric(robot, example):
    return robot.bind(**{name: float(x) for name, x in example.items()})


def functions(robot, expressions, example):
    """A function of q that evaluates SymPy expressions at the example of a certificate."""
    q = sp.symbols(f"q1:{robot.n + 1}")
    values = {sp.Symbol(name): sp.Rational(x.numerator, x.denominator) for name, x in example.items()}
    return sp.lambdify([q], sp.Matrix(expressions).subs(values), "numpy")


def accepted(robot, certificate):
    """The factorization of M in the witness, as functions of q, after M = RᵀWR and W ⪰ 0 were verified."""
    witness, example = certificate["positive definite"].witness, certificate.example
    R, W = (functions(robot, x, example) for x in (witness.rows, witness.weights))
    bound, rng = numeric(robot, example), np.random.default_rng(1)
    for q in rng.uniform(-2, 2, (5, robot.n)):
        rows, weights = np.array(R(q), float), np.array(W(q), float)
        assert np.allclose(rows.T @ weights @ rows, da.mass_matrix(bound, q), rtol=1e-9, atol=1e-12)
        assert np.linalg.eigvalsh(weights).min() >= -1e-12
    return bound


def smallest(bound, q):
    values = np.linalg.eigvalsh(da.mass_matrix(bound, q))
    return values[0] / max(values[-1], 1e-300)


def points_of(rng, f, n):
    """Random configurations in which f is zero: roots along random lines."""
    for _ in range(60):
        a, b = rng.uniform(-4, 4, (2, n))
        if f(a) * f(b) < 0:
            s = brentq(lambda s, a=a, b=b: f(a + s * (b - a)), 0, 1, xtol=1e-15)
            yield a + s * (b - a)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("seed", range(50))
def test_the_singular_set_of_a_point_mass_arm_is_exact(seed):
    robot = point_mass_arm(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        certificate = da.prove(robot, seconds=5)
    claim = certificate["positive definite"]
    assert claim.verdict in ("proved", "refuted"), claim
    bound, rng = accepted(robot, certificate), np.random.default_rng(seed)
    stated = claim.witness.singular
    f = functions(robot, stated or [sp.Integer(1)], certificate.example)
    if claim.verdict == "proved":
        assert not stated
    for i in range(len(stated)):
        for q in points_of(rng, lambda q, i=i: float(f(q)[i, 0]), robot.n):
            assert smallest(bound, q) < 1e-9, (stated[i], q)
    scale = np.mean([np.abs(f(q)) for q in rng.uniform(-3, 3, (50, robot.n))], axis=0)
    for start in rng.uniform(-3, 3, (8, robot.n)):
        found = minimize(lambda q: smallest(bound, q), start, method="Nelder-Mead", bounds=[(-4, 4)] * robot.n)
        on_set = (np.abs(f(found.x)) / np.maximum(scale, 1e-300)).min() < 1e-3
        assert on_set or smallest(bound, found.x) > 1e-9, (stated, found.x)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("part", range(5))
def test_definite_arms_are_certified_with_a_witness(part):
    """At least 95 % of 60 arms whose inertia matrix is definite everywhere are certified, and none that is not."""
    verdicts = Counter()
    for seed in range(60 * part, 60 * part + 60):
        robot = definite_arm(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            certificate = da.prove(robot, seconds=0.5, states=2)
        claim = certificate["positive definite"]
        verdicts[claim.verdict] += 1
        if claim.verdict == "proved" and seed % 10 == 0:
            bound = accepted(robot, certificate)
            assert min(smallest(bound, q) for q in np.random.default_rng(0).uniform(-3, 3, (20, robot.n))) > 1e-9
    assert verdicts["proved"] >= 57, verdicts


def test_contradictory_assumptions_are_reported():
    """No positive m makes this mass positive, so nothing is proved."""
    robot = da.from_dh([{"joint": "R", "a": "l", "mass": "-m", "com": [0, 0, 0]}])
    certificate = da.prove(robot, states=2)
    assert certificate.example is None
    assert certificate.conditions[-1] == da.finding.AssumptionsHold(())
    assert certificate["positive definite"].verdict in ("refuted", "not decided")


@pytest.mark.parametrize("name", ["planar_2r", "spherical", "scara", "puma560", "free_body", "pendulum"])
def test_gallery_robots_have_a_witness(name):
    robot = getattr(da.gallery, name)()
    certificate = da.prove(robot, seconds=5)
    assert certificate["positive definite"].verdict == "proved"
    assert set(certificate.example) == set(robot.parameters)
    if not robot.balls:
        accepted(robot, certificate)
