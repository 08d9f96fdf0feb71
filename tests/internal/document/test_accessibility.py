"""HTML that everybody can read: contrast of what is rendered, in both themes; headings, tables, pictures, no request.

Contrast is WCAG 2.2's, computed here from the colours that a browser says it used; nothing of the library's own tables.
"""

from __future__ import annotations

import json
import re
import subprocess
from html.parser import HTMLParser

import numpy as np
import paper
import pytest

import dalembert as da
from dalembert.document.facts import Facts, ReportRequest
from dalembert.document.report import content
from dalembert.typeset.languages import language

VALUES = {"m1": 2.0, "m2": 1.0, "l1": 1.0, "l2": 0.8, "lc1": 0.5, "lc2": 0.4, "I1": 0.1, "I2": 0.05, "g": 9.81}
CONTRAST = 4.5  # of text, level AA
_ASK = """<script>
const found = {};
for (const part of document.querySelectorAll("details")) part.open = true;
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const x = walk.currentNode.parentElement;
  if (!walk.currentNode.data.trim() || x.closest("svg, script") || x.matches(".anchor")) continue;
  let back = "rgba(0, 0, 0, 0)";
  for (let y = x; y && back === "rgba(0, 0, 0, 0)"; y = y.parentElement) back = getComputedStyle(y).backgroundColor;
  const key = getComputedStyle(x).color + "|" + back;
  found[key] = walk.currentNode.data.trim().slice(0, 30);
}
document.title = JSON.stringify(found);
</script>"""


@pytest.fixture(scope="module")
def page():
    """A report with everything: symbols, braces, tables, charts, code."""
    return language("html").document(
        content(
            Facts(
                ReportRequest(
                    da.gallery.planar_2r(), values=VALUES, origin="robot = da.gallery.planar_2r()", duration=0.2
                )
            )
        )
    )


def test_plots_have_colours_that_the_dark_knows(page):
    """Nothing is inverted: every colour of a plot is a variable that the style sheet sets in the dark."""
    plots = re.findall(r'<svg(?![^>]*class="drawing").*?</svg>', page, re.DOTALL)
    assert len(plots) > 4
    sheet = page[: page.index("<body")]
    assert "invert(" not in sheet
    for plot in plots:
        used = set(re.findall(r"#[0-9a-f]{6}\b", plot))
        assert used
        assert {x for x in used if f"--c{x[1:]}:" not in sheet} == set()
        assert plot.count("#") - plot.count('="#') - plot.count("url(#") == len(
            re.findall(r"var\(--c[0-9a-f]{6}, #", plot)
        )


class Outline(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.levels, self.lang, self.titled, self.tables, self.heads = [], "", False, 0, 0
        self.pictures, self.named, self.plain_heads = 0, 0, 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.levels += [int(tag[1])] if re.fullmatch(r"h[1-6]", tag) else []
        self.lang = given.get("lang", "") if tag == "html" else self.lang
        self.titled |= tag == "title"
        self.tables += tag == "table"
        self.heads += tag == "thead"
        self.plain_heads += tag == "th" and given.get("scope") != "col"
        self.pictures += tag == "figure"
        self.named += (tag == "svg" and given.get("role") == "img" and len(given.get("aria-label", "")) > 8) or (
            tag == "img" and len(given.get("alt", "")) > 8
        )


def test_headings_tables_and_pictures_say_what_they_are(page):
    found = Outline(page)
    assert found.lang == "en"
    assert found.titled
    assert found.levels[0] == 1
    assert found.levels.count(1) == 1
    assert all(b <= a + 1 for a, b in zip(found.levels, found.levels[1:], strict=False))
    assert found.tables == found.heads > 4
    assert found.plain_heads == 0
    assert found.pictures == found.named > 4
    assert page.count('<nav aria-label="Contents">') == 1


def rendered(page, folder, dark):
    """{(colour of text, colour behind it): an example}, as the browser shows the page."""
    allowed = page.replace("default-src 'none'", "default-src 'none'; script-src 'unsafe-inline'")
    (folder / "page.html").write_text(allowed.replace("</body>", f"{_ASK}</body>"))
    theme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    command = [str(paper.chromium()), "--headless", "--no-sandbox", "--disable-gpu", theme, "--virtual-time-budget=5000",
               f"--user-data-dir={folder / 'profile'}", "--dump-dom", (folder / "page.html").as_uri()]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    said = re.search(r"<title>(\{.*?\})</title>", done.stdout, re.DOTALL)
    assert said, done.stderr[-1000:]
    text = said[1].replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
    return {tuple(map(rgb, key.split("|"))): example for key, example in json.loads(text).items()}


def rgb(colour):
    return tuple(float(x) for x in re.findall(r"[\d.]+", colour)[:3])


def luminance(colour):
    x = np.array(colour) / 255
    return float(np.dot([0.2126, 0.7152, 0.0722], np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)))


def contrast(a, b):
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_wcag_s():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)  # the well-known #777


@pytest.mark.sampled(1)
@pytest.mark.skipif(paper.chromium() is None, reason="no chromium on this machine")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_text_has_contrast_as_rendered(page, dark, tmp_path):
    found = rendered(page, tmp_path, dark)
    assert len(found) >= 6  # ink, quiet, accent, kinds of terms
    behind = {luminance(back) for _, back in found}
    assert (max(behind) < 0.1) if dark else (min(behind) > 0.8)
    poor = {example: contrast(*pair) for pair, example in found.items() if contrast(*pair) < CONTRAST}
    assert poor == {}
