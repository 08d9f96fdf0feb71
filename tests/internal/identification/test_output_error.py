"""Output error by simulation: what a servo's noisy log makes of a robot, against the robot that made it."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.identification import output_error
from findings import matching
from raised import raises

KP, KD = np.array([2000.0, 1500.0, 900.0]), np.array([60.0, 40.0, 25.0])
RATE, DURATION = 250, 4.0
PERIOD = 2e-3  # s
RUB = {"damping": 0.8, "coulomb": 1.5}


def arm():
    rows = [
        {"joint": "R", "a": a, "alpha": x, "d": 0.0, "mass": m, "com": (-a / 2, 0.01, 0.02), "drive": da.Drive(**RUB),
         "inertia": (0.02, 0.05, 0.05, 0.0, 0.0, 0.002)}
        for a, x, m in ((0.0, "pi/2", 4.0), (0.4, 0, 3.0), (0.3, 0, 2.0))
    ]  # fmt: skip
    return da.from_dh(rows)


@pytest.fixture(scope="module")
def servoed():
    """A run of the adaptive integrator with events, as an encoder of 0.1 mrad shows it, differentiated without a filter."""
    robot = arm()
    path = da.trajectory.fourier_within(robot, 4, DURATION, seed=2)
    run = da.simulate(robot, *path(0.0)[:2], duration=DURATION, sample=1 / RATE, method=da.simulation.Solver(rtol=1e-8, atol=1e-10), tau=lambda t, q, qd: KP * (path(t)[0] - q) - KD * qd)  # fmt: skip
    rng = np.random.default_rng(0)
    q = run.q + 1e-4 * rng.normal(size=run.q.shape)
    qd = np.gradient(q, 1 / RATE, axis=0)
    noise = 0.01 * run.tau.std(0) * rng.normal(size=run.tau.shape)
    return robot, da.identification.Log(
        run.t, q, qd, np.gradient(qd, 1 / RATE, axis=0), run.tau + noise, path(run.t)[0]
    )


@pytest.mark.sampled(0)
def test_simulated_motion_has_no_noise_to_shrink_inertia(servoed):
    robot, log = servoed
    plain = da.identify(robot, log, settings=da.identification.Settings(offset=False))
    fit = da.identify(robot, log, settings=da.identification.Settings(offset=False, controller={"kp": KP, "kd": KD}))
    inertias = [x for x in fit.parameters if x[:2] in ("XX", "YY", "ZZ", "XY", "XZ", "YZ")]
    off = {k: abs(fit.parameters[k] - fit.prior[k]) / abs(fit.prior["ZZ2R"]) for k in inertias}
    before = max(abs(plain.parameters[k] - plain.prior[k]) for k in inertias) / abs(fit.prior["ZZ2R"])
    assert before > 0.2  # what least squares makes of such a log
    assert max(off.values()) < 0.02
    for k in (1, 2, 3):
        assert fit.parameters[f"fc{k}"] == pytest.approx(RUB["coulomb"], rel=0.02)
        assert fit.parameters[f"fv{k}"] == pytest.approx(RUB["damping"], rel=0.05)
    assert fit.refined.torque < 0.015
    assert max(fit.refined.position.values()) < 5e-4
    assert fit.logs == (log,)


@pytest.mark.sampled(0)
def test_without_noise_the_robot_that_made_the_log_is_found():
    """Two robots, under a servo and under computed torque by a wrong model; the log's efforts alone, its motion is not used."""
    slide = {"joint": "P", "a": 0.0, "alpha": 0.0, "theta": 0.0, "mass": 1.5, "com": (0.05, 0, 0), "drive": da.Drive(**RUB),
             "inertia": (0.01, 0.02, 0.02, 0, 0, 0)}  # fmt: skip
    turn = slide | {"joint": "R", "a": 0.3, "d": 0.0}
    turn.pop("theta")
    robots = {"arm": arm(), "slide": da.from_dh([turn, slide])}
    heavy = {name: da.from_dh([{"joint": "R" if name == "arm" or k == 0 else "P", "a": 0.3, "mass": 2.0, "com": (-0.1, 0, 0)}
                               for k in range(robot.n)]) for name, robot in robots.items()}  # fmt: skip
    for name, law in (
        ("arm", lambda path: lambda t, q, qd: KP * (path(t)[0] - q) - KD * qd),
        ("slide", lambda path: da.control.computed_torque(heavy["slide"], path, 400.0, 40.0)),
    ):
        robot = robots[name]
        path = da.trajectory.fourier_within(robot, 3, 1.6, seed=1)
        run = da.simulate(
            robot, *path(0.0)[:2], duration=1.6, sample=1 / RATE, tau=law(path), method=da.simulation.Solver(rtol=1e-8)
        )
        shaken = run.q + 2e-4 * np.random.default_rng(0).normal(size=run.q.shape)
        rate = np.gradient(shaken, 1 / RATE, axis=0)
        tau = run.tau + 2e-4 * run.tau.std(0) * np.random.default_rng(1).normal(size=run.tau.shape)  # for a σ
        log = da.identification.Log(run.t, shaken, rate, np.gradient(rate, 1 / RATE, axis=0), tau, path(run.t)[0])
        fit = da.identify(robot, log, settings=da.identification.Settings(offset=False, controller=law))
        seen = [x for x in fit.parameters if np.isfinite(fit.sigma[x])]
        largest = max(abs(fit.prior[x]) for x in seen)
        assert max(abs(fit.parameters[x] - fit.prior[x]) for x in seen) < 0.005 * largest
        assert fit.refined.torque < 0.005


@pytest.fixture(scope="module")
def integrated():
    """A servo with an integral, sampled at 500 Hz, whose log begins in the middle of a motion; an encoder of 0.1 mrad."""
    robot = arm()
    path = da.trajectory.fourier_within(robot, 4, 4.0, seed=2)
    e = np.zeros(3)

    def law(t, q, qd):
        nonlocal e
        e = e + PERIOD * (path(t)[0] - q)
        return KP * (path(t)[0] - q) + 5 * KP * e - KD * qd

    run = da.simulate(robot, *path(0.0)[:2], duration=4.0, sample=PERIOD, tau=da.simulation.Inputs(law, control_period=PERIOD), method=da.simulation.Solver("moreau", step=5e-6))  # fmt: skip
    rng, h = np.random.default_rng(0), slice(500, None, 2)  # recorded at half the rate
    q = run.q[h] + 1e-4 * rng.normal(size=run.q[h].shape)
    qd = np.gradient(q, 2 * PERIOD, axis=0)
    tau = run.tau[h] + 0.01 * run.tau.std(0) * rng.normal(size=q.shape)
    return robot, da.identification.Log(run.t[h], q, qd, np.gradient(qd, 2 * PERIOD, axis=0), tau, path(run.t[h])[0])


@pytest.mark.sampled(0)
def test_a_servo_with_an_integral_is_simulated_too(integrated):
    robot, log = integrated
    own = {"kp": KP, "ki": 5 * KP, "kd": KD, "period": PERIOD}
    fit = da.identify(robot, log, settings=da.identification.Settings(offset=False, controller=own, progress=False))
    z = np.array([(fit.parameters[x] - fit.prior[x]) / fit.sigma[x] for x in fit.parameters])
    assert np.abs(z).max() < 3.5
    plain = da.identify(robot, log, settings=da.identification.Settings(offset=False))
    off = [max(abs(x.parameters[k] - x0) for k, x0 in x.prior.items() if k[0] != "f") for x in (plain, fit)]
    assert off[1] < 0.1 * off[0]  # inertias and first moments: what noise makes of them
    assert fit.refined.measured == plain.error
    assert not matching(fit.warnings, da.finding.ControllerDiffers)
    assert not matching(fit.warnings, da.finding.RefinementNotSettled)
    assert fit.refined.torque < 0.015
    wrong = da.identify(
        robot, log, settings=da.identification.Settings(offset=False, controller=own | {"kp": KP / 2}, progress=False)
    )
    assert any(x.joint is not None for x in matching(wrong.warnings, da.finding.ControllerDiffers))


def test_a_law_that_is_sampled_too_slowly_is_refused_and_its_period_asked_for(integrated):
    robot, log = integrated
    with raises(da.finding.ControllerUnstable, period=da.finding.Measure(pytest.approx(4e-3), "s")):
        da.identify(
            robot,
            log,
            settings=da.identification.Settings(
                controller=lambda path: da.control.pid(robot, path, KP, 5 * KP, 3 * KD)
            ),
        )


@pytest.mark.sampled(0)
def test_a_run_that_asks_for_too_many_steps_goes_on_with_fixed_ones(servoed, monkeypatch):
    robot, log = servoed
    monkeypatch.setattr(output_error, "_CALLS", 300)
    fit = da.identify(
        robot, log[:2.0], settings=da.identification.Settings(offset=False, controller={"kp": KP, "kd": KD})
    )
    assert max(abs(fit.parameters[x] - fit.prior[x]) / fit.sigma[x] for x in fit.parameters) < 3.5


@pytest.mark.parametrize(
    ("options", "kind", "fields"),
    [({"controller": {"kp": 1.0}, "servo": {"kp": 1.0}}, da.finding.Exclusive, {}), ({"controller": {"kx": 1.0}}, da.finding.Unknown, {"name": "kx"}),
     ({"controller": {"kp": 1.0, "period": 0}}, da.finding.OutOfRange, {"argument": "controller['period']"}),
     ({"controller": 3}, da.finding.WrongType, {"argument": "controller"}),
     ({"controller": {"kp": 1.0, "law": print}}, da.finding.Unknown, {"name": "kp"}),
     ({"controller": {"kp": -1e4}}, da.finding.ControllerUnstable, {})],
)  # fmt: skip
def test_what_cannot_be_simulated_is_refused(servoed, options, kind, fields):
    robot, log = servoed
    with raises(kind, **fields):
        da.identify(robot, log[0.0:1.0], settings=da.identification.Settings(**options))


def test_a_log_without_commands_is_refused(servoed):
    robot, log = servoed
    with raises(da.finding.CommandMissing):
        da.identify(
            robot, replace(log, command=None), settings=da.identification.Settings(controller={"kp": KP, "kd": KD})
        )
