"""`dalembert VERB ROBOT`: the front door.

Exit codes: 0; 1 where the model, or what is claimed of it, is wrong; 2 for wrong usage.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from cyclopts import App, CycloptsError, Group

import dalembert
from dalembert.cli import convert, equation, motion, number, paper, robot, task
from dalembert.cli.option import WrongUsage
from dalembert.errors import DalembertError

_GROUPS: tuple[tuple[str, tuple[Callable[..., Any], ...]], ...] = (
    ("Robots", (robot.info, robot.doctor, robot.gallery, convert.convert)),
    ("Equations", (equation.equations, equation.derive, equation.check, equation.prove)),
    ("Numbers", (number.evaluate, number.count, number.bench)),
    ("Motion and force", (motion.simulate, motion.size, task.ik, task.statics, task.mobility)),
    ("Papers", (paper.report, paper.view, paper.demo, paper.cite)),
)
_NAMES: dict[Callable[..., Any], str] = {number.evaluate: "eval"}


def app() -> App:
    """The application: all commands, in groups."""
    found = App(
        name="dalembert",
        help="The dynamics of robots: derived, readable, proved, checked, and run at the speed of the hardware.",
        version=dalembert.__version__,
        help_format="plaintext",  # the Markdown reader alone would cost a fifth of the time of --help
        help_epilogue="Start with: dalembert derive planar_2r, or dalembert info YOUR.urdf",
    )
    for k, (title, commands) in enumerate(_GROUPS):
        group = Group(title, sort_key=k)
        for command in commands:
            found.command(command, name=_NAMES.get(command, command.__name__), group=group)
    found.register_install_completion_command()
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and leave with its exit code."""
    raise SystemExit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run a command; its exit code."""
    try:
        code = app()(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except CycloptsError as error:
        return _fail(str(error), 2)
    except WrongUsage as error:
        return _fail(str(error), 2)
    except DalembertError as error:
        return _fail(str(error), 1)
    except BrokenPipeError:  # the reader of a pipe has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return code if isinstance(code, int) else 0


def _fail(message: str, code: int) -> int:
    print(f"dalembert: {message}", file=sys.stderr)
    return code


if __name__ == "__main__":
    main()
