"""What acts on robots with balls and loops in time: springs, carried weight, friction, stops, elastic joints, wrenches."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import dalembert as da
from closed_robot import MECHANISMS, four_bar, leg
from interpreted import interpreted
from pieces import slider
from tolerance import ANOTHER_LIBRARY, HUNDREDS_OF_ROUNDINGS, MARCHED, MARCHED_FAR, SAME_ALGORITHM

TIGHT = {"rtol": 1e-12, "atol": 1e-14}
SHARP = da.simulation.Solver(**TIGHT)


def a_state(robot, seed=0):
    rng = np.random.default_rng(seed)
    q = da.integrate(robot, da.neutral(robot), 0.5 * rng.normal(size=robot.nv))
    return q, rng.normal(size=robot.nv)


@cache
def closed_state(name):
    robot, q = MECHANISMS[name]()
    G = interpreted(robot, "independent_map", q, np.zeros(robot.nv))[0]
    return robot, q, G @ np.random.default_rng(3).normal(size=G.shape[1])


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["leg", *MECHANISMS])
@pytest.mark.parametrize("method", ["DOP853", "rk4"])
def test_a_run_starts_with_the_acceleration_of_forward_dynamics(name, method):
    """Springs, carried weight and loops are there once, with an outside wrench too."""
    robot, q, qd = (leg(), *a_state(leg())) if name == "leg" else closed_state(name)
    tau = np.random.default_rng(1).normal(size=robot.nv)
    push = {robot.links[-1].name: [1.0, -2.0, 0.5, 0.1, 0.3, -0.2]}
    for wrench in (None, push):
        run = da.simulate(robot, q, qd, duration=1e-3, tau=tau, wrench=wrench, method=method)
        expected = da.forward_dynamics(robot, q, qd, tau, wrench=wrench)
        assert np.abs(run.qdd[0] - expected).max() < ANOTHER_LIBRARY * np.abs(expected).max()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("method", ["DOP853", "Radau", "rk4"])
def test_the_ledger_balances_with_springs_dampers_and_carried_weight(method):
    robot = leg()
    options = {"Radau": {"rtol": 1e-9, "atol": 1e-11}, "DOP853": TIGHT}.get(method, {})
    run = da.simulate(
        robot, *a_state(robot), duration=1.0, tau=0.3 * np.ones(robot.nv), wrench={"foot": [1, 0, 0, 0, 0.2, 0]},
        method=da.simulation.Solver(method, **options),
    )  # fmt: skip
    assert run.residual < MARCHED_FAR
    assert run.loss[-1] > 0.1
    assert np.abs(run.external).max() > 0.01
    total = da.potential_energy(robot, run.q)
    assert np.abs(run.potential + run.elastic - total).max() < ANOTHER_LIBRARY * np.abs(total).max()
    assert np.ptp(run.elastic) > 0.1


def test_a_mass_on_a_damped_spring_swings_as_the_formula_says():
    k, b, m = 40.0, 1.2, 1.5
    robot = replace(slider(m), springs=(da.model.Tendon("spring", (("slide", 1),), k, 0.1, b),))
    run = da.simulate(robot, [0.4], duration=4.0, method=SHARP)
    decay, w = b / (2 * m), np.sqrt(k / m - (b / (2 * m)) ** 2)
    expected = 0.1 + 0.3 * np.exp(-decay * run.t) * (np.cos(w * run.t) + decay / w * np.sin(w * run.t))
    assert np.abs(run.q[:, 0] - expected).max() < ANOTHER_LIBRARY
    assert run.loss[-1] == pytest.approx(k * 0.3**2 / 2 - run.energy[-1], rel=MARCHED)


def test_an_arm_whose_weight_is_carried_stays_where_it_is():
    arm = da.gallery.puma560()
    carried = replace(arm, links=tuple(replace(link, gravcomp=1.0) for link in arm.links)).rigid()
    run = da.simulate(carried, 0.3 * np.ones(6), duration=2.0)
    assert np.abs(run.qd).max() < SAME_ALGORITHM
    moving = da.simulate(carried, 0.3 * np.ones(6), [1, 0, -1, 0, 2, 0], duration=2.0, method=SHARP)
    assert np.abs(moving.kinetic - moving.kinetic[0]).max() < 1e-9 * moving.kinetic[0]


# ── friction and stops keep the loops ─────────────────────────────────────────


def held_effort(robot, q):
    """The effort at the crank that bears the weight, by virtual work."""
    return float(da.gravity_vector(robot, q, independent=True)[0])


@pytest.mark.parametrize("method", ["DOP853", "Radau", "moreau"])
def test_friction_holds_a_mechanism_up_to_its_level_and_no_further(method):
    robot, q = four_bar()
    needed = abs(held_effort(robot, q))
    for share, holds in ((1.001, True), (0.999, False)):
        rubbing, _ = four_bar(drive=da.Drive(coulomb=share * needed))
        run = da.simulate(rubbing, q, duration=0.5, method=method)
        assert (np.abs(run.qd).max() < SAME_ALGORITHM) == holds
        assert np.abs(da.mechanism.loop_closure(robot, run.q)).max() < HUNDREDS_OF_ROUNDINGS
        if holds:
            assert np.abs(run.q - run.q[0]).max() < HUNDREDS_OF_ROUNDINGS
            assert (
                method == "moreau" or np.abs(run.qdd).max() < MARCHED
            )  # whose rows tell the acceleration without friction
        else:
            assert np.abs(run.qd[-1]).max() > 1e-4


@pytest.mark.parametrize("method", ["DOP853", "Radau"])
def test_a_rubbing_mechanism_comes_to_rest_and_the_ledger_balances(method):
    robot, q = four_bar(drive=da.Drive(coulomb=6.0, damping=0.5))
    G, _ = da.mechanism.independent_map(robot, q)
    options = {"rtol": 1e-9, "atol": 1e-11} if method == "Radau" else TIGHT
    run = da.simulate(robot, q, G @ [3.0], duration=12.0, method=da.simulation.Solver(method, **options))
    assert {event.kind for event in run.events} & {"stick", "turn"}
    assert np.abs(run.qd[-1]).max() < SAME_ALGORITHM
    assert run.residual < MARCHED_FAR
    assert np.abs(da.mechanism.loop_closure(robot, run.q)).max() < HUNDREDS_OF_ROUNDINGS
    assert abs(held_effort(robot, run.q[-1])) < 6.0


@pytest.mark.parametrize("e", [0.0, 0.6])
def test_a_stop_throws_a_mechanism_back_by_its_restitution(e):
    """The crank is its freedom: u⁺ = −e u⁻, and ½ GᵀMG u² (1 − e²) is lost."""
    q = four_bar()[1]
    robot, _ = four_bar(limits=da.Limits(q[0] - 0.5, q[0] + 0.3))
    G, _ = da.mechanism.independent_map(robot, q)
    run = da.simulate(robot, q, G @ [2.0], duration=1.0, restitution=e, method=SHARP)
    hit = next(event for event in run.events if event.kind == "stop")
    free = da.simulate(four_bar()[0], q, G @ [2.0], duration=hit.time, method=SHARP)
    assert hit.qd[0] == pytest.approx(-e * free.qd[-1, 0], rel=MARCHED_FAR, abs=SAME_ALGORITHM)
    M = da.mass_matrix(robot, hit.q, independent=True)[0, 0]
    lost = M * free.qd[-1, 0] ** 2 * (1 - e * e) / 2
    after = run.t > hit.time
    assert run.loss[after][0] == pytest.approx(lost, rel=MARCHED_FAR)
    J = da.mechanism.loop_jacobian(robot, np.array(hit.q))
    assert np.abs(J @ np.array(hit.qd)).max() < SAME_ALGORITHM
    assert run.q[:, 0].max() < q[0] + 0.3 + 1e-9
    assert run.residual < MARCHED_FAR


def test_an_elastic_joint_drives_a_mechanism():
    robot, q = four_bar(drive=da.Drive(rotor_inertia=0.01, gear_ratio=10, stiffness=300.0, joint_damping=0.5))
    G, _ = da.mechanism.independent_map(robot, q)
    run = da.simulate(robot, q, G @ [1.0], duration=2.0, tau=[3.0, 0, 0], method=SHARP)
    assert run.residual < MARCHED
    assert run.elastic.max() > 1e-3
    assert np.abs(da.mechanism.loop_closure(robot, run.q)).max() < HUNDREDS_OF_ROUNDINGS
    stiff, _ = four_bar(drive=da.Drive(rotor_inertia=0.01, gear_ratio=10))
    soft = replace(robot.joint("crank"), drive=da.Drive(0.01, 10, stiffness=3e6, joint_damping=3e3))
    hard = replace(robot, joints=(soft, *robot.joints[1:]))
    runs = [
        da.simulate(x, q, G @ [1.0], duration=0.3, tau=[3.0, 0, 0], method=m)
        for x, m in ((stiff, None), (hard, "Radau"))
    ]
    assert np.abs(runs[0].q[-1] - runs[1].q[-1]).max() < 1e-4


def test_friction_on_a_ball_brings_a_body_to_rest():
    joint = da.Joint("ball", "spherical", "ground", "body", drive=da.Drive(coulomb=0.2, damping=0.01))
    body = da.Inertia.about_com(1.0, (0, 0, 0), (0.1, 0.2, 0.25, 0, 0, 0))
    robot = da.Robot("gyro", (da.Link("ground"), da.Link("body", body)), (joint,), (0, 0, 0))
    run = da.simulate(robot, [1, 0, 0, 0], [3.0, -2.0, 1.0], duration=8.0, method=SHARP)
    assert np.abs(run.qd[-1]).max() < SAME_ALGORITHM
    assert run.loss[-1] == pytest.approx(run.kinetic[0], rel=MARCHED_FAR)
    assert {event.joint for event in run.events if event.kind == "stick"} == {"ball.wx", "ball.wy", "ball.wz"}
