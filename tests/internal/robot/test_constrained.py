"""Loops, contacts and impacts against Pinocchio's constrained dynamics: accelerations and the forces that hold."""

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

import dalembert as da
from corpus import find
from pinocchio_tree import Constrained, allowed
from random_robot import posture, random_inertia, worst
from tolerance import PROXIMAL

FIVE = {
    "l1": 0.3, "l2": 0.5, "l3": 0.35, "l4": 0.45, "l5": 0.25, "g": 9.81,
    **{f"m{i}": 0.5 + 0.2 * i for i in range(1, 5)}, **{f"lc{i}": 0.1 + 0.03 * i for i in range(1, 5)},
    **{f"I{i}": 0.01 * i for i in range(1, 5)},
}  # fmt: skip


def five_bar():
    return da.gallery.five_bar().bind(**FIVE), [2.4, -1.5, 0.6, 1.4]


def cassie_like():
    """A leg with two closed chains on a hip: a shin linkage whose rod has a ball at its end, and a plantar rod."""
    rng = np.random.default_rng(12)
    links = [
        da.Link("ground"),
        *(
            da.Link(x, random_inertia(rng))
            for x in ("pelvis", "hip", "thigh", "shin", "tarsus", "rod", "foot", "plantar")
        ),
    ]
    joints = [
        da.Joint("root", "free", "ground", "pelvis"),
        da.Joint("roll", "revolute", "pelvis", "hip", da.Pose(p=(0.0, 0.1, 0.0)), (1, 0, 0)),
        da.Joint("pitch", "revolute", "hip", "thigh", da.Pose(p=(0.05, 0.0, -0.1)), (0, 1, 0)),
        da.Joint("knee", "revolute", "thigh", "shin", da.Pose(p=(0.1, 0.0, -0.3)), (0, 1, 0)),
        da.Joint("ankle", "revolute", "shin", "tarsus", da.Pose(p=(0.05, 0.02, -0.35)), (0, 1, 0)),
        da.Joint("rod", "spherical", "hip", "rod", da.Pose(p=(0.0, 0.04, -0.1))),
        da.Joint("toe", "revolute", "tarsus", "foot", da.Pose(p=(0.3, 0.0, -0.1)), (0, 1, 0)),
        da.Joint("crank", "universal", "shin", "plantar", da.Pose(p=(0.1, 0.03, -0.2))),
    ]  # fmt: skip
    tree = da.Robot("leg", tuple(links), tuple(joints))
    q = posture(tree, 3)
    loops = []
    for name, first, second, at in (
        ("achilles", "rod", "tarsus", (0.1, 0.0, -0.4)),
        ("plantar", "plantar", "foot", (0.2, 0.0, 0.1)),
    ):
        A, B = da.forward_kinematics(tree, q, first), da.forward_kinematics(tree, q, second)
        point = A @ [*at, 1.0]
        there = tuple((np.linalg.inv(B) @ point)[:3].tolist())
        loops.append(da.model.Loop(name, "ball", first, second, da.Pose(p=at), da.Pose(p=there)))
    driven = ("roll", "pitch", "knee", "toe")
    return replace(tree, loops=tuple(loops), actuated=driven), q


MECHANISMS = {
    "delta": lambda: (da.gallery.delta(), None),
    "stewart": lambda: (da.gallery.stewart(), None),
    "planar_3rrr": lambda: (da.gallery.planar_3rrr(), None),
    "five_bar": five_bar,
    "cassie_like": cassie_like,
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", MECHANISMS)
def test_forward_dynamics_and_forces_of_loops(name):
    robot, guess = MECHANISMS[name]()
    q = da.assemble(robot, guess)
    # away from the symmetric posture
    q = da.assemble(robot, da.integrate(robot, q, 0.1 * allowed(robot, q, 5)))
    oracle = Constrained(robot)
    for seed in (1, 2):
        qd = allowed(robot, q, seed)
        tau = np.random.default_rng(seed).normal(size=robot.nv)
        qdd, forces = oracle.forward_dynamics(q, qd, tau, oracle.loops())
        assert worst(da.forward_dynamics(robot, q, qd, tau), qdd) < PROXIMAL
        ours = da.mechanism.loop_forces(robot, q, qd, tau)
        for loop, force in zip(robot.loops, forces, strict=True):
            assert worst(ours[loop.name][:3], force[:3]) < PROXIMAL


def standing(name):
    if name == "quadruped":
        robot = da.gallery.quadruped()
        return robot, {f"{leg}_foot": "point" for leg in ("lf", "rf", "lh", "rh")}
    robot = da.load(find("talos_reduced.urdf"), base="free").rigid()
    return robot, {"left_sole_link": "surface", "right_sole_link": "surface"}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["quadruped", "humanoid"])
def test_contacts_and_impacts(name):
    robot, contacts = standing(name)
    oracle = Constrained(robot)
    q = da.integrate(robot, da.neutral(robot), np.random.default_rng(4).uniform(-0.5, 0.5, robot.nv))
    qd = allowed(robot, q, 1, contacts)
    tau = np.random.default_rng(2).normal(size=robot.nv)
    qdd, forces = oracle.forward_dynamics(q, qd, tau, oracle.contacts(contacts))
    assert worst(da.forward_dynamics(robot, q, qd, tau, contacts=contacts), qdd) < PROXIMAL
    ours = da.mechanism.loop_forces(robot, q, qd, tau, contacts=contacts)
    for (frame, kind), force in zip(contacts.items(), forces, strict=True):
        rows = 6 if kind == "surface" else 3
        assert worst(ours[frame][:rows], force[:rows]) < PROXIMAL
    # landing: any velocity, brought to rest at the feet, or thrown back
    qd = np.random.default_rng(6).normal(size=robot.nv)
    J = np.vstack([da.jacobian(robot, q, frame)[: 6 if kind == "surface" else 3] for frame, kind in contacts.items()])
    for restitution in (0.0, 0.4):
        after = pin.impulseDynamics(oracle.model, oracle.data, oracle.q(q), qd, J, restitution, 0.0)
        ours, impulses = da.mechanism.impact(robot, q, qd, contacts, restitution=restitution)
        assert worst(ours, after) < PROXIMAL
        assert worst(np.ravel(impulses), oracle.data.impulse_c) < PROXIMAL
