"""Worker processes: one request at a time, so that a long computation or a crash affects no other request.

The server sends (name, arguments, robot) to the process, which replies. If a request exceeds its time limit or is cancelled, its
process is ended and a new process starts immediately.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

from dalembert import finding
from dalembert.errors import DalembertError
from dalembert.finding.finding import Identifier, Measure, Unit
from dalembert.studio.request import Reply, Task, serve
from dalembert.typeset.interactive_page import Data

_LOOK = 0.1  # s between two looks at a process that works
_SPARED = 1.5  # s that a question may go on after it was taken back: a new process costs as much


class TooLong(DalembertError):
    """A request exceeded its time limit."""


class Crashed(DalembertError):
    """The process that ran a request died."""


class Stopped(DalembertError):
    """The page cancelled a request."""


class Failed(DalembertError):
    """A request failed with an error; `shown` is the error as displayed in the page."""

    def __init__(self, shown: Data) -> None:
        super().__init__(shown["what"])
        self.shown = shown


def proceed(stop: threading.Event) -> None:
    """Raise an error if the page cancelled the request."""
    if stop.is_set():
        raise Stopped(finding.Cancelled())


class Worker:
    """Worker process, which handles one request at a time."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._turn = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"studio-{name}")
        self._process: Any = None
        self._line: Connection | None = None

    @property
    def busy(self) -> bool:
        return self._turn.locked()

    def start(self) -> None:
        """Start the process if it is not running; the first request also starts it."""
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
        """Return the reply, or raise an error; `stop` cancels the request."""
        async with self._turn:
            proceed(stop)
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, self.wait, task, limit, stop)

    def wait(self, task: Task, limit: float, stop: threading.Event) -> Reply:
        """Return the reply in the same way as `ask`, in a thread that may block."""
        self.start()
        assert self._line is not None
        begun = monotonic()
        try:
            self._line.send(task)
            while not self._line.poll(_LOOK):
                passed = monotonic() - begun
                if stop.is_set() and passed > _SPARED:
                    self._again()
                    proceed(stop)
                if passed > limit:
                    self._again()
                    raise TooLong(finding.TimedOut(Identifier(task.ask), Measure(limit, Unit("s"))))
            reply = self._line.recv()
            proceed(stop)
        except (EOFError, OSError):
            self._process.join(2)
            code = self._process.exitcode
            self._again()
            raise Crashed(finding.WorkerDied(Identifier(task.ask), code)) from None
        if isinstance(reply, dict):
            raise Failed(reply)
        found: Reply = reply
        return found

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
