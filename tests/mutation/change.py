"""What a change of the source is: one fault that a person could have written, drawn at random.

A statement is drawn uniformly among those of an area that compute something, then one of its changes: an operator, a
comparison or a condition turned round, a term, a sign or a whole statement dropped (a call for its effect, a place
that is filled, an error that is raised), a number moved, a function taken for its twin (min and max, sine and cosine).
A whole number from ten on loses a digit, a tolerance grows by 10⁶, other decimals by half.
Not drawn, for they change no behaviour: docstrings, annotations, imports, `__all__`, decorators, the words of messages
and whatever stands in them, the checks `strict=` and `assert`, and how a picture looks (the widths, sizes and shades
of `LOOKS`; what it shows is drawn like all else). Nothing else is left out.
"""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
AREAS = {
    "simulation": "simulation", "kinematics": "kinematics", "design": "design", "statics": "statics",
    "checking": "closed/checking",
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.Div, ast.Add), ast.Div: (ast.Mult,), ast.Pow: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,), ast.Mod: (ast.Mult,),
}  # fmt: skip
ORDER: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
TWINS = {
    "min": "max", "any": "all", "sin": "cos", "floor": "ceil", "minimum": "maximum", "argmin": "argmax",
    "union": "intersection",
}  # fmt: skip
TWIN = TWINS | {y: x for x, y in TWINS.items()}
SILENT = ("annotation", "returns", "decorator_list", "type_comment", "pattern", "type_params")
LOOKS = (
    "alpha", "color", "colors", "dpi", "figsize", "fontsize", "labelpad", "linestyle", "linewidth", "linewidths", "lw",
    "markersize", "mutation_scale", "pad", "s", "zorder",
)  # fmt: skip
FLAGS = ("strict", "frozen", "eq", "slots", "repr", "order", *LOOKS)  # a check of zip, a kind of class, an appearance


@dataclass(frozen=True)
class Mutant:
    """`before` and `after` are the statement's own text, without its body; `text` the whole file with the change.
    `lines` are those of the statement, `outside` says that it runs at import."""

    area: str
    path: str
    line: int
    before: str
    after: str
    text: str
    lines: tuple[int, int]
    outside: bool


def draw(area: str, count: int, seed: int) -> list[Mutant]:
    """Different changes of an area, as many as asked for."""
    rng = random.Random(f"{seed} {area}")
    trees = {p: ast.parse(p.read_text()) for p in sorted((SOURCE / "dalembert" / AREAS[area]).rglob("*.py"))}
    places = [(p, k) for p, tree in trees.items() for k in range(len(statements(tree)))]
    drawn: dict[tuple[str, int, str], Mutant] = {}
    while len(drawn) < count:
        path, k = rng.choice(places)
        mutant = _apply(area, path, trees[path], k, rng)
        drawn.setdefault((mutant.path, mutant.line, mutant.after), mutant)
    return list(drawn.values())


def statements(tree: ast.Module) -> list[tuple[ast.stmt, bool]]:
    """The statements that something can be changed in, each with whether it runs at import."""
    found: list[tuple[ast.stmt, bool]] = []

    def visit(node: ast.AST, outside: bool) -> None:
        if isinstance(node, ast.stmt) and any(True for _ in changes(node)):
            found.append((node, outside))
        inside = isinstance(node, (ast.FunctionDef, ast.Lambda))
        for child in ast.iter_child_nodes(node):
            visit(child, outside and not inside)

    visit(tree, True)
    return found


def changes(statement: ast.stmt) -> Iterator[tuple[ast.AST, ast.AST]]:
    """(a node of the statement, what may stand in its place); its body counts as other statements."""
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.ClassDef():
            return
        case ast.Assign(targets=[ast.Name(id="__all__")]) | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return
        case ast.Raise():
            yield statement, ast.Pass()
            return
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Continue():
            yield statement, ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield statement, ast.Pass()
    for node in _own(statement):
        for other in _others(node):
            yield node, other


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement that compute: not its body, and no messages."""
    for name, value in ast.iter_fields(node):
        if name in SILENT:
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, (ast.stmt, ast.JoinedStr, ast.ExceptHandler)):
                continue
            if isinstance(child, ast.keyword) and child.arg in FLAGS:
                continue
            yield child
            yield from _own(child)


def _others(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in a node's place."""
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            if _words(left) or _words(right):
                return
            for other in ARITHMETIC.get(type(op), ()):
                yield ast.BinOp(left, other(), right)
            if isinstance(op, (ast.Add, ast.Sub)):
                yield left
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            yield ast.Compare(left, [ORDER[type(op)]()], [right])
        case ast.UnaryOp(op=ast.USub() | ast.Not(), operand=operand):
            yield operand
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.IfExp(test=test, body=body, orelse=orelse) if not isinstance(test, ast.Compare):
            yield ast.IfExp(test, orelse, body)
        case ast.Name(id=name) if name in TWIN:
            yield ast.Name(TWIN[name], node.ctx)
        case ast.Attribute(value=value, attr=name) if name in TWIN:
            yield ast.Attribute(value, TWIN[name], node.ctx)
        case ast.Constant(value=bool(x)):
            yield ast.Constant(not x)
        case ast.Constant(value=int(x)):
            yield ast.Constant(x // 10 if x >= 10 else x + 1)
        case ast.Constant(value=float(x)):
            yield ast.Constant(x * (1e6 if 0 < abs(x) < 1e-3 else 1.5) or 1.0)


def _words(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _apply(area: str, path: Path, tree: ast.Module, k: int, rng: random.Random) -> Mutant:
    changed = copy.deepcopy(tree)
    statement, outside = statements(changed)[k]
    old, new = rng.choice(list(changes(statement)))
    before, last = _header(statement), _last(statement)
    changed = ast.fix_missing_locations(_Replace(old, new).visit(changed))
    return Mutant(
        area, str(path.relative_to(SOURCE)), getattr(old, "lineno", statement.lineno), before,
        "pass" if old is statement else _header(statement), ast.unparse(changed) + "\n", (statement.lineno, last),
        outside,
    )  # fmt: skip


def _header(statement: ast.stmt) -> str:
    """A statement without its body."""
    shown = copy.copy(statement)
    if isinstance(shown, (ast.FunctionDef, ast.If, ast.For, ast.While, ast.With, ast.Try)):
        shown.body = [ast.Expr(ast.Constant(...))]
        if isinstance(shown, (ast.If, ast.For, ast.While, ast.Try)):
            shown.orelse = []
    return ast.unparse(ast.fix_missing_locations(shown))


def _last(statement: ast.stmt) -> int:
    """The last line of a statement, or of the head of one with a body."""
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    if not body:
        return statement.end_lineno or statement.lineno
    first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    return max(statement.lineno, first.lineno - 1)


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)
