r"""Pages whose code is run: what a ```python block prints and shows stands below it, and is what it prints and shows.

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

As in a notebook, the value of a last line that is an expression is shown, where it can be set in formulas; so is TeX
that it asks for, `equations.latex("M")`. The blocks of
a page share one namespace, in order; each page starts afresh, in an empty folder. A picture that the page shows and its
code wrote, `![…](swing.svg)`, is kept beside the page.
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
_PICTURE = re.compile(r"!\[[^\]]*\]\(([\w.-]+\.svg)\)")


@dataclass(frozen=True)
class Block:
    """A block of code, and what the page says that it gives."""

    code: str
    line: int  # of the page, before its first
    end: int  # of the code in the text of the page
    printed: str
    shown: str
    until: int  # where what it gives ends


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
    """Each block with what it prints and shows now."""
    namespace: dict[str, Any] = {"__name__": "__page__"}
    options: dict[str, Any] = {}
    for block in blocks(text):
        printed = io.StringIO()
        tree = ast.parse("\n" * block.line + block.code, name)  # tracebacks then name the page's own line
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        with contextlib.redirect_stdout(printed), np.printoptions(**options):
            exec(compile(tree, name, "exec"), namespace)
            value = eval(compile(ast.Expression(last.value), name, "eval"), namespace) if last else None
            options = np.get_printoptions()  # those of one page do not reach the next
        yield block, printed.getvalue(), _shown(last, value)


def _shown(last: ast.Expr | None, value: Any) -> str:
    """The value as Markdown; TeX that a last line `….latex(…)` gives, or a row of such, is set as well."""
    if last is None:
        return ""
    parts = last.value.elts if isinstance(last.value, ast.Tuple) else [last.value]
    values = value if isinstance(last.value, ast.Tuple) else [value]
    tex = [isinstance(x, ast.Call) and getattr(x.func, "attr", "") == "latex" for x in parts]
    if any(tex):
        return "\n\n".join(math(v) if is_tex else markdown(v) or "" for is_tex, v in zip(tex, values, strict=True))
    return markdown(value) or ""


def written(text: str, name: str) -> str:
    """The page with what its code gives now."""
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
    """Fail where a page says other than its code gives."""
    given = sum(1 for x in blocks(text) if x.shown)
    assert text.count("<!-- shown -->") == given, f"{name}: something is shown that no code gives"
    for block, printed, shown in run(text, name):
        for kind, said, now in (("output", block.printed, printed), ("shown", block.shown, shown)):
            assert _tidy(said) == _tidy(now), f"{name}:{block.line + 1}: {kind} is\n{_tidy(now)}"


def pictures(text: str) -> list[str]:
    """Names of the pictures beside the page that it shows."""
    return _PICTURE.findall(text)


def update(path: Path) -> bool:
    """Run a page, write what it gives, keep its pictures; whether the page changed."""
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
    """The pages that a reader sees, those that are made by scripts last."""
    found = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    return [x for x in found if x.exists() and x.parent.name not in MADE]


def lettering() -> contextlib.AbstractContextManager[None]:
    """Pictures that are lettered as the pages are, the same bytes every time."""
    import matplotlib

    family = [*fonts.known_to_matplotlib(), "DejaVu Sans"]
    return matplotlib.rc_context(
        {"font.family": family, "mathtext.fontset": "stix", "svg.hashsalt": "page", "savefig.transparent": True}
    )


MADE = ("api", "gallery")
os.environ.setdefault("MPLBACKEND", "Agg")


def _tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())
