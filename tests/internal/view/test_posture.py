"""Postures in which robots are drawn: those that were looked at, and how one is preferred to another, by hand."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import dalembert as da
from dalembert.kinematics.configuration import bounds
from dalembert.robot.tree import tree
from dalembert.view import posture as postures
from dalembert.view.posture import _clearness as clearness
from dalembert.view.posture import _worth as worth
from dalembert.view.posture import posture, stance
from random_robot import random_robot
from tolerance import DRAWN

LOOKED_AT = {  # in the pictures of the gallery: every joint is seen, and the arm stands above its base
    "pendulum": [0.5],
    "pr": [0.4, 0.8],
    "rp": [0.5, 0.4],
    "planar_3r": [0.5, 0.8, 0.6],
    "planar_rpr": [0.5, 0.24, 0.6],
    "spatial_3r": [0.5, 0.8, 0.6],
    "spherical": [0.5, 0.8, 0.24],
    "scara": [0.5, 0.8, 0.856],
    "articulated": [0.5, 0.8, -0.6, 0.7, -0.85, 0.5],
    "rx90": [0.5, 0.8, 0.6, 0.7, 0.85, 0.5],
    "puma560": [0.5, 0.8, 0.6, 0.7, 0.85, 0.5],
    "stanford": [0.5, 0.8, 0.332, 0.7, 0.85, 0.5],
    "panda": [0.5, 0.8, 0.6, -0.7, 0.85, 0.5, 0.6],
    "ur5": [0.5, -0.8, -0.6, 0.7, 0.85, 0.5],
    "cart_pole": [0.48, 0.8],
    "spinning_top": [0.5, 0.8, 0.6],
    "four_bar": [1.184, -0.595, 1.617],
    "slider_crank": [0.983, -1.613, 1.017],
    "five_bar": [0.363, 1.628, 1.54, 1.1],
    "quadruped": [0, 0, 0, 1, 0, 0, 0, *(0.12, 0.75, -1.35) * 4],
}


@pytest.mark.parametrize("name", LOOKED_AT)
def test_a_robot_stands_as_it_was_looked_at(name):
    robot = getattr(da.gallery, name)()
    assert np.abs(stance(robot) - LOOKED_AT[name]).max() < 6e-4


def places(robot, q):
    """Where each joint stands, by forward kinematics of what it moves, ground first and the default frame last."""
    moving = [joint for joint in robot.joints if joint.moves]
    behind = [np.linalg.inv(np.array(joint.after.matrix(), dtype=float))[:, 3] for joint in moving]
    own = [(da.forward_kinematics(robot, q, j.child) @ x)[:3] for j, x in zip(moving, behind, strict=True)]
    return np.array([np.zeros(3), *own, da.forward_kinematics(robot, q)[:3, 3]])


@pytest.mark.parametrize("name", ["puma560", "stanford", "ur5", "spatial_3r", "scara", "articulated"])
def test_a_posture_is_worth_distance_height_and_reach(name):
    """2 × the mean distance (0.35 of the size at most) + 3 × the least (0.1 at most) − what lies below the base
    + 0.7 × the mean height + 0.2 × the reach of the tip (0.6 at most), all in sizes of the robot."""
    robot = getattr(da.gallery, name)()
    robot = robot.bind(**dict.fromkeys(robot.parameters, 0.7))
    rng = np.random.default_rng(3)
    for q in rng.uniform(-1.5, 1.5, (6, robot.n)):
        p = places(robot, q)
        up = -np.array([float(x) for x in robot.gravity])
        up /= np.linalg.norm(up)
        p = p / max(np.ptp(p, axis=0))
        apart = [min(np.linalg.norm(a - b), 0.35) for k, a in enumerate(p) for b in p[:k]]
        least = min([x for x in apart if x > 1e-6] + [0.1])
        height = p @ up
        tip = np.linalg.norm(p[-1] - height[-1] * up)
        expected = 2 * np.mean(apart) + 3 * least + sum(min(h, 0.0) for h in height)
        expected += 0.7 * np.mean(height) + 0.2 * min(tip, 0.6)
        assert worth(tree(robot), q) == pytest.approx(expected, abs=DRAWN)


def test_a_loop_is_clear_where_joints_are_apart_and_high_and_bars_do_not_cross(monkeypatch):
    """(least distance of two joints + half the mean of y + z)/size + half the bend, at most 0.4, − crossings: here size 4,
    least 0.5, mean −0.2."""
    points = np.array([[0, 0, 0], [4, 0, 0], [4, 0, -0.5], [0, 1, -1.5], [0, 0, 0]], dtype=float)
    for crossings, bend in ((0, 0.1), (2, 0.9)):
        drawn = SimpleNamespace(points=points, crossings=crossings, bend=bend)
        monkeypatch.setattr(postures, "outline", lambda *_, drawn=drawn: drawn)
        assert clearness(None, None) == pytest.approx((0.5 + 0.5 * -0.2) / 4 + 0.5 * min(bend, 0.4) - crossings)


@pytest.mark.parametrize("seed", range(6))
def test_a_posture_keeps_the_limits(seed):
    """Of random trees with narrow limits all over."""
    made, rng = random_robot(seed, 6), np.random.default_rng(seed)
    low = rng.uniform(-2, 1, len(made.joints))
    limits = [da.Limits(x, x + width) for x, width in zip(low, rng.uniform(0.1, 1.5, len(low)), strict=True)]
    robot = replace(made, joints=tuple(replace(j, limits=x) for j, x in zip(made.joints, limits, strict=True)))
    q = posture(robot, 1.0)
    lower, upper = bounds(robot)
    assert np.isfinite(lower).all()
    assert ((q >= lower) & (q <= upper)).all()
