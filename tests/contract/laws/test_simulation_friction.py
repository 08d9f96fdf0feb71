"""Dry friction: real stick and slip, against closed forms."""

from math import atan2, cos, pi, sin, sqrt

import numpy as np
import pytest
from scipy.optimize import brentq

import dalembert as da
from pieces import PUMA_START, G, arm, four_bar, slider, two_links, with_drives
from raised import raises
from tolerance import COARSE_RUN, INTEGRATED, MARCHED, MARCHED_FAR, SAME_ALGORITHM


def test_a_mass_on_a_spring_loses_as_much_at_every_half_swing():
    """x → x − 2 fc/k at each half-swing of π √(m/k), until |k x| < fc: there it stays."""
    m, k, fc, x = 1.5, 4.0, 0.3, 1.0
    run = da.simulate(slider(m, da.Drive(coulomb=fc)), [x], duration=20.0, tau=lambda t, q, qd: -k * q)
    half, loss = pi * sqrt(m / k), 2 * fc / k
    turns = [e for e in run.events if e.kind in ("turn", "stick")]
    for i, event in enumerate(turns, 1):
        x = -(x - loss) if x > 0 else -(x + loss)
        assert event.q[0] == pytest.approx(x, abs=MARCHED)
        assert event.time == pytest.approx(i * half, abs=MARCHED)
    assert len(turns) == 7
    assert turns[-1].kind == "stick"
    assert abs(k * x) < fc
    assert run.q[-1, 0] == pytest.approx(x, abs=MARCHED)
    assert np.all(run.qd[run.t > turns[-1].time] == 0)
    assert run.residual < MARCHED


def test_stick_slip_of_a_mass_drawn_by_a_spring_has_its_analytic_period():
    """Stuck until k s = fs; then s'' = −(k s − fc)/m from s' = v until the mass stops, s' = v again."""
    m, k, v, fc, fs = 1.3, 90.0, 0.12, 2.0, 3.5
    run = da.simulate(
        slider(m, da.Drive(coulomb=fc, static=fs)), [0.0], duration=8.0, tau=lambda t, q, qd: k * (v * t - q)
    )
    w, a = sqrt(k / m), (fs - fc) / k
    slip = brentq(lambda t: -a * w * sin(w * t) + v * cos(w * t) - v, pi / w, 2 * pi / w)
    stretch = fc / k + a * cos(w * slip) + v / w * sin(w * slip)
    period = slip + (fs / k - stretch) / v
    starts = [e.time for e in run.events if e.kind == "slip"]
    assert starts[0] == pytest.approx(fs / (k * v), rel=MARCHED)
    assert len(starts) > 8
    assert np.diff(starts) == pytest.approx(period, rel=MARCHED_FAR)
    assert slip == pytest.approx((2 * pi - 2 * atan2(a * w, v)) / w)
    assert [e.kind for e in run.events[:4]] == ["slip", "stick", "slip", "stick"]


def test_a_joint_held_by_static_friction_does_not_creep():
    run = da.simulate(arm(da.Drive(coulomb=4.0, static=5.0)), [0.2], duration=1000.0)
    assert G * 0.5 * cos(0.2) > 4.0  # more than sliding friction could hold
    assert np.all(run.q == 0.2)
    assert np.all(run.qd == 0)
    assert not run.events


def test_break_away_comes_at_the_static_level_and_slides_with_the_kinetic_one():
    drive = da.Drive(coulomb=1.0, static=1.5, asymmetry=0.2)
    forward = da.simulate(slider(1.0, drive), [0.0], duration=20.0, tau=lambda t, q, qd: np.array([0.1 * t]))
    assert [e.kind for e in forward.events] == ["slip"]
    assert forward.events[0].time == pytest.approx((1.5 + 0.2) / 0.1, rel=MARCHED)
    assert forward.qdd[-1, 0] == pytest.approx(2.0 - 1.2)
    back = da.simulate(slider(1.0, drive), [0.0], duration=20.0, tau=lambda t, q, qd: np.array([-0.1 * t]))
    assert back.events[0].time == pytest.approx((1.5 - 0.2) / 0.1, rel=MARCHED)
    assert back.qdd[-1, 0] == pytest.approx(-2.0 + 0.8)


def test_two_joints_stick_and_slip_on_their_own():
    """One joint held while the other moves: the held one is exactly at rest, its friction what the motion asks."""
    robot = with_drives(two_links(g=0), da.Drive(coulomb=3.0, static=4.0), da.Drive(coulomb=0.05))
    run = da.simulate(robot, [0.1, 0.2], [0.0, 2.0], duration=1.0)
    assert np.all(run.q[:, 0] == 0.1)
    assert np.abs(run.qd[:, 1]).max() > 1.0
    strong = da.simulate(
        with_drives(two_links(g=0), da.Drive(coulomb=0.2, static=0.3), da.Drive(coulomb=0.05)),
        [0.1, 0.2],
        [0.0, 2.0],
        duration=1.0,
    )
    assert np.abs(strong.qd[:, 0]).max() > 0.1
    assert strong.residual < MARCHED_FAR


def test_lugre_gives_way_like_a_spring_and_slides_at_the_coulomb_level():
    """Pushed slowly, dz/dx = 1 − σ0 z/fc: held by F at x = −(fc/σ0) ln(1 − F/fc); in steady sliding F = fc + b v."""
    drive = da.Drive(coulomb=1.0, damping=0.4, bristle_stiffness=1e4, bristle_damping=400.0)
    held = da.simulate(
        slider(1.0, drive), [0.0], duration=4.0, tau=[0.5], method=da.simulation.Solver("Radau", rtol=1e-7, atol=1e-10)
    )
    assert held.q[-1, 0] == pytest.approx(-1e-4 * np.log(0.5), rel=1e-3)
    assert abs(held.qd[-1, 0]) < INTEGRATED
    slides = da.simulate(
        slider(1.0, drive), [0.0], duration=40.0, tau=[2.0], method=da.simulation.Solver("Radau", rtol=1e-7, atol=1e-9)
    )
    assert slides.qd[-1, 0] == pytest.approx((2.0 - 1.0) / 0.4, rel=1e-5)


@pytest.mark.parametrize("asymmetry", [0.0, 0.4, -0.4])
@pytest.mark.parametrize("static", [0.0, 1.7])
def test_bristles_slide_with_the_friction_that_is_stated(asymmetry, static):
    """At a steady rate they give the F of `inverse_dynamics`, in both directions, whatever the method."""
    plain = da.Drive(coulomb=1.0, static=static, stribeck_velocity=0.3, asymmetry=asymmetry, damping=0.5)
    robot = slider(0.02, plain.changed(bristle_stiffness=500.0, bristle_damping=1.0))
    for v in (0.4, -0.4):
        push = da.inverse_dynamics(slider(0.02, plain), [0.0], [v], [0.0])
        for method in ("DOP853", "rk4"):
            options = {"rtol": 1e-7} if method == "DOP853" else {"step": 1e-3}
            run = da.simulate(robot, [0.0], [v], duration=0.6, tau=lambda t, q, qd, u=push, v=v: u + 9 * (v - qd), method=da.simulation.Solver(method, **options), sample=0.1)  # fmt: skip
            assert run.qd[-1, 0] == pytest.approx(v, rel=COARSE_RUN)


@pytest.mark.parametrize("method", ["rk4", "euler", "moreau"])
def test_bristles_that_a_fixed_step_cannot_follow_are_named(method):
    """h σ0 |v| / G = 10 here: the run is kept, and is not given as one that went well; at a tenth of the step it is right."""
    robot = slider(1.0, da.Drive(coulomb=1.0, bristle_stiffness=1e4, bristle_damping=10.0))
    with raises(da.finding.UnstableBristles, joint="slide", step=da.finding.Measure(1e-3, "s")) as stop:
        da.simulate(robot, [0.0], [1.0], duration=0.1, tau=[1.0], method=method)
    assert stop.value.run.t[-1] > 0
    assert stop.value.time == 0
    right = da.simulate(robot, [0.0], [1.0], duration=0.1, tau=[1.0], method=da.simulation.Solver(method, step=1e-4))
    assert right.qd[-1, 0] == pytest.approx(1.0, rel=1e-3)


@pytest.mark.parametrize("static", [0.0, 0.5, 1.0, 1.5])
@pytest.mark.parametrize("width", [0.0, 0.01, 0.3])
def test_static_friction_counts_only_above_the_coulomb_friction(static, width):
    """F is fc or more at any rate, and the joint comes to rest no later than fc alone stops it, v m / fc."""
    robot = slider(1.0, da.Drive(coulomb=1.0, static=static, stribeck_velocity=width))
    F = [da.inverse_dynamics(robot, [0.0], [v], [0.0])[0] for v in (1e-4, 0.01, 0.1, 1.0)]
    assert min(F) >= 1.0
    assert max(F) <= max(1.0, static)
    run = da.simulate(robot, [0.0], [0.5], duration=0.6, sample=0.1)
    assert [e.kind for e in run.events] == ["stick"]
    assert run.events[0].time <= 0.5 * (1 + MARCHED)


def test_a_ball_bounces_to_rest_when_the_series_says():
    """Flights of 2 eⁱ t₁ after the first fall t₁: rest at t₁ (1 + e)/(1 − e), to the landing speed of 1e-6 m/s."""
    e, h = 0.6, 1.0
    run = da.simulate(slider(1.0, pull=G, limits=da.Limits(lower=0.0)), [h], duration=5.0, restitution=e)
    first = sqrt(2 * h / G)
    hits = [x for x in run.events if x.kind == "stop"]
    for i, hit in enumerate(hits[:10]):
        flights = sum(2 * e**j * first for j in range(1, i + 1))
        assert hit.time == pytest.approx(first + flights, rel=MARCHED)
        assert hit.qd[0] == pytest.approx(G * first * e ** (i + 1), rel=INTEGRATED)
    assert hits[-1].time == pytest.approx(first * (1 + e) / (1 - e), abs=1e-5)
    assert run.q[-1, 0] == 0.0
    assert run.loss[-1] == pytest.approx(G * h, rel=MARCHED)
    assert run.q.min() > -1e-9


def test_a_joint_pressed_on_its_stop_leaves_when_pulled():
    limits = da.Limits(lower=-0.5, upper=0.5)
    run = da.simulate(
        slider(2.0, limits=limits),
        [0.4],
        [1.0],
        duration=3.0,
        tau=lambda t, q, qd: np.array([1.0 - t]),
        restitution=0.0,
    )
    kinds = [(e.kind, round(e.time, 6)) for e in run.events]
    assert kinds[0][0] == "stop"
    assert ("leave", 1.0) in kinds
    assert run.q.max() <= 0.5 + 1e-12


def test_what_holds_a_joint_and_its_mimic_adds_up():
    """Two sliders on one coordinate, the second at −2 q: together they hold 1.5 + 2 · 0.5, and slide with 1 + 2 · 0.3."""
    joints = (
        da.Joint("first", "prismatic", "ground", "a", axis=(1, 0, 0), drive=da.Drive(coulomb=1.0, static=1.5)),
        da.Joint(
            "second",
            "prismatic",
            "ground",
            "b",
            axis=(1, 0, 0),
            drive=da.Drive(coulomb=0.3, static=0.5),
            mimic=da.model.Mimic("first", -2),
        ),
    )
    robot = da.Robot(
        "gripper",
        (da.Link("ground"), da.Link("a", da.Inertia(1.0)), da.Link("b", da.Inertia(0.5))),
        joints,
        gravity=(0, 0, 0),
    )
    run = da.simulate(robot, [0.0], duration=30.0, tau=lambda t, q, qd: np.array([0.1 * t]))
    assert [(e.kind, e.joint) for e in run.events] == [("slip", "first")]
    assert run.events[0].time == pytest.approx(25.0, rel=MARCHED)
    assert run.qdd[-1, 0] == pytest.approx((3.0 - 1.6) / (1 + 4 * 0.5))


# ── friction as an impulse: the compiled method ───────────────────────────────


def test_impulses_hold_a_joint_for_a_million_steps():
    run = da.simulate(
        arm(da.Drive(coulomb=4.0, static=5.0)), [0.2], duration=1000.0, method=da.simulation.Solver("moreau", step=1e-3)
    )
    assert np.abs(run.q - 0.2).max() < SAME_ALGORITHM
    assert np.abs(run.qd).max() < SAME_ALGORITHM


def test_impulses_break_away_at_the_static_level():
    drive = da.Drive(coulomb=1.0, static=1.5)
    run = da.simulate(
        slider(1.0, drive),
        [0.0],
        duration=20.0,
        tau=lambda t, q, qd: np.array([0.1 * t]),
        method=da.simulation.Solver("moreau", step=1e-3),
    )
    first = run.t[np.argmax(run.qd[:, 0] > 1e-6)]
    assert first == pytest.approx(15.0, abs=0.021)  # a row is 0.02 s
    assert run.qdd[-1, 0] == pytest.approx(1.0, abs=1e-3)


def test_a_whole_arm_comes_to_rest_and_stays():
    """The PUMA with its own friction: the impulse method converges with order 1 to the events of the adaptive one."""
    puma, apart = da.gallery.puma560(), []
    exact = da.simulate(puma, PUMA_START, duration=3.0, sample=0.1)
    assert {e.joint for e in exact.events if e.kind == "stick"} == {"joint2", "joint3"}
    for step in (1e-3, 2.5e-4):
        run = da.simulate(puma, PUMA_START, duration=3.0, method=da.simulation.Solver("moreau", step=step), sample=0.1)
        apart.append(np.abs(run.q - exact.q).max())
    assert apart[0] < 5e-3
    assert apart[1] < apart[0] / 3
    batch = da.simulate(
        puma, np.tile(run.q[-1], (9, 1)), duration=20.0, method=da.simulation.Solver("moreau", step=1e-3), sample=10.0
    )
    assert np.abs(batch.q[:, 2] - batch.q[:, 1]).max() < MARCHED


@pytest.mark.parametrize("method", ["euler", "moreau"])
@pytest.mark.parametrize("drive", [None, da.Drive(damping=0.4), da.Drive(coulomb=0.5)])
def test_methods_of_first_order_are_so_on_loops(method, drive):
    """A four-bar linkage that swings: half the step, half the distance to the motion found by DOP853."""
    robot = four_bar() if drive is None else with_drives(four_bar(), drive, None, None)
    start = da.assemble(robot, [1.0, -1.0, 1.0])
    exact = da.simulate(robot, start, duration=0.5, sample=0.5)
    apart = []
    for step in (2e-3, 1e-3):
        run = da.simulate(robot, start, duration=0.5, sample=0.5, method=da.simulation.Solver(method, step=step))
        apart.append(np.abs([run.q[-1] - exact.q[-1], run.qd[-1] - exact.qd[-1]]).max())
    assert apart[0] < 0.1
    assert apart[0] / apart[1] == pytest.approx(2.0, rel=0.05)


@pytest.mark.parametrize("method", ["DOP853", "rk4", "moreau"])
@pytest.mark.parametrize("ratio", [2.0, -0.5])
def test_two_masses_on_one_gear_are_one_mass(method, ratio):
    """q2 = n q1: F = (m1 + n² m2) q̈1, one equation of closure and one freedom."""
    links = (da.Link("ground"), da.Link("a", da.Inertia(1.5)), da.Link("b", da.Inertia(0.7)))
    joints = tuple(da.Joint(f"j{x}", "prismatic", "ground", x, axis=(1, 0, 0)) for x in "ab")
    gear = da.model.Coupling("gear", ((ratio, (("ja", 1),)), (-1, (("jb", 1),))))
    robot = da.Robot("geared", links, joints, gravity=(0, 0, 0), loops=(gear,), actuated=("ja",))
    run = da.simulate(robot, [0.1, 0.1 * ratio], duration=0.5, tau=[3.0, 0.0], method=method, sample=0.1)
    a, h = 3.0 / (1.5 + 0.7 * ratio**2), 1e-3
    expected = 0.1 + a * run.t**2 / 2
    bar = a * h * run.t[-1] if method == "moreau" else MARCHED  # a step of first order is h/2 ahead
    assert np.abs(run.q - expected[:, None] * [1, ratio]).max() < bar * max(1, abs(ratio))


def test_a_step_does_not_jump_into_the_stribeck_curve():
    """A fast change of the force, from far outside the curve: coarse tolerances keep what they promise."""
    robot = slider(1.0, da.Drive(coulomb=1.0, static=1.5, stribeck_velocity=0.1))
    exact, coarse = (
        da.simulate(
            robot, [0.0], [1.0], duration=0.15, tau=lambda t, q, qd: [-2000 * sin(40 * t)],
            method=da.simulation.Solver("DOP853", rtol=rtol, atol=rtol), sample=0.15,
        )
        for rtol in (1e-11, 1e-4)
    )  # fmt: skip
    assert [e.kind for e in coarse.events] == [e.kind for e in exact.events]
    assert coarse.q[-1] == pytest.approx(exact.q[-1], abs=INTEGRATED)


@pytest.mark.parametrize("friction", [1e4, 3e5])
def test_a_mass_that_stops_within_microseconds_late_in_a_run_sticks_once(friction):
    """Carried against its friction for 10 s; then t = m v/fc, whose rounding at 10 s is a speed of 10⁻⁹ m/s."""
    tau = da.simulation.Inputs(np.array([[friction]] * 10 + [[0.0]]), control_period=1.0)
    run = da.simulate(slider(1.0, da.Drive(coulomb=friction)), [0.0], [1.0], duration=11.0, sample=1.0, tau=tau)
    assert [e.kind for e in run.events] == ["stick"]
    assert run.events[0].time == pytest.approx(10.0 + 1.0 / friction)
    assert run.events[0].qd == (0.0,)


@pytest.mark.parametrize("stiffness", [(1e4, 4e3), (4e3, 1e4)])
def test_the_first_row_at_which_a_bristle_is_too_fast_is_named_whatever_its_joint(stiffness):
    """h σ0 |v|/fc passes the limit at the smaller speed of the stiffer bristle, so that joint is named, with v's row."""
    drives = [da.Drive(coulomb=1.0, bristle_stiffness=x, bristle_damping=1.0) for x in stiffness]
    links = (da.Link("ground"), *(da.Link(x, da.Inertia(1.0)) for x in "ab"))
    joints = tuple(
        da.Joint(x, "prismatic", "ground", x, axis=(1, 0, 0), drive=d) for x, d in zip("ab", drives, strict=True)
    )
    robot = da.Robot("two", links, joints, gravity=(0, 0, 0))
    with raises(da.finding.UnstableBristles, joint="ab"[np.argmax(stiffness)]) as stop:
        da.simulate(robot, [0.0, 0.0], duration=0.3, tau=[6.0, 6.0], method="rk4")
    assert 0 < stop.value.time < 0.3
    k = np.argmax(stiffness)
    v = np.abs(stop.value.run.qd[np.searchsorted(stop.value.run.t, stop.value.time), k])
    longest = stop.value.finding.longest.value
    assert longest < 1e-3
    assert longest == pytest.approx(2.785 / (stiffness[k] * v), rel=1e-3)


@pytest.mark.parametrize("method", ["moreau", "rk4"])
def test_friction_takes_the_energy_that_the_motion_loses(method):
    """m v̇ = −fc − b v: v + fc/b falls by exp(−b t/m); the loss is m (v0² − v²)/2."""
    m, b, fc, v0 = 1.5, 0.8, 0.5, 2.0
    run = da.simulate(
        slider(m, da.Drive(damping=b, coulomb=fc)), [0.0], [v0], duration=1.0,
        method=da.simulation.Solver(method, step=1e-4), sample=0.25,
    )  # fmt: skip
    v = (v0 + fc / b) * np.exp(-b * run.t / m) - fc / b
    assert run.qd[:, 0] == pytest.approx(v, abs=1e-3)
    assert run.loss == pytest.approx(m * (v0**2 - v**2) / 2, abs=1e-3)


@pytest.mark.parametrize(("duration", "count"), [(0.1, 7), (0.3, 7), (0.7, 8)])
@pytest.mark.parametrize("method", ["DOP853", "rk4"])
def test_every_sample_acts_once_in_its_turn(method, duration, count):
    """Periods whose multiples round down, as int(3 (0.1/7) / (0.1/7)) = 2."""
    samples = np.arange(1.0, count + 1)[:, None]
    run = da.simulate(slider(), [0.0], duration=duration, tau=samples, method=method, sample=duration / count)
    assert run.tau[:-1] == pytest.approx(samples)
