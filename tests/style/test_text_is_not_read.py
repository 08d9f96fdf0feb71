"""No part of the program reads text that another part wrote for people: it reads the fields of findings."""

import ast
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src" / "dalembert"
TOLD = {"statement", "message", "reason", "reasons", "warnings", "how", "notes", "explanation", "doubts", "why"}
METHODS = {
    "startswith",
    "endswith",
    "split",
    "partition",
    "rpartition",
    "find",
    "replace",
    "removeprefix",
    "removesuffix",
}
FOREIGN = {"ValueError", "OSError", "KeyError", "TypeError", "ImportError", "Exception", "RuntimeError", "LookupError"}


def is_told(node, errors):
    """Whether an expression is text for people: `str(error)` of a caught error, or a field that holds such text."""
    if isinstance(node, ast.Attribute):
        return node.attr in TOLD
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str" and node.args:
        return isinstance(node.args[0], ast.Name) and node.args[0].id in errors
    return False


def readings(tree, errors=frozenset()):
    """Lines that search or slice such text; the text of other libraries' errors may be read."""
    for node in ast.iter_child_nodes(tree):
        inside = errors
        if isinstance(node, ast.ExceptHandler) and node.name:
            inside = errors | {node.name} if _ours(node.type) else errors - {node.name}
        yield from _read(node, inside)
        yield from readings(node, inside)


def _read(node, errors):
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
    names = {x.id for x in ast.walk(kind) if isinstance(x, ast.Name)} | {
        x.attr for x in ast.walk(kind) if isinstance(x, ast.Attribute)
    }
    return "DalembertError" in names or not names & FOREIGN


def test_no_text_for_people_is_read():
    found = [
        f"{path.relative_to(SOURCE)}:{line}"
        for path in sorted(SOURCE.rglob("*.py"))
        for line in readings(ast.parse(path.read_text()))
    ]
    assert not found, f"these lines search or slice text for people: {', '.join(found)}"


def test_reading_is_noticed():
    text = "try:\n    f()\nexcept WrongValue as error:\n    g('loop' in str(error), str(error).split())\nh(claim.how.startswith('x'))"
    assert list(readings(ast.parse(text))) == [4, 4, 5]
