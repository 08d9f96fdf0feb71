"""Output of the command line, with data on standard output and messages on standard error.

Library messages contain names of Python arguments and functions. `CommandLine` replaces these names with the
corresponding options and commands.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dalembert.errors import printable
from dalembert.finding.finding import Bind, Call, Finding, Omit, Pass, PassEntry, Python, Remedy, Surface, sentence
from dalembert.tolerance import ROUNDING

# Python arguments with a different option name, except plurals such as --view for views
_OPTION_OF = {"duration": ("time",), "overwrite": ("force",), "path": ("target", "output"), "q0": ("q",), "qd0": ("qd",),
              "torque_gain": ("gain",)}  # fmt: skip
_SAME = ("assemble", "check", "derive", "equations", "identify", "prove", "report", "share", "simulate")
_COMMANDS = {
    **dict(zip(_SAME, _SAME, strict=True)),
    "diagnose": "doctor",
    "draw": "view",
    "export": "convert",
    "export_code": "codegen",
    "fit.suggest": "identify --suggest",
    "inverse_kinematics": "ik",
    "read_log": "identify",
    "size_actuators": "size",
    "static_torque": "statics",
}
_COMMON = {"argument": "--arg", "base": "--base", "force": "--force", "gravity": "--gravity", "ignore": "--ignore",
           "output": "--output", "package": "--package", "symbols": "--symbols", "values": "--set"}  # fmt: skip


def width() -> int:
    """Return the terminal width in characters, or 110 if the output is not a terminal."""
    return shutil.get_terminal_size((110, 24)).columns if sys.stdout.isatty() else 110


@dataclass(frozen=True)
class CommandLine(Python):
    """Message formatter for one command, which refers to options and commands instead of Python names.

    `options` maps Python argument names to options.
    """

    options: Mapping[str, str] = field(default_factory=lambda: _COMMON)
    command: str = ""

    def option(self, name: str) -> str | None:
        """Return the option that corresponds to a Python argument, or None if the command has no such option."""
        names = (name, name.removesuffix("s"), *_OPTION_OF.get(name, ()))
        return next((self.options[x] for x in names if x in self.options), None)

    def argument(self, name: str) -> str:
        base, bracket, key = name.partition("[")
        return (self.option(base) or base) + (f" {key.rstrip(']').strip(chr(39))}" if bracket else "")

    def function(self, name: str) -> str:
        command = _COMMANDS.get(name, self.command)
        return f"`dalembert {command}`" if command else name

    def remedy(self, remedy: Remedy) -> str:
        if isinstance(remedy, (Pass, PassEntry, Omit)) and self.option(remedy.argument) is None:
            return f"In Python, {'omit' if isinstance(remedy, Omit) else 'pass'} {remedy.argument}."
        match remedy:
            case Pass(argument, value):
                typed = "" if value is None or value == "True" else f" {value.strip(chr(39))}"
                return f"Pass {self.argument(argument)}{typed}."
            case PassEntry(argument, None, value):
                return f"Pass {self.argument(argument)} {value}."
            case PassEntry(argument, key, value):
                typed = "…" if value is None or "[" in value else value.strip("'")
                return f"Pass {self.argument(argument)} {key}={typed}."
            case Bind(symbols):
                return f"Assign values with --set {','.join(f'{x}=…' for x in symbols[:3])}."
            case Call(function, instead):
                call = f"Run {self.function(function)}" if function in _COMMANDS else f"In Python, call {function}"
                return f"{call} {'instead' if instead else 'first'}."
        return super().remedy(remedy)


def words(wording: object, surface: Surface | None = None) -> str:
    """Format a message, error or warning with option and command names."""
    found = getattr(wording, "finding", wording)
    return sentence(found, surface or CommandLine()) if isinstance(found, Finding) else str(found)


def data(text: str) -> None:
    """Print a result on standard output."""
    print(printable(text.rstrip("\n")))


def as_json(value: Any) -> None:
    """Print a result as JSON at full precision."""
    print(json_of(value))


def json_of(value: Any) -> str:
    """Format a value as JSON at full precision. Non-printable characters are escaped."""
    from dalembert.typeset.interactive_page import plain

    text = json.dumps(plain(value), indent=2, ensure_ascii=False, allow_nan=False)
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def talk(text: str) -> None:
    """Print a message on standard error."""
    print(printable(text), file=sys.stderr)


def result(json: bool, value: Any, text: str = "", *written: Path | str) -> None:
    """Print a result as JSON or as text. The names of written files are printed on standard error."""
    if json:
        as_json(value)
        return
    if text:
        data(text)
    for path in written:
        talk(f"wrote {path}")


def rounded(value: Any) -> Any:
    """Set array entries to zero if they are negligible relative to the largest entry."""
    import numpy as np

    size = np.abs(value)
    return np.where(size <= ROUNDING * size.max(initial=0.0), 0.0, value)


def array(value: Any) -> str:
    """Format an array with one line per row."""
    import numpy as np

    return np.array2string(rounded(value), precision=8, suppress_small=False, max_line_width=160, threshold=10_000)
