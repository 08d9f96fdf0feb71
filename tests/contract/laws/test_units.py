"""Motion knows no units: grams for kilograms, micrometres for metres, milliseconds for seconds change numbers and nothing else."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from pieces import four_bar, measured, numbered, two_links, with_drives
from raised import raises
from tolerance import MARCHED_FAR, SAME_POSTURE, SOLVED, THOUSANDS_OF_ROUNDINGS

# of mass, length and time: an insect, a machine of micrometres, one of kilometres, no weight to speak of, quick, slow
UNITS = [(1e-6, 1e-3, 1.0), (1e-9, 1e-6, 1e-3), (1e6, 1e3, 1e2), (1e-12, 1.0, 1.0), (1.0, 1.0, 1e-6), (1.0, 1.0, 1e4)]
every_unit = pytest.mark.parametrize("units", UNITS)
RUBBING = da.Drive(rotor_inertia=0.01, damping=0.1, coulomb=0.3)
SPRINGY = da.Drive(rotor_inertia=0.01, damping=0.1, stiffness=200.0)


def plain(robot, q, length):
    """q with its slides in metres."""
    slides = np.array([robot.coordinate(x).slides for x in robot.coordinates])
    return np.where(slides, q / length, q)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("robot", "solver"),
    [
        (with_drives(two_links(), RUBBING, RUBBING), da.simulation.Solver()),
        (with_drives(two_links(), SPRINGY, SPRINGY), da.simulation.Solver()),
        (with_drives(two_links(), RUBBING, RUBBING), da.simulation.Solver("moreau", step=2e-3)),
        (two_links(), da.simulation.Solver("midpoint", step=1e-2)),
        (two_links(), da.simulation.Solver("rk4", step=2e-3)),
        (numbered("slider_crank"), da.simulation.Solver()),
        (four_bar(), da.simulation.Solver("rk4", step=2e-3)),
    ],
    ids=["rubbing", "springy", "moreau", "midpoint", "rk4", "slider_crank", "four_bar"],
)  # fmt: skip
def test_a_run(robot, solver):
    """Ends at the same place, with the same part of its energy lost."""
    ends = []
    for mass, length, time in [(1.0, 1.0, 1.0), *UNITS]:
        other = measured(robot, mass, length, time)
        q0 = da.assemble(other) if other.loops else np.full(other.n, 0.3)
        own = replace(solver, step=None if solver.step is None else solver.step * time)
        run = da.simulate(other, q0, duration=0.5 * time, method=own)
        energy = mass * length**2 / time**2
        ends.append([*plain(other, run.q[-1], length), run.loss[-1] / energy, run.kinetic[-1] / energy])
    assert np.abs(np.array(ends[1:]) - ends[0]).max() < MARCHED_FAR * max(1.0, np.abs(ends[0]).max())


@every_unit
def test_the_quickest_motion(units):
    """And where it rubs, at the speeds that it has."""
    mass, length, time = units
    path = [[0, 0], [0.5, 0.7], [1.0, -0.4], [1.2, 0.3]]
    for robot in (two_links(), with_drives(two_links(), RUBBING, RUBBING)):
        one = da.trajectory.time_optimal(robot, path, effort=[45, 20], speed=3, samples=100)
        effort = np.array([45, 20]) * mass * length**2 / time**2
        other = da.trajectory.time_optimal(measured(robot, *units), path, effort=effort, speed=3 / time, samples=100)
        assert other.duration == pytest.approx(one.duration * time, rel=SOLVED)


@every_unit
def test_positions_of_rest_and_their_order(units):
    one, other = da.statics.equilibria(two_links()), da.statics.equilibria(measured(two_links(), *units))
    assert [x.kind for x in other] == [x.kind for x in one]
    assert len(one) == 4
    off = np.array([x.q for x in other]) - [x.q for x in one]
    assert np.abs((off + np.pi) % (2 * np.pi) - np.pi).max() < SAME_POSTURE


@every_unit
def test_the_regulator_of_least_cost(units):
    """K grows as efforts do; Riccati's equation in SI units has numbers from 1e-24 to 1e24."""
    mass, length, time = units
    effort = mass * length**2 / time**2
    upright = [np.pi / 2, 0.0]
    one = da.linearize(two_links(), upright).lqr([1, 2, 3, 4], [0.5, 0.7])
    model = da.linearize(measured(two_links(), *units), upright)
    other = model.lqr([1, 2, 3 * time**2, 4 * time**2], np.array([0.5, 0.7]) / effort**2)
    assert other.K / effort * [1, 1, 1 / time, 1 / time] == pytest.approx(one.K, rel=SOLVED)
    assert np.sort(other.poles.real * time) == pytest.approx(np.sort(one.poles.real), rel=SOLVED)


@pytest.mark.sampled(12)
@every_unit
@pytest.mark.parametrize("robot", [numbered("slider_crank"), four_bar(), numbered("five_bar")], ids=lambda x: x.name)
def test_accelerations_of_mechanisms(robot, units):
    """And loops that are open are as open."""
    _, length, time = units
    other, q = measured(robot, *units), da.assemble(robot)
    big = np.where(plain(robot, np.ones_like(q), length) == 1, q, q * length)
    one = da.forward_dynamics(robot, q, 0 * q, 0 * q)
    found = plain(other, da.forward_dynamics(other, big, 0 * q, 0 * q), length) * time**2
    assert np.abs(found - one).max() < THOUSANDS_OF_ROUNDINGS * np.abs(one).max()
    torn = big + 1e-3 * np.eye(len(q))[0] * np.where(plain(robot, np.ones(len(q)), length) == 1, 1, length)
    with raises(da.finding.OpenLoops):
        da.forward_dynamics(other, torn, 0 * q, 0 * q)
