"""MJCF: what is refused by element and line, what is warned of, what becomes frames. Values are in oracles/."""

import math

import pytest

import dalembert as da
from finding_queries import selected, unread
from raised import raises

INPUTS = "inputs"
NO_EFFECT = "no effect on the dynamics"
SERVOS = "servos"
SIMULATED = "acts in a simulator"
UNKNOWN = "unknown part"

BODY = '<inertial pos="0 0 0.1" mass="1" diaginertia="0.1 0.2 0.15"/>'
ARM = f'<body name="a">\n<joint name="j"/>{BODY}'


def mjcf(tmp_path, body="", rest="", joint='<joint name="j" axis="0 1 0"/>', name="model.xml"):
    """A model whose joint is on line 3 and whose other sections begin on line 5."""
    path = tmp_path / name
    path.write_text(
        f'<mujoco model="m"><worldbody>\n<body name="a">{BODY}\n{joint}{body}\n</body></worldbody>\n{rest}</mujoco>'
    )
    return path


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"joint": '<joint name="j" stiffness="0 2"/>'}, "stiffness of 'j' is a polynomial.*line 3"),
        ({"joint": '<joint name="j" damping="1 0.5"/>'}, "polynomial.*line 3"),
        ({"joint": '<joint name="j" stiffness="3" springyield="0.1"/>'}, "joint 'j' has a springyield.*line 3"),
        ({"rest": '<tendon><fixed name="t" stiffness="3" springyield="0.1"><joint joint="j" coef="1"/></fixed></tendon>'}, "tendon 't' has a springyield.*line 5"),
        ({"body": '<body name="b"><geom size="1" shellinertia="true"/></body>'}, "shellinertia.*line 3"),
        ({"body": '<composite type="cable"/>'}, "<composite> on body 'a'.*line 3"),
        ({"body": '<flexcomp name="f"/>'}, "<flexcomp> on body 'a'.*line 3"),
        ({"body": '<plugin plugin="p"/>'}, "<plugin> on body 'a'.*line 3"),
        ({"rest": '<default><tendon damping="2"/></default><tendon><spatial name="t"/></tendon>'}, "'t' pulls along a path.*line 5"),
        ({"rest": '<tendon><fixed name="t" frictionloss="3"><joint joint="j" coef="1"/></fixed></tendon>'}, "'t' has frictionloss.*line 5"),
        ({"rest": '<equality><tendon tendon1="t"/></equality>'}, "not of first degree between fixed tendons.*line 5"),
        ({"rest": '<option density="1.2"/>'}, "<option density='1.2'>.*fluid.*line 5"),
        ({"rest": '<option viscosity="0.1"/>'}, "viscosity.*line 5"),
        ({"rest": '<compiler coordinate="global"/>'}, "coordinate='global'.*line 5"),
        ({"rest": '<deformable><flex name="f"/></deformable>'}, "<flex> bends.*line 5"),
        ({"rest": '<actuator><motor name="m" site="s" armature="1"/></actuator>'}, "acts on no single joint.*line 5"),
    ],
)  # fmt: skip
def test_what_changes_the_dynamics_is_refused_by_element_and_line(tmp_path, parts, message):
    path = mjcf(tmp_path, **parts)
    with raises(da.finding.NotModelled):
        da.load(path)
    assert any(f.line for f in da.diagnose(path).errors)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"joint": '<joint name="j" type="weld"/>'}, da.finding.NotAmong),
        ({"body": '<body name="b"><geom type="mesh" mesh="m"/></body>'}, da.finding.Undefined),
        ({"body": '<body name="b"><geom type="box" mesh="m"/></body>'}, da.finding.Undefined),
        ({"joint": '<joint name="j" axis="0 0 0"/>'}, da.finding.Invalid),
        ({"joint": '<joint name="j" axis="0 0 one"/>'}, da.finding.Invalid),
        ({"joint": '<joint name="j" range="1"/>'}, da.finding.NumberCount),
        ({"body": '<body quat="0 0 0 0"/>'}, da.finding.Invalid),
        ({"body": '<body quat="1 0 0 0" euler="0 0 0"/>'}, da.finding.Impossible),
        ({"body": "<body><inertial pos='0 0 0' mass='1' fullinertia='1 1 1 0 0 0' quat='1 0 0 0'/></body>"}, da.finding.Impossible),
        ({"body": BODY}, da.finding.Impossible),
        ({"body": '<body><geom type="box" size="1 1"/></body>'}, da.finding.Invalid),
        ({"body": '<body><geom size="-1"/></body>'}, da.finding.Invalid),
        ({"body": '<body><geom type="pyramid" size="1"/></body>'}, da.finding.NotAmong),
        ({"body": '<body><geom size="1" mass="-1"/></body>'}, da.finding.Invalid),
        ({"body": '<body childclass="none"><geom size="1"/></body>'}, da.finding.Undefined),
        ({"body": '<replicate count="0"/>'}, da.finding.Invalid),
        ({"body": '<replicate count="99999999"><body/></replicate>'}, da.finding.Invalid),
        ({"rest": '<compiler angle="grad"/>'}, da.finding.NotAmong),
        ({"rest": '<compiler eulerseq="abc"/>'}, da.finding.Invalid),
        ({"rest": '<equality><joint joint1="x" joint2="j"/></equality>'}, da.finding.Undefined),
        ({"rest": '<equality><joint joint1="j" joint2="x"/></equality>'}, da.finding.Undefined),
        ({"rest": "<worldbody><joint/></worldbody>"}, da.finding.Impossible),
        ({"rest": "<default><default><geom/></default></default>"}, da.finding.MissingPart),
        ({"rest": '<include file="none.xml"/>'}, da.finding.Unreadable),
        ({"rest": '<include file="../out.xml"/>'}, da.finding.Inaccessible),
        ({"rest": '<include file="/etc/passwd"/>'}, da.finding.Inaccessible),
        ({"rest": '<include file="model.xml"/>'}, da.finding.Impossible),
        ({"rest": "<include/>"}, da.finding.MissingPart),
    ],
)  # fmt: skip
def test_wrong_files_say_what_and_where(tmp_path, parts, message):
    (tmp_path.parent / "out.xml").write_text("<mujoco/>")
    path = mjcf(tmp_path, **parts)
    with raises(message):
        da.load(path)
    assert da.diagnose(path).errors


def test_nested_replicates_cannot_explode(tmp_path):
    body = '<replicate count="4000">' * 4 + "<body/>" + "</replicate>" * 4
    with raises(da.finding.FileLimit, noun="elements", most=10000):
        da.load(mjcf(tmp_path, body=body))


def test_mesh_geoms_beside_an_inertial_are_fine(tmp_path):
    body = '<geom type="mesh" mesh="m"/><body name="b"><geom type="mesh" mesh="m" mass="0"/></body>'
    robot = da.load(mjcf(tmp_path, body=body, rest='<asset><mesh name="m" file="m.stl"/></asset>'))
    assert float(robot.link("a").inertia.mass) == 1
    assert robot.link("b").inertia.is_zero


def test_mesh_geoms_on_a_body_that_stands_still_are_no_matter(tmp_path):
    rest = '<worldbody><body name="base" gravcomp="1"><geom type="mesh" mesh="m"/></body></worldbody>'
    robot = da.load(mjcf(tmp_path, rest=rest))
    assert robot.link("base").inertia.is_zero
    assert unread(robot.warnings, "<geom>", NO_EFFECT, line=5)


def test_what_has_no_effect_is_listed_in_one_line(tmp_path):
    rest = """<sensor><gyro site="s"/></sensor><contact/><keyframe/>
      <visual/><statistic/><asset/><size/><custom/><tendon><fixed><joint joint="j" coef="1"/></fixed></tendon>"""
    body = '<camera/><light/><site name="s" pos="1 2 3"/><geom type="mesh" mesh="m"/>'
    robot = da.load(mjcf(tmp_path, body=body, rest=rest))
    (finding,) = robot.warnings
    for tag in ("sensor", "contact", "keyframe", "visual", "fixed", "camera", "light", "geom"):
        assert unread([finding], f"<{tag}>", NO_EFFECT)
    assert robot.frames[0].name == "s"
    assert robot.frames[0].link == "a"
    assert tuple(float(x) for x in robot.frames[0].placement.p) == (1, 2, 3)


@pytest.mark.parametrize(
    ("rest", "tag", "reason"),
    [
        ('<actuator><motor joint="j"/></actuator>', "<motor>", INPUTS),
        ('<actuator><position joint="j" kp="3"/></actuator>', "<position>", SERVOS),
        ('<actuator><general joint="j" biastype="affine" biasprm="0 -1"/></actuator>', "<general>", SERVOS),
        ('<tendon><fixed range="0 1"><joint joint="j" coef="1"/></fixed></tendon>', "range", SIMULATED),
    ],
)
def test_what_acts_in_mujoco_is_never_called_without_effect(tmp_path, rest, tag, reason):
    warnings = da.load(mjcf(tmp_path, rest=rest)).warnings
    assert unread(warnings, tag, reason), warnings
    assert not selected(warnings, da.finding.NotRead, reason=NO_EFFECT)


def test_an_actuator_of_no_joint_is_told(tmp_path):
    warnings = da.load(mjcf(tmp_path, rest='<actuator><motor name="m" joint="jj"/></actuator>')).warnings
    assert selected(warnings, da.finding.Undefined, level="warning", noun="joint", known=("j",), tag="<motor>")
    assert not selected(warnings, da.finding.NotRead, reason=NO_EFFECT)


def test_a_tendon_with_a_spring_is_not_called_unread(tmp_path):
    rest = '<tendon><fixed stiffness="2"><joint joint="j" coef="1"/></fixed></tendon>'
    assert not da.load(mjcf(tmp_path, rest=rest)).warnings


def test_unknown_parts_are_named(tmp_path):
    rest = """<motors/><tendon><fixed stifness="1"><joint joint="j" coef="1"/></fixed><rope/></tendon>
      <equality><joint joint1="j" polycoeff="1" active="false"/></equality>"""
    text = mjcf(tmp_path, body="<wheel/>", rest=rest, joint='<joint name="j" dampin="1"/>')
    errors = selected(da.diagnose(text).errors, da.finding.UnknownPart)
    for tag, fields in (
        ("dampin", {"near": "damping", "line": 3, "owner": "<joint>"}),
        ("<wheel>", {"line": 3, "owner": "<body>"}),
        ("<motors>", {"line": 5, "owner": "<mujoco>"}),
        ("stifness", {"near": "stiffness", "line": 5, "owner": "<fixed>"}),
        ("<rope>", {"line": 5, "owner": "<tendon>"}),
        ("polycoeff", {"near": "polycoef", "line": 6, "owner": "<joint>"}),
    ):
        assert selected(errors, da.finding.UnknownPart, tag=tag, **fields), tag


@pytest.mark.parametrize(
    ("attributes", "setting", "expected"),
    [
        ('range="-90 45"', "", (-math.pi / 2, math.pi / 4)),
        ('range="-90 45" limited="false"', "", (None, None)),
        ('range="-90 45"', 'autolimits="false"', (None, None)),
        ('range="-90 45" limited="true"', 'autolimits="false"', (-math.pi / 2, math.pi / 4)),
        ('range="-1 2"', 'angle="radian"', (-1, 2)),
        ('range="-1 2" type="slide"', "", (-1, 2)),
        ("", "", (None, None)),
    ],
)
def test_limits(tmp_path, attributes, setting, expected):
    path = mjcf(tmp_path, joint=f'<joint name="j" {attributes}/>', rest=f"<compiler {setting}/>")
    limits = da.load(path).joint("j").limits
    assert (limits.lower, limits.upper) == pytest.approx(expected) if expected[0] is not None else expected


def test_effort_limit_and_disabled_friction(tmp_path):
    joint = '<joint name="j" actuatorfrcrange="-3 5" damping="1" frictionloss="2" armature="0.1" stiffness="3"/>'
    flags = '<option><flag damper="disable" frictionloss="disable" spring="disable"/></option>'
    found = da.load(mjcf(tmp_path, joint=joint, rest=flags)).joint("j")
    assert found.limits.effort == 5
    assert [float(x) for x in (found.drive.inertia, found.drive.viscous, found.drive.coulomb)] == [0.1, 0, 0]


def test_parts_without_names_get_free_ones(tmp_path):
    body = """<body><joint/><joint axis="1 0 0"/><geom size="0.1"/></body><body><joint/><geom size="0.1"/></body>
      <body name="body_2"/><body name="x"><joint name="body_joint"/><geom size="0.1"/></body>"""
    robot = da.load(mjcf(tmp_path, body=body))
    names = [x.name for x in robot.links] + [x.name for x in robot.joints]
    assert len(set(names)) == len(names)
    assert {"body_2", "x"} <= set(names)
    assert robot.n == 5


def test_site_with_a_bodys_name_is_renamed_and_told(tmp_path):
    robot = da.load(mjcf(tmp_path, body='<site name="a"/>'))
    assert [x.name for x in robot.frames] == ["a_site"]
    assert selected(robot.warnings, da.finding.Understood, meaning="renamed", other="a_site")


def test_massless_moving_body_is_a_warning(tmp_path):
    robot = da.load(mjcf(tmp_path, body='<body name="b"><joint name="k"/></body>'))
    assert selected(robot.warnings, da.finding.NothingMoved, joint="k", link="b", line=3)


def test_include_lines_are_those_of_the_included_file(tmp_path):
    (tmp_path / "part.xml").write_text('<mujoco>\n\n<freejoint name="f"/></mujoco>')
    path = mjcf(tmp_path, body='<body name="b"><include file="part.xml"/></body>')
    with raises(da.finding.Impossible, reason="a free joint below the world", other="b"):
        da.load(path)
    folder = tmp_path / "other"
    folder.mkdir()
    moved = mjcf(folder, body='<body name="b"><include file="../part.xml"/></body>')
    with raises(da.finding.Inaccessible, file="../part.xml"):
        da.load(moved)
    with raises(da.finding.Impossible, reason="a free joint below the world", other="b"):
        da.load(moved, packages={"parts": tmp_path})


def test_mjcf_suffix_and_model_name(tmp_path):
    assert da.load(mjcf(tmp_path, name="arm.mjcf")).name == "m"
    assert da.load(mjcf(tmp_path)).gravity == (0, 0, -9.81)


@pytest.mark.parametrize("inside", ["", "<worldbody/>", '<worldbody><geom size="1"/></worldbody>'])
def test_a_file_without_a_body_says_so(tmp_path, inside):
    path = tmp_path / "scene.xml"
    path.write_text(f"<mujoco>{inside}</mujoco>")
    assert selected(da.load(path).warnings, da.finding.NoBodies, noun="body", line=1)
