"""Script that expands a xacro file in a separate process.

Since a xacro file is a program, its expansion is restricted by three measures. First, `evaluate` parses expressions
with Python's grammar and interprets each node with a table of allowed names. Python's `eval` is never used. Expressions
can only access attributes of numbers, strings and collections, except attributes that begin with an underscore. The
numbers of steps, powers and repetitions are limited. Second, the program cannot access environment variables, the
package search or files outside the allowed folders. An audit hook rejects every other access by the interpreter. Third,
the operating system limits time, memory and output.

The script reads one JSON request from standard input. The script writes one JSON reply to standard output, `{"xml": …,
"files": […]}` or `{"error": …, "mark": …, "files": […]}`. Each element of the expansion has a mark, which is an
attribute that contains the file and line of its origin. The script imports only the standard library and xacro, because
importing the whole package would take too long.
"""

from __future__ import annotations

import ast
import json
import operator
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

MARK = "dalembert-line"
ASKED = re.compile(r"\$\(\s*arg\s+([\w.-]+)\s*\)", re.ASCII)
MEMORY, LARGEST = 1_000_000_000, 20_000_000
_HARMLESS = frozenset(
    ("compile", "glob.glob", "glob.glob/2", "sys._getframe", "object.__getattr__", "builtins.id", "code.__new__")
)  # audit events that access no file and no network


def fence(xacro: Any, request: dict[str, Any]) -> None:
    """Replace the functions through which xacro can access the environment, packages and Python."""
    from xacro import substitution_args

    def environment(name: str, *_: Any, **__: Any) -> NoReturn:
        raise xacro.XacroException(f"the environment ('{name}') is not read; pass an argument instead")

    def find(name: str) -> str:
        if name not in request["packages"]:
            request["unknown_package"] = name
            raise xacro.XacroException(f"package '{name}' is not known")
        return str(request["packages"][name])

    def substitution(expression: str, context: Any) -> str:
        given = context.get("arg", {})
        values = {k: substitution_args.convert_value(v, "auto") for k, v in given.items()}
        symbols = xacro._global_symbols.copy()
        symbols.update(values, arg=lambda name: values[name], find=find, true=True, false=False)
        symbols.update(dirname=lambda: os.path.dirname(xacro.filestack[-1]))
        return str(evaluate(expression, symbols))

    def plain(expression: str, symbols: Any, _: Any = None) -> Any:
        return evaluate(expression, symbols)

    def dirname(_: Any) -> str:
        return str(os.path.dirname(os.path.abspath(xacro.filestack[-1])))

    substitution_args._eval_env = substitution_args._eval_optenv = environment
    substitution_args._eval_find, substitution_args._eval_dirname = find, dirname
    substitution_args._eval = substitution
    xacro.safe_eval = plain
    for name in ("type", "vars"):
        dict.pop(xacro._global_symbols["python"], name, None)


def marked_parser(xacro: Any, files: list[str], names: dict[str, list[str]]) -> Any:
    """Return a replacement for xacro's `parse` that rejects entities.

    The replacement records every element's line and all argument names.
    """
    from defusedxml.expatbuilder import DefusedExpatBuilder

    class Builder(DefusedExpatBuilder):  # type: ignore[misc]  # defusedxml has no types
        def start_element_handler(self, name: str, attributes: Any) -> None:
            super().start_element_handler(name, attributes)
            if not name.startswith("xacro:"):
                self.curNode.setAttribute(MARK, f"{len(files) - 1} {self._parser.CurrentLineNumber}")
            elif name in ("xacro:arg", "xacro:macro"):
                names[name].append(self.curNode.getAttribute("name"))

    def parse(_: Any, filename: str) -> Any:
        try:
            with open(filename, "rb") as file:
                data = file.read(LARGEST + 1)
        except OSError as error:
            xacro.filestack.pop()
            raise xacro.XacroException(f"{error.strerror}: {filename}", exc=error) from None
        if len(data) > LARGEST:
            raise xacro.XacroException(f"{filename} is too large")
        files.append(filename)
        names["used"] += ASKED.findall(data.decode(errors="replace"))
        return Builder(forbid_dtd=True).parseString(data)

    return parse


def traced(xacro: Any) -> Any:
    """Return a replacement for xacro's `eval_all` that records the innermost element in which an error occurs."""
    original = xacro.eval_all

    def eval_all(node: Any, macros: Any, symbols: Any) -> None:
        try:
            original(node, macros, symbols)
        except Exception as error:
            if not getattr(error, "mark", "") and node.hasAttribute(MARK):
                vars(error)["mark"] = node.getAttribute(MARK)
            raise

    return eval_all


def guard(folders: list[str]) -> None:
    """Install an audit hook that only permits reading files in the allowed folders."""
    allowed = [os.path.normcase(os.path.join(os.path.realpath(folder), "")) for folder in folders]

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in _HARMLESS:
            return
        if event in ("open", "os.listdir", "os.scandir"):
            path, mode = arguments[0], arguments[1] if len(arguments) > 1 else "r"
            if isinstance(path, (str, bytes)) and mode in ("r", "rb"):
                real = os.path.normcase(os.path.join(os.path.realpath(os.fsdecode(path)), ""))
                if any(real.startswith(folder) for folder in allowed):
                    return
            raise PermissionError(13, "outside the folders that may be read", path)
        raise PermissionError(13, f"a robot file may not use {event}")

    sys.addaudithook(hook)


def limit(seconds: int) -> None:
    """Set resource limits if the operating system supports them."""
    try:
        import resource
    except ImportError:  # no such limits on this system: only the caller's timeout applies
        return
    for what, amount in (
        ("RLIMIT_AS", MEMORY), ("RLIMIT_CPU", seconds), ("RLIMIT_FSIZE", LARGEST * 4), ("RLIMIT_CORE", 0),
    ):  # fmt: skip
        try:
            resource.setrlimit(getattr(resource, what), (amount, amount))
        except (ValueError, OSError, AttributeError):
            continue


def expand(request: dict[str, Any]) -> dict[str, Any]:
    """Expand the xacro file, and return the expansion or a description of the error."""
    import traceback  # noqa: F401  (imported now: nothing can be imported behind the guard)

    import xacro
    import yaml  # type: ignore[import-untyped]  # noqa: F401  (no stubs; imported now, as traceback is)

    files: list[str] = []
    names: dict[str, list[str]] = {"xacro:arg": [], "xacro:macro": [], "used": []}
    fence(xacro, request)
    xacro.parse, xacro.eval_all = marked_parser(xacro, files, names), traced(xacro)
    limit(request["seconds"])
    guard(request["folders"])
    try:
        document = xacro.process_file(request["path"], mappings=request["arguments"], verbosity=0)
        text = document.toxml()
        if len(text) > LARGEST:
            return {"error": "the expansion is too large"}
        arguments = list(dict.fromkeys(names["xacro:arg"] + names["used"]))
        return {"xml": text, "files": files, "arguments": arguments, "macros": names["xacro:macro"]}
    except Exception as error:
        missing = absent(error)
        if missing:  # report all missing arguments at once
            given = {*names["xacro:arg"], *request["arguments"]}
            missing = list(dict.fromkeys(missing + [x for x in names["used"] if x not in given]))
        answer = {"error": reason(error)[:2000], "mark": getattr(error, "mark", "")}
        return {**answer, "files": files, "missing": missing, "package": request.get("unknown_package")}


def absent(error: Any) -> list[str]:
    """Return the missing argument that caused xacro's nested errors, or an empty list if there was another cause."""
    while isinstance(inner := getattr(error, "exc", None), BaseException):
        error = inner
    return [str(error)] if type(error).__name__ == "ArgException" else []


def reason(error: Any) -> str:
    """Return the root cause of xacro's nested errors, and the expression in which the error occurred."""
    expression = ""
    while True:
        expression = (getattr(error, "suffix", None) or expression).strip()
        inner = getattr(error, "exc", None)
        if not isinstance(inner, BaseException):
            break
        error = inner
    if isinstance(error, MemoryError):
        text = "it needs too much memory"
    elif isinstance(error, RecursionError):
        text = "macros or properties call themselves without end"
    elif type(error).__name__ in ("DTDForbidden", "EntitiesForbidden", "ExternalReferenceForbidden"):
        text = "a document type or entity declaration, which a robot file never needs"
    else:
        text = str(error) or type(error).__name__
    return f"{text} {expression}".strip()


Names = dict[str, Any]
Operators = dict[type, Callable[..., Any]]
_MOST_STEPS, _LONGEST, _MOST_BITS, _MOST_ITEMS = 2_000_000, 10_000, 10_000, 1_000_000
_PLAIN = (str, bytes, int, float, complex, list, tuple, dict, set, frozenset, range)
_CLOSED = ("format", "format_map", "mro")
_BINARY: Operators = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.RShift: operator.rshift,
}  # fmt: skip
_UNARY: Operators = {
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Not: operator.not_, ast.Invert: operator.invert,
}  # fmt: skip
_COMPARE: Operators = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.Is: operator.is_, ast.IsNot: operator.is_not,
    ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip


def evaluate(text: str, names: Mapping[str, Any]) -> Any:
    """Evaluate an expression. Raise `ValueError` for operations that are not allowed."""
    _allow(len(text) <= _LONGEST, f"an expression of more than {_LONGEST} characters")
    return _Evaluator(names).value(ast.parse(text.strip(), "<expression>", "eval").body, {})


class _Evaluator:
    """Evaluator for expressions, with one method per type of syntax node. `local` contains the variables of
    comprehensions."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names, self.steps = names, 0

    def value(self, node: ast.AST, local: Names) -> Any:
        self.steps += 1
        _allow(self.steps <= _MOST_STEPS, f"an expression of more than {_MOST_STEPS} steps")
        kind = type(node).__name__
        _allow(hasattr(self, f"on_{kind.lower()}"), kind)
        return getattr(self, f"on_{kind.lower()}")(node, local)

    def on_constant(self, node: ast.Constant, _: Names) -> Any:
        return node.value

    def on_name(self, node: ast.Name, local: Names) -> Any:
        name = _open(node.id)
        try:
            return local[name] if name in local else self.names[name]
        except KeyError:
            raise NameError(f"name '{name}' is not defined") from None

    def on_attribute(self, node: ast.Attribute, local: Names) -> Any:
        owner = self.value(node.value, local)
        _allow(isinstance(owner, _PLAIN), f"'.{node.attr}' of a {type(owner).__name__}")
        return getattr(owner, _open(node.attr))

    def on_subscript(self, node: ast.Subscript, local: Names) -> Any:
        return self.value(node.value, local)[self.value(node.slice, local)]

    def on_slice(self, node: ast.Slice, local: Names) -> Any:
        return slice(*(None if x is None else self.value(x, local) for x in (node.lower, node.upper, node.step)))

    def on_call(self, node: ast.Call, local: Names) -> Any:
        arguments = self.items(node.args, local)
        _allow(all(x.arg is not None for x in node.keywords), "'**'")
        keywords = {_open(x.arg): self.value(x.value, local) for x in node.keywords if x.arg is not None}
        return self.value(node.func, local)(*arguments, **keywords)

    def on_binop(self, node: ast.BinOp, local: Names) -> Any:
        a, b = self.value(node.left, local), self.value(node.right, local)
        _allow(type(node.op) in _BINARY, type(node.op).__name__)
        _bounded(node.op, a, b)
        return _BINARY[type(node.op)](a, b)

    def on_unaryop(self, node: ast.UnaryOp, local: Names) -> Any:
        return _UNARY[type(node.op)](self.value(node.operand, local))

    def on_boolop(self, node: ast.BoolOp, local: Names) -> Any:
        *first, last = node.values
        for part in first:
            result = self.value(part, local)
            if bool(result) is isinstance(node.op, ast.Or):
                return result
        return self.value(last, local)

    def on_compare(self, node: ast.Compare, local: Names) -> Any:
        left = self.value(node.left, local)
        for op, part in zip(node.ops, node.comparators, strict=True):
            right = self.value(part, local)
            if not _COMPARE[type(op)](left, right):
                return False
            left = right
        return True

    def on_ifexp(self, node: ast.IfExp, local: Names) -> Any:
        return self.value(node.body if self.value(node.test, local) else node.orelse, local)

    def on_list(self, node: ast.List, local: Names) -> Any:
        return self.items(node.elts, local)

    def on_tuple(self, node: ast.Tuple, local: Names) -> Any:
        return tuple(self.items(node.elts, local))

    def on_listcomp(self, node: ast.ListComp | ast.GeneratorExp, local: Names) -> Any:
        return [self.value(node.elt, inner) for inner in self.bindings(node.generators, local)]

    def on_generatorexp(self, node: ast.GeneratorExp, local: Names) -> Any:
        return iter(self.on_listcomp(node, local))

    def on_dict(self, node: ast.Dict, local: Names) -> Any:
        _allow(None not in node.keys, "'**'")
        keys = [self.value(key, local) for key in node.keys if key is not None]
        return dict(zip(keys, self.items(node.values, local), strict=True))

    def on_joinedstr(self, node: ast.JoinedStr, local: Names) -> Any:
        return "".join(str(self.value(part, local)) for part in node.values)

    def on_formattedvalue(self, node: ast.FormattedValue, local: Names) -> Any:
        _allow(node.format_spec is None, "a format")
        x = self.value(node.value, local)
        return repr(x) if node.conversion == ord("r") else str(x)

    def items(self, nodes: list[ast.expr], local: Names) -> list[Any]:
        return [self.value(node, local) for node in nodes]

    def bindings(self, generators: list[ast.comprehension], local: Names) -> Iterator[Names]:
        """Yield the values of the loop variables for each iteration of a comprehension."""
        if not generators:
            yield local
            return
        first, rest = generators[0], generators[1:]
        for item in self.value(first.iter, local):
            self.steps += 1
            inner = local | _bound(first.target, item)
            if all(self.value(test, inner) for test in first.ifs):
                yield from self.bindings(rest, inner)


def _bound(target: ast.expr, item: Any) -> Names:
    if isinstance(target, ast.Name):
        return {_open(target.id): item}
    _allow(isinstance(target, ast.Tuple), "a comprehension that binds more than names")
    names: Names = {}
    for part, x in zip(getattr(target, "elts", ()), item, strict=True):
        names |= _bound(part, x)
    return names


def _bounded(op: ast.operator, a: Any, b: Any) -> None:
    """Reject results that are much larger than the expression."""
    if isinstance(op, ast.Pow) and isinstance(a, int) and isinstance(b, int):
        _allow(a.bit_length() * abs(b) <= _MOST_BITS, "a power so large")
    if isinstance(op, ast.Mult):
        for x, n in ((a, b), (b, a)):
            if isinstance(x, (str, bytes, list, tuple)) and isinstance(n, int):
                _allow(len(x) * n <= _MOST_ITEMS, "a repetition so long")


def _open(name: str) -> str:
    _allow(not name.startswith("_") and name not in _CLOSED, f"'{name}'")
    return name


def _allow(allowed: bool, what: str) -> None:
    if not allowed:
        raise ValueError(f"{what} is not allowed in an expression")


if __name__ == "__main__":
    requested = json.loads(sys.stdin.buffer.read())
    sys.path += requested["libraries"]  # after the interpreter's own folders; -I excludes the working folder
    answer = sys.stdout
    sys.stdout = sys.stderr
    json.dump(expand(requested), answer)
    answer.flush()
    os._exit(0)
