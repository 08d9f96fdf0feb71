"""Every ```python block of the README and of docs/ runs, page by page; an ```output block after it is what it prints.

The blocks of a page share one namespace, in order, as a reader would type them; each page starts afresh.
"""

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
PAGES = [page for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))) if page.exists()]
LECTURES = ("deluca_lagrange", "rbe3005", "tang", "briot")


def examples(text):
    """(code, number of its first line, expected output or None) of each Python block."""
    fences = [(m[1], m[2], text.count("\n", 0, m.start(2))) for m in FENCE.finditer(text)]
    for i, (language, code, line) in enumerate(fences):
        if language == "python":
            follows = fences[i + 1] if i + 1 < len(fences) else ("", "", 0)
            yield code, line, follows[1] if follows[0] == "output" else None


def run(text, name):
    """Run the Python blocks of a page and compare what they print."""
    namespace = {"__name__": "__page__"}
    for code, line, expected in examples(text):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("\n" * line + code, name, "exec"), namespace)  # tracebacks then name the page's own line
        if expected is not None:
            assert tidy(printed.getvalue()) == tidy(expected), f"{name}:{line + 1}"


def tidy(text):
    return [line.rstrip() for line in text.strip().splitlines()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_code_of_the_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # what a page writes goes nowhere
    monkeypatch.setenv("MPLBACKEND", "Agg")
    run(page.read_text(), str(page))


@pytest.mark.parametrize("name", LECTURES)
def test_each_lecture_has_a_page_that_computes(name):
    assert len(list(examples((ROOT / "docs" / "lectures" / f"{name}.md").read_text()))) >= 5


def test_wrong_output_is_noticed():
    page = "```python\nprint(1 + 1)\n```\n\n```output\n3\n```\n"
    with pytest.raises(AssertionError, match="page:2"):
        run(page, "page")


def test_failing_code_names_its_line():
    page = "# A page\n\n```python\nx = 1\nassert x == 2\n```\n"
    with pytest.raises(AssertionError) as caught:
        run(page, "page")
    assert caught.traceback[-1].lineno == 4  # counted from 0: the fifth line of the page
