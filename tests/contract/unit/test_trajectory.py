"""Trajectories: ends, derivatives, limits."""

import numpy as np
import pytest

import dalembert as da
from pieces import slider, two_links
from raised import raises
from tolerance import COARSE_RUN, SAME_ALGORITHM, TENS_OF_ROUNDINGS

A, B = np.array([0.2, -1.0]), np.array([1.5, 0.4])
TIMES, POINTS = [0.0, 0.7, 1.5, 2.0], [[0, 0], [1, -0.5], [0.3, 0.8], [0.5, 0.2]]
ALL = {
    "cubic": da.trajectory.cubic(A, B, 2.0),
    "quintic": da.trajectory.quintic(A, B, 2.0),
    "trapezoidal": da.trajectory.trapezoidal(A, B, [1.0, 2.0], [4.0, 3.0]),
    "spline": da.trajectory.spline(TIMES, POINTS),
    "fourier": da.trajectory.fourier([0.1, -0.2], [[0.5, 0.2], [0.1, -0.3]], [[0.0, 0.4], [0.3, 0.1]], 2.0),
}


@pytest.mark.parametrize("name", ALL)
def test_velocity_and_acceleration_are_derivatives(name):
    path = ALL[name]
    t = np.linspace(0.013, path.duration - 0.017, 200)
    h = 1e-5
    before, now, after = path(t - h), path(t), path(t + h)
    inside = np.abs(after[2] - before[2]).max(axis=1) < 0.05  # away from the corners of a trapezoid
    assert inside.sum() > 190
    for k in (0, 1):
        slope = (after[k] - before[k]) / (2 * h)
        assert np.abs(slope - now[k + 1])[inside].max() < COARSE_RUN
    one = path(float(t[5]))
    assert [x.shape for x in one] == [(2,)] * 3
    assert np.array_equal(one[0], now[0][5])


def test_motions_end_exactly_at_rest():
    """Rounding errors of the speed would turn into Coulomb friction, through its sign."""
    start, goal = np.radians([0, -90, 60, 0, 30, 0]), np.radians([90, -30, 90, 30, 60, 90])
    motion = da.trajectory.quintic(start, goal, 1.5)
    for path in (motion, *(ALL[name] for name in ("cubic", "trapezoidal", "spline"))):
        for t in (0.0, path.duration):
            assert not path(t)[1].any()


@pytest.mark.parametrize("name", ["cubic", "quintic", "trapezoidal"])
def test_rest_to_rest(name):
    path = ALL[name]
    assert np.allclose(path(0.0)[0], A, atol=TENS_OF_ROUNDINGS)
    assert np.allclose(path(path.duration)[0], B, atol=SAME_ALGORITHM)
    for t in (0.0, path.duration, -1.0, path.duration + 1):
        assert np.abs(path(t)[1]).max() < SAME_ALGORITHM
    assert np.allclose(path(path.duration + 5)[0], B, atol=SAME_ALGORITHM)
    assert np.abs(path(path.duration + 5)[2]).max() == 0
    assert np.allclose(path(path.duration / 2)[0], (A + B) / 2)


def test_quintic_starts_without_a_jerk_of_torque():
    assert np.abs(ALL["quintic"](0.0)[2]).max() == 0
    assert np.abs(ALL["cubic"](0.0)[2]).max() > 1


def test_trapezoidal_uses_its_limits_and_is_the_quickest():
    """One joint meets its speed or acceleration, none exceeds them; a short way has no constant part."""
    path = ALL["trapezoidal"]
    _, _, qd, qdd = path.sampled(5000)
    assert (np.abs(qd).max(axis=0) <= [1.0 + 1e-12, 2.0 + 1e-12]).all()
    assert (np.abs(qdd).max(axis=0) <= [4.0 + 1e-12, 3.0 + 1e-12]).all()
    assert np.abs(qd).max(axis=0)[0] == pytest.approx(1.0)
    assert np.abs(qdd).max(axis=0)[1] == pytest.approx(3.0)
    short = da.trajectory.trapezoidal([0.0], [0.01], 5.0, 1.0)
    assert short.duration == pytest.approx(2 * np.sqrt(0.01))


def test_spline_meets_its_points():
    path = ALL["spline"]
    assert np.allclose(path(np.array(TIMES))[0], POINTS)
    assert np.abs(path(0.0)[1]).max() < SAME_ALGORITHM
    assert np.abs(path(2.0)[1]).max() < SAME_ALGORITHM


def test_fourier_is_periodic():
    path = ALL["fourier"]
    for x, y in zip(path(0.3), path(2.3), strict=True):
        assert np.allclose(x, y)


def test_fourier_within_limits_fills_them():
    puma = da.gallery.puma560()
    path = da.trajectory.fourier_within(puma, seed=4)
    _, q, _, _ = path.sampled(4000)
    limits = [puma.joint(x).limits for x in puma.coordinates]
    span = [(x.upper - x.lower) for x in limits]
    assert np.ptp(q, axis=0) == pytest.approx(0.95 * np.array(span), rel=1e-3)
    assert all(x.lower <= c.min() and c.max() <= x.upper for x, c in zip(limits, q.T, strict=True))


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (
            lambda: da.trajectory.cubic([0], [1], -1.0),
            da.finding.OutOfRange,
            {"argument": "duration", "lower": 0, "strict": True},
        ),
        (lambda: da.trajectory.cubic([0], [1, 2], 1.0), da.finding.WrongShape, {"argument": "end"}),
        (
            lambda: da.trajectory.trapezoidal([0], [1], 0.0, 1.0),
            da.finding.OutOfRange,
            {"argument": "speed", "lower": 0, "strict": True},
        ),
        (lambda: da.trajectory.trapezoidal([0], [0], 1.0, 1.0), da.finding.IsZero, {"argument": "end - start"}),
        (lambda: da.trajectory.spline([0, 0], [[0], [1]]), da.finding.NotIncreasing, {"argument": "times", "index": 1}),
        (
            lambda: da.trajectory.spline([0], [[0]]),
            da.finding.TooFew,
            {"argument": "points", "noun": "path points", "least": 2},
        ),
        (lambda: da.trajectory.fourier([0], [[1]], [[1, 2]], 1.0), da.finding.WrongShape, {"argument": "b"}),
        (
            lambda: ALL["cubic"].check(slider()),
            da.finding.WrongLength,
            {"argument": "trajectory", "expected": 1, "noun": "coordinates"},
        ),
        (
            lambda: da.trajectory.cubic([0], [1], 1.0).check(slider(limits=da.Limits(upper=0.5))),
            da.finding.LimitExceeded,
            {"joint": "slide", "quantity": "joint position"},
        ),
        (
            lambda: da.trajectory.cubic([0], [1], 1.0).check(slider(limits=da.Limits(velocity=1.0))),
            da.finding.LimitExceeded,
            {"joint": "slide", "quantity": "joint velocity"},
        ),
    ],
)
def test_bad_trajectories_say_why(call, error, words):
    with raises(error, **words):
        call()


def test_a_trajectory_within_limits_is_itself():
    assert ALL["quintic"].check(two_links()) is ALL["quintic"]
