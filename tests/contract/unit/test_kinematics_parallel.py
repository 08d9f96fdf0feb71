"""Parallel robots: legs in closed form against the loops they close, assembly modes against a search for them."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from closed_robot import FIVE_BAR
from raised import raises
from rotation import rotation_rpy
from tolerance import ANOTHER_LIBRARY, SAME_ALGORITHM, SAME_POSTURE, SEARCHED

MODES = {"five_bar": 4, "planar_3rrr": 8, "delta": 8, "stewart": 1, "orthoglide": 8}
every = pytest.mark.parametrize("name", MODES)


def robot_of(name):
    robot = getattr(da.gallery, name)()
    return robot.bind(**FIVE_BAR) if name == "five_bar" else robot


def pose(name, rng):
    """A pose near the middle of the workspace, turned where the platform can turn."""
    middle, size = {
        "five_bar": ((0.12, 0.5, 0), (0.1, 0.1, 0)), "planar_3rrr": ((0, 0, 0), (0.04, 0.04, 0)),
        "delta": ((0, 0, -0.7), (0.15, 0.15, 0.08)), "stewart": ((0, 0, 0.62), (0.1, 0.1, 0.08)),
        "orthoglide": ((0, 0, 0), (0.09, 0.09, 0.09)),
    }[name]  # fmt: skip
    T = np.eye(4)
    T[:3, 3] = middle + rng.uniform(-1, 1, 3) * size
    turn = rng.uniform(-0.3, 0.3, 3) * {"planar_3rrr": (0, 0, 1), "stewart": (1, 1, 1)}.get(name, 0)
    T[:3, :3] = rotation_rpy(*turn)
    return T


def drives(robot, q):
    return np.array([q[robot.coordinate(name).q.start] for name in robot.actuated])


@every
def test_all_working_modes_close_the_loops_with_the_tool_there(name):
    robot, rng = robot_of(name), np.random.default_rng(1)
    for _ in range(12):
        T = pose(name, rng)
        q = da.mechanism.working_modes(robot, T)
        assert len(q) == MODES[name]
        assert all(np.abs(drives(robot, a) - drives(robot, b)).max() > 1e-6 for i, a in enumerate(q) for b in q[:i])
        assert np.abs(da.mechanism.loop_closure(robot, q)).max() < SAME_ALGORITHM
        tool = da.forward_kinematics(robot, q, "tool")
        off = tool[:, :3, 3] - T[:3, 3] if name == "five_bar" else tool - T
        assert np.abs(off).max() < SAME_ALGORITHM


@pytest.mark.parametrize("seed", range(4))
def test_a_delta_may_have_bent_arms_of_any_length(seed):
    """Elbows off the line of the motor's x axis, with the platform where it is: every working mode closes the loops."""
    rng, robot = np.random.default_rng(seed), robot_of("delta")
    off = np.append(rng.uniform(-0.03, 0.03), 0), rng.uniform(-0.08, 0.08)
    joints = tuple(
        replace(j, placement=da.Pose(j.placement.R, tuple(np.add(j.placement.p, (*off[0], off[1])))))
        if j.name.startswith("elbow") else j
        for j in robot.joints
    )  # fmt: skip
    bent = replace(robot, joints=joints)
    modes = da.mechanism.working_modes(bent, pose("delta", rng))
    assert len(modes) == MODES["delta"]
    assert np.abs(da.mechanism.loop_closure(bent, modes)).max() < SAME_ALGORITHM


@every
def test_home_is_among_the_modes(name):
    if name == "five_bar":
        return
    robot = robot_of(name)
    modes = da.mechanism.working_modes(robot, da.forward_kinematics(robot, da.neutral(robot), "tool"))
    assert min(np.abs(q - da.neutral(robot)).max() for q in modes) < SAME_ALGORITHM


@every
def test_assembly_modes_close_the_loops_and_keep_the_motors(name):
    robot, rng = robot_of(name), np.random.default_rng(2)
    most = {"five_bar": 2, "planar_3rrr": 6, "delta": 2, "stewart": 40, "orthoglide": 2}[name]
    for _ in range(1 if name == "stewart" else 5):
        q = da.mechanism.working_modes(robot, pose(name, rng))[0]
        found = da.mechanism.assembly_modes(robot, drives(robot, q))
        assert 1 <= len(found) <= most
        assert len(found) % 2 == 0, "real solutions of a real polynomial come in pairs off singular postures"
        assert np.abs(da.mechanism.loop_closure(robot, found)).max() < ANOTHER_LIBRARY
        assert all(np.array_equal(drives(robot, x), drives(robot, q)) for x in found)
        assert min(np.abs(x - q).max() for x in found) < SEARCHED, "the one it came from"


@pytest.mark.parametrize("name", ["five_bar", "planar_3rrr"])
def test_assembly_modes_are_those_that_a_search_finds(name):
    """Postures with the same tool are one, however many turns apart."""
    robot, rng = robot_of(name), np.random.default_rng(7)
    for _ in range(2):
        q = da.mechanism.working_modes(robot, pose(name, rng))[1]
        exact, searched = da.mechanism.assembly_modes(robot, drives(robot, q)), da.assemble(robot, q, all=True)
        tools = [da.forward_kinematics(robot, x, "tool")[..., :2, :] for x in (exact, searched)]
        for these, those in (tools, tools[::-1]):
            assert all(min(np.abs(T - other).max() for other in those) < SAME_POSTURE for T in these)


def test_three_rrr_with_a_large_platform_has_up_to_six_modes():
    """The count of real modes varies with the motors; where there are six, a search finds the same six."""
    robot = robot_of("planar_3rrr")
    larger = [replace(x, second_placement=da.Pose(p=tuple(3 * a for a in x.second_placement.p))) for x in robot.loops]
    robot, rng, found = replace(robot, loops=tuple(larger)), np.random.default_rng(0), {}
    for _ in range(60):
        try:
            modes = da.mechanism.assembly_modes(robot, rng.uniform(-np.pi, np.pi, 3))
        except da.errors.NotAssembled:
            continue
        assert np.abs(da.mechanism.loop_closure(robot, modes)).max() < SAME_ALGORITHM
        found[len(modes)] = modes
    assert set(found) == {2, 4, 6}
    six = da.assemble(robot, found[6][0], all=True)
    angles = [np.sort(x[:, -1] % (2 * np.pi)) for x in (six, found[6])]
    assert np.abs(angles[0] - angles[1]).max() < SEARCHED


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("name", "samples"), [("delta", 1500), ("orthoglide", 1500), ("five_bar", 300)])
def test_workspace_is_where_legs_reach(name, samples):
    robot = robot_of(name)
    space = da.mechanism.parallel_workspace(robot, samples=samples)
    assert len(space.points) > 5
    for point in space.points[:40]:
        modes = da.mechanism.working_modes(robot, point)
        assert np.abs(da.mechanism.loop_closure(robot, modes)).max() < SAME_ALGORITHM
    if name == "five_bar":
        r = np.linalg.norm(space.points[:, :2], axis=1)
        assert r.min() >= FIVE_BAR["l2"] - FIVE_BAR["l1"] - 1e-12
        assert r.max() <= FIVE_BAR["l1"] + FIVE_BAR["l2"]
    if name == "orthoglide":
        free = da.mechanism.parallel_workspace(robot, samples=samples, limits=False)
        assert len(free.points) >= len(space.points)
        drawn = [
            da.mechanism.working_modes(robot, p)[:, [robot.coordinate(x).q.start for x in robot.actuated]]
            for p in space.points
        ]
        assert all(np.any(np.all(np.abs(d) <= 0.15, axis=1)) for d in drawn)


def test_what_cannot_be_is_said():
    delta = robot_of("delta")
    with raises(da.finding.NoWorkingMode, robot="delta", reason="leg out of reach", position=(0.0, 0.0, -3.0)):
        da.mechanism.working_modes(delta, [0, 0, -3.0])
    turned = np.eye(4)
    turned[:3, :3] = rotation_rpy(0.1, 0, 0)
    for name in ("delta", "orthoglide"):
        with raises(da.finding.PlatformOrientation, planar=False):
            da.mechanism.working_modes(robot_of(name), turned)
    with raises(da.finding.WrongShape, argument="pose"):
        da.mechanism.working_modes(delta, np.eye(3))
    with raises(da.finding.WrongType, argument="robot", got="'int'"):
        da.mechanism.working_modes(3, np.eye(4))
    for samples in (9, 100_001):
        with raises(da.finding.NotInteger, argument="samples", lower=10, upper=100_000):
            da.mechanism.parallel_workspace(delta, samples=samples)
    with raises(da.finding.WrongShape, argument="drives", got=(2,), expected=((3,),)):
        da.mechanism.assembly_modes(delta, [0.0, 0.0])
    with raises(da.finding.NotParallelRobot, known=("five_bar", "planar_3rrr", "delta", "stewart", "orthoglide")):
        da.mechanism.working_modes(da.gallery.puma560(), np.eye(4))
    with raises(da.finding.UnboundSymbols, robot="five_bar"):
        da.mechanism.working_modes(da.gallery.five_bar(), [0.1, 0.5])
    short = da.gallery.five_bar().bind(**{**FIVE_BAR, "l2": 0.4, "l4": 0.4})
    with raises(da.finding.CannotAssemble, held=tuple(short.actuated)) as error:
        da.mechanism.assembly_modes(short, [np.pi, 0.0])
    assert isinstance(error.value, da.errors.NotAssembled)


@every
def test_inverse_kinematics_gives_the_working_modes(name):
    robot, rng = robot_of(name), np.random.default_rng(7)
    targets = np.array([pose(name, rng) for _ in range(3)])
    targets = targets[:, :3, 3] if name == "five_bar" else targets
    every_mode = da.inverse_kinematics(robot, targets, all=True)
    assert every_mode.shape == (3, MODES[name], robot.nq)
    for T, modes in zip(targets, every_mode, strict=True):
        assert {tuple(q) for q in modes} == {tuple(q) for q in da.mechanism.working_modes(robot, T)}
        for q in modes:
            assert np.array_equal(da.inverse_kinematics(robot, T, q0=q, limits=False), q)
    one = da.inverse_kinematics(robot, targets, limits=False)
    assert np.abs(da.mechanism.loop_closure(robot, one)).max() < SAME_ALGORITHM
    low = [robot.coordinate(x).limits.lower for x in robot.actuated]
    if all(x is not None for x in low):
        inside = da.inverse_kinematics(robot, targets)
        assert all((drives(robot, q) >= np.array(low) - 1e-9).all() for q in inside)


def test_what_inverse_kinematics_of_parallel_robots_cannot_do():
    robot = da.gallery.delta()
    with raises(da.finding.NoWorkingMode, robot="delta"):
        da.inverse_kinematics(robot, [0, 0, -30.0])
    assert np.isnan(da.inverse_kinematics(robot, [0, 0, -30.0], missing="nan")).all()
    turned = np.eye(4)
    turned[:3, :3], turned[2, 3] = rotation_rpy(0.3, 0, 0), -0.7
    with raises(da.finding.PlatformOrientation, robot="delta", planar=False):
        da.inverse_kinematics(robot, turned)
    with raises(da.finding.NotAccepted, function="inverse_kinematics", argument="objective"):
        da.inverse_kinematics(robot, [0, 0, -0.7], objective="centre")
    five = robot_of("five_bar")
    leaning = replace(five.joints[2], placement=five.joints[2].placement @ da.Pose(rotation_rpy(0.4, 0, 0)))
    other = replace(
        five, joints=(*five.joints[:2], leaning, five.joints[3]), loops=(replace(five.loops[0], kind="ball"),)
    )
    with raises(da.finding.OtherArchitecture, robot="five_bar", architecture="five_bar"):
        da.mechanism.working_modes(other, [0.12, 0.5, 0])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["five_bar", "planar_3rrr"])
def test_planar_legs_may_be_drawn_from_any_zero(name, seed):
    """Joints whose frames are turned and whose next joint stands at an angle: the same legs, measured otherwise."""
    rng, robot = np.random.default_rng(seed), robot_of(name)
    joints = []
    for j in robot.joints:
        p = np.array([float(x) for x in j.placement.p])
        turned = np.array(rotation_rpy(0.0, 0.0, rng.uniform(-1, 1)), dtype=float) @ p
        joints.append(
            j if j.parent == robot.root else replace(j, placement=da.Pose(j.placement.R, tuple(turned.tolist())))
        )
    bent = replace(robot, joints=tuple(joints))
    q = da.mechanism.working_modes(bent, pose(name, rng))
    assert len(q) == MODES[name]
    assert np.abs(da.mechanism.loop_closure(bent, q)).max() < SAME_ALGORITHM


@every
def test_a_mode_beyond_a_limit_by_little_is_beyond_it(name):
    """A motor's limit a tenth of a milliradian short of a mode takes it away; one a rounding short does not."""
    robot, T = robot_of(name), pose(name, np.random.default_rng(3))
    target = T[:3, 3] if name == "five_bar" else T
    free = da.inverse_kinematics(robot, target, all=True, limits=False)
    motor = robot.coordinate(robot.actuated[0])
    highest = free[:, motor.q.start].max()
    for short, modes in ((1e-4, free[:, motor.q.start] < highest - 1e-3), (1e-12, np.full(len(free), True))):
        joints = tuple(
            replace(j, limits=da.Limits(upper=highest - short))
            if j.name == robot.actuated[0]
            else replace(j, limits=da.Limits())
            for j in robot.joints
        )
        if not modes.any():
            continue
        found = da.inverse_kinematics(replace(robot, joints=joints), target, all=True, limits=True)
        assert len(found) == modes.sum()


def test_a_motor_a_whole_turn_on_is_where_it_was():
    robot = robot_of("delta")
    home = drives(robot, da.assemble(robot, da.neutral(robot)))
    modes = da.mechanism.assembly_modes(robot, home)
    further = home + 2 * np.pi * np.array([1, 0, -1])
    found = da.mechanism.assembly_modes(robot, further)
    tools = [da.forward_kinematics(robot, x, "tool") for x in (modes, found)]
    assert tools[0] == pytest.approx(tools[1], abs=SAME_POSTURE)
    assert all(np.array_equal(drives(robot, x), further) for x in found)
