"""The type of our pages: what the fonts hold, and that a page looks alike wherever it is opened."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import matplotlib
import matplotlib.image
import numpy as np
import paper
import pytest

import dalembert as da
from dalembert.document.report import pdf_bytes
from dalembert.typeset import fonts
from dalembert.typeset.block import Document, Section, Table, Words
from dalembert.typeset.languages import language
from dalembert.typeset.line_breaking import ITALIC, SCRIPT, UPRIGHT
from dalembert.typeset.palette import TERMS

ttLib = pytest.importorskip("fontTools.ttLib")
MATH = ttLib.TTFont(Path(fonts.folder()) / "math.ttf")
SAMPLE = paper.document("planar_2r", ("tau", "M"), ("lagrange",))
PAGE = language("html").document(
    Document(
        "Sample", (Words("Words before."), *SAMPLE.blocks, Section("Coordinates"), Table(("a",), (("1",),), "A table."))
    )
)
_CONTRAST = 4.5  # of text, WCAG 2.2 level AA


def test_widths_are_those_of_the_font_shipped():
    cmap, advance = MATH.getBestCmap(), MATH["hmtx"]
    plain = {"h": 0x210E, **{chr(97 + k): 0x1D44E + k for k in range(26) if k != 7}}
    plain |= {chr(65 + k): 0x1D434 + k for k in range(26)} | {chr(0x3B1 + k): 0x1D6FC + k for k in range(25)}
    italic = {c: advance[cmap[plain[c]]][0] / 1000 for c in ITALIC if c in plain}
    assert len(italic) > 70
    assert italic == {c: ITALIC[c] for c in italic}
    upright = {c: advance[cmap[ord(c)]][0] / 1000 for c in UPRIGHT}
    assert upright == UPRIGHT


def test_scripts_are_large_enough_to_read():
    constants = MATH["MATH"].table.MathConstants
    assert constants.ScriptPercentScaleDown == 100 * SCRIPT
    assert constants.ScriptScriptPercentScaleDown == 70
    assert constants.SubscriptBaselineDropMin.Value == 0
    assert constants.SuperscriptBaselineDropMax.Value == 390


def test_the_licence_lies_beside_and_the_name_is_our_own():
    assert "SIL OPEN FONT LICENSE Version 1.1" in (Path(fonts.folder()) / "OFL.txt").read_text()
    for path in Path(fonts.folder()).glob("*.ttf"):
        names = ttLib.TTFont(path)["name"]
        assert (names.getDebugName(16) or names.getDebugName(1)) in (fonts.TEXT, fonts.MATH)
        assert "STIX Fonts Project" in names.getDebugName(0)
        assert path.with_suffix(".woff2").exists()
    assert sum(x.stat().st_size for x in Path(fonts.folder()).glob("*.woff2")) < 110_000


def test_a_pdf_is_set_in_them_alone():
    pytest.importorskip("typst")
    pypdf = pytest.importorskip("pypdf")
    pages = pypdf.PdfReader(io.BytesIO(pdf_bytes(SAMPLE))).pages
    used = {font.get_object()["/BaseFont"] for page in pages for font in page["/Resources"]["/Font"].values()}
    assert used
    assert [x for x in used if "Dalembert" not in x] == []


class Outline(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.names, self.links, self.levels, self.styled = [], [], [], 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.names += [given["id"]] if "id" in given else []
        self.links += [given["href"][1:]] if given.get("href", "").startswith("#") else []
        self.levels += [int(tag[1])] if re.fullmatch(r"h[1-6]", tag) else []
        self.styled += "style" in given


def test_every_heading_can_be_linked_to_and_none_is_left_out():
    found = Outline(PAGE)
    assert len(found.names) == len(set(found.names)) > 5
    assert set(found.links) == set(found.names)
    assert found.levels[0] == 1
    assert all(b <= a + 1 for a, b in zip(found.levels, found.levels[1:], strict=False))
    assert found.styled == 0


@pytest.mark.parametrize("which", [0, 1], ids=["light", "dark"])
def test_the_palette_has_contrast(which):
    rules = re.findall(r":root \{(.*?)\}", PAGE, re.DOTALL)[which]
    colour = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", rules))
    for text in ("ink", "quiet", "accent"):
        for below in ("paper", "well"):
            assert contrast(colour[text], colour[below]) >= _CONTRAST, (text, below)


@pytest.mark.parametrize("which", [0, 1], ids=["light", "dark"])
def test_kinds_of_terms_have_the_colours_of_the_palette(which):
    rules = re.findall(r":root \{(.*?)\}", PAGE, re.DOTALL)[which]
    colour = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", rules))
    assert {x: colour[x.lower()] for x in TERMS} == {x: pair[which] for x, pair in TERMS.items()}


def contrast(a, b):
    """WCAG 2.2: (L1 + 0.05) / (L2 + 0.05) of relative luminances."""
    light, dark = sorted(map(luminance, (a, b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour):
    x = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    return float(np.dot([0.2126, 0.7152, 0.0722], np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)))


# ── as a browser shows it ─────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """A folder with one font, without mathematics, as a system that has nothing else."""
    there = tmp_path_factory.mktemp("bare")
    shutil.copy(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf", there)
    return there


def shown(text, folder, *installed):
    """(pixels, what the console says) of a page on a system with the fonts of these folders."""
    (folder / "page.html").write_text(text)
    dirs = "".join(f"<dir>{x}</dir>" for x in installed)
    (folder / "fonts.conf").write_text(f"<fontconfig>{dirs}<cachedir>{folder / 'cache'}</cachedir></fontconfig>")
    command = [str(paper.chromium()), "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1100,2600",
               "--enable-logging=stderr", f"--user-data-dir={folder / 'profile'}", f"--screenshot={folder / 'page.png'}",
               (folder / "page.html").as_uri()]  # fmt: skip
    settings = {"FONTCONFIG_FILE": str(folder / "fonts.conf"), "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    said = subprocess.run(command, capture_output=True, text=True, timeout=120, env=settings).stderr
    return matplotlib.image.imread(folder / "page.png"), [x for x in said.splitlines() if "CONSOLE" in x]


@pytest.mark.sampled(0)
@pytest.mark.skipif(paper.chromium() is None, reason="no chromium on this machine")
def test_a_page_looks_alike_without_any_font_installed(bare, tmp_path):
    without, said = shown(PAGE, tmp_path, bare)
    with_all, _ = shown(PAGE, tmp_path, bare, "/usr/share/fonts", "/usr/share/texmf/fonts")
    assert said == []  # its policy forbids nothing that it needs
    assert np.ptp(without) > 0.5
    assert np.array_equal(without, with_all)
    fontless = re.sub(r"@font-face \{[^}]*\}", "", PAGE)
    assert len(shown(fontless, tmp_path, bare)[1]) == 1  # a style that is not the one its policy names is not used
    changed, _ = shown(re.sub(r"<meta http-equiv[^>]*>", "", fontless), tmp_path, bare)
    assert not np.array_equal(without, changed)  # the fonts are seen


@pytest.mark.sampled(1)
@pytest.mark.skipif(paper.chromium() is None, reason="no chromium on this machine")
@pytest.mark.parametrize("what", ["equations", "derivation"])
def test_what_a_notebook_shows_needs_no_font_of_the_system(what, bare, tmp_path):
    robot = da.gallery.planar_2r()
    made = (da.equations(robot) if what == "equations" else da.derive(robot).steps[2].equations[0])._repr_html_()
    assert "data:font/woff2" in made
    assert len(made) < 120_000
    page = f'<!doctype html><meta charset="utf-8"><body style="font-family:sans-serif">{made}'
    without, _ = shown(page, tmp_path, bare)
    with_all, _ = shown(page, tmp_path, bare, "/usr/share/fonts", "/usr/share/texmf/fonts")
    assert np.ptp(without) > 0.5
    assert np.array_equal(without, with_all)


def test_a_fragment_names_fonts_that_systems_have():
    made = da.equations(da.gallery.planar_2r()).html("M")
    assert "font-face" not in made
    assert made.count("STIX Two Math, Latin Modern Math, Cambria Math, math") == 1
