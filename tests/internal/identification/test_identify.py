"""`identify` against published results and logs that others measured."""

from dataclasses import replace

import mujoco
import numpy as np
import pytest

import dalembert as da
from corpus import find
from dalembert.identification.physical_consistency import pseudo
from findings import matching
from measured import emps, exciting, panda, path, slide
from raised import raises
from random_robot import random_inertia, random_robot

# Janot, Gautier, Brunot: least squares of the EMPS
PUBLISHED = {"M1": 95.1089, "fv1": 203.5034, "fc1": 20.3935, "offset1": -3.1648}
SIGMA = {"M1": 0.1085, "fv1": 1.1460, "fc1": 0.1012, "offset1": 0.0444}
ASYMMETRIC = {"M1": 95.1540, "fv1+": 166.7061, "fc1+": 20.1440, "fv1-": 240.4236, "fc1-": 20.6277}


def test_emps_is_what_its_authors_published():
    fit = da.identify(slide(), emps())
    for name, x in PUBLISHED.items():
        assert fit.parameters[name] == pytest.approx(x, rel=0.005)
        assert fit.sigma[name] == pytest.approx(SIGMA[name], rel=0.2)
    assert 0.038 < fit.error <= 0.042


def test_emps_with_asymmetric_friction():
    fit = da.identify(slide(), emps(), friction="asymmetric")
    for name, x in ASYMMETRIC.items():
        assert fit.parameters[name] == pytest.approx(x, rel=0.005)
    assert 0.028 < fit.error <= 0.032


def test_ur10_is_predicted_from_the_first_half_of_its_log():
    robot, log = da.load(find("ur10_robot.urdf")), exciting("ur10")
    half = log.t[-1] / 2
    fit = da.identify(robot, log[:half])
    rest = log[half:]
    assert fit.design.basis.inertial == 36
    assert np.linalg.norm(rest.tau - fit.predict(rest)) <= 0.08 * np.linalg.norm(rest.tau)


def test_panda_is_predicted_from_the_first_half_of_its_log():
    robot = panda()
    log = da.read_log(path("unisa/panda_exciting.csv"), robot)
    half = (log.t[0] + log.t[-1]) / 2
    fit, rest = da.identify(robot, log[:half]), log[half:]
    assert fit.design.basis.inertial == 43
    assert np.linalg.norm(rest.tau - fit.predict(rest)) <= 0.02 * np.linalg.norm(rest.tau)
    assert fit.error_on(rest) <= 0.02
    recorded = rest.tau + rest.removed
    assert fit.raw_error_on(rest) == pytest.approx(
        np.linalg.norm(recorded - fit.predict(rest)) / np.linalg.norm(recorded), rel=1e-9
    )
    assert 0.03 < fit.raw_error_on(rest) < 0.04  # of its joint 1 half is noise above 4 Hz
    own = da.identify(robot, exciting("panda", 4.0)[: log.t[-1] / 2])
    assert own.error_on(exciting("panda", 4.0)[log.t[-1] / 2 :]) <= 0.02


def test_bodies_of_each_log_are_physical_and_cost_little():
    logs = [
        (slide(), emps()),
        (da.load(find("ur10_robot.urdf")), exciting("ur10")),
        (panda(), exciting("panda", 4.0)),
        (panda(), da.read_log(path("unisa/panda_exciting.csv"), panda())),
    ]
    for robot, log in logs:
        fit = da.identify(robot, log)
        after = fit.robot
        assert all(link.inertia.is_physical for link in after.links)
        assert all(min(np.linalg.eigvalsh(pseudo(pi))) > 0 for pi in fit.consistent.physical.links)
        tau = da.inverse_dynamics(after, log.q, log.qd, log.qdd)
        assert np.allclose(tau, fit.consistent.predict(log), rtol=0, atol=1e-9 * np.abs(tau).max())
        assert np.linalg.norm(log.tau - tau) <= 1.1 * np.linalg.norm(log.tau - fit.predict(log))
        assert fit.consistent.error <= 1.1 * fit.error
        assert not [x for x in da.diagnose(after).findings if x.level == "error"]


def test_bodies_cost_what_true_parameters_would():
    """A free fit of p parameters leaves √(1 − p/N) of the noise that any true parameters leave; on samples not fitted it is no better."""
    robot = panda()
    log = da.read_log(path("unisa/panda_exciting.csv"), robot)
    for thin in (4, 8):
        fit = da.identify(robot, log, settings=da.identification.Settings(thin=thin))
        N = fit.info.share * fit.info.counts.sum()
        free = np.sqrt(N / (N - len(fit.parameters)))
        assert free > 1.04
        assert fit.consistent.error <= 1.04 * free * fit.error
    half = (log.t[0] + log.t[-1]) / 2
    first = da.identify(robot, log[:half])
    assert first.consistent.error_on(log[half:]) <= 1.03 * first.error_on(log[half:])


def test_what_the_robot_carries_comes_from_two_runs():
    robot, load = (
        da.gallery.puma560(),
        da.Inertia.about_com(2.0, (0.02, 0.01, 0.05), (4e-3, 5e-3, 3e-3, 5e-4, 2e-4, 1e-4)),
    )
    fit = da.identify(robot, run(robot, noise=0.01))
    found = fit.payload(run(robot.attach("link6", load), noise=0.01), "link6")
    for x, expected, sigma in zip(found.parameters.values(), load.parameters, found.sigma.values(), strict=True):
        assert abs(x - expected) < 5 * sigma
    assert found.sigma["mass"] < 0.01


def test_servos_of_mujoco_give_what_its_model_says(tmp_path):
    """Joints that stick and creep where they turn back; the implicit step adds h (damping + kv) to the armature."""
    h, kp, kd = 5e-4, (60.0, 30.0), (2.0, 1.0)
    own = {"armature": (0.02, 0.01), "damping": (0.3, 0.2), "frictionloss": (0.4, 0.2)}
    joint = [
        f'<joint name="j{k + 1}" axis="0 1 0" ' + " ".join(f'{x}="{y[k]}"' for x, y in own.items()) + "/>"
        for k in (0, 1)
    ]
    text = f"""<mujoco><option timestep="{h}" integrator="implicitfast"/><worldbody>
      <body><inertial pos=".1 0 0" mass="1.2" diaginertia=".004 .01 .01"/>{joint[0]}
      <body pos=".25 0 0"><inertial pos=".1 0 0" mass=".6" diaginertia=".002 .004 .004"/>{joint[1]}</body></body></worldbody>
      <actuator><position joint="j1" kp="60" kv="2"/><position joint="j2" kp="30" kv="1"/></actuator></mujoco>"""
    path = tmp_path / "arm.xml"
    path.write_text(text)
    model = mujoco.MjModel.from_xml_string(text)
    state, t = mujoco.MjData(model), np.arange(0, 12, h)
    asked = 0.8 * np.sin(np.outer(t, [1.7, 2.3])) + 0.4 * np.sin(np.outer(t, [5.1, 6.7]))
    q = np.empty_like(asked)
    for k, u in enumerate(asked):
        state.ctrl[:], q[k] = u, state.qpos
        mujoco.mj_step(model, state)
    noisy = q[::8] + 1e-5 * np.random.default_rng(0).normal(size=q[::8].shape)
    robot = da.load(path)
    log = da.read_log({"t": t[::8], "q": noisy, "q_cmd": asked[::8]}, robot)
    fit = da.identify(robot, log, settings=da.identification.Settings(servo={"kp": kp, "kd": kd}))
    for k in (0, 1):
        assert fit.parameters[f"j{k + 1}.damping"] == pytest.approx(own["damping"][k], rel=0.01)
        assert fit.parameters[f"j{k + 1}.frictionloss"] == pytest.approx(own["frictionloss"][k], rel=0.02)
        implicit = own["armature"][k] + h * (own["damping"][k] + kd[k])
        assert fit.parameters[f"j{k + 1}.armature"] == pytest.approx(implicit, rel=0.05)


def test_servos_give_armature_friction_and_damping():
    drives = [da.Drive(rotor_inertia=0.1 + 0.02 * k, damping=1 + 0.1 * k, coulomb=0.5 + 0.1 * k) for k in range(6)]
    robot = driven(da.gallery.ur5(), drives)
    log = run(robot)
    kp, kd = 2000.0, 50.0
    asked = log.q + (log.tau + kd * log.qd) / kp
    unknown = da.identification.Log(log.t, log.q, log.qd, log.qdd, np.full_like(log.tau, np.nan), asked)
    fit = da.identify(robot.rigid(), unknown, settings=da.identification.Settings(servo={"kp": kp, "kd": kd}))
    for k, name in enumerate(robot.coordinates):
        assert fit.parameters[f"{name}.armature"] == pytest.approx(0.1 + 0.02 * k, rel=1e-6)
        assert fit.parameters[f"{name}.damping"] == pytest.approx(1 + 0.1 * k, rel=1e-6)
        assert fit.parameters[f"{name}.frictionloss"] == pytest.approx(0.5 + 0.1 * k, rel=1e-6)
        assert fit.robot.coordinate(name).drive.rotor_inertia == pytest.approx(0.1 + 0.02 * k, rel=1e-6)


def test_stribeck_curve_and_friction_by_load():
    robot = driven(da.gallery.ur5(), [da.Drive(damping=1, coulomb=0.5, static=2.0, stribeck_velocity=0.05)] * 6)
    fit = da.identify(robot.rigid(), run(robot, noise=0.001), friction="viscous+coulomb+stribeck")
    assert all(v == pytest.approx(0.05, rel=0.1) for v in fit.design.speeds.values())
    assert fit.robot.joints[1].drive.static == pytest.approx(2.0, rel=0.05)
    rigid = da.gallery.ur5().rigid()
    log = run(rigid)
    loaded = da.identification.Log(log.t, log.q, log.qd, log.qdd, log.tau + 0.05 * np.abs(log.tau) * np.sign(log.qd))
    fit = da.identify(rigid, loaded, friction="viscous+coulomb+load", settings=da.identification.Settings(offset=False))
    assert fit.parameters["fl2"] == pytest.approx(0.05, rel=0.02)
    assert fit.error < 0.1 * da.identify(rigid, loaded).error


def test_bad_samples_bend_least_squares_but_not_hubers():
    robot = da.gallery.ur5()
    log = run(robot, noise=0.01)
    tau = np.array(log.tau)
    tau[100:140] += 5 * np.abs(tau).max(0)
    bad = da.identification.Log(log.t, log.q, log.qd, log.qdd, tau)
    plain, huber = da.identify(robot, bad), da.identify(robot, bad, method="robust")
    assert max(np.abs(off(huber))) < 0.1 * max(np.abs(off(plain)))


def test_a_floating_base_is_weighed_by_its_unactuated_rows():
    rng = np.random.default_rng(0)
    arm = random_robot(3, 3)
    trunk = replace(arm.links[0], inertia=random_inertia(rng))
    robot = replace(arm, links=(trunk, *arm.links[1:])).floating()
    q = np.tile(da.neutral(robot), (300, 1)) + rng.uniform(-1, 1, (300, robot.nq))
    q[:, 3:7] /= np.linalg.norm(q[:, 3:7], axis=1, keepdims=True)
    qd, qdd = rng.uniform(-1, 1, (2, 300, robot.nv))
    tau = da.inverse_dynamics(robot, q, qd, qdd)  # what pushes the base, as a rig that holds it would measure
    fit = da.identify(
        robot,
        da.identification.Log(np.arange(300.0), q, qd, qdd, tau),
        friction=None,
        settings=da.identification.Settings(offset=False),
    )
    assert max(np.abs(off(fit))) < 1e-6
    free = np.array(tau)
    free[:, :6] = np.nan  # nothing pushes it: known to be 0
    qdd = da.forward_dynamics(robot, q, qd, np.where(np.isnan(free), 0.0, free))
    fit = da.identify(
        robot,
        da.identification.Log(np.arange(300.0), q, qd, qdd, free),
        friction=None,
        settings=da.identification.Settings(offset=False),
    )
    assert max(np.abs(off(fit))) < 1e-6


@pytest.mark.sampled(3)
@pytest.mark.parametrize("trap", ["still", "short", "weak", "nan", "unloaded"])
def test_traps_are_found_and_said(trap):
    robot = da.gallery.ur5()
    log = run(robot, noise=0.01)
    if trap == "still":
        q, qd, qdd = (np.array(x) for x in (log.q, log.qd, log.qdd))
        q[:, 3], qd[:, 3], qdd[:, 3] = 0.3, 0.0, 0.0
        log = run_of(robot, log.t, q, qd, qdd)
    elif trap == "short":
        log = log[:2.0]
    elif trap == "weak":
        q = 0.3 + 0.1 * np.sin(np.outer(log.t, np.linspace(1, 1.5, 6)))
        qd = 0.1 * np.linspace(1, 1.5, 6) * np.cos(np.outer(log.t, np.linspace(1, 1.5, 6)))
        log = run_of(robot, log.t, q, qd, -(np.linspace(1, 1.5, 6) ** 2) * (q - 0.3))
    elif trap == "nan":
        tau, q = np.array(log.tau), np.array(log.q)
        q[10:20] = np.nan
        log = da.identification.Log(log.t, q, log.qd, log.qdd, tau)
    said = da.identify(robot, log).warnings
    expected = {
        "still": da.finding.JointAtRest,
        "short": da.finding.LogTooShort,
        "weak": da.finding.PoorlyConditioned,
        "nan": da.finding.IncompleteSamples,
    }
    for name, kind in expected.items():
        if name == trap:
            assert matching(said, kind)
    if trap == "nan":
        assert matching(said, da.finding.IncompleteSamples, count=10, total=2000)
    if trap == "unloaded":
        assert not matching(said, (da.finding.PoorlyConditioned, da.finding.UncertainElsewhere, da.finding.JointAtRest))


def test_a_verdict_says_how_good_and_where():
    fit = da.identify(slide(), emps())
    assert fit.verdict.good
    assert fit.verdict.error == pytest.approx(0.045, abs=0.005)


@pytest.mark.parametrize(
    ("options", "kind", "fields"),
    [({"method": "best"}, da.finding.NotOneOf, {"argument": "method"}), ({"friction": "viscuous"}, da.finding.Unknown, {"name": "viscuous"}),
     ({"friction": "asymmetric+coulomb"}, da.finding.Exclusive, {})],
)  # fmt: skip
def test_refusals_say_what_is_wanted(options, kind, fields):
    robot = da.gallery.ur5()
    with raises(kind, **fields):
        da.identify(robot, run(robot, rate=20), **options)
    with raises(da.finding.NotInteger, argument="thin", lower=1):
        da.identification.Settings(thin=0)


def run(robot, noise=0.0, rate=200, seed=1):
    motion = da.trajectory.fourier_within(robot, 5, 10.0, seed=seed, margin=0.8).motion
    t = np.arange(0, 10, 1 / rate)
    return run_of(robot, t, *motion(t), noise=noise)


def run_of(robot, t, q, qd, qdd, noise=0.01):
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    shaken = noise * np.sqrt(np.mean(tau**2, axis=0)) * np.random.default_rng(0).normal(size=tau.shape)
    return da.identification.Log(t, q, qd, qdd, tau + shaken)


def driven(robot, drives):
    given = iter(drives)
    return replace(robot, joints=tuple(replace(j, drive=next(given)) if j.moves else j for j in robot.joints))


def off(fit):
    """Parameters against the robot's own, over the largest."""
    x, own = np.array(list(fit.parameters.values())), np.array(list(fit.prior.values()))
    return (x - own) / np.abs(own).max()
