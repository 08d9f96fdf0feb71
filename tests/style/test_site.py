"""The documentation site builds without a warning, asks no network for anything, and shows its formulas."""

import html.entities
import re
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

import dalembert as da
from glyphs import Texts, missing, stack

ROOT = Path(__file__).resolve().parents[2]
ARM = ROOT / "src" / "dalembert" / "assets" / "arm.urdf"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    pytest.importorskip("mkdocs")
    pytest.importorskip("material")
    pytest.importorskip("latex2mathml")
    there = tmp_path_factory.mktemp("site")
    own = (
        tmp_path_factory.mktemp("config") / "mkdocs.yml"
    )  # as it is, but for the robots: those of the examples are enough here
    text = (
        (ROOT / "mkdocs.yml")
        .read_text()
        .replace("interactive: [examples, gallery, lectures]", "interactive: [examples]")
    )
    own.write_text(
        text.replace("docs_dir: docs", f"docs_dir: {ROOT / 'docs'}").replace("- docs/", f"- {ROOT / 'docs'}/")
    )
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "--config-file",
        str(own),
        "--site-dir",
        str(there),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return there


class Requests(HTMLParser):
    """Addresses that a browser would fetch to show a page; links to follow are not among them."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        address = given.get("src") if tag in ("script", "img", "iframe", "source") else None
        if tag == "link" and given.get("rel") not in ("canonical", "prev", "next", "edit"):
            address = given.get("href")
        if address:
            self.found.append(address)


@pytest.mark.sampled(0)
def test_no_page_asks_a_network(site):
    pages = list(site.rglob("*.html"))
    assert len(pages) > 20
    for page in pages:
        requests = Requests()
        requests.feed(page.read_text())
        assert [x for x in requests.found if re.match(r"(https?:)?//", x)] == [], page


def test_the_site_has_its_own_type_and_mark(site):
    home = (site / "index.html").read_text()
    assert 'src="look/mark.svg"' in home
    assert "look/site.css" in home
    sheet = (site / "look" / "site.css").read_text()
    fonts = re.findall(r'url\("([^"]+)"\)', sheet)
    assert len(fonts) == 4
    assert all((site / "look" / font).exists() for font in fonts)


def test_every_example_is_interactive(site):
    for name in ("planar_2r", "pendulum", "puma560", "arm"):
        shown = (site / "examples" / name / "index.html").read_text()
        assert f'<iframe class="interactive" src="../../interactive/examples/{name}.html"' in shown
        assert 'id="program"' in (site / "interactive" / "examples" / f"{name}.html").read_text()


def test_every_gallery_page_and_lecture_has_robots_to_show(monkeypatch):
    pytest.importorskip("mkdocs")
    pytest.importorskip("latex2mathml")
    monkeypatch.syspath_prepend(ROOT / "docs")
    import site_hook

    for name in da.gallery.names():
        ((robot, line),) = site_hook.shown(f"gallery/{name}.md")
        assert robot == getattr(da.gallery, name)()
        assert line == f"robot = da.gallery.{name}()"
    for lecture in ("deluca_lagrange", "rbe3005", "tang", "briot"):
        assert len(site_hook.shown(f"lectures/{lecture}.md")) >= 2
    assert site_hook.shown("gallery/index.md") == []


def test_pictures_have_a_twin_for_the_dark(site):
    shown = (site / "gallery" / "panda" / "index.html").read_text()
    assert 'src="../panda.svg#only-light"' in shown
    assert 'src="../panda.dark.svg#only-dark"' in shown
    light, dark = ((site / "gallery" / f"panda{x}.svg").read_text() for x in ("", ".dark"))
    assert "#1b1e24" in light
    assert "#1b1e24" not in dark
    assert "#ecedef" in dark


def test_formulas_are_set(site):
    for page in ("mathematics/newton_euler", "lectures/tang", "start"):
        shown = (site / page / "index.html").read_text()
        assert "<math" in shown
        assert 'class="arithmatex"' not in shown


def test_every_character_has_a_glyph(site):
    """Formulas, code and text of every page, in the fonts that the style sheet names for them."""
    sheet = ROOT / "docs" / "look" / "site.css"
    text, code = stack(sheet, ":root", "--md-text-font"), stack(sheet, ":root", "--md-code-font")
    assert text == ["Dalembert Text", "Dalembert Math"]
    families = {"text": text, "code": code, "math": ["Dalembert Math"]}
    lost = {}
    for page in site.rglob("*.html"):
        if "interactive" not in page.parts:  # made of the studio's labels
            for place, shown in Texts(page.read_text()).found.items():
                if found := missing(shown, families[place]):
                    lost[str(page.relative_to(site)), place] = found
    assert lost == {}


CHILDREN = {"msup": 2, "msub": 2, "msubsup": 3, "mfrac": 2, "mover": 2, "munder": 2, "munderover": 3}


def test_formulas_are_well_formed(site):
    """Every element of a formula has as many parts as it must; browsers show others as they come."""
    count = 0
    for page in site.rglob("*.html"):
        for formula in re.findall(r"<math.*?</math>", page.read_text(), re.DOTALL):
            for element in ElementTree.fromstring(unescape_names(formula)).iter():
                count += 1
                assert len(element) == CHILDREN.get(element.tag, len(element)), (page, formula[:400])
    assert count > 10_000


def unescape_names(text):
    return re.sub(r"&(?!#|amp;|lt;|gt;)(\w+);", lambda x: html.entities.html5[f"{x[1]};"], text)


def test_every_picture_a_page_shows_is_there(site):
    for page in site.rglob("*.html"):
        requests = Requests()
        requests.feed(page.read_text())
        for address in requests.found:
            if not address.startswith(("data:", "http", "//", "/")):
                assert (page.parent / re.split(r"[?#]", address)[0]).resolve().exists(), (page, address)


def test_the_api_pages_hold_every_public_name(site):
    shown = "".join(page.read_text() for page in (site / "api").rglob("*.html"))
    names = [name for name in da.__all__ if not isinstance(getattr(da, name), ModuleType)]
    assert [name for name in names if f'id="{name.lower()}"' not in shown] == []


@pytest.mark.sampled(0)
def test_four_commands_lead_to_a_report(tmp_path):
    """What the start page shows, after the installation: demo, doctor, equations, report, on a robot file of one's own."""
    pytest.importorskip("typst")
    own = tmp_path / "own.urdf"
    own.write_text(ARM.read_text().replace('name="arm"', 'name="own"'))
    commands = re.findall(r"^dalembert (.*?)\s+#", (ROOT / "docs" / "start.md").read_text(), re.MULTILINE)
    assert [x.split()[0] for x in commands] == ["doctor", "equations", "report"]
    start = time.perf_counter()
    outputs = {}
    for command in ["demo", *commands]:
        arguments = command.replace("YOUR.urdf", str(own)).split()
        done = subprocess.run(
            [sys.executable, "-m", "dalembert", *arguments], cwd=tmp_path, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        outputs[arguments[0]] = done.stdout
    seconds = time.perf_counter() - start
    assert "g2 = " in outputs["equations"]
    assert (tmp_path / "own.pdf").stat().st_size > 50_000
    assert seconds < 120, f"{seconds:.0f} s"
