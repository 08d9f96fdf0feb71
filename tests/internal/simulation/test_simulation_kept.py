"""Nothing is lost: a run that ends early is kept, files are whole, what is written is read back."""

import os
import random
import subprocess
import sys
import time

import numpy as np
import pytest

import dalembert as da
from dalembert.atomic_file import written
from pieces import arm, slider, two_links, with_drives
from place import ROOT
from raised import raises
from random_robot import random_robot
from tolerance import MARCHED_FAR, SAME_ALGORITHM

METHODS = ["DOP853", "Radau", "rk4", "euler", "moreau"]


class Broken(RuntimeError):
    pass


@pytest.mark.sampled(4)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(6))
def test_what_a_controller_or_a_wrench_raises_keeps_the_run(method, seed):
    robot = random_robot(seed, 2 + seed % 3)

    def fails(t, q, qd):
        if t >= 0.25:
            raise Broken("no more")
        return np.zeros(robot.n)

    whole = da.simulate(
        robot, np.full(robot.n, 0.2), duration=0.5, method=da.simulation.Solver(method, max_step=1e-3), sample=0.01
    )
    pushed = {robot.links[-1].name: lambda t, q, qd: np.append(fails(t, q, qd), np.zeros(6))[-6:]}
    for options, argument in (({"tau": fails}, "tau"), ({"wrench": pushed}, f"wrench['{robot.links[-1].name}']")):
        with raises(da.finding.UserFunctionFailed, exception="Broken", argument=argument) as stop:
            da.simulate(
                robot,
                np.full(robot.n, 0.2),
                duration=0.5,
                method=da.simulation.Solver(method, max_step=1e-3),
                sample=0.01,
                **options,
            )
        assert isinstance(stop.value.__cause__, Broken)
        assert stop.value.time == pytest.approx(0.25, abs=2e-3)
        rows = min(25, len(stop.value.run.t))
        assert rows >= 24
        assert np.abs(stop.value.run.q[:rows] - whole.q[:rows]).max() < 1e-6 * max(1.0, np.abs(whole.q).max())


def test_what_an_event_raises_keeps_the_run():
    def event(t, q, qd):
        return 1.0 if t < 0.5 else "late"

    with raises(da.finding.BadValueAt) as stop:
        da.simulate(arm(), [0.3], duration=1.0, sample=da.simulation.Recording(0.01, events=[event]))
    assert len(stop.value.run.t) >= 45

    def broken(t, q, qd):
        return 1.0 / (0.3 - t) if t < 0.3 else 1 / 0

    with raises(
        da.finding.UserFunctionFailed, argument="events", function="broken", exception="ZeroDivisionError"
    ) as stop:
        da.simulate(arm(), [0.3], duration=1.0, sample=da.simulation.Recording(0.01, events=[broken]))
    assert len(stop.value.run.t) >= 25


@pytest.mark.parametrize("method", METHODS)
def test_an_interrupt_in_a_controller_keeps_the_run(method):
    def law(t, q, qd):
        if t >= 0.25:
            raise KeyboardInterrupt
        return [0.0, 0.0]

    with raises(da.finding.Interrupted) as stop:
        da.simulate(
            two_links(),
            [0.3, 0.2],
            duration=0.5,
            tau=law,
            method=da.simulation.Solver(method, max_step=0.01),
            sample=0.01,
        )
    assert isinstance(stop.value, da.errors.SimulationInterrupted)
    assert not isinstance(stop.value, Exception)
    assert stop.value.run.t[-1] == pytest.approx(0.25, abs=0.02)


LONG = """
import numpy as np, os, signal, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts what runs in the background without it
import dalembert as da
from dalembert.errors import SimulationInterrupted
from dalembert.simulation import Solver
robot = da.gallery.puma560().rigid()
rng = np.random.default_rng(0)
options = {options}
da.simulate(robot, **(options | {{"duration": 1e-3}}))  # compiled now
def press():
    while time.process_time() - began < 0.7:  # of work, however many others there are
        time.sleep(0.01)
    pressed.append(time.perf_counter())
    os.kill(os.getpid(), signal.SIGINT)
began, pressed = time.process_time(), []
threading.Thread(target=press, daemon=True).start()
try:
    da.simulate(robot, **options)
except SimulationInterrupted as stop:
    took = time.perf_counter() - pressed[0]
    print("kept", len(stop.run.t), float(stop.run.t[-1]), bool(np.isfinite(stop.run.q).all()), took)
"""
CASES = {
    "one compiled march": '{"q0": np.full(6, 0.1), "duration": 5e4, "method": Solver("rk4", 1e-4), "sample": 1.0}',
    "no row for minutes": '{"q0": np.full(6, 0.1), "duration": 5e4, "method": Solver("rk4", 1e-4), "sample": 4e4}',
    "midpoint": '{"q0": np.full(6, 0.1), "duration": 5e3, "method": Solver("midpoint", 1e-4), "sample": 1.0}',
    "a large batch": '{"q0": rng.uniform(-1, 1, (20000, 6)), "duration": 1e3, "method": Solver(step=1e-3), "sample": 10.0}',
    "rows of a large batch": '{"q0": rng.uniform(-1, 1, (20000, 6)), "duration": 1.0, "method": Solver(step=1e-3), "sample": 2e-3}',
    "adaptive": '{"q0": np.full(6, 0.1), "duration": 1e4}',
    "stiff": '{"q0": np.full(6, 0.1), "duration": 1e4, "method": "Radau"}',
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("case", CASES)
def test_ctrl_c_stops_within_half_a_second_and_keeps_the_run(case):
    child = subprocess.run(
        [sys.executable, "-c", LONG.format(options=CASES[case])], capture_output=True, text=True, timeout=120
    )
    assert child.stdout, child.stderr
    word, rows, end, finite, took = child.stdout.split()
    assert word == "kept"
    assert finite == "True"
    assert float(took) < 0.5
    if case != "no row for minutes":
        assert int(rows) > 1
        assert float(end) > 0


def test_learning_that_diverges_stops_and_keeps_its_trials():
    """A learner that believes a tenth of the inertia overcorrects at every trial."""
    plant = arm(da.Drive(rotor_inertia=0.05))
    wrong = arm(m=30.0, l=1.0, J=9.0)
    way = da.trajectory.quintic([0.0], [1.0], 1.0)
    with raises(da.finding.ErrorGrows, trial=2) as stop:
        da.control.learn_torque(plant, way, kp=20.0, kd=2.0, model=wrong, start="zero", trials=30, samples=100)
    learned = stop.value.learned
    assert 2 <= len(learned.errors) < 30
    assert learned.errors[-1] > 3 * learned.errors[0]
    assert np.array_equal(learned.tau, learned.torques[np.argmin(learned.errors)])


# ── records ───────────────────────────────────────────────────────────────────


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(8))
def test_an_archive_is_the_run(seed, tmp_path):
    robot = random_robot(seed, 3, mimic=seed % 2 == 0)
    robot = with_drives(robot, *(da.Drive(rotor_inertia=0.1, coulomb=0.3, static=0.4) for _ in robot.coordinates))
    run = da.simulate(robot, np.full(robot.n, 0.2), duration=1.0, sample=0.05)
    again = da.simulation.Run.from_npz(run.save(tmp_path / "run.npz"))
    for name in ("t", "q", "qd", "qdd", "tau", "kinetic", "loss"):
        assert np.array_equal(getattr(again, name), getattr(run, name))
    assert again.events == run.events
    assert again.robot.coordinates == robot.coordinates
    assert np.array_equal(da.mass_matrix(again.robot, run.q), da.mass_matrix(robot, run.q))
    assert again.statistics == run.statistics


@pytest.mark.parametrize("seed", range(8))
def test_a_run_between_its_rows_is_the_motion(seed):
    robot = random_robot(seed, 3)
    q0, qd0 = np.random.default_rng(seed).uniform(-0.5, 0.5, (2, robot.n))
    coarse = da.simulate(robot, q0, qd0, duration=0.5, tau=lambda t, q, qd: np.sin(3 * t) - q, sample=0.01)
    fine = da.simulate(robot, q0, qd0, duration=0.5, tau=lambda t, q, qd: np.sin(3 * t) - q, sample=0.0025)
    state = coarse.at(fine.t)
    scale = max(1.0, np.abs(fine.qdd).max())
    assert np.abs(state.q - fine.q).max() < 1e-8 * scale
    assert np.abs(state.qd - fine.qd).max() < 1e-6 * scale
    assert np.abs(state.tau - fine.tau).max() < 1e-3 * scale
    assert coarse.at(0.123).q.shape == (robot.n,)
    rows = coarse.at(coarse.t)
    assert np.allclose(rows.q, coarse.q, rtol=0, atol=SAME_ALGORITHM)
    assert np.allclose(rows.qdd, coarse.qdd, rtol=0, atol=1e-6 * scale)
    with raises(da.finding.OutOfRange, argument="t", strict=False):
        coarse.at(0.6)


def test_a_terminal_event_is_the_last_row():
    def horizontal(t, q, qd):
        return q[0]

    horizontal.terminal = True
    run = da.simulate(arm(), [0.4], duration=5.0, sample=da.simulation.Recording(events=[horizontal]))
    assert run.t[-1] == run.events[-1].time
    assert tuple(run.q[-1]) == run.events[-1].q
    assert tuple(run.qd[-1]) == run.events[-1].qd
    assert run.residual < MARCHED_FAR


def test_tables_need_their_packages():
    run = da.simulate(slider(), [0.0], [1.0], duration=0.1)
    try:
        import pandas  # noqa: F401
    except ImportError:
        with raises(da.finding.MissingPackage, package="pandas", function="to_pandas"):
            run.to_pandas()
    else:
        assert list(run.to_pandas().columns) == list(run.table())
    with raises(da.finding.NotOneOf, argument="path"):
        run.save("run.docx")


# ── files ─────────────────────────────────────────────────────────────────────


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "old.txt"
    path.write_text("old")

    def fail():
        with written(path) as beside:
            beside.write_text("half")
            raise Broken

    with pytest.raises(Broken):
        fail()
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["old.txt"]
    path.chmod(0o640)
    with written(path) as beside:
        beside.write_text("new")
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    with written(link) as beside:
        beside.write_text("newer")
    assert link.is_symlink()
    assert path.read_text() == "newer"
    with raises(da.finding.Unwritable), written(tmp_path / "no" / "folder.txt"):
        pass


WRITER = """
import sys
import numpy as np
import dalembert as da
from pathlib import Path
sys.path.insert(0, {tests!r})
from pieces import two_links
run = da.simulate(two_links(), [0.3, 0.2], duration=1.0)
folder = Path({folder!r})
print("ready", flush=True)
while True:
    for suffix in ("npz", "csv"):
        run.save(folder / f"run.{{suffix}}")
"""


@pytest.mark.sampled(0)
def test_a_kill_at_any_moment_leaves_a_whole_file(tmp_path):
    """Kills while files are written again and again: each is the old one or the new one."""
    random.seed(1)
    program = WRITER.format(tests=str(ROOT / "tests"), folder=str(tmp_path))
    expected = da.simulate(two_links(), [0.3, 0.2], duration=1.0)
    for _ in range(10):
        child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.05 + 0.1 * random.random())
        child.kill()
        child.wait()
        if (tmp_path / "run.npz").exists():
            assert np.array_equal(da.simulation.Run.from_npz(tmp_path / "run.npz").q, expected.q)
        if (tmp_path / "run.csv").exists():
            assert np.loadtxt(tmp_path / "run.csv", delimiter=",", skiprows=1).shape == (
                len(expected.t),
                len(expected.table()),
            )
    assert (tmp_path / "run.npz").exists()


def test_a_batch_of_balls_is_known_between_its_rows_as_each_of_it_is():
    body = da.Inertia.about_com(1.0, (0.1, 0, -0.3), (0.1, 0.2, 0.25, 0, 0, 0))
    robot = da.Robot(
        "ball", (da.Link("ground"), da.Link("body", body)), (da.Joint("ball", "spherical", "ground", "body"),)
    )
    qd = np.random.default_rng(0).normal(size=(3, 3))
    whole = da.simulate(robot, np.tile(da.neutral(robot), (3, 1)), qd, duration=0.2, sample=0.05)
    for t in (0.013, [0.013, 0.11, 0.171, 0.2]):
        together = whole.at(t)
        for i in range(3):
            alone = whole[i].at(t)
            for part in ("q", "qd", "qdd"):
                assert getattr(together, part)[i] == pytest.approx(getattr(alone, part), abs=SAME_ALGORITHM)


@pytest.mark.parametrize("robot", [two_links(), da.gallery.planar_3rrr()], ids=["tree", "loops"])
def test_a_motion_that_diverges_is_blamed_on_loops_only_where_there_are_some(robot):
    q = da.assemble(robot, da.neutral(robot)) if robot.loops else np.zeros(robot.nq)
    with raises(da.finding.MotionDiverged) as stopped:
        da.simulate(robot, q, duration=1.0, tau=np.full(robot.n, 1e9), method=da.simulation.Solver("rk4", step=0.05))
    assert stopped.value.finding.loops == bool(robot.loops)
