"""Scripts beside the library (benchmarks, pictures, tools) ask it only for what it has."""

import ast
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = [x for folder in ("benchmarks", "tools", "docs") for x in sorted((ROOT / folder).rglob("*.py"))]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda x: str(x.relative_to(ROOT)))
def test_every_name_that_a_script_imports_is_there(script):
    for node in ast.walk(ast.parse(script.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "dalembert":
            module = import_module(node.module)
            for name in (x.name for x in node.names):
                assert hasattr(module, name) or find_spec(f"{node.module}.{name}"), f"{node.module} has no {name}"
