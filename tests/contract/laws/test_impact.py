"""A stop inside a mechanism: its impulse is a pair of equal and opposite ones, so what is conserved stays so."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
import tolerance
from pieces import slider, two_links
from tolerance import MARCHED, SAME_ALGORITHM


def into_the_stop(restitution):
    """A planar arm without gravity whose elbow meets its stop once."""
    robot = replace(two_links(), gravity=(0, 0, 0))
    elbow = replace(robot.joints[1], limits=da.Limits(lower=-2.0, upper=0.4))
    robot = replace(robot, joints=(robot.joints[0], elbow, *robot.joints[2:]))
    run = da.simulate(robot, [0.1, 0.0], [-1.0, 3.0], duration=0.4, restitution=restitution)
    assert [(event.kind, event.joint) for event in run.events] == [("stop", "joint2")]
    return robot, run


@pytest.mark.parametrize("restitution", [0.0, 0.4, 1.0])
def test_the_angular_momentum_about_the_shoulder_stays(restitution):
    """q1 is cyclic: p1 = (M q̇)₁ stays, through the impact too."""
    robot, run = into_the_stop(restitution)
    p = np.einsum("tij,tj->ti", da.mass_matrix(robot, run.q), run.qd)[:, 0]
    np.testing.assert_allclose(p, p[0], rtol=tolerance.INTEGRATED)


@pytest.mark.parametrize("restitution", [0.0, 0.4, 0.7, 1.0])
def test_newton_s_law_of_restitution_and_the_energy_it_takes(restitution):
    """q̇2⁺ = −e q̇2⁻ at the stop, and 1 − e² of what a dead stop takes is lost."""
    _, run = into_the_stop(restitution)
    _, dead = into_the_stop(0.0)
    before, after = run.qd[run.t < run.events[0].time][-1, 1], run.events[0].qd[1]
    assert after == pytest.approx(
        -restitution * before, rel=1e-2, abs=SAME_ALGORITHM
    )  # the row before is up to 1 ms earlier
    lost = [x.kinetic[0] - x.kinetic[-1] for x in (run, dead)]
    assert lost[1] > 0.1 * dead.kinetic[0]
    assert lost[0] == pytest.approx((1 - restitution**2) * lost[1], abs=tolerance.INTEGRATED * dead.kinetic[0])


@pytest.mark.parametrize(("mass", "friction", "speed", "restitution"), [(2.0, 3.0, 4.0, 0.8), (1.0, 0.2, 3.0, 0.6)])
def test_a_mass_with_friction_bounces_until_it_stays(mass, friction, speed, restitution):
    """v² falls by 2 (f/m) d on the way d between the stops, v by the restitution at each; it rests where v²/(2 f/m) ends."""
    near, far = 0.4, -0.6
    robot = slider(mass, da.Drive(coulomb=friction), limits=da.Limits(lower=far, upper=near))
    run = da.simulate(robot, [0.0], [speed], duration=6.0, restitution=restitution, sample=0.5)
    at, goal, v, expected = 0.0, near, speed, []
    while v**2 > 2 * friction / mass * abs(goal - at):
        v = restitution * np.sqrt(v**2 - 2 * friction / mass * abs(goal - at))
        expected.append((goal, v if goal == far else -v))
        at, goal = goal, far if goal == near else near
    rest = at + np.sign(goal - at) * v**2 / (2 * friction / mass)
    assert len(expected) >= 2
    stops = [(e.q[0], e.qd[0]) for e in run.events if e.kind == "stop"]
    assert stops == [pytest.approx(x, abs=MARCHED) for x in expected]
    assert run.q[-1, 0] == pytest.approx(rest, abs=MARCHED)
    assert np.abs(run.qd[-1]).max() < SAME_ALGORITHM
