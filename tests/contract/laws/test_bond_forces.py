"""Every link balances: what its joints, cuts and struts put on it, with its weight, is what moves it."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from pieces import four_bar
from rotation import rotation_rpy
from tolerance import SAME_ALGORITHM


def strutted(slack=0.0, rest=0.4, **options):
    strut = da.model.Strut("spring", "ground", "coupler", (0, 1, 0), (1, 0, 0), 30.0, rest, 2.0, slack)
    return four_bar(springs=(strut,), **options)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "robot",
    [
        four_bar(),
        four_bar("revolute"),
        four_bar(gravcomp=0.7),
        strutted(),
        strutted(gravcomp=1.0),
        strutted(slack=0.3),  # taut
        strutted(slack=5.0),  # slack
        strutted(slack=5.0, rest=3.0),  # pushed together
    ],
)
def test_axial_moment_of_each_joint_is_its_effort(robot):
    """The motor's effort is the moment about its axis; passive joints transmit none."""
    q = da.assemble(robot, [1.0, 0.3, 1.5])
    G, _ = da.mechanism.independent_map(robot, q)
    qd = G @ [1.3]
    qdd = da.forward_dynamics(robot, q, qd, [2.0, 0, 0])
    forces = da.statics.link_forces(robot, q, qd, qdd)
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    np.testing.assert_allclose(tau, [2.0, 0, 0], atol=20 * SAME_ALGORITHM)
    for k, name in enumerate(robot.coordinates):
        assert abs(forces.bearing(name).torque - tau[k]) < 100 * SAME_ALGORITHM


@pytest.mark.sampled(5)
@pytest.mark.parametrize("ends", [("ground", "crank"), ("crank", "rocker"), ("crank", "coupler"), ("rocker", "ground")])
@pytest.mark.parametrize("over", [(), (("coupler", (0.7, 0.4, 0.0)),), (("ground", (0.3, 1.4, 0.0)),)])
def test_axial_moments_are_efforts_wherever_a_damped_strut_is_fixed(ends, over):
    """On any two links, over a point of a third: its damper acts along the way that it lengthens."""
    strut = da.model.Strut("spring", *ends, (0.2, 0.9, 0), (0.6, -0.2, 0), 30.0, 0.4, 7.0, via=over)
    robot = replace(four_bar(), springs=(strut,))
    q = da.assemble(robot, [1.0, 0.3, 1.5])
    qd = da.mechanism.independent_map(robot, q)[0] @ [1.3]
    qdd = da.forward_dynamics(robot, q, qd, [2.0, 0, 0])
    forces, tau = da.statics.link_forces(robot, q, qd, qdd), da.inverse_dynamics(robot, q, qd, qdd)
    for k, name in enumerate(robot.coordinates):
        assert abs(forces.bearing(name).torque - tau[k]) < 100 * SAME_ALGORITHM


def test_whole_mechanism_balances_at_rest():
    """What the ground carries at rest is the weight, less what is carried from outside."""
    robot = four_bar(gravcomp=0.5)
    q = da.assemble(robot, [1.0, 0.3, 1.5])
    forces = da.statics.link_forces(robot, q)
    total = forces["crank"][:3] + forces["rocker"][:3]
    np.testing.assert_allclose(total, [0, 9.81 * (1.0 * 0.5 + 2 + 1.5), 0], atol=100 * SAME_ALGORITHM)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(3))
def test_axial_moments_are_efforts_in_a_loop_of_seven_hinges_in_space(seed):
    """Two branches that a hinge joins: what its cut bears, force and moment, goes through either branch to the ground."""
    rng = np.random.default_rng(seed)
    links, joints = [da.Link("ground")], []
    for branch in "ab":
        for k in range(3):
            parent = "ground" if k == 0 else f"{branch}{k - 1}"
            body = da.Inertia.about_com(
                rng.uniform(0.5, 2), tuple(rng.uniform(-0.3, 0.3, 3)), (0.1, 0.12, 0.15, 0, 0, 0)
            )
            links.append(da.Link(f"{branch}{k}", body))
            place = da.Pose(rotation_rpy(*rng.uniform(-2, 2, 3)), tuple(rng.uniform(-0.6, 0.6, 3)))
            joints.append(da.Joint(f"j{branch}{k}", "revolute", parent, f"{branch}{k}", place))
    tree = da.Robot("two branches", tuple(links), tuple(joints), (0, 0, -9.81))
    q = rng.uniform(-1, 1, 6)
    A, B = da.forward_kinematics(tree, q, "a2"), da.forward_kinematics(tree, q, "b2")
    first = da.Pose(rotation_rpy(*rng.uniform(-2, 2, 3)), tuple(rng.uniform(-0.6, 0.6, 3)))
    across = np.linalg.inv(B) @ A @ np.array(first.matrix(), dtype=float)
    second = da.Pose(tuple(map(tuple, across[:3, :3].tolist())), tuple(across[:3, 3].tolist()))
    robot = replace(tree, loops=(da.model.Loop("cut", "revolute", "a2", "b2", first, second),), actuated=("ja0",))
    G, _ = da.mechanism.independent_map(robot, q)
    qd = G @ rng.normal(size=G.shape[1])
    tau = np.zeros(6)
    tau[0] = 2.0
    qdd = da.forward_dynamics(robot, q, qd, tau)
    forces = da.statics.link_forces(robot, q, qd, qdd)
    for k, name in enumerate(robot.coordinates):
        assert forces.bearing(name).torque == pytest.approx(tau[k], abs=1e3 * SAME_ALGORITHM)


def test_many_states_are_held_as_each_of_them_alone():
    """A loop, a damped strut and carried weight, of states at rest or in motion, in rows of rows."""
    robot = strutted(0.3, gravcomp=0.7)
    q = np.array([da.assemble(robot, [x, 0.3, 1.5]) for x in (0.6, 0.8, 1.0, 1.2, 1.3, 1.4)]).reshape(2, 3, 3)
    qd = (da.mechanism.independent_map(robot, q)[0] @ np.linspace(-1, 2, 6).reshape(2, 3, 1, 1))[..., 0]
    qdd = da.forward_dynamics(robot, q, qd, np.zeros(3))
    many, still = da.statics.link_forces(robot, q, qd, qdd), da.statics.link_forces(robot, q)
    for k in np.ndindex(2, 3):
        one = da.statics.link_forces(robot, q[k], qd[k], qdd[k])
        assert many.force[k] == pytest.approx(one.force, abs=100 * SAME_ALGORITHM)
        assert many.moment[k] == pytest.approx(one.moment, abs=100 * SAME_ALGORITHM)
        assert still.force[k] == pytest.approx(da.statics.link_forces(robot, q[k]).force, abs=100 * SAME_ALGORITHM)
    assert "<td>2, 3</td>" in many._repr_html_()
