"""What each law promises, over many robots: error dynamics, stiffness, limits, no wind-up, no chatter, contacts seen."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from pieces import arm, numbered, slider, two_links, with_drives
from raised import raises
from random_robot import random_robot
from tolerance import COARSE_RUN, INTEGRATED, SAME_ALGORITHM

SEEDS = range(4)


def geared_puma():
    """The PUMA 560 with heavy rotors and no friction: no joint is stiff on its own."""
    return with_drives(da.gallery.puma560(), *(da.Drive(rotor_inertia=0.5) for _ in range(6)))


def reachable(robot, seed):
    return np.random.default_rng(seed).uniform(-0.8, 0.8, robot.n)


# ── task space ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", SEEDS)
def test_a_frame_obeys_its_linear_equation(seed):
    """ë + Kd ė + Kp e = 0 of the frame: e(t) of a double pole, e₀ (1 + ωt) e^−ωt, along a straight line."""
    robot = geared_puma()
    q = np.array([0.1, 0.5, -0.7, 0.3, 0.8, 0.4]) + np.random.default_rng(seed).uniform(-0.2, 0.2, 6)
    start = da.forward_kinematics(robot, q)
    goal = start.copy()
    goal[:3, 3] += [0.02, -0.03, 0.01]
    w = 8.0
    law = da.control.task_space(robot, goal, w * w, 2 * w, null_damping=3.0)
    run = da.simulate(robot, q, duration=0.6, tau=law, sample=0.02, method=da.simulation.Solver(rtol=1e-8, atol=1e-10))
    e = goal[:3, 3] - da.forward_kinematics(robot, run.q)[:, :3, 3]
    expected = (goal - start)[:3, 3] * ((1 + w * run.t) * np.exp(-w * run.t))[:, None]
    assert np.abs(e - expected).max() < INTEGRATED
    turned = da.forward_kinematics(robot, run.q)[:, :3, :3] - start[:3, :3]
    assert np.abs(turned).max() < INTEGRATED


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_position_alone_is_held_while_the_rest_is_stilled(seed):
    """Three axes of six joints: e₀ (1 + ωt) e^−ωt again, and the null space comes to rest."""
    robot = geared_puma()
    q = np.array([0.1, 0.5, -0.7, 0.3, 0.8, 0.4]) + np.random.default_rng(seed).uniform(-0.2, 0.2, 6)
    goal = da.forward_kinematics(robot, q).copy()
    goal[:3, 3] += 0.01
    law = da.control.task_space(robot, goal, 100.0, 20.0, axes=(0, 1, 2), null_damping=2.0)
    run = da.simulate(robot, q, duration=0.4, tau=law, method=da.simulation.Solver(rtol=1e-7, atol=1e-9))
    e = goal[:3, 3] - da.forward_kinematics(robot, run.q)[:, :3, 3]
    assert np.abs(e - 0.01 * ((1 + 10 * run.t) * np.exp(-10 * run.t))[:, None]).max() < COARSE_RUN


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_an_impedance_gives_way_by_its_stiffness(seed):
    """At rest under a force f the frame is off by K⁻¹ f."""
    robot = geared_puma()
    q = np.array([0.1, 0.5, -0.7, 0.3, 0.8, 0.4]) + np.random.default_rng(seed).uniform(-0.2, 0.2, 6)
    pose, f = da.forward_kinematics(robot, q), np.random.default_rng(seed).uniform(-6, 6, 3)
    K = np.array([800.0, 600.0, 900.0, 60.0, 60.0, 60.0])
    law = da.control.impedance(robot, pose, K, 3 * np.sqrt(K))
    push = {robot.links[-1].name: np.append(f, np.zeros(3))}
    run = da.simulate(
        robot, q, duration=10.0, tau=law, wrench=push, method=da.simulation.Solver("rk4", step=5e-3), sample=1.0
    )
    assert np.abs(run.qd[-1]).max() < 1e-3
    off = da.forward_kinematics(robot, run.q[-1])[:3, 3] - pose[:3, 3]
    assert np.abs(off - f / K[:3]).max() < 1e-3 * np.abs(f / K[:3]).max()


# ── PID ───────────────────────────────────────────────────────────────────────


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", SEEDS)
def test_integral_action_removes_what_a_wrong_model_leaves(seed):
    """The law believes gravity a third too large; it still comes to rest at its goal, where PD does not."""
    robot = random_robot(seed, 2)
    robot = with_drives(robot, *(da.Drive(rotor_inertia=1.0) for _ in robot.coordinates))
    robot = replace(robot, gravity=(3.0, -5.0, 7.0))
    believed = replace(robot, gravity=(4.0, -6.7, 9.3))
    goal = np.array([0.3, -0.2])[: robot.n]
    rest = {}
    for name, law in (
        ("pid", da.control.pid(believed, goal, 60.0, 40.0, 60.0)),
        ("pd", da.control.pd_gravity(believed, goal, 60.0, 60.0)),
    ):
        run = da.simulate(
            robot,
            np.zeros(robot.n),
            duration=25.0,
            tau=da.simulation.Inputs(law, control_period=5e-3),
            method=da.simulation.Solver("rk4", step=5e-3),
        )
        rest[name] = np.abs(run.q[-1] - goal).max()
    assert rest["pid"] < 1e-5
    assert rest["pd"] > 10 * rest["pid"]


def test_a_joint_that_waits_at_its_limit_does_not_wind_up():
    """From far away the motor is at its limit for seconds; it must stop at the goal and not sail past it."""
    over = {}
    for name, ki in (("with", 8.0), ("without", 0.0)):
        law = da.control.pid(slider(2.0), [5.0], 8.0, ki, 10.0, limit=3.0)
        run = da.simulate(
            slider(2.0),
            [0.0],
            duration=25.0,
            tau=da.simulation.Inputs(law, control_period=1e-2),
            method=da.simulation.Solver(rtol=1e-7, atol=1e-9),
        )
        assert np.abs(run.tau).max() <= 3.0
        over[name] = run.q.max() - 5.0
        assert run.q[-1, 0] == pytest.approx(5.0, abs=2e-3)
    naive = da.control.limited(da.control.pid(slider(2.0), [5.0], 8.0, 8.0, 10.0), torque=3.0)
    wound = da.simulate(
        slider(2.0),
        [0.0],
        duration=25.0,
        tau=da.simulation.Inputs(naive, control_period=1e-2),
        method=da.simulation.Solver(rtol=1e-7, atol=1e-9),
    )
    assert over["with"] < 0.25 * (wound.q.max() - 5.0)


# ── hardware ──────────────────────────────────────────────────────────────────


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("make", [da.control.computed_torque, da.control.feed_forward])
def test_friction_of_the_velocity_wanted_compensates_and_does_not_chatter(seed, make):
    """The noise of an encoder at rest flips sign(q̇) and with it 2 fc of the plain law; with a dead zone it moves nothing."""
    robot = random_robot(seed, 2)
    robot = with_drives(robot, *(da.Drive(rotor_inertia=0.3, coulomb=0.4, damping=0.2) for _ in robot.coordinates))
    way = da.trajectory.quintic(np.zeros(robot.n), np.full(robot.n, 0.5), 1.0)
    law, plain = make(robot, way, 100.0, 20.0, dead_zone=1e-3), make(robot, way, 100.0, 20.0)
    noise, goal = np.full(robot.n, 1e-6), np.full(robot.n, 0.5)
    assert np.abs(law(2.0, goal, noise) - law(2.0, goal, -noise)).max() < 1e-3
    if make is da.control.computed_torque:
        assert np.abs(plain(2.0, goal, noise) - plain(2.0, goal, -noise)).min() > 0.79
    behind = da.control.sensed(robot, law, da.simulation.Encoder(1_000_000, 1e-3), cutoff=50.0)
    bare = da.control.feed_forward(
        with_drives(robot, *(da.Drive(rotor_inertia=0.3) for _ in robot.coordinates)), way, 100.0, 20.0
    )
    solver = da.simulation.Solver("moreau", step=1e-3)
    errors = []
    for chosen in (behind, da.control.sensed(robot, bare, da.simulation.Encoder(1_000_000, 1e-3), cutoff=50.0)):
        inputs = da.simulation.Inputs(chosen, control_period=1e-3)
        run = da.simulate(robot, np.zeros(robot.n), duration=1.0, tau=inputs, method=solver)
        errors.append(np.abs(run.q - way(run.t)[0]).max())
    assert errors[0] < 0.5 * errors[1]  # friction given back tracks better than none


class Shaken:
    """A law whose encoder is off by a count now and then."""

    sampled = True

    def __init__(self, law, counts):
        self.law, self.count, self.rng = law, 2 * np.pi / counts, np.random.default_rng(1)

    def __call__(self, t, q, qd):
        return self.law(t, q + self.count * self.rng.integers(-1, 2, len(q)), qd)


@pytest.mark.parametrize("seed", range(4))
def test_in_the_loop_the_dead_zone_ends_the_chatter_of_coulomb_friction(seed):
    """A posture is held behind an encoder: the model's sign(q̇) throws 2 fc to and fro with every count, for as long as one
    looks; that of the velocity wanted is 0, and what is left is the noise of one count in the gains."""
    robot, fc, counts = random_robot(seed, 2), 0.4, 4_000_000
    robot = with_drives(robot, *(da.Drive(rotor_inertia=0.3, coulomb=fc, damping=0.2) for _ in robot.coordinates))
    goal = np.full(robot.n, 0.5)
    reversals, moved = {}, {}
    for name, dead_zone in (("plain", None), ("dead zone", 1e-2)):
        law = da.control.computed_torque(robot, goal, 100.0, 20.0, dead_zone=dead_zone)
        law = Shaken(da.control.sensed(robot, law, da.simulation.Encoder(counts, 1e-3), cutoff=50.0), counts)
        run = da.simulate(
            robot,
            goal,
            duration=0.3,
            tau=da.simulation.Inputs(law, control_period=1e-3),
            method=da.simulation.Solver("moreau", step=1e-3),
            sample=1e-3,
        )
        reversals[name] = (np.abs(np.diff(run.tau, axis=0)) > fc).sum(axis=0)
        moved[name] = np.abs(run.tau - da.gravity_vector(robot, run.q)).max(axis=0)
    assert (reversals["plain"] > 100).all()  # of 300 periods; 163 to 165 were seen
    assert not reversals["dead zone"].any()
    assert (moved["dead zone"] < fc / 2).all()
    assert (moved["plain"] > fc / 2).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_compensated_friction_is_the_friction_of_the_model(seed):
    """Outside the dead zone F is what `inverse_dynamics` with and without friction differ by; inside it is continuous."""
    robot = random_robot(seed, 4, mimic=seed % 2 == 0)
    rng = np.random.default_rng(seed)
    drives = [
        da.Drive(rotor_inertia=0.1, gear_ratio=3.0, coulomb=0.4, damping=0.2, motor_coulomb=0.1, static=0.9,
              stribeck_velocity=0.3, asymmetry=0.1, offset=0.05)
        for _ in robot.coordinates
    ]  # fmt: skip
    robot = with_drives(robot, *drives)
    F = da.control.friction(robot, 1e-3)
    q = rng.uniform(-1, 1, robot.n)
    qd = rng.uniform(0.1, 1, robot.n) * rng.choice([-1, 1], robot.n)
    bare = with_drives(robot, *(da.Drive(0.1, 3.0) for _ in robot.coordinates))
    expected = da.inverse_dynamics(robot, q, qd, 0 * q) - da.inverse_dynamics(bare, q, qd, 0 * q)
    assert np.abs(F(qd) - expected).max() < 1e-12 * max(1.0, np.abs(expected).max()) * 100
    line = np.linspace(-3e-3, 3e-3, 601)[:, None] * np.ones(robot.n)
    assert np.abs(np.diff(F(line), axis=0)).max() < 0.05  # no jump: 1e-5 rad/s is a hundredth of the dead zone


REMEMBERING = {
    "pid": lambda robot, goal: da.control.pid(robot, goal, 50.0, 80.0, 9.0, start=np.full(robot.n, 0.1)),
    "limited": lambda robot, goal: da.control.limited(
        da.control.pd_gravity(robot, goal, 40.0, 4.0), torque=30.0, rate=200.0
    ),
    "sensed": lambda robot, goal: da.control.sensed(
        robot, da.control.pd_gravity(robot, goal, 40.0, 4.0), da.simulation.Encoder(500, 0.004), cutoff=40.0
    ),
    "adaptive": lambda robot, goal: da.control.adaptive(robot, goal, 4.0, 6.0, 0.3),
    "all of them": lambda robot, goal: da.control.limited(
        da.control.sensed(robot, da.control.pid(robot, goal, 50.0, 80.0, 9.0), da.simulation.Encoder(500, 0.004)),
        rate=300.0,
    ),
}


@pytest.mark.parametrize("first", [1, 2, 7])  # samples of the run before
@pytest.mark.parametrize("name", REMEMBERING)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_law_used_again_is_a_new_law(seed, name, first):
    """What it gives in a run does not depend on the run before, nor on being asked twice at one time."""
    robot, rng = (
        with_drives(random_robot(seed, 2), da.Drive(rotor_inertia=0.4), da.Drive(rotor_inertia=0.3)),
        np.random.default_rng(seed),
    )
    goal, period = rng.uniform(-1, 1, robot.n), 0.002
    (q, qd), used, new = rng.uniform(-1, 1, (2, 12, robot.n)), *(REMEMBERING[name](robot, goal) for _ in range(2))
    for k in range(first):
        used(k * period, q[-1 - k], 3 * qd[-1 - k])
    for k in range(8):
        expected = new(k * period, q[k], qd[k])
        assert np.array_equal(used(k * period, q[k], qd[k]), expected)
        assert np.allclose(used(k * period, q[k], qd[k]), expected, rtol=SAME_ALGORITHM, atol=SAME_ALGORITHM)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_observer_used_again_is_a_new_one(seed):
    robot, rng = random_robot(seed, 2), np.random.default_rng(seed)
    q, qd, tau = rng.uniform(-1, 1, (3, 6, robot.n))
    used, new = (da.control.MomentumObserver(robot, 30.0) for _ in range(2))
    used(0.0, q[-1], qd[-1], tau[-1])
    for k in range(5):
        assert np.array_equal(used(0.01 * k, q[k], qd[k], tau[k]), new(0.01 * k, q[k], qd[k], tau[k]))


@pytest.mark.parametrize("seed", SEEDS)
def test_limits_on_torque_and_rate_are_kept(seed):
    robot = random_robot(seed, 3)
    start, goal = reachable(robot, seed), reachable(robot, seed + 100)
    law = da.control.limited(da.control.pd_gravity(robot, goal, 50.0, 10.0), torque=4.0, rate=30.0)
    run = da.simulate(robot, start, duration=0.5, tau=da.simulation.Inputs(law, control_period=0.01), sample=0.01)
    assert np.abs(run.tau).max() <= 4.0
    assert np.abs(np.diff(run.tau[:-1], axis=0)).max() <= 30.0 * 0.01 * (1 + 1e-9)
    again = da.simulate(robot, start, duration=0.5, tau=da.simulation.Inputs(law, control_period=0.01), sample=0.01)
    assert np.array_equal(run.q, again.q)  # a new run starts afresh


# ── contacts ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", SEEDS)
def test_the_observer_sees_the_outside_effort_through_a_filter(seed):
    """ṙ = K (Jᵀw − r), integrated apart, for robots with rotors and viscous friction in motion."""
    from scipy.integrate import solve_ivp

    robot = random_robot(seed, 3)
    robot = with_drives(robot, *(da.Drive(rotor_inertia=0.2, damping=0.3) for _ in robot.coordinates))
    frame, K = robot.links[-1].name, 25.0
    w = np.array([2.0, -1.0, 1.5, 0.2, 0.1, -0.3])
    law = da.control.pd_gravity(robot, np.zeros(robot.n), 20.0, 4.0)
    run = da.simulate(
        robot,
        np.full(robot.n, 0.3),
        duration=1.0,
        tau=law,
        wrench={frame: w},
        sample=1e-3,
        method=da.simulation.Solver(rtol=1e-9),
    )
    r = da.control.MomentumObserver(robot, K).residuals(run)
    outside = np.einsum("tij,i->tj", da.jacobian(robot, run.q, frame), w)

    def filtered(t, x):
        return K * (np.array([np.interp(t, run.t, column) for column in outside.T]) - x)

    exact = solve_ivp(filtered, (0, 1.0), np.zeros(robot.n), t_eval=run.t, rtol=1e-8, atol=1e-10, max_step=5e-3).y.T
    assert np.abs(r - exact).max() < 2e-3 * max(1.0, np.abs(exact).max())


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_thresholds_from_a_log_tell_contact_from_noise(seed):
    robot = random_robot(seed, 3)
    robot = with_drives(robot, *(da.Drive(rotor_inertia=0.2, damping=0.3) for _ in robot.coordinates))
    way = da.trajectory.quintic(np.zeros(robot.n), np.full(robot.n, 0.6), 1.0)
    law = da.control.computed_torque(robot, way, 100.0, 20.0)
    frame = robot.links[-1].name

    def push(t, q, qd):
        return [25.0, 20.0, -22.0, 3.0, 2.0, 2.5] if 0.5 <= t < 0.7 else np.zeros(6)

    sensor = da.simulation.TorqueSensor(noise=0.05)
    free = da.simulate(
        robot, np.zeros(robot.n), duration=1.0, tau=law, sample=2e-3, method=da.simulation.Solver(rtol=1e-8)
    )
    hit = da.simulate(
        robot,
        np.zeros(robot.n),
        duration=1.0,
        tau=law,
        wrench={frame: push},
        sample=2e-3,
        method=da.simulation.Solver(rtol=1e-8),
    )
    observer = da.control.MomentumObserver(robot, 30.0)
    observer.learn(free.measured(None, sensor, seed=1), margin=2.0)
    quiet = np.abs(observer.residuals(free.measured(None, sensor, seed=2)))
    assert (quiet <= observer.threshold).all()
    log = hit.measured(None, sensor, seed=3)
    seen = (np.abs(observer.residuals(log)) > observer.threshold).any(axis=1)
    assert not seen[log.t < 0.5 - 1e-9].any()
    assert seen[(log.t > 0.5) & (log.t < 0.65)].any()


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (
            lambda: da.control.pid(two_links(), [0, 0], 1, 1, 1, limit=[1.0]),
            da.finding.WrongShape,
            {"argument": "limit"},
        ),
        (
            lambda: da.control.pid(two_links(), [0, 0], 1, 1, 1, limit=-1.0),
            da.finding.OutOfRange,
            {"argument": "limit", "strict": True},
        ),
        (lambda: da.control.limited("law"), da.finding.NotCallable, {"argument": "law"}),
        (
            lambda: da.control.limited(lambda t, q, qd: q, rate=0.0),
            da.finding.OutOfRange,
            {"argument": "rate", "strict": True},
        ),
        (
            lambda: da.control.sensed(arm(), 3, da.simulation.Encoder(100, 1e-3)),
            da.finding.NotCallable,
            {"argument": "law"},
        ),
        (
            lambda: da.control.sensed(arm(), lambda t, q, qd: q, da.simulation.Encoder(100, 1e-3), cutoff=0.0),
            da.finding.OutOfRange,
            {"argument": "cutoff", "lower": 0, "strict": True},
        ),
        (
            lambda: da.control.sensed(arm(), lambda t, q, qd: q, 4096),
            da.finding.WrongType,
            {"argument": "encoder", "expected": "an encoder"},
        ),
        (
            lambda: da.control.limited(lambda t, q, qd: q, torque=[1, 2, 3])(0.0, [0, 0], [0, 0]),
            da.finding.WrongShape,
            {"argument": "torque"},
        ),
        (lambda: da.control.task_space(two_links(), np.eye(3), 1, 1), da.finding.WrongShape, {"argument": "target"}),
        (
            lambda: da.control.task_space(two_links(), np.eye(4), 1, 1, axes=(0, 7)),
            da.finding.NotInteger,
            {"argument": "axes", "lower": 0, "upper": 5},
        ),
        (
            lambda: da.control.impedance(two_links(), np.eye(4), [1, 2], 1),
            da.finding.WrongShape,
            {"argument": "stiffness"},
        ),
        (
            lambda: da.control.impedance(two_links(), np.eye(4), -1.0, 1),
            da.finding.MatrixNotDefinite,
            {"argument": "stiffness", "semidefinite": True},
        ),
        (
            lambda: da.control.friction(two_links(), 0.0),
            da.finding.OutOfRange,
            {"argument": "dead_zone", "lower": 0, "strict": True},
        ),
        (
            lambda: da.control.MomentumObserver(two_links(), 0.0),
            da.finding.OutOfRange,
            {"argument": "gain", "strict": True},
        ),
        (
            lambda: da.control.MomentumObserver(two_links(), 5.0)(0.0, [0.0], [0, 0], [0, 0]),
            da.finding.WrongShape,
            {"argument": "q", "robot": "planar_2r"},
        ),
    ],
)
def test_bad_questions_say_why(call, error, words):
    with raises(error, **words):
        call()


# ── mechanisms ────────────────────────────────────────────────────────────────


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["slider_crank", "five_bar", "planar_3rrr", "orthoglide"])
def test_a_law_takes_a_mechanism_to_its_goal(name):
    """What a step of integration tries leaves loops a little open: the law is asked at the closed state beside it."""
    robot = numbered(name)
    start, w = da.assemble(robot), 20.0
    goal = da.assemble(robot, start + 0.3 * np.random.default_rng(1).standard_normal(robot.n))
    run = da.simulate(robot, start, duration=12 / w, tau=da.control.computed_torque(robot, goal, w * w, 2 * w))
    left = np.abs(run.q[-1] - goal).max() / np.abs(start - goal).max()
    assert left == pytest.approx(13 * np.exp(-12), rel=0.05)  # (1 + ωt) e^−ωt of the freedoms, nearly that of each q
    weight = da.control.pd_gravity(
        robot, goal, *(k * np.diag(np.diag(da.mass_matrix(robot, goal))) for k in (w * w, 2 * w))
    )
    held = da.simulate(robot, start, duration=2.0, tau=weight)
    assert np.abs(held.q[-1] - goal).max() < 0.01 * np.abs(start - goal).max()
