"""Rotations, trigonometric roots, positioners and wrists: each against a direct evaluation."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import dalembert as da
from dalembert.kinematics.analytic_inverse import linear, orientations, positions, quadratic, roots
from dalembert.kinematics.chain import Screw, chain, common_normal, common_point
from dalembert.spatial.rotation import angle_from, log, pose_error, rotate, rotation, wrapped
from tolerance import REPRODUCED, ROUNDED, SAME_ALGORITHM, SAME_POSTURE, TENS_OF_ROUNDINGS

RNG = np.random.default_rng(0)


def units(*shape):
    x = RNG.normal(size=(*shape, 3))
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


def test_rotations_are_scipys():
    h, angle, x = units(40), RNG.uniform(-4, 4, 40), RNG.normal(size=(40, 3))
    expected = Rotation.from_rotvec(h * angle[:, None])
    assert np.allclose(rotation(h, angle), expected.as_matrix(), atol=TENS_OF_ROUNDINGS)
    assert np.allclose(rotate(h, angle, x), expected.apply(x), atol=TENS_OF_ROUNDINGS)


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-7, 1e-4, 0.3, 3.0, np.pi - 1e-4, np.pi - 1e-9, np.pi])
def test_logarithm_is_accurate_from_zero_to_a_half_turn(angle):
    h = units(20)
    found = log(rotation(h, np.full(20, angle)))
    if angle > np.pi - 1e-6:  # n and −n are the same half turn
        found = found * np.sign(np.einsum("bi,bi->b", found, h))[:, None]
    assert np.allclose(found, angle * h, rtol=REPRODUCED, atol=ROUNDED)


def test_pose_error_is_the_twist_that_is_missing():
    T, twist = np.eye(4), 1e-6 * RNG.normal(size=6)
    moved = np.eye(4)
    moved[:3, :3], moved[:3, 3] = Rotation.from_rotvec(twist[3:]).as_matrix(), twist[:3]
    assert np.allclose(pose_error(moved, T), twist, rtol=REPRODUCED, atol=0)


def test_wrapped_angles_are_in_a_half_open_turn():
    angle = np.array([np.pi, -np.pi, 3.2, 7.0, -7.0, 0.0])
    assert np.allclose(np.exp(1j * wrapped(angle)), np.exp(1j * angle))
    assert np.all((wrapped(angle) > -np.pi) & (wrapped(angle) <= np.pi))


def test_angle_between_vectors_about_an_axis():
    h, a, angle = units(30), RNG.normal(size=(30, 3)), RNG.uniform(-3, 3, 30)
    for size in (1e-9, 1.0, 1e9):
        assert np.allclose(angle_from(h, size * a, rotate(h, angle, size * a)), angle, atol=SAME_ALGORITHM)
    assert angle_from(h[0], h[0], h[0]) == 0


def test_linear_equation_has_both_roots():
    a, b, angle = RNG.normal(size=50), RNG.normal(size=50), RNG.uniform(-3, 3, 50)
    found = linear(a, b, a * np.cos(angle) + b * np.sin(angle))
    assert np.abs(wrapped(found - angle[:, None])).min(axis=1).max() < SAME_POSTURE
    assert np.allclose(
        a[:, None] * np.cos(found) + b[:, None] * np.sin(found), (a * np.cos(angle) + b * np.sin(angle))[:, None]
    )
    assert np.isnan(linear(np.ones(1), np.zeros(1), np.full(1, 1.5))).all()


def test_quadratic_equation_has_both_roots():
    assert np.allclose(quadratic(np.ones(1), np.full(1, -3.0), np.full(1, 2.0)), [[1, 2]])
    assert np.isnan(quadratic(np.ones(1), np.zeros(1), np.ones(1))).all()


@pytest.mark.parametrize("prismatic", [False, True])
def test_roots_of_order_two(prismatic):
    """Four chosen roots of a polynomial are found again."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        chosen = np.sort(rng.uniform(-2.5, 2.5, 4))

        def F(x, chosen=chosen):
            off = x[..., None] - chosen
            return np.prod(off if prismatic else np.sin(off / 2), axis=-1)

        found = np.sort(roots(F, prismatic, np.ones(1)))[0]
        assert np.allclose(found, chosen, atol=1e-6 / min(np.diff(chosen)) ** 2)


def test_feet_are_the_shortest_way_between_axes():
    a, b = (Screw(False, units(), RNG.normal(size=3)) for _ in range(2))
    p, q = common_normal(a, b)
    assert abs((p - q) @ a.h) < SAME_ALGORITHM
    assert abs((p - q) @ b.h) < SAME_ALGORITHM
    assert np.linalg.norm(np.cross(p - a.o, a.h)) < SAME_ALGORITHM
    assert np.linalg.norm(np.cross(q - b.o, b.h)) < SAME_ALGORITHM


def test_common_point():
    centre, h = RNG.normal(size=3), units(3)
    screws = [Screw(False, x, centre + 0.7 * x) for x in h]
    point, off = common_point(screws)
    assert np.allclose(point, centre)
    assert off < SAME_ALGORITHM
    screws[1] = Screw(False, h[1], centre + 0.3 * np.cross(h[0], h[1]))
    assert common_point(screws)[1] > 0.01


@pytest.mark.parametrize(
    "kinds", [a + b + c for a in "RP" for b in "RP" for c in "RP"] + ["RR", "RP", "PR", "PP", "R", "P"]
)
def test_positioners_find_the_configuration_a_point_was_carried_with(kinds):
    rng = np.random.default_rng(len(kinds))
    joints = [Screw(k == "P", units(), rng.uniform(-1, 1, 3)) for k in kinds]
    q, p = rng.uniform(-1.5, 1.5, (30, len(kinds))), rng.uniform(-1, 1, 3)
    t = np.broadcast_to(p, (30, 3))
    for k in reversed(range(len(kinds))):
        t = joints[k].move(q[:, k], t)
    found = positions(joints, np.broadcast_to(p, (30, 3)), t, 1.0)
    off = np.nan_to_num(np.abs(found - q[:, None]), nan=9.0)
    turning = np.array([k == "R" for k in kinds])
    off = np.where(turning, np.abs(wrapped(off)), off)
    assert off.max(axis=-1).min(axis=-1).max() < 1e-5


@pytest.mark.parametrize("size", [1, 2, 3])
def test_wrists_find_their_angles(size):
    axes, q = list(units(size)), RNG.uniform(-2.5, 2.5, (25, size))
    W = np.eye(3)
    for k in range(size):
        W = W @ rotation(axes[k], q[:, k])
    found = orientations(axes, W)
    off = np.abs(wrapped(np.nan_to_num(found - q[:, None], nan=3.0))).max(axis=-1).min(axis=-1)
    assert off.max() < 1e-7


def test_axes_of_a_chain_at_a_configuration():
    """Chain.at walks the product of exponentials; Jacobian columns give the same axes."""

    robot = da.gallery.ur5()
    q = np.random.default_rng(3).uniform(-2, 2, 6)
    J, tip = da.jacobian(robot, q), da.forward_kinematics(robot, q)[:3, 3]
    for k, screw in enumerate(chain(robot).at(q)):
        assert np.allclose(J[3:, k], screw.h, atol=SAME_ALGORITHM)
        assert np.allclose(J[:3, k], np.cross(screw.h, tip - screw.o), atol=SAME_ALGORITHM)
