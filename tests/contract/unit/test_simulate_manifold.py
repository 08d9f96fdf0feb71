"""Runs of robots with balls and loops: how they start, what is refused, batches, controllers, records and files."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import expm

import dalembert as da
from closed_robot import MECHANISMS, at, four_bar, leg
from raised import raises
from tolerance import (
    COARSE_RUN,
    FINITE_DIFFERENCE,
    HUNDREDS_OF_ROUNDINGS,
    INTEGRATED,
    MARCHED,
    MARCHED_FAR,
    ROUNDED,
    TENS_OF_ROUNDINGS,
)


def ball(**options):
    joint = da.Joint("ball", "spherical", "ground", "body", **options)
    body = da.Inertia.about_com(1.0, (0.1, 0, -0.3), (0.1, 0.2, 0.25, 0, 0, 0))
    return da.Robot("ball", (da.Link("ground"), da.Link("body", body)), (joint,))


# ── the start ─────────────────────────────────────────────────────────────────


def test_a_start_of_the_old_size_is_refused_by_name():
    robot = da.gallery.puma560().floating()
    with raises(da.finding.WrongShape, argument="q0", robot="puma560"):
        da.simulate(robot, np.zeros(12), duration=1.0)
    with raises(da.finding.WrongShape, argument="qd0", robot="puma560"):
        da.simulate(robot, da.neutral(robot), np.zeros(13), duration=1.0)


def test_a_zero_quaternion_is_refused_and_any_other_is_normalised():
    with raises(da.finding.BadQuaternion, argument="q0", joint="ball"):
        da.simulate(ball(), np.zeros(4), duration=1.0)
    runs = [da.simulate(ball(), q, [1, 2, 3], duration=0.1) for q in ([3, 0, 4, 0], [0.6, 0, 0.8, 0])]
    assert np.array_equal(runs[0].q, runs[1].q)


@pytest.mark.parametrize("size", [1e-200, 1e-320, 1e200])
def test_a_quaternion_whose_square_is_zero_or_infinite_is_refused(size):
    robot, q = ball(), np.array([0.6, 0, 0.8, 0])
    for x in (size * q, np.stack([q, size * q])):
        with raises(da.finding.BadQuaternion, argument="q", joint="ball"):
            da.mass_matrix(robot, x)
        with raises(da.finding.BadQuaternion, argument="q0", joint="ball"):
            da.simulate(robot, x, [1, 2, 3], duration=0.1)
    tiny = np.array([1e-30, 0, 0, 0], dtype=np.float32)
    with raises(da.finding.BadQuaternion, argument="q", joint="ball"):
        da.mass_matrix(robot, tiny)


def test_the_range_of_a_ball_is_told_and_is_no_stop():
    robot = ball()
    robot = replace(robot, joints=(replace(robot.joints[0], limits=da.Limits(0.0, 0.5)),))
    run = da.simulate(robot, [1.0, 0, 0, 0], [0, 1.0, 0], duration=1.0)
    farthest = 2 * np.arccos(np.abs(run.q[:, 0])).max()
    (beyond,) = run.exceeded
    assert (beyond.quantity, beyond.limit.value) == ("joint position", 0.5)
    assert beyond.value.value == pytest.approx(farthest, abs=INTEGRATED)
    assert not da.simulate(robot, [1.0, 0, 0, 0], [0, 0.01, 0], duration=0.1).exceeded
    with raises(da.finding.FeatureUnsupported, function="restitution", robot="ball"):
        da.simulate(robot, [1.0, 0, 0, 0], duration=1.0, restitution=0.5)


def test_open_loops_and_rates_that_tear_them_are_refused():
    robot, q = four_bar()
    with raises(da.finding.OpenAtStart, robot="four_bar", loop="pin"):
        da.simulate(robot, q + [0, 0.01, 0], duration=1.0)
    with raises(da.finding.LoopRateError, argument="qd0", loop="pin"):
        da.simulate(robot, q, [1.0, 0, 0], duration=1.0)


def test_a_singular_start_is_named():
    """A parallelogram on its ground line: it may go on as one or fold."""
    robot, _ = four_bar()
    square = replace(robot.joint("rocker"), placement=at(2.0))
    loop = replace(robot.loops[0], first_placement=at(1.0))
    robot = replace(robot, joints=(*robot.joints[:2], square), loops=(loop,))
    with raises(da.finding.SingularLoops, robot="four_bar"):
        da.simulate(robot, [0.0, 0.0, 0.0], duration=1.0)
    q = da.assemble(robot, [1.0, -1.0, 1.0])
    passed = 0
    for speed in (3.2, 4.0):  # it comes through that line: it goes on as it was, or that is said
        start = da.mechanism.independent_map(robot, q)[0] @ [speed]
        try:
            run, said = (
                da.simulate(robot, q, start, duration=2.0, method=da.simulation.Solver(rtol=1e-12, atol=1e-14)),
                None,
            )
        except da.errors.SimulationStopped as stopped:
            run, said = stopped.run, stopped.finding
        passed += run.q[-1, 0] > 2 * np.pi
        assert said is None or (isinstance(said, da.finding.MotionDiverged) and said.loops)
        assert np.abs(run.energy - run.energy[0]).max() < 1e-9 * run.kinetic.max()
    assert passed


@pytest.mark.parametrize("method", ["DOP853", "Radau", "rk4"])
def test_a_rod_without_mass_moves(method):
    """M of the tree is singular, that of the mechanism is not."""
    robot, q = four_bar()
    robot = replace(
        robot, links=tuple(replace(x, inertia=da.Inertia()) if x.name == "coupler" else x for x in robot.links)
    )
    run = da.simulate(robot, q, da.mechanism.independent_map(robot, q)[0] @ [1.0], duration=1.0, method=method)
    assert np.abs(run.energy - run.energy[0]).max() < 1e-8 * run.kinetic.max()
    assert np.abs(da.mechanism.loop_closure(robot, run.q)).max() < HUNDREDS_OF_ROUNDINGS


def test_a_start_a_little_off_is_closed():
    robot, q = four_bar()
    run = da.simulate(robot, q + [0, 1e-8, 0], duration=0.1)
    assert np.abs(da.mechanism.loop_closure(robot, run.q[0])).max() < TENS_OF_ROUNDINGS
    assert abs(run.projection[0]) < HUNDREDS_OF_ROUNDINGS


@pytest.mark.parametrize(("robot", "q"), [(ball(), [1, 0, 0, 0]), four_bar()], ids=["ball", "loops"])
def test_the_midpoint_rule_is_refused(robot, q):
    with raises(da.finding.FeatureUnsupported, function="method midpoint"):
        da.simulate(robot, q, duration=1.0, method="midpoint")


def test_a_ball_can_be_neither_elastic_nor_driven_by_a_voltage():
    with raises(da.finding.PartProblem, name="ball", expected="one coordinate to be elastic"):
        da.simulate(ball(drive=da.Drive(0.1, 10, stiffness=100.0)), [1, 0, 0, 0], duration=1.0)
    motor = da.Drive(resistance=1.0, torque_constant=0.1)
    with raises(da.finding.PartProblem, name="ball", expected="one coordinate for a motor"):
        da.simulate(ball(drive=motor), [1, 0, 0, 0], duration=1.0, tau=da.simulation.Inputs(voltage=[1, 0, 0]))


def test_voltage_drives_what_is_actuated():
    robot, q = four_bar(drive=da.Drive(0.001, 20, resistance=1.2, torque_constant=0.08, inductance=1e-3))
    run = da.simulate(robot, q, duration=0.2, tau=da.simulation.Inputs(voltage=[12.0, 0, 0]))
    assert run.residual < MARCHED_FAR
    assert np.all(run.tau[:, 1:] == 0)
    assert run.work[-1] > 0


# ── batches and controllers ───────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["five_bar", "bennett"])
def test_a_batch_moves_as_its_parts(name):
    robot, q = MECHANISMS[name]()
    G, _ = da.mechanism.independent_map(robot, q)
    rates = np.array([G @ (s * np.ones(G.shape[1])) for s in (0.5, -0.3, 1.0)])
    batch = da.simulate(robot, q, rates, duration=0.3, tau=np.zeros(robot.nv))
    assert batch.q.shape[0] == 3
    for k in range(3):
        alone = da.simulate(robot, q, rates[k], duration=0.3, method="rk4")
        assert np.array_equal(batch[k].q, alone.q)


@pytest.mark.parametrize("method", ["DOP853", "rk4"])
def test_a_controller_sees_nq_and_gives_nv(method):
    robot = leg()
    seen = []

    def law(t, q, qd):
        seen.append((q.shape, qd.shape))
        return np.zeros(qd.shape)

    da.simulate(robot, da.neutral(robot), duration=0.02, tau=law, method=method)
    assert set(seen) == {((12,), (10,))}
    with raises(da.finding.BadValueAt):
        da.simulate(robot, da.neutral(robot), duration=0.02, tau=lambda t, q, qd: q, method=method)


def test_pd_turns_a_ball_to_its_goal_the_shorter_way():
    robot, goal = ball(), np.array([np.cos(0.4), 0, np.sin(0.4), 0])
    for sign in (1, -1):
        law = da.control.pd_gravity(robot, sign * goal, 30.0, 6.0)
        run = da.simulate(robot, [1, 0, 0, 0], duration=6.0, tau=law)
        assert np.abs(da.difference(robot, run.q[-1], goal)).max() < COARSE_RUN
    law = da.control.computed_torque(robot, goal, 25.0, 10.0)
    run = da.simulate(robot, [1, 0, 0, 0], duration=4.0, tau=law)
    assert np.abs(da.difference(robot, run.q[-1], goal)).max() < COARSE_RUN


def test_pd_holds_a_mechanism_with_its_actuated_joint_alone():
    robot, q = four_bar(drive=da.Drive(damping=1.0))
    run = da.simulate(robot, q, duration=3.0, tau=da.control.pd_gravity(robot, q, 50.0, 10.0))
    assert np.abs(run.q - q).max() < MARCHED
    assert np.all(run.tau[:, 1:] == 0)
    assert abs(run.tau[0, 0]) > 1


@pytest.mark.parametrize("make", [da.control.task_space, da.control.impedance])
def test_laws_that_need_a_tree_say_so(make):
    with raises(da.finding.FeatureUnsupported, robot="four_bar", parts=(da.finding.Part("loop", "pin"),)):
        make(four_bar()[0], np.eye(4), 1.0, 1.0)
    with raises(da.finding.CoordinateNotActuated, robot="puma560", coordinate="root.vx"):
        make(da.gallery.puma560().floating(), np.eye(4), 1.0, 1.0)


def test_computed_torque_needs_every_coordinate_driven():
    robot = da.gallery.puma560().floating()
    with raises(da.finding.CoordinateNotActuated, function="computed_torque", robot="puma560", coordinate="root.vx"):
        da.control.computed_torque(robot, da.neutral(robot), 1.0, 1.0)


# ── the record ────────────────────────────────────────────────────────────────


def test_columns_are_named_and_files_keep_a_ball(tmp_path):
    robot = ball()
    run = da.simulate(robot, [1, 0, 0, 0], [1, 2, 3], duration=0.2)
    assert run.q.shape[1:] == (4,)
    assert run.qd.shape[1:] == run.qdd.shape[1:] == run.tau.shape[1:] == (3,)
    table = run.table()
    assert [x for x in table if x.startswith("q.")] == ["q.ball.qw", "q.ball.qx", "q.ball.qy", "q.ball.qz"]
    assert [x for x in table if x.startswith("qd.")] == ["qd.ball.wx", "qd.ball.wy", "qd.ball.wz"]
    run.to_npz(tmp_path / "run.npz")
    back = da.simulation.Run.from_npz(tmp_path / "run.npz")
    assert np.array_equal(back.q, run.q)
    assert back.entries == run.entries
    assert back.robot == robot
    run.save(tmp_path / "run.png")
    run.to_csv(tmp_path / "run.csv")
    assert (tmp_path / "run.csv").read_text().partition("\n")[0].startswith("t,q.ball.qw")
    assert json.dumps(run.statistics)


def test_a_run_of_a_ball_between_its_rows():
    robot = ball()
    run = da.simulate(
        robot, [1, 0, 0, 0], [1, 2, 8], duration=2.0, sample=0.02, method=da.simulation.Solver(rtol=1e-12, atol=1e-14)
    )
    fine = da.simulate(
        robot, [1, 0, 0, 0], [1, 2, 8], duration=2.0, sample=0.005, method=da.simulation.Solver(rtol=1e-12, atol=1e-14)
    )
    found = run.at(fine.t)
    assert np.abs(found.q - fine.q).max() < INTEGRATED
    assert np.abs(found.qd - fine.qd).max() < 1e-5
    assert np.abs(np.linalg.norm(found.q, axis=1) - 1).max() < ROUNDED
    rows = run.at(run.t)
    for name in ("q", "qd", "qdd"):
        assert np.abs(getattr(rows, name) - getattr(run, name)).max() < 1e-10 * np.abs(getattr(run, name)).max()


def test_limits_of_a_ball_are_of_its_rates():
    robot = ball(limits=da.Limits(-0.1, 0.1, velocity=2.0))
    run = da.simulate(robot, [1, 0, 0, 0], [1, 0.5, 3], duration=0.1)
    assert {(x.joint, x.quantity) for x in run.exceeded} == {
        ("ball.wz", "joint velocity"),
        ("ball.wx", "joint position"),
    }


def test_an_encoder_cannot_read_a_ball():
    run = da.simulate(ball(), [1, 0, 0, 0], duration=0.1)
    with raises(da.finding.FeatureUnsupported, function="Encoder", robot="ball"):
        run.measured(da.simulation.Encoder(1000, 0.01))


# ── linearize ─────────────────────────────────────────────────────────────────


def test_a_ball_is_linearized_by_its_tangent():
    """δ̇ = δω − ω × δ: two motions side by side, a moment later."""
    robot = leg()
    n, rng, h, dt = robot.nv, np.random.default_rng(2), 1e-5, 4e-4
    q = da.integrate(robot, da.neutral(robot), 0.5 * rng.normal(size=n))
    qd, tau = rng.normal(size=n), rng.normal(size=n)

    def moved(dx):
        start = da.integrate(robot, q, dx[:n]), qd + dx[n:]
        return da.simulate(
            robot, *start, duration=dt, tau=tau, sample=dt / 80, method=da.simulation.Solver(rtol=1e-13, atol=1e-15)
        )

    run, Phi = moved(np.zeros(2 * n)), np.eye(2 * n)
    for A in da.linearize(robot, run.q[1::2], run.qd[1::2], tau).A:
        Phi = expm(dt / 40 * A) @ Phi
    for k, e in enumerate(np.eye(2 * n)):
        after, before = moved(h * e), moved(-h * e)
        apart = np.r_[da.difference(robot, before.q[-1], after.q[-1]), after.qd[-1] - before.qd[-1]] / (2 * h)
        assert np.abs(apart - Phi[:, k]).max() < FINITE_DIFFERENCE * np.abs(Phi).max()
    A, B = da.linearize(robot, q, qd, tau)
    assert A.shape == (2 * n, 2 * n)
    assert B.shape == (2 * n, n)
    for first in (3, 6):
        x, y, z = qd[first : first + 3]
        assert np.allclose(A[first : first + 3, first : first + 3], [[0, z, -y], [-z, 0, x], [y, -x, 0]])


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "five_bar", "bennett"])
def test_loops_are_linearized_in_independent_coordinates(name):
    robot, q = MECHANISMS[name]()
    own = [robot.coordinates.index(x) for x in da.mechanism.independent_coordinates(robot)]
    m, rng = len(own), np.random.default_rng(4)
    G, _ = da.mechanism.independent_map(robot, q)
    u, tau, h = rng.normal(size=m), rng.normal(size=robot.nv), 1e-5

    def rate(dx, effort):
        there = da.assemble(robot, da.integrate(robot, q, G @ dx[:m]))
        for _ in range(3):
            off = da.difference(robot, q, there)[own] - dx[:m]
            there = da.assemble(robot, da.integrate(robot, there, -da.mechanism.independent_map(robot, there)[0] @ off))
        rates = u + dx[m:]
        return np.r_[
            rates, da.forward_dynamics(robot, there, da.mechanism.independent_map(robot, there)[0] @ rates, effort)[own]
        ]

    A, B = da.linearize(robot, q, G @ u, tau)
    found = np.array([(rate(h * e, tau) - rate(-h * e, tau)) / (2 * h) for e in np.eye(2 * m)]).T
    assert np.abs(A - found).max() < FINITE_DIFFERENCE * np.abs(A).max()
    still = np.zeros(2 * m)
    by = np.array([(rate(still, tau + h * e) - rate(still, tau - h * e)) / (2 * h) for e in np.eye(robot.nv)]).T
    assert np.abs(B - by).max() < FINITE_DIFFERENCE * np.abs(B).max()


@pytest.mark.parametrize(("robot", "what"), [(ball(), "has a ball"), (da.gallery.planar_3rrr(), "has loops")])
def test_the_midpoint_method_says_what_it_does_not_step(robot, what):
    q = da.assemble(robot, da.neutral(robot)) if robot.loops else da.neutral(robot)
    with raises(da.finding.FeatureUnsupported, function="method midpoint"):
        da.simulate(robot, q, duration=0.1, method="midpoint")


@pytest.mark.parametrize("which", [0, 2, 5])
def test_the_loop_that_is_open_is_named_in_a_batch_too(which):
    """A platform of six legs, one of them too long, in one state of two."""
    robot = da.gallery.stewart()
    home = da.assemble(robot, da.neutral(robot))
    off = home.copy()
    off[robot.coordinate(robot.actuated[which]).q] += 0.01
    for q in (off, np.array([home, off]), np.array([off, home])):
        with raises(da.finding.OpenAtStart, robot="stewart", loop=robot.loops[which].name) as stop:
            da.simulate(robot, q, duration=0.1)
        assert stop.value.finding.gap.value == pytest.approx(0.01, rel=0.15)  # its largest component
