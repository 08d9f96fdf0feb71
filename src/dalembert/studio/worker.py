"""Worker processes, which run requests so that a long computation or a crash does not affect the server.

A worker runs one request at a time. The server sends the name of the request, the arguments and the robot to the
process, which sends a reply. If a request exceeds its time limit, the worker replaces its process. The process is also
replaced if a cancelled request has run for more than 1.5 s.
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

_LOOK = 0.1  # s, interval between checks of a busy process
_SPARED = 1.5  # s, longest run of a cancelled request: starting a new process takes about as long


class TooLong(DalembertError):
    """Error for a request that exceeded its time limit."""


class Crashed(DalembertError):
    """Error for a request whose process terminated unexpectedly."""


class Stopped(DalembertError):
    """Error for a request that the page cancelled."""


class Failed(DalembertError):
    """Error for a request that failed in a worker process. `shown` is the error in the format used by the page."""

    def __init__(self, shown: Data) -> None:
        super().__init__(shown["what"])
        self.shown = shown


def proceed(stop: threading.Event) -> None:
    """Raise `Stopped` if the page cancelled the request."""
    if stop.is_set():
        raise Stopped(finding.Cancelled())


class Worker:
    """Worker process that handles one request at a time."""

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
        """Start the process if it is not running. If `start` is not called, the first request starts the process."""
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
        """Run a request in the process, and return the reply without blocking the event loop.

        Requests are processed in order. Setting `stop` cancels the request. A failed request raises an error.
        """
        async with self._turn:
            proceed(stop)
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, self.wait, task, limit, stop)

    def wait(self, task: Task, limit: float, stop: threading.Event) -> Reply:
        """Send a request to the process, and block the current thread until the reply arrives.

        `ask` calls this method in a thread of the worker.
        """
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
        """Kill the process and close the connection."""
        with suppress(OSError, ValueError, AttributeError):
            self._process.kill()
            self._process.join(2)
        if self._line is not None:
            self._line.close()
