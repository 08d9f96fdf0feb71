"""Runs of a simulation: rows, steps, held joints, impacts, and what does not depend on how a motion is described."""

from dataclasses import replace

import numpy as np
import pytest

import closed_robot
import dalembert as da
from pieces import arm, slider, two_links, with_drives
from raised import raises
from random_robot import random_robot
from tolerance import COARSE_RUN, EVENT, MARCHED, MARCHED_FAR, SAME_ALGORITHM

SCALARS = ("kinetic", "potential", "elastic", "work", "loss", "external", "projection")


@pytest.mark.parametrize(
    ("duration", "sample"), [(1.0, 0.1), (1.05, 0.1), (0.3, 0.1), (0.7, 0.07), (0.05, 0.1), (2, 0.3)]
)
@pytest.mark.parametrize("method", ["DOP853", "rk4"])
def test_rows_are_the_multiples_of_the_sample_and_the_end(duration, sample, method):
    run = da.simulate(slider(), [0.0], duration=duration, sample=sample, tau=[2.0], method=method)
    whole = [sample * k for k in range(100) if sample * k < duration - 1e-9]
    assert run.t == pytest.approx([*whole, duration], abs=SAME_ALGORITHM)
    assert run.t[-1] == duration
    assert run.q[:, 0] == pytest.approx(run.t**2, abs=MARCHED)
    assert len(da.simulate(slider(), [0.0], duration=duration, method=method).t) == 1001 if method != "rk4" else True


def test_steps_are_short_only_where_a_function_could_have_a_pulse():
    """Under constant force few steps; 20 ms at most where a function of time acts, and what is asked for always."""

    def ran(**given):
        return da.simulate(slider(), [0.0], duration=2.0, **given).statistics["steps"]

    def zero(t, q, qd):
        return np.zeros(1)

    def never(t, q, qd):
        return 1.0

    push = {"mass": np.array([1.0, 0, 0, 0, 0, 0])}
    assert ran(tau=[1.0]) < 20
    assert ran(wrench=push) < 20
    assert ran(tau=zero) >= 100
    assert ran(wrench={"mass": lambda t, q, qd: push["mass"]}) >= 100
    assert ran(sample=da.simulation.Recording(events=[never])) >= 100
    assert 200 <= ran(tau=[1.0], method=da.simulation.Solver(max_step=0.01)) < 230
    assert ran(tau=zero, method=da.simulation.Solver(max_step=np.inf)) < 20


def test_a_stribeck_curve_shortens_steps_only_while_it_is_passed():
    """A constant force accelerates a mass through the curve, far beyond it and back by reversal of the force."""
    drive = da.Drive(coulomb=1.0, static=1.5, stribeck_velocity=1e-3)
    run = da.simulate(slider(1.0, drive), [0.0], duration=2.0, tau=[3.0])
    assert run.statistics["steps"] < 120
    assert run.qd[-1, 0] == pytest.approx(4.0, abs=1e-3)
    assert run.qd[-1, 0] < 4.0
    assert run.residual < MARCHED_FAR


@pytest.mark.parametrize("scale", [1.0, 1e-5, 1e4])
def test_a_mass_that_slides_to_rest_stops_where_its_energy_is_spent_whatever_its_size(scale):
    """x = v²/(2 fc/m) after v m/fc, and it stays there: masses of the same shape in other units of force and mass."""
    for coulomb in (0.5, 5000.0):
        run = da.simulate(slider(scale, da.Drive(coulomb=coulomb * scale)), [5.0], [2.0], duration=6.0)
        (event,) = run.events
        assert (event.kind, event.joint) == ("stick", "slide")
        assert event.time == pytest.approx(2.0 / coulomb, rel=EVENT)
        assert event.q[0] == pytest.approx(5 + 2.0 / coulomb, rel=MARCHED)
        assert event.qd == (0.0,)
        assert run.qd[-1, 0] == 0
        assert run.loss[-1] == pytest.approx(2.0 * scale, rel=MARCHED)


def test_a_crank_that_friction_holds_stays_while_the_other_moves_its_loop():
    robot, q = closed_robot.five_bar()
    drives = {"crank1": da.Drive(coulomb=900.0, static=1000.0), "crank2": da.Drive(damping=0.5)}
    robot = replace(robot, joints=tuple(replace(x, drive=drives.get(x.name)) for x in robot.joints))
    rough = da.simulation.Solver(rtol=1e-5, atol=1e-5)
    for method in (rough, None):  # a step closes the loops and leaves what is held at rest
        run = da.simulate(robot, q, duration=0.6, tau=[0.0, 0.0, 4.0, 0.0], method=method)
        assert abs(run.qd[-1, robot.coordinates.index("crank1")]) < SAME_ALGORITHM
    k = robot.coordinates.index("crank1")
    assert np.abs(run.qd[:, k]).max() < MARCHED
    assert np.abs(run.q[:, k] - q[k]).max() < MARCHED
    assert np.abs(run.qd[:, robot.coordinates.index("crank2")]).max() > 0.1
    assert np.abs(da.mechanism.loop_closure(robot, run.q)).max() < SAME_ALGORITHM
    assert run.residual < MARCHED_FAR
    assert not run.events


@pytest.mark.parametrize(("method", "seed"), [("DOP853", 0), ("DOP853", 1), ("rk4", 2), ("euler", 0), ("midpoint", 1)])
def test_a_wrench_may_be_given_at_any_frame_of_its_body(method, seed):
    """A force at the tip is the force at the link's frame with the moment r × f, r as the body turns."""
    robot = random_robot(seed, 3)
    link = robot.links[-1].name
    placed = da.model.Frame("tip", link, da.Pose(p=(0.2, -0.1, 0.3)))
    robot = replace(robot, frames=(*robot.frames, placed))
    rng = np.random.default_rng(seed)
    q, f = rng.uniform(-1, 1, robot.n), rng.normal(size=6)

    def moved(t, q, qd):
        r = np.subtract(*(da.forward_kinematics(robot, q, x)[:3, 3] for x in ("tip", link)))
        return np.append(f[:3], f[3:] + np.cross(r, f[:3]))

    if method in ("euler", "midpoint"):

        def at_tip(t, q, qd):
            return f
    else:
        at_tip = f
    given = {"duration": 0.02, "method": method}
    one = da.simulate(robot, q, wrench={"tip": at_tip}, **given)
    other = da.simulate(robot, q, wrench={link: moved}, **given)
    rough = 1e-3 if method != "DOP853" else COARSE_RUN
    assert one.q[-1] == pytest.approx(other.q[-1], abs=rough * 0.02)
    assert one.external[-1] == pytest.approx(other.external[-1], rel=0.05, abs=rough)
    assert abs(one.external[-1]) > 1e-6


@pytest.mark.parametrize("seed", range(3))
def test_a_motion_without_losses_runs_back_to_its_start(seed):
    robot = random_robot(seed, 4)
    q = np.random.default_rng(seed).uniform(-1, 1, robot.n)
    there = da.simulate(robot, q, np.ones(robot.n), duration=0.4, tau=np.ones(robot.n))
    back = da.simulate(robot, there.q[-1], -there.qd[-1], duration=0.4, tau=np.ones(robot.n))
    assert back.q[-1] == pytest.approx(q, abs=COARSE_RUN)
    assert back.qd[-1] == pytest.approx(-np.ones(robot.n), abs=COARSE_RUN)
    assert back.work[-1] == pytest.approx(-there.work[-1], abs=COARSE_RUN)
    for run in (there, back):
        for x in SCALARS[3:]:
            assert getattr(run, x)[0] == 0
        assert run.work == pytest.approx((run.q - run.q[0]).sum(axis=1), abs=COARSE_RUN)


def test_units_of_length_do_not_change_a_fall_over_a_stop():
    """Ten times the length and the gravity: the same times, ten times the way."""
    small, large = (
        da.simulate(
            slider(1.0, None, pull=9.0 * k, limits=da.Limits(lower=0.0)), [0.5 * k], duration=2.0, restitution=0.5
        )
        for k in (1.0, 10.0)
    )
    count = len(small.events)
    assert count > 5
    assert [e.kind for e in small.events] == [e.kind for e in large.events[:count]]
    assert [e.time for e in small.events] == pytest.approx([e.time for e in large.events[:count]], rel=MARCHED_FAR)
    assert 10 * small.q == pytest.approx(large.q, abs=COARSE_RUN)
    first = small.events[0]
    assert first.time == pytest.approx(np.sqrt(2 * 0.5 / 9.0), rel=EVENT)
    assert first.qd[0] == pytest.approx(0.5 * np.sqrt(2 * 9.0 * 0.5), rel=MARCHED)
    assert (first.q, first.joint, first.kind) == ((0.0,), "slide", "stop")
    assert small.residual < MARCHED_FAR


def test_a_start_a_little_off_its_loops_has_used_no_energy():
    robot, q = closed_robot.four_bar()
    run = da.simulate(robot, q + [2e-9, -1e-9, 1e-9], duration=0.01)
    assert [getattr(run, x)[0] for x in SCALARS[3:]] == pytest.approx([0.0] * 4, abs=SAME_ALGORITHM)
    assert np.abs(da.mechanism.loop_closure(robot, run.q[0])).max() < SAME_ALGORITHM


def test_one_quaternion_of_zeros_in_a_batch_is_refused():
    robot = da.gallery.quadruped()
    q = np.tile(da.neutral(robot), (3, 1))
    ball = next(x for x in robot.dofs if x.motion == "ball")
    q[1, ball.q] = 0.0
    with raises(da.finding.BadQuaternion):
        da.simulate(robot, q, duration=0.01)


def test_the_joint_of_an_event_is_the_one_that_rubs():
    """Friction of a joint and of its mimic: both are named, each by its own name."""
    robot = with_drives(two_links(g=0), None, da.Drive(coulomb=0.3))
    robot = replace(
        robot,
        joints=tuple(
            replace(x, mimic=da.model.Mimic(robot.coordinates[0], 2.0, 0.0)) if x.name == robot.coordinates[1] else x
            for x in robot.joints
        ),
    )
    run = da.simulate(robot, [0.1], [1.0], duration=20.0)
    assert [(x.kind, x.joint) for x in run.events] == [("stick", two_links().coordinates[1])]
    rubbed = with_drives(two_links(g=0), da.Drive(coulomb=0.3), da.Drive(coulomb=0.1))
    run = da.simulate(rubbed, [0.1, 0.3], [1.0, 0.5], duration=30.0)
    assert {x.joint for x in run.events} == set(rubbed.coordinates)
    assert np.all(run.qd[-1] == 0)


def test_an_archive_whose_times_do_not_grow_is_refused(tmp_path):
    run = da.simulate(arm(), [0.2], duration=0.1, sample=0.01)
    run.to_npz(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz") as data:
        np.savez(tmp_path / "other.npz", **{x: data[x] for x in data} | {"t": run.t[::-1]})
    with raises(da.finding.NotARun):
        da.simulation.Run.from_npz(tmp_path / "other.npz")


@pytest.mark.parametrize("gear", [[50.0, None], (50.0, None)])
def test_gears_of_an_encoder_may_be_a_list(gear):
    encoder = da.simulation.Encoder(100, 1e-3, gear=gear)
    unit = 2 * np.pi / 100 / np.array([50.0, 1.0])
    read = encoder.read(np.array([[0.7, -0.9]]), [False, False])
    assert read == pytest.approx(np.round(np.array([[0.7, -0.9]]) / unit) * unit)


def test_an_event_of_the_user_is_found_beside_friction_of_any_kind():
    """A mass that slides through its Stribeck curve: x = 5.5 where the function says, after which the run ends."""

    def there(t, q, qd):
        return 5.5 - q[0]

    there.terminal = True
    for drive in (None, da.Drive(coulomb=0.5), da.Drive(coulomb=0.5, static=0.8, stribeck_velocity=1e-3)):
        recording = da.simulation.Recording(events=[there])
        run = da.simulate(slider(1.0, drive), [5.0], [2.0], duration=6.0, sample=recording)
        assert [(x.kind, x.joint) for x in run.events] == [("there", None)]
        assert run.q[-1, 0] == pytest.approx(5.5, rel=MARCHED)
        assert run.t[-1] == run.events[0].time


@pytest.mark.parametrize("method", ["DOP853", "rk4"])
def test_a_robot_without_mass_does_not_move(method):
    with raises(da.finding.SingularInertia):
        da.simulate(slider(0.0), [0.0], duration=0.1, method=method)
