"""Kinematics of the lecture by Tang [tang, §2.2]: forward kinematics, both branches of inverse kinematics, rates."""

import numpy as np
import pytest
import sympy as sp

import dalembert as da
from raised import raises
from tolerance import REPRODUCED, SAME_ALGORITHM, SAME_POSTURE, THOUSANDS_OF_ROUNDINGS

q1, q2, q3, l1, l2, l3, d1 = sp.symbols("q1 q2 q3 l1 l2 l3 d1")
C, S = sp.cos, sp.sin


def same(a, b):
    return sp.simplify(sp.Matrix(a) - sp.Matrix(b)) == sp.zeros(*sp.Matrix(a).shape)


def test_planar_3r_forward_kinematics():
    e = da.kinematics.kinematic_equations(da.gallery.planar_3r(l3="l3"))
    x = l1 * C(q1) + l2 * C(q1 + q2) + l3 * C(q1 + q2 + q3)
    y = l1 * S(q1) + l2 * S(q1 + q2) + l3 * S(q1 + q2 + q3)
    assert list(e.position) == [x, y, 0]  # the same expression, not only an equal one
    assert list(e.rotation[:2, 0]) == [C(q1 + q2 + q3), S(q1 + q2 + q3)]


def test_planar_rpr_forward_kinematics_and_jacobian():
    e = da.kinematics.kinematic_equations(da.gallery.planar_rpr())
    x, y = q2 * C(q1) + l3 * C(q1 + q3), q2 * S(q1) + l3 * S(q1 + q3)
    assert list(e.position) == [x, y, 0]
    assert list(e.rotation[:2, 0]) == [C(q1 + q3), S(q1 + q3)]
    expected = sp.Matrix([x, y]).jacobian([q1, q2, q3])
    assert same(e.J[:2, :], expected)
    assert list(e.J[5, :]) == [1, 0, 1]


def test_spatial_3r_forward_kinematics_and_jacobian():
    e = da.kinematics.kinematic_equations(da.gallery.spatial_3r())
    r = l1 * C(q2) + l2 * C(q2 + q3)
    assert same(e.position, [r * C(q1), r * S(q1), l1 * S(q2) + l2 * S(q2 + q3)])
    s23, c23 = S(q2 + q3), C(q2 + q3)
    lecture = [
        [-l1 * S(q1) * C(q2) - l2 * S(q1) * c23, -l1 * C(q1) * S(q2) - l2 * C(q1) * s23, -l2 * C(q1) * s23],
        [l1 * C(q1) * C(q2) + l2 * C(q1) * c23, -l1 * S(q1) * S(q2) - l2 * S(q1) * s23, -l2 * S(q1) * s23],
        [0, l1 * C(q2) + l2 * c23, l2 * c23],
    ]
    assert same(e.J[:3, :], lecture)


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("cartesian", [q1, q2, q3]),
        ("cylindrical", [q3 * C(q1), q3 * S(q1), l1 + q2]),
        ("spherical", [q3 * C(q2) * C(q1), q3 * C(q2) * S(q1), l1 + q3 * S(q2)]),
        ("scara", [l1 * C(q1) + l2 * C(q1 + q2), l1 * S(q1) + l2 * S(q1 + q2), d1 - q3]),
    ],
)
def test_mechanisms(name, position):
    """The arms the lecture shows, with their Jacobian as the derivative of the position."""
    e = da.kinematics.kinematic_equations(getattr(da.gallery, name)())
    assert same(e.position, position)
    assert same(e.J[:3, :], sp.Matrix(position).jacobian([q1, q2, q3]))


def test_articulated_arm():
    """Shoulder, elbow and wrist: the wrist's centre in closed form, and where the arm is singular."""
    robot, a2, d4, d1_ = da.gallery.articulated(), *sp.symbols("a2 d4 d1")
    r = a2 * C(q2) + d4 * C(q2 + q3)
    wrist = da.kinematics.kinematic_equations(robot, "link6").position
    assert same(wrist, [r * C(q1), r * S(q1), d1_ + a2 * S(q2) + d4 * S(q2 + q3)])
    found = {x.kind: x.condition for x in da.kinematics.singularities(robot)}
    assert found == {"elbow": S(q3), "wrist": S(sp.Symbol("q5")), "shoulder": r}


def test_2r_determinant_and_singularities():
    robot = da.gallery.planar_2r()
    assert da.kinematics.kinematic_equations(robot).determinant() == l1 * l2 * S(q2)
    (only,) = da.kinematics.singularities(robot)
    assert (only.kind, only.condition) == ("elbow", S(q2))  # at 0 and π
    assert list(only.lost) == [C(q1 + q2), S(q1 + q2), 0, 0, 0, 0]  # along the stretched or folded arm


def test_2r_rates():
    """θ̇1 = (vx c12 + vy s12)/(l1 s2), θ̇2 = −(vx (l1 c1 + l2 c12) + vy (l1 s1 + l2 s12))/(l1 l2 s2)."""
    a, b = 0.9, 0.65
    robot = da.gallery.planar_2r().bind(l1=a, l2=b)
    rng = np.random.default_rng(4)
    q = np.stack([rng.uniform(-3, 3, 50), rng.uniform(0.3, 2.8, 50) * rng.choice([-1, 1], 50)], axis=-1)
    v = rng.normal(size=(50, 3)) * [1, 1, 0]
    t1, t12, s2 = q[:, 0], q.sum(axis=1), np.sin(q[:, 1])
    first = (v[:, 0] * np.cos(t12) + v[:, 1] * np.sin(t12)) / (a * s2)
    x, y = a * np.cos(t1) + b * np.cos(t12), a * np.sin(t1) + b * np.sin(t12)
    second = -(v[:, 0] * x + v[:, 1] * y) / (a * b * s2)
    assert np.allclose(
        da.kinematics.joint_rates(robot, q, v, damping=0),
        np.stack([first, second], axis=-1),
        rtol=THOUSANDS_OF_ROUNDINGS,
        atol=THOUSANDS_OF_ROUNDINGS,
    )


def test_planar_3r_inverse_kinematics_has_the_two_branches():
    """Wrist point, β and γ by the law of cosines, θ2 = π − β, θ1 = α − γ, θ3 = φ − θ1 − θ2, and the other branch."""
    a, b, c = 1.0, 0.8, 0.3
    robot = da.gallery.planar_3r(l3="l3").bind(l1=a, l2=b, l3=c)
    rng = np.random.default_rng(8)
    for _ in range(40):
        r, bearing, phi = rng.uniform(0.25, 1.75), rng.uniform(-3, 3), rng.uniform(-3, 3)
        xw, yw = r * np.cos(bearing), r * np.sin(bearing)
        beta = np.arccos((a * a + b * b - r * r) / (2 * a * b))
        gamma = np.arccos((r * r + a * a - b * b) / (2 * a * r))
        theta2 = np.pi - beta
        theta1 = np.arctan2(yw, xw) - gamma
        theta3 = phi - theta1 - theta2
        other = (theta1 + 2 * gamma, -theta2, theta3 + 2 * theta2 - 2 * gamma)
        T = np.eye(4)
        T[:2, :2] = [[np.cos(phi), -np.sin(phi)], [np.sin(phi), np.cos(phi)]]
        T[:2, 3] = xw + c * np.cos(phi), yw + c * np.sin(phi)
        found = da.inverse_kinematics(robot, T, all=True)
        assert found.shape == (2, 3)
        for branch in ((theta1, theta2, theta3), other):
            off = np.abs(np.angle(np.exp(1j * (found - branch)))).max(axis=1)
            assert off.min() < 1e-12 / np.sin(theta2) + 1e-12  # at the edge of reach a rounding is magnified


def test_unreachable_target_is_said_clearly():
    robot = da.gallery.planar_2r().bind(l1=1.0, l2=0.5)
    with raises(da.finding.UnreachableTarget, frame="tool") as caught:
        da.inverse_kinematics(robot, [2.0, 0.0, 0.0])
    assert abs(caught.value.distance - 0.5) < SAME_ALGORITHM
    assert np.allclose(caught.value.pose[:3, 3], [1.5, 0, 0], atol=REPRODUCED)
    assert np.allclose(caught.value.q, 0, atol=SAME_POSTURE)
