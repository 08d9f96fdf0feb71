"""No part of the program reads text that another part wrote for people: it reads the fields of findings."""

import ast
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src" / "dalembert"
TOLD = {
    "statement",
    "message",
    "reason",
    "reasons",
    "warnings",
    "how",
    "notes",
    "explanation",
    "doubts",
    "words",
    "why",
}
METHODS = {
    "startswith",
    "endswith",
    "split",
    "partition",
    "rpartition",
    "find",
    "index",
    "replace",
    "removeprefix",
    "removesuffix",
}


def is_told(node, errors):
    """Whether an expression is text for people: `str(error)` of a caught error, or a field that holds such text."""
    if isinstance(node, ast.Attribute):
        return node.attr in TOLD
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str" and node.args:
        return isinstance(node.args[0], ast.Name) and node.args[0].id in errors
    return False


def readings(path):
    tree = ast.parse(path.read_text())
    errors = {x.name for x in ast.walk(tree) if isinstance(x, ast.ExceptHandler) and x.name and _ours(x.type)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(isinstance(op, ast.In | ast.NotIn) for op in node.ops):
            is_text = isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)
            if is_text and any(is_told(x, errors) for x in node.comparators):
                yield node.lineno
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = node.func.value
            if node.func.attr in METHODS and is_told(of, errors):
                yield node.lineno
            if isinstance(of, ast.Name) and of.id == "re" and any(is_told(x, errors) for x in node.args):
                yield node.lineno


def _ours(kind):
    """Whether a handler catches errors of ours; the text of other libraries may be read."""
    return kind is not None and any(
        isinstance(x, ast.Name)
        and x.id[0].isupper()
        and x.id
        not in (
            "ValueError",
            "OSError",
            "KeyError",
            "TypeError",
            "ImportError",
            "Exception",
            "RuntimeError",
            "LookupError",
            "AttributeError",
        )
        for x in ast.walk(kind)
    )


def test_no_text_for_people_is_read():
    found = [f"{path.relative_to(SOURCE)}:{line}" for path in sorted(SOURCE.rglob("*.py")) for line in readings(path)]
    assert not found, f"these lines search or slice text for people: {', '.join(found)}"
