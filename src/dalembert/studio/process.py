"""The process of a worker: it hears one question at a time and answers with JSON and, where the question made a robot, the
robot packed. It imports no more than it needs for the first answer, and the rest while nobody asks.
"""

from __future__ import annotations

import pickle
import sys
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

REST = 1.0  # seconds without a question after which what others need is imported
MEMORY = 8 << 30  # bytes of address space a process may have, where the system can say so


@dataclass(frozen=True)
class Task:
    """A question for a process: which, with what, about which robot (packed)."""

    ask: str
    told: dict[str, Any]
    robot: bytes | None = None


@dataclass(frozen=True)
class Product:
    """A robot that a question made, packed; `origin` is the Python that makes it, or `edit` the lines that change it.

    `source` is its file on this machine, and the folder outside of which nothing that the file names is read."""

    packed: bytes
    name: str
    origin: str
    command: str
    edit: str
    source: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Reply:
    """JSON for the page, and what a session keeps where a robot was made."""

    body: str
    robot: Product | None = None


def serve(line: Connection, name: str) -> None:
    """The life of the process: hear, answer, until the server has gone."""
    _bounded()
    from dalembert.studio.answer.table import ANSWERS, warmed

    later = warmed(name)
    next(later)
    begun = False
    while True:
        rest = REST  # the page draws its first picture now
        while begun and not line.poll(rest) and next(later, False):
            rest = 0.0  # imports, one after the other, while nobody asks
        try:
            task = line.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        try:
            reply: Any = ANSWERS[task.ask].made(task.told, task.robot)
        except KeyboardInterrupt:
            return
        except BaseException as error:
            from dalembert.studio.message import told_of

            reply = told_of(error)
        begun = True
        try:
            line.send(reply)
        except (BrokenPipeError, OSError):
            return


def _bounded() -> None:
    """Interrupts are the server's to handle; memory has an end."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def packed(robot: Any) -> bytes:
    return pickle.dumps(robot, protocol=5)
