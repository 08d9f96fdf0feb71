"""What the numbers of a report say, against closed forms and other algorithms."""

from __future__ import annotations

import math

import numpy as np
import pytest

import dalembert as da
from dalembert.closed.model.mechanics import mechanics
from dalembert.document.facts import FASTEST, Survey, motion
from tolerance import SAME_ALGORITHM, SOLVED

VALUES = {"m1": 2.0, "m2": 1.0, "l1": 1.0, "l2": 0.8, "lc1": 0.5, "lc2": 0.4, "I1": 0.1, "I2": 0.05, "g": 9.81}
LIMITED = ("panda", "iiwa14", "ur5", "quadruped")


@pytest.mark.parametrize("name", LIMITED)
def test_the_motion_respects_the_speed_limits(name):
    robot = getattr(da.gallery, name)()
    move = motion(robot)
    used = [
        np.abs(move.qd[:, robot.coordinate(x).qd]).max() / v
        for x in robot.coordinates
        if (v := robot.coordinate(x).limits.velocity)
    ]
    assert max(used) <= FASTEST * (1 + SAME_ALGORITHM)
    if move.t[-1] > 2.0:  # a tenth of a second less would be too fast
        assert max(used) * move.t[-1] / (move.t[-1] - 0.1) > FASTEST


@pytest.mark.parametrize("name", ["ur5", "stanford", "puma560"])
def test_efforts_by_kind_add_up_and_centrifugal_ones_are_of_squares(name):
    x = Survey(getattr(da.gallery, name)())
    np.testing.assert_allclose(sum(x.parts.values()), x.tau, atol=SOLVED * np.abs(x.tau).max())
    squares = np.einsum("tkii,ti->tk", da.christoffel(x.robot, x.move.q), x.move.qd**2)
    np.testing.assert_allclose(x.parts["centrifugal"], squares, atol=SOLVED * np.abs(x.tau).max())


@pytest.mark.parametrize("name", ["ur5", "panda"])
def test_the_terms_at_a_peak_are_the_whole_effort(name):
    x = Survey(getattr(da.gallery, name)())
    for k in range(x.robot.nv):
        assert sum(value for _, value in x.terms(k)) == pytest.approx(x.largest[k], abs=SOLVED * np.abs(x.tau).max())


@pytest.mark.parametrize("name", ["ur5", "stanford", "puma560", "panda", "quadrotor"])
def test_what_an_entry_depends_on_is_what_its_derivative_says(name):
    """Numbers at random postures, against ∂M/∂q in the exact ring."""
    robot = getattr(da.gallery, name)()
    x, exact = Survey(robot), mechanics(robot)
    if robot.balls:
        assert not x.depends[3:, 3:].any()  # a rigid body's inertia about its own axes
        return
    there = [[[bool(y) for y in row] for row in plane] for plane in exact.slopes]
    np.testing.assert_array_equal(x.depends, np.array(there))


def test_the_range_of_inertia_is_that_of_the_closed_form():
    """M₁₁ = m₁ lc₁² + I₁ + I₂ + m₂ (l₁² + lc₂² + 2 l₁ lc₂ cos q₂), M₂₂ constant, g₁ largest stretched out level."""
    x = Survey(da.gallery.planar_2r().bind(**VALUES))
    still = 2.0 * 0.25 + 0.1 + 0.05 + 1.0 * (1.0 + 0.16)
    low, high = x.M_range
    assert (low[0, 0], high[0, 0]) == pytest.approx((still - 0.8, still + 0.8), rel=1e-4)
    assert low[1, 1] == pytest.approx(high[1, 1]) == pytest.approx(0.16 + 0.05)
    assert x.g_range[0] == pytest.approx(9.81 * (2.0 * 0.5 + 1.0 * (1.0 + 0.4)), rel=1e-4)


def test_a_slide_with_limits_is_searched_within_them():
    robot = da.gallery.stanford()
    low, high = Survey(robot).bounds
    for k, name in enumerate(robot.coordinates):
        limits = robot.coordinate(name).limits
        if limits.lower is not None and limits.upper is not None:
            assert low[k] >= min(limits.lower, -math.pi)
            assert high[k] <= max(limits.upper, math.pi)
