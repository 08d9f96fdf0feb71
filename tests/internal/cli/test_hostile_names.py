"""Names that are commands somewhere, through everything that is written: they stay text, and nothing breaks."""

import csv
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

import dalembert as da
from dalembert.cli.app import run as command
from dalembert.document import notebook, plot
from dalembert.document.facts import ReportRequest
from dalembert.document.plot import Picture
from dalembert.finding.finding import JointName
from pieces import two_links
from raised import raises
from tolerance import ROUNDED

SCRIPT = "</script><script>alert(1)</script><img src=http://x onerror=alert(2)>"
JOINTS = (
    '$\\frac$$ \\input{/etc/passwd} #read("/etc/passwd")',
    '_a,b\n=1+1\t"q" `x` [l](http://y) \x1b[31m\u202e\u2066',
)
LINKS = (f"{SCRIPT}{{}}%&~^", "$q_1", "|---|\n# heading\r\n```\n")
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def hostile():
    """The planar arm with numbers, every name of it an attack."""
    robot = two_links()
    links = dict(zip([x.name for x in robot.links], LINKS, strict=False))
    named = dict(zip(robot.coordinates, JOINTS, strict=True))
    joints = [
        replace(
            j, name=named.get(j.name, j.name), parent=links.get(j.parent, j.parent), child=links.get(j.child, j.child)
        )
        for j in robot.joints
    ]
    frames = [replace(f, link=links.get(f.link, f.link)) for f in robot.frames]
    return replace(
        robot, name=f"{SCRIPT} $$x$$ \x1b[2J\u202e", joints=tuple(joints), frames=tuple(frames),
        links=tuple(replace(x, name=links.get(x.name, x.name)) for x in robot.links),
        warnings=(da.finding.OddLimit(JointName(f"{SCRIPT}\x1b[2J"), da.finding.Noun("no limits")),),
    )  # fmt: skip


ROBOT = hostile()
TAME = two_links()
RUN = da.simulate(ROBOT, [0.3, 0.2], duration=0.05)


class Tags(HTMLParser):
    """The elements of a page, and the attributes that run or fetch."""

    def __init__(self):
        super().__init__()
        self.tags, self.alive = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.alive += [
            (tag, name, value)
            for name, value in attrs
            if name.startswith("on")
            or (name in ("src", "href", "xlink:href") and not (value or "").startswith(("#", "data:")))
        ]


def tags(page):
    found = Tags()
    found.feed(page)
    assert found.alive == []
    assert "img" not in found.tags
    return found.tags


@pytest.mark.sampled(1)
@pytest.mark.parametrize("suffix", ["html", "tex", "md", "typ", "txt", "pdf"])
def test_a_report(tmp_path, suffix):
    if suffix == "pdf":
        pytest.importorskip("typst")
    path = da.report(ROBOT, tmp_path / f"r.{suffix}", duration=0.05)
    if suffix == "pdf":
        assert path.read_bytes().startswith(b"%PDF")
        return
    text = path.read_text()
    assert not CONTROL.search(text), CONTROL.search(text)
    assert "robot = da.load(" not in text or "Left out: no line of Python" in text
    if suffix == "html":
        assert "script" not in tags(text)
    if suffix == "tex":
        assert r"\input{/etc" not in text
        assert not re.search(r"(?<!\\)\$\\frac\$\$", text)
    if suffix == "typ":
        assert not re.search(r'(?<![\\"\w ])#read', text)
    if suffix == "md":
        assert not re.search(r"(?<!\\)<script", text)
        assert "\n# heading" not in text
        assert "](http://y)" not in text


def test_a_notebook():
    made = json.loads(notebook.write(notebook.cells(ReportRequest(ROBOT, origin="robot = None")), execute=False))
    (title, *_) = (cell["source"] for cell in made["cells"] if cell["cell_type"] == "markdown")
    assert not re.search(r"(?<!\\)<script", title)
    assert "$$" not in title.replace(r"\$", "")
    assert not CONTROL.search(title)


def test_tables_of_a_robot():
    assert "script" not in tags(ROBOT._repr_html_())
    assert not CONTROL.search(str(ROBOT))


def test_a_view_and_a_film():
    tame = da.simulate(TAME, [0.3, 0.2], duration=0.05)
    for shown, usual in (
        (da.view.make_scene(ROBOT), da.view.make_scene(TAME)),
        (da.view.animate(RUN), da.view.animate(tame)),
    ):
        assert tags(shown.html()) == tags(usual.html())
        assert shown.html().count("script-src") == 1, "its policy names what may run"
        assert json.loads(shown.json).keys() == json.loads(usual.json).keys()
        assert "<script" not in shown._repr_html_().replace("&lt;script", "")


def test_the_widget():
    pytest.importorskip("anywidget")
    assert json.loads(da.view.show(ROBOT).data).keys() == json.loads(da.view.show(TAME).data).keys()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("format", ["svg", "png", "pdf"])
def test_every_plot_is_drawn(tmp_path, format):
    made = {
        "robot": da.draw(ROBOT), "torques": plot.torques(ROBOT), "parts": plot.torque_parts(ROBOT, 1),
        "ledger": plot.energy_balance(RUN), "phase": plot.phase_portrait(RUN), "run": plot.motion_of(RUN),
        "titled": da.draw(ROBOT).figure(), "all": RUN.plot(),
        "size": da.design.size_actuators(
            ROBOT, da.trajectory.quintic([0, 0], [1, 1], 1.0), motors=[da.design.Motor("$$\\frac", 1e-4, 9.0, 90.0, 900.0)]
        ).plot(),
        "workspace": da.kinematics.workspace(ROBOT, samples=200).plot().figure,
        "learned": da.control.learn_torque(ROBOT, da.trajectory.quintic([0, 0], [0.1, 0.1], 0.05), kp=50.0, kd=10.0, trials=1, samples=20).plot(),
        "race": da.teaching.rolling_race({"$$\\frac": da.model.body.sphere(0.05, mass=1), "_b": da.model.body.ring(0.05, mass=1)}).plot().figure,
    }  # fmt: skip
    for name, figure in made.items():
        drawn = Picture(name, lambda figure=figure: figure).bytes(format)
        assert len(drawn) > 1000
        if format == "svg":
            assert "script" not in tags(drawn.decode())
    labels = [text.get_text() for text in made["run"].axes[0].texts]
    assert len(labels) == 2  # a name with a leading underscore is shown too


def test_a_picture_is_whole_or_not_there(tmp_path):
    path = tmp_path / "picture $$x$$.svg"
    folder = tmp_path / "folder.svg"
    folder.mkdir()
    da.draw(ROBOT, path=path)
    assert path.read_text().rstrip().endswith("</svg>")
    with raises(da.finding.Unwritable):
        da.draw(ROBOT, path=tmp_path / "missing" / "picture.svg")
    with raises(da.finding.Unwritable):
        da.draw(ROBOT, path=folder)


def test_rows_of_a_run(tmp_path):
    RUN.save(tmp_path / "r.csv")
    with (tmp_path / "r.csv").open(newline="") as file:
        head, *rows = csv.reader(file)
    assert head[1:3] == [f"q.{x}" for x in JOINTS]
    np.testing.assert_allclose(np.array(rows, dtype=float)[-1, 1:3], RUN.q[-1], rtol=ROUNDED)
    assert not any(cell[:1] in "=+-@" for cell in head)  # what a spreadsheet takes for a formula
    RUN.save(tmp_path / "r.npz")
    parquet = pytest.importorskip("pyarrow.parquet")
    RUN.save(tmp_path / "r.parquet")
    assert parquet.read_table(tmp_path / "r.parquet").column_names == head


def test_the_command_line(capsys, tmp_path, monkeypatch):
    """Names from a file reach the terminal without control characters, and JSON as data."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "odd.urdf"
    path.write_text(
        "<robot name='&lt;script&gt;\u202e $$x$$'><link name='a'/><link name='b,\u2066&#9;b'><inertial><mass value='1'/>"
        "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='$j$ \u202e' type='continuous'>"
        "<parent link='a'/><child link='b,\u2066&#9;b'/></joint></robot>"
    )
    for arguments in (["info"], ["statics"], ["simulate", "-t", "0.01"], ["doctor"], ["mobility"], ["derive"]):
        for extra in ([], ["--json"]):
            code = command([arguments[0], str(path), *arguments[1:], *extra])
            out, err = capsys.readouterr()
            assert code in (0, 1, 2)
            assert not CONTROL.search(out), (arguments, CONTROL.search(out))
            assert not CONTROL.search(err)
            if extra and code == 0:
                json.loads(out)
