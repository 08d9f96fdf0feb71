"""The 3D view: its geometry is that of forward kinematics, its page asks for nothing, its widget follows q."""

import json
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import MissingExtra, WrongSize, WrongValue
from dalembert.robot import show
from dalembert.simulate import simulate
from dalembert.view import animate, scene, view
from tolerance import DRAWN

ARM = da.load(Path(da.__file__).parent / "assets" / "arm.urdf")
Q = [0.4, -0.9, 0.9, 0.6, 0.8, 0.4]


def test_the_tool_stands_where_forward_kinematics_puts_it():
    frame = scene(ARM, Q).data["frames"][0]
    T = da.forward_kinematics(ARM, Q)
    np.testing.assert_allclose(frame["triads"][1][:3], T[:3, 3], atol=1e-4)  # written to a tenth of a millimetre
    np.testing.assert_allclose(np.reshape(frame["triads"][1][3:], (3, 3)), T[:3, :3], atol=1e-4)


def test_the_links_form_one_chain_from_ground_to_tool():
    frame = scene(ARM, Q).data["frames"][0]
    ends = [np.array(x) for x in frame["links"]]
    np.testing.assert_allclose(ends[0][:3], 0, atol=DRAWN)
    for one, two in pairwise(ends):
        np.testing.assert_allclose(one[3:], two[:3], atol=2e-4)


def test_a_film_has_a_picture_for_every_moment_and_its_own_time():
    run = simulate(ARM, Q, duration=1.0, progress=False)
    film = animate(run)
    assert 20 <= len(film.data["frames"]) <= 400
    assert film.data["period"] * (len(film.data["frames"]) - 1) == pytest.approx(1.0)
    T = da.forward_kinematics(ARM, run.q[-1])
    np.testing.assert_allclose(film.data["frames"][-1]["triads"][1][:3], T[:3, 3], atol=1e-4)
    assert animate(run, speed=2).data["period"] * (len(animate(run, speed=2).data["frames"]) - 1) == pytest.approx(0.5)


def test_a_symbolic_robot_is_drawn_with_sample_lengths():
    assert len(scene(da.gallery.planar_2r()).data["frames"][0]["joints"]) == 2


def test_what_is_wrong_is_told():
    with pytest.raises(WrongSize, match=r"needs \(6,\)"):
        scene(ARM, [1, 2])
    with pytest.raises(WrongValue, match="not finite"):
        scene(ARM, [np.nan] * 6)
    with pytest.raises(WrongValue, match="at most 400"):
        scene(ARM, np.zeros((401, 6)))
    with pytest.raises(WrongValue, match="needs a Robot"):
        scene("ur5")


def test_the_page_asks_for_nothing(tmp_path):
    page = scene(ARM, Q).save_html(tmp_path / "v.html").read_text()
    assert re.findall(r"""(?:src|href)=["'](?!data:|#)""", page) == []
    assert "http://" not in page
    assert "https://" not in page
    assert "import(" not in page
    assert "default-src 'none'" in page


def test_no_name_can_leave_the_script():
    from dataclasses import replace

    page = scene(replace(ARM, name="</script><script>alert(1)</script>"), Q).html()
    assert page.count("<script") == 1


def test_a_browser_draws_the_page(tmp_path):
    """Headless: the canvas is there and the clock of the film reads its time, so the script ran to the end."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no chromium on this machine")
    page = animate(simulate(ARM, Q, duration=0.4, progress=False)).save_html(tmp_path / "film.html")
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=2000", "--dump-dom", page.as_uri()]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert 'aria-label="arm"' in done.stdout
    assert "0.00 s</output>" in done.stdout


def test_the_widget_follows_q():
    pytest.importorskip("anywidget")
    shown = view(ARM, Q)
    before = json.loads(shown.data)
    shown.q = [0.0] * 6
    after = json.loads(shown.data)
    assert before != after
    np.testing.assert_allclose(
        after["frames"][0]["triads"][1][:3], da.forward_kinematics(ARM, [0.0] * 6)[:3, 3], atol=1e-4
    )
    shown.play(simulate(ARM, Q, duration=0.2, progress=False))
    assert len(json.loads(shown.data)["frames"]) > 1
    assert "export default" in str(shown._esm)


def test_the_widget_names_its_package(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "anywidget", None)
    with pytest.raises(MissingExtra, match=r"dalembert\[notebook\]"):
        view(ARM)


def test_a_scene_shows_itself_in_a_notebook_without_the_widget():
    html = scene(ARM, Q)._repr_html_()
    assert html.startswith("<iframe")
    assert 'sandbox="allow-scripts"' in html


# ── robots as tables ──────────────────────────────────────────────────────────


def test_a_robot_shows_itself():
    assert "shoulder_pan" in ARM._repr_html_()
    assert "<td>3.2</td>" in ARM._repr_html_()
    assert str(ARM).splitlines()[0] == "arm: 6 coordinates, 8 links, gravity (0, 0, -9.81)"


def test_the_table_has_a_row_for_each_joint_and_says_which_coordinate_it_is():
    rows = show.rows(ARM)
    assert [row[1] for row in rows] == [joint.name for joint in ARM.joints]
    assert [row[0] for row in rows if row[0]] == [f"q{k}" for k in range(1, 7)]
    assert all(len(row) == len(show.COLUMNS) for row in rows)


def test_names_in_the_table_are_text():
    from dataclasses import replace

    nasty = replace(ARM, name="<b>\x1b[31m")
    assert "<b>" not in nasty._repr_html_()
    assert "\x1b" not in str(nasty)


def test_a_run_shows_itself():
    run = simulate(ARM, Q, duration=0.2, progress=False)
    assert run.animate(speed=0.5).data["frames"] == animate(run, speed=0.5).data["frames"]
    assert "<svg" in run._repr_html_()
    batch = simulate(ARM, [Q, Q], duration=0.01, progress=False)
    assert "<svg" not in batch._repr_html_()
    with pytest.raises(WrongValue, match="one trajectory"):
        batch.animate()
