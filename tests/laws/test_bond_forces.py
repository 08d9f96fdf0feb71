"""Every link balances: what its joints, cuts and struts put on it, with its weight, is what moves it."""

import numpy as np
import pytest

import dalembert as da
from dalembert.robot import Inertia, Joint, Link, Loop, Pose, Robot, Strut
from tolerance import SAME_ALGORITHM


def four_bar(kind="ball", gravcomp=0.0, strut=False, slack=0.0, rest=0.4):
    a, b, c, d = 1.0, 2.0, 1.5, 1.8

    def rod(mass, length):
        return Inertia.about_com(
            mass, (length / 2, 0, 0), (0.01, mass * length**2 / 12, mass * length**2 / 12, 0, 0, 0)
        )

    links = (
        Link("ground"),
        Link("crank", rod(1, a), gravcomp),
        Link("coupler", rod(2, b)),
        Link("rocker", rod(1.5, c)),
    )
    joints = (
        Joint("j1", "revolute", "ground", "crank"),
        Joint("j2", "revolute", "crank", "coupler", Pose(p=(a, 0, 0))),
        Joint("j3", "revolute", "ground", "rocker", Pose(p=(d, 0, 0))),
    )
    loop = Loop("tip", kind, "rocker", "coupler", Pose(p=(c, 0, 0)), Pose(p=(b, 0, 0)))
    springs = (Strut("spring", "ground", "coupler", (0, 1, 0), (1, 0, 0), 30.0, rest, 2.0, slack),) if strut else ()
    return Robot("bar", links, joints, (0, -9.81, 0), loops=(loop,), springs=springs, actuated=("j1",))


@pytest.mark.parametrize(
    "robot",
    [
        four_bar(),
        four_bar("revolute"),
        four_bar(gravcomp=0.7),
        four_bar(strut=True),
        four_bar(gravcomp=1.0, strut=True),
        four_bar(strut=True, slack=0.3),  # taut
        four_bar(strut=True, slack=5.0),  # slack
        four_bar(strut=True, slack=5.0, rest=3.0),  # pushed together
    ],
)
def test_axial_moment_of_each_joint_is_its_effort(robot):
    """The motor's effort is the moment about its axis; passive joints transmit none."""
    q = da.assemble(robot, [1.0, 0.3, 1.5])
    G, _ = da.independent_map(robot, q)
    qd = G @ [1.3]
    qdd = da.forward_dynamics(robot, q, qd, [2.0, 0, 0])
    forces = da.link_forces(robot, q, qd, qdd)
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    np.testing.assert_allclose(tau, [2.0, 0, 0], atol=20 * SAME_ALGORITHM)
    for k, name in enumerate(robot.coordinates):
        assert abs(forces.bearing(name).torque - tau[k]) < 100 * SAME_ALGORITHM


def test_whole_mechanism_balances_at_rest():
    """What the ground carries at rest is the weight, less what is carried from outside."""
    robot = four_bar(gravcomp=0.5)
    q = da.assemble(robot, [1.0, 0.3, 1.5])
    forces = da.link_forces(robot, q)
    total = forces["j1"][:3] + forces["j3"][:3]
    np.testing.assert_allclose(total, [0, 9.81 * (1 * 0.5 + 2 + 1.5), 0], atol=100 * SAME_ALGORITHM)
