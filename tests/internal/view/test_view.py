"""The 3D view: its geometry is that of forward kinematics, its page asks for nothing, its widget follows q."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.robot.model import joint_table
from raised import raises

ARM = da.load(Path(da.__file__).parent / "assets" / "arm.urdf")
Q = [0.4, -0.9, 0.9, 0.6, 0.8, 0.4]


def tool(picture):
    """The last pose of a picture: 3×4."""
    return np.reshape(picture[-12:], (3, 4))


def test_the_tool_stands_where_forward_kinematics_puts_it():
    np.testing.assert_allclose(
        tool(da.view.make_scene(ARM, Q).data["poses"][0]), da.forward_kinematics(ARM, Q)[:3], atol=1e-6
    )
    frame = ARM.frames[0].name if ARM.frames else ARM.links[2].name
    shown = tool(da.view.make_scene(ARM, Q, frame=frame).data["poses"][0])
    np.testing.assert_allclose(shown, da.forward_kinematics(ARM, Q, frame)[:3], atol=1e-6)  # written in micrometres


@pytest.mark.parametrize(
    "name", ["planar_2r", "ur5", "scara", "stanford", "quadruped", "delta", "four_bar", "spinning_top"]
)
def test_solids_join_each_body_to_what_it_carries(name):
    """From body to body: a solid of the carrier reaches where the next joint is, and every link is seen."""
    data = da.view.make_scene(getattr(da.gallery, name)()).data["shape"]
    drawn = {x["body"] for x in data["solids"]}
    for i, body in enumerate(data["bodies"]):
        if body["mass"] > 0:
            assert i in drawn, f"nothing is drawn of {body['name']}"
    lit = {x["coordinate"] for x in data["solids"] if "coordinate" in x}
    own = {k for k, x in enumerate(data["coordinates"]) if not x["floating"]}
    assert {data["coordinates"][k]["body"] for k in own} == {data["coordinates"][k]["body"] for k in lit}
    assert all(np.isfinite([*x["from"], *x["to"], x["radius"]]).all() and x["radius"] > 0 for x in data["solids"])


def test_what_cannot_move_is_shown_too():
    stone = da.Robot("stone", (da.Link("stone"),), ())
    data = da.view.make_scene(stone).data
    assert data["shape"]["solids"]
    assert len(data["poses"][0]) == 12


def test_nothing_an_arm_reaches_is_below_the_floor():
    robot = da.gallery.ur5()
    data = da.view.make_scene(robot).data["shape"]
    states = np.random.default_rng(3).uniform(-np.pi, np.pi, (200, 6))
    heights = da.forward_kinematics(robot, states)[:, 2, 3]
    assert data["up"] == [0.0, 0.0, 1.0]
    assert heights.min() > data["floor"] - 0.1 * data["reach"]


def test_a_film_has_a_picture_for_every_moment_and_its_own_time():
    run = da.simulate(ARM, Q, duration=1.0)
    film = da.view.animate(run)
    assert 20 <= len(film.data["poses"]) <= 400
    assert film.data["period"] * (len(film.data["poses"]) - 1) == pytest.approx(1.0)
    np.testing.assert_allclose(tool(film.data["poses"][-1]), da.forward_kinematics(ARM, run.q[-1])[:3], atol=1e-6)
    fast = da.view.animate(run, speed=2).data
    assert fast["period"] * (len(fast["poses"]) - 1) == pytest.approx(0.5)


def test_a_symbolic_robot_is_drawn_with_sample_lengths():
    assert len(da.view.make_scene(da.gallery.planar_2r()).data["shape"]["bodies"]) == 2


def test_what_is_wrong_is_told():
    with raises(da.finding.WrongShape, argument="q", robot="arm"):
        da.view.make_scene(ARM, [1, 2])
    with raises(da.finding.NotFinite, argument="q"):
        da.view.make_scene(ARM, [np.nan] * 6)
    with raises(da.finding.TooMany, noun="pictures", most=400, argument="q"):
        da.view.make_scene(ARM, np.zeros((401, 6)))
    with raises(da.finding.WrongType, argument="robot", expected="a robot"):
        da.view.make_scene(7)


def test_the_page_asks_for_nothing(tmp_path):
    page = da.view.make_scene(ARM, Q).save_html(tmp_path / "v.html").read_text()
    assert re.findall(r"""(?:src|href)=["'](?!data:|#)""", page) == []
    assert "://" not in page
    assert "import(" not in page
    assert "unsafe-inline" not in page
    assert "default-src 'none'" in page


def test_no_name_can_leave_the_script():
    from dataclasses import replace

    page = da.view.make_scene(replace(ARM, name="</script><script>alert(1)</script>"), Q).html()
    assert page.count("<script") == 3  # two blocks of data and the loader
    assert "alert(1)</script>" not in page


def test_a_browser_draws_the_page(tmp_path):
    """Headless: the stage is there and the clock of the film reads its time, so the script ran to the end."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no chromium on this machine")
    page = da.view.animate(da.simulate(ARM, Q, duration=0.4)).save_html(tmp_path / "film.html")
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=4000", "--dump-dom", page.as_uri()]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert 'aria-label="Arm"' in done.stdout
    assert "0.00 s</output>" in done.stdout
    assert "cannot start" not in done.stdout.split("<noscript>")[0]


def test_the_widget_follows_q():
    pytest.importorskip("anywidget")
    shown = da.view.show(ARM, Q)
    before = json.loads(shown.data)
    shown.q = [0.0] * 6
    after = json.loads(shown.data)
    assert before != after
    np.testing.assert_allclose(tool(after["poses"][0]), da.forward_kinematics(ARM, [0.0] * 6)[:3], atol=1e-6)
    shown.play(da.simulate(ARM, Q, duration=0.2))
    assert len(json.loads(shown.data)["poses"]) > 1
    assert "as default" in str(shown._esm)


def test_the_widget_names_its_package(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "anywidget", None)
    with raises(da.finding.MissingPackage, package="anywidget", function="view.show"):
        da.view.show(ARM)


def test_a_scene_shows_itself_in_a_notebook_without_the_widget():
    html = da.view.make_scene(ARM, Q)._repr_html_()
    assert html.startswith("<iframe")
    assert 'sandbox="allow-scripts"' in html


# ── robots as tables ──────────────────────────────────────────────────────────


def test_a_robot_shows_itself():
    assert "shoulder_pan" in ARM._repr_html_()
    assert "<td>3.2</td>" in ARM._repr_html_()
    assert str(ARM).splitlines()[0] == "arm: 6 coordinates, 8 links, gravity (0, 0, -9.81) m/s²"


def test_the_table_has_a_row_for_each_joint_and_says_which_coordinate_it_is():
    heads, rows = joint_table(ARM)
    assert [row[1] for row in rows] == [joint.name for joint in ARM.joints]
    assert [row[0] for row in rows if row[0]] == [f"q{k}" for k in range(1, 7)]
    assert all(len(row) == len(heads) for row in rows)


def test_names_in_the_table_are_text():
    from dataclasses import replace

    nasty = replace(ARM, name="<b>\x1b[31m")
    assert "<b>" not in nasty._repr_html_()
    assert "\x1b" not in str(nasty)


def test_a_run_shows_itself():
    run = da.simulate(ARM, Q, duration=0.2)
    assert run.animate(speed=0.5).data["poses"] == da.view.animate(run, speed=0.5).data["poses"]
    assert "<svg" in run._repr_html_()
    batch = da.simulate(ARM, [Q, Q], duration=0.01)
    assert "<svg" not in batch._repr_html_()
    with raises(da.finding.WrongShape, argument="run.q"):
        batch.animate()
