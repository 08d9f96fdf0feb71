"""Joints as sequences of motions: coordinates, places, names, and what each kind moves."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.spatial.joint_types import KINDS
from dalembert.spatial.pose import rotation_x, rotation_y, rotation_z
from raised import raises
from tolerance import ROOT_OF_ROUNDING, SAME_ALGORITHM

BODY = da.Inertia.about_com(2.0, (0.1, 0.2, 0.3), (0.3, 0.4, 0.5, 0.01, 0.02, 0.03))
TURN = {"x": rotation_x, "y": rotation_y, "z": rotation_z}


def robot(*joints, **fields):
    links = [da.Link("ground"), *(da.Link(j.child, BODY) for j in joints)]
    return da.Robot("test", tuple(links), joints, **fields)


def pose(*steps):
    """The pose after slides ("sx", d) and turns ("x", angle), by plain matrices."""
    T = np.eye(4)
    for what, amount in steps:
        step = np.eye(4)
        if what[0] == "s":
            step["xyz".index(what[1]), 3] = amount
        else:
            step[:3, :3] = TURN[what](float(amount))
        T = T @ step
    return T


EXPECTED = {
    "revolute": lambda q: pose(("z", q[0])),
    "continuous": lambda q: pose(("z", q[0])),
    "prismatic": lambda q: pose(("sz", q[0])),
    "screw": lambda q: pose(("z", q[0]), ("sz", 0.3 * q[0])),
    "cylindrical": lambda q: pose(("z", q[0]), ("sz", q[1])),
    "universal": lambda q: pose(("x", q[0]), ("y", q[1])),
    "pin_slot": lambda q: pose(("sx", q[0]), ("z", q[1])),
    "planar": lambda q: pose(("sx", q[0]), ("sy", q[1]), ("z", q[2])),
}


@pytest.mark.parametrize("kind", EXPECTED)
def test_kind_moves_as_its_row_says(kind):
    made = robot(da.Joint("j", kind, "ground", "a", pitch=0.3 if kind == "screw" else 0))
    q = np.random.default_rng(1).normal(size=made.nq)
    np.testing.assert_allclose(da.forward_kinematics(made, q), EXPECTED[kind](q), atol=SAME_ALGORITHM)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "fixed"])
def test_rates_are_those_of_the_jacobian_and_the_tangent(kind):
    """J q̇ is the twist seen by moving a little along the tangent."""
    place = da.Pose(rotation_x(0.7), (0.1, 0.2, 0.3))
    axis = (1, 2, 2) if kind in ("revolute", "prismatic", "screw", "cylindrical") else (0, 0, 1)
    made = robot(
        da.Joint(
            "j",
            kind,
            "ground",
            "a",
            place,
            axis,
            da.Pose(rotation_y(0.4), (0.3, 0, 0.1)),
            pitch=0.3 * (kind == "screw"),
        )
    )
    rng = np.random.default_rng(2)
    q, qd, h = da.integrate(made, da.neutral(made), rng.normal(size=made.nv)), rng.normal(size=made.nv), 1e-6
    back, here, ahead = (da.forward_kinematics(made, da.integrate(made, q, s * qd)) for s in (-h, 0, h))
    rate = (ahead - back) / (2 * h)
    spin = rate[:3, :3] @ here[:3, :3].T
    twist = [*rate[:3, 3], spin[2, 1], spin[0, 2], spin[1, 0]]
    np.testing.assert_allclose(da.jacobian(made, q) @ qd, twist, atol=ROOT_OF_ROUNDING)
    np.testing.assert_allclose(
        da.difference(made, q, da.integrate(made, q, 0.3 * qd)), 0.3 * qd, atol=100 * SAME_ALGORITHM
    )


@pytest.mark.parametrize("angles", ["xyz", "xzy", "yxz", "yzx", "zxy", "zyx", "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"])
def test_three_angles_turn_in_their_order(angles):
    made = robot(da.Joint("j", "spherical", "ground", "a", angles=angles, names=("first", "second", "third")))
    q = np.array([0.3, 0.7, -0.4])
    np.testing.assert_allclose(da.forward_kinematics(made, q), pose(*zip(angles, q, strict=True)), atol=SAME_ALGORITHM)
    assert made.coordinates == ("first", "second", "third")
    ball = robot(da.Joint("j", "spherical", "ground", "a"))
    M = da.mass_matrix(made, q)
    J = da.jacobian(made, q, "a")[3:]
    assert ball.nq == 4
    R = da.forward_kinematics(made, q)[:3, :3]
    quaternion = _quaternion(R)
    B = R.T @ J  # rates of the angles → angular velocity in the body
    np.testing.assert_allclose(B.T @ da.mass_matrix(ball, quaternion) @ B, M, atol=100 * SAME_ALGORITHM)


def _quaternion(R):
    w = np.sqrt(1 + np.trace(R)) / 2
    return np.array([w, *np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / (4 * w)])


def test_coordinates_know_their_places():
    made = robot(
        da.Joint("root", "free", "ground", "a"),
        da.Joint("knee", "revolute", "a", "b", limits=da.Limits(-1, 2, 3, 4), drive=da.Drive(damping=0.1)),
        da.Joint("hip", "cylindrical", "b", "c", limits=(da.Limits(-1, 1), da.Limits(0, 0.5))),
    )
    assert (made.nq, made.nv, made.n) == (10, 9, 9)
    assert made.coordinates == (
        "root.vx", "root.vy", "root.vz", "root.wx", "root.wy", "root.wz", "knee", "hip.turn", "hip.slide",
    )  # fmt: skip
    spin = made.coordinate("root.wy")
    assert (spin.q, spin.qd, spin.motion, spin.unit) == (slice(3, 7), 4, "ball", "rad")
    knee = made.joint("knee").coordinates[0]
    assert (knee.q, knee.qd, knee.limits.upper, knee.drive.damping) == (slice(7, 8), 6, 2, 0.1)
    assert made.coordinate("hip.slide").limits.upper == 0.5
    assert made.coordinate("hip.slide").unit == "m"
    assert made.actuated == ("knee", "hip.turn", "hip.slide")
    assert replace(made, joints=made.joints[:2], links=made.links[:3]).actuated == ("knee",)
    np.testing.assert_array_equal(da.neutral(made), [0, 0, 0, 1, 0, 0, 0, 0, 0, 0])


def test_length_of_a_quaternion_does_not_matter():
    made = robot(da.Joint("root", "free", "ground", "a"), da.Joint("j", "revolute", "a", "b"))
    rng = np.random.default_rng(3)
    q, qd, qdd = rng.normal(size=8), rng.normal(size=7), rng.normal(size=7)
    longer = q.copy()
    longer[3:7] *= -2.5
    tau = da.inverse_dynamics(made, q, qd, qdd)
    np.testing.assert_allclose(da.inverse_dynamics(made, longer, qd, qdd), tau, atol=100 * SAME_ALGORITHM)
    q[3:7] = 0
    with raises(da.finding.BadQuaternion, argument="q", robot="test", joint="root"):
        da.inverse_dynamics(made, q, qd, qdd)
    with raises(da.finding.BadQuaternion, argument="q", robot="test", joint="root"):
        da.inverse_dynamics(made, np.array([longer, q]), qd, qdd)


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: da.Joint("j", "screw", "a", "b"), da.errors.WrongValue, da.finding.PartProblem),
        (lambda: da.Joint("j", "revolute", "a", "b", pitch=1), da.errors.WrongValue, da.finding.PartProblem),
        (lambda: da.Joint("j", "revolute", "a", "b", angles="zxz"), da.errors.WrongValue, da.finding.PartProblem),
        (lambda: da.Joint("j", "spherical", "a", "b", angles="zzx"), da.errors.WrongValue, da.finding.PartProblem),
        (lambda: da.Joint("j", "spherical", "a", "b", angles="zx"), da.errors.WrongValue, da.finding.PartProblem),
        (lambda: da.Joint("j", "spherical", "a", "b", names=("x",)), da.errors.WrongSize, da.finding.WrongLength),
        (lambda: da.Joint("j", "planar", "a", "b", limits=(da.Limits(),)), da.errors.WrongSize, da.finding.WrongLength),
        (lambda: da.Joint("j", "spherical", "a", "b", mimic=da.model.Mimic("k")), da.errors.WrongValue, da.finding.PartProblem),
        (lambda: robot(da.Joint("j", "spherical", "ground", "a"), da.Joint("k", "revolute", "a", "b", mimic=da.model.Mimic("j"))),
         da.errors.WrongValue, da.finding.PartProblem),
        (lambda: robot(da.Joint("j", "free", "ground", "a"), da.Joint("j.vx", "revolute", "a", "b")), da.errors.BadTopology, da.finding.Duplicate),
        (lambda: robot(da.Joint("j", "revolute", "ground", "a"), actuated=("k",)), da.errors.UnknownName, da.finding.Unknown),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told(make, error, message):
    with raises(message):
        make()
