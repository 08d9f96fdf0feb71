"""Commands, error messages and exit codes of the application `dalembert COMMAND ROBOT`.

The exit code is 0 on success, and 1 if the model or the checked equation is wrong. The exit code is 2 for wrong usage
and for files that cannot be read or written. The exit code is 3 if an equation is correct only under a convention that
was not specified.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from io import TextIOWrapper
from typing import Any

from cyclopts import App, CycloptsError, Group, Parameter, UnusedCliTokensError

import dalembert
from dalembert.cli import compute, console, document, equations, identification, motion, robot
from dalembert.errors import (
    BadExpression,
    BadFile,
    DalembertError,
    MissingExtra,
    UnboundSymbol,
    UnknownName,
    WrongSize,
    WrongValue,
    shown,
)

_GROUPS: tuple[tuple[str, tuple[Callable[..., Any], ...]], ...] = (
    ("Robots", (robot.info, robot.doctor, robot.gallery, robot.convert)),
    ("Equations", (equations.equations, equations.derive, equations.check, equations.prove)),
    ("Numbers", (compute.evaluate, compute.count, compute.bench, compute.codegen)),
    ("Motion and force", (motion.simulate, motion.size, motion.ik, motion.assemble, motion.statics, motion.mobility)),
    ("Identification", (identification.excite, identification.identify, identification.calibrate)),
    (
        "Documents and pages",
        (document.studio, document.share, document.report, document.view, document.demo),
    ),
)
# errors in the command line, not in the model
_USAGE = (BadExpression, BadFile, MissingExtra, UnboundSymbol, UnknownName, WrongSize, WrongValue)
_NAMES: dict[Callable[..., Any], str] = {compute.evaluate: "eval"}


@cache
def app() -> App:
    """Create the application, with the commands organized in groups."""
    found = App(
        name="dalembert",
        help="Derive, check and evaluate the dynamics of robots.",
        version=dalembert.__version__,
        default_parameter=Parameter(negative=(), show_default=lambda x: None if x in ((), "", None, False) else str(x)),
        help_format="plaintext",  # the Markdown parser would increase the time of --help by 20 %
        help_epilogue="Start with: dalembert derive planar_2r, or dalembert info YOUR.urdf",
    )
    for k, (title, commands) in enumerate(_GROUPS):
        group = Group(title, sort_key=k)
        for command in commands:
            found.command(command, name=_NAMES.get(command, command.__name__), group=group)
    found.register_install_completion_command()
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # escape characters that the terminal cannot show
    raise SystemExit(run(sys.argv[1:] if arguments is None else arguments))


def _expected(error: CycloptsError) -> str:
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        name = " ".join(error.command_chain or ())
        return (
            f"Unexpected argument '{shown(error.unused_tokens[0])}'; `dalembert {name} --help` lists the accepted ones"
        )
    return str(error)


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code."""
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_, **__: console.talk(
                f"warning: {console.words(message, surface(arguments))}"
            )
            code = app()(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except CycloptsError as error:
        return _fail(_expected(error), 2)
    except DalembertError as error:
        return _fail(console.words(error, surface(arguments)), 2 if isinstance(error, _USAGE) else 1)
    except OSError as error:  # for example, standard output is a file on a full disk
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # the receiving program closed the pipe, for example `head`
            return 0
        return _fail(f"Cannot continue: {(error.strerror or str(error)).lower()}", 2)
    except KeyboardInterrupt:
        return 130
    return code if isinstance(code, int) else 0


def surface(arguments: Sequence[str]) -> console.CommandLine:
    """Return a message formatter that refers to command-line options instead of Python arguments."""
    commands = app()
    if not arguments or arguments[0] not in commands:
        return console.CommandLine()
    every = commands[arguments[0]].assemble_argument_collection()
    return console.CommandLine({x.field_info.name: x.name for x in every}, arguments[0])


def _fail(message: str, code: int) -> int:
    console.talk(f"dalembert: {message}")
    return code


if __name__ == "__main__":
    main()
