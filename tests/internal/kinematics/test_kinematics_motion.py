"""Joint rates, manipulability, ellipsoids, null space and self-motion."""

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import null_space as scipy_null

import dalembert as da
from chain_robot import random_arm
from dalembert.kinematics.chain import chain, geometry
from dalembert.kinematics.configuration import bounds
from pieces import larger, slider
from raised import raises
from tolerance import CHORD, HUNDREDS_OF_ROUNDINGS, REPRODUCED, ROUNDED, SAME_ALGORITHM, SEARCHED

RNG = np.random.default_rng(1)
TWO = geometry(da.gallery.planar_2r().bind(l1=0.9, l2=0.6))


def test_rates_make_the_twist():
    robot = da.gallery.panda()
    q, v = RNG.uniform(-1, 1, (30, 7)), RNG.normal(size=(30, 6))
    for options in ({"damping": 0}, {"damping": 0, "secondary": RNG.normal(size=(30, 7))}):
        rates = da.kinematics.joint_rates(robot, q, v, **options)
        assert np.allclose(np.einsum("bij,bj->bi", da.jacobian(robot, q), rates), v, atol=REPRODUCED)
    least = da.kinematics.joint_rates(robot, q, v, damping=0)
    expected = np.einsum("bij,bj->bi", np.linalg.pinv(da.jacobian(robot, q)), v)
    assert np.allclose(least, expected, atol=REPRODUCED)


def test_rates_are_exact_away_from_singularities_and_bounded_on_them():
    q = np.array([0.4, 1.2])
    v = np.array([0.3, -0.2, 0.0])
    assert np.allclose(
        da.kinematics.joint_rates(TWO, q, v), da.kinematics.joint_rates(TWO, q, v, damping=0), atol=SAME_ALGORITHM
    )
    for angle in (0.0, 1e-12, 1e-8, 1e-4, 1e-2):
        rates = da.kinematics.joint_rates(TWO, [0.4, angle], v, damping=0.05)
        assert np.linalg.norm(rates) < np.linalg.norm(v) / 0.9 / 0.05
    assert np.linalg.norm(da.kinematics.joint_rates(TWO, [0.4, 1e-6], v, damping=0)) > 1e4  # what the damping prevents


def test_impossible_directions_are_left_out():
    """Out of its plane a planar arm does nothing, and in it what it can."""
    a, b = (
        da.kinematics.joint_rates(TWO, [0.4, 1.2], [0.1, 0.2, 0]),
        da.kinematics.joint_rates(TWO, [0.4, 1.2], [0.1, 0.2, 5.0]),
    )
    assert np.allclose(a, b)
    with raises(da.finding.WrongShape, argument="twist"):
        da.kinematics.joint_rates(TWO, [0.4, 1.2], [1, 2])
    with raises(da.finding.OutOfRange, argument="damping", lower=0, strict=False):
        da.kinematics.joint_rates(TWO, [0.4, 1.2], [1, 2, 0], damping=-1)


def test_manipulability_of_2r():
    q = RNG.uniform(-3, 3, (40, 2))
    assert np.allclose(
        da.kinematics.manipulability(TWO, q), 0.9 * 0.6 * np.abs(np.sin(q[:, 1])), atol=HUNDREDS_OF_ROUNDINGS
    )


def test_manipulability_is_the_determinant():
    robot, q = da.gallery.puma560(), RNG.uniform(-2, 2, (20, 6))
    J = da.jacobian(robot, q)
    assert np.allclose(da.kinematics.manipulability(robot, q), np.abs(np.linalg.det(J)), rtol=REPRODUCED)
    robot, q = da.gallery.panda(), RNG.uniform(-2, 2, (20, 7))
    J = da.jacobian(robot, q)
    assert np.allclose(
        da.kinematics.manipulability(robot, q), np.sqrt(np.linalg.det(J @ np.swapaxes(J, 1, 2))), rtol=SEARCHED
    )
    assert np.allclose(
        da.kinematics.manipulability(robot, q, task="position"),
        np.sqrt(np.linalg.det(J[:, :3] @ np.swapaxes(J[:, :3], 1, 2))),
        rtol=SEARCHED,
    )


def test_ellipsoids_hold_every_unit_motion_and_force():
    robot, q = da.gallery.panda(), RNG.uniform(-1, 1, 7)
    J = da.jacobian(robot, q)[:3]
    speed, force = da.kinematics.velocity_ellipsoid(robot, q), da.kinematics.force_ellipsoid(robot, q)
    assert np.allclose(speed.radii * force.radii, 1)
    A = speed.axes @ np.diag(1 / speed.radii**2) @ speed.axes.T
    rates = RNG.normal(size=(500, 7))
    rates /= np.linalg.norm(rates, axis=1, keepdims=True)
    v = rates @ J.T
    assert np.einsum("bi,ij,bj->b", v, A, v).max() <= 1 + 1e-9
    f = force.surface().reshape(-1, 3)
    assert np.allclose(np.linalg.norm(f @ J, axis=1), 1, atol=REPRODUCED)  # |Jᵀf| = 1 on its surface


def test_a_flat_arm_holds_any_force_across_its_plane():
    radii = da.kinematics.force_ellipsoid(TWO, [0.4, 1.2]).radii
    assert np.isinf(radii[2])
    with raises(da.finding.NotFinite, argument="radii"):
        da.kinematics.force_ellipsoid(TWO, [0.4, 1.2]).surface()
    with raises(da.finding.NotOneOf, argument="task"):
        da.kinematics.velocity_ellipsoid(TWO, [0.4, 1.2], task="pose")


def test_null_space():
    robot, q = da.gallery.panda(), RNG.uniform(-1, 1, (10, 7))
    N = da.kinematics.null_space(robot, q)
    assert N.shape == (10, 7, 1)
    assert np.abs(da.jacobian(robot, q) @ N).max() < SAME_ALGORITHM
    assert np.allclose(np.swapaxes(N, 1, 2) @ N, 1)
    assert da.kinematics.null_space(robot, q, task="position").shape == (10, 7, 4)
    assert da.kinematics.null_space(da.gallery.puma560(), np.full(6, 0.4)).shape == (6, 0)
    assert da.kinematics.null_space(da.gallery.puma560(), [0.3, 0.5, -0.4, 0.7, 0, 0.2]).shape == (
        6,
        1,
    )  # wrist singularity
    with raises(da.finding.MixedRanks, lowest=5, highest=6):
        da.kinematics.null_space(da.gallery.puma560(), [[0.3, 0.5, -0.4, 0.7, 0, 0.2], [0.3, 0.5, -0.4, 0.7, 0.5, 0.2]])


def test_self_motion_leaves_the_frame_where_it_is():
    robot = da.gallery.iiwa14()
    q = np.array([0.3, 0.6, -0.2, -1.1, 0.4, 0.9, 0.1])
    T = da.forward_kinematics(robot, q)
    path = da.kinematics.self_motion(robot, q, step=0.05)
    assert np.abs(da.forward_kinematics(robot, path) - T).max() < REPRODUCED
    low, high = bounds(robot)
    assert np.all((path >= low) & (path <= high))
    gaps = np.linalg.norm(np.diff(path, axis=0), axis=1)
    assert np.allclose(gaps, 0.05, rtol=CHORD)
    assert np.abs(path - q).max(axis=1).min() == 0
    elbow = da.forward_kinematics(robot, path, frame=robot.links[4].name)[:, :3, 3]
    assert np.ptp(elbow, axis=0).max() > 0.1  # the elbow swings


def test_self_motion_closes_without_limits():
    robot = da.gallery.iiwa14()
    q = np.array([0.3, 0.6, -0.2, -1.1, 0.4, 0.9, 0.1])
    path = da.kinematics.self_motion(robot, q, step=0.04, limits=False)
    back = np.angle(np.exp(1j * (path[-1] - q)))
    assert np.linalg.norm(back) < 0.08
    assert len(path) > 50
    apart = np.linalg.norm(np.angle(np.exp(1j * (path[:, None] - path[None]))), axis=-1)
    assert apart[~np.eye(len(path), dtype=bool)].min() > 0.5 * 0.04  # once around, nothing twice


def test_self_motion_with_more_dimensions_needs_a_direction():
    robot = da.gallery.panda()
    q = np.array([0.1, 0.2, 0.3, -1.5, 0.2, 1.6, 0.3])
    with raises(da.finding.SelfMotions, robot="panda", dimensions=4):
        da.kinematics.self_motion(robot, q, task="position")
    path = da.kinematics.self_motion(robot, q, task="position", along=[0, 0, 1, 0, 0, 0, 0], most=40)
    assert (
        np.abs(da.forward_kinematics(robot, path)[:, :3, 3] - da.forward_kinematics(robot, q)[:3, 3]).max() < REPRODUCED
    )
    with raises(da.finding.SelfMotions, robot="puma560", dimensions=0):
        da.kinematics.self_motion(da.gallery.puma560(), np.full(6, 0.3))
    with raises(da.finding.WrongShape, argument="q", robot="panda"):
        da.kinematics.self_motion(robot, q[:3])


@pytest.mark.parametrize("near", [1e-3, 1e-5, 1e-7])
def test_near_a_singularity_is_not_on_it(near):
    """At q5 = ε the wrist still turns every way, if slowly: σ_min ~ ε is no rounding."""
    q = np.array([0.3, 0.5, -0.4, 0.7, near, 0.2])
    assert da.kinematics.null_space(da.gallery.puma560(), q).shape == (6, 0)
    assert da.kinematics.null_space(da.gallery.puma560(), np.where(q == near, 0, q)).shape == (6, 1)


@pytest.mark.parametrize("given", [{"step": 0.0}, {"step": 1.5}, {"step": -0.1}, {"most": 1}])
def test_a_self_motion_needs_a_step_and_some_length(given):
    with raises((da.finding.OutOfRange, da.finding.NotInteger)):
        da.kinematics.self_motion(da.gallery.iiwa14(), np.full(7, 0.3), **given)


@pytest.mark.parametrize("most", [2, 7, 30])
def test_a_self_motion_is_no_longer_than_asked(most):
    """`most` steps ahead and behind together, and q itself, in order along the curve."""
    q = np.array([0.3, 0.6, -0.2, -1.1, 0.4, 0.9, 0.1])
    path = da.kinematics.self_motion(da.gallery.iiwa14(), q, step=0.02, most=most, limits=False)
    assert len(path) == most + 1
    assert np.abs(path - q).max(axis=1).min() == 0
    assert np.linalg.norm(np.diff(path, axis=0), axis=1) == pytest.approx(np.full(most, 0.02), rel=CHORD)


def test_a_path_of_two_poses_is_followed_to_its_end():
    """And of one to where it is."""
    robot = da.gallery.panda()
    q = np.array([0.1, -0.4, 0.2, -1.9, 0.1, 1.6, 0.4])
    path = da.forward_kinematics(robot, np.stack([q, q + 0.02, q + 0.04]))
    for count in (1, 2, 3):
        found = da.kinematics.follow(robot, path[:count], q0=q)
        assert int(found.reached) == count
        assert np.abs(da.forward_kinematics(robot, found.q) - path[:count]).max() < SEARCHED


@pytest.mark.parametrize("kinds", ["RRPRRRP", "PRRRRRR", "RPRPRRRR"])
def test_a_rate_that_does_not_move_the_frame_is_added_whole(kinds):
    """Slides among them: a motion of the null space comes back as it was given, and any other leaves the frame alone."""
    robot = random_arm(kinds, 4)
    rng = np.random.default_rng(5)
    for q in rng.uniform(-1, 1, (5, robot.n)):
        N = da.kinematics.null_space(robot, q)
        own = N @ rng.normal(size=N.shape[1]) if N.shape[0] == robot.n else rng.normal(size=N.shape[0]) @ N
        assert (
            np.abs(da.kinematics.joint_rates(robot, q, np.zeros(6), secondary=own, damping=0) - own).max() < REPRODUCED
        )
        any_way = da.kinematics.joint_rates(robot, q, np.zeros(6), secondary=rng.normal(size=robot.n), damping=0)
        assert np.abs(da.jacobian(robot, q) @ any_way).max() < REPRODUCED


@pytest.mark.parametrize("name", ["puma560", "stanford", "scara", "planar_2r"])
def test_solutions_show_angles_in_degrees_and_slides_in_metres(name):
    robot = geometry(getattr(da.gallery, name)())
    robot = robot.bind(**{x: 0.4 + 0.1 * k for k, x in enumerate(robot.parameters)}) if robot.parameters else robot
    q = np.random.default_rng(6).uniform(0.2, 0.9, robot.n)
    found = da.inverse_kinematics(robot, da.forward_kinematics(robot, q), all=True)
    page = found._repr_html_()
    for k, joint in enumerate(robot.coordinates, 1):
        slides = robot.coordinate(joint).slides
        assert f"q{k} / {'m' if slides else '°'}" in page
        value = found[0, k - 1] if slides else np.rad2deg(found[0, k - 1])
        assert f"{value:.4g}".replace("-", "−") in page


def test_of_many_solutions_the_first_eight_are_drawn_and_what_is_no_number_is_not():
    """A row each, numbered from 0, with its values; of a joint with a quaternion as they are."""
    q = np.random.default_rng(3).uniform(-2, 2, (11, 2))
    q[3, 1] = np.nan
    rows = re.findall(r"<tr>(.*?)</tr>", da.types.Solutions.of(TWO, q)._repr_html_(), re.S)[1:]
    assert len(rows) == 11
    for k, row in enumerate(rows):
        cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)
        assert cells[0] == str(k)
        assert ("<svg" in cells[1]) == (k < 8 and k != 3)
        assert len(cells[1]) < 9000  # no labels, which would be too small to read
        assert cells[2:] == [f"{x:.4g}".replace("-", "−") for x in np.rad2deg(q[k])]
    ball = da.Robot("ball", (da.Link("ground"), da.Link("hand")), (da.Joint("ball", "spherical", "ground", "hand"),))
    page = da.types.Solutions.of(ball, np.array([[0.5, -0.5, 0.5, 0.5]]))._repr_html_()
    assert re.findall(r"<th[^>]*>(.*?)</th>", page)[2:6] == ["q1", "q2", "q3", "q4"]
    assert "−0.5</td>" in page
    assert da.types.Solutions.of(TWO, q)[0]._repr_html_() is None
    assert type(da.types.Solutions.of(TWO, q) + 1) is np.ndarray
    assert isinstance(np.max(da.types.Solutions.of(TWO, q[:2])), float)


@pytest.mark.parametrize("kinds", ["RRRRRRR", "PRRRPRRR", "RPRP"])
def test_rates_are_the_nearest_to_the_wished_ones(kinds):
    """Of all rates that make the twist: what is left of them is square to all null motions, slides counted in lengths."""
    robot, rng = random_arm(kinds, 4), np.random.default_rng(2)
    unit = np.array([1.0 if k == "R" else chain(robot, None).length for k in kinds])
    for q in rng.uniform(-1, 1, (4, robot.n)):
        wish = rng.normal(size=robot.n)
        J = da.jacobian(robot, q)
        twist = J @ rng.normal(size=robot.n)
        for size in (6, 3):
            rates = da.kinematics.joint_rates(robot, q, twist[:size], damping=0, secondary=wish)
            assert J[:size] @ rates == pytest.approx(twist[:size], abs=REPRODUCED)
            N = scipy_null(J[:size])
            assert np.abs(N.T @ ((rates - wish) / unit**2)).max(initial=0.0) < REPRODUCED
            least = da.kinematics.joint_rates(robot, q, twist[:size], damping=0)
            assert np.abs(N.T @ (least / unit**2)).max(initial=0.0) < REPRODUCED


def test_damping_is_felt_below_its_bound_and_nowhere_else():
    """On one singular value s the rate is s/(s² + λ²(1 − (s/ε)²)) of what is asked for, for s < ε."""
    robot = random_arm("RRRRRR", 1)
    row = np.array([1 / chain(robot, None).length] * 3 + [1.0] * 3)
    q = np.random.default_rng(8).uniform(-1, 1, 6)
    U, s, Vh = np.linalg.svd(da.jacobian(robot, q) * row[:, None])
    near, damping = 1.5 * float(s[-1]), 0.2
    for k in range(6):
        square = damping**2 * (1 - (s[k] / near) ** 2) if s[k] < near else 0.0
        expected = s[k] / (s[k] ** 2 + square) * Vh[k]
        assert da.kinematics.joint_rates(robot, q, U[:, k] / row, damping=damping, near=near) == pytest.approx(
            expected, rel=1e-9
        )


@pytest.mark.parametrize("size", [1.0, 1e3, 1e5])
def test_a_self_motion_keeps_the_pose_whatever_the_size_of_the_arm(size):
    """The pose of a large arm rounds by more than 10⁻¹² m; it is kept to what the arm's size leaves."""
    robot = larger(da.gallery.panda(), size)
    q = [0.0, -0.5, 0.0, -2.0, 0.0, 1.5, 0.7]
    curve = da.kinematics.self_motion(robot, q, step=0.1, most=6)
    assert len(curve) == 7
    poses = da.forward_kinematics(robot, curve)
    assert np.abs(poses[:, :3, 3] - poses[3, :3, 3]).max() < REPRODUCED * size
    assert np.linalg.norm(np.diff(curve, axis=0), axis=1) == pytest.approx([0.1] * 6, rel=0.05)


def test_a_picture_of_a_workspace_fills_the_cells_that_hold_a_point():
    """Points on a square grid, about one in a cell: the picture covers their square, with its hole and its outline."""
    grid = np.stack(np.meshgrid(np.arange(40.0), np.arange(40.0)), axis=-1).reshape(-1, 2)
    hole = (np.abs(grid - 12) <= 6).all(axis=1) | (grid == 30).all(axis=1)
    points = np.column_stack([grid[~hole] / 10, np.zeros((~hole).sum())])
    space = da.kinematics.workspace(da.gallery.planar_2r().bind(l1=1.0, l2=1.0), samples=100)
    axis = replace(space, points=points, plane=np.eye(3)[:2]).plot()
    fill, outline = axis.collections
    inside = [fill.get_paths()[0].contains_point(x) for x in ((2.5, 2.5), (0.5, 2.0), (3.5, 0.5))]
    assert inside == [True] * 3
    assert not fill.get_paths()[0].contains_point((4.5, 1.0))
    corners = np.concatenate([x.vertices for x in outline.get_paths()])
    around, single = (np.abs(corners - x).max(axis=1) for x in (1.2, 3.0))
    assert np.ptp(corners[around < 0.85], axis=0) == pytest.approx([1.3, 1.3], abs=0.25)
    assert single.min() > 0.5  # one cell without a point is no hole
    assert corners.min(axis=0) == pytest.approx([0.0, 0.0], abs=0.25)
    assert corners.max(axis=0) == pytest.approx([3.9, 3.9], abs=0.25)


@pytest.mark.parametrize(("lower", "upper"), [(0.25, None), (None, -0.25), (0.25, 0.75), (None, None)])
def test_a_workspace_keeps_the_limits_that_there_are(lower, upper):
    """A slide of one metre's reach, limited on one side, both or none: x is q."""
    limits = da.Limits(lower=lower, upper=upper)
    for kept in (True, False):
        space = da.kinematics.workspace(slider(limits=limits), samples=400, limits=kept)
        for limit, edge, end in ((lower, space.low[0], -1.0), (upper, space.high[0], 1.0)):
            limited = kept and limit is not None
            assert edge == pytest.approx(limit if limited else end, abs=ROUNDED if limited else 0.02)
