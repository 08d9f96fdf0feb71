"""SDF: random robots written as SDF are the same robots; poses in other frames, nested models, loops, what is refused."""

import math
from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.formats.numeric import rpy
from finding_queries import selected, unread
from raised import raises
from random_robot import random_robot
from robot_numbers import placed
from tolerance import SAME_ALGORITHM

NO_EFFECT = "no effect on the dynamics"
PLUGINS = "plugins"
SIMULATED = "acts in a simulator"
UNKNOWN = "unknown part"

BOX = "<inertial><mass>2</mass><pose>0 0 0.1 0 0 0</pose><inertia><ixx>0.02</ixx><iyy>0.03</iyy><izz>0.04</izz></inertia></inertial>"


def sdf(tmp_path, body, head="", version="1.9"):
    path = tmp_path / "robot.sdf"
    path.write_text(f'<sdf version="{version}">{head}\n<model name="m">\n{body}\n</model></sdf>')
    return path


def pose(T, **attributes):
    T = np.array(T, float)
    words = " ".join(repr(float(x)) for x in (*T[:3, 3], *rpy(T[:3, :3].tolist())))
    said = "".join(f' {key}="{x}"' for key, x in attributes.items())
    return f"<pose{said}>{words}</pose>"


def as_sdf(robot, seed):
    """A robot as SDF: poses at q = 0, some in the model's frame, some in the parent's, axes in several frames."""
    rng = np.random.default_rng(seed)
    loose = replace(robot, joints=tuple(replace(j, mimic=None) for j in robot.joints))
    zero, _ = placed(loose, np.zeros(loose.n))
    parts = []
    parent_of = {j.child: j for j in robot.joints}
    for link in robot.links:
        m = link.inertia.numeric()
        centre = np.eye(4)
        centre[:3, 3] = [float(x) for x in m.com]
        xx, yy, zz, xy, yz, xz = (float(x) for x in m.central().tensor)
        inertia = (
            f"<mass>{float(m.mass)!r}</mass>{pose(centre)}<inertia><ixx>{xx!r}</ixx><iyy>{yy!r}</iyy><izz>{zz!r}</izz>"
        )
        inertia += f"<ixy>{xy!r}</ixy><iyz>{yz!r}</iyz><ixz>{xz!r}</ixz></inertia>"
        place = pose(zero[link.name])
        if link.name in parent_of and rng.random() < 0.5:
            parent = parent_of[link.name].parent
            place = pose(np.linalg.inv(zero[parent]) @ zero[link.name], relative_to=parent)
        parts.append(f'<link name="{link.name}">{place}<inertial>{inertia}</inertial></link>')
    parts.append(f'<joint name="on_ground" type="fixed"><parent>world</parent><child>{robot.root}</child></joint>')
    for j in robot.joints:
        here = zero[j.parent] @ np.array(j.placement.matrix(), float)
        local = pose(np.linalg.inv(zero[j.child]) @ here)
        axis = np.array([float(x) for x in j.axis])
        said = ""
        if rng.random() < 0.5:
            said, axis = ' expressed_in="__model__"', here[:3, :3] @ axis
        drive = j.drive
        dynamics = ""
        if drive:
            dynamics = f"<dynamics><damping>{float(drive.viscous)!r}</damping><friction>{float(drive.dry)!r}</friction></dynamics>"
        mimic = ""
        if j.mimic:
            mimic = f'<mimic joint="{j.mimic.joint}"><multiplier>{float(j.mimic.multiplier)!r}</multiplier><offset>{float(j.mimic.offset)!r}</offset></mimic>'
        xyz = " ".join(repr(float(x)) for x in axis)
        inner = f"<axis><xyz{said}>{xyz}</xyz>{dynamics}{mimic}</axis>" if j.moves else ""
        parts.append(
            f'<joint name="{j.name}" type="{j.kind}">{local}<parent>{j.parent}</parent><child>{j.child}</child>{inner}</joint>'
        )
    gravity = " ".join(repr(float(x)) for x in robot.gravity)
    return f'<sdf version="1.9"><world name="w"><gravity>{gravity}</gravity><model name="m">{"".join(parts)}</model></world></sdf>'


@pytest.mark.sampled(7)
@pytest.mark.parametrize("seed", range(12))
def test_robots_written_as_sdf_are_the_same_robots(seed, tmp_path):
    robot = random_robot(seed, 6, mimic=seed % 2 == 0)
    path = tmp_path / "robot.sdf"
    path.write_text(as_sdf(robot, seed))
    again = da.load(path)
    assert again.coordinates == robot.coordinates
    rng = np.random.default_rng(seed)
    q, qd, qdd = rng.uniform(-1.5, 1.5, (3, robot.n))
    x, y = (da.inverse_dynamics(r, q, qd, qdd) for r in (robot, again))
    assert np.abs(x - y).max() < 10 * SAME_ALGORITHM * max(1, np.abs(x).max())


def test_a_model_that_nothing_holds_floats(tmp_path):
    robot = da.load(sdf(tmp_path, f'<link name="a">{BOX}</link>'))
    assert robot.joints[0].kind == "free"
    assert da.load(sdf(tmp_path, f'<static>true</static><link name="a">{BOX}</link>')).n == 0
    assert robot.link("a").gravcomp == 0
    assert da.load(sdf(tmp_path, f'<link name="a"><gravity>false</gravity>{BOX}</link>')).link("a").gravcomp == 1


def test_poses_in_named_frames_degrees_and_quaternions(tmp_path):
    body = f"""<link name="a"><pose relative_to="f" degrees="true">0 0 1 90 0 0</pose>{BOX}</link>
    <frame name="f" attached_to="b"><pose>0 1 0 0 0 0</pose></frame>
    <link name="b"><pose rotation_format="quat_xyzw">1 0 0 0 0 0.7071067811865476 0.7071067811865476</pose>{BOX}</link>
    <joint name="j" type="fixed"><parent>b</parent><child>a</child></joint>
    <joint name="g" type="fixed"><parent>world</parent><child>b</child></joint>"""
    robot = da.load(sdf(tmp_path, body))
    places, _ = placed(robot, np.zeros(0))
    assert places["a"][:3, 3] == pytest.approx([0, 0, 1])  # b at (1, 0, 0), turned by 90° about z, f one along its y
    assert places["a"][:3, 2] == pytest.approx([1, 0, 0])
    assert [f.name for f in robot.frames] == ["f"]


def test_nested_models_have_scoped_names(tmp_path):
    body = f"""<link name="a">{BOX}</link><model name="hand"><pose>0 0 2 0 0 0</pose><link name="a"><pose>1 0 0 0 0 0</pose>{BOX}</link>
    </model><joint name="j" type="revolute"><parent>a</parent><child>hand::a</child><axis><xyz>0 1 0</xyz></axis></joint>
    <joint name="g" type="fixed"><parent>world</parent><child>a</child></joint>"""
    robot = da.load(sdf(tmp_path, body))
    places, _ = placed(robot, np.zeros(1))
    assert places["hand::a"][:3, 3] == pytest.approx([1, 0, 2])


@pytest.mark.parametrize(
    ("kind", "inner", "nv", "nq"),
    [
        ("revolute", "<axis><xyz>0 0 1</xyz></axis>", 1, 1), ("continuous", "<axis><xyz>0 0 1</xyz></axis>", 1, 1),
        ("prismatic", "<axis><xyz>0 0 1</xyz></axis>", 1, 1), ("fixed", "", 0, 0), ("ball", "", 3, 4),
        ("screw", "<axis><xyz>0 0 1</xyz></axis><screw_thread_pitch>0.01</screw_thread_pitch>", 1, 1),
        ("universal", "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>", 2, 2),
        ("revolute2", "<axis><xyz>0 0 1</xyz></axis><axis2><xyz>1 0 0</xyz></axis2>", 2, 2),
    ],
)  # fmt: skip
def test_kinds_of_joints(tmp_path, kind, inner, nv, nq):
    body = f"""<link name="a">{BOX}</link><link name="b">{BOX}</link><joint name="g" type="fixed"><parent>world</parent><child>a</child></joint>
    <joint name="j" type="{kind}"><parent>a</parent><child>b</child>{inner}</joint>"""
    robot = da.load(sdf(tmp_path, body))
    assert (robot.nv, robot.nq) == (nv, nq)


def test_both_ways_to_say_a_pitch(tmp_path):
    head = f'<link name="a">{BOX}</link><joint name="j" type="screw"><parent>world</parent><child>a</child><axis><xyz>0 0 1</xyz></axis>'
    new = da.load(sdf(tmp_path, f"{head}<screw_thread_pitch>0.02</screw_thread_pitch></joint>")).joint("j")
    old = da.load(sdf(tmp_path, f"{head}<thread_pitch>{-2 * math.pi / 0.02}</thread_pitch></joint>")).joint("j")
    assert float(new.pitch) == pytest.approx(0.02 / (2 * math.pi)) == float(old.pitch)


def test_a_joint_to_a_link_that_has_a_parent_closes_a_loop(tmp_path):
    body = "".join(f'<link name="{x}"><pose>{k} 0 0 0 0 0</pose>{BOX}</link>' for k, x in enumerate("abc"))
    for k, (p, c) in enumerate([("world", "a"), ("a", "b"), ("b", "c"), ("world", "c")]):
        body += f'<joint name="j{k}" type="revolute"><parent>{p}</parent><child>{c}</child><axis><xyz>0 1 0</xyz></axis></joint>'
    robot = da.load(sdf(tmp_path, body))
    assert robot.coordinates == ("j0", "j3", "j1") or len(robot.coordinates) == 3
    (loop,) = robot.loops
    assert loop.kind == "revolute"
    places, _ = placed(robot, np.zeros(3))
    ends = [
        places[name] @ np.array(place.matrix(), float)
        for name, place in ((loop.first, loop.first_placement), (loop.second, loop.second_placement))
    ]
    assert np.abs(ends[0] - ends[1]).max() < SAME_ALGORITHM  # closed as it is drawn


def test_springs_limits_and_friction(tmp_path):
    body = f"""<link name="a">{BOX}</link><joint name="j" type="revolute"><parent>world</parent><child>a</child><axis><xyz>0 2 0</xyz>
    <limit><lower>-1</lower><upper>2</upper><effort>30</effort><velocity>-1</velocity></limit>
    <dynamics><damping>0.5</damping><friction>0.25</friction><spring_stiffness>7</spring_stiffness>
    <spring_reference>0.3</spring_reference></dynamics></axis></joint>"""
    robot = da.load(sdf(tmp_path, body))
    joint, (spring,) = robot.joint("j"), robot.springs
    assert (joint.limits.lower, joint.limits.upper, joint.limits.effort, joint.limits.velocity) == (-1, 2, 30, None)
    assert (joint.drive.damping, joint.drive.coulomb) == (0.5, 0.25)
    assert (spring.arms, spring.stiffness, spring.rest) == ((("j", 1),), 7, 0.3)


def test_limits_can_be_infinite_and_a_comment_can_divide_numbers(tmp_path):
    body = f"""<link name="a"><pose>0 0 1 <!-- m --> 0 0 0</pose>{BOX}</link>
    <joint name="j" type="prismatic"><parent>world</parent><child>a</child><axis><limit><lower>-inf</lower><upper>1</upper></limit></axis></joint>"""
    robot = da.load(sdf(tmp_path, body))
    assert (robot.joint("j").limits.lower, robot.joint("j").limits.upper) == (None, 1)
    assert placed(robot, np.zeros(1))[0]["a"][:3, 3] == pytest.approx([0, 0, 1])


LINK = f'<link name="a">{BOX}</link>'


@pytest.mark.parametrize(
    ("body", "cause", "message"),
    [
        (LINK + "<include><uri>model://x</uri></include>", da.errors.UnsupportedElement, da.finding.IncludedModel),
        (LINK + '<joint name="j" type="gearbox"><parent>world</parent><child>a</child></joint>', da.errors.UnsupportedElement, da.finding.NotModelledType),
        (LINK + '<joint name="j" type="fixed"><parent>world</parent><child>x</child></joint>', da.errors.BadFile, da.finding.Undefined),
        ('<link name="a"><pose relative_to="b">0 0 0 0 0 0</pose></link><link name="b"><pose relative_to="a">0 0 0 0 0 0</pose></link>'
         '<joint name="j" type="fixed"><parent>a</parent><child>b</child></joint>', da.errors.BadFile, da.finding.Impossible),
        ('<link name="a"><pose relative_to="x">0 0 0 0 0 0</pose></link>'
         '<joint name="j" type="fixed"><parent>world</parent><child>a</child></joint>', da.errors.BadFile, da.finding.Undefined),
        ('<link name="a"><pose>0 0 0</pose></link>', da.errors.BadFile, da.finding.NumberCount),
        ('<link name="a"><inertial auto="true"/></link>', da.errors.UnsupportedElement, da.finding.NotModelled),
        ('<link name="a"><kinematic>true</kinematic></link>', da.errors.UnsupportedElement, da.finding.NotModelled),
        ('<link name="a"><inertial><mass>x</mass></inertial></link>', da.errors.BadFile, da.finding.Invalid),
        ('<link name="a"><inertial><mass>inf</mass></inertial></link>', da.errors.BadFile, da.finding.Invalid),
    ],
)  # fmt: skip
def test_what_is_refused_says_what_and_where(tmp_path, body, cause, message):
    with raises(message):
        da.load(sdf(tmp_path, body))
    assert da.diagnose(sdf(tmp_path, body)).errors


def test_unknown_parts_are_named(tmp_path):
    path = sdf(tmp_path, LINK.replace("<inertial>", "<odd/><visual/><inertial>") + "<lnik/>")
    with raises(da.finding.UnknownPart, near="<link>"):
        da.load(path)
    robot = da.load(path, ignore="unknown")
    assert unread(robot.warnings, "<odd>", UNKNOWN, line=3, owner="<link>")
    assert unread(robot.warnings, "<lnik>", UNKNOWN, near="<link>", owner="<model>")
    assert unread(robot.warnings, "<visual>", NO_EFFECT, line=3)


@pytest.mark.parametrize(
    ("link", "axis", "tag", "reason", "near"),
    [
        ("<velocity_decay><linear>0.5</linear></velocity_decay>", "", "<linear>", SIMULATED, None),
        ("<enable_wind>true</enable_wind>", "", "<enable_wind>", SIMULATED, None),
        ('<plugin name="p" filename="f"/>', "", "<plugin>", PLUGINS, None),
        ("", "<dynamics><dry>1</dry></dynamics>", "<dry>", UNKNOWN, None),
    ],
)
def test_what_acts_or_is_misspelt_is_never_called_without_effect(tmp_path, link, axis, tag, reason, near):
    path = tmp_path / "m.sdf"
    path.write_text(
        f'<sdf version="1.9"><model name="m"><link name="a">{link}</link><joint name="j" type="revolute"><parent>world</parent>'
        f"<child>a</child><axis><xyz>0 1 0</xyz>{axis}</axis></joint></model></sdf>"
    )
    warnings = da.load(path).warnings
    assert unread(warnings, tag, reason, near=near), warnings
    assert not selected(warnings, da.finding.NotRead, reason=NO_EFFECT)


def test_an_axis_that_is_no_direction_is_quoted(tmp_path):
    joint = '<link name="a"/><joint name="j" type="revolute"><parent>world</parent><child>a</child><axis><xyz>1e999</xyz></axis></joint>'
    with raises(da.finding.Invalid, got="'1e999'", expected="finite numbers"):
        da.load(sdf(tmp_path, joint))
