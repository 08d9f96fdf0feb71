"""Every command on good and bad input: what it prints, where, and its exit code."""

import contextlib
import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.cli.app import app, run
from tolerance import ROOT_OF_ROUNDING, SAME_ALGORITHM, SOLVED

ARM = Path(da.__file__).parent / "assets" / "arm.urdf"
VALUES = "m1=2,m2=1,l1=1,l2=0.8,lc1=0.5,lc2=0.4,I1=0.1,I2=0.05,g=9.81"


def call(capsys, *arguments):
    """Exit code, standard output, standard error."""
    code = run([str(x) for x in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def good(capsys, *arguments):
    code, out, err = call(capsys, *arguments)
    assert code == 0, err
    return out


def bad(capsys, code, *arguments):
    """The message of a command that fails: one line of talk, no data, no traceback."""
    got, out, err = call(capsys, *arguments)
    assert got == code, (got, out, err)
    assert err.startswith("dalembert: ")
    assert "Traceback" not in err
    assert out == ""
    return err


# ── robots ────────────────────────────────────────────────────────────────────


def test_info_lists_joints(capsys):
    out = good(capsys, "info", ARM)
    assert "shoulder_pan" in out
    assert "base → shoulder" in out
    told = json.loads(good(capsys, "info", ARM, "--json"))
    assert told["coordinates"] == list(da.load(ARM).coordinates)


def test_a_wrong_file_is_told_with_its_line(capsys, tmp_path):
    broken = tmp_path / "broken.urdf"
    broken.write_text('<robot name="x">\n<link name="a"/>\n<joint name="j" type="revolute">\n</robot>')
    message = bad(capsys, 2, "info", broken)
    assert "broken.urdf:4" in message
    assert "broken.urdf" in message


def test_a_missing_file_and_a_misspelt_name(capsys):
    assert "nowhere.urdf" in bad(capsys, 2, "info", "nowhere.urdf")
    assert "planar_2r" in bad(capsys, 2, "info", "planr_2r")


def test_doctor_tells_and_exits_by_what_it_finds(capsys, tmp_path):
    assert call(capsys, "doctor", ARM)[0] == 0
    sick = tmp_path / "sick.urdf"
    sick.write_text(ARM.read_text().replace('<mass value="7.5"/>', '<mass value="-7.5"/>'))
    code, out, _ = call(capsys, "doctor", sick)
    assert code == 1
    assert "error" in out
    assert "line " in out
    assert call(capsys, "doctor", tmp_path / "nowhere.urdf")[0] == 2
    told = json.loads(call(capsys, "doctor", sick, "--json")[1])
    assert any(x["level"] == "error" and x["line"] for x in told["findings"])


def test_gallery_names_every_robot(capsys):
    out = good(capsys, "gallery")
    assert all(name in out for name in da.gallery.names())
    assert "corke1994" in good(capsys, "gallery", "puma560")
    assert len(json.loads(good(capsys, "gallery", "--json"))) == len(da.gallery.names())
    bad(capsys, 2, "gallery", "r2d2")


def test_convert_keeps_the_dynamics(capsys, tmp_path):
    good(capsys, "convert", ARM, tmp_path / "arm.xml")
    q = np.linspace(0.1, 0.9, 6)
    one, two = da.load(ARM), da.load(tmp_path / "arm.xml")
    np.testing.assert_allclose(da.mass_matrix(one, q), da.mass_matrix(two, q), rtol=SAME_ALGORITHM)
    assert ".toml" in bad(capsys, 2, "convert", ARM, tmp_path / "arm.step")
    assert "--set" in bad(capsys, 2, "convert", "planar_2r", tmp_path / "x.urdf")


def test_convert_replaces_a_file_only_when_told_to(capsys, tmp_path):
    own = tmp_path / "arm.urdf"
    own.write_bytes(ARM.read_bytes())
    assert "--force" in bad(capsys, 2, "convert", own, own)
    assert own.read_bytes() == ARM.read_bytes()
    good(capsys, "convert", own, own, "--force")
    assert da.load(own).n == da.load(ARM).n
    assert "x.urdf" in bad(capsys, 2, "convert", "nowhere.urdf", tmp_path / "no" / "x.urdf")


# ── equations ─────────────────────────────────────────────────────────────────


def test_equations_are_those_of_the_library(capsys, tmp_path):
    assert good(capsys, "equations", "planar_2r").strip() == da.equations(da.gallery.planar_2r()).text().strip()
    good(capsys, "equations", "planar_2r", "M", "-o", tmp_path / "M.tex")
    assert r"l_{\mathrm{c1}}^{2}" in (tmp_path / "M.tex").read_text()
    told = json.loads(good(capsys, "equations", "planar_2r", "g", "--json"))
    assert r"m_{2} l_{\mathrm{c2}} g \cos" in told["latex"]
    assert bad(capsys, 2, "equations", "planar_2r", "bogus")


@pytest.mark.parametrize("suffix", ["tex", "html", "md", "typ", "txt"])
def test_derive_writes_every_format(capsys, tmp_path, suffix):
    file = tmp_path / f"d.{suffix}"
    code, out, err = call(capsys, "derive", "planar_2r", "-o", file)
    assert code == 0, err
    assert out == ""  # a file was asked for: no data on standard output
    assert str(file) in err
    text = file.read_text()
    assert "König" in text
    assert {"tex": r"\ddot{q}_{1}", "md": r"\ddot{q}_{1}", "typ": "dot.double(q)_1", "txt": "qdd1", "html": "<math"}[
        suffix
    ] in text


def test_derive_to_the_terminal_and_as_json(capsys):
    out = good(capsys, "derive", "pendulum", "--method", "newton-euler")
    assert out.startswith("Equations of motion of pendulum, by Newton and Euler")
    told = json.loads(good(capsys, "derive", "pendulum", "--json"))
    assert told["agrees"]
    assert told["steps"]


def test_derive_refuses(capsys, tmp_path):
    assert "d.docx" in bad(capsys, 2, "derive", "planar_2r", "-o", tmp_path / "d.docx")
    bad(capsys, 2, "derive", "planar_2r", "--method", "magic")
    bad(capsys, 2, "derive")


def test_check_finds_the_lecture_s_slip(capsys):
    said = ("check", "planar_2r", "tau2 = H22*qdd2 + H12*qdd1 - h*qd1*qd2 + G2", "--where", "h=m2*l1*lc2*sin(q2)")
    code, out, _ = call(capsys, *said)
    assert code == 1
    assert "centrifugal" in out
    assert "m2*l1*lc2*sin(q2)*qd1*(qd1 + qd2)" in out
    told = json.loads(call(capsys, *said, "--json")[1])
    assert not told["correct"]
    assert told["missing"][0]["kind"] == "centrifugal"
    right = "tau2 = H22*qdd2 + H12*qdd1 + m2*l1*lc2*sin(q2)*qd1**2 + G2"
    assert "is right" in good(capsys, "check", "planar_2r", right)
    bad(capsys, 2, "check", "planar_2r", "tau2 = import os")


def test_prove_gives_a_certificate(capsys):
    assert "skew: proved" in good(capsys, "prove", "pr")
    assert json.loads(good(capsys, "prove", "pr", "--json"))["holds"]


# ── numbers ───────────────────────────────────────────────────────────────────

STATE = {"q": (0.1, -0.2, 0.3, 0.4, -0.5, 0.6), "qd": (1, 2, -1, 0.5, 0.2, -0.3), "qdd": (0.3, 0.1, 2, 1, -1, 0.7)}
CASES = {
    "id": ("inverse_dynamics", ("q", "qd", "qdd")), "M": ("mass_matrix", ("q",)), "C": ("christoffel", ("q",)),
    "S": ("coriolis_matrix", ("q", "qd")), "c": ("coriolis_vector", ("q", "qd")), "g": ("gravity_vector", ("q",)),
    "J": ("jacobian", ("q",)), "fk": ("forward_kinematics", ("q",)), "Y": ("regressor", ("q", "qd", "qdd")),
    "T": ("kinetic_energy", ("q", "qd")), "U": ("potential_energy", ("q",)),
}  # fmt: skip


@pytest.mark.parametrize("what", CASES)
def test_eval_gives_the_library_s_numbers(capsys, what):
    name, inputs = CASES[what]
    robot = da.gallery.puma560()
    given = [x for key in inputs for x in (f"--{key}", ",".join(map(str, STATE[key])))]
    told = json.loads(good(capsys, "eval", "puma560", what, *given, "--json"))
    expected = getattr(da, name)(robot, *(STATE[key] for key in inputs))
    np.testing.assert_array_equal(np.array(told["value"]), expected)


def test_eval_forward_dynamics_undoes_inverse(capsys):
    tau = json.loads(good(capsys, "eval", ARM, "id", "--q", "1,pi/4,-.2,0,1,2", "--qdd", "1,0,0,0,0,0", "--json"))[
        "value"
    ]
    back = good(capsys, "eval", ARM, "fd", "--q", "1,pi/4,-.2,0,1,2", "--tau", ",".join(map(repr, tau)), "--json")
    np.testing.assert_allclose(json.loads(back)["value"], [1, 0, 0, 0, 0, 0], atol=SOLVED)


def test_printed_arrays_have_no_rounding_errors(capsys):
    for command in (("eval", "ur5", "fk"), ("statics", "ur5")):
        assert "e-" not in good(capsys, *command, "--q", "0,-45,60,-15,90,0", "--degrees")


def test_a_report_without_typst_fails_before_the_work(capsys, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    assert "dalembert[report]" in bad(capsys, 2, "report", ARM, "-o", tmp_path / "arm.pdf")
    assert not list(tmp_path.iterdir())


def test_eval_of_a_symbolic_robot_needs_values(capsys, tmp_path):
    assert "--set" in bad(capsys, 2, "eval", "planar_2r", "M")
    out = good(capsys, "eval", "planar_2r", "M", "--set", VALUES, "--json")
    M11 = 2 * 0.25 + 0.1 + 1 * (1 + 0.16 + 2 * 0.4) + 0.05
    np.testing.assert_allclose(json.loads(out)["value"][0][0], M11, rtol=SAME_ALGORITHM)
    good(capsys, "eval", "planar_2r", "M", "--set", VALUES, "-o", tmp_path / "M.csv")
    np.testing.assert_allclose(np.loadtxt(tmp_path / "M.csv", delimiter=",")[0, 0], M11, rtol=SAME_ALGORITHM)


def test_eval_refuses(capsys):
    assert "--q" in bad(capsys, 2, "eval", "ur5", "M", "--q", "1,2")
    assert "--q" in bad(capsys, 2, "eval", "ur5", "M", "--q", "a,b,c,d,e,f")
    bad(capsys, 2, "eval", "ur5", "Q")
    assert "--qd" in bad(capsys, 2, "eval", "ur5", "g", "--qd", "1,2,3,4,5,6")
    assert "--wrench" in bad(capsys, 2, "eval", "ur5", "M", "--wrench", "tool0=1,0,0,0,0,0")
    assert "--frame" in bad(capsys, 2, "eval", "ur5", "T", "--frame", "tool0")
    assert "--set" in bad(capsys, 2, "eval", "planar_2r", "M", "--set", "m1")
    assert "m9" in bad(capsys, 2, "eval", "planar_2r", "M", "--set", "m9=1")
    assert "nowhere" in bad(capsys, 2, "eval", "ur5", "fk", "--frame", "nowhere")


def test_count_and_bench(capsys):
    assert "mul" in good(capsys, "count", "planar_2r")
    assert json.loads(good(capsys, "count", "ur5", "--json"))["inverse_dynamics"]["mul"] > 100
    rows = json.loads(good(capsys, "bench", "planar_2r", "--set", VALUES, "--states", "64", "--json"))
    assert all(row["nanoseconds"] > 0 for row in rows)
    bad(capsys, 2, "bench", "ur5", "--states", "0")


# ── motion and force ──────────────────────────────────────────────────────────


def test_simulate_keeps_energy_and_files(capsys, tmp_path):
    told = json.loads(
        good(
            capsys,
            "simulate",
            "planar_2r",
            "--set",
            VALUES,
            "-t",
            "0.5",
            "--q",
            "0.3,0.2",
            "-o",
            tmp_path / "run.csv",
            "--json",
        )
    )
    assert told["residual"] < ROOT_OF_ROUNDING
    rows = np.loadtxt(tmp_path / "run.csv", delimiter=",", skiprows=1)
    np.testing.assert_allclose(rows[-1, 1:3], told["q"], rtol=SAME_ALGORITHM)
    good(capsys, "simulate", "planar_2r", "--set", VALUES, "-t", "0.2", "-o", tmp_path / "film.html")
    assert "default-src 'none'" in (tmp_path / "film.html").read_text()
    bad(capsys, 2, "simulate", ARM, "-o", tmp_path / "run.mp4")
    bad(capsys, 2, "simulate", ARM, "-t", "-1")


def test_size_asks_what_inverse_dynamics_says(capsys, tmp_path):
    told = json.loads(
        good(capsys, "size", "ur5", "--to", "1,-1,1,0,0.5,0", "-t", "1.5", "-o", tmp_path / "s.svg", "--json")
    )
    assert [row["joint"] for row in told] == list(da.gallery.ur5().coordinates)
    assert told[0]["peak_speed"] == pytest.approx(15 / 8 / 1.5, rel=1e-4)  # of the quintic, for a way of 1 rad
    bad(capsys, 2, "size", "ur5")
    bad(capsys, 2, "size", "ur5", "--to", "0,0,0,0,0,1", "-t", "-2")


def test_ik_reaches_the_target(capsys):
    q = json.loads(good(capsys, "ik", "ur5", "--position", "0.4,0.1,0.5", "--json"))["q"]
    np.testing.assert_allclose(
        da.forward_kinematics(da.gallery.ur5(), q)[:3, 3], [0.4, 0.1, 0.5], atol=ROOT_OF_ROUNDING
    )
    pose = da.forward_kinematics(da.gallery.ur5(), [0.3, -1, 1, 0.2, 0.5, 0.1])
    every = json.loads(
        good(capsys, "ik", "ur5", "--pose", " ".join(map(repr, pose.ravel().tolist())), "--all", "--json")
    )["q"]
    assert len(every) == 8
    assert "ur5" in bad(capsys, 1, "ik", "ur5", "--position", "9,9,9")
    bad(capsys, 2, "ik", "ur5")
    bad(capsys, 2, "ik", "ur5", "--position", "1,2")


def test_statics_holds_weight_and_load(capsys):
    told = json.loads(good(capsys, "statics", "ur5", "--q", "0.1,-1,1,0.2,0.3,0.4", "--json"))
    np.testing.assert_allclose(told["tau"], da.gravity_vector(da.gallery.ur5(), told["q"]), atol=SAME_ALGORITHM)
    assert "holding torques" in good(capsys, "statics", ARM, "--wrench", "tool=0,0,-10,0,0,0")
    bad(capsys, 2, "statics", ARM, "--wrench", "tool=1,2")
    bad(capsys, 2, "statics", ARM, "--wrench", "nose=0,0,1,0,0,0")


def test_mobility_tells_formula_and_truth(capsys):
    told = json.loads(good(capsys, "mobility", "parallelogram", "--json"))
    assert (told["formula"], told["full_cycle"]) == (0, 1)
    assert "The formula is right." in good(capsys, "mobility", "ur5")
    assert "five_bar" in bad(capsys, 2, "mobility", "six_bar")


# ── degrees ───────────────────────────────────────────────────────────────────

DEGREES, IN_RADIANS = "10,-20,30,40,-50,60", ",".join(repr(float(np.radians(x))) for x in (10, -20, 30, 40, -50, 60))
WITH_ANGLES = {
    "eval q": (["eval", "puma560", "M"], ["--q"]),
    "eval": (["eval", "puma560", "id"], ["--q", "--qd", "--qdd"]),
    "simulate": (["simulate", "puma560", "-t", "0.01"], ["--q", "--qd"]),
    "size": (["size", "ur5"], ["--from", "--to"]),
    "ik": (["ik", "ur5", "--position", "0.4,0.1,0.5"], ["--q0"]),
    "statics": (["statics", "ur5"], ["--q"]),
}


@pytest.mark.parametrize("case", WITH_ANGLES)
def test_degrees_give_the_same_as_radians(capsys, case):
    command, options = WITH_ANGLES[case]
    first, second = (
        good(capsys, *command, *(y for x in options for y in (x, q)), *extra, "--json")
        for q, extra in ((DEGREES, ["--degrees"]), (IN_RADIANS, []))
    )
    assert first == second


def test_degrees_concern_angles_only(capsys):
    """The third coordinate of a slider-crank is a length; efforts have no angles."""
    values = ("--set", "l1=1,l2=2,m1=1,m2=1,m3=1,lc1=1,lc2=1,I1=1,I2=1,g=1")
    command = ("assemble", "slider_crank", *values, "--json", "--q")
    q = json.loads(good(capsys, *command, "90,-120,1.7", "--degrees"))["q"]
    assert q == json.loads(good(capsys, *command, "pi/2,-2*pi/3,1.7"))["q"]
    np.testing.assert_allclose(q, [np.pi / 2, -2 * np.pi / 3, np.sqrt(3)], rtol=0.1)
    options = ("--tau", "1,2,3,4,5,6", "--json")
    assert good(capsys, "eval", "puma560", "fd", *options, "--degrees") == good(
        capsys, "eval", "puma560", "fd", *options
    )


@pytest.mark.parametrize("suffix", [".svg", ".html"])
def test_pictures_and_pages_take_degrees(capsys, tmp_path, suffix):
    written = []
    for q, extra in ((DEGREES, ["--degrees"]), (IN_RADIANS, [])):
        good(capsys, "view", "ur5", "--q", q, *extra, "-o", tmp_path / f"view{suffix}")
        good(
            capsys,
            "share",
            "ur5",
            "--q",
            q,
            "--qd",
            q,
            "--goal",
            q,
            "--control",
            "pd",
            *extra,
            "-o",
            tmp_path / "a.html",
        )
        written.append([x.read_bytes() for x in (tmp_path / f"view{suffix}", tmp_path / "a.html")])
    assert written[0] == written[1]


# ── papers ────────────────────────────────────────────────────────────────────


def test_view_draws(capsys, tmp_path):
    good(capsys, "view", "scara", "-o", tmp_path / "scara.svg")
    assert "<svg" in (tmp_path / "scara.svg").read_text()
    good(capsys, "view", ARM, "--q", "0,0,1,0,0,0", "-o", tmp_path / "arm.html")
    bad(capsys, 2, "view", "scara", "-o", tmp_path / "scara.gif")


def test_share_writes_one_page(capsys, tmp_path):
    page = tmp_path / "robots.html"
    told = json.loads(good(capsys, "share", "planar_2r", ARM, "--title", "Two", "--json", "-o", page))
    assert told == {"written": str(page), "robots": ["planar_2r", str(ARM)], "bytes": page.stat().st_size}
    assert "<title>Two</title>" in page.read_text()
    assert "--lecture" in bad(capsys, 2, "share")
    bad(capsys, 2, "share", "planar_2r", "-o", tmp_path / "robot.pdf")
    bad(capsys, 2, "share", "planar_2r", "--set", "mass=2", "-o", page)


def test_every_command_has_help_and_json(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "240")
    for name in app():
        if name.startswith("-") or name == "demo":
            continue
        command = app()[name]
        assert command.help, name
        every = [x for x in command.assemble_argument_collection() if x.name != "*"]
        assert "--json" in {n for x in every for n in x.names}, name
        rows = [x.strip("│* ") for x in good(capsys, name, "--help").splitlines()]
        for x in every:
            row = next(y for y in rows if y.split()[:1] == [x.name])
            _, *words = re.split(r"\s{2,}", re.sub(r"\[.*\]", "", row).strip())
            assert words, (name, row)


# ── the whole program ─────────────────────────────────────────────────────────


def spawn(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "dalembert", *map(str, arguments)], capture_output=True, text=True, **options
    )


def test_help_is_quick_and_light():
    """No heavy library is imported for help, and it takes little more than that of an empty program."""
    code = "import sys; from dalembert.cli.app import run; run(['--help']); print([m for m in ('numpy', 'sympy', 'scipy', 'llvmlite', 'matplotlib', 'typst') if m in sys.modules], file=sys.stderr)"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr.strip() == "[]"
    )
    bare = [sys.executable, "-c", "import cyclopts; cyclopts.App(name='bare', help='A tool.')(['--help'])"]
    ours = [sys.executable, "-m", "dalembert", "--help"]
    least = {"bare": 9.0, "ours": 9.0}  # processor time, the least of several turns
    for _ in range(3):
        for name, command in (("bare", bare), ("ours", ours)):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            assert subprocess.run(command, capture_output=True, check=False).returncode == 0
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            least[name] = min(least[name], spent)
    assert least["ours"] < 1.35 * least["bare"], "help imports much more than the command-line library itself"


def test_data_goes_to_one_stream_and_talk_to_the_other():
    done = spawn("eval", "ur5", "g", "--json")
    assert json.loads(done.stdout)["quantity"] == "gravity_vector"
    assert done.stderr == ""
    done = spawn("info", "nowhere.urdf")
    assert (done.returncode, done.stdout) == (2, "")


def test_a_closed_pipe_is_no_error():
    command = f"{sys.executable} -m dalembert derive puma560 | head -1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True)
    assert done.stdout.startswith("Equations of motion of puma560")
    assert "Traceback" not in done.stderr


def on_a_terminal(*arguments):
    """(exit code, what a terminal shows, colours and moves of the cursor taken out)."""
    pty = pytest.importorskip("pty")
    pid, fd = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-m", "dalembert", *map(str, arguments)])
    shown = b""
    with contextlib.suppress(OSError):  # how the end of a terminal reads
        while part := os.read(fd, 65536):
            shown += part
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return code, re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode()).replace("\r", "\n")


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "command",
    [("derive", "pr"), ("prove", "pr"), ("info", ARM), ("eval", "ur5", "g"), ("mobility", "four_bar"), ("gallery",)],
    ids=lambda command: command[0],
)
def test_on_a_terminal_the_words_are_the_same(command):
    """A terminal gets the same data as a pipe; only a spinner is added, on the error stream."""
    code, shown = on_a_terminal(*command)
    assert code == 0
    lines = [line.strip() for line in shown.splitlines()]
    for line in spawn(*command).stdout.splitlines():
        assert line.strip() in lines


def test_on_a_terminal_a_failure_is_one_message():
    code, shown = on_a_terminal("info", "nowhere.urdf")
    assert (code, shown.strip().startswith("dalembert: "), "Traceback" in shown) == (2, True, False)
    assert on_a_terminal("eval", "ur5", "M", "--q", "1")[0] == 2


def test_a_robot_too_deep_for_equations_is_told_at_once(capsys, tmp_path):
    """Ten turning joints in a row: no closed form is tried, and the report comes without it."""
    rows = [
        {"joint": "R", "a": 0.1, "alpha": 1.2, "mass": 1.0, "com": [0, 0.1, 0], "inertia": [0.1, 0.1, 0.1, 0, 0, 0]}
    ] * 10
    da.export(da.from_dh(rows), tmp_path / "long.toml")
    assert "10" in bad(capsys, 2, "equations", tmp_path / "long.toml")
    assert "10" in bad(capsys, 2, "derive", tmp_path / "long.toml")


def test_completion_can_be_made():
    script = app().generate_completion(shell="bash")
    assert "derive" in script
    assert "simulate" in script


def test_a_derivation_as_a_notebook_has_run(capsys, tmp_path):
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    good(capsys, "derive", "pr", "-o", tmp_path / "d.ipynb")
    cells = json.loads((tmp_path / "d.ipynb").read_text())["cells"]
    assert [cell["execution_count"] for cell in cells] == [1, 2]
    assert "Equations of motion of pr" in cells[0]["outputs"][0]["data"]["text/html"]


def test_decimals_given_are_decimals_printed(capsys):
    assert "m2*g*(0.5*cos(q1) + lc2*cos(q1 + q2))" in good(capsys, "equations", "planar_2r", "g", "--set", "l1=0.5")
    assert "/2" in good(capsys, "equations", "planar_2r", "g", "--set", "l1=1/2")
