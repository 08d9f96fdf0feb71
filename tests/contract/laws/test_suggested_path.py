"""The path that a fit suggests shows what its log did not, as a second fit proves."""

import numpy as np
import pytest

import dalembert as da
from raised import raises

UR5 = da.gallery.ur5()


def logged(t, q, qd, qdd, seed):
    tau = da.inverse_dynamics(UR5, q, qd, qdd) + 0.5 * np.sign(qd) + 0.3 * qd
    return da.identification.Log(t, q, qd, qdd, tau + 0.05 * np.random.default_rng(seed).normal(size=tau.shape))


@pytest.fixture(scope="module")
def weak():
    """Three joints stand, three turn slowly about one posture."""
    t = np.arange(0, 10, 0.02)
    w = np.array([0.0, 0.0, 0.0, 1.0, 1.3, 1.6])
    q = 0.3 + 0.4 * np.sin(np.outer(t, w))
    return logged(t, q, 0.4 * w * np.cos(np.outer(t, w)), -0.4 * w**2 * np.sin(np.outer(t, w)), 0)


def test_a_suggested_path_shows_what_the_log_did_not(weak):
    fit = da.identify(UR5, weak)
    found = fit.suggest(
        5.0,
        bounds=da.identification.Bounds(acceleration=8.0),
        search=da.identification.TrajectorySearch("d", restarts=1, iterations=6),
    )
    unseen = [k for k, s in fit.sigma.items() if not np.isfinite(s)]
    assert unseen
    both = da.identify(UR5, [weak, logged(found.path.t, found.path.q, found.path.qd, found.path.qdd, 1)])
    assert all(np.isfinite(both.sigma[k]) for k in unseen)
    assert "ZZ2R" in found.gained
    ratio = np.array([both.sigma[k] / found.after[k] for k in both.sigma])
    assert 0.4 < np.median(ratio) < 2.5  # σ is what was promised
    random = found.path.random[0]
    assert found.path.condition < random


def test_known_logs_are_those_of_the_robot(weak):
    with raises(da.finding.WrongType, argument="known"):
        da.identification.excite(
            da.gallery.puma560(), known=[1.0], search=da.identification.TrajectorySearch(restarts=1, iterations=1)
        )
