"""Humanoids, quadrupeds and flying robots of example-robot-data on a free base, against Pinocchio's free-flyer."""

import numpy as np
import pinocchio as pin
import pytest

import dalembert as da
from corpus import FILES, find, label
from interpreted import interpreted
from raised import raises
from random_robot import kicked, posture, worst
from tolerance import ANOTHER_LIBRARY, SNAPPED

FAMILIES = (
    "laikago", "g1_", "go1", "go2", "a1_", "b1_", "anymal", "hyq", "solo", "quadruped", "bolt", "human", "alex",
    "talos", "romeo", "icub", "centauro", "iris", "hector", "hextilt", "borinot", "simple_humanoid",
)  # fmt: skip
FLOATING = [path for path in FILES if label(path).startswith(FAMILIES) and path.name != "talos_left_arm.urdf"]


def pinocchio_model(path):
    try:
        return pin.buildModelFromUrdf(str(path), pin.JointModelFreeFlyer())
    except (ValueError, RuntimeError):
        return None


LOADED = [path for path in FLOATING if pinocchio_model(path) is not None]


def symmetric(M):
    return np.triu(M) + np.triu(M, 1).T


def test_many_robots_are_compared():
    assert len(LOADED) >= 30


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", LOADED, ids=label)
def test_equals_pinocchio_with_a_free_flyer(path):
    model = pinocchio_model(path)
    data = model.createData()
    robot = da.load(path, base="free").rigid()
    q = posture(robot, 1)
    qd, qdd, _ = kicked(robot, 1)
    A = da.interop.pinocchio_rates(robot, q, model=model)
    there, v, a = da.interop.pinocchio_state(robot, q, qd, qdd, model=model)
    tau = A.T @ pin.rnea(model, data, there, v, a)
    assert worst(interpreted(robot, "inverse_dynamics", q, qd, qdd), tau) < SNAPPED
    M = A.T @ (symmetric(pin.crba(model, data, there)) - np.diag(model.armature)) @ A
    assert worst(interpreted(robot, "mass_matrix", q), M) < SNAPPED
    pin.ccrba(model, data, there, v)
    assert worst(interpreted(robot, "centroidal_matrix", q), data.Ag @ A) < SNAPPED
    assert worst(interpreted(robot, "momentum", q, qd), np.r_[data.hg.linear, data.hg.angular]) < SNAPPED
    assert worst(interpreted(robot, "centre_of_mass", q), pin.centerOfMass(model, data, there)) < SNAPPED
    scale = np.sqrt(np.diag(M))
    if scale.min() < 1e-9 or np.linalg.eigvalsh(M / np.outer(scale, scale)).min() < 1e-13:
        with raises(da.finding.SingularInertia):
            da.forward_dynamics(robot, q, qd, tau)
        return
    result = interpreted(robot, "forward_dynamics", q, qd, tau)
    # M q̈ and not q̈: right angles that a file rounds move efforts by SNAPPED, and M⁻¹ would magnify that
    assert worst(M @ result / scale, M @ qdd / scale) < SNAPPED


@pytest.mark.parametrize("name", ["go1.urdf", "solo12.urdf", "bolt.urdf"])
def test_kernels_agree_in_batches(name):
    """The compiled kernels, many states at once, against Pinocchio's articulated bodies state by state."""
    path = find(name)
    model = pinocchio_model(path)
    data = model.createData()
    robot = da.load(path, base="free").rigid()
    q = posture(robot, 5, 11)
    qd, tau = np.random.default_rng(2).normal(size=(2, 11, robot.nv))
    there, v, _ = da.interop.pinocchio_state(robot, q, qd, model=model)
    A = da.interop.pinocchio_rates(robot, q, model=model)
    qdd = da.forward_dynamics(robot, q, qd, tau)
    for k in range(11):
        effort = np.linalg.solve(A[k].T, tau[k])
        a = pin.aba(model, data, there[k], v[k], effort)
        assert worst(qdd[k], da.interop.from_pinocchio_state(robot, there[k], v[k], a, model=model)[2]) < SNAPPED


# ── the change of convention ──────────────────────────────────────────────────


KINDS = {
    "free": pin.JointModelFreeFlyer,
    "spherical": pin.JointModelSpherical,
    "planar": pin.JointModelPlanar,
    "continuous": pin.JointModelRUBZ,
    "revolute": pin.JointModelRZ,
    "prismatic": pin.JointModelPZ,
    "universal": lambda: pin.JointModelUniversal(np.array([1.0, 0, 0]), np.array([0, 1.0, 0])),
    "angles": pin.JointModelSphericalZYX,
}


def built(order):
    """The same chain here and there, each joint of the next kind."""
    rng, model = np.random.default_rng(3), pin.Model()
    model.gravity.linear = np.array([0.3, -2.0, -9.0])
    links, joints, before, parent = [da.Link("ground")], [], "ground", 0
    for kind in order:
        place = pin.SE3(pin.Quaternion(*rng.normal(size=4)).normalized(), rng.normal(size=3))
        inertia = pin.Inertia(1.0 + rng.random(), rng.normal(size=3) * 0.1, np.diag([0.2, 0.3, 0.25]))
        parent = model.addJoint(parent, KINDS[kind](), place, kind)
        model.appendBodyToJoint(parent, inertia, pin.SE3.Identity())
        own = da.Inertia.about_com(inertia.mass, tuple(inertia.lever), (0.2, 0.3, 0.25, 0, 0, 0))
        pose = da.Pose(tuple(map(tuple, place.rotation.tolist())), tuple(place.translation.tolist()))
        links.append(da.Link(kind, own))
        angles = {"angles": "zyx"} if kind == "angles" else {}
        joints.append(da.Joint(kind, "spherical" if angles else kind, before, kind, pose, **angles))
        before = kind
    return da.Robot("chain", tuple(links), tuple(joints), gravity=(0.3, -2.0, -9.0)), model


@pytest.mark.parametrize("order", [tuple(KINDS), tuple(reversed(KINDS))], ids=["outwards", "inwards"])
def test_every_kind_of_joint_changes_convention_and_back(order):
    robot, model = built(order)
    data = model.createData()
    q, (qd, qdd, _) = posture(robot, 4, 3), kicked(robot, 4)
    for k in range(3):
        there, v, a = da.interop.pinocchio_state(robot, q[k], qd, qdd, model=model)
        assert worst(there, da.interop.pinocchio_state(robot, q[k])[0]) == 0, "the order here is that of the model"
        A = da.interop.pinocchio_rates(robot, q[k], model=model)
        assert worst(da.inverse_dynamics(robot, q[k], qd, qdd), A.T @ pin.rnea(model, data, there, v, a)) < SNAPPED
        back = da.interop.from_pinocchio_state(robot, there, v, a, model=model)
        assert worst(da.interop.pinocchio_state(robot, back[0])[0], there) < SNAPPED
        assert worst(back[1], qd) < SNAPPED
        assert worst(back[2], qdd) < SNAPPED
    whole = da.interop.pinocchio_state(robot, q, qd, qdd)
    assert whole[2].shape == (3, robot.nv)
    assert np.array_equal(whole[2][1], da.interop.pinocchio_state(robot, q[1], qd, qdd)[2])


PLANAR = """<robot name="tray"><link name="base"/><link name="arm"><inertial><mass value="1"/>
<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link><link name="tray"><inertial>
<origin xyz="0.1 0.2 0.3"/><mass value="2"/><inertia ixx="0.3" iyy="0.4" izz="0.5" ixy="0.01" ixz="0.02" iyz="0.03"/>
</inertial></link><joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
<limit effort="1" velocity="1"/></joint><joint name="slide" type="planar"><parent link="arm"/><child link="tray"/>
<origin xyz="0.3 0.1 0.2" rpy="0.1 0.2 0.3"/><axis xyz="{axis}"/></joint></robot>"""


def test_planar_joints_of_urdf_agree_with_pinocchio_or_are_refused(tmp_path):
    """Pinocchio's reader takes z for the axis of every planar joint; where that is not the axis there is no such state."""
    path = tmp_path / "tray.urdf"
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, 4))
    path.write_text(PLANAR.format(axis="0 0 1"))
    robot, model = da.load(path), pin.buildModelFromUrdf(str(path))
    data = model.createData()
    there = da.interop.pinocchio_state(robot, q, qd, qdd, model=model)
    A = da.interop.pinocchio_rates(robot, q, model=model)
    tau = A.T @ pin.rnea(model, data, *there)
    np.testing.assert_allclose(da.inverse_dynamics(robot, q, qd, qdd), tau, rtol=ANOTHER_LIBRARY, atol=ANOTHER_LIBRARY)
    for axis in ("1 0 0", "0 -1 0", "0 0 -1", "0.6 0 0.8"):
        path.write_text(PLANAR.format(axis=axis))
        robot, model = da.load(path), pin.buildModelFromUrdf(str(path))
        with raises(da.finding.PartProblem, noun="joint", name="slide", expected="the plane of Pinocchio's joint"):
            da.interop.pinocchio_state(robot, q, model=model)
        with raises(da.finding.PartProblem, noun="joint", name="slide", expected="the plane of Pinocchio's joint"):
            da.interop.from_pinocchio_state(robot, pin.neutral(model), model=model)
