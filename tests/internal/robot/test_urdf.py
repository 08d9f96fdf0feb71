"""URDF element by element: values by hand, refusals with element and line, warnings for what is odd."""

import math

import pytest

import dalembert as da
from dalembert.robot.tree import tree
from finding_queries import selected, unread
from raised import raises
from tolerance import ROUNDED, SAME_ALGORITHM

NO_EFFECT = "no effect on the dynamics"
SIMULATED = "acts in a simulator"
UNEXPANDED = "unexpanded macros"
UNKNOWN = "unknown part"

BOX = '<inertial><mass value="2"/><inertia ixx="1" iyy="1.5" izz="2" ixy="0" ixz="0" iyz="0"/></inertial>'


def urdf(tmp_path, body, name="robot.urdf"):
    path = tmp_path / name
    path.write_text(f'<robot name="r">\n{body}\n</robot>')
    return path


def two(joint, link=BOX):
    """A base, and a link on a joint that begins on line 3."""
    return f'<link name="a"/><link name="b">{link}</link>\n{joint}'


def joint(inner="", kind="revolute", name="j"):
    return f'<joint name="{name}" type="{kind}"><parent link="a"/><child link="b"/>{inner}</joint>'


def test_rotated_inertial_with_products_is_turned_into_the_link_frame(tmp_path):
    inertial = """<inertial><origin xyz="0.1 0.2 0.3" rpy="0 0 1.5707963267948966"/><mass value="2"/>
      <inertia ixx="1" iyy="2" izz="3" ixy="0.1" ixz="0.2" iyz="0.3"/></inertial>"""
    inertia = da.load(urdf(tmp_path, two(joint(), inertial))).link("b").inertia
    # Rz(90°) takes x to y and y to −x: Ixx ↔ Iyy, Ixy → −Ixy, Ixz → −Iyz, Iyz → Ixz
    xx, yy, zz, xy, yz, xz = (float(x) for x in inertia.central().tensor)
    assert (xx, yy, zz, xy, yz, xz) == pytest.approx((2, 1, 3, -0.1, 0.2, -0.3), abs=SAME_ALGORITHM)
    assert [float(x) for x in inertia.com] == pytest.approx([0.1, 0.2, 0.3])
    assert float(inertia.mass) == 2


def test_axis_is_normalised_and_x_where_missing(tmp_path):
    robot = da.load(urdf(tmp_path, two(joint('<axis xyz="0 3 4"/>'))))
    assert robot.joint("j").axis == pytest.approx((0, 0.6, 0.8))
    assert da.load(urdf(tmp_path, two(joint()))).joint("j").axis == (1, 0, 0)


def test_origin_order_of_roll_pitch_yaw(tmp_path):
    r, p, y = 0.3, -0.7, 1.1
    place = da.load(urdf(tmp_path, two(joint(f'<origin xyz="1 2 3" rpy="{r} {p} {y}"/>')))).joint("j").placement
    # third row of Rz(y) Ry(p) Rx(r)
    assert place.R[2] == pytest.approx((-math.sin(p), math.cos(p) * math.sin(r), math.cos(p) * math.cos(r)))
    assert place.R[1][0] == pytest.approx(math.sin(y) * math.cos(p))
    assert place.p == (1, 2, 3)


def test_quaternion_origin(tmp_path):
    place = da.load(urdf(tmp_path, two(joint('<origin quat_xyzw="0 0 1 1"/>')))).joint("j").placement
    assert [x for row in place.R for x in row] == pytest.approx([0, -1, 0, 1, 0, 0, 0, 0, 1], abs=ROUNDED)
    with raises(da.finding.Invalid, expected="a direction"):
        da.load(urdf(tmp_path, two(joint('<origin quat_xyzw="0 0 0 0"/>'))))


def test_limits_dynamics_mimic(tmp_path):
    text = """<link name="a"/><link name="b"/><link name="c"/><link name="d"/>
      <joint name="j" type="revolute"><parent link="a"/><child link="b"/>
        <limit lower="-1" upper="2" effort="30" velocity="4"/><dynamics damping="0.5" friction="0.25"/></joint>
      <joint name="k" type="prismatic"><parent link="b"/><child link="c"/>
        <limit lower="0" upper="1" effort="inf" velocity="1e30"/><mimic joint="j" multiplier="-0.5" offset="0.1"/></joint>
      <joint name="w" type="continuous"><parent link="c"/><child link="d"/><limit effort="3" velocity="2" lower="-9" upper="9"/></joint>"""
    robot = da.load(urdf(tmp_path, text))
    j, k, w = (robot.joint(name) for name in "jkw")
    assert (j.limits.lower, j.limits.upper, j.limits.effort, j.limits.velocity) == (-1, 2, 30, 4)
    assert (float(j.drive.damping), float(j.drive.coulomb)) == (0.5, 0.25)
    assert (k.limits.effort, k.limits.velocity) == (None, None)
    assert (k.mimic.joint, float(k.mimic.multiplier), float(k.mimic.offset)) == ("j", -0.5, 0.1)
    assert (w.limits.lower, w.limits.upper, w.limits.effort) == (None, None, 3)
    assert robot.coordinates == ("j", "w")


@pytest.mark.parametrize(
    "text",
    [
        '<transmission name="t"><type>transmission_interface/SimpleTransmission</type><joint name="j">'
        "<hardwareInterface>x</hardwareInterface></joint><actuator name='m'><mechanicalReduction>50</mechanicalReduction>"
        '<drake:rotor_inertia value="0.002"/></actuator></transmission>',
        '<transmission name="t" type="SimpleTransmission"><actuator name="m"/><joint name="j"/>'
        '<mechanicalReduction>50.0</mechanicalReduction><drake:rotor_inertia value="0.002"/></transmission>',
        '<ros2_control name="s" type="system"><transmission name="t"><plugin>transmission_interface/SimpleTransmission</plugin>'
        '<joint name="j"><mechanical_reduction>50</mechanical_reduction></joint><actuator name="m">'
        '<drake:rotor_inertia value="0.002"/></actuator></transmission></ros2_control>',
    ],
    ids=["usual", "older", "ros2_control"],
)
def test_transmissions(tmp_path, text):
    drive = da.load(urdf(tmp_path, two(joint()) + text)).joint("j").drive
    assert (float(drive.gear_ratio), float(drive.rotor_inertia)) == (50, 0.002)
    assert float(drive.inertia) == pytest.approx(5)


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ('<transmission name="t"><joint name="nobody"/><actuator name="m"/></transmission>', da.finding.Unused, "its joint does not move"),
        ('<transmission name="t"><joint name="j"/><joint name="k"/><actuator name="m"/></transmission>', da.finding.Unused, "not one motor and one joint"),
        ('<transmission name="t"><joint name="j"/><mechanicalReduction>0</mechanicalReduction></transmission>', da.finding.Unused, "its gear ratio is 0"),
        ('<transmission name="t"><joint name="j"/><mechanicalReduction>x</mechanicalReduction></transmission>', da.finding.Invalid, None),
        ('<transmission name="t"><joint name="j"/></transmission><transmission name="u"><joint name="j"/></transmission>', da.finding.Unused, "the first counts"),
    ],
)  # fmt: skip
def test_odd_transmissions_are_warned_of_with_their_line(tmp_path, text, kind, reason):
    robot = da.load(urdf(tmp_path, two(joint()) + "\n" + text))
    assert robot.joint("j").drive is None
    assert selected(robot.warnings, kind, line=4, **({} if reason is None else {"reason": reason}))


def test_fixed_joints_stay_and_lump_in_the_tree(tmp_path):
    text = (
        f'<link name="a"/><link name="b">{BOX}</link><link name="t">{BOX}</link>{joint()}'
        '<joint name="f" type="fixed"><parent link="b"/><child link="t"/><origin xyz="0 0 1"/></joint>'
    )
    robot = da.load(urdf(tmp_path, text))
    assert [x.name for x in robot.joints] == ["j", "f"]
    (body,) = tree(robot).bodies
    assert float(body.inertia.mass) == 4


@pytest.mark.parametrize(
    ("kind", "n"), [("cylindrical", 2), ("screw", 1), ("ball", 3), ("spherical", 3), ("universal", 2)]
)
def test_joints_of_more_freedom_are_refused_by_name_and_line(tmp_path, kind, n):
    with raises(da.finding.NotModelledType):
        da.load(urdf(tmp_path, two(joint(kind=kind))))


@pytest.mark.parametrize(
    ("text", "cause", "message"),
    [
        (two(joint(kind="hinge")), da.errors.BadFile, da.finding.NotAmong),
        (two('<joint name="j"><parent link="a"/><child link="b"/></joint>'), da.errors.BadFile, da.finding.MissingPart),
        (two('<joint name="j" type="fixed"><child link="b"/></joint>'), da.errors.BadFile, da.finding.MissingPart),
        (two('<joint name="j" type="fixed"><parent/><child link="b"/></joint>'), da.errors.BadFile, da.finding.MissingPart),
        (two('<joint type="fixed"><parent link="a"/><child link="b"/></joint>'), da.errors.BadFile, da.finding.MissingPart),
        ("\n<link/>", da.errors.BadFile, da.finding.MissingPart),
        ('\n<link name="' + "x" * 300 + '"/>', da.errors.BadFile, da.finding.FileLimit),
        (two(joint('<axis xyz="0 0 0"/>')), da.errors.WrongValue, da.finding.Invalid),
        (two(joint('<axis xyz="0 0"/>')), da.errors.BadFile, da.finding.NumberCount),
        (two(joint('<origin xyz="0 0 zero"/>')), da.errors.BadFile, da.finding.Invalid),
        (two(joint('<origin xyz="0 nan 0"/>')), da.errors.BadFile, da.finding.Invalid),
        (two(joint('<limit lower="low"/>')), da.errors.BadFile, da.finding.Invalid),
        (two(joint("<mimic/>")), da.errors.BadFile, da.finding.MissingPart),
        (two(joint() + joint()), da.errors.BadTopology, da.finding.Duplicate),
        (two(joint() + "\n" + joint(name="k")), da.errors.BadTopology, da.finding.TwoParents),
        (two(joint()) + '\n<link name="b"/>', da.errors.BadTopology, da.finding.Duplicate),
        ('<link name="a"/>\n<link name="b"/>', da.errors.BadTopology, da.finding.Roots),
        ('<link name="a"/>\n' + joint(), da.errors.BadTopology, da.finding.NotDefined),
        (
            '<link name="a"/><link name="b"/>\n' + joint()
            + '<joint name="k" type="fixed"><parent link="b"/><child link="a"/></joint>',
            da.errors.BadTopology, da.finding.LinkCycle,
        ),
        (
            '<link name="r"/><link name="a"/><link name="b"/>\n' + joint()
            + '<joint name="k" type="fixed"><parent link="b"/><child link="a"/></joint>',
            da.errors.BadTopology, da.finding.LinkCycle,
        ),
        (two(joint('<mimic joint="j"/>')), da.errors.BadTopology, da.finding.MimicCycle),
        (two(joint(), BOX.replace('value="2"', 'value="-2"')), da.errors.UnphysicalInertia, da.finding.LinkViolation),
    ],
)  # fmt: skip
def test_wrong_files_say_what_and_where(tmp_path, text, cause, message):
    with raises(message) as caught:
        da.load(urdf(tmp_path, text))
    assert "robot.urdf" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "kind", "fields"),
    [
        (two(joint(), "") , da.finding.NothingMoved, {"line": 2, "joint": "j", "link": "b"}),
        (two(joint()), da.finding.Assumed, {"line": 3, "missing": ("<limit>",)}),
        (two(joint("<limit effort='1' velocity='1'/>")), da.finding.Assumed, {"line": 3, "missing": ("lower", "upper")}),
        (two(joint(), BOX.replace('izz="2"', 'izz="3"')), da.finding.LinkViolation, {"level": "warning", "line": 2, "link": "b", "quantity": "triangle inequality"}),
        (two(joint(), BOX.replace('ixx="1"', 'ixx="-1"')), da.finding.LinkViolation, {"level": "warning", "line": 2, "link": "b", "quantity": "negative moment"}),
        (two(joint(), BOX.replace('value="2"', 'value="0"')), da.finding.LinkViolation, {"level": "warning", "line": 2, "quantity": "tensor without mass"}),
        (two(joint(), '<inertial><mass value="2"/></inertial>'), da.finding.Assumed, {"line": 2, "missing": ("<inertia>",)}),
        (two(joint(), '<inertial><mass value="2"/><inertia ixx="1"/></inertial>'), da.finding.Assumed, {"missing": ("iyy", "izz", "ixy", "iyz", "ixz")}),
        (two(joint(), '<inertial><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'), da.finding.Assumed, {"missing": ("<mass>",)}),
        (two(joint(), BOX + BOX), da.finding.Unused, {"tag": "<inertial>", "reason": "the first counts"}),
        (two(joint('<dynamics damping="-1"/>')), da.finding.NegativeFriction, {"joint": "j", "parameter": "damping", "value": -1.0}),
        (two(joint('<mimic joint="j"/>', kind="fixed")), da.finding.Unused, {"tag": "<mimic>", "reason": "the joint is fixed"}),
        (two(joint('<mimic joint="nobody"/>')), da.finding.MimicDropped, {"joint": "j", "leader": "nobody", "reason": "is not a joint"}),
        (two(joint()) + '\n<force_element name="f"/>', da.finding.Unused, {"tag": "<force_element>", "reason": "it is empty"}),
        (two(joint(), BOX.replace("</inertial>", '<mass value="3"/></inertial>')), da.finding.Unused, {"line": 2, "tag": "<mass>"}),
        (two(joint('<parent link="b"/>')), da.finding.Unused, {"line": 3, "tag": "<parent>", "reason": "the first counts"}),
        (two(joint('<axis xyz="0 0 1"/><axis xyz="1 0 0"/>')), da.finding.Unused, {"line": 3, "tag": "<axis>"}),
        (two(joint('<limit lower="0" upper="1" velocity="1"/>')), da.finding.Assumed, {"line": 3, "missing": ("effort",)}),
        (two(joint('<limit lower="0" upper="1"/>')), da.finding.Assumed, {"line": 3, "missing": ("effort", "velocity")}),
    ],
)  # fmt: skip
def test_odd_files_load_with_a_warning(tmp_path, text, kind, fields):
    robot = da.load(urdf(tmp_path, text))
    assert selected(robot.warnings, kind, **fields), robot.warnings


@pytest.mark.parametrize(
    ("text", "tag", "reason", "fields"),
    [
        (two(joint('<dynamics hysteresis="1"/>')), "hysteresis", UNKNOWN, {"line": 3, "owner": "<dynamics>"}),
        (two(joint('<spring stiffness="1"/>')), "<spring>", UNKNOWN, {"line": 3, "owner": "<joint>"}),
        (two(joint()) + '\n<gazebo reference="b"><turnGravityOff>true</turnGravityOff></gazebo>', "<turnGravityOff>", SIMULATED, {"line": 4, "owner": "<gazebo>"}),
        (two(joint()) + '\n<gazebo><joint name="loop" type="revolute"/></gazebo>', "<joint>", SIMULATED, {"line": 4, "owner": "<gazebo>"}),
        (two(joint()) + "\n<gazebo><static>true</static></gazebo>", "<static>", SIMULATED, {"line": 4, "owner": "<gazebo>"}),
        (two(joint()) + '\n<sensor/><sensor/>', "<sensor>", NO_EFFECT, {"count": 2, "line": 4}),
        (two(joint()) + '\n<wing/>', "<wing>", UNKNOWN, {"near": None, "line": 4}),
        (two(joint()) + '\n<drake:ball_constraint/>', "<drake:ball_constraint>", SIMULATED, {"line": 4}),
        (two(joint()) + '\n<spring/>', "<spring>", SIMULATED, {"line": 4}),
        (two(joint()) + '\n<xacro:arm side="left"/>', "<xacro:arm>", UNEXPANDED, {"line": 4}),
        (two(joint(), BOX + "<visual/><collision/>"), "<collision>", NO_EFFECT, {"line": 2}),
    ],
)  # fmt: skip
def test_parts_that_are_not_read_are_listed(tmp_path, text, tag, reason, fields):
    robot = da.load(urdf(tmp_path, text))
    assert unread(robot.warnings, tag, reason, **fields), robot.warnings


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (two(joint('<dynamics dampign="1"/>')), {"near": "damping", "line": 3}),
        (two(joint()) + "\n<jiont/>", {"near": "<joint>", "line": 4}),
        (two(joint('<orgin xyz="0 0 1"/>')), {"near": "<origin>", "line": 3}),
        (two(joint("<mass value='3'/>")), {"near": None, "line": 3}),
    ],
)
def test_misspelt_and_misplaced_parts_are_refused(tmp_path, text, fields):
    with raises(da.finding.UnknownPart, **fields):
        da.load(urdf(tmp_path, text))


def test_quiet_simulator_settings_make_no_warning(tmp_path):
    text = two(joint('<axis xyz="0 0 1"/><limit lower="0" upper="1" effort="1" velocity="1"/>'))
    text += "<gazebo><turnGravityOff>false</turnGravityOff><gravity>1</gravity></gazebo>"
    (finding,) = da.load(urdf(tmp_path, text)).warnings
    assert unread([finding], "<gravity>", NO_EFFECT, line=3, count=1)


EXTENSIONS = ("<material name='m'/>", "<gazebo/>", "<transmission/>", "<ros2_control/>", "<group name='arm'/>")


@pytest.mark.parametrize("tag", EXTENSIONS)
def test_ordinary_extensions_are_known(tmp_path, tag):
    text = two(joint('<limit lower="0" upper="1" effort="1" velocity="1"/>')) + tag
    assert not selected(da.load(urdf(tmp_path, text)).warnings, da.finding.NotRead, reason=UNKNOWN)


def test_the_ground_need_not_be_a_link(tmp_path):
    joint = '<joint name="j" type="continuous"><parent link="world"/><child link="b"/></joint>'
    robot = da.load(urdf(tmp_path, f'<link name="b">{BOX}</link>{joint}'))
    said = da.load(urdf(tmp_path, f'<link name="world"/><link name="b">{BOX}</link>{joint}'))
    assert robot.root == "world"
    assert (robot.joints, set(robot.links)) == (said.joints, set(said.links))
    assert selected(robot.warnings, da.finding.Understood, meaning="the ground is 'world'")


def test_name_gravity_and_order(tmp_path):
    text = '<link name="a"/><link name="b"/><link name="c"/>' + joint(name="z") + joint(name="y").replace('"b"', '"c"')
    robot = da.load(urdf(tmp_path, text), gravity=(0, "-g", 0))
    assert robot.name == "r"
    assert robot.coordinates == ("z", "y")  # as in the file
    assert robot.parameters == ("g",)
    assert str(tmp_path) in robot.source
    path = tmp_path / "my_arm.urdf"
    path.write_text('<robot><link name="a"/></robot>')
    assert da.load(path).name == "my_arm"
    with raises(da.finding.WrongType, argument="gravity", expected="a sequence"):
        da.load(path, gravity=9.81)
    with raises(da.finding.WrongLength, argument="gravity", expected=3, noun="numbers"):
        da.load(path, gravity=(0, 9.81))


def test_many_links_are_refused(tmp_path):
    with raises(da.finding.FileLimit, noun="links", most=5000):
        da.load(urdf(tmp_path, "".join(f'<link name="l{k}"/>' for k in range(6000))))


def test_long_chain_loads(tmp_path):
    text = "".join(f'<link name="l{k}">{BOX}</link>' for k in range(400))
    text += "".join(
        f'<joint name="j{k}" type="continuous"><parent link="l{k}"/><child link="l{k + 1}"/></joint>'
        for k in reversed(range(399))
    )
    assert da.load(urdf(tmp_path, text)).n == 399
