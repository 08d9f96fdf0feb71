"""No part of a file goes unnoticed: laws over every element of every schema."""

import pytest

import dalembert as da
from dalembert.formats.robot_file import schema
from finding_queries import selected
from raised import raises

ROOTS = {"urdf": ("robot", ".urdf"), "mjcf": ("mujoco", ".xml"), "sdf": ("sdf", ".sdf")}
REFUSALS = (da.finding.UnknownPart, da.finding.NotModelled)


def paths(name):
    """The shortest path to every element of a schema: (tags, rule), and whether its content is described."""
    root, table = ROOTS[name][0], schema(name)
    pending, seen = [((root,), table.rule("", root))], {root}
    while pending:
        tags, rule = pending.pop(0)
        yield tags, rule
        for tag, entry in rule.children.items():
            key = f"{rule.tag}/{tag}"
            if key not in seen and entry.type != "any":
                seen.add(key)
                pending.append(((*tags, tag), rule.inner(tag)))


def start(rule, tag, more=""):
    given = "".join(f' {x.name}="{value(x)}"' for x in rule.attributes.values() if x.mark == "!")
    return f"<{tag}{given}{more}>"


def value(entry):
    return "1" if entry.type.startswith("number") else "x"


def document(name, tags, attribute="", child=""):
    """A file with an attribute and a child in the element at the end of a path."""
    text, rule, end = "", schema(name).rule("", tags[0]), []
    for k, tag in enumerate(tags):
        rule = schema(name).rule("", tag) if k == 0 else rule.inner(tag)
        text += start(rule, tag, f' {attribute}="1"' if attribute and k == len(tags) - 1 else "")
        end.append(f"</{tag}>")
    return f"{text}\n{child}\n{''.join(reversed(end))}"


def named(findings, tag):
    """Whether a finding names a part."""
    parts = [
        x.part for f in findings for x in (f.parts if isinstance(f, da.finding.NotRead) else [f]) if hasattr(x, "part")
    ]
    return any(x.tag == tag for x in parts)


def diagnosed(tmp_path, name, text):
    path = tmp_path / f"robot{ROOTS[name][1]}"
    path.write_text(text)
    return path, da.diagnose(path).findings


@pytest.mark.parametrize("name", ROOTS)
def test_an_unknown_attribute_or_child_of_any_element_is_named(name, tmp_path):
    unnoticed, accepted = [], []
    for tags, _ in paths(name):
        for attribute, child, tag in (("zzz", "", "zzz"), ("", "<zzz/>", "<zzz>")):
            _, findings = diagnosed(tmp_path, name, document(name, tags, attribute, child))
            if not named(findings, tag):
                unnoticed.append(("/".join(tags), tag))
            if name == "mjcf" and not selected(findings, da.finding.UnknownPart):
                accepted.append(("/".join(tags), tag))
    assert unnoticed == []
    assert accepted == [], "an unknown part of an MJCF file is an error"


@pytest.mark.parametrize("name", ROOTS)
def test_every_part_that_is_not_modelled_is_refused(name, tmp_path):
    accepted = []
    for tags, rule in paths(name):
        for entry in rule.attributes.values():
            if entry.refused:
                _, findings = diagnosed(tmp_path, name, document(name, tags, entry.name).replace('="1"', '="7"'))
                accepted += [] if named(findings, entry.name) else [("/".join(tags), entry.name)]
        for entry in rule.children.values():
            if entry.refused:
                _, findings = diagnosed(tmp_path, name, document(name, tags, child=f"<{entry.name}>7</{entry.name}>"))
                found = selected(findings, da.finding.NotModelled)
                accepted += [] if named(found, f"<{entry.name}>") else [("/".join(tags), entry.name)]
    assert accepted == []


@pytest.mark.parametrize("name", ROOTS)
def test_a_misspelt_part_that_matters_is_refused_with_its_name(name, tmp_path):
    accepted = []
    for tags, rule in paths(name):
        inside = [schema(name).rule(*pair).children[tag].matters for pair, tag in owners(name, tags)]
        for entry in rule.attributes.values() if all(inside) else ():
            if entry.matters and entry.mark != "!" and len(entry.name) > 4:
                wrong = entry.name[:-1] + "_" + entry.name[-1]
                _, findings = diagnosed(tmp_path, name, document(name, tags, wrong))
                found = selected(findings, da.finding.UnknownPart)
                if [x.near for x in found] != [entry.name]:
                    accepted.append(("/".join(tags), entry.name))
    assert accepted == []


def owners(name, tags):
    return [(("" if k == 0 else tags[k - 1], tags[k]), tags[k + 1]) for k in range(len(tags) - 1)]


@pytest.mark.parametrize("name", ROOTS)
def test_a_known_part_in_the_wrong_place_is_refused(name, tmp_path):
    wrong = {
        "urdf": ("robot/link/mass", "robot/joint/inertia", "robot/mimic"),
        "mjcf": ("mujoco/worldbody/body/joint/body", "mujoco/body", "mujoco/worldbody/equality"),
        "sdf": ("sdf/model/link/mass", "sdf/model/joint/link", "sdf/model/joint/damping"),
    }
    for path in wrong[name]:
        *tags, tag = path.split("/")
        _, findings = diagnosed(tmp_path, name, document(name, tags, child=f"<{tag}/>"))
        assert named(selected(findings, da.finding.UnknownPart), f"<{tag}>"), path


TOML = """name = "r"
[[links]]
name = "a"
[[links]]
name = "b"
mass = 1
[[joints]]
name = "j"
kind = "revolute"
parent = "a"
child = "b"
placement = { xyz = [0, 0, 0] }
limits = { lower = -1 }
drive = { damping = 1 }
[[joints]]
name = "k"
kind = "revolute"
parent = "b"
child = "c"
mimic = { joint = "j" }
[[links]]
name = "c"
[[frames]]
name = "f"
link = "a"
[[loops]]
name = "l"
kind = "ball"
first = "a"
second = "b"
[[loops]]
name = "g"
terms = [[1, [["j", 1]]]]
[[springs]]
name = "s"
arms = [["j", 1]]
[[springs]]
name = "t"
first = "a"
second = "b"
[[springs]]
name = "u"
joint = "j"
"""


def test_an_unknown_key_of_any_part_of_a_toml_file_is_refused(tmp_path):
    path = tmp_path / "robot.toml"
    lines = TOML.splitlines()
    places = [k for k, line in enumerate(lines) if line.startswith("name") or "{" in line]
    assert len(places) == 16
    for k in places:
        line = lines[k].replace("{ ", "{ zzz = 1, ") if "{" in lines[k] else f"zzz = 1\n{lines[k]}"
        path.write_text("\n".join([*lines[:k], line, *lines[k + 1 :]]))
        causes = [f.cause for f in da.diagnose(path).errors if isinstance(f, da.finding.Rejected)]
        assert any(isinstance(x, da.finding.Unknown) and x.name == "zzz" for x in causes), lines[k]


def test_unknown_parts_can_be_ignored_on_request(tmp_path):
    path = tmp_path / "robot.urdf"
    path.write_text(
        '<robot name="r"><link name="a"/><link name="b"><inertail/></link>'
        '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>'
    )
    with raises(da.finding.UnknownPart, near="<inertial>", line=1):
        da.load(path)
    assert named(da.load(path, ignore="unknown").warnings, "<inertail>")


def test_every_line_of_a_schema_is_complete():
    effects = {"read", "none", "simulated", "plugins", "refused"}
    for name in ROOTS:
        used = {x for tags, _ in paths(name) for x in (tags[-1], "/".join(tags[-2:]))} | {"include", "gazebo"}
        groups = {line[0] for lines in schema(name).sections.values() for line in lines if line[0].startswith("@")}
        assert set(schema(name).sections) <= used | groups, set(schema(name).sections) - used - groups
        for _, rule in paths(name):
            for entry in (*rule.attributes.values(), *rule.children.values()):
                assert entry.effect.partition("=")[0] in effects, entry
                assert (
                    entry.type in ("-", "any", "name", "text", "word", "yes", "axis", "limit")
                    or "|" in entry.type
                    or (entry.sizes and entry.type.startswith("number"))
                ), entry
