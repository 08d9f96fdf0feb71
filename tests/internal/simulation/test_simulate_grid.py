"""Times of fixed steps, crossings inside a step, the bar of a long run."""

import math
from typing import ClassVar

import numpy as np
import pytest

import dalembert as da
from dalembert import progress
from dalembert.simulation.adaptive_stick_slip_and_stops import first_crossing
from dalembert.simulation.fixed_step import MOST_STEPS, ROWS, Grid
from raised import raises
from tolerance import MARCHED, SAME_ALGORITHM

SAME = 1e-9


@pytest.mark.parametrize("seed", range(40))
def test_steps_divide_what_they_must_and_end_with_the_run(seed):
    """h is the longest step ≤ `step` that divides the period, else the sampling, else the run."""
    rng = np.random.default_rng(seed)
    duration, step = rng.uniform(0.3, 9.0), 10 ** rng.uniform(-4, -2)
    period = step * rng.uniform(1.0, 40.0) if seed % 2 else None
    whole = period or (step * rng.uniform(0.3, 50.0) if seed % 4 == 0 else None)
    sample = None if seed % 4 == 2 else whole if period is None else period * int(rng.integers(1, 5))
    grid = Grid(duration, step, sample, period, always=False)
    part = whole if (period or sample) else duration
    count = round(part / grid.h)
    assert grid.h <= step * (1 + SAME)
    assert part / grid.h == pytest.approx(count, abs=MARCHED)
    assert part / max(1, count - 1) > step * (1 - SAME) or count == 1  # one step fewer would be too long
    assert grid.total * grid.h + grid.rest == pytest.approx(duration, rel=SAME_ALGORITHM)
    assert 0 <= grid.rest < grid.h
    assert grid.hold == (grid.every if period is None else round(period / grid.h))
    if sample is not None:
        assert grid.every * grid.h == pytest.approx(sample, rel=MARCHED)
    else:
        assert grid.every == max(1, round(grid.total / ROWS))
    assert grid.together == math.gcd(grid.every, grid.hold)
    assert Grid(duration, step, sample, period, always=True).together == 1
    assert grid.time(0) == 0
    assert grid.time(grid.total // 2) == pytest.approx(grid.total // 2 * grid.h)
    assert grid.time(grid.total + 1) == duration
    assert grid.time(grid.total) == (duration if not grid.rest else pytest.approx(grid.total * grid.h))


def test_times_that_do_not_fit_are_refused():
    with raises(da.finding.OutOfRange, argument="control_period", strict=False):
        Grid(1.0, 2e-3, None, 1e-3, always=False)
    with raises(da.finding.TooMany, noun="steps", most=100000000000, argument="step"):
        Grid(1.0, 1e-12, None, None, always=False)
    Grid(1.0, 1.01 / MOST_STEPS, None, None, always=False)
    with raises(da.finding.NotMultiple, argument="sample"):
        Grid(1.0, 1e-2, 0.015, 1e-2, always=False)


@pytest.mark.parametrize(
    ("functions", "expected"),
    [
        ([lambda t: 1 - t], (1.0, 0)),
        ([lambda t: 5 - t, lambda t: 0.3 - t, lambda t: 0.31 - t], (0.3, 1)),
        ([lambda t: (t - 0.5) ** 2 - 0.01], (0.4, 0)),  # falls and rises again within the step
        ([lambda t: t * (1.5 - t)], (1.5, 0)),  # starts at zero, rises, falls
        ([lambda t: 1e-9 * t - t * t], (1e-9, 0)),  # rises for a moment only
        ([lambda t: -t], (0.0, 0)),  # falls at once
        ([lambda t: -1 + 0.1 * t], None),  # below zero from the start, and rising
        ([lambda t: 2 + t, lambda t: 1.0 + 0 * t], None),
    ],
)
def test_the_first_of_several_functions_to_fall_below_zero(functions, expected):
    found = first_crossing(
        lambda t: np.array([f(t) for f in functions]), 0.0, 2.0, np.array([f(0.0) for f in functions])
    )
    if expected is None:
        assert found is None
    else:
        assert found == pytest.approx(expected, abs=SAME_ALGORITHM)


@pytest.mark.parametrize(
    ("h", "rest", "left"), [(1e-3, 5e-7, 5e-7), (1e-3, 5e-13, 0.0), (100.0, 1e-10, 0.0), (100.0, 0.1, 0.1)]
)
def test_what_is_left_after_the_last_step_is_a_step_unless_it_is_a_rounding(h, rest, left):
    grid = Grid(10 * h + rest, h, None, h, always=False)
    assert (grid.total, grid.hold) == (10, 1)
    assert grid.rest == pytest.approx(left, rel=1e-6)
    assert grid.time(10) == (10 * h if left else grid.duration)
    assert grid.time(11) == grid.duration


class Bar:
    """What a bar of rich was told."""

    told: ClassVar[list] = []

    def __init__(self, **given):
        assert given["console"].stderr  # what is piped on stays free of it
        assert given["transient"]  # and it goes when the run ends
        Bar.told.append("made")

    def add_task(self, name, total):
        Bar.told.append((name, total))
        return 7

    def __enter__(self):
        Bar.told.append("start")
        return self

    def update(self, task, completed, description):
        assert description is None  # the name it was given stays
        Bar.told.append((task, completed))

    def __exit__(self, *_):
        Bar.told.append("stop")


@pytest.mark.parametrize("shown", [True, False, None])
def test_a_bar_appears_after_a_second_and_moves_ten_times_a_second(monkeypatch, shown):
    """`shown` None: on a terminal only, which a test is not."""
    now = [100.0]
    monkeypatch.setattr(progress, "perf_counter", lambda: now[0])
    monkeypatch.setattr("rich.progress.Progress", Bar)
    Bar.told = []
    with progress.Progress(5.0, shown) as bar:
        for t, clock in ((0.1, 0.5), (0.2, 0.99), (0.3, 1.05), (0.4, 1.1), (0.5, 1.2), (0.6, 1.25), (0.7, 1.31)):
            now[0] = 100 + clock
            bar.at(t)
    expected = ["made", "start", ("simulating", 5.0), (7, 0.3), (7, 0.5), (7, 0.7), "stop"]
    assert Bar.told == (expected if shown else [])
