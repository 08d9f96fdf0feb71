"""Imports go down the layers only, and every reference cited is in the bibliography."""

import ast
import re
from pathlib import Path

import pytest

import dalembert

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "dalembert"
TESTS = ROOT / "tests"
LAYERS = [
    {"namespace", "tolerance"},
    {"typeset"},
    {"errors", "finding", "notation", "progress"},
    {"typeset.languages"},
    {"graph"},
    {"spatial"},
    {"argument", "atomic_file"},
    {"drawing"},
    {"robot"},
    {"algorithms"},
    {"formats"},
    {"boundary"},
    {"codegen"},
    {"mechanism"},
    {"quantity"},
    {"dynamics"},
    {"mechanism.loops"},
    {"closed"},
    {"kinematics", "statics", "mobility", "trajectory", "control", "simulation", "design", "view"},
    {"document", "code", "ensemble", "identification"},
    {"studio"},
    {"cli"},
    {"model", "interop", "teaching", "types"},  # namespaces
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
PUBLIC = {*dalembert.__all__, "__version__"}


def level(module):
    """The layer of a module `package.module` or of its package."""
    return LEVEL.get(".".join(module.split(".")[:2]), LEVEL.get(module.split(".")[0]))


def imports(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("dalembert."):
            names = [f"{node.module}.{a.name}" for a in node.names]
            yield from (x.removeprefix("dalembert.") for x in names)
        elif isinstance(node, ast.Import):
            yield from (a.name.removeprefix("dalembert.") for a in node.names if a.name.startswith("dalembert."))


def test_imports_go_down_only():
    for path in SOURCE.rglob("*.py"):
        own = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        if own in ("__init__", "__main__"):
            continue
        for other in imports(path):
            assert level(other) <= level(own), f"{path.relative_to(ROOT)} imports dalembert.{other}, a layer above it"


def shared(path):
    """The modules of `tests` that a file imports, and those that they import."""
    for node in ast.walk(ast.parse(path.read_text())):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [a.name for a in node.names] if isinstance(node, ast.Import) else []
        for module in (TESTS / f"{name}.py" for name in names):
            if module.exists():
                yield module
                yield from shared(module)


def inside(text):
    """What a text names below the public names of `dalembert`: in imports, in attributes, and in strings."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.ImportFrom(module=str(module)) if module.startswith("dalembert."):
                yield module
            case ast.ImportFrom(module="dalembert"):
                yield from (a.name for a in node.names if a.name not in PUBLIC)
            case ast.Import():
                yield from (a.name for a in node.names if a.name.startswith("dalembert."))
            case ast.Attribute(value=ast.Name(id="da" | "dalembert"), attr=name) if name not in PUBLIC:
                yield name
            case ast.Constant(value=str(string)):
                yield from re.findall(r"\bdalembert\.[a-z_]+|\bdalembert/[a-z_/]+\.py", string)


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    from dalembert.graph.evaluate import evaluate",
        "from dalembert import codegen",
        "import dalembert.closed as closed",
        "import dalembert as da\nda.formats.load",
        "import_module('dalembert.boundary')",
        "monkeypatch.setattr('dalembert.progress.bar', None)",
        "run('src/dalembert/tolerance.py')",
    ],
)
def test_every_way_to_name_the_inside_is_seen(text):
    assert len(list(inside(text))) == 1


def test_contract_tests_name_only_what_is_public():
    """A module of the inside can be renamed without touching them, or what they share with other tests."""
    for path in (TESTS / "contract").rglob("*.py"):
        for file in {path, *shared(path)}:
            assert list(inside(file.read_text())) == [], f"{path.relative_to(ROOT)} and {file.name}"


END_TO_END = {"codegen/test_exported_code.py", "codegen/test_javascript.py", "studio/test_copies.py"}  # by the command


def test_internal_tests_import_nothing_above_their_package():
    for path in (TESTS / "internal").rglob("*.py"):
        own = path.relative_to(TESTS / "internal").parts[0]
        if path.relative_to(TESTS / "internal").as_posix() in END_TO_END:
            continue
        above = [x for x in imports(path) if level(x) > max(level(own), LEVEL["quantity"]) and x.split(".")[0] != own]
        assert above == [], f"{path.relative_to(ROOT)} imports {above[0]}, a layer above dalembert.{own}"


def test_every_file_belongs_to_a_layer():
    others = ("__pycache__", "py.typed", "assets")
    own = {p.name.removesuffix(".py") for p in SOURCE.iterdir() if p.name not in others and p.suffix != ".pyi"}
    assert own - {"__init__", "__main__"} <= set(LEVEL)


def test_cited_references_exist():
    known = set(re.findall(r"@\w+\{(\w+),", (ROOT / "docs" / "references.bib").read_text()))
    cited = set()
    for path in SOURCE.rglob("*.py"):
        cited |= set(re.findall(r"\[([a-z]+\d{4}|deluca|briot|tang|rbe3005)\b[^\]]*\]", path.read_text()))
    assert cited
    assert cited <= known, f"not in docs/references.bib: {sorted(cited - known)}"


def test_code_does_not_print_or_evaluate():
    for path in SOURCE.rglob("*.py"):
        if path.relative_to(SOURCE).parts[0] in ("demo.py", "cli", "cli.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("print", "eval", "exec", "sympify"), (
                    f"{path.relative_to(ROOT)}:{node.lineno}"
                )


def test_a_threshold_is_declared_once():
    text = (SOURCE / "tolerance.py").read_text()
    names = [node.targets[0].id for node in ast.parse(text).body if isinstance(node, ast.Assign)]
    assert len(names) == len(set(names)), sorted(x for x in set(names) if names.count(x) > 1)
    for name in names:
        assert re.search(rf"# \[.+\] .+\n{name} = |^{name} = .*# \[.+\] .+", text, re.M), f"{name}: unit or reason?"
