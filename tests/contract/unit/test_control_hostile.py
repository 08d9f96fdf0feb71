"""Laws and the observer with what hardware may hand them: logs without rows or time, limits of another robot, rates."""

from types import SimpleNamespace

import numpy as np
import pytest

import dalembert as da
from pieces import two_links
from raised import raises


@pytest.fixture(scope="module")
def free():
    """A run of a robot on its own, without contact."""
    robot = two_links()
    law = da.control.pd_gravity(robot, [0.3, 0.4], [100, 50], [10, 5])
    return da.simulate(robot, [0, 0], duration=0.1, tau=da.simulation.Inputs(law, control_period=0.01), method="rk4")


def log(run, **changed):
    return SimpleNamespace(**{"t": run.t, "q": run.q, "qd": run.qd, "tau": run.tau, **changed})


@pytest.mark.parametrize(
    "times", [lambda t: t[::-1], lambda t: 0 * t, lambda t: np.nan * t, lambda t: np.where(t > 0.05, np.inf, t)]
)
def test_an_observer_learns_nothing_from_a_log_whose_time_does_not_rise(free, times):
    """Its thresholds were 0 or no numbers: everything was a collision, or nothing ever again."""
    observer = da.control.MomentumObserver(two_links(), 20.0)
    with raises((da.finding.NotIncreasing, da.finding.NotFinite)):
        observer.learn(log(free, t=times(free.t)))
    assert np.isinf(observer.threshold).all()


def test_an_observer_says_what_is_wrong_with_its_samples(free):
    observer = da.control.MomentumObserver(two_links(), 20.0)
    with raises(da.finding.Empty, argument="log.t"):
        observer.learn(log(free, t=free.t[:0], q=free.q[:0], qd=free.qd[:0], tau=free.tau[:0]))
    with raises(da.finding.NotFinite, argument="t"):
        observer(np.nan, free.q[0], free.qd[0], free.tau[0])
    with raises(da.finding.NotFinite, argument="log.tau"):
        observer.learn(log(free, tau=free.tau * np.nan))
    with raises(da.finding.WrongShape, argument="log.tau"):
        observer.learn(log(free, tau=free.tau[:-1]))
    with raises(da.finding.TooFew, argument="log", noun="rows", least=2):
        observer.learn(log(free, t=free.t[:1], q=free.q[:1], qd=free.qd[:1], tau=free.tau[:1]))
    with raises(da.finding.MissingEntries, argument="log"):
        observer.learn(None)
    with raises(da.finding.NotReal, argument="margin"):
        observer.learn(free, margin="wide")
    assert np.isinf(observer.threshold).all()
    assert (observer.learn(free) > 0).all()
    assert not observer.collides()


@pytest.mark.parametrize(("torque", "rate"), [(2.0, 50.0), ([5.0, 1.0], [200.0, 20.0]), (None, 30.0), (3.0, None)])
def test_limits_of_effort_and_rate_hold_at_every_row(torque, rate):
    """The first effort is free: nothing was before it."""
    robot = two_links()
    law = da.control.limited(da.control.pd_gravity(robot, [1.0, -0.5], [400, 200], [5, 2]), torque=torque, rate=rate)
    run = da.simulate(
        robot, [0, 0], duration=0.2, tau=da.simulation.Inputs(law, control_period=0.01), method="rk4", sample=0.01
    )
    again = da.simulate(
        robot, [0, 0], duration=0.2, tau=da.simulation.Inputs(law, control_period=0.01), method="rk4", sample=0.01
    )
    assert np.array_equal(run.tau, again.tau)  # a time that goes back starts afresh
    if torque is not None:
        assert (np.abs(run.tau) <= np.asarray(torque) + 1e-12).all()
    if rate is not None:
        assert (np.abs(np.diff(run.tau[:-1], axis=0)) <= 0.01 * np.asarray(rate) + 1e-9).all()
        with raises(da.finding.LawNeedsPeriod, argument="tau"):
            da.simulate(robot, [0, 0], duration=0.2, tau=law)


def test_limits_of_another_robot_stop_the_run_and_say_who():
    robot = two_links()
    law = da.control.limited(da.control.pd_gravity(robot, [0, 0], 10, 1), torque=[1, 2, 3])
    with raises(da.finding.UserFunctionFailed, argument="tau", function="Limited", exception="WrongSize"):
        da.simulate(robot, [0, 0], duration=0.1, tau=da.simulation.Inputs(law, control_period=0.01), method="rk4")
    for bad in (0, -1.0, np.nan, [1.0, 0.0]):
        with raises(da.finding.OutOfRange, argument="torque", strict=True):
            da.control.limited(law, torque=bad)
