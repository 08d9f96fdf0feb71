"""Time stamps as recorded: lost, late, repeated, restarted, counted, in other units; each counted in the notes."""

import numpy as np
import pytest

import dalembert as da
from findings import matching
from pieces import lecture_arm
from raised import raises
from tolerance import SAME_ALGORITHM

H, N = 1e-3, 6000
T = np.arange(N) * H
RNG = np.random.default_rng(3)


def q(t):
    return np.stack([np.sin(3 * t), np.cos(2 * t)], axis=1)


def qd(t):
    return np.stack([3 * np.cos(3 * t), -2 * np.sin(2 * t)], axis=1)


def data(t, stamps=None, **more):
    return {"t": t if stamps is None else stamps, "q": q(t), "tau": q(t)} | more


@pytest.fixture(scope="module")
def arm():
    return lecture_arm()


def read(arm, given, **more):
    log = da.read_log(given, arm, **{"cutoff": None} | more)
    return log, log.notes


def test_a_clean_clock_says_nothing(arm):
    log, said = read(arm, data(T))
    names = {"t": ("t",), "q": ("q[0]", "q[1]"), "tau": ("tau[0]", "tau[1]")}
    assert said == tuple(da.finding.ColumnsUsed(*x) for x in names.items())
    np.testing.assert_array_equal(log.t, T)


def test_lost_packets_are_counted_and_filled_on_true_time(arm):
    kept = np.sort(RNG.choice(N, N - N // 20, replace=False))
    kept[0], kept[-1] = 0, N - 1
    log, said = read(arm, data(T[kept]))
    lost = N - len(np.unique(kept))
    (found,) = matching(said, da.finding.SamplesMissing, count=lost)
    assert found.share == pytest.approx(0.05, abs=5e-4)
    assert len(log) == N
    np.testing.assert_allclose(log.q, q(log.t), atol=1e-9)  # a spline over gaps of some ms: (3 · 4e-3)⁴/384
    np.testing.assert_allclose(log.qd, qd(log.t), atol=1e-5)


def test_a_long_gap_stays_a_gap(arm):
    kept = np.flatnonzero((T < 2) | (T > 3.5))
    log, said = read(arm, data(T[kept]))
    assert matching(said, da.finding.LongGaps, count=1)
    assert len(log.pieces) == 2
    assert not np.any((log.t > 2.001) & (log.t < 3.499))
    np.testing.assert_allclose(log.qd, qd(log.t), atol=1e-5)


def test_jitter_is_resampled_at_the_true_times(arm):
    true = 1 + T + RNG.uniform(-0.3, 0.3, N) * H
    log, said = read(arm, data(true))
    assert matching(said, da.finding.Jitter)
    np.testing.assert_allclose(np.diff(log.t), np.diff(log.t)[0], rtol=1e-6)
    np.testing.assert_allclose(log.q, q(log.t), atol=1e-9)


def test_repeated_and_late_samples(arm):
    order = np.sort(np.concatenate([np.arange(N), RNG.choice(N, 40)]))
    log, said = read(arm, data(T[order]))
    assert matching(said, da.finding.SamplesDropped, count=40, reason="same row")
    np.testing.assert_allclose(log.q, q(T), atol=SAME_ALGORITHM)
    order = np.arange(N)
    order[[100, 101]], order[[2000, 2003]] = [101, 100], [2003, 2000]
    log, said = read(arm, data(T[order]))
    assert matching(said, da.finding.Repaired, reason="out of order")
    np.testing.assert_allclose(log.q, q(T), atol=SAME_ALGORITHM)


def test_rows_written_twice_and_positions_that_jump_for_a_sample(arm):
    twice = {name: np.repeat(x, 2, axis=0) for name, x in data(T).items()}
    log, said = read(arm, twice)
    assert matching(said, da.finding.SamplesDropped, count=N, reason="same row")
    np.testing.assert_allclose(log.q, q(T), atol=SAME_ALGORITHM)
    jumping = data(T)
    jumping["q"] = jumping["q"].copy()
    jumping["q"][[1000, 4000], [0, 1]] = 1e6, 1.3
    log, said = read(arm, jumping)
    assert matching(said, da.finding.SamplesDropped, count=2, reason="spike")
    assert len(log.faults) == 2
    np.testing.assert_allclose(log.q, q(T), atol=1e-9)  # a spline over the sample


def test_single_stamps_that_are_wild(arm):
    stamps = T.copy()
    stamps[[1000, 3000, 4000]] = [1e308, 1000.0, -5.0]
    log, said = read(arm, data(T, stamps))
    assert matching(said, da.finding.SamplesDropped, count=2, reason="stray stamp")
    np.testing.assert_allclose(log.t, T, atol=1e-12)
    np.testing.assert_allclose(log.q, q(T), atol=1e-9)


def test_rows_that_a_recorder_repeated(arm):
    """At k the recorder asked too early: the same row once more, and all later rows a period late."""
    again = np.sort(np.append(np.arange(N), [700, 2500, 4100]))
    log, said = read(arm, data(T[again], np.arange(len(again)) * H))
    assert matching(said, da.finding.RowsRepeated, count=3, periods=3)
    np.testing.assert_allclose(log.q, q(T), atol=1e-9)
    held = np.arange(N) // 10 * 10
    log, said = read(arm, data(T[held], T))
    assert matching(said, da.finding.SamplesDropped, reason="sample and hold")
    np.testing.assert_allclose(log.t, T[::10], atol=1e-12)
    still = {"t": T, "q": np.zeros((N, 2)), "tau": np.ones((N, 2))}
    assert len(read(arm, still)[0]) == N


def test_a_clock_that_begins_again(arm):
    stamps = np.concatenate([T[:2500], T[: N - 2500]])
    log, said = read(arm, data(T, stamps))
    assert matching(said, da.finding.Repaired, reason="clock restart", count=1)
    assert len(log) == N
    assert [p.stop - p.start for p in log.pieces] == [2500, N - 2500]
    np.testing.assert_allclose(log.qd, qd(T), atol=1e-5)
    stamps = np.concatenate([T[:2000], T[:2000], T[: N - 4000]])
    _, said = read(arm, data(T, stamps))
    assert matching(said, da.finding.Repaired, reason="clock restart", count=2)


def test_short_recordings_that_begin_at_the_same_time(arm):
    stamps = np.concatenate([T[:30], T[:40], T[:25]])
    log, said = read(arm, data(T[: len(stamps)], stamps))
    assert matching(said, da.finding.Repaired, reason="clock restart", count=2)
    assert [p.stop - p.start for p in log.pieces] == [30, 40, 25]
    np.testing.assert_allclose(log.q, q(T[: len(stamps)]), atol=SAME_ALGORITHM)


@pytest.mark.parametrize(("unit", "one"), [("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9)])
@pytest.mark.parametrize("speeds", [True, False])
def test_units_of_time(arm, unit, one, speeds):
    h = 2e-3
    t = np.arange(3000) * h
    log, said = read(arm, data(t, t / one, **({"qd": qd(t)} if speeds else {})))
    assert matching(said, da.finding.TimeUnitInferred, unit=unit)
    np.testing.assert_allclose(log.t, t, atol=1e-9)
    log, said = read(arm, data(t, 1.7e9 / one + np.round(t / one)))
    np.testing.assert_allclose(log.t, t, atol=1e-6)


def test_samples_that_are_counted(arm):
    t = np.arange(2000) * 8e-3
    with raises(da.finding.UnclearTime):
        read(arm, data(t, np.arange(2000.0)))
    log, said = read(arm, data(t, np.arange(2000.0)), rate=125)
    np.testing.assert_allclose(log.t, t, atol=1e-9)
    assert matching(said, da.finding.SampleCounter, rate=da.finding.Measure(125, "Hz"), basis="given rate")
    log, said = read(arm, data(t, np.arange(2000.0), qd=qd(t)))
    np.testing.assert_allclose(log.t, t, atol=1e-9)
    assert matching(said, da.finding.SampleCounter, rate=da.finding.Measure(125, "Hz"), basis="measured speeds")
    log, said = read(arm, {"q": q(t), "tau": q(t)}, rate=125)
    np.testing.assert_allclose(log.t, t, atol=1e-9)


def test_a_counter_that_runs_over(arm):
    ticks = (np.arange(N) * 1000 + 2**32 - 2_000_000) % 2**32
    log, said = read(arm, data(T, ticks.astype(float)), units={"t": "us"})
    assert matching(said, da.finding.Repaired, reason="32-bit counter", count=1)
    np.testing.assert_allclose(log.t - log.t[0], T, atol=1e-9)


def test_a_coarse_clock_is_spread_over_its_ticks(arm):
    t = np.arange(8000) * 2.5e-4
    log, said = read(arm, data(t, np.floor(t * 1e3) / 1e3))
    assert matching(said, da.finding.CoarseClock)
    np.testing.assert_allclose(log.t, t, atol=1e-4)


def test_seconds_and_nanoseconds_in_two_columns(arm):
    whole = np.floor(T + 1.7e9)
    given = {"stamp.sec": whole, "stamp.nanosec": np.round((T - np.floor(T)) * 1e9), "q": q(T), "tau": q(T)}
    log, _ = read(arm, given)
    np.testing.assert_allclose(log.t, T, atol=1e-9)


def test_rows_with_nan_are_left_out_and_counted(arm):
    given = data(T, tau=q(T))
    given["q"] = np.array(given["q"])
    given["q"][RNG.choice(N - 2, 30, replace=False) + 1, 0] = np.nan
    given["tau"][500] = np.inf
    log, said = read(arm, given)
    assert matching(said, da.finding.SamplesDropped, count=31, reason="rows not finite")
    assert len(log) == N
    np.testing.assert_allclose(log.q, q(T), atol=1e-9)


def test_time_that_stands_and_logs_of_nothing_but_gaps(arm):
    with raises(da.finding.UnclearTime):
        read(arm, data(T, np.zeros(N)))
    with raises(da.finding.UnusableFile, file="data"):
        read(arm, data(T) | {"q": np.where(np.arange(N)[:, None] % 2 == [0, 1], np.nan, q(T))})


def test_standing_and_saturation_are_marked(arm):
    moved = np.where(T < 3, T, 3.0)
    limit = np.clip(40 * np.cos(2 * T), -30, 30)
    log, said = read(arm, {"t": T, "q": q(moved), "tau": np.stack([limit, np.sin(7 * T)], axis=1)})
    assert log.still[3200:].all()
    assert not log.still[100:400, 0].any()
    np.testing.assert_array_equal(log.saturated[:, 0], np.abs(limit) == 30)
    assert not log.saturated[:, 1].any()
    assert matching(said, da.finding.EffortSaturated, joint="joint1", count=int((np.abs(limit) == 30).sum()))
    (rest,) = matching(said, da.finding.AllAtRest)
    assert rest.share == pytest.approx(0.5, abs=5e-3)


def test_slices_keep_everything_of_their_samples(arm):
    log, _ = read(arm, data(T, command=q(T)))
    part = log[1:2]
    assert len(part) == 1000
    assert all(len(getattr(part, x)) == 1000 for x in ("q", "qd", "qdd", "tau", "command", "raw", "still", "saturated"))
