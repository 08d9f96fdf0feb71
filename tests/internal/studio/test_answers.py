"""What the studio answers, against the library and against physics; functions called as a worker calls them."""

import gzip
import json
import re
import shutil
import subprocess
import sys
from base64 import b64decode
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import dalembert as da
from corpus import find
from dalembert.robot.dh import KINDS, dh_row
from dalembert.studio.handlers import BoundModel, derive, export, identify, mechanics, model
from dalembert.studio.payload import sample_values
from dalembert.studio.request import ENDPOINTS, StoredRobot, encoded
from dalembert.studio.server import Session
from raised import raises
from tolerance import IDENTIFIED, SAME_ALGORITHM

UR5 = BoundModel(da.gallery.ur5())
ARM = BoundModel(da.gallery.planar_2r(), sample_values(da.gallery.planar_2r()))
Q = [0.3, -1.2, 1.4, -1.5, -1.2, 0.3]
LETTERS = {kind: letter for letter, kind in KINDS.items()}


def edited(subject, *cells):
    keys = ("table", "row", "column", "text")
    return model.edit(subject, {"changes": [dict(zip(keys, x, strict=True)) for x in cells]}).robot


def test_every_question_has_its_function():
    for answer in ENDPOINTS.values():
        assert callable(answer.function)


@pytest.mark.parametrize(
    "name", ["planar_2r", "planar_3r", "articulated", "rx90", "puma560", "stanford", "panda", "ur5"]
)
def test_rows_read_from_a_robot_make_it_again(name):
    """T(q) of the table's robot is the robot's, for the convention in which all of its joints have rows."""
    robot = getattr(da.gallery, name)()
    for convention in ("standard", "modified"):
        rows = [dh_row(j, convention) for j in robot.joints]
        if None not in rows:
            break
    made = da.from_dh([{**x, "joint": LETTERS[j.kind]} for x, j in zip(rows, robot.joints, strict=True)], convention)
    values = sample_values(robot)
    lengths = {k: v for k, v in values.items() if k in made.parameters}
    q = np.linspace(-1, 1, robot.n)
    found = da.forward_kinematics(made.bind(**lengths), q, f"link{robot.n}")
    bound = robot.bind(**values) if values else robot
    np.testing.assert_allclose(found, da.forward_kinematics(bound, q, robot.joints[-1].child), atol=SAME_ALGORITHM)


def test_a_row_that_is_edited_is_the_table_with_that_row():
    rows = [{"joint": "R", "a": 0.4}, {"joint": "R", "a": 0.3, "alpha": "pi/2"}, {"joint": "P", "d": 0.1}]
    for column, text in (("a", "0.55"), ("alpha", "-pi/2"), ("d", "0.2"), ("theta", "0.3")):
        for k in range(3):
            other = [{**row, column: text} if i == k else row for i, row in enumerate(rows)]
            found = edited(BoundModel(da.from_dh(rows)), ("dh", f"joint{k + 1}", column, text)).robot
            q = [0.3, -0.4, 0.05]
            want = da.forward_kinematics(da.from_dh(other), q, "link3")
            np.testing.assert_allclose(da.forward_kinematics(found, q, "link3"), want, atol=SAME_ALGORITHM)


def test_a_robot_that_is_not_touched_stays_the_same_number_for_number():
    for link in ("link2", "link5"):
        cells = next(x for x in model.tables(UR5, {})["links"] if x["name"] == link)["cells"]
        again = edited(UR5, *(("link", link, column, text) for column, text in cells.items())).robot
        found, before = (np.array(x.link(link).inertia.parameters, dtype=float) for x in (again, UR5.robot))
        np.testing.assert_allclose(found, before, rtol=SAME_ALGORITHM)


def test_edits_of_inertias_joints_drives_and_gravity():
    robot = edited(
        UR5, ("link", "link3", "mass", "5"), ("joint", "joint2", "coulomb", "3/2"), ("joint", "joint2", "upper", "1.5"),
        ("joint", "joint3", "x", "0.1"), ("gravity", "z", "z", "-1.62"),
    ).robot  # fmt: skip
    assert float(robot.link("link3").inertia.mass) == 5
    np.testing.assert_allclose(robot.link("link3").inertia.com, UR5.robot.link("link3").inertia.com)
    assert float(robot.joint("joint2").drive.coulomb) == 1.5
    assert robot.joint("joint2").limits.upper == 1.5
    assert float(robot.joint("joint3").placement.p[0]) == 0.1
    assert float(robot.gravity[2]) == -1.62


@pytest.mark.parametrize(
    ("cell", "error"),
    [
        (("link", "link3", "mass", "__import__('os')"), da.errors.BadExpression),
        (("link", "link3", "mass", "-1"), da.errors.UnphysicalInertia),
        (("link", "nobody", "mass", "1"), da.DalembertError),
        (("link", "link3", "colour", "1"), da.errors.UnknownName),
        (("file", "link3", "mass", "1"), da.errors.UnknownName),
        (("joint", "joint1", "lower", "m1"), da.errors.WrongValue),
        (("joint", "joint1", "x", "9" * 300), da.errors.TooLarge),
    ],
)
def test_edits_that_are_refused(cell, error):
    with pytest.raises(error):
        edited(UR5, cell)


def test_undo_is_a_step_back_in_a_list():
    one, two, three = (StoredRobot(b"x", name, "", "") for name in "abc")
    session = Session("s").opened(one).edited(two).moved(-1)
    assert session.robot is one
    assert session.moved(1).robot is two
    assert session.edited(three).robots == (one, three)
    with raises(da.finding.Nothing, noun="undo"):
        session.moved(-1)


@pytest.mark.sampled(7)
@pytest.mark.parametrize("controller", mechanics.CONTROLLERS)
@pytest.mark.parametrize("friction", mechanics.FRICTIONS)
def test_the_books_of_a_run_are_balanced(controller, friction):
    told = {"q": [0.3, 0.5], "qd": [0.2, -0.1], "goal": [0.0, 0.2], "duration": 0.4, "push": [4.0, 0, 0], "push_start": 0.1,
            "push_length": 0.1, "frame": "tool", "controller": controller, "friction": friction}  # fmt: skip
    run = mechanics.simulate(ARM, told)
    assert run["residual"] < 1e-6
    assert run["stopped"] == ""
    assert ("friction" in run["balance"]) == (friction in ("viscous", "coulomb"))
    assert json.loads(encoded(run))["t"][-1] == 0.4


def test_a_controller_reaches_its_goal():
    told = {"q": Q, "goal": [0.1, -1.0, 1.2, -1.4, -1.0, 0.2], "duration": 3.0, "bandwidth": 8.0}
    for controller in ("pd_gravity", "computed_torque"):
        run = mechanics.simulate(UR5, {**told, "controller": controller})
        np.testing.assert_allclose(run["q"][-1], told["goal"], atol=1e-3)
    alone = mechanics.simulate(UR5, {**told, "controller": "pd"})
    assert np.abs(alone["q"][-1] - told["goal"]).max() > 0.01, "PD alone sags under the weight"


def test_every_way_reaches_the_pose():
    pose = da.forward_kinematics(UR5.robot, Q)
    found = mechanics.inverse(UR5, {"pose": pose.ravel().tolist(), "q": Q})
    assert len(found["branches"]) == 8
    for branch in found["branches"]:
        np.testing.assert_allclose(da.forward_kinematics(UR5.robot, branch["q"]), pose, atol=1e-8)
    assert any(np.allclose(branch["q"], Q, rtol=0, atol=1e-8) for branch in found["branches"])


def test_an_arm_whose_place_says_all_is_reached_elbow_up_and_down():
    q = [0.35, 0.78]
    pose = da.forward_kinematics(ARM.numbers, q)
    found = mechanics.inverse(ARM, {"pose": pose.ravel().tolist(), "q": q})
    elbows = sorted(round(float(x["q"][1]), 6) for x in found["branches"])
    assert elbows == [-0.78, 0.78]
    geometry = mechanics.geometry(ARM, {"q": q})
    assert geometry["directions"] == 2, "it never leaves its plane, which is no singularity"
    assert mechanics.geometry(UR5, {"q": Q})["directions"] == 3


def test_forces_are_borne_as_virtual_work_says():
    F = [70.0, 20.0, -45.0, 0, 0, 0]
    found = mechanics.statics(UR5, {"q": Q, "frame": "link6", "wrench": F})
    np.testing.assert_allclose(found["external"], -da.jacobian(UR5.robot, Q, "link6").T @ F, atol=1e-10)
    np.testing.assert_allclose(found["tau"], da.gravity_vector(UR5.robot, Q) + found["external"], atol=1e-10)
    geometry = mechanics.geometry(UR5, {"q": Q})
    J = da.jacobian(UR5.robot, Q)[:3]
    np.testing.assert_allclose(np.sort(geometry["velocity"]["radii"])[::-1], np.linalg.svd(J)[1], atol=1e-10)


def test_mechanisms_have_their_freedoms():
    robot = da.gallery.four_bar()
    found = mechanics.mobility(BoundModel(robot, sample_values(robot)), {})
    assert (found["formula"], found["freedoms"]) == (1, 1)


def test_each_method_ends_in_the_same_equations():
    for method in ("lagrange", "newton-euler", "kane", "hamilton", "virtual-work"):
        found = derive.derive(ARM, {"method": method})
        assert found["agrees"]
        assert all(x["title"] for x in found["steps"])
    certificate = derive.certificate(ARM, {})
    assert all(x["holds"] for x in certificate["claims"])
    assert "positive definite" in certificate["short"]
    assert certificate["title"].startswith("Proved")


def test_what_is_too_long_to_be_proved_is_checked_and_said_to_be():
    """Of a humanoid what holds comes first, and no claim that was only tried is called proved."""
    found = derive.certificate(BoundModel(da.load(find("talos_reduced.urdf"))), {})
    assert all(x["holds"] for x in found["claims"])
    assert "Only the motors change the energy" in found["short"]
    assert "random states" in found["title"]
    assert any(x["how"].startswith("checked numerically") for x in found["claims"])


def test_code_of_every_language_and_its_counts():
    for target in ("c", "python", "rust", "javascript"):
        assert export.code(ARM, {"target": target})["files"]
    counts = export.counts(UR5, {})["counts"]["inverse_dynamics"]
    expected = da.code.count(UR5.robot, "inverse_dynamics")
    assert (counts["mul"], counts["add"]) == (expected.mul, expected.add)
    for name in ("planar_2r", "cart_pole", "quadruped", "four_bar"):  # joints without limits, balls, loops
        robot = getattr(da.gallery, name)()
        assert export.speed(BoundModel(robot, sample_values(robot)), {})["batch_ns"] > 0
    with raises(da.finding.NotOneOf, argument="target"):
        export.code(ARM, {"target": "../../etc"})


def _half(inertia):
    return da.Inertia(inertia.mass / 2, tuple(x / 2 for x in inertia.ms), tuple(x / 2 for x in inertia.tensor))


def test_a_log_gives_its_model_back(tmp_path):
    robot = replace(ARM.numbers, name="arm")
    t = np.linspace(0, 4, 201)
    w = np.array([2.1, 3.4])
    q, qd, qdd = np.sin(t[:, None] * w), w * np.cos(t[:, None] * w), -w * w * np.sin(t[:, None] * w)
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    head = "t,q1,q2,qd1,qd2,qdd1,qdd2,tau1,tau2"
    np.savetxt(tmp_path / "log.csv", np.column_stack([t, q, qd, qdd, tau]), delimiter=",", header=head, comments="")
    light = replace(robot, links=tuple(replace(x, inertia=_half(x.inertia)) for x in robot.links))
    made = identify.identify(BoundModel(light), {"folder_here": str(tmp_path), "file": "log.csv"})
    found = made.body
    assert found["error"] < 1e-9
    assert found["verdict"]
    assert "<html" in found["report"]
    np.testing.assert_allclose(found["model"], found["tau"], atol=1e-7)
    np.testing.assert_allclose(da.inverse_dynamics(made.robot.robot, q, qd, qdd), tau, atol=1e2 * IDENTIFIED)
    said = {
        "robot": light,
        "da": SimpleNamespace(read_log=lambda x, _: x, identify=lambda x, y: SimpleNamespace(robot=(x, y))),
    }
    exec(made.edit, said)  # what it is called in Python
    assert said["robot"] == (light, "log.csv")
    with raises(da.finding.Unreadable, path="../log.csv"):
        identify.identify(BoundModel(robot), {"folder_here": str(tmp_path), "file": "../log.csv"})


def test_the_shared_page_is_the_tab_s_robot():
    made = export.share(ARM, {"title": "Lecture 7", "q": [0.2, 0.4]})
    assert made["html"].startswith("<!doctype html>")
    assert made["size"] == len(made["html"].encode())


def page_of(made):
    found = re.search(r'id="page">([^<]*)<', made["html"])[1]
    return json.loads(gzip.decompress(b64decode(found)))["robots"][0]


def test_the_shared_page_has_what_was_chosen():
    told = {
        "q": [0.2, 0.4], "parts": ["quiz", "simulation"], "layers": ["frames"], "note": "Look <here>",
        "views": {"side": {"orbit": [0.1, 0.2, 1.0], "q": [0.3, 0.1]}},
        "motion": {"control": "pd", "goal": [0.1, 0.2], "duration": 2.0},
        "run": {"duration": 0.5, "q": [0.2, 0.4], "controller": "none"},
    }  # fmt: skip
    robot = page_of(export.share(ARM, told))
    assert robot["parts"] == ["simulation", "quiz"]
    assert robot["layers"] == ["frames"]
    assert robot["views"][0] == {"name": "side", "camera": [0.1, 0.2, 1.0], "q": [0.3, 0.1], "layers": None}
    assert robot["motion"]["control"] == "pd"
    assert robot["run"]["end"] == 0.5
    assert "Look &lt;here&gt;" in robot["note"]["words"]


@pytest.mark.parametrize(
    "told",
    [
        {"parts": "quiz"}, {"parts": [1]}, {"layers": {"frames": 1}}, {"views": [1]}, {"views": {"a": {"orbit": "x"}}}, {"motion": 3},
        {"motion": {"control": ["pd"]}}, {"run": "x"}, {"run": {"duration": 1e9}}, {"note": 5}, {"note": "x" * 30_000},
    ],
)  # fmt: skip
def test_a_page_that_makes_no_sense_is_refused(told):
    with pytest.raises(da.DalembertError):
        export.share(ARM, told)


def test_arguments_that_are_none():
    for told, error in (
        ({"q": [1]}, da.finding.WrongShape),
        ({"q": [0, None]}, da.finding.NotReal),
        ({"duration": -1}, da.finding.OutOfRange),
        ({"controller": "x"}, da.finding.NotOneOf),
    ):
        with raises(error, argument=next(iter(told))):
            mechanics.simulate(ARM, told)
    with raises(da.finding.Unknown, noun="gallery robot"):
        model.open_gallery({"name": "__class__"})


def test_without_its_packages_the_studio_says_what_to_install():
    script = (
        "import sys; sys.modules['starlette.applications'] = None\nfrom dalembert.cli.app import main; main(['studio'])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "pip install 'dalembert[studio]'" in done.stderr


def test_a_zip_with_its_folders_is_unpacked_and_read(tmp_path):
    robot = tmp_path / "arm"
    robot.mkdir()
    da.export(UR5.robot, robot / "arm.urdf")
    (robot / "table.csv").write_text("joint,a,alpha,d,theta\nR,0.4,0,0,0\nR,0.3,0,0,0\n")
    upload = tmp_path / "upload"
    upload.mkdir()
    shutil.make_archive(str(upload / "arm"), "zip", tmp_path, "arm")
    made = model.load({"folder_here": str(upload)})
    assert made.body["file"] == "arm/arm.urdf"
    assert made.body["files"] == ["arm/arm.urdf", "arm/table.csv"]
    np.testing.assert_allclose(da.gravity_vector(made.robot.robot, Q), da.gravity_vector(UR5.robot, Q), atol=1e-9)
    table = model.load({"folder_here": str(upload), "file": "arm/table.csv"}).robot.robot
    np.testing.assert_allclose(da.forward_kinematics(table, [0, 0], "link2")[:3, 3], [0.7, 0, 0], atol=SAME_ALGORITHM)


SICK = """<robot name="sick"><link name="base"/>
<link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="0.1" izz="0.1" ixy="0" iyz="0" ixz="0"/></inertial>
<visual><geometry><box size="0.4 0.1 0.1"/></geometry></visual></link>
<link name="tip"><inertial><mass value="0"/><inertia ixx="1" iyy="1" izz="1" ixy="0" iyz="0" ixz="0"/></inertial></link>
<joint name="j" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="0" velocity="1"/></joint>
<joint name="f" type="fixed"><parent link="a"/><child link="tip"/></joint></robot>"""


def test_findings_name_their_part(tmp_path):
    (tmp_path / "sick.urdf").write_text(SICK)
    found = model.load({"folder_here": str(tmp_path)}).body["findings"]
    of = {(x["link"], x["joint"]): (x["body"], x["coordinate"]) for x in found if x["link"] or x["joint"]}
    assert of["a", ""] == (0, None)
    assert of["tip", ""] == (0, None)  # carried by what `a` is part of
    assert of["", "j"] == (0, 0)
    levels = [x["level"] for x in found]
    assert levels == sorted(levels, key=["error", "warning", "note"].index)


def test_the_robot_of_a_tab_as_a_file(tmp_path):
    for subject in (ARM, UR5):
        (tmp_path / "robot.toml").write_text(model.file(subject, {})["text"])
        assert da.load(tmp_path / "robot.toml").parameters == subject.robot.parameters
        again = BoundModel(da.load(tmp_path / "robot.toml"), subject.values).numbers
        q = Q[: again.n]
        np.testing.assert_allclose(da.mass_matrix(again, q), da.mass_matrix(subject.numbers, q), rtol=SAME_ALGORITHM)


def test_a_session_takes_over_what_was_found():
    a, b = (StoredRobot(x, x.decode(), "robot = …", "x") for x in (b"a", b"b"))
    session = Session("s").opened(a)
    with raises(da.finding.Nothing, noun="identified robot"):
        session.taken()
    taken = replace(session, proposal=b).taken()
    assert taken.robot == b
    assert taken.moved(-1).robot == a
    assert replace(session, proposal=b).opened(a).proposal is None


@pytest.mark.parametrize(
    ("table", "row", "column", "text", "said"),
    [
        ("value", "m1", "value", "-5", "negative mass"),
        ("value", "I1", "value", "-3", "negative moment"),
        ("link", "link1", "Ixx", "-1", "negative moment"),
    ],
)
def test_the_doctor_examines_the_values_too(table, row, column, text, said):
    start = ENDPOINTS["start"].made({}, None)
    change = {"table": table, "row": row, "column": column, "text": text}
    made = ENDPOINTS["edit"].made({"changes": [change]}, start.robot.packed)
    found = json.loads(ENDPOINTS["diagnose"].made({}, made.robot.packed).body)["findings"]
    assert found[0]["level"] != "note"
    assert all(x in " ".join(y["what"] for y in found) for x in said.split())


@pytest.mark.parametrize(("lower", "upper"), [("5", ""), ("", "-50"), ("-1", "2"), ("-100", "100"), ("50", "60")])
def test_sliders_go_up_whatever_the_limits(lower, upper):
    packed = ENDPOINTS["start"].made({}, None).robot.packed
    for column, text in (("lower", lower), ("upper", upper)):
        change = {"table": "joint", "row": "joint1", "column": column, "text": text}
        made = ENDPOINTS["edit"].made({"changes": [change]}, packed)
        packed = made.robot.packed
    x = json.loads(made.body)["payload"]["coordinates"][0]
    assert x["lower"] < x["upper"]
    assert not lower or x["lower"] >= float(lower)
    assert not upper or x["upper"] <= float(upper)


def test_limits_that_are_reversed_are_refused_in_a_cell_and_drawn_from_a_file(tmp_path):
    packed = ENDPOINTS["start"].made({}, None).robot.packed
    changes = [
        {"table": "joint", "row": "joint1", "column": x, "text": y} for x, y in (("lower", "5"), ("upper", "-5"))
    ]
    with raises(da.finding.ReversedBounds, argument="joint1"):
        ENDPOINTS["edit"].made({"changes": changes}, packed)
    path = tmp_path / "reversed.toml"
    robot = da.gallery.ur5()
    first = replace(robot.joints[0], limits=da.Limits(2.0, -2.0))
    da.export(replace(robot, joints=(first, *robot.joints[1:])), path)
    x = json.loads(ENDPOINTS["start"].made({"path_here": str(path)}, None).body)["payload"]["coordinates"][0]
    assert (x["lower"], x["upper"]) == (-2, 2)
