"""A process that answers one request at a time, so that a long closed form or a crash stops nothing but itself.

The server sends (name, arguments, robot); the process answers with JSON and, where the request made a robot, the robot
packed. What runs longer than its limit, or is no longer wanted, ends with its process; another is started at once.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

from dalembert.errors import DalembertError

MEMORY = 8 << 30  # bytes of address space a process may have, where the system can say so
_LOOK = 0.1  # s between two looks at a process that works


class TooLong(DalembertError):
    """A request that ran past its limit."""


class Crashed(DalembertError):
    """A request whose process died."""


class Stopped(DalembertError):
    """A request that the page took back."""


class Failed(DalembertError):
    """A request that ended in an error of its own; `told` is what the page shows."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(told["what"])
        self.told = told


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


class Worker:
    """The handle of one process; requests wait for their turn."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._turn = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"studio-{name}")
        self._process: Any = None
        self._line: Connection | None = None

    def start(self) -> None:
        """Start the process, where there is none yet; the first question does so too."""
        if self._process is None:
            self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(
            target=serve, args=(theirs, self.name), name=f"dalembert studio {self.name}", daemon=True
        )
        self._process.start()
        theirs.close()

    async def ask(self, task: Task, limit: float, stop: threading.Event) -> Reply:
        """The reply, or why there is none; `stop` takes the request back."""
        async with self._turn:
            if stop.is_set():
                raise Stopped("taken back")
            loop = asyncio.get_running_loop()

            return await loop.run_in_executor(self._thread, self.wait, task, limit, stop)

    def wait(self, task: Task, limit: float, stop: threading.Event) -> Reply:
        """`ask` for a thread that may wait; one question at a time."""
        self.start()
        assert self._line is not None
        begun = monotonic()
        try:
            self._line.send(task)
            while not self._line.poll(_LOOK):
                passed = monotonic() - begun
                if stop.is_set():
                    self._again()
                    raise Stopped("taken back")
                if passed > limit:
                    self._again()
                    raise TooLong(f"'{task.ask}' took longer than {limit:g} s and was stopped; the rest goes on")
            reply = self._line.recv()
        except (EOFError, OSError):
            code = self._died()
            self._again()
            raise Crashed(
                f"the process that answered '{task.ask}' died ({code}); another has taken its place, the rest goes on"
            ) from None
        if isinstance(reply, dict):
            raise Failed(reply)
        found: Reply = reply
        return found

    def _died(self) -> str:
        self._process.join(2)
        code = self._process.exitcode
        return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"

    def _again(self) -> None:
        self.close()
        self._start()

    def close(self) -> None:
        """End the process."""
        with suppress(OSError, ValueError, AttributeError):
            self._process.kill()
            self._process.join(2)
        if self._line is not None:
            self._line.close()


def serve(line: Connection, name: str) -> None:
    """The life of the process: hear, answer, until the server has gone."""
    _bounded()
    from dalembert.studio.answer.table import ANSWERS, warmed

    later = warmed(name)
    next(later)
    begun = False
    while True:
        while begun and not line.poll() and next(later, False):
            pass  # imports, one after the other, while nobody asks
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
