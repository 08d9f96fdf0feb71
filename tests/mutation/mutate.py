"""How much the tests notice: one small change of the source at a time, the tests of that area, and the share caught.

    python tests/mutation/mutate.py --area statics --count 20 --seed 1

A change swaps an operator or a comparison, drops a term or a sign, moves a number, turns a condition round. Messages,
annotations and pictures are left alone. What the tests let through is printed as a line of source before and after.
A change that makes the tests run into the limit of time counts as caught.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
AREAS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "simulate": (
        ("simulate",),
        ("unit/test_simulate.py", "laws/test_simulation_*.py", "oracles/test_simulation.py"),
    ),
    "kinematics": (
        ("kinematics",),
        (
            "unit/test_kinematics_*.py", "lectures/test_kinematics.py", "laws/test_nearest_solution.py",
            "laws/test_kinematics_mechanisms.py", "laws/test_follow.py", "laws/test_default_frame.py",
            "oracles/test_inverse_kinematics.py",
        ),
    ),
    "size": (("size",), ("unit/test_size.py",)),
    "statics": (
        ("statics",),
        (
            "unit/test_statics.py", "lectures/test_statics_tang.py", "laws/test_link_balance.py",
            "laws/test_bond_forces.py", "oracles/test_link_forces.py",
        ),
    ),
    "checking": (
        ("closed/checking",),
        ("unit/test_check*.py", "lectures/test_check_*.py", "laws/test_check_*.py"),
    ),
}  # fmt: skip
PICTURES = ("plot.py", "picture.py", "picture_planar.py", "picture_spatial.py", "progress.py")
ARITHMETIC: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.Div, ast.Add), ast.Div: (ast.Mult,), ast.Pow: (ast.Mult,),
    ast.MatMult: (), ast.FloorDiv: (ast.Mult,), ast.Mod: (ast.Mult,),
}  # fmt: skip
ORDER: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


# changes that no test noticed once: (file, what stood there, what was put there, tests)
KNOWN: dict[str, tuple[str, str, str, tuple[str, ...]]] = {
    "impact without M": (
        "simulate/flow.py", "else np.linalg.solve(M, row)", "else row", ("laws/test_impact.py",)
    ),
    "duty not squared": ("size/task.py", "continuous_torque) ** 2", "continuous_torque) ** 1", ("unit/test_size.py",)),
    "back-driving efficiency dropped": (
        "size/task.py", "tau * efficiency / gear", "tau / gear", ("unit/test_size.py",)
    ),
    "counterweight from the wrong body": (
        "size/task.py", "column = PER_BODY * next(", "column = 0 * next(", ("unit/test_size.py",)
    ),
    "asymmetric mesh tensor": ("robot/mesh.py", "cross + cross.T", "cross + cross", ("unit/test_body.py",)),
    "MathML fraction upside down": (
        "closed/printing/printer_mathml.py", "<mrow>{over}</mrow><mrow>{under}</mrow>",
        "<mrow>{under}</mrow><mrow>{over}</mrow>", ("unit/test_printer.py",)
    ),
    "posture not wrapped": (
        "kinematics/search/objective.py", "np.where(turning, wrapped(off), off) ** 2", "off ** 2",
        ("unit/test_kinematics_inverse.py",)
    ),
    "check_mass threshold 1e-6": ("quantity.py", "size[0] < 1e-13", "size[0] < 1e-6", ("unit/test_dynamics.py",)),
    "factoring disabled": (
        "algorithms/forward.py", "if not plain or len(tree.bodies) <= LONG", "if not plain", ("unit/test_count.py",)
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """`before` and `after` are the statement's own text; `text` the whole file with the change."""

    area: str
    path: str
    line: int
    before: str
    after: str
    text: str


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in a node's place."""
    match node:
        case ast.BinOp(left=left, op=op, right=right):
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
        case ast.Constant(value=bool(x)):
            yield ast.Constant(not x)
        case ast.Constant(value=int(x)):
            yield ast.Constant(x + 1)
        case ast.Constant(value=float(x)):
            yield ast.Constant(x * (1e6 if 0 < abs(x) < 1e-3 else 1.5) or 1.0)  # a tolerance half as large again is one


def sites(tree: ast.Module) -> list[ast.AST]:
    """The nodes that compute: no messages, annotations, decorators or defaults of the progress bar."""
    found: list[ast.AST] = []

    def visit(node: ast.AST) -> None:
        if isinstance(node, (ast.Raise, ast.JoinedStr, ast.Assert, ast.Import, ast.ImportFrom)):
            return
        if isinstance(node, ast.keyword) and node.arg in ("strict", "frozen", "eq"):  # a check of zip, a kind of class
            return
        if any(True for _ in changes(node)):
            found.append(node)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_comment"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    visit(child)

    visit(tree)
    return found


def draw(area: str, rng: random.Random) -> Mutant:
    """One change at random: a file by the number of its sites, then a site, then what stands there."""
    files = [p for part in AREAS[area][0] for p in sorted((SOURCE / "dalembert" / part).rglob("*.py"))]
    trees = [(p, ast.parse(p.read_text())) for p in files if p.name not in PICTURES]
    path, tree, k = rng.choice([(p, tree, k) for p, tree in trees for k in range(len(sites(tree)))])
    changed = copy.deepcopy(tree)
    old = sites(changed)[k]
    new = rng.choice(list(changes(old)))
    statement = min(
        (x for x in ast.walk(changed) if isinstance(x, ast.stmt) and any(y is old for y in ast.walk(x))),
        key=lambda x: sum(1 for _ in ast.walk(x)),
    )
    before = ast.unparse(statement)
    changed = ast.fix_missing_locations(_Replace(old, new).visit(changed))
    line = getattr(old, "lineno", 0)
    return Mutant(area, str(path.relative_to(SOURCE)), line, before, ast.unparse(statement), ast.unparse(changed))


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def known(name: str) -> Mutant:
    """A change of the list above."""
    path, before, after, _ = KNOWN[name]
    text = (SOURCE / "dalembert" / path).read_text()
    if text.count(before) != 1:
        raise SystemExit(f"{path} does not hold {before!r} once; the list of known changes is out of date")
    line = text[: text.index(before)].count("\n") + 1
    return Mutant(name, f"dalembert/{path}", line, before, after, text.replace(before, after))


def trial(mutant: Mutant | None, patterns: Sequence[str], folder: Path, seconds: float) -> tuple[str, str]:
    """("caught" | "survived" | "timed out", last line of the tests) with the change in a copy of the source."""
    copied = folder / "src"
    shutil.rmtree(copied, ignore_errors=True)
    shutil.copytree(SOURCE, copied, ignore=shutil.ignore_patterns("__pycache__"))
    if mutant is not None:
        (copied / mutant.path).write_text(mutant.text)
    tests = [str(p) for pattern in patterns for p in sorted((ROOT / "tests").glob(pattern))]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    environment = os.environ | {"PYTHONPATH": str(copied), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return "timed out", f"more than {seconds:g} s"
    failed = [x for x in done.stdout.splitlines() if x.startswith(("FAILED", "ERROR"))]
    last = failed[0] if failed else (done.stdout.strip().splitlines() or [""])[-1]
    return ("survived" if done.returncode == 0 else "caught"), last


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--known", action="store_true", help="the changes that went unnoticed once, instead of random ones"
    )
    parser.add_argument("--area", action="append", choices=AREAS, help="may be repeated; all unless told")
    parser.add_argument("--count", type=int, default=10, help="changes in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=900, help="limit of one trial")
    parser.add_argument("--output", type=Path, help="append a line of JSON a trial")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    areas = [rng.choice(options.area or list(AREAS)) for _ in range(options.count)]
    chosen = [(known(x), KNOWN[x][3]) for x in KNOWN] if options.known else [(draw(x, rng), AREAS[x][1]) for x in areas]
    counts = {"caught": 0, "timed out": 0, "survived": 0}
    with tempfile.TemporaryDirectory() as folder:
        for tests in sorted({tests for _, tests in chosen}):  # what fails without a change would "catch" every one
            verdict, said = trial(None, tests, Path(folder), options.seconds)
            if verdict != "survived":
                raise SystemExit(f"{', '.join(tests)} do not pass as they are: {verdict}, {said}")
        for k, (mutant, tests) in enumerate(chosen):
            verdict, said = trial(mutant, tests, Path(folder), options.seconds)
            counts[verdict] += 1
            print(f"{k + 1:3} {verdict:9} {mutant.path}:{mutant.line}  {said[:100]}", flush=True)
            if verdict == "survived":
                print(f"      - {mutant.before[:300]}\n      + {mutant.after[:300]}", flush=True)
            if options.output:
                with options.output.open("a") as file:
                    told = {x: y for x, y in asdict(mutant).items() if x != "text"}
                    file.write(json.dumps({**told, "verdict": verdict, "said": said}, ensure_ascii=False) + "\n")
    noticed = counts["caught"] + counts["timed out"]
    print(f"{noticed} of {len(chosen)} noticed ({noticed / max(1, len(chosen)):.0%}); {counts}")


if __name__ == "__main__":
    main()
