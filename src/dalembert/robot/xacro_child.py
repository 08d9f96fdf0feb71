"""A xacro file expanded in a process of its own: the script that runs there.

A xacro file is a program: its expressions are Python. Three fences stand around
it. Expressions are checked node by node before they run: no name or attribute
that begins with an underscore, no formatting by template, nothing but
expressions. The environment, package search and anything outside the allowed
folders are out of reach, and an audit hook refuses every other door of the
interpreter. Time, memory and output are bounded by the operating system.

In: one JSON request on standard input. Out: one JSON answer on standard output,
`{"xml": …, "files": […]}` or `{"error": …, "mark": …, "files": […]}`. Each element of
the expansion carries a mark, an attribute "file line" that says where it came from.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from typing import Any, NoReturn

MARK = "dalembert-line"
MEMORY, LARGEST = 1_000_000_000, 20_000_000
_NODES = (
    ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.BinOp, ast.operator, ast.UnaryOp, ast.unaryop, ast.IfExp,
    ast.Compare, ast.cmpop, ast.Call, ast.keyword, ast.Starred, ast.Constant, ast.Attribute, ast.Subscript, ast.Slice,
    ast.Name, ast.Load, ast.Store, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp,
    ast.GeneratorExp, ast.comprehension, ast.JoinedStr, ast.FormattedValue, ast.Lambda, ast.arguments, ast.arg,
)  # fmt: skip
_CLOSED = frozenset(("format", "format_map", "mro", "gi_frame", "gi_code", "gi_yieldfrom", "cr_frame", "cr_code"))
_HARMLESS = frozenset(
    (
        "compile",
        "exec",
        "glob.glob",
        "glob.glob/2",
        "sys._getframe",
        "object.__getattr__",
        "builtins.id",
        "code.__new__",
    )
)  # events of the interpreter that open nothing


def checked(expression: str) -> Any:
    """The compiled expression, or an error if it holds anything but plain arithmetic, calls and data."""
    if len(expression) > 10_000:
        raise ValueError("an expression has more than 10000 characters")
    tree = ast.parse(expression.strip(), "<expression>", "eval")
    for node in ast.walk(tree):
        if not isinstance(node, _NODES):
            raise ValueError(f"{type(node).__name__} is not allowed in an expression")
        name = getattr(node, "attr", None) or getattr(node, "id", None) or getattr(node, "arg", None) or ""
        if name.startswith("_") or name in _CLOSED:
            raise ValueError(f"'{name}' is not allowed in an expression")
    return compile(tree, "<expression>", "eval")


def evaluate(expression: str, symbols: Any, local: Any = None) -> Any:
    code = checked(expression)
    symbols.update(__builtins__={})
    return eval(code, symbols, local)


def fence(xacro: Any, request: dict[str, Any]) -> None:
    """Replace what xacro would use to reach the environment, packages and Python."""
    from xacro import substitution_args

    def environment(name: str, *_: Any, **__: Any) -> NoReturn:
        raise xacro.XacroException(f"the environment ('{name}') is not read; pass an argument instead")

    def find(name: str) -> str:
        if name not in request["packages"]:
            raise xacro.XacroException(f"package '{name}' is not known; name its folder with packages={{'{name}': …}}")
        return str(request["packages"][name])

    def substitution(expression: str, context: Any) -> str:
        given = context.get("arg", {})
        values = {k: substitution_args.convert_value(v, "auto") for k, v in given.items()}
        symbols = xacro._global_symbols.copy()
        symbols.update(values, arg=lambda name: values[name], find=find, true=True, false=False)
        symbols.update(dirname=lambda: os.path.dirname(xacro.filestack[-1]))
        return str(evaluate(expression, symbols))

    def dirname(_: Any) -> str:
        return str(os.path.dirname(os.path.abspath(xacro.filestack[-1])))

    substitution_args._eval_env = substitution_args._eval_optenv = environment
    substitution_args._eval_find, substitution_args._eval_dirname = find, dirname
    substitution_args._eval = substitution
    xacro.safe_eval = evaluate
    for name in ("type", "vars"):
        dict.pop(xacro._global_symbols["python"], name, None)


def marked_parser(xacro: Any, files: list[str]) -> Any:
    """xacro's `parse`, with entities refused and the source line of every plain element kept."""
    from defusedxml.expatbuilder import DefusedExpatBuilder

    class Builder(DefusedExpatBuilder):  # type: ignore[misc]
        def start_element_handler(self, name: str, attributes: Any) -> None:
            super().start_element_handler(name, attributes)
            if not name.startswith("xacro:"):
                self.curNode.setAttribute(MARK, f"{len(files) - 1} {self._parser.CurrentLineNumber}")

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
        return Builder(forbid_dtd=True).parseString(data)

    return parse


def traced(xacro: Any) -> Any:
    """xacro's `eval_all`, which lets an error remember the innermost element it met."""
    original = xacro.eval_all

    def eval_all(node: Any, macros: Any, symbols: Any) -> None:
        try:
            original(node, macros, symbols)
        except Exception as error:
            if not getattr(error, "mark", "") and node.hasAttribute(MARK):
                error.mark = node.getAttribute(MARK)  # type: ignore[attr-defined]
            raise

    return eval_all


def guard(folders: list[str]) -> None:
    """From here on: files of the allowed folders may be read, and nothing else may be done."""
    allowed = [os.path.realpath(folder) for folder in folders]

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in _HARMLESS:
            return
        if event in ("open", "os.listdir", "os.scandir"):
            path, mode = arguments[0], arguments[1] if len(arguments) > 1 else "r"
            if isinstance(path, (str, bytes)) and mode in ("r", "rb"):
                real = os.path.realpath(os.fsdecode(path))
                if any(os.path.commonpath((real, folder)) == folder for folder in allowed):
                    return
            raise PermissionError(13, "outside the folders that may be read", path)
        raise PermissionError(13, f"a robot file may not use {event}")

    sys.addaudithook(hook)


def limit(seconds: int) -> None:
    """Bounds of the operating system, where it has them."""
    try:
        import resource
    except ImportError:  # no such bounds on this system: the caller's clock is left
        return
    for what, amount in (
        ("RLIMIT_AS", MEMORY), ("RLIMIT_CPU", seconds), ("RLIMIT_FSIZE", LARGEST * 4), ("RLIMIT_CORE", 0),
    ):  # fmt: skip
        try:
            resource.setrlimit(getattr(resource, what), (amount, amount))
        except (ValueError, OSError, AttributeError):
            continue


def expand(request: dict[str, Any]) -> dict[str, Any]:
    """The expansion, or what went wrong."""
    import traceback  # noqa: F401  (imported now: nothing can be imported behind the guard)

    import xacro
    import yaml  # type: ignore[import-untyped]  # noqa: F401

    files: list[str] = []
    fence(xacro, request)
    xacro.parse, xacro.eval_all = marked_parser(xacro, files), traced(xacro)
    limit(request["seconds"])
    guard(request["folders"])
    try:
        document = xacro.process_file(request["path"], mappings=request["arguments"], verbosity=0)
        text = document.toxml()
        if len(text) > LARGEST:
            return {"error": "the expansion is too large"}
        return {"xml": text, "files": files}
    except Exception as error:
        return {"error": reason(error)[:2000], "mark": getattr(error, "mark", ""), "files": files}


def reason(error: Any) -> str:
    """What went wrong at the root of xacro's nested errors, and in which expression."""
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


if __name__ == "__main__":
    asked = json.loads(sys.stdin.buffer.read())
    sys.path[:] = asked["sys_path"]
    answer = sys.stdout
    sys.stdout = sys.stderr
    json.dump(expand(asked), answer)
    answer.flush()
    os._exit(0)
