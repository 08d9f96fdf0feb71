"""Equations of elastic joints: the doors, the diagonal matrices, the energy; and that the rigid model says it is that."""

from dataclasses import replace

import sympy as sp

import dalembert as da
from raised import raises, warns


def elastic_arm(**more):
    """The planar 2R with a spring at each joint, all in symbols."""
    robot = da.gallery.planar_2r()
    drives = [da.Drive(rotor_inertia=f"J{k}", gear_ratio=f"N{k}", stiffness=f"K{k}", **more) for k in (1, 2)]
    joints = tuple(replace(joint, drive=drive) for joint, drive in zip(robot.joints, drives, strict=True))
    return replace(robot, joints=joints)


def test_two_n_equations():
    """M q̈ + c + g + K(q − θ) = 0, B θ̈ + K(θ − q) = τ, with M, c, g of the links alone."""
    found = da.equations(elastic_arm()).elastic
    plain = da.equations(da.gallery.planar_2r())
    q, theta, thetadd = (sp.Matrix(sp.symbols(f"{x}1:3")) for x in ("q", "theta", "thetadd"))
    K = sp.diag(*sp.symbols("K1 K2"))
    B = sp.diag(*(sp.Symbol(f"N{k}") ** 2 * sp.Symbol(f"J{k}") for k in (1, 2)))
    assert sp.expand(sp.Matrix(found.links) - (plain.tau + K * (q - theta))) == sp.zeros(2, 1)
    assert sp.expand(sp.Matrix(found.motors) - (B * thetadd + K * (theta - q))) == sp.zeros(2, 1)
    assert (found.K, sp.expand(found.B - B)) == (K, sp.zeros(2, 2))
    sides = [x.partition(" = ")[0] for x in found.text().splitlines() if " = " in x]
    assert sides == ["0", "0", "tau1", "tau2"]


def test_all_the_energy_changes_by_the_motors_alone():
    """dE/dt = τᵀθ̇ along the equations, E with springs and rotors: what T + U of the links does not do."""
    found = da.equations(elastic_arm()).elastic
    names = [f"{x}{k}" for x in ("q", "theta") for k in (1, 2)]
    after = {"q": "qd", "theta": "thetad"}
    E, rate = found.energy, 0
    for name in names:
        stem, k = name[:-1], name[-1]
        x, v, a = (sp.Symbol(s + k) for s in (stem, after[stem], after[stem] + "d"))
        rate += sp.diff(E, x) * v + sp.diff(E, v) * a
    work = sum(left * sp.Symbol(f"qd{k}") for k, left in enumerate(found.links, 1))  # the links' sides are 0
    work += sum(left * sp.Symbol(f"thetad{k}") for k, left in enumerate(found.motors, 1))  # = τᵀθ̇
    assert sp.simplify(sp.expand(rate - work)) == 0


def test_the_rigid_model_says_that_it_is():
    robot = elastic_arm()
    with warns(da.finding.RigidModel, joints=("joint1", "joint2")):
        eq = da.equations(robot)
    assert "rigid" in repr(eq)
    assert eq.elastic.elastic == (1, 2)


def test_a_rigid_robot_has_no_elastic_equations(recwarn):
    eq = da.equations(da.gallery.planar_2r())
    assert not recwarn.list
    with raises(da.finding.RobotHasNo, robot="planar_2r", noun="elastic joint"):
        eq.elastic  # noqa: B018  the access is the test


def test_rotors_as_bodies_have_a_public_door():
    """Gyroscopic rotors: a motor along the joint's axis adds what turning with it adds, and nothing at one joint."""
    robot = da.gallery.pendulum()
    assert da.model.with_rotors(robot).n == robot.n
    assert len(da.model.with_rotors(robot).links) == len(robot.links) + 1
