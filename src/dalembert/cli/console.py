"""Output of the command line: data on standard output, messages on standard error, JSON with --json.

Findings name arguments and functions of the library; the surface `CommandLine` shows options and commands instead.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dalembert.errors import printable
from dalembert.finding.finding import Bind, Call, Finding, Omit, Pass, Remedy, Surface, sentence

# arguments of public functions whose option has another name
_OPTION_OF = {
    "arguments": "argument",
    "columns": "column",
    "contacts": "contact",
    "duration": "time",
    "layers": "layer",
    "notes": "note",
    "overwrite": "force",
    "packages": "package",
    "parameters": "parameter",
    "parts": "part",
    "path": "output",
    "q0": "q",
    "qd0": "qd",
    "torque_gain": "gain",
    "units": "unit",
    "views": "view",
}
_COMMANDS = {
    "assemble": "assemble",
    "check": "check",
    "derive": "derive",
    "diagnose": "doctor",
    "draw": "view",
    "equations": "equations",
    "export": "convert",
    "export_code": "codegen",
    "fit.suggest": "identify --suggest",
    "identify": "identify",
    "inverse_kinematics": "ik",
    "prove": "prove",
    "read_log": "identify",
    "report": "report",
    "share": "share",
    "simulate": "simulate",
    "size_actuators": "size",
    "static_torque": "statics",
}
_COMMON = {"argument": "--arg", "base": "--base", "force": "--force", "gravity": "--gravity", "ignore": "--ignore",
           "output": "--output", "package": "--package", "symbols": "--symbols", "values": "--set"}  # fmt: skip


@dataclass(frozen=True)
class CommandLine(Surface):
    """Findings in terms of a command: `options` maps the names of its arguments to its options."""

    options: Mapping[str, str] = field(default_factory=lambda: _COMMON)

    def argument(self, name: str) -> str:
        base, bracket, key = name.partition("[")
        option = self.options.get(base) or self.options.get(_OPTION_OF.get(base, ""), base)
        return option + (f" {key.rstrip(']').strip(chr(39))}" if bracket else "")

    def function(self, name: str) -> str:
        return f"`dalembert {_COMMANDS[name]}`" if name in _COMMANDS else name

    def remedy(self, remedy: Remedy) -> str:
        match remedy:
            case Pass(argument, value):
                typed = "" if value is None or any(x in value for x in "{[(") else f" {value}"
                return f"Pass {self.argument(argument)}{typed}."
            case Omit(argument):
                return f"Omit {self.argument(argument)}."
            case Bind(symbols):
                return f"Give them values with --set {','.join(f'{x}=…' for x in symbols[:3])}."
            case Call(function):
                where = "Run" if function in _COMMANDS else "In Python, call"
                return f"{where} {self.function(function)} first."
        return super().remedy(remedy)


def words(said: object, surface: Surface | None = None) -> str:
    """Return a finding, an error or a warning in the terms of the command line."""
    found = getattr(said, "finding", said)
    return sentence(found, surface or CommandLine()) if isinstance(found, Finding) else of_options(str(found))


# sentences that are not findings yet; goes with the last of them
_SAID: tuple[tuple[str, str], ...] = (
    (r"robot\.bind\((\w+)='?…'?\)", r"--set \1=…"),
    (r"robot\.bind\(…\)", "--set NAME=…"),
    (r"bind them first", "give them with --set NAME=…"),
    (r", or ask `static_equations` for the exact forces", ""),
    (r"; equations\(robot\)\.elastic has them", ""),
    (r"where=\{'(\w+)': '…'\}", r"--where \1=…"),
    (r"where=\{'(\w+)': '(.*?)'\}", r"--where '\1=\2'"),
    (r"where\['([^']*)'\]", r"--where \1"),
    (r"another meaning with where\b", "another meaning with --where"),
    (r"load with ignore=\['(\w+)'\]", r"give --ignore \1"),
    (r"packages=\{'…': folder\}", "--package NAME=FOLDER"),
    (r"packages=\{'([^']+)': …\}", r"--package \1=FOLDER"),
    (r"packages=\{…\}", "--package"),
    (r"ive (\w+)=… to load, or --arg NAME=VALUE on the command line", r"ive --arg \1=…"),
    (r"with da\.assemble\(robot, q0\)", "with `dalembert assemble`"),
    (r"; start from da\.neutral\(robot\)", ""),
    (r"with da\.assemble\(robot, q\)", "with `dalembert assemble`"),
    (r", and da\.neutral\(robot\) has it", ""),
    (r", or leave the drives out with robot\.rigid\(\)", ""),
    (r"or say overwrite=True to replace it", "or --force to replace it"),
    (r"load it without base='free'", "leave --base free out"),
    (r"\bignore names the effect '", "--ignore names the effect '"),
    (r"arguments \((.*?)\) are for", r"--arg (\1) is for"),
    (r"\brestitution is\b", "--restitution is"),
    (r"method is '", "--method is '"),
    (r"\bq0 of joint\b", "--q of joint"),
    (r"\bqd0 of joint\b", "--qd of joint"),
    (r"`fit\.suggest\(\)`", "--suggest path.csv"),
    (
        r"torque_gain=… to read_log, or gains=True with a known load to identify",
        "--gain, or --gains with --loaded and --load",
    ),
    (r"torque_gain, or gains=True with a known load", "--gain, or --gains with --loaded and --load"),
    (r"no torque_gain is known", "no gain is known"),
    (r"torque_gain=\[…\] for each joint", "--gain, one number for each joint"),
    (r"columns=\{'t': 0, 'q': \[1, 2\], 'tau': \[5, 6\]\}", "--column t=0 --column q=1,2 --column tau=5,6"),
    (r"(?:read_log\(…, )?columns=\{'(\w+)': …?(?:\[…\])?\}\)?", r"--column \1=…"),
    (r"units=\{'(\w+)': '?([^'}]*)'?\}", r"--unit \1=\2"),
    (r"\brate=…", "--rate …"),
    (r"method='instruments'", "--method instruments"),
    (r"dtype='(\w+)'", r"--dtype \1"),
    (r"da\.equations\(robot, largest=…\)", "Python"),
)
_TABLE = tuple((re.compile(pattern), said) for pattern, said in _SAID)


def of_options(message: str) -> str:
    """Return a plain sentence of the library with options in place of arguments."""
    for pattern, said in _TABLE:
        message = pattern.sub(said, message)
    return message


def data(text: str) -> None:
    """Print a result on standard output."""
    print(printable(text.rstrip("\n")))


def as_json(value: Any) -> None:
    """Print a result as JSON, with all digits."""
    print(json_of(value))


def json_of(value: Any) -> str:
    """Return JSON with all digits; characters that do not print are escaped."""
    text = json.dumps(_plain(value), indent=2, ensure_ascii=False, allow_nan=False)
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def talk(text: str) -> None:
    """Print a message on standard error."""
    print(printable(text), file=sys.stderr)


def written(path: Path) -> None:
    talk(f"wrote {path}")


def array(value: Any) -> str:
    """Return numbers as rows of columns, or one line."""
    import numpy as np

    return np.array2string(np.asarray(value), precision=8, suppress_small=False, max_line_width=160, threshold=10_000)


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show a spinner on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


def _plain(value: Any) -> Any:
    """Return arrays as lists, and numbers that are not finite as None."""
    if isinstance(value, dict):
        return {str(key): _plain(x) for key, x in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(x) for x in value]
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)
