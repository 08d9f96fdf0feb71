"""Learning the nominal torque in trials: it converges, and to the inverse dynamics."""

import numpy as np
import pytest

import dalembert as da
from pieces import NUMBERS, two_links
from raised import raises
from tolerance import COARSE_RUN

PATH = da.trajectory.quintic([0.1, -0.3], [1.2, 0.8], 2.0)
OFF = {"m1": 1.3, "m2": 0.7, "lc1": 0.7, "lc2": 1.3, "I1": 1.3, "I2": 0.7}
BELIEVED = two_links(**{k: NUMBERS[k] * x for k, x in OFF.items()})
ROBOT = two_links()


@pytest.fixture(scope="module")
def learned():
    return da.control.learn_torque(ROBOT, PATH, kp=50.0, kd=15.0, model=BELIEVED, trials=10)


def test_the_error_falls_a_hundredfold_in_ten_trials_with_parameters_30_percent_wrong(learned):
    assert len(learned.errors) == 10
    assert learned.gain > 1000
    assert (np.diff(learned.errors[:8]) < 0).all()


def test_the_limit_is_the_inverse_dynamics(learned):
    """Away from the ends, where the measured acceleration is one-sided."""
    _, q, qd, qdd = PATH.sampled(500)
    nominal = da.inverse_dynamics(ROBOT, q, qd, qdd)
    first = np.abs(learned.torques[0] - nominal).max()
    assert first > 1.0
    assert np.abs(learned.tau - nominal)[10:-10].max() < 1e-3 * first
    assert np.median(np.abs(learned.tau - nominal)) < COARSE_RUN


def test_a_learner_that_knows_nothing_learns_too():
    result = da.control.learn_torque(ROBOT, PATH, kp=80.0, kd=25.0, trials=8)
    assert result.errors[0] > 0.1
    assert result.gain > 5


def test_a_learner_that_knows_all_does_not_diverge():
    """Its errors are those of the integration, which go up and down."""
    result = da.control.learn_torque(ROBOT, PATH, kp=50.0, kd=0.5, model=ROBOT, trials=4)
    assert result.errors.max() < 1e-6


def test_a_trial_that_is_stopped_keeps_those_before(monkeypatch):
    from dalembert.control import iterative_learning as learn

    asked = []

    def stopped(*given, **options):
        asked.append(options)
        if len(asked) == 3:
            raise da.errors.SimulationInterrupted(da.finding.Interrupted(da.finding.Measure(0.1, "s")), time=0.1)
        return da.simulate(*given, **options)

    monkeypatch.setattr(learn, "simulate", stopped)
    with raises(da.finding.TrialStopped, trial=3, cause=da.finding.Interrupted(da.finding.Measure(0.1, "s"))) as stop:
        da.control.learn_torque(ROBOT, PATH, kp=50.0, kd=15.0, model=BELIEVED, trials=9)
    kept = stop.value.learned
    assert len(kept.errors) == 2
    assert np.array_equal(kept.tau, kept.torques[1])


def test_trials_are_drawn(learned, tmp_path):
    figure = learned.plot(tmp_path / "learn.png")
    assert len(figure.axes) == 2
    assert "10 trials" in repr(learned)


def test_bad_questions_say_why():
    with raises(da.finding.OutOfRange, argument="duration", lower=0, strict=True):
        da.control.learn_torque(ROBOT, [0.1, 0.2], kp=1, kd=1)
    with raises(da.finding.WrongShape, argument="start"):
        da.control.learn_torque(ROBOT, PATH, kp=1, kd=1, start=np.zeros(3))
    with raises(da.finding.OutOfRange, argument="cutoff", lower=0, strict=True):
        da.control.learn_torque(ROBOT, PATH, kp=50, kd=15, model=BELIEVED, trials=1, cutoff=1e6)
    with raises(da.finding.NotInteger, argument="trials", lower=1):
        da.control.learn_torque(ROBOT, PATH, kp=1, kd=1, trials=0)
    with raises(da.finding.TrialStopped, trial=1):
        da.control.learn_torque(ROBOT, PATH, kp=1, kd=1, trials=1, start=np.full((501, 2), 1e300))
