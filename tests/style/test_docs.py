"""Every ```python block of the README and of docs/ runs, and what a page says it gives is what it gives (`tools/handbook`)."""

import ast
import importlib.util
import json
import re
from pathlib import Path

import pytest
from handbook import page as pages
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
PAGES = pages.pages(ROOT)
RESULTS = json.loads((ROOT / "benchmarks" / "results.json").read_text())
LECTURES = ("deluca_lagrange", "rbe3005", "tang", "briot")
_WIDEST = 88  # characters of a line of code: what the site shows without scrolling


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_code_of_the_page_runs(path, tmp_path, monkeypatch, request):
    if request.config.getoption("--plain-language"):
        pytest.skip("pages quote what the program says")
    monkeypatch.chdir(tmp_path)  # what a page writes goes nowhere
    text = path.read_text()
    pages.check(text, str(path))
    for name in pages.pictures(text):
        assert (path.parent / name).exists(), f"{name} is not beside the page: make pages"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_lines_of_code_fit(path):
    text = path.read_text()
    for fence in re.finditer(r"^```(?:python|sh|js|html)[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for k, line in enumerate(fence[1].splitlines(), 1 + text.count("\n", 0, fence.start(1))):
            assert len(line) <= _WIDEST, f"{path}:{k}"


@pytest.mark.parametrize(
    "path", [x for x in PAGES if x.parent.name != "develop"], ids=lambda x: str(x.relative_to(ROOT))
)
def test_code_can_be_pasted_into_a_session(path):
    """Python's prompt needs a blank line after a loop or a function, and none inside."""
    for block in pages.blocks(path.read_text()):
        lines = block.code.splitlines()
        for node in ast.parse(block.code).body:
            if hasattr(node, "body"):
                assert all(x.strip() for x in lines[node.lineno - 1 : node.end_lineno]), lines[node.lineno - 1]
                assert not "".join(lines[node.end_lineno : node.end_lineno + 1]).strip(), lines[node.end_lineno]


@pytest.mark.parametrize("name", LECTURES)
def test_each_lecture_has_a_page_that_computes(name):
    found = list(pages.blocks((ROOT / "docs" / "lectures" / f"{name}.md").read_text()))
    assert len(found) >= 5
    assert sum(bool(x.shown) for x in found) >= 5
    assert not any("assert" in x.code for x in found), "what is to be asserted belongs into tests/contract/lectures"


def test_wrong_output_is_noticed():
    page = "```python\nprint(1 + 1)\n```\n\n```output\n3\n```\n"
    with pytest.raises(AssertionError, match="page:2"):
        pages.check(page, "page")


def test_an_output_that_is_left_out_is_noticed():
    with pytest.raises(AssertionError, match="page:2"):
        pages.check("```python\nprint(1 + 1)\n```\n", "page")


def test_a_wrong_formula_is_noticed():
    page = (
        "```python\nimport dalembert as da\nda.equations(da.gallery.pendulum())\n```\n\n"
        "<!-- shown -->\n\n```math\n\\tau_1 = 0\n```\n\n<!-- /shown -->\n"
    )
    with pytest.raises(AssertionError, match="page:2"):
        pages.check(page, "page")
    pages.check(pages.written(page, "page"), "page")


def test_failing_code_names_its_line():
    page = "# A page\n\n```python\nx = 1\nassert x == 2\n```\n"
    with pytest.raises(AssertionError) as caught:
        pages.check(page, "page")
    assert caught.traceback[-1].lineno == 4  # counted from 0: the fifth line of the page


def script(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_figures_of_the_readme_come_from_the_benchmarks():
    table = script(ROOT / "benchmarks" / "run.py").readme_table(RESULTS)
    assert f"<!-- speed -->\n{table}\n<!-- /speed -->" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("name", ["overview", "overview-dark"])
def test_the_picture_of_the_readme_shows_the_benchmarks(name):
    labels = script(ROOT / "docs" / "pictures" / "make.py").labels(RESULTS)
    with Image.open(ROOT / "docs" / "pictures" / f"{name}.png") as image:
        assert json.loads(image.text["ratios"]) == labels, "python docs/pictures/make.py"
