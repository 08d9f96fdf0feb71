"""Reports: what they hold in every format, that they ask for nothing, and that no name becomes a command."""

import json
import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.document import facts, notebook, plot, summary
from dalembert.document.facts import Facts, ReportRequest
from dalembert.document.plot import Picture
from dalembert.document.report import content, write
from dalembert.document.torques import torques as torques_of
from dalembert.drawing.chart import of_joint
from dalembert.typeset.block import Document, Items
from dalembert.typeset.languages import language
from dalembert.typeset.palette import JOINTS
from dalembert.view.solid import half_axes
from pieces import arm, four_bar
from raised import raises
from tolerance import ROOT_OF_ROUNDING, SAME_ALGORITHM, SOLVED

ARM = Path(da.__file__).parent / "assets" / "arm.urdf"
VALUES = {"m1": 2.0, "m2": 1.0, "l1": 1.0, "l2": 0.8, "lc1": 0.5, "lc2": 0.4, "I1": 0.1, "I2": 0.05, "g": 9.81}
NASTY = '\\x#read("/etc/passwd")$1$</script><img src=http://x>`[a](http://y)_*%&{}~^'


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A report of the planar 2R in every format but the notebook."""
    there = tmp_path_factory.mktemp("report")
    document = content(
        Facts(ReportRequest(da.gallery.planar_2r(), values=VALUES, origin="robot = da.gallery.planar_2r()"))
    )
    for suffix in ("html", "tex", "md"):
        write(document, there / f"r.{suffix}")
    return there


def pdf_text(path):
    pypdf = pytest.importorskip("pypdf")
    pages = [page.extract_text() for page in pypdf.PdfReader(path).pages]
    return "\n".join(pages), len(pages)


# ── what is in it ─────────────────────────────────────────────────────────────


@pytest.mark.sampled(1)
@pytest.mark.parametrize("suffix", ["html", "tex", "md"])
def test_every_part_is_there(folder, suffix):
    text = (folder / f"r.{suffix}").read_text()
    parts = (summary.EQUATIONS, summary.DERIVATION, summary.MODEL, summary.BASE, summary.STRUCTURE, summary.TORQUES)
    for part in (*parts, summary.LET_GO, summary.SHOWN, summary.COMPUTED, "Properties.", "Summary.", "inverse"):
        assert part in text, part
    assert "Omitted: " not in text
    assert "energy balance" in text


def test_pictures_lie_beside_the_text(folder):
    names = {x.name for x in (folder / "r_files").iterdir()}
    assert {"robot.svg", "torques.svg", "energy.svg", "robot.pdf"} <= names
    assert "r_files/robot.svg" in (folder / "r.md").read_text()


def test_the_certificate_is_the_library_s():
    """Every claim is stated once where it is said how it was shown, under the heading of its verdict."""
    robot = da.gallery.pr()
    lists = {x.lead.partition(".")[0]: x for x in summary.proofs(da.prove(robot), robot) if isinstance(x, Items)}
    proved = [*lists["By expansion"].items, *lists["By other arguments"].items]
    verdicts, wrong = [x.verdict for x in da.prove(robot)], "Statements that are not true of this robot"
    assert len(proved) == verdicts.count("proved")
    assert len(lists[wrong].items if wrong in lists else ()) == verdicts.count("refuted")


def test_operations_are_counted(folder):
    n = da.code.count(da.gallery.planar_2r().bind(**VALUES), "inverse_dynamics")
    row = rf"| inverse dynamics | {n.mul} | {n.add} | {n.div} | {n.total} | {n.sincos} |"
    assert row in (folder / "r.md").read_text()


def test_without_values_there_is_a_word_how_to_have_numbers(tmp_path):
    da.report(da.gallery.planar_2r(), tmp_path / "r.md")
    text = (tmp_path / "r.md").read_text()
    assert "With a value for each symbol" in text
    assert summary.TORQUES not in text
    assert r"\tau_{1}" in text


def test_the_pdf_of_a_derivation_holds_the_right_terms(tmp_path, capsys):
    """`dalembert derive planar_2r -o d.pdf`: the words, and the terms of τ2, read back from the page."""
    pytest.importorskip("typst")
    from dalembert.cli.app import run

    assert run(["derive", "planar_2r", "-o", str(tmp_path / "d.pdf")]) == 0
    text, pages = pdf_text(tmp_path / "d.pdf")
    assert 1 <= pages <= 5
    assert "Equations of motion of planar_2r, by Lagrange" in text
    assert "König" in text
    assert re.search(r"\b27\b", text.partition("König")[2])
    flat = re.sub(r"\s", "", _plain(text))
    assert "h" not in re.findall(r"sin(.)", flat)
    assert "m2l1lc2sinq2" in flat  # of the centrifugal and Coriolis terms
    assert "m2lc2gcos(q1+q2)" in flat  # gravity of joint 2


def _plain(text):
    """Letters of the mathematical alphabets as plain ones."""
    import unicodedata

    return unicodedata.normalize("NFKD", text)


@pytest.mark.sampled(0)
def test_the_pdf_report_of_a_robot_file(tmp_path):
    pytest.importorskip("typst")
    da.report(da.load(ARM), tmp_path / "arm.pdf", origin="robot = da.load('arm.urdf')")
    text, pages = pdf_text(tmp_path / "arm.pdf")
    assert pages >= 5
    assert "shoulder_pan" in text
    assert "Dynamics of arm" in text
    assert "da.load('arm.urdf')" in text


# ── nothing is asked for, nothing is run ──────────────────────────────────────


class Requests(HTMLParser):
    """Everything on a page that a browser would fetch."""

    def __init__(self):
        super().__init__()
        self.found, self.scripts = [], 0

    def handle_starttag(self, tag, attrs):
        self.scripts += tag == "script"
        for name, value in attrs:
            fetches = name in ("src", "href", "xlink:href", "data", "poster", "action", "srcset")
            if fetches and not (value or "").startswith(("#", "data:")):
                self.found.append((tag, name, value))
            if name == "style" and "url(" in (value or ""):
                self.found.append((tag, name, value))


def test_the_html_report_makes_no_request(folder):
    page = (folder / "r.html").read_text()
    requests = Requests()
    requests.feed(page)
    assert requests.found == []
    assert requests.scripts == 0
    assert re.findall(r'url\((?!#|"data:font/woff2;base64,)', page) == []
    assert "@import" not in page


def asked_by_the_page(page, folder):
    """(what the browser shows, addresses the page itself asked for); the browser's own calls have no initiator."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no chromium on this machine")
    log = folder / "net.json"
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}", f"--log-net-log={log}",
               "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=1000", "--dump-dom", page.as_uri()]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    events = [event.get("params", {}) for event in json.loads(log.read_text())["events"]]
    asked = {
        x["url"]
        for x in events
        if str(x.get("url", "")).startswith("http") and x.get("initiator") not in (None, "not an origin")
    }
    return done.stdout, asked


def test_a_browser_shows_the_html_report_without_a_request(folder, tmp_path):
    shown, asked = asked_by_the_page(folder / "r.html", tmp_path)
    assert "<math" in shown
    assert asked == set()


def test_a_request_would_be_noticed(tmp_path):
    page = tmp_path / "asks.html"
    page.write_text('<!doctype html><img src="http://nowhere.example/x.png">')
    assert asked_by_the_page(page, tmp_path)[1] == {"http://nowhere.example/x.png"}


@pytest.mark.parametrize("suffix", ["html", "tex", "md", "pdf"])
def test_a_hostile_name_stays_text(tmp_path, suffix):
    robot = replace(da.gallery.pr(), name=NASTY)
    if suffix == "pdf":
        pytest.importorskip("typst")
    path = da.report(robot, tmp_path / f"r.{suffix}")
    if suffix == "pdf":
        assert "root:" not in pdf_text(path)[0]
        source = language("typst").document(content(Facts(ReportRequest(robot))))
        assert not re.search(r'(?<![\\"x])#read', source)
        return
    text = path.read_text()
    if suffix == "html":
        requests = Requests()
        requests.feed(text)
        assert requests.found == []
    if suffix == "tex":
        assert not re.search(r"(?<!\\)\\x#", text)
        assert r"\textbackslash{}x\#read" in text


# ── formats and files ─────────────────────────────────────────────────────────


def test_an_unknown_suffix_is_refused(tmp_path):
    with raises(da.finding.UnsupportedSuffix, path="r.docx"):
        da.report(da.gallery.pr(), tmp_path / "r.docx")


def test_the_missing_package_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    with raises(da.finding.MissingPackage, package="typst", function="report"):
        da.report(da.gallery.pr(), tmp_path / "r.pdf")


@pytest.mark.sampled(0)
def test_the_notebook_is_executed(tmp_path):
    """Headless: every cell has run, and shows tables, formulas and plots."""
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    da.report(da.gallery.planar_2r(), tmp_path / "r.ipynb", values=VALUES, duration=0.3)
    cells = [cell for cell in json.loads((tmp_path / "r.ipynb").read_text())["cells"] if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] for cell in cells)
    shown = [key for cell in cells for output in cell["outputs"] for key in output.get("data", {})]
    assert not [output for cell in cells for output in cell["outputs"] if output["output_type"] == "error"]
    assert shown.count("text/html") >= 4
    assert "image/png" in shown
    made = json.dumps(cells, ensure_ascii=False)
    assert "König" in made
    assert "from → to" in made


# ── plots ─────────────────────────────────────────────────────────────────────


def numeric():
    return da.gallery.planar_2r().bind(**VALUES)


def test_one_joint_has_one_colour():

    upper, lower = plot.motion_of(da.simulate(da.load(ARM), np.zeros(6), duration=0.02)).axes
    for axis in (upper, lower):
        drawn = [line.get_color() for line in axis.lines if not line.get_label().startswith("_")]
        assert drawn == [light for light, _ in JOINTS]
    assert of_joint(0) != of_joint(len(JOINTS))
    assert of_joint(0)["color"] == of_joint(len(JOINTS))["color"]


def curves(axis):
    return {x.get_label(): np.asarray(x.get_ydata()) for x in axis.lines if not x.get_label().startswith("_")}


def test_the_parts_of_a_torque_add_up():
    lines = curves(plot.torque_parts(da.load(ARM), 1).axes[0])
    whole = lines.pop("motor")
    assert set(lines) == {"inertia", "centrifugal", "Coriolis", "gravity", "friction"}
    np.testing.assert_allclose(sum(lines.values()), whole, atol=1e-12 * np.abs(whole).max())


def test_centrifugal_terms_are_those_of_squares():
    """Σ c_kii q̇ᵢ² by the Christoffel symbols, and the rest of c by products of two."""
    from dalembert.document.facts import motion

    robot = da.load(ARM)
    move = motion(robot, samples=9)
    parts, c = facts.split(robot, move), da.christoffel(robot, move.q)
    squares = np.einsum("tkii,ti->tk", c, move.qd**2)
    whole = np.einsum("tkij,ti,tj->tk", c, move.qd, move.qd)
    np.testing.assert_allclose(parts["centrifugal"], squares, atol=SOLVED * np.abs(whole).max())
    np.testing.assert_allclose(parts["Coriolis"], whole - squares, atol=SOLVED * np.abs(whole).max())


def test_the_friction_shown_is_what_the_links_alone_do_not_ask_for():
    from dalembert.document.facts import motion

    robot = da.load(ARM)
    move = motion(robot)
    lines = curves(plot.torque_parts(robot, 2, move).axes[0])
    full, rigid = (da.inverse_dynamics(x, move.q, move.qd, move.qdd)[:, 2] for x in (robot, robot.rigid()))
    np.testing.assert_allclose(lines["friction"], full - rigid, atol=1e-12 * np.abs(full).max())


@pytest.mark.sampled(1)
@pytest.mark.parametrize("format", ["svg", "png"])
def test_every_plot_can_be_kept(format):

    robot, q = numeric(), [0.3, 0.8]
    run = da.simulate(robot, q, duration=0.2)
    made = {
        "robot": da.draw(robot), "ledger": plot.energy_balance(run), "phase": plot.phase_portrait(run),
    }  # fmt: skip
    for name, figure in made.items():
        picture = Picture(name, lambda figure=figure: figure)
        assert len(picture.bytes(format)) > 2000
        assert picture.bytes(format)[:4] in (b"<?xm", b"\x89PNG")


def test_a_drawing_is_the_same_twice():
    one, two = (Picture("t", lambda: plot.torques(numeric())).bytes("svg") for _ in range(2))
    assert one == two


def test_inertia_ellipsoid_of_a_solid_ellipsoid_is_itself():
    """A solid ellipsoid with half axes a, b, c, turned and moved away, gives its own half axes back."""
    a, b, c, m = 0.3, 0.2, 0.1, 5.0
    moments = [m * (b * b + c * c) / 5, m * (a * a + c * c) / 5, m * (a * a + b * b) / 5]
    c30, s30 = np.cos(0.5), np.sin(0.5)
    R = ((c30, -s30, 0.0), (s30, c30, 0.0), (0.0, 0.0, 1.0))
    turned = da.Inertia.about_com(m, (0, 0, 0), (*moments, 0, 0, 0)).rotated(R).moved(da.Pose(p=(0.4, -0.2, 0.1)))
    half = half_axes(turned)  # smallest moment first: longest half axis first
    np.testing.assert_allclose(np.abs(half), np.abs(R) * [a, b, c], atol=SOLVED)


def test_pictures_of_a_batch_are_refused():

    run = da.simulate(numeric(), [[0.1, 0.2], [0.3, 0.4]], duration=0.01)
    with raises(da.finding.WrongShape, argument="run.q"):
        plot.energy_balance(run)


@pytest.mark.sampled(11)
@pytest.mark.parametrize("name", [name for name in da.gallery.names() if name not in ("panda", "iiwa14")])
@pytest.mark.parametrize("bound", [False, True])
def test_the_python_of_a_report_runs(name, bound, capsys):
    """With values for the symbols and without: what is printed at the end computes."""
    robot = getattr(da.gallery, name)()
    values = dict.fromkeys(robot.parameters, 0.7) if bound else {}
    values |= {x: 0.3 for x in values if x == "l1"}  # four bars of one length fold flat
    request = ReportRequest(robot, values=values, origin=f"robot = da.gallery.{name}()")
    exec("\n".join([*notebook.opening(request), *notebook.closing(request)]), {})
    assert "tau1 = " in capsys.readouterr().out


def test_the_picture_has_the_values_given(monkeypatch):
    drawn = []
    monkeypatch.setattr(summary, "draw", lambda robot, **_: drawn.append(robot))
    robot = da.gallery.planar_2r()
    facts = Facts(ReportRequest(robot, values=dict.fromkeys(robot.parameters, 0.7)))
    Document("", tuple(summary.top(facts, {}))).pictures[0].draw()
    assert not drawn[0].parameters


# ── the Python that is printed ────────────────────────────────────────────────


def printed(path):
    """The program at the end of a report in Markdown."""
    text = path.read_text()
    return text[text.index("import numpy as np" if "import numpy" in text else "import dalembert as da") :].partition(
        "\n```"
    )[0]


def unproved(*_):
    raise da.errors.WrongValue("not asked for here")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "make",
    [lambda: arm().floating(), four_bar, lambda: da.load(ARM), lambda: replace(arm(), name='it\'s "odd" \\ $x$')],
)
def test_the_python_of_a_report_makes_the_same_robot(make, tmp_path, monkeypatch):
    """Without a word where the robot came from it is kept beside the report, and the program reads it."""
    monkeypatch.setattr(facts, "prove", unproved)  # long, and no part of the program
    monkeypatch.setattr(facts, "derive", unproved)
    robot = make()
    told = {}
    exec(printed(da.report(robot, tmp_path / "r.md", duration=0.05)), told)
    assert (told["robot"].name, told["robot"].coordinates) == (robot.name, robot.coordinates)
    q, qd = told["q"], told["qd"]
    np.testing.assert_allclose(told["M"], da.mass_matrix(robot, q), rtol=SAME_ALGORITHM)
    if robot.loops:
        np.testing.assert_allclose(da.mechanism.loop_closure(robot, q), 0, atol=SOLVED)
    else:
        np.testing.assert_allclose(told["tau"], da.inverse_dynamics(robot, q, qd, qd), rtol=SAME_ALGORITHM)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "options", [["--gravity", "0,-1.62,0"], ["--base", "free"], ["--set", "l1=1/3,m1=2*l1"], ["--set", f"{','.join(f'{k}={v}' for k, v in VALUES.items())}"]]
)  # fmt: skip
def test_the_python_of_a_report_has_the_options_given(options, tmp_path, monkeypatch, capsys):
    """What the command line was told about the robot is in the program too."""
    from dalembert.cli.app import run
    from dalembert.cli.option import RobotOptions as Source
    from dalembert.cli.option import robot_of

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(facts, "prove", unproved)
    monkeypatch.setattr(facts, "derive", unproved)
    name = "planar_2r" if options[0] == "--set" else "ur5"
    assert run(["report", name, *options, "-o", "r.md", "-t", "0.05"]) == 0, capsys.readouterr().err
    given = {"--set": "values", "--gravity": "gravity", "--base": "base"}[options[0]]
    value = (options[1],) if given == "values" else options[1]
    told = {}
    exec(printed(Path("r.md")), told)
    assert told["robot"] == robot_of(name, Source(**{given: value}))


def test_a_symbol_that_python_cannot_spell_is_bound():
    assert notebook.binding("robot", {"lambda": 2.0}) == "robot.bind(**{'lambda': 2.0})"


def test_a_user_s_own_file_beside_the_report_is_left_alone(tmp_path):
    own = tmp_path / "arm.toml"
    own.write_text("mine")
    da.report(replace(da.gallery.pr(), name="arm"), tmp_path / "arm.md")
    assert own.read_text() == "mine"
    assert (tmp_path / "arm_files" / "robot.toml").exists()


@pytest.mark.parametrize("name", ["planar_3rrr", "andrews_squeezer"])
def test_torques_of_looped_robots_are_reported(name):
    """The motion keeps the loops closed, its rates are slopes of its positions, and the work of the efforts is energy."""
    robot = getattr(da.gallery, name)()
    move = facts.motion(robot)
    assert np.abs(da.mechanism.loop_closure(robot, move.q)).max() < ROOT_OF_ROUNDING
    J = da.mechanism.loop_jacobian(robot, move.q)
    assert np.abs(np.einsum("tij,tj->ti", J, move.qd)).max() < ROOT_OF_ROUNDING
    tau = da.inverse_dynamics(robot, move.q, move.qd, move.qdd)
    energy = da.kinetic_energy(robot, move.q, move.qd) + da.potential_energy(robot, move.q)
    power = np.einsum("ti,ti->t", tau, move.qd)
    work = np.sum((power[1:] + power[:-1]) / 2 * np.diff(move.t))
    assert work == pytest.approx(energy[-1] - energy[0], rel=1e-3, abs=1e-3 * np.abs(power).max())
    blocks = [x for x in torques_of(Facts(ReportRequest(robot))) if isinstance(x, Picture)]
    assert [x.name for x in blocks] == ["torques"]
    blocks[0].draw()


def test_a_derivation_too_long_for_pages_stands_beside_the_report(tmp_path):
    """The report says where it is and how long, and the file has it whole: nothing folded, the same efforts at its end."""
    robot = da.gallery.ur5()
    text = da.report(robot, tmp_path / "r.md", duration=0.02).read_text().replace("\\", "")
    said = re.search(r"derivation by Lagrange takes\s(\d+) lines; it is in\s+the\s+file\s+r-equations.txt", text)
    assert said
    beside = (tmp_path / "r-equations.txt").read_text().partition("# derivation by Lagrange")[2]
    assert beside.count("\n") >= int(said[1])
    assert "⟨" not in beside
    assert re.search(r"\b467\b", beside)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on this machine")
def test_names_of_any_script_and_powers_of_ten_compile(tmp_path):
    robot = replace(da.gallery.planar_2r(), name="ロボット ‮x‬ $x^2$ \\end{document} #let <b>")
    tiny = dict.fromkeys(robot.parameters, 1e-9) | {"g": 9.81}
    da.report(robot, tmp_path / "関節.tex", values=tiny, duration=0.02)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-draftmode", "関節.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", timeout=100)
    assert done.returncode == 0, done.stdout[-500:]
