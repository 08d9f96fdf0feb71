"""SYMORO's files: the published RX-90 in and out, closed chains, and what such a file cannot hold."""

import re
from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.formats.symoro import decomposed
from dalembert.spatial.pose import rotation_rpy, rotation_x, rotation_z
from finding_queries import unread
from place import DATA, needs
from raised import raises
from random_robot import random_robot
from tolerance import SAME_ALGORITHM, TENS_OF_ROUNDINGS

RX90 = DATA / "rx90" / "RX90.par"
published = needs("rx90/RX90.par")
# a parallelogram: links 1, 2 and 3, cut between 2 and 3; mass and moments as symbols
LOOP = """(* Robotname = 'para' *)
NL = 3
NJ = 4
NF = 5
Type = 2
is_mobile = 0
ant = {0,1,0,2,3}
sigma = {0,0,0,0,2}
mu = {1,0,0,0,0}
gamma = {0,0,pi/2,0,0}
b = {0,0,0,0,0}
alpha = {0,0,0,0,0}
d = {0,L1,L2,L2,L1}
theta = {th1,th2,th3 - pi/2,th4,0}
r = {0,0,0,0,0}
M = {M1,M2,M3}
ZZ = {ZZ1,ZZ2,ZZ3}
MX = {MX1,MX2,MX3}
G = {0,-g,0}
"""


def par(tmp_path, text, name="r.par"):
    path = tmp_path / name
    path.write_text(text)
    return path


def numbers(a, b, seed=0):
    rng = np.random.default_rng(seed)
    q, qd, qdd = rng.uniform(-1.5, 1.5, (3, a.n))
    x, y = da.inverse_dynamics(a, q, qd, qdd), da.inverse_dynamics(b, q, qd, qdd)
    assert np.abs(x - y).max() < SAME_ALGORITHM * max(1, np.abs(x).max())


@published
def test_the_published_rx90_is_ours():
    robot, ours = da.load(RX90), da.gallery.rx90()
    assert [x.inertia for x in robot.links] == [x.inertia for x in ours.links]
    assert [x.placement for x in robot.joints] == [x.placement for x in ours.joints]
    assert robot.name == "RX90"
    assert {"G3", "D3", "RL4", "FV1", "FS6"} <= set(robot.parameters)
    assert unread(robot.warnings, "FX")


@published
def test_the_published_rx90_comes_out_as_it_went_in(tmp_path):
    before = RX90.read_text().splitlines()
    after = da.export(da.load(RX90), tmp_path / "again.par").read_text().splitlines()
    lost = [line for line in before if line not in after]
    assert all(re.match(r"[FC][XYZ] = ", line) for line in lost)  # forces outside are no part of the robot
    assert len(lost) == 6


@pytest.mark.sampled(5)
@pytest.mark.parametrize("seed", range(12))
def test_any_tree_comes_back_with_the_same_dynamics(seed, tmp_path):
    robot = random_robot(seed, 6, drives=True)
    place = da.Pose(rotation_rpy(0.1, 0.2, 0.3), (0.1, 0.2, 0.3))
    joints = tuple(replace(j, limits=da.Limits(-1, 2, None, 5)) if j.moves else j for j in robot.joints)
    robot = replace(robot, joints=joints, frames=(da.model.Frame("tool", robot.links[-1].name, place),))
    again = da.load(da.export(robot, tmp_path / "r.par"))
    numbers(robot, again, seed)
    assert again.coordinates == robot.coordinates
    assert [j.limits for j in again.joints] == [j.limits for j in robot.joints]
    q = np.random.default_rng(seed).uniform(-1, 1, robot.n)
    for frame in ("tool",):
        here, there = (da.forward_kinematics(x, q, frame) for x in (robot, again))
        assert np.abs(here - there).max() < SAME_ALGORITHM


@pytest.mark.parametrize("name", ["ur5", "panda", "stanford", "iiwa14"])
def test_the_gallery_comes_back(name, tmp_path):
    robot = getattr(da.gallery, name)()
    numbers(robot, da.load(da.export(robot, tmp_path / "r.par")))


def test_symbols_survive(tmp_path):
    robot = da.gallery.rx90()
    again = da.load(da.export(robot, tmp_path / "r.par"))
    assert [x.inertia for x in again.links] == [x.inertia for x in robot.links]
    assert [x.placement for x in again.joints] == [x.placement for x in robot.joints]
    assert again.gravity == robot.gravity


@pytest.mark.parametrize("seed", range(20))
def test_any_pose_is_two_screws(seed):
    rng = np.random.default_rng(seed)
    R = rotation_rpy(*rng.uniform(-3, 3, 3).tolist()) if seed % 3 else rotation_z(float(rng.uniform(-3, 3)))
    pose = da.Pose(R, tuple(rng.uniform(-1, 1, 3).tolist()))
    gamma, b, alpha, d, theta, r = decomposed(pose, "x")
    again = (
        da.Pose(rotation_z(gamma), (0, 0, b))
        @ da.Pose(rotation_x(alpha), (d, 0, 0))
        @ da.Pose(rotation_z(theta), (0, 0, r))
    )
    assert np.abs(np.array(again.matrix(), float) - np.array(pose.matrix(), float)).max() < TENS_OF_ROUNDINGS


def test_a_closed_chain_is_a_tree_with_a_cut(tmp_path):
    robot = da.load(par(tmp_path, LOOP))
    assert robot.coordinates == ("joint1", "joint2", "joint3")
    assert robot.actuated == ("joint1",)
    (loop,) = robot.loops
    assert (loop.kind, loop.first, loop.second) == ("revolute", "link2", "link3")
    bound = robot.bind(**{x: 0.3 + 0.1 * k for k, x in enumerate(robot.parameters)})
    L1, L2 = (0.3 + 0.1 * robot.parameters.index(x) for x in ("L1", "L2"))
    # bars of equal lengths turn together: q2 = -q1 + pi/2 keeps the coupler upright
    q = [0.4, np.pi / 2 - 0.4, 0.4]
    (loop,) = bound.loops
    ends = [
        da.forward_kinematics(bound, q, link) @ np.array(place.matrix(), float)
        for link, place in (("link2", loop.first_placement), ("link3", loop.second_placement))
    ]
    assert float(ends[0][0, 3]) == pytest.approx(L1 * np.cos(0.4))
    assert float(ends[0][1, 3]) == pytest.approx(L1 * np.sin(0.4) + L2)
    assert float(ends[1][0, 3]) == pytest.approx(L1 * np.cos(0.4))
    again = da.load(da.export(bound, tmp_path / "again.par"))
    assert again.loops[0].kind == "revolute"
    assert again.actuated == ("joint1",)
    numbers(replace(bound, loops=()), replace(again, loops=()))


def test_what_such_a_file_cannot_hold(tmp_path):
    robot = random_robot(1, 3)
    mimic = replace(robot.joints[2], mimic=da.model.Mimic("joint1"), kind=robot.joints[0].kind)
    joints = tuple(mimic if j.name == mimic.name else j for j in robot.joints)
    with raises(da.finding.Unrepresentable, format="SYMORO"):
        da.export(replace(robot, joints=joints), tmp_path / "m.par")
    with raises(da.finding.Unrepresentable, format="SYMORO"):
        da.export(robot.floating(), tmp_path / "f.par")


@pytest.mark.parametrize(
    ("change", "cause", "message"),
    [
        (("NL = 3", "NL = x"), da.errors.UnsupportedElement, da.finding.UnknownPart),
        (("NJ = 4", "NJ = 40"), da.errors.BadFile, da.finding.Invalid),
        (("NF = 5", "NF = 4"), da.errors.BadFile, da.finding.NumberCount),
        (("{M1,M2,M3}", "{M1,M2,M3,M4}"), da.errors.BadFile, da.finding.NumberCount),
        (("{M1,M2,M3}", "{M1,M2}"), da.errors.BadFile, da.finding.NumberCount),
        (("M = {M1,M2,M3}", "MASS = {M1,M2,M3}"), da.errors.UnsupportedElement, da.finding.UnknownPart),
        (("NF = 5", "NF = 5\nM = 3"), da.errors.BadTopology, da.finding.Duplicate),
        (("Type = 2", "Type = {2}"), da.errors.BadFile, da.finding.Invalid),
        (("{0,1,0,2,3}", "{0,9,0,2,3}"), da.errors.BadFile, da.finding.Undefined),
        (("{0,1,0,2,3}", "{0,a,0,2,3}"), da.errors.BadFile, da.finding.Invalid),
        (("{0,0,0,0,2}", "{0,7,0,0,2}"), da.errors.BadFile, da.finding.Invalid),
        (("{M1,M2,M3}", "{M1,__import__('os'),M3}"), da.errors.BadFile, da.finding.Rejected),
        (("is_mobile = 0", "is_mobile = 1"), da.errors.UnsupportedElement, da.finding.NotModelled),
        (("G = {0,-g,0}", "VP0 = {0,0,1}"), da.errors.UnsupportedElement, da.finding.NotModelled),
    ],
)
def test_wrong_files_say_what_and_where(tmp_path, change, cause, message):
    with raises(message):
        da.load(par(tmp_path, LOOP.replace(*change)))
    assert da.diagnose(par(tmp_path, LOOP.replace(*change))).errors
