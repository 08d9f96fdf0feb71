"""Parallel robots of any size, anywhere, measured from any zero: the same postures."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from closed_robot import FIVE_BAR
from dalembert.kinematics import parallel_robot
from dalembert.spatial.pose import rotation_rpy
from tolerance import SAME_ALGORITHM, SAME_POSTURE, SEARCHED

PLACES = {
    "five_bar": (0.12, 0.5, 0), "planar_3rrr": (0.01, 0.02, 0), "delta": (0.02, -0.03, -0.7),
    "stewart": (0.01, 0.02, 0.62), "orthoglide": (0.02, 0.01, -0.03),
}  # fmt: skip
MODES = {"five_bar": 4, "planar_3rrr": 8, "delta": 8, "stewart": 1, "orthoglide": 8}
every = pytest.mark.parametrize("name", PLACES)


def robot_of(name):
    robot = getattr(da.gallery, name)()
    return robot.bind(**FIVE_BAR) if name == "five_bar" else robot


def pose_of(name, turn=0.2):
    T = np.eye(4)
    T[:3, 3] = PLACES[name]
    T[:3, :3] = rotation_rpy(
        *(turn * np.array({"planar_3rrr": (0, 0, 1), "stewart": (1, -0.5, 1)}.get(name, (0, 0, 0))))
    )
    return T


def changed(robot, joint=lambda j: j.placement, end=lambda x: x):
    """The robot with other placements of its joints, and of the ends of its loops."""
    loops = [
        replace(x, first_placement=end(x.first_placement), second_placement=end(x.second_placement))
        if isinstance(x, da.model.Loop) else x
        for x in robot.loops
    ]  # fmt: skip
    return replace(
        robot, joints=tuple(replace(j, placement=joint(j)) for j in robot.joints), loops=tuple(loops),
        frames=tuple(replace(f, placement=end(f.placement)) for f in robot.frames),
    )  # fmt: skip


def grown(robot, k):
    """The robot with all its lengths times k."""

    def longer(x):
        return da.Pose(x.R, tuple(k * float(v) for v in x.p))

    return changed(robot, lambda j: longer(j.placement), longer)


def drives(robot, q):
    return np.array([q[robot.coordinate(name).q.start] for name in robot.actuated])


def lengths(robot):
    """Which entries of q are lengths."""
    slides = np.zeros(robot.nq, dtype=bool)
    for c in (c for joint in robot.joints for c in joint.coordinates if c.slides):
        slides[c.q] = True
    return slides


@pytest.mark.sampled(3)
@every
@pytest.mark.parametrize("k", [1e-6, 1e3])
def test_a_robot_of_any_size_has_the_same_postures(name, k, monkeypatch):
    """Angles as they are, lengths k times as long: with the tool at a pose, and with the motors where they are."""
    if name == "stewart":
        monkeypatch.setattr(parallel_robot, "_STARTS", 120)
    robot, T = robot_of(name), pose_of(name)
    other, there = grown(robot, k), T.copy()
    there[:3, 3] *= k
    unit = np.where(lengths(robot), k, 1.0)
    modes, same = da.mechanism.working_modes(robot, T), da.mechanism.working_modes(other, there)
    assert len(modes) == MODES[name]
    assert np.abs(same / unit - modes).max() < SAME_ALGORITHM
    found = da.mechanism.assembly_modes(robot, drives(robot, modes[-1]))
    again = da.mechanism.assembly_modes(other, drives(other, same[-1])) / unit
    assert len(found) % 2 == 0 or name == "stewart"  # of which few starts may miss one
    assert len(again) == len(found)
    for q in again:
        assert np.abs(found - q).max(axis=1).min() < SEARCHED


@every
def test_a_robot_that_stands_elsewhere_has_the_same_postures(name):
    """Where its platform can turn it may be turned, too; q of the platform counts from its own place."""
    turn = {"five_bar": (0, 0, 0.7), "planar_3rrr": (0, 0, 0.7), "stewart": (0.3, -0.4, 0.9)}.get(name, (0, 0, 0))
    away = da.Pose(rotation_rpy(*turn), (0.3, -0.2, 0.0 if name in ("five_bar", "planar_3rrr") else 0.4))
    robot, T = robot_of(name), pose_of(name)
    moved = changed(robot, lambda j: away @ j.placement if j.parent == robot.root else j.placement)
    fixed = [x for x in robot.loops if isinstance(x, da.model.Loop) and robot.root in (x.first, x.second)]
    assert not fixed
    modes = da.mechanism.working_modes(moved, np.array(away.matrix(), dtype=float) @ T)
    assert np.abs(modes - da.mechanism.working_modes(robot, T)).max() < SAME_ALGORITHM


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["five_bar", "planar_3rrr"])
def test_planar_legs_may_be_measured_from_any_zero(name, seed):
    """Frames of joints turned about their axes, rods and all that hangs on them drawn at an angle: other zeros."""
    rng, robot = np.random.default_rng(seed), robot_of(name)
    turned = {j.child: da.Pose(rotation_rpy(0, 0, rng.uniform(-3, 3))) for j in robot.joints if j.kind == "revolute"}
    none = da.Pose()

    def joint(j):
        return turned.get(j.parent, none) @ j.placement @ da.Pose(rotation_rpy(0, 0, rng.uniform(-3, 3)))

    loops = tuple(
        replace(
            x, first_placement=turned.get(x.first, none) @ x.first_placement,
            second_placement=turned.get(x.second, none) @ x.second_placement,
        ) for x in robot.loops
    )  # fmt: skip
    joints = tuple(replace(j, placement=joint(j)) if j.kind == "revolute" else j for j in robot.joints)
    bent = replace(robot, joints=joints, loops=loops)
    T = pose_of(name)
    modes = da.mechanism.working_modes(bent, T)
    assert len(modes) == MODES[name]
    assert np.abs(da.mechanism.loop_closure(bent, modes)[..., :2]).max() < SAME_ALGORITHM
    assert np.abs(modes).max() <= np.pi
    known = da.mechanism.working_modes(robot, T)
    elbows = [sorted(round(float(v), 9) for q in x for v in _elbow(r, q)) for r, x in ((bent, modes), (robot, known))]
    assert elbows[0] == pytest.approx(elbows[1], abs=1e-8)


@pytest.mark.parametrize("name", ["five_bar", "planar_3rrr"])
def test_planar_legs_may_have_their_pins_at_any_height(name):
    """What lies along the axes of the joints changes no distance in the plane."""
    robot, up = robot_of(name), da.Pose(p=(0, 0, 0.3))
    loops = tuple(
        replace(x, first_placement=x.first_placement @ up, second_placement=x.second_placement @ up)
        for x in robot.loops
    )
    raised, T = replace(robot, loops=loops), pose_of(name)
    modes = da.mechanism.working_modes(robot, T)
    high = T.copy()
    high[2, 3] += 0.3 * (name == "five_bar")  # whose tool is the pin
    assert np.abs(da.mechanism.working_modes(raised, high) - modes).max() < SAME_ALGORITHM
    motors = [robot.coordinate(x).q.start for x in robot.actuated]
    found = [da.mechanism.assembly_modes(x, modes[0, motors]) for x in (robot, raised)]
    assert len(found[0]) == len(found[1]) > 0
    assert np.abs(np.sort(found[0], axis=0) - np.sort(found[1], axis=0)).max() < SAME_POSTURE


def _elbow(robot, q):
    """Where the second joint of each leg stands."""
    seconds = [j.child for j in robot.joints if j.kind == "revolute"][1::2]
    return np.concatenate([da.forward_kinematics(robot, q, x)[:2, 3] for x in seconds])


def test_a_leg_that_is_just_stretched_or_just_folded_reaches_there():
    """At every direction, whatever the roundings of its lengths: one posture or two, none of them without a number."""
    rng, reached = np.random.default_rng(5), 0
    for _ in range(20):
        l1, l2 = rng.uniform(0.2, 1.0, 2)
        robot = da.gallery.five_bar().bind(**{**FIVE_BAR, "l1": l1, "l2": l2, "l3": 1.5, "l4": 1.7})
        angle = rng.uniform(0.2, 1.2)
        r = (l1 + l2) if rng.random() < 0.5 else abs(l1 - l2)
        goal = r * np.array([np.cos(angle), np.sin(angle), 0.0])
        try:
            modes = da.mechanism.working_modes(robot, goal)
        except da.errors.Unreachable:
            continue
        reached += 1
        assert np.isfinite(modes).all()
        assert np.abs(da.mechanism.loop_closure(robot, modes)).max() < 1e-7
    assert reached > 5
