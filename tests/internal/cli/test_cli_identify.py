"""`dalembert identify`, `excite` and `calibrate`: from a robot and a table to a better file, with codes and messages."""

import json
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.cli.app import run

ARM = Path(da.__file__).parent / "assets" / "arm.urdf"


def call(capsys, *arguments):
    """Exit code, standard output, standard error."""
    code = run([str(x) for x in arguments])
    return code, *capsys.readouterr()


def good(capsys, *arguments):
    code, out, err = call(capsys, *arguments)
    assert code == 0, err
    return out, err


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """An arm whose links are a tenth heavier than its file says, and its log in degrees and milliseconds."""
    where = tmp_path_factory.mktemp("log")
    robot = da.load(ARM)
    t = np.arange(0, 10, 0.01)
    q, qd, qdd = da.trajectory.fourier_within(robot, 5, 10.0, seed=1, margin=0.8).motion(t)
    tau = 1.1 * da.inverse_dynamics(robot, q, qd, qdd)
    tau += 0.01 * np.abs(tau).max(0) * np.random.default_rng(0).normal(size=tau.shape)
    names = ["t", *(f"{x}{k + 1}" for x in ("q", "qd", "tau") for k in range(robot.nv))]
    table = np.column_stack([t, q, qd, tau])
    np.savetxt(where / "log.csv", table, delimiter=",", header=",".join(names), comments="")
    table[:, 1 : 1 + 2 * robot.nv] *= 180 / np.pi
    odd = ["clock", *(f"{x}_{k}" for x in ("angle", "speed", "push") for k in range(robot.nv))]
    np.savetxt(where / "odd.csv", table, delimiter=",", header=",".join(odd), comments="")
    np.savetxt(where / "nameless.txt", table[:, : 1 + robot.nv])
    return where


def test_one_command_from_a_log_to_a_better_file(capsys, folder):
    out, err = good(
        capsys, "identify", ARM, folder / "log.csv", "-o", folder / "better.urdf", "--report", folder / "fit.md"
    )
    shown = [
        "q1",
        "probable fault" if "probable fault:" in out else "no faults found",
        "parameter",
        "unexplained torque: ",
        "verdict: ",
    ]
    places = [out.index(x) for x in shown]
    assert places == sorted(places)
    assert "offset" in err
    assert "better.urdf" in err
    better, given = da.load(folder / "better.urdf"), da.load(ARM)
    q, qd, qdd = np.random.default_rng(2).uniform(-1, 1, (3, 100, given.nv))
    tau = 1.1 * da.inverse_dynamics(given, q, qd, qdd)
    left = [np.linalg.norm(tau - da.inverse_dynamics(x, q, qd, qdd)) for x in (better, given)]
    assert left[0] < 0.4 * left[1]
    assert "Verdict" in (folder / "fit.md").read_text()
    code, _, err = call(capsys, "identify", ARM, folder / "log.csv", "-o", folder / "better.urdf")
    assert code == 2
    assert "--force" in err


def test_columns_and_units_as_json(capsys, folder):
    options = ["--column", "t=clock", "--column", "q=angle_*", "--column", "qd=speed_*", "--column", "tau=push_*"]
    units = ["--unit", "q=deg", "--unit", "qd=deg/s"]
    told = json.loads(good(capsys, "identify", ARM, folder / "odd.csv", *options, *units, "--json")[0])
    assert told["logs"][0]["columns"]["q"] == [f"angle_{k}" for k in range(da.load(ARM).nv)]
    assert told["left_out_error"] < 0.05
    log = da.read_log(folder / "log.csv", da.load(ARM))
    plain = da.identify(da.load(ARM), log)
    for name, x in plain.parameters.items():
        assert told["parameters"][name] == pytest.approx(x, rel=1e-6, abs=1e-6)


def test_a_table_without_names_and_zeros_that_are_off(capsys, folder):
    """Columns by number, and what is added to positions, as in Python."""
    robot = da.load(ARM)
    log = da.read_log(folder / "log.csv", robot, cutoff=None)
    n = robot.nv
    q = np.array(log.q) - 0.1 * (np.arange(n) == 1)
    np.savetxt(folder / "bare.txt", np.column_stack([log.t, q, log.qd, log.tau, np.ones(len(q))]))
    places = [(kind, ",".join(str(1 + i * n + k) for k in range(n))) for i, kind in enumerate(("q", "qd", "tau"))]
    columns = [x for kind, text in (("t", "0"), *places) for x in ("--column", f"{kind}={text}")]
    zeros = ",".join("0.1" if k == 1 else "0" for k in range(n))
    told = json.loads(
        good(capsys, "identify", ARM, folder / "bare.txt", *columns, "--zero", zeros, "--cutoff", "none", "--json")[0]
    )
    for name, x in da.identify(robot, log).parameters.items():
        assert told["parameters"][name] == pytest.approx(x, rel=1e-6, abs=1e-6)


WRONG = [
    (("identify", ARM, "nameless.txt"), "--column"),
    (("identify", ARM), "LOG"),
    (("identify", ARM, "missing.csv"), "missing.csv"),
    (("identify", ARM, "odd.csv"), "--column tau="),
    (("identify", ARM, "log.csv", "-o", "x.sdf"), ".urdf"),
    (("identify", ARM, "log.csv", "--friction", "viscuous"), "viscous"),
    (("identify", ARM, "log.csv", "--unit", "deg"), "name=value"),
    (("identify", ARM, "log.csv", "--report", "x.docx"), ".html"),
    (("identify", ARM, "log.csv", "--cutoff", "-3"), "--cutoff"),
    (("calibrate", ARM, "log.csv"), "log.csv"),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG)
def test_wrong_usage_says_what_to_type(capsys, folder, monkeypatch, arguments, said):
    monkeypatch.chdir(folder)
    code, out, err = call(capsys, *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
    assert "={" not in err


def test_a_path_is_written_that_keeps_its_limits(capsys, tmp_path):
    out, _ = good(
        capsys,
        "excite",
        ARM,
        "-o",
        tmp_path / "path.csv",
        "-t",
        "6",
        "--acceleration",
        "8",
        "--restarts",
        "1",
        "--rate",
        "50",
    )
    assert "condition" in out
    table = np.genfromtxt(tmp_path / "path.csv", delimiter=",", names=True)
    assert len(table) == 301
    robot = da.load(ARM)
    read = da.read_log(tmp_path / "path.csv", robot, cutoff=None)
    assert np.all(np.abs(read.qd) <= [robot.coordinate(x).limits.velocity for x in robot.coordinates])
    assert np.abs(read.qdd).max() <= 8


@pytest.mark.parametrize("kind", ["points", "poses"])
def test_calibration_moves_the_joints_in_the_file(capsys, tmp_path, kind):
    robot = da.load(ARM)
    rng = np.random.default_rng(0)
    q = rng.uniform(-1.5, 1.5, (40, robot.nv))
    off = rng.uniform(-0.01, 0.01, robot.nv)
    T = da.forward_kinematics(robot, q + off)
    point = T[:, :3, 3] + 1e-5 * rng.normal(size=(40, 3))
    names, columns = [*(f"q{k + 1}" for k in range(robot.nv)), "x", "y", "z"], [q, point]
    if kind == "poses":
        from scipy.spatial.transform import Rotation

        names += ["qx", "qy", "qz", "qw"]
        columns.append(Rotation.from_matrix(T[:, :3, :3]).as_quat())
    np.savetxt(tmp_path / "m.csv", np.column_stack(columns), delimiter=",", header=",".join(names), comments="")
    told = json.loads(good(capsys, "calibrate", ARM, tmp_path / "m.csv", "--parameters", "offsets", "-o", tmp_path / "new.urdf", "--json")[0])  # fmt: skip
    assert told["kept_layout"]
    assert told["parameters"]
    for name, x in told["parameters"].items():
        k = robot.coordinates.index(name.removeprefix("joint ").removesuffix(".offset"))
        assert abs(x - off[k]) < 4 * told["sigma"][name]
    found = da.forward_kinematics(da.load(tmp_path / "new.urdf"), q)
    assert np.abs(found[:, :3, 3] - T[:, :3, 3]).max() < 1e-4


def test_gains_of_drives_come_from_a_known_load(tmp_path, capsys):
    robot = da.gallery.ur5()
    rng, logs = np.random.default_rng(0), []
    load = da.Inertia.about_com(3.0, (0.06, 0.03, 0.1), (0.0,) * 6)
    gains = np.array([8.0, 9.0, 10.0, 4.0, 5.0, 6.0])
    for seed, moved in ((1, robot), (2, robot.attach(robot.links[-1].name, load))):
        t = np.arange(0, 10, 0.02)
        q, qd, qdd = da.trajectory.fourier_within(robot, 5, 5.0, seed=seed, margin=0.8).motion(t)
        current = da.inverse_dynamics(moved, q, qd, qdd) / gains
        current = current + 0.002 * current.std(0) * rng.normal(size=current.shape)
        names = [f"{x}{k}" for x in ("q", "qd", "qdd", "current") for k in range(1, 7)]
        path = tmp_path / f"{seed}.csv"
        np.savetxt(
            path, np.column_stack([t, q, qd, qdd, current]), delimiter=",", header=",".join(["t", *names]), comments=""
        )
        logs.append(str(path))
    code = run(["identify", "ur5", logs[0], "--loaded", logs[1], "--load", "3,0.06,0.03,0.1", "--load-frame",
                robot.links[-1].name, "--gains", "--json"])  # fmt: skip
    found = json.loads(capsys.readouterr().out)
    assert code == 0
    assert np.array(list(found["gains"].values())) == pytest.approx(gains, rel=0.02)
    assert run(["identify", "ur5", logs[0], "--gains"]) != 0
    assert "--load" in capsys.readouterr().err
    assert run(["identify", "ur5", logs[0], "--load", "3,0,0,0.1"]) == 2
