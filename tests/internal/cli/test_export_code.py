"""`export_code`: what is written where, what is refused, and what a message says."""

import json
import zipfile

import numpy as np
import pytest

import dalembert as da
from dalembert.cli.app import run as command
from dalembert.code.export import TARGETS
from dalembert.code.self_test import exported_simulation
from internal.codegen.exported import Library
from raised import raises
from tolerance import SAME_ALGORITHM

UR5 = da.gallery.ur5()


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_writes_files_and_names_the_model(target, tmp_path):
    options = da.code.CodeOptions(binary=False) if target == "fmu" else None
    paths = da.export_code(UR5, "gravity_vector", target, tmp_path / "new", options=options)
    assert paths
    assert all(x.is_file() for x in paths)
    digest = UR5.derived.digest.hex()[:16]
    assert target == "fmu" or any(digest.encode() in x.read_bytes() for x in paths)


def test_several_functions_of_chosen_names(tmp_path):
    header, *_ = da.export_code(
        UR5, {"plant": ["mass_matrix", "gravity_vector"], "pd": "pd_gravity"}, "c", tmp_path, name="arm"
    )
    text = header.read_text()
    assert header.name == "arm.h"
    assert "int arm_plant(const double q[6], double mass_matrix[36], double gravity_vector[6]);" in text
    assert "int arm_pd(const double q[6], const double qd[6]," in text


def test_nothing_is_replaced_unasked(tmp_path):
    da.export_code(UR5, "gravity_vector", "c", tmp_path)
    with raises(da.finding.FileExists):
        da.export_code(UR5, "mass_matrix", "c", tmp_path)
    assert "gravity_vector" in (tmp_path / "ur5.h").read_text()
    da.export_code(UR5, "mass_matrix", "c", tmp_path, overwrite=True)
    assert "gravity_vector" not in (tmp_path / "ur5.h").read_text()


def test_the_same_robot_gives_the_same_files(tmp_path):
    """Whatever was computed in the process before."""
    first = [x.read_bytes() for x in da.export_code(UR5, ["inverse_dynamics", "rk4_step"], "c", tmp_path / "a")]
    da.forward_dynamics(UR5, *np.ones((3, 6)))
    assert first == [x.read_bytes() for x in da.export_code(UR5, ["inverse_dynamics", "rk4_step"], "c", tmp_path / "b")]


@pytest.mark.parametrize(
    ("call", "kind", "fields"),
    [
        (lambda p: da.export_code(UR5, "inverse_dynamic", "c", p), da.finding.Unknown, {"noun": "quantity", "name": "inverse_dynamic"}),
        (lambda p: da.export_code(UR5, "mass_matrix", "cobol", p), da.finding.Unknown, {"noun": "target", "name": "cobol"}),
        (lambda p: da.export_code(UR5, "mass_matrix", "c", p, options=da.code.CodeOptions(step=1)), da.finding.Unknown, {"noun": "option", "name": "step", "owner_name": "c"}),
        (lambda p: da.export_code(UR5, [], "c", p), da.finding.Empty, {"argument": "quantities"}),
        (lambda p: da.export_code(UR5, ["mass_matrix"] * 2, "c", p), da.finding.Repeated, {"noun": "quantity", "name": "mass_matrix"}),
        (lambda p: da.export_code(UR5, "mass_matrix", "c", p, options=da.code.CodeOptions(frame="tool")), da.finding.NotAccepted, {"function": "mass_matrix", "argument": "frame"}),
        (lambda p: da.export_code(UR5, "mass_matrix", "c", p, dtype="int8"), da.finding.NotOneOf, {"argument": "dtype"}),
        (lambda p: da.export_code(5, "mass_matrix", "c", p), da.finding.WrongType, {"argument": "robot"}),
        (lambda p: da.export_code(da.gallery.planar_2r(), "mass_matrix", "c", p), da.finding.UnboundSymbols, {"robot": "planar_2r"}),
        (lambda p: da.export_code(UR5, "mass_matrix", "fmu", p, dtype="float32"), da.finding.NotOneOf, {"argument": "dtype", "choices": ("float64",)}),
        (lambda p: da.export_code(UR5, {"a": "mass_matrix", "b": "jacobian"}, "fmu", p), da.finding.WrongLength, {"argument": "quantities", "expected": 1}),
        (lambda p: da.export_code(UR5, "mass_matrix", "fmu", p, options=da.code.CodeOptions(step=-1)), da.finding.OutOfRange, {"argument": "step"}),
        (lambda p: da.export_code(UR5, "mass_matrix", "javascript", p, parameters=["gravity"], options=da.code.CodeOptions(simulate="rk4")), da.finding.Exclusive, {"arguments": ("simulate", "parameters")}),
        (lambda p: da.export_code(UR5, "loop_closure", "c", p), da.finding.UndefinedQuantity, {"quantity": "loop_closure", "reason": "no loops"}),
        (lambda p: da.export_code(UR5, "mass_matrix", "python", p, options=da.code.CodeOptions(limits=True)), da.finding.Requires, {"argument": "limits", "needs": "target"}),
        (lambda p: da.export_code(UR5, "mass_matrix", "ptx", p, options=da.code.CodeOptions(layout="up")), da.finding.NotOneOf, {"argument": "layout"}),
    ],
)  # fmt: skip
def test_refusals(call, kind, fields, tmp_path):
    with raises(kind, **fields):
        call(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_parameters_are_an_input(tmp_path):
    """A payload and gravity given at run time, beside the robot that has them."""
    names = ["gravity", UR5.links[-1].name]
    library = Library(tmp_path, UR5, "inverse_dynamics", parameters=names)
    kernel = da.compile(UR5, "inverse_dynamics", parameters=names)
    rng = np.random.default_rng(4)
    state, numbers = rng.normal(size=(3, 6)), np.array(kernel.values) + rng.uniform(0, 0.3, 13)
    status, (tau,) = library("inverse_dynamics", *state, numbers, sizes=[6])
    expected = kernel(*state, numbers)
    assert status == 0
    assert np.abs(tau - expected).max() < 1e-12 * np.abs(expected).max()
    assert "Parameters: gravity.x, gravity.y, gravity.z" in (tmp_path / "model.h").read_text()


@pytest.mark.parametrize("name", ["../../etc/x", "/tmp/x", "a/b", ".", "", "con", "x" * 500])
def test_files_stay_in_their_folder(name, tmp_path):
    for path in da.export_code(UR5, {name: "gravity_vector"}, "matlab", tmp_path / "in", name=name):
        assert tmp_path / "in" in path.resolve().parents
    assert [x.name for x in tmp_path.iterdir()] == ["in"]


def test_command_line_says_what_is_missing(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("dalembert.codegen.packages.fmi.shutil.which", lambda name: None)
    assert command(["codegen", "ur5", "M", "--target", "fmu", "-o", str(tmp_path)]) == 0
    assert "C compiler" in capsys.readouterr().err


def test_command_line(tmp_path, capsys):
    assert command(["codegen", "ur5", "id", "M", "--target", "c", "-o", str(tmp_path), "--name", "arm", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [x.rsplit("/", 1)[1] for x in told["written"]] == ["arm.h", "arm.c", "arm_test.c"]
    assert "arm_model(" in (tmp_path / "arm.h").read_text()
    assert command(["codegen", "ur5", "id", "-o", str(tmp_path), "--name", "arm"]) == 2
    assert "arm.h" in capsys.readouterr().err
    assert command(["codegen", "ur5", "id,g", "--separate", "-o", str(tmp_path), "--name", "arm", "--force"]) == 0
    assert "arm_gravity_vector(" in (tmp_path / "arm.h").read_text()
    unit = ["codegen", "ur5", "state_rate", "--target", "fmu", "-o", str(tmp_path)]
    assert command([*unit, "--option", "binary=no", "--option", "step=0.002"]) == 0
    with zipfile.ZipFile(tmp_path / "ur5.fmu") as archive:
        assert b"MODEL_STEP 0.002" in archive.read("sources/fmi.c")
    assert command([*unit, "--option", "colour=red", "--force"]) == 2
    assert "'colour'" in capsys.readouterr().err
    assert command(["codegen", "ur5", "nothing", "-o", str(tmp_path / "x")]) == 2
    assert "'nothing'" in capsys.readouterr().err


def test_the_stored_run_of_a_mechanism_is_one_it_can_take():
    """Rates that its loops allow and a step that is small enough, so that the run has an end to compare with."""
    robot = da.gallery.andrews_squeezer()
    (run,) = exported_simulation(robot, "simulate", "rk4").samples
    assert np.isfinite(run.wanted).all()
    q, qd = run.x[: robot.nq], run.x[robot.nq : robot.nq + robot.nv]
    assert np.abs(da.mechanism.loop_jacobian(robot, q) @ qd).max() < SAME_ALGORITHM * np.abs(qd).max()
