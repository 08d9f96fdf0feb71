"""Compiled steps in pieces: wherever Ctrl-C falls, the rows are those of the whole run, and so are parts of a batch."""

import sys

import numpy as np
import pytest

import dalembert as da
from dalembert.simulation import fixed_step, integrator
from pieces import two_links
from raised import raises

WAYS = {
    "constant": {"tau": [1.0, -0.5]},
    "samples": {"tau": np.random.default_rng(0).normal(size=(8, 2))},
    "function": {"tau": lambda t, q, qd: -q},
}


def interrupted_at(count, call):
    """Call a function with a Ctrl-C before the line with the given number of the fixed-step integration."""
    left, inside = count, False

    def trace(frame, event, argument):
        nonlocal left, inside
        if frame.f_code.co_filename != fixed_step.__file__:
            return None
        if frame.f_code.co_name == "go":
            inside = event != "return"
        left -= inside and event == "line"
        if left < 0:
            sys.settrace(before)
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        with np.errstate():  # which an interrupt inside another `errstate` would leave changed
            return call()
    finally:
        sys.settrace(before)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("together", [1, 4096])
def test_an_interrupt_between_any_two_lines_leaves_the_rows_of_the_whole_run(way, together, monkeypatch):
    """Whether accelerations and energies of the states are computed at once or later."""
    monkeypatch.setattr(fixed_step, "_TOGETHER", together)
    monkeypatch.setattr(integrator, "_BUDGET", 1.0)
    options = {"duration": 0.008, "sample": 0.002, "method": da.simulation.Solver("rk4", step=1e-3)} | WAYS[way]
    whole = da.simulate(two_links(), [0.3, 0.2], **options)
    full = da.simulate(two_links(), [0.3, 0.2], **options | {"sample": 0.001})
    stops = []
    for count in range(5, 10**4, 23):
        try:
            interrupted_at(count, lambda: da.simulate(two_links(), [0.3, 0.2], **options))
        except da.errors.SimulationInterrupted as stop:
            stops.append(stop.run)
        else:
            break
    assert len({run.t[-1] for run in stops}) >= 8
    for run in stops:
        rows = len(run.t) - 1
        for name in ("t", "q", "qd", "qdd", "kinetic", "work"):
            assert np.array_equal(getattr(run, name)[:rows], getattr(whole, name)[:rows])
        end = np.searchsorted(full.t, run.t[-1] - 1e-9)
        assert np.array_equal(run.q[-1], full.q[end])


def test_a_huge_batch_is_computed_in_parts(monkeypatch):
    """So that no compiled call takes long. The parts are those of the batch, in its order."""
    starts = np.random.default_rng(1).uniform(-1, 1, (3, 7, 2))
    options = {"tau": starts, "duration": 0.006, "sample": 0.003, "method": da.simulation.Solver("rk4", step=1e-3)}
    called, marched = [], integrator.CompiledStepping.__call__

    def counted(self, x, u, h, steps):
        called.append((x[..., 0].size, u.shape[-2] * steps))
        return marched(self, x, u, h, steps)

    monkeypatch.setattr(integrator.CompiledStepping, "__call__", counted)
    whole = da.simulate(two_links(), starts, **options)
    assert called == [(21, 6)]
    called.clear()
    monkeypatch.setattr(integrator, "_BUDGET", 1.0)
    parts = da.simulate(two_links(), starts, **options)
    assert np.array_equal(parts.q, whole.q)
    assert np.array_equal(parts.energy, whole.energy)
    assert called == [(8, 1), (8, 1), (5, 1)] * 6


def test_a_trajectory_that_diverges_leaves_the_others_to_the_end(monkeypatch):
    monkeypatch.setattr(integrator, "_BUDGET", 1.0)
    options = {"duration": 0.02, "sample": 0.005, "method": "rk4"}
    one = da.simulate(two_links(), [0.3, 0.2], [0.1, 0.0], **options)
    with raises(da.finding.MotionDiverged) as stop:
        da.simulate(two_links(), [0.3, 0.2], [[0.1, 0.0], [1e200, 0.0]], **options)
    assert np.array_equal(stop.value.run[0].t, one.t)
    assert np.array_equal(stop.value.run[0].q, one.q)
