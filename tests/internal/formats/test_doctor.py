"""The doctor finds what was planted, with line, reason and cure, and little else."""

import pytest

import dalembert as da
from dalembert.formats.doctor import rounded
from dalembert.spatial.pose import rotation_rpy
from finding_queries import selected
from raised import raises

BODY = """<inertial><origin xyz="0 0 0.1"/><mass value="2"/>
<inertia ixx="0.01" iyy="0.012" izz="0.008" ixy="0" ixz="0" iyz="0"/></inertial>"""
LIMIT = '<limit lower="-1" upper="1" effort="10" velocity="2"/>'


def urdf(tmp_path, *, link=BODY, joint=LIMIT, origin='<origin xyz="0 0 0.3"/>', kind="revolute", rest=""):
    """A base and one link; the link begins on line 3, the joint on line 5, the rest on line 7."""
    path = tmp_path / "robot.urdf"
    one = link.replace("\n", " ")
    path.write_text(
        f'<robot name="r">\n<link name="base"/>\n<link name="arm">{one}</link>\n\n'
        f'<joint name="j" type="{kind}"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>\n'
        f"{origin}{joint}</joint>\n{rest}\n</robot>"
    )
    return path


def find(report, kind, **fields):
    found = selected(report.findings, kind, **fields)
    assert found, str(report)
    return found[0]


def test_a_healthy_robot_has_no_findings(tmp_path):
    report = da.diagnose(urdf(tmp_path))
    assert report.findings == ()
    assert report.healthy
    assert str(report).endswith("nothing found")


@pytest.mark.parametrize(
    ("change", "kind", "fields", "line", "level"),
    [
        ({"link": ""}, da.finding.NothingMoved, {"joint": "j", "link": "arm"}, 3, "warning"),
        ({"link": BODY.replace('value="2"', 'value="0"').replace("0.01", "0").replace("0.008", "0")}, da.finding.LinkViolation,
         {"quantity": "tensor without mass"}, 3, "warning"),
        ({"link": BODY.replace('value="2"', 'value="-2"')}, da.finding.LinkViolation, {"quantity": "negative mass"}, 3, "error"),
        ({"joint": LIMIT + '<dynamics friction="-0.5"/>'}, da.finding.NegativeFriction, {"joint": "j", "value": -0.5}, 6, "error"),
        ({"joint": LIMIT + '<dynamics damping="-0.5"/>'}, da.finding.NegativeFriction, {"joint": "j", "value": -0.5}, 6, "warning"),
        ({"joint": LIMIT.replace('"10"', '"-10"')}, da.finding.OddLimit, {"joint": "j", "value": -10.0}, 5, "warning"),
        ({"link": BODY.replace('ixx="0.01"', 'ixx="-0.01"')}, da.finding.LinkViolation, {"quantity": "negative moment"}, 3, "warning"),
        ({"link": BODY.replace('ixx="0.01"', 'ixx="0.1"')}, da.finding.LinkViolation, {"quantity": "triangle inequality"}, 3, "warning"),
        ({"link": '<inertial><mass value="2"/><inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial>'},
         da.finding.PointMass, {"link": "arm", "moves": True}, 3, "warning"),
        ({"link": '<inertial><mass value="2"/><inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial>'},
         da.finding.SingularBody, {"quantity": "inertia about its axis"}, 5, "warning"),
        ({"link": BODY.replace('value="2"', 'value="2500"').replace('"0.01"', '"10"').replace('"0.012"', '"12"')
          .replace('"0.008"', '"8"')}, da.finding.WrongUnit, {"quantity": "mass", "unit": "grams"}, 3, "warning"),
        ({"link": BODY.replace("0 0 0.1", "0 0 100")}, da.finding.WrongUnit,
         {"quantity": "distance of the centre of mass", "unit": "millimetres"}, 3, "warning"),
        ({"link": BODY.replace('"0.01"', '"1e-7"').replace('"0.012"', '"1.2e-7"').replace('"0.008"', '"8e-8"')},
         da.finding.ImplausibleTensor, {"comparison": "denser than any metal"}, 3, "warning"),
        ({"link": BODY.replace('"0.01"', '"1000"').replace('"0.012"', '"1200"').replace('"0.008"', '"800"')},
         da.finding.ImplausibleTensor, {"comparison": "ten times wider than the robot"}, 3, "warning"),
        ({"link": BODY.replace('"0.01"', '"0.001"').replace('"0.012"', '"0.001"').replace('"0.008"', '"0.001"')},
         da.finding.PlaceholderTensor, {"link": "arm"}, 3, "note"),
        ({"origin": '<origin rpy="0 1.5708 0"/>'}, da.finding.RoundedAngle, {"owner": "<joint>"}, 6, "warning"),
        ({"origin": '<origin rpy="0 0 -3.14159"/>'}, da.finding.RoundedAngle, {"owner": "<joint>"}, 6, "warning"),
        ({"origin": '<origin rpy="1.57 0 0"/>'}, da.finding.RoundedAngle, {"owner": "<joint>"}, 6, "warning"),
        ({"link": BODY.replace('xyz="0 0 0.1"', 'rpy="0 0 1.5707"')}, da.finding.RoundedAngle, {"owner": "<inertial>"}, 3, "warning"),
        ({"origin": '<origin rpy="90 0 0"/>'}, da.finding.WrongUnit, {"quantity": "angle", "unit": "degrees"}, 6, "warning"),
        ({"origin": '<origin xyz="0 0 350"/>'}, da.finding.WrongUnit, {"quantity": "distance from its parent's frame"}, 5, "warning"),
        ({"joint": '<limit lower="1" upper="-1" effort="1" velocity="1"/>'}, da.finding.LimitsReversed, {"lower": 1, "upper": -1}, 5, "warning"),
        ({"joint": '<limit lower="1" upper="1" effort="1" velocity="1"/>'}, da.finding.OddLimit, {"limit": "equal limits"}, 5, "note"),
        ({"joint": '<limit lower="-170" upper="170" effort="1" velocity="1"/>'}, da.finding.WrongUnit, {"quantity": "limit"}, 5, "warning"),
        ({"joint": '<limit lower="-1" upper="1" effort="0" velocity="1"/>'}, da.finding.OddLimit, {"limit": "effort limit", "value": 0}, 5, "note"),
        ({"joint": ""}, da.finding.Assumed, {"missing": ("<limit>",)}, 5, "warning"),
        ({"joint": LIMIT + '<mimic joint="k"/>'}, da.finding.MimicDropped, {"leader": "k", "reason": "is not a joint"}, 5, "warning"),
        ({"joint": LIMIT + '<mimic joint="j"/>'}, da.finding.MimicCycle, {"joint": "j"}, 5, "error"),
        ({"kind": "universal"}, da.finding.NotModelledType, {"got": "'universal'"}, 5, "error"),
        ({"kind": "spin"}, da.finding.NotAmong, {"got": "'spin'"}, 5, "error"),
        ({"rest": '<link name="arm"/>'}, da.finding.Duplicate, {"noun": "link", "name": "arm", "first": 3}, 7, "error"),
        ({"rest": '<link name="lost"/>'}, da.finding.Roots, {"links": ("base", "lost")}, 7, "error"),
        ({"rest": '<joint name="k" type="fixed"><parent link="arm"/><child link="x"/></joint>'}, da.finding.NotDefined, {"name": "x"}, 7, "error"),
        ({"rest": '<joint name="k" type="fixed"><parent link="arm"/><child link="base"/></joint>'}, da.finding.LinkCycle, {"joint": "k"}, 7, "error"),
        ({"rest": '<joint name="k" type="fixed"><parent link="base"/><child link="arm"/></joint>'}, da.finding.TwoParents, {"link": "arm"}, 7, "error"),
        ({"rest": '<transmission name="t"><joint name="k"/></transmission>'}, da.finding.Unused, {"reason": "its joint does not move"}, 7, "warning"),
    ],
)  # fmt: skip
def test_planted_faults_are_found(tmp_path, change, kind, fields, line, level):
    found = find(da.diagnose(urdf(tmp_path, **change)), kind, **fields)
    assert (found.line, found.level) == (line, level)
    assert str(found)


def test_loading_alone_tells_of_reversed_limits(tmp_path):
    path = urdf(tmp_path, joint='<limit lower="1" upper="-1" effort="1" velocity="1"/>')
    assert selected(da.load(path).warnings, da.finding.LimitsReversed, lower=1, upper=-1)


def test_every_grave_finding_says_why_or_how(tmp_path):
    report = da.diagnose(
        urdf(tmp_path, link=BODY.replace('value="2"', 'value="-2"'), origin='<origin rpy="0 1.5708 0"/>')
    )
    mass, angle = find(report, da.finding.LinkViolation), find(report, da.finding.RoundedAngle)
    assert mass.link == "arm"
    assert mass.why
    assert mass.remedy
    assert angle.remedy.value == "1.5707963267948966"
    assert [f.level for f in report.findings] == ["error", "warning"]


def test_all_faults_of_a_file_are_found_at_once(tmp_path):
    rest = '<link name="arm"/><link/><joint name="k" type="ball"><parent link="arm"/><child link="y"/></joint>'
    report = da.diagnose(urdf(tmp_path, kind="screw", rest=rest, origin='<origin xyz="a b c"/>'))
    for kind, fields in (
        (da.finding.NotModelledType, {"got": "'screw'"}),
        (da.finding.NotModelledType, {"got": "'ball'"}),
        (da.finding.Duplicate, {"noun": "link"}),
        (da.finding.MissingPart, {"tag": "<link>", "missing": "name"}),
        (da.finding.NotDefined, {"name": "y"}),
        (da.finding.Invalid, {"expected": "finite numbers"}),
    ):
        assert find(report, kind, **fields).level == "error"


@pytest.mark.parametrize(
    "angle", [1.5708, -1.5708, 1.570796, 1.57, 3.14, 3.1415, 3.14159, 3.1416, 4.712389, 6.28319, 1.5707963]
)
def test_rounded_angles(angle):
    assert rounded(angle) is not None


@pytest.mark.parametrize(
    "angle", [0.0, 1.5707963267948966, 3.141592653589793, 1.5707963268, 1.5712, 1.5694, 0.785398, 1.6, 3.0]
)
def test_other_angles(angle):
    assert rounded(angle) is None


def test_robots_made_in_python(tmp_path):
    links = (da.Link("a"), da.Link("b", da.Inertia.about_com(1.0, (0, 0, 0), (0.1, 0.1, 0.3, 0, 0, 0))), da.Link("c"))
    joints = (
        da.Joint("j", "revolute", "a", "b", da.Pose(rotation_rpy(1.5708, 0, 0), (30.0, 0, 0)), limits=da.Limits(2, 1)),
        da.Joint("k", "revolute", "b", "c", mimic=da.model.Mimic("j", 0)),
    )
    report = da.diagnose(da.Robot("mine", links, joints))
    for kind in (
        da.finding.LinkViolation,
        da.finding.RoundedAngle,
        da.finding.WrongUnit,
        da.finding.LimitsReversed,
        da.finding.IdleMimic,
    ):
        assert find(report, kind).line is None
    assert str(report).startswith("mine: ")


def test_symbolic_robots_have_no_false_findings():
    rows = [
        {
            "joint": "R",
            "a": "l1",
            "mass": "m1",
            "com": ["-l1/2", 0, 0],
            "inertia": [0, 0, "I1", 0, 0, 0],
            "limits": [-1, 1],
        }
    ]
    assert da.diagnose(da.from_dh(rows)).findings == ()


def test_mjcf_and_toml(tmp_path):
    path = tmp_path / "m.xml"
    path.write_text(
        '<mujoco><compiler angle="radian"/><worldbody>\n<body name="a" euler="1.5708 0 0"><joint name="j" type="ball" stiffness="2"/>\n'
        '<joint name="k" stiffness="0 1"/></body></worldbody></mujoco>'
    )
    report = da.diagnose(path)
    assert find(report, da.finding.NotModelled, tag="polynomial stiffness").line == 3
    assert find(report, da.finding.RoundedAngle).line == 2
    path = tmp_path / "t.toml"
    path.write_text(
        '[[links]]\nname = "a"\n[[links]]\nname = "b"\nmass = "m +"\n[[joints]]\nname = "j"\nkind = "screw"\n'
    )
    report = da.diagnose(path)
    broken = find(report, da.finding.Rejected, line=3)
    assert broken.cause.reason == "incomplete"
    assert len(report.errors) >= 2


def test_the_doctor_never_raises_for_a_file(tmp_path):
    for name in ("none.urdf", "none.toml", "none.csv", "none.xacro", "odd.stl"):
        assert len(da.diagnose(tmp_path / name).errors) == 1
    with raises(da.finding.WrongType, argument="path"):
        da.diagnose(None)


def test_warnings_of_load_are_findings_too(tmp_path):
    path = urdf(tmp_path, joint="", rest="<sensor/>")
    report = da.diagnose(path)
    for warning in da.load(path).warnings:
        assert warning in report.findings


def test_repeats_are_told_once_with_their_lines(tmp_path):
    many = "".join(
        f'<link name="l{k}">{one}</link>\n<joint name="j{k}" type="continuous"><parent link="{"base" if k == 0 else f"l{k - 1}"}"/>'
        f'<child link="l{k}"/><origin rpy="1.5708 0 0"/><axis xyz="1 0 0"/></joint>\n'
        for k, one in enumerate([BODY.replace("\n", " ")] * 100)
    )
    path = tmp_path / "many.urdf"
    path.write_text(f'<robot name="r">\n<link name="base"/>\n{many}</robot>')
    report = da.diagnose(path)
    assert len(selected(report.findings, da.finding.RoundedAngle)) == 100
    lines = str(report).splitlines()
    assert len(lines) < 8
    assert any("and 99 more like it, lines 6, 8, 10" in line for line in lines)


@pytest.mark.parametrize("tensor", [(-1, 1, 1, "a", 0, 0), (1, 1, -1, "a", 0, 0), ("a", 1, -1, 0, 0, 0)])
def test_a_negative_moment_among_symbols_is_an_error(tensor):
    """Whatever the values of the symbols: a diagonal entry is a lower bound of no tensor that is positive."""
    links = (da.Link("base"), da.Link("arm", da.Inertia.about_com("m", (0, 0, 0), tensor)))
    robot = da.Robot("r", links, (da.Joint("j", "revolute", "base", "arm", axis=(0, 0, 1)),))
    (found,) = da.diagnose(robot).errors
    assert (found.link, found.violation.quantity) == ("arm", "negative moment")
