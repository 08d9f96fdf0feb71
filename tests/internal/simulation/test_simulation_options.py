"""An option of a simulation is obeyed or refused, for robots of every kind."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.simulation.integrator import Stepper
from dalembert.simulation.model import simulation_model
from pieces import arm, slider, two_links, with_drives
from raised import raises
from random_robot import random_robot
from tolerance import COARSE_RUN, LIMIT_KEPT, MARCHED, MARCHED_FAR, SAME_ALGORITHM

SEEDS = range(12)


def states(robot, seed):
    rng = np.random.default_rng(seed)
    return rng.uniform(-1, 1, robot.n), rng.uniform(-1, 1, robot.n)


# ── friction ──────────────────────────────────────────────────────────────────


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", SEEDS)
def test_impulses_and_events_feel_the_same_asymmetric_friction(seed):
    """Two derivations of dry friction: exact modes, and impulses of small steps."""
    rng = np.random.default_rng(seed)
    robot = random_robot(seed, 2 + seed % 3)
    drives = [
        da.Drive(coulomb=c, static=1.2 * c, asymmetry=0.9 * c * s) for c, s in rng.uniform(0.2, 0.6, (robot.n, 2))
    ]
    robot = with_drives(robot, *drives)
    q, qd = states(robot, seed)
    exact = da.simulate(robot, q, qd, duration=0.5, method=da.simulation.Solver(rtol=1e-9))
    error = []
    for step in (1e-4, 5e-5):
        run = da.simulate(robot, q, qd, duration=0.5, method=da.simulation.Solver("moreau", step=step))
        error.append(np.abs(run.q[-1] - exact.q[-1]).max())
    assert error[1] < 2e-4 * max(1.0, np.abs(exact.q).max())
    assert error[1] < 0.75 * error[0] + 1e-9  # first order
    symmetric = with_drives(robot, *(replace(d, asymmetry=0) for d in drives))
    other = da.simulate(symmetric, q, qd, duration=0.5, method=da.simulation.Solver(rtol=1e-9))
    assert np.abs(other.q[-1] - exact.q[-1]).max() > 3 * error[1]  # what the asymmetry does is larger than the error


@pytest.mark.parametrize("way", [1.0, -1.0])
@pytest.mark.parametrize("method", ["DOP853", "moreau", "rk4"])
def test_a_slide_loses_speed_by_the_friction_of_its_direction(method, way):
    """v = v₀ − (fc ± a) t / m forwards and backwards."""
    robot = slider(2.0, da.Drive(coulomb=1.0, asymmetry=0.4))
    run = da.simulate(robot, [0.0], [3.0 * way], duration=1.0, method=method)
    assert run.qd[-1, 0] == pytest.approx(way * (3.0 - (1.0 + 0.4 * way) / 2), rel=MARCHED)


def test_friction_that_would_push_is_refused():
    with raises(da.finding.OutOfRange, argument="asymmetry", lower=0.0, upper=0.0):
        da.Drive(asymmetry=0.3)
    with raises(da.finding.OutOfRange, argument="asymmetry", lower=-0.2, upper=0.2):
        da.Drive(coulomb=0.2, asymmetry=-0.3)
    symbolic = with_drives(slider(), da.Drive(asymmetry="a"))
    tau = da.inverse_dynamics(symbolic.bind(a=0.0), [0.0], [1.0], [0.0])
    assert tau == pytest.approx([0.0])
    assert "a" in str(da.equations(symbolic).tau)


# ── limits ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("method", ["DOP853", "Radau", "rk4", "euler", "moreau"])
@pytest.mark.parametrize("inductance", [0.0, 0.02])
@pytest.mark.parametrize("gear", [40.0, -40.0])
def test_a_motor_on_a_voltage_keeps_its_torque_limit(method, inductance, gear):
    """From rest τ is N τ_max until back-EMF leaves less: the slide starts with that constant acceleration."""
    drive = da.Drive(gear_ratio=gear, resistance=1.0, torque_constant=0.1, inductance=inductance, torque_limit=0.05)
    own = {} if method in ("DOP853", "Radau") else {"step": 1e-4}
    run = da.simulate(
        slider(2.0, drive),
        [0.0],
        duration=0.5,
        tau=da.simulation.Inputs(voltage=[24.0]),
        method=da.simulation.Solver(method, **own),
    )
    assert np.abs(run.tau).max() <= 40 * 0.05 * (1 + 1e-9)
    assert np.abs(run.tau[-1]).max() == pytest.approx(2.0, rel=LIMIT_KEPT)
    free = da.simulate(
        slider(2.0, replace(drive, torque_limit=None)), [0.0], duration=0.5, tau=da.simulation.Inputs(voltage=[24.0])
    )
    assert np.abs(free.tau).max() > 4


@pytest.mark.sampled(15)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("electric", [False, True])
def test_a_motor_gives_what_its_envelope_allows(seed, electric):
    """|τ| ≤ N τ_max, τ q̇ ≤ P_max, nothing forwards beyond the top speed, and what is allowed is given."""
    rng = np.random.default_rng(seed)
    robot = random_robot(seed, 3)
    N, most, top, power = (rng.uniform(low, high, 3) for low, high in ((2, 9), (0.05, 0.4), (3, 9), (0.1, 2.0)))
    circuit = {"resistance": 0.7, "torque_constant": 0.3} if electric else {}
    sides = rng.choice([-1, 1], 3)
    drives = [
        da.Drive(gear_ratio=a * s, torque_limit=b, speed_limit=c, power_limit=d, **circuit)
        for a, s, b, c, d in zip(N, sides, most, top, power, strict=True)
    ]
    model = simulation_model(with_drives(robot, *drives), electric)
    x = np.zeros((200, model.size))
    x[:, model.layout.q] = rng.uniform(-1, 1, (200, 3))
    qd = x[:, model.layout.yd] = rng.uniform(-1.3, 1.3, (200, 3)) * top / N
    asked = rng.normal(0, 3, (200, 3)) * N * most
    u = asked / (N * sides * 0.3 / 0.7) + 0.3 * N * sides * qd if electric else asked
    tau = model.rate.ufunc(x, u)[1]
    bound = np.minimum(N * most, power / np.abs(qd))
    forwards = asked * qd > 0
    left = np.where(forwards, np.clip((1 - np.abs(qd) * N / top) / 0.02, 0, 1), 1)
    assert tau == pytest.approx(np.clip(asked, -bound, bound) * left, rel=SAME_ALGORITHM, abs=SAME_ALGORITHM)
    assert (forwards & (left == 0)).any()
    assert (np.abs(asked) > bound).any()
    assert (np.abs(asked) < bound).any()


def test_limits_act_in_marches_that_leave_the_machine_and_in_ensembles():
    """The step that is exported and the members marched together are those of `simulate`."""
    robot = with_drives(two_links(), da.Drive(torque_limit=0.3), da.Drive(power_limit=0.2, speed_limit=1.0))
    q, tau = [0.3, -0.4], [2.0, -3.0]
    run = da.simulate(robot, q, tau=tau, duration=0.1, method=da.simulation.Solver("rk4", step=1e-3))
    state = np.concatenate([q, [0.0, 0.0], np.zeros(simulation_model(robot, False).size - 4)])
    step = Stepper(simulation_model(robot, False), "rk4")(state, np.array([tau]), 1e-3, 100)[-1]
    assert step[:2] == pytest.approx(run.q[-1], rel=SAME_ALGORITHM)
    study = da.ensemble.run(
        robot, {"joint1.damping": [0.0]}, da.ensemble.Simulation(q0=q, tau=tau, duration=0.1), members=1
    )
    assert study["q"][0] == pytest.approx(run.q[-1], rel=SAME_ALGORITHM)


def test_an_elastic_motor_keeps_its_limits_at_its_own_speed():
    """The speed limit is the motor's: it holds for θ̇, not for the link that swings behind the spring."""
    drive = da.Drive(rotor_inertia=0.1, stiffness=30.0, speed_limit=2.0)
    run = da.simulate(slider(1.0, drive), [0.0], duration=5.0, tau=[4.0])
    driven = run.tau[:, 0] * run.thetad[:, 0] > 1e-9
    assert np.abs(run.thetad[driven]).max() <= 2.0 + 1e-9
    assert np.abs(run.qd).max() > 2.0


@pytest.mark.sampled(7)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("method", ["DOP853", "rk4"])
def test_joint_limits_are_named_or_kept(seed, method):
    robot = random_robot(seed, 2 + seed % 3)
    limits = da.Limits(effort=0.5, velocity=0.8)
    limited = replace(robot, joints=tuple(replace(j, limits=limits) if j.moves else j for j in robot.joints))
    q, _ = states(robot, seed)
    tau = np.full(robot.n, 3.0)
    free = da.simulate(robot, q, duration=0.3, tau=tau, method=method)
    named = da.simulate(limited, q, duration=0.3, tau=tau, method=method)
    kept = da.simulate(limited, q, duration=0.3, tau=da.simulation.Inputs(tau, limits="keep"), method=method)
    assert np.array_equal(free.q, named.q)
    assert not free.exceeded
    efforts = {x.joint: x for x in named.exceeded if x.quantity == "joint effort"}
    assert set(efforts) == set(robot.coordinates)
    assert all((x.value.value, x.limit.value, x.time.value) == (3.0, 0.5, 0.0) for x in efforts.values())
    assert np.abs(kept.tau).max() <= 0.5
    assert not [x for x in kept.exceeded if x.quantity == "joint effort"]
    over = np.abs(named.qd).max(axis=0) > 0.8
    assert {x.joint for x in named.exceeded if x.quantity == "joint velocity"} == set(np.array(robot.coordinates)[over])
    fast = np.abs(kept.qd) >= 0.8
    assert (kept.tau * kept.qd)[fast].max(initial=0.0) <= 0


def test_sizing_names_the_limits_a_task_breaks():
    way = da.trajectory.cubic([0.0], [1.0], 2.0)  # peak force 6 m Δ/T² = 4.5 N, speed 0.75 m/s
    within = slider(3.0, limits=da.Limits(effort=5.0, velocity=1.0))
    beyond = slider(3.0, limits=da.Limits(effort=4.0, velocity=0.7))
    assert da.design.size_actuators(within, way).joints[0].exceeds == ()
    sizing = da.design.size_actuators(beyond, way)
    assert sizing.joints[0].exceeds == ("effort", "velocity")
    assert sizing.table()[0]["exceeded"] == "effort, velocity"
    assert "effort limit" in str(sizing)


@pytest.mark.sampled(9)
@pytest.mark.parametrize("seed", SEEDS)
def test_sizing_weighs_tasks_by_their_time(seed):
    """RMS² of two tasks together is the mean of theirs by duration, whatever their number of samples."""
    robot = random_robot(seed, 3, drives=seed % 2 == 0)
    rng = np.random.default_rng(seed)
    ends = rng.uniform(-1, 1, (3, robot.n))
    tasks = [da.trajectory.quintic(ends[0], ends[1], 0.7), da.trajectory.quintic(ends[1], ends[2], 9.3)]
    motor = da.design.Motor("m", 1e-4, 1.0, 3.0, 400.0)
    both = da.design.size_actuators(robot, tasks, motors=[motor], gears=[50.0])
    each = [da.design.size_actuators(robot, task, motors=[motor], gears=[50.0]) for task in tasks]
    for k in range(robot.n):
        share = [0.07, 0.93]
        rms = np.sqrt(sum(s * x.joints[k].rms_torque ** 2 for s, x in zip(share, each, strict=True)))
        assert both.joints[k].rms_torque == pytest.approx(rms, rel=MARCHED)
        duty = sum(s * x.joints[k].fits[0].duty for s, x in zip(share, each, strict=True))
        assert both.joints[k].fits[0].duty == pytest.approx(duty, rel=MARCHED)
        power = sum(s * x.joints[k].mean_power for s, x in zip(share, each, strict=True))
        assert both.joints[k].mean_power == pytest.approx(power, rel=MARCHED, abs=SAME_ALGORITHM)


# ── sensors, batches, grids ───────────────────────────────────────────────────


@pytest.mark.parametrize("seed", SEEDS)
def test_an_encoder_counts_turns_and_metres(seed):
    robot = random_robot(seed, 4)
    q, qd = states(robot, seed)
    run = da.simulate(robot, q, qd, duration=0.2, sample=0.01)
    seen = run.measured(da.simulation.Encoder(counts=1000, period=0.01))
    for k, name in enumerate(robot.coordinates):
        unit = 1e-3 if robot.joint(name).kind == "prismatic" else 2 * np.pi / 1000
        counts = seen.q[:, k] / unit
        assert np.abs(counts - np.round(counts)).max() < MARCHED
        assert np.abs(seen.q[:, k] - run.q[:, k]).max() <= unit / 2 * (1 + 1e-9)
    geared = run.measured(da.simulation.Encoder(counts=1000, period=0.01, gear=100.0))
    counts = geared.q / (2 * np.pi / 1e5)
    assert np.abs(counts - np.round(counts)).max() < COARSE_RUN


@pytest.mark.parametrize("seed", SEEDS)
def test_a_batch_takes_one_torque_each(seed):
    robot = random_robot(seed, 2 + seed % 3, drives=seed % 2 == 0)
    rng = np.random.default_rng(seed)
    q0, tau = rng.uniform(-1, 1, (2, 9, robot.n))
    batch = da.simulate(robot, q0, duration=0.2, tau=tau)
    for i in (0, 4, 8):
        one = da.simulate(robot, q0[i], duration=0.2, tau=tau[i], method="rk4")
        scale = np.abs(one.q).max()
        assert np.abs(batch[i].q - one.q).max() < SAME_ALGORITHM * max(1.0, scale)
        assert np.array_equal(batch[i].tau, one.tau)
    held = da.simulate(robot, q0, duration=0.18, tau=da.simulation.Inputs(tau, control_period=0.02))
    one = da.simulate(robot, q0[3], duration=0.18, tau=da.simulation.Inputs(tau, control_period=0.02), method="rk4")
    assert np.abs(held[3].q - one.q).max() < SAME_ALGORITHM * max(1.0, np.abs(one.q).max())


@pytest.mark.parametrize("method", ["rk4", "euler", "moreau", "midpoint", "DOP853", "Radau"])
@pytest.mark.parametrize(
    ("duration", "sample"), [(7.5, None), (7.5, 0.31), (1.0, 0.25), (0.1234567, 1e-2), (3e-4, None), (0.5, 2.0)]
)
def test_a_run_ends_where_it_is_told_and_is_sampled_as_asked(method, duration, sample):
    own = {"rtol": 1e-6, "atol": 1e-8} if method in ("DOP853", "Radau") else {"step": 1e-3}
    run = da.simulate(arm(), [0.3], duration=duration, sample=sample, method=da.simulation.Solver(method, **own))
    assert run.t[0] == 0
    assert run.t[-1] == duration
    assert (np.diff(run.t) > 0).all()
    if sample is not None:
        rows = run.t[:-1]
        assert np.allclose(rows, sample * np.arange(len(rows)), rtol=0, atol=1e-12 * duration)
        assert duration - rows[-1] <= sample * (1 + 1e-9)
    exact = da.simulate(arm(), [0.3], duration=duration)
    assert abs(run.q[-1, 0] - exact.q[-1, 0]) < 0.05
    if method in ("rk4", "midpoint"):
        assert run.statistics["step"] <= 1e-3


@pytest.mark.parametrize("sample", [None, 0.03, 0.1])
def test_rows_lie_on_the_motion_whatever_the_control_period(sample):
    calls = []

    def law(t, q, qd):
        calls.append(t)
        return -4 * q

    for period in (0.01, 0.04, 0.07):
        calls.clear()
        run = da.simulate(
            two_links(),
            [0.3, -0.4],
            duration=1.0,
            tau=da.simulation.Inputs(law, control_period=period),
            method="rk4",
            sample=sample,
        )
        assert np.allclose(calls, period * np.arange(len(calls)))
        assert len(calls) == int(np.ceil(1.0 / period - 1e-9))
        exact = da.simulate(
            two_links(),
            [0.3, -0.4],
            duration=1.0,
            tau=da.simulation.Inputs(law, control_period=period),
            sample=sample or 0.001,
        )
        common = np.searchsorted(exact.t, run.t - 1e-9)
        assert np.abs(exact.q[common] - run.q).max() < MARCHED_FAR


def test_steps_too_many_to_take_are_refused():
    for solver in (da.simulation.Solver("rk4", step=1e-27), da.simulation.Solver(max_step=1e-27)):
        with raises(da.finding.TooMany, noun="steps", most=100000000000):
            da.simulate(arm(), [0.3], duration=1.0, method=solver)
