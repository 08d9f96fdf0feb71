"""Every command on input it cannot take: exit code, one message that talks of what was typed, no file, no traceback.

2: what was typed, or a file that cannot be read or written; 1: the model, or what is claimed of it, is wrong.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.cli.app import run
from pieces import arm, four_bar
from tolerance import ROOT_OF_ROUNDING, SAME_ALGORITHM, SOLVED

ARM = str(Path(da.__file__).parent / "assets" / "arm.urdf")
VALUES = "m1=2,m2=1,l1=1,l2=0.8,lc1=0.5,lc2=0.4,I1=0.1,I2=0.05,g=9.81"
SIX = "0,0,0,0,0,0"
HUGE = "9" * 400
PYTHON = re.compile(
    r"robot\.\w+\(|\bda\.|=True|=False|\bNone\b|np\.|Traceback|shape \(|\bkwargs?\b|0x[0-9a-f]{6}"
    r"|\w=[{\[]|\w\['|bind them|to load,"
)

READERS = (
    "info",
    "doctor",
    "equations",
    "derive",
    "prove",
    "count",
    "bench",
    "simulate",
    "statics",
    "report",
    "view",
    "mobility",
)

TYPED = [
    ("eval ARM M --q 1,2", 2, "--q"),
    ("eval planar_2r M", 2, "`dalembert eval`"),
    ("simulate planar_2r -o out.csv", 2, "`dalembert simulate` needs"),
    ("identify ARM", 2, "LOG"),
    ("convert delta out.urdf", 2, "TARGET"),
    ("info nowhere", 2, "nowhere"),
    ("eval ARM M --q nan,0,0,0,0,0", 2, "--q"),
    ("eval ARM M --q 1e999,0,0,0,0,0", 2, "--q"),
    (f"eval ARM M --q {HUGE},0,0,0,0,0", 2, "--q"),
    ("eval ARM M --q 9**9**9**9,0,0,0,0,0", 2, "--q"),
    ("eval ARM M --q ,", 2, "--q"),
    ("eval ARM nothing", 2, "nothing"),
    ("eval ARM fk --frame nose", 2, "nose"),
    ("eval ARM id --wrench tool=1,2", 2, "--wrench tool"),
    ("eval ARM id --contact tool=glue", 2, "--contact"),
    ("eval ARM phi", 2, "arm"),
    ("eval planar_2r M", 2, "--set m1=…"),
    ("eval planar_2r M --set m1", 2, "--set"),
    ("eval planar_2r M --set m1=import", 2, "import"),
    ("eval ARM M --gravity 1,2", 2, "--gravity"),
    ("eval ARM M --base flying", 2, "flying"),
    ("eval ARM M --arg a=1", 2, "dalembert eval"),
    ("eval ur5 M --arg a=1", 2, "--arg"),
    ("eval ur5 M --ignore fluid", 2, "--ignore"),
    ("eval ARM M --ignore gravitation", 2, "gravitation"),
    ("eval ARM M -o x.docx", 2, "x.docx"),
    ("eval ARM M -o missing/x.csv", 2, "no such file"),
    ("eval ARM M -o .", 2, ".json"),
    ("simulate ARM -t nan", 2, "--time"),
    ("simulate ARM -t 0", 2, "--time"),
    ("simulate ARM -t soon", 2, "soon"),
    ("simulate ARM --step -1", 2, "--step"),
    ("simulate ARM --method magic", 2, "magic"),
    ("simulate ARM --tau 1", 2, "--tau"),
    ("simulate ARM -o missing/run.csv", 2, "no such file"),
    ("simulate ARM -o run.mp4", 2, "run.mp4"),
    ("size ARM", 2, "--to"),
    (f"size ARM --to {SIX} -t inf", 2, "--time"),
    ("ik ARM", 2, "--position"),
    ("ik ARM --position 1,2", 2, "--position"),
    ("ik ARM --position 9,9,9", 1, "nearest"),
    ("ik ARM --pose 1,2,3", 2, "--pose"),
    ("assemble ARM", 2, "arm"),
    ("statics ARM --wrench nose=0,0,1,0,0,0", 2, "nose"),
    ("mobility six_bar", 2, "five_bar"),
    ("check planar_2r tau2=import", 2, ""),
    ("check planar_2r tau2=qdd2 --tolerance -1", 2, "--tolerance"),
    ("check planar_2r tau2=qdd2 --tolerance nan", 2, "--tolerance"),
    ("check planar_2r tau2=h --where h", 2, "--where"),
    ("check planar_2r tau2=hh*qdd2", 2, "--where hh=…"),
    ("check planar_2r tau1=theta1+phi1", 2, "--where phi1"),
    ("check planar_2r tau1=2*M", 2, "--where"),
    ("check planar_2r tau2=h --where h=h+1", 2, "--where h"),
    ("prove pr --seconds nan", 2, "--seconds"),
    ("derive pr --method magic", 2, "magic"),
    ("derive pr --terms -3", 2, "--terms"),
    ("derive pr -o missing/d.txt", 2, "no such file"),
    ("equations pr Q", 2, "Q"),
    ("bench ur5 --states 0", 2, "--states"),
    ("bench ur5 --states 99999999999", 2, "--states"),
    ("view ARM -o missing/v.html", 2, "no such file"),
    ("view ARM --q 1", 2, "--q"),
    ("report ARM -t -1 -o r.md", 2, "--time"),
    ("report planar_2r --set m9=1 -o r.md", 2, "m9"),
    ("convert ARM missing/x.urdf", 2, "no such file"),
    ("convert planar_2r x.urdf", 2, "--set"),
    ("mobility planar_2r", 2, "--set"),
    ("gallery r2d2", 2, "r2d2"),
    ("fly ARM", 2, "fly"),
    ("info", 2, ""),
    ("info ARM --nonsense", 2, "nonsense"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def refused(capsys, code, *arguments):
    before = sorted(os.listdir())
    got = run(list(arguments))
    out, err = capsys.readouterr()
    assert got == code, (got, out, err)
    assert err.startswith("dalembert: ")
    assert out == ""
    assert not PYTHON.search(err), err
    assert sorted(os.listdir()) == before
    return err


@pytest.mark.sampled(28)
@pytest.mark.parametrize(("line", "code", "words"), TYPED, ids=[x[0][:60] for x in TYPED])
def test_what_is_typed_wrongly_is_named(capsys, line, code, words):
    assert words in refused(capsys, code, *(ARM if x == "ARM" else x for x in line.split()))


CURES = {
    "fluid.xml": ('<mujoco><option density="1"/><worldbody/></mujoco>', "--ignore fluid"),
    "tendon.xml": (
        '<mujoco><worldbody><body><joint name="j"/><geom size="1"/></body></worldbody><tendon><fixed frictionloss="1">'
        '<joint joint="j" coef="1"/></fixed></tendon></mujoco>',
        "--ignore tendons",
    ),
    "arg.xacro": (
        '<robot name="m" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="$(arg tip)"/></robot>',
        "--arg tip=…",
    ),
    "find.xacro": (
        '<robot name="m" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:include filename="$(find arms)/a.xacro"/></robot>',
        "--package arms=…",
    ),
}


@pytest.mark.parametrize("name", CURES)
def test_cures_of_files_are_options(capsys, name):
    text, words = CURES[name]
    Path(name).write_text(text)
    assert words in refused(capsys, 2 if name.endswith(".xacro") else 1, "info", name)
    assert run(["doctor", name]) == 1
    out = capsys.readouterr().out
    assert words in out
    assert not PYTHON.search(out), out


def test_check_tells_conventions_and_notes_as_data(capsys):
    found = told(capsys, "check", "planar_2r", "Q2 = m2*9.81*lc2*cos(θ1 + θ2)", "--set", "g=9.81", "--json", code=3)
    assert found["correct"] is None
    assert len(found["right_if"]) == 1
    assert "gravity" in found["conventions"][0]
    assert len(found["notes"]) == 1


FILES = {
    "missing.urdf": None,
    "empty.urdf": b"",
    "binary.urdf": bytes(range(256)) * 20,
    "image.xml": b"\x89PNG\r\n\x1a\n" + b"\0" * 200,
    "text.toml": b"this is not toml",
    "latin.urdf": "<robot name='é'/>".encode("latin-1"),
    "cut.urdf": Path(ARM).read_bytes()[:1000],
    "other.xml": b"<svg/>",
    "robot.step": b"ISO-10303-21;",
    "table.csv": b"a,b\n1,2\n",
}


@pytest.mark.sampled(32)
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("command", READERS)
def test_a_file_that_cannot_be_read(capsys, command, name):
    if FILES[name] is not None:
        Path(name).write_bytes(FILES[name])
    extra = ["-o", "out.md"] if command == "report" else []
    if command == "doctor" and FILES[name] is not None:  # it lists what is wrong, as data
        code = run(["doctor", name])
        out, err = capsys.readouterr()
        assert code in (1, 2)
        assert "error" in out or err.startswith("dalembert: ")
        return
    code = 1 if command == "doctor" else 2
    if command == "doctor":
        assert run(["doctor", name]) in (1, 2)
        return
    refused(capsys, code, command, name, *extra)


def test_a_folder_is_no_file(capsys):
    Path("robots.urdf").mkdir()
    assert "robots.urdf" in refused(capsys, 2, "info", "robots.urdf")
    assert refused(capsys, 2, "info", "")


def test_the_robot_s_own_file_is_not_written_over(capsys):
    Path("dh.csv").write_text("joint,a,mass\nR,1,2\n")
    kept = Path("dh.csv").read_bytes()
    for arguments in (("simulate", "dh.csv", "-o", "dh.csv"), ("eval", "dh.csv", "M", "-o", "dh.csv")):
        assert "dh.csv" in refused(capsys, 2, *arguments)
        assert Path("dh.csv").read_bytes() == kept


def test_a_place_nobody_may_write(capsys):
    Path("closed").mkdir(mode=0o500)
    if os.access("closed", os.W_OK):  # for root no folder is closed: /proc is
        place = "/proc/x"
    else:
        place = "closed/x"
    for command, suffix in (("report", ".md"), ("view", ".html"), ("simulate", ".csv"), ("derive", ".md")):
        assert place in refused(capsys, 2, command, "ur5", "-o", place + suffix)


def test_the_whole_program_without_input_or_with_odd_streams(tmp_path):
    """In a process of its own: no standard input, an output that has no letter for τ, a full disk."""
    command = [sys.executable, "-m", "dalembert"]
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*command, "info", ARM], stdin=subprocess.DEVNULL, capture_output=True, env=environment)
    assert done.returncode == 0
    assert rb"\u2192" in done.stdout
    done = subprocess.run([*command, "info", "-"], stdin=subprocess.DEVNULL, capture_output=True)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    if os.path.exists("/dev/full"):
        with open("/dev/full", "w") as full:
            done = subprocess.run([*command, "info", ARM], stdout=full, stderr=subprocess.PIPE)
        assert done.returncode == 2
        assert done.stderr.startswith(b"dalembert: ")
        assert b"Traceback" not in done.stderr


# ── data is data ──────────────────────────────────────────────────────────────


def told(capsys, *arguments, code=0):
    assert run(list(arguments)) == code, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


def walk(value):
    yield value
    for x in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from walk(x)


@pytest.mark.parametrize(
    "line",
    [
        "info ARM", "count ur5", "size ur5 --to 1,0,0,0,0,0", "statics ARM", "simulate ARM -t 0.05", "gallery",
        "eval ARM M", "mobility four_bar", "ik ur5 --position 0.4,0.1,0.5", "equations pr",
        "info planar_2r", "eval ARM h --base free", "count ARM --base free",
    ],
)  # fmt: skip
def test_json_has_plain_keys_and_numbers(capsys, line):
    found = told(capsys, *(ARM if x == "ARM" else x for x in line.split()), "--json")
    names = set(da.load(ARM).floating().coordinates) | {j.name for j in da.load(ARM).joints}
    for value in walk(found):
        if isinstance(value, dict):
            assert all(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", key) or key in names for key in value), list(value)
        if isinstance(value, str):
            assert not re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", value), value


def test_info_tells_masses_and_limits_as_numbers(capsys):
    robot = da.load(ARM)
    found = told(capsys, "info", ARM, "--json")
    assert [x["mass"] for x in found["joints"]] == [robot.link(j.child).inertia.mass for j in robot.joints]
    assert found["gravity"] == [0.0, 0.0, -9.81]


# ── balls, free bases, loops ──────────────────────────────────────────────────


@pytest.fixture
def loop(tmp_path):
    da.export(four_bar(), tmp_path / "four_bar.toml")
    return str(tmp_path / "four_bar.toml")


def test_a_free_base_is_asked_for(capsys):
    assert told(capsys, "info", ARM, "--base", "free", "--json")["nq"] == 13
    robot = da.load(ARM, base="free")
    M = told(capsys, "eval", ARM, "M", "--base", "free", "--json")["value"]
    np.testing.assert_allclose(M, da.mass_matrix(robot, da.neutral(robot)), rtol=SAME_ALGORITHM)
    h = told(capsys, "eval", ARM, "h", "--base", "free", "--qd", "1" + ",0" * 11, "--json")["value"]
    mass = sum(link.inertia.mass for link in robot.links)
    np.testing.assert_allclose(h[:3], [mass, 0, 0], atol=SOLVED)
    assert "13" in refused(capsys, 2, "eval", ARM, "M", "--base", "free", "--q", SIX)


def test_loops_are_assembled_and_asked(capsys, loop):
    q = told(capsys, "assemble", loop, "--q", "1,0.3,1.5", "--json")["q"]
    state = ",".join(map(repr, q))
    np.testing.assert_allclose(told(capsys, "eval", loop, "phi", "--q", state, "--json")["value"], 0, atol=SOLVED)
    J = np.array(told(capsys, "eval", loop, "Jphi", "--q", state, "--json")["value"])
    assert np.linalg.matrix_rank(J, tol=1e-9) == 2
    forces = told(capsys, "eval", loop, "lambda", "--q", state, "--json")["value"]
    robot = four_bar()
    qdd = told(capsys, "eval", loop, "fd", "--q", state, "--json")["value"]
    np.testing.assert_allclose(J @ qdd, 0, atol=SOLVED)  # at rest the closure's acceleration is J q̈
    np.testing.assert_allclose(
        forces["pin"],
        da.mechanism.loop_forces(robot, q, np.zeros(3), np.zeros(3))["pin"],
        rtol=SOLVED,
        atol=SAME_ALGORITHM,
    )
    assert "dalembert assemble" in refused(capsys, 1, "eval", loop, "fd", "--q", "1,0.3,1.5")
    assert len(told(capsys, "assemble", loop, "--q", state, "--all", "--json")["q"]) == 2
    assert "loop_forces" in told(capsys, "count", loop, "--json")


def test_a_contact_holds_its_frame(capsys):
    q = "0.1,0.2,0.3,0.4,0.5,0.6"
    qdd = told(capsys, "eval", ARM, "fd", "--q", q, "--contact", "tool", "--json")["value"]
    J = np.array(told(capsys, "eval", ARM, "J", "--q", q, "--frame", "tool", "--json")["value"])
    np.testing.assert_allclose(J[:3] @ qdd, 0, atol=ROOT_OF_ROUNDING)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("command", [["view", "-o", "v.html"], ["view", "-o", "v.svg"], ["report", "-o", "r.md"]])
def test_mechanisms_are_drawn_and_reported(capsys, loop, command):
    verb, *rest = command
    da.export(arm(), "link.toml")
    for source in ([loop], ["link.toml", "--base", "free"]):
        assert run([verb, *source, *rest]) == 0, capsys.readouterr().err
        assert Path(rest[-1]).stat().st_size > 1000
