"""A batch of states, of any leading shape, has the results of its states alone: simulation, kinematics, statics."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from chain_robot import random_arm
from pieces import four_bar
from random_robot import random_robot
from tolerance import REPRODUCED, SAME_POSTURE, SOLVED

SHAPE = (2, 3)
FLAT = [(i, j) for i in range(SHAPE[0]) for j in range(SHAPE[1])]
COLUMNS = ("q", "qd", "qdd", "tau", "theta", "thetad")
ENERGIES = ("kinetic", "potential", "elastic", "work", "loss", "external", "projection")


def elastic_arm():
    """Joints with friction, one elastic and one with a bristle."""
    robot = random_arm("RPR", 3)
    drives = (
        da.Drive(0.3, damping=0.1, stiffness=40.0), da.Drive(0.2, coulomb=0.3, bristle_stiffness=20.0), da.Drive(0.1),
    )  # fmt: skip
    body = da.Inertia.about_com(1.0, (0.1, 0.05, -0.1), (0.1, 0.12, 0.09, 0, 0, 0))
    return replace(
        robot,
        joints=tuple(replace(j, drive=d) for j, d in zip(robot.joints, drives, strict=True)),
        links=(robot.links[0], *(replace(x, inertia=body) for x in robot.links[1:])),
    )


def slow_four_bar():
    robot = four_bar()
    return robot, da.assemble(robot, [0.7, 0.2, 1.2])


def states(name):
    """A robot, six states of it and six torques."""
    rng = np.random.default_rng(4)
    if name == "loops":
        robot, q = slow_four_bar()
        q = np.array([da.assemble(robot, q + [0.1 * k, 0, 0]) for k in range(6)])
        qd = np.zeros_like(q)
    elif name == "balls":
        robot = da.gallery.quadruped()
        q = da.integrate(robot, da.neutral(robot), 0.3 * rng.normal(size=(6, robot.nv)))
        qd = rng.normal(size=(6, robot.nv))
    else:
        robot = elastic_arm() if name == "elastic" else random_robot(5, 3)
        q, qd = rng.uniform(-1, 1, (2, 6, robot.n))
    return robot, *(x.reshape(*SHAPE, -1) for x in (q, qd, rng.uniform(-1, 1, (6, robot.nv))))


CASES = [("elastic", "rk4"), ("elastic", "euler"), ("tree", "midpoint"), ("balls", "rk4"), ("loops", "rk4")]


@pytest.mark.parametrize(("name", "method"), CASES)
def test_runs_of_a_batch_are_the_runs_alone(name, method):
    robot, q, qd, tau = states(name)
    frame = robot.links[-1].name
    w = np.random.default_rng(1).normal(size=(*SHAPE, 6))
    given = {"duration": 0.0105, "method": da.simulation.Solver(method, step=1e-3)}
    if name == "loops":
        tau = tau * [1, 0, 0]
    many = da.simulate(robot, q, qd, tau=tau, wrench={frame: w}, **given)
    times = np.array([0.0, 0.00315, 0.0105])
    between, shown = many.at(times), [x.joint for x in many.exceeded]
    alone = {i: da.simulate(robot, q[i], qd[i], tau=tau[i], wrench={frame: w[i]}, **given) for i in FLAT}
    for i, one in alone.items():
        for x in (*COLUMNS, *ENERGIES):
            assert getattr(many, x)[i] == pytest.approx(getattr(one, x), rel=SOLVED, abs=SOLVED), x
        for found, expected in zip(between, one.at(times), strict=True):
            assert (found if found.ndim == 1 else found[i]) == pytest.approx(expected, rel=SOLVED, abs=SOLVED)
    assert set(shown) == {x.joint for one in alone.values() for x in one.exceeded}


def results(robot, q, rates, wrench):
    """Everything of kinematics and statics that takes many states, by name."""
    frame = robot.links[-1].name
    effort = np.full(robot.n, 60.0)
    forces = da.statics.link_forces(robot, q, rates, -rates, wrench={frame: wrench})
    bearing = forces.bearing(robot.joints[1].name)
    ellipsoids = (da.kinematics.velocity_ellipsoid(robot, q), da.kinematics.force_ellipsoid(robot, q))
    return {
        "rates": da.kinematics.joint_rates(robot, q, wrench),
        "rates with a wish": da.kinematics.joint_rates(robot, q, wrench[..., :3], secondary=rates),
        "manipulability": da.kinematics.manipulability(robot, q, task="pose"),
        "radii": np.concatenate([x.radii for x in ellipsoids], axis=-1),
        "torque": da.statics.static_torque(robot, q, wrench={frame: wrench}),
        "force": np.nan_to_num(da.statics.largest_force(robot, q, [0.3, -0.5, 0.8], effort=effort), posinf=-1),
        "mass": np.nan_to_num(da.statics.largest_mass(robot, q, effort=effort), posinf=-1),
        "joint": forces[robot.joints[0].name],
        "bearing": np.stack([bearing.axial, bearing.radial, bearing.torque, bearing.tilting], axis=-1),
    }


@pytest.mark.parametrize("name", ["puma560", "panda", "random"])
def test_kinematics_and_statics_of_a_batch_are_those_of_its_states(name):
    robot = random_robot(5, 4) if name == "random" else getattr(da.gallery, name)()
    robot = replace(robot, gravity=(0.3, -0.2, -9.81))
    rng = np.random.default_rng(2)
    q, rates = rng.uniform(-1, 1, (2, *SHAPE, robot.n))
    wrench, pose = rng.normal(size=(*SHAPE, 6)), da.forward_kinematics(robot, q)
    many = results(robot, q, rates, wrench)
    near = da.inverse_kinematics(robot, pose, q0=q + 0.1, limits=False)
    assert da.forward_kinematics(robot, near) == pytest.approx(pose, abs=REPRODUCED)
    for i in FLAT:
        alone = results(robot, q[i], rates[i], wrench[i])
        for what, found in alone.items():
            assert many[what][i] == pytest.approx(found, rel=SOLVED, abs=SOLVED, nan_ok=True), what
        if name == "puma560":
            one = da.inverse_kinematics(robot, pose[i], q0=q[i] + 0.1, limits=False)
            assert near[i] == pytest.approx(one, abs=SAME_POSTURE)
