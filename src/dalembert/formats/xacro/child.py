"""A xacro file expanded in a process of its own: the script that runs there.

A xacro file is a program. Three fences stand around it. Its expressions are
evaluated by our own table (`xacro_expression`), never by Python. The environment,
package search and anything outside the allowed folders are out of reach, and an
audit hook refuses every other door of the interpreter. Time, memory and output
are bounded by the operating system.

In: one JSON request on standard input. Out: one JSON answer on standard output,
`{"xml": …, "files": […]}` or `{"error": …, "mark": …, "files": […]}`. Each element of
the expansion carries a mark, an attribute "file line" that says where it came from.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import sys
from pathlib import Path
from typing import Any, NoReturn

MARK = "dalembert-line"
ASKED = re.compile(r"\$\(\s*arg\s+([\w.-]+)\s*\)", re.ASCII)
MEMORY, LARGEST = 1_000_000_000, 20_000_000
_HARMLESS = frozenset(
    ("compile", "glob.glob", "glob.glob/2", "sys._getframe", "object.__getattr__", "builtins.id", "code.__new__")
)  # events of the interpreter that open nothing


def evaluator() -> Any:
    """`evaluate` of the module beside this one, without the package around it: that would cost its imports."""
    spec = importlib.util.spec_from_file_location("expression", Path(__file__).with_name("expression.py"))
    if spec is None or spec.loader is None:
        raise ImportError("expression.py is missing beside child.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.evaluate


def fence(xacro: Any, request: dict[str, Any]) -> None:
    """Replace what xacro would use to reach the environment, packages and Python."""
    from xacro import substitution_args

    evaluate = evaluator()

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
    """xacro's `parse`, with entities refused; the line of every plain element, names of arguments and macros kept."""
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
    """xacro's `eval_all`, which lets an error remember the innermost element it met."""
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
    """From here on: files of the allowed folders may be read, and nothing else may be done."""
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
        if missing:  # all at once, not one a call
            given = {*names["xacro:arg"], *request["arguments"]}
            missing = list(dict.fromkeys(missing + [x for x in names["used"] if x not in given]))
        answer = {"error": reason(error)[:2000], "mark": getattr(error, "mark", "")}
        return {**answer, "files": files, "missing": missing}


def absent(error: Any) -> list[str]:
    """The argument without a value that xacro's nested errors end in, if they do."""
    while isinstance(inner := getattr(error, "exc", None), BaseException):
        error = inner
    return [str(error)] if type(error).__name__ == "ArgException" else []


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
    sys.path += asked["libraries"]  # behind the interpreter's own; -I keeps the working folder out
    answer = sys.stdout
    sys.stdout = sys.stderr
    json.dump(expand(asked), answer)
    answer.flush()
    os._exit(0)
