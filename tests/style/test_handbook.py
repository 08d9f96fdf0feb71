"""Pages that are made from the library are what the library says now: `make pages` brings them up to date."""

import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from handbook import gallery, made
from handbook.mathml import mathml
from handbook.svg import lean, outline

import dalembert as da

FUNCTIONS = [name for name in da.__all__ if not isinstance(getattr(da, name), ModuleType)]

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def files():
    return made.files(ROOT)


def test_made_pages_are_current(files):
    old = [str(path.relative_to(ROOT)) for path, text in files.items() if not path.exists() or path.read_text() != text]
    assert old == [], "make pages"


def test_no_page_is_left_over(files):
    there = {x for folder in ("api", "gallery") for x in (DOCS / folder).glob("*.md")}
    assert there <= set(files)


def test_every_public_name_has_a_heading(files):
    text = "\n".join(text for path, text in files.items() if path.parent.name == "api")
    assert [name for name in FUNCTIONS if f"\n## {name}\n" not in text] == []


def test_every_robot_has_a_picture_of_its_own():
    drawn = {path.stem for path in (DOCS / "gallery").glob("*.svg")}
    names = {name for names in gallery.GROUPS.values() for name in names}
    assert names == set(da.gallery.names())
    assert drawn == names | {f"{name}_small" for name in names}


def test_pictures_are_small():
    for path in DOCS.rglob("*.svg"):
        if path.parent.name != "pictures":
            assert path.stat().st_size < 100_000, path


def test_outlines_stay_where_they_are():
    """Steps from point to point, added up, are the points to a hundredth; further points of a move are lines."""
    assert (
        outline("M 10 20 L 12.5 20.004 C 1 2 3 4 5 6 z M 1 1 2 3") == "m10 20l2.5 0c-11.5-18-9.5-16-7.5-14zm-9-19 1 2"
    )
    assert lean('<svg><!-- 1 --><path d="M 0.123456 0"/> <a x="1.23456"/></svg>') == (
        '<svg><path d="m.12 0"/>\n<a x="1.23"/></svg>'
    )


def test_every_extra_is_on_the_page_of_extras():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    listed = set(re.findall(r"^\| `(\w+)` \|", (DOCS / "install.md").read_text(), re.MULTILINE))
    assert set(extras) - {"fonts"} <= listed, "fonts is for developers"


def test_words_of_the_glossary_are_linked():
    """A word that the pages need explained is linked to from one of them at least."""
    words = re.findall(r'<a id="([\w-]+)">', (DOCS / "glossary.md").read_text())
    assert len(words) == len(set(words)) > 40
    linked = {x for path in DOCS.rglob("*.md") for x in re.findall(r"glossary\.md#([\w-]+)", path.read_text())}
    assert linked <= set(words), "these lead nowhere"
    assert {
        "ring",
        "method",
        "energy-balance",
        "residual",
        "effort",
        "tape",
        "base-parameters",
        "certificate",
        "doctor",
    } <= linked


def test_formulas_keep_their_rows_and_dots():
    html = mathml(
        r"\begin{aligned}\tau &= \begin{bmatrix}a & b\end{bmatrix}\ddot{q} \\[3pt] &\quad - \sin q\end{aligned}",
        display=True,
    )
    assert html.count("<mtr>") == 3  # two lines, and the row of the matrix
    assert 'class="right"' in html
    assert 'form="infix">&#x02212;' in html  # a sign at the beginning of a line still stands between two things
    assert 'accent="true"><mrow><mi>q</mi><mspace height="0.55em"/>' in html
