r"""Run the ```python blocks of a page, and insert their output below each block.

    ```python
    print(1 + 1)
    da.equations(robot)
    ```

    ```output
    2
    ```

    <!-- shown -->

    ```math
    \tau_1 = …
    ```

    <!-- /shown -->

As in a notebook, the value of an expression on the last line is shown if it can be written as formulas. TeX from a call
such as `equations.latex("M")` is also shown as a formula. The blocks of a page run in order and share one namespace. In a
how-to guide, each section starts with an empty namespace, so that readers can paste a single section into a new session.
Each page starts in an empty folder. If the page contains a picture that its code wrote, as in `![…](swing.svg)`, the
picture is saved next to the page.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dalembert.typeset import fonts
from handbook.markdown import markdown, math
from handbook.svg import lean

_PYTHON = re.compile(r"^```python[^\n]*\n(.*?)^```[ \t]*$\n?", re.MULTILINE | re.DOTALL)
_BELOW = re.compile(r"\s*^```output[^\n]*\n(.*?)^```[ \t]*$\n?", re.MULTILINE | re.DOTALL)
_SHOWN = re.compile(r"\s*^<!-- shown -->\n(.*?)^<!-- /shown -->[ \t]*$\n?", re.MULTILINE | re.DOTALL)
_SECTION = re.compile(r"^## ", re.MULTILINE)
_PICTURE = re.compile(r"!\[[^\]]*\]\(([\w.-]+\.svg)\)")


@dataclass(frozen=True)
class Block:
    """Block of code with the output that the page currently contains."""

    code: str
    line: int  # number of lines of the page before the block
    end: int  # position of the end of the code in the page
    printed: str
    shown: str
    until: int  # position of the end of the output


def blocks(text: str) -> Iterator[Block]:
    for found in _PYTHON.finditer(text):
        end = until = found.end()
        printed = shown = ""
        if below := _BELOW.match(text, until):
            printed, until = below[1], below.end()
        if beside := _SHOWN.match(text, until):
            shown, until = beside[1], beside.end()
        yield Block(found[1], text.count("\n", 0, found.start(1)), end, printed, shown, until)


def run(text: str, name: str) -> Iterator[tuple[Block, str, str]]:
    """Run the code of a page, and yield each block with its printed and displayed output."""
    namespace: dict[str, Any] = {}
    options: dict[str, Any] = {}
    done = 0
    for block in blocks(text):
        if not done or (Path(name).parent.name == "howto" and _SECTION.search(text, done, block.end)):
            namespace = {"__name__": "__page__"}
        done = block.end
        printed = io.StringIO()
        tree = ast.parse("\n" * block.line + block.code, name)  # tracebacks then name the line of the page
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        with contextlib.redirect_stdout(printed), np.printoptions(**options):
            exec(compile(tree, name, "exec"), namespace)
            value = eval(compile(ast.Expression(last.value), name, "eval"), namespace) if last else None
            options = np.get_printoptions()  # print options of a page do not affect the next page
        yield block, printed.getvalue(), _shown(last, value)


def _shown(last: ast.Expr | None, value: Any) -> str:
    """Convert the value of the last line to Markdown; TeX from calls of `latex` is written as formulas."""
    if last is None:
        return ""
    parts = last.value.elts if isinstance(last.value, ast.Tuple) else [last.value]
    values = value if isinstance(last.value, ast.Tuple) else [value]
    tex = [isinstance(x, ast.Call) and getattr(x.func, "attr", "") == "latex" for x in parts]
    if any(tex):
        return "\n\n".join(math(v) if is_tex else markdown(v) or "" for is_tex, v in zip(tex, values, strict=True))
    return markdown(value) or ""


def written(text: str, name: str) -> str:
    """Return the text of the page with the current output of its code."""
    parts, done = [], 0
    for block, printed, shown in run(text, name):
        parts.append(text[done : block.end])
        if printed.strip():
            parts.append(f"\n```output\n{_tidy(printed)}\n```\n")
        if shown.strip():
            parts.append(f"\n<!-- shown -->\n\n{_tidy(shown)}\n\n<!-- /shown -->\n")
        done = block.until
    return "".join([*parts, text[done:]])


def check(text: str, name: str) -> None:
    """Raise an error if the output in the page differs from the output of its code."""
    given = sum(1 for x in blocks(text) if x.shown)
    assert text.count("<!-- shown -->") == given, f"{name}: something is shown that no code gives"
    for block, printed, shown in run(text, name):
        for kind, said, now in (("output", block.printed, printed), ("shown", block.shown, shown)):
            assert _tidy(said) == _tidy(now), f"{name}:{block.line + 1}: {kind} is\n{_tidy(now)}"


def pictures(text: str) -> list[str]:
    """Return the names of the pictures next to the page that the page contains."""
    return _PICTURE.findall(text)


def update(path: Path) -> bool:
    """Run a page, write its output and pictures, and return whether the page changed."""
    text = path.read_text()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        with lettering():
            new = written(text, str(path))
        for name in pictures(new):
            if (made := Path(folder, name)).exists():
                (path.parent / name).write_text(lean(made.read_text()))
    if new != text:
        path.write_text(new)
    return new != text


def pages(root: Path) -> list[Path]:
    """List the pages of the documentation, except those in generated folders."""
    found = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    return [x for x in found if x.exists() and x.parent.name not in MADE]


def lettering() -> contextlib.AbstractContextManager[None]:
    """Return a Matplotlib context with the fonts of the pages, in which equal pictures give equal bytes."""
    import matplotlib

    family = [*fonts.known_to_matplotlib(), "DejaVu Sans"]
    return matplotlib.rc_context(
        {"font.family": family, "mathtext.fontset": "stix", "svg.hashsalt": "page", "savefig.transparent": True}
    )


MADE = ("api", "gallery")
os.environ.setdefault("MPLBACKEND", "Agg")


def _tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())
