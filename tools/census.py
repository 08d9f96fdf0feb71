"""Measure the size and structure of the source code.

    python tools/census.py              measure the working tree
    python tools/census.py main~3       measure a commit
    python tools/census.py --json       print JSON
    python tools/census.py --list errors    list the places that a figure counts
    python tools/census.py --lower      lower the ceilings in tests/style/census.json to the figures of the working tree

The docstring of the function that computes a figure defines the figure. All figures are computed from the text of
`src/dalembert`. The package is not imported.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
import subprocess
import tarfile
import tempfile
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CEILINGS = ROOT / "tests" / "style" / "census.json"
PACKAGE = "dalembert"
SMALL = 1e-3  # a number up to this size may be a threshold
MOST_PARAMETERS = 10
BARS: dict[str, float] = {  # largest accepted value of each figure
    "code lines": 57_000,
    "nodes per line": 12.91,  # both densities are those of commit 1d3d0fe: lines must not get denser
    "nodes per line, no imports or texts": 14.54,
    "files": 400,
    "largest file": 900,
    "single importers": 60,
    "reused class names": 10,
    "errors": 500,
    "named thresholds": 150,
    "inline thresholds": 0,
    "long signatures": 0,
    "import cycles": 0,
    "upward imports": 0,
}
_LAYOUT = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Import:
    """Import of one module by another; `lazy` if the import does not run when the module is loaded."""

    source: str
    target: str
    line: int
    lazy: bool
    used: bool


@dataclass
class Module:
    """Parsed source file."""

    name: str
    path: Path
    text: str
    tree: ast.Module = field(init=False)
    nodes: list[ast.AST] = field(init=False)
    parents: dict[ast.AST, ast.AST] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.tree = ast.parse(self.text, str(self.path))
        self.nodes = [self.tree]
        for node in self.nodes:  # the list grows during the loop: breadth first, as in ast.walk
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node
                self.nodes.append(child)

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the syntax nodes around `node`, starting with the innermost one."""
        while node in self.parents:
            node = self.parents[node]
            yield node

    @cached_property
    def docstrings(self) -> list[ast.Expr]:
        owners = (ast.Module, ast.ClassDef, *Function.__args__)
        bodies = [node.body for node in self.nodes if isinstance(node, owners)]
        first = [body[0] for body in bodies if body and isinstance(body[0], ast.Expr)]
        return [x for x in first if isinstance(x.value, ast.Constant) and isinstance(x.value.value, str)]

    @cached_property
    def lines(self) -> list[bytes]:
        return self.text.encode().splitlines()

    def written(self, node: ast.Constant) -> str:
        """Return a constant as written in the source file."""
        return self.lines[node.lineno - 1][node.col_offset : node.end_col_offset].decode()

    def place(self, node: ast.AST) -> str:
        return f"{self.path.as_posix()}:{getattr(node, 'lineno', 1)}"


class Source:
    """All modules of the package in `root/src/dalembert`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.modules: dict[str, Module] = {}
        for path in sorted((root / "src" / PACKAGE).rglob("*.py")):
            parts = path.relative_to(root / "src").with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            self.modules[name] = Module(name, path.relative_to(root), path.read_text(encoding="utf-8"))

    def __iter__(self) -> Iterator[Module]:
        return iter(self.modules.values())

    @cached_property
    def imports(self) -> list[Import]:
        """All imports of one module of the package by another.

        `from dalembert.pkg import module` counts as an import of the module. `from dalembert.pkg import name` counts as
        an import of the `__init__` of the package. An import of a submodule does not count as an import of the parent's
        `__init__`. An import inside a function or under `if TYPE_CHECKING` is lazy. If a file calls `import_module`,
        the modules that the file names in strings are lazy imports. An f-string names all direct submodules that match
        it. An import is used if the imported name occurs again in the file. Re-exports, that is, imports in an
        `__init__` or of the form `name as name`, are also used.
        """
        return [x for module in self for x in self._imports(module) if x.target != module.name]

    def _imports(self, module: Module) -> Iterator[Import]:
        names = Counter(x.id for x in module.nodes if isinstance(x, ast.Name))
        for node in module.nodes:
            if isinstance(node, ast.ImportFrom):
                base = node.module or ""
                if node.level:
                    own = module.name.split(".")
                    base = ".".join([*own[: len(own) - node.level + module.is_package], *base.split(".")]).strip(".")
                for alias in node.names:
                    inner = f"{base}.{alias.name}"
                    target = inner if inner in self.modules else base
                    if target in self.modules:
                        used = module.is_package or alias.name == alias.asname or names[alias.asname or alias.name] > 0
                        yield Import(module.name, target, node.lineno, _is_lazy(module, node), used)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name in self.modules:
                        used = names[alias.asname or alias.name.split(".")[0]] > 0
                        yield Import(module.name, alias.name, node.lineno, _is_lazy(module, node), used)
        if "import_module" in names:
            yield from self._named(module)

    def _named(self, module: Module) -> Iterator[Import]:
        for node in module.nodes:
            names: list[str] = []
            if isinstance(node, ast.Constant) and node.value in self.modules:
                names = [str(node.value)]
            elif isinstance(node, ast.JoinedStr):
                pattern = re.compile("".join(_pattern(part, module) for part in node.values))
                names = [name for name in self.modules if pattern.fullmatch(name)]
            yield from (Import(module.name, name, 1, True, True) for name in names if name != PACKAGE)


def _pattern(part: ast.expr, module: Module) -> str:
    """Convert a part of an f-string to a regular expression for module names."""
    if isinstance(part, ast.FormattedValue):
        return re.escape(module.name) if ast.unparse(part.value) == "__name__" else r"\w+"
    return re.escape(str(part.value))  # type: ignore[attr-defined]  # the other parts of an f-string are constants


def _is_lazy(module: Module, node: ast.AST) -> bool:
    return any(
        isinstance(x, (*Function.__args__, ast.Lambda))
        or (isinstance(x, ast.If) and ast.unparse(x.test).endswith("TYPE_CHECKING"))
        for x in module.above(node)
    )


def code_lines(module: Module) -> set[int]:
    """Return the numbers of the lines with code, without docstrings, comments and blank lines.

    A line counts if a token other than a comment, an indent or a line end begins, ends or continues on it. All lines of
    a multi-line string count, unless the string is a docstring.
    """
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
        if token.type not in _LAYOUT:
            lines.update(range(token.start[0], token.end[0] + 1))
    return lines.difference(*(_lines_of(x) for x in module.docstrings))


def _lines_of(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def density(source: Source) -> dict[str, float]:
    """Compute the number of syntax nodes per code line, with and without imports and multi-line strings.

    Docstrings do not count. Imports and multi-line strings, such as templates, have few nodes per line. If they are
    removed, the first figure rises although no other line gets denser. The second figure stays the same.
    """
    nodes = lines = import_nodes = sparse_lines = 0
    for module in source:
        own = code_lines(module)
        imports = [x for x in module.nodes if isinstance(x, ast.Import | ast.ImportFrom)]
        nodes += len(module.nodes) - 2 * len(module.docstrings)
        lines += len(own)
        import_nodes += sum(1 + len(x.names) for x in imports)
        docstrings = {x.value for x in module.docstrings}
        texts = [x for x in module.nodes if isinstance(x, ast.Constant | ast.JoinedStr) and x not in docstrings]
        inside = {k for x in texts for k in range(x.lineno + 1, (x.end_lineno or x.lineno) + 1)}
        sparse_lines += len(own & (inside | {k for x in imports for k in _lines_of(x)}))
    return {
        "code lines": lines,
        "nodes per line": round(nodes / lines, 2),
        "nodes per line, no imports or texts": round((nodes - import_nodes) / (lines - sparse_lines), 2),
    }


def single_importers(source: Source) -> list[str]:
    """List the files that exactly one other file imports and uses.

    Files whose only importer is an `__init__` or imports them lazily are excluded.
    """
    found = []
    for target, imports in _importers(source).items():
        own = {x.source for x in imports}
        eager = any(not x.lazy for x in imports)
        if len(own) == 1 and eager and not source.modules[own.pop()].is_package:
            found.append(f"{source.modules[target].path.as_posix()} <- {imports[0].source}")
    return sorted(found)


def single_importers_strictly(source: Source) -> list[str]:
    """List the files that exactly one other file imports and uses, ignoring `__init__` files and lazy imports."""
    found = []
    for target, imports in _importers(source).items():
        own = {x.source for x in imports if not x.lazy and not source.modules[x.source].is_package}
        if len(own) == 1:
            found.append(f"{source.modules[target].path.as_posix()} <- {own.pop()}")
    return sorted(found)


def _importers(source: Source) -> dict[str, list[Import]]:
    found = defaultdict(list)
    for x in source.imports:
        if x.used:
            found[x.target].append(x)
    return found


def reused_class_names(source: Source) -> list[str]:
    """List the class names that several class statements define."""
    places = defaultdict(list)
    for module in source:
        for node in module.nodes:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(module.place(node))
    return [f"{name}: {', '.join(where)}" for name, where in sorted(places.items()) if len(where) > 1]


def errors(source: Source) -> list[str]:
    """List the places that construct an error.

    These are raised calls (`raise ValueError(...)`, `raise self.error(...)`), all other calls of subclasses of
    `DalembertError`, and calls of functions in the package that are annotated with `NoReturn`.
    """
    classes, raisers = _error_classes(source), _raisers(source)
    found = []
    for module in source:
        for node in module.nodes:
            if isinstance(node, ast.Call):
                name, parent = _last(node.func), module.parents[node]
                raises = isinstance(parent, ast.Raise) or (isinstance(parent, ast.Expr) and name in raisers)
                if raises or name in classes:
                    found.append(module.place(node))
    return found


def _error_classes(source: Source) -> set[str]:
    bases = {
        x.name: {_last(y) for y in x.bases} for module in source for x in module.nodes if isinstance(x, ast.ClassDef)
    }
    found = {"DalembertError"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found


def _raisers(source: Source) -> set[str]:
    """Return the names of functions and methods annotated with `NoReturn`, except nested functions."""
    return {
        x.name
        for module in source
        for x in module.nodes
        if isinstance(x, Function) and x.returns and _last(x.returns) in ("NoReturn", "Never")
        if isinstance(module.parents[x], ast.Module | ast.ClassDef)
    }


def _last(node: ast.expr) -> str:
    """Return the last part of a dotted name, with or without quotes."""
    if isinstance(node, ast.Constant):
        return str(node.value).rpartition(".")[2]
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def named_thresholds(source: Source) -> list[str]:
    """List the constants that `tolerance.py` defines, which have names in capitals."""
    return [
        f"{module.place(node)} {target.id}"
        for module in source
        if module.path.name == "tolerance.py"
        for node in module.tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and target.id.isupper()
    ]


def inline_thresholds(source: Source) -> list[str]:
    """List the small numbers outside `tolerance.py` that act as thresholds.

    A float literal x with 0 < |x| <= 1e-3 counts in a comparison, as the default of a parameter or field, and as a
    constant of a module or class. Elsewhere, it counts if it is written with an exponent and one significant digit, as
    in `max(x, 1e-12)` and `rcond=1e-9`. Measured data and coefficients have more digits and do not count. Tables of
    units, which are dictionaries with string keys and an entry 1.0, do not count either. The search does not find
    larger thresholds, because they look like any other number. It also finds unit factors outside a table, such as 1e-9
    for nanoseconds.
    """
    return [
        f"{module.place(node)} {module.written(node)}"
        for module in source
        if module.path.name != "tolerance.py"
        for node in module.nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, float) and 0 < abs(node.value) <= SMALL
        if _decides(module, node)
    ]


def _decides(module: Module, node: ast.Constant) -> bool:
    around = list(module.above(node))
    if any(isinstance(x, ast.Dict) and _is_unit_table(x) for x in around):
        return False
    if re.fullmatch(r"\d(\.0*)?e-\d+", module.written(node).lower()):
        return True
    sums = (ast.UnaryOp, ast.BinOp, ast.operator, ast.unaryop)
    at = next(x for x in around if not isinstance(x, sums))
    if isinstance(at, ast.Assign | ast.AnnAssign):
        return isinstance(module.parents[at], ast.Module | ast.ClassDef)
    return isinstance(at, ast.Compare | ast.arguments)


def _is_unit_table(node: ast.Dict) -> bool:
    keys = all(isinstance(x, ast.Constant) and isinstance(x.value, str) for x in node.keys)
    return keys and any(isinstance(x, ast.Constant) and x.value == 1.0 for x in node.values)


def long_signatures(source: Source) -> list[str]:
    """List the functions with more than ten parameters, counting `*args` and `**kwargs` but not `self` and `cls`."""
    found = []
    for module in source:
        for node in module.nodes:
            if isinstance(node, Function):
                given = node.args
                every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
                count = sum(x is not None and x.arg not in ("self", "cls") for x in every)
                if count > MOST_PARAMETERS:
                    found.append(f"{module.place(node)} {node.name}: {count}")
    return found


def import_cycles(source: Source) -> list[str]:
    """List the groups of modules that import each other, directly or indirectly, including lazy imports."""
    above = defaultdict(set)
    for x in source.imports:
        above[x.source].add(x.target)
    return [" ".join(sorted(group)) for group in _components(above) if len(group) > 1]


def _components(graph: dict[str, set[str]]) -> list[list[str]]:
    """Find strongly connected components [tarjan1972] without recursion."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []
    for root in list(graph):
        work = [] if root in order else [(root, iter(sorted(graph[root])))]
        if work:
            order[root] = low[root] = len(order)
            stack.append(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in order:
                    order[other] = low[other] = len(order)
                    stack.append(other)
                    work.append((other, iter(sorted(graph.get(other, ())))))
                    break
                if other in stack:
                    low[node] = min(low[node], order[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    found.append([])
                    while not found[-1] or found[-1][-1] != node:
                        found[-1].append(stack.pop())
    return found


def upward_imports(source: Source) -> list[str]:
    """List the imports of a higher layer, including lazy ones.

    The table LAYERS in `tests/style/test_layers.py` defines the layers. A package that the table does not list is above
    all others. The `__init__` and `__main__` of the whole package are in no layer and can import everything.
    """
    level = _levels(source.root)
    found = []
    for x in source.imports:
        below, above = (name.partition(".")[2] for name in (x.source, x.target))
        if below and above and below != "__main__" and _level(above, level, len(level)) > _level(below, level, -1):
            found.append(f"{source.modules[x.source].path.as_posix()}:{x.line} imports {x.target}")
    return found


def _level(module: str, level: dict[str, int], otherwise: int) -> int:
    """Return the layer of `package.module`, or of its package if the table does not list the module."""
    return level.get(".".join(module.split(".")[:2]), level.get(module.split(".")[0], otherwise))


def _levels(root: Path) -> dict[str, int]:
    tree = ast.parse((root / "tests" / "style" / "test_layers.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "LAYERS":
            return {name: level for level, names in enumerate(ast.literal_eval(node.value)) for name in names}
    raise LookupError("tests/style/test_layers.py has no LAYERS")


LISTS = {
    "single importers": single_importers,
    "single importers, strictly": single_importers_strictly,
    "reused class names": reused_class_names,
    "errors": errors,
    "named thresholds": named_thresholds,
    "inline thresholds": inline_thresholds,
    "long signatures": long_signatures,
    "import cycles": import_cycles,
    "upward imports": upward_imports,
}


def measure(root: Path = ROOT) -> dict[str, float]:
    """Compute all figures of the source below `root`."""
    source = Source(root)
    return {
        **density(source),
        "files": len(source.modules),
        "largest file": max(module.text.count("\n") for module in source),
        **{name: len(places(source)) for name, places in LISTS.items()},
    }


def lower(part: str, figures: dict[str, float], bars: dict[str, float]) -> None:
    """Lower the ceilings in `tests/style/census.json` to the figures, but not below the bars."""
    kept = json.loads(CEILINGS.read_text(encoding="utf-8"))
    for name, ceiling in kept[part].items():
        kept[part][name] = max(bars[name], min(ceiling, figures.get(name, ceiling)))
    CEILINGS.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


def extracted(commit: str, folder: str) -> Path:
    """Extract the files of a commit into `folder`."""
    packed = subprocess.run(
        ["git", "archive", commit, "src", "tests"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return Path(folder)


def table(figures: dict[str, float], bars: dict[str, float]) -> str:
    """Format the figures with their bars, and mark the figures that exceed them."""
    rows = [("", "figure", "bar", "")]
    for name, value in figures.items():
        bar = bars.get(name)
        verdict = "" if bar is None else "ok" if value <= bar else "over"
        rows.append((name, f"{value:,}", "" if bar is None else f"{bar:,}", verdict))
    wide = [max(len(row[k]) for row in rows) for k in range(3)]
    return "\n".join(f"{a:<{wide[0]}}  {b:>{wide[1]}}  {c:>{wide[2]}}  {d}".rstrip() for a, b, c, d in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description="Count lines, files, importers, names, errors, thresholds, cycles.")
    parser.add_argument("commit", nargs="?", help="a commit; default: the working tree")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument(
        "--list", choices=LISTS, metavar="FIGURE", help=f"list the places behind one of: {', '.join(LISTS)}"
    )
    parser.add_argument("--lower", action="store_true", help="lower the ceilings of tests/style/census.json")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = extracted(given.commit, folder) if given.commit else ROOT
        if given.list:
            print("\n".join(LISTS[given.list](Source(root))))
        elif given.lower:
            lower("census", measure(ROOT), BARS)
        elif given.json:
            print(json.dumps(measure(root), indent=2))
        else:
            print(table(measure(root), BARS))


if __name__ == "__main__":
    main()
