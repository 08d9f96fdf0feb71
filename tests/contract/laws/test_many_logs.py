"""Several logs of one robot: whole logs left out and predicted, and a fit of each through the ensemble runner."""

import numpy as np
import pytest

import dalembert as da
from findings import matching
from raised import raises

UR5 = da.gallery.ur5()


def logged(robot, seed, noise=0.01):
    rng = np.random.default_rng(seed)
    t = np.arange(0, 8, 0.02)
    q, qd, qdd = da.trajectory.fourier_within(UR5, 5, 4.0, seed=seed, margin=0.8).motion(t)
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    return da.identification.Log(
        t, q, qd, qdd, tau + noise * tau.std(0) * rng.normal(size=tau.shape), name=f"run {seed}"
    )


def test_a_log_left_out_is_predicted_as_by_a_fit_of_the_others():
    logs = [logged(UR5, seed) for seed in range(3)]
    fit = da.identify(UR5, logs)
    assert len(fit.validation.by_log) == 3
    for k, error in enumerate(fit.validation.by_log):
        others = da.identify(UR5, [x for i, x in enumerate(logs) if i != k])
        left = logs[k].tau - others.predict(logs[k])
        assert error == pytest.approx(np.linalg.norm(left) / np.linalg.norm(logs[k].tau), rel=1e-6)
    assert not matching(fit.warnings, da.finding.PoorPrediction, noun="logs")
    assert len(da.identify(UR5, logs[0]).validation.by_log) == 0


def test_a_log_of_another_robot_is_named():
    heavy = UR5.attach(UR5.links[-1].name, da.Inertia.about_com(3.0, (0.0, 0.05, 0.1), (0.01,) * 3 + (0.0,) * 3))
    fit = da.identify(UR5, [logged(UR5, 0), logged(UR5, 1), logged(heavy, 2)])
    assert fit.validation.by_log.argmax() == 2
    assert matching(fit.warnings, da.finding.PoorPrediction, noun="logs", worst=fit.logs[2].name)


def test_the_ensemble_runner_fits_each_log(tmp_path):
    logs = [logged(UR5, seed) for seed in range(3)]
    paths = []
    for k, log in enumerate(logs):
        paths.append(tmp_path / f"{k}.npz")
        np.savez(paths[-1], t=log.t, q=log.q, qd=log.qd, qdd=log.qdd, tau=log.tau)
    task = da.ensemble.Identification(paths, {"cutoff": None}, {"settings": da.identification.Settings(offset=False)})
    study = da.ensemble.run(UR5, {}, task, members=3, chunk=2, path=tmp_path / "fits", progress=False)
    for k, log in enumerate(logs):
        fit = da.identify(UR5, log, settings=da.identification.Settings(offset=False))
        assert study["ZZ2R"][k] == pytest.approx(fit.parameters["ZZ2R"], rel=1e-9)
        assert study["sigma ZZ2R"][k] == pytest.approx(fit.sigma["ZZ2R"], rel=1e-6)
        assert study["unexplained"][k] == pytest.approx(fit.error, rel=1e-6)
    assert da.ensemble.run(UR5, {}, task, members=3, chunk=2, path=tmp_path / "fits", progress=False)["ZZ2R"].shape == (
        3,
    )
    with raises(da.finding.Empty, argument="logs"):
        da.ensemble.Identification([])
