"""Files nobody vouches for: each kind of bad one ends in one clear `BadFile`, quickly and without using memory."""

import os
import random
import time
import tracemalloc

import pytest

import dalembert as da
from dalembert.formats.robot_file import DEEPEST, FindingLog, number, parse
from raised import raises

LAUGHS = (
    b'<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + k, b"&%c;" % (97 + k) * 10) for k in range(9))
    + b']><robot name="&j;"/>'
)
EXTERNAL = b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><robot name="&x;"><link name="a"/></robot>'
REMOTE = b'<!DOCTYPE robot SYSTEM "http://localhost:9/robot.dtd"><robot name="r"><link name="a"/></robot>'
PARAMETER = b'<!DOCTYPE r [<!ENTITY % p SYSTEM "file:///etc/hostname"> %p;]><robot name="r"/>'
QUADRATIC = b'<!DOCTYPE r [<!ENTITY a "' + b"x" * 100_000 + b'">]><robot name="' + b"&a;" * 1000 + b'"/>'
BAD = {
    "empty": (b"", da.finding.Unreadable, {"reason": "empty file"}),
    "blank": (b" \n\t ", da.finding.Unreadable, {"reason": "empty file"}),
    "binary": (bytes(range(256)) * 20, da.finding.Malformed, {"format": "XML"}),
    "zeros": (bytes(5000), (da.finding.Malformed, da.finding.Unreadable), {}),
    "gzip": (b"\x1f\x8b\x08\x00" + os.urandom(300), da.finding.Malformed, {"format": "XML"}),
    "text": (b"once upon a time", da.finding.Malformed, {"format": "XML"}),
    "truncated": (b'<robot name="r">\n<link name="a">\n<inertial>', da.finding.Malformed, {"format": "XML"}),
    "mismatched": (b'<robot name="r">\n<link name="a">\n</robot>', da.finding.Malformed, {"line": 3}),
    "two roots": (b'<robot name="r"/><robot name="s"/>', da.finding.Malformed, {"format": "XML"}),
    "wrong root": (b'<html><body name="r"/></html>', da.finding.NotAmong, {"got": "<html>", "line": 1}),
    "undefined entity": (b'<robot name="&foo;"/>', da.finding.Malformed, {"format": "XML"}),
    "bad encoding": (b'<?xml version="1.0" encoding="nonsense"?><robot/>', da.finding.Malformed, {"format": "XML"}),
    "bad utf-8": (b'<robot name="\xff\xfe\xff"/>', da.finding.Malformed, {"format": "XML"}),
    "many laughs": (LAUGHS, da.finding.Malformed, {"reason": "document type"}),
    "external entity": (EXTERNAL, da.finding.Malformed, {"reason": "document type"}),
    "remote document type": (REMOTE, da.finding.Malformed, {"reason": "document type"}),
    "parameter entity": (PARAMETER, da.finding.Malformed, {"reason": "document type"}),
    "quadratic blowup": (QUADRATIC, da.finding.Malformed, {"reason": "document type"}),
    "deep": (b"<robot>" + b"<a>" * 100_000, da.finding.FileLimit, {"noun": "nested elements"}),
    "wide": (b"<robot>" + b"<a/>" * 150_000 + b"</robot>", da.finding.FileLimit, {"noun": "elements"}),
    "many tags": (b"<robot>" + b"<a/>" * 1_500_000 + b"</robot>", da.finding.FileLimit, {"noun": "tags or attributes"}),
    "many attributes": (
        b"<robot " + b" ".join(b'a%d=""' % k for k in range(1_100_000)) + b"/>",
        da.finding.FileLimit,
        {"noun": "tags or attributes"},
    ),
    "long tag": (b"<" + b"r" * 10_000 + b"/>", da.finding.FileLimit, {"noun": "characters of a name"}),
    "repeated attribute": (b'<robot name="a" name="b"/>', da.finding.Malformed, {"format": "XML"}),
    "no links": (b'<robot name="r"/>', da.finding.NothingDescribed, {"noun": "link", "line": 1}),
}


@pytest.mark.parametrize("suffix", [".urdf", ".xml"])
@pytest.mark.parametrize("name", sorted(BAD))
def test_bad_file_is_one_clear_error(name, suffix, tmp_path):
    data, kind, fields = BAD[name]
    path = tmp_path / f"bad{suffix}"
    path.write_bytes(data)
    start = time.process_time()
    with raises(kind, **fields) as caught:
        da.load(path)
    assert path.name in str(caught.value)
    assert len(str(caught.value)) < 600 + len(str(path))
    assert time.process_time() - start < 3
    report = da.diagnose(path)
    assert len(report.errors) == 1
    assert not report.healthy


def test_a_bomb_is_refused_before_memory_is_spent(tmp_path):
    path = tmp_path / "bomb.urdf"
    path.write_bytes(BAD["many attributes"][0])
    tracemalloc.start()
    with raises(da.finding.FileLimit, noun="tags or attributes"):
        da.load(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5 * path.stat().st_size


def test_missing_folder_device_and_large_files(tmp_path):
    with raises(da.finding.Unreadable, reason="no such file or directory"):
        da.load(tmp_path / "none.urdf")
    folder = tmp_path / "folder.urdf"
    folder.mkdir()
    with raises(da.finding.Unreadable, reason="folder"):
        da.load(folder)
    large = tmp_path / "large.urdf"
    with open(large, "wb") as file:
        file.truncate(21_000_000)
    with raises(da.finding.FileLimit, noun="megabytes", most=20):
        da.load(large)
    pipe = tmp_path / "pipe.urdf"
    os.mkfifo(pipe)
    with raises(da.finding.Unreadable, reason="not regular"):
        da.load(pipe)
    with raises(da.finding.Unreadable, path="null\0byte.urdf") as caught:
        da.load("null\0byte.urdf")
    odd = tmp_path / "robot.stl"
    odd.write_text("solid")
    with raises(da.finding.NotAmong):
        da.load(odd)
    assert str(caught.value).isprintable()


def test_what_is_no_path_is_refused():
    for wrong in (None, 3, b"bytes.urdf", ["a.urdf"]):
        with raises(da.finding.WrongType, argument="path", expected="a path"):
            da.load(wrong)
    with raises(da.finding.WrongType, argument="path", expected="a path"):
        da.load('<robot name="r"/>')
    with raises(da.finding.NotAccepted, function="load", argument="mass"):
        da.load("robot.urdf", mass=3)


def test_elements_know_their_lines_and_prefixes_need_no_declaration():
    root = parse(b'<robot>\n<a:b c="1"/>\n\n<d>\n text </d></robot>', "r.urdf", FindingLog())
    assert [(x.tag, x.place.line) for x in root.children] == [("a:b", 2), ("d", 4)]
    assert root.children[1].text == "text"
    assert [x.tag for x in root.walk()] == ["robot", "a:b", "d"]


def test_encodings_are_read():
    for encoding in ("utf-8", "utf-16", "iso-8859-1"):
        text = f'<?xml version="1.0" encoding="{encoding}"?><robot name="bräu"/>'
        assert parse(text.encode(encoding), "r", FindingLog()).get("name") == "bräu"


@pytest.mark.parametrize(("text", "value"), [("1", 1), (" -2.5e-3 ", -0.0025), (".5", 0.5), ("+3.", 3), ("1E2", 100)])
def test_numbers(text, value):
    assert number(text) == value


@pytest.mark.parametrize(
    "text", ["", "1_000", "nan", "inf", "-inf", "1e400", "0x10", "١", "1,5", "--1", "1 2", "9" * 300]
)
def test_what_is_no_number(text):
    assert number(text) is None


def test_shown_text_is_one_short_clean_line():
    assert da.errors.shown("a\nb\x1b[31m" + "x" * 500) == "a b [31m" + "x" * 52 + "…"


def test_depth_limit_is_above_any_real_robot():
    assert DEEPEST > 200


URDF = b"""<robot name="r"><link name="a"><inertial><origin xyz="0 0 1" rpy="0 1.5708 0"/><mass value="1.5"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link><link name="b"/><link name="c"/>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="3"
velocity="2"/><dynamics damping="0.1" friction="0.2"/></joint><joint name="k" type="prismatic"><parent link="b"/>
<child link="c"/><mimic joint="j" multiplier="2" offset="0.5"/></joint><transmission name="t"><joint name="j"/>
<actuator name="m"><mechanicalReduction>50</mechanicalReduction></actuator></transmission></robot>"""
MJCF = b"""<mujoco><compiler angle="radian" eulerseq="xyz"/><default><joint armature="0.1"/><default class="x"><geom
size="0.1"/></default></default><worldbody><body name="a" pos="0 0 1" childclass="x"><joint name="j" axis="0 1 0"
range="-1 1"/><geom type="capsule" fromto="0 0 0 0 0 1" size="0.1"/><frame euler="0 1 0"><body name="b"><joint name="k"
type="slide"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><site name="s"/></body></frame><replicate count="2"
offset="1 0 0"><body name="r"><joint/><geom size="0.1"/></body></replicate></body></worldbody><equality><joint joint1="k"
joint2="j" polycoef="0 1"/></equality><actuator><motor joint="j" gear="5" armature="0.1"/></actuator></mujoco>"""
TOML = b"""name = "t"
[[links]]
name = "a"
[[links]]
name = "b"
mass = "m"
com = [1, "l/2", 0.5]
inertia = [1, 1, "I", 0, 0, 0]
[[joints]]
name = "j"
kind = "revolute"
parent = "a"
child = "b"
placement = { xyz = [0, 0, 1], rpy = ["pi/2", 0, 0.1] }
limits = { lower = -1, upper = 1.5 }
drive = { rotor_inertia = "Im", gear_ratio = 100 }
"""


def mutated(data: bytes, rng: random.Random) -> bytes:
    """The file after a few accidents: bytes changed, pieces lost, doubled, or exchanged for odd words."""
    words = [
        b"nan",
        b"1e999",
        b"-",
        b"",
        b'"',
        b"<",
        b"/>",
        b"\0",
        b"floating",
        b"free",
        b"0 0 0",
        b"-1",
        b"9" * 40,
        b"\xff",
    ]
    for _ in range(rng.randint(1, 4)):
        i, j = sorted(rng.choices(range(len(data) + 1), k=2))
        kind = rng.randrange(5)
        if kind == 0:
            data = data[:i] + bytes([rng.randrange(256)]) + data[i + 1 :]
        elif kind == 1:
            data = data[:i] + data[min(j, i + 60) :]
        elif kind == 2:
            data = data[:i] + data[i : i + 200] + data[i:]
        elif kind == 3:
            data = data[:i] + rng.choice(words) + data[i:]
        else:
            parts = data.split(b'"')
            parts[rng.randrange(len(parts))] = rng.choice(words)
            data = b'"'.join(parts)
    return data


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("suffix", "data"), [(".urdf", URDF), (".xml", MJCF), (".toml", TOML)])
def test_broken_files_never_end_in_anything_but_our_errors(suffix, data, tmp_path):
    path, rng = tmp_path / f"fuzz{suffix}", random.Random(suffix)
    path.write_bytes(data)
    assert isinstance(da.load(path), da.Robot)
    loaded = 0
    for _ in range(500):
        path.write_bytes(mutated(data, rng))
        report = da.diagnose(path)
        assert isinstance(report, da.types.Report)
        assert str(report)
        if report.errors:
            with pytest.raises(da.DalembertError):
                da.load(path)
        else:
            da.load(path)
            loaded += 1
    assert 0 < loaded < 500
