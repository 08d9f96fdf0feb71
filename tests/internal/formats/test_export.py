"""Export and read back: mass, centre, inertia and kinematics to 1e-12; symbols in TOML; what a format cannot hold."""

import os
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

import dalembert as da
from dalembert.formats.export import _WRITERS
from dalembert.formats.numeric import quaternion, rpy
from dalembert.graph.evaluate import evaluate
from dalembert.spatial.pose import rotation_quaternion, rotation_rpy
from raised import raises
from random_robot import random_robot
from robot_numbers import placed
from tolerance import ROUNDED, SAME_ALGORITHM, TENS_OF_ROUNDINGS

SUFFIXES = (".urdf", ".xml", ".mjcf", ".toml")


def same(a: da.Robot, b: da.Robot):
    """Every link has the same inertia, every link and frame stands in the same place, every drive feels the same."""
    assert a.coordinates == b.coordinates
    assert [float(x) for x in a.gravity] == [float(x) for x in b.gravity]
    for link in a.links:
        m, n = link.inertia, b.link(link.name).inertia
        for u, v in (([m.mass], [n.mass]), (m.ms, n.ms), (m.tensor, n.tensor)):
            u, v = (np.array(evaluate(x, {})) for x in (u, v))
            assert np.abs(u - v).max() <= 1e-12 * np.abs(u).max()
    q = np.random.default_rng(len(a.links)).uniform(-2, 2, a.n)
    (here, _), (there, _) = placed(a, q), placed(b, q)
    for name, T in here.items():
        assert np.abs(T - there[name]).max() < 1e-12 * max(1, np.abs(T).max()), name
    for joint in a.joints:
        if joint.moves:
            drives = joint.drive or da.Drive(), b.joint(joint.name).drive or da.Drive()
            for name in ("inertia", "viscous", "dry"):
                x, y = (float(getattr(drive, name)) for drive in drives)
                assert x == pytest.approx(y, rel=SAME_ALGORITHM)


def turned(robot: da.Robot, seed: int) -> da.Robot:
    """With every link frame turned and moved behind its joint, frames, limits, and a mimic."""
    rng = np.random.default_rng(seed)

    def some():
        return da.Pose(rotation_rpy(*rng.uniform(-3, 3, 3).tolist()), tuple(rng.uniform(-1, 1, 3).tolist()))

    joints = tuple(
        replace(j, after=some(), limits=da.Limits(*sorted(rng.uniform(-3, 3, 2).tolist()), 2.0, 50.0))
        for j in robot.joints
    )
    frames = (da.model.Frame("tool", robot.links[-1].name, some()), da.model.Frame("eye", robot.links[1].name, some()))
    return replace(robot, joints=joints, frames=frames)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("seed", range(6))
def test_round_trip(seed, suffix, tmp_path):
    robot = turned(random_robot(seed, 6, mimic=True, drives=True), seed)
    again = da.load(da.export(robot, tmp_path / f"robot{suffix}"))
    same(robot, again)
    twice = da.load(da.export(again, tmp_path / f"again{suffix}"))
    same(robot, twice)
    assert again.name == robot.name
    for joint in robot.joints:
        if joint.moves:
            found = again.joint(joint.name)
            assert (found.limits.lower, found.limits.upper, found.limits.effort) == pytest.approx(
                (joint.limits.lower, joint.limits.upper, joint.limits.effort)
            )
            assert found.limits.velocity == joint.limits.velocity


@pytest.mark.parametrize("suffix", [".urdf", ".toml"])
def test_gear_and_rotor_are_kept_apart(suffix, tmp_path):
    joint = da.Joint("j", "revolute", "a", "b", drive=da.Drive(0.001, -80, 0.3, 0.2, 0.0004))
    robot = da.Robot(
        "r", (da.Link("a"), da.Link("b", da.Inertia.about_com(1.0, (0.1, 0, 0), (1, 1, 1, 0, 0, 0)))), (joint,)
    )
    drive = da.load(da.export(robot, tmp_path / f"r{suffix}")).joint("j").drive
    assert (float(drive.rotor_inertia), float(drive.gear_ratio)) == (0.001, -80)
    assert float(drive.viscous) == pytest.approx(float(joint.drive.viscous))


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_missing_limits_stay_missing(suffix, tmp_path):
    links = tuple(da.Link(x, da.Inertia.about_com(1.0, (0, 0, 0), (1, 1, 1, 0, 0, 0))) for x in "abcd")
    given = [da.Limits(), da.Limits(upper=2.0, effort=4.0), da.Limits()]
    joints = (
        da.Joint("j", "revolute", "a", "b"),
        da.Joint("k", "prismatic", "b", "c", limits=given[1]),
        da.Joint("l", "continuous", "c", "d"),
    )
    again = da.load(da.export(da.Robot("r", links, joints), tmp_path / f"r{suffix}"))
    assert [again.joint(x).limits for x in "jkl"] == given


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_dh_robot_with_frames_behind_its_joints(suffix, tmp_path):
    rows = [
        {"joint": "R", "a": 0.3, "alpha": "pi/2", "d": 0.1, "mass": 2, "com": [-0.1, 0, 0], "inertia": [0.1, 0.1, 0.1, 0, 0, 0]},
        {"joint": "P", "a": 0.2, "alpha": "-pi/2", "theta": 0.3, "mass": 1, "com": [0, 0.1, 0], "inertia": [0.1, 0.2, 0.1, 0, 0, 0]},
        {"joint": "R", "a": 0.1, "alpha": 0.7, "d": "1/3", "mass": 1, "com": [0.1, 0, 0], "inertia": [0.1, 0.1, 0.2, 0, 0, 0]},
    ]  # fmt: skip
    robot = da.from_dh(rows)
    same(robot, da.load(da.export(robot, tmp_path / f"dh{suffix}")))


def test_toml_keeps_symbols_and_exact_numbers(tmp_path):
    rows = [
        {
            "joint": "R",
            "a": "l1",
            "alpha": "beta",
            "mass": "m1",
            "com": ["-l1/2", 0, 0],
            "inertia": [0, 0, "I1", 0, 0, 0],
        },
        {
            "joint": "P",
            "alpha": "pi/3",
            "theta": "1/3",
            "mass": "m2",
            "drive": {"rotor_inertia": "Im", "gear_ratio": "n"},
        },
    ]
    robot = da.from_dh(rows, gravity=(0, "-g", 0))
    again = da.load(da.export(robot, tmp_path / "s.toml"))
    assert set(again.parameters) == set(robot.parameters) == {"l1", "beta", "m1", "I1", "m2", "Im", "n", "g"}
    values = {"l1": 0.7, "beta": 0.2, "m1": 2.5, "I1": 0.3, "m2": 1.5, "Im": 0.01, "n": 50.0, "g": 9.81}
    same(robot.bind(**values), again.bind(**values))
    exact = {name: Fraction(k, 7) for k, name in enumerate(sorted(values), 1)}
    assert (
        again.bind(**exact).links[1].inertia == robot.bind(**exact).links[1].inertia
    )  # rationals, equal to the last digit


@pytest.mark.parametrize("suffix", [".urdf", ".xml"])
def test_symbols_without_a_value_are_named(suffix, tmp_path):
    robot = da.from_dh([{"joint": "R", "a": "l1", "mass": "m1"}])
    path = tmp_path / f"r{suffix}"
    with raises(da.finding.UnboundSymbols, robot="robot", function="export"):
        da.export(robot, path)
    assert not path.exists()


def test_exact_constants_become_floats(tmp_path):
    robot = da.Robot(
        "r",
        (da.Link("a"), da.Link("b", da.Inertia(Fraction(1, 3), ("pi/70", 0, 0), (1, 1, 1, 0, 0, 0)))),
        (da.Joint("j", "revolute", "a", "b", da.Pose(rotation_rpy(0, 0, Fraction(1, 7)), ("sqrt(2)", 0, 0))),),
    )
    for suffix in SUFFIXES:
        again = da.load(da.export(robot, tmp_path / f"r{suffix}"))
        assert float(again.link("b").inertia.mass) == pytest.approx(1 / 3, rel=ROUNDED)
        place = np.array([evaluate(row, {}) for row in again.joint("j").placement.matrix()])
        assert place[0, 3] == pytest.approx(2**0.5, rel=ROUNDED)
        assert place[1, 0] == pytest.approx(np.sin(1 / 7), rel=TENS_OF_ROUNDINGS)


def test_what_a_format_cannot_hold(tmp_path):
    moments = da.Robot(
        "r", (da.Link("a"), da.Link("b", da.Inertia(0, (1, 0, 0)))), (da.Joint("j", "revolute", "a", "b"),)
    )
    for suffix in (".urdf", ".xml"):
        with raises(da.finding.Unrepresentable):
            da.export(moments, tmp_path / f"r{suffix}")
    assert da.load(da.export(moments, tmp_path / "r.toml")).link("b").inertia.ms[0] == 1
    names = [f"l{k}" for k in range(300)]
    chain = da.Robot(
        "long",
        tuple(da.Link(x) for x in names),
        tuple(da.Joint(f"j{k}", "fixed", a, b) for k, (a, b) in enumerate(pairwise(names))),
    )
    with raises(da.finding.Unrepresentable, format="MJCF"):
        da.export(chain, tmp_path / "long.xml")
    assert len(da.load(da.export(chain, tmp_path / "long.urdf")).links) == 300


def test_drives_beyond_a_format(tmp_path):
    drive = da.Drive(
        0.001, 50, 0.3, 0.2, motor_coulomb=0.01, static=0.9, stribeck_velocity=0.1, stiffness="K", coupling=(("k", 2),)
    )
    links = tuple(da.Link(x, da.Inertia.about_com(1.0, (0.1, 0, 0), (1, 1, 1, 0, 0, 0))) for x in "abc")
    joints = (da.Joint("j", "revolute", "a", "b", drive=drive), da.Joint("k", "revolute", "b", "c"))
    robot = da.Robot("r", links, joints)
    assert da.load(da.export(robot, tmp_path / "r.toml")).joint("j").drive == drive
    for suffix in (".urdf", ".xml"):
        with raises(da.finding.Unrepresentable):
            da.export(robot.bind(K=100), tmp_path / f"r{suffix}")
        dry = replace(
            robot,
            joints=(replace(joints[0], drive=da.Drive(gear_ratio=-50, coulomb=0.2, motor_coulomb=0.01)), joints[1]),
        )
        assert float(da.load(da.export(dry, tmp_path / f"r{suffix}")).joint("j").drive.coulomb) == pytest.approx(0.7)


def test_wrong_calls(tmp_path):
    robot = da.Robot("r", (da.Link("a"),), ())
    with raises(da.finding.NotOneOf, argument="suffix of path"):
        da.export(robot, tmp_path / "r.step")
    with raises(da.finding.WrongType, argument="robot", expected="a robot"):
        da.export(5, tmp_path / "r.urdf")
    with raises(da.finding.Unreadable, path="none.urdf"):
        da.export("none.urdf", tmp_path / "r.urdf")
    with raises(da.finding.Unwritable):
        da.export(robot, tmp_path / "none" / "r.urdf")
    with raises(da.finding.Unrepresentable, format="A robot file"):
        da.export(da.Robot("r", (da.Link("a\x07"),), ()), tmp_path / "r.urdf")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_names_are_escaped(suffix, tmp_path):
    name = """<a & "b' \\ ü]"""
    again = da.load(
        da.export(
            da.Robot(name, (da.Link(name), da.Link("b")), (da.Joint(name, "fixed", name, "b"),)),
            tmp_path / f"r{suffix}",
        )
    )
    assert again.name == name
    assert name in [x.name for x in again.links]


def test_rotations_keep_their_digits_at_every_angle():
    rng = np.random.default_rng(5)
    for k in range(2000):
        angles = rng.uniform(-4, 4, 3)
        if k % 2:
            angles[1] = rng.choice([-1, 1]) * np.pi / 2 + rng.choice([0, 1e-16, 1e-12, 1e-9, 1e-6]) * rng.normal()
        if k % 5 == 0:
            angles = rng.integers(-4, 5, 3) * np.pi / 2
        R = rotation_rpy(*angles.tolist())
        for again in (rotation_rpy(*rpy(R)), rotation_quaternion(*quaternion(R))):
            assert np.abs(np.array(again) - np.array(R)).max() < 2e-15


def test_mimic_of_a_mimic(tmp_path):
    links = tuple(da.Link(x, da.Inertia.about_com(1.0, (0.1, 0, 0), (1, 1, 1, 0, 0, 0))) for x in "abcd")
    joints = (
        da.Joint("j", "revolute", "a", "b"),
        da.Joint("k", "revolute", "b", "c", mimic=da.model.Mimic("j", 2.0, 0.5)),
        da.Joint("l", "prismatic", "c", "d", mimic=da.model.Mimic("k", -0.25, 0.1)),
    )
    robot = da.Robot("r", links, joints)
    for suffix in SUFFIXES:
        same(robot, da.load(da.export(robot, tmp_path / f"r{suffix}")))


@pytest.mark.parametrize(
    "motor",
    [{"resistance": 2.0, "torque_constant": 0.1}, {"torque_limit": 2.0}, {"speed_limit": 2.0}, {"power_limit": 2.0}],
)
@pytest.mark.parametrize("suffix", [".urdf", ".xml"])
def test_what_a_file_cannot_hold_of_a_motor_is_refused_by_name(motor, suffix, tmp_path):
    robot = da.from_dh([{"joint": "R", "a": 1.0, "mass": 1.0, "drive": motor}])
    with raises(da.finding.Unrepresentable):
        da.export(robot, tmp_path / f"robot{suffix}")
    da.export(robot, tmp_path / "robot.toml")
    assert da.load(tmp_path / "robot.toml").joints[0].drive == robot.joints[0].drive


ONE = da.Robot("one", (da.Link("a"),), ())


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_file_that_exists_is_replaced_only_when_asked(suffix, tmp_path):
    path = tmp_path / f"r{suffix}"
    path.write_text("kept")
    path.chmod(0o640)
    with raises(da.finding.FileExists):
        da.export(ONE, path)
    assert path.read_text() == "kept"
    assert da.load(da.export(ONE, path, overwrite=True)).name == "one"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [x.name for x in tmp_path.iterdir()] == [path.name]


def test_an_export_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    path = da.export(ONE, tmp_path / "r.urdf")
    before = path.read_bytes()
    symbolic = da.from_dh([{"joint": "R", "a": "l1", "mass": "m1"}])
    with raises(da.finding.UnboundSymbols, symbols=("m1", "l1"), function="export"):
        da.export(symbolic, path, overwrite=True)
    for name, cause in (("fsync", OSError(28, "No space left on device")), ("replace", KeyboardInterrupt())):

        def fail(*_, cause=cause):
            raise cause

        monkeypatch.setattr(os, name, fail)
        with pytest.raises((da.errors.BadFile, KeyboardInterrupt)):
            da.export(replace(ONE, name="two"), path, overwrite=True)
        monkeypatch.undo()
        assert path.read_bytes() == before
        assert [x.name for x in tmp_path.iterdir()] == ["r.urdf"]


def test_paths_that_cannot_be_written_are_told_before_the_work(tmp_path, monkeypatch):
    (tmp_path / "folder.urdf").mkdir()
    worked = []
    monkeypatch.setitem(_WRITERS, ".urdf", lambda robot: worked.append(robot) or "")
    for path in (tmp_path / "folder.urdf", tmp_path / "no" / "r.urdf", "/dev/null/r.urdf", "/proc/r.urdf", "a\0b.urdf"):
        with raises(da.finding.Unwritable):
            da.export(ONE, path, overwrite=True)
    assert not worked


def test_a_link_to_a_file_stays_a_link(tmp_path):
    (tmp_path / "real").mkdir()
    real = da.export(ONE, tmp_path / "real" / "r.urdf")
    (tmp_path / "r.urdf").symlink_to(real)
    da.export(replace(ONE, name="two"), tmp_path / "r.urdf", overwrite=True)
    assert (tmp_path / "r.urdf").is_symlink()
    assert da.load(real).name == "two"


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize(
    "name", ['a"b', "a'b", "a\\nb", "$x$", "a,b;c", "<b>&amp;</b>", "]]>", "a.b[c]", "# = {}", "é≤👍", "  a"]
)
def test_names_of_all_kinds_come_back_as_they_were(suffix, name, tmp_path):
    links = (da.Link("base"), da.Link(name, da.Inertia.about_com(1.0, (0, 0, 0), (1, 1, 1, 0, 0, 0))))
    joint = da.Joint(f"{name}!", "revolute", "base", name)
    again = da.load(
        da.export(da.Robot(name, links, (joint,), frames=(da.model.Frame(f"{name}?", name),)), tmp_path / f"r{suffix}")
    )
    assert again.coordinates == (f"{name}!",)
    assert name in [x.name for x in again.links]
    assert f"{name}?" in [x.name for x in (*again.frames, *again.links)]
