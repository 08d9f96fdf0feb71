"""Balls and loops in time: what mechanics in closed form says, energy and closure over a minute, a published end state."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from scipy.special import ellipk

import dalembert as da
from closed_robot import ANGLES, FIVE_BAR, MECHANISMS, andrews
from place import needs
from tolerance import COARSE_RUN, HUNDREDS_OF_ROUNDINGS, MARCHED, MARCHED_FAR, ROUNDED, SAME_ALGORITHM

SHARP = da.simulation.Solver(rtol=1e-13, atol=1e-15)
PARALLEL = {  # stiffness at each motor
    "gallery five_bar": 4.0, "gallery planar_3rrr": 4.0, "gallery delta": 40.0, "gallery stewart": 2000.0,
    "gallery orthoglide": 400.0,
}  # fmt: skip
LIBRARY = {"library bennett": da.mechanism.library.bennett, "library bricard": da.mechanism.library.bricard}
KEPT = 1e-10  # energy, momentum and closure over a whole run
I = np.array([1.0, 2.0, 3.0])


def free_body():
    body = da.Inertia.about_com(2.0, (0, 0, 0), (*I, 0, 0, 0))
    return da.Robot(
        "body", (da.Link("world"), da.Link("body", body)), (da.Joint("root", "free", "world", "body"),), (0, 0, 0)
    )


def top(angles, m=1.3, l=0.4, I1=0.25, I3=0.09, g=9.81):
    body = da.Inertia.about_com(m, (0, 0, l), (I1 - m * l * l, I1 - m * l * l, I3, 0, 0, 0))
    joint = da.Joint("ball", "spherical", "ground", "top", angles=angles)
    return da.Robot("top", (da.Link("ground"), da.Link("top", body)), (joint,), (0, 0, -g)), (m * g * l, I1, I3)


def loop_rates(robot, run):
    return np.einsum("tij,tj->ti", da.mechanism.loop_jacobian(robot, run.q), run.qd)


def moved(name):
    """A mechanism and a closed q. Robots of the gallery are held by springs at their motors."""
    if name in MECHANISMS:
        return MECHANISMS[name]()
    if name in LIBRARY:
        robot = LIBRARY[name]()
        return robot, da.assemble(robot)
    robot = getattr(da.gallery, name.removeprefix("gallery "))()
    robot = robot.bind(**FIVE_BAR) if robot.parameters else robot
    springs = tuple(da.model.Tendon(f"hold {x}", ((x, 1),), stiffness=PARALLEL[name]) for x in robot.actuated)
    robot = replace(robot, springs=springs)
    return robot, da.assemble(robot, [2.0, -1.2, 1.0, 1.2] if name == "gallery five_bar" else None)


def a_push(robot, q, seed=0):
    """Rates that the loops allow."""
    G, _ = da.mechanism.independent_map(robot, q)
    return G @ np.random.default_rng(seed).uniform(0.4, 1.0, G.shape[1])


def test_a_body_without_torque_keeps_energy_and_momentum_over_a_thousand_turns():
    robot = free_body()
    run = da.simulate(
        robot, da.neutral(robot), [0.1, 0, 0, 1e-3, 2 * np.pi, 1e-3], duration=1000.0, sample=1.0, method=SHARP
    )
    momentum = da.momentum(robot, run.q, run.qd)
    assert np.abs(run.energy / run.energy[0] - 1).max() < KEPT
    assert np.abs(momentum - momentum[0]).max() < KEPT * np.abs(momentum[0]).max()
    assert np.abs(np.linalg.norm(run.q[:, 3:], axis=1) - 1).max() < ROUNDED
    assert run.qd[:, 4].min() < -6 < 6 < run.qd[:, 4].max()  # it did flip


@pytest.mark.sampled(1)
@pytest.mark.parametrize("w", [(0.05, 6.0, 0.1), (0.1, 6.0, 0.05)])
def test_the_intermediate_axis_flips_at_the_period_of_jacobis_functions(w):
    """[landau1976, §37]: both sides of the separatrix, L² above and below 2 E I₂."""

    def middle(t, q, qd):
        return qd[4]

    robot = free_body()
    run = da.simulate(
        robot,
        da.neutral(robot),
        [0, 0, 0, *w],
        duration=100.0,
        sample=da.simulation.Recording(events=[middle]),
        method=SHARP,
    )
    twice, square = np.sum(I * np.square(w)), np.sum(np.square(I * w))
    if square > twice * I[1]:
        a, b = (I[2] - I[1]) * (square - twice * I[0]), (I[1] - I[0]) * (twice * I[2] - square)
    else:
        a, b = (I[1] - I[0]) * (twice * I[2] - square), (I[2] - I[1]) * (square - twice * I[0])
    period = 4 * ellipk(b / a) * np.sqrt(np.prod(I) / a)
    times = np.array([event.time for event in run.events])
    assert len(times) > 20
    assert np.abs(2 * np.diff(times) / period - 1).max() < MARCHED_FAR


@pytest.mark.parametrize("angles", ["zxz", ""])
@pytest.mark.parametrize("slow", [True, False])
def test_a_top_precesses_steadily_at_the_rates_of_the_closed_form(angles, slow):
    """I₁ Ω² cos θ − I₃ ω₃ Ω + m g l = 0: two rates for one spin, θ staying where it is."""
    robot, (weight, I1, I3) = top(angles)
    theta, spin, duration = 0.5, 90.0, 3.0
    root = np.sqrt((I3 * spin) ** 2 - 4 * I1 * np.cos(theta) * weight)
    turn = (I3 * spin + (-root if slow else root)) / (2 * I1 * np.cos(theta))
    rates = [turn, 0, spin - turn * np.cos(theta)] if angles else [0, turn * np.sin(theta), spin]
    start = [0, theta, 0] if angles else np.roll(Rotation.from_euler("x", theta).as_quat(), 1)
    run = da.simulate(robot, start, rates, duration=duration, method=SHARP)
    axis = da.forward_kinematics(robot, run.q)[..., :3, 2]
    expected = np.sin(theta) * np.array([np.sin(turn * run.t), -np.cos(turn * run.t)]).T
    assert np.abs(axis[:, :2] - expected).max() < MARCHED
    assert abs(turn * duration) > 2 * np.pi if not slow else abs(turn * duration) > 1


def test_a_ball_and_three_angles_move_alike():
    balls, angles = top("")[0], top("zxz")[0]
    start = np.roll(Rotation.from_euler("ZXZ", [0.3, 0.7, -0.4]).as_quat(), 1)
    ways = [da.simulate(angles, [0.3, 0.7, -0.4], [2.0, -0.5, 20.0], duration=5.0, method=SHARP)]
    E = da.jacobian(angles, [0.3, 0.7, -0.4])[3:]
    R = da.forward_kinematics(angles, [0.3, 0.7, -0.4])[:3, :3]
    ways.append(da.simulate(balls, start, R.T @ E @ [2.0, -0.5, 20.0], duration=5.0, method=SHARP))
    poses = [da.forward_kinematics(robot, run.q) for robot, run in zip((angles, balls), ways, strict=True)]
    assert np.abs(poses[0] - poses[1]).max() < MARCHED


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["four_bar", "slider_crank", *PARALLEL, *LIBRARY])
def test_loops_stay_closed_and_energy_is_kept_for_a_minute(name):
    robot, q = moved(name)
    run = da.simulate(robot, q, a_push(robot, q), duration=60.0, sample=0.1, method=SHARP)
    assert np.abs(run.energy - run.energy[0]).max() < KEPT * run.kinetic.max()
    assert run.kinetic.max() > 2 * run.kinetic.min()
    assert np.abs(da.mechanism.loop_closure(robot, run.q)).max() < HUNDREDS_OF_ROUNDINGS
    assert np.abs(loop_rates(robot, run)).max() < 1e-12 * np.abs(run.qd).max()
    assert np.abs(run.projection).max() < KEPT * run.kinetic.max()
    assert run.residual < KEPT


@needs("andrews/andrews.toml")
@pytest.mark.parametrize(
    "solver", [SHARP, da.simulation.Solver("Radau"), da.simulation.Solver("rk4", step=1e-6)], ids=str
)
def test_andrews_squeezer_ends_where_it_was_published(solver):
    robot, data = andrews()
    order = [ANGLES.index(name) for name in robot.coordinates]
    start, end = np.array(data["start"]["q"])[order], np.array(data["end"]["q"])[order]
    tau = data["parameters"]["mom"] * np.eye(robot.n)[robot.coordinates.index("beta")]
    run = da.simulate(robot, start, duration=data["end"]["t"], tau=tau, method=solver)
    assert np.abs(run.q[-1] - end).max() < MARCHED_FAR
    assert np.abs(run.qd[-1] - np.array(data["end"]["qd"])[order]).max() < 1e-8 * np.abs(run.qd[-1]).max()
    assert run.qdd[0] == pytest.approx(np.array(data["start"]["qdd"])[order], rel=SAME_ALGORITHM, abs=COARSE_RUN)
    assert run.residual < MARCHED


@cache
def pushed(name, duration, sample=None):
    """A mechanism, a closed q, rates, and the run that others are compared with."""
    robot, q = (top("")[0], [1.0, 0, 0, 0]) if name == "top" else MECHANISMS[name]()
    qd = [0.5, 0.3, 9.0] if name == "top" else a_push(robot, q)
    return robot, q, qd, da.simulate(robot, q, qd, duration=duration, sample=sample, method=SHARP)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["four_bar", "bennett", "stewart"])
@pytest.mark.parametrize("method", ["rk4", "euler", "moreau", "Radau"])
def test_every_method_closes_the_loops(name, method):
    robot, q, qd, reference = pushed(name, 0.5)
    options = {"rtol": 1e-7} if method == "Radau" else {}
    run = da.simulate(robot, q, qd, duration=0.5, method=da.simulation.Solver(method, **options))
    assert np.abs(da.mechanism.loop_closure(robot, run.q)).max() < HUNDREDS_OF_ROUNDINGS
    assert np.abs(loop_rates(robot, run)).max() < 1e-12 * np.abs(run.qd).max()
    assert np.abs(run.q[-1] - reference.q[-1]).max() < {"rk4": 1e-8, "Radau": 1e-5}.get(method, 1e-2)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("method", "order"), [("rk4", 4), ("euler", 1), ("moreau", 1)])
@pytest.mark.parametrize("name", ["four_bar", "stewart", "top"])
def test_the_order_of_each_method_survives_the_projection(name, method, order):
    robot, q, qd, exact = pushed(name, 0.4, 0.1)
    errors = []
    for h in (2e-3, 1e-3) if order == 1 else (5e-3, 2.5e-3):
        run = da.simulate(robot, q, qd, duration=0.4, method=da.simulation.Solver(method, step=h), sample=0.1)
        errors.append(np.linalg.norm(np.c_[run.q - exact.q, run.qd - exact.qd]))
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.15)
