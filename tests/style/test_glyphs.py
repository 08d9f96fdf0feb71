"""Every character that the program shows has a glyph in the fonts that show it. `test_site.py` checks the site."""

import ast
import re

import pytest

import dalembert as da
from glyphs import PACKAGE, Texts, missing, stack

WEB = PACKAGE / "studio" / "web"
PAGE = PACKAGE / "assets" / "page.css"
TEXT, FORMULA, CODE = stack(PAGE, "body"), stack(PAGE, "math"), stack(PAGE, "pre")
SCREEN, SCREEN_CODE = stack(WEB / "theme.css", "body"), stack(WEB / "theme.css", r"code, pre, \.mono")
NOT_SHOWN = {
    "＄＠": "stand for $ and @ until a line of text is written",
    "\u2e7f": "a bound of the width of characters",
    "\0": "separates texts; never shown",
    "ſ€™": "LaTeX commands for letters of people's names",
}
_NOT_SHOWN = set("".join(NOT_SHOWN))


def literals(path):
    """The string literals of a file that are not docstrings."""
    tree = ast.parse(path.read_text())
    bodies = [x.body for x in ast.walk(tree) if hasattr(x, "body") and isinstance(x.body, list)]
    alone = {id(x.value) for body in bodies for x in body if isinstance(x, ast.Expr)}
    constants = (x for x in ast.walk(tree) if isinstance(x, ast.Constant) and id(x) not in alone)
    return "".join(x.value for x in constants if isinstance(x.value, str))


def test_the_stacks_are_those_of_the_style_sheets():
    assert TEXT == ["Dalembert Text", "Dalembert Math"]
    assert FORMULA == ["Dalembert Math"]
    assert SCREEN == ["Dalembert Screen", "Dalembert Math"]
    assert SCREEN_CODE == ["Dalembert Mono", "Dalembert Math"]


@pytest.mark.parametrize("families", [TEXT, SCREEN], ids=["report", "studio"])
def test_texts_of_the_program(families):
    """Messages, labels and units reach reports and the studio alike."""
    texts = {path: literals(path) for path in PACKAGE.rglob("*.py")}
    texts |= {path: path.read_text() for path in PACKAGE.rglob("*.toml") if path.parent.name in ("finding", "gallery")}
    lost = {str(path.relative_to(PACKAGE)): missing(text, families) - _NOT_SHOWN for path, text in texts.items()}
    assert not {path: x for path, x in lost.items() if x}


def test_labels_of_the_studio():
    for path in WEB.rglob("*"):
        if path.suffix in (".ts", ".css", ".html") and "node_modules" not in path.parts:
            shown = re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
            assert missing(shown, SCREEN) == set(), path.name


@pytest.mark.parametrize("name", ["planar_2r", "cart_pole", "five_bar", "puma560"])
def test_pages_of_a_robot(name):
    robot = getattr(da.gallery, name)()
    page = da.equations(robot).html() + da.equations(robot).html("symbols")
    page += da.derive(robot).html() if name != "puma560" else ""
    found = Texts(page).found
    assert len(found["math"]) > 100
    assert missing(found["math"], FORMULA) == set()
    assert missing(found["text"], TEXT) == set()


def test_a_missing_glyph_is_noticed():
    assert missing("aᚠ\n", TEXT) == {"ᚠ"}
    assert missing("Ṁ − 2S, ẍ, q̈", TEXT) == set()
    assert missing("Ṁ", ["Dalembert Text"]) == {"Ṁ"}
    assert Texts("<p>a<br>b<code>c</code><math><mi>d</mi></math><script>e</script>f</p>").found == {
        "text": "abf", "code": "c", "math": "d",
    }  # fmt: skip
