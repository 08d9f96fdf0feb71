"""Where loops do not tell how a mechanism moves, a run of fixed steps goes on with its energy or says so.

A parallelogram on its ground line may go on as one or fold: J loses a rank there. Its runs are many: some steps end on
the line to the last digit, some near it, most far from it.
"""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import dalembert as da
from closed_robot import at, four_bar, slider_crank
from dalembert.simulation.fixed_step import _energy_from_nothing as energy_from_nothing
from dalembert.simulation.model import simulation_model
from dalembert.simulation.run import SCALARS
from pieces import numbered
from tolerance import BESIDE_SINGULAR, EULER_ENERGY, FOLDED

KEPT = {"rk4": BESIDE_SINGULAR, "euler": EULER_ENERGY, "moreau": EULER_ENERGY}


def parallelogram(**changed):
    robot, _ = four_bar()
    rocker = replace(robot.joint("rocker"), placement=at(2.0))
    loop = replace(robot.loops[0], first_placement=at(1.0))
    return replace(robot, joints=(*robot.joints[:2], rocker), loops=(loop,), **changed)


def marched(robot, q, qd, method, step):
    """The run, what was said, and for each trajectory the largest change of E over T."""
    try:
        run, said = (
            da.simulate(robot, q, qd, duration=1.5, method=da.simulation.Solver(method, step=step), sample=0.01),
            None,
        )
    except da.errors.SimulationStopped as stopped:
        run, said = stopped.run, stopped.finding
        assert isinstance(said, da.finding.MotionDiverged)
        assert said.loops
    with np.errstate(invalid="ignore"):
        change = np.abs(run.energy - run.energy[:, :1]) / run.kinetic[:, :1]
    return run, said, np.where(np.isfinite(change), change, 0.0).max(axis=1)


@pytest.mark.parametrize(("method", "step"), [("rk4", 1e-3), ("rk4", 1e-2), ("euler", 1e-3), ("moreau", 1e-3)])
def test_no_energy_is_lost_on_the_line_without_a_word(method, step):
    """Without gravity it turns steadily, so that many steps end on the line."""
    robot = parallelogram(gravity=(0.0, 0.0, 0.0))
    angle = -np.round(np.linspace(0.05, 0.95, 200), 3)
    q = np.stack([angle, -angle, angle], axis=1)
    for speed in (1.0, 2.0):
        _, said, change = marched(robot, q, speed * np.array([1.0, -1.0, 1.0]) + 0 * q, method, step)
        assert said is not None
        assert change.max() < KEPT[method]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("method", "step"), [("rk4", 1e-3), ("rk4", 3e-4), ("euler", 3e-4), ("moreau", 3e-4)])
def test_it_passes_the_line_with_its_energy_or_says_so(method, step):
    robot = parallelogram()
    q = da.assemble(robot, [1.0, -1.0, 1.0])
    speeds = np.linspace(2.5, 5.0, 2000)[:, None] * da.mechanism.independent_map(robot, q)[0][:, 0]
    run, said, change = marched(robot, np.broadcast_to(q, speeds.shape), speeds, method, step)
    stopped = ~np.isfinite(run.q[:, -1]).all(axis=1)
    assert (said is not None) == stopped.any()
    assert change.max() < KEPT[method]
    assert stopped.mean() < 0.2
    assert (run.q[~stopped, -1, 0] > 2 * np.pi).mean() > 0.9  # beyond the line, not back


def linkage(crank, coupler, rocker, ground):
    robot, _ = four_bar()
    first, second, third = robot.joints
    joints = (first, replace(second, placement=at(crank)), replace(third, placement=at(ground)))
    loop = replace(robot.loops[0], first_placement=at(rocker), second_placement=at(coupler))
    return replace(robot, joints=joints, loops=(loop,))


def equal_slider_crank():
    """Crank and rod of one length: where they stand across, the piston is on the crank's axis and may stay there."""
    robot, _ = slider_crank()
    first, second, third = robot.joints
    loop = replace(robot.loops[0], second_placement=at(1.0))
    return replace(robot, joints=(first, replace(second, placement=at(1.0)), third), loops=(loop,))


OTHERS = {  # s + l = p + q: every change point of Grashof's is singular
    "change point": (linkage(1, 2, 1.5, 1.5), [1.0, -0.5, 1.5]),
    "kite": (linkage(1, 2, 2, 1), [1.0, -0.5, 1.5]),
    "equal slider-crank": (equal_slider_crank(), [0.7, -1.4, 1.5]),
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("step", [1e-3, 3e-4])
def test_other_mechanisms_pass_their_singular_configurations_or_say_so(name, step):
    """A kite is folded at 15 rad/s: a step of 1 ms is long there, and one in a thousand was taken for 17 times its energy."""
    robot, start = OTHERS[name]
    q = da.assemble(robot, start)
    speeds = np.linspace(2.5, 5.0, 2000)[:, None] * da.mechanism.independent_map(robot, q)[0][:, 0]
    run, said, change = marched(robot, np.broadcast_to(q, speeds.shape), speeds, "rk4", step)
    stopped = ~np.isfinite(run.q[:, -1]).all(axis=1)
    assert (said is not None) == stopped.any()
    assert change.max() < FOLDED
    assert stopped.mean() < 0.2


@pytest.mark.parametrize("at_rest", [False, True])
def test_energy_out_of_nothing_is_said(at_rest):
    """From one row to the next nearly as much as ever moved: finite and closed, and still no motion."""
    robot, q = four_bar()
    model = simulation_model(robot, False)
    speed = (0.0 if at_rest else 2.0) * da.mechanism.independent_map(robot, q)[0][:, 0]
    run = da.simulate(robot, q, speed, duration=0.3, method=da.simulation.Solver("rk4", step=1e-3), sample=0.01)
    assert energy_from_nothing(model, run) is None
    for part, said in ((0.3, False), (5.0, True)):
        most = np.abs([run.kinetic, run.potential - run.potential[0]]).max()
        torn = replace(run, kinetic=run.kinetic + part * most * (run.t > 0.155))
        found = energy_from_nothing(model, torn)
        assert (found is not None) == said
        assert energy_from_nothing(SimpleNamespace(robot=SimpleNamespace(loops=()), hint=""), torn) is None
    assert found.time == pytest.approx(0.15)
    assert isinstance(found.finding, da.finding.EnergyJump)
    assert found.finding.change.value == pytest.approx(part * most, rel=1e-3)
    assert (found.finding.start.value, found.finding.end.value) == pytest.approx((0.15, 0.16))
    batch = replace(torn, **{x: np.stack([getattr(run, x), getattr(torn, x)]) for x in SCALARS})
    assert energy_from_nothing(model, batch).finding.trajectory == (1,)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("method", ["euler", "moreau", "rk4"])
@pytest.mark.parametrize("name", ["slider_crank", "planar_3rrr", "orthoglide"])
def test_an_ordinary_start_from_rest_is_no_passage(name, method):
    """The first step of a method of first order misses as much energy as it moves; that is no reason to stop."""
    robot = numbered(name)
    tau = np.array([x in robot.actuated for x in robot.coordinates], dtype=float)
    run = da.simulate(robot, da.assemble(robot), duration=0.02, tau=tau, method=da.simulation.Solver(method, step=1e-3))
    assert run.t[-1] == 0.02
