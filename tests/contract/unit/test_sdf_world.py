"""SDF worlds: the same robot said in one model, in several, by other frames and in older versions; what is refused there."""

import numpy as np
import pytest

import dalembert as da
from finding_queries import unread
from raised import raises
from robot_numbers import mass_and_gravity, placed
from tolerance import SAME_ALGORITHM

NO_EFFECT = "no effect on the dynamics"
UNKNOWN = "unknown part"

BOX = "<inertial><mass>2</mass><pose>0 0.2 0.1 0 0 0</pose><inertia><ixx>0.02</ixx><iyy>0.03</iyy><izz>0.04</izz></inertia></inertial>"
AXIS = "<axis><xyz>0 1 0</xyz></axis>"
GROUND = '<joint name="g" type="revolute"><parent>world</parent><child>a</child><axis><xyz>1 0 0</xyz></axis></joint>'
ARM = f"""<model name="m"><link name="a"><pose>0 0 1 0.3 0 0</pose>{BOX}</link><link name="b"><pose>1 2 3 0.1 0.2 0.3</pose>{BOX}</link>{GROUND}
  <joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz expressed_in="__model__">0 1 0</xyz></axis></joint></model>"""
OTHERWISE = {
    "before version 1.5 an axis is seen from the model": (
        "1.4", ARM.replace(' expressed_in="__model__"', "")),
    "use_parent_model_frame": (
        "1.6", ARM.replace(' expressed_in="__model__">0 1 0</xyz>', ">0 1 0</xyz><use_parent_model_frame>true</use_parent_model_frame>")),
    "a model stands for its first link": ("1.9", ARM.replace("<parent>a</parent>", "<parent>__model__</parent>")),
    "or for the link it names": (
        "1.9", ARM.replace('<model name="m">', '<model name="m" canonical_link="b">').replace("<child>b</child>", "<child>__model__</child>")
        .replace('<joint name="j" type="revolute">', '<joint name="j" type="revolute"><pose relative_to="b">0 0 0 0 0 0</pose>')),
    "before version 1.7 a pose names its frame": (
        "1.6", ARM.replace("<pose>1 2 3 0.1 0.2 0.3</pose>", '<pose frame="f">0 0 0 0.1 0.2 0.3</pose>')
        .replace("</model>", "<frame name='f'><pose>1 2 3 0 0 0</pose></frame></model>").replace(' expressed_in="__model__">0 1 0</xyz>', ">0 1 0</xyz><use_parent_model_frame>1</use_parent_model_frame>")),
    "the place of a model is that of a frame in it": (
        "1.9", ARM.replace('<model name="m">', '<model name="m" placement_frame="b"><pose>1 2 3 0.1 0.2 0.3</pose>')),
}  # fmt: skip


def same(one, two):
    assert one.n == two.n
    for seed in range(3):
        q = np.random.default_rng(seed).uniform(-2, 2, one.n)
        for here, there in zip(mass_and_gravity(one, q), mass_and_gravity(two, q), strict=True):
            assert np.abs(here - there).max() < SAME_ALGORITHM * max(1, np.abs(there).max())


def sdf(tmp_path, text, version="1.9"):
    path = tmp_path / "robot.sdf"
    path.write_text(f'<sdf version="{version}">\n<world name="w">\n{text}\n</world></sdf>')
    return path


@pytest.mark.parametrize("how", OTHERWISE)
def test_one_robot_said_otherwise(tmp_path, how):
    version, text = OTHERWISE[how]
    same(da.load(sdf(tmp_path, text, version)), da.load(sdf(tmp_path, ARM)))


def test_joints_and_frames_of_a_world_tie_models_together(tmp_path):
    parts = f"""<model name="one"><pose>0 0 1 0.3 0 0</pose><link name="a">{BOX}</link>
      <joint name="g" type="revolute"><parent>world</parent><child>a</child><axis><xyz>1 0 0</xyz></axis></joint></model>
    <frame name="place"><pose>1 2 3 0 0 0</pose></frame><frame name="on_two" attached_to="two"/>
    <model name="two"><pose relative_to="place">0 0 0 0.1 0.2 0.3</pose><link name="b">{BOX}</link></model>
    <joint name="j" type="revolute"><parent>one::a</parent><child>on_two</child><axis><xyz expressed_in="place">0 1 0</xyz></axis></joint>"""
    tied = da.load(sdf(tmp_path, parts, "1.10"))
    same(tied, da.load(sdf(tmp_path, ARM)))
    assert tied.coordinates == ("one::g", "j")
    assert {frame.name: frame.link for frame in tied.frames} == {"place": "world", "on_two": "two::b"}


def test_a_motor_and_a_mimic_as_drake_writes_them(tmp_path):
    motor = "<drake:rotor_inertia>0.002</drake:rotor_inertia><drake:gear_ratio>30</drake:gear_ratio>"
    robot = da.load(sdf(tmp_path, ARM.replace("<parent>a</parent>", f"<parent>a</parent>{motor}")))
    plain, q = da.load(sdf(tmp_path, ARM)), np.array([0.3, -0.4])
    gain = mass_and_gravity(robot, q)[0] - mass_and_gravity(plain, q)[0]
    assert np.abs(gain - np.diag([0, 0.002 * 900])).max() < SAME_ALGORITHM
    follow = '<drake:mimic joint="g" multiplier="-2" offset="0.1"/>'
    robot = da.load(sdf(tmp_path, ARM.replace("<parent>a</parent>", f"<parent>a</parent>{follow}")))
    here, there = placed(robot, np.array([0.3])), placed(plain, np.array([0.3, -0.5]))
    assert np.abs(here[0]["b"] - there[0]["b"]).max() < SAME_ALGORITHM


LINK = f'<model name="m"><link name="a">{BOX}</link>'


@pytest.mark.parametrize(
    ("text", "cause", "message"),
    [
        ("<include><uri>model://arm</uri></include>", da.errors.UnsupportedElement, da.finding.IncludedModel),
        ("", da.errors.BadFile, da.finding.NothingDescribed),
        ('<model name="m"><link name="world"/></model>', da.errors.BadFile, da.finding.Impossible),
        (ARM.replace("<parent>a</parent>", "<parent>b</parent>"), da.errors.BadFile, da.finding.Impossible),
        (LINK + '<drake:joint name="p" type="planar"/></model>', da.errors.UnsupportedElement, da.finding.NotModelled),
        (LINK.replace("<inertial>", "<drake:deformable_properties/><inertial>") + "</model>", da.errors.UnsupportedElement, da.finding.NotModelled),
        (LINK + '<frame name="f" attached_to="x"><pose relative_to="a"/></frame></model>', da.errors.BadFile, da.finding.Undefined),
        (LINK.replace('"m"', '"m" placement_frame="x"') + "</model>", da.errors.BadFile, da.finding.Undefined),
        ("<gravity>0 0 nan</gravity>" + ARM, da.errors.BadFile, da.finding.Invalid),
        ('</world><world name="v">' + ARM, da.errors.BadFile, da.finding.Impossible),
    ],
)  # fmt: skip
def test_what_is_refused_says_what_and_where(tmp_path, text, cause, message):
    with raises(message):
        da.load(sdf(tmp_path, text))


def test_unknown_parts_of_a_joint_are_named(tmp_path):
    robot = da.load(sdf(tmp_path, ARM.replace("<parent>a</parent>", "<parent>a</parent><axiss/><physics/>")))
    assert unread(robot.warnings, "<axiss>", UNKNOWN, near="<axis>", line=4, owner="<joint>")
    assert unread(robot.warnings, "<physics>", NO_EFFECT, line=4, owner="<joint>")
