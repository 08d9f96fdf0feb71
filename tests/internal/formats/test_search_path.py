"""Files and packages that a robot file refers to: found around the file, and never outside the border."""

import numpy as np
import pytest

import dalembert as da
from raised import raises

BODY = "<inertial><mass>2</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>"
ARM = f"""<sdf version="1.9"><model name="arm"><link name="base">{BODY}</link><link name="rod"><pose>0 0 1 0 0 0</pose>{BODY}</link>
  <joint name="j" type="revolute"><parent>base</parent><child>rod</child><axis><xyz>0 1 0</xyz></axis></joint></model></sdf>"""
CONFIG = '<model><name>arm</name><sdf version="1.4">old.sdf</sdf><sdf version="1.9">model.sdf</sdf></model>'


def world(inside):
    return f'<sdf version="1.9"><world name="w">{inside}</world></sdf>'


@pytest.fixture
def tree(tmp_path):
    for name in ("arm", "cell"):
        (tmp_path / "models" / name).mkdir(parents=True)
        (tmp_path / "models" / name / "model.config").write_text(CONFIG)
    (tmp_path / "models" / "arm" / "model.sdf").write_text(ARM)
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "model.sdf").write_text(ARM)
    return tmp_path / "models" / "cell"


def cell(tree, inside, name="cell.sdf"):
    path = tree / name
    path.write_text(world(inside))
    return path


def test_an_included_model_is_that_model(tree):
    one = cell(
        tree, "<include><uri>model://arm</uri><name>left</name><pose>1 0 0 0 0 0</pose><static>true</static></include>"
    )
    robot = da.load(one)
    assert robot.coordinates == ()
    assert next(x for x in robot.joints if x.child == "rod").placement.p == (1, 0, 1)
    two = cell(
        tree,
        "<include><uri>model://arm</uri><name>a</name></include><include><uri>model://arm</uri><name>b</name></include>",
    )
    assert [x for x in da.load(two).coordinates if "j" in x.split("::")] == ["a::j", "b::j"]


def test_a_merged_model_has_no_scope(tree):
    path = tree / "model.sdf"
    path.write_text(
        '<sdf version="1.9"><model name="m"><include merge="true"><uri>model://arm</uri></include></model></sdf>'
    )
    assert "j" in [x.name for x in da.load(path).joints]


def test_files_outside_the_border_are_not_read(tree):
    for uri in ("../../secret/model.sdf", "model://secret", "https://fuel.example/arm", "model://nobody"):
        path = cell(tree, f"<include><uri>{uri}</uri></include>")
        with raises(da.finding.IncludedModel, file=uri, line=1):
            da.load(path)
    path = cell(tree, "<include><uri>../../secret/model.sdf</uri></include>")
    assert da.load(path, root=tree.parents[1]).n


def test_a_model_that_includes_itself_is_refused(tree):
    path = cell(tree, "<include><uri>cell.sdf</uri></include>")
    path.write_text('<sdf version="1.9"><model name="m"><include><uri>cell.sdf</uri></include></model></sdf>')
    with raises(da.finding.IncludedModel):
        da.load(path)


def test_mjcf_files_of_a_parent_folder_need_the_root(tmp_path):
    (tmp_path / "scenes").mkdir()
    (tmp_path / "part.xml").write_text(
        '<mujoco><worldbody><body name="a"><joint name="j"/><geom size="1"/></body></worldbody></mujoco>'
    )
    path = tmp_path / "scenes" / "s.xml"
    path.write_text('<mujoco><include file="../part.xml"/></mujoco>')
    with raises(da.finding.Inaccessible):
        da.load(path)
    assert da.load(path, root=tmp_path).coordinates == ("j",)


def test_locked_joints_are_fixed_with_their_followers(tmp_path):
    link = '<link name="{}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>'
    joint = '<joint name="{}" type="{}"><parent link="{}"/><child link="{}"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/>{}</joint>'
    parts = [link.format(x) for x in "abcd"] + [
        joint.format("arm", "continuous", "a", "b", ""),
        joint.format("finger", "prismatic", "b", "c", ""),
        joint.format("thumb", "continuous", "c", "d", '<mimic joint="finger" multiplier="3" offset="0.1"/>'),
    ]
    path = tmp_path / "hand.urdf"
    path.write_text(f'<robot name="r">{"".join(parts)}</robot>')
    whole, locked = da.load(path), da.load(path, lock={"finger": 0.02})
    assert locked.coordinates == ("arm",)
    for frame in "bcd":
        expected = da.forward_kinematics(whole, [0.3, 0.02], frame=frame)
        assert np.allclose(da.forward_kinematics(locked, [0.3], frame=frame), expected)
    with raises(da.finding.Unknown, name="toe", argument="lock"):
        da.load(path, lock={"toe": 1})
