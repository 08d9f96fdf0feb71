"""A robot about a state: slopes against 50 digits, modes against small swings, regulators against their cost."""

import mpmath
import numpy as np
import pytest

import dalembert as da
from dalembert.algorithms.forward import forward_dynamics
from dalembert.graph import evaluate
from dalembert.kinematics.configuration import display_configuration
from dalembert.robot.tree import coordinates, tree
from pieces import G, arm, two_links, with_drives
from raised import raises
from random_robot import posture, random_robot
from tolerance import ANOTHER_LIBRARY, COARSE_RUN, FINITE_DIFFERENCE, MARCHED, SAME_ALGORITHM

NUMERIC = [x for x in da.gallery.names() if not getattr(da.gallery, x)().parameters]
TREES = [x for x in NUMERIC if not getattr(da.gallery, x)().loops]
LOOPED = ("planar_3rrr", "andrews_squeezer")  # slopes of larger ones take minutes to trace


def number(x):
    return mpmath.mpf(x) if isinstance(x, float) else mpmath.mpf(x.numerator) / x.denominator


def directions(robot, start):
    """Steps of (q, q̇, τ), one a rate: an entry, or along a ball ½ q ⊗ (0, e_k)."""
    nq, n = robot.nq, robot.n
    leaders = {body.coordinate: body for body in reversed(tree(robot).bodies)}  # one that mimics has no rate of its own
    for _, body in sorted(leaders.items()):
        place = body.place
        if body.motion != "ball":
            yield [int(k == place) for k in range(nq + 2 * n)]
            continue
        w, x, y, z = start[place : place + 4]
        for column in ((-x, w, z, -y), (-y, -z, w, x), (-z, y, -x, w)):
            yield [column[k - place] / 2 if place <= k < place + 4 else 0 for k in range(nq + 2 * n)]
    for k in range(nq, nq + 2 * n):
        yield [int(k == j) for j in range(nq + 2 * n)]


def by_differences(robot, q, qd, tau):
    """(A, B) by central differences of step 1e-16 with 50 digits: right to 1e-32."""
    n = robot.n
    groups = [coordinates("q", robot.nq), *(coordinates(x, n) for x in ("qd", "u"))]
    symbols = [x.value for group in groups for x in group]
    traced = forward_dynamics(tree(robot), *groups)
    with mpmath.workdps(50):
        start, h = [mpmath.mpf(float(x)) for x in (*q, *qd, *tau)], mpmath.mpf("1e-16")
        columns = []
        for step in directions(robot, start):
            sides = []
            for sign in (1, -1):
                values = dict(zip(symbols, (x + sign * h * d for x, d in zip(start, step, strict=True)), strict=True))
                sides.append(evaluate(traced, values, functions=mpmath.mp, number=number))
            columns.append([float((a - b) / (2 * h)) for a, b in zip(*sides, strict=True)])
    slopes = np.array(columns).T
    upper = np.zeros((n, n))  # δ̇ = δω − ω × δ at a ball
    for name in robot.balls:
        at = [robot.coordinates.index(x.name) for x in robot.joint(name).coordinates][-3:]
        upper[np.ix_(at, at)] = np.cross(np.eye(3), np.asarray(qd)[at]).T
    A = np.block([[upper, np.eye(n)], [slopes[:, : 2 * n]]])
    return A, np.vstack([np.zeros((n, n)), slopes[:, 2 * n :]])


@pytest.mark.sampled(6)
@pytest.mark.parametrize("seed", range(16))
def test_slopes_against_differences_at_fifty_digits(seed):
    robot = random_robot(seed, 2 + seed % 5, mimic=seed % 4 == 0, drives=seed % 2 == 0)
    q, qd, tau = np.random.default_rng(seed).uniform(-1, 1, (3, robot.n))
    A, B = da.linearize(robot, q, qd, tau)
    for found, expected in zip((A, B), by_differences(robot, q, qd, tau), strict=True):
        assert np.abs(found - expected).max() < ANOTHER_LIBRARY * np.abs(expected).max()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", TREES)
def test_slopes_of_the_gallery_at_fifty_digits(name):
    robot = getattr(da.gallery, name)()
    q, (qd, tau) = posture(robot, 7), np.random.default_rng(7).uniform(-1, 1, (2, robot.n))
    A, B = da.linearize(robot, q, qd, tau)
    for found, expected in zip((A, B), by_differences(robot, q, qd, tau), strict=True):
        assert np.abs(found - expected).max() < ANOTHER_LIBRARY * np.abs(expected).max()


@pytest.mark.parametrize("name", LOOPED)
def test_slopes_of_loops_are_those_of_neighbouring_motions(name):
    """(u̇, u) by (q, u) of the independent coordinates, by differences of closed neighbours of step h: right to h²."""
    robot = getattr(da.gallery, name)()
    rng, home = np.random.default_rng(7), display_configuration(robot)
    free = [robot.coordinates.index(x) for x in da.mechanism.independent_coordinates(robot)]
    u, tau = rng.uniform(-1, 1, len(free)), rng.uniform(-1, 1, robot.nv)

    def moved(shift):
        """u̇ beside home: the independent coordinates moved by the first half of the shift, u by the second."""
        G, _ = da.mechanism.independent_map(robot, home)
        q = da.assemble(robot, da.integrate(robot, home, G @ shift[: len(free)]))
        for _ in range(3):  # until the independent ones are where they are asked to be
            left = shift[: len(free)] - da.difference(robot, home, q)[free]
            q = da.assemble(robot, da.integrate(robot, q, da.mechanism.independent_map(robot, q)[0] @ left))
        return da.forward_dynamics(robot, q, da.mechanism.independent_map(robot, q)[0] @ (u + shift[len(free) :]), tau)[
            free
        ]

    A, _ = da.linearize(robot, home, da.mechanism.independent_map(robot, home)[0] @ u, tau)
    h = 1e-5
    expected = np.array([(moved(h * e) - moved(-h * e)) / (2 * h) for e in np.eye(2 * len(free))]).T
    assert np.abs(A[len(free) :] - expected).max() < FINITE_DIFFERENCE * np.abs(expected).max()


def test_a_batch_is_its_states():
    robot = two_links()
    q, qd, tau = np.random.default_rng(0).uniform(-1, 1, (3, 5, 2))
    A, B = da.linearize(robot, q, qd, tau)
    assert A.shape == (5, 4, 4)
    assert B.shape == (5, 4, 2)
    one = da.linearize(robot, q[3], qd[3], tau[3])
    assert np.allclose(A[3], one.A, rtol=SAME_ALGORITHM, atol=SAME_ALGORITHM)


def test_a_hanging_arm_swings_at_its_frequency():
    """ω² = m g l / (J + m l²); a damper makes ζ = b / (2 ω I)."""
    hanging = da.linearize(arm(da.Drive(damping=0.2)), [-np.pi / 2])
    (mode,) = hanging.modes()
    inertia = 0.1 + 0.25
    assert mode.frequency == pytest.approx(np.sqrt(G * 0.5 / inertia), rel=SAME_ALGORITHM)
    assert mode.damping == pytest.approx(0.2 / (2 * mode.frequency * inertia), rel=SAME_ALGORITHM)
    standing = da.linearize(arm(), [np.pi / 2]).modes()
    assert sorted(m.eigenvalue.real for m in standing) == pytest.approx([-mode.frequency, mode.frequency], rel=MARCHED)


@pytest.mark.parametrize("seed", range(6))
def test_a_mode_is_a_small_swing_of_the_robot(seed):
    """Kicked along a mode the robot follows Re(v e^λt), to the square of the kick."""
    robot = random_robot(seed, 3, drives=False)
    robot = with_drives(robot, *(da.Drive(damping=0.3) for _ in robot.coordinates))
    q = np.random.default_rng(seed).uniform(-1, 1, robot.n)
    tau = da.gravity_vector(robot, q)
    errors = []
    for mode in da.linearize(robot, q, tau=tau).modes()[-1:]:
        for size in (1e-3, 5e-4):
            kick = size * mode.shape.real
            run = da.simulate(robot, q + kick[: robot.n], kick[robot.n :], duration=0.3, tau=tau)
            swing = size * (mode.shape[:, None] * np.exp(mode.eigenvalue * run.t)).real.T
            errors.append(np.abs(run.q - q - swing[:, : robot.n]).max())
    assert errors[0] < 2e-5
    assert errors[1] < 0.3 * errors[0] + 1e-12


@pytest.mark.parametrize("seed", range(6))
def test_a_regulator_costs_what_it_says(seed):
    """∫ xᵀQx + uᵀRu dt along the linear motion is x₀ᵀP x₀, and the robot itself comes back to its posture."""
    robot = random_robot(seed, 2 + seed % 2)
    q = np.random.default_rng(seed).uniform(-1, 1, robot.n)
    tau, n = da.gravity_vector(robot, q), robot.n
    model = da.linearize(robot, q, tau=tau)
    Q, R = np.diag(np.linspace(1, 3, 2 * n)), 0.5 * np.eye(n)
    K, P, poles = model.lqr(Q, 0.5)
    assert (poles.real < 0).all()
    from scipy.linalg import solve_continuous_lyapunov

    closed = model.A - model.B @ K
    cost = solve_continuous_lyapunov(closed.T, -(Q + K.T @ R @ K))
    assert np.abs(cost - P).max() < 1e-8 * np.abs(P).max()
    run = da.simulate(
        robot,
        q + 0.02,
        duration=25.0 / abs(poles.real).min(),
        tau=lambda t, x, v: tau - K @ np.append(x - q, v),
        method=da.simulation.Solver(rtol=1e-7, atol=1e-9, max_step=1.0),
    )
    assert np.abs(run.q[-1] - q).max() < COARSE_RUN


def test_what_cannot_be_linearized_is_said():
    with raises(da.finding.FeatureUnsupported, function="linearize", robot="arm"):
        da.linearize(arm(da.Drive(rotor_inertia=0.1, stiffness=10.0)), [0.0])
    with raises(da.finding.WrongType, argument="robot"):
        da.linearize(3, [0.0])
    model = da.linearize(two_links(), [0.1, 0.2])
    with raises(da.finding.WrongShape, argument="Q", got=(3,)):
        model.lqr([1, 2, 3], 1.0)
    with raises(da.finding.MatrixNotDefinite, argument="R", semidefinite=False):
        model.lqr(1.0, 0.0)
    with raises(da.finding.NotStabilizable, pole=None, reason=None):
        model._replace(B=0 * model.B).lqr(1.0, 1.0)


@pytest.mark.parametrize(
    "robot", [two_links(g=0), random_robot(2, 3), random_robot(5, 4)], ids=lambda x: f"{x.n} joints"
)
def test_a_regulator_brings_the_state_back_or_is_refused(robot):
    """Without gravity nothing brings a coordinate back that costs nothing: λ = 0 is no regulator's."""
    model = da.linearize(robot, np.full(robot.n, 0.3))
    none = model._replace(A=np.where(np.arange(2 * robot.n) < robot.n, 0.0, model.A))  # ∂q̈/∂q = 0
    with raises(da.finding.NotStabilizable):
        none.lqr([0.0] * robot.n + [1.0] * robot.n, 1.0)
    for A in (model.A, none.A):
        assert model._replace(A=A).lqr(1.0, 1.0).poles.real.max() < 0


def test_modes_are_of_one_state():
    with raises(da.finding.BatchUnsupported, function="modes"):
        da.linearize(two_links(), np.zeros((3, 2))).modes()
