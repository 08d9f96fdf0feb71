"""What a page is asked to show: parts, layers, views, motion and runs, refused where they make no sense."""

import json
from base64 import b64decode

import numpy as np
import pytest

import dalembert as da
from dalembert.studio.page_options import CONTROLLERS, PARTS, Note, lecture, turned, view
from dalembert.studio.payload import payload, sample_values
from dalembert.studio.share import shapes_of
from raised import raises
from tolerance import SAME_ALGORITHM

PENDULUM = da.gallery.pendulum().bind(**sample_values(da.gallery.pendulum()))


def test_parts_are_all_or_those_chosen_in_the_order_of_the_page():
    assert da.types.PageOptions().data(PENDULUM)["parts"] == list(PARTS)
    assert da.types.PageOptions(parts=["quiz", "equations"]).data(PENDULUM)["parts"] == ["equations", "quiz"]
    assert da.types.PageOptions(parts="code").data(PENDULUM)["parts"] == ["code"]


def test_what_is_left_out_is_not_in_the_file():
    made = payload(da.gallery.planar_2r(), choice=da.types.PageOptions(parts=["efforts"]))
    assert made["equations"] is None
    assert made["quiz"] is None
    assert made["derivation"] == made["code"] == []
    assert made["certificate"] is None
    assert {x["name"] for x in made["contents"]["functions"]} == {"poses", "terms", "velocity"}
    assert not made["contents"]["marches"]


@pytest.mark.parametrize(
    ("given", "kind", "fields"),
    [
        ({"parts": ["equation"]}, da.finding.Unknown, {"noun": "part", "name": "equation"}),
        ({"layers": ["mass"]}, da.finding.Unknown, {"noun": "layer", "name": "mass"}),
        ({"views": {"side": 3}}, da.finding.WrongType, {"argument": "views['side']"}),
        ({"views": {"side": (1, 2, 99)}}, da.finding.WrongType, {"expected": "a camera"}),
        ({"views": {"side": (float("nan"), 0)}}, da.finding.WrongType, {"expected": "a camera"}),
        ({"views": {"side": {"eye": 1}}}, da.finding.Unknown, {"name": "eye"}),
        ({"views": {"a": {"q": [1, 2]}}}, da.finding.WrongShape, {"argument": "q", "got": (2,)}),
        ({"views": ["side"]}, da.finding.WrongType, {"argument": "views"}),
        ({"views": {str(k): (0, 0) for k in range(30)}}, da.finding.TooMany, {"noun": "views", "most": 24}),
        ({"motion": {"control": "lqr"}}, da.finding.Unknown, {"noun": "controller", "name": "lqr"}),
        ({"motion": {"speed": 1}}, da.finding.Unknown, {"name": "speed"}),
        ({"motion": {"goal": [1, 2]}}, da.finding.WrongShape, {"argument": "goal"}),
        ({"motion": {"qd": ["x"]}}, da.finding.NotReal, {"argument": "qd"}),
        ({"motion": {"duration": 1e9}}, da.finding.OutOfRange, {"argument": "duration", "lower": 0.1, "upper": 60.0}),
        ({"motion": {"bandwidth": True}}, da.finding.NotReal, {"argument": "bandwidth"}),
        ({"run": "run.npz"}, da.finding.WrongType, {"argument": "run"}),
    ],
)
def test_what_makes_no_sense_is_refused(given, kind, fields):
    with raises(kind, **fields):
        da.types.PageOptions(**given).data(PENDULUM)


def test_controllers_are_those_that_the_robot_can_have():
    free, cart, bar, walker = (getattr(da.gallery, x)() for x in ("free_body", "cart_pole", "four_bar", "quadruped"))
    assert da.types.PageOptions().data(PENDULUM)["motion"]["controls"] == list(CONTROLLERS)
    numbers = cart.bind(**sample_values(cart))
    assert "computed_torque" not in da.types.PageOptions().data(numbers)["motion"]["controls"]
    assert da.types.PageOptions().data(bar.bind(**sample_values(bar)))["motion"]["controls"] == list(CONTROLLERS)
    assert da.types.PageOptions().data(walker)["motion"]["controls"] == list(CONTROLLERS[:-1])
    for robot, elastic in ((free, ()), (PENDULUM, (0,))):
        assert da.types.PageOptions().data(robot, elastic)["motion"]["controls"] == ["none"]
        with raises(da.finding.NoController, controller="pd"):
            da.types.PageOptions(motion={"control": "pd"}).data(robot, elastic)
        others = da.types.PageOptions(motion={"control": "pd", "goal": [0]}).of_others
        assert others.data(robot, elastic)["motion"]["control"] == "none"


@pytest.mark.parametrize("up", [(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, -1, 0), (0.6, 0, -0.8)])
def test_the_world_is_turned_upright(up):
    R = turned(np.array(up, dtype=float), np.array([0.0, 1.0, 0.0]))
    assert np.abs(R @ up - [0, 1, 0]).max() <= SAME_ALGORITHM
    assert np.abs(R @ R.T - np.eye(3)).max() <= SAME_ALGORITHM
    assert np.linalg.det(R) == pytest.approx(1)


def test_a_view_is_where_draw_has_it():
    """z up: azimuth 0 is from x, which the page has at +x, a quarter turn from its own z."""
    ur5 = da.gallery.ur5()
    assert np.allclose(view(ur5, "x", (10, 0))["camera"], [np.pi / 2, np.deg2rad(10), 1])
    assert np.allclose(view(ur5, "y", (0, -90, 2))["camera"], [0, 0, 0.5])


def test_a_run_is_kept_to_the_digits_of_a_picture():
    run = da.simulate(PENDULUM, [1.0], duration=1.0)
    made = da.types.PageOptions(run=run).data(PENDULUM)["run"]
    table = np.frombuffer(b64decode(made["table"]), dtype="<f4").reshape(made["rows"], -1)
    t = np.linspace(0, 1, made["rows"])
    assert np.abs(table[:, 0] - run.at(t).q[:, 0]).max() < 1e-6
    assert (
        np.abs(table[:, 4] + table[:, 5] - table[:, 6] + table[:, 7] - run.energy[0]).max() < 1e-4 * run.kinetic.max()
    )
    assert made["rows"] <= 601
    with raises(da.finding.WrongShape, argument="run.q"):
        da.types.PageOptions(run=da.simulate(da.gallery.ur5(), np.zeros(6), duration=0.1)).data(PENDULUM)


def test_notes_are_letters_unless_the_library_wrote_them():
    evil = "<img src=x onerror=alert(1)> $q_1$ </p><script>"
    made = payload(PENDULUM, note=Note(words=evil), lesson=False)["note"]["words"]
    assert "<img" not in made
    assert "$q_1$" in made
    assert "<script" not in made
    assert "<math>" in lecture()["planar_2r"].data()["words"]


def test_every_note_of_the_lecture_can_be_written_and_names_a_row():
    for name, note in lecture().items():
        robot = getattr(da.gallery, name)()
        assert json.dumps(note.data())
        for claim in note.claims:
            found = da.check(robot, f"{claim['row']} = {claim['typed']}")
            assert found.correct is False, (name, claim["row"])


BOX = """<robot name="boxes"><link name="base"/><link name="arm"><inertial><mass value="1"/><origin xyz="0.2 0 0"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><origin xyz="0.2 0 0"/><geometry>{}</geometry></visual></link>
<joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>"""


def test_shapes_of_a_file_are_in_the_page_where_they_are_asked_for(tmp_path):
    file = tmp_path / "boxes.urdf"
    file.write_text(BOX.format('<box size="0.4 0.1 0.1"/>'))
    robot = da.load(file)
    made = payload(robot, shapes=shapes_of(file), lesson=False)["skin"]
    assert [x["body"] for x in made] == [0]
    corners = np.frombuffer(b64decode(made[0]["vertices"]), dtype="<f4").reshape(-1, 3)
    spans = np.sort(np.ptp(corners, axis=0))
    assert np.allclose(spans, [0.1, 0.1, 0.4], atol=1e-3)
    with_box = da.share(robot, tmp_path / "a.html", visuals=[file]).stat().st_size
    without = da.share(robot, tmp_path / "b.html").stat().st_size
    assert 0 < with_box - without < 5000
    file.write_text(BOX.format('<mesh filename="nowhere.stl"/>'))
    with raises(da.finding.NoMeshes):
        da.share(robot, tmp_path / "c.html", visuals=[file])
