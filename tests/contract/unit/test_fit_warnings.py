"""What is wrong with a log is said by its fit, and a fit's robot, σ and prediction are of one model."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from findings import matching
from raised import raises

UR5 = da.gallery.ur5()
T = np.arange(0, 20, 0.004)


def series(n, seed):
    """Five harmonics of 0.1 Hz in every joint: q, q̇, q̈."""
    rng = np.random.default_rng(seed)
    w = 2 * np.pi * 0.1 * np.arange(1, 6)
    a, b = rng.normal(size=(2, 5, n)) * 0.6 / np.sqrt(np.arange(1, 6))[:, None]
    s, c = np.sin(np.outer(T, w)), np.cos(np.outer(T, w))
    return s @ a + c @ b, (c * w) @ a - (s * w) @ b, -(s * w**2) @ a - (c * w**2) @ b


def data(robot, seed=0, still=None, rub=1.0):
    """A log with 1 % of noise in efforts and 10 µrad in positions."""
    rng = np.random.default_rng(seed + 100)
    q, qd, qdd = series(robot.nv, seed)
    if still is not None:
        q[:, still], qd[:, still], qdd[:, still] = 0.3, 0.0, 0.0
    tau = da.inverse_dynamics(robot, q, qd, qdd) + rub * np.sign(qd) + rub * qd
    tau = tau + 0.01 * np.sqrt(np.mean(tau**2, axis=0)) * rng.normal(size=tau.shape)
    return {"time": T, "q": q + 1e-5 * rng.normal(size=q.shape), "tau": tau}


def changed(fault):
    log = data(UR5)
    if fault == "swapped":
        log["q"] = log["q"][:, [0, 2, 1, 3, 4, 5]]
    elif fault == "flipped":
        log["tau"] = log["tau"] * [1, -1, 1, 1, 1, 1]
    elif fault == "position":
        log["q"] = log["q"] * [1, 1, 1.25, 1, 1, 1]
    elif fault == "effort":
        log["tau"] = log["tau"] * [1, 1, 1.25, 1, 1, 1]
    elif fault == "mNm":
        log["tau"] = 1e3 * log["tau"]
    elif fault == "deg":
        log["q"] = np.degrees(log["q"])
    return log


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("fault", "kind", "fields"),
    [("swapped", da.finding.JointsSwapped, {"joints": ("joint2", "joint3")}),
     ("flipped", da.finding.SignFlipped, {"joints": ("joint2",), "channel": "effort channel"}),
     ("position", da.finding.WrongScale, {"joints": ("joint3",), "channel": "position channel"}),
     ("effort", da.finding.WrongScale, {"joints": ("joint3",), "channel": "effort channel"}),
     ("mNm", da.finding.ChannelUnit, {"channel": "efforts", "unit": "mN m"}), ("deg", da.finding.ChannelUnit, {"channel": "positions", "unit": "deg"})],
)  # fmt: skip
def test_a_fit_says_what_is_wrong_with_its_log(fault, kind, fields):
    fit = da.identify(UR5, da.read_log(changed(fault), UR5))
    found = matching(fit.warnings, kind, **fields)
    assert found, fit.warnings
    if fault in ("position", "effort"):
        assert found[0].factor == pytest.approx(1.25, abs=0.05)
    assert fit.verdict.doubt is not None or fit.verdict.other_robot


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("fault", "kind", "fields"),
    [("lost", da.finding.SamplesMissing, {}), ("ms", da.finding.TimeUnitInferred, {"unit": "ms"}), ("nan", da.finding.SamplesDropped, {"count": 40, "reason": "rows not finite"}),
     ("repeated", da.finding.RowsRepeated, {}), ("saturated", da.finding.EffortSaturated, {})],
)  # fmt: skip
def test_a_fit_says_what_was_mended_while_reading(fault, kind, fields):
    log = data(UR5)
    if fault == "lost":
        kept = np.random.default_rng(1).random(len(T)) > 0.05
        log = {k: x[kept] for k, x in log.items()}
    elif fault == "ms":
        log["time"] = 1e3 * log["time"]
    elif fault == "nan":
        log["tau"][100:140] = np.nan
    elif fault == "repeated":
        rows = np.sort(np.append(np.arange(len(T)), np.arange(50, len(T), 200)))
        log = {"time": T[:1] + 0.004 * np.arange(len(rows)), "q": log["q"][rows], "tau": log["tau"][rows]}
    else:
        log["tau"] = np.clip(log["tau"], -30, 30)
    read = da.read_log(log, UR5)
    assert matching(read.notes, kind, **fields), read.notes
    assert matching(da.identify(UR5, read).warnings, kind, **fields)


@pytest.mark.parametrize("name", ["ur5", "puma560"])
def test_a_right_log_is_not_blamed(name):
    robot = UR5 if name == "ur5" else da.gallery.puma560()
    fit = da.identify(robot, da.read_log(data(robot), robot))
    assert not [x for x in fit.warnings if not isinstance(x, da.finding.ParametersWeak)]
    assert fit.verdict.good
    assert fit.verdict.error < 0.01


@pytest.mark.parametrize("swapped", [False, True])
def test_a_payload_that_the_model_has_not_is_weighed(swapped):
    load = da.Inertia.from_parameters((3.0, 0.15, 0.06, 0.3, 0.05, -0.003, 0.06, -0.015, -0.006, 0.03))
    loaded = UR5.attach(UR5.links[-1].name, load)
    moved, given = (UR5, loaded) if swapped else (loaded, UR5)
    fit = da.identify(given, da.read_log(data(moved), given))
    (found,) = matching(fit.warnings, da.finding.PayloadSuspected)
    assert found.mass.value == pytest.approx(-3 if swapped else 3, abs=0.05)
    assert fit.verdict.other_robot == (found,)


def test_a_joint_that_only_shakes_bends_neither_the_filter_nor_the_friction():
    log = da.read_log(data(UR5, still=3), UR5)
    assert log.cutoff > 2  # the motion goes up to 0.5 Hz
    assert not log.qd[:, 3].any()
    assert matching(log.notes, da.finding.NoiseOnly, joints=("joint4",))
    assert log.doubts("ur5") == log.doubts(UR5)
    fit = da.identify(UR5, log)
    assert np.isnan(fit.parameters["fv4"])
    assert fit.error < 0.002
    assert fit.robot.joints[3].drive is None or fit.robot.joints[3].drive.damping == 0


def test_angles_that_wrap_are_one_motion():
    whole = data(UR5)
    wrapped = {**whole, "q": (whole["q"] * 3 + np.pi) % (2 * np.pi) - np.pi}
    kept = np.random.default_rng(0).random(len(T)) > 0.05  # lost samples at a jump are not interpolated across it
    log = da.read_log({k: x[kept] for k, x in wrapped.items()}, UR5)
    true = da.read_log({k: x[kept] for k, x in {**whole, "q": whole["q"] * 3}.items()}, UR5)
    turns = (log.q - true.q) / (2 * np.pi)
    assert np.abs(turns - np.round(turns)).max() < 1e-6
    assert np.ptp(np.round(turns), axis=0).max() == 0
    assert matching(log.notes, da.finding.Repaired, reason="whole turns")


def test_sigma_of_a_thinned_log_is_what_repetitions_show():
    robot = da.gallery.scara()
    robot = robot.bind(**{x: 9.81 if x == "g" else 0.5 for x in robot.parameters})
    q, qd, qdd = (x[::5] for x in series(3, 1))
    tau = da.inverse_dynamics(robot, q, qd, qdd) + 0.3 * np.sign(qd) + 0.2 * qd
    size, rng, off = 0.01 * np.sqrt(np.mean(tau**2, axis=0)), np.random.default_rng(0), []
    for _ in range(150):
        log = da.identification.Log(T[::5], q, qd, qdd, tau + size * rng.normal(size=tau.shape), cutoff=8.0)
        fit = da.identify(robot, log)
        own = {"fv": 0.2, "fc": 0.3, "offset": 0.0}
        true = fit.prior | {f"{name}{k}": x for k in (1, 2, 3) for name, x in own.items()}
        off.append([(fit.parameters[x] - true[x]) / fit.sigma[x] for x in true])
    assert fit.info.every[0] > 1
    # 14 parameters, 150 times: chance is 3 %; 1.14 if all samples that are kept counted as independent
    assert 0.94 < np.sqrt(np.mean(np.square(off))) < 1.06


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "options",
    [
        {"friction": "viscous"},
        {"friction": "none"},
        {"settings": da.identification.Settings(rotors=False)},
        {"settings": da.identification.Settings(offset=False)},
    ],
)
def test_the_robot_of_a_fit_has_no_friction_that_was_not_fitted(options):
    drive = da.Drive(rotor_inertia=1e-4, gear_ratio=50, damping=2.0, coulomb=3.0, motor_damping=1e-3, offset=0.5)
    robot = replace(UR5, joints=tuple(replace(j, drive=drive) if j.moves else j for j in UR5.joints))
    log = da.read_log(data(robot, rub=0.0), robot)
    fit = da.identify(robot, log, consistent=True, **options)
    asked = da.inverse_dynamics(fit.robot, log.q, log.qd, log.qdd)
    assert np.linalg.norm(asked - fit.predict(log)) < 1e-9 * np.linalg.norm(asked)


def test_friction_that_no_drive_has_is_said_with_its_share():
    q, qd, qdd = series(6, 2)
    tau = da.inverse_dynamics(UR5, q, qd, qdd)
    log = da.identification.Log(T, q, qd, qdd, tau + np.sign(qd) * (1 + 0.1 * np.abs(tau)))
    warnings = da.identify(UR5, log, friction="viscous+coulomb+load").warnings
    (found,) = matching(warnings, da.finding.FrictionNotInDrive, kinds=("load friction",))
    assert found.share > 0.01


def test_parameters_left_out_are_not_sure():
    q, qd, qdd = (0.05 * x for x in series(6, 0))
    tau = da.inverse_dynamics(UR5, q, qd, qdd) + np.sign(qd)
    rng = np.random.default_rng(0)
    tau = tau + 0.01 * np.sqrt(np.mean(tau**2, axis=0)) * rng.normal(size=tau.shape)
    log = da.read_log({"t": T, "q": q + 1e-5 * rng.normal(size=q.shape), "tau": tau}, UR5)
    fit = da.identify(UR5, log, settings=da.identification.Settings(essential=True))
    out = [name for name, x in fit.parameters.items() if x == 0]
    assert out
    assert min(fit.sigma[name] for name in out) > 0
    assert matching(fit.warnings, da.finding.UncertainElsewhere)


def test_logs_that_tell_nothing_and_odd_options_are_refused():
    q, qd, qdd = series(6, 0)
    log = da.identification.Log(T, q, qd, qdd, np.zeros_like(q))
    with raises(da.finding.NothingIdentifiable):
        da.identify(UR5, log)
    with raises(da.finding.WrongType, argument="time", expected="time slice"):
        log[3]
    with raises(da.finding.WrongType, argument="servo", expected="a mapping"):
        da.identify(UR5, log, settings=da.identification.Settings(servo=5))
    with raises(da.finding.NotInteger, argument="thin", lower=1):
        da.identify(UR5, replace(log, tau=q), settings=da.identification.Settings(thin="3"))


def test_rotors_of_drives_are_no_reason_to_doubt_a_log():
    robot = da.gallery.puma560()  # whose wrist is mostly rotors
    path = da.identification.excite(
        robot, duration=6.0, search=da.identification.TrajectorySearch(restarts=1, iterations=4)
    )
    rng = np.random.default_rng(0)
    tau = path.tau + 0.01 * path.tau.std(axis=0) * rng.normal(size=path.tau.shape)
    log = da.read_log({"t": path.t, "q": path.q + 1e-5 * rng.normal(size=path.q.shape), "tau": tau}, robot)
    assert not log.doubts(robot)


def test_an_effort_that_is_zero_throughout_is_said():
    q, qd, qdd = series(6, 0)
    tau = da.inverse_dynamics(UR5, q, qd, qdd) * (np.arange(6) != 2)
    said = da.identify(UR5, da.identification.Log(T, q, qd, qdd, tau)).warnings
    assert matching(said, da.finding.EffortZero, joint="joint3")


def test_a_slide_in_millimetres_is_doubted():
    robot = da.gallery.scara()
    robot = robot.bind(**{x: 9.81 if x == "g" else 0.5 for x in robot.parameters})
    q, qd, qdd = series(3, 1)
    log = {"t": T, "q": q * [1, 1, 1000], "tau": da.inverse_dynamics(robot, q, qd, qdd)}
    fit = da.identify(robot, da.read_log(log, robot))
    assert matching(fit.warnings, da.finding.ImplausibleTravel, joints=(robot.coordinates[2],))
    assert not matching(fit.warnings, da.finding.JointAtRest)


def test_parameters_that_count_for_nothing_are_not_called_weak():
    robot = da.gallery.scara()
    robot = robot.bind(**{x: 9.81 if x == "g" else 0.5 for x in robot.parameters})
    q, qd, qdd = series(3, 1)
    fit = da.identify(robot, da.identification.Log(T, q, qd, qdd, da.inverse_dynamics(robot, q, qd, qdd)))
    assert min(abs(fit.parameters[x]) for x in fit.parameters if x.startswith("M")) < 1e-9
    assert fit.weak == ()


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("change", "kind", "number"),
    [({"q": np.pi / 2}, da.finding.ZeroOffset, lambda x: (x.joints, round(x.angle.value, 2)) == (("joint2",), 1.57)),
     ({"tau": 100.0}, da.finding.EffortScaleSuspected, lambda x: round(x.factor) == 100),
     ({"turns": 100.0}, da.finding.ImplausibleTravel, lambda x: (x.joints, round(x.travel.value)) == (("joint3",), 193))],
)  # fmt: skip
def test_zeros_gains_and_motors_are_named(change, kind, number):
    log = data(UR5)
    log["q"] = log["q"] + np.array([0, change.get("q", 0.0), 0, 0, 0, 0])
    log["q"] = log["q"] * np.array([1, 1, change.get("turns", 1.0), 1, 1, 1])
    log["tau"] = log["tau"] * change.get("tau", 1.0)
    fit = da.identify(UR5, da.read_log(log, UR5))
    assert any(number(x) for x in matching(fit.warnings, kind)), fit.warnings
