"""Find the shortest statement of the documentation that uses a public name, and the page with this statement."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from handbook import page

_LONGEST = 6  # lines of an example
_PREFERRED = {
    "start",
    "howto",
    "tutorials",
    "describe",
    "identify",
    "code",
}  # pages for users come before those about mathematics


class Example(NamedTuple):
    code: str
    path: Path


def example(root: Path, name: str) -> Example | None:
    """Return the shortest example of a public name such as `inverse_dynamics`, preferably from a page for users."""
    found = [x for x in _statements(root) if name in x[2]]
    if not found:
        return None
    code, path, _ = min(
        found, key=lambda x: (not _PREFERRED & {x[1].stem, x[1].parent.name}, x[0].count("\n"), len(x[0]))
    )
    return Example(code, path)


@cache
def _statements(root: Path) -> list[tuple[str, Path, frozenset[str]]]:
    return [x for path in page.pages(root) if path.name != "README.md" for x in _of(path)]


def _of(path: Path) -> Iterator[tuple[str, Path, frozenset[str]]]:
    for block in page.blocks(path.read_text()):
        for node in _simple(ast.parse(block.code)):
            code = ast.get_source_segment(block.code, node) or ""
            called = {x.func for x in ast.walk(node) if isinstance(x, ast.Call)}
            names = frozenset(_spelled(x) for x in ast.walk(node) if isinstance(x, ast.Attribute) or x in called)
            if 0 < code.count("\n") + 1 <= _LONGEST:
                yield code, path, names


def _simple(tree: ast.AST) -> Iterator[ast.stmt]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.Expr) and not isinstance(getattr(node, "value", None), ast.Constant):
            yield node


def _spelled(node: ast.expr) -> str:
    """Return the name after `da.` in an expression, such as `body.box`, or the name of an imported function."""
    if isinstance(node, ast.Attribute):
        before = _spelled(node.value)
        return node.attr if before == "da" else f"{before}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""
