"""Xacro files: expanded as xacro means them, with lines, and fenced in as the programs they are."""

import sys
import time

import pytest

import dalembert as da
from dalembert.formats.xacro import expand as xacro_file
from dalembert.formats.xacro.child import evaluate
from finding_queries import selected
from raised import raises

ARM = """<?xml version="1.0"?>
<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="arm">
  <xacro:arg name="mass" default="2.0"/>
  <xacro:property name="L" value="0.5"/>
  <xacro:include filename="parts/link.xacro"/>
  <xacro:property name="settings" value="${xacro.load_yaml('parts/settings.yaml')}"/>
  <link name="base"/>
  <xacro:arm_link name="upper" parent="base" m="$(arg mass)" l="${L*2}"/>
  <xacro:arm_link name="lower" parent="upper" m="${settings['lower']['m']}" l="${pi/4 + sin(L)}"/>
  <xacro:if value="${len([x for x in range(3)]) == 3}">
    <link name="tip"/>
    <joint name="mount" type="fixed"><parent link="lower"/><child link="tip"/></joint>
  </xacro:if>
</robot>
"""
PART = """<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:macro name="arm_link" params="name parent m l">
  <link name="${name}"><inertial><origin xyz="${l/2} 0 0"/><mass value="${m}"/>
    <inertia ixx="0.001" ixy="0" ixz="0" iyy="${m*l*l/12}" iyz="0" izz="${m*l*l/12}"/></inertial></link>
  <joint name="${name}_joint" type="revolute"><parent link="${parent}"/><child link="${name}"/></joint>
</xacro:macro>
</robot>
"""


@pytest.fixture
def arm(tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "link.xacro").write_text(PART)
    (tmp_path / "parts" / "settings.yaml").write_text("lower: {m: 3.5}\n")
    path = tmp_path / "arm.urdf.xacro"
    path.write_text(ARM)
    return path


def attack(tmp_path, body, **arguments):
    path = tmp_path / "attack.xacro"
    path.write_text(
        f'<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="a">\n<link name="base"/>\n{body}\n</robot>'
    )
    return da.load(path, **arguments)


def test_macros_properties_arguments_yaml_and_conditions(arm):
    robot = da.load(arm, mass=4)
    assert [x.name for x in robot.links] == ["base", "upper", "lower", "tip"]
    assert float(robot.link("upper").inertia.mass) == 4
    assert float(robot.link("upper").inertia.ms[0]) == pytest.approx(2)
    assert float(robot.link("lower").inertia.mass) == 3.5
    assert float(da.load(arm).link("upper").inertia.mass) == 2


def test_lines_are_those_of_the_xacro_files(arm):
    found = selected(da.load(arm).warnings, da.finding.Assumed, line=5, name="upper_joint")
    assert found[0].at.file.endswith("parts/link.xacro")
    arm.write_text(ARM.replace('type="fixed"', 'type="hovering"'))
    with raises(da.finding.NotAmong, got="'hovering'", line=12) as caught:
        da.load(arm)
    assert caught.value.finding.at.file.endswith("arm.urdf.xacro")
    assert da.diagnose(arm).errors[0].line == 12


def test_packages_are_named_by_the_caller(arm, tmp_path):
    other = tmp_path / "elsewhere" / "robot.xacro"
    other.parent.mkdir()
    other.write_text(ARM.replace("parts/", "$(find arm_parts)/parts/"))
    with raises(da.finding.MacroFailed):
        da.load(other)
    assert da.load(other, packages={"arm_parts": tmp_path}).n == 2


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("${(lambda: ().__class__.__bases__[0].__subclasses__())()}", "not allowed"),
        ("${[x.__class__ for x in [1]]}", "not allowed"),
        ("${'%s'.format(1)}", "not allowed"),
        ("${(x for x in [1]).gi_frame}", "not allowed"),
        ("${open('/etc/passwd')}", "not defined"),
        ("${python.type(1)}", "not defined"),
        ("${python.vars(xacro)}", "not defined"),
        ("$(eval open)", "not defined"),
        ("$(eval __import__)", "not allowed"),
        ("$(env HOME)", "environment"),
        ("$(optenv HOME x)", "environment"),
        ("${xacro.load_yaml('/etc/passwd')}", "outside the folders"),
        ("${xacro.load_yaml('../secret.yaml')}", "outside the folders"),
        ("${1/0}", "division by zero"),
        ("${nothing}", "not defined"),
        ("${1 +}", "invalid syntax"),
        ("$(arg nothing)", "nothing"),
    ],
)
def test_expressions_reach_nothing(tmp_path, expression, message):
    (tmp_path.parent / "secret.yaml").write_text("a: 1")
    with raises((da.finding.MacroFailed, da.finding.MissingArguments)):
        attack(tmp_path, f'<link name="{expression}"/>')


@pytest.mark.parametrize("name", ["/etc/passwd", "../outside.xacro", "/dev/zero", "missing.xacro", "link.xacro"])
def test_includes_stay_in_the_folder(tmp_path, name):
    (tmp_path.parent / "outside.xacro").write_text("<robot/>")
    (tmp_path / "link.xacro").symlink_to("/etc/passwd")
    with raises(da.finding.MacroFailed):
        attack(tmp_path, f'<xacro:include filename="{name}"/>')


DOUBLING = "".join(f'<xacro:macro name="b{k}"><xacro:b{k + 1}/><xacro:b{k + 1}/></xacro:macro>' for k in range(40))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "body",
    [
        '<xacro:macro name="a"><xacro:a/></xacro:macro><xacro:a/>',
        DOUBLING + '<xacro:macro name="b40"><link name="x"/></xacro:macro><xacro:b0/>',
        '<xacro:property name="a" value="${b}"/><xacro:property name="b" value="${a}"/><link name="${a}"/>',
        '<xacro:include filename="attack.xacro"/>',
        '<link name="${9**9**9}"/>',
        "<link name=\"${'a'*10**10}\"/>",
        '<link name="${[0]*10**9}"/>',
        '<link name="${python.sum(1 for i in range(10**12))}"/>',
    ],
    ids=["self", "doubling", "circle", "include", "power", "text", "list", "endless"],
)
def test_bombs_are_stopped(tmp_path, body, monkeypatch):
    monkeypatch.setattr(xacro_file, "SECONDS", 2)
    start = time.perf_counter()
    with raises(da.finding.MacroFailed):
        attack(tmp_path, body)
    assert time.perf_counter() - start < 6


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<xacro:nothing/>", da.finding.MacroFailed),
        ('<xacro:if value="maybe"/>', da.finding.MacroFailed),
        ('<link name="b"', da.finding.MacroFailed),
        ('<xacro:macro name="m" params="a"><link name="${a}"/></xacro:macro><xacro:m/>', da.finding.MacroFailed),
    ],
)
def test_mistakes_are_told(tmp_path, body, message):
    with raises(message):
        attack(tmp_path, body)


def test_entities_and_unreadable_files(tmp_path):
    path = tmp_path / "e.xacro"
    path.write_text('<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><robot name="&x;"/>')
    with raises(da.finding.MacroFailed):
        da.load(path)
    path.write_text("")
    with raises(da.finding.Unreadable):
        da.load(path)
    with raises(da.finding.Unreadable):
        da.load(tmp_path / "none.xacro")


def test_forged_line_marks_do_no_harm(tmp_path):
    for mark in ("0 99", "7 1", "x y", "1e9 2", "9" * 400 + " 1"):
        with raises(da.finding.MissingPart, missing="name"):
            attack(tmp_path, f'<joint dalembert-line="{mark}"/>')


NAMES = {"x": 3, "y": 0.5, "s": "ab", "d": {"k": [1, 2, 3]}, "len": len, "sorted": sorted, "map": map, "max": max}
EXPRESSIONS = [
    "2*(x + 1) - y/4", "x if y < 1 else s", "d['k'][1:]", "d['k'][-1] // 2 % 3", "{'a': 1, 'b': 2}['b']",
    "-x**2 < 3 and not y", "x or y", "0 or s", "1 < x <= 3 != y", "[a*b for a in d['k'] for b in range_ if a != b]",
    "[a + b for a, b in [(1, 2)]]", "max(d['k'])", "sorted(d['k'], reverse=True)", "s.upper() + ' '.join(['a'])", "f'{x}-{s!r}'", "'a' in s, 3 not in d['k']",
    "max(a for a in d['k'])", "s is None", "~x & 6 | 1 ^ 2 >> 1", "'%d' % x", "(1, 2)[0]", "+y", "len(s)*s",
]  # fmt: skip


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions_mean_what_python_means(text):
    names = {**NAMES, "range_": range(3)}
    code = compile(text, "<test>", "eval")
    assert evaluate(text, names) == eval(code, {"__builtins__": {}, **names})


@pytest.mark.sampled(13)
@pytest.mark.parametrize(
    "text",
    [
        "(yield)", "(a := 1)", "s.__doc__", "_x", "len(_a=1)", "'{}'.format(x)", "await x", "len.real", "9**9**9",
        "'a'*10**7", "[0]*10**7", "x << 99", "[a for a in range_]", "lambda a: a", "{1, 2}", "{a: 1 for a in s}", "max(*[1])", "max(**d)", "f'{x:>99999999}'", "1" + "+1" * 9000,
        "s.nothing", "(lambda: s.__class__)()", "[c.__class__ for c in s]", "[0 for s.x in [1]]", "",
    ],
)  # fmt: skip
def test_other_python_is_refused(text):
    with pytest.raises((ValueError, SyntaxError, AttributeError)):
        evaluate(text, {**NAMES, "range_": range(10**12)})


MISSING = """<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="arm">
<xacro:arg name="size" default="1"/>
<link name="$(arg side)_base"/><link name="$(arg end)"/>
<joint name="j" type="fixed"><parent link="$(arg side)_base"/><child link="$(arg end)"/></joint>
</robot>"""


def test_arguments_without_a_value_are_named_all_at_once(tmp_path):
    path = tmp_path / "arm.xacro"
    path.write_text(MISSING)
    with raises(da.finding.MissingArguments, names=("side", "end")):
        da.load(path)
    with raises(da.finding.Rejected):
        da.load(path, side="left", end="hand", siz=2)
    assert da.load(path, side="left", end="hand").root == "left_base"
    assert [type(f) for f in da.diagnose(path, nothing=1).errors] == [da.finding.MissingArguments]


def test_a_file_of_macros_alone_says_so(tmp_path):
    path = tmp_path / "part.xacro"
    path.write_text(PART)
    with raises(da.finding.UncalledMacros):
        da.load(path)


@pytest.mark.parametrize("where", ["", ".", "absolute"])
def test_nothing_is_imported_from_the_working_folder_or_the_robots(arm, tmp_path, monkeypatch, where):
    """A folder with a robot file may hold modules of the names that the child imports."""
    other = tmp_path / "work"
    other.mkdir()
    for folder in (other, arm.parent):
        for name in ("xacro", "yaml", "defusedxml", "traceback", "json", "resource", "ast", "expression"):
            (folder / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'a').write({name!r})")
    monkeypatch.chdir(other)
    monkeypatch.setattr(sys, "path", [str(other) if where == "absolute" else where, str(arm.parent), *sys.path])
    monkeypatch.setenv("PYTHONPATH", str(other))
    assert da.load(arm).n == 2
    assert not (tmp_path / "ran").exists()
    assert str(other) not in xacro_file.libraries()
