"""The quickest motion along a path: closed solutions, a linear program over the whole path, limits kept and used."""

import numpy as np
import pytest
from scipy import sparse
from scipy.integrate import quad
from scipy.optimize import brentq, linprog

import dalembert as da
import pieces
from raised import raises
from tolerance import COARSE_RUN, GRID, MARCHED, SAME_ALGORITHM, TURNS


def slider(mass=2.0, drive=None, **limits):
    return pieces.slider(mass, drive, limits=da.Limits(**limits))


def pendulum(m=1.0, l=1.0):
    """A point mass on a rod that turns about a level axis; q = 0 hangs down."""
    joint = da.Joint("hinge", "revolute", "ground", "bob", da.Pose(), (0, 1, 0))
    return da.Robot(
        "pendulum",
        (da.Link("ground"), da.Link("bob", da.Inertia(m, (0, 0, -m * l), (m * l * l, m * l * l, 0, 0, 0, 0)))),
        (joint,),
    )


def test_a_mass_that_is_pushed_and_pulled():
    """Bang-bang: T = 2√(mL/F)."""
    found = da.trajectory.time_optimal(slider(2.0), [[0.0], [3.0]], effort=5.0)
    assert found.duration == pytest.approx(2 * np.sqrt(2.0 * 3.0 / 5.0), rel=MARCHED)
    q, qd, _ = found(found.duration / 2)
    assert q[0] == pytest.approx(1.5, abs=MARCHED)
    assert qd[0] == pytest.approx(np.sqrt(5.0 * 3.0 / 2.0), rel=MARCHED)


def test_with_a_speed_limit_it_is_the_trapezoid():
    expected = da.trajectory.trapezoidal([0.0, 0.0], [2.0, -1.0], [1.0, 2.0], [3.0, 1.2])
    robot = da.gallery.planar_2r().bind(l1=1, l2=1)
    found = da.trajectory.time_optimal(
        sample(robot), [[0.0, 0.0], [2.0, -1.0]], speed=[1.0, 2.0], acceleration=[3.0, 1.2], effort=np.inf
    )
    assert found.duration == pytest.approx(expected.duration, rel=GRID)
    assert found.duration >= expected.duration * (1 - 1e-9)


def sample(robot):
    return robot.bind(**{name: 0.5 + 0.1 * k for k, name in enumerate(robot.parameters)})


@pytest.mark.parametrize(("torque", "end"), [(12.0, 2.5), (30.0, -3.0), (10.5, np.pi)])
def test_a_pendulum_raised_against_its_weight(torque, end):
    """I θ̈ = τ − mgl sin θ along one coordinate is bang-bang with one switch; energy gives ṡ² of both branches."""
    m, l, g = 1.0, 1.0, 9.81
    way = abs(end)

    def rise(s):  # ½ I ṡ² = τ s − mgl(1 − cos s)
        return 2 * (torque * s - m * g * l * (1 - np.cos(s))) / (m * l * l)

    def fall(s):  # braked to rest at the end: ½ I ṡ² = τ (S − s) + mgl(cos s − cos S)
        return 2 * (torque * (way - s) + m * g * l * (np.cos(s) - np.cos(way))) / (m * l * l)

    switch = brentq(lambda s: rise(s) - fall(s), 1e-6, way - 1e-6)
    expected = (
        quad(lambda r: 2 * r / np.sqrt(rise(r * r)), 0, np.sqrt(switch))[0]
        + quad(lambda r: 2 * r / np.sqrt(fall(way - r * r)), 0, np.sqrt(way - switch))[0]
    )
    found = da.trajectory.time_optimal(pendulum(m, l), [[0.0], [end]], effort=torque, samples=2000)
    assert found.duration == pytest.approx(expected, rel=GRID)
    assert found.duration >= expected * (1 - 1e-3)


def test_a_pendulum_too_weak_for_its_weight_cannot():
    """Holding the rod level takes mgl = 9.81; from below that no motion through the side is possible at rest."""
    with raises(da.finding.PathInfeasible, robot="pendulum", joint="hinge"):
        da.trajectory.time_optimal(pendulum(), [[0.0], [np.pi / 2]], effort=6.0)


def test_friction_of_the_drive_is_paid_for():
    """m v̇ = ±F − c − b v, in closed form: rise and fall in time, one switch where the way is used up."""
    m, F, c, b, L = 2.0, 5.0, 1.2, 0.8, 3.0

    def way(t, push):  # from rest under a constant force with viscous friction
        end = push / b
        return end * t - end * m / b * (1 - np.exp(-b * t / m)), end * (1 - np.exp(-b * t / m))

    def brake(v):  # (time, way) to rest from v
        end = (F + c) / b
        t = m / b * np.log(1 + v / end)
        return t, -end * t + (v + end) * m / b * (1 - np.exp(-b * t / m))

    t = brentq(lambda t: way(t, F - c)[0] + brake(way(t, F - c)[1])[1] - L, 1e-3, 10)
    expected = t + brake(way(t, F - c)[1])[0]
    robot = slider(m, da.Drive(damping=b, coulomb=c))
    found = da.trajectory.time_optimal(robot, [[0.0], [L]], effort=F, samples=2000)
    assert found.duration == pytest.approx(expected, rel=GRID)


def random_path(robot, seed, points=4):
    rng = np.random.default_rng(seed)
    return da.trajectory.path(rng.uniform(-0.8, 0.8, (points, robot.n)) + 0.2)


def arms():
    two = sample(da.gallery.planar_2r())
    return [(two, 4.0), (sample(da.gallery.spatial_3r()), 4.0), (sample(da.gallery.scara()), 4.0)] + [
        (getattr(da.gallery, name)(), 1.3) for name in ("ur5", "panda", "puma560")
    ]


CASES = [pytest.param(robot, spare, seed, id=f"{robot.name}-{seed}") for robot, spare in arms() for seed in (1, 2)]


def limits_of(robot, path, spare):
    """Efforts that hold the robot anywhere on the path, and something to spare."""
    q = path(np.linspace(0, path.end, 200))[0]
    held = np.abs(da.inverse_dynamics(robot, q, 1e-3 + 0 * q, 0 * q)).max(axis=0)
    return spare * held + 0.2 * held.max() + 0.1


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("robot", "spare", "seed"), CASES)
def test_limits_are_kept_and_one_is_always_used(robot, spare, seed):
    path = random_path(robot, seed)
    effort = limits_of(robot, path, spare)
    speed, acceleration = np.full(robot.n, 2.0), np.full(robot.n, 15.0)
    found = da.trajectory.time_optimal(robot, path, effort=effort, speed=speed, acceleration=acceleration, samples=1500)
    _, q, qd, qdd = found.sampled(4000)
    used = np.max([
        np.abs(da.inverse_dynamics(robot, q, qd, qdd) / effort).max(axis=1),
        np.abs(qd / speed).max(axis=1),
        np.abs(qdd / acceleration).max(axis=1),
    ], axis=0)  # fmt: skip
    inner = slice(40, -40)
    assert used.max() < 1.02
    assert np.quantile(used, 0.99) < 1.002
    assert np.quantile(used[inner], 0.05) > 0.97
    assert np.allclose(q[0], path(0.0)[0])
    assert np.allclose(q[-1], path(path.end)[0])
    assert np.abs(qd[[0, -1]]).max() < COARSE_RUN


def program(robot, path, effort, speed, acceleration, count):
    """The duration by a linear program: max Σ x with every limit at every point of the grid, u held between points."""
    s = np.linspace(0, path.end, count + 1)
    two = 2 * np.diff(s)
    q, by_s, by_ss = path(s)
    zero = 0 * q
    g = da.inverse_dynamics(robot, q, zero, zero)
    m = np.concatenate([da.inverse_dynamics(robot, q, zero, by_s) - g, by_s], axis=1)
    h = np.concatenate([da.inverse_dynamics(robot, q, by_s, by_ss) - g, by_ss], axis=1)
    high, low = (np.concatenate([sign * effort - g, zero + sign * acceleration], axis=1) for sign in (1, -1))
    here = sparse.eye_array(count, count + 1), sparse.eye_array(count, count + 1, k=1)
    rows, bound = [], []
    for k, pick in enumerate(here):
        for j in range(2 * robot.n):
            at = slice(k, count + k)
            row = sparse.hstack([sparse.diags_array(h[at, j]) @ pick, sparse.diags_array(m[at, j])])
            rows += [row, -row]
            bound += [high[at, j], -low[at, j]]
    top = np.min((speed / np.abs(by_s)) ** 2, axis=1)
    top[[0, -1]] = 0
    bounds = [(0, x) for x in top] + [(None, None)] * count
    cost = np.concatenate([-np.ones(count + 1), np.zeros(count)])
    chain = sparse.hstack([here[0] - here[1], sparse.diags_array(two)])
    best = linprog(cost, sparse.vstack(rows), np.concatenate(bound), chain, np.zeros(count), bounds)
    assert best.status == 0
    root = np.sqrt(np.maximum(best.x[: count + 1], 0))
    return np.sum(two / (root[:-1] + root[1:]))


@pytest.mark.parametrize(("robot", "spare", "seed"), CASES)
def test_a_linear_program_over_the_whole_path_agrees(robot, spare, seed):
    """The largest profile is the quickest, since larger x is larger everywhere but at the points that TURNS speaks of."""
    robot = robot.rigid()
    path = random_path(robot, seed)
    limits = limits_of(robot, path, spare), np.full(robot.n, 2.0), np.full(robot.n, 15.0)
    expected = program(robot, path, *limits, 300)
    effort, speed, acceleration = limits
    found = da.trajectory.time_optimal(robot, path, effort=effort, speed=speed, acceleration=acceleration, samples=300)
    assert found.duration == pytest.approx(expected, rel=TURNS)
    assert found.duration >= expected * (1 - SAME_ALGORITHM)


@pytest.mark.parametrize("seed", range(6))
def test_the_linear_program_is_met_exactly_where_no_limit_turns(seed):
    """Along a straight line with limits of speed and acceleration alone no inertia changes sign."""
    robot = da.gallery.ur5()
    path = da.trajectory.path(np.random.default_rng(seed).uniform(-1, 1, (2, 6)))
    limits = np.full(6, np.inf), np.full(6, 1.0), np.linspace(2, 5, 6)
    found = da.trajectory.time_optimal(
        robot, path, effort=limits[0], speed=limits[1], acceleration=limits[2], samples=150
    )
    huge = np.full(6, 1e6), *limits[1:]
    assert found.duration == pytest.approx(program(robot.rigid(), path, *huge, 150), rel=SAME_ALGORITHM)


@pytest.mark.parametrize("seed", range(5))
def test_no_joint_alone_could_be_quicker_and_no_other_law_is(seed):
    """A lower bound, each joint's own bang-bang time over its way; an upper one, a quintic along the same path."""
    robot = da.gallery.ur5()
    path = random_path(robot, seed)
    a = np.full(6, 6.0)
    found = da.trajectory.time_optimal(robot, path, effort=np.inf, acceleration=a, speed=np.inf)
    ends = path(0.0)[0], path(path.end)[0]
    assert found.duration >= np.max(2 * np.sqrt(np.abs(ends[1] - ends[0]) / a))
    law = da.trajectory.quintic(0, path.end, 1.0)
    _, _, _, qdd = path.timed(law).sampled(4000)
    assert found.duration < np.sqrt(np.max(np.abs(qdd) / a))


def test_limits_of_the_robot_are_taken_unless_others_are_given():
    robot = slider(2.0, effort=5.0, velocity=1.0)
    found = da.trajectory.time_optimal(robot, [[0.0], [3.0]])
    assert found.duration == pytest.approx(3.0 + 2.0 / 5.0, rel=GRID)
    assert da.trajectory.time_optimal(robot, [[0.0], [3.0]], effort=10.0).duration < found.duration
    for none in ({"effort": 0.0, "velocity": 1.0}, {"effort": 5.0, "velocity": 0.0}):
        with raises(da.finding.ZeroLimit, robot="slider", joint="slide"):
            da.trajectory.time_optimal(slider(2.0, **none), [[0.0], [3.0]])


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        (
            {"path": [[0.0, 0.0], [1.0, 1.0]]},
            da.finding.WrongLength,
            {"argument": "path", "expected": 1, "noun": "joints"},
        ),
        ({"path": [[0.0]]}, da.finding.TooFew, {"argument": "points", "noun": "path points", "least": 2}),
        ({"path": [[0.0], [0.0]]}, da.finding.Coincident, {"argument": "points", "index": 0}),
        ({"path": [[0.0], [np.nan]]}, da.finding.NotFinite, {"argument": "points"}),
        ({"effort": -1.0}, da.finding.OutOfRange, {"argument": "effort", "strict": True}),
        ({"effort": [1.0, 2.0]}, da.finding.WrongShape, {"argument": "effort"}),
        ({"effort": None}, da.finding.MotionUnlimited, {}),
        ({"samples": 2}, da.finding.NotInteger, {"argument": "samples", "lower": 8, "upper": 100000}),
        ({"samples": 50.5}, da.finding.NotInteger, {"argument": "samples"}),
        ({"speed": 0.0}, da.finding.OutOfRange, {"argument": "speed", "strict": True}),
    ],
)
def test_bad_questions_say_why(change, error, words):
    given = {"path": [[0.0], [1.0]], "effort": 5.0, **change}
    with raises(error, **words):
        da.trajectory.time_optimal(slider(), given.pop("path"), **given)
